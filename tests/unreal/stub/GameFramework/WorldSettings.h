#pragma once

#include "GameFramework/Actor.h"

class AInfo : public AActor {};

class AWorldSettings : public AInfo
{
public:
	virtual void NotifyBeginPlay();
	float GetEffectiveTimeDilation() const;
};
