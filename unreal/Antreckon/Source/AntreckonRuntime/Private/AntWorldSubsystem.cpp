#include "AntWorldSubsystem.h"

#include "AntDebugDraw.h"
#include "AntGhostComponent.h"
#include "AntPheromoneLayer.h"
#include "AntSettings.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Async/ParallelFor.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"
#include "NavMesh/RecastNavMesh.h"
#include "NavigationSystem.h"
#if WITH_RECAST
#include "Detour/DetourNavMesh.h"
#endif

DECLARE_CYCLE_STAT(TEXT("Step fields"), STAT_AntStep, STATGROUP_Antreckon);
DECLARE_CYCLE_STAT(TEXT("Draw ghosts"), STAT_AntDraw, STATGROUP_Antreckon);
DECLARE_CYCLE_STAT(TEXT("Read navmesh"), STAT_AntNavMesh, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Ghosts"), STAT_AntGhosts, STATGROUP_Antreckon);
DECLARE_DWORD_COUNTER_STAT(TEXT("Navmesh tiles"), STAT_AntTiles, STATGROUP_Antreckon);
DECLARE_MEMORY_STAT(TEXT("Native memory"), STAT_AntMemory, STATGROUP_Antreckon);

namespace
{
	TAutoConsoleVariable<int32> CVarEnabled(
		TEXT("ant.Enabled"), 1, TEXT("0: worlds that begin play from now on have no Antreckon."), ECVF_Default);

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

	UNavigationSystemV1* NavigationOf(UWorld* World)
	{
		return World != nullptr ? FNavigationSystem::GetCurrent<UNavigationSystemV1>(World) : nullptr;
	}
}

bool UAntWorldSubsystem::ShouldCreateSubsystem(UObject* Outer) const
{
	return Super::ShouldCreateSubsystem(Outer) && FAntreckonRuntimeModule::IsLibraryReady();
}

bool UAntWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
	return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void UAntWorldSubsystem::Initialize(FSubsystemCollectionBase& Collection)
{
	Super::Initialize(Collection);
	if (CVarEnabled.GetValueOnGameThread() != 0)
	{
		Begin();
	}
}

void UAntWorldSubsystem::Begin()
{
	const UAntSettings& Settings = *GetDefault<UAntSettings>();
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
	FAntState Made;
	const antreckon::Status Status = FAntState::Create(Settings, Layers, Now(), Made);
	if (!Status.ok())
	{
		UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off in this world: %s"), *AntNative::Text(Status));
		return;
	}
	Made.Weights = MoveTemp(Weights);
	const antreckon::Status Set =
		Made.Ghosts.set_profile(ANT_EVERYBODY, AntDescribe::Profile(Settings.Model, Settings.RunSpeed, Made.Weights));
	if (!Set.ok())
	{
		UE_LOG(LogAntreckon, Error, TEXT("Antreckon is off in this world: %s"), *AntNative::Text(Set));
		return;
	}
	NativeState = MakePimpl<FAntState>(MoveTemp(Made));
}

void UAntWorldSubsystem::Deinitialize()
{
	FWorldDelegates::LevelAddedToWorld.RemoveAll(this);
	FWorldDelegates::LevelRemovedFromWorld.RemoveAll(this);
	if (UNavigationSystemV1* Navigation = NavigationOf(GetWorld()))
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
	Super::Deinitialize();
}

void UAntWorldSubsystem::OnWorldBeginPlay(UWorld& InWorld)
{
	Super::OnWorldBeginPlay(InWorld);
	if (!IsRunning())
	{
		return;
	}
	if (UNavigationSystemV1* Navigation = NavigationOf(&InWorld))
	{
		Navigation->OnNavigationGenerationFinishedDelegate.AddUniqueDynamic(this, &UAntWorldSubsystem::NavigationGenerated);
	}
	else
	{
		UE_LOG(LogAntreckon, Warning,
			TEXT("No navigation system in this world: ghosts do not know walls. On clients, switch on Allow Client Side Navigation in the project's Navigation System settings."));
	}
	FWorldDelegates::LevelAddedToWorld.AddUObject(this, &UAntWorldSubsystem::LevelsChanged);
	FWorldDelegates::LevelRemovedFromWorld.AddUObject(this, &UAntWorldSubsystem::LevelsChanged);
	RefreshNavMesh();
	// Navmeshes may register with their system as late as in its first tick, and nobody tells.
	bNavMeshMayHaveChanged = true;
}

void UAntWorldSubsystem::NavigationGenerated(ANavigationData* NavData)
{
	if (Cast<ARecastNavMesh>(NavData) != nullptr)
	{
		bNavMeshMayHaveChanged = true;
	}
}

void UAntWorldSubsystem::LevelsChanged(ULevel* Level, UWorld* World)
{
	// Streamed levels bring their own tiles, without generating anything.
	if (Level != nullptr && World == GetWorld())
	{
		bNavMeshMayHaveChanged = true;
	}
}

int32 UAntWorldSubsystem::RefreshNavMesh()
{
	bNavMeshMayHaveChanged = false;
	const UNavigationSystemV1* Navigation = NavigationOf(GetWorld());
	if (!IsRunning() || Navigation == nullptr)
	{
		return 0;
	}
	int32 Changes = 0;
#if WITH_RECAST
	SCOPE_CYCLE_COUNTER(STAT_AntNavMesh);
	FAntState& Native = *NativeState;
	// None, when its level was streamed out: then all tiles go.
	const ARecastNavMesh* Mesh = Cast<ARecastNavMesh>(Navigation->GetDefaultNavDataInstance());
	const dtNavMesh* Detour = Mesh != nullptr ? Mesh->GetRecastMesh() : nullptr;
	Native.Feed.begin();
	if (Detour != nullptr)
	{
		// No tile may come or go while it is read.
		Mesh->BeginBatchQuery();
		for (int32 Index = 0; Index < Detour->getMaxTiles(); ++Index)
		{
			antreckon::NavTileKey Key;
			const dtMeshTile* Tile = Detour->getTile(Index);
			if (Tile == nullptr || !antreckon::read_detour_tile(*Tile, antreckon::detour_to_unreal, Native.Tile, Key))
			{
				continue;
			}
			const antreckon::Expected<bool> Given = Native.Feed.give(Native.Level, Key, Native.Tile);
			if (!Given)
			{
				UE_LOG(LogAntreckon, Warning, TEXT("Navmesh tile %d, %d, %d is left as it was: %s"), Key.x, Key.y, Key.layer, *AntNative::Text(Given.status()));
			}
		}
		Mesh->FinishBatchQuery();
	}
	const antreckon::Expected<std::uint32_t> Ended = Native.Feed.end(Native.Level);
	if (!Ended)
	{
		UE_LOG(LogAntreckon, Warning, TEXT("Navmesh: %s"), *AntNative::Text(Ended.status()));
	}
	Changes = static_cast<int32>(Ended.value());
	if (Changes > 0)
	{
		UE_LOG(LogAntreckon, Verbose, TEXT("Navmesh: %d tiles changed, %d are known."), Changes, static_cast<int32>(Native.Feed.tile_count()));
		OnLevelChanged.Broadcast(Changes);
	}
#endif
	return Changes;
}

void UAntWorldSubsystem::Tick(float DeltaTime)
{
	Super::Tick(DeltaTime);
	if (!IsRunning())
	{
		return;
	}
	if (bNavMeshMayHaveChanged)
	{
		RefreshNavMesh();
	}
	StepFields();
	ShowGhosts(DeltaTime);
	SET_DWORD_STAT(STAT_AntGhosts, Ghosts.Num());
	SET_DWORD_STAT(STAT_AntTiles, NativeState->Feed.tile_count());
	std::uint64_t Bytes = 0;
	(void)ant_bytes_in_use(&Bytes);
	SET_MEMORY_STAT(STAT_AntMemory, Bytes);
	AntDebugDraw::Draw(*this);
	ReportLog();
}

void UAntWorldSubsystem::ShowGhosts(float DeltaTime)
{
	SCOPE_CYCLE_COUNTER(STAT_AntDraw);
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
		else if (Event->kind == ANT_GHOST_APPEARED)
		{
			for (UAntGhostComponent* Ghost : Ghosts)
			{
				if (Ghost != nullptr && Ghost->GetPlayer() == Event->player)
				{
					Ghost->Appear();
				}
			}
		}
	}
}

void UAntWorldSubsystem::StepFields()
{
	SCOPE_CYCLE_COUNTER(STAT_AntStep);
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

int64 UAntWorldSubsystem::Now() const
{
	const UWorld* World = GetWorld();
	return World != nullptr ? AntDescribe::Nanoseconds(World->GetTimeSeconds()) : 0;
}

void UAntWorldSubsystem::Rebase(const FVector& Shift)
{
	if (IsRunning())
	{
		const antreckon::Vec3 Moved = AntNative::ToAnt(Shift);
		antreckon::Status Status = NativeState->Level.rebase(Moved);
		Status = Status.ok() ? NativeState->Ghosts.rebase(Moved) : Status;
		if (!Status.ok())
		{
			UE_LOG(LogAntreckon, Warning, TEXT("Rebase: %s"), *AntNative::Text(Status));
		}
		// The navmesh is where it was told to be; it is compared anew when the engine has moved it.
		bNavMeshMayHaveChanged = true;
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
