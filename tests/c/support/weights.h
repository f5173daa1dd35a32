/* Files of weights for the learned kinematic model, made here: what tests say of them holds whatever weights are built in. */
#ifndef ANTRECKON_TEST_WEIGHTS_H
#define ANTRECKON_TEST_WEIGHTS_H

#include <stdint.h>
#include <string.h>

/* Inputs that are equal and that change their sign in a mirrored world, neurons per hidden layer, and outputs. */
#define WEIGHTS_EVEN 89
#define WEIGHTS_ODD 43
#define WEIGHTS_HIDDEN 16
#define WEIGHTS_OUTPUTS 16
#define WEIGHTS_INPUTS (WEIGHTS_EVEN + WEIGHTS_ODD)
#define WEIGHTS_VALUES ((WEIGHTS_INPUTS + 1 + WEIGHTS_HIDDEN + 1) * WEIGHTS_HIDDEN + (WEIGHTS_HIDDEN + 1) * WEIGHTS_OUTPUTS)
#define WEIGHTS_HEADER 24
#define WEIGHTS_SIZE (WEIGHTS_HEADER + 4 * 4 + 2 * 4 * WEIGHTS_INPUTS + 2 * WEIGHTS_VALUES)

static inline void weights_put(unsigned char *at, uint64_t value, int bytes) {
    int i;
    for (i = 0; i < bytes; i++) {
        at[i] = (unsigned char)(value >> 8 * i);
    }
}

static inline uint64_t weights_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return hash << 29 | hash >> 35;
}

/* The library's hash of a byte string, which guards its files. */
static inline uint64_t weights_checksum(const unsigned char *bytes, uint64_t count) {
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15), at, i;
    for (at = 0; at <= count; at += 8) {
        /* The last word is filled up with zeros, or all zero. */
        uint64_t word = 0;
        for (i = 0; i < 8 && at + i < count; i++) {
            word |= (uint64_t)bytes[at + i] << 8 * i;
        }
        hash = weights_mix(hash, word);
    }
    hash = weights_mix(hash, count) ^ (at + 8);
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 33;
}

/* Fills in a file of arbitrary weights between 1/64 and 1/4 of both signs. Other seeds give other weights. */
static inline void weights_file(uint64_t seed, unsigned char file[WEIGHTS_SIZE]) {
    unsigned char *at = file + WEIGHTS_HEADER;
    uint32_t i;
    weights_put(at, WEIGHTS_EVEN, 4);
    weights_put(at + 4, WEIGHTS_ODD, 4);
    weights_put(at + 8, WEIGHTS_HIDDEN, 4);
    weights_put(at + 12, WEIGHTS_HIDDEN, 4);
    at += 16;
    for (i = 0; i < 2 * WEIGHTS_INPUTS; i++, at += 4) {
        /* Means 0, then deviations 1. */
        weights_put(at, i < WEIGHTS_INPUTS ? 0 : 0x3f800000u, 4);
    }
    for (i = 0; i < WEIGHTS_VALUES; i++, at += 2) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        /* Half precision: sign, one of four exponents, ten bits. */
        weights_put(at, (seed >> 63) << 15 | (9 + (seed >> 61 & 3)) << 10 | (seed >> 40 & 1023), 2);
    }
    memcpy(file, "ANTW", 4);
    weights_put(file + 4, 2, 4);
    weights_put(file + 8, WEIGHTS_SIZE - WEIGHTS_HEADER, 8);
    weights_put(file + 16, weights_checksum(file + WEIGHTS_HEADER, WEIGHTS_SIZE - WEIGHTS_HEADER), 8);
}

#endif
