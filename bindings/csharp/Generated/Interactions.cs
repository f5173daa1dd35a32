// Generated from include/antreckon.h by `cargo xtask csharp`; do not edit.
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

        /// <summary>Makes a table in which nothing has happened. Any thread.</summary>
        public static unsafe Interactions Create(AntInteractionRules rules)
        {
            Library.Ensure();
            Interactions interactionsValue = default(Interactions);
            Library.Check(Native.ant_interactions_create(&rules, &interactionsValue));
            return interactionsValue;
        }

        /// <summary>Ends a table's handle at once. Any thread.</summary>
        public void Dispose() { if (!IsNull) { Library.Ended(Native.ant_interactions_destroy(this)); } }

        /// <summary>The handle can be used: made, not disposed of and not poisoned.</summary>
        public bool IsValid { get { return Native.ant_interactions_is_valid(this) == 0; } }

        /// <summary>Notes what one player did to another, for both of them. Mutating.</summary>
        /// <param name="actor">the host's own numbers of two players</param>
        /// <param name="other">the host's own numbers of two players</param>
        /// <param name="kind">ANT_INTERACTION_…, from the actor's point of view</param>
        /// <param name="time">nanoseconds on the game clock</param>
        public unsafe AntStatus Note(ulong actor, ulong other, AntInteraction kind, long time)
        {
            return Library.Check(Native.ant_interactions_note(this, actor, other, (uint)kind, time));
        }

        /// <summary>Notes that one player killed another. Mutating.</summary>
        public unsafe AntStatus NoteKill(ulong killer, ulong victim, long time)
        {
            return Library.Check(Native.ant_interactions_note_kill(this, killer, victim, time));
        }

        /// <summary>How often one player killed another. Const.</summary>
        public unsafe uint Kills(ulong killer, ulong victim)
        {
            uint killsValue = default(uint);
            Library.Check(Native.ant_interactions_kills(this, killer, victim, &killsValue));
            return killsValue;
        }

        /// <summary>Puts a player into a team, or out of all teams. Mutating.</summary>
        /// <param name="team">any number, or ANT_NO_TEAM</param>
        public unsafe AntStatus SetTeam(ulong player, uint team)
        {
            return Library.Check(Native.ant_interactions_set_team(this, player, team));
        }

        /// <summary>Says whether a player carries a flag. Mutating.</summary>
        /// <param name="carries">1 or 0</param>
        public unsafe AntStatus SetCarrier(ulong player, bool carries)
        {
            return Library.Check(Native.ant_interactions_set_carrier(this, player, carries ? 1u : 0u));
        }

        /// <summary>Forgets a player altogether. Mutating.</summary>
        public unsafe AntStatus Remove(ulong player)
        {
            return Library.Check(Native.ant_interactions_remove(this, player));
        }

        /// <summary>Weight with which one player feels another at a time; 0 for oneself. Const.</summary>
        public unsafe float Weight(ulong reader, ulong emitter, long time)
        {
            float weightValue = default(float);
            Library.Check(Native.ant_interactions_weight(this, reader, emitter, time, &weightValue));
            return weightValue;
        }

        /// <summary>Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.</summary>
        public unsafe AntStatus Apply(PheromoneMap map, long time)
        {
            return Library.Check(Native.ant_interactions_apply(this, map, time));
        }

        /// <summary>Hash of the whole state. Const.</summary>
        public unsafe ulong StateHash()
        {
            ulong hashValue = default(ulong);
            Library.Check(Native.ant_interactions_state_hash(this, &hashValue));
            return hashValue;
        }

        /// <summary>Writes the whole state with its rules. Call it with a null buffer first to learn the size. Const.</summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong Snapshot(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_interactions_snapshot(this, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>Writes the whole state with its rules. Call it with a null buffer first to learn the size. Const.</summary>
        public byte[] Snapshot()
        {
            byte[] bytes = new byte[Snapshot(default(Span<byte>))];
            Snapshot(bytes);
            return bytes;
        }

        /// <summary>Takes over a snapshot with its rules. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_interactions_restore(this, bytesStart, (ulong)bytes.Length));
            }
        }
    }
}
