#pragma once

#include "Delegates/Delegate.h"
#include "Engine/EngineTypes.h"
#include "UObject/Object.h"

class AActor;
class FLifetimeProperty;

class UActorComponent : public UObject
{
public:
	FActorComponentTickFunction PrimaryComponentTick;
	uint8 bAutoActivate : 1;
	AActor* GetOwner() const;
	ENetRole GetOwnerRole() const;
	virtual UWorld* GetWorld() const override final;
	bool IsActive() const;
	virtual void Activate(bool bReset = false);
	virtual void Deactivate();
	virtual void OnRep_IsActive();
	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const;
	virtual void SetComponentTickEnabled(bool bEnabled);
	void RegisterComponent();
	virtual void TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction);

protected:
	void SetIsReplicatedByDefault(const bool bNewReplicates);
	virtual void BeginPlay();
	virtual void EndPlay(const EEndPlayReason::Type EndPlayReason);
};
