/* Senders: what is told to whom, and what is refused. */
#include "support_map/entities.h"
#include "support_map/structs.h"

#define TICK (20 * MILLISECOND)

static AntCodec codec;

static AntSenderDesc sender_desc(void) {
    AntSenderDesc desc;
    MUST(ant_sender_desc_init(&desc, sizeof desc));
    desc.codec = codec;
    return desc;
}

static AntSenderRules rules_of(double position) {
    AntSenderRules rules;
    MUST(ant_sender_rules_init(&rules, sizeof rules));
    rules.position = position;
    rules.orientation = INFINITY;
    return rules;
}

static AntConnectionDesc connection_desc(uint32_t delivery) {
    AntConnectionDesc desc;
    MUST(ant_connection_desc_init(&desc, sizeof desc));
    desc.delivery = delivery;
    return desc;
}

static AntUpdate truth_at(uint32_t entity, int64_t time, double x, double vx) {
    AntUpdate truth;
    MUST(ant_update_init(&truth, sizeof truth));
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

static Pair pair_with(const AntSenderRules *rules, const AntConnectionDesc *link) {
    AntSenderDesc desc = sender_desc();
    Pair pair;
    desc.max_entities = 4;
    desc.max_connections = 2;
    MUST(ant_sender_create(&desc, &pair.sender));
    MUST(ant_sender_add_entity(pair.sender, 7, rules, NULL));
    MUST(ant_sender_connect(pair.sender, link, &pair.connection));
    return pair;
}

static Pair plain_pair(uint32_t delivery) {
    AntSenderRules rules = rules_of(0.5);
    AntConnectionDesc link = connection_desc(delivery);
    return pair_with(&rules, &link);
}

static AntStatus step(Pair pair, const AntUpdate *truth, AntUpdate *out, uint32_t *reason) {
    AntStatus status = ant_sender_tell(pair.sender, truth);
    out->struct_size = sizeof *out;
    return status < 0 ? status
                      : ant_sender_poll(pair.sender, pair.connection, truth->entity, truth->time, out, NULL, NULL, reason);
}

static void updates_are_sent_when_receivers_would_be_wrong(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntUpdate truth = truth_at(7, 0, 0, 2), sent;
    uint32_t reason = 99, i, updates = 0;
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_ENTER && sent.flags == ANT_UPDATE_ENTER && sent.velocity[0] == 2);
    for (i = 1; i <= 20; i++) {
        AntStatus status;
        /* It goes on at 0.1 m/s: 1.9 m/s slower than the line, 0.5 m behind it after 263 ms. */
        truth = truth_at(7, i * TICK, 0.002 * i, 0.1);
        status = step(pair, &truth, &sent, &reason);
        ENSURE(status == ANT_OK || status == ANT_EMPTY);
        if (status == ANT_OK) {
            updates++;
            ENSURE(i == 14 && reason == ANT_REASON_POSITION && sent.sequence == 1 && sent.time == 14 * TICK);
        }
    }
    ENSURE(updates == 1);
    truth = truth_at(7, SECOND, 0.04, 0);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_STOP && sent.flags == ANT_UPDATE_STOP);
    ENSURE_STATUS(ANT_LATE, ant_sender_tell(pair.sender, &truth));
    truth = truth_at(7, 2 * SECOND, 50, 0);
    truth.flags = ANT_UPDATE_TELEPORT | ANT_UPDATE_AIRBORNE;
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_TELEPORT);
    ENSURE(sent.flags == (ANT_UPDATE_TELEPORT | ANT_UPDATE_AIRBORNE | ANT_UPDATE_STOP));
    ant_sender_destroy(pair.sender);
}

static void packets_are_collected_read_and_acknowledged(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ACKNOWLEDGED);
    AntUpdate truth = truth_at(7, 0, 1.25, 3), seen[4];
    AntCollected packet;
    AntConnectionStats stats;
    unsigned char bytes[200];
    uint32_t count = 0;
    packet.struct_size = sizeof packet;
    stats.struct_size = sizeof stats;
    seen[0].struct_size = sizeof seen[0];
    ENSURE_STATUS(ANT_EMPTY, ant_sender_collect(pair.sender, pair.connection, 0, bytes, sizeof bytes, &packet));
    ENSURE(packet.byte_len == 0 && packet.updates == 0);
    MUST(ant_sender_tell(pair.sender, &truth));
    ENSURE_OK(ant_sender_collect(pair.sender, pair.connection, 0, bytes, sizeof bytes, &packet));
    ENSURE(packet.updates == 1 && packet.waiting == 0 && packet.byte_len > 0);
    ENSURE_OK(ant_codec_decode_packet(codec, bytes, packet.byte_len, 0, NULL, 1, seen, NULL, &count));
    ENSURE(count == 1 && seen[0].entity == 7 && seen[0].flags == ANT_UPDATE_ENTER && seen[0].position[0] == 1.25);
    ENSURE_OK(ant_sender_acknowledge(pair.sender, pair.connection, packet.number, 0, 60 * MILLISECOND));
    ENSURE_OK(ant_sender_connection_stats(pair.sender, pair.connection, &stats));
    ENSURE(stats.round_trip == 60 * MILLISECOND && stats.packets == 1 && stats.bytes == packet.byte_len);
    ENSURE(stats.updates[ANT_REASON_ENTER] == 1);
    REFUSED(INVALID_ARGUMENT, "packet", ant_sender_acknowledge, (pair.sender, pair.connection, 1, 0, 0));
    /* The next one is relative to what was acknowledged. */
    truth = truth_at(7, SECOND, 9, 3);
    MUST(ant_sender_tell(pair.sender, &truth));
    ENSURE_OK(ant_sender_collect(pair.sender, pair.connection, SECOND, bytes, sizeof bytes, &packet));
    REFUSED(NOT_FOUND, "baseline", ant_codec_decode_packet,
            (codec, bytes, packet.byte_len, 0, NULL, 1, seen + 1, NULL, &count));
    seen[1].struct_size = sizeof seen[1];
    ENSURE_OK(ant_codec_decode_packet(codec, bytes, packet.byte_len, 1, seen, 1, seen + 1, NULL, &count));
    ENSURE(seen[1].position[0] == 9 && seen[1].sequence == 1);
    /* By itself: lost, told anew, acknowledged. */
    truth = truth_at(7, 3 * SECOND, 20, 3);
    MUST(ant_sender_tell(pair.sender, &truth));
    seen[2].struct_size = seen[3].struct_size = sizeof seen[2];
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, 3 * SECOND, seen + 2, seen + 3, &count, NULL));
    ENSURE(count == 1 && seen[3].sequence == 0 && seen[2].sequence == 2);
    ENSURE_OK(ant_sender_acknowledge_update(pair.sender, pair.connection, 7, 2, 3 * SECOND + TICK));
    ENSURE_STATUS(ANT_LATE, ant_sender_acknowledge_update(pair.sender, pair.connection, 7, 2, 4 * SECOND));
    REFUSED(OUT_OF_RANGE, "sequence", ant_sender_acknowledge_update, (pair.sender, pair.connection, 7, 65536, 0));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_acknowledge_update, (pair.sender, pair.connection, 8, 1, 0));
    ant_sender_destroy(pair.sender);
}

static void aim_of_the_host(uint32_t entity, int64_t now, const double *position, const double *velocity, double threshold,
                            double *out_offset, double *out_velocity, void *user) {
    int *calls = (int *)user;
    ++*calls;
    CHECK(entity == 7 && now >= 0 && velocity[0] == 2 && threshold == 0.5);
    CHECK(out_offset[0] == 0 && out_velocity[0] == 2);
    (void)position;
    out_offset[2] = 0.25;
    out_velocity[0] = 1.5;
}

static void type_two_sends_the_host_s_line(void) {
    AntSenderRules rules = rules_of(0.5);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_RELIABLE);
    Pair pair;
    AntUpdate truth = truth_at(7, 0, 0, 2), sent;
    const double offset[3] = {0.1, 0, 0}, velocity[3] = {0, 0, 1}, bad[3] = {0, NAN, 0};
    int calls = 0;
    rules.kind = ANT_SENDER_TYPE_2;
    pair = pair_with(&rules, &link);
    ENSURE_OK(ant_sender_set_aim(pair.sender, aim_of_the_host, &calls));
    ENSURE_OK(step(pair, &truth, &sent, NULL));
    ENSURE(calls == 1 && sent.flags == (ANT_UPDATE_ENTER | ANT_UPDATE_PREDICTION_VECTOR));
    ENSURE(sent.position[2] == 0.25 && sent.velocity[0] == 1.5);
    ENSURE_OK(ant_sender_set_aim(pair.sender, NULL, NULL));
    truth = truth_at(7, SECOND, 50, 2);
    MUST(ant_sender_tell(pair.sender, &truth));
    ENSURE_OK(ant_sender_suggest(pair.sender, 7, offset, velocity));
    REFUSED(NOT_FINITE, "velocity", ant_sender_suggest, (pair.sender, 7, offset, bad));
    REFUSED(NULL_POINTER, "offset", ant_sender_suggest, (pair.sender, 7, NULL, velocity));
    REFUSED(NULL_POINTER, "velocity", ant_sender_suggest, (pair.sender, 7, offset, NULL));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_suggest, (pair.sender, 8, offset, velocity));
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, SECOND, &sent, NULL, NULL, NULL));
    ENSURE(calls == 1 && near_to(sent.position[0], 50.1, 1e-9) && sent.velocity[0] == 0 && sent.velocity[2] == 1);
    ant_sender_destroy(pair.sender);
}

/* A runner in a circle of 3 m at 6 m/s. */
static AntUpdate runner_at(int64_t time) {
    double angle = 2 * (double)time / SECOND;
    AntUpdate truth = truth_at(7, time, 3 * cos(angle), -6 * sin(angle));
    truth.position[2] = 3 * sin(angle);
    truth.velocity[2] = 6 * cos(angle);
    return truth;
}

static uint32_t updates_of_a_runner(AntPredictor predictor, AntEntity entity, int along) {
    AntSenderRules rules = rules_of(0.4);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    AntUpdate sent;
    Pair pair;
    uint32_t updates = 0, i;
    sent.struct_size = sizeof sent;
    rules.kind = ANT_SENDER_TYPE_2;
    pair = pair_with(&rules, &link);
    for (i = 0; i < 600; i++) {
        AntUpdate truth = runner_at(i * 50 * MILLISECOND);
        if (entity.id == 0) {
            MUST(ant_sender_tell(pair.sender, &truth));
        } else {
            MUST(ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
        }
        if (along) {
            MUST(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
        }
        updates += ant_sender_poll(pair.sender, pair.connection, 7, truth.time, &sent, NULL, NULL, NULL) == ANT_OK;
    }
    ant_sender_destroy(pair.sender);
    return updates;
}

static void the_owner_s_prediction_makes_lines_live_longer(void) {
    AntEntity nobody = {0};
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntPredictor predictor = lone_predictor();
    uint32_t plain, policy, path;
    AntEntity one, two;
    profile.v_max = 6;
    profile.model = ANT_MODEL_AUTO;
    one = add_entity(predictor, &profile);
    profile.model = ANT_MODEL_TRAIL;
    two = add_entity(predictor, &profile);
    plain = updates_of_a_runner(predictor, nobody, 0);
    policy = updates_of_a_runner(predictor, one, 0);
    path = updates_of_a_runner(predictor, two, 1);
    CHECK(plain == 100 && policy < 80 && path < 80);
    ant_predictor_destroy(predictor);
}

static void bad_owners_and_policies_are_refused(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntPredictor predictor = lone_predictor(), no_predictor = {0};
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity entity = add_entity(predictor, &profile), stranger = {0};
    AntSender none = {0};
    AntUpdate truth = truth_at(7, 0, 0, 2), bad = truth, other = truth_at(8, 0, 0, 2);
    bad.velocity[1] = NAN;
    REFUSED(INVALID_HANDLE, "", ant_sender_tell_observed, (none, predictor, entity, &truth));
    REFUSED(INVALID_HANDLE, "", ant_sender_tell_observed, (pair.sender, no_predictor, entity, &truth));
    REFUSED(NOT_FOUND, "", ant_sender_tell_observed, (pair.sender, predictor, stranger, &truth));
    REFUSED(NULL_POINTER, "truth", ant_sender_tell_observed, (pair.sender, predictor, entity, NULL));
    REFUSED(NOT_FINITE, "velocity", ant_sender_tell_observed, (pair.sender, predictor, entity, &bad));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_tell_observed, (pair.sender, predictor, entity, &other));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (none, 7, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_suggest_along, (pair.sender, 7, no_predictor, entity));
    REFUSED(NOT_FOUND, "", ant_sender_suggest_along, (pair.sender, 7, predictor, stranger));
    CHECK(ant_sender_suggest_along(pair.sender, 7, predictor, entity) < 0);
    ENSURE_OK(ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
    ENSURE_STATUS(ANT_LATE, ant_sender_tell_observed(pair.sender, predictor, entity, &truth));
    ENSURE_OK(ant_sender_suggest_along(pair.sender, 7, predictor, entity));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_suggest_along, (pair.sender, 8, predictor, entity));
    REFUSED(INVALID_HANDLE, "", ant_sender_load_policy, (none, NULL, 0));
    REFUSED(NULL_POINTER, "bytes", ant_sender_load_policy, (pair.sender, NULL, 5));
    REFUSED(CORRUPT, "", ant_sender_load_policy, (pair.sender, &truth, sizeof truth));
    ENSURE_OK(ant_sender_load_policy(pair.sender, NULL, 0));
    ant_sender_destroy(pair.sender);
    ant_predictor_destroy(predictor);
}

static AntSender busy_sender;

static void observers_of_the_host(AntConnection connection, uint32_t entity, const double *position, int32_t *out_relevant,
                                  double *out_factor, void *user) {
    CHECK(connection.id == ((const AntConnection *)user)->id && entity == 7);
    CHECK(*out_relevant == -1 && *out_factor == 0);
    CHECK(ant_sender_remove_entity(busy_sender, 7) == ANT_ERROR_BUSY);
    *out_relevant = position[0] < 100;
    *out_factor = 0.1;
}

static void relevance_and_factors_come_from_area_setting_or_callback(void) {
    AntSenderRules rules = rules_of(1);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    const double here[3] = {0, 0, 0}, bad[3] = {INFINITY, 0, 0};
    AntUpdate truth, sent;
    uint32_t reason = 0;
    Pair pair;
    link.enter_radius = 10;
    link.leave_radius = 12;
    rules.distance_count = 2;
    rules.distances[1] = 20;
    rules.factors[0] = 0.2;
    rules.factors[1] = 4;
    pair = pair_with(&rules, &link);
    busy_sender = pair.sender;
    ENSURE_OK(ant_sender_set_observer(pair.sender, pair.connection, here));
    REFUSED(NOT_FINITE, "position", ant_sender_set_observer, (pair.sender, pair.connection, bad));
    truth = truth_at(7, 0, 11, 1);
    ENSURE_STATUS(ANT_EMPTY, step(pair, &truth, &sent, &reason));
    ENSURE_OK(ant_sender_set_interest(pair.sender, pair.connection, 7, ANT_RELEVANCE_ALWAYS, 0.5));
    REFUSED(INVALID_ARGUMENT, "relevance", ant_sender_set_interest, (pair.sender, pair.connection, 7, 3, 0));
    REFUSED(OUT_OF_RANGE, "factor", ant_sender_set_interest, (pair.sender, pair.connection, 7, 0, 1e4));
    REFUSED(NOT_FINITE, "factor", ant_sender_set_interest, (pair.sender, pair.connection, 7, 0, NAN));
    REFUSED(NOT_FOUND, "entity 9", ant_sender_set_interest, (pair.sender, pair.connection, 9, 0, 0));
    truth = truth_at(7, TICK, 11, 1);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_ENTER);
    truth = truth_at(7, 2 * TICK, 11.6, 1);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_POSITION);
    ENSURE_OK(ant_sender_set_observers(pair.sender, observers_of_the_host, &pair.connection));
    truth = truth_at(7, 3 * TICK, 11.8, 1);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_POSITION);
    truth = truth_at(7, 4 * TICK, 101, 1);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_LEAVE && sent.flags == ANT_UPDATE_LEAVE);
    ENSURE_OK(ant_sender_set_observers(pair.sender, NULL, NULL));
    ENSURE_OK(ant_sender_set_observer(pair.sender, pair.connection, NULL));
    link.bytes_per_second = 1000;
    ENSURE_OK(ant_sender_set_connection(pair.sender, pair.connection, &link));
    link.delivery = ANT_DELIVERY_RELIABLE;
    REFUSED(STATE, "delivery", ant_sender_set_connection, (pair.sender, pair.connection, &link));
    REFUSED(STATE, "acknowledge", ant_sender_acknowledge, (pair.sender, pair.connection, 0, 0, 0));
    ant_sender_destroy(pair.sender);
}

static void many_are_told_at_once(void) {
    AntSender sender;
    AntSenderDesc desc = sender_desc();
    AntSenderRules rules = rules_of(0.5);
    uint32_t numbers[3] = {4, 5, 6}, count = 0;
    double positions[3][3] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, velocities[3][3] = {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}};
    uint8_t flags[3] = {0, ANT_UPDATE_FROZEN, ANT_UPDATE_STOP};
    int32_t statuses[3] = {9, 9, 9};
    AntStream e = {numbers, sizeof numbers, 0, ANT_U32}, p = {positions, sizeof positions, 0, ANT_F64X3};
    AntStream v = {velocities, sizeof velocities, 0, ANT_F64X3}, f = {flags, sizeof flags, 0, ANT_U8};
    AntStream s = {statuses, sizeof statuses, 0, ANT_I32};
    MUST(ant_sender_create(&desc, &sender));
    MUST(ant_sender_add_entity(sender, 4, &rules, NULL));
    MUST(ant_sender_add_entity(sender, 5, &rules, NULL));
    ENSURE_OK(ant_sender_entity_count(sender, &count));
    ENSURE(count == 2);
    REFUSED(INVALID_ARGUMENT, "flags", ant_sender_tell_batch, (sender, 0, 3, &e, &p, &v, NULL, &f, NULL));
    flags[2] = ANT_UPDATE_TELEPORT;
    REFUSED(NOT_FOUND, "entity 6", ant_sender_tell_batch, (sender, 0, 3, &e, &p, &v, NULL, &f, NULL));
    ENSURE_STATUS(ANT_PARTIAL, ant_sender_tell_batch(sender, 0, 3, &e, &p, &v, NULL, &f, &s));
    ENSURE(statuses[0] == ANT_OK && statuses[1] == ANT_OK && statuses[2] == ANT_ERROR_NOT_FOUND);
    ENSURE_STATUS(ANT_LATE, ant_sender_tell_batch(sender, 0, 2, &e, &p, &v, NULL, &f, NULL));
    REFUSED(NULL_POINTER, "entities", ant_sender_tell_batch, (sender, 0, 3, NULL, &p, &v, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "positions", ant_sender_tell_batch, (sender, 0, 3, &e, NULL, &v, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "velocities", ant_sender_tell_batch, (sender, 0, 3, &e, &p, NULL, NULL, NULL, NULL));
    positions[1][1] = NAN;
    REFUSED(NOT_FINITE, "positions", ant_sender_tell_batch, (sender, SECOND, 2, &e, &p, &v, NULL, NULL, NULL));
    ENSURE_OK(ant_sender_tell_batch(sender, SECOND, 1, &e, &p, &v, NULL, NULL, NULL));
    ant_sender_destroy(sender);
}

static void a_restored_sender_goes_on_bit_for_bit(void) {
    AntSenderRules rules = rules_of(0.5);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ACKNOWLEDGED);
    AntProfile profile;
    Pair one, two;
    AntUpdate truth = truth_at(7, 0, 0, 2), a, b;
    uint64_t size = 0, hash_a = 1, hash_b = 2, memory = 0;
    unsigned char *bytes;
    AntStream ids = {&two.connection, sizeof two.connection, 0, ANT_U64};
    uint32_t count = 0, i;
    MUST(ant_profile_init(&profile, sizeof profile));
    profile.model = ANT_MODEL_DR2;
    one = pair_with(&rules, &link);
    MUST(ant_sender_add_entity(one.sender, 8, &rules, &profile));
    ENSURE_OK(step(one, &truth, &a, NULL));
    truth = truth_at(8, 0, 5, 2);
    ENSURE_OK(step(one, &truth, &a, NULL));
    ENSURE_OK(ant_sender_snapshot(one.sender, NULL, 0, &size));
    bytes = (unsigned char *)malloc((size_t)size);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_sender_snapshot, (one.sender, bytes, size - 1, NULL));
    ENSURE_OK(ant_sender_snapshot(one.sender, bytes, size, NULL));
    two = pair_with(&rules, &link);
    ENSURE_OK(ant_sender_restore(two.sender, bytes, size));
    ENSURE_OK(ant_sender_connections(two.sender, 0, 1, &ids, &count));
    ENSURE(count == 1);
    for (i = 1; i < 40; i++) {
        AntStatus status;
        truth = truth_at(7 + i % 2, i * TICK, 0.5 * i, 2);
        status = step(one, &truth, &a, NULL);
        ENSURE(status >= 0 && step(two, &truth, &b, NULL) == status);
        ENSURE(status == ANT_EMPTY || memcmp(&a, &b, sizeof a) == 0);
    }
    ENSURE_OK(ant_sender_state_hash(one.sender, &hash_a));
    ENSURE_OK(ant_sender_state_hash(two.sender, &hash_b));
    ENSURE(hash_a == hash_b);
    bytes[size / 2] ^= 4;
    REFUSED(CORRUPT, "checksum", ant_sender_restore, (two.sender, bytes, size));
    REFUSED(NULL_POINTER, "bytes", ant_sender_restore, (two.sender, NULL, size));
    REFUSED(CORRUPT, "snapshot", ant_sender_restore, (two.sender, bytes, 3));
    ENSURE_OK(ant_sender_bytes(one.sender, &memory));
    ENSURE(memory > 1000);
    free(bytes);
    ant_sender_destroy(one.sender);
    ant_sender_destroy(two.sender);
}

static void entities_come_and_go(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntSenderRules rules = rules_of(0.5);
    AntProfile profile;
    AntUpdate truth = truth_at(7, 0, 0, 1), sent;
    uint32_t i, count = 9, reason = 0;
    MUST(ant_profile_init(&profile, sizeof profile));
    REFUSED(STATE, "exists", ant_sender_add_entity, (pair.sender, 7, &rules, NULL));
    profile.mass = -1;
    REFUSED(OUT_OF_RANGE, "mass", ant_sender_add_entity, (pair.sender, 8, &rules, &profile));
    for (i = 0; i < 3; i++) {
        ENSURE_OK(ant_sender_add_entity(pair.sender, 10 + i, &rules, NULL));
    }
    REFUSED(BUDGET, "entities", ant_sender_add_entity, (pair.sender, 20, &rules, NULL));
    ENSURE_OK(ant_sender_remove_entity(pair.sender, 10));
    ENSURE_OK(ant_sender_entity_count(pair.sender, &count));
    ENSURE(count == 3);
    ENSURE_OK(step(pair, &truth, &sent, NULL));
    ENSURE_OK(ant_sender_remove_entity(pair.sender, 7));
    REFUSED(STATE, "leaving", ant_sender_add_entity, (pair.sender, 7, &rules, NULL));
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, TICK, &sent, NULL, NULL, &reason));
    ENSURE(reason == ANT_REASON_LEAVE && sent.time == TICK);
    ENSURE_OK(ant_sender_add_entity(pair.sender, 7, &rules, NULL));
    ENSURE_OK(ant_sender_disconnect(pair.sender, pair.connection));
    REFUSED(NOT_FOUND, "connection", ant_sender_disconnect, (pair.sender, pair.connection));
    ant_sender_destroy(pair.sender);
}

static void rules_and_descriptors_are_checked(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntSenderRules rules;
    AntConnectionDesc link;
    AntSenderDesc desc;
    AntSender sender;
    AntConnection connection;
    REFUSED(NOT_FOUND, "entity 9", ant_sender_set_rules, (pair.sender, 9, (rules = rules_of(1), &rules)));
    ENSURE_OK(ant_sender_set_rules(pair.sender, 7, &rules));
#define SPOILED(status, field, value)                                                              \
    rules = rules_of(1);                                                                           \
    rules.field = value;                                                                           \
    REFUSED(status, #field, ant_sender_set_rules, (pair.sender, 7, &rules));                       \
    REFUSED(status, #field, ant_sender_add_entity, (pair.sender, 8, &rules, NULL))
    SPOILED(INVALID_ARGUMENT, kind, 2);
    SPOILED(INVALID_ARGUMENT, metric, 2);
    SPOILED(OUT_OF_RANGE, distance_count, 5);
    SPOILED(INVALID_ARGUMENT, position, 0.001);
    SPOILED(INVALID_ARGUMENT, position, NAN);
    SPOILED(INVALID_ARGUMENT, time_space, -1);
    SPOILED(INVALID_ARGUMENT, orientation, 0);
    SPOILED(INVALID_ARGUMENT, speed, NAN);
    SPOILED(INVALID_ARGUMENT, direction, -INFINITY);
    SPOILED(INVALID_ARGUMENT, acceleration, 1e10);
    SPOILED(INVALID_ARGUMENT, stop_speed, INFINITY);
    SPOILED(INVALID_ARGUMENT, heartbeat, 0);
    SPOILED(INVALID_ARGUMENT, min_gap, -1);
#undef SPOILED
    rules = rules_of(1);
    rules.distance_count = 1;
    rules.factors[0] = 0;
    REFUSED(INVALID_ARGUMENT, "factors[0]", ant_sender_set_rules, (pair.sender, 7, &rules));
#define SPOILED(field, value)                                                        \
    link = connection_desc(ANT_DELIVERY_ASSUMED);                                    \
    link.field = value;                                                              \
    REFUSED(INVALID_ARGUMENT, #field, ant_sender_connect, (pair.sender, &link, &connection)); \
    REFUSED(INVALID_ARGUMENT, #field, ant_sender_set_connection, (pair.sender, pair.connection, &link))
    SPOILED(delivery, 3);
    SPOILED(bytes_per_second, 0xffffffffu);
    SPOILED(overhead, 100000);
    SPOILED(enter_radius, NAN);
    SPOILED(leave_radius, 1);
    SPOILED(first_round_trip, 0);
    SPOILED(patience, 0.5);
#undef SPOILED
    link = connection_desc(ANT_DELIVERY_ASSUMED);
    ENSURE_OK(ant_sender_connect(pair.sender, &link, &connection));
    REFUSED(BUDGET, "connections", ant_sender_connect, (pair.sender, &link, &connection));
#define SPOILED(status, text, field, value) \
    desc = sender_desc();                   \
    desc.field = value;                     \
    REFUSED(status, text, ant_sender_create, (&desc, &sender))
    SPOILED(INVALID_ARGUMENT, "entities", max_entities, 0);
    SPOILED(INVALID_ARGUMENT, "connections", max_connections, 5000);
    SPOILED(INVALID_ARGUMENT, "in_flight", in_flight, 33);
    SPOILED(INVALID_HANDLE, "codec", codec.id, 0);
    SPOILED(INVALID_HANDLE, "world", world.id, 77);
    SPOILED(INVALID_HANDLE, "map", map.id, 77);
#undef SPOILED
    ant_sender_destroy(pair.sender);
}

static void bad_truths_pointers_and_handles_are_refused(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED), other = plain_pair(ANT_DELIVERY_ASSUMED);
    const AntSender none = {0};
    const AntConnection nowhere = {0};
    AntUpdate truth = truth_at(7, 0, 0, 0), sent = truth;
    AntSenderDesc desc = sender_desc();
    AntSenderRules rules = rules_of(1);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    AntConnection connection;
    AntSender sender;
    AntCollected packet;
    AntConnectionStats stats;
    unsigned char bytes[200];
    uint64_t number;
    uint32_t count;
    const double zero[3] = {0, 0, 0};
    packet.struct_size = sizeof packet;
    stats.struct_size = sizeof stats;
    REFUSED(NULL_POINTER, "truth", ant_sender_tell, (pair.sender, NULL));
    truth.flags = ANT_UPDATE_STOP;
    REFUSED(INVALID_ARGUMENT, "flags", ant_sender_tell, (pair.sender, &truth));
    truth = truth_at(8, 0, 0, 0);
    REFUSED(NOT_FOUND, "entity 8", ant_sender_tell, (pair.sender, &truth));
    truth = truth_at(7, 0, NAN, 0);
    REFUSED(NOT_FINITE, "position", ant_sender_tell, (pair.sender, &truth));
    truth = truth_at(7, 0, 0, 1e6);
    REFUSED(INVALID_ARGUMENT, "velocity", ant_sender_tell, (pair.sender, &truth));

    REFUSED(NULL_POINTER, "desc", ant_sender_create, (NULL, &sender));
    REFUSED(NULL_POINTER, "out_sender", ant_sender_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "rules", ant_sender_add_entity, (pair.sender, 8, NULL, NULL));
    REFUSED(NULL_POINTER, "rules", ant_sender_set_rules, (pair.sender, 7, NULL));
    REFUSED(NULL_POINTER, "desc", ant_sender_connect, (pair.sender, NULL, &connection));
    REFUSED(NULL_POINTER, "out_connection", ant_sender_connect, (pair.sender, &link, NULL));
    REFUSED(NULL_POINTER, "desc", ant_sender_set_connection, (pair.sender, pair.connection, NULL));
    REFUSED(NULL_POINTER, "buf", ant_sender_collect, (pair.sender, pair.connection, 0, NULL, 200, &packet));
    REFUSED(NULL_POINTER, "out_collected", ant_sender_collect, (pair.sender, pair.connection, 0, bytes, 200, NULL));
    REFUSED(INVALID_ARGUMENT, "out has 30", ant_sender_collect, (pair.sender, pair.connection, 0, bytes, 30, &packet));
    REFUSED(NULL_POINTER, "out_update", ant_sender_poll, (pair.sender, pair.connection, 7, 0, NULL, NULL, NULL, NULL));
    REFUSED(NOT_FOUND, "entity 9", ant_sender_poll, (pair.sender, pair.connection, 9, 0, &sent, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "out_stats", ant_sender_connection_stats, (pair.sender, pair.connection, NULL));
    REFUSED(NULL_POINTER, "out_count", ant_sender_connections, (pair.sender, 0, 0, NULL, NULL));
    REFUSED(NULL_POINTER, "out_count", ant_sender_entity_count, (pair.sender, NULL));
    REFUSED(NULL_POINTER, "out_bytes", ant_sender_bytes, (pair.sender, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_sender_state_hash, (pair.sender, NULL));
    REFUSED(NULL_POINTER, "buf", ant_sender_snapshot, (pair.sender, NULL, 5, NULL));
    REFUSED(NOT_FOUND, "entity 9", ant_sender_remove_entity, (pair.sender, 9));

#define FOREIGN(id)                                                                                        \
    REFUSED(NOT_FOUND, "connection", ant_sender_disconnect, (pair.sender, id));                            \
    REFUSED(NOT_FOUND, "connection", ant_sender_set_connection, (pair.sender, id, &link));                 \
    REFUSED(NOT_FOUND, "connection", ant_sender_set_observer, (pair.sender, id, zero));                    \
    REFUSED(NOT_FOUND, "connection", ant_sender_set_interest, (pair.sender, id, 7, 0, 0));                 \
    REFUSED(NOT_FOUND, "connection", ant_sender_collect, (pair.sender, id, 0, bytes, 200, &packet));       \
    REFUSED(NOT_FOUND, "connection", ant_sender_poll, (pair.sender, id, 7, 0, &sent, NULL, NULL, NULL));   \
    REFUSED(NOT_FOUND, "connection", ant_sender_acknowledge, (pair.sender, id, 0, 0, 0));                  \
    REFUSED(NOT_FOUND, "connection", ant_sender_acknowledge_update, (pair.sender, id, 7, 0, 0));           \
    REFUSED(NOT_FOUND, "connection", ant_sender_connection_stats, (pair.sender, id, &stats))
    FOREIGN(nowhere);
    FOREIGN(other.connection);
#undef FOREIGN
    truth = truth_at(7, 0, 0, 0);
#define DEAD(function, arguments) REFUSED(INVALID_HANDLE, "sender", function, arguments)
    DEAD(ant_sender_destroy, (none));
    DEAD(ant_sender_is_valid, (none));
    DEAD(ant_sender_add_entity, (none, 1, &rules, NULL));
    DEAD(ant_sender_set_rules, (none, 1, &rules));
    DEAD(ant_sender_remove_entity, (none, 1));
    DEAD(ant_sender_tell, (none, &truth));
    DEAD(ant_sender_entity_count, (none, &count));
    DEAD(ant_sender_bytes, (none, &number));
    DEAD(ant_sender_state_hash, (none, &number));
    DEAD(ant_sender_snapshot, (none, NULL, 0, &number));
    DEAD(ant_sender_restore, (none, bytes, 3));
    DEAD(ant_sender_connect, (none, &link, &connection));
    DEAD(ant_sender_disconnect, (none, pair.connection));
    DEAD(ant_sender_connections, (none, 0, 0, NULL, &count));
    DEAD(ant_sender_set_connection, (none, pair.connection, &link));
    DEAD(ant_sender_set_observer, (none, pair.connection, zero));
    DEAD(ant_sender_set_interest, (none, pair.connection, 7, 0, 0));
    DEAD(ant_sender_collect, (none, pair.connection, 0, bytes, 200, &packet));
    DEAD(ant_sender_poll, (none, pair.connection, 7, 0, &sent, NULL, NULL, NULL));
    DEAD(ant_sender_acknowledge, (none, pair.connection, 0, 0, 0));
    DEAD(ant_sender_acknowledge_update, (none, pair.connection, 7, 0, 0));
    DEAD(ant_sender_connection_stats, (none, pair.connection, &stats));
    DEAD(ant_sender_set_aim, (none, NULL, NULL));
    DEAD(ant_sender_set_observers, (none, NULL, NULL));
    DEAD(ant_sender_suggest, (none, 7, zero, zero));
#undef DEAD
    ENSURE_OK(ant_sender_is_valid(pair.sender));
    ant_sender_destroy(pair.sender);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_sender_is_valid(pair.sender));
    ant_sender_destroy(other.sender);
}

static Pair struct_pair;
static int64_t struct_time;

static AntStatus create_in(void *memory) {
    AntSender made;
    AntStatus status = ant_sender_create((const AntSenderDesc *)memory, &made);
    return status == ANT_OK ? ant_sender_destroy(made) : status;
}

static AntStatus rules_in(void *memory) {
    return ant_sender_set_rules(struct_pair.sender, 7, (const AntSenderRules *)memory);
}

static AntStatus connection_in(void *memory) {
    return ant_sender_set_connection(struct_pair.sender, struct_pair.connection, (const AntConnectionDesc *)memory);
}

static AntStatus collected_out(void *memory) {
    unsigned char bytes[200];
    AntUpdate truth;
    struct_time += SECOND;
    truth = truth_at(7, struct_time, (double)(struct_time / SECOND) * 50, 1);
    MUST(ant_sender_tell(struct_pair.sender, &truth));
    return ant_sender_collect(struct_pair.sender, struct_pair.connection, struct_time, bytes, 200, (AntCollected *)memory);
}

static AntStatus stats_out(void *memory) {
    return ant_sender_connection_stats(struct_pair.sender, struct_pair.connection, (AntConnectionStats *)memory);
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntSenderDesc desc = sender_desc();
    AntSenderRules rules = rules_of(1);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_ASSUMED);
    struct_pair = plain_pair(ANT_DELIVERY_ASSUMED);
    CHECK_INIT(ant_sender_desc_init, AntSenderDesc, "desc");
    CHECK_INIT(ant_sender_rules_init, AntSenderRules, "rules");
    CHECK_INIT(ant_connection_desc_init, AntConnectionDesc, "desc");
    CHECK(grows_in(&desc, sizeof desc, create_in));
    CHECK(grows_in(&rules, sizeof rules, rules_in));
    CHECK(grows_in(&link, sizeof link, connection_in));
    CHECK(grows_out(sizeof(AntCollected), collected_out));
    CHECK(grows_out(sizeof(AntConnectionStats), stats_out));
    ant_sender_destroy(struct_pair.sender);
}

int main(int argc, char **argv) {
    AntCodecDesc desc;
    ensure_begin(argc, argv);
    MUST(ant_codec_desc_init(&desc, sizeof desc));
    MUST(ant_codec_create(&desc, &codec));
    RUN_TEST(updates_are_sent_when_receivers_would_be_wrong);
    RUN_TEST(packets_are_collected_read_and_acknowledged);
    RUN_TEST(type_two_sends_the_host_s_line);
    RUN_TEST(the_owner_s_prediction_makes_lines_live_longer);
    RUN_TEST(bad_owners_and_policies_are_refused);
    RUN_TEST(relevance_and_factors_come_from_area_setting_or_callback);
    RUN_TEST(many_are_told_at_once);
    RUN_TEST(a_restored_sender_goes_on_bit_for_bit);
    RUN_TEST(entities_come_and_go);
    RUN_TEST(rules_and_descriptors_are_checked);
    RUN_TEST(bad_truths_pointers_and_handles_are_refused);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    ant_codec_destroy(codec);
    return ensure_end();
}
