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
	if (Number == 0 || Joined != Subsystem)
	{
		Number = 0;
		// Even in the level, odd on a base; below 2^31 and never 0.
		const uint32 Wanted = 2u * (1u + GetUniqueID() % 0x3fffffffu);
		const AntSenderRules Rules = AntDescribe::Rules(*GetDefault<UAntSettings>());
		antreckon::Outbox& Outbox = Subsystem->State()->Outbox;
		antreckon::Status Status = Outbox.add(Wanted, Rules);
		if (Status.ok())
		{
			Status = Outbox.add(Wanted + 1, Rules);
			if (!Status.ok())
			{
				(void)Outbox.remove(Wanted);
			}
		}
		if (!Status.ok())
		{
			UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Status));
			SetComponentTickEnabled(false);
			return false;
		}
		Number = Wanted;
		Joined = Subsystem;
		bTeleported = true;
	}
	return true;
}

void UAntSenderComponent::Leave()
{
	UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem != nullptr && Number != 0 && Joined == Subsystem)
	{
		// The engine tells the others that the actor is gone.
		std::uint8_t Last[antreckon::Outbox::LONGEST];
		for (const uint32 Mine : {Number, Number + 1})
		{
			(void)Subsystem->State()->Outbox.remove(Mine);
			(void)Subsystem->State()->Outbox.poll(Mine, Subsystem->Now(), Last);
		}
	}
	Number = 0;
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
	antreckon::Outbox& Outbox = Subsystem->State()->Outbox;
	const FAntMotion Motion = AntMotion::OnBase(*GetOwner());
	bTeleported |= Motion.Base != MovingBase;
	MovingBase = Motion.Base;
	const uint32 Mine = Motion.Base != nullptr ? Number + 1 : Number;
	const int64 Now = Subsystem->Now();
	const antreckon::Status Told = Outbox.tell(AntMotion::ToUpdate(Motion, Mine, Now, bTeleported));
	if (!Told.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Told));
		return;
	}
	bTeleported = false;
	AntEngine::SetNumKeepingMemory(Packet, static_cast<int32>(antreckon::Outbox::LONGEST));
	const antreckon::Expected<std::uint64_t> Length =
		Outbox.poll(Mine, Now, antreckon::span<std::uint8_t>(Packet.GetData(), antreckon::Outbox::LONGEST));
	if (!Length || *Length == 0)
	{
		return;
	}
	AntEngine::SetNumKeepingMemory(Packet, static_cast<int32>(*Length));
	OnPacketReady.Broadcast(Packet, MovingBase);
	// Who listened may have ended it.
	if (bMulticast && Number != 0)
	{
		MulticastUpdate(Packet, MovingBase);
	}
}

void UAntSenderComponent::MulticastUpdate_Implementation(const TArray<uint8>& Bytes, UPrimitiveComponent* Base)
{
	UAntGhostComponent* Ghost = GetOwner() != nullptr ? GetOwner()->FindComponentByClass<UAntGhostComponent>() : nullptr;
	if (Ghost != nullptr)
	{
		Ghost->Receive(Bytes, Base);
	}
}

int64 UAntSenderComponent::GetUpdatesSent() const
{
	const UAntWorldSubsystem* Subsystem = AntLookup::Subsystem(*this);
	if (Subsystem == nullptr)
	{
		return 0;
	}
	int64 Sum = 0;
	const antreckon::Expected<AntConnectionStats> Stats = Subsystem->State()->Outbox.stats();
	for (const std::uint64_t Updates : Stats->updates)
	{
		Sum += static_cast<int64>(Updates);
	}
	return Sum;
}
