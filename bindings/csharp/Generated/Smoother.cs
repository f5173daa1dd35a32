// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>What is drawn of the entities of a predictor: it moves from where it is shown to where it is predicted. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Smoother : IEquatable<Smoother>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Smoother(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Smoother other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Smoother && Equals((Smoother)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Smoother 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Smoother left, Smoother right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Smoother left, Smoother right) { return left.id != right.id; }

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

        /// <summary>Makes a smoother. It keeps its predictor (with level and map) alive, also when the handle of that is destroyed. Any thread.</summary>
        public static unsafe Smoother Create(AntSmootherDesc desc)
        {
            Library.Ensure();
            Smoother smootherValue = default(Smoother);
            Library.Check(Native.ant_smoother_create(&desc, &smootherValue));
            return smootherValue;
        }

        /// <summary>
        /// Changes the parameters; `predictor` and `capacity` of the descriptor are not looked at. Curves that are under way go on by the new method, which is seen.
        /// Mutating.
        /// </summary>
        public unsafe AntStatus SetDesc(AntSmootherDesc desc)
        {
            return Library.Check(Native.ant_smoother_set_desc(this, &desc));
        }

        /// <summary>
        /// Forgets an entity, which appears anew when it is drawn again. ANT_EMPTY when it was not known. Entities that the predictor removed may be forgotten; if they are
        /// not, the next one in their place takes their memory. Mutating.
        /// </summary>
        public unsafe AntStatus Forget(AntEntity entity)
        {
            return Library.Check(Native.ant_smoother_forget(this, entity));
        }

        /// <summary>What a smoother knows of an entity. ANT_ERROR_NOT_FOUND when it was never drawn or corrected. Const.</summary>
        /// <param name="entity">with id 0 only the number of entities is told</param>
        public unsafe AntSmootherInfo Info(AntEntity entity)
        {
            AntSmootherInfo infoValue = AntSmootherInfo.Sized();
            Library.Check(Native.ant_smoother_info(this, entity, &infoValue));
            return infoValue;
        }

        /// <summary>
        /// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
        /// moves from what was shown to the new prediction. Mutating.
        /// </summary>
        public unsafe AntCourse Correct(AntEntity entity, AntSmoothCorrection correction)
        {
            uint courseValue = default(uint);
            Library.Check(Native.ant_smoother_correct(this, entity, &correction, &courseValue));
            return (AntCourse)courseValue;
        }

        /// <summary>
        /// Tells that updates changed the predictions of many entities, in order; the predictor is asked for them. ANT_PARTIAL when some are bad and there is a status
        /// stream; without it one bad entity fails the call before anything changed. Mutating.
        /// </summary>
        /// <param name="time">when the updates were taken in, nanoseconds</param>
        /// <param name="entities">[count] ANT_U64: AntEntity</param>
        /// <param name="flags">[opt] [count] ANT_U8 … ANT_U32: ANT_SMOOTH_TELEPORTED</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus CorrectBatch(long time, uint count, AntStream entities, AntStream flags = default(AntStream), AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_smoother_correct_batch(this, time, count, AntStream.OrNull(&entities), AntStream.OrNull(&flags), AntStream.OrNull(&outStatus)));
        }

        /// <summary>What to draw of an entity in a frame. ANT_IN_THE_PAST when the time lies before that of its last frame, which is answered again. Mutating.</summary>
        /// <param name="time">nanoseconds on the game clock</param>
        public unsafe AntStatus Draw(AntEntity entity, long time, out AntDrawn drawn)
        {
            AntDrawn drawnValue = AntDrawn.Sized();
            AntStatus status = Library.Check(Native.ant_smoother_draw(this, entity, time, &drawnValue));
            drawn = drawnValue;
            return status;
        }

        /// <summary>
        /// What to draw of many entities in a frame. Allocates nothing once all were drawn. ANT_PARTIAL when some are bad and there is a status stream; without it one
        /// bad entity fails the call before anything changed. Mutating.
        /// </summary>
        public unsafe AntStatus DrawBatch(AntDrawBatch batch)
        {
            return Library.Check(Native.ant_smoother_draw_batch(this, &batch));
        }
    }
}
