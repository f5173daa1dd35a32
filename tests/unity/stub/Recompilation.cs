// Not part of Unity: what becomes of a running game when its scripts are compiled anew.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace ActingUnity
{
    /// <summary>
    /// Recompile And Continue Playing: components are disabled, made anew with what Unity serialises of them and nothing else, and enabled. Statics are new too; here
    /// their lists are emptied.
    /// </summary>
    public static class Recompilation
    {
        /// <summary>Does it. Unity tells of the reload and disables components in an order that is not documented, so both are to be tried.</summary>
        public static void Run(bool tellsFirst)
        {
            if (tellsFirst)
            {
                UnityEditor.AssemblyReloadEvents.Tell();
            }
            Player.DisableAll();
            if (!tellsFirst)
            {
                UnityEditor.AssemblyReloadEvents.Tell();
            }
            EmptyStatics();
            Dictionary<UnityEngine.Object, UnityEngine.Object> anew = new Dictionary<UnityEngine.Object, UnityEngine.Object>();
            List<MonoBehaviour> old = Player.Behaviours().ToList();
            foreach (MonoBehaviour one in old)
            {
                MonoBehaviour made = (MonoBehaviour)Activator.CreateInstance(one.GetType());
                made.owner = one.owner;
                made.hasAwoken = one.hasAwoken;
                made.hasStarted = one.hasStarted;
                anew.Add(one, made);
            }
            foreach (MonoBehaviour one in old)
            {
                MonoBehaviour made = (MonoBehaviour)anew[one];
                CopySerialised(one, made, anew);
                one.owner.components[one.owner.components.IndexOf(one)] = made;
                one.isDestroyed = true;
                made.enabled = one.enabled;
            }
            Player.EnableAll();
        }

        /// <summary>Only tells that scripts are about to be loaded anew.</summary>
        public static void Tell()
        {
            UnityEditor.AssemblyReloadEvents.Tell();
        }

        private static void CopySerialised(MonoBehaviour from, MonoBehaviour to, Dictionary<UnityEngine.Object, UnityEngine.Object> anew)
        {
            foreach (FieldInfo field in from.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Where(IsSerialised))
            {
                object value = field.GetValue(from);
                UnityEngine.Object made, reference = value as UnityEngine.Object;
                field.SetValue(to, !ReferenceEquals(reference, null) && anew.TryGetValue(reference, out made) ? made : value);
            }
        }

        private static bool IsSerialised(FieldInfo field)
        {
            Type type = field.FieldType.IsArray ? field.FieldType.GetElementType() : field.FieldType;
            bool kind = type.IsPrimitive || type.IsEnum || type == typeof(string) || type == typeof(Vector3) || typeof(UnityEngine.Object).IsAssignableFrom(type);
            return kind && (field.IsPublic || field.IsDefined(typeof(SerializeField), false)) && !field.IsInitOnly && !field.IsNotSerialized && typeof(MonoBehaviour).IsAssignableFrom(field.DeclaringType);
        }

        private static void EmptyStatics()
        {
            const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            IEnumerable<Type> types = AppDomain.CurrentDomain.GetAssemblies().Where(Player.IsScripts).SelectMany(assembly => assembly.GetTypes());
            foreach (FieldInfo field in types.Where(type => !type.ContainsGenericParameters).SelectMany(type => type.GetFields(Statics)))
            {
                System.Collections.IList list = field.FieldType.IsArray ? null : field.GetValue(null) as System.Collections.IList;
                if (list != null)
                {
                    list.Clear();
                }
            }
        }
    }
}
