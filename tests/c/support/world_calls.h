/* Every call that takes a level, with arguments that are good for the level of `world_calls_begin`, so that only the
 * handle (or the state of the level) decides. What they write goes into one block, to be compared with a pattern. */
#ifndef ANTRECKON_TEST_WORLD_CALLS_H
#define ANTRECKON_TEST_WORLD_CALLS_H

#include "yard.h"

typedef struct CallOutputs {
    AntWorldStats stats;
    AntLocation location;
    AntWalkHit hit;
    AntPathInfo path;
    AntCellInfo cell_info;
    uint64_t number;
    uint32_t count;
    double distance;
    AntCell cell;
    AntLink link;
    AntDoor door;
    AntPheromoneMap map;
    double points[4 * 3];
    double scalars[4];
    uint64_t ids[4];
    uint32_t numbers[4];
    int8_t status[4];
    uint8_t bytes[4096];
} CallOutputs;

/* Arguments and outputs of all calls. */
static struct {
    AntWorld world;
    AntLink link;
    AntDoor door;
    AntCell cell;
    Quads tile;
    AntLinkDesc link_desc;
    AntDoorDesc door_desc;
    uint8_t snapshot[4096];
    uint64_t snapshot_len;
    double from[3], to[3], places[4 * 3];
    CallOutputs out;
} calls;

/* The yard with a link, a door and a snapshot. */
static inline void world_calls_begin(void) {
    int i;
    memset(&calls, 0, sizeof calls);
    calls.world = yard_mesh();
    quads_begin(&calls.tile);
    quads_add(&calls.tile, ANT_FRAME_CANONICAL, 10, 0, 12, 10, 0);
    CHECK(ant_link_desc_init(&calls.link_desc) == ANT_OK);
    set_vector(calls.link_desc.from, 1, 5, 1);
    set_vector(calls.link_desc.to, 8, 0, 8);
    CHECK(ant_door_desc_init(&calls.door_desc) == ANT_OK);
    calls.door_desc.flags = ANT_DOOR_HAS_BOUNDS;
    set_vector(calls.door_desc.bounds_min, 4, 0, 0);
    set_vector(calls.door_desc.bounds_max, 6, 2, 2);
    set_vector(calls.from, 2, 0, 9);
    set_vector(calls.to, 8, 0, 9);
    for (i = 0; i < 4; i++) {
        set_vector(&calls.places[3 * i], 1.5 + 2 * (i / 2), 0, 1.5 + i % 2);
    }
    CHECK(status_is(ant_world_add_link(calls.world, &calls.link_desc, &calls.link), ANT_OK));
    CHECK(status_is(ant_world_add_door(calls.world, &calls.door_desc, &calls.door), ANT_OK));
    CHECK(status_is(find_cell(calls.world, calls.from, &calls.cell), ANT_OK));
    CHECK(status_is(ant_snapshot(calls.world.id, calls.snapshot, sizeof calls.snapshot, &calls.snapshot_len),
                    ANT_OK));
}

/* Fills the outputs with a pattern; structs get their size. */
static inline void world_calls_clear(void) {
    memset(&calls.out, 0x5a, sizeof calls.out);
    calls.out.stats.struct_size = (uint32_t)sizeof calls.out.stats;
    calls.out.location.struct_size = (uint32_t)sizeof calls.out.location;
    calls.out.hit.struct_size = (uint32_t)sizeof calls.out.hit;
    calls.out.path.struct_size = (uint32_t)sizeof calls.out.path;
    calls.out.cell_info.struct_size = (uint32_t)sizeof calls.out.cell_info;
}

#define WORLD_CALL(name, call)                                      \
    static inline AntStatus call_##name(AntWorld world) {           \
        AntStream in = STREAM(calls.places, ANT_F64X3);             \
        AntStream points = STREAM(calls.out.points, ANT_F64X3);     \
        AntStream scalars = STREAM(calls.out.scalars, ANT_F64);     \
        AntStream ids = STREAM(calls.out.ids, ANT_U64);             \
        AntStream numbers = STREAM(calls.out.numbers, ANT_U32);     \
        AntStream status = STREAM(calls.out.status, ANT_I8);        \
        (void)in, (void)points, (void)scalars, (void)ids, (void)numbers, (void)status; \
        return call;                                                \
    }

WORLD_CALL(ant_world_stats, ant_world_stats(world, &calls.out.stats))
WORLD_CALL(ant_bytes, ant_bytes(world.id, &calls.out.number))
WORLD_CALL(ant_state_hash, ant_state_hash(world.id, &calls.out.number))
WORLD_CALL(ant_snapshot,
           ant_snapshot(world.id, calls.out.bytes, sizeof calls.out.bytes, &calls.out.number))
WORLD_CALL(ant_restore, ant_restore(world.id, calls.snapshot, calls.snapshot_len))
WORLD_CALL(ant_world_locate, ant_world_locate(world, calls.from, 0, &calls.out.location))
WORLD_CALL(ant_world_locate_batch, ant_world_locate_batch(world, 4, &in, 0, &points, &ids, &numbers, &status))
WORLD_CALL(ant_world_raycast, ant_world_raycast(world, calls.from, calls.to, NULL, &calls.out.hit))
WORLD_CALL(ant_world_raycast_batch,
           ant_world_raycast_batch(world, 4, &in, &in, NULL, &points, &scalars, &numbers, &status))
WORLD_CALL(ant_world_find_path,
           ant_world_find_path(world, calls.from, calls.to, NULL, 4, &points, &ids, &calls.out.path))
WORLD_CALL(ant_world_path_distance_batch,
           ant_world_path_distance_batch(world, 4, &in, &in, NULL, &scalars, &status))
WORLD_CALL(ant_world_cell_info, ant_world_cell_info(world, calls.cell, &calls.out.cell_info))
WORLD_CALL(ant_world_cell_neighbours, ant_world_cell_neighbours(world, calls.cell, 4, &ids, &calls.out.count))
WORLD_CALL(ant_world_cells, ant_world_cells(world, 0, 4, &ids, &points, &calls.out.count))
WORLD_CALL(ant_world_polygons, ant_world_polygons(world, 0, 4, &numbers, &calls.out.count))
WORLD_CALL(ant_world_polygons_of_input,
           ant_world_polygons_of_input(world, 0, 0, 0, 1, 4, &numbers, &calls.out.count))
WORLD_CALL(ant_world_polygon, ant_world_polygon(world, 1, 4, &points, &numbers, &calls.out.count))
WORLD_CALL(ant_world_polygon_neighbours,
           ant_world_polygon_neighbours(world, 1, 4, &numbers, &calls.out.count))
WORLD_CALL(ant_world_door_state, ant_world_door_state(world, calls.door, &calls.out.count))
WORLD_CALL(ant_world_set_door, ant_world_set_door(world, calls.door, 0))
WORLD_CALL(ant_world_set_area_cost, ant_world_set_area_cost(world, 3, 2.0f))
WORLD_CALL(ant_world_add_link, ant_world_add_link(world, &calls.link_desc, &calls.out.link))
WORLD_CALL(ant_world_add_door, ant_world_add_door(world, &calls.door_desc, &calls.out.door))
WORLD_CALL(ant_world_remove_link, ant_world_remove_link(world, calls.link))
WORLD_CALL(ant_world_remove_door, ant_world_remove_door(world, calls.door))
WORLD_CALL(ant_world_set_tile, ant_world_set_tile(world, 1, 0, 0, &calls.tile.desc))
WORLD_CALL(ant_rebase, ant_rebase(world.id, calls.from))

static inline AntStatus call_ant_map_create(AntWorld world) {
    AntMapDesc desc;
    CHECK(ant_map_desc_init(&desc) == ANT_OK);
    return ant_map_create(world, &desc, &calls.out.map);
}

typedef struct WorldCall {
    const char *name;
    AntStatus (*call)(AntWorld world);
} WorldCall;

/* In an order in which each still has what it needs when all are made one after the other. */
#define LISTED(name) {#name, call_##name}
static const WorldCall WORLD_CALLS[] = {
    LISTED(ant_world_stats),
    LISTED(ant_bytes),
    LISTED(ant_state_hash),
    LISTED(ant_snapshot),
    LISTED(ant_restore),
    LISTED(ant_world_locate),
    LISTED(ant_world_locate_batch),
    LISTED(ant_world_raycast),
    LISTED(ant_world_raycast_batch),
    LISTED(ant_world_find_path),
    LISTED(ant_world_path_distance_batch),
    LISTED(ant_world_cell_info),
    LISTED(ant_world_cell_neighbours),
    LISTED(ant_world_cells),
    LISTED(ant_world_polygons),
    LISTED(ant_world_polygons_of_input),
    LISTED(ant_world_polygon),
    LISTED(ant_world_polygon_neighbours),
    LISTED(ant_world_door_state),
    LISTED(ant_world_set_door),
    LISTED(ant_world_set_area_cost),
    LISTED(ant_world_add_link),
    LISTED(ant_world_add_door),
    LISTED(ant_world_remove_link),
    LISTED(ant_world_remove_door),
    LISTED(ant_world_set_tile),
    LISTED(ant_rebase),
    LISTED(ant_map_create),
};
#undef LISTED
#define WORLD_CALL_COUNT ((int)(sizeof WORLD_CALLS / sizeof WORLD_CALLS[0]))

/* Makes every call with a handle that must be refused: each gives `expected`, names itself, and writes nothing. */
static inline void all_world_calls_fail(AntWorld world, AntStatus expected) {
    static CallOutputs before;
    int i;
    for (i = 0; i < WORLD_CALL_COUNT; i++) {
        world_calls_clear();
        before = calls.out;
        /* Functions for every kind would take a handle of another one; test_life.c has them. */
        if (expected == ANT_ERROR_INVALID_HANDLE && strncmp(WORLD_CALLS[i].name, "ant_world_", 10) != 0 &&
            strcmp(WORLD_CALLS[i].name, "ant_map_create") != 0) {
            continue;
        }
        FAILS(expected, WORLD_CALLS[i].name, "world", WORLD_CALLS[i].call(world));
        if (memcmp(&before, &calls.out, sizeof before) != 0) {
            ensure_fail(__FILE__, __LINE__, WORLD_CALLS[i].name);
        }
    }
}

#endif
