// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Pheromone fields over a level. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct PheromoneMap : IEquatable<PheromoneMap>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public PheromoneMap(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(PheromoneMap other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is PheromoneMap && Equals((PheromoneMap)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "PheromoneMap 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(PheromoneMap left, PheromoneMap right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(PheromoneMap left, PheromoneMap right) { return left.id != right.id; }

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

        /// <summary>Makes a map over a level. The map keeps the level alive, also when the level's handle is destroyed. Any thread.</summary>
        public static unsafe PheromoneMap Create(World world, AntMapDesc desc)
        {
            Library.Ensure();
            PheromoneMap mapValue = default(PheromoneMap);
            Library.Check(Native.ant_map_create(world, &desc, &mapValue));
            return mapValue;
        }

        /// <summary>Changes the parameters of a layer; its amounts stay. Mutating.</summary>
        public unsafe AntStatus SetLayer(uint layer, AntLayerDesc desc)
        {
            return Library.Check(Native.ant_map_set_layer(this, layer, &desc));
        }

        /// <summary>Counts and sizes of a map. Const.</summary>
        public unsafe AntMapStats Stats()
        {
            AntMapStats statsValue = AntMapStats.Sized();
            Library.Check(Native.ant_map_stats(this, &statsValue));
            return statsValue;
        }

        /// <summary>
        /// Adds a source. Beside the level it counts as at the nearest place, at most AntMapDesc::source_reach away; farther off it is an error unless the
        /// level's tiles come and go. Mutating.
        /// </summary>
        /// <param name="id">the host's own number of it, not in use</param>
        public unsafe AntStatus AddSource(ulong id, AntSourceDesc source)
        {
            return Library.Check(Native.ant_map_add_source(this, id, &source));
        }

        /// <summary>Adds and changes many sources. Without a status stream nothing changes when one is bad; a field that outgrows max_active_tiles ends the call. Mutating.</summary>
        public unsafe AntStatus SetSourceBatch(AntSourceBatch batch)
        {
            return Library.Check(Native.ant_map_set_source_batch(this, &batch));
        }

        /// <summary>Moves a source; what it emitted elsewhere fades. Mutating.</summary>
        /// <param name="position">[(x, y, z)]</param>
        public unsafe AntStatus MoveSource(ulong id, AntDouble3 position)
        {
            return Library.Check(Native.ant_map_move_source(this, id, (double*)&position));
        }

        /// <summary>Changes what a source emits per step. Mutating.</summary>
        /// <param name="emission">negative repels. [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetSourceEmission(ulong id, float emission)
        {
            return Library.Check(Native.ant_map_set_source_emission(this, id, emission));
        }

        /// <summary>Takes a source away for a while (active = 0: it stops emitting and its field fades) or brings it back (active = 1). Mutating.</summary>
        public unsafe AntStatus SetSourceActive(ulong id, bool active)
        {
            return Library.Check(Native.ant_map_set_source_active(this, id, active ? 1u : 0u));
        }

        /// <summary>Removes a source; its field fades. Mutating.</summary>
        public unsafe AntStatus RemoveSource(ulong id)
        {
            return Library.Check(Native.ant_map_remove_source(this, id));
        }

        /// <summary>Puts a one-off amount into the cell at a point. ANT_ERROR_NOT_FOUND when there is no cell. Mutating.</summary>
        /// <param name="position">[(x, y, z)]</param>
        /// <param name="amount">negative repels. [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus Deposit(uint layer, AntDouble3 position, float amount)
        {
            return Library.Check(Native.ant_map_deposit(this, layer, (double*)&position, amount));
        }

        /// <summary>
        /// Puts one-off amounts into many cells. Without out_status nothing is put anywhere when one is bad; a field that outgrows max_active_tiles ends the
        /// call. Mutating.
        /// </summary>
        /// <param name="positions">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="amounts">[count] ANT_F32 or ANT_F64</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus DepositBatch(uint layer, uint count, AntStream positions, AntStream amounts, AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_map_deposit_batch(this, layer, count, AntStream.OrNull(&positions), AntStream.OrNull(&amounts), AntStream.OrNull(&outStatus)));
        }

        /// <summary>
        /// Notes presence, a kill or a death for the hot spots of the last minutes; ignored when the descriptor keeps no layer for the kind, and off the
        /// level. Mutating.
        /// </summary>
        /// <param name="kind">ANT_NOTE_PRESENCE, ANT_NOTE_KILL or ANT_NOTE_DEATH</param>
        /// <param name="position">[(x, y, z)]</param>
        public unsafe AntStatus Note(AntNote kind, AntDouble3 position)
        {
            return Library.Check(Native.ant_map_note(this, (uint)kind, (double*)&position));
        }

        /// <summary>Lets only what is inside a circle feed the map; what leaves it fades. A null centre lets everything in again (default). Mutating.</summary>
        /// <param name="center">[opt] [(x, y, z)]</param>
        /// <param name="radius">in the ground plane, in the host's units. [Limit: &gt; 0]</param>
        public unsafe AntStatus SetAreaOfInterest(AntDouble3? center, double radius)
        {
            AntDouble3 centerValue = center.GetValueOrDefault();
            return Library.Check(Native.ant_map_set_area_of_interest(this, center.HasValue ? (double*)&centerValue : null, radius));
        }

        /// <summary>
        /// Gives an avatar its own sparse layer, for what is pairwise; an avatar never feels itself. It emits from where it was last moved to. For a known id only the
        /// emission changes. Mutating.
        /// </summary>
        /// <param name="id">the host's own number of the avatar</param>
        /// <param name="emission">amount per step; the sign is multiplied with the weight. [Limit: -1e9 to 1e9]</param>
        public unsafe uint AddAvatar(ulong id, float emission)
        {
            uint layerValue = default(uint);
            Library.Check(Native.ant_map_add_avatar(this, id, emission, &layerValue));
            return layerValue;
        }

        /// <summary>Tells where an avatar is. Mutating.</summary>
        /// <param name="position">[(x, y, z)]</param>
        public unsafe AntStatus MoveAvatar(ulong id, AntDouble3 position)
        {
            return Library.Check(Native.ant_map_move_avatar(this, id, (double*)&position));
        }

        /// <summary>Tells where many avatars are. Mutating.</summary>
        /// <param name="ids">[count] ANT_U64</param>
        /// <param name="positions">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="outStatus">[opt] [count] ANT_U8, ANT_I8 or ANT_I32</param>
        public unsafe AntStatus MoveAvatarBatch(uint count, AntStream ids, AntStream positions, AntStream outStatus = default(AntStream))
        {
            return Library.Check(Native.ant_map_move_avatar_batch(this, count, AntStream.OrNull(&ids), AntStream.OrNull(&positions), AntStream.OrNull(&outStatus)));
        }

        /// <summary>Forgets an avatar with its field and weights; its layer's number may be given to another one. Mutating.</summary>
        public unsafe AntStatus RemoveAvatar(ulong id)
        {
            return Library.Check(Native.ant_map_remove_avatar(this, id));
        }

        /// <summary>Number of an avatar's layer. ANT_ERROR_NOT_FOUND when there is no such avatar. Const.</summary>
        public unsafe uint AvatarLayer(ulong id)
        {
            uint layerValue = default(uint);
            Library.Check(Native.ant_map_avatar_layer(this, id, &layerValue));
            return layerValue;
        }

        /// <summary>Sets the weight with which one avatar feels another. Mutating.</summary>
        /// <param name="reader">ids of two avatars</param>
        /// <param name="emitter">ids of two avatars</param>
        /// <param name="weight">[Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetPairWeight(ulong reader, ulong emitter, float weight)
        {
            return Library.Check(Native.ant_map_set_pair_weight(this, reader, emitter, weight));
        }

        /// <summary>
        /// Advances a map to a time in whole steps of its own length, at most max_catch_up: hosts of any frame rate get the same field. ANT_STEPS_OWED when
        /// more steps are due, ANT_IN_THE_PAST (nothing done) when the time lies before the map's. Mutating.
        /// </summary>
        /// <param name="time">nanoseconds on the game clock</param>
        /// <param name="report">[opt]</param>
        public unsafe AntStatus StepTo(long time, out AntStepReport report)
        {
            AntStepReport reportValue = AntStepReport.Sized();
            AntStatus status = Library.Check(Native.ant_map_step_to(this, time, &reportValue));
            report = reportValue;
            return status;
        }

        /// <summary>
        /// Begins one step in phases, for the host's job system: then ant_map_step_task for each task from any threads in any order, then ant_map_step_end.
        /// ANT_EMPTY when no step is due: nothing has begun. Between begin and end the map is only read: changes of it are ANT_ERROR_STATE, changes of its
        /// level ANT_ERROR_BUSY. To catch up, repeat until ANT_EMPTY. Mutating.
        /// </summary>
        /// <param name="taskCount">receives the number of tasks; it depends on the field only</param>
        public unsafe AntStatus StepBegin(long time, out uint taskCount)
        {
            uint taskCountValue = default(uint);
            AntStatus status = Library.Check(Native.ant_map_step_begin(this, time, &taskCountValue));
            taskCount = taskCountValue;
            return status;
        }

        /// <summary>Runs one task of a step that has begun. Different tasks may run at the same time; running one twice is harmless. Const.</summary>
        /// <param name="task">[Limit: below the task count]</param>
        public unsafe AntStatus StepTask(uint task)
        {
            return Library.Check(Native.ant_map_step_task(this, task));
        }

        /// <summary>Ends a step. ANT_ERROR_STATE when a task was not run: then the step is given up and the map is as before step_begin. Mutating.</summary>
        public unsafe AntStepReport StepEnd()
        {
            AntStepReport reportValue = AntStepReport.Sized();
            Library.Check(Native.ant_map_step_end(this, &reportValue));
            return reportValue;
        }

        /// <summary>ant_map_sample for many cells or positions, or the raw amounts of a layer there. Const.</summary>
        public unsafe AntStatus SampleBatch(AntSampleBatch batch)
        {
            return Library.Check(Native.ant_map_sample_batch(this, &batch));
        }

        /// <summary>
        /// What a reader reads at a point: the weighted sum over the layers, with floor and cap; and which way it grows. ANT_ERROR_NOT_FOUND when there is no
        /// cell. Const.
        /// </summary>
        /// <param name="position">[(x, y, z)]</param>
        /// <param name="value">[opt] receives what it reads</param>
        /// <param name="gradient">[opt] [(x, y, z)] receives the direction and rate of growth in the ground plane, per unit of the host</param>
        public unsafe AntStatus Sample(AntReader reader, AntDouble3 position, out float value, out AntDouble3 gradient)
        {
            float valueValue = default(float);
            AntDouble3 gradientValue = default(AntDouble3);
            AntStatus status = Library.Check(Native.ant_map_sample(this, &reader, (double*)&position, &valueValue, (double*)&gradientValue));
            value = valueValue;
            gradient = gradientValue;
            return status;
        }

        /// <summary>The force of the field on somebody (eq. 7 of the paper): the sum of what is read / distance^exponent towards each cell of the region. Const.</summary>
        public unsafe AntForce Force(AntReader reader, AntForceQuery query)
        {
            AntForce forceValue = AntForce.Sized();
            Library.Check(Native.ant_map_force(this, &reader, &query, &forceValue));
            return forceValue;
        }

        /// <summary>
        /// Finds the cheapest way over cells where what attracts shortens the way and what repels lengthens it. ANT_TRUNCATED when it has more points than
        /// `capacity`, ANT_ERROR_NOT_FOUND when there is no way. Const.
        /// </summary>
        /// <param name="from">[(x, y, z)]</param>
        /// <param name="to">[(x, y, z)]</param>
        /// <param name="gain">how strongly the reader's field counts; 0 = plain distance. [Limit: 0 to 1e6]</param>
        /// <param name="outPoints">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="count">[opt] receives the number of points</param>
        /// <param name="cost">[opt] receives the cost, in the host's units where there is no pheromone</param>
        public unsafe AntStatus Path(AntReader reader, AntDouble3 from, AntDouble3 to, float gain, uint capacity, AntStream outPoints, out uint count, out double cost)
        {
            uint countValue = default(uint);
            double costValue = default(double);
            AntStatus status = Library.Check(Native.ant_map_path(this, &reader, (double*)&from, (double*)&to, gain, capacity, AntStream.OrNull(&outPoints), &countValue, &costValue));
            count = countValue;
            cost = costValue;
            return status;
        }

        /// <summary>Lists the cells of a layer that hold pheromone, in a fixed order, for drawing. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of such cells to skip</param>
        /// <param name="outCells">[opt] [capacity] ANT_U64</param>
        /// <param name="outCenters">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="outValues">[opt] [capacity] ANT_F32 or ANT_F64: raw amounts</param>
        /// <param name="count">receives the number of cells that hold pheromone</param>
        /// <param name="total">[opt] receives the sum of the layer's amounts over all cells</param>
        public unsafe AntStatus Field(uint layer, uint first, uint capacity, AntStream outCells, AntStream outCenters, AntStream outValues, out uint count, out double total)
        {
            uint countValue = default(uint);
            double totalValue = default(double);
            AntStatus status = Library.Check(Native.ant_map_field(this, layer, first, capacity, AntStream.OrNull(&outCells), AntStream.OrNull(&outCenters), AntStream.OrNull(&outValues), &countValue, &totalValue));
            count = countValue;
            total = totalValue;
            return status;
        }

        /// <summary>Begins empty trails in a map, also in place of those there are. All predictors made with the map write and read them. Mutating.</summary>
        public unsafe AntStatus EnableTrails(AntTrailDesc desc)
        {
            return Library.Check(Native.ant_map_enable_trails(this, &desc));
        }

        /// <summary>
        /// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
        /// ANT_ERROR_STATE if the map has no trails. Const.
        /// </summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong TrailsSave(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_map_trails_save(this, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>
        /// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
        /// ANT_ERROR_STATE if the map has no trails. Const.
        /// </summary>
        public byte[] TrailsSave()
        {
            byte[] bytes = new byte[TrailsSave(default(Span<byte>))];
            TrailsSave(bytes);
            return bytes;
        }

        /// <summary>Takes over saved trails with their parameters, in place of those there are; they go on learning. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus TrailsLoad(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_map_trails_load(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// Merges saved trails of other matches on the level into those there are, weighted by evidence; the order makes no difference. The parameters of the map's
        /// own trails stay; without own trails the largest budgets are taken. Refused when v_max differs. On any error nothing changed. Mutating.
        /// </summary>
        /// <param name="count">[Limit: &gt; 0]</param>
        /// <param name="saved">[count] each the bytes of one ant_map_trails_save: ANT_U8, tight</param>
        public unsafe AntStatus TrailsMerge(uint count, AntStream* saved)
        {
            return Library.Check(Native.ant_map_trails_merge(this, count, saved));
        }

        /// <summary>What the trails remember about somebody at a place with a velocity, for tools and AI. ANT_ERROR_STATE if the map has no trails. Const.</summary>
        /// <param name="position">[(x, y, z)]</param>
        /// <param name="velocity">[(x, y, z)] units per second</param>
        /// <param name="tau">damping of the dead reckoning that the means are taken against, which goes velocity * tau (1 - e^(-t/tau)) in t seconds; 0 = it stands still, so that the means are where players went. [Limit: 0 to 1e6]</param>
        /// <param name="outReadings">[ANT_TRAIL_HORIZONS]</param>
        public unsafe AntStatus TrailRead(AntDouble3 position, AntDouble3 velocity, double tau, AntTrailReading* outReadings)
        {
            return Library.Check(Native.ant_map_trail_read(this, (double*)&position, (double*)&velocity, tau, outReadings));
        }
    }
}
