// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// A door by its volume.
#pragma once

#include "CoreMinimal.h"
#include "Components/SceneComponent.h"
#include "AntDoorComponent.generated.h"

/** While it is closed, nobody is predicted to go through the box, and pheromone stays on its side. */
UCLASS(ClassGroup = (Antreckon), meta = (BlueprintSpawnableComponent))
class ANTRECKONRUNTIME_API UAntDoorComponent : public USceneComponent
{
	GENERATED_BODY()

public:
	/** Half the size of the box around the component, along the world's axes. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (Units = "cm"))
	FVector Extent = FVector(100.0, 100.0, 150.0);

	/** Whether one can go through at the start; Set Open changes it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bOpen = true;

	/** Opens or closes it. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void SetOpen(bool bNewOpen);

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	/** AntDoor of the level; 0 = none. */
	uint64 Door = 0;
};
