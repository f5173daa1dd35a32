/* Neuro-reckoning: bank files, paths and sent velocities by hand, frames, batches, and bad input to every function. */
#include "support/bank.h"
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

static AntPredictor predictor;
static AntEntity entity;
static uint64_t hash_before;

static AntEntity runner(AntPredictor p, uint32_t bank) {
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    AntObservation observation = moving(0, 10, 20, 6, 8);
    AntEntity e;
    profile.bank = bank;
    e = add_entity(p, &profile);
    observation.velocity[1] = 1;
    observe(p, e, &observation);
    return e;
}

/* Bank 5, and an entity that was seen once with 6, 1, 8 m/s: a window of one moment is full. */
static void set_up(void) {
    predictor = lone_predictor();
    MUST(ant_predictor_load_bank(predictor, 5, bank_file, sizeof bank_file));
    entity = runner(predictor, 5);
    hash_before = predictor_hash(predictor);
    outputs = fresh_outputs();
}

static void tear_down(void) {
    CHECK(predictor_hash(predictor) == hash_before);
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(predictor.id));
}

static void a_bank_says_what_it_is_like(void) {
    AntBankInfo info;
    uint32_t i;
    info.struct_size = sizeof info;
    MUST(ant_bank_info(bank_file, sizeof bank_file, &info));
    CHECK(info.inputs == 4 && info.hidden == 1 && info.dimensions == 2 && info.networks == 2 && info.delays == 0);
    CHECK(info.axes == ANT_BANK_AXES_WORLD && info.sends == ANT_BANK_SENDS_SPEED && info.step == 0.05);
    CHECK(info.errors[0] == 20 && info.errors[1] == 20 && info.r2[0] == 0.5f && info.r2[1] == 0.5f && info.r2[2] == 0);
    CHECK(near_to(info.r2[3], 0.49, 1e-7) && near_to(info.r2[4], 0.49, 1e-7));
    for (i = 2; i < ANT_BANK_MAX_NETWORKS; i++) {
        CHECK(info.errors[i] == 0 && info.r2[3 * i] == 0);
    }
}

/* Eq. 7: 50 ms of v, 50 ms of v + (2, -4), then on with v + (4, -8). */
static void a_prediction_follows_the_path_by_hand(void) {
    AntPrediction prediction;
    set_up();
    prediction = predict(predictor, entity, STEP);
    CHECK(near3(prediction.position, 10.3, 0.05, 20.4, 1e-6) && near_to(prediction.confidence, 0.5, 1e-6));
    prediction = predict(predictor, entity, 2 * STEP);
    CHECK(near3(prediction.position, 10.7, 0.1, 20.6, 1e-6));
    prediction = predict(predictor, entity, 3 * STEP);
    CHECK(near3(prediction.position, 11.2, 0.15, 20.6, 1e-6) && near3(prediction.velocity, 10, 1, 0, 1e-5));
    CHECK(near_to(prediction.confidence, 0.49, 1e-6));
    prediction = predict(predictor, entity, 6 * STEP);
    CHECK(near3(prediction.position, 12.7, 0.3, 20.6, 1e-5) && near_to(prediction.confidence, 0.245, 1e-6));
    tear_down();
}

/* Eq. 8: the path ends (1.2, 0.6) away, the speed on the ground is 10. */
static void the_sent_velocity_by_hand(void) {
    double velocity[3], confidence = 9, length = sqrt(1.2 * 1.2 + 0.6 * 0.6);
    set_up();
    MUST(ant_predictor_predictive_velocity(predictor, entity, velocity, &confidence));
    CHECK(near3(velocity, 12 / length, 1, 6 / length, 1e-5) && near_to(confidence, 0.49, 1e-6));
    MUST(ant_predictor_predictive_velocity(predictor, entity, velocity, NULL));
    tear_down();
}

static void hosts_of_other_frames_get_their_own_axes(void) {
    AntPredictorDesc desc;
    AntPredictor unity;
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    AntObservation observation = moving(0, 10, -20, 6, -8);
    AntEntity e;
    double velocity[3], length = sqrt(1.2 * 1.2 + 0.6 * 0.6);
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = ANT_FRAME_UNITY;
    MUST(ant_predictor_create(&desc, &unity));
    MUST(ant_predictor_load_bank(unity, 0, bank_file, sizeof bank_file));
    e = add_entity(unity, &profile);
    observe(unity, e, &observation);
    MUST(ant_predictor_predictive_velocity(unity, e, velocity, NULL));
    CHECK(near3(velocity, 12 / length, 0, -6 / length, 1e-5));
    ant_destroy(unity.id);
}

static void without_its_bank_an_entity_is_dead_reckoned(void) {
    AntEntity lost;
    AntPrediction prediction;
    double velocity[3], confidence = 9;
    set_up();
    lost = runner(predictor, 6);
    prediction = predict(predictor, lost, 6 * STEP);
    CHECK(near3(prediction.position, 11.8, 0.3, 22.4, 1e-12) && prediction.confidence == 0);
    MUST(ant_predictor_predictive_velocity(predictor, lost, velocity, &confidence));
    CHECK(near3(velocity, 6, 1, 8, 0) && confidence == 0);
    MUST(ant_predictor_remove_entity(predictor, lost));
    MUST(ant_predictor_load_bank(predictor, 5, NULL, 0));
    REFUSED(NOT_FOUND, "bank 5", ant_predictor_load_bank, (predictor, 5, NULL, 0));
    lost = runner(predictor, 5);
    CHECK(predict(predictor, lost, STEP).confidence == 0);
    hash_before = predictor_hash(predictor);
    tear_down();
}

static void a_snapshot_carries_banks_and_windows(void) {
    AntPredictor other = lone_predictor();
    AntObservation observation = moving(STEP, 10.3, 20.4, 6, 8);
    AntEntity restored;
    unsigned char bytes[4096];
    uint64_t size = 0;
    uint32_t count;
    double a[3], b[3];
    set_up();
    MUST(ant_snapshot(predictor.id, bytes, sizeof bytes, &size));
    MUST(ant_restore(other.id, bytes, size));
    CHECK(predictor_hash(other) == hash_before);
    MUST(ant_predictor_entities(other, 0, 1, stream(&restored, sizeof restored, 0, ANT_U64), &count));
    observe(predictor, entity, &observation);
    observe(other, restored, &observation);
    hash_before = predictor_hash(predictor);
    CHECK(predictor_hash(other) == hash_before);
    MUST(ant_predictor_predictive_velocity(predictor, entity, a, NULL));
    MUST(ant_predictor_predictive_velocity(other, restored, b, NULL));
    CHECK(memcmp(a, b, sizeof a) == 0);
    ant_destroy(other.id);
    tear_down();
}

static void who_was_never_observed_has_no_velocity(void) {
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    AntEntity unseen;
    set_up();
    unseen = add_entity(predictor, &profile);
    hash_before = predictor_hash(predictor);
    REFUSED(NOT_FOUND, "never observed", ant_predictor_predictive_velocity,
            (predictor, unseen, outputs.vectors[0], outputs.scalars));
    tear_down();
}

static void damaged_files_are_refused(void) {
    unsigned char bytes[sizeof bank_file + 1];
    AntBankInfo info, before;
    uint32_t i;
    set_up();
    memset(&info, 0xa5, sizeof info);
    info.struct_size = sizeof info;
    before = info;
    memcpy(bytes, bank_file, sizeof bank_file);
    for (i = 0; i < sizeof bank_file; i++) {
        CHECK(has_status(ant_bank_info(bytes, i, &info), ANT_ERROR_CORRUPT));
        CHECK(has_status(ant_predictor_load_bank(predictor, 5, bytes, i), ANT_ERROR_CORRUPT));
        bytes[i] ^= (unsigned char)(1u << (i % 8));
        CHECK(has_status(ant_bank_info(bytes, sizeof bank_file, &info), ANT_ERROR_CORRUPT));
        CHECK(has_status(ant_predictor_load_bank(predictor, 5, bytes, sizeof bank_file), ANT_ERROR_CORRUPT));
        bytes[i] ^= (unsigned char)(1u << (i % 8));
    }
    bytes[sizeof bank_file] = 0;
    CHECK(has_status(ant_bank_info(bytes, sizeof bytes, &info), ANT_ERROR_CORRUPT));
    CHECK(memcmp(&info, &before, sizeof info) == 0);
    tear_down();
}

static void the_number_of_banks_is_limited(void) {
    uint32_t i;
    set_up();
    for (i = 0; i < 256; i++) {
        MUST(ant_predictor_load_bank(predictor, 1000 * i + 5, bank_file, sizeof bank_file));
    }
    REFUSED(BUDGET, "256", ant_predictor_load_bank, (predictor, 1, bank_file, sizeof bank_file));
    ENSURE_OK(ant_predictor_load_bank(predictor, 5, bank_file, sizeof bank_file));
    hash_before = predictor_hash(predictor);
    tear_down();
}

static void every_function_refuses_bad_handles_and_entities(void) {
    AntPredictor gone = lone_predictor(), bad;
    AntNeedModel other;
    AntEntity one[1];
    uint64_t handles[BAD_HANDLES];
    uint32_t i;
    set_up();
    MUST(ant_need_model_create(2, &other));
    MUST(ant_destroy(gone.id));
    bad_handles(predictor.id, gone.id, other.id, handles);
    one[0] = entity;
    for (i = 0; i < BAD_HANDLES; i++) {
        bad.id = handles[i];
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_load_bank, (bad, 5, bank_file, sizeof bank_file));
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_load_bank, (bad, 5, NULL, 0));
        REFUSED(INVALID_HANDLE, "handle", ant_predictor_predictive_velocity,
                (bad, entity, outputs.vectors[0], outputs.scalars));
    }
    one[0] = runner(predictor, 5);
    MUST(ant_predictor_remove_entity(predictor, one[0]));
    hash_before = predictor_hash(predictor);
    for (i = 0; i < 2; i++) {
        REFUSED(NOT_FOUND, "entity", ant_predictor_predictive_velocity,
                (predictor, one[0], outputs.vectors[0], outputs.scalars));
        one[0].id = 0;
    }
    MUST(ant_destroy(other.id));
    tear_down();
}

static AntStatus info_into(void *memory) { return ant_bank_info(bank_file, sizeof bank_file, (AntBankInfo *)memory); }

static void every_pointer_and_stream_is_checked(void) {
    AntBankInfo info;
    set_up();
    info.struct_size = sizeof info;
    CHECK(grows_out(sizeof(AntBankInfo), info_into));
    REFUSED(NULL_POINTER, "bytes", ant_bank_info, (NULL, 9, &info));
    REFUSED(NULL_POINTER, "out_info", ant_bank_info, (bank_file, sizeof bank_file, NULL));
    CHECK(has_status(ant_bank_info(NULL, 0, &info), ANT_ERROR_CORRUPT));
    REFUSED(NULL_POINTER, "bytes", ant_predictor_load_bank, (predictor, 5, NULL, sizeof bank_file));
    REFUSED(NOT_FOUND, "bank", ant_predictor_load_bank, (predictor, 77, NULL, 0));
    REFUSED(NULL_POINTER, "out_velocity", ant_predictor_predictive_velocity, (predictor, entity, NULL, outputs.scalars));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_bank_says_what_it_is_like);
    RUN_TEST(a_prediction_follows_the_path_by_hand);
    RUN_TEST(the_sent_velocity_by_hand);
    RUN_TEST(hosts_of_other_frames_get_their_own_axes);
    RUN_TEST(without_its_bank_an_entity_is_dead_reckoned);
    RUN_TEST(a_snapshot_carries_banks_and_windows);
    RUN_TEST(who_was_never_observed_has_no_velocity);
    RUN_TEST(damaged_files_are_refused);
    RUN_TEST(the_number_of_banks_is_limited);
    RUN_TEST(every_function_refuses_bad_handles_and_entities);
    RUN_TEST(every_pointer_and_stream_is_checked);
    return ensure_end();
}
