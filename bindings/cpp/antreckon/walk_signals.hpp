// What animation reads of a player that is drawn: a velocity and an acceleration that tell standing from walking.
#ifndef ANTRECKON_WALK_SIGNALS_HPP
#define ANTRECKON_WALK_SIGNALS_HPP

#include "stream.hpp"

#include <cmath>

namespace antreckon {

/// Animation graphs begin to walk when speed and acceleration are not zero, lean by the acceleration, and stop when it is zero. A
/// character that is not simulated here has neither: from the drawn velocity both are made.
class WalkSignals {
public:
    /// still: slower than this is standing, units per second; acceleration: what legs give at most, units per second^2.
    explicit WalkSignals(double still = 3.0, double acceleration = 2048.0) : still_(still), most_(acceleration) {}

    /// A frame of `seconds` drew this velocity.
    void frame(const Vec3 &drawn, double seconds) {
        const double speed = length(drawn);
        if (!(speed > still_)) {
            velocity_ = {};
            acceleration_ = {};
            return;
        }
        const bool was_still = length(velocity_) == 0.0;
        const Vec3 change{drawn.x - velocity_.x, drawn.y - velocity_.y, drawn.z - velocity_.z};
        velocity_ = drawn;
        // Who walks evenly pushes the way he goes: graphs take an acceleration of zero for the wish to stop.
        const double push = LEAST_PUSH * most_ / speed;
        Vec3 now{drawn.x * push, drawn.y * push, drawn.z * push};
        if (!was_still && seconds > 0.0) {
            now = {now.x + change.x / seconds, now.y + change.y / seconds, now.z + change.z / seconds};
        }
        const double share = was_still ? 1.0 : 1.0 - std::exp(-(seconds > 0.0 ? seconds : 0.0) / SMOOTHING);
        acceleration_ = {acceleration_.x + (now.x - acceleration_.x) * share, acceleration_.y + (now.y - acceleration_.y) * share,
                         acceleration_.z + (now.z - acceleration_.z) * share};
        const double size = length(acceleration_);
        if (size > most_) {
            const double fit = most_ / size;
            acceleration_ = {acceleration_.x * fit, acceleration_.y * fit, acceleration_.z * fit};
        }
    }
    void stop() { velocity_ = acceleration_ = {}; }
    /// Exactly zero while it stands.
    const Vec3 &velocity() const { return velocity_; }
    /// Not zero while it walks evenly or speeds up, never more than legs give.
    const Vec3 &acceleration() const { return acceleration_; }

private:
    /// Of the most that legs give: enough for any graph's threshold, too little to look like a start.
    static constexpr double LEAST_PUSH = 0.25;
    /// Seconds over which corrections of what is drawn are evened out.
    static constexpr double SMOOTHING = 0.1;

    static double length(const Vec3 &of) { return std::sqrt(of.x * of.x + of.y * of.y + of.z * of.z); }

    double still_, most_;
    Vec3 velocity_{}, acceleration_{};
};

} // namespace antreckon

#endif // ANTRECKON_WALK_SIGNALS_HPP
