// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Everything native of a world, and what its parts say to each other.
#pragma once

#include "AntNative.h"
#include "AntSettings.h"

#if WITH_ANTRECKON

#include <unordered_map>

/** Objects of the library, destroyed in the reverse order. */
struct FAntState
{
	antreckon::World Level;
	antreckon::PheromoneMap Map;
	antreckon::DetourFollower Navigation;
	AntNative::FGhosts Ghosts;
	AntNative::FLink Link;
	/** One for each sender, by its player's number: what goes through an actor's channel is about that actor alone. */
	std::unordered_map<uint32, antreckon::Outbox> Outboxes;
	/** Of the layers, for everybody. */
	TArray<float> Weights;

	/** Makes everything; the error is told and nothing is left otherwise. */
	static antreckon::Status Create(const UAntSettings& Settings, TArrayView<const AntLayerDesc> Layers, int64 Now, FAntState& Out);

	/** A dedicated server has outboxes alone. */
	bool DrawsPlayers() const { return Ghosts.get().id != 0; }
};

/** What the settings say, in the library's words: metres, seconds, numbers of models. */
namespace AntDescribe
{
	AntProfile Profile(EAntModel Model, float RunSpeed, const TArray<float>& Weights);
	AntSenderRules Rules(const UAntSettings& Settings);
	AntOutboxDesc Outbox(const UAntSettings& Settings);
	int64 Nanoseconds(double Seconds);
}

#endif // WITH_ANTRECKON
