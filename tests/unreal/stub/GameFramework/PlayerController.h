#pragma once

#include "GameFramework/Actor.h"

class APlayerState;

class AController : public AActor
{
public:
	template <class T>
	T* GetPlayerState() const;
};

class APlayerController : public AController {};
