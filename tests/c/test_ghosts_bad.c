/* Ghosts: what is refused, and that it changes nothing. Every function of the front door is here or in test_outbox_bad.c. */
#include "support_map/scene.h"
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

enum { PLAYER = 7, NOBODY = 8, PEER = 1, NO_PEER = 2 };

static AntGhosts ghosts;

static AntState state_at(double x) {
    AntState state;
    MUST(ant_state_init(&state));
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = x;
    return state;
}

static AntGhosts fresh_ghosts(void) {
    AntGhostsDesc desc;
    AntGhosts made;
    MUST(ant_ghosts_desc_init(&desc));
    MUST(ant_ghosts_create(&desc, &made));
    return made;
}

static AntOutbox fresh_outbox(void) {
    AntOutboxDesc desc;
    AntOutbox made;
    MUST(ant_outbox_desc_init(&desc));
    MUST(ant_outbox_create(&desc, NULL, &made));
    return made;
}

/* Ghosts that show one player. */
static void open_ghosts(void) {
    AntState state = state_at(1);
    ghosts = fresh_ghosts();
    MUST(ant_ghosts_observe(ghosts, PEER, &state, 1, SECOND));
    MUST(ant_ghosts_draw(ghosts, SECOND, NULL, NULL));
}

static uint64_t hash_of(uint64_t id) {
    uint64_t hash = 0;
    MUST(ant_state_hash(id, &hash));
    return hash;
}

static void handles_that_are_none_are_refused(void) {
    uint64_t bad[BAD_HANDLES];
    AntOutbox outbox = fresh_outbox();
    AntGhosts destroyed = fresh_ghosts(), g;
    AntState state = state_at(1);
    AntGhost seen;
    AntGhostEvent event;
    AntPeerStats peer;
    AntPlayerStats player;
    AntPrediction ahead;
    AntProfile profile;
    AntBaseMotion motion;
    AntPredictor known = lone_predictor();
    const double place[3] = {1, 0, 2};
    unsigned char bytes[16] = {0};
    uint64_t size;
    uint32_t count, i;
    open_ghosts();
    ant_destroy(destroyed.id);
    MUST(ant_ghost_init(&seen)), MUST(ant_peer_stats_init(&peer)), MUST(ant_player_stats_init(&player));
    MUST(ant_prediction_init(&ahead)), MUST(ant_profile_init(&profile)), MUST(ant_base_motion_init(&motion));
    bad_handles(ghosts.id, destroyed.id, outbox.id, bad);
#define DEAD(function, arguments) REFUSED(INVALID_HANDLE, "ghosts", function, arguments)
    for (i = 0; i < BAD_HANDLES; i++) {
        g.id = bad[i];
        DEAD(ant_ghosts_receive, (g, PEER, bytes, 16, 0));
        DEAD(ant_ghosts_observe, (g, PEER, &state, 1, 0));
        DEAD(ant_ghosts_reply, (g, PEER, 0, bytes, 16, &size));
        DEAD(ant_ghosts_set_clock, (g, PEER, 0, 0));
        DEAD(ant_ghosts_set_freshness, (g, PLAYER, 0.5));
        DEAD(ant_ghosts_remove, (g, PLAYER));
        DEAD(ant_ghosts_remove_peer, (g, PEER));
        DEAD(ant_ghosts_draw, (g, 0, NULL, NULL));
        DEAD(ant_ghosts_draw_begin, (g, 0, &count));
        DEAD(ant_ghosts_draw_task, (g, 0));
        DEAD(ant_ghosts_draw_end, (g, NULL, NULL));
        DEAD(ant_ghosts_get, (g, PLAYER, &seen));
        DEAD(ant_ghosts_predict, (g, PLAYER, 0, &ahead));
        DEAD(ant_ghosts_set_profile, (g, PLAYER, &profile));
        DEAD(ant_ghosts_load_weights, (g, NULL, 0));
        DEAD(ant_ghosts_set_base, (g, 4, &motion, 0));
        DEAD(ant_ghosts_share, (g, known));
        DEAD(ant_ghosts_set_object, (g, 1, place, 5, 1));
        DEAD(ant_ghosts_set_life, (g, PLAYER, 5));
        DEAD(ant_ghosts_load_bank, (g, 0, bytes, 16));
        DEAD(ant_ghosts_next_event, (g, &event));
        DEAD(ant_ghosts_peer_stats, (g, PEER, &peer));
        DEAD(ant_ghosts_player_stats, (g, PLAYER, &player));
    }
#undef DEAD
    ant_destroy(outbox.id);
    ant_destroy(ghosts.id);
}

static void descriptors_are_checked(void) {
    AntGhostsDesc desc;
    AntGhosts made = {77};
    AntOutbox outbox = fresh_outbox();
#define SPOILED(status, field, value)                                             \
    MUST(ant_ghosts_desc_init(&desc));                                            \
    desc.field = value;                                                           \
    REFUSED(status, #field, ant_ghosts_create, (&desc, &made))
    SPOILED(INVALID_ARGUMENT, max_players, 0);
    SPOILED(INVALID_ARGUMENT, max_players, 1048577);
    SPOILED(INVALID_ARGUMENT, max_peers, 0);
    SPOILED(INVALID_ARGUMENT, max_peers, 4097);
    SPOILED(INVALID_ARGUMENT, inbox_bytes, 4095);
    SPOILED(INVALID_ARGUMENT, inbox_bytes, 0xffffffffu);
    SPOILED(INVALID_ARGUMENT, run_speed, -1);
    SPOILED(INVALID_ARGUMENT, run_speed, 1e-4);
    SPOILED(INVALID_ARGUMENT, run_speed, NAN);
    SPOILED(INVALID_ARGUMENT, run_speed, INFINITY);
    SPOILED(INVALID_ARGUMENT, freshness, -0.1);
    SPOILED(INVALID_ARGUMENT, freshness, 100);
    SPOILED(INVALID_ARGUMENT, freshness, NAN);
    SPOILED(INVALID_ARGUMENT, position_step, 0);
    SPOILED(INVALID_ARGUMENT, position_step, NAN);
    SPOILED(INVALID_ARGUMENT, velocity_step, -0.01);
    SPOILED(INVALID_ARGUMENT, velocity_step, INFINITY);
    SPOILED(INVALID_ARGUMENT, snap_distance, 0);
    SPOILED(INVALID_ARGUMENT, snap_distance, NAN);
    SPOILED(INVALID_ARGUMENT, horizon, 0);
    SPOILED(INVALID_ARGUMENT, horizon, INT64_MAX);
    SPOILED(INVALID_ARGUMENT, fade, -1);
    SPOILED(INVALID_ARGUMENT, fade, INT64_MAX);
    SPOILED(INVALID_ARGUMENT, convergence, 99);
    SPOILED(INVALID_ARGUMENT, adapt_per_frame, 1001);
    SPOILED(INVALID_ARGUMENT, bezier_reach, 1.1);
    SPOILED(INVALID_ARGUMENT, bezier_reach, NAN);
    SPOILED(INVALID_ARGUMENT, frame.kind, 99);
#undef SPOILED
#define SPOILED(text, field, value)                                               \
    MUST(ant_ghosts_desc_init(&desc));                                            \
    desc.field.id = value;                                                        \
    REFUSED(INVALID_HANDLE, text, ant_ghosts_create, (&desc, &made))
    SPOILED("world", world, 77);
    SPOILED("world", world, outbox.id);
    SPOILED("map", map, 77);
    SPOILED("map", map, outbox.id);
#undef SPOILED
    MUST(ant_ghosts_desc_init(&desc));
    REFUSED(NULL_POINTER, "out_ghosts", ant_ghosts_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "desc", ant_ghosts_create, (NULL, &made));
    CHECK(made.id == 77);
    ant_destroy(outbox.id);
}

static void states_and_packets_are_checked(void) {
    AntState states[2];
    unsigned char bytes[16] = {0};
    uint64_t before;
    AntPeerStats stats;
    open_ghosts();
    before = hash_of(ghosts.id);
    REFUSED(NULL_POINTER, "bytes", ant_ghosts_receive, (ghosts, PEER, NULL, 16, 0));
    REFUSED(CORRUPT, "packet", ant_ghosts_receive, (ghosts, PEER, bytes, 16, 0));
    REFUSED(CORRUPT, "packet", ant_ghosts_receive, (ghosts, PEER, bytes, 0, 0));
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_receive, (ghosts, PEER, bytes, 16, INT64_MAX));
    REFUSED(NULL_POINTER, "states", ant_ghosts_observe, (ghosts, PEER, NULL, 1, 0));
    /* The second one is bad: nothing of the first is kept. */
#define SPOILED(status, text, change)                                                   \
    states[0] = state_at(50), states[1] = state_at(60);                                 \
    states[1].change;                                                                   \
    REFUSED(status, text, ant_ghosts_observe, (ghosts, PEER, states, 2, 2 * SECOND))
    SPOILED(INVALID_ARGUMENT, "player", player = ANT_EVERYBODY);
    SPOILED(NOT_FINITE, "position", position[0] = NAN);
    SPOILED(NOT_FINITE, "position", position[1] = INFINITY);
    SPOILED(NOT_FINITE, "velocity", velocity[2] = -INFINITY);
    SPOILED(OUT_OF_RANGE, "flags", flags = 1);
    SPOILED(OUT_OF_RANGE, "flags", flags = 0x80000000u);
    SPOILED(BAD_STRUCT, "", struct_size = 0);
    states[0] = state_at(50);
    states[0].flags |= ANT_STATE_HAS_TIME;
    states[0].time = INT64_MIN;
    REFUSED(INVALID_ARGUMENT, "time", ant_ghosts_observe, (ghosts, PEER, states, 1, SECOND));
    states[0] = state_at(50);
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_observe, (ghosts, PEER, states, 1, INT64_MIN));
    states[0].flags |= ANT_STATE_HAS_ACCELERATION, states[0].acceleration[0] = NAN;
    REFUSED(NOT_FINITE, "acceleration", ant_ghosts_observe, (ghosts, PEER, states, 1, SECOND));
    states[0] = state_at(50);
    states[0].flags |= ANT_STATE_HAS_ORIENTATION, states[0].orientation[3] = 7;
    REFUSED(OUT_OF_RANGE, "orientation", ant_ghosts_observe, (ghosts, PEER, states, 1, SECOND));
    states[0] = state_at(50);
    states[0].flags |= ANT_STATE_HAS_ANGULAR_VELOCITY, states[0].angular_velocity[1] = NAN;
    REFUSED(NOT_FINITE, "angular_velocity", ant_ghosts_observe, (ghosts, PEER, states, 1, SECOND));
#undef SPOILED
    CHECK(hash_of(ghosts.id) == before);
    MUST(ant_ghosts_draw(ghosts, 2 * SECOND, NULL, NULL));
    MUST(ant_peer_stats_init(&stats));
    MUST(ant_ghosts_peer_stats(ghosts, PEER, &stats));
    CHECK(stats.verdicts[ANT_VERDICT_APPLIED] == 1 && stats.packets == 0 && stats.overflowed == 0);
    ant_destroy(ghosts.id);
}

static void frames_are_checked(void) {
    AntGhostFrame frame;
    double places[2][3];
    uint32_t count = 99, tasks;
    uint64_t before;
    open_ghosts();
    before = hash_of(ghosts.id);
#define SPOILED(status, text, change)                                                      \
    MUST(ant_ghost_frame_init(&frame));                                                    \
    frame.capacity = 2;                                                                    \
    frame.positions = *STREAM(places, ANT_F64X3);                                          \
    change;                                                                                \
    REFUSED(status, text, ant_ghosts_draw, (ghosts, 2 * SECOND, &frame, &count));          \
    REFUSED(status, text, ant_ghosts_draw_end, (ghosts, &frame, &count))
    SPOILED(BAD_STRUCT, "", frame.struct_size = 0);
    SPOILED(BUFFER_TOO_SMALL, "positions", frame.positions.byte_len = 47);
    SPOILED(BUFFER_TOO_SMALL, "positions", frame.capacity = 3);
    SPOILED(INVALID_ARGUMENT, "positions", frame.positions.stride = 8);
    SPOILED(INVALID_ARGUMENT, "positions", frame.positions.format = ANT_F64);
    SPOILED(INVALID_ARGUMENT, "positions", frame.positions.format = 99);
    SPOILED(INVALID_ARGUMENT, "players", frame.players = *STREAM(places, ANT_F32X3));
    SPOILED(INVALID_ARGUMENT, "velocities", frame.velocities = *STREAM(places, ANT_U32));
    SPOILED(INVALID_ARGUMENT, "orientations", frame.orientations = *STREAM(places, ANT_F64X3));
    SPOILED(INVALID_ARGUMENT, "sources", frame.sources = *STREAM(places, ANT_F64));
    SPOILED(INVALID_ARGUMENT, "flags", frame.flags = *STREAM(places, ANT_F64));
    SPOILED(INVALID_ARGUMENT, "predicted_positions", frame.predicted_positions = *STREAM(places, ANT_U8));
    SPOILED(INVALID_ARGUMENT, "radii", frame.radii = *STREAM(places, ANT_U32));
    SPOILED(OVERLAP, "velocities", frame.velocities = *STREAM(places, ANT_F64X3));
#undef SPOILED
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_draw, (ghosts, INT64_MAX, NULL, NULL));
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_draw_begin, (ghosts, INT64_MIN, &tasks));
    REFUSED(NULL_POINTER, "out_tasks", ant_ghosts_draw_begin, (ghosts, 2 * SECOND, NULL));
    REFUSED(STATE, "no frame", ant_ghosts_draw_task, (ghosts, 0));
    REFUSED(STATE, "no frame", ant_ghosts_draw_end, (ghosts, NULL, NULL));
    CHECK(count == 99 && hash_of(ghosts.id) == before);
    /* In a frame. */
    MUST(ant_ghosts_draw_begin(ghosts, 2 * SECOND, &tasks));
    REFUSED(OUT_OF_RANGE, "task", ant_ghosts_draw_task, (ghosts, tasks));
    REFUSED(STATE, "tasks", ant_ghosts_draw, (ghosts, 2 * SECOND, NULL, NULL));
    REFUSED(STATE, "tasks", ant_ghosts_draw_begin, (ghosts, 2 * SECOND, &tasks));
    MUST(ant_ghosts_draw_end(ghosts, NULL, NULL));
    ant_destroy(ghosts.id);
}

static void settings_are_checked(void) {
    AntProfile profile;
    AntBaseMotion motion;
    AntPredictor none = {0};
    const double place[3] = {1, 0, 2}, infinite[3] = {0, INFINITY, 0};
    unsigned char bytes[64] = {0};
    uint64_t before;
    open_ghosts();
    before = hash_of(ghosts.id);
    REFUSED(INVALID_ARGUMENT, "freshness", ant_ghosts_set_freshness, (ghosts, PLAYER, -0.01));
    REFUSED(INVALID_ARGUMENT, "freshness", ant_ghosts_set_freshness, (ghosts, NOBODY, 1.01));
    REFUSED(INVALID_ARGUMENT, "freshness", ant_ghosts_set_freshness, (ghosts, ANT_EVERYBODY, NAN));
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_set_clock, (ghosts, NO_PEER, INT64_MAX, 0));
    REFUSED(INVALID_ARGUMENT, "remote", ant_ghosts_set_clock, (ghosts, NO_PEER, 0, INT64_MIN));
    REFUSED(NOT_FOUND, "player", ant_ghosts_remove, (ghosts, NOBODY));
    REFUSED(NOT_FOUND, "peer", ant_ghosts_remove_peer, (ghosts, NO_PEER));
    REFUSED(NULL_POINTER, "profile", ant_ghosts_set_profile, (ghosts, PLAYER, NULL));
#define SPOILED(status, text, field, value)                                            \
    MUST(ant_profile_init(&profile));                                                  \
    profile.field = value;                                                             \
    REFUSED(status, text, ant_ghosts_set_profile, (ghosts, PLAYER, &profile));         \
    REFUSED(status, text, ant_ghosts_set_profile, (ghosts, ANT_EVERYBODY, &profile))
    SPOILED(BAD_STRUCT, "", struct_size, 0);
    SPOILED(INVALID_ARGUMENT, "model", model, 99);
    SPOILED(INVALID_ARGUMENT, "obstacle", obstacle, 99);
    SPOILED(NOT_FINITE, "v_max", v_max, NAN);
    SPOILED(OUT_OF_RANGE, "mass", mass, 0);
#undef SPOILED
    REFUSED(INVALID_HANDLE, "predictor", ant_ghosts_share, (ghosts, none));
    REFUSED(NOT_FINITE, "position", ant_ghosts_set_object, (ghosts, 1, infinite, 5, 1));
    REFUSED(NOT_FINITE, "value", ant_ghosts_set_object, (ghosts, 1, place, NAN, 1));
    REFUSED(OUT_OF_RANGE, "value", ant_ghosts_set_object, (ghosts, 1, place, 2e9f, 1));
    REFUSED(OUT_OF_RANGE, "present", ant_ghosts_set_object, (ghosts, 1, place, 5, 2));
    REFUSED(NOT_FOUND, "object 9", ant_ghosts_set_object, (ghosts, 9, NULL, 0, 1));
    REFUSED(NOT_FINITE, "life", ant_ghosts_set_life, (ghosts, PLAYER, INFINITY));
    REFUSED(OUT_OF_RANGE, "life", ant_ghosts_set_life, (ghosts, NOBODY, 2e9f));
    REFUSED(NULL_POINTER, "bytes", ant_ghosts_load_weights, (ghosts, NULL, 5));
    REFUSED(CORRUPT, "", ant_ghosts_load_weights, (ghosts, bytes, sizeof bytes));
    REFUSED(CORRUPT, "", ant_ghosts_load_bank, (ghosts, 5, bytes, sizeof bytes));
#define SPOILED(status, text, change)                                                  \
    MUST(ant_base_motion_init(&motion));                                               \
    motion.change;                                                                     \
    REFUSED(status, text, ant_ghosts_set_base, (ghosts, 4, &motion, SECOND))
    SPOILED(BAD_STRUCT, "", struct_size = 0);
    SPOILED(INVALID_ARGUMENT, "reserved", reserved = 1);
    SPOILED(NOT_FINITE, "position", position[0] = NAN);
    SPOILED(OUT_OF_RANGE, "orientation", orientation[3] = 7);
    SPOILED(NOT_FINITE, "orientation", orientation[0] = NAN);
    SPOILED(NOT_FINITE, "velocity", velocity[1] = INFINITY);
    SPOILED(OUT_OF_RANGE, "angular_velocity", angular_velocity[2] = 1e7);
    SPOILED(NOT_FINITE, "angular_velocity", angular_velocity[2] = NAN);
#undef SPOILED
    MUST(ant_base_motion_init(&motion));
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_set_base, (ghosts, 4, &motion, INT64_MAX));
    CHECK(hash_of(ghosts.id) == before);
    ant_destroy(ghosts.id);
}

static void questions_are_checked(void) {
    AntGhost seen;
    AntPrediction ahead;
    AntPeerStats peer;
    AntPlayerStats player;
    unsigned char bytes[8];
    uint64_t before, size = 99;
    open_ghosts();
    before = hash_of(ghosts.id);
    MUST(ant_ghost_init(&seen)), MUST(ant_peer_stats_init(&peer)), MUST(ant_player_stats_init(&player));
    MUST(ant_prediction_init(&ahead));
    REFUSED(NULL_POINTER, "out_ghost", ant_ghosts_get, (ghosts, PLAYER, NULL));
    REFUSED(NOT_FOUND, "player", ant_ghosts_get, (ghosts, NOBODY, &seen));
    REFUSED(NOT_FOUND, "player", ant_ghosts_get, (ghosts, ANT_EVERYBODY, &seen));
    REFUSED(NULL_POINTER, "out_prediction", ant_ghosts_predict, (ghosts, PLAYER, 0, NULL));
    REFUSED(NOT_FOUND, "player", ant_ghosts_predict, (ghosts, NOBODY, 0, &ahead));
    REFUSED(NULL_POINTER, "out_event", ant_ghosts_next_event, (ghosts, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_ghosts_peer_stats, (ghosts, PEER, NULL));
    REFUSED(NOT_FOUND, "peer", ant_ghosts_peer_stats, (ghosts, NO_PEER, &peer));
    REFUSED(NULL_POINTER, "out_stats", ant_ghosts_player_stats, (ghosts, PLAYER, NULL));
    REFUSED(NOT_FOUND, "player", ant_ghosts_player_stats, (ghosts, NOBODY, &player));
    seen.struct_size = 0, ahead.struct_size = 0, peer.struct_size = 0, player.struct_size = 0;
    REFUSED(BAD_STRUCT, "", ant_ghosts_get, (ghosts, PLAYER, &seen));
    REFUSED(BAD_STRUCT, "", ant_ghosts_predict, (ghosts, PLAYER, 0, &ahead));
    REFUSED(BAD_STRUCT, "", ant_ghosts_peer_stats, (ghosts, PEER, &peer));
    REFUSED(BAD_STRUCT, "", ant_ghosts_player_stats, (ghosts, PLAYER, &player));
    REFUSED(NULL_POINTER, "out_size", ant_ghosts_reply, (ghosts, PEER, SECOND, bytes, 8, NULL));
    REFUSED(NULL_POINTER, "out", ant_ghosts_reply, (ghosts, PEER, SECOND, NULL, 8, &size));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_ghosts_reply, (ghosts, PEER, SECOND, bytes, 2, &size));
    REFUSED(INVALID_ARGUMENT, "now", ant_ghosts_reply, (ghosts, PEER, INT64_MAX, bytes, 8, &size));
    CHECK(size == 99 && hash_of(ghosts.id) == before);
    ant_destroy(ghosts.id);
}

static AntStatus create_in(void *memory) {
    AntGhosts made;
    AntStatus status = ant_ghosts_create((const AntGhostsDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntStatus state_in(void *memory) { return ant_ghosts_observe(ghosts, PEER, (const AntState *)memory, 1, SECOND); }
static AntStatus frame_in(void *memory) { return ant_ghosts_draw(ghosts, SECOND, (const AntGhostFrame *)memory, NULL); }
static AntStatus base_in(void *memory) { return ant_ghosts_set_base(ghosts, 4, (const AntBaseMotion *)memory, SECOND); }
static AntStatus ghost_out(void *memory) { return ant_ghosts_get(ghosts, PLAYER, (AntGhost *)memory); }
static AntStatus peer_out(void *memory) { return ant_ghosts_peer_stats(ghosts, PEER, (AntPeerStats *)memory); }
static AntStatus player_out(void *memory) { return ant_ghosts_player_stats(ghosts, PLAYER, (AntPlayerStats *)memory); }

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntGhostsDesc desc;
    AntState state = state_at(1);
    AntGhostFrame frame;
    AntBaseMotion motion;
    MUST(ant_ghosts_desc_init(&desc)), MUST(ant_ghost_frame_init(&frame)), MUST(ant_base_motion_init(&motion));
    frame.capacity = 4;
    open_ghosts();
    CHECK(grows_in(&desc, sizeof desc, create_in));
    CHECK(grows_in(&state, sizeof state, state_in));
    CHECK(grows_in(&frame, sizeof frame, frame_in));
    CHECK(grows_in(&motion, sizeof motion, base_in));
    CHECK(grows_out(sizeof(AntGhost), ghost_out));
    CHECK(grows_out(sizeof(AntPeerStats), peer_out));
    CHECK(grows_out(sizeof(AntPlayerStats), player_out));
    ant_destroy(ghosts.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(handles_that_are_none_are_refused);
    RUN_TEST(descriptors_are_checked);
    RUN_TEST(states_and_packets_are_checked);
    RUN_TEST(frames_are_checked);
    RUN_TEST(settings_are_checked);
    RUN_TEST(questions_are_checked);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
