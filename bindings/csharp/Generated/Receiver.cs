// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>The receiving end of one link, that is of one remote clock. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Receiver : IEquatable<Receiver>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Receiver(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Receiver other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Receiver && Equals((Receiver)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Receiver 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Receiver left, Receiver right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Receiver left, Receiver right) { return left.id != right.id; }

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

        /// <summary>Makes a receiver that knows no entity. It keeps its predictor alive. Any thread.</summary>
        /// <param name="desc">copied</param>
        public static unsafe Receiver Create(AntReceiverDesc desc)
        {
            Library.Ensure();
            Receiver receiverValue = default(Receiver);
            Library.Check(Native.ant_receiver_create(&desc, &receiverValue));
            return receiverValue;
        }

        /// <summary>From now on updates of the network number `number` are about `entity`. Only the receiver may observe it then. Mutating.</summary>
        /// <param name="entity">of the receiver's predictor</param>
        public unsafe AntStatus Add(uint number, AntEntity entity)
        {
            return Library.Check(Native.ant_receiver_add(this, number, entity));
        }

        /// <summary>Forgets a network number; the entity stays in the predictor. Mutating.</summary>
        public unsafe AntStatus Remove(uint number)
        {
            return Library.Check(Native.ant_receiver_remove(this, number));
        }

        /// <summary>Lists the network numbers, ascending. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of entities to skip</param>
        /// <param name="outNumbers">[opt] [capacity] ANT_U32</param>
        /// <param name="count">receives the number of entities</param>
        public unsafe AntStatus Entities(uint first, uint capacity, AntStream outNumbers, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_receiver_entities(this, first, capacity, AntStream.OrNull(&outNumbers), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Takes in an update. Allocates nothing once the entity has been heard of. Needs the predictor alone, and its map as ant_predictor_observe does. Mutating.</summary>
        /// <param name="update">in the predictor's frame</param>
        /// <param name="arrival">when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]</param>
        public unsafe AntVerdict Receive(AntUpdate update, long arrival)
        {
            uint verdictValue = default(uint);
            Library.Check(Native.ant_receiver_receive(this, &update, arrival, &verdictValue));
            return (AntVerdict)verdictValue;
        }

        /// <summary>
        /// Takes in the updates of a packet, in order. ANT_PARTIAL when some are bad and there is a status stream; without it one that is malformed fails the call
        /// before anything changed. Mutating.
        /// </summary>
        /// <param name="updates">[count] in the predictor's frame; all have the struct_size of the first</param>
        /// <param name="arrival">when they arrived, nanoseconds on the own clock</param>
        /// <param name="outVerdicts">[opt] [count] ANT_U8 or ANT_U32: ANT_VERDICT_…</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus ReceiveBatch(uint count, AntUpdate* updates, long arrival, AntStream outVerdicts = default(AntStream), AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_receiver_receive_batch(this, count, updates, arrival, AntStream.OrNull(&outVerdicts), AntStream.OrNull(&outStatus)));
        }

        /// <summary>Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame. Mutating.</summary>
        /// <param name="now">nanoseconds on the own clock</param>
        public unsafe AntStatus Advance(long now)
        {
            return Library.Check(Native.ant_receiver_advance(this, now));
        }

        /// <summary>
        /// Takes in a request and its answer, which split the offset of the clocks from the time under way. Without any, the remote clock is known only up to the
        /// shortest time under way, and entities are shown that much in the past. Mutating.
        /// </summary>
        /// <param name="requestSent">own clock, nanoseconds</param>
        /// <param name="requestReceived">remote clock</param>
        /// <param name="answerSent">remote clock</param>
        /// <param name="answerReceived">own clock</param>
        public unsafe AntStatus AnswerArrived(long requestSent, long requestReceived, long answerSent, long answerReceived)
        {
            return Library.Check(Native.ant_receiver_answer_arrived(this, requestSent, requestReceived, answerSent, answerReceived));
        }

        /// <summary>Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine. Mutating.</summary>
        public unsafe AntStatus ForgetClock()
        {
            return Library.Check(Native.ant_receiver_forget_clock(this));
        }

        /// <summary>
        /// Where an entity is at the time of the last ant_receiver_advance, as far as its updates and its model tell; or where it was a little in the past, between
        /// two updates (predicted when the next one has not come). ANT_ERROR_NOT_FOUND when it is not known, no update of it has come, or it has left. Const.
        /// </summary>
        /// <param name="number">its network number</param>
        /// <param name="interpolate">0 = the predicted present, 1 = the interpolated past</param>
        public unsafe AntShown Show(uint number, bool interpolate)
        {
            AntShown shownValue = AntShown.Sized();
            Library.Check(Native.ant_receiver_show(this, number, interpolate ? 1u : 0u, &shownValue));
            return shownValue;
        }

        /// <summary>
        /// Shows many entities. Allocates nothing. ANT_PARTIAL when some cannot be shown and there is a status stream; without it one such entity fails the call before
        /// anything is written. Const.
        /// </summary>
        public unsafe AntStatus ShowBatch(AntShowBatch batch)
        {
            return Library.Check(Native.ant_receiver_show_batch(this, &batch));
        }

        /// <summary>What is known of the updates of one entity, or of all on the link. Const.</summary>
        /// <param name="number">network number of an entity: what is of the link is 0. ANT_ALL_ENTITIES: of the link</param>
        public unsafe AntReceiverStats Stats(uint number)
        {
            AntReceiverStats statsValue = AntReceiverStats.Sized();
            Library.Check(Native.ant_receiver_stats(this, number, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
        /// loads the same one. Call it with a null buffer first to learn the size. Const.
        /// </summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong JoinSnapshot(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_receiver_join_snapshot(this, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>
        /// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
        /// loads the same one. Call it with a null buffer first to learn the size. Const.
        /// </summary>
        public byte[] JoinSnapshot()
        {
            byte[] bytes = new byte[JoinSnapshot(default(Span<byte>))];
            JoinSnapshot(bytes);
            return bytes;
        }

        /// <summary>
        /// Takes over what ant_receiver_join_snapshot wrote on another machine: the states of the receiver's predictor, of its map and of the receiver are replaced, and from
        /// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_stats for the entities. On an error nothing
        /// changed. Mutating.
        /// </summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Join(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_receiver_join(this, bytesStart, (ulong)bytes.Length));
            }
        }
    }
}
