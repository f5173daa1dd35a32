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
