using System;
using System.Threading;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>Making and ending, threads, and what the collector sees.</summary>
    [TestFixture]
    public unsafe class LifeTests
    {
        [Test]
        public void AThousandLivesLeaveNothingBehind()
        {
            Cycle();
            ulong before = Ant.BytesInUse();
            for (int i = 0; i < 1000; ++i)
            {
                Cycle();
            }
            Assert.AreEqual(before, Ant.BytesInUse());
        }

        static void Cycle()
        {
            World world = Support.Yard(8);
            PheromoneMap map = Support.MapOver(world);
            world.Dispose();
            Predictor predictor = Support.PredictorOver(map);
            map.Dispose();
            AntEntity entity = predictor.AddEntity(AntProfile.Default());
            predictor.Observe(entity, Support.Seen(3, 3, 0));
            AntPrediction where;
            predictor.Predict(entity, Support.Second, out where);
            predictor.Dispose();
        }

        [Test]
        public void CopiesOfAHandleAreTheSameObject()
        {
            World world = Support.Yard(3);
            World copy = world;
            Assert.AreEqual(world, copy);
            copy.Dispose();
            Assert.IsFalse(world.IsValid);
            world.Dispose();
            using (World next = Support.Yard(3))
            {
                Assert.AreNotEqual(world, next, "a number is not used again");
                Support.Fails(AntStatus.ErrorInvalidHandle, () => world.Stats());
            }
        }

        [Test]
        public void ExceptionsBelongToTheirThread()
        {
            AntException here = Support.Fails(AntStatus.ErrorNotFinite, () => Ant.TimeFromSeconds(double.NaN));
            AntException there = null;
            Thread thread = new Thread(() => there = Support.Fails(AntStatus.ErrorInvalidHandle, () => default(World).Stats()));
            thread.Start();
            thread.Join();
            StringAssert.Contains("ant_time_from_seconds", here.Message);
            StringAssert.Contains("ant_world_stats", there.Message);
        }

        [Test]
        public void AClashOfThreadsIsBusyAndNoMore()
        {
            using (World world = Support.Yard(200))
            using (PheromoneMap map = Support.MapOver(world))
            {
                for (uint i = 0; i < 200; ++i)
                {
                    AntSourceDesc source = AntSourceDesc.Default();
                    source.position = new AntDouble3(0.5 + i, 0, 0.5 + i);
                    map.AddSource(i, source);
                }
                bool stop = false;
                Exception odd = null;
                Thread stepping = new Thread(() =>
                {
                    for (long time = 0; !Volatile.Read(ref stop); time += Support.Second)
                    {
                        int status = Native.ant_map_step_to(map, time, null);
                        if (status < 0 && status != (int)AntStatus.ErrorBusy)
                        {
                            odd = new InvalidOperationException(Library.StatusName((AntStatus)status));
                        }
                    }
                });
                stepping.Start();
                int busy = 0;
                for (int tries = 0; busy == 0 && tries < 20000000; ++tries)
                {
                    try
                    {
                        map.SetSourceEmission(1, 30);
                    }
                    catch (AntException error)
                    {
                        Assert.AreEqual(AntStatus.ErrorBusy, error.Status);
                        ++busy;
                    }
                }
                Volatile.Write(ref stop, true);
                stepping.Join();
                Assert.IsNull(odd);
                Assert.AreEqual(1, busy);
                map.SetSourceEmission(1, 30);
            }
        }

        [Test]
        public void ConstCallsRunSideBySide()
        {
            using (World world = Support.Yard(20))
            {
                int failures = 0;
                Thread[] threads = new Thread[4];
                for (int i = 0; i < threads.Length; ++i)
                {
                    threads[i] = new Thread(() =>
                    {
                        for (int n = 0; n < 2000; ++n)
                        {
                            AntLocation place = AntLocation.Sized();
                            AntDouble3 point = new AntDouble3(1 + n % 18, 0, 3);
                            if (Native.ant_world_locate(world, (double*)&point, 0, &place) != 0)
                            {
                                Interlocked.Increment(ref failures);
                            }
                        }
                    });
                    threads[i].Start();
                }
                foreach (Thread thread in threads)
                {
                    thread.Join();
                }
                Assert.AreEqual(0, failures);
            }
        }

        [Test]
        public void AThousandGhostsAllocateNothing()
        {
            using (Crowd crowd = new Crowd(1000))
            {
                for (int frame = 0; frame < 30; ++frame)
                {
                    crowd.Frame();
                }
                int collections = GC.CollectionCount(0);
                long before = GC.GetAllocatedBytesForCurrentThread();
                for (int frame = 0; frame < 300; ++frame)
                {
                    crowd.Frame();
                }
                long after = GC.GetAllocatedBytesForCurrentThread();
                Assert.AreEqual(0, after - before);
                Assert.AreEqual(collections, GC.CollectionCount(0));
                Assert.Greater(crowd.FarthestX, 1f, "something was shown");
            }
        }
    }
}
