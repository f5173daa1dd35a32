/* Senders: what is told to whom. */
#include "support_map/sender.h"

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
    ENSURE_STATUS(ANT_LATE, ant_sender_submit(pair.sender, &truth));
    truth = truth_at(7, 2 * SECOND, 50, 0);
    truth.flags = ANT_UPDATE_TELEPORT | ANT_UPDATE_AIRBORNE;
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_TELEPORT);
    ENSURE(sent.flags == (ANT_UPDATE_TELEPORT | ANT_UPDATE_AIRBORNE | ANT_UPDATE_STOP));
    ant_destroy(pair.sender.id);
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
    MUST(ant_sender_submit(pair.sender, &truth));
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
    MUST(ant_sender_submit(pair.sender, &truth));
    ENSURE_OK(ant_sender_collect(pair.sender, pair.connection, SECOND, bytes, sizeof bytes, &packet));
    REFUSED(NOT_FOUND, "baseline", ant_codec_decode_packet,
            (codec, bytes, packet.byte_len, 0, NULL, 1, seen + 1, NULL, &count));
    seen[1].struct_size = sizeof seen[1];
    ENSURE_OK(ant_codec_decode_packet(codec, bytes, packet.byte_len, 1, seen, 1, seen + 1, NULL, &count));
    ENSURE(seen[1].position[0] == 9 && seen[1].sequence == 1);
    /* By itself: lost, told anew, acknowledged. */
    truth = truth_at(7, 3 * SECOND, 20, 3);
    MUST(ant_sender_submit(pair.sender, &truth));
    seen[2].struct_size = seen[3].struct_size = sizeof seen[2];
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, 3 * SECOND, seen + 2, seen + 3, &count, NULL));
    ENSURE(count == 1 && seen[3].sequence == 0 && seen[2].sequence == 2);
    ENSURE_OK(ant_sender_acknowledge_update(pair.sender, pair.connection, 7, 2, 3 * SECOND + TICK));
    ENSURE_STATUS(ANT_LATE, ant_sender_acknowledge_update(pair.sender, pair.connection, 7, 2, 4 * SECOND));
    REFUSED(OUT_OF_RANGE, "sequence", ant_sender_acknowledge_update, (pair.sender, pair.connection, 7, 65536, 0));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_acknowledge_update, (pair.sender, pair.connection, 8, 1, 0));
    ant_destroy(pair.sender.id);
}

static void type_two_sends_the_host_s_line(void) {
    AntSenderRules rules = rules_of(0.5);
    AntConnectionDesc link = connection_desc(ANT_DELIVERY_RELIABLE);
    Pair pair;
    AntUpdate truth = truth_at(7, 0, 0, 2), sent;
    const double offset[3] = {0.1, 0, 0}, velocity[3] = {0, 0, 1}, bad[3] = {0, NAN, 0};
    rules.kind = ANT_SENDER_OWNER_LINE;
    pair = pair_with(&rules, &link);
    ENSURE_OK(step(pair, &truth, &sent, NULL));
    ENSURE(sent.flags == (ANT_UPDATE_ENTER | ANT_UPDATE_PREDICTION_VECTOR));
    truth = truth_at(7, SECOND, 50, 2);
    MUST(ant_sender_submit(pair.sender, &truth));
    ENSURE_OK(ant_sender_suggest(pair.sender, 7, offset, velocity));
    REFUSED(NOT_FINITE, "velocity", ant_sender_suggest, (pair.sender, 7, offset, bad));
    REFUSED(NULL_POINTER, "offset", ant_sender_suggest, (pair.sender, 7, NULL, velocity));
    REFUSED(NULL_POINTER, "velocity", ant_sender_suggest, (pair.sender, 7, offset, NULL));
    REFUSED(NOT_FOUND, "entity 8", ant_sender_suggest, (pair.sender, 8, offset, velocity));
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, SECOND, &sent, NULL, NULL, NULL));
    ENSURE(near_to(sent.position[0], 50.1, 1e-9) && sent.velocity[0] == 0 && sent.velocity[2] == 1);
    ant_destroy(pair.sender.id);
}

static void relevance_and_factors_come_from_area_or_setting(void) {
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
    ENSURE_OK(ant_sender_set_interest(pair.sender, pair.connection, 7, ANT_RELEVANCE_NEVER, 0));
    truth = truth_at(7, 3 * TICK, 11.8, 1);
    ENSURE_OK(step(pair, &truth, &sent, &reason));
    ENSURE(reason == ANT_REASON_LEAVE && sent.flags == ANT_UPDATE_LEAVE);
    ENSURE_OK(ant_sender_set_observer(pair.sender, pair.connection, NULL));
    link.bytes_per_second = 1000;
    ENSURE_OK(ant_sender_set_connection(pair.sender, pair.connection, &link));
    link.delivery = ANT_DELIVERY_RELIABLE;
    REFUSED(STATE, "delivery", ant_sender_set_connection, (pair.sender, pair.connection, &link));
    REFUSED(STATE, "acknowledge", ant_sender_acknowledge, (pair.sender, pair.connection, 0, 0, 0));
    ant_destroy(pair.sender.id);
}

static void many_are_told_at_once(void) {
    AntSender sender;
    AntSenderDesc desc = sender_desc();
    AntSenderRules rules = rules_of(0.5);
    uint32_t numbers[3] = {4, 5, 6};
    double positions[3][3] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, velocities[3][3] = {{1, 0, 0}, {0, 0, 0}, {0, 0, 1}};
    uint8_t flags[3] = {0, ANT_UPDATE_FROZEN, ANT_UPDATE_STOP};
    int32_t statuses[3] = {9, 9, 9};
    AntStream e = {numbers, sizeof numbers, 0, ANT_U32}, p = {positions, sizeof positions, 0, ANT_F64X3};
    AntStream v = {velocities, sizeof velocities, 0, ANT_F64X3}, f = {flags, sizeof flags, 0, ANT_U8};
    AntStream s = {statuses, sizeof statuses, 0, ANT_I32};
    MUST(ant_sender_create(&desc, &sender));
    MUST(ant_sender_set_entity(sender, 4, &rules, NULL));
    MUST(ant_sender_set_entity(sender, 5, &rules, NULL));
    REFUSED(INVALID_ARGUMENT, "flags", ant_sender_submit_batch, (sender, 0, 3, &e, &p, &v, NULL, &f, NULL));
    flags[2] = ANT_UPDATE_TELEPORT;
    REFUSED(NOT_FOUND, "entity 6", ant_sender_submit_batch, (sender, 0, 3, &e, &p, &v, NULL, &f, NULL));
    ENSURE_STATUS(ANT_PARTIAL, ant_sender_submit_batch(sender, 0, 3, &e, &p, &v, NULL, &f, &s));
    ENSURE(statuses[0] == ANT_OK && statuses[1] == ANT_OK && statuses[2] == ANT_ERROR_NOT_FOUND);
    ENSURE_STATUS(ANT_LATE, ant_sender_submit_batch(sender, 0, 2, &e, &p, &v, NULL, &f, NULL));
    REFUSED(NULL_POINTER, "entities", ant_sender_submit_batch, (sender, 0, 3, NULL, &p, &v, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "positions", ant_sender_submit_batch, (sender, 0, 3, &e, NULL, &v, NULL, NULL, NULL));
    REFUSED(NULL_POINTER, "velocities", ant_sender_submit_batch, (sender, 0, 3, &e, &p, NULL, NULL, NULL, NULL));
    positions[1][1] = NAN;
    REFUSED(NOT_FINITE, "positions", ant_sender_submit_batch, (sender, SECOND, 2, &e, &p, &v, NULL, NULL, NULL));
    ENSURE_OK(ant_sender_submit_batch(sender, SECOND, 1, &e, &p, &v, NULL, NULL, NULL));
    ant_destroy(sender.id);
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
    MUST(ant_profile_init(&profile));
    profile.model = ANT_MODEL_DR2;
    one = pair_with(&rules, &link);
    MUST(ant_sender_set_entity(one.sender, 8, &rules, &profile));
    ENSURE_OK(step(one, &truth, &a, NULL));
    truth = truth_at(8, 0, 5, 2);
    ENSURE_OK(step(one, &truth, &a, NULL));
    ENSURE_OK(ant_snapshot(one.sender.id, NULL, 0, &size));
    bytes = (unsigned char *)malloc((size_t)size);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (one.sender.id, bytes, size - 1, NULL));
    ENSURE_OK(ant_snapshot(one.sender.id, bytes, size, NULL));
    two = pair_with(&rules, &link);
    ENSURE_OK(ant_restore(two.sender.id, bytes, size));
    ENSURE_OK(ant_sender_connections(two.sender, 0, 1, &ids, &count));
    ENSURE(count == 1);
    for (i = 1; i < 40; i++) {
        AntStatus status;
        truth = truth_at(7 + i % 2, i * TICK, 0.5 * i, 2);
        status = step(one, &truth, &a, NULL);
        ENSURE(status >= 0 && step(two, &truth, &b, NULL) == status);
        ENSURE(status == ANT_EMPTY || memcmp(&a, &b, sizeof a) == 0);
    }
    ENSURE_OK(ant_state_hash(one.sender.id, &hash_a));
    ENSURE_OK(ant_state_hash(two.sender.id, &hash_b));
    ENSURE(hash_a == hash_b);
    bytes[size / 2] ^= 4;
    REFUSED(CORRUPT, "checksum", ant_restore, (two.sender.id, bytes, size));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (two.sender.id, NULL, size));
    REFUSED(CORRUPT, "snapshot", ant_restore, (two.sender.id, bytes, 3));
    ENSURE_OK(ant_bytes(one.sender.id, &memory));
    ENSURE(memory > 1000);
    free(bytes);
    ant_destroy(one.sender.id);
    ant_destroy(two.sender.id);
}

static void entities_come_and_go(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntSenderRules rules = rules_of(0.5);
    AntProfile profile;
    AntUpdate truth = truth_at(7, 0, 0, 1), sent;
    AntConnectionStats stats;
    uint32_t i, reason = 0;
    MUST(ant_profile_init(&profile));
    ENSURE_OK(ant_sender_set_entity(pair.sender, 7, &rules, NULL)); /* Is there: its rules change. */
    profile.mass = -1;
    REFUSED(OUT_OF_RANGE, "mass", ant_sender_set_entity, (pair.sender, 8, &rules, &profile));
    for (i = 0; i < 3; i++) {
        ENSURE_OK(ant_sender_set_entity(pair.sender, 10 + i, &rules, NULL));
    }
    REFUSED(BUDGET, "entities", ant_sender_set_entity, (pair.sender, 20, &rules, NULL));
    ENSURE_OK(ant_sender_remove_entity(pair.sender, 10));
    MUST(ant_connection_stats_init(&stats));
    ENSURE_OK(ant_sender_connection_stats(pair.sender, pair.connection, &stats));
    ENSURE(stats.entities == 3);
    ENSURE_OK(step(pair, &truth, &sent, NULL));
    ENSURE_OK(ant_sender_remove_entity(pair.sender, 7));
    REFUSED(STATE, "leaving", ant_sender_set_entity, (pair.sender, 7, &rules, NULL));
    ENSURE_OK(ant_sender_poll(pair.sender, pair.connection, 7, TICK, &sent, NULL, NULL, &reason));
    ENSURE(reason == ANT_REASON_LEAVE && sent.time == TICK);
    ENSURE_OK(ant_sender_set_entity(pair.sender, 7, &rules, NULL));
    ENSURE_OK(ant_sender_disconnect(pair.sender, pair.connection));
    REFUSED(NOT_FOUND, "connection", ant_sender_disconnect, (pair.sender, pair.connection));
    ant_destroy(pair.sender.id);
}

int main(int argc, char **argv) {
    AntCodecDesc desc;
    ensure_begin(argc, argv);
    MUST(ant_codec_desc_init(&desc));
    MUST(ant_codec_create(&desc, &codec));
    RUN_TEST(updates_are_sent_when_receivers_would_be_wrong);
    RUN_TEST(packets_are_collected_read_and_acknowledged);
    RUN_TEST(type_two_sends_the_host_s_line);
    RUN_TEST(relevance_and_factors_come_from_area_or_setting);
    RUN_TEST(many_are_told_at_once);
    RUN_TEST(a_restored_sender_goes_on_bit_for_bit);
    RUN_TEST(entities_come_and_go);
    ant_destroy(codec.id);
    return ensure_end();
}
