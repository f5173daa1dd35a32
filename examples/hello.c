/* The smallest use of antreckon: a level, something worth going to, one player.
 * cc hello.c -I include -L target/release -lantreckon -o hello */
#include "antreckon.h"
#include <stdio.h>

int main(void) {
    if (ant_check_version(ANT_VERSION, ANT_ABI_VERSION) < 0) return 1;

    AntWorldDesc level;                 /* 20 x 20 squares of 1 m, nothing blocked */
    AntGridDesc grid;
    AntWorld world;
    ant_world_desc_init(&level);
    ant_grid_desc_init(&grid);
    grid.width = grid.depth = 20;
    ant_world_create_grid(&level, &grid, &world);

    AntMapDesc fields;                  /* a health pack emits pheromone */
    AntSourceDesc health;
    AntPheromoneMap map;
    ant_map_desc_init(&fields);
    ant_source_desc_init(&health);
    health.position[0] = 14.5, health.position[2] = 13.5, health.flags = ANT_SOURCE_FIXED;
    ant_map_create(world, &fields, &map);
    ant_map_add_source(map, 1, &health);

    AntPredictorDesc desc;              /* one player who runs past it */
    AntProfile profile;
    AntPredictor predictor;
    AntEntity player;
    ant_predictor_desc_init(&desc);
    ant_profile_init(&profile);
    desc.map = map;
    ant_predictor_create(&desc, &predictor);
    ant_predictor_add_entity(predictor, &profile, &player);

    AntObservation update;              /* two updates arrive, 100 ms apart ... */
    ant_observation_init(&update);
    update.position[0] = 10.0, update.position[2] = 12.5;
    ant_predictor_observe(predictor, player, &update);
    update.position[0] = 10.6, update.time = 100000000;
    ant_predictor_observe(predictor, player, &update);

    AntPrediction where = {0};          /* ... and half a second later nothing has come */
    where.struct_size = sizeof where;
    AntStatus status = ant_predictor_predict(predictor, player, 600000000, &where);
    printf("%s: %.2f %.2f\n", ant_status_name(status), where.position[0], where.position[2]);

    ant_destroy(predictor.id);
    ant_destroy(map.id);
    ant_destroy(world.id);
    return status < 0;
}
