/* Grids: heights, floors, areas, and where square (u, v) lies. */
#include "support/yard.h"

#include <math.h>

static AntGridDesc grid_desc(uint32_t width, uint32_t depth, uint32_t floors) {
    AntGridDesc grid;
    CHECK(ant_grid_desc_init(&grid) == ANT_OK);
    grid.width = width;
    grid.depth = depth;
    grid.floors = floors;
    return grid;
}

static AntWorld world_of(const AntGridDesc *grid) {
    AntWorldDesc desc = world_desc();
    AntWorld world;
    world.id = 0;
    CHECK(status_is(ant_world_create_grid(&desc, grid, &world), ANT_OK));
    return world;
}

static AntWalkHit walk(AntWorld world, const AntQueryFilter *filter, double x0, double y, double z0, double x1, double z1) {
    const double from[3] = {x0, y, z0}, to[3] = {x1, y, z1};
    AntWalkHit hit = empty_hit();
    CHECK(ant_world_raycast(world, from, to, filter, &hit) >= 0);
    return hit;
}

static void steps_are_walked_and_higher_ones_are_walls_or_drops(void) {
    float heights[4] = {0, 0.4f, 1.5f, 30};
    AntGridDesc grid = grid_desc(4, 1, 1);
    AntWorld world;
    AntWalkHit hit;
    grid.heights = STREAM(heights, ANT_F32);
    world = world_of(&grid);
    hit = walk(world, NULL, 0.5, 0, 0.5, 1.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_OPEN && fabs(hit.point[1] - 0.4) < 1e-6);
    hit = walk(world, NULL, 1.5, 0.4, 0.5, 2.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_WALL && fabs(hit.point[0] - 2) < 1e-5);
    hit = walk(world, NULL, 2.5, 1.5, 0.5, 1.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_DROP);
    /* Deeper than the drop height of 20 m. */
    hit = walk(world, NULL, 3.5, 30, 0.5, 2.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_WALL);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_path_falls_down_a_drop_and_does_not_climb_it(void) {
    double heights[3] = {0, 0, 2}, distance = 0;
    const double low[3] = {0.5, 0, 0.5}, high[3] = {2.5, 2, 0.5};
    AntGridDesc grid = grid_desc(3, 1, 1);
    AntWorld world;
    grid.heights = STREAM(heights, ANT_F64);
    world = world_of(&grid);
    GIVES(ANT_OK, path_distance(world, high, low, NULL, &distance));
    CHECK(distance > 2 && distance < 5);
    GIVES(ANT_UNREACHABLE, path_distance(world, low, high, NULL, &distance));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void floors_lie_three_metres_apart_unless_told(void) {
    static const double TOLD[2] = {0, 4};
    int i;
    for (i = 0; i < 2; i++) {
        AntGridDesc grid = grid_desc(2, 2, 3);
        const double at[3] = {0.5, (i ? 8 : 6) + 0.5, 0.5};
        AntLocation location = empty_location();
        AntWorld world;
        grid.floor_height = TOLD[i];
        world = world_of(&grid);
        CHECK(stats_of(world).cell_count == 12);
        GIVES(ANT_OK, ant_world_locate(world, at, 0, &location));
        CHECK(location.point[1] == (i ? 8 : 6));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void the_square_of_an_element_is_where_the_header_says(void) {
    uint16_t blocked[2 * 3 * 4];
    AntGridDesc grid = grid_desc(3, 4, 2);
    AntWorld world;
    uint32_t u, v, floor;
    for (floor = 0; floor < 2; floor++) {
        for (v = 0; v < 4; v++) {
            for (u = 0; u < 3; u++) {
                const double at[3] = {10.5 + u, 3.0 * floor, -19.5 + v};
                AntLocation location = empty_location();
                memset(blocked, 0, sizeof blocked);
                blocked[floor * 12 + v * 3 + u] = 256;
                grid.blocked = STREAM(blocked, ANT_U16);
                set_vector(grid.corner, 10, 0, -20);
                world = world_of(&grid);
                CHECK(stats_of(world).cell_count == 23);
                GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, at, 0, &location));
                GIVES(ANT_OK, ant_destroy(world.id));
            }
        }
    }
}

/* Two ways around a wall; the one along z = 0 is of area kind 5. */
static AntWorld two_ways(void) {
    uint8_t blocked[21], areas[21];
    AntGridDesc grid = grid_desc(7, 3, 1);
    int i;
    for (i = 0; i < 21; i++) {
        blocked[i] = i / 7 == 1 && i % 7 != 0 && i % 7 != 6;
        areas[i] = i / 7 == 0 ? 5 : 0;
    }
    grid.blocked = STREAM(blocked, ANT_U8);
    grid.areas = STREAM(areas, ANT_U8);
    return world_of(&grid);
}

/* Smallest and largest z of the path between the two sides. */
static void range_of_way(AntWorld world, const AntQueryFilter *filter, double *low, double *high) {
    const double from[3] = {0.5, 0, 1.4}, to[3] = {6.5, 0, 1.4};
    double points[16][3];
    AntStream out = STREAM(points, ANT_F64X3);
    AntPathInfo info = empty_path_info();
    uint32_t i;
    *low = *high = 1.4;
    NEEDS(ANT_OK, ant_world_find_path(world, from, to, filter, 16, &out, NULL, &info));
    for (i = 0; i < info.point_count; i++) {
        *low = points[i][2] < *low ? points[i][2] : *low;
        *high = points[i][2] > *high ? points[i][2] : *high;
    }
}

static void areas_can_be_made_dear_and_forbidden(void) {
    AntWorld world = two_ways();
    AntQueryFilter filter;
    double low, high;
    AntWalkHit hit;
    NEEDS(ANT_OK, ant_query_filter_init(&filter));
    GIVES(ANT_OK, ant_world_set_area_cost(world, 0, 8));
    range_of_way(world, NULL, &low, &high);
    CHECK(low < 1 && high < 2);
    GIVES(ANT_OK, ant_world_set_area_cost(world, 0, 1));
    GIVES(ANT_OK, ant_world_set_area_cost(world, 5, 8));
    range_of_way(world, NULL, &low, &high);
    CHECK(low >= 1 && high > 2);
    GIVES(ANT_OK, ant_world_set_area_cost(world, 5, 0.02f));
    filter.allowed_areas = ~((uint64_t)1 << 5);
    range_of_way(world, &filter, &low, &high);
    CHECK(low >= 1 && high > 2);
    hit = walk(world, &filter, 0.5, 0, 1.5, 0.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_WALL && fabs(hit.point[2] - 1) < 1e-5);
    hit = walk(world, NULL, 0.5, 0, 1.5, 0.5, 0.5);
    CHECK(hit.stopped_by == ANT_EDGE_OPEN);
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

static void links_count_by_their_travel_time(void) {
    /* 1 s at 5 m/s is shorter than the walk of 9 m around; 3 s are not. */
    static const double TIMES[2] = {1, 3};
    int i;
    for (i = 0; i < 2; i++) {
        AntWorld world = yard_mesh();
        const double from[3] = {3.5, 0, 5.5}, to[3] = {6.5, 0, 5.5};
        uint64_t links[8] = {0, 0, 0, 0, 0, 0, 0, 0}, used = 0;
        AntStream out = STREAM(links, ANT_U64);
        AntPathInfo info = empty_path_info();
        AntLinkDesc desc;
        AntLink link;
        uint32_t k;
        NEEDS(ANT_OK, ant_link_desc_init(&desc));
        desc.kind = ANT_LINK_TELEPORT;
        desc.travel_time = TIMES[i];
        memcpy(desc.from, from, sizeof from);
        memcpy(desc.to, to, sizeof to);
        NEEDS(ANT_OK, ant_world_add_link(world, &desc, &link));
        NEEDS(ANT_OK, ant_world_find_path(world, from, to, NULL, 8, NULL, &out, &info));
        for (k = 0; k < info.point_count; k++) {
            used |= links[k];
        }
        CHECK(used == (i == 0 ? link.id : 0));
        CHECK(fabs(info.length - (i == 0 ? 3 : 2 * hypot(0.5, 3.5) + 2)) < 1e-6);
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(steps_are_walked_and_higher_ones_are_walls_or_drops);
    RUN_TEST(a_path_falls_down_a_drop_and_does_not_climb_it);
    RUN_TEST(floors_lie_three_metres_apart_unless_told);
    RUN_TEST(the_square_of_an_element_is_where_the_header_says);
    RUN_TEST(areas_can_be_made_dear_and_forbidden);
    RUN_TEST(links_count_by_their_travel_time);
    return ensure_end();
}
