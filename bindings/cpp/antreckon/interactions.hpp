// What happens between players.
#ifndef ANTRECKON_INTERACTIONS_HPP
#define ANTRECKON_INTERACTIONS_HPP

#include "call.hpp"
#include "map.hpp"
#include "stream.hpp"

#include <cstdint>
#include <vector>

namespace antreckon {

/// What happened between players, turned into pair weights.
class Interactions : public detail::Owner<AntInteractions> {
public:
    using Owner::Owner;

    static Expected<Interactions> create(const AntInteractionRules &rules = defaults<AntInteractionRules>()) {
        AntInteractions handle{};
        const AntStatus code = ant_interactions_create(&rules, &handle);
        return detail::expect(code, Interactions(handle));
    }
    Status note(std::uint64_t actor, std::uint64_t other, std::uint32_t kind, std::int64_t time) {
        return Status(ant_interactions_note(get(), actor, other, kind, time));
    }
    Status set_player(std::uint64_t player, std::uint32_t team, bool carries) {
        return Status(ant_interactions_set_player(get(), player, team, carries ? 1u : 0u));
    }
    Status remove(std::uint64_t player) { return Status(ant_interactions_remove(get(), player)); }
    Expected<float> weight(std::uint64_t reader, std::uint64_t emitter, std::int64_t time) const {
        return detail::ask<float>(
            [&](float *out) { return ant_interactions_weight(get(), reader, emitter, time, out, nullptr); });
    }
    Status apply(PheromoneMap &map, std::int64_t time) const {
        return Status(ant_interactions_apply(get(), map.get(), time));
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

#endif // ANTRECKON_INTERACTIONS_HPP
