// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// What a ghost remembers between frames.
#pragma once

#include "AntNative.h"
#include "Engine/ReplicatedState.h"
#include "UObject/WeakObjectPtrTemplates.h"

#if WITH_ANTRECKON

class UPrimitiveComponent;
class USceneComponent;

/** Who says where a ghost is drawn. */
enum class EAntDrawnBy : uint8
{
	Nobody,
	/** The library, from what the engine replicates. */
	Observations,
	/** The library, from a sender's packets. */
	Packets,
	/** Root motion, or what it is attached to. */
	Engine,
};

struct FAntGhostState
{
	explicit FAntGhostState(double SnapDistance) : Handover(0.2, SnapDistance) {}

	/** Where it is drawn, from the first origin of the world. */
	FVector Feet = FVector::ZeroVector;
	FVector Velocity = FVector::ZeroVector;
	FQuat Rotation = FQuat::Identity;
	/** Of what the engine replicated last, in the world. */
	FVector Observed = FVector::ZeroVector;
	double Radius = 0.0;
	EAntDrawnBy DrawnBy = EAntDrawnBy::Nobody;
	antreckon::Handover Handover;
	antreckon::WalkSignals Walking;
	/** The engine's last word, and the time stamp that came with it. */
	FRepMovement Replicated;
	float ReplicatedStamp = 0.0f;
	/** What carries it here. */
	TWeakObjectPtr<UPrimitiveComponent> MovingBase;
	/** What is moved in place of the actor, and how it lay before. */
	TWeakObjectPtr<USceneComponent> Visual;
	FVector VisualLocation = FVector::ZeroVector;
	FQuat VisualRotation = FQuat::Identity;
	/** The next update is not a continuation of the last. */
	bool bBeginAnew = true;
	/** The base was told of, under the player's number. */
	bool bBaseTold = false;
	/** Its movement component shows our velocity. */
	bool bDrives = false;
};

#endif // WITH_ANTRECKON
