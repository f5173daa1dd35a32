// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>What happened between players, turned into pair weights. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Interactions : IEquatable<Interactions>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Interactions(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Interactions other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Interactions && Equals((Interactions)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Interactions 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Interactions left, Interactions right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Interactions left, Interactions right) { return left.id != right.id; }

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

        /// <summary>Makes a table in which nothing has happened. Any thread.</summary>
        public static unsafe Interactions Create(AntInteractionRules rules)
        {
            Library.Ensure();
            Interactions interactionsValue = default(Interactions);
            Library.Check(Native.ant_interactions_create(&rules, &interactionsValue));
            return interactionsValue;
        }

        /// <summary>Notes what one player did to another, for both of them. Mutating.</summary>
        /// <param name="actor">the host's own numbers of two players</param>
        /// <param name="other">the host's own numbers of two players</param>
        /// <param name="kind">ANT_INTERACTION_…, from the actor's point of view</param>
        /// <param name="time">nanoseconds on the game clock</param>
        public unsafe AntStatus Note(ulong actor, ulong other, AntInteraction kind, long time)
        {
            return Library.Check(Native.ant_interactions_note(this, actor, other, (uint)kind, time));
        }

        /// <summary>Says of which team a player is and whether it carries a flag; at first of none, without one. Mutating.</summary>
        /// <param name="team">any number, or ANT_NO_TEAM</param>
        /// <param name="carries">1 or 0</param>
        public unsafe AntStatus SetPlayer(ulong player, uint team, bool carries)
        {
            return Library.Check(Native.ant_interactions_set_player(this, player, team, carries ? 1u : 0u));
        }

        /// <summary>Forgets a player altogether. Mutating.</summary>
        public unsafe AntStatus Remove(ulong player)
        {
            return Library.Check(Native.ant_interactions_remove(this, player));
        }

        /// <summary>Weight with which one player feels another at a time; 0 for oneself. Const.</summary>
        /// <param name="weight">[opt] receives the weight</param>
        /// <param name="kills">[opt] receives how often the reader killed the emitter</param>
        public unsafe AntStatus Weight(ulong reader, ulong emitter, long time, out float weight, out uint kills)
        {
            float weightValue = default(float);
            uint killsValue = default(uint);
            AntStatus status = Library.Check(Native.ant_interactions_weight(this, reader, emitter, time, &weightValue, &killsValue));
            weight = weightValue;
            kills = killsValue;
            return status;
        }

        /// <summary>Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.</summary>
        public unsafe AntStatus Apply(PheromoneMap map, long time)
        {
            return Library.Check(Native.ant_interactions_apply(this, map, time));
        }
    }
}
