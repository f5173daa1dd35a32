/* What the library writes to its log, which tests poll. */
#ifndef ANTRECKON_TEST_LOG_H
#define ANTRECKON_TEST_LOG_H

#include "antreckon.h"
#include "ensure.h"

static inline void forget_log(void) {
    AntLogLevel level;
    char text[401];
    while (ant_log_poll(&level, text, sizeof text) == ANT_OK) {
    }
}

/* Whether exactly one warning was written since the log was last looked at, and it contains both texts. */
static inline int warned_once(const char *what, const char *meant) {
    AntLogLevel level;
    char text[401];
    int count = 0, right = 0;
    while (ant_log_poll(&level, text, sizeof text) == ANT_OK) {
        if (level == ANT_LOG_WARNING) {
            count++;
            right += strstr(text, what) != NULL && strstr(text, meant) != NULL;
            if (count > 1 || !right) {
                printf("    warning: %s\n", text);
            }
        }
    }
    if (count != 1 || right != 1) {
        printf("    %d warnings, %d of them with `%s` and `%s`\n", count, right, what, meant);
    }
    return count == 1 && right == 1;
}

static inline int nothing_was_said(void) {
    AntLogLevel level;
    char text[401];
    int count = 0;
    while (ant_log_poll(&level, text, sizeof text) == ANT_OK) {
        printf("    said: %s\n", text);
        count++;
    }
    return count == 0;
}

#endif
