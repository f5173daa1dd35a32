#pragma once

#include "Components/ActorComponent.h"

class FSceneView;
class FPrimitiveDrawInterface;

class FComponentVisualizer
{
public:
	virtual ~FComponentVisualizer();
	virtual void OnRegister() {}
	virtual void DrawVisualization(const UActorComponent*, const FSceneView*, FPrimitiveDrawInterface*) {}
};
