/* Field steps on threads of your own: begin, tasks in any order on any thread, end. The result is the same to the bit.
 * cc -pthread jobs.c -I include -L target/release -lantreckon -lm -o jobs */
#include "example.h"
#include <pthread.h>

#define WORKERS 3

/* One worker of the host's job system: every third task. */
typedef struct Work {
    AntPheromoneMap map;
    uint32_t first, count;
} Work;

static void *worker(void *context) {
    const Work *work = (const Work *)context;
    uint32_t task;
    for (task = work->first; task < work->count; task += WORKERS) MUST(ant_map_step_task(work->map, task));
    return NULL;
}

static AntPheromoneMap map_of(AntWorld world) {
    AntMapDesc desc;
    AntSourceDesc source;
    AntPheromoneMap map = {0};
    uint64_t i;
    MUST(ant_map_desc_init(&desc));
    MUST(ant_map_create(world, &desc, &map));
    MUST(ant_source_desc_init(&source));
    for (i = 0; i < 25; i++) {
        source.position[0] = 10.5 + 40 * (double)(i % 5), source.position[2] = 10.5 + 40 * (double)(i / 5);
        MUST(ant_map_add_source(map, i, &source));
    }
    return map;
}

int main(void) {
    const int64_t until = 2000 * MS;
    AntWorld world;
    AntPheromoneMap alone, together;
    uint64_t hash_alone = 0, hash_together = 1;
    uint32_t tasks = 0, most = 0, steps = 0;
    check_library();
    world = grid_level(200, 200, NULL);
    alone = map_of(world);
    together = map_of(world);
    MUST(ant_map_step_to(alone, until, NULL));

    while (MUST(ant_map_step_begin(together, until, &tasks)) == ANT_OK) {
        pthread_t threads[WORKERS];
        Work work[WORKERS];
        uint32_t i;
        for (i = 0; i < WORKERS; i++) {
            work[i].map = together, work[i].first = i, work[i].count = tasks;
            if (pthread_create(&threads[i], NULL, worker, &work[i]) != 0) return 1;
        }
        for (i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
        MUST(ant_map_step_end(together, NULL));
        most = tasks > most ? tasks : most;
        steps++;
    }
    MUST(ant_state_hash(alone.id, &hash_alone));
    MUST(ant_state_hash(together.id, &hash_together));
    printf("%u steps of up to %u tasks on %d threads; same bits as on one: %s\n", (unsigned)steps, (unsigned)most, WORKERS,
           hash_alone == hash_together ? "yes" : "no");
    MUST(ant_destroy(together.id));
    MUST(ant_destroy(alone.id));
    MUST(ant_destroy(world.id));
    return !(steps == 40 && most > 1 && hash_alone == hash_together);
}
