/* antreckon: movement prediction for networked games. All headers; each can be included by itself.
 * Generated from src/ffi; do not edit. */
#ifndef ANTRECKON_H
#define ANTRECKON_H

#include "antreckon/base.h"
#include "antreckon/ghosts.h"
#include "antreckon/world.h"
#include "antreckon/map.h"
#include "antreckon/predictor.h"
#include "antreckon/net.h"
#include "antreckon/models.h"
#include "antreckon/timewarp.h"
#include "antreckon/plausibility.h"
#include "antreckon/recorder.h"

#endif /* ANTRECKON_H */
