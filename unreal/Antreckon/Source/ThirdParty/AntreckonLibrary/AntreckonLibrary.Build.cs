// Copyright the antreckon contributors. Licensed under MIT OR Apache-2.0.
// The native library: headers in include/, one folder lib/<os>-<arch>/ for each platform. Both come with the packaged plugin.
using System;
using System.IO;
using UnrealBuildTool;

public class AntreckonLibrary : ModuleRules
{
	public AntreckonLibrary(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		string Library = LibraryFor(Target);
		// Where there is no library the components compile and do nothing, so that every target of a project builds.
		PublicDefinitions.Add("WITH_ANTRECKON=" + (Library != null ? "1" : "0"));
		if (Library == null)
		{
			Console.WriteLine("Antreckon has no library for " + Target.Platform + " with these architectures: its components will do nothing there.");
			return;
		}
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
		PublicDefinitions.Add("ANT_SHARED=1");
		RuntimeDependencies.Add(Library);
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			PublicAdditionalLibraries.Add(Path.Combine(Path.GetDirectoryName(Library), "antreckon.lib"));
			// Loaded by AntreckonRuntime from the plugin's folder, so that a missing file is a message and not a failed start.
			PublicDelayLoadDLLs.Add("antreckon.dll");
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			// On a Mac this alone links it, weakly, and adds its folder to where @rpath is looked for.
			PublicDelayLoadDLLs.Add(Library);
		}
		else
		{
			PublicAdditionalLibraries.Add(Library);
			PublicRuntimeLibraryPaths.Add(Path.GetDirectoryName(Library));
		}
	}

	/** Null: there is none. */
	private string LibraryFor(ReadOnlyTargetRules Target)
	{
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			// Arm64 and Arm64EC have none.
			return Target.Architectures.Contains(UnrealArch.Arm64) ? null : Need("lib/windows-x64", "antreckon.dll");
		}
		if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			return Need("lib/linux-x64", "libantreckon.so");
		}
		if (Target.Platform == UnrealTargetPlatform.LinuxArm64)
		{
			return Need("lib/linux-arm64", "libantreckon.so");
		}
		if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			// Apple silicon alone. A universal or Intel build cannot be linked with it.
			return Target.Architectures.Contains(UnrealArch.X64) ? null : Need("lib/macos-arm64", "libantreckon.dylib");
		}
		return null;
	}

	private string Need(string Folder, string Name)
	{
		string Found = Path.Combine(ModuleDirectory, Folder, Name);
		if (!File.Exists(Found))
		{
			throw new BuildException("Antreckon: " + Found + " is missing. Take the packaged plugin; the folder in the repository has no libraries.");
		}
		return Found;
	}
}
