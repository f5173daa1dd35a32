// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Somebody who is simulated here and shown elsewhere.
#pragma once

#include "CoreMinimal.h"
#include "Components/ActorComponent.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "AntSenderComponent.generated.h"

class UAntGhostComponent;
class UAntWorldSubsystem;
class UPackageMap;
class UPrimitiveComponent;

/** The newest packet of a sender, replicated as one value: all of it or nothing. */
USTRUCT()
struct ANTRECKONRUNTIME_API FAntPacket
{
	GENERATED_BODY()

	UPROPERTY()
	TArray<uint8> Bytes;

	bool NetSerialize(FArchive& Ar, UPackageMap* Map, bool& bOutSuccess);
	bool operator==(const FAntPacket& Other) const { return Bytes == Other.Bytes; }
};

template <>
struct TStructOpsTypeTraits<FAntPacket> : public TStructOpsTypeTraitsBase2<FAntPacket>
{
	enum
	{
		WithNetSerializer = true,
		WithNetSharedSerialization = true,
		WithIdenticalViaEquality = true,
	};
};

/** Bytes: a packet, to be carried as it is. Base: what the actor rides on, null = nothing. Player: its number. The other end needs all three. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(FAntPacketReady, const TArray<uint8>&, Bytes, UPrimitiveComponent*, Base, int32, Player);

/**
 * Sends an update of its actor only when others would be wrong about it. Optional: without it ghosts use the engine's own movement
 * replication. With it, switch Replicate Movement off and let the ghost move the actor, or lower the actor's net update frequency: a
 * packet does not wait for it.
 */
UCLASS(ClassGroup = (Antreckon), meta = (BlueprintSpawnableComponent))
class ANTRECKONRUNTIME_API UAntSenderComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UAntSenderComponent();

	/**
	 * Send as a replicated property of this component, to all but the owner, with a forced net update of the actor. Off: carry what
	 * OnPacketReady gives yourself, to UAntGhostComponent::Receive.
	 */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bReplicatePackets = true;

	/** Where it is sent from, replicate the actor's other properties this often per second; 0 = as its class says. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0", Units = "Hz"))
	float ActorUpdateFrequency = 0.0f;

	/** A packet goes out. */
	UPROPERTY(BlueprintAssignable, Category = "Antreckon")
	FAntPacketReady OnPacketReady;

	/** It was moved and did not move: others shall not see a path. */
	UFUNCTION(BlueprintCallable, Category = "Antreckon")
	void Teleport();

	/** Updates sent so far in this world. */
	UFUNCTION(BlueprintPure, Category = "Antreckon")
	int64 GetUpdatesSent() const;

	/** Hands the newest packet that came to a ghost that has just begun; called by the ghost. */
	void DeliverTo(UAntGhostComponent& Ghost) const;

	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	UFUNCTION()
	void OnRep_Packet();

	bool Join();
	void Leave();

	/** The newest; whoever begins to see the actor gets it with everything else of it. */
	UPROPERTY(ReplicatedUsing = OnRep_Packet)
	FAntPacket Packet;

	/** What the packet is relative to. It may come to exist here later than the packet. */
	UPROPERTY(ReplicatedUsing = OnRep_Packet)
	TObjectPtr<UPrimitiveComponent> PacketBase;

	UPROPERTY(ReplicatedUsing = OnRep_Packet)
	int32 PacketPlayer = 0;

	/** Where it rode in the last tick. */
	TWeakObjectPtr<UPrimitiveComponent> MovingBase;
	/** What was handed on last, where packets come to. */
	FAntPacket Delivered;
	TWeakObjectPtr<UPrimitiveComponent> DeliveredBase;
	/** Where Player is known: an actor may be taken along to another world, without an end of play. */
	TWeakObjectPtr<UAntWorldSubsystem> Joined;
	/** Its number on every machine; 0 = none. */
	uint32 Player = 0;
	bool bTeleported = true;
};
