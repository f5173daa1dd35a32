#pragma once

#include "CoreMinimal.h"

struct FRepMovement
{
	FVector LinearVelocity, AngularVelocity, Location;
	FRotator Rotation;
	bool operator==(const FRepMovement& Other) const;
};
