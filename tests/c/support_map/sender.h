/* Senders of one entity to one connection. */
#ifndef ANTRECKON_TEST_SENDER_H
#define ANTRECKON_TEST_SENDER_H

#include "support_map/entities.h"
#include "support_map/structs.h"

#define TICK (20 * MILLISECOND)

static AntCodec codec;

static inline AntSenderDesc sender_desc(void) {
    AntSenderDesc desc;
    MUST(ant_sender_desc_init(&desc));
    desc.codec = codec;
    return desc;
}

static inline AntSenderRules rules_of(double position) {
    AntSenderRules rules;
    MUST(ant_sender_rules_init(&rules));
    rules.kind = ANT_SENDER_SHARED_MODEL;
    rules.position = position;
    rules.orientation = INFINITY;
    return rules;
}

static inline AntConnectionDesc connection_desc(uint32_t delivery) {
    AntConnectionDesc desc;
    MUST(ant_connection_desc_init(&desc));
    desc.delivery = delivery;
    return desc;
}

static inline AntUpdate truth_at(uint32_t entity, int64_t time, double x, double vx) {
    AntUpdate truth;
    MUST(ant_update_init(&truth));
    truth.entity = entity;
    truth.time = time;
    truth.position[0] = x;
    truth.velocity[0] = vx;
    return truth;
}

/* A sender of one entity, number 7, to one connection. */
typedef struct Pair {
    AntSender sender;
    AntConnection connection;
} Pair;

static inline Pair pair_with(const AntSenderRules *rules, const AntConnectionDesc *link) {
    AntSenderDesc desc = sender_desc();
    Pair pair;
    desc.max_entities = 4;
    desc.max_connections = 2;
    MUST(ant_sender_create(&desc, &pair.sender));
    MUST(ant_sender_set_entity(pair.sender, 7, rules, NULL));
    MUST(ant_sender_connect(pair.sender, link, &pair.connection));
    return pair;
}

static inline Pair plain_pair(uint32_t delivery) {
    AntSenderRules rules = rules_of(0.5);
    AntConnectionDesc link = connection_desc(delivery);
    return pair_with(&rules, &link);
}

static inline AntStatus step(Pair pair, const AntUpdate *truth, AntUpdate *out, uint32_t *reason) {
    AntStatus status = ant_sender_submit(pair.sender, truth);
    out->struct_size = sizeof *out;
    return status < 0 ? status
                      : ant_sender_poll(pair.sender, pair.connection, truth->entity, truth->time, out, NULL, NULL, reason);
}

#endif
