// Points and rotations as the library has them in its structs.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Three numbers: a point or direction in the host's frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct AntDouble3 : IEquatable<AntDouble3>
    {
        /// <summary>Along the first axis.</summary>
        public double x;
        /// <summary>Along the second axis.</summary>
        public double y;
        /// <summary>Along the third axis.</summary>
        public double z;

        /// <summary>The vector with these components.</summary>
        public AntDouble3(double x, double y, double z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        /// <summary>All components are equal.</summary>
        public bool Equals(AntDouble3 other)
        {
            return x == other.x && y == other.y && z == other.z;
        }

        /// <inheritdoc/>
        public override bool Equals(object other)
        {
            return other is AntDouble3 && Equals((AntDouble3)other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return (x.GetHashCode() * 31 + y.GetHashCode()) * 31 + z.GetHashCode();
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return "(" + x + ", " + y + ", " + z + ")";
        }
    }

    /// <summary>Four numbers: a quaternion x, y, z, w.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct AntDouble4 : IEquatable<AntDouble4>
    {
        /// <summary>First imaginary part.</summary>
        public double x;
        /// <summary>Second imaginary part.</summary>
        public double y;
        /// <summary>Third imaginary part.</summary>
        public double z;
        /// <summary>Real part.</summary>
        public double w;

        /// <summary>The quaternion with these components.</summary>
        public AntDouble4(double x, double y, double z, double w)
        {
            this.x = x;
            this.y = y;
            this.z = z;
            this.w = w;
        }

        /// <summary>All components are equal.</summary>
        public bool Equals(AntDouble4 other)
        {
            return x == other.x && y == other.y && z == other.z && w == other.w;
        }

        /// <inheritdoc/>
        public override bool Equals(object other)
        {
            return other is AntDouble4 && Equals((AntDouble4)other);
        }

        /// <inheritdoc/>
        public override int GetHashCode()
        {
            return ((x.GetHashCode() * 31 + y.GetHashCode()) * 31 + z.GetHashCode()) * 31 + w.GetHashCode();
        }

        /// <inheritdoc/>
        public override string ToString()
        {
            return "(" + x + ", " + y + ", " + z + ", " + w + ")";
        }
    }
}
