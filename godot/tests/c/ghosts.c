/* What ghosts of the Godot addon must agree with: the same updates through the C ABI.
 *
 *   ghosts replay INPUT OUTPUT   replays what the addon was given and compares what it showed, bit by bit
 *   ghosts bench FRAMES          prints the nanoseconds of a frame of 1,000 ghosts */
#define _POSIX_C_SOURCE 199309L
#include "antreckon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        AntStatus status_ = (call);                                                                                    \
        if (status_ < 0) fail(#call, status_);                                                                         \
    } while (0)
#define INIT(kind, desc) OK(ant_##kind##_init(&(desc)))

static void fail(const char *call, AntStatus status) {
    char text[512] = "";
    ant_last_error(text, sizeof text, NULL);
    printf("not true: %s: %d %s\n0 passed, 1 failed\n", call, (int)status, text);
    exit(1);
}

static void need(int condition, const char *what) {
    if (!condition) {
        printf("not true: %s\n0 passed, 1 failed\n", what);
        exit(1);
    }
}

static void take(FILE *file, void *out, size_t bytes) { need(fread(out, 1, bytes, file) == bytes, "the file goes on"); }

static AntStream stream(void *data, uint32_t count, uint32_t size, uint32_t format) {
    AntStream made = {data, (uint64_t)count * size, size, format};
    return made;
}

/* Everything that shows a number of players. */
typedef struct Show {
    AntWorld world;
    AntPredictor predictor;
    AntReceiver receiver;
    AntSmoother smoother;
    uint32_t count;
    AntEntity *entities;
    uint32_t *numbers;
    double *positions, *velocities, *orientations;
    float *drawn;
    int32_t *status;
} Show;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    need(memory != NULL, "there is memory");
    return memory;
}

static void open_show(Show *show, uint32_t count, const uint32_t *models) {
    AntPredictorDesc predictor;
    INIT(predictor_desc, predictor);
    predictor.world = show->world;
    OK(ant_predictor_create(&predictor, &show->predictor));
    AntReceiverDesc receiver;
    INIT(receiver_desc, receiver);
    receiver.predictor = show->predictor;
    receiver.max_entities = 65536;
    OK(ant_receiver_create(&receiver, &show->receiver));
    AntSmootherDesc smoother;
    INIT(smoother_desc, smoother);
    smoother.predictor = show->predictor;
    OK(ant_smoother_create(&smoother, &show->smoother));
    show->count = count;
    show->entities = room(count, sizeof *show->entities);
    show->numbers = room(count, sizeof *show->numbers);
    show->positions = room(count, 3 * sizeof(double));
    show->velocities = room(count, 3 * sizeof(double));
    show->orientations = room(count, 4 * sizeof(double));
    show->drawn = room(count, 3 * sizeof(float));
    show->status = room(count, sizeof(int32_t));
    for (uint32_t i = 0; i < count; i++) {
        AntProfile profile;
        INIT(profile, profile);
        profile.model = models[i];
        OK(ant_predictor_add_entity(show->predictor, &profile, &show->entities[i]));
        show->numbers[i] = i;
        OK(ant_receiver_add(show->receiver, i, show->entities[i]));
    }
}

static void close_show(Show *show) {
    OK(ant_destroy(show->smoother.id));
    OK(ant_destroy(show->receiver.id));
    OK(ant_destroy(show->predictor.id));
    if (show->world.id) OK(ant_destroy(show->world.id));
    free(show->entities);
    free(show->numbers);
    free(show->positions);
    free(show->velocities);
    free(show->orientations);
    free(show->drawn);
    free(show->status);
}

/* An update, and what it changes in what is drawn; `now` is the time of the last frame, negative before the first. */
static void receive(Show *show, const AntUpdate *update, int64_t arrival, int64_t now) {
    AntShown before, after;
    before.struct_size = after.struct_size = sizeof before;
    int shown = ant_receiver_show(show->receiver, update->entity, 0, &before) >= 0;
    uint32_t verdict = 0;
    OK(ant_receiver_receive(show->receiver, update, arrival, &verdict));
    if (now < 0 || (verdict != ANT_VERDICT_APPLIED && verdict != ANT_VERDICT_INSERTED)) return;
    if (ant_receiver_show(show->receiver, update->entity, 0, &after) < 0) return;
    AntSmoothCorrection correction;
    INIT(smooth_correction, correction);
    correction.time = now;
    correction.flags = ANT_SMOOTH_HAS_PREDICTION;
    if (update->flags & ANT_UPDATE_TELEPORT) correction.flags |= ANT_SMOOTH_TELEPORTED;
    memcpy(correction.position, after.position, sizeof after.position);
    memcpy(correction.velocity, after.velocity, sizeof after.velocity);
    memcpy(correction.orientation, after.orientation, sizeof after.orientation);
    if (shown) {
        correction.flags |= ANT_SMOOTH_HAS_BEFORE;
        memcpy(correction.before_position, before.position, sizeof before.position);
        memcpy(correction.before_velocity, before.velocity, sizeof before.velocity);
        memcpy(correction.before_orientation, before.orientation, sizeof before.orientation);
    }
    OK(ant_smoother_correct(show->smoother, show->entities[update->entity], &correction, NULL));
}

/* Shows everybody, in two batches. */
static void frame(Show *show, int64_t now) {
    OK(ant_receiver_advance(show->receiver, now));
    AntShowBatch predict;
    INIT(show_batch, predict);
    predict.count = show->count;
    predict.numbers = stream(show->numbers, show->count, 4, ANT_U32);
    predict.positions = stream(show->positions, show->count, 24, ANT_F64X3);
    predict.velocities = stream(show->velocities, show->count, 24, ANT_F64X3);
    predict.orientations = stream(show->orientations, show->count, 32, ANT_F64X4);
    predict.status = stream(show->status, show->count, 4, ANT_I32);
    OK(ant_receiver_show_batch(show->receiver, &predict));
    AntDrawBatch draw;
    INIT(draw_batch, draw);
    draw.time = now;
    draw.predicted_positions = predict.positions;
    draw.predicted_velocities = predict.velocities;
    draw.predicted_orientations = predict.orientations;
    draw.entities = stream(show->entities, show->count, 8, ANT_U64);
    draw.positions = stream(show->drawn, show->count, 12, ANT_F32X3);
    draw.count = show->count;
    int all = 1;
    for (uint32_t i = 0; i < show->count; i++) all &= show->status[i] >= 0;
    if (all) {
        OK(ant_smoother_draw_batch(show->smoother, &draw));
        return;
    }
    /* Some are not there: one by one. */
    for (uint32_t i = 0; i < show->count; i++) {
        if (show->status[i] < 0) continue;
        draw.count = 1;
        draw.predicted_positions = stream(show->positions + 3 * i, 1, 24, ANT_F64X3);
        draw.predicted_velocities = stream(show->velocities + 3 * i, 1, 24, ANT_F64X3);
        draw.predicted_orientations = stream(show->orientations + 4 * i, 1, 32, ANT_F64X4);
        draw.entities = stream(show->entities + i, 1, 8, ANT_U64);
        draw.positions = stream(show->drawn + 3 * i, 1, 12, ANT_F32X3);
        OK(ant_smoother_draw_batch(show->smoother, &draw));
    }
}

static AntWorld read_world(FILE *input) {
    struct { float cell_size, step_height; uint32_t vertices, polygons; } head;
    take(input, &head, sizeof head);
    float *vertices = room(head.vertices, 12);
    uint32_t *indices = room(head.polygons, 16);
    uint32_t *sizes = room(head.polygons, 4);
    take(input, vertices, (size_t)head.vertices * 12);
    take(input, indices, (size_t)head.polygons * 16);
    for (uint32_t i = 0; i < head.polygons; i++) sizes[i] = 4;
    AntWorldDesc desc;
    INIT(world_desc, desc);
    desc.cell_size = head.cell_size;
    desc.step_height = head.step_height;
    AntMeshDesc mesh;
    INIT(mesh_desc, mesh);
    mesh.vertex_count = head.vertices;
    mesh.polygon_count = head.polygons;
    mesh.index_count = 4 * head.polygons;
    mesh.vertices = stream(vertices, head.vertices, 12, ANT_F32X3);
    mesh.indices = stream(indices, mesh.index_count, 4, ANT_U32);
    mesh.polygon_sizes = stream(sizes, head.polygons, 4, ANT_U32);
    AntWorld world;
    OK(ant_world_create_mesh(&desc, &mesh, &world));
    free(vertices);
    free(indices);
    free(sizes);
    return world;
}

static int replay(const char *input_name, const char *output_name) {
    FILE *input = fopen(input_name, "rb"), *output = fopen(output_name, "rb");
    need(input && output, "both files can be opened");
    Show show = {0};
    show.world = read_world(input);
    uint32_t counts[2];
    take(input, counts, sizeof counts);
    uint32_t players = counts[0], frames = counts[1];
    need(players > 0 && players < 1000 && frames > 100, "the recording has players and frames");
    uint32_t *models = room(players, 4);
    take(input, models, (size_t)players * 4);
    open_show(&show, players, models);
    float *expected = room(players, 12);
    uint64_t compared = 0, different = 0, updates = 0;
    int64_t last = -1;
    for (uint32_t f = 0; f < frames; f++) {
        int64_t now;
        uint32_t count;
        take(input, &now, 8);
        take(input, &count, 4);
        for (uint32_t u = 0; u < count; u++) {
            struct { uint32_t entity, sequence, teleported, reserved; int64_t time; float place[3], velocity[3], facing[4]; } told;
            take(input, &told, sizeof told);
            AntUpdate update;
            INIT(update, update);
            update.entity = told.entity;
            update.sequence = told.sequence & 0xffff;
            update.time = told.time;
            update.flags = ANT_UPDATE_HAS_ORIENTATION | (told.teleported ? ANT_UPDATE_TELEPORT : 0);
            for (int i = 0; i < 3; i++) update.position[i] = told.place[i], update.velocity[i] = told.velocity[i];
            for (int i = 0; i < 4; i++) update.orientation[i] = told.facing[i];
            receive(&show, &update, now, last);
            updates++;
        }
        frame(&show, now);
        last = now;
        take(output, expected, (size_t)players * 12);
        for (uint32_t i = 0; i < players; i++) {
            if (show.status[i] < 0) continue;
            compared += 3;
            for (int axis = 0; axis < 3; axis++) {
                if (memcmp(&expected[3 * i + axis], &show.drawn[3 * i + axis], 4) != 0 && different++ < 5)
                    printf("frame %u, player %u (model %u): Godot %.9g, C %.9g\n", f, i, models[i],
                           expected[3 * i + axis], show.drawn[3 * i + axis]);
            }
        }
    }
    close_show(&show);
    free(models);
    free(expected);
    fclose(input);
    fclose(output);
    printf("%u players, %llu updates, %llu numbers compared, %llu differ\n", players, (unsigned long long)updates,
           (unsigned long long)compared, (unsigned long long)different);
    int good = different == 0 && compared > 10000;
    printf("%d passed, %d failed\n", good, !good);
    return !good;
}

static double now_nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Players as in bench.gd: everybody walks straight, an update each tenth frame. */
static int bench(int frames) {
    enum { COUNT = 1000 };
    uint32_t models[COUNT];
    for (int i = 0; i < COUNT; i++) models[i] = ANT_MODEL_DAMPED;
    Show show = {0};
    open_show(&show, COUNT, models);
    double *spent = room((size_t)frames, sizeof(double));
    for (int f = 0; f < frames; f++) {
        int64_t now = (int64_t)f * 16000000;
        for (uint32_t i = f % 10; i < COUNT; i += 10) {
            AntUpdate update;
            INIT(update, update);
            update.entity = i;
            update.sequence = (uint32_t)(f / 10 + 1);
            update.time = now;
            update.flags = ANT_UPDATE_HAS_ORIENTATION;
            update.position[0] = (float)(f * 0.016 * (1 + i % 5));
            update.position[2] = (float)i;
            update.velocity[0] = (float)(1 + i % 5);
            update.orientation[3] = 1;
            receive(&show, &update, now, f > 0 ? (int64_t)(f - 1) * 16000000 + 14400000 : -1);
        }
        double begin = now_nanoseconds();
        /* As bench.gd, whose clock is coarser: ten frames, a tenth of the time apart. */
        for (int tenth = 0; tenth < 10; tenth++) frame(&show, now + tenth * (int64_t)1600000);
        spent[f] = (now_nanoseconds() - begin) / 10;
    }
    qsort(spent + 20, (size_t)frames - 20, sizeof(double), by_size);
    /* The tenth of ten: what other programs take away does not count. */
    printf("%.0f\n", spent[20 + (frames - 20) / 10]);
    free(spent);
    close_show(&show);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && strcmp(arguments[1], "replay") == 0) return replay(arguments[2], arguments[3]);
    if (count == 3 && strcmp(arguments[1], "bench") == 0) return bench(atoi(arguments[2]) < 100 ? 100 : atoi(arguments[2]));
    fprintf(stderr, "usage: ghosts replay INPUT OUTPUT | ghosts bench FRAMES\n");
    return 2;
}
