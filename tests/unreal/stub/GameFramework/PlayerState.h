#pragma once

#include "GameFramework/Actor.h"

class APlayerState : public AActor
{
public:
	float GetPingInMilliseconds() const;
};
