// STUB of Unity's API, not Unity: see README.md. Signatures as in Unity 2022.3, Burst 1.8 and AI Navigation 1.1 and 2.0.
using System;
using System.Runtime.InteropServices;
using ActingUnity;

namespace Unity.Collections
{
    public enum Allocator
    {
        Invalid = 0,
        None = 1,
        Temp = 2,
        TempJob = 3,
        Persistent = 4,
        AudioKernel = 5,
    }

    public enum NativeArrayOptions
    {
        UninitializedMemory,
        ClearMemory,
    }

    public struct NativeArray<T> : IDisposable
        where T : struct
    {
        // Copies share it, as copies of the real one share the memory.
        internal sealed class Memory
        {
            public T[] Items;
            public GCHandle Pin;
        }

        internal Memory memory;

        public NativeArray(int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory)
        {
            T[] items = new T[length];
            memory = new Memory { Items = items, Pin = GCHandle.Alloc(items, GCHandleType.Pinned) };
            ++Work.Arrays;
        }

        public int Length { get { return memory == null ? 0 : memory.Items.Length; } }
        public bool IsCreated { get { return memory != null; } }

        public T this[int index]
        {
            get { return memory.Items[index]; }
            set { memory.Items[index] = value; }
        }

        public T[] ToArray()
        {
            return (T[])memory.Items.Clone();
        }

        public void Dispose()
        {
            if (memory == null || !memory.Pin.IsAllocated)
            {
                throw new ObjectDisposedException("NativeArray");
            }
            memory.Pin.Free();
            memory = null;
            --Work.Arrays;
        }
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    [AttributeUsage(AttributeTargets.Field, Inherited = false)]
    public sealed class NativeDisableUnsafePtrRestrictionAttribute : Attribute
    {
    }

    public static class NativeArrayUnsafeUtility
    {
        public static unsafe void* GetUnsafePtr<T>(this NativeArray<T> nativeArray) where T : struct
        {
            return (void*)nativeArray.memory.Pin.AddrOfPinnedObject();
        }
    }
}

namespace Unity.Jobs
{
    public struct JobHandle
    {
        public void Complete() { }
    }

    public interface IJobParallelFor
    {
        void Execute(int index);
    }

    public static class IJobParallelForExtensions
    {
        public static JobHandle Schedule<T>(this T jobData, int arrayLength, int innerloopBatchCount, JobHandle dependsOn = default(JobHandle))
            where T : struct, IJobParallelFor
        {
            Work.Run(jobData, arrayLength);
            return dependsOn;
        }
    }
}

#if ANTRECKON_BURST
namespace Unity.Burst
{
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Method | AttributeTargets.Property | AttributeTargets.Assembly)]
    public class BurstCompileAttribute : Attribute
    {
    }
}
#endif

#if ANTRECKON_AI_NAVIGATION
namespace Unity.AI.Navigation
{
    /// <summary>As the package's: its data is there from OnEnable on, which comes after that of scripts with a lower order.</summary>
    [UnityEngine.DefaultExecutionOrder(-102)]
    public class NavMeshSurface : UnityEngine.MonoBehaviour
    {
        private static readonly System.Collections.Generic.List<NavMeshSurface> Surfaces = new System.Collections.Generic.List<NavMeshSurface>();

        public UnityEngine.AI.NavMeshData navMeshData { get; set; }
        public static System.Collections.Generic.List<NavMeshSurface> activeSurfaces { get { return Surfaces; } }

        /// <summary>Not part of it: what the next bake finds.</summary>
        public UnityEngine.AI.NavMeshTriangulation Geometry;

        public void BuildNavMesh()
        {
            RemoveData();
            navMeshData = new UnityEngine.AI.NavMeshData { Baked = Geometry };
            if (isActiveAndEnabled)
            {
                AddData();
            }
        }

        public void AddData()
        {
            if (navMeshData != null && !Level.Added.Contains(navMeshData))
            {
                Level.Added.Add(navMeshData);
            }
        }

        public void RemoveData()
        {
            Level.Added.Remove(navMeshData);
        }

        private void OnEnable()
        {
            Surfaces.Add(this);
            AddData();
        }

        private void OnDisable()
        {
            RemoveData();
            Surfaces.Remove(this);
        }
    }

    public class NavMeshLink : UnityEngine.MonoBehaviour
    {
        public UnityEngine.Vector3 startPoint { get; set; }
        public UnityEngine.Vector3 endPoint { get; set; }
        public bool bidirectional { get; set; }
        public int area { get; set; }
#if ANTRECKON_AI_NAVIGATION_2
        public bool activated { get; set; }
        public NavMeshLink() { activated = true; }
        public UnityEngine.Transform startTransform { get; set; }
        public UnityEngine.Transform endTransform { get; set; }
#endif
    }
}
#endif
