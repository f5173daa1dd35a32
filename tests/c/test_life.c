/* What all kinds of handles share: their end, their bytes, their state as a whole, their origin. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/scene.h"

enum { BYTES = 1, STATE = 2, REBASE = 4 };

/* One object of each kind, and what it has. */
typedef struct Object {
    const char *name;
    uint64_t id;
    int has;
} Object;

#define KINDS 15

static void objects(Object out[KINDS]) {
    AntWorld world = grid_world(4, 4, NULL);
    AntPheromoneMap map = map_of(world, 0.5f, 0.5f);
    AntPredictor predictor = lone_predictor();
    AntNeedModel need;
    AntInteractions interactions;
    AntInteractionRules rules;
    AntTimewarp timewarp;
    AntTimewarpDesc timewarp_desc;
    AntCodec codec;
    AntCodecDesc codec_desc;
    AntSender sender;
    AntSenderDesc sender_desc;
    AntSmoother smoother;
    AntSmootherDesc smoother_desc;
    AntSimulator simulator;
    AntSimulatorDesc simulator_desc;
    AntClock clock;
    AntReceiver receiver;
    AntReceiverDesc receiver_desc;
    AntPlausibility plausibility;
    AntPlausibilityDesc plausibility_desc;
    AntCommitments commitments;
    AntRecorder recorder;
    AntRecorderDesc recorder_desc;
    AntObservation seen;
    AntProfile profile;
    AntEntity entity;
    AntDrawn drawn;
    int count = 0;
    MUST(ant_need_model_create(2, &need));
    MUST(ant_interaction_rules_init(&rules));
    MUST(ant_interactions_create(&rules, &interactions));
    MUST(ant_timewarp_desc_init(&timewarp_desc));
    timewarp_desc.max_state = 64;
    MUST(ant_timewarp_create(&timewarp_desc, &timewarp));
    MUST(ant_codec_desc_init(&codec_desc));
    MUST(ant_codec_create(&codec_desc, &codec));
    MUST(ant_sender_desc_init(&sender_desc));
    sender_desc.codec = codec;
    MUST(ant_sender_create(&sender_desc, &sender));
    MUST(ant_smoother_desc_init(&smoother_desc));
    smoother_desc.predictor = predictor;
    MUST(ant_smoother_create(&smoother_desc, &smoother));
    seen = seen_at(0, 1, 1);
    profile = profile_of(ANT_MODEL_DR1);
    entity = add_entity(predictor, &profile);
    MUST(ant_predictor_observe(predictor, entity, &seen));
    MUST(ant_drawn_init(&drawn));
    MUST(ant_smoother_draw(smoother, entity, SECOND, &drawn));
    MUST(ant_simulator_desc_init(&simulator_desc));
    MUST(ant_simulator_create(&simulator_desc, &simulator));
    MUST(ant_clock_create(NULL, &clock));
    MUST(ant_receiver_desc_init(&receiver_desc));
    receiver_desc.predictor = predictor;
    MUST(ant_receiver_create(&receiver_desc, &receiver));
    MUST(ant_plausibility_desc_init(&plausibility_desc));
    MUST(ant_plausibility_create(&plausibility_desc, NULL, &plausibility));
    MUST(ant_commitments_create(8, &commitments));
    MUST(ant_recorder_desc_init(&recorder_desc));
    MUST(ant_recorder_create(&recorder_desc, &recorder));
#define OBJECT(handle, what) out[count].name = #handle, out[count].id = handle.id, out[count].has = what, count++
    OBJECT(world, BYTES | STATE | REBASE);
    OBJECT(map, BYTES | STATE);
    OBJECT(predictor, BYTES | STATE | REBASE);
    OBJECT(need, STATE);
    OBJECT(interactions, STATE);
    OBJECT(timewarp, BYTES | STATE);
    OBJECT(codec, 0);
    OBJECT(sender, BYTES | STATE | REBASE);
    OBJECT(smoother, BYTES | STATE | REBASE);
    OBJECT(simulator, BYTES | STATE);
    OBJECT(clock, BYTES | STATE);
    OBJECT(receiver, BYTES | STATE | REBASE);
    OBJECT(plausibility, BYTES | STATE | REBASE);
    OBJECT(commitments, BYTES | STATE);
    OBJECT(recorder, BYTES);
#undef OBJECT
    CHECK(count == KINDS);
}

/* The last created goes first; any order would do. */
static void end(const Object all[KINDS]) {
    int i;
    for (i = KINDS - 1; i >= 0; i--) {
        CHECK(has_status(ant_destroy(all[i].id), ANT_OK));
        CHECK(is_refused(ant_destroy(all[i].id), ANT_ERROR_INVALID_HANDLE, "ant_destroy", "handle"));
        CHECK(is_refused(ant_is_valid(all[i].id), ANT_ERROR_INVALID_HANDLE, "ant_is_valid", "stale"));
    }
}

static int gives(AntStatus got, int has, const char *function) {
    return has ? has_status(got, ANT_OK) : is_refused(got, ANT_ERROR_UNSUPPORTED, function, "has no");
}

static void every_kind_has_its_share(void) {
    static unsigned char state[1 << 20];
    static const double shift[3] = {1, 0, 1};
    Object all[KINDS];
    int i;
    objects(all);
    for (i = 0; i < KINDS; i++) {
        uint64_t id = all[i].id, word = 0, before = 0, after = 1, size = 0;
        int state_of = all[i].has & STATE, ok = 1;
        ok &= has_status(ant_is_valid(id), ANT_OK);
        ok &= gives(ant_bytes(id, &word), all[i].has & BYTES, "ant_bytes") && (word > 0) == ((all[i].has & BYTES) != 0);
        ok &= gives(ant_state_hash(id, &before), state_of, "ant_state_hash");
        ok &= gives(ant_snapshot(id, NULL, 0, &size), state_of, "ant_snapshot");
        ok &= size <= sizeof state && gives(ant_snapshot(id, state, sizeof state, NULL), state_of, "ant_snapshot");
        ok &= gives(ant_restore(id, state, size), state_of, "ant_restore");
        if (state_of) {
            ok &= has_status(ant_state_hash(id, &after), ANT_OK) && before == after;
            ok &= is_refused(ant_restore(id, state, size - 1), ANT_ERROR_CORRUPT, "ant_restore", "");
            ok &= is_refused(ant_snapshot(id, state, size - 1, NULL), ANT_ERROR_BUFFER_TOO_SMALL, "ant_snapshot", "capacity");
            ok &= is_refused(ant_snapshot(id, NULL, 8, NULL), ANT_ERROR_NULL_POINTER, "ant_snapshot", "buf");
        }
        if (!ok) {
            printf("    at the %s\n", all[i].name);
        }
        CHECK(ok);
    }
    for (i = 0; i < KINDS; i++) {
        CHECK(gives(ant_rebase(all[i].id, shift), all[i].has & REBASE, "ant_rebase"));
    }
    end(all);
}

static void bad_handles_and_pointers_are_refused(void) {
    static const double shift[3] = {1, 0, 1}, infinite[3] = {0, INFINITY, 0}, far[3] = {2e9, 0, 0};
    Object all[KINDS];
    uint64_t bad[BAD_HANDLES], word = 77;
    int i, j;
    objects(all);
    for (i = 0; i < KINDS; i++) {
        uint64_t id = all[i].id;
        bad_handles(id, ~id, 0, bad);
        for (j = 0; j < BAD_HANDLES; j++) {
            REFUSED(INVALID_HANDLE, "handle", ant_destroy, (bad[j]));
            REFUSED(INVALID_HANDLE, "handle", ant_is_valid, (bad[j]));
            REFUSED(INVALID_HANDLE, "handle", ant_bytes, (bad[j], &word));
            REFUSED(INVALID_HANDLE, "handle", ant_state_hash, (bad[j], &word));
            REFUSED(INVALID_HANDLE, "handle", ant_snapshot, (bad[j], NULL, 0, &word));
            REFUSED(INVALID_HANDLE, "handle", ant_restore, (bad[j], &word, sizeof word));
            REFUSED(INVALID_HANDLE, "handle", ant_rebase, (bad[j], shift));
        }
        REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (id, NULL));
        REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (id, NULL));
        REFUSED(NULL_POINTER, "bytes", ant_restore, (id, NULL, 8));
        REFUSED(NULL_POINTER, "shift", ant_rebase, (id, NULL));
        if (all[i].has & REBASE) {
            REFUSED(NOT_FINITE, "shift", ant_rebase, (id, infinite));
            REFUSED(OUT_OF_RANGE, "shift", ant_rebase, (id, far));
        }
        CHECK(word == 77);
    }
    end(all);
}

static void a_state_of_another_kind_is_refused(void) {
    static unsigned char state[1 << 20];
    Object all[KINDS];
    int i, j;
    objects(all);
    for (i = 0; i < KINDS; i++) {
        uint64_t size = 0;
        if ((all[i].has & STATE) == 0) {
            continue;
        }
        MUST(ant_snapshot(all[i].id, state, sizeof state, &size));
        for (j = 0; j < KINDS; j++) {
            if (j != i && (all[j].has & STATE) != 0) {
                CHECK(has_status(ant_restore(all[j].id, state, size), ANT_ERROR_CORRUPT));
            }
        }
    }
    end(all);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_kind_has_its_share);
    RUN_TEST(bad_handles_and_pointers_are_refused);
    RUN_TEST(a_state_of_another_kind_is_refused);
    return ensure_end();
}
