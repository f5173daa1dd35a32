// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    public static partial class Ant
    {
        /// <summary>Seconds on the game clock as nanoseconds, rounded to nearest.</summary>
        /// <param name="seconds">[Limit: finite, |seconds| &lt; 9.2e9] Any thread.</param>
        public static unsafe long TimeFromSeconds(double seconds)
        {
            Library.Ensure();
            long timeValue = default(long);
            Library.Check(Native.ant_time_from_seconds(seconds, &timeValue));
            return timeValue;
        }

        /// <summary>Time of a tick of a host that runs at a fixed rate, rounded down to a nanosecond; exact for any tick, so that peers agree.</summary>
        /// <param name="tick">the tick's number, may be negative</param>
        /// <param name="ticksPerSecond">[Limit: 1 to 1000000] Any thread.</param>
        public static unsafe long TimeFromTicks(long tick, uint ticksPerSecond)
        {
            Library.Ensure();
            long timeValue = default(long);
            Library.Check(Native.ant_time_from_ticks(tick, ticksPerSecond, &timeValue));
            return timeValue;
        }

        /// <summary>
        /// Sets where all memory of the library comes from; null for both = the system. Only while no byte is in use (no object alive, no call
        /// running), else ANT_ERROR_STATE. ANT_ERROR_UNSUPPORTED in builds without the allocator hook. Any thread.
        /// </summary>
        /// <param name="allocate">[opt] together with release</param>
        /// <param name="release">[opt] together with allocate</param>
        /// <param name="user">[opt] passed back to both</param>
        public static unsafe AntStatus SetAllocator(IntPtr allocate, IntPtr release, void* user)
        {
            Library.Ensure();
            return Library.Check(Native.ant_set_allocator(allocate, release, user));
        }

        /// <summary>
        /// Bytes the library holds now, of all objects together: 0 when nothing is alive. ANT_ERROR_UNSUPPORTED in builds without the allocator
        /// hook (each object can still be asked with ant_bytes and the like). Any thread.
        /// </summary>
        public static unsafe ulong BytesInUse()
        {
            Library.Ensure();
            ulong bytesValue = default(ulong);
            Library.Check(Native.ant_bytes_in_use(&bytesValue));
            return bytesValue;
        }

        /// <summary>Need of a player: 0 = full, 1 = nothing left. For health, armour, ammunition. Any thread.</summary>
        /// <param name="amount">what the player has. [Limit: 0 to 1e9]</param>
        /// <param name="most">what it can have. [Limit: &gt; 0, &lt;= 1e9]</param>
        public static unsafe float Need(float amount, float most)
        {
            Library.Ensure();
            float needValue = default(float);
            Library.Check(Native.ant_need(amount, most, &needValue));
            return needValue;
        }

        /// <summary>
        /// The state some seconds later, by one of the nine DIS algorithms. What the algorithm does not use has no influence and comes out as it went in. Two half steps
        /// are one whole step. Any thread.
        /// </summary>
        /// <param name="algorithm">the number of DIS, ANT_DIS_STATIC … ANT_DIS_FVB</param>
        /// <param name="convention">what the acceleration of ANT_DIS_RVB means: ANT_BODY_ACCELERATION_…, usually ANT_BODY_ACCELERATION_DERIVATIVE</param>
        /// <param name="seconds">may be negative. [Limit: -1e9 to 1e9]</param>
        public static unsafe AntDisState DisExtrapolate(AntDisAlgorithm algorithm, AntBodyAcceleration convention, AntDisState state, double seconds)
        {
            Library.Ensure();
            AntDisState stateValue = AntDisState.Sized();
            Library.Check(Native.ant_dis_extrapolate((uint)algorithm, (uint)convention, &state, seconds, &stateValue));
            return stateValue;
        }

        /// <summary>The orientation of Euler angles of DIS: psi about z, then theta about the new y, then phi about the newest x. No frame is applied. Any thread.</summary>
        /// <param name="euler">[(psi, theta, phi)] radians. [Limit: -1e6 to 1e6]</param>
        public static unsafe AntDouble4 DisEulerToQuaternion(AntDouble3 euler)
        {
            Library.Ensure();
            AntDouble4 quaternionValue = default(AntDouble4);
            Library.Check(Native.ant_dis_euler_to_quaternion((double*)&euler, (double*)&quaternionValue));
            return quaternionValue;
        }

        /// <summary>The Euler angles of DIS of an orientation: psi and phi above -pi and up to pi, theta from -pi/2 to pi/2; straight up or down phi is 0. No frame is applied. Any thread.</summary>
        /// <param name="quaternion">[(x, y, z, w)] body axes to world axes. [Limit: length 1]</param>
        public static unsafe AntDouble3 DisQuaternionToEuler(AntDouble4 quaternion)
        {
            Library.Ensure();
            AntDouble3 eulerValue = default(AntDouble3);
            Library.Check(Native.ant_dis_quaternion_to_euler((double*)&quaternion, (double*)&eulerValue));
            return eulerValue;
        }

        /// <summary>Whether two orientations differ by a rotation of more than a threshold, the question before sending an update. Any frame. Any thread.</summary>
        /// <param name="actual">[(x, y, z, w)] [Limit: length 1]</param>
        /// <param name="reckoned">[(x, y, z, w)] [Limit: length 1]</param>
        /// <param name="threshold">radians. [Limit: 0 to pi]</param>
        public static unsafe bool DisOrientationDiffers(AntDouble4 actual, AntDouble4 reckoned, double threshold)
        {
            Library.Ensure();
            uint differsValue = default(uint);
            Library.Check(Native.ant_dis_orientation_differs((double*)&actual, (double*)&reckoned, threshold, &differsValue));
            return differsValue != 0;
        }

        /// <summary>Seconds from one DIS time stamp to a later one, up to an hour: across the full hour, and whatever their absolute flags are. Any thread.</summary>
        public static unsafe double DisSecondsBetween(uint earlier, uint later)
        {
            Library.Ensure();
            return Native.ant_dis_seconds_between(earlier, later);
        }

        /// <summary>Checks the file of a bank and says what it is like. ANT_ERROR_CORRUPT when it is damaged or not one. Any thread.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public static unsafe AntBankInfo BankInfo(ReadOnlySpan<byte> bytes)
        {
            Library.Ensure();
            AntBankInfo infoValue = AntBankInfo.Sized();
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                Library.Check(Native.ant_bank_info(bytesStart, (ulong)bytes.Length, &infoValue));
                return infoValue;
            }
        }

        /// <summary>Commits to an update: SHA-256 over a nonce and the update. Send it now, the update and the nonce later. Any thread.</summary>
        /// <param name="nonce">[32 bytes] fresh random bytes from the operating system; secret until the reveal</param>
        /// <param name="update">quantised, as receivers will see it; any frame, as long as all use the same</param>
        /// <param name="outDigest">[32 bytes]</param>
        public static unsafe AntStatus CommitmentMake(byte* nonce, AntUpdate update, byte* outDigest)
        {
            Library.Ensure();
            return Library.Check(Native.ant_commitment_make(nonce, &update, outDigest));
        }

        /// <summary>The digest of an update, which peers compare. Any thread.</summary>
        /// <param name="update">quantised; any frame, as long as all use the same</param>
        /// <param name="outDigest">[32 bytes]</param>
        public static unsafe AntStatus UpdateDigest(AntUpdate update, byte* outDigest)
        {
            Library.Ensure();
            return Library.Check(Native.ant_update_digest(&update, outDigest));
        }

        /// <summary>
        /// Finds the peers to whom an entity was shown elsewhere than to most. Peers say where they have it at a time they agreed on; two honest statements are at most the
        /// sum of their allowances apart, and whoever contradicts more than half of the others is told. Any thread.
        /// </summary>
        /// <param name="count">statements. [Limit: 0 to 32]</param>
        /// <param name="positions">[(x, y, z) * count] any frame and unit, as long as all use the same</param>
        /// <param name="allowances">[count] how wrong each may honestly be, in the unit of the positions: the threshold its updates are sent by. [Limit: finite, not negative]</param>
        public static unsafe uint FindOutliers(uint count, double* positions, double* allowances)
        {
            Library.Ensure();
            uint oddValue = default(uint);
            Library.Check(Native.ant_find_outliers(count, positions, allowances, &oddValue));
            return oddValue;
        }
    }
}
