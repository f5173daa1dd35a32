// STUB of Unity's API, not Unity: see README.md. Signatures as in Unity 2022.3; what is logged and drawn is kept for tests.
using System;
using ActingUnity;

namespace UnityEngine
{
    public static class Random
    {
        private static readonly System.Random Source = new System.Random(7);

        public static float value { get { return (float)Source.NextDouble(); } }

        public static Vector2 insideUnitCircle
        {
            get
            {
                double angle = Source.NextDouble() * 2 * Math.PI, radius = Math.Sqrt(Source.NextDouble());
                return new Vector2((float)(Math.Cos(angle) * radius), (float)(Math.Sin(angle) * radius));
            }
        }
    }

    public class Time
    {
        public static double timeAsDouble { get; internal set; }
        public static double unscaledTimeAsDouble { get; internal set; }
        public static double fixedTimeAsDouble { get; internal set; }
        public static float deltaTime { get; internal set; }
        public static float unscaledDeltaTime { get; internal set; }
        public static float fixedDeltaTime { get; set; }
        public static float timeScale { get; set; }
        public static int frameCount { get; internal set; }

        static Time()
        {
            fixedDeltaTime = 0.02f;
            timeScale = 1f;
        }
    }

    public class Debug
    {
        public static void Log(object message, Object context) { Messages.Add("log", message); }
        public static void LogWarning(object message) { Messages.Add("warning", message); }
        public static void LogWarning(object message, Object context) { Messages.Add("warning", message); }
        public static void LogError(object message, Object context) { Messages.Add("error", message); }
        public static void LogException(Exception exception) { Messages.Add("error", exception); }
    }

    public class Application
    {
        public static string persistentDataPath { get { return System.IO.Path.GetTempPath(); } }
        public static bool isPlaying { get { return Player.IsPlaying; } }
    }

    public class Graphics
    {
        public static void DrawMeshInstanced(Mesh mesh, int submeshIndex, Material material, Matrix4x4[] matrices, int count) { Drawings.Instances += count; }
    }

    public sealed class Gizmos
    {
        public static Color color { get; set; }
        public static void DrawLine(Vector3 from, Vector3 to) { Drawings.Add("line", from, to); }
        public static void DrawWireSphere(Vector3 center, float radius) { Drawings.Add("sphere", center, new Vector3(radius, 0f, 0f)); }
        public static void DrawCube(Vector3 center, Vector3 size) { Drawings.Add("cube", center, size); }
        public static void DrawWireCube(Vector3 center, Vector3 size) { Drawings.Add("frame", center, size); }
    }

    public class GUILayoutOption
    {
    }

    public class GUILayout
    {
        public static bool Button(string text, params GUILayoutOption[] options) { return Messages.Press(text); }
    }
}

namespace UnityEngine.SceneManagement
{
    public enum LoadSceneMode
    {
        Single = 0,
        Additive = 1,
    }

    public struct Scene
    {
    }

    public class SceneManager
    {
        public static event UnityEngine.Events.UnityAction<Scene, LoadSceneMode> sceneLoaded;
        public static event UnityEngine.Events.UnityAction<Scene> sceneUnloaded;

        internal static void TellLoaded(LoadSceneMode mode)
        {
            if (sceneLoaded != null)
            {
                sceneLoaded(default(Scene), mode);
            }
        }

        internal static void TellUnloaded()
        {
            if (sceneUnloaded != null)
            {
                sceneUnloaded(default(Scene));
            }
        }
    }
}

namespace UnityEngine.Events
{
    public delegate void UnityAction<T0>(T0 arg0);
    public delegate void UnityAction<T0, T1>(T0 arg0, T1 arg1);
}

namespace UnityEngine.AI
{
    public struct NavMeshTriangulation
    {
        public Vector3[] vertices;
        public int[] indices;
        public int[] areas;
    }

    public static class NavMesh
    {
        public static NavMeshTriangulation CalculateTriangulation()
        {
            ++Level.Triangulations;
            return Level.Everything();
        }
    }

    public sealed class NavMeshData : Object
    {
        /// <summary>Not part of Unity: what was baked.</summary>
        internal NavMeshTriangulation Baked;
    }

    public class NavMeshAgent : Behaviour
    {
        public Vector3 velocity { get; set; }
    }

    // Of the older way to link, which Unity 6 calls obsolete.
#if UNITY_2023_1_OR_NEWER
    [System.Obsolete("OffMeshLink has been deprecated. Use the AI Navigation package's NavMeshLink.")]
#endif
    public sealed class OffMeshLink : Behaviour
    {
        public Transform startTransform { get; set; }
        public Transform endTransform { get; set; }
        public bool biDirectional { get; set; }
        public bool activated { get; set; }
        public int area { get; set; }
    }
}
