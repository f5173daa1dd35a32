/* The force of the field (eq. 7): size and direction of single cells, regions, cones and walls that hide. */
#include "support_map/scene.h"

static const float ONE = 1;

/* Somebody at a place with a large region, lengths in metres, no softening. */
static AntForceQuery query_at(double x, double z, uint32_t exponent) {
    AntForceQuery query;
    MUST(ant_force_query_init(&query));
    query.position[0] = x;
    query.position[2] = z;
    query.attraction.unit = 1;
    query.attraction.softening = 0;
    query.attraction.exponent = exponent;
    query.attraction.diameter = 40;
    return query;
}

static AntForce force_of(AntPheromoneMap map, const AntForceQuery *query) {
    AntReader reader = reader_of(&ONE, 1);
    AntForce force;
    force.struct_size = sizeof force;
    MUST(ant_map_force(map, &reader, query, &force));
    return force;
}

static void a_single_cell_pulls_with_smell_by_distance_to_the_exponent(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    uint32_t k;
    double size = 12;
    MUST(ant_map_deposit(map, 0, at(12.5, 9.5), 12));
    for (k = 0; k <= 4; k++) {
        /* The offset is (4, 3), the distance 5. */
        AntForceQuery query = query_at(8.5, 6.5, k);
        AntForce force = force_of(map, &query);
        ENSURE(near3(force.total, 0.8 * size, 0, 0.6 * size, 1e-5 * size));
        ENSURE(force.cells > 0);
        size /= 5;
    }
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void negative_pheromone_pushes(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForceQuery query = query_at(8.5, 6.5, 1);
    AntForce force;
    MUST(ant_map_deposit(map, 0, at(12.5, 9.5), -10));
    force = force_of(map, &query);
    ENSURE(near3(force.total, -1.6, 0, -1.2, 1e-5));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void forces_of_cells_add_up_and_the_own_cell_pulls_nowhere(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForceQuery query = query_at(8.5, 6.5, 2);
    AntForce force;
    MUST(ant_map_deposit(map, 0, at(8.5, 6.5), 50));
    force = force_of(map, &query);
    ENSURE(near3(force.total, 0, 0, 0, 0));
    MUST(ant_map_deposit(map, 0, at(10.5, 6.5), 8));
    MUST(ant_map_deposit(map, 0, at(8.5, 2.5), 16));
    force = force_of(map, &query);
    ENSURE(near3(force.total, 2, 0, -1, 1e-5));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void unit_and_softening_scale_the_distance(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForceQuery query = query_at(8.5, 6.5, 2);
    AntForce force;
    MUST(ant_map_deposit(map, 0, at(11.5, 6.5), 10));
    query.attraction.unit = 0.5;
    query.attraction.softening = 4;
    /* sqrt(3^2 + 4^2) / 0.5 = 10. */
    force = force_of(map, &query);
    ENSURE(near3(force.total, 0.1, 0, 0, 1e-6));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

/* Whether a cell at an offset from (20.5, 20.5) pulls. */
static int pulls(AntWorld world, const AntForceQuery *query, double dx, double dz) {
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForce force;
    MUST(ant_map_deposit(map, 0, at(20.5 + dx, 20.5 + dz), 10));
    force = force_of(map, query);
    ant_destroy(map.id);
    return force.total[0] != 0 || force.total[2] != 0;
}

static void squares_and_discs_end_at_their_border_and_margin(void) {
    AntWorld world = grid_world(41, 41, NULL);
    AntForceQuery query = query_at(20.5, 20.5, 0);
    query.attraction.diameter = 10;
    ENSURE(query.attraction.shape == ANT_REGION_SQUARE);
    ENSURE(pulls(world, &query, 5, 5) && pulls(world, &query, -5, 4) && !pulls(world, &query, 6, 0));
    query.attraction.shape = ANT_REGION_DISC;
    ENSURE(pulls(world, &query, 5, 0) && pulls(world, &query, -3, 4) && !pulls(world, &query, 5, 5));
    query.attraction.margin = 1;
    ENSURE(pulls(world, &query, 6, 0) && !pulls(world, &query, 7, 0) && !pulls(world, &query, 5, 5));
    ant_destroy(world.id);
}

static void a_cone_looks_along_the_view(void) {
    AntWorld world = grid_world(41, 41, NULL);
    AntForceQuery query = query_at(20.5, 20.5, 0);
    query.attraction.shape = ANT_REGION_CONE;
    query.attraction.half_angle = 0.7;
    query.attraction.diameter = 20;
    query.view[0] = 5;
    ENSURE(pulls(world, &query, 8, 0) && pulls(world, &query, 8, -6) && !pulls(world, &query, 0, 5));
    ENSURE(!pulls(world, &query, -5, 0) && !pulls(world, &query, 5, 5) && !pulls(world, &query, 11, 0));
    query.view[0] = 0;
    query.view[2] = -1;
    ENSURE(pulls(world, &query, 0, -8) && !pulls(world, &query, 8, 0));
    /* Without a direction of view it is a disc. */
    query.view[2] = 0;
    ENSURE(pulls(world, &query, 0, -8) && pulls(world, &query, 8, 0) && pulls(world, &query, -5, 5));
    ant_destroy(world.id);
}

static void walls_hide_the_cells_behind_them(void) {
    AntWorld world = grid_world(7, 3, "......." "...#..." "...#...");
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForceQuery query = query_at(1.5, 1.5, 0);
    AntForce force;
    MUST(ant_map_deposit(map, 0, at(5.5, 1.5), 4));
    force = force_of(map, &query);
    ENSURE(near3(force.total, 4, 0, 0, 1e-5));
    query.attraction.walls_hide = 1;
    force = force_of(map, &query);
    ENSURE(near3(force.total, 0, 0, 0, 0));
    MUST(ant_map_deposit(map, 0, at(1.5, 0.5), 3));
    force = force_of(map, &query);
    ENSURE(near3(force.total, 0, 0, -3, 1e-5));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static int sees(AntWorld world, double x, double z, double to_x, double to_z) {
    AntPheromoneMap map = map_of(world, 1, 0);
    AntForceQuery query = query_at(x, z, 0);
    AntForce force;
    query.attraction.walls_hide = 1;
    MUST(ant_map_deposit(map, 0, at(to_x, to_z), 4));
    force = force_of(map, &query);
    ant_destroy(map.id);
    return force.total[0] != 0 || force.total[2] != 0;
}

static void windows_are_seen_through(void) {
    static const double low[3] = {3, -3, 1}, high[3] = {4, 1, 2}, bad[3] = {NAN, 0, 0};
    AntWorld world = grid_world(7, 3, "...#..." "...#..." "...#..."), other = grid_world(2, 2, NULL);
    AntWindow window, untouched;
    window.id = untouched.id = 77;
    ENSURE(!sees(world, 1.5, 1.5, 5.5, 1.5));
    ENSURE_OK(ant_world_add_window(world, high, low, &window));
    ENSURE(sees(world, 1.5, 1.5, 5.5, 1.5) && !sees(world, 1.5, 0.5, 5.5, 0.5));
    REFUSED(NOT_FOUND, "window", ant_world_remove_window, (other, window));
    ENSURE_OK(ant_world_remove_window(world, window));
    REFUSED(NOT_FOUND, "window", ant_world_remove_window, (world, window));
    ENSURE(!sees(world, 1.5, 1.5, 5.5, 1.5));
    REFUSED(NOT_FINITE, "min", ant_world_add_window, (world, bad, high, &untouched));
    REFUSED(NOT_FINITE, "max", ant_world_add_window, (world, low, bad, &untouched));
    REFUSED(NULL_POINTER, "min", ant_world_add_window, (world, NULL, high, &untouched));
    REFUSED(NULL_POINTER, "max", ant_world_add_window, (world, low, NULL, &untouched));
    REFUSED(NULL_POINTER, "out_window", ant_world_add_window, (world, low, high, NULL));
    ENSURE(untouched.id == 77);
    ant_destroy(other.id);
    ant_destroy(world.id);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_world_add_window(world, low, high, &untouched));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_world_remove_window(world, window));
}

static void clusters_of_the_host_decide(void) {
    static uint8_t rows[2] = {1, 2}, clusters[19];
    uint64_t ids[19], unknown = 12345;
    double centers[19][3];
    AntWorld world = grid_world(7, 3, "...#..." "......." "...#...");
    AntVisibilityDesc desc, good;
    uint32_t count = 0, i;
    MUST(ant_world_cells(world, 0, 19, STREAM(ids, ANT_U64), STREAM(centers, ANT_F64X3), &count));
    for (i = 0; i < 19; i++) {
        clusters[i] = centers[i][0] > 3;
    }
    MUST(ant_visibility_desc_init(&good));
    good.cluster_count = 2;
    good.cell_count = 19;
    good.rows = rows;
    good.cells = *STREAM(ids, ANT_U64);
    good.clusters = *STREAM(clusters, ANT_U8);
    ENSURE(sees(world, 1.5, 1.5, 5.5, 1.5));
    ENSURE_OK(ant_world_set_visibility(world, &good));
    ENSURE(!sees(world, 1.5, 1.5, 5.5, 1.5) && sees(world, 1.5, 1.5, 0.5, 2.5));
    rows[0] = 3;
    ENSURE_OK(ant_world_set_visibility(world, &good));
    ENSURE(sees(world, 1.5, 0.5, 5.5, 0.5) && !sees(world, 5.5, 0.5, 1.5, 0.5));
#define BAD_VISIBILITY(status, text, change)                                \
    do {                                                                    \
        desc = good;                                                        \
        change;                                                             \
        REFUSED(status, text, ant_world_set_visibility, (world, &desc));    \
    } while (0)
    BAD_VISIBILITY(OUT_OF_RANGE, "cluster_count", desc.cluster_count = 0);
    BAD_VISIBILITY(OUT_OF_RANGE, "cluster_count", desc.cluster_count = 16385);
    BAD_VISIBILITY(OUT_OF_RANGE, "reserved", desc.reserved = 1);
    BAD_VISIBILITY(NULL_POINTER, "rows", desc.rows = NULL);
    BAD_VISIBILITY(INVALID_ARGUMENT, "reserved_pointer", desc.reserved_pointer = rows);
    BAD_VISIBILITY(OUT_OF_RANGE, "clusters", desc.cluster_count = 1);
    BAD_VISIBILITY(NOT_FOUND, "cells[0]", (desc.cells = *stream(&unknown, 8, 0, ANT_U64), desc.cell_count = 1));
    ENSURE(sees(world, 1.5, 0.5, 5.5, 0.5));
    ENSURE_OK(ant_world_set_visibility(world, NULL));
    ENSURE(!sees(world, 1.5, 0.5, 5.5, 0.5));
    ant_destroy(world.id);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_world_set_visibility(world, &good));
}

static void other_floors_pull_only_within_the_vertical_reach(void) {
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world;
    AntPheromoneMap map;
    AntForceQuery query = query_at(1.5, 0.5, 0);
    AntForce force;
    double above[3] = {3.5, 4, 0.5};
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    grid.width = 6;
    grid.depth = 1;
    grid.floors = 2;
    grid.floor_height = 4;
    MUST(ant_world_create_grid(&desc, &grid, &world));
    map = map_of(world, 1, 0);
    MUST(ant_map_deposit(map, 0, above, 2));
    force = force_of(map, &query);
    ENSURE(near3(force.total, 0, 0, 0, 0));
    query.attraction.vertical_reach = 4.5;
    force = force_of(map, &query);
    ENSURE(near3(force.total, 2, 0, 0, 1e-5));
    /* In three dimensions: two along, four up. */
    query.attraction.vertical = 1;
    force = force_of(map, &query);
    ENSURE(near3(force.total, 2 * 0.4472135954999579, 2 * 0.8944271909999159, 0, 1e-6));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void bad_questions_for_a_force_are_refused_by_name(void) {
    AntWorld world = grid_world(4, 4, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntReader reader = reader_of(&ONE, 1);
    AntForce force, before;
    AntForceQuery good = query_at(1.5, 1.5, 2), bad;
    memset(&force, 0x5a, sizeof force);
    force.struct_size = sizeof force;
    before = force;
#define BAD_QUERY(status, field, value)                                         \
    do {                                                                        \
        bad = good;                                                             \
        bad.field = value;                                                      \
        REFUSED(status, #field, ant_map_force, (map, &reader, &bad, &force));   \
    } while (0)
    BAD_QUERY(INVALID_ARGUMENT, attraction.shape, 3);
    BAD_QUERY(OUT_OF_RANGE, attraction.walls_hide, 2);
    BAD_QUERY(OUT_OF_RANGE, attraction.diameter, -1);
    BAD_QUERY(NOT_FINITE, attraction.diameter, NAN);
    BAD_QUERY(OUT_OF_RANGE, attraction.diameter, 1e6);
    BAD_QUERY(OUT_OF_RANGE, attraction.margin, -1);
    BAD_QUERY(OUT_OF_RANGE, attraction.half_angle, 0);
    BAD_QUERY(OUT_OF_RANGE, attraction.half_angle, 4);
    BAD_QUERY(OUT_OF_RANGE, attraction.vertical_reach, -1);
    BAD_QUERY(OUT_OF_RANGE, attraction.unit, 0);
    BAD_QUERY(OUT_OF_RANGE, attraction.softening, -1);
    BAD_QUERY(OUT_OF_RANGE, attraction.exponent, 5);
    BAD_QUERY(OUT_OF_RANGE, attraction.vertical, 2);
    BAD_QUERY(INVALID_ARGUMENT, reserved, 1);
    bad = good;
    bad.position[1] = INFINITY;
    REFUSED(NOT_FINITE, "position", ant_map_force, (map, &reader, &bad, &force));
    bad = good;
    bad.position[1] = 2e9;
    REFUSED(OUT_OF_RANGE, "position", ant_map_force, (map, &reader, &bad, &force));
    bad = good;
    bad.view[0] = NAN;
    REFUSED(NOT_FINITE, "view", ant_map_force, (map, &reader, &bad, &force));
    ENSURE(memcmp(&force, &before, sizeof force) == 0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_single_cell_pulls_with_smell_by_distance_to_the_exponent);
    RUN_TEST(negative_pheromone_pushes);
    RUN_TEST(forces_of_cells_add_up_and_the_own_cell_pulls_nowhere);
    RUN_TEST(unit_and_softening_scale_the_distance);
    RUN_TEST(squares_and_discs_end_at_their_border_and_margin);
    RUN_TEST(a_cone_looks_along_the_view);
    RUN_TEST(walls_hide_the_cells_behind_them);
    RUN_TEST(windows_are_seen_through);
    RUN_TEST(clusters_of_the_host_decide);
    RUN_TEST(other_floors_pull_only_within_the_vertical_reach);
    RUN_TEST(bad_questions_for_a_force_are_refused_by_name);
    return ensure_end();
}
