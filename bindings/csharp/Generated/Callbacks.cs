// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>
    /// Receives messages. Called on the thread that made the call which logs; it may call into the library, but not into the object whose
    /// call logs (that gets ANT_ERROR_BUSY), and must not unwind.
    /// </summary>
    /// <param name="level">ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO</param>
    /// <param name="text">UTF-8 with a zero byte at the end, valid during the callback</param>
    /// <param name="length">bytes of text without the zero byte</param>
    /// <param name="user">the pointer given with the callback</param>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void AntLogCallback(uint level, byte* text, uint length, void* user);

    /// <summary>
    /// Returns memory of this size and alignment (a power of two), or null: then the process aborts, as Rust does when memory ends.
    /// Called on any thread.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void* AntAllocate(ulong size, ulong align, void* user);

    /// <summary>Takes back memory of AntAllocate, with the same size and alignment. Called on any thread.</summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void AntFree(void* pointer, ulong size, ulong align, void* user);

    /// <summary>
    /// A host's own predictor: one more expert of ANT_MODEL_AUTO, and all that ANT_MODEL_CUSTOM listens to. Called within ant_predictor_observe and its batch, on the
    /// thread of that call, for entities with one of these models. It must not unwind. Calls into the same predictor give ANT_ERROR_BUSY, and so do calls that
    /// change the predictor's map where it has trails.
    /// </summary>
    /// <param name="time">of the observation, nanoseconds</param>
    /// <param name="position">[(x, y, z)] as observed, in the host's frame</param>
    /// <param name="velocity">[(x, y, z)] units per second</param>
    /// <param name="outDisplacements">[(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved after each horizon; the height does not matter</param>
    /// <param name="user">the pointer given with the callback Returns 1 when it filled that in, 0 when it has nothing to say. Numbers that are not finite, or farther than a million times v_max, count as nothing.</param>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate int AntExpertFn(AntEntity entity, long time, double* position, double* velocity, double* outDisplacements, void* user);

    /// <summary>
    /// Writes the host's state. Called within ant_timewarp_run, on its thread, as all three; calls into the same timewarp give ANT_ERROR_BUSY.
    /// It must not unwind.
    /// </summary>
    /// <param name="slot">number of the snapshot below max_snapshots, for hosts that keep states themselves</param>
    /// <param name="buffer">[capacity bytes] where to write</param>
    /// <param name="capacity">max_state</param>
    /// <param name="outLen">receives the bytes written; 0 before the call</param>
    /// <param name="user">the pointer given with the callback Returns 0, or a number of the host when it failed.</param>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate int AntSaveFn(uint slot, void* buffer, ulong capacity, ulong* outLen, void* user);

    /// <summary>Makes a saved state the present one. See AntSaveFn.</summary>
    /// <param name="bytes">[byte_len bytes] what was saved Returns 0, or a number of the host when it failed.</param>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate int AntLoadFn(uint slot, void* bytes, ulong byteLen, void* user);

    /// <summary>
    /// Executes an event. It must depend on the state and the event alone, so that executing again gives the same. A state that moves by itself is
    /// brought to the event's time first. See AntSaveFn.
    /// </summary>
    /// <param name="event">valid during the callback</param>
    /// <param name="payload">[event-&gt;payload_len bytes] valid during the callback</param>
    /// <param name="outOutcome">what came of it; empty before the call. A length above ANT_OUTCOME_MAX counts as failure ANT_ERROR_OUT_OF_RANGE. Returns 0, or a number of the host when it failed; then its state is taken to be half changed and restored before the log goes on.</param>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate int AntExecuteFn(AntTimewarpEvent* @event, void* payload, AntOutcome* outOutcome, void* user);
}
