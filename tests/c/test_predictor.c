/* The models of prediction with numbers by hand, and the life of entities. */
#include "support_map/entities.h"

/* x = 0, 0.4 and 0.6 m at 20 Hz: the last velocity is 4, the averages of eq. 3 and 4 are 4.48 m/s and -10.24 m/s^2. */
static AntEntity three_updates(AntPredictor predictor, const AntProfile *profile) {
    static const double x[3] = {0, 0.4, 0.6};
    AntEntity entity = add_entity(predictor, profile);
    int i;
    for (i = 0; i < 3; i++) {
        AntObservation observation = seen_at(i * STEP, x[i], 0);
        observe(predictor, entity, &observation);
    }
    return entity;
}

static void each_model_gives_the_numbers_of_its_formula(void) {
    static const uint32_t models[] = {ANT_MODEL_STILL, ANT_MODEL_DR1, ANT_MODEL_DR2, ANT_MODEL_DAMPED, ANT_MODEL_ANT};
    /* Half a second ahead, tau = 0.5 s, no field: 0.6 + ... */
    static const double places[] = {0.6, 0.6 + 4 * 0.5, 0.6 + 4.48 * 0.5 - 0.5 * 10.24 * 0.25,
                                    0.6 + 4 * 0.5 * 0.63212055882855768, 0.6 + 4.48 * 0.5 - 0.5 * 0.5 * 10.24 * 0.25};
    static const double speeds[] = {0, 4, 4.48 - 10.24 * 0.5, 4 * 0.36787944117144232, 4.48 - 0.5 * 10.24 * 0.5};
    AntPredictor predictor = lone_predictor();
    uint32_t i;
    for (i = 0; i < LENGTH_OF(models); i++) {
        AntProfile profile = bare_profile(models[i]);
        AntPrediction prediction;
        profile.tau = 0.5;
        prediction = predict(predictor, three_updates(predictor, &profile), 2 * STEP + SECOND / 2);
        ENSURE(near3(prediction.position, places[i], 0, 0, 1e-12));
        ENSURE(near3(prediction.velocity, speeds[i], 0, 0, 1e-12));
        ENSURE(prediction.corrections == (models[i] == ANT_MODEL_ANT ? (uint32_t)ANT_CORRECTION_FALLBACK : 0));
        ENSURE(prediction.orientation[3] == 1.0 && prediction.struct_size == sizeof prediction);
    }
    ant_destroy(predictor.id);
}

static void told_velocities_and_accelerations_win_over_estimates(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile dr1 = bare_profile(ANT_MODEL_DR1), dr2 = bare_profile(ANT_MODEL_DR2);
    AntEntity a = add_entity(predictor, &dr1), b = add_entity(predictor, &dr2);
    AntObservation observation = moving(0, 1, 2, 3, -4);
    AntPrediction prediction;
    observation.flags |= ANT_OBSERVE_HAS_ACCELERATION;
    observation.acceleration[1] = -8;
    observe(predictor, a, &observation);
    observe(predictor, b, &observation);
    prediction = predict(predictor, a, SECOND / 2);
    ENSURE(near3(prediction.position, 2.5, 0, 0, 1e-15));
    prediction = predict(predictor, b, SECOND / 2);
    ENSURE(near3(prediction.position, 2.5, -1, 0, 1e-15));
    ant_destroy(predictor.id);
}

static void irregular_updates_of_an_even_motion_are_averaged_as_if_regular(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR2);
    AntEntity often = add_entity(predictor, &profile), seldom = add_entity(predictor, &profile);
    AntPrediction a, b;
    int i;
    profile.alpha_a = 0;
    MUST(ant_predictor_set_profile(predictor, often, &profile));
    MUST(ant_predictor_set_profile(predictor, seldom, &profile));
    for (i = 0; i <= 8; i++) {
        AntObservation observation = seen_at(i * STEP, 0.25 * i, 0);
        observe(predictor, often, &observation);
        if (i == 0 || i == 8) {
            observe(predictor, seldom, &observation);
        }
    }
    a = predict(predictor, often, SECOND);
    b = predict(predictor, seldom, SECOND);
    ENSURE(near3(a.position, b.position[0], 0, 0, 1e-12));
    ENSURE(near_to(a.velocity[0], 5 * (1 - pow(0.2, 8)), 1e-12));
    ant_destroy(predictor.id);
}

/* Somebody at (8.5, 6.5) on a level with one smell of 12 at (12.5, 9.5): 5 m away, so the force is 12 / 5 for exponent 1. */
static void eq_5_in_frames_and_in_seconds_is_the_same_displacement(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntPredictor predictor = predictor_on(world, map);
    AntProfile profile = bare_profile(ANT_MODEL_ANT);
    AntObservation observation = seen_at(0, 8.5, 6.5);
    AntEntity entity;
    AntPrediction prediction;
    double frames = 4, seconds, h = 0.05, length;
    MUST(ant_map_deposit(map, 0, at(12.5, 9.5), 12));
    profile.attraction.exponent = 1;
    profile.attraction.unit = 1;
    profile.attraction.softening = 0;
    profile.alpha = 0.5;
    profile.mass = 2;
    entity = add_entity(predictor, &profile);
    observe(predictor, entity, &observation);
    prediction = predict(predictor, entity, 4 * STEP);
    /* 1/2 alpha F/m frames^2 = 1/2 alpha F/(m h^2) seconds^2 */
    length = 0.5 * 0.5 * (12.0 / 5) / 2 * frames * frames;
    seconds = frames * h;
    ENSURE(near_to(length, 0.5 * 0.5 * (12.0 / 5) / (2 * h * h) * seconds * seconds, 1e-12));
    ENSURE(near3(prediction.position, 8.5 + 0.8 * length, 0, 6.5 + 0.6 * length, 1e-5));
    ENSURE(prediction.corrections == 0);
    /* With Quake's unit the force is smaller by it, and so is what it displaces. */
    profile.attraction.unit = 0.0254;
    profile.force_scale = 3;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, 4 * STEP);
    length *= 3 * 0.0254 * 0.0254;
    ENSURE(near3(prediction.position, 8.5 + 0.8 * length, 0, 6.5 + 0.6 * length, 1e-7));
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void ant_without_weight_on_forces_is_dr2_to_the_bit(void) {
    AntWorld world = grid_world(20, 20, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntPredictor predictor = predictor_on(world, map);
    AntProfile ant = profile_of(ANT_MODEL_ANT), dr2 = profile_of(ANT_MODEL_DR2);
    AntEntity a, b;
    int i;
    MUST(ant_map_deposit(map, 0, at(12.5, 9.5), 50));
    ant.alpha = 0;
    a = add_entity(predictor, &ant);
    b = add_entity(predictor, &dr2);
    for (i = 0; i < 40; i++) {
        AntObservation observation = seen_at(i * 33 * MILLISECOND, 10 + 3 * sin(i * 0.3), 10 + 2 * cos(i * 0.41));
        AntPrediction p, q;
        observe(predictor, a, &observation);
        observe(predictor, b, &observation);
        p = predict(predictor, a, observation.time + i * 20 * MILLISECOND);
        q = predict(predictor, b, observation.time + i * 20 * MILLISECOND);
        ENSURE(memcmp(&p, &q, sizeof p) == 0);
    }
    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
}

static void the_past_is_answered_with_the_last_observation(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile);
    AntObservation observation = moving(SECOND, 5, 6, 1, 0), late = moving(SECOND, 9, 9, 9, 9);
    AntPrediction prediction;
    uint64_t before;
    memset(&prediction, 0x77, sizeof prediction);
    prediction.struct_size = sizeof prediction;
    REFUSED(NOT_FOUND, "observed", ant_predictor_predict, (predictor, entity, SECOND, &prediction));
    observe(predictor, entity, &observation);
    before = predictor_hash(predictor);
    ENSURE_STATUS(ANT_LATE, ant_predictor_observe(predictor, entity, &late));
    late.time = SECOND / 2;
    ENSURE_STATUS(ANT_LATE, ant_predictor_observe(predictor, entity, &late));
    ENSURE(predictor_hash(predictor) == before);
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_predictor_predict(predictor, entity, SECOND - 1, &prediction));
    ENSURE(near3(prediction.position, 5, 0, 6, 0) && prediction.corrections == ANT_CORRECTION_PAST);
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_predictor_predict(predictor, entity, INT64_MIN, &prediction));
    ENSURE_OK(ant_predictor_predict(predictor, entity, SECOND, &prediction));
    ENSURE(near3(prediction.position, 5, 0, 6, 0) && prediction.corrections == 0);
    ENSURE_OK(ant_predictor_predict(predictor, entity, INT64_MAX, &prediction));
    ENSURE(isfinite(prediction.position[0]) && isfinite(prediction.velocity[0]));
    ant_destroy(predictor.id);
}

static void a_teleported_entity_starts_anew(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = three_updates(predictor, &profile);
    AntObservation observation = seen_at(3 * STEP, 500, 0);
    AntPrediction prediction;
    observation.flags = ANT_OBSERVE_TELEPORTED | ANT_OBSERVE_HAS_ORIENTATION;
    observation.orientation[1] = 0.6;
    observation.orientation[3] = 0.8;
    observe(predictor, entity, &observation);
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 500, 0, 0, 0) && near3(prediction.velocity, 0, 0, 0, 0));
    ENSURE(near_to(prediction.orientation[1], 0.6, 1e-15) && near_to(prediction.orientation[3], 0.8, 1e-15));
    ant_destroy(predictor.id);
}

static void entities_are_added_listed_changed_and_removed(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile still = bare_profile(ANT_MODEL_STILL), dr1 = bare_profile(ANT_MODEL_DR1);
    AntEntity entities[3], listed[2];
    AntObservation observation = moving(0, 1, 1, 2, 0);
    uint32_t count = 99, i;
    uint64_t bytes = 0;
    for (i = 0; i < 3; i++) {
        entities[i] = add_entity(predictor, &still);
        observe(predictor, entities[i], &observation);
    }
    ENSURE_OK(entity_count(predictor, &count));
    ENSURE(count == 3);
    ENSURE_STATUS(ANT_TRUNCATED, ant_predictor_entities(predictor, 0, 2, STREAM(listed, ANT_U64), &count));
    ENSURE(listed[0].id == entities[0].id && listed[1].id == entities[1].id && count == 3);
    ENSURE_OK(ant_predictor_entities(predictor, 2, 2, STREAM(listed, ANT_U64), &count));
    ENSURE(listed[0].id == entities[2].id && listed[1].id == entities[1].id);
    ENSURE_OK(ant_predictor_set_profile(predictor, entities[0], &dr1));
    ENSURE_OK(ant_predictor_set_profile(predictor, entities[1], &dr1));
    ENSURE(predict(predictor, entities[0], SECOND).position[0] == 3.0);
    ENSURE(predict(predictor, entities[1], SECOND).position[0] == 3.0);
    ENSURE(predict(predictor, entities[2], SECOND).position[0] == 1.0);
    ENSURE_OK(ant_predictor_remove_entity(predictor, entities[1]));
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_predictor_set_profile(predictor, entities[1], &dr1));
    /* Its place is used again, its id is not. */
    listed[0] = add_entity(predictor, &still);
    ENSURE(listed[0].id != entities[1].id);
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_predictor_remove_entity(predictor, entities[1]));
    ENSURE_OK(ant_bytes(predictor.id, &bytes));
    ENSURE(bytes > 3 * 100 && bytes < 100000);
    ant_destroy(predictor.id);
}

static void a_shift_of_the_origin_moves_what_is_known(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile);
    AntObservation observation = moving(0, 100, 50, 2, 0);
    AntPrediction prediction;
    observe(predictor, entity, &observation);
    ENSURE_OK(ant_rebase(predictor.id, at(90, 60)));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 12, 0, -10, 1e-12));
    ant_destroy(predictor.id);
}

static void a_predictor_outlives_the_handles_of_its_level_and_map(void) {
    AntWorld world = grid_world(10, 3, NULL);
    AntPheromoneMap map = map_of(world, 1, 0);
    AntPredictor predictor;
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 8.5, 1.5, 4, 0);
    AntWorld none;
    AntEntity entity;
    none.id = 0;
    predictor = predictor_on(none, map); /* The level is the map's. */
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
    entity = add_entity(predictor, &profile);
    observe(predictor, entity, &observation);
    ENSURE(predict(predictor, entity, SECOND).corrections == ANT_CORRECTION_OBSTACLE);
    ENSURE_OK(ant_is_valid(predictor.id));
    ENSURE_OK(ant_destroy(predictor.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(predictor.id));
}

static void other_forces_act_on_ant_in_three_dimensions(void) {
    static const double force[3] = {0, -8, 4}, bad[3] = {0, NAN, 0}, far_too_much[3] = {0, 2e9, 0};
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_ANT);
    AntObservation observation = moving(0, 1, 2, 3, 0);
    AntEntity entity, gone;
    AntPrediction prediction;
    profile.mass = 2;
    entity = add_entity(predictor, &profile);
    gone = add_entity(predictor, &profile);
    observe(predictor, entity, &observation);
    ENSURE_OK(ant_predictor_set_force(predictor, entity, force));
    prediction = predict(predictor, entity, 2 * SECOND);
    /* One half alpha F / m t^2, on top of the velocity. */
    ENSURE(near3(prediction.position, 1 + 3 * 2, -0.5 * 0.5 * 4 * 4, 2 + 0.5 * 0.5 * 2 * 4, 1e-12));
    /* A new profile does not still the wind. */
    profile.mass = 4;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near_to(prediction.position[1], -0.5 * 0.5 * 2 * 4, 1e-12));
    REFUSED(NOT_FINITE, "force", ant_predictor_set_force, (predictor, entity, bad));
    REFUSED(OUT_OF_RANGE, "force", ant_predictor_set_force, (predictor, entity, far_too_much));
    REFUSED(NULL_POINTER, "force", ant_predictor_set_force, (predictor, entity, NULL));
    MUST(ant_predictor_remove_entity(predictor, gone));
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_predictor_set_force(predictor, gone, force));
    ant_destroy(predictor.id);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_predictor_set_force(predictor, entity, force));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(each_model_gives_the_numbers_of_its_formula);
    RUN_TEST(other_forces_act_on_ant_in_three_dimensions);
    RUN_TEST(told_velocities_and_accelerations_win_over_estimates);
    RUN_TEST(irregular_updates_of_an_even_motion_are_averaged_as_if_regular);
    RUN_TEST(eq_5_in_frames_and_in_seconds_is_the_same_displacement);
    RUN_TEST(ant_without_weight_on_forces_is_dr2_to_the_bit);
    RUN_TEST(the_past_is_answered_with_the_last_observation);
    RUN_TEST(a_teleported_entity_starts_anew);
    RUN_TEST(entities_are_added_listed_changed_and_removed);
    RUN_TEST(a_shift_of_the_origin_moves_what_is_known);
    RUN_TEST(a_predictor_outlives_the_handles_of_its_level_and_map);
    return ensure_end();
}
