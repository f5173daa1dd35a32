// Predictions.
#ifndef ANTRECKON_PREDICTOR_HPP
#define ANTRECKON_PREDICTOR_HPP

#include "call.hpp"
#include "map.hpp"
#include "stream.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace antreckon {

/// What a bank of networks is like.
inline Expected<AntBankInfo> bank_info(span<const std::uint8_t> file) {
    return detail::fill<AntBankInfo>([&](AntBankInfo *out) { return ant_bank_info(file.data(), file.size(), out); });
}

/// A velocity to send, and how sure it is, 0 to 1.
struct PredictiveVelocity {
    Vec3 velocity;
    double confidence = 0.0;
};

/// How far an entity will have moved after 0.25, 0.5, 1, 2 and 4 seconds.
using Displacements = std::array<Vec3, ANT_EXPERT_HORIZONS>;
static_assert(sizeof(Displacements) == ANT_EXPERT_HORIZONS * sizeof(Vec3), "Displacements has no padding");

/// Entities and what is known of their motion.
class Predictor : public detail::Owner<AntPredictor> {
public:
    using Owner::Owner;

    static Expected<Predictor> create(const AntPredictorDesc &desc = defaults<AntPredictorDesc>()) {
        AntPredictor handle{};
        const AntStatus code = ant_predictor_create(&desc, &handle);
        return detail::expect(code, Predictor(handle));
    }
    static Expected<Predictor> create(const PheromoneMap &map) {
        AntPredictorDesc desc = defaults<AntPredictorDesc>();
        desc.map = map.get();
        return create(desc);
    }

    Expected<AntEntity> add_entity(const AntProfile &profile = defaults<AntProfile>()) {
        return detail::ask<AntEntity>([&](AntEntity *out) { return ant_predictor_add_entity(get(), &profile, out); });
    }
    Status remove_entity(AntEntity entity) { return Status(ant_predictor_remove_entity(get(), entity)); }
    Status set_profile(AntEntity entity, const AntProfile &profile) {
        return Status(ant_predictor_set_profile(get(), entity, &profile));
    }
    /// All entities, in the order that a snapshot keeps.
    Expected<std::vector<AntEntity>> entities() const {
        std::uint32_t count = 0;
        AntStatus code = ant_predictor_entities(get(), 0, 0, nullptr, &count);
        std::vector<AntEntity> found;
        if (code >= 0) {
            found.resize(count);
            const Stream out = scalars(found);
            code = ant_predictor_entities(get(), 0, out.count, out.get(), &count);
        }
        return detail::expect(code, std::move(found));
    }

    Status observe(AntEntity entity, const AntObservation &observation) {
        return Status(ant_predictor_observe(get(), entity, &observation));
    }
    Status observe(const AntObserveBatch &batch) { return Status(ant_predictor_observe_batch(get(), &batch)); }
    Status observe(const Stream &entities, std::int64_t time, const Stream &positions, const Stream &velocities = none(),
                   const Stream &orientations = none(), const Stream &out_status = none(),
                   const Stream &angular_velocities = none()) {
        AntObserveBatch batch = defaults<AntObserveBatch>();
        batch.count = entities.count;
        batch.time = time;
        batch.entities = entities.raw;
        batch.positions = positions.raw;
        batch.velocities = velocities.raw;
        batch.orientations = orientations.raw;
        batch.status = out_status.raw;
        batch.angular_velocities = angular_velocities.raw;
        return observe(batch);
    }
    Expected<AntPrediction> predict(AntEntity entity, std::int64_t time) const {
        return detail::fill<AntPrediction>(
            [&](AntPrediction *out) { return ant_predictor_predict(get(), entity, time, out); });
    }
    Status predict(const AntPredictBatch &batch) const { return Status(ant_predictor_predict_batch(get(), &batch)); }
    Status predict(const Stream &entities, std::int64_t time, const Stream &out_positions,
                   const Stream &out_velocities = none(), const Stream &out_orientations = none(),
                   const Stream &out_status = none(), const Stream &out_radii = none(),
                   const Stream &out_confidences = none()) const {
        AntPredictBatch batch = defaults<AntPredictBatch>();
        batch.count = entities.count;
        batch.time = time;
        batch.entities = entities.raw;
        batch.positions = out_positions.raw;
        batch.velocities = out_velocities.raw;
        batch.orientations = out_orientations.raw;
        batch.status = out_status.raw;
        batch.radii = out_radii.raw;
        batch.confidences = out_confidences.raw;
        return predict(batch);
    }
    Expected<AntExplanation> explain(AntEntity entity, std::int64_t time) const {
        return detail::fill<AntExplanation>(
            [&](AntExplanation *out) { return ant_predictor_explain(get(), entity, time, out, 0, nullptr); });
    }

    // What ANT_MODEL_INTEREST and ANT_MODEL_HYBRID feel.
    Status set_interest(const AntInterestDesc &desc) { return Status(ant_predictor_set_interest(get(), &desc)); }
    Status set_object(std::uint64_t id, const Vec3 &position, float value, bool present = true) {
        return Status(ant_predictor_set_object(get(), id, position.data(), value, present ? 1u : 0u));
    }
    Status remove_object(std::uint64_t id) { return Status(ant_predictor_remove_object(get(), id)); }
    /// Negative: out of the game.
    Status set_life(AntEntity entity, float life) { return Status(ant_predictor_set_life(get(), entity, life)); }

    // What ANT_MODEL_NEURO asks.
    Status load_bank(std::uint32_t bank, span<const std::uint8_t> file) {
        return Status(ant_predictor_load_bank(get(), bank, file.data(), file.size()));
    }
    Status remove_bank(std::uint32_t bank) { return Status(ant_predictor_load_bank(get(), bank, nullptr, 0)); }
    /// What the owner of an entity sends in place of its own velocity. threshold: the most that receivers may be off, metres.
    Expected<PredictiveVelocity> predictive_velocity(AntEntity entity, double threshold) const {
        return detail::ask<PredictiveVelocity>([&](PredictiveVelocity *out) {
            return ant_predictor_predictive_velocity(get(), entity, threshold, out->velocity.data(), &out->confidence);
        });
    }

    /// Forces beside those of the field (gravity, wind) that act on an entity of ANT_MODEL_ANT, until told anew.
    Status set_force(AntEntity entity, const Vec3 &force) {
        return Status(ant_predictor_set_force(get(), entity, force.data()));
    }

    // What ANT_MODEL_STRATEGY follows.
    Status set_strategies(const AntStrategyDesc &desc) { return Status(ant_predictor_set_strategies(get(), &desc)); }
    Status begin_trial(AntEntity entity) { return Status(ant_predictor_begin_trial(get(), entity)); }
    /// Points of the trial; 0 when the entity never moved.
    Expected<std::uint32_t> end_trial(AntEntity entity) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_predictor_end_trial(get(), entity, out); });
    }
    /// Number of routes known now.
    Expected<std::uint32_t> learn_strategies() {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_predictor_learn_strategies(get(), out); });
    }
    /// Its number.
    Expected<std::uint32_t> add_route(const Stream &points, std::uint32_t evidence = 1) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) {
            return ant_predictor_add_route(get(), points.count, points.get(), evidence, out);
        });
    }
    /// The points of a route as it is known.
    Expected<std::vector<Vec3>> route(std::uint32_t number) const {
        return points([&](std::uint32_t capacity, const AntStream *out, std::uint32_t *count) {
            return ant_predictor_route(get(), number, 0, capacity, out, count, nullptr);
        });
    }
    /// The centre line of a strategy, or its polygon.
    Expected<std::vector<Vec3>> strategy(std::uint32_t number, AntStrategyLine line) const {
        return points([&](std::uint32_t capacity, const AntStream *out, std::uint32_t *count) {
            return ant_predictor_strategy(get(), number, line, 0, capacity, out, count);
        });
    }
    Status clear_strategies() { return Status(ant_predictor_strategies_clear(get())); }
    Expected<std::vector<std::uint8_t>> save_strategies() const {
        return detail::bytes([&](void *buf, std::uint64_t cap, std::uint64_t *n) {
            return ant_predictor_strategies_save(get(), buf, cap, n);
        });
    }
    Status load_strategies(span<const std::uint8_t> bytes) {
        return Status(ant_predictor_strategies_load(get(), bytes.data(), bytes.size()));
    }
    /// Routes of other matches on the level; those that are alike become one.
    Status merge_strategies(span<const span<const std::uint8_t>> saved) {
        const std::vector<AntStream> streams = detail::blobs(saved);
        return Status(ant_predictor_strategies_merge(get(), detail::count_of(streams.size()), streams.data()));
    }
    Expected<AntStrategyInfo> strategy_info(AntEntity entity) const {
        return detail::fill<AntStrategyInfo>(
            [&](AntStrategyInfo *out) { return ant_predictor_strategy_info(get(), entity, out); });
    }
    /// strategy: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC.
    Status follow_strategy(AntEntity entity, std::uint32_t strategy) {
        return Status(ant_predictor_follow_strategy(get(), entity, strategy));
    }
    /// What the owner of an entity asks at every tick. Without books about it, it may send more than dead reckoning does.
    Expected<AntStrategyUpdate> strategy_needs_update(AntEntity entity, const Vec3 &position, const Vec3 &velocity,
                                                      std::int64_t time, AntStrategyLedger *ledger = nullptr) const {
        return detail::fill<AntStrategyUpdate>([&](AntStrategyUpdate *out) {
            return ant_strategy_needs_update(get(), entity, position.data(), velocity.data(), time, ledger, out);
        });
    }

    // What ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO and ANT_MODEL_CUSTOM know.
    /// Nothing: the built-in weights.
    Status load_weights(span<const std::uint8_t> file = {}) {
        return Status(ant_predictor_load_weights(get(), file.data(), file.size()));
    }
    Expected<AntWeightsInfo> weights_info() const {
        return detail::fill<AntWeightsInfo>([&](AntWeightsInfo *out) { return ant_predictor_weights_info(get(), out); });
    }
    /// Samples learned from, at most as many as given.
    Expected<std::uint32_t> adapt(std::uint32_t samples) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_predictor_adapt(get(), samples, out); });
    }
    Status set_landmark(AntEntity entity, bool landmark) {
        return Status(ant_predictor_set_landmark(get(), entity, landmark ? 1u : 0u));
    }
    /// `expert(entity, time, position, velocity, displacements)` fills in a Displacements and returns true, or returns
    /// false. It must not throw, and live until it is exchanged or the predictor ends.
    template <class Expert>
    Status set_expert(Expert &expert) {
        const AntExpertFn call = [](AntEntity entity, std::int64_t time, const double *position, const double *velocity,
                                    double *out_displacements, void *user) noexcept -> std::int32_t {
            Displacements said{};
            const bool spoke = (*static_cast<Expert *>(user))(entity, time, Vec3{position[0], position[1], position[2]},
                                                              Vec3{velocity[0], velocity[1], velocity[2]}, said);
            for (std::size_t i = 0; i < said.size(); i++) {
                out_displacements[3 * i] = said[i].x;
                out_displacements[3 * i + 1] = said[i].y;
                out_displacements[3 * i + 2] = said[i].z;
            }
            return spoke ? 1 : 0;
        };
        return Status(ant_predictor_set_expert(get(), call, const_cast<void *>(static_cast<const void *>(&expert))));
    }
    Status clear_expert() { return Status(ant_predictor_set_expert(get(), nullptr, nullptr)); }
    /// What the host thinks, for the next observation: the expert without a callback.
    Status suggest(AntEntity entity, const Displacements &displacements) {
        return Status(ant_predictor_suggest(get(), entity, displacements[0].data()));
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

private:
    /// Points of a list whose length only the call knows.
    template <class Call>
    static Expected<std::vector<Vec3>> points(Call call) {
        std::uint32_t count = 0;
        AntStatus code = call(0, nullptr, &count);
        std::vector<Vec3> points(code < 0 ? 0 : count);
        if (code >= 0) {
            const Stream out = vectors(points);
            code = call(count, out.get(), &count);
        }
        return detail::expect(code, std::move(points));
    }
};

} // namespace antreckon

#endif // ANTRECKON_PREDICTOR_HPP
