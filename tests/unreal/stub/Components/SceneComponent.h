#pragma once

#include "Components/ActorComponent.h"

class USceneComponent : public UActorComponent
{
public:
	USceneComponent* GetAttachParent() const;
	const FTransform& GetComponentTransform() const;
	FVector GetRelativeLocation() const;
	FRotator GetRelativeRotation() const;
	FVector GetComponentLocation() const;
	FQuat GetComponentQuat() const;
	virtual FVector GetComponentVelocity() const;
	void SetRelativeLocationAndRotation(FVector NewLocation, const FQuat& NewRotation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
};
