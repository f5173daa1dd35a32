// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Questions about levels and fields, for Blueprints.
#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "AntReport.h"
#include "AntBlueprintLibrary.generated.h"

class UAntPheromoneLayer;

UCLASS()
class ANTRECKONRUNTIME_API UAntBlueprintLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Of the loaded library, such as 0.1.0; empty when there is none. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	static FString GetLibraryVersion();

	/** How strongly a place smells of a layer. */
	UFUNCTION(BlueprintPure, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static float Smell(const UObject* WorldContextObject, const UAntPheromoneLayer* Layer, const FVector& Location);

	/** Puts pheromone somewhere, once. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static bool Deposit(const UObject* WorldContextObject, const UAntPheromoneLayer* Layer, const FVector& Location, float Amount);

	/** Length of the shortest way; negative when there is none. */
	UFUNCTION(BlueprintPure, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static float PathLength(const UObject* WorldContextObject, const FVector& From, const FVector& To);

	/** Corners of the shortest way. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static bool FindPath(const UObject* WorldContextObject, const FVector& From, const FVector& To, TArray<FVector>& Corners);

	/** Puts points on the nearest walkable place within Distance, in place; false when one of them has none, and then none is moved. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static bool PutOnFloor(const UObject* WorldContextObject, UPARAM(ref) TArray<FVector>& Points, float Distance);

	/** What became of all updates that came (used, refused, lost), and how the line is (loss, delay, jitter). */
	UFUNCTION(BlueprintPure, Category = "Antreckon", meta = (WorldContext = "WorldContextObject"))
	static FAntReport GetAntreckonReport(const UObject* WorldContextObject);

	/** Bytes of memory the library holds. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	static int64 GetNativeMemory();
};
