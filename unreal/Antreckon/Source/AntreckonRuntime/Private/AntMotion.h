// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// How an actor moves, as the engine knows it: of its feet, and relative to what carries it.
#pragma once

#include "CoreMinimal.h"

class AActor;
class UPrimitiveComponent;
struct AntBaseMotion;
struct AntState;

struct FAntMotion
{
	/** Lowest point of the capsule, so that crouching moves nothing; the actor's location without a capsule. From the first origin of the world. */
	FVector Feet = FVector::ZeroVector;
	FQuat Rotation = FQuat::Identity;
	FVector Velocity = FVector::ZeroVector;
	/** Falling, flying or swimming: ledges do not stop it. */
	bool bAirborne = false;
	/** What moves it along; null = it stands on the level itself. All of the above is in its frame then. */
	UPrimitiveComponent* Base = nullptr;
};

namespace AntMotion
{
	/** Height of the actor's location above its feet. */
	double FeetDepth(const AActor& Actor);

	/** In the world. */
	FAntMotion InWorld(const AActor& Actor);

	/** In the frame of the base, if the actor has a moving one. */
	FAntMotion OnBase(const AActor& Actor);

	/** Where a base is, from the first origin of the world; false without one. */
	bool BaseTransform(const UPrimitiveComponent* Base, FVector& Location, FQuat& Rotation);

	/** A point in the frame of a base, or of the world without one, in the world, from its first origin. */
	FVector FromBase(const UPrimitiveComponent* Base, const FVector& Point);

	/** Writes what animation reads of an actor whose movement is not simulated here. */
	void DriveAnimation(const AActor& Actor, const FVector& Velocity, const FVector& Acceleration);

	/** As the library wants it, true now. What carries a player has the player's own number: each rider tells of his own base. */
	AntState ToState(const FAntMotion& Motion, uint32 Player, bool bTeleported);

	/** How a base moves here. */
	AntBaseMotion ToBaseMotion(const UPrimitiveComponent& Base);
}
