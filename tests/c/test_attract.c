/* What makes things attractive: needs learned by counting, and what happened between players. */
#include "support_map/structs.h"

static AntNeedModel need_model(uint32_t buckets) {
    AntNeedModel model;
    MUST(ant_need_model_create(buckets, &model));
    return model;
}

static AntInteractions interactions_with(const AntInteractionRules *rules) {
    AntInteractions made;
    MUST(ant_interactions_create(rules, &made));
    return made;
}

static AntInteractions interactions(void) {
    AntInteractionRules rules;
    MUST(ant_interaction_rules_init(&rules));
    return interactions_with(&rules);
}

static double weight_of(AntInteractions table, uint64_t reader, uint64_t emitter, int64_t time) {
    float weight = -999;
    MUST(ant_interactions_weight(table, reader, emitter, time, &weight, NULL));
    return weight;
}

static uint64_t hash_of_model(AntNeedModel model) {
    uint64_t hash = 0;
    MUST(ant_state_hash(model.id, &hash));
    return hash;
}

static uint64_t hash_of_table(AntInteractions table) {
    uint64_t hash = 0;
    MUST(ant_state_hash(table.id, &hash));
    return hash;
}

static void need_is_what_is_missing(void) {
    float need = -1;
    ENSURE_OK(ant_need(25, 100, &need));
    ENSURE(need == 0.75f);
    ENSURE_OK(ant_need(150, 100, &need));
    ENSURE(need == 0.0f);
    need = -1;
    REFUSED(OUT_OF_RANGE, "amount", ant_need, (-1, 100, &need));
    REFUSED(NOT_FINITE, "amount", ant_need, (NAN, 100, &need));
    REFUSED(OUT_OF_RANGE, "most", ant_need, (1, 0, &need));
    REFUSED(NOT_FINITE, "most", ant_need, (1, INFINITY, &need));
    REFUSED(NULL_POINTER, "out_need", ant_need, (1, 1, NULL));
    ENSURE(need == -1.0f);
}

static void a_need_model_learns_by_counting(void) {
    AntNeedModel model = need_model(4);
    float probability = 0;
    uint32_t occasions = 99, i;
    static const float needs[3] = {0.1f, 0.05f, 0.2f};
    ENSURE_OK(ant_need_model_probability(model, 0.9f, &probability, &occasions));
    ENSURE(probability == 0.5f && occasions == 0);
    for (i = 0; i < 8; i++) {
        ENSURE_OK(ant_need_model_observe(model, 0.9f, i < 6));
    }
    for (i = 0; i < 3; i++) {
        ENSURE_OK(ant_need_model_observe(model, needs[i], i == 2));
    }
    ENSURE_OK(ant_need_model_probability(model, 1, &probability, &occasions));
    ENSURE(probability == 0.7f && occasions == 8);
    ENSURE_OK(ant_need_model_probability(model, 0, &probability, NULL));
    ENSURE(probability == 0.4f);
    ENSURE_OK(ant_need_model_probability(model, 0.5f, &probability, NULL));
    ENSURE(probability == 0.5f);
    ENSURE_OK(ant_is_valid(model.id));
    ENSURE_OK(ant_destroy(model.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_destroy(model.id));
}

static void bad_occasions_are_refused(void) {
    AntNeedModel model = need_model(4);
    float probability = -1;
    uint64_t before = hash_of_model(model);
    REFUSED(OUT_OF_RANGE, "need", ant_need_model_observe, (model, 1.1f, 1));
    REFUSED(NOT_FINITE, "need", ant_need_model_observe, (model, NAN, 1));
    REFUSED(OUT_OF_RANGE, "taken", ant_need_model_observe, (model, 1, 2));
    REFUSED(OUT_OF_RANGE, "need", ant_need_model_probability, (model, -0.1f, &probability, NULL));
    REFUSED(NULL_POINTER, "out_probability", ant_need_model_probability, (model, 1, NULL, NULL));
    ENSURE(hash_of_model(model) == before && probability == -1.0f);
    REFUSED(OUT_OF_RANGE, "buckets", ant_need_model_create, (0, &model));
    REFUSED(OUT_OF_RANGE, "buckets", ant_need_model_create, (257, &model));
    REFUSED(NULL_POINTER, "out_model", ant_need_model_create, (4, NULL));
    ant_destroy(model.id);
}

static void events_fade_linearly_and_count_for_both(void) {
    AntInteractions table = interactions();
    ENSURE(weight_of(table, 1, 2, 0) == -1.0 && weight_of(table, 1, 1, 0) == 0.0);
    ENSURE_OK(ant_interactions_note(table, 1, 2, ANT_INTERACTION_SHOT_AT, 10 * SECOND));
    ENSURE(near_to(weight_of(table, 1, 2, 10 * SECOND), -1 + 1.5, 1e-6));
    ENSURE(near_to(weight_of(table, 2, 1, 10 * SECOND), -1 - 1.5, 1e-6));
    ENSURE(near_to(weight_of(table, 1, 2, 12 * SECOND), -1 + 1.5 * 0.8, 1e-6));
    ENSURE(near_to(weight_of(table, 1, 2, 20 * SECOND), -1, 1e-6));
    ENSURE_OK(ant_interactions_note(table, 1, 3, ANT_INTERACTION_HELPED, 0));
    ENSURE_OK(ant_interactions_note(table, 3, 1, ANT_INTERACTION_TRADE, 0));
    ENSURE(near_to(weight_of(table, 1, 3, 5 * SECOND), -1 + 0.5 + 0.5, 1e-6));
    ant_destroy(table.id);
}

static void kills_teams_and_flags_change_a_weight(void) {
    AntInteractions table = interactions();
    uint32_t kills = 99, i;
    for (i = 0; i < 12; i++) {
        ENSURE_OK(ant_interactions_note(table, 1, 2, ANT_INTERACTION_KILL, i * SECOND));
    }
    ENSURE_OK(ant_interactions_weight(table, 1, 2, 0, NULL, &kills));
    ENSURE(kills == 12);
    ENSURE_OK(ant_interactions_weight(table, 2, 1, 0, NULL, &kills));
    ENSURE(kills == 0);
    /* At most ten count. */
    ENSURE(near_to(weight_of(table, 1, 2, 0), -1 + 10 * 0.1, 1e-6) && near_to(weight_of(table, 2, 1, 0), -2, 1e-6));
    ENSURE_OK(ant_interactions_set_player(table, 1, 7, 0));
    ENSURE_OK(ant_interactions_set_player(table, 2, 7, 0));
    ENSURE(near_to(weight_of(table, 2, 1, 0), -1, 1e-6));
    ENSURE_OK(ant_interactions_set_player(table, 1, 7, 1));
    ENSURE(near_to(weight_of(table, 2, 1, 0), -2, 1e-6));
    ENSURE_OK(ant_interactions_set_player(table, 1, 7, 0));
    ENSURE_OK(ant_interactions_set_player(table, 2, ANT_NO_TEAM, 0));
    ENSURE(near_to(weight_of(table, 2, 1, 0), -2, 1e-6));
    ENSURE_OK(ant_interactions_remove(table, 1));
    ENSURE(weight_of(table, 2, 1, 0) == -1.0);
    ENSURE_OK(ant_destroy(table.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(table.id));
}

static void the_pair_that_was_quiet_longest_is_forgotten_first(void) {
    AntInteractionRules rules;
    AntInteractions table;
    MUST(ant_interaction_rules_init(&rules));
    rules.max_pairs = 4;
    table = interactions_with(&rules);
    MUST(ant_interactions_note(table, 1, 2, ANT_INTERACTION_CHAT, 1));
    MUST(ant_interactions_note(table, 1, 3, ANT_INTERACTION_CHAT, 2));
    MUST(ant_interactions_note(table, 1, 2, ANT_INTERACTION_CHAT, 3));
    MUST(ant_interactions_note(table, 1, 4, ANT_INTERACTION_CHAT, 4));
    ENSURE(weight_of(table, 1, 3, 4) == -1.0 && weight_of(table, 3, 1, 4) == -1.0);
    ENSURE(weight_of(table, 1, 2, 4) > -0.1 && weight_of(table, 1, 4, 4) > -0.1);
    ant_destroy(table.id);
}

static void applied_to_a_map_they_are_the_pair_weights(void) {
    AntWorld world = grid_world(4, 4, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntInteractions table = interactions();
    AntReader reader = reader_of(NULL, 0);
    float smell = 0;
    MUST(ant_map_add_avatar(map, 1, 1, NULL));
    MUST(ant_map_add_avatar(map, 2, 8, NULL));
    MUST(ant_map_move_avatar(map, 2, at(2.5, 2.5)));
    MUST(ant_map_step_to(map, STEP, NULL));
    MUST(ant_interactions_note(table, 1, 2, ANT_INTERACTION_SHOT_AT, 0));
    ENSURE_OK(ant_interactions_apply(table, map, 0));
    reader.flags = ANT_READER_HAS_AVATAR;
    reader.avatar = 1;
    ENSURE_OK(ant_map_sample(map, &reader, at(2.5, 2.5), &smell, NULL));
    ENSURE(near_to(smell, 8 * 0.5, 1e-5));
    ant_destroy(table.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void bad_events_and_rules_are_refused_by_name(void) {
    AntInteractions table = interactions();
    AntInteractionRules rules;
    uint64_t before = hash_of_table(table);
    REFUSED(INVALID_ARGUMENT, "kind", ant_interactions_note, (table, 1, 2, 7, 0));
    REFUSED(OUT_OF_RANGE, "carries", ant_interactions_set_player, (table, 1, 1, 2));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (table.id, NULL));
    REFUSED(NULL_POINTER, "rules", ant_interactions_create, (NULL, &table));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (table.id, NULL, 1, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (table.id, NULL, 1));
    ENSURE_OK(ant_interactions_note(table, 5, 5, ANT_INTERACTION_CHAT, 0));
    ENSURE(hash_of_table(table) == before);
    MUST(ant_interaction_rules_init(&rules));
    REFUSED(NULL_POINTER, "out_interactions", ant_interactions_create, (&rules, NULL));
    rules.window = 0;
    REFUSED(OUT_OF_RANGE, "rules.window", ant_interactions_create, (&rules, &table));
    MUST(ant_interaction_rules_init(&rules));
    rules.by_kind[3] = NAN;
    REFUSED(NOT_FINITE, "rules.by_kind[3]", ant_interactions_create, (&rules, &table));
    rules.by_kind[3] = 2e6f;
    REFUSED(OUT_OF_RANGE, "rules.by_kind[3]", ant_interactions_create, (&rules, &table));
    MUST(ant_interaction_rules_init(&rules));
    rules.per_kill = -2e6f;
    REFUSED(OUT_OF_RANGE, "rules.per_kill", ant_interactions_create, (&rules, &table));
    ant_destroy(table.id);
}

static AntTastesDesc tastes_desc(void) {
    AntTastesDesc desc;
    MUST(ant_tastes_desc_init(&desc));
    desc.attraction.unit = 1;
    desc.attraction.exponent = 1;
    desc.frame_time = 1;
    desc.shrink = 1;
    return desc;
}

static AntTastes tastes_of(const AntTastesDesc *desc) {
    AntTastes tastes;
    MUST(ant_tastes_create(desc, &tastes));
    return tastes;
}

/* A player that stands, and within a second is so much nearer to the source. */
static void teach(AntTastes tastes, AntPheromoneMap map, uint64_t player, double gained, int occasions) {
    static const double still[3] = {0, 0, 0};
    int i;
    for (i = 0; i < occasions; i++) {
        double x = 1.5 + i % 2;
        MUST(ant_tastes_observe(tastes, map, player, at(x, 4.5), still, NULL, 2 * i * SECOND, 1));
        MUST(ant_tastes_observe(tastes, map, player, at(x + gained, 4.5), still, still, (2 * i + 1) * SECOND, 0));
    }
}

static double taste_of(AntTastes tastes, uint64_t player, AntBool of_all, double *occasions) {
    float weight = -99;
    MUST(ant_tastes_weights(tastes, player, of_all, 1, STREAM(&weight, ANT_F32), occasions));
    return weight;
}

static void weights_of_layers_are_learned_from_where_players_went(void) {
    AntTastesDesc desc = tastes_desc();
    AntWorld world = grid_world(9, 9, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0);
    AntTastes tastes = tastes_of(&desc), other = tastes_of(&desc), wider;
    uint64_t hash = 0, before = 0, size = 0;
    unsigned char bytes[4096];
    double occasions = 0, mine;
    add_source(map, 1, 6.5, 4.5, 4, ANT_SOURCE_FIXED);
    ENSURE(taste_of(tastes, 1, 0, &occasions) == 0 && occasions == 0);
    teach(tastes, map, 1, 0.5, 40);
    teach(other, map, 2, -0.5, 40);
    mine = taste_of(tastes, 1, 0, &occasions);
    ENSURE(mine > 0.1 && occasions == 40);
    ENSURE(near_to(taste_of(tastes, 9, 0, NULL), taste_of(tastes, 0, 1, NULL), 1e-9));
    ENSURE(taste_of(other, 2, 0, NULL) < -0.1);
    /* Saved, merged, restored. */
    MUST(ant_snapshot(other.id, bytes, sizeof bytes, &size));
    ENSURE_OK(ant_tastes_merge(tastes, bytes, size));
    ENSURE(taste_of(tastes, 2, 0, &occasions) < 0 && occasions == 40);
    ENSURE(taste_of(tastes, 0, 1, &occasions) < mine && occasions == 80);
    ENSURE_OK(ant_tastes_remove(tastes, 2));
    ENSURE(taste_of(tastes, 2, 0, &occasions) < mine && occasions == 0);
    MUST(ant_state_hash(other.id, &hash));
    ENSURE_OK(ant_restore(tastes.id, bytes, size));
    MUST(ant_state_hash(tastes.id, &before));
    ENSURE(hash == before);
    /* Refused, and nothing changed. */
    desc.alpha = 0.25;
    wider = tastes_of(&desc);
    ENSURE_STATUS(ANT_ERROR_INVALID_ARGUMENT, ant_tastes_merge(wider, bytes, size));
    bytes[size / 2] ^= 1;
    ENSURE(ant_tastes_merge(tastes, bytes, size) < 0 && ant_tastes_merge(tastes, bytes, size / 2) < 0);
    REFUSED(NULL_POINTER, "bytes", ant_tastes_merge, (tastes, NULL, 5));
    REFUSED(NULL_POINTER, "position", ant_tastes_observe, (tastes, map, 1, NULL, at(1, 1), NULL, 0, 0));
    REFUSED(NULL_POINTER, "velocity", ant_tastes_observe, (tastes, map, 1, at(1, 1), NULL, NULL, 0, 0));
    REFUSED(NOT_FINITE, "position", ant_tastes_observe, (tastes, map, 1, at(NAN, 1), at(1, 1), NULL, 0, 0));
    REFUSED(NOT_FINITE, "view", ant_tastes_observe, (tastes, map, 1, at(1, 1), at(1, 1), at(NAN, 1), 0, 0));
    REFUSED(OUT_OF_RANGE, "teleported", ant_tastes_observe, (tastes, map, 1, at(1, 1), at(1, 1), NULL, 0, 2));
    REFUSED(OUT_OF_RANGE, "of_all", ant_tastes_weights, (tastes, 1, 2, 0, NULL, NULL));
    MUST(ant_state_hash(tastes.id, &before));
    ENSURE(hash == before);
    ant_destroy(wider.id);
    ant_destroy(other.id);
    ant_destroy(tastes.id);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_tastes_remove(tastes, 1));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_tastes_merge(tastes, bytes, size));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_tastes_weights(tastes, 1, 0, 0, NULL, NULL));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_tastes_observe(tastes, map, 1, at(1, 1), at(1, 1), NULL, 0, 0));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void bad_tastes_are_refused_by_name(void) {
    AntTastesDesc good = tastes_desc(), bad;
    AntTastes made;
    made.id = 77;
#define BAD_TASTES(status, field, value)                                    \
    do {                                                                    \
        bad = good;                                                         \
        bad.field = value;                                                  \
        REFUSED(status, #field, ant_tastes_create, (&bad, &made));          \
    } while (0)
    BAD_TASTES(OUT_OF_RANGE, layers, 0);
    BAD_TASTES(OUT_OF_RANGE, layers, 17);
    BAD_TASTES(OUT_OF_RANGE, reserved, 1);
    BAD_TASTES(OUT_OF_RANGE, horizon, 0);
    BAD_TASTES(OUT_OF_RANGE, half_life, -1);
    BAD_TASTES(OUT_OF_RANGE, shrink, -1);
    BAD_TASTES(OUT_OF_RANGE, mass, 0);
    BAD_TASTES(OUT_OF_RANGE, alpha, 0);
    BAD_TASTES(NOT_FINITE, frame_time, NAN);
    BAD_TASTES(OUT_OF_RANGE, force_scale, 0);
    BAD_TASTES(OUT_OF_RANGE, attraction.diameter, -1);
    REFUSED(NULL_POINTER, "desc", ant_tastes_create, (NULL, &made));
    REFUSED(NULL_POINTER, "out_tastes", ant_tastes_create, (&good, NULL));
    ENSURE(made.id == 77);
}

/* Every call with a handle, by number; negative when there are no more. */
static AntStatus call_with_handle(uint64_t id, int number) {
    AntNeedModel model;
    AntInteractions table;
    AntPheromoneMap map;
    float number_out;
    uint32_t count;
    model.id = table.id = map.id = id;
    switch (number) {
    case 0: return ant_need_model_observe(model, 1, 1);
    case 1: return ant_need_model_probability(model, 1, &number_out, NULL);
    case 2: return ant_interactions_note(table, 1, 2, 0, 0);
    case 3: return ant_interactions_note(table, 1, 2, ANT_INTERACTION_KILL, 0);
    case 4: return ant_interactions_weight(table, 1, 2, 0, NULL, &count);
    case 5: return ant_interactions_set_player(table, 1, 2, 0);
    case 6: return ant_interactions_set_player(table, 1, 7, 1);
    case 7: return ant_interactions_remove(table, 1);
    case 8: return ant_interactions_weight(table, 1, 2, 0, &number_out, NULL);
    case 9: return ant_interactions_apply(table, map, 0);
    default: return 1;
    }
}

static void every_function_refuses_every_bad_handle(void) {
    AntNeedModel model = need_model(2), gone = need_model(2);
    AntInteractions table = interactions();
    AntWorld world = grid_world(2, 2, NULL);
    uint64_t bad[6];
    int i, number;
    MUST(ant_destroy(gone.id));
    bad[0] = 0;
    bad[1] = gone.id;
    bad[2] = world.id;
    bad[3] = ~UINT64_C(0);
    bad[4] = model.id ^ (UINT64_C(1) << 40);
    bad[5] = table.id ^ (UINT64_C(1) << 26);
    for (i = 0; i < 6; i++) {
        for (number = 0; call_with_handle(0, number) < 0; number++) {
            CHECK(has_status(call_with_handle(bad[i], number), ANT_ERROR_INVALID_HANDLE));
        }
        CHECK(number == 10);
    }
    ant_destroy(model.id);
    ant_destroy(table.id);
    ant_destroy(world.id);
}

static AntStatus rules_with(void *memory) {
    AntInteractions made;
    AntStatus status = ant_interactions_create((const AntInteractionRules *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static void rules_of_other_headers_are_understood_or_refused(void) {
    AntInteractionRules rules;
    MUST(ant_interaction_rules_init(&rules));
    ENSURE(rules.window == 10 * SECOND && rules.history_limit == 10 && rules.base == -1.0f && rules.flag_factor == 2.0f);
    CHECK(grows_in(&rules, sizeof rules, rules_with));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(need_is_what_is_missing);
    RUN_TEST(a_need_model_learns_by_counting);
    RUN_TEST(bad_occasions_are_refused);
    RUN_TEST(events_fade_linearly_and_count_for_both);
    RUN_TEST(kills_teams_and_flags_change_a_weight);
    RUN_TEST(the_pair_that_was_quiet_longest_is_forgotten_first);
    RUN_TEST(applied_to_a_map_they_are_the_pair_weights);
    RUN_TEST(weights_of_layers_are_learned_from_where_players_went);
    RUN_TEST(bad_tastes_are_refused_by_name);
    RUN_TEST(bad_events_and_rules_are_refused_by_name);
    RUN_TEST(every_function_refuses_every_bad_handle);
    RUN_TEST(rules_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
