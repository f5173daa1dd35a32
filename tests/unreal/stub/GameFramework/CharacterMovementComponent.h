#pragma once

#include "Components/ActorComponent.h"

class UCharacterMovementComponent : public UActorComponent
{
public:
	ENetworkSmoothingMode NetworkSmoothingMode;
	virtual bool IsFalling() const;
	virtual bool IsFlying() const;
	virtual bool IsSwimming() const;
};
