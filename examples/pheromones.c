/* Pheromone fields: a health pack attracts, a trap repels, the field spreads and fades, and goes around walls.
 * cc pheromones.c -I include -L target/release -lantreckon -lm -o pheromones */
#include "example.h"

#define WIDTH 24
#define DEPTH 12

static float smell(AntPheromoneMap map, double x, double z, double gradient[3]) {
    const float weights[2] = {1, 1};
    const double position[3] = {x, 0, z};
    AntReader reader;
    float value = 0;
    MUST(ant_reader_init(&reader));
    reader.weights = weights; /* this player heeds both layers */
    reader.weight_count = 2;
    MUST(ant_map_sample(map, &reader, position, &value, gradient));
    return value;
}

static void draw(AntPheromoneMap map, const uint8_t *blocked) {
    int x, z;
    for (z = DEPTH - 1; z >= 0; z--) {
        for (x = 0; x < WIDTH; x++) {
            double unused[3];
            float value = blocked[z * WIDTH + x] ? 0 : smell(map, x + 0.5, z + 0.5, unused);
            putchar(blocked[z * WIDTH + x] ? '#' : value > 10 ? '@' : value > 1 ? 'o' : value > 0.05f ? '.' : value < -0.05f ? '-' : ' ');
        }
        putchar('\n');
    }
}

int main(void) {
    uint8_t blocked[WIDTH * DEPTH] = {0};
    AntLayerDesc layers[2];
    AntMapDesc desc;
    AntSourceDesc source;
    AntPheromoneMap map;
    AntStepReport report = {0};
    AntWorld world;
    double pull[3], unused[3];
    float near_pack, behind_wall, faded;
    int z;
    check_library();
    for (z = 0; z < 9; z++) blocked[z * WIDTH + 12] = 1; /* a wall with a gap at the top */
    world = grid_level(WIDTH, DEPTH, blocked);
    MUST(ant_layer_desc_init(&layers[0])); /* what is wanted */
    MUST(ant_layer_desc_init(&layers[1])); /* what is feared */
    layers[0].evaporation = layers[1].evaporation = 0.9f;
    MUST(ant_map_desc_init(&desc));
    desc.layers = layers;
    desc.layer_count = 2;
    MUST(ant_map_create(world, &desc, &map));

    MUST(ant_source_desc_init(&source));
    source.position[0] = 8.5, source.position[2] = 4.5;
    MUST(ant_map_add_source(map, 1, &source));
    source.layer = 1;
    source.emission = -36;
    source.position[0] = 20.5;
    MUST(ant_map_add_source(map, 2, &source));
    report.struct_size = sizeof report;
    MUST(ant_map_step_to(map, 4000 * MS, &report));
    printf("after %u steps:\n", (unsigned)report.steps);
    draw(map, blocked);
    near_pack = smell(map, 6.5, 4.5, pull);
    behind_wall = smell(map, 13.5, 4.5, unused);
    printf("2 m from the pack: %.2f, pulled towards (%+.2f, %+.2f); as far behind the wall: %.2f\n", (double)near_pack, pull[0], pull[2],
           (double)behind_wall);

    MUST(ant_map_set_source_active(map, 1, 0)); /* somebody has taken it */
    MUST(ant_map_step_to(map, 8000 * MS, &report));
    faded = smell(map, 6.5, 4.5, unused);
    printf("4 s after it was taken: %.4f\n", (double)faded);
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
    return !(near_pack > 1 && pull[0] > 0 && behind_wall < 0.5f * near_pack && faded < 0.1f * near_pack);
}
