/* Strategy models (2004) from C: a route is learned from a trial, both ends get it, and the number of the strategy travels with the
 * updates. How many does the next run cost?
 * cc strategy.c -I include -L target/release -lantreckon -lm -o strategy */
#include "example.h"
#include <math.h>

#define TICK (50 * MS)
enum { LEGS = 5, OBSERVER = 1, PEER = 1, PLAYER = 4 };

static const double course[LEGS + 1][2] = {{0, 0}, {40, 0}, {40, 30}, {5, 30}, {5, 60}, {60, 60}};

/* The way at 8 m/s, a little beside the middle; 1 while it goes on. */
static int run_at(int64_t time, double beside, double position[3], double velocity[3]) {
    double rest = 8 * (double)time * 1e-9;
    int leg;
    for (leg = 0; leg < LEGS; leg++) {
        double x = course[leg + 1][0] - course[leg][0], z = course[leg + 1][1] - course[leg][1], length = hypot(x, z);
        if (rest < length) {
            x /= length, z /= length;
            position[0] = course[leg][0] + x * rest - z * beside;
            position[1] = 0;
            position[2] = course[leg][1] + z * rest + x * beside;
            velocity[0] = 8 * x, velocity[1] = 0, velocity[2] = 8 * z;
            return 1;
        }
        rest -= length;
    }
    return 0;
}

/* Updates that a run costs when receivers run this model. */
static uint64_t updates_of_a_run(AntModel model, AntPredictor known, double *worst) {
    AntOutboxDesc outbox_desc;
    AntGhostsDesc ghosts_desc;
    AntSenderRules rules;
    AntProfile profile;
    AntConnectionStats stats;
    AntOutbox outbox;
    AntGhosts ghosts;
    AntState state;
    uint64_t updates = 0;
    int64_t now;
    uint32_t i;
    MUST(ant_profile_init(&profile));
    profile.model = model;
    MUST(ant_outbox_desc_init(&outbox_desc));
    MUST(ant_outbox_create(&outbox_desc, &profile, &outbox));
    MUST(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    rules.position = 2;
    rules.heartbeat = INT64_MAX;
    MUST(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules));
    MUST(ant_outbox_share(outbox, known));
    MUST(ant_ghosts_desc_init(&ghosts_desc));
    ghosts_desc.horizon = 60000 * MS; /* no heartbeat: silence means that all goes as predicted */
    MUST(ant_ghosts_create(&ghosts_desc, &ghosts));
    MUST(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    MUST(ant_ghosts_share(ghosts, known));
    MUST(ant_ghosts_set_clock(ghosts, PEER, 0, 0));
    MUST(ant_state_init(&state));
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    *worst = 0;
    for (now = 0; run_at(now, 0.4 * sin((double)now * 1e-9), state.position, state.velocity); now += TICK) {
        unsigned char bytes[1200];
        uint64_t size;
        AntGhost seen;
        MUST(ant_outbox_submit(outbox, &state, 1, now));
        MUST(ant_outbox_packet(outbox, OBSERVER, now, bytes, sizeof bytes, &size));
        if (size > 0) MUST(ant_ghosts_receive(ghosts, PEER, bytes, size, now));
        MUST(ant_ghosts_draw(ghosts, now, NULL, NULL));
        MUST(ant_ghost_init(&seen));
        MUST(ant_ghosts_get(ghosts, PLAYER, &seen));
        *worst = fmax(*worst, hypot(seen.predicted_position[0] - state.position[0], seen.predicted_position[2] - state.position[2]));
        MUST(ant_ghosts_reply(ghosts, PEER, now, bytes, sizeof bytes, &size));
        if (size > 0) MUST(ant_outbox_receive(outbox, OBSERVER, bytes, size, now));
    }
    MUST(ant_connection_stats_init(&stats));
    MUST(ant_outbox_stats(outbox, OBSERVER, &stats));
    for (i = 0; i < ANT_REASON_COUNT; i++) updates += stats.updates[i];
    MUST(ant_destroy(outbox.id));
    MUST(ant_destroy(ghosts.id));
    return updates;
}

int main(void) {
    AntPredictorDesc predictor_desc;
    AntStrategyDesc desc;
    AntProfile profile;
    AntObservation seen;
    AntPredictor known;
    AntEntity entity;
    double ring[64][3], worst[2];
    AntStream points = stream_of(ring, sizeof ring, ANT_F64X3);
    uint32_t routes, corners;
    uint64_t plain, strategy;
    int64_t now;
    check_library();

    /* A trial: where dead reckoning breaks its threshold are the points of the route. */
    MUST(ant_predictor_desc_init(&predictor_desc));
    MUST(ant_predictor_create(&predictor_desc, &known));
    MUST(ant_strategy_desc_init(&desc));
    desc.threshold = 4;
    desc.width = 6;
    desc.record = 0.5;
    desc.simplify = 0.25;
    MUST(ant_predictor_set_strategies(known, &desc));
    MUST(ant_profile_init(&profile));
    MUST(ant_predictor_add_entity(known, &profile, &entity));
    MUST(ant_predictor_begin_trial(known, entity));
    MUST(ant_observation_init(&seen));
    seen.flags = ANT_OBSERVE_HAS_VELOCITY;
    for (now = 0; run_at(now, 0, seen.position, seen.velocity); now += TICK) {
        seen.time = now;
        MUST(ant_predictor_observe(known, entity, &seen));
    }
    MUST(ant_predictor_end_trial(known, entity, NULL));
    MUST(ant_predictor_learn_strategies(known, &routes));
    MUST(ant_predictor_strategy(known, 0, ANT_STRATEGY_LINE_POLYGON, 0, 64, &points, &corners));
    printf("%u route, whose first strategy is a polygon of %u corners\n", (unsigned)routes, (unsigned)corners);

    plain = updates_of_a_run(ANT_MODEL_DR1, known, &worst[0]);
    strategy = updates_of_a_run(ANT_MODEL_STRATEGY, known, &worst[1]);
    printf("a run costs %u updates by dead reckoning (never more than %.2f m off), %u by strategies (%.2f m)\n",
           (unsigned)plain, worst[0], (unsigned)strategy, worst[1]);
    MUST(ant_destroy(known.id));
    return !(routes == 1 && corners >= 6 && strategy < plain && worst[0] < 2.03 && worst[1] < 2.03);
}
