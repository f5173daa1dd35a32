// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntGhostComponent.h"

#if WITH_ANTRECKON

#include "AntGhostState.h"
#include "AntLookup.h"
#include "AntMotion.h"
#include "AntOrigin.h"
#include "AntSenderComponent.h"
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

UAntGhostComponent::UAntGhostComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
	// After the engine has moved the capsule.
	PrimaryComponentTick.TickGroup = TG_PostPhysics;
	bAutoActivate = true;
}

void UAntGhostComponent::BeginPlay()
{
	Super::BeginPlay();
	const ACharacter* Character = Cast<ACharacter>(GetOwner());
	UCharacterMovementComponent* Movement = Character != nullptr ? Character->GetCharacterMovement() : nullptr;
	if (bReplicateTimeStamp && Movement != nullptr && GetOwnerRole() == ROLE_Authority)
	{
		Movement->bNetworkAlwaysReplicateTransformUpdateTimestamp = true;
	}
	Join();
}

void UAntGhostComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	// Nobody is left to be told when the whole level goes.
	Leave(EndPlayReason == EEndPlayReason::Destroyed);
	Super::EndPlay(EndPlayReason);
}

bool UAntGhostComponent::ShouldWork() const
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	return Subsystem != nullptr && Subsystem->IsDrawing() && IsActive() && GetOwnerRole() == ROLE_SimulatedProxy;
}

void UAntGhostComponent::Join()
{
	if (Player != 0 || !ShouldWork())
	{
		return;
	}
	Player = AntLookup::Subsystem(*this)->AddGhost(this);
	if (Player == 0)
	{
		return;
	}
	State = MakePimpl<FAntGhostState>(static_cast<double>(GetDefault<UAntSettings>()->SnapDistance));
	Describe();
	TakeOver();
	// It may have come with the actor, before this component began to play.
	if (const UAntSenderComponent* Sender = GetOwner()->FindComponentByClass<UAntSenderComponent>())
	{
		Sender->DeliverTo(*this);
	}
}

void UAntGhostComponent::Leave(bool bTell)
{
	const bool bWasDrawn = State.IsValid() && State->DrawnBy != EAntDrawnBy::Nobody;
	if (UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this))
	{
		ForgetPlayer();
		Subsystem->RemoveGhost(this);
	}
	Forget();
	if (bWasDrawn && bTell)
	{
		OnVanished.Broadcast(this);
	}
}

void UAntGhostComponent::Forget()
{
	if (Player != 0)
	{
		GiveBack();
	}
	Player = 0;
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
		FAntState& Native = *Subsystem->State();
		Native.Link.forget(Native.Ghosts, Player);
		if (State->bBaseTold)
		{
			(void)Native.Ghosts.remove_base(Player, Subsystem->Now());
			State->bBaseTold = false;
		}
	}
}

void UAntGhostComponent::Describe()
{
	FAntState& Native = *AntLookup::Native(*this);
	antreckon::Status Set = Native.Ghosts.set_freshness(Player, FMath::Clamp(Freshness, 0.0f, 1.0f));
	if (Set.ok() && bOverrideModel)
	{
		Set = Native.Ghosts.set_profile(Player, AntDescribe::Profile(Model, RunSpeed, Native.Weights));
	}
	if (!Set.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Set));
	}
}

void UAntGhostComponent::SetFreshness(float NewFreshness)
{
	Freshness = NewFreshness;
	if (IsWorking())
	{
		Describe();
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

void UAntGhostComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	// Roles change when pawns are possessed, a world may begin after its actors, and the console may switch everything off and on.
	const bool bShouldWork = ShouldWork();
	if (bShouldWork && !IsWorking())
	{
		Join();
	}
	else if (!bShouldWork && IsWorking())
	{
		Leave(true);
	}
	if (IsWorking() && Source == EAntGhostSource::Automatic && !HasSender())
	{
		ReadReplicatedMovement();
	}
}

void UAntGhostComponent::Deactivate()
{
	Super::Deactivate();
	// At once: a component that is not active does not tick.
	if (IsWorking() && !IsActive())
	{
		Leave(true);
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
	const ACharacter* Character = Cast<ACharacter>(Actor);
	const float Stamp = Character != nullptr ? Character->GetReplicatedServerLastTransformUpdateTimeStamp() : 0.0f;
	const FAntMotion Now = AntMotion::OnBase(*Actor);
	const bool bOtherBase = State->MovingBase != Now.Base;
	if (Replicated == State->Replicated && Stamp == State->ReplicatedStamp && !bOtherBase && !State->bBeginAnew)
	{
		return;
	}
	State->Replicated = Replicated;
	State->ReplicatedStamp = Stamp;
	FAntMotion Motion = Now;
	if (Motion.Base == nullptr)
	{
		// As it was told, which is from the first origin; the capsule may have been simulated on since.
		Motion.Feet = Replicated.Location - FVector(0.0, 0.0, AntMotion::FeetDepth(*Actor));
		Motion.Velocity = Replicated.LinearVelocity;
		Motion.Rotation = Replicated.Rotation.Quaternion();
	}
	See(Motion, static_cast<double>(Stamp), State->bBeginAnew);
	State->bBeginAnew = false;
}

void UAntGhostComponent::Observe(const FVector& FeetLocation, const FVector& Velocity, const FRotator& Rotation, bool bTeleported)
{
	if (!IsWorking() || HasSender())
	{
		return;
	}
	FAntMotion Motion = AntMotion::InWorld(*GetOwner());
	Motion.Feet = AntOrigin::ToNative(GetWorld(), FeetLocation);
	Motion.Velocity = Velocity;
	Motion.Rotation = Rotation.Quaternion();
	See(Motion, 0.0, bTeleported || State->bBeginAnew);
	State->bBeginAnew = false;
}

void UAntGhostComponent::See(const FAntMotion& Motion, double ServerTime, bool bTeleported)
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr)
	{
		return;
	}
	// Two bases have the same number, one after the other: what was said on the first means nothing on the second.
	const bool bFromBaseToBase = Motion.Base != nullptr && State->MovingBase.IsValid() && State->MovingBase != Motion.Base;
	State->MovingBase = Motion.Base;
	// As told, and not as the actor is: it may be the ghost itself that has put it there.
	State->Observed = AntMotion::FromBase(Motion.Base, Motion.Feet);
	FAntState& Native = *Subsystem->State();
	const AntState Told = AntMotion::ToState(Motion, Player, bTeleported || bFromBaseToBase);
	const antreckon::Status Seen = ServerTime > 0.0
		? Native.Link.observe_dated(Native.Ghosts, Told, AntDescribe::Nanoseconds(ServerTime), Subsystem->Now())
		: Native.Link.observe(Native.Ghosts, Told, Subsystem->Now());
	if (Native.Link.take_began_anew())
	{
		Describe();
	}
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
		Describe();
	}
	// One that does not exist here is null, and cannot be ridden: the library refuses what is told on it.
	State->MovingBase = Base;
	FAntState& Native = *Subsystem->State();
	const antreckon::Status Came = Native.Link.receive(
		Native.Ghosts, Player, {Bytes.GetData(), static_cast<std::size_t>(Bytes.Num())}, Subsystem->Now());
	if (!Came.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Came));
	}
}

void UAntGhostComponent::TellBase(int64 Now)
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || !IsWorking())
	{
		return;
	}
	const UPrimitiveComponent* Base = State->MovingBase.Get();
	if (Base == nullptr && !State->bBaseTold)
	{
		return;
	}
	AntNative::FGhosts& Ghosts = Subsystem->State()->Ghosts;
	const antreckon::Status Told =
		Base != nullptr ? Ghosts.set_base(Player, AntMotion::ToBaseMotion(*Base), Now) : Ghosts.remove_base(Player, Now);
	State->bBaseTold = Base != nullptr;
	if (!Told.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Told));
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

FAntGhostReport UAntGhostComponent::GetReport() const
{
	FAntGhostReport Report;
	const FAntState* Native = IsWorking() ? AntLookup::Native(*this) : nullptr;
	if (Native == nullptr)
	{
		return Report;
	}
	const antreckon::Expected<AntPlayerStats> Stats = Native->Ghosts.player_stats(Player);
	if (Stats)
	{
		const auto Of = [&Stats](std::size_t Verdict) { return static_cast<int64>(Stats->verdicts[Verdict]); };
		Report.Used = Of(ANT_VERDICT_APPLIED) + Of(ANT_VERDICT_INSERTED) + Of(ANT_VERDICT_KEPT);
		Report.Refused = Of(ANT_VERDICT_TOO_OLD) + Of(ANT_VERDICT_STALE) + Of(ANT_VERDICT_BACKWARDS) + Of(ANT_VERDICT_REFUSED);
		Report.RecentLoss = static_cast<float>(Stats->recent_loss);
		Report.MeanGap = static_cast<float>(1e-9 * static_cast<double>(Stats->mean_gap));
		Report.MeanError = static_cast<float>(Stats->mean_error);
		Report.LargestError = static_cast<float>(Stats->largest_error);
	}
	return Report;
}

#endif // WITH_ANTRECKON
