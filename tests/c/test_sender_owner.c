/* Senders: lines from the owner's own prediction. */
#include "support/weights.h"
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
    rules.kind = ANT_SENDER_OWNER_LINE;
    pair = pair_with(&rules, &link);
    for (i = 0; i < 600; i++) {
        AntUpdate truth = runner_at(i * 50 * MILLISECOND);
        if (entity.id == 0) {
            MUST(ant_sender_submit(pair.sender, &truth));
        } else {
            MUST(ant_sender_submit_observed(pair.sender, predictor, entity, &truth));
        }
        if (along) {
            MUST(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
        }
        updates += ant_sender_poll(pair.sender, pair.connection, 7, truth.time, &sent, NULL, NULL, NULL) == ANT_OK;
    }
    ant_destroy(pair.sender.id);
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
    ant_destroy(predictor.id);
}

static void bad_owners_and_policies_are_refused(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntPredictor predictor = lone_predictor(), no_predictor = {0};
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile), stranger = {0};
    AntSender none = {0};
    AntUpdate truth = truth_at(7, 0, 0, 2), bad = truth, other = truth_at(8, 0, 0, 2);
    bad.velocity[1] = NAN;
    REFUSED(INVALID_HANDLE, "", ant_sender_submit_observed, (none, predictor, entity, &truth));
    REFUSED(INVALID_HANDLE, "", ant_sender_submit_observed, (pair.sender, no_predictor, entity, &truth));
    REFUSED(NOT_FOUND, "", ant_sender_submit_observed, (pair.sender, predictor, stranger, &truth));
    REFUSED(NULL_POINTER, "truth", ant_sender_submit_observed, (pair.sender, predictor, entity, NULL));
    REFUSED(NOT_FINITE, "velocity", ant_sender_submit_observed, (pair.sender, predictor, entity, &bad));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_submit_observed, (pair.sender, predictor, entity, &other));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (none, 7, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (pair.sender, 7, no_predictor, entity));
    REFUSED(NOT_FOUND, "", ant_sender_suggest_along, (pair.sender, 7, predictor, stranger));
    CHECK(ant_sender_suggest_along(pair.sender, 7, predictor, entity) < 0);
    ENSURE_OK(ant_sender_submit_observed(pair.sender, predictor, entity, &truth));
    ENSURE_STATUS(ANT_LATE, ant_sender_submit_observed(pair.sender, predictor, entity, &truth));
    ENSURE_OK(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_suggest_along, (pair.sender, 8, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_load_policy, (none, NULL, 0));
    REFUSED(NULL_POINTER, "bytes", ant_sender_load_policy, (pair.sender, NULL, 5));
    REFUSED(CORRUPT, "", ant_sender_load_policy, (pair.sender, &truth, sizeof truth));
    ENSURE_OK(ant_sender_load_policy(pair.sender, NULL, 0));
    ant_destroy(pair.sender.id);
    ant_destroy(predictor.id);
}

/* Updates of a runner to one receiver whose model the sender runs with these weights. */
static uint32_t updates_with_weights(const unsigned char *file, uint64_t size) {
    AntSenderRules rules = rules_of(0.4);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    AntProfile profile = bare_profile(ANT_MODEL_KINEMATIC);
    AntSenderDesc desc;
    AntSender sender, copy;
    AntPredictor predictor = lone_predictor();
    AntConnection connection;
    unsigned char *bytes;
    AntUpdate sent;
    uint64_t needed;
    uint32_t updates = 0, count, i;
    sent.struct_size = sizeof sent;
    profile.v_max = 6;
    profile.flags |= ANT_PROFILE_SHARED_ONLY;
    MUST(ant_sender_desc_init(&desc));
    desc.codec = codec;
    MUST(ant_sender_create(&desc, &sender));
    MUST(ant_sender_create(&desc, &copy));
    MUST(ant_sender_set_entity(sender, 7, &rules, &profile));
    MUST(ant_sender_connect(sender, &link, &connection));
    MUST(ant_predictor_load_weights(predictor, file, size));
    MUST(ant_sender_share(sender, predictor));
    MUST(ant_destroy(predictor.id));
    for (i = 0; i < 600; i++) {
        AntUpdate truth = runner_at(i * 50 * MILLISECOND);
        MUST(ant_sender_submit(sender, &truth));
        updates += ant_sender_poll(sender, connection, 7, truth.time, &sent, NULL, NULL, NULL) == ANT_OK;
        if (i == 300) { /* Weights are part of the state: from here on another sender does the rest. */
            MUST(ant_snapshot(sender.id, NULL, 0, &needed));
            bytes = (unsigned char *)malloc((size_t)needed);
            if (bytes == NULL) {
                abort();
            }
            MUST(ant_snapshot(sender.id, bytes, needed, NULL));
            MUST(ant_restore(copy.id, bytes, needed));
            free(bytes);
            MUST(ant_destroy(sender.id));
            sender = copy;
            MUST(ant_sender_connections(sender, 0, 1, STREAM(&connection, ANT_U64), &count));
        }
    }
    ant_destroy(sender.id);
    return updates;
}

static void shadows_run_the_receivers_weights(void) {
    unsigned char file[WEIGHTS_SIZE];
    uint32_t built_in = updates_with_weights(NULL, 0), other;
    weights_file(7, file);
    other = updates_with_weights(file, sizeof file);
    CHECK(built_in != other);
}

static void what_cannot_be_shared_is_refused(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntPredictor predictor = lone_predictor(), no_predictor = {0};
    AntProfile profile = bare_profile(ANT_MODEL_CUSTOM);
    AntSenderRules rules = rules_of(0.4);
    AntSender none = {0};
    REFUSED(INVALID_HANDLE, "", ant_sender_share, (none, predictor));
    REFUSED(INVALID_HANDLE, "", ant_sender_share, (pair.sender, no_predictor));
    ENSURE_OK(ant_sender_share(pair.sender, predictor));
    REFUSED(INVALID_HANDLE, "", ant_sender_set_life, (none, 7, 10));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_set_life, (pair.sender, 8, 10));
    REFUSED(NOT_FINITE, "life", ant_sender_set_life, (pair.sender, 7, NAN));
    ENSURE_OK(ant_sender_set_life(pair.sender, 7, 10));
    /* Models of which a sender cannot know what receivers show. */
    REFUSED(STATE, "Custom rests on the expert", ant_sender_set_entity, (pair.sender, 9, &rules, &profile));
    profile.model = ANT_MODEL_KINEMATIC;
    REFUSED(STATE, "rests on what receivers learn", ant_sender_set_entity, (pair.sender, 9, &rules, &profile));
    profile.model = ANT_MODEL_INTEREST;
    REFUSED(STATE, "told of in another way", ant_sender_set_entity, (pair.sender, 9, &rules, &profile));
    ant_destroy(pair.sender.id);
    ant_destroy(predictor.id);
}

int main(int argc, char **argv) {
    AntCodecDesc desc;
    ensure_begin(argc, argv);
    MUST(ant_codec_desc_init(&desc));
    MUST(ant_codec_create(&desc, &codec));
    RUN_TEST(the_owner_s_prediction_makes_lines_live_longer);
    RUN_TEST(bad_owners_and_policies_are_refused);
    RUN_TEST(shadows_run_the_receivers_weights);
    RUN_TEST(what_cannot_be_shared_is_refused);
    ant_destroy(codec.id);
    return ensure_end();
}
