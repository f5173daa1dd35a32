/* Time of a map: any frame rate, hitches, pauses, the past, steps in phases and through a host's parallel loop, budgets. */
#include "support_map/map_calls.h"
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

/* A level with some walls and a map on which several tiles are at work. */
static AntPheromoneMap busy_map(AntWorld *world) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[3];
    AntPheromoneMap map;
    int i;
    char plan[60 * 60];
    for (i = 0; i < 60 * 60; i++) {
        plan[i] = i % 60 % 9 == 4 && i / 60 % 7 != 2 ? '#' : '.';
    }
    *world = grid_world(60, 60, plan);
    for (i = 0; i < 3; i++) {
        layers[i] = layer_desc(0.97f - 0.01f * i, 0.9f);
        layers[i].prune = 1e-6f;
    }
    desc.layers = layers;
    desc.layer_count = 3;
    map = map_with(*world, &desc);
    for (i = 0; i < 9; i++) {
        AntSourceDesc source = source_at(3.5 + 6 * i, 2.5 + 5 * i, 10.0f + i);
        source.layer = i % 3;
        MUST(ant_map_add_source(map, i, &source));
    }
    return map;
}

static void let_go(AntPheromoneMap map, AntWorld world) {
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
}

static void hosts_at_30_60_and_144_hz_get_the_same_field(void) {
    static const uint32_t rates[] = {30, 60, 144, 7};
    uint64_t hashes[LENGTH_OF(rates)];
    uint32_t i, tick;
    for (i = 0; i < LENGTH_OF(rates); i++) {
        AntWorld world;
        AntPheromoneMap map = busy_map(&world);
        for (tick = 0; tick <= 2 * rates[i]; tick++) {
            int64_t time = 0;
            MUST(ant_time_from_ticks(tick, rates[i], &time));
            ENSURE_OK(ant_map_step_to(map, time, NULL));
        }
        hashes[i] = map_hash(map);
        ENSURE(hashes[i] == hashes[0]);
        let_go(map, world);
    }
}

static void a_hitch_is_caught_up_in_bounded_parts(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntMapDesc desc = map_desc();
    AntPheromoneMap slow, quick;
    AntStepReport report;
    int64_t time = 0;
    desc.max_catch_up = 15;
    desc.start = 3 * SECOND;
    slow = map_with(world, &desc);
    desc.max_catch_up = 200;
    quick = map_with(world, &desc);
    add_source(slow, 1, 2.5, 2.5, 36, 0);
    add_source(quick, 1, 2.5, 2.5, 36, 0);
    report.struct_size = sizeof report;
    /* Two seconds and a bit are 40 steps of 50 ms. */
    ENSURE_STATUS(ANT_STEPS_OWED, ant_map_step_to(slow, 5 * SECOND + 49 * MILLISECOND, &report));
    ENSURE(report.steps == 15 && report.owed == 25 && report.time == 3 * SECOND + 15 * STEP);
    ENSURE_STATUS(ANT_STEPS_OWED, ant_map_step_to(slow, 5 * SECOND + 49 * MILLISECOND, &report));
    ENSURE_OK(ant_map_step_to(slow, 5 * SECOND + 49 * MILLISECOND, &report));
    ENSURE(report.steps == 10 && report.owed == 0 && report.time == 5 * SECOND && report.reserved == 0);
    ENSURE_OK(ant_map_step_to(quick, 5 * SECOND, &report));
    ENSURE(report.steps == 40 && report.budget_reached == 0);
    ENSURE_OK(map_time(slow, &time));
    ENSURE(time == 5 * SECOND);
    ENSURE(value_at(slow, 0, 3.5, 3.5) == value_at(quick, 0, 3.5, 3.5));
    ant_destroy(slow.id);
    ant_destroy(quick.id);
    ant_destroy(world.id);
}

static void the_past_and_a_pause_change_nothing(void) {
    AntWorld world;
    AntPheromoneMap map = busy_map(&world);
    AntStepReport report;
    uint32_t tasks = 77;
    uint64_t before;
    report.struct_size = sizeof report;
    ENSURE_OK(ant_map_step_to(map, SECOND, NULL));
    before = map_hash(map);
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_map_step_to(map, SECOND - 1, &report));
    ENSURE(report.steps == 0 && report.owed == 0 && report.time == SECOND);
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_map_step_to(map, INT64_MIN, NULL));
    ENSURE_OK(ant_map_step_to(map, SECOND, &report));
    ENSURE_OK(ant_map_step_to(map, SECOND + STEP - 1, &report));
    ENSURE(report.steps == 0 && report.time == SECOND);
    ENSURE_STATUS(ANT_EMPTY, ant_map_step_begin(map, SECOND + STEP - 1, &tasks));
    ENSURE_STATUS(ANT_EMPTY, ant_map_step_begin(map, 0, &tasks));
    ENSURE(map_hash(map) == before);
    /* Nothing has begun. */
    REFUSED(STATE, "begun", ant_map_step_task, (map, 0));
    REFUSED(STATE, "begun", ant_map_step_end, (map, NULL));
    let_go(map, world);
}

static void the_end_of_time_is_far_but_reached_without_harm(void) {
    AntWorld world = grid_world(2, 2, NULL);
    AntMapDesc desc = map_desc();
    AntPheromoneMap map;
    AntStepReport report;
    report.struct_size = sizeof report;
    desc.start = INT64_MAX - 3 * STEP;
    map = map_with(world, &desc);
    ENSURE(ant_map_step_to(map, INT64_MAX, &report) >= 0);
    ENSURE(report.steps == 3 && report.owed == 0 && report.time == INT64_MAX);
    ant_destroy(map.id);
    desc.start = INT64_MIN;
    map = map_with(world, &desc);
    ENSURE_STATUS(ANT_STEPS_OWED, ant_map_step_to(map, INT64_MAX, &report));
    ENSURE(report.steps == 200 && report.owed == UINT64_MAX / STEP - 200);
    let_go(map, world);
}

/* Steps in phases until nothing is due, with the tasks backwards and some of them twice. */
static int step_backwards(AntPheromoneMap map, int64_t time) {
    uint32_t tasks = 0, steps = 0, i;
    AntStepReport report;
    report.struct_size = sizeof report;
    while (ant_map_step_begin(map, time, &tasks) == ANT_OK) {
        for (i = tasks; i > 0; i--) {
            if (ant_map_step_task(map, i - 1) != ANT_OK || (i % 2 == 0 && ant_map_step_task(map, i - 1) != ANT_OK)) {
                return -1;
            }
        }
        if (ant_map_step_end(map, &report) != ANT_OK || report.steps != 1 || report.owed != 0) {
            return -1;
        }
        steps++;
    }
    return (int)steps;
}

static void steps_in_phases_equal_steps_in_one_call_to_the_last_bit(void) {
    AntWorld one_world, other_world;
    AntPheromoneMap one = busy_map(&one_world), other = busy_map(&other_world);
    ENSURE_OK(ant_map_step_to(one, 2 * SECOND, NULL));
    ENSURE(step_backwards(other, 2 * SECOND) == 40);
    ENSURE(map_hash(one) == map_hash(other));
    let_go(one, one_world);
    let_go(other, other_world);
}

static void a_step_with_a_task_left_out_is_given_up(void) {
    AntWorld world;
    AntPheromoneMap map = busy_map(&world);
    uint32_t tasks = 0, i;
    uint64_t before;
    int64_t time = 0;
    outputs = fresh_outputs();
    MUST(ant_map_step_to(map, 2 * SECOND, NULL));
    before = map_hash(map);
    ENSURE_OK(ant_map_step_begin(map, 3 * SECOND, &tasks));
    ENSURE(tasks > 0);
    for (i = 1; i < tasks; i++) {
        ENSURE_OK(ant_map_step_task(map, i));
    }
    REFUSED(OUT_OF_RANGE, "task", ant_map_step_task, (map, tasks));
    REFUSED(OUT_OF_RANGE, "task", ant_map_step_task, (map, UINT32_MAX));
    ENSURE_STATUS(ANT_ERROR_STATE, ant_map_step_end(map, &outputs.report));
    ENSURE(outputs_are_untouched() && map_hash(map) == before);
    ENSURE_OK(map_time(map, &time));
    ENSURE(time == 2 * SECOND);
    ENSURE_OK(ant_map_step_to(map, 3 * SECOND, NULL));
    let_go(map, world);
}

static AntPheromoneMap open_map;

static int is_refused_within_a_step(const MapCall *call) {
    AntStatus status = call->call(open_map);
    return has_status(status, ANT_ERROR_STATE) && outputs_are_untouched();
}

static int is_answered_within_a_step(const MapCall *call) {
    AntStatus expected = strcmp(call->name, "ant_snapshot") == 0 ? ANT_ERROR_STATE : ANT_OK;
    AntStatus got = call->call(open_map);
    return got == ANT_TRUNCATED || has_status(got, expected);
}

static void between_begin_and_end_a_map_is_only_read(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_for_calls(world), twin = map_for_calls(world);
    AntDoorDesc door;
    AntDoor id;
    uint32_t tasks = 0, i;
    open_map = map;
    ENSURE_OK(ant_map_step_begin(map, STEP, &tasks));
    ENSURE(FOR_EACH_CALL(mutating_map_calls, is_refused_within_a_step));
    ENSURE(FOR_EACH_CALL(const_map_calls, is_answered_within_a_step));
    MUST(ant_door_desc_init(&door));
    door.flags = ANT_DOOR_HAS_BOUNDS;
    door.bounds_max[0] = door.bounds_max[1] = door.bounds_max[2] = 1;
    ENSURE_STATUS(ANT_ERROR_BUSY, ant_world_add_door(world, &door, &id));
    for (i = 0; i < tasks; i++) {
        ENSURE_OK(ant_map_step_task(map, i));
    }
    ENSURE_OK(ant_map_step_end(map, NULL));
    ENSURE_OK(ant_map_step_to(twin, STEP, NULL));
    ENSURE(map_hash(map) == map_hash(twin));
    ENSURE_OK(ant_world_add_door(world, &door, &id));
    ant_destroy(twin.id);
    let_go(map, world);
}

static void a_map_may_be_destroyed_between_begin_and_end(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_for_calls(world);
    uint32_t tasks = 0;
    ENSURE_OK(ant_map_step_begin(map, STEP, &tasks));
    ENSURE_OK(ant_destroy(map.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_map_step_task(map, 0));
    /* The level is free again. */
    ENSURE_OK(ant_rebase(world.id, at(1, 1)));
    ENSURE_OK(ant_destroy(world.id));
}

#if defined(__SSE__)
static AntStatus seen_by_log[3];

static void call_back_from_log(uint32_t level, const char *text, uint32_t length, void *user) {
    int64_t time = 0;
    AntWorld *other = (AntWorld *)user;
    seen_by_log[0] = level == ANT_LOG_WARNING && length == strlen(text) && strstr(text, "denormal") != NULL;
    seen_by_log[1] = map_time(open_map, &time);
    seen_by_log[2] = ant_is_valid((*other).id);
}

/* Checkers that emulate the processor may not flush although they were told to. */
static int flushes_denormals(void) {
    volatile float smallest = 1.17549435e-38f, half;
    half = smallest * 0.5f;
    return half == 0.0f;
}

static void a_thread_that_flushes_denormals_is_told_by_status_and_log(void) {
    AntWorld world = grid_world(8, 8, NULL);
    AntPheromoneMap map = map_for_calls(world);
    unsigned before = _mm_getcsr();
    AntStatus status;
    int flushes;
    open_map = map;
    memset(seen_by_log, 0, sizeof seen_by_log);
    MUST(ant_set_log_callback(call_back_from_log, &world));
    _mm_setcsr(before | 0x8040);
    flushes = flushes_denormals();
    status = ant_map_step_to(map, STEP, NULL);
    _mm_setcsr(before);
    MUST(ant_set_log_callback(NULL, NULL));
    ENSURE_STATUS(flushes ? ANT_DENORMALS_FLUSHED : ANT_OK, status);
    ENSURE(!flushes || (seen_by_log[0] == 1 && seen_by_log[1] == ANT_ERROR_BUSY && seen_by_log[2] == ANT_OK));
    ENSURE_OK(ant_map_step_to(map, 2 * STEP, NULL));
    let_go(map, world);
}
#endif

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(hosts_at_30_60_and_144_hz_get_the_same_field);
    RUN_TEST(a_hitch_is_caught_up_in_bounded_parts);
    RUN_TEST(the_past_and_a_pause_change_nothing);
    RUN_TEST(the_end_of_time_is_far_but_reached_without_harm);
    RUN_TEST(steps_in_phases_equal_steps_in_one_call_to_the_last_bit);
    RUN_TEST(a_step_with_a_task_left_out_is_given_up);
    RUN_TEST(between_begin_and_end_a_map_is_only_read);
    RUN_TEST(a_map_may_be_destroyed_between_begin_and_end);
#if defined(__SSE__)
    RUN_TEST(a_thread_that_flushes_denormals_is_told_by_status_and_log);
#endif
    return ensure_end();
}
