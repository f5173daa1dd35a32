#pragma once

#include "Components/SceneComponent.h"
#include "Engine/ReplicatedState.h"

class AActor : public UObject
{
public:
	// Later versions still have the member, deprecated.
#if STUB_UE_MINOR < 5
	float NetUpdateFrequency;
#else
	void SetNetUpdateFrequency(float Frequency);
#endif
	void SetRole(ENetRole InRole);
	USceneComponent* GetRootComponent() const;
	virtual void ForceNetUpdate();
	bool IsReplicatingMovement() const;
	AActor* GetAttachParentActor() const;
	bool Destroy(bool bNetForce = false, bool bShouldModifyLevel = true);
	const FTransform& GetActorTransform() const;
	FVector GetActorLocation() const;
	FQuat GetActorQuat() const;
	virtual FVector GetVelocity() const;
	const FRepMovement& GetReplicatedMovement() const;
	bool SetActorLocation(const FVector& NewLocation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	bool SetActorLocationAndRotation(FVector NewLocation, const FQuat& NewRotation, bool bSweep = false, FHitResult* OutSweepHitResult = nullptr, ETeleportType Teleport = ETeleportType::None);
	template <class T>
	T* FindComponentByClass() const;
};

template <class T>
class TInlineComponentArray : public TArray<T>
{
public:
	explicit TInlineComponentArray(const AActor* Actor);
};
