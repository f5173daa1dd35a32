// What arrives from one remote machine, made into what a predictor knows.
#ifndef ANTRECKON_RECEIVER_HPP
#define ANTRECKON_RECEIVER_HPP

#include "call.hpp"
#include "predictor.hpp"
#include "stream.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace antreckon {

/// The receiving end of one link. It keeps its predictor alive.
class Receiver : public detail::Owner<AntReceiver> {
public:
    using Owner::Owner;

    /// `desc.predictor` must be set.
    static Expected<Receiver> create(const AntReceiverDesc &desc) {
        AntReceiver handle{};
        const AntStatus code = ant_receiver_create(&desc, &handle);
        return detail::expect(code, Receiver(handle));
    }
    static Expected<Receiver> create(const Predictor &predictor) {
        AntReceiverDesc desc = defaults<AntReceiverDesc>();
        desc.predictor = predictor.get();
        return create(desc);
    }

    Status add(std::uint32_t number, AntEntity entity) { return Status(ant_receiver_add(get(), number, entity)); }
    Status remove(std::uint32_t number) { return Status(ant_receiver_remove(get(), number)); }
    /// Network numbers, ascending.
    Expected<std::vector<std::uint32_t>> entities() const {
        std::uint32_t count = 0;
        AntStatus code = ant_receiver_entities(get(), 0, 0, nullptr, &count);
        std::vector<std::uint32_t> numbers(count);
        if (code >= 0 && count > 0) {
            const AntStream out{numbers.data(), numbers.size() * sizeof(std::uint32_t), 0, ANT_U32};
            code = ant_receiver_entities(get(), 0, count, &out, &count);
        }
        return detail::expect(code, std::move(numbers));
    }
    /// Returns ANT_VERDICT_…
    Expected<std::uint32_t> receive(const AntUpdate &update, std::int64_t arrival) {
        return detail::ask<std::uint32_t>(
            [&](std::uint32_t *verdict) { return ant_receiver_receive(get(), &update, arrival, verdict); });
    }
    /// The updates of a packet; returns ANT_VERDICT_… of each.
    Expected<std::vector<std::uint32_t>> receive(span<const AntUpdate> updates, std::int64_t arrival) {
        std::vector<std::uint32_t> verdicts(updates.size());
        const AntStream out{verdicts.data(), verdicts.size() * sizeof(std::uint32_t), 0, ANT_U32};
        const AntStatus code = ant_receiver_receive_batch(get(), static_cast<std::uint32_t>(updates.size()),
                                                          updates.data(), arrival, &out, nullptr);
        return detail::expect(code, std::move(verdicts));
    }
    /// Once per frame.
    Status advance(std::int64_t now) { return Status(ant_receiver_advance(get(), now)); }
    Status answer_arrived(std::int64_t request_sent, std::int64_t request_received, std::int64_t answer_sent,
                          std::int64_t answer_received) {
        return Status(ant_receiver_answer_arrived(get(), request_sent, request_received, answer_sent, answer_received));
    }
    Status forget_clock() { return Status(ant_receiver_forget_clock(get())); }

    /// Where an entity is now.
    Expected<AntShown> predict(std::uint32_t number) const {
        return detail::fill<AntShown>([&](AntShown *out) { return ant_receiver_show(get(), number, 0, out); });
    }
    /// Where it was a little in the past.
    Expected<AntShown> interpolate(std::uint32_t number) const {
        return detail::fill<AntShown>([&](AntShown *out) { return ant_receiver_show(get(), number, 1, out); });
    }
    Status show(const AntShowBatch &batch) const { return Status(ant_receiver_show_batch(get(), &batch)); }
    Expected<AntReceiverStats> stats(std::uint32_t number) const {
        return detail::fill<AntReceiverStats>(
            [&](AntReceiverStats *out) { return ant_receiver_stats(get(), number, out); });
    }
    Expected<AntReceiverStats> link_stats() const {
        return detail::fill<AntReceiverStats>(
            [&](AntReceiverStats *out) { return ant_receiver_stats(get(), ANT_ALL_ENTITIES, out); });
    }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
    }
    Status rebase(const Vec3 &shift) { return Status(ant_rebase(get().id, &shift.x)); }
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
    /// All that somebody who joins late needs: predictor, map and receiver.
    Expected<std::vector<std::uint8_t>> join_snapshot() const {
        return detail::bytes([&](void *buf, std::uint64_t cap, std::uint64_t *n) {
            return ant_receiver_join_snapshot(get(), buf, cap, n);
        });
    }
    Status join(span<const std::uint8_t> bytes) { return Status(ant_receiver_join(get(), bytes.data(), bytes.size())); }
};

} // namespace antreckon

#endif // ANTRECKON_RECEIVER_HPP
