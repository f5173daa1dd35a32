using UnrealBuildTool;

public class AntreckonRuntime : ModuleRules
{
	public AntreckonRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "DeveloperSettings", "AntreckonLibrary" });
		PrivateDependencyModuleNames.AddRange(new[] { "NavigationSystem", "Navmesh", "Projects" });
	}
}
