/* What a frame of 1,000 players costs through the C ABI: updates of a sixth of them, the step of the field with the predictions of all,
 * and drawing all. `cargo xtask package-bench` runs it on the packaged library and on one that is optimised for speed alone.
 *
 *   crowd MODEL
 *
 * Prints four numbers: the three costs in microseconds, each the lower quartile of all frames, and the sum of what was drawn, by which
 * libraries can be seen to do the same. */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYERS = 1000, SIDE = 200, PARTS = 6, WARM_UP = 100, FRAMES = 900, MEASURED = FRAMES - WARM_UP };

static AntWorld world;
static AntPheromoneMap map;
static AntPredictor predictor;
static AntSmoother smoother;
static AntEntity entities[PLAYERS];
static double places[PLAYERS][3], velocities[PLAYERS][3], predicted[PLAYERS][3], speeds[PLAYERS][3];
static float drawn[PLAYERS][3];
static unsigned char statuses[PLAYERS];
static double costs[3][MEASURED];

static void check(AntStatus status, const char *what) {
    if (status < 0) {
        char text[512] = "";
        ant_last_error(text, sizeof text, NULL);
        fprintf(stderr, "%s: %s\n", what, text);
        exit(1);
    }
}
#define CHECK(call) check(call, #call)
#define INIT(kind, desc) CHECK(ant_##kind##_init(&(desc)))

static AntStream stream(void *data, uint64_t bytes, uint32_t format) {
    AntStream made = {data, bytes, 0, format};
    return made;
}

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rows of walls with doors in them, and forty things that are worth going to. */
static void make_level(void) {
    static unsigned char blocked[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        blocked[i] = i % SIDE % 17 == 0 && i / SIDE % 5 != 0;
    }
    AntWorldDesc level;
    AntGridDesc grid;
    AntMapDesc fields;
    AntTrailDesc trails;
    INIT(world_desc, level);
    INIT(grid_desc, grid);
    INIT(map_desc, fields);
    INIT(trail_desc, trails);
    level.cell_size = 1.0;
    grid.width = grid.depth = SIDE;
    grid.blocked = stream(blocked, sizeof blocked, ANT_U8);
    CHECK(ant_world_create_grid(&level, &grid, &world));
    CHECK(ant_map_create(world, &fields, &map));
    CHECK(ant_map_enable_trails(map, &trails));
    for (uint32_t i = 0; i < 40; i++) {
        AntSourceDesc source;
        INIT(source_desc, source);
        source.position[0] = 5.0 + 4.7 * i;
        source.position[2] = 5.0 + i * 37 % 190;
        source.emission = 10.0f;
        source.flags = ANT_SOURCE_FIXED;
        CHECK(ant_map_add_source(map, i, &source));
    }
}

static void make_players(uint32_t model) {
    AntPredictorDesc of_predictor;
    AntSmootherDesc of_smoother;
    INIT(predictor_desc, of_predictor);
    INIT(smoother_desc, of_smoother);
    of_predictor.map = map;
    CHECK(ant_predictor_create(&of_predictor, &predictor));
    of_smoother.predictor = predictor;
    CHECK(ant_smoother_create(&of_smoother, &smoother));
    for (int i = 0; i < PLAYERS; i++) {
        AntProfile profile;
        INIT(profile, profile);
        profile.model = model;
        CHECK(ant_predictor_add_entity(predictor, &profile, &entities[i]));
        places[i][0] = 2 + i * 7 % 196;
        places[i][2] = 2 + i * 13 % 196;
        velocities[i][0] = 4.0 * cos(i);
        velocities[i][2] = 4.0 * sin(i);
    }
}

/* Everybody wanders, and turns back at the borders. */
static void move(int frame) {
    for (int i = 0; i < PLAYERS; i++) {
        double turn = 0.02 * sin(frame * 0.05 + i), x = velocities[i][0], z = velocities[i][2];
        velocities[i][0] = x * cos(turn) - z * sin(turn);
        velocities[i][2] = x * sin(turn) + z * cos(turn);
        for (int axis = 0; axis < 3; axis += 2) {
            places[i][axis] += velocities[i][axis] / 60.0;
            if (places[i][axis] < 1.0 || places[i][axis] > SIDE - 1.0) {
                velocities[i][axis] = -velocities[i][axis];
                places[i][axis] += velocities[i][axis] / 30.0;
            }
        }
    }
}

static void observe(int frame, int64_t now) {
    uint32_t count = PLAYERS / PARTS, first = (uint32_t)(frame % PARTS) * count;
    AntObserveBatch batch;
    INIT(observe_batch, batch);
    batch.count = count;
    batch.time = now;
    batch.entities = stream(entities + first, count * sizeof entities[0], ANT_U64);
    batch.positions = stream(places + first, count * sizeof places[0], ANT_F64X3);
    batch.velocities = stream(velocities + first, count * sizeof velocities[0], ANT_F64X3);
    CHECK(ant_predictor_observe_batch(predictor, &batch));
}

static void predict(int64_t now) {
    AntPredictBatch batch;
    INIT(predict_batch, batch);
    batch.count = PLAYERS;
    batch.time = now;
    batch.entities = stream(entities, sizeof entities, ANT_U64);
    batch.positions = stream(predicted, sizeof predicted, ANT_F64X3);
    batch.velocities = stream(speeds, sizeof speeds, ANT_F64X3);
    /* The first updates of some have not come yet. */
    batch.status = stream(statuses, sizeof statuses, ANT_U8);
    CHECK(ant_map_step_to(map, now, NULL));
    CHECK(ant_predictor_predict_batch(predictor, &batch));
}

static void draw(int64_t now) {
    AntDrawBatch batch;
    INIT(draw_batch, batch);
    batch.count = PLAYERS;
    batch.time = now;
    batch.entities = stream(entities, sizeof entities, ANT_U64);
    batch.predicted_positions = stream(predicted, sizeof predicted, ANT_F64X3);
    batch.predicted_velocities = stream(speeds, sizeof speeds, ANT_F64X3);
    batch.positions = stream(drawn, sizeof drawn, ANT_F32X3);
    batch.status = stream(statuses, sizeof statuses, ANT_U8);
    CHECK(ant_smoother_draw_batch(smoother, &batch));
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: crowd MODEL\n");
        return 2;
    }
    make_level();
    make_players((uint32_t)atoi(argv[1]));
    double sum = 0.0;
    for (int frame = 0; frame < FRAMES; frame++) {
        int64_t now = 1000000000 + (int64_t)frame * 16666667;
        move(frame);
        double begin = seconds();
        observe(frame, now);
        double observed = seconds();
        predict(now);
        double done = seconds();
        draw(now);
        double end = seconds();
        if (frame >= WARM_UP) {
            costs[0][frame - WARM_UP] = observed - begin;
            costs[1][frame - WARM_UP] = done - observed;
            costs[2][frame - WARM_UP] = end - done;
        }
        for (int i = 0; i < PLAYERS; i++) {
            sum += drawn[i][0];
        }
    }
    for (int part = 0; part < 3; part++) {
        qsort(costs[part], MEASURED, sizeof costs[part][0], by_size);
        printf("%.2f ", costs[part][MEASURED / 4] * 1e6);
    }
    printf("%.6f\n", sum);
    CHECK(ant_destroy(smoother.id));
    CHECK(ant_destroy(predictor.id));
    CHECK(ant_destroy(map.id));
    CHECK(ant_destroy(world.id));
    return 0;
}
