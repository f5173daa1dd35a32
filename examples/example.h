/* What the examples share: a call that must work, a level of squares, a stream over an array. */
#ifndef ANTRECKON_EXAMPLE_H
#define ANTRECKON_EXAMPLE_H

#include "antreckon.h"
#include <stdio.h>
#include <stdlib.h>

#define MS INT64_C(1000000)

/* Ends the program with the library's own words when a call fails. */
#define MUST(call) must((call), #call)
static inline AntStatus must(AntStatus status, const char *call) {
    if (status < 0) {
        char text[512] = "";
        (void)ant_last_error(text, sizeof text, NULL);
        fprintf(stderr, "%s: %s\n", call, text);
        exit(EXIT_FAILURE);
    }
    return status;
}

/* An array as it lies in memory. */
static inline AntStream stream_of(void *data, uint64_t byte_len, uint32_t format) {
    AntStream stream = {0};
    stream.data = data;
    stream.byte_len = byte_len;
    stream.format = format;
    return stream;
}

/* Squares of 1 m; blocked: [opt] width * depth bytes, not 0 = wall. */
static inline AntWorld grid_level(uint32_t width, uint32_t depth, uint8_t *blocked) {
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world = {0};
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    grid.width = width;
    grid.depth = depth;
    if (blocked != NULL) grid.blocked = stream_of(blocked, (uint64_t)width * depth, ANT_U8);
    MUST(ant_world_create_grid(&desc, &grid, &world));
    return world;
}

/* The gate that every program passes first. */
static inline void check_library(void) { MUST(ant_check_version(ANT_VERSION, ANT_ABI_VERSION)); }

#endif
