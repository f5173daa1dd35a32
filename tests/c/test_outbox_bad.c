/* Outboxes: what is refused, and that it changes nothing. */
#include "support_map/scene.h"
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

enum { PLAYER = 7, NOBODY = 8, OBSERVER = 5, NO_OBSERVER = 6 };

static AntOutbox outbox;

static AntState state_at(double x) {
    AntState state;
    MUST(ant_state_init(&state));
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = x;
    return state;
}

static AntOutbox fresh_outbox(void) {
    AntOutboxDesc desc;
    AntOutbox made;
    MUST(ant_outbox_desc_init(&desc));
    MUST(ant_outbox_create(&desc, NULL, &made));
    return made;
}

/* One avatar and one observer, who was told of it. */
static void open_outbox(void) {
    unsigned char bytes[1200];
    AntState state = state_at(1);
    uint64_t size;
    outbox = fresh_outbox();
    MUST(ant_outbox_submit(outbox, &state, 1, SECOND));
    MUST(ant_outbox_packet(outbox, OBSERVER, SECOND, bytes, sizeof bytes, &size));
}

/* What ghosts say to a packet; its size. */
static uint64_t good_reply(unsigned char reply[8]) {
    unsigned char bytes[1200];
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntOutbox owner = fresh_outbox();
    AntState state = state_at(1);
    uint64_t size;
    MUST(ant_ghosts_desc_init(&desc));
    MUST(ant_ghosts_create(&desc, &ghosts));
    MUST(ant_outbox_submit(owner, &state, 1, SECOND));
    MUST(ant_outbox_packet(owner, OBSERVER, SECOND, bytes, sizeof bytes, &size));
    MUST(ant_ghosts_receive(ghosts, 1, bytes, size, SECOND));
    MUST(ant_ghosts_draw(ghosts, SECOND, NULL, NULL));
    MUST(ant_ghosts_reply(ghosts, 1, SECOND, reply, 8, &size));
    CHECK(size > 0);
    ant_destroy(ghosts.id);
    ant_destroy(owner.id);
    return size;
}

static uint64_t hash_of(uint64_t id) {
    uint64_t hash = 0;
    MUST(ant_state_hash(id, &hash));
    return hash;
}

static void handles_that_are_none_are_refused(void) {
    uint64_t bad[BAD_HANDLES];
    AntGhostsDesc other;
    AntGhosts ghosts;
    AntOutbox destroyed = fresh_outbox(), o;
    AntState state = state_at(1);
    AntObserver observer;
    AntSenderRules rules;
    AntConnectionStats stats;
    AntPredictor known = lone_predictor();
    const double place[3] = {1, 0, 2};
    unsigned char bytes[1200] = {0};
    uint64_t size;
    uint32_t i;
    open_outbox();
    MUST(ant_ghosts_desc_init(&other)), MUST(ant_observer_init(&observer)), MUST(ant_sender_rules_init(&rules));
    MUST(ant_ghosts_create(&other, &ghosts)), MUST(ant_connection_stats_init(&stats));
    ant_destroy(destroyed.id);
    bad_handles(outbox.id, destroyed.id, ghosts.id, bad);
#define DEAD(function, arguments) REFUSED(INVALID_HANDLE, "outbox", function, arguments)
    for (i = 0; i < BAD_HANDLES; i++) {
        o.id = bad[i];
        DEAD(ant_outbox_submit, (o, &state, 1, SECOND));
        DEAD(ant_outbox_packet, (o, OBSERVER, SECOND, bytes, sizeof bytes, &size));
        DEAD(ant_outbox_receive, (o, OBSERVER, bytes, 8, SECOND));
        DEAD(ant_outbox_remove, (o, PLAYER));
        DEAD(ant_outbox_set_rules, (o, PLAYER, &rules));
        DEAD(ant_outbox_set_observer, (o, OBSERVER, &observer));
        DEAD(ant_outbox_set_interest, (o, OBSERVER, PLAYER, ANT_RELEVANCE_ALWAYS, 0));
        DEAD(ant_outbox_stats, (o, OBSERVER, &stats));
        DEAD(ant_outbox_share, (o, known));
        DEAD(ant_outbox_set_object, (o, 1, place, 5, 1));
        DEAD(ant_outbox_set_life, (o, PLAYER, 5));
        DEAD(ant_outbox_load_bank, (o, 0, bytes, 16));
    }
#undef DEAD
    ant_destroy(ghosts.id);
    ant_destroy(outbox.id);
}

static void descriptors_are_checked(void) {
    AntOutboxDesc desc;
    AntProfile profile;
    AntOutbox made = {77}, other = fresh_outbox();
#define SPOILED(status, text, field, value)                                             \
    MUST(ant_outbox_desc_init(&desc));                                                  \
    desc.field = value;                                                                 \
    REFUSED(status, text, ant_outbox_create, (&desc, NULL, &made))
    SPOILED(INVALID_ARGUMENT, "players", max_players, 0);
    SPOILED(INVALID_ARGUMENT, "players", max_players, 1048577);
    SPOILED(INVALID_ARGUMENT, "observers", max_observers, 0);
    SPOILED(INVALID_ARGUMENT, "observers", max_observers, 4097);
    SPOILED(INVALID_ARGUMENT, "in_flight", in_flight, 0);
    SPOILED(INVALID_ARGUMENT, "in_flight", in_flight, 33);
    SPOILED(INVALID_ARGUMENT, "run_speed", run_speed, -1);
    SPOILED(INVALID_ARGUMENT, "run_speed", run_speed, NAN);
    SPOILED(INVALID_ARGUMENT, "position_step", position_step, 0);
    SPOILED(INVALID_ARGUMENT, "velocity_step", velocity_step, NAN);
    SPOILED(INVALID_ARGUMENT, "position", threshold, 0.001);
    SPOILED(INVALID_ARGUMENT, "position", threshold, NAN);
    SPOILED(INVALID_ARGUMENT, "heartbeat", heartbeat, 500); /* milliseconds */
    SPOILED(INVALID_ARGUMENT, "heartbeat", heartbeat, -1);
    SPOILED(INVALID_ARGUMENT, "kind", frame.kind, 99);
    SPOILED(INVALID_HANDLE, "world", world.id, 77);
    SPOILED(INVALID_HANDLE, "world", world.id, other.id);
    SPOILED(INVALID_HANDLE, "map", map.id, 77);
    SPOILED(INVALID_HANDLE, "map", map.id, other.id);
#undef SPOILED
    MUST(ant_outbox_desc_init(&desc)), MUST(ant_profile_init(&profile));
    REFUSED(NULL_POINTER, "out_outbox", ant_outbox_create, (&desc, NULL, NULL));
    REFUSED(NULL_POINTER, "desc", ant_outbox_create, (NULL, NULL, &made));
    profile.model = 99;
    REFUSED(INVALID_ARGUMENT, "model", ant_outbox_create, (&desc, &profile, &made));
    profile.struct_size = 0;
    REFUSED(BAD_STRUCT, "profile", ant_outbox_create, (&desc, &profile, &made));
    CHECK(made.id == 77);
    ant_destroy(other.id);
}

static void states_are_checked(void) {
    AntState states[2];
    uint64_t before;
    open_outbox();
    before = hash_of(outbox.id);
    REFUSED(NULL_POINTER, "states", ant_outbox_submit, (outbox, NULL, 1, 2 * SECOND));
    /* The second one is bad: nothing of the first is kept. */
#define SPOILED(status, text, flag, change)                                             \
    states[0] = state_at(50), states[1] = state_at(60);                                 \
    states[1].flags |= flag;                                                            \
    states[1].change;                                                                   \
    REFUSED(status, text, ant_outbox_submit, (outbox, states, 2, 2 * SECOND))
    SPOILED(INVALID_ARGUMENT, "player", 0, player = ANT_EVERYBODY);
    SPOILED(NOT_FINITE, "position", 0, position[0] = NAN);
    SPOILED(NOT_FINITE, "velocity", 0, velocity[2] = -INFINITY);
    SPOILED(OUT_OF_RANGE, "flags", 0, flags = 1);
    SPOILED(BAD_STRUCT, "states", 0, struct_size = 0);
    SPOILED(NOT_FINITE, "acceleration", ANT_STATE_HAS_ACCELERATION, acceleration[0] = NAN);
    SPOILED(OUT_OF_RANGE, "orientation", ANT_STATE_HAS_ORIENTATION, orientation[3] = 7);
    SPOILED(NOT_FINITE, "angular_velocity", ANT_STATE_HAS_ANGULAR_VELOCITY, angular_velocity[1] = NAN);
    SPOILED(INVALID_ARGUMENT, "time", ANT_STATE_HAS_TIME, time = INT64_MAX);
#undef SPOILED
    states[0] = state_at(50);
    REFUSED(INVALID_ARGUMENT, "now", ant_outbox_submit, (outbox, states, 1, INT64_MAX));
    CHECK(hash_of(outbox.id) == before);
    ant_destroy(outbox.id);
}

static void packets_and_replies_are_checked(void) {
    unsigned char bytes[1200] = {0};
    AntState state = state_at(50);
    unsigned char reply[8];
    uint64_t before, size = 99, reply_size = good_reply(reply);
    open_outbox();
    /* Something is due, and none of these takes it. */
    MUST(ant_outbox_submit(outbox, &state, 1, 2 * SECOND));
    before = hash_of(outbox.id);
    REFUSED(NULL_POINTER, "out_size", ant_outbox_packet, (outbox, OBSERVER, 2 * SECOND, bytes, 1200, NULL));
    REFUSED(NULL_POINTER, "out", ant_outbox_packet, (outbox, OBSERVER, 2 * SECOND, NULL, 1200, &size));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_outbox_packet, (outbox, OBSERVER, 2 * SECOND, bytes, 100, &size));
    REFUSED(INVALID_ARGUMENT, "now", ant_outbox_packet, (outbox, NO_OBSERVER, INT64_MAX, bytes, 1200, &size));
    REFUSED(NULL_POINTER, "bytes", ant_outbox_receive, (outbox, OBSERVER, NULL, 8, 2 * SECOND));
    REFUSED(CORRUPT, "packet", ant_outbox_receive, (outbox, OBSERVER, bytes, 0, 2 * SECOND));
    REFUSED(CORRUPT, "packet", ant_outbox_receive, (outbox, OBSERVER, bytes, 200, 2 * SECOND));
    REFUSED(CORRUPT, "", ant_outbox_load_bank, (outbox, 5, bytes, 200));
    REFUSED(INVALID_ARGUMENT, "now", ant_outbox_receive, (outbox, OBSERVER, bytes, 8, INT64_MIN));
    REFUSED(NOT_FOUND, "observer", ant_outbox_receive, (outbox, NO_OBSERVER, reply, reply_size, 2 * SECOND));
    CHECK(size == 99 && hash_of(outbox.id) == before);
    MUST(ant_outbox_packet(outbox, OBSERVER, 2 * SECOND, bytes, 1200, &size));
    CHECK(size > 0);
    ant_destroy(outbox.id);
}

static void settings_and_questions_are_checked(void) {
    AntSenderRules rules;
    AntPredictor none = {0};
    const double place[3] = {1, 0, 2}, infinite[3] = {0, INFINITY, 0};
    AntObserver observer;
    AntConnectionStats stats;
    uint64_t before;
    open_outbox();
    before = hash_of(outbox.id);
    REFUSED(NOT_FOUND, "player", ant_outbox_remove, (outbox, NOBODY));
    REFUSED(NULL_POINTER, "rules", ant_outbox_set_rules, (outbox, PLAYER, NULL));
#define SPOILED(status, text, field, value)                                             \
    MUST(ant_sender_rules_init(&rules));                                                \
    rules.field = value;                                                                \
    REFUSED(status, text, ant_outbox_set_rules, (outbox, PLAYER, &rules));              \
    REFUSED(status, text, ant_outbox_set_rules, (outbox, ANT_EVERYBODY, &rules))
    SPOILED(BAD_STRUCT, "rules", struct_size, 0);
    SPOILED(INVALID_ARGUMENT, "kind", kind, 99);
    SPOILED(INVALID_ARGUMENT, "position", position, NAN);
    SPOILED(INVALID_ARGUMENT, "velocity", velocity, -1);
    SPOILED(INVALID_ARGUMENT, "moved", moved, NAN);
    SPOILED(INVALID_ARGUMENT, "orientation", orientation, 10); /* degrees */
    SPOILED(INVALID_ARGUMENT, "heartbeat", heartbeat, 0);
    SPOILED(INVALID_ARGUMENT, "min_gap", min_gap, -1);
    SPOILED(OUT_OF_RANGE, "distance_count", distance_count, 5);
#undef SPOILED
#define SPOILED(status, text, change)                                                   \
    MUST(ant_observer_init(&observer));                                                 \
    observer.has_position = 1;                                                          \
    observer.change;                                                                    \
    REFUSED(status, text, ant_outbox_set_observer, (outbox, OBSERVER, &observer));      \
    REFUSED(status, text, ant_outbox_set_observer, (outbox, NO_OBSERVER, &observer))
    SPOILED(BAD_STRUCT, "observer", struct_size = 0);
    SPOILED(INVALID_ARGUMENT, "reliable", reliable = 2);
    SPOILED(INVALID_ARGUMENT, "has_position", has_position = 2);
    SPOILED(INVALID_ARGUMENT, "reserved", reserved = 1);
    SPOILED(INVALID_ARGUMENT, "bytes_per_second", bytes_per_second = 0xffffffffu);
    SPOILED(INVALID_ARGUMENT, "overhead", overhead = 65537);
    SPOILED(NOT_FINITE, "position", position[0] = NAN);
    SPOILED(INVALID_ARGUMENT, "enter_radius", enter_radius = -1);
    SPOILED(INVALID_ARGUMENT, "leave_radius", leave_radius = NAN);
#undef SPOILED
    REFUSED(NOT_FOUND, "observer", ant_outbox_set_observer, (outbox, NO_OBSERVER, NULL));
    REFUSED(NOT_FOUND, "observer", ant_outbox_set_interest, (outbox, NO_OBSERVER, PLAYER, ANT_RELEVANCE_ALWAYS, 0));
    REFUSED(INVALID_ARGUMENT, "relevance", ant_outbox_set_interest, (outbox, OBSERVER, PLAYER, 99, 0));
    REFUSED(INVALID_ARGUMENT, "factor", ant_outbox_set_interest, (outbox, OBSERVER, PLAYER, ANT_RELEVANCE_ALWAYS, 1e-4));
    REFUSED(INVALID_ARGUMENT, "factor", ant_outbox_set_interest, (outbox, OBSERVER, PLAYER, ANT_RELEVANCE_ALWAYS, NAN));
    REFUSED(INVALID_HANDLE, "predictor", ant_outbox_share, (outbox, none));
    REFUSED(NOT_FINITE, "position", ant_outbox_set_object, (outbox, 1, infinite, 5, 1));
    REFUSED(NOT_FINITE, "value", ant_outbox_set_object, (outbox, 1, place, NAN, 1));
    REFUSED(OUT_OF_RANGE, "value", ant_outbox_set_object, (outbox, 1, place, -2e9f, 1));
    REFUSED(OUT_OF_RANGE, "present", ant_outbox_set_object, (outbox, 1, place, 5, 7));
    REFUSED(NOT_FOUND, "object 9", ant_outbox_set_object, (outbox, 9, NULL, 0, 1));
    REFUSED(NOT_FINITE, "life", ant_outbox_set_life, (outbox, PLAYER, NAN));
    REFUSED(OUT_OF_RANGE, "life", ant_outbox_set_life, (outbox, NOBODY, 2e9f));
    REFUSED(INVALID_ARGUMENT, "player", ant_outbox_set_life, (outbox, ANT_EVERYBODY, 5));
    MUST(ant_connection_stats_init(&stats));
    REFUSED(NOT_FOUND, "observer", ant_outbox_stats, (outbox, NO_OBSERVER, &stats));
    REFUSED(NULL_POINTER, "out_stats", ant_outbox_stats, (outbox, OBSERVER, NULL));
    stats.struct_size = 0;
    REFUSED(BAD_STRUCT, "", ant_outbox_stats, (outbox, OBSERVER, &stats));
    CHECK(hash_of(outbox.id) == before);
    ant_destroy(outbox.id);
}

static AntStatus create_in(void *memory) {
    AntOutbox made;
    AntStatus status = ant_outbox_create((const AntOutboxDesc *)memory, NULL, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntStatus state_in(void *memory) { return ant_outbox_submit(outbox, (const AntState *)memory, 1, 2 * SECOND); }
static AntStatus rules_in(void *memory) { return ant_outbox_set_rules(outbox, PLAYER, (const AntSenderRules *)memory); }
static AntStatus observer_in(void *memory) {
    return ant_outbox_set_observer(outbox, OBSERVER, (const AntObserver *)memory);
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntOutboxDesc desc;
    AntSenderRules rules;
    AntObserver observer;
    AntState state = state_at(1);
    MUST(ant_outbox_desc_init(&desc)), MUST(ant_sender_rules_init(&rules)), MUST(ant_observer_init(&observer));
    open_outbox();
    CHECK(grows_in(&desc, sizeof desc, create_in));
    CHECK(grows_in(&state, sizeof state, state_in));
    CHECK(grows_in(&rules, sizeof rules, rules_in));
    CHECK(grows_in(&observer, sizeof observer, observer_in));
    ant_destroy(outbox.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(handles_that_are_none_are_refused);
    RUN_TEST(descriptors_are_checked);
    RUN_TEST(states_are_checked);
    RUN_TEST(packets_and_replies_are_checked);
    RUN_TEST(settings_and_questions_are_checked);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
