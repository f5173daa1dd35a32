// What the editor draws: cells, field, forces, true against predicted.
#if UNITY_EDITOR
using System;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Drawings for the scene view.</summary>
    public static unsafe class AntGizmos
    {
        /// <summary>More cells are not drawn: the editor would stand still.</summary>
        public const int MostCells = 4096;

        private static readonly AntDouble3[] Centres = new AntDouble3[MostCells];
        private static readonly float[] Values = new float[MostCells];

        /// <summary>Cells of a level, and how strong a layer is on them.</summary>
        public static void DrawLevel(AntWorldBehaviour world)
        {
            fixed (AntDouble3* centres = Centres)
            fixed (float* values = Values)
            {
                AntStream where = AntStream.Of(centres, MostCells, AntFormat.F64x3);
                uint count;
                float edge = world.Settings.cellSize;
                if (world.showCells)
                {
                    world.Level.Cells(0, MostCells, default(AntStream), where, out count);
                    Gizmos.color = new Color(0.5f, 0.5f, 0.5f, 0.3f);
                    for (int i = 0; i < Math.Min(count, MostCells); ++i)
                    {
                        Gizmos.DrawWireCube(Centres[i].ToUnity(), new Vector3(edge, 0f, edge));
                    }
                }
                if (world.showLayer < 0 || world.showLayer >= world.Pheromones.layers.Length)
                {
                    return;
                }
                AntStream amounts = AntStream.Of(values, MostCells, AntFormat.F32);
                world.Map.Field((uint)world.showLayer, 0, MostCells, default(AntStream), where, amounts, out count, out _);
                float cap = Mathf.Max(1e-3f, world.Pheromones.layers[world.showLayer].cap);
                for (int i = 0; i < Math.Min(count, MostCells); ++i)
                {
                    float share = Mathf.Clamp01(Mathf.Abs(Values[i]) / cap);
                    // Roots make the faint visible.
                    Gizmos.color = new Color(Values[i] < 0f ? 1f : 0f, Values[i] < 0f ? 0f : 1f, 0.2f, Mathf.Sqrt(share));
                    Gizmos.DrawCube(Centres[i].ToUnity(), new Vector3(edge * 0.9f, 0.02f + share, edge * 0.9f));
                }
            }
        }

        /// <summary>
        /// Yellow: last update. Blue: prediction with its radius. White: drawn. Green: the pull of the field. Red: the truth where it is known, and how far off the
        /// prediction is.
        /// </summary>
        public static void DrawGhost(AntGhost ghost)
        {
            AntWorldBehaviour world = ghost.World;
            AntPrediction prediction = AntPrediction.Sized();
            if (Native.ant_ghosts_predict(world.Ghosts.Handle, ghost.Player, 0, &prediction) < 0)
            {
                return;
            }
            Vector3 predicted = prediction.position.ToUnity();
            Gizmos.color = Color.yellow;
            Gizmos.DrawWireSphere(ghost.LastObserved, 0.2f);
            Gizmos.DrawLine(ghost.LastObserved, predicted);
            Gizmos.color = Color.blue;
            Gizmos.DrawWireSphere(predicted, Mathf.Max(0.2f, (float)prediction.radius));
            Gizmos.color = Color.white;
            Gizmos.DrawLine(predicted, ghost.DrawnPosition);
            Gizmos.DrawWireSphere(ghost.DrawnPosition, 0.2f);

            if (ghost.truth != null)
            {
                Gizmos.color = Color.red;
                Gizmos.DrawWireSphere(ghost.truth.position, 0.2f);
                Gizmos.DrawLine(ghost.truth.position, predicted);
            }
            DrawPull(world, ghost);
        }

        private static void DrawPull(AntWorldBehaviour world, AntGhost ghost)
        {
            float[] weights = world.Pheromones.Weights();
            fixed (float* first = weights)
            {
                AntReader reader = AntReader.Default();
                reader.weights = first;
                reader.weightCount = (uint)weights.Length;
                AntForceQuery query = AntForceQuery.Default();
                query.position = ghost.DrawnPosition.ToAnt();
                query.view = (ghost.DrawnRotation * Vector3.forward).ToAnt();
                AntForce force = AntForce.Sized();
                if (Native.ant_map_force(world.Map, &reader, &query, &force) >= 0)
                {
                    Gizmos.color = Color.green;
                    Gizmos.DrawLine(ghost.DrawnPosition, ghost.DrawnPosition + Vector3.ClampMagnitude(force.total.ToUnity(), 3f));
                }
            }
        }
    }
}
#endif
