/* Reading a map: raw amounts, what a reader smells, gradients, pairwise avatars, ways along the field, listing it. */
#include "support_map/scene.h"

/* Two layers over 8 x 8 squares, with a cap of 10 on the first. */
static AntPheromoneMap two_layers(AntWorld world) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[2];
    layers[0] = layers[1] = layer_desc(1, 0);
    layers[0].cap = 10;
    layers[1].cap = 20;
    layers[0].floor = 0.5f;
    layers[1].floor = 0.25f;
    desc.layers = layers;
    desc.layer_count = 2;
    return map_with(world, &desc);
}

static double smell_at(AntPheromoneMap map, const AntReader *reader, double x, double z) {
    float smell = -999;
    MUST(ant_map_sample(map, reader, at(x, z), &smell, NULL));
    return smell;
}

static void a_smell_is_the_weighted_sum_of_the_layers(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = two_layers(world);
    static const float weights[3] = {2, -0.5f, 99};
    AntReader both = reader_of(weights, 3), first = reader_of(weights, 1), nobody = reader_of(NULL, 0);
    MUST(ant_map_deposit(map, 0, at(1.5, 1.5), 3));
    MUST(ant_map_deposit(map, 1, at(1.5, 1.5), 4));
    ENSURE(smell_at(map, &both, 1.5, 1.5) == 4.0);
    ENSURE(smell_at(map, &first, 1.5, 1.5) == 6.0);
    ENSURE(smell_at(map, &nobody, 1.5, 1.5) == 0.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void cap_and_floor_belong_to_what_is_smelled(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = two_layers(world);
    static const float weights[2] = {1, 1}, reversed[2] = {-1, 0};
    AntReader both = reader_of(weights, 2), first = reader_of(weights, 1), repelled = reader_of(reversed, 2);
    MUST(ant_map_deposit(map, 0, at(1.5, 1.5), 15));
    MUST(ant_map_deposit(map, 1, at(1.5, 1.5), 15));
    MUST(ant_map_deposit(map, 0, at(2.5, 1.5), 0.3f));
    ENSURE(smell_at(map, &first, 1.5, 1.5) == 10.0);
    ENSURE(smell_at(map, &repelled, 1.5, 1.5) == -10.0);
    ENSURE(smell_at(map, &both, 1.5, 1.5) == 20.0);
    /* Below the floor of 0.5 it counts as nothing; with a second layer the smaller floor counts. */
    ENSURE(smell_at(map, &first, 2.5, 1.5) == 0.0);
    ENSURE(near_to(smell_at(map, &both, 2.5, 1.5), 0.3, 1e-7));
    ENSURE(near_to(value_at(map, 0, 2.5, 1.5), 0.3, 1e-7));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_gradient_points_uphill_with_its_rate_per_unit(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = two_layers(world);
    static const float one = 1;
    AntReader reader = reader_of(&one, 1);
    double gradient[3] = {9, 9, 9};
    float smell = 0;
    MUST(ant_map_deposit(map, 0, at(3.5, 3.5), 5));
    MUST(ant_map_deposit(map, 0, at(4.5, 3.5), 9));
    MUST(ant_map_deposit(map, 0, at(2.5, 3.5), 1));
    MUST(ant_map_deposit(map, 0, at(3.5, 2.5), 6));
    ENSURE_OK(ant_map_sample(map, &reader, at(3.5, 3.5), &smell, gradient));
    ENSURE(smell == 5.0f && near3(gradient, 4, 0, -3, 1e-6));
    /* One-sided at a wall. */
    MUST(ant_map_deposit(map, 0, at(0.5, 6.5), 2));
    ENSURE_OK(ant_map_sample(map, &reader, at(0.5, 6.5), NULL, gradient));
    ENSURE(near3(gradient, -2, 0, 0, 1e-6));
    ENSURE_OK(ant_map_sample(map, &reader, at(0.5, 6.5), NULL, NULL));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void an_avatar_feels_the_others_by_pair_weights_and_never_itself(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntReader reader = reader_of(NULL, 0);
    uint32_t layer_a = 0, layer_b = 0, layer = 0;
    ENSURE_OK(ant_map_add_avatar(map, 100, 4, &layer_a));
    ENSURE_OK(ant_map_add_avatar(map, 200, 8, &layer_b));
    ENSURE(layer_a == 1 && layer_b == 2);
    ENSURE_OK(ant_map_avatar_layer(map, 200, &layer));
    ENSURE(layer == 2);
    ENSURE_OK(ant_map_move_avatar(map, 100, at(1.5, 1.5)));
    ENSURE_OK(ant_map_move_avatar(map, 200, at(5.5, 5.5)));
    MUST(ant_map_step_to(map, STEP, NULL));
    ENSURE(value_at(map, 1, 1.5, 1.5) == 4.0 && value_at(map, 2, 5.5, 5.5) == 8.0);
    ENSURE(smell_at(map, &reader, 5.5, 5.5) == 0.0);
    reader.flags = ANT_READER_HAS_AVATAR;
    reader.avatar = 100;
    ENSURE(smell_at(map, &reader, 5.5, 5.5) == -8.0 && smell_at(map, &reader, 1.5, 1.5) == 0.0);
    ENSURE_OK(ant_map_set_pair_weight(map, 100, 200, 0.25f));
    ENSURE(smell_at(map, &reader, 5.5, 5.5) == 2.0);
    reader.avatar = 200;
    ENSURE(smell_at(map, &reader, 1.5, 1.5) == -4.0 && smell_at(map, &reader, 5.5, 5.5) == 0.0);
    /* A known id only changes its emission. */
    ENSURE_OK(ant_map_add_avatar(map, 100, 10, &layer));
    ENSURE(layer == 1);
    MUST(ant_map_step_to(map, 2 * STEP, NULL));
    /* The avatars have a layer with defaults: 0.5 (1 - 0.7) of 4 stays. */
    ENSURE(near_to(value_at(map, 1, 1.5, 1.5), 10.6, 1e-6));
    ENSURE_OK(ant_map_remove_avatar(map, 100));
    ENSURE(value_at(map, 1, 1.5, 1.5) == 0.0);
    REFUSED(NOT_FOUND, "100", ant_map_avatar_layer, (map, 100, &layer));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void amounts_are_read_by_cell_and_by_position_in_any_format(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = two_layers(world);
    static const double places[2][3] = {{1.5, 0, 1.5}, {6.5, 0, 6.5}};
    static const float places32[2][3] = {{1.5f, 0, 1.5f}, {6.5f, 0, 6.5f}};
    static const float weights[2] = {1, 1};
    AntReader reader = reader_of(weights, 2);
    AntCell cells[2];
    float single = 0, values32[2];
    double values[2];
    cells[0] = cell_at(world, 1.5, 1.5);
    cells[1] = cell_at(world, 6.5, 6.5);
    MUST(ant_map_deposit(map, 1, at(1.5, 1.5), 3));
    MUST(ant_map_deposit(map, 1, at(6.5, 6.5), -4));
    ENSURE_OK(map_value(map, 1, cells[1], &single));
    ENSURE(single == -4.0f);
    ENSURE_OK(sample_batch(map, NULL, 1, 2, STREAM(cells, ANT_U64), NULL, STREAM(values, ANT_F64), NULL));
    ENSURE(values[0] == 3.0 && values[1] == -4.0);
    ENSURE_OK(sample_batch(map, NULL, 1, 2, NULL, STREAM(places32, ANT_F32X3), STREAM(values32, ANT_F32), NULL));
    ENSURE(values32[0] == 3.0f && values32[1] == -4.0f);
    ENSURE_OK(sample_batch(map, &reader, 0, 2, STREAM(cells, ANT_U64), NULL, STREAM(values32, ANT_F32), NULL));
    ENSURE(values32[0] == 3.0f && values32[1] == -4.0f);
    values[0] = values[1] = 0;
    ENSURE_OK(sample_batch(map, &reader, 0, 2, NULL, STREAM(places, ANT_F64X3), STREAM(values, ANT_F64), NULL));
    ENSURE(values[0] == 3.0 && values[1] == -4.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void bad_places_of_a_batch_are_told_by_element(void) {
    AntWorld world = grid_world(2, 1, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    double places[4][3] = {{0.5, 0, 0.5}, {99, 0, 0.5}, {0, 0, 0}, {1.5, 0, 0.5}};
    double values[4] = {-7, -7, -7, -7};
    int8_t status[4] = {1, 1, 1, 1};
    places[2][0] = NAN;
    ENSURE_STATUS(ANT_PARTIAL, sample_batch(map, NULL, 0, 4, NULL, STREAM(places, ANT_F64X3), STREAM(values, ANT_F64), STREAM(status, ANT_I8)));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FOUND);
    ENSURE(status[2] == ANT_ERROR_NOT_FINITE && status[3] == ANT_OK);
    ENSURE(values[0] == 0.0 && values[1] == -7.0 && values[2] == -7.0 && values[3] == 0.0);
    values[0] = -7;
    REFUSED(NOT_FOUND, "99", sample_batch, (map, NULL, 0, 4, NULL, STREAM(places, ANT_F64X3), STREAM(values, ANT_F64), NULL));
    ENSURE(values[0] == -7.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_stale_cell_is_refused(void) {
    AntWorld world = grid_world(2, 1, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntCell cell = cell_at(world, 0.5, 0.5), none;
    float value = -7;
    none.id = 0;
    REFUSED(NOT_FOUND, "cell", map_value, (map, 0, none, &value));
    cell.id ^= UINT64_C(1) << 40;
    REFUSED(NOT_FOUND, "cell", map_value, (map, 0, cell, &value));
    ENSURE(value == -7.0f);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_good_smell_shortens_a_way_and_a_bad_one_lengthens_it(void) {
    AntWorld world = grid_world(5, 3, NULL);
    AntPheromoneMap map = two_layers(world);
    static const float one = 1;
    AntReader reader = reader_of(&one, 1);
    double points[8][3], cost = 0;
    uint32_t count = 0, i;
    ENSURE_OK(ant_map_path(map, &reader, at(0.5, 1.5), at(4.5, 1.5), 0, 8, STREAM(points, ANT_F64X3), &count, &cost));
    ENSURE(count == 5 && cost == 4.0 && near3(points[0], 0.5, 0, 1.5, 0) && near3(points[4], 4.5, 0, 1.5, 0));
    /* Full smell (the cap) halves the price of a cell at gain 1: around by the row of smells costs 1 + 5 / 2. */
    for (i = 0; i < 5; i++) {
        MUST(ant_map_deposit(map, 0, at(i + 0.5, 0.5), 10));
    }
    MUST(ant_map_deposit(map, 0, at(4.5, 1.5), -10));
    ENSURE_OK(ant_map_path(map, &reader, at(0.5, 1.5), at(4.5, 1.5), 1, 0, NULL, &count, &cost));
    ENSURE(count == 7 && near_to(cost, 0.5 * 5 + 2, 1e-9));
    ENSURE_STATUS(ANT_TRUNCATED, ant_map_path(map, &reader, at(0.5, 1.5), at(4.5, 1.5), 1, 2, STREAM(points, ANT_F64X3),
                                              &count, NULL));
    ENSURE(count == 7 && near3(points[1], 0.5, 0, 0.5, 1e-6));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_field_is_listed_page_by_page(void) {
    AntWorld world = grid_world(40, 1, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntCell cells[4];
    double centers[4][3], sum = 0;
    float values[4];
    uint32_t count = 0, first, i;
    for (i = 0; i < 6; i++) {
        MUST(ant_map_deposit(map, 0, at(7 * i + 0.5, 0.5), (float)(1 << i)));
    }
    ENSURE_OK(ant_map_field(map, 0, 0, 0, NULL, NULL, NULL, &count, NULL));
    ENSURE(count == 6);
    for (first = 0; first < 6; first += 4) {
        AntStatus expected = first == 0 ? ANT_TRUNCATED : ANT_OK;
        ENSURE_STATUS(expected, ant_map_field(map, 0, first, 4, STREAM(cells, ANT_U64), STREAM(centers, ANT_F64X3), STREAM(values, ANT_F32), &count, NULL));
        for (i = 0; i < 4 && first + i < count; i++) {
            float again = 0;
            ENSURE_OK(map_value(map, 0, cells[i], &again));
            ENSURE(again == values[i] && values[i] == value_at(map, 0, centers[i][0], centers[i][2]));
            sum += values[i];
        }
    }
    ENSURE(sum == 63.0 && total_of(map, 0) == 63.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_smell_is_the_weighted_sum_of_the_layers);
    RUN_TEST(cap_and_floor_belong_to_what_is_smelled);
    RUN_TEST(a_gradient_points_uphill_with_its_rate_per_unit);
    RUN_TEST(an_avatar_feels_the_others_by_pair_weights_and_never_itself);
    RUN_TEST(amounts_are_read_by_cell_and_by_position_in_any_format);
    RUN_TEST(bad_places_of_a_batch_are_told_by_element);
    RUN_TEST(a_stale_cell_is_refused);
    RUN_TEST(a_good_smell_shortens_a_way_and_a_bad_one_lengthens_it);
    RUN_TEST(a_field_is_listed_page_by_page);
    return ensure_end();
}
