/* A player over a bad network: the sender tells only what the other side would get wrong, the receiver puts it right.
 * cc sender_receiver.c -I include -L target/release -lantreckon -lm -o sender_receiver */
#include "example.h"
#include <math.h>

#define TICK (20 * MS)

static void truth_at(int64_t time, AntUpdate *truth) {
    const double seconds = (double)time * 1e-9;
    MUST(ant_update_init(truth));
    truth->entity = 7;
    truth->time = time;
    truth->position[0] = 6 * seconds;
    truth->position[2] = 3 * sin(seconds);
    truth->velocity[0] = 6;
    truth->velocity[2] = 3 * cos(seconds);
}

int main(void) {
    AntCodecDesc codec_desc;
    AntSenderDesc sender_desc;
    AntSenderRules rules;
    AntConnectionDesc connection_desc;
    AntSimulatorDesc network_desc;
    AntPredictorDesc predictor_desc;
    AntReceiverDesc receiver_desc;
    AntProfile profile;
    AntCodec codec;
    AntSender sender;
    AntConnection peer;
    AntSimulator network;
    AntPredictor predictor;
    AntReceiver receiver;
    AntEntity entity;
    AntNetworkStats stats = {0};
    AntConnectionStats sent = {0};
    int64_t now;
    double worst = 0, sum = 0;
    int frames = 0;
    check_library();

    /* The owner's machine. */
    MUST(ant_codec_desc_init(&codec_desc));
    MUST(ant_codec_create(&codec_desc, &codec));
    MUST(ant_sender_desc_init(&sender_desc));
    sender_desc.codec = codec;
    MUST(ant_sender_create(&sender_desc, &sender));
    MUST(ant_sender_rules_init(&rules)); /* within 30 cm, a heartbeat every 5 s ... */
    rules.heartbeat = 500 * MS;                        /* ... here more often, because packets get lost */
    MUST(ant_sender_set_entity(sender, 7, &rules, NULL));
    MUST(ant_connection_desc_init(&connection_desc));
    MUST(ant_sender_connect(sender, &connection_desc, &peer));

    /* In between: 80 ms, give or take 20, one packet in ten is lost, one in fifty comes twice. */
    MUST(ant_simulator_desc_init(&network_desc));
    network_desc.seed = 1;
    network_desc.latency = 80 * MS;
    network_desc.jitter = 20 * MS;
    network_desc.loss = 0.1;
    network_desc.duplicate = 0.02;
    MUST(ant_simulator_create(&network_desc, &network));

    /* The other machine. */
    MUST(ant_predictor_desc_init(&predictor_desc));
    MUST(ant_predictor_create(&predictor_desc, &predictor));
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_DR1; /* what the sender's shadow runs, too */
    MUST(ant_predictor_add_entity(predictor, &profile, &entity));
    MUST(ant_receiver_desc_init(&receiver_desc));
    receiver_desc.predictor = predictor;
    receiver_desc.synchronised = 1;
    MUST(ant_receiver_create(&receiver_desc, &receiver));
    MUST(ant_receiver_add(receiver, 7, entity));

    for (now = 0; now < 20000 * MS; now += TICK) {
        unsigned char bytes[256];
        uint64_t length;
        AntCollected packet = {0};
        AntUpdate truth, updates[8];
        AntShown shown = {0};
        packet.struct_size = sizeof packet;
        truth_at(now, &truth);
        MUST(ant_sender_submit(sender, &truth));
        if (MUST(ant_sender_collect(sender, peer, now, bytes, sizeof bytes, &packet)) == ANT_OK) {
            MUST(ant_simulator_send(network, now, bytes, packet.byte_len, NULL)); /* a socket in your game */
        }
        while (MUST(ant_simulator_receive(network, now, bytes, sizeof bytes, &length, NULL)) == ANT_OK) {
            uint32_t count = 0, i;
            for (i = 0; i < 8; i++) MUST(ant_update_init(&updates[i]));
            MUST(ant_codec_decode_packet(codec, bytes, length, 0, NULL, 8, updates, NULL, &count));
            MUST(ant_receiver_receive_batch(receiver, count, updates, now, NULL, NULL));
        }
        MUST(ant_receiver_advance(receiver, now));
        shown.struct_size = sizeof shown;
        if (ant_receiver_show(receiver, 7, 0, &shown) >= 0) { /* before the first update there is nothing to show */
            double off = hypot(shown.position[0] - truth.position[0], shown.position[2] - truth.position[2]);
            worst = fmax(worst, off);
            sum += off;
            frames++;
        }
    }
    stats.struct_size = sizeof stats;
    sent.struct_size = sizeof sent;
    MUST(ant_simulator_stats(network, &stats));
    MUST(ant_sender_connection_stats(sender, peer, &sent));
    printf("20 s: %u packets of %.1f bytes, %u lost; off by %.2f m in the mean, %.2f m at worst\n", (unsigned)sent.packets,
           (double)sent.bytes / (double)sent.packets, (unsigned)stats.lost, sum / frames, worst);
    MUST(ant_destroy(receiver.id));
    MUST(ant_destroy(predictor.id));
    MUST(ant_destroy(network.id));
    MUST(ant_destroy(sender.id));
    MUST(ant_destroy(codec.id));
    return !(sent.packets < 200 && stats.lost > 0 && sum / frames < 0.5 && worst < 2.5);
}
