/* Batches on maps: equal to single calls, any format and stride, status per element, bad streams. */
#include "support_map/map_calls.h"

static void batches_do_what_single_calls_do(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap one = map_of(world, 0.5f, 0.5f), many = map_of(world, 0.5f, 0.5f);
    static const uint64_t ids[3] = {5, 6, 7};
    static const float places[3][3] = {{1.5f, 0, 1.5f}, {9.5f, 0, 4.5f}, {17.5f, 0, 17.5f}};
    static const double emissions[3] = {10, -4, 2};
    static const uint16_t active[3] = {1, 0, 1}, layers[3] = {0, 0, 0};
    static const uint32_t flags[3] = {0, ANT_SOURCE_FIXED, 0};
    int i;
    ENSURE_OK(source_batch(many, 3, STREAM(ids, ANT_U64), STREAM(places, ANT_F32X3), STREAM(emissions, ANT_F64), NULL, STREAM(layers, ANT_U16), STREAM(flags, ANT_U32), NULL));
    ENSURE_OK(ant_map_deposit_batch(many, 0, 3, STREAM(places, ANT_F32X3), STREAM(emissions, ANT_F64), NULL));
    ENSURE_OK(source_batch(many, 3, STREAM(ids, ANT_U64), NULL, NULL, STREAM(active, ANT_U16), NULL, NULL, NULL));
    ENSURE_OK(source_batch(many, 2, STREAM(ids, ANT_U64), NULL, STREAM(emissions, ANT_F64), NULL, NULL, NULL, NULL));
    ENSURE_OK(source_batch(many, 1, STREAM(ids, ANT_U64), stream(places[1], 24, 0, ANT_F32X3), NULL, NULL, NULL, NULL, NULL));
    ENSURE_OK(ant_map_remove_source(many, 7));
    MUST(ant_map_add_avatar(many, 5, 1, NULL));
    MUST(ant_map_add_avatar(many, 6, 1, NULL));
    ENSURE_OK(ant_map_move_avatar_batch(many, 2, STREAM(ids, ANT_U64), STREAM(places, ANT_F32X3), NULL));
    MUST(ant_map_set_pair_weight(many, 5, 6, 0.5f));
    MUST(ant_map_set_pair_weight(many, 6, 5, -3));
    for (i = 0; i < 3; i++) {
        add_source(one, ids[i], places[i][0], places[i][2], (float)emissions[i], flags[i]);
    }
    for (i = 0; i < 3; i++) {
        MUST(ant_map_deposit(one, 0, at(places[i][0], places[i][2]), (float)emissions[i]));
    }
    MUST(ant_map_set_source_active(one, 6, 0));
    MUST(ant_map_move_source(one, 5, at(9.5, 4.5)));
    MUST(ant_map_remove_source(one, 7));
    for (i = 0; i < 2; i++) {
        MUST(ant_map_add_avatar(one, ids[i], 1, NULL));
        MUST(ant_map_move_avatar(one, ids[i], at(places[i][0], places[i][2])));
    }
    MUST(ant_map_set_pair_weight(one, 5, 6, 0.5f));
    MUST(ant_map_set_pair_weight(one, 6, 5, -3));
    MUST(ant_map_step_to(one, SECOND, NULL));
    MUST(ant_map_step_to(many, SECOND, NULL));
    ENSURE(map_hash(one) == map_hash(many));
    ant_destroy(one.id);
    ant_destroy(many.id);
    ant_destroy(world.id);
}

/* An array of structs of a host, as an engine has them; packed so that nothing is aligned. */
#define ITEM 41
static void one_attribute_of_an_array_of_structs_is_read_in_place(void) {
    AntWorld world = grid_world(4, 1, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    unsigned char items[3 * ITEM];
    int i;
    memset(items, 0xee, sizeof items);
    for (i = 0; i < 3; i++) {
        double place[3];
        float amount = (float)(1 << i);
        place[0] = i + 0.5;
        place[1] = 0;
        place[2] = 0.5;
        memcpy(items + i * ITEM + 1, place, sizeof place);
        memcpy(items + i * ITEM + 25, &amount, sizeof amount);
    }
    ENSURE_OK(ant_map_deposit_batch(map, 0, 3, stream(items + 1, 2 * ITEM + 24, ITEM, ANT_F64X3),
                                    stream(items + 25, 2 * ITEM + 4, ITEM, ANT_F32),
                                    stream(items + 29, 2 * ITEM + 1, ITEM, ANT_U8)));
    ENSURE(value_at(map, 0, 0.5, 0.5) == 1.0 && value_at(map, 0, 1.5, 0.5) == 2.0 && value_at(map, 0, 2.5, 0.5) == 4.0);
    ENSURE(items[29] == 0 && items[ITEM + 29] == 0 && items[30] == 0xee && items[ITEM] == 0xee);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_bad_element_gets_its_own_status_and_the_others_go_on(void) {
    AntWorld world = grid_world(4, 1, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    static const uint64_t ids[5] = {1, 2, 1, 3, 4};
    double places[5][3] = {{0.5, 0, 0.5}, {1.5, 0, 0.5}, {2.5, 0, 0.5}, {2.5, 0, 0.5}, {3.5, 0, 0.5}};
    float amounts[5] = {1, 2, 3, NAN, 5};
    int32_t status[5] = {9, 9, 9, 9, 9};
    uint64_t before = map_hash(map);
    places[1][1] = INFINITY;
    REFUSED(NOT_FINITE, "positions[1]", source_batch, (map, 5, STREAM(ids, ANT_U64), STREAM(places, ANT_F64X3), STREAM(amounts, ANT_F32), NULL, NULL, NULL, NULL));
    REFUSED(NOT_FINITE, "positions[1]", ant_map_deposit_batch,
            (map, 0, 5, STREAM(places, ANT_F64X3), STREAM(amounts, ANT_F32), NULL));
    ENSURE(map_hash(map) == before);
    ENSURE_STATUS(ANT_PARTIAL, source_batch(map, 5, STREAM(ids, ANT_U64), STREAM(places, ANT_F64X3), STREAM(amounts, ANT_F32), NULL, NULL, NULL, STREAM(status, ANT_I32)));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FINITE && status[2] == ANT_OK);
    ENSURE(status[3] == ANT_ERROR_NOT_FINITE && status[4] == ANT_OK);
    /* The one that is there twice was added and then changed. */
    MUST(ant_map_step_to(map, STEP, NULL));
    ENSURE(total_of(map, 0) == 8.0);
    ENSURE_STATUS(ANT_PARTIAL, source_batch(map, 2, STREAM(ids, ANT_U64), NULL, STREAM(amounts, ANT_F32), NULL, NULL, NULL,
                                            STREAM(status, ANT_I32)));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FOUND);
    REFUSED(NOT_FOUND, "source 2", source_batch, (map, 2, STREAM(ids, ANT_U64), NULL, STREAM(amounts, ANT_F32), NULL, NULL, NULL, NULL));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_finite_double_beyond_the_range_is_out_of_range(void) {
    AntWorld world = grid_world(4, 1, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    static const double huge[1] = {1e300};
    REFUSED(OUT_OF_RANGE, "amounts", ant_map_deposit_batch,
            (map, 0, 1, stream(at(0.5, 0.5), 24, 0, ANT_F64X3), STREAM(huge, ANT_F64), NULL));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void nothing_to_do_needs_no_streams(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_for_calls(world);
    uint64_t before = map_hash(map);
    ENSURE_OK(source_batch(map, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    ENSURE_OK(ant_map_deposit_batch(map, 0, 0, NULL, NULL, NULL));
    ENSURE_OK(ant_map_move_avatar_batch(map, 0, NULL, NULL, NULL));
    ENSURE_OK(sample_batch(map, NULL, 0, 0, NULL, NULL, NULL, NULL));
    ENSURE_OK(sample_batch(map, NULL, 0, 0, NULL, stream(NULL, 0, 0, 0), NULL, NULL));
    ENSURE_OK(sample_batch(map, calls_reader(), 0, 0, NULL, NULL, NULL, NULL));
    ENSURE(map_hash(map) == before);
    ant_destroy(map.id);
    ant_destroy(calls_interactions.id);
    ant_destroy(world.id);
}

static AntPheromoneMap map;

/* What a stream that is read can have wrong, for any batch that has one. */
typedef AntStatus (*BatchCall)(uint32_t count, const AntStream *tested);

static int refuses_bad_streams(const char *name, BatchCall call, const void *good, uint32_t size, uint32_t format,
                               uint32_t wrong_format, int required) {
    uint64_t before = map_hash(map);
    int ok = 1;
    outputs = fresh_outputs();
    if (required) {
        ok &= is_refused(call(1, NULL), ANT_ERROR_NULL_POINTER, name, "null");
        ok &= is_refused(call(1, stream(NULL, 99, 0, format)), ANT_ERROR_NULL_POINTER, name, "null");
    }
    ok &= is_refused(call(1, stream(good, size, 0, wrong_format)), ANT_ERROR_INVALID_ARGUMENT, name, "format");
    ok &= is_refused(call(1, stream(good, size, 0, 0)), ANT_ERROR_INVALID_ARGUMENT, name, "format");
    ok &= is_refused(call(1, stream(good, size, 0, 14)), ANT_ERROR_INVALID_ARGUMENT, name, "format");
    ok &= is_refused(call(1, stream(good, size, 0, 0xffffffffu)), ANT_ERROR_INVALID_ARGUMENT, name, "format");
    ok &= is_refused(call(1, stream(good, size, size - 1, format)), ANT_ERROR_INVALID_ARGUMENT, name, "stride");
    ok &= is_refused(call(1, stream(good, size - 1, 0, format)), ANT_ERROR_BUFFER_TOO_SMALL, name, "byte_len");
    ok &= is_refused(call(2, stream(good, size, 0, format)), ANT_ERROR_BUFFER_TOO_SMALL, name, "byte_len");
    ok &= is_refused(call(1, stream(good, UINT64_MAX, 0, format)), ANT_ERROR_INVALID_ARGUMENT, name, "byte_len");
    ok &= is_refused(call(UINT32_MAX, stream(good, size, 0xffffffffu, format)), ANT_ERROR_BUFFER_TOO_SMALL, name, "byte_len");
    return ok && outputs_are_untouched() && map_hash(map) == before;
}

/* Two good elements, so that only the tested stream is at fault (but for the largest count, which no stream has). */
static const uint64_t many_ids[2] = {1, 2};
static const double many_places[2][3] = {{0.5, 0, 0.5}, {1.5, 0, 0.5}};
static const float many_numbers[2] = {1, 1};
static const uint16_t many_ones[2] = {1, 1};
static AntCell many_cells[2];

#define GOOD_IDS stream(many_ids, sizeof many_ids, 0, ANT_U64)
#define GOOD_PLACES stream(many_places, sizeof many_places, 0, ANT_F64X3)
#define GOOD_NUMBERS stream(many_numbers, sizeof many_numbers, 0, ANT_F32)
#define GOOD_ONES stream(many_ones, sizeof many_ones, 0, ANT_U16)
#define GOOD_CELLS stream(many_cells, sizeof many_cells, 0, ANT_U64)
#define BATCH(name, call) \
    static AntStatus name(uint32_t n, const AntStream *s) { return call; }

BATCH(add_ids, source_batch(map, n, s, GOOD_PLACES, GOOD_NUMBERS, NULL, NULL, NULL, NULL))
BATCH(add_places, source_batch(map, n, GOOD_IDS, s, GOOD_NUMBERS, NULL, NULL, NULL, NULL))
BATCH(add_emissions, source_batch(map, n, GOOD_IDS, GOOD_PLACES, s, NULL, NULL, NULL, NULL))
BATCH(move_ids, source_batch(map, n, s, GOOD_PLACES, NULL, NULL, NULL, NULL, NULL))
BATCH(move_places, source_batch(map, n, GOOD_IDS, s, NULL, NULL, NULL, NULL, NULL))
BATCH(emission_ids, source_batch(map, n, s, NULL, GOOD_NUMBERS, NULL, NULL, NULL, NULL))
BATCH(emission_numbers, source_batch(map, n, GOOD_IDS, NULL, s, NULL, NULL, NULL, NULL))
BATCH(active_ids, source_batch(map, n, s, NULL, NULL, GOOD_ONES, NULL, NULL, NULL))
BATCH(active_ones, source_batch(map, n, GOOD_IDS, NULL, NULL, s, NULL, NULL, NULL))
BATCH(deposit_places, ant_map_deposit_batch(map, 0, n, s, GOOD_NUMBERS, NULL))
BATCH(deposit_numbers, ant_map_deposit_batch(map, 0, n, GOOD_PLACES, s, NULL))
BATCH(avatar_ids, ant_map_move_avatar_batch(map, n, s, GOOD_PLACES, NULL))
BATCH(avatar_places, ant_map_move_avatar_batch(map, n, GOOD_IDS, s, NULL))
BATCH(value_cells, sample_batch(map, NULL, 0, n, s, NULL, VALUES, NULL))
BATCH(value_out, sample_batch(map, NULL, 0, n, GOOD_CELLS, NULL, s, NULL))
BATCH(sample_places, sample_batch(map, NULL, 0, n, NULL, s, VALUES, NULL))
BATCH(sample_out, sample_batch(map, NULL, 0, n, NULL, GOOD_PLACES, s, NULL))
BATCH(reader_cells, sample_batch(map, calls_reader(), 0, n, s, NULL, VALUES, NULL))
BATCH(reader_places, sample_batch(map, calls_reader(), 0, n, NULL, s, VALUES, NULL))
BATCH(reader_out, sample_batch(map, calls_reader(), 0, n, NULL, GOOD_PLACES, s, NULL))

#define BAD_STREAMS(name, call, good, format, wrong) CHECK(refuses_bad_streams(name, call, good, sizeof(good)[0], format, wrong, 1))
#define BAD_OPTIONAL(name, call, good, format, wrong) CHECK(refuses_bad_streams(name, call, good, sizeof(good)[0], format, wrong, 0))

static void bad_streams_are_refused_by_every_batch(void) {
    AntWorld world = grid_world(8, 8, NULL);
    map = map_for_calls(world);
    add_source(map, 2, 0.5, 0.5, 1, 0);
    many_cells[0] = many_cells[1] = cell_at(world, 0.5, 0.5);
    BAD_STREAMS("source_batch", add_ids, many_ids, ANT_U64, ANT_U32);
    BAD_OPTIONAL("source_batch", add_places, many_places, ANT_F64X3, ANT_F64);
    BAD_OPTIONAL("source_batch", add_emissions, many_numbers, ANT_F32, ANT_U32);
    BAD_STREAMS("source_batch", move_ids, many_ids, ANT_U64, ANT_I64);
    BAD_OPTIONAL("source_batch", move_places, many_places, ANT_F64X3, ANT_F32X4);
    BAD_STREAMS("source_batch", emission_ids, many_ids, ANT_U64, ANT_F64);
    BAD_OPTIONAL("source_batch", emission_numbers, many_numbers, ANT_F32, ANT_I32);
    BAD_STREAMS("source_batch", active_ids, many_ids, ANT_U64, ANT_F64);
    BAD_OPTIONAL("source_batch", active_ones, many_ones, ANT_U16, ANT_I8);
    BAD_STREAMS("ant_map_deposit_batch", deposit_places, many_places, ANT_F64X3, ANT_F64X4);
    BAD_STREAMS("ant_map_deposit_batch", deposit_numbers, many_numbers, ANT_F32, ANT_F32X3);
    BAD_STREAMS("ant_map_move_avatar_batch", avatar_ids, many_ids, ANT_U64, ANT_F64);
    BAD_STREAMS("ant_map_move_avatar_batch", avatar_places, many_places, ANT_F64X3, ANT_U8);
    BAD_OPTIONAL("sample_batch", value_cells, many_cells, ANT_U64, ANT_F64);
    BAD_STREAMS("sample_batch", value_out, many_numbers, ANT_F32, ANT_I32);
    BAD_OPTIONAL("ant_map_sample_batch", sample_places, many_places, ANT_F64X3, ANT_F64);
    BAD_STREAMS("ant_map_sample_batch", sample_out, many_numbers, ANT_F32, ANT_I32);
    BAD_OPTIONAL("sample_batch", reader_cells, many_cells, ANT_U64, ANT_F64);
    BAD_OPTIONAL("sample_batch", reader_places, many_places, ANT_F64X3, ANT_F64);
    BAD_STREAMS("sample_batch", reader_out, many_numbers, ANT_F32, ANT_I32);
    ant_destroy(map.id);
    ant_destroy(calls_interactions.id);
    ant_destroy(world.id);
}

static void a_place_is_a_cell_or_a_position(void) {
    AntWorld world = grid_world(8, 8, NULL);
    map = map_for_calls(world);
    many_cells[0] = many_cells[1] = cell_at(world, 0.5, 0.5);
    REFUSED(INVALID_ARGUMENT, "both missing", sample_batch, (map, NULL, 0, 1, NULL, NULL, VALUES, NULL));
    REFUSED(INVALID_ARGUMENT, "both given", sample_batch, (map, NULL, 0, 1, GOOD_CELLS, GOOD_PLACES, VALUES, NULL));
    REFUSED(OUT_OF_RANGE, "layer", sample_batch, (map, NULL, 99, 1, GOOD_CELLS, NULL, VALUES, NULL));
    ant_destroy(map.id);
    ant_destroy(calls_interactions.id);
    ant_destroy(world.id);
}

static void streams_that_overlap_are_refused_unless_they_are_the_same_elements(void) {
    AntWorld world = grid_world(8, 8, NULL);
    double values[4] = {0.5, 0, 0.5, 7};
    union {
        AntCell cells[2];
        double values[3];
    } both;
    map = map_for_calls(world);
    both.cells[0] = both.cells[1] = cell_at(world, 1.5, 0.5);
    REFUSED(OVERLAP, "values", sample_batch,
            (map, NULL, 0, 1, NULL, stream(values, 24, 0, ANT_F64X3), stream(&values[2], 8, 0, ANT_F64), NULL));
    ENSURE(values[2] == 0.5);
    REFUSED(OVERLAP, "values", sample_batch,
            (map, NULL, 0, 2, stream(both.cells, 16, 0, ANT_U64), NULL, stream(&both.values[1], 16, 0, ANT_F64), NULL));
    REFUSED(OVERLAP, "status", sample_batch,
            (map, NULL, 0, 2, stream(both.cells, 16, 0, ANT_U64), NULL, stream(values, 16, 0, ANT_F64), stream(values, 8, 0, ANT_I32)));
    REFUSED(OVERLAP, "out_status", ant_map_deposit_batch,
            (map, 0, 1, stream(values, 24, 0, ANT_F64X3), stream(&values[3], 8, 0, ANT_F64), stream(&values[1], 4, 0, ANT_I32)));
    /* In place: each id becomes its value. */
    MUST(ant_map_deposit(map, 0, at(1.5, 0.5), 5));
    ENSURE_OK(sample_batch(map, NULL, 0, 2, stream(both.cells, 16, 0, ANT_U64), NULL, stream(both.values, 16, 0, ANT_F64), NULL));
    ENSURE(both.values[0] == 5.0 && both.values[1] == 5.0);
    ant_destroy(map.id);
    ant_destroy(calls_interactions.id);
    ant_destroy(world.id);
}

static void outputs_with_a_capacity_are_checked_like_any_stream(void) {
    AntWorld world = grid_world(8, 8, NULL);
    map = map_for_calls(world);
    outputs = fresh_outputs();
#define FIELD(cells, centers, values) (map, 0, 0, 4, cells, centers, values, &outputs.numbers[0], NULL)
#define PATH(points) (map, calls_reader(), at(1, 1), at(1, 3), 0, 4, points, &outputs.numbers[0], &outputs.scalars[0])
    REFUSED(BUFFER_TOO_SMALL, "out_cells", ant_map_field, FIELD(stream(outputs.words, 31, 0, ANT_U64), NULL, NULL));
    REFUSED(INVALID_ARGUMENT, "out_cells", ant_map_field, FIELD(STREAM(outputs.words, ANT_F64), NULL, NULL));
    REFUSED(INVALID_ARGUMENT, "out_centers", ant_map_field, FIELD(NULL, stream(outputs.vectors, 96, 23, ANT_F64X3), NULL));
    REFUSED(BUFFER_TOO_SMALL, "out_centers", ant_map_field, FIELD(NULL, stream(outputs.vectors, 95, 0, ANT_F64X3), NULL));
    REFUSED(INVALID_ARGUMENT, "out_values", ant_map_field, FIELD(NULL, NULL, STREAM(outputs.floats, ANT_I32)));
    REFUSED(OVERLAP, "out_values", ant_map_field,
            FIELD(NULL, STREAM(outputs.vectors, ANT_F64X3), stream(outputs.vectors[1], 32, 0, ANT_F64)));
    REFUSED(BUFFER_TOO_SMALL, "out_points", ant_map_path, PATH(stream(outputs.vectors, 95, 0, ANT_F64X3)));
    REFUSED(INVALID_ARGUMENT, "out_points", ant_map_path, PATH(STREAM(outputs.vectors, ANT_F64)));
    ENSURE(outputs_are_untouched());
    ant_destroy(map.id);
    ant_destroy(calls_interactions.id);
    ant_destroy(world.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(batches_do_what_single_calls_do);
    RUN_TEST(one_attribute_of_an_array_of_structs_is_read_in_place);
    RUN_TEST(a_bad_element_gets_its_own_status_and_the_others_go_on);
    RUN_TEST(a_finite_double_beyond_the_range_is_out_of_range);
    RUN_TEST(nothing_to_do_needs_no_streams);
    RUN_TEST(bad_streams_are_refused_by_every_batch);
    RUN_TEST(a_place_is_a_cell_or_a_position);
    RUN_TEST(streams_that_overlap_are_refused_unless_they_are_the_same_elements);
    RUN_TEST(outputs_with_a_capacity_are_checked_like_any_stream);
    return ensure_end();
}
