/* Sixteen people who walk a level for the models that learn: half of them around a rectangle each, half of them at random.
 * Ticks of 1/64 s and steps of 1/8 m from integers alone, so that all numbers are exact. */
#ifndef ANTRECKON_TEST_PARADE_H
#define ANTRECKON_TEST_PARADE_H

#include "support_map/scenario.h"

#define PARADE_PEOPLE 16
#define PARADE_TICK (SECOND / 64)
#define PARADE_ASKED 3

typedef struct Parade {
    AntWorld world;
    AntPheromoneMap map;
    AntPredictor predictor;
    AntEntity people[PARADE_PEOPLE];
    /* In eighths of a metre, and what is added per tick. */
    int32_t place[PARADE_PEOPLE][2], step[PARADE_PEOPLE][2];
    uint64_t random;
    uint32_t tick;
} Parade;

static inline Parade parade_empty(void) {
    Parade p;
    int i;
    memset(&p, 0, sizeof p);
    p.world = scenario_world();
    p.map = scenario_map(p.world);
    p.predictor = predictor_on(p.world, p.map);
    p.random = 1;
    for (i = 0; i < PARADE_PEOPLE; i++) {
        p.place[i][0] = 80 + 20 * (i / 2);
        p.place[i][1] = 80 + 16 * (i / 2);
    }
    return p;
}

static inline uint32_t parade_random(Parade *p, uint32_t below) {
    p->random = p->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(p->random >> 33) % below;
}

static const int32_t PARADE_WAYS[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0, 0}};

/* Everybody goes on for a tick: around a rectangle of 4 s by 2 s, or another way (or nowhere) about twice a second, back at
 * the border. */
static inline void parade_walk(Parade *p) {
    static const uint32_t corners[4] = {0, 256, 384, 640};
    uint32_t i, k, now = p->tick % 768;
    for (i = 0; i < PARADE_PEOPLE; i++) {
        if (i % 2 == 0) {
            for (k = 0; k < 4; k++) {
                if (now == corners[k]) {
                    memcpy(p->step[i], PARADE_WAYS[k], sizeof p->step[i]);
                }
            }
        } else if (p->tick == 0 || parade_random(p, 32) == 0) {
            memcpy(p->step[i], PARADE_WAYS[parade_random(p, 5)], sizeof p->step[i]);
        }
        for (k = 0; k < 2; k++) {
            if (p->place[i][k] <= 8 || p->place[i][k] >= 8 * SCENARIO_SIDE - 8) {
                p->step[i][k] = p->place[i][k] <= 8 ? 1 : -1;
            }
            p->place[i][k] += p->step[i][k];
        }
    }
}

/* A quarter of the people is heard of: with velocity and facing; every second one also turns. */
static inline void parade_observe(Parade *p) {
    static const double facings[4][4] = {{0, 0, 0, 1}, {0, 0.6, 0, 0.8}, {0, 0.8, 0, -0.6}, {0, 1, 0, 0}};
    uint32_t i;
    for (i = p->tick % 4; i < PARADE_PEOPLE; i += 4) {
        AntObservation seen = moving(p->tick * PARADE_TICK, p->place[i][0] / 8.0, p->place[i][1] / 8.0, p->step[i][0] * 8.0,
                                     p->step[i][1] * 8.0);
        seen.flags |= ANT_OBSERVE_HAS_ORIENTATION;
        memcpy(seen.orientation, facings[p->tick / 16 % 4], sizeof seen.orientation);
        if (i % 2 == 0) {
            seen.flags |= ANT_OBSERVE_HAS_ANGULAR_VELOCITY | ANT_OBSERVE_HAS_ACCELERATION;
            seen.angular_velocity[1] = (int32_t)(p->tick / 8 % 5) - 2;
            seen.acceleration[0] = 0.5;
        }
        observe(p->predictor, p->people[i], &seen);
    }
}

/* Folds everything that is predicted of everybody for 0.1, 0.5 and 2 s ahead into a hash. */
static inline uint64_t parade_predict(Parade *p, uint64_t hash) {
    static const int64_t ahead[PARADE_ASKED] = {100 * MILLISECOND, 500 * MILLISECOND, 2 * SECOND};
    struct {
        double positions[PARADE_PEOPLE][3], velocities[PARADE_PEOPLE][3], orientations[PARADE_PEOPLE][4];
        double radii[PARADE_PEOPLE], confidences[PARADE_PEOPLE];
    } out;
    AntPredictBatch batch;
    uint32_t i;
    for (i = 0; i < PARADE_ASKED; i++) {
        MUST(ant_predict_batch_init(&batch));
        batch.count = PARADE_PEOPLE;
        batch.time = p->tick * PARADE_TICK + ahead[i];
        batch.entities = *STREAM(p->people, ANT_U64);
        batch.positions = *STREAM(out.positions, ANT_F64X3);
        batch.velocities = *STREAM(out.velocities, ANT_F64X3);
        batch.orientations = *STREAM(out.orientations, ANT_F64X4);
        batch.radii = *STREAM(out.radii, ANT_F64);
        batch.confidences = *STREAM(out.confidences, ANT_F64);
        MUST(ant_predictor_predict_batch(p->predictor, &batch));
        hash = fold(hash, &out, sizeof out);
    }
    return hash;
}

/* Goes on with another map and predictor that are restored from snapshots. */
static inline void parade_hand_over(Parade *p) {
    uint64_t map_size = 0, predictor_size = 0;
    unsigned char *bytes;
    uint32_t count = 0;
    MUST(ant_snapshot(p->map.id, NULL, 0, &map_size));
    MUST(ant_snapshot(p->predictor.id, NULL, 0, &predictor_size));
    bytes = (unsigned char *)malloc(map_size + predictor_size);
    if (bytes == NULL) {
        exit(EXIT_FAILURE);
    }
    MUST(ant_snapshot(p->map.id, bytes, map_size, NULL));
    MUST(ant_snapshot(p->predictor.id, bytes + map_size, predictor_size, NULL));
    MUST(ant_destroy(p->predictor.id));
    MUST(ant_destroy(p->map.id));
    p->map = scenario_map(p->world);
    p->predictor = predictor_on(p->world, p->map);
    MUST(ant_restore(p->map.id, bytes, map_size));
    MUST(ant_restore(p->predictor.id, bytes + map_size, predictor_size));
    MUST(ant_predictor_entities(p->predictor, 0, PARADE_PEOPLE, STREAM(p->people, ANT_U64), &count));
    free(bytes);
}

static inline void parade_end(Parade *p) {
    MUST(ant_destroy(p->predictor.id));
    MUST(ant_destroy(p->map.id));
    MUST(ant_destroy(p->world.id));
}

#endif
