// Ghosts: entities that are simulated elsewhere, from updates to what is drawn, with one call per frame for all of them.
#ifndef ANTRECKON_GHOSTS_HPP
#define ANTRECKON_GHOSTS_HPP

#include "call.hpp"
#include "predictor.hpp"
#include "receiver.hpp"
#include "smooth.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

namespace antreckon {

/// What ghosts are made of; the handles of predictor are filled in.
struct GhostsDesc {
    AntPredictorDesc predictor = defaults<AntPredictorDesc>();
    AntReceiverDesc receiver = defaults<AntReceiverDesc>();
    AntSmootherDesc smoother = defaults<AntSmootherDesc>();
};

/// A predictor, a receiver of one remote machine's updates, and a smoother. `Vector` and `Rotation` are the engine's own types, so
/// that the library writes what the engine reads: three or four floats or doubles.
template <class Vector = Vec3, class Rotation = Quaternion>
class Ghosts {
public:
    static constexpr std::size_t NONE = ~static_cast<std::size_t>(0);

    static Expected<Ghosts> create(GhostsDesc desc) {
        Expected<Predictor> predictor = Predictor::create(desc.predictor);
        if (!predictor) {
            return Expected<Ghosts>(predictor.status());
        }
        desc.receiver.predictor = predictor->get();
        desc.smoother.predictor = predictor->get();
        Expected<Receiver> receiver = Receiver::create(desc.receiver);
        if (!receiver) {
            return Expected<Ghosts>(receiver.status());
        }
        Expected<Smoother> smoother = Smoother::create(desc.smoother);
        if (!smoother) {
            return Expected<Ghosts>(smoother.status());
        }
        Ghosts ghosts;
        ghosts.predictor_ = std::move(*predictor);
        ghosts.receiver_ = std::move(*receiver);
        ghosts.smoother_ = std::move(*smoother);
        return Expected<Ghosts>(std::move(ghosts), Status());
    }

    /// A ghost with a number of the host's choice.
    Status add(std::uint32_t number, const AntProfile &profile = defaults<AntProfile>()) {
        const Expected<AntEntity> entity = predictor_.add_entity(profile);
        if (!entity) {
            return entity.status();
        }
        Status status = receiver_.add(number, *entity);
        if (!status) {
            (void)predictor_.remove_entity(*entity);
            return status;
        }
        slots_[number] = numbers_.size();
        numbers_.push_back(number);
        entities_.push_back(*entity);
        sequences_.push_back(0);
        grow();
        return status;
    }
    /// The last ghost takes the slot of the one that goes.
    Status remove(std::uint32_t number) {
        const std::size_t slot = slot_of(number);
        Status status = receiver_.remove(number);
        if (slot == NONE) {
            return status; // says that there is none
        }
        (void)smoother_.forget(entities_[slot]);
        (void)predictor_.remove_entity(entities_[slot]);
        const std::size_t last = numbers_.size() - 1;
        slots_[numbers_[last]] = slot;
        slots_.erase(number);
        const auto take = [&](auto &values) {
            values[slot] = values[last];
            values.pop_back();
        };
        take(numbers_), take(entities_), take(sequences_), take(positions_), take(velocities_), take(rotations_);
        take(predicted_positions_), take(predicted_velocities_), take(predicted_rotations_), take(shown_), take(drawn_);
        take(sources_), take(radii_), take(distances_), take(flags_), take(statuses_);
        return status;
    }
    Status set_profile(std::uint32_t number, const AntProfile &profile) {
        const std::size_t slot = slot_of(number);
        return predictor_.set_profile(slot == NONE ? AntEntity{} : entities_[slot], profile);
    }

    /// An update has arrived. The value is ANT_VERDICT_…; ANT_VERDICT_UNKNOWN: add the ghost and hand the update in again.
    Expected<std::uint32_t> receive(const AntUpdate &update, std::int64_t now) {
        const std::size_t slot = slot_of(update.entity);
        const bool drawn = slot != NONE && began_ && statuses_[slot] >= 0;
        AntShown before = detail::sized<AntShown>();
        const bool known = drawn && ant_receiver_predict(receiver_.get(), update.entity, &before) >= 0;
        Expected<std::uint32_t> verdict = receiver_.receive(update, now);
        const bool taken = verdict && (*verdict == ANT_VERDICT_APPLIED || *verdict == ANT_VERDICT_INSERTED);
        if (taken && drawn && (update.flags & ANT_UPDATE_LEAVE) == 0) {
            correct(slot, update, known ? &before : nullptr);
        }
        return verdict;
    }
    /// What the host saw itself, for hosts whose own network brings states: numbered and dated here, so it must come in order.
    Expected<std::uint32_t> see(AntUpdate state, std::int64_t now) {
        const std::size_t slot = slot_of(state.entity);
        if (slot != NONE) {
            state.sequence = sequences_[slot];
            sequences_[slot] = (sequences_[slot] + 1) & 0xffffu;
        }
        return receive(state, now);
    }

    /// Everybody as drawn at `now` on the own clock. Allocates nothing.
    Status frame(std::int64_t now) {
        Status status = receiver_.advance(now);
        if (!status) {
            return status;
        }
        began_ = true;
        now_ = now;
        if (numbers_.empty()) {
            return status;
        }
        AntShowBatch show = defaults<AntShowBatch>();
        show.count = detail::count_of(numbers_.size());
        show.numbers = scalars(numbers_).raw;
        show.positions = vectors(predicted_positions_).raw;
        show.velocities = vectors(predicted_velocities_).raw;
        show.orientations = quaternions(predicted_rotations_).raw;
        show.sources = scalars(sources_).raw;
        show.radii = scalars(radii_).raw;
        show.status = scalars(shown_).raw;
        status = receiver_.show(show);
        if (!status) {
            return status;
        }
        for (std::size_t i = 0; i < entities_.size(); i++) {
            // Who cannot be shown gets an error of its own below, and its last state stays as it is.
            drawn_[i] = shown_[i] < 0 ? AntEntity{} : entities_[i];
        }
        AntDrawBatch draw = defaults<AntDrawBatch>();
        draw.count = show.count;
        draw.time = now;
        draw.entities = scalars(drawn_).raw;
        draw.predicted_positions = show.positions;
        draw.predicted_velocities = show.velocities;
        draw.predicted_orientations = show.orientations;
        draw.positions = vectors(positions_).raw;
        draw.velocities = vectors(velocities_).raw;
        draw.orientations = quaternions(rotations_).raw;
        draw.distances = scalars(distances_).raw;
        draw.flags = scalars(flags_).raw;
        draw.status = scalars(statuses_).raw;
        return smoother_.draw(draw);
    }

    std::size_t size() const { return numbers_.size(); }
    std::size_t slot_of(std::uint32_t number) const {
        const auto found = slots_.find(number);
        return found == slots_.end() ? NONE : found->second;
    }
    std::uint32_t number(std::size_t slot) const { return numbers_[slot]; }
    AntEntity entity(std::size_t slot) const { return entities_[slot]; }
    /// The last frame had something to draw: it was told of, and has not left.
    bool visible(std::size_t slot) const { return statuses_[slot] >= 0; }
    const Vector &position(std::size_t slot) const { return positions_[slot]; }
    const Vector &velocity(std::size_t slot) const { return velocities_[slot]; }
    const Rotation &rotation(std::size_t slot) const { return rotations_[slot]; }
    const Vector &predicted(std::size_t slot) const { return predicted_positions_[slot]; }
    /// Radius that holds the true position nine times out of ten; 0 when the model does not say.
    double radius(std::size_t slot) const { return radii_[slot]; }
    /// From what is drawn to the prediction.
    double distance(std::size_t slot) const { return distances_[slot]; }
    /// ANT_DRAWN_… of the last frame.
    std::uint32_t flags(std::size_t slot) const { return flags_[slot]; }
    /// ANT_SHOWN_… of the last frame.
    std::uint32_t source(std::size_t slot) const { return sources_[slot]; }
    span<const Vector> positions() const { return {positions_.data(), positions_.size()}; }
    span<const Rotation> rotations() const { return {rotations_.data(), rotations_.size()}; }

    Status rebase(const Vec3 &shift) {
        Status status = predictor_.rebase(shift);
        status = status ? receiver_.rebase(shift) : std::move(status);
        return status ? smoother_.rebase(shift) : std::move(status);
    }
    Predictor &predictor() { return predictor_; }
    Receiver &receiver() { return receiver_; }
    Smoother &smoother() { return smoother_; }
    const Predictor &predictor() const { return predictor_; }
    const Receiver &receiver() const { return receiver_; }
    const Smoother &smoother() const { return smoother_; }
    bool valid() const { return predictor_.valid(); }

private:
    // The prediction has changed in the middle of a frame: what is drawn converges to it from where it is.
    void correct(std::size_t slot, const AntUpdate &update, const AntShown *before) {
        const Expected<AntShown> after = receiver_.predict(update.entity);
        if (!after) {
            return;
        }
        AntSmoothCorrection correction = defaults<AntSmoothCorrection>();
        correction.time = now_;
        correction.flags = ANT_SMOOTH_HAS_PREDICTION;
        copy(correction.position, after->position);
        copy(correction.velocity, after->velocity);
        copy(correction.orientation, after->orientation);
        if (before != nullptr) {
            correction.flags |= ANT_SMOOTH_HAS_BEFORE;
            copy(correction.before_position, before->position);
            copy(correction.before_velocity, before->velocity);
            copy(correction.before_orientation, before->orientation);
        }
        if ((update.flags & (ANT_UPDATE_TELEPORT | ANT_UPDATE_ENTER)) != 0) {
            correction.flags |= ANT_SMOOTH_TELEPORTED;
        }
        (void)smoother_.correct(entities_[slot], correction);
    }
    template <std::size_t N>
    static void copy(double (&to)[N], const double (&from)[N]) {
        std::memcpy(to, from, sizeof(to));
    }
    void grow() {
        const std::size_t count = numbers_.size();
        positions_.resize(count), velocities_.resize(count), rotations_.resize(count);
        predicted_positions_.resize(count), predicted_velocities_.resize(count), predicted_rotations_.resize(count);
        drawn_.resize(count), sources_.resize(count), radii_.resize(count), distances_.resize(count), flags_.resize(count);
        shown_.resize(count, ANT_ERROR_NOT_FOUND);
        statuses_.resize(count, ANT_ERROR_NOT_FOUND);
    }

    Predictor predictor_;
    Receiver receiver_;
    Smoother smoother_;
    std::unordered_map<std::uint32_t, std::size_t> slots_;
    std::vector<std::uint32_t> numbers_, sequences_, flags_, sources_;
    std::vector<AntEntity> entities_, drawn_;
    std::vector<Vector> positions_, velocities_, predicted_positions_, predicted_velocities_;
    std::vector<Rotation> rotations_, predicted_rotations_;
    std::vector<double> radii_, distances_;
    std::vector<std::int32_t> shown_, statuses_;
    std::int64_t now_ = 0;
    bool began_ = false;
};

} // namespace antreckon

#endif // ANTRECKON_GHOSTS_HPP
