using System;
using System.Runtime.InteropServices;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>Batches, and what goes with them: each does what its single call does.</summary>
    [TestFixture]
    public unsafe class BatchTests
    {
        [Test]
        public void AParallelLoopOfTheHostGivesTheSameField()
        {
            using (World world = Support.Yard(200))
            using (PheromoneMap alone = Support.MapOver(world))
            using (PheromoneMap looped = Support.MapOver(world))
            {
                foreach (PheromoneMap map in new[] { alone, looped })
                {
                    for (uint i = 0; i < 50; ++i)
                    {
                        AntSourceDesc source = AntSourceDesc.Default();
                        source.position = new AntDouble3(0.5 + 4 * i, 0, 0.5 + (i * 28) % 200);
                        map.AddSource(i, source);
                    }
                }
                AntStepReport report;
                alone.StepTo(Support.Second, out report);
                uint tasks = 0, count;
                while (looped.StepBegin(Support.Second, out count) == AntStatus.Ok)
                {
                    for (uint i = count; i-- > 0;)
                    {
                        looped.StepTask(i);
                    }
                    tasks += count;
                    looped.StepEnd();
                }
                Assert.Greater(tasks, 20);
                Assert.AreEqual(alone.StateHash(), looped.StateHash());
            }
        }

        [Test]
        public void RoutesOfOtherMatchesAreMerged()
        {
            using (World world = Support.Yard(8))
            using (PheromoneMap map = Support.MapOver(world))
            using (Predictor predictor = Support.PredictorOver(map))
            {
                predictor.SetStrategies(AntStrategyDesc.Default());
                using (PinnedArray<byte> saved = new PinnedArray<byte>(predictor.StrategiesSave()))
                {
                    AntStream* files = stackalloc AntStream[2];
                    files[0] = files[1] = saved.Stream(AntFormat.U8);
                    Assert.AreEqual(AntStatus.Ok, predictor.StrategiesMerge(2, files));
                    CollectionAssert.AreEqual(saved.Items, predictor.StrategiesSave());
                    saved[0] ^= 255;
                    int status = Native.ant_predictor_strategies_merge(predictor, 2, files);
                    Assert.Less(status, 0);
                }
            }
        }

        [Test]
        public void TruthIsToldTogetherObservedAndAcknowledged()
        {
            AntPredictorDesc predicting = AntPredictorDesc.Default();
            predicting.frame.kind = AntFrameKind.Unity;
            using (Codec codec = Support.UnityCodec())
            using (Predictor predictor = Predictor.Create(predicting))
            using (PinnedArray<uint> numbers = new PinnedArray<uint>(new uint[] { 1, 2 }))
            using (PinnedArray<AntDouble3> positions = new PinnedArray<AntDouble3>(2))
            using (PinnedArray<AntDouble3> velocities = new PinnedArray<AntDouble3>(2))
            {
                AntSenderDesc desc = AntSenderDesc.Default();
                desc.codec = codec;
                using (Sender sender = Sender.Create(desc))
                {
                    AntProfile profile = AntProfile.Default();
                    profile.flags |= AntProfileFlags.SharedOnly;
                    sender.SetEntity(1, AntSenderRules.Default(), profile);
                    sender.SetEntity(2, AntSenderRules.Default(), profile);
                    AntConnectionDesc acknowledging = AntConnectionDesc.Default();
                    acknowledging.delivery = AntDeliveryKind.Acknowledged;
                    AntConnection connection = sender.Connect(acknowledging);
                    positions[1] = new AntDouble3(4, 0, 4);
                    sender.SubmitBatch(Support.Second, 2, numbers.Stream(AntFormat.U32), positions.Stream(AntFormat.F64x3), velocities.Stream(AntFormat.F64x3));
                    byte[] packet = new byte[1200];
                    AntCollected collected;
                    sender.Collect(connection, Support.Second, packet, out collected);
                    Assert.AreEqual(2, collected.updates);
                    Assert.AreEqual(AntStatus.Ok, sender.Acknowledge(connection, collected.number, 0, Support.Second * 11 / 10));
                    Support.Fails(AntStatus.ErrorInvalidArgument, () => sender.Acknowledge(connection, collected.number + 100, 0, 2 * Support.Second));
                    Assert.AreEqual(AntStatus.Late, sender.AcknowledgeUpdate(connection, 1, 0, 2 * Support.Second), "nobody waits for it");

                    AntProfile straight = AntProfile.Default();
                    straight.model = AntModel.Dr1;
                    AntEntity owned = predictor.AddEntity(straight);
                    AntUpdate truth = AntUpdate.Default();
                    truth.entity = 1;
                    truth.time = 2 * Support.Second;
                    truth.velocity = new AntDouble3(1, 0, 0);
                    Assert.AreEqual(AntStatus.Ok, sender.SubmitObserved(predictor, owned, truth));
                    AntPrediction where;
                    predictor.Predict(owned, 3 * Support.Second, out where);
                    Assert.AreEqual(1.0, where.position.x, 1e-6, "the predictor has observed it");
                    Assert.AreEqual(AntStatus.Ok, sender.SuggestAlong(1, predictor, owned));
                    Support.Fails(AntStatus.ErrorNotFound, () => sender.SuggestAlong(9, predictor, owned));
                }
            }
        }

        [Test]
        public void EventsAreInsertedTogether()
        {
            using (Timewarp one = Timewarp.Create(AntTimewarpDesc.Default()))
            using (Timewarp many = Timewarp.Create(AntTimewarpDesc.Default()))
            using (PinnedArray<long> times = new PinnedArray<long>(new long[] { 10, 20 }))
            using (PinnedArray<ulong> sources = new PinnedArray<ulong>(new ulong[] { 1, 2 }))
            using (PinnedArray<ulong> sequences = new PinnedArray<ulong>(new ulong[] { 1, 1 }))
            using (PinnedArray<byte> lengths = new PinnedArray<byte>(new byte[] { 2, 1 }))
            {
                AntArrival verdict;
                one.Insert(10, 1, 1, new byte[] { 7, 8 }, out verdict);
                one.Insert(20, 2, 1, new byte[] { 9 }, out verdict);
                AntStream when = times.Stream(AntFormat.I64), whose = sources.Stream(AntFormat.U64), which = sequences.Stream(AntFormat.U64);
                Assert.AreEqual(AntStatus.Ok, many.InsertBatch(2, when, whose, which, lengths.Stream(AntFormat.U8), new byte[] { 7, 8, 9 }));
                Assert.AreEqual(one.StateHash(), many.StateHash());
                using (PinnedArray<byte> verdicts = new PinnedArray<byte>(2))
                {
                    many.InsertBatch(2, when, whose, which, lengths.Stream(AntFormat.U8), new byte[] { 7, 8, 9 }, verdicts.Stream(AntFormat.U8));
                    CollectionAssert.AreEqual(new[] { (byte)AntArrival.Duplicate, (byte)AntArrival.Duplicate }, verdicts.Items);
                }
            }
        }

        [Test]
        public void WhoSaysOtherThanMostIsFound()
        {
            double* positions = stackalloc double[9];
            double* allowances = stackalloc double[3];
            positions[6] = 50;
            allowances[0] = allowances[1] = allowances[2] = 0.3;
            Assert.AreEqual(4u, Ant.FindOutliers(3, positions, allowances));
            allowances[1] = -1;
            Assert.Less(Native.ant_find_outliers(3, positions, allowances, null), 0);
        }

        [Test]
        public void AnAllocatorIsSetBeforeAnythingLives()
        {
            using (Support.Yard(2))
            {
                AntException error = Assert.Throws<AntException>(() => Ant.SetAllocator(IntPtr.Zero, IntPtr.Zero, null));
                CollectionAssert.Contains(new[] { AntStatus.ErrorState, AntStatus.ErrorUnsupported }, error.Status);
            }
        }

        [Test]
        public void WhatIsRecordedIsReadyAfterFlush()
        {
            using (Recorder recorder = Recorder.Create(AntRecorderDesc.Default()))
            {
                AntRecordEntity player = AntRecordEntity.Default();
                recorder.AddEntity(player);
                recorder.Sample(0, player.id, new AntDouble3(1, 2, 3), null, null, 0);
                ulong before = recorder.Stats().waiting;
                recorder.Flush();
                Assert.Greater(recorder.Stats().waiting, before);
            }
        }
    }
}
