/* Two threads on the same objects: success or ANT_ERROR_BUSY, never a wrong result, never a wait without end. */
#define _POSIX_C_SOURCE 200809L
#include "support_map/entities.h"
#include <pthread.h>
#include <time.h>

#define THREADS 2

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double how_long(void) { return ensure_rounds(10, 2) * 0.1; }

/* What threads work on, and what each of them saw. */
typedef struct Work {
    AntPheromoneMap map;
    AntPredictor predictor;
    AntEntity entity;
    uint32_t number, tasks;
    double deadline;
    uint64_t done, busy, wrong;
} Work;

/* Until the deadline, and on a machine that let this thread starve until it has done something. */
static int goes_on(const Work *work) {
    const double patience = 60;
    double t = now();
    return t < work->deadline || (work->done == 0 && t < work->deadline + patience);
}

static void run_together(void *(*const bodies[THREADS])(void *), Work work[THREADS]) {
    pthread_t threads[THREADS];
    uint32_t i;
    for (i = 0; i < THREADS; i++) {
        work[i].number = i;
        if (pthread_create(&threads[i], NULL, bodies[i], &work[i]) != 0) {
            exit(EXIT_FAILURE);
        }
    }
    for (i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* Counts a status; anything but success and busy is wrong. */
static int is_done(Work *work, AntStatus status) {
    work->done += status >= 0;
    work->busy += status == ANT_ERROR_BUSY;
    work->wrong += status < 0 && status != ANT_ERROR_BUSY;
    return status >= 0;
}

/* Each map has several tasks per step: 9 x 9 tiles are more than one task takes. */
static AntPheromoneMap wide_map(AntWorld world) {
    AntPheromoneMap map = map_of(world, 0.9f, 0.8f);
    int i;
    for (i = 0; i < 81; i++) {
        add_source(map, (uint64_t)i, i % 9 * 16 + 7.5, i / 9 * 16 + 4.5, 5.0f + i, 0);
    }
    return map;
}

static void *run_every_second_task(void *argument) {
    Work *work = (Work *)argument;
    uint32_t task;
    for (task = work->tasks; task-- > 0;) {
        if (task % THREADS == work->number) {
            is_done(work, ant_map_step_task(work->map, task));
        }
    }
    return NULL;
}

static void tasks_from_two_threads_give_the_field_of_one_call(void) {
    static void *(*const bodies[THREADS])(void *) = {run_every_second_task, run_every_second_task};
    AntWorld world = grid_world(144, 144, NULL);
    AntPheromoneMap one = wide_map(world), two = wide_map(world);
    uint32_t tasks = 0, most = 0;
    MUST(ant_map_step_to(one, 20 * STEP, NULL));
    while (ant_map_step_begin(two, 20 * STEP, &tasks) == ANT_OK) {
        Work work[THREADS];
        memset(work, 0, sizeof work);
        work[0].map = work[1].map = two;
        work[0].tasks = work[1].tasks = tasks;
        most = tasks > most ? tasks : most;
        run_together(bodies, work);
        ENSURE(work[0].done + work[1].done == tasks);
        ENSURE_OK(ant_map_step_end(two, NULL));
    }
    ENSURE(most >= 2 && map_hash(one) == map_hash(two));
    ant_destroy(one.id);
    ant_destroy(two.id);
    ant_destroy(world.id);
}

/* Somebody on the line x = 3 t: whichever observation a prediction starts from, the answer is the same. */
static void *observe_the_line(void *argument) {
    Work *work = (Work *)argument;
    int64_t t = 1;
    while (goes_on(work)) {
        AntObservation observation = moving(t * MILLISECOND, 3e-3 * (double)t, 0, 3, 0);
        t += is_done(work, ant_predictor_observe(work->predictor, work->entity, &observation));
    }
    return NULL;
}

static void *predict_the_line(void *argument) {
    Work *work = (Work *)argument;
    while (goes_on(work)) {
        AntPrediction prediction;
        prediction.struct_size = sizeof prediction;
        if (is_done(work, ant_predictor_predict(work->predictor, work->entity, 3600 * SECOND, &prediction))) {
            work->wrong += !near_to(prediction.position[0], 10800, 1e-6) || prediction.velocity[0] != 3.0;
        }
    }
    return NULL;
}

static void predictions_during_observations_are_right_or_busy(void) {
    static void *(*const bodies[THREADS])(void *) = {observe_the_line, predict_the_line};
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation first = moving(0, 0, 0, 3, 0);
    Work work[THREADS];
    memset(work, 0, sizeof work);
    work[0].predictor = work[1].predictor = predictor;
    work[0].entity = work[1].entity = add_entity(predictor, &profile);
    observe(predictor, work[0].entity, &first);
    work[0].deadline = work[1].deadline = now() + how_long();
    run_together(bodies, work);
    ENSURE(work[0].wrong == 0 && work[1].wrong == 0 && work[0].done > 0 && work[1].done > 0);
    ant_destroy(predictor.id);
}

/* Deposits of 1 into a field that keeps everything: the total is a count that only grows. */
static void *deposit_ones(void *argument) {
    Work *work = (Work *)argument;
    double place[3];
    place[0] = 1.5 + work->number;
    place[1] = 0;
    place[2] = 1.5;
    while (goes_on(work)) {
        is_done(work, ant_map_deposit(work->map, 0, place, 1));
    }
    return NULL;
}

static void *read_totals(void *argument) {
    Work *work = (Work *)argument;
    double before = 0;
    while (goes_on(work)) {
        double total = -1;
        if (is_done(work, map_total(work->map, 0, &total))) {
            work->wrong += total < before || total != floor(total);
            before = total;
        }
    }
    return NULL;
}

static void changes_of_a_map_are_whole_or_busy(void) {
    static void *(*const two_writers[THREADS])(void *) = {deposit_ones, deposit_ones};
    static void *(*const one_reader[THREADS])(void *) = {deposit_ones, read_totals};
    AntWorld world = grid_world(4, 4, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    Work work[THREADS];
    double expected;
    memset(work, 0, sizeof work);
    work[0].map = work[1].map = map;
    work[0].deadline = work[1].deadline = now() + how_long() / 2;
    run_together(two_writers, work);
    expected = (double)(work[0].done + work[1].done);
    ENSURE(work[0].wrong == 0 && work[1].wrong == 0 && total_of(map, 0) == expected);
    memset(work, 0, sizeof work);
    work[0].map = work[1].map = map;
    work[0].deadline = work[1].deadline = now() + how_long() / 2;
    run_together(one_reader, work);
    expected += (double)work[0].done;
    ENSURE(work[0].wrong == 0 && work[1].wrong == 0 && total_of(map, 0) == expected);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

/* Predictions read the predictor, the map and the level. */
static void *predict_and_read(void *argument) {
    Work *work = (Work *)argument;
    int i;
    for (i = 0; i < ensure_rounds(3000, 300); i++) {
        AntPrediction prediction;
        double total = 0;
        prediction.struct_size = sizeof prediction;
        is_done(work, ant_predictor_predict(work->predictor, work->entity, SECOND, &prediction));
        is_done(work, map_total(work->map, 0, &total));
        work->wrong += prediction.position[0] != 8.5 || total != 5.0;
    }
    return NULL;
}

static void const_calls_never_disturb_each_other(void) {
    static void *(*const bodies[THREADS])(void *) = {predict_and_read, predict_and_read};
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntPredictor predictor = predictor_on(world, map);
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 4.5, 4.5, 4, 0);
    Work work[THREADS];
    memset(work, 0, sizeof work);
    MUST(ant_map_deposit(map, 0, at(1.5, 1.5), 5));
    profile.obstacle = ANT_OBSTACLE_SLIDE;
    work[0].map = work[1].map = map;
    work[0].predictor = work[1].predictor = predictor;
    work[0].entity = work[1].entity = add_entity(predictor, &profile);
    observe(predictor, work[0].entity, &observation);
    run_together(bodies, work);
    ENSURE(work[0].busy == 0 && work[1].busy == 0 && work[0].wrong == 0 && work[1].wrong == 0);
    ENSURE(work[0].done == work[1].done && work[0].done > 0);
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

/* Uses a map until its handle is gone. */
static void *use_until_destroyed(void *argument) {
    Work *work = (Work *)argument;
    for (;;) {
        double total = 0;
        AntStatus status = map_total(work->map, 0, &total);
        if (status == ANT_ERROR_INVALID_HANDLE) {
            return NULL;
        }
        is_done(work, status);
        work->wrong += status >= 0 && total != 5.0;
    }
}

static void *destroy_after_a_while(void *argument) {
    Work *work = (Work *)argument;
    while (now() < work->deadline) {
    }
    is_done(work, ant_destroy(work->map.id));
    return NULL;
}

static void an_object_may_be_destroyed_while_another_thread_uses_it(void) {
    static void *(*const bodies[THREADS])(void *) = {use_until_destroyed, destroy_after_a_while};
    int round;
    for (round = 0; round < 10; round++) {
        AntWorld world = grid_world(20, 20, NULL);
        Work work[THREADS];
        memset(work, 0, sizeof work);
        work[0].map = work[1].map = map_of(world, 1, 0);
        MUST(ant_map_deposit(work[0].map, 0, at(1.5, 1.5), 5));
        work[1].deadline = now() + 0.01;
        run_together(bodies, work);
        ENSURE(work[0].wrong == 0 && work[1].done == 1);
        MUST(ant_destroy(world.id));
    }
    ENSURE(bytes_in_use() == 0);
}

static void *make_and_end(void *argument) {
    Work *work = (Work *)argument;
    int i;
    for (i = 0; i < ensure_rounds(500, 50); i++) {
        AntPredictorDesc desc;
        AntPredictor made;
        is_done(work, ant_predictor_desc_init(&desc));
        is_done(work, ant_predictor_create(&desc, &made));
        is_done(work, ant_is_valid(made.id));
        is_done(work, ant_destroy(made.id));
        work->wrong += ant_destroy(made.id) != ANT_ERROR_INVALID_HANDLE;
    }
    return NULL;
}

static void objects_are_made_and_ended_on_any_thread(void) {
    static void *(*const bodies[THREADS])(void *) = {make_and_end, make_and_end};
    Work work[THREADS];
    memset(work, 0, sizeof work);
    run_together(bodies, work);
    ENSURE(work[0].wrong == 0 && work[1].wrong == 0 && work[0].busy == 0 && work[1].busy == 0);
    ENSURE(bytes_in_use() == 0);
}

static void *fail_elsewhere(void *argument) {
    Work *work = (Work *)argument;
    work->wrong += !is_refused(ant_predictor_desc_init(NULL), ANT_ERROR_NULL_POINTER, "ant_init", "out");
    return NULL;
}

static void the_last_error_belongs_to_its_thread(void) {
    static void *(*const bodies[THREADS])(void *) = {fail_elsewhere, fail_elsewhere};
    AntPredictor predictor = lone_predictor();
    Work work[THREADS];
    AntStatus status;
    memset(work, 0, sizeof work);
    status = ant_bytes(predictor.id, NULL);
    run_together(bodies, work);
    ENSURE(work[0].wrong == 0 && work[1].wrong == 0);
    ENSURE(is_refused(status, ANT_ERROR_NULL_POINTER, "ant_bytes", "out_bytes"));
    ant_destroy(predictor.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(tasks_from_two_threads_give_the_field_of_one_call);
    RUN_TEST(predictions_during_observations_are_right_or_busy);
    RUN_TEST(changes_of_a_map_are_whole_or_busy);
    RUN_TEST(const_calls_never_disturb_each_other);
    RUN_TEST(an_object_may_be_destroyed_while_another_thread_uses_it);
    RUN_TEST(objects_are_made_and_ended_on_any_thread);
    RUN_TEST(the_last_error_belongs_to_its_thread);
    return ensure_end();
}
