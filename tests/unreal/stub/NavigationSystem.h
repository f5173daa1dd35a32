#pragma once

#include "Delegates/Delegate.h"
#include "UObject/Object.h"

class ANavigationData;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnNavDataGenericEvent, ANavigationData*, NavData);

class UNavigationSystemV1 : public UObject
{
public:
	FOnNavDataGenericEvent OnNavigationGenerationFinishedDelegate;
	ANavigationData* GetDefaultNavDataInstance() const;
};

namespace FNavigationSystem
{
	template <typename TNavSys>
	TNavSys* GetCurrent(UWorld* World);
}
