#include "AntGhostComponent.h"

#include "AntGhostState.h"
#include "AntLookup.h"
#include "AntMotion.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Components/PrimitiveComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "GameFramework/Actor.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"

namespace
{
	/** A ragdoll has left its capsule: its relative transform is one in the world, and not ours. */
	bool IsCarried(const USkeletalMeshComponent& Mesh)
	{
		return Mesh.GetAttachParent() != nullptr && !Mesh.IsSimulatingPhysics();
	}
}

UAntGhostComponent::UAntGhostComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
	// After the engine has moved the capsule.
	PrimaryComponentTick.TickGroup = TG_PostPhysics;
}

void UAntGhostComponent::BeginPlay()
{
	Super::BeginPlay();
	Join();
}

void UAntGhostComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Leave();
	Super::EndPlay(EndPlayReason);
}

void UAntGhostComponent::Join()
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Player != 0 || Subsystem == nullptr || GetOwnerRole() != ROLE_SimulatedProxy)
	{
		return;
	}
	Player = Subsystem->AddGhost(this);
	if (Player != 0)
	{
		State = MakePimpl<FAntGhostState>();
		TakeOverSmoothing();
	}
}

void UAntGhostComponent::Leave()
{
	if (UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this))
	{
		ForgetPlayer();
		Subsystem->RemoveGhost(this);
	}
	Forget();
}

void UAntGhostComponent::Forget()
{
	if (Player != 0)
	{
		GiveSmoothingBack();
	}
	Player = 0;
	MovingBase = nullptr;
	State.Reset();
}

bool UAntGhostComponent::HasSender() const
{
	return Player != 0 && Player < AntNative::FirstOwnPlayer;
}

void UAntGhostComponent::ForgetPlayer()
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem != nullptr && IsWorking())
	{
		// Unknown where nothing was ever told of it.
		(void)Subsystem->State()->Ghosts.remove(Player);
		if (State->bBaseTold)
		{
			(void)Subsystem->State()->Ghosts.remove_base(Player, Subsystem->Now());
			State->bBaseTold = false;
		}
	}
}

void UAntGhostComponent::TakeOverSmoothing()
{
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	if (Movement != nullptr && Moves != EAntGhostMoves::Nothing)
	{
		SmoothingBefore = Movement->NetworkSmoothingMode;
		Movement->NetworkSmoothingMode = ENetworkSmoothingMode::Disabled;
		bTookOver = true;
	}
}

void UAntGhostComponent::GiveSmoothingBack()
{
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	if (Movement == nullptr || !bTookOver)
	{
		return;
	}
	Movement->NetworkSmoothingMode = SmoothingBefore;
	bTookOver = false;
	USkeletalMeshComponent* Mesh = MovedMesh();
	if (Mesh != nullptr && IsCarried(*Mesh))
	{
		Mesh->SetRelativeLocationAndRotation(Character->GetBaseTranslationOffset(), Character->GetBaseRotationOffset());
	}
}

void UAntGhostComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	// Roles change when pawns are possessed, and a world may begin after its actors.
	const bool bShouldWork = GetOwnerRole() == ROLE_SimulatedProxy;
	if (bShouldWork && !IsWorking())
	{
		Join();
	}
	else if (!bShouldWork && IsWorking())
	{
		Leave();
	}
	if (IsWorking() && Source == EAntGhostSource::Automatic && !HasSender())
	{
		ReadReplicatedMovement();
	}
}

void UAntGhostComponent::ReadReplicatedMovement()
{
	const AActor* Actor = GetOwner();
	if (!Actor->IsReplicatingMovement() || Actor->GetAttachParentActor() != nullptr)
	{
		// The engine's last word is none then: it is zero, or from before.
		return;
	}
	const FRepMovement& Replicated = Actor->GetReplicatedMovement();
	const FAntMotion Now = AntMotion::OnBase(*Actor);
	const bool bOtherBase = Now.Base != MovingBase;
	if (Replicated == State->Replicated && !bOtherBase && !State->bBeginAnew)
	{
		return;
	}
	State->Replicated = Replicated;
	FAntMotion Motion = Now;
	if (Motion.Base == nullptr)
	{
		// As it was told; the capsule may have been simulated on since.
		Motion.Feet = Replicated.Location - FVector(0.0, 0.0, AntMotion::FeetDepth(*Actor));
		Motion.Velocity = Replicated.LinearVelocity;
		Motion.Rotation = Replicated.Rotation.Quaternion();
	}
	See(Motion, State->bBeginAnew);
	State->bBeginAnew = false;
}

void UAntGhostComponent::Observe(const FVector& FeetLocation, const FVector& Velocity, const FRotator& Rotation, bool bTeleported)
{
	if (!IsWorking() || HasSender())
	{
		return;
	}
	FAntMotion Motion = AntMotion::InWorld(*GetOwner());
	Motion.Feet = FeetLocation;
	Motion.Velocity = Velocity;
	Motion.Rotation = Rotation.Quaternion();
	See(Motion, bTeleported || State->bBeginAnew);
	State->bBeginAnew = false;
}

void UAntGhostComponent::See(const FAntMotion& Motion, bool bTeleported)
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr)
	{
		return;
	}
	// Two bases have the same number, one after the other: what was said on the first means nothing on the second.
	const bool bFromBaseToBase = Motion.Base != nullptr && MovingBase != nullptr && Motion.Base != MovingBase;
	MovingBase = Motion.Base;
	// As told, and not as the actor is: it may be the ghost itself that has put it there.
	State->Observed = AntMotion::FromBase(MovingBase, Motion.Feet);
	const antreckon::Status Seen = Subsystem->State()->Ghosts.observe(
		AntNative::PeerEngine, AntMotion::ToState(Motion, Player, bTeleported || bFromBaseToBase), Subsystem->Now());
	if (!Seen.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Seen));
	}
}

void UAntGhostComponent::Receive(const TArray<uint8>& Bytes, UPrimitiveComponent* Base, int32 SentPlayer)
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || !IsWorking())
	{
		return;
	}
	if (SentPlayer <= 0)
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: a packet without the number of its player"), *GetPathName());
		return;
	}
	if (static_cast<uint32>(SentPlayer) != Player)
	{
		ForgetPlayer();
		Player = static_cast<uint32>(SentPlayer);
	}
	// One that does not exist here is null, and cannot be ridden: the library refuses what is told on it.
	MovingBase = Base;
	const antreckon::Status Came = Subsystem->State()->Ghosts.receive(
		AntNative::PeerSenders, {Bytes.GetData(), static_cast<std::size_t>(Bytes.Num())}, Subsystem->Now());
	if (!Came.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Came));
	}
}

void UAntGhostComponent::TellBase(int64 Now)
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || !IsWorking() || (MovingBase == nullptr && !State->bBaseTold))
	{
		return;
	}
	AntNative::FGhosts& Ghosts = Subsystem->State()->Ghosts;
	const antreckon::Status Told =
		MovingBase != nullptr ? Ghosts.set_base(Player, AntMotion::ToBaseMotion(*MovingBase), Now) : Ghosts.remove_base(Player, Now);
	State->bBaseTold = MovingBase != nullptr;
	if (!Told.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Told));
	}
}

void UAntGhostComponent::Appear()
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || !IsWorking() || !bOverrideModel)
	{
		return;
	}
	FAntState& Native = *Subsystem->State();
	const antreckon::Status Set = Native.Ghosts.set_profile(Player, AntDescribe::Profile(Model, RunSpeed, Native.Weights));
	if (!Set.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Set));
	}
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
	const bool bByEngine = Actor->GetAttachParentActor() != nullptr || (Character != nullptr && Character->HasAnyRootMotion());
	EAntDrawnBy DrawnBy = EAntDrawnBy::Nobody;
	bool bJumped = false;
	FVector Feet = State->Feet;
	FQuat Rotation = State->Rotation;
	if (bByEngine)
	{
		// Root motion plays here as it does on the server, and what it is attached to is here too: the capsule is as good as any prediction.
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
	const bool bLetAlone = bByEngine && Moves != EAntGhostMoves::Nothing && MovedMesh() == nullptr;
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

USkeletalMeshComponent* UAntGhostComponent::MovedMesh() const
{
	const ACharacter* Character = Moves == EAntGhostMoves::Mesh ? Cast<ACharacter>(GetOwner()) : nullptr;
	return Character != nullptr ? Character->GetMesh() : nullptr;
}

void UAntGhostComponent::Place(const FVector& Feet, const FQuat& Rotation)
{
	AActor* Actor = GetOwner();
	if (Moves == EAntGhostMoves::Nothing)
	{
		return;
	}
	if (USkeletalMeshComponent* Mesh = MovedMesh())
	{
		const ACharacter* Character = Cast<ACharacter>(Actor);
		if (IsCarried(*Mesh))
		{
			// The base offset follows crouching; what is predicted comes on top of it, in the capsule's frame, which may be scaled.
			const FQuat Capsule = Actor->GetActorQuat();
			const FVector Offset = Actor->GetActorTransform().InverseTransformVector(Feet - AntMotion::InWorld(*Actor).Feet);
			Mesh->SetRelativeLocationAndRotation(
				Character->GetBaseTranslationOffset() + Offset, Capsule.Inverse() * Rotation * Character->GetBaseRotationOffset());
		}
		return;
	}
	Actor->SetActorLocationAndRotation(Feet + FVector(0.0, 0.0, AntMotion::FeetDepth(*Actor)), Rotation);
}

FVector UAntGhostComponent::GetDrawnLocation() const
{
	return State.IsValid() ? State->Feet : FVector::ZeroVector;
}

FVector UAntGhostComponent::GetDrawnVelocity() const
{
	return State.IsValid() ? State->Velocity : FVector::ZeroVector;
}

float UAntGhostComponent::GetRadius() const
{
	return State.IsValid() ? static_cast<float>(State->Radius) : 0.0f;
}
