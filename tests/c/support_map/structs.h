/* The rules of structs that may grow, for any struct: in and out. */
#ifndef ANTRECKON_TEST_STRUCTS_H
#define ANTRECKON_TEST_STRUCTS_H

#include "support_map/scene.h"

/* A call that reads (or fills) a struct which may be larger than its type. */
typedef AntStatus (*StructCall)(void *memory);

static inline void set_size(unsigned char *memory, uint32_t size) { memcpy(memory, &size, sizeof size); }

/* A struct that goes in: too small, without init, absurd, and larger than the library knows are refused. */
static inline int grows_in_from(const void *good, uint32_t first, uint32_t size, StructCall call) {
    static const uint32_t refused[] = {0, 1, 4, 65537, 0xffffffffu};
    unsigned char memory[2048];
    uint32_t i;
    int ok = 1;
    memset(memory, 0, sizeof memory);
    memcpy(memory, good, size);
    for (i = 0; i < LENGTH_OF(refused); i++) {
        set_size(memory, refused[i]);
        ok &= has_status(call(memory), ANT_ERROR_BAD_STRUCT);
    }
    set_size(memory, first - 1);
    ok &= has_status(call(memory), ANT_ERROR_BAD_STRUCT);
    set_size(memory, first);
    ok &= call(memory) >= 0;
    set_size(memory, size + 8);
    ok &= has_status(call(memory), ANT_ERROR_BAD_STRUCT);
    set_size(memory, size);
    ok &= call(memory) >= 0;
    return ok;
}

/* The same of a struct that is in its first version. */
static inline int grows_in(const void *good, uint32_t size, StructCall call) {
    return grows_in_from(good, size, size, call);
}

/* A struct that comes out: no byte beyond what the host has room for is written, none at all on an error. */
static inline int grows_out_from(uint32_t first, uint32_t size, StructCall call) {
    const uint32_t refused[] = {0, 4, 65537, first - 1, size + 1};
    unsigned char memory[2048], before[2048];
    uint32_t i;
    int ok = 1;
    memset(memory, 0xa5, sizeof memory);
    for (i = 0; i < LENGTH_OF(refused); i++) {
        set_size(memory, refused[i]);
        memcpy(before, memory, sizeof memory);
        ok &= has_status(call(memory), ANT_ERROR_BAD_STRUCT) && memcmp(memory, before, sizeof memory) == 0;
    }
    set_size(memory, size);
    memcpy(before, memory, sizeof memory);
    ok &= call(memory) >= 0 && memcmp(memory, before, 4) == 0;
    ok &= memcmp(memory + 4, before + 4, size - 4) != 0;
    ok &= memcmp(memory + size, before + size, sizeof memory - size) == 0;
    memset(memory, 0xa5, sizeof memory);
    set_size(memory, first);
    ok &= call(memory) >= 0;
    for (i = first; i < sizeof memory; i++) {
        ok &= memory[i] == 0xa5;
    }
    return ok;
}

/* The same of a struct that is in its first version. */
static inline int grows_out(uint32_t size, StructCall call) {
    return grows_out_from(size, size, call);
}

#endif
