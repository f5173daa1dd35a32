// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// How a packet goes through the engine's replication.
#include "AntSenderComponent.h"

#include "Net/UnrealNetwork.h"

namespace
{
	/** As much as an outbox ever writes into the room that it is given here. */
	constexpr uint32 MostBytes = 1024;
}

bool FAntPacket::NetSerialize(FArchive& Ar, UPackageMap*, bool& bOutSuccess)
{
	uint32 Length = static_cast<uint32>(Bytes.Num());
	Ar.SerializeIntPacked(Length);
	if (Length > MostBytes)
	{
		// From a broken or hostile server: nothing is allocated for it.
		Ar.SetError();
		bOutSuccess = false;
		return true;
	}
	if (Ar.IsLoading())
	{
		Bytes.SetNumUninitialized(static_cast<int32>(Length));
	}
	Ar.Serialize(Bytes.GetData(), static_cast<int64>(Length));
	bOutSuccess = !Ar.IsError();
	return true;
}

void UAntSenderComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	FDoRepLifetimeParams Params;
	Params.bIsPushBased = true;
	// The owner simulates the actor and needs none of it.
	Params.Condition = COND_SkipOwner;
	Params.RepNotifyCondition = REPNOTIFY_Always;
	DOREPLIFETIME_WITH_PARAMS_FAST(UAntSenderComponent, Packet, Params);
	DOREPLIFETIME_WITH_PARAMS_FAST(UAntSenderComponent, PacketBase, Params);
	DOREPLIFETIME_WITH_PARAMS_FAST(UAntSenderComponent, PacketPlayer, Params);
}
