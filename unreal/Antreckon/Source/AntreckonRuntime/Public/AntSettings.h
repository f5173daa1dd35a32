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

	/** Edge of a field cell. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "10", ClampMax = "1000", Units = "cm"))
	float CellSize = 100.0f;

	/** Highest step that is walked up without jumping. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0", ClampMax = "300", Units = "cm"))
	float StepHeight = 50.0f;

	/** Deepest fall that makes an edge a drop and not a wall. */
	UPROPERTY(Config, EditAnywhere, Category = "Level", meta = (ClampMin = "0", Units = "cm"))
	float DropHeight = 2000.0f;

	/** What can be smelled; one layer with defaults where there is none. */
	UPROPERTY(Config, EditAnywhere, Category = "Pheromones")
	TArray<TSoftObjectPtr<UAntPheromoneLayer>> Layers;

	/** Learn within the match where players go from each place. */
	UPROPERTY(Config, EditAnywhere, Category = "Pheromones")
	bool bTrails = true;

	/** Of ghosts that do not say otherwise. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction")
	EAntModel Model = EAntModel::Auto;

	/** How fast players run; 0: it is learned from what is seen. */
	UPROPERTY(Config, EditAnywhere, Category = "Prediction", meta = (ClampMin = "0", Units = "cm/s"))
	float RunSpeed = 0.0f;

	UPROPERTY(Config, EditAnywhere, Category = "Prediction", meta = (ClampMin = "1", ClampMax = "65536"))
	int32 MaxGhosts = 4096;

	/** Farther corrections are jumps. */
	UPROPERTY(Config, EditAnywhere, Category = "Drawing", meta = (ClampMin = "1", Units = "cm"))
	float SnapDistance = 250.0f;

	/** An update is sent when others would be wrong by this. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "2", Units = "cm"))
	float SendThreshold = 10.0f;

	/** Longest time between two updates. Who joins or comes near knows of an actor after this time at the latest. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "0.1", Units = "s"))
	float Heartbeat = 0.5f;

	/** Shortest time between two updates. */
	UPROPERTY(Config, EditAnywhere, Category = "Sending", meta = (ClampMin = "0", Units = "s"))
	float ShortestGap = 0.0f;
};
