// Fields and trails over a level.
#ifndef ANTRECKON_MAP_HPP
#define ANTRECKON_MAP_HPP

#include "call.hpp"
#include "stream.hpp"
#include "world.hpp"

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace antreckon {

/// One reading for each of 0.25, 0.5, 1, 2 and 4 seconds.
using TrailReadings = std::array<AntTrailReading, ANT_TRAIL_HORIZONS>;

/// Fields over a level.
class PheromoneMap : public detail::Owner<AntPheromoneMap> {
public:
    using Owner::Owner;

    static Expected<PheromoneMap> create(const World &world, AntMapDesc desc = defaults<AntMapDesc>(),
                                         span<const AntLayerDesc> layers = {}) {
        if (!layers.empty()) {
            desc.layers = layers.data();
            desc.layer_count = detail::count_of(layers.size());
        }
        AntPheromoneMap handle{};
        const AntStatus code = ant_map_create(world.get(), &desc, &handle);
        return detail::expect(code, PheromoneMap(handle));
    }

    Status set_layer(std::uint32_t layer, const AntLayerDesc &desc) { return Status(ant_map_set_layer(get(), layer, &desc)); }
    Status add_source(std::uint64_t id, const AntSourceDesc &source) { return Status(ant_map_add_source(get(), id, &source)); }
    /// Adds those that are new and changes the others.
    Status set_sources(const AntSourceBatch &batch) { return Status(ant_map_set_source_batch(get(), &batch)); }
    Status move_source(std::uint64_t id, const Vec3 &position) {
        return Status(ant_map_move_source(get(), id, position.data()));
    }
    Status set_source_emission(std::uint64_t id, float emission) {
        return Status(ant_map_set_source_emission(get(), id, emission));
    }
    Status set_source_active(std::uint64_t id, bool active) {
        return Status(ant_map_set_source_active(get(), id, active ? 1u : 0u));
    }
    Status remove_source(std::uint64_t id) { return Status(ant_map_remove_source(get(), id)); }
    Status deposit(std::uint32_t layer, const Vec3 &position, float amount) {
        return Status(ant_map_deposit(get(), layer, position.data(), amount));
    }
    Status deposit(std::uint32_t layer, const Stream &positions, const Stream &amounts, const Stream &out_status = none()) {
        return Status(
            ant_map_deposit_batch(get(), layer, positions.count, positions.get(), amounts.get(), out_status.get()));
    }
    Status note(std::uint32_t kind, const Vec3 &position) { return Status(ant_map_note(get(), kind, position.data())); }
    Status set_area_of_interest(const Vec3 &center, double radius) {
        return Status(ant_map_set_area_of_interest(get(), center.data(), radius));
    }
    Status clear_area_of_interest() { return Status(ant_map_set_area_of_interest(get(), nullptr, 0.0)); }
    Expected<std::uint32_t> add_avatar(std::uint64_t id, float emission) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_map_add_avatar(get(), id, emission, out); });
    }
    Status move_avatar(std::uint64_t id, const Vec3 &position) {
        return Status(ant_map_move_avatar(get(), id, position.data()));
    }
    Status move_avatars(const Stream &ids, const Stream &positions, const Stream &out_status = none()) {
        return Status(ant_map_move_avatar_batch(get(), ids.count, ids.get(), positions.get(), out_status.get()));
    }
    Status remove_avatar(std::uint64_t id) { return Status(ant_map_remove_avatar(get(), id)); }
    Status set_pair_weight(std::uint64_t reader, std::uint64_t emitter, float weight) {
        return Status(ant_map_set_pair_weight(get(), reader, emitter, weight));
    }

    Expected<AntStepReport> step_to(std::int64_t time) {
        return detail::fill<AntStepReport>([&](AntStepReport *out) { return ant_map_step_to(get(), time, out); });
    }
    /// step_to with a parallel loop of the host: `loop(count, task)` calls task(i) for each i below count and returns when done.
    template <class ParallelLoop>
    Expected<AntStepReport> step_parallel(std::int64_t time, ParallelLoop &&loop) {
        AntStepReport total = detail::sized<AntStepReport>();
        for (;;) {
            const Expected<std::uint32_t> tasks = step_begin(time);
            if (!tasks || tasks.status().code() == ANT_EMPTY) {
                return tasks ? Expected<AntStepReport>(total, Status()) : Expected<AntStepReport>(tasks.status());
            }
            loop(*tasks, [this](std::uint32_t i) { (void)step_task(i); });
            const Expected<AntStepReport> step = step_end();
            if (!step) {
                return step;
            }
            const std::uint32_t steps = total.steps + step->steps;
            total = *step;
            total.steps = steps;
        }
    }
    /// Tasks of one step, or 0 with ANT_EMPTY in the status when none is due.
    Expected<std::uint32_t> step_begin(std::int64_t time) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_map_step_begin(get(), time, out); });
    }
    Status step_task(std::uint32_t task) const { return Status(ant_map_step_task(get(), task)); }
    Expected<AntStepReport> step_end() {
        return detail::fill<AntStepReport>([&](AntStepReport *out) { return ant_map_step_end(get(), out); });
    }

    /// What a reader reads at a place.
    Expected<float> sample(const AntReader &reader, const Vec3 &position) const {
        return detail::ask<float>(
            [&](float *out) { return ant_map_sample(get(), &reader, position.data(), out, nullptr); });
    }
    Expected<Vec3> gradient(const AntReader &reader, const Vec3 &position) const {
        Vec3 out;
        const AntStatus code = ant_map_sample(get(), &reader, position.data(), nullptr, out.data());
        return detail::expect(code, out);
    }
    /// What a reader reads in many cells or at many places, or the raw amounts of a layer there.
    Status sample(const AntSampleBatch &batch) const { return Status(ant_map_sample_batch(get(), &batch)); }
    /// Raw amount of a layer at a place.
    Expected<float> value(std::uint32_t layer, const Vec3 &position) const {
        return detail::ask<float>([&](float *out) {
            AntSampleBatch batch = defaults<AntSampleBatch>();
            batch.count = 1;
            batch.layer = layer;
            batch.positions = AntStream{const_cast<double *>(position.data()), sizeof(Vec3), 0, ANT_F64X3};
            batch.values = AntStream{out, sizeof(float), 0, ANT_F32};
            return ant_map_sample_batch(get(), &batch);
        });
    }
    Expected<AntForce> force(const AntReader &reader, const AntForceQuery &query) const {
        return detail::fill<AntForce>([&](AntForce *out) { return ant_map_force(get(), &reader, &query, out); });
    }
    // What ANT_MODEL_TRAIL follows.
    Status enable_trails(const AntTrailDesc &desc = defaults<AntTrailDesc>()) {
        return Status(ant_map_enable_trails(get(), &desc));
    }
    Expected<std::vector<std::uint8_t>> save_trails() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_map_trails_save(get(), buf, cap, n); });
    }
    Status load_trails(span<const std::uint8_t> bytes) {
        return Status(ant_map_trails_load(get(), bytes.data(), bytes.size()));
    }
    /// saved: what save_trails gave in other matches.
    Status merge_trails(span<const span<const std::uint8_t>> saved) {
        const std::vector<AntStream> streams = detail::blobs(saved);
        return Status(ant_map_trails_merge(get(), detail::count_of(streams.size()), streams.data()));
    }
    Expected<TrailReadings> read_trails(const Vec3 &position, const Vec3 &velocity, double tau) const {
        return detail::ask<TrailReadings>([&](TrailReadings *out) {
            return ant_map_trail_read(get(), position.data(), velocity.data(), tau, out->data());
        });
    }

    Expected<double> total(std::uint32_t layer) const {
        return detail::ask<double>([&](double *out) {
            std::uint32_t count = 0;
            return ant_map_field(get(), layer, 0, 0, nullptr, nullptr, nullptr, &count, out);
        });
    }
    Expected<AntMapStats> stats() const {
        return detail::fill<AntMapStats>([&](AntMapStats *out) { return ant_map_stats(get(), out); });
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
};

} // namespace antreckon

#endif // ANTRECKON_MAP_HPP
