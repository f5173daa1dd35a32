// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The time of a world.
#pragma once

#include "AntNative.h"

#if WITH_ANTRECKON

struct FAntClock
{
	antreckon::GameClock Game;
	/** Driven by hand: seconds. */
	double Hand = 0.0;
	bool bByHand = false;
};

#endif // WITH_ANTRECKON
