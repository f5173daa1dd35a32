// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>An estimate of one remote clock. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Clock : IEquatable<Clock>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Clock(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Clock other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Clock && Equals((Clock)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Clock 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Clock left, Clock right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Clock left, Clock right) { return left.id != right.id; }

        /// <summary>Ends a handle at once; also of a poisoned object. Objects that were made with it keep what they need of it, and calls that run finish. Any thread.</summary>
        public void Dispose() { if (!IsNull) { Library.Ended(Native.ant_destroy(id)); } }

        /// <summary>The handle can be used: made, not disposed of and not poisoned.</summary>
        public bool IsValid { get { return Native.ant_is_valid(id) == 0; } }

        /// <summary>
        /// Bytes of memory an object holds, without the objects it uses. ANT_ERROR_UNSUPPORTED for kinds that hold next to nothing (codec, need model,
        /// interactions). Const.
        /// </summary>
        public unsafe ulong Bytes()
        {
            ulong bytesValue = default(ulong);
            Library.Check(Native.ant_bytes(id, &bytesValue));
            return bytesValue;
        }

        /// <summary>
        /// Hash of an object's whole state: equal on two machines when they are in the same state. ANT_ERROR_UNSUPPORTED for a codec and a recorder;
        /// ANT_ERROR_STATE for a timewarp whose plan is open. Const.
        /// </summary>
        public unsafe ulong StateHash()
        {
            ulong hashValue = default(ulong);
            Library.Check(Native.ant_state_hash(id, &hashValue));
            return hashValue;
        }

        /// <summary>
        /// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
        /// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
        /// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
        /// </summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong Snapshot(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_snapshot(id, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>
        /// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
        /// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
        /// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
        /// </summary>
        public byte[] Snapshot()
        {
            byte[] bytes = new byte[Snapshot(default(Span<byte>))];
            Snapshot(bytes);
            return bytes;
        }

        /// <summary>
        /// Takes over what ant_snapshot wrote of an object of the same kind, made with an equal descriptor over an equal level. On an error nothing changed.
        /// Ids inside the object are new afterwards: ask ant_predictor_entities and ant_sender_connections for them. Mutating.
        /// </summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_restore(id, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Call it for the level and
        /// for each object that keeps positions of its own; maps follow their level. ANT_ERROR_UNSUPPORTED for kinds without positions. Mutating.
        /// </summary>
        /// <param name="shift">[(x, y, z)] in the host's frame</param>
        public unsafe AntStatus Rebase(AntDouble3 shift)
        {
            return Library.Check(Native.ant_rebase(id, (double*)&shift));
        }

        /// <summary>Makes an estimate that knows nothing yet, one for each connection. Any thread.</summary>
        /// <param name="desc">[opt] copied</param>
        public static unsafe Clock Create(AntClockDesc? desc = null)
        {
            Library.Ensure();
            AntClockDesc descValue = desc.GetValueOrDefault();
            Clock clockValue = default(Clock);
            Library.Check(Native.ant_clock_create(desc.HasValue ? &descValue : null, &clockValue));
            return clockValue;
        }

        /// <summary>Forgets everything: after a reconnection, or when a host has set its clock. Mutating.</summary>
        public unsafe AntStatus Reset()
        {
            return Library.Check(Native.ant_clock_reset(this));
        }

        /// <summary>Takes in that an update has arrived. Leave duplicates out. Mutating.</summary>
        /// <param name="sent">its time, on the remote clock. [Limit: -2^61 to 2^61]</param>
        /// <param name="received">when it arrived, on the own clock. [Limit: -2^61 to 2^61]</param>
        public unsafe long UpdateArrived(long sent, long received)
        {
            long latenessValue = default(long);
            Library.Check(Native.ant_clock_update_arrived(this, sent, received, &latenessValue));
            return latenessValue;
        }

        /// <summary>Takes in that a request was answered: the four time stamps of NTP. It tells the offset of the clocks from the time under way. Mutating.</summary>
        /// <param name="requestSent">own clock. [Limit: -2^61 to 2^61, and no time before the one that precedes it]</param>
        /// <param name="requestReceived">remote clock</param>
        /// <param name="answerSent">remote clock</param>
        /// <param name="answerReceived">own clock</param>
        public unsafe AntStatus AnswerArrived(long requestSent, long requestReceived, long answerSent, long answerReceived)
        {
            return Library.Check(Native.ant_clock_answer_arrived(this, requestSent, requestReceived, answerSent, answerReceived));
        }

        /// <summary>
        /// What the remote clock shows. Without answered requests it is the time stamp of an update that would arrive now by the shortest way, so behind that clock by
        /// the least time under way. ANT_EMPTY when nothing is known. Const.
        /// </summary>
        /// <param name="now">own clock</param>
        public unsafe AntStatus RemoteTime(long now, out long time)
        {
            long timeValue = default(long);
            AntStatus status = Library.Check(Native.ant_clock_remote_time(this, now, &timeValue));
            time = timeValue;
            return status;
        }

        /// <summary>Lateness that a share of the last 128 updates did not exceed: how long a buffer must be for that share to be in time. ANT_EMPTY before the first update. Const.</summary>
        /// <param name="share">[Limit: 0 to 1]</param>
        public unsafe AntStatus Lateness(double share, out long lateness)
        {
            long latenessValue = default(long);
            AntStatus status = Library.Check(Native.ant_clock_lateness(this, share, &latenessValue));
            lateness = latenessValue;
            return status;
        }

        /// <summary>What is known of the remote clock. Const.</summary>
        /// <param name="now">own clock</param>
        public unsafe AntClockInfo Info(long now)
        {
            AntClockInfo infoValue = AntClockInfo.Sized();
            Library.Check(Native.ant_clock_info(this, now, &infoValue));
            return infoValue;
        }
    }
}
