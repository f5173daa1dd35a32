#include "AntBlueprintLibrary.h"

#include "AntLookup.h"
#include "AntState.h"
#include "AntreckonRuntime.h"
#include "Engine/Engine.h"

namespace
{
	UAntWorldSubsystem* SubsystemFor(const UObject* WorldContextObject)
	{
		return AntLookup::Subsystem(GEngine->GetWorldFromContextObject(WorldContextObject, EGetWorldErrorMode::LogAndReturnNull));
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
	return Subsystem == nullptr ? 0.0f : Subsystem->State()->Map.value(Subsystem->LayerNumber(Layer), AntNative::ToAnt(Location)).value_or(0.0f);
}

bool UAntBlueprintLibrary::Deposit(const UObject* WorldContextObject, const UAntPheromoneLayer* Layer, const FVector& Location, float Amount)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	return Subsystem != nullptr && Subsystem->State()->Map.deposit(Subsystem->LayerNumber(Layer), AntNative::ToAnt(Location), Amount).ok();
}

float UAntBlueprintLibrary::PathLength(const UObject* WorldContextObject, const FVector& From, const FVector& To)
{
	const UAntWorldSubsystem* Subsystem = SubsystemFor(WorldContextObject);
	if (Subsystem == nullptr)
	{
		return -1.0f;
	}
	const antreckon::Expected<double> Length = Subsystem->State()->Level.path_distance(AntNative::ToAnt(From), AntNative::ToAnt(To));
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
	const auto Path = Subsystem->State()->Level.path(AntNative::ToAnt(From), AntNative::ToAnt(To));
	for (const antreckon::Vec3& Corner : *Path)
	{
		Corners.Add(AntNative::ToUnreal(Corner));
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
	const antreckon::Stream InPlace = AntNative::Stream(Points);
	return Subsystem->State()->Level.locate(InPlace, Distance, InPlace).ok();
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
