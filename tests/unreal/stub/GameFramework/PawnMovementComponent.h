#pragma once

#include "Components/ActorComponent.h"

class UMovementComponent : public UActorComponent
{
public:
	FVector Velocity;
};

class UPawnMovementComponent : public UMovementComponent {};
