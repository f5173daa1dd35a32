/* A match to play: a level with walls, three layers, items, avatars and sixteen people of all models. The same calls every
 * time, with numbers from integers alone, so that nothing depends on the host's libm. */
#ifndef ANTRECKON_TEST_SCENARIO_H
#define ANTRECKON_TEST_SCENARIO_H

#include "support_map/entities.h"

#define SCENARIO_SIDE 64
#define SCENARIO_PEOPLE 16
#define SCENARIO_AVATARS 4

typedef struct Scenario {
    AntWorld world;
    AntPheromoneMap map;
    AntPredictor predictor;
    AntEntity people[SCENARIO_PEOPLE];
    uint32_t tick;
} Scenario;

static inline AntWorld scenario_world(void) {
    static char plan[SCENARIO_SIDE * SCENARIO_SIDE];
    int u, v;
    for (v = 0; v < SCENARIO_SIDE; v++) {
        for (u = 0; u < SCENARIO_SIDE; u++) {
            int wall = (u % 13 == 6 && v % 11 != 3) || (v % 17 == 9 && u % 7 != 2);
            plan[v * SCENARIO_SIDE + u] = wall ? '#' : '.';
        }
    }
    return grid_world(SCENARIO_SIDE, SCENARIO_SIDE, plan);
}

static inline AntPheromoneMap scenario_map(AntWorld world) {
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[3];
    layers[0] = layer_desc(0.5f, 0.7f);
    layers[1] = layer_desc(0.8f, 0.9f);
    layers[2] = layer_desc(0.95f, 0.5f);
    layers[0].prune = layers[1].prune = layers[2].prune = 1e-4f;
    desc.layers = layers;
    desc.layer_count = 3;
    desc.presence_layer = 2;
    return map_with(world, &desc);
}

/* The map and the predictor are empty: to be filled by scenario_fill, or by snapshots. */
static inline Scenario scenario_empty(void) {
    Scenario s;
    memset(&s, 0, sizeof s);
    s.world = scenario_world();
    s.map = scenario_map(s.world);
    s.predictor = predictor_on(s.world, s.map);
    return s;
}

static inline void scenario_fill(Scenario *s) {
    static const float weights[3] = {1, 0.5f, -0.25f};
    int i;
    for (i = 0; i < 8; i++) {
        AntSourceDesc source = source_at(4.5 + 7 * i, 4.5 + 5 * i, 20.0f + i);
        source.layer = i % 2;
        source.flags = i % 4 == 0 ? ANT_SOURCE_FIXED : 0;
        MUST(ant_map_add_source(s->map, (uint64_t)i, &source));
    }
    for (i = 0; i < SCENARIO_AVATARS; i++) {
        MUST(ant_map_add_avatar(s->map, (uint64_t)i, -36, NULL));
    }
    for (i = 0; i < SCENARIO_PEOPLE; i++) {
        AntProfile profile = profile_of((uint32_t)i % 5);
        profile.layer_weights = weights;
        profile.layer_weight_count = 3;
        profile.obstacle = i % 3 == 0 ? ANT_OBSTACLE_IGNORE : ANT_OBSTACLE_SLIDE;
        profile.attraction.shape = i % 3;
        profile.attraction.walls_hide = i % 2;
        profile.force_scale = 5;
        if (i < SCENARIO_AVATARS) {
            profile.flags |= ANT_PROFILE_HAS_AVATAR;
            profile.avatar = (uint64_t)i;
        }
        s->people[i] = add_entity(s->predictor, &profile);
    }
}

/* Somewhere on a polygon of eighths of a metre: exact in doubles. */
static inline void scenario_place(int person, uint32_t tick, double place[3]) {
    int32_t t = (int32_t)(tick * 2 + person * 37), a = t % 400, b = (t / 3 + person * 11) % 360;
    place[0] = 3 + (a < 200 ? a : 400 - a) * 0.25;
    place[1] = 0;
    place[2] = 2 + (b < 180 ? b : 360 - b) * 0.3125;
}

/* One frame of a host at 60 Hz: the field advances, items come and go, a third of the people is heard of, all are predicted. */
static inline void scenario_frame(Scenario *s, double out[SCENARIO_PEOPLE][3]) {
    AntEntity heard[SCENARIO_PEOPLE];
    double places[SCENARIO_PEOPLE][3];
    AntObserveBatch in;
    AntPredictBatch ask;
    int64_t time = 0;
    uint32_t i, count = 0, tick = s->tick++;
    MUST(ant_time_from_ticks(tick, 60, &time));
    for (i = 0; i < SCENARIO_AVATARS; i++) {
        scenario_place((int)i, tick, places[0]);
        MUST(ant_map_move_avatar(s->map, i, places[0]));
    }
    if (tick % 40 == 7) {
        MUST(ant_map_set_source_active(s->map, tick / 40 % 8, tick % 80 < 40));
        MUST(ant_map_note(s->map, ANT_NOTE_PRESENCE, places[0]));
        MUST(ant_map_set_pair_weight(s->map, tick / 40 % 4, (tick / 40 + 1) % 4, (float)(tick % 7) - 3));
    }
    MUST(ant_map_step_to(s->map, time, NULL));
    for (i = tick % 3; i < SCENARIO_PEOPLE; i += 3) {
        heard[count] = s->people[i];
        scenario_place((int)i, tick, places[count++]);
    }
    MUST(ant_observe_batch_init(&in));
    in.count = count;
    in.time = time;
    in.entities = *STREAM(heard, ANT_U64);
    in.positions = *STREAM(places, ANT_F64X3);
    MUST(ant_predictor_observe_batch(s->predictor, &in));
    if (tick < 3) {
        return;
    }
    MUST(ant_predict_batch_init(&ask));
    ask.count = SCENARIO_PEOPLE;
    ask.time = time + 400 * MILLISECOND;
    ask.entities = *STREAM(s->people, ANT_U64);
    ask.positions = *stream(out, sizeof(double) * 3 * SCENARIO_PEOPLE, 0, ANT_F64X3);
    MUST(ant_predictor_predict_batch(s->predictor, &ask));
}

/* FNV-1a over bytes, to fold what was predicted into one number. */
static inline uint64_t fold(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *byte = (const unsigned char *)bytes;
    while (count-- > 0) {
        hash = (hash ^ *byte++) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static inline void scenario_end(Scenario *s) {
    MUST(ant_destroy(s->predictor.id));
    MUST(ant_destroy(s->map.id));
    MUST(ant_destroy(s->world.id));
}

#endif
