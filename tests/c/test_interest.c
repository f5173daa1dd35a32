/* Interest scheme and hybrid method: numbers by hand, frames, batches, and bad input to every function. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

static AntPredictor predictor;
static AntEntity entity;
static uint64_t hash_before;

/* The map of the paper: units are metres, nobody is too far away. */
static AntInterestDesc paper(void) {
    AntInterestDesc desc;
    MUST(ant_interest_desc_init(&desc));
    desc.unit = 1;
    desc.radius = 600;
    return desc;
}

static AntEntity runner(AntPredictor p, uint32_t model, float life) {
    AntProfile profile = bare_profile(model);
    AntEntity e = add_entity(p, &profile);
    AntObservation observation = moving(0, 0, 0, 40, 0);
    MUST(ant_predictor_set_life(p, e, life));
    observe(p, e, &observation);
    return e;
}

static void set_up(void) {
    AntInterestDesc desc = paper();
    predictor = lone_predictor();
    MUST(ant_predictor_set_interest(predictor, &desc));
    MUST(ant_predictor_set_object(predictor, 7, at(0, 60), 100, 1));
    entity = runner(predictor, ANT_MODEL_INTEREST, 0);
    hash_before = predictor_hash(predictor);
    outputs = fresh_outputs();
}

static void tear_down(void) {
    CHECK(predictor_hash(predictor) == hash_before);
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(predictor.id));
}

/* Slice 0 is straight, to (10, 0). There the object at (0, 60) pulls with 4165 / 3700; it was 60 away at the update, so inertia fades over
 * 6 slices and weighs 5/6 in slice 1. */
static void the_first_slices_by_hand(void) {
    double length = sqrt(3700.0), pull = 4165.0 / 3700.0;
    double x = 5.0 / 6 - pull / 6 * 10 / length, z = pull / 6 * 60 / length, norm = sqrt(x * x + z * z);
    AntPrediction prediction;
    set_up();
    CHECK(near3(predict(predictor, entity, SECOND / 4).position, 10, 0, 0, 1e-12));
    prediction = predict(predictor, entity, SECOND / 2);
    CHECK(near3(prediction.position, 10 + 10 * x / norm, 0, 10 * z / norm, 1e-12));
    CHECK(near3(prediction.velocity, 40 * x / norm, 0, 40 * z / norm, 1e-12));
    tear_down();
}

static void hybrid_is_dead_reckoning_until_the_threshold(void) {
    AntEntity hybrid;
    set_up();
    hybrid = runner(predictor, ANT_MODEL_HYBRID, 0);
    CHECK(near3(predict(predictor, hybrid, SECOND / 2).position, 20, 0, 0, 0));
    CHECK(predict(predictor, hybrid, SECOND).position[2] > 1);
    MUST(ant_predictor_remove_entity(predictor, hybrid));
    hash_before = predictor_hash(predictor);
    tear_down();
}

static void objects_can_be_taken_and_forgotten_and_players_can_leave(void) {
    AntObservation ahead = moving(1, 40, 60, 0, 0);
    AntEntity other;
    double flight;
    set_up();
    CHECK(predict(predictor, entity, SECOND).position[2] > 1);
    MUST(ant_predictor_set_object(predictor, 7, at(0, 60), 100, 0));
    CHECK(near3(predict(predictor, entity, SECOND).position, 40, 0, 0, 0));
    MUST(ant_predictor_remove_object(predictor, 7));
    REFUSED(NOT_FOUND, "object 7", ant_predictor_remove_object, (predictor, 7));
    /* Somebody stronger stands ahead on one side. */
    other = runner(predictor, ANT_MODEL_STILL, 80);
    observe(predictor, other, &ahead);
    flight = predict(predictor, entity, SECOND).position[2];
    CHECK(flight < -1);
    MUST(ant_predictor_set_life(predictor, other, -1));
    CHECK(near3(predict(predictor, entity, SECOND).position, 40, 0, 0, 0));
    MUST(ant_predictor_set_life(predictor, other, 80));
    CHECK(predict(predictor, entity, SECOND).position[2] == flight);
    hash_before = predictor_hash(predictor);
    tear_down();
}

/* Eq. 13 and the place of the preference, both ways: the other player stands, so that only the preference tells. */
static void both_readings_of_the_paper_can_be_asked_for(void) {
    AntInterestDesc desc = paper();
    AntProfile profile = bare_profile(ANT_MODEL_INTEREST);
    AntObservation start = moving(0, 0, 0, 40, 0);
    AntEntity collector;
    double turned, forces, led[2];
    int i;
    set_up();
    profile.preference = -100;
    profile.flags |= ANT_PROFILE_HAS_PREFERENCE;
    collector = add_entity(predictor, &profile);
    MUST(ant_predictor_set_life(predictor, collector, 0));
    observe(predictor, collector, &start);
    forces = predict(predictor, collector, SECOND / 4).position[2];
    desc.preference_turns = ANT_PREFERENCE_TURNS_RESULT;
    MUST(ant_predictor_set_interest(predictor, &desc));
    turned = predict(predictor, collector, SECOND / 4).position[2];
    /* Towards the object at (0, 60) at once, or straight on in slice 0. */
    CHECK(forces == 0 && near_to(turned, 10, 1e-9));
    for (i = 0; i < 2; i++) {
        AntEntity runaway;
        AntObservation beside = moving(0, 60, -40, 0, 40);
        desc = paper();
        desc.lead_by = i == 0 ? ANT_LEAD_BY_OWN_SPEED : ANT_LEAD_BY_BOTH_SPEEDS;
        MUST(ant_predictor_set_interest(predictor, &desc));
        runaway = runner(predictor, ANT_MODEL_STILL, 80);
        observe(predictor, runaway, &beside);
        led[i] = predict(predictor, entity, SECOND).position[2];
        MUST(ant_predictor_remove_entity(predictor, runaway));
    }
    CHECK(led[0] != led[1]);
    MUST(ant_predictor_remove_entity(predictor, collector));
    desc = paper();
    MUST(ant_predictor_set_interest(predictor, &desc));
    hash_before = predictor_hash(predictor);
    tear_down();
}

static double preference_of(AntEntity entity) {
    AntExplanation explanation;
    MUST(ant_explanation_init(&explanation));
    MUST(ant_predictor_explain(predictor, entity, 0, &explanation, 0, NULL));
    return explanation.preference;
}

static void preference_is_set_or_observed(void) {
    AntProfile profile = bare_profile(ANT_MODEL_HYBRID);
    AntEntity killer, enemy, open;
    AntObservation start = moving(0, 0, 0, 0, 0);
    int k;
    set_up();
    profile.preference = 60;
    profile.flags |= ANT_PROFILE_HAS_PREFERENCE;
    killer = add_entity(predictor, &profile);
    observe(predictor, killer, &start);
    CHECK(preference_of(killer) == 60);
    profile.flags &= ~(uint32_t)ANT_PROFILE_HAS_PREFERENCE;
    profile.v_max = 40;
    open = add_entity(predictor, &profile);
    observe(predictor, open, &start);
    CHECK(preference_of(open) == 0);
    /* The object lies at (0, 60), an enemy at (500, 0): somebody who runs along x goes for the enemy. */
    enemy = runner(predictor, ANT_MODEL_STILL, 10);
    MUST(ant_predictor_set_life(predictor, open, 50));
    for (k = 0; k < 20; k++) {
        AntObservation there = moving((k + 1) * SECOND / 2, 500, 0, 0, 0), run = moving((k + 1) * SECOND / 2, 20 * k, 0, 40, 0);
        observe(predictor, enemy, &there);
        observe(predictor, open, &run);
    }
    CHECK(preference_of(open) > 50 && preference_of(open) <= 100);
    hash_before = predictor_hash(predictor);
    tear_down();
}

/* Unreal: left-handed, Z up, centimetres; canonical = (y, z, -x) / 100. Constants stay metres. */
static void positions_are_in_the_frame_of_the_host(void) {
    AntInterestDesc interest = paper();
    AntPredictorDesc desc;
    AntPredictor unreal;
    AntProfile profile = bare_profile(ANT_MODEL_INTEREST);
    AntObservation observation = seen_at(0, 0, 0);
    AntEntity e;
    AntPrediction here, there;
    double place[3] = {-6000, 0, 0};
    set_up();
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = ANT_FRAME_UNREAL;
    MUST(ant_predictor_create(&desc, &unreal));
    MUST(ant_predictor_set_interest(unreal, &interest));
    MUST(ant_predictor_set_object(unreal, 7, place, 100, 1));
    e = add_entity(unreal, &profile);
    MUST(ant_predictor_set_life(unreal, e, 0));
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    observation.velocity[1] = 4000;
    observe(unreal, e, &observation);
    here = predict(predictor, entity, 2 * SECOND);
    there = predict(unreal, e, 2 * SECOND);
    CHECK(near3(there.position, -100 * here.position[2], 100 * here.position[0], 0, 1e-9));
    MUST(ant_destroy(unreal.id));
    tear_down();
}

static void the_budget_of_objects_holds(void) {
    AntInterestDesc desc = paper();
    set_up();
    desc.max_objects = 0;
    REFUSED(BUDGET, "max_objects", ant_predictor_set_interest, (predictor, &desc));
    desc.max_objects = 2;
    MUST(ant_predictor_set_interest(predictor, &desc));
    MUST(ant_predictor_set_object(predictor, 1, at(1, 1), 1, 1));
    MUST(ant_predictor_set_object(predictor, 7, at(0, 60), 100, 1)); /* It is there already. */
    hash_before = predictor_hash(predictor);
    REFUSED(BUDGET, "max_objects", ant_predictor_set_object, (predictor, 2, at(0, 0), 1, 1));
    CHECK(predictor_hash(predictor) == hash_before);
    MUST(ant_predictor_remove_object(predictor, 1));
    MUST(ant_predictor_set_object(predictor, 2, at(0, 0), 1, 1));
    hash_before = predictor_hash(predictor);
    tear_down();
}

static void every_function_refuses_bad_handles_and_entities(void) {
    AntInterestDesc desc = paper();
    AntPredictor gone = lone_predictor(), bad;
    AntNeedModel other;
    AntEntity bad_entity;
    uint64_t handles[BAD_HANDLES];
    uint32_t i;
    set_up();
    MUST(ant_need_model_create(2, &other));
    MUST(ant_destroy(gone.id));
    bad_handles(predictor.id, gone.id, other.id, handles);
    for (i = 0; i < BAD_HANDLES; i++) {
        bad.id = handles[i];
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_set_interest, (bad, &desc));
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_set_object, (bad, 1, at(0, 0), 1, 1));
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_remove_object, (bad, 7));
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_set_life, (bad, entity, 1));
    }
    bad_entity = runner(predictor, ANT_MODEL_INTEREST, 1);
    MUST(ant_predictor_remove_entity(predictor, bad_entity));
    hash_before = predictor_hash(predictor);
    for (i = 0; i < 2; i++) {
        REFUSED(NOT_FOUND, "entity", ant_predictor_set_life, (predictor, bad_entity, 1));
        bad_entity.id = 0;
    }
    MUST(ant_destroy(other.id));
    tear_down();
}

static void every_pointer_number_and_stream_is_checked(void) {
    double infinite[3] = {0, INFINITY, 0}, far_away[3] = {2e9, 0, 0};
    set_up();
    REFUSED(NULL_POINTER, "desc", ant_predictor_set_interest, (predictor, NULL));
    REFUSED(NULL_POINTER, "position", ant_predictor_set_object, (predictor, 1, NULL, 1, 1));
    REFUSED(NOT_FINITE, "position", ant_predictor_set_object, (predictor, 1, infinite, 1, 1));
    REFUSED(OUT_OF_RANGE, "position", ant_predictor_set_object, (predictor, 1, far_away, 1, 1));
    REFUSED(NOT_FINITE, "value", ant_predictor_set_object, (predictor, 1, at(0, 0), NAN, 1));
    REFUSED(OUT_OF_RANGE, "value", ant_predictor_set_object, (predictor, 1, at(0, 0), -2e9f, 1));
    REFUSED(OUT_OF_RANGE, "present", ant_predictor_set_object, (predictor, 1, at(0, 0), 1, 2));
    REFUSED(NOT_FOUND, "object 1", ant_predictor_remove_object, (predictor, 1));
    REFUSED(NOT_FINITE, "life", ant_predictor_set_life, (predictor, entity, INFINITY));
    REFUSED(OUT_OF_RANGE, "life", ant_predictor_set_life, (predictor, entity, 2e9f));
    tear_down();
}

static AntStatus interest_with(void *memory) { return ant_predictor_set_interest(predictor, (const AntInterestDesc *)memory); }

static void constants_outside_their_ranges_are_refused_by_name(void) {
    AntInterestDesc bad = paper();
    set_up();
    CHECK(grows_in(&bad, sizeof bad, interest_with));
#define BAD(status, field, value) \
    bad = paper();                \
    bad.field = value;            \
    REFUSED(status, #field, ant_predictor_set_interest, (predictor, &bad))
    BAD(OUT_OF_RANGE, longest_fading, 0);
    BAD(OUT_OF_RANGE, longest_fading, 10001);
    BAD(OUT_OF_RANGE, unit, 0);
    BAD(NOT_FINITE, unit, NAN);
    BAD(OUT_OF_RANGE, strength, -1);
    BAD(NOT_FINITE, strength, INFINITY);
    BAD(OUT_OF_RANGE, fading, -1);
    BAD(OUT_OF_RANGE, lead, 101);
    BAD(OUT_OF_RANGE, slice, 0.0099);
    BAD(OUT_OF_RANGE, slice, 10.1);
    BAD(INVALID_ARGUMENT, lead_by, 2);
    BAD(INVALID_ARGUMENT, preference_turns, 2);
    BAD(OUT_OF_RANGE, threshold, 61);
    BAD(OUT_OF_RANGE, full_life, 0);
    BAD(OUT_OF_RANGE, radius, 0);
    BAD(OUT_OF_RANGE, memory, 0);
    BAD(OUT_OF_RANGE, max_objects, 16777216);
    BAD(INVALID_ARGUMENT, reserved, 1);
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_first_slices_by_hand);
    RUN_TEST(hybrid_is_dead_reckoning_until_the_threshold);
    RUN_TEST(objects_can_be_taken_and_forgotten_and_players_can_leave);
    RUN_TEST(both_readings_of_the_paper_can_be_asked_for);
    RUN_TEST(preference_is_set_or_observed);
    RUN_TEST(positions_are_in_the_frame_of_the_host);
    RUN_TEST(the_budget_of_objects_holds);
    RUN_TEST(every_function_refuses_bad_handles_and_entities);
    RUN_TEST(every_pointer_number_and_stream_is_checked);
    RUN_TEST(constants_outside_their_ranges_are_refused_by_name);
    return ensure_end();
}
