/* A game of three players for the tests of timewarp: who is alive, and callbacks that can be told to fail or to call back. */
#ifndef ANTRECKON_TEST_TIMEWARP_H
#define ANTRECKON_TEST_TIMEWARP_H

#include "support_map/scene.h"

#define MS MILLISECOND
#define GIVES(expected, call) CHECK(has_status(call, expected))

typedef struct Game {
    uint8_t alive[3];
} Game;

/* What callbacks get. */
typedef struct Player {
    Game game;
    AntTimewarp log;
    /* Which callback fails: ANT_STOPPED_BY_SAVE, ..._LOAD, ..._EXECUTE, ..._STATE_SIZE; after how many good calls of it. */
    uint32_t fails;
    int good_calls;
    /* Whether callbacks call into the log, and how often one of these calls was not refused as busy. */
    int calls_back, let_in;
    uint32_t outcome_len;
    int saves, loads, executions, replays;
} Player;

static inline Player player(AntTimewarp log) {
    Player p;
    memset(&p, 0, sizeof p);
    memset(p.game.alive, 1, sizeof p.game.alive);
    p.log = log;
    p.outcome_len = 1;
    return p;
}

static inline int fails_now(Player *p, uint32_t which) { return p->fails == which && p->good_calls-- == 0; }

static inline void call_back(Player *p) {
    AntTimewarpStats stats;
    uint32_t verdict = 0;
    memset(&stats, 0, sizeof stats);
    stats.struct_size = (uint32_t)sizeof stats;
    p->let_in += ant_timewarp_stats(p->log, &stats) != ANT_ERROR_BUSY;
    p->let_in += ant_timewarp_insert(p->log, 1, 1, 1, NULL, 0, &verdict) != ANT_ERROR_BUSY;
    p->let_in += ant_timewarp_cancel(p->log, 1, 1, 1, &verdict) != ANT_ERROR_BUSY;
    p->let_in += ant_timewarp_resync(p->log) != ANT_ERROR_BUSY;
    p->let_in += ant_timewarp_clear_changes(p->log) != ANT_ERROR_BUSY;
}

static int32_t game_save(uint32_t slot, void *buffer, uint64_t capacity, uint64_t *out_len, void *user) {
    Player *p = (Player *)user;
    CHECK(slot < 1024 && *out_len == 0);
    if (p->calls_back) call_back(p);
    if (fails_now(p, ANT_STOPPED_BY_SAVE)) return 11;
    if (fails_now(p, ANT_STOPPED_BY_STATE_SIZE)) {
        *out_len = capacity + 1;
        return 0;
    }
    CHECK(capacity >= sizeof p->game);
    memcpy(buffer, &p->game, sizeof p->game);
    *out_len = sizeof p->game;
    p->saves++;
    return 0;
}

static int32_t game_load(uint32_t slot, const void *bytes, uint64_t byte_len, void *user) {
    Player *p = (Player *)user;
    CHECK(slot < 1024 && byte_len == sizeof p->game);
    if (p->calls_back) call_back(p);
    if (fails_now(p, ANT_STOPPED_BY_LOAD)) {
        memset(&p->game, 9, sizeof p->game);
        return -12;
    }
    memcpy(&p->game, bytes, sizeof p->game);
    p->loads++;
    return 0;
}

static inline void shoot(Game *game, uint64_t shooter, const void *payload, AntOutcome *outcome, uint32_t outcome_len) {
    uint8_t victim = *(const uint8_t *)payload;
    if (game->alive[shooter] && game->alive[victim]) {
        game->alive[victim] = 0;
        outcome->len = outcome_len;
        outcome->bytes[0] = victim;
    }
}

static int32_t game_execute(const AntTimewarpEvent *event, const void *payload, AntOutcome *out_outcome, void *user) {
    Player *p = (Player *)user;
    CHECK(event->struct_size == sizeof *event && event->payload_len == 1 && out_outcome->len == 0);
    if (p->calls_back) call_back(p);
    if (fails_now(p, ANT_STOPPED_BY_EXECUTE)) {
        memset(&p->game, 9, sizeof p->game);
        return 13;
    }
    shoot(&p->game, event->source, payload, out_outcome, p->outcome_len);
    p->executions++;
    p->replays += (int)event->replay;
    return 0;
}

static inline AntTimewarpDesc timewarp_desc(void) {
    AntTimewarpDesc desc;
    CHECK(ant_timewarp_desc_init(&desc) == ANT_OK);
    desc.max_events = 64;
    desc.max_payload = 4;
    desc.max_state = 16;
    return desc;
}

static inline AntTimewarp timewarp_of(const AntTimewarpDesc *desc) {
    AntTimewarp log;
    log.id = 0;
    CHECK(has_status(ant_timewarp_create(desc, &log), ANT_OK));
    return log;
}

static inline AntTimewarp timewarp(void) {
    AntTimewarpDesc desc = timewarp_desc();
    return timewarp_of(&desc);
}

/* A shot; returns the verdict. */
static inline uint32_t shot(AntTimewarp log, int64_t time, uint64_t shooter, uint8_t victim) {
    uint32_t verdict = 99;
    AntStatus status = ant_timewarp_insert(log, time, shooter, 1, &victim, 1, &verdict);
    CHECK(status == (verdict >= ANT_ARRIVAL_TOO_OLD ? ANT_REFUSED : ANT_OK));
    return verdict;
}

static inline AntTimewarpReport run_at(Player *p, int64_t now, AntStatus expected) {
    AntTimewarpReport report;
    memset(&report, 0, sizeof report);
    report.struct_size = (uint32_t)sizeof report;
    CHECK(has_status(ant_timewarp_run(p->log, now, game_save, game_load, game_execute, p, &report), expected));
    return report;
}

static inline AntTimewarpStats stats_of_log(AntTimewarp log) {
    AntTimewarpStats stats;
    memset(&stats, 0, sizeof stats);
    stats.struct_size = (uint32_t)sizeof stats;
    CHECK(has_status(ant_timewarp_stats(log, &stats), ANT_OK));
    return stats;
}

static inline AntTimewarpChange change_of(AntTimewarp log, uint32_t index) {
    AntTimewarpChange change;
    memset(&change, 0, sizeof change);
    change.struct_size = (uint32_t)sizeof change;
    CHECK(has_status(ant_timewarp_change(log, index, &change), ANT_OK));
    return change;
}

static inline uint64_t log_hash(AntTimewarp log) {
    uint64_t hash = 0;
    CHECK(has_status(ant_state_hash(log.id, &hash), ANT_OK));
    return hash;
}

static inline int alive(const Player *p, int a, int b, int c) {
    return p->game.alive[0] == a && p->game.alive[1] == b && p->game.alive[2] == c;
}

#endif
