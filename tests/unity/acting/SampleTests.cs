using System;
using System.IO;
using ActingUnity;
using Antreckon.Components;
using Antreckon.Jobs;
using Antreckon.Samples;
using NUnit.Framework;
using Unity.Collections.LowLevel.Unsafe;
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
                player.pivotHeight = 0f;
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
        public void TheFiveMinuteGhostWalksByItself()
        {
            FiveMinuteGhost player = null;
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                player = Make<FiveMinuteGhost>("player", new Vector3(16f, 1f, 16f));
            });
            Player.Frames(300);
            AntGhost ghost = World.Ghosts[0];
            Assert.IsNull(ghost.GetComponent<Collider>(), "the player would be pushed by its own ghost");
            Assert.Greater((player.transform.position - new Vector3(16f, 1f, 16f)).magnitude, 0.3f);
            Assert.Less((ghost.transform.position - player.transform.position).magnitude, 0.5f, "with its pivot where the player's is");
            Assert.AreEqual(1f, ghost.transform.position.y, 0.05f);
        }

        [Test]
        public void TenThousandAreDrawnAndEnded()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                ThousandGhosts crowd = Make<ThousandGhosts>("crowd", new Vector3(16f, 0f, 16f));
                crowd.count = 10000;
                crowd.updateInterval = 1;
            });
            Player.Frames(3);
            ThousandGhosts made = UnityEngine.Object.FindObjectsByType<ThousandGhosts>()[0];
            Assert.AreEqual(10000, made.Positions.Length);
            uint drawn;
            DrawAgain(made, out drawn);
            Assert.AreEqual(10000, drawn);
        }

        [Test]
        public void AThousandAreTheSameOnAnyNumberOfThreads()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                Make<ThousandGhosts>("crowd", new Vector3(16f, 0f, 16f));
            });
            ThousandGhosts crowd = UnityEngine.Object.FindObjectsByType<ThousandGhosts>()[0];
            Player.Frames(30);
            Vector3[] alone = crowd.Positions.ToArray();
            Work.Threads = 4;
            uint drawn;
            Assert.AreEqual(AntStatus.Ok, DrawAgain(crowd, out drawn));
            Assert.AreEqual(crowd.count, drawn);
            CollectionAssert.AreEqual(alone, crowd.Positions.ToArray());
            for (int i = 0; i < alone.Length; ++i)
            {
                Assert.Less(Math.Abs(alone[i].x - 16f), 16.01f, "on the floor");
                Assert.Less(Math.Abs(alone[i].z - 16f), 16.01f, "on the floor");
            }
            Work.Threads = 0;
            World.Restart();
            Player.Frames(30);
            Assert.AreEqual(0, Player.Garbage(60));
        }

        private static unsafe AntStatus DrawAgain(ThousandGhosts crowd, out uint drawn)
        {
            AntGhostFrame frame = AntGhostFrame.Default();
            frame.capacity = (uint)crowd.count;
            frame.positions = AntStream.Of(crowd.Positions.GetUnsafePtr(), crowd.count, AntFormat.F32x3);
            return GhostDraw.Run(crowd.Ghosts, World.Now, frame, out drawn);
        }

        [Test]
        public void ACrowdOfEndedGhostsIsTold()
        {
            Player.LoadScene(() => Make<AntWorldBehaviour>("world"));
            Ghosts ghosts = Ghosts.Create(AntGhostsDesc.Default());
            ghosts.Dispose();
            uint drawn;
            AntException told = Assert.Throws<AntException>(() => GhostDraw.Run(ghosts, 0, AntGhostFrame.Default(), out drawn));
            Assert.AreEqual(AntStatus.ErrorInvalidHandle, told.Status);
        }

        [Test]
        public void AThousandAreDrawnInstanced()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                ThousandGhosts crowd = Make<ThousandGhosts>("crowd");
                crowd.count = 1500;
                crowd.updateInterval = 1;
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
