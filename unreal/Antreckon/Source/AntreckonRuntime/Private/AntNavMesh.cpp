// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The part of the subsystem that keeps the level equal to the navmesh.
#include "AntWorldSubsystem.h"

#if WITH_ANTRECKON

#include "AntOrigin.h"
#include "AntSettings.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "NavMesh/RecastNavMesh.h"
#include "NavigationSystem.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"
#if WITH_RECAST
#include "Detour/DetourNavMesh.h"
#endif

DECLARE_CYCLE_STAT(TEXT("Read navmesh"), STAT_AntNavMesh, STATGROUP_Antreckon);

const ARecastNavMesh* UAntWorldSubsystem::NavMesh() const
{
	const UNavigationSystemV1* Navigation = FNavigationSystem::GetCurrent<UNavigationSystemV1>(GetWorld());
	return Navigation != nullptr ? Cast<ARecastNavMesh>(Navigation->GetDefaultNavDataInstance()) : nullptr;
}

void UAntWorldSubsystem::NavigationGenerated(ANavigationData* NavData)
{
	if (Cast<ARecastNavMesh>(NavData) != nullptr)
	{
		NextLook = 0.0;
	}
}

void UAntWorldSubsystem::LevelsChanged(ULevel* Level, UWorld* World)
{
	// Streamed levels bring their own tiles, without generating anything.
	if (Level != nullptr && World == GetWorld())
	{
		NextLook = 0.0;
	}
}

void UAntWorldSubsystem::OriginShifted(UWorld* World, FIntVector, FIntVector)
{
	// Everything native counts from the first origin and stays; the engine has moved its tiles, which are compared with that in mind.
	if (World == GetWorld())
	{
		(void)RefreshNavMesh();
	}
}

int32 UAntWorldSubsystem::RefreshNavMesh()
{
	if (!IsRunning() || !NativeState->DrawsPlayers())
	{
		return 0;
	}
	NativeState->Navigation.recheck();
	return LookAtNavMesh();
}

int32 UAntWorldSubsystem::LookAtNavMesh()
{
#if WITH_RECAST
	SCOPE_CYCLE_COUNTER(STAT_AntNavMesh);
	TRACE_CPUPROFILER_EVENT_SCOPE(Antreckon_LookAtNavMesh);
	NextLook = RealTime() + 1.0 / FMath::Max(0.1f, GetDefault<UAntSettings>()->NavMeshLooksPerSecond);
	antreckon::DetourFollower& Follower = NativeState->Navigation;
	// None, when its level was streamed out: then all tiles go.
	const ARecastNavMesh* Mesh = NavMesh();
	const dtNavMesh* Detour = Mesh != nullptr ? Mesh->GetRecastMesh() : nullptr;
	if (Detour == nullptr)
	{
		return static_cast<int32>(Follower.look());
	}
	// No tile may come or go while it is read.
	Mesh->BeginBatchQuery();
	const std::size_t Waiting = Follower.look(*Detour);
	Mesh->FinishBatchQuery();
	return static_cast<int32>(Waiting);
#else
	return 0;
#endif
}

void UAntWorldSubsystem::FollowNavMesh(bool bAllAtOnce)
{
#if WITH_RECAST
	if (RealTime() >= NextLook)
	{
		LookAtNavMesh();
	}
	FAntState& Native = *NativeState;
	if (!Native.Navigation.waiting())
	{
		return;
	}
	SCOPE_CYCLE_COUNTER(STAT_AntNavMesh);
	TRACE_CPUPROFILER_EVENT_SCOPE(Antreckon_ReadNavMesh);
	const ARecastNavMesh* Mesh = NavMesh();
	const dtNavMesh* Detour = Mesh != nullptr ? Mesh->GetRecastMesh() : nullptr;
	antreckon::Status Status;
	if (Detour == nullptr)
	{
		// It has gone while its tiles waited.
		(void)Native.Navigation.look();
		Status = Native.Navigation.work(Native.Level);
	}
	else
	{
		const FVector Origin = AntOrigin::Of(GetWorld());
		const auto Place = [&Origin](double X, double Y, double Z)
		{
			const antreckon::Vec3 Local = antreckon::detour_to_unreal(X, Y, Z);
			return antreckon::Vec3{Local.x + Origin.X, Local.y + Origin.Y, Local.z + Origin.Z};
		};
		const double End = FPlatformTime::Seconds() + 0.001 * GetDefault<UAntSettings>()->NavMeshTimePerFrame;
		Mesh->BeginBatchQuery();
		// What changed since the last look must be known: a place may hold another tile by now.
		(void)Native.Navigation.look(*Detour);
		Status = Native.Navigation.work(Native.Level, *Detour, Place, [bAllAtOnce, End] { return bAllAtOnce || FPlatformTime::Seconds() < End; });
		Mesh->FinishBatchQuery();
	}
	if (!Status.ok())
	{
		UE_LOG(LogAntreckon, Warning, TEXT("A tile of the navmesh is left as it was: %s"), *AntNative::Text(Status));
	}
	const int32 Changes = static_cast<int32>(Native.Navigation.take_changes());
	if (Changes > 0)
	{
		UE_LOG(LogAntreckon, Verbose, TEXT("Navmesh: %d tiles changed, %d are known, %d wait."), Changes,
			static_cast<int32>(Native.Navigation.tile_count()), static_cast<int32>(Native.Navigation.waiting_count()));
		OnLevelChanged.Broadcast(Changes);
	}
#endif
}

#endif // WITH_ANTRECKON
