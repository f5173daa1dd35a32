// STUB of Unity's API, not Unity: see README.md. Signatures as in Unity 2022.3.
using System;
using ActingUnity;
using UnityEngine;

namespace UnityEditor
{
    public class Editor : ScriptableObject
    {
        public UnityEngine.Object target { get; set; }
        public virtual void OnInspectorGUI() { }
        public bool DrawDefaultInspector() { return false; }
        public virtual bool RequiresConstantRepaint() { return false; }
    }

    public class CustomEditor : Attribute
    {
        /// <summary>Not part of Unity.</summary>
        public readonly Type InspectedType;
        public CustomEditor(Type inspectedType) { InspectedType = inspectedType; }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class CanEditMultipleObjects : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class)]
    public class InitializeOnLoadAttribute : Attribute
    {
    }

    public class AssetPostprocessor
    {
    }

    public enum BuildTarget
    {
        StandaloneOSX = 2,
        iOS = 9,
        Android = 13,
        StandaloneWindows64 = 19,
        WebGL = 20,
        StandaloneLinux64 = 24,
        tvOS = 37,
        Switch = 38,
    }

    /// <summary>Symbols by target, as the settings of a project have them.</summary>
    public sealed class PlayerSettings
    {
        private static readonly System.Collections.Generic.Dictionary<string, string[]> Symbols = new System.Collections.Generic.Dictionary<string, string[]>();

        /// <summary>Not part of Unity: how often they were written.</summary>
        public static int Written;

        public static void GetScriptingDefineSymbols(Build.NamedBuildTarget buildTarget, out string[] defines)
        {
            if (buildTarget.TargetName == "Stadia")
            {
                throw new ArgumentException("The build target is not supported");
            }
            defines = Symbols.TryGetValue(buildTarget.TargetName, out defines) ? defines : new string[0];
        }

        public static void SetScriptingDefineSymbols(Build.NamedBuildTarget buildTarget, string[] defines)
        {
            ++Written;
            Symbols[buildTarget.TargetName] = defines;
        }
    }

    public enum MessageType
    {
        None = 0,
        Info = 1,
        Warning = 2,
        Error = 3,
    }

    public sealed class EditorGUILayout
    {
        public static void Space() { }
        public static void LabelField(string label, string label2, params GUILayoutOption[] options) { Messages.Add("label", label + " = " + label2); }
        public static void HelpBox(string message, MessageType type) { Messages.Add("help", type + " " + message); }
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();

        public static event AssemblyReloadCallback beforeAssemblyReload;

        internal static void Tell()
        {
            if (beforeAssemblyReload != null)
            {
                beforeAssemblyReload();
            }
        }
    }

    public enum PlayModeStateChange
    {
        EnteredEditMode,
        ExitingEditMode,
        EnteredPlayMode,
        ExitingPlayMode,
    }

    public sealed class EditorApplication
    {
        public static event Action<PlayModeStateChange> playModeStateChanged;
        public static event Action quitting;

        internal static void Tell(PlayModeStateChange change)
        {
            if (playModeStateChanged != null)
            {
                playModeStateChanged(change);
            }
        }

        internal static void Quit()
        {
            if (quitting != null)
            {
                quitting();
            }
        }
    }
}

namespace UnityEditor.Build
{
    public readonly struct NamedBuildTarget : IEquatable<NamedBuildTarget>
    {
        public static readonly NamedBuildTarget Unknown = new NamedBuildTarget("");
        public static readonly NamedBuildTarget Standalone = new NamedBuildTarget("Standalone");
        public static readonly NamedBuildTarget Server = new NamedBuildTarget("Server");
        public static readonly NamedBuildTarget Android = new NamedBuildTarget("Android");
        public static readonly NamedBuildTarget Stadia = new NamedBuildTarget("Stadia");

        private readonly string name;
        private NamedBuildTarget(string name) { this.name = name; }
        public string TargetName { get { return name; } }
        public bool Equals(NamedBuildTarget other) { return name == other.name; }
        public override bool Equals(object other) { return other is NamedBuildTarget && Equals((NamedBuildTarget)other); }
        public override int GetHashCode() { return name.GetHashCode(); }
    }

    public interface IOrderedCallback
    {
        int callbackOrder { get; }
    }

    public interface IPreprocessBuildWithReport : IOrderedCallback
    {
        void OnPreprocessBuild(Reporting.BuildReport report);
    }

    public class BuildFailedException : Exception
    {
        public BuildFailedException(string message) : base(message) { }
    }
}

namespace UnityEditor.Build.Reporting
{
    public struct BuildSummary
    {
        public BuildTarget platform { get; internal set; }
    }

    public sealed class BuildReport : UnityEngine.Object
    {
        public BuildSummary summary { get; internal set; }
    }
}
