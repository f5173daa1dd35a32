// Unity's NavMesh as tiles of the library's level.
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.AI;
#if ANTRECKON_AI_NAVIGATION
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
        private sealed class Tile
        {
            public readonly List<int> Indices = new List<int>();
            public readonly List<byte> Areas = new List<byte>();
            public ulong Hash;
        }

        private readonly float edge;
        private Dictionary<Vector2Int, Tile> fed = new Dictionary<Vector2Int, Tile>();
        private readonly List<AntLink> links = new List<AntLink>();

        /// <summary>Tiles with this edge, metres.</summary>
        public NavMeshTiles(float edge)
        {
            this.edge = Mathf.Max(1f, edge);
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
                    world.RemoveTile(old.Key.x, old.Key.y, 0);
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
            if (changes > 0)
            {
                FeedLinks(world);
            }
            return changes;
        }

        // A triangle belongs to the tile of its centre; edges between tiles are found by the library.
        private Dictionary<Vector2Int, Tile> Sort(NavMeshTriangulation mesh)
        {
            Dictionary<Vector2Int, Tile> tiles = new Dictionary<Vector2Int, Tile>();
            for (int triangle = 0; triangle < mesh.areas.Length; ++triangle)
            {
                Vector3 centre = Vector3.zero;
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
                tile.Areas.Add((byte)mesh.areas[triangle]);
                for (int corner = 0; corner < 3; ++corner)
                {
                    int index = mesh.indices[3 * triangle + corner];
                    tile.Indices.Add(index);
                    Vector3 vertex = mesh.vertices[index];
                    tile.Hash = (tile.Hash * 31 + (ulong)vertex.GetHashCode()) * 31 + (ulong)mesh.areas[triangle];
                }
            }
            return tiles;
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

        // Links are put on the nearest floor, which may have moved: they are made anew.
        private void FeedLinks(World world)
        {
            foreach (AntLink link in links)
            {
                world.RemoveLink(link);
            }
            links.Clear();
#if ANTRECKON_AI_NAVIGATION
            foreach (NavMeshLink link in Object.FindObjectsOfType<NavMeshLink>())
            {
                AntLinkDesc desc = AntLinkDesc.Default();
                desc.kind = AntLinkKind.Jump;
                desc.from = link.transform.TransformPoint(link.startPoint).ToAnt();
                desc.to = link.transform.TransformPoint(link.endPoint).ToAnt();
                desc.flags = link.bidirectional ? AntLinkFlags.TwoWay : AntLinkFlags.None;
                desc.area = (uint)link.area;
                try
                {
                    links.Add(world.AddLink(desc));
                }
                catch (AntException error)
                {
                    Debug.LogWarning("Antreckon: this link is off the NavMesh. " + error.Message, link);
                }
            }
#endif
        }
    }
}
