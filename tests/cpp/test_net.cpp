// The C++ layer: updates over a bad network, and the clock at the other end.
#include "antreckon.hpp"
#include "support/status.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

using antreckon::Clock;
using antreckon::Codec;
using antreckon::Expected;
using antreckon::NetworkSimulator;

constexpr std::int64_t MS = 1000000;

AntUpdate update_of(std::uint32_t entity, std::uint32_t sequence) {
    AntUpdate update = antreckon::defaults<AntUpdate>();
    update.entity = entity;
    update.sequence = sequence;
    update.time = sequence * 50 * MS;
    update.position[0] = 1.234 + 0.3 * sequence;
    update.velocity[0] = 6.0;
    return update;
}

void updates_cross_a_bad_network() {
    const Codec codec = Codec::create().value();
    AntSimulatorDesc desc = antreckon::defaults<AntSimulatorDesc>();
    desc.latency = 80 * MS;
    desc.jitter = 20 * MS;
    desc.loss = 0.1;
    desc.duplicate = 0.1;
    NetworkSimulator network = NetworkSimulator::create(desc).value();
    Clock clock = Clock::create().value();
    std::vector<AntUpdate> received;
    std::uint32_t seen = 0, missing = 0;
    for (std::uint32_t tick = 0; tick < 200; tick++) {
        const std::int64_t now = tick * 50 * MS;
        const std::vector<AntUpdate> updates{update_of(1, tick), update_of(2, tick)};
        // The second entity is sent relative to what it was four ticks ago, whether or not that has arrived.
        const std::vector<AntUpdate> baselines(tick < 4 ? 0 : 1, update_of(2, tick < 4 ? 0 : tick - 4));
        std::uint32_t encoded = 0;
        const Expected<std::vector<std::uint8_t>> bytes = codec.encode_packet(now, updates, baselines, 100, encoded);
        ENSURE(bytes.ok() && encoded == 2);
        ENSURE(network.send(now, bytes.value()).ok());
        for (;;) {
            const Expected<NetworkSimulator::Packet> packet = network.receive(now);
            ENSURE(packet.ok());
            if (!packet->arrived) {
                break;
            }
            const auto entries = codec.decode_packet(packet->bytes, received);
            ENSURE(entries.ok());
            for (const Codec::Entry &entry : entries.value()) {
                if (entry.status == ANT_ERROR_NOT_FOUND) {
                    missing++;
                    continue;
                }
                const AntUpdate sent = codec.quantise(update_of(entry.update.entity, entry.update.sequence)).value();
                CHECK(std::memcmp(&sent, &entry.update, sizeof sent) == 0);
                received.push_back(entry.update);
                seen++;
            }
            CHECK(clock.update_arrived(packet->delivery.sent, packet->delivery.arrived).ok());
        }
    }
    // One that is lost takes those with it that rest on it, until none of the second entity is left.
    CHECK(seen > 180 && missing > 10);
    CHECK(network.stats()->lost > 5 && network.stats()->duplicated > 5);
    const std::int64_t delay = clock.info(0)->least_difference;
    CHECK(delay >= 60 * MS && delay < 65 * MS);
    CHECK(*clock.lateness(1.0) <= 40 * MS);
    CHECK(clock.answer_arrived(0, 60 * MS, 60 * MS, 120 * MS).ok());
    CHECK(std::abs(*clock.remote_time(500 * MS) - 500 * MS) < MS);
}

void one_update_is_written_and_read() {
    const Codec codec = Codec::create().value();
    const AntUpdate before = update_of(7, 1), now = update_of(7, 2);
    std::vector<std::uint8_t> bytes(codec.info()->max_bytes);
    const Expected<std::uint64_t> used = codec.encode(now, &before, bytes);
    ENSURE(used.ok() && *used < 14);
    bytes.resize(*used);
    CHECK(std::fabs(codec.decode(bytes, &before)->position[0] - now.position[0]) <= 0.005);
    CHECK(codec.decode(bytes).status().code() == ANT_ERROR_NOT_FOUND);
    bytes.pop_back();
    CHECK(codec.decode(bytes, &before).status().code() == ANT_ERROR_CORRUPT);
    AntCodecDesc desc = antreckon::defaults<AntCodecDesc>();
    desc.position_step = NAN;
    CHECK(Codec::create(desc).status().message().find("position_step") != std::string::npos);
}

void states_are_saved_and_restored() {
    AntSimulatorDesc desc = antreckon::defaults<AntSimulatorDesc>();
    desc.latency = 10 * MS;
    NetworkSimulator network = NetworkSimulator::create(desc).value(), copy = NetworkSimulator::create().value();
    const std::vector<std::uint8_t> nothing;
    CHECK(*network.send(0, nothing) == 1 && network.stats()->next_arrival == 10 * MS);
    CHECK(copy.stats()->next_arrival == INT64_MAX);
    CHECK(copy.restore(network.snapshot().value()).ok() && *copy.state_hash() == *network.state_hash());
    const Expected<NetworkSimulator::Packet> packet = copy.receive(10 * MS);
    CHECK(packet.ok() && packet->arrived && packet->bytes.empty() && packet->delivery.arrived == 10 * MS);
    desc.loss = 1;
    CHECK(network.set_network(desc).ok() && *network.send(0, nothing) == 0);
    Clock clock = Clock::create().value(), other = Clock::create().value();
    CHECK(clock.remote_time(0).status().code() == ANT_EMPTY && *clock.update_arrived(5, 9) == 0);
    CHECK(other.restore(clock.snapshot().value()).ok() && *other.state_hash() == *clock.state_hash());
    CHECK(other.reset().ok() && *other.state_hash() != *clock.state_hash());
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(updates_cross_a_bad_network);
    RUN_TEST(one_update_is_written_and_read);
    RUN_TEST(states_are_saved_and_restored);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
