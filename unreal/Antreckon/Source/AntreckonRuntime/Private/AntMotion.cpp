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
	AntNative::Write(Base.GetComponentLocation(), Motion.position);
	AntNative::Write(Base.GetComponentQuat().GetNormalized(), Motion.orientation);
	AntNative::Write(Base.GetComponentVelocity(), Motion.velocity);
	return Motion;
}
