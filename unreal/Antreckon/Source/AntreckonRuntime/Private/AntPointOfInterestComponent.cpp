// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntPointOfInterestComponent.h"

#if WITH_ANTRECKON

#include "AntLookup.h"
#include "AntOrigin.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Net/Core/PushModel/PushModel.h"
#include "Net/UnrealNetwork.h"

UAntPointOfInterestComponent::UAntPointOfInterestComponent()
{
	PrimaryComponentTick.bCanEverTick = true;
	bAutoActivate = true;
	SetIsReplicatedByDefault(true);
}

uint64 UAntPointOfInterestComponent::Id() const
{
	return GetUniqueID();
}

void UAntPointOfInterestComponent::BeginPlay()
{
	Super::BeginPlay();
	FAntState* Native = AntLookup::Native(*this);
	if (Native == nullptr)
	{
		return;
	}
	Placed = AntOrigin::ToNative(GetWorld(), GetComponentLocation());
	AntSourceDesc Source = antreckon::defaults<AntSourceDesc>();
	Source.layer = AntLookup::Subsystem(*this)->LayerNumber(Layer);
	Source.emission = Emission;
	Source.flags = bFixed ? ANT_SOURCE_FIXED : 0u;
	AntNative::Write(Placed, Source.position);
	const antreckon::Status Status = Native->Map.add_source(Id(), Source);
	bAdded = Status.ok();
	if (!bAdded)
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Status));
		return;
	}
	FollowActivation();
}

void UAntPointOfInterestComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	FAntState* Native = AntLookup::Native(*this);
	if (Native != nullptr && bAdded)
	{
		(void)Native->Map.remove_source(Id());
	}
	bAdded = false;
	Super::EndPlay(EndPlayReason);
}

void UAntPointOfInterestComponent::Activate(bool bReset)
{
	Super::Activate(bReset);
	FollowActivation();
}

void UAntPointOfInterestComponent::Deactivate()
{
	Super::Deactivate();
	FollowActivation();
}

void UAntPointOfInterestComponent::OnRep_IsActive()
{
	// The engine calls this and neither of the two above where the component was replicated to.
	Super::OnRep_IsActive();
	FollowActivation();
}

void UAntPointOfInterestComponent::FollowActivation()
{
	FAntState* Native = AntLookup::Native(*this);
	if (Native != nullptr && bAdded)
	{
		(void)Native->Map.set_source_active(Id(), IsActive());
	}
	// What never moves need not be looked at.
	SetComponentTickEnabled(IsActive() && !bFixed);
}

void UAntPointOfInterestComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	FDoRepLifetimeParams Params;
	Params.bIsPushBased = true;
	DOREPLIFETIME_WITH_PARAMS_FAST(UAntPointOfInterestComponent, Emission, Params);
}

void UAntPointOfInterestComponent::SetEmission(float NewEmission)
{
	Emission = NewEmission;
	MARK_PROPERTY_DIRTY_FROM_NAME(UAntPointOfInterestComponent, Emission, this);
	OnRep_Emission();
}

void UAntPointOfInterestComponent::OnRep_Emission()
{
	FAntState* Native = AntLookup::Native(*this);
	if (Native != nullptr && bAdded)
	{
		(void)Native->Map.set_source_emission(Id(), Emission);
	}
}

void UAntPointOfInterestComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
	FAntState* Native = AntLookup::Native(*this);
	const FVector Here = AntOrigin::ToNative(GetWorld(), GetComponentLocation());
	if (Native != nullptr && bAdded && !bFixed && Here != Placed)
	{
		Placed = Here;
		// Off the level it stays where it last was.
		(void)Native->Map.move_source(Id(), AntNative::ToAnt(Here));
	}
}

#endif // WITH_ANTRECKON
