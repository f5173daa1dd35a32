// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntBlueprintLibrary.h"

#if WITH_ANTRECKON

#include "AntLookup.h"
#include "AntOrigin.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Engine/Engine.h"

namespace
{
	UAntWorldSubsystem* SubsystemFor(const UObject* WorldContextObject)
	{
		return AntLookup::Subsystem(GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::LogAndReturnNull));
	}

	/** A place as the library knows it. */
	antreckon::Vec3 Native(const UAntWorldSubsystem& Subsystem, const FVector& Place)
	{
		return AntNative::ToAnt(AntOrigin::ToNative(Subsystem.GetWorld(), Place));
	}
}

FString UAntBlueprintLibrary::GetLibraryVersion()
{
	if (!FAntreckonRuntimeModule::IsLibraryReady())
	{
		return FString();
	}
	const std::uint32_t Version = ant_version();
	return FString::Printf(TEXT("%u.%u.%u"), Version >> 24, (Version >> 16) & 0xffu, Version & 0xffffu);
}

float UAntBlueprintLibrary::Smell(const UObject* WorldContextObject, const UAntPheromoneLayer* Layer, const FVector& Location)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	return Subsystem == nullptr ? 0.0f : Subsystem->State()->Map.value(Subsystem->LayerNumber(Layer), Native(*Subsystem, Location)).value_or(0.0f);
}

bool UAntBlueprintLibrary::Deposit(const UObject* WorldContextObject, const UAntPheromoneLayer* Layer, const FVector& Location, float Amount)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	return Subsystem != nullptr && Subsystem->State()->Map.deposit(Subsystem->LayerNumber(Layer), Native(*Subsystem, Location), Amount).ok();
}

float UAntBlueprintLibrary::PathLength(const UObject* WorldContextObject, const FVector& From, const FVector& To)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	if (Subsystem == nullptr)
	{
		return -1.0f;
	}
	const antreckon::Expected<double> Length = Subsystem->State()->Level.path_distance(Native(*Subsystem, From), Native(*Subsystem, To));
	return Length.status().code() == ANT_OK ? static_cast<float>(*Length) : -1.0f;
}

bool UAntBlueprintLibrary::FindPath(const UObject* WorldContextObject, const FVector& From, const FVector& To, TArray<FVector>& Corners)
{
	Corners.Reset();
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	if (Subsystem == nullptr)
	{
		return false;
	}
	const auto Path = Subsystem->State()->Level.path(Native(*Subsystem, From), Native(*Subsystem, To));
	for (const antreckon::Vec3& Corner : *Path)
	{
		Corners.Add(AntOrigin::ToLocal(Subsystem->GetWorld(), AntNative::ToUnreal(Corner)));
	}
	return Path.status().code() == ANT_OK;
}

bool UAntBlueprintLibrary::PutOnFloor(const UObject* WorldContextObject, TArray<FVector>& Points, float Distance)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	if (Subsystem == nullptr)
	{
		return false;
	}
	const FVector Origin = AntOrigin::Of(Subsystem->GetWorld());
	for (FVector& Point : Points)
	{
		Point = Point + Origin;
	}
	const antreckon::Stream InPlace = AntNative::Stream(Points);
	const bool bAll = Subsystem->State()->Level.locate(InPlace, Distance, InPlace).ok();
	for (FVector& Point : Points)
	{
		Point = Point - Origin;
	}
	return bAll;
}

FAntReport UAntBlueprintLibrary::GetAntreckonReport(const UObject* WorldContextObject)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	return Subsystem != nullptr ? Subsystem->GetReport() : FAntReport();
}

int64 UAntBlueprintLibrary::GetNativeMemory()
{
	std::uint64_t Bytes = 0;
	if (FAntreckonRuntimeModule::IsLibraryReady())
	{
		(void)ant_bytes_in_use(&Bytes);
	}
	return static_cast<int64>(Bytes);
}

#endif // WITH_ANTRECKON
