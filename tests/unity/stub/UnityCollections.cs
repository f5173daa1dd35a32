// STUB for compile checks only: see README.md. Signatures as in Unity 2022.3, Burst 1.8 and AI Navigation 1.1.
using System;

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
        public NativeArray(int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory) { }
        public int Length { get { return 0; } }
        public bool IsCreated { get { return false; } }
        public T this[int index]
        {
            get { return default(T); }
            set { }
        }
        public void Dispose() { }
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
        public static unsafe void* GetUnsafePtr<T>(this NativeArray<T> nativeArray) where T : struct { return null; }
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
    public class NavMeshLink : UnityEngine.MonoBehaviour
    {
        public UnityEngine.Vector3 startPoint { get; set; }
        public UnityEngine.Vector3 endPoint { get; set; }
        public bool bidirectional { get; set; }
        public int area { get; set; }
    }
}
#endif
