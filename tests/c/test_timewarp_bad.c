/* Timewarp: bad input to every function; nothing changes, nothing is written. */
#include "support_map/outputs.h"
#include "support_map/structs.h"
#include "support_map/timewarp.h"

static Player p;
static uint64_t hash_before;
static uint8_t payload = 1;

/* A log with two executed events, a change, and nothing owed. */
static void set_up(void) {
    p = player(timewarp());
    shot(p.log, 150 * MS, 1, 2);
    run_at(&p, 200 * MS, ANT_OK);
    shot(p.log, 100 * MS, 0, 1);
    run_at(&p, 350 * MS, ANT_OK);
    hash_before = log_hash(p.log);
    outputs = fresh_outputs();
}

static void tear_down(void) {
    CHECK(log_hash(p.log) == hash_before);
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(p.log.id));
}

static AntStatus create(void *desc) {
    AntTimewarp log;
    AntStatus status = ant_timewarp_create((const AntTimewarpDesc *)desc, &log);
    if (status >= 0) MUST(ant_destroy(log.id));
    return status;
}

static void descriptors_are_checked(void) {
    AntTimewarpDesc good = timewarp_desc(), bad;
    AntTimewarp log;
    log.id = 77;
    CHECK(grows_in(&good, sizeof good, create));
    REFUSED(NULL_POINTER, "desc", ant_timewarp_create, (NULL, &log));
    REFUSED(NULL_POINTER, "out_timewarp", ant_timewarp_create, (&good, NULL));
#define WRONG(status, field, value)                                          \
    do {                                                                     \
        bad = good;                                                          \
        bad.field = (value);                                                 \
        REFUSED(status, "desc." #field, ant_timewarp_create, (&bad, &log)); \
    } while (0)
    WRONG(OUT_OF_RANGE, max_events, 1);
    WRONG(OUT_OF_RANGE, max_events, 1048577);
    WRONG(OUT_OF_RANGE, max_payload, 65537);
    WRONG(OUT_OF_RANGE, max_snapshots, 2);
    WRONG(OUT_OF_RANGE, max_snapshots, 1025);
    WRONG(OUT_OF_RANGE, max_state, 1073741825);
    WRONG(OUT_OF_RANGE, snapshot_events, 0);
    WRONG(OUT_OF_RANGE, max_replay, 0);
    WRONG(INVALID_ARGUMENT, over_cost, 2);
    WRONG(INVALID_ARGUMENT, when_full, 2);
    WRONG(INVALID_ARGUMENT, reserved, 1);
    WRONG(OUT_OF_RANGE, snapshot_time, 0);
    WRONG(OUT_OF_RANGE, window, -1);
    WRONG(OUT_OF_RANGE, max_ahead, INT64_MIN);
#undef WRONG
    bad = good;
    bad.max_snapshots = 1024;
    bad.max_state = 1 << 30;
    REFUSED(INVALID_ARGUMENT, "max_state", ant_timewarp_create, (&bad, &log));
    CHECK(log.id == 77);
}

static AntStatus fill_report(void *out) {
    return ant_timewarp_run(p.log, 350 * MS, game_save, game_load, game_execute, &p, (AntTimewarpReport *)out);
}
static AntStatus fill_event(void *out) {
    return ant_timewarp_event(p.log, 0, (AntTimewarpEvent *)out, NULL, 0, NULL);
}
static AntStatus fill_change(void *out) { return ant_timewarp_change(p.log, 0, (AntTimewarpChange *)out); }
static AntStatus fill_stats(void *out) { return ant_timewarp_stats(p.log, (AntTimewarpStats *)out); }
static AntStatus fill_plan(void *out) {
    AntStatus status;
    MUST(ant_timewarp_resync(p.log));
    status = ant_timewarp_plan(p.log, 350 * MS, (AntTimewarpPlan *)out);
    if (status == ANT_OK) MUST(ant_timewarp_abort(p.log, 0));
    return status;
}

static void output_structs_may_grow(void) {
    set_up();
    CHECK(grows_out(sizeof(AntTimewarpReport), fill_report));
    CHECK(grows_out(sizeof(AntTimewarpEvent), fill_event));
    CHECK(grows_out(sizeof(AntTimewarpChange), fill_change));
    CHECK(grows_out(sizeof(AntTimewarpStats), fill_stats));
    CHECK(grows_out(sizeof(AntTimewarpPlan), fill_plan));
    hash_before = log_hash(p.log);
    tear_down();
}

static void bad_handles_are_refused_by_every_call(void) {
    uint64_t bad[BAD_HANDLES];
    AntTimewarp dead = timewarp();
    AntNeedModel other;
    AntTimewarpReport report;
    AntTimewarpPlan plan;
    AntTimewarpEvent event;
    AntTimewarpChange change;
    AntTimewarpStats stats;
    AntOutcome outcome;
    int i;
    memset(&outcome, 0, sizeof outcome);
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    plan.struct_size = sizeof plan;
    event.struct_size = sizeof event;
    change.struct_size = sizeof change;
    stats.struct_size = sizeof stats;
    MUST(ant_destroy(dead.id));
    MUST(ant_need_model_create(2, &other));
    set_up();
    bad_handles(p.log.id, dead.id, other.id, bad);
    for (i = 0; i < BAD_HANDLES; i++) {
        AntTimewarp log;
        uint32_t *number = outputs.numbers;
        uint64_t *word = outputs.words;
        log.id = bad[i];
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_insert, (log, 1, 1, 1, &payload, 1, number));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_insert_batch, (log, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_cancel, (log, 1, 1, 1, number));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_resync, (log));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_events_hash, (log, 0, 1, word));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_run, (log, 1, game_save, game_load, game_execute, &p, &report));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_plan, (log, 1, &plan));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_event, (log, 0, &event, outputs.bytes, 4, word));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_state, (log, 0, outputs.bytes, 64, word));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_set_outcome, (log, 0, &outcome));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_complete, (log, NULL, 0));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_abort, (log, 0));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_change, (log, 0, &change));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_clear_changes, (log));
        REFUSED(INVALID_HANDLE, "timewarp", ant_timewarp_stats, (log, &stats));
    }
    CHECK(ant_is_valid(p.log.id) == ANT_OK);
    MUST(ant_destroy(other.id));
    tear_down();
}

static void null_and_short_arguments_are_refused(void) {
    AntTimewarpReport report;
    AntTimewarpEvent event;
    AntTimewarpChange change;
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    event.struct_size = sizeof event;
    change.struct_size = sizeof change;
    set_up();
    REFUSED(NULL_POINTER, "out_verdict", ant_timewarp_insert, (p.log, 1, 1, 1, &payload, 1, NULL));
    REFUSED(NULL_POINTER, "payload", ant_timewarp_insert, (p.log, 1, 1, 1, NULL, 1, outputs.numbers));
    REFUSED(INVALID_ARGUMENT, "payload", ant_timewarp_insert, (p.log, 1, 1, 1, &p, 5, outputs.numbers));
    REFUSED(INVALID_ARGUMENT, "payload", ant_timewarp_insert, (p.log, 1, 1, 1, &p, UINT64_MAX, outputs.numbers));
    REFUSED(NULL_POINTER, "out_verdict", ant_timewarp_cancel, (p.log, 1, 1, 1, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (p.log.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_timewarp_events_hash, (p.log, 0, 1, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (p.log.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (p.log.id, NULL, 8, outputs.words));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (p.log.id, outputs.bytes, 64, outputs.words));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (p.log.id, NULL, 8));
    REFUSED(NULL_POINTER, "save", ant_timewarp_run, (p.log, 1, NULL, game_load, game_execute, &p, &report));
    REFUSED(NULL_POINTER, "load", ant_timewarp_run, (p.log, 1, game_save, NULL, game_execute, &p, &report));
    REFUSED(NULL_POINTER, "execute", ant_timewarp_run, (p.log, 1, game_save, game_load, NULL, &p, &report));
    REFUSED(NULL_POINTER, "out_plan", ant_timewarp_plan, (p.log, 1, NULL));
    REFUSED(NOT_FOUND, "index", ant_timewarp_event, (p.log, 2, &event, NULL, 0, outputs.words));
    REFUSED(NULL_POINTER, "buf", ant_timewarp_event, (p.log, 0, &event, NULL, 8, outputs.words));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_timewarp_event, (p.log, 0, &event, outputs.bytes, 0, outputs.words));
    REFUSED(NOT_FOUND, "slot", ant_timewarp_state, (p.log, 15, outputs.bytes, 64, outputs.words));
    REFUSED(NOT_FOUND, "slot", ant_timewarp_state, (p.log, UINT32_MAX, outputs.bytes, 64, outputs.words));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_timewarp_state, (p.log, 0, outputs.bytes, 2, outputs.words));
    REFUSED(NULL_POINTER, "outcome", ant_timewarp_set_outcome, (p.log, 0, NULL));
    REFUSED(NOT_FOUND, "index", ant_timewarp_change, (p.log, 2, &change));
    REFUSED(NULL_POINTER, "out_change", ant_timewarp_change, (p.log, 0, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_timewarp_stats, (p.log, NULL));
    /* What is optional may be left out. */
    CHECK(ant_timewarp_event(p.log, 0, NULL, NULL, 0, NULL) == ANT_OK);
    CHECK(ant_timewarp_run(p.log, 350 * MS, game_save, game_load, game_execute, &p, NULL) == ANT_OK);
    tear_down();
}

static void bad_batches_are_refused_as_a_whole(void) {
    int64_t times[2] = {400 * MS, 401 * MS};
    uint64_t ids[2] = {1, 2};
    uint8_t lens[2] = {4, 4}, payloads[8] = {0}, long_lens[2] = {3, 5};
    const AntStream *t = STREAM(times, ANT_I64), *id = STREAM(ids, ANT_U64), *l = STREAM(lens, ANT_U8);
    const AntStream *v = STREAM(outputs.numbers, ANT_U32), *st = STREAM(outputs.status, ANT_I8);
    uint32_t verdicts[2] = {9, 9};
    int8_t status[2] = {9, 9};
    set_up();
    REFUSED(NULL_POINTER, "times", ant_timewarp_insert_batch, (p.log, 2, NULL, id, id, l, payloads, 8, v, st));
    REFUSED(INVALID_ARGUMENT, "times", ant_timewarp_insert_batch, (p.log, 2, id, id, id, l, payloads, 8, v, st));
    REFUSED(NULL_POINTER, "sources", ant_timewarp_insert_batch, (p.log, 2, t, NULL, id, l, payloads, 8, v, st));
    REFUSED(NULL_POINTER, "sequences", ant_timewarp_insert_batch, (p.log, 2, t, id, NULL, l, payloads, 8, v, st));
    REFUSED(BUFFER_TOO_SMALL, "times", ant_timewarp_insert_batch, (p.log, 3, t, id, id, l, payloads, 8, v, st));
    REFUSED(NULL_POINTER, "payloads", ant_timewarp_insert_batch, (p.log, 2, t, id, id, l, NULL, 8, v, st));
    REFUSED(INVALID_ARGUMENT, "payloads_len", ant_timewarp_insert_batch, (p.log, 2, t, id, id, l, payloads, 7, v, st));
    REFUSED(INVALID_ARGUMENT, "payloads_len", ant_timewarp_insert_batch, (p.log, 2, t, id, id, NULL, payloads, 8, v, st));
    REFUSED(INVALID_ARGUMENT, "out_verdicts", ant_timewarp_insert_batch, (p.log, 2, t, id, id, l, payloads, 8, t, st));
    REFUSED(INVALID_ARGUMENT, "out_status", ant_timewarp_insert_batch, (p.log, 2, t, id, id, l, payloads, 8, v, t));
    REFUSED(OVERLAP, "out_status", ant_timewarp_insert_batch,
            (p.log, 2, t, id, id, l, payloads, 8, NULL, STREAM(ids, ANT_I32)));
    l = STREAM(long_lens, ANT_U8);
    REFUSED(INVALID_ARGUMENT, "payload_lens[1]", ant_timewarp_insert_batch, (p.log, 2, t, id, id, l, payloads, 8, v, NULL));
    CHECK(log_hash(p.log) == hash_before && outputs_are_untouched());
    /* With a status stream the good one is taken. */
    v = STREAM(verdicts, ANT_U32);
    st = STREAM(status, ANT_I8);
    CHECK(ant_timewarp_insert_batch(p.log, 2, t, id, id, l, payloads, 8, v, st) == ANT_PARTIAL);
    CHECK(status[0] == ANT_OK && status[1] == ANT_ERROR_INVALID_ARGUMENT && verdicts[0] == 0 && verdicts[1] == 9);
    hash_before = log_hash(p.log);
    tear_down();
}

static void calls_that_do_not_fit_a_plan_are_refused(void) {
    AntTimewarpPlan plan;
    AntTimewarpReport report;
    AntOutcome outcome;
    int64_t time = 400 * MS;
    uint64_t id = 1;
    const AntStream *t = stream(&time, 8, 0, ANT_I64), *i = stream(&id, 8, 0, ANT_U64);
    memset(&outcome, 0, sizeof outcome);
    memset(&report, 0, sizeof report);
    plan.struct_size = sizeof plan;
    report.struct_size = sizeof report;
    set_up();
    REFUSED(STATE, "plan", ant_timewarp_set_outcome, (p.log, 0, &outcome));
    REFUSED(STATE, "plan", ant_timewarp_complete, (p.log, NULL, 0));
    REFUSED(STATE, "plan", ant_timewarp_abort, (p.log, 0));
    CHECK(ant_timewarp_plan(p.log, 350 * MS, &plan) == ANT_EMPTY);
    MUST(ant_timewarp_resync(p.log));
    MUST(ant_timewarp_plan(p.log, 350 * MS, &plan));
    CHECK(plan.flags == ANT_PLAN_RESTORE);
    REFUSED(STATE, "plan", ant_timewarp_insert, (p.log, time, 1, 1, &payload, 1, outputs.numbers));
    REFUSED(STATE, "plan", ant_timewarp_insert_batch, (p.log, 1, t, i, i, NULL, NULL, 0, NULL, NULL));
    REFUSED(STATE, "plan", ant_timewarp_cancel, (p.log, 400 * MS, 1, 1, outputs.numbers));
    REFUSED(STATE, "plan", ant_timewarp_resync, (p.log));
    REFUSED(STATE, "plan", ant_timewarp_plan, (p.log, 1, &plan));
    REFUSED(STATE, "plan", ant_timewarp_run, (p.log, 1, game_save, game_load, game_execute, &p, &report));
    REFUSED(STATE, "plan", ant_state_hash, (p.log.id, outputs.words));
    REFUSED(STATE, "plan", ant_snapshot, (p.log.id, outputs.bytes, 64, outputs.words));
    REFUSED(STATE, "plan", ant_restore, (p.log.id, &payload, 1));
    REFUSED(INVALID_ARGUMENT, "index", ant_timewarp_set_outcome, (p.log, UINT32_MAX, &outcome));
    outcome.len = ANT_OUTCOME_MAX + 1;
    REFUSED(OUT_OF_RANGE, "outcome.len", ant_timewarp_set_outcome, (p.log, plan.first, &outcome));
    REFUSED(INVALID_ARGUMENT, "executed", ant_timewarp_abort, (p.log, plan.count + 1));
    REFUSED(INVALID_ARGUMENT, "state", ant_timewarp_complete, (p.log, &p, 3));
    REFUSED(NULL_POINTER, "state", ant_timewarp_complete, (p.log, NULL, 3));
    MUST(ant_timewarp_complete(p.log, NULL, 0));
    /* A new log's first plan saves. */
    MUST(ant_destroy(p.log.id));
    p.log = timewarp();
    MUST(ant_timewarp_plan(p.log, 0, &plan));
    REFUSED(INVALID_ARGUMENT, "state", ant_timewarp_complete, (p.log, &p, 17));
    MUST(ant_timewarp_complete(p.log, &p, 16));
    hash_before = log_hash(p.log);
    tear_down();
}

static void damaged_snapshots_are_refused(void) {
    uint8_t bytes[4096];
    uint64_t needed = 0, n;
    AntTimewarpDesc desc = timewarp_desc();
    AntTimewarp other;
    set_up();
    MUST(ant_snapshot(p.log.id, bytes, sizeof bytes, &needed));
    for (n = 0; n < needed; n++) {
        REFUSED(CORRUPT, "snapshot", ant_restore, (p.log.id, bytes, n));
        bytes[n] ^= 0x10;
        REFUSED(CORRUPT, "snapshot", ant_restore, (p.log.id, bytes, needed));
        bytes[n] ^= 0x10;
    }
    desc.max_events++;
    other = timewarp_of(&desc);
    REFUSED(CORRUPT, "bounds", ant_restore, (other.id, bytes, needed));
    MUST(ant_restore(p.log.id, bytes, needed));
    MUST(ant_destroy(other.id));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(descriptors_are_checked);
    RUN_TEST(output_structs_may_grow);
    RUN_TEST(bad_handles_are_refused_by_every_call);
    RUN_TEST(null_and_short_arguments_are_refused);
    RUN_TEST(bad_batches_are_refused_as_a_whole);
    RUN_TEST(calls_that_do_not_fit_a_plan_are_refused);
    RUN_TEST(damaged_snapshots_are_refused);
    return ensure_end();
}
