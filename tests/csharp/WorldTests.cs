using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class WorldTests
    {
        /// <summary>Two squares of 4 m side by side, of two triangles each.</summary>
        static World MeshWorld()
        {
            AntWorldDesc desc = AntWorldDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return World.CreateMesh(desc, default(AntMeshDesc));
        }

        static readonly float[] Corners = { 0, 0, 0, 4, 0, 0, 8, 0, 0, 0, 0, 4, 4, 0, 4, 8, 0, 4 };
        static readonly int[] Triangles = { 0, 3, 1, 1, 3, 4, 1, 4, 2, 2, 4, 5 };

        static T WithMesh<T>(Func<AntMeshDesc, T> use)
        {
            using (PinnedArray<float> corners = new PinnedArray<float>(Corners))
            using (PinnedArray<int> triangles = new PinnedArray<int>(Triangles))
            {
                AntMeshDesc mesh = AntMeshDesc.Default();
                mesh.vertexCount = (uint)Corners.Length / 3;
                mesh.indexCount = (uint)Triangles.Length;
                mesh.vertices = AntStream.Of(corners.Pointer, Corners.Length / 3, AntFormat.F32x3);
                mesh.indices = triangles.Stream(AntFormat.I32);
                return use(mesh);
            }
        }

        static World MadeOfTriangles()
        {
            AntWorldDesc desc = AntWorldDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return WithMesh(mesh => World.CreateMesh(desc, mesh));
        }

        [Test]
        public void AMeshIsLocatedWalkedAndSearched()
        {
            using (World world = MadeOfTriangles())
            {
                AntLocation place, beside;
                Assert.AreEqual(AntStatus.Ok, world.Locate(new AntDouble3(1, 0.2, 1), 0, out place));
                Assert.AreEqual(0.0, place.point.y, 1e-6);
                Assert.AreNotEqual(Ant.NoPolygon, place.polygon);
                Assert.IsFalse(place.cell.IsNull);
                Assert.AreEqual(AntStatus.Ok, world.Locate(new AntDouble3(9, 0, 2), 2, out beside));
                Assert.AreEqual(8.0, beside.point.x, 1e-6);

                AntWalkHit hit;
                Assert.AreEqual(AntStatus.Stopped, world.Raycast(new AntDouble3(1, 0, 1), new AntDouble3(20, 0, 1), null, out hit));
                Assert.AreEqual(AntEdge.Wall, hit.stoppedBy);
                Assert.AreEqual(8.0, hit.point.x, 1e-3);

                double distance;
                Assert.AreEqual(AntStatus.Ok, Support.PathDistance(world, new AntDouble3(1, 0, 1), new AntDouble3(7, 0, 1), AntQueryFilter.Default(), out distance));
                Assert.AreEqual(6.0, distance, 1e-6);

                AntDouble3* corners = stackalloc AntDouble3[8];
                AntPathInfo info;
                AntStream points = AntStream.Of(corners, 8, AntFormat.F64x3);
                world.FindPath(new AntDouble3(1, 0, 1), new AntDouble3(7, 0, 1), null, 8, points, default(AntStream), out info);
                Assert.AreEqual(2, info.pointCount);
                Assert.AreEqual(7.0, corners[1].x, 1e-6);
            }
        }

        [Test]
        public void CellsAndPolygonsAreListed()
        {
            using (World world = MadeOfTriangles())
            {
                AntWorldStats stats = world.Stats();
                Assert.AreEqual(4, stats.polygonCount);
                Assert.AreEqual(32, stats.cellCount);
                using (PinnedArray<AntCell> cells = new PinnedArray<AntCell>(64))
                using (PinnedArray<uint> polygons = new PinnedArray<uint>(8))
                {
                    uint count;
                    Assert.AreEqual(AntStatus.Ok, world.Cells(0, 64, cells.Stream(AntFormat.U64), default(AntStream), out count));
                    Assert.AreEqual(32, count);
                    Assert.AreEqual(1.0, world.CellInfo(cells[0]).area, 1e-6);
                    Assert.AreEqual(AntStatus.Truncated, world.Cells(0, 3, cells.Stream(AntFormat.U64), default(AntStream), out count));
                    world.CellNeighbours(cells[0], 64, cells.Stream(AntFormat.U64), out count);
                    Assert.Greater(count, 1);
                    Assert.AreEqual(AntStatus.Ok, world.Polygons(0, 8, polygons.Stream(AntFormat.U32), out count));
                    uint corners;
                    world.Polygon(polygons[0], 0, default(AntStream), default(AntStream), out corners);
                    Assert.AreEqual(3, corners);
                    world.PolygonNeighbours(polygons[0], 8, polygons.Stream(AntFormat.U32), out count);
                    world.PolygonsOfInput(0, 0, 0, 0, 8, polygons.Stream(AntFormat.U32), out count);
                    Assert.AreEqual(1, count);
                }
            }
        }

        [Test]
        public void BatchesReadAndWriteInPlace()
        {
            using (World world = Support.Yard(10))
            using (PinnedArray<float> points = new PinnedArray<float>(new float[] { 1.5f, 0.3f, 1.5f, 50, 0, 50, 2.5f, 0.1f, 8.5f }))
            using (PinnedArray<int> status = new PinnedArray<int>(3))
            {
                AntStream stream = AntStream.Of(points.Pointer, 3, AntFormat.F32x3);
                Assert.AreEqual(AntStatus.Partial, world.LocateBatch(3, stream, 0, stream, outStatus: status.Stream(AntFormat.I32)));
                CollectionAssert.AreEqual(new[] { 0, (int)AntStatus.ErrorNotFound, 0 }, status.Items);
                Assert.AreEqual(0f, points[1], 1e-6f, "put on the floor");
                Assert.AreEqual(50f, points[3], "untouched");
                // Without a stream for statuses one bad element fails the whole call.
                Support.Fails(AntStatus.ErrorNotFound, () => world.LocateBatch(3, stream, 0, stream));
                Assert.AreEqual(AntStatus.Ok, world.LocateBatch(0, default(AntStream), 0));
                Support.Fails(AntStatus.ErrorNullPointer, () => world.LocateBatch(1, default(AntStream), 0));
                AntStream shortOne = stream;
                shortOne.byteLen = 30;
                Support.Fails(AntStatus.ErrorBufferTooSmall, () => world.LocateBatch(3, shortOne, 0));
                Assert.AreEqual(AntStatus.Ok, world.LocateBatch(3, stream, 100, stream));
                Assert.Less(points[3], 11f);
            }
        }

        [Test]
        public void WalksAndDistancesComeInBatches()
        {
            using (World world = Support.Yard(10))
            using (PinnedArray<AntDouble3> from = new PinnedArray<AntDouble3>(2))
            using (PinnedArray<AntDouble3> to = new PinnedArray<AntDouble3>(2))
            using (PinnedArray<double> numbers = new PinnedArray<double>(2))
            {
                from[0] = from[1] = new AntDouble3(1.5, 0, 1.5);
                to[0] = new AntDouble3(4.5, 0, 1.5);
                to[1] = new AntDouble3(1.5, 0, 5.5);
                AntStream a = from.Stream(AntFormat.F64x3), b = to.Stream(AntFormat.F64x3), c = numbers.Stream(AntFormat.F64);
                world.PathDistanceBatch(2, a, b, null, c);
                CollectionAssert.AreEqual(new[] { 3.0, 4.0 }, numbers.Items);
                world.RaycastBatch(2, a, b, null, outFractions: c);
                CollectionAssert.AreEqual(new[] { 1.0, 1.0 }, numbers.Items);
            }
        }

        [Test]
        public void DoorsLinksTilesAndAreasChangeALevel()
        {
            using (World world = MadeOfTriangles())
            {
                AntDoorDesc desc = AntDoorDesc.Default();
                desc.flags = AntDoorFlags.HasBounds;
                desc.boundsMin = new AntDouble3(3, -1, -1);
                desc.boundsMax = new AntDouble3(5, 1, 5);
                AntDoor door = world.AddDoor(desc);
                Assert.IsTrue(world.DoorState(door));
                world.SetDoor(door, false);
                Assert.IsFalse(world.DoorState(door));
                double distance;
                Assert.AreEqual(AntStatus.Unreachable, Support.PathDistance(world, new AntDouble3(1, 0, 1), new AntDouble3(7, 0, 1), null, out distance));
                Assert.IsTrue(double.IsPositiveInfinity(distance));

                AntLinkDesc over = AntLinkDesc.Default();
                over.kind = AntLinkKind.Jump;
                over.from = new AntDouble3(1, 0, 1);
                over.to = new AntDouble3(7, 0, 1);
                AntLink link = world.AddLink(over);
                Assert.AreEqual(AntStatus.Ok, Support.PathDistance(world, new AntDouble3(1, 0, 1), new AntDouble3(7, 0, 1), null, out distance));
                world.RemoveLink(link);
                Support.Fails(AntStatus.ErrorNotFound, () => world.RemoveLink(link));
                world.RemoveDoor(door);
                world.SetAreaCost(3, 2f);

                ulong before = world.Stats().revision;
                WithMesh(mesh => world.SetTile(1, 0, 0, mesh));
                Assert.Greater(world.Stats().revision, before);
                world.SetTile(1, 0, 0);
                Support.Fails(AntStatus.ErrorNotFound, () => world.SetTile(1, 0, 0));
            }
        }

        [Test]
        public void StatesAreSavedAndTheOriginMoves()
        {
            using (World world = Support.Yard(4))
            using (World twin = Support.Yard(4))
            {
                world.Rebase(new AntDouble3(100, 0, 0));
                Assert.AreNotEqual(world.StateHash(), twin.StateHash());
                byte[] bytes = world.Snapshot();
                Assert.AreEqual(bytes.Length, world.Snapshot(default(Span<byte>)));
                twin.Restore(bytes);
                Assert.AreEqual(world.StateHash(), twin.StateHash());
                Support.Fails(AntStatus.ErrorBufferTooSmall, () => world.Snapshot(new byte[3]));
                bytes[bytes.Length / 2] ^= 1;
                Support.Fails(AntStatus.ErrorCorrupt, () => twin.Restore(bytes));
                Assert.Greater(world.Bytes(), 0);
            }
        }

        [Test]
        public void BadLevelsAreRefused()
        {
            Support.Fails(AntStatus.ErrorBadStruct, () => MeshWorld().Dispose());
            AntWorldDesc desc = AntWorldDesc.Default();
            AntGridDesc grid = AntGridDesc.Default();
            Support.Fails(AntStatus.ErrorOutOfRange, () => World.CreateGrid(desc, grid));
            grid.width = grid.depth = 100000;
            Assert.Throws<AntException>(() => World.CreateGrid(desc, grid));
            desc.frame.kind = (AntFrameKind)9;
            Support.Fails(AntStatus.ErrorInvalidArgument, () => World.CreateMesh(desc));
            using (World empty = World.CreateMesh(AntWorldDesc.Default()))
            {
                AntLocation nowhere;
                Support.Fails(AntStatus.ErrorNotFound, () => empty.Locate(new AntDouble3(0, 0, 0), 0, out nowhere));
                Support.Fails(AntStatus.ErrorNotFinite, () => empty.Locate(new AntDouble3(double.NaN, 0, 0), 0, out nowhere));
            }
        }
    }
}
