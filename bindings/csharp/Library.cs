// The native library: its name, its version, its errors and its log.
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Antreckon
{
    /// <summary>The native library as a whole.</summary>
    public static unsafe class Library
    {
#if (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) && !UNITY_EDITOR
        /// <summary>Name under which every function is looked up: the program itself, which the library is linked into.</summary>
        public const string Name = "__Internal";
#else
        /// <summary>Name under which every function is looked up, without prefix and ending.</summary>
        public const string Name = "antreckon";
#endif

        /// <summary>Longest message that is kept; the library cuts longer ones.</summary>
        private const int MessageBytes = 1024;

        private static bool fits;

        /// <summary>
        /// Looks once whether the library is there and fits to these bindings. Whatever makes an object calls it; call it yourself before the first
        /// direct use of Native.
        /// </summary>
        /// <exception cref="DllNotFoundException">There is no library.</exception>
        /// <exception cref="AntException">It is of another version (AntStatus.ErrorVersion).</exception>
        public static void Ensure()
        {
            if (!fits)
            {
                CheckVersion(Ant.Version, Ant.AbiVersion);
                fits = true;
            }
        }

        /// <summary>Throws unless the library serves bindings of this version.</summary>
        public static void CheckVersion(uint version, uint abiVersion)
        {
            int status;
            try
            {
                status = Native.ant_check_version(version, abiVersion);
            }
            catch (DllNotFoundException error)
            {
                throw new DllNotFoundException(
                    "The native library '" + Name + "' was not found for this platform. It must lie beside the program, or in a Plugins folder "
                        + "whose import settings name this platform and processor.",
                    error);
            }
            catch (EntryPointNotFoundException error)
            {
                throw new DllNotFoundException("The library '" + Name + "' that was found is not antreckon, or older than its first release.", error);
            }
            Check(status);
        }

        /// <summary>Version of the library that was loaded, such as "0.1.0".</summary>
        public static string Version
        {
            get
            {
                Ensure();
                return Marshal.PtrToStringAnsi((IntPtr)Native.ant_version_string());
            }
        }

        /// <summary>The C name of a status, such as "ANT_ERROR_BUSY".</summary>
        public static string StatusName(AntStatus status)
        {
            return Marshal.PtrToStringAnsi((IntPtr)Native.ant_status_name((int)status));
        }

        /// <summary>Throws when a status is an error; else returns it, as it may be a remark.</summary>
        public static AntStatus Check(int status)
        {
            if (status < 0)
            {
                Throw(status);
            }
            return (AntStatus)status;
        }

        /// <summary>Like Check, for the end of a handle: one that has ended before is no error.</summary>
        public static void Ended(int status)
        {
            if (status < 0 && status != (int)AntStatus.ErrorInvalidHandle)
            {
                Throw(status);
            }
        }

        /// <summary>
        /// Takes the oldest message of the library's log. False when there is none. Without messages it allocates nothing, so ask every frame; no
        /// function of yours is called from native code.
        /// </summary>
        public static bool PollLog(out AntLogLevel level, out string text)
        {
            Ensure();
            byte* buffer = stackalloc byte[MessageBytes];
            uint number;
            AntStatus status = Check(Native.ant_log_poll(&number, buffer, MessageBytes));
            level = status == AntStatus.Empty ? default(AntLogLevel) : (AntLogLevel)number;
            text = status == AntStatus.Empty ? null : Text(buffer);
            return status != AntStatus.Empty;
        }

        // Apart from Check, so that Check is small enough to be inlined.
        private static void Throw(int status)
        {
            byte* buffer = stackalloc byte[MessageBytes];
            uint needed;
            bool told = Native.ant_last_error(buffer, MessageBytes, &needed) >= 0 && buffer[0] != 0;
            string name = StatusName((AntStatus)status);
            throw new AntException((AntStatus)status, told ? name + ": " + Text(buffer) : name);
        }

        private static string Text(byte* zeroTerminated)
        {
            int length = 0;
            while (length < MessageBytes && zeroTerminated[length] != 0)
            {
                ++length;
            }
            return Encoding.UTF8.GetString(zeroTerminated, length);
        }
    }
}
