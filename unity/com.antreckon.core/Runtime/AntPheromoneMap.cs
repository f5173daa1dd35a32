// The layers of a pheromone map as an asset.
using System;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>What players feel: one layer for each kind of thing that draws players.</summary>
    [CreateAssetMenu(menuName = "Antreckon/Pheromone Map", fileName = "AntPheromoneMap", order = 2)]
    public sealed class AntPheromoneMap : ScriptableObject
    {
        /// <summary>One kind of pheromone.</summary>
        [Serializable]
        public struct Layer
        {
            [Tooltip("For your own eyes: health, weapons, flags …")]
            public string name;

            [Tooltip("Share that survives a step.")]
            [Range(0f, 1f)]
            public float evaporation;

            [Tooltip("Share of the survivors that moves on to the neighbours.")]
            [Range(0f, 1f)]
            public float diffusion;

            [Tooltip("What is felt is at most this.")]
            [Min(0f)]
            public float cap;

            [Tooltip("How much players want it, unless they say otherwise.")]
            [Range(-10f, 10f)]
            public float weight;
        }

        [Tooltip("At least one.")]
        public Layer[] layers = { new Layer { name = "items", evaporation = 0.5f, diffusion = 0.7f, cap = 100f, weight = 1f } };

        [Tooltip("Length of one step of the field, seconds; the frame rate does not matter.")]
        [Range(0.01f, 1f)]
        public float step = 0.05f;

        [Tooltip("Learn where players go from each place, within the match.")]
        public bool trails = true;

        /// <summary>Number of a layer, or -1.</summary>
        public int IndexOf(string layerName)
        {
            return Array.FindIndex(layers, layer => layer.name == layerName);
        }

        /// <summary>Weight of each layer for a player without own wishes.</summary>
        public float[] Weights()
        {
            return Array.ConvertAll(layers, layer => layer.weight);
        }

        /// <summary>Makes the map over a level, beginning now.</summary>
        public unsafe PheromoneMap Create(World world, long now)
        {
            AntLayerDesc[] descs = Array.ConvertAll(layers, Describe);
            fixed (AntLayerDesc* first = descs)
            {
                AntMapDesc desc = AntMapDesc.Default();
                desc.layers = first;
                desc.layerCount = (uint)descs.Length;
                desc.step = AntClock.FromSeconds(step);
                desc.start = now;
                PheromoneMap map = PheromoneMap.Create(world, desc);
                if (trails)
                {
                    map.EnableTrails(AntTrailDesc.Default());
                }
                return map;
            }
        }

        private static AntLayerDesc Describe(Layer layer)
        {
            AntLayerDesc desc = AntLayerDesc.Default();
            desc.evaporation = layer.evaporation;
            desc.diffusion = layer.diffusion;
            desc.cap = layer.cap;
            return desc;
        }
    }
}
