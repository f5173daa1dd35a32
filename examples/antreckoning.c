/* AntReckoning as in the paper: items by learned need, players by who shot whom, hot spots, a window, wind, and weights
 * learned from where players go. A hurt player beside a health pack is predicted towards it.
 * cc antreckoning.c -I include -L target/release -lantreckon -lm -o antreckoning */
#include "example.h"

enum { HEALTH, DEATHS, LAYERS };
#define HURT 1
#define ENEMY 2

static AntPredictor predictor;
static AntPheromoneMap map;
static AntProfile profile;

/* Where the player will be in a second when health packs and deaths weigh so much to it. */
static double ahead(AntEntity entity, float health, float deaths) {
    float weights[LAYERS];
    AntPrediction prediction = {0};
    weights[HEALTH] = health;
    weights[DEATHS] = deaths;
    profile.layer_weights = weights; /* copied */
    profile.layer_weight_count = LAYERS;
    MUST(ant_predictor_set_profile(predictor, entity, &profile));
    prediction.struct_size = sizeof prediction;
    MUST(ant_predictor_predict(predictor, entity, 1100 * MS, &prediction));
    return prediction.position[2];
}

int main(void) {
    const double pack[3] = {20.5, 0, 16.5}, enemy[3] = {20.5, 0, 8.5}, here[3] = {18.5, 0, 12.5}, east[3] = {1, 0, 0};
    const double pane[2][3] = {{30, 0.8, 4}, {31, 2, 9}}, wind[3] = {0, 0, -4};
    uint8_t blocked[40 * 24] = {0};
    AntLayerDesc layers[LAYERS];
    AntMapDesc desc;
    AntSourceDesc source;
    AntPredictorDesc predictor_desc;
    AntNeedModel needs;
    AntInteractionRules rules;
    AntInteractions interactions;
    AntTastesDesc tastes_desc;
    AntTastes tastes;
    AntWindow window;
    AntObservation seen;
    AntEntity entity;
    AntWorld world;
    double plain, hurt, healthy, blown, occasions = 0;
    float need_of_hurt, need_of_healthy, likely_hurt, likely_healthy;
    int i, z;

    check_library();
    for (z = 0; z < 24; z++) blocked[z * 40 + 30] = 1;
    world = grid_level(40, 24, blocked);
    /* Walls hide what lies behind them; this one has a window. */
    MUST(ant_world_add_window(world, pane[0], pane[1], &window));

    for (i = 0; i < LAYERS; i++) MUST(ant_layer_desc_init(&layers[i]));
    layers[DEATHS].evaporation = 0.9997f; /* half after two minutes: what happened lately */
    layers[DEATHS].diffusion = 0.1f;
    MUST(ant_map_desc_init(&desc));
    desc.layers = layers;
    desc.layer_count = LAYERS;
    desc.death_layer = DEATHS;
    desc.avatar_weight = 0; /* players are felt by what they did to each other */
    MUST(ant_map_create(world, &desc, &map));
    MUST(ant_source_desc_init(&source));
    for (i = 0; i < 3; i++) source.position[i] = pack[i];
    source.layer = HEALTH;
    source.flags = ANT_SOURCE_FIXED;
    MUST(ant_map_add_source(map, 1, &source));

    /* Need: how often somebody with that little health took a pack it saw. The game tells; here 3 of 4 and 1 of 8 times. */
    MUST(ant_need_model_create(10, &needs));
    MUST(ant_need(20, 100, &need_of_hurt));
    MUST(ant_need(100, 100, &need_of_healthy));
    for (i = 0; i < 40; i++) {
        MUST(ant_need_model_observe(needs, need_of_hurt, i % 4 != 0));
        MUST(ant_need_model_observe(needs, need_of_healthy, i % 8 == 0));
    }
    MUST(ant_need_model_probability(needs, need_of_hurt, &likely_hurt, NULL));
    MUST(ant_need_model_probability(needs, need_of_healthy, &likely_healthy, NULL));

    /* Who was shot runs away from who shot, less from second to second. */
    MUST(ant_interaction_rules_init(&rules));
    rules.base = 0;
    MUST(ant_interactions_create(&rules, &interactions));
    MUST(ant_map_add_avatar(map, HURT, 36, NULL));
    MUST(ant_map_add_avatar(map, ENEMY, 36, NULL));
    MUST(ant_map_move_avatar(map, HURT, here));
    MUST(ant_map_move_avatar(map, ENEMY, enemy));
    MUST(ant_interactions_note(interactions, ENEMY, HURT, ANT_INTERACTION_SHOT_AT, 0));
    MUST(ant_map_note(map, ANT_NOTE_DEATH, enemy));
    MUST(ant_interactions_apply(interactions, map, 100 * MS));
    MUST(ant_map_step_to(map, 1000 * MS, NULL));

    MUST(ant_predictor_desc_init(&predictor_desc));
    predictor_desc.world = world;
    predictor_desc.map = map;
    MUST(ant_predictor_create(&predictor_desc, &predictor));
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_ANT;
    profile.flags = ANT_PROFILE_HAS_AVATAR | ANT_PROFILE_NO_SPEED_LIMIT;
    profile.avatar = HURT;
    profile.force_scale = 300; /* the paper does not say in which unit its force is: tune it (antreckon tune) */
    profile.attraction.walls_hide = 1;
    MUST(ant_predictor_add_entity(predictor, &profile, &entity));
    MUST(ant_observation_init(&seen));
    seen.time = 100 * MS;
    for (i = 0; i < 3; i++) {
        seen.position[i] = here[i];
        seen.velocity[i] = 2 * east[i];
    }
    seen.flags = ANT_OBSERVE_HAS_VELOCITY;
    MUST(ant_predictor_observe(predictor, entity, &seen));

    profile.alpha = 0; /* second-order dead reckoning */
    plain = ahead(entity, 0, 0);
    profile.alpha = 0.5;
    healthy = ahead(entity, likely_healthy, -1);
    hurt = ahead(entity, likely_hurt, -1);
    MUST(ant_predictor_set_force(predictor, entity, wind));
    blown = ahead(entity, likely_hurt, -1);
    printf("a second ahead, metres towards the pack: dead reckoning %.2f, healthy %.2f, hurt %.2f, hurt in the wind %.2f\n",
           plain - here[2], healthy - here[2], hurt - here[2], blown - here[2]);

    /* What the layers weigh to this player, learned from where it goes. */
    MUST(ant_tastes_desc_init(&tastes_desc));
    tastes_desc.layers = LAYERS;
    tastes_desc.force_scale = profile.force_scale;
    tastes_desc.attraction = profile.attraction;
    MUST(ant_tastes_create(&tastes_desc, &tastes));
    for (i = 0; i < 60; i++) {
        const double still[3] = {0, 0, 0};
        double place[3];
        place[0] = 16.5 + i % 9;
        place[1] = 0;
        place[2] = 12.5 + i % 2; /* a step towards the pack within a second, again and again */
        MUST(ant_tastes_observe(tastes, map, HURT, place, still, NULL, i * 1000 * MS, i % 2 == 0));
    }
    {
        float weights[LAYERS] = {0, 0};
        const AntStream out = stream_of(weights, sizeof weights, ANT_F32);
        MUST(ant_tastes_weights(tastes, HURT, 0, LAYERS, &out, &occasions));
        printf("learned on %.0f occasions: health weighs %.2f, deaths %.2f\n", occasions, (double)weights[HEALTH], (double)weights[DEATHS]);
    }
    MUST(ant_destroy(tastes.id));
    MUST(ant_destroy(interactions.id));
    MUST(ant_destroy(needs.id));
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
    return !(plain == here[2] && hurt > healthy && healthy > plain && blown < hurt && occasions == 30);
}
