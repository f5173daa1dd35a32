// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntDoorComponent.h"

#if WITH_ANTRECKON

#include "AntLookup.h"
#include "AntOrigin.h"
#include "AntState.h"
#include "AntreckonRuntime.h"

void UAntDoorComponent::BeginPlay()
{
	Super::BeginPlay();
	FAntState* Native = AntLookup::Native(*this);
	if (Native == nullptr)
	{
		return;
	}
	AntDoorDesc Desc = antreckon::defaults<AntDoorDesc>();
	Desc.flags = ANT_DOOR_HAS_BOUNDS | (bOpen ? 0u : ANT_DOOR_CLOSED);
	const FVector Centre = AntOrigin::ToNative(GetWorld(), GetComponentLocation());
	AntNative::Write(Centre - Extent, Desc.bounds_min);
	AntNative::Write(Centre + Extent, Desc.bounds_max);
	const antreckon::Expected<AntDoor> Added = Native->Level.add_door(Desc);
	if (!Added)
	{
		UE_LOG(LogAntreckon, Warning, TEXT("%s: %s"), *GetPathName(), *AntNative::Text(Added.status()));
	}
	Door = Added->id;
}

void UAntDoorComponent::EndPlay(const EEndPlayReason::Type EndPlayReason)
{
	FAntState* Native = AntLookup::Native(*this);
	if (Native != nullptr && Door != 0)
	{
		(void)Native->Level.remove_door(AntDoor{Door});
	}
	Door = 0;
	Super::EndPlay(EndPlayReason);
}

void UAntDoorComponent::SetOpen(bool bNewOpen)
{
	bOpen = bNewOpen;
	FAntState* Native = AntLookup::Native(*this);
	if (Native != nullptr && Door != 0)
	{
		(void)Native->Level.set_door(AntDoor{Door}, bNewOpen);
	}
}

#endif // WITH_ANTRECKON
