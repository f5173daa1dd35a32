/* What the survey of dead reckoning (2013) describes, from C: prediction of first and second order, every threshold of the sender,
 * convergence by snap, line and cubic Bezier curve with the control points as published.
 * cc survey.c -I include -L target/release -lantreckon -lm -o survey */
#include "example.h"
#include <math.h>
#include <stddef.h>

#define TICK (20 * MS)

/* A car: straight on, brakes, turns. */
static void car_at(int64_t time, AntUpdate *truth) {
    const double t = (double)time * 1e-9, a = 0.7;
    MUST(ant_update_init(truth));
    truth->entity = 7;
    truth->time = time;
    truth->flags = ANT_UPDATE_HAS_ACCELERATION;
    truth->position[0] = 10 * t + 8 * sin(a * t), truth->position[2] = 6 * sin(0.5 * a * t);
    truth->velocity[0] = 10 + 8 * a * cos(a * t), truth->velocity[2] = 3 * a * cos(0.5 * a * t);
    truth->acceleration[0] = -8 * a * a * sin(a * t), truth->acceleration[2] = -1.5 * a * a * sin(0.5 * a * t);
}

/* Updates in 20 s with one threshold alone; the field of the rules is given by its place. */
static uint64_t updates_with(AntCodec codec, AntModel model, size_t field, double threshold) {
    AntSenderDesc desc;
    AntSenderRules rules;
    AntConnectionDesc connection_desc;
    AntConnectionStats stats;
    AntProfile profile;
    AntSender sender;
    AntConnection peer;
    uint64_t updates = 0;
    int64_t now;
    uint32_t i;
    MUST(ant_sender_desc_init(&desc));
    desc.codec = codec;
    MUST(ant_sender_create(&desc, &sender));
    MUST(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    rules.position = rules.orientation = INFINITY;
    rules.heartbeat = INT64_MAX;
    *(double *)((char *)&rules + field) = threshold;
    MUST(ant_profile_init(&profile));
    profile.model = model;
    MUST(ant_sender_set_entity(sender, 7, &rules, &profile));
    MUST(ant_connection_desc_init(&connection_desc));
    connection_desc.delivery = ANT_DELIVERY_ASSUMED;
    MUST(ant_sender_connect(sender, &connection_desc, &peer));
    for (now = 0; now < 20000 * MS; now += TICK) {
        unsigned char bytes[256];
        AntCollected packet = {0};
        AntUpdate truth;
        packet.struct_size = sizeof packet;
        car_at(now, &truth);
        MUST(ant_sender_submit(sender, &truth));
        MUST(ant_sender_collect(sender, peer, now, bytes, sizeof bytes, &packet));
    }
    MUST(ant_connection_stats_init(&stats));
    MUST(ant_sender_connection_stats(sender, peer, &stats));
    for (i = 0; i < ANT_REASON_COUNT; i++) updates += stats.updates[i];
    MUST(ant_destroy(sender.id));
    return updates;
}

/* Fastest that a correction of 2 m is drawn to move, m/s, when the entity runs 6 m/s. */
static double fastest_drawn(AntSmoothMethod method, double reach) {
    AntPredictorDesc predictor_desc;
    AntSmootherDesc desc;
    AntProfile profile;
    AntObservation observation;
    AntSmoothCorrection correction;
    AntPredictor predictor;
    AntSmoother smoother;
    AntEntity entity;
    double before = 0, fastest = 0;
    int64_t now;
    MUST(ant_predictor_desc_init(&predictor_desc));
    MUST(ant_predictor_create(&predictor_desc, &predictor));
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_DR1;
    MUST(ant_predictor_add_entity(predictor, &profile, &entity));
    MUST(ant_smoother_desc_init(&desc));
    desc.predictor = predictor;
    desc.method = method;
    desc.bezier_reach = reach;
    desc.least_time = desc.most_time = 0.3;
    MUST(ant_smoother_create(&desc, &smoother));
    for (now = 0; now < 1500 * MS; now += 10 * MS) {
        AntDrawn drawn;
        if (now == 0 || now == 500 * MS) {
            MUST(ant_observation_init(&observation));
            observation.flags = ANT_OBSERVE_HAS_VELOCITY;
            observation.time = now;
            observation.position[0] = 6 * (double)now * 1e-9 + (now > 0 ? 2 : 0);
            observation.velocity[0] = 6;
            MUST(ant_predictor_observe(predictor, entity, &observation));
            MUST(ant_smooth_correction_init(&correction));
            correction.time = now;
            MUST(ant_smoother_correct(smoother, entity, &correction, NULL));
        }
        MUST(ant_drawn_init(&drawn));
        MUST(ant_smoother_draw(smoother, entity, now, &drawn));
        if (now > 0) fastest = fmax(fastest, (drawn.position[0] - before) / 0.01);
        before = drawn.position[0];
    }
    MUST(ant_destroy(smoother.id));
    MUST(ant_destroy(predictor.id));
    return fastest;
}

int main(void) {
    static const struct {
        const char *name;
        size_t field;
        double threshold;
    } kinds[] = {
        {"position, 0.3 m off", offsetof(AntSenderRules, position), 0.3},
        {"time-space, 0.1 m s", offsetof(AntSenderRules, time_space), 0.1},
        {"moved 5 m", offsetof(AntSenderRules, moved), 5},
        {"velocity, changed by 1 m/s", offsetof(AntSenderRules, velocity), 1},
        {"speed, changed by 1 m/s", offsetof(AntSenderRules, speed), 1},
        {"direction, changed by 0.1", offsetof(AntSenderRules, direction), 0.1},
        {"acceleration, changed by 1 m/s2", offsetof(AntSenderRules, acceleration), 1},
    };
    AntCodecDesc codec_desc;
    AntCodec codec;
    double snap, line, ours, published;
    int well = 1;
    size_t i;
    check_library();
    MUST(ant_codec_desc_init(&codec_desc));
    MUST(ant_codec_create(&codec_desc, &codec));
    printf("updates of a car in 20 s             first order  second order\n");
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        uint64_t first = updates_with(codec, ANT_MODEL_DR1, kinds[i].field, kinds[i].threshold);
        uint64_t second = updates_with(codec, ANT_MODEL_DR2, kinds[i].field, kinds[i].threshold);
        printf("%-36s %11u  %12u\n", kinds[i].name, (unsigned)first, (unsigned)second);
        well = well && first > 1 && second > 1;
    }
    snap = fastest_drawn(ANT_SMOOTH_SNAP, 1.0 / 3);
    line = fastest_drawn(ANT_SMOOTH_LINEAR, 1.0 / 3);
    ours = fastest_drawn(ANT_SMOOTH_BEZIER, 1.0 / 3);
    published = fastest_drawn(ANT_SMOOTH_BEZIER, 1);
    printf("a correction by 2 m is drawn at most at %.0f m/s by snap, %.0f linearly, %.0f by the Bezier curve, %.0f with the\n"
           "control points as published\n", snap, line, ours, published);
    MUST(ant_destroy(codec.id));
    return !(well && snap > 100 && line < 20 && ours < 30 && published > ours);
}
