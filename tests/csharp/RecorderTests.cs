using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class RecorderTests
    {
        static Recorder Begin()
        {
            AntRecorderDesc desc = AntRecorderDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            desc.Name = "yard";
            Recorder recorder = Recorder.Create(desc);
            for (uint id = 0; id < 3; ++id)
            {
                AntRecordEntity player = AntRecordEntity.Default();
                player.id = id;
                recorder.AddEntity(player);
            }
            return recorder;
        }

        static List<byte> PullAll(Recorder recorder)
        {
            List<byte> all = new List<byte>();
            byte[] part = new byte[1000];
            ulong length;
            while (recorder.Pull(part, out length) != AntStatus.Empty)
            {
                all.AddRange(new ArraySegment<byte>(part, 0, (int)length));
            }
            return all;
        }

        static List<byte> Record(bool inBatches)
        {
            using (World world = Support.Yard(8))
            using (Recorder recorder = Begin())
            using (PinnedArray<uint> ids = new PinnedArray<uint>(new uint[] { 0, 1, 2 }))
            using (PinnedArray<AntDouble3> positions = new PinnedArray<AntDouble3>(3))
            {
                Assert.AreEqual(AntStatus.Ok, recorder.Level(world));
                for (int tick = 0; tick < 40; ++tick)
                {
                    long time = tick * Support.Second / 20;
                    for (uint id = 0; id < 3; ++id)
                    {
                        positions[(int)id] = new AntDouble3(1 + id, 0, 1 + 0.1 * tick);
                        if (!inBatches)
                        {
                            recorder.Sample(time, id, positions[(int)id], null, null, 0);
                        }
                    }
                    if (inBatches)
                    {
                        AntRecordSamples samples = AntRecordSamples.Default();
                        samples.count = 3;
                        samples.ids = ids.Stream(AntFormat.U32);
                        samples.positions = positions.Stream(AntFormat.F64x3);
                        recorder.SampleBatch(time, samples);
                    }
                }
                recorder.Event(2 * Support.Second, AntRecordEvent.Hit, 0, 1, 25);
                recorder.Finish();
                Assert.AreEqual(120, recorder.Stats().samples);
                Assert.AreEqual(1, recorder.Stats().events);
                List<byte> bytes = PullAll(recorder);
                Assert.AreEqual(recorder.Stats().written, bytes.Count);
                Assert.AreEqual(0, recorder.Stats().waiting);
                return bytes;
            }
        }

        [Test]
        public void SamplesAndBatchesAreTheSameRecording()
        {
            List<byte> one = Record(false);
            Assert.Greater(one.Count, 300);
            CollectionAssert.AreEqual(one, Record(true));
        }

        [Test]
        public void WhatCannotBeRecordedIsRefused()
        {
            using (Recorder recorder = Begin())
            {
                Support.Fails(AntStatus.ErrorNotFound, () => recorder.Sample(0, 9, new AntDouble3(0, 0, 0), null, null, 0));
                Support.Fails(AntStatus.ErrorNotFinite, () => recorder.Sample(0, 1, new AntDouble3(double.NaN, 0, 0), null, null, 0));
                recorder.Sample(Support.Second, 1, new AntDouble3(0, 0, 0), null, null, 0);
                AntException back = Assert.Throws<AntException>(() => recorder.Sample(0, 1, new AntDouble3(0, 0, 0), null, null, 0));
                StringAssert.Contains("ant_recorder_sample", back.Message);
                Support.Fails(AntStatus.ErrorInvalidHandle, () => recorder.Level(default(World)));
                recorder.Finish();
                Support.Fails(AntStatus.ErrorState, () => recorder.Sample(2 * Support.Second, 1, new AntDouble3(0, 0, 0), null, null, 0));
            }
        }

        [Test]
        public void TextsInStructsAreRead()
        {
            AntRecorderDesc desc = AntRecorderDesc.Default();
            Assert.AreEqual("match", desc.Name);
            desc.Name = "a longer name";
            desc.Name = "föhn";
            desc.Game = "game";
            desc.Map = null;
            Assert.AreEqual("föhn", desc.Name);
            Assert.AreEqual("game", desc.Game);
            Assert.AreEqual("", desc.Map);
            Assert.Throws<ArgumentException>(() => desc.Name = new string('x', 64));
            desc.Name = new string('x', 63);
            Recorder.Create(desc).Dispose();
            AntRecordEntity item = AntRecordEntity.Default();
            item.Name = "item_health";
            Assert.AreEqual("item_health", item.Name);
            desc.Name = "no, commas";
            StringAssert.Contains("name", Assert.Throws<AntException>(() => Recorder.Create(desc)).Message);
        }
    }
}
