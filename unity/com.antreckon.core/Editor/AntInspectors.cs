// What the inspectors tell beside the fields.
using Antreckon.Components;
using UnityEditor;
using UnityEngine;

namespace Antreckon.Editor
{
    /// <summary>State of the level while the game runs, and what to do before.</summary>
    [CustomEditor(typeof(AntWorldBehaviour))]
    public sealed class AntWorldInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override bool RequiresConstantRepaint()
        {
            return Application.isPlaying;
        }

        /// <inheritdoc/>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntWorldBehaviour world = (AntWorldBehaviour)target;
            EditorGUILayout.Space();
            if (!world.IsRunning)
            {
                EditorGUILayout.HelpBox("Bake a NavMesh, add Ant Points Of Interest where players want to go, and Ant Ghosts for those who are elsewhere.", MessageType.Info);
                return;
            }
            AntWorldStats level = world.Level.Stats();
            AntMapStats map = world.Map.Stats();
            EditorGUILayout.LabelField("Library", Library.Version);
            EditorGUILayout.LabelField("Cells", level.cellCount + " on " + level.polygonCount + " polygons");
            if (level.cellCount > AntGizmos.MostCells && (world.showCells || world.showLayer >= 0))
            {
                EditorGUILayout.HelpBox("Gizmos show the first " + AntGizmos.MostCells + " of " + level.cellCount + " cells.", MessageType.Info);
            }
            EditorGUILayout.LabelField("Cells with pheromone", map.activeCells.ToString());
            EditorGUILayout.LabelField("Ghosts", world.Ghosts.Count.ToString());
            EditorGUILayout.LabelField("Native memory", Ant.BytesInUse() / 1024 + " KiB");
            if (level.cellCount == 0)
            {
                EditorGUILayout.HelpBox("The level is empty: is a NavMesh baked in this scene?", MessageType.Warning);
            }
            if (GUILayout.Button("Refresh NavMesh"))
            {
                world.RefreshNavMesh();
            }
        }
    }

    /// <summary>What is known of a ghost.</summary>
    [CustomEditor(typeof(AntGhost))]
    [CanEditMultipleObjects]
    public sealed class AntGhostInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override bool RequiresConstantRepaint()
        {
            return Application.isPlaying;
        }

        /// <inheritdoc/>
        public override unsafe void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntGhost ghost = (AntGhost)target;
            AntWorldBehaviour world = ghost.World;
            if (world == null || !world.IsRunning)
            {
                return;
            }
            AntPrediction now = AntPrediction.Sized();
            if (Native.ant_ghosts_predict(world.Ghosts.Handle, ghost.Player, 0, &now) < 0)
            {
                EditorGUILayout.HelpBox("No update has arrived yet.", MessageType.Info);
                return;
            }
            EditorGUILayout.LabelField("Speed", Length(now.velocity).ToString("0.0") + " m/s");
            EditorGUILayout.LabelField("Radius for nine of ten", now.radius.ToString("0.00") + " m");
            EditorGUILayout.LabelField("Confidence", now.confidence.ToString("0.00"));
            EditorGUILayout.LabelField("Drawn off by", ghost.Distance.ToString("0.00") + " m");
            EditorGUILayout.LabelField("Corrections", now.corrections.ToString());
        }

        private static float Length(AntDouble3 vector)
        {
            return vector.ToUnity().magnitude;
        }
    }

    /// <summary>Explains the choices of the settings.</summary>
    [CustomEditor(typeof(AntSettings))]
    public sealed class AntSettingsInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntSettings settings = (AntSettings)target;
            if (settings.shortestGap > settings.heartbeat)
            {
                EditorGUILayout.HelpBox("The shortest gap between updates is longer than the heartbeat.", MessageType.Error);
            }
            if (settings.model == AntModel.Neuro || settings.model == AntModel.Strategy || settings.model == AntModel.Custom)
            {
                EditorGUILayout.HelpBox("This model needs data of its own (a bank, routes or an expert): see Predictor.", MessageType.Info);
            }
            if (settings.cellSize < 0.25f)
            {
                EditorGUILayout.HelpBox("Cells this small take much memory and time; 0.5 to 1 m suits people.", MessageType.Warning);
            }
        }
    }

    /// <summary>Warns of layers that keep or spread nothing.</summary>
    [CustomEditor(typeof(AntPheromoneMap))]
    public sealed class AntPheromoneMapInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntPheromoneMap map = (AntPheromoneMap)target;
            if (map.layers == null || map.layers.Length == 0)
            {
                EditorGUILayout.HelpBox("A map needs at least one layer.", MessageType.Error);
                return;
            }
            foreach (AntPheromoneMap.Layer layer in map.layers)
            {
                if (layer.evaporation <= 0f || layer.cap <= 0f)
                {
                    EditorGUILayout.HelpBox("Layer '" + layer.name + "' forgets everything at once.", MessageType.Warning);
                }
            }
        }
    }
}
