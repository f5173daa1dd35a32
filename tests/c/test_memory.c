/* Memory: what a map costs, a whole level below 4 MB, no allocation in the steady state, nothing left behind. */
#include "support_map/entities.h"

/* A host's allocator that counts, and notices when a block comes back with another size or alignment. */
typedef struct Heap {
    uint64_t allocations, releases, bytes, wrong;
} Heap;
static Heap heap;

typedef struct Block {
    void *whole;
    uint64_t size, align;
} Block;

static void *heap_allocate(uint64_t size, uint64_t align, void *user) {
    Heap *h = (Heap *)user;
    uint64_t room = align < 16 ? 16 : align;
    char *whole = (char *)malloc((size_t)(size + room + sizeof(Block)));
    char *place;
    Block block;
    if (whole == NULL) {
        return NULL;
    }
    place = whole + sizeof(Block);
    place += room - (uintptr_t)place % room;
    block.whole = whole;
    block.size = size;
    block.align = align;
    memcpy(place - sizeof block, &block, sizeof block);
    h->allocations++;
    h->bytes += size;
    return place;
}

static void heap_release(void *pointer, uint64_t size, uint64_t align, void *user) {
    Heap *h = (Heap *)user;
    Block block;
    memcpy(&block, (char *)pointer - sizeof block, sizeof block);
    h->wrong += block.size != size || block.align != align;
    h->releases++;
    h->bytes -= size;
    free(block.whole);
}

static AntMapStats stats_of(AntPheromoneMap map) {
    AntMapStats stats;
    stats.struct_size = sizeof stats;
    MUST(ant_map_stats(map, &stats));
    return stats;
}

static void the_field_costs_8_bytes_per_active_cell_and_layer(void) {
    AntWorld world = grid_world(64, 64, NULL);
    AntPheromoneMap map = map_of(world, 0.9f, 0);
    uint64_t bytes = 0, before;
    int i;
    ENSURE(stats_of(map).field_bytes == 0);
    ENSURE_OK(ant_bytes(map.id, &before));
    for (i = 0; i < 16; i++) {
        MUST(ant_map_deposit(map, 0, at(i % 4 * 16 + 3.5, i / 4 * 16 + 5.5), 50));
        MUST(ant_map_step_to(map, (i + 1) * STEP, NULL));
        ENSURE(stats_of(map).active_cells == 256u * (i + 1));
        ENSURE(stats_of(map).field_bytes == 8 * stats_of(map).active_cells);
    }
    ENSURE_OK(ant_bytes(map.id, &bytes));
    ENSURE(bytes == stats_of(map).bytes && bytes > before + 8 * 64 * 64);
    /* What keeps the tiles in order is small against the field. */
    ENSURE(bytes - before < 8 * 64 * 64 * 5 / 4);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_level_of_256_squares_with_4_layers_and_64_entities_is_below_4_mb(void) {
    uint64_t empty = bytes_in_use(), bytes;
    AntWorld world = grid_world(256, 256, NULL);
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[4];
    AntPheromoneMap map;
    AntPredictor predictor;
    AntProfile profile = profile_of(ANT_MODEL_ANT);
    AntWorldStats level;
    uint64_t world_bytes = 0, map_bytes = 0, predictor_bytes = 0;
    int layer, i;
    for (layer = 0; layer < 4; layer++) {
        layers[layer] = layer_desc(0.9f, 0.5f);
    }
    desc.layers = layers;
    desc.layer_count = 4;
    map = map_with(world, &desc);
    predictor = predictor_on(world, map);
    for (i = 0; i < 64; i++) {
        AntEntity entity = add_entity(predictor, &profile);
        AntObservation observation = moving(0, 100 + i, 100, 1, 1);
        observe(predictor, entity, &observation);
        predict(predictor, entity, SECOND);
    }
    for (layer = 0; layer < 4; layer++) {
        for (i = 0; i < 256; i++) {
            MUST(ant_map_deposit(map, (uint32_t)layer, at(i % 16 * 16 + 8.5, i / 16 * 16 + 8.5), 50));
        }
    }
    for (i = 1; i <= 10; i++) {
        MUST(ant_map_step_to(map, i * STEP, NULL));
    }
    ENSURE(stats_of(map).active_cells == 4 * 256 * 256);
    bytes = bytes_in_use() - empty;
    level.struct_size = sizeof level;
    MUST(ant_world_stats(world, &level));
    MUST(ant_bytes(world.id, &world_bytes));
    MUST(ant_bytes(map.id, &map_bytes));
    MUST(ant_bytes(predictor.id, &predictor_bytes));
    if (bytes >= 4000000) {
        printf("    %llu bytes in use: level %llu, map %llu, predictor %llu\n", (unsigned long long)bytes,
               (unsigned long long)world_bytes, (unsigned long long)map_bytes, (unsigned long long)predictor_bytes);
    }
    CHECK(bytes < 4000000);
    /* The objects tell what they hold: together it is what is in use, but for small change. */
    CHECK(level.bytes == world_bytes);
    CHECK(near_to((double)(world_bytes + map_bytes + predictor_bytes), (double)bytes, 0.02 * (double)bytes));
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
    CHECK(bytes_in_use() == empty);
}

#define PEOPLE 10
typedef struct Match {
    AntWorld world;
    AntPheromoneMap map;
    AntPredictor predictor;
    AntEntity people[PEOPLE];
    uint32_t tick;
} Match;

static Match start_match(void) {
    Match m;
    AntMapDesc desc = map_desc();
    AntLayerDesc layer = layer_desc(0.5f, 0.7f);
    static char plan[48 * 48];
    int i;
    for (i = 0; i < 48 * 48; i++) {
        plan[i] = i % 48 == 20 && i / 48 != 3 ? '#' : '.';
    }
    layer.prune = 1e-4f;
    desc.layers = &layer;
    desc.layer_count = 1;
    m.world = grid_world(48, 48, plan);
    m.map = map_with(m.world, &desc);
    m.predictor = predictor_on(m.world, m.map);
    m.tick = 0;
    add_source(m.map, 1, 5.5, 5.5, 36, ANT_SOURCE_FIXED);
    add_source(m.map, 2, 40.5, 30.5, 36, 0);
    MUST(ant_map_add_avatar(m.map, 1, -36, NULL));
    MUST(ant_map_add_avatar(m.map, 2, -36, NULL));
    for (i = 0; i < PEOPLE; i++) {
        AntProfile profile = profile_of((uint32_t)i % 5);
        profile.obstacle = i < 5 ? ANT_OBSTACLE_SLIDE : ANT_OBSTACLE_IGNORE;
        profile.flags = ANT_PROFILE_HAS_AVATAR;
        profile.avatar = 1;
        m.people[i] = add_entity(m.predictor, &profile);
    }
    return m;
}

/* One frame: everybody runs to and fro along x within 120 frames, through several tiles and against the wall. */
static void play(Match *m) {
    double places[PEOPLE][3], velocities[PEOPLE][3], answers[PEOPLE][3], leg = m->tick % 120;
    int8_t status[PEOPLE];
    AntObserveBatch in;
    AntPredictBatch out;
    AntPrediction single;
    int64_t time = 0;
    int i;
    MUST(ant_time_from_ticks(m->tick++, 60, &time));
    for (i = 0; i < PEOPLE; i++) {
        places[i][0] = 2.5 + (leg < 60 ? leg : 120 - leg) * 0.25;
        places[i][1] = 0;
        places[i][2] = 8.5 + 3 * i;
        velocities[i][0] = leg < 60 ? 12 : -12;
        velocities[i][1] = velocities[i][2] = 0;
    }
    MUST(ant_map_move_avatar(m->map, 1, places[2]));
    MUST(ant_map_move_avatar(m->map, 2, places[7]));
    MUST(ant_map_step_to(m->map, time, NULL));
    MUST(ant_observe_batch_init(&in));
    in.count = PEOPLE;
    in.time = time;
    in.entities = *STREAM(m->people, ANT_U64);
    in.positions = *STREAM(places, ANT_F64X3);
    in.velocities = *STREAM(velocities, ANT_F64X3);
    in.status = *STREAM(status, ANT_I8);
    MUST(ant_predictor_observe_batch(m->predictor, &in));
    MUST(ant_predict_batch_init(&out));
    out.count = PEOPLE;
    out.time = time + SECOND / 2;
    out.entities = in.entities;
    out.positions = *STREAM(answers, ANT_F64X3);
    MUST(ant_predictor_predict_batch(m->predictor, &out));
    single = predict(m->predictor, m->people[9], time + SECOND / 4);
    (void)single;
}

static void end_match(Match *m) {
    MUST(ant_destroy(m->predictor.id));
    MUST(ant_destroy(m->map.id));
    MUST(ant_destroy(m->world.id));
}

static void the_steady_state_does_not_change_the_bytes_in_use(void) {
    Match m = start_match();
    uint64_t warm;
    int i, ok = 1;
    for (i = 0; i < 480; i++) {
        play(&m);
    }
    warm = bytes_in_use();
    for (i = 0; i < ensure_rounds(480, 120); i++) {
        play(&m);
        ok &= bytes_in_use() <= warm;
    }
    CHECK(ok);
    end_match(&m);
    CHECK(bytes_in_use() == 0);
}

static void a_thousand_frames_of_the_steady_state_allocate_nothing(void) {
    Match m;
    uint64_t allocations, first = 0;
    int i;
    ENSURE(bytes_in_use() == 0);
    ENSURE_OK(ant_set_allocator(heap_allocate, heap_release, &heap));
    m = start_match();
    ENSURE(heap.allocations > 0 && heap.bytes == bytes_in_use());
    REFUSED(STATE, "bytes", ant_set_allocator, (NULL, NULL, NULL));
    for (i = 0; i < 480; i++) {
        play(&m);
    }
    allocations = heap.allocations;
    for (i = 0; i < ensure_rounds(1000, 240); i++) {
        play(&m);
        if (first == 0 && heap.allocations != allocations) {
            first = (uint64_t)i + 1;
        }
    }
    if (heap.allocations != allocations) {
        printf("    %llu allocations, the first in frame %llu\n", (unsigned long long)(heap.allocations - allocations),
               (unsigned long long)first);
    }
    CHECK(heap.allocations == allocations);
    end_match(&m);
    CHECK(heap.bytes == 0 && heap.allocations == heap.releases && heap.wrong == 0 && bytes_in_use() == 0);
    ENSURE_OK(ant_set_allocator(NULL, NULL, NULL));
}

static void errors_in_the_steady_state_allocate_nothing_either(void) {
    AntPredictor predictor;
    AntEntity stranger;
    AntPrediction prediction;
    uint64_t allocations;
    int i;
    ENSURE_OK(ant_set_allocator(heap_allocate, heap_release, &heap));
    predictor = lone_predictor();
    stranger.id = 5;
    prediction.struct_size = sizeof prediction;
    allocations = heap.allocations;
    for (i = 0; i < 100; i++) {
        ENSURE(ant_predictor_predict(predictor, stranger, 0, &prediction) == ANT_ERROR_NOT_FOUND);
    }
    CHECK(heap.allocations == allocations);
    ant_destroy(predictor.id);
    ENSURE_OK(ant_set_allocator(NULL, NULL, NULL));
}

static void what_is_removed_is_given_back(void) {
    uint64_t before = bytes_in_use();
    int round;
    for (round = 0; round < ensure_rounds(100, 10); round++) {
        Match m = start_match();
        AntNeedModel model;
        AntInteractionRules rules;
        AntInteractions table;
        play(&m);
        MUST(ant_need_model_create(256, &model));
        MUST(ant_interaction_rules_init(&rules));
        MUST(ant_interactions_create(&rules, &table));
        MUST(ant_interactions_note(table, 1, 2, 0, 0));
        MUST(ant_map_remove_avatar(m.map, 1));
        MUST(ant_map_remove_source(m.map, 1));
        MUST(ant_predictor_remove_entity(m.predictor, m.people[3]));
        MUST(ant_destroy(model.id));
        MUST(ant_destroy(table.id));
        end_match(&m);
        ENSURE(bytes_in_use() == before);
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_field_costs_8_bytes_per_active_cell_and_layer);
    RUN_TEST(a_level_of_256_squares_with_4_layers_and_64_entities_is_below_4_mb);
    RUN_TEST(the_steady_state_does_not_change_the_bytes_in_use);
    RUN_TEST(a_thousand_frames_of_the_steady_state_allocate_nothing);
    RUN_TEST(errors_in_the_steady_state_allocate_nothing_either);
    RUN_TEST(what_is_removed_is_given_back);
    return ensure_end();
}
