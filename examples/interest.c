/* Interest scheme and hybrid method (2008) through the front door: items and lives are told to both ends, and what the sender
 * promises holds: nobody is predicted farther off than the threshold.
 * cc interest.c -I include -L target/release -lantreckon -lm -o interest */
#include "example.h"
#include <math.h>

#define TICK (MS * 1000 / 60)
enum { PLAYERS = 3, ITEMS = 2, OBSERVER = 1, PEER = 1 };

static const double items[ITEMS][3] = {{12, 0, -6}, {-10, 0, 8}};

/* Somebody who goes from one item to the other, in curves. */
static AntState player_at(uint32_t player, int64_t now) {
    AntState state;
    double t = (double)now * 1e-9 + 7.0 * player, turn = 0.5 + 0.1 * player;
    MUST(ant_state_init(&state));
    state.player = player;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = 12 * cos(turn * t), state.position[2] = 7 * sin(2 * turn * t);
    state.velocity[0] = -12 * turn * sin(turn * t), state.velocity[2] = 14 * turn * cos(2 * turn * t);
    return state;
}

/* Plays 30 s; updates sent, and the farthest that anybody was predicted off. */
static uint64_t play(AntModel model, double *worst) {
    AntPredictorDesc predictor_desc;
    AntInterestDesc interest;
    AntOutboxDesc outbox_desc;
    AntGhostsDesc ghosts_desc;
    AntSenderRules rules;
    AntProfile profile;
    AntPredictor known;
    AntOutbox outbox;
    AntGhosts ghosts;
    AntConnectionStats stats;
    uint64_t updates = 0;
    uint32_t i;
    int64_t now;

    /* What both ends must have in common: the constants of the scheme, for players who run 10 m/s. */
    MUST(ant_predictor_desc_init(&predictor_desc));
    MUST(ant_predictor_create(&predictor_desc, &known));
    MUST(ant_interest_desc_init(&interest));
    interest.unit = 10.0 / 40;
    interest.radius = 60;
    MUST(ant_predictor_set_interest(known, &interest));

    /* The owner's machine: receivers run the model, the outbox knows what they show. */
    MUST(ant_profile_init(&profile));
    profile.model = model;
    MUST(ant_outbox_desc_init(&outbox_desc));
    MUST(ant_outbox_create(&outbox_desc, &profile, &outbox));
    MUST(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    rules.position = 0.5;
    MUST(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules));
    MUST(ant_outbox_share(outbox, known));

    /* The other machine. */
    MUST(ant_ghosts_desc_init(&ghosts_desc));
    MUST(ant_ghosts_create(&ghosts_desc, &ghosts));
    MUST(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    MUST(ant_ghosts_share(ghosts, known));
    MUST(ant_ghosts_set_clock(ghosts, PEER, 0, 0));
    MUST(ant_destroy(known.id));

    *worst = 0;
    for (now = 0; now < 30000 * MS; now += TICK) {
        unsigned char bytes[1200];
        uint64_t size;
        if (now % (1000 * MS) < TICK) {
            /* Your game's own messages: who has how much life, which item lies there. Tell both ends what they say. */
            uint32_t k = (uint32_t)(now / (1000 * MS));
            float life = (float)(100 - 20 * (k % 5));
            MUST(ant_outbox_set_life(outbox, k % PLAYERS, life));
            MUST(ant_ghosts_set_life(ghosts, k % PLAYERS, life));
            MUST(ant_outbox_set_object(outbox, k % ITEMS, items[k % ITEMS], 50, k % 4 != 3));
            MUST(ant_ghosts_set_object(ghosts, k % ITEMS, items[k % ITEMS], 50, k % 4 != 3));
        }
        for (i = 0; i < PLAYERS; i++) {
            AntState state = player_at(i, now);
            MUST(ant_outbox_submit(outbox, &state, 1, now));
        }
        MUST(ant_outbox_packet(outbox, OBSERVER, now, bytes, sizeof bytes, &size)); /* a socket in your game */
        if (size > 0) MUST(ant_ghosts_receive(ghosts, PEER, bytes, size, now));
        MUST(ant_ghosts_draw(ghosts, now, NULL, NULL));
        for (i = 0; i < PLAYERS; i++) {
            AntState state = player_at(i, now);
            AntGhost seen;
            MUST(ant_ghost_init(&seen));
            MUST(ant_ghosts_get(ghosts, i, &seen));
            *worst = fmax(*worst, hypot(seen.predicted_position[0] - state.position[0], seen.predicted_position[2] - state.position[2]));
        }
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
    static const struct {
        AntModel model;
        const char *name;
    } models[] = {{ANT_MODEL_DR1, "dead reckoning"}, {ANT_MODEL_INTEREST, "interest scheme"}, {ANT_MODEL_HYBRID, "hybrid method"}};
    int kept = 1;
    uint32_t i;
    check_library();
    for (i = 0; i < 3; i++) {
        double worst;
        uint64_t updates = play(models[i].model, &worst);
        printf("%s: %u updates in 30 s, never more than %.2f m off\n", models[i].name, (unsigned)updates, worst);
        kept = kept && updates > 0 && worst < 0.53;
    }
    return !kept;
}
