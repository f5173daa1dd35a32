/* Timewarp: the dead man that shoots, by callbacks and by plans; failing and re-entrant callbacks; limits; state. */
#include "support_map/timewarp.h"

enum { A, B, C };

static void a_dead_man_does_not_shoot(void) {
    Player p = player(timewarp());
    AntTimewarpReport report;
    AntTimewarpChange kill, undone;
    CHECK(shot(p.log, 150 * MS, B, C) == ANT_ARRIVAL_IN_ORDER);
    report = run_at(&p, 200 * MS, ANT_OK);
    CHECK(report.executed == 1 && report.replayed == 0 && report.saved == 2 && alive(&p, 1, 1, 0) && p.replays == 0);
    CHECK(shot(p.log, 100 * MS, A, B) == ANT_ARRIVAL_LATE);
    CHECK(stats_of_log(p.log).owed == 2 && stats_of_log(p.log).settled == 0);
    report = run_at(&p, 350 * MS, ANT_OK);
    CHECK(report.executed == 0 && report.replayed == 2 && report.restored == 1 && report.changes == 2);
    CHECK(alive(&p, 1, 0, 1) && p.replays == 2 && p.loads == 1);
    kill = change_of(p.log, 0);
    undone = change_of(p.log, 1);
    CHECK(kill.kind == ANT_CHANGE_APPEARED && kill.source == A && kill.time == 100 * MS && kill.sequence == 1);
    CHECK(kill.old_outcome.len == 0 && kill.new_outcome.len == 1 && kill.new_outcome.bytes[0] == B);
    CHECK(undone.kind == ANT_CHANGE_DISAPPEARED && undone.source == B && undone.cancelled == 0);
    CHECK(undone.old_outcome.len == 1 && undone.old_outcome.bytes[0] == C && undone.new_outcome.len == 0);
    GIVES(ANT_OK, ant_timewarp_clear_changes(p.log));
    CHECK(stats_of_log(p.log).changes == 0);
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

static void cancelling_gives_a_player_back(void) {
    Player p = player(timewarp());
    uint32_t verdict = 99;
    AntTimewarpChange change;
    CHECK(shot(p.log, 100 * MS, A, B) == ANT_ARRIVAL_IN_ORDER && shot(p.log, 100 * MS, A, B) == ANT_ARRIVAL_DUPLICATE);
    run_at(&p, 200 * MS, ANT_OK);
    GIVES(ANT_OK, ant_timewarp_cancel(p.log, 100 * MS, A, 1, &verdict));
    CHECK(verdict == ANT_ARRIVAL_LATE);
    CHECK(run_at(&p, 200 * MS, ANT_OK).changes == 1 && alive(&p, 1, 1, 1));
    change = change_of(p.log, 0);
    CHECK(change.kind == ANT_CHANGE_DISAPPEARED && change.cancelled == 1 && change.old_outcome.bytes[0] == B);
    CHECK(shot(p.log, 100 * MS, A, B) == ANT_ARRIVAL_CANCELLED);
    GIVES(ANT_OK, ant_timewarp_cancel(p.log, 100 * MS, A, 1, &verdict));
    CHECK(verdict == ANT_ARRIVAL_DUPLICATE && stats_of_log(p.log).cancellations == 1);
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

/* What a host without callbacks does. */
static AntStatus follow_plan(Player *p, int64_t now) {
    AntTimewarpPlan plan;
    AntTimewarpEvent event;
    uint32_t i;
    AntStatus status;
    memset(&plan, 0, sizeof plan);
    plan.struct_size = (uint32_t)sizeof plan;
    event.struct_size = (uint32_t)sizeof event;
    status = ant_timewarp_plan(p->log, now, &plan);
    if (status != ANT_OK) return status;
    if (plan.flags & ANT_PLAN_RESTORE) {
        uint64_t needed = 0;
        GIVES(ANT_OK, ant_timewarp_state(p->log, plan.restore_slot, &p->game, sizeof p->game, &needed));
        CHECK(needed == sizeof p->game);
    }
    for (i = plan.first; i < plan.first + plan.count; i++) {
        uint8_t victim = 99;
        AntOutcome outcome;
        memset(&outcome, 0, sizeof outcome);
        GIVES(ANT_OK, ant_timewarp_event(p->log, i, &event, &victim, 1, NULL));
        CHECK(event.payload_len == 1 && event.outcome.len == 0);
        shoot(&p->game, event.source, &victim, &outcome, 1);
        GIVES(ANT_OK, ant_timewarp_set_outcome(p->log, i, &outcome));
    }
    if (plan.flags & ANT_PLAN_SAVE) return ant_timewarp_complete(p->log, &p->game, sizeof p->game);
    return ant_timewarp_complete(p->log, NULL, 0);
}

static void plans_do_the_same_as_callbacks(void) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const uint8_t shots[3][3] = {{A, B, 10}, {B, C, 20}, {C, A, 30}};
    int order, i;
    for (order = 0; order < 6; order++) {
        Player called = player(timewarp()), pulled = player(timewarp());
        for (i = 0; i < 3; i++) {
            const uint8_t *s = shots[orders[order][i]];
            CHECK(shot(called.log, s[2] * MS, s[0], s[1]) == shot(pulled.log, s[2] * MS, s[0], s[1]));
            run_at(&called, 100 * MS, ANT_OK);
            while (follow_plan(&pulled, 100 * MS) == ANT_OK) {
            }
            GIVES(ANT_EMPTY, follow_plan(&pulled, 100 * MS));
            CHECK(log_hash(called.log) == log_hash(pulled.log));
        }
        /* A kills B, so C lives and kills A. */
        CHECK(alive(&called, 0, 0, 1) && alive(&pulled, 0, 0, 1));
        GIVES(ANT_OK, ant_destroy(called.log.id));
        GIVES(ANT_OK, ant_destroy(pulled.log.id));
    }
}

static void an_aborted_plan_is_repaired(void) {
    Player p = player(timewarp());
    AntTimewarpPlan plan;
    shot(p.log, 10 * MS, A, B);
    shot(p.log, 20 * MS, B, C);
    plan.struct_size = (uint32_t)sizeof plan;
    GIVES(ANT_OK, follow_plan(&p, 0)); /* the base */
    GIVES(ANT_OK, ant_timewarp_plan(p.log, 100 * MS, &plan));
    CHECK(plan.count == 2 && plan.flags == 0 && plan.owed == 0 && plan.replays == 0);
    memset(&p.game, 9, sizeof p.game);
    GIVES(ANT_OK, ant_timewarp_abort(p.log, 0));
    while (follow_plan(&p, 100 * MS) == ANT_OK) {
    }
    CHECK(alive(&p, 1, 0, 1) && stats_of_log(p.log).settled == 1 && stats_of_log(p.log).total_diverged == 0);
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

static void a_callback_that_fails_stops_the_run_and_the_next_one_repairs(void) {
    static const int64_t codes[5] = {0, 11, -12, 13, 17};
    uint32_t which;
    for (which = ANT_STOPPED_BY_SAVE; which <= ANT_STOPPED_BY_STATE_SIZE; which++) {
        Player p = player(timewarp());
        AntTimewarpReport report;
        shot(p.log, 150 * MS, B, C);
        run_at(&p, 200 * MS, ANT_OK);
        shot(p.log, 100 * MS, A, B);
        p.fails = which;
        p.good_calls = which == ANT_STOPPED_BY_EXECUTE ? 1 : 0;
        report = run_at(&p, 200 * MS, ANT_STOPPED);
        CHECK(report.stopped_by == which && report.stop_code == codes[which]);
        if (which == ANT_STOPPED_BY_EXECUTE) {
            CHECK(report.stop_time == 150 * MS && report.stop_source == B && report.stop_sequence == 1);
        }
        p.fails = 0;
        report = run_at(&p, 200 * MS, ANT_OK);
        CHECK(report.stopped_by == ANT_STOPPED_BY_NOTHING && alive(&p, 1, 0, 1));
        CHECK(stats_of_log(p.log).changes == 2 && stats_of_log(p.log).total_diverged == 0);
        GIVES(ANT_OK, ant_destroy(p.log.id));
    }
}

static void an_outcome_that_is_too_long_counts_as_failure(void) {
    Player p = player(timewarp());
    AntTimewarpReport report;
    p.outcome_len = ANT_OUTCOME_MAX + 1;
    shot(p.log, 10 * MS, A, B);
    report = run_at(&p, 20 * MS, ANT_STOPPED);
    CHECK(report.stopped_by == ANT_STOPPED_BY_EXECUTE && report.stop_code == ANT_ERROR_OUT_OF_RANGE);
    p.outcome_len = ANT_OUTCOME_MAX;
    run_at(&p, 20 * MS, ANT_OK);
    CHECK(alive(&p, 1, 0, 1));
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

static void callbacks_that_call_back_are_refused(void) {
    Player p = player(timewarp());
    p.calls_back = 1;
    shot(p.log, 150 * MS, B, C);
    run_at(&p, 200 * MS, ANT_OK);
    shot(p.log, 100 * MS, A, B);
    run_at(&p, 350 * MS, ANT_OK);
    CHECK(p.let_in == 0 && alive(&p, 1, 0, 1) && p.loads == 1 && p.saves > 0 && p.executions == 3);
    CHECK(stats_of_log(p.log).events == 2);
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

static void limits_are_kept(void) {
    AntTimewarpDesc desc = timewarp_desc();
    Player p;
    uint8_t i;
    desc.window = 50 * MS;
    desc.max_ahead = 20 * MS;
    desc.max_replay = 3;
    desc.snapshot_events = 100;
    desc.snapshot_time = INT64_MAX;
    p = player(timewarp_of(&desc));
    for (i = 1; i <= 8; i++) CHECK(shot(p.log, i * MS, C, C) == ANT_ARRIVAL_IN_ORDER);
    CHECK(run_at(&p, 10 * MS, ANT_OK).executed == 8 && shot(p.log, 31 * MS, A, B) == ANT_ARRIVAL_TOO_FAR_AHEAD);
    CHECK(shot(p.log, 0, A, B) == ANT_ARRIVAL_LATE);
    CHECK(run_at(&p, 10 * MS, ANT_STEPS_OWED).owed == 6 && run_at(&p, 10 * MS, ANT_STEPS_OWED).owed == 3);
    CHECK(run_at(&p, 10 * MS, ANT_OK).owed == 0 && alive(&p, 1, 0, 0));
    run_at(&p, 100 * MS, ANT_OK);
    run_at(&p, 99 * MS, ANT_IN_THE_PAST);
    CHECK(shot(p.log, 49 * MS, A, C) == ANT_ARRIVAL_TOO_OLD && stats_of_log(p.log).floor == 50 * MS);
    CHECK(stats_of_log(p.log).verdicts[ANT_ARRIVAL_TOO_OLD] == 1);
    GIVES(ANT_OK, ant_destroy(p.log.id));
    desc.over_cost = ANT_OVER_COST_REFUSE;
    desc.max_events = 9;
    p = player(timewarp_of(&desc));
    for (i = 1; i <= 8; i++) CHECK(shot(p.log, i * MS, C, C) == ANT_ARRIVAL_IN_ORDER);
    run_at(&p, 10 * MS, ANT_OK);
    CHECK(shot(p.log, 0, A, B) == ANT_ARRIVAL_TOO_COSTLY && shot(p.log, 9 * MS, A, B) == ANT_ARRIVAL_IN_ORDER);
    CHECK(shot(p.log, 10 * MS, A, B) == ANT_ARRIVAL_FULL);
    GIVES(ANT_OK, ant_destroy(p.log.id));
}

static void a_batch_is_many_events(void) {
    Player one = player(timewarp()), many = player(timewarp());
    int64_t times[4] = {30 * MS, 10 * MS, 10 * MS, -1};
    uint64_t sources[4] = {C, A, A, B}, sequences[4] = {1, 1, 1, 1};
    uint8_t lens[4] = {1, 1, 1, 1}, payloads[4] = {A, B, B, C}, verdicts[4] = {9, 9, 9, 9};
    int8_t status[4] = {9, 9, 9, 9};
    uint64_t hash = 0, other = 0;
    GIVES(ANT_REFUSED, ant_timewarp_insert_batch(many.log, 4, STREAM(times, ANT_I64), STREAM(sources, ANT_U64),
                                                 STREAM(sequences, ANT_U64), STREAM(lens, ANT_U8), payloads, 4,
                                                 STREAM(verdicts, ANT_U8), STREAM(status, ANT_I8)));
    CHECK(verdicts[0] == ANT_ARRIVAL_IN_ORDER && verdicts[1] == ANT_ARRIVAL_IN_ORDER);
    CHECK(verdicts[2] == ANT_ARRIVAL_DUPLICATE && verdicts[3] == ANT_ARRIVAL_TOO_OLD);
    CHECK(status[0] == ANT_OK && status[2] == ANT_OK && status[3] == ANT_REFUSED);
    shot(one.log, 10 * MS, A, B);
    shot(one.log, 30 * MS, C, A);
    GIVES(ANT_OK, ant_timewarp_events_hash(one.log, 0, 31 * MS, &hash));
    GIVES(ANT_OK, ant_timewarp_events_hash(many.log, 0, 31 * MS, &other));
    CHECK(hash == other && hash != 0);
    GIVES(ANT_OK, ant_timewarp_events_hash(many.log, 0, 30 * MS, &other));
    CHECK(hash != other);
    run_at(&many, 100 * MS, ANT_OK);
    CHECK(alive(&many, 0, 0, 1));
    GIVES(ANT_OK, ant_destroy(one.log.id));
    GIVES(ANT_OK, ant_destroy(many.log.id));
}

static void a_late_joiner_goes_on_with_the_same_state(void) {
    Player p = player(timewarp()), joined = player(timewarp());
    uint8_t bytes[4096];
    uint64_t needed = 0;
    shot(p.log, 150 * MS, B, C);
    run_at(&p, 200 * MS, ANT_OK);
    GIVES(ANT_OK, ant_snapshot(p.log.id, NULL, 0, &needed));
    ENSURE(needed > 0 && needed <= sizeof bytes);
    GIVES(ANT_OK, ant_snapshot(p.log.id, bytes, sizeof bytes, &needed));
    GIVES(ANT_OK, ant_restore(joined.log.id, bytes, needed));
    CHECK(log_hash(joined.log) == log_hash(p.log));
    GIVES(ANT_OK, ant_timewarp_resync(joined.log));
    memset(&joined.game, 9, sizeof joined.game);
    run_at(&joined, 200 * MS, ANT_OK);
    CHECK(alive(&joined, 1, 1, 0));
    shot(p.log, 100 * MS, A, B);
    shot(joined.log, 100 * MS, A, B);
    run_at(&p, 350 * MS, ANT_OK);
    run_at(&joined, 350 * MS, ANT_OK);
    CHECK(alive(&p, 1, 0, 1) && alive(&joined, 1, 0, 1));
    GIVES(ANT_OK, ant_destroy(p.log.id));
    GIVES(ANT_OK, ant_destroy(joined.log.id));
}

static void all_memory_is_taken_at_the_beginning_and_given_back(void) {
    uint64_t before = bytes_in_use(), during, bytes = 0;
    AntTimewarpDesc desc = timewarp_desc();
    Player p;
    int i;
    desc.window = 20 * MS;
    p = player(timewarp_of(&desc));
    during = bytes_in_use();
    GIVES(ANT_OK, ant_bytes(p.log.id, &bytes));
    CHECK(bytes >= 64 * 4 + 16 * 16 && during - before >= bytes && during - before < bytes + 256);
    for (i = 0; i < 300; i++) {
        shot(p.log, i * MS, C, C);
        if (i >= 5) CHECK(shot(p.log, (i - 5) * MS, A, C) == ANT_ARRIVAL_LATE);
        run_at(&p, i * MS, ANT_OK);
        GIVES(ANT_OK, ant_timewarp_clear_changes(p.log));
        CHECK(bytes_in_use() == during);
    }
    CHECK(stats_of_log(p.log).total_replayed > 300);
    GIVES(ANT_OK, ant_destroy(p.log.id));
    CHECK(bytes_in_use() == before);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_dead_man_does_not_shoot);
    RUN_TEST(cancelling_gives_a_player_back);
    RUN_TEST(plans_do_the_same_as_callbacks);
    RUN_TEST(an_aborted_plan_is_repaired);
    RUN_TEST(a_callback_that_fails_stops_the_run_and_the_next_one_repairs);
    RUN_TEST(an_outcome_that_is_too_long_counts_as_failure);
    RUN_TEST(callbacks_that_call_back_are_refused);
    RUN_TEST(limits_are_kept);
    RUN_TEST(a_batch_is_many_events);
    RUN_TEST(a_late_joiner_goes_on_with_the_same_state);
    RUN_TEST(all_memory_is_taken_at_the_beginning_and_given_back);
    return ensure_end();
}
