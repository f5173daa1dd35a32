// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>A level. Zero is null. Stale, destroyed, forged and foreign handles are refused.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct World : IEquatable<World>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public World(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(World other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is World && Equals((World)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "World 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(World left, World right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(World left, World right) { return left.id != right.id; }

        /// <summary>Ends a handle at once; also of a poisoned object. Objects that were made with it keep what they need of it, and calls that run finish. Any thread.</summary>
        public void Dispose() { if (!IsNull) { Library.Ended(Native.ant_destroy(id)); } }

        /// <summary>The handle can be used: made, not disposed of and not poisoned.</summary>
        public bool IsValid { get { return Native.ant_is_valid(id) == 0; } }

        /// <summary>
        /// Bytes of memory an object holds, without the objects it uses. ANT_ERROR_UNSUPPORTED for kinds that hold next to nothing (codec, need model,
        /// interactions). Const.
        /// </summary>
        public unsafe ulong Bytes()
        {
            ulong bytesValue = default(ulong);
            Library.Check(Native.ant_bytes(id, &bytesValue));
            return bytesValue;
        }

        /// <summary>
        /// Hash of an object's whole state: equal on two machines when they are in the same state. ANT_ERROR_UNSUPPORTED for a codec and a recorder;
        /// ANT_ERROR_STATE for a timewarp whose plan is open. Const.
        /// </summary>
        public unsafe ulong StateHash()
        {
            ulong hashValue = default(ulong);
            Library.Check(Native.ant_state_hash(id, &hashValue));
            return hashValue;
        }

        /// <summary>
        /// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
        /// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
        /// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
        /// </summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong Snapshot(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_snapshot(id, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>
        /// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
        /// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
        /// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
        /// </summary>
        public byte[] Snapshot()
        {
            byte[] bytes = new byte[Snapshot(default(Span<byte>))];
            Snapshot(bytes);
            return bytes;
        }

        /// <summary>
        /// Takes over what ant_snapshot wrote of an object of the same kind, made with an equal descriptor over an equal level. On an error nothing changed.
        /// Ids inside the object are new afterwards: ask ant_predictor_entities and ant_sender_connections for them. Mutating.
        /// </summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_restore(id, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Call it for the level and
        /// for each object that keeps positions of its own; maps follow their level. ANT_ERROR_UNSUPPORTED for kinds without positions. Mutating.
        /// </summary>
        /// <param name="shift">[(x, y, z)] in the host's frame</param>
        public unsafe AntStatus Rebase(AntDouble3 shift)
        {
            return Library.Check(Native.ant_rebase(id, (double*)&shift));
        }

        /// <summary>Makes a level from a regular grid of squares of the descriptor's cell size. Any thread.</summary>
        public static unsafe World CreateGrid(AntWorldDesc desc, AntGridDesc grid)
        {
            Library.Ensure();
            World worldValue = default(World);
            Library.Check(Native.ant_world_create_grid(&desc, &grid, &worldValue));
            return worldValue;
        }

        /// <summary>
        /// Makes a level from a navmesh of convex polygons; it becomes the tile (0, 0, 0). A mesh that cannot be used gives ANT_ERROR_BAD_MESH and
        /// the message names the polygon. Any thread.
        /// </summary>
        /// <param name="mesh">[opt] null makes a level without any tile, to be filled by ant_world_set_tile</param>
        public static unsafe World CreateMesh(AntWorldDesc desc, AntMeshDesc? mesh = null)
        {
            Library.Ensure();
            AntMeshDesc meshValue = mesh.GetValueOrDefault();
            World worldValue = default(World);
            Library.Check(Native.ant_world_create_mesh(&desc, mesh.HasValue ? &meshValue : null, &worldValue));
            return worldValue;
        }

        /// <summary>Counts and sizes of a level. Const.</summary>
        public unsafe AntWorldStats Stats()
        {
            AntWorldStats statsValue = AntWorldStats.Sized();
            Library.Check(Native.ant_world_stats(this, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Adds a tile of a level made from meshes, bakes it anew, or removes it. Fields of untouched places stay, by position; cell ids of changed places are
        /// refused from now on. On error nothing changed. Mutating.
        /// </summary>
        /// <param name="x">the tile's key, chosen by the host</param>
        /// <param name="z">the tile's key, chosen by the host</param>
        /// <param name="layer">the tile's key, chosen by the host</param>
        /// <param name="mesh">[opt] null removes the tile; ANT_ERROR_NOT_FOUND when there is none with this key</param>
        public unsafe AntStatus SetTile(int x, int z, int layer, AntMeshDesc? mesh = null)
        {
            AntMeshDesc meshValue = mesh.GetValueOrDefault();
            return Library.Check(Native.ant_world_set_tile(this, x, z, layer, mesh.HasValue ? &meshValue : null));
        }

        /// <summary>Adds a link. Mutating.</summary>
        public unsafe AntLink AddLink(AntLinkDesc link)
        {
            AntLink linkValue = default(AntLink);
            Library.Check(Native.ant_world_add_link(this, &link, &linkValue));
            return linkValue;
        }

        /// <summary>Removes a link. Mutating.</summary>
        public unsafe AntStatus RemoveLink(AntLink link)
        {
            return Library.Check(Native.ant_world_remove_link(this, link));
        }

        /// <summary>Adds a door. Mutating.</summary>
        public unsafe AntDoor AddDoor(AntDoorDesc door)
        {
            AntDoor doorValue = default(AntDoor);
            Library.Check(Native.ant_world_add_door(this, &door, &doorValue));
            return doorValue;
        }

        /// <summary>Removes a door; what it closed is open again. Mutating.</summary>
        public unsafe AntStatus RemoveDoor(AntDoor door)
        {
            return Library.Check(Native.ant_world_remove_door(this, door));
        }

        /// <summary>Opens (open = 1) or closes (open = 0) a door. Maps follow with their next step. Mutating.</summary>
        public unsafe AntStatus SetDoor(AntDoor door, bool open)
        {
            return Library.Check(Native.ant_world_set_door(this, door, open ? 1u : 0u));
        }

        /// <summary>Says whether a door is open. Const.</summary>
        public unsafe bool DoorState(AntDoor door)
        {
            uint openValue = default(uint);
            Library.Check(Native.ant_world_door_state(this, door, &openValue));
            return openValue != 0;
        }

        /// <summary>Sets how much longer a way through an area kind counts in paths. Mutating.</summary>
        /// <param name="area">[Limit: 0 to 63]</param>
        /// <param name="cost">factor on the length, 1 at the start. [Limit: 0.01 to 1000000]</param>
        public unsafe AntStatus SetAreaCost(uint area, float cost)
        {
            return Library.Check(Native.ant_world_set_area_cost(this, area, cost));
        }

        /// <summary>
        /// Finds the place on the level that a point stands for: polygon, cell and point. ANT_ERROR_NOT_FOUND when there is none. Where max_nodes of the level
        /// ends the search: ANT_BUDGET_REACHED with the nearest found until then, ANT_ERROR_BUDGET with none. Const.
        /// </summary>
        /// <param name="point">[(x, y, z)]</param>
        /// <param name="maxDistance">0 = the floor under the point (or just above it, within the step height); else the nearest walkable point within this distance, in the host's units. [Limit: &gt;= 0]</param>
        public unsafe AntStatus Locate(AntDouble3 point, double maxDistance, out AntLocation location)
        {
            AntLocation locationValue = AntLocation.Sized();
            AntStatus status = Library.Check(Native.ant_world_locate(this, (double*)&point, maxDistance, &locationValue));
            location = locationValue;
            return status;
        }

        /// <summary>ant_world_locate for many points. Const.</summary>
        /// <param name="positions">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="maxDistance">as for ant_world_locate. [Limit: &gt;= 0]</param>
        /// <param name="outPoints">[opt] [count] ANT_F32X3 or ANT_F64X3, may be the stream of positions</param>
        /// <param name="outCells">[opt] [count] ANT_U64</param>
        /// <param name="outPolygons">[opt] [count] ANT_U32</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32; without it one point off the level fails the whole call</param>
        public unsafe AntStatus LocateBatch(uint count, AntStream positions, double maxDistance, AntStream outPoints = default(AntStream), AntStream outCells = default(AntStream), AntStream outPolygons = default(AntStream), AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_world_locate_batch(this, count, AntStream.OrNull(&positions), maxDistance, AntStream.OrNull(&outPoints), AntStream.OrNull(&outCells), AntStream.OrNull(&outPolygons), AntStream.OrNull(&outStatus)));
        }

        /// <summary>
        /// Walks straight in the ground plane from one point towards another until a wall, a closed door or (on the ground) a drop stops it. ANT_STOPPED
        /// when it did not arrive, ANT_ERROR_NOT_FOUND when the start is off the level. Const.
        /// </summary>
        /// <param name="from">[(x, y, z)]</param>
        /// <param name="to">[(x, y, z)]</param>
        /// <param name="filter">[opt]</param>
        public unsafe AntStatus Raycast(AntDouble3 from, AntDouble3 to, AntQueryFilter? filter, out AntWalkHit hit)
        {
            AntQueryFilter filterValue = filter.GetValueOrDefault();
            AntWalkHit hitValue = AntWalkHit.Sized();
            AntStatus status = Library.Check(Native.ant_world_raycast(this, (double*)&from, (double*)&to, filter.HasValue ? &filterValue : null, &hitValue));
            hit = hitValue;
            return status;
        }

        /// <summary>ant_world_raycast for many walks. Const.</summary>
        /// <param name="from">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="to">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="filter">[opt]</param>
        /// <param name="outPoints">[opt] [count] ANT_F32X3 or ANT_F64X3: where each walk ended</param>
        /// <param name="outFractions">[opt] [count] ANT_F32 or ANT_F64: share of the way, 0 to 1</param>
        /// <param name="outStoppedBy">[opt] [count] ANT_U8 or ANT_U32: ANT_EDGE_OPEN (arrived) …</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_STOPPED or an error</param>
        public unsafe AntStatus RaycastBatch(uint count, AntStream from, AntStream to, AntQueryFilter? filter = null, AntStream outPoints = default(AntStream), AntStream outFractions = default(AntStream), AntStream outStoppedBy = default(AntStream), AntStream outStatus = default(AntStream))
        {
            AntQueryFilter filterValue = filter.GetValueOrDefault();
            return Library.Check(Native.ant_world_raycast_batch(this, count, AntStream.OrNull(&from), AntStream.OrNull(&to), filter.HasValue ? &filterValue : null, AntStream.OrNull(&outPoints), AntStream.OrNull(&outFractions), AntStream.OrNull(&outStoppedBy), AntStream.OrNull(&outStatus)));
        }

        /// <summary>
        /// Finds the shortest way: A* over polygons (cells on a grid) and links, pulled tight. ANT_UNREACHABLE when it ends at the reachable place nearest to
        /// the goal, ANT_BUDGET_REACHED when max_nodes of the level ended the search, so that it ends at the place nearest to the goal that was found until then,
        /// ANT_TRUNCATED when it has more corners than `capacity`. Const.
        /// </summary>
        /// <param name="from">[(x, y, z)]</param>
        /// <param name="to">[(x, y, z)]</param>
        /// <param name="filter">[opt]</param>
        /// <param name="capacity">elements of the output streams</param>
        /// <param name="outPoints">[opt] [capacity] ANT_F32X3 or ANT_F64X3: corners from start to goal</param>
        /// <param name="outLinks">[opt] [capacity] ANT_U64: the link through which the way from this corner to the next goes, or 0</param>
        /// <param name="info">[opt]</param>
        public unsafe AntStatus FindPath(AntDouble3 from, AntDouble3 to, AntQueryFilter? filter, uint capacity, AntStream outPoints, AntStream outLinks, out AntPathInfo info)
        {
            AntQueryFilter filterValue = filter.GetValueOrDefault();
            AntPathInfo infoValue = AntPathInfo.Sized();
            AntStatus status = Library.Check(Native.ant_world_find_path(this, (double*)&from, (double*)&to, filter.HasValue ? &filterValue : null, capacity, AntStream.OrNull(&outPoints), AntStream.OrNull(&outLinks), &infoValue));
            info = infoValue;
            return status;
        }

        /// <summary>
        /// Lengths of the shortest ways between many pairs of points, in the host's units; infinite, with ANT_UNREACHABLE, where there is none, and with ANT_BUDGET_REACHED where
        /// max_nodes of the level ended the search. Const.
        /// </summary>
        /// <param name="from">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="to">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="filter">[opt]</param>
        /// <param name="outDistances">[count] ANT_F32 or ANT_F64</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_UNREACHABLE, ANT_BUDGET_REACHED or an error</param>
        public unsafe AntStatus PathDistanceBatch(uint count, AntStream from, AntStream to, AntQueryFilter? filter, AntStream outDistances, AntStream outStatus = default(AntStream))
        {
            AntQueryFilter filterValue = filter.GetValueOrDefault();
            return Library.Check(Native.ant_world_path_distance_batch(this, count, AntStream.OrNull(&from), AntStream.OrNull(&to), filter.HasValue ? &filterValue : null, AntStream.OrNull(&outDistances), AntStream.OrNull(&outStatus)));
        }

        /// <summary>Centre, area and place of a cell. ANT_ERROR_NOT_FOUND when the id is stale. Const.</summary>
        public unsafe AntCellInfo CellInfo(AntCell cell)
        {
            AntCellInfo infoValue = AntCellInfo.Sized();
            Library.Check(Native.ant_world_cell_info(this, cell, &infoValue));
            return infoValue;
        }

        /// <summary>Lists the cells one can go to from a cell. ANT_TRUNCATED when there are more than `capacity`. Const.</summary>
        /// <param name="outCells">[opt] [capacity] ANT_U64</param>
        /// <param name="count">receives how many there are</param>
        public unsafe AntStatus CellNeighbours(AntCell cell, uint capacity, AntStream outCells, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_cell_neighbours(this, cell, capacity, AntStream.OrNull(&outCells), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Lists the cells of a level with their centres, in a fixed order. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of cells to skip</param>
        /// <param name="outCells">[opt] [capacity] ANT_U64</param>
        /// <param name="outCenters">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="count">receives how many cells the level has</param>
        public unsafe AntStatus Cells(uint first, uint capacity, AntStream outCells, AntStream outCenters, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_cells(this, first, capacity, AntStream.OrNull(&outCells), AntStream.OrNull(&outCenters), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Lists the polygons of a level made from meshes, by number. After tiles were removed the numbers have gaps. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of polygons to skip</param>
        /// <param name="outPolygons">[opt] [capacity] ANT_U32</param>
        /// <param name="count">receives how many polygons the level has</param>
        public unsafe AntStatus Polygons(uint first, uint capacity, AntStream outPolygons, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_polygons(this, first, capacity, AntStream.OrNull(&outPolygons), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>
        /// Says which polygons a polygon of a tile's input became: one, none when it was dropped as a sliver, several when it was not convex. ANT_TRUNCATED when
        /// there are more than `capacity`. Const.
        /// </summary>
        /// <param name="x">the tile's key; 0, 0, 0 for ant_world_create_mesh</param>
        /// <param name="z">the tile's key; 0, 0, 0 for ant_world_create_mesh</param>
        /// <param name="layer">the tile's key; 0, 0, 0 for ant_world_create_mesh</param>
        /// <param name="number">of the polygon in the mesh as it was given</param>
        /// <param name="outPolygons">[opt] [capacity] ANT_U32</param>
        /// <param name="count">receives how many there are</param>
        public unsafe AntStatus PolygonsOfInput(int x, int z, int layer, uint number, uint capacity, AntStream outPolygons, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_polygons_of_input(this, x, z, layer, number, capacity, AntStream.OrNull(&outPolygons), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Corners of a polygon, for drawing. ANT_TRUNCATED when it has more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.</summary>
        /// <param name="outVertices">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="outEdges">[opt] [capacity] ANT_U8 or ANT_U32: kind of the edge from this corner to the next, ANT_EDGE_OPEN …</param>
        /// <param name="count">receives the number of corners</param>
        public unsafe AntStatus Polygon(uint polygon, uint capacity, AntStream outVertices, AntStream outEdges, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_polygon(this, polygon, capacity, AntStream.OrNull(&outVertices), AntStream.OrNull(&outEdges), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>Polygons next to a polygon. ANT_TRUNCATED when there are more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.</summary>
        /// <param name="outPolygons">[opt] [capacity] ANT_U32</param>
        /// <param name="count">receives how many there are</param>
        public unsafe AntStatus PolygonNeighbours(uint polygon, uint capacity, AntStream outPolygons, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_world_polygon_neighbours(this, polygon, capacity, AntStream.OrNull(&outPolygons), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>
        /// Names a box through which one can see though one cannot walk there: a window, a pit without floor, a railing. It reaches from the floor on one
        /// side to that on the other (up to half a cell may be missing); floors beside it see each other when they lie between 2 m below its bottom and its top. Drops within AntWorldDesc::drop_height are known without. At most 4096. Mutating.
        /// </summary>
        /// <param name="min">[(x, y, z)] opposite corners in the host's frame</param>
        /// <param name="max">[(x, y, z)] opposite corners in the host's frame</param>
        public unsafe AntWindow AddWindow(AntDouble3 min, AntDouble3 max)
        {
            AntWindow windowValue = default(AntWindow);
            Library.Check(Native.ant_world_add_window(this, (double*)&min, (double*)&max, &windowValue));
            return windowValue;
        }

        /// <summary>Removes a window: what is there hides again. Mutating.</summary>
        public unsafe AntStatus RemoveWindow(AntWindow window)
        {
            return Library.Check(Native.ant_world_remove_window(this, window));
        }

        /// <summary>
        /// Hands in which clusters of the level see each other. Where walls hide (AntAttraction::walls_hide) it decides for somebody who stands on a cell with a
        /// cluster; cells without one are not hidden. A tile that is baked anew loses its clusters. Mutating.
        /// </summary>
        /// <param name="desc">[opt] null forgets what was handed in</param>
        public unsafe AntStatus SetVisibility(AntVisibilityDesc? desc = null)
        {
            AntVisibilityDesc descValue = desc.GetValueOrDefault();
            return Library.Check(Native.ant_world_set_visibility(this, desc.HasValue ? &descValue : null));
        }
    }
}
