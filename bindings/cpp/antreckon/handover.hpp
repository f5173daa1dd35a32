// What is drawn begins to come from somewhere else: the difference fades, so that nobody sees the change.
#ifndef ANTRECKON_HANDOVER_HPP
#define ANTRECKON_HANDOVER_HPP

#include "stream.hpp"

#include <cmath>

namespace antreckon {

/// Takes a drawn position from one source to another: prediction in the level, prediction on a moving base, the engine's own
/// animation. The difference at the change dies away as a critically damped spring does.
class Handover {
public:
    /// time: seconds after which a hundredth of the difference is left; farther: differences above this are jumps, host's units.
    explicit Handover(double time = 0.2, double farther = 250.0) : time_(time), farther_(farther) {}

    /// A new source says `now` where `before` was drawn.
    void begin(const Vec3 &before, const Vec3 &now) {
        const Vec3 gap{before.x - now.x, before.y - now.y, before.z - now.z};
        const double length = std::sqrt(gap.x * gap.x + gap.y * gap.y + gap.z * gap.z);
        gap_ = length <= farther_ ? gap : Vec3{};
        age_ = 0.0;
    }
    /// What to add to the source, `seconds` after the last call.
    Vec3 advance(double seconds) {
        age_ += seconds > 0.0 ? seconds : 0.0;
        // (1 + w t) e^(-w t) is 0.01 at w t = 6.638.
        const double phase = 6.638 * age_ / time_;
        const double share = phase > 40.0 ? 0.0 : (1.0 + phase) * std::exp(-phase);
        return {gap_.x * share, gap_.y * share, gap_.z * share};
    }
    void stop() { gap_ = {}; }

private:
    double time_, farther_;
    Vec3 gap_{};
    double age_ = 0.0;
};

} // namespace antreckon

#endif // ANTRECKON_HANDOVER_HPP
