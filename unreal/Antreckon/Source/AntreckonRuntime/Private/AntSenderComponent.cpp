#include "AntSenderComponent.h"

#include "AntEngineVersions.h"
#include "AntGhostComponent.h"
#include "AntLookup.h"
#include "AntMotion.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Components/PrimitiveComponent.h"
#include "GameFramework/Actor.h"

UAntSenderComponent::UAntSenderComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
	// After the actor has moved.
	PrimaryComponentTick.TickGroup = TG_PostPhysics;
	SetIsReplicatedByDefault(true);
}

void UAntSenderComponent::BeginPlay()
{
	Super::BeginPlay();
	if (GetOwnerRole() == ROLE_Authority && ActorUpdateFrequency > 0.0f)
	{
		AntEngine::SetNetUpdateFrequency(*GetOwner(), ActorUpdateFrequency);
	}
}

void UAntSenderComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	Leave();
	Super::EndPlay(EndPlayReason);
}

bool UAntSenderComponent::Join()
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || GetOwnerRole() != ROLE_Authority)
	{
		return false;
	}
	if (Player != 0 && Joined == Subsystem)
	{
		return true;
	}
	Player = 0;
	// The engine's own number of this component: below those of players whom only one machine numbers, and never 0.
	const uint32 Wanted = 1u + GetUniqueID() % (AntNative::FirstOwnPlayer - 1u);
	const UAntSettings& Settings = *GetDefault<UAntSettings>();
	antreckon::Expected<antreckon::Outbox> Made = antreckon::Outbox::create(AntDescribe::Outbox(Settings));
	const antreckon::Status Status = Made ? Made->set_rules(ANT_EVERYBODY, AntDescribe::Rules(Settings)) : Made.status();
	if (!Status.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Status));
		SetComponentTickEnabled(false);
		return false;
	}
	Subsystem->State()->Outboxes[Wanted] = std::move(*Made);
	Player = Wanted;
	Joined = Subsystem;
	bTeleported = true;
	return true;
}

void UAntSenderComponent::Leave()
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem != nullptr && Player != 0 && Joined == Subsystem)
	{
		// The engine tells the others that the actor is gone.
		Subsystem->State()->Outboxes.erase(Player);
	}
	Player = 0;
	Joined = nullptr;
}

void UAntSenderComponent::Teleport()
{
	bTeleported = true;
}

void UAntSenderComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	if (!Join())
	{
		return;
	}
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	antreckon::Outbox& Outbox = Subsystem->State()->Outboxes[Player];
	const FAntMotion Motion = AntMotion::OnBase(*GetOwner());
	// Two bases have the same number, one after the other: what was said on the first means nothing on the second.
	bTeleported |= Motion.Base != nullptr && MovingBase != nullptr && Motion.Base != MovingBase;
	MovingBase = Motion.Base;
	const int64 Now = Subsystem->Now();
	const antreckon::Status Told = Outbox.submit(AntMotion::ToState(Motion, Player, bTeleported), Now);
	if (!Told.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Told));
		return;
	}
	bTeleported = false;
	AntEngine::SetNumKeepingMemory(Packet, static_cast<int32>(antreckon::Outbox::LEAST_ROOM));
	const antreckon::Expected<std::uint64_t> Length =
		Outbox.packet(ANT_EVERYONE, Now, antreckon::span<std::uint8_t>(Packet.GetData(), antreckon::Outbox::LEAST_ROOM));
	if (!Length || *Length == 0)
	{
		return;
	}
	AntEngine::SetNumKeepingMemory(Packet, static_cast<int32>(*Length));
	OnPacketReady.Broadcast(Packet, MovingBase, static_cast<int32>(Player));
	// Who listened may have ended it.
	if (bMulticast && Player != 0)
	{
		MulticastUpdate(Packet, MovingBase, static_cast<int32>(Player));
	}
}

void UAntSenderComponent::MulticastUpdate_Implementation(const TArray<uint8>& Bytes, UPrimitiveComponent* Base, int32 SentPlayer)
{
	UAntGhostComponent* Ghost = GetOwner() != nullptr ? GetOwner()->FindComponentByClass<UAntGhostComponent>() : nullptr;
	if (Ghost != nullptr)
	{
		Ghost->Receive(Bytes, Base, SentPlayer);
	}
}

int64 UAntSenderComponent::GetUpdatesSent() const
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr || Player == 0 || Joined != Subsystem)
	{
		return 0;
	}
	int64 Sum = 0;
	const antreckon::Expected<AntConnectionStats> Stats = Subsystem->State()->Outboxes[Player].stats(ANT_EVERYONE);
	for (const std::uint64_t Updates : Stats->updates)
	{
		Sum += static_cast<int64>(Updates);
	}
	return Sum;
}
