using System;

namespace Antreckon.Tests
{
    /// <summary>Many ghosts, with everything that a game does in a frame. Also what the benchmark measures.</summary>
    public sealed unsafe class Crowd : IDisposable
    {
        const long FrameTime = 16666667;

        readonly int count;
        readonly World world;
        readonly PheromoneMap map;
        readonly Predictor predictor;
        readonly Smoother smoother;
        readonly PinnedArray<AntEntity> entities;
        readonly PinnedArray<float> seen, velocities, drawn;
        AntObserveBatch observe;
        AntDrawBatch draw;
        long now;
        int frames;

        /// <summary>The batch of predictions alone, for measuring.</summary>
        public AntPredictBatch Predict;

        public Crowd(int count)
        {
            this.count = count;
            world = Support.Yard(100);
            map = Support.MapOver(world);
            predictor = Support.PredictorOver(map);
            AntSmootherDesc smootherDesc = AntSmootherDesc.Default();
            smootherDesc.predictor = predictor;
            smoother = Smoother.Create(smootherDesc);
            AntSourceDesc source = AntSourceDesc.Default();
            source.position = new AntDouble3(50.5, 0, 50.5);
            map.AddSource(1, source);

            entities = new PinnedArray<AntEntity>(count);
            seen = new PinnedArray<float>(3 * count);
            velocities = new PinnedArray<float>(3 * count);
            drawn = new PinnedArray<float>(3 * count);
            AntProfile profile = AntProfile.Default();
            profile.model = AntModel.Damped;
            for (int i = 0; i < count; ++i)
            {
                entities[i] = predictor.AddEntity(profile);
                seen[3 * i] = 5 + i % 80;
                seen[3 * i + 2] = 5 + i / 80 * 7;
                velocities[3 * i] = 1;
            }
            observe = AntObserveBatch.Default();
            observe.count = (uint)count;
            observe.entities = entities.Stream(AntFormat.U64);
            observe.positions = AntStream.Of(seen.Pointer, count, AntFormat.F32x3);
            observe.velocities = AntStream.Of(velocities.Pointer, count, AntFormat.F32x3);
            draw = AntDrawBatch.Default();
            draw.count = (uint)count;
            draw.entities = observe.entities;
            draw.positions = AntStream.Of(drawn.Pointer, count, AntFormat.F32x3);
            Predict = AntPredictBatch.Default();
            Predict.count = (uint)count;
            Predict.entities = observe.entities;
            Predict.positions = draw.positions;
            Frame();
        }

        public float FarthestX
        {
            get
            {
                float most = 0;
                for (int i = 0; i < count; ++i)
                {
                    most = Math.Max(most, drawn[3 * i]);
                }
                return most;
            }
        }

        /// <summary>Ten updates a second, drawn sixty times.</summary>
        public void Frame()
        {
            AntStepReport report;
            AntLogLevel level;
            string text;
            map.StepTo(now, out report);
            if (frames % 6 == 0)
            {
                observe.time = now;
                predictor.ObserveBatch(observe);
                smoother.CorrectBatch(now, (uint)count, observe.entities);
                for (int i = 0; i < count; ++i)
                {
                    seen[3 * i] += 0.1f;
                }
            }
            Predict.time = draw.time = now;
            PredictAll();
            smoother.DrawBatch(draw);
            while (Library.PollLog(out level, out text))
            {
            }
            now += FrameTime;
            ++frames;
        }

        public AntStatus PredictAll()
        {
            return predictor.PredictBatch(Predict);
        }

        public void Dispose()
        {
            smoother.Dispose();
            predictor.Dispose();
            map.Dispose();
            world.Dispose();
            entities.Dispose();
            seen.Dispose();
            velocities.Dispose();
            drawn.Dispose();
        }
    }
}
