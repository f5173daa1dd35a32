// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
using UnrealBuildTool;

public class AntreckonRuntime : ModuleRules
{
	public AntreckonRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "DeveloperSettings", "AntreckonLibrary" });
		PrivateDependencyModuleNames.AddRange(new[] { "NavigationSystem", "Navmesh", "NetCore", "Projects" });
		SetupGameplayDebuggerSupport(Target);
	}
}
