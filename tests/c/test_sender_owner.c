/* Senders: lines from the owner's own prediction. */
#include "support_map/sender.h"

/* A runner in a circle of 3 m at 6 m/s. */
static AntUpdate runner_at(int64_t time) {
    double angle = 2 * (double)time / SECOND;
    AntUpdate truth = truth_at(7, time, 3 * cos(angle), -6 * sin(angle));
    truth.position[2] = 3 * sin(angle);
    truth.velocity[2] = 6 * cos(angle);
    return truth;
}

static uint32_t updates_of_a_runner(AntPredictor predictor, AntEntity entity, int along) {
    AntSenderRules rules = rules_of(0.4);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    AntUpdate sent;
    Pair pair;
    uint32_t updates = 0, i;
    sent.struct_size = sizeof sent;
    rules.kind = ANT_SENDER_TYPE_2;
    pair = pair_with(&rules, &link);
    for (i = 0; i < 600; i++) {
        AntUpdate truth = runner_at(i * 50 * MILLISECOND);
        if (entity.id == 0) {
            MUST(ant_sender_tell(pair.sender, &truth));
        } else {
            MUST(ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
        }
        if (along) {
            MUST(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
        }
        updates += ant_sender_poll(pair.sender, pair.connection, 7, truth.time, &sent, NULL, NULL, NULL) == ANT_OK;
    }
    ant_sender_destroy(pair.sender);
    return updates;
}

static void the_owner_s_prediction_makes_lines_live_longer(void) {
    AntEntity nobody = {0};
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntPredictor predictor = lone_predictor();
    uint32_t plain, policy, path;
    AntEntity one, two;
    profile.v_max = 6;
    profile.model = ANT_MODEL_AUTO;
    one = add_entity(predictor, &profile);
    profile.model = ANT_MODEL_TRAIL;
    two = add_entity(predictor, &profile);
    plain = updates_of_a_runner(predictor, nobody, 0);
    policy = updates_of_a_runner(predictor, one, 0);
    path = updates_of_a_runner(predictor, two, 1);
    CHECK(plain == 100 && policy < 80 && path < 80);
    ant_predictor_destroy(predictor);
}

static void bad_owners_and_policies_are_refused(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntPredictor predictor = lone_predictor(), no_predictor = {0};
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile), stranger = {0};
    AntSender none = {0};
    AntUpdate truth = truth_at(7, 0, 0, 2), bad = truth, other = truth_at(8, 0, 0, 2);
    bad.velocity[1] = NAN;
    REFUSED(INVALID_HANDLE, "", ant_sender_tell_observed, (none, predictor, entity, &truth));
    REFUSED(INVALID_HANDLE, "", ant_sender_tell_observed, (pair.sender, no_predictor, entity, &truth));
    REFUSED(NOT_FOUND, "", ant_sender_tell_observed, (pair.sender, predictor, stranger, &truth));
    REFUSED(NULL_POINTER, "truth", ant_sender_tell_observed, (pair.sender, predictor, entity, NULL));
    REFUSED(NOT_FINITE, "velocity", ant_sender_tell_observed, (pair.sender, predictor, entity, &bad));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_tell_observed, (pair.sender, predictor, entity, &other));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (none, 7, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (pair.sender, 7, no_predictor, entity));
    REFUSED(NOT_FOUND, "", ant_sender_suggest_along, (pair.sender, 7, predictor, stranger));
    CHECK(ant_sender_suggest_along(pair.sender, 7, predictor, entity) < 0);
    ENSURE_OK(ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
    ENSURE_STATUS(ANT_LATE, ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
    ENSURE_OK(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_suggest_along, (pair.sender, 8, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_load_policy, (none, NULL, 0));
    REFUSED(NULL_POINTER, "bytes", ant_sender_load_policy, (pair.sender, NULL, 5));
    REFUSED(CORRUPT, "", ant_sender_load_policy, (pair.sender, &truth, sizeof truth));
    ENSURE_OK(ant_sender_load_policy(pair.sender, NULL, 0));
    ant_sender_destroy(pair.sender);
    ant_predictor_destroy(predictor);
}

int main(int argc, char **argv) {
    AntCodecDesc desc;
    ensure_begin(argc, argv);
    MUST(ant_codec_desc_init(&desc, sizeof desc));
    MUST(ant_codec_create(&desc, &codec));
    RUN_TEST(the_owner_s_prediction_makes_lines_live_longer);
    RUN_TEST(bad_owners_and_policies_are_refused);
    ant_codec_destroy(codec);
    return ensure_end();
}
