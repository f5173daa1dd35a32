/* The rules of structs that may grow, for any struct: in and out. */
#ifndef ANTRECKON_TEST_STRUCTS_H
#define ANTRECKON_TEST_STRUCTS_H

#include "support_map/scene.h"

/* A call that reads (or fills) a struct which may be larger than its type. */
typedef AntStatus (*StructCall)(void *memory);

static inline void set_size(unsigned char *memory, uint32_t size) { memcpy(memory, &size, sizeof size); }

/* A struct that goes in: too small, without init, and absurd sizes are refused; a newer one is accepted while its tail is zero. */
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
    memory[size + 7] = 1;
    ok &= has_status(call(memory), ANT_ERROR_UNSUPPORTED);
    memory[size + 7] = 0;
    ok &= call(memory) >= 0;
    set_size(memory, size);
    ok &= call(memory) >= 0;
    return ok;
}

/* The same of a struct that is in its first version. */
static inline int grows_in(const void *good, uint32_t size, StructCall call) {
    return grows_in_from(good, size, size, call);
}

/* A struct that comes out: no byte beyond what both sides know is written, none at all on an error. */
static inline int grows_out_from(uint32_t first, uint32_t size, StructCall call) {
    static const uint32_t refused[] = {0, 4, 65537};
    unsigned char memory[2048], before[2048];
    uint32_t i;
    int ok = 1;
    memset(memory, 0xa5, sizeof memory);
    for (i = 0; i <= LENGTH_OF(refused); i++) {
        set_size(memory, i < LENGTH_OF(refused) ? refused[i] : first - 1);
        memcpy(before, memory, sizeof memory);
        ok &= has_status(call(memory), ANT_ERROR_BAD_STRUCT) && memcmp(memory, before, sizeof memory) == 0;
    }
    set_size(memory, size + 16);
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

/* An init function: null, too small, exact, and newer (then what is beyond becomes zero). */
#define CHECK_INIT(function, Type, argument)                                      \
    do {                                                                          \
        unsigned char memory[sizeof(Type) + 16];                                  \
        Type value;                                                               \
        memset(memory, 0xa5, sizeof memory);                                      \
        REFUSED(NULL_POINTER, argument, function, (NULL, sizeof(Type)));          \
        REFUSED(BAD_STRUCT, "struct_size", function, ((Type *)memory, 0));        \
        REFUSED(BAD_STRUCT, "struct_size", function, ((Type *)memory, sizeof(Type) - 1)); \
        CHECK(memory[0] == 0xa5 && memory[sizeof memory - 1] == 0xa5);            \
        CHECK(function((Type *)memory, sizeof(Type)) == ANT_OK && memory[sizeof(Type)] == 0xa5); \
        CHECK(function((Type *)memory, sizeof(Type) + 8) == ANT_OK);              \
        CHECK(memory[sizeof(Type)] == 0 && memory[sizeof(Type) + 7] == 0 && memory[sizeof(Type) + 8] == 0xa5); \
        memcpy(&value, memory, sizeof value);                                     \
        CHECK(value.struct_size == sizeof(Type) + 8);                             \
    } while (0)

#endif
