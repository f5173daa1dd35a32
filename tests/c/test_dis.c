/* The DIS algorithms as plain functions, and as models of entities in the frames of the engines. */
#include "support/frames.h"
#include "support_map/entities.h"
#include "support_map/structs.h"

#define PI 3.14159265358979323846
#define DEGREES (PI / 180)

static AntDisState state_of(double sign) {
    static const double euler[3] = {15 * DEGREES, 20 * DEGREES, 25 * DEGREES};
    AntDisState state;
    MUST(ant_dis_state_init(&state));
    set_vector(state.position, sign * 6378137, sign * 5, sign * 10);
    set_vector(state.velocity, 30, 35, 40);
    set_vector(state.acceleration, -80, -85, -90);
    set_vector(state.angular_velocity, -sign * 60 * DEGREES, -sign * 65 * DEGREES, -sign * 70 * DEGREES);
    MUST(ant_dis_euler_to_quaternion(euler, state.orientation));
    return state;
}

static AntDisState extrapolated(uint32_t algorithm, uint32_t convention, const AntDisState *state, double seconds) {
    AntDisState out;
    MUST(ant_dis_state_init(&out));
    MUST(ant_dis_extrapolate(algorithm, convention, state, seconds, &out));
    return out;
}

typedef struct Answer {
    double position[3];
    double degrees[3];
    double velocity[3];
} Answer;

/* Towers & Hines, as in the tests of open-dis-java: half a second, all fields set. */
static const Answer ANSWERS[9] = {
    {{-6378137, -5, -10}, {15, 20, 25}, {30, 35, 40}},
    {{-6378122, 12.5, 10}, {15, 20, 25}, {30, 35, 40}},
    {{-6378122, 12.5, 10}, {64.32, 14.84, 72.5}, {30, 35, 40}},
    {{-6378132, 1.88, -1.25}, {64.32, 14.84, 72.5}, {-10, -7.5, -5}},
    {{-6378132, 1.88, -1.25}, {15, 20, 25}, {-10, -7.5, -5}},
    {{6378157.13, 18.06, 28.85}, {15, 20, 25}, {30, 35, 40}},
    {{6378156.77, 18.75, 28.73}, {-23.07, -8.68, -10.86}, {30, 35, 40}},
    {{6378144.03, 10.46, 18.32}, {-23.07, -8.68, -10.86}, {-10, -7.5, -5}},
    {{6378144.46, 9.62, 18.47}, {15, 20, 25}, {-10, -7.5, -5}},
};

static int is_answer(uint32_t algorithm, const AntDisState *got) {
    const Answer *want = &ANSWERS[algorithm - 1];
    double euler[3];
    int i;
    MUST(ant_dis_quaternion_to_euler(got->orientation, euler));
    for (i = 0; i < 3; i++) {
        euler[i] /= DEGREES;
    }
    return near3(got->position, want->position[0], want->position[1], want->position[2], 0.01) &&
           near3(euler, want->degrees[0], want->degrees[1], want->degrees[2], 0.01) &&
           near3(got->velocity, want->velocity[0], want->velocity[1], want->velocity[2], 0.01);
}

static void the_vectors_of_towers_and_hines_hold(void) {
    uint32_t algorithm;
    CHECK(near_to(ant_dis_seconds_between(0x1150C836, 0x1159E260), 0.5, 2e-6));
    CHECK(near_to(ant_dis_seconds_between(0xFFFFFFFE, 3), 2 * 3600.0 / 2147483648.0, 1e-15));
    for (algorithm = ANT_DIS_STATIC; algorithm <= ANT_DIS_FVB; algorithm++) {
        AntDisState state = state_of(algorithm < ANT_DIS_FPB ? -1 : 1), end, half;
        end = extrapolated(algorithm, ANT_BODY_ACCELERATION_DERIVATIVE, &state, 0.5);
        CHECK(is_answer(algorithm, &end));
        /* In place, and in two halves. */
        half = state;
        MUST(ant_dis_extrapolate(algorithm, ANT_BODY_ACCELERATION_DERIVATIVE, &half, 0.25, &half));
        MUST(ant_dis_extrapolate(algorithm, ANT_BODY_ACCELERATION_DERIVATIVE, &half, 0.25, &half));
        CHECK(is_answer(algorithm, &half));
        if (algorithm != ANT_DIS_RPW && algorithm != ANT_DIS_RVW && algorithm != ANT_DIS_RPB && algorithm != ANT_DIS_RVB) {
            set_vector(state.angular_velocity, 0, 0, 0);
        }
        if (algorithm <= ANT_DIS_RPW || algorithm == ANT_DIS_FPB || algorithm == ANT_DIS_RPB) {
            set_vector(state.acceleration, 0, 0, 0);
        }
        half = extrapolated(algorithm, ANT_BODY_ACCELERATION_DERIVATIVE, &state, 0.5);
        CHECK(memcmp(half.position, end.position, sizeof end.position) == 0);
        CHECK(memcmp(half.orientation, end.orientation, sizeof end.orientation) == 0);
    }
}

static void the_convention_is_a_switch(void) {
    AntDisState state = state_of(1), end = extrapolated(ANT_DIS_RVB, ANT_BODY_ACCELERATION_MINUS_ROTATION, &state, 0.5);
    CHECK(near3(end.position, 6378144.224, 9.771, 18.638, 0.00051));
    end = extrapolated(ANT_DIS_RVB, ANT_BODY_ACCELERATION_PLUS_ROTATION, &state, 0.5);
    CHECK(near3(end.position, 6378143.842, 11.148, 18.009, 0.00051));
}

static void angles_and_quaternions_are_those_of_dis(void) {
    static const double yaw[3] = {PI / 2, 0, 0}, all[3] = {2.5, -0.7, -1.25};
    const double half = sqrt(0.5);
    double quaternion[4], euler[3];
    MUST(ant_dis_euler_to_quaternion(yaw, quaternion));
    CHECK(near3(quaternion, 0, 0, half, 1e-15) && near_to(quaternion[3], half, 1e-15));
    MUST(ant_dis_euler_to_quaternion(all, quaternion));
    MUST(ant_dis_quaternion_to_euler(quaternion, euler));
    CHECK(near3(euler, all[0], all[1], all[2], 1e-14));
    quaternion[0] *= 1.05, quaternion[1] *= 1.05, quaternion[2] *= 1.05, quaternion[3] *= 1.05;
    MUST(ant_dis_quaternion_to_euler(quaternion, euler));
    CHECK(near3(euler, all[0], all[1], all[2], 1e-14));
}

static void a_rotation_beyond_the_threshold_is_seen(void) {
    static const double zero[4] = {0, 0, 0, 1};
    uint32_t differs = 7;
    double euler[3], turned[4];
    double share;
    for (share = 0.99; share < 1.02; share += 0.02) {
        set_vector(euler, 0, -5 * DEGREES * share, 0);
        MUST(ant_dis_euler_to_quaternion(euler, turned));
        MUST(ant_dis_orientation_differs(turned, zero, 5 * DEGREES, &differs));
        CHECK(differs == (share > 1 ? 1u : 0u));
        turned[0] = -turned[0], turned[1] = -turned[1], turned[2] = -turned[2], turned[3] = -turned[3];
        MUST(ant_dis_orientation_differs(zero, turned, 5 * DEGREES, &differs));
        CHECK(differs == (share > 1 ? 1u : 0u));
    }
}

static AntStatus extrapolate_from(void *memory) {
    AntDisState out;
    MUST(ant_dis_state_init(&out));
    return ant_dis_extrapolate(ANT_DIS_RVB, 0, (const AntDisState *)memory, 1, &out);
}

static AntStatus extrapolate_into(void *memory) {
    AntDisState state = state_of(1);
    return ant_dis_extrapolate(ANT_DIS_RVB, 0, &state, 1, (AntDisState *)memory);
}

static void structs_may_grow(void) {
    AntDisState state = state_of(1);
    CHECK(grows_in(&state, sizeof state, extrapolate_from));
    CHECK(grows_out(sizeof state, extrapolate_into));
    MUST(ant_dis_state_init(&state));
    CHECK(near3(state.position, 0, 0, 0, 0) && near3(state.orientation, 0, 0, 0, 0) && state.orientation[3] == 1);
}

static void bad_steps_are_refused_and_nothing_is_written(void) {
    AntDisState good = state_of(1), bad, out, before;
    uint32_t i;
    memset(&out, 0xa5, sizeof out);
    out.struct_size = sizeof out;
    before = out;
    REFUSED(NULL_POINTER, "`state`", ant_dis_extrapolate, (ANT_DIS_RVB, 0, NULL, 1, &out));
    REFUSED(NULL_POINTER, "out_state", ant_dis_extrapolate, (ANT_DIS_RVB, 0, &good, 1, NULL));
    REFUSED(INVALID_ARGUMENT, "algorithm", ant_dis_extrapolate, (0, 0, &good, 1, &out));
    REFUSED(INVALID_ARGUMENT, "algorithm", ant_dis_extrapolate, (10, 0, &good, 1, &out));
    REFUSED(INVALID_ARGUMENT, "convention", ant_dis_extrapolate, (ANT_DIS_FPW, 3, &good, 1, &out));
    REFUSED(NOT_FINITE, "seconds", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &good, (double)NAN, &out));
    REFUSED(NOT_FINITE, "seconds", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &good, (double)INFINITY, &out));
    REFUSED(OUT_OF_RANGE, "seconds", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &good, -1.1e9, &out));
    bad = good;
    bad.reserved = 1;
    REFUSED(INVALID_ARGUMENT, "state.reserved", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
    for (i = 0; i < 3; i++) {
        bad = good, bad.position[i] = (double)NAN;
        REFUSED(NOT_FINITE, "state.position", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.position[i] = 1.1e9;
        REFUSED(OUT_OF_RANGE, "state.position", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.velocity[i] = (double)INFINITY;
        REFUSED(NOT_FINITE, "state.velocity", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.acceleration[i] = -1.1e9;
        REFUSED(OUT_OF_RANGE, "state.acceleration", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.angular_velocity[i] = (double)NAN;
        REFUSED(NOT_FINITE, "state.angular_velocity", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.angular_velocity[i] = 1.1e6;
        REFUSED(OUT_OF_RANGE, "state.angular_velocity", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
        bad = good, bad.orientation[i] = (double)NAN;
        REFUSED(NOT_FINITE, "state.orientation", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
    }
    memset(bad.orientation, 0, sizeof bad.orientation);
    REFUSED(OUT_OF_RANGE, "state.orientation", ant_dis_extrapolate, (ANT_DIS_FPW, 0, &bad, 1, &out));
    CHECK(memcmp(&out, &before, sizeof out) == 0);
    /* The extremes are finite. */
    set_vector(good.velocity, 1e9, -1e9, 1e9);
    set_vector(good.acceleration, 1e9, 1e9, -1e9);
    set_vector(good.angular_velocity, 1e6, -1e6, 1e6);
    for (i = ANT_DIS_STATIC; i <= ANT_DIS_FVB; i++) {
        out = extrapolated(i, ANT_BODY_ACCELERATION_PLUS_ROTATION, &good, 1e9);
        CHECK(isfinite(out.position[0] + out.position[1] + out.position[2] + out.velocity[0] + out.acceleration[0]));
        CHECK(near_to(out.orientation[0] * out.orientation[0] + out.orientation[1] * out.orientation[1] +
                          out.orientation[2] * out.orientation[2] + out.orientation[3] * out.orientation[3],
                      1, 1e-12));
    }
}

static void bad_angles_are_refused_and_nothing_is_written(void) {
    static const double huge[3] = {0, 1.1e6, 0}, unit[4] = {0, 0, 0, 1}, nothing[4] = {0, 0, 0, 0};
    double euler[3] = {0, 0, 0}, out[4] = {7, 7, 7, 7}, not_a_number[4] = {0, 0, 0, 0};
    uint32_t differs = 7;
    not_a_number[3] = (double)NAN;
    REFUSED(NULL_POINTER, "euler", ant_dis_euler_to_quaternion, (NULL, out));
    REFUSED(NULL_POINTER, "out_quaternion", ant_dis_euler_to_quaternion, (euler, NULL));
    REFUSED(OUT_OF_RANGE, "euler", ant_dis_euler_to_quaternion, (huge, out));
    REFUSED(NOT_FINITE, "euler", ant_dis_euler_to_quaternion, (not_a_number + 1, out));
    REFUSED(NULL_POINTER, "quaternion", ant_dis_quaternion_to_euler, (NULL, out));
    REFUSED(NULL_POINTER, "out_euler", ant_dis_quaternion_to_euler, (unit, NULL));
    REFUSED(OUT_OF_RANGE, "quaternion", ant_dis_quaternion_to_euler, (nothing, out));
    REFUSED(NOT_FINITE, "quaternion", ant_dis_quaternion_to_euler, (not_a_number, out));
    REFUSED(NULL_POINTER, "actual", ant_dis_orientation_differs, (NULL, unit, 1, &differs));
    REFUSED(NULL_POINTER, "reckoned", ant_dis_orientation_differs, (unit, NULL, 1, &differs));
    REFUSED(NULL_POINTER, "out_differs", ant_dis_orientation_differs, (unit, unit, 1, NULL));
    REFUSED(OUT_OF_RANGE, "actual", ant_dis_orientation_differs, (nothing, unit, 1, &differs));
    REFUSED(NOT_FINITE, "reckoned", ant_dis_orientation_differs, (unit, not_a_number, 1, &differs));
    REFUSED(OUT_OF_RANGE, "threshold", ant_dis_orientation_differs, (unit, unit, -0.1, &differs));
    REFUSED(OUT_OF_RANGE, "threshold", ant_dis_orientation_differs, (unit, unit, 3.2, &differs));
    REFUSED(NOT_FINITE, "threshold", ant_dis_orientation_differs, (unit, unit, (double)NAN, &differs));
    CHECK(differs == 7 && out[0] == 7 && out[1] == 7 && out[2] == 7 && out[3] == 7);
}

/* ---- through the predictor ---- */

static AntPredictor predictor_in(uint32_t frame) {
    AntPredictorDesc desc;
    AntPredictor predictor;
    MUST(ant_predictor_desc_init(&desc));
    desc.frame.kind = frame;
    MUST(ant_predictor_create(&desc, &predictor));
    return predictor;
}

/* q v conj(q), the formula every engine uses in its own axes. */
static void rotate(const double q[4], const double v[3], double out[3]) {
    double t[3];
    int i;
    for (i = 0; i < 3; i++) {
        t[i] = 2 * (q[(i + 1) % 3] * v[(i + 2) % 3] - q[(i + 2) % 3] * v[(i + 1) % 3]);
    }
    for (i = 0; i < 3; i++) {
        out[i] = v[i] + q[3] * t[i] + (q[(i + 1) % 3] * t[(i + 2) % 3] - q[(i + 2) % 3] * t[(i + 1) % 3]);
    }
}

/* Where an unrotated entity faces and which way is up, in the host's axes. */
static const double FORWARD[4][3] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}};
static const double UP[4][3] = {{0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}};

/* An entity runs along where it faces and turns by +90 degrees a second about its up axis: to the left in right-handed frames,
 * to the right in left-handed ones. The host's own arithmetic is the judge. */
static void it_turns_the_way_its_host_turns_it(void) {
    uint32_t f;
    for (f = 0; f < LENGTH_OF(ENGINE_FRAMES); f++) {
        uint32_t frame = ENGINE_FRAMES[f];
        /* Turned at first: about up by 0.5 radians. */
        double first[4], spin[3], ahead[3], turned[3], place[3], face[3], radius, scale = units_per_metre(frame);
        AntPredictor predictor = predictor_in(frame);
        AntProfile profile = bare_profile(ANT_MODEL_DIS_RPB);
        AntEntity entity = add_entity(predictor, &profile);
        AntObservation observation = seen_at(0, 0, 0);
        AntPrediction end;
        double positions[1][3] = {{0, 0, 0}}, velocities[1][3], spins[1][3], rotations[1][4];
        AntObserveBatch batch;
        int i;
        for (i = 0; i < 3; i++) {
            first[i] = UP[f][i] * sin(0.25);
            spin[i] = UP[f][i] * PI / 2;
        }
        first[3] = cos(0.25);
        rotate(first, FORWARD[f], ahead);
        observation.flags =
            ANT_OBSERVE_HAS_VELOCITY | ANT_OBSERVE_HAS_ORIENTATION | ANT_OBSERVE_HAS_ANGULAR_VELOCITY;
        for (i = 0; i < 3; i++) {
            observation.velocity[i] = 4 * scale * ahead[i];
        }
        memcpy(observation.orientation, first, sizeof first);
        memcpy(observation.angular_velocity, spin, sizeof spin);
        observe(predictor, entity, &observation);
        end = predict(predictor, entity, SECOND);
        /* A quarter of a turn later it faces and runs across, having gone as far across as ahead: v / w. */
        {
            double quarter[4];
            for (i = 0; i < 3; i++) {
                quarter[i] = UP[f][i] * sqrt(0.5);
            }
            quarter[3] = sqrt(0.5);
            rotate(quarter, ahead, turned);
        }
        radius = 4 * scale / (PI / 2);
        for (i = 0; i < 3; i++) {
            place[i] = radius * (ahead[i] + turned[i]);
        }
        CHECK(near3(end.position, place[0], place[1], place[2], 1e-9 * scale));
        CHECK(near3(end.velocity, 4 * scale * turned[0], 4 * scale * turned[1], 4 * scale * turned[2], 1e-9 * scale));
        rotate(end.orientation, FORWARD[f], face);
        CHECK(near3(face, turned[0], turned[1], turned[2], 1e-12));

        /* The same in a batch. */
        MUST(ant_observe_batch_init(&batch));
        memcpy(velocities[0], observation.velocity, sizeof velocities[0]);
        memcpy(spins[0], spin, sizeof spin);
        memcpy(rotations[0], first, sizeof first);
        batch.count = 1;
        batch.time = SECOND;
        batch.entities = *stream(&entity, sizeof entity, 0, ANT_U64);
        batch.positions = *STREAM(positions, ANT_F64X3);
        batch.velocities = *STREAM(velocities, ANT_F64X3);
        batch.orientations = *STREAM(rotations, ANT_F64X4);
        batch.angular_velocities = *STREAM(spins, ANT_F64X3);
        MUST(ant_predictor_observe_batch(predictor, &batch));
        end = predict(predictor, entity, 2 * SECOND);
        CHECK(near3(end.position, place[0], place[1], place[2], 1e-9 * scale));
        MUST(ant_destroy(predictor.id));
    }
}

/* A spin about an axis that is none of the engine's: rolls and pitches come out alike in every frame. */
static void a_spin_about_any_axis_is_the_same_in_every_frame(void) {
    uint32_t f, model;
    double expected[9][3];
    for (f = 0; f < LENGTH_OF(ENGINE_FRAMES); f++) {
        uint32_t frame = ENGINE_FRAMES[f];
        double scale = units_per_metre(frame), sign = f == 1 || f == 2 ? -1 : 1, host[3];
        AntPredictor predictor = predictor_in(frame);
        for (model = ANT_MODEL_DIS_STATIC; model <= ANT_MODEL_DIS_FVB; model++) {
            AntProfile profile = bare_profile(model);
            AntEntity entity;
            AntObservation observation = seen_at(0, 0, 0);
            AntPrediction end;
            double canonical[3], *want = expected[model - ANT_MODEL_DIS_STATIC];
            int i;
            profile.body_acceleration = ANT_BODY_ACCELERATION_MINUS_ROTATION;
            entity = add_entity(predictor, &profile);
            observation.flags = ANT_OBSERVE_HAS_VELOCITY | ANT_OBSERVE_HAS_ACCELERATION | ANT_OBSERVE_HAS_ORIENTATION |
                                ANT_OBSERVE_HAS_ANGULAR_VELOCITY;
            to_host(frame, 3, -2, 5, observation.velocity);
            to_host(frame, 1, 0.5, -2, observation.acceleration);
            /* Unrotated, so own axes are the host's. An axial vector: no scale, and reversed where handedness changes. */
            to_host(frame, 0.7, -1.1, 0.4, host);
            for (i = 0; i < 3; i++) {
                observation.angular_velocity[i] = sign * host[i] / scale;
            }
            observe(predictor, entity, &observation);
            end = predict(predictor, entity, SECOND);
            to_canonical(frame, end.position, canonical);
            if (f == 0) {
                memcpy(want, canonical, sizeof canonical);
            }
            CHECK(near3(canonical, want[0], want[1], want[2], 1e-12));
        }
        MUST(ant_destroy(predictor.id));
    }
    /* Rotating, in body axes, is another way than straight on. */
    CHECK(fabs(expected[6][0] - expected[5][0]) > 0.1 && fabs(expected[7][1] - expected[8][1]) > 0.1);
}

static void bad_angular_velocities_are_refused(void) {
    AntPredictor predictor = lone_predictor();
    AntProfile profile = bare_profile(ANT_MODEL_DIS_RVB);
    AntEntity entity = add_entity(predictor, &profile);
    AntObservation observation = seen_at(0, 0, 0);
    uint64_t before = predictor_hash(predictor);
    double positions[1][3] = {{0, 0, 0}}, spins[1][3] = {{0, 0, 0}};
    AntObserveBatch batch;
    observation.angular_velocity[1] = (double)NAN;
    observation.flags = ANT_OBSERVE_HAS_ANGULAR_VELOCITY;
    REFUSED(NOT_FINITE, "observation.angular_velocity", ant_predictor_observe, (predictor, entity, &observation));
    observation.angular_velocity[1] = -1.1e6;
    REFUSED(OUT_OF_RANGE, "observation.angular_velocity", ant_predictor_observe, (predictor, entity, &observation));
    MUST(ant_observe_batch_init(&batch));
    batch.count = 1;
    batch.entities = *stream(&entity, sizeof entity, 0, ANT_U64);
    batch.positions = *STREAM(positions, ANT_F64X3);
    batch.angular_velocities = *STREAM(spins, ANT_F64X3);
    spins[0][2] = (double)INFINITY;
    REFUSED(NOT_FINITE, "angular_velocities[0]", ant_predictor_observe_batch, (predictor, &batch));
    spins[0][2] = 1.1e6;
    REFUSED(OUT_OF_RANGE, "angular_velocities[0]", ant_predictor_observe_batch, (predictor, &batch));
    batch.angular_velocities.byte_len = 8;
    REFUSED(BUFFER_TOO_SMALL, "angular_velocities", ant_predictor_observe_batch, (predictor, &batch));
    profile.body_acceleration = 3;
    REFUSED(INVALID_ARGUMENT, "profile.body_acceleration", ant_predictor_set_profile, (predictor, entity, &profile));
    CHECK(predictor_hash(predictor) == before);
    /* Without the flag it is not read. */
    observation.flags = 0;
    observe(predictor, entity, &observation);
    MUST(ant_destroy(predictor.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_vectors_of_towers_and_hines_hold);
    RUN_TEST(the_convention_is_a_switch);
    RUN_TEST(angles_and_quaternions_are_those_of_dis);
    RUN_TEST(a_rotation_beyond_the_threshold_is_seen);
    RUN_TEST(structs_may_grow);
    RUN_TEST(bad_steps_are_refused_and_nothing_is_written);
    RUN_TEST(bad_angles_are_refused_and_nothing_is_written);
    RUN_TEST(it_turns_the_way_its_host_turns_it);
    RUN_TEST(a_spin_about_any_axis_is_the_same_in_every_frame);
    RUN_TEST(bad_angular_velocities_are_refused);
    return ensure_end();
}
