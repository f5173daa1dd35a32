/* Bad input to predictors: handles, entities, structs, null pointers, numbers. Nothing is written and nothing changes. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"
#include <stddef.h>

static AntPredictor predictor;
static AntEntity entity;
static uint64_t hash_before;

static void set_up(void) {
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 1, 1, 2, 0);
    predictor = lone_predictor();
    entity = add_entity(predictor, &profile);
    observe(predictor, entity, &observation);
    hash_before = predictor_hash(predictor);
    outputs = fresh_outputs();
}

static void tear_down(void) {
    CHECK(predictor_hash(predictor) == hash_before);
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(predictor.id));
}

static const AntProfile *good_profile(void) {
    static AntProfile profile;
    profile = profile_of(ANT_MODEL_DR2);
    return &profile;
}

static const AntObservation *good_observation(void) {
    static AntObservation observation;
    observation = moving(SECOND, 1, 1, 2, 0);
    return &observation;
}

static const AntObserveBatch *observe_batch_of(const AntEntity *e) {
    static AntObserveBatch batch;
    static const double place[1][3] = {{3, 0, 3}};
    MUST(ant_observe_batch_init(&batch));
    batch.count = 1;
    batch.time = SECOND;
    batch.entities = *stream(e, 8, 0, ANT_U64);
    batch.positions = *STREAM(place, ANT_F64X3);
    return &batch;
}

static const AntPredictBatch *predict_batch_of(const AntEntity *e) {
    static AntPredictBatch batch;
    MUST(ant_predict_batch_init(&batch));
    batch.count = 1;
    batch.time = SECOND;
    batch.entities = *stream(e, 8, 0, ANT_U64);
    batch.positions = *STREAM(outputs.vectors, ANT_F64X3);
    return &batch;
}

/* Calls that take an entity. */
#define ENTITY_CALL(function, arguments) \
    static AntStatus call_##function(AntPredictor p, AntEntity e) { return function arguments; }
ENTITY_CALL(ant_predictor_remove_entity, (p, e))
ENTITY_CALL(ant_predictor_set_profile, (p, e, good_profile()))
ENTITY_CALL(ant_predictor_observe, (p, e, good_observation()))
ENTITY_CALL(ant_predictor_observe_batch, (p, observe_batch_of(&e)))
ENTITY_CALL(ant_predictor_predict, (p, e, SECOND, &outputs.prediction))
ENTITY_CALL(ant_predictor_predict_batch, (p, predict_batch_of(&e)))
ENTITY_CALL(ant_predictor_explain, (p, e, SECOND, &outputs.explanation, 4, STREAM(outputs.vectors, ANT_F64X3)))
/* Calls on the predictor alone; the entity is not used. */
#define PLAIN_CALL(function, arguments)                                     \
    static AntStatus call_##function(AntPredictor p, AntEntity e) {         \
        (void)e;                                                            \
        return function arguments;                                          \
    }
PLAIN_CALL(ant_is_valid, (p.id))
PLAIN_CALL(ant_predictor_add_entity, (p, good_profile(), &outputs.entities[0]))
PLAIN_CALL(ant_predictor_entities, (p, 0, 2, STREAM(outputs.entities, ANT_U64), &outputs.numbers[0]))
PLAIN_CALL(ant_rebase, (p.id, at(1, 1)))
PLAIN_CALL(ant_bytes, (p.id, &outputs.words[0]))
PLAIN_CALL(ant_state_hash, (p.id, &outputs.words[0]))
PLAIN_CALL(ant_snapshot, (p.id, NULL, 0, &outputs.words[0]))
PLAIN_CALL(ant_restore, (p.id, outputs.bytes, sizeof outputs.bytes))
PLAIN_CALL(ant_destroy, (p.id))

typedef struct Call {
    const char *name;
    AntStatus (*call)(AntPredictor p, AntEntity e);
} Call;
#define NAMED(function) {#function, call_##function}
static const Call entity_calls[] = {
    NAMED(ant_predictor_remove_entity), NAMED(ant_predictor_set_profile),
    NAMED(ant_predictor_observe),       NAMED(ant_predictor_observe_batch),
    NAMED(ant_predictor_predict),       NAMED(ant_predictor_predict_batch), NAMED(ant_predictor_explain),
};
static const Call plain_calls[] = {
    NAMED(ant_is_valid), NAMED(ant_predictor_add_entity), NAMED(ant_predictor_entities), NAMED(ant_rebase),     NAMED(ant_bytes),
    NAMED(ant_state_hash), NAMED(ant_snapshot), NAMED(ant_restore),
    NAMED(ant_destroy),
};

static void every_function_refuses_every_bad_handle(void) {
    AntPredictor gone = lone_predictor(), bad;
    AntNeedModel other;
    uint64_t handles[BAD_HANDLES];
    uint32_t i, j;
    set_up();
    MUST(ant_need_model_create(2, &other));
    MUST(ant_destroy(gone.id));
    bad_handles(predictor.id, gone.id, other.id, handles);
    for (i = 0; i < BAD_HANDLES; i++) {
        bad.id = handles[i];
        for (j = 0; j < LENGTH_OF(entity_calls); j++) {
            AntStatus status = entity_calls[j].call(bad, entity);
            CHECK(is_refused(status, ANT_ERROR_INVALID_HANDLE, entity_calls[j].name, "handle"));
        }
        for (j = 0; j < LENGTH_OF(plain_calls); j++) {
            if (!takes_any_handle(plain_calls[j].name)) {
                AntStatus status = plain_calls[j].call(bad, entity);
                CHECK(is_refused(status, ANT_ERROR_INVALID_HANDLE, plain_calls[j].name, "handle"));
            }
        }
    }
    MUST(ant_destroy(other.id));
    tear_down();
}

static void every_function_refuses_every_bad_entity(void) {
    AntPredictor another = lone_predictor();
    AntEntity bad[6];
    uint32_t i, j;
    set_up();
    bad[0].id = 0;
    bad[1] = add_entity(predictor, good_profile());
    MUST(ant_predictor_remove_entity(predictor, bad[1]));
    hash_before = predictor_hash(predictor);
    bad[2] = add_entity(another, good_profile()); /* Same index and generation, of another predictor. */
    bad[3].id = ~UINT64_C(0);
    bad[4].id = entity.id + (UINT64_C(1) << 32);
    bad[5].id = predictor.id;
    for (i = 0; i < LENGTH_OF(bad); i++) {
        for (j = 0; j < LENGTH_OF(entity_calls); j++) {
            AntStatus status = entity_calls[j].call(predictor, bad[i]);
            CHECK(is_refused(status, ANT_ERROR_NOT_FOUND, entity_calls[j].name, "entity"));
        }
    }
    MUST(ant_destroy(another.id));
    tear_down();
}

static void an_entity_is_refused_by_every_later_predictor(void) {
    AntEntity stale;
    int later;
    set_up();
    stale = entity;
    for (later = 1; later <= 600; later++) {
        AntPredictor other = lone_predictor();
        AntEntity own = add_entity(other, good_profile());
        AntStatus status = ant_predictor_remove_entity(other, stale);
        MUST(ant_destroy(other.id));
        if (status != ANT_ERROR_NOT_FOUND || own.id == stale.id) {
            printf("    predictor %d after its own takes it\n", later);
            CHECK(!"refused");
            break;
        }
    }
    tear_down();
}

static AntStatus create_with(void *memory) {
    AntPredictor made;
    AntStatus status = ant_predictor_create((const AntPredictorDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}
static AntStatus profile_with(void *memory) { return ant_predictor_set_profile(predictor, entity, (const AntProfile *)memory); }
static AntStatus observe_with(void *memory) { return ant_predictor_observe(predictor, entity, (const AntObservation *)memory); }
static AntStatus observe_batch_with(void *memory) {
    return ant_predictor_observe_batch(predictor, (const AntObserveBatch *)memory);
}
static AntStatus predict_batch_with(void *memory) {
    return ant_predictor_predict_batch(predictor, (const AntPredictBatch *)memory);
}
static AntStatus predict_into(void *memory) { return ant_predictor_predict(predictor, entity, 0, (AntPrediction *)memory); }
static AntStatus explain_into(void *memory) {
    return ant_predictor_explain(predictor, entity, 0, (AntExplanation *)memory, 0, NULL);
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntPredictorDesc desc;
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntObservation late = seen_at(-1, 1, 1);
    AntObserveBatch observations;
    AntPredictBatch predictions;
    set_up();
    MUST(ant_predictor_desc_init(&desc));
    MUST(ant_observe_batch_init(&observations));
    MUST(ant_predict_batch_init(&predictions));
    CHECK(grows_in(&desc, sizeof desc, create_with));
    CHECK(grows_in_from(&profile, offsetof(AntProfile, preference), sizeof profile, profile_with));
    CHECK(grows_in_from(&late, offsetof(AntObservation, angular_velocity), sizeof late, observe_with));
    CHECK(grows_in_from(&observations, offsetof(AntObserveBatch, angular_velocities), sizeof observations, observe_batch_with));
    CHECK(grows_in_from(&predictions, offsetof(AntPredictBatch, radii), sizeof predictions, predict_batch_with));
    CHECK(grows_out_from(offsetof(AntPrediction, radius), sizeof(AntPrediction), predict_into));
    CHECK(grows_out(sizeof(AntExplanation), explain_into));
    tear_down();
}

static void every_pointer_that_must_be_given_is_checked(void) {
    AntPredictorDesc desc;
    set_up();
    MUST(ant_predictor_desc_init(&desc));
    REFUSED(NULL_POINTER, "desc", ant_predictor_create, (NULL, &outputs.predictor));
    REFUSED(NULL_POINTER, "out_predictor", ant_predictor_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "profile", ant_predictor_add_entity, (predictor, NULL, &outputs.entities[0]));
    REFUSED(NULL_POINTER, "out_entity", ant_predictor_add_entity, (predictor, good_profile(), NULL));
    REFUSED(NULL_POINTER, "profile", ant_predictor_set_profile, (predictor, entity, NULL));
    REFUSED(NULL_POINTER, "out_count", ant_predictor_entities, (predictor, 0, 0, NULL, NULL));
    REFUSED(NULL_POINTER, "shift", ant_rebase, (predictor.id, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (predictor.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (predictor.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (predictor.id, NULL, 9, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (predictor.id, NULL, 9));
    REFUSED(NULL_POINTER, "observation", ant_predictor_observe, (predictor, entity, NULL));
    REFUSED(NULL_POINTER, "batch", ant_predictor_observe_batch, (predictor, NULL));
    REFUSED(NULL_POINTER, "batch", ant_predictor_predict_batch, (predictor, NULL));
    REFUSED(NULL_POINTER, "out_prediction", ant_predictor_predict, (predictor, entity, 0, NULL));
    REFUSED(NULL_POINTER, "out_explanation", ant_predictor_explain, (predictor, entity, 0, NULL, 0, NULL));
    tear_down();
}

static void outputs_with_a_capacity_are_checked_like_any_stream(void) {
    set_up();
#define ENTITIES(entities) (predictor, 0, 2, entities, &outputs.numbers[0])
#define EXPLAIN(terms) (predictor, entity, SECOND, &outputs.explanation, 4, terms)
    REFUSED(BUFFER_TOO_SMALL, "out_entities", ant_predictor_entities, ENTITIES(stream(outputs.entities, 15, 0, ANT_U64)));
    REFUSED(INVALID_ARGUMENT, "out_entities", ant_predictor_entities, ENTITIES(STREAM(outputs.entities, ANT_U32)));
    REFUSED(INVALID_ARGUMENT, "out_entities", ant_predictor_entities, ENTITIES(stream(outputs.entities, 16, 7, ANT_U64)));
    REFUSED(BUFFER_TOO_SMALL, "out_layer_terms", ant_predictor_explain, EXPLAIN(stream(outputs.vectors, 95, 0, ANT_F64X3)));
    REFUSED(INVALID_ARGUMENT, "out_layer_terms", ant_predictor_explain, EXPLAIN(STREAM(outputs.vectors, ANT_F64)));
    tear_down();
}

static void profiles_outside_their_ranges_are_refused_by_name(void) {
    float weights[2] = {1, NAN};
    AntProfile bad;
    set_up();
#define BAD_PROFILE(status, field, value)                                                                  \
    bad = *good_profile();                                                                                 \
    bad.field = value;                                                                                     \
    REFUSED(status, #field, ant_predictor_add_entity, (predictor, &bad, &outputs.entities[0]));            \
    REFUSED(status, #field, ant_predictor_set_profile, (predictor, entity, &bad))
    BAD_PROFILE(INVALID_ARGUMENT, model, 22);
    BAD_PROFILE(INVALID_ARGUMENT, flags, 256);
    BAD_PROFILE(INVALID_ARGUMENT, obstacle, 2);
    BAD_PROFILE(OUT_OF_RANGE, mass, 0);
    BAD_PROFILE(NOT_FINITE, mass, NAN);
    BAD_PROFILE(OUT_OF_RANGE, v_max, 0);
    BAD_PROFILE(NOT_FINITE, v_max, INFINITY);
    BAD_PROFILE(OUT_OF_RANGE, speed_factor, -1);
    BAD_PROFILE(OUT_OF_RANGE, speed_cap, 2e6);
    BAD_PROFILE(OUT_OF_RANGE, alpha, 1.1);
    BAD_PROFILE(OUT_OF_RANGE, alpha_v, 0);
    BAD_PROFILE(OUT_OF_RANGE, alpha_a, -0.1);
    BAD_PROFILE(OUT_OF_RANGE, frame_time, 61);
    BAD_PROFILE(OUT_OF_RANGE, tau, 0);
    BAD_PROFILE(OUT_OF_RANGE, force_scale, 2e9);
    BAD_PROFILE(OUT_OF_RANGE, still_speed, -1);
    BAD_PROFILE(OUT_OF_RANGE, still_force, 2);
    BAD_PROFILE(OUT_OF_RANGE, vector_factor, -1);
    BAD_PROFILE(INVALID_ARGUMENT, attraction.shape, 3);
    BAD_PROFILE(NOT_FINITE, attraction.softening, NAN);
    BAD_PROFILE(OUT_OF_RANGE, attraction.exponent, 5);
    BAD_PROFILE(NULL_POINTER, layer_weights, NULL; bad.layer_weight_count = 1);
    BAD_PROFILE(OUT_OF_RANGE, layer_weight_count, 65537);
    BAD_PROFILE(NOT_FINITE, layer_weights, weights; bad.layer_weight_count = 2);
    weights[1] = 2e6f;
    BAD_PROFILE(OUT_OF_RANGE, layer_weights, weights; bad.layer_weight_count = 2);
    BAD_PROFILE(OUT_OF_RANGE, preference, 101; bad.flags = ANT_PROFILE_HAS_PREFERENCE);
    BAD_PROFILE(NOT_FINITE, preference, NAN; bad.flags = ANT_PROFILE_HAS_PREFERENCE);
    BAD_PROFILE(INVALID_ARGUMENT, body_acceleration, 3);
    BAD_PROFILE(OUT_OF_RANGE, bank_count, 0);
    BAD_PROFILE(OUT_OF_RANGE, bank_count, 9);
    BAD_PROFILE(INVALID_ARGUMENT, reserved_pointer, &bad);
    tear_down();
}

static void observations_outside_their_ranges_are_refused_by_name(void) {
    AntObservation bad;
    double shift[3] = {0, 0, 0};
    set_up();
#define BAD_OBSERVATION(status, name, flag, field, value)                                   \
    bad = *good_observation();                                                              \
    bad.flags = flag;                                                                       \
    bad.field = value;                                                                      \
    REFUSED(status, name, ant_predictor_observe, (predictor, entity, &bad))
    BAD_OBSERVATION(INVALID_ARGUMENT, "flags", 0, flags, 128);
    BAD_OBSERVATION(NOT_FINITE, "observation.position", 0, position[1], NAN);
    BAD_OBSERVATION(OUT_OF_RANGE, "observation.position", 0, position[2], -1.1e9);
    BAD_OBSERVATION(NOT_FINITE, "observation.velocity", ANT_OBSERVE_HAS_VELOCITY, velocity[0], INFINITY);
    BAD_OBSERVATION(OUT_OF_RANGE, "observation.velocity", ANT_OBSERVE_HAS_VELOCITY, velocity[0], 1e10);
    BAD_OBSERVATION(NOT_FINITE, "observation.acceleration", ANT_OBSERVE_HAS_ACCELERATION, acceleration[0], NAN);
    BAD_OBSERVATION(NOT_FINITE, "observation.orientation", ANT_OBSERVE_HAS_ORIENTATION, orientation[0], NAN);
    BAD_OBSERVATION(OUT_OF_RANGE, "observation.orientation", ANT_OBSERVE_HAS_ORIENTATION, orientation[3], 0);
    BAD_OBSERVATION(OUT_OF_RANGE, "observation.orientation", ANT_OBSERVE_HAS_ORIENTATION, orientation[3], 2);
    BAD_OBSERVATION(NOT_FINITE, "base_position", ANT_OBSERVE_HAS_BASE, base_position[0], NAN);
    BAD_OBSERVATION(OUT_OF_RANGE, "base_orientation", ANT_OBSERVE_HAS_BASE, base_orientation[3], 0);
    BAD_OBSERVATION(NOT_FINITE, "base_velocity", ANT_OBSERVE_HAS_BASE, base_velocity[0], NAN);
    BAD_OBSERVATION(OUT_OF_RANGE, "base_angular_velocity", ANT_OBSERVE_HAS_BASE, base_angular_velocity[0], 2e6);
    BAD_OBSERVATION(NOT_FINITE, "observation.angular_velocity", ANT_OBSERVE_HAS_ANGULAR_VELOCITY, angular_velocity[0], NAN);
    BAD_OBSERVATION(OUT_OF_RANGE, "observation.angular_velocity", ANT_OBSERVE_HAS_ANGULAR_VELOCITY, angular_velocity[2], 2e6);
    shift[1] = NAN;
    REFUSED(NOT_FINITE, "shift", ant_rebase, (predictor.id, shift));
    /* Without its flag a field is not read. */
    bad = *good_observation();
    bad.flags = 0;
    bad.velocity[0] = bad.acceleration[0] = bad.orientation[0] = bad.base_position[0] = NAN;
    ENSURE_OK(ant_predictor_observe(predictor, entity, &bad));
    hash_before = predictor_hash(predictor);
    tear_down();
}

static void descriptors_that_contradict_themselves_are_refused(void) {
    AntWorld a = grid_world(2, 2, NULL), b = grid_world(2, 2, NULL);
    AntPheromoneMap map = map_of(a, 0.5f, 0.5f);
    AntPredictorDesc good, desc;
    AntPredictor made;
    AntEntity last;
    MUST(ant_predictor_desc_init(&good));
    desc = good;
    desc.world = b;
    desc.map = map;
    REFUSED(INVALID_ARGUMENT, "map", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.world.id = map.id;
    REFUSED(INVALID_HANDLE, "handle", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.map.id = a.id;
    REFUSED(INVALID_HANDLE, "handle", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.max_entities = 16777216;
    REFUSED(OUT_OF_RANGE, "max_entities", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.frame.kind = 5;
    REFUSED(INVALID_ARGUMENT, "frame.kind", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.frame.metres_per_unit = NAN;
    REFUSED(NOT_FINITE, "frame.metres_per_unit", ant_predictor_create, (&desc, &made));
    desc = good;
    desc.max_entities = 1;
    MUST(ant_predictor_create(&desc, &made));
    last = add_entity(made, good_profile());
    REFUSED(BUDGET, "max_entities", ant_predictor_add_entity, (made, good_profile(), &last));
    ENSURE_OK(ant_predictor_remove_entity(made, last));
    ENSURE_OK(ant_predictor_add_entity(made, good_profile(), &last));
    ant_destroy(made.id);
    ant_destroy(map.id);
    ant_destroy(a.id);
    ant_destroy(b.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_function_refuses_every_bad_handle);
    RUN_TEST(every_function_refuses_every_bad_entity);
    RUN_TEST(an_entity_is_refused_by_every_later_predictor);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    RUN_TEST(every_pointer_that_must_be_given_is_checked);
    RUN_TEST(outputs_with_a_capacity_are_checked_like_any_stream);
    RUN_TEST(profiles_outside_their_ranges_are_refused_by_name);
    RUN_TEST(observations_outside_their_ranges_are_refused_by_name);
    RUN_TEST(descriptors_that_contradict_themselves_are_refused);
    return ensure_end();
}
