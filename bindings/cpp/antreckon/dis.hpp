// Dead reckoning of DIS.
#ifndef ANTRECKON_DIS_HPP
#define ANTRECKON_DIS_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstdint>

namespace antreckon {

/// The DIS algorithms as plain functions, in the axes of DIS: body x forward, y right, z down; no frame of a host is applied.
namespace dis {

/// Radians: psi about z, then theta about the new y, then phi about the newest x.
struct EulerAngles {
    double psi = 0.0, theta = 0.0, phi = 0.0;
    const double *data() const { return &psi; }
    double *data() { return &psi; }
};
static_assert(sizeof(EulerAngles) == 3 * sizeof(double), "EulerAngles has no padding");

/// The state some seconds later. algorithm: ANT_DIS_STATIC ... ANT_DIS_FVB.
inline Expected<AntDisState> extrapolate(std::uint32_t algorithm, const AntDisState &state, double seconds,
                                         std::uint32_t convention = ANT_BODY_ACCELERATION_DERIVATIVE) {
    return detail::fill<AntDisState>(
        [&](AntDisState *out) { return ant_dis_extrapolate(algorithm, convention, &state, seconds, out); });
}
inline Expected<Quaternion> to_quaternion(const EulerAngles &angles) {
    return detail::ask<Quaternion>(
        [&](Quaternion *out) { return ant_dis_euler_to_quaternion(angles.data(), out->data()); });
}
inline Expected<EulerAngles> to_euler(const Quaternion &rotation) {
    return detail::ask<EulerAngles>(
        [&](EulerAngles *out) { return ant_dis_quaternion_to_euler(rotation.data(), out->data()); });
}
/// Whether the two differ by a rotation of more than `threshold` radians.
inline Expected<bool> orientation_differs(const Quaternion &actual, const Quaternion &reckoned, double threshold) {
    std::uint32_t differs = 0;
    const AntStatus code = ant_dis_orientation_differs(actual.data(), reckoned.data(), threshold, &differs);
    return detail::expect(code, differs != 0);
}
/// Seconds from one DIS time stamp to a later one.
inline double seconds_between(std::uint32_t earlier, std::uint32_t later) {
    return ant_dis_seconds_between(earlier, later);
}

} // namespace dis

} // namespace antreckon

#endif // ANTRECKON_DIS_HPP
