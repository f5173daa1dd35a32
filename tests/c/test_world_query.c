/* Location, nearest places, straight walks and paths, on a mesh and on a grid that say the same. */
#include "support/yard.h"

#include <math.h>

/* The same level twice; every test of behaviour asks both. */
static AntWorld levels[2];

/* Paths of a grid bend at the middles of squares and not at the wall's corner: how much longer they may be. */
static const double PATH_SLACK[2] = {1 + 1e-12, 1.1};

static AntQueryFilter filter_with(uint32_t flags, uint64_t areas) {
    AntQueryFilter filter;
    CHECK(ant_query_filter_init(&filter) == ANT_OK);
    filter.flags = flags;
    filter.allowed_areas = areas;
    return filter;
}

static void a_point_belongs_to_the_floor_under_it(void) {
    static const struct {
        double point[3], height;
        uint32_t polygon;
    } CASES[] = {{{2.5, 0, 5.5}, 0, 0},    {{2.5, 1.9, 5.5}, 0, 0},  {{2.5, 5, 5.5}, 5, 3},
                 {{2.5, 6.5, 5.5}, 5, 3},  {{2.5, 4.6, 5.5}, 5, 3},  {{5.5, -0.4, 1.5}, 0, 1},
                 {{8.25, 0.1, 9.75}, 0, 2}};
    AntLocation location;
    int i, k;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < (int)(sizeof CASES / sizeof CASES[0]); i++) {
            const double *p = CASES[i].point;
            AntCell cell = {0};
            location = empty_location();
            GIVES(ANT_OK, ant_world_locate(levels[k], p, 0, &location));
            CHECK(distance_between(location.point, p[0], CASES[i].height, p[2]) < 1e-9);
            CHECK(location.polygon == (k == 0 ? CASES[i].polygon : ANT_NO_POLYGON));
            GIVES(ANT_OK, find_cell(levels[k], p, &cell));
            CHECK(cell.id != 0 && cell.id == location.cell.id);
        }
    }
}

static void where_there_is_no_floor_nothing_is_located(void) {
    /* In the wall, outside, between the floors, below, far away. */
    static const double PLACES[7][3] = {{5.5, 0, 5.5}, {-1, 0, 5},   {2, 3.5, 5}, {2, -0.7, 5},
                                        {2, 8, 5},     {1e9, 0, 1e9}, {-1e9, -1e9, 5}};
    AntLocation location = empty_location();
    AntCell cell;
    int i, k;
    cell.id = 77;
    location.polygon = 77;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < 7; i++) {
            FAILS(ANT_ERROR_NOT_FOUND, "ant_world_locate", "floor",
                  ant_world_locate(levels[k], PLACES[i], 0, &location));
            FAILS(ANT_ERROR_NOT_FOUND, "find_cell", "floor", find_cell(levels[k], PLACES[i], &cell));
        }
    }
    CHECK(cell.id == 77 && location.polygon == 77 && location.cell.id == 0);
}

static void the_nearest_place_is_found_within_its_distance(void) {
    static const struct {
        double point[3], distance, expected[3];
    } CASES[] = {{{4.75, 0, 5.5}, 0.75, {4, 0, 5.5}},  {{5.75, 0, 5.5}, 1, {6, 0, 5.5}},
                 {{-3, 0, -4}, 5.001, {0, 0, 0}},      {{2.5, 3.5, 5.5}, 9, {2.5, 5, 5.5}},
                 {{2.5, 0, 5.5}, 0, {2.5, 0, 5.5}},    {{1e6, 0, 5.5}, 1e9, {10, 0, 5.5}},
                 {{2.5, -1e6, 5.5}, 1e300, {2.5, 0, 5.5}}};
    AntLocation location;
    int i, k;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < (int)(sizeof CASES / sizeof CASES[0]); i++) {
            const double *e = CASES[i].expected;
            location = empty_location();
            GIVES(ANT_OK, ant_world_locate(levels[k], CASES[i].point, CASES[i].distance, &location));
            CHECK(distance_between(location.point, e[0], e[1], e[2]) < 1e-6);
        }
        location = empty_location();
        FAILS(ANT_ERROR_NOT_FOUND, "ant_world_locate", "near",
              ant_world_locate(levels[k], CASES[0].point, 0.7, &location));
        FAILS(ANT_ERROR_NOT_FOUND, "ant_world_locate", "near",
              ant_world_locate(levels[k], CASES[2].point, 4.999, &location));
        CHECK(location.cell.id == 0);
    }
}

static void a_walk_ends_where_the_wall_begins(void) {
    const double from[3] = {2, 0, 9}, to[3] = {7, 0, 4}, near[3] = {3.5, 0, 2.5};
    AntWalkHit hit;
    int k;
    for (k = 0; k < 2; k++) {
        AntCell cell = {0};
        hit = empty_hit();
        GIVES(ANT_STOPPED, ant_world_raycast(levels[k], from, to, NULL, &hit));
        CHECK(distance_between(hit.point, 4, 0, 7) < 1e-5 && fabs(hit.fraction - 0.4) < 1e-6);
        CHECK(hit.stopped_by == ANT_EDGE_WALL && hit.polygon == (k == 0 ? 0u : ANT_NO_POLYGON));
        GIVES(ANT_OK, ant_world_raycast(levels[k], from, near, NULL, &hit));
        CHECK(distance_between(hit.point, 3.5, 0, 2.5) < 1e-9 && hit.fraction == 1);
        CHECK(hit.stopped_by == ANT_EDGE_OPEN);
        GIVES(ANT_OK, find_cell(levels[k], near, &cell));
        CHECK(hit.cell.id == cell.id);
        GIVES(ANT_OK, ant_world_raycast(levels[k], from, from, NULL, &hit));
        CHECK(distance_between(hit.point, 2, 0, 9) < 1e-9);
    }
}

/* Whoever was stopped by a wall still stands on a cell, or the fields would not reach along walls. */
static void the_border_of_the_surface_belongs_to_its_cell(void) {
    const double from[3] = {2.5, 0, 5.5}, to[3] = {8.5, 0, 5.5}, inside[3] = {3.5, 0, 5.5}, border[3] = {4, 0, 5.5};
    int k;
    for (k = 0; k < 2; k++) {
        AntWalkHit hit = empty_hit();
        AntCell cell, at_border;
        at_border.id = 0;
        NEEDS(ANT_OK, find_cell(levels[k], inside, &cell));
        GIVES(ANT_STOPPED, ant_world_raycast(levels[k], from, to, NULL, &hit));
        CHECK(hit.cell.id == cell.id);
        GIVES(ANT_OK, find_cell(levels[k], border, &at_border));
        CHECK(at_border.id == cell.id);
    }
}

static void a_drop_stops_walkers_and_not_flyers(void) {
    const double from[3] = {2, 5, 1}, to[3] = {5, 5, 1}, wall_from[3] = {2, 5, 5}, wall_to[3] = {5, 5, 5};
    AntQueryFilter airborne = filter_with(ANT_QUERY_AIRBORNE, UINT64_MAX);
    AntWalkHit hit;
    int k;
    for (k = 0; k < 2; k++) {
        hit = empty_hit();
        GIVES(ANT_STOPPED, ant_world_raycast(levels[k], from, to, NULL, &hit));
        CHECK(hit.stopped_by == ANT_EDGE_DROP && distance_between(hit.point, 4, 5, 1) < 1e-5);
        GIVES(ANT_OK, ant_world_raycast(levels[k], from, to, &airborne, &hit));
        CHECK(hit.stopped_by == ANT_EDGE_OPEN && hit.fraction == 1 && hit.point[0] == 5);
        GIVES(ANT_STOPPED, ant_world_raycast(levels[k], wall_from, wall_to, &airborne, &hit));
        CHECK(hit.stopped_by == ANT_EDGE_WALL && distance_between(hit.point, 4, 5, 5) < 1e-5);
    }
}

static void a_walk_must_start_on_the_level(void) {
    const double inside[3] = {2, 0, 9}, wall[3] = {5, 0, 5}, far[3] = {1e9, 0, 9};
    AntWalkHit hit = empty_hit();
    int k;
    for (k = 0; k < 2; k++) {
        FAILS(ANT_ERROR_NOT_FOUND, "ant_world_raycast", "floor",
              ant_world_raycast(levels[k], wall, inside, NULL, &hit));
        CHECK(hit.fraction == 0 && hit.stopped_by == 0);
    }
    for (k = 0; k < 2; k++) {
        GIVES(ANT_STOPPED, ant_world_raycast(levels[k], inside, far, NULL, &hit));
        CHECK(hit.stopped_by == ANT_EDGE_WALL && distance_between(hit.point, 4, 0, 9) < 1e-4);
    }
}

static void a_path_goes_around_the_wall(void) {
    const double from[3] = {2.5, 0, 8.5}, to[3] = {7.5, 0, 8.5};
    const double shortest = 2 * hypot(1.5, 6.5) + 2;
    double points[8][3], distance = 0;
    uint64_t links[8];
    AntStream out = STREAM(points, ANT_F64X3), out_links = STREAM(links, ANT_U64);
    AntPathInfo info;
    int k;
    uint32_t i;
    for (k = 0; k < 2; k++) {
        double sum = 0;
        info = empty_path_info();
        NEEDS(ANT_OK, ant_world_find_path(levels[k], from, to, NULL, 8, &out, &out_links, &info));
        CHECK(info.complete == 1 && info.point_count >= 4 && info.point_count <= 8);
        CHECK(info.length > shortest * (1 - 1e-12) && info.length < shortest * PATH_SLACK[k]);
        CHECK(distance_between(points[0], 2.5, 0, 8.5) < 1e-9);
        CHECK(distance_between(points[info.point_count - 1], 7.5, 0, 8.5) < 1e-9);
        for (i = 1; i < info.point_count; i++) {
            sum += hypot(points[i][0] - points[i - 1][0], points[i][2] - points[i - 1][2]);
            CHECK(links[i] == 0);
        }
        CHECK(fabs(sum - info.length) < 1e-9);
        GIVES(ANT_OK, path_distance(levels[k], from, to, NULL, &distance));
        CHECK(distance == info.length);
    }
}

/* Places on a border belong to the square beyond it, which must not make a detour through its middle. */
static void a_path_to_the_border_of_squares_is_pulled_tight(void) {
    const double from[3] = {2, 0, 9}, to[3] = {8, 0, 9}, near[3] = {7, 0, 5}, there[3] = {9, 0, 8};
    double distance = 0;
    int k;
    for (k = 0; k < 2; k++) {
        GIVES(ANT_OK, path_distance(levels[k], from, to, NULL, &distance));
        CHECK(distance < (2 * hypot(2, 7) + 2) * PATH_SLACK[k]);
        GIVES(ANT_OK, path_distance(levels[k], near, there, NULL, &distance));
        CHECK(fabs(distance - hypot(2, 3)) < 1e-9);
        GIVES(ANT_OK, path_distance(levels[k], there, near, NULL, &distance));
        CHECK(fabs(distance - hypot(2, 3)) < 1e-9);
    }
}

static void a_path_that_does_not_fit_is_cut(void) {
    const double from[3] = {2, 0, 9}, to[3] = {8, 0, 9};
    double points[3][3];
    AntStream out = stream_of(points, 2 * sizeof points[0], 0, ANT_F64X3);
    AntPathInfo info;
    int k;
    for (k = 0; k < 2; k++) {
        memset(points, 0, sizeof points);
        info = empty_path_info();
        GIVES(ANT_TRUNCATED, ant_world_find_path(levels[k], from, to, NULL, 2, &out, NULL, &info));
        CHECK(info.point_count >= 4 && points[1][0] != 0 && points[2][0] == 0);
        info = empty_path_info();
        CHECK(ant_world_find_path(levels[k], from, to, NULL, 0, NULL, NULL, &info) >= 0);
        CHECK(info.point_count >= 4 && info.complete == 1);
        GIVES(ANT_OK, ant_world_find_path(levels[k], from, to, NULL, 8, NULL, NULL, NULL));
        FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_find_path", "`out_points`",
              ant_world_find_path(levels[k], from, to, NULL, 3, &out, NULL, &info));
    }
}

static void a_goal_that_cannot_be_reached_gives_the_nearest_place(void) {
    const double from[3] = {8, 0, 5}, above[3] = {2, 5, 5};
    double points[8][3], distance = 0;
    AntStream out = STREAM(points, ANT_F64X3);
    AntPathInfo info;
    int k;
    for (k = 0; k < 2; k++) {
        info = empty_path_info();
        NEEDS(ANT_UNREACHABLE, ant_world_find_path(levels[k], from, above, NULL, 8, &out, NULL, &info));
        CHECK(info.complete == 0 && info.point_count >= 1 && info.point_count <= 8);
        CHECK(distance_between(points[info.point_count - 1], 2, 0, 5) < 1.0);
        GIVES(ANT_UNREACHABLE, path_distance(levels[k], from, above, NULL, &distance));
        CHECK(isinf(distance) && distance > 0);
    }
}

static void batches_say_what_single_calls_say(void) {
    double from[3][3] = {{2, 0, 9}, {2, 5, 1}, {8, 0, 5}}, to[3][3] = {{8, 0, 9}, {5, 5, 1}, {2, 5, 5}};
    double points[3][3], fractions[3], distances[3];
    uint8_t stopped[3];
    int8_t status[3];
    AntStream in = STREAM(from, ANT_F64X3), goal = STREAM(to, ANT_F64X3), out = STREAM(points, ANT_F64X3);
    AntStream share = STREAM(fractions, ANT_F64), by = STREAM(stopped, ANT_U8), state = STREAM(status, ANT_I8);
    AntStream length = STREAM(distances, ANT_F64);
    int i, k;
    for (k = 0; k < 2; k++) {
        GIVES(ANT_STOPPED, ant_world_raycast_batch(levels[k], 3, &in, &goal, NULL, &out, &share, &by, &state));
        for (i = 0; i < 3; i++) {
            AntWalkHit hit = empty_hit();
            CHECK(ant_world_raycast(levels[k], from[i], to[i], NULL, &hit) == status[i]);
            CHECK(memcmp(hit.point, points[i], sizeof hit.point) == 0 && hit.fraction == fractions[i]);
            CHECK(hit.stopped_by == stopped[i]);
        }
        GIVES(ANT_UNREACHABLE, ant_world_path_distance_batch(levels[k], 3, &in, &goal, NULL, &length, &state));
        for (i = 0; i < 3; i++) {
            double distance = 0;
            CHECK(path_distance(levels[k], from[i], to[i], NULL, &distance) == status[i]);
            CHECK(distance == distances[i]);
        }
    }
}

static void nothing_is_left_behind(void) {
    GIVES(ANT_OK, ant_destroy(levels[0].id));
    GIVES(ANT_OK, ant_destroy(levels[1].id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    levels[0] = yard_mesh();
    levels[1] = yard_grid();
    RUN_TEST(a_point_belongs_to_the_floor_under_it);
    RUN_TEST(where_there_is_no_floor_nothing_is_located);
    RUN_TEST(the_nearest_place_is_found_within_its_distance);
    RUN_TEST(a_walk_ends_where_the_wall_begins);
    RUN_TEST(the_border_of_the_surface_belongs_to_its_cell);
    RUN_TEST(a_drop_stops_walkers_and_not_flyers);
    RUN_TEST(a_walk_must_start_on_the_level);
    RUN_TEST(a_path_goes_around_the_wall);
    RUN_TEST(a_path_to_the_border_of_squares_is_pulled_tight);
    RUN_TEST(a_path_that_does_not_fit_is_cut);
    RUN_TEST(a_goal_that_cannot_be_reached_gives_the_nearest_place);
    RUN_TEST(batches_say_what_single_calls_say);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
