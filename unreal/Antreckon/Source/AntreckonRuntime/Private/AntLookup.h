// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// From a component to what is native in its world.
#pragma once

#include "AntState.h"
#include "AntWorldSubsystem.h"
#include "Components/ActorComponent.h"
#include "Engine/World.h"

namespace AntLookup
{
	/** The world's subsystem while it runs, else null. */
	inline UAntWorldSubsystem* Subsystem(const UWorld* World)
	{
		UAntWorldSubsystem* Found = World != nullptr ? World->GetSubsystem<UAntWorldSubsystem>() : nullptr;
		return Found != nullptr && Found->IsRunning() ? Found : nullptr;
	}

	inline UAntWorldSubsystem* Subsystem(const UActorComponent& Component)
	{
		return Subsystem(Component.GetWorld());
	}

#if WITH_ANTRECKON
	/** Its native objects where there are a level and fields, or null. */
	inline FAntState* Native(const UActorComponent& Component)
	{
		const UAntWorldSubsystem* Found = Subsystem(Component);
		return Found != nullptr && Found->State()->DrawsPlayers() ? Found->State() : nullptr;
	}
#endif
}
