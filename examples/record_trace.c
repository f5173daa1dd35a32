/* Records a match from inside a game: the level, who and what is in it, where everybody is in every tick, what happens.
 * The bytes go to a file as the game goes on; afterwards: antreckon eval match.anttrace
 * cc record_trace.c -I include -L target/release -lantreckon -lm -o record_trace && ./record_trace match.anttrace */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TICK INT64_C(50000000)
#define PLAYERS 4

/* Writes what waits. A game would do this on another thread or once per second. */
static uint64_t drain(AntRecorder recorder, FILE *file) {
    unsigned char buffer[4096];
    uint64_t length, all = 0;
    while (ant_recorder_pull(recorder, buffer, sizeof buffer, &length) != ANT_EMPTY) {
        if (file != NULL) fwrite(buffer, 1, (size_t)length, file);
        all += length;
    }
    return all;
}

static AntWorld level(void) {
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world = {0};
    ant_world_desc_init(&desc);
    ant_grid_desc_init(&grid);
    grid.width = grid.depth = 40;
    ant_world_create_grid(&desc, &grid, &world);
    return world;
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "wb") : NULL;
    AntRecorderDesc desc;
    AntRecorder recorder;
    AntRecordEntity entity;
    AntRecordSamples samples;
    uint32_t ids[PLAYERS], i, k;
    float positions[PLAYERS][3], velocities[PLAYERS][3];
    uint64_t bytes = 0;
    AntWorld world = level();

    if (ant_check_version(ANT_VERSION, ANT_ABI_VERSION) < 0) return 1;
    if (argc > 1 && file == NULL) return 1;
    ant_recorder_desc_init(&desc);
    strcpy(desc.name, "courtyard_1");
    strcpy(desc.map, "courtyard");
    desc.v_max = 6;
    if (ant_recorder_create(&desc, &recorder) < 0) return 1;
    while (ant_recorder_level(recorder, world) == ANT_TRUNCATED) bytes += drain(recorder, file);

    ant_record_entity_init(&entity);
    for (i = 0; i < PLAYERS; i++) {
        entity.id = ids[i] = i;
        ant_recorder_add_entity(recorder, &entity);
    }
    entity.id = 100, entity.kind = ANT_RECORD_ITEM, entity.flags = 0;
    entity.position[0] = 20, entity.position[2] = 20;
    strcpy(entity.name, "item_health");
    ant_recorder_add_entity(recorder, &entity);

    ant_record_samples_init(&samples);
    samples.count = PLAYERS;
    samples.ids.data = ids, samples.ids.byte_len = sizeof ids, samples.ids.format = ANT_U32;
    samples.positions.data = positions, samples.positions.byte_len = sizeof positions, samples.positions.format = ANT_F32X3;
    samples.velocities.data = velocities, samples.velocities.byte_len = sizeof velocities;
    samples.velocities.format = ANT_F32X3;
    for (k = 0; k < 60 * 20; k++) {
        for (i = 0; i < PLAYERS; i++) { /* the game: everybody runs in rounds */
            double radius = 5 + 3 * i, angle = 6.0 / radius * 0.05 * k;
            positions[i][0] = (float)(20 + radius * cos(angle));
            positions[i][1] = 0;
            positions[i][2] = (float)(20 + radius * sin(angle));
            velocities[i][0] = (float)(-6 * sin(angle));
            velocities[i][1] = 0;
            velocities[i][2] = (float)(6 * cos(angle));
        }
        if (ant_recorder_sample_batch(recorder, k * TICK, &samples) < 0) return 1;
        if (k % 200 == 100) ant_recorder_event(recorder, k * TICK, ANT_RECORD_PICKUP, 0, 100, 25);
        if (k % 20 == 0) bytes += drain(recorder, file);
    }
    ant_recorder_finish(recorder);
    bytes += drain(recorder, file);
    printf("%u players, 60 s: %lu bytes, %.1f per sample\n", (unsigned)PLAYERS, (unsigned long)bytes,
           (double)bytes / (60 * 20 * PLAYERS));
    ant_destroy(recorder.id);
    ant_destroy(world.id);
    if (file != NULL && fclose(file) != 0) return 1;
    return bytes < 10000 || bytes > 200000;
}
