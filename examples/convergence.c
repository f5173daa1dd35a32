/* What is drawn after a correction: not a jump, but a chase that is over soon, and never through a wall.
 * cc convergence.c -I include -L target/release -lantreckon -lm -o convergence */
#include "example.h"
#include <math.h>

static void observe(AntPredictor predictor, AntEntity player, int64_t time, double x, double z) {
    AntObservation update;
    MUST(ant_observation_init(&update));
    update.time = time;
    update.position[0] = x, update.position[2] = z;
    update.velocity[0] = 5;
    update.flags = ANT_OBSERVE_HAS_VELOCITY;
    MUST(ant_predictor_observe(predictor, player, &update));
}

int main(void) {
    AntWorld world;
    AntPredictorDesc desc;
    AntPredictor predictor;
    AntProfile profile;
    AntSmootherDesc smoother_desc;
    AntSmoother smoother;
    AntSmoothCorrection correction;
    AntEntity player;
    AntDrawn drawn = {0};
    double last_z = 0, largest = 0;
    uint32_t course = 0;
    int frame, jumps = 0, arrived = -1;
    check_library();
    world = grid_level(40, 20, NULL);
    MUST(ant_predictor_desc_init(&desc));
    desc.world = world;
    MUST(ant_predictor_create(&desc, &predictor));
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_DR1;
    MUST(ant_predictor_add_entity(predictor, &profile, &player));
    MUST(ant_smoother_desc_init(&smoother_desc));
    smoother_desc.predictor = predictor;
    MUST(ant_smoother_create(&smoother_desc, &smoother));
    drawn.struct_size = sizeof drawn;

    observe(predictor, player, 0, 5, 10);
    for (frame = 0; frame < 60; frame++) {
        const int64_t now = frame * 16 * MS;
        if (frame == 10) {
            /* News: it is 1.5 m to the side of where it was drawn. */
            observe(predictor, player, now, 5 + 0.16 * 5, 11.5);
            MUST(ant_smooth_correction_init(&correction));
            correction.time = now;
            MUST(ant_smoother_correct(smoother, player, &correction, &course));
        }
        MUST(ant_smoother_draw(smoother, player, now, &drawn));
        if (frame >= 10) {
            largest = fmax(largest, fabs(drawn.position[2] - last_z));
            jumps += (drawn.flags & ANT_DRAWN_SNAPPED) != 0;
            if (frame % 2 == 0 && frame < 24) printf("%3d ms after the news: %.2f m to go\n", (frame - 10) * 16, drawn.distance);
            if (arrived < 0 && frame > 10 && drawn.distance < 0.05) arrived = (frame - 10) * 16;
        }
        last_z = drawn.position[2];
    }
    printf("arrived after %d ms, at most %.2f m sideways per frame, %d jumps\n", arrived, largest, jumps);
    MUST(ant_destroy(smoother.id));
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(world.id));
    return !(course == ANT_COURSE_CURVES && jumps == 0 && largest < 0.5 && arrived > 16 && arrived < 500);
}
