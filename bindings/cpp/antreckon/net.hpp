// The network side: updates as bytes, a network to try them on, and the clock at the other end.
#ifndef ANTRECKON_NET_HPP
#define ANTRECKON_NET_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace antreckon {

/// Packs updates into few bits. All calls are const: one codec serves all threads.
class Codec : public detail::Owner<AntCodec> {
public:
    using Owner::Owner;
    using Bytes = span<const std::uint8_t>;

    /// An update of a packet: ANT_OK, or ANT_ERROR_NOT_FOUND when its baseline is missing.
    struct Entry {
        AntUpdate update;
        AntStatus status;
    };

    static Expected<Codec> create(const AntCodecDesc &desc = defaults<AntCodecDesc>()) {
        AntCodec handle{};
        const AntStatus code = ant_codec_create(&desc, &handle);
        return detail::expect(code, Codec(handle));
    }
    Expected<AntCodecInfo> info() const {
        return detail::fill<AntCodecInfo>([&](AntCodecInfo *out) { return ant_codec_info(get(), out); });
    }
    /// The update as receivers see it; both ends predict from it.
    Expected<AntUpdate> quantise(const AntUpdate &update) const {
        return detail::fill<AntUpdate>([&](AntUpdate *out) { return ant_codec_quantise(get(), &update, out); });
    }
    /// Writes into `out` and returns the bytes used.
    Expected<std::uint64_t> encode(const AntUpdate &update, const AntUpdate *baseline, span<std::uint8_t> out) const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *used) {
            return ant_codec_encode(get(), &update, baseline, out.data(), out.size(), used);
        });
    }
    Expected<AntUpdate> decode(Bytes bytes, const AntUpdate *baseline = nullptr) const {
        return detail::fill<AntUpdate>([&](AntUpdate *out) {
            return ant_codec_decode(get(), bytes.data(), bytes.size(), baseline, out);
        });
    }
    /// As many updates as fit into `budget` bytes; `encoded` receives how many.
    Expected<std::vector<std::uint8_t>> encode_packet(std::int64_t time, span<const AntUpdate> updates,
                                                      span<const AntUpdate> baselines, std::size_t budget,
                                                      std::uint32_t &encoded) const {
        std::vector<std::uint8_t> bytes(budget);
        std::uint64_t used = 0;
        const AntStatus code =
            ant_codec_encode_packet(get(), time, static_cast<std::uint32_t>(updates.size()), updates.data(),
                                    static_cast<std::uint32_t>(baselines.size()), baselines.data(), bytes.data(),
                                    bytes.size(), &used, &encoded);
        bytes.resize(static_cast<std::size_t>(used));
        return detail::expect(code, std::move(bytes));
    }
    Expected<std::vector<Entry>> decode_packet(Bytes bytes, span<const AntUpdate> baselines) const {
        const auto known = static_cast<std::uint32_t>(baselines.size());
        std::uint32_t count = 0;
        AntStatus code = ant_codec_decode_packet(get(), bytes.data(), bytes.size(), known, baselines.data(), 0, nullptr,
                                                 nullptr, &count);
        std::vector<AntUpdate> updates(count, detail::sized<AntUpdate>());
        std::vector<std::int32_t> statuses(count);
        std::vector<Entry> entries;
        if (code >= 0 && count > 0) {
            const AntStream status{statuses.data(), statuses.size() * sizeof(std::int32_t), 0, ANT_I32};
            code = ant_codec_decode_packet(get(), bytes.data(), bytes.size(), known, baselines.data(), count,
                                           updates.data(), &status, &count);
            for (std::uint32_t i = 0; code >= 0 && i < count; i++) {
                entries.push_back({updates[i], statuses[i]});
            }
        }
        return detail::expect(code, std::move(entries));
    }
};

/// One direction of a network with latency, jitter, loss, duplication and reordering, from a seed.
class NetworkSimulator : public detail::Owner<AntSimulator> {
public:
    using Owner::Owner;

    /// A packet that arrived; none when `arrived` is false.
    struct Packet {
        bool arrived = false;
        std::vector<std::uint8_t> bytes;
        AntDelivery delivery{};
    };

    static Expected<NetworkSimulator> create(const AntSimulatorDesc &desc = defaults<AntSimulatorDesc>()) {
        AntSimulator handle{};
        const AntStatus code = ant_simulator_create(&desc, &handle);
        return detail::expect(code, NetworkSimulator(handle));
    }
    /// Returns on how many ways the packet set out: 0 = lost, 1, 2 = doubled.
    Expected<std::uint32_t> send(std::int64_t now, span<const std::uint8_t> bytes) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *copies) {
            return ant_simulator_send(get(), now, bytes.data(), bytes.size(), copies);
        });
    }
    Expected<Packet> receive(std::int64_t now) {
        Packet packet;
        std::uint64_t needed = 0;
        AntStatus code = ant_simulator_receive(get(), now, nullptr, 0, &needed, nullptr);
        if (code == ANT_OK) {
            // One byte at least, because a null buffer asks for the size only.
            packet.bytes.resize(static_cast<std::size_t>(needed) + 1);
            packet.delivery = detail::sized<AntDelivery>();
            code = ant_simulator_receive(get(), now, packet.bytes.data(), packet.bytes.size(), &needed, &packet.delivery);
            packet.bytes.resize(static_cast<std::size_t>(needed));
            packet.arrived = code == ANT_OK;
        }
        return detail::expect(code, std::move(packet));
    }
    Status set_network(const AntSimulatorDesc &desc) { return Status(ant_simulator_set_network(get(), &desc)); }
    Expected<AntNetworkStats> stats() const {
        return detail::fill<AntNetworkStats>([&](AntNetworkStats *out) { return ant_simulator_stats(get(), out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_snapshot(get().id, buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }
};

/// What a remote clock shows and how late updates come; one for each connection.
class Clock : public detail::Owner<AntClock> {
public:
    using Owner::Owner;

    static Expected<Clock> create(const AntClockDesc &desc = defaults<AntClockDesc>()) {
        AntClock handle{};
        const AntStatus code = ant_clock_create(&desc, &handle);
        return detail::expect(code, Clock(handle));
    }
    Status reset() { return Status(ant_clock_reset(get())); }
    /// Returns how much longer the update was under way than the least delayed ones.
    Expected<std::int64_t> update_arrived(std::int64_t sent, std::int64_t received) {
        return detail::ask<std::int64_t>(
            [&](std::int64_t *late) { return ant_clock_update_arrived(get(), sent, received, late); });
    }
    Status answer_arrived(std::int64_t request_sent, std::int64_t request_received, std::int64_t answer_sent,
                          std::int64_t answer_received) {
        return Status(ant_clock_answer_arrived(get(), request_sent, request_received, answer_sent, answer_received));
    }
    /// ANT_EMPTY in the status of these three when nothing is known yet.
    Expected<std::int64_t> remote_time(std::int64_t now) const {
        return detail::ask<std::int64_t>([&](std::int64_t *out) { return ant_clock_remote_time(get(), now, out); });
    }
    Expected<std::int64_t> lateness(double share) const {
        return detail::ask<std::int64_t>([&](std::int64_t *out) { return ant_clock_lateness(get(), share, out); });
    }
    Expected<AntClockInfo> info(std::int64_t now) const {
        return detail::fill<AntClockInfo>([&](AntClockInfo *out) { return ant_clock_info(get(), now, out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_snapshot(get().id, buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }
};

} // namespace antreckon

#endif // ANTRECKON_NET_HPP
