// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>A recording of a match in the making. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Recorder : IEquatable<Recorder>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Recorder(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Recorder other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Recorder && Equals((Recorder)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Recorder 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Recorder left, Recorder right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Recorder left, Recorder right) { return left.id != right.id; }

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

        /// <summary>Begins a recording. All memory is taken here: capacity + max_entities * 120 bytes. Any thread.</summary>
        public static unsafe Recorder Create(AntRecorderDesc desc)
        {
            Library.Ensure();
            Recorder recorderValue = default(Recorder);
            Library.Check(Native.ant_recorder_create(&desc, &recorderValue));
            return recorderValue;
        }

        /// <summary>
        /// Adds an entity, at any time; from now on it can be sampled and take part in events. ANT_ERROR_BUDGET when max_entities are there, or no room is left
        /// before something was pulled. Mutating.
        /// </summary>
        public unsafe AntStatus AddEntity(AntRecordEntity entity)
        {
            return Library.Check(Native.ant_recorder_add_entity(this, &entity));
        }

        /// <summary>
        /// Records the level as it is now: polygons and links of a mesh, squares of a grid. ANT_TRUNCATED when the memory is full: pull, and call it again with
        /// the same level until it returns ANT_OK. ANT_ERROR_STATE when a level is recorded already, or another one was begun. Mutating; the level is only read.
        /// </summary>
        public unsafe AntStatus Level(World world)
        {
            return Library.Check(Native.ant_recorder_level(this, world));
        }

        /// <summary>
        /// Takes out bytes that were recorded; written one after the other they are an .anttrace file. Call it every few ticks. ANT_EMPTY when there are none,
        /// ANT_TRUNCATED when more wait. Mutating.
        /// </summary>
        /// <param name="buf">[capacity bytes]</param>
        /// <param name="len">receives how many bytes were written to buf</param>
        public unsafe AntStatus Pull(Span<byte> buf, out ulong len)
        {
            ulong lenValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                AntStatus status = Library.Check(Native.ant_recorder_pull(this, bufStart, (ulong)buf.Length, &lenValue));
                len = lenValue;
                return status;
            }
        }

        /// <summary>Makes everything recorded so far ready to be pulled. Not needed every tick: the recorder does it by itself after block_time or block_bytes. Mutating.</summary>
        public unsafe AntStatus Flush()
        {
            return Library.Check(Native.ant_recorder_flush(this));
        }

        /// <summary>Ends the recording; pull what is left. Whoever reads it will know that it is whole. Mutating.</summary>
        public unsafe AntStatus Finish()
        {
            return Library.Check(Native.ant_recorder_finish(this));
        }

        /// <summary>Counts of a recording. Const.</summary>
        public unsafe AntRecorderStats Stats()
        {
            AntRecorderStats statsValue = AntRecorderStats.Sized();
            Library.Check(Native.ant_recorder_stats(this, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Records the states of many entities. Time never goes back; it may stand still. One bad element, or too little room (ANT_ERROR_BUDGET: pull first), and
        /// nothing is recorded. Nothing is allocated. Mutating.
        /// </summary>
        /// <param name="time">nanoseconds on the game's clock</param>
        public unsafe AntStatus SampleBatch(long time, AntRecordSamples samples)
        {
            return Library.Check(Native.ant_recorder_sample_batch(this, time, &samples));
        }

        /// <summary>Records the state of one entity. Nothing is allocated. Mutating.</summary>
        /// <param name="time">nanoseconds on the game's clock; it never goes back</param>
        /// <param name="position">[(x, y, z)]</param>
        /// <param name="velocity">[opt] [(x, y, z)] units per second</param>
        /// <param name="orientation">[opt] [(x, y, z, w)] where it looks</param>
        /// <param name="flags">ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED</param>
        public unsafe AntStatus Sample(long time, uint id, AntDouble3 position, AntDouble3? velocity, AntDouble4? orientation, AntSampleFlags flags)
        {
            AntDouble3 velocityValue = velocity.GetValueOrDefault();
            AntDouble4 orientationValue = orientation.GetValueOrDefault();
            return Library.Check(Native.ant_recorder_sample(this, time, id, (double*)&position, velocity.HasValue ? (double*)&velocityValue : null, orientation.HasValue ? (double*)&orientationValue : null, (uint)flags));
        }

        /// <summary>Records that something happened. Nothing is allocated. Mutating.</summary>
        /// <param name="time">nanoseconds on the game's clock; it never goes back</param>
        /// <param name="kind">ANT_RECORD_HIT … ANT_RECORD_SPAWNED</param>
        /// <param name="actor">an entity, or ANT_RECORD_NOBODY</param>
        /// <param name="target">an entity, or ANT_RECORD_NOBODY</param>
        /// <param name="value">damage, weapon or amount, as the kind says; 0 when there is none</param>
        public unsafe AntStatus Event(long time, AntRecordEvent kind, uint actor, uint target, double value)
        {
            return Library.Check(Native.ant_recorder_event(this, time, (uint)kind, actor, target, value));
        }
    }
}
