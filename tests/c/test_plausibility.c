/* Judging updates and pulling evidence; what is refused. */
#include "support_map/entities.h"
#include "support_map/structs.h"
#include "support/frames.h"

static const AntReceiver no_receiver = {0};

static AntPlausibility judge_with(double v_max) {
    AntPlausibility judge;
    AntPlausibilityDesc desc;
    AntLimits limits;
    MUST(ant_plausibility_desc_init(&desc));
    MUST(ant_limits_init(&limits));
    desc.tolerance = 1;
    limits.v_max = v_max;
    limits.knock_back = 0;
    MUST(ant_plausibility_create(&desc, &limits, &judge));
    return judge;
}

static AntUpdate heard(uint32_t n, double x) {
    AntUpdate update;
    MUST(ant_update_init(&update));
    update.entity = 4;
    update.sequence = n;
    update.time = n * 100 * MILLISECOND;
    update.position[0] = x;
    return update;
}

static uint32_t rules_of(AntPlausibility judge, uint32_t n, double x) {
    AntUpdate update = heard(n, x);
    AntJudgement judgement;
    judgement.struct_size = sizeof judgement;
    MUST(ant_plausibility_judge(judge, &update, update.time, no_receiver, &judgement));
    return judgement.rules;
}

static void a_leap_is_evidence(void) {
    AntPlausibility judge = judge_with(10);
    AntEvidence evidence;
    AntStanding standing;
    evidence.struct_size = sizeof evidence;
    standing.struct_size = sizeof standing;
    ENSURE(rules_of(judge, 0, 0) == 0 && rules_of(judge, 1, 1) == 0);
    ENSURE_STATUS(ANT_EMPTY, ant_plausibility_pull(judge, &evidence));
    ENSURE(rules_of(judge, 2, 6) == ANT_RULE_SPEED);
    ENSURE_OK(ant_plausibility_pull(judge, &evidence));
    ENSURE(evidence.rule == ANT_RULE_SPEED && evidence.entity == 4 && evidence.sequence == 2);
    ENSURE(near_to(evidence.value, 50, 1e-9) && evidence.limit == 10 && evidence.time == 200 * MILLISECOND);
    ENSURE_OK(ant_plausibility_standing(judge, 4, 200 * MILLISECOND, &standing));
    ENSURE(standing.score == 4 && standing.judged == 3 && standing.suspicious == 1 && standing.lost_evidence == 0);
    ENSURE_OK(ant_plausibility_standing(judge, 4, 200 * MILLISECOND + 60 * SECOND, &standing));
    ENSURE(near_to(standing.score, 2, 1e-9));
    ENSURE_OK(ant_plausibility_remove(judge, 4));
    ant_destroy(judge.id);
}

static void what_the_host_allows_is_legal(void) {
    AntPlausibility judge = judge_with(10);
    AntPassage passage;
    AntLimits limits;
    double shift[3] = {0, 0, 0};
    MUST(ant_passage_init(&passage));
    MUST(ant_limits_init(&limits));
    rules_of(judge, 0, 0);
    ENSURE_OK(ant_plausibility_allow_speed(judge, 4, 40, SECOND));
    ENSURE(rules_of(judge, 1, 5) == 0);
    ENSURE_OK(ant_plausibility_allow_speed(judge, 4, 0, 0));
    ENSURE_OK(ant_plausibility_allow_teleport(judge, 4, SECOND));
    ENSURE(rules_of(judge, 2, 100) == 0 && rules_of(judge, 3, 0) == ANT_RULE_SPEED);
    passage.to[0] = 50;
    ENSURE_OK(ant_plausibility_add_passage(judge, &passage));
    ENSURE(rules_of(judge, 4, 50) == 0);
    passage.flags = ANT_PASSAGE_HAS_FROM;
    passage.from[0] = 50;
    passage.to[0] = 90;
    ENSURE_OK(ant_plausibility_add_passage(judge, &passage));
    ENSURE(rules_of(judge, 5, 90) == 0);
    ENSURE_OK(ant_plausibility_clear_passages(judge));
    ENSURE(rules_of(judge, 6, 50) == ANT_RULE_SPEED);
    limits.v_max = 1000;
    ENSURE_OK(ant_plausibility_set_limits(judge, 4, &limits));
    ENSURE(rules_of(judge, 7, 100) == 0);
    ENSURE_OK(ant_plausibility_aimed_at(judge, 4, 0, SECOND));
    ENSURE_OK(ant_rebase(judge.id, shift));
    ant_destroy(judge.id);
}

/* A lag switch: no number is missing, but the prediction is off by more than the sender promised. */
static void a_receiver_tells_what_was_expected(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntReceiverDesc receiver_desc;
    AntReceiver receiver;
    AntPlausibilityDesc desc;
    AntPlausibility judge;
    AntUpdate update;
    AntJudgement judgement;
    uint32_t n;
    MUST(ant_receiver_desc_init(&receiver_desc));
    receiver_desc.predictor = predictor;
    MUST(ant_receiver_create(&receiver_desc, &receiver));
    MUST(ant_receiver_add(receiver, 4, add_entity(predictor, &profile)));
    MUST(ant_plausibility_desc_init(&desc));
    desc.threshold = 0.5;
    MUST(ant_plausibility_create(&desc, NULL, &judge));
    judgement.struct_size = sizeof judgement;
    for (n = 0; n < 5; n++) {
        update = heard(n, n < 4 ? 0.5 * n : 3.6);
        update.velocity[0] = 5;
        ENSURE_OK(ant_plausibility_judge(judge, &update, update.time, receiver, &judgement));
        ENSURE(judgement.rules == (n < 4 ? 0 : (uint32_t)ANT_RULE_SUPPRESSED));
        MUST(ant_receiver_receive(receiver, &update, update.time, NULL));
    }
    ant_destroy(receiver.id);
    REFUSED(INVALID_HANDLE, "receiver", ant_plausibility_judge, (judge, &update, 0, receiver, &judgement));
    ant_destroy(judge.id);
    ant_destroy(predictor.id);
}

static void a_judge_goes_on_from_a_snapshot(void) {
    AntPlausibility judge = judge_with(10), copy = judge_with(10);
    uint64_t size = 0, a = 0, b = 1;
    unsigned char *bytes;
    rules_of(judge, 0, 0);
    rules_of(judge, 1, 30);
    ENSURE_OK(ant_snapshot(judge.id, NULL, 0, &size));
    bytes = (unsigned char *)malloc(size);
    ENSURE_OK(ant_snapshot(judge.id, bytes, size, NULL));
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(copy.id, bytes, size - 1));
    ENSURE_OK(ant_restore(copy.id, bytes, size));
    free(bytes);
    ENSURE(rules_of(judge, 2, 31.2) == rules_of(copy, 2, 31.2));
    ENSURE_OK(ant_state_hash(judge.id, &a));
    ENSURE_OK(ant_state_hash(copy.id, &b));
    ENSURE(a == b);
    ENSURE_OK(ant_bytes(judge.id, &size));
    ENSURE(size > 1000);
    ant_destroy(judge.id);
    ant_destroy(copy.id);
}

static void bad_judges_are_refused_by_name(void) {
    AntPlausibility judge = {0};
    AntPlausibilityDesc good, desc;
    AntLimits limits;
    MUST(ant_plausibility_desc_init(&good));
#define BAD(status, field, value)                                                  \
    desc = good;                                                                   \
    desc.field = value;                                                            \
    REFUSED(status, #field, ant_plausibility_create, (&desc, NULL, &judge))
    BAD(INVALID_ARGUMENT, max_entities, 0);
    BAD(INVALID_ARGUMENT, max_evidence, 65537);
    BAD(INVALID_ARGUMENT, max_nodes, 63);
    BAD(INVALID_ARGUMENT, max_nodes, 1048577);
    BAD(INVALID_ARGUMENT, trust_teleports, 2);
    BAD(INVALID_ARGUMENT, tolerance, 0.5);
    BAD(INVALID_ARGUMENT, slack, NAN);
    BAD(INVALID_ARGUMENT, endurance, -1);
    BAD(INVALID_ARGUMENT, floor_reach, -1);
    BAD(INVALID_ARGUMENT, clock_gain, 0);
    BAD(INVALID_ARGUMENT, clock_drift, 1);
    BAD(INVALID_ARGUMENT, heartbeat, -1);
    BAD(INVALID_ARGUMENT, threshold, -1);
    BAD(INVALID_ARGUMENT, promise, 0);
    BAD(INVALID_ARGUMENT, silence, 0);
    BAD(INVALID_ARGUMENT, aim_deviations, 0);
    BAD(INVALID_ARGUMENT, confident_radius, NAN);
    BAD(INVALID_ARGUMENT, deviation, 0);
    BAD(INVALID_ARGUMENT, half_life, 0);
#undef BAD
    desc = good;
    desc.points[12] = -1;
    REFUSED(INVALID_ARGUMENT, "points", ant_plausibility_create, (&desc, NULL, &judge));
    desc = good;
    desc.world.id = 5;
    REFUSED(INVALID_HANDLE, "world", ant_plausibility_create, (&desc, NULL, &judge));
    MUST(ant_limits_init(&limits));
    limits.v_max = 0;
    REFUSED(INVALID_ARGUMENT, "v_max", ant_plausibility_create, (&good, &limits, &judge));
    limits.v_max = 8;
    limits.sustained = 0;
    REFUSED(INVALID_ARGUMENT, "sustained", ant_plausibility_create, (&good, &limits, &judge));
    REFUSED(NULL_POINTER, "out_plausibility", ant_plausibility_create, (&good, NULL, NULL));
    ENSURE(judge.id == 0);
}

static void bad_arguments_are_refused_by_name(void) {
    AntPlausibility judge = judge_with(10), dead = judge_with(10);
    AntPassage passage;
    AntLimits limits;
    AntUpdate update = heard(0, 0);
    AntJudgement judgement;
    AntStanding standing;
    AntEvidence evidence;
    double shift[3] = {INFINITY, 0, 0};
    unsigned char bytes[8] = {0};
    judgement.struct_size = sizeof judgement;
    standing.struct_size = sizeof standing;
    evidence.struct_size = sizeof evidence;
    MUST(ant_passage_init(&passage));
    MUST(ant_limits_init(&limits));
    REFUSED(NULL_POINTER, "passage", ant_plausibility_add_passage, (judge, NULL));
    passage.flags = 2;
    REFUSED(INVALID_ARGUMENT, "flags", ant_plausibility_add_passage, (judge, &passage));
    passage.flags = 0;
    passage.radius = 0;
    REFUSED(INVALID_ARGUMENT, "radius", ant_plausibility_add_passage, (judge, &passage));
    passage.to[1] = NAN;
    REFUSED(NOT_FINITE, "passage.to", ant_plausibility_add_passage, (judge, &passage));
    REFUSED(NULL_POINTER, "limits", ant_plausibility_set_limits, (judge, 4, NULL));
    limits.acceleration = -1;
    REFUSED(INVALID_ARGUMENT, "acceleration", ant_plausibility_set_limits, (judge, 4, &limits));
    REFUSED(INVALID_ARGUMENT, "speed", ant_plausibility_allow_speed, (judge, 4, NAN, 0));
    REFUSED(INVALID_ARGUMENT, "until", ant_plausibility_aimed_at, (judge, 4, 5, 4));
    REFUSED(NOT_FOUND, "4", ant_plausibility_remove, (judge, 4));
    REFUSED(NOT_FOUND, "4", ant_plausibility_standing, (judge, 4, 0, &standing));
    REFUSED(NULL_POINTER, "out_standing", ant_plausibility_standing, (judge, 4, 0, NULL));
    REFUSED(NULL_POINTER, "update", ant_plausibility_judge, (judge, NULL, 0, no_receiver, &judgement));
    REFUSED(NULL_POINTER, "out_judgement", ant_plausibility_judge, (judge, &update, 0, no_receiver, NULL));
    REFUSED(INVALID_ARGUMENT, "arrival", ant_plausibility_judge, (judge, &update, INT64_MIN, no_receiver, &judgement));
    REFUSED(NULL_POINTER, "update", ant_plausibility_inconsistent, (judge, NULL, 0, 1, &judgement));
    ENSURE_OK(ant_plausibility_inconsistent(judge, &update, 0, 1, &judgement));
    ENSURE(judgement.rules == ANT_RULE_INCONSISTENT && judgement.score == 4);
    update.position[0] = NAN;
    REFUSED(NOT_FINITE, "position", ant_plausibility_judge, (judge, &update, 0, no_receiver, &judgement));
    REFUSED(NULL_POINTER, "out_evidence", ant_plausibility_pull, (judge, NULL));
    REFUSED(NULL_POINTER, "shift", ant_rebase, (judge.id, NULL));
    REFUSED(NOT_FINITE, "shift", ant_rebase, (judge.id, shift));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (judge.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (judge.id, NULL));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (judge.id, bytes, 8, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (judge.id, NULL, 8));
    REFUSED(CORRUPT, "snapshot", ant_restore, (judge.id, bytes, 8));
    ENSURE_OK(ant_is_valid(dead.id));
    ENSURE_OK(ant_destroy(dead.id));
#define DEAD(function, arguments) REFUSED(INVALID_HANDLE, "plausibility", function, arguments)
    update = heard(0, 0);
    MUST(ant_passage_init(&passage));
    MUST(ant_limits_init(&limits));
    shift[0] = 0;
    DEAD(ant_plausibility_add_passage, (dead, &passage));
    DEAD(ant_plausibility_clear_passages, (dead));
    DEAD(ant_plausibility_set_limits, (dead, 4, &limits));
    DEAD(ant_plausibility_allow_speed, (dead, 4, 0, 0));
    DEAD(ant_plausibility_allow_teleport, (dead, 4, 0));
    DEAD(ant_plausibility_aimed_at, (dead, 4, 0, 0));
    DEAD(ant_plausibility_remove, (dead, 4));
    DEAD(ant_plausibility_judge, (dead, &update, 0, no_receiver, &judgement));
    DEAD(ant_plausibility_inconsistent, (dead, &update, 0, 1, &judgement));
    DEAD(ant_plausibility_standing, (dead, 4, 0, &standing));
    DEAD(ant_plausibility_pull, (dead, &evidence));
    ant_destroy(judge.id);
}

static AntPlausibility struct_judge;
static AntStatus desc_in(void *memory) {
    AntPlausibility made;
    AntStatus status = ant_plausibility_create((const AntPlausibilityDesc *)memory, NULL, &made);
    return status < 0 ? status : ant_destroy(made.id);
}
static AntStatus limits_in(void *memory) { return ant_plausibility_set_limits(struct_judge, 4, (const AntLimits *)memory); }
static AntStatus passage_in(void *memory) { return ant_plausibility_add_passage(struct_judge, (const AntPassage *)memory); }
static AntStatus judgement_out(void *memory) {
    AntUpdate update = heard(0, 0);
    return ant_plausibility_judge(struct_judge, &update, 0, no_receiver, (AntJudgement *)memory);
}
static AntStatus standing_out(void *memory) {
    return ant_plausibility_standing(struct_judge, 4, 0, (AntStanding *)memory);
}
static AntStatus evidence_out(void *memory) {
    AntUpdate update = heard(0, 0);
    AntStatus status;
    MUST(ant_plausibility_inconsistent(struct_judge, &update, 0, 1, NULL));
    status = ant_plausibility_pull(struct_judge, (AntEvidence *)memory);
    return status;
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntPlausibilityDesc desc;
    AntLimits limits;
    AntPassage passage;
    struct_judge = judge_with(10);
    MUST(ant_plausibility_desc_init(&desc));
    MUST(ant_limits_init(&limits));
    MUST(ant_passage_init(&passage));
    CHECK(grows_in(&desc, sizeof desc, desc_in));
    CHECK(grows_in(&limits, sizeof limits, limits_in));
    CHECK(grows_in(&passage, sizeof passage, passage_in));
    CHECK(grows_out(sizeof(AntJudgement), judgement_out));
    CHECK(grows_out(sizeof(AntStanding), standing_out));
    CHECK(grows_out(sizeof(AntEvidence), evidence_out));
    ant_destroy(struct_judge.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_leap_is_evidence);
    RUN_TEST(what_the_host_allows_is_legal);
    RUN_TEST(a_receiver_tells_what_was_expected);
    RUN_TEST(a_judge_goes_on_from_a_snapshot);
    RUN_TEST(bad_judges_are_refused_by_name);
    RUN_TEST(bad_arguments_are_refused_by_name);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
