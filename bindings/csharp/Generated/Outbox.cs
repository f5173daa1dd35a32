// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Own avatars and who is told of them. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Outbox : IEquatable<Outbox>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Outbox(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Outbox other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Outbox && Equals((Outbox)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Outbox 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Outbox left, Outbox right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Outbox left, Outbox right) { return left.id != right.id; }

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

        /// <summary>
        /// Takes over from a predictor all that the models of receivers share (ANT_SENDER_SHARED_MODEL), so that the outbox knows what they show and keeps its thresholds:
        /// constants and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Ghosts need the same: ant_ghosts_share. Call it again
        /// when they change; the predictor can be destroyed afterwards. Mutating.
        /// </summary>
        /// <param name="predictor">with the same origin of coordinates; its entities do not matter</param>
        public unsafe AntStatus Share(Predictor predictor)
        {
            return Library.Check(Native.ant_outbox_share(this, predictor));
        }

        /// <summary>As ant_ghosts_set_object, for what the receivers of this outbox are told by their hosts. Mutating.</summary>
        /// <param name="id">the host's own number of it</param>
        /// <param name="position">[opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number</param>
        /// <param name="value">what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]</param>
        /// <param name="present">1, or 0 while it is taken: then nobody feels it</param>
        public unsafe AntStatus SetObject(ulong id, AntDouble3? position, float value, bool present)
        {
            AntDouble3 positionValue = position.GetValueOrDefault();
            return Library.Check(Native.ant_outbox_set_object(this, id, position.HasValue ? (double*)&positionValue : null, value, present ? 1u : 0u));
        }

        /// <summary>As ant_ghosts_set_life, for an own avatar, which appears by that. Mutating.</summary>
        /// <param name="life">negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetLife(uint player, float life)
        {
            return Library.Check(Native.ant_outbox_set_life(this, player, life));
        }

        /// <summary>Makes an outbox. It keeps its level and map alive. Any thread.</summary>
        /// <param name="desc">copied</param>
        /// <param name="profile">[opt] what receivers run where rules say ANT_SENDER_SHARED_MODEL; the same as in the ghosts. With ANT_MODEL_NEURO its bank also chooses what is sent by the other rules (ANT_SENDER_OWNER_LINE). Copied.</param>
        public static unsafe Outbox Create(AntOutboxDesc desc, AntProfile? profile = null)
        {
            Library.Ensure();
            AntProfile profileValue = profile.GetValueOrDefault();
            Outbox outboxValue = default(Outbox);
            Library.Check(Native.ant_outbox_create(&desc, profile.HasValue ? &profileValue : null, &outboxValue));
            return outboxValue;
        }

        /// <summary>
        /// The truth about own avatars, once per tick; avatars appear with their first state. ANT_LATE when one of them is not newer than the one before, which is
        /// then ignored. One bad state fails the call before anything changed. Mutating.
        /// </summary>
        /// <param name="states">[count] all have the struct_size of the first</param>
        /// <param name="now">nanoseconds on the own clock; dates states that have no time</param>
        public unsafe AntStatus Submit(AntState* states, uint count, long now)
        {
            return Library.Check(Native.ant_outbox_submit(this, states, count, now));
        }

        /// <summary>
        /// The packet that is due for an observer, or for ANT_EVERYONE; 0 bytes = nothing is. All in it counts as sent. Ask once per tick, and again after
        /// ANT_BUDGET_REACHED: more is due than fitted. Mutating.
        /// </summary>
        /// <param name="out">[capacity bytes] the usual 1200 of a datagram, at least 256</param>
        /// <param name="size">receives the bytes written</param>
        public unsafe AntStatus Packet(ulong observer, long now, Span<byte> @out, out ulong size)
        {
            ulong sizeValue = default(ulong);
            fixed (byte* @outStart = &MemoryMarshal.GetReference(@out))
            {
                AntStatus status = Library.Check(Native.ant_outbox_packet(this, observer, now, @outStart, (ulong)@out.Length, &sizeValue));
                size = sizeValue;
                return status;
            }
        }

        /// <summary>What an observer's ghosts said back (ant_ghosts_reply there). Mutating.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Receive(ulong observer, ReadOnlySpan<byte> bytes, long now)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_outbox_receive(this, observer, bytesStart, (ulong)bytes.Length, now));
            }
        }

        /// <summary>An avatar goes; observers that knew it are told with their next packet. Mutating.</summary>
        public unsafe AntStatus Remove(uint player)
        {
            return Library.Check(Native.ant_outbox_remove(this, player));
        }

        /// <summary>When updates of a player, or of ANT_EVERYBODY, are sent. How a player is followed (AntSenderRules::kind) cannot change while it exists. Mutating.</summary>
        /// <param name="rules">copied</param>
        public unsafe AntStatus SetRules(uint player, AntSenderRules rules)
        {
            return Library.Check(Native.ant_outbox_set_rules(this, player, &rules));
        }

        /// <summary>
        /// ant_predictor_load_bank for an outbox whose profile has ANT_MODEL_NEURO: the bank chooses what is sent of own avatars, and where rules say
        /// ANT_SENDER_SHARED_MODEL it predicts what receivers show; then ghosts need the same (ant_ghosts_load_bank). Mutating.
        /// </summary>
        /// <param name="bytes">[opt] [byte_len bytes] copied. Null forgets the bank</param>
        public unsafe AntStatus LoadBank(uint bank, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_outbox_load_bank(this, bank, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>Says how an observer is reached and where it is; one that is not announced appears with its first packet. Mutating.</summary>
        /// <param name="observer">[opt] null = it is gone</param>
        public unsafe AntStatus SetObserver(ulong number, AntObserver? observer = null)
        {
            AntObserver observerValue = observer.GetValueOrDefault();
            return Library.Check(Native.ant_outbox_set_observer(this, number, observer.HasValue ? &observerValue : null));
        }

        /// <summary>Says for one player and one observer whether it is relevant, and the factor on its thresholds. Mutating.</summary>
        /// <param name="relevance">ANT_RELEVANCE_…</param>
        /// <param name="factor">0 = by distance. [Limit: 0.001 to 1000]</param>
        public unsafe AntStatus SetInterest(ulong observer, uint player, AntRelevance relevance, double factor)
        {
            return Library.Check(Native.ant_outbox_set_interest(this, observer, player, (uint)relevance, factor));
        }

        /// <summary>What was sent to an observer so far. Const.</summary>
        public unsafe AntConnectionStats Stats(ulong observer)
        {
            AntConnectionStats statsValue = AntConnectionStats.Sized();
            Library.Check(Native.ant_outbox_stats(this, observer, &statsValue));
            return statsValue;
        }
    }
}
