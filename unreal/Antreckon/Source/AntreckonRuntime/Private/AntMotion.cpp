// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntMotion.h"

#if WITH_ANTRECKON

#include "AntNative.h"
#include "AntOrigin.h"
#include "Components/CapsuleComponent.h"
#include "Components/PrimitiveComponent.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"
#include "GameFramework/PawnMovementComponent.h"
#include "UObject/UnrealType.h"

double AntMotion::FeetDepth(const AActor& Actor)
{
	const ACharacter* Character = Cast<ACharacter>(&Actor);
	const UCapsuleComponent* Capsule = Character != nullptr ? Character->GetCapsuleComponent() : nullptr;
	return Capsule != nullptr ? Capsule->GetScaledCapsuleHalfHeight() : 0.0;
}

FAntMotion AntMotion::InWorld(const AActor& Actor)
{
	FAntMotion Motion;
	Motion.Feet = AntOrigin::ToNative(Actor.GetWorld(), Actor.GetActorLocation()) - FVector(0.0, 0.0, FeetDepth(Actor));
	Motion.Rotation = Actor.GetActorQuat();
	Motion.Velocity = Actor.GetVelocity();
	const ACharacter* Character = Cast<ACharacter>(&Actor);
	const UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	Motion.bAirborne = Movement != nullptr && (Movement->IsFalling() || Movement->IsFlying() || Movement->IsSwimming());
	return Motion;
}

FAntMotion AntMotion::OnBase(const AActor& Actor)
{
	FAntMotion Motion = InWorld(Actor);
	const ACharacter* Character = Cast<ACharacter>(&Actor);
	UPrimitiveComponent* Base = Character != nullptr ? Character->GetMovementBase() : nullptr;
	FVector Location;
	FQuat Rotation;
	if (!MovementBaseUtility::UseRelativeLocation(Base) || !BaseTransform(Base, Location, Rotation))
	{
		return Motion;
	}
	// CharacterMovement's velocity is already that on the base.
	Motion.Base = Base;
	Motion.Feet = Rotation.UnrotateVector(Motion.Feet - Location);
	Motion.Velocity = Rotation.UnrotateVector(Motion.Velocity);
	Motion.Rotation = Rotation.Inverse() * Motion.Rotation;
	return Motion;
}

bool AntMotion::BaseTransform(const UPrimitiveComponent* Base, FVector& Location, FQuat& Rotation)
{
	if (Base == nullptr)
	{
		return false;
	}
	Location = AntOrigin::ToNative(Base->GetWorld(), Base->GetComponentLocation());
	Rotation = Base->GetComponentQuat();
	return true;
}

FVector AntMotion::FromBase(const UPrimitiveComponent* Base, const FVector& Point)
{
	FVector Location;
	FQuat Rotation;
	return BaseTransform(Base, Location, Rotation) ? Location + Rotation.RotateVector(Point) : Point;
}

void AntMotion::DriveAnimation(const AActor& Actor, const FVector& Velocity, const FVector& Acceleration)
{
	const APawn* Pawn = Cast<APawn>(&Actor);
	UPawnMovementComponent* Movement = Pawn != nullptr ? Pawn->GetMovementComponent() : nullptr;
	if (Movement == nullptr)
	{
		return;
	}
	Movement->Velocity = Velocity;
	// The acceleration of CharacterMovement is a property that C++ may not write.
	static const FStructProperty* Property = FindFProperty<FStructProperty>(UCharacterMovementComponent::StaticClass(), TEXT("Acceleration"));
	UCharacterMovementComponent* Walking = Cast<UCharacterMovementComponent>(Movement);
	if (Walking != nullptr && Property != nullptr && Property->Struct == TBaseStructure<FVector>::Get())
	{
		*Property->ContainerPtrToValuePtr<FVector>(Walking) = Acceleration;
	}
}

AntState AntMotion::ToState(const FAntMotion& Motion, uint32 Player, bool bTeleported)
{
	AntState State = antreckon::defaults<AntState>();
	State.player = Player;
	AntNative::Write(Motion.Feet, State.position);
	AntNative::Write(Motion.Velocity, State.velocity);
	AntNative::Write(Motion.Rotation.GetNormalized(), State.orientation);
	State.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_ORIENTATION;
	State.flags |= Motion.bAirborne ? ANT_STATE_AIRBORNE : 0u;
	State.flags |= bTeleported ? ANT_STATE_TELEPORTED : 0u;
	if (Motion.Base != nullptr)
	{
		State.flags |= ANT_STATE_HAS_BASE;
		State.base = Player;
	}
	return State;
}

AntBaseMotion AntMotion::ToBaseMotion(const UPrimitiveComponent& Base)
{
	AntBaseMotion Motion = antreckon::defaults<AntBaseMotion>();
	AntNative::Write(AntOrigin::ToNative(Base.GetWorld(), Base.GetComponentLocation()), Motion.position);
	AntNative::Write(Base.GetComponentQuat().GetNormalized(), Motion.orientation);
	AntNative::Write(Base.GetComponentVelocity(), Motion.velocity);
	return Motion;
}

#endif // WITH_ANTRECKON
