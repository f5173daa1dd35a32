// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Where the world's origin is. What is native, and what is replicated, counts from the origin that the world began with, whatever
// rebasing an end has done since; components of the engine count from the present one.
#pragma once

#include "CoreMinimal.h"
#include "Engine/World.h"

namespace AntOrigin
{
	inline FVector Of(const UWorld* World) { return World != nullptr ? FVector(World->OriginLocation) : FVector::ZeroVector; }

	inline FVector ToNative(const UWorld* World, const FVector& Local) { return Local + Of(World); }

	inline FVector ToLocal(const UWorld* World, const FVector& Native) { return Native - Of(World); }
}
