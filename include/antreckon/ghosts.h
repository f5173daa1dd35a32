/* antreckon/ghosts.h: the front door: players that are simulated elsewhere, from packets to what you draw, and the owner's end.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_GHOSTS_H
#define ANTRECKON_GHOSTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_GHOSTS_H */
