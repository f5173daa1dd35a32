// What is drawn: convergence from the shown to the predicted state.
#ifndef ANTRECKON_SMOOTH_HPP
#define ANTRECKON_SMOOTH_HPP

#include "call.hpp"
#include "predictor.hpp"
#include "stream.hpp"

#include <cstdint>
#include <vector>

namespace antreckon {

template <>
inline AntSmootherDesc defaults<AntSmootherDesc>() {
    AntSmootherDesc desc{};
    (void)ant_smoother_desc_init(&desc);
    return desc;
}
template <>
inline AntSmoothCorrection defaults<AntSmoothCorrection>() {
    AntSmoothCorrection correction{};
    (void)ant_smooth_correction_init(&correction);
    return correction;
}
template <>
inline AntDrawBatch defaults<AntDrawBatch>() {
    AntDrawBatch batch{};
    (void)ant_draw_batch_init(&batch);
    return batch;
}

/// What is drawn of the entities of a predictor.
class Smoother : public detail::Owner<AntSmoother> {
public:
    using Owner::Owner;

    static Expected<Smoother> create(const AntSmootherDesc &desc) {
        AntSmoother handle{};
        const AntStatus code = ant_smoother_create(&desc, &handle);
        return detail::expect(code, Smoother(handle));
    }
    static Expected<Smoother> create(const Predictor &predictor) {
        AntSmootherDesc desc = defaults<AntSmootherDesc>();
        desc.predictor = predictor.get();
        return create(desc);
    }
    Status set_desc(const AntSmootherDesc &desc) { return Status(ant_smoother_set_desc(get(), &desc)); }

    /// An update changed a prediction; the value is ANT_COURSE_…
    Expected<std::uint32_t> correct(AntEntity entity, const AntSmoothCorrection &correction) {
        return detail::ask<std::uint32_t>(
            [&](std::uint32_t *out) { return ant_smoother_correct(get(), entity, &correction, out); });
    }
    Expected<std::uint32_t> correct(AntEntity entity, std::int64_t time, bool teleported = false) {
        AntSmoothCorrection correction = defaults<AntSmoothCorrection>();
        correction.time = time;
        correction.flags = teleported ? ANT_SMOOTH_TELEPORTED : 0u;
        return correct(entity, correction);
    }
    Status correct(const Stream &entities, std::int64_t time, const Stream &flags = none(),
                   const Stream &out_status = none()) {
        return Status(
            ant_smoother_correct_batch(get(), time, entities.count, entities.get(), flags.get(), out_status.get()));
    }
    /// What to draw.
    Expected<AntDrawn> draw(AntEntity entity, std::int64_t time) {
        return detail::fill<AntDrawn>([&](AntDrawn *out) { return ant_smoother_draw(get(), entity, time, out); });
    }
    Status draw(const AntDrawBatch &batch) { return Status(ant_smoother_draw_batch(get(), &batch)); }
    Status draw(const Stream &entities, std::int64_t time, const Stream &out_positions,
                const Stream &out_orientations = none(), const Stream &out_velocities = none(),
                const Stream &out_flags = none(), const Stream &out_status = none()) {
        AntDrawBatch batch = defaults<AntDrawBatch>();
        batch.count = entities.count;
        batch.time = time;
        batch.entities = entities.raw;
        batch.positions = out_positions.raw;
        batch.orientations = out_orientations.raw;
        batch.velocities = out_velocities.raw;
        batch.flags = out_flags.raw;
        batch.status = out_status.raw;
        return draw(batch);
    }

    Status forget(AntEntity entity) { return Status(ant_smoother_forget(get(), entity)); }
    /// Of no entity: only how many there are.
    Expected<AntSmootherInfo> info(AntEntity entity = AntEntity{}) const {
        return detail::fill<AntSmootherInfo>([&](AntSmootherInfo *out) { return ant_smoother_info(get(), entity, out); });
    }

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
};

} // namespace antreckon

#endif // ANTRECKON_SMOOTH_HPP
