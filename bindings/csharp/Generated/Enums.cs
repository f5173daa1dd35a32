// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Outcome of a call: 0 done, negative error, positive done with a remark.</summary>
    public enum AntStatus : int
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>Remark: some elements of the batch failed; the status stream says which. Their outputs are untouched, the others are done.</summary>
        Partial = 1,
        /// <summary>Remark: the output had more elements than the capacity given; the first ones were written, the count says how many there are.</summary>
        Truncated = 2,
        /// <summary>Remark: the time asked for lies before the last known one. A map did nothing; a prediction is the last observation.</summary>
        InThePast = 3,
        /// <summary>Remark: the observation is not newer than the last one of this entity and was ignored.</summary>
        Late = 4,
        /// <summary>Remark: the goal cannot be reached; a path leads to the reachable place nearest to it, a distance is infinite.</summary>
        Unreachable = 5,
        /// <summary>Remark: the walk was stopped before its goal; or a run of a timewarp, by a callback that failed.</summary>
        Stopped = 6,
        /// <summary>Remark: there is nothing to do or to hand out (no step due, no log message waiting).</summary>
        Empty = 7,
        /// <summary>Remark: the map made as many steps (the timewarp executed as many events again) as one call may and owes more; call again.</summary>
        StepsOwed = 8,
        /// <summary>Remark: done, but this thread flushes denormal numbers to zero, so that fields may differ from those of other machines.</summary>
        DenormalsFlushed = 9,
        /// <summary>
        /// Remark: done as far as a budget of the descriptor allows: max_active_tiles kept a field from spreading further, max_nodes ended a search, and what was
        /// found until then is the answer.
        /// </summary>
        BudgetReached = 10,
        /// <summary>Remark: the timewarp did not take the event or cancellation; the verdict says why.</summary>
        Refused = 11,
        /// <summary>Error: an argument is malformed, an enum value unknown, or arguments contradict each other.</summary>
        ErrorInvalidArgument = -1,
        /// <summary>Error: the handle is null, stale, destroyed, of another kind, or was never given out by this copy of the library.</summary>
        ErrorInvalidHandle = -2,
        /// <summary>Error: a pointer that must not be null is null.</summary>
        ErrorNullPointer = -3,
        /// <summary>Error: a number is NaN or infinite.</summary>
        ErrorNotFinite = -4,
        /// <summary>Error: a number is outside its allowed range.</summary>
        ErrorOutOfRange = -5,
        /// <summary>Error: `struct_size` is smaller than the first version of the struct (was its init function called?) or absurd.</summary>
        ErrorBadStruct = -6,
        /// <summary>Error: the input uses something this version or build of the library does not know.</summary>
        ErrorUnsupported = -7,
        /// <summary>Error: a buffer or stream is too short for the count given.</summary>
        ErrorBufferTooSmall = -8,
        /// <summary>Error: another call holds the object (or one it depends on) in a way that excludes this one. Nothing was waited for.</summary>
        ErrorBusy = -9,
        /// <summary>Error: a budget of the descriptor is used up.</summary>
        ErrorBudget = -10,
        /// <summary>Error: the id, cell, polygon or place asked for does not exist (now).</summary>
        ErrorNotFound = -11,
        /// <summary>Error: the level cannot be used; the message names the polygon.</summary>
        ErrorBadMesh = -12,
        /// <summary>Error: serialised bytes are truncated, altered, of another version, or belong to another level.</summary>
        ErrorCorrupt = -13,
        /// <summary>Error: the call does not fit the present state (for example a change of a map between `step_begin` and `step_end`).</summary>
        ErrorState = -14,
        /// <summary>Error: a defect of the library was caught. The object is poisoned; please report the message.</summary>
        ErrorInternal = -15,
        /// <summary>Error: an earlier call on this object ended with `ANT_ERROR_INTERNAL`. It can only be destroyed.</summary>
        ErrorPoisoned = -16,
        /// <summary>Error: header and library do not fit together.</summary>
        ErrorVersion = -17,
        /// <summary>Error: an output stream overlaps another stream without being the same elements.</summary>
        ErrorOverlap = -18,
        /// <summary>Two ends that must agree do not: an outbox and ghosts with other codecs or models. The message has both values.</summary>
        ErrorMismatch = -19,
    }

    /// <summary>Names a struct of this header for ant_init.</summary>
    public enum AntStruct : uint
    {
        /// <summary>AntWorldDesc.</summary>
        WorldDesc = 1,
        /// <summary>AntWorldStats.</summary>
        WorldStats = 2,
        /// <summary>AntGridDesc.</summary>
        GridDesc = 3,
        /// <summary>AntMeshDesc.</summary>
        MeshDesc = 4,
        /// <summary>AntLinkDesc.</summary>
        LinkDesc = 5,
        /// <summary>AntDoorDesc.</summary>
        DoorDesc = 6,
        /// <summary>AntQueryFilter.</summary>
        QueryFilter = 7,
        /// <summary>AntLocation.</summary>
        Location = 8,
        /// <summary>AntWalkHit.</summary>
        WalkHit = 9,
        /// <summary>AntPathInfo.</summary>
        PathInfo = 10,
        /// <summary>AntCellInfo.</summary>
        CellInfo = 11,
        /// <summary>AntLayerDesc.</summary>
        LayerDesc = 12,
        /// <summary>AntMapDesc.</summary>
        MapDesc = 13,
        /// <summary>AntMapStats.</summary>
        MapStats = 14,
        /// <summary>AntSourceDesc.</summary>
        SourceDesc = 15,
        /// <summary>AntStepReport.</summary>
        StepReport = 16,
        /// <summary>AntReader.</summary>
        Reader = 17,
        /// <summary>AntForceQuery.</summary>
        ForceQuery = 18,
        /// <summary>AntForce.</summary>
        Force = 19,
        /// <summary>AntTrailDesc.</summary>
        TrailDesc = 20,
        /// <summary>AntSampleBatch.</summary>
        SampleBatch = 21,
        /// <summary>AntInteractionRules.</summary>
        InteractionRules = 22,
        /// <summary>AntProfile.</summary>
        Profile = 23,
        /// <summary>AntPredictorDesc.</summary>
        PredictorDesc = 24,
        /// <summary>AntObservation.</summary>
        Observation = 25,
        /// <summary>AntObserveBatch.</summary>
        ObserveBatch = 26,
        /// <summary>AntPrediction.</summary>
        Prediction = 27,
        /// <summary>AntPredictBatch.</summary>
        PredictBatch = 28,
        /// <summary>AntExplanation.</summary>
        Explanation = 29,
        /// <summary>AntWeightsInfo.</summary>
        WeightsInfo = 30,
        /// <summary>AntDisState.</summary>
        DisState = 31,
        /// <summary>AntInterestDesc.</summary>
        InterestDesc = 32,
        /// <summary>AntBankInfo.</summary>
        BankInfo = 33,
        /// <summary>AntStrategyDesc.</summary>
        StrategyDesc = 34,
        /// <summary>AntStrategyInfo.</summary>
        StrategyInfo = 35,
        /// <summary>AntStrategyLedger.</summary>
        StrategyLedger = 36,
        /// <summary>AntStrategyUpdate.</summary>
        StrategyUpdate = 37,
        /// <summary>AntUpdate.</summary>
        Update = 38,
        /// <summary>AntCodecDesc.</summary>
        CodecDesc = 39,
        /// <summary>AntCodecInfo.</summary>
        CodecInfo = 40,
        /// <summary>AntSimulatorDesc.</summary>
        SimulatorDesc = 41,
        /// <summary>AntDelivery.</summary>
        Delivery = 42,
        /// <summary>AntNetworkStats.</summary>
        NetworkStats = 43,
        /// <summary>AntClockDesc.</summary>
        ClockDesc = 44,
        /// <summary>AntClockInfo.</summary>
        ClockInfo = 45,
        /// <summary>AntTimewarpDesc.</summary>
        TimewarpDesc = 46,
        /// <summary>AntTimewarpEvent.</summary>
        TimewarpEvent = 47,
        /// <summary>AntTimewarpReport.</summary>
        TimewarpReport = 48,
        /// <summary>AntTimewarpPlan.</summary>
        TimewarpPlan = 49,
        /// <summary>AntTimewarpChange.</summary>
        TimewarpChange = 50,
        /// <summary>AntTimewarpStats.</summary>
        TimewarpStats = 51,
        /// <summary>AntSenderDesc.</summary>
        SenderDesc = 52,
        /// <summary>AntSenderRules.</summary>
        SenderRules = 53,
        /// <summary>AntConnectionDesc.</summary>
        ConnectionDesc = 54,
        /// <summary>AntCollected.</summary>
        Collected = 55,
        /// <summary>AntConnectionStats.</summary>
        ConnectionStats = 56,
        /// <summary>AntReceiverDesc.</summary>
        ReceiverDesc = 57,
        /// <summary>AntShown.</summary>
        Shown = 58,
        /// <summary>AntShowBatch.</summary>
        ShowBatch = 59,
        /// <summary>AntReceiverStats.</summary>
        ReceiverStats = 60,
        /// <summary>AntPlausibilityDesc.</summary>
        PlausibilityDesc = 61,
        /// <summary>AntLimits.</summary>
        Limits = 62,
        /// <summary>AntJudgement.</summary>
        Judgement = 63,
        /// <summary>AntStanding.</summary>
        Standing = 64,
        /// <summary>AntEvidence.</summary>
        Evidence = 65,
        /// <summary>AntDigestReport.</summary>
        DigestReport = 66,
        /// <summary>AntPassage.</summary>
        Passage = 67,
        /// <summary>AntSmootherDesc.</summary>
        SmootherDesc = 68,
        /// <summary>AntSmoothCorrection.</summary>
        SmoothCorrection = 69,
        /// <summary>AntDrawn.</summary>
        Drawn = 70,
        /// <summary>AntDrawBatch.</summary>
        DrawBatch = 71,
        /// <summary>AntRecorderDesc.</summary>
        RecorderDesc = 72,
        /// <summary>AntRecordEntity.</summary>
        RecordEntity = 73,
        /// <summary>AntRecorderStats.</summary>
        RecorderStats = 74,
        /// <summary>AntRecordSamples.</summary>
        RecordSamples = 75,
        /// <summary>AntGhostsDesc.</summary>
        GhostsDesc = 76,
        /// <summary>AntState.</summary>
        State = 77,
        /// <summary>AntGhostFrame.</summary>
        GhostFrame = 78,
        /// <summary>AntGhost.</summary>
        Ghost = 79,
        /// <summary>AntBaseMotion.</summary>
        BaseMotion = 80,
        /// <summary>AntPeerStats.</summary>
        PeerStats = 81,
        /// <summary>AntPlayerStats.</summary>
        PlayerStats = 82,
        /// <summary>AntOutboxDesc.</summary>
        OutboxDesc = 83,
        /// <summary>AntObserver.</summary>
        Observer = 84,
        /// <summary>AntSourceBatch.</summary>
        SourceBatch = 85,
        /// <summary>AntSmootherInfo.</summary>
        SmootherInfo = 86,
        /// <summary>AntTastesDesc.</summary>
        TastesDesc = 90,
        /// <summary>AntVisibilityDesc.</summary>
        VisibilityDesc = 91,
    }

    /// <summary>A convention of axes and units.</summary>
    public enum AntFrameKind : uint
    {
        /// <summary>Right-handed, Y up, -Z forward, metres: the library's own frame, and Godot's.</summary>
        Canonical = 0,
        /// <summary>Unity: left-handed, Y up, Z forward, metres. Canonical = (x, y, -z).</summary>
        Unity = 1,
        /// <summary>Unreal Engine: left-handed, Z up, X forward, centimetres. Canonical = (y, z, -x) * 0.01.</summary>
        Unreal = 2,
        /// <summary>Right-handed, Z up, X forward, as in Quake. Canonical = (x, z, -y) * metres_per_unit.</summary>
        ZUp = 3,
        /// <summary>Axes as given in AntFrame::axes.</summary>
        Custom = 4,
    }

    /// <summary>Type of the elements of a stream.</summary>
    public enum AntFormat : uint
    {
        /// <summary>Element: one float.</summary>
        F32 = 1,
        /// <summary>Element: one double.</summary>
        F64 = 2,
        /// <summary>Element: three floats x, y, z (Unity Vector3, Unreal FVector3f, Godot Vector3).</summary>
        F32x3 = 3,
        /// <summary>Element: three doubles x, y, z (Unreal FVector, Godot Vector3 in double-precision builds).</summary>
        F64x3 = 4,
        /// <summary>Element: four floats x, y, z, w (quaternions).</summary>
        F32x4 = 5,
        /// <summary>Element: four doubles x, y, z, w (quaternions).</summary>
        F64x4 = 6,
        /// <summary>Element: uint8_t.</summary>
        U8 = 7,
        /// <summary>Element: int8_t.</summary>
        I8 = 8,
        /// <summary>Element: uint16_t.</summary>
        U16 = 9,
        /// <summary>Element: uint32_t.</summary>
        U32 = 10,
        /// <summary>Element: int32_t.</summary>
        I32 = 11,
        /// <summary>Element: uint64_t, or a one-field id struct such as AntEntity or AntCell.</summary>
        U64 = 12,
        /// <summary>Element: int64_t.</summary>
        I64 = 13,
    }

    /// <summary>How grave a message is.</summary>
    public enum AntLogLevel : uint
    {
        /// <summary>A defect of the library, or input that lost data.</summary>
        Error = 1,
        /// <summary>Something a developer should look at.</summary>
        Warning = 2,
        /// <summary>Something worth knowing.</summary>
        Info = 3,
    }

    /// <summary>What an AntState has, and what is special about it.</summary>
    [Flags]
    public enum AntStateFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>AntState::time is given, on the clock of the machine that says so; else the state is dated when it arrives.</summary>
        HasTime = 65536,
        /// <summary>AntState::velocity is given; else it comes from the positions.</summary>
        HasVelocity = 131072,
        /// <summary>AntState::acceleration is given.</summary>
        HasAcceleration = 262144,
        /// <summary>AntState::orientation is given.</summary>
        HasOrientation = 524288,
        /// <summary>AntState::angular_velocity is given.</summary>
        HasAngularVelocity = 1048576,
        /// <summary>The player rides on AntState::base: position, velocity, acceleration and orientation are in that base's frame.</summary>
        HasBase = 2097152,
        /// <summary>It is not on the ground: drops do not stop it.</summary>
        Airborne = 4194304,
        /// <summary>It was moved, it did not move.</summary>
        Teleported = 8388608,
        /// <summary>It is not simulated at present (paused, loading): it stays where it is.</summary>
        Frozen = 16777216,
    }

    /// <summary>What happened.</summary>
    public enum AntGhostEventKind : uint
    {
        /// <summary>A player was told of for the first time, or again after it had left: make its ghost.</summary>
        Appeared = 0,
        /// <summary>It has left: end its ghost.</summary>
        Left = 1,
        /// <summary>It was moved on purpose.</summary>
        Teleported = 2,
        /// <summary>The clock of a peer, or the own one, has jumped and was found again.</summary>
        ClockJumped = 3,
        /// <summary>There is no room for another player or peer; what it told was refused.</summary>
        NoRoom = 4,
    }

    /// <summary>What the cells of a level are.</summary>
    public enum AntCellMode : uint
    {
        /// <summary>Fields live on uniform squares laid over the walkable surface, so that two bakes of one level agree (default).</summary>
        Surface = 0,
        /// <summary>One cell per polygon, weighted by area and edge length, for hosts that want exactly their cells.</summary>
        Polygon = 1,
    }

    /// <summary>What a link is.</summary>
    public enum AntLinkKind : uint
    {
        /// <summary>On foot: a connection the mesh does not show.</summary>
        Walk = 0,
        /// <summary>A jump across or up.</summary>
        Jump = 1,
        /// <summary>A fall.</summary>
        Drop = 2,
        /// <summary>A ladder.</summary>
        Ladder = 3,
        /// <summary>A teleporter.</summary>
        Teleport = 4,
        /// <summary>A lift.</summary>
        Lift = 5,
        /// <summary>A jump pad.</summary>
        JumpPad = 6,
        /// <summary>Swimming.</summary>
        Swim = 7,
    }

    /// <summary>Flags of AntLinkDesc.</summary>
    [Flags]
    public enum AntLinkFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The link is usable in both directions.</summary>
        TwoWay = 1,
    }

    /// <summary>Flags of AntDoorDesc.</summary>
    [Flags]
    public enum AntDoorFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The door closes everything inside the box bounds_min … bounds_max.</summary>
        HasBounds = 1,
        /// <summary>The door is closed at the start.</summary>
        Closed = 2,
    }

    /// <summary>What an edge of the walkable surface is.</summary>
    public enum AntEdge : uint
    {
        /// <summary>Another polygon or cell one can walk to; for a walk: nothing stopped it.</summary>
        Open = 0,
        /// <summary>Nothing beyond: one stops here.</summary>
        Wall = 1,
        /// <summary>A lower floor beyond: who walks stops, who is airborne does not.</summary>
        Drop = 2,
        /// <summary>A link leaves from here.</summary>
        Link = 3,
    }

    /// <summary>Flags of AntQueryFilter.</summary>
    [Flags]
    public enum AntQueryFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The walker is in the air: drops do not stop it.</summary>
        Airborne = 1,
        /// <summary>Links may not be used.</summary>
        NoLinks = 2,
    }

    /// <summary>Form of the region in which cells attract.</summary>
    public enum AntRegion : uint
    {
        /// <summary>Axis-aligned square of side `diameter`.</summary>
        Square = 0,
        /// <summary>Disc.</summary>
        Disc = 1,
        /// <summary>Cone around the view direction with radius `diameter` / 2.</summary>
        Cone = 2,
    }

    /// <summary>Flags of AntSourceDesc.</summary>
    [Flags]
    public enum AntSourceFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The source does not move: its fixed pattern is solved once and present at once.</summary>
        Fixed = 1,
    }

    /// <summary>What ant_map_note notes.</summary>
    public enum AntNote : uint
    {
        /// <summary>Somebody was here.</summary>
        Presence = 0,
        /// <summary>Somebody made a kill here.</summary>
        Kill = 1,
        /// <summary>Somebody died here.</summary>
        Death = 2,
    }

    /// <summary>Flags of AntReader.</summary>
    [Flags]
    public enum AntReaderFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>AntReader::avatar is given.</summary>
        HasAvatar = 1,
    }

    /// <summary>What one player did with another.</summary>
    public enum AntInteraction : uint
    {
        /// <summary>Shot at the other.</summary>
        ShotAt = 0,
        /// <summary>Was shot by the other.</summary>
        ShotBy = 1,
        /// <summary>Traded with the other.</summary>
        Trade = 2,
        /// <summary>Talked with the other.</summary>
        Chat = 3,
        /// <summary>Healed or helped the other.</summary>
        Helped = 4,
        /// <summary>Was healed or helped by the other.</summary>
        HelpedBy = 5,
        /// <summary>The actor killed the other; counts for the whole match by AntInteractionRules::per_kill and per_death.</summary>
        Kill = 6,
    }

    /// <summary>What was done to a prediction after its model.</summary>
    [Flags]
    public enum AntCorrectionFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>Shortened to the speed limit.</summary>
        Speed = 1,
        /// <summary>Led along walls.</summary>
        Obstacle = 2,
        /// <summary>Forces off or reduced because the entity stands still.</summary>
        Standing = 8,
        /// <summary>The final vector was limited.</summary>
        Vector = 16,
        /// <summary>The time lies before the last observation, which was answered.</summary>
        Past = 32,
        /// <summary>Forces or walls were left out: there is no map, or the entity is off the level or on a moving base.</summary>
        Fallback = 64,
    }

    /// <summary>A model of prediction.</summary>
    public enum AntModel : uint
    {
        /// <summary>Stays where it was.</summary>
        Still = 0,
        /// <summary>First-order dead reckoning with the last velocity.</summary>
        Dr1 = 1,
        /// <summary>Second-order dead reckoning with moving averages of velocity and acceleration.</summary>
        Dr2 = 2,
        /// <summary>First order with a velocity that dies away: x + v tau (1 - e^(-t / tau)).</summary>
        Damped = 3,
        /// <summary>AntReckoning: second order plus the pull of the pheromone field.</summary>
        Ant = 4,
        /// <summary>DIS algorithm 1: static.</summary>
        DisStatic = 5,
        /// <summary>DIS algorithm 2: fixed orientation, constant velocity, world axes.</summary>
        DisFpw = 6,
        /// <summary>DIS algorithm 3: rotating, constant velocity, world axes.</summary>
        DisRpw = 7,
        /// <summary>DIS algorithm 4: rotating, constant acceleration, world axes.</summary>
        DisRvw = 8,
        /// <summary>DIS algorithm 5: fixed orientation, constant acceleration, world axes.</summary>
        DisFvw = 9,
        /// <summary>DIS algorithm 6: fixed orientation, constant velocity, body axes.</summary>
        DisFpb = 10,
        /// <summary>DIS algorithm 7: rotating, constant velocity, body axes.</summary>
        DisRpb = 11,
        /// <summary>DIS algorithm 8: rotating, constant acceleration, body axes.</summary>
        DisRvb = 12,
        /// <summary>DIS algorithm 9: fixed orientation, constant acceleration, body axes.</summary>
        DisFvb = 13,
        /// <summary>Interest scheme: constant speed, direction by forces between players and objects.</summary>
        Interest = 14,
        /// <summary>First-order dead reckoning at first, the interest scheme after a time threshold.</summary>
        Hybrid = 15,
        /// <summary>Neuro-reckoning: a bank of small networks (ant_predictor_load_bank).</summary>
        Neuro = 16,
        /// <summary>Long-term routes learned from earlier trials (ant_predictor_strategies_load).</summary>
        Strategy = 17,
        /// <summary>Directed trails: damped dead reckoning plus what this place and heading remember.</summary>
        Trail = 18,
        /// <summary>The learned kinematic model.</summary>
        Kinematic = 19,
        /// <summary>Mixes the models by their recent errors and says how sure it is.</summary>
        Auto = 20,
        /// <summary>The host's own expert alone (ant_predictor_set_expert).</summary>
        Custom = 21,
    }

    /// <summary>Flags of AntProfile.</summary>
    [Flags]
    public enum AntProfileFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>AntProfile::avatar is given: the entity feels the other avatars and never itself.</summary>
        HasAvatar = 1,
        /// <summary>No limit of the speed.</summary>
        NoSpeedLimit = 2,
        /// <summary>Links may not be used by paths around obstacles.</summary>
        NoLinks = 4,
        /// <summary>AntProfile::preference is given; else it is observed from behaviour.</summary>
        HasPreference = 8,
        /// <summary>The entity's movement is not written into the trails.</summary>
        NoTrail = 16,
        /// <summary>ANT_MODEL_AUTO uses only what sender and receiver share: the entity's own observations.</summary>
        SharedOnly = 32,
        /// <summary>ANT_MODEL_DR2 and ANT_MODEL_ANT average velocities over positions, as published, also where an update tells a velocity.</summary>
        AveragedVelocity = 64,
        /// <summary>In ANT_MODEL_NEURO the bank is followed wherever it says anything, as published; without it plain dead reckoning takes over where the bank is not believed.</summary>
        NoBankFallback = 128,
    }

    /// <summary>What happens to a prediction that meets a wall of the level.</summary>
    public enum AntObstacle : uint
    {
        /// <summary>A prediction passes through walls; what is drawn keeps to the level by itself.</summary>
        Ignore = 0,
        /// <summary>A prediction slides along walls, and stops in corners (default).</summary>
        Slide = 1,
    }

    /// <summary>What the acceleration of the DIS models with body axes means.</summary>
    public enum AntBodyAcceleration : uint
    {
        /// <summary>Acceleration of the body-axis DIS models: dv/dt in body axes (Towers &amp; Hines; default).</summary>
        Derivative = 0,
        /// <summary>Acceleration of the body-axis DIS models: A - w x v changes the body-axis velocity.</summary>
        MinusRotation = 1,
        /// <summary>Acceleration of the body-axis DIS models: A + w x v changes the body-axis velocity.</summary>
        PlusRotation = 2,
    }

    /// <summary>Flags of AntObservation and AntObserveBatch. They share no bit with AntUpdateFlags: the wrong family is refused.</summary>
    [Flags]
    public enum AntObserveFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The entity is not on the ground: drops do not stop it.</summary>
        Airborne = 2048,
        /// <summary>The entity was moved, it did not move: estimates start anew.</summary>
        Teleported = 4096,
        /// <summary>AntObservation::velocity is given.</summary>
        HasVelocity = 8192,
        /// <summary>AntObservation::acceleration is given.</summary>
        HasAcceleration = 16384,
        /// <summary>AntObservation::orientation is given.</summary>
        HasOrientation = 32768,
        /// <summary>AntObservation::base_… are given: the entity rides on a moving base (lift, vehicle), and its position, velocity, acceleration and orientation are in the base's frame.</summary>
        HasBase = 65536,
        /// <summary>AntObservation::angular_velocity is given.</summary>
        HasAngularVelocity = 131072,
    }

    /// <summary>How a drawn position converges.</summary>
    public enum AntSmoothMethod : uint
    {
        /// <summary>At once.</summary>
        Snap = 0,
        /// <summary>Straight, at constant speed.</summary>
        Linear = 1,
        /// <summary>Cubic Bezier curve to where the entity is predicted to be when the time of convergence is over.</summary>
        Bezier = 2,
        /// <summary>Cubic Hermite difference to the present prediction: both velocities are kept.</summary>
        Hermite = 3,
        /// <summary>Projective velocity blending.</summary>
        ProjectiveVelocity = 4,
        /// <summary>Critically damped spring.</summary>
        Damped = 5,
        /// <summary>Along the way a walker would take, led by the predictor's map where it has one.</summary>
        Path = 6,
        /// <summary>As near to the prediction as looks right: near corrections vanish at once, far ones as fast as does not look like a jump.</summary>
        Chase = 7,
    }

    /// <summary>Flags of AntDrawn.</summary>
    [Flags]
    public enum AntDrawnFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>Has not arrived at the prediction yet.</summary>
        Converging = 1,
        /// <summary>Jumped since the last frame: it appeared, a teleport, too far away, or no way to walk there.</summary>
        Snapped = 2,
        /// <summary>Held back so as not to move backwards.</summary>
        Slowed = 4,
        /// <summary>Goes along a walkable path.</summary>
        Path = 8,
        /// <summary>An obstacle stopped it in this frame.</summary>
        Clipped = 16,
        /// <summary>There is no level, or the entity is off it: walls were not looked at.</summary>
        OffLevel = 32,
        /// <summary>The time lies before that of the last frame, which was answered again.</summary>
        Past = 64,
    }

    /// <summary>Where what is shown comes from.</summary>
    public enum AntShownAs : uint
    {
        /// <summary>By the model, for now.</summary>
        Predicted = 0,
        /// <summary>By the model, slowing down beyond the horizon.</summary>
        Fading = 1,
        /// <summary>Held: nothing was heard for longer than the horizon and the fading.</summary>
        Silent = 2,
        /// <summary>It has stopped.</summary>
        Stopped = 3,
        /// <summary>It is frozen.</summary>
        Frozen = 4,
        /// <summary>Between two updates.</summary>
        Interpolated = 5,
        /// <summary>The oldest update that is kept, which is after the time asked for.</summary>
        Oldest = 6,
    }

    /// <summary>What observers do between two updates.</summary>
    public enum AntSenderKind : uint
    {
        /// <summary>Type 1: updates carry the velocity, receivers run a model.</summary>
        SharedModel = 0,
        /// <summary>Type 2: updates carry a prediction vector (ANT_UPDATE_PREDICTION_VECTOR), receivers go along it.</summary>
        OwnerLine = 1,
    }

    /// <summary>How errors of position are measured.</summary>
    public enum AntMetric : uint
    {
        /// <summary>Errors are measured in space.</summary>
        Space = 0,
        /// <summary>Errors are measured over the ground; heights do not count.</summary>
        Ground = 1,
    }

    /// <summary>Whether an observer gets updates of an entity.</summary>
    public enum AntRelevance : uint
    {
        /// <summary>The connection's area of interest decides.</summary>
        ByArea = 0,
        /// <summary>Always relevant.</summary>
        Always = 1,
        /// <summary>Never relevant.</summary>
        Never = 2,
    }

    /// <summary>Flags of AntUpdate. They share no bit with AntObserveFlags: the wrong family is refused.</summary>
    [Flags]
    public enum AntUpdateFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The entity was moved, it did not move: no path leads from where it was.</summary>
        Teleport = 1,
        /// <summary>It has come to rest and stays where it is until told otherwise.</summary>
        Stop = 2,
        /// <summary>Its owner does not simulate it at present (paused, loading): hold it, do not predict it.</summary>
        Frozen = 4,
        /// <summary>It has become relevant to this observer: what was known of it before is void.</summary>
        Enter = 8,
        /// <summary>It is no longer relevant to this observer; no more updates will come.</summary>
        Leave = 16,
        /// <summary>`velocity` is a prediction vector, not the velocity: the straight line its owner expects to stay near.</summary>
        PredictionVector = 32,
        /// <summary>Sent because nothing was sent for long, not because a threshold was broken.</summary>
        Heartbeat = 64,
        /// <summary>It is not on the ground: drops do not stop it.</summary>
        Airborne = 128,
        /// <summary>AntUpdate::acceleration is given.</summary>
        HasAcceleration = 256,
        /// <summary>AntUpdate::orientation is given.</summary>
        HasOrientation = 512,
        /// <summary>AntUpdate::angular_velocity is given.</summary>
        HasAngularVelocity = 1024,
    }

    /// <summary>What is known of the arrival of updates.</summary>
    public enum AntDeliveryKind : uint
    {
        /// <summary>Nobody says what arrived: everything sent counts as known, heartbeats repair losses.</summary>
        Assumed = 0,
        /// <summary>All arrives, in order.</summary>
        Reliable = 1,
        /// <summary>The observer acknowledges packets: only what it acknowledged is known.</summary>
        Acknowledged = 2,
    }

    /// <summary>Why an update is sent.</summary>
    public enum AntReason : uint
    {
        /// <summary>The first update about this entity to this observer.</summary>
        Enter = 0,
        /// <summary>The last one: the entity is gone, or no longer relevant.</summary>
        Leave = 1,
        /// <summary>It was moved.</summary>
        Teleport = 2,
        /// <summary>It is not simulated any more, or again.</summary>
        Freeze = 3,
        /// <summary>It has come to rest.</summary>
        Stop = 4,
        /// <summary>Receivers are too far off.</summary>
        Position = 5,
        /// <summary>They were off for too long.</summary>
        TimeSpace = 6,
        /// <summary>They show it turned too far.</summary>
        Orientation = 7,
        /// <summary>Its speed has changed.</summary>
        Speed = 8,
        /// <summary>Its direction of motion has changed.</summary>
        Direction = 9,
        /// <summary>Its acceleration has changed.</summary>
        Acceleration = 10,
        /// <summary>Nothing was sent for long.</summary>
        Heartbeat = 11,
        /// <summary>An update was not acknowledged in time, and what it told is still unknown to the receiver.</summary>
        Lost = 12,
        /// <summary>It got onto a moving base, off it, or onto another one.</summary>
        Base = 13,
        /// <summary>Its velocity has changed.</summary>
        Velocity = 14,
        /// <summary>It has moved.</summary>
        Moved = 15,
    }

    /// <summary>What became of an update.</summary>
    public enum AntVerdict : uint
    {
        /// <summary>The newest of its entity; taken in.</summary>
        Applied = 0,
        /// <summary>Late; put into its place, the later ones observed again.</summary>
        Inserted = 1,
        /// <summary>Late, and the past cannot be replayed (too many have come since, or the entity shares what it learns): kept for interpolation only.</summary>
        Kept = 2,
        /// <summary>Had come before; nothing was done.</summary>
        Duplicate = 3,
        /// <summary>So late that nothing was done.</summary>
        TooOld = 4,
        /// <summary>Late, and its entity has left since; it changes nothing that is shown.</summary>
        Stale = 5,
        /// <summary>Its number is newer than the last, its time is not; passed over.</summary>
        Backwards = 6,
        /// <summary>From the future; held until its time.</summary>
        Early = 7,
        /// <summary>From too far in the future, or no room to hold it; nothing was done.</summary>
        Refused = 8,
        /// <summary>The receiver does not know its entity: ant_receiver_add it and hand the update in again.</summary>
        Unknown = 9,
    }

    /// <summary>How the past is interpolated.</summary>
    public enum AntCurve : uint
    {
        /// <summary>Cubic Hermite through both positions and velocities.</summary>
        Hermite = 0,
        /// <summary>A straight line at constant speed.</summary>
        Linear = 1,
    }

    /// <summary>Flags of AntClockInfo.</summary>
    [Flags]
    public enum AntClockFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>AntClockInfo::least_difference and ::drift are known: an update has arrived.</summary>
        HasUpdates = 1,
        /// <summary>AntClockInfo::doubt is known: a request was answered.</summary>
        HasAnswers = 2,
    }

    /// <summary>Flags of AntSimulatorDesc.</summary>
    [Flags]
    public enum AntNetworkFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>A packet waits for the one sent before it, so that jitter reorders nothing.</summary>
        KeepOrder = 1,
        /// <summary>Delays scatter normally with deviation `jitter`, cut at three of them; else evenly within it.</summary>
        NormalJitter = 2,
        /// <summary>Losses come in bursts: the AntSimulatorDesc::burst_… are used.</summary>
        Bursts = 4,
    }

    /// <summary>How a drawn orientation converges.</summary>
    public enum AntTurnMethod : uint
    {
        /// <summary>Turns at once.</summary>
        Snap = 0,
        /// <summary>Turns at constant rate, the shorter way.</summary>
        Slerp = 1,
        /// <summary>Turns as a critically damped spring does, the shorter way.</summary>
        Damped = 2,
    }

    /// <summary>Flags of AntSmootherDesc.</summary>
    [Flags]
    public enum AntSmootherFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>A correction that lies behind may move the entity back (default: it slows down).</summary>
        MayMoveBack = 1,
        /// <summary>Walls are not looked at (default: nothing is drawn through a wall of the predictor's level).</summary>
        IgnoreWalls = 2,
    }

    /// <summary>What an entity does about a correction.</summary>
    public enum AntCourse : uint
    {
        /// <summary>Nothing was shown yet: the entity appears where it is predicted.</summary>
        Appears = 0,
        /// <summary>The correction is a jump.</summary>
        Jumps = 1,
        /// <summary>The correction follows the curve of the method.</summary>
        Curves = 2,
        /// <summary>The correction follows a walkable path.</summary>
        Walks = 3,
    }

    /// <summary>Flags of AntSmoothCorrection.</summary>
    [Flags]
    public enum AntSmoothFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The entity was moved on purpose: it jumps.</summary>
        Teleported = 1,
        /// <summary>AntSmoothCorrection::gap is given (default: time since the last correction).</summary>
        HasGap = 2,
        /// <summary>position, velocity and orientation are what is predicted with the update (default: the predictor is asked).</summary>
        HasPrediction = 4,
        /// <summary>The before_… fields are what was predicted for the same time without the update (default: the last frame's prediction is carried on by its velocity).</summary>
        HasBefore = 8,
    }

    /// <summary>A dead-reckoning algorithm of DIS, by its number there.</summary>
    public enum AntDisAlgorithm : uint
    {
        /// <summary>DIS algorithm: static.</summary>
        Static = 1,
        /// <summary>DIS algorithm: fixed orientation, constant velocity, world axes.</summary>
        Fpw = 2,
        /// <summary>DIS algorithm: rotating, constant velocity, world axes.</summary>
        Rpw = 3,
        /// <summary>DIS algorithm: rotating, constant acceleration, world axes.</summary>
        Rvw = 4,
        /// <summary>DIS algorithm: fixed orientation, constant acceleration, world axes.</summary>
        Fvw = 5,
        /// <summary>DIS algorithm: fixed orientation, constant velocity, body axes.</summary>
        Fpb = 6,
        /// <summary>DIS algorithm: rotating, constant velocity, body axes.</summary>
        Rpb = 7,
        /// <summary>DIS algorithm: rotating, constant acceleration, body axes.</summary>
        Rvb = 8,
        /// <summary>DIS algorithm: fixed orientation, constant acceleration, body axes.</summary>
        Fvb = 9,
    }

    /// <summary>Denominator of eq. 13 of the paper, whose scan is damaged there.</summary>
    public enum AntLeadBy : uint
    {
        /// <summary>Led by q * speed of the other * distance / own speed.</summary>
        OwnSpeed = 0,
        /// <summary>Led by q * speed of the other * distance / (own speed + speed of the other).</summary>
        BothSpeeds = 1,
    }

    /// <summary>What the preference E turns, which the paper's text leaves open.</summary>
    public enum AntPreferenceTurns : uint
    {
        /// <summary>It turns the sum of the forces, before inertia is added.</summary>
        Forces = 0,
        /// <summary>It turns what inertia and forces make together.</summary>
        Result = 1,
    }

    /// <summary>Axes of the velocities that a bank was trained with.</summary>
    public enum AntBankAxes : uint
    {
        /// <summary>Velocities and orientations along the axes of the level, as in the paper.</summary>
        World = 0,
        /// <summary>Along the entity's own axes: where it looks, else where it moves.</summary>
        Own = 1,
    }

    /// <summary>What a bank takes as the velocity of an update.</summary>
    public enum AntBankSends : uint
    {
        /// <summary>What is sent is as fast as the entity is, as in the paper.</summary>
        Speed = 0,
        /// <summary>What is sent is the mean velocity of the predicted path.</summary>
        Mean = 1,
    }

    /// <summary>When an entity still follows its strategy.</summary>
    public enum AntStrategyTest : uint
    {
        /// <summary>As published: being inside of the polygon is enough, wherever along the route.</summary>
        Containment = 0,
        /// <summary>The place along the route, at the speed last told, must be right within the threshold.</summary>
        Progress = 1,
    }

    /// <summary>Which line of a strategy is wanted.</summary>
    public enum AntStrategyLine : uint
    {
        /// <summary>The centre line: the route itself, or a parallel of it.</summary>
        Centre = 0,
        /// <summary>The corners of the strategy polygon in order, at the height of the route's start.</summary>
        Polygon = 1,
    }

    /// <summary>What becomes of an event whose re-execution costs too much.</summary>
    public enum AntOverCost : uint
    {
        /// <summary>over_cost: an expensive late event is taken; what one call may not do the next one goes on with.</summary>
        Continue = 0,
        /// <summary>over_cost: it is refused with ANT_ARRIVAL_TOO_COSTLY.</summary>
        Refuse = 1,
    }

    /// <summary>What becomes of an event for which there is no room.</summary>
    public enum AntWhenFull : uint
    {
        /// <summary>when_full: new events are refused with ANT_ARRIVAL_FULL until the window has moved on.</summary>
        Refuse = 0,
        /// <summary>when_full: the oldest executed events are forgotten, up to the next snapshot; the window becomes as much shorter.</summary>
        Forget = 1,
    }

    /// <summary>What became of an event.</summary>
    public enum AntArrival : uint
    {
        /// <summary>Verdict: kept; no later event was executed yet. Of a cancellation: nothing had to be undone.</summary>
        InOrder = 0,
        /// <summary>Verdict: kept; events were executed too early (or wrongly) and will be executed again.</summary>
        Late = 1,
        /// <summary>Verdict: known already, ignored.</summary>
        Duplicate = 2,
        /// <summary>Verdict: its cancellation arrived before it; ignored.</summary>
        Cancelled = 3,
        /// <summary>Verdict: refused; it happened before the window.</summary>
        TooOld = 4,
        /// <summary>Verdict: refused; it claims a time later than now + max_ahead.</summary>
        TooFarAhead = 5,
        /// <summary>Verdict: refused; more than max_replay events would have to be executed again (ANT_OVER_COST_REFUSE).</summary>
        TooCostly = 6,
        /// <summary>Verdict: refused; the log is full.</summary>
        Full = 7,
    }

    /// <summary>What stopped a run.</summary>
    public enum AntStoppedBy : uint
    {
        /// <summary>The run was not stopped.</summary>
        Nothing = 0,
        /// <summary>The run was stopped: the save callback failed.</summary>
        Save = 1,
        /// <summary>The run was stopped: the load callback failed.</summary>
        Load = 2,
        /// <summary>The run was stopped: the execute callback failed.</summary>
        Execute = 3,
        /// <summary>The run was stopped: the save callback told a length above max_state.</summary>
        StateSize = 4,
    }

    /// <summary>Flags of AntTimewarpPlan.</summary>
    [Flags]
    public enum AntPlanFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>Plan: first restore the state in restore_slot.</summary>
        Restore = 1,
        /// <summary>Plan: in the end save the state, for save_slot.</summary>
        Save = 2,
    }

    /// <summary>How an outcome changed.</summary>
    public enum AntChange : uint
    {
        /// <summary>Change: another outcome than before.</summary>
        Changed = 0,
        /// <summary>Change: an outcome where there was none: of a late event, or of one that had failed before.</summary>
        Appeared = 1,
        /// <summary>Change: none any more: the kill that was undone. Also that of an event which was cancelled.</summary>
        Disappeared = 2,
    }

    /// <summary>Rules of plausibility that an update broke.</summary>
    [Flags]
    public enum AntRuleFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>It went faster in the ground plane than its limit for longer than the slack allows: m/s.</summary>
        Speed = 1,
        /// <summary>It rose or fell faster than its limit: m/s.</summary>
        Vertical = 2,
        /// <summary>It told a velocity beyond its limit: m/s.</summary>
        ToldSpeed = 4,
        /// <summary>Its told velocity changed faster than its limit: m/s^2.</summary>
        Acceleration = 8,
        /// <summary>No way leads there in the time: seconds needed (1e9 = no way at all), seconds it had.</summary>
        Unreachable = 16,
        /// <summary>It is nowhere near a floor, without being airborne: metres.</summary>
        OffLevel = 32,
        /// <summary>A newer number with a time that is not newer: seconds back.</summary>
        Backwards = 64,
        /// <summary>Its clock runs faster than the wall's: seconds gained, seconds allowed.</summary>
        FastClock = 128,
        /// <summary>Its sender let a heartbeat pass: seconds between updates, seconds allowed.</summary>
        MissedHeartbeat = 256,
        /// <summary>Its sender kept quiet while others were wrong about it: metres.</summary>
        Suppressed = 512,
        /// <summary>It is silent more often while it is aimed at: standard deviations above chance.</summary>
        QuietWhenAimedAt = 1024,
        /// <summary>It is far from where a confident prediction had it: multiples of the radius that holds nine of ten.</summary>
        Deviation = 2048,
        /// <summary>It told different things to different peers, or broke a commitment: peers that differ.</summary>
        Inconsistent = 4096,
    }

    /// <summary>Flags of AntPassage.</summary>
    [Flags]
    public enum AntPassageFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>AntPassage::from is given; else the passage begins anywhere.</summary>
        HasFrom = 1,
    }

    /// <summary>What a revealed update is worth.</summary>
    public enum AntReveal : uint
    {
        /// <summary>What was committed to.</summary>
        Honest = 0,
        /// <summary>Something else than was committed to.</summary>
        Different = 1,
        /// <summary>Nothing had been committed to.</summary>
        Uncommitted = 2,
    }

    /// <summary>What a recorded entity is.</summary>
    public enum AntRecordKind : uint
    {
        /// <summary>Kind of a recorded entity: whose movement is predicted.</summary>
        Player = 0,
        /// <summary>Kind of a recorded entity: something to pick up.</summary>
        Item = 1,
        /// <summary>Kind of a recorded entity: where players come into the level.</summary>
        Spawn = 2,
        /// <summary>Kind of a recorded entity: a jump pad, a teleporter, a flag, a ball.</summary>
        Hotspot = 3,
    }

    /// <summary>Flags of AntRecordEntity.</summary>
    [Flags]
    public enum AntRecordFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>The entity has no fixed position: it moves, or nobody knows.</summary>
        Moves = 1,
    }

    /// <summary>What happened.</summary>
    public enum AntRecordEvent : uint
    {
        /// <summary>Event: the actor hurt the target; the value is the damage.</summary>
        Hit = 0,
        /// <summary>Event: the actor killed the target.</summary>
        Kill = 1,
        /// <summary>Event: the actor shot; the value is the weapon.</summary>
        Shot = 2,
        /// <summary>Event: the actor took the item that is the target.</summary>
        Pickup = 3,
        /// <summary>Event: the item that is the actor is there from now on.</summary>
        ItemUp = 4,
        /// <summary>Event: the item that is the actor is gone.</summary>
        ItemDown = 5,
        /// <summary>Event: the actor came into the level; the target is the spawn point.</summary>
        Spawned = 6,
    }

    /// <summary>Flags of a recorded sample.</summary>
    [Flags]
    public enum AntSampleFlags : uint
    {
        /// <summary>Nothing of it.</summary>
        None = 0,
        /// <summary>Flag of a sample: it is dead; where its body lies is of no interest to predictions.</summary>
        Dead = 1,
        /// <summary>Flag of a sample: it came here by a respawn or teleport, since its last sample.</summary>
        Jumped = 2,
    }
}
