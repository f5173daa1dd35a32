// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntSenderComponent.h"

#if WITH_ANTRECKON

#include "AntEngineVersions.h"
#include "AntGhostComponent.h"
#include "AntLookup.h"
#include "AntMotion.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Components/PrimitiveComponent.h"
#include "GameFramework/Actor.h"
#include "Net/Core/PushModel/PushModel.h"

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
	bTeleported |= Motion.Base != nullptr && MovingBase.IsValid() && MovingBase != Motion.Base;
	MovingBase = Motion.Base;
	const int64 Now = Subsystem->Now();
	const antreckon::Status Told = Outbox.submit(AntMotion::ToState(Motion, Player, bTeleported), Now);
	if (!Told.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Told));
		return;
	}
	bTeleported = false;
	TArray<uint8>& Bytes = Packet.Bytes;
	std::uint8_t Room[antreckon::Outbox::LEAST_ROOM];
	const antreckon::Expected<std::uint64_t> Length = Outbox.packet(ANT_EVERYONE, Now, Room);
	if (!Length || *Length == 0)
	{
		return;
	}
	AntEngine::SetNumKeepingMemory(Bytes, static_cast<int32>(*Length));
	FMemory::Memcpy(Bytes.GetData(), Room, static_cast<SIZE_T>(*Length));
	if (bReplicatePackets)
	{
		MARK_PROPERTY_DIRTY_FROM_NAME(UAntSenderComponent, Packet, this);
		if (PacketBase != Motion.Base)
		{
			PacketBase = Motion.Base;
			MARK_PROPERTY_DIRTY_FROM_NAME(UAntSenderComponent, PacketBase, this);
		}
		if (PacketPlayer != static_cast<int32>(Player))
		{
			PacketPlayer = static_cast<int32>(Player);
			MARK_PROPERTY_DIRTY_FROM_NAME(UAntSenderComponent, PacketPlayer, this);
		}
		// Whatever the actor's net update frequency is: others are wrong about it now.
		GetOwner()->ForceNetUpdate();
	}
	OnPacketReady.Broadcast(Bytes, Motion.Base, static_cast<int32>(Player));
}

void UAntSenderComponent::OnRep_Packet()
{
	if (PacketPlayer == 0 || (Delivered == Packet && DeliveredBase == PacketBase.Get()))
	{
		// Three properties call this, one after the other.
		return;
	}
	Delivered = Packet;
	DeliveredBase = PacketBase.Get();
	UAntGhostComponent* Ghost = GetOwner() != nullptr ? GetOwner()->FindComponentByClass<UAntGhostComponent>() : nullptr;
	if (Ghost != nullptr)
	{
		DeliverTo(*Ghost);
	}
}

void UAntSenderComponent::DeliverTo(UAntGhostComponent& Ghost) const
{
	if (PacketPlayer != 0 && Packet.Bytes.Num() > 0)
	{
		Ghost.Receive(Packet.Bytes, PacketBase, PacketPlayer);
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

#endif // WITH_ANTRECKON
