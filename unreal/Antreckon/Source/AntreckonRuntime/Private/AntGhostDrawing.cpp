// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The part of a ghost that is seen: what it moves, and where to.
#include "AntGhostComponent.h"

#if WITH_ANTRECKON

#include "AntGhostState.h"
#include "AntLookup.h"
#include "AntMotion.h"
#include "AntOrigin.h"
#include "AntState.h"
#include "Components/PrimitiveComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "GameFramework/Actor.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"

namespace
{
	/** A ragdoll has left its capsule: its relative transform is one in the world, and not ours. */
	bool IsCarried(const USceneComponent& Component)
	{
		const UPrimitiveComponent* Primitive = Cast<UPrimitiveComponent>(&Component);
		return Component.GetAttachParent() != nullptr && (Primitive == nullptr || !Primitive->IsSimulatingPhysics());
	}

	/** Physics moves it here, and replication corrects that: two would push. */
	bool IsSimulatedHere(const AActor& Actor)
	{
		const UPrimitiveComponent* Root = Cast<UPrimitiveComponent>(Actor.GetRootComponent());
		return Root != nullptr && Root->IsSimulatingPhysics();
	}
}

void UAntGhostComponent::SetVisualRoot(USceneComponent* Component)
{
	const bool bWorks = IsWorking();
	if (bWorks)
	{
		GiveBack();
	}
	ChosenVisual = Component;
	if (bWorks)
	{
		TakeOver();
	}
}

USceneComponent* UAntGhostComponent::FindVisual() const
{
	if (Moves != EAntGhostMoves::Visual)
	{
		return nullptr;
	}
	USceneComponent* Found = ChosenVisual.Get();
	if (Found == nullptr && VisualRoot != NAME_None)
	{
		TInlineComponentArray<USceneComponent*> Components(GetOwner());
		for (USceneComponent* Component : Components)
		{
			Found = Component->GetFName() == VisualRoot ? Component : Found;
		}
	}
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	if (Found == nullptr && Character != nullptr)
	{
		Found = Character->GetMesh();
	}
	// To move the root is to move the actor.
	return Found != GetOwner()->GetRootComponent() ? Found : nullptr;
}

void UAntGhostComponent::TakeOver()
{
	if (Moves == EAntGhostMoves::Nothing)
	{
		return;
	}
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	if (Movement != nullptr && !bTookOver)
	{
		SmoothingBefore = Movement->NetworkSmoothingMode;
		Movement->NetworkSmoothingMode = ENetworkSmoothingMode::Disabled;
		bTookOver = true;
	}
	if (USceneComponent* Visual = FindVisual())
	{
		State->Visual = Visual;
		// The mesh of a character lies where its class says: smoothing may have moved it just now.
		const bool bMesh = Character != nullptr && Visual == Character->GetMesh();
		State->VisualLocation = bMesh ? Character->GetBaseTranslationOffset() : Visual->GetRelativeLocation();
		State->VisualRotation = bMesh ? Character->GetBaseRotationOffset() : Visual->GetRelativeRotation().Quaternion();
	}
}

void UAntGhostComponent::GiveBack()
{
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	if (Movement != nullptr && bTookOver)
	{
		Movement->NetworkSmoothingMode = SmoothingBefore;
	}
	bTookOver = false;
	if (State->bDrives)
	{
		AntMotion::DriveAnimation(*GetOwner(), FVector::ZeroVector, FVector::ZeroVector);
		State->bDrives = false;
	}
	USceneComponent* Visual = State->Visual.Get();
	if (Visual != nullptr && IsCarried(*Visual))
	{
		const bool bMesh = Character != nullptr && Visual == Character->GetMesh();
		Visual->SetRelativeLocationAndRotation(bMesh ? Character->GetBaseTranslationOffset() : State->VisualLocation, State->VisualRotation);
	}
	State->Visual = nullptr;
}

void UAntGhostComponent::Show(float DeltaTime)
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || !IsWorking())
	{
		return;
	}
	const AActor* Actor = GetOwner();
	const ACharacter* Character = Cast<ACharacter>(Actor);
	const AntNative::FGhosts& Ghosts = Subsystem->State()->Ghosts;
	const std::size_t Slot = Ghosts.slot_of(Player);
	const bool bByEngine = Actor->GetAttachParentActor() != nullptr || (Character != nullptr && Character->HasAnyRootMotion()) ||
		(IsSimulatedHere(*Actor) && State->Visual.Get() == nullptr);
	EAntDrawnBy DrawnBy = EAntDrawnBy::Nobody;
	bool bJumped = false;
	FVector Feet = State->Feet;
	FQuat Rotation = State->Rotation;
	if (bByEngine)
	{
		// Root motion plays here as it does on the server, what it is attached to is here too, and so are physics: the actor is as good as
		// any prediction.
		const FAntMotion Motion = AntMotion::InWorld(*Actor);
		DrawnBy = EAntDrawnBy::Engine;
		Feet = Motion.Feet;
		Rotation = Motion.Rotation;
		State->Velocity = Motion.Velocity;
		State->bBeginAnew = true;
	}
	else if (Slot != AntNative::FGhosts::NONE)
	{
		DrawnBy = HasSender() ? EAntDrawnBy::Packets : EAntDrawnBy::Observations;
		Feet = Ghosts.position(Slot);
		Rotation = Ghosts.rotation(Slot);
		State->Velocity = Ghosts.velocity(Slot);
		State->Radius = Ghosts.radius(Slot);
		bJumped = (Ghosts.flags(Slot) & ANT_DRAWN_SNAPPED) != 0 && State->DrawnBy == DrawnBy;
	}
	const EAntDrawnBy Before = State->DrawnBy;
	State->DrawnBy = DrawnBy;
	const bool bAppeared = Before == EAntDrawnBy::Nobody && DrawnBy != EAntDrawnBy::Nobody;
	// To add to where the actor is, and move it there, would add up from frame to frame.
	const bool bLetAlone = bByEngine && Moves != EAntGhostMoves::Nothing && State->Visual.Get() == nullptr;
	if (bAppeared || bJumped || bLetAlone)
	{
		State->Handover.stop();
	}
	else if (Before != DrawnBy && DrawnBy != EAntDrawnBy::Nobody)
	{
		State->Handover.begin(AntNative::ToAnt(State->Feet), AntNative::ToAnt(Feet));
	}
	if (DrawnBy != EAntDrawnBy::Nobody)
	{
		Feet = Feet + AntNative::ToUnreal(State->Handover.advance(DeltaTime));
		State->Feet = Feet;
		State->Rotation = Rotation;
		if (!bLetAlone)
		{
			Place(Feet, Rotation);
		}
	}
	Animate(DeltaTime);
	// Last: what overlaps, and who listens, may end this ghost.
	if (bAppeared)
	{
		OnAppeared.Broadcast(this);
	}
	else if (bJumped)
	{
		OnJumped.Broadcast(this);
	}
	else if (Before != EAntDrawnBy::Nobody && DrawnBy == EAntDrawnBy::Nobody)
	{
		OnVanished.Broadcast(this);
	}
}

void UAntGhostComponent::Animate(float DeltaTime)
{
	// Movement that the engine replicates has a velocity of its own, by which the capsule is simulated on.
	const bool bDrives = bDriveAnimation && Moves != EAntGhostMoves::Nothing && !GetOwner()->IsReplicatingMovement() &&
		(State->DrawnBy == EAntDrawnBy::Observations || State->DrawnBy == EAntDrawnBy::Packets);
	if (!bDrives)
	{
		State->Walking.stop();
		State->bDrives = false;
		return;
	}
	// Legs push along the ground; falling is not pushing.
	State->Walking.frame({State->Velocity.X, State->Velocity.Y, 0.0}, DeltaTime);
	const FVector Ground = AntNative::ToUnreal(State->Walking.velocity());
	AntMotion::DriveAnimation(*GetOwner(), FVector(Ground.X, Ground.Y, State->Velocity.Z), AntNative::ToUnreal(State->Walking.acceleration()));
	State->bDrives = true;
}

void UAntGhostComponent::Place(const FVector& Feet, const FQuat& Rotation)
{
	AActor* Actor = GetOwner();
	if (Moves == EAntGhostMoves::Nothing)
	{
		return;
	}
	if (USceneComponent* Visual = State->Visual.Get())
	{
		if (!IsCarried(*Visual))
		{
			return;
		}
		const ACharacter* Character = Cast<ACharacter>(Actor);
		const bool bMesh = Character != nullptr && Visual == Character->GetMesh();
		// The base offset of a character follows crouching; what is predicted comes on top of it, in the parent's frame, which may be scaled.
		const FVector Base = bMesh ? Character->GetBaseTranslationOffset() : State->VisualLocation;
		const USceneComponent* Parent = Visual->GetAttachParent();
		const FVector Offset = Parent->GetComponentTransform().InverseTransformVector(Feet - AntMotion::InWorld(*Actor).Feet);
		const FQuat Turned = Rotation * Actor->GetActorQuat().Inverse() * Parent->GetComponentQuat();
		Visual->SetRelativeLocationAndRotation(Base + Offset, Parent->GetComponentQuat().Inverse() * Turned * State->VisualRotation);
		return;
	}
	Actor->SetActorLocationAndRotation(
		AntOrigin::ToLocal(GetWorld(), Feet + FVector(0.0, 0.0, AntMotion::FeetDepth(*Actor))), Rotation);
}

FVector UAntGhostComponent::GetDrawnLocation() const
{
	return State.IsValid() ? AntOrigin::ToLocal(GetWorld(), State->Feet) : FVector::ZeroVector;
}

FVector UAntGhostComponent::GetDrawnVelocity() const
{
	return State.IsValid() ? State->Velocity : FVector::ZeroVector;
}

float UAntGhostComponent::GetRadius() const
{
	return State.IsValid() ? static_cast<float>(State->Radius) : 0.0f;
}

#endif // WITH_ANTRECKON
