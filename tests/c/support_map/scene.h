/* Small levels, maps and streams for the tests of maps and predictors, and the ways to say "this call is refused". */
#ifndef ANTRECKON_TEST_SCENE_H
#define ANTRECKON_TEST_SCENE_H

#include "antreckon.h"
#include "ensure.h"
#include "support/short.h"
#include <math.h>
#include <stdint.h>

#define MILLISECOND INT64_C(1000000)
#define SECOND (1000 * MILLISECOND)
/* Step of a map and frame of a profile, unless told otherwise. */
#define STEP (50 * MILLISECOND)
#define LENGTH_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static inline void print_last_error(void) {
    char text[1024] = "";
    ant_last_error(text, sizeof text, NULL);
    printf("    %s\n", text);
}

/* What a test only prepares must work; going on without it would test nothing. */
static inline void must(AntStatus status, const char *call, int line) {
    if (status < 0) {
        printf("line %d: %s gave %s\n", line, call, ant_status_name(status));
        print_last_error();
        exit(EXIT_FAILURE);
    }
}
#define MUST(call) must(call, #call, __LINE__)

/* ENSURE_STATUS(ANT_LATE, ant_predictor_observe(p, e, &o)): also says what came instead. */
static inline int has_status(AntStatus got, AntStatus expected) {
    if (got != expected) {
        printf("    %s in place of %s\n", ant_status_name(got), ant_status_name(expected));
        if (got < 0) {
            print_last_error();
        }
    }
    return got == expected;
}
#define ENSURE_STATUS(status, call) ENSURE(has_status(call, status))
#define ENSURE_OK(call) ENSURE_STATUS(ANT_OK, call)

/* Checks the status and that the thread's last error names the function and the argument. */
static inline int is_refused(AntStatus got, AntStatus expected, const char *function, const char *argument) {
    char text[1024] = "";
    int named;
    function = real_name(function);
    ant_last_error(text, sizeof text, NULL);
    named = strncmp(text, function, strlen(function)) == 0 && strstr(text + strlen(function), argument) != NULL;
    if (got != expected || !named) {
        printf("    %s (%s expected), argument `%s`: %s\n", ant_status_name(got), ant_status_name(expected), argument, text);
    }
    return got == expected && named;
}
/* REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (map.id, NULL)); goes on when it is not so. */
#define REFUSED(status, argument, function, arguments) \
    CHECK(is_refused(function arguments, ANT_ERROR_##status, #function, argument))

static inline int near_to(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }
static inline int near3(const double *v, double x, double y, double z, double tolerance) {
    int near = near_to(v[0], x, tolerance) && near_to(v[1], y, tolerance) && near_to(v[2], z, tolerance);
    if (!near) {
        printf("    (%.17g, %.17g, %.17g) in place of (%.17g, %.17g, %.17g)\n", v[0], v[1], v[2], x, y, z);
    }
    return near;
}

/* Streams live in a ring, so that calls can be written in one line: STREAM(array, ANT_F64X3). Not for threads. */
static inline const AntStream *make_stream(void *data, uint64_t byte_len, uint32_t stride, uint32_t format) {
    static AntStream ring[32];
    static unsigned next = 0;
    AntStream *s = &ring[next++ % LENGTH_OF(ring)];
    s->data = data;
    s->byte_len = byte_len;
    s->stride = stride;
    s->format = format;
    return s;
}
#define stream(data, byte_len, stride, format) make_stream((void *)(data), byte_len, stride, format)
#define STREAM(array, format) stream(array, sizeof(array), 0, format)

/* A place on the ground; also from a ring. */
static inline const double *at(double x, double z) {
    static double ring[16][3];
    static unsigned next = 0;
    double *p = ring[next++ % LENGTH_OF(ring)];
    p[0] = x;
    p[1] = 0;
    p[2] = z;
    return p;
}

/* A level of squares of one metre in the canonical frame, its corner at zero. `plan` has depth rows of width characters,
 * '#' is blocked; null = nothing is. */
static inline AntWorld grid_world(uint32_t width, uint32_t depth, const char *plan) {
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world;
    uint8_t *blocked = (uint8_t *)calloc(width, depth);
    uint32_t i;
    if (blocked == NULL) {
        exit(EXIT_FAILURE);
    }
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    grid.width = width;
    grid.depth = depth;
    if (plan != NULL) {
        for (i = 0; i < width * depth; i++) {
            blocked[i] = plan[i] == '#';
        }
        grid.blocked = *stream(blocked, (uint64_t)width * depth, 0, ANT_U8);
    }
    MUST(ant_world_create_grid(&desc, &grid, &world));
    free(blocked);
    return world;
}

static inline AntLayerDesc layer_desc(float evaporation, float diffusion) {
    AntLayerDesc desc;
    MUST(ant_layer_desc_init(&desc));
    desc.evaporation = evaporation;
    desc.diffusion = diffusion;
    desc.prune = 0;
    return desc;
}

static inline AntMapDesc map_desc(void) {
    AntMapDesc desc;
    MUST(ant_map_desc_init(&desc));
    return desc;
}

static inline AntPheromoneMap map_with(AntWorld world, const AntMapDesc *desc) {
    AntPheromoneMap map;
    MUST(ant_map_create(world, desc, &map));
    return map;
}

/* A map with one layer that is never pruned. */
static inline AntPheromoneMap map_of(AntWorld world, float evaporation, float diffusion) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layer = layer_desc(evaporation, diffusion);
    desc.layers = &layer;
    desc.layer_count = 1;
    return map_with(world, &desc);
}

static inline AntSourceDesc source_at(double x, double z, float emission) {
    AntSourceDesc desc;
    MUST(ant_source_desc_init(&desc));
    desc.position[0] = x;
    desc.position[2] = z;
    desc.emission = emission;
    return desc;
}

static inline void add_source(AntPheromoneMap map, uint64_t id, double x, double z, float emission, uint32_t flags) {
    AntSourceDesc desc = source_at(x, z, emission);
    desc.flags = flags;
    MUST(ant_map_add_source(map, id, &desc));
}

static inline double value_at(AntPheromoneMap map, uint32_t layer, double x, double z) {
    double value = -1e30;
    MUST(sample_batch(map, NULL, layer, 1, NULL, stream(at(x, z), 24, 0, ANT_F64X3), stream(&value, 8, 0, ANT_F64), NULL));
    return value;
}

static inline double total_of(AntPheromoneMap map, uint32_t layer) {
    double total = 0;
    MUST(map_total(map, layer, &total));
    return total;
}

static inline uint64_t map_hash(AntPheromoneMap map) {
    uint64_t hash = 0;
    MUST(ant_state_hash(map.id, &hash));
    return hash;
}

static inline AntCell cell_at(AntWorld world, double x, double z) {
    AntCell cell = {0};
    MUST(find_cell(world, at(x, z), &cell));
    return cell;
}

/* A reader with weights that outlive it. */
static inline AntReader reader_of(const float *weights, uint32_t count) {
    AntReader reader;
    MUST(ant_reader_init(&reader));
    reader.weights = weights;
    reader.weight_count = count;
    return reader;
}

static inline uint64_t bytes_in_use(void) {
    uint64_t bytes = 0;
    MUST(ant_bytes_in_use(&bytes));
    return bytes;
}

#endif
