// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntDebugDraw.h"

#if WITH_ANTRECKON

#include "AntGhostComponent.h"
#include "AntGhostState.h"
#include "AntOrigin.h"
#include "AntPheromoneLayer.h"
#include "AntState.h"
#include "AntWorldSubsystem.h"
#include "DrawDebugHelpers.h"
#include "Engine/World.h"
#include "HAL/IConsoleManager.h"

#if ENABLE_DRAW_DEBUG

namespace
{
	TAutoConsoleVariable<int32> CVarDebug(
		TEXT("ant.Debug"), 0,
		TEXT("1: ghosts (yellow: what the engine replicated last, blue: prediction with its radius, white: drawn). 2: also the cells and the field of ant.DebugLayer."),
		ECVF_Cheat);

	TAutoConsoleVariable<int32> CVarDebugLayer(TEXT("ant.DebugLayer"), 0, TEXT("Layer of the fields that ant.Debug 2 shows."), ECVF_Cheat);

	/** More are not drawn: the game would stand still. */
	constexpr uint32 MostCells = 4096;

	void DrawGhost(const UWorld* World, const UAntGhostComponent& Ghost, const AntNative::FGhosts& Ghosts)
	{
		const FAntGhostState& State = *Ghost.GetState();
		const std::size_t Slot = Ghosts.slot_of(Ghost.GetPlayer());
		const bool bObserved = State.DrawnBy == EAntDrawnBy::Observations;
		const FVector Feet = AntOrigin::ToLocal(World, State.Feet);
		DrawDebugSphere(World, Feet, 20.0f, 8, FColor::White);
		if ((bObserved || State.DrawnBy == EAntDrawnBy::Packets) && Slot != AntNative::FGhosts::NONE)
		{
			const FVector Predicted = AntOrigin::ToLocal(World, Ghosts.predicted(Slot));
			if (bObserved)
			{
				const FVector Observed = AntOrigin::ToLocal(World, State.Observed);
				DrawDebugSphere(World, Observed, 15.0f, 8, FColor::Yellow);
				DrawDebugLine(World, Observed, Predicted, FColor::Yellow);
			}
			DrawDebugLine(World, Predicted, Feet, FColor::White);
			DrawDebugSphere(World, Predicted, FMath::Max(20.0f, static_cast<float>(State.Radius)), 12, FColor::Blue);
		}
	}

	void DrawField(const UWorld* World, const FAntState& Native)
	{
		static TArray<FVector> Centres;
		static TArray<float> Values;
		Centres.SetNumUninitialized(static_cast<int32>(MostCells));
		Values.SetNumUninitialized(static_cast<int32>(MostCells));
		const antreckon::Stream Where = AntNative::Stream(Centres);
		const antreckon::Stream Amounts = antreckon::scalars(antreckon::span<float>(Values.GetData(), MostCells));
		std::uint32_t Count = 0;
		const uint32 Layer = static_cast<uint32>(FMath::Max(0, CVarDebugLayer.GetValueOnGameThread()));
		if (ant_map_field(Native.Map.get(), Layer, 0, MostCells, nullptr, Where.get(), Amounts.get(), &Count, nullptr) < 0)
		{
			return;
		}
		const int32 Shown = static_cast<int32>(FMath::Min(Count, MostCells));
		for (int32 Index = 0; Index < Shown; ++Index)
		{
			// Roots make the faint visible.
			const float Height = 10.0f * FMath::Sqrt(FMath::Abs(Values[Index]));
			const FColor Color = Values[Index] < 0.0f ? FColor::Red : FColor::Green;
			const FVector Centre = AntOrigin::ToLocal(World, Centres[Index]);
			DrawDebugLine(World, Centre, Centre + FVector(0.0, 0.0, Height), Color);
		}
	}
}

void AntDebugDraw::Draw(const UAntWorldSubsystem& Subsystem)
{
	const int32 Detail = CVarDebug.GetValueOnGameThread();
	const FAntState* Native = Subsystem.State();
	if (Detail <= 0 || Native == nullptr)
	{
		return;
	}
	const UWorld* World = Subsystem.GetWorld();
	for (const UAntGhostComponent* Ghost : Subsystem.GetGhosts())
	{
		if (Ghost != nullptr && Ghost->IsWorking())
		{
			DrawGhost(World, *Ghost, Native->Ghosts);
		}
	}
	if (Detail >= 2)
	{
		DrawField(World, *Native);
	}
}

#else

void AntDebugDraw::Draw(const UAntWorldSubsystem&) {}

#endif

#endif // WITH_ANTRECKON
