/* antreckon/ghosts.h: the front door: players that are simulated elsewhere, from packets to what you draw, and the owner's end.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_GHOSTS_H
#define ANTRECKON_GHOSTS_H

#include "base.h"
#include "predictor.h"
#include "net.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Stands for every player at once, those to come included.
#define ANT_EVERYBODY 4294967295

/// The observer that stands for all: what it gets is sent to everybody, and nobody acknowledges it.
#define ANT_EVERYONE 0

/// What an AntState has, and what is special about it.
typedef uint32_t AntStateFlags;
/// AntState::time is given, on the clock of the machine that says so; else the state is dated when it arrives.
#define ANT_STATE_HAS_TIME 65536
/// AntState::velocity is given; else it comes from the positions.
#define ANT_STATE_HAS_VELOCITY 131072
/// AntState::acceleration is given.
#define ANT_STATE_HAS_ACCELERATION 262144
/// AntState::orientation is given.
#define ANT_STATE_HAS_ORIENTATION 524288
/// AntState::angular_velocity is given.
#define ANT_STATE_HAS_ANGULAR_VELOCITY 1048576
/// The player rides on AntState::base: position, velocity, acceleration and orientation are in that base's frame.
#define ANT_STATE_HAS_BASE 2097152
/// It is not on the ground: drops do not stop it.
#define ANT_STATE_AIRBORNE 4194304
/// It was moved, it did not move.
#define ANT_STATE_TELEPORTED 8388608
/// It is not simulated at present (paused, loading): it stays where it is.
#define ANT_STATE_FROZEN 16777216

/// The state of a player, in the host's frame: an own avatar's for ant_outbox_submit, or one that the host's netcode brought for ant_ghosts_observe.
/// Fill it with ant_state_init. Fields without their flag are not read.
typedef struct AntState {
    /// Set by ant_state_init.
    uint32_t struct_size;
    /// ANT_STATE_… Default 0.
    AntStateFlags flags;
    /// The player's number, the same on every machine.
    uint32_t player;
    /// Number of the moving base (lift, vehicle) that it rides on, the same on every machine, with ANT_STATE_HAS_BASE.
    uint32_t base;
    /// When it was true, nanoseconds, with ANT_STATE_HAS_TIME.
    int64_t time;
    /// Where.
    double position[3];
    /// Units per second, with ANT_STATE_HAS_VELOCITY.
    double velocity[3];
    /// Units per second^2, with ANT_STATE_HAS_ACCELERATION.
    double acceleration[3];
    /// x, y, z, w, with ANT_STATE_HAS_ORIENTATION. [Limit: length 1]
    double orientation[4];
    /// Radians per second about the player's own axes, with ANT_STATE_HAS_ANGULAR_VELOCITY.
    double angular_velocity[3];
} AntState;

/// Fills an AntState with its defaults. Any thread.
#define ant_state_init(p) \
    ant_init(ANT_STRUCT_STATE, 1 ? (p) : (AntState *)0, (uint32_t)sizeof(AntState))

/// What ghosts are made of. Lengths in metres, times in nanoseconds. The defaults need no change; level, map and run speed make it better. Fill it with
/// ant_ghosts_desc_init.
typedef struct AntGhostsDesc {
    /// Set by ant_ghosts_desc_init.
    uint32_t struct_size;
    /// Most players at once, those that have just left included. Default 1024. [Limit: 1 to 1048576]
    uint32_t max_players;
    /// Most remote machines. Default 64. [Limit: 1 to 4096]
    uint32_t max_peers;
    /// Most bytes that wait for the next frame; more is refused with ANT_ERROR_BUDGET. Default 1048576. [Limit: 4096 to 2^30]
    uint32_t inbox_bytes;
    /// [opt] The level, for walls; null (default) = the map's, or none.
    struct AntWorld world;
    /// [opt] The fields; null (default) = none. Must be of the same level.
    struct AntPheromoneMap map;
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    struct AntFrame frame;
    /// Speed at which players run, m/s; 0 (default) = learned from those that are seen. [Limit: 0.001 to 1e6]
    double run_speed;
    /// From 1 (the predicted present, default) to 0 (the interpolated past).
    double freshness;
    /// Positions in packets are multiples of this, metres; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]
    double position_step;
    /// Velocities in packets are multiples of this, m/s; the same as in the outbox. Default 0.01. [Limit: 1e-6 to 1e6]
    double velocity_step;
    /// A correction farther than this, metres, is a jump. Default 2.2. [Limit: above 0]
    double snap_distance;
    /// How long after its last update a player is predicted. Default 6e9. [Limit: 1 to 3.6e12]
    int64_t horizon;
    /// Beyond that its motion fades to rest over this time. Default 5e8. [Limit: 0 to 3.6e12]
    int64_t fade;
    /// How what is drawn converges: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.
    AntSmoothMethod convergence;
    /// Gradients by which learned models adapt to this game, per frame (about 5 microseconds each). Default 8. [Limit: 0 to 1000]
    uint32_t adapt_per_frame;
    /// ANT_SMOOTH_BEZIER: as AntSmootherDesc::bezier_reach. Default a third. [Limit: 0 to 1]
    double bezier_reach;
} AntGhostsDesc;

/// Fills an AntGhostsDesc with its defaults. Any thread.
#define ant_ghosts_desc_init(p) \
    ant_init(ANT_STRUCT_GHOSTS_DESC, 1 ? (p) : (AntGhostsDesc *)0, (uint32_t)sizeof(AntGhostsDesc))

/// Makes ghosts that know nobody. They keep their level and map alive. Any thread.
/// desc: copied
ANT_API AntStatus ant_ghosts_create(const struct AntGhostsDesc *desc, struct AntGhosts *out_ghosts);

/// A packet of a remote outbox has come. It is looked at in the next frame; what became of it is in ant_ghosts_peer_stats. ANT_ERROR_CORRUPT when it is no
/// packet, ANT_ERROR_MISMATCH when that outbox has another codec or model, ANT_ERROR_BUDGET when the inbox is full. Never clashes with drawing. Any thread.
/// peer: the host's number of the machine it came from
/// bytes: [byte_len bytes]
/// now: when it came, nanoseconds on the own clock
ANT_API AntStatus ant_ghosts_receive(struct AntGhosts ghosts,
                             uint64_t peer,
                             const void *bytes,
                             uint64_t byte_len,
                             int64_t now);

/// The host's own netcode brought states of players. They are looked at in the next frame. States of one peer either all have a time or none has. One bad state
/// fails the call before anything changed. Never clashes with drawing. Any thread.
/// peer: the host's number of the machine they came from
/// states: [count] all have the struct_size of the first
/// now: when they came, nanoseconds on the own clock
ANT_API AntStatus ant_ghosts_observe(struct AntGhosts ghosts,
                             uint64_t peer,
                             const struct AntState *states,
                             uint32_t count,
                             int64_t now);

/// What to send back to a peer's outbox (ant_outbox_receive there): acknowledgements and clock requests. Ask once per tick; 0 bytes = nothing. Mutating.
/// out: [capacity bytes] 8 bytes suffice
/// out_size: receives the bytes written
ANT_API AntStatus ant_ghosts_reply(struct AntGhosts ghosts,
                           uint64_t peer,
                           int64_t now,
                           void *out,
                           uint64_t capacity,
                           uint64_t *out_size);

/// The host's network clock: when the own clock shows `now`, that of the peer shows `remote`. Without it the clock is found by requests and answers in packets
/// and replies, or by arrivals alone. Mutating.
ANT_API AntStatus ant_ghosts_set_clock(struct AntGhosts ghosts,
                               uint64_t peer,
                               int64_t now,
                               int64_t remote);

/// From 1 (the predicted present) to 0 (the interpolated past). What is drawn goes there without a jump. A player need not have appeared yet, and keeps it
/// when it leaves and comes back, until ant_ghosts_remove. Mutating.
/// player: or ANT_EVERYBODY
ANT_API AntStatus ant_ghosts_set_freshness(struct AntGhosts ghosts,
                                   uint32_t player,
                                   double freshness);

/// Forgets a player and what was set for it; one that is told of again appears again. Mutating.
ANT_API AntStatus ant_ghosts_remove(struct AntGhosts ghosts, uint32_t player);

/// Forgets a peer and all its players: it has disconnected. Mutating.
ANT_API AntStatus ant_ghosts_remove_peer(struct AntGhosts ghosts, uint64_t peer);

/// Streams for what a frame shows, of up to `capacity` players. Fill it with ant_ghost_frame_init, set what you want written; keep it from frame to frame.
typedef struct AntGhostFrame {
    /// Set by ant_ghost_frame_init.
    uint32_t struct_size;
    /// Elements that each stream has room for. Default 0.
    uint32_t capacity;
    /// [opt] [capacity] ANT_U32, written: the players' numbers
    struct AntStream players;
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written
    struct AntStream positions;
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written: units per second, for animation
    struct AntStream velocities;
    /// [opt] [capacity] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    struct AntStream orientations;
    /// [opt] [capacity] ANT_U8 or ANT_U32, written: where it comes from, ANT_SHOWN_…
    struct AntStream sources;
    /// [opt] [capacity] ANT_U8 or ANT_U32, written: what happened, ANT_DRAWN_…
    struct AntStream flags;
    /// [opt] [capacity] ANT_F32X3 or ANT_F64X3, written: what is expected, before convergence
    struct AntStream predicted_positions;
    /// [opt] [capacity] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when nobody knows
    struct AntStream radii;
} AntGhostFrame;

/// Fills an AntGhostFrame with its defaults. Any thread.
#define ant_ghost_frame_init(p) \
    ant_init(ANT_STRUCT_GHOST_FRAME, 1 ? (p) : (AntGhostFrame *)0, (uint32_t)sizeof(AntGhostFrame))

/// A frame: everything that came is taken in, and everybody who is here is drawn. ANT_TRUNCATED when there are more players than the streams have room for.
/// Allocates nothing once everybody was seen. Needs the map alone where it has trails. Mutating.
/// now: time of the frame, nanoseconds on the own clock
/// frame: [opt] where to write it; else ask ant_ghosts_get
/// out_count: [opt] receives the number of players that are here
ANT_API AntStatus ant_ghosts_draw(struct AntGhosts ghosts,
                          int64_t now,
                          const struct AntGhostFrame *frame,
                          uint32_t *out_count);

/// Begins a frame that is drawn in tasks of the host's job system: ant_ghosts_draw_task for each number below the count, on any threads in any order, then
/// ant_ghosts_draw_end. In between only ant_ghosts_receive and ant_ghosts_observe work. Mutating.
/// out_tasks: receives the number of tasks; 0 = nobody is known
ANT_API AntStatus ant_ghosts_draw_begin(struct AntGhosts ghosts,
                                int64_t now,
                                uint32_t *out_tasks);

/// Draws one task of a frame. Const.
/// task: [Limit: below the count of ant_ghosts_draw_begin]
ANT_API AntStatus ant_ghosts_draw_task(struct AntGhosts ghosts, uint32_t task);

/// Ends a frame that was drawn in tasks. ANT_TRUNCATED as ant_ghosts_draw. Mutating.
/// frame: [opt] where to write it
/// out_count: [opt] receives the number of players that are here
ANT_API AntStatus ant_ghosts_draw_end(struct AntGhosts ghosts, const struct AntGhostFrame *frame, uint32_t *out_count);

/// What a frame shows of a player, in the host's frame. Fill it with ant_ghost_init.
typedef struct AntGhost {
    /// Set by ant_ghost_init.
    uint32_t struct_size;
    /// What happened: ANT_DRAWN_…
    AntDrawnFlags flags;
    /// Where it comes from: ANT_SHOWN_…
    AntShownAs source;
    /// 0.
    uint32_t reserved;
    /// Where to draw it.
    double position[3];
    /// How fast it is drawn to move, units per second.
    double velocity[3];
    /// Facing: x, y, z, w.
    double orientation[4];
    /// What is expected, before convergence.
    double predicted_position[3];
    /// Seconds since its newest update was true; negative in the interpolated past.
    double age;
    /// Radius that holds the true position nine times out of ten; 0 when nobody knows.
    double radius;
} AntGhost;

/// Makes an AntGhost ready for a call that fills it. Any thread.
#define ant_ghost_init(p) \
    ant_init(ANT_STRUCT_GHOST, 1 ? (p) : (AntGhost *)0, (uint32_t)sizeof(AntGhost))

/// What the last frame showed of a player. ANT_ERROR_NOT_FOUND when nobody has told of it, ANT_ERROR_STATE when it is not shown. Const.
ANT_API AntStatus ant_ghosts_get(struct AntGhosts ghosts,
                         uint32_t player,
                         struct AntGhost *out_ghost);

/// What is expected of a player some time ahead of the present, before convergence: for aiming and for AI. Const.
/// ahead: nanoseconds
ANT_API AntStatus ant_ghosts_predict(struct AntGhosts ghosts,
                             uint32_t player,
                             int64_t ahead,
                             struct AntPrediction *out_prediction);

/// How a player, or ANT_EVERYBODY, is predicted where its owner chose no line. v_max counts for single players only: everybody's run speed is that of the
/// descriptor, or learned. A player need not have appeared yet, and keeps its profile when it leaves and comes back, until ant_ghosts_remove. Mutating.
/// profile: copied
ANT_API AntStatus ant_ghosts_set_profile(struct AntGhosts ghosts,
                                 uint32_t player,
                                 const struct AntProfile *profile);

/// Gives the learned models weights of a file, or the built-in ones. Mutating.
/// bytes: [opt] [byte_len bytes] null = built-in
ANT_API AntStatus ant_ghosts_load_weights(struct AntGhosts ghosts, const void *bytes, uint64_t byte_len);

/// ant_predictor_load_bank for ghosts, whose profile (ant_ghosts_set_profile) has ANT_MODEL_NEURO. Where owners run the same model (ANT_SENDER_SHARED_MODEL), they
/// need the same banks (ant_outbox_load_bank): packets tell whether they have them. Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank
ANT_API AntStatus ant_ghosts_load_bank(struct AntGhosts ghosts,
                               uint32_t bank,
                               const void *bytes,
                               uint64_t byte_len);

/// How a moving base (lift, vehicle) moves, in the host's frame. Fill it with ant_base_motion_init.
typedef struct AntBaseMotion {
    /// Set by ant_base_motion_init.
    uint32_t struct_size;
    /// 0.
    uint32_t reserved;
    /// Position of the base's own origin.
    double position[3];
    /// Its rotation: x, y, z, w. [Limit: length 1]
    double orientation[4];
    /// Its velocity, units per second.
    double velocity[3];
    /// Its angular velocity, radians per second about the host's axes. [Limit: -1e6 to 1e6]
    double angular_velocity[3];
} AntBaseMotion;

/// Fills an AntBaseMotion with its defaults. Any thread.
#define ant_base_motion_init(p) \
    ant_init(ANT_STRUCT_BASE_MOTION, 1 ? (p) : (AntBaseMotion *)0, (uint32_t)sizeof(AntBaseMotion))

/// Where a moving base is now. Tell it every frame while somebody rides on it. Mutating.
/// base: its number, the same on every machine
/// motion: [opt] null = the base is gone
ANT_API AntStatus ant_ghosts_set_base(struct AntGhosts ghosts,
                              uint32_t base,
                              const struct AntBaseMotion *motion,
                              int64_t now);

/// What happened.
typedef uint32_t AntGhostEventKind;
/// A player was told of for the first time, or again after it had left: make its ghost.
#define ANT_GHOST_APPEARED 0
/// It has left: end its ghost.
#define ANT_GHOST_LEFT 1
/// It was moved on purpose.
#define ANT_GHOST_TELEPORTED 2
/// The clock of a peer, or the own one, has jumped and was found again.
#define ANT_GHOST_CLOCK_JUMPED 3
/// There is no room for another player or peer; what it told was refused.
#define ANT_GHOST_NO_ROOM 4

/// Something that happened.
typedef struct AntGhostEvent {
    /// ANT_GHOST_…
    AntGhostEventKind kind;
    /// To whom.
    uint32_t player;
    /// Through whom.
    uint64_t peer;
    /// When, nanoseconds on the own clock.
    int64_t time;
} AntGhostEvent;

/// The oldest thing that happened and was not asked for yet; ANT_EMPTY = there is none. The newest 1024 are kept. Mutating.
ANT_API AntStatus ant_ghosts_next_event(struct AntGhosts ghosts,
                                struct AntGhostEvent *out_event);

/// What is known of the way to a peer. Times in nanoseconds. Fill it with ant_peer_stats_init.
typedef struct AntPeerStats {
    /// Set by ant_peer_stats_init.
    uint32_t struct_size;
    /// Players of this peer.
    uint32_t players;
    /// Packets that came.
    uint64_t packets;
    /// Their bytes.
    uint64_t bytes;
    /// Packets that were refused: damaged, or of another codec, model or time base.
    uint64_t bad_packets;
    /// Updates that were relative to ones which are not here; they are asked for again.
    uint64_t missing_baselines;
    /// Updates by what became of them: ANT_VERDICT_… is the place.
    uint64_t verdicts[11];
    /// Updates that never came.
    uint64_t lost;
    /// Share of them.
    double loss;
    /// How much the time under way changes between updates.
    int64_t jitter;
    /// Mean gap between the updates of a player.
    int64_t mean_gap;
    /// How far the interpolated past lies behind the newest updates.
    int64_t delay;
    /// Round trip by clock requests; -1 before one was answered.
    int64_t round_trip;
    /// How often a clock jumped and was found again.
    uint64_t clock_jumps;
    /// What did not fit into the inbox, of all peers.
    uint64_t overflowed;
} AntPeerStats;

/// Makes an AntPeerStats ready for a call that fills it. Any thread.
#define ant_peer_stats_init(p) \
    ant_init(ANT_STRUCT_PEER_STATS, 1 ? (p) : (AntPeerStats *)0, (uint32_t)sizeof(AntPeerStats))

/// What is known of the way to a peer. Const.
ANT_API AntStatus ant_ghosts_peer_stats(struct AntGhosts ghosts, uint64_t peer, struct AntPeerStats *out_stats);

/// What is known of a player's updates. Fill it with ant_player_stats_init.
typedef struct AntPlayerStats {
    /// Set by ant_player_stats_init.
    uint32_t struct_size;
    /// 0.
    uint32_t reserved;
    /// Who tells of it.
    uint64_t peer;
    /// Updates by what became of them: ANT_VERDICT_… is the place.
    uint64_t verdicts[11];
    /// Updates that never came.
    uint64_t lost;
    /// Share of the last 64 that did not come.
    double recent_loss;
    /// Mean gap between updates, nanoseconds.
    int64_t mean_gap;
    /// Mean of how far updates moved what was expected: what was wrong when they came.
    double mean_error;
    /// The largest such distance.
    double largest_error;
} AntPlayerStats;

/// Makes an AntPlayerStats ready for a call that fills it. Any thread.
#define ant_player_stats_init(p) \
    ant_init(ANT_STRUCT_PLAYER_STATS, 1 ? (p) : (AntPlayerStats *)0, (uint32_t)sizeof(AntPlayerStats))

/// What is known of a player's updates. Const.
ANT_API AntStatus ant_ghosts_player_stats(struct AntGhosts ghosts, uint32_t player, struct AntPlayerStats *out_stats);

/// Takes over from a predictor all that its models share: constants and objects of the interest scheme (ant_predictor_set_interest, …_set_object), routes and
/// parameters of strategies, banks, loaded weights. Outboxes whose receivers run a model (ANT_SENDER_SHARED_MODEL) need the same: packets of one that has others are
/// refused with ANT_ERROR_MISMATCH. Call it again when they change; the predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
ANT_API AntStatus ant_ghosts_share(struct AntGhosts ghosts,
                           struct AntPredictor predictor);

/// Takes over from a predictor all that the models of receivers share (ANT_SENDER_SHARED_MODEL), so that the outbox knows what they show and keeps its thresholds:
/// constants and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Ghosts need the same: ant_ghosts_share. Call it again
/// when they change; the predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
ANT_API AntStatus ant_outbox_share(struct AntOutbox outbox,
                           struct AntPredictor predictor);

/// Adds an object that interests players (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID), or changes it: moved, of another value, taken, back again. Outboxes whose receivers
/// run one of these models must be told at the same time of the game. Mutating.
/// id: the host's own number of it
/// position: [opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
ANT_API AntStatus ant_ghosts_set_object(struct AntGhosts ghosts,
                                uint64_t id,
                                const double *position,
                                float value,
                                AntBool present);

/// As ant_ghosts_set_object, for what the receivers of this outbox are told by their hosts. Mutating.
/// id: the host's own number of it
/// position: [opt] [(x, y, z)] null forgets it; ANT_ERROR_NOT_FOUND when there is none of this number
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
ANT_API AntStatus ant_outbox_set_object(struct AntOutbox outbox,
                                uint64_t id,
                                const double *position,
                                float value,
                                AntBool present);

/// Tells what a player has left (life, ammunition), which the others feel (ANT_MODEL_INTEREST, ANT_MODEL_HYBRID). A player need not have appeared yet, and keeps it
/// when it leaves and comes back, until ant_ghosts_remove. Outboxes whose receivers run one of these models must be told at the same time of the game. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_ghosts_set_life(struct AntGhosts ghosts,
                              uint32_t player,
                              float life);

/// As ant_ghosts_set_life, for an own avatar, which appears by that. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_outbox_set_life(struct AntOutbox outbox, uint32_t player, float life);

/// What an outbox is made of. Fill it with ant_outbox_desc_init.
typedef struct AntOutboxDesc {
    /// Set by ant_outbox_desc_init.
    uint32_t struct_size;
    /// Most own avatars. Default 64. [Limit: 1 to 1048576]
    uint32_t max_players;
    /// Most observers; the product with max_players at most 2^24. Default 64. [Limit: 1 to 4096]
    uint32_t max_observers;
    /// Updates of an avatar under way to an observer that are remembered: at least round trip x updates per second. Default 16. [Limit: 1 to 32]
    uint32_t in_flight;
    /// [opt] The level, for walls; null (default) = the map's, or none.
    struct AntWorld world;
    /// [opt] The fields; null (default) = none. Must be of the same level.
    struct AntPheromoneMap map;
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    struct AntFrame frame;
    /// Speed at which players run, m/s; 0 (default) = learned from what is submitted. [Limit: 0.001 to 1e6]
    double run_speed;
    /// Positions in packets are multiples of this, metres; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]
    double position_step;
    /// Velocities in packets are multiples of this, m/s; the same as in the ghosts. Default 0.01. [Limit: 1e-6 to 1e6]
    double velocity_step;
    /// Most that observers may be off before an update is sent, metres; ant_outbox_set_rules has the rest. Default 0.1.
    double threshold;
    /// Longest time between two updates of an avatar, nanoseconds. Default 5e8. [Limit: 1e6 to 6e10]
    int64_t heartbeat;
} AntOutboxDesc;

/// Fills an AntOutboxDesc with its defaults. Any thread.
#define ant_outbox_desc_init(p) \
    ant_init(ANT_STRUCT_OUTBOX_DESC, 1 ? (p) : (AntOutboxDesc *)0, (uint32_t)sizeof(AntOutboxDesc))

/// Makes an outbox. It keeps its level and map alive. Any thread.
/// desc: copied
/// profile: [opt] what receivers run where rules say ANT_SENDER_SHARED_MODEL; the same as in the ghosts. With ANT_MODEL_NEURO its bank also chooses what is
/// sent by the other rules (ANT_SENDER_OWNER_LINE). Copied.
ANT_API AntStatus ant_outbox_create(const struct AntOutboxDesc *desc,
                            const struct AntProfile *profile,
                            struct AntOutbox *out_outbox);

/// The truth about own avatars, once per tick; avatars appear with their first state. ANT_LATE when one of them is not newer than the one before, which is
/// then ignored. One bad state fails the call before anything changed. Mutating.
/// states: [count] all have the struct_size of the first
/// now: nanoseconds on the own clock; dates states that have no time
ANT_API AntStatus ant_outbox_submit(struct AntOutbox outbox,
                            const struct AntState *states,
                            uint32_t count,
                            int64_t now);

/// The packet that is due for an observer, or for ANT_EVERYONE; 0 bytes = nothing is. All in it counts as sent. Ask once per tick, and again after
/// ANT_BUDGET_REACHED: more is due than fitted. Mutating.
/// out: [capacity bytes] the usual 1200 of a datagram, at least 256
/// out_size: receives the bytes written
ANT_API AntStatus ant_outbox_packet(struct AntOutbox outbox,
                            uint64_t observer,
                            int64_t now,
                            void *out,
                            uint64_t capacity,
                            uint64_t *out_size);

/// What an observer's ghosts said back (ant_ghosts_reply there). Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_outbox_receive(struct AntOutbox outbox,
                             uint64_t observer,
                             const void *bytes,
                             uint64_t byte_len,
                             int64_t now);

/// An avatar goes; observers that knew it are told with their next packet. Mutating.
ANT_API AntStatus ant_outbox_remove(struct AntOutbox outbox, uint32_t player);

/// When updates of a player, or of ANT_EVERYBODY, are sent. How a player is followed (AntSenderRules::kind) cannot change while it exists. Mutating.
/// rules: copied
ANT_API AntStatus ant_outbox_set_rules(struct AntOutbox outbox,
                               uint32_t player,
                               const struct AntSenderRules *rules);

/// ant_predictor_load_bank for an outbox whose profile has ANT_MODEL_NEURO: the bank chooses what is sent of own avatars, and where rules say
/// ANT_SENDER_SHARED_MODEL it predicts what receivers show; then ghosts need the same (ant_ghosts_load_bank). Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank
ANT_API AntStatus ant_outbox_load_bank(struct AntOutbox outbox,
                               uint32_t bank,
                               const void *bytes,
                               uint64_t byte_len);

/// Somebody who is told. Fill it with ant_observer_init.
typedef struct AntObserver {
    /// Set by ant_observer_init.
    uint32_t struct_size;
    /// 1 = everything arrives, in order (TCP, WebSocket): nothing needs to be acknowledged. Default 0.
    uint32_t reliable;
    /// Budget, bytes per second; 0 (default) = no limit. [Limit: <= 2^30]
    uint32_t bytes_per_second;
    /// Bytes that headers below add to each packet and that count for the budget. Default 28. [Limit: <= 65536]
    uint32_t overhead;
    /// 1 = `position` is given: then distances count. Default 0.
    uint32_t has_position;
    /// 0.
    uint32_t reserved;
    /// Where the observer is, in the host's frame.
    double position[3];
    /// Avatars nearer than this become relevant, metres. Default INFINITY. [Limit: above 0]
    double enter_radius;
    /// Avatars farther than this leave. Default INFINITY. [Limit: at least enter_radius]
    double leave_radius;
} AntObserver;

/// Fills an AntObserver with its defaults. Any thread.
#define ant_observer_init(p) \
    ant_init(ANT_STRUCT_OBSERVER, 1 ? (p) : (AntObserver *)0, (uint32_t)sizeof(AntObserver))

/// Says how an observer is reached and where it is; one that is not announced appears with its first packet. Mutating.
/// observer: [opt] null = it is gone
ANT_API AntStatus ant_outbox_set_observer(struct AntOutbox outbox, uint64_t number, const struct AntObserver *observer);

/// Says for one player and one observer whether it is relevant, and the factor on its thresholds. Mutating.
/// relevance: ANT_RELEVANCE_…
/// factor: 0 = by distance. [Limit: 0.001 to 1000]
ANT_API AntStatus ant_outbox_set_interest(struct AntOutbox outbox,
                                  uint64_t observer,
                                  uint32_t player,
                                  AntRelevance relevance,
                                  double factor);

/// What was sent to an observer so far. Const.
ANT_API AntStatus ant_outbox_stats(struct AntOutbox outbox, uint64_t observer, struct AntConnectionStats *out_stats);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_GHOSTS_H */
