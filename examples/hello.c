/* The front door of antreckon: two players of another machine, a level with a wall, a bad network; drawn against true.
 * cc hello.c -I include -L target/release -lantreckon -lm -o hello */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>

enum { RUNNER = 1, WALKER = 2, SERVER = 1, CLIENT = 7 };

static int failed(AntStatus status) {
    char why[400];
    if (status >= 0) return 0;
    ant_last_error(why, sizeof why, NULL);
    fprintf(stderr, "%s\n", why);
    return 1;
}
static int truth(AntState *out, int64_t now) { /* a runner in circles of 4 m, 6 m/s */
    double t = (double)now * 1e-9 * 1.5;
    ant_state_init(out);
    out->player = RUNNER, out->flags = ANT_STATE_HAS_VELOCITY;
    out->position[0] = 5 + 4 * cos(t), out->position[2] = 10 + 4 * sin(t);
    out->velocity[0] = -6 * sin(t), out->velocity[2] = 6 * cos(t);
    return 0;
}

int main(void) {
    AntWorldDesc level;
    AntGridDesc grid;
    AntWorld world = {0};
    AntMapDesc fields;
    AntSourceDesc health;
    AntPheromoneMap map = {0};
    unsigned char wall[400] = {0}; /* 20 x 20 m, a wall along x = 10 with a gap at its end */
    for (int z = 0; z < 16; z++) wall[z * 20 + 10] = 1;
    ant_world_desc_init(&level), ant_grid_desc_init(&grid), ant_map_desc_init(&fields), ant_source_desc_init(&health);
    grid.width = grid.depth = 20;
    grid.blocked = (AntStream){wall, sizeof wall, 1, ANT_U8};
    health.position[0] = 17.5, health.position[2] = 8.5, health.flags = ANT_SOURCE_FIXED;
    if (failed(ant_world_create_grid(&level, &grid, &world)) || failed(ant_map_create(world, &fields, &map))) return 1;
    if (failed(ant_map_add_source(map, 1, &health))) return 1;

    AntOutboxDesc owner; /* the machine on which the runner is simulated */
    AntOutbox outbox;
    AntGhostsDesc client; /* the machine that draws */
    AntGhosts ghosts;
    AntSimulatorDesc network;
    AntSimulator down, up; /* 60 to 100 ms each way, 5 % lost */
    ant_outbox_desc_init(&owner), ant_ghosts_desc_init(&client), ant_simulator_desc_init(&network);
    owner.world = client.world = world, client.map = map;
    network.latency = 80000000, network.jitter = 20000000, network.loss = 0.05;
    if (failed(ant_outbox_create(&owner, NULL, &outbox)) || failed(ant_ghosts_create(&client, &ghosts))) return 1;
    if (failed(ant_simulator_create(&network, &down)) || failed(ant_simulator_create(&network, &up))) return 1;

    unsigned char bytes[1200];
    uint64_t size;
    double sum = 0, worst = 0;
    int drawn = 0, packets = 0;
    for (int64_t now = 0; now < 20000000000; now += 16666667) { /* both machines run at 60 Hz */
        AntState state;
        AntGhost seen;
        truth(&state, now);
        /* the machine on which a player is simulated, every tick */
        if (failed(ant_outbox_submit(outbox, &state, 1, now))) return 1;
        if (failed(ant_outbox_packet(outbox, CLIENT, now, bytes, sizeof bytes, &size))) return 1;
        if (size > 0 && ++packets) ant_simulator_send(down, now, bytes, size, NULL);
        while (ant_simulator_receive(up, now, bytes, sizeof bytes, &size, NULL) == ANT_OK)
            ant_outbox_receive(outbox, CLIENT, bytes, size, now);

        /* the machine that draws it */
        while (ant_simulator_receive(down, now, bytes, sizeof bytes, &size, NULL) == ANT_OK)
            ant_ghosts_receive(ghosts, SERVER, bytes, size, now);
        if (failed(ant_ghosts_draw(ghosts, now, NULL, NULL))) return 1;
        if (ant_ghosts_reply(ghosts, SERVER, now, bytes, sizeof bytes, &size) >= 0 && size > 0)
            ant_simulator_send(up, now, bytes, size, NULL);
        ant_ghost_init(&seen);
        if (now < 1000000000 || ant_ghosts_get(ghosts, RUNNER, &seen) < 0) continue;
        double off = hypot(seen.position[0] - state.position[0], seen.position[2] - state.position[2]);
        sum += off, drawn++, worst = off > worst ? off : worst;
    }
    printf("runner: %.1f packets a second, drawn %.2f m off on average, %.2f m at most\n", packets / 20.0, sum / drawn, worst);

    AntState walker; /* brought by the engine's own netcode; strongly drawn to what is worth going to */
    AntProfile profile;
    AntPrediction ahead;
    ant_state_init(&walker), ant_profile_init(&profile), ant_prediction_init(&ahead);
    walker.player = WALKER, walker.flags = ANT_STATE_HAS_VELOCITY, walker.velocity[0] = 4, profile.model = ANT_MODEL_ANT, profile.force_scale = 300;
    for (int64_t now = 21000000000; now < 22000000000; now += 50000000) {
        walker.position[0] = 11 + (double)(now - 21000000000) * 4e-9, walker.position[2] = 6.5;
        if (failed(ant_map_step_to(map, now, NULL)) || failed(ant_ghosts_observe(ghosts, 2, &walker, 1, now))) return 1;
        if (failed(ant_ghosts_draw(ghosts, now, NULL, NULL))) return 1;
        if (now == 21000000000 && failed(ant_ghosts_set_profile(ghosts, WALKER, &profile))) return 1;
    }
    if (failed(ant_ghosts_predict(ghosts, WALKER, 800000000, &ahead))) return 1;
    printf("walker: at (14.8, 6.5) heading for (18.0, 6.5); expected at (%.1f, %.1f): the pheromone bends its way\n",
           ahead.position[0], ahead.position[2]);
    return failed(ant_destroy(ghosts.id)) || failed(ant_destroy(outbox.id)) || failed(ant_destroy(map.id)) ||
           failed(ant_destroy(world.id));
}
