// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>What the layers of a map weigh to each player, learned from where they went. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Tastes : IEquatable<Tastes>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Tastes(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Tastes other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Tastes && Equals((Tastes)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Tastes 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Tastes left, Tastes right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Tastes left, Tastes right) { return left.id != right.id; }

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

        /// <summary>Makes tastes that know nothing: every weight is 0. Any thread.</summary>
        public static unsafe Tastes Create(AntTastesDesc desc)
        {
            Library.Ensure();
            Tastes tastesValue = default(Tastes);
            Library.Check(Native.ant_tastes_create(&desc, &tastesValue));
            return tastesValue;
        }

        /// <summary>Takes in where a player is, with the map as it is then; call it whenever that is known. Mutating for the tastes, const for the map.</summary>
        /// <param name="player">the host's own number</param>
        /// <param name="position">[(x, y, z)] in the host's frame</param>
        /// <param name="velocity">[(x, y, z)] units per second</param>
        /// <param name="view">[opt] [(x, y, z)] which way it looks, any length; null: where it goes</param>
        /// <param name="time">nanoseconds on the game clock</param>
        /// <param name="teleported">1: it was put here, what came before says nothing; else 0</param>
        public unsafe AntStatus Observe(PheromoneMap map, ulong player, AntDouble3 position, AntDouble3 velocity, AntDouble3? view, long time, bool teleported)
        {
            AntDouble3 viewValue = view.GetValueOrDefault();
            return Library.Check(Native.ant_tastes_observe(this, map, player, (double*)&position, (double*)&velocity, view.HasValue ? (double*)&viewValue : null, time, teleported ? 1u : 0u));
        }

        /// <summary>What the layers weigh to a player, to be put into its profile (AntProfile::layer_weights); one that is not known has the weights of all. Const.</summary>
        /// <param name="player">the host's own number; ignored with of_all</param>
        /// <param name="ofAll">1: the weights of all; else 0</param>
        /// <param name="count">layers to write, those beyond the descriptor's are left as they are</param>
        /// <param name="outWeights">[opt] [count] ANT_F32 or ANT_F64</param>
        public unsafe double Weights(ulong player, bool ofAll, uint count, AntStream outWeights = default(AntStream))
        {
            double occasionsValue = default(double);
            Library.Check(Native.ant_tastes_weights(this, player, ofAll ? 1u : 0u, count, AntStream.OrNull(&outWeights), &occasionsValue));
            return occasionsValue;
        }

        /// <summary>
        /// Adds what others have learned: the bytes that ant_snapshot wrote of tastes with the same layers, horizon, attraction and gain. On an error nothing
        /// changed. Mutating.
        /// </summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Merge(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_tastes_merge(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>Forgets a player; what it taught all stays. Mutating.</summary>
        public unsafe AntStatus Remove(ulong player)
        {
            return Library.Check(Native.ant_tastes_remove(this, player));
        }
    }
}
