/* Version, status names, last error, time, log. */
#include "support/status.h"
#include "support/testing.h"

#include <math.h>

static void header_and_library_are_of_one_version(void) {
    char text[32];
    sprintf(text, "%d.%d.%d", ANT_VERSION_MAJOR, ANT_VERSION_MINOR, ANT_VERSION_PATCH);
    CHECK(ant_version() == ANT_VERSION);
    CHECK(ant_abi_version() == ANT_ABI_VERSION);
    CHECK(strcmp(ant_version_string(), text) == 0);
    GIVES(ANT_OK, ant_check_version(ANT_VERSION, ANT_ABI_VERSION));
}

static uint32_t version(uint32_t major, uint32_t minor, uint32_t patch) { return major << 24 | minor << 16 | patch; }

static void programs_of_another_version_are_told_so(void) {
    const uint32_t major = ANT_VERSION_MAJOR, minor = ANT_VERSION_MINOR, patch = ANT_VERSION_PATCH;
    char newer[32];
    sprintf(newer, "%d.%d.%d", ANT_VERSION_MAJOR, ANT_VERSION_MINOR + 1, ANT_VERSION_PATCH);
    GIVES(ANT_OK, ant_check_version(version(major, minor, patch + 1), ANT_ABI_VERSION));
    GIVES(ANT_OK, ant_check_version(version(major, minor - 1, patch + 7), ANT_ABI_VERSION));
    FAILS(ANT_ERROR_VERSION, "ant_check_version", ant_version_string(),
          ant_check_version(version(major, minor + 1, patch), ANT_ABI_VERSION));
    CHECK(strstr(last_error_text(), newer) != NULL);
    GIVES(ANT_ERROR_VERSION, ant_check_version(version(major + 1, minor, patch), ANT_ABI_VERSION));
    GIVES(ANT_ERROR_VERSION, ant_check_version(ANT_VERSION, ANT_ABI_VERSION + 1));
    GIVES(ANT_ERROR_VERSION, ant_check_version(ANT_VERSION, 0));
}

static void every_status_has_its_name(void) {
#define NAMED(status) CHECK(strcmp(ant_status_name(status), #status) == 0)
    NAMED(ANT_OK);
    NAMED(ANT_PARTIAL);
    NAMED(ANT_TRUNCATED);
    NAMED(ANT_IN_THE_PAST);
    NAMED(ANT_LATE);
    NAMED(ANT_UNREACHABLE);
    NAMED(ANT_STOPPED);
    NAMED(ANT_EMPTY);
    NAMED(ANT_STEPS_OWED);
    NAMED(ANT_DENORMALS_FLUSHED);
    NAMED(ANT_BUDGET_REACHED);
    NAMED(ANT_REFUSED);
    NAMED(ANT_ERROR_INVALID_ARGUMENT);
    NAMED(ANT_ERROR_INVALID_HANDLE);
    NAMED(ANT_ERROR_NULL_POINTER);
    NAMED(ANT_ERROR_NOT_FINITE);
    NAMED(ANT_ERROR_OUT_OF_RANGE);
    NAMED(ANT_ERROR_BAD_STRUCT);
    NAMED(ANT_ERROR_UNSUPPORTED);
    NAMED(ANT_ERROR_BUFFER_TOO_SMALL);
    NAMED(ANT_ERROR_BUSY);
    NAMED(ANT_ERROR_BUDGET);
    NAMED(ANT_ERROR_NOT_FOUND);
    NAMED(ANT_ERROR_BAD_MESH);
    NAMED(ANT_ERROR_CORRUPT);
    NAMED(ANT_ERROR_STATE);
    NAMED(ANT_ERROR_INTERNAL);
    NAMED(ANT_ERROR_POISONED);
    NAMED(ANT_ERROR_VERSION);
    NAMED(ANT_ERROR_OVERLAP);
    NAMED(ANT_ERROR_MISMATCH);
#undef NAMED
    CHECK(strcmp(ant_status_name(12), "ANT_UNKNOWN_STATUS") == 0);
    CHECK(strcmp(ant_status_name(-20), "ANT_UNKNOWN_STATUS") == 0);
    CHECK(strcmp(ant_status_name(INT32_MIN), "ANT_UNKNOWN_STATUS") == 0);
    CHECK(strcmp(ant_status_name(INT32_MAX), "ANT_UNKNOWN_STATUS") == 0);
}

static void the_last_error_is_asked_for_in_two_calls(void) {
    int64_t time = 0;
    uint32_t needed = 0, again = 0;
    char text[1024], cut[8];
    NEEDS(ANT_ERROR_OUT_OF_RANGE, ant_time_from_ticks(1, 0, &time));
    GIVES(ANT_OK, ant_last_error(NULL, 0, &needed));
    ENSURE(needed > sizeof cut && needed <= sizeof text);
    memset(text, '~', sizeof text);
    GIVES(ANT_OK, ant_last_error(text, needed, &again));
    CHECK(again == needed && strlen(text) + 1 == needed && text[needed] == '~');
    CHECK(strstr(text, "ant_time_from_ticks") && strstr(text, "ticks_per_second") && strstr(text, "1000000"));
    memset(cut, '~', sizeof cut);
    GIVES(ANT_TRUNCATED, ant_last_error(cut, 5, &again));
    CHECK(again == needed && memcmp(cut, text, 4) == 0 && cut[4] == 0 && cut[5] == '~');
    GIVES(ANT_TRUNCATED, ant_last_error(cut, 1, NULL));
    CHECK(cut[0] == 0);
    GIVES(ANT_TRUNCATED, ant_last_error(text, needed - 1, NULL));
    GIVES(ANT_OK, ant_last_error(NULL, 0, NULL));
}

static void a_success_or_a_bad_question_does_not_clear_the_last_error(void) {
    int64_t time = 0;
    uint32_t needed = 77;
    NEEDS(ANT_ERROR_OUT_OF_RANGE, ant_time_from_ticks(1, 0, &time));
    NEEDS(ANT_OK, ant_time_from_ticks(1, 1, &time));
    GIVES(ANT_ERROR_NULL_POINTER, ant_last_error(NULL, 8, &needed));
    CHECK(needed == 77);
    CHECK(strstr(last_error_text(), "ticks_per_second") != NULL);
}

static void seconds_become_nanoseconds(void) {
    int64_t time = 5;
    GIVES(ANT_OK, ant_time_from_seconds(0.25, &time));
    CHECK(time == 250000000);
    GIVES(ANT_OK, ant_time_from_seconds(-1.5e-9, &time));
    CHECK(time == -2 || time == -1);
    GIVES(ANT_OK, ant_time_from_seconds(0.6e-9, &time));
    CHECK(time == 1);
}

static void impossible_seconds_are_refused(void) {
    const double not_finite[3] = {NAN, INFINITY, -INFINITY}, too_far[4] = {9.3e9, -9.3e9, 1e300, -1e300};
    int64_t time = 5;
    int i;
    for (i = 0; i < 3; i++) {
        FAILS(ANT_ERROR_NOT_FINITE, "ant_time_from_seconds", "`seconds`",
              ant_time_from_seconds(not_finite[i], &time));
    }
    for (i = 0; i < 4; i++) {
        FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_seconds", "`seconds`", ant_time_from_seconds(too_far[i], &time));
    }
    FAILS(ANT_ERROR_NULL_POINTER, "ant_time_from_seconds", "`out_time`", ant_time_from_seconds(1.0, NULL));
    CHECK(time == 5);
}

/* The header allows less than 9.2e9 seconds either way. */
static void seconds_end_where_the_header_says(void) {
    int64_t time = 5;
    GIVES(ANT_ERROR_OUT_OF_RANGE, ant_time_from_seconds(9.21e9, &time));
    GIVES(ANT_ERROR_OUT_OF_RANGE, ant_time_from_seconds(-9.21e9, &time));
    CHECK(time == 5);
}

static void ticks_become_nanoseconds_without_drift(void) {
    int64_t time = 5;
    GIVES(ANT_OK, ant_time_from_ticks(1, 60, &time));
    CHECK(time == 16666666);
    GIVES(ANT_OK, ant_time_from_ticks(-1, 60, &time));
    CHECK(time == -16666667);
    GIVES(ANT_OK, ant_time_from_ticks((int64_t)144 * 86400 * 365, 144, &time));
    CHECK(time == (int64_t)86400 * 365 * 1000000000);
    GIVES(ANT_OK, ant_time_from_ticks(INT64_MAX / 1000, 1000000, &time));
    CHECK(time == INT64_MAX / 1000 * 1000);
}

static void impossible_ticks_are_refused(void) {
    int64_t time = 5;
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_ticks", "`ticks_per_second`", ant_time_from_ticks(1, 0, &time));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_ticks", "`ticks_per_second`", ant_time_from_ticks(1, 1000001, &time));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_ticks", "`ticks_per_second`",
          ant_time_from_ticks(1, UINT32_MAX, &time));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_ticks", "`tick`", ant_time_from_ticks(INT64_MAX, 1, &time));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_time_from_ticks", "`tick`", ant_time_from_ticks(INT64_MIN, 999999, &time));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_time_from_ticks", "`out_time`", ant_time_from_ticks(1, 60, NULL));
    CHECK(time == 5);
}

typedef struct Seen {
    int calls;
    uint32_t level;
    char text[512];
    AntStatus removal_from_inside;
    AntStatus another_call;
} Seen;

static void collect(uint32_t level, const char *text, uint32_t length, void *user) {
    Seen *seen = (Seen *)user;
    int64_t time = 0;
    seen->calls++;
    seen->level = level;
    CHECK(strlen(text) == length && length < sizeof seen->text);
    memcpy(seen->text, text, (size_t)length + 1);
    seen->removal_from_inside = ant_set_log_callback(NULL, NULL);
    seen->another_call = ant_time_from_ticks(60, 60, &time);
}

/* An internal error, which is logged. */
static void make_a_message(void) {
    AntNeedModel model;
    NEEDS(ANT_OK, ant_need_model_create(4, &model));
    NEEDS(ANT_ERROR_INTERNAL, ant_testing_panic(model.id, 1));
    NEEDS(ANT_OK, ant_destroy(model.id));
}

static void forget_messages(void) {
    uint32_t level;
    char text[401];
    while (ant_log_poll(&level, text, (uint32_t)sizeof text) == ANT_OK) {
    }
}

static void messages_go_to_the_callback_until_it_is_removed(void) {
    Seen seen, other;
    uint32_t level = 9;
    char text[401] = "~";
    forget_messages();
    memset(&seen, 0, sizeof seen);
    memset(&other, 0, sizeof other);
    GIVES(ANT_OK, ant_set_log_callback(collect, &seen));
    make_a_message();
    CHECK(seen.calls == 1 && seen.level == ANT_LOG_ERROR);
    CHECK(strstr(seen.text, "ant_testing_panic") != NULL);
    CHECK(seen.removal_from_inside == ANT_ERROR_BUSY && seen.another_call == ANT_OK);
    GIVES(ANT_EMPTY, ant_log_poll(&level, text, (uint32_t)sizeof text));
    CHECK(level == 9 && text[0] == '~');
    GIVES(ANT_OK, ant_set_log_callback(collect, &other));
    make_a_message();
    CHECK(seen.calls == 1 && other.calls == 1);
    GIVES(ANT_OK, ant_set_log_callback(NULL, NULL));
    make_a_message();
    CHECK(seen.calls == 1 && other.calls == 1);
    GIVES(ANT_OK, ant_log_poll(&level, text, (uint32_t)sizeof text));
    CHECK(level == ANT_LOG_ERROR && strstr(text, "ant_testing_panic") != NULL);
}

static void without_a_callback_the_newest_messages_wait(void) {
    uint32_t level = 9;
    char text[401], cut[6];
    int i, waiting = 0;
    forget_messages();
    for (i = 0; i < 40; i++) {
        make_a_message();
    }
    memset(cut, '~', sizeof cut);
    GIVES(ANT_TRUNCATED, ant_log_poll(&level, cut, 4));
    CHECK(level == ANT_LOG_ERROR && memcmp(cut, "ant\0~~", 6) == 0);
    while (ant_log_poll(&level, text, (uint32_t)sizeof text) == ANT_OK) {
        waiting++;
    }
    CHECK(waiting == 31);
    GIVES(ANT_EMPTY, ant_log_poll(&level, text, (uint32_t)sizeof text));
}

static void polling_checks_its_arguments_and_loses_no_message(void) {
    uint32_t level = 9;
    char text[401] = "~";
    forget_messages();
    make_a_message();
    FAILS(ANT_ERROR_NULL_POINTER, "ant_log_poll", "`out_level`", ant_log_poll(NULL, text, (uint32_t)sizeof text));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_log_poll", "`buf`", ant_log_poll(&level, NULL, (uint32_t)sizeof text));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_log_poll", "`capacity`", ant_log_poll(&level, text, 0));
    CHECK(level == 9 && text[0] == '~');
    GIVES(ANT_OK, ant_log_poll(&level, text, (uint32_t)sizeof text));
    GIVES(ANT_EMPTY, ant_log_poll(&level, text, (uint32_t)sizeof text));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(header_and_library_are_of_one_version);
    RUN_TEST(programs_of_another_version_are_told_so);
    RUN_TEST(every_status_has_its_name);
    RUN_TEST(the_last_error_is_asked_for_in_two_calls);
    RUN_TEST(a_success_or_a_bad_question_does_not_clear_the_last_error);
    RUN_TEST(seconds_become_nanoseconds);
    RUN_TEST(impossible_seconds_are_refused);
    RUN_TEST(seconds_end_where_the_header_says);
    RUN_TEST(ticks_become_nanoseconds_without_drift);
    RUN_TEST(impossible_ticks_are_refused);
    RUN_TEST(messages_go_to_the_callback_until_it_is_removed);
    RUN_TEST(without_a_callback_the_newest_messages_wait);
    RUN_TEST(polling_checks_its_arguments_and_loses_no_message);
    return ensure_end();
}
