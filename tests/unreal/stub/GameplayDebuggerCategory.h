#pragma once

#include "CoreMinimal.h"

class APlayerController;
class AActor;

class FGameplayDebuggerCanvasContext
{
public:
	template <typename... Types>
	void Printf(const TCHAR* Format, Types... Arguments);
};

class FGameplayDebuggerCategory
{
public:
	virtual ~FGameplayDebuggerCategory();
	virtual void CollectData(APlayerController* OwnerPC, AActor* DebugActor);
	virtual void DrawData(APlayerController* OwnerPC, FGameplayDebuggerCanvasContext& CanvasContext);

protected:
	uint32 bShowOnlyWithDebugActor : 1;
};
