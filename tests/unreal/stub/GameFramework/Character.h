#pragma once

#include "GameFramework/Actor.h"

class UCapsuleComponent;
class UCharacterMovementComponent;
class UPrimitiveComponent;
class USkeletalMeshComponent;

namespace MovementBaseUtility
{
	bool UseRelativeLocation(const UPrimitiveComponent* MovementBase);
}

class UPawnMovementComponent;

class APawn : public AActor
{
public:
	virtual UPawnMovementComponent* GetMovementComponent() const;
};

class ACharacter : public APawn
{
public:
	USkeletalMeshComponent* GetMesh() const;
	UCapsuleComponent* GetCapsuleComponent() const;
	UCharacterMovementComponent* GetCharacterMovement() const;
	UPrimitiveComponent* GetMovementBase() const;
	FVector GetBaseTranslationOffset() const;
	virtual FQuat GetBaseRotationOffset() const;
	bool HasAnyRootMotion() const;
	float GetReplicatedServerLastTransformUpdateTimeStamp() const;
};
