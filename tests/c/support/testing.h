/* Exports of builds for tests alone (feature `testing`, src/ffi/testing.rs); not in the header. */
#ifndef ANTRECKON_TEST_TESTING_H
#define ANTRECKON_TEST_TESTING_H

#include "antreckon.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Panics while it holds the object of a handle of any kind: as a mutating call (write = 1) or as a const call (0). */
ANT_API AntStatus ant_testing_panic(uint64_t handle, uint32_t write);

#ifdef __cplusplus
}
#endif

#endif
