/* Questions about a level with arguments that must be refused: each names the argument and writes nothing. */
#include "support/yard.h"

#include <math.h>

static AntWorld yard;
static uint64_t hash_before;

static const double GOOD[3] = {2, 0, 9}, GOAL[3] = {8, 0, 9};
static const double NOT_FINITE[4][3] = {
    {(double)NAN, 0, 1}, {1, (double)INFINITY, 1}, {1, 0, -(double)INFINITY}, {(double)NAN, (double)NAN, (double)NAN}};
static const double TOO_FAR[3][3] = {{1.1e9, 0, 1}, {1, -1.1e9, 1}, {1, 0, 1e300}};

/* A bad point and what it gives. */
static const double *bad_point(int number, AntStatus *expected) {
    *expected = number == 0 ? ANT_ERROR_NULL_POINTER : number < 5 ? ANT_ERROR_NOT_FINITE : ANT_ERROR_OUT_OF_RANGE;
    return number == 0 ? NULL : number < 5 ? NOT_FINITE[number - 1] : TOO_FAR[number - 5];
}
#define BAD_POINTS 8

static void points_are_checked_by_every_question(void) {
    int i;
    for (i = 0; i < BAD_POINTS; i++) {
        AntStatus expected;
        const double *p = bad_point(i, &expected);
        AntLocation location = empty_location();
        AntWalkHit hit = empty_hit();
        AntPathInfo info = empty_path_info();
        AntCell cell;
        double distance = 77;
        cell.id = 77;
        FAILS(expected, "ant_world_locate", "`point`", ant_world_locate(yard, p, 0, &location));
        FAILS(expected, "ant_world_locate", "`point`", ant_world_locate(yard, p, 1, &location));
        FAILS(expected, "find_cell", "`point`", find_cell(yard, p, &cell));
        FAILS(expected, "ant_world_raycast", "`from`", ant_world_raycast(yard, p, GOAL, NULL, &hit));
        FAILS(expected, "ant_world_raycast", "`to`", ant_world_raycast(yard, GOOD, p, NULL, &hit));
        FAILS(expected, "ant_world_find_path", "`from`",
              ant_world_find_path(yard, p, GOAL, NULL, 0, NULL, NULL, &info));
        FAILS(expected, "ant_world_find_path", "`to`",
              ant_world_find_path(yard, GOOD, p, NULL, 0, NULL, NULL, &info));
        FAILS(expected, "ant_world_path_distance_batch", "`from",
              path_distance(yard, p, GOAL, NULL, &distance));
        FAILS(expected, "ant_world_path_distance_batch", "`to", path_distance(yard, GOOD, p, NULL, &distance));
        FAILS(expected, "ant_rebase", "`shift`", ant_rebase(yard.id, p));
        CHECK(location.cell.id == 0 && hit.fraction == 0 && info.length == 0 && cell.id == 77 && distance == 77);
    }
    CHECK(world_hash(yard) == hash_before);
}

static void a_distance_must_be_finite_and_not_negative(void) {
    double places[1][3] = {{2, 0, 9}};
    AntStream in = STREAM(places, ANT_F64X3);
    AntLocation location = empty_location();
    static const double BAD[4] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.5};
    int i;
    for (i = 0; i < 4; i++) {
        AntStatus expected = i < 3 ? ANT_ERROR_NOT_FINITE : ANT_ERROR_OUT_OF_RANGE;
        FAILS(expected, "ant_world_locate", "`max_distance`", ant_world_locate(yard, GOOD, BAD[i], &location));
        FAILS(expected, "ant_world_locate_batch", "`max_distance`",
              ant_world_locate_batch(yard, 1, &in, BAD[i], NULL, NULL, NULL, NULL));
    }
    CHECK(location.cell.id == 0);
    GIVES(ANT_OK, ant_world_locate(yard, GOOD, 1.7e308, &location));
    GIVES(ANT_OK, ant_world_locate_batch(yard, 1, &in, 1.7e308, NULL, NULL, NULL, NULL));
}

static void places_for_answers_must_be_given(void) {
    uint32_t count = 0;
    AntCell cell;
    AntCellInfo info;
    NEEDS(ANT_OK, find_cell(yard, GOOD, &cell));
    memset(&info, 0, sizeof info);
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_locate", "`out_location`", ant_world_locate(yard, GOOD, 0, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_locate", "`out_location`", ant_world_locate(yard, GOOD, 1, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_raycast", "`out_hit`", ant_world_raycast(yard, GOOD, GOAL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_path_distance_batch", "`out_distances`",
          path_distance(yard, GOOD, GOAL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_cell_info", "`out_info`", ant_world_cell_info(yard, cell, NULL));
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_cell_info", "`out_info`", ant_world_cell_info(yard, cell, &info));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_cell_neighbours", "`out_count`",
          ant_world_cell_neighbours(yard, cell, 0, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_cells", "`out_count`", ant_world_cells(yard, 0, 0, NULL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_polygons", "`out_count`", ant_world_polygons(yard, 0, 0, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_polygons_of_input", "`out_count`",
          ant_world_polygons_of_input(yard, 0, 0, 0, 0, 0, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_polygon", "`out_count`",
          ant_world_polygon(yard, 0, 0, NULL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_polygon_neighbours", "`out_count`",
          ant_world_polygon_neighbours(yard, 0, 0, NULL, NULL));
    CHECK(count == 0);
}

/* Sizes of an answer's struct: none, too small, absurd, of a newer header. */
#define CHECK_ANSWER(type, argument, function, call)                                     \
    do {                                                                                 \
        struct {                                                                         \
            type answer;                                                                 \
            uint8_t tail[8];                                                             \
        } memory;                                                                        \
        type *answer = &memory.answer;                                                   \
        uint32_t sizes[5], n;                                                            \
        sizes[0] = 0;                                                                    \
        sizes[1] = 4;                                                                    \
        sizes[2] = (uint32_t)sizeof(type) - 1;                                           \
        sizes[3] = UINT32_MAX;                                                           \
        sizes[4] = (uint32_t)sizeof memory;                                              \
        for (n = 0; n < 5; n++) {                                                        \
            memset(&memory, 0x5a, sizeof memory);                                        \
            answer->struct_size = sizes[n];                                              \
            FAILS(ANT_ERROR_BAD_STRUCT, function, "`" argument "`", call);               \
            CHECK(((uint8_t *)answer)[4] == 0x5a && ((uint8_t *)answer)[sizeof(type) - 1] == 0x5a); \
        }                                                                                \
        memset(&memory, 0x5a, sizeof memory);                                            \
        answer->struct_size = (uint32_t)sizeof(type);                                    \
        CHECK(call >= 0);                                                                \
        CHECK(memory.tail[0] == 0x5a && answer->struct_size == sizeof(type));            \
        CHECK(((uint8_t *)answer)[sizeof(type) - 1] != 0x5a);                            \
    } while (0)

static void answers_are_written_as_far_as_the_host_knows_them(void) {
    AntCell cell;
    NEEDS(ANT_OK, find_cell(yard, GOOD, &cell));
    CHECK_ANSWER(AntLocation, "out_location", "ant_world_locate", ant_world_locate(yard, GOOD, 0, answer));
    CHECK_ANSWER(AntLocation, "out_location", "ant_world_locate", ant_world_locate(yard, GOOD, 1, answer));
    CHECK_ANSWER(AntWalkHit, "out_hit", "ant_world_raycast", ant_world_raycast(yard, GOOD, GOAL, NULL, answer));
    CHECK_ANSWER(AntPathInfo, "out_info", "ant_world_find_path",
                 ant_world_find_path(yard, GOOD, GOAL, NULL, 0, NULL, NULL, answer));
    CHECK_ANSWER(AntCellInfo, "out_info", "ant_world_cell_info", ant_world_cell_info(yard, cell, answer));
}

/* All questions with one filter: each gives the same status. */
static void each_question_says(AntStatus expected, const AntQueryFilter *filter) {
    double places[1][3] = {{2, 0, 9}}, out[1] = {77};
    AntStream in = STREAM(places, ANT_F64X3), scalars = STREAM(out, ANT_F64);
    AntWalkHit hit = empty_hit();
    AntPathInfo info = empty_path_info();
    double distance = 77;
    FAILS(expected, "ant_world_raycast", "filter", ant_world_raycast(yard, GOOD, GOAL, filter, &hit));
    FAILS(expected, "ant_world_raycast_batch", "filter",
          ant_world_raycast_batch(yard, 1, &in, &in, filter, NULL, &scalars, NULL, NULL));
    FAILS(expected, "ant_world_find_path", "filter",
          ant_world_find_path(yard, GOOD, GOAL, filter, 0, NULL, NULL, &info));
    FAILS(expected, "ant_world_path_distance_batch", "filter",
          path_distance(yard, GOOD, GOAL, filter, &distance));
    FAILS(expected, "ant_world_path_distance_batch", "filter",
          ant_world_path_distance_batch(yard, 1, &in, &in, filter, &scalars, NULL));
    CHECK(hit.fraction == 0 && info.length == 0 && distance == 77 && out[0] == 77);
}

static void filters_of_other_headers_and_unknown_flags_are_refused(void) {
    struct {
        AntQueryFilter filter;
        uint64_t tail;
    } newer;
    AntWalkHit hit = empty_hit();
    memset(&newer, 0, sizeof newer);
    each_question_says(ANT_ERROR_BAD_STRUCT, &newer.filter);
    NEEDS(ANT_OK, ant_query_filter_init(&newer.filter));
    newer.filter.flags = 4;
    each_question_says(ANT_ERROR_INVALID_ARGUMENT, &newer.filter);
    newer.filter.flags = UINT32_MAX;
    each_question_says(ANT_ERROR_INVALID_ARGUMENT, &newer.filter);
    newer.filter.flags = 0;
    newer.filter.struct_size = (uint32_t)sizeof newer;
    each_question_says(ANT_ERROR_BAD_STRUCT, &newer.filter);
    newer.filter.struct_size = (uint32_t)sizeof newer.filter;
    GIVES(ANT_STOPPED, ant_world_raycast(yard, GOOD, GOAL, &newer.filter, &hit));
}

static void batches_of_walks_and_distances_check_their_streams(void) {
    double places[2][3] = {{2, 0, 9}, {3, 0, 9}}, out[2] = {77, 77};
    AntStream in = STREAM(places, ANT_F64X3), scalars = STREAM(out, ANT_F64), cut = in, other;
    cut.byte_len -= 1;
    other = stream_of(out, 15, 0, ANT_F64);
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_raycast_batch", "`from`",
          ant_world_raycast_batch(yard, 2, NULL, &in, NULL, NULL, NULL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_raycast_batch", "`to`",
          ant_world_raycast_batch(yard, 2, &in, NULL, NULL, NULL, NULL, NULL, NULL));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_raycast_batch", "`to`",
          ant_world_raycast_batch(yard, 2, &in, &cut, NULL, NULL, NULL, NULL, NULL));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_raycast_batch", "`out_fractions`",
          ant_world_raycast_batch(yard, 2, &in, &in, NULL, NULL, &other, NULL, NULL));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_raycast_batch", "`from`",
          ant_world_raycast_batch(yard, UINT32_MAX, &in, &in, NULL, NULL, NULL, NULL, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_path_distance_batch", "`from`",
          ant_world_path_distance_batch(yard, 2, NULL, &in, NULL, &scalars, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_path_distance_batch", "`to`",
          ant_world_path_distance_batch(yard, 2, &in, NULL, NULL, &scalars, NULL));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_path_distance_batch", "`out_distances`",
          ant_world_path_distance_batch(yard, 2, &in, &in, NULL, NULL, NULL));
    other = stream_of(places, sizeof places, 0, ANT_F64);
    FAILS(ANT_ERROR_OVERLAP, "ant_world_path_distance_batch", "`out_distances`",
          ant_world_path_distance_batch(yard, 2, &in, &in, NULL, &other, NULL));
    other = STREAM(out, ANT_U8);
    FAILS(ANT_ERROR_OVERLAP, "ant_world_path_distance_batch", "`out_status`",
          ant_world_path_distance_batch(yard, 2, &in, &in, NULL, &scalars, &other));
    CHECK(out[0] == 77 && out[1] == 77 && places[1][0] == 3);
}

static void a_bad_pair_keeps_its_distance(void) {
    double from[3][3] = {{2, 0, 9}, {2, (double)NAN, 9}, {500, 0, 9}}, to[3][3] = {{2, 0, 8}, {2, 0, 8}, {2, 0, 8}};
    double out[3] = {77, 77, 77};
    int8_t status[3];
    AntStream in = STREAM(from, ANT_F64X3), goal = STREAM(to, ANT_F64X3), scalars = STREAM(out, ANT_F64);
    AntStream statuses = STREAM(status, ANT_I8);
    FAILS(ANT_ERROR_NOT_FINITE, "ant_world_path_distance_batch", "`from[1]`",
          ant_world_path_distance_batch(yard, 3, &in, &goal, NULL, &scalars, NULL));
    CHECK(out[0] == 77);
    GIVES(ANT_PARTIAL, ant_world_path_distance_batch(yard, 3, &in, &goal, NULL, &scalars, &statuses));
    CHECK(out[0] == 1 && out[1] == 77 && out[2] == 77);
    CHECK(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FINITE && status[2] == ANT_ERROR_NOT_FOUND);
}

static void nothing_is_left_behind(void) {
    CHECK(world_hash(yard) == hash_before);
    GIVES(ANT_OK, ant_destroy(yard.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    yard = yard_mesh();
    hash_before = world_hash(yard);
    RUN_TEST(points_are_checked_by_every_question);
    RUN_TEST(a_distance_must_be_finite_and_not_negative);
    RUN_TEST(places_for_answers_must_be_given);
    RUN_TEST(answers_are_written_as_far_as_the_host_knows_them);
    RUN_TEST(filters_of_other_headers_and_unknown_flags_are_refused);
    RUN_TEST(batches_of_walks_and_distances_check_their_streams);
    RUN_TEST(a_bad_pair_keeps_its_distance);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
