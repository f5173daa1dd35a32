#pragma once

#include "ComponentVisualizer.h"
#include "UObject/Object.h"

class UUnrealEdEngine : public UObject
{
public:
	void RegisterComponentVisualizer(FName ComponentClassName, TSharedPtr<FComponentVisualizer> Visualizer);
	void UnregisterComponentVisualizer(FName ComponentClassName);
};
