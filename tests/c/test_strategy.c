/* Strategy models: routes from trials and from points, following them, the sender's books, and bad input of each function. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

static AntPredictor predictor;
static AntEntity entity;

/* East 40 m, then south 40 m. */
static const double corner[3][3] = {{0, 0, 0}, {40, 0, 0}, {40, 0, 40}};

static AntStrategyDesc strategies_of(uint32_t mode, double threshold) {
    AntStrategyDesc desc;
    MUST(ant_strategy_desc_init(&desc));
    desc.mode = mode;
    desc.threshold = threshold;
    desc.parallels = 1;
    desc.record = threshold / 4;
    desc.simplify = threshold / 8;
    return desc;
}

static AntStrategyInfo info_of(AntPredictor p, AntEntity e) {
    AntStrategyInfo info;
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    MUST(ant_predictor_strategy_info(p, e, &info));
    return info;
}

static void set_up(uint32_t mode) {
    AntStrategyDesc desc = strategies_of(mode, 2);
    AntProfile profile = bare_profile(ANT_MODEL_STRATEGY);
    predictor = lone_predictor();
    entity = add_entity(predictor, &profile);
    MUST(ant_predictor_set_strategies(predictor, &desc));
    MUST(ant_predictor_add_route(predictor, 3, STREAM(corner, ANT_F64X3), 1, NULL));
}

static void tear_down(void) { MUST(ant_destroy(predictor.id)); }

static void routes_and_polygons_can_be_read(void) {
    double line[3][3], ring[6][3], page[2][3];
    /* 2 m on both sides, and beyond both ends: x right, z down, the left side first. */
    static const double want[6][2] = {{-2, -2}, {42, -2}, {42, 42}, {38, 42}, {38, 2}, {-2, 2}};
    AntObservation observation = moving(0, 30, 1, 8, 0);
    AntStrategyInfo info;
    uint32_t count = 0, evidence = 0, i;
    set_up(ANT_STRATEGY_PROGRESS);
    ENSURE_OK(ant_predictor_route(predictor, 0, 0, 3, STREAM(line, ANT_F64X3), &count, &evidence));
    ENSURE(count == 3 && evidence == 1 && memcmp(line, corner, sizeof corner) == 0);
    ENSURE_OK(ant_predictor_route(predictor, 0, 0, 0, NULL, &count, NULL));
    ENSURE_STATUS(ANT_TRUNCATED, ant_predictor_route(predictor, 0, 0, 2, STREAM(page, ANT_F64X3), &count, NULL));
    ENSURE_OK(ant_predictor_strategy(predictor, 0, ANT_STRATEGY_LINE_CENTRE, 0, 3, STREAM(line, ANT_F64X3), &count));
    ENSURE(count == 3 && memcmp(line, corner, sizeof corner) == 0);
    ENSURE_OK(ant_predictor_strategy(predictor, 0, ANT_STRATEGY_LINE_POLYGON, 0, 6, STREAM(ring, ANT_F64X3), &count));
    ENSURE(count == 6);
    for (i = 0; i < 6; i++) {
        CHECK(near3(ring[i], want[i][0], 0, want[i][1], 1e-9));
    }
    observe(predictor, entity, &observation);
    info = info_of(predictor, entity);
    /* 1 m beside the centre line, whose parallel is 39 m long up to the corner. */
    CHECK(info.threshold == 2 && info.width == 9 && near3(info.modelled, 40 * 30 / 39.0, 0, 0, 1e-9));
    tear_down();
}

/* As published every recorded point stays; ours are simplified. */
static void points_are_kept_as_published_where_that_is_asked_for(void) {
    AntStrategyDesc desc = strategies_of(ANT_STRATEGY_CONTAINMENT, 2);
    uint32_t points[2] = {0, 0}, i, k;
    for (i = 0; i < 2; i++) {
        AntProfile profile = bare_profile(ANT_MODEL_STRATEGY);
        predictor = lone_predictor();
        entity = add_entity(predictor, &profile);
        desc.record = 0.5;
        desc.simplify = i == 0 ? 0 : 1;
        MUST(ant_predictor_set_strategies(predictor, &desc));
        MUST(ant_predictor_begin_trial(predictor, entity));
        for (k = 0; k < 100; k++) {
            double t = 0.1 * k;
            AntObservation seen = moving(k * SECOND / 10, 8 * t, 0.4 * sin(3 * t), 8, 1.2 * cos(3 * t));
            observe(predictor, entity, &seen);
        }
        MUST(ant_predictor_end_trial(predictor, entity, &points[i]));
        tear_down();
    }
    CHECK(points[0] > 10 && points[1] == 2);
}

/* Table 2: three strategies cover what the trials need, with a third of the threshold. */
static void thresholds_are_learned_from_the_trials(void) {
    double thresholds[2] = {0, 0};
    uint32_t n, i, k;
    for (n = 0; n < 2; n++) {
        AntStrategyDesc desc = strategies_of(ANT_STRATEGY_CONTAINMENT, 6);
        AntProfile profile = bare_profile(ANT_MODEL_STRATEGY);
        predictor = lone_predictor();
        entity = add_entity(predictor, &profile);
        desc.parallels = n == 0 ? 1 : 3;
        desc.learn_threshold = 1;
        desc.record = 1;
        desc.simplify = 0;
        desc.cluster_distance = 100;
        MUST(ant_predictor_set_strategies(predictor, &desc));
        for (i = 0; i < 3; i++) { /* In the middle, 5 m left, 5 m right. */
            static const double beside[3] = {0, -5, 5};
            MUST(ant_predictor_begin_trial(predictor, entity));
            for (k = 0; k < 100; k++) {
                AntObservation seen = moving((100 * i + k) * SECOND / 10, 0.8 * k, beside[i], 8, 0);
                seen.flags |= k == 0 ? ANT_OBSERVE_TELEPORTED : 0;
                observe(predictor, entity, &seen);
            }
            MUST(ant_predictor_end_trial(predictor, entity, NULL));
        }
        MUST(ant_predictor_learn_strategies(predictor, &k));
        CHECK(k == 1);
        thresholds[n] = info_of(predictor, entity).threshold;
        tear_down();
    }
    /* 5 m and the 1 m of recording; with three of them a width of 1.5 thresholds: 6 / (1 + 1.5). */
    CHECK(near_to(thresholds[0], 6, 1e-9) && near_to(thresholds[1], 2.4, 1e-9));
}

static void an_entity_goes_around_the_corner_of_its_route(void) {
    AntObservation observation = moving(0, 30, 1, 8, 0);
    AntPrediction prediction;
    AntStrategyInfo info;
    set_up(ANT_STRATEGY_PROGRESS);
    info = info_of(predictor, entity);
    ENSURE(info.strategies == 1 && info.routes == 1 && info.strategy == ANT_STRATEGY_NONE && info.route == ANT_STRATEGY_NONE);
    observe(predictor, entity, &observation);
    /* 1 m beside the route: its parallel turns south at (39, 1). */
    prediction = predict(predictor, entity, SECOND);
    ENSURE(near3(prediction.position, 38, 0, 1, 1e-9));
    prediction = predict(predictor, entity, 2 * SECOND);
    ENSURE(near3(prediction.position, 39, 0, 8, 1e-9) && near3(prediction.velocity, 0, 0, 8, 1e-9));
    info = info_of(predictor, entity);
    ENSURE(info.strategy == 0 && info.route == 0 && info.forward == 1 && info.recording == 0);
    ENSURE(near_to(info.length, 80, 1e-9) && near_to(info.lateral, -1, 1e-9) && near_to(info.along, 40 * 30 / 39.0, 1e-9));
    tear_down();
}

static void lengths_and_places_are_those_of_the_host(void) {
    static const double line[2][3] = {{0, 0, 0}, {0, 9000, 0}};
    AntPredictorDesc desc;
    AntPredictor p;
    AntEntity e;
    AntStrategyDesc strategies = strategies_of(ANT_STRATEGY_PROGRESS, 2);
    AntProfile profile = bare_profile(ANT_MODEL_STRATEGY);
    AntObservation observation = seen_at(0, 100, 0);
    AntStrategyInfo info;
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = ANT_FRAME_UNREAL;
    MUST(ant_predictor_create(&desc, &p));
    MUST(ant_predictor_set_strategies(p, &strategies));
    MUST(ant_predictor_add_route(p, 2, STREAM(line, ANT_F64X3), 1, NULL));
    e = add_entity(p, &profile);
    observation.position[1] = 3000;
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    observation.velocity[1] = 500;
    observe(p, e, &observation);
    info = info_of(p, e);
    /* Unreal's x is ahead of its y to the right, so x = 1 m lies to the left of somebody who goes along y. */
    ENSURE(info.strategy == 0 && near_to(info.length, 9000, 1e-6) && near_to(info.along, 3000, 1e-6));
    ENSURE(near_to(fabs(info.lateral), 100, 1e-6));
    MUST(ant_destroy(p.id));
}

static void trials_recorded_while_playing_are_learned_saved_and_loaded(void) {
    unsigned char file[4096];
    AntStream files[2];
    uint64_t needed = 0, again = 0;
    uint32_t points = 99, routes = 99;
    AntPredictor other = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity walker;
    AntStrategyInfo info;
    int i;
    set_up(ANT_STRATEGY_PROGRESS);
    ENSURE_OK(ant_predictor_strategies_clear(predictor));
    walker = add_entity(predictor, &profile);
    ENSURE_OK(ant_predictor_begin_trial(predictor, walker));
    ENSURE(info_of(predictor, walker).recording == 1);
    for (i = 0; i <= 200; i++) {
        AntObservation observation = seen_at(i * STEP, i < 100 ? 0.4 * i : 40, i < 100 ? 0 : 0.4 * (i - 100));
        observe(predictor, walker, &observation);
    }
    ENSURE_OK(ant_predictor_end_trial(predictor, walker, &points));
    ENSURE(points == 3);
    ENSURE_STATUS(ANT_ERROR_STATE, ant_predictor_end_trial(predictor, walker, NULL));
    ENSURE_OK(ant_predictor_learn_strategies(predictor, &routes));
    ENSURE(routes == 1);
    ENSURE_OK(ant_predictor_learn_strategies(predictor, NULL));
    ENSURE_OK(ant_predictor_strategies_save(predictor, NULL, 0, &needed));
    ENSURE(needed > 24 && needed <= sizeof file);
    ENSURE_STATUS(ANT_ERROR_BUFFER_TOO_SMALL, ant_predictor_strategies_save(predictor, file, needed - 1, NULL));
    ENSURE_OK(ant_predictor_strategies_save(predictor, file, sizeof file, &again));
    ENSURE(again == needed);
    ENSURE_OK(ant_predictor_strategies_load(other, file, needed));
    walker = add_entity(other, &profile);
    info = info_of(other, walker);
    ENSURE(info.routes == 1 && info.strategies == 1 && info.trials == 0);
    /* The same route once more is more evidence for it, and no second route. */
    files[0].data = files[1].data = file;
    files[0].byte_len = files[1].byte_len = needed;
    files[0].format = files[1].format = ANT_U8;
    files[0].stride = files[1].stride = 0;
    ENSURE_OK(ant_predictor_strategies_merge(other, 2, files));
    ENSURE(info_of(other, walker).routes == 1);
    ENSURE_STATUS(ANT_ERROR_OUT_OF_RANGE, ant_predictor_strategies_merge(other, 0, files));
    files[1].byte_len--;
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_predictor_strategies_merge(other, 2, files));
    files[1].format = ANT_U32;
    ENSURE_STATUS(ANT_ERROR_INVALID_ARGUMENT, ant_predictor_strategies_merge(other, 2, files));
    info = info_of(predictor, entity);
    ENSURE(info.routes == 1 && info.trials == 1);
    MUST(ant_destroy(other.id));
    tear_down();
}

static AntStrategyUpdate ask(AntEntity e, int64_t time, double x, double z, double vx, double vz, AntStrategyLedger *ledger) {
    AntStrategyUpdate update;
    memset(&update, 0, sizeof update);
    update.struct_size = sizeof update;
    MUST(ant_strategy_needs_update(predictor, e, at(x, z), at(vx, vz), time, ledger, &update));
    return update;
}

static void a_sender_without_books_follows_the_switching_rule(void) {
    AntObservation observation = moving(0, 30, 0, 8, 0);
    AntStrategyUpdate update;
    set_up(ANT_STRATEGY_CONTAINMENT);
    update = ask(entity, 0, 30, 0, 8, 0, NULL);
    ENSURE(update.due == 1 && update.strategy == ANT_STRATEGY_AUTOMATIC && near3(update.position, 30, 0, 0, 0));
    observe(predictor, entity, &observation);
    update = ask(entity, 9 * SECOND, 5, 1.9, 0, 0, NULL);
    ENSURE(update.due == 0 && update.strategy == 0 && near3(update.velocity, 0, 0, 0, 0));
    update = ask(entity, 9 * SECOND, 5, 2.1, 0, 1, NULL);
    ENSURE(update.due == 1 && near3(update.position, 5, 0, 2.1, 0) && near3(update.velocity, 0, 0, 1, 0));
    tear_down();
}

/* East at 8 m/s, south from the corner on, with books: one update in all. Plain dead reckoning would send a second one. */
static void a_sender_with_books_counts_what_it_saves(void) {
    AntStrategyLedger ledger;
    int i, sent = 0;
    set_up(ANT_STRATEGY_PROGRESS);
    MUST(ant_strategy_ledger_init(&ledger));
    for (i = 0; i < 190; i++) {
        int south = i >= 100;
        double x = south ? 40 : 0.4 * i, z = south ? 0.4 * (i - 100) : 0;
        AntStrategyUpdate update = ask(entity, i * STEP, x, z, south ? 0 : 8, south ? 8 : 0, &ledger);
        if (update.due) {
            AntObservation observation = moving(i * STEP, update.position[0], update.position[2], update.velocity[0], update.velocity[2]);
            observe(predictor, entity, &observation);
            ENSURE_OK(ant_predictor_follow_strategy(predictor, entity, update.strategy));
            sent++;
        }
    }
    ENSURE(sent == 1 && ledger.balance == 1 && ledger.struct_size == sizeof ledger);
    tear_down();
}

static void the_sender_decides_what_is_followed(void) {
    AntObservation observation = moving(0, 30, 0, 8, 0);
    set_up(ANT_STRATEGY_PROGRESS);
    ENSURE_STATUS(ANT_ERROR_STATE, ant_predictor_follow_strategy(predictor, entity, 0));
    observe(predictor, entity, &observation);
    ENSURE_OK(ant_predictor_follow_strategy(predictor, entity, ANT_STRATEGY_NONE));
    ENSURE(info_of(predictor, entity).strategy == ANT_STRATEGY_NONE);
    ENSURE_OK(ant_predictor_follow_strategy(predictor, entity, 0));
    ENSURE(info_of(predictor, entity).strategy == 0);
    ENSURE_STATUS(ANT_ERROR_NOT_FOUND, ant_predictor_follow_strategy(predictor, entity, 1));
    ENSURE_OK(ant_predictor_follow_strategy(predictor, entity, ANT_STRATEGY_AUTOMATIC));
    ENSURE(info_of(predictor, entity).strategy == 0);
    tear_down();
}

/* ---- bad input ---- */

static AntStrategyInfo out_info;
static AntStrategyUpdate out_update;
static AntStrategyDesc good_desc;

static AntStatus desc_with(void *memory) { return ant_predictor_set_strategies(predictor, (const AntStrategyDesc *)memory); }
static AntStatus info_into(void *memory) { return ant_predictor_strategy_info(predictor, entity, (AntStrategyInfo *)memory); }
static AntStatus update_into(void *memory) {
    return ant_strategy_needs_update(predictor, entity, at(1, 1), at(0, 0), 0, NULL, (AntStrategyUpdate *)memory);
}
static AntStatus ledger_with(void *memory) {
    return ant_strategy_needs_update(predictor, entity, at(1, 1), at(0, 0), 0, (AntStrategyLedger *)memory, &out_update);
}

#define ENTITY_CALL(function, arguments) \
    static AntStatus call_##function(AntPredictor p, AntEntity e) { return function arguments; }
ENTITY_CALL(ant_predictor_begin_trial, (p, e))
ENTITY_CALL(ant_predictor_end_trial, (p, e, &outputs.numbers[0]))
ENTITY_CALL(ant_predictor_strategy_info, (p, e, &out_info))
ENTITY_CALL(ant_predictor_follow_strategy, (p, e, ANT_STRATEGY_NONE))
ENTITY_CALL(ant_strategy_needs_update, (p, e, at(1, 1), at(0, 0), 0, NULL, &out_update))
#define PLAIN_CALL(function, arguments)                             \
    static AntStatus call_##function(AntPredictor p, AntEntity e) { \
        (void)e;                                                    \
        return function arguments;                                  \
    }
PLAIN_CALL(ant_predictor_set_strategies, (p, &good_desc))
PLAIN_CALL(ant_predictor_learn_strategies, (p, &outputs.numbers[0]))
PLAIN_CALL(ant_predictor_add_route, (p, 3, STREAM(corner, ANT_F64X3), 1, &outputs.numbers[0]))
PLAIN_CALL(ant_predictor_strategies_clear, (p))
PLAIN_CALL(ant_predictor_strategies_save, (p, outputs.bytes, sizeof outputs.bytes, &outputs.words[0]))
PLAIN_CALL(ant_predictor_strategies_load, (p, outputs.bytes, sizeof outputs.bytes))
PLAIN_CALL(ant_predictor_strategies_merge, (p, 1, STREAM(outputs.bytes, ANT_U8)))

typedef struct Call {
    const char *name;
    AntStatus (*call)(AntPredictor p, AntEntity e);
} Call;
#define NAMED(function) {#function, call_##function}
static const Call entity_calls[] = {
    NAMED(ant_predictor_begin_trial),     NAMED(ant_predictor_end_trial),    NAMED(ant_predictor_strategy_info),
    NAMED(ant_predictor_follow_strategy), NAMED(ant_strategy_needs_update),
};
static const Call plain_calls[] = {
    NAMED(ant_predictor_set_strategies),   NAMED(ant_predictor_learn_strategies), NAMED(ant_predictor_add_route),
    NAMED(ant_predictor_strategies_clear), NAMED(ant_predictor_strategies_save),  NAMED(ant_predictor_strategies_load),
    NAMED(ant_predictor_strategies_merge),
};

static uint64_t hash_before;

static void set_up_bad(void) {
    AntObservation observation = moving(0, 30, 0, 8, 0);
    set_up(ANT_STRATEGY_PROGRESS);
    observe(predictor, entity, &observation);
    good_desc = strategies_of(ANT_STRATEGY_CONTAINMENT, 3);
    memset(&out_info, 0xa5, sizeof out_info);
    memset(&out_update, 0xa5, sizeof out_update);
    out_info.struct_size = sizeof out_info;
    out_update.struct_size = sizeof out_update;
    outputs = fresh_outputs();
    hash_before = predictor_hash(predictor);
}

static void tear_down_bad(void) {
    CHECK(predictor_hash(predictor) == hash_before);
    CHECK(outputs_are_untouched());
    tear_down();
}

static void every_function_refuses_every_bad_handle_and_entity(void) {
    AntPredictor gone = lone_predictor(), bad;
    AntEntity bad_entity[4];
    AntNeedModel other;
    AntProfile profile = bare_profile(ANT_MODEL_STRATEGY);
    uint64_t handles[BAD_HANDLES];
    uint32_t i, j;
    set_up_bad();
    bad_entity[0].id = 0;
    bad_entity[1] = add_entity(predictor, &profile);
    MUST(ant_predictor_remove_entity(predictor, bad_entity[1]));
    bad_entity[2] = add_entity(gone, &profile);
    bad_entity[3].id = ~UINT64_C(0);
    hash_before = predictor_hash(predictor);
    MUST(ant_need_model_create(2, &other));
    MUST(ant_destroy(gone.id));
    bad_handles(predictor.id, gone.id, other.id, handles);
    for (i = 0; i < BAD_HANDLES; i++) {
        bad.id = handles[i];
        for (j = 0; j < LENGTH_OF(entity_calls); j++) {
            CHECK(is_refused(entity_calls[j].call(bad, entity), ANT_ERROR_INVALID_HANDLE, entity_calls[j].name, "handle"));
        }
        for (j = 0; j < LENGTH_OF(plain_calls); j++) {
            CHECK(is_refused(plain_calls[j].call(bad, entity), ANT_ERROR_INVALID_HANDLE, plain_calls[j].name, "handle"));
        }
    }
    for (i = 0; i < LENGTH_OF(bad_entity); i++) {
        for (j = 0; j < LENGTH_OF(entity_calls); j++) {
            AntStatus status = entity_calls[j].call(predictor, bad_entity[i]);
            CHECK(is_refused(status, ANT_ERROR_NOT_FOUND, entity_calls[j].name, "entity"));
        }
    }
    CHECK(out_info.strategies == 0xa5a5a5a5u && out_update.due == 0xa5a5a5a5u);
    MUST(ant_destroy(other.id));
    tear_down_bad();
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntStrategyLedger ledger;
    set_up_bad();
    MUST(ant_strategy_ledger_init(&ledger));
    CHECK(grows_in(&ledger, sizeof ledger, ledger_with));
    CHECK(grows_out(sizeof(AntStrategyInfo), info_into));
    CHECK(grows_out(sizeof(AntStrategyUpdate), update_into));
    tear_down_bad();
    set_up_bad();
    CHECK(grows_in(&good_desc, sizeof good_desc, desc_with));
    tear_down();
}

static void every_pointer_that_must_be_given_is_checked(void) {
    set_up_bad();
    REFUSED(NULL_POINTER, "desc", ant_predictor_set_strategies, (predictor, NULL));
    REFUSED(NULL_POINTER, "points", ant_predictor_add_route, (predictor, 2, NULL, 1, NULL));
    REFUSED(NULL_POINTER, "buf", ant_predictor_strategies_save, (predictor, NULL, 9, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_predictor_strategies_load, (predictor, NULL, 9));
    REFUSED(NULL_POINTER, "saved", ant_predictor_strategies_merge, (predictor, 1, NULL));
    REFUSED(NULL_POINTER, "out_info", ant_predictor_strategy_info, (predictor, entity, NULL));
    REFUSED(NULL_POINTER, "position", ant_strategy_needs_update, (predictor, entity, NULL, at(0, 0), 0, NULL, &out_update));
    REFUSED(NULL_POINTER, "velocity", ant_strategy_needs_update, (predictor, entity, at(0, 0), NULL, 0, NULL, &out_update));
    REFUSED(NULL_POINTER, "out_update", ant_strategy_needs_update, (predictor, entity, at(0, 0), at(0, 0), 0, NULL, NULL));
    tear_down_bad();
}

static void descriptors_outside_their_ranges_are_refused_by_name(void) {
    AntStrategyDesc bad;
    set_up_bad();
#define BAD_DESC(status, field, value) \
    bad = good_desc;                   \
    bad.field = value;                 \
    REFUSED(status, #field, ant_predictor_set_strategies, (predictor, &bad))
    BAD_DESC(INVALID_ARGUMENT, mode, 2);
    BAD_DESC(OUT_OF_RANGE, threshold, 0);
    BAD_DESC(NOT_FINITE, threshold, NAN);
    BAD_DESC(OUT_OF_RANGE, width, -1);
    BAD_DESC(OUT_OF_RANGE, parallels, 0);
    BAD_DESC(OUT_OF_RANGE, parallels, 16);
    BAD_DESC(OUT_OF_RANGE, min_trials, 0);
    BAD_DESC(OUT_OF_RANGE, record, 0);
    BAD_DESC(OUT_OF_RANGE, simplify, -0.1);
    BAD_DESC(NOT_FINITE, cluster_distance, INFINITY);
    BAD_DESC(OUT_OF_RANGE, floor_reach, 0);
    BAD_DESC(OUT_OF_RANGE, rise, -1);
    BAD_DESC(OUT_OF_RANGE, learn_threshold, 2);
    BAD_DESC(INVALID_ARGUMENT, reserved, 1);
    BAD_DESC(INVALID_ARGUMENT, threshold, 4.5; bad.parallels = 3); /* Half of the width of 9: polygons would not overlap. */
    tear_down_bad();
}

static void routes_and_files_that_are_none_are_refused(void) {
    static const double doubled[2][3] = {{1, 0, 1}, {1, 5, 1}}, wild[2][3] = {{1, 0, 1}, {NAN, 0, 1}}, far[2][3] = {{0, 0, 0}, {2e9, 0, 0}};
    unsigned char file[2048];
    double two[2][3];
    AntPredictor none = {0};
    uint64_t size = 0, i;
    uint32_t count = 0;
    set_up_bad();
    REFUSED(OUT_OF_RANGE, "count", ant_predictor_add_route, (predictor, 1, STREAM(corner, ANT_F64X3), 1, NULL));
    REFUSED(OUT_OF_RANGE, "count", ant_predictor_add_route, (predictor, 1025, STREAM(corner, ANT_F64X3), 1, NULL));
    REFUSED(OUT_OF_RANGE, "evidence", ant_predictor_add_route, (predictor, 3, STREAM(corner, ANT_F64X3), 0, NULL));
    REFUSED(BUFFER_TOO_SMALL, "points", ant_predictor_add_route, (predictor, 4, STREAM(corner, ANT_F64X3), 1, NULL));
    REFUSED(INVALID_ARGUMENT, "points", ant_predictor_add_route, (predictor, 3, STREAM(corner, ANT_F64), 1, NULL));
    REFUSED(INVALID_ARGUMENT, "points", ant_predictor_add_route, (predictor, 2, STREAM(doubled, ANT_F64X3), 1, NULL));
    REFUSED(NOT_FINITE, "points[1]", ant_predictor_add_route, (predictor, 2, STREAM(wild, ANT_F64X3), 1, NULL));
    REFUSED(OUT_OF_RANGE, "points[1]", ant_predictor_add_route, (predictor, 2, STREAM(far, ANT_F64X3), 1, NULL));
    MUST(ant_predictor_strategies_save(predictor, file, sizeof file, &size));
    for (i = 0; i < size; i++) {
        CHECK(ant_predictor_strategies_load(predictor, file, i) == ANT_ERROR_CORRUPT);
        file[i] ^= 0x10;
        CHECK(ant_predictor_strategies_load(predictor, file, size) == ANT_ERROR_CORRUPT);
        file[i] ^= 0x10;
    }
    REFUSED(CORRUPT, "", ant_predictor_strategies_load, (predictor, "not a file", 10));
    REFUSED(NOT_FOUND, "route", ant_predictor_route, (predictor, 1, 0, 0, NULL, &count, NULL));
    REFUSED(NULL_POINTER, "out_count", ant_predictor_route, (predictor, 0, 0, 0, NULL, NULL, NULL));
    REFUSED(BUFFER_TOO_SMALL, "out_points", ant_predictor_route, (predictor, 0, 0, 3, STREAM(two, ANT_F64X3), &count, NULL));
    REFUSED(NOT_FOUND, "strategy", ant_predictor_strategy, (predictor, 1, 0, 0, 0, NULL, &count));
    REFUSED(INVALID_ARGUMENT, "line", ant_predictor_strategy, (predictor, 0, 2, 0, 0, NULL, &count));
    REFUSED(NULL_POINTER, "out_count", ant_predictor_strategy, (predictor, 0, 0, 0, 0, NULL, NULL));
    REFUSED(INVALID_HANDLE, "", ant_predictor_route, (none, 0, 0, 0, NULL, &count, NULL));
    REFUSED(INVALID_HANDLE, "", ant_predictor_strategy, (none, 0, 0, 0, 0, NULL, &count));
    REFUSED(STATE, "trial", ant_predictor_end_trial, (predictor, entity, NULL));
    tear_down_bad();
}

static void bad_numbers_and_books_of_a_sender_are_refused(void) {
    AntStrategyLedger good, bad;
    double wild[3] = {0, NAN, 0};
    set_up_bad();
    MUST(ant_strategy_ledger_init(&good));
    REFUSED(NOT_FINITE, "position", ant_strategy_needs_update, (predictor, entity, wild, at(0, 0), 0, NULL, &out_update));
    REFUSED(NOT_FINITE, "velocity", ant_strategy_needs_update, (predictor, entity, at(0, 0), wild, 0, NULL, &out_update));
#define BAD_LEDGER(status, field, value) \
    bad = good;                          \
    bad.field = value;                   \
    REFUSED(status, "ledger", ant_strategy_needs_update, (predictor, entity, at(0, 0), at(0, 0), 0, &bad, &out_update))
    BAD_LEDGER(INVALID_ARGUMENT, flags, 4);
    BAD_LEDGER(OUT_OF_RANGE, balance, -3);
    BAD_LEDGER(INVALID_ARGUMENT, reserved, 1);
    BAD_LEDGER(NOT_FINITE, position[0], NAN);
    BAD_LEDGER(OUT_OF_RANGE, velocity[2], 1e10);
    CHECK(out_update.due == 0xa5a5a5a5u);
    tear_down_bad();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(routes_and_polygons_can_be_read);
    RUN_TEST(points_are_kept_as_published_where_that_is_asked_for);
    RUN_TEST(thresholds_are_learned_from_the_trials);
    RUN_TEST(an_entity_goes_around_the_corner_of_its_route);
    RUN_TEST(lengths_and_places_are_those_of_the_host);
    RUN_TEST(trials_recorded_while_playing_are_learned_saved_and_loaded);
    RUN_TEST(a_sender_without_books_follows_the_switching_rule);
    RUN_TEST(a_sender_with_books_counts_what_it_saves);
    RUN_TEST(the_sender_decides_what_is_followed);
    RUN_TEST(every_function_refuses_every_bad_handle_and_entity);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    RUN_TEST(every_pointer_that_must_be_given_is_checked);
    RUN_TEST(descriptors_outside_their_ranges_are_refused_by_name);
    RUN_TEST(routes_and_files_that_are_none_are_refused);
    RUN_TEST(bad_numbers_and_books_of_a_sender_are_refused);
    return ensure_end();
}
