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
#include "GameFramework/Actor.h"
#include "GameFramework/Character.h"
#include "GameFramework/CharacterMovementComponent.h"

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
		// As it was told; the capsule may have been simulated on since. Whether it counts from the first origin is a setting of the engine.
		const FVector Local = FRepMovement::RebaseOntoLocalOrigin(Replicated.Location, Actor);
		Motion.Feet = AntOrigin::ToNative(GetWorld(), Local) - FVector(0.0, 0.0, AntMotion::FeetDepth(*Actor));
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
