// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Judges updates. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Plausibility : IEquatable<Plausibility>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Plausibility(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Plausibility other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Plausibility && Equals((Plausibility)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Plausibility 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Plausibility left, Plausibility right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Plausibility left, Plausibility right) { return left.id != right.id; }

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

        /// <summary>Makes a judge. It keeps its level alive. Any thread.</summary>
        /// <param name="desc">[opt] copied</param>
        /// <param name="limits">[opt] hold for entities that get none of their own; copied</param>
        public static unsafe Plausibility Create(AntPlausibilityDesc? desc = null, AntLimits? limits = null)
        {
            Library.Ensure();
            AntPlausibilityDesc descValue = desc.GetValueOrDefault();
            AntLimits limitsValue = limits.GetValueOrDefault();
            Plausibility plausibilityValue = default(Plausibility);
            Library.Check(Native.ant_plausibility_create(desc.HasValue ? &descValue : null, limits.HasValue ? &limitsValue : null, &plausibilityValue));
            return plausibilityValue;
        }

        /// <summary>Declares a way that the level does not know. Mutating.</summary>
        public unsafe AntStatus AddPassage(AntPassage passage)
        {
            return Library.Check(Native.ant_plausibility_add_passage(this, &passage));
        }

        /// <summary>Forgets all passages. Mutating.</summary>
        public unsafe AntStatus ClearPassages()
        {
            return Library.Check(Native.ant_plausibility_clear_passages(this));
        }

        /// <summary>Gives an entity limits of its own. Mutating.</summary>
        /// <param name="number">its network number</param>
        public unsafe AntStatus SetLimits(uint number, AntLimits limits)
        {
            return Library.Check(Native.ant_plausibility_set_limits(this, number, &limits));
        }

        /// <summary>Lets an entity be faster for a while: it was hit, it took a jump pad. Mutating.</summary>
        /// <param name="speed">m/s on top of its limit. [Limit: 0 to 1e9]</param>
        /// <param name="until">nanoseconds on the sender's clock</param>
        public unsafe AntStatus AllowSpeed(uint number, double speed, long until)
        {
            return Library.Check(Native.ant_plausibility_allow_speed(this, number, speed, until));
        }

        /// <summary>Lets an entity turn up anywhere, once: it respawns, a script moves it. Mutating.</summary>
        /// <param name="until">nanoseconds on the sender's clock</param>
        public unsafe AntStatus AllowTeleport(uint number, long until)
        {
            return Library.Check(Native.ant_plausibility_allow_teleport(this, number, until));
        }

        /// <summary>Tells that somebody aims at an entity. Mutating.</summary>
        /// <param name="since">nanoseconds on the own clock</param>
        /// <param name="until">nanoseconds on the own clock, not before `since`</param>
        public unsafe AntStatus AimedAt(uint number, long since, long until)
        {
            return Library.Check(Native.ant_plausibility_aimed_at(this, number, since, until));
        }

        /// <summary>Forgets an entity; its evidence stays. Mutating.</summary>
        public unsafe AntStatus Remove(uint number)
        {
            return Library.Check(Native.ant_plausibility_remove(this, number));
        }

        /// <summary>
        /// Judges an update; nothing is dropped, the judgement is advice. Call it before ant_receiver_receive. ANT_BUDGET_REACHED, with the judgement written, when
        /// max_nodes ended the search for a way, so that whether the entity can have got there stays open: it is not held against it. Mutating.
        /// </summary>
        /// <param name="update">in the host's frame</param>
        /// <param name="arrival">when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]</param>
        /// <param name="receiver">[opt] which predicts its entity; null = no prediction to compare with</param>
        public unsafe AntStatus Judge(AntUpdate update, long arrival, Receiver receiver, out AntJudgement judgement)
        {
            AntJudgement judgementValue = AntJudgement.Sized();
            AntStatus status = Library.Check(Native.ant_plausibility_judge(this, &update, arrival, receiver, &judgementValue));
            judgement = judgementValue;
            return status;
        }

        /// <summary>Puts down that an entity told peers different things, or revealed something else than it had committed to. Mutating.</summary>
        /// <param name="update">the update it is about</param>
        /// <param name="peers">how many peers differ</param>
        public unsafe AntJudgement Inconsistent(AntUpdate update, long arrival, uint peers)
        {
            AntJudgement judgementValue = AntJudgement.Sized();
            Library.Check(Native.ant_plausibility_inconsistent(this, &update, arrival, peers, &judgementValue));
            return judgementValue;
        }

        /// <summary>What is known of an entity. Const.</summary>
        /// <param name="now">nanoseconds on the sender's clock; points decay until then</param>
        public unsafe AntStanding Standing(uint number, long now)
        {
            AntStanding standingValue = AntStanding.Sized();
            Library.Check(Native.ant_plausibility_standing(this, number, now, &standingValue));
            return standingValue;
        }

        /// <summary>Takes out the oldest piece of evidence. ANT_EMPTY, and nothing written, when there is none. Mutating.</summary>
        public unsafe AntStatus Pull(out AntEvidence evidence)
        {
            AntEvidence evidenceValue = AntEvidence.Sized();
            AntStatus status = Library.Check(Native.ant_plausibility_pull(this, &evidenceValue));
            evidence = evidenceValue;
            return status;
        }
    }
}
