// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Players that are simulated elsewhere. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Ghosts : IEquatable<Ghosts>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Ghosts(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Ghosts other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Ghosts && Equals((Ghosts)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Ghosts 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Ghosts left, Ghosts right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Ghosts left, Ghosts right) { return left.id != right.id; }

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

        /// <summary>Makes ghosts that know nobody. They keep their level and map alive. Any thread.</summary>
        /// <param name="desc">copied</param>
        public static unsafe Ghosts Create(AntGhostsDesc desc)
        {
            Library.Ensure();
            Ghosts ghostsValue = default(Ghosts);
            Library.Check(Native.ant_ghosts_create(&desc, &ghostsValue));
            return ghostsValue;
        }

        /// <summary>
        /// A packet of a remote outbox has come. It is looked at in the next frame; what became of it is in ant_ghosts_peer_stats. ANT_ERROR_CORRUPT when it is no
        /// packet, ANT_ERROR_MISMATCH when that outbox has another codec or model, ANT_ERROR_BUDGET when the inbox is full. Never clashes with drawing. Any thread.
        /// </summary>
        /// <param name="peer">the host's number of the machine it came from</param>
        /// <param name="bytes">[byte_len bytes]</param>
        /// <param name="now">when it came, nanoseconds on the own clock</param>
        public unsafe AntStatus Receive(ulong peer, ReadOnlySpan<byte> bytes, long now)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_ghosts_receive(this, peer, bytesStart, (ulong)bytes.Length, now));
            }
        }

        /// <summary>
        /// The host's own netcode brought states of players. They are looked at in the next frame. States of one peer either all have a time or none has. One bad state
        /// fails the call before anything changed. Never clashes with drawing. Any thread.
        /// </summary>
        /// <param name="peer">the host's number of the machine they came from</param>
        /// <param name="states">[count] all have the struct_size of the first</param>
        /// <param name="now">when they came, nanoseconds on the own clock</param>
        public unsafe AntStatus Observe(ulong peer, AntState* states, uint count, long now)
        {
            return Library.Check(Native.ant_ghosts_observe(this, peer, states, count, now));
        }

        /// <summary>What to send back to a peer's outbox (ant_outbox_receive there): acknowledgements and clock requests. Ask once per tick; 0 bytes = nothing. Mutating.</summary>
        /// <param name="out">[capacity bytes] 8 bytes suffice</param>
        public unsafe ulong Reply(ulong peer, long now, Span<byte> @out)
        {
            ulong sizeValue = default(ulong);
            fixed (byte* @outStart = &MemoryMarshal.GetReference(@out))
            {
                Library.Check(Native.ant_ghosts_reply(this, peer, now, @outStart, (ulong)@out.Length, &sizeValue));
                return sizeValue;
            }
        }

        /// <summary>
        /// The host's network clock: when the own clock shows `now`, that of the peer shows `remote`. Without it the clock is found by requests and answers in packets
        /// and replies, or by arrivals alone. Mutating.
        /// </summary>
        public unsafe AntStatus SetClock(ulong peer, long now, long remote)
        {
            return Library.Check(Native.ant_ghosts_set_clock(this, peer, now, remote));
        }

        /// <summary>
        /// From 1 (the predicted present) to 0 (the interpolated past). What is drawn goes there without a jump. A player need not have appeared yet, and keeps it
        /// when it leaves and comes back, until ant_ghosts_remove. Mutating.
        /// </summary>
        /// <param name="player">or ANT_EVERYBODY</param>
        public unsafe AntStatus SetFreshness(uint player, double freshness)
        {
            return Library.Check(Native.ant_ghosts_set_freshness(this, player, freshness));
        }

        /// <summary>Forgets a player and what was set for it; one that is told of again appears again. Mutating.</summary>
        public unsafe AntStatus Remove(uint player)
        {
            return Library.Check(Native.ant_ghosts_remove(this, player));
        }

        /// <summary>Forgets a peer and all its players: it has disconnected. Mutating.</summary>
        public unsafe AntStatus RemovePeer(ulong peer)
        {
            return Library.Check(Native.ant_ghosts_remove_peer(this, peer));
        }

        /// <summary>
        /// A frame: everything that came is taken in, and everybody who is here is drawn. ANT_TRUNCATED when there are more players than the streams have room for.
        /// Allocates nothing once everybody was seen. Needs the map alone where it has trails. Mutating.
        /// </summary>
        /// <param name="now">time of the frame, nanoseconds on the own clock</param>
        /// <param name="frame">[opt] where to write it; else ask ant_ghosts_get</param>
        /// <param name="count">[opt] receives the number of players that are here</param>
        public unsafe AntStatus Draw(long now, AntGhostFrame? frame, out uint count)
        {
            AntGhostFrame frameValue = frame.GetValueOrDefault();
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_ghosts_draw(this, now, frame.HasValue ? &frameValue : null, &countValue));
            count = countValue;
            return status;
        }

        /// <summary>
        /// Begins a frame that is drawn in tasks of the host's job system: ant_ghosts_draw_task for each number below the count, on any threads in any order, then
        /// ant_ghosts_draw_end. In between only ant_ghosts_receive and ant_ghosts_observe work. Mutating.
        /// </summary>
        public unsafe uint DrawBegin(long now)
        {
            uint tasksValue = default(uint);
            Library.Check(Native.ant_ghosts_draw_begin(this, now, &tasksValue));
            return tasksValue;
        }

        /// <summary>Draws one task of a frame. Const.</summary>
        /// <param name="task">[Limit: below the count of ant_ghosts_draw_begin]</param>
        public unsafe AntStatus DrawTask(uint task)
        {
            return Library.Check(Native.ant_ghosts_draw_task(this, task));
        }

        /// <summary>Ends a frame that was drawn in tasks. ANT_TRUNCATED as ant_ghosts_draw. Mutating.</summary>
        /// <param name="frame">[opt] where to write it</param>
        /// <param name="count">[opt] receives the number of players that are here</param>
        public unsafe AntStatus DrawEnd(AntGhostFrame? frame, out uint count)
        {
            AntGhostFrame frameValue = frame.GetValueOrDefault();
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_ghosts_draw_end(this, frame.HasValue ? &frameValue : null, &countValue));
            count = countValue;
            return status;
        }

        /// <summary>What the last frame showed of a player. ANT_ERROR_NOT_FOUND when nobody has told of it, ANT_ERROR_STATE when it is not shown. Const.</summary>
        public unsafe Ghost Get(uint player)
        {
            Ghost ghostValue = Ghost.Sized();
            Library.Check(Native.ant_ghosts_get(this, player, &ghostValue));
            return ghostValue;
        }

        /// <summary>What is expected of a player some time ahead of the present, before convergence: for aiming and for AI. Const.</summary>
        /// <param name="ahead">nanoseconds</param>
        public unsafe AntPrediction Predict(uint player, long ahead)
        {
            AntPrediction predictionValue = AntPrediction.Sized();
            Library.Check(Native.ant_ghosts_predict(this, player, ahead, &predictionValue));
            return predictionValue;
        }

        /// <summary>
        /// How a player, or ANT_EVERYBODY, is predicted where its owner chose no line. v_max counts for single players only: everybody's run speed is that of the
        /// descriptor, or learned. A player need not have appeared yet, and keeps its profile when it leaves and comes back, until ant_ghosts_remove. Mutating.
        /// </summary>
        /// <param name="profile">copied</param>
        public unsafe AntStatus SetProfile(uint player, AntProfile profile)
        {
            return Library.Check(Native.ant_ghosts_set_profile(this, player, &profile));
        }

        /// <summary>Gives the learned models weights of a file, or the built-in ones. Mutating.</summary>
        /// <param name="bytes">[opt] [byte_len bytes] null = built-in</param>
        public unsafe AntStatus LoadWeights(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_ghosts_load_weights(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// ant_predictor_load_bank for ghosts, whose profile (ant_ghosts_set_profile) has ANT_MODEL_NEURO. Where owners run the same model (ANT_SENDER_SHARED_MODEL), they
        /// need the same banks (ant_outbox_load_bank): packets tell whether they have them. Mutating.
        /// </summary>
        /// <param name="bytes">[opt] [byte_len bytes] copied. Null forgets the bank</param>
        public unsafe AntStatus LoadBank(uint bank, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_ghosts_load_bank(this, bank, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>Where a moving base is now. Tell it every frame while somebody rides on it. Mutating.</summary>
        /// <param name="base">its number, the same on every machine</param>
        /// <param name="motion">[opt] null = the base is gone</param>
        public unsafe AntStatus SetBase(uint @base, AntBaseMotion? motion, long now)
        {
            AntBaseMotion motionValue = motion.GetValueOrDefault();
            return Library.Check(Native.ant_ghosts_set_base(this, @base, motion.HasValue ? &motionValue : null, now));
        }

        /// <summary>The oldest thing that happened and was not asked for yet; ANT_EMPTY = there is none. The newest 1024 are kept. Mutating.</summary>
        public unsafe AntStatus NextEvent(out AntGhostEvent @event)
        {
            AntGhostEvent eventValue = default(AntGhostEvent);
            AntStatus status = Library.Check(Native.ant_ghosts_next_event(this, &eventValue));
            @event = eventValue;
            return status;
        }

        /// <summary>What is known of the way to a peer. Const.</summary>
        public unsafe AntPeerStats PeerStats(ulong peer)
        {
            AntPeerStats statsValue = AntPeerStats.Sized();
            Library.Check(Native.ant_ghosts_peer_stats(this, peer, &statsValue));
            return statsValue;
        }

        /// <summary>What is known of a player's updates. Const.</summary>
        public unsafe AntPlayerStats PlayerStats(uint player)
        {
            AntPlayerStats statsValue = AntPlayerStats.Sized();
            Library.Check(Native.ant_ghosts_player_stats(this, player, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Takes over from a predictor all that its models share: constants and objects of the interest scheme (ant_predictor_set_interest, …_set_object), routes and
        /// parameters of strategies, banks, loaded weights. Outboxes whose receivers run a model (ANT_SENDER_SHARED_MODEL) need the same: packets of one that has others are
        /// refused with ANT_ERROR_MISMATCH. Call it again when they change; the predictor can be destroyed afterwards. Mutating.
        /// </summary>
        /// <param name="predictor">with the same origin of coordinates; its entities do not matter</param>
        public unsafe AntStatus Share(Predictor predictor)
        {
            return Library.Check(Native.ant_ghosts_share(this, predictor));
        }

        /// <summary>
        /// Adds an object that interests players (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID), or changes it: moved, of another value, taken, back again. Outboxes whose receivers
        /// run one of these models must be told at the same time of the game. Mutating.
        /// </summary>
        /// <param name="id">the host's own number of it</param>
        /// <param name="position">[opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number</param>
        /// <param name="value">what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]</param>
        /// <param name="present">1, or 0 while it is taken: then nobody feels it</param>
        public unsafe AntStatus SetObject(ulong id, AntDouble3? position, float value, bool present)
        {
            AntDouble3 positionValue = position.GetValueOrDefault();
            return Library.Check(Native.ant_ghosts_set_object(this, id, position.HasValue ? (double*)&positionValue : null, value, present ? 1u : 0u));
        }

        /// <summary>
        /// Tells what a player has left (life, ammunition), which the others feel (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID). A player need not have appeared yet, and keeps it
        /// when it leaves and comes back, until ant_ghosts_remove. Outboxes whose receivers run one of these models must be told at the same time of the game. Mutating.
        /// </summary>
        /// <param name="life">negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetLife(uint player, float life)
        {
            return Library.Check(Native.ant_ghosts_set_life(this, player, life));
        }
    }
}
