/* antreckon/timewarp.h: an ordered log of events that rolls back and executes again.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_TIMEWARP_H
#define ANTRECKON_TIMEWARP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of an event whose re-execution costs too much.
typedef uint32_t AntOverCost;
/// over_cost: an expensive late event is taken; what one call may not do the next one goes on with.
#define ANT_OVER_COST_CONTINUE 0
/// over_cost: it is refused with ANT_ARRIVAL_TOO_COSTLY.
#define ANT_OVER_COST_REFUSE 1

/// What becomes of an event for which there is no room.
typedef uint32_t AntWhenFull;
/// when_full: new events are refused with ANT_ARRIVAL_FULL until the window has moved on.
#define ANT_WHEN_FULL_REFUSE 0
/// when_full: the oldest executed events are forgotten, up to the next snapshot; the window becomes as much shorter.
#define ANT_WHEN_FULL_FORGET 1

/// What became of an event.
typedef uint32_t AntArrival;
/// Verdict: kept; no later event was executed yet. Of a cancellation: nothing had to be undone.
#define ANT_ARRIVAL_IN_ORDER 0
/// Verdict: kept; events were executed too early (or wrongly) and will be executed again.
#define ANT_ARRIVAL_LATE 1
/// Verdict: known already, ignored.
#define ANT_ARRIVAL_DUPLICATE 2
/// Verdict: its cancellation arrived before it; ignored.
#define ANT_ARRIVAL_CANCELLED 3
/// Verdict: refused; it happened before the window.
#define ANT_ARRIVAL_TOO_OLD 4
/// Verdict: refused; it claims a time later than now + max_ahead.
#define ANT_ARRIVAL_TOO_FAR_AHEAD 5
/// Verdict: refused; more than max_replay events would have to be executed again (ANT_OVER_COST_REFUSE).
#define ANT_ARRIVAL_TOO_COSTLY 6
/// Verdict: refused; the log is full.
#define ANT_ARRIVAL_FULL 7

/// Bounds of a timewarp. Fill it with ant_timewarp_desc_init. All memory is taken when it is made: about max_events * (max_payload + 240) +
/// max_snapshots * max_state bytes. Nothing is allocated afterwards. The log reaches back at most two windows, so max_events should be twice
/// the events of a window and those between two snapshots.
typedef struct AntTimewarpDesc {
    /// Set by ant_timewarp_desc_init.
    uint32_t struct_size;
    /// Most events at once, waiting ones and cancellations included. Default 4096. [Limit: 2 to 1048576]
    uint32_t max_events;
    /// Most bytes of an event's payload. Default 64. [Limit: <= 65536]
    uint32_t max_payload;
    /// Most snapshots at once; they are thinned so that their distances grow with their age. Default 16. [Limit: 3 to 1024]
    uint32_t max_snapshots;
    /// Most bytes of one snapshot; 0 when the host keeps states itself, by slot. Default 16384. [Limit: <= 2^30, and 2^32 for all snapshots]
    uint32_t max_state;
    /// A snapshot is due after so many executed events. Default 16. [Limit: >= 1]
    uint32_t snapshot_events;
    /// Most events that one call (or plan) executes again, late ones included. Default 4096. [Limit: >= 1]
    uint32_t max_replay;
    /// ANT_OVER_COST_CONTINUE (default) or ANT_OVER_COST_REFUSE.
    AntOverCost over_cost;
    /// ANT_WHEN_FULL_REFUSE (default) or ANT_WHEN_FULL_FORGET.
    AntWhenFull when_full;
    /// Must be 0.
    uint32_t reserved;
    /// A snapshot is also due when so many nanoseconds lie between the last one and an executed event. Default 100 ms. [Limit: >= 1]
    int64_t snapshot_time;
    /// Time of the host's state before any event; earlier events are refused. Default 0.
    int64_t start;
    /// How late an event may be, nanoseconds. Default 1 s. [Limit: >= 0]
    int64_t window;
    /// How far in the future an event may claim to be, nanoseconds. Default 1 s. [Limit: >= 0]
    int64_t max_ahead;
} AntTimewarpDesc;

/// Fills an AntTimewarpDesc with its defaults. Any thread.
#define ant_timewarp_desc_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_DESC, 1 ? (p) : (AntTimewarpDesc *)0, (uint32_t)sizeof(AntTimewarpDesc))

/// Makes an empty log. Any thread.
ANT_API AntStatus ant_timewarp_create(const struct AntTimewarpDesc *desc, struct AntTimewarp *out_timewarp);

/// Takes an event in. Nothing is executed before the next run or plan. The order of execution is that of time, then source, then sequence,
/// then the hash of the payload, so that all peers agree. ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a
/// plan is open. Mutating.
/// time: when it happened, on the clock that all peers share
/// source: who made it, the host's own number
/// sequence: the source's own count of its events
/// payload: [opt] [payload_len bytes] what the host needs to execute it; copied. [Limit: max_payload bytes]
/// out_verdict: receives ANT_ARRIVAL_IN_ORDER … ANT_ARRIVAL_FULL
ANT_API AntStatus ant_timewarp_insert(struct AntTimewarp timewarp,
                              int64_t time,
                              uint64_t source,
                              uint64_t sequence,
                              const void *payload,
                              uint64_t payload_len,
                              AntArrival *out_verdict);

/// Takes many events in. ANT_REFUSED when the log did not take some of them. Mutating.
/// times: [count] ANT_I64
/// sources: [count] ANT_U64
/// sequences: [count] ANT_U64
/// payload_lens: [opt] [count] ANT_U8 … ANT_I32: bytes of each payload; absent = no payloads
/// payloads: [opt] [payloads_len bytes] one after the other
/// payloads_len: [Limit: the sum of payload_lens]
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_timewarp_insert_batch(struct AntTimewarp timewarp,
                                    uint32_t count,
                                    const struct AntStream *times,
                                    const struct AntStream *sources,
                                    const struct AntStream *sequences,
                                    const struct AntStream *payload_lens,
                                    const void *payloads,
                                    uint64_t payloads_len,
                                    const struct AntStream *out_verdicts,
                                    const struct AntStream *out_status);

/// Takes a cancellation (anti-message) in: all events of this name, here or still to come, are not executed, or undone by the next run.
/// ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a plan is open. Mutating.
/// out_verdict: receives ANT_ARRIVAL_LATE when something has to be undone, else as in ant_timewarp_insert
ANT_API AntStatus ant_timewarp_cancel(struct AntTimewarp timewarp,
                              int64_t time,
                              uint64_t source,
                              uint64_t sequence,
                              AntArrival *out_verdict);

/// Tells the log that the host's state is not what it was (it was replaced, or the log was restored on another machine): the next run or
/// plan restores the newest snapshot and goes on from there. ANT_ERROR_STATE while a plan is open. Mutating.
ANT_API AntStatus ant_timewarp_resync(struct AntTimewarp timewarp);

/// Most bytes of an outcome.
#define ANT_OUTCOME_MAX 32

/// What stopped a run.
typedef uint32_t AntStoppedBy;
/// The run was not stopped.
#define ANT_STOPPED_BY_NOTHING 0
/// The run was stopped: the save callback failed.
#define ANT_STOPPED_BY_SAVE 1
/// The run was stopped: the load callback failed.
#define ANT_STOPPED_BY_LOAD 2
/// The run was stopped: the execute callback failed.
#define ANT_STOPPED_BY_EXECUTE 3
/// The run was stopped: the save callback told a length above max_state.
#define ANT_STOPPED_BY_STATE_SIZE 4

/// What executing an event brought about, in the host's own words: who was hit, say, or a hash of something longer.
typedef struct AntOutcome {
    /// Bytes used; 0 = nothing worth telling. [Limit: <= ANT_OUTCOME_MAX]
    uint32_t len;
    /// The first `len` of them count.
    uint8_t bytes[32];
} AntOutcome;

/// An event as the log knows it. Set struct_size before a call that fills it.
typedef struct AntTimewarpEvent {
    /// sizeof(AntTimewarpEvent), set by the host; in a callback by the library.
    uint32_t struct_size;
    /// 1 when it is executed again, or late: then its outcome is news only if ant_timewarp_change tells it. 0: news, to be shown at once.
    uint32_t replay;
    /// When it happened.
    int64_t time;
    /// Who made it.
    uint64_t source;
    /// The source's own count.
    uint64_t sequence;
    /// Hash of its payload: tells apart events that share a name.
    uint64_t content;
    /// Bytes of its payload.
    uint32_t payload_len;
    /// Outcome of its last execution; empty in a callback.
    struct AntOutcome outcome;
} AntTimewarpEvent;

/// Makes an AntTimewarpEvent ready for a call that fills it. Any thread.
#define ant_timewarp_event_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_EVENT, 1 ? (p) : (AntTimewarpEvent *)0, (uint32_t)sizeof(AntTimewarpEvent))

/// Writes the host's state. Called within ant_timewarp_run, on its thread, as all three; calls into the same timewarp give ANT_ERROR_BUSY.
/// It must not unwind.
/// slot: number of the snapshot below max_snapshots, for hosts that keep states themselves
/// buffer: [capacity bytes] where to write
/// capacity: max_state
/// out_len: receives the bytes written; 0 before the call
/// user: the pointer given with the callback
/// Returns 0, or a number of the host when it failed.
typedef int32_t (*AntSaveFn)(uint32_t slot, void *buffer, uint64_t capacity, uint64_t *out_len, void *user);

/// Makes a saved state the present one. See AntSaveFn.
/// bytes: [byte_len bytes] what was saved
/// Returns 0, or a number of the host when it failed.
typedef int32_t (*AntLoadFn)(uint32_t slot, const void *bytes, uint64_t byte_len, void *user);

/// Executes an event. It must depend on the state and the event alone, so that executing again gives the same. A state that moves by itself is
/// brought to the event's time first. See AntSaveFn.
/// event: valid during the callback
/// payload: [event->payload_len bytes] valid during the callback
/// out_outcome: what came of it; empty before the call. A length above ANT_OUTCOME_MAX counts as failure ANT_ERROR_OUT_OF_RANGE.
/// Returns 0, or a number of the host when it failed; then its state is taken to be half changed and restored before the log goes on.
typedef int32_t (*AntExecuteFn)(const struct AntTimewarpEvent *event,
                                const void *payload,
                                struct AntOutcome *out_outcome,
                                void *user);

/// What a run did.
typedef struct AntTimewarpReport {
    /// Set by ant_timewarp_report_init.
    uint32_t struct_size;
    /// Events executed for the first time, in order.
    uint32_t executed;
    /// Events executed again, or late.
    uint32_t replayed;
    /// States loaded.
    uint32_t restored;
    /// States saved.
    uint32_t saved;
    /// Events still to be executed again or late: the host's state is in the past until a later call has done them.
    uint32_t owed;
    /// Events whose time has not come.
    uint32_t waiting;
    /// Changes added to what ant_timewarp_change tells.
    uint32_t changes;
    /// Events executed again from an equal past with another outcome: the host is not deterministic.
    uint32_t diverged;
    /// ANT_STOPPED_BY_NOTHING … ANT_STOPPED_BY_STATE_SIZE.
    AntStoppedBy stopped_by;
    /// What the callback returned, or the length it told.
    int64_t stop_code;
    /// Of the event that could not be executed, else 0.
    int64_t stop_time;
    /// Of the event that could not be executed, else 0.
    uint64_t stop_source;
    /// Of the event that could not be executed, else 0.
    uint64_t stop_sequence;
} AntTimewarpReport;

/// Makes an AntTimewarpReport ready for a call that fills it. Any thread.
#define ant_timewarp_report_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_REPORT, 1 ? (p) : (AntTimewarpReport *)0, (uint32_t)sizeof(AntTimewarpReport))

/// Does all that is to be done at a time: rolls back, executes what is due, saves. The first call saves the state before any event. When a
/// callback fails: ANT_STOPPED, what was done before stays done, the report says why, and the next call repairs (it restores a snapshot after a
/// failed load or execution). ANT_STEPS_OWED when max_replay ended it. ANT_IN_THE_PAST when the time lies before the latest one told, which
/// counts then. ANT_ERROR_STATE while a plan is open. ant_timewarp_plan does the same without callbacks. Mutating.
/// now: the time on the clock that all peers share
/// user: [opt] handed to the callbacks
/// out_report: [opt]
ANT_API AntStatus ant_timewarp_run(struct AntTimewarp timewarp,
                           int64_t now,
                           AntSaveFn save,
                           AntLoadFn load,
                           AntExecuteFn execute,
                           void *user,
                           struct AntTimewarpReport *out_report);

/// Flags of AntTimewarpPlan.
typedef uint32_t AntPlanFlags;
/// Plan: first restore the state in restore_slot.
#define ANT_PLAN_RESTORE 1
/// Plan: in the end save the state, for save_slot.
#define ANT_PLAN_SAVE 2

/// Work for the host: restore, then execute, then save.
typedef struct AntTimewarpPlan {
    /// Set by ant_timewarp_plan_init.
    uint32_t struct_size;
    /// ANT_PLAN_RESTORE, ANT_PLAN_SAVE.
    AntPlanFlags flags;
    /// First make this state (ant_timewarp_state) the present one; 0 without ANT_PLAN_RESTORE.
    uint32_t restore_slot;
    /// Then execute the events from this index on (ant_timewarp_event) …
    uint32_t first;
    /// … so many of them, one after the other.
    uint32_t count;
    /// Then save the state for this slot; 0 without ANT_PLAN_SAVE.
    uint32_t save_slot;
    /// Events of `count` that are executed again, or late.
    uint32_t replays;
    /// Events that will still have to be executed again, or late, afterwards.
    uint32_t owed;
} AntTimewarpPlan;

/// Makes an AntTimewarpPlan ready for a call that fills it. Any thread.
#define ant_timewarp_plan_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_PLAN, 1 ? (p) : (AntTimewarpPlan *)0, (uint32_t)sizeof(AntTimewarpPlan))

/// What to do next. Do it, tell the outcomes (ant_timewarp_set_outcome), report back (ant_timewarp_complete or ant_timewarp_abort), and ask again
/// until ANT_EMPTY: then nothing is left to do and nothing was written. A plan ends where a snapshot is due, and executes at most max_replay
/// events again. While it is open the log takes no events (ANT_ERROR_STATE). Mutating.
/// now: the time on the clock that all peers share; one before the latest told counts as that
ANT_API AntStatus ant_timewarp_plan(struct AntTimewarp timewarp,
                            int64_t now,
                            struct AntTimewarpPlan *out_plan);

/// An event of the log. Indices are those of the order now: they hold while a plan is open, else until the next change. Const.
/// index: [Limit: < events of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
/// out_event: [opt]
/// buf: [opt] [capacity bytes] receives the payload; too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the payload's size in bytes
ANT_API AntStatus ant_timewarp_event(struct AntTimewarp timewarp,
                             uint32_t index,
                             struct AntTimewarpEvent *out_event,
                             void *buf,
                             uint64_t capacity,
                             uint64_t *needed);

/// The state of a snapshot, for a plan that restores it. ANT_ERROR_NOT_FOUND when the slot has none. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_timewarp_state(struct AntTimewarp timewarp,
                             uint32_t slot,
                             void *buf,
                             uint64_t capacity,
                             uint64_t *needed);

/// Tells what executing an event of the open plan brought about; not telling means nothing worth it. ANT_ERROR_STATE without an open plan.
/// Mutating.
/// index: [Limit: plan.first to plan.first + plan.count - 1]
ANT_API AntStatus ant_timewarp_set_outcome(struct AntTimewarp timewarp,
                                   uint32_t index,
                                   const struct AntOutcome *outcome);

/// Reports that the whole open plan is done. ANT_ERROR_STATE without an open plan. Mutating.
/// state: [opt] [state_len bytes] what was saved, for a plan with ANT_PLAN_SAVE; copied. Null with 0 for a host that keeps states itself.
/// state_len: [Limit: max_state; 0 without ANT_PLAN_SAVE]
ANT_API AntStatus ant_timewarp_complete(struct AntTimewarp timewarp,
                                const void *state,
                                uint64_t state_len);

/// Reports that the open plan failed. Unless only the saving is missing, the host's state is taken to be half changed: the next plan restores a
/// snapshot first. ANT_ERROR_STATE without an open plan. Mutating.
/// executed: events of the plan that are done; 0 as well when the restoration failed. [Limit: <= plan.count]
ANT_API AntStatus ant_timewarp_abort(struct AntTimewarp timewarp,
                             uint32_t executed);

/// How an outcome changed.
typedef uint32_t AntChange;
/// Change: another outcome than before.
#define ANT_CHANGE_CHANGED 0
/// Change: an outcome where there was none: of a late event, or of one that had failed before.
#define ANT_CHANGE_APPEARED 1
/// Change: none any more: the kill that was undone. Also that of an event which was cancelled.
#define ANT_CHANGE_DISAPPEARED 2

/// An event whose outcome is no longer what the host knew.
typedef struct AntTimewarpChange {
    /// Set by ant_timewarp_change_init.
    uint32_t struct_size;
    /// ANT_CHANGE_CHANGED, ANT_CHANGE_APPEARED or ANT_CHANGE_DISAPPEARED.
    AntChange kind;
    /// 1 when the event was cancelled.
    uint32_t cancelled;
    /// 0.
    uint32_t reserved;
    /// When the event happened.
    int64_t time;
    /// Who made it.
    uint64_t source;
    /// The source's own count.
    uint64_t sequence;
    /// Hash of its payload.
    uint64_t content;
    /// The outcome that the host knew.
    struct AntOutcome old_outcome;
    /// The outcome now.
    struct AntOutcome new_outcome;
} AntTimewarpChange;

/// Makes an AntTimewarpChange ready for a call that fills it. Any thread.
#define ant_timewarp_change_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_CHANGE, 1 ? (p) : (AntTimewarpChange *)0, (uint32_t)sizeof(AntTimewarpChange))

/// How a log stands, and counts since it was made.
typedef struct AntTimewarpStats {
    /// Set by ant_timewarp_stats_init.
    uint32_t struct_size;
    /// Events kept, without the cancelled ones.
    uint32_t events;
    /// Cancellations kept.
    uint32_t cancellations;
    /// Of the events, those that the host's state has behind it (after what the next plan restores).
    uint32_t executed;
    /// Events to be executed again, or late.
    uint32_t owed;
    /// 1 when the host's state is what all events so far make of it.
    uint32_t settled;
    /// Snapshots kept.
    uint32_t snapshots;
    /// Changes that ant_timewarp_change tells.
    uint32_t changes;
    /// The latest time told.
    int64_t now;
    /// Earlier events are refused.
    int64_t floor;
    /// Events and cancellations handed in, by verdict.
    uint64_t verdicts[8];
    /// Events that share time, source and sequence with one of other content; all are kept. An honest source makes none.
    uint64_t conflicts;
    /// Events executed for the first time, in order.
    uint64_t total_executed;
    /// Events executed again, or late.
    uint64_t total_replayed;
    /// States loaded.
    uint64_t total_restored;
    /// States saved.
    uint64_t total_saved;
    /// Events executed again from an equal past with another outcome.
    uint64_t total_diverged;
    /// Changes that found the list (of max_events) full because the host did not clear it.
    uint64_t changes_lost;
} AntTimewarpStats;

/// Makes an AntTimewarpStats ready for a call that fills it. Any thread.
#define ant_timewarp_stats_init(p) \
    ant_init(ANT_STRUCT_TIMEWARP_STATS, 1 ? (p) : (AntTimewarpStats *)0, (uint32_t)sizeof(AntTimewarpStats))

/// One of the changes since ant_timewarp_clear_changes: in the order in which they were noticed and, within one re-execution, of the events
/// (cancelled ones last). Complete whenever nothing is owed. Const.
/// index: [Limit: < changes of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
ANT_API AntStatus ant_timewarp_change(struct AntTimewarp timewarp,
                              uint32_t index,
                              struct AntTimewarpChange *out_change);

/// Forgets the changes, once the host has dealt with them. Mutating.
ANT_API AntStatus ant_timewarp_clear_changes(struct AntTimewarp timewarp);

/// How a log stands, and counts since it was made. Const.
ANT_API AntStatus ant_timewarp_stats(struct AntTimewarp timewarp, struct AntTimewarpStats *out_stats);

/// Hash of the events from one time up to but without another, names and contents: equal on two peers that know the same ones, however
/// they arrived. Ask for times that are inside the window of both. Const.
ANT_API AntStatus ant_timewarp_events_hash(struct AntTimewarp timewarp,
                                   int64_t from,
                                   int64_t to,
                                   uint64_t *out_hash);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_TIMEWARP_H */
