/* The whole use of antreckon: two players, each simulated on a machine of its own, a wall between them, a bad network.
 * cc hello.c -I include -L target/release -lantreckon -lm -o hello */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>

#define MS 1000000LL
#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        char why[400];                                                                                                 \
        if ((call) < 0) {                                                                                              \
            ant_last_error(why, sizeof why, 0);                                                                        \
            printf("%s\n", why);                                                                                       \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)
