// The owner's end of ghosts: the truth in every tick, and out come packets with the little that others need.
#ifndef ANTRECKON_OUTBOX_HPP
#define ANTRECKON_OUTBOX_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace antreckon {

/// Avatars that are simulated here. What packet() writes goes to receive() of the observer's Ghosts as it is; what reply() writes
/// there comes back to receive() here.
class Outbox : public detail::Owner<AntOutbox> {
public:
    using Owner::Owner;

    /// The least room that a packet may have, bytes; a datagram has 1200.
    static constexpr std::size_t LEAST_ROOM = 256;

    /// profile: what receivers run where rules say ANT_SENDER_SHARED_MODEL; the same as in the ghosts.
    static Expected<Outbox> create(const AntOutboxDesc &desc = defaults<AntOutboxDesc>(), const AntProfile *profile = nullptr) {
        AntOutbox handle{};
        const AntStatus code = ant_outbox_create(&desc, profile, &handle);
        return detail::expect(code, Outbox(handle));
    }

    /// Where own avatars are now; once per tick. They appear with their first state.
    Status submit(span<const AntState> states, std::int64_t now) {
        return Status(ant_outbox_submit(get(), states.data(), detail::count_of(states.size()), now));
    }
    Status submit(const AntState &state, std::int64_t now) { return submit(span<const AntState>(&state, 1), now); }
    /// Bytes of the packet that is due for an observer, or for ANT_EVERYONE; 0 = nothing is. Ask again after ANT_BUDGET_REACHED.
    Expected<std::uint64_t> packet(std::uint64_t observer, std::int64_t now, span<std::uint8_t> out) {
        return detail::ask<std::uint64_t>([&](std::uint64_t *size) {
            return ant_outbox_packet(get(), observer, now, out.data(), out.size(), size);
        });
    }
    /// What an observer's ghosts said back.
    Status receive(std::uint64_t observer, span<const std::uint8_t> reply, std::int64_t now) {
        return Status(ant_outbox_receive(get(), observer, reply.data(), reply.size(), now));
    }

    /// player: or ANT_EVERYBODY.
    Status set_rules(std::uint32_t player, const AntSenderRules &rules) {
        return Status(ant_outbox_set_rules(get(), player, &rules));
    }
    Status set_observer(std::uint64_t number, const AntObserver &observer = defaults<AntObserver>()) {
        return Status(ant_outbox_set_observer(get(), number, &observer));
    }
    Status remove_observer(std::uint64_t number) { return Status(ant_outbox_set_observer(get(), number, nullptr)); }
    /// relevance: ANT_RELEVANCE_…; factor on the thresholds, 0 = by distance.
    Status set_interest(std::uint64_t observer, std::uint32_t player, std::uint32_t relevance, double factor = 0) {
        return Status(ant_outbox_set_interest(get(), observer, player, relevance, factor));
    }
    /// What the models of receivers rest on: weights, banks, routes, constants and objects of the interest scheme. The other end needs the same.
    Status share(AntPredictor predictor) { return Status(ant_outbox_share(get(), predictor)); }
    /// Something that interests players, until it is told anew.
    Status set_object(std::uint64_t id, const Vec3 &position, float value, bool present = true) {
        return Status(ant_outbox_set_object(get(), id, position.data(), value, present ? 1 : 0));
    }
    Status forget_object(std::uint64_t id) { return Status(ant_outbox_set_object(get(), id, nullptr, 0, 1)); }
    /// Negative = out of the game.
    Status set_life(std::uint32_t player, float life) { return Status(ant_outbox_set_life(get(), player, life)); }
    /// Networks of ANT_MODEL_NEURO under a number: they choose what is sent, and run what receivers show with ANT_SENDER_SHARED_MODEL.
    Status load_bank(std::uint32_t bank, span<const std::uint8_t> file) {
        return Status(ant_outbox_load_bank(get(), bank, file.data(), file.size()));
    }
    Status remove_bank(std::uint32_t bank) { return Status(ant_outbox_load_bank(get(), bank, nullptr, 0)); }
    /// Observers are told with their next packet.
    Status remove(std::uint32_t player) { return Status(ant_outbox_remove(get(), player)); }
    Expected<AntConnectionStats> stats(std::uint64_t observer) const {
        return detail::fill<AntConnectionStats>(
            [&](AntConnectionStats *out) { return ant_outbox_stats(get(), observer, out); });
    }

    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
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

#endif // ANTRECKON_OUTBOX_HPP
