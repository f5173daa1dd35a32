/* Functions that need few arguments: dead handles, handles of another kind, entities that are gone, and arguments out of range are refused,
 * and nothing changes. */
#include "support_map/entities.h"

static const char NONSENSE[] = "these bytes are of no file that there is";

/* A predictor, one that is destroyed, and an entity that is gone. */
typedef struct Cast {
    AntPredictor predictor, dead, other_kind;
    AntEntity entity, gone;
    AntWorld world;
} Cast;

static Cast cast(void) {
    Cast c;
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    c.world = grid_world(4, 4, NULL);
    c.predictor = lone_predictor();
    c.dead = lone_predictor();
    c.other_kind.id = c.world.id;
    MUST(ant_destroy(c.dead.id));
    c.entity = add_entity(c.predictor, &profile);
    c.gone = add_entity(c.predictor, &profile);
    MUST(ant_predictor_remove_entity(c.predictor, c.gone));
    return c;
}

static void end(const Cast *c, uint64_t hash) {
    CHECK(predictor_hash(c->predictor) == hash);
    MUST(ant_destroy(c->predictor.id));
    MUST(ant_destroy(c->world.id));
}

/* Calls with a dead handle and with one of another kind. */
#define NO_PREDICTOR(function, ...)                                                         \
    REFUSED(INVALID_HANDLE, "predictor", function, (c.dead, __VA_ARGS__));                   \
    REFUSED(INVALID_HANDLE, "predictor", function, (c.other_kind, __VA_ARGS__))

static void learned_models_refuse_what_they_cannot_use(void) {
    Cast c = cast();
    uint64_t hash = predictor_hash(c.predictor);
    uint32_t done = 77;
    AntWeightsInfo info;
    double displacements[16] = {0};
    info.struct_size = sizeof info;
    NO_PREDICTOR(ant_predictor_load_weights, NULL, 0);
    REFUSED(NULL_POINTER, "bytes", ant_predictor_load_weights, (c.predictor, NULL, 5));
    REFUSED(CORRUPT, "", ant_predictor_load_weights, (c.predictor, NONSENSE, sizeof NONSENSE));
    NO_PREDICTOR(ant_predictor_adapt, 1, &done);
    CHECK(done == 77);
    NO_PREDICTOR(ant_predictor_weights_info, &info);
    REFUSED(NULL_POINTER, "out_info", ant_predictor_weights_info, (c.predictor, NULL));
    NO_PREDICTOR(ant_predictor_set_expert, NULL, NULL);
    NO_PREDICTOR(ant_predictor_set_landmark, c.entity, 1);
    REFUSED(NOT_FOUND, "entity", ant_predictor_set_landmark, (c.predictor, c.gone, 1));
    REFUSED(OUT_OF_RANGE, "landmark", ant_predictor_set_landmark, (c.predictor, c.entity, 2));
    NO_PREDICTOR(ant_predictor_suggest, c.entity, displacements);
    REFUSED(NOT_FOUND, "entity", ant_predictor_suggest, (c.predictor, c.gone, displacements));
    displacements[3] = NAN;
    REFUSED(NOT_FINITE, "displacements", ant_predictor_suggest, (c.predictor, c.entity, displacements));
    end(&c, hash);
}

static void strategies_refuse_who_is_not_there(void) {
    Cast c = cast();
    uint64_t hash = predictor_hash(c.predictor);
    uint32_t routes = 77;
    NO_PREDICTOR(ant_predictor_begin_trial, c.entity);
    REFUSED(NOT_FOUND, "entity", ant_predictor_begin_trial, (c.predictor, c.gone));
    NO_PREDICTOR(ant_predictor_learn_strategies, &routes);
    REFUSED(INVALID_HANDLE, "predictor", ant_predictor_strategies_clear, (c.dead));
    REFUSED(INVALID_HANDLE, "predictor", ant_predictor_strategies_clear, (c.other_kind));
    CHECK(routes == 77);
    end(&c, hash);
}

static void interactions_refuse_dead_tables_and_maps(void) {
    AntInteractionRules rules;
    AntInteractions table, dead, other_kind;
    AntWorld world = grid_world(4, 4, NULL);
    AntPheromoneMap no_map = {0};
    float weight = 77;
    uint32_t kills = 77;
    MUST(ant_interaction_rules_init(&rules));
    MUST(ant_interactions_create(&rules, &table));
    MUST(ant_interactions_create(&rules, &dead));
    MUST(ant_destroy(dead.id));
    other_kind.id = world.id;
    REFUSED(INVALID_HANDLE, "interactions", ant_interactions_remove, (dead, 1));
    REFUSED(INVALID_HANDLE, "interactions", ant_interactions_remove, (other_kind, 1));
    REFUSED(INVALID_HANDLE, "interactions", ant_interactions_weight, (dead, 1, 2, 0, &weight, &kills));
    REFUSED(INVALID_HANDLE, "interactions", ant_interactions_weight, (other_kind, 1, 2, 0, &weight, &kills));
    REFUSED(INVALID_HANDLE, "map", ant_interactions_apply, (table, no_map, 0));
    REFUSED(INVALID_HANDLE, "", ant_interactions_apply, (dead, no_map, 0));
    CHECK(weight == 77 && kills == 77);
    MUST(ant_destroy(table.id));
    MUST(ant_destroy(world.id));
}

static void banks_of_the_front_door_refuse_what_is_no_file(void) {
    AntGhostsDesc ghosts_desc;
    AntOutboxDesc outbox_desc;
    AntGhosts ghosts, no_ghosts = {0};
    AntOutbox outbox, no_outbox = {0};
    MUST(ant_ghosts_desc_init(&ghosts_desc));
    MUST(ant_outbox_desc_init(&outbox_desc));
    MUST(ant_ghosts_create(&ghosts_desc, &ghosts));
    MUST(ant_outbox_create(&outbox_desc, NULL, &outbox));
    REFUSED(INVALID_HANDLE, "ghosts", ant_ghosts_load_bank, (no_ghosts, 1, NULL, 0));
    REFUSED(NULL_POINTER, "bytes", ant_ghosts_load_bank, (ghosts, 1, NULL, 5));
    REFUSED(CORRUPT, "", ant_ghosts_load_bank, (ghosts, 1, NONSENSE, sizeof NONSENSE));
    REFUSED(INVALID_HANDLE, "outbox", ant_outbox_load_bank, (no_outbox, 1, NULL, 0));
    REFUSED(NULL_POINTER, "bytes", ant_outbox_load_bank, (outbox, 1, NULL, 5));
    REFUSED(CORRUPT, "", ant_outbox_load_bank, (outbox, 1, NONSENSE, sizeof NONSENSE));
    MUST(ant_destroy(ghosts.id));
    MUST(ant_destroy(outbox.id));
}

static void sources_and_smoothers_refuse_dead_handles(void) {
    AntSourceBatch batch;
    AntPheromoneMap no_map = {0};
    AntSmoother no_smoother = {0};
    AntEntity entity = {0};
    MUST(ant_source_batch_init(&batch));
    REFUSED(INVALID_HANDLE, "map", ant_map_set_source_batch, (no_map, &batch));
    REFUSED(NULL_POINTER, "batch", ant_map_set_source_batch, (no_map, NULL));
    REFUSED(INVALID_HANDLE, "smoother", ant_smoother_forget, (no_smoother, entity));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(learned_models_refuse_what_they_cannot_use);
    RUN_TEST(strategies_refuse_who_is_not_there);
    RUN_TEST(interactions_refuse_dead_tables_and_maps);
    RUN_TEST(banks_of_the_front_door_refuse_what_is_no_file);
    RUN_TEST(sources_and_smoothers_refuse_dead_handles);
    return ensure_end();
}
