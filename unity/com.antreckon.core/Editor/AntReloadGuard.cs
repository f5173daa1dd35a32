// Nothing native outlives the managed code that made it.
using Antreckon.Components;
using UnityEditor;

namespace Antreckon.Editor
{
    /// <summary>Ends what components left behind: before scripts are loaded anew, when play mode ends, when the editor closes.</summary>
    [InitializeOnLoad]
    public static class AntReloadGuard
    {
        static AntReloadGuard()
        {
            AssemblyReloadEvents.beforeAssemblyReload += AntLifetime.EndAll;
            EditorApplication.playModeStateChanged += PlayModeChanged;
            EditorApplication.quitting += AntLifetime.EndAll;
        }

        private static void PlayModeChanged(PlayModeStateChange change)
        {
            if (change == PlayModeStateChange.EnteredEditMode)
            {
                AntLifetime.EndAll();
            }
        }
    }
}
