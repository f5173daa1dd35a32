/* Neuro-reckoning: an owner whose networks look ahead sends a velocity that leads to where it will be; who draws goes straight on, as ever.
 * cc neuro.c -I include -L target/release -lantreckon -lm -o neuro [; ./neuro [game.bank]] */
#include "example.h"
#include <math.h>
#include <string.h>

enum { RUNNER = 1, TICKS = 1200 };

/* Runs through a maze of rounded corners at 8 m/s, looking where it goes, and turns back where the way ends. */
static void runner(AntState *state, double place[2], double *heading, int tick) {
    const int bend = tick % 40 < 12 ? (tick / 40 % 3 == 1 ? -1 : 1) : 0;
    const double speed = tick % 200 < 186 ? 8 : 3;
    MUST(ant_state_init(state));
    state->player = RUNNER;
    state->flags = ANT_STATE_HAS_VELOCITY;
    *heading += bend * 0.11;
    place[0] += speed * cos(*heading) * 0.05;
    place[1] += speed * sin(*heading) * 0.05;
    state->position[0] = place[0], state->position[2] = place[1];
    state->velocity[0] = speed * cos(*heading), state->velocity[2] = speed * sin(*heading);
}

/* Updates in a minute of this runner by owners with this profile; *off receives how far ghosts were off in the mean. */
static uint64_t updates(const AntProfile *profile, const unsigned char *bank, uint64_t bank_size, double *off) {
    AntOutboxDesc out_desc;
    AntGhostsDesc in_desc;
    AntOutbox outbox;
    AntGhosts ghosts;
    AntConnectionStats stats;
    double place[2] = {0, 0}, heading = 0, sum = 0;
    uint64_t count = 0;
    int tick, i;
    MUST(ant_outbox_desc_init(&out_desc)), MUST(ant_ghosts_desc_init(&in_desc)), MUST(ant_connection_stats_init(&stats));
    out_desc.run_speed = in_desc.run_speed = 8;
    out_desc.threshold = 0.4;
    out_desc.heartbeat = 5000 * MS;
    MUST(ant_outbox_create(&out_desc, profile, &outbox)), MUST(ant_ghosts_create(&in_desc, &ghosts));
    if (bank_size > 0) MUST(ant_outbox_load_bank(outbox, profile->bank, bank, bank_size));
    for (tick = 0; tick < TICKS; tick++) {
        const int64_t now = tick * 50 * MS;
        unsigned char packet[1200];
        uint64_t size = 0;
        AntState state;
        AntGhost seen;
        runner(&state, place, &heading, tick);
        MUST(ant_outbox_submit(outbox, &state, 1, now));
        MUST(ant_outbox_packet(outbox, ANT_EVERYONE, now, packet, sizeof packet, &size));
        if (size > 0) MUST(ant_ghosts_receive(ghosts, 1, packet, size, now));
        MUST(ant_ghosts_draw(ghosts, now, NULL, NULL));
        MUST(ant_ghost_init(&seen));
        if (ant_ghosts_get(ghosts, RUNNER, &seen) >= 0) sum += hypot(seen.position[0] - place[0], seen.position[2] - place[1]);
    }
    MUST(ant_outbox_stats(outbox, ANT_EVERYONE, &stats));
    for (i = 0; i < (int)(sizeof stats.updates / sizeof *stats.updates); i++) count += stats.updates[i];
    *off = sum / TICKS;
    MUST(ant_destroy(outbox.id));
    MUST(ant_destroy(ghosts.id));
    return count;
}

int main(int argc, char **argv) {
    static unsigned char file[65536];
    AntProfile profile;
    uint64_t size = 0, careful, published;
    double off[2];
    check_library();
    if (argc > 1) { /* networks of your own game: antreckon train MATCH... --neuro --out game.bank */
        AntBankInfo info;
        FILE *f = fopen(argv[1], "rb");
        if (f == NULL) return 1;
        size = fread(file, 1, sizeof file, f);
        fclose(f);
        MUST(ant_bank_info_init(&info));
        MUST(ant_bank_info(file, size, &info));
        printf("%u networks of %u-%u-%u, steps of %.0f ms\n", (unsigned)info.networks, (unsigned)info.inputs,
               (unsigned)info.hidden, (unsigned)info.dimensions, info.step * 1000);
    }
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_NEURO; /* bank 0 is built in */
    careful = updates(&profile, file, size, &off[0]);
    profile.flags |= ANT_PROFILE_NO_BANK_FALLBACK; /* as published: the networks always have the word */
    published = updates(&profile, file, size, &off[1]);
    printf("a minute at 0.4 m: %u updates while the networks pay, ghosts %.2f m off; %u if they always speak, %.2f m\n",
           (unsigned)careful, off[0], (unsigned)published, off[1]);
    return !(careful > 50 && careful < TICKS / 2 && off[0] < 0.4 && off[1] < 0.4);
}
