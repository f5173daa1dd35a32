// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>A bounded log of events, snapshots of the host's state, and how far that has executed the events. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Timewarp : IEquatable<Timewarp>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Timewarp(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Timewarp other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Timewarp && Equals((Timewarp)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Timewarp 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Timewarp left, Timewarp right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Timewarp left, Timewarp right) { return left.id != right.id; }

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

        /// <summary>Makes an empty log. Any thread.</summary>
        public static unsafe Timewarp Create(AntTimewarpDesc desc)
        {
            Library.Ensure();
            Timewarp timewarpValue = default(Timewarp);
            Library.Check(Native.ant_timewarp_create(&desc, &timewarpValue));
            return timewarpValue;
        }

        /// <summary>
        /// Takes an event in. Nothing is executed before the next run or plan. The order of execution is that of time, then source, then sequence,
        /// then the hash of the payload, so that all peers agree. ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a
        /// plan is open. Mutating.
        /// </summary>
        /// <param name="time">when it happened, on the clock that all peers share</param>
        /// <param name="source">who made it, the host's own number</param>
        /// <param name="sequence">the source's own count of its events</param>
        /// <param name="payload">[opt] [payload_len bytes] what the host needs to execute it; copied. [Limit: max_payload bytes]</param>
        /// <param name="verdict">receives ANT_ARRIVAL_IN_ORDER … ANT_ARRIVAL_FULL</param>
        public unsafe AntStatus Insert(long time, ulong source, ulong sequence, ReadOnlySpan<byte> payload, out AntArrival verdict)
        {
            uint verdictValue = default(uint);
            fixed (byte* payloadStart = &MemoryMarshal.GetReference(payload))
            {
                AntStatus status = Library.Check(Native.ant_timewarp_insert(this, time, source, sequence, payloadStart, (ulong)payload.Length, &verdictValue));
                verdict = (AntArrival)verdictValue;
                return status;
            }
        }

        /// <summary>Takes many events in. ANT_REFUSED when the log did not take some of them. Mutating.</summary>
        /// <param name="times">[count] ANT_I64</param>
        /// <param name="sources">[count] ANT_U64</param>
        /// <param name="sequences">[count] ANT_U64</param>
        /// <param name="payloadLens">[opt] [count] ANT_U8 … ANT_I32: bytes of each payload; absent = no payloads</param>
        /// <param name="payloads">[opt] [payloads_len bytes] one after the other</param>
        /// <param name="outVerdicts">[opt] [count] ANT_U8 or ANT_U32</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus InsertBatch(uint count, AntStream times, AntStream sources, AntStream sequences, AntStream payloadLens, ReadOnlySpan<byte> payloads, AntStream outVerdicts = default(AntStream), AntStream outStatus = default(AntStream))
        {
            fixed (byte* payloadsStart = &MemoryMarshal.GetReference(payloads))
            {
                return Library.Check(Native.ant_timewarp_insert_batch(this, count, AntStream.OrNull(&times), AntStream.OrNull(&sources), AntStream.OrNull(&sequences), AntStream.OrNull(&payloadLens), payloadsStart, (ulong)payloads.Length, AntStream.OrNull(&outVerdicts), AntStream.OrNull(&outStatus)));
            }
        }

        /// <summary>
        /// Takes a cancellation (anti-message) in: all events of this name, here or still to come, are not executed, or undone by the next run.
        /// ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a plan is open. Mutating.
        /// </summary>
        /// <param name="verdict">receives ANT_ARRIVAL_LATE when something has to be undone, else as in ant_timewarp_insert</param>
        public unsafe AntStatus Cancel(long time, ulong source, ulong sequence, out AntArrival verdict)
        {
            uint verdictValue = default(uint);
            AntStatus status = Library.Check(Native.ant_timewarp_cancel(this, time, source, sequence, &verdictValue));
            verdict = (AntArrival)verdictValue;
            return status;
        }

        /// <summary>
        /// Tells the log that the host's state is not what it was (it was replaced, or the log was restored on another machine): the next run or
        /// plan restores the newest snapshot and goes on from there. ANT_ERROR_STATE while a plan is open. Mutating.
        /// </summary>
        public unsafe AntStatus Resync()
        {
            return Library.Check(Native.ant_timewarp_resync(this));
        }

        /// <summary>
        /// Does all that is to be done at a time: rolls back, executes what is due, saves. The first call saves the state before any event. When a
        /// callback fails: ANT_STOPPED, what was done before stays done, the report says why, and the next call repairs (it restores a snapshot after a
        /// failed load or execution). ANT_STEPS_OWED when max_replay ended it. ANT_IN_THE_PAST when the time lies before the latest one told, which
        /// counts then. ANT_ERROR_STATE while a plan is open. ant_timewarp_plan does the same without callbacks. Mutating.
        /// </summary>
        /// <param name="now">the time on the clock that all peers share</param>
        /// <param name="user">[opt] handed to the callbacks</param>
        /// <param name="report">[opt]</param>
        public unsafe AntStatus Run(long now, IntPtr save, IntPtr load, IntPtr execute, void* user, out AntTimewarpReport report)
        {
            AntTimewarpReport reportValue = AntTimewarpReport.Sized();
            AntStatus status = Library.Check(Native.ant_timewarp_run(this, now, save, load, execute, user, &reportValue));
            report = reportValue;
            return status;
        }

        /// <summary>
        /// What to do next. Do it, tell the outcomes (ant_timewarp_set_outcome), report back (ant_timewarp_complete or ant_timewarp_abort), and ask again
        /// until ANT_EMPTY: then nothing is left to do and nothing was written. A plan ends where a snapshot is due, and executes at most max_replay
        /// events again. While it is open the log takes no events (ANT_ERROR_STATE). Mutating.
        /// </summary>
        /// <param name="now">the time on the clock that all peers share; one before the latest told counts as that</param>
        public unsafe AntStatus Plan(long now, out AntTimewarpPlan plan)
        {
            AntTimewarpPlan planValue = AntTimewarpPlan.Sized();
            AntStatus status = Library.Check(Native.ant_timewarp_plan(this, now, &planValue));
            plan = planValue;
            return status;
        }

        /// <summary>An event of the log. Indices are those of the order now: they hold while a plan is open, else until the next change. Const.</summary>
        /// <param name="index">[Limit: &lt; events of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond</param>
        /// <param name="event">[opt]</param>
        /// <param name="buf">[opt] [capacity bytes] receives the payload; too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        /// <param name="needed">[opt] receives the payload's size in bytes</param>
        public unsafe AntStatus Event(uint index, out AntTimewarpEvent @event, Span<byte> buf, out ulong needed)
        {
            AntTimewarpEvent eventValue = AntTimewarpEvent.Sized();
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                AntStatus status = Library.Check(Native.ant_timewarp_event(this, index, &eventValue, bufStart, (ulong)buf.Length, &neededValue));
                @event = eventValue;
                needed = neededValue;
                return status;
            }
        }

        /// <summary>The state of a snapshot, for a plan that restores it. ANT_ERROR_NOT_FOUND when the slot has none. Const.</summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong State(uint slot, Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_timewarp_state(this, slot, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>
        /// Tells what executing an event of the open plan brought about; not telling means nothing worth it. ANT_ERROR_STATE without an open plan.
        /// Mutating.
        /// </summary>
        /// <param name="index">[Limit: plan.first to plan.first + plan.count - 1]</param>
        public unsafe AntStatus SetOutcome(uint index, AntOutcome outcome)
        {
            return Library.Check(Native.ant_timewarp_set_outcome(this, index, &outcome));
        }

        /// <summary>Reports that the whole open plan is done. ANT_ERROR_STATE without an open plan. Mutating.</summary>
        /// <param name="state">[opt] [state_len bytes] what was saved, for a plan with ANT_PLAN_SAVE; copied. Null with 0 for a host that keeps states itself.</param>
        public unsafe AntStatus Complete(ReadOnlySpan<byte> state)
        {
            fixed (byte* stateStart = &MemoryMarshal.GetReference(state))
            {
                return Library.Check(Native.ant_timewarp_complete(this, stateStart, (ulong)state.Length));
            }
        }

        /// <summary>
        /// Reports that the open plan failed. Unless only the saving is missing, the host's state is taken to be half changed: the next plan restores a
        /// snapshot first. ANT_ERROR_STATE without an open plan. Mutating.
        /// </summary>
        /// <param name="executed">events of the plan that are done; 0 as well when the restoration failed. [Limit: &lt;= plan.count]</param>
        public unsafe AntStatus Abort(uint executed)
        {
            return Library.Check(Native.ant_timewarp_abort(this, executed));
        }

        /// <summary>
        /// One of the changes since ant_timewarp_clear_changes: in the order in which they were noticed and, within one re-execution, of the events
        /// (cancelled ones last). Complete whenever nothing is owed. Const.
        /// </summary>
        /// <param name="index">[Limit: &lt; changes of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond</param>
        public unsafe AntTimewarpChange Change(uint index)
        {
            AntTimewarpChange changeValue = AntTimewarpChange.Sized();
            Library.Check(Native.ant_timewarp_change(this, index, &changeValue));
            return changeValue;
        }

        /// <summary>Forgets the changes, once the host has dealt with them. Mutating.</summary>
        public unsafe AntStatus ClearChanges()
        {
            return Library.Check(Native.ant_timewarp_clear_changes(this));
        }

        /// <summary>How a log stands, and counts since it was made. Const.</summary>
        public unsafe AntTimewarpStats Stats()
        {
            AntTimewarpStats statsValue = AntTimewarpStats.Sized();
            Library.Check(Native.ant_timewarp_stats(this, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Hash of the events from one time up to but without another, names and contents: equal on two peers that know the same ones, however
        /// they arrived. Ask for times that are inside the window of both. Const.
        /// </summary>
        public unsafe ulong EventsHash(long from, long to)
        {
            ulong hashValue = default(ulong);
            Library.Check(Native.ant_timewarp_events_hash(this, from, to, &hashValue));
            return hashValue;
        }
    }
}
