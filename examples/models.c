/* One player who runs in a circle, predicted by several models at once: a batch over an array of the game's own structs.
 * cc models.c -I include -L target/release -lantreckon -lm -o models */
#include "example.h"
#include <math.h>

#define MODELS 5

/* A struct of the game: the library writes into its middle. */
typedef struct Ghost {
    char name[12];
    float position[3];
    int health;
} Ghost;

static void truth(double seconds, double position[3], double velocity[3]) {
    const double radius = 8, speed = 6;
    const double angle = speed / radius * seconds;
    position[0] = radius * cos(angle), position[1] = 0, position[2] = radius * sin(angle);
    velocity[0] = -speed * sin(angle), velocity[1] = 0, velocity[2] = speed * cos(angle);
}

int main(void) {
    const uint32_t models[MODELS] = {ANT_MODEL_STILL, ANT_MODEL_DR1, ANT_MODEL_DR2, ANT_MODEL_DAMPED, ANT_MODEL_AUTO};
    Ghost ghosts[MODELS] = {{"still", {0}, 100}, {"dr1", {0}, 100}, {"dr2", {0}, 100}, {"damped", {0}, 100}, {"auto", {0}, 100}};
    const double horizons[3] = {0.1, 0.25, 0.5};
    double errors[3][MODELS] = {{0}}, position[3], velocity[3];
    AntPredictorDesc desc;
    AntPredictor predictor;
    AntProfile profile;
    AntEntity entities[MODELS];
    AntPredictBatch batch;
    int i, h, k;
    check_library();
    MUST(ant_predictor_desc_init(&desc));
    MUST(ant_predictor_create(&desc, &predictor));
    MUST(ant_profile_init(&profile));
    for (i = 0; i < MODELS; i++) {
        profile.model = models[i]; /* each entity has a model of its own, and may change it while it plays */
        MUST(ant_predictor_add_entity(predictor, &profile, &entities[i]));
    }
    MUST(ant_predict_batch_init(&batch));
    batch.count = MODELS;
    batch.entities = stream_of(entities, sizeof entities, ANT_U64);
    batch.positions = stream_of(ghosts[0].position, sizeof ghosts - sizeof ghosts[0].name, ANT_F32X3);
    batch.positions.stride = sizeof(Ghost);
    for (k = 0; k < 100; k++) { /* ten updates a second for ten seconds */
        AntObservation update;
        MUST(ant_observation_init(&update));
        update.time = k * 100 * MS;
        update.flags = ANT_OBSERVE_HAS_VELOCITY;
        truth(k * 0.1, update.position, update.velocity);
        for (i = 0; i < MODELS; i++) MUST(ant_predictor_observe(predictor, entities[i], &update));
        for (h = 0; h < 3; h++) {
            batch.time = update.time + (int64_t)(horizons[h] * 1e9);
            MUST(ant_predictor_predict_batch(predictor, &batch));
            truth(k * 0.1 + horizons[h], position, velocity);
            for (i = 0; i < MODELS; i++) {
                errors[h][i] += hypot(ghosts[i].position[0] - position[0], ghosts[i].position[2] - position[2]) / 100;
            }
        }
    }
    printf("mean error, m   0.10 s   0.25 s   0.50 s\n");
    for (i = 0; i < MODELS; i++) printf("%-12s %9.3f %8.3f %8.3f\n", ghosts[i].name, errors[0][i], errors[1][i], errors[2][i]);
    MUST(ant_destroy(predictor.id));
    for (i = 1; i < MODELS; i++) {
        if (errors[1][i] >= errors[1][0] || ghosts[i].health != 100) return 1;
    }
    /* Second order follows a perfect circle best; people do not run in perfect circles, and auto's weights come from people. What is
     * asked of it here is that it is not much worse than the better of dr1 and damped. */
    return !(errors[2][2] < errors[2][1] && errors[1][4] < errors[1][1] && errors[2][4] < 1.25 * errors[2][1]);
}
