using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class MapTests
    {
        World world;
        PheromoneMap map;

        [SetUp]
        public void Make()
        {
            world = Support.Yard(20);
            map = Support.MapOver(world);
        }

        [TearDown]
        public void End()
        {
            map.Dispose();
            world.Dispose();
        }

        static AntSourceDesc Source(double x, double z)
        {
            AntSourceDesc source = AntSourceDesc.Default();
            source.position = new AntDouble3(x, 0, z);
            return source;
        }

        AntStepReport StepTo(long time)
        {
            AntStepReport report;
            map.StepTo(time, out report);
            return report;
        }

        double Total()
        {
            uint count;
            double total;
            map.Field(0, 0, 0, default(AntStream), default(AntStream), default(AntStream), out count, out total);
            return total;
        }

        [Test]
        public void ASourceIsFeltAndFades()
        {
            map.AddSource(7, Source(10.5, 10.5));
            Assert.AreEqual(20, StepTo(Support.Second).steps);
            float value;
            AntDouble3 gradient;
            map.Sample(AntReader.Default(), new AntDouble3(8.5, 0, 10.5), out value, out gradient);
            AntForceQuery query = AntForceQuery.Default();
            query.position = new AntDouble3(8.5, 0, 10.5);
            AntReader reader = AntReader.Default();
            float one = 1;
            reader.weights = &one;
            reader.weightCount = 1;
            Assert.Greater(map.Force(reader, query).total.x, 0);
            double total = Total();
            map.SetSourceActive(7, false);
            StepTo(3 * Support.Second);
            Assert.Less(Total(), total);
            Assert.AreEqual(3 * Support.Second, map.Stats().time);
            map.RemoveSource(7);
            Support.Fails(AntStatus.ErrorNotFound, () => map.RemoveSource(7));
        }

        [Test]
        public void SourcesComeInBatches()
        {
            using (PinnedArray<ulong> ids = new PinnedArray<ulong>(new ulong[] { 1, 2 }))
            using (PinnedArray<float> places = new PinnedArray<float>(new[] { 1.5f, 0, 1.5f, 8.5f, 0, 8.5f }))
            using (PinnedArray<float> amounts = new PinnedArray<float>(new[] { 10f, 20f }))
            using (PinnedArray<byte> on = new PinnedArray<byte>(new byte[] { 1, 0 }))
            using (PinnedArray<float> values = new PinnedArray<float>(2))
            {
                AntStream who = ids.Stream(AntFormat.U64), where = AntStream.Of(places.Pointer, 2, AntFormat.F32x3);
                AntStream much = amounts.Stream(AntFormat.F32), read = values.Stream(AntFormat.F32);
                AntSourceBatch sources = AntSourceBatch.Default();
                sources.count = 2;
                sources.ids = who;
                sources.positions = where;
                sources.emissions = much;
                map.SetSourceBatch(sources);
                sources.positions = sources.emissions = default(AntStream);
                sources.active = on.Stream(AntFormat.U8);
                map.SetSourceBatch(sources);
                map.MoveSource(1, new AntDouble3(1.5, 0, 1.5));
                map.SetSourceEmission(1, 5);
                StepTo(Support.Second / 2);
                AntSampleBatch samples = AntSampleBatch.Default();
                samples.count = 2;
                samples.positions = where;
                samples.values = read;
                map.SampleBatch(samples);
                Assert.Greater(values[0], 0f);
                map.DepositBatch(0, 2, where, much);
                map.Deposit(0, new AntDouble3(3.5, 0, 3.5), 1);
                map.SampleBatch(samples);
                Assert.GreaterOrEqual(values[1], 20f);
                AntReader reader = AntReader.Default();
                float weight = 1;
                reader.weights = &weight;
                reader.weightCount = 1;
                samples.reader = &reader;
                map.SampleBatch(samples);
                Assert.Greater(values[1], 0f);
                AntCell* cells = stackalloc AntCell[2];
                AntLocation near, far;
                world.Locate(new AntDouble3(1.5, 0, 1.5), 0, out near);
                world.Locate(new AntDouble3(8.5, 0, 8.5), 0, out far);
                cells[0] = near.cell;
                cells[1] = far.cell;
                samples.positions = default(AntStream);
                samples.cells = AntStream.Of(cells, 2, AntFormat.U64);
                map.SampleBatch(samples);
                Assert.Greater(Total(), 20.0);
                map.RemoveSource(1);
            }
        }

        [Test]
        public void AvatarsPairsAndNotesAreTaken()
        {
            Assert.AreEqual(map.AddAvatar(5, 10), map.AvatarLayer(5));
            map.AddAvatar(6, 10);
            map.MoveAvatar(5, new AntDouble3(2.5, 0, 2.5));
            using (PinnedArray<ulong> ids = new PinnedArray<ulong>(new ulong[] { 6 }))
            using (PinnedArray<float> place = new PinnedArray<float>(new[] { 4.5f, 0, 4.5f }))
            {
                AntStream where = AntStream.Of(place.Pointer, 1, AntFormat.F32x3);
                map.MoveAvatarBatch(1, ids.Stream(AntFormat.U64), where);
            }
            map.SetPairWeight(5, 6, 0.5f);
            map.Note(AntNote.Kill, new AntDouble3(2.5, 0, 2.5));
            map.SetAreaOfInterest(new AntDouble3(5, 0, 5), 8);
            map.SetAreaOfInterest(null, 0);
            map.RemoveAvatar(6);
            Support.Fails(AntStatus.ErrorNotFound, () => map.AvatarLayer(6));
            map.SetLayer(0, AntLayerDesc.Default());
            Support.Fails(AntStatus.ErrorOutOfRange, () => map.SetLayer(99, AntLayerDesc.Default()));
        }

        [Test]
        public void StepsComeInPhases()
        {
            map.AddSource(1, Source(5.5, 5.5));
            using (PheromoneMap twin = Support.MapOver(world))
            {
                twin.AddSource(1, Source(5.5, 5.5));
                StepTo(Support.Second);
                AntStepReport report;
                for (long time = Support.Second / 20; time <= Support.Second; time += Support.Second / 20)
                {
                    uint tasks;
                    twin.StepBegin(time, out tasks);
                    Support.Fails(AntStatus.ErrorState, () => twin.AddSource(2, Source(1.5, 1.5)));
                    for (uint task = tasks; task-- > 0;)
                    {
                        twin.StepTask(task);
                    }
                    twin.StepEnd();
                }
                Assert.AreEqual(map.StateHash(), twin.StateHash());
                Assert.AreEqual(AntStatus.InThePast, twin.StepTo(1, out report));
            }
        }

        [Test]
        public void PathsFollowTheField()
        {
            map.AddSource(1, Source(5.5, 5.5));
            StepTo(Support.Second);
            AntDouble3* corners = stackalloc AntDouble3[64];
            uint count;
            double cost;
            AntReader reader = AntReader.Default();
            map.Path(reader, new AntDouble3(1.5, 0, 1.5), new AntDouble3(9.5, 0, 1.5), 1, 64, AntStream.Of(corners, 64, AntFormat.F64x3), out count, out cost);
            Assert.GreaterOrEqual(count, 2);
            Assert.Greater(cost, 0.0);
        }

        [Test]
        public void TrailsAreKeptSavedAndMerged()
        {
            Assert.AreEqual(0, map.Stats().hasTrails);
            map.EnableTrails(AntTrailDesc.Default());
            Assert.AreEqual(1, map.Stats().hasTrails);
            byte[] saved = map.TrailsSave();
            map.TrailsLoad(saved);
            fixed (byte* start = saved)
            {
                AntStream one = AntStream.Of(start, saved.Length, AntFormat.U8);
                map.TrailsMerge(1, &one);
            }
            AntTrailReading* readings = stackalloc AntTrailReading[(int)Ant.TrailHorizons];
            map.TrailRead(new AntDouble3(5, 0, 5), new AntDouble3(1, 0, 0), 0.7, readings);
            Support.Fails(AntStatus.ErrorCorrupt, () => map.TrailsLoad(new byte[10]));
        }

        [Test]
        public void SnapshotsGoOnBitEqual()
        {
            map.AddSource(1, Source(5.5, 5.5));
            StepTo(Support.Second);
            using (PheromoneMap twin = Support.MapOver(world))
            {
                twin.Restore(map.Snapshot());
                AntStepReport report;
                twin.StepTo(2 * Support.Second, out report);
                StepTo(2 * Support.Second);
                Assert.AreEqual(map.StateHash(), twin.StateHash());
            }
            Assert.Greater(map.Stats().activeCells, 0);
            Assert.Greater(map.Bytes(), 0);
            Support.Fails(AntStatus.ErrorCorrupt, () => map.Restore(new byte[100]));
        }

        [Test]
        public void NeedsAndInteractionsAreLearned()
        {
            using (NeedModel model = NeedModel.Create(4))
            {
                model.Observe(0.9f, true);
                model.Observe(0.1f, false);
                model.Observe(0.95f, true);
                float probability;
                uint occasions;
                model.Probability(0.9f, out probability, out occasions);
                Assert.AreEqual(2, occasions);
                ulong hash = model.StateHash();
                model.Restore(model.Snapshot());
                Assert.AreEqual(hash, model.StateHash());
                Support.Fails(AntStatus.ErrorOutOfRange, () => model.Observe(7f, false));
            }
            using (Interactions interactions = Interactions.Create(AntInteractionRules.Default()))
            {
                map.AddAvatar(1, 1);
                map.AddAvatar(2, 1);
                interactions.Note(1, 2, AntInteraction.ShotAt, 5);
                interactions.Note(1, 2, AntInteraction.Kill, 6);
                interactions.SetPlayer(1, 3, false);
                interactions.SetPlayer(2, Ant.NoTeam, true);
                float weight;
                uint kills;
                interactions.Weight(1, 2, 7, out weight, out kills);
                Assert.AreNotEqual(0f, weight);
                Assert.AreEqual(1, kills);
                interactions.Apply(map, 7);
                ulong hash = interactions.StateHash();
                interactions.Restore(interactions.Snapshot());
                Assert.AreEqual(hash, interactions.StateHash());
                interactions.Remove(2);
                Support.Fails(AntStatus.ErrorInvalidArgument, () => interactions.Note(1, 2, (AntInteraction)55, 8));
            }
        }
    }
}
