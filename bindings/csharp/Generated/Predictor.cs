// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Entities and what is known of their motion. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct Predictor : IEquatable<Predictor>, IDisposable
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public Predictor(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(Predictor other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is Predictor && Equals((Predictor)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "Predictor 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(Predictor left, Predictor right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(Predictor left, Predictor right) { return left.id != right.id; }

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

        /// <summary>Makes a predictor. It keeps its level and map alive, also when their handles are destroyed. Any thread.</summary>
        public static unsafe Predictor Create(AntPredictorDesc desc)
        {
            Library.Ensure();
            Predictor predictorValue = default(Predictor);
            Library.Check(Native.ant_predictor_create(&desc, &predictorValue));
            return predictorValue;
        }

        /// <summary>Adds an entity of which nothing is known yet. Mutating.</summary>
        /// <param name="profile">how it is predicted; copied</param>
        public unsafe AntEntity AddEntity(AntProfile profile)
        {
            AntEntity entityValue = default(AntEntity);
            Library.Check(Native.ant_predictor_add_entity(this, &profile, &entityValue));
            return entityValue;
        }

        /// <summary>Forgets an entity; its id is refused from now on. Mutating.</summary>
        public unsafe AntStatus RemoveEntity(AntEntity entity)
        {
            return Library.Check(Native.ant_predictor_remove_entity(this, entity));
        }

        /// <summary>Changes how an entity is predicted; what is known of its motion stays. Mutating.</summary>
        public unsafe AntStatus SetProfile(AntEntity entity, AntProfile profile)
        {
            return Library.Check(Native.ant_predictor_set_profile(this, entity, &profile));
        }

        /// <summary>
        /// Tells which other forces than those of the field act on an entity of ANT_MODEL_ANT (gravity, wind): part of the force of eq. 5 of the paper, weighed by
        /// AntProfile::alpha and divided by its mass, in three dimensions, with or without a map. They stay until told anew. Mutating.
        /// </summary>
        /// <param name="force">[(x, y, z)] along the host's axes, mass times m/s^2, each at most 1e9</param>
        public unsafe AntStatus SetForce(AntEntity entity, AntDouble3 force)
        {
            return Library.Check(Native.ant_predictor_set_force(this, entity, (double*)&force));
        }

        /// <summary>Lists the entities in a fixed order, which a restored predictor shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.</summary>
        /// <param name="first">number of entities to skip</param>
        /// <param name="outEntities">[opt] [capacity] ANT_U64</param>
        /// <param name="count">receives the number of entities</param>
        public unsafe AntStatus Entities(uint first, uint capacity, AntStream outEntities, out uint count)
        {
            uint countValue = default(uint);
            AntStatus status = Library.Check(Native.ant_predictor_entities(this, first, capacity, AntStream.OrNull(&outEntities), &countValue));
            count = countValue;
            return status;
        }

        /// <summary>
        /// Takes in an update about an entity. ANT_LATE when it is not newer than the last one: then it is ignored.
        /// Where the predictor's map has trails, the update is written into them, so the call needs the map alone as well (and reads its level): ANT_ERROR_BUSY, and nothing
        /// changed, while another thread uses the map or it is between step_begin and step_end. Mutating.
        /// </summary>
        public unsafe AntStatus Observe(AntEntity entity, AntObservation observation)
        {
            return Library.Check(Native.ant_predictor_observe(this, entity, &observation));
        }

        /// <summary>
        /// Takes in updates about many entities, in order. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad update
        /// fails the call before anything changed. ANT_LATE when all are good and some came late. Needs the map alone as ant_predictor_observe does. Mutating.
        /// </summary>
        public unsafe AntStatus ObserveBatch(AntObserveBatch batch)
        {
            return Library.Check(Native.ant_predictor_observe_batch(this, &batch));
        }

        /// <summary>
        /// Predicts an entity. ANT_IN_THE_PAST when the time lies before its last observation, which is answered then; ANT_ERROR_NOT_FOUND when it was never
        /// observed. Const.
        /// </summary>
        /// <param name="time">nanoseconds on the game clock</param>
        public unsafe AntStatus Predict(AntEntity entity, long time, out AntPrediction prediction)
        {
            AntPrediction predictionValue = AntPrediction.Sized();
            AntStatus status = Library.Check(Native.ant_predictor_predict(this, entity, time, &predictionValue));
            prediction = predictionValue;
            return status;
        }

        /// <summary>
        /// Predicts many entities. Allocates nothing. Threads may share the work: let each ask for its own part of the entities. ANT_PARTIAL when some are bad and there
        /// is a status stream; without it one bad entity fails the call before anything is written. ANT_IN_THE_PAST when all are good and some are of the past. Const.
        /// </summary>
        public unsafe AntStatus PredictBatch(AntPredictBatch batch)
        {
            return Library.Check(Native.ant_predictor_predict_batch(this, &batch));
        }

        /// <summary>Explains the prediction of an entity for a time, for debugging. ANT_TRUNCATED when there are more layers than `capacity`. Const.</summary>
        /// <param name="outLayerTerms">[opt] [capacity] ANT_F32X3 or ANT_F64X3: share of each layer in force_term</param>
        public unsafe AntStatus Explain(AntEntity entity, long time, out AntExplanation explanation, uint capacity, AntStream outLayerTerms = default(AntStream))
        {
            AntExplanation explanationValue = AntExplanation.Sized();
            AntStatus status = Library.Check(Native.ant_predictor_explain(this, entity, time, &explanationValue, capacity, AntStream.OrNull(&outLayerTerms)));
            explanation = explanationValue;
            return status;
        }

        /// <summary>
        /// Replaces the weights of the learned kinematic model (ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO) by those of a file. What adaptation has learned is forgotten; where
        /// both ends of a connection must agree, both must load the same. On ANT_ERROR_CORRUPT nothing changed. Mutating.
        /// </summary>
        /// <param name="bytes">[opt] [byte_len bytes] copied; null with byte_len 0 = the built-in weights</param>
        public unsafe AntStatus LoadWeights(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_predictor_load_weights(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>What is to know about the weights in use. Const.</summary>
        public unsafe AntWeightsInfo WeightsInfo()
        {
            AntWeightsInfo infoValue = AntWeightsInfo.Sized();
            Library.Check(Native.ant_predictor_weights_info(this, &infoValue));
            return infoValue;
        }

        /// <summary>
        /// Lets the learned kinematic model learn from what was observed. Off until the first call, which takes 3 MB; from then on rows are collected, about ten per second
        /// and entity, at most 200 per second. Each row is worth four samples. Call it once per tick with what the tick can afford: a sample costs about 5 microseconds,
        /// and after every 128 of them the weights change. Entities that use only shared information stay with the weights as loaded. Mutating.
        /// </summary>
        /// <param name="samples">most samples to learn from now; 0 only turns adaptation on</param>
        public unsafe uint Adapt(uint samples)
        {
            uint doneValue = default(uint);
            Library.Check(Native.ant_predictor_adapt(this, samples, &doneValue));
            return doneValue;
        }

        /// <summary>Declares an entity a landmark, or takes that back: a moving place such as a ball, at which the learned models look apart from the other entities. Mutating.</summary>
        /// <param name="landmark">1 = it is one, 0 = it is not</param>
        public unsafe AntStatus SetLandmark(AntEntity entity, uint landmark)
        {
            return Library.Check(Native.ant_predictor_set_landmark(this, entity, landmark));
        }

        /// <summary>
        /// Sets the host's own expert, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the predictor's state:
        /// whoever restores a snapshot sets his own. ant_predictor_suggest does the same without a callback. Mutating.
        /// </summary>
        /// <param name="callback">[opt] null = none</param>
        /// <param name="user">[opt] handed to the callback</param>
        public unsafe AntStatus SetExpert(IntPtr callback, void* user)
        {
            return Library.Check(Native.ant_predictor_set_expert(this, callback, user));
        }

        /// <summary>
        /// Says what the host thinks about an entity that is about to be observed: the expert without a callback. Used once, by the next observation, unless the callback
        /// says something about that. Mutating.
        /// </summary>
        /// <param name="displacements">[(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved 0.25, 0.5, 1, 2 and 4 s after the observation; the height does not matter</param>
        public unsafe AntStatus Suggest(AntEntity entity, double* displacements)
        {
            return Library.Check(Native.ant_predictor_suggest(this, entity, displacements));
        }

        /// <summary>Changes the constants of the interest scheme for all entities. ANT_ERROR_BUDGET when there are more objects than max_objects already. Mutating.</summary>
        public unsafe AntStatus SetInterest(AntInterestDesc desc)
        {
            return Library.Check(Native.ant_predictor_set_interest(this, &desc));
        }

        /// <summary>Adds an object that interests players, or changes it: moved, of another value, taken, back again. Mutating.</summary>
        /// <param name="id">the host's own number of it</param>
        /// <param name="position">[(x, y, z)]</param>
        /// <param name="value">what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]</param>
        /// <param name="present">1, or 0 while it is taken: then nobody feels it</param>
        public unsafe AntStatus SetObject(ulong id, AntDouble3 position, float value, bool present)
        {
            return Library.Check(Native.ant_predictor_set_object(this, id, (double*)&position, value, present ? 1u : 0u));
        }

        /// <summary>Forgets an object. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.</summary>
        public unsafe AntStatus RemoveObject(ulong id)
        {
            return Library.Check(Native.ant_predictor_remove_object(this, id));
        }

        /// <summary>
        /// Tells what a player has left (life, ammunition); the others feel it from now on, whatever model predicts it. Until then a player with
        /// ANT_MODEL_INTEREST or ANT_MODEL_HYBRID counts as full and others take no part. Mutating.
        /// </summary>
        /// <param name="life">negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]</param>
        public unsafe AntStatus SetLife(AntEntity entity, float life)
        {
            return Library.Check(Native.ant_predictor_set_life(this, entity, life));
        }

        /// <summary>
        /// Takes in the file of a bank under a number; one of the same number is replaced. Entities whose AntProfile::bank is this number and whose model is
        /// ANT_MODEL_NEURO use it from their next observation on. ANT_ERROR_CORRUPT when the file is damaged or not one, ANT_ERROR_BUDGET when there are 256 banks
        /// already; then nothing changed. Mutating.
        /// </summary>
        /// <param name="bytes">[opt] [byte_len bytes] copied. Null forgets the bank: its entities fall back to dead reckoning from their next observation on, those of bank 0 to the built-in bank; ANT_ERROR_NOT_FOUND when none was loaded under this number</param>
        public unsafe AntStatus LoadBank(uint bank, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_predictor_load_bank(this, bank, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// The velocity that the owner of an entity sends in place of its own, so that receivers which go straight on with it stay near for long. It is the entity's
        /// own velocity, with confidence 0, where the bank has nothing to say: no bank of that number, another model than ANT_MODEL_NEURO, too short a history, inputs
        /// outside of what was trained, worse than dead reckoning of late, on a moving base (then it is in the base's frame, as it was observed).
        /// With ANT_PROFILE_NO_BANK_FALLBACK the bank is heard even where it is not believed. ANT_ERROR_NOT_FOUND when the entity was never observed. Const.
        /// </summary>
        /// <param name="threshold">the most that receivers may be off, metres: by it the bank says how far to look ahead and how fast the velocity is. [Limit: 1e-6 to 1e6]</param>
        /// <param name="velocity">[(x, y, z)] in the host's frame, units per second</param>
        /// <param name="confidence">[opt] receives how sure it is, 0 to 1</param>
        public unsafe AntStatus PredictiveVelocity(AntEntity entity, double threshold, out AntDouble3 velocity, out double confidence)
        {
            AntDouble3 velocityValue = default(AntDouble3);
            double confidenceValue = default(double);
            AntStatus status = Library.Check(Native.ant_predictor_predictive_velocity(this, entity, threshold, (double*)&velocityValue, &confidenceValue));
            velocity = velocityValue;
            confidence = confidenceValue;
            return status;
        }

        /// <summary>Sets the parameters of all strategies and makes them anew from the known routes. Entities go on by dead reckoning until their next update. Mutating.</summary>
        public unsafe AntStatus SetStrategies(AntStrategyDesc desc)
        {
            return Library.Check(Native.ant_predictor_set_strategies(this, &desc));
        }

        /// <summary>Begins to record a trial of an entity with its next observation, whatever model predicts it. A trial that was open is dropped. Mutating.</summary>
        public unsafe AntStatus BeginTrial(AntEntity entity)
        {
            return Library.Check(Native.ant_predictor_begin_trial(this, entity));
        }

        /// <summary>Ends the trial of an entity and keeps it for ant_predictor_learn_strategies; 256 are kept, then the oldest goes. ANT_ERROR_STATE when none is open. Mutating.</summary>
        public unsafe uint EndTrial(AntEntity entity)
        {
            uint pointsValue = default(uint);
            Library.Check(Native.ant_predictor_end_trial(this, entity, &pointsValue));
            return pointsValue;
        }

        /// <summary>
        /// Learns the distinct routes of all recorded trials. Routes that were added or loaded stay and count the trials that took them; all others are found anew.
        /// Entities go on by dead reckoning until their next update. Mutating.
        /// </summary>
        public unsafe uint LearnStrategies()
        {
            uint routesValue = default(uint);
            Library.Check(Native.ant_predictor_learn_strategies(this, &routesValue));
            return routesValue;
        }

        /// <summary>Adds a route as it is. Mutating.</summary>
        /// <param name="count">[Limit: 2 to 1024 different points]</param>
        /// <param name="points">[count] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="evidence">number of trials it stands for. [Limit: 1 to 1e6]</param>
        public unsafe uint AddRoute(uint count, AntStream points, uint evidence)
        {
            uint routeValue = default(uint);
            Library.Check(Native.ant_predictor_add_route(this, count, AntStream.OrNull(&points), evidence, &routeValue));
            return routeValue;
        }

        /// <summary>The points of a route as it is known, from its start to its end: as recorded, simplified or added. AntStrategyInfo::routes tells how many routes there are. Const.</summary>
        /// <param name="route">its number. ANT_ERROR_NOT_FOUND when there is none of this number</param>
        /// <param name="first">the first point wanted</param>
        /// <param name="capacity">[Limit: 0 = only count]</param>
        /// <param name="outPoints">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        /// <param name="count">receives how many points the route has</param>
        /// <param name="evidence">[opt] receives the number of trials that took it</param>
        public unsafe AntStatus Route(uint route, uint first, uint capacity, AntStream outPoints, out uint count, out uint evidence)
        {
            uint countValue = default(uint);
            uint evidenceValue = default(uint);
            AntStatus status = Library.Check(Native.ant_predictor_route(this, route, first, capacity, AntStream.OrNull(&outPoints), &countValue, &evidenceValue));
            count = countValue;
            evidence = evidenceValue;
            return status;
        }

        /// <summary>The centre line or the polygon of a strategy. AntStrategyInfo::strategies tells how many there are; AntStrategyInfo::strategy is one that an entity follows. Const.</summary>
        /// <param name="strategy">its number. ANT_ERROR_NOT_FOUND when there is none of this number</param>
        /// <param name="line">ANT_STRATEGY_LINE_CENTRE or ANT_STRATEGY_LINE_POLYGON</param>
        /// <param name="first">the first point wanted</param>
        /// <param name="capacity">[Limit: 0 = only count]</param>
        /// <param name="outPoints">[opt] [capacity] ANT_F32X3 or ANT_F64X3</param>
        public unsafe uint Strategy(uint strategy, AntStrategyLine line, uint first, uint capacity, AntStream outPoints = default(AntStream))
        {
            uint countValue = default(uint);
            Library.Check(Native.ant_predictor_strategy(this, strategy, (uint)line, first, capacity, AntStream.OrNull(&outPoints), &countValue));
            return countValue;
        }

        /// <summary>Forgets all routes and recorded trials; parameters stay. Mutating.</summary>
        public unsafe AntStatus StrategiesClear()
        {
            return Library.Check(Native.ant_predictor_strategies_clear(this));
        }

        /// <summary>Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.</summary>
        /// <param name="buf">[opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL</param>
        public unsafe ulong StrategiesSave(Span<byte> buf)
        {
            ulong neededValue = default(ulong);
            fixed (byte* bufStart = &MemoryMarshal.GetReference(buf))
            {
                Library.Check(Native.ant_predictor_strategies_save(this, bufStart, (ulong)buf.Length, &neededValue));
                return neededValue;
            }
        }

        /// <summary>Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.</summary>
        public byte[] StrategiesSave()
        {
            byte[] bytes = new byte[StrategiesSave(default(Span<byte>))];
            StrategiesSave(bytes);
            return bytes;
        }

        /// <summary>Replaces parameters and routes by those of a file; recorded trials are dropped. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        /// <param name="bytes">[byte_len bytes]</param>
        public unsafe AntStatus StrategiesLoad(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* bytesStart = &MemoryMarshal.GetReference(bytes))
            {
                return Library.Check(Native.ant_predictor_strategies_load(this, bytesStart, (ulong)bytes.Length));
            }
        }

        /// <summary>
        /// Takes in the routes of files of other matches on the level; routes that are alike become one with the evidence of all, and the order of files does
        /// not matter. Their parameters must be the predictor's own; without routes of its own it takes them over. On any error nothing changed. Mutating.
        /// </summary>
        /// <param name="count">[Limit: &gt; 0]</param>
        /// <param name="saved">[count] each the bytes of one ant_predictor_strategies_save: ANT_U8, tight</param>
        public unsafe AntStatus StrategiesMerge(uint count, AntStream* saved)
        {
            return Library.Check(Native.ant_predictor_strategies_merge(this, count, saved));
        }

        /// <summary>What is known, and what an entity follows. Const.</summary>
        public unsafe AntStrategyInfo StrategyInfo(AntEntity entity)
        {
            AntStrategyInfo infoValue = AntStrategyInfo.Sized();
            Library.Check(Native.ant_predictor_strategy_info(this, entity, &infoValue));
            return infoValue;
        }

        /// <summary>
        /// Says what an entity follows since its last observation, as its sender decided. It holds until the next call: a strategy as long as the entity is inside of
        /// it. Mutating.
        /// </summary>
        /// <param name="strategy">a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC</param>
        public unsafe AntStatus FollowStrategy(AntEntity entity, uint strategy)
        {
            return Library.Check(Native.ant_predictor_follow_strategy(this, entity, strategy));
        }

        /// <summary>
        /// Asks at every tick, on the machine that owns the entity, whether receivers need an update. When one is due, send the state it names with the current time,
        /// then observe it (with its velocity) and tell ant_predictor_follow_strategy its strategy, on the own predictor too, before the next question. Const.
        /// </summary>
        /// <param name="position">[(x, y, z)] where the entity really is</param>
        /// <param name="velocity">[(x, y, z)] how fast it really is, units per second</param>
        /// <param name="time">nanoseconds on the game clock</param>
        /// <param name="ledger">[opt] the books about this entity; null = the switching rule alone, which may send more than dead reckoning</param>
        public unsafe AntStrategyUpdate StrategyNeedsUpdate(AntEntity entity, AntDouble3 position, AntDouble3 velocity, long time, ref AntStrategyLedger ledger)
        {
            AntStrategyUpdate updateValue = AntStrategyUpdate.Sized();
            fixed (AntStrategyLedger* ledgerStart = &ledger)
            {
                Library.Check(Native.ant_strategy_needs_update(this, entity, (double*)&position, (double*)&velocity, time, ledgerStart, &updateValue));
                return updateValue;
            }
        }
    }
}
