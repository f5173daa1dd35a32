using System;
using System.IO;
using ActingUnity;
using Antreckon.Components;
using Antreckon.Jobs;
using Antreckon.Samples;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>The samples do what they promise.</summary>
    [TestFixture]
    public sealed class SampleTests : Stage
    {
        [Test]
        public void TheFiveMinuteGhostKeepsUp([Values(10f, 2f)] float updatesPerSecond)
        {
            FiveMinuteGhost player = null;
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                player = Make<FiveMinuteGhost>("player", new Vector3(2f, 0f, 4f));
                player.updatesPerSecond = updatesPerSecond;
            });
            for (int frame = 0; frame < 240; ++frame)
            {
                player.transform.position += new Vector3(4f / 60f, 0f, 0f);
                Player.Frame();
            }
            Assert.AreEqual(1, World.Ghosts.Count);
            float off = (World.Ghosts[0].transform.position - player.transform.position).magnitude;
            float late = (World.Ghosts[0].LastObserved - player.transform.position).magnitude;
            Assert.Greater(late, 0.35f, "what it was told is behind");
            Assert.Less(off, late / 2f, "told " + late + " m behind");
            Assert.AreSame(player.transform, World.Ghosts[0].truth);
        }

        [Test]
        public void AThousandAreTheSameOnAnyNumberOfThreads()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                Make<ThousandGhosts>("crowd", new Vector3(16f, 0f, 16f));
            });
            ThousandGhosts crowd = UnityEngine.Object.FindObjectsOfType<ThousandGhosts>()[0];
            Player.Frames(30);
            Vector3[] alone = Positions(crowd);
            Work.Threads = 4;
            crowd.Slices.Schedule(World.Now).Complete();
            CollectionAssert.AreEqual(alone, Positions(crowd));
            for (int i = 0; i < alone.Length; ++i)
            {
                AntPrediction single;
                Assert.AreEqual(AntStatus.Ok, crowd.Predictor.Predict(crowd.Slices.Entities[i], World.Now, out single));
                Assert.AreEqual(single.position.ToUnity(), alone[i], "walker " + i + " asked for alone");
                Assert.Less(Math.Abs(alone[i].x - 16f), 16.01f, "on the floor");
                Assert.Less(Math.Abs(alone[i].z - 16f), 16.01f, "on the floor");
            }
            Work.Threads = 0;
            World.Restart();
            Player.Frames(30);
            Assert.AreEqual(0, Player.Garbage(60));
        }

        private static Vector3[] Positions(ThousandGhosts crowd)
        {
            Vector3[] all = new Vector3[crowd.count];
            for (int i = 0; i < all.Length; ++i)
            {
                all[i] = crowd.Slices.Positions[i];
            }
            return all;
        }

        [Test]
        public void ACrowdOfAnEndedPredictorIsTold()
        {
            Player.LoadScene(() => Make<AntWorldBehaviour>("world"));
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.map = World.Map;
            Predictor predictor = Predictor.Create(desc);
            using (PredictSlices slices = new PredictSlices(predictor, 100))
            {
                predictor.Dispose();
                slices.Schedule(0).Complete();
                Assert.AreEqual((sbyte)AntStatus.ErrorInvalidHandle, slices.Statuses[0]);
                Assert.AreEqual((sbyte)AntStatus.ErrorInvalidHandle, slices.Statuses[99]);
            }
        }

        [Test]
        public void AThousandAreDrawnInstanced()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                ThousandGhosts crowd = Make<ThousandGhosts>("crowd");
                crowd.count = 1500;
                crowd.mesh = new Mesh();
                crowd.material = new Material();
            });
            Player.Frames(2);
            Assert.AreEqual(3000, Drawings.Instances);
        }

        [Test]
        public void ATraceIsRecordedWithTheLevel()
        {
            RecordATrace recorder = null;
            Transform player = null;
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                player = new GameObject("player").transform;
                recorder = Make<RecordATrace>("recorder");
                recorder.players = new[] { player };
                recorder.fileName = "acting-" + System.Diagnostics.Process.GetCurrentProcess().Id;
            });
            string path = recorder.FilePath;
            for (int frame = 0; frame < 300; ++frame)
            {
                player.position = new Vector3(2f + frame * 4f / 60f, 0f, 5f);
                Player.Frame();
            }
            World.Restart();
            Player.Frames(60);
            string second = recorder.FilePath;
            Player.Stop();
            Assert.AreNotEqual(path, second, "what was recorded before the world began anew is kept");
            Assert.Greater(new FileInfo(path).Length, 1000);
            Assert.Greater(new FileInfo(second).Length, 500);
            File.Delete(path);
            File.Delete(second);
        }
    }
}
