/* Load, use, unload, any number of times; the host's allocator; objects that outlive handles; defects that are caught. */
#include "support/testing.h"
#include "support/world_calls.h"

#define STEP ((int64_t)50000000)

static AntPheromoneMap map_over(AntWorld world) {
    AntMapDesc desc;
    AntPheromoneMap map;
    map.id = 0;
    CHECK(ant_map_desc_init(&desc) == ANT_OK);
    CHECK(status_is(ant_map_create(world, &desc, &map), ANT_OK));
    return map;
}

static AntPredictor predictor_with(AntWorld world, AntPheromoneMap map) {
    AntPredictorDesc desc;
    AntPredictor predictor;
    predictor.id = 0;
    CHECK(ant_predictor_desc_init(&desc) == ANT_OK);
    desc.world = world;
    desc.map = map;
    CHECK(status_is(ant_predictor_create(&desc, &predictor), ANT_OK));
    return predictor;
}

static void feed(AntPheromoneMap map) {
    AntSourceDesc source;
    CHECK(ant_source_desc_init(&source) == ANT_OK);
    set_vector(source.position, 2.5, 0, 5.5);
    CHECK(status_is(ant_map_add_source(map, 1, &source), ANT_OK));
}

static void predict_once(AntPredictor predictor) {
    AntProfile profile;
    AntObservation observation;
    AntPrediction prediction;
    AntEntity entity;
    CHECK(ant_profile_init(&profile) == ANT_OK);
    profile.model = ANT_MODEL_ANT;
    CHECK(ant_observation_init(&observation) == ANT_OK);
    memset(&prediction, 0, sizeof prediction);
    prediction.struct_size = (uint32_t)sizeof prediction;
    set_vector(observation.position, 2.5, 0, 8.5);
    set_vector(observation.velocity, 1, 0, 0);
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    NEEDS(ANT_OK, ant_predictor_add_entity(predictor, &profile, &entity));
    NEEDS(ANT_OK, ant_predictor_observe(predictor, entity, &observation));
    NEEDS(ANT_OK, ant_predictor_predict(predictor, entity, 5 * STEP, &prediction));
    /* The source pulls. */
    CHECK(prediction.position[2] < 8.5 && prediction.position[2] > 5.5);
}

/* Everything once, ended in one of four orders. */
static void load_use_and_unload(int round) {
    AntWorld world = round % 2 ? yard_grid() : yard_mesh();
    AntPheromoneMap map = map_over(world);
    AntPredictor predictor = predictor_with(world, map);
    double distance = 0;
    const double from[3] = {2.5, 0, 8.5}, to[3] = {7.5, 0, 8.5};
    feed(map);
    NEEDS(ANT_OK, ant_map_step_to(map, 4 * STEP, NULL));
    predict_once(predictor);
    NEEDS(ANT_OK, path_distance(world, from, to, NULL, &distance));
    if (round & 2) {
        NEEDS(ANT_OK, ant_destroy(world.id));
        NEEDS(ANT_OK, ant_destroy(map.id));
        NEEDS(ANT_OK, ant_destroy(predictor.id));
    } else {
        NEEDS(ANT_OK, ant_destroy(predictor.id));
        NEEDS(ANT_OK, ant_destroy(map.id));
        NEEDS(ANT_OK, ant_destroy(world.id));
    }
    ENSURE(bytes_in_use() == 0);
}

static void a_thousand_loads_leave_nothing(void) {
    int i, rounds = ensure_rounds(1000, 12);
    for (i = 0; i < rounds && ensure_failures_of_this_test == 0; i++) {
        load_use_and_unload(i);
    }
    CHECK(bytes_in_use() == 0);
}

static void a_map_outlives_the_handle_of_its_level(void) {
    AntWorld world = yard_mesh();
    AntPheromoneMap map = map_over(world);
    double total = 0;
    feed(map);
    GIVES(ANT_OK, ant_destroy(world.id));
    GIVES(ANT_ERROR_INVALID_HANDLE, ant_is_valid(world.id));
    CHECK(bytes_in_use() > 0);
    GIVES(ANT_OK, ant_map_step_to(map, 10 * STEP, NULL));
    GIVES(ANT_OK, map_total(map, 0, &total));
    CHECK(total > 36);
    {
        AntWorld none;
        AntPredictor predictor;
        none.id = 0;
        predictor = predictor_with(none, map);
        GIVES(ANT_OK, ant_destroy(map.id));
        predict_once(predictor);
        GIVES(ANT_OK, ant_destroy(predictor.id));
    }
    CHECK(bytes_in_use() == 0);
}

/* A host's allocator that keeps count; blocks are kept apart by a mark in front of them. */
typedef struct Books {
    int64_t blocks, bytes, calls, faults;
} Books;

static void *count_allocate(uint64_t size, uint64_t align, void *user) {
    Books *books = (Books *)user;
    uint64_t front = align > 16 ? align : 16;
    uint8_t *block = (uint8_t *)malloc((size_t)(size + front + align));
    uint8_t *start;
    if (align == 0 || (align & (align - 1)) != 0 || block == NULL) {
        books->faults++;
        return NULL;
    }
    start = (uint8_t *)(((uintptr_t)block + front + align - 1) / align * align);
    memcpy(start - 16, &block, sizeof block);
    memcpy(start - 8, &size, sizeof size);
    books->blocks++;
    books->calls++;
    books->bytes += (int64_t)size;
    return start;
}

static void count_release(void *pointer, uint64_t size, uint64_t align, void *user) {
    Books *books = (Books *)user;
    uint8_t *block;
    uint64_t was;
    memcpy(&block, (uint8_t *)pointer - 16, sizeof block);
    memcpy(&was, (uint8_t *)pointer - 8, sizeof was);
    books->faults += was != size || (uintptr_t)pointer % align != 0;
    books->blocks--;
    books->bytes -= (int64_t)size;
    free(block);
}

static void all_memory_comes_from_the_hosts_allocator_and_goes_back(void) {
    Books books;
    AntWorld world;
    memset(&books, 0, sizeof books);
    NEEDS(ANT_OK, ant_set_allocator(count_allocate, count_release, &books));
    load_use_and_unload(0);
    CHECK(books.blocks == 0 && books.bytes == 0 && books.faults == 0 && books.calls > 20);
    world = yard_mesh();
    CHECK(books.bytes == (int64_t)bytes_in_use() && books.bytes > 0);
    FAILS(ANT_ERROR_STATE, "ant_set_allocator", "bytes", ant_set_allocator(NULL, NULL, NULL));
    FAILS(ANT_ERROR_STATE, "ant_set_allocator", "bytes", ant_set_allocator(count_allocate, count_release, &books));
    GIVES(ANT_OK, ant_destroy(world.id));
    GIVES(ANT_OK, ant_set_allocator(NULL, NULL, NULL));
    books.calls = 0;
    load_use_and_unload(1);
    CHECK(books.calls == 0 && books.blocks == 0);
}

static void an_allocator_has_both_functions_or_none(void) {
    AntWorld world;
    Books books;
    memset(&books, 0, sizeof books);
    FAILS(ANT_ERROR_NULL_POINTER, "ant_set_allocator", "`release`", ant_set_allocator(count_allocate, NULL, &books));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_set_allocator", "`allocate`", ant_set_allocator(NULL, count_release, &books));
    world = yard_mesh();
    CHECK(books.calls == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
    GIVES(ANT_OK, ant_set_allocator(NULL, NULL, &books));
}

static void asking_does_not_hold_memory(void) {
    const double from[3] = {2.5, 0, 8.5}, to[3] = {7.5, 0, 8.5};
    AntWorld world = yard_mesh();
    uint64_t warm = 0;
    int i;
    for (i = 0; i < 50; i++) {
        AntPathInfo info = empty_path_info();
        uint64_t needed = 0;
        NEEDS(ANT_OK, ant_world_find_path(world, from, to, NULL, 8, NULL, NULL, &info));
        NEEDS(ANT_OK, ant_snapshot(world.id, NULL, 0, &needed));
        if (i == 0) {
            warm = bytes_in_use();
        }
    }
    CHECK(bytes_in_use() == warm);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_defect_is_caught_and_only_its_object_is_refused(void) {
    uint32_t write;
    for (write = 0; write < 2; write++) {
        AntWorld healthy = yard_mesh();
        uint64_t hash = world_hash(healthy);
        world_calls_begin();
        FAILS(ANT_ERROR_INTERNAL, "ant_testing_panic", "handle.rs", ant_testing_panic(calls.world.id, write));
        FAILS(ANT_ERROR_POISONED, "ant_is_valid", "world", ant_is_valid(calls.world.id));
        all_world_calls_fail(calls.world, ANT_ERROR_POISONED);
        CHECK(world_hash(healthy) == hash);
        GIVES(ANT_OK, ant_destroy(calls.world.id));
        GIVES(ANT_ERROR_INVALID_HANDLE, ant_destroy(calls.world.id));
        GIVES(ANT_ERROR_INVALID_HANDLE, ant_is_valid(calls.world.id));
        GIVES(ANT_OK, ant_destroy(healthy.id));
        CHECK(bytes_in_use() == 0);
    }
}

static void objects_over_a_broken_level_refuse_and_can_be_destroyed(void) {
    AntWorld world = yard_mesh();
    AntPheromoneMap map = map_over(world);
    AntPredictor predictor = predictor_with(world, map);
    feed(map);
    NEEDS(ANT_ERROR_INTERNAL, ant_testing_panic(world.id, 1));
    GIVES(ANT_ERROR_POISONED, ant_map_step_to(map, 4 * STEP, NULL));
    GIVES(ANT_OK, ant_destroy(predictor.id));
    GIVES(ANT_OK, ant_destroy(map.id));
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

static void a_broken_map_leaves_its_level_usable(void) {
    AntWorld world = yard_mesh();
    AntPheromoneMap map = map_over(world), other;
    uint64_t hash = world_hash(world);
    NEEDS(ANT_ERROR_INTERNAL, ant_testing_panic(map.id, 1));
    GIVES(ANT_ERROR_POISONED, ant_is_valid(map.id));
    GIVES(ANT_ERROR_POISONED, ant_map_step_to(map, STEP, NULL));
    GIVES(ANT_OK, ant_is_valid(world.id));
    CHECK(world_hash(world) == hash);
    other = map_over(world);
    GIVES(ANT_OK, ant_map_step_to(other, STEP, NULL));
    GIVES(ANT_OK, ant_destroy(other.id));
    GIVES(ANT_OK, ant_destroy(map.id));
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

static void playing_twice_gives_the_same_state(void) {
    uint64_t hashes[2] = {0, 1};
    int i;
    for (i = 0; i < 2; i++) {
        AntWorld world = yard_mesh();
        AntPheromoneMap map = map_over(world);
        feed(map);
        GIVES(ANT_OK, ant_map_step_to(map, 40 * STEP, NULL));
        GIVES(ANT_OK, ant_state_hash(map.id, &hashes[i]));
        GIVES(ANT_OK, ant_destroy(world.id));
        GIVES(ANT_OK, ant_destroy(map.id));
    }
    CHECK(hashes[0] == hashes[1]);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(all_memory_comes_from_the_hosts_allocator_and_goes_back);
    RUN_TEST(an_allocator_has_both_functions_or_none);
    RUN_TEST(a_thousand_loads_leave_nothing);
    RUN_TEST(a_map_outlives_the_handle_of_its_level);
    RUN_TEST(asking_does_not_hold_memory);
    RUN_TEST(a_defect_is_caught_and_only_its_object_is_refused);
    RUN_TEST(objects_over_a_broken_level_refuse_and_can_be_destroyed);
    RUN_TEST(a_broken_map_leaves_its_level_usable);
    RUN_TEST(playing_twice_gives_the_same_state);
    return ensure_end();
}
