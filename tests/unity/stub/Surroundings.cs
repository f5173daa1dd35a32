// Not part of Unity: what tests set and see around the package. The level, jobs, the console, drawings.
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Unity.Jobs;
using UnityEngine;
using UnityEngine.AI;

namespace ActingUnity
{
    /// <summary>The baked NavMesh.</summary>
    public static class Level
    {
        /// <summary>What it is triangulated into.</summary>
        public static NavMeshTriangulation Triangulation = Empty();

        /// <summary>Data that components have added.</summary>
        public static readonly List<NavMeshData> Added = new List<NavMeshData>();

        /// <summary>How often it was asked for.</summary>
        public static int Triangulations;

        internal static NavMeshTriangulation Everything()
        {
            if (Added.Count == 0)
            {
                return Triangulation;
            }
            List<Vector3> vertices = new List<Vector3>(Triangulation.vertices);
            List<int> indices = new List<int>(Triangulation.indices), areas = new List<int>(Triangulation.areas);
            foreach (NavMeshTriangulation one in Added.Select(data => data.Baked))
            {
                indices.AddRange(one.indices.Select(index => index + vertices.Count));
                vertices.AddRange(one.vertices);
                areas.AddRange(one.areas);
            }
            return new NavMeshTriangulation { vertices = vertices.ToArray(), indices = indices.ToArray(), areas = areas.ToArray() };
        }

        /// <summary>What the editor has baked: data of a surface that is added when the surface is enabled.</summary>
        public static NavMeshData Bake(NavMeshTriangulation floor)
        {
            return new NavMeshData { Baked = floor };
        }

        /// <summary>No floor at all.</summary>
        public static NavMeshTriangulation Empty()
        {
            return new NavMeshTriangulation { vertices = new Vector3[0], indices = new int[0], areas = new int[0] };
        }

        /// <summary>
        /// A floor of squares of so many metres from (0, 0, 0) on, each of two triangles with corners of their own, as Unity gives them, without those that are left
        /// out.
        /// </summary>
        public static NavMeshTriangulation Floor(int columns, int rows, float edge, params Vector2Int[] holes)
        {
            List<Vector3> vertices = new List<Vector3>();
            List<int> indices = new List<int>();
            for (int row = 0; row < rows; ++row)
            {
                for (int column = 0; column < columns; ++column)
                {
                    if (holes.Contains(new Vector2Int(column, row)))
                    {
                        continue;
                    }
                    int first = vertices.Count;
                    foreach (int corner in new[] { 0, 1, 3, 2 })
                    {
                        vertices.Add(new Vector3((column + corner % 2) * edge, 0f, (row + corner / 2) * edge));
                    }
                    indices.AddRange(new[] { first, first + 2, first + 1, first, first + 3, first + 2 });
                }
            }
            return new NavMeshTriangulation { vertices = vertices.ToArray(), indices = indices.ToArray(), areas = new int[indices.Count / 3] };
        }
    }

    /// <summary>The job system.</summary>
    public static class Work
    {
        /// <summary>Native arrays that were made and not disposed of.</summary>
        public static int Arrays;

        /// <summary>Threads that run a job; 0 = the caller alone, from the last task to the first.</summary>
        public static int Threads;

        internal static void Run<T>(T job, int count) where T : struct, IJobParallelFor
        {
            if (Threads == 0)
            {
                for (int i = count - 1; i >= 0; --i)
                {
                    job.Execute(i);
                }
                return;
            }
            RunOnThreads(job, count);
        }

        // Apart, because what a thread captures is garbage.
        private static void RunOnThreads<T>(T job, int count) where T : struct, IJobParallelFor
        {
            int next = -1;
            Thread[] threads = new Thread[Threads];
            for (int n = 0; n < threads.Length; ++n)
            {
                T copy = job;
                threads[n] = new Thread(() =>
                {
                    for (int i = Interlocked.Increment(ref next); i < count; i = Interlocked.Increment(ref next))
                    {
                        copy.Execute(i);
                    }
                });
                threads[n].Start();
            }
            foreach (Thread thread in threads)
            {
                thread.Join();
            }
        }
    }

    /// <summary>The console, and the buttons of inspectors.</summary>
    public static class Messages
    {
        /// <summary>All lines, each begins with its kind.</summary>
        public static readonly List<string> All = new List<string>();

        /// <summary>The button that the user presses next.</summary>
        public static string Button;

        /// <summary>Lines of a kind: "log", "warning", "error", "help", "label".</summary>
        public static string[] Of(string kind)
        {
            return All.Where(line => line.StartsWith(kind + ": ", System.StringComparison.Ordinal)).ToArray();
        }

        internal static void Add(string kind, object message)
        {
            All.Add(kind + ": " + message);
        }

        internal static bool Press(string text)
        {
            bool pressed = Button == text;
            Button = pressed ? null : Button;
            return pressed;
        }
    }

    /// <summary>What was drawn.</summary>
    public static class Drawings
    {
        /// <summary>One shape.</summary>
        public struct Shape
        {
            public string Kind;
            public Color Colour;
            public Vector3 From;
            public Vector3 To;
        }

        /// <summary>Gizmos.</summary>
        public static readonly List<Shape> All = new List<Shape>();

        /// <summary>Instances of meshes.</summary>
        public static int Instances;

        internal static void Add(string kind, Vector3 from, Vector3 to)
        {
            All.Add(new Shape { Kind = kind, Colour = Gizmos.color, From = from, To = to });
        }
    }
}
