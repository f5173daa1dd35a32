// STUB of Unity's API, not Unity: see README.md. Signatures as in Unity 2022.3.
using System;

namespace UnityEngine
{
    public struct Vector2
    {
        public float x;
        public float y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }

        public static Vector2 operator *(Vector2 a, float d) { return new Vector2(a.x * d, a.y * d); }
    }

    public struct Vector2Int : IEquatable<Vector2Int>
    {
        public Vector2Int(int x, int y) : this()
        {
            this.x = x;
            this.y = y;
        }

        public int x { get; set; }
        public int y { get; set; }
        public bool Equals(Vector2Int other) { return x == other.x && y == other.y; }
        public override bool Equals(object other) { return other is Vector2Int && Equals((Vector2Int)other); }
        public override int GetHashCode() { return x * 73856093 ^ y * 83492791; }
    }

    public struct Vector3 : IEquatable<Vector3>
    {
        public float x;
        public float y;
        public float z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 one { get { return new Vector3(1f, 1f, 1f); } }
        public static Vector3 up { get { return new Vector3(0f, 1f, 0f); } }
        public static Vector3 Scale(Vector3 a, Vector3 b) { return new Vector3(a.x * b.x, a.y * b.y, a.z * b.z); }
        public float sqrMagnitude { get { return x * x + y * y + z * z; } }
        public static Vector3 zero { get { return default(Vector3); } }
        public static Vector3 forward { get { return new Vector3(0f, 0f, 1f); } }
        public static Vector3 right { get { return new Vector3(1f, 0f, 0f); } }
        public float magnitude { get { return (float)Math.Sqrt((double)x * x + (double)y * y + (double)z * z); } }

        public static Vector3 ClampMagnitude(Vector3 vector, float maxLength)
        {
            float length = vector.magnitude;
            return length > maxLength ? vector * (maxLength / length) : vector;
        }

        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator *(Vector3 a, float d) { return new Vector3(a.x * d, a.y * d, a.z * d); }
        public static Vector3 operator /(Vector3 a, float d) { return new Vector3(a.x / d, a.y / d, a.z / d); }
        // Nearly equal is equal, in Unity too.
        public static bool operator ==(Vector3 lhs, Vector3 rhs) { return (lhs - rhs).magnitude < 1e-5f; }
        public static bool operator !=(Vector3 lhs, Vector3 rhs) { return !(lhs == rhs); }
        public bool Equals(Vector3 other) { return x == other.x && y == other.y && z == other.z; }
        public override bool Equals(object other) { return other is Vector3 && Equals((Vector3)other); }
        public override int GetHashCode() { return x.GetHashCode() ^ y.GetHashCode() << 2 ^ z.GetHashCode() >> 2; }
        public override string ToString() { return "(" + x + ", " + y + ", " + z + ")"; }
    }

    public struct Quaternion
    {
        public float x;
        public float y;
        public float z;
        public float w;

        public Quaternion(float x, float y, float z, float w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        public static Quaternion identity { get { return new Quaternion(0f, 0f, 0f, 1f); } }

        /// <summary>Only turns about the upright axis act here.</summary>
        public static Quaternion Euler(float x, float y, float z)
        {
            if (x != 0f || z != 0f)
            {
                throw new NotSupportedException("the stub turns about y only");
            }
            double half = y * Math.PI / 360;
            return new Quaternion(0f, (float)Math.Sin(half), 0f, (float)Math.Cos(half));
        }

        public static Quaternion Inverse(Quaternion rotation) { return new Quaternion(-rotation.x, -rotation.y, -rotation.z, rotation.w); }

        public static Quaternion operator *(Quaternion a, Quaternion b)
        {
            return new Quaternion(
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        }

        public Vector3 eulerAngles { get { return new Vector3(0f, (float)(2 * Math.Atan2(y, w) * 180 / Math.PI), 0f); } }

        public static Vector3 operator *(Quaternion rotation, Vector3 point)
        {
            Vector3 axis = new Vector3(rotation.x, rotation.y, rotation.z);
            Vector3 twice = Cross(axis, point) * 2f;
            return point + twice * rotation.w + Cross(axis, twice);
        }

        private static Vector3 Cross(Vector3 a, Vector3 b)
        {
            return new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        }
    }

    public struct Matrix4x4
    {
        private Vector3 translation;
        public static Matrix4x4 Translate(Vector3 vector) { return new Matrix4x4 { translation = vector }; }
        public Vector3 GetPosition() { return translation; }
    }

    public struct Color
    {
        public float r;
        public float g;
        public float b;
        public float a;

        public Color(float r, float g, float b, float a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }

        public static Color red { get { return new Color(1f, 0f, 0f, 1f); } }
        public static Color green { get { return new Color(0f, 1f, 0f, 1f); } }
        public static Color blue { get { return new Color(0f, 0f, 1f, 1f); } }
        public static Color yellow { get { return new Color(1f, 0.92156863f, 0.015686275f, 1f); } }
        public static Color white { get { return new Color(1f, 1f, 1f, 1f); } }
    }

    public struct Mathf
    {
        public static float Max(float a, float b) { return a > b ? a : b; }
        public static float Min(float a, float b) { return a < b ? a : b; }
        public static int Max(int a, int b) { return a > b ? a : b; }
        public static float Sin(float f) { return (float)Math.Sin(f); }
        public static float Cos(float f) { return (float)Math.Cos(f); }
        public static int Min(int a, int b) { return a < b ? a : b; }
        public static float Abs(float f) { return Math.Abs(f); }
        public static float Sqrt(float f) { return (float)Math.Sqrt(f); }
        public static float Clamp01(float value) { return value < 0f ? 0f : value > 1f ? 1f : value; }
        public static int FloorToInt(float f) { return (int)Math.Floor(f); }
    }
}
