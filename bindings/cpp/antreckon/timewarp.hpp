// Events in the order in which they happened.
#ifndef ANTRECKON_TIMEWARP_HPP
#define ANTRECKON_TIMEWARP_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstdint>
#include <vector>

namespace antreckon {

/// A bounded log of events that rolls a game back and executes again when one arrives late.
class Timewarp : public detail::Owner<AntTimewarp> {
public:
    using Owner::Owner;
    using Bytes = span<const std::uint8_t>;

    static Expected<Timewarp> create(const AntTimewarpDesc &desc = defaults<AntTimewarpDesc>()) {
        AntTimewarp handle{};
        const AntStatus code = ant_timewarp_create(&desc, &handle);
        return detail::expect(code, Timewarp(handle));
    }

    /// The verdict: ANT_ARRIVAL_IN_ORDER … ANT_ARRIVAL_FULL. The status is ANT_REFUSED when the event was not taken.
    Expected<std::uint32_t> insert(std::int64_t time, std::uint64_t source, std::uint64_t sequence, Bytes payload) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) {
            return ant_timewarp_insert(get(), time, source, sequence, payload.data(), payload.size(), out);
        });
    }
    /// Many events; their payloads lie one after the other.
    Status insert(const Stream &times, const Stream &sources, const Stream &sequences, const Stream &payload_lens,
                  Bytes payloads, const Stream &out_verdicts = none(), const Stream &out_status = none()) {
        return Status(ant_timewarp_insert_batch(get(), times.count, times.get(), sources.get(), sequences.get(),
                                                payload_lens.get(), payloads.data(), payloads.size(),
                                                out_verdicts.get(), out_status.get()));
    }
    /// As insert, of the event's anti-message.
    Expected<std::uint32_t> cancel(std::int64_t time, std::uint64_t source, std::uint64_t sequence) {
        return detail::ask<std::uint32_t>(
            [&](std::uint32_t *out) { return ant_timewarp_cancel(get(), time, source, sequence, out); });
    }

    /// Runs a game that has
    ///   int save(std::uint32_t slot, span<std::uint8_t> buffer, std::uint64_t &length);
    ///   int load(std::uint32_t slot, span<const std::uint8_t> state);
    ///   int execute(const AntTimewarpEvent &event, span<const std::uint8_t> payload, AntOutcome &outcome);
    /// which return 0 or a number of their own when they failed, and do not throw.
    template <class Game>
    Expected<AntTimewarpReport> run(std::int64_t now, Game &game) {
        return detail::fill<AntTimewarpReport>([&](AntTimewarpReport *out) {
            return ant_timewarp_run(get(), now, save<Game>, load<Game>, execute<Game>, &game, out);
        });
    }

    /// What to do next, for hosts without callbacks; the status is ANT_EMPTY when nothing is left.
    Expected<AntTimewarpPlan> plan(std::int64_t now) {
        return detail::fill<AntTimewarpPlan>([&](AntTimewarpPlan *out) { return ant_timewarp_plan(get(), now, out); });
    }
    Expected<AntTimewarpEvent> event(std::uint32_t index) const {
        return detail::fill<AntTimewarpEvent>(
            [&](AntTimewarpEvent *out) { return ant_timewarp_event(get(), index, out, nullptr, 0, nullptr); });
    }
    Expected<std::vector<std::uint8_t>> payload(std::uint32_t index) const {
        return detail::bytes([&](void *buf, std::uint64_t cap, std::uint64_t *n) {
            return ant_timewarp_event(get(), index, nullptr, buf, cap, n);
        });
    }
    Expected<std::vector<std::uint8_t>> state(std::uint32_t slot) const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_timewarp_state(get(), slot, buf, cap, n); });
    }
    Status set_outcome(std::uint32_t index, const AntOutcome &outcome) {
        return Status(ant_timewarp_set_outcome(get(), index, &outcome));
    }
    /// The whole plan is done; with the state when it says ANT_PLAN_SAVE.
    Status complete(Bytes state = {}) { return Status(ant_timewarp_complete(get(), state.data(), state.size())); }
    /// The plan failed after so many events.
    Status abort(std::uint32_t executed) { return Status(ant_timewarp_abort(get(), executed)); }
    Status resync() { return Status(ant_timewarp_resync(get())); }

    /// What became different since clear_changes.
    Expected<std::vector<AntTimewarpChange>> changes() const {
        const Expected<AntTimewarpStats> now = stats();
        std::vector<AntTimewarpChange> list(now ? now->changes : 0, detail::sized<AntTimewarpChange>());
        AntStatus code = now.status().code();
        for (std::uint32_t i = 0; i < list.size() && code >= 0; i++) {
            code = ant_timewarp_change(get(), i, &list[i]);
        }
        return detail::expect(code, std::move(list));
    }
    Status clear_changes() { return Status(ant_timewarp_clear_changes(get())); }

    Expected<AntTimewarpStats> stats() const {
        return detail::fill<AntTimewarpStats>([&](AntTimewarpStats *out) { return ant_timewarp_stats(get(), out); });
    }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
    }
    Expected<std::uint64_t> events_hash(std::int64_t from, std::int64_t to) const {
        return detail::ask<std::uint64_t>(
            [&](std::uint64_t *out) { return ant_timewarp_events_hash(get(), from, to, out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_snapshot(get().id, buf, cap, n); });
    }
    Status restore(Bytes bytes) { return Status(ant_restore(get().id, bytes.data(), bytes.size())); }

private:
    template <class Game>
    static std::int32_t save(std::uint32_t slot, void *buffer, std::uint64_t capacity, std::uint64_t *out_len, void *user) {
        const auto size = static_cast<std::size_t>(capacity);
        return static_cast<Game *>(user)->save(slot, span<std::uint8_t>(static_cast<std::uint8_t *>(buffer), size), *out_len);
    }
    template <class Game>
    static std::int32_t load(std::uint32_t slot, const void *bytes, std::uint64_t byte_len, void *user) {
        const auto size = static_cast<std::size_t>(byte_len);
        return static_cast<Game *>(user)->load(slot, Bytes(static_cast<const std::uint8_t *>(bytes), size));
    }
    template <class Game>
    static std::int32_t execute(const AntTimewarpEvent *event, const void *payload, AntOutcome *outcome, void *user) {
        const Bytes bytes(static_cast<const std::uint8_t *>(payload), event->payload_len);
        return static_cast<Game *>(user)->execute(*event, bytes, *outcome);
    }
};

} // namespace antreckon

#endif // ANTRECKON_TIMEWARP_HPP
