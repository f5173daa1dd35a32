/* A client: draws whoever owners tell of on UDP port 47470, in this terminal, until nobody has been there for two seconds. */
#include "udp.h"

enum { SERVER = 1, MOST = 16 };

int main(void) {
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntGhostFrame frame;
    uint32_t players[MOST], count;
    float positions[MOST][3];
    unsigned char bytes[1200];
    uint64_t size;
    int64_t heard = 0;
    int wire = udp_on(47470);
    if (wire < 0 || failed(ant_ghosts_desc_init(&desc)) || failed(ant_ghosts_create(&desc, &ghosts))) return 1;
    if (failed(ant_ghost_frame_init(&frame))) return 1;
    frame.capacity = MOST;
    frame.players = (AntStream){players, sizeof players, 0, ANT_U32};
    frame.positions = (AntStream){positions, sizeof positions, 0, ANT_F32X3};
    for (long number = 0; number < 3600; number++, wait_ms(16)) {
        int64_t now = now_ns();
        for (; (size = udp_receive(wire, bytes, sizeof bytes)) > 0; heard = now)
            if (failed(ant_ghosts_receive(ghosts, SERVER, bytes, size, now))) return 1;
        if (failed(ant_ghosts_draw(ghosts, now, &frame, &count))) return 1;
        if (failed(ant_ghosts_reply(ghosts, SERVER, now, bytes, sizeof bytes, &size))) return 1;
        if (size > 0) udp_send(wire, bytes, size);
        for (uint32_t i = 0; i < count && i < MOST && number % 30 == 0; i++)
            printf("player %u at (%.2f, %.2f)\n", players[i], positions[i][0], positions[i][2]);
        if (heard && now - heard > 2000000000) break;
    }
    return failed(ant_destroy(ghosts.id)) || !heard;
}
