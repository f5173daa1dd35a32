/* Streams of all formats, strides and alignments; what does not fit; overlap; partial batches. */
#include "support/yard.h"

#include <math.h>

#define COUNT 4

static const double PLACES[COUNT][3] = {{1.5, 0.25, 9.5}, {5.5, 0.5, 1.25}, {9.25, 1, 3.5}, {2.5, 5.5, 7.75}};
static const double HEIGHTS[COUNT] = {0, 0, 0, 5};

static AntWorld yard;

/* An engine's own struct; positions lie in the middle of it. */
typedef struct Actor {
    uint8_t tag;
    float before;
    float position[3];
    int32_t after;
} Actor;

static void floats_doubles_strides_and_odd_addresses_give_the_same_places(void) {
    double doubles[COUNT][3], found[COUNT][3];
    float floats[COUNT][3];
    Actor actors[COUNT];
    uint8_t odd[3 + COUNT * 40];
    AntStream in[5], out = STREAM(found, ANT_F64X3);
    int i, k;
    memset(actors, 0x5a, sizeof actors);
    memset(odd, 0x5a, sizeof odd);
    for (i = 0; i < COUNT; i++) {
        for (k = 0; k < 3; k++) {
            doubles[i][k] = PLACES[i][k];
            floats[i][k] = actors[i].position[k] = (float)PLACES[i][k];
        }
        memcpy(odd + 3 + 40 * i, doubles[i], sizeof doubles[i]);
    }
    in[0] = STREAM(doubles, ANT_F64X3);
    in[1] = STREAM(floats, ANT_F32X3);
    in[2] = stream_of(floats, sizeof floats, 12, ANT_F32X3);
    in[3] = stream_of(actors[0].position, sizeof actors - offsetof(Actor, position), sizeof(Actor), ANT_F32X3);
    in[4] = stream_of(odd + 3, 3 * 40 + 24, 40, ANT_F64X3);
    for (k = 0; k < 5; k++) {
        memset(found, 0, sizeof found);
        GIVES(ANT_OK, ant_world_locate_batch(yard, COUNT, &in[k], 0, &out, NULL, NULL, NULL));
        for (i = 0; i < COUNT; i++) {
            /* The numbers are exact in single precision. */
            CHECK(distance_between(found[i], PLACES[i][0], HEIGHTS[i], PLACES[i][2]) == 0);
        }
    }
}

static void outputs_of_all_formats_and_strides_hold_the_same(void) {
    struct {
        uint8_t before;
        float point[3];
        uint64_t cell;
        uint32_t polygon;
        int32_t status;
    } rows[COUNT];
    double places[COUNT][3];
    uint8_t odd[1 + COUNT * 8], status[COUNT];
    AntStream in, points, cells, polygons, wide, narrow;
    AntCell cell;
    int i;
    memcpy(places, PLACES, sizeof places);
    memset(rows, 0x5a, sizeof rows);
    in = STREAM(places, ANT_F64X3);
    points = stream_of(rows[0].point, sizeof rows - 4, sizeof rows[0], ANT_F32X3);
    cells = stream_of(&rows[0].cell, sizeof rows - 16, sizeof rows[0], ANT_U64);
    polygons = stream_of(&rows[0].polygon, sizeof rows - 24, sizeof rows[0], ANT_U32);
    wide = stream_of(&rows[0].status, sizeof rows - 28, sizeof rows[0], ANT_I32);
    narrow = STREAM(status, ANT_U8);
    GIVES(ANT_OK, ant_world_locate_batch(yard, COUNT, &in, 0, &points, &cells, &polygons, &wide));
    for (i = 0; i < COUNT; i++) {
        NEEDS(ANT_OK, find_cell(yard, places[i], &cell));
        CHECK(rows[i].before == 0x5a && rows[i].cell == cell.id && rows[i].status == ANT_OK);
        CHECK(rows[i].polygon == (uint32_t)i);
        CHECK(rows[i].point[0] == (float)PLACES[i][0] && rows[i].point[1] == (float)HEIGHTS[i]);
    }
    memset(odd, 0x5a, sizeof odd);
    cells = stream_of(odd + 1, sizeof odd - 1, 0, ANT_U64);
    GIVES(ANT_OK, ant_world_locate_batch(yard, COUNT, &in, 0, NULL, &cells, NULL, &narrow));
    for (i = 0; i < COUNT; i++) {
        CHECK(memcmp(odd + 1 + 8 * i, &rows[i].cell, 8) == 0 && status[i] == ANT_OK);
    }
    CHECK(odd[0] == 0x5a);
}

static void no_elements_are_fine_with_null_streams(void) {
    double distances[COUNT] = {7, 7, 7, 7};
    AntStream none = stream_of(NULL, 0, 0, 0), some = STREAM(distances, ANT_F64), odd = STREAM(distances, 99);
    GIVES(ANT_OK, ant_world_locate_batch(yard, 0, NULL, 0, NULL, NULL, NULL, NULL));
    GIVES(ANT_OK, ant_world_locate_batch(yard, 0, &none, 0, &none, &none, &none, &none));
    GIVES(ANT_OK, ant_world_locate_batch(yard, 0, NULL, 1, NULL, NULL, NULL, NULL));
    GIVES(ANT_OK, ant_world_raycast_batch(yard, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    GIVES(ANT_OK, ant_world_path_distance_batch(yard, 0, NULL, NULL, NULL, NULL, NULL));
    GIVES(ANT_OK, ant_world_path_distance_batch(yard, 0, NULL, NULL, NULL, &some, NULL));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_path_distance_batch", "`out_distances`",
          ant_world_path_distance_batch(yard, 0, NULL, NULL, NULL, &odd, NULL));
    CHECK(distances[0] == 7);
}

/* Every way in which one stream of a call can be wrong, with outputs that must stay as they are. */
static void streams_that_do_not_fit_are_refused_by_name(void) {
    double places[COUNT][3], found[COUNT][3], before[COUNT][3];
    AntStream in, out, bad;
    memcpy(places, PLACES, sizeof places);
    memset(found, 0x5a, sizeof found);
    memcpy(before, found, sizeof before);
    in = STREAM(places, ANT_F64X3);
    out = STREAM(found, ANT_F64X3);
#define REFUSED(status, name, in_stream, out_stream)                  \
    FAILS(status, "ant_world_locate_batch", name,                     \
          ant_world_locate_batch(yard, COUNT, in_stream, 0, out_stream, NULL, NULL, NULL))
    REFUSED(ANT_ERROR_NULL_POINTER, "`positions`", NULL, &out);
    bad = stream_of(NULL, sizeof places, 0, ANT_F64X3);
    REFUSED(ANT_ERROR_NULL_POINTER, "`positions`", &bad, &out);
    bad = stream_of(places, sizeof places - 1, 0, ANT_F64X3);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "`positions`", &bad, &out);
    bad = stream_of(places, 0, 0, ANT_F64X3);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "`positions`", &bad, &out);
    bad = stream_of(places, sizeof places, 32, ANT_F64X3);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "`positions`", &bad, &out);
    bad = stream_of(places, sizeof places, UINT32_MAX, ANT_F64X3);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "`positions`", &bad, &out);
    bad = stream_of(places, sizeof places, 23, ANT_F64X3);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "`positions`", &bad, &out);
    bad = stream_of(places, sizeof places, 1, ANT_F64X3);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "`positions`", &bad, &out);
    bad = stream_of(places, UINT64_MAX, 0, ANT_F64X3);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "`positions`", &bad, &out);
    bad = stream_of(found, sizeof found - 1, 0, ANT_F64X3);
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "`out_points`", &in, &bad);
    bad = stream_of(found, sizeof found, 12, ANT_F64X3);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "`out_points`", &in, &bad);
#undef REFUSED
    CHECK(memcmp(found, before, sizeof found) == 0);
}

static int is_one_of(uint32_t format, uint32_t a, uint32_t b, uint32_t c) {
    return format == a || format == b || format == c;
}

static void each_stream_takes_its_formats_and_no_others(void) {
    double places[COUNT][3], block[5][COUNT * 4];
    uint32_t format;
    AntStream in, out;
    memcpy(places, PLACES, sizeof places);
    memset(block, 0, sizeof block);
    in = STREAM(places, ANT_F64X3);
    for (format = 0; format < 16; format++) {
        AntStatus refused = ANT_ERROR_INVALID_ARGUMENT;
        out = STREAM(block[0], format);
        GIVES(is_one_of(format, ANT_F32X3, ANT_F64X3, 0) && format ? ANT_OK : refused,
              ant_world_locate_batch(yard, COUNT, &in, 0, &out, NULL, NULL, NULL));
        GIVES(format == ANT_U64 ? ANT_OK : refused,
              ant_world_locate_batch(yard, COUNT, &in, 0, NULL, &out, NULL, NULL));
        if (format != ANT_I32) { /* The header promises ANT_U32 only. */
            GIVES(format == ANT_U32 ? ANT_OK : refused,
                  ant_world_locate_batch(yard, COUNT, &in, 0, NULL, NULL, &out, NULL));
        }
        GIVES(is_one_of(format, ANT_U8, ANT_I8, ANT_I32) ? ANT_OK : refused,
              ant_world_locate_batch(yard, COUNT, &in, 0, NULL, NULL, NULL, &out));
        GIVES(is_one_of(format, ANT_F32, ANT_F64, ANT_F64) ? ANT_OK : refused,
              ant_world_raycast_batch(yard, COUNT, &in, &in, NULL, NULL, &out, NULL, NULL));
        GIVES(is_one_of(format, ANT_U8, ANT_U32, ANT_U32) ? ANT_OK : refused,
              ant_world_raycast_batch(yard, COUNT, &in, &in, NULL, NULL, NULL, &out, NULL));
        GIVES(is_one_of(format, ANT_F32, ANT_F64, ANT_F64) ? ANT_OK : refused,
              ant_world_path_distance_batch(yard, COUNT, &in, &in, NULL, &out, NULL));
    }
}

static void a_batch_may_be_located_in_place(void) {
    double places[COUNT][3];
    AntStream both;
    int i;
    memcpy(places, PLACES, sizeof places);
    both = STREAM(places, ANT_F64X3);
    GIVES(ANT_OK, ant_world_locate_batch(yard, COUNT, &both, 0, &both, NULL, NULL, NULL));
    for (i = 0; i < COUNT; i++) {
        CHECK(distance_between(places[i], PLACES[i][0], HEIGHTS[i], PLACES[i][2]) == 0);
    }
}

static void streams_that_overlap_in_part_are_refused(void) {
    double memory[COUNT + 2][3], before[COUNT + 2][3], other[COUNT][3];
    uint64_t ids[COUNT];
    AntStream in, out, shared;
    memset(memory, 0, sizeof memory);
    memcpy(memory, PLACES, sizeof PLACES);
    memcpy(before, memory, sizeof before);
    in = stream_of(memory, sizeof PLACES, 0, ANT_F64X3);
#define OVERLAPS(name, points, cells, status)                      \
    FAILS(ANT_ERROR_OVERLAP, "ant_world_locate_batch", name,       \
          ant_world_locate_batch(yard, COUNT, &in, 0, points, cells, NULL, status))
    out = stream_of(memory[1], sizeof PLACES, 0, ANT_F64X3);
    OVERLAPS("`out_points`", &out, NULL, NULL);
    out = stream_of(&memory[0][1], sizeof PLACES, 0, ANT_F64X3);
    OVERLAPS("`out_points`", &out, NULL, NULL);
    out = stream_of(memory, sizeof PLACES, 0, ANT_F32X3);
    OVERLAPS("`out_points`", &out, NULL, NULL);
    out = stream_of(memory[COUNT - 1], 2 * sizeof PLACES, 0, ANT_U64);
    OVERLAPS("`out_cells`", NULL, &out, NULL);
    shared = STREAM(ids, ANT_U64);
    out = STREAM(ids, ANT_I32);
    OVERLAPS("`out_status`", NULL, &shared, &out);
    out = stream_of(other, sizeof other, 0, ANT_F64X3);
    shared = stream_of(other, sizeof other, 24, ANT_U64);
    OVERLAPS("`out_cells`", &out, &shared, NULL);
#undef OVERLAPS
    CHECK(memcmp(memory, before, sizeof memory) == 0);
    out = stream_of(memory[COUNT], 2 * sizeof memory[0], 0, ANT_F64X3);
    GIVES(ANT_OK, ant_world_locate_batch(yard, 2, &in, 0, &out, NULL, NULL, NULL));
}

/* Elements: off the level, not a number, infinite, beyond 1e9 m, good. */
static const double MIXED[5][3] = {{5, 0, 5}, {1, (double)NAN, 1}, {-INFINITY, 0, 1}, {2e9, 0, 0}, {1.5, 0, 1.5}};
static const AntStatus MIXED_STATUS[5] = {ANT_ERROR_NOT_FOUND, ANT_ERROR_NOT_FINITE, ANT_ERROR_NOT_FINITE,
                                          ANT_ERROR_OUT_OF_RANGE, ANT_OK};

static void a_bad_element_gets_its_status_and_keeps_its_outputs(void) {
    double places[5][3], found[5][3];
    uint64_t cells[5];
    uint32_t polygons[5];
    int32_t status[5] = {77, 77, 77, 77, 77};
    AntStream in, points, ids, numbers, statuses;
    int i;
    memcpy(places, MIXED, sizeof places);
    memset(found, 0, sizeof found);
    memset(cells, 0x5a, sizeof cells);
    memset(polygons, 0x5a, sizeof polygons);
    in = STREAM(places, ANT_F64X3);
    points = STREAM(found, ANT_F64X3);
    ids = STREAM(cells, ANT_U64);
    numbers = STREAM(polygons, ANT_U32);
    statuses = STREAM(status, ANT_I32);
    GIVES(ANT_PARTIAL, ant_world_locate_batch(yard, 5, &in, 0, &points, &ids, &numbers, &statuses));
    for (i = 0; i < 5; i++) {
        int good = MIXED_STATUS[i] == ANT_OK;
        CHECK(status[i] == MIXED_STATUS[i]);
        CHECK((found[i][0] != 0) == good && (cells[i] != 0x5a5a5a5a5a5a5a5a) == good);
        CHECK((polygons[i] != 0x5a5a5a5a) == good);
    }
    /* Near enough to the wall's border there is a floor for the first. */
    GIVES(ANT_PARTIAL, ant_world_locate_batch(yard, 5, &in, 2, &points, NULL, NULL, &statuses));
    CHECK(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FINITE && status[3] == ANT_ERROR_OUT_OF_RANGE);
    GIVES(ANT_PARTIAL, ant_world_raycast_batch(yard, 5, &in, &in, NULL, NULL, NULL, NULL, &statuses));
    CHECK(status[0] == ANT_ERROR_NOT_FOUND && status[2] == ANT_ERROR_NOT_FINITE && status[4] == ANT_OK);
}

static void without_a_status_stream_one_bad_element_fails_the_call(void) {
    double places[5][3], found[5][3], before[5][3];
    AntStream in, out;
    int bad;
    memset(found, 0x5a, sizeof found);
    memcpy(before, found, sizeof before);
    out = STREAM(found, ANT_F64X3);
    for (bad = 0; bad < 4; bad++) {
        AntStream good_points = STREAM(places, ANT_F64X3);
        char element[32];
        int i;
        for (i = 0; i < 5; i++) {
            memcpy(places[i], MIXED[4], sizeof places[i]);
        }
        memcpy(places[3], MIXED[bad], sizeof places[3]);
        in = good_points;
        sprintf(element, "%s", MIXED_STATUS[bad] == ANT_ERROR_NOT_FOUND ? "[5, 0, 5]" : "`positions[3]`");
        FAILS(MIXED_STATUS[bad], "ant_world_locate_batch", element,
              ant_world_locate_batch(yard, 5, &in, 0, &out, NULL, NULL, NULL));
        CHECK(memcmp(found, before, sizeof found) == 0);
    }
}

static void nothing_is_left_behind(void) {
    GIVES(ANT_OK, ant_destroy(yard.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    yard = yard_mesh();
    RUN_TEST(floats_doubles_strides_and_odd_addresses_give_the_same_places);
    RUN_TEST(outputs_of_all_formats_and_strides_hold_the_same);
    RUN_TEST(no_elements_are_fine_with_null_streams);
    RUN_TEST(streams_that_do_not_fit_are_refused_by_name);
    RUN_TEST(each_stream_takes_its_formats_and_no_others);
    RUN_TEST(a_batch_may_be_located_in_place);
    RUN_TEST(streams_that_overlap_in_part_are_refused);
    RUN_TEST(a_bad_element_gets_its_status_and_keeps_its_outputs);
    RUN_TEST(without_a_status_stream_one_bad_element_fails_the_call);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
