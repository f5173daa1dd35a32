/* What ghosts of the Godot addon must agree with: the same states through the C ABI.
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

/* Ghosts, and where they are drawn. */
typedef struct Show {
    AntWorld world;
    AntGhosts ghosts;
    uint32_t capacity, count;
    float *drawn;
} Show;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    need(memory != NULL, "there is memory");
    return memory;
}

static void open_show(Show *show, uint32_t capacity) {
    AntGhostsDesc desc;
    INIT(ghosts_desc, desc);
    desc.world = show->world;
    OK(ant_ghosts_create(&desc, &show->ghosts));
    show->capacity = capacity;
    show->drawn = room(capacity, 3 * sizeof(float));
}

static void close_show(Show *show) {
    OK(ant_destroy(show->ghosts.id));
    if (show->world.id) OK(ant_destroy(show->world.id));
    free(show->drawn);
}

static void set_model(Show *show, uint32_t player, uint32_t model) {
    AntProfile profile;
    INIT(profile, profile);
    profile.model = model;
    OK(ant_ghosts_set_profile(show->ghosts, player, &profile));
}

static AntState state_at(uint32_t player, int64_t time) {
    AntState state;
    INIT(state, state);
    state.player = player;
    state.time = time;
    state.flags = ANT_STATE_HAS_TIME | ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_ORIENTATION;
    return state;
}

static void draw(Show *show, int64_t now) {
    AntGhostFrame frame;
    INIT(ghost_frame, frame);
    frame.capacity = show->capacity;
    frame.positions = stream(show->drawn, show->capacity, 12, ANT_F32X3);
    OK(ant_ghosts_draw(show->ghosts, now, &frame, &show->count));
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
    open_show(&show, players);
    for (uint32_t i = 0; i < players; i++) set_model(&show, i, models[i]);
    float *expected = room(players, 12);
    uint64_t compared = 0, different = 0, states = 0;
    for (uint32_t f = 0; f < frames; f++) {
        int64_t now;
        uint32_t count;
        take(input, &now, 8);
        take(input, &count, 4);
        for (uint32_t u = 0; u < count; u++) {
            struct { uint32_t player, teleported; int64_t time; float place[3], velocity[3], facing[4]; } told;
            take(input, &told, sizeof told);
            AntState state = state_at(told.player, told.time);
            if (told.teleported) state.flags |= ANT_STATE_TELEPORTED;
            for (int i = 0; i < 3; i++) state.position[i] = told.place[i], state.velocity[i] = told.velocity[i];
            for (int i = 0; i < 4; i++) state.orientation[i] = told.facing[i];
            OK(ant_ghosts_observe(show.ghosts, 1, &state, 1, now));
            states++;
        }
        draw(&show, now);
        take(output, &count, 4);
        need(count == show.count && count <= players, "as many are shown");
        take(output, expected, (size_t)count * 12);
        for (uint32_t i = 0; i < 3 * count; i++) {
            compared++;
            if (memcmp(&expected[i], &show.drawn[i], 4) != 0 && different++ < 5)
                printf("frame %u, place %u: Godot %.9g, C %.9g\n", f, i / 3, expected[i], show.drawn[i]);
        }
    }
    close_show(&show);
    free(models);
    free(expected);
    fclose(input);
    fclose(output);
    printf("%u players, %llu states, %llu numbers compared, %llu differ\n", players, (unsigned long long)states,
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

/* Players as in bench.gd: everybody walks straight, a state each tenth frame. */
static int bench(int frames) {
    enum { COUNT = 1000 };
    Show show = {0};
    open_show(&show, COUNT);
    set_model(&show, ANT_EVERYBODY, ANT_MODEL_DAMPED);
    double *spent = room((size_t)frames, sizeof(double));
    for (int f = 0; f < frames; f++) {
        int64_t now = (int64_t)f * 16000000;
        for (uint32_t i = f % 10; i < COUNT; i += 10) {
            AntState state = state_at(i, now);
            state.position[0] = (float)(f * 0.016 * (1 + i % 5));
            state.position[2] = (float)i;
            state.velocity[0] = (float)(1 + i % 5);
            OK(ant_ghosts_observe(show.ghosts, 1, &state, 1, now));
        }
        double begin = now_nanoseconds();
        /* As bench.gd, whose clock is coarser: ten frames, a tenth of the time apart. */
        for (int tenth = 0; tenth < 10; tenth++) draw(&show, now + tenth * (int64_t)1600000);
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
