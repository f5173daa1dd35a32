/* Smoothers: corrections and frames by hand, batches, frames of hosts, walls, snapshots, and bad input to every function. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

static AntPredictor predictor;
static AntEntity entity;
static AntSmoother smoother;
static uint64_t hash_before;

static AntSmootherDesc desc_of(AntPredictor p, uint32_t method) {
    AntSmootherDesc desc;
    MUST(ant_smoother_desc_init(&desc));
    desc.predictor = p;
    desc.method = method;
    desc.snap_distance = 6;
    return desc;
}

static AntSmoother smoother_of(AntPredictor p, uint32_t method, double time) {
    AntSmootherDesc desc = desc_of(p, method);
    AntSmoother made;
    desc.least_time = desc.most_time = desc.least_turn_time = desc.most_turn_time = time;
    MUST(ant_smoother_create(&desc, &made));
    return made;
}

static AntSmoothCorrection correction_at(int64_t time) {
    AntSmoothCorrection correction;
    MUST(ant_smooth_correction_init(&correction));
    correction.time = time;
    return correction;
}

static AntDrawn draw(AntSmoother s, AntEntity e, int64_t time) {
    AntDrawn drawn;
    memset(&drawn, 0, sizeof drawn);
    drawn.struct_size = sizeof drawn;
    MUST(ant_smoother_draw(s, e, time, &drawn));
    return drawn;
}

static uint64_t smoother_hash(AntSmoother s) {
    uint64_t hash = 0;
    MUST(ant_state_hash(s.id, &hash));
    return hash;
}

/* Observes and tells the smoother. */
static uint32_t update(const AntObservation *observation) {
    AntSmoothCorrection correction = correction_at(observation->time);
    uint32_t course = 99;
    observe(predictor, entity, observation);
    MUST(ant_smoother_correct(smoother, entity, &correction, &course));
    return course;
}

/* A runner of 10 m/s along x that was drawn at 0. */
static void set_up_on(AntPredictor p, uint32_t method) {
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation observation = moving(0, 1, 1, 10, 0);
    predictor = p;
    entity = add_entity(predictor, &profile);
    smoother = smoother_of(predictor, method, 0.2);
    CHECK(update(&observation) == ANT_COURSE_APPEARS);
    draw(smoother, entity, 0);
    hash_before = smoother_hash(smoother);
    outputs = fresh_outputs();
}

static void set_up(void) { set_up_on(lone_predictor(), ANT_SMOOTH_LINEAR); }

static void tear_down(void) {
    CHECK(outputs_are_untouched());
    MUST(ant_destroy(smoother.id));
    MUST(ant_destroy(predictor.id));
}

static void a_correction_by_hand(void) {
    AntObservation observation = moving(100 * MILLISECOND, 2, 2, 10, 0);
    AntDrawn drawn;
    set_up();
    /* Shown at (2, 1), predicted at (2, 2): 0.2 s of a straight line. */
    CHECK(update(&observation) == ANT_COURSE_CURVES);
    drawn = draw(smoother, entity, 100 * MILLISECOND);
    CHECK(near3(drawn.position, 2, 0, 1, 1e-9) && near_to(drawn.distance, 1, 1e-9));
    drawn = draw(smoother, entity, 200 * MILLISECOND);
    CHECK(near3(drawn.position, 3, 0, 1.5, 1e-9) && near3(drawn.velocity, 10, 0, 5, 1e-9));
    CHECK(drawn.flags == (ANT_DRAWN_CONVERGING | ANT_DRAWN_OFF_LEVEL));
    drawn = draw(smoother, entity, 300 * MILLISECOND);
    CHECK(near3(drawn.position, 4, 0, 2, 1e-12) && drawn.distance == 0 && drawn.flags == ANT_DRAWN_OFF_LEVEL);
    ENSURE_STATUS(ANT_IN_THE_PAST, ant_smoother_draw(smoother, entity, 250 * MILLISECOND, &drawn));
    CHECK(near3(drawn.position, 4, 0, 2, 1e-12) && (drawn.flags & ANT_DRAWN_PAST));
    tear_down();
}

static void teleports_and_far_corrections_jump(void) {
    AntObservation observation = moving(100 * MILLISECOND, 3, 2, 10, 0);
    AntSmoothCorrection correction = correction_at(100 * MILLISECOND);
    AntDrawn drawn;
    uint32_t course = 99;
    set_up();
    observe(predictor, entity, &observation);
    correction.flags = ANT_SMOOTH_TELEPORTED;
    MUST(ant_smoother_correct(smoother, entity, &correction, &course));
    drawn = draw(smoother, entity, 100 * MILLISECOND);
    CHECK(course == ANT_COURSE_JUMPS && near3(drawn.position, 3, 0, 2, 0) && (drawn.flags & ANT_DRAWN_SNAPPED));
    observation = moving(200 * MILLISECOND, 60, 2, 10, 0);
    CHECK(update(&observation) == ANT_COURSE_JUMPS);
    tear_down();
}

static void the_mean_gap_follows_the_updates(void) {
    AntSmoothCorrection correction = correction_at(100 * MILLISECOND);
    AntSmootherInfo info;
    set_up();
    MUST(ant_smoother_info_init(&info));
    correction.flags = ANT_SMOOTH_HAS_GAP;
    correction.gap = 0.05;
    MUST(ant_smoother_correct(smoother, entity, &correction, NULL));
    MUST(ant_smoother_info(smoother, entity, &info));
    CHECK(near_to(info.mean_gap, 0.1 + 0.2 * (0.05 - 0.1), 1e-12) && info.time == 0.2 && info.entity_count == 1);
    tear_down();
}

/* Own predictions, in place of the predictor's. */
static void hosts_may_predict_themselves(void) {
    AntSmoothCorrection correction = correction_at(100 * MILLISECOND);
    AntDrawBatch batch;
    double own[1][3] = {{5, 0, 1}}, speed[1][3] = {{0, 0, 0}}, drawn[1][3], distance[1];
    set_up();
    correction.flags = ANT_SMOOTH_HAS_PREDICTION | ANT_SMOOTH_HAS_BEFORE;
    correction.position[0] = 5;
    correction.position[2] = 1;
    correction.before_position[0] = 4;
    correction.before_position[2] = 1;
    MUST(ant_smoother_correct(smoother, entity, &correction, NULL));
    MUST(ant_draw_batch_init(&batch));
    batch.count = 1;
    batch.time = 200 * MILLISECOND;
    batch.entities = *stream(&entity, 8, 0, ANT_U64);
    batch.predicted_positions = *STREAM(own, ANT_F64X3);
    batch.predicted_velocities = *STREAM(speed, ANT_F64X3);
    batch.positions = *STREAM(drawn, ANT_F64X3);
    batch.distances = *STREAM(distance, ANT_F64);
    ENSURE_OK(ant_smoother_draw_batch(smoother, &batch));
    CHECK(near3(drawn[0], 4.5, 0, 1, 1e-9) && near_to(distance[0], 0.5, 1e-9));
    tear_down();
}

static void batches_equal_single_calls(void) {
    AntSmoother other;
    AntEntity entities[3];
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntDrawBatch batch;
    float positions[3][3];
    double orientations[3][4];
    uint32_t flags[3];
    int8_t status[3];
    int frame, i;
    set_up();
    entities[0] = entity;
    entities[1] = add_entity(predictor, &profile); /* never observed */
    entities[2] = add_entity(predictor, &profile);
    other = smoother_of(predictor, ANT_SMOOTH_LINEAR, 0.2);
    MUST(ant_smoother_correct_batch(other, 0, 1, STREAM(entities, ANT_U64), NULL, NULL));
    draw(other, entity, 0);
    for (frame = 1; frame < 10; frame++) {
        int64_t time = frame * 50 * MILLISECOND;
        AntObservation first = moving(time, frame * 0.6, 1, 10, 0), third = moving(time, 7, frame * 0.1, 0, 3);
        observe(predictor, entities[0], &first);
        observe(predictor, entities[2], &third);
        ENSURE_STATUS(ANT_PARTIAL, ant_smoother_correct_batch(other, time, 3, STREAM(entities, ANT_U64), NULL,
                                                             STREAM(status, ANT_I8)));
        CHECK(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FOUND && status[2] == ANT_OK);
        MUST(ant_draw_batch_init(&batch));
        batch.count = 3;
        batch.time = time;
        batch.entities = *STREAM(entities, ANT_U64);
        batch.positions = *STREAM(positions, ANT_F32X3);
        batch.orientations = *STREAM(orientations, ANT_F64X4);
        batch.flags = *STREAM(flags, ANT_U32);
        batch.status = *STREAM(status, ANT_I8);
        ENSURE_STATUS(ANT_PARTIAL, ant_smoother_draw_batch(other, &batch));
        for (i = 0; i < 3; i += 2) {
            AntSmoothCorrection correction = correction_at(time);
            AntDrawn drawn;
            MUST(ant_smoother_correct(smoother, entities[i], &correction, NULL));
            drawn = draw(smoother, entities[i], time);
            CHECK(positions[i][0] == (float)drawn.position[0] && flags[i] == drawn.flags);
            CHECK(near_to(orientations[i][3], drawn.orientation[3], 0) && status[i] == ANT_OK);
        }
    }
    CHECK(smoother_hash(other) == smoother_hash(smoother));
    MUST(ant_destroy(other.id));
    tear_down();
}

static void hosts_of_other_frames_get_their_own_axes(void) {
    AntPredictorDesc desc;
    AntPredictor unreal;
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntObservation observation;
    AntSmoothCorrection correction = correction_at(100 * MILLISECOND);
    AntEntity e;
    AntSmoother s;
    AntDrawn drawn;
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = ANT_FRAME_UNREAL;
    MUST(ant_predictor_create(&desc, &unreal));
    e = add_entity(unreal, &profile);
    s = smoother_of(unreal, ANT_SMOOTH_LINEAR, 0.2);
    observation = moving(0, 100, 0, 1000, 0);
    observe(unreal, e, &observation);
    draw(s, e, 0);
    observation = moving(100 * MILLISECOND, 200, 50, 1000, 0);
    observe(unreal, e, &observation);
    MUST(ant_smoother_correct(s, e, &correction, NULL));
    drawn = draw(s, e, 200 * MILLISECOND);
    CHECK(near3(drawn.position, 300, 0, 25, 1e-6) && near_to(drawn.distance, 25, 1e-6));
    MUST(ant_destroy(s.id));
    MUST(ant_destroy(unreal.id));
}

/* A wall across the level with a gap in the middle. */
static const char plan[] = "........."
                           "........."
                           "####.####"
                           "........."
                           ".........";

static void walls_are_gone_around(void) {
    AntWorld world = grid_world(9, 5, plan);
    AntPheromoneMap none;
    AntProfile still = bare_profile(ANT_MODEL_STILL);
    AntObservation observation;
    AntDrawn drawn, last;
    int frame, on_path = 0;
    none.id = 0;
    set_up_on(predictor_on(world, none), ANT_SMOOTH_HERMITE);
    MUST(ant_predictor_set_profile(predictor, entity, &still));
    observation = seen_at(50 * MILLISECOND, 3.5, 1.5);
    update(&observation);
    draw(smoother, entity, SECOND);
    observation = seen_at(SECOND, 3.5, 3.5);
    CHECK(update(&observation) == ANT_COURSE_WALKS);
    drawn = last = draw(smoother, entity, SECOND);
    for (frame = 1; frame < 120; frame++) {
        AntWalkHit walk;
        memset(&walk, 0, sizeof walk);
        walk.struct_size = sizeof walk;
        drawn = draw(smoother, entity, SECOND + frame * 16 * MILLISECOND);
        on_path += (drawn.flags & ANT_DRAWN_PATH) != 0;
        CHECK(has_status(ant_world_raycast(world, last.position, drawn.position, NULL, &walk), ANT_OK));
        last = drawn;
    }
    CHECK(on_path > 5 && drawn.distance == 0);
    tear_down();
    MUST(ant_destroy(world.id));
}

static void a_snapshot_goes_on_identically(void) {
    AntSmoother other;
    AntObservation observation = moving(100 * MILLISECOND, 3, 2, 10, 0);
    unsigned char bytes[4096];
    uint64_t size = 0;
    AntSmootherInfo info;
    AntEntity nobody;
    nobody.id = 0;
    set_up();
    update(&observation);
    other = smoother_of(predictor, ANT_SMOOTH_SNAP, 1);
    MUST(ant_snapshot(smoother.id, NULL, 0, &size));
    ENSURE(size < sizeof bytes);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (smoother.id, bytes, size - 1, NULL));
    MUST(ant_snapshot(smoother.id, bytes, sizeof bytes, NULL));
    bytes[50] ^= 1;
    REFUSED(CORRUPT, "checksum", ant_restore, (other.id, bytes, size));
    bytes[50] ^= 1;
    MUST(ant_restore(other.id, bytes, size));
    CHECK(draw(other, entity, 150 * MILLISECOND).position[2] == draw(smoother, entity, 150 * MILLISECOND).position[2]);
    CHECK(smoother_hash(other) == smoother_hash(smoother));
    MUST(ant_smoother_info_init(&info));
    MUST(ant_smoother_info(other, nobody, &info));
    CHECK(info.entity_count == 1);
    MUST(ant_destroy(other.id));
    tear_down();
}

static void the_origin_moves_and_entities_are_forgotten(void) {
    AntDrawn drawn;
    uint64_t bytes = 0;
    set_up();
    MUST(ant_rebase(predictor.id, at(100, -50)));
    MUST(ant_rebase(smoother.id, at(100, -50)));
    drawn = draw(smoother, entity, 100 * MILLISECOND);
    CHECK(near3(drawn.position, -98, 0, 51, 1e-9) && (drawn.flags & ANT_DRAWN_SNAPPED) == 0);
    MUST(ant_bytes(smoother.id, &bytes));
    CHECK(bytes > 100 && bytes < 10000);
    ENSURE_OK(ant_smoother_forget(smoother, entity));
    ENSURE_STATUS(ANT_EMPTY, ant_smoother_forget(smoother, entity));
    CHECK(draw(smoother, entity, 200 * MILLISECOND).flags & ANT_DRAWN_SNAPPED);
    tear_down();
}

static void a_smoother_outlives_the_handle_of_its_predictor(void) {
    set_up();
    MUST(ant_destroy(predictor.id));
    CHECK(near3(draw(smoother, entity, 100 * MILLISECOND).position, 2, 0, 1, 1e-9));
    MUST(ant_destroy(smoother.id));
}

/* Bad input. */

static const AntDrawBatch *batch_of(const AntEntity *e) {
    static AntDrawBatch batch;
    MUST(ant_draw_batch_init(&batch));
    batch.count = 1;
    batch.time = SECOND;
    batch.entities = *stream(e, 8, 0, ANT_U64);
    batch.positions = *STREAM(outputs.vectors, ANT_F64X3);
    return &batch;
}

static const AntSmoothCorrection *good_correction(void) {
    static AntSmoothCorrection correction;
    correction = correction_at(SECOND);
    return &correction;
}

static const AntSmootherDesc *good_desc(void) {
    static AntSmootherDesc desc;
    desc = desc_of(predictor, ANT_SMOOTH_DAMPED);
    return &desc;
}

#define SMOOTHER_CALL(function, arguments)                                  \
    static AntStatus call_##function(AntSmoother s, AntEntity e) {          \
        (void)e;                                                            \
        return function arguments;                                          \
    }
static AntDrawn drawn_output(void) {
    AntDrawn drawn;
    memset(&drawn, 0, sizeof drawn);
    drawn.struct_size = sizeof drawn;
    return drawn;
}
static AntDrawn unused;
static AntSmootherInfo unused_info = {sizeof unused_info, 0, 0, 0};
SMOOTHER_CALL(ant_smoother_correct, (s, e, good_correction(), &outputs.numbers[0]))
SMOOTHER_CALL(ant_smoother_correct_batch, (s, SECOND, 1, stream(&e, 8, 0, ANT_U64), NULL, NULL))
SMOOTHER_CALL(ant_smoother_draw, (s, e, SECOND, &unused))
SMOOTHER_CALL(ant_smoother_draw_batch, (s, batch_of(&e)))
SMOOTHER_CALL(ant_smoother_forget, (s, e))
SMOOTHER_CALL(ant_smoother_info, (s, e, &unused_info))
SMOOTHER_CALL(ant_is_valid, (s.id))
SMOOTHER_CALL(ant_smoother_set_desc, (s, good_desc()))
SMOOTHER_CALL(ant_rebase, (s.id, at(1, 1)))
SMOOTHER_CALL(ant_bytes, (s.id, &outputs.words[0]))
SMOOTHER_CALL(ant_state_hash, (s.id, &outputs.words[0]))
SMOOTHER_CALL(ant_snapshot, (s.id, NULL, 0, &outputs.words[0]))
SMOOTHER_CALL(ant_restore, (s.id, outputs.bytes, sizeof outputs.bytes))
SMOOTHER_CALL(ant_destroy, (s.id))

typedef struct Call {
    const char *name;
    AntStatus (*call)(AntSmoother s, AntEntity e);
} Call;
#define NAMED(function) {#function, call_##function}
/* The first ones take an entity. */
#define ENTITY_CALLS 6
static const Call calls[] = {
    NAMED(ant_smoother_correct),  NAMED(ant_smoother_correct_batch), NAMED(ant_smoother_draw),
    NAMED(ant_smoother_draw_batch), NAMED(ant_smoother_forget),      NAMED(ant_smoother_info),
    NAMED(ant_is_valid), NAMED(ant_smoother_set_desc),
    NAMED(ant_rebase),   NAMED(ant_bytes),         NAMED(ant_state_hash),
    NAMED(ant_snapshot), NAMED(ant_restore),       NAMED(ant_destroy),
};

static void every_function_refuses_every_bad_handle(void) {
    AntSmoother gone, bad;
    uint64_t handles[BAD_HANDLES];
    uint32_t i, j;
    set_up();
    unused = drawn_output();
    gone = smoother_of(predictor, ANT_SMOOTH_SNAP, 1);
    MUST(ant_destroy(gone.id));
    bad_handles(smoother.id, gone.id, predictor.id, handles);
    for (i = 0; i < BAD_HANDLES; i++) {
        bad.id = handles[i];
        for (j = 0; j < LENGTH_OF(calls); j++) {
            if (!takes_any_handle(calls[j].name)) {
                CHECK(is_refused(calls[j].call(bad, entity), ANT_ERROR_INVALID_HANDLE, calls[j].name, "handle"));
            }
        }
    }
    CHECK(smoother_hash(smoother) == hash_before);
    tear_down();
}

static void every_function_refuses_every_bad_entity(void) {
    AntPredictor another = lone_predictor();
    AntProfile profile = profile_of(ANT_MODEL_DR1);
    AntEntity bad[4];
    uint32_t i, j;
    set_up();
    unused = drawn_output();
    bad[0].id = 0;
    bad[1] = add_entity(another, &profile);
    bad[2].id = ~UINT64_C(0);
    bad[3] = add_entity(predictor, &profile);
    MUST(ant_predictor_remove_entity(predictor, bad[3]));
    for (i = 0; i < LENGTH_OF(bad); i++) {
        for (j = 0; j < ENTITY_CALLS; j++) {
            AntStatus status = calls[j].call(smoother, bad[i]);
            /* What was removed may be forgotten. */
            /* Nobody stands for all in a question about the smoother. */
            if ((i < 3 || calls[j].call != call_ant_smoother_forget) && (i > 0 || calls[j].call != call_ant_smoother_info)) {
                CHECK(is_refused(status, ANT_ERROR_NOT_FOUND, calls[j].name, "entity"));
            }
        }
    }
    CHECK(smoother_hash(smoother) == hash_before);
    MUST(ant_destroy(another.id));
    tear_down();
}

static AntStatus create_from(void *memory) {
    AntSmoother made;
    AntStatus status = ant_smoother_create((const AntSmootherDesc *)memory, &made);
    if (status >= 0) {
        MUST(ant_destroy(made.id));
    }
    return status;
}
static AntStatus set_from(void *memory) {
    return ant_smoother_set_desc(smoother, (const AntSmootherDesc *)memory);
}
static AntStatus correct_from(void *memory) {
    return ant_smoother_correct(smoother, entity, (const AntSmoothCorrection *)memory, NULL);
}
static AntStatus draw_into(void *memory) { return ant_smoother_draw(smoother, entity, SECOND, (AntDrawn *)memory); }
static AntStatus draw_from(void *memory) {
    return ant_smoother_draw_batch(smoother, (const AntDrawBatch *)memory);
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    double place[4][3];
    AntDrawBatch batch;
    set_up();
    CHECK(grows_in(good_desc(), sizeof(AntSmootherDesc), create_from));
    CHECK(grows_in(good_desc(), sizeof(AntSmootherDesc), set_from));
    CHECK(grows_in(good_correction(), sizeof(AntSmoothCorrection), correct_from));
    CHECK(grows_out(sizeof(AntDrawn), draw_into));
    batch = *batch_of(&entity);
    batch.positions = *STREAM(place, ANT_F64X3);
    CHECK(grows_in(&batch, sizeof batch, draw_from));
    tear_down();
}

static void every_pointer_that_must_be_given_is_checked(void) {
    AntSmoother made;
    set_up();
    REFUSED(NULL_POINTER, "desc", ant_smoother_create, (NULL, &made));
    REFUSED(NULL_POINTER, "out_smoother", ant_smoother_create, (good_desc(), NULL));
    REFUSED(NULL_POINTER, "desc", ant_smoother_set_desc, (smoother, NULL));
    REFUSED(NULL_POINTER, "correction", ant_smoother_correct, (smoother, entity, NULL, NULL));
    REFUSED(NULL_POINTER, "out_drawn", ant_smoother_draw, (smoother, entity, SECOND, NULL));
    REFUSED(NULL_POINTER, "batch", ant_smoother_draw_batch, (smoother, NULL));
    REFUSED(NULL_POINTER, "entities", ant_smoother_correct_batch, (smoother, SECOND, 1, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "out_info", ant_smoother_info, (smoother, entity, NULL));
    REFUSED(NULL_POINTER, "shift", ant_rebase, (smoother.id, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (smoother.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (smoother.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (smoother.id, NULL, 10, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (smoother.id, NULL, 10));
    CHECK(smoother_hash(smoother) == hash_before);
    tear_down();
}

#define BAD_DESC(status, field, value)                                                    \
    do {                                                                                  \
        AntSmootherDesc bad = *good_desc();                                               \
        bad.field = value;                                                                \
        REFUSED(status, #field, ant_smoother_create, (&bad, &made));                      \
    } while (0)

static void descriptors_outside_their_ranges_are_refused_by_name(void) {
    AntSmoother made;
    AntSmootherDesc bad;
    set_up();
    BAD_DESC(OUT_OF_RANGE, capacity, 16777216);
    BAD_DESC(INVALID_ARGUMENT, method, 8);
    BAD_DESC(INVALID_ARGUMENT, turn_method, 3);
    BAD_DESC(INVALID_ARGUMENT, flags, 4);
    BAD_DESC(INVALID_ARGUMENT, reserved, 1);
    BAD_DESC(OUT_OF_RANGE, share, -1);
    BAD_DESC(NOT_FINITE, least_time, NAN);
    BAD_DESC(OUT_OF_RANGE, most_time, 61);
    BAD_DESC(OUT_OF_RANGE, least_time, 1);
    BAD_DESC(OUT_OF_RANGE, turn_share, 101);
    BAD_DESC(OUT_OF_RANGE, least_turn_time, 0);
    BAD_DESC(OUT_OF_RANGE, least_turn_time, 1);
    BAD_DESC(NOT_FINITE, most_turn_time, INFINITY);
    BAD_DESC(OUT_OF_RANGE, gap_weight, 0);
    BAD_DESC(OUT_OF_RANGE, first_gap, 0);
    BAD_DESC(OUT_OF_RANGE, snap_distance, 0);
    BAD_DESC(OUT_OF_RANGE, least_speed, 1.5);
    BAD_DESC(OUT_OF_RANGE, patience, 0);
    BAD_DESC(OUT_OF_RANGE, run_speed, 0);
    BAD_DESC(OUT_OF_RANGE, chase_run, 0.5);
    BAD_DESC(NOT_FINITE, chase_speed, NAN);
    BAD_DESC(OUT_OF_RANGE, chase_time, 0);
    BAD_DESC(OUT_OF_RANGE, still_speed, -1);
    BAD_DESC(OUT_OF_RANGE, surface_margin, -1);
    BAD_DESC(OUT_OF_RANGE, catch_up, 0);
    BAD_DESC(OUT_OF_RANGE, field_gain, 2e6);
    bad = *good_desc();
    bad.predictor.id = smoother.id;
    REFUSED(INVALID_HANDLE, "handle", ant_smoother_create, (&bad, &made));
    bad = *good_desc();
    bad.capacity = 0;
    MUST(ant_smoother_create(&bad, &made));
    unused = drawn_output();
    REFUSED(BUDGET, "capacity", ant_smoother_draw, (made, entity, SECOND, &unused));
    REFUSED(BUDGET, "capacity", ant_smoother_draw_batch, (made, batch_of(&entity)));
    REFUSED(BUDGET, "capacity", ant_smoother_correct_batch, (made, 0, 1, stream(&entity, 8, 0, ANT_U64), NULL, NULL));
    MUST(ant_destroy(made.id));
    tear_down();
}

#define BAD_CORRECTION(status, name, change)                                                        \
    do {                                                                                            \
        AntSmoothCorrection bad = *good_correction();                                               \
        bad.flags = ANT_SMOOTH_HAS_PREDICTION | ANT_SMOOTH_HAS_BEFORE | ANT_SMOOTH_HAS_GAP;         \
        change;                                                                                     \
        REFUSED(status, name, ant_smoother_correct, (smoother, entity, &bad, &outputs.numbers[0])); \
    } while (0)

static void corrections_outside_their_ranges_are_refused_by_name(void) {
    AntDrawBatch batch;
    double bad_place[1][3] = {{NAN, 0, 0}}, speed[1][3] = {{0, 0, 0}}, no_turn[1][4] = {{0, 0, 0, 0}};
    uint8_t flags[1] = {2};
    set_up();
    BAD_CORRECTION(INVALID_ARGUMENT, "flags", bad.flags = 16);
    BAD_CORRECTION(NOT_FINITE, "gap", bad.gap = NAN);
    BAD_CORRECTION(OUT_OF_RANGE, "gap", bad.gap = -1);
    BAD_CORRECTION(NOT_FINITE, "position", bad.position[1] = NAN);
    BAD_CORRECTION(OUT_OF_RANGE, "velocity", bad.velocity[1] = 2e9);
    BAD_CORRECTION(OUT_OF_RANGE, "orientation", bad.orientation[3] = 0);
    BAD_CORRECTION(NOT_FINITE, "before_position", bad.before_position[0] = INFINITY);
    BAD_CORRECTION(NOT_FINITE, "before_velocity", bad.before_velocity[2] = NAN);
    BAD_CORRECTION(OUT_OF_RANGE, "before_orientation", bad.before_orientation[3] = 0);
    REFUSED(INVALID_ARGUMENT, "flags", ant_smoother_correct_batch,
            (smoother, SECOND, 1, stream(&entity, 8, 0, ANT_U64), STREAM(flags, ANT_U8), NULL));
    batch = *batch_of(&entity);
    batch.predicted_positions = *STREAM(bad_place, ANT_F64X3);
    REFUSED(NULL_POINTER, "predicted_velocities", ant_smoother_draw_batch, (smoother, &batch));
    batch.predicted_velocities = *STREAM(speed, ANT_F64X3);
    REFUSED(NOT_FINITE, "predicted_positions", ant_smoother_draw_batch, (smoother, &batch));
    batch.predicted_positions = *STREAM(speed, ANT_F64X3);
    batch.predicted_orientations = *STREAM(no_turn, ANT_F64X4);
    REFUSED(OUT_OF_RANGE, "predicted_orientations", ant_smoother_draw_batch, (smoother, &batch));
    batch = *batch_of(&entity);
    batch.count = 3;
    REFUSED(BUFFER_TOO_SMALL, "entities", ant_smoother_draw_batch, (smoother, &batch));
    batch = *batch_of(&entity);
    batch.positions.format = ANT_F32X4;
    REFUSED(INVALID_ARGUMENT, "positions", ant_smoother_draw_batch, (smoother, &batch));
    batch = *batch_of(&entity);
    batch.velocities = batch.positions;
    batch.velocities.data = (unsigned char *)batch.positions.data + 8;
    batch.velocities.byte_len -= 8;
    REFUSED(OVERLAP, "velocities", ant_smoother_draw_batch, (smoother, &batch));
    REFUSED(NOT_FINITE, "shift", ant_rebase, (smoother.id, at(NAN, 0)));
    CHECK(smoother_hash(smoother) == hash_before);
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_correction_by_hand);
    RUN_TEST(teleports_and_far_corrections_jump);
    RUN_TEST(the_mean_gap_follows_the_updates);
    RUN_TEST(hosts_may_predict_themselves);
    RUN_TEST(batches_equal_single_calls);
    RUN_TEST(hosts_of_other_frames_get_their_own_axes);
    RUN_TEST(walls_are_gone_around);
    RUN_TEST(a_snapshot_goes_on_identically);
    RUN_TEST(the_origin_moves_and_entities_are_forgotten);
    RUN_TEST(a_smoother_outlives_the_handle_of_its_predictor);
    RUN_TEST(every_function_refuses_every_bad_handle);
    RUN_TEST(every_function_refuses_every_bad_entity);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    RUN_TEST(every_pointer_that_must_be_given_is_checked);
    RUN_TEST(descriptors_outside_their_ranges_are_refused_by_name);
    RUN_TEST(corrections_outside_their_ranges_are_refused_by_name);
    return ensure_end();
}
