using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class PredictorTests
    {
        World world;
        PheromoneMap map;
        Predictor predictor;
        AntEntity entity;

        [SetUp]
        public void Make()
        {
            world = Support.Yard(30);
            map = Support.MapOver(world);
            predictor = Support.PredictorOver(map);
            AntProfile profile = AntProfile.Default();
            profile.model = AntModel.Dr1;
            entity = predictor.AddEntity(profile);
        }

        [TearDown]
        public void End()
        {
            predictor.Dispose();
            map.Dispose();
            world.Dispose();
        }

        void Walk()
        {
            for (int i = 0; i < 5; ++i)
            {
                AntObservation seen = Support.Seen(5 + 0.3 * i, 5, i * Support.Second / 10);
                seen.velocity = new AntDouble3(3, 0, 0);
                seen.flags = AntObserveFlags.HasVelocity;
                predictor.Observe(entity, seen);
            }
        }

        [Test]
        public void AWalkGoesOn()
        {
            Walk();
            AntPrediction where;
            Assert.AreEqual(AntStatus.Ok, predictor.Predict(entity, Support.Second, out where));
            Assert.AreEqual(6.2 + 3 * 0.6, where.position.x, 1e-6);
            Assert.AreEqual(AntStatus.InThePast, predictor.Predict(entity, 0, out where));
            Assert.AreEqual(AntCorrectionFlags.Past, where.corrections);
            Assert.AreEqual(AntStatus.Late, predictor.Observe(entity, Support.Seen(1, 1, 0)));
            AntExplanation why;
            predictor.Explain(entity, Support.Second, out why, 0);
            Assert.Greater(why.structSize, 0);
        }

        [Test]
        public void BatchesAreReadAndWrittenInPlace()
        {
            using (PinnedArray<AntEntity> entities = new PinnedArray<AntEntity>(new[] { entity, new AntEntity(77) }))
            using (PinnedArray<float> places = new PinnedArray<float>(new[] { 5f, 0, 5, 0, 0, 0 }))
            using (PinnedArray<float> speeds = new PinnedArray<float>(new[] { 2f, 0, 0, 0, 0, 0 }))
            using (PinnedArray<sbyte> status = new PinnedArray<sbyte>(2))
            {
                AntObserveBatch seen = AntObserveBatch.Default();
                seen.count = 2;
                seen.entities = entities.Stream(AntFormat.U64);
                seen.positions = AntStream.Of(places.Pointer, 2, AntFormat.F32x3);
                seen.velocities = AntStream.Of(speeds.Pointer, 2, AntFormat.F32x3);
                Support.Fails(AntStatus.ErrorNotFound, () => predictor.ObserveBatch(seen));
                seen.status = status.Stream(AntFormat.I8);
                Assert.AreEqual(AntStatus.Partial, predictor.ObserveBatch(seen));
                Assert.AreEqual(0, status[0]);
                Assert.Less(status[1], 0);

                AntPredictBatch asked = AntPredictBatch.Default();
                asked.count = 1;
                asked.time = Support.Second;
                asked.entities = seen.entities;
                asked.positions = seen.positions;
                Assert.AreEqual(AntStatus.Ok, predictor.PredictBatch(asked));
                Assert.AreEqual(7f, places[0], 1e-5f);
                Assert.AreEqual(0f, places[3], "untouched");
            }
        }

        [Test]
        public void EntitiesComeAndGo()
        {
            AntEntity listed;
            uint count;
            predictor.Entities(0, 1, AntStream.Of(&listed, 1, AntFormat.U64), out count);
            Assert.AreEqual(entity, listed);
            Assert.AreEqual(1, count);
            predictor.SetProfile(entity, AntProfile.Default());
            AntProfile bad = AntProfile.Default();
            bad.model = (AntModel)999;
            Support.Fails(AntStatus.ErrorInvalidArgument, () => predictor.SetProfile(entity, bad));
            predictor.RemoveEntity(entity);
            AntPrediction where;
            Support.Fails(AntStatus.ErrorNotFound, () => predictor.Predict(entity, 0, out where));
        }

        [Test]
        public void BudgetsAndBadInputAreErrors()
        {
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.maxEntities = 1;
            using (Predictor small = Predictor.Create(desc))
            {
                small.AddEntity(AntProfile.Default());
                Support.Fails(AntStatus.ErrorBudget, () => small.AddEntity(AntProfile.Default()));
            }
            Support.Fails(AntStatus.ErrorNotFinite, () => predictor.Observe(entity, Support.Seen(double.PositiveInfinity, 0, 0)));
            AntObservation bare = default(AntObservation);
            Support.Fails(AntStatus.ErrorBadStruct, () => predictor.Observe(entity, bare));
            AntProfile profile = AntProfile.Default();
            profile.mass = 0;
            Support.Fails(AntStatus.ErrorOutOfRange, () => predictor.AddEntity(profile));
            AntPrediction where;
            Support.Fails(AntStatus.ErrorNotFound, () => predictor.Predict(entity, 0, out where));
        }

        [Test]
        public void SnapshotsGoOnBitEqual()
        {
            Walk();
            using (Predictor twin = Support.PredictorOver(map))
            {
                twin.Restore(predictor.Snapshot());
                Assert.AreEqual(predictor.StateHash(), twin.StateHash());
                Support.Fails(AntStatus.ErrorCorrupt, () => twin.Restore(new byte[40]));
            }
            predictor.Rebase(new AntDouble3(1, 0, 0));
            Assert.Greater(predictor.Bytes(), 0);
        }

        [Test]
        public void LearnedModelsAreFed()
        {
            Walk();
            Assert.GreaterOrEqual(predictor.WeightsInfo().structSize, 8);
            predictor.Adapt(1);
            predictor.SetLandmark(entity, 1);
            double* displacements = stackalloc double[(int)Ant.ExpertHorizons * 3];
            predictor.Suggest(entity, displacements);
            Support.Fails(AntStatus.ErrorCorrupt, () => predictor.LoadWeights(new byte[16]));
            Support.Fails(AntStatus.ErrorCorrupt, () => predictor.LoadBank(0, new byte[16]));
            Assert.Throws<AntException>(() => predictor.LoadBank(0, default(ReadOnlySpan<byte>)));
            AntDouble3 velocity;
            double confidence;
            predictor.PredictiveVelocity(entity, 0.5, out velocity, out confidence);
            Assert.AreEqual(3.0, velocity.x, 1e-9, "without a bank the velocity that was told");
            predictor.SetExpert(IntPtr.Zero, null);
        }

        [Test]
        public void InterestHasItsObjects()
        {
            predictor.SetInterest(AntInterestDesc.Default());
            predictor.SetObject(1, new AntDouble3(2, 0, 2), 5, true);
            predictor.SetObject(2, new AntDouble3(3, 0, 3), 4, true);
            predictor.RemoveObject(2);
            predictor.SetLife(entity, 50);
            Support.Fails(AntStatus.ErrorNotFound, () => predictor.RemoveObject(99));
        }

        [Test]
        public void RoutesAreLearned()
        {
            predictor.SetStrategies(AntStrategyDesc.Default());
            predictor.BeginTrial(entity);
            Walk();
            predictor.EndTrial(entity);
            AntDouble3* points = stackalloc AntDouble3[2];
            points[0] = new AntDouble3(2, 0, 2);
            points[1] = new AntDouble3(9, 0, 2);
            Assert.AreEqual(0, predictor.AddRoute(2, AntStream.Of(points, 2, AntFormat.F64x3), 1));
            byte[] saved = predictor.StrategiesSave();
            predictor.StrategiesLoad(saved);
            predictor.StrategyInfo(entity);
            predictor.FollowStrategy(entity, Ant.StrategyAutomatic);
            AntStrategyLedger ledger = AntStrategyLedger.Default();
            predictor.StrategyNeedsUpdate(entity, new AntDouble3(6, 0, 5), new AntDouble3(1, 0, 0), Support.Second, ref ledger);
            predictor.LearnStrategies();
            predictor.StrategiesClear();
        }

        [Test]
        public void TheDrawnConverges()
        {
            Walk();
            AntSmootherDesc desc = AntSmootherDesc.Default();
            desc.predictor = predictor;
            using (Smoother smoother = Smoother.Create(desc))
            {
                AntSmoothCorrection correction = AntSmoothCorrection.Default();
                correction.time = Support.Second / 2;
                Assert.AreEqual(AntCourse.Appears, smoother.Correct(entity, correction));
                AntDrawn drawn;
                smoother.Draw(entity, Support.Second / 2, out drawn);
                AntEntity who = entity;
                float* place = stackalloc float[3];
                AntDrawBatch batch = AntDrawBatch.Default();
                batch.count = 1;
                batch.time = Support.Second * 6 / 10;
                batch.entities = AntStream.Of(&who, 1, AntFormat.U64);
                batch.positions = AntStream.Of(place, 1, AntFormat.F32x3);
                smoother.DrawBatch(batch);
                Assert.Greater(place[0], (float)drawn.position.x);
                smoother.CorrectBatch(Support.Second * 7 / 10, 1, batch.entities);
                AntSmootherInfo known = smoother.Info(entity);
                Assert.AreEqual(1, known.entityCount);
                Assert.Greater(known.meanGap, 0);
                using (Smoother twin = Smoother.Create(desc))
                {
                    twin.Restore(smoother.Snapshot());
                    Assert.AreEqual(smoother.StateHash(), twin.StateHash());
                }
                smoother.SetDesc(desc);
                smoother.Rebase(new AntDouble3(1, 0, 0));
                Assert.Greater(smoother.Bytes(), 0);
                smoother.Forget(entity);
                Assert.AreEqual(0, smoother.Info(default(AntEntity)).entityCount);
                desc.share = -1;
                Support.Fails(AntStatus.ErrorOutOfRange, () => smoother.SetDesc(desc));
            }
        }
    }
}
