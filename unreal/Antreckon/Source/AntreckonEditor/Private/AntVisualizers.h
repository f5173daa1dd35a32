// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// What the editor shows of a component that is selected.
#pragma once

#include "ComponentVisualizer.h"

/** The box of a door: green while it is open, red while it is closed. */
class FAntDoorVisualizer : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
};

/** Where a point of interest emits and how far it is smelled, roughly, in the colour of its layer. */
class FAntPointOfInterestVisualizer : public FComponentVisualizer
{
public:
	virtual void DrawVisualization(const UActorComponent* Component, const FSceneView* View, FPrimitiveDrawInterface* PDI) override;
};
