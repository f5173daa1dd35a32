#pragma once

#include "Engine/EngineTypes.h"
#include "UObject/Object.h"

enum class EGetWorldErrorMode { ReturnNull, LogAndReturnNull, Assert };

struct FWorldContext
{
	void SetCurrentWorld(UWorld* World);
};

class UEngine : public UObject
{
public:
	UWorld* GetWorldFromContextObject(const UObject* Object, EGetWorldErrorMode ErrorMode) const;
	FWorldContext& CreateNewWorldContext(EWorldType::Type WorldType);
	void DestroyWorldContext(UWorld* InWorld);
};
extern UEngine* GEngine;
