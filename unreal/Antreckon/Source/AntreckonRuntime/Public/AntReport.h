// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// What became of updates, for Blueprints, statistics and logs.
#pragma once

#include "CoreMinimal.h"
#include "AntReport.generated.h"

/** Counts since the world began play. */
USTRUCT(BlueprintType)
struct ANTRECKONRUNTIME_API FAntReport
{
	GENERATED_BODY()

	/** Updates that came. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Updates = 0;

	/** Of them: moved or corrected somebody. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Used = 0;

	/** Had come before. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Doubles = 0;

	/** Came later than anything that is kept. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 TooLate = 0;

	/** Had times that cannot be, or were damaged or of another version. More than a few: something is set up wrongly. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Refused = 0;

	/** Updates that never came. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Lost = 0;

	/** Share of the updates that never came, 0 to 1. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float Loss = 0.0f;

	/** How much the time under way changes, in seconds. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float Jitter = 0.0f;

	/** How far a ghost of freshness 0 is drawn in the past, in seconds. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float Delay = 0.0f;

	/** Half the ping that is taken off arrivals, in seconds; 0: the engine has not said. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float OneWay = 0.0f;

	/** How often a clock jumped and was found again. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int32 ClockJumps = 0;
};

/** Of one player. */
USTRUCT(BlueprintType)
struct ANTRECKONRUNTIME_API FAntGhostReport
{
	GENERATED_BODY()

	/** Updates that moved or corrected it. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Used = 0;

	/** Updates that were refused or came too late. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	int64 Refused = 0;

	/** Share of the last 64 updates that did not come, 0 to 1. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float RecentLoss = 0.0f;

	/** Mean time between its updates, in seconds. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon")
	float MeanGap = 0.0f;

	/** How far updates moved what was expected, mean: what was wrong when they came. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon", meta = (Units = "cm"))
	float MeanError = 0.0f;

	/** The largest such distance. */
	UPROPERTY(BlueprintReadOnly, Category = "Antreckon", meta = (Units = "cm"))
	float LargestError = 0.0f;
};
