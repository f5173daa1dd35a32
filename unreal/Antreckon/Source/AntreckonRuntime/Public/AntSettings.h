// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Numbers of the whole project.
#pragma once

#include "CoreMinimal.h"
#include "Engine/DeveloperSettings.h"
#include "UObject/SoftObjectPtr.h"
#include "AntSettings.generated.h"

class UAntPheromoneLayer;

/** How ghosts are predicted. */
UENUM(BlueprintType)
enum class EAntModel : uint8
{
	/** Mixes the others by their recent errors; never much worse than the best simple one. */
	Auto,
	/** What was learned from recorded players. */
	Kinematic,
	/** Where players went from here before, in this match. */
	Trail,
	/** Dead reckoning and the pull of the pheromones. */
	Ant,
	/** A velocity that dies away. */
	Damped,
	/** First-order dead reckoning. */
	DeadReckoning,
};

/** Project Settings > Plugins > Antreckon. */
UCLASS(Config = Game, DefaultConfig, meta = (DisplayName = "Antreckon"))
class ANTRECKONRUNTIME_API UAntSettings : public UDeveloperSettings
{
	GENERATED_BODY()

public:
	virtual FName GetCategoryName() const override { return TEXT("Plugins"); }

	/** Edge of a field cell. Smaller cells know narrower doors, and cost more memory and time. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "10", ClampMax = "1000", Units = "cm"))
	float CellSize = 100.0f;

	/** Highest step that is walked up without jumping. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0", ClampMax = "300", Units = "cm"))
	float StepHeight = 50.0f;

	/** Deepest fall that makes an edge a drop and not a wall. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0", Units = "cm"))
	float DropHeight = 2000.0f;

	/** How often per second the navmesh is asked which tiles came, went or were baked anew: a comparison of a few numbers for each tile. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0.1", ClampMax = "60", Units = "Hz"))
	float NavMeshLooksPerSecond = 4.0f;

	/** Longest time in a frame that is spent on reading changed tiles of the navmesh; one tile at least is read. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0.1", ClampMax = "100", Units = "ms"))
	float NavMeshTimePerFrame = 1.0f;

	/** A dedicated server draws nobody. On: it has level and fields nevertheless, for Smell, Find Path and the like in its AI. */
	UPROPERTY(Config, EditAnywhere, Category = "Level")
	bool bFieldsOnDedicatedServers = false;

	/** What can be smelled; one layer with defaults where there is none. */
	UPROPERTY(Config, EditAnywhere, Category = "Pheromones")
	TArray<TSoftObjectPtr<UAntPheromoneLayer>> Layers;

	/** Learn within the match where players go from each place. */
	UPROPERTY(Config, EditAnywhere, Category = "Pheromones")
	bool bTrails = true;

	/** How ghosts are predicted that do not say otherwise. Auto is the one that was measured best. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction")
	EAntModel Model = EAntModel::Auto;

	/** How fast players run; 0: it is learned from what is seen. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction", meta = (ClampMin = "0", Units = "cm/s"))
	float RunSpeed = 0.0f;

	/** More players at once than this are not drawn by Antreckon; the log says so. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction", meta = (ClampMin = "1", ClampMax = "65536"))
	int32 MaxGhosts = 4096;

	/** Half the ping is taken off what arrives, so that players are drawn where they are now. Off: where they were when it was sent. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction")
	bool bUsePing = true;

	/** Corrections that are farther than this are drawn as jumps, nearer ones as a quick walk there. */
	UPROPERTY(Config, EditAnywhere, Category = "Drawing", meta = (ClampMin = "1", Units = "cm"))
	float SnapDistance = 220.0f;

	/** An update is sent when others would be wrong by this. Smaller: closer, and more bytes. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "2", Units = "cm"))
	float SendThreshold = 10.0f;

	/** Longest time between two updates. Who joins or comes near knows of an actor after this time at the latest. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "0.1", Units = "s"))
	float Heartbeat = 0.5f;

	/** Shortest time between two updates; 0: as often as others would be wrong, at most once per frame. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "0", Units = "s"))
	float ShortestGap = 0.0f;
};
