using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>Where ghosts are drawn.</summary>
    [TestFixture]
    public sealed class GhostTests : Stage
    {
        private static readonly Vector3 Item = new Vector3(10f, 0f, 10f);

        // A walk with turns, told ten times a second and 100 ms late.
        private static Vector3 Place(long time)
        {
            double seconds = time * 1e-9;
            return new Vector3(8f + 5f * (float)System.Math.Sin(seconds), 0f, 8f + 5f * (float)System.Math.Cos(0.7 * seconds));
        }

        private static Vector3 Velocity(long time)
        {
            return (Place(time + 1000000) - Place(time - 1000000)) / 0.002f;
        }

        [Test]
        public void AGhostIsWhereTheLibrarySays([Values(0, 3)] int threads)
        {
            Work.Threads = threads;
            AntGhost ghost = null;
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                Make<AntPointOfInterest>("item", Item);
                ghost = Make<AntGhost>("ghost");
            });
            using (Reference reference = new Reference(World.Settings, World.Pheromones, Level.Triangulation, Item, World.Now))
            {
                Vector3 position;
                Quaternion rotation;
                for (int frame = 0; frame < 600; ++frame)
                {
                    Player.Frame();
                    if (frame > 0)
                    {
                        reference.Draw(World.Now, out position, out rotation);
                        Assert.IsTrue(position.Equals(ghost.transform.position), "frame " + frame + ": " + position + ", " + ghost.transform.position);
                        Assert.IsTrue(rotation.Equals(ghost.transform.rotation), "rotation in frame " + frame);
                        Assert.IsTrue(position.Equals(ghost.DrawnPosition));
                    }
                    if (frame % 6 == 0)
                    {
                        long told = World.Now - Second / 10;
                        Quaternion view = Quaternion.Euler(0f, frame, 0f);
                        reference.Observe(Place(told), Velocity(told), view, told, World.Now);
                        Assert.AreEqual(AntStatus.Ok, ghost.Observe(Place(told), Velocity(told), view, told));
                    }
                }
                for (int cell = 0; cell < 32 * 32; ++cell)
                {
                    Vector3 centre = new Vector3(cell % 32 + 0.5f, 0f, cell / 32 + 0.5f);
                    Assert.AreEqual(reference.Field(centre), Field(centre), "the field at " + centre);
                }
            }
            Assert.Less((ghost.transform.position - Place(World.Now)).magnitude, 1f, "near the truth, which is ahead of what was told");
        }

        [Test]
        public void LateNewsIsIgnoredAndTold()
        {
            Player.LoadScene(SmallScene);
            Player.Frames(60);
            AntGhost ghost = World.Ghosts[0];
            Assert.AreEqual(AntStatus.Ok, ghost.Observe(Item, Vector3.zero, Quaternion.identity, World.Now));
            Player.Frame();
            Assert.IsTrue(ghost.IsShown);
            Assert.AreEqual(AntStatus.Ok, ghost.Observe(Vector3.zero, Vector3.zero, Quaternion.identity, World.Now - Second / 2));
            Player.Frame();
            Assert.IsTrue(ghost.LastObserved == Item, ghost.LastObserved.ToString());
            Assert.AreEqual(1, Applied(ghost), "the other one was not");
            Player.Frame();
            Assert.Less((ghost.transform.position - Item).magnitude, 0.01f, ghost.transform.position.ToString());
        }

        private static unsafe ulong Applied(AntGhost ghost)
        {
            AntPlayerStats stats = World.Ghosts.Handle.PlayerStats(ghost.Player);
            return stats.verdicts[(int)AntVerdict.Applied];
        }

        [Test]
        public void ATransformOfYourOwnIsLeftAlone()
        {
            Player.LoadScene(SmallScene);
            AntGhost ghost = World.Ghosts[0];
            ghost.moveTransform = false;
            Vector3 before = ghost.transform.position;
            ghost.Observe(Item, Vector3.zero, Quaternion.identity, World.Now);
            Player.Frame();
            Assert.IsTrue(ghost.transform.position.Equals(before));
            Assert.Less((ghost.DrawnPosition - Item).magnitude, 0.01f, ghost.DrawnPosition.ToString());
        }

        [Test]
        public void NobodyIsObservedOutsideOfAWorld()
        {
            AntGhost ghost = Make<AntGhost>("ghost");
            Assert.AreEqual(AntStatus.Empty, ghost.Observe(Item, Vector3.zero, Quaternion.identity, 0));
        }

        [Test]
        public void ManyGhostsComeAndGoInAnyOrder()
        {
            Player.LoadScene(() => Make<AntWorldBehaviour>("world"));
            AntGhost[] all = new AntGhost[200];
            for (int i = 0; i < all.Length; ++i)
            {
                all[i] = Make<AntGhost>("ghost " + i);
                all[i].Observe(new Vector3(i % 30 + 1f, 0f, i / 30 + 1f), Vector3.zero, Quaternion.identity, World.Now);
            }
            for (int i = 0; i < all.Length; i += 3)
            {
                Object.DestroyImmediate(all[i].gameObject);
            }
            Player.Frames(5);
            Assert.AreEqual(133, World.Ghosts.Count);
            for (int i = 1; i < all.Length; i += i % 3 == 1 ? 1 : 2)
            {
                Vector3 there = new Vector3(i % 30 + 1f, 0f, i / 30 + 1f);
                Assert.Less((all[i].transform.position - there).magnitude, 0.01f, "ghost " + i + ": " + all[i].transform.position + ", " + there);
            }
        }

        [Test]
        public void WhoIsTooManyIsLeftOutAndTold()
        {
            AntSettings settings = ScriptableObject.CreateInstance<AntSettings>();
            settings.maxEntities = 2;
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world").settings = settings;
                for (int i = 0; i < 3; ++i)
                {
                    Make<AntGhost>("ghost");
                }
            });
            Assert.AreEqual(2, World.Ghosts.Count);
            StringAssert.Contains("left out", Messages.Of("warning")[0]);
            Player.Frames(3);
            Player.Stop();
            Object.DestroyImmediate(settings);
        }

        [Test]
        public void AThousandGhostsMakeNoGarbage()
        {
            Player.LoadScene(() =>
            {
                Make<AntWorldBehaviour>("world");
                Make<AntPointOfInterest>("item", Item);
                for (int i = 0; i < 1000; ++i)
                {
                    Make<AntGhost>("ghost");
                }
            });
            for (int i = 0; i < 1000; ++i)
            {
                World.Ghosts[i].Observe(new Vector3(1f + i % 30, 0f, 1f + i / 40), Vector3.forward, Quaternion.identity, World.Now);
            }
            Player.Frames(60);
            Assert.AreEqual(0, Player.Garbage(120));
            Assert.Greater(World.Ghosts[500].transform.position.z, 13.5f, "they have moved");
        }
    }
}
