// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Decides what is told to whom about owned entities. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Sender : IEquatable<Sender>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Sender(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Sender other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Sender && Equals((Sender)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Sender 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Sender left, Sender right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Sender left, Sender right) { return left.id != right.id; }

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

        /// <summary>Makes a sender. It keeps its level and map alive, also when their handles are destroyed. Any thread.</summary>
        public static unsafe Sender Create(AntSenderDesc desc)
        {
            Library.Ensure();
            Sender senderValue = default(Sender);
            Library.Check(Native.ant_sender_create(&desc, &senderValue));
            return senderValue;
        }

        /// <summary>Adds an entity, or changes when updates of one are sent. ANT_ERROR_STATE when the number is still leaving. Mutating.</summary>
        /// <param name="entity">its number on the network</param>
        /// <param name="profile">[opt] how receivers predict a new one; null = along the straight line of the update (ANT_MODEL_DR1 without corrections), which is cheapest. Receivers must use the same one, and its model must rest on nothing but the updates and what all machines share. Not looked at for one that is there.</param>
        public unsafe AntStatus SetEntity(uint entity, AntSenderRules rules, AntProfile? profile = null)
        {
            AntProfile profileValue = profile.GetValueOrDefault();
            return Library.Check(Native.ant_sender_set_entity(this, entity, &rules, profile.HasValue ? &profileValue : null));
        }

        /// <summary>Lets an entity leave. Its number is free again once every connection that knew it was told. Mutating.</summary>
        public unsafe AntStatus RemoveEntity(uint entity)
        {
            return Library.Check(Native.ant_sender_remove_entity(this, entity));
        }

        /// <summary>
        /// Tells the truth about an entity, once per tick. ANT_LATE when it is not newer than the last one: then it is ignored. A number beyond the codec's limits is
        /// ANT_ERROR_INVALID_ARGUMENT. Mutating.
        /// </summary>
        /// <param name="truth">its sequence is not read; of the flags ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE and ANT_UPDATE_HAS_…. What is given is sent, so give acceleration and angular velocity only where the receivers' model uses them.</param>
        public unsafe AntStatus Submit(AntUpdate truth)
        {
            return Library.Check(Native.ant_sender_submit(this, &truth));
        }

        /// <summary>
        /// Tells the truth about many entities at one time. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
        /// element fails the call before anything changed. ANT_LATE when all are good and some came late. Mutating.
        /// </summary>
        /// <param name="entities">[count] ANT_U8 … ANT_U32: numbers on the network</param>
        /// <param name="positions">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="velocities">[count] ANT_F32X3 or ANT_F64X3: units per second</param>
        /// <param name="orientations">[opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w</param>
        /// <param name="flags">[opt] [count] ANT_U8 … ANT_U32: ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus SubmitBatch(long time, uint count, AntStream entities, AntStream positions, AntStream velocities, AntStream orientations = default(AntStream), AntStream flags = default(AntStream), AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_sender_submit_batch(this, time, count, AntStream.OrNull(&entities), AntStream.OrNull(&positions), AntStream.OrNull(&velocities), AntStream.OrNull(&orientations), AntStream.OrNull(&flags), AntStream.OrNull(&outStatus)));
        }

        /// <summary>Adds an observer: one per player on a server; one for all others, or one for each, on a peer. Mutating.</summary>
        public unsafe AntConnection Connect(AntConnectionDesc desc)
        {
            AntConnection connectionValue = default(AntConnection);
            Library.Check(Native.ant_sender_connect(this, &desc, &connectionValue));
            return connectionValue;
        }

        /// <summary>Ends a connection. Mutating.</summary>
        public unsafe AntStatus Disconnect(AntConnection connection)
        {
            return Library.Check(Native.ant_sender_disconnect(this, connection));
        }

        /// <summary>Lists the connections in a fixed order, which a restored sender shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of connections to skip</param>
        /// <param name="outConnections">[opt] [capacity] ANT_U64</param>
        /// <param name="count">receives the number of connections</param>
        public unsafe AntStatus Connections(uint first, uint capacity, AntStream outConnections, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_sender_connections(this, first, capacity, AntStream.OrNull(&outConnections), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Changes a connection's budget, radii and patience; ANT_ERROR_STATE when its delivery differs. Mutating.</summary>
        public unsafe AntStatus SetConnection(AntConnection connection, AntConnectionDesc desc)
        {
            return Library.Check(Native.ant_sender_set_connection(this, connection, &desc));
        }

        /// <summary>Tells where the observer of a connection is, for its area of interest and the tables of distances. Mutating.</summary>
        /// <param name="position">[opt] [(x, y, z)]; null = nowhere: then everything is relevant to it</param>
        public unsafe AntStatus SetObserver(AntConnection connection, AntDouble3? position = null)
        {
            AntDouble3 positionValue = position.GetValueOrDefault();
            return Library.Check(Native.ant_sender_set_observer(this, connection, position.HasValue ? (double*)&positionValue : null));
        }

        /// <summary>Says for one entity and one connection whether it is relevant, and the factor on its thresholds. Mutating.</summary>
        /// <param name="relevance">ANT_RELEVANCE_…</param>
        /// <param name="factor">0 = by the table of distances. [Limit: 0, 0.001 to 1000]</param>
        public unsafe AntStatus SetInterest(AntConnection connection, uint entity, AntRelevance relevance, double factor)
        {
            return Library.Check(Native.ant_sender_set_interest(this, connection, entity, (uint)relevance, factor));
        }

        /// <summary>
        /// Packs what a connection should be told now into a packet; all of it counts as sent. When not all fits, the most wrong and longest waiting come first.
        /// ANT_EMPTY when there is nothing to send. Allocates nothing. Mutating.
        /// </summary>
        /// <param name="now">nanoseconds on the game clock, usually the time told</param>
        /// <param name="buf">[capacity bytes] At most 16384 are used; at least AntCodecInfo::max_bytes + 20 are needed.</param>
        /// <param name="collected">with its struct_size set</param>
        public unsafe AntStatus Collect(AntConnection connection, long now, Span<byte> buf, out AntCollected collected)
        {
            AntCollected collectedValue = AntCollected.Sized();
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                AntStatus status = Library.Check(Native.ant_sender_collect(this, connection, now, bufStart, (ulong)buf.Length, &collectedValue));
                collected = collectedValue;
                return status;
            }
        }

        /// <summary>
        /// The update of one entity that one connection should get now; it counts as sent. For hosts that make their own packets: the budget is theirs. ANT_EMPTY when
        /// there is none. Mutating.
        /// </summary>
        /// <param name="update">with its struct_size set; as receivers will see it, so ant_codec_quantise does not change it</param>
        /// <param name="baseline">[opt] with its struct_size set; what it may be packed relative to</param>
        /// <param name="hasBaseline">[opt] 1 when there is one, else 0</param>
        /// <param name="reason">[opt] ANT_REASON_…</param>
        public unsafe AntStatus Poll(AntConnection connection, uint entity, long now, out AntUpdate update, out AntUpdate baseline, out bool hasBaseline, out AntReason reason)
        {
            AntUpdate updateValue = AntUpdate.Sized();
            AntUpdate baselineValue = AntUpdate.Sized();
            uint hasBaselineValue = default(uint);
            uint reasonValue = default(uint);
            AntStatus status = Library.Check(Native.ant_sender_poll(this, connection, entity, now, &updateValue, &baselineValue, &hasBaselineValue, &reasonValue));
            update = updateValue;
            baseline = baselineValue;
            hasBaseline = hasBaselineValue != 0;
            reason = (AntReason)reasonValue;
            return status;
        }

        /// <summary>
        /// A receiver has packets of ant_sender_collect. It must not acknowledge a packet that came after a newer one, unless its model has no memory (ANT_MODEL_STILL, ANT_MODEL_DR1,
        /// ANT_MODEL_DAMPED, or the line of an update): it has not used it, or not in this order. A number that was never sent is ANT_ERROR_INVALID_ARGUMENT. Mutating.
        /// </summary>
        /// <param name="newest">number of the newest packet it has</param>
        /// <param name="mask">bit i = it also has packet newest - 1 - i</param>
        /// <param name="now">nanoseconds on the game clock; round trips are measured by it</param>
        public unsafe AntStatus Acknowledge(AntConnection connection, uint newest, uint mask, long now)
        {
            return Library.Check(Native.ant_sender_acknowledge(this, connection, newest, mask, now));
        }

        /// <summary>A receiver has an update of ant_sender_poll. ANT_LATE when it was not waited for any more. Mutating.</summary>
        /// <param name="sequence">AntUpdate::sequence. [Limit: &lt;= 65535]</param>
        public unsafe AntStatus AcknowledgeUpdate(AntConnection connection, uint entity, uint sequence, long now)
        {
            return Library.Check(Native.ant_sender_acknowledge_update(this, connection, entity, sequence, now));
        }

        /// <summary>What was sent over a connection so far. Const.</summary>
        public unsafe AntConnectionStats ConnectionStats(AntConnection connection)
        {
            AntConnectionStats statsValue = AntConnectionStats.Sized();
            Library.Check(Native.ant_sender_connection_stats(this, connection, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// ant_sender_submit, and the owner's predictor observes it, too (as ant_predictor_observe, which must not be called for it then). Where the entity's model there is
        /// ANT_MODEL_KINEMATIC or ANT_MODEL_AUTO, updates of type 2 are from then on the lines that stay within the threshold longest, by a policy learned from recorded
        /// matches, and not those along the present velocity: a fifth fewer updates. Where it is ANT_MODEL_NEURO, they go along its predictive velocity
        /// (ant_predictor_predictive_velocity), for as long as that costs no more updates than the velocity itself; with ANT_PROFILE_NO_BANK_FALLBACK always. An
        /// ant_sender_suggest goes before. Needs predictor, map and sender alone. Mutating.
        /// </summary>
        /// <param name="entity">in the predictor; its number on the network is truth.entity</param>
        /// <param name="truth">as for ant_sender_submit</param>
        public unsafe AntStatus SubmitObserved(Predictor predictor, AntEntity entity, AntUpdate truth)
        {
            return Library.Check(Native.ant_sender_submit_observed(this, predictor, entity, &truth));
        }

        /// <summary>
        /// Chooses the straight line that receivers of an entity with ANT_SENDER_OWNER_LINE go along, for the truth that was told last: best the one that stays
        /// within the threshold for the longest time. It counts until the next ant_sender_submit. A line that begins farther off than the threshold is not used.
        /// Mutating.
        /// </summary>
        /// <param name="offset">[(x, y, z)] where the line begins, from the position told</param>
        /// <param name="velocity">[(x, y, z)] the prediction vector, units per second</param>
        public unsafe AntStatus Suggest(uint entity, AntDouble3 offset, AntDouble3 velocity)
        {
            return Library.Check(Native.ant_sender_suggest(this, entity, (double*)&offset, (double*)&velocity));
        }

        /// <summary>
        /// Offers the line that stays within the position threshold of the path which a predictor expects of the entity for the longest time: the vector of type 2 for any
        /// model. It is used while such lines cost fewer updates than those along the velocity, which the sender finds out by playing both; so call this for every truth,
        /// which must have been told to the sender and observed by the predictor. About forty predictions. An ant_sender_suggest goes before. Needs the sender alone. Mutating.
        /// </summary>
        /// <param name="number">on the network</param>
        /// <param name="entity">in the predictor</param>
        public unsafe AntStatus SuggestAlong(uint number, Predictor predictor, AntEntity entity)
        {
            return Library.Check(Native.ant_sender_suggest_along(this, number, predictor, entity));
        }

        /// <summary>Replaces the policy by which lines of ant_sender_submit_observed are chosen. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        /// <param name="bytes">[opt] [byte_len bytes] copied; null with byte_len 0 = the built-in policy</param>
        public unsafe AntStatus LoadPolicy(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_sender_load_policy(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// Takes over from a predictor all that the models of receivers share, so that the shadows of all connections, present and to come, know what they show: constants
        /// and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Receivers need the same. Call it again when they change; the
        /// predictor can be destroyed afterwards. Mutating.
        /// </summary>
        /// <param name="predictor">with the same origin of coordinates; its entities do not matter</param>
        public unsafe AntStatus Share(Predictor predictor)
        {
            return Library.Check(Native.ant_sender_share(this, predictor));
        }

        /// <summary>Tells what an entity has left (ant_predictor_set_life), for receivers with ANT_MODEL_INTEREST or ANT_MODEL_HYBRID, who must be told at the same time. Mutating.</summary>
        /// <param name="life">negative = out of the game (dead). [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetLife(uint entity, float life)
        {
            return Library.Check(Native.ant_sender_set_life(this, entity, life));
        }
    }
}
