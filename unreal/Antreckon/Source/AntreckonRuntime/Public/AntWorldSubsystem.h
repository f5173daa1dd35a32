// The level, its pheromones and everybody in it: one per world, made by the engine.
#pragma once

#include "CoreMinimal.h"
#include "Subsystems/WorldSubsystem.h"
#include "Templates/PimplPtr.h"
#include "AntWorldSubsystem.generated.h"

class ANavigationData;
class UAntGhostComponent;
class UAntPheromoneLayer;
class ULevel;
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
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	virtual void OnWorldBeginPlay(UWorld& InWorld) override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override;

	/** Native objects are there. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	bool IsRunning() const;

	/** Looks whether the navmesh has changed, and follows it. Returns how many tiles changed. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	int32 RefreshNavMesh();

	/** For games with a floating origin: what was at Shift is at zero from now on. Call it in the frame in which everything is moved. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void Rebase(const FVector& Shift);

	/** Tiles of the level have changed. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntLevelChanged OnLevelChanged;

	/** Nanoseconds of the world's own time: stands still while the game is paused. */
	int64 Now() const;

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
	void Begin();
	void StepFields();
	void ShowGhosts(float DeltaTime);
	void ReadEvents();
	void ReportLog() const;

	TPimplPtr<FAntState> NativeState;

	UPROPERTY(Transient)
	TArray<TObjectPtr<UAntGhostComponent>> Ghosts;

	UPROPERTY(Transient)
	TArray<TObjectPtr<UAntPheromoneLayer>> LoadedLayers;

	uint32 NextPlayer = 0;
	bool bNavMeshMayHaveChanged = false;
	bool bShowing = false;
};
