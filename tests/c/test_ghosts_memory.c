/* Memory of a thousand ghosts: what it is today and a tenth more, so that growth is noticed. */
#include "support_map/scene.h"

enum { PLAYERS = 1000, PEER = 1 };

/* Bytes per ghost after five seconds of updates, when all that is remembered of the past has been filled: as the ghosts say, and as
 * the library's allocator counts. */
static void measure(AntModel model, double *said, double *counted) {
    static AntState states[PLAYERS];
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntProfile profile;
    uint64_t before = bytes_in_use(), size;
    double angle;
    int64_t now = 0;
    uint32_t i, update, updates = (uint32_t)ensure_rounds(100, 6);
    MUST(ant_ghosts_desc_init(&desc)), MUST(ant_profile_init(&profile));
    MUST(ant_ghosts_create(&desc, &ghosts));
    profile.model = model;
    MUST(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    for (update = 0; update < updates; update++, now += 50 * MILLISECOND) {
        for (i = 0; i < PLAYERS; i++) {
            MUST(ant_state_init(&states[i]));
            states[i].player = i;
            states[i].flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_TIME;
            states[i].time = now;
            /* Circles at 5 m/s, so that the ground that was walked on, of which models keep a map, stays the same. */
            angle = 2.5e-9 * (double)now + i;
            states[i].position[0] = i % 32 + 2 * cos(angle);
            states[i].position[2] = i / 32 + 2 * sin(angle);
            states[i].velocity[0] = -5 * sin(angle);
            states[i].velocity[2] = 5 * cos(angle);
        }
        MUST(ant_ghosts_observe(ghosts, PEER, states, PLAYERS, now));
        MUST(ant_ghosts_draw(ghosts, now, NULL, NULL));
    }
    MUST(ant_bytes(ghosts.id, &size));
    *said = (double)size / PLAYERS;
    *counted = (double)(bytes_in_use() - before) / PLAYERS;
    ant_destroy(ghosts.id);
    CHECK(bytes_in_use() == before);
}

static void check(AntModel model, const char *name, double most) {
    double said = 0, counted = 0;
    measure(model, &said, &counted);
    printf("%s: %.0f bytes per ghost, %.0f by the allocator\n", name, said, counted);
    CHECK(said <= most && counted <= most);
    /* What the ghosts say is what there is. */
    CHECK(fabs(said - counted) < 0.1 * counted);
}

static void a_thousand_by_default(void) { check(ANT_MODEL_AUTO, "auto", 1.1 * 29234); }
static void a_thousand_by_dead_reckoning(void) { check(ANT_MODEL_DR1, "dr1", 1.1 * 10709); }

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_thousand_by_default);
    RUN_TEST(a_thousand_by_dead_reckoning);
    return ensure_end();
}
