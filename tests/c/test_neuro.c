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
    CHECK(info.axes == ANT_BANK_AXES_WORLD && info.step == 0.05 && info.run_speed == 0);
    CHECK(info.send_count == 1 && info.sends[0] == ANT_BANK_SENDS_SPEED && info.send_networks[0] == 2);
    CHECK(info.send_thresholds[0] == 1 && info.send_thresholds[1] == 0 && info.send_networks[7] == 0);
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
    MUST(ant_predictor_predictive_velocity(predictor, entity, 0.5, velocity, &confidence));
    CHECK(near3(velocity, 12 / length, 1, 6 / length, 1e-5) && near_to(confidence, 0.49, 1e-6));
    MUST(ant_predictor_predictive_velocity(predictor, entity, 0.5, velocity, NULL));
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
    MUST(ant_predictor_predictive_velocity(unity, e, 0.5, velocity, NULL));
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
    MUST(ant_predictor_predictive_velocity(predictor, lost, 0.5, velocity, &confidence));
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
    MUST(ant_predictor_predictive_velocity(predictor, entity, 0.5, a, NULL));
    MUST(ant_predictor_predictive_velocity(other, restored, 0.5, b, NULL));
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
            (predictor, unseen, 0.5, outputs.vectors[0], outputs.scalars));
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
                (bad, entity, 0.5, outputs.vectors[0], outputs.scalars));
    }
    one[0] = runner(predictor, 5);
    MUST(ant_predictor_remove_entity(predictor, one[0]));
    hash_before = predictor_hash(predictor);
    for (i = 0; i < 2; i++) {
        REFUSED(NOT_FOUND, "entity", ant_predictor_predictive_velocity,
                (predictor, one[0], 0.5, outputs.vectors[0], outputs.scalars));
        one[0].id = 0;
    }
    MUST(ant_destroy(other.id));
    tear_down();
}

/* Bank 0 is there without a file, says something about a runner, and comes back when a file is forgotten. */
static void the_model_works_without_a_file(void) {
    AntPredictor fresh = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    AntEntity e = add_entity(fresh, &profile);
    double velocity[3], confidence = 0;
    int i;
    for (i = 0; i < 8; i++) {
        AntObservation observation = moving(i * STEP, 0.4 * i, 0, 8, 0);
        observe(fresh, e, &observation);
    }
    MUST(ant_predictor_predictive_velocity(fresh, e, 0.5, velocity, &confidence));
    CHECK(confidence > 0 && velocity[0] > 2);
    REFUSED(NOT_FOUND, "bank 0", ant_predictor_load_bank, (fresh, 0, NULL, 0));
    MUST(ant_predictor_load_bank(fresh, 0, bank_file, sizeof bank_file));
    MUST(ant_predictor_load_bank(fresh, 0, NULL, 0));
    ant_destroy(fresh.id);
}

/* Its promises never come true; with ANT_PROFILE_NO_BANK_FALLBACK it is followed all the same. */
static void the_fallback_can_be_switched_off(void) {
    AntPredictor fresh = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    AntEntity careful, published;
    double velocity[3], confidence = 9;
    int i;
    MUST(ant_predictor_load_bank(fresh, 5, bank_file, sizeof bank_file));
    profile.bank = 5;
    careful = add_entity(fresh, &profile);
    profile.flags |= ANT_PROFILE_NO_BANK_FALLBACK;
    published = add_entity(fresh, &profile);
    for (i = 0; i < 60; i++) {
        AntObservation observation = moving(i * STEP, 0.3 * i, 0.4 * i, 6, 8);
        observe(fresh, careful, &observation);
        observe(fresh, published, &observation);
    }
    MUST(ant_predictor_predictive_velocity(fresh, careful, 0.5, velocity, &confidence));
    CHECK(near3(velocity, 6, 0, 8, 0) && confidence == 0);
    MUST(ant_predictor_predictive_velocity(fresh, published, 0.5, velocity, &confidence));
    CHECK(velocity[0] > 8 && velocity[2] < 6);
    profile.bank_count = 9;
    REFUSED(OUT_OF_RANGE, "bank_count", ant_predictor_add_entity, (fresh, &profile, &careful));
    profile.bank_count = 0;
    REFUSED(OUT_OF_RANGE, "bank_count", ant_predictor_add_entity, (fresh, &profile, &careful));
    ant_destroy(fresh.id);
}

/* Owner and ghosts run the same networks: a packet of other networks is refused by both ends' digests. */
static void both_ends_agree_on_their_banks(void) {
    AntOutboxDesc out_desc;
    AntGhostsDesc in_desc;
    AntSenderRules rules;
    AntProfile profile;
    AntOutbox outbox;
    AntGhosts ghosts;
    AntState state;
    unsigned char packet[1200];
    uint64_t size = 0;
    MUST(ant_outbox_desc_init(&out_desc)), MUST(ant_ghosts_desc_init(&in_desc)), MUST(ant_sender_rules_init(&rules));
    MUST(ant_profile_init(&profile)), MUST(ant_state_init(&state));
    profile.model = ANT_MODEL_NEURO;
    out_desc.run_speed = in_desc.run_speed = 8;
    MUST(ant_outbox_create(&out_desc, &profile, &outbox)), MUST(ant_ghosts_create(&in_desc, &ghosts));
    MUST(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    MUST(ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules));
    ENSURE_OK(ant_outbox_load_bank(outbox, 0, bank_file, sizeof bank_file));
    state.player = 3;
    MUST(ant_outbox_submit(outbox, &state, 1, SECOND));
    MUST(ant_outbox_packet(outbox, 1, SECOND, packet, sizeof packet, &size));
    CHECK(size > 0);
    CHECK(ant_ghosts_receive(ghosts, 1, packet, size, SECOND) < 0);
    ENSURE_OK(ant_ghosts_load_bank(ghosts, 0, bank_file, sizeof bank_file));
    ENSURE_OK(ant_ghosts_receive(ghosts, 1, packet, size, SECOND));
    REFUSED(CORRUPT, "", ant_outbox_load_bank, (outbox, 0, bank_file, 9));
    REFUSED(CORRUPT, "", ant_ghosts_load_bank, (ghosts, 0, bank_file, 9));
    REFUSED(NULL_POINTER, "bytes", ant_outbox_load_bank, (outbox, 0, NULL, 9));
    REFUSED(NULL_POINTER, "bytes", ant_ghosts_load_bank, (ghosts, 0, NULL, 9));
    ENSURE_OK(ant_outbox_load_bank(outbox, 0, NULL, 0));
    ENSURE_OK(ant_ghosts_load_bank(ghosts, 0, NULL, 0));
    REFUSED(NOT_FOUND, "bank", ant_outbox_load_bank, (outbox, 0, NULL, 0));
    REFUSED(NOT_FOUND, "bank", ant_ghosts_load_bank, (ghosts, 0, NULL, 0));
    ant_destroy(outbox.id), ant_destroy(ghosts.id);
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
    REFUSED(OUT_OF_RANGE, "threshold", ant_predictor_predictive_velocity,
            (predictor, entity, 0, outputs.vectors[0], outputs.scalars));
    REFUSED(NOT_FINITE, "threshold", ant_predictor_predictive_velocity,
            (predictor, entity, NAN, outputs.vectors[0], outputs.scalars));
    REFUSED(NULL_POINTER, "out_velocity", ant_predictor_predictive_velocity, (predictor, entity, 0.5, NULL, outputs.scalars));
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
    RUN_TEST(the_model_works_without_a_file);
    RUN_TEST(the_fallback_can_be_switched_off);
    RUN_TEST(both_ends_agree_on_their_banks);
    RUN_TEST(every_pointer_and_stream_is_checked);
    return ensure_end();
}
