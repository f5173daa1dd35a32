/* Replays what told.c wrote, through the C ABI, and prints hashes of all state and of everything that was shown. The programs beside
 * this one make the same calls in their languages and must print the same line.
 *
 *   replay TOLD.BIN */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 8, STEPS_PER_SECOND = 20, SAMPLES = 4 };

typedef struct Told {
    uint32_t kind, number, sequence, teleported;
    int64_t time;
    float place[3], velocity[3], facing[4];
} Told;

static FILE *input;
static AntWorld world;
static AntPheromoneMap map;
static AntPredictor predictor;
static AntReceiver receiver;
static AntSmoother smoother;
static AntEntity entities[PLAYERS];

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
    AntPredictorDesc predictor_desc;
    AntReceiverDesc receiver_desc;
    AntSmootherDesc smoother_desc;
    INIT(predictor_desc, predictor_desc);
    INIT(receiver_desc, receiver_desc);
    INIT(smoother_desc, smoother_desc);
    predictor_desc.map = map;
    CHECK(ant_predictor_create(&predictor_desc, &predictor));
    receiver_desc.predictor = smoother_desc.predictor = predictor;
    CHECK(ant_receiver_create(&receiver_desc, &receiver));
    CHECK(ant_smoother_create(&smoother_desc, &smoother));
    if (take_number() != PLAYERS) {
        exit(1);
    }
    for (uint32_t p = 0; p < PLAYERS; p++) {
        AntProfile profile;
        INIT(profile, profile);
        profile.model = take_number();
        CHECK(ant_predictor_add_entity(predictor, &profile, &entities[p]));
        CHECK(ant_receiver_add(receiver, p, entities[p]));
    }
}

/* An update, and what it changes in what is drawn; `last` is the time of the last frame. */
static void receive(const Told *told, int64_t now, int64_t last) {
    AntUpdate update;
    INIT(update, update);
    update.entity = told->number;
    update.sequence = told->sequence;
    update.time = told->time;
    update.flags = ANT_UPDATE_HAS_ORIENTATION | (told->teleported ? ANT_UPDATE_TELEPORT : 0);
    for (int axis = 0; axis < 3; axis++) {
        update.position[axis] = told->place[axis];
        update.velocity[axis] = told->velocity[axis];
    }
    for (int i = 0; i < 4; i++) {
        update.orientation[i] = told->facing[i];
    }
    AntShown before, after;
    before.struct_size = after.struct_size = sizeof before;
    int was_shown = ant_receiver_show(receiver, told->number, 0, &before) >= 0;
    uint32_t verdict = 0;
    CHECK(ant_receiver_receive(receiver, &update, now, &verdict));
    int changed = verdict == ANT_VERDICT_APPLIED || verdict == ANT_VERDICT_INSERTED;
    if (last < 0 || !changed || ant_receiver_show(receiver, told->number, 0, &after) < 0) {
        return;
    }
    AntSmoothCorrection correction;
    INIT(smooth_correction, correction);
    correction.time = last;
    correction.flags = ANT_SMOOTH_HAS_PREDICTION | (told->teleported ? ANT_SMOOTH_TELEPORTED : 0);
    memcpy(correction.position, after.position, sizeof after.position);
    memcpy(correction.velocity, after.velocity, sizeof after.velocity);
    memcpy(correction.orientation, after.orientation, sizeof after.orientation);
    if (was_shown) {
        correction.flags |= ANT_SMOOTH_HAS_BEFORE;
        memcpy(correction.before_position, before.position, sizeof before.position);
        memcpy(correction.before_velocity, before.velocity, sizeof before.velocity);
        memcpy(correction.before_orientation, before.orientation, sizeof before.orientation);
    }
    CHECK(ant_smoother_correct(smoother, entities[told->number], &correction, NULL));
}

/* Where player `p` is drawn; infinitely far away when there is nothing to draw. */
static void draw(uint32_t p, int64_t now, float drawn[3]) {
    AntShown shown;
    shown.struct_size = sizeof shown;
    drawn[0] = drawn[1] = drawn[2] = INFINITY;
    if (ant_receiver_show(receiver, p, 0, &shown) < 0) {
        return;
    }
    AntDrawBatch batch;
    INIT(draw_batch, batch);
    batch.count = 1;
    batch.time = now;
    batch.entities = stream(&entities[p], sizeof entities[p], ANT_U64);
    batch.predicted_positions = stream(shown.position, sizeof shown.position, ANT_F64X3);
    batch.predicted_velocities = stream(shown.velocity, sizeof shown.velocity, ANT_F64X3);
    batch.predicted_orientations = stream(shown.orientation, sizeof shown.orientation, ANT_F64X4);
    batch.positions = stream(drawn, 3 * sizeof drawn[0], ANT_F32X3);
    CHECK(ant_smoother_draw_batch(smoother, &batch));
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
    uint64_t shown = 0xcbf29ce484222325u;
    int64_t last = -1;
    uint32_t frames = take_number(), updates = 0;
    for (uint32_t frame = 0; frame < frames; frame++) {
        int64_t now;
        take(&now, sizeof now);
        for (uint32_t events = take_number(); events; events--) {
            Told told;
            take(&told, sizeof told);
            if (told.kind == 2) {
                receive(&told, now, last);
                updates++;
            } else {
                CHECK(ant_map_set_source_active(map, told.number, told.kind));
            }
        }
        CHECK(ant_map_step_to(map, now, NULL));
        CHECK(ant_receiver_advance(receiver, now));
        for (uint32_t p = 0; p < PLAYERS; p++) {
            float drawn[3];
            unsigned char bytes[sizeof drawn];
            draw(p, now, drawn);
            memcpy(bytes, drawn, sizeof drawn);
            for (size_t i = 0; i < sizeof bytes; i++) {
                shown = (shown ^ bytes[i]) * 0x100000001b3u;
            }
        }
        CHECK(ant_predictor_adapt(predictor, SAMPLES, NULL));
        last = now;
    }
    uint64_t of_world, of_map, of_predictor, of_smoother;
    CHECK(ant_state_hash(world.id, &of_world));
    CHECK(ant_state_hash(map.id, &of_map));
    CHECK(ant_state_hash(predictor.id, &of_predictor));
    CHECK(ant_state_hash(smoother.id, &of_smoother));
    uint64_t of_crowd = of_predictor ^ (of_smoother << 1 | of_smoother >> 63);
    printf("%u frames, %u updates: world %016llx map %016llx crowd %016llx shown %016llx\n", frames, updates, (unsigned long long)of_world,
           (unsigned long long)of_map, (unsigned long long)of_crowd, (unsigned long long)shown);
    CHECK(ant_destroy(smoother.id));
    CHECK(ant_destroy(receiver.id));
    CHECK(ant_destroy(predictor.id));
    CHECK(ant_destroy(map.id));
    CHECK(ant_destroy(world.id));
    fclose(input);
    return 0;
}
