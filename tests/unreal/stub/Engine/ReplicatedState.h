#pragma once

#include "CoreMinimal.h"

class AActor;

struct FRepMovement
{
	FVector LinearVelocity, AngularVelocity, Location;
	FRotator Rotation;
	static FVector RebaseOntoLocalOrigin(const FVector& Location, const AActor* const WorldContextActor);
	bool operator==(const FRepMovement& Other) const;
};
