// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Something worth going to, or worth keeping away from.
#pragma once

#include "CoreMinimal.h"
#include "Components/SceneComponent.h"
#include "AntPointOfInterestComponent.generated.h"

class UAntPheromoneLayer;

/**
 * Emits pheromone where it is. Deactivate it when the item is taken: what it emitted fades. Ghosts are predicted on clients, so clients
 * must know: the component replicates by default, and what the server activates, deactivates or sets the emission to holds for all. Its
 * actor must replicate too.
 */
UCLASS(ClassGroup = (Antreckon), meta = (BlueprintSpawnableComponent))
class ANTRECKONRUNTIME_API UAntPointOfInterestComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	UAntPointOfInterestComponent();

	/** The kind of pheromone; the first one of the settings where there is none. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	TObjectPtr<UAntPheromoneLayer> Layer;

	/** Amount per step; negative repels. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, ReplicatedUsing = OnRep_Emission, Category = "Antreckon", meta = (ClampMin = "-200", ClampMax = "200"))
	float Emission = 36.0f;

	/** It never moves: its pattern is solved once and is there at once. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bFixed = true;

	/** Changes how strongly it smells; on the server, for all. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void SetEmission(float NewEmission);

	virtual void Activate(bool bReset = false) override;
	virtual void Deactivate() override;
	virtual void OnRep_IsActive() override;
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	UFUNCTION()
	void OnRep_Emission();

	uint64 Id() const;
	void FollowActivation();

	FVector Placed = FVector::ZeroVector;
	bool bAdded = false;
};
