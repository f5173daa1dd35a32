// Predictions of thousands on Unity's worker threads.
using System;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using Unity.Jobs;
using UnityEngine;
#if ANTRECKON_BURST
using Unity.Burst;
#endif

namespace Antreckon.Jobs
{
    /// <summary>Predicts one slice of a batch. Predictions only read, so slices run side by side.</summary>
#if ANTRECKON_BURST
    [BurstCompile]
#endif
    public unsafe struct PredictSliceJob : IJobParallelFor
    {
        /// <summary>Entities of a slice: enough that the call costs nothing beside them.</summary>
        public const int SliceLength = 64;

        /// <summary>Who is asked.</summary>
        public Predictor predictor;

        /// <summary>The whole batch, with elements that lie tight; slices write to different elements.</summary>
        [NativeDisableUnsafePtrRestriction]
        public AntPredictBatch* batch;

        /// <summary>Does the slice; each element has its own status.</summary>
        public void Execute(int slice)
        {
            uint first = (uint)slice * SliceLength;
            AntPredictBatch part = *batch;
            part.count = Math.Min(SliceLength, batch->count - first);
            Skip(ref part.entities, first * 8);
            Skip(ref part.positions, first * 12);
            Skip(ref part.orientations, first * 16);
            Skip(ref part.status, first);
            int status = Native.ant_predictor_predict_batch(predictor, &part);
            if (status < 0)
            {
                // The whole call failed, say because the predictor has ended: then it has written nothing.
                for (uint i = 0; i < part.count; ++i)
                {
                    ((sbyte*)part.status.data)[i] = (sbyte)status;
                }
            }
        }

        private static void Skip(ref AntStream stream, uint bytes)
        {
            stream.data = (byte*)stream.data + bytes;
            stream.byteLen -= bytes;
        }
    }

    /// <summary>Arrays of a crowd: entities in, positions and rotations out, without garbage.</summary>
    public sealed unsafe class PredictSlices : IDisposable
    {
        private readonly Predictor predictor;
        private NativeArray<AntPredictBatch> shared;

        /// <summary>Who; fill it.</summary>
        public NativeArray<AntEntity> Entities;

        /// <summary>Where they are.</summary>
        public NativeArray<Vector3> Positions;

        /// <summary>How they are turned.</summary>
        public NativeArray<Quaternion> Rotations;

        /// <summary>AntStatus of each; negative = position and rotation are as before.</summary>
        public NativeArray<sbyte> Statuses;

        /// <summary>Room for so many.</summary>
        public PredictSlices(Predictor predictor, int count)
        {
            this.predictor = predictor;
            Entities = new NativeArray<AntEntity>(count, Allocator.Persistent);
            Positions = new NativeArray<Vector3>(count, Allocator.Persistent);
            Rotations = new NativeArray<Quaternion>(count, Allocator.Persistent);
            Statuses = new NativeArray<sbyte>(count, Allocator.Persistent);
            AntPredictBatch batch = AntPredictBatch.Default();
            batch.count = (uint)count;
            batch.entities = AntStream.Of(Entities.GetUnsafePtr(), count, AntFormat.U64);
            batch.positions = AntStream.Of(Positions.GetUnsafePtr(), count, AntFormat.F32x3);
            batch.orientations = AntStream.Of(Rotations.GetUnsafePtr(), count, AntFormat.F32x4);
            batch.status = AntStream.Of(Statuses.GetUnsafePtr(), count, AntFormat.I8);
            shared = new NativeArray<AntPredictBatch>(1, Allocator.Persistent);
            shared[0] = batch;
        }

        /// <summary>Begins to predict all for a time. Complete the handle before you read the arrays or observe anything.</summary>
        public JobHandle Schedule(long time)
        {
            AntPredictBatch* batch = (AntPredictBatch*)shared.GetUnsafePtr();
            batch->time = time;
            int slices = (Entities.Length + PredictSliceJob.SliceLength - 1) / PredictSliceJob.SliceLength;
            return new PredictSliceJob { predictor = predictor, batch = batch }.Schedule(slices, 1);
        }

        /// <summary>Ends the arrays.</summary>
        public void Dispose()
        {
            if (Entities.IsCreated)
            {
                Entities.Dispose();
                Positions.Dispose();
                Rotations.Dispose();
                Statuses.Dispose();
                shared.Dispose();
            }
        }
    }
}
