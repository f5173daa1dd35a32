/* Checks of a call's status and of the text that goes with it. */
#ifndef ANTRECKON_TEST_STATUS_H
#define ANTRECKON_TEST_STATUS_H

#include "antreckon.h"
#include "ensure.h"
#include "support/short.h"

static inline const char *last_error_text(void) {
    static char text[1024];
    text[0] = 0;
    (void)ant_last_error(text, (uint32_t)sizeof text, NULL);
    return text;
}

static inline int status_is(AntStatus status, AntStatus expected) {
    if (status != expected) {
        printf("got %s, not %s; last error: %s\n", ant_status_name(status), ant_status_name(expected),
               last_error_text());
    }
    return status == expected;
}

/* Whether a call failed like this and the last error names the function and the argument. */
static inline int fails_with(AntStatus status, AntStatus expected, const char *function, const char *argument) {
    const char *text = last_error_text();
    int named = strstr(text, real_name(function)) != NULL && strstr(text, argument) != NULL;
    if (status == expected && !named) {
        printf("the last error must name %s and %s: %s\n", function, argument, text);
    }
    return status_is(status, expected) && named;
}

#define GIVES(expected, call) CHECK(status_is((call), (expected)))
#define FAILS(expected, function, argument, call) CHECK(fails_with((call), (expected), (function), (argument)))
/* As GIVES, for what the rest of a test needs. */
#define NEEDS(expected, call) ENSURE(status_is((call), (expected)))

static inline uint64_t bytes_in_use(void) {
    uint64_t bytes = UINT64_MAX;
    (void)ant_bytes_in_use(&bytes);
    return bytes;
}

static inline uint64_t world_hash(AntWorld world) {
    uint64_t hash = 0;
    CHECK(ant_state_hash(world.id, &hash) == ANT_OK);
    return hash;
}

#endif
