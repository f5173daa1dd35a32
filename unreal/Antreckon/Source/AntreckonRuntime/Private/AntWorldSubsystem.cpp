// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntWorldSubsystem.h"

#if WITH_ANTRECKON

#include "AntClock.h"
#include "AntDebugDraw.h"
#include "AntGhostComponent.h"
#include "AntPheromoneLayer.h"
#include "AntSettings.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Async/ParallelFor.h"
#include "Engine/World.h"
#include "GameFramework/PlayerController.h"
#include "GameFramework/PlayerState.h"
#include "GameFramework/WorldSettings.h"
#include "HAL/IConsoleManager.h"
#include "HAL/LowLevelMemTracker.h"
#include "Misc/App.h"
#include "Misc/CoreDelegates.h"
#include "NavigationSystem.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"

DECLARE_CYCLE_STAT(TEXT("Step fields"), STAT_AntStep, STATGROUP_Antreckon);
DECLARE_CYCLE_STAT(TEXT("Draw ghosts"), STAT_AntDraw, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Ghosts"), STAT_AntGhosts, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Navmesh tiles"), STAT_AntTiles, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Updates used"), STAT_AntUsed, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Updates refused or too late"), STAT_AntRefused, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Updates lost"), STAT_AntLost, STATGROUP_Antreckon);
DECLARE_MEMORY_STAT(TEXT("Native memory"), STAT_AntMemory, STATGROUP_Antreckon);

LLM_DEFINE_TAG(Antreckon);

namespace
{
	TAutoConsoleVariable<int32> CVarEnabled(TEXT("ant.Enabled"), 1,
		TEXT("1: ghosts are drawn where they are predicted to be. 0: as the engine draws them. At any time, to compare."), ECVF_Default);

	TAutoConsoleVariable<int32> CVarParallel(
		TEXT("ant.Parallel"), 1, TEXT("1: fields are stepped and ghosts drawn on worker threads, with the same result to the bit. 0: on the game thread."), ECVF_Default);

	/** As the library asks for it. */
	struct FOnWorkers
	{
		template <class TaskType>
		void operator()(std::uint32_t Count, TaskType&& Task) const
		{
			ParallelFor(static_cast<int32>(Count), [&Task](int32 Index) { Task(static_cast<std::uint32_t>(Index)); });
		}
	};
}

bool UAntWorldSubsystem::ShouldCreateSubsystem(UObject* Outer) const
{
	return Super::ShouldCreateSubsystem(Outer) && FAntreckonRuntimeModule::IsLibraryReady();
}

bool UAntWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void UAntWorldSubsystem::Begin()
{
	LLM_SCOPE_BYTAG(Antreckon);
	const UAntSettings& Settings = *GetDefault<UAntSettings>();
	FAntState Made;
	if (GetWorld()->GetNetMode() != NM_DedicatedServer || Settings.bFieldsOnDedicatedServers)
	{
		TArray<AntLayerDesc> Layers;
		TArray<float> Weights;
		for (const TSoftObjectPtr<UAntPheromoneLayer>& Asset : Settings.Layers)
		{
			if (UAntPheromoneLayer* Layer = Asset.LoadSynchronous())
			{
				LoadedLayers.Add(Layer);
				AntLayerDesc Desc = antreckon::defaults<AntLayerDesc>();
				Desc.evaporation = Layer->Evaporation;
				Desc.diffusion = Layer->Diffusion;
				Desc.cap = Layer->Cap;
				Layers.Add(Desc);
				Weights.Add(Layer->Weight);
			}
		}
		antreckon::Status Status = FAntState::Create(Settings, Layers, Now(), Made);
		Made.Weights = MoveTemp(Weights);
		if (Status.ok())
		{
			Status = Made.Ghosts.set_profile(ANT_EVERYBODY, AntDescribe::Profile(Settings.Model, Settings.RunSpeed, Made.Weights));
		}
		if (!Status.ok())
		{
			UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off in this world: %s"), *AntNative::Text(Status));
			return;
		}
	}
	NativeState = MakePimpl<FAntState>(MoveTemp(Made));
}

void UAntWorldSubsystem::Deinitialize()
{
	FWorldDelegates::LevelAddedToWorld.RemoveAll(this);
	FWorldDelegates::LevelRemovedFromWorld.RemoveAll(this);
	FCoreDelegates::PostWorldOriginOffset.RemoveAll(this);
	if (UNavigationSystemV1* Navigation = FNavigationSystem::GetCurrent<UNavigationSystemV1>(GetWorld()))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.RemoveDynamic(this, &UAntWorldSubsystem::NavigationGenerated);
	}
	// Components may outlive the subsystem.
	const TArray<TObjectPtr<UAntGhostComponent>> Left = Ghosts;
	for (UAntGhostComponent* Ghost : Left)
	{
		if (Ghost != nullptr)
		{
			Ghost->Forget();
		}
	}
	Ghosts.Reset();
	LoadedLayers.Reset();
	NativeState.Reset();
	Clock.Reset();
	Super::Deinitialize();
}

void UAntWorldSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	Clock = MakePimpl<FAntClock>();
	TickClock();
	// Not before: what kind of server this is, if any, is not known until now.
	Begin();
	if (!IsRunning() || !NativeState->DrawsPlayers())
	{
		return;
	}
	if (UNavigationSystemV1* Navigation = FNavigationSystem::GetCurrent<UNavigationSystemV1>(&InWorld))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.AddUniqueDynamic(this, &UAntWorldSubsystem::NavigationGenerated);
	}
	else if (InWorld.GetNetMode() == NM_Client)
	{
		UE_LOG(LogAntreckon, Warning,
			TEXT("No navigation system on this client: ghosts do not know walls. Switch on Allow Client Side Navigation in the project's Navigation System settings."));
	}
	FWorldDelegates::LevelAddedToWorld.AddUObject(this, &UAntWorldSubsystem::LevelsChanged);
	FWorldDelegates::LevelRemovedFromWorld.AddUObject(this, &UAntWorldSubsystem::LevelsChanged);
	FCoreDelegates::PostWorldOriginOffset.AddUObject(this, &UAntWorldSubsystem::OriginShifted);
	// While the map loads nobody waits for a frame.
	FollowNavMesh(true);
}

double UAntWorldSubsystem::RealTime() const
{
	return Clock.IsValid() && Clock->bByHand ? Clock->Hand : FApp::GetCurrentTime();
}

int64 UAntWorldSubsystem::Now() const
{
	return Clock.IsValid() ? Clock->Game.now(RealTime()) : 0;
}

void UAntWorldSubsystem::SetRealTime(double Seconds)
{
	if (!Clock.IsValid())
	{
		return;
	}
	if (!Clock->bByHand)
	{
		TickClock();
		Clock->Game.restart(Seconds);
		NextLook = NextMeasure = 0.0;
	}
	Clock->bByHand = true;
	Clock->Hand = Seconds;
}

void UAntWorldSubsystem::TickClock()
{
	const UWorld* World = GetWorld();
	const AWorldSettings* Settings = World->GetWorldSettings();
	Clock->Game.frame(RealTime(), World->IsPaused() ? 0.0 : Settings != nullptr ? static_cast<double>(Settings->GetEffectiveTimeDilation()) : 1.0);
}

void UAntWorldSubsystem::Tick(float DeltaTime)
{
	Super::Tick(DeltaTime);
	if (!IsRunning())
	{
		return;
	}
	LLM_SCOPE_BYTAG(Antreckon);
	TickClock();
	ReportLog();
	if (!NativeState->DrawsPlayers() || GetWorld()->IsPaused())
	{
		return;
	}
	FollowNavMesh(false);
	StepFields();
	if (IsDrawing())
	{
		MeasureLine();
		ShowGhosts(DeltaTime);
		AntDebugDraw::Draw(*this);
	}
	SET_DWORD_STAT(STAT_AntGhosts, Ghosts.Num());
	SET_DWORD_STAT(STAT_AntTiles, NativeState->Navigation.tile_count());
	std::uint64_t Bytes = 0;
	(void)ant_bytes_in_use(&Bytes);
	SET_MEMORY_STAT(STAT_AntMemory, Bytes);
}

void UAntWorldSubsystem::MeasureLine()
{
	AntNative::FLink& Link = NativeState->Link;
	const APlayerController* Controller = GetWorld()->GetFirstPlayerController();
	const APlayerState* Player = Controller != nullptr ? Controller->GetPlayerState<APlayerState>() : nullptr;
	const bool bUsePing = GetDefault<UAntSettings>()->bUsePing && Player != nullptr;
	Link.set_round_trip(bUsePing ? AntDescribe::Nanoseconds(0.001 * Player->GetPingInMilliseconds()) : 0);
	if (RealTime() < NextMeasure)
	{
		return;
	}
	NextMeasure = RealTime() + 1.0;
	const antreckon::LinkReport Report = Link.report(NativeState->Ghosts);
	SET_DWORD_STAT(STAT_AntUsed, Report.used);
	SET_DWORD_STAT(STAT_AntRefused, Report.refused + Report.bad_packets + Report.too_late);
	SET_DWORD_STAT(STAT_AntLost, Report.lost);
	if (Link.refuses_most(Report))
	{
		UE_LOG(LogAntreckon, Warning,
			TEXT("Most updates of the last second were not used. Since the beginning: %llu used, %llu refused, %llu no packets, %llu too late, %llu twice, %llu lost."),
			static_cast<uint64>(Report.used), static_cast<uint64>(Report.refused), static_cast<uint64>(Report.bad_packets),
			static_cast<uint64>(Report.too_late), static_cast<uint64>(Report.doubles), static_cast<uint64>(Report.lost));
	}
}

FAntReport UAntWorldSubsystem::GetReport() const
{
	FAntReport Out;
	if (IsRunning() && NativeState->DrawsPlayers())
	{
		const antreckon::LinkReport Report = NativeState->Link.report(NativeState->Ghosts);
		Out.Updates = static_cast<int64>(Report.updates);
		Out.Used = static_cast<int64>(Report.used);
		Out.Doubles = static_cast<int64>(Report.doubles);
		Out.TooLate = static_cast<int64>(Report.too_late);
		Out.Refused = static_cast<int64>(Report.refused + Report.bad_packets);
		Out.Lost = static_cast<int64>(Report.lost);
		Out.Loss = static_cast<float>(Report.loss);
		Out.Jitter = static_cast<float>(1e-9 * static_cast<double>(Report.jitter));
		Out.Delay = static_cast<float>(1e-9 * static_cast<double>(Report.delay));
		Out.OneWay = static_cast<float>(1e-9 * static_cast<double>(NativeState->Link.one_way()));
		Out.ClockJumps = static_cast<int32>(Report.clock_jumps);
	}
	return Out;
}

void UAntWorldSubsystem::ShowGhosts(float DeltaTime)
{
	SCOPE_CYCLE_COUNTER(STAT_AntDraw);
	TRACE_CPUPROFILER_EVENT_SCOPE(Antreckon_DrawGhosts);
	FAntState& Native = *NativeState;
	const int64 Time = Now();
	for (UAntGhostComponent* Ghost : Ghosts)
	{
		if (Ghost != nullptr)
		{
			Ghost->TellBase(Time);
		}
	}
	const bool bParallel = CVarParallel.GetValueOnGameThread() != 0;
	const antreckon::Status Drawn = bParallel ? Native.Ghosts.frame_parallel(Time, FOnWorkers()) : Native.Ghosts.frame(Time);
	if (!Drawn.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("Ghosts: %s"), *AntNative::Text(Drawn));
	}
	ReadEvents();
	// Their events may spawn and destroy actors: the new ones are at the end and wait, the old ones leave a hole.
	bShowing = true;
	for (int32 Index = 0, Last = Ghosts.Num(); Index < Last; ++Index)
	{
		if (UAntGhostComponent* Ghost = Ghosts[Index])
		{
			Ghost->Show(DeltaTime);
		}
	}
	bShowing = false;
	Ghosts.RemoveAllSwap([](const TObjectPtr<UAntGhostComponent>& Ghost) { return Ghost == nullptr; });
}

void UAntWorldSubsystem::ReadEvents()
{
	for (;;)
	{
		const antreckon::Expected<AntGhostEvent> Event = NativeState->Ghosts.next_event();
		if (Event.status().code() != ANT_OK)
		{
			return;
		}
		if (Event->kind == ANT_GHOST_NO_ROOM)
		{
			UE_LOG(LogAntreckon, Warning, TEXT("No ghost: there are as many as Max Ghosts in the project's settings."));
		}
		else if (Event->kind == ANT_GHOST_CLOCK_JUMPED)
		{
			UE_LOG(LogAntreckon, Log, TEXT("A clock has jumped and was found again: a hitch of the server, or of this machine."));
		}
	}
}

void UAntWorldSubsystem::StepFields()
{
	SCOPE_CYCLE_COUNTER(STAT_AntStep);
	TRACE_CPUPROFILER_EVENT_SCOPE(Antreckon_StepFields);
	antreckon::PheromoneMap& Map = NativeState->Map;
	const FOnWorkers OnWorkers;
	const bool bParallel = CVarParallel.GetValueOnGameThread() != 0;
	const antreckon::Expected<AntStepReport> Report = bParallel ? Map.step_parallel(Now(), OnWorkers) : Map.step_to(Now());
	if (!Report)
	{
		UE_LOG(LogAntreckon, Warning, TEXT("Fields: %s"), *AntNative::Text(Report.status()));
	}
}

void UAntWorldSubsystem::ReportLog() const
{
	char Buffer[512];
	std::uint32_t Level = 0;
	while (ant_log_poll(&Level, Buffer, sizeof(Buffer)) == ANT_OK)
	{
		const FString Text(UTF8_TO_TCHAR(Buffer));
		if (Level == ANT_LOG_ERROR)
		{
			UE_LOG(LogAntreckon, Error, TEXT("%s"), *Text);
		}
		else if (Level == ANT_LOG_WARNING)
		{
			UE_LOG(LogAntreckon, Warning, TEXT("%s"), *Text);
		}
		else
		{
			UE_LOG(LogAntreckon, Log, TEXT("%s"), *Text);
		}
	}
}

TStatId UAntWorldSubsystem::GetStatId() const
{
	RETURN_QUICK_DECLARE_CYCLE_STAT(UAntWorldSubsystem, STATGROUP_Tickables);
}

bool UAntWorldSubsystem::IsRunning() const
{
	return NativeState.IsValid();
}

bool UAntWorldSubsystem::IsDrawing() const
{
	// A replay draws what was recorded, with the engine's own interpolation.
	return IsRunning() && NativeState->DrawsPlayers() && CVarEnabled.GetValueOnGameThread() != 0 && !GetWorld()->IsPlayingReplay();
}

void UAntWorldSubsystem::Rebase(const FVector& Shift)
{
	if (IsRunning() && NativeState->DrawsPlayers())
	{
		const antreckon::Vec3 Moved = AntNative::ToAnt(Shift);
		antreckon::Status Status = NativeState->Level.rebase(Moved);
		Status = Status.ok() ? NativeState->Ghosts.rebase(Moved) : Status;
		if (!Status.ok())
		{
			UE_LOG(LogAntreckon, Warning, TEXT("Rebase: %s"), *AntNative::Text(Status));
		}
		// The navmesh is where it was told to be; it is compared anew when the engine has moved it.
		(void)RefreshNavMesh();
	}
}

uint32 UAntWorldSubsystem::LayerNumber(const UAntPheromoneLayer* Layer) const
{
	for (int32 Index = 0; Index < LoadedLayers.Num(); ++Index)
	{
		if (LoadedLayers[Index] == Layer)
		{
			return static_cast<uint32>(Index);
		}
	}
	return 0;
}

uint32 UAntWorldSubsystem::AddGhost(UAntGhostComponent* Ghost)
{
	if (!IsRunning() || Ghost == nullptr)
	{
		return 0;
	}
	Ghosts.Add(Ghost);
	// Never ANT_EVERYBODY, and none of a sender.
	NextPlayer = (NextPlayer + 1) % (AntNative::FirstOwnPlayer - 1);
	return AntNative::FirstOwnPlayer + NextPlayer;
}

void UAntWorldSubsystem::RemoveGhost(UAntGhostComponent* Ghost)
{
	int32 Index = INDEX_NONE;
	if (!IsRunning() || !Ghosts.Find(Ghost, Index))
	{
		return;
	}
	if (bShowing)
	{
		Ghosts[Index] = nullptr;
	}
	else
	{
		Ghosts.RemoveAtSwap(Index);
	}
}

#endif // WITH_ANTRECKON
