// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>The host's coordinate frame. All zero is the canonical frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntFrame
    {
        /// <summary>One of ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP, ANT_FRAME_CUSTOM.</summary>
        public AntFrameKind kind;
        /// <summary>ANT_FRAME_CUSTOM only, else 0: which host axis the canonical x, y and z are: 1 = x, 2 = y, 3 = z, negative = reversed. Each host axis once.</summary>
        public fixed int axes[3];
        /// <summary>The host axis an unrotated entity faces, as in `axes`, not the up axis; 0 = the frame's usual one (custom: the one that is canonical -z).</summary>
        public int forward;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>Length of the host's unit in metres; 0 = the frame's usual one (Unreal 0.01, else 1). [Limit: 1e-6 to 1e6]</summary>
        public double metresPerUnit;
    }

    /// <summary>
    /// An array of the host, also one attribute within an array of structs. Elements need no alignment. Where an attribute is optional,
    /// a null `data` leaves it out.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStream
    {
        /// <summary>First element. Written only where the stream is an output.</summary>
        public void* data;
        /// <summary>Bytes that may be read or written from `data` on.</summary>
        public ulong byteLen;
        /// <summary>Bytes from one element to the next; 0 = elements lie tight.</summary>
        public uint stride;
        /// <summary>One of ANT_F32 … ANT_I64.</summary>
        public AntFormat format;
    }

    /// <summary>A link of a level. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntLink : IEquatable<AntLink>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntLink(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntLink other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntLink && Equals((AntLink)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntLink 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntLink left, AntLink right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntLink left, AntLink right) { return left.id != right.id; }
    }

    /// <summary>A door of a level. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntDoor : IEquatable<AntDoor>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntDoor(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntDoor other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntDoor && Equals((AntDoor)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntDoor 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntDoor left, AntDoor right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntDoor left, AntDoor right) { return left.id != right.id; }
    }

    /// <summary>A field cell of a level. Zero is none. Refused when its place was baked anew.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntCell : IEquatable<AntCell>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntCell(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntCell other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntCell && Equals((AntCell)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntCell 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntCell left, AntCell right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntCell left, AntCell right) { return left.id != right.id; }
    }

    /// <summary>A window of a level. Zero is null.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntWindow : IEquatable<AntWindow>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntWindow(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntWindow other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntWindow && Equals((AntWindow)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntWindow 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntWindow left, AntWindow right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntWindow left, AntWindow right) { return left.id != right.id; }
    }

    /// <summary>An entity of a predictor. Zero is null. Refused by other predictors and after its removal.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntEntity : IEquatable<AntEntity>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntEntity(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntEntity other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntEntity && Equals((AntEntity)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntEntity 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntEntity left, AntEntity right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntEntity left, AntEntity right) { return left.id != right.id; }
    }

    /// <summary>An observer of a sender, or all of them where everybody gets the same. Zero is null. Refused by other senders and after its end.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public readonly partial struct AntConnection : IEquatable<AntConnection>
    {
        /// <summary>Opaque; 0 is null.</summary>
        public readonly ulong id;

        /// <summary>The one with this number, as the library gave it.</summary>
        public AntConnection(ulong id) { this.id = id; }

        /// <summary>It names nothing.</summary>
        public bool IsNull { get { return id == 0; } }

        /// <inheritdoc/>
        public bool Equals(AntConnection other) { return id == other.id; }
        /// <inheritdoc/>
        public override bool Equals(object other) { return other is AntConnection && Equals((AntConnection)other); }
        /// <inheritdoc/>
        public override int GetHashCode() { return id.GetHashCode(); }
        /// <inheritdoc/>
        public override string ToString() { return "AntConnection 0x" + id.ToString("x"); }
        /// <inheritdoc/>
        public static bool operator ==(AntConnection left, AntConnection right) { return left.id == right.id; }
        /// <inheritdoc/>
        public static bool operator !=(AntConnection left, AntConnection right) { return left.id != right.id; }
    }

    /// <summary>
    /// The state of a player, in the host's frame: an own avatar's for ant_outbox_submit, or one that the host's netcode brought for ant_ghosts_observe.
    /// Fill it with ant_state_init. Fields without their flag are not read.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntState
    {
        /// <summary>Set by ant_state_init.</summary>
        public uint structSize;
        /// <summary>ANT_STATE_… Default 0.</summary>
        public AntStateFlags flags;
        /// <summary>The player's number, the same on every machine.</summary>
        public uint player;
        /// <summary>Number of the moving base (lift, vehicle) that it rides on, the same on every machine, with ANT_STATE_HAS_BASE.</summary>
        public uint @base;
        /// <summary>When it was true, nanoseconds, with ANT_STATE_HAS_TIME.</summary>
        public long time;
        /// <summary>Where.</summary>
        public AntDouble3 position;
        /// <summary>Units per second, with ANT_STATE_HAS_VELOCITY.</summary>
        public AntDouble3 velocity;
        /// <summary>Units per second^2, with ANT_STATE_HAS_ACCELERATION.</summary>
        public AntDouble3 acceleration;
        /// <summary>x, y, z, w, with ANT_STATE_HAS_ORIENTATION. [Limit: length 1]</summary>
        public AntDouble4 orientation;
        /// <summary>Radians per second about the player's own axes, with ANT_STATE_HAS_ANGULAR_VELOCITY.</summary>
        public AntDouble3 angularVelocity;

        /// <summary>With the defaults of the library.</summary>
        public static AntState Default()
        {
            Library.Ensure();
            AntState value;
            Library.Check(Native.ant_init((uint)AntStruct.State, &value, (uint)sizeof(AntState)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntState Sized()
        {
            AntState value = default(AntState);
            value.structSize = (uint)sizeof(AntState);
            return value;
        }
    }

    /// <summary>
    /// What ghosts are made of. Lengths in metres, times in nanoseconds. The defaults need no change; level, map and run speed make it better. Fill it with
    /// ant_ghosts_desc_init.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntGhostsDesc
    {
        /// <summary>Set by ant_ghosts_desc_init.</summary>
        public uint structSize;
        /// <summary>Most players at once, those that have just left included. Default 1024. [Limit: 1 to 1048576]</summary>
        public uint maxPlayers;
        /// <summary>Most remote machines. Default 64. [Limit: 1 to 4096]</summary>
        public uint maxPeers;
        /// <summary>Most bytes that wait for the next frame; more is refused with ANT_ERROR_BUDGET. Default 1048576. [Limit: 4096 to 2^30]</summary>
        public uint inboxBytes;
        /// <summary>[opt] The level, for walls; null (default) = the map's, or none.</summary>
        public World world;
        /// <summary>[opt] The fields; null (default) = none. Must be of the same level.</summary>
        public PheromoneMap map;
        /// <summary>The host's frame; only without a level and a map, else theirs counts. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Speed at which players run, m/s; 0 (default) = learned from those that are seen. [Limit: 0.001 to 1e6]</summary>
        public double runSpeed;
        /// <summary>From 1 (the predicted present, default) to 0 (the interpolated past).</summary>
        public double freshness;
        /// <summary>Positions in packets are multiples of this, metres; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double positionStep;
        /// <summary>Velocities in packets are multiples of this, m/s; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double velocityStep;
        /// <summary>A correction farther than this, metres, is a jump. Default 2.2. [Limit: above 0]</summary>
        public double snapDistance;
        /// <summary>How long after its last update a player is predicted. Default 6e9. [Limit: 1 to 3.6e12]</summary>
        public long horizon;
        /// <summary>Beyond that its motion fades to rest over this time. Default 5e8. [Limit: 0 to 3.6e12]</summary>
        public long fade;
        /// <summary>How what is drawn converges: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.</summary>
        public AntSmoothMethod convergence;
        /// <summary>Gradients by which learned models adapt to this game, per frame (about 5 microseconds each). Default 8. [Limit: 0 to 1000]</summary>
        public uint adaptPerFrame;
        /// <summary>ANT_SMOOTH_BEZIER: as AntSmootherDesc::bezier_reach. Default a third. [Limit: 0 to 1]</summary>
        public double bezierReach;

        /// <summary>With the defaults of the library.</summary>
        public static AntGhostsDesc Default()
        {
            Library.Ensure();
            AntGhostsDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.GhostsDesc, &value, (uint)sizeof(AntGhostsDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntGhostsDesc Sized()
        {
            AntGhostsDesc value = default(AntGhostsDesc);
            value.structSize = (uint)sizeof(AntGhostsDesc);
            return value;
        }
    }

    /// <summary>Streams for what a frame shows, of up to `capacity` players. Fill it with ant_ghost_frame_init, set what you want written; keep it from frame to frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntGhostFrame
    {
        /// <summary>Set by ant_ghost_frame_init.</summary>
        public uint structSize;
        /// <summary>Elements that each stream has room for. Default 0.</summary>
        public uint capacity;
        /// <summary>[opt] [capacity] ANT_U32, written: the players' numbers</summary>
        public AntStream players;
        /// <summary>[opt] [capacity] ANT_F32X3 or ANT_F64X3, written</summary>
        public AntStream positions;
        /// <summary>[opt] [capacity] ANT_F32X3 or ANT_F64X3, written: units per second, for animation</summary>
        public AntStream velocities;
        /// <summary>[opt] [capacity] ANT_F32X4 or ANT_F64X4, written: x, y, z, w</summary>
        public AntStream orientations;
        /// <summary>[opt] [capacity] ANT_U8 or ANT_U32, written: where it comes from, ANT_SHOWN_…</summary>
        public AntStream sources;
        /// <summary>[opt] [capacity] ANT_U8 or ANT_U32, written: what happened, ANT_DRAWN_…</summary>
        public AntStream flags;
        /// <summary>[opt] [capacity] ANT_F32X3 or ANT_F64X3, written: what is expected, before convergence</summary>
        public AntStream predictedPositions;
        /// <summary>[opt] [capacity] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when nobody knows</summary>
        public AntStream radii;

        /// <summary>With the defaults of the library.</summary>
        public static AntGhostFrame Default()
        {
            Library.Ensure();
            AntGhostFrame value;
            Library.Check(Native.ant_init((uint)AntStruct.GhostFrame, &value, (uint)sizeof(AntGhostFrame)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntGhostFrame Sized()
        {
            AntGhostFrame value = default(AntGhostFrame);
            value.structSize = (uint)sizeof(AntGhostFrame);
            return value;
        }
    }

    /// <summary>What a frame shows of a player, in the host's frame. Fill it with ant_ghost_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Ghost
    {
        /// <summary>Set by ant_ghost_init.</summary>
        public uint structSize;
        /// <summary>What happened: ANT_DRAWN_…</summary>
        public AntDrawnFlags flags;
        /// <summary>Where it comes from: ANT_SHOWN_…</summary>
        public AntShownAs source;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Where to draw it.</summary>
        public AntDouble3 position;
        /// <summary>How fast it is drawn to move, units per second.</summary>
        public AntDouble3 velocity;
        /// <summary>Facing: x, y, z, w.</summary>
        public AntDouble4 orientation;
        /// <summary>What is expected, before convergence.</summary>
        public AntDouble3 predictedPosition;
        /// <summary>Seconds since its newest update was true; negative in the interpolated past.</summary>
        public double age;
        /// <summary>Radius that holds the true position nine times out of ten; 0 when nobody knows.</summary>
        public double radius;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static Ghost Sized()
        {
            Ghost value = default(Ghost);
            value.structSize = (uint)sizeof(Ghost);
            return value;
        }
    }

    /// <summary>How a moving base (lift, vehicle) moves, in the host's frame. Fill it with ant_base_motion_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntBaseMotion
    {
        /// <summary>Set by ant_base_motion_init.</summary>
        public uint structSize;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Position of the base's own origin.</summary>
        public AntDouble3 position;
        /// <summary>Its rotation: x, y, z, w. [Limit: length 1]</summary>
        public AntDouble4 orientation;
        /// <summary>Its velocity, units per second.</summary>
        public AntDouble3 velocity;
        /// <summary>Its angular velocity, radians per second about the host's axes. [Limit: -1e6 to 1e6]</summary>
        public AntDouble3 angularVelocity;

        /// <summary>With the defaults of the library.</summary>
        public static AntBaseMotion Default()
        {
            Library.Ensure();
            AntBaseMotion value;
            Library.Check(Native.ant_init((uint)AntStruct.BaseMotion, &value, (uint)sizeof(AntBaseMotion)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntBaseMotion Sized()
        {
            AntBaseMotion value = default(AntBaseMotion);
            value.structSize = (uint)sizeof(AntBaseMotion);
            return value;
        }
    }

    /// <summary>Something that happened.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntGhostEvent
    {
        /// <summary>ANT_GHOST_…</summary>
        public AntGhostEventKind kind;
        /// <summary>To whom.</summary>
        public uint player;
        /// <summary>Through whom.</summary>
        public ulong peer;
        /// <summary>When, nanoseconds on the own clock.</summary>
        public long time;
    }

    /// <summary>What is known of the way to a peer. Times in nanoseconds. Fill it with ant_peer_stats_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPeerStats
    {
        /// <summary>Set by ant_peer_stats_init.</summary>
        public uint structSize;
        /// <summary>Players of this peer.</summary>
        public uint players;
        /// <summary>Packets that came.</summary>
        public ulong packets;
        /// <summary>Their bytes.</summary>
        public ulong bytes;
        /// <summary>Packets that were refused: damaged, or of another codec, model or time base.</summary>
        public ulong badPackets;
        /// <summary>Updates that were relative to ones which are not here; they are asked for again.</summary>
        public ulong missingBaselines;
        /// <summary>Updates by what became of them: ANT_VERDICT_… is the place.</summary>
        public fixed ulong verdicts[11];
        /// <summary>Updates that never came.</summary>
        public ulong lost;
        /// <summary>Share of them.</summary>
        public double loss;
        /// <summary>How much the time under way changes between updates.</summary>
        public long jitter;
        /// <summary>Mean gap between the updates of a player.</summary>
        public long meanGap;
        /// <summary>How far the interpolated past lies behind the newest updates.</summary>
        public long delay;
        /// <summary>Round trip by clock requests; -1 before one was answered.</summary>
        public long roundTrip;
        /// <summary>How often a clock jumped and was found again.</summary>
        public ulong clockJumps;
        /// <summary>What did not fit into the inbox, of all peers.</summary>
        public ulong overflowed;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPeerStats Sized()
        {
            AntPeerStats value = default(AntPeerStats);
            value.structSize = (uint)sizeof(AntPeerStats);
            return value;
        }
    }

    /// <summary>What is known of a player's updates. Fill it with ant_player_stats_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPlayerStats
    {
        /// <summary>Set by ant_player_stats_init.</summary>
        public uint structSize;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Who tells of it.</summary>
        public ulong peer;
        /// <summary>Updates by what became of them: ANT_VERDICT_… is the place.</summary>
        public fixed ulong verdicts[11];
        /// <summary>Updates that never came.</summary>
        public ulong lost;
        /// <summary>Share of the last 64 that did not come.</summary>
        public double recentLoss;
        /// <summary>Mean gap between updates, nanoseconds.</summary>
        public long meanGap;
        /// <summary>Mean of how far updates moved what was expected: what was wrong when they came.</summary>
        public double meanError;
        /// <summary>The largest such distance.</summary>
        public double largestError;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPlayerStats Sized()
        {
            AntPlayerStats value = default(AntPlayerStats);
            value.structSize = (uint)sizeof(AntPlayerStats);
            return value;
        }
    }

    /// <summary>What an outbox is made of. Fill it with ant_outbox_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntOutboxDesc
    {
        /// <summary>Set by ant_outbox_desc_init.</summary>
        public uint structSize;
        /// <summary>Most own avatars. Default 64. [Limit: 1 to 1048576]</summary>
        public uint maxPlayers;
        /// <summary>Most observers; the product with max_players at most 2^24. Default 64. [Limit: 1 to 4096]</summary>
        public uint maxObservers;
        /// <summary>Updates of an avatar under way to an observer that are remembered: at least round trip x updates per second. Default 16. [Limit: 1 to 32]</summary>
        public uint inFlight;
        /// <summary>[opt] The level, for walls; null (default) = the map's, or none.</summary>
        public World world;
        /// <summary>[opt] The fields; null (default) = none. Must be of the same level.</summary>
        public PheromoneMap map;
        /// <summary>The host's frame; only without a level and a map, else theirs counts. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Speed at which players run, m/s; 0 (default) = learned from what is submitted. [Limit: 0.001 to 1e6]</summary>
        public double runSpeed;
        /// <summary>Positions in packets are multiples of this, metres; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double positionStep;
        /// <summary>Velocities in packets are multiples of this, m/s; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double velocityStep;
        /// <summary>Most that observers may be off before an update is sent, metres; ant_outbox_set_rules has the rest. Default 0.1.</summary>
        public double threshold;
        /// <summary>Longest time between two updates of an avatar, nanoseconds. Default 5e8. [Limit: 1e6 to 6e10]</summary>
        public long heartbeat;

        /// <summary>With the defaults of the library.</summary>
        public static AntOutboxDesc Default()
        {
            Library.Ensure();
            AntOutboxDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.OutboxDesc, &value, (uint)sizeof(AntOutboxDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntOutboxDesc Sized()
        {
            AntOutboxDesc value = default(AntOutboxDesc);
            value.structSize = (uint)sizeof(AntOutboxDesc);
            return value;
        }
    }

    /// <summary>Somebody who is told. Fill it with ant_observer_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntObserver
    {
        /// <summary>Set by ant_observer_init.</summary>
        public uint structSize;
        /// <summary>1 = everything arrives, in order (TCP, WebSocket): nothing needs to be acknowledged. Default 0.</summary>
        public uint reliable;
        /// <summary>Budget, bytes per second; 0 (default) = no limit. [Limit: &lt;= 2^30]</summary>
        public uint bytesPerSecond;
        /// <summary>Bytes that headers below add to each packet and that count for the budget. Default 28. [Limit: &lt;= 65536]</summary>
        public uint overhead;
        /// <summary>1 = `position` is given: then distances count. Default 0.</summary>
        public uint hasPosition;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Where the observer is, in the host's frame.</summary>
        public AntDouble3 position;
        /// <summary>Avatars nearer than this become relevant, metres. Default INFINITY. [Limit: above 0]</summary>
        public double enterRadius;
        /// <summary>Avatars farther than this leave. Default INFINITY. [Limit: at least enter_radius]</summary>
        public double leaveRadius;

        /// <summary>With the defaults of the library.</summary>
        public static AntObserver Default()
        {
            Library.Ensure();
            AntObserver value;
            Library.Check(Native.ant_init((uint)AntStruct.Observer, &value, (uint)sizeof(AntObserver)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntObserver Sized()
        {
            AntObserver value = default(AntObserver);
            value.structSize = (uint)sizeof(AntObserver);
            return value;
        }
    }

    /// <summary>Parameters of a level. Fill it with ant_world_desc_init. Lengths in metres.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntWorldDesc
    {
        /// <summary>Set by ant_world_desc_init.</summary>
        public uint structSize;
        /// <summary>ANT_CELLS_SURFACE (default) or ANT_CELLS_POLYGON.</summary>
        public AntCellMode cellMode;
        /// <summary>The host's coordinate frame, in which all positions of this level, its maps and predictors are given and returned. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Edge of a cell, metres. Default 1. [Limit: 0.01 to 10000]</summary>
        public double cellSize;
        /// <summary>Highest step that is walked up without jumping, metres. Default 0.5. [Limit: 0 to 10000]</summary>
        public double stepHeight;
        /// <summary>Deepest fall that makes an edge a drop and not a wall, metres. Default 20. [Limit: 0 to 100000]</summary>
        public double dropHeight;
        /// <summary>
        /// How far outside of an edge a lower floor may begin for the edge to be a drop, metres: meshes often keep a walker's radius from edges. Default 0.25.
        /// [Limit: 0 to 1000]
        /// </summary>
        public double dropReach;
        /// <summary>How far above a floor a point still belongs to it, metres. Default 2. [Limit: 0 to 100000]</summary>
        public double floorReach;
        /// <summary>Edges with a smaller gap in the ground plane still touch, metres (for meshes that are not clean). Default 0.02. [Limit: 0 to 1, at most half of cell_size]</summary>
        public double weldDistance;
        /// <summary>Speed at which the travel time of links counts as distance in paths, m/s. Default 5. [Limit: 0.001 to 10000]</summary>
        public double walkSpeed;
        /// <summary>Position to which single-precision data are relative, in the host's frame. Fields are precise within about 5 km of it. Default 0, 0, 0.</summary>
        public AntDouble3 origin;
        /// <summary>Most cells; more give ANT_ERROR_BUDGET. Default 16777216.</summary>
        public uint maxCells;
        /// <summary>Most polygons; more give ANT_ERROR_BUDGET. Default 1048576.</summary>
        public uint maxPolygons;
        /// <summary>Most links, and most doors; more give ANT_ERROR_BUDGET. Default 65536. [Limit: &lt;= 16777215]</summary>
        public uint maxLinks;
        /// <summary>
        /// Most places (cells, polygons, buckets of polygons) that one search looks at: the nearest place, a path, a path's length. A search that would take more
        /// ends with what it has found and says ANT_BUDGET_REACHED. Default 65536. [Limit: &gt;= 1]
        /// </summary>
        public uint maxNodes;

        /// <summary>With the defaults of the library.</summary>
        public static AntWorldDesc Default()
        {
            Library.Ensure();
            AntWorldDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.WorldDesc, &value, (uint)sizeof(AntWorldDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntWorldDesc Sized()
        {
            AntWorldDesc value = default(AntWorldDesc);
            value.structSize = (uint)sizeof(AntWorldDesc);
            return value;
        }
    }

    /// <summary>
    /// A regular grid, laid out along the host's own ground axes. Fill it with ant_grid_desc_init. Lengths in the host's units.
    /// Square (u, v) of a floor is element `floor * width * depth + v * width + u`, where u counts along the host's first ground axis (x, or y when x is
    /// up) and v along the second, both upwards.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntGridDesc
    {
        /// <summary>Set by ant_grid_desc_init.</summary>
        public uint structSize;
        /// <summary>Squares along the first ground axis. [Limit: &gt; 0]</summary>
        public uint width;
        /// <summary>Squares along the second ground axis. [Limit: &gt; 0]</summary>
        public uint depth;
        /// <summary>Floors above each other. Default 1. [Limit: &gt; 0]</summary>
        public uint floors;
        /// <summary>Corner with the smallest ground coordinates, at the height of floor 0, in the host's frame. Default 0, 0, 0.</summary>
        public AntDouble3 corner;
        /// <summary>Height between floors where `heights` is absent; 0 = 3 metres. Default 0. [Limit: 0 to 1e6 m]</summary>
        public double floorHeight;
        /// <summary>[opt] [width * depth * floors] ANT_U8 …: not 0 = blocked. Absent = nothing is blocked.</summary>
        public AntStream blocked;
        /// <summary>[opt] [width * depth * floors] ANT_F32 or ANT_F64: height of each square above the corner. Absent = flat floors.</summary>
        public AntStream heights;
        /// <summary>[opt] [width * depth * floors] ANT_U8 …: area kind of each square. Absent = all 0. [Limit: 0 to 63]</summary>
        public AntStream areas;

        /// <summary>With the defaults of the library.</summary>
        public static AntGridDesc Default()
        {
            Library.Ensure();
            AntGridDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.GridDesc, &value, (uint)sizeof(AntGridDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntGridDesc Sized()
        {
            AntGridDesc value = default(AntGridDesc);
            value.structSize = (uint)sizeof(AntGridDesc);
            return value;
        }
    }

    /// <summary>A connection that is not a shared edge. Fill it with ant_link_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntLinkDesc
    {
        /// <summary>Set by ant_link_desc_init.</summary>
        public uint structSize;
        /// <summary>How one travels: ANT_LINK_WALK … ANT_LINK_SWIM. Default ANT_LINK_WALK.</summary>
        public AntLinkKind kind;
        /// <summary>Where it begins, in the host's frame; put on the nearest floor.</summary>
        public AntDouble3 from;
        /// <summary>Where it ends, in the host's frame; put on the nearest floor.</summary>
        public AntDouble3 to;
        /// <summary>Seconds it takes; 0 = the distance at walking speed. Default 0. [Limit: 0 to 86400]</summary>
        public double travelTime;
        /// <summary>ANT_LINK_TWO_WAY or 0. Default 0.</summary>
        public AntLinkFlags flags;
        /// <summary>Area kind, for cost and filter. Default 0. [Limit: 0 to 63]</summary>
        public uint area;

        /// <summary>With the defaults of the library.</summary>
        public static AntLinkDesc Default()
        {
            Library.Ensure();
            AntLinkDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.LinkDesc, &value, (uint)sizeof(AntLinkDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntLinkDesc Sized()
        {
            AntLinkDesc value = default(AntLinkDesc);
            value.structSize = (uint)sizeof(AntLinkDesc);
            return value;
        }
    }

    /// <summary>
    /// A mesh of convex polygons, one tile or a whole level. Fill it with ant_mesh_desc_init. Positions in the host's frame, any winding.
    /// Duplicate vertices, slivers, T-junctions, islands and overlaps are dealt with.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntMeshDesc
    {
        /// <summary>Set by ant_mesh_desc_init.</summary>
        public uint structSize;
        /// <summary>Elements of `vertices`.</summary>
        public uint vertexCount;
        /// <summary>Elements of `indices`.</summary>
        public uint indexCount;
        /// <summary>Polygons; without `polygon_sizes` it must be index_count / 3 or 0 (then it is taken to be that).</summary>
        public uint polygonCount;
        /// <summary>[vertex_count] ANT_F32X3 or ANT_F64X3: corners.</summary>
        public AntStream vertices;
        /// <summary>[index_count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: vertex numbers of all polygons, one after the other.</summary>
        public AntStream indices;
        /// <summary>[opt] [polygon_count] ANT_U8 …: number of vertices of each polygon. Absent = triangles.</summary>
        public AntStream polygonSizes;
        /// <summary>[opt] [polygon_count] ANT_U8 …: area kind of each polygon. Absent = all 0. [Limit: 0 to 63]</summary>
        public AntStream areas;
        /// <summary>[opt] [link_count] links that belong to this tile: they come and go with it. Each filled with ant_link_desc_init.</summary>
        public AntLinkDesc* links;
        /// <summary>Must be null.</summary>
        public void* reservedPointer;
        /// <summary>Elements of `links`.</summary>
        public uint linkCount;
        /// <summary>Must be 0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntMeshDesc Default()
        {
            Library.Ensure();
            AntMeshDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.MeshDesc, &value, (uint)sizeof(AntMeshDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntMeshDesc Sized()
        {
            AntMeshDesc value = default(AntMeshDesc);
            value.structSize = (uint)sizeof(AntMeshDesc);
            return value;
        }
    }

    /// <summary>What a level holds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntWorldStats
    {
        /// <summary>Set by ant_world_stats_init.</summary>
        public uint structSize;
        /// <summary>Cells.</summary>
        public uint cellCount;
        /// <summary>Polygons; 0 on a grid.</summary>
        public uint polygonCount;
        /// <summary>Blocks of 16 x 16 cells.</summary>
        public uint blockCount;
        /// <summary>Bytes of memory.</summary>
        public ulong bytes;
        /// <summary>Grows with every change of tiles, doors and links.</summary>
        public ulong revision;
        /// <summary>Hash of the static level: snapshots of maps are only restored on an equal level.</summary>
        public ulong contentHash;
        /// <summary>Position to which single-precision data are relative.</summary>
        public AntDouble3 origin;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntWorldStats Sized()
        {
            AntWorldStats value = default(AntWorldStats);
            value.structSize = (uint)sizeof(AntWorldStats);
            return value;
        }
    }

    /// <summary>What a door closes: everything inside a box, named polygons, named links. Fill it with ant_door_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDoorDesc
    {
        /// <summary>Set by ant_door_desc_init.</summary>
        public uint structSize;
        /// <summary>ANT_DOOR_HAS_BOUNDS, ANT_DOOR_CLOSED. Default 0.</summary>
        public AntDoorFlags flags;
        /// <summary>One corner of the box, in the host's frame.</summary>
        public AntDouble3 boundsMin;
        /// <summary>The opposite corner.</summary>
        public AntDouble3 boundsMax;
        /// <summary>[opt] [polygon_count] polygons that are closed.</summary>
        public uint* polygons;
        /// <summary>[opt] [link_count] links that are closed.</summary>
        public AntLink* links;
        /// <summary>Elements of `polygons`.</summary>
        public uint polygonCount;
        /// <summary>Elements of `links`.</summary>
        public uint linkCount;

        /// <summary>With the defaults of the library.</summary>
        public static AntDoorDesc Default()
        {
            Library.Ensure();
            AntDoorDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.DoorDesc, &value, (uint)sizeof(AntDoorDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDoorDesc Sized()
        {
            AntDoorDesc value = default(AntDoorDesc);
            value.structSize = (uint)sizeof(AntDoorDesc);
            return value;
        }
    }

    /// <summary>Where one may go. Fill it with ant_query_filter_init. Where a filter is [opt], null means the defaults.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntQueryFilter
    {
        /// <summary>Set by ant_query_filter_init.</summary>
        public uint structSize;
        /// <summary>ANT_QUERY_AIRBORNE, ANT_QUERY_NO_LINKS. Default 0.</summary>
        public AntQueryFlags flags;
        /// <summary>Bit n set: area kind n may be entered. Default all.</summary>
        public ulong allowedAreas;

        /// <summary>With the defaults of the library.</summary>
        public static AntQueryFilter Default()
        {
            Library.Ensure();
            AntQueryFilter value;
            Library.Check(Native.ant_init((uint)AntStruct.QueryFilter, &value, (uint)sizeof(AntQueryFilter)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntQueryFilter Sized()
        {
            AntQueryFilter value = default(AntQueryFilter);
            value.structSize = (uint)sizeof(AntQueryFilter);
            return value;
        }
    }

    /// <summary>A place on the walkable surface.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntLocation
    {
        /// <summary>Set by ant_location_init.</summary>
        public uint structSize;
        /// <summary>Polygon it lies on, or ANT_NO_POLYGON.</summary>
        public uint polygon;
        /// <summary>The point on the surface, in the host's frame.</summary>
        public AntDouble3 point;
        /// <summary>Cell it belongs to; zero when no cell covers the place.</summary>
        public AntCell cell;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntLocation Sized()
        {
            AntLocation value = default(AntLocation);
            value.structSize = (uint)sizeof(AntLocation);
            return value;
        }
    }

    /// <summary>How far a straight walk got.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntWalkHit
    {
        /// <summary>Set by ant_walk_hit_init.</summary>
        public uint structSize;
        /// <summary>What stopped it: ANT_EDGE_WALL, ANT_EDGE_DROP, ANT_EDGE_LINK; ANT_EDGE_OPEN = it arrived.</summary>
        public AntEdge stoppedBy;
        /// <summary>Where it ended, in the host's frame.</summary>
        public AntDouble3 point;
        /// <summary>Share of the way that was walked, 0 to 1.</summary>
        public double fraction;
        /// <summary>Cell where it ended; zero when there is none.</summary>
        public AntCell cell;
        /// <summary>Polygon where it ended, or ANT_NO_POLYGON.</summary>
        public uint polygon;
        /// <summary>0.</summary>
        public uint reserved;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntWalkHit Sized()
        {
            AntWalkHit value = default(AntWalkHit);
            value.structSize = (uint)sizeof(AntWalkHit);
            return value;
        }
    }

    /// <summary>A path.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPathInfo
    {
        /// <summary>Set by ant_path_info_init.</summary>
        public uint structSize;
        /// <summary>Corners of the whole path, also when the capacity was smaller.</summary>
        public uint pointCount;
        /// <summary>Length in the host's units; a link counts by its straight distance.</summary>
        public double length;
        /// <summary>1 when the path reaches the goal, 0 when it leads to the reachable place nearest to it.</summary>
        public uint complete;
        /// <summary>0.</summary>
        public uint reserved;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPathInfo Sized()
        {
            AntPathInfo value = default(AntPathInfo);
            value.structSize = (uint)sizeof(AntPathInfo);
            return value;
        }
    }

    /// <summary>A cell.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntCellInfo
    {
        /// <summary>Set by ant_cell_info_init.</summary>
        public uint structSize;
        /// <summary>Cells one can go to from here.</summary>
        public uint neighbourCount;
        /// <summary>Centre on the surface, in the host's frame.</summary>
        public AntDouble3 center;
        /// <summary>Area in square units of the host.</summary>
        public double area;
        /// <summary>Column of the lattice along canonical x (the origin is the corner of column 0).</summary>
        public int latticeX;
        /// <summary>Column of the lattice along canonical z.</summary>
        public int latticeZ;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntCellInfo Sized()
        {
            AntCellInfo value = default(AntCellInfo);
            value.structSize = (uint)sizeof(AntCellInfo);
            return value;
        }
    }

    /// <summary>What the host's level format knows of sight (a BSP's clusters and their visibility). Fill it with ant_visibility_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntVisibilityDesc
    {
        /// <summary>Set by ant_visibility_desc_init.</summary>
        public uint structSize;
        /// <summary>Clusters. [Limit: 1 to 16384]</summary>
        public uint clusterCount;
        /// <summary>Cells that are told the cluster of.</summary>
        public uint cellCount;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>[cluster_count rows of (cluster_count + 7) / 8 bytes] bit c &amp; 7 of byte c &gt;&gt; 3 of a row is set where cluster c can be seen from the row's cluster</summary>
        public void* rows;
        /// <summary>Must be null: pointers come in pairs, so that there is no padding where they have 32 bits.</summary>
        public void* reservedPointer;
        /// <summary>[cell_count] ANT_U64: ids of cells (ant_world_cells)</summary>
        public AntStream cells;
        /// <summary>[cell_count] ANT_U8 … ANT_U32: the cluster each lies in</summary>
        public AntStream clusters;

        /// <summary>With the defaults of the library.</summary>
        public static AntVisibilityDesc Default()
        {
            Library.Ensure();
            AntVisibilityDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.VisibilityDesc, &value, (uint)sizeof(AntVisibilityDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntVisibilityDesc Sized()
        {
            AntVisibilityDesc value = default(AntVisibilityDesc);
            value.structSize = (uint)sizeof(AntVisibilityDesc);
            return value;
        }
    }

    /// <summary>Which cells pull, and how: the attraction region and the force law. Lengths in metres.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntAttraction
    {
        /// <summary>ANT_REGION_SQUARE (default), ANT_REGION_DISC or ANT_REGION_CONE.</summary>
        public AntRegion shape;
        /// <summary>
        /// 1: walls hide the cells behind them; drops and windows (ant_world_add_window) do not, and where the host told what sees what
        /// (ant_world_set_visibility), that decides. Default 0.
        /// </summary>
        public uint wallsHide;
        /// <summary>Size of the region, metres. Default 12.7. [Limit: 0 to 100000]</summary>
        public double diameter;
        /// <summary>How far beyond the region's border cells still count, metres. Default 0. [Limit: 0 to 100000]</summary>
        public double margin;
        /// <summary>Half the opening of the cone, radians. Default pi / 4. [Limit: 1e-6 to pi]</summary>
        public double halfAngle;
        /// <summary>Cells further above or below do not count, metres. Default 3. [Limit: &gt;= 0]</summary>
        public double verticalReach;
        /// <summary>Length that counts as 1 in distance^exponent, metres. Default 0.0254. [Limit: 1e-6 to 1e6]</summary>
        public double unit;
        /// <summary>Distances count as sqrt(d^2 + softening^2), metres. Default 0.5. [Limit: 0 to 1e6]</summary>
        public double softening;
        /// <summary>Exponent of the distance: the pull of a cell is what is read there / distance^exponent. Default 2. [Limit: 0 to 4]</summary>
        public uint exponent;
        /// <summary>1: the pull acts in three dimensions, towards what lies higher or lower too. Takes about ten times as long. Default 0.</summary>
        public uint vertical;
    }

    /// <summary>One kind of pheromone (health, weapons, places …). Fill it with ant_layer_desc_init. Defaults are those of the paper for Quake III.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntLayerDesc
    {
        /// <summary>Set by ant_layer_desc_init.</summary>
        public uint structSize;
        /// <summary>Share that survives a step. Default 0.5. [Limit: 0 to 1]</summary>
        public float evaporation;
        /// <summary>Share of the survivors that moves on to the neighbours. Default 0.7. [Limit: 0 to 1]</summary>
        public float diffusion;
        /// <summary>What is read is at most this, in both directions. Default 100. [Limit: 0 to 1e9]</summary>
        public float cap;
        /// <summary>What is read below this counts as nothing. Default 0.001. [Limit: 0 to 1e9]</summary>
        public float floor;
        /// <summary>A tile whose amounts are all below this is dropped; 0 = never. Default 0.0001. [Limit: 0 to 1e9]</summary>
        public float prune;

        /// <summary>With the defaults of the library.</summary>
        public static AntLayerDesc Default()
        {
            Library.Ensure();
            AntLayerDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.LayerDesc, &value, (uint)sizeof(AntLayerDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntLayerDesc Sized()
        {
            AntLayerDesc value = default(AntLayerDesc);
            value.structSize = (uint)sizeof(AntLayerDesc);
            return value;
        }
    }

    /// <summary>Parameters of a map. Fill it with ant_map_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntMapDesc
    {
        /// <summary>Set by ant_map_desc_init.</summary>
        public uint structSize;
        /// <summary>Elements of `layers`. Default 0. [Limit: &lt;= 4096]</summary>
        public uint layerCount;
        /// <summary>[opt] [layer_count] each filled with ant_layer_desc_init. With none the map has one layer with defaults.</summary>
        public AntLayerDesc* layers;
        /// <summary>[opt] parameters of the avatars' own layers; null = defaults.</summary>
        public AntLayerDesc* avatarLayer;
        /// <summary>Length of one step of the field, nanoseconds, whatever the rate of the host. Default 50 ms. [Limit: 1000 to 60 s]</summary>
        public long step;
        /// <summary>Time at which the map begins, nanoseconds. Default 0.</summary>
        public long start;
        /// <summary>Weight with which an avatar is felt by others unless a pair weight is set. Default -1. [Limit: -1e9 to 1e9]</summary>
        public float avatarWeight;
        /// <summary>Layer that collects presence (ant_map_note), or ANT_NO_LAYER (default).</summary>
        public uint presenceLayer;
        /// <summary>Layer that collects kills, or ANT_NO_LAYER (default).</summary>
        public uint killLayer;
        /// <summary>Layer that collects deaths, or ANT_NO_LAYER (default).</summary>
        public uint deathLayer;
        /// <summary>
        /// A source this far off the level counts as at the nearest place of it, metres: items float, and navmeshes keep a body's radius from walls. One farther
        /// off cannot be added unless tiles come and go; one that is moved farther off emits nothing there. Default 1. [Limit: 0 to 1e6]
        /// </summary>
        public double sourceReach;
        /// <summary>Most steps one ant_map_step_to makes; the others are owed. Default 200. [Limit: &gt; 0]</summary>
        public uint maxCatchUp;
        /// <summary>Most tiles of 16 x 16 cells with pheromone, over all layers; the field does not spread beyond. Default 1048576.</summary>
        public uint maxActiveTiles;
        /// <summary>Most sources; more give ANT_ERROR_BUDGET. Default 65536.</summary>
        public uint maxSources;
        /// <summary>Most avatars; more give ANT_ERROR_BUDGET. Default 256.</summary>
        public uint maxAvatars;

        /// <summary>With the defaults of the library.</summary>
        public static AntMapDesc Default()
        {
            Library.Ensure();
            AntMapDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.MapDesc, &value, (uint)sizeof(AntMapDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntMapDesc Sized()
        {
            AntMapDesc value = default(AntMapDesc);
            value.structSize = (uint)sizeof(AntMapDesc);
            return value;
        }
    }

    /// <summary>What a map holds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntMapStats
    {
        /// <summary>Set by ant_map_stats_init.</summary>
        public uint structSize;
        /// <summary>Layers: those of the descriptor, then one per avatar.</summary>
        public uint layerCount;
        /// <summary>Time of the last step, nanoseconds.</summary>
        public long time;
        /// <summary>Cells with pheromone, over all layers.</summary>
        public ulong activeCells;
        /// <summary>Bytes of the field buffers alone: 8 per active cell and layer.</summary>
        public ulong fieldBytes;
        /// <summary>Bytes of memory, with the trails.</summary>
        public ulong bytes;
        /// <summary>1 if the map has trails.</summary>
        public uint hasTrails;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Cells of the trails, of all resolutions.</summary>
        public ulong trailCells;
        /// <summary>Passages that the trails remember.</summary>
        public ulong trailPassages;
        /// <summary>Bytes of memory of the trails.</summary>
        public ulong trailBytes;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntMapStats Sized()
        {
            AntMapStats value = default(AntMapStats);
            value.structSize = (uint)sizeof(AntMapStats);
            return value;
        }
    }

    /// <summary>Something that emits pheromone. Fill it with ant_source_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSourceDesc
    {
        /// <summary>Set by ant_source_desc_init.</summary>
        public uint structSize;
        /// <summary>Layer it feeds, one of the descriptor's. Default 0.</summary>
        public uint layer;
        /// <summary>Where it is, in the host's frame.</summary>
        public AntDouble3 position;
        /// <summary>Amount per step; negative repels. Default 36 (base emission 40 times 0.9). [Limit: -1e9 to 1e9]</summary>
        public float emission;
        /// <summary>ANT_SOURCE_FIXED or 0 (default).</summary>
        public AntSourceFlags flags;

        /// <summary>With the defaults of the library.</summary>
        public static AntSourceDesc Default()
        {
            Library.Ensure();
            AntSourceDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.SourceDesc, &value, (uint)sizeof(AntSourceDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSourceDesc Sized()
        {
            AntSourceDesc value = default(AntSourceDesc);
            value.structSize = (uint)sizeof(AntSourceDesc);
            return value;
        }
    }

    /// <summary>Many sources to be added or changed. Fill it with ant_source_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSourceBatch
    {
        /// <summary>Set by ant_source_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of sources. Default 0.</summary>
        public uint count;
        /// <summary>[count] ANT_U64: the host's own numbers; those not in use are added</summary>
        public AntStream ids;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3; new sources need it, others stay where they are without it</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64: amount per step; new sources need it. [Limit: -1e9 to 1e9]</summary>
        public AntStream emissions;
        /// <summary>[opt] [count] ANT_U8 … ANT_U32: 1 or 0 as for ant_map_set_source_active; new sources are active without it</summary>
        public AntStream active;
        /// <summary>[opt] [count] ANT_U8 … ANT_U32: layer of new sources. Absent: 0</summary>
        public AntStream layers;
        /// <summary>[opt] [count] ANT_U8 … ANT_U32: ANT_SOURCE_FIXED or 0, of new sources. Absent: 0</summary>
        public AntStream flags;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written</summary>
        public AntStream status;

        /// <summary>With the defaults of the library.</summary>
        public static AntSourceBatch Default()
        {
            Library.Ensure();
            AntSourceBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.SourceBatch, &value, (uint)sizeof(AntSourceBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSourceBatch Sized()
        {
            AntSourceBatch value = default(AntSourceBatch);
            value.structSize = (uint)sizeof(AntSourceBatch);
            return value;
        }
    }

    /// <summary>What stepping did.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStepReport
    {
        /// <summary>Set by ant_step_report_init.</summary>
        public uint structSize;
        /// <summary>Steps made.</summary>
        public uint steps;
        /// <summary>Steps still owed to reach the time asked for.</summary>
        public ulong owed;
        /// <summary>Time of the map now, nanoseconds.</summary>
        public long time;
        /// <summary>1 when max_active_tiles kept the field from spreading somewhere.</summary>
        public uint budgetReached;
        /// <summary>0.</summary>
        public uint reserved;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStepReport Sized()
        {
            AntStepReport value = default(AntStepReport);
            value.structSize = (uint)sizeof(AntStepReport);
            return value;
        }
    }

    /// <summary>Who reads a map: how much each layer counts, and whose avatar it is. Fill it with ant_reader_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntReader
    {
        /// <summary>Set by ant_reader_init.</summary>
        public uint structSize;
        /// <summary>Elements of `weights`.</summary>
        public uint weightCount;
        /// <summary>[opt] [weight_count] weight per layer of the descriptor; missing ones count 0. [Limit: -1e6 to 1e6]</summary>
        public float* weights;
        /// <summary>Must be null.</summary>
        public void* reservedPointer;
        /// <summary>The reader's own avatar, with ANT_READER_HAS_AVATAR: it feels the other avatars by their pair weights.</summary>
        public ulong avatar;
        /// <summary>ANT_READER_HAS_AVATAR or 0 (default: feels no avatars).</summary>
        public AntReaderFlags flags;
        /// <summary>Must be 0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntReader Default()
        {
            Library.Ensure();
            AntReader value;
            Library.Check(Native.ant_init((uint)AntStruct.Reader, &value, (uint)sizeof(AntReader)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntReader Sized()
        {
            AntReader value = default(AntReader);
            value.structSize = (uint)sizeof(AntReader);
            return value;
        }
    }

    /// <summary>Many places of a map to be read. Fill it with ant_sample_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSampleBatch
    {
        /// <summary>Set by ant_sample_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of places. Default 0.</summary>
        public uint count;
        /// <summary>[opt] Who reads. Null (default): the raw amounts of `layer`, without weight, cap or floor.</summary>
        public AntReader* reader;
        /// <summary>Must be null.</summary>
        public void* reservedPointer;
        /// <summary>Layer whose raw amounts are read where there is no reader. Default 0.</summary>
        public uint layer;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>[opt] [count] ANT_U64: AntCell. Either this or `positions`</summary>
        public AntStream cells;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3</summary>
        public AntStream positions;
        /// <summary>[count] ANT_F32 or ANT_F64, written</summary>
        public AntStream values;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, or ANT_ERROR_NOT_FOUND where there is no cell</summary>
        public AntStream status;

        /// <summary>With the defaults of the library.</summary>
        public static AntSampleBatch Default()
        {
            Library.Ensure();
            AntSampleBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.SampleBatch, &value, (uint)sizeof(AntSampleBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSampleBatch Sized()
        {
            AntSampleBatch value = default(AntSampleBatch);
            value.structSize = (uint)sizeof(AntSampleBatch);
            return value;
        }
    }

    /// <summary>A question for a force. Fill it with ant_force_query_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntForceQuery
    {
        /// <summary>Set by ant_force_query_init.</summary>
        public uint structSize;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>Which cells pull, and how.</summary>
        public AntAttraction attraction;
        /// <summary>Where somebody stands, in the host's frame.</summary>
        public AntDouble3 position;
        /// <summary>Which way it looks, any length, in the host's frame; only for cones.</summary>
        public AntDouble3 view;

        /// <summary>With the defaults of the library.</summary>
        public static AntForceQuery Default()
        {
            Library.Ensure();
            AntForceQuery value;
            Library.Check(Native.ant_init((uint)AntStruct.ForceQuery, &value, (uint)sizeof(AntForceQuery)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntForceQuery Sized()
        {
            AntForceQuery value = default(AntForceQuery);
            value.structSize = (uint)sizeof(AntForceQuery);
            return value;
        }
    }

    /// <summary>A force.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntForce
    {
        /// <summary>Set by ant_force_init.</summary>
        public uint structSize;
        /// <summary>Cells that were read.</summary>
        public uint cells;
        /// <summary>The force along the host's axes, in attraction units per frame^2 for mass 1.</summary>
        public AntDouble3 total;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntForce Sized()
        {
            AntForce value = default(AntForce);
            value.structSize = (uint)sizeof(AntForce);
            return value;
        }
    }

    /// <summary>Parameters of trails. Fill it with ant_trail_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTrailDesc
    {
        /// <summary>Set by ant_trail_desc_init.</summary>
        public uint structSize;
        /// <summary>Share of what passes through a cell that also counts for the four around it. Default 0. [Limit: 0 to 0.5]</summary>
        public float diffusion;
        /// <summary>Nominal top speed, m/s: all lengths of trails are relative to it, so it must be that of the players. Default 8.128. [Limit: 1e-6 to 1e6]</summary>
        public double vMax;
        /// <summary>Evidence halves in this time, seconds; 0 = it stays. Default 0. [Limit: 0, or 1 to 1e9]</summary>
        public double halfLife;
        /// <summary>Most cells; when there are more, those with the least evidence give way. About 100 bytes each and 88 per heading seen in it. Default 65536. [Limit: 64 to 16777216]</summary>
        public uint maxCells;
        /// <summary>Most remembered passages, of 64 bytes each; when there are more, old ones give way. Default 65536. [Limit: 64 to 16777216]</summary>
        public uint maxPassages;

        /// <summary>With the defaults of the library.</summary>
        public static AntTrailDesc Default()
        {
            Library.Ensure();
            AntTrailDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.TrailDesc, &value, (uint)sizeof(AntTrailDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTrailDesc Sized()
        {
            AntTrailDesc value = default(AntTrailDesc);
            value.structSize = (uint)sizeof(AntTrailDesc);
            return value;
        }
    }

    /// <summary>What a place and heading remember about one horizon.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTrailReading
    {
        /// <summary>Mean of where players went from there, less what damped dead reckoning says, in the host's frame and units. Shrunken towards zero where few came by.</summary>
        public AntDouble3 mean;
        /// <summary>Mean distance from it, in the host's units.</summary>
        public double spread;
        /// <summary>Evidence: weighted number of visits.</summary>
        public double evidence;
    }

    /// <summary>How events turn into weights; positive attracts, negative repels. Fill it with ant_interaction_rules_init. All weights [Limit: -1e6 to 1e6].</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntInteractionRules
    {
        /// <summary>Set by ant_interaction_rules_init.</summary>
        public uint structSize;
        /// <summary>Most kills that count in each direction. Default 10.</summary>
        public uint historyLimit;
        /// <summary>How long an event matters, nanoseconds. Default 10 s. [Limit: &gt; 0]</summary>
        public long window;
        /// <summary>Weight right after an event, by kind ANT_INTERACTION_…; fades linearly to 0 over `window`. Default 1.5, -1.5, 1, 1, 1, 1.</summary>
        public fixed float byKind[6];
        /// <summary>Weight of somebody with whom nothing happened. Default -1.</summary>
        public float @base;
        /// <summary>Per kill of the other by the reader. Default 0.1.</summary>
        public float perKill;
        /// <summary>Per kill of the reader by the other. Default -0.1.</summary>
        public float perDeath;
        /// <summary>Factor for somebody in the same team. Default 0.5.</summary>
        public float teamFactor;
        /// <summary>Factor for somebody who carries a flag. Default 2.</summary>
        public float flagFactor;
        /// <summary>Most pairs that are remembered; the one that was quiet longest goes first. Default 65536.</summary>
        public uint maxPairs;

        /// <summary>With the defaults of the library.</summary>
        public static AntInteractionRules Default()
        {
            Library.Ensure();
            AntInteractionRules value;
            Library.Check(Native.ant_init((uint)AntStruct.InteractionRules, &value, (uint)sizeof(AntInteractionRules)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntInteractionRules Sized()
        {
            AntInteractionRules value = default(AntInteractionRules);
            value.structSize = (uint)sizeof(AntInteractionRules);
            return value;
        }
    }

    /// <summary>What is learned, and under which forces: those of the profile that will have the weights. Fill it with ant_tastes_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTastesDesc
    {
        /// <summary>Set by ant_tastes_desc_init.</summary>
        public uint structSize;
        /// <summary>Layers of the map that are weighed, from the first on. Default 1. [Limit: 1 to 16]</summary>
        public uint layers;
        /// <summary>Most players with weights of their own; what others do is learned for all. Default 256.</summary>
        public uint maxPlayers;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>How long an occasion lasts, nanoseconds: as far ahead as predictions matter. Default 1 s. [Limit: 1000000 to 60 s]</summary>
        public long horizon;
        /// <summary>After so long what was learned counts half, seconds; 0 = for good. Default 0. [Limit: 0 to 1e9]</summary>
        public double halfLife;
        /// <summary>So many occasions the weights of all count beside a player's own, and none beside those of all. Default 30. [Limit: 0 to 1e9]</summary>
        public double shrink;
        /// <summary>As in the profile. Default 1. [Limit: 1e-6 to 1e9]</summary>
        public double mass;
        /// <summary>As in the profile. Default 0.5. [Limit: 1e-6 to 1]</summary>
        public double alpha;
        /// <summary>As in the profile. Default 0.05. [Limit: 1e-6 to 60]</summary>
        public double frameTime;
        /// <summary>As in the profile, but above 0. Default 1. [Limit: 1e-9 to 1e9]</summary>
        public double forceScale;
        /// <summary>As in the profile.</summary>
        public AntAttraction attraction;

        /// <summary>With the defaults of the library.</summary>
        public static AntTastesDesc Default()
        {
            Library.Ensure();
            AntTastesDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.TastesDesc, &value, (uint)sizeof(AntTastesDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTastesDesc Sized()
        {
            AntTastesDesc value = default(AntTastesDesc);
            value.structSize = (uint)sizeof(AntTastesDesc);
            return value;
        }
    }

    /// <summary>A predicted state in the host's frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPrediction
    {
        /// <summary>Set by ant_prediction_init.</summary>
        public uint structSize;
        /// <summary>Which corrections changed it: ANT_CORRECTION_…</summary>
        public AntCorrectionFlags corrections;
        /// <summary>Where.</summary>
        public AntDouble3 position;
        /// <summary>How fast then, units per second.</summary>
        public AntDouble3 velocity;
        /// <summary>Facing: x, y, z, w.</summary>
        public AntDouble4 orientation;
        /// <summary>Radius that holds the true position nine times out of ten; 0 when the model does not say.</summary>
        public double radius;
        /// <summary>How sure the model is, 0 to 1; 0 when it does not say.</summary>
        public double confidence;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPrediction Sized()
        {
            AntPrediction value = default(AntPrediction);
            value.structSize = (uint)sizeof(AntPrediction);
            return value;
        }
    }

    /// <summary>How one entity is predicted. Fill it with ant_profile_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntProfile
    {
        /// <summary>Set by ant_profile_init.</summary>
        public uint structSize;
        /// <summary>ANT_MODEL_STILL … ANT_MODEL_CUSTOM. Default ANT_MODEL_AUTO.</summary>
        public AntModel model;
        /// <summary>ANT_PROFILE_… Default 0.</summary>
        public AntProfileFlags flags;
        /// <summary>What happens at walls where a level is given: ANT_OBSTACLE_SLIDE (default) or ANT_OBSTACLE_IGNORE.</summary>
        public AntObstacle obstacle;
        /// <summary>Mass: divides the effect of forces. Default 1. [Limit: 1e-6 to 1e9]</summary>
        public double mass;
        /// <summary>Nominal top speed, m/s. Default 8.128. [Limit: 1e-6 to 1e6]</summary>
        public double vMax;
        /// <summary>The speed limit is max(v_max, speed_factor * fastest recently observed speed) … Default 1.1. [Limit: 0 to 1000]</summary>
        public double speedFactor;
        /// <summary>… but never above this, m/s. Default 40. [Limit: 1e-6 to 1e6]</summary>
        public double speedCap;
        /// <summary>Weight of forces against acceleration. Default 0.5. [Limit: 0 to 1]</summary>
        public double alpha;
        /// <summary>Weight of the newest velocity in its moving average, per frame. Default 0.8. [Limit: 1e-6 to 1]</summary>
        public double alphaV;
        /// <summary>Weight of the newest acceleration in its moving average, per frame. Default 0.8. [Limit: 0 to 1]</summary>
        public double alphaA;
        /// <summary>Frame time of the paper, in which forces and averages are expressed, seconds. Default 0.05. [Limit: 1e-6 to 60]</summary>
        public double frameTime;
        /// <summary>Time in which the velocity of the damped model dies away, seconds. Default 0.7. [Limit: 1e-6 to 1e6]</summary>
        public double tau;
        /// <summary>Factor on all forces. Default 1. [Limit: -1e9 to 1e9]</summary>
        public double forceScale;
        /// <summary>Below this speed an entity stands still, m/s … Default 0.1. [Limit: 0 to 1e6]</summary>
        public double stillSpeed;
        /// <summary>… and its forces are multiplied by this. Default 0. [Limit: 0 to 1]</summary>
        public double stillForce;
        /// <summary>The displacement is at most this factor of speed * time; 0 = no such limit (default). [Limit: 0 to 1e9]</summary>
        public double vectorFactor;
        /// <summary>Which cells pull, and how.</summary>
        public AntAttraction attraction;
        /// <summary>[opt] [layer_weight_count] weight per layer of the map; copied. Null with a count of 0: 1 for the first layer. [Limit: -1e6 to 1e6]</summary>
        public float* layerWeights;
        /// <summary>Must be null.</summary>
        public void* reservedPointer;
        /// <summary>Elements of `layer_weights`. [Limit: &lt;= 65536]</summary>
        public uint layerWeightCount;
        /// <summary>So many banks from `bank` on compete in ANT_MODEL_NEURO: the one that erred least of late is heard. Default 1. [Limit: 1 to 8]</summary>
        public uint bankCount;
        /// <summary>The entity's own avatar on the map, with ANT_PROFILE_HAS_AVATAR.</summary>
        public ulong avatar;
        /// <summary>Bit n set: area kind n may be entered. Default all.</summary>
        public ulong allowedAreas;
        /// <summary>E of the interest scheme with ANT_PROFILE_HAS_PREFERENCE: -100 always objects, 100 always players. Default 0. [Limit: -100 to 100]</summary>
        public double preference;
        /// <summary>What the acceleration of the body-axis DIS models means: ANT_BODY_ACCELERATION_… Default ANT_BODY_ACCELERATION_DERIVATIVE.</summary>
        public AntBodyAcceleration bodyAcceleration;
        /// <summary>Number of the bank of ANT_MODEL_NEURO. Default 0, which is built in while no file is loaded under it.</summary>
        public uint bank;

        /// <summary>With the defaults of the library.</summary>
        public static AntProfile Default()
        {
            Library.Ensure();
            AntProfile value;
            Library.Check(Native.ant_init((uint)AntStruct.Profile, &value, (uint)sizeof(AntProfile)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntProfile Sized()
        {
            AntProfile value = default(AntProfile);
            value.structSize = (uint)sizeof(AntProfile);
            return value;
        }
    }

    /// <summary>Parameters of a predictor. Fill it with ant_predictor_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPredictorDesc
    {
        /// <summary>Set by ant_predictor_desc_init.</summary>
        public uint structSize;
        /// <summary>Most entities; more give ANT_ERROR_BUDGET. Default 65536. [Limit: &lt;= 16777215]</summary>
        public uint maxEntities;
        /// <summary>[opt] The level, for obstacles; null (default) = the map's, or none.</summary>
        public World world;
        /// <summary>[opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.</summary>
        public PheromoneMap map;
        /// <summary>The host's frame; only without a level and a map, else theirs counts. Default canonical.</summary>
        public AntFrame frame;

        /// <summary>With the defaults of the library.</summary>
        public static AntPredictorDesc Default()
        {
            Library.Ensure();
            AntPredictorDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.PredictorDesc, &value, (uint)sizeof(AntPredictorDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPredictorDesc Sized()
        {
            AntPredictorDesc value = default(AntPredictorDesc);
            value.structSize = (uint)sizeof(AntPredictorDesc);
            return value;
        }
    }

    /// <summary>One update about an entity, in the host's frame. Fill it with ant_observation_init. Fields without their flag are not read.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntObservation
    {
        /// <summary>Set by ant_observation_init.</summary>
        public uint structSize;
        /// <summary>ANT_OBSERVE_… Default 0.</summary>
        public AntObserveFlags flags;
        /// <summary>When it was true, nanoseconds on the game clock.</summary>
        public long time;
        /// <summary>Where it was.</summary>
        public AntDouble3 position;
        /// <summary>Units per second, with ANT_OBSERVE_HAS_VELOCITY; else estimated.</summary>
        public AntDouble3 velocity;
        /// <summary>Units per second^2, with ANT_OBSERVE_HAS_ACCELERATION; else estimated.</summary>
        public AntDouble3 acceleration;
        /// <summary>x, y, z, w, with ANT_OBSERVE_HAS_ORIENTATION; else as before. [Limit: length 1]</summary>
        public AntDouble4 orientation;
        /// <summary>The host's own number of the base, with ANT_OBSERVE_HAS_BASE.</summary>
        public ulong baseId;
        /// <summary>Position of the base's own origin.</summary>
        public AntDouble3 basePosition;
        /// <summary>Rotation of the base: x, y, z, w. [Limit: length 1]</summary>
        public AntDouble4 baseOrientation;
        /// <summary>Velocity of the base, units per second.</summary>
        public AntDouble3 baseVelocity;
        /// <summary>Angular velocity of the base, radians per second about the host's axes. [Limit: -1e6 to 1e6]</summary>
        public AntDouble3 baseAngularVelocity;
        /// <summary>
        /// Angular velocity about the entity's own axes (those that its orientation turns), radians per second, with
        /// ANT_OBSERVE_HAS_ANGULAR_VELOCITY; only the rotating DIS models use it. [Limit: -1e6 to 1e6]
        /// </summary>
        public AntDouble3 angularVelocity;

        /// <summary>With the defaults of the library.</summary>
        public static AntObservation Default()
        {
            Library.Ensure();
            AntObservation value;
            Library.Check(Native.ant_init((uint)AntStruct.Observation, &value, (uint)sizeof(AntObservation)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntObservation Sized()
        {
            AntObservation value = default(AntObservation);
            value.structSize = (uint)sizeof(AntObservation);
            return value;
        }
    }

    /// <summary>Updates about many entities. Fill it with ant_observe_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntObserveBatch
    {
        /// <summary>Set by ant_observe_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of updates. Default 0.</summary>
        public uint count;
        /// <summary>Time of all updates where `times` is absent, nanoseconds. Default 0.</summary>
        public long time;
        /// <summary>[count] ANT_U64: AntEntity</summary>
        public AntStream entities;
        /// <summary>[opt] [count] ANT_I64: nanoseconds</summary>
        public AntStream times;
        /// <summary>[count] ANT_F32X3 or ANT_F64X3</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: units per second</summary>
        public AntStream velocities;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: units per second^2</summary>
        public AntStream accelerations;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w</summary>
        public AntStream orientations;
        /// <summary>[opt] [count] ANT_U16 or ANT_U32: ANT_OBSERVE_AIRBORNE, ANT_OBSERVE_TELEPORTED</summary>
        public AntStream flags;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_LATE or an error</summary>
        public AntStream status;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: radians per second about the entity's own axes. [Limit: -1e6 to 1e6]</summary>
        public AntStream angularVelocities;

        /// <summary>With the defaults of the library.</summary>
        public static AntObserveBatch Default()
        {
            Library.Ensure();
            AntObserveBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.ObserveBatch, &value, (uint)sizeof(AntObserveBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntObserveBatch Sized()
        {
            AntObserveBatch value = default(AntObserveBatch);
            value.structSize = (uint)sizeof(AntObserveBatch);
            return value;
        }
    }

    /// <summary>A question for many predictions. Fill it with ant_predict_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPredictBatch
    {
        /// <summary>Set by ant_predict_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of predictions. Default 0.</summary>
        public uint count;
        /// <summary>Time of all predictions where `times` is absent, nanoseconds. Default 0.</summary>
        public long time;
        /// <summary>[count] ANT_U64: AntEntity</summary>
        public AntStream entities;
        /// <summary>[opt] [count] ANT_I64: nanoseconds</summary>
        public AntStream times;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second</summary>
        public AntStream velocities;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w</summary>
        public AntStream orientations;
        /// <summary>[opt] [count] ANT_U8 or ANT_U32, written: ANT_CORRECTION_…</summary>
        public AntStream corrections;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error</summary>
        public AntStream status;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when the model does not say</summary>
        public AntStream radii;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64, written: how sure the model is, 0 to 1; 0 when it does not say</summary>
        public AntStream confidences;

        /// <summary>With the defaults of the library.</summary>
        public static AntPredictBatch Default()
        {
            Library.Ensure();
            AntPredictBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.PredictBatch, &value, (uint)sizeof(AntPredictBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPredictBatch Sized()
        {
            AntPredictBatch value = default(AntPredictBatch);
            value.structSize = (uint)sizeof(AntPredictBatch);
            return value;
        }
    }

    /// <summary>
    /// Why a prediction is what it is. Displacements over the whole horizon in the host's frame and units;
    /// velocity_term + acceleration_term + force_term + learned_term = raw - from.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntExplanation
    {
        /// <summary>Set by ant_explanation_init.</summary>
        public uint structSize;
        /// <summary>Which corrections changed it: ANT_CORRECTION_…</summary>
        public AntCorrectionFlags corrections;
        /// <summary>Horizon, seconds.</summary>
        public double horizon;
        /// <summary>Last known position.</summary>
        public AntDouble3 from;
        /// <summary>Share of the velocity.</summary>
        public AntDouble3 velocityTerm;
        /// <summary>Share of the acceleration.</summary>
        public AntDouble3 accelerationTerm;
        /// <summary>Share of the forces.</summary>
        public AntDouble3 forceTerm;
        /// <summary>Position before the corrections.</summary>
        public AntDouble3 raw;
        /// <summary>Position after them: the prediction.</summary>
        public AntDouble3 result;
        /// <summary>Speed limit that applied, units per second.</summary>
        public double speedLimit;
        /// <summary>Layers of which a force was asked for.</summary>
        public uint layerCount;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Share of what was learned (trails, networks, routes) or felt (interest).</summary>
        public AntDouble3 learnedTerm;
        /// <summary>
        /// What the entity prefers, -100 (always objects) to 100 (always players): as its profile says, else as observed while ANT_MODEL_INTEREST or
        /// ANT_MODEL_HYBRID predicts it; 0 while nothing was observed.
        /// </summary>
        public double preference;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntExplanation Sized()
        {
            AntExplanation value = default(AntExplanation);
            value.structSize = (uint)sizeof(AntExplanation);
            return value;
        }
    }

    /// <summary>What is to know about the weights of the learned kinematic model.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntWeightsInfo
    {
        /// <summary>Set by ant_weights_info_init.</summary>
        public uint structSize;
        /// <summary>1 if they were loaded by the host, 0 if they are the built-in ones.</summary>
        public uint custom;
        /// <summary>1 if adaptation is on.</summary>
        public uint adapting;
        /// <summary>Neurons of the first hidden layer.</summary>
        public uint first;
        /// <summary>Neurons of the second hidden layer.</summary>
        public uint second;
        /// <summary>Bytes of the weights in memory, without what adaptation needs.</summary>
        public uint bytes;
        /// <summary>Checksum of their file: equal for equal weights.</summary>
        public ulong checksum;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntWeightsInfo Sized()
        {
            AntWeightsInfo value = default(AntWeightsInfo);
            value.structSize = (uint)sizeof(AntWeightsInfo);
            return value;
        }
    }

    /// <summary>When an update of an entity is sent: when any threshold is exceeded. INFINITY = off. Metres and seconds, whatever the frame. Fill it with ant_sender_rules_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSenderRules
    {
        /// <summary>Set by ant_sender_rules_init.</summary>
        public uint structSize;
        /// <summary>ANT_SENDER_OWNER_LINE (default) or ANT_SENDER_SHARED_MODEL.</summary>
        public AntSenderKind kind;
        /// <summary>ANT_METRIC_SPACE (default) or ANT_METRIC_GROUND.</summary>
        public AntMetric metric;
        /// <summary>How many of `distances` are used. Default 0. [Limit: &lt;= 4]</summary>
        public uint distanceCount;
        /// <summary>Most the receivers may be off, metres. Default 0.1. [Limit: AntCodecInfo::position_error and a little more, to 1e9]</summary>
        public double position;
        /// <summary>Most the error may sum up to since the last update, metre seconds. Default INFINITY. [Limit: 0 to 1e9]</summary>
        public double timeSpace;
        /// <summary>Most the orientation may be off, radians. Default 0.1745 (10 degrees). [Limit: AntCodecInfo::orientation_error to pi, or INFINITY]</summary>
        public double orientation;
        /// <summary>Most the speed may have changed, m/s. Default INFINITY. [Limit: 0 to 1e9]</summary>
        public double speed;
        /// <summary>Most the direction of motion may have changed, radians. Default INFINITY. [Limit: 0 to pi, or INFINITY]</summary>
        public double direction;
        /// <summary>Most the velocity may have changed (length of the difference), m/s. Default INFINITY. [Limit: 0 to 1e9]</summary>
        public double velocity;
        /// <summary>Farthest it may have moved, however well it is predicted, metres. Default INFINITY. [Limit: as for position]</summary>
        public double moved;
        /// <summary>Most the acceleration may have changed, m/s^2. Default INFINITY. [Limit: 0 to 1e9]</summary>
        public double acceleration;
        /// <summary>Slower than this, m/s, an entity is at rest: told at once, and receivers hold it. 0 = never. Default 0.05. [Limit: 0 to 1e9]</summary>
        public double stopSpeed;
        /// <summary>Longest time between two updates, nanoseconds; INT64_MAX = any. Default 5 s. [Limit: 1 to 1 h]</summary>
        public long heartbeat;
        /// <summary>Shortest time between two updates, nanoseconds; enter, leave, teleport, stop and freeze do not wait. Default 0. [Limit: 0 to 1 h]</summary>
        public long minGap;
        /// <summary>Distances of the observer, metres, rising …</summary>
        public AntDouble4 distances;
        /// <summary>… and the factor on all thresholds there; linear between them. [Limit: 0.001 to 1000]</summary>
        public AntDouble4 factors;

        /// <summary>With the defaults of the library.</summary>
        public static AntSenderRules Default()
        {
            Library.Ensure();
            AntSenderRules value;
            Library.Check(Native.ant_init((uint)AntStruct.SenderRules, &value, (uint)sizeof(AntSenderRules)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSenderRules Sized()
        {
            AntSenderRules value = default(AntSenderRules);
            value.structSize = (uint)sizeof(AntSenderRules);
            return value;
        }
    }

    /// <summary>What was sent over a connection so far.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntConnectionStats
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>Entities of the sender, those that are leaving too.</summary>
        public uint entities;
        /// <summary>Mean round trip, nanoseconds; -1 before one was measured.</summary>
        public long roundTrip;
        /// <summary>Packets collected.</summary>
        public ulong packets;
        /// <summary>Their bytes, without headers below.</summary>
        public ulong bytes;
        /// <summary>Updates by ANT_REASON_…</summary>
        public fixed ulong updates[16];

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntConnectionStats Sized()
        {
            AntConnectionStats value = default(AntConnectionStats);
            value.structSize = (uint)sizeof(AntConnectionStats);
            return value;
        }
    }

    /// <summary>One update about an entity as it travels, in the host's frame (AntCodecDesc::frame). Fill it with ant_update_init. Fields without their flag are not read.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntUpdate
    {
        /// <summary>Set by ant_update_init.</summary>
        public uint structSize;
        /// <summary>ANT_UPDATE_… Default 0.</summary>
        public AntUpdateFlags flags;
        /// <summary>The entity's number on the network, the same on every machine.</summary>
        public uint entity;
        /// <summary>Which update of this entity it is; counts up and wraps after 65535. [Limit: 0 to 65535]</summary>
        public uint sequence;
        /// <summary>When it was true, nanoseconds on the game clock.</summary>
        public long time;
        /// <summary>Where the entity was.</summary>
        public AntDouble3 position;
        /// <summary>Units per second; with ANT_UPDATE_PREDICTION_VECTOR the vector to predict along.</summary>
        public AntDouble3 velocity;
        /// <summary>Units per second^2, with ANT_UPDATE_HAS_ACCELERATION.</summary>
        public AntDouble3 acceleration;
        /// <summary>x, y, z, w, with ANT_UPDATE_HAS_ORIENTATION. [Limit: length 1]</summary>
        public AntDouble4 orientation;
        /// <summary>Radians per second about the entity's own axes, with ANT_UPDATE_HAS_ANGULAR_VELOCITY.</summary>
        public AntDouble3 angularVelocity;
        /// <summary>
        /// The strategy to follow from here on, where receivers have ANT_MODEL_STRATEGY: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC (default), which
        /// costs no bit.
        /// </summary>
        public uint strategy;
        /// <summary>Must be 0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntUpdate Default()
        {
            Library.Ensure();
            AntUpdate value;
            Library.Check(Native.ant_init((uint)AntStruct.Update, &value, (uint)sizeof(AntUpdate)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntUpdate Sized()
        {
            AntUpdate value = default(AntUpdate);
            value.structSize = (uint)sizeof(AntUpdate);
            return value;
        }
    }

    /// <summary>How finely updates are measured; both ends must use the same. Metres and seconds. A generous limit costs an ordinary update nothing. Fill it with ant_codec_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntCodecDesc
    {
        /// <summary>Set by ant_codec_desc_init.</summary>
        public uint structSize;
        /// <summary>Bits of each of the three smaller components of an orientation. Default 11. [Limit: 4 to 24]</summary>
        public uint quaternionBits;
        /// <summary>Times are whole ticks of this rate. Default 1000. [Limit: 1 to 1000000]</summary>
        public uint ticksPerSecond;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>The host's coordinate frame, in which updates are given and returned. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Positions are multiples of this from `origin`, metres. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double positionStep;
        /// <summary>Positions are within this of `origin` along each axis, metres. Default 1e8. [Limit: a step to 1e12, and 2^48 steps, both without |origin|]</summary>
        public double positionLimit;
        /// <summary>Middle of the world, metres in the canonical frame. Default 0, 0, 0.</summary>
        public AntDouble3 origin;
        /// <summary>Step of each component of a velocity, m/s. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double velocityStep;
        /// <summary>Largest component of a velocity, m/s. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]</summary>
        public double velocityLimit;
        /// <summary>Step of each component of an acceleration, m/s^2. Default 0.05. [Limit: 1e-6 to 1e6]</summary>
        public double accelerationStep;
        /// <summary>Largest component of an acceleration, m/s^2. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]</summary>
        public double accelerationLimit;
        /// <summary>Step of each component of an angular velocity, rad/s. Default 0.01. [Limit: 1e-6 to 1e6]</summary>
        public double angularVelocityStep;
        /// <summary>Largest component of an angular velocity, rad/s. Default 1e3. [Limit: a step to 1e6, and 2^48 steps]</summary>
        public double angularVelocityLimit;

        /// <summary>With the defaults of the library.</summary>
        public static AntCodecDesc Default()
        {
            Library.Ensure();
            AntCodecDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.CodecDesc, &value, (uint)sizeof(AntCodecDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntCodecDesc Sized()
        {
            AntCodecDesc value = default(AntCodecDesc);
            value.structSize = (uint)sizeof(AntCodecDesc);
            return value;
        }
    }

    /// <summary>What a codec promises.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntCodecInfo
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>Bytes of an encoded update at most.</summary>
        public uint maxBytes;
        /// <summary>Most a quantised time differs from the true one, nanoseconds.</summary>
        public long timeError;
        /// <summary>Most a quantised position is away from the true one, metres.</summary>
        public double positionError;
        /// <summary>Most a quantised velocity differs from the true one, m/s.</summary>
        public double velocityError;
        /// <summary>Most a quantised acceleration differs from the true one, m/s^2.</summary>
        public double accelerationError;
        /// <summary>Largest angle between a quantised orientation and the true one, radians.</summary>
        public double orientationError;
        /// <summary>Most a quantised angular velocity differs from the true one, rad/s.</summary>
        public double angularVelocityError;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntCodecInfo Sized()
        {
            AntCodecInfo value = default(AntCodecInfo);
            value.structSize = (uint)sizeof(AntCodecInfo);
            return value;
        }
    }

    /// <summary>Parameters of a sender. Fill it with ant_sender_desc_init and set `codec`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSenderDesc
    {
        /// <summary>Set by ant_sender_desc_init.</summary>
        public uint structSize;
        /// <summary>Most entities. Default 64. [Limit: 1 to 1048576]</summary>
        public uint maxEntities;
        /// <summary>Most connections. Default 64. [Limit: 1 to 4096, and at most 16777216 together with max_entities]</summary>
        public uint maxConnections;
        /// <summary>Updates of an entity under way to a connection that acknowledges, which are remembered: at least round trip * updates per second. Default 8. [Limit: 1 to 32]</summary>
        public uint inFlight;
        /// <summary>How updates are measured, and the host's frame; copied.</summary>
        public Codec codec;
        /// <summary>[opt] The level, for entities whose receivers' model heeds it; null (default) = the map's, or none.</summary>
        public World world;
        /// <summary>[opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.</summary>
        public PheromoneMap map;

        /// <summary>With the defaults of the library.</summary>
        public static AntSenderDesc Default()
        {
            Library.Ensure();
            AntSenderDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.SenderDesc, &value, (uint)sizeof(AntSenderDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSenderDesc Sized()
        {
            AntSenderDesc value = default(AntSenderDesc);
            value.structSize = (uint)sizeof(AntSenderDesc);
            return value;
        }
    }

    /// <summary>What a connection is like. Fill it with ant_connection_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntConnectionDesc
    {
        /// <summary>Set by ant_connection_desc_init.</summary>
        public uint structSize;
        /// <summary>ANT_DELIVERY_… Default ANT_DELIVERY_ASSUMED. Cannot be changed later.</summary>
        public AntDeliveryKind delivery;
        /// <summary>Budget; 0 (default) = no limit. [Limit: &lt;= 1073741824]</summary>
        public uint bytesPerSecond;
        /// <summary>Bytes that headers below add to each packet and that count for the budget. Default 28 (UDP over IPv4). [Limit: &lt;= 65536]</summary>
        public uint overhead;
        /// <summary>Entities nearer than this to the observer become relevant, metres. Default INFINITY. [Limit: &gt; 0]</summary>
        public double enterRadius;
        /// <summary>Entities farther than this become irrelevant, metres. Default INFINITY. [Limit: &gt;= enter_radius]</summary>
        public double leaveRadius;
        /// <summary>Round trip that is assumed before one was measured, nanoseconds. Default 0.2 s. [Limit: 1 ms to 60 s]</summary>
        public long firstRoundTrip;
        /// <summary>An update counts as lost after so many estimated round trips without an acknowledgement. Default 1.25. [Limit: 1 to 10]</summary>
        public double patience;

        /// <summary>With the defaults of the library.</summary>
        public static AntConnectionDesc Default()
        {
            Library.Ensure();
            AntConnectionDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.ConnectionDesc, &value, (uint)sizeof(AntConnectionDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntConnectionDesc Sized()
        {
            AntConnectionDesc value = default(AntConnectionDesc);
            value.structSize = (uint)sizeof(AntConnectionDesc);
            return value;
        }
    }

    /// <summary>A packet as collected.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntCollected
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>Number of the packet, to be sent along: what is acknowledged.</summary>
        public uint number;
        /// <summary>Bytes of the packet; 0 = nothing to send, and no number was used.</summary>
        public uint byteLen;
        /// <summary>Updates in it.</summary>
        public uint updates;
        /// <summary>Updates that are due but had no room. Collect again to send them in another packet.</summary>
        public uint waiting;
        /// <summary>Not used.</summary>
        public uint reserved;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntCollected Sized()
        {
            AntCollected value = default(AntCollected);
            value.structSize = (uint)sizeof(AntCollected);
            return value;
        }
    }

    /// <summary>How a receiver works. Times are nanoseconds. Fill it with ant_receiver_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntReceiverDesc
    {
        /// <summary>Set by ant_receiver_desc_init.</summary>
        public uint structSize;
        /// <summary>Most entities; memory is taken as they are added. Default 1024. [Limit: 1 to 1048576]</summary>
        public uint maxEntities;
        /// <summary>The predictor it feeds; must be set. Several receivers may feed one.</summary>
        public Predictor predictor;
        /// <summary>By how many updates of its entity an update may be late and still get its place. Default 8. [Limit: 1 to 64]</summary>
        public uint depth;
        /// <summary>1 = both ends stamp by one clock that the host keeps in step, 0 = the remote clock is estimated. Default 0.</summary>
        public uint synchronised;
        /// <summary>Most updates held because they are from the future. Default 64. [Limit: 0 to 65536]</summary>
        public uint maxEarly;
        /// <summary>ANT_CURVE_HERMITE or ANT_CURVE_LINEAR between two updates of the interpolated past. Default Hermite.</summary>
        public AntCurve curve;
        /// <summary>How long samples of the remote clock count. Default 3e10. [Limit: 1e9 to 3.6e12]</summary>
        public long clockWindow;
        /// <summary>Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]</summary>
        public double clockMaxDrift;
        /// <summary>An update may lie this much beyond the estimate of the remote clock. Default 2.5e8. [Limit: 0 to 3.6e12]</summary>
        public long tolerance;
        /// <summary>An update beyond that is held until its time has come, if that is at most this long; else refused. Default 1e9. [Limit: 0 to 3.6e12]</summary>
        public long longestWait;
        /// <summary>How long after its last update an entity is predicted; choose more than the sender's heartbeat. Default 6e9. [Limit: 1 to 3.6e12]</summary>
        public long horizon;
        /// <summary>Beyond the horizon its motion fades to rest over this time; 0 = it stops at once. Default 5e8. [Limit: 0 to 3.6e12]</summary>
        public long fade;
        /// <summary>The interpolated past stays so many mean gaps between updates behind. Default 1.5. [Limit: 0 to 16]</summary>
        public double bufferGaps;
        /// <summary>… and so late that this share of updates is in time. Default 0.95. [Limit: 0 to 1]</summary>
        public double bufferQuantile;
        /// <summary>Most that shown time runs faster or slower than the clock. Default 0.05. [Limit: 0.001 to 0.5]</summary>
        public double bufferSlew;
        /// <summary>Shortest delay of the interpolated past. Default 0. [Limit: 0 to 3.6e12]</summary>
        public long bufferLeast;
        /// <summary>Longest delay of the interpolated past. Default 5e8. [Limit: buffer_least to 3.6e12]</summary>
        public long bufferMost;
        /// <summary>A longer gap counts as this in the mean. Default 2.5e8. [Limit: 1e6 to 3.6e12]</summary>
        public long bufferLongestGap;

        /// <summary>With the defaults of the library.</summary>
        public static AntReceiverDesc Default()
        {
            Library.Ensure();
            AntReceiverDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.ReceiverDesc, &value, (uint)sizeof(AntReceiverDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntReceiverDesc Sized()
        {
            AntReceiverDesc value = default(AntReceiverDesc);
            value.structSize = (uint)sizeof(AntReceiverDesc);
            return value;
        }
    }

    /// <summary>A state to show, in the host's frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntShown
    {
        /// <summary>Set by ant_shown_init.</summary>
        public uint structSize;
        /// <summary>Where it comes from: ANT_SHOWN_…</summary>
        public AntShownAs source;
        /// <summary>The time it is for, nanoseconds on the sender's clock.</summary>
        public long time;
        /// <summary>Seconds since the last update that was taken in; negative in the interpolated past.</summary>
        public double age;
        /// <summary>Where.</summary>
        public AntDouble3 position;
        /// <summary>How fast then, units per second.</summary>
        public AntDouble3 velocity;
        /// <summary>Facing: x, y, z, w.</summary>
        public AntDouble4 orientation;
        /// <summary>Radius that holds the true position nine times out of ten; 0 when the model does not say.</summary>
        public double radius;
        /// <summary>How sure the model is, 0 to 1; 0 when it does not say.</summary>
        public double confidence;
        /// <summary>Which corrections changed the prediction: ANT_CORRECTION_…</summary>
        public AntCorrectionFlags corrections;
        /// <summary>0.</summary>
        public uint reserved;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntShown Sized()
        {
            AntShown value = default(AntShown);
            value.structSize = (uint)sizeof(AntShown);
            return value;
        }
    }

    /// <summary>A question for many entities. Fill it with ant_show_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntShowBatch
    {
        /// <summary>Set by ant_show_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of entities. Default 0.</summary>
        public uint count;
        /// <summary>0 = the predicted present (default), 1 = the interpolated past.</summary>
        public uint interpolate;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>[count] ANT_U32: network numbers</summary>
        public AntStream numbers;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second</summary>
        public AntStream velocities;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w</summary>
        public AntStream orientations;
        /// <summary>[opt] [count] ANT_U8 or ANT_U32, written: ANT_SHOWN_…</summary>
        public AntStream sources;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64, written: seconds since the last update</summary>
        public AntStream ages;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten</summary>
        public AntStream radii;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK or an error</summary>
        public AntStream status;

        /// <summary>With the defaults of the library.</summary>
        public static AntShowBatch Default()
        {
            Library.Ensure();
            AntShowBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.ShowBatch, &value, (uint)sizeof(AntShowBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntShowBatch Sized()
        {
            AntShowBatch value = default(AntShowBatch);
            value.structSize = (uint)sizeof(AntShowBatch);
            return value;
        }
    }

    /// <summary>What is known of the updates of an entity, or of all on a link. Times are nanoseconds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntReceiverStats
    {
        /// <summary>Set by ant_receiver_stats_init.</summary>
        public uint structSize;
        /// <summary>Link: times the estimate of the remote clock was given up because everything came from its future.</summary>
        public uint resynchronised;
        /// <summary>All that arrived, with duplicates.</summary>
        public ulong received;
        /// <summary>ANT_VERDICT_APPLIED.</summary>
        public ulong applied;
        /// <summary>ANT_VERDICT_INSERTED.</summary>
        public ulong inserted;
        /// <summary>ANT_VERDICT_KEPT.</summary>
        public ulong kept;
        /// <summary>ANT_VERDICT_DUPLICATE.</summary>
        public ulong duplicates;
        /// <summary>ANT_VERDICT_TOO_OLD.</summary>
        public ulong tooOld;
        /// <summary>ANT_VERDICT_STALE.</summary>
        public ulong stale;
        /// <summary>ANT_VERDICT_BACKWARDS.</summary>
        public ulong backwards;
        /// <summary>ANT_VERDICT_EARLY; counted again when their time has come.</summary>
        public ulong early;
        /// <summary>ANT_VERDICT_REFUSED.</summary>
        public ulong refused;
        /// <summary>Link: ANT_VERDICT_UNKNOWN.</summary>
        public ulong unknown;
        /// <summary>Updates that were numbered and have not come (yet).</summary>
        public ulong lost;
        /// <summary>Entity: share of the last up to 64 that has not come. Link: share of all.</summary>
        public double loss;
        /// <summary>Running mean of the time between updates of one entity; 0 when unknown.</summary>
        public long meanGap;
        /// <summary>Link: interarrival jitter (RFC 3550).</summary>
        public long jitter;
        /// <summary>Link: lateness that 95 of 100 recent updates did not exceed.</summary>
        public long lateness;
        /// <summary>Link: how far behind the newest possible update the interpolated past is shown.</summary>
        public long delay;
        /// <summary>Link: how far it should be.</summary>
        public long wantedDelay;
        /// <summary>Entity: when the last one arrived, own clock; the smallest int64_t before the first.</summary>
        public long lastArrival;
        /// <summary>Link: the time of the sender's clock that is predicted since the last ant_receiver_advance; the smallest int64_t before anything has arrived.</summary>
        public long predictionTime;
        /// <summary>Link: the time of the sender's clock that is interpolated; the smallest int64_t before anything has arrived.</summary>
        public long interpolationTime;
        /// <summary>Entity: the predictor's entity of this network number, also after a restore.</summary>
        public AntEntity entity;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntReceiverStats Sized()
        {
            AntReceiverStats value = default(AntReceiverStats);
            value.structSize = (uint)sizeof(AntReceiverStats);
            return value;
        }
    }

    /// <summary>How a remote clock is estimated. Fill it with ant_clock_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntClockDesc
    {
        /// <summary>Set by ant_clock_desc_init.</summary>
        public uint structSize;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>How long samples count, nanoseconds. Default 3e10. [Limit: 1e9 to 3.6e12]</summary>
        public long window;
        /// <summary>Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]</summary>
        public double maxDrift;

        /// <summary>With the defaults of the library.</summary>
        public static AntClockDesc Default()
        {
            Library.Ensure();
            AntClockDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.ClockDesc, &value, (uint)sizeof(AntClockDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntClockDesc Sized()
        {
            AntClockDesc value = default(AntClockDesc);
            value.structSize = (uint)sizeof(AntClockDesc);
            return value;
        }
    }

    /// <summary>What is known of a remote clock. Times are nanoseconds.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntClockInfo
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>ANT_CLOCK_HAS_UPDATES, ANT_CLOCK_HAS_ANSWERS; what is not known is 0.</summary>
        public AntClockFlags flags;
        /// <summary>Updates taken in.</summary>
        public ulong samples;
        /// <summary>Own minus remote time of an update that arrives now by the shortest way: offset of the clocks and least time under way.</summary>
        public long leastDifference;
        /// <summary>How fast the own clock gains on the remote one, seconds per second.</summary>
        public double drift;
        /// <summary>Interarrival jitter of RFC 3550.</summary>
        public long jitter;
        /// <summary>Most that ant_clock_remote_time can be wrong, if the drift keeps its limit.</summary>
        public long doubt;
        /// <summary>Least time an update is under way; with both flags.</summary>
        public long leastDelay;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntClockInfo Sized()
        {
            AntClockInfo value = default(AntClockInfo);
            value.structSize = (uint)sizeof(AntClockInfo);
            return value;
        }
    }

    /// <summary>What a simulated network does to packets. Defaults: nothing. Times are nanoseconds, shares are probabilities per packet. Fill it with ant_simulator_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSimulatorDesc
    {
        /// <summary>Set by ant_simulator_desc_init.</summary>
        public uint structSize;
        /// <summary>ANT_NETWORK_… Default 0.</summary>
        public AntNetworkFlags flags;
        /// <summary>The same seed and calls give the same deliveries. Default 0.</summary>
        public ulong seed;
        /// <summary>Packets that can be under way at once; more are dropped. Default 1024. [Limit: 1 to 1048576]</summary>
        public uint capacity;
        /// <summary>Longest packet, bytes. Default 1500. [Limit: 1 to 65535, and 2^26 for all]</summary>
        public uint maxPacket;
        /// <summary>Mean time under way. [Limit: 0 to 6e10]</summary>
        public long latency;
        /// <summary>How far delays scatter; no packet arrives before it was sent. [Limit: 0 to 6e10]</summary>
        public long jitter;
        /// <summary>How long `reorder` holds a packet up. [Limit: 0 to 6e10]</summary>
        public long reorderDelay;
        /// <summary>Longest wait before the narrow link; packets that would wait longer are dropped. Default 1e9. [Limit: 0 to 6e10]</summary>
        public long queue;
        /// <summary>Bytes per second of the narrow link, 0 = no limit. [Limit: 0 to 2^40]</summary>
        public ulong bandwidth;
        /// <summary>Share of packets lost (outside of bursts). [Limit: 0 to 1]</summary>
        public double loss;
        /// <summary>Share of packets that arrive twice. [Limit: 0 to 1]</summary>
        public double duplicate;
        /// <summary>Share of packets that are held up, whatever the flags. [Limit: 0 to 1]</summary>
        public double reorder;
        /// <summary>Share of packets before which a burst begins. [Limit: 0 to 1]</summary>
        public double burstBegin;
        /// <summary>Share of packets before which it ends: its mean length is 1 / burst_end. Default 1. [Limit: &gt; 0, &lt;= 1]</summary>
        public double burstEnd;
        /// <summary>Share of the packets of a burst that are lost. Default 1. [Limit: 0 to 1]</summary>
        public double burstLoss;

        /// <summary>With the defaults of the library.</summary>
        public static AntSimulatorDesc Default()
        {
            Library.Ensure();
            AntSimulatorDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.SimulatorDesc, &value, (uint)sizeof(AntSimulatorDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSimulatorDesc Sized()
        {
            AntSimulatorDesc value = default(AntSimulatorDesc);
            value.structSize = (uint)sizeof(AntSimulatorDesc);
            return value;
        }
    }

    /// <summary>When a packet was sent and when it arrived.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDelivery
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>When it was sent.</summary>
        public long sent;
        /// <summary>When it arrived, at or before the time asked for.</summary>
        public long arrived;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDelivery Sized()
        {
            AntDelivery value = default(AntDelivery);
            value.structSize = (uint)sizeof(AntDelivery);
            return value;
        }
    }

    /// <summary>What became of packets so far.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntNetworkStats
    {
        /// <summary>Size of this struct.</summary>
        public uint structSize;
        /// <summary>Copies under way now.</summary>
        public uint underWay;
        /// <summary>Packets handed in.</summary>
        public ulong sent;
        /// <summary>Copies handed out.</summary>
        public ulong delivered;
        /// <summary>Packets lost at random or in a burst.</summary>
        public ulong lost;
        /// <summary>Packets dropped because the queue before the narrow link was too long.</summary>
        public ulong queueDropped;
        /// <summary>Copies dropped because as many as the capacity were under way.</summary>
        public ulong overflowed;
        /// <summary>Packets that were sent on their way twice.</summary>
        public ulong duplicated;
        /// <summary>Memory used.</summary>
        public ulong bytes;
        /// <summary>When the next packet arrives; the largest int64_t when none is under way.</summary>
        public long nextArrival;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntNetworkStats Sized()
        {
            AntNetworkStats value = default(AntNetworkStats);
            value.structSize = (uint)sizeof(AntNetworkStats);
            return value;
        }
    }

    /// <summary>Parameters of a smoother. Fill it with ant_smoother_desc_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSmootherDesc
    {
        /// <summary>Set by ant_smoother_desc_init.</summary>
        public uint structSize;
        /// <summary>Entities at most; more give ANT_ERROR_BUDGET. Default 65536. [Limit: &lt;= 16777215]</summary>
        public uint capacity;
        /// <summary>Whose entities, level and map.</summary>
        public Predictor predictor;
        /// <summary>Curve of the position: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.</summary>
        public AntSmoothMethod method;
        /// <summary>Curve of the orientation: ANT_TURN_… Default ANT_TURN_DAMPED.</summary>
        public AntTurnMethod turnMethod;
        /// <summary>ANT_SMOOTHER_… Default 0.</summary>
        public AntSmootherFlags flags;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>Time of convergence of the position: this times the mean gap between updates … Default 1.5. [Limit: 0 to 100]</summary>
        public double share;
        /// <summary>… but not shorter than this. Default 0.05. [Limit: 0.001 to 60]</summary>
        public double leastTime;
        /// <summary>… and not longer than this. Default 0.5. [Limit: 0.001 to 60]</summary>
        public double mostTime;
        /// <summary>The same for the orientation. Default 1. [Limit: 0 to 100]</summary>
        public double turnShare;
        /// <summary>Default 0.05. [Limit: 0.001 to 60]</summary>
        public double leastTurnTime;
        /// <summary>Default 0.25. [Limit: 0.001 to 60]</summary>
        public double mostTurnTime;
        /// <summary>Weight of a new gap in the mean gap. Default 0.2. [Limit: 1e-6 to 1]</summary>
        public double gapWeight;
        /// <summary>Mean gap while none is known. Default 0.1. [Limit: 0.001 to 60]</summary>
        public double firstGap;
        /// <summary>Farther corrections, straight or along the path, are jumps. Default 2.2. [Limit: 1e-6 to 1e9]</summary>
        public double snapDistance;
        /// <summary>Slowest an entity is drawn that has to be waited for, as a share of its predicted speed. Default 0.25. [Limit: 0 to 1]</summary>
        public double leastSpeed;
        /// <summary>Longest that slowing down may take; a lead of more than this many seconds of movement does move the entity back. Default 0.25. [Limit: 0.001 to 60]</summary>
        public double patience;
        /// <summary>Slower predictions count as standing. Default 0.25. [Limit: 0 to 1e6]</summary>
        public double stillSpeed;
        /// <summary>How far beside the walkable surface a prediction may lie and still count as on it. Default 1. [Limit: 0 to 100]</summary>
        public double surfaceMargin;
        /// <summary>A path around a wall is walked at most this many times as fast as the entity. Default 3. [Limit: 1 to 100]</summary>
        public double catchUp;
        /// <summary>How strongly the map leads ANT_SMOOTH_PATH, as in ant_map_path. Default 4. [Limit: 0 to 1e6]</summary>
        public double fieldGain;
        /// <summary>Speed at which entities of the game run: the drawn speeds of ANT_SMOOTH_CHASE are measured by it. Default 8. [Limit: 0.001 to 1e6]</summary>
        public double runSpeed;
        /// <summary>Drawn speed of a chase is at most this many times the run speed … Default 1.95. [Limit: 1 to 100]</summary>
        public double chaseRun;
        /// <summary>… or this many times the predicted speed, whichever is more; the larger the radius of a prediction, the less of its speed counts. Default 2. [Limit: 1 to 100]</summary>
        public double chaseSpeed;
        /// <summary>Who is behind by as much as one runs in this time has caught up after it, within the bounds; nearer ones sooner, by the square root of the distance. A prediction that says its radius is caught up with in the time in which one runs the radius, where that is less. Default 0.14. [Limit: 0.001 to 60]</summary>
        public double chaseTime;
        /// <summary>
        /// How far the predictions that shape ANT_SMOOTH_BEZIER reach, in times of convergence. A third (default) keeps the velocity continuous; with 1 the control
        /// points are the two states and their predictions, as published. [Limit: 0 to 1]
        /// </summary>
        public double bezierReach;

        /// <summary>With the defaults of the library.</summary>
        public static AntSmootherDesc Default()
        {
            Library.Ensure();
            AntSmootherDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.SmootherDesc, &value, (uint)sizeof(AntSmootherDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSmootherDesc Sized()
        {
            AntSmootherDesc value = default(AntSmootherDesc);
            value.structSize = (uint)sizeof(AntSmootherDesc);
            return value;
        }
    }

    /// <summary>What a smoother knows of an entity.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSmootherInfo
    {
        /// <summary>Set by ant_smoother_info_init.</summary>
        public uint structSize;
        /// <summary>Entities that the smoother knows, all together.</summary>
        public uint entityCount;
        /// <summary>Mean gap between the updates of this entity, seconds.</summary>
        public double meanGap;
        /// <summary>The time of convergence that follows from it, seconds.</summary>
        public double time;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSmootherInfo Sized()
        {
            AntSmootherInfo value = default(AntSmootherInfo);
            value.structSize = (uint)sizeof(AntSmootherInfo);
            return value;
        }
    }

    /// <summary>An update changed the prediction of an entity. Fill it with ant_smooth_correction_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntSmoothCorrection
    {
        /// <summary>Set by ant_smooth_correction_init.</summary>
        public uint structSize;
        /// <summary>ANT_SMOOTH_TELEPORTED, ANT_SMOOTH_HAS_… Default 0.</summary>
        public AntSmoothFlags flags;
        /// <summary>When the update was taken in, on the clock of the frames, nanoseconds. Default 0.</summary>
        public long time;
        /// <summary>Seconds between this update and the one before, with ANT_SMOOTH_HAS_GAP. [Limit: 0 to 1e6]</summary>
        public double gap;
        /// <summary>With ANT_SMOOTH_HAS_PREDICTION.</summary>
        public AntDouble3 position;
        /// <summary>Units per second.</summary>
        public AntDouble3 velocity;
        /// <summary>x, y, z, w. Default 0, 0, 0, 1.</summary>
        public AntDouble4 orientation;
        /// <summary>With ANT_SMOOTH_HAS_BEFORE.</summary>
        public AntDouble3 beforePosition;
        /// <summary>Units per second.</summary>
        public AntDouble3 beforeVelocity;
        /// <summary>x, y, z, w. Default 0, 0, 0, 1.</summary>
        public AntDouble4 beforeOrientation;

        /// <summary>With the defaults of the library.</summary>
        public static AntSmoothCorrection Default()
        {
            Library.Ensure();
            AntSmoothCorrection value;
            Library.Check(Native.ant_init((uint)AntStruct.SmoothCorrection, &value, (uint)sizeof(AntSmoothCorrection)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntSmoothCorrection Sized()
        {
            AntSmoothCorrection value = default(AntSmoothCorrection);
            value.structSize = (uint)sizeof(AntSmoothCorrection);
            return value;
        }
    }

    /// <summary>What to draw, in the host's frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDrawn
    {
        /// <summary>Set by ant_drawn_init.</summary>
        public uint structSize;
        /// <summary>What happened: ANT_DRAWN_…</summary>
        public AntDrawnFlags flags;
        /// <summary>Where.</summary>
        public AntDouble3 position;
        /// <summary>How fast it is drawn to move, units per second: for animation.</summary>
        public AntDouble3 velocity;
        /// <summary>Facing: x, y, z, w.</summary>
        public AntDouble4 orientation;
        /// <summary>Distance to the prediction.</summary>
        public double distance;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDrawn Sized()
        {
            AntDrawn value = default(AntDrawn);
            value.structSize = (uint)sizeof(AntDrawn);
            return value;
        }
    }

    /// <summary>A frame of many entities. Fill it with ant_draw_batch_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDrawBatch
    {
        /// <summary>Set by ant_draw_batch_init.</summary>
        public uint structSize;
        /// <summary>Number of entities. Default 0.</summary>
        public uint count;
        /// <summary>Time of the frame, nanoseconds. Default 0.</summary>
        public long time;
        /// <summary>[count] ANT_U64: AntEntity</summary>
        public AntStream entities;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: predicted by the host; absent = the predictor is asked</summary>
        public AntStream predictedPositions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: units per second; needed with predicted_positions</summary>
        public AntStream predictedVelocities;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w; absent = not turned</summary>
        public AntStream predictedOrientations;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second</summary>
        public AntStream velocities;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w</summary>
        public AntStream orientations;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64, written: distance to the prediction</summary>
        public AntStream distances;
        /// <summary>[opt] [count] ANT_U8 or ANT_U32, written: ANT_DRAWN_…</summary>
        public AntStream flags;
        /// <summary>[opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error</summary>
        public AntStream status;

        /// <summary>With the defaults of the library.</summary>
        public static AntDrawBatch Default()
        {
            Library.Ensure();
            AntDrawBatch value;
            Library.Check(Native.ant_init((uint)AntStruct.DrawBatch, &value, (uint)sizeof(AntDrawBatch)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDrawBatch Sized()
        {
            AntDrawBatch value = default(AntDrawBatch);
            value.structSize = (uint)sizeof(AntDrawBatch);
            return value;
        }
    }

    /// <summary>
    /// What a DIS entity-state record tells, in the axes of DIS: world axes right-handed (Earth-centred, metres), body axes x forward, y right, z down. No frame of a host
    /// is applied. Fill it with ant_dis_state_init.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDisState
    {
        /// <summary>Set by ant_dis_state_init.</summary>
        public uint structSize;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>World axes, metres. [Limit: -1e9 to 1e9]</summary>
        public AntDouble3 position;
        /// <summary>Metres per second, in world axes for algorithms 2 to 5 and in body axes for 6 to 9. [Limit: -1e9 to 1e9]</summary>
        public AntDouble3 velocity;
        /// <summary>Metres per second^2, in the axes of the velocity. [Limit: -1e9 to 1e9]</summary>
        public AntDouble3 acceleration;
        /// <summary>Body axes to world axes: x, y, z, w. Default identity. [Limit: length 1]</summary>
        public AntDouble4 orientation;
        /// <summary>Radians per second about the body axes. [Limit: -1e6 to 1e6]</summary>
        public AntDouble3 angularVelocity;

        /// <summary>With the defaults of the library.</summary>
        public static AntDisState Default()
        {
            Library.Ensure();
            AntDisState value;
            Library.Check(Native.ant_init((uint)AntStruct.DisState, &value, (uint)sizeof(AntDisState)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDisState Sized()
        {
            AntDisState value = default(AntDisState);
            value.structSize = (uint)sizeof(AntDisState);
            return value;
        }
    }

    /// <summary>Constants of ANT_MODEL_INTEREST and ANT_MODEL_HYBRID. Fill it with ant_interest_desc_init. Lengths in metres, times in seconds, whatever the frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntInterestDesc
    {
        /// <summary>Set by ant_interest_desc_init.</summary>
        public uint structSize;
        /// <summary>Most slices over which inertia fades (R): the paper's 2.4 s with its slices of 0.25 s. Default 10. [Limit: 1 to 10000]</summary>
        public uint longestFading;
        /// <summary>Metres per unit of the paper's map, on which full speed is 40 units per second: a fortieth of the players' top speed. Default 0.2032. [Limit: 1e-6 to 1e6]</summary>
        public double unit;
        /// <summary>Strength of the forces (k), units^2: a full interest at a distance of sqrt(k) units outweighs inertia. Default 4165. [Limit: 0 to 1e9]</summary>
        public double strength;
        /// <summary>Slices of inertia per unit of distance to the nearest player or object (l). Default 0.1. [Limit: 0 to 1e6]</summary>
        public double fading;
        /// <summary>How far ahead of themselves moving players are aimed at (q). Default 0.356. [Limit: 0 to 100]</summary>
        public double lead;
        /// <summary>Length of a slice. Forces are felt for 16 s after an update, once per slice. Default 0.25. [Limit: 0.01 to 10]</summary>
        public double slice;
        /// <summary>ANT_MODEL_HYBRID: dead reckoning so long after an update was sent. Default 0.5. [Limit: 0 to 60]</summary>
        public double threshold;
        /// <summary>Life of a player who needs nothing. Default 100. [Limit: 1e-6 to 1e9]</summary>
        public double fullLife;
        /// <summary>Players and objects that were last seen farther away are not felt; not in the paper. Default 40.64. [Limit: 0.001 to 1e6]</summary>
        public double radius;
        /// <summary>Time after which observed behaviour counts 1/e for the preference; not in the paper. Default 60. [Limit: 0.001 to 1e6]</summary>
        public double memory;
        /// <summary>Most objects; more give ANT_ERROR_BUDGET. Default 65536. [Limit: &lt;= 16777215]</summary>
        public uint maxObjects;
        /// <summary>Denominator of the lead (eq. 13): ANT_LEAD_BY_… Default ANT_LEAD_BY_OWN_SPEED.</summary>
        public AntLeadBy leadBy;
        /// <summary>What the preference turns: ANT_PREFERENCE_TURNS_… Default ANT_PREFERENCE_TURNS_FORCES.</summary>
        public AntPreferenceTurns preferenceTurns;
        /// <summary>Must be 0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntInterestDesc Default()
        {
            Library.Ensure();
            AntInterestDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.InterestDesc, &value, (uint)sizeof(AntInterestDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntInterestDesc Sized()
        {
            AntInterestDesc value = default(AntInterestDesc);
            value.structSize = (uint)sizeof(AntInterestDesc);
            return value;
        }
    }

    /// <summary>What a bank of n-m-d networks is like.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntBankInfo
    {
        /// <summary>Set by ant_bank_info_init.</summary>
        public uint structSize;
        /// <summary>n: inputs of each network, 2 * dimensions * (delays + 1).</summary>
        public uint inputs;
        /// <summary>m: hidden neurons of each network.</summary>
        public uint hidden;
        /// <summary>d: 2 (ground plane) or 3.</summary>
        public uint dimensions;
        /// <summary>q: networks, one per step ahead.</summary>
        public uint networks;
        /// <summary>k: steps that the inputs reach back.</summary>
        public uint delays;
        /// <summary>ANT_BANK_AXES_WORLD or ANT_BANK_AXES_OWN.</summary>
        public AntBankAxes axes;
        /// <summary>Thresholds for which training has found what is best sent, 1 to ANT_BANK_MAX_SENDS.</summary>
        public uint sendCount;
        /// <summary>h: length of a step, seconds.</summary>
        public double step;
        /// <summary>Speed at which the players ran that it was learned from, m/s: it counts velocities and thresholds relative to AntProfile::v_max. 0 = as they are.</summary>
        public double runSpeed;
        /// <summary>[send_count] the thresholds, metres, ascending; the nearest one (by ratio) holds.</summary>
        public fixed float sendThresholds[8];
        /// <summary>[send_count] networks that the path sent is made of: how far ahead the owner looks.</summary>
        public fixed uint sendNetworks[8];
        /// <summary>[send_count] ANT_BANK_SENDS_SPEED or ANT_BANK_SENDS_MEAN.</summary>
        public fixed uint sends[8];
        /// <summary>Root mean square error of each network's change of velocity on data that it was not trained with, m/s; 0 beyond `networks`.</summary>
        public fixed float errors[20];
        /// <summary>r^2 on such data: three per network, one per component; 0 beyond `networks` and `dimensions`.</summary>
        public fixed float r2[60];

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntBankInfo Sized()
        {
            AntBankInfo value = default(AntBankInfo);
            value.structSize = (uint)sizeof(AntBankInfo);
            return value;
        }
    }

    /// <summary>How routes become strategies and are followed; the same for all entities of a predictor. Metres. Fill it with ant_strategy_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStrategyDesc
    {
        /// <summary>Set by ant_strategy_desc_init.</summary>
        public uint structSize;
        /// <summary>ANT_STRATEGY_CONTAINMENT or ANT_STRATEGY_PROGRESS. Default ANT_STRATEGY_PROGRESS.</summary>
        public AntStrategyTest mode;
        /// <summary>Half the width of a strategy, and how far off a shown place may be. Default 6. [Limit: 1e-3 to 1e6]</summary>
        public double threshold;
        /// <summary>Distance between parallel strategies; with more than one below twice the threshold. Default 9. [Limit: 0 to 2e6]</summary>
        public double width;
        /// <summary>Parallel strategies of each route. Default 3. [Limit: 1 to 15]</summary>
        public uint parallels;
        /// <summary>Trials that must have taken a route before it is learned. Default 1. [Limit: 1 to 1e6]</summary>
        public uint minTrials;
        /// <summary>Threshold of the dead reckoning whose violations are the points of a trial. Default 1.5. [Limit: 1e-3 to 1e6]</summary>
        public double record;
        /// <summary>How far a simplified route may lie beside its points; 0 = all points are kept, as published. Default 0.75. [Limit: 0 to 1e6]</summary>
        public double simplify;
        /// <summary>Trials farther apart than this took different routes. Default 12. [Limit: 0 to 1e9]</summary>
        public double clusterDistance;
        /// <summary>Farther above or below a route is another floor. Default 2. [Limit: 1e-3 to 1e6]</summary>
        public double floorReach;
        /// <summary>An update is also due when the height is off by more than this; 0 = only the ground plane counts. Default 2. [Limit: 0 or 1e-3 to 1e6]</summary>
        public double rise;
        /// <summary>
        /// 1 = threshold and width are learned with the routes (table 2 of the paper): all strategies of a route together are just as wide as its trials need,
        /// whatever their number. Default 0.
        /// </summary>
        public uint learnThreshold;
        /// <summary>Must be 0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntStrategyDesc Default()
        {
            Library.Ensure();
            AntStrategyDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.StrategyDesc, &value, (uint)sizeof(AntStrategyDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStrategyDesc Sized()
        {
            AntStrategyDesc value = default(AntStrategyDesc);
            value.structSize = (uint)sizeof(AntStrategyDesc);
            return value;
        }
    }

    /// <summary>What is known, and what an entity follows. Lengths in the host's units.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStrategyInfo
    {
        /// <summary>Set by ant_strategy_info_init.</summary>
        public uint structSize;
        /// <summary>Strategies, parallels counted.</summary>
        public uint strategies;
        /// <summary>Routes they come from.</summary>
        public uint routes;
        /// <summary>Trials recorded for learning.</summary>
        public uint trials;
        /// <summary>The strategy the entity follows since its last observation; ANT_STRATEGY_NONE = none.</summary>
        public uint strategy;
        /// <summary>Its route; ANT_STRATEGY_NONE = none.</summary>
        public uint route;
        /// <summary>1 = along the route, 0 = against it.</summary>
        public uint forward;
        /// <summary>1 while a trial of the entity is recorded.</summary>
        public uint recording;
        /// <summary>How far along the strategy it was at its last observation.</summary>
        public double along;
        /// <summary>Length of the strategy.</summary>
        public double length;
        /// <summary>How far to the left of the strategy's centre line it was.</summary>
        public double lateral;
        /// <summary>Half the width of a strategy: as set, or as learned (AntStrategyDesc::learn_threshold).</summary>
        public double threshold;
        /// <summary>Distance between parallel strategies.</summary>
        public double width;
        /// <summary>The place on the centre line that was modelled of the entity at its last observation; ant_predictor_predict tells the modelled position at any time.</summary>
        public AntDouble3 modelled;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStrategyInfo Sized()
        {
            AntStrategyInfo value = default(AntStrategyInfo);
            value.structSize = (uint)sizeof(AntStrategyInfo);
            return value;
        }
    }

    /// <summary>
    /// A sender's books about one entity, kept by the host. With them it never sends more updates than plain dead reckoning plus two, counted from
    /// ant_strategy_ledger_init on.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStrategyLedger
    {
        /// <summary>Set by ant_strategy_ledger_init.</summary>
        public uint structSize;
        /// <summary>Opaque.</summary>
        public uint flags;
        /// <summary>Opaque.</summary>
        public long time;
        /// <summary>Opaque.</summary>
        public AntDouble3 position;
        /// <summary>Opaque.</summary>
        public AntDouble3 velocity;
        /// <summary>Updates saved against plain dead reckoning so far, at worst -2.</summary>
        public int balance;
        /// <summary>0.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntStrategyLedger Default()
        {
            Library.Ensure();
            AntStrategyLedger value;
            Library.Check(Native.ant_init((uint)AntStruct.StrategyLedger, &value, (uint)sizeof(AntStrategyLedger)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStrategyLedger Sized()
        {
            AntStrategyLedger value = default(AntStrategyLedger);
            value.structSize = (uint)sizeof(AntStrategyLedger);
            return value;
        }
    }

    /// <summary>Whether receivers need an update, and which.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStrategyUpdate
    {
        /// <summary>Set by ant_strategy_update_init.</summary>
        public uint structSize;
        /// <summary>1 = an update is due; 0 = none, and all else is 0.</summary>
        public uint due;
        /// <summary>What to say to ant_predictor_follow_strategy on all machines after observing the update; ANT_STRATEGY_AUTOMATIC = nothing needs to be said or sent.</summary>
        public uint strategy;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>The position to send.</summary>
        public AntDouble3 position;
        /// <summary>The velocity to send, units per second.</summary>
        public AntDouble3 velocity;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStrategyUpdate Sized()
        {
            AntStrategyUpdate value = default(AntStrategyUpdate);
            value.structSize = (uint)sizeof(AntStrategyUpdate);
            return value;
        }
    }

    /// <summary>
    /// Bounds of a timewarp. Fill it with ant_timewarp_desc_init. All memory is taken when it is made: about max_events * (max_payload + 240) +
    /// max_snapshots * max_state bytes. Nothing is allocated afterwards. The log reaches back at most two windows, so max_events should be twice
    /// the events of a window and those between two snapshots.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpDesc
    {
        /// <summary>Set by ant_timewarp_desc_init.</summary>
        public uint structSize;
        /// <summary>Most events at once, waiting ones and cancellations included. Default 4096. [Limit: 2 to 1048576]</summary>
        public uint maxEvents;
        /// <summary>Most bytes of an event's payload. Default 64. [Limit: &lt;= 65536]</summary>
        public uint maxPayload;
        /// <summary>Most snapshots at once; they are thinned so that their distances grow with their age. Default 16. [Limit: 3 to 1024]</summary>
        public uint maxSnapshots;
        /// <summary>Most bytes of one snapshot; 0 when the host keeps states itself, by slot. Default 16384. [Limit: &lt;= 2^30, and 2^32 for all snapshots]</summary>
        public uint maxState;
        /// <summary>A snapshot is due after so many executed events. Default 16. [Limit: &gt;= 1]</summary>
        public uint snapshotEvents;
        /// <summary>Most events that one call (or plan) executes again, late ones included. Default 4096. [Limit: &gt;= 1]</summary>
        public uint maxReplay;
        /// <summary>ANT_OVER_COST_CONTINUE (default) or ANT_OVER_COST_REFUSE.</summary>
        public AntOverCost overCost;
        /// <summary>ANT_WHEN_FULL_REFUSE (default) or ANT_WHEN_FULL_FORGET.</summary>
        public AntWhenFull whenFull;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>A snapshot is also due when so many nanoseconds lie between the last one and an executed event. Default 100 ms. [Limit: &gt;= 1]</summary>
        public long snapshotTime;
        /// <summary>Time of the host's state before any event; earlier events are refused. Default 0.</summary>
        public long start;
        /// <summary>How late an event may be, nanoseconds. Default 1 s. [Limit: &gt;= 0]</summary>
        public long window;
        /// <summary>How far in the future an event may claim to be, nanoseconds. Default 1 s. [Limit: &gt;= 0]</summary>
        public long maxAhead;

        /// <summary>With the defaults of the library.</summary>
        public static AntTimewarpDesc Default()
        {
            Library.Ensure();
            AntTimewarpDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.TimewarpDesc, &value, (uint)sizeof(AntTimewarpDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpDesc Sized()
        {
            AntTimewarpDesc value = default(AntTimewarpDesc);
            value.structSize = (uint)sizeof(AntTimewarpDesc);
            return value;
        }
    }

    /// <summary>What executing an event brought about, in the host's own words: who was hit, say, or a hash of something longer.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntOutcome
    {
        /// <summary>Bytes used; 0 = nothing worth telling. [Limit: &lt;= ANT_OUTCOME_MAX]</summary>
        public uint len;
        /// <summary>The first `len` of them count.</summary>
        public fixed byte bytes[32];
    }

    /// <summary>An event as the log knows it. Set struct_size before a call that fills it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpEvent
    {
        /// <summary>sizeof(AntTimewarpEvent), set by the host; in a callback by the library.</summary>
        public uint structSize;
        /// <summary>1 when it is executed again, or late: then its outcome is news only if ant_timewarp_change tells it. 0: news, to be shown at once.</summary>
        public uint replay;
        /// <summary>When it happened.</summary>
        public long time;
        /// <summary>Who made it.</summary>
        public ulong source;
        /// <summary>The source's own count.</summary>
        public ulong sequence;
        /// <summary>Hash of its payload: tells apart events that share a name.</summary>
        public ulong content;
        /// <summary>Bytes of its payload.</summary>
        public uint payloadLen;
        /// <summary>Outcome of its last execution; empty in a callback.</summary>
        public AntOutcome outcome;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpEvent Sized()
        {
            AntTimewarpEvent value = default(AntTimewarpEvent);
            value.structSize = (uint)sizeof(AntTimewarpEvent);
            return value;
        }
    }

    /// <summary>What a run did.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpReport
    {
        /// <summary>Set by ant_timewarp_report_init.</summary>
        public uint structSize;
        /// <summary>Events executed for the first time, in order.</summary>
        public uint executed;
        /// <summary>Events executed again, or late.</summary>
        public uint replayed;
        /// <summary>States loaded.</summary>
        public uint restored;
        /// <summary>States saved.</summary>
        public uint saved;
        /// <summary>Events still to be executed again or late: the host's state is in the past until a later call has done them.</summary>
        public uint owed;
        /// <summary>Events whose time has not come.</summary>
        public uint waiting;
        /// <summary>Changes added to what ant_timewarp_change tells.</summary>
        public uint changes;
        /// <summary>Events executed again from an equal past with another outcome: the host is not deterministic.</summary>
        public uint diverged;
        /// <summary>ANT_STOPPED_BY_NOTHING … ANT_STOPPED_BY_STATE_SIZE.</summary>
        public AntStoppedBy stoppedBy;
        /// <summary>What the callback returned, or the length it told.</summary>
        public long stopCode;
        /// <summary>Of the event that could not be executed, else 0.</summary>
        public long stopTime;
        /// <summary>Of the event that could not be executed, else 0.</summary>
        public ulong stopSource;
        /// <summary>Of the event that could not be executed, else 0.</summary>
        public ulong stopSequence;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpReport Sized()
        {
            AntTimewarpReport value = default(AntTimewarpReport);
            value.structSize = (uint)sizeof(AntTimewarpReport);
            return value;
        }
    }

    /// <summary>Work for the host: restore, then execute, then save.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpPlan
    {
        /// <summary>Set by ant_timewarp_plan_init.</summary>
        public uint structSize;
        /// <summary>ANT_PLAN_RESTORE, ANT_PLAN_SAVE.</summary>
        public AntPlanFlags flags;
        /// <summary>First make this state (ant_timewarp_state) the present one; 0 without ANT_PLAN_RESTORE.</summary>
        public uint restoreSlot;
        /// <summary>Then execute the events from this index on (ant_timewarp_event) …</summary>
        public uint first;
        /// <summary>… so many of them, one after the other.</summary>
        public uint count;
        /// <summary>Then save the state for this slot; 0 without ANT_PLAN_SAVE.</summary>
        public uint saveSlot;
        /// <summary>Events of `count` that are executed again, or late.</summary>
        public uint replays;
        /// <summary>Events that will still have to be executed again, or late, afterwards.</summary>
        public uint owed;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpPlan Sized()
        {
            AntTimewarpPlan value = default(AntTimewarpPlan);
            value.structSize = (uint)sizeof(AntTimewarpPlan);
            return value;
        }
    }

    /// <summary>An event whose outcome is no longer what the host knew.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpChange
    {
        /// <summary>Set by ant_timewarp_change_init.</summary>
        public uint structSize;
        /// <summary>ANT_CHANGE_CHANGED, ANT_CHANGE_APPEARED or ANT_CHANGE_DISAPPEARED.</summary>
        public AntChange kind;
        /// <summary>1 when the event was cancelled.</summary>
        public uint cancelled;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>When the event happened.</summary>
        public long time;
        /// <summary>Who made it.</summary>
        public ulong source;
        /// <summary>The source's own count.</summary>
        public ulong sequence;
        /// <summary>Hash of its payload.</summary>
        public ulong content;
        /// <summary>The outcome that the host knew.</summary>
        public AntOutcome oldOutcome;
        /// <summary>The outcome now.</summary>
        public AntOutcome newOutcome;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpChange Sized()
        {
            AntTimewarpChange value = default(AntTimewarpChange);
            value.structSize = (uint)sizeof(AntTimewarpChange);
            return value;
        }
    }

    /// <summary>How a log stands, and counts since it was made.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntTimewarpStats
    {
        /// <summary>Set by ant_timewarp_stats_init.</summary>
        public uint structSize;
        /// <summary>Events kept, without the cancelled ones.</summary>
        public uint events;
        /// <summary>Cancellations kept.</summary>
        public uint cancellations;
        /// <summary>Of the events, those that the host's state has behind it (after what the next plan restores).</summary>
        public uint executed;
        /// <summary>Events to be executed again, or late.</summary>
        public uint owed;
        /// <summary>1 when the host's state is what all events so far make of it.</summary>
        public uint settled;
        /// <summary>Snapshots kept.</summary>
        public uint snapshots;
        /// <summary>Changes that ant_timewarp_change tells.</summary>
        public uint changes;
        /// <summary>The latest time told.</summary>
        public long now;
        /// <summary>Earlier events are refused.</summary>
        public long floor;
        /// <summary>Events and cancellations handed in, by verdict.</summary>
        public fixed ulong verdicts[8];
        /// <summary>Events that share time, source and sequence with one of other content; all are kept. An honest source makes none.</summary>
        public ulong conflicts;
        /// <summary>Events executed for the first time, in order.</summary>
        public ulong totalExecuted;
        /// <summary>Events executed again, or late.</summary>
        public ulong totalReplayed;
        /// <summary>States loaded.</summary>
        public ulong totalRestored;
        /// <summary>States saved.</summary>
        public ulong totalSaved;
        /// <summary>Events executed again from an equal past with another outcome.</summary>
        public ulong totalDiverged;
        /// <summary>Changes that found the list (of max_events) full because the host did not clear it.</summary>
        public ulong changesLost;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntTimewarpStats Sized()
        {
            AntTimewarpStats value = default(AntTimewarpStats);
            value.structSize = (uint)sizeof(AntTimewarpStats);
            return value;
        }
    }

    /// <summary>How updates are judged. Lengths in metres, times in nanoseconds. Fill it with ant_plausibility_desc_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPlausibilityDesc
    {
        /// <summary>Set by ant_plausibility_desc_init.</summary>
        public uint structSize;
        /// <summary>Most entities watched. Default 1024. [Limit: 1 to 1048576]</summary>
        public uint maxEntities;
        /// <summary>Most pieces of evidence that wait to be pulled; older ones make room. Default 256. [Limit: 1 to 65536]</summary>
        public uint maxEvidence;
        /// <summary>1 = who says it was teleported is not asked how. Else it must have come by a link of the level or a passage, or the host must have allowed it. Default 0.</summary>
        public uint trustTeleports;
        /// <summary>[opt] The level, for ways and floors; null (default) = none.</summary>
        public World world;
        /// <summary>The host's frame; only without a level, else its own counts. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Factor on every limit. Default 1.1. [Limit: 1 to 100]</summary>
        public double tolerance;
        /// <summary>How far an entity may be ahead of what its speed allows. Default 0.5. [Limit: 0 to 1e9]</summary>
        public double slack;
        /// <summary>How far from a floor somebody on the ground may be; infinite = any. Default 4. [Limit: &gt;= 0]</summary>
        public double floorReach;
        /// <summary>How much a sender's clock may gain, beside drift, before it counts. Default 2.5e8. [Limit: 1e6 to 8.64e13]</summary>
        public long clockGain;
        /// <summary>How fast clocks may drift apart, seconds per second. Default 1e-3. [Limit: 0 to 0.1]</summary>
        public double clockDrift;
        /// <summary>The sender's heartbeat; 0 = it promised none. Default 0. [Limit: 0 to 8.64e13]</summary>
        public long heartbeat;
        /// <summary>The sender's threshold; 0 = it promised none. Default 0. [Limit: 0 to 1e9]</summary>
        public double threshold;
        /// <summary>Multiple of heartbeat and threshold that is believed. Default 2. [Limit: 1 to 100]</summary>
        public double promise;
        /// <summary>A gap counts as silence from this multiple of the mean one. Default 3. [Limit: 1 to 100]</summary>
        public double silence;
        /// <summary>How many standard deviations silences under aim must exceed those without. Default 4. [Limit: 1 to 100]</summary>
        public double aimDeviations;
        /// <summary>A prediction is confident while its radius is at most this; 0 = never. Default 1. [Limit: 0 to 1e9]</summary>
        public double confidentRadius;
        /// <summary>How many such radii an update may be away from it. Default 6. [Limit: 1 to 1000]</summary>
        public double deviation;
        /// <summary>Half-life of a score. Default 6e10. [Limit: 1e6 to 8.64e13]</summary>
        public long halfLife;
        /// <summary>Points of each rule, in the order of its bits; 0 = off. A rule broken by more gives up to four times as many. [Limit: 0 to 1e6]</summary>
        public fixed double points[13];
        /// <summary>Metres that an entity may be ahead of what its sustained speed allows. Default 50. [Limit: 0 to 1e9]</summary>
        public double endurance;
        /// <summary>
        /// Most places of the level (cells, polygons) that the search for another way looks at, for one update. Ways that would take four times as long as the
        /// entity had are never looked for. Default 2048. [Limit: 64 to 1048576]
        /// </summary>
        public uint maxNodes;
        /// <summary>Not read.</summary>
        public uint reserved;

        /// <summary>With the defaults of the library.</summary>
        public static AntPlausibilityDesc Default()
        {
            Library.Ensure();
            AntPlausibilityDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.PlausibilityDesc, &value, (uint)sizeof(AntPlausibilityDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPlausibilityDesc Sized()
        {
            AntPlausibilityDesc value = default(AntPlausibilityDesc);
            value.structSize = (uint)sizeof(AntPlausibilityDesc);
            return value;
        }
    }

    /// <summary>What an entity may do. Metres and seconds. Fill it with ant_limits_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntLimits
    {
        /// <summary>Set by ant_limits_init.</summary>
        public uint structSize;
        /// <summary>Not read.</summary>
        public uint reserved;
        /// <summary>Nominal top speed in the ground plane. Default 8.128. [Limit: 1e-6 to 1e9]</summary>
        public double vMax;
        /// <summary>Speed beyond it that knock-back, jump pads and tricks of the game may add at any time. Default 16. [Limit: 0 to 1e9]</summary>
        public double knockBack;
        /// <summary>Fastest rise or fall. Default 40. [Limit: 0 to 1e9]</summary>
        public double vertical;
        /// <summary>Largest acceleration; a change of velocity by up to knock_back is allowed at once besides. Default 200. [Limit: 0 to 1e9]</summary>
        public double acceleration;
        /// <summary>Fastest mean speed in the ground plane over a long time. Default 10. [Limit: 1e-6 to 1e9]</summary>
        public double sustained;

        /// <summary>With the defaults of the library.</summary>
        public static AntLimits Default()
        {
            Library.Ensure();
            AntLimits value;
            Library.Check(Native.ant_init((uint)AntStruct.Limits, &value, (uint)sizeof(AntLimits)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntLimits Sized()
        {
            AntLimits value = default(AntLimits);
            value.structSize = (uint)sizeof(AntLimits);
            return value;
        }
    }

    /// <summary>What is thought of an update.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntJudgement
    {
        /// <summary>Set by ant_judgement_init.</summary>
        public uint structSize;
        /// <summary>Rules it broke: ANT_RULE_…; 0 = plausible.</summary>
        public AntRuleFlags rules;
        /// <summary>Points of its entity after it.</summary>
        public double score;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntJudgement Sized()
        {
            AntJudgement value = default(AntJudgement);
            value.structSize = (uint)sizeof(AntJudgement);
            return value;
        }
    }

    /// <summary>How plausible an entity has been.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntStanding
    {
        /// <summary>Set by ant_standing_init.</summary>
        public uint structSize;
        /// <summary>0.</summary>
        public uint reserved;
        /// <summary>Points now.</summary>
        public double score;
        /// <summary>Updates judged.</summary>
        public ulong judged;
        /// <summary>Updates that broke a rule.</summary>
        public ulong suspicious;
        /// <summary>Pieces of evidence, of all entities, that made room before they were pulled.</summary>
        public ulong lostEvidence;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntStanding Sized()
        {
            AntStanding value = default(AntStanding);
            value.structSize = (uint)sizeof(AntStanding);
            return value;
        }
    }

    /// <summary>One broken rule.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntEvidence
    {
        /// <summary>Set by ant_evidence_init.</summary>
        public uint structSize;
        /// <summary>ANT_RULE_…</summary>
        public AntRuleFlags rule;
        /// <summary>Network number of the entity.</summary>
        public uint entity;
        /// <summary>The update that broke it.</summary>
        public uint sequence;
        /// <summary>What was measured, in the rule's unit …</summary>
        public double value;
        /// <summary>… and what would have been plausible.</summary>
        public double limit;
        /// <summary>Time of the update, sender's clock.</summary>
        public long time;
        /// <summary>When it arrived, own clock.</summary>
        public long arrival;
        /// <summary>Points it gave.</summary>
        public double points;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntEvidence Sized()
        {
            AntEvidence value = default(AntEvidence);
            value.structSize = (uint)sizeof(AntEvidence);
            return value;
        }
    }

    /// <summary>What peers said of an update.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntDigestReport
    {
        /// <summary>Set by ant_digest_report_init.</summary>
        public uint structSize;
        /// <summary>1 = this machine has the update; 0 = the reports wait for it, and nothing is compared yet.</summary>
        public uint known;
        /// <summary>Peers that got the same as this machine.</summary>
        public uint agree;
        /// <summary>Peers that got something else.</summary>
        public uint differ;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntDigestReport Sized()
        {
            AntDigestReport value = default(AntDigestReport);
            value.structSize = (uint)sizeof(AntDigestReport);
            return value;
        }
    }

    /// <summary>A way that the level does not know: a spawn point, a teleporter of a script, a vehicle's exit. Fill it with ant_passage_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntPassage
    {
        /// <summary>Set by ant_passage_init.</summary>
        public uint structSize;
        /// <summary>ANT_PASSAGE_HAS_FROM. Default 0.</summary>
        public AntPassageFlags flags;
        /// <summary>Where it begins, in the host's frame.</summary>
        public AntDouble3 from;
        /// <summary>Where it ends, in the host's frame.</summary>
        public AntDouble3 to;
        /// <summary>How near to its ends one must be, metres. Default 1. [Limit: 1e-6 to 1e9]</summary>
        public double radius;
        /// <summary>Seconds it takes. Default 0. [Limit: 0 to 1e6]</summary>
        public double seconds;

        /// <summary>With the defaults of the library.</summary>
        public static AntPassage Default()
        {
            Library.Ensure();
            AntPassage value;
            Library.Check(Native.ant_init((uint)AntStruct.Passage, &value, (uint)sizeof(AntPassage)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntPassage Sized()
        {
            AntPassage value = default(AntPassage);
            value.structSize = (uint)sizeof(AntPassage);
            return value;
        }
    }

    /// <summary>
    /// What a recording says about itself, and how much memory it may take. Fill it with ant_recorder_desc_init. Texts are UTF-8, end with a zero and have
    /// no commas, quotes or control characters.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntRecorderDesc
    {
        /// <summary>Set by ant_recorder_desc_init.</summary>
        public uint structSize;
        /// <summary>Most bytes that wait to be pulled. Default 1048576. [Limit: 65536 to 2^30]</summary>
        public uint capacity;
        /// <summary>The host's coordinate frame, in which all positions are given. Default canonical.</summary>
        public AntFrame frame;
        /// <summary>Name of the match, usable as a folder name. Default "match".</summary>
        public fixed byte name[64];
        /// <summary>Name of the game. Default "".</summary>
        public fixed byte game[64];
        /// <summary>Name of the level's geometry: matches with the same one are on the same level. Default "".</summary>
        public fixed byte map[64];
        /// <summary>Ticks per second of the game. Default 20. [Limit: 0.1 to 10000]</summary>
        public double tickHz;
        /// <summary>Ground run speed, m/s. Default 8.128. [Limit: 0.001 to 1e6]</summary>
        public double vMax;
        /// <summary>Width of a body, metres. Default 0.8. [Limit: 0.001 to 1e6]</summary>
        public double bodyWidth;
        /// <summary>Positions are rounded to multiples of this, metres; velocities alike, m/s. Default 0.001. [Limit: 1e-6 to 1]</summary>
        public double resolution;
        /// <summary>What was recorded can be pulled after so many nanoseconds at the latest; a crash loses no more. Default 1 s. [Limit: &gt;= 1]</summary>
        public long blockTime;
        /// <summary>… or after so many bytes. Default 16384. [Limit: 256 to a quarter of capacity]</summary>
        public uint blockBytes;
        /// <summary>Most entities. Default 1024. [Limit: 1 to 1048576]</summary>
        public uint maxEntities;

        /// <summary>With the defaults of the library.</summary>
        public static AntRecorderDesc Default()
        {
            Library.Ensure();
            AntRecorderDesc value;
            Library.Check(Native.ant_init((uint)AntStruct.RecorderDesc, &value, (uint)sizeof(AntRecorderDesc)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntRecorderDesc Sized()
        {
            AntRecorderDesc value = default(AntRecorderDesc);
            value.structSize = (uint)sizeof(AntRecorderDesc);
            return value;
        }
    }

    /// <summary>Somebody or something in the match. Fill it with ant_record_entity_init.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntRecordEntity
    {
        /// <summary>Set by ant_record_entity_init.</summary>
        public uint structSize;
        /// <summary>The host's number; each once. [Limit: &lt; 2^32 - 1]</summary>
        public uint id;
        /// <summary>ANT_RECORD_PLAYER (default), ANT_RECORD_ITEM, ANT_RECORD_SPAWN or ANT_RECORD_HOTSPOT.</summary>
        public AntRecordKind kind;
        /// <summary>Its team; 0 = none. Default 0.</summary>
        public uint team;
        /// <summary>ANT_RECORD_MOVES (default) or 0.</summary>
        public AntRecordFlags flags;
        /// <summary>Must be 0.</summary>
        public uint reserved;
        /// <summary>Where it stands, in the host's frame; of no meaning with ANT_RECORD_MOVES.</summary>
        public AntDouble3 position;
        /// <summary>What it is ("item_health"), as the texts of AntRecorderDesc. Names of people do not belong here. Default "".</summary>
        public fixed byte name[64];

        /// <summary>With the defaults of the library.</summary>
        public static AntRecordEntity Default()
        {
            Library.Ensure();
            AntRecordEntity value;
            Library.Check(Native.ant_init((uint)AntStruct.RecordEntity, &value, (uint)sizeof(AntRecordEntity)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntRecordEntity Sized()
        {
            AntRecordEntity value = default(AntRecordEntity);
            value.structSize = (uint)sizeof(AntRecordEntity);
            return value;
        }
    }

    /// <summary>Counts of a recording.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntRecorderStats
    {
        /// <summary>Set by ant_recorder_stats_init.</summary>
        public uint structSize;
        /// <summary>Entities.</summary>
        public uint entities;
        /// <summary>Different times at which something was recorded.</summary>
        public ulong ticks;
        /// <summary>Samples.</summary>
        public ulong samples;
        /// <summary>Events.</summary>
        public ulong events;
        /// <summary>Closed blocks, pulled or not.</summary>
        public ulong blocks;
        /// <summary>Their bytes.</summary>
        public ulong written;
        /// <summary>Bytes that can be pulled now.</summary>
        public ulong waiting;
        /// <summary>Bytes of memory held.</summary>
        public ulong bytes;

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntRecorderStats Sized()
        {
            AntRecorderStats value = default(AntRecorderStats);
            value.structSize = (uint)sizeof(AntRecorderStats);
            return value;
        }
    }

    /// <summary>The states of many entities in one tick. Fill it with ant_record_samples_init. All in the host's frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct AntRecordSamples
    {
        /// <summary>Set by ant_record_samples_init.</summary>
        public uint structSize;
        /// <summary>Elements of every stream.</summary>
        public uint count;
        /// <summary>[count] ANT_U32: whose, as in AntRecordEntity::id.</summary>
        public AntStream ids;
        /// <summary>[count] ANT_F32X3 or ANT_F64X3.</summary>
        public AntStream positions;
        /// <summary>[opt] [count] ANT_F32X3 or ANT_F64X3: units per second.</summary>
        public AntStream velocities;
        /// <summary>[opt] [count] ANT_F32X4 or ANT_F64X4: where they look.</summary>
        public AntStream orientations;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64: hit points.</summary>
        public AntStream health;
        /// <summary>[opt] [count] ANT_F32 or ANT_F64: armour points.</summary>
        public AntStream armor;
        /// <summary>[opt] [count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED. Absent = all 0.</summary>
        public AntStream flags;

        /// <summary>With the defaults of the library.</summary>
        public static AntRecordSamples Default()
        {
            Library.Ensure();
            AntRecordSamples value;
            Library.Check(Native.ant_init((uint)AntStruct.RecordSamples, &value, (uint)sizeof(AntRecordSamples)));
            return value;
        }

        /// <summary>Empty, ready to be filled by the library.</summary>
        public static AntRecordSamples Sized()
        {
            AntRecordSamples value = default(AntRecordSamples);
            value.structSize = (uint)sizeof(AntRecordSamples);
            return value;
        }
    }
}
