// All ghosts of a world in arrays that the library writes in place.
using System;
using System.Collections.Generic;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Draws many ghosts with one call and no garbage.</summary>
    public sealed unsafe class GhostBatch : IDisposable
    {
        private readonly List<AntGhost> owners = new List<AntGhost>();
        private readonly Predictor predictor;
        private readonly Smoother smoother;
        private NativeArray<AntEntity> entities;
        private NativeArray<Vector3> positions;
        private NativeArray<Quaternion> rotations;
        private NativeArray<float> distances;
        private NativeArray<sbyte> statuses;
        private AntDrawBatch batch;

        internal GhostBatch(Predictor predictor, Smoother smoother)
        {
            this.predictor = predictor;
            this.smoother = smoother;
            batch = AntDrawBatch.Default();
            Resize(64);
        }

        /// <summary>Ghosts at present.</summary>
        public int Count
        {
            get { return owners.Count; }
        }

        /// <summary>A ghost.</summary>
        public AntGhost this[int index]
        {
            get { return owners[index]; }
        }

        internal AntEntity Add(AntGhost ghost, AntProfile profile)
        {
            if (owners.Count == entities.Length)
            {
                Resize(2 * entities.Length);
            }
            AntEntity entity = predictor.AddEntity(profile);
            entities[owners.Count] = entity;
            owners.Add(ghost);
            return entity;
        }

        // The last one takes the place of the one that goes.
        internal void Remove(AntGhost ghost, AntEntity entity)
        {
            int index = owners.IndexOf(ghost);
            if (index < 0)
            {
                return;
            }
            int last = owners.Count - 1;
            owners[index] = owners[last];
            entities[index] = entities[last];
            owners.RemoveAt(last);
            smoother.Forget(entity);
            predictor.RemoveEntity(entity);
        }

        internal void Draw(long now)
        {
            batch.count = (uint)owners.Count;
            batch.time = now;
            smoother.DrawBatch(batch);
            for (int i = 0; i < owners.Count; ++i)
            {
                // Nobody has told yet where it is: an error of this one only.
                if (statuses[i] >= 0)
                {
                    owners[i].Show(positions[i], rotations[i], distances[i]);
                }
            }
        }

        private void Resize(int length)
        {
            NativeArray<AntEntity> old = entities;
            entities = new NativeArray<AntEntity>(length, Allocator.Persistent);
            for (int i = 0; i < owners.Count; ++i)
            {
                entities[i] = old[i];
            }
            if (old.IsCreated)
            {
                old.Dispose();
                DisposeOutputs();
            }
            positions = new NativeArray<Vector3>(length, Allocator.Persistent);
            rotations = new NativeArray<Quaternion>(length, Allocator.Persistent);
            distances = new NativeArray<float>(length, Allocator.Persistent);
            statuses = new NativeArray<sbyte>(length, Allocator.Persistent);
            batch.entities = AntStream.Of(entities.GetUnsafePtr(), length, AntFormat.U64);
            batch.positions = AntStream.Of(positions.GetUnsafePtr(), length, AntFormat.F32x3);
            batch.orientations = AntStream.Of(rotations.GetUnsafePtr(), length, AntFormat.F32x4);
            batch.distances = AntStream.Of(distances.GetUnsafePtr(), length, AntFormat.F32);
            batch.status = AntStream.Of(statuses.GetUnsafePtr(), length, AntFormat.I8);
        }

        private void DisposeOutputs()
        {
            positions.Dispose();
            rotations.Dispose();
            distances.Dispose();
            statuses.Dispose();
        }

        /// <summary>Ends the arrays; ghosts go with their world.</summary>
        public void Dispose()
        {
            if (entities.IsCreated)
            {
                entities.Dispose();
                DisposeOutputs();
            }
            owners.Clear();
        }
    }
}
