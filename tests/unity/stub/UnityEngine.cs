// STUB for compile checks only: see README.md. Signatures as in Unity 2022.3.
using System;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; }
        public int GetInstanceID() { return 0; }
        public static void DestroyImmediate(Object obj) { }
        public static T Instantiate<T>(T original) where T : Object { return original; }
        public static T[] FindObjectsOfType<T>() where T : Object { return new T[0]; }
        public static bool operator ==(Object x, Object y) { return ReferenceEquals(x, y); }
        public static bool operator !=(Object x, Object y) { return !ReferenceEquals(x, y); }
        public override bool Equals(object other) { return ReferenceEquals(this, other); }
        public override int GetHashCode() { return 0; }
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject { return null; }
    }

    public class Component : Object
    {
        public Transform transform { get { return null; } }
        public GameObject gameObject { get { return null; } }
        public T GetComponent<T>() { return default(T); }
    }

    public class Behaviour : Component
    {
        public bool enabled { get; set; }
    }

    public class MonoBehaviour : Behaviour
    {
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
        public Vector3 eulerAngles { get; set; }
        public Vector3 TransformPoint(Vector3 position) { return position; }
        public void SetPositionAndRotation(Vector3 position, Quaternion rotation) { }
    }

    public enum PrimitiveType
    {
        Sphere,
        Capsule,
        Cylinder,
        Cube,
        Plane,
        Quad,
    }

    public sealed class GameObject : Object
    {
        public GameObject(string name) { }
        public T AddComponent<T>() where T : Component { return null; }
        public T GetComponent<T>() { return default(T); }
        public static GameObject CreatePrimitive(PrimitiveType type) { return null; }
    }

    public sealed class Mesh : Object
    {
    }

    public class Material : Object
    {
    }

    public struct Vector2
    {
        public float x;
        public float y;
        public static Vector2 operator *(Vector2 a, float d) { return a; }
    }

    public struct Vector2Int : IEquatable<Vector2Int>
    {
        public Vector2Int(int x, int y) { this.x = x; this.y = y; }
        public int x { get; set; }
        public int y { get; set; }
        public bool Equals(Vector2Int other) { return x == other.x && y == other.y; }
    }

    public struct Vector3 : IEquatable<Vector3>
    {
        public float x;
        public float y;
        public float z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 zero { get { return default(Vector3); } }
        public static Vector3 forward { get { return new Vector3(0f, 0f, 1f); } }
        public float magnitude { get { return 0f; } }
        public static Vector3 ClampMagnitude(Vector3 vector, float maxLength) { return vector; }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return a; }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return a; }
        public static Vector3 operator *(Vector3 a, float d) { return a; }
        public static Vector3 operator /(Vector3 a, float d) { return a; }
        public static bool operator ==(Vector3 lhs, Vector3 rhs) { return lhs.Equals(rhs); }
        public static bool operator !=(Vector3 lhs, Vector3 rhs) { return !lhs.Equals(rhs); }
        public bool Equals(Vector3 other) { return x == other.x && y == other.y && z == other.z; }
        public override bool Equals(object other) { return other is Vector3 && Equals((Vector3)other); }
        public override int GetHashCode() { return 0; }
    }

    public struct Quaternion
    {
        public float x;
        public float y;
        public float z;
        public float w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0f, 0f, 0f, 1f); } }
        public static Quaternion Euler(float x, float y, float z) { return identity; }
        public static Vector3 operator *(Quaternion rotation, Vector3 point) { return point; }
    }

    public struct Matrix4x4
    {
        public static Matrix4x4 Translate(Vector3 vector) { return default(Matrix4x4); }
    }

    public struct Color
    {
        public float r;
        public float g;
        public float b;
        public float a;
        public Color(float r, float g, float b, float a) { this.r = r; this.g = g; this.b = b; this.a = a; }
        public static Color red { get { return default(Color); } }
        public static Color green { get { return default(Color); } }
        public static Color blue { get { return default(Color); } }
        public static Color yellow { get { return default(Color); } }
        public static Color white { get { return default(Color); } }
    }

    public struct Mathf
    {
        public static float Max(float a, float b) { return a; }
        public static int Min(int a, int b) { return a; }
        public static float Abs(float f) { return f; }
        public static float Sqrt(float f) { return f; }
        public static float Clamp01(float value) { return value; }
        public static int FloorToInt(float f) { return 0; }
    }

    public static class Random
    {
        public static float value { get { return 0f; } }
        public static Vector2 insideUnitCircle { get { return default(Vector2); } }
    }

    public class Time
    {
        public static double timeAsDouble { get { return 0; } }
        public static float deltaTime { get { return 0f; } }
        public static float fixedDeltaTime { get; set; }
        public static int frameCount { get { return 0; } }
    }

    public class Debug
    {
        public static void Log(object message, Object context) { }
        public static void LogWarning(object message, Object context) { }
        public static void LogError(object message, Object context) { }
    }

    public class Application
    {
        public static string persistentDataPath { get { return null; } }
    }

    public class Graphics
    {
        public static void DrawMeshInstanced(Mesh mesh, int submeshIndex, Material material, Matrix4x4[] matrices, int count) { }
    }

    public sealed class Gizmos
    {
        public static Color color { get; set; }
        public static void DrawLine(Vector3 from, Vector3 to) { }
        public static void DrawWireSphere(Vector3 center, float radius) { }
        public static void DrawCube(Vector3 center, Vector3 size) { }
        public static void DrawWireCube(Vector3 center, Vector3 size) { }
    }

    public class GUILayoutOption
    {
    }

    public class GUILayout
    {
        public static bool Button(string text, params GUILayoutOption[] options) { return false; }
    }

    public enum RuntimeInitializeLoadType
    {
        AfterSceneLoad = 0,
        BeforeSceneLoad,
        AfterAssembliesLoaded,
        BeforeSplashScreen,
        SubsystemRegistration,
    }

    [AttributeUsage(AttributeTargets.Method, AllowMultiple = false)]
    public class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType loadType) { }
    }

    public abstract class PropertyAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Field, Inherited = true, AllowMultiple = false)]
    public class TooltipAttribute : PropertyAttribute
    {
        public TooltipAttribute(string tooltip) { }
    }

    [AttributeUsage(AttributeTargets.Field, Inherited = true, AllowMultiple = true)]
    public class HeaderAttribute : PropertyAttribute
    {
        public HeaderAttribute(string header) { }
    }

    [AttributeUsage(AttributeTargets.Field, Inherited = true, AllowMultiple = false)]
    public sealed class RangeAttribute : PropertyAttribute
    {
        public RangeAttribute(float min, float max) { }
    }

    [AttributeUsage(AttributeTargets.Field, Inherited = true, AllowMultiple = false)]
    public sealed class MinAttribute : PropertyAttribute
    {
        public MinAttribute(float min) { }
    }

    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string menuName) { }
    }

    [AttributeUsage(AttributeTargets.Class, Inherited = false)]
    public sealed class DisallowMultipleComponent : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
    public sealed class RequireComponent : Attribute
    {
        public RequireComponent(Type requiredComponent) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public class DefaultExecutionOrder : Attribute
    {
        public DefaultExecutionOrder(int order) { }
    }

    [AttributeUsage(AttributeTargets.Class, AllowMultiple = false, Inherited = false)]
    public sealed class CreateAssetMenuAttribute : Attribute
    {
        public string menuName { get; set; }
        public string fileName { get; set; }
        public int order { get; set; }
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
        public static NavMeshTriangulation CalculateTriangulation() { return default(NavMeshTriangulation); }
    }
}
