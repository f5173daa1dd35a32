/* Making and ending levels: descriptors, their sizes and ranges, counts, budgets. */
#include "support/yard.h"

#include <math.h>

#define UNTOUCHED 0x5a5a5a5a5a5a5a5a

static AntWorld untouched_world(void) {
    AntWorld world;
    world.id = UNTOUCHED;
    return world;
}

static AntGridDesc grid_desc(uint32_t width, uint32_t depth) {
    AntGridDesc grid;
    CHECK(ant_grid_desc_init(&grid) == ANT_OK);
    grid.width = width;
    grid.depth = depth;
    return grid;
}

static void descriptors_get_the_defaults_of_the_header(void) {
    AntWorldDesc desc;
    AntGridDesc grid;
    AntQueryFilter filter;
    AntLinkDesc link;
    memset(&desc, 0x5a, sizeof desc);
    NEEDS(ANT_OK, ant_world_desc_init(&desc));
    CHECK(desc.struct_size == sizeof desc && desc.cell_mode == ANT_CELLS_SURFACE && desc.frame.kind == 0);
    CHECK(desc.cell_size == 1 && desc.step_height == 0.5 && desc.drop_height == 20 && desc.drop_reach == 0.25);
    CHECK(desc.floor_reach == 2 && desc.weld_distance == 0.02 && desc.walk_speed == 5 && desc.origin[2] == 0);
    CHECK(desc.max_cells == 16777216 && desc.max_polygons == 1048576 && desc.max_links == 65536);
    CHECK(desc.max_nodes == 65536);
    memset(&grid, 0x5a, sizeof grid);
    NEEDS(ANT_OK, ant_grid_desc_init(&grid));
    CHECK(grid.width == 0 && grid.floors == 1 && grid.floor_height == 0 && grid.blocked.data == NULL);
    memset(&filter, 0x5a, sizeof filter);
    NEEDS(ANT_OK, ant_query_filter_init(&filter));
    CHECK(filter.flags == 0 && filter.allowed_areas == UINT64_MAX);
    memset(&link, 0x5a, sizeof link);
    NEEDS(ANT_OK, ant_link_desc_init(&link));
    CHECK(link.kind == ANT_LINK_WALK && link.flags == 0 && link.travel_time == 0 && link.area == 0);
}

static void a_level_needs_its_pointers(void) {
    AntWorldDesc desc = world_desc();
    AntGridDesc grid = grid_desc(2, 2);
    AntWorld world = untouched_world();
    Quads quads;
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_grid", "`desc`", ant_world_create_grid(NULL, &grid, &world));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_grid", "`grid`", ant_world_create_grid(&desc, NULL, &world));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_grid", "`out_world`", ant_world_create_grid(&desc, &grid, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_mesh", "`desc`",
          ant_world_create_mesh(NULL, &quads.desc, &world));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_mesh", "`out_world`",
          ant_world_create_mesh(&desc, &quads.desc, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_mesh", "`desc`", ant_world_create_mesh(NULL, NULL, &world));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_create_mesh", "`out_world`", ant_world_create_mesh(&desc, NULL, NULL));
    CHECK(world.id == UNTOUCHED && bytes_in_use() == 0);
}

static void descriptors_of_other_headers_are_understood_or_refused(void) {
    struct {
        AntWorldDesc desc;
        uint8_t tail[16];
    } newer;
    AntWorld world = untouched_world();
    memset(&newer, 0, sizeof newer);
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_create_mesh", "ant_world_desc_init",
          ant_world_create_mesh(&newer.desc, NULL, &world));
    newer.desc = world_desc();
    newer.desc.struct_size = (uint32_t)sizeof newer.desc - 1;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_create_mesh", "`desc`", ant_world_create_mesh(&newer.desc, NULL, &world));
    newer.desc.struct_size = UINT32_MAX;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_create_mesh", "`desc`", ant_world_create_mesh(&newer.desc, NULL, &world));
    newer.desc.struct_size = (uint32_t)sizeof newer;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_create_mesh", "as new as the header",
          ant_world_create_mesh(&newer.desc, NULL, &world));
    CHECK(world.id == UNTOUCHED);
    newer.desc.struct_size = (uint32_t)sizeof newer.desc;
    GIVES(ANT_OK, ant_world_create_mesh(&newer.desc, NULL, &world));
    GIVES(ANT_OK, ant_destroy(world.id));
}

/* Refused values of a descriptor's field: the status of each, and the field named. */
#define REFUSES_NAMING(status, name, field, value)                               \
    do {                                                                         \
        AntWorldDesc desc = world_desc();                                        \
        desc.field = value;                                                      \
        FAILS(status, "ant_world_create_mesh", name, ant_world_create_mesh(&desc, NULL, &world)); \
    } while (0)
#define REFUSES(status, field, value) REFUSES_NAMING(status, #field, field, value)
#define REFUSES_BEYOND(field, low, high)                                         \
    do {                                                                         \
        REFUSES(ANT_ERROR_NOT_FINITE, field, (double)NAN);                       \
        REFUSES(ANT_ERROR_NOT_FINITE, field, (double)INFINITY);                  \
        REFUSES(ANT_ERROR_NOT_FINITE, field, -(double)INFINITY);                 \
        REFUSES(ANT_ERROR_OUT_OF_RANGE, field, low);                             \
        REFUSES(ANT_ERROR_OUT_OF_RANGE, field, high);                            \
    } while (0)

static void parameters_out_of_range_are_named(void) {
    AntWorld world = untouched_world();
    REFUSES_BEYOND(cell_size, 0.009, 10001);
    REFUSES_BEYOND(step_height, -0.1, 10001);
    REFUSES_BEYOND(drop_height, -0.1, 100001);
    REFUSES_BEYOND(drop_reach, -0.1, 1001);
    REFUSES_BEYOND(floor_reach, -0.1, 100001);
    REFUSES_BEYOND(weld_distance, -0.1, 0.6);
    REFUSES_BEYOND(walk_speed, 0.0009, 10001);
    REFUSES_NAMING(ANT_ERROR_NOT_FINITE, "`origin`", origin[1], (double)NAN);
    REFUSES_NAMING(ANT_ERROR_NOT_FINITE, "`origin`", origin[2], (double)INFINITY);
    REFUSES_NAMING(ANT_ERROR_OUT_OF_RANGE, "`origin`", origin[0], -1.1e9);
    REFUSES(ANT_ERROR_INVALID_ARGUMENT, cell_mode, 2);
    REFUSES(ANT_ERROR_INVALID_ARGUMENT, cell_mode, UINT32_MAX);
    REFUSES(ANT_ERROR_OUT_OF_RANGE, max_links, 16777216);
    REFUSES(ANT_ERROR_OUT_OF_RANGE, max_nodes, 0);
    REFUSES(ANT_ERROR_INVALID_ARGUMENT, frame.kind, 5);
    REFUSES_NAMING(ANT_ERROR_INVALID_ARGUMENT, "`frame.axes`", frame.axes[0], 1);
    REFUSES(ANT_ERROR_INVALID_ARGUMENT, frame.forward, 2);
    REFUSES(ANT_ERROR_INVALID_ARGUMENT, frame.reserved, 1);
    REFUSES_BEYOND(frame.metres_per_unit, 1e-7, 1e7);
    CHECK(world.id == UNTOUCHED && bytes_in_use() == 0);
}

static void both_ends_of_every_range_are_allowed(void) {
    int high;
    for (high = 0; high < 2; high++) {
        AntWorldDesc desc = world_desc();
        AntWorld world;
        desc.cell_size = high ? 10000 : 0.01;
        desc.step_height = high ? 10000 : 0;
        desc.drop_height = high ? 100000 : 0;
        desc.drop_reach = high ? 1000 : 0;
        desc.floor_reach = high ? 100000 : 0;
        desc.weld_distance = high ? 1 : 0;
        desc.walk_speed = high ? 10000 : 0.001;
        desc.origin[1] = high ? 1e9 : -1e9;
        desc.max_cells = desc.max_polygons = high ? UINT32_MAX : 0;
        desc.max_links = high ? 16777215 : 0;
        desc.max_nodes = high ? UINT32_MAX : 1;
        desc.frame.metres_per_unit = high ? 1e6 : 1e-6;
        desc.origin[1] /= desc.frame.metres_per_unit;
        GIVES(ANT_OK, ant_world_create_mesh(&desc, NULL, &world));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void custom_axes_must_name_each_axis_once(void) {
    static const int32_t BAD[6][3] = {{0, 0, 0}, {1, 1, 3}, {1, 2, 4}, {-4, 2, 3}, {INT32_MIN, 2, 3}, {1, -1, 2}};
    AntWorldDesc desc = world_desc_in(ANT_FRAME_CUSTOM);
    AntWorld world = untouched_world();
    int i;
    for (i = 0; i < 6; i++) {
        memcpy(desc.frame.axes, BAD[i], sizeof BAD[i]);
        FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_create_mesh", "frame.", ant_world_create_mesh(&desc, NULL, &world));
    }
    CHECK(world.id == UNTOUCHED);
}

static void a_grid_must_have_squares_and_not_too_many(void) {
    static const uint32_t SIZES[7][3] = {{0, 4, 1},           {4, 0, 1},      {4, 4, 0},
                                         {65536, 65536, 1},   {70000, 70000, 1}, {UINT32_MAX, UINT32_MAX, UINT32_MAX},
                                         {65536, 1024, 64}};
    AntWorldDesc desc = world_desc();
    AntWorld world = untouched_world();
    AntGridDesc grid;
    int i;
    for (i = 0; i < 7; i++) {
        grid = grid_desc(SIZES[i][0], SIZES[i][1]);
        grid.floors = SIZES[i][2];
        FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_world_create_grid", "squares",
              ant_world_create_grid(&desc, &grid, &world));
    }
    grid = grid_desc(65535, 65535);
    FAILS(ANT_ERROR_BUDGET, "ant_world_create_grid", "max_cells", ant_world_create_grid(&desc, &grid, &world));
    desc.max_cells = 15;
    grid = grid_desc(4, 4);
    FAILS(ANT_ERROR_BUDGET, "ant_world_create_grid", "15", ant_world_create_grid(&desc, &grid, &world));
    CHECK(world.id == UNTOUCHED && bytes_in_use() == 0);
    desc.max_cells = 16;
    GIVES(ANT_OK, ant_world_create_grid(&desc, &grid, &world));
    CHECK(stats_of(world).cell_count == 16 && stats_of(world).polygon_count == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void attributes_of_a_grid_are_checked(void) {
    AntWorldDesc desc = world_desc();
    AntWorld world = untouched_world();
    uint8_t areas[4] = {0, 63, 64, 0};
    float heights[4] = {0, 1, (float)NAN, 3};
    double tall[4] = {0, 1, 2e6, 3};
    int32_t blocked[4] = {0, -1, 0, 0};
    AntGridDesc grid = grid_desc(2, 2);
#define REFUSED(status, name)                                                    \
    FAILS(status, "ant_world_create_grid", name, ant_world_create_grid(&desc, &grid, &world)); \
    grid = grid_desc(2, 2)
    grid.areas = STREAM(areas, ANT_U8);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "grid.areas[2]");
    grid.areas = stream_of(areas, 3, 0, ANT_U8);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "grid.areas");
    grid.heights = STREAM(heights, ANT_F32);
    REFUSED(ANT_ERROR_NOT_FINITE, "grid.heights[2]");
    grid.heights = STREAM(tall, ANT_F64);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "height");
    grid.heights = STREAM(tall, ANT_U64);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "grid.heights");
    grid.blocked = STREAM(blocked, ANT_I32);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "grid.blocked[1]");
    grid.blocked = STREAM(blocked, ANT_F32);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "grid.blocked");
    grid.corner[1] = (double)INFINITY;
    REFUSED(ANT_ERROR_NOT_FINITE, "grid.corner");
    grid.corner[0] = 1e10;
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "grid.corner");
    grid.floor_height = (double)NAN;
    REFUSED(ANT_ERROR_NOT_FINITE, "grid.floor_height");
    grid.floor_height = -1;
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "grid.floor_height");
#undef REFUSED
    CHECK(world.id == UNTOUCHED && bytes_in_use() == 0);
}

static void counts_bytes_and_hashes_tell_levels_apart(void) {
    AntWorld mesh = yard_mesh(), same = yard_mesh(), grid = yard_grid();
    AntWorldStats stats = stats_of(mesh);
    uint64_t bytes = 0;
    CHECK(stats.cell_count == YARD_CELLS && stats.polygon_count == YARD_POLYGONS && stats.block_count == 2);
    CHECK(stats.origin[0] == 0 && stats.revision > 0 && stats.content_hash == stats_of(same).content_hash);
    CHECK(stats_of(grid).cell_count == YARD_CELLS && stats_of(grid).polygon_count == 0);
    CHECK(stats_of(grid).content_hash != stats.content_hash);
    CHECK(world_hash(mesh) == world_hash(same) && world_hash(mesh) != world_hash(grid));
    GIVES(ANT_OK, ant_bytes(mesh.id, &bytes));
    CHECK(bytes == stats.bytes && bytes > 1000 && bytes < bytes_in_use());
    GIVES(ANT_OK, ant_destroy(mesh.id));
    GIVES(ANT_OK, ant_destroy(same.id));
    GIVES(ANT_OK, ant_destroy(grid.id));
    CHECK(bytes_in_use() == 0);
}

static void outputs_of_asking_for_counts_are_checked(void) {
    struct {
        AntWorldStats stats;
        uint8_t tail[8];
    } newer;
    AntWorld world = yard_mesh();
    memset(&newer, 0x5a, sizeof newer);
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_stats", "`out_stats`", ant_world_stats(world, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_bytes", "`out_bytes`", ant_bytes(world.id, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_state_hash", "`out_hash`", ant_state_hash(world.id, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_bytes_in_use", "`out_bytes`", ant_bytes_in_use(NULL));
    newer.stats.struct_size = 0;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_stats", "`out_stats`", ant_world_stats(world, &newer.stats));
    newer.stats.struct_size = (uint32_t)sizeof newer.stats - 8;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_stats", "ant_world_stats_init", ant_world_stats(world, &newer.stats));
    newer.stats.struct_size = (uint32_t)sizeof newer;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_stats", "as new as the header", ant_world_stats(world, &newer.stats));
    CHECK(newer.stats.cell_count == 0x5a5a5a5a);
    newer.stats.struct_size = (uint32_t)sizeof newer.stats;
    GIVES(ANT_OK, ant_world_stats(world, &newer.stats));
    CHECK(newer.stats.cell_count == YARD_CELLS && newer.tail[0] == 0x5a);
    GIVES(ANT_OK, ant_destroy(world.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(descriptors_get_the_defaults_of_the_header);
    RUN_TEST(a_level_needs_its_pointers);
    RUN_TEST(descriptors_of_other_headers_are_understood_or_refused);
    RUN_TEST(parameters_out_of_range_are_named);
    RUN_TEST(both_ends_of_every_range_are_allowed);
    RUN_TEST(custom_axes_must_name_each_axis_once);
    RUN_TEST(a_grid_must_have_squares_and_not_too_many);
    RUN_TEST(attributes_of_a_grid_are_checked);
    RUN_TEST(counts_bytes_and_hashes_tell_levels_apart);
    RUN_TEST(outputs_of_asking_for_counts_are_checked);
    return ensure_end();
}
