/* Places for every output, filled with a pattern, so that a write where none is allowed is seen. */
#ifndef ANTRECKON_TEST_OUTPUTS_H
#define ANTRECKON_TEST_OUTPUTS_H

#include "support_map/scene.h"

typedef struct Outputs {
    AntMapStats stats;
    AntStepReport report;
    AntForce force;
    AntPrediction prediction;
    AntExplanation explanation;
    AntTrailReading readings[ANT_TRAIL_HORIZONS];
    AntEntity entities[2];
    AntPheromoneMap map;
    AntPredictor predictor;
    uint64_t words[4];
    int64_t time;
    double vectors[4][3];
    double scalars[4];
    float floats[4];
    uint32_t numbers[4];
    int8_t status[4];
    unsigned char bytes[64];
} Outputs;

static Outputs outputs;

static inline Outputs fresh_outputs(void) {
    Outputs fresh;
    memset(&fresh, 0xa5, sizeof fresh);
    fresh.stats.struct_size = sizeof fresh.stats;
    fresh.report.struct_size = sizeof fresh.report;
    fresh.force.struct_size = sizeof fresh.force;
    fresh.prediction.struct_size = sizeof fresh.prediction;
    fresh.explanation.struct_size = sizeof fresh.explanation;
    return fresh;
}

static inline int outputs_are_untouched(void) {
    Outputs fresh = fresh_outputs();
    return memcmp(&fresh, &outputs, sizeof fresh) == 0;
}

/* Handles that must be refused where a handle of kind `own` is wanted: null, destroyed, of another kind, invented, all ones,
 * and the good one with a bit changed. */
#define BAD_HANDLES 8
static inline void bad_handles(uint64_t good, uint64_t destroyed, uint64_t other_kind, uint64_t bad[BAD_HANDLES]) {
    bad[0] = 0;
    bad[1] = destroyed;
    bad[2] = other_kind;
    bad[3] = UINT64_C(0x123456789abcdef0);
    bad[4] = ~UINT64_C(0);
    bad[5] = good ^ 1;
    bad[6] = good ^ (UINT64_C(1) << 25);
    bad[7] = good ^ (UINT64_C(1) << 63);
}

/* Functions that serve every kind: a handle of another kind is a good one. test_life.c has them. */
static inline int takes_any_handle(const char *name) {
    static const char *const names[] = {"ant_destroy",  "ant_is_valid", "ant_bytes", "ant_state_hash",
                                        "ant_snapshot", "ant_restore",  "ant_rebase"};
    unsigned i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

#endif
