// Game time from a machine's real time: hitches count in full, pauses and slow motion as the game says.
#ifndef ANTRECKON_GAME_CLOCK_HPP
#define ANTRECKON_GAME_CLOCK_HPP

#include <cmath>
#include <cstdint>

namespace antreckon {

/// The time that ghosts and outboxes are asked with. Engines clamp the time of a long frame (Unreal to 0.4 s), so that their game time
/// falls behind those of all other machines for good: updates then seem to come from the future. This one follows a monotonic clock.
class GameClock {
public:
    /// A frame begins. real: what a monotonic clock of this machine shows, seconds; rate: how fast game time runs from here on, 1 = as
    /// the real one, 0 = paused. A real time that goes back adds nothing.
    void frame(double real, double rate) {
        elapsed_ = now(real);
        if (!begun_ || real > real_) {
            real_ = real;
        }
        rate_ = rate > 0.0 && rate <= FASTEST ? rate : 0.0;
        begun_ = true;
    }
    /// From here on another real clock is meant, which shows this now: game time goes on from where it is.
    void restart(double real) {
        real_ = real;
        begun_ = true;
    }
    /// Nanoseconds of game time when the real clock shows this: packets may come before a frame has begun, after a hitch for instance.
    std::int64_t now(double real) const {
        const double since = begun_ ? (real - real_) * rate_ : 0.0;
        return since > 0.0 && since < LONGEST ? elapsed_ + static_cast<std::int64_t>(std::llround(since * 1e9)) : elapsed_;
    }

private:
    /// Above it a rate is a mistake.
    static constexpr double FASTEST = 1000.0;
    /// A year: beyond it a clock is broken.
    static constexpr double LONGEST = 3.2e7;
    double real_ = 0.0, rate_ = 0.0;
    std::int64_t elapsed_ = 0;
    bool begun_ = false;
};

} // namespace antreckon

#endif // ANTRECKON_GAME_CLOCK_HPP
