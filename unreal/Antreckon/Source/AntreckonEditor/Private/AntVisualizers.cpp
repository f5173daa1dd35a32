// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
#include "AntVisualizers.h"

#include "AntDoorComponent.h"
#include "AntPheromoneLayer.h"
#include "AntPointOfInterestComponent.h"
#include "AntSettings.h"
#include "SceneManagement.h"

void FAntDoorVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	if (const UAntDoorComponent* Door = Cast<UAntDoorComponent>(Component))
	{
		// Along the world's axes, however the component is turned.
		const FVector Centre = Door->GetComponentLocation();
		const FLinearColor Color = Door->bOpen ? FLinearColor::Green : FLinearColor::Red;
		DrawWireBox(PDI, FBox(Centre - Door->Extent, Centre + Door->Extent), Color, SDPG_World);
	}
}

void FAntPointOfInterestVisualizer::DrawVisualization(const UActorComponent* Component, const FSceneView*, FPrimitiveDrawInterface* PDI)
{
	const UAntPointOfInterestComponent* Point = Cast<UAntPointOfInterestComponent>(Component);
	if (Point == nullptr)
	{
		return;
	}
	const UAntPheromoneLayer* Layer = Point->Layer;
	const FLinearColor Color = Layer != nullptr ? FLinearColor(Layer->Color) : FLinearColor::Green;
	const FVector Centre = Point->GetComponentLocation();
	// One cell for itself, and rings of some cells: along the floor it is less where walls are in the way.
	const double Cell = GetDefault<UAntSettings>()->CellSize;
	for (const double Cells : {0.5, 4.0, 8.0})
	{
		DrawCircle(PDI, Centre, FVector(1.0, 0.0, 0.0), FVector(0.0, 1.0, 0.0), Color, Cells * Cell, 48, SDPG_World);
	}
}
