// Generated from include/antreckon.h by `cargo xtask csharp`; do not edit.
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

        /// <summary>Makes a need model that knows nothing yet: every probability is one half. Any thread.</summary>
        /// <param name="buckets">degrees of need that are told apart. [Limit: 1 to 256]</param>
        public static unsafe NeedModel Create(uint buckets)
        {
            Library.Ensure();
            NeedModel modelValue = default(NeedModel);
            Library.Check(Native.ant_need_model_create(buckets, &modelValue));
            return modelValue;
        }

        /// <summary>Ends a need model's handle at once. Any thread.</summary>
        public void Dispose() { if (!IsNull) { Library.Ended(Native.ant_need_model_destroy(this)); } }

        /// <summary>The handle can be used: made, not disposed of and not poisoned.</summary>
        public bool IsValid { get { return Native.ant_need_model_is_valid(this) == 0; } }

        /// <summary>Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.</summary>
        /// <param name="need">of that player. [Limit: 0 to 1]</param>
        /// <param name="taken">1 or 0</param>
        public unsafe AntStatus Observe(float need, bool taken)
        {
            return Library.Check(Native.ant_need_model_observe(this, need, taken ? 1u : 0u));
        }

        /// <summary>Counts many occasions. Mutating.</summary>
        /// <param name="needs">[count] ANT_F32 or ANT_F64</param>
        /// <param name="taken">[count] ANT_U8 … ANT_U32: 1 or 0</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus ObserveBatch(uint count, AntStream needs, AntStream taken, AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_need_model_observe_batch(this, count, AntStream.OrNull(&needs), AntStream.OrNull(&taken), AntStream.OrNull(&outStatus)));
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

        /// <summary>Hash of the whole state. Const.</summary>
        public unsafe ulong StateHash()
        {
            ulong hashValue = default(ulong);
            Library.Check(Native.ant_need_model_state_hash(this, &hashValue));
            return hashValue;
        }

        /// <summary>Writes the whole state. Call it with a null buffer first to learn the size. Const.</summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong Snapshot(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_need_model_snapshot(this, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>Writes the whole state. Call it with a null buffer first to learn the size. Const.</summary>
        public byte[] Snapshot()
        {
            byte[] bytes = new byte[Snapshot(default(Span<byte>))];
            Snapshot(bytes);
            return bytes;
        }

        /// <summary>Takes over a snapshot. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_need_model_restore(this, bytesStart, (ulong)bytes.Length));
            }
        }
    }
}
