// Levels.
#ifndef ANTRECKON_WORLD_HPP
#define ANTRECKON_WORLD_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace antreckon {

/// A level.
class World : public detail::Owner<AntWorld> {
public:
    using Owner::Owner;

    static Expected<World> grid(const AntWorldDesc &desc, const AntGridDesc &grid) {
        return make([&](AntWorld *out) { return ant_world_create_grid(&desc, &grid, out); });
    }
    static Expected<World> mesh(const AntWorldDesc &desc, const AntMeshDesc &mesh) {
        return make([&](AntWorld *out) { return ant_world_create_mesh(&desc, &mesh, out); });
    }
    static Expected<World> empty(const AntWorldDesc &desc) {
        return make([&](AntWorld *out) { return ant_world_create_mesh(&desc, nullptr, out); });
    }

    Status set_tile(std::int32_t x, std::int32_t z, std::int32_t layer, const AntMeshDesc &mesh) {
        return Status(ant_world_set_tile(get(), x, z, layer, &mesh));
    }
    Status remove_tile(std::int32_t x, std::int32_t z, std::int32_t layer) {
        return Status(ant_world_set_tile(get(), x, z, layer, nullptr));
    }
    Expected<AntLink> add_link(const AntLinkDesc &link) {
        return detail::ask<AntLink>([&](AntLink *out) { return ant_world_add_link(get(), &link, out); });
    }
    Status remove_link(AntLink link) { return Status(ant_world_remove_link(get(), link)); }
    Expected<AntDoor> add_door(const AntDoorDesc &door) {
        return detail::ask<AntDoor>([&](AntDoor *out) { return ant_world_add_door(get(), &door, out); });
    }
    Status remove_door(AntDoor door) { return Status(ant_world_remove_door(get(), door)); }
    Status set_door(AntDoor door, bool open) { return Status(ant_world_set_door(get(), door, open ? 1u : 0u)); }
    Expected<bool> door_is_open(AntDoor door) const {
        std::uint32_t open = 0;
        const AntStatus code = ant_world_door_state(get(), door, &open);
        return detail::expect(code, open != 0);
    }
    Status set_area_cost(std::uint32_t area, float cost) { return Status(ant_world_set_area_cost(get(), area, cost)); }
    Status rebase(const Vec3 &shift) { return Status(ant_rebase(get().id, shift.data())); }

    /// The floor under a point, or with max_distance the nearest walkable point within it.
    Expected<AntLocation> locate(const Vec3 &point, double max_distance = 0.0) const {
        return detail::fill<AntLocation>(
            [&](AntLocation *out) { return ant_world_locate(get(), point.data(), max_distance, out); });
    }
    Status locate(const Stream &positions, double max_distance, const Stream &out_points, const Stream &out_cells = none(),
                  const Stream &out_polygons = none(), const Stream &out_status = none()) const {
        return Status(ant_world_locate_batch(get(), positions.count, positions.get(), max_distance, out_points.get(),
                                             out_cells.get(), out_polygons.get(), out_status.get()));
    }
    Expected<AntWalkHit> raycast(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        return detail::fill<AntWalkHit>(
            [&](AntWalkHit *out) { return ant_world_raycast(get(), from.data(), to.data(), filter, out); });
    }
    Status raycast(const Stream &from, const Stream &to, const AntQueryFilter *filter, const Stream &out_points,
                   const Stream &out_fractions = none(), const Stream &out_stopped_by = none(),
                   const Stream &out_status = none()) const {
        return Status(ant_world_raycast_batch(get(), from.count, from.get(), to.get(), filter, out_points.get(),
                                              out_fractions.get(), out_stopped_by.get(), out_status.get()));
    }
    /// Corners of the shortest way; the status says whether it reaches the goal.
    Expected<std::vector<Vec3>> path(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        std::vector<Vec3> points(32);
        AntStatus code = ANT_OK;
        for (;;) {
            AntPathInfo info = detail::sized<AntPathInfo>();
            const Stream out = vectors(points);
            code = ant_world_find_path(get(), from.data(), to.data(), filter, out.count, out.get(), nullptr, &info);
            if (code < 0) {
                return Expected<std::vector<Vec3>>(Status(code));
            }
            const bool cut = info.point_count > points.size();
            points.resize(info.point_count);
            if (!cut) {
                return detail::expect(code, std::move(points));
            }
        }
    }
    Expected<double> path_distance(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        const AntStream starts{const_cast<double *>(from.data()), sizeof(Vec3), 0, ANT_F64X3};
        const AntStream ends{const_cast<double *>(to.data()), sizeof(Vec3), 0, ANT_F64X3};
        return detail::ask<double>([&](double *out) {
            const AntStream distances{out, sizeof(double), 0, ANT_F64};
            return ant_world_path_distance_batch(get(), 1, &starts, &ends, filter, &distances, nullptr);
        });
    }
    Status path_distance(const Stream &from, const Stream &to, const AntQueryFilter *filter, const Stream &out_distances,
                         const Stream &out_status = none()) const {
        return Status(ant_world_path_distance_batch(get(), from.count, from.get(), to.get(), filter, out_distances.get(),
                                                    out_status.get()));
    }
    /// A box that sight passes through: a window, a pit, a drop that the level does not know.
    Expected<AntWindow> add_window(const Vec3 &min, const Vec3 &max) {
        return detail::ask<AntWindow>(
            [&](AntWindow *out) { return ant_world_add_window(get(), min.data(), max.data(), out); });
    }
    Status remove_window(AntWindow window) { return Status(ant_world_remove_window(get(), window)); }
    /// Which clusters of the level see each other, as the host knows it.
    Status set_visibility(const AntVisibilityDesc &desc) { return Status(ant_world_set_visibility(get(), &desc)); }
    Status clear_visibility() { return Status(ant_world_set_visibility(get(), nullptr)); }
    Expected<AntCellInfo> cell_info(AntCell cell) const {
        return detail::fill<AntCellInfo>([&](AntCellInfo *out) { return ant_world_cell_info(get(), cell, out); });
    }
    Expected<AntWorldStats> stats() const {
        return detail::fill<AntWorldStats>([&](AntWorldStats *out) { return ant_world_stats(get(), out); });
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
    Status restore(span<const std::uint8_t> bytes) { return Status(ant_restore(get().id, bytes.data(), bytes.size())); }

private:
    template <class Call>
    static Expected<World> make(Call call) {
        AntWorld handle{};
        const AntStatus code = call(&handle);
        return detail::expect(code, World(handle));
    }
};

} // namespace antreckon

#endif // ANTRECKON_WORLD_HPP
