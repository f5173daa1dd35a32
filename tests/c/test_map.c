/* The field of a map (eq. 6): what emits, spreads, fades and adds up, with numbers by hand. */
#include "support_map/scene.h"

static void step(AntPheromoneMap map, int64_t steps) {
    int64_t time = 0;
    MUST(map_time(map, &time));
    while (steps > 0) {
        int64_t now = steps < 200 ? steps : 200;
        MUST(ant_map_step_to(map, time += now * STEP, NULL));
        steps -= now;
    }
}

static void the_worked_example_of_the_paper_gives_24(void) {
    AntWorld world = grid_world(5, 5, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    static const double around[5][3] = {{2.5, 0, 2.5}, {2.5, 0, 1.5}, {3.5, 0, 2.5}, {2.5, 0, 3.5}, {1.5, 0, 2.5}};
    static const float amounts[5] = {32, 16, 64, 32, 64};
    ENSURE_OK(ant_map_deposit_batch(map, 0, 5, STREAM(around, ANT_F64X3), STREAM(amounts, ANT_F32), NULL));
    add_source(map, 1, 2.5, 2.5, 5, 0);
    step(map, 1);
    ENSURE(value_at(map, 0, 2.5, 2.5) == 24.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_step_keeps_evaporation_times_the_total_plus_what_is_emitted(void) {
    AntWorld world = grid_world(7, 4, "......." "..#...." ".##...#" ".......");
    AntPheromoneMap map = map_of(world, 0.8f, 0.6f);
    double expected = 100;
    int i;
    ENSURE_OK(ant_map_deposit(map, 0, at(0.5, 0.5), 100));
    add_source(map, 1, 6.5, 3.5, 12, 0);
    add_source(map, 2, 0.5, 3.5, -2, 0);
    for (i = 0; i < 20; i++) {
        step(map, 1);
        expected = 0.8f * expected + 10;
        ENSURE(near_to(total_of(map, 0), expected, 1e-4));
    }
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_fixed_source_has_the_pattern_that_plain_steps_end_in(void) {
    AntWorld world = grid_world(9, 6, "........." "....#...." "....#...." "....#...." "....#...." ".........");
    AntPheromoneMap fixed = map_of(world, 0.5f, 0.7f), plain = map_of(world, 0.5f, 0.7f);
    double u, v;
    add_source(fixed, 1, 2.5, 3.5, 36, ANT_SOURCE_FIXED);
    add_source(plain, 1, 2.5, 3.5, 36, 0);
    step(plain, ensure_rounds(2000, 200));
    for (v = 0.5; v < 6; v++) {
        for (u = 0.5; u < 9; u++) {
            if (u != 4.5 || v == 0.5 || v == 5.5) {
                double there = value_at(plain, 0, u, v);
                /* 1e-5 of what can be smelled (the default floor is 0.001), and next to nothing elsewhere. */
                double tolerance = there >= 1e-3 ? 1e-5 * there : 1e-8;
                ENSURE(there > 0 && near_to(value_at(fixed, 0, u, v), there, tolerance));
            }
        }
    }
    ENSURE(near_to(total_of(fixed, 0), 72, 1e-3));
    step(fixed, 50);
    ENSURE(near_to(value_at(fixed, 0, 2.5, 3.5) / value_at(plain, 0, 2.5, 3.5), 1, 1e-5));
    ant_destroy(fixed.id);
    ant_destroy(plain.id);
    ant_destroy(world.id);
}

static void a_taken_source_fades_by_evaporation_and_comes_back_whole(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.7f);
    add_source(map, 7, 4.5, 4.5, 36, ANT_SOURCE_FIXED);
    ENSURE_OK(ant_map_set_source_active(map, 7, 0));
    ENSURE(near_to(total_of(map, 0), 72, 1e-3));
    step(map, 3);
    ENSURE(near_to(total_of(map, 0), 9, 1e-3));
    ENSURE_OK(ant_map_set_source_active(map, 7, 1));
    ENSURE(near_to(total_of(map, 0), 72, 1e-3));
    ENSURE_OK(ant_map_remove_source(map, 7));
    step(map, 2);
    ENSURE(near_to(total_of(map, 0), 18, 1e-3));
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_map_remove_source(map, 7));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void fields_of_two_sources_add_up(void) {
    AntWorld world = grid_world(12, 5, "............" "...##......." "............" ".....#......" "............");
    AntPheromoneMap a = map_of(world, 0.7f, 0.5f), b = map_of(world, 0.7f, 0.5f), both = map_of(world, 0.7f, 0.5f);
    double u, v;
    add_source(a, 1, 1.5, 1.5, 30, 0);
    add_source(b, 2, 8.5, 3.5, -11, 0);
    add_source(both, 1, 1.5, 1.5, 30, 0);
    add_source(both, 2, 8.5, 3.5, -11, 0);
    step(a, 30);
    step(b, 30);
    step(both, 30);
    for (v = 0.5; v < 5; v += 2) {
        for (u = 0.5; u < 12; u++) {
            if (u != 5.5) {
                double sum = value_at(a, 0, u, v) + value_at(b, 0, u, v);
                ENSURE(near_to(value_at(both, 0, u, v), sum, 1e-5));
            }
        }
    }
    ENSURE(value_at(b, 0, 8.5, 3.5) < 0);
    ant_destroy(a.id);
    ant_destroy(b.id);
    ant_destroy(both.id);
    ant_destroy(world.id);
}

static void the_field_has_no_favourite_direction(void) {
    AntWorld world = grid_world(21, 21, NULL);
    AntPheromoneMap map = map_of(world, 0.9f, 0.8f);
    add_source(map, 1, 10.5, 10.5, 36, 0);
    step(map, 12);
    ENSURE(value_at(map, 0, 13.5, 10.5) > 0);
    ENSURE(value_at(map, 0, 13.5, 10.5) == value_at(map, 0, 7.5, 10.5));
    ENSURE(value_at(map, 0, 13.5, 10.5) == value_at(map, 0, 10.5, 7.5));
    ENSURE(value_at(map, 0, 13.5, 10.5) == value_at(map, 0, 10.5, 13.5));
    ENSURE(value_at(map, 0, 8.5, 9.5) == value_at(map, 0, 12.5, 11.5));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void nothing_leaks_through_a_wall_until_its_door_opens(void) {
    AntWorld world = grid_world(9, 3, "....#...." "........." "....#....");
    AntPheromoneMap map = map_of(world, 0.9f, 0.8f);
    AntDoorDesc door;
    AntDoor id;
    static const double low[3] = {4.1, -1, 1.1}, high[3] = {4.9, 1, 1.9};
    MUST(ant_door_desc_init(&door));
    door.flags = ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED;
    memcpy(door.bounds_min, low, sizeof low);
    memcpy(door.bounds_max, high, sizeof high);
    MUST(ant_world_add_door(world, &door, &id));
    add_source(map, 1, 1.5, 1.5, 36, 0);
    step(map, 60);
    ENSURE(value_at(map, 0, 3.5, 1.5) > 0 && value_at(map, 0, 5.5, 1.5) == 0.0);
    ENSURE_OK(ant_world_set_door(world, id, 1));
    step(map, 10);
    ENSURE(value_at(map, 0, 5.5, 1.5) > 0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_moved_source_emits_elsewhere_and_its_old_place_fades(void) {
    AntWorld world = grid_world(4, 1, ".#.#");
    AntPheromoneMap map = map_of(world, 0.5f, 0.7f);
    add_source(map, 1, 0.5, 0.5, 8, 0);
    step(map, 2);
    ENSURE(value_at(map, 0, 0.5, 0.5) == 12.0);
    ENSURE_OK(ant_map_move_source(map, 1, at(2.5, 0.5)));
    step(map, 1);
    ENSURE(value_at(map, 0, 0.5, 0.5) == 6.0 && value_at(map, 0, 2.5, 0.5) == 8.0);
    ENSURE_OK(ant_map_set_source_emission(map, 1, -2));
    step(map, 1);
    ENSURE(value_at(map, 0, 2.5, 0.5) == 2.0);
    /* Off the level it emits nothing, and is still known. */
    ENSURE_OK(ant_map_move_source(map, 1, at(100, 100)));
    step(map, 1);
    ENSURE(value_at(map, 0, 2.5, 0.5) == 1.0);
    ENSURE_OK(ant_map_remove_source(map, 1));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void deposits_are_felt_at_once_and_only_on_cells(void) {
    AntWorld world = grid_world(4, 1, ".#..");
    AntPheromoneMap map = map_of(world, 0.5f, 0.7f);
    ENSURE_OK(ant_map_deposit(map, 0, at(0.5, 0.5), 3));
    ENSURE_OK(ant_map_deposit(map, 0, at(0.2, 0.9), -1));
    ENSURE(value_at(map, 0, 0.5, 0.5) == 2.0);
    REFUSED(NOT_FOUND, "1.5, 0, 0.5", ant_map_deposit, (map, 0, at(1.5, 0.5), 3));
    /* A cell without neighbours keeps what it would have given away. */
    step(map, 1);
    ENSURE(value_at(map, 0, 0.5, 0.5) == 1.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void notes_go_to_the_layer_that_is_kept_for_their_kind(void) {
    AntWorld world = grid_world(4, 4, NULL);
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[2];
    AntPheromoneMap map;
    uint64_t before;
    layers[0] = layers[1] = layer_desc(0.5f, 0.5f);
    desc.layers = layers;
    desc.layer_count = 2;
    desc.presence_layer = 0;
    desc.kill_layer = 1;
    map = map_with(world, &desc);
    ENSURE_OK(ant_map_note(map, ANT_NOTE_PRESENCE, at(0.5, 0.5)));
    ENSURE_OK(ant_map_note(map, ANT_NOTE_KILL, at(1.5, 0.5)));
    ENSURE_OK(ant_map_note(map, ANT_NOTE_KILL, at(1.5, 0.5)));
    ENSURE(value_at(map, 0, 0.5, 0.5) == 1.0 && value_at(map, 1, 1.5, 0.5) == 2.0);
    before = map_hash(map);
    ENSURE_OK(ant_map_note(map, ANT_NOTE_DEATH, at(1.5, 0.5)));
    ENSURE_OK(ant_map_note(map, ANT_NOTE_KILL, at(99, 99)));
    ENSURE(map_hash(map) == before);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void only_what_is_inside_the_area_of_interest_feeds_the_map(void) {
    AntWorld world = grid_world(20, 1, "..........#.........");
    AntPheromoneMap map = map_of(world, 0.5f, 0.7f);
    add_source(map, 1, 2.5, 0.5, 4, 0);
    add_source(map, 2, 18.5, 0.5, 4, 0);
    ENSURE_OK(ant_map_set_area_of_interest(map, at(2.5, 0.5), 5));
    step(map, 3);
    ENSURE(total_of(map, 0) > 6 && value_at(map, 0, 18.5, 0.5) == 0.0);
    ENSURE_OK(ant_map_set_area_of_interest(map, at(18.5, 0.5), 5));
    step(map, 1);
    ENSURE(near_to(total_of(map, 0), 7 * 0.5 + 4, 1e-5));
    ENSURE_OK(ant_map_set_area_of_interest(map, NULL, 0));
    step(map, 1);
    ENSURE(near_to(total_of(map, 0), 7.5 * 0.5 + 8, 1e-5));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_layer_that_is_changed_flows_on_with_its_amounts(void) {
    AntWorld world = grid_world(1, 1, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntLayerDesc slow = layer_desc(0.75f, 0.5f);
    ENSURE_OK(ant_map_deposit(map, 0, at(0.5, 0.5), 16));
    ENSURE_OK(ant_map_set_layer(map, 0, &slow));
    ENSURE(value_at(map, 0, 0.5, 0.5) == 16.0);
    step(map, 1);
    ENSURE(value_at(map, 0, 0.5, 0.5) == 12.0);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void a_map_without_layers_in_its_descriptor_has_one_with_defaults(void) {
    AntWorld world = grid_world(2, 2, NULL);
    AntMapDesc desc = map_desc();
    AntPheromoneMap map = map_with(world, &desc);
    AntMapStats stats;
    AntLayerDesc layer;
    int64_t time = -1;
    stats.struct_size = sizeof stats;
    ENSURE_OK(ant_map_stats(map, &stats));
    ENSURE(stats.layer_count == 1 && stats.time == 0 && stats.active_cells == 0 && stats.field_bytes == 0);
    ENSURE_OK(map_time(map, &time));
    ENSURE(time == 0 && desc.step == STEP && desc.max_catch_up == 200 && desc.presence_layer == ANT_NO_LAYER);
    ENSURE_OK(ant_layer_desc_init(&layer));
    ENSURE(layer.evaporation == 0.5f && layer.diffusion == 0.7f && layer.cap == 100.0f);
    ENSURE_OK(ant_is_valid(map.id));
    ant_destroy(map.id);
    ant_destroy(world.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_worked_example_of_the_paper_gives_24);
    RUN_TEST(a_step_keeps_evaporation_times_the_total_plus_what_is_emitted);
    RUN_TEST(a_fixed_source_has_the_pattern_that_plain_steps_end_in);
    RUN_TEST(a_taken_source_fades_by_evaporation_and_comes_back_whole);
    RUN_TEST(fields_of_two_sources_add_up);
    RUN_TEST(the_field_has_no_favourite_direction);
    RUN_TEST(nothing_leaks_through_a_wall_until_its_door_opens);
    RUN_TEST(a_moved_source_emits_elsewhere_and_its_old_place_fades);
    RUN_TEST(deposits_are_felt_at_once_and_only_on_cells);
    RUN_TEST(notes_go_to_the_layer_that_is_kept_for_their_kind);
    RUN_TEST(only_what_is_inside_the_area_of_interest_feeds_the_map);
    RUN_TEST(a_layer_that_is_changed_flows_on_with_its_amounts);
    RUN_TEST(a_map_without_layers_in_its_descriptor_has_one_with_defaults);
    return ensure_end();
}
