#pragma once

#include "Delegates/Delegate.h"
#include "Engine/EngineTypes.h"
#include "Stats/Stats.h"
#include "UObject/Object.h"

class FSubsystemCollectionBase {};

class USubsystem : public UObject
{
public:
	virtual bool ShouldCreateSubsystem(UObject* Outer) const;
	virtual void Initialize(FSubsystemCollectionBase& Collection);
	virtual void Deinitialize();
};

class UWorldSubsystem : public USubsystem
{
public:
	virtual bool ShouldCreateSubsystem(UObject* Outer) const override;
	virtual void OnWorldBeginPlay(UWorld& InWorld);

protected:
	virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const;
};

class FTickableGameObject
{
public:
	virtual ~FTickableGameObject();
	virtual void Tick(float DeltaTime) = 0;
	virtual TStatId GetStatId() const = 0;
	virtual bool IsTickableWhenPaused() const;
};

class UTickableWorldSubsystem : public UWorldSubsystem, public FTickableGameObject
{
public:
	virtual void Initialize(FSubsystemCollectionBase& Collection) override;
	virtual void Deinitialize() override;
	virtual void Tick(float DeltaTime) override;
	virtual TStatId GetStatId() const override = 0;
};
