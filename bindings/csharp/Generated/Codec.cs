// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Packs updates into few bits. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Codec : IEquatable<Codec>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Codec(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Codec other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Codec && Equals((Codec)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Codec 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Codec left, Codec right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Codec left, Codec right) { return left.id != right.id; }

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

        /// <summary>Makes a codec. Any thread.</summary>
        /// <param name="desc">copied</param>
        public static unsafe Codec Create(AntCodecDesc desc)
        {
            Library.Ensure();
            Codec codecValue = default(Codec);
            Library.Check(Native.ant_codec_create(&desc, &codecValue));
            return codecValue;
        }

        /// <summary>What a codec promises: stated errors and the largest size of an update. Const.</summary>
        public unsafe AntCodecInfo Info()
        {
            AntCodecInfo infoValue = AntCodecInfo.Sized();
            Library.Check(Native.ant_codec_info(this, &infoValue));
            return infoValue;
        }

        /// <summary>
        /// The update as the receivers will see it. Both ends must predict from it, so that they agree: the sender from what this returns, the receivers from what
        /// they decode. Doing it twice changes nothing. A number beyond the codec's limits is ANT_ERROR_INVALID_ARGUMENT. Const.
        /// </summary>
        public unsafe AntUpdate Quantise(AntUpdate update)
        {
            AntUpdate updateValue = AntUpdate.Sized();
            Library.Check(Native.ant_codec_quantise(this, &update, &updateValue));
            return updateValue;
        }

        /// <summary>Packs one update, in at most AntCodecInfo::max_bytes. Const.</summary>
        /// <param name="baseline">[opt] an earlier update of the same entity that the receiver surely has, because it said so; makes the code shorter</param>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong Encode(AntUpdate update, AntUpdate? baseline, Span<byte> buf)
        {
            AntUpdate baselineValue = baseline.GetValueOrDefault();
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_codec_encode(this, &update, baseline.HasValue ? &baselineValue : null, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>Unpacks one update. Bytes from anywhere are an update within the codec's limits or ANT_ERROR_CORRUPT; ANT_ERROR_NOT_FOUND when they need another baseline. Const.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        /// <param name="baseline">[opt] the one it was packed with</param>
        public unsafe AntUpdate Decode(ReadOnlySpan<byte> bytes, AntUpdate? baseline = null)
        {
            AntUpdate baselineValue = baseline.GetValueOrDefault();
            AntUpdate updateValue = AntUpdate.Sized();
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                Library.Check(Native.ant_codec_decode(this, bytesStart, (ulong)bytes.Length, baseline.HasValue ? &baselineValue : null, &updateValue));
                return updateValue;
            }
        }

        /// <summary>
        /// Packs updates into one datagram, in the order given, as many as fit: the most urgent should come first. ANT_TRUNCATED when not all do. Updates of
        /// one tick, sorted by entity, are the shortest. Const.
        /// </summary>
        /// <param name="time">that of most updates, nanoseconds on the game clock</param>
        /// <param name="updates">[count]</param>
        /// <param name="baselines">[opt] [baseline_count] updates that the receiver surely has; an update is written relative to the first one of its entity</param>
        /// <param name="buf">[capacity bytes] the byte budget of the datagram. At most 16384 are used, at least 20 are needed.</param>
        /// <param name="byteLen">receives the bytes of the datagram</param>
        /// <param name="encoded">receives how many updates, from the first on, are in it</param>
        public unsafe AntStatus EncodePacket(long time, uint count, AntUpdate* updates, uint baselineCount, AntUpdate* baselines, Span<byte> buf, out ulong byteLen, out uint encoded)
        {
            ulong byteLenValue = default(ulong);
            uint encodedValue = default(uint);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                AntStatus status = Library.Check(Native.ant_codec_encode_packet(this, time, count, updates, baselineCount, baselines, bufStart, (ulong)buf.Length, &byteLenValue, &encodedValue));
                byteLen = byteLenValue;
                encoded = encodedValue;
                return status;
            }
        }

        /// <summary>Unpacks a datagram. Bytes from anywhere are a whole datagram or ANT_ERROR_CORRUPT, and then nothing is written. Const.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        /// <param name="baselines">[opt] [baseline_count] updates received before; those that the datagram's updates are relative to are looked for here</param>
        /// <param name="capacity">updates there is room for; when the datagram has more, the first ones are written and the call returns ANT_TRUNCATED</param>
        /// <param name="outUpdates">[opt] [capacity] all with the struct_size of the first; may be null when the capacity is 0</param>
        /// <param name="outStatus">[opt] [capacity] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, or ANT_ERROR_NOT_FOUND where the baseline is missing; then only entity and sequence of that update are known and the call returns ANT_PARTIAL. Without this stream that fails the whole call.</param>
        public unsafe uint DecodePacket(ReadOnlySpan<byte> bytes, uint baselineCount, AntUpdate* baselines, uint capacity, AntUpdate* outUpdates, AntStream outStatus = default(AntStream))
        {
            uint countValue = default(uint);
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                Library.Check(Native.ant_codec_decode_packet(this, bytesStart, (ulong)bytes.Length, baselineCount, baselines, capacity, outUpdates, AntStream.OrNull(&outStatus), &countValue));
                return countValue;
            }
        }
    }
}
