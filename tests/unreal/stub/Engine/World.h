#pragma once

#include "Delegates/Delegate.h"
#include "Engine/EngineTypes.h"
#include "UObject/Object.h"

class APlayerController;
class AWorldSettings;
class ULevel;

class FURL
{
public:
	FURL(const TCHAR* Filename = nullptr);
};

class UWorld final : public UObject
{
public:
	FIntVector OriginLocation;
	double GetTimeSeconds() const;
	bool IsPaused() const;
	bool IsPlayingReplay() const;
	ENetMode GetNetMode() const;
	APlayerController* GetFirstPlayerController() const;
	AWorldSettings* GetWorldSettings(bool bCheckStreamingPersistent = false, bool bChecked = true) const;
	template <typename T>
	T* GetSubsystem() const;
	template <typename T>
	T* SpawnActor();
	static UWorld* CreateWorld(const EWorldType::Type InWorldType, bool bInformEngineOfWorld);
	void InitializeActorsForPlay(const FURL& InURL, bool bResetTime = true);
	void BeginPlay();
	void Tick(ELevelTick TickType, float DeltaSeconds);
	void DestroyWorld(bool bInformEngineOfWorld);
};

class FWorldDelegates
{
public:
	static TStubMulticast<ULevel*, UWorld*> LevelAddedToWorld;
	static TStubMulticast<ULevel*, UWorld*> LevelRemovedFromWorld;
};
