// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Commitments of others that wait for their reveal, and digests of what peers were told. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Commitments : IEquatable<Commitments>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Commitments(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Commitments other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Commitments && Equals((Commitments)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Commitments 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Commitments left, Commitments right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Commitments left, Commitments right) { return left.id != right.id; }

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

        /// <summary>Makes a book of commitments. Any thread.</summary>
        /// <param name="capacity">most commitments that are open, and most updates whose digests are remembered. [Limit: 1 to 65536]</param>
        public static unsafe Commitments Create(uint capacity)
        {
            Library.Ensure();
            Commitments commitmentsValue = default(Commitments);
            Library.Check(Native.ant_commitments_create(capacity, &commitmentsValue));
            return commitmentsValue;
        }

        /// <summary>Notes a commitment that arrived. ANT_ERROR_STATE when one for this update is open already, ANT_ERROR_BUDGET when there is no room. Mutating.</summary>
        /// <param name="entity">its network number</param>
        /// <param name="sequence">the update it is about. [Limit: 0 to 65535]</param>
        /// <param name="digest">[32 bytes]</param>
        /// <param name="arrival">nanoseconds on the own clock</param>
        public unsafe AntStatus Commit(uint entity, uint sequence, byte* digest, long arrival)
        {
            return Library.Check(Native.ant_commitments_commit(this, entity, sequence, digest, arrival));
        }

        /// <summary>Compares a reveal with its commitment, which is closed. Mutating.</summary>
        /// <param name="nonce">[32 bytes]</param>
        public unsafe AntReveal Reveal(byte* nonce, AntUpdate update)
        {
            uint revealValue = default(uint);
            Library.Check(Native.ant_commitments_reveal(this, nonce, &update, &revealValue));
            return (AntReveal)revealValue;
        }

        /// <summary>Takes out the oldest commitment that came at or before a time and was not revealed. ANT_EMPTY, and nothing written, when there is none. Mutating.</summary>
        /// <param name="deadline">nanoseconds on the own clock</param>
        /// <param name="entity">network number of its entity</param>
        /// <param name="sequence">the update it was about</param>
        public unsafe AntStatus Overdue(long deadline, out uint entity, out uint sequence)
        {
            uint entityValue = default(uint);
            uint sequenceValue = default(uint);
            AntStatus status = Library.Check(Native.ant_commitments_overdue(this, deadline, &entityValue, &sequenceValue));
            entity = entityValue;
            sequence = sequenceValue;
            return status;
        }

        /// <summary>Notes the digest of an update that this machine got. Mutating.</summary>
        /// <param name="digest">[32 bytes] of ant_update_digest</param>
        public unsafe AntDigestReport Saw(uint entity, uint sequence, byte* digest)
        {
            AntDigestReport reportValue = AntDigestReport.Sized();
            Library.Check(Native.ant_commitments_saw(this, entity, sequence, digest, &reportValue));
            return reportValue;
        }

        /// <summary>Notes the digest of an update that a peer says it got. Mutating.</summary>
        /// <param name="peer">the host's own number of the peer. [Limit: below 2^32 - 1]</param>
        /// <param name="digest">[32 bytes] of ant_update_digest</param>
        public unsafe AntDigestReport Told(uint peer, uint entity, uint sequence, byte* digest)
        {
            AntDigestReport reportValue = AntDigestReport.Sized();
            Library.Check(Native.ant_commitments_told(this, peer, entity, sequence, digest, &reportValue));
            return reportValue;
        }
    }
}
