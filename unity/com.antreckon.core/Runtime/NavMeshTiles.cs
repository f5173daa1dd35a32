// Unity's NavMesh as tiles of the library's level.
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.AI;
#if ANTRECKON_AI_NAVIGATION
using System.Runtime.CompilerServices;
using Unity.AI.Navigation;
#endif

namespace Antreckon.Components
{
    /// <summary>
    /// Feeds the triangulated NavMesh to a level, tile by tile. Carving obstacles re-triangulate only around them, so only tiles whose triangles changed are given
    /// again; the fields of all others stay, and those of changed tiles stay by position.
    /// </summary>
    public sealed class NavMeshTiles
    {
        // FNV-1a, 64 bits.
        private const ulong HashBegin = 0xcbf29ce484222325, HashFactor = 0x100000001b3;

        private sealed class Tile
        {
            public readonly List<int> Indices = new List<int>();
            public readonly List<byte> Areas = new List<byte>();
            public ulong Hash = HashBegin;
        }

        private readonly float edge;
        private readonly NavMeshLinks links = new NavMeshLinks();
        private Dictionary<Vector2Int, Tile> fed = new Dictionary<Vector2Int, Tile>();
        private Vector3 origin;
#if ANTRECKON_AI_NAVIGATION
        private int surfaces;
#endif

        /// <summary>Tiles with this edge, metres.</summary>
        public NavMeshTiles(float edge)
        {
            this.edge = Mathf.Max(1f, edge);
        }

        /// <summary>The NavMesh had no triangle when it was fed last.</summary>
        public bool IsEmpty
        {
            get { return fed.Count == 0; }
        }

        /// <summary>NavMeshSurfaces have come, gone or got other data since this was asked last (package AI Navigation; without it never). Costs next to nothing.</summary>
        public bool SurfacesChanged()
        {
#if ANTRECKON_AI_NAVIGATION
            int present = 17;
            List<NavMeshSurface> active = NavMeshSurface.activeSurfaces;
            for (int i = 0; i < active.Count; ++i)
            {
                NavMeshData data = active[i].navMeshData;
                present = unchecked(present * 31 + (ReferenceEquals(data, null) ? 1 : RuntimeHelpers.GetHashCode(data)));
            }
            bool changed = present != surfaces;
            surfaces = present;
            return changed;
#else
            return false;
#endif
        }

        /// <summary>Brings the level up to date. Returns how many tiles changed.</summary>
        public int Feed(World world)
        {
            NavMeshTriangulation mesh = NavMesh.CalculateTriangulation();
            Dictionary<Vector2Int, Tile> tiles = Sort(mesh);
            int changes = 0;
            foreach (KeyValuePair<Vector2Int, Tile> old in fed)
            {
                if (!tiles.ContainsKey(old.Key))
                {
                    world.SetTile(old.Key.x, old.Key.y, 0);
                    ++changes;
                }
            }
            foreach (KeyValuePair<Vector2Int, Tile> tile in tiles)
            {
                Tile before;
                if (!fed.TryGetValue(tile.Key, out before) || before.Hash != tile.Value.Hash)
                {
                    Give(world, tile.Key, tile.Value, mesh.vertices);
                    ++changes;
                }
            }
            fed = tiles;
            links.Feed(world, changes > 0);
            return changes;
        }

        /// <summary>The origin of coordinates has moved by this: a tile keeps its number.</summary>
        public void Rebase(Vector3 shift)
        {
            origin += shift;
        }

        // A triangle belongs to the tile of its centre; edges between tiles are found by the library.
        private Dictionary<Vector2Int, Tile> Sort(NavMeshTriangulation mesh)
        {
            Dictionary<Vector2Int, Tile> tiles = new Dictionary<Vector2Int, Tile>();
            for (int triangle = 0; triangle < mesh.areas.Length; ++triangle)
            {
                Vector3 centre = origin;
                for (int corner = 0; corner < 3; ++corner)
                {
                    centre += mesh.vertices[mesh.indices[3 * triangle + corner]] / 3f;
                }
                Vector2Int key = new Vector2Int(Mathf.FloorToInt(centre.x / edge), Mathf.FloorToInt(centre.z / edge));
                Tile tile;
                if (!tiles.TryGetValue(key, out tile))
                {
                    tile = new Tile();
                    tiles.Add(key, tile);
                }
                Add(tile, mesh, triangle);
            }
            return tiles;
        }

        private static void Add(Tile tile, NavMeshTriangulation mesh, int triangle)
        {
            tile.Areas.Add((byte)mesh.areas[triangle]);
            tile.Hash = (tile.Hash ^ (uint)mesh.areas[triangle]) * HashFactor;
            for (int corner = 0; corner < 3; ++corner)
            {
                int index = mesh.indices[3 * triangle + corner];
                tile.Indices.Add(index);
                Vector3 vertex = mesh.vertices[index];
                tile.Hash = (tile.Hash ^ Bits(vertex.x)) * HashFactor;
                tile.Hash = (tile.Hash ^ Bits(vertex.y)) * HashFactor;
                tile.Hash = (tile.Hash ^ Bits(vertex.z)) * HashFactor;
            }
        }

        // Vector3.GetHashCode mixes its components by exclusive or, so that different triangles may have the same one.
        private static unsafe uint Bits(float value)
        {
            return *(uint*)&value;
        }

        private static unsafe void Give(World world, Vector2Int key, Tile tile, Vector3[] vertices)
        {
            // Only the tile's own corners.
            Dictionary<int, int> numbers = new Dictionary<int, int>();
            List<Vector3> corners = new List<Vector3>();
            int[] indices = new int[tile.Indices.Count];
            for (int i = 0; i < indices.Length; ++i)
            {
                int number;
                if (!numbers.TryGetValue(tile.Indices[i], out number))
                {
                    number = corners.Count;
                    numbers.Add(tile.Indices[i], number);
                    corners.Add(vertices[tile.Indices[i]]);
                }
                indices[i] = number;
            }
            Vector3[] cornerArray = corners.ToArray();
            byte[] areas = tile.Areas.ToArray();
            fixed (Vector3* firstCorner = cornerArray)
            fixed (int* firstIndex = indices)
            fixed (byte* firstArea = areas)
            {
                AntMeshDesc mesh = AntMeshDesc.Default();
                mesh.vertexCount = (uint)cornerArray.Length;
                mesh.indexCount = (uint)indices.Length;
                mesh.polygonCount = (uint)areas.Length;
                mesh.vertices = AntStream.Of(firstCorner, cornerArray.Length, AntFormat.F32x3);
                mesh.indices = AntStream.Of(firstIndex, indices.Length, AntFormat.I32);
                mesh.areas = AntStream.Of(firstArea, areas.Length, AntFormat.U8);
                world.SetTile(key.x, key.y, 0, mesh);
            }
        }
    }
}
