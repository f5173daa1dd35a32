// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The module of the editor: it shows what the components mean.
#include "AntDoorComponent.h"
#include "AntPointOfInterestComponent.h"
#include "AntVisualizers.h"
#include "Editor/UnrealEdEngine.h"
#include "Modules/ModuleManager.h"
#include "UnrealEdGlobals.h"

class FAntreckonEditorModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		Show(UAntDoorComponent::StaticClass()->GetFName(), MakeShared<FAntDoorVisualizer>());
		Show(UAntPointOfInterestComponent::StaticClass()->GetFName(), MakeShared<FAntPointOfInterestVisualizer>());
	}

	virtual void ShutdownModule() override
	{
		for (const FName& Name : Shown)
		{
			if (GUnrealEd != nullptr)
			{
				GUnrealEd->UnregisterComponentVisualizer(Name);
			}
		}
		Shown.Reset();
	}

private:
	void Show(const FName& Name, const TSharedRef<FComponentVisualizer>& Visualizer)
	{
		// None in a commandlet.
		if (GUnrealEd != nullptr)
		{
			GUnrealEd->RegisterComponentVisualizer(Name, Visualizer);
			Visualizer->OnRegister();
			Shown.Add(Name);
		}
	}

	TArray<FName> Shown;
};

IMPLEMENT_MODULE(FAntreckonEditorModule, AntreckonEditor)
