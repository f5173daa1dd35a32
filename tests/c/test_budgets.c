/* Searches end at the budgets of their descriptors, with a status that says so. The level is a field of 128 x 128 m with a closed room
 * of 10 x 10 m in its middle. */
#include "support/yard.h"

#define SIDE 128
#define LOW (SIDE / 2 - 6)

static const double OUTSIDE[3] = {LOW - 1.5, 0, SIDE / 2};
static const double INSIDE[3] = {LOW + 1.5, 0, SIDE / 2};

static AntWorld fortress(uint32_t max_nodes) {
    static uint8_t blocked[SIDE * SIDE];
    AntWorldDesc desc = world_desc();
    AntGridDesc grid;
    AntWorld world = {0};
    uint32_t i;
    for (i = LOW; i < LOW + 12; i++) {
        blocked[LOW * SIDE + i] = blocked[(LOW + 11) * SIDE + i] = 1;
        blocked[i * SIDE + LOW] = blocked[i * SIDE + LOW + 11] = 1;
    }
    CHECK(ant_grid_desc_init(&grid) == ANT_OK);
    grid.width = grid.depth = SIDE;
    grid.blocked = STREAM(blocked, ANT_U8);
    desc.max_nodes = max_nodes;
    CHECK(status_is(ant_world_create_grid(&desc, &grid, &world), ANT_OK));
    return world;
}

static void paths_and_their_lengths_say_that_the_search_was_cut(void) {
    static const struct {
        uint32_t max_nodes;
        AntStatus status;
    } CASES[2] = {{100, ANT_BUDGET_REACHED}, {SIDE * SIDE, ANT_UNREACHABLE}};
    int i;
    for (i = 0; i < 2; i++) {
        AntWorld world = fortress(CASES[i].max_nodes);
        double distance = 0;
        int32_t status = 0;
        AntStream from = stream_of((void *)OUTSIDE, sizeof OUTSIDE, 0, ANT_F64X3);
        AntStream to = stream_of((void *)INSIDE, sizeof INSIDE, 0, ANT_F64X3);
        AntStream out = stream_of(&distance, sizeof distance, 0, ANT_F64);
        AntStream statuses = stream_of(&status, sizeof status, 0, ANT_I32);
        AntPathInfo info;
        info.struct_size = sizeof info;
        NEEDS(CASES[i].status, ant_world_find_path(world, OUTSIDE, INSIDE, NULL, 0, NULL, NULL, &info));
        ENSURE(info.complete == 0 && info.point_count >= 1);
        NEEDS(CASES[i].status, ant_world_path_distance_batch(world, 1, &from, &to, NULL, &out, &statuses));
        ENSURE(status == CASES[i].status && distance > 1e300);
        NEEDS(ANT_OK, ant_destroy(world.id));
    }
}

static void the_nearest_place_is_looked_for_among_so_many_places(void) {
    AntWorld small = fortress(9), large = fortress(100);
    const double middle_of_wall[3] = {LOW + 0.5, 0, LOW + 0.5}, far_away[3] = {-1000, 0, -1000};
    AntLocation location;
    location.struct_size = sizeof location;
    NEEDS(ANT_OK, ant_world_locate(large, middle_of_wall, 5, &location));
    NEEDS(ANT_BUDGET_REACHED, ant_world_locate(small, far_away, 5000, &location));
    ENSURE(location.point[0] >= 0);
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_locate", "nothing walkable", ant_world_locate(large, far_away, 5, &location));
    ENSURE(ant_destroy(small.id) == ANT_OK && ant_destroy(large.id) == ANT_OK);
}

static void a_way_along_the_field_is_refused_when_it_takes_too_many_cells(void) {
    const double near_by[3] = {LOW + 4.5, 0, SIDE / 2};
    AntWorld world = fortress(100);
    AntReader reader;
    AntMapDesc desc;
    AntPheromoneMap map;
    uint32_t count = 77;
    double cost = -1;
    NEEDS(ANT_OK, ant_map_desc_init(&desc));
    NEEDS(ANT_OK, ant_map_create(world, &desc, &map));
    NEEDS(ANT_OK, ant_reader_init(&reader));
    FAILS(ANT_ERROR_BUDGET, "ant_map_path", "max_nodes",
          ant_map_path(map, &reader, OUTSIDE, INSIDE, 1, 0, NULL, &count, &cost));
    ENSURE(count == 77 && cost == -1);
    NEEDS(ANT_OK, ant_map_path(map, &reader, INSIDE, near_by, 1, 0, NULL, &count, &cost));
    ENSURE(cost == 3);
    NEEDS(ANT_OK, ant_destroy(map.id));
    NEEDS(ANT_OK, ant_destroy(world.id));
}

/* In and out through the wall of the room, 3 m every 10 s: in ten seconds one gets far. */
static void a_judge_leaves_open_what_would_take_too_long_to_find_out(void) {
    AntWorld world = fortress(65536);
    AntReceiver none = {0};
    AntPlausibilityDesc desc;
    AntPlausibility judge;
    uint32_t n;
    NEEDS(ANT_OK, ant_plausibility_desc_init(&desc));
    ENSURE(desc.max_nodes == 2048);
    desc.max_nodes = 64;
    desc.world = world;
    NEEDS(ANT_OK, ant_plausibility_create(&desc, NULL, &judge));
    for (n = 0; n < 4; n++) {
        AntUpdate update;
        AntJudgement judgement;
        NEEDS(ANT_OK, ant_update_init(&update));
        memcpy(update.position, n % 2 == 0 ? OUTSIDE : INSIDE, sizeof update.position);
        update.sequence = (uint16_t)n;
        update.time = n * INT64_C(10000000000);
        judgement.struct_size = sizeof judgement;
        NEEDS(n == 0 ? ANT_OK : ANT_BUDGET_REACHED, ant_plausibility_judge(judge, &update, update.time, none, &judgement));
        ENSURE(judgement.rules == 0);
    }
    NEEDS(ANT_OK, ant_destroy(judge.id));
    NEEDS(ANT_OK, ant_destroy(world.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(paths_and_their_lengths_say_that_the_search_was_cut);
    RUN_TEST(the_nearest_place_is_looked_for_among_so_many_places);
    RUN_TEST(a_way_along_the_field_is_refused_when_it_takes_too_many_cells);
    RUN_TEST(a_judge_leaves_open_what_would_take_too_long_to_find_out);
    return ensure_end();
}
