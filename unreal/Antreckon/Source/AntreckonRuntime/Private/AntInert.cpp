// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// Platforms without a library: everything compiles, nothing is done. What is not here is defined in the headers, or the same for all.
#include "CoreMinimal.h"

#if !WITH_ANTRECKON

#include "AntBlueprintLibrary.h"
#include "AntDoorComponent.h"
#include "AntGhostComponent.h"
#include "AntPointOfInterestComponent.h"
#include "AntSenderComponent.h"
#include "AntWorldSubsystem.h"
#include "Net/UnrealNetwork.h"

bool UAntWorldSubsystem::ShouldCreateSubsystem(UObject*) const { return false; }
bool UAntWorldSubsystem::DoesSupportWorldType(const EWorldType::Type) const { return false; }
void UAntWorldSubsystem::Deinitialize() { Super::Deinitialize(); }
void UAntWorldSubsystem::OnWorldBeginPlay(UWorld& InWorld) { Super::OnWorldBeginPlay(InWorld); }
void UAntWorldSubsystem::Tick(float DeltaTime) { Super::Tick(DeltaTime); }
TStatId UAntWorldSubsystem::GetStatId() const { return TStatId(); }
bool UAntWorldSubsystem::IsRunning() const { return false; }
bool UAntWorldSubsystem::IsDrawing() const { return false; }
int32 UAntWorldSubsystem::RefreshNavMesh() { return 0; }
void UAntWorldSubsystem::Rebase(const FVector&) {}
FAntReport UAntWorldSubsystem::GetReport() const { return FAntReport(); }
int64 UAntWorldSubsystem::Now() const { return 0; }
void UAntWorldSubsystem::SetRealTime(double) {}
uint32 UAntWorldSubsystem::LayerNumber(const UAntPheromoneLayer*) const { return 0; }
uint32 UAntWorldSubsystem::AddGhost(UAntGhostComponent*) { return 0; }
void UAntWorldSubsystem::RemoveGhost(UAntGhostComponent*) {}
void UAntWorldSubsystem::NavigationGenerated(ANavigationData*) {}

UAntGhostComponent::UAntGhostComponent() { bAutoActivate = true; }
void UAntGhostComponent::BeginPlay() { Super::BeginPlay(); }
void UAntGhostComponent::EndPlay(const EEndPlayReason::Type EndPlayReason) { Super::EndPlay(EndPlayReason); }
void UAntGhostComponent::Deactivate() { Super::Deactivate(); }
void UAntGhostComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
}
void UAntGhostComponent::Observe(const FVector&, const FVector&, const FRotator&, bool) {}
void UAntGhostComponent::Receive(const TArray<uint8>&, UPrimitiveComponent*, int32) {}
FVector UAntGhostComponent::GetDrawnLocation() const { return FVector::ZeroVector; }
FVector UAntGhostComponent::GetDrawnVelocity() const { return FVector::ZeroVector; }
float UAntGhostComponent::GetRadius() const { return 0.0f; }
FAntGhostReport UAntGhostComponent::GetReport() const { return FAntGhostReport(); }
void UAntGhostComponent::SetFreshness(float NewFreshness) { Freshness = NewFreshness; }
void UAntGhostComponent::SetVisualRoot(USceneComponent* Component) { ChosenVisual = Component; }

// On a server of such a platform others could not be told: their engine's own replication stays.
UAntSenderComponent::UAntSenderComponent() { SetIsReplicatedByDefault(true); }
void UAntSenderComponent::BeginPlay() { Super::BeginPlay(); }
void UAntSenderComponent::EndPlay(const EEndPlayReason::Type EndPlayReason) { Super::EndPlay(EndPlayReason); }
void UAntSenderComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
}
void UAntSenderComponent::OnRep_Packet() {}
void UAntSenderComponent::Teleport() {}
int64 UAntSenderComponent::GetUpdatesSent() const { return 0; }

UAntPointOfInterestComponent::UAntPointOfInterestComponent()
{
	bAutoActivate = true;
	SetIsReplicatedByDefault(true);
}
void UAntPointOfInterestComponent::BeginPlay() { Super::BeginPlay(); }
void UAntPointOfInterestComponent::EndPlay(const EEndPlayReason::Type EndPlayReason) { Super::EndPlay(EndPlayReason); }
void UAntPointOfInterestComponent::Activate(bool bReset) { Super::Activate(bReset); }
void UAntPointOfInterestComponent::Deactivate() { Super::Deactivate(); }
void UAntPointOfInterestComponent::OnRep_IsActive() { Super::OnRep_IsActive(); }
void UAntPointOfInterestComponent::TickComponent(float DeltaTime, ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction)
{
	Super::TickComponent(DeltaTime, TickType, ThisTickFunction);
}
void UAntPointOfInterestComponent::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	// The same as where there is a library: the other end may have one.
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	FDoRepLifetimeParams Params;
	Params.bIsPushBased = true;
	DOREPLIFETIME_WITH_PARAMS_FAST(UAntPointOfInterestComponent, Emission, Params);
}
void UAntPointOfInterestComponent::SetEmission(float NewEmission) { Emission = NewEmission; }
void UAntPointOfInterestComponent::OnRep_Emission() {}

void UAntDoorComponent::BeginPlay() { Super::BeginPlay(); }
void UAntDoorComponent::EndPlay(const EEndPlayReason::Type EndPlayReason) { Super::EndPlay(EndPlayReason); }
void UAntDoorComponent::SetOpen(bool bNewOpen) { bOpen = bNewOpen; }

FString UAntBlueprintLibrary::GetLibraryVersion() { return FString(); }
float UAntBlueprintLibrary::Smell(const UObject*, const UAntPheromoneLayer*, const FVector&) { return 0.0f; }
bool UAntBlueprintLibrary::Deposit(const UObject*, const UAntPheromoneLayer*, const FVector&, float) { return false; }
float UAntBlueprintLibrary::PathLength(const UObject*, const FVector&, const FVector&) { return -1.0f; }
bool UAntBlueprintLibrary::FindPath(const UObject*, const FVector&, const FVector&, TArray<FVector>& Corners)
{
	Corners.Reset();
	return false;
}
bool UAntBlueprintLibrary::PutOnFloor(const UObject*, TArray<FVector>&, float) { return false; }
FAntReport UAntBlueprintLibrary::GetAntreckonReport(const UObject*) { return FAntReport(); }
int64 UAntBlueprintLibrary::GetNativeMemory() { return 0; }

#endif // !WITH_ANTRECKON
