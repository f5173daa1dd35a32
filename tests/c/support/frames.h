/* The engines' frames, converted by hand from the table in the header: independent of the library. */
#ifndef ANTRECKON_TEST_FRAMES_H
#define ANTRECKON_TEST_FRAMES_H

#include "antreckon.h"

static const uint32_t ENGINE_FRAMES[4] = {ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP};

static inline double units_per_metre(uint32_t frame) { return frame == ANT_FRAME_UNREAL ? 100.0 : 1.0; }

static inline void set_vector(double out[3], double x, double y, double z) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static inline void to_host(uint32_t frame, double x, double y, double z, double out[3]) {
    switch (frame) {
    case ANT_FRAME_UNITY: set_vector(out, x, y, -z); break;
    case ANT_FRAME_UNREAL: set_vector(out, -z * 100.0, x * 100.0, y * 100.0); break;
    case ANT_FRAME_Z_UP: set_vector(out, x, -z, y); break;
    default: set_vector(out, x, y, z); break;
    }
}

static inline void to_canonical(uint32_t frame, const double host[3], double out[3]) {
    switch (frame) {
    case ANT_FRAME_UNITY: set_vector(out, host[0], host[1], -host[2]); break;
    case ANT_FRAME_UNREAL: set_vector(out, host[1] / 100.0, host[2] / 100.0, -host[0] / 100.0); break;
    case ANT_FRAME_Z_UP: set_vector(out, host[0], host[2], -host[1]); break;
    default: set_vector(out, host[0], host[1], host[2]); break;
    }
}

static inline double distance_between(const double a[3], const double x, const double y, const double z) {
    double dx = a[0] - x, dy = a[1] - y, dz = a[2] - z;
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    dz = dz < 0 ? -dz : dz;
    return dx > dy ? (dx > dz ? dx : dz) : (dy > dz ? dy : dz);
}

/* Whether a point of the host is this canonical point to `tolerance` metres along each axis. */
static inline int is_at(uint32_t frame, const double host[3], double x, double y, double z, double tolerance) {
    double p[3];
    to_canonical(frame, host, p);
    return distance_between(p, x, y, z) <= tolerance;
}

#endif
