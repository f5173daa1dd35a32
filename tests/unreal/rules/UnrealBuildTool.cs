// As much of Unreal's build tool as the rules of the plugin's modules use: declarations in our own words, for this test only.
using System;
using System.Collections.Generic;

namespace UnrealBuildTool
{
    public class BuildException : Exception
    {
        public BuildException(string message) : base(message) {}
    }

    public struct UnrealTargetPlatform
    {
        private readonly string name;
        private UnrealTargetPlatform(string name) { this.name = name; }
        public static readonly UnrealTargetPlatform Win64 = new UnrealTargetPlatform("Win64");
        public static readonly UnrealTargetPlatform Linux = new UnrealTargetPlatform("Linux");
        public static readonly UnrealTargetPlatform LinuxArm64 = new UnrealTargetPlatform("LinuxArm64");
        public static readonly UnrealTargetPlatform Mac = new UnrealTargetPlatform("Mac");
        public static readonly UnrealTargetPlatform Android = new UnrealTargetPlatform("Android");
        public static readonly UnrealTargetPlatform IOS = new UnrealTargetPlatform("IOS");
        public static bool operator ==(UnrealTargetPlatform a, UnrealTargetPlatform b) { return a.name == b.name; }
        public static bool operator !=(UnrealTargetPlatform a, UnrealTargetPlatform b) { return a.name != b.name; }
        public override bool Equals(object other) { return other is UnrealTargetPlatform && (UnrealTargetPlatform)other == this; }
        public override int GetHashCode() { return name.GetHashCode(); }
        public override string ToString() { return name; }
    }

    public enum UnrealArch { X64, Arm64 }

    public class UnrealArchitectures
    {
        private readonly List<UnrealArch> all;
        public UnrealArchitectures(params UnrealArch[] all) { this.all = new List<UnrealArch>(all); }
        public bool Contains(UnrealArch arch) { return all.Contains(arch); }
    }

    public class ReadOnlyTargetRules
    {
        public UnrealTargetPlatform Platform;
        public UnrealArchitectures Architectures;
    }

    public class RuntimeDependencyList
    {
        public readonly List<string> Paths = new List<string>();
        public void Add(string path) { Paths.Add(path); }
    }

    public class ModuleRules
    {
        public enum ModuleType { CPlusPlus, External }
        public enum PCHUsageMode { Default, UseExplicitOrSharedPCHs }

        /// Where the test says that the module lies; the tool itself knows.
        public static string Folder = "";

        public ModuleRules(ReadOnlyTargetRules target) {}
        public string ModuleDirectory { get { return Folder; } }
        public ModuleType Type;
        public PCHUsageMode PCHUsage;
        public List<string> PublicSystemIncludePaths = new List<string>();
        public List<string> PublicDefinitions = new List<string>();
        public List<string> PublicAdditionalLibraries = new List<string>();
        public List<string> PublicDelayLoadDLLs = new List<string>();
        public List<string> PublicRuntimeLibraryPaths = new List<string>();
        public List<string> PublicDependencyModuleNames = new List<string>();
        public List<string> PrivateDependencyModuleNames = new List<string>();
        public RuntimeDependencyList RuntimeDependencies = new RuntimeDependencyList();
        protected void SetupGameplayDebuggerSupport(ReadOnlyTargetRules target) {}
    }
}
