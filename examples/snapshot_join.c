/* Somebody joins late: a snapshot at one time, restored over the same level, goes on bit-equal with everybody else.
 * cc snapshot_join.c -I include -L target/release -lantreckon -lm -o snapshot_join */
#include "example.h"

typedef struct Machine {
    AntWorld world;
    AntPheromoneMap map;
    AntPredictor predictor;
} Machine;

static Machine start(void) {
    Machine machine;
    AntMapDesc map_desc;
    AntPredictorDesc desc;
    machine.world = grid_level(30, 30, NULL); /* the level itself is loaded, not sent */
    MUST(ant_map_desc_init(&map_desc));
    MUST(ant_map_create(machine.world, &map_desc, &machine.map));
    MUST(ant_predictor_desc_init(&desc));
    desc.map = machine.map;
    MUST(ant_predictor_create(&desc, &machine.predictor));
    return machine;
}

static void stop(Machine machine) {
    MUST(ant_destroy(machine.predictor.id));
    MUST(ant_destroy(machine.map.id));
    MUST(ant_destroy(machine.world.id));
}

static void play(Machine machine, AntEntity player, int from, int to) {
    int k;
    for (k = from; k < to; k++) {
        AntObservation update;
        MUST(ant_observation_init(&update));
        update.time = k * 100 * MS;
        update.position[0] = 5 + 0.2 * k, update.position[2] = 10 + (k % 7) * 0.3;
        MUST(ant_predictor_observe(machine.predictor, player, &update));
        MUST(ant_map_deposit(machine.map, 0, update.position, 5));
        MUST(ant_map_step_to(machine.map, update.time, NULL));
    }
}

static uint64_t hash(Machine machine) {
    uint64_t map = 0, predictor = 0;
    MUST(ant_state_hash(machine.map.id, &map));
    MUST(ant_state_hash(machine.predictor.id, &predictor));
    return map ^ (predictor * 31);
}

int main(void) {
    static unsigned char map_bytes[1 << 20], predictor_bytes[1 << 20];
    uint64_t map_length = 0, predictor_length = 0, before, after, broken = 0;
    Machine server, joiner;
    AntProfile profile;
    AntEntity player;
    AntStatus refused;
    check_library();
    server = start();
    MUST(ant_profile_init(&profile));
    MUST(ant_predictor_add_entity(server.predictor, &profile, &player));
    play(server, player, 0, 50);
    MUST(ant_snapshot(server.map.id, map_bytes, sizeof map_bytes, &map_length));
    MUST(ant_snapshot(server.predictor.id, predictor_bytes, sizeof predictor_bytes, &predictor_length));
    printf("a joiner gets %u + %u bytes\n", (unsigned)map_length, (unsigned)predictor_length);

    joiner = start();
    MUST(ant_restore(joiner.map.id, map_bytes, map_length));
    MUST(ant_restore(joiner.predictor.id, predictor_bytes, predictor_length));
    before = hash(server) == hash(joiner);
    {   /* ids are handed out anew: the list is in the order of the snapshot */
        AntEntity restored[1];
        AntStream ids = stream_of(restored, sizeof restored, ANT_U64);
        uint32_t count = 0;
        MUST(ant_predictor_entities(joiner.predictor, 0, 1, &ids, &count));
        play(server, player, 50, 80);
        play(joiner, restored[0], 50, 80);
    }
    after = hash(server) == hash(joiner);
    printf("equal at once: %s; equal after 3 s more: %s\n", before ? "yes" : "no", after ? "yes" : "no");

    map_bytes[map_length / 2] ^= 1; /* one bit flips on the way */
    MUST(ant_state_hash(joiner.map.id, &broken));
    refused = ant_restore(joiner.map.id, map_bytes, map_length);
    printf("a broken snapshot: %s\n", ant_status_name(refused));
    stop(joiner);
    stop(server);
    return !(before && after && refused == ANT_ERROR_CORRUPT);
}
