// The native library: headers in include/, one folder lib/<os>-<arch>/ for each platform. Both come with the packaged plugin.
using System.IO;
using UnrealBuildTool;

public class AntreckonLibrary : ModuleRules
{
	public AntreckonLibrary(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
		PublicDefinitions.Add("ANT_SHARED=1");

		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			string Folder = Need("lib/windows-x64");
			PublicAdditionalLibraries.Add(Path.Combine(Folder, "antreckon.lib"));
			// Loaded by AntreckonRuntime from the plugin's folder, so that a missing file is a message and not a failed start.
			PublicDelayLoadDLLs.Add("antreckon.dll");
			RuntimeDependencies.Add(Path.Combine(Folder, "antreckon.dll"));
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux || Target.Platform == UnrealTargetPlatform.LinuxArm64)
		{
			string Folder = Need(Target.Platform == UnrealTargetPlatform.Linux ? "lib/linux-x64" : "lib/linux-arm64");
			string Library = Path.Combine(Folder, "libantreckon.so");
			PublicAdditionalLibraries.Add(Library);
			PublicRuntimeLibraryPaths.Add(Folder);
			RuntimeDependencies.Add(Library);
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			string Library = Path.Combine(Need("lib/macos-arm64"), "libantreckon.dylib");
			// On a Mac this alone links it, weakly, and adds its folder to where @rpath is looked for.
			PublicDelayLoadDLLs.Add(Library);
			RuntimeDependencies.Add(Library);
		}
		else
		{
			throw new BuildException("Antreckon has no library for " + Target.Platform);
		}
	}

	private string Need(string Folder)
	{
		string Found = Path.Combine(ModuleDirectory, Folder);
		if (!Directory.Exists(Found))
		{
			throw new BuildException("Antreckon: " + Found + " is missing. Take the packaged plugin; the folder in the repository has no libraries.");
		}
		return Found;
	}
}
