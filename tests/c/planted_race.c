/* A mistake on purpose, which `cargo xtask test --only threads` must find: a thread reads what frames write, and waits for nobody. */
#define _POSIX_C_SOURCE 200809L
#include "support_map/scene.h"
#include <pthread.h>
#include <time.h>

static void *onlooker(void *argument) {
    const volatile double *place = (const volatile double *)argument;
    const struct timespec moment = {0, 1000000};
    double seen = 0;
    int i;
    for (i = 0; i < 100; i++) {
        seen += *place;
        nanosleep(&moment, NULL);
    }
    return seen < 0 ? argument : NULL;
}

static void frames_are_read_while_they_are_written(void) {
    static double places[1][3];
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntGhostFrame frame;
    AntState state;
    pthread_t thread;
    int i;
    MUST(ant_ghosts_desc_init(&desc));
    MUST(ant_ghosts_create(&desc, &ghosts));
    MUST(ant_state_init(&state));
    MUST(ant_ghosts_observe(ghosts, 1, &state, 1, 0));
    MUST(ant_ghost_frame_init(&frame));
    frame.capacity = 1;
    frame.positions = *STREAM(places, ANT_F64X3);
    ENSURE(pthread_create(&thread, NULL, onlooker, &places[0][0]) == 0);
    for (i = 0; i < 100; i++) {
        MUST(ant_ghosts_draw(ghosts, i * MILLISECOND, &frame, NULL));
    }
    pthread_join(thread, NULL);
    ant_destroy(ghosts.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(frames_are_read_while_they_are_written);
    return ensure_end();
}
