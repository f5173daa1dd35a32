using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using Unity.AI.Navigation;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>The level from the NavMesh, what lies on it and what changes it.</summary>
    [TestFixture]
    public sealed class LevelTests : Stage
    {
        private static readonly Vector3 Item = new Vector3(10f, 0f, 10f);

        static AntStatus WayBetween(AntDouble3 from, AntDouble3 to)
        {
            AntPathInfo info;
            return World.Level.FindPath(from, to, null, 0, default(AntStream), default(AntStream), out info);
        }

        [Test]
        public void TheFloorIsTheNavMesh()
        {
            Player.LoadScene(SmallScene);
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
            Assert.AreEqual(128, World.Level.Stats().polygonCount);
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(new AntDouble3(1, 0, 1), new AntDouble3(31, 0, 31), null, out hit), "no seams between triangles");
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(new AntDouble3(1, 0, 1), new AntDouble3(40, 0, 1), null, out hit));
            Assert.AreEqual(32.0, hit.point.x, 0.1);
        }

        [Test]
        public void TilesAreSmallerThanTheLevelAndJoined()
        {
            Player.LoadScene(() => Make<AntWorldBehaviour>("world").tileSize = 8f);
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(new AntDouble3(1, 0, 3), new AntDouble3(31, 0, 29), null, out hit));
            Assert.AreEqual(0, World.RefreshNavMesh(), "nothing has changed");
        }

        [Test]
        public void ACarvedHoleChangesItsTileOnlyAndFieldsStay()
        {
            Player.LoadScene(() =>
            {
                Make<AntPointOfInterest>("item", Item);
                AntWorldBehaviour world = Make<AntWorldBehaviour>("world");
                world.tileSize = 8f;
                world.refreshInterval = 0.5f;
            });
            Player.Frames(60);
            Vector3 sameTile = new Vector3(14.5f, 0f, 14.5f), otherTile = new Vector3(6.5f, 0f, 10.5f);
            float near = Field(sameTile), far = Field(otherTile);
            Assert.Greater(near, 0f);
            Assert.Greater(far, 0f);

            Level.Triangulation = Level.Floor(8, 8, 4f, new Vector2Int(3, 2));
            Assert.AreEqual(1, World.RefreshNavMesh());
            Assert.AreEqual(near, Field(sameTile), 1e-5f, "the field of a tile given again stays by position");
            Assert.AreEqual(far, Field(otherTile), 1e-5f);
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(new AntDouble3(10, 0, 10), new AntDouble3(18, 0, 10), null, out hit));
            Assert.AreEqual(12.0, hit.point.x, 0.1);

            Level.Triangulation = Level.Floor(8, 8, 4f);
            Player.Frames(40);
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(new AntDouble3(10, 0, 10), new AntDouble3(18, 0, 10), null, out hit), "it looks by itself");
            Assert.Greater(Field(sameTile), 0f);
        }

        [Test]
        public void ATileThatIsGoneIsRemovedAndComesBack()
        {
            Player.LoadScene(() => Make<AntWorldBehaviour>("world").tileSize = 16f);
            Level.Triangulation = Level.Floor(4, 8, 4f);
            Assert.AreEqual(2, World.RefreshNavMesh());
            Assert.AreEqual(16 * 32, World.Level.Stats().cellCount);
            Level.Triangulation = Level.Floor(8, 8, 4f);
            Assert.AreEqual(2, World.RefreshNavMesh());
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
        }

        [Test]
        public void LinksLeadOverGapsAndFollowTheirComponents()
        {
            NavMeshLink link = null;
            Player.LoadScene(() =>
            {
                Level.Triangulation = Level.Floor(3, 1, 4f, new Vector2Int(1, 0));
                link = Make<NavMeshLink>("link", new Vector3(6f, 0f, 2f));
                link.startPoint = new Vector3(-3f, 0f, 0f);
                link.endPoint = new Vector3(3f, 0f, 0f);
                Make<AntWorldBehaviour>("world");
            });
            AntDouble3 left = new AntDouble3(2, 0, 2), right = new AntDouble3(10, 0, 2);
            Assert.AreEqual(AntStatus.Ok, WayBetween(left, right));
            Assert.AreEqual(AntStatus.Unreachable, WayBetween(right, left));

            link.bidirectional = true;
            Assert.AreEqual(0, World.RefreshNavMesh());
            Assert.AreEqual(AntStatus.Ok, WayBetween(right, left), "the link alone has changed");
            link.enabled = false;
            World.RefreshNavMesh();
            Assert.AreEqual(AntStatus.Unreachable, WayBetween(left, right));
            link.enabled = true;
            link.endPoint = new Vector3(300f, 0f, 0f);
            World.RefreshNavMesh();
            StringAssert.Contains("off the NavMesh", Messages.Of("warning")[0]);
            GameObject target = new GameObject("target");
            target.transform.position = new Vector3(10f, 0f, 2f);
            link.endTransform = target.transform;
            World.RefreshNavMesh();
            Assert.AreEqual(AntStatus.Ok, WayBetween(left, right));
        }

        [Test]
        public void LinksAreThoseThatUnityHas()
        {
            NavMeshLink link = null;
            Player.LoadScene(() =>
            {
                Level.Triangulation = Level.Floor(3, 1, 4f, new Vector2Int(1, 0));
                link = Make<NavMeshLink>("link", new Vector3(6f, 0f, 2f));
                link.transform.localScale = new Vector3(50f, 50f, 50f);
                link.startPoint = new Vector3(-3f, 0f, 0f);
                link.endPoint = new Vector3(3f, 0f, 0f);
                Make<AntWorldBehaviour>("world");
            });
            AntDouble3 left = new AntDouble3(2, 0, 2), right = new AntDouble3(10, 0, 2);
            Assert.AreEqual(AntStatus.Ok, WayBetween(left, right), "scale does not count");
            CollectionAssert.IsEmpty(Messages.Of("warning"));
            link.activated = false;
            World.RefreshNavMesh();
            Assert.AreEqual(AntStatus.Unreachable, WayBetween(left, right));
#pragma warning disable 618
            UnityEngine.AI.OffMeshLink old = Make<UnityEngine.AI.OffMeshLink>("old link");
#pragma warning restore 618
            old.startTransform = new GameObject("start").transform;
            old.endTransform = new GameObject("end").transform;
            old.startTransform.position = new Vector3(3f, 0f, 2f);
            old.endTransform.position = new Vector3(9f, 0f, 2f);
            World.RefreshNavMesh();
            Assert.AreEqual(AntStatus.Unreachable, WayBetween(left, right), "not activated");
            old.activated = true;
            World.RefreshNavMesh();
            Assert.AreEqual(AntStatus.Ok, WayBetween(left, right));
        }

        [Test]
        public void DoorsMoveAndTurn()
        {
            AntDoorVolume door = null;
            Player.LoadScene(() =>
            {
                Level.Triangulation = Level.Floor(3, 3, 4f);
                door = Make<AntDoorVolume>("door", new Vector3(30f, 0f, 6f));
                door.size = new Vector3(2f, 3f, 14f);
                door.open = false;
                Make<AntWorldBehaviour>("world");
            });
            Player.Frame();
            AntDouble3 left = new AntDouble3(2, 0, 6), right = new AntDouble3(10, 0, 6), back = new AntDouble3(6, 0, 11), front = new AntDouble3(6, 0, 1);
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(left, right, null, out hit), "it stands elsewhere");
            door.transform.position = new Vector3(6f, 0f, 6f);
            Player.Frame();
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(left, right, null, out hit), "it has come");
            door.transform.rotation = Quaternion.Euler(0f, 90f, 0f);
            Player.Frame();
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(front, back, null, out hit), "it has turned");
            AntDouble3 aside = new AntDouble3(2, 0, 10), beside = new AntDouble3(10, 0, 10);
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(aside, beside, null, out hit), "and is gone where it was");
        }

        [Test]
        public void DoorsCloseTheirVolume()
        {
            AntDoorVolume door = null;
            Player.LoadScene(() =>
            {
                Level.Triangulation = Level.Floor(3, 1, 4f);
                door = Make<AntDoorVolume>("door", new Vector3(6f, 0f, 2f));
                door.size = new Vector3(2f, 3f, 6f);
                door.open = false;
                Make<AntWorldBehaviour>("world");
            });
            AntDouble3 left = new AntDouble3(2, 0, 2), right = new AntDouble3(10, 0, 2);
            AntWalkHit hit;
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(left, right, null, out hit));
            door.Open = true;
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(left, right, null, out hit));
            door.Open = false;
            Assert.AreEqual(AntStatus.Stopped, World.Level.Raycast(left, right, null, out hit));
            Object.DestroyImmediate(door.gameObject);
            Assert.AreEqual(AntStatus.Ok, World.Level.Raycast(left, right, null, out hit), "a door that is gone is open");
        }

        [Test]
        public void PointsOfInterestEmitMoveChangeAndFade()
        {
            AntPointOfInterest item = null;
            Player.LoadScene(() =>
            {
                item = Make<AntPointOfInterest>("item", Item);
                item.isFixed = false;
                Make<AntWorldBehaviour>("world");
            });
            Player.Frames(60);
            float before = Field(Item);
            Assert.Greater(before, 1f);
            Vector3 elsewhere = new Vector3(25.5f, 0f, 25.5f);
            Assert.Less(Field(elsewhere), 0.01f);
            item.transform.position = elsewhere;
            Player.Frames(120);
            Assert.Greater(Field(elsewhere), 1f);
            Assert.Less(Field(Item), 0.01f);
            item.emission = -36f;
            Player.Frames(120);
            Assert.Less(Field(elsewhere), -1f);
            item.enabled = false;
            Player.Frames(240);
            Assert.AreEqual(0f, Field(elsewhere), 0.01f);
        }

        [Test]
        public void TheOriginMovesWithEverythingOnIt()
        {
            Player.LoadScene(() =>
            {
                SmallScene();
                Object.FindObjectsByType<AntWorldBehaviour>()[0].tileSize = 8f;
            });
            AntGhost ghost = World.Ghosts[0];
            ghost.Observe(new Vector3(3f, 0f, 3f), Vector3.forward, Quaternion.identity, World.Now);
            Player.Frames(30);
            Vector3 shift = new Vector3(16f, 0f, 8f), drawn = ghost.DrawnPosition;
            float smell = Field(Item);

            World.Rebase(shift);
            foreach (AntGuest guest in Object.FindObjectsByType<AntGuest>())
            {
                guest.transform.position -= shift;
            }
            Vector3[] vertices = Level.Triangulation.vertices;
            for (int i = 0; i < vertices.Length; ++i)
            {
                vertices[i] -= shift;
            }
            Assert.AreEqual(smell, Field(Item - shift), 1e-5f);
            Assert.IsTrue(ghost.DrawnPosition == drawn - shift);
            World.RefreshNavMesh();
            Assert.AreEqual(32 * 32, World.Level.Stats().cellCount);
            Assert.AreEqual(smell, Field(Item - shift), 1e-5f, "tiles keep their numbers and fields");
            Player.Frame();
            Assert.Less((ghost.DrawnPosition - (drawn - shift)).magnitude, 0.2f);
        }
    }
}
