/* Corrections of a prediction: speed limit, walls, ways around, standing still, limit of the vector; bases, drops; the explanation. */
#include "support_map/entities.h"

static AntWorld world;
static AntPheromoneMap map;
static AntPredictor predictor;

static void set_up(uint32_t width, uint32_t depth, const char *plan) {
    world = grid_world(width, depth, plan);
    map = map_of(world, 1, 0);
    predictor = predictor_on(world, map);
}

static void tear_down(void) {
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
}

static AntEntity entity_seen(const AntProfile *profile, const AntObservation *observation) {
    AntEntity entity = add_entity(predictor, profile);
    observe(predictor, entity, observation);
    return entity;
}

static void nobody_is_predicted_faster_than_the_speed_limit(void) {
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 0, 0, 6, 8);
    AntPrediction prediction;
    AntEntity entity;
    predictor = lone_predictor();
    profile.flags = 0;
    profile.v_max = 5;
    profile.speed_factor = 0;
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 6, 0, 8, 1e-9) && near3(prediction.velocity, 3, 0, 4, 1e-9));
    ENSURE(prediction.corrections == ANT_CORRECTION_SPEED);
    /* What was seen lately raises it, up to the cap. */
    profile.speed_factor = 0.8;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 0.6 * 8, 0, 0.8 * 8, 1e-9));
    profile.speed_cap = 7;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 0.6 * 7, 0, 0.8 * 7, 1e-9));
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 6, 0, 8, 1e-12) && prediction.corrections == 0);
    ant_destroy(predictor.id);
}

static void a_wall_stops_a_prediction(void) {
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 2.5, 1.5, 4, 0);
    AntPrediction prediction;
    AntEntity entity;
    set_up(10, 3, "......#..." "......#..." "......#...");
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, SECOND / 2);
    ENSURE(near3(prediction.position, 4.5, 0, 1.5, 1e-12) && prediction.corrections == 0);
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 6, 0, 1.5, 1e-6) && prediction.position[0] <= 6);
    ENSURE(prediction.corrections == ANT_CORRECTION_OBSTACLE && near3(prediction.velocity, 0, 0, 0, 0));
    profile.obstacle = ANT_OBSTACLE_IGNORE;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 10.5, 0, 1.5, 1e-12) && prediction.corrections == 0);
    tear_down();
}

static void a_slanting_prediction_slides_along_a_wall_and_past_its_end(void) {
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 2.5, 4.5, 4, -4);
    AntPrediction prediction;
    AntEntity entity;
    set_up(9, 5, "........." "....#...." "....#...." "....#...." "....#....");
    ENSURE(profile.obstacle == ANT_OBSTACLE_SLIDE);
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, SECOND / 2);
    ENSURE(near3(prediction.position, 4, 0, 2.5, 1e-4) && prediction.corrections == ANT_CORRECTION_OBSTACLE);
    ENSURE(near3(prediction.velocity, 0, 0, -4, 1e-9));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near_to(prediction.position[2], 0.5, 1e-4) && prediction.position[0] > 4.1);
    ENSURE(near3(prediction.velocity, 4, 0, -4, 1e-9));
    tear_down();
}

static void who_stands_still_feels_reduced_forces_or_none(void) {
    AntProfile profile = bare_profile(ANT_MODEL_ANT);
    AntObservation observation = seen_at(0, 2.5, 2.5), slow = moving(0, 2.5, 2.5, 0.05, 0);
    AntPrediction prediction;
    AntEntity entity;
    double whole;
    set_up(9, 9, NULL);
    MUST(ant_map_deposit(map, 0, at(6.5, 2.5), 60));
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, SECOND);
    whole = prediction.position[0] - 2.5;
    ENSURE(whole > 1e-3 && prediction.corrections == 0);
    profile.still_force = 0.25;
    entity = entity_seen(&profile, &slow);
    prediction = predict(predictor, entity, SECOND);
    /* The velocity that was told counts all the same. */
    ENSURE(near_to(prediction.position[0] - 2.5, 0.05 + 0.25 * whole, 1e-9) && prediction.corrections == ANT_CORRECTION_STANDING);
    profile.still_force = 0;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near_to(prediction.position[0], 2.55, 1e-9) && prediction.corrections == ANT_CORRECTION_STANDING);
    profile.still_speed = 0.01;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near_to(prediction.position[0] - 2.5, 0.05 + whole, 1e-9) && prediction.corrections == 0);
    tear_down();
}

static void the_final_vector_is_at_most_a_factor_of_the_velocity(void) {
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 0, 0, 3, 4);
    AntPrediction prediction;
    AntEntity entity;
    predictor = lone_predictor();
    profile.vector_factor = 0.5;
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 3, 0, 4, 1e-9) && prediction.corrections == ANT_CORRECTION_VECTOR);
    profile.vector_factor = 1.5;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    ENSURE(predict(predictor, entity, 2 * SECOND).corrections == 0);
    ant_destroy(predictor.id);
}

static AntObservation riding(int64_t time, double local_x, double local_vx) {
    AntObservation observation = moving(time, local_x, 0, local_vx, 0);
    observation.flags |= ANT_OBSERVE_HAS_BASE;
    observation.base_id = 7;
    observation.base_position[0] = 10;
    observation.base_position[2] = 10;
    observation.base_velocity[0] = 2;
    observation.base_angular_velocity[1] = 1.5707963267948966;
    return observation;
}

static void who_rides_is_carried_and_turned_with_the_base(void) {
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation standing = riding(0, 1, 0), walking = riding(0, 1, 1);
    AntPrediction prediction;
    AntEntity entity;
    predictor = lone_predictor();
    entity = entity_seen(&profile, &standing);
    prediction = predict(predictor, entity, 0);
    ENSURE(near3(prediction.position, 11, 0, 10, 1e-12));
    /* After a quarter turn the base's x points to -z. */
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 12, 0, 9, 1e-12));
    ENSURE(near3(prediction.velocity, 2 - 1.5707963267948966, 0, 0, 1e-12));
    entity = entity_seen(&profile, &walking);
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 12, 0, 8, 1e-12));
    ant_destroy(predictor.id);
}

static void who_steps_off_a_base_keeps_its_way(void) {
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation on = riding(0, 1, 0), off = seen_at(SECOND, 13, 10);
    AntPrediction prediction;
    AntEntity entity;
    predictor = lone_predictor();
    on.base_angular_velocity[1] = 0;
    entity = entity_seen(&profile, &on);
    observe(predictor, entity, &off);
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 15, 0, 10, 1e-9));
    ant_destroy(predictor.id);
}

static void nobody_is_stopped_by_a_drop(void) {
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 2.5, 0.5, 4, 0);
    static const float heights[8] = {4, 4, 4, 4, 0, 0, 0, 0};
    AntWorldDesc desc;
    AntGridDesc grid;
    AntPheromoneMap none;
    AntPrediction prediction;
    AntEntity entity;
    none.id = 0;
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    grid.width = 8;
    grid.depth = 1;
    grid.heights = *STREAM(heights, ANT_F32);
    MUST(ant_world_create_grid(&desc, &grid, &world));
    predictor = predictor_on(world, none);
    observation.position[1] = 4;
    entity = entity_seen(&profile, &observation);
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 6.5, 4, 0.5, 1e-6) && prediction.corrections == 0);
    observation.time = 1;
    observation.flags |= ANT_OBSERVE_AIRBORNE;
    observe(predictor, entity, &observation);
    prediction = predict(predictor, entity, SECOND + 1);
    ENSURE(near3(prediction.position, 6.5, 4, 0.5, 1e-6) && prediction.corrections == 0);
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(world.id));
}

static void who_is_off_the_level_is_predicted_without_it(void) {
    AntProfile profile = profile_of(ANT_MODEL_ANT);
    AntObservation observation = seen_at(0, 100, 100), next = seen_at(STEP, 100.2, 100);
    AntPrediction prediction;
    AntEntity entity;
    set_up(4, 4, NULL);
    entity = entity_seen(&profile, &observation);
    observe(predictor, entity, &next);
    prediction = predict(predictor, entity, 2 * STEP);
    ENSURE((prediction.corrections & ANT_CORRECTION_FALLBACK) != 0 && prediction.position[0] > 100.2);
    tear_down();
}

/* Two layers, an avatar, somebody who runs. */
static AntEntity explained_entity(void) {
    static const float weights[2] = {1, -2};
    AntMapDesc desc = map_desc();
    AntLayerDesc layers[2];
    AntProfile profile = profile_of(ANT_MODEL_ANT);
    AntEntity entity;
    int i;
    world = grid_world(20, 20, NULL);
    layers[0] = layers[1] = layer_desc(1, 0);
    desc.layers = layers;
    desc.layer_count = 2;
    map = map_with(world, &desc);
    predictor = predictor_on(world, map);
    MUST(ant_map_deposit(map, 0, at(14.5, 9.5), 20));
    MUST(ant_map_deposit(map, 1, at(9.5, 14.5), 7));
    MUST(ant_map_add_avatar(map, 1, 1, NULL));
    MUST(ant_map_add_avatar(map, 2, 30, NULL));
    MUST(ant_map_move_avatar(map, 2, at(7.5, 7.5)));
    MUST(ant_map_step_to(map, STEP, NULL));
    profile.layer_weights = weights;
    profile.layer_weight_count = 2;
    profile.flags = ANT_PROFILE_HAS_AVATAR;
    profile.avatar = 1;
    profile.alpha = 0.25;
    profile.force_scale = 50;
    entity = add_entity(predictor, &profile);
    for (i = 0; i < 5; i++) {
        AntObservation observation = seen_at(i * STEP, 10 + 0.1 * i + 0.01 * i * i, 10);
        observe(predictor, entity, &observation);
    }
    return entity;
}

static void an_explanation_adds_up_to_the_prediction(void) {
    AntEntity entity = explained_entity();
    int64_t time = 4 * STEP + 300 * MILLISECOND;
    AntExplanation e;
    AntPrediction prediction = predict(predictor, entity, time);
    double shares[4][3];
    int axis;
    e.struct_size = sizeof e;
    ENSURE_OK(ant_predictor_explain(predictor, entity, time, &e, 4, STREAM(shares, ANT_F64X3)));
    ENSURE(near_to(e.horizon, 0.3, 1e-12) && e.layer_count == 4 && e.reserved == 0);
    ENSURE(near3(e.from, 10.56, 0, 10, 1e-12) && near_to(e.speed_limit, 8.128, 1e-12));
    for (axis = 0; axis < 3; axis++) {
        double force = shares[0][axis] + shares[1][axis] + shares[2][axis] + shares[3][axis];
        double sum = e.velocity_term[axis] + e.acceleration_term[axis] + e.force_term[axis];
        ENSURE(near_to(sum, e.raw[axis] - e.from[axis], 1e-12));
        ENSURE(near_to(force, e.force_term[axis], 1e-5 * (1 + fabs(force))));
        ENSURE(e.result[axis] == prediction.position[axis]);
    }
    ENSURE(e.corrections == prediction.corrections);
    /* It is drawn to the first layer (+x), driven from the second (-z) and from the other avatar, and does not feel itself. */
    ENSURE(shares[0][0] > 0 && shares[1][2] < 0 && shares[2][0] == 0.0 && shares[3][0] > 0 && shares[3][2] > 0);
    ENSURE_STATUS(ANT_TRUNCATED, ant_predictor_explain(predictor, entity, time, &e, 1, STREAM(shares, ANT_F64X3)));
    ENSURE_OK(ant_predictor_explain(predictor, entity, time, &e, 0, NULL));
    tear_down();
}

static void an_explanation_of_the_past_has_no_horizon(void) {
    AntEntity entity = explained_entity();
    AntExplanation e;
    e.struct_size = sizeof e;
    ENSURE(ant_predictor_explain(predictor, entity, 0, &e, 0, NULL) >= 0);
    ENSURE(e.horizon == 0.0 && e.corrections == ANT_CORRECTION_PAST && near3(e.raw, e.from[0], e.from[1], e.from[2], 0));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(nobody_is_predicted_faster_than_the_speed_limit);
    RUN_TEST(a_wall_stops_a_prediction);
    RUN_TEST(a_slanting_prediction_slides_along_a_wall_and_past_its_end);
    RUN_TEST(who_stands_still_feels_reduced_forces_or_none);
    RUN_TEST(the_final_vector_is_at_most_a_factor_of_the_velocity);
    RUN_TEST(who_rides_is_carried_and_turned_with_the_base);
    RUN_TEST(who_steps_off_a_base_keeps_its_way);
    RUN_TEST(nobody_is_stopped_by_a_drop);
    RUN_TEST(who_is_off_the_level_is_predicted_without_it);
    RUN_TEST(an_explanation_adds_up_to_the_prediction);
    RUN_TEST(an_explanation_of_the_past_has_no_horizon);
    return ensure_end();
}
