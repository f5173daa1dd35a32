/* Senders: what is refused. */
#include "support_map/sender.h"

static void rules_and_descriptors_are_checked(void) {
    Pair pair = plain_pair(ANT_DELIVERY_ASSUMED);
    AntSenderRules rules;
    AntConnectionDesc link;
    AntSenderDesc desc;
    AntSender sender;
    AntConnection connection;
    rules = rules_of(1);
    ENSURE_OK(ant_sender_set_entity(pair.sender, 7, &rules, NULL));
#define SPOILED(status, field, value)                                                              \
    rules = rules_of(1);                                                                           \
    rules.field = value;                                                                           \
    REFUSED(status, #field, ant_sender_set_entity, (pair.sender, 7, &rules, NULL));                       \
    REFUSED(status, #field, ant_sender_set_entity, (pair.sender, 8, &rules, NULL))
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
    REFUSED(INVALID_ARGUMENT, "factors[0]", ant_sender_set_entity, (pair.sender, 7, &rules, NULL));
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
    ant_destroy(pair.sender.id);
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
    uint32_t count;
    const double zero[3] = {0, 0, 0};
    packet.struct_size = sizeof packet;
    stats.struct_size = sizeof stats;
    REFUSED(NULL_POINTER, "truth", ant_sender_submit, (pair.sender, NULL));
    truth.flags = ANT_UPDATE_STOP;
    REFUSED(INVALID_ARGUMENT, "flags", ant_sender_submit, (pair.sender, &truth));
    truth = truth_at(8, 0, 0, 0);
    REFUSED(NOT_FOUND, "entity 8", ant_sender_submit, (pair.sender, &truth));
    truth = truth_at(7, 0, NAN, 0);
    REFUSED(NOT_FINITE, "position", ant_sender_submit, (pair.sender, &truth));
    truth = truth_at(7, 0, 0, 1e6);
    REFUSED(INVALID_ARGUMENT, "velocity", ant_sender_submit, (pair.sender, &truth));

    REFUSED(NULL_POINTER, "desc", ant_sender_create, (NULL, &sender));
    REFUSED(NULL_POINTER, "out_sender", ant_sender_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "rules", ant_sender_set_entity, (pair.sender, 8, NULL, NULL));
    REFUSED(NULL_POINTER, "rules", ant_sender_set_entity, (pair.sender, 7, NULL, NULL));
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
    REFUSED(NULL_POINTER, "out_bytes", ant_bytes, (pair.sender.id, NULL));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (pair.sender.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (pair.sender.id, NULL, 5, NULL));
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
    DEAD(ant_sender_set_entity, (none, 1, &rules, NULL));
    DEAD(ant_sender_remove_entity, (none, 1));
    DEAD(ant_sender_submit, (none, &truth));
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
    DEAD(ant_sender_suggest, (none, 7, zero, zero));
#undef DEAD
    ENSURE_OK(ant_is_valid(pair.sender.id));
    ant_destroy(pair.sender.id);
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(pair.sender.id));
    ant_destroy(other.sender.id);
}

static Pair struct_pair;
static int64_t struct_time;

static AntStatus create_in(void *memory) {
    AntSender made;
    AntStatus status = ant_sender_create((const AntSenderDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntStatus rules_in(void *memory) {
    return ant_sender_set_entity(struct_pair.sender, 7, (const AntSenderRules *)memory, NULL);
}

static AntStatus connection_in(void *memory) {
    return ant_sender_set_connection(struct_pair.sender, struct_pair.connection, (const AntConnectionDesc *)memory);
}

static AntStatus collected_out(void *memory) {
    unsigned char bytes[200];
    AntUpdate truth;
    struct_time += SECOND;
    truth = truth_at(7, struct_time, (double)(struct_time / SECOND) * 50, 1);
    MUST(ant_sender_submit(struct_pair.sender, &truth));
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
    CHECK(grows_in(&desc, sizeof desc, create_in));
    CHECK(grows_in(&rules, sizeof rules, rules_in));
    CHECK(grows_in(&link, sizeof link, connection_in));
    CHECK(grows_out(sizeof(AntCollected), collected_out));
    CHECK(grows_out(sizeof(AntConnectionStats), stats_out));
    ant_destroy(struct_pair.sender.id);
}

int main(int argc, char **argv) {
    AntCodecDesc desc;
    ensure_begin(argc, argv);
    MUST(ant_codec_desc_init(&desc));
    MUST(ant_codec_create(&desc, &codec));
    RUN_TEST(rules_and_descriptors_are_checked);
    RUN_TEST(bad_truths_pointers_and_handles_are_refused);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    ant_destroy(codec.id);
    return ensure_end();
}
