// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "Misc/AutomationTest.h"

#if WITH_DEV_AUTOMATION_TESTS && WITH_ANTRECKON

#include "AntBlueprintLibrary.h"
#include "AntDoorComponent.h"
#include "AntGhostComponent.h"
#include "AntPointOfInterestComponent.h"
#include "AntSenderComponent.h"
#include "AntState.h"
#include "AntWorldSubsystem.h"
#include "Engine/Engine.h"
#include "Engine/World.h"
#include "GameFramework/Actor.h"
#include "GameFramework/WorldSettings.h"

BEGIN_DEFINE_SPEC(FAntWorldSpec, "Antreckon.World",
	EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ProductFilter)
	UWorld* World = nullptr;
	UAntWorldSubsystem* Subsystem = nullptr;
	double Seconds = 0.0;

	/** The engine's clock stands still within a test: this world's goes by hand. */
	void Tick(float DeltaTime)
	{
		Seconds += DeltaTime;
		Subsystem->SetRealTime(Seconds);
		World->Tick(LEVELTICK_All, DeltaTime);
	}

	template <class ComponentType>
	ComponentType* Spawn(const FVector& Location)
	{
		AActor* Actor = World->SpawnActor<AActor>();
		ComponentType* Component = NewObject<ComponentType>(Actor);
		Component->RegisterComponent();
		Actor->SetActorLocation(Location);
		return Component;
	}
END_DEFINE_SPEC(FAntWorldSpec)

void FAntWorldSpec::Define()
{
	BeforeEach([this]()
	{
		World = UWorld::CreateWorld(EWorldType::Game, false);
		GEngine->CreateNewWorldContext(EWorldType::Game).SetCurrentWorld(World);
		World->InitializeActorsForPlay(FURL());
		World->BeginPlay();
		// What a game mode would do, which this world has not: without it no component begins play or ticks.
		World->GetWorldSettings()->NotifyBeginPlay();
		Subsystem = World->GetSubsystem<UAntWorldSubsystem>();
		Seconds = 0.0;
		if (Subsystem != nullptr)
		{
			Subsystem->SetRealTime(Seconds);
		}
	});

	AfterEach([this]()
	{
		GEngine->DestroyWorldContext(World);
		World->DestroyWorld(false);
		World = nullptr;
		Subsystem = nullptr;
	});

	Describe("A game world", [this]()
	{
		It("has a subsystem that runs, and frees everything with the world", [this]()
		{
			TestNotNull(TEXT("the subsystem"), Subsystem);
			TestTrue(TEXT("runs"), Subsystem->IsRunning());
			TestTrue(TEXT("memory"), UAntBlueprintLibrary::GetNativeMemory() > 0);
		});

		It("works without a navmesh", [this]()
		{
			TestEqual(TEXT("no tiles"), Subsystem->RefreshNavMesh(), 0);
			Subsystem->Tick(0.016f);
			TestEqual(TEXT("no ghosts"), Subsystem->GetGhosts().Num(), 0);
		});

		It("has no ghosts where actors are simulated themselves", [this]()
		{
			const UAntGhostComponent* Ghost = Spawn<UAntGhostComponent>(FVector::ZeroVector);
			Subsystem->Tick(0.016f);
			TestFalse(TEXT("works"), Ghost->IsWorking());
		});

		It("sends what others must know, and little else", [this]()
		{
			UAntSenderComponent* Sender = Spawn<UAntSenderComponent>(FVector::ZeroVector);
			Sender->bReplicatePackets = false;
			for (int32 Frame = 0; Frame < 10; ++Frame)
			{
				Tick(0.05f);
			}
			TestTrue(TEXT("at least the first"), Sender->GetUpdatesSent() >= 1);
			TestTrue(TEXT("not all"), Sender->GetUpdatesSent() < 4);
		});

		It("gives ghosts numbers that no sender has", [this]()
		{
			UAntGhostComponent* Ghost = Spawn<UAntGhostComponent>(FVector::ZeroVector);
			const uint32 Player = Subsystem->AddGhost(Ghost);
			TestTrue(TEXT("its own"), Player >= AntNative::FirstOwnPlayer);
			TestEqual(TEXT("a ghost"), Subsystem->GetGhosts().Num(), 1);
			Subsystem->RemoveGhost(Ghost);
			TestEqual(TEXT("no ghosts"), Subsystem->GetGhosts().Num(), 0);
		});

		It("counts hitches in full, and pauses not at all", [this]()
		{
			Tick(0.016f);
			const int64 Before = Subsystem->Now();
			Seconds += 2.0;
			Subsystem->SetRealTime(Seconds);
			TestTrue(TEXT("two seconds"), Subsystem->Now() - Before == 2000000000);
		});

		It("stops showing what is deactivated", [this]()
		{
			UAntGhostComponent* Ghost = Spawn<UAntGhostComponent>(FVector::ZeroVector);
			Ghost->Moves = EAntGhostMoves::Nothing;
			Ghost->GetOwner()->SetRole(ROLE_SimulatedProxy);
			Tick(0.05f);
			TestTrue(TEXT("works"), Ghost->IsWorking());
			Ghost->Deactivate();
			TestFalse(TEXT("works no more"), Ghost->IsWorking());
			Ghost->Activate();
			Tick(0.05f);
			TestTrue(TEXT("works again"), Ghost->IsWorking());
		});

		It("draws a simulated proxy where it was seen, until its actor is destroyed", [this]()
		{
			UAntGhostComponent* Ghost = Spawn<UAntGhostComponent>(FVector::ZeroVector);
			Ghost->Source = EAntGhostSource::Manual;
			Ghost->Moves = EAntGhostMoves::Nothing;
			Ghost->GetOwner()->SetRole(ROLE_SimulatedProxy);
			Tick(0.05f);
			TestTrue(TEXT("works"), Ghost->IsWorking());
			const FVector Seen(1000.0, 2000.0, 0.0);
			Ghost->Observe(Seen, FVector::ZeroVector, FRotator::ZeroRotator, false);
			Tick(0.05f);
			TestEqual(TEXT("drawn"), Ghost->GetDrawnLocation(), Seen, 1.0f);
			// By force: a client may not destroy by itself what a server simulates.
			TestTrue(TEXT("destroyed"), Ghost->GetOwner()->Destroy(true));
			Tick(0.05f);
			TestEqual(TEXT("no ghosts"), Subsystem->GetGhosts().Num(), 0);
			TestEqual(TEXT("nobody is drawn"), static_cast<int32>(Subsystem->State()->Ghosts.size()), 0);
		});
	});
}

#endif
