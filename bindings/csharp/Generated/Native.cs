// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>
    /// Every function of the library as it is: pointers in, status out. For jobs, Burst and whoever wants no exceptions;
    /// the documentation is that of the C header. Call Library.Ensure() once before the first of them.
    /// </summary>
    public static unsafe class Native
    {
        /// <summary>Version of the library that is loaded, built like ANT_VERSION. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint ant_version();

        /// <summary>Version of the binary interface of the library that is loaded. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern uint ant_abi_version();

        /// <summary>Version of the library that is loaded as a static text such as "0.1.0". Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* ant_version_string();

        /// <summary>
        /// Says whether a program compiled with one header may use this library; call it first, as
        /// `ant_check_version(ANT_VERSION, ANT_ABI_VERSION)`. ANT_ERROR_VERSION when the interface or the major version differs or the
        /// program's minor version is newer than the library's; the message names both. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_check_version(uint headerVersion, uint headerAbiVersion);

        /// <summary>
        /// The name of a status code as a static string, such as "ANT_ERROR_BUSY"; "ANT_UNKNOWN_STATUS" for a number that is none.
        /// Never null. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern byte* ant_status_name(int status);

        /// <summary>
        /// Copies the text of this thread's last failed call: function, argument, its value, the allowed range. UTF-8, ended by a zero byte.
        /// A later success does not clear it. Read it on the thread that made the call, before the next call.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_last_error(byte* buf, uint capacity, uint* needed);

        /// <summary>Ends a handle at once; also of a poisoned object. Objects that were made with it keep what they need of it, and calls that run finish. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_destroy(ulong handle);

        /// <summary>ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_is_valid(ulong handle);

        /// <summary>
        /// Bytes of memory an object holds, without the objects it uses. ANT_ERROR_UNSUPPORTED for kinds that hold next to nothing (codec, need model,
        /// interactions). Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_bytes(ulong handle, ulong* outBytes);

        /// <summary>
        /// Hash of an object's whole state: equal on two machines when they are in the same state. ANT_ERROR_UNSUPPORTED for a codec and a recorder;
        /// ANT_ERROR_STATE for a timewarp whose plan is open. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_state_hash(ulong handle, ulong* outHash);

        /// <summary>
        /// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
        /// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
        /// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_snapshot(ulong handle, void* buf, ulong capacity, ulong* needed);

        /// <summary>
        /// Takes over what ant_snapshot wrote of an object of the same kind, made with an equal descriptor over an equal level. On an error nothing changed.
        /// Ids inside the object are new afterwards: ask ant_predictor_entities and ant_sender_connections for them. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_restore(ulong handle, void* bytes, ulong byteLen);

        /// <summary>
        /// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Call it for the level and
        /// for each object that keeps positions of its own; maps follow their level. ANT_ERROR_UNSUPPORTED for kinds without positions. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_rebase(ulong handle, double* shift);

        /// <summary>
        /// Fills a struct with its defaults, or with zeros when it only comes out, and sets its struct_size. Do not call it: the macro of each struct, such as
        /// `ant_world_desc_init(&amp;desc)`, passes what fits. ANT_ERROR_BAD_STRUCT when the library does not know so large a struct: it is older than the header.
        /// Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_init(uint kind, void* @out, uint structSize);

        /// <summary>Seconds on the game clock as nanoseconds, rounded to nearest.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_time_from_seconds(double seconds, long* outTime);

        /// <summary>Time of a tick of a host that runs at a fixed rate, rounded down to a nanosecond; exact for any tick, so that peers agree.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_time_from_ticks(long tick, uint ticksPerSecond, long* outTime);

        /// <summary>
        /// Sets who receives messages; a null callback ends it. When the call returns, the callback before is not running and never runs
        /// again. From inside a callback: ANT_ERROR_BUSY. Without a callback messages wait for ant_log_poll. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_set_log_callback(IntPtr callback, void* user);

        /// <summary>
        /// Takes the oldest waiting message: the alternative to a callback for hosts where native code must not call managed code.
        /// ANT_EMPTY when none waits. The newest 32 are kept. A message that is longer than the buffer is cut (ANT_TRUNCATED). Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_log_poll(uint* outLevel, byte* buf, uint capacity);

        /// <summary>
        /// Sets where all memory of the library comes from; null for both = the system. Only while no byte is in use (no object alive, no call
        /// running), else ANT_ERROR_STATE. ANT_ERROR_UNSUPPORTED in builds without the allocator hook. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_set_allocator(IntPtr allocate, IntPtr release, void* user);

        /// <summary>
        /// Bytes the library holds now, of all objects together: 0 when nothing is alive. ANT_ERROR_UNSUPPORTED in builds without the allocator
        /// hook (each object can still be asked with ant_bytes and the like). Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_bytes_in_use(ulong* outBytes);

        /// <summary>Makes ghosts that know nobody. They keep their level and map alive. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_create(AntGhostsDesc* desc, Ghosts* outGhosts);

        /// <summary>
        /// A packet of a remote outbox has come. It is looked at in the next frame; what became of it is in ant_ghosts_peer_stats. ANT_ERROR_CORRUPT when it is no
        /// packet, ANT_ERROR_MISMATCH when that outbox has another codec or model, ANT_ERROR_BUDGET when the inbox is full. Never clashes with drawing. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_receive(Ghosts ghosts, ulong peer, void* bytes, ulong byteLen, long now);

        /// <summary>
        /// The host's own netcode brought states of players. They are looked at in the next frame. States of one peer either all have a time or none has. One bad state
        /// fails the call before anything changed. Never clashes with drawing. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_observe(Ghosts ghosts, ulong peer, AntState* states, uint count, long now);

        /// <summary>What to send back to a peer's outbox (ant_outbox_receive there): acknowledgements and clock requests. Ask once per tick; 0 bytes = nothing. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_reply(Ghosts ghosts, ulong peer, long now, void* @out, ulong capacity, ulong* outSize);

        /// <summary>
        /// The host's network clock: when the own clock shows `now`, that of the peer shows `remote`. Without it the clock is found by requests and answers in packets
        /// and replies, or by arrivals alone. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_clock(Ghosts ghosts, ulong peer, long now, long remote);

        /// <summary>
        /// From 1 (the predicted present) to 0 (the interpolated past). What is drawn goes there without a jump. A player need not have appeared yet, and keeps it
        /// when it leaves and comes back, until ant_ghosts_remove. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_freshness(Ghosts ghosts, uint player, double freshness);

        /// <summary>Forgets a player and what was set for it; one that is told of again appears again. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_remove(Ghosts ghosts, uint player);

        /// <summary>Forgets a peer and all its players: it has disconnected. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_remove_peer(Ghosts ghosts, ulong peer);

        /// <summary>
        /// A frame: everything that came is taken in, and everybody who is here is drawn. ANT_TRUNCATED when there are more players than the streams have room for.
        /// Allocates nothing once everybody was seen. Needs the map alone where it has trails. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_draw(Ghosts ghosts, long now, AntGhostFrame* frame, uint* outCount);

        /// <summary>
        /// Begins a frame that is drawn in tasks of the host's job system: ant_ghosts_draw_task for each number below the count, on any threads in any order, then
        /// ant_ghosts_draw_end. In between only ant_ghosts_receive and ant_ghosts_observe work. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_draw_begin(Ghosts ghosts, long now, uint* outTasks);

        /// <summary>Draws one task of a frame. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_draw_task(Ghosts ghosts, uint task);

        /// <summary>Ends a frame that was drawn in tasks. ANT_TRUNCATED as ant_ghosts_draw. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_draw_end(Ghosts ghosts, AntGhostFrame* frame, uint* outCount);

        /// <summary>What the last frame showed of a player. ANT_ERROR_NOT_FOUND when nobody has told of it, ANT_ERROR_STATE when it is not shown. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_get(Ghosts ghosts, uint player, Ghost* outGhost);

        /// <summary>What is expected of a player some time ahead of the present, before convergence: for aiming and for AI. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_predict(Ghosts ghosts, uint player, long ahead, AntPrediction* outPrediction);

        /// <summary>
        /// How a player, or ANT_EVERYBODY, is predicted where its owner chose no line. v_max counts for single players only: everybody's run speed is that of the
        /// descriptor, or learned. A player need not have appeared yet, and keeps its profile when it leaves and comes back, until ant_ghosts_remove. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_profile(Ghosts ghosts, uint player, AntProfile* profile);

        /// <summary>Gives the learned models weights of a file, or the built-in ones. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_load_weights(Ghosts ghosts, void* bytes, ulong byteLen);

        /// <summary>
        /// ant_predictor_load_bank for ghosts, whose profile (ant_ghosts_set_profile) has ANT_MODEL_NEURO. Where owners run the same model (ANT_SENDER_SHARED_MODEL), they
        /// need the same banks (ant_outbox_load_bank): packets tell whether they have them. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_load_bank(Ghosts ghosts, uint bank, void* bytes, ulong byteLen);

        /// <summary>Where a moving base is now. Tell it every frame while somebody rides on it. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_base(Ghosts ghosts, uint @base, AntBaseMotion* motion, long now);

        /// <summary>The oldest thing that happened and was not asked for yet; ANT_EMPTY = there is none. The newest 1024 are kept. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_next_event(Ghosts ghosts, AntGhostEvent* outEvent);

        /// <summary>What is known of the way to a peer. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_peer_stats(Ghosts ghosts, ulong peer, AntPeerStats* outStats);

        /// <summary>What is known of a player's updates. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_player_stats(Ghosts ghosts, uint player, AntPlayerStats* outStats);

        /// <summary>
        /// Takes over from a predictor all that its models share: constants and objects of the interest scheme (ant_predictor_set_interest, …_set_object), routes and
        /// parameters of strategies, banks, loaded weights. Outboxes whose receivers run a model (ANT_SENDER_SHARED_MODEL) need the same: packets of one that has others are
        /// refused with ANT_ERROR_MISMATCH. Call it again when they change; the predictor can be destroyed afterwards. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_share(Ghosts ghosts, Predictor predictor);

        /// <summary>
        /// Takes over from a predictor all that the models of receivers share (ANT_SENDER_SHARED_MODEL), so that the outbox knows what they show and keeps its thresholds:
        /// constants and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Ghosts need the same: ant_ghosts_share. Call it again
        /// when they change; the predictor can be destroyed afterwards. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_share(Outbox outbox, Predictor predictor);

        /// <summary>
        /// Adds an object that interests players (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID), or changes it: moved, of another value, taken, back again. Outboxes whose receivers
        /// run one of these models must be told at the same time of the game. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_object(Ghosts ghosts, ulong id, double* position, float value, uint present);

        /// <summary>As ant_ghosts_set_object, for what the receivers of this outbox are told by their hosts. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_set_object(Outbox outbox, ulong id, double* position, float value, uint present);

        /// <summary>
        /// Tells what a player has left (life, ammunition), which the others feel (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID). A player need not have appeared yet, and keeps it
        /// when it leaves and comes back, until ant_ghosts_remove. Outboxes whose receivers run one of these models must be told at the same time of the game. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_ghosts_set_life(Ghosts ghosts, uint player, float life);

        /// <summary>As ant_ghosts_set_life, for an own avatar, which appears by that. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_set_life(Outbox outbox, uint player, float life);

        /// <summary>Makes an outbox. It keeps its level and map alive. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_create(AntOutboxDesc* desc, AntProfile* profile, Outbox* outOutbox);

        /// <summary>
        /// The truth about own avatars, once per tick; avatars appear with their first state. ANT_LATE when one of them is not newer than the one before, which is
        /// then ignored. One bad state fails the call before anything changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_submit(Outbox outbox, AntState* states, uint count, long now);

        /// <summary>
        /// The packet that is due for an observer, or for ANT_EVERYONE; 0 bytes = nothing is. All in it counts as sent. Ask once per tick, and again after
        /// ANT_BUDGET_REACHED: more is due than fitted. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_packet(Outbox outbox, ulong observer, long now, void* @out, ulong capacity, ulong* outSize);

        /// <summary>What an observer's ghosts said back (ant_ghosts_reply there). Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_receive(Outbox outbox, ulong observer, void* bytes, ulong byteLen, long now);

        /// <summary>An avatar goes; observers that knew it are told with their next packet. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_remove(Outbox outbox, uint player);

        /// <summary>When updates of a player, or of ANT_EVERYBODY, are sent. How a player is followed (AntSenderRules::kind) cannot change while it exists. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_set_rules(Outbox outbox, uint player, AntSenderRules* rules);

        /// <summary>
        /// ant_predictor_load_bank for an outbox whose profile has ANT_MODEL_NEURO: the bank chooses what is sent of own avatars, and where rules say
        /// ANT_SENDER_SHARED_MODEL it predicts what receivers show; then ghosts need the same (ant_ghosts_load_bank). Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_load_bank(Outbox outbox, uint bank, void* bytes, ulong byteLen);

        /// <summary>Says how an observer is reached and where it is; one that is not announced appears with its first packet. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_set_observer(Outbox outbox, ulong number, AntObserver* observer);

        /// <summary>Says for one player and one observer whether it is relevant, and the factor on its thresholds. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_set_interest(Outbox outbox, ulong observer, uint player, uint relevance, double factor);

        /// <summary>What was sent to an observer so far. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_outbox_stats(Outbox outbox, ulong observer, AntConnectionStats* outStats);

        /// <summary>Makes a level from a regular grid of squares of the descriptor's cell size. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_create_grid(AntWorldDesc* desc, AntGridDesc* grid, World* outWorld);

        /// <summary>
        /// Makes a level from a navmesh of convex polygons; it becomes the tile (0, 0, 0). A mesh that cannot be used gives ANT_ERROR_BAD_MESH and
        /// the message names the polygon. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_create_mesh(AntWorldDesc* desc, AntMeshDesc* mesh, World* outWorld);

        /// <summary>Counts and sizes of a level. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_stats(World world, AntWorldStats* outStats);

        /// <summary>
        /// Adds a tile of a level made from meshes, bakes it anew, or removes it. Fields of untouched places stay, by position; cell ids of changed places are
        /// refused from now on. On error nothing changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_set_tile(World world, int x, int z, int layer, AntMeshDesc* mesh);

        /// <summary>Adds a link. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_add_link(World world, AntLinkDesc* link, AntLink* outLink);

        /// <summary>Removes a link. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_remove_link(World world, AntLink link);

        /// <summary>Adds a door. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_add_door(World world, AntDoorDesc* door, AntDoor* outDoor);

        /// <summary>Removes a door; what it closed is open again. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_remove_door(World world, AntDoor door);

        /// <summary>Opens (open = 1) or closes (open = 0) a door. Maps follow with their next step. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_set_door(World world, AntDoor door, uint open);

        /// <summary>Says whether a door is open. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_door_state(World world, AntDoor door, uint* outOpen);

        /// <summary>Sets how much longer a way through an area kind counts in paths. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_set_area_cost(World world, uint area, float cost);

        /// <summary>
        /// Finds the place on the level that a point stands for: polygon, cell and point. ANT_ERROR_NOT_FOUND when there is none. Where max_nodes of the level
        /// ends the search: ANT_BUDGET_REACHED with the nearest found until then, ANT_ERROR_BUDGET with none. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_locate(World world, double* point, double maxDistance, AntLocation* outLocation);

        /// <summary>ant_world_locate for many points. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_locate_batch(World world, uint count, AntStream* positions, double maxDistance, AntStream* outPoints, AntStream* outCells, AntStream* outPolygons, AntStream* outStatus);

        /// <summary>
        /// Walks straight in the ground plane from one point towards another until a wall, a closed door or (on the ground) a drop stops it. ANT_STOPPED
        /// when it did not arrive, ANT_ERROR_NOT_FOUND when the start is off the level. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_raycast(World world, double* from, double* to, AntQueryFilter* filter, AntWalkHit* outHit);

        /// <summary>ant_world_raycast for many walks. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_raycast_batch(World world, uint count, AntStream* from, AntStream* to, AntQueryFilter* filter, AntStream* outPoints, AntStream* outFractions, AntStream* outStoppedBy, AntStream* outStatus);

        /// <summary>
        /// Finds the shortest way: A* over polygons (cells on a grid) and links, pulled tight. ANT_UNREACHABLE when it ends at the reachable place nearest to
        /// the goal, ANT_BUDGET_REACHED when max_nodes of the level ended the search, so that it ends at the place nearest to the goal that was found until then,
        /// ANT_TRUNCATED when it has more corners than `capacity`. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_find_path(World world, double* from, double* to, AntQueryFilter* filter, uint capacity, AntStream* outPoints, AntStream* outLinks, AntPathInfo* outInfo);

        /// <summary>
        /// Lengths of the shortest ways between many pairs of points, in the host's units; infinite, with ANT_UNREACHABLE, where there is none, and with ANT_BUDGET_REACHED where
        /// max_nodes of the level ended the search. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_path_distance_batch(World world, uint count, AntStream* from, AntStream* to, AntQueryFilter* filter, AntStream* outDistances, AntStream* outStatus);

        /// <summary>Centre, area and place of a cell. ANT_ERROR_NOT_FOUND when the id is stale. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_cell_info(World world, AntCell cell, AntCellInfo* outInfo);

        /// <summary>Lists the cells one can go to from a cell. ANT_TRUNCATED when there are more than `capacity`. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_cell_neighbours(World world, AntCell cell, uint capacity, AntStream* outCells, uint* outCount);

        /// <summary>Lists the cells of a level with their centres, in a fixed order. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_cells(World world, uint first, uint capacity, AntStream* outCells, AntStream* outCenters, uint* outCount);

        /// <summary>Lists the polygons of a level made from meshes, by number. After tiles were removed the numbers have gaps. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_polygons(World world, uint first, uint capacity, AntStream* outPolygons, uint* outCount);

        /// <summary>
        /// Says which polygons a polygon of a tile's input became: one, none when it was dropped as a sliver, several when it was not convex. ANT_TRUNCATED when
        /// there are more than `capacity`. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_polygons_of_input(World world, int x, int z, int layer, uint number, uint capacity, AntStream* outPolygons, uint* outCount);

        /// <summary>Corners of a polygon, for drawing. ANT_TRUNCATED when it has more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_polygon(World world, uint polygon, uint capacity, AntStream* outVertices, AntStream* outEdges, uint* outCount);

        /// <summary>Polygons next to a polygon. ANT_TRUNCATED when there are more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_polygon_neighbours(World world, uint polygon, uint capacity, AntStream* outPolygons, uint* outCount);

        /// <summary>
        /// Names a box through which one can see though one cannot walk there: a window, a pit without floor, a railing. It reaches from the floor on one
        /// side to that on the other (up to half a cell may be missing); floors beside it see each other when they lie between 2 m below its bottom and its top. Drops within AntWorldDesc::drop_height are known without. At most 4096. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_add_window(World world, double* min, double* max, AntWindow* outWindow);

        /// <summary>Removes a window: what is there hides again. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_remove_window(World world, AntWindow window);

        /// <summary>
        /// Hands in which clusters of the level see each other. Where walls hide (AntAttraction::walls_hide) it decides for somebody who stands on a cell with a
        /// cluster; cells without one are not hidden. A tile that is baked anew loses its clusters. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_world_set_visibility(World world, AntVisibilityDesc* desc);

        /// <summary>Makes a map over a level. The map keeps the level alive, also when the level's handle is destroyed. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_create(World world, AntMapDesc* desc, PheromoneMap* outMap);

        /// <summary>Changes the parameters of a layer; its amounts stay. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_layer(PheromoneMap map, uint layer, AntLayerDesc* desc);

        /// <summary>Counts and sizes of a map. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_stats(PheromoneMap map, AntMapStats* outStats);

        /// <summary>
        /// Adds a source. Beside the level it counts as at the nearest place, at most AntMapDesc::source_reach away; farther off it is an error unless the
        /// level's tiles come and go. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_add_source(PheromoneMap map, ulong id, AntSourceDesc* source);

        /// <summary>Adds and changes many sources. Without a status stream nothing changes when one is bad; a field that outgrows max_active_tiles ends the call. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_source_batch(PheromoneMap map, AntSourceBatch* batch);

        /// <summary>Moves a source; what it emitted elsewhere fades. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_move_source(PheromoneMap map, ulong id, double* position);

        /// <summary>Changes what a source emits per step. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_source_emission(PheromoneMap map, ulong id, float emission);

        /// <summary>Takes a source away for a while (active = 0: it stops emitting and its field fades) or brings it back (active = 1). Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_source_active(PheromoneMap map, ulong id, uint active);

        /// <summary>Removes a source; its field fades. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_remove_source(PheromoneMap map, ulong id);

        /// <summary>Puts a one-off amount into the cell at a point. ANT_ERROR_NOT_FOUND when there is no cell. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_deposit(PheromoneMap map, uint layer, double* position, float amount);

        /// <summary>
        /// Puts one-off amounts into many cells. Without out_status nothing is put anywhere when one is bad; a field that outgrows max_active_tiles ends the
        /// call. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_deposit_batch(PheromoneMap map, uint layer, uint count, AntStream* positions, AntStream* amounts, AntStream* outStatus);

        /// <summary>
        /// Notes presence, a kill or a death for the hot spots of the last minutes; ignored when the descriptor keeps no layer for the kind, and off the
        /// level. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_note(PheromoneMap map, uint kind, double* position);

        /// <summary>Lets only what is inside a circle feed the map; what leaves it fades. A null centre lets everything in again (default). Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_area_of_interest(PheromoneMap map, double* center, double radius);

        /// <summary>
        /// Gives an avatar its own sparse layer, for what is pairwise; an avatar never feels itself. It emits from where it was last moved to. For a known id only the
        /// emission changes. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_add_avatar(PheromoneMap map, ulong id, float emission, uint* outLayer);

        /// <summary>Tells where an avatar is. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_move_avatar(PheromoneMap map, ulong id, double* position);

        /// <summary>Tells where many avatars are. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_move_avatar_batch(PheromoneMap map, uint count, AntStream* ids, AntStream* positions, AntStream* outStatus);

        /// <summary>Forgets an avatar with its field and weights; its layer's number may be given to another one. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_remove_avatar(PheromoneMap map, ulong id);

        /// <summary>Number of an avatar's layer. ANT_ERROR_NOT_FOUND when there is no such avatar. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_avatar_layer(PheromoneMap map, ulong id, uint* outLayer);

        /// <summary>Sets the weight with which one avatar feels another. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_set_pair_weight(PheromoneMap map, ulong reader, ulong emitter, float weight);

        /// <summary>
        /// Advances a map to a time in whole steps of its own length, at most max_catch_up: hosts of any frame rate get the same field. ANT_STEPS_OWED when
        /// more steps are due, ANT_IN_THE_PAST (nothing done) when the time lies before the map's. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_step_to(PheromoneMap map, long time, AntStepReport* outReport);

        /// <summary>
        /// Begins one step in phases, for the host's job system: then ant_map_step_task for each task from any threads in any order, then ant_map_step_end.
        /// ANT_EMPTY when no step is due: nothing has begun. Between begin and end the map is only read: changes of it are ANT_ERROR_STATE, changes of its
        /// level ANT_ERROR_BUSY. To catch up, repeat until ANT_EMPTY. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_step_begin(PheromoneMap map, long time, uint* outTaskCount);

        /// <summary>Runs one task of a step that has begun. Different tasks may run at the same time; running one twice is harmless. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_step_task(PheromoneMap map, uint task);

        /// <summary>Ends a step. ANT_ERROR_STATE when a task was not run: then the step is given up and the map is as before step_begin. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_step_end(PheromoneMap map, AntStepReport* outReport);

        /// <summary>ant_map_sample for many cells or positions, or the raw amounts of a layer there. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_sample_batch(PheromoneMap map, AntSampleBatch* batch);

        /// <summary>
        /// What a reader reads at a point: the weighted sum over the layers, with floor and cap; and which way it grows. ANT_ERROR_NOT_FOUND when there is no
        /// cell. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_sample(PheromoneMap map, AntReader* reader, double* position, float* outValue, double* outGradient);

        /// <summary>The force of the field on somebody (eq. 7 of the paper): the sum of what is read / distance^exponent towards each cell of the region. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_force(PheromoneMap map, AntReader* reader, AntForceQuery* query, AntForce* outForce);

        /// <summary>
        /// Finds the cheapest way over cells where what attracts shortens the way and what repels lengthens it. ANT_TRUNCATED when it has more points than
        /// `capacity`, ANT_ERROR_NOT_FOUND when there is no way. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_path(PheromoneMap map, AntReader* reader, double* from, double* to, float gain, uint capacity, AntStream* outPoints, uint* outCount, double* outCost);

        /// <summary>Lists the cells of a layer that hold pheromone, in a fixed order, for drawing. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_field(PheromoneMap map, uint layer, uint first, uint capacity, AntStream* outCells, AntStream* outCenters, AntStream* outValues, uint* outCount, double* outTotal);

        /// <summary>Begins empty trails in a map, also in place of those there are. All predictors made with the map write and read them. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_enable_trails(PheromoneMap map, AntTrailDesc* desc);

        /// <summary>
        /// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
        /// ANT_ERROR_STATE if the map has no trails. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_trails_save(PheromoneMap map, void* buf, ulong capacity, ulong* needed);

        /// <summary>Takes over saved trails with their parameters, in place of those there are; they go on learning. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_trails_load(PheromoneMap map, void* bytes, ulong byteLen);

        /// <summary>
        /// Merges saved trails of other matches on the level into those there are, weighted by evidence; the order makes no difference. The parameters of the map's
        /// own trails stay; without own trails the largest budgets are taken. Refused when v_max differs. On any error nothing changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_trails_merge(PheromoneMap map, uint count, AntStream* saved);

        /// <summary>What the trails remember about somebody at a place with a velocity, for tools and AI. ANT_ERROR_STATE if the map has no trails. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_map_trail_read(PheromoneMap map, double* position, double* velocity, double tau, AntTrailReading* outReadings);

        /// <summary>Need of a player: 0 = full, 1 = nothing left. For health, armour, ammunition. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_need(float amount, float most, float* outNeed);

        /// <summary>Makes a need model that knows nothing yet: every probability is one half. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_need_model_create(uint buckets, NeedModel* outModel);

        /// <summary>Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_need_model_observe(NeedModel model, float need, uint taken);

        /// <summary>Probability that a player with this need takes an item in sight, between 0 and 1. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_need_model_probability(NeedModel model, float need, float* outProbability, uint* outOccasions);

        /// <summary>Makes a table in which nothing has happened. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_create(AntInteractionRules* rules, Interactions* outInteractions);

        /// <summary>Notes what one player did to another, for both of them. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_note(Interactions interactions, ulong actor, ulong other, uint kind, long time);

        /// <summary>Says of which team a player is and whether it carries a flag; at first of none, without one. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_set_player(Interactions interactions, ulong player, uint team, uint carries);

        /// <summary>Forgets a player altogether. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_remove(Interactions interactions, ulong player);

        /// <summary>Weight with which one player feels another at a time; 0 for oneself. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_weight(Interactions interactions, ulong reader, ulong emitter, long time, float* outWeight, uint* outKills);

        /// <summary>Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_interactions_apply(Interactions interactions, PheromoneMap map, long time);

        /// <summary>Makes tastes that know nothing: every weight is 0. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_tastes_create(AntTastesDesc* desc, Tastes* outTastes);

        /// <summary>Takes in where a player is, with the map as it is then; call it whenever that is known. Mutating for the tastes, const for the map.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_tastes_observe(Tastes tastes, PheromoneMap map, ulong player, double* position, double* velocity, double* view, long time, uint teleported);

        /// <summary>What the layers weigh to a player, to be put into its profile (AntProfile::layer_weights); one that is not known has the weights of all. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_tastes_weights(Tastes tastes, ulong player, uint ofAll, uint count, AntStream* outWeights, double* outOccasions);

        /// <summary>
        /// Adds what others have learned: the bytes that ant_snapshot wrote of tastes with the same layers, horizon, attraction and gain. On an error nothing
        /// changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_tastes_merge(Tastes tastes, void* bytes, ulong byteLen);

        /// <summary>Forgets a player; what it taught all stays. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_tastes_remove(Tastes tastes, ulong player);

        /// <summary>Makes a predictor. It keeps its level and map alive, also when their handles are destroyed. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_create(AntPredictorDesc* desc, Predictor* outPredictor);

        /// <summary>Adds an entity of which nothing is known yet. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_add_entity(Predictor predictor, AntProfile* profile, AntEntity* outEntity);

        /// <summary>Forgets an entity; its id is refused from now on. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_remove_entity(Predictor predictor, AntEntity entity);

        /// <summary>Changes how an entity is predicted; what is known of its motion stays. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_profile(Predictor predictor, AntEntity entity, AntProfile* profile);

        /// <summary>
        /// Tells which other forces than those of the field act on an entity of ANT_MODEL_ANT (gravity, wind): part of the force of eq. 5 of the paper, weighed by
        /// AntProfile::alpha and divided by its mass, in three dimensions, with or without a map. They stay until told anew. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_force(Predictor predictor, AntEntity entity, double* force);

        /// <summary>Lists the entities in a fixed order, which a restored predictor shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_entities(Predictor predictor, uint first, uint capacity, AntStream* outEntities, uint* outCount);

        /// <summary>
        /// Takes in an update about an entity. ANT_LATE when it is not newer than the last one: then it is ignored.
        /// Where the predictor's map has trails, the update is written into them, so the call needs the map alone as well (and reads its level): ANT_ERROR_BUSY, and nothing
        /// changed, while another thread uses the map or it is between step_begin and step_end. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_observe(Predictor predictor, AntEntity entity, AntObservation* observation);

        /// <summary>
        /// Takes in updates about many entities, in order. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad update
        /// fails the call before anything changed. ANT_LATE when all are good and some came late. Needs the map alone as ant_predictor_observe does. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_observe_batch(Predictor predictor, AntObserveBatch* batch);

        /// <summary>
        /// Predicts an entity. ANT_IN_THE_PAST when the time lies before its last observation, which is answered then; ANT_ERROR_NOT_FOUND when it was never
        /// observed. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_predict(Predictor predictor, AntEntity entity, long time, AntPrediction* outPrediction);

        /// <summary>
        /// Predicts many entities. Allocates nothing. Threads may share the work: let each ask for its own part of the entities. ANT_PARTIAL when some are bad and there
        /// is a status stream; without it one bad entity fails the call before anything is written. ANT_IN_THE_PAST when all are good and some are of the past. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_predict_batch(Predictor predictor, AntPredictBatch* batch);

        /// <summary>Explains the prediction of an entity for a time, for debugging. ANT_TRUNCATED when there are more layers than `capacity`. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_explain(Predictor predictor, AntEntity entity, long time, AntExplanation* outExplanation, uint capacity, AntStream* outLayerTerms);

        /// <summary>
        /// Replaces the weights of the learned kinematic model (ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO) by those of a file. What adaptation has learned is forgotten; where
        /// both ends of a connection must agree, both must load the same. On ANT_ERROR_CORRUPT nothing changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_load_weights(Predictor predictor, void* bytes, ulong byteLen);

        /// <summary>What is to know about the weights in use. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_weights_info(Predictor predictor, AntWeightsInfo* outInfo);

        /// <summary>
        /// Lets the learned kinematic model learn from what was observed. Off until the first call, which takes 3 MB; from then on rows are collected, about ten per second
        /// and entity, at most 200 per second. Each row is worth four samples. Call it once per tick with what the tick can afford: a sample costs about 5 microseconds,
        /// and after every 128 of them the weights change. Entities that use only shared information stay with the weights as loaded. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_adapt(Predictor predictor, uint samples, uint* outDone);

        /// <summary>Declares an entity a landmark, or takes that back: a moving place such as a ball, at which the learned models look apart from the other entities. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_landmark(Predictor predictor, AntEntity entity, uint landmark);

        /// <summary>
        /// Sets the host's own expert, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the predictor's state:
        /// whoever restores a snapshot sets his own. ant_predictor_suggest does the same without a callback. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_expert(Predictor predictor, IntPtr callback, void* user);

        /// <summary>
        /// Says what the host thinks about an entity that is about to be observed: the expert without a callback. Used once, by the next observation, unless the callback
        /// says something about that. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_suggest(Predictor predictor, AntEntity entity, double* displacements);

        /// <summary>Makes a codec. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_create(AntCodecDesc* desc, Codec* outCodec);

        /// <summary>What a codec promises: stated errors and the largest size of an update. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_info(Codec codec, AntCodecInfo* outInfo);

        /// <summary>
        /// The update as the receivers will see it. Both ends must predict from it, so that they agree: the sender from what this returns, the receivers from what
        /// they decode. Doing it twice changes nothing. A number beyond the codec's limits is ANT_ERROR_INVALID_ARGUMENT. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_quantise(Codec codec, AntUpdate* update, AntUpdate* outUpdate);

        /// <summary>Packs one update, in at most AntCodecInfo::max_bytes. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_encode(Codec codec, AntUpdate* update, AntUpdate* baseline, void* buf, ulong capacity, ulong* needed);

        /// <summary>Unpacks one update. Bytes from anywhere are an update within the codec's limits or ANT_ERROR_CORRUPT; ANT_ERROR_NOT_FOUND when they need another baseline. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_decode(Codec codec, void* bytes, ulong byteLen, AntUpdate* baseline, AntUpdate* outUpdate);

        /// <summary>
        /// Packs updates into one datagram, in the order given, as many as fit: the most urgent should come first. ANT_TRUNCATED when not all do. Updates of
        /// one tick, sorted by entity, are the shortest. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_encode_packet(Codec codec, long time, uint count, AntUpdate* updates, uint baselineCount, AntUpdate* baselines, void* buf, ulong capacity, ulong* outByteLen, uint* outEncoded);

        /// <summary>Unpacks a datagram. Bytes from anywhere are a whole datagram or ANT_ERROR_CORRUPT, and then nothing is written. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_codec_decode_packet(Codec codec, void* bytes, ulong byteLen, uint baselineCount, AntUpdate* baselines, uint capacity, AntUpdate* outUpdates, AntStream* outStatus, uint* outCount);

        /// <summary>Makes a sender. It keeps its level and map alive, also when their handles are destroyed. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_create(AntSenderDesc* desc, Sender* outSender);

        /// <summary>Adds an entity, or changes when updates of one are sent. ANT_ERROR_STATE when the number is still leaving. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_set_entity(Sender sender, uint entity, AntSenderRules* rules, AntProfile* profile);

        /// <summary>Lets an entity leave. Its number is free again once every connection that knew it was told. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_remove_entity(Sender sender, uint entity);

        /// <summary>
        /// Tells the truth about an entity, once per tick. ANT_LATE when it is not newer than the last one: then it is ignored. A number beyond the codec's limits is
        /// ANT_ERROR_INVALID_ARGUMENT. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_submit(Sender sender, AntUpdate* truth);

        /// <summary>
        /// Tells the truth about many entities at one time. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
        /// element fails the call before anything changed. ANT_LATE when all are good and some came late. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_submit_batch(Sender sender, long time, uint count, AntStream* entities, AntStream* positions, AntStream* velocities, AntStream* orientations, AntStream* flags, AntStream* outStatus);

        /// <summary>Adds an observer: one per player on a server; one for all others, or one for each, on a peer. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_connect(Sender sender, AntConnectionDesc* desc, AntConnection* outConnection);

        /// <summary>Ends a connection. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_disconnect(Sender sender, AntConnection connection);

        /// <summary>Lists the connections in a fixed order, which a restored sender shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_connections(Sender sender, uint first, uint capacity, AntStream* outConnections, uint* outCount);

        /// <summary>Changes a connection's budget, radii and patience; ANT_ERROR_STATE when its delivery differs. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_set_connection(Sender sender, AntConnection connection, AntConnectionDesc* desc);

        /// <summary>Tells where the observer of a connection is, for its area of interest and the tables of distances. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_set_observer(Sender sender, AntConnection connection, double* position);

        /// <summary>Says for one entity and one connection whether it is relevant, and the factor on its thresholds. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_set_interest(Sender sender, AntConnection connection, uint entity, uint relevance, double factor);

        /// <summary>
        /// Packs what a connection should be told now into a packet; all of it counts as sent. When not all fits, the most wrong and longest waiting come first.
        /// ANT_EMPTY when there is nothing to send. Allocates nothing. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_collect(Sender sender, AntConnection connection, long now, void* buf, ulong capacity, AntCollected* outCollected);

        /// <summary>
        /// The update of one entity that one connection should get now; it counts as sent. For hosts that make their own packets: the budget is theirs. ANT_EMPTY when
        /// there is none. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_poll(Sender sender, AntConnection connection, uint entity, long now, AntUpdate* outUpdate, AntUpdate* outBaseline, uint* outHasBaseline, uint* outReason);

        /// <summary>
        /// A receiver has packets of ant_sender_collect. It must not acknowledge a packet that came after a newer one, unless its model has no memory (ANT_MODEL_STILL, ANT_MODEL_DR1,
        /// ANT_MODEL_DAMPED, or the line of an update): it has not used it, or not in this order. A number that was never sent is ANT_ERROR_INVALID_ARGUMENT. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_acknowledge(Sender sender, AntConnection connection, uint newest, uint mask, long now);

        /// <summary>A receiver has an update of ant_sender_poll. ANT_LATE when it was not waited for any more. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_acknowledge_update(Sender sender, AntConnection connection, uint entity, uint sequence, long now);

        /// <summary>What was sent over a connection so far. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_connection_stats(Sender sender, AntConnection connection, AntConnectionStats* outStats);

        /// <summary>
        /// ant_sender_submit, and the owner's predictor observes it, too (as ant_predictor_observe, which must not be called for it then). Where the entity's model there is
        /// ANT_MODEL_KINEMATIC or ANT_MODEL_AUTO, updates of type 2 are from then on the lines that stay within the threshold longest, by a policy learned from recorded
        /// matches, and not those along the present velocity: a fifth fewer updates. Where it is ANT_MODEL_NEURO, they go along its predictive velocity
        /// (ant_predictor_predictive_velocity), for as long as that costs no more updates than the velocity itself; with ANT_PROFILE_NO_BANK_FALLBACK always. An
        /// ant_sender_suggest goes before. Needs predictor, map and sender alone. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_submit_observed(Sender sender, Predictor predictor, AntEntity entity, AntUpdate* truth);

        /// <summary>
        /// Chooses the straight line that receivers of an entity with ANT_SENDER_OWNER_LINE go along, for the truth that was told last: best the one that stays
        /// within the threshold for the longest time. It counts until the next ant_sender_submit. A line that begins farther off than the threshold is not used.
        /// Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_suggest(Sender sender, uint entity, double* offset, double* velocity);

        /// <summary>
        /// Offers the line that stays within the position threshold of the path which a predictor expects of the entity for the longest time: the vector of type 2 for any
        /// model. It is used while such lines cost fewer updates than those along the velocity, which the sender finds out by playing both; so call this for every truth,
        /// which must have been told to the sender and observed by the predictor. About forty predictions. An ant_sender_suggest goes before. Needs the sender alone. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_suggest_along(Sender sender, uint number, Predictor predictor, AntEntity entity);

        /// <summary>Replaces the policy by which lines of ant_sender_submit_observed are chosen. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_load_policy(Sender sender, void* bytes, ulong byteLen);

        /// <summary>
        /// Takes over from a predictor all that the models of receivers share, so that the shadows of all connections, present and to come, know what they show: constants
        /// and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Receivers need the same. Call it again when they change; the
        /// predictor can be destroyed afterwards. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_share(Sender sender, Predictor predictor);

        /// <summary>Tells what an entity has left (ant_predictor_set_life), for receivers with ANT_MODEL_INTEREST or ANT_MODEL_HYBRID, who must be told at the same time. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_sender_set_life(Sender sender, uint entity, float life);

        /// <summary>Makes a receiver that knows no entity. It keeps its predictor alive. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_create(AntReceiverDesc* desc, Receiver* outReceiver);

        /// <summary>From now on updates of the network number `number` are about `entity`. Only the receiver may observe it then. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_add(Receiver receiver, uint number, AntEntity entity);

        /// <summary>Forgets a network number; the entity stays in the predictor. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_remove(Receiver receiver, uint number);

        /// <summary>Lists the network numbers, ascending. ANT_TRUNCATED when more follow. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_entities(Receiver receiver, uint first, uint capacity, AntStream* outNumbers, uint* outCount);

        /// <summary>Takes in an update. Allocates nothing once the entity has been heard of. Needs the predictor alone, and its map as ant_predictor_observe does. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_receive(Receiver receiver, AntUpdate* update, long arrival, uint* outVerdict);

        /// <summary>
        /// Takes in the updates of a packet, in order. ANT_PARTIAL when some are bad and there is a status stream; without it one that is malformed fails the call
        /// before anything changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_receive_batch(Receiver receiver, uint count, AntUpdate* updates, long arrival, AntStream* outVerdicts, AntStream* outStatus);

        /// <summary>Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_advance(Receiver receiver, long now);

        /// <summary>
        /// Takes in a request and its answer, which split the offset of the clocks from the time under way. Without any, the remote clock is known only up to the
        /// shortest time under way, and entities are shown that much in the past. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_answer_arrived(Receiver receiver, long requestSent, long requestReceived, long answerSent, long answerReceived);

        /// <summary>Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_forget_clock(Receiver receiver);

        /// <summary>
        /// Where an entity is at the time of the last ant_receiver_advance, as far as its updates and its model tell; or where it was a little in the past, between
        /// two updates (predicted when the next one has not come). ANT_ERROR_NOT_FOUND when it is not known, no update of it has come, or it has left. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_show(Receiver receiver, uint number, uint interpolate, AntShown* outShown);

        /// <summary>
        /// Shows many entities. Allocates nothing. ANT_PARTIAL when some cannot be shown and there is a status stream; without it one such entity fails the call before
        /// anything is written. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_show_batch(Receiver receiver, AntShowBatch* batch);

        /// <summary>What is known of the updates of one entity, or of all on the link. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_stats(Receiver receiver, uint number, AntReceiverStats* outStats);

        /// <summary>
        /// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
        /// loads the same one. Call it with a null buffer first to learn the size. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_join_snapshot(Receiver receiver, void* buf, ulong capacity, ulong* needed);

        /// <summary>
        /// Takes over what ant_receiver_join_snapshot wrote on another machine: the states of the receiver's predictor, of its map and of the receiver are replaced, and from
        /// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_stats for the entities. On an error nothing
        /// changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_receiver_join(Receiver receiver, void* bytes, ulong byteLen);

        /// <summary>Makes an estimate that knows nothing yet, one for each connection. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_create(AntClockDesc* desc, Clock* outClock);

        /// <summary>Forgets everything: after a reconnection, or when a host has set its clock. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_reset(Clock clock);

        /// <summary>Takes in that an update has arrived. Leave duplicates out. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_update_arrived(Clock clock, long sent, long received, long* outLateness);

        /// <summary>Takes in that a request was answered: the four time stamps of NTP. It tells the offset of the clocks from the time under way. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_answer_arrived(Clock clock, long requestSent, long requestReceived, long answerSent, long answerReceived);

        /// <summary>
        /// What the remote clock shows. Without answered requests it is the time stamp of an update that would arrive now by the shortest way, so behind that clock by
        /// the least time under way. ANT_EMPTY when nothing is known. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_remote_time(Clock clock, long now, long* outTime);

        /// <summary>Lateness that a share of the last 128 updates did not exceed: how long a buffer must be for that share to be in time. ANT_EMPTY before the first update. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_lateness(Clock clock, double share, long* outLateness);

        /// <summary>What is known of the remote clock. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_clock_info(Clock clock, long now, AntClockInfo* outInfo);

        /// <summary>Makes one direction of a network. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_simulator_create(AntSimulatorDesc* desc, Simulator* outSimulator);

        /// <summary>Changes what the network is like from the next packet on; those under way arrive as they would have. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_simulator_set_network(Simulator simulator, AntSimulatorDesc* desc);

        /// <summary>Sends a packet. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_simulator_send(Simulator simulator, long now, void* bytes, ulong byteLen, uint* outCopies);

        /// <summary>Takes out the packet that arrived first, at or before a time; of those that arrived together the one sent first. ANT_EMPTY when there is none. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_simulator_receive(Simulator simulator, long now, void* buf, ulong capacity, ulong* needed, AntDelivery* outDelivery);

        /// <summary>What became of packets so far. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_simulator_stats(Simulator simulator, AntNetworkStats* outStats);

        /// <summary>Makes a smoother. It keeps its predictor (with level and map) alive, also when the handle of that is destroyed. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_create(AntSmootherDesc* desc, Smoother* outSmoother);

        /// <summary>
        /// Changes the parameters; `predictor` and `capacity` of the descriptor are not looked at. Curves that are under way go on by the new method, which is seen.
        /// Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_set_desc(Smoother smoother, AntSmootherDesc* desc);

        /// <summary>
        /// Forgets an entity, which appears anew when it is drawn again. ANT_EMPTY when it was not known. Entities that the predictor removed may be forgotten; if they are
        /// not, the next one in their place takes their memory. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_forget(Smoother smoother, AntEntity entity);

        /// <summary>What a smoother knows of an entity. ANT_ERROR_NOT_FOUND when it was never drawn or corrected. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_info(Smoother smoother, AntEntity entity, AntSmootherInfo* outInfo);

        /// <summary>
        /// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
        /// moves from what was shown to the new prediction. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_correct(Smoother smoother, AntEntity entity, AntSmoothCorrection* correction, uint* outCourse);

        /// <summary>
        /// Tells that updates changed the predictions of many entities, in order; the predictor is asked for them. ANT_PARTIAL when some are bad and there is a status
        /// stream; without it one bad entity fails the call before anything changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_correct_batch(Smoother smoother, long time, uint count, AntStream* entities, AntStream* flags, AntStream* outStatus);

        /// <summary>What to draw of an entity in a frame. ANT_IN_THE_PAST when the time lies before that of its last frame, which is answered again. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_draw(Smoother smoother, AntEntity entity, long time, AntDrawn* outDrawn);

        /// <summary>
        /// What to draw of many entities in a frame. Allocates nothing once all were drawn. ANT_PARTIAL when some are bad and there is a status stream; without it one
        /// bad entity fails the call before anything changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_smoother_draw_batch(Smoother smoother, AntDrawBatch* batch);

        /// <summary>
        /// The state some seconds later, by one of the nine DIS algorithms. What the algorithm does not use has no influence and comes out as it went in. Two half steps
        /// are one whole step. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_dis_extrapolate(uint algorithm, uint convention, AntDisState* state, double seconds, AntDisState* outState);

        /// <summary>The orientation of Euler angles of DIS: psi about z, then theta about the new y, then phi about the newest x. No frame is applied. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_dis_euler_to_quaternion(double* euler, double* outQuaternion);

        /// <summary>The Euler angles of DIS of an orientation: psi and phi above -pi and up to pi, theta from -pi/2 to pi/2; straight up or down phi is 0. No frame is applied. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_dis_quaternion_to_euler(double* quaternion, double* outEuler);

        /// <summary>Whether two orientations differ by a rotation of more than a threshold, the question before sending an update. Any frame. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_dis_orientation_differs(double* actual, double* reckoned, double threshold, uint* outDiffers);

        /// <summary>Seconds from one DIS time stamp to a later one, up to an hour: across the full hour, and whatever their absolute flags are. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern double ant_dis_seconds_between(uint earlier, uint later);

        /// <summary>Changes the constants of the interest scheme for all entities. ANT_ERROR_BUDGET when there are more objects than max_objects already. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_interest(Predictor predictor, AntInterestDesc* desc);

        /// <summary>Adds an object that interests players, or changes it: moved, of another value, taken, back again. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_object(Predictor predictor, ulong id, double* position, float value, uint present);

        /// <summary>Forgets an object. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_remove_object(Predictor predictor, ulong id);

        /// <summary>
        /// Tells what a player has left (life, ammunition); the others feel it from now on, whatever model predicts it. Until then a player with
        /// ANT_MODEL_INTEREST or ANT_MODEL_HYBRID counts as full and others take no part. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_life(Predictor predictor, AntEntity entity, float life);

        /// <summary>Checks the file of a bank and says what it is like. ANT_ERROR_CORRUPT when it is damaged or not one. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_bank_info(void* bytes, ulong byteLen, AntBankInfo* outInfo);

        /// <summary>
        /// Takes in the file of a bank under a number; one of the same number is replaced. Entities whose AntProfile::bank is this number and whose model is
        /// ANT_MODEL_NEURO use it from their next observation on. ANT_ERROR_CORRUPT when the file is damaged or not one, ANT_ERROR_BUDGET when there are 256 banks
        /// already; then nothing changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_load_bank(Predictor predictor, uint bank, void* bytes, ulong byteLen);

        /// <summary>
        /// The velocity that the owner of an entity sends in place of its own, so that receivers which go straight on with it stay near for long. It is the entity's
        /// own velocity, with confidence 0, where the bank has nothing to say: no bank of that number, another model than ANT_MODEL_NEURO, too short a history, inputs
        /// outside of what was trained, worse than dead reckoning of late, on a moving base (then it is in the base's frame, as it was observed).
        /// With ANT_PROFILE_NO_BANK_FALLBACK the bank is heard even where it is not believed. ANT_ERROR_NOT_FOUND when the entity was never observed. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_predictive_velocity(Predictor predictor, AntEntity entity, double threshold, double* outVelocity, double* outConfidence);

        /// <summary>Sets the parameters of all strategies and makes them anew from the known routes. Entities go on by dead reckoning until their next update. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_set_strategies(Predictor predictor, AntStrategyDesc* desc);

        /// <summary>Begins to record a trial of an entity with its next observation, whatever model predicts it. A trial that was open is dropped. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_begin_trial(Predictor predictor, AntEntity entity);

        /// <summary>Ends the trial of an entity and keeps it for ant_predictor_learn_strategies; 256 are kept, then the oldest goes. ANT_ERROR_STATE when none is open. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_end_trial(Predictor predictor, AntEntity entity, uint* outPoints);

        /// <summary>
        /// Learns the distinct routes of all recorded trials. Routes that were added or loaded stay and count the trials that took them; all others are found anew.
        /// Entities go on by dead reckoning until their next update. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_learn_strategies(Predictor predictor, uint* outRoutes);

        /// <summary>Adds a route as it is. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_add_route(Predictor predictor, uint count, AntStream* points, uint evidence, uint* outRoute);

        /// <summary>The points of a route as it is known, from its start to its end: as recorded, simplified or added. AntStrategyInfo::routes tells how many routes there are. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_route(Predictor predictor, uint route, uint first, uint capacity, AntStream* outPoints, uint* outCount, uint* outEvidence);

        /// <summary>The centre line or the polygon of a strategy. AntStrategyInfo::strategies tells how many there are; AntStrategyInfo::strategy is one that an entity follows. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategy(Predictor predictor, uint strategy, uint line, uint first, uint capacity, AntStream* outPoints, uint* outCount);

        /// <summary>Forgets all routes and recorded trials; parameters stay. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategies_clear(Predictor predictor);

        /// <summary>Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategies_save(Predictor predictor, void* buf, ulong capacity, ulong* needed);

        /// <summary>Replaces parameters and routes by those of a file; recorded trials are dropped. On ANT_ERROR_CORRUPT nothing changed. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategies_load(Predictor predictor, void* bytes, ulong byteLen);

        /// <summary>
        /// Takes in the routes of files of other matches on the level; routes that are alike become one with the evidence of all, and the order of files does
        /// not matter. Their parameters must be the predictor's own; without routes of its own it takes them over. On any error nothing changed. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategies_merge(Predictor predictor, uint count, AntStream* saved);

        /// <summary>What is known, and what an entity follows. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_strategy_info(Predictor predictor, AntEntity entity, AntStrategyInfo* outInfo);

        /// <summary>
        /// Says what an entity follows since its last observation, as its sender decided. It holds until the next call: a strategy as long as the entity is inside of
        /// it. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_predictor_follow_strategy(Predictor predictor, AntEntity entity, uint strategy);

        /// <summary>
        /// Asks at every tick, on the machine that owns the entity, whether receivers need an update. When one is due, send the state it names with the current time,
        /// then observe it (with its velocity) and tell ant_predictor_follow_strategy its strategy, on the own predictor too, before the next question. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_strategy_needs_update(Predictor predictor, AntEntity entity, double* position, double* velocity, long time, AntStrategyLedger* ledger, AntStrategyUpdate* outUpdate);

        /// <summary>Makes an empty log. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_create(AntTimewarpDesc* desc, Timewarp* outTimewarp);

        /// <summary>
        /// Takes an event in. Nothing is executed before the next run or plan. The order of execution is that of time, then source, then sequence,
        /// then the hash of the payload, so that all peers agree. ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a
        /// plan is open. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_insert(Timewarp timewarp, long time, ulong source, ulong sequence, void* payload, ulong payloadLen, uint* outVerdict);

        /// <summary>Takes many events in. ANT_REFUSED when the log did not take some of them. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_insert_batch(Timewarp timewarp, uint count, AntStream* times, AntStream* sources, AntStream* sequences, AntStream* payloadLens, void* payloads, ulong payloadsLen, AntStream* outVerdicts, AntStream* outStatus);

        /// <summary>
        /// Takes a cancellation (anti-message) in: all events of this name, here or still to come, are not executed, or undone by the next run.
        /// ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a plan is open. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_cancel(Timewarp timewarp, long time, ulong source, ulong sequence, uint* outVerdict);

        /// <summary>
        /// Tells the log that the host's state is not what it was (it was replaced, or the log was restored on another machine): the next run or
        /// plan restores the newest snapshot and goes on from there. ANT_ERROR_STATE while a plan is open. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_resync(Timewarp timewarp);

        /// <summary>
        /// Does all that is to be done at a time: rolls back, executes what is due, saves. The first call saves the state before any event. When a
        /// callback fails: ANT_STOPPED, what was done before stays done, the report says why, and the next call repairs (it restores a snapshot after a
        /// failed load or execution). ANT_STEPS_OWED when max_replay ended it. ANT_IN_THE_PAST when the time lies before the latest one told, which
        /// counts then. ANT_ERROR_STATE while a plan is open. ant_timewarp_plan does the same without callbacks. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_run(Timewarp timewarp, long now, IntPtr save, IntPtr load, IntPtr execute, void* user, AntTimewarpReport* outReport);

        /// <summary>
        /// What to do next. Do it, tell the outcomes (ant_timewarp_set_outcome), report back (ant_timewarp_complete or ant_timewarp_abort), and ask again
        /// until ANT_EMPTY: then nothing is left to do and nothing was written. A plan ends where a snapshot is due, and executes at most max_replay
        /// events again. While it is open the log takes no events (ANT_ERROR_STATE). Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_plan(Timewarp timewarp, long now, AntTimewarpPlan* outPlan);

        /// <summary>An event of the log. Indices are those of the order now: they hold while a plan is open, else until the next change. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_event(Timewarp timewarp, uint index, AntTimewarpEvent* outEvent, void* buf, ulong capacity, ulong* needed);

        /// <summary>The state of a snapshot, for a plan that restores it. ANT_ERROR_NOT_FOUND when the slot has none. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_state(Timewarp timewarp, uint slot, void* buf, ulong capacity, ulong* needed);

        /// <summary>
        /// Tells what executing an event of the open plan brought about; not telling means nothing worth it. ANT_ERROR_STATE without an open plan.
        /// Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_set_outcome(Timewarp timewarp, uint index, AntOutcome* outcome);

        /// <summary>Reports that the whole open plan is done. ANT_ERROR_STATE without an open plan. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_complete(Timewarp timewarp, void* state, ulong stateLen);

        /// <summary>
        /// Reports that the open plan failed. Unless only the saving is missing, the host's state is taken to be half changed: the next plan restores a
        /// snapshot first. ANT_ERROR_STATE without an open plan. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_abort(Timewarp timewarp, uint executed);

        /// <summary>
        /// One of the changes since ant_timewarp_clear_changes: in the order in which they were noticed and, within one re-execution, of the events
        /// (cancelled ones last). Complete whenever nothing is owed. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_change(Timewarp timewarp, uint index, AntTimewarpChange* outChange);

        /// <summary>Forgets the changes, once the host has dealt with them. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_clear_changes(Timewarp timewarp);

        /// <summary>How a log stands, and counts since it was made. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_stats(Timewarp timewarp, AntTimewarpStats* outStats);

        /// <summary>
        /// Hash of the events from one time up to but without another, names and contents: equal on two peers that know the same ones, however
        /// they arrived. Ask for times that are inside the window of both. Const.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_timewarp_events_hash(Timewarp timewarp, long from, long to, ulong* outHash);

        /// <summary>Makes a judge. It keeps its level alive. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_create(AntPlausibilityDesc* desc, AntLimits* limits, Plausibility* outPlausibility);

        /// <summary>Declares a way that the level does not know. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_add_passage(Plausibility plausibility, AntPassage* passage);

        /// <summary>Forgets all passages. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_clear_passages(Plausibility plausibility);

        /// <summary>Gives an entity limits of its own. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_set_limits(Plausibility plausibility, uint number, AntLimits* limits);

        /// <summary>Lets an entity be faster for a while: it was hit, it took a jump pad. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_allow_speed(Plausibility plausibility, uint number, double speed, long until);

        /// <summary>Lets an entity turn up anywhere, once: it respawns, a script moves it. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_allow_teleport(Plausibility plausibility, uint number, long until);

        /// <summary>Tells that somebody aims at an entity. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_aimed_at(Plausibility plausibility, uint number, long since, long until);

        /// <summary>Forgets an entity; its evidence stays. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_remove(Plausibility plausibility, uint number);

        /// <summary>
        /// Judges an update; nothing is dropped, the judgement is advice. Call it before ant_receiver_receive. ANT_BUDGET_REACHED, with the judgement written, when
        /// max_nodes ended the search for a way, so that whether the entity can have got there stays open: it is not held against it. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_judge(Plausibility plausibility, AntUpdate* update, long arrival, Receiver receiver, AntJudgement* outJudgement);

        /// <summary>Puts down that an entity told peers different things, or revealed something else than it had committed to. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_inconsistent(Plausibility plausibility, AntUpdate* update, long arrival, uint peers, AntJudgement* outJudgement);

        /// <summary>What is known of an entity. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_standing(Plausibility plausibility, uint number, long now, AntStanding* outStanding);

        /// <summary>Takes out the oldest piece of evidence. ANT_EMPTY, and nothing written, when there is none. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_plausibility_pull(Plausibility plausibility, AntEvidence* outEvidence);

        /// <summary>Commits to an update: SHA-256 over a nonce and the update. Send it now, the update and the nonce later. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitment_make(byte* nonce, AntUpdate* update, byte* outDigest);

        /// <summary>The digest of an update, which peers compare. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_update_digest(AntUpdate* update, byte* outDigest);

        /// <summary>
        /// Finds the peers to whom an entity was shown elsewhere than to most. Peers say where they have it at a time they agreed on; two honest statements are at most the
        /// sum of their allowances apart, and whoever contradicts more than half of the others is told. Any thread.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_find_outliers(uint count, double* positions, double* allowances, uint* outOdd);

        /// <summary>Makes a book of commitments. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_create(uint capacity, Commitments* outCommitments);

        /// <summary>Notes a commitment that arrived. ANT_ERROR_STATE when one for this update is open already, ANT_ERROR_BUDGET when there is no room. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_commit(Commitments commitments, uint entity, uint sequence, byte* digest, long arrival);

        /// <summary>Compares a reveal with its commitment, which is closed. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_reveal(Commitments commitments, byte* nonce, AntUpdate* update, uint* outReveal);

        /// <summary>Takes out the oldest commitment that came at or before a time and was not revealed. ANT_EMPTY, and nothing written, when there is none. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_overdue(Commitments commitments, long deadline, uint* outEntity, uint* outSequence);

        /// <summary>Notes the digest of an update that this machine got. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_saw(Commitments commitments, uint entity, uint sequence, byte* digest, AntDigestReport* outReport);

        /// <summary>Notes the digest of an update that a peer says it got. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_commitments_told(Commitments commitments, uint peer, uint entity, uint sequence, byte* digest, AntDigestReport* outReport);

        /// <summary>Begins a recording. All memory is taken here: capacity + max_entities * 120 bytes. Any thread.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_create(AntRecorderDesc* desc, Recorder* outRecorder);

        /// <summary>
        /// Adds an entity, at any time; from now on it can be sampled and take part in events. ANT_ERROR_BUDGET when max_entities are there, or no room is left
        /// before something was pulled. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_add_entity(Recorder recorder, AntRecordEntity* entity);

        /// <summary>
        /// Records the level as it is now: polygons and links of a mesh, squares of a grid. ANT_TRUNCATED when the memory is full: pull, and call it again with
        /// the same level until it returns ANT_OK. ANT_ERROR_STATE when a level is recorded already, or another one was begun. Mutating; the level is only read.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_level(Recorder recorder, World world);

        /// <summary>
        /// Takes out bytes that were recorded; written one after the other they are an .anttrace file. Call it every few ticks. ANT_EMPTY when there are none,
        /// ANT_TRUNCATED when more wait. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_pull(Recorder recorder, void* buf, ulong capacity, ulong* outLen);

        /// <summary>Makes everything recorded so far ready to be pulled. Not needed every tick: the recorder does it by itself after block_time or block_bytes. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_flush(Recorder recorder);

        /// <summary>Ends the recording; pull what is left. Whoever reads it will know that it is whole. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_finish(Recorder recorder);

        /// <summary>Counts of a recording. Const.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_stats(Recorder recorder, AntRecorderStats* outStats);

        /// <summary>
        /// Records the states of many entities. Time never goes back; it may stand still. One bad element, or too little room (ANT_ERROR_BUDGET: pull first), and
        /// nothing is recorded. Nothing is allocated. Mutating.
        /// </summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_sample_batch(Recorder recorder, long time, AntRecordSamples* samples);

        /// <summary>Records the state of one entity. Nothing is allocated. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_sample(Recorder recorder, long time, uint id, double* position, double* velocity, double* orientation, uint flags);

        /// <summary>Records that something happened. Nothing is allocated. Mutating.</summary>
        [DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        public static extern int ant_recorder_event(Recorder recorder, long time, uint kind, uint actor, uint target, double value);
    }
}
