/* Batches of observations and predictions: equal to single calls, any format and stride, status per element, bad streams. */
#include "support_map/entities.h"

#define MANY 5
static AntPredictor one, many;
static AntEntity of_one[MANY], of_many[MANY];

static void set_up(void) {
    int i;
    one = lone_predictor();
    many = lone_predictor();
    for (i = 0; i < MANY; i++) {
        AntProfile profile = profile_of((uint32_t)i);
        of_one[i] = add_entity(one, &profile);
        of_many[i] = add_entity(many, &profile);
    }
}

static void tear_down(void) {
    MUST(ant_destroy(one.id));
    MUST(ant_destroy(many.id));
}

static AntObserveBatch observations(uint32_t count, const void *places, int64_t time) {
    AntObserveBatch batch;
    MUST(ant_observe_batch_init(&batch));
    batch.count = count;
    batch.time = time;
    batch.entities = *STREAM(of_many, ANT_U64);
    batch.positions = *stream(places, 24 * (uint64_t)count, 0, ANT_F64X3);
    return batch;
}

static AntPredictBatch predictions(uint32_t count, int64_t time) {
    AntPredictBatch batch;
    MUST(ant_predict_batch_init(&batch));
    batch.count = count;
    batch.time = time;
    batch.entities = *STREAM(of_many, ANT_U64);
    return batch;
}

static void some_places(double places[MANY][3], int frame) {
    int i;
    for (i = 0; i < MANY; i++) {
        places[i][0] = i + 0.25 * frame;
        places[i][1] = 0.125 * i;
        places[i][2] = i * frame * 0.0625;
    }
}

static void a_batch_does_what_single_calls_do(void) {
    /* An array of a host's structs: id, position in doubles, velocity in floats, flags. */
    struct Row {
        AntEntity entity;
        double place[3];
        float velocity[3];
        uint16_t flags;
        uint8_t other[2];
    } rows[MANY];
    struct Answer {
        double place[3];
        float velocity[3];
        uint32_t corrections;
        float orientation[4];
    } answers[MANY];
    double places[MANY][3];
    int64_t times[MANY];
    AntObserveBatch in;
    AntPredictBatch out;
    int i, frame;
    set_up();
    MUST(ant_observe_batch_init(&in));
    in.count = MANY;
    in.entities = *stream(&rows[0].entity, sizeof rows, sizeof rows[0], ANT_U64);
    in.positions = *stream(rows[0].place, sizeof rows - 8, sizeof rows[0], ANT_F64X3);
    in.velocities = *stream(rows[0].velocity, sizeof rows - 32, sizeof rows[0], ANT_F32X3);
    in.flags = *stream(&rows[0].flags, sizeof rows - 44, sizeof rows[0], ANT_U16);
    in.times = *STREAM(times, ANT_I64);
    for (frame = 0; frame < 6; frame++) {
        some_places(places, frame);
        for (i = 0; i < MANY; i++) {
            AntObservation observation = moving(frame * STEP + i, places[i][0], places[i][2], 0.5 * i, 1);
            observation.position[1] = places[i][1];
            observation.flags |= frame == 3 ? ANT_OBSERVE_TELEPORTED : 0;
            observe(one, of_one[i], &observation);
            rows[i].entity = of_many[i];
            memcpy(rows[i].place, places[i], sizeof places[i]);
            rows[i].velocity[0] = 0.5f * i;
            rows[i].velocity[1] = 0;
            rows[i].velocity[2] = 1;
            rows[i].flags = frame == 3 ? ANT_OBSERVE_TELEPORTED : 0;
            times[i] = frame * STEP + i;
        }
        ENSURE_OK(ant_predictor_observe_batch(many, &in));
    }
    ENSURE(predictor_hash(one) == predictor_hash(many));
    out = predictions(MANY, 5 * STEP + 400 * MILLISECOND);
    out.positions = *stream(answers[0].place, sizeof answers, sizeof answers[0], ANT_F64X3);
    out.velocities = *stream(answers[0].velocity, sizeof answers - 24, sizeof answers[0], ANT_F32X3);
    out.corrections = *stream(&answers[0].corrections, sizeof answers - 36, sizeof answers[0], ANT_U32);
    out.orientations = *stream(answers[0].orientation, sizeof answers - 40, sizeof answers[0], ANT_F32X4);
    ENSURE_OK(ant_predictor_predict_batch(many, &out));
    for (i = 0; i < MANY; i++) {
        AntPrediction prediction = predict(one, of_one[i], 5 * STEP + 400 * MILLISECOND);
        ENSURE(memcmp(prediction.position, answers[i].place, sizeof answers[i].place) == 0);
        ENSURE((float)prediction.velocity[0] == answers[i].velocity[0]);
        ENSURE(prediction.corrections == answers[i].corrections && answers[i].orientation[3] == 1.0f);
    }
    tear_down();
}

static void bad_elements_get_their_status_and_the_others_go_on(void) {
    double places[MANY][3], untouched[3];
    int8_t status[MANY];
    AntObserveBatch in;
    AntPredictBatch out;
    AntEntity keep;
    uint64_t before;
    set_up();
    some_places(places, 1);
    in = observations(MANY, places, SECOND);
    ENSURE_OK(ant_predictor_observe_batch(many, &in));
    keep = of_many[1];
    of_many[1].id = 5;
    places[3][1] = NAN;
    in = observations(MANY, places, 2 * SECOND);
    before = predictor_hash(many);
    REFUSED(NOT_FOUND, "entity", ant_predictor_observe_batch, (many, &in));
    ENSURE(predictor_hash(many) == before);
    in.status = *STREAM(status, ANT_I8);
    ENSURE_STATUS(ANT_PARTIAL, ant_predictor_observe_batch(many, &in));
    ENSURE(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FOUND && status[3] == ANT_ERROR_NOT_FINITE && status[4] == ANT_OK);
    of_many[1] = keep;
    ENSURE(predict(many, of_many[4], 2 * SECOND).position[0] == places[4][0]);
    /* Those that were late are told, and the call says so. */
    places[3][1] = 0;
    in = observations(MANY, places, 2 * SECOND);
    in.status = *STREAM(status, ANT_I8);
    ENSURE_STATUS(ANT_LATE, ant_predictor_observe_batch(many, &in));
    ENSURE(status[0] == ANT_LATE && status[1] == ANT_OK && status[3] == ANT_OK && status[4] == ANT_LATE);
    /* Predictions: a stranger and somebody who is asked about the past. */
    of_many[2].id ^= UINT64_C(1) << 33;
    memset(places, 0x33, sizeof places);
    memcpy(untouched, places[2], sizeof untouched);
    out = predictions(MANY, SECOND);
    out.positions = *STREAM(places, ANT_F64X3);
    REFUSED(NOT_FOUND, "entity", ant_predictor_predict_batch, (many, &out));
    ENSURE(memcmp(places[0], untouched, sizeof untouched) == 0);
    out.status = *STREAM(status, ANT_I8);
    ENSURE_STATUS(ANT_PARTIAL, ant_predictor_predict_batch(many, &out));
    ENSURE(status[0] == ANT_IN_THE_PAST && status[2] == ANT_ERROR_NOT_FOUND && status[4] == ANT_IN_THE_PAST);
    ENSURE(memcmp(places[2], untouched, sizeof untouched) == 0 && memcmp(places[4], untouched, sizeof untouched) != 0);
    out.count = 2;
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_predictor_predict_batch(many, &out));
    tear_down();
}

static void the_same_entity_twice_in_a_batch_is_taken_in_order(void) {
    static const double places[2][3] = {{1, 0, 0}, {3, 0, 0}};
    static const int64_t times[2] = {0, SECOND};
    AntProfile dr1 = profile_of(ANT_MODEL_DR1);
    AntObserveBatch in;
    set_up();
    of_many[1] = of_many[0];
    in = observations(2, places, 0);
    in.times = *STREAM(times, ANT_I64);
    ENSURE_OK(ant_predictor_observe_batch(many, &in));
    ENSURE_OK(ant_predictor_set_profile(many, of_many[0], &dr1));
    ENSURE(near_to(predict(many, of_many[0], 2 * SECOND).position[0], 5, 1e-12));
    tear_down();
}

static void nothing_to_do_needs_no_streams(void) {
    AntObserveBatch in;
    AntPredictBatch out;
    uint64_t before;
    set_up();
    before = predictor_hash(many);
    MUST(ant_observe_batch_init(&in));
    MUST(ant_predict_batch_init(&out));
    ENSURE(in.count == 0 && in.positions.data == NULL && out.count == 0 && out.entities.data == NULL);
    ENSURE_OK(ant_predictor_observe_batch(many, &in));
    ENSURE_OK(ant_predictor_predict_batch(many, &out));
    ENSURE(predictor_hash(many) == before);
    tear_down();
}

/* What any stream of a batch can have wrong; `optional` ones may be null. */
static int refuses_bad_streams(AntStream *tested, AntStatus (*call)(void), const char *function, const char *name,
                               int optional, uint32_t wrong_format) {
    AntStream good = *tested;
    int ok = 1;
    tested->data = NULL;
    ok &= optional || is_refused(call(), ANT_ERROR_NULL_POINTER, function, name);
    *tested = good;
    tested->format = wrong_format;
    ok &= is_refused(call(), ANT_ERROR_INVALID_ARGUMENT, function, name);
    tested->format = 99;
    ok &= is_refused(call(), ANT_ERROR_INVALID_ARGUMENT, function, name);
    *tested = good;
    tested->byte_len = 0;
    ok &= is_refused(call(), ANT_ERROR_BUFFER_TOO_SMALL, function, name);
    tested->byte_len = good.byte_len - 1;
    ok &= is_refused(call(), ANT_ERROR_BUFFER_TOO_SMALL, function, name);
    *tested = good;
    tested->stride = 0xffffffffu;
    ok &= is_refused(call(), ANT_ERROR_BUFFER_TOO_SMALL, function, name);
    *tested = good;
    tested->byte_len = UINT64_MAX;
    ok &= is_refused(call(), ANT_ERROR_INVALID_ARGUMENT, function, name);
    *tested = good;
    if (good.format != ANT_U8) {
        tested->stride = 1;
        ok &= is_refused(call(), ANT_ERROR_INVALID_ARGUMENT, function, name);
        *tested = good;
    }
    return ok;
}

static AntObserveBatch tested_in;
static AntPredictBatch tested_out;
static AntStatus observe_tested(void) { return ant_predictor_observe_batch(many, &tested_in); }
static AntStatus predict_tested(void) { return ant_predictor_predict_batch(many, &tested_out); }

static void bad_streams_are_refused_by_name(void) {
    double places[MANY][3], vectors[MANY][3], rotations[MANY][4];
    int64_t times[MANY];
    uint16_t flags[MANY];
    uint8_t corrections[MANY];
    int32_t status[MANY];
    uint64_t before;
    int i;
    set_up();
    some_places(places, 1);
    for (i = 0; i < MANY; i++) {
        memset(vectors[i], 0, sizeof vectors[i]);
        memset(rotations[i], 0, sizeof rotations[i]);
        rotations[i][3] = 1;
        times[i] = SECOND;
        flags[i] = 0;
        corrections[i] = 0;
        status[i] = 77;
    }
    tested_in = observations(MANY, places, 0);
    tested_in.times = *STREAM(times, ANT_I64);
    tested_in.velocities = *STREAM(vectors, ANT_F64X3);
    tested_in.accelerations = *STREAM(vectors, ANT_F64X3);
    tested_in.orientations = *STREAM(rotations, ANT_F64X4);
    tested_in.flags = *STREAM(flags, ANT_U16);
    tested_in.status = *STREAM(status, ANT_I32);
    before = predictor_hash(many);
#define BAD_IN(field, optional, wrong) \
    CHECK(refuses_bad_streams(&tested_in.field, observe_tested, "ant_predictor_observe_batch", #field, optional, wrong))
    BAD_IN(entities, 0, ANT_U32);
    BAD_IN(times, 1, ANT_U64);
    BAD_IN(positions, 0, ANT_F64);
    BAD_IN(velocities, 1, ANT_F32X4);
    BAD_IN(accelerations, 1, ANT_F64X4);
    BAD_IN(orientations, 1, ANT_F64X3);
    BAD_IN(flags, 1, ANT_F32);
    BAD_IN(status, 1, ANT_F32);
    CHECK(predictor_hash(many) == before && status[0] == 77);
    ENSURE_OK(observe_tested());
    tested_out = predictions(MANY, SECOND);
    tested_out.times = *STREAM(times, ANT_I64);
    tested_out.positions = *STREAM(places, ANT_F64X3);
    tested_out.velocities = *STREAM(vectors, ANT_F64X3);
    tested_out.orientations = *STREAM(rotations, ANT_F64X4);
    tested_out.corrections = *STREAM(corrections, ANT_U8);
    tested_out.status = *STREAM(status, ANT_I32);
    places[0][0] = -55;
#define BAD_OUT(field, optional, wrong) \
    CHECK(refuses_bad_streams(&tested_out.field, predict_tested, "ant_predictor_predict_batch", #field, optional, wrong))
    BAD_OUT(entities, 0, ANT_I64);
    BAD_OUT(times, 1, ANT_F64);
    BAD_OUT(positions, 1, ANT_F64X4);
    BAD_OUT(velocities, 1, ANT_F64);
    BAD_OUT(orientations, 1, ANT_F32X3);
    BAD_OUT(corrections, 1, ANT_I32);
    BAD_OUT(status, 1, ANT_U16);
    CHECK(places[0][0] == -55.0);
    ENSURE_OK(predict_tested());
    tear_down();
}

static void streams_that_overlap_are_refused(void) {
    double places[MANY][3];
    int8_t status[MANY];
    AntObserveBatch in;
    AntPredictBatch out;
    set_up();
    some_places(places, 1);
    in = observations(MANY, places, 0);
    ENSURE_OK(ant_predictor_observe_batch(many, &in));
    in.time = SECOND;
    in.status = *stream((char *)places + 1, 5 * 24, 24, ANT_I8);
    REFUSED(OVERLAP, "status", ant_predictor_observe_batch, (many, &in));
    out = predictions(MANY, SECOND);
    out.positions = *STREAM(places, ANT_F64X3);
    out.velocities = *stream(&places[1][0], 4 * 24, 0, ANT_F32X3);
    REFUSED(OVERLAP, "velocities", ant_predictor_predict_batch, (many, &out));
    out.velocities = out.positions;
    REFUSED(OVERLAP, "velocities", ant_predictor_predict_batch, (many, &out));
    out = predictions(MANY, SECOND);
    out.positions = *stream((char *)of_many + 4, sizeof of_many, 8, ANT_F32X3);
    REFUSED(INVALID_ARGUMENT, "positions", ant_predictor_predict_batch, (many, &out));
    out.positions = *STREAM(places, ANT_F64X3);
    out.status = *stream((char *)of_many + 2, sizeof of_many - 2, 8, ANT_I8);
    REFUSED(OVERLAP, "status", ant_predictor_predict_batch, (many, &out));
    out.status = *STREAM(status, ANT_I8);
    ENSURE_OK(ant_predictor_predict_batch(many, &out));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_batch_does_what_single_calls_do);
    RUN_TEST(bad_elements_get_their_status_and_the_others_go_on);
    RUN_TEST(the_same_entity_twice_in_a_batch_is_taken_in_order);
    RUN_TEST(nothing_to_do_needs_no_streams);
    RUN_TEST(bad_streams_are_refused_by_name);
    RUN_TEST(streams_that_overlap_are_refused);
    return ensure_end();
}
