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
        public static float deltaTime { get; internal set; }
        public static int frameCount { get; internal set; }
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
        public static NavMeshTriangulation CalculateTriangulation() { return Level.Triangulation; }
    }
}
