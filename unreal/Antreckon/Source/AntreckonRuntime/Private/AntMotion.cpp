#include "AntMotion.h"

#include "AntNative.h"
#include "Components/CapsuleComponent.h"
#include "Components/PrimitiveComponent.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"

double AntMotion::FeetDepth(const AActor& Actor)
{
	const ACharacter* Character = Cast<ACharacter>(&Actor);
	const UCapsuleComponent* Capsule = Character != nullptr ? Character->GetCapsuleComponent() : nullptr;
	return Capsule != nullptr ? Capsule->GetScaledCapsuleHalfHeight() : 0.0;
}

FAntMotion AntMotion::InWorld(const AActor& Actor)
{
	FAntMotion Motion;
	Motion.Feet = Actor.GetActorLocation() - FVector(0.0, 0.0, FeetDepth(Actor));
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
	Location = Base->GetComponentLocation();
	Rotation = Base->GetComponentQuat();
	return true;
}

FVector AntMotion::FromBase(const UPrimitiveComponent* Base, const FVector& Point)
{
	FVector Location;
	FQuat Rotation;
	return BaseTransform(Base, Location, Rotation) ? Location + Rotation.RotateVector(Point) : Point;
}

AntUpdate AntMotion::ToUpdate(const FAntMotion& Motion, uint32 Number, int64 Time, bool bTeleported)
{
	AntUpdate Update = antreckon::defaults<AntUpdate>();
	Update.entity = Number;
	Update.time = Time;
	AntNative::Write(Motion.Feet, Update.position);
	AntNative::Write(Motion.Velocity, Update.velocity);
	AntNative::Write(Motion.Rotation.GetNormalized(), Update.orientation);
	Update.flags = ANT_UPDATE_HAS_ORIENTATION;
	Update.flags |= Motion.bAirborne ? ANT_UPDATE_AIRBORNE : 0u;
	Update.flags |= bTeleported ? ANT_UPDATE_TELEPORT : 0u;
	return Update;
}
