#pragma once

#include "Components/SceneComponent.h"
#include "Engine/ReplicatedState.h"

class AActor : public UObject
{
public:
#if STUB_UE_MINOR < 5
	float NetUpdateFrequency;
#endif
	float GetNetUpdateFrequency() const;
	void SetNetUpdateFrequency(float Frequency);
	FVector GetActorLocation() const;
	FQuat GetActorQuat() const;
	virtual FVector GetVelocity() const;
	const FRepMovement& GetReplicatedMovement() const;
	bool SetActorLocation(const FVector& NewLocation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	bool SetActorLocationAndRotation(FVector NewLocation, const FQuat& NewRotation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	template <class T>
	T* FindComponentByClass() const;
};
