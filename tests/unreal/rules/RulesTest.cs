// The rules of the plugin's modules, run for every kind of target, as the build tool would. Prints a line for each check.
using System;
using System.IO;
using System.Linq;
using UnrealBuildTool;

public static class RulesTest
{
    private static int failed, passed;

    private static void Check(bool holds, string what)
    {
        passed += holds ? 1 : 0;
        failed += holds ? 0 : 1;
        if (!holds)
        {
            Console.WriteLine("FAILED " + what);
        }
    }

    private static ReadOnlyTargetRules Target(UnrealTargetPlatform platform, params UnrealArch[] architectures)
    {
        return new ReadOnlyTargetRules { Platform = platform, Architectures = new UnrealArchitectures(architectures) };
    }

    private static void HasLibrary(ReadOnlyTargetRules target, string folder, string file, bool delayed)
    {
        string what = target.Platform + ": ";
        var rules = new AntreckonLibrary(target);
        Check(rules.Type == ModuleRules.ModuleType.External, what + "external");
        Check(rules.PublicDefinitions.Contains("WITH_ANTRECKON=1"), what + "with the library");
        Check(rules.RuntimeDependencies.Paths.Single() == Path.Combine(ModuleRules.Folder, folder, file), what + "ships " + file);
        Check(rules.PublicSystemIncludePaths.Count == 1, what + "headers");
        Check(rules.PublicDelayLoadDLLs.Any() == delayed, what + "delayed");
        Check(rules.PublicAdditionalLibraries.Any() || target.Platform == UnrealTargetPlatform.Mac, what + "linked");
        Directory.Move(Path.Combine(ModuleRules.Folder, folder), Path.Combine(ModuleRules.Folder, "away"));
        try
        {
            new AntreckonLibrary(target);
            Check(false, what + "a missing library is an error");
        }
        catch (BuildException error)
        {
            Check(error.Message.Contains("packaged"), what + "the error says what to do");
        }
        Directory.Move(Path.Combine(ModuleRules.Folder, "away"), Path.Combine(ModuleRules.Folder, folder));
    }

    private static void IsInert(ReadOnlyTargetRules target, string what)
    {
        var rules = new AntreckonLibrary(target);
        Check(rules.PublicDefinitions.Single() == "WITH_ANTRECKON=0", what + ": inert");
        Check(!rules.PublicAdditionalLibraries.Any() && !rules.RuntimeDependencies.Paths.Any() && !rules.PublicDelayLoadDLLs.Any(), what + ": nothing to link");
    }

    public static int Main(string[] arguments)
    {
        ModuleRules.Folder = arguments[0];
        foreach (string file in new[] { "windows-x64/antreckon.dll", "linux-x64/libantreckon.so", "linux-arm64/libantreckon.so", "macos-arm64/libantreckon.dylib" })
        {
            string path = Path.Combine(ModuleRules.Folder, "lib", file);
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            File.WriteAllText(path, "");
        }
        HasLibrary(Target(UnrealTargetPlatform.Win64, UnrealArch.X64), "lib/windows-x64", "antreckon.dll", true);
        HasLibrary(Target(UnrealTargetPlatform.Linux, UnrealArch.X64), "lib/linux-x64", "libantreckon.so", false);
        HasLibrary(Target(UnrealTargetPlatform.LinuxArm64, UnrealArch.Arm64), "lib/linux-arm64", "libantreckon.so", false);
        HasLibrary(Target(UnrealTargetPlatform.Mac, UnrealArch.Arm64), "lib/macos-arm64", "libantreckon.dylib", true);
        IsInert(Target(UnrealTargetPlatform.Mac, UnrealArch.Arm64, UnrealArch.X64), "universal Mac");
        IsInert(Target(UnrealTargetPlatform.Mac, UnrealArch.X64), "Intel Mac");
        IsInert(Target(UnrealTargetPlatform.Win64, UnrealArch.Arm64), "Windows on ARM");
        IsInert(Target(UnrealTargetPlatform.Android, UnrealArch.Arm64), "Android");
        IsInert(Target(UnrealTargetPlatform.IOS, UnrealArch.Arm64), "iOS");
        var target = Target(UnrealTargetPlatform.Android, UnrealArch.Arm64);
        Check(new AntreckonRuntime(target).PublicDependencyModuleNames.Contains("AntreckonLibrary"), "the runtime knows the library's definitions");
        Check(new AntreckonEditor(target).PrivateDependencyModuleNames.Contains("AntreckonRuntime"), "the editor's module uses the runtime");
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}
