// The C++ layer: what animation reads of drawn players.
#include "antreckon.hpp"
#include "support/status.h"

#include <cmath>

namespace {

using antreckon::Vec3;
using antreckon::WalkSignals;

constexpr double FRAME = 1.0 / 60;

double length(const Vec3 &of) { return std::sqrt(of.x * of.x + of.y * of.y + of.z * of.z); }

void who_stands_has_neither_velocity_nor_acceleration() {
    WalkSignals signals;
    CHECK(length(signals.velocity()) == 0 && length(signals.acceleration()) == 0);
    signals.frame({600, 0, 0}, FRAME);
    signals.frame({2, 1, 0}, FRAME); // corrections of what is drawn
    CHECK(length(signals.velocity()) == 0 && length(signals.acceleration()) == 0);
    signals.frame({std::nan(""), 0, 0}, FRAME);
    CHECK(length(signals.velocity()) == 0 && length(signals.acceleration()) == 0);
}

void who_walks_evenly_keeps_pushing() {
    WalkSignals signals;
    for (int i = 0; i < 120; i++) {
        signals.frame({300, 400, 0}, FRAME);
        const Vec3 push = signals.acceleration();
        CHECK(signals.velocity().x == 300 && signals.velocity().y == 400);
        CHECK(length(push) > 100 && length(push) <= 2048);
        CHECK(std::fabs(push.x * 400 - push.y * 300) < 1e-6 * length(push) * 500); // the way it goes
    }
}

void starts_turns_and_brakes_are_felt() {
    WalkSignals signals;
    for (int i = 0; i < 30; i++) {
        signals.frame({10.0 * i, 0, 0}, FRAME); // 600 units per second^2
    }
    CHECK(signals.acceleration().x > 800 && signals.acceleration().x < 1300);
    for (int i = 0; i < 60; i++) {
        const double angle = 2.0 * FRAME * i;
        signals.frame({500 * std::cos(angle), 500 * std::sin(angle), 0}, FRAME);
    }
    // Turning left: the acceleration points left of the velocity.
    CHECK(signals.velocity().x * signals.acceleration().y - signals.velocity().y * signals.acceleration().x > 0);
    signals.stop();
    signals.frame({600, 0, 0}, FRAME);
    for (int i = 0; i < 12; i++) {
        signals.frame({600 - 40.0 * i, 0, 0}, FRAME);
    }
    CHECK(signals.acceleration().x < 0);
    signals.frame({100, 0, 0}, 0); // a frame without time
    CHECK(std::isfinite(signals.acceleration().x));
    signals.frame({-90000, 0, 0}, FRAME); // more than legs give
    signals.frame({90000, 0, 0}, FRAME);
    CHECK(length(signals.acceleration()) <= 2048.001);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(who_stands_has_neither_velocity_nor_acceleration);
    RUN_TEST(who_walks_evenly_keeps_pushing);
    RUN_TEST(starts_turns_and_brakes_are_felt);
    return ensure_end();
}
