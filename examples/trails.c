/* Trails: where players went from here before. Learned within a match, saved, and loaded for the next one.
 * cc trails.c -I include -L target/release -lantreckon -lm -o trails */
#include "example.h"
#include <math.h>

/* Everybody runs east along z = 10.5, turns north at x = 15.5, and runs on. */
static void where(double seconds, double position[3], double velocity[3]) {
    const double speed = 6, along = speed * seconds, straight = 12;
    const int turned = along > straight;
    position[0] = 3.5 + (turned ? straight : along), position[1] = 0, position[2] = 10.5 + (turned ? along - straight : 0);
    velocity[0] = turned ? 0 : speed, velocity[1] = 0, velocity[2] = turned ? speed : 0;
}

static AntPredictor predictor_of(AntPheromoneMap map, AntEntity *player) {
    AntPredictorDesc desc;
    AntPredictor predictor = {0};
    AntProfile profile;
    MUST(ant_predictor_desc_init(&desc));
    desc.map = map;
    MUST(ant_predictor_create(&desc, &predictor));
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_TRAIL;
    profile.v_max = 8;
    MUST(ant_predictor_add_entity(predictor, &profile, player));
    return predictor;
}

/* One run; returns how far off the prediction for 1 s ahead is, just before the corner. */
static double run(AntPredictor predictor, AntEntity player, int64_t start) {
    double off = 0, position[3], velocity[3];
    int k;
    for (k = 0; k < 40; k++) {
        AntObservation update;
        MUST(ant_observation_init(&update));
        update.time = start + k * 100 * MS;
        update.flags = ANT_OBSERVE_HAS_VELOCITY | (k == 0 ? ANT_OBSERVE_TELEPORTED : 0);
        where(k * 0.1, update.position, update.velocity);
        MUST(ant_predictor_observe(predictor, player, &update));
        if (k == 18) {
            AntPrediction said = {0};
            said.struct_size = sizeof said;
            MUST(ant_predictor_predict(predictor, player, update.time + 1000 * MS, &said));
            where(k * 0.1 + 1, position, velocity);
            off = hypot(said.position[0] - position[0], said.position[2] - position[2]);
        }
    }
    return off;
}

int main(void) {
    AntWorld world;
    AntMapDesc desc;
    AntTrailDesc trails;
    AntPheromoneMap today, tomorrow;
    AntPredictor predictor;
    AntEntity player;
    double first = 0, last = 0, loaded;
    unsigned char *bytes;
    uint64_t length = 0;
    int i;
    check_library();
    world = grid_level(32, 32, NULL);
    MUST(ant_map_desc_init(&desc));
    MUST(ant_trail_desc_init(&trails));
    trails.v_max = 8;
    MUST(ant_map_create(world, &desc, &today));
    MUST(ant_map_enable_trails(today, &trails));
    predictor = predictor_of(today, &player);
    for (i = 0; i < 20; i++) {
        last = run(predictor, player, i * 10000 * MS);
        if (i == 0) first = last;
    }
    printf("1 s ahead at the corner: off by %.2f m in the first run, %.2f m in the twentieth\n", first, last);

    MUST(ant_map_trails_save(today, NULL, 0, &length)); /* ask for the size, then for the bytes */
    bytes = malloc((size_t)length);
    if (bytes == NULL) return 1;
    MUST(ant_map_trails_save(today, bytes, length, NULL));
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(today.id));

    MUST(ant_map_create(world, &desc, &tomorrow)); /* another match on the same level */
    MUST(ant_map_trails_load(tomorrow, bytes, length));
    free(bytes);
    predictor = predictor_of(tomorrow, &player);
    loaded = run(predictor, player, 0);
    printf("%u bytes were saved; the next match begins with %.2f m\n", (unsigned)length, loaded);
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(tomorrow.id));
    MUST(ant_destroy(world.id));
    return !(last < 0.5 * first && loaded < 0.6 * first);
}
