// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The only place that knows which Unreal this is: 5.3 to 5.6.
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 3, 0)
#error "Antreckon needs Unreal Engine 5.3 or later"
#endif

namespace AntEngine
{
	/** Makes an array this long and keeps its memory. */
	template <class ElementType>
	void SetNumKeepingMemory(TArray<ElementType>& Array, int32 Num)
	{
#if UE_VERSION_OLDER_THAN(5, 5, 0)
		Array.SetNum(Num, false);
#else
		Array.SetNum(Num, EAllowShrinking::No);
#endif
	}

	/** Sets how often per second an actor is replicated. */
	inline void SetNetUpdateFrequency(AActor& Actor, float Frequency)
	{
#if UE_VERSION_OLDER_THAN(5, 5, 0)
		Actor.NetUpdateFrequency = Frequency;
#else
		Actor.SetNetUpdateFrequency(Frequency);
#endif
	}
}
