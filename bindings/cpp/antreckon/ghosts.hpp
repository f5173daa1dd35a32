// Ghosts: players that are simulated elsewhere, from packets to what is drawn, with one call per frame for all of them.
#ifndef ANTRECKON_GHOSTS_HPP
#define ANTRECKON_GHOSTS_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace antreckon {

/// Packets of remote outboxes, or states that the host's own netcode brought, go in; frames come out. `Vector` and `Rotation` are the
/// engine's own types, so that the library writes what the engine reads: three or four floats or doubles.
///
/// Players appear with what is told of them (next_event says who). Whoever a frame shows has a slot in it, below size().
template <class Vector = Vec3, class Rotation = Quaternion>
class Ghosts : public detail::Owner<AntGhosts> {
public:
    using detail::Owner<AntGhosts>::Owner;
    using detail::Owner<AntGhosts>::get;

    /// The slot of a player whom the last frame did not show.
    static constexpr std::size_t NONE = ~static_cast<std::size_t>(0);
    /// Room that suffices for every reply, bytes.
    static constexpr std::size_t LONGEST_REPLY = 8;

    static Expected<Ghosts> create(const AntGhostsDesc &desc = defaults<AntGhostsDesc>()) {
        AntGhosts handle{};
        const AntStatus code = ant_ghosts_create(&desc, &handle);
        return detail::expect(code, Ghosts(handle));
    }

    // What came. Any thread, at any time; the next frame looks at it.

    /// A packet of a remote outbox, as it is.
    Status receive(std::uint64_t peer, span<const std::uint8_t> packet, std::int64_t now) {
        return Status(ant_ghosts_receive(get(), peer, packet.data(), packet.size(), now));
    }
    /// States that the host's own netcode brought. Those of one peer either all have a time or none has.
    Status observe(std::uint64_t peer, span<const AntState> states, std::int64_t now) {
        return Status(ant_ghosts_observe(get(), peer, states.data(), detail::count_of(states.size()), now));
    }
    Status observe(std::uint64_t peer, const AntState &state, std::int64_t now) {
        return observe(peer, span<const AntState>(&state, 1), now);
    }

    // Frames.

    /// Everybody as drawn at `now` on the own clock. Allocates nothing once everybody was seen.
    Status frame(std::int64_t now) {
        std::uint32_t count = 0;
        AntGhostFrame room = streams();
        AntStatus code = ant_ghosts_draw(get(), now, &room, &count);
        return taken(code, count, now);
    }
    /// The same in tasks: task(i) for each number below the value, on any threads in any order, then end(). In between only receive
    /// and observe work.
    Expected<std::uint32_t> begin(std::int64_t now) {
        drawn_at_ = now;
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_ghosts_draw_begin(get(), now, out); });
    }
    Status task(std::uint32_t task) const { return Status(ant_ghosts_draw_task(get(), task)); }
    Status end() {
        std::uint32_t count = 0;
        AntGhostFrame room = streams();
        AntStatus code = ant_ghosts_draw_end(get(), &room, &count);
        return taken(code, count, drawn_at_);
    }
    /// begin, tasks and end; `parallel(count, task)` calls task(i) for all i below count, on any threads, and waits.
    template <class Parallel>
    Status frame_parallel(std::int64_t now, Parallel &&parallel) {
        const Expected<std::uint32_t> tasks = begin(now);
        if (!tasks) {
            return tasks.status();
        }
        const AntGhosts handle = get();
        // What fails in a task is told by the end.
        parallel(*tasks, [handle](std::uint32_t task) { (void)ant_ghosts_draw_task(handle, task); });
        return end();
    }

    /// How many the last frame shows.
    std::size_t size() const { return count_; }
    /// NONE: not shown, because nobody has told of him or he has left.
    std::size_t slot_of(std::uint32_t player) const {
        const auto found = slots_.find(player);
        return found == slots_.end() ? NONE : found->second;
    }
    std::uint32_t player(std::size_t slot) const { return players_[slot]; }
    const Vector &position(std::size_t slot) const { return positions_[slot]; }
    const Vector &velocity(std::size_t slot) const { return velocities_[slot]; }
    const Rotation &rotation(std::size_t slot) const { return rotations_[slot]; }
    /// What is expected, before convergence.
    const Vector &predicted(std::size_t slot) const { return predicted_[slot]; }
    /// Radius that holds the true position nine times out of ten; 0 when nobody knows.
    double radius(std::size_t slot) const { return radii_[slot]; }
    /// ANT_DRAWN_…
    std::uint32_t flags(std::size_t slot) const { return flags_[slot]; }
    /// ANT_SHOWN_…
    std::uint32_t source(std::size_t slot) const { return sources_[slot]; }
    span<const std::uint32_t> players() const { return {players_.data(), count_}; }
    span<const Vector> positions() const { return {positions_.data(), count_}; }
    span<const Vector> velocities() const { return {velocities_.data(), count_}; }
    span<const Rotation> rotations() const { return {rotations_.data(), count_}; }

    // One player.

    /// What the last frame showed of it.
    Expected<AntGhost> get(std::uint32_t player) const {
        return detail::fill<AntGhost>([&](AntGhost *out) { return ant_ghosts_get(get(), player, out); });
    }
    /// What is expected of it some nanoseconds ahead of the present.
    Expected<AntPrediction> predict(std::uint32_t player, std::int64_t ahead) const {
        return detail::fill<AntPrediction>(
            [&](AntPrediction *out) { return ant_ghosts_predict(get(), player, ahead, out); });
    }
    /// The oldest thing that happened and was not asked for yet; the status is ANT_EMPTY when there is none.
    Expected<AntGhostEvent> next_event() {
        return detail::ask<AntGhostEvent>([&](AntGhostEvent *out) { return ant_ghosts_next_event(get(), out); });
    }
    /// player: or ANT_EVERYBODY.
    Status set_profile(std::uint32_t player, const AntProfile &profile) {
        return Status(ant_ghosts_set_profile(get(), player, &profile));
    }
    /// From 1 (the predicted present) to 0 (the interpolated past). player: or ANT_EVERYBODY.
    Status set_freshness(std::uint32_t player, double freshness) {
        return Status(ant_ghosts_set_freshness(get(), player, freshness));
    }
    Status remove(std::uint32_t player) { return Status(ant_ghosts_remove(get(), player)); }
    Expected<AntPlayerStats> player_stats(std::uint32_t player) const {
        return detail::fill<AntPlayerStats>(
            [&](AntPlayerStats *out) { return ant_ghosts_player_stats(get(), player, out); });
    }

    // Remote machines, moving bases, models.

    /// Bytes to send back to a peer's outbox, written into `out` (LONGEST_REPLY suffices); 0 = nothing.
    Expected<std::uint64_t> reply(std::uint64_t peer, std::int64_t now, span<std::uint8_t> out) {
        return detail::ask<std::uint64_t>([&](std::uint64_t *size) {
            return ant_ghosts_reply(get(), peer, now, out.data(), out.size(), size);
        });
    }
    /// When the own clock shows `now`, that of the peer shows `remote`.
    Status set_clock(std::uint64_t peer, std::int64_t now, std::int64_t remote) {
        return Status(ant_ghosts_set_clock(get(), peer, now, remote));
    }
    Status remove_peer(std::uint64_t peer) { return Status(ant_ghosts_remove_peer(get(), peer)); }
    Expected<AntPeerStats> peer_stats(std::uint64_t peer) const {
        return detail::fill<AntPeerStats>([&](AntPeerStats *out) { return ant_ghosts_peer_stats(get(), peer, out); });
    }
    /// Every frame while somebody rides on it.
    Status set_base(std::uint32_t base, const AntBaseMotion &motion, std::int64_t now) {
        return Status(ant_ghosts_set_base(get(), base, &motion, now));
    }
    Status remove_base(std::uint32_t base, std::int64_t now) {
        return Status(ant_ghosts_set_base(get(), base, nullptr, now));
    }
    /// Nothing: the built-in weights.
    Status load_weights(span<const std::uint8_t> file = {}) {
        return Status(ant_ghosts_load_weights(get(), file.data(), file.size()));
    }
    /// Networks of ANT_MODEL_NEURO under a number; where owners run the same model, their outbox needs the same.
    Status load_bank(std::uint32_t bank, span<const std::uint8_t> file) {
        return Status(ant_ghosts_load_bank(get(), bank, file.data(), file.size()));
    }
    Status remove_bank(std::uint32_t bank) { return Status(ant_ghosts_load_bank(get(), bank, nullptr, 0)); }

    /// What the models of players rest on: weights, banks, routes, constants and objects of the interest scheme. The other end needs the same.
    Status share(AntPredictor predictor) { return Status(ant_ghosts_share(get(), predictor)); }
    /// Something that interests players, until it is told anew.
    Status set_object(std::uint64_t id, const Vec3 &position, float value, bool present = true) {
        return Status(ant_ghosts_set_object(get(), id, position.data(), value, present ? 1 : 0));
    }
    Status forget_object(std::uint64_t id) { return Status(ant_ghosts_set_object(get(), id, nullptr, 0, 1)); }
    /// Negative = out of the game.
    Status set_life(std::uint32_t player, float life) { return Status(ant_ghosts_set_life(get(), player, life)); }

    Status rebase(const Vec3 &shift) { return Status(ant_rebase(get().id, shift.data())); }
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

private:
    AntGhostFrame streams() {
        AntGhostFrame room = defaults<AntGhostFrame>();
        room.capacity = detail::count_of(players_.size());
        if (room.capacity > 0) {
            room.players = scalars(players_).raw;
            room.positions = vectors(positions_).raw;
            room.velocities = vectors(velocities_).raw;
            room.orientations = quaternions(rotations_).raw;
            room.predicted_positions = vectors(predicted_).raw;
            room.radii = scalars(radii_).raw;
            room.sources = scalars(sources_).raw;
            room.flags = scalars(flags_).raw;
        }
        return room;
    }
    // What a frame wrote; where there was too little room, it is drawn again for the same moment.
    Status taken(AntStatus code, std::uint32_t count, std::int64_t now) {
        while (code == ANT_TRUNCATED) {
            grow(count);
            AntGhostFrame room = streams();
            code = ant_ghosts_draw(get(), now, &room, &count);
        }
        if (code >= 0) {
            count_ = count;
            find_slots();
        }
        return Status(code);
    }
    void grow(std::size_t count) {
        std::size_t room = players_.empty() ? 64 : players_.size();
        while (room < count) {
            room *= 2;
        }
        players_.resize(room), positions_.resize(room), velocities_.resize(room), rotations_.resize(room);
        predicted_.resize(room), radii_.resize(room), sources_.resize(room), flags_.resize(room);
    }
    // Frames mostly show the same players in the same order.
    void find_slots() {
        bool same = slots_.size() == count_;
        for (std::size_t slot = 0; same && slot < count_; slot++) {
            same = slot_of(players_[slot]) == slot;
        }
        if (!same) {
            slots_.clear();
            for (std::size_t slot = 0; slot < count_; slot++) {
                slots_[players_[slot]] = slot;
            }
        }
    }

    std::unordered_map<std::uint32_t, std::size_t> slots_;
    std::vector<std::uint32_t> players_, sources_, flags_;
    std::vector<Vector> positions_, velocities_, predicted_;
    std::vector<Rotation> rotations_;
    std::vector<double> radii_;
    std::size_t count_ = 0;
    std::int64_t drawn_at_ = 0;
};

} // namespace antreckon

#endif // ANTRECKON_GHOSTS_HPP
