/* The library is there, and fits the header. */
#include "antreckon.h"
#include "ensure.h"

static void the_library_fits_the_header(void) {
    ENSURE(ant_check_version(ANT_VERSION, ANT_ABI_VERSION) == ANT_OK);
    ENSURE(ant_version() == (uint32_t)ANT_VERSION);
    ENSURE(ant_abi_version() == (uint32_t)ANT_ABI_VERSION);
}

static void another_abi_is_refused(void) {
    char message[256] = "";
    ENSURE(ant_check_version(ANT_VERSION, ANT_ABI_VERSION + 1) == ANT_ERROR_VERSION);
    ENSURE(ant_last_error(message, sizeof message, NULL) == ANT_OK);
    ENSURE(strstr(message, "ABI 2") != NULL);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(the_library_fits_the_header);
    RUN_TEST(another_abi_is_refused);
    return ensure_end();
}
