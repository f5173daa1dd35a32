// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
using UnrealBuildTool;

public class AntreckonEditor : ModuleRules
{
	public AntreckonEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PrivateDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "UnrealEd", "ComponentVisualizers", "AntreckonRuntime" });
	}
}
