#pragma once

#include "CoreMinimal.h"

enum ELifetimeCondition : int { COND_None, COND_InitialOnly, COND_OwnerOnly, COND_SkipOwner };
enum ELifetimeRepNotifyCondition : int { REPNOTIFY_OnChanged, REPNOTIFY_Always };

class FLifetimeProperty {};

struct FDoRepLifetimeParams
{
	ELifetimeCondition Condition = COND_None;
	ELifetimeRepNotifyCondition RepNotifyCondition = REPNOTIFY_OnChanged;
	bool bIsPushBased = false;
};
