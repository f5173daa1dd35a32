/* Mistakes that newcomers make, each through the public interface: an error or one warning says what was probably meant. */
#include "support/log.h"
#include "support_map/entities.h"

enum { PEER = 9, OBSERVER = 5, PLAYER = 3 };
#define FRAME (SECOND / 60)

static AntGhosts ghosts_with(const AntGhostsDesc *given) {
    AntGhostsDesc desc;
    AntGhosts ghosts;
    MUST(ant_ghosts_desc_init(&desc));
    MUST(ant_ghosts_create(given != NULL ? given : &desc, &ghosts));
    forget_log();
    return ghosts;
}

static AntOutbox outbox_with(const AntOutboxDesc *given) {
    AntOutboxDesc desc;
    AntOutbox outbox;
    MUST(ant_outbox_desc_init(&desc));
    MUST(ant_outbox_create(given != NULL ? given : &desc, NULL, &outbox));
    forget_log();
    return outbox;
}

/* Somebody who runs along x at 5 m/s. */
static AntState runner(uint32_t player, double t) {
    AntState state;
    MUST(ant_state_init(&state));
    state.player = player;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = 5.0 * t;
    state.velocity[0] = 5.0;
    return state;
}

static void flags_of_another_struct_are_refused(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile);
    AntReceiverDesc desc;
    AntReceiver receiver;
    AntUpdate update;
    AntObservation seen = seen_at(0, 1, 1);
    AntGhosts ghosts = ghosts_with(NULL);
    AntState state = runner(PLAYER, 0);
    MUST(ant_receiver_desc_init(&desc));
    desc.predictor = predictor;
    MUST(ant_receiver_create(&desc, &receiver));
    MUST(ant_receiver_add(receiver, 7, entity));
    MUST(ant_update_init(&update));
    update.entity = 7;
    update.flags = ANT_OBSERVE_HAS_VELOCITY;
    REFUSED(INVALID_ARGUMENT, "ANT_OBSERVE_…, must be ANT_UPDATE_…", ant_receiver_receive, (receiver, &update, 0, NULL));
    seen.flags = ANT_UPDATE_TELEPORT;
    REFUSED(INVALID_ARGUMENT, "ANT_UPDATE_…, must be ANT_OBSERVE_…", ant_predictor_observe, (predictor, entity, &seen));
    state.flags = ANT_OBSERVE_HAS_VELOCITY;
    REFUSED(OUT_OF_RANGE, "must be of ANT_STATE_…", ant_ghosts_observe, (ghosts, PEER, &state, 1, 0));
    state.flags = ANT_UPDATE_TELEPORT;
    REFUSED(OUT_OF_RANGE, "must be of ANT_STATE_…", ant_ghosts_observe, (ghosts, PEER, &state, 1, 0));
    ant_destroy(receiver.id), ant_destroy(predictor.id), ant_destroy(ghosts.id);
}

static void a_forgotten_sequence_number_is_told_of(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntReceiverDesc desc;
    AntReceiver receiver;
    int64_t i, numbered;
    for (numbered = 0; numbered < 2; numbered++) {
        AntEntity entity = add_entity(predictor, &profile);
        MUST(ant_receiver_desc_init(&desc));
        desc.predictor = predictor;
        MUST(ant_receiver_create(&desc, &receiver));
        MUST(ant_receiver_add(receiver, 7, entity));
        forget_log();
        for (i = 0; i < 200; i++) {
            AntUpdate update;
            MUST(ant_update_init(&update));
            update.entity = 7;
            update.time = i * FRAME;
            update.sequence = numbered ? (uint32_t)i : 0;
            MUST(ant_receiver_receive(receiver, &update, i * FRAME, NULL));
        }
        CHECK(numbered ? nothing_was_said() : warned_once("were doubled", "sequence number of its own"));
        ant_destroy(receiver.id);
    }
    ant_destroy(predictor.id);
}

/* Hands in states at 60 Hz for some seconds: times of frames and of states in units of `frame_unit` and `state_unit` nanoseconds. */
static AntGhosts observed(int64_t frame_unit, int64_t arrival_unit, int64_t state_unit) {
    AntGhosts ghosts = ghosts_with(NULL);
    int64_t i;
    for (i = 1; i < 200; i++) {
        int64_t now = 20000 * MILLISECOND + i * FRAME;
        AntState state = runner(PLAYER, (double)now * 1e-9);
        if (state_unit != 0) {
            state.flags |= ANT_STATE_HAS_TIME;
            state.time = now / state_unit;
        }
        MUST(ant_ghosts_observe(ghosts, PEER, &state, 1, now / arrival_unit));
        MUST(ant_ghosts_draw(ghosts, now / frame_unit, NULL, NULL));
    }
    return ghosts;
}

static void milliseconds_for_nanoseconds_are_told_of(void) {
    AntGhosts ghosts;
    /* Frames and all else. */
    ghosts = observed(MILLISECOND, MILLISECOND, 0);
    CHECK(warned_once("frames are", "look like milliseconds"));
    ant_destroy(ghosts.id);
    ghosts = observed(MILLISECOND, MILLISECOND, MILLISECOND);
    CHECK(warned_once("frames are", "look like milliseconds"));
    ant_destroy(ghosts.id);
    /* States alone. */
    ghosts = observed(1, 1, MILLISECOND);
    CHECK(warned_once("their times", "look like milliseconds"));
    ant_destroy(ghosts.id);
    ghosts = observed(1, 1, 1000);
    CHECK(warned_once("their times", "look like microseconds"));
    ant_destroy(ghosts.id);
    /* Arrivals alone. */
    ghosts = observed(1, MILLISECOND, 0);
    CHECK(warned_once("receive, observe and draw", "nanoseconds of one clock"));
    ant_destroy(ghosts.id);
    ghosts = observed(1, 1, 0);
    CHECK(nothing_was_said());
    ant_destroy(ghosts.id);
    ghosts = observed(1, 1, 1);
    CHECK(nothing_was_said());
    ant_destroy(ghosts.id);
}

/* Two seconds of an outbox whose submit and packet get times in units of so many nanoseconds. */
static AntOutbox submitted(int64_t submit_unit, int64_t packet_unit, AntGhosts ghosts) {
    AntOutbox outbox = outbox_with(NULL);
    unsigned char bytes[1200];
    uint64_t size;
    int64_t i;
    for (i = 1; i < 120; i++) {
        int64_t now = 20000 * MILLISECOND + i * FRAME;
        AntState state = runner(PLAYER, (double)now * 1e-9);
        MUST(ant_outbox_submit(outbox, &state, 1, now / submit_unit));
        MUST(ant_outbox_packet(outbox, OBSERVER, now / packet_unit, bytes, sizeof bytes, &size));
        if (ghosts.id != 0 && size > 0) {
            MUST(ant_ghosts_receive(ghosts, PEER, bytes, size, now));
        }
        if (ghosts.id != 0) {
            MUST(ant_ghosts_draw(ghosts, now, NULL, NULL));
        }
    }
    return outbox;
}

static void milliseconds_of_an_owner_are_told_of(void) {
    AntGhosts none = {0};
    AntOutbox outbox = submitted(MILLISECOND, MILLISECOND, none);
    CHECK(warned_once("ticks are", "look like milliseconds"));
    ant_destroy(outbox.id);
    outbox = submitted(1, MILLISECOND, none);
    CHECK(warned_once("packets are", "look like milliseconds"));
    ant_destroy(outbox.id);
    outbox = submitted(1, 1, none);
    CHECK(nothing_was_said());
    ant_destroy(outbox.id);
}

static void a_heartbeat_in_milliseconds_is_refused(void) {
    AntOutboxDesc desc;
    AntOutbox outbox;
    AntSenderRules rules;
    MUST(ant_outbox_desc_init(&desc));
    desc.heartbeat = 500;
    REFUSED(INVALID_ARGUMENT, "this looks like milliseconds", ant_outbox_create, (&desc, NULL, &outbox));
    outbox = outbox_with(NULL);
    MUST(ant_sender_rules_init(&rules));
    rules.heartbeat = 500;
    REFUSED(INVALID_ARGUMENT, "this looks like milliseconds", ant_outbox_set_rules, (outbox, ANT_EVERYBODY, &rules));
    rules.heartbeat = 500 * MILLISECOND;
    CHECK(has_status(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules), ANT_OK));
    ant_destroy(outbox.id);
}

static void angles_in_degrees_are_told_of(void) {
    AntOutbox outbox = outbox_with(NULL);
    AntSenderRules rules;
    AntForceQuery query;
    AntReader reader;
    AntForce force;
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntBool differs;
    const double turned[4] = {0, 0, 0, 1}, euler[3] = {90, 0, 0};
    double quaternion[4];
    MUST(ant_sender_rules_init(&rules));
    rules.orientation = 10;
    REFUSED(INVALID_ARGUMENT, "10 looks like degrees", ant_outbox_set_rules, (outbox, ANT_EVERYBODY, &rules));
    MUST(ant_sender_rules_init(&rules));
    rules.direction = 45;
    REFUSED(INVALID_ARGUMENT, "45 looks like degrees", ant_outbox_set_rules, (outbox, ANT_EVERYBODY, &rules));
    MUST(ant_force_query_init(&query)), MUST(ant_reader_init(&reader)), MUST(ant_force_init(&force));
    query.attraction.shape = ANT_REGION_CONE, query.attraction.half_angle = 45;
    REFUSED(OUT_OF_RANGE, "45 looks like degrees", ant_map_force, (map, &reader, &query, &force));
    REFUSED(OUT_OF_RANGE, "10 looks like degrees", ant_dis_orientation_differs, (turned, turned, 10, &differs));
    forget_log();
    MUST(ant_dis_euler_to_quaternion(euler, quaternion)), MUST(ant_dis_euler_to_quaternion(euler, quaternion));
    CHECK(warned_once("90", "looks like degrees"));
    ant_destroy(outbox.id), ant_destroy(map.id), ant_destroy(world.id);
}

static void angular_velocities_in_degrees_are_told_of(void) {
    int64_t i, k;
    for (k = 0; k < 2; k++) {
        AntGhosts ghosts = ghosts_with(NULL);
        AntOutbox outbox = outbox_with(NULL);
        AntState state;
        for (i = 0; i < 200; i++) {
            state = runner(PLAYER, (double)(i * FRAME) * 1e-9);
            state.flags |= ANT_STATE_HAS_ANGULAR_VELOCITY;
            state.angular_velocity[1] = k == 0 ? 180 : 3.14;
            MUST(ant_ghosts_observe(ghosts, PEER, &state, 1, i * FRAME));
            MUST(ant_ghosts_draw(ghosts, i * FRAME, NULL, NULL));
        }
        CHECK(k == 0 ? warned_once("180 radians per second", "look like degrees") : nothing_was_said());
        for (i = 0; i < 200; i++) {
            MUST(ant_outbox_submit(outbox, &state, 1, i * FRAME));
        }
        CHECK(k == 0 ? warned_once("180 radians per second", "look like degrees") : nothing_was_said());
        ant_destroy(ghosts.id), ant_destroy(outbox.id);
    }
}

static void two_frames_for_one_thing_are_refused(void) {
    AntWorldDesc level;
    AntGridDesc grid;
    AntWorld world;
    AntCodecDesc codec_desc;
    AntCodec codec;
    AntSenderDesc sender_desc;
    AntSender sender;
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntOutboxDesc owner;
    AntOutbox outbox;
    MUST(ant_world_desc_init(&level)), MUST(ant_grid_desc_init(&grid));
    level.frame.kind = ANT_FRAME_UNREAL, grid.width = grid.depth = 8;
    MUST(ant_world_create_grid(&level, &grid, &world));
    MUST(ant_codec_desc_init(&codec_desc));
    MUST(ant_codec_create(&codec_desc, &codec));
    MUST(ant_sender_desc_init(&sender_desc));
    sender_desc.codec = codec, sender_desc.world = world;
    REFUSED(MISMATCH, "different frames", ant_sender_create, (&sender_desc, &sender));
    MUST(ant_ghosts_desc_init(&desc)), MUST(ant_outbox_desc_init(&owner));
    desc.world = owner.world = world;
    desc.frame.kind = owner.frame.kind = ANT_FRAME_UNITY;
    REFUSED(MISMATCH, "another one than that of `world`", ant_ghosts_create, (&desc, &ghosts));
    REFUSED(MISMATCH, "another one than that of `world`", ant_outbox_create, (&owner, NULL, &outbox));
    desc.frame = level.frame;
    MUST(ant_ghosts_create(&desc, &ghosts));
    ant_destroy(ghosts.id), ant_destroy(codec.id), ant_destroy(world.id);
}

static void ends_that_measure_differently_name_both(void) {
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntOutbox outbox = outbox_with(NULL);
    AntState state = runner(PLAYER, 0);
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntSenderRules rules;
    unsigned char bytes[1200];
    char text[400], theirs[9] = "", ours[9] = "";
    uint64_t size;
    MUST(ant_ghosts_desc_init(&desc));
    desc.position_step = 0.02;
    ghosts = ghosts_with(&desc);
    MUST(ant_outbox_submit(outbox, &state, 1, 0));
    MUST(ant_outbox_packet(outbox, OBSERVER, 0, bytes, sizeof bytes, &size));
    REFUSED(MISMATCH, "give both ends the same steps", ant_ghosts_receive, (ghosts, PEER, bytes, size, 0));
    ant_destroy(ghosts.id);
    /* Receivers are to run dr1; these run auto. */
    MUST(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    ant_destroy(outbox.id);
    {
        AntOutboxDesc owner;
        MUST(ant_outbox_desc_init(&owner));
        MUST(ant_outbox_create(&owner, &profile, &outbox));
    }
    MUST(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules));
    MUST(ant_outbox_submit(outbox, &state, 1, 0));
    MUST(ant_outbox_packet(outbox, OBSERVER, 0, bytes, sizeof bytes, &size));
    ghosts = ghosts_with(NULL);
    REFUSED(MISMATCH, "the same profile", ant_ghosts_receive, (ghosts, PEER, bytes, size, 0));
    MUST(ant_last_error(text, sizeof text, NULL));
    ENSURE(sscanf(strstr(text, "run the model "), "run the model %8[0-9a-f], this end runs %8[0-9a-f]", theirs, ours) == 2);
    CHECK(strlen(theirs) == 8 && strlen(ours) == 8 && strcmp(theirs, ours) != 0);
    MUST(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    CHECK(has_status(ant_ghosts_receive(ghosts, PEER, bytes, size, 0), ANT_OK));
    ant_destroy(ghosts.id), ant_destroy(outbox.id);
}

static void numbers_that_mean_two_players_or_one_twice_are_told_of(void) {
    AntGhosts ghosts;
    int64_t i, k;
    /* Two machines, one number. */
    ghosts = ghosts_with(NULL);
    for (i = 0; i < 60; i++) {
        AntState here = runner(PLAYER, (double)(i * FRAME) * 1e-9), there = runner(PLAYER, 7);
        MUST(ant_ghosts_observe(ghosts, 1, &here, 1, i * FRAME));
        MUST(ant_ghosts_observe(ghosts, 2, &there, 1, i * FRAME));
        MUST(ant_ghosts_draw(ghosts, i * FRAME, NULL, NULL));
    }
    CHECK(warned_once("both tell of player 3", "numbers must differ"));
    ant_destroy(ghosts.id);
    /* One player, two numbers; then two players side by side. */
    for (k = 0; k < 2; k++) {
        ghosts = ghosts_with(NULL);
        for (i = 0; i < 600; i++) {
            AntState states[3];
            uint32_t player;
            for (player = 0; player < 3; player++) {
                states[player] = runner(player, (double)(i * FRAME) * 1e-9);
                states[player].position[2] = player == 2 ? 20 : 0.8 * (double)k * player;
            }
            MUST(ant_ghosts_observe(ghosts, 1, states, 3, i * FRAME));
            MUST(ant_ghosts_draw(ghosts, i * FRAME, NULL, NULL));
        }
        CHECK(k == 0 ? warned_once("players 0 and 1", "one player told of under two numbers") : nothing_was_said());
        ant_destroy(ghosts.id);
    }
}

static void the_size_of_another_struct_is_refused(void) {
    struct {
        AntState state;
        unsigned char beyond[256];
    } room;
    memset(&room, 0x5a, sizeof room);
    REFUSED(BAD_STRUCT, "struct_size", ant_init, (ANT_STRUCT_STATE, &room.state, (uint32_t)sizeof(AntProfile)));
    REFUSED(BAD_STRUCT, "struct_size", ant_init, (ANT_STRUCT_GHOSTS_DESC, &room.state, (uint32_t)sizeof(AntState)));
    CHECK(room.beyond[0] == 0x5a && room.beyond[255] == 0x5a && room.state.player == 0x5a5a5a5a);
    {
        AntGhosts ghosts = ghosts_with(NULL);
        AntState state = runner(PLAYER, 0);
        state.struct_size = sizeof(AntGhostsDesc);
        REFUSED(BAD_STRUCT, "ant_state_init", ant_ghosts_observe, (ghosts, PEER, &state, 1, 0));
        state.struct_size = 0;
        REFUSED(BAD_STRUCT, "ant_state_init", ant_ghosts_observe, (ghosts, PEER, &state, 1, 0));
        ant_destroy(ghosts.id);
    }
}

static void a_source_beside_the_mesh_emits_or_is_refused(void) {
    AntSourceDesc source;
    AntWorld world = grid_world(20, 10, NULL);
    AntPheromoneMap map = map_of(world, 0.9f, 0.5f);
    AntCell cell = {0};
    float value = 0;
    MUST(ant_source_desc_init(&source));
    source.position[0] = -0.3, source.position[2] = 5.5;
    MUST(ant_map_add_source(map, 1, &source));
    MUST(ant_map_step_to(map, SECOND, NULL));
    MUST(find_cell(world, at(0.5, 5.5), &cell));
    MUST(map_value(map, 0, cell, &value));
    CHECK(value > 1);
    source.position[0] = -3;
    REFUSED(INVALID_ARGUMENT, "3.0 m off the level", ant_map_add_source, (map, 2, &source));
    CHECK(is_refused(ANT_ERROR_INVALID_ARGUMENT, ANT_ERROR_INVALID_ARGUMENT, "ant_map_add_source", "it would emit nothing"));
    ant_destroy(map.id), ant_destroy(world.id);
}

static void positions_off_the_level_are_told_of(void) {
    AntGhostsDesc desc;
    AntOutboxDesc owner;
    AntGhosts ghosts;
    AntOutbox outbox;
    AntWorld world = grid_world(40, 10, NULL);
    int64_t i, k;
    MUST(ant_ghosts_desc_init(&desc)), MUST(ant_outbox_desc_init(&owner));
    desc.world = owner.world = world;
    for (k = 0; k < 2; k++) {
        double unit = k == 0 ? 100 : 1; /* centimetres, metres */
        ghosts = ghosts_with(&desc), outbox = outbox_with(&owner);
        for (i = 0; i < 200; i++) {
            double t = (double)(i * FRAME) * 1e-9;
            AntState state = runner(PLAYER, t);
            state.position[0] = unit * (1 + 5 * t), state.position[2] = unit * 5, state.velocity[0] = unit * 5;
            MUST(ant_ghosts_observe(ghosts, PEER, &state, 1, i * FRAME));
            MUST(ant_ghosts_draw(ghosts, i * FRAME, NULL, NULL));
        }
        CHECK(k == 0 ? warned_once("ghosts: players are not on the level", "metres_per_unit") : nothing_was_said());
        for (i = 0; i < 200; i++) {
            double t = (double)(i * FRAME) * 1e-9;
            AntState state = runner(PLAYER, t);
            state.position[0] = unit * (1 + 5 * t), state.position[2] = unit * 5, state.velocity[0] = unit * 5;
            MUST(ant_outbox_submit(outbox, &state, 1, i * FRAME));
        }
        CHECK(k == 0 ? warned_once("outbox: players are not on the level", "metres_per_unit") : nothing_was_said());
        ant_destroy(ghosts.id), ant_destroy(outbox.id);
    }
    ant_destroy(world.id);
}

static void updates_that_are_mostly_refused_are_told_of(void) {
    AntGhosts ghosts = ghosts_with(NULL);
    int64_t i;
    for (i = 0; i < 200; i++) {
        AntState state = runner(PLAYER, (double)(i * FRAME) * 1e-9);
        state.flags |= ANT_STATE_HAS_TIME; /* and forgot to set it */
        MUST(ant_ghosts_observe(ghosts, PEER, &state, 1, i * FRAME));
        MUST(ant_ghosts_draw(ghosts, i * FRAME, NULL, NULL));
    }
    CHECK(warned_once("could be used", "times that differ"));
    ant_destroy(ghosts.id);
}

static void large_numbers_are_printed_short(void) {
    AntGhostsDesc desc;
    AntOutboxDesc owner;
    AntGhosts ghosts = ghosts_with(NULL);
    AntOutbox outbox = outbox_with(NULL);
    AntBaseMotion motion;
    AntObserver observer;
    AntSenderRules rules;
    AntWorldDesc level;
    AntReceiverDesc receiver_desc;
    AntReceiver receiver;
    AntWorld world;
    AntState state;
    int k, i;
    const double far[3] = {1e300, 0, 0};
    for (k = 0; k < 22; k++) {
        AntStatus status = ANT_OK;
        char text[1024] = "";
        MUST(ant_ghosts_desc_init(&desc)), MUST(ant_outbox_desc_init(&owner)), MUST(ant_base_motion_init(&motion));
        MUST(ant_observer_init(&observer)), MUST(ant_sender_rules_init(&rules)), MUST(ant_receiver_desc_init(&receiver_desc));
        MUST(ant_world_desc_init(&level));
        state = runner(PLAYER, 0);
        state.flags |= ANT_STATE_HAS_ANGULAR_VELOCITY | ANT_STATE_HAS_ACCELERATION | ANT_STATE_HAS_ORIENTATION;
        switch (k) {
        case 0: state.position[1] = 1e300, status = ant_ghosts_observe(ghosts, PEER, &state, 1, 0); break;
        case 1: state.velocity[1] = 1e300, status = ant_outbox_submit(outbox, &state, 1, 0); break;
        case 2: state.acceleration[1] = 1e300, status = ant_ghosts_observe(ghosts, PEER, &state, 1, 0); break;
        case 3: state.orientation[1] = 1e300, status = ant_ghosts_observe(ghosts, PEER, &state, 1, 0); break;
        case 4: state.angular_velocity[1] = 1e300, status = ant_ghosts_observe(ghosts, PEER, &state, 1, 0); break;
        case 5: desc.run_speed = 1e300, status = ant_ghosts_create(&desc, &ghosts); break;
        case 6: desc.freshness = 1e300, status = ant_ghosts_create(&desc, &ghosts); break;
        case 7: desc.position_step = 1e300, status = ant_ghosts_create(&desc, &ghosts); break;
        case 8: desc.snap_distance = -1e300, status = ant_ghosts_create(&desc, &ghosts); break;
        case 9: desc.frame.metres_per_unit = 1e300, status = ant_ghosts_create(&desc, &ghosts); break;
        case 10: owner.threshold = -1e300, status = ant_outbox_create(&owner, NULL, &outbox); break;
        case 11: owner.velocity_step = 1e300, status = ant_outbox_create(&owner, NULL, &outbox); break;
        case 12: owner.run_speed = 1e300, status = ant_outbox_create(&owner, NULL, &outbox); break;
        case 13: observer.enter_radius = -1e300, status = ant_outbox_set_observer(outbox, OBSERVER, &observer); break;
        case 14: observer.leave_radius = -1e300, status = ant_outbox_set_observer(outbox, OBSERVER, &observer); break;
        case 15: rules.orientation = 1e300, status = ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules); break;
        case 16: motion.angular_velocity[0] = 1e300, status = ant_ghosts_set_base(ghosts, 1, &motion, 0); break;
        case 17: status = ant_rebase(ghosts.id, far); break;
        case 18: status = ant_ghosts_set_freshness(ghosts, PLAYER, 1e300); break;
        case 19: level.cell_size = 1e300, status = ant_world_create_mesh(&level, NULL, &world); break;
        case 20: receiver_desc.predictor = lone_predictor(), receiver_desc.buffer_slew = 1e300, status = ant_receiver_create(&receiver_desc, &receiver), ant_destroy(receiver_desc.predictor.id); break;
        default: level.origin[0] = 1e300, status = ant_world_create_mesh(&level, NULL, &world); break;
        }
        MUST(ant_last_error(text, sizeof text, NULL));
        i = status < 0 && strstr(text, "00000000") == NULL && strlen(text) < 300;
        if (!i) {
            printf("    case %d: %s\n", k, text);
        }
        CHECK(i);
    }
    ant_destroy(ghosts.id), ant_destroy(outbox.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(flags_of_another_struct_are_refused);
    RUN_TEST(a_forgotten_sequence_number_is_told_of);
    RUN_TEST(milliseconds_for_nanoseconds_are_told_of);
    RUN_TEST(milliseconds_of_an_owner_are_told_of);
    RUN_TEST(a_heartbeat_in_milliseconds_is_refused);
    RUN_TEST(angles_in_degrees_are_told_of);
    RUN_TEST(angular_velocities_in_degrees_are_told_of);
    RUN_TEST(two_frames_for_one_thing_are_refused);
    RUN_TEST(ends_that_measure_differently_name_both);
    RUN_TEST(numbers_that_mean_two_players_or_one_twice_are_told_of);
    RUN_TEST(the_size_of_another_struct_is_refused);
    RUN_TEST(a_source_beside_the_mesh_emits_or_is_refused);
    RUN_TEST(positions_off_the_level_are_told_of);
    RUN_TEST(updates_that_are_mostly_refused_are_told_of);
    RUN_TEST(large_numbers_are_printed_short);
    return ensure_end();
}
