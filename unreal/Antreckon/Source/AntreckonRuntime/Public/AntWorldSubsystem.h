// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The level, its pheromones and everybody in it: one per world, made by the engine.
#pragma once

#include "CoreMinimal.h"
#include "Subsystems/WorldSubsystem.h"
#include "Templates/PimplPtr.h"
#include "AntReport.h"
#include "AntWorldSubsystem.generated.h"

class ANavigationData;
class ARecastNavMesh;
class UAntGhostComponent;
class UAntPheromoneLayer;
class ULevel;
struct FAntClock;
struct FAntState;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FAntLevelChanged, int32, ChangedTiles);

/**
 * Reads the Recast navmesh of the world and follows it when it is generated anew, steps the pheromone fields on worker threads, and
 * draws all ghosts once per frame. Components find it by themselves; nothing has to be placed in the level.
 */
UCLASS()
class ANTRECKONRUNTIME_API UAntWorldSubsystem : public UTickableWorldSubsystem
{
	GENERATED_BODY()

public:
	virtual bool ShouldCreateSubsystem(UObject* Outer) const override;
	virtual void Deinitialize() override;
	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Tick(float DeltaTime) override;
	virtual bool IsTickableWhenPaused() const override { return true; }
	virtual TStatId GetStatId() const override;

	/** Native objects are there. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	bool IsRunning() const;

	/** Ghosts are drawn: it runs, the console says ant.Enabled 1, and this is neither a replay nor a dedicated server. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	bool IsDrawing() const;

	/**
	 * Has the whole navmesh compared anew, within the time per frame of the settings: call it after a smart link or an area was switched
	 * in place. New and changed tiles are found without it. Returns how many tiles will be read.
	 */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	int32 RefreshNavMesh();

	/** For games that move everything themselves: what was at Shift is at zero from now on. The engine's own rebasing needs no call. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void Rebase(const FVector& Shift);

	/** What became of all updates that came to this world, and how the line is. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	FAntReport GetReport() const;

	/** Tiles of the level have changed. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntLevelChanged OnLevelChanged;

	/** Nanoseconds of game time: follows real time through hitches, the world's dilation, and stands still while the game is paused. */
	int64 Now() const;

	/** Drives the clock by hand from now on, in seconds, for games and tests that tick worlds by themselves. */
	void SetRealTime(double Seconds);

	/** Everything native; null while it does not run. */
	FAntState* State() const { return NativeState.Get(); }

	/** Number of a layer in the fields; 0 for one that is not in the settings. */
	uint32 LayerNumber(const UAntPheromoneLayer* Layer) const;

	/** Returns a player's number for what only this machine numbers, or 0. */
	uint32 AddGhost(UAntGhostComponent* Ghost);
	void RemoveGhost(UAntGhostComponent* Ghost);

	/** Ghosts at present; null where one has gone in this very frame. */
	const TArray<TObjectPtr<UAntGhostComponent>>& GetGhosts() const { return Ghosts; }

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

private:
	UFUNCTION()
	void NavigationGenerated(ANavigationData* NavData);

	void LevelsChanged(ULevel* Level, UWorld* World);
	void OriginShifted(UWorld* World, FIntVector OldOrigin, FIntVector NewOrigin);
	void Begin();
	double RealTime() const;
	void TickClock();
	const ARecastNavMesh* NavMesh() const;
	int32 LookAtNavMesh();
	void FollowNavMesh(bool bAllAtOnce);
	void StepFields();
	void ShowGhosts(float DeltaTime);
	void ReadEvents();
	void MeasureLine();
	void ReportLog() const;

	TPimplPtr<FAntState> NativeState;
	TPimplPtr<FAntClock> Clock;

	UPROPERTY(Transient)
	TArray<TObjectPtr<UAntGhostComponent>> Ghosts;

	UPROPERTY(Transient)
	TArray<TObjectPtr<UAntPheromoneLayer>> LoadedLayers;

	uint32 NextPlayer = 0;
	double NextLook = 0.0;
	double NextMeasure = 0.0;
	bool bShowing = false;
};
