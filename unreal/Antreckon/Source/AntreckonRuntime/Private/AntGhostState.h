// What a ghost remembers between frames.
#pragma once

#include "AntNative.h"
#include "Engine/ReplicatedState.h"

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
	FVector Feet = FVector::ZeroVector;
	FVector Velocity = FVector::ZeroVector;
	FQuat Rotation = FQuat::Identity;
	/** Of what the engine replicated last, in the world. */
	FVector Observed = FVector::ZeroVector;
	double Radius = 0.0;
	EAntDrawnBy DrawnBy = EAntDrawnBy::Nobody;
	antreckon::Handover Handover{0.2, 250.0};
	/** The engine's last word. */
	FRepMovement Replicated;
	/** The next update is not a continuation of the last. */
	bool bBeginAnew = true;
	/** The base was told of, under the player's number. */
	bool bBaseTold = false;
};
