/* What a frame of 1,000 players costs through the C ABI: states of a sixth of them, and the frame: the step of the
 * field and drawing all. `cargo xtask package-bench` runs it on the packaged library and on one that is optimised for speed alone.
 *
 *   crowd MODEL
 *
 * Prints three numbers: the two costs in microseconds, each the lower quartile of all frames, and the sum of what was drawn, by which
 * libraries can be seen to do the same. */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PLAYERS = 1000, SIDE = 200, PARTS = 6, WARM_UP = 100, FRAMES = 900, MEASURED = FRAMES - WARM_UP };

static AntWorld world;
static AntPheromoneMap map;
static AntGhosts ghosts;
static AntState states[PLAYERS];
static float drawn[PLAYERS][3];
static double costs[2][MEASURED];

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
    AntGhostsDesc client;
    AntProfile profile;
    INIT(ghosts_desc, client);
    INIT(profile, profile);
    client.map = map;
    profile.model = model;
    CHECK(ant_ghosts_create(&client, &ghosts));
    CHECK(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    for (uint32_t i = 0; i < PLAYERS; i++) {
        INIT(state, states[i]);
        states[i].player = i;
        states[i].flags = ANT_STATE_HAS_TIME | ANT_STATE_HAS_VELOCITY;
        states[i].position[0] = 2 + i * 7 % 196;
        states[i].position[2] = 2 + i * 13 % 196;
        states[i].velocity[0] = 4.0 * cos(i);
        states[i].velocity[2] = 4.0 * sin(i);
    }
}

/* Everybody wanders, and turns back at the borders. */
static void move(int frame, int64_t now) {
    for (int i = 0; i < PLAYERS; i++) {
        double *place = states[i].position, *velocity = states[i].velocity;
        double turn = 0.02 * sin(frame * 0.05 + i), x = velocity[0], z = velocity[2];
        states[i].time = now;
        velocity[0] = x * cos(turn) - z * sin(turn);
        velocity[2] = x * sin(turn) + z * cos(turn);
        for (int axis = 0; axis < 3; axis += 2) {
            place[axis] += velocity[axis] / 60.0;
            if (place[axis] < 1.0 || place[axis] > SIDE - 1.0) {
                velocity[axis] = -velocity[axis];
                place[axis] += velocity[axis] / 30.0;
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: crowd MODEL\n");
        return 2;
    }
    make_level();
    make_players((uint32_t)atoi(argv[1]));
    AntGhostFrame room;
    INIT(ghost_frame, room);
    room.capacity = PLAYERS;
    room.positions = stream(drawn, sizeof drawn, ANT_F32X3);
    double sum = 0.0;
    for (int frame = 0; frame < FRAMES; frame++) {
        int64_t now = 1000000000 + (int64_t)frame * 16666667;
        uint32_t part = PLAYERS / PARTS, first = (uint32_t)(frame % PARTS) * part, count;
        move(frame, now);
        double begin = seconds();
        CHECK(ant_ghosts_observe(ghosts, 1, states + first, part, now));
        double observed = seconds();
        CHECK(ant_map_step_to(map, now, NULL));
        CHECK(ant_ghosts_draw(ghosts, now, &room, &count));
        double end = seconds();
        if (frame >= WARM_UP) {
            costs[0][frame - WARM_UP] = observed - begin;
            costs[1][frame - WARM_UP] = end - observed;
        }
        for (uint32_t i = 0; i < count; i++) {
            sum += drawn[i][0];
        }
    }
    for (int part = 0; part < 2; part++) {
        qsort(costs[part], MEASURED, sizeof costs[part][0], by_size);
        printf("%.2f ", costs[part][MEASURED / 4] * 1e6);
    }
    printf("%.6f\n", sum);
    CHECK(ant_destroy(ghosts.id));
    CHECK(ant_destroy(map.id));
    CHECK(ant_destroy(world.id));
    return 0;
}
