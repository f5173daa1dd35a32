// What a ghost remembers between frames.
#pragma once

#include "AntNative.h"
#include "Engine/ReplicatedState.h"

/** Who says where a ghost is drawn. */
enum class EAntDrawnBy : uint8
{
	Nobody,
	Prediction,
	PredictionOnBase,
	/** Root motion, or what it is attached to. */
	Engine,
};

struct FAntGhostState
{
	FVector Feet = FVector::ZeroVector;
	FVector Velocity = FVector::ZeroVector;
	FQuat Rotation = FQuat::Identity;
	/** Of the last update, in the world. */
	FVector Observed = FVector::ZeroVector;
	double Radius = 0.0;
	EAntDrawnBy DrawnBy = EAntDrawnBy::Nobody;
	antreckon::Handover Handover{0.2, 250.0};
	/** The engine's last word. */
	FRepMovement Replicated;
	/** The next update is not a continuation of the last. */
	bool bBeginAnew = true;
	/** Bytes of a sender have come: the engine's own movement is not listened to any more. */
	bool bHasSender = false;
	/** Time of the newest of them, on the sender's clock. */
	int64 SentAt = 0;
};
