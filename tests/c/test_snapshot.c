/* Snapshots: whoever restores one goes on bit-equal, and whatever is not one is refused without harm. */
#include "support_map/scenario.h"

typedef struct Bytes {
    unsigned char *data;
    uint64_t length;
} Bytes;

static Bytes snapshot_of(uint64_t id) {
    Bytes bytes;
    MUST(ant_snapshot(id, NULL, 0, &bytes.length));
    bytes.data = (unsigned char *)malloc(bytes.length + 8);
    if (bytes.data == NULL) {
        exit(EXIT_FAILURE);
    }
    memset(bytes.data, 0xa5, bytes.length + 8);
    MUST(ant_snapshot(id, bytes.data, bytes.length, NULL));
    return bytes;
}

static uint64_t hash_of(uint64_t id) {
    uint64_t hash = 0;
    MUST(ant_state_hash(id, &hash));
    return hash;
}

static void whoever_joins_late_goes_on_bit_equal(void) {
    Scenario here = scenario_empty(), there = scenario_empty();
    double a[SCENARIO_PEOPLE][3], b[SCENARIO_PEOPLE][3];
    Bytes map, predictor;
    uint32_t i, count = 0;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    scenario_fill(&here);
    for (i = 0; i < 130; i++) {
        scenario_frame(&here, a);
    }
    map = snapshot_of(here.map.id);
    predictor = snapshot_of(here.predictor.id);
    ENSURE_OK(ant_restore(there.map.id, map.data, map.length));
    ENSURE_OK(ant_restore(there.predictor.id, predictor.data, predictor.length));
    ENSURE_OK(ant_predictor_entities(there.predictor, 0, SCENARIO_PEOPLE, STREAM(there.people, ANT_U64), &count));
    ENSURE(count == SCENARIO_PEOPLE && there.people[0].id != here.people[0].id);
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_predictor_remove_entity(there.predictor, here.people[0]));
    there.tick = here.tick;
    ENSURE(map_hash(here.map) == map_hash(there.map));
    ENSURE(predictor_hash(here.predictor) == predictor_hash(there.predictor));
    for (i = 0; i < 100; i++) {
        scenario_frame(&here, a);
        scenario_frame(&there, b);
        ENSURE(memcmp(a, b, sizeof a) == 0);
        ENSURE(map_hash(here.map) == map_hash(there.map));
        ENSURE(predictor_hash(here.predictor) == predictor_hash(there.predictor));
    }
    free(map.data);
    free(predictor.data);
    scenario_end(&here);
    scenario_end(&there);
}

/* Sizes, short buffers, truncations at every length and flips of sampled bits; `other` is restored into. */
static int is_safe(uint64_t id, uint64_t other) {
    Bytes bytes = snapshot_of(id);
    uint64_t needed = 77, before = hash_of(other), i, step;
    unsigned char *copy = (unsigned char *)malloc(bytes.length + 1);
    int ok = copy != NULL && bytes.data[bytes.length] == 0xa5;
    ok &= has_status(ant_snapshot(id, bytes.data, bytes.length - 1, &needed), ANT_ERROR_BUFFER_TOO_SMALL) && needed == 77;
    ok &= has_status(ant_restore(other, NULL, 0), ANT_ERROR_CORRUPT);
    step = bytes.length / (uint64_t)ensure_rounds(3000, 200) + 1;
    for (i = 0; ok && i < bytes.length; i += i < 200 || i + 200 > bytes.length ? 1 : step) {
        /* A copy of the exact length, so that checkers see every read beyond it. */
        unsigned char *part = (unsigned char *)malloc(i + 1);
        if (part == NULL) {
            exit(EXIT_FAILURE);
        }
        memcpy(part, bytes.data, i);
        ok &= has_status(ant_restore(other, part, i), ANT_ERROR_CORRUPT);
        free(part);
    }
    memcpy(copy, bytes.data, bytes.length);
    for (i = 0; ok && i < bytes.length * 8; i += i < 512 ? 1 : 8 * step + 3) {
        copy[i / 8] ^= (unsigned char)(1 << i % 8);
        ok &= has_status(ant_restore(other, copy, bytes.length), ANT_ERROR_CORRUPT);
        copy[i / 8] ^= (unsigned char)(1 << i % 8);
    }
    copy[bytes.length] = 0;
    ok &= has_status(ant_restore(other, copy, bytes.length + 1), ANT_ERROR_CORRUPT);
    ok &= hash_of(other) == before;
    /* After all that the whole one is taken. */
    ok &= has_status(ant_restore(other, bytes.data, bytes.length), ANT_OK) && hash_of(other) == hash_of(id);
    if (!ok) {
        printf("    snapshots of %llx, at %llu of %llu\n", (unsigned long long)id, (unsigned long long)i, (unsigned long long)bytes.length);
    }
    free(copy);
    free(bytes.data);
    return ok;
}

static void damaged_snapshots_of_maps_and_predictors_are_refused(void) {
    Scenario here = scenario_empty(), there = scenario_empty();
    double places[SCENARIO_PEOPLE][3];
    int i;
    scenario_fill(&here);
    for (i = 0; i < 10; i++) {
        scenario_frame(&here, places);
    }
    CHECK(is_safe(here.predictor.id, there.predictor.id));
    CHECK(is_safe(here.map.id, there.map.id));
    scenario_end(&here);
    scenario_end(&there);
}

static void damaged_snapshots_of_needs_and_interactions_are_refused(void) {
    AntInteractionRules rules, other_rules;
    AntInteractions table, empty;
    AntNeedModel model, fresh;
    float weight = 0;
    MUST(ant_interaction_rules_init(&rules));
    other_rules = rules;
    other_rules.base = 7;
    MUST(ant_interactions_create(&rules, &table));
    MUST(ant_interactions_create(&other_rules, &empty));
    MUST(ant_interactions_note(table, 1, 2, ANT_INTERACTION_TRADE, SECOND));
    MUST(ant_interactions_note(table, 3, 2, ANT_INTERACTION_KILL, SECOND));
    MUST(ant_interactions_set_player(table, 1, 5, 0));
    MUST(ant_interactions_set_player(table, 2, ANT_NO_TEAM, 1));
    MUST(ant_need_model_create(5, &model));
    MUST(ant_need_model_create(3, &fresh));
    MUST(ant_need_model_observe(model, 0.4f, 1));
    CHECK(is_safe(table.id, empty.id));
    CHECK(is_safe(model.id, fresh.id));
    ENSURE_OK(ant_interactions_weight(empty, 1, 2, SECOND, &weight, NULL));
    ENSURE(weight == 0.0f); /* (-1 + 1) * 2: rules and events are those of the other table. */
    ant_destroy(table.id);
    ant_destroy(empty.id);
    ant_destroy(model.id);
    ant_destroy(fresh.id);
}

static void a_snapshot_of_another_kind_is_refused(void) {
    Scenario s = scenario_empty();
    Bytes map = snapshot_of(s.map.id), predictor = snapshot_of(s.predictor.id);
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(s.map.id, predictor.data, predictor.length));
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(s.predictor.id, map.data, map.length));
    free(map.data);
    free(predictor.data);
    scenario_end(&s);
}

static void a_snapshot_of_a_map_over_another_level_is_refused(void) {
    AntWorld a = grid_world(8, 8, NULL), b = grid_world(8, 7, NULL), same = grid_world(8, 8, NULL);
    AntPheromoneMap on_a = map_of(a, 0.5f, 0.5f), on_b = map_of(b, 0.5f, 0.5f), on_same = map_of(same, 0.5f, 0.5f);
    Bytes bytes;
    uint64_t before = map_hash(on_b);
    add_source(on_a, 1, 2.5, 2.5, 9, 0);
    bytes = snapshot_of(on_a.id);
    REFUSED(CORRUPT, "level", ant_restore, (on_b.id, bytes.data, bytes.length));
    ENSURE(map_hash(on_b) == before);
    ENSURE_OK(ant_restore(on_same.id, bytes.data, bytes.length));
    ENSURE(map_hash(on_same) == map_hash(on_a));
    free(bytes.data);
    ant_destroy(on_a.id);
    ant_destroy(on_b.id);
    ant_destroy(on_same.id);
    ant_destroy(a.id);
    ant_destroy(b.id);
    ant_destroy(same.id);
}

static void a_snapshot_beyond_the_budget_of_a_predictor_is_refused(void) {
    AntPredictorDesc desc;
    AntPredictor large = lone_predictor(), small;
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    Bytes bytes;
    uint64_t before;
    int i;
    for (i = 0; i < 3; i++) {
        add_entity(large, &profile);
    }
    MUST(ant_predictor_desc_init(&desc));
    desc.max_entities = 2;
    MUST(ant_predictor_create(&desc, &small));
    before = predictor_hash(small);
    bytes = snapshot_of(large.id);
    REFUSED(BUDGET, "max_entities", ant_restore, (small.id, bytes.data, bytes.length));
    ENSURE(predictor_hash(small) == before);
    free(bytes.data);
    ant_destroy(large.id);
    ant_destroy(small.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(whoever_joins_late_goes_on_bit_equal);
    RUN_TEST(damaged_snapshots_of_maps_and_predictors_are_refused);
    RUN_TEST(damaged_snapshots_of_needs_and_interactions_are_refused);
    RUN_TEST(a_snapshot_of_another_kind_is_refused);
    RUN_TEST(a_snapshot_of_a_map_over_another_level_is_refused);
    RUN_TEST(a_snapshot_beyond_the_budget_of_a_predictor_is_refused);
    return ensure_end();
}
