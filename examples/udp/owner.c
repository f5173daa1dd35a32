/* An owner: one avatar that runs in circles of 4 m, told to whoever listens on UDP port 47470 of this machine; ends after five seconds. */
#include "udp.h"
#include <math.h>

enum { AVATAR = 1, CLIENT = 1, TICKS = 300 };

int main(void) {
    AntOutboxDesc desc;
    AntOutbox outbox;
    AntState me;
    unsigned char bytes[1200];
    uint64_t size;
    int wire = udp_to(47470);
    if (wire < 0 || failed(ant_outbox_desc_init(&desc)) || failed(ant_outbox_create(&desc, NULL, &outbox))) return 1;
    if (failed(ant_state_init(&me))) return 1;
    me.player = AVATAR, me.flags = ANT_STATE_HAS_VELOCITY;
    for (int tick = 0; tick < TICKS; tick++, wait_ms(16)) {
        int64_t now = now_ns();
        double angle = fmod((double)now * 1.5e-9, 6.283185307179586); /* 6 m/s */
        me.position[0] = 4 * cos(angle), me.position[2] = 4 * sin(angle);
        me.velocity[0] = -6 * sin(angle), me.velocity[2] = 6 * cos(angle);
        if (failed(ant_outbox_submit(outbox, &me, 1, now))) return 1;
        if (failed(ant_outbox_packet(outbox, CLIENT, now, bytes, sizeof bytes, &size))) return 1;
        if (size > 0) udp_send(wire, bytes, size);
        while ((size = udp_receive(wire, bytes, sizeof bytes)) > 0)
            if (failed(ant_outbox_receive(outbox, CLIENT, bytes, size, now))) return 1;
    }
    return failed(ant_destroy(outbox.id));
}
