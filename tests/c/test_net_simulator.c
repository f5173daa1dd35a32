/* The network in a box and the estimate of a remote clock. */
#include "support_map/structs.h"

static AntSimulatorDesc network_desc(void) {
    AntSimulatorDesc desc;
    MUST(ant_simulator_desc_init(&desc));
    return desc;
}

static AntSimulator network_with(const AntSimulatorDesc *desc) {
    AntSimulator made;
    MUST(ant_simulator_create(desc, &made));
    return made;
}

static AntClock new_clock(void) {
    AntClock clock;
    MUST(ant_clock_create(NULL, &clock));
    return clock;
}

static uint64_t hash_of(AntSimulator network) {
    uint64_t hash = 0;
    MUST(ant_state_hash(network.id, &hash));
    return hash;
}

static AntNetworkStats stats_of(AntSimulator network) {
    AntNetworkStats stats;
    stats.struct_size = sizeof stats;
    MUST(ant_simulator_stats(network, &stats));
    return stats;
}

static int64_t next_arrival(AntSimulator network) {
    AntNetworkStats stats;
    MUST(ant_network_stats_init(&stats));
    MUST(ant_simulator_stats(network, &stats));
    return stats.next_arrival;
}

static void packets_arrive_when_they_should(void) {
    AntSimulatorDesc desc = network_desc();
    AntSimulator network;
    AntDelivery delivery;
    char text[8] = "", small[2];
    uint64_t needed = 0;
    uint32_t copies = 9;
    int64_t next = -1;
    desc.latency = 50 * MILLISECOND;
    network = network_with(&desc);
    delivery.struct_size = sizeof delivery;
    ENSURE(next_arrival(network) == INT64_MAX);
    ENSURE_OK(ant_simulator_send(network, 0, "one", 4, &copies));
    ENSURE(copies == 1);
    ENSURE_OK(ant_simulator_send(network, 10 * MILLISECOND, "", 0, NULL));
    next = next_arrival(network);
    ENSURE(next == 50 * MILLISECOND);
    ENSURE_STATUS(ANT_EMPTY, ant_simulator_receive(network, next - 1, text, sizeof text, &needed, &delivery));
    ENSURE_OK(ant_simulator_receive(network, next, NULL, 0, &needed, NULL));
    ENSURE(needed == 4);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_simulator_receive, (network, next, small, sizeof small, NULL, NULL));
    ENSURE_OK(ant_simulator_receive(network, SECOND, text, sizeof text, &needed, &delivery));
    ENSURE(needed == 4 && strcmp(text, "one") == 0 && delivery.sent == 0 && delivery.arrived == next);
    ENSURE_OK(ant_simulator_receive(network, SECOND, text, sizeof text, &needed, &delivery));
    ENSURE(needed == 0 && delivery.sent == 10 * MILLISECOND);
    ENSURE_STATUS(ANT_EMPTY, ant_simulator_receive(network, SECOND, text, sizeof text, NULL, NULL));
    ENSURE(stats_of(network).sent == 2 && stats_of(network).delivered == 2 && stats_of(network).under_way == 0);
    ENSURE_OK(ant_destroy(network.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(network.id));
}

static AntSimulatorDesc rough_desc(uint64_t seed) {
    AntSimulatorDesc desc = network_desc();
    desc.seed = seed;
    desc.capacity = 200;
    desc.max_packet = 16;
    desc.flags = ANT_NETWORK_BURSTS | ANT_NETWORK_NORMAL_JITTER;
    desc.latency = 40 * MILLISECOND;
    desc.jitter = 10 * MILLISECOND;
    desc.loss = 0.05;
    desc.burst_begin = 0.02;
    desc.burst_end = 0.25;
    desc.duplicate = 0.1;
    desc.reorder = 0.05;
    desc.reorder_delay = 30 * MILLISECOND;
    desc.bandwidth = 100000;
    return desc;
}

/* Sends packets `from` to `to` and folds everything that arrives into a number. */
static uint64_t play(AntSimulator network, int from, int to) {
    uint64_t sum = 0, needed;
    int i;
    for (i = from; i < to; i++) {
        int number;
        MUST(ant_simulator_send(network, i * MILLISECOND, &i, sizeof i, NULL));
        while (ant_simulator_receive(network, i * MILLISECOND, &number, sizeof number, &needed, NULL) == ANT_OK) {
            sum = sum * 31 + (uint64_t)number + needed;
        }
    }
    return sum;
}

static void the_same_seed_gives_the_same_deliveries(void) {
    AntSimulatorDesc desc = rough_desc(7), other = rough_desc(8);
    AntSimulator a = network_with(&desc), b = network_with(&desc), c = network_with(&other);
    uint64_t sum = play(a, 0, 2000), size = 0, bytes_before;
    unsigned char *snapshot;
    AntNetworkStats stats;
    ENSURE(play(b, 0, 2000) == sum && hash_of(a) == hash_of(b));
    ENSURE(play(c, 0, 2000) != sum && hash_of(a) != hash_of(c));
    stats = stats_of(a);
    ENSURE(stats.sent == 2000 && stats.lost > 100 && stats.duplicated > 100 && stats.delivered > 1500);
    ENSURE_OK(ant_snapshot(a.id, NULL, 0, &size));
    snapshot = (unsigned char *)malloc(size);
    ENSURE(snapshot != NULL);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (a.id, snapshot, size - 1, NULL));
    ENSURE_OK(ant_snapshot(a.id, snapshot, size, NULL));
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(c.id, snapshot, size - 1));
    snapshot[size / 2] ^= 4;
    ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(c.id, snapshot, size));
    snapshot[size / 2] ^= 4;
    ENSURE_OK(ant_restore(c.id, snapshot, size));
    ENSURE(hash_of(c) == hash_of(a));
    bytes_before = bytes_in_use();
    ENSURE(play(c, 2000, 3000) == play(a, 2000, 3000));
    ENSURE(bytes_in_use() == bytes_before);
    free(snapshot);
    /* From now on nothing gets through. */
    desc = network_desc();
    desc.loss = 1;
    ENSURE_OK(ant_simulator_set_network(a, &desc));
    play(a, 4000, 4100);
    ENSURE(play(a, 5000, 5100) == 0);
    ant_destroy(a.id);
    ant_destroy(b.id);
    ant_destroy(c.id);
}

static void bad_networks_are_refused_by_name(void) {
    AntSimulatorDesc desc = network_desc();
    AntSimulator made = {0}, network = network_with(&desc);
    uint64_t before = hash_of(network);
#define SPOILED(status, field, value)                                             \
    do {                                                                          \
        desc = network_desc();                                                    \
        desc.flags = ANT_NETWORK_BURSTS;                                          \
        desc.field = (value);                                                     \
        REFUSED(status, #field, ant_simulator_create, (&desc, &made));            \
    } while (0)
    SPOILED(OUT_OF_RANGE, capacity, 0);
    SPOILED(OUT_OF_RANGE, capacity, 2000000);
    SPOILED(OUT_OF_RANGE, max_packet, 0);
    SPOILED(OUT_OF_RANGE, max_packet, 65536);
    SPOILED(INVALID_ARGUMENT, flags, 8);
    SPOILED(INVALID_ARGUMENT, latency, -1);
    SPOILED(INVALID_ARGUMENT, jitter, 61 * SECOND);
    SPOILED(INVALID_ARGUMENT, reorder_delay, -1);
    SPOILED(INVALID_ARGUMENT, queue, INT64_MAX);
    SPOILED(INVALID_ARGUMENT, bandwidth, UINT64_MAX);
    SPOILED(INVALID_ARGUMENT, loss, 1.5);
    SPOILED(INVALID_ARGUMENT, duplicate, NAN);
    SPOILED(INVALID_ARGUMENT, reorder, -0.5);
#undef SPOILED
    desc = network_desc();
    desc.flags = ANT_NETWORK_BURSTS;
    desc.burst_end = 0;
    REFUSED(INVALID_ARGUMENT, "burst.end", ant_simulator_create, (&desc, &made));
    REFUSED(INVALID_ARGUMENT, "burst.end", ant_simulator_set_network, (network, &desc));
    desc.burst_end = 1;
    desc.burst_begin = INFINITY;
    REFUSED(INVALID_ARGUMENT, "burst.begin", ant_simulator_create, (&desc, &made));
    desc.burst_begin = 0;
    desc.burst_loss = 2;
    REFUSED(INVALID_ARGUMENT, "burst.loss", ant_simulator_create, (&desc, &made));
    ENSURE(made.id == 0 && hash_of(network) == before);
    ant_destroy(network.id);
}

static void bad_arguments_of_a_network_are_refused_by_name(void) {
    AntSimulatorDesc desc = network_desc();
    AntSimulator network, none = {0};
    AntDelivery delivery;
    AntNetworkStats stats;
    unsigned char bytes[32];
    int64_t time = 77;
    uint64_t word = 77;
    desc.max_packet = 16;
    network = network_with(&desc);
    delivery.struct_size = 3;
    stats.struct_size = 3;
    MUST(ant_simulator_send(network, 0, bytes, 4, NULL));
    REFUSED(NULL_POINTER, "desc", ant_simulator_create, (NULL, &network));
    REFUSED(NULL_POINTER, "out_simulator", ant_simulator_create, (&desc, NULL));
    REFUSED(NULL_POINTER, "desc", ant_simulator_set_network, (network, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_simulator_send, (network, 0, NULL, 4, NULL));
    REFUSED(INVALID_ARGUMENT, "17 bytes", ant_simulator_send, (network, 0, bytes, 17, NULL));
    REFUSED(NULL_POINTER, "buf", ant_simulator_receive, (network, 0, NULL, 4, NULL, NULL));
    REFUSED(BAD_STRUCT, "out_delivery", ant_simulator_receive, (network, 0, bytes, 32, NULL, &delivery));
    REFUSED(NULL_POINTER, "out_stats", ant_simulator_stats, (network, NULL));
    REFUSED(BAD_STRUCT, "out_stats", ant_simulator_stats, (network, &stats));
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (network.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (network.id, NULL, 4, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (network.id, NULL, 4));
    REFUSED(CORRUPT, "snapshot", ant_restore, (network.id, bytes, 4));
    stats.struct_size = sizeof stats;
    REFUSED(INVALID_HANDLE, "simulator", ant_simulator_set_network, (none, &desc));
    REFUSED(INVALID_HANDLE, "simulator", ant_simulator_send, (none, 0, bytes, 4, NULL));
    REFUSED(INVALID_HANDLE, "simulator", ant_simulator_receive, (none, 0, bytes, 32, &word, NULL));
    REFUSED(INVALID_HANDLE, "simulator", ant_simulator_stats, (none, &stats));
    ENSURE(time == 77 && word == 77 && stats_of(network).under_way == 1);
    ant_destroy(network.id);
}

static void a_clock_is_read_from_afar(void) {
    AntClock clock = new_clock(), copy = new_clock();
    AntClockInfo info;
    int64_t time = -1, late = -1;
    uint64_t size = 0, hash = 0, other = 1;
    unsigned char snapshot[4096];
    int i;
    info.struct_size = sizeof info;
    ENSURE_STATUS(ANT_EMPTY, ant_clock_remote_time(clock, 0, &time));
    ENSURE_STATUS(ANT_EMPTY, ant_clock_lateness(clock, 0.5, &late));
    ENSURE_OK(ant_clock_info(clock, 0, &info));
    ENSURE(info.flags == 0 && info.samples == 0 && time == -1 && late == -1);
    /* 5 s behind, and 40 ms, sometimes 55 ms, under way. */
    for (i = 0; i < 10; i++) {
        int64_t sent = i * 100 * MILLISECOND;
        ENSURE_OK(ant_clock_update_arrived(clock, sent, sent + 5040 * MILLISECOND + (i % 4 == 3) * 15 * MILLISECOND, &late));
        ENSURE(late == (i % 4 == 3) * 15 * MILLISECOND);
    }
    ENSURE_OK(ant_clock_remote_time(clock, 7040 * MILLISECOND, &time));
    ENSURE(time == 2000 * MILLISECOND);
    ENSURE_OK(ant_clock_lateness(clock, 0.75, &late));
    ENSURE(late == 0);
    ENSURE_OK(ant_clock_lateness(clock, 0.9, &late));
    ENSURE(late == 15 * MILLISECOND);
    /* 30 ms there, 30 ms back, 10 ms later the request had arrived. */
    ENSURE_OK(ant_clock_answer_arrived(clock, 6000 * MILLISECOND, 1030 * MILLISECOND, 1035 * MILLISECOND, 6065 * MILLISECOND));
    ENSURE_OK(ant_clock_remote_time(clock, 7040 * MILLISECOND, &time));
    ENSURE(time == 2040 * MILLISECOND);
    ENSURE_OK(ant_clock_info(clock, 6065 * MILLISECOND, &info));
    ENSURE(info.flags == (ANT_CLOCK_HAS_UPDATES | ANT_CLOCK_HAS_ANSWERS) && info.samples == 10);
    ENSURE(info.doubt == 30 * MILLISECOND && info.least_delay == 40 * MILLISECOND && info.drift == 0.0);
    ENSURE(info.least_difference == 5040 * MILLISECOND && info.jitter > 0);
    ENSURE_OK(ant_snapshot(clock.id, snapshot, sizeof snapshot, &size));
    for (i = 0; i < (int)size; i++) {
        ENSURE_STATUS(ANT_ERROR_CORRUPT, ant_restore(copy.id, snapshot, (uint64_t)i));
    }
    ENSURE_OK(ant_restore(copy.id, snapshot, size));
    ENSURE_OK(ant_state_hash(clock.id, &hash));
    ENSURE_OK(ant_state_hash(copy.id, &other));
    ENSURE(hash == other);
    ENSURE_OK(ant_clock_reset(clock));
    ENSURE_STATUS(ANT_EMPTY, ant_clock_remote_time(clock, 0, &time));
    ENSURE_OK(ant_destroy(clock.id));
    ENSURE_OK(ant_destroy(copy.id));
    ENSURE_STATUS(ANT_ERROR_INVALID_HANDLE, ant_is_valid(copy.id));
}

static void bad_arguments_of_a_clock_are_refused_by_name(void) {
    AntClock clock = new_clock(), none = {0};
    AntClockDesc desc;
    AntClockInfo info;
    int64_t time = 77;
    uint64_t word = 77;
    unsigned char bytes[4] = {0};
    MUST(ant_clock_desc_init(&desc));
    ENSURE(desc.window == 30 * SECOND && desc.max_drift == 5e-4);
    REFUSED(NULL_POINTER, "out_clock", ant_clock_create, (&desc, NULL));
    desc.window = 0;
    REFUSED(INVALID_ARGUMENT, "window", ant_clock_create, (&desc, &clock));
    desc.window = SECOND;
    desc.max_drift = NAN;
    REFUSED(INVALID_ARGUMENT, "max_drift", ant_clock_create, (&desc, &clock));
    desc.max_drift = 0;
    desc.reserved = 1;
    REFUSED(INVALID_ARGUMENT, "reserved", ant_clock_create, (&desc, &clock));
    REFUSED(INVALID_ARGUMENT, "sent", ant_clock_update_arrived, (clock, INT64_MIN, 0, &time));
    REFUSED(INVALID_ARGUMENT, "received", ant_clock_update_arrived, (clock, 0, INT64_MAX, &time));
    REFUSED(INVALID_ARGUMENT, "round trip", ant_clock_answer_arrived, (clock, 10, 0, 0, 5));
    REFUSED(INVALID_ARGUMENT, "answer_sent", ant_clock_answer_arrived, (clock, 0, 0, INT64_MAX, 5));
    REFUSED(NULL_POINTER, "out_time", ant_clock_remote_time, (clock, 0, NULL));
    REFUSED(NULL_POINTER, "out_lateness", ant_clock_lateness, (clock, 0.5, NULL));
    REFUSED(OUT_OF_RANGE, "share", ant_clock_lateness, (clock, 1.5, &time));
    REFUSED(NOT_FINITE, "share", ant_clock_lateness, (clock, NAN, &time));
    REFUSED(NULL_POINTER, "out_info", ant_clock_info, (clock, 0, NULL));
    info.struct_size = 7;
    REFUSED(BAD_STRUCT, "out_info", ant_clock_info, (clock, 0, &info));
    info.struct_size = sizeof info;
    REFUSED(NULL_POINTER, "out_hash", ant_state_hash, (clock.id, NULL));
    REFUSED(NULL_POINTER, "buf", ant_snapshot, (clock.id, NULL, 9, NULL));
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_snapshot, (clock.id, bytes, 4, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_restore, (clock.id, NULL, 9));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_reset, (none));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_update_arrived, (none, 0, 0, &time));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_answer_arrived, (none, 0, 0, 0, 0));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_remote_time, (none, 0, &time));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_lateness, (none, 0.5, &time));
    REFUSED(INVALID_HANDLE, "clock", ant_clock_info, (none, 0, &info));
    ENSURE(time == 77 && word == 77);
    ant_destroy(clock.id);
}

static AntStatus network_in(void *memory) {
    AntSimulator made;
    AntStatus status = ant_simulator_create((const AntSimulatorDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntStatus clock_in(void *memory) {
    AntClock made;
    AntStatus status = ant_clock_create((const AntClockDesc *)memory, &made);
    return status == ANT_OK ? ant_destroy(made.id) : status;
}

static AntSimulator struct_network;
static AntClock struct_clock;

static AntStatus stats_out(void *memory) { return ant_simulator_stats(struct_network, (AntNetworkStats *)memory); }
static AntStatus clock_out(void *memory) { return ant_clock_info(struct_clock, 0, (AntClockInfo *)memory); }
static AntStatus delivery_out(void *memory) {
    unsigned char byte = 1;
    MUST(ant_simulator_send(struct_network, 0, &byte, 1, NULL));
    return ant_simulator_receive(struct_network, 0, &byte, 1, NULL, (AntDelivery *)memory);
}

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntSimulatorDesc desc = network_desc();
    AntClockDesc clock;
    MUST(ant_clock_desc_init(&clock));
    struct_network = network_with(&desc);
    struct_clock = new_clock();
    CHECK(grows_in(&desc, sizeof desc, network_in));
    CHECK(grows_in(&clock, sizeof clock, clock_in));
    CHECK(grows_out(sizeof(AntNetworkStats), stats_out));
    CHECK(grows_out(sizeof(AntClockInfo), clock_out));
    CHECK(grows_out(sizeof(AntDelivery), delivery_out));
    ant_destroy(struct_network.id);
    ant_destroy(struct_clock.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(packets_arrive_when_they_should);
    RUN_TEST(the_same_seed_gives_the_same_deliveries);
    RUN_TEST(bad_networks_are_refused_by_name);
    RUN_TEST(bad_arguments_of_a_network_are_refused_by_name);
    RUN_TEST(a_clock_is_read_from_afar);
    RUN_TEST(bad_arguments_of_a_clock_are_refused_by_name);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
