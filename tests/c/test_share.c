/* What both ends share that run one model: the sender's promise through the front door. */
#include "antreckon.h"
#include "ensure.h"
#include <math.h>

#define SECOND INT64_C(1000000000)
#define TICK (SECOND / 60)
enum { PLAYERS = 3, OBSERVER = 5, PEER = 9 };

static const double route[4][3] = {{-25, 0, -20}, {15, 0, -20}, {15, 0, 10}, {-20, 0, 25}};
static const double things[2][3] = {{10, 0, -12}, {-15, 0, 5}};

#define DO(call) CHECK((call) >= 0)

/* What the models of both ends rest on. */
static AntPredictor knowledge(void) {
    AntPredictorDesc desc;
    AntStrategyDesc strategies;
    AntInterestDesc interest;
    AntPredictor predictor = {0};
    AntStream points;
    DO(ant_predictor_desc_init(&desc));
    DO(ant_predictor_create(&desc, &predictor));
    DO(ant_strategy_desc_init(&strategies));
    strategies.threshold = 3;
    strategies.width = 4;
    DO(ant_predictor_set_strategies(predictor, &strategies));
    memset(&points, 0, sizeof points);
    points.data = (void *)route;
    points.byte_len = sizeof route;
    points.format = ANT_F64X3;
    DO(ant_predictor_add_route(predictor, 4, &points, 1, NULL));
    DO(ant_interest_desc_init(&interest));
    interest.unit = 6.0 / 40;
    DO(ant_predictor_set_interest(predictor, &interest));
    return predictor;
}

static AntProfile profile_of(AntModel model) {
    AntProfile profile;
    DO(ant_profile_init(&profile));
    profile.model = model;
    return profile;
}

static AntOutbox shared_outbox(AntModel model) {
    AntOutboxDesc desc;
    AntSenderRules rules;
    AntProfile profile = profile_of(model);
    AntOutbox outbox = {0};
    DO(ant_outbox_desc_init(&desc));
    desc.run_speed = 6;
    DO(ant_outbox_create(&desc, &profile, &outbox));
    DO(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    rules.position = 0.3;
    DO(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules));
    return outbox;
}

static AntGhosts shared_ghosts(AntModel model) {
    AntGhostsDesc desc;
    AntProfile profile = profile_of(model);
    AntGhosts ghosts = {0};
    DO(ant_ghosts_desc_init(&desc));
    desc.run_speed = 6;
    DO(ant_ghosts_create(&desc, &ghosts));
    DO(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    DO(ant_ghosts_set_clock(ghosts, PEER, 0, 0));
    return ghosts;
}

/* Along the route, around a circle, to and fro. */
static AntState player_at(uint32_t player, int64_t now) {
    AntState state;
    double t = (double)now * 1e-9;
    DO(ant_state_init(&state));
    state.player = player;
    state.flags = ANT_STATE_HAS_VELOCITY;
    if (player == 0) {
        double along = 6 * t, first = 40, second = 30;
        if (along < first) {
            state.position[0] = -25 + along, state.position[2] = -20, state.velocity[0] = 6;
        } else if (along < first + second) {
            state.position[0] = 15, state.position[2] = -20 + along - first, state.velocity[2] = 6;
        } else {
            state.position[0] = 15, state.position[2] = 10;
        }
    } else if (player == 1) {
        state.position[0] = 8 * cos(t * 0.6), state.position[2] = 8 * sin(t * 0.6);
        state.velocity[0] = -4.8 * sin(t * 0.6), state.velocity[2] = 4.8 * cos(t * 0.6);
    } else {
        double leg = fmod(t, 4);
        state.position[0] = leg < 2 ? 5 * leg : 20 - 5 * leg, state.position[2] = -8;
        state.velocity[0] = leg < 2 ? 5 : -5;
    }
    return state;
}

/* The farthest that somebody was predicted off in 15 s on a network without delay; less than 0: a packet was refused. */
static double worst_error(AntModel model, int shares) {
    AntOutbox outbox = shared_outbox(model);
    AntGhosts ghosts = shared_ghosts(model);
    AntPredictor known = knowledge();
    double worst = 0;
    int64_t now;
    uint32_t i;
    DO(ant_ghosts_share(ghosts, known));
    if (shares) {
        DO(ant_outbox_share(outbox, known));
    }
    DO(ant_destroy(known.id));
    for (now = 0; now < 15 * SECOND; now += TICK) {
        unsigned char bytes[1200];
        uint64_t size = 0;
        if (now % SECOND < TICK) {
            /* Things are taken and come back, lives change: both ends are told at once. */
            uint32_t k = (uint32_t)(now / SECOND);
            DO(ant_ghosts_set_object(ghosts, k % 2, things[k % 2], 40, k % 3 != 0));
            DO(ant_outbox_set_object(outbox, k % 2, things[k % 2], 40, k % 3 != 0));
            DO(ant_ghosts_set_life(ghosts, k % PLAYERS, (float)(20 * (int)(k % 5) - 10)));
            DO(ant_outbox_set_life(outbox, k % PLAYERS, (float)(20 * (int)(k % 5) - 10)));
        }
        for (i = 0; i < PLAYERS; i++) {
            AntState state = player_at(i, now);
            DO(ant_outbox_submit(outbox, &state, 1, now));
        }
        CHECK(ant_outbox_packet(outbox, OBSERVER, now, bytes, sizeof bytes, &size) == ANT_OK);
        if (size > 0) {
            AntStatus status = ant_ghosts_receive(ghosts, PEER, bytes, size, now);
            if (status == ANT_ERROR_MISMATCH) {
                worst = -1;
                break;
            }
            CHECK(status == ANT_OK);
        }
        DO(ant_ghosts_draw(ghosts, now, NULL, NULL));
        for (i = 0; i < PLAYERS; i++) {
            AntState state = player_at(i, now);
            AntGhost seen;
            DO(ant_ghost_init(&seen));
            CHECK(ant_ghosts_get(ghosts, i, &seen) == ANT_OK);
            worst = fmax(worst, hypot(seen.predicted_position[0] - state.position[0], seen.predicted_position[2] - state.position[2]));
        }
        DO(ant_ghosts_reply(ghosts, PEER, now, bytes, sizeof bytes, &size));
        if (size > 0) {
            DO(ant_outbox_receive(outbox, OBSERVER, bytes, size, now));
        }
    }
    DO(ant_destroy(ghosts.id));
    DO(ant_destroy(outbox.id));
    return worst;
}

static void the_threshold_holds_with_every_model_that_rests_on_something(void) {
    static const AntModel models[] = {ANT_MODEL_INTEREST, ANT_MODEL_HYBRID, ANT_MODEL_STRATEGY, ANT_MODEL_NEURO, ANT_MODEL_AUTO};
    uint32_t i;
    for (i = 0; i < sizeof models / sizeof models[0]; i++) {
        double worst = worst_error(models[i], 1);
        if (!(worst > 0.1 && worst < 0.32)) {
            printf("model %u: %g m\n", (unsigned)models[i], worst);
        }
        CHECK(worst > 0.1 && worst < 0.32);
    }
}

static void an_outbox_that_was_not_given_the_same_is_refused(void) {
    CHECK(worst_error(ANT_MODEL_STRATEGY, 0) == -1);
    CHECK(worst_error(ANT_MODEL_INTEREST, 0) == -1);
    CHECK(worst_error(ANT_MODEL_DR1, 0) > 0.1);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_threshold_holds_with_every_model_that_rests_on_something);
    RUN_TEST(an_outbox_that_was_not_given_the_same_is_refused);
    return ensure_end();
}
