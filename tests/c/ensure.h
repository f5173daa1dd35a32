/* The whole test framework of the C tests: legal C99 and C++17, no dependencies.
 *
 *   static void a_world_needs_cells(void) { ENSURE(ant_world_create(NULL, NULL) < 0); }
 *   int main(int argc, char **argv) {
 *       ensure_begin(argc, argv);            // an argument runs only the tests whose name contains it
 *       RUN_TEST(a_world_needs_cells);
 *       return ensure_end();                 // prints "N passed, M failed"
 *   }
 *
 * A failed ENSURE prints where, ends its test function and lets the others go on. */
#ifndef ANTRECKON_TEST_ENSURE_H
#define ANTRECKON_TEST_ENSURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ensure_passed_tests = 0;
static int ensure_failed_tests = 0;
static int ensure_failures_of_this_test = 0;
static const char *ensure_filter = NULL;

static inline void ensure_begin(int argc, char **argv) { ensure_filter = argc > 1 ? argv[1] : NULL; }

static inline void ensure_fail(const char *file, int line, const char *what) {
    ensure_failures_of_this_test++;
    printf("%s:%d: not true: %s\n", file, line, what);
    fflush(stdout);
}

/* In a function that returns nothing: ends it when `condition` does not hold. */
#define ENSURE(condition)                              \
    do {                                               \
        if (!(condition)) {                            \
            ensure_fail(__FILE__, __LINE__, #condition); \
            return;                                    \
        }                                              \
    } while (0)

/* Anywhere: counts a failure and goes on. */
#define CHECK(condition)                               \
    do {                                               \
        if (!(condition)) {                            \
            ensure_fail(__FILE__, __LINE__, #condition); \
        }                                              \
    } while (0)

static inline void ensure_run(const char *name, void (*test)(void)) {
    if (ensure_filter != NULL && strstr(name, ensure_filter) == NULL) {
        return;
    }
    ensure_failures_of_this_test = 0;
    test();
    if (ensure_failures_of_this_test == 0) {
        ensure_passed_tests++;
    } else {
        ensure_failed_tests++;
        printf("FAILED %s\n", name);
    }
    fflush(stdout);
}

#define RUN_TEST(test) ensure_run(#test, test)

/* Slow checkers (valgrind) set ANTRECKON_TEST_QUICK: then fewer rounds are enough. */
static inline int ensure_rounds(int all, int quick) { return getenv("ANTRECKON_TEST_QUICK") != NULL ? quick : all; }

static inline int ensure_end(void) {
    printf("%d passed, %d failed\n", ensure_passed_tests, ensure_failed_tests);
    return ensure_failed_tests == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
