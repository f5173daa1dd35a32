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
        private readonly Ghosts ghosts;

        /// <summary>One tile, one source, nobody yet, from a time on.</summary>
        public Reference(AntSettings settings, AntPheromoneMap pheromones, NavMeshTriangulation mesh, Vector3 item, long start)
        {
            level = World.CreateMesh(settings.WorldDesc());
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
            AntSourceDesc source = AntSourceDesc.Default();
            source.position = item.ToAnt();
            source.emission = 36f;
            source.flags = AntSourceFlags.Fixed;
            map.AddSource(1, source);
            AntGhostsDesc drawing = AntGhostsDesc.Default();
            drawing.map = map;
            drawing.maxPlayers = (uint)settings.maxEntities;
            drawing.runSpeed = settings.runSpeed;
            ghosts = Ghosts.Create(drawing);
            float[] weights = pheromones.Weights();
            fixed (float* first = weights)
            {
                AntProfile profile = settings.Profile();
                profile.layerWeights = first;
                profile.layerWeightCount = (uint)weights.Length;
                ghosts.SetProfile(Ant.Everybody, profile);
            }
            ghosts.SetClock(1, start, start);
        }

        /// <summary>An update arrives.</summary>
        public void Observe(Vector3 position, Vector3 velocity, Quaternion rotation, long time, long now)
        {
            AntState seen = AntState.Default();
            seen.player = 7;
            seen.time = time;
            seen.position = position.ToAnt();
            seen.velocity = velocity.ToAnt();
            seen.orientation = rotation.ToAnt();
            seen.flags = AntStateFlags.HasTime | AntStateFlags.HasVelocity | AntStateFlags.HasOrientation;
            ghosts.Observe(1, seen, now);
        }

        /// <summary>Brings the field up to a time and tells where the ghost is drawn.</summary>
        public void Draw(long now, out Vector3 position, out Quaternion rotation)
        {
            AntStepReport report;
            map.StepTo(now, out report);
            uint who, count;
            Vector3 where = default(Vector3);
            Quaternion turned = default(Quaternion);
            AntGhostFrame frame = AntGhostFrame.Default();
            frame.capacity = 1;
            frame.players = AntStream.Of(&who, 1, AntFormat.U32);
            frame.positions = AntStream.Of(&where, 1, AntFormat.F32x3);
            frame.orientations = AntStream.Of(&turned, 1, AntFormat.F32x4);
            ghosts.Draw(now, frame, out count);
            position = where;
            rotation = turned;
        }

        /// <summary>How strong the field is.</summary>
        public unsafe float Field(Vector3 where)
        {
            float value;
            AntDouble3 place = where.ToAnt();
            AntSampleBatch batch = AntSampleBatch.Default();
            batch.count = 1;
            batch.layer = 0;
            batch.positions = AntStream.Of(&place, 1, AntFormat.F64x3);
            batch.values = AntStream.Of(&value, 1, AntFormat.F32);
            map.SampleBatch(batch);
            return value;
        }

        public void Dispose()
        {
            ghosts.Dispose();
            map.Dispose();
            level.Dispose();
        }
    }
}
