// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>One direction of a simulated network. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Simulator : IEquatable<Simulator>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Simulator(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Simulator other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Simulator && Equals((Simulator)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Simulator 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Simulator left, Simulator right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Simulator left, Simulator right) { return left.id != right.id; }

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

        /// <summary>Makes one direction of a network. Any thread.</summary>
        /// <param name="desc">copied</param>
        public static unsafe Simulator Create(AntSimulatorDesc desc)
        {
            Library.Ensure();
            Simulator simulatorValue = default(Simulator);
            Library.Check(Native.ant_simulator_create(&desc, &simulatorValue));
            return simulatorValue;
        }

        /// <summary>Changes what the network is like from the next packet on; those under way arrive as they would have. Mutating.</summary>
        /// <param name="desc">its seed, capacity and max_packet are not used</param>
        public unsafe AntStatus SetNetwork(AntSimulatorDesc desc)
        {
            return Library.Check(Native.ant_simulator_set_network(this, &desc));
        }

        /// <summary>Sends a packet. Mutating.</summary>
        /// <param name="now">nanoseconds on any clock</param>
        /// <param name="bytes">[byte_len bytes] copied. [Limit: max_packet bytes]</param>
        public unsafe uint Send(long now, ReadOnlySpan<byte> bytes)
        {
            uint copiesValue = default(uint);
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                Library.Check(Native.ant_simulator_send(this, now, bytesStart, (ulong)bytes.Length, &copiesValue));
                return copiesValue;
            }
        }

        /// <summary>Takes out the packet that arrived first, at or before a time; of those that arrived together the one sent first. ANT_EMPTY when there is none. Mutating.</summary>
        /// <param name="buf">[opt] [capacity bytes] null: only `needed` is written and the packet stays; too short: ANT_ERROR_BUFFER_TOO_SMALL and the packet stays</param>
        /// <param name="needed">[opt] receives the size in bytes</param>
        /// <param name="delivery">[opt] with its struct_size set</param>
        public unsafe AntStatus Receive(long now, Span<byte> buf, out ulong needed, out AntDelivery delivery)
        {
            ulong neededValue = default(ulong);
            AntDelivery deliveryValue = AntDelivery.Sized();
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                AntStatus status = Library.Check(Native.ant_simulator_receive(this, now, bufStart, (ulong)buf.Length, &neededValue, &deliveryValue));
                needed = neededValue;
                delivery = deliveryValue;
                return status;
            }
        }

        /// <summary>What became of packets so far. Const.</summary>
        public unsafe AntNetworkStats Stats()
        {
            AntNetworkStats statsValue = AntNetworkStats.Sized();
            Library.Check(Native.ant_simulator_stats(this, &statsValue));
            return statsValue;
        }
    }
}
