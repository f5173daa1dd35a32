#pragma once

#include "Components/SceneComponent.h"

class UPrimitiveComponent : public USceneComponent
{
public:
	virtual bool IsSimulatingPhysics(FName BoneName = FName()) const;
};
