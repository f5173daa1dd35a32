// What attracts players, learned from where they went.
#ifndef ANTRECKON_TASTES_HPP
#define ANTRECKON_TASTES_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstdint>
#include <vector>

namespace antreckon {

/// Weights of the layers of a map, of all players and of each.
class Tastes : public detail::Owner<AntTastes> {
public:
    using Owner::Owner;

    static Expected<Tastes> create(const AntTastesDesc &desc) {
        AntTastes handle{};
        const AntStatus code = ant_tastes_create(&desc, &handle);
        return detail::expect(code, Tastes(handle));
    }
    /// view: which way it looks; null: where it goes.
    Status observe(AntPheromoneMap map, std::uint64_t player, const Vec3 &position, const Vec3 &velocity,
                   std::int64_t time, const Vec3 *view = nullptr, bool teleported = false) {
        return Status(ant_tastes_observe(get(), map, player, position.data(), velocity.data(),
                                         view == nullptr ? nullptr : view->data(), time, teleported ? 1u : 0u));
    }
    /// For AntProfile::layer_weights, one per layer.
    Expected<std::vector<float>> weights(std::uint64_t player, std::uint32_t layers) const {
        return weights(player, false, layers);
    }
    Expected<std::vector<float>> weights_of_all(std::uint32_t layers) const { return weights(0, true, layers); }
    /// What others have learned, as their snapshot.
    Status merge(span<const std::uint8_t> bytes) {
        return Status(ant_tastes_merge(get(), bytes.data(), bytes.size()));
    }
    Status remove(std::uint64_t player) { return Status(ant_tastes_remove(get(), player)); }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_snapshot(get().id, buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }

private:
    Expected<std::vector<float>> weights(std::uint64_t player, bool of_all, std::uint32_t layers) const {
        std::vector<float> weights(layers);
        const Stream out = scalars(weights);
        const AntStatus code = ant_tastes_weights(get(), player, of_all ? 1u : 0u, layers, out.get(), nullptr);
        return detail::expect(code, std::move(weights));
    }
};

} // namespace antreckon

#endif // ANTRECKON_TASTES_HPP
