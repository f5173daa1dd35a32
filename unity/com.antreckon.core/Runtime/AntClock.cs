// Time and vectors between Unity and the library.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>The game clock in nanoseconds.</summary>
    public static class AntClock
    {
        /// <summary>Nanoseconds of a number of seconds.</summary>
        public static long FromSeconds(double seconds)
        {
            return (long)(seconds * 1e9);
        }

        /// <summary>Scaled game time: it stands still while the game is paused.</summary>
        public static long Now
        {
            get { return FromSeconds(Time.timeAsDouble); }
        }
    }

    /// <summary>Conversions of single values; arrays are read and written in place and need none.</summary>
    public static class AntConversions
    {
        /// <summary>For the library.</summary>
        public static AntDouble3 ToAnt(this Vector3 vector)
        {
            return new AntDouble3(vector.x, vector.y, vector.z);
        }

        /// <summary>For the library.</summary>
        public static AntDouble4 ToAnt(this Quaternion rotation)
        {
            return new AntDouble4(rotation.x, rotation.y, rotation.z, rotation.w);
        }

        /// <summary>For Unity.</summary>
        public static Vector3 ToUnity(this AntDouble3 vector)
        {
            return new Vector3((float)vector.x, (float)vector.y, (float)vector.z);
        }

        /// <summary>For Unity.</summary>
        public static Quaternion ToUnity(this AntDouble4 rotation)
        {
            return new Quaternion((float)rotation.x, (float)rotation.y, (float)rotation.z, (float)rotation.w);
        }
    }
}
