/* The level of most tests, as a mesh and as a grid, in any engine's frame. Seen from above, metres:
 *
 *      x 0    4  6    10        Floor 0 at height 0: two halves, joined by a passage of 2 x 2 m at z 0 to 2;
 *  z 0   +----+--+----+         "#" is a wall. Floor 1 at height 5 covers the left half only, so its border
 *        |    .  .    |         at x = 4 is a drop for z 0 to 2 (onto the passage) and a wall for z 2 to 10.
 *    2   |    +--+    |
 *        |    |##|    |         Polygons of the mesh: 0 left, 1 passage, 2 right, 3 floor 1.
 *   10   +----+--+----+ */
#ifndef ANTRECKON_TEST_YARD_H
#define ANTRECKON_TEST_YARD_H

#include "frames.h"
#include "status.h"
#include "stream.h"

#define YARD_POLYGONS 4
#define YARD_CELLS (40 + 4 + 40 + 40)

static inline AntWorldDesc world_desc_in(uint32_t frame) {
    AntWorldDesc desc;
    CHECK(ant_world_desc_init(&desc) == ANT_OK);
    desc.frame.kind = frame;
    return desc;
}

static inline AntWorldDesc world_desc(void) { return world_desc_in(ANT_FRAME_CANONICAL); }

/* Rectangles in the ground plane as one mesh of quads. The descriptor points into it. */
typedef struct Quads {
    double vertices[16 * 4 * 3];
    uint32_t indices[16 * 4];
    uint8_t sizes[16];
    AntMeshDesc desc;
} Quads;

static inline void quads_begin(Quads *quads) {
    memset(quads, 0, sizeof *quads);
    CHECK(ant_mesh_desc_init(&quads->desc) == ANT_OK);
}

/* Adds the rectangle x0, z0 to x1, z1 (canonical) at a height; points the streams to what there is now. */
static inline void quads_add(Quads *quads, uint32_t frame, double x0, double z0, double x1, double z1, double y) {
    AntMeshDesc *desc = &quads->desc;
    double *v = &quads->vertices[3 * desc->vertex_count];
    uint32_t i;
    to_host(frame, x0, y, z0, v);
    to_host(frame, x0, y, z1, v + 3);
    to_host(frame, x1, y, z1, v + 6);
    to_host(frame, x1, y, z0, v + 9);
    for (i = 0; i < 4; i++) {
        quads->indices[desc->index_count + i] = desc->vertex_count + i;
    }
    quads->sizes[desc->polygon_count] = 4;
    desc->vertex_count += 4;
    desc->index_count += 4;
    desc->polygon_count += 1;
    desc->vertices = STREAM(quads->vertices, ANT_F64X3);
    desc->indices = STREAM(quads->indices, ANT_U32);
    desc->polygon_sizes = STREAM(quads->sizes, ANT_U8);
}

static inline void yard_quads(Quads *quads, uint32_t frame) {
    quads_begin(quads);
    quads_add(quads, frame, 0, 0, 4, 10, 0);
    quads_add(quads, frame, 4, 0, 6, 2, 0);
    quads_add(quads, frame, 6, 0, 10, 10, 0);
    quads_add(quads, frame, 0, 0, 4, 10, 5);
}

static inline AntWorld yard_mesh_in(uint32_t frame) {
    AntWorldDesc desc = world_desc_in(frame);
    AntWorld world;
    Quads quads;
    world.id = 0;
    yard_quads(&quads, frame);
    CHECK(status_is(ant_world_create_mesh(&desc, &quads.desc, &world), ANT_OK));
    return world;
}

static inline AntWorld yard_mesh(void) { return yard_mesh_in(ANT_FRAME_CANONICAL); }

/* Whether the square around a canonical place is walkable. */
static inline int yard_is_open(int floor, double x, double z) {
    return floor == 0 ? x < 4 || x > 6 || z < 2 : x < 4;
}

static inline AntWorld yard_grid_in(uint32_t frame) {
    AntWorldDesc desc = world_desc_in(frame);
    AntGridDesc grid;
    AntWorld world;
    uint8_t blocked[2 * 100];
    double unit = units_per_metre(frame), a[3], b[3];
    /* The host's ground axes: x and z when y is up, x and y when z is up. */
    int second = frame == ANT_FRAME_UNREAL || frame == ANT_FRAME_Z_UP ? 1 : 2;
    int floor, u, v;
    world.id = 0;
    CHECK(ant_grid_desc_init(&grid) == ANT_OK);
    to_host(frame, 0, 0, 0, a);
    to_host(frame, 10, 0, 10, b);
    for (u = 0; u < 3; u++) {
        grid.corner[u] = a[u] < b[u] ? a[u] : b[u];
    }
    for (floor = 0; floor < 2; floor++) {
        for (v = 0; v < 10; v++) {
            for (u = 0; u < 10; u++) {
                double host[3] = {grid.corner[0], grid.corner[1], grid.corner[2]}, at[3];
                host[0] += (u + 0.5) * unit;
                host[second] += (v + 0.5) * unit;
                to_canonical(frame, host, at);
                blocked[100 * floor + 10 * v + u] = !yard_is_open(floor, at[0], at[2]);
            }
        }
    }
    grid.width = grid.depth = 10;
    grid.floors = 2;
    grid.floor_height = 5 * unit;
    grid.blocked = STREAM(blocked, ANT_U8);
    CHECK(status_is(ant_world_create_grid(&desc, &grid, &world), ANT_OK));
    return world;
}

static inline AntWorld yard_grid(void) { return yard_grid_in(ANT_FRAME_CANONICAL); }

static inline AntLocation empty_location(void) {
    AntLocation location;
    memset(&location, 0, sizeof location);
    location.struct_size = (uint32_t)sizeof location;
    return location;
}

static inline AntWalkHit empty_hit(void) {
    AntWalkHit hit;
    memset(&hit, 0, sizeof hit);
    hit.struct_size = (uint32_t)sizeof hit;
    return hit;
}

static inline AntPathInfo empty_path_info(void) {
    AntPathInfo info;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    return info;
}

static inline AntWorldStats stats_of(AntWorld world) {
    AntWorldStats stats;
    memset(&stats, 0, sizeof stats);
    stats.struct_size = (uint32_t)sizeof stats;
    CHECK(status_is(ant_world_stats(world, &stats), ANT_OK));
    return stats;
}

#endif
