// The same level, field and ghost without components: straight calls of the C ABI.
using System;
using Antreckon.Components;
using UnityEngine;
using UnityEngine.AI;

namespace Antreckon.ActingTests
{
    /// <summary>What the components should do, done by hand.</summary>
    public sealed unsafe class Reference : IDisposable
    {
        private readonly World level;
        private readonly PheromoneMap map;
        private readonly Predictor predictor;
        private readonly Smoother smoother;
        private readonly AntEntity entity;
        private bool wasSeen;

        /// <summary>One tile, one source, one entity, from a time on.</summary>
        public Reference(AntSettings settings, AntPheromoneMap pheromones, NavMeshTriangulation mesh, Vector3 item, long start)
        {
            level = World.CreateEmpty(settings.WorldDesc());
            fixed (Vector3* vertices = mesh.vertices)
            fixed (int* indices = mesh.indices)
            {
                AntMeshDesc desc = AntMeshDesc.Default();
                desc.vertexCount = (uint)mesh.vertices.Length;
                desc.indexCount = (uint)mesh.indices.Length;
                desc.vertices = AntStream.Of(vertices, mesh.vertices.Length, AntFormat.F32x3);
                desc.indices = AntStream.Of(indices, mesh.indices.Length, AntFormat.I32);
                level.SetTile(0, 0, 0, desc);
            }
            map = pheromones.Create(level, start);
            AntPredictorDesc predicting = AntPredictorDesc.Default();
            predicting.map = map;
            predicting.maxEntities = (uint)settings.maxEntities;
            predictor = Predictor.Create(predicting);
            smoother = Smoother.Create(settings.SmootherDesc(predictor));
            AntSourceDesc source = AntSourceDesc.Default();
            source.position = item.ToAnt();
            source.emission = 36f;
            source.flags = AntSourceFlags.Fixed;
            map.AddSource(1, source);
            float[] weights = pheromones.Weights();
            fixed (float* first = weights)
            {
                AntProfile profile = settings.Profile();
                profile.layerWeights = first;
                profile.layerWeightCount = (uint)weights.Length;
                entity = predictor.AddEntity(profile);
            }
        }

        /// <summary>An update arrives.</summary>
        public void Observe(Vector3 position, Vector3 velocity, Quaternion rotation, long time, long now)
        {
            AntObservation seen = AntObservation.Default();
            seen.time = time;
            seen.position = position.ToAnt();
            seen.velocity = velocity.ToAnt();
            seen.orientation = rotation.ToAnt();
            seen.flags = AntObserveFlags.HasVelocity | AntObserveFlags.HasOrientation;
            seen.flags |= wasSeen ? AntObserveFlags.None : AntObserveFlags.Teleported;
            predictor.Observe(entity, seen);
            AntSmoothCorrection correction = AntSmoothCorrection.Default();
            correction.time = now;
            correction.flags = wasSeen ? AntSmoothFlags.None : AntSmoothFlags.Teleported;
            smoother.Correct(entity, correction);
            wasSeen = true;
        }

        /// <summary>Brings the field up to a time and tells where the ghost is drawn.</summary>
        public void Draw(long now, out Vector3 position, out Quaternion rotation)
        {
            AntStepReport report;
            map.StepTo(now, out report);
            AntEntity who = entity;
            Vector3 where = default(Vector3);
            Quaternion turned = default(Quaternion);
            AntDrawBatch batch = AntDrawBatch.Default();
            batch.count = 1;
            batch.time = now;
            batch.entities = AntStream.Of(&who, 1, AntFormat.U64);
            batch.positions = AntStream.Of(&where, 1, AntFormat.F32x3);
            batch.orientations = AntStream.Of(&turned, 1, AntFormat.F32x4);
            smoother.DrawBatch(batch);
            position = where;
            rotation = turned;
        }

        /// <summary>How strong the field is.</summary>
        public float Smell(Vector3 place)
        {
            return map.Value(0, level.CellAt(place.ToAnt()));
        }

        public void Dispose()
        {
            smoother.Dispose();
            predictor.Dispose();
            map.Dispose();
            level.Dispose();
        }
    }
}
