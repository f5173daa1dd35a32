/* Replays what told.c wrote, through the C ABI, and prints hashes of all state and of everything that was drawn. The programs beside
 * this one make the same calls in their languages and must print the same line.
 *
 *   replay TOLD.BIN */
#include "antreckon.h"
#include <stdio.h>
#include <stdlib.h>

enum { STEPS_PER_SECOND = 20, MOST = 64, LATEST = 16, DATAGRAM = 1200 };
enum { TAKEN, THERE, STATE, TRUTH, GONE, PACKET, REPLY };
/* The machines, and the players that are not drawn in the predicted present. */
enum { OWNER = 1, HOST = 2, CLIENT = 7, HALF_FRESH = 6, OF_THE_PAST = 9 };

/* The owner's clock shows this much more. */
static const int64_t AHEAD = 7000000000;

typedef struct Told {
    uint32_t kind, number, teleported, reserved;
    int64_t time;
    float place[3], velocity[3], facing[4];
} Told;

/* What the last frames sent, each in its turn. */
typedef struct Sent {
    unsigned char bytes[DATAGRAM];
    uint64_t size;
} Sent;

static FILE *input;
static AntWorld world;
static AntPheromoneMap map;
static AntGhosts ghosts;
static AntOutbox outbox;
static Sent packets[LATEST], replies[LATEST];

static void check(AntStatus status, const char *what) {
    if (status < 0) {
        char text[512] = "";
        ant_last_error(text, sizeof text, NULL);
        fprintf(stderr, "%s: %s: %s\n", what, ant_status_name(status), text);
        exit(1);
    }
}
#define CHECK(call) check(call, #call)
#define INIT(kind, desc) CHECK(ant_##kind##_init(&(desc)))

static void take(void *bytes, size_t length) {
    if (fread(bytes, 1, length, input) != length) {
        fprintf(stderr, "the file ends too early\n");
        exit(1);
    }
}

static uint32_t take_number(void) {
    uint32_t value;
    take(&value, sizeof value);
    return value;
}

static AntStream stream(void *data, uint64_t bytes, uint32_t format) {
    AntStream made = {data, bytes, 0, format};
    return made;
}

static void make_world(void) {
    float measures[2];
    take(measures, sizeof measures);
    uint32_t squares = take_number();
    float *corners = malloc((size_t)squares * 48);
    uint32_t *indices = malloc((size_t)squares * 16), *sizes = malloc((size_t)squares * 4);
    if (!corners || !indices || !sizes) {
        exit(1);
    }
    take(corners, (size_t)squares * 48);
    for (uint32_t i = 0; i < 4 * squares; i++) {
        indices[i] = i;
        sizes[i / 4] = 4;
    }
    AntWorldDesc desc;
    AntMeshDesc mesh;
    INIT(world_desc, desc);
    INIT(mesh_desc, mesh);
    desc.cell_size = measures[0];
    desc.step_height = measures[1];
    mesh.vertex_count = mesh.index_count = 4 * squares;
    mesh.polygon_count = squares;
    mesh.vertices = stream(corners, (uint64_t)squares * 48, ANT_F32X3);
    mesh.indices = stream(indices, (uint64_t)squares * 16, ANT_U32);
    mesh.polygon_sizes = stream(sizes, (uint64_t)squares * 4, ANT_U32);
    CHECK(ant_world_create_mesh(&desc, NULL, &world));
    CHECK(ant_world_set_tile(world, 0, 0, 0, &mesh));
    free(corners);
    free(indices);
    free(sizes);
}

static void make_map(void) {
    AntMapDesc desc;
    AntTrailDesc trails;
    INIT(map_desc, desc);
    INIT(trail_desc, trails);
    desc.step = 1000000000 / STEPS_PER_SECOND;
    CHECK(ant_map_create(world, &desc, &map));
    CHECK(ant_map_enable_trails(map, &trails));
    for (uint32_t items = take_number(); items; items--) {
        AntSourceDesc source;
        INIT(source_desc, source);
        uint32_t number = take_number();
        float place[3];
        take(place, sizeof place);
        for (int axis = 0; axis < 3; axis++) {
            source.position[axis] = place[axis];
        }
        source.emission = 10.0f;
        source.flags = ANT_SOURCE_FIXED;
        CHECK(ant_map_add_source(map, number, &source));
        CHECK(ant_map_set_source_active(map, number, 0));
    }
}

static void make_players(void) {
    AntGhostsDesc client;
    AntOutboxDesc owner;
    INIT(ghosts_desc, client);
    INIT(outbox_desc, owner);
    client.map = map;
    owner.world = world;
    CHECK(ant_ghosts_create(&client, &ghosts));
    CHECK(ant_outbox_create(&owner, NULL, &outbox));
    for (uint32_t player = 0, players = take_number(); player < players; player++) {
        AntProfile profile;
        INIT(profile, profile);
        profile.model = take_number();
        CHECK(ant_ghosts_set_profile(ghosts, player, &profile));
    }
    CHECK(ant_ghosts_set_freshness(ghosts, HALF_FRESH, 0.5));
    CHECK(ant_ghosts_set_freshness(ghosts, OF_THE_PAST, 0.0));
}

static AntState state(const Told *told) {
    AntState made;
    INIT(state, made);
    made.player = told->number;
    made.time = told->time;
    made.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_ORIENTATION;
    made.flags |= told->kind == STATE ? ANT_STATE_HAS_TIME : 0;
    made.flags |= told->teleported ? ANT_STATE_TELEPORTED : 0;
    for (int axis = 0; axis < 4; axis++) {
        made.position[axis % 3] = told->place[axis % 3];
        made.velocity[axis % 3] = told->velocity[axis % 3];
        made.orientation[axis] = told->facing[axis];
    }
    return made;
}

static void happen(const Told *told, int64_t now) {
    const Sent *packet = &packets[told->number % LATEST], *reply = &replies[told->number % LATEST];
    AntState moved = state(told);
    if (told->kind == STATE) {
        CHECK(ant_ghosts_observe(ghosts, HOST, &moved, 1, now));
    } else if (told->kind == TRUTH) {
        CHECK(ant_outbox_submit(outbox, &moved, 1, now + AHEAD));
    } else if (told->kind == GONE) {
        CHECK(ant_outbox_remove(outbox, told->number));
    } else if (told->kind == PACKET && packet->size) {
        CHECK(ant_ghosts_receive(ghosts, OWNER, packet->bytes, packet->size, now));
    } else if (told->kind == REPLY && reply->size) {
        CHECK(ant_outbox_receive(outbox, CLIENT, reply->bytes, reply->size, now + AHEAD));
    } else if (told->kind <= THERE) {
        CHECK(ant_map_set_source_active(map, told->number, told->kind == THERE));
    }
}

static uint64_t hash(uint64_t sum, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return sum;
}

/* Draws a frame and returns the sum with it. */
static uint64_t draw(int64_t now, uint64_t sum) {
    static uint32_t players[MOST], count;
    static float positions[MOST][3], velocities[MOST][3], orientations[MOST][4];
    AntGhostFrame frame;
    INIT(ghost_frame, frame);
    frame.capacity = MOST;
    frame.players = stream(players, sizeof players, ANT_U32);
    frame.positions = stream(positions, sizeof positions, ANT_F32X3);
    frame.velocities = stream(velocities, sizeof velocities, ANT_F32X3);
    frame.orientations = stream(orientations, sizeof orientations, ANT_F32X4);
    CHECK(ant_ghosts_draw(ghosts, now, &frame, &count));
    sum = hash(sum, players, count * sizeof players[0]);
    sum = hash(sum, positions, count * sizeof positions[0]);
    sum = hash(sum, velocities, count * sizeof velocities[0]);
    return hash(sum, orientations, count * sizeof orientations[0]);
}

static unsigned long long state_hash(AntHandle handle) {
    uint64_t of_state;
    CHECK(ant_state_hash(handle, &of_state));
    return of_state;
}

int main(int argc, char **argv) {
    if (argc != 2 || !(input = fopen(argv[1], "rb"))) {
        fprintf(stderr, "usage: replay TOLD.BIN\n");
        return 2;
    }
    CHECK(ant_check_version(ANT_VERSION, ANT_ABI_VERSION));
    make_world();
    make_map();
    make_players();
    uint64_t drawn = 0xcbf29ce484222325u;
    uint32_t frames = take_number(), sent = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        Sent *packet = &packets[frame % LATEST], *reply = &replies[frame % LATEST];
        int64_t now;
        take(&now, sizeof now);
        for (uint32_t events = take_number(); events; events--) {
            Told told;
            take(&told, sizeof told);
            happen(&told, now);
        }
        CHECK(ant_map_step_to(map, now, NULL));
        CHECK(ant_outbox_packet(outbox, CLIENT, now + AHEAD, packet->bytes, DATAGRAM, &packet->size));
        drawn = draw(now, drawn);
        CHECK(ant_ghosts_reply(ghosts, OWNER, now, reply->bytes, DATAGRAM, &reply->size));
        sent += packet->size > 0;
    }
    printf("%u frames, %u packets: world %016llx map %016llx ghosts %016llx outbox %016llx drawn %016llx\n", frames, sent,
           state_hash(world.id), state_hash(map.id), state_hash(ghosts.id), state_hash(outbox.id), (unsigned long long)drawn);
    CHECK(ant_destroy(ghosts.id));
    CHECK(ant_destroy(outbox.id));
    CHECK(ant_destroy(map.id));
    CHECK(ant_destroy(world.id));
    fclose(input);
    return 0;
}
