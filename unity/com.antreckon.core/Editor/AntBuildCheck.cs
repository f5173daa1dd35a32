// Whether the package has a library for the platform that is built.
using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace Antreckon.Editor
{
    /// <summary>
    /// Where the library is linked into the program, a build without it ends with errors of the linker that name functions. Here it ends before, with what is missing.
    /// Elsewhere the game runs without predictions and says so once: a warning.
    /// </summary>
    public sealed class AntBuildCheck : IPreprocessBuildWithReport
    {
        /// <summary>Unity's order of such checks.</summary>
        public int callbackOrder
        {
            get { return 0; }
        }

        /// <summary>Unity's call.</summary>
        public void OnPreprocessBuild(BuildReport report)
        {
            string root = Path.GetFullPath("Packages/com.antreckon.core");
            Check(report.summary.platform, Path.Combine(root, "Runtime/Plugins"));
        }

        /// <summary>Throws or warns when the folder has no library for the platform.</summary>
        public static void Check(BuildTarget platform, string plugins)
        {
            string[] folders = FoldersOf(platform);
            foreach (string folder in folders)
            {
                if (Directory.Exists(Path.Combine(plugins, folder)))
                {
                    return;
                }
            }
            string message = "Antreckon has no native library for " + platform + " (looked for " + (folders.Length == 0 ? "none: the platform is not supported" : string.Join(", ", folders))
                + " in " + plugins + ").";
            if (platform == BuildTarget.iOS || platform == BuildTarget.tvOS || platform == BuildTarget.WebGL || platform.ToString() == "VisionOS")
            {
                throw new BuildFailedException(message + " It would be linked into the program: add it, or remove the package for this platform.");
            }
            Debug.LogWarning(message + " The game will run without predictions.");
        }

        private static string[] FoldersOf(BuildTarget platform)
        {
            switch (platform)
            {
                case BuildTarget.StandaloneWindows64:
                    return new[] { "windows-x64" };
                case BuildTarget.StandaloneLinux64:
                    return new[] { "linux-x64" };
                case BuildTarget.StandaloneOSX:
                    return new[] { "macos-universal", "macos-arm64" };
                case BuildTarget.Android:
                    return new[] { "android-arm64" };
                case BuildTarget.iOS:
                    return new[] { "ios-arm64" };
                case BuildTarget.WebGL:
                    return new[] { "webgl" };
                default:
                    return new string[0];
            }
        }
    }
}
