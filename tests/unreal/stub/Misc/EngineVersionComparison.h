#pragma once

#include "HAL/Platform.h"

// STUB_UE_MINOR is set by the test, which compiles for each of 5.3 to 5.6.
#define UE_VERSION_OLDER_THAN(Major, Minor, Patch) (5 < (Major) || (5 == (Major) && STUB_UE_MINOR < (Minor)))
