/* Predictors and entities for the tests. */
#ifndef ANTRECKON_TEST_ENTITIES_H
#define ANTRECKON_TEST_ENTITIES_H

#include "support_map/scene.h"

static inline AntPredictor predictor_on(AntWorld world, AntPheromoneMap map) {
    AntPredictorDesc desc;
    AntPredictor predictor;
    MUST(ant_predictor_desc_init(&desc));
    desc.world = world;
    desc.map = map;
    MUST(ant_predictor_create(&desc, &predictor));
    return predictor;
}

/* Without a level and a field. */
static inline AntPredictor lone_predictor(void) {
    AntWorld no_world;
    AntPheromoneMap no_map;
    no_world.id = no_map.id = 0;
    return predictor_on(no_world, no_map);
}

static inline AntProfile profile_of(uint32_t model) {
    AntProfile profile;
    MUST(ant_profile_init(&profile));
    profile.model = model;
    return profile;
}

/* The model alone, without corrections. */
static inline AntProfile bare_profile(uint32_t model) {
    AntProfile profile = profile_of(model);
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    profile.obstacle = ANT_OBSTACLE_IGNORE;
    profile.still_force = 1;
    return profile;
}

static inline AntEntity add_entity(AntPredictor predictor, const AntProfile *profile) {
    AntEntity entity;
    MUST(ant_predictor_add_entity(predictor, profile, &entity));
    return entity;
}

static inline AntObservation seen_at(int64_t time, double x, double z) {
    AntObservation observation;
    MUST(ant_observation_init(&observation));
    observation.time = time;
    observation.position[0] = x;
    observation.position[2] = z;
    return observation;
}

static inline AntObservation moving(int64_t time, double x, double z, double vx, double vz) {
    AntObservation observation = seen_at(time, x, z);
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    observation.velocity[0] = vx;
    observation.velocity[2] = vz;
    return observation;
}

static inline void observe(AntPredictor predictor, AntEntity entity, const AntObservation *observation) {
    MUST(ant_predictor_observe(predictor, entity, observation));
}

static inline AntPrediction predict(AntPredictor predictor, AntEntity entity, int64_t time) {
    AntPrediction prediction;
    memset(&prediction, 0, sizeof prediction);
    prediction.struct_size = sizeof prediction;
    MUST(ant_predictor_predict(predictor, entity, time, &prediction));
    return prediction;
}

static inline uint64_t predictor_hash(AntPredictor predictor) {
    uint64_t hash = 0;
    MUST(ant_state_hash(predictor.id, &hash));
    return hash;
}

#endif
