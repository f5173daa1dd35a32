using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using Unity.AI.Navigation;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>When the NavMesh is there: a NavMeshSurface adds its data in OnEnable, after that of the world; scenes and bakes come at any time.</summary>
    [TestFixture]
    public sealed class NavMeshTests : Stage
    {
        private static readonly Vector3 Item = new Vector3(10f, 0f, 10f);

        [SetUp]
        public void NoFloor()
        {
            Level.Triangulation = Level.Empty();
            Level.Added.Clear();
        }

        private static NavMeshSurface Surface(int edge = 8)
        {
            NavMeshSurface surface = Make<NavMeshSurface>("surface");
            surface.navMeshData = Level.Bake(Level.Floor(edge, edge, 4f));
            return surface;
        }

        [Test]
        public void ASurfaceOfTheSameSceneIsFound()
        {
            Player.LoadScene(() =>
            {
                SmallScene();
                Surface();
            });
            Player.Frame();
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
            Player.Frames(60);
            Assert.Greater(Field(Item), 1f, "items that were there before the floor emit");
            CollectionAssert.IsEmpty(Messages.Of("log"));
            CollectionAssert.IsEmpty(Messages.Of("warning"));
        }

        [Test]
        public void ASceneThatComesLaterIsFoundAndOneThatGoesIsGone()
        {
            Player.LoadScene(SmallScene);
            Player.Frames(5);
            Assert.AreEqual(0, World.Level.Stats().cellCount);
            System.Collections.Generic.List<GameObject> scene = Player.AddScene(() => Surface());
            Player.Frame();
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
            Player.UnloadScene(scene);
            Player.Frame();
            Assert.AreEqual(0, World.Level.Stats().cellCount);
        }

        [Test]
        public void ABakeAtRunTimeIsFound()
        {
            NavMeshSurface surface = null;
            Player.LoadScene(() =>
            {
                SmallScene();
                surface = Make<NavMeshSurface>("surface");
                surface.Geometry = Level.Floor(8, 8, 4f);
            });
            Player.Frames(30);
            surface.BuildNavMesh();
            Player.Frame();
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
            surface.Geometry = Level.Floor(4, 8, 4f);
            surface.BuildNavMesh();
            Player.Frame();
            Assert.AreEqual(16 * 32, World.Level.Stats().cellCount, "baked anew");
        }

        [Test]
        public void DataWithoutASurfaceIsFoundWithinASecond()
        {
            Player.LoadScene(SmallScene);
            Player.Frames(10);
            Level.Triangulation = Level.Floor(8, 8, 4f);
            Player.Frames(35);
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
        }

        [Test]
        public void NoNavMeshIsSaidOnce()
        {
            Player.LoadScene(SmallScene);
            Player.Frames(30);
            CollectionAssert.IsEmpty(Messages.Of("log"), "it may still be loading");
            Player.Frames(600);
            Assert.AreEqual(1, Messages.Of("log").Length);
            StringAssert.Contains("there is no NavMesh", Messages.Of("log")[0]);
        }

        [Test]
        public void DoorsThatWereThereBeforeTheFloorClose()
        {
            Player.LoadScene(() =>
            {
                AntDoorVolume door = Make<AntDoorVolume>("door", new Vector3(6f, 0f, 2f));
                door.size = new Vector3(2f, 3f, 6f);
                door.open = false;
                Make<AntWorldBehaviour>("world");
                NavMeshSurface surface = Make<NavMeshSurface>("surface");
                surface.navMeshData = Level.Bake(Level.Floor(3, 1, 4f));
            });
            Player.Frame();
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(new AntDouble3(2, 0, 2), new AntDouble3(10, 0, 2), null, out hit));
        }

        [Test]
        public void WithoutChangesItIsNotTriangulatedAgain()
        {
            Player.LoadScene(() =>
            {
                SmallScene();
                Surface();
            });
            Player.Frames(10);
            int before = Level.Triangulations;
            Player.Frames(600);
            Assert.AreEqual(before, Level.Triangulations);
            World.Clock = () => 1000 * Second;
            Player.Frames(3);
            Assert.AreEqual(before, Level.Triangulations, "another clock is no other level");
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
        }
    }
}
