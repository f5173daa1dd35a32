/* Bad input to maps: handles, structs, null pointers, numbers. Nothing is written and nothing changes. */
#include "support_map/map_calls.h"
#include "support_map/structs.h"

static AntWorld world;
static AntPheromoneMap map;
static uint64_t hash_before;

static void set_up(void) {
    world = grid_world(8, 8, NULL);
    map = map_for_calls(world);
    hash_before = map_hash(map);
    outputs = fresh_outputs();
}

/* Ends a test: what was refused changed nothing and wrote nothing. */
static void tear_down(void) {
    CHECK(map_hash(map) == hash_before);
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(calls_interactions.id));
    MUST(ant_destroy(world.id));
}

static uint64_t bad[BAD_HANDLES];

static int refuses_bad_handles(const MapCall *call) {
    uint32_t i;
    int ok = 1;
    for (i = 0; i < BAD_HANDLES && !takes_any_handle(call->name); i++) {
        AntPheromoneMap handle;
        handle.id = bad[i];
        ok &= is_refused(call->call(handle), ANT_ERROR_INVALID_HANDLE, call->name, "handle");
    }
    return ok && outputs_are_untouched();
}

static void every_function_refuses_every_bad_handle(void) {
    AntPheromoneMap gone;
    uint32_t i;
    set_up();
    gone = map_of(world, 0.5f, 0.5f);
    ENSURE_OK(ant_destroy(gone.id));
    bad_handles(map.id, gone.id, world.id, bad);
    CHECK(FOR_EACH_CALL(const_map_calls, refuses_bad_handles));
    CHECK(FOR_EACH_CALL(mutating_map_calls, refuses_bad_handles));
    CHECK(FOR_EACH_CALL(phase_map_calls, refuses_bad_handles));
    for (i = 0; i < BAD_HANDLES; i++) {
        AntWorld level;
        AntMapDesc desc = map_desc();
        level.id = bad[i] == world.id ? map.id : bad[i];
        REFUSED(INVALID_HANDLE, "handle", ant_map_create, (level, &desc, &outputs.map));
    }
    tear_down();
}

static void a_map_lives_on_when_its_level_is_destroyed(void) {
    AntWorld level = grid_world(3, 3, NULL);
    AntPheromoneMap on = map_of(level, 0.5f, 0.5f);
    add_source(on, 1, 1.5, 1.5, 8, 0);
    ENSURE_OK(ant_destroy(level.id));
    ENSURE_OK(ant_map_step_to(on, STEP, NULL));
    ENSURE(value_at(on, 0, 1.5, 1.5) == 8.0);
    ENSURE_OK(ant_destroy(on.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_destroy(on.id));
}

static AntStatus create_with(void *memory) {
    AntPheromoneMap made;
    AntStatus status = ant_map_create(world, (const AntMapDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}
static AntStatus layer_with(void *memory) { return ant_map_set_layer(map, 0, (const AntLayerDesc *)memory); }
static AntStatus add_with(void *memory) {
    AntStatus status = ant_map_add_source(map, 99, (const AntSourceDesc *)memory);
    return status == ANT_OK ? ant_map_remove_source(map, 99) : status;
}
static AntStatus read_with(void *memory) {
    float smell;
    return ant_map_sample(map, (const AntReader *)memory, at(1, 1), &smell, NULL);
}
static AntStatus ask_with(void *memory) {
    AntForce force;
    force.struct_size = sizeof force;
    return ant_map_force(map, calls_reader(), (const AntForceQuery *)memory, &force);
}
static AntStatus stats_into(void *memory) { return ant_map_stats(map, (AntMapStats *)memory); }
static AntStatus report_into(void *memory) { return ant_map_step_to(map, 0, (AntStepReport *)memory); }
static AntStatus force_into(void *memory) { return ant_map_force(map, calls_reader(), calls_query(), (AntForce *)memory); }

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntMapDesc desc = map_desc();
    set_up();
    CHECK(grows_in(&desc, sizeof desc, create_with));
    CHECK(grows_in(calls_layer(), sizeof(AntLayerDesc), layer_with));
    CHECK(grows_in(calls_source(), sizeof(AntSourceDesc), add_with));
    CHECK(grows_in(calls_reader(), sizeof(AntReader), read_with));
    CHECK(grows_in(calls_query(), sizeof(AntForceQuery), ask_with));
    CHECK(grows_out(sizeof(AntMapStats), stats_into));
    CHECK(grows_out(sizeof(AntStepReport), report_into));
    CHECK(grows_out(sizeof(AntForce), force_into));
    hash_before = map_hash(map); /* Layer and source were set by the good sizes. */
    tear_down();
}

static void layers_of_an_array_must_have_equal_sizes(void) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[2];
    layers[0] = layers[1] = layer_desc(0.5f, 0.5f);
    set_up();
    desc.layers = layers;
    desc.layer_count = 2;
    layers[1].struct_size += 8;
    REFUSED(BAD_STRUCT, "layers[1]", ant_map_create, (world, &desc, &outputs.map));
    layers[1].struct_size = 0;
    REFUSED(BAD_STRUCT, "layers[1]", ant_map_create, (world, &desc, &outputs.map));
    tear_down();
}

static void init_functions_fill_what_the_host_has_and_no_more(void) {
}

static void every_pointer_that_must_be_given_is_checked(void) {
    AntMapDesc desc = map_desc();
    set_up();
    REFUSED(NULL_POINTER, "desc", ant_map_create, (world, NULL, &outputs.map));
    REFUSED(NULL_POINTER, "out_map", ant_map_create, (world, &desc, NULL));
    desc.layer_count = 1;
    REFUSED(NULL_POINTER, "layers", ant_map_create, (world, &desc, &outputs.map));
    REFUSED(NULL_POINTER, "desc", ant_map_set_layer, (map, 0, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_map_stats, (map, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (map.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (map.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (map.id, NULL, 8, &outputs.words[0]));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (map.id, NULL, 8));
    REFUSED(NULL_POINTER, "source", ant_map_add_source, (map, 99, NULL));
    REFUSED(NULL_POINTER, "position", ant_map_move_source, (map, 1, NULL));
    REFUSED(NULL_POINTER, "position", ant_map_deposit, (map, 0, NULL, 1));
    REFUSED(NULL_POINTER, "position", ant_map_note, (map, 0, NULL));
    REFUSED(NULL_POINTER, "position", ant_map_move_avatar, (map, 1, NULL));
    REFUSED(NULL_POINTER, "out_layer", ant_map_avatar_layer, (map, 1, NULL));
    REFUSED(NULL_POINTER, "out_task_count", ant_map_step_begin, (map, SECOND, NULL));
    REFUSED(NULL_POINTER, "reader", ant_map_sample, (map, NULL, at(1, 1), &outputs.floats[0], NULL));
    REFUSED(NULL_POINTER, "position", ant_map_sample, (map, calls_reader(), NULL, &outputs.floats[0], NULL));
    REFUSED(NULL_POINTER, "reader", ant_map_force, (map, NULL, calls_query(), &outputs.force));
    REFUSED(NULL_POINTER, "query", ant_map_force, (map, calls_reader(), NULL, &outputs.force));
    REFUSED(NULL_POINTER, "out_force", ant_map_force, (map, calls_reader(), calls_query(), NULL));
    REFUSED(NULL_POINTER, "reader", ant_map_path, (map, NULL, at(1, 1), at(2, 2), 0, 0, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "from", ant_map_path, (map, calls_reader(), NULL, at(2, 2), 0, 0, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "to", ant_map_path, (map, calls_reader(), at(1, 1), NULL, 0, 0, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "out_count", ant_map_field, (map, 0, 0, 0, NULL, NULL, NULL, NULL, NULL));
    tear_down();
}

static void descriptors_outside_their_ranges_are_refused_by_name(void) {
    AntMapDesc good = map_desc(), desc;
    AntLayerDesc layer;
    set_up();
#define BAD_DESC(status, field, value)                                              \
    desc = good;                                                                    \
    desc.field = value;                                                             \
    REFUSED(status, #field, ant_map_create, (world, &desc, &outputs.map))
    BAD_DESC(OUT_OF_RANGE, layer_count, 4097);
    BAD_DESC(OUT_OF_RANGE, step, 999);
    BAD_DESC(OUT_OF_RANGE, step, 0);
    BAD_DESC(OUT_OF_RANGE, step, -STEP);
    BAD_DESC(OUT_OF_RANGE, step, 60 * SECOND + 1);
    BAD_DESC(NOT_FINITE, avatar_weight, NAN);
    BAD_DESC(OUT_OF_RANGE, avatar_weight, 2e9f);
    BAD_DESC(OUT_OF_RANGE, presence_layer, 1);
    BAD_DESC(OUT_OF_RANGE, kill_layer, 1);
    BAD_DESC(OUT_OF_RANGE, death_layer, 0xfffffffe);
    BAD_DESC(OUT_OF_RANGE, max_catch_up, 0);
#define BAD_LAYER(status, field, value)                                             \
    layer = layer_desc(0.5f, 0.5f);                                                 \
    layer.field = value;                                                            \
    REFUSED(status, #field, ant_map_set_layer, (map, 0, &layer));                   \
    desc = good;                                                                    \
    desc.avatar_layer = &layer;                                                     \
    REFUSED(status, #field, ant_map_create, (world, &desc, &outputs.map))
    BAD_LAYER(OUT_OF_RANGE, evaporation, 1.01f);
    BAD_LAYER(OUT_OF_RANGE, evaporation, -0.01f);
    BAD_LAYER(NOT_FINITE, evaporation, NAN);
    BAD_LAYER(OUT_OF_RANGE, diffusion, 1.01f);
    BAD_LAYER(NOT_FINITE, diffusion, INFINITY);
    BAD_LAYER(OUT_OF_RANGE, cap, -1);
    BAD_LAYER(OUT_OF_RANGE, floor, 2e9f);
    BAD_LAYER(OUT_OF_RANGE, prune, -1);
    tear_down();
}

static void numbers_outside_their_ranges_are_refused_by_name(void) {
    AntSourceDesc source;
    double wrong[3] = {0, 0, 0};
    set_up();
    wrong[2] = NAN;
    REFUSED(NOT_FINITE, "position", ant_map_move_source, (map, 1, wrong));
    REFUSED(NOT_FINITE, "position", ant_map_deposit, (map, 0, wrong, 1));
    REFUSED(NOT_FINITE, "position", ant_map_note, (map, 0, wrong));
    REFUSED(NOT_FINITE, "position", ant_map_move_avatar, (map, 1, wrong));
    REFUSED(NOT_FINITE, "center", ant_map_set_area_of_interest, (map, wrong, 1));
    REFUSED(NOT_FINITE, "position", ant_map_sample, (map, calls_reader(), wrong, &outputs.floats[0], NULL));
    REFUSED(NOT_FINITE, "from", ant_map_path, (map, calls_reader(), wrong, at(1, 1), 0, 0, NULL, NULL, NULL));
    wrong[2] = 1.1e9;
    REFUSED(OUT_OF_RANGE, "position", ant_map_move_source, (map, 1, wrong));
    REFUSED(OUT_OF_RANGE, "to", ant_map_path, (map, calls_reader(), at(1, 1), wrong, 0, 0, NULL, NULL, NULL));
#define BAD_SOURCE(status, field, value)                                            \
    source = *calls_source();                                                       \
    source.field = value;                                                           \
    REFUSED(status, "source." #field, ant_map_add_source, (map, 99, &source))
    BAD_SOURCE(NOT_FINITE, emission, NAN);
    BAD_SOURCE(OUT_OF_RANGE, emission, -2e9f);
    BAD_SOURCE(INVALID_ARGUMENT, flags, 2);
    source = *calls_source();
    source.layer = 1; /* An avatar's. */
    REFUSED(OUT_OF_RANGE, "layer", ant_map_add_source, (map, 99, &source));
    source = *calls_source();
    source.position[0] = INFINITY;
    REFUSED(NOT_FINITE, "source.position", ant_map_add_source, (map, 99, &source));
    REFUSED(INVALID_ARGUMENT, "source 1", ant_map_add_source, (map, 1, calls_source()));
    REFUSED(OUT_OF_RANGE, "layer", ant_map_set_layer, (map, 99, calls_layer()));
    REFUSED(OUT_OF_RANGE, "layer", ant_map_deposit, (map, 3, at(1, 1), 1));
    REFUSED(NOT_FINITE, "amount", ant_map_deposit, (map, 0, at(1, 1), NAN));
    REFUSED(OUT_OF_RANGE, "amount", ant_map_deposit, (map, 0, at(1, 1), 2e9f));
    REFUSED(INVALID_ARGUMENT, "kind", ant_map_note, (map, 3, at(1, 1)));
    REFUSED(NOT_FINITE, "emission", ant_map_set_source_emission, (map, 1, INFINITY));
    REFUSED(NOT_FOUND, "99", ant_map_set_source_emission, (map, 99, 1));
    REFUSED(OUT_OF_RANGE, "active", ant_map_set_source_active, (map, 1, 2));
    REFUSED(NOT_FOUND, "99", ant_map_set_source_active, (map, 99, 1));
    REFUSED(NOT_FOUND, "99", ant_map_move_source, (map, 99, at(1, 1)));
    REFUSED(NOT_FOUND, "99", ant_map_remove_source, (map, 99));
    REFUSED(OUT_OF_RANGE, "radius", ant_map_set_area_of_interest, (map, at(1, 1), 0));
    REFUSED(NOT_FINITE, "radius", ant_map_set_area_of_interest, (map, at(1, 1), NAN));
    REFUSED(NOT_FINITE, "emission", ant_map_add_avatar, (map, 9, NAN, &outputs.numbers[0]));
    REFUSED(NOT_FOUND, "99", ant_map_move_avatar, (map, 99, at(1, 1)));
    REFUSED(NOT_FOUND, "99", ant_map_remove_avatar, (map, 99));
    REFUSED(NOT_FOUND, "99", ant_map_set_pair_weight, (map, 1, 99, 1));
    REFUSED(NOT_FOUND, "99", ant_map_set_pair_weight, (map, 99, 1, 1));
    REFUSED(INVALID_ARGUMENT, "itself", ant_map_set_pair_weight, (map, 1, 1, 1));
    REFUSED(OUT_OF_RANGE, "weight", ant_map_set_pair_weight, (map, 1, 2, 2e9f));
    REFUSED(OUT_OF_RANGE, "layer", map_value, (map, 3, calls_cell, &outputs.floats[0]));
    REFUSED(OUT_OF_RANGE, "layer", map_total, (map, 3, &outputs.scalars[0]));
    REFUSED(OUT_OF_RANGE, "layer", ant_map_field, (map, 3, 0, 0, NULL, NULL, NULL, &outputs.numbers[0], NULL));
    REFUSED(OUT_OF_RANGE, "gain", ant_map_path, (map, calls_reader(), at(1, 1), at(1, 2), -1, 0, NULL, NULL, NULL));
    REFUSED(NOT_FOUND, "from", ant_map_path, (map, calls_reader(), at(99, 1), at(1, 2), 0, 0, NULL, NULL, NULL));
    tear_down();
}

static void readers_outside_their_ranges_are_refused_by_name(void) {
    float weights[2] = {1, NAN};
    AntReader reader;
    set_up();
    reader = reader_of(weights, 2);
    REFUSED(NOT_FINITE, "reader.weights[1]", ant_map_sample, (map, &reader, at(1, 1), &outputs.floats[0], NULL));
    weights[1] = -2e6f;
    REFUSED(OUT_OF_RANGE, "reader.weights", sample_batch, (map, &reader, 0, 1, CELLS, NULL, VALUES, NULL));
    reader = reader_of(NULL, 2);
    REFUSED(NULL_POINTER, "reader.weights", sample_batch, (map, &reader, 0, 1, NULL, POS, VALUES, NULL));
    reader = reader_of(weights, 1);
    reader.flags = 2;
    REFUSED(INVALID_ARGUMENT, "reader.flags", ant_map_force, (map, &reader, calls_query(), &outputs.force));
    reader.flags = 0;
    reader.reserved = 1;
    REFUSED(INVALID_ARGUMENT, "reader.reserved", ant_map_sample, (map, &reader, at(1, 1), NULL, outputs.vectors[0]));
    reader.reserved = 0;
    reader.reserved_pointer = &reader;
    REFUSED(INVALID_ARGUMENT, "reader.reserved", ant_map_path, (map, &reader, at(1, 1), at(1, 2), 0, 0, NULL, NULL, NULL));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_function_refuses_every_bad_handle);
    RUN_TEST(a_map_lives_on_when_its_level_is_destroyed);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    RUN_TEST(layers_of_an_array_must_have_equal_sizes);
    RUN_TEST(init_functions_fill_what_the_host_has_and_no_more);
    RUN_TEST(every_pointer_that_must_be_given_is_checked);
    RUN_TEST(descriptors_outside_their_ranges_are_refused_by_name);
    RUN_TEST(numbers_outside_their_ranges_are_refused_by_name);
    RUN_TEST(readers_outside_their_ranges_are_refused_by_name);
    return ensure_end();
}
