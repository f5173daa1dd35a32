#pragma once

#include "GameFramework/PawnMovementComponent.h"

class UCharacterMovementComponent : public UPawnMovementComponent
{
public:
	ENetworkSmoothingMode NetworkSmoothingMode;
	uint8 bNetworkAlwaysReplicateTransformUpdateTimestamp : 1;
	virtual bool IsFalling() const;
	virtual bool IsFlying() const;
	virtual bool IsSwimming() const;
	static UClass* StaticClass();

protected:
	FVector Acceleration;
};
