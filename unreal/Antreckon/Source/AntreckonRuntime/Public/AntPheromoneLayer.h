// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// One kind of pheromone.
#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"
#include "AntPheromoneLayer.generated.h"

/** What draws players, by kind: health, weapons, places. List the layers of a game in Project Settings > Plugins > Antreckon. */
UCLASS(BlueprintType)
class ANTRECKONRUNTIME_API UAntPheromoneLayer : public UDataAsset
{
	GENERATED_BODY()

public:
	/** Share that survives a step. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0", ClampMax = "1"))
	float Evaporation = 0.5f;

	/** Share of the survivors that moves on to the neighbours. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0", ClampMax = "1"))
	float Diffusion = 0.7f;

	/** What is smelled is at most this. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0"))
	float Cap = 100.0f;

	/** How much players want it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "-10", ClampMax = "10"))
	float Weight = 1.0f;

	/** Of the debug view. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	FColor Color = FColor::Green;
};
