// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Probability that a player takes an item, by its need, learned by counting. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct NeedModel : IEquatable<NeedModel>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public NeedModel(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(NeedModel other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is NeedModel && Equals((NeedModel)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "NeedModel 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(NeedModel left, NeedModel right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(NeedModel left, NeedModel right) { return left.id != right.id; }

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

        /// <summary>Makes a need model that knows nothing yet: every probability is one half. Any thread.</summary>
        /// <param name="buckets">degrees of need that are told apart. [Limit: 1 to 256]</param>
        public static unsafe NeedModel Create(uint buckets)
        {
            Library.Ensure();
            NeedModel modelValue = default(NeedModel);
            Library.Check(Native.ant_need_model_create(buckets, &modelValue));
            return modelValue;
        }

        /// <summary>Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.</summary>
        /// <param name="need">of that player. [Limit: 0 to 1]</param>
        /// <param name="taken">1 or 0</param>
        public unsafe AntStatus Observe(float need, bool taken)
        {
            return Library.Check(Native.ant_need_model_observe(this, need, taken ? 1u : 0u));
        }

        /// <summary>Probability that a player with this need takes an item in sight, between 0 and 1. Const.</summary>
        /// <param name="need">[Limit: 0 to 1]</param>
        /// <param name="probability">receives (taken + 1) / (occasions + 2)</param>
        /// <param name="occasions">[opt] receives how many occasions it rests on</param>
        public unsafe AntStatus Probability(float need, out float probability, out uint occasions)
        {
            float probabilityValue = default(float);
            uint occasionsValue = default(uint);
            AntStatus status = Library.Check(Native.ant_need_model_probability(this, need, &probabilityValue, &occasionsValue));
            probability = probabilityValue;
            occasions = occasionsValue;
            return status;
        }
    }
}
