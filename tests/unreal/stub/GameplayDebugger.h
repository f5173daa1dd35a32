#pragma once

#include "GameplayDebuggerCategory.h"

enum class EGameplayDebuggerCategoryState : uint8 { EnabledInGameAndSimulate, EnabledInGame, EnabledInSimulate, Disabled, Hidden };

class IGameplayDebugger
{
public:
	struct FOnGetCategory
	{
		static FOnGetCategory CreateStatic(TSharedRef<FGameplayDebuggerCategory> (*Function)());
	};
	virtual ~IGameplayDebugger();
	static IGameplayDebugger& Get();
	static bool IsAvailable();
	virtual void RegisterCategory(FName CategoryName, FOnGetCategory MakeInstanceDelegate, EGameplayDebuggerCategoryState CategoryState = EGameplayDebuggerCategoryState::Disabled, int32 SlotIdx = INDEX_NONE) = 0;
	virtual void UnregisterCategory(FName CategoryName) = 0;
	virtual void NotifyCategoriesChanged() = 0;
};
