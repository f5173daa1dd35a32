// Symbols by which the bridges to Mirror and FishNet exist.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEditor.Build;

namespace Antreckon.Editor
{
    /// <summary>
    /// Mirror and FishNet are often no packages, so Unity cannot tell whether they are there; and their own symbols are written for the build target that is chosen, which
    /// leaves out dedicated servers. So the package writes its own, for every target, when it sees them, and takes them back when they are deleted.
    /// </summary>
    [InitializeOnLoad]
    public sealed class AntDefines : AssetPostprocessor
    {
        private struct Netcode
        {
            public string Symbol;
            public string Type;
            public string Definition;
        }

        private static readonly Netcode[] Netcodes =
        {
            new Netcode { Symbol = "ANTRECKON_MIRROR", Type = "Mirror.NetworkServer", Definition = "/Mirror.asmdef" },
            new Netcode { Symbol = "ANTRECKON_FISHNET", Type = "FishNet.InstanceFinder", Definition = "/FishNet.Runtime.asmdef" },
        };

        static AntDefines()
        {
            Update();
        }

        /// <summary>Writes the symbols of what is there, and removes those of what is not.</summary>
        public static void Update()
        {
            Assembly[] loaded = AppDomain.CurrentDomain.GetAssemblies();
            foreach (Netcode netcode in Netcodes)
            {
                Set(netcode.Symbol, loaded.Any(one => one.GetType(netcode.Type) != null));
            }
        }

        // Before scripts are compiled without it, which would fail with the symbol.
        private static void OnPostprocessAllAssets(string[] imported, string[] deleted, string[] moved, string[] movedFrom)
        {
            foreach (Netcode netcode in Netcodes.Where(one => deleted.Any(path => path.EndsWith(one.Definition, StringComparison.Ordinal))))
            {
                Set(netcode.Symbol, false);
            }
        }

        /// <summary>Sets or removes a symbol for every build target. Settings that are right already are not touched.</summary>
        public static void Set(string symbol, bool isThere)
        {
            foreach (NamedBuildTarget target in Targets())
            {
                try
                {
                    string[] before;
                    PlayerSettings.GetScriptingDefineSymbols(target, out before);
                    if (before.Contains(symbol) != isThere)
                    {
                        PlayerSettings.SetScriptingDefineSymbols(target, isThere ? before.Concat(new[] { symbol }).ToArray() : before.Where(one => one != symbol).ToArray());
                    }
                }
                catch (ArgumentException)
                {
                    // A target that this Unity knows by name only.
                }
            }
        }

        // Whatever this version of Unity has.
        private static IEnumerable<NamedBuildTarget> Targets()
        {
            return typeof(NamedBuildTarget).GetFields(BindingFlags.Public | BindingFlags.Static).Where(field => field.FieldType == typeof(NamedBuildTarget))
                .Select(field => (NamedBuildTarget)field.GetValue(null)).Where(target => !string.IsNullOrEmpty(target.TargetName)).Distinct();
        }
    }
}
