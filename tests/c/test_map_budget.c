/* Budgets of a map: what is used up is told, and nothing else changes. */
#include "support_map/scene.h"

static void sources_beyond_the_budget_are_refused(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntMapDesc desc = map_desc();
    AntPheromoneMap map;
    static const uint64_t ids[3] = {1, 2, 3};
    static const double places[3][3] = {{1.5, 0, 1.5}, {2.5, 0, 1.5}, {3.5, 0, 1.5}};
    static const float emissions[3] = {1, 2, 4};
    AntSourceDesc source = source_at(1.5, 1.5, 1);
    int8_t status[3] = {9, 9, 9};
    uint64_t before;
    desc.max_sources = 2;
    map = map_with(world, &desc);
    before = map_hash(map);
    REFUSED(BUDGET, "max_sources", source_batch, (map, 3, STREAM(ids, ANT_U64), STREAM(places, ANT_F64X3), STREAM(emissions, ANT_F32), NULL, NULL, NULL, NULL));
    ENSURE(map_hash(map) == before);
    ENSURE_STATUS(ANT_PARTIAL, source_batch(map, 3, STREAM(ids, ANT_U64), STREAM(places, ANT_F64X3), STREAM(emissions, ANT_F32), NULL, NULL, NULL, STREAM(status, ANT_I8)));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_OK && status[2] == ANT_ERROR_BUDGET);
    before = map_hash(map);
    REFUSED(BUDGET, "max_sources", ant_map_add_source, (map, 9, &source));
    ENSURE(map_hash(map) == before);
    MUST(ant_map_remove_source(map, 1));
    ENSURE_OK(ant_map_add_source(map, 9, &source));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void avatars_beyond_the_budget_are_refused(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntMapDesc desc = map_desc();
    AntPheromoneMap map;
    uint32_t layer = 77;
    uint64_t before;
    desc.max_avatars = 1;
    map = map_with(world, &desc);
    ENSURE_OK(ant_map_add_avatar(map, 1, 1, NULL));
    before = map_hash(map);
    REFUSED(BUDGET, "max_avatars", ant_map_add_avatar, (map, 2, 1, &layer));
    ENSURE(layer == 77 && map_hash(map) == before);
    ENSURE_OK(ant_map_add_avatar(map, 1, 2, &layer));
    ENSURE_OK(ant_map_remove_avatar(map, 1));
    ENSURE_OK(ant_map_add_avatar(map, 2, 1, &layer));
    ENSURE(layer == 1);
    ant_destroy(map.id);
    desc.max_avatars = 0;
    desc.max_sources = 0;
    map = map_with(world, &desc);
    ENSURE_STATUS(ANT_ERROR_BUDGET, ant_map_add_avatar(map, 1, 1, NULL));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

/* A level of 3 x 1 tiles whose map may have one active tile. */
static AntPheromoneMap one_tile(AntWorld world) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layer = layer_desc(0.9f, 0.9f);
    desc.layers = &layer;
    desc.layer_count = 1;
    desc.max_active_tiles = 1;
    return map_with(world, &desc);
}

static void a_field_does_not_spread_beyond_its_budget_of_tiles(void) {
    AntWorld world = grid_world(48, 16, NULL);
    AntPheromoneMap map = one_tile(world);
    AntStepReport report;
    AntMapStats stats;
    report.struct_size = sizeof report;
    stats.struct_size = sizeof stats;
    add_source(map, 1, 2.5, 8.5, 36, 0);
    ENSURE_OK(ant_map_step_to(map, STEP, &report));
    ENSURE(report.budget_reached == 0);
    ENSURE_STATUS(ANT_BUDGET_REACHED, ant_map_step_to(map, 3 * SECOND, &report));
    ENSURE(report.budget_reached == 1 && report.steps == 59);
    ENSURE(value_at(map, 0, 15.5, 8.5) > 0 && value_at(map, 0, 16.5, 8.5) == 0.0);
    ENSURE_OK(ant_map_stats(map, &stats));
    ENSURE(stats.active_cells == 256 && stats.field_bytes == 2048);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void what_needs_a_tile_beyond_the_budget_is_refused_and_changes_nothing(void) {
    AntWorld world = grid_world(48, 16, NULL);
    AntPheromoneMap map = one_tile(world);
    AntSourceDesc far_away = source_at(40.5, 8.5, 5);
    static const double places[2][3] = {{1.5, 0, 1.5}, {40.5, 0, 1.5}};
    static const float amounts[2] = {1, 1};
    int8_t status[2] = {9, 9};
    uint64_t before;
    int i;
    add_source(map, 1, 2.5, 8.5, 36, 0);
    add_source(map, 2, 2.5, 9.5, 36, 0);
    before = map_hash(map);
    REFUSED(BUDGET, "max_active_tiles", ant_map_add_source, (map, 3, &far_away));
    far_away.flags = ANT_SOURCE_FIXED;
    REFUSED(BUDGET, "max_active_tiles", ant_map_add_source, (map, 3, &far_away));
    REFUSED(BUDGET, "max_active_tiles", ant_map_deposit, (map, 0, at(40.5, 1.5), 1));
    ENSURE(map_hash(map) == before);
    REFUSED(BUDGET, "max_active_tiles", ant_map_move_source, (map, 1, at(40.5, 8.5)));
    ENSURE(map_hash(map) == before);
    ENSURE_STATUS(ANT_PARTIAL, ant_map_deposit_batch(map, 0, 2, STREAM(places, ANT_F64X3), STREAM(amounts, ANT_F32),
                                                     STREAM(status, ANT_I8)));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_ERROR_BUDGET);
    /* After a refused move the source goes on where it was: the map stays equal to a twin that never tried. */
    {
        AntPheromoneMap twin = one_tile(world);
        add_source(twin, 1, 2.5, 8.5, 36, 0);
        add_source(twin, 2, 2.5, 9.5, 36, 0);
        MUST(ant_map_deposit(twin, 0, at(1.5, 1.5), 1));
        for (i = 1; i < 20; i++) {
            MUST(ant_map_step_to(map, i * STEP, NULL));
            MUST(ant_map_step_to(twin, i * STEP, NULL));
            ENSURE(map_hash(map) == map_hash(twin));
        }
        ant_destroy(twin.id);
    }
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void as_many_layers_as_the_header_allows_can_be_had(void) {
    AntWorld world = grid_world(2, 2, NULL);
    AntLayerDesc *layers = (AntLayerDesc *)calloc(4096, sizeof *layers);
    AntMapDesc desc = map_desc();
    AntPheromoneMap map;
    AntMapStats stats;
    int i;
    ENSURE(layers != NULL);
    for (i = 0; i < 4096; i++) {
        layers[i] = layer_desc(0.5f, 0.5f);
    }
    desc.layers = layers;
    desc.layer_count = 4096;
    map = map_with(world, &desc);
    free(layers);
    stats.struct_size = sizeof stats;
    ENSURE_OK(ant_map_stats(map, &stats));
    ENSURE(stats.layer_count == 4096);
    ENSURE_OK(ant_map_deposit(map, 4095, at(1.5, 1.5), 8));
    ENSURE(value_at(map, 4095, 1.5, 1.5) == 8.0 && value_at(map, 4094, 1.5, 1.5) == 0.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(sources_beyond_the_budget_are_refused);
    RUN_TEST(avatars_beyond_the_budget_are_refused);
    RUN_TEST(a_field_does_not_spread_beyond_its_budget_of_tiles);
    RUN_TEST(what_needs_a_tile_beyond_the_budget_is_refused_and_changes_nothing);
    RUN_TEST(as_many_layers_as_the_header_allows_can_be_had);
    return ensure_end();
}
