// Somebody who is simulated here and shown elsewhere.
#pragma once

#include "CoreMinimal.h"
#include "Components/ActorComponent.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "AntSenderComponent.generated.h"

class UAntWorldSubsystem;
class UPrimitiveComponent;

/** Bytes: a packet, to be carried as it is. Base: what the actor rides on, null = nothing. Player: its number. The other end needs all three. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(FAntPacketReady, const TArray<uint8>&, Bytes, UPrimitiveComponent*, Base, int32, Player);

/**
 * Sends an update of its actor only when others would be wrong about it. Optional: without it ghosts use the engine's own movement
 * replication. With it, switch Replicate Movement off and let the ghost move the actor, or lower the actor's net update frequency.
 */
UCLASS(ClassGroup = (Antreckon), meta = (BlueprintSpawnableComponent))
class ANTRECKONRUNTIME_API UAntSenderComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	UAntSenderComponent();

	/** Send by multicast of this component. Off: carry what OnPacketReady gives yourself, to UAntGhostComponent::Receive. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon")
	bool bMulticast = true;

	/** Where it is sent from, replicate the actor's other properties this often per second; 0 = as its class says. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Antreckon", meta = (ClampMin = "0"))
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

	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;

protected:
	virtual void BeginPlay() override;
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason) override;

private:
	UFUNCTION(NetMulticast, Unreliable)
	void MulticastUpdate(const TArray<uint8>& Bytes, UPrimitiveComponent* Base, int32 SentPlayer);
	void MulticastUpdate_Implementation(const TArray<uint8>& Bytes, UPrimitiveComponent* Base, int32 SentPlayer);

	bool Join();
	void Leave();

	UPROPERTY(Transient)
	TObjectPtr<UPrimitiveComponent> MovingBase;

	TArray<uint8> Packet;
	/** Where Player is known: an actor may be taken along to another world, without an end of play. */
	TWeakObjectPtr<UAntWorldSubsystem> Joined;
	/** Its number on every machine; 0 = none. */
	uint32 Player = 0;
	bool bTeleported = true;
};
