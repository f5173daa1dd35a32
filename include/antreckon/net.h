/* antreckon/net.h: parts of the way over a network, each by itself: codec, sender, receiver, clock, simulator, smoother.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_NET_H
#define ANTRECKON_NET_H

#include "base.h"
#include "predictor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a drawn position converges.
typedef uint32_t AntSmoothMethod;
/// At once.
#define ANT_SMOOTH_SNAP 0
/// Straight, at constant speed.
#define ANT_SMOOTH_LINEAR 1
/// Cubic Bezier curve to where the entity is predicted to be when the time of convergence is over.
#define ANT_SMOOTH_BEZIER 2
/// Cubic Hermite difference to the present prediction: both velocities are kept.
#define ANT_SMOOTH_HERMITE 3
/// Projective velocity blending.
#define ANT_SMOOTH_PROJECTIVE_VELOCITY 4
/// Critically damped spring.
#define ANT_SMOOTH_DAMPED 5
/// Along the way a walker would take, led by the predictor's map where it has one.
#define ANT_SMOOTH_PATH 6
/// As near to the prediction as looks right: near corrections vanish at once, far ones as fast as does not look like a jump.
#define ANT_SMOOTH_CHASE 7

/// Flags of AntDrawn.
typedef uint32_t AntDrawnFlags;
/// Has not arrived at the prediction yet.
#define ANT_DRAWN_CONVERGING 1
/// Jumped since the last frame: it appeared, a teleport, too far away, or no way to walk there.
#define ANT_DRAWN_SNAPPED 2
/// Held back so as not to move backwards.
#define ANT_DRAWN_SLOWED 4
/// Goes along a walkable path.
#define ANT_DRAWN_PATH 8
/// An obstacle stopped it in this frame.
#define ANT_DRAWN_CLIPPED 16
/// There is no level, or the entity is off it: walls were not looked at.
#define ANT_DRAWN_OFF_LEVEL 32
/// The time lies before that of the last frame, which was answered again.
#define ANT_DRAWN_PAST 64

/// Where what is shown comes from.
typedef uint32_t AntShownAs;
/// By the model, for now.
#define ANT_SHOWN_PREDICTED 0
/// By the model, slowing down beyond the horizon.
#define ANT_SHOWN_FADING 1
/// Held: nothing was heard for longer than the horizon and the fading.
#define ANT_SHOWN_SILENT 2
/// It has stopped.
#define ANT_SHOWN_STOPPED 3
/// It is frozen.
#define ANT_SHOWN_FROZEN 4
/// Between two updates.
#define ANT_SHOWN_INTERPOLATED 5
/// The oldest update that is kept, which is after the time asked for.
#define ANT_SHOWN_OLDEST 6

/// What observers do between two updates.
typedef uint32_t AntSenderKind;
/// Type 1: updates carry the velocity, receivers run a model.
#define ANT_SENDER_SHARED_MODEL 0
/// Type 2: updates carry a prediction vector (ANT_UPDATE_PREDICTION_VECTOR), receivers go along it.
#define ANT_SENDER_OWNER_LINE 1

/// How errors of position are measured.
typedef uint32_t AntMetric;
/// Errors are measured in space.
#define ANT_METRIC_SPACE 0
/// Errors are measured over the ground; heights do not count.
#define ANT_METRIC_GROUND 1

/// When an update of an entity is sent: when any threshold is exceeded. INFINITY = off. Metres and seconds, whatever the frame. Fill it with ant_sender_rules_init.
typedef struct AntSenderRules {
    /// Set by ant_sender_rules_init.
    uint32_t struct_size;
    /// ANT_SENDER_OWNER_LINE (default) or ANT_SENDER_SHARED_MODEL.
    AntSenderKind kind;
    /// ANT_METRIC_SPACE (default) or ANT_METRIC_GROUND.
    AntMetric metric;
    /// How many of `distances` are used. Default 0. [Limit: <= 4]
    uint32_t distance_count;
    /// Most the receivers may be off, metres. Default 0.1. [Limit: AntCodecInfo::position_error and a little more, to 1e9]
    double position;
    /// Most the error may sum up to since the last update, metre seconds. Default INFINITY. [Limit: 0 to 1e9]
    double time_space;
    /// Most the orientation may be off, radians. Default 0.1745 (10 degrees). [Limit: AntCodecInfo::orientation_error to pi, or INFINITY]
    double orientation;
    /// Most the speed may have changed, m/s. Default INFINITY. [Limit: 0 to 1e9]
    double speed;
    /// Most the direction of motion may have changed, radians. Default INFINITY. [Limit: 0 to pi, or INFINITY]
    double direction;
    /// Most the velocity may have changed (length of the difference), m/s. Default INFINITY. [Limit: 0 to 1e9]
    double velocity;
    /// Farthest it may have moved, however well it is predicted, metres. Default INFINITY. [Limit: as for position]
    double moved;
    /// Most the acceleration may have changed, m/s^2. Default INFINITY. [Limit: 0 to 1e9]
    double acceleration;
    /// Slower than this, m/s, an entity is at rest: told at once, and receivers hold it. 0 = never. Default 0.05. [Limit: 0 to 1e9]
    double stop_speed;
    /// Longest time between two updates, nanoseconds; INT64_MAX = any. Default 5 s. [Limit: 1 to 1 h]
    int64_t heartbeat;
    /// Shortest time between two updates, nanoseconds; enter, leave, teleport, stop and freeze do not wait. Default 0. [Limit: 0 to 1 h]
    int64_t min_gap;
    /// Distances of the observer, metres, rising …
    double distances[4];
    /// … and the factor on all thresholds there; linear between them. [Limit: 0.001 to 1000]
    double factors[4];
} AntSenderRules;

/// Fills an AntSenderRules with its defaults. Any thread.
#define ant_sender_rules_init(p) \
    ant_init(ANT_STRUCT_SENDER_RULES, 1 ? (p) : (AntSenderRules *)0, (uint32_t)sizeof(AntSenderRules))

/// Whether an observer gets updates of an entity.
typedef uint32_t AntRelevance;
/// The connection's area of interest decides.
#define ANT_RELEVANCE_BY_AREA 0
/// Always relevant.
#define ANT_RELEVANCE_ALWAYS 1
/// Never relevant.
#define ANT_RELEVANCE_NEVER 2

/// What was sent over a connection so far.
typedef struct AntConnectionStats {
    /// Size of this struct.
    uint32_t struct_size;
    /// Entities of the sender, those that are leaving too.
    uint32_t entities;
    /// Mean round trip, nanoseconds; -1 before one was measured.
    int64_t round_trip;
    /// Packets collected.
    uint64_t packets;
    /// Their bytes, without headers below.
    uint64_t bytes;
    /// Updates by ANT_REASON_…
    uint64_t updates[16];
} AntConnectionStats;

/// Makes an AntConnectionStats ready for a call that fills it. Any thread.
#define ant_connection_stats_init(p) \
    ant_init(ANT_STRUCT_CONNECTION_STATS, 1 ? (p) : (AntConnectionStats *)0, (uint32_t)sizeof(AntConnectionStats))

/// Flags of AntUpdate. They share no bit with AntObserveFlags: the wrong family is refused.
typedef uint32_t AntUpdateFlags;
/// The entity was moved, it did not move: no path leads from where it was.
#define ANT_UPDATE_TELEPORT 1
/// It has come to rest and stays where it is until told otherwise.
#define ANT_UPDATE_STOP 2
/// Its owner does not simulate it at present (paused, loading): hold it, do not predict it.
#define ANT_UPDATE_FROZEN 4
/// It has become relevant to this observer: what was known of it before is void.
#define ANT_UPDATE_ENTER 8
/// It is no longer relevant to this observer; no more updates will come.
#define ANT_UPDATE_LEAVE 16
/// `velocity` is a prediction vector, not the velocity: the straight line its owner expects to stay near.
#define ANT_UPDATE_PREDICTION_VECTOR 32
/// Sent because nothing was sent for long, not because a threshold was broken.
#define ANT_UPDATE_HEARTBEAT 64
/// It is not on the ground: drops do not stop it.
#define ANT_UPDATE_AIRBORNE 128
/// AntUpdate::acceleration is given.
#define ANT_UPDATE_HAS_ACCELERATION 256
/// AntUpdate::orientation is given.
#define ANT_UPDATE_HAS_ORIENTATION 512
/// AntUpdate::angular_velocity is given.
#define ANT_UPDATE_HAS_ANGULAR_VELOCITY 1024

/// One update about an entity as it travels, in the host's frame (AntCodecDesc::frame). Fill it with ant_update_init. Fields without their flag are not read.
typedef struct AntUpdate {
    /// Set by ant_update_init.
    uint32_t struct_size;
    /// ANT_UPDATE_… Default 0.
    AntUpdateFlags flags;
    /// The entity's number on the network, the same on every machine.
    uint32_t entity;
    /// Which update of this entity it is; counts up and wraps after 65535. [Limit: 0 to 65535]
    uint32_t sequence;
    /// When it was true, nanoseconds on the game clock.
    int64_t time;
    /// Where the entity was.
    double position[3];
    /// Units per second; with ANT_UPDATE_PREDICTION_VECTOR the vector to predict along.
    double velocity[3];
    /// Units per second^2, with ANT_UPDATE_HAS_ACCELERATION.
    double acceleration[3];
    /// x, y, z, w, with ANT_UPDATE_HAS_ORIENTATION. [Limit: length 1]
    double orientation[4];
    /// Radians per second about the entity's own axes, with ANT_UPDATE_HAS_ANGULAR_VELOCITY.
    double angular_velocity[3];
    /// The strategy to follow from here on, where receivers have ANT_MODEL_STRATEGY: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC (default), which
    /// costs no bit.
    uint32_t strategy;
    /// Must be 0.
    uint32_t reserved;
} AntUpdate;

/// Fills an AntUpdate with its defaults. Any thread.
#define ant_update_init(p) \
    ant_init(ANT_STRUCT_UPDATE, 1 ? (p) : (AntUpdate *)0, (uint32_t)sizeof(AntUpdate))

/// How finely updates are measured; both ends must use the same. Metres and seconds. A generous limit costs an ordinary update nothing. Fill it with ant_codec_desc_init.
typedef struct AntCodecDesc {
    /// Set by ant_codec_desc_init.
    uint32_t struct_size;
    /// Bits of each of the three smaller components of an orientation. Default 11. [Limit: 4 to 24]
    uint32_t quaternion_bits;
    /// Times are whole ticks of this rate. Default 1000. [Limit: 1 to 1000000]
    uint32_t ticks_per_second;
    /// Must be 0.
    uint32_t reserved;
    /// The host's coordinate frame, in which updates are given and returned. Default canonical.
    struct AntFrame frame;
    /// Positions are multiples of this from `origin`, metres. Default 0.01. [Limit: 1e-6 to 1e6]
    double position_step;
    /// Positions are within this of `origin` along each axis, metres. Default 1e8. [Limit: a step to 1e12, and 2^48 steps, both without |origin|]
    double position_limit;
    /// Middle of the world, metres in the canonical frame. Default 0, 0, 0.
    double origin[3];
    /// Step of each component of a velocity, m/s. Default 0.01. [Limit: 1e-6 to 1e6]
    double velocity_step;
    /// Largest component of a velocity, m/s. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]
    double velocity_limit;
    /// Step of each component of an acceleration, m/s^2. Default 0.05. [Limit: 1e-6 to 1e6]
    double acceleration_step;
    /// Largest component of an acceleration, m/s^2. Default 1e4. [Limit: a step to 1e9, and 2^48 steps]
    double acceleration_limit;
    /// Step of each component of an angular velocity, rad/s. Default 0.01. [Limit: 1e-6 to 1e6]
    double angular_velocity_step;
    /// Largest component of an angular velocity, rad/s. Default 1e3. [Limit: a step to 1e6, and 2^48 steps]
    double angular_velocity_limit;
} AntCodecDesc;

/// Fills an AntCodecDesc with its defaults. Any thread.
#define ant_codec_desc_init(p) \
    ant_init(ANT_STRUCT_CODEC_DESC, 1 ? (p) : (AntCodecDesc *)0, (uint32_t)sizeof(AntCodecDesc))

/// What a codec promises.
typedef struct AntCodecInfo {
    /// Size of this struct.
    uint32_t struct_size;
    /// Bytes of an encoded update at most.
    uint32_t max_bytes;
    /// Most a quantised time differs from the true one, nanoseconds.
    int64_t time_error;
    /// Most a quantised position is away from the true one, metres.
    double position_error;
    /// Most a quantised velocity differs from the true one, m/s.
    double velocity_error;
    /// Most a quantised acceleration differs from the true one, m/s^2.
    double acceleration_error;
    /// Largest angle between a quantised orientation and the true one, radians.
    double orientation_error;
    /// Most a quantised angular velocity differs from the true one, rad/s.
    double angular_velocity_error;
} AntCodecInfo;

/// Makes an AntCodecInfo ready for a call that fills it. Any thread.
#define ant_codec_info_init(p) \
    ant_init(ANT_STRUCT_CODEC_INFO, 1 ? (p) : (AntCodecInfo *)0, (uint32_t)sizeof(AntCodecInfo))

/// Makes a codec. Any thread.
/// desc: copied
ANT_API AntStatus ant_codec_create(const struct AntCodecDesc *desc, struct AntCodec *out_codec);

/// What a codec promises: stated errors and the largest size of an update. Const.
ANT_API AntStatus ant_codec_info(struct AntCodec codec, struct AntCodecInfo *out_info);

/// The update as the receivers will see it. Both ends must predict from it, so that they agree: the sender from what this returns, the receivers from what
/// they decode. Doing it twice changes nothing. A number beyond the codec's limits is ANT_ERROR_INVALID_ARGUMENT. Const.
/// out_update: with its struct_size set; may be the same as `update`
ANT_API AntStatus ant_codec_quantise(struct AntCodec codec,
                             const struct AntUpdate *update,
                             struct AntUpdate *out_update);

/// Packs one update, in at most AntCodecInfo::max_bytes. Const.
/// baseline: [opt] an earlier update of the same entity that the receiver surely has, because it said so; makes the code shorter
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_codec_encode(struct AntCodec codec,
                           const struct AntUpdate *update,
                           const struct AntUpdate *baseline,
                           void *buf,
                           uint64_t capacity,
                           uint64_t *needed);

/// Unpacks one update. Bytes from anywhere are an update within the codec's limits or ANT_ERROR_CORRUPT; ANT_ERROR_NOT_FOUND when they need another baseline. Const.
/// bytes: [byte_len bytes]
/// baseline: [opt] the one it was packed with
/// out_update: with its struct_size set
ANT_API AntStatus ant_codec_decode(struct AntCodec codec,
                           const void *bytes,
                           uint64_t byte_len,
                           const struct AntUpdate *baseline,
                           struct AntUpdate *out_update);

/// Packs updates into one datagram, in the order given, as many as fit: the most urgent should come first. ANT_TRUNCATED when not all do. Updates of
/// one tick, sorted by entity, are the shortest. Const.
/// time: that of most updates, nanoseconds on the game clock
/// updates: [count]
/// baselines: [opt] [baseline_count] updates that the receiver surely has; an update is written relative to the first one of its entity
/// buf: [capacity bytes] the byte budget of the datagram. At most 16384 are used, at least 20 are needed.
/// out_byte_len: receives the bytes of the datagram
/// out_encoded: receives how many updates, from the first on, are in it
ANT_API AntStatus ant_codec_encode_packet(struct AntCodec codec,
                                  int64_t time,
                                  uint32_t count,
                                  const struct AntUpdate *updates,
                                  uint32_t baseline_count,
                                  const struct AntUpdate *baselines,
                                  void *buf,
                                  uint64_t capacity,
                                  uint64_t *out_byte_len,
                                  uint32_t *out_encoded);

/// Unpacks a datagram. Bytes from anywhere are a whole datagram or ANT_ERROR_CORRUPT, and then nothing is written. Const.
/// bytes: [byte_len bytes]
/// baselines: [opt] [baseline_count] updates received before; those that the datagram's updates are relative to are looked for here
/// capacity: updates there is room for; when the datagram has more, the first ones are written and the call returns ANT_TRUNCATED
/// out_updates: [opt] [capacity] all with the struct_size of the first; may be null when the capacity is 0
/// out_status: [opt] [capacity] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, or ANT_ERROR_NOT_FOUND where the baseline is missing; then only entity and sequence of that
///   update are known and the call returns ANT_PARTIAL. Without this stream that fails the whole call.
/// out_count: receives how many updates the datagram has
ANT_API AntStatus ant_codec_decode_packet(struct AntCodec codec,
                                  const void *bytes,
                                  uint64_t byte_len,
                                  uint32_t baseline_count,
                                  const struct AntUpdate *baselines,
                                  uint32_t capacity,
                                  struct AntUpdate *out_updates,
                                  const struct AntStream *out_status,
                                  uint32_t *out_count);

/// Distances of AntSenderRules::distances.
#define ANT_SENDER_KNOTS 4

/// Parameters of a sender. Fill it with ant_sender_desc_init and set `codec`.
typedef struct AntSenderDesc {
    /// Set by ant_sender_desc_init.
    uint32_t struct_size;
    /// Most entities. Default 64. [Limit: 1 to 1048576]
    uint32_t max_entities;
    /// Most connections. Default 64. [Limit: 1 to 4096, and at most 16777216 together with max_entities]
    uint32_t max_connections;
    /// Updates of an entity under way to a connection that acknowledges, which are remembered: at least round trip * updates per second. Default 8. [Limit: 1 to 32]
    uint32_t in_flight;
    /// How updates are measured, and the host's frame; copied.
    struct AntCodec codec;
    /// [opt] The level, for entities whose receivers' model heeds it; null (default) = the map's, or none.
    struct AntWorld world;
    /// [opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.
    struct AntPheromoneMap map;
} AntSenderDesc;

/// Fills an AntSenderDesc with its defaults. Any thread.
#define ant_sender_desc_init(p) \
    ant_init(ANT_STRUCT_SENDER_DESC, 1 ? (p) : (AntSenderDesc *)0, (uint32_t)sizeof(AntSenderDesc))

/// Makes a sender. It keeps its level and map alive, also when their handles are destroyed. Any thread.
ANT_API AntStatus ant_sender_create(const struct AntSenderDesc *desc, struct AntSender *out_sender);

/// Adds an entity, or changes when updates of one are sent. ANT_ERROR_STATE when the number is still leaving. Mutating.
/// entity: its number on the network
/// profile: [opt] how receivers predict a new one; null = along the straight line of the update (ANT_MODEL_DR1 without corrections), which is cheapest. Receivers
///   must use the same one, and its model must rest on nothing but the updates and what all machines share. Not looked at for one that is there.
ANT_API AntStatus ant_sender_set_entity(struct AntSender sender,
                                uint32_t entity,
                                const struct AntSenderRules *rules,
                                const struct AntProfile *profile);

/// Lets an entity leave. Its number is free again once every connection that knew it was told. Mutating.
ANT_API AntStatus ant_sender_remove_entity(struct AntSender sender, uint32_t entity);

/// Tells the truth about an entity, once per tick. ANT_LATE when it is not newer than the last one: then it is ignored. A number beyond the codec's limits is
/// ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// truth: its sequence is not read; of the flags ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE and ANT_UPDATE_HAS_…. What is given is sent, so give acceleration and
///   angular velocity only where the receivers' model uses them.
ANT_API AntStatus ant_sender_submit(struct AntSender sender,
                            const struct AntUpdate *truth);

/// Tells the truth about many entities at one time. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
/// element fails the call before anything changed. ANT_LATE when all are good and some came late. Mutating.
/// entities: [count] ANT_U8 … ANT_U32: numbers on the network
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// velocities: [count] ANT_F32X3 or ANT_F64X3: units per second
/// orientations: [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_sender_submit_batch(struct AntSender sender,
                                  int64_t time,
                                  uint32_t count,
                                  const struct AntStream *entities,
                                  const struct AntStream *positions,
                                  const struct AntStream *velocities,
                                  const struct AntStream *orientations,
                                  const struct AntStream *flags,
                                  const struct AntStream *out_status);

/// What is known of the arrival of updates.
typedef uint32_t AntDeliveryKind;
/// Nobody says what arrived: everything sent counts as known, heartbeats repair losses.
#define ANT_DELIVERY_ASSUMED 0
/// All arrives, in order.
#define ANT_DELIVERY_RELIABLE 1
/// The observer acknowledges packets: only what it acknowledged is known.
#define ANT_DELIVERY_ACKNOWLEDGED 2

/// What a connection is like. Fill it with ant_connection_desc_init.
typedef struct AntConnectionDesc {
    /// Set by ant_connection_desc_init.
    uint32_t struct_size;
    /// ANT_DELIVERY_… Default ANT_DELIVERY_ASSUMED. Cannot be changed later.
    AntDeliveryKind delivery;
    /// Budget; 0 (default) = no limit. [Limit: <= 1073741824]
    uint32_t bytes_per_second;
    /// Bytes that headers below add to each packet and that count for the budget. Default 28 (UDP over IPv4). [Limit: <= 65536]
    uint32_t overhead;
    /// Entities nearer than this to the observer become relevant, metres. Default INFINITY. [Limit: > 0]
    double enter_radius;
    /// Entities farther than this become irrelevant, metres. Default INFINITY. [Limit: >= enter_radius]
    double leave_radius;
    /// Round trip that is assumed before one was measured, nanoseconds. Default 0.2 s. [Limit: 1 ms to 60 s]
    int64_t first_round_trip;
    /// An update counts as lost after so many estimated round trips without an acknowledgement. Default 1.25. [Limit: 1 to 10]
    double patience;
} AntConnectionDesc;

/// Fills an AntConnectionDesc with its defaults. Any thread.
#define ant_connection_desc_init(p) \
    ant_init(ANT_STRUCT_CONNECTION_DESC, 1 ? (p) : (AntConnectionDesc *)0, (uint32_t)sizeof(AntConnectionDesc))

/// Adds an observer: one per player on a server; one for all others, or one for each, on a peer. Mutating.
ANT_API AntStatus ant_sender_connect(struct AntSender sender,
                             const struct AntConnectionDesc *desc,
                             struct AntConnection *out_connection);

/// Ends a connection. Mutating.
ANT_API AntStatus ant_sender_disconnect(struct AntSender sender, struct AntConnection connection);

/// Lists the connections in a fixed order, which a restored sender shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of connections to skip
/// out_connections: [opt] [capacity] ANT_U64
/// out_count: receives the number of connections
ANT_API AntStatus ant_sender_connections(struct AntSender sender,
                                 uint32_t first,
                                 uint32_t capacity,
                                 const struct AntStream *out_connections,
                                 uint32_t *out_count);

/// Changes a connection's budget, radii and patience; ANT_ERROR_STATE when its delivery differs. Mutating.
ANT_API AntStatus ant_sender_set_connection(struct AntSender sender,
                                    struct AntConnection connection,
                                    const struct AntConnectionDesc *desc);

/// Tells where the observer of a connection is, for its area of interest and the tables of distances. Mutating.
/// position: [opt] [(x, y, z)]; null = nowhere: then everything is relevant to it
ANT_API AntStatus ant_sender_set_observer(struct AntSender sender,
                                  struct AntConnection connection,
                                  const double *position);

/// Says for one entity and one connection whether it is relevant, and the factor on its thresholds. Mutating.
/// relevance: ANT_RELEVANCE_…
/// factor: 0 = by the table of distances. [Limit: 0, 0.001 to 1000]
ANT_API AntStatus ant_sender_set_interest(struct AntSender sender,
                                  struct AntConnection connection,
                                  uint32_t entity,
                                  AntRelevance relevance,
                                  double factor);

/// Why an update is sent.
typedef uint32_t AntReason;
/// The first update about this entity to this observer.
#define ANT_REASON_ENTER 0
/// The last one: the entity is gone, or no longer relevant.
#define ANT_REASON_LEAVE 1
/// It was moved.
#define ANT_REASON_TELEPORT 2
/// It is not simulated any more, or again.
#define ANT_REASON_FREEZE 3
/// It has come to rest.
#define ANT_REASON_STOP 4
/// Receivers are too far off.
#define ANT_REASON_POSITION 5
/// They were off for too long.
#define ANT_REASON_TIME_SPACE 6
/// They show it turned too far.
#define ANT_REASON_ORIENTATION 7
/// Its speed has changed.
#define ANT_REASON_SPEED 8
/// Its direction of motion has changed.
#define ANT_REASON_DIRECTION 9
/// Its acceleration has changed.
#define ANT_REASON_ACCELERATION 10
/// Nothing was sent for long.
#define ANT_REASON_HEARTBEAT 11
/// An update was not acknowledged in time, and what it told is still unknown to the receiver.
#define ANT_REASON_LOST 12
/// It got onto a moving base, off it, or onto another one.
#define ANT_REASON_BASE 13
/// Its velocity has changed.
#define ANT_REASON_VELOCITY 14
/// It has moved.
#define ANT_REASON_MOVED 15

/// Number of reasons.
#define ANT_REASON_COUNT 16

/// A packet as collected.
typedef struct AntCollected {
    /// Size of this struct.
    uint32_t struct_size;
    /// Number of the packet, to be sent along: what is acknowledged.
    uint32_t number;
    /// Bytes of the packet; 0 = nothing to send, and no number was used.
    uint32_t byte_len;
    /// Updates in it.
    uint32_t updates;
    /// Updates that are due but had no room. Collect again to send them in another packet.
    uint32_t waiting;
    /// Not used.
    uint32_t reserved;
} AntCollected;

/// Makes an AntCollected ready for a call that fills it. Any thread.
#define ant_collected_init(p) \
    ant_init(ANT_STRUCT_COLLECTED, 1 ? (p) : (AntCollected *)0, (uint32_t)sizeof(AntCollected))

/// Packs what a connection should be told now into a packet; all of it counts as sent. When not all fits, the most wrong and longest waiting come first.
/// ANT_EMPTY when there is nothing to send. Allocates nothing. Mutating.
/// now: nanoseconds on the game clock, usually the time told
/// buf: [capacity bytes] At most 16384 are used; at least AntCodecInfo::max_bytes + 20 are needed.
/// out_collected: with its struct_size set
ANT_API AntStatus ant_sender_collect(struct AntSender sender,
                             struct AntConnection connection,
                             int64_t now,
                             void *buf,
                             uint64_t capacity,
                             struct AntCollected *out_collected);

/// The update of one entity that one connection should get now; it counts as sent. For hosts that make their own packets: the budget is theirs. ANT_EMPTY when
/// there is none. Mutating.
/// out_update: with its struct_size set; as receivers will see it, so ant_codec_quantise does not change it
/// out_baseline: [opt] with its struct_size set; what it may be packed relative to
/// out_has_baseline: [opt] 1 when there is one, else 0
/// out_reason: [opt] ANT_REASON_…
ANT_API AntStatus ant_sender_poll(struct AntSender sender,
                          struct AntConnection connection,
                          uint32_t entity,
                          int64_t now,
                          struct AntUpdate *out_update,
                          struct AntUpdate *out_baseline,
                          AntBool *out_has_baseline,
                          AntReason *out_reason);

/// A receiver has packets of ant_sender_collect. It must not acknowledge a packet that came after a newer one, unless its model has no memory (ANT_MODEL_STILL, ANT_MODEL_DR1,
/// ANT_MODEL_DAMPED, or the line of an update): it has not used it, or not in this order. A number that was never sent is ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// newest: number of the newest packet it has
/// mask: bit i = it also has packet newest - 1 - i
/// now: nanoseconds on the game clock; round trips are measured by it
ANT_API AntStatus ant_sender_acknowledge(struct AntSender sender,
                                 struct AntConnection connection,
                                 uint32_t newest,
                                 uint32_t mask,
                                 int64_t now);

/// A receiver has an update of ant_sender_poll. ANT_LATE when it was not waited for any more. Mutating.
/// sequence: AntUpdate::sequence. [Limit: <= 65535]
ANT_API AntStatus ant_sender_acknowledge_update(struct AntSender sender,
                                        struct AntConnection connection,
                                        uint32_t entity,
                                        uint32_t sequence,
                                        int64_t now);

/// What was sent over a connection so far. Const.
ANT_API AntStatus ant_sender_connection_stats(struct AntSender sender,
                                      struct AntConnection connection,
                                      struct AntConnectionStats *out_stats);

/// ant_sender_submit, and the owner's predictor observes it, too (as ant_predictor_observe, which must not be called for it then). Where the entity's model there is
/// ANT_MODEL_KINEMATIC or ANT_MODEL_AUTO, updates of type 2 are from then on the lines that stay within the threshold longest, by a policy learned from recorded
/// matches, and not those along the present velocity: a fifth fewer updates. Where it is ANT_MODEL_NEURO, they go along its predictive velocity
/// (ant_predictor_predictive_velocity), for as long as that costs no more updates than the velocity itself; with ANT_PROFILE_NO_BANK_FALLBACK always. An
/// ant_sender_suggest goes before. Needs predictor, map and sender alone. Mutating.
/// entity: in the predictor; its number on the network is truth.entity
/// truth: as for ant_sender_submit
ANT_API AntStatus ant_sender_submit_observed(struct AntSender sender,
                                     struct AntPredictor predictor,
                                     struct AntEntity entity,
                                     const struct AntUpdate *truth);

/// Chooses the straight line that receivers of an entity with ANT_SENDER_OWNER_LINE go along, for the truth that was told last: best the one that stays
/// within the threshold for the longest time. It counts until the next ant_sender_submit. A line that begins farther off than the threshold is not used.
/// Mutating.
/// offset: [(x, y, z)] where the line begins, from the position told
/// velocity: [(x, y, z)] the prediction vector, units per second
ANT_API AntStatus ant_sender_suggest(struct AntSender sender,
                             uint32_t entity,
                             const double *offset,
                             const double *velocity);

/// Offers the line that stays within the position threshold of the path which a predictor expects of the entity for the longest time: the vector of type 2 for any
/// model. It is used while such lines cost fewer updates than those along the velocity, which the sender finds out by playing both; so call this for every truth,
/// which must have been told to the sender and observed by the predictor. About forty predictions. An ant_sender_suggest goes before. Needs the sender alone. Mutating.
/// number: on the network
/// entity: in the predictor
ANT_API AntStatus ant_sender_suggest_along(struct AntSender sender,
                                   uint32_t number,
                                   struct AntPredictor predictor,
                                   struct AntEntity entity);

/// Replaces the policy by which lines of ant_sender_submit_observed are chosen. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in policy
ANT_API AntStatus ant_sender_load_policy(struct AntSender sender,
                                 const void *bytes,
                                 uint64_t byte_len);

/// Takes over from a predictor all that the models of receivers share, so that the shadows of all connections, present and to come, know what they show: constants
/// and objects of the interest scheme, routes and parameters of strategies, banks, loaded weights. Receivers need the same. Call it again when they change; the
/// predictor can be destroyed afterwards. Mutating.
/// predictor: with the same origin of coordinates; its entities do not matter
ANT_API AntStatus ant_sender_share(struct AntSender sender,
                           struct AntPredictor predictor);

/// Tells what an entity has left (ant_predictor_set_life), for receivers with ANT_MODEL_INTEREST or ANT_MODEL_HYBRID, who must be told at the same time. Mutating.
/// life: negative = out of the game (dead). [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_sender_set_life(struct AntSender sender,
                              uint32_t entity,
                              float life);

/// What became of an update.
typedef uint32_t AntVerdict;
/// The newest of its entity; taken in.
#define ANT_VERDICT_APPLIED 0
/// Late; put into its place, the later ones observed again.
#define ANT_VERDICT_INSERTED 1
/// Late, and the past cannot be replayed (too many have come since, or the entity shares what it learns): kept for interpolation only.
#define ANT_VERDICT_KEPT 2
/// Had come before; nothing was done.
#define ANT_VERDICT_DUPLICATE 3
/// So late that nothing was done.
#define ANT_VERDICT_TOO_OLD 4
/// Late, and its entity has left since; it changes nothing that is shown.
#define ANT_VERDICT_STALE 5
/// Its number is newer than the last, its time is not; passed over.
#define ANT_VERDICT_BACKWARDS 6
/// From the future; held until its time.
#define ANT_VERDICT_EARLY 7
/// From too far in the future, or no room to hold it; nothing was done.
#define ANT_VERDICT_REFUSED 8
/// The receiver does not know its entity: ant_receiver_add it and hand the update in again.
#define ANT_VERDICT_UNKNOWN 9

/// How the past is interpolated.
typedef uint32_t AntCurve;
/// Cubic Hermite through both positions and velocities.
#define ANT_CURVE_HERMITE 0
/// A straight line at constant speed.
#define ANT_CURVE_LINEAR 1

/// How a receiver works. Times are nanoseconds. Fill it with ant_receiver_desc_init.
typedef struct AntReceiverDesc {
    /// Set by ant_receiver_desc_init.
    uint32_t struct_size;
    /// Most entities; memory is taken as they are added. Default 1024. [Limit: 1 to 1048576]
    uint32_t max_entities;
    /// The predictor it feeds; must be set. Several receivers may feed one.
    struct AntPredictor predictor;
    /// By how many updates of its entity an update may be late and still get its place. Default 8. [Limit: 1 to 64]
    uint32_t depth;
    /// 1 = both ends stamp by one clock that the host keeps in step, 0 = the remote clock is estimated. Default 0.
    uint32_t synchronised;
    /// Most updates held because they are from the future. Default 64. [Limit: 0 to 65536]
    uint32_t max_early;
    /// ANT_CURVE_HERMITE or ANT_CURVE_LINEAR between two updates of the interpolated past. Default Hermite.
    AntCurve curve;
    /// How long samples of the remote clock count. Default 3e10. [Limit: 1e9 to 3.6e12]
    int64_t clock_window;
    /// Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]
    double clock_max_drift;
    /// An update may lie this much beyond the estimate of the remote clock. Default 2.5e8. [Limit: 0 to 3.6e12]
    int64_t tolerance;
    /// An update beyond that is held until its time has come, if that is at most this long; else refused. Default 1e9. [Limit: 0 to 3.6e12]
    int64_t longest_wait;
    /// How long after its last update an entity is predicted; choose more than the sender's heartbeat. Default 6e9. [Limit: 1 to 3.6e12]
    int64_t horizon;
    /// Beyond the horizon its motion fades to rest over this time; 0 = it stops at once. Default 5e8. [Limit: 0 to 3.6e12]
    int64_t fade;
    /// The interpolated past stays so many mean gaps between updates behind. Default 1.5. [Limit: 0 to 16]
    double buffer_gaps;
    /// … and so late that this share of updates is in time. Default 0.95. [Limit: 0 to 1]
    double buffer_quantile;
    /// Most that shown time runs faster or slower than the clock. Default 0.05. [Limit: 0.001 to 0.5]
    double buffer_slew;
    /// Shortest delay of the interpolated past. Default 0. [Limit: 0 to 3.6e12]
    int64_t buffer_least;
    /// Longest delay of the interpolated past. Default 5e8. [Limit: buffer_least to 3.6e12]
    int64_t buffer_most;
    /// A longer gap counts as this in the mean. Default 2.5e8. [Limit: 1e6 to 3.6e12]
    int64_t buffer_longest_gap;
} AntReceiverDesc;

/// Fills an AntReceiverDesc with its defaults. Any thread.
#define ant_receiver_desc_init(p) \
    ant_init(ANT_STRUCT_RECEIVER_DESC, 1 ? (p) : (AntReceiverDesc *)0, (uint32_t)sizeof(AntReceiverDesc))

/// Makes a receiver that knows no entity. It keeps its predictor alive. Any thread.
/// desc: copied
ANT_API AntStatus ant_receiver_create(const struct AntReceiverDesc *desc, struct AntReceiver *out_receiver);

/// From now on updates of the network number `number` are about `entity`. Only the receiver may observe it then. Mutating.
/// entity: of the receiver's predictor
ANT_API AntStatus ant_receiver_add(struct AntReceiver receiver,
                           uint32_t number,
                           struct AntEntity entity);

/// Forgets a network number; the entity stays in the predictor. Mutating.
ANT_API AntStatus ant_receiver_remove(struct AntReceiver receiver, uint32_t number);

/// Lists the network numbers, ascending. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_numbers: [opt] [capacity] ANT_U32
/// out_count: receives the number of entities
ANT_API AntStatus ant_receiver_entities(struct AntReceiver receiver,
                                uint32_t first,
                                uint32_t capacity,
                                const struct AntStream *out_numbers,
                                uint32_t *out_count);

/// Takes in an update. Allocates nothing once the entity has been heard of. Needs the predictor alone, and its map as ant_predictor_observe does. Mutating.
/// update: in the predictor's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// out_verdict: [opt] receives ANT_VERDICT_…
ANT_API AntStatus ant_receiver_receive(struct AntReceiver receiver,
                               const struct AntUpdate *update,
                               int64_t arrival,
                               AntVerdict *out_verdict);

/// Takes in the updates of a packet, in order. ANT_PARTIAL when some are bad and there is a status stream; without it one that is malformed fails the call
/// before anything changed. Mutating.
/// updates: [count] in the predictor's frame; all have the struct_size of the first
/// arrival: when they arrived, nanoseconds on the own clock
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32: ANT_VERDICT_…
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_receiver_receive_batch(struct AntReceiver receiver,
                                     uint32_t count,
                                     const struct AntUpdate *updates,
                                     int64_t arrival,
                                     const struct AntStream *out_verdicts,
                                     const struct AntStream *out_status);

/// Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame. Mutating.
/// now: nanoseconds on the own clock
ANT_API AntStatus ant_receiver_advance(struct AntReceiver receiver,
                               int64_t now);

/// Takes in a request and its answer, which split the offset of the clocks from the time under way. Without any, the remote clock is known only up to the
/// shortest time under way, and entities are shown that much in the past. Mutating.
/// request_sent: own clock, nanoseconds
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
ANT_API AntStatus ant_receiver_answer_arrived(struct AntReceiver receiver,
                                      int64_t request_sent,
                                      int64_t request_received,
                                      int64_t answer_sent,
                                      int64_t answer_received);

/// Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine. Mutating.
ANT_API AntStatus ant_receiver_forget_clock(struct AntReceiver receiver);

/// A state to show, in the host's frame.
typedef struct AntShown {
    /// Set by ant_shown_init.
    uint32_t struct_size;
    /// Where it comes from: ANT_SHOWN_…
    AntShownAs source;
    /// The time it is for, nanoseconds on the sender's clock.
    int64_t time;
    /// Seconds since the last update that was taken in; negative in the interpolated past.
    double age;
    /// Where.
    double position[3];
    /// How fast then, units per second.
    double velocity[3];
    /// Facing: x, y, z, w.
    double orientation[4];
    /// Radius that holds the true position nine times out of ten; 0 when the model does not say.
    double radius;
    /// How sure the model is, 0 to 1; 0 when it does not say.
    double confidence;
    /// Which corrections changed the prediction: ANT_CORRECTION_…
    AntCorrectionFlags corrections;
    /// 0.
    uint32_t reserved;
} AntShown;

/// Makes an AntShown ready for a call that fills it. Any thread.
#define ant_shown_init(p) \
    ant_init(ANT_STRUCT_SHOWN, 1 ? (p) : (AntShown *)0, (uint32_t)sizeof(AntShown))

/// Where an entity is at the time of the last ant_receiver_advance, as far as its updates and its model tell; or where it was a little in the past, between
/// two updates (predicted when the next one has not come). ANT_ERROR_NOT_FOUND when it is not known, no update of it has come, or it has left. Const.
/// number: its network number
/// interpolate: 0 = the predicted present, 1 = the interpolated past
ANT_API AntStatus ant_receiver_show(struct AntReceiver receiver,
                            uint32_t number,
                            AntBool interpolate,
                            struct AntShown *out_shown);

/// A question for many entities. Fill it with ant_show_batch_init.
typedef struct AntShowBatch {
    /// Set by ant_show_batch_init.
    uint32_t struct_size;
    /// Number of entities. Default 0.
    uint32_t count;
    /// 0 = the predicted present (default), 1 = the interpolated past.
    AntBool interpolate;
    /// Must be 0.
    uint32_t reserved;
    /// [count] ANT_U32: network numbers
    struct AntStream numbers;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    struct AntStream positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    struct AntStream velocities;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    struct AntStream orientations;
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_SHOWN_…
    struct AntStream sources;
    /// [opt] [count] ANT_F32 or ANT_F64, written: seconds since the last update
    struct AntStream ages;
    /// [opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten
    struct AntStream radii;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK or an error
    struct AntStream status;
} AntShowBatch;

/// Fills an AntShowBatch with its defaults. Any thread.
#define ant_show_batch_init(p) \
    ant_init(ANT_STRUCT_SHOW_BATCH, 1 ? (p) : (AntShowBatch *)0, (uint32_t)sizeof(AntShowBatch))

/// Shows many entities. Allocates nothing. ANT_PARTIAL when some cannot be shown and there is a status stream; without it one such entity fails the call before
/// anything is written. Const.
ANT_API AntStatus ant_receiver_show_batch(struct AntReceiver receiver,
                                  const struct AntShowBatch *batch);

/// In place of a network number: all entities of the link.
#define ANT_ALL_ENTITIES 4294967295

/// What is known of the updates of an entity, or of all on a link. Times are nanoseconds.
typedef struct AntReceiverStats {
    /// Set by ant_receiver_stats_init.
    uint32_t struct_size;
    /// Link: times the estimate of the remote clock was given up because everything came from its future.
    uint32_t resynchronised;
    /// All that arrived, with duplicates.
    uint64_t received;
    /// ANT_VERDICT_APPLIED.
    uint64_t applied;
    /// ANT_VERDICT_INSERTED.
    uint64_t inserted;
    /// ANT_VERDICT_KEPT.
    uint64_t kept;
    /// ANT_VERDICT_DUPLICATE.
    uint64_t duplicates;
    /// ANT_VERDICT_TOO_OLD.
    uint64_t too_old;
    /// ANT_VERDICT_STALE.
    uint64_t stale;
    /// ANT_VERDICT_BACKWARDS.
    uint64_t backwards;
    /// ANT_VERDICT_EARLY; counted again when their time has come.
    uint64_t early;
    /// ANT_VERDICT_REFUSED.
    uint64_t refused;
    /// Link: ANT_VERDICT_UNKNOWN.
    uint64_t unknown;
    /// Updates that were numbered and have not come (yet).
    uint64_t lost;
    /// Entity: share of the last up to 64 that has not come. Link: share of all.
    double loss;
    /// Running mean of the time between updates of one entity; 0 when unknown.
    int64_t mean_gap;
    /// Link: interarrival jitter (RFC 3550).
    int64_t jitter;
    /// Link: lateness that 95 of 100 recent updates did not exceed.
    int64_t lateness;
    /// Link: how far behind the newest possible update the interpolated past is shown.
    int64_t delay;
    /// Link: how far it should be.
    int64_t wanted_delay;
    /// Entity: when the last one arrived, own clock; the smallest int64_t before the first.
    int64_t last_arrival;
    /// Link: the time of the sender's clock that is predicted since the last ant_receiver_advance; the smallest int64_t before anything has arrived.
    int64_t prediction_time;
    /// Link: the time of the sender's clock that is interpolated; the smallest int64_t before anything has arrived.
    int64_t interpolation_time;
    /// Entity: the predictor's entity of this network number, also after a restore.
    struct AntEntity entity;
} AntReceiverStats;

/// Makes an AntReceiverStats ready for a call that fills it. Any thread.
#define ant_receiver_stats_init(p) \
    ant_init(ANT_STRUCT_RECEIVER_STATS, 1 ? (p) : (AntReceiverStats *)0, (uint32_t)sizeof(AntReceiverStats))

/// What is known of the updates of one entity, or of all on the link. Const.
/// number: network number of an entity: what is of the link is 0. ANT_ALL_ENTITIES: of the link
ANT_API AntStatus ant_receiver_stats(struct AntReceiver receiver, uint32_t number, struct AntReceiverStats *out_stats);

/// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
/// loads the same one. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_receiver_join_snapshot(struct AntReceiver receiver,
                                     void *buf,
                                     uint64_t capacity,
                                     uint64_t *needed);

/// Takes over what ant_receiver_join_snapshot wrote on another machine: the states of the receiver's predictor, of its map and of the receiver are replaced, and from
/// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_stats for the entities. On an error nothing
/// changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_receiver_join(struct AntReceiver receiver,
                            const void *bytes,
                            uint64_t byte_len);

/// Flags of AntClockInfo.
typedef uint32_t AntClockFlags;
/// AntClockInfo::least_difference and ::drift are known: an update has arrived.
#define ANT_CLOCK_HAS_UPDATES 1
/// AntClockInfo::doubt is known: a request was answered.
#define ANT_CLOCK_HAS_ANSWERS 2

/// How a remote clock is estimated. Fill it with ant_clock_desc_init.
typedef struct AntClockDesc {
    /// Set by ant_clock_desc_init.
    uint32_t struct_size;
    /// Must be 0.
    uint32_t reserved;
    /// How long samples count, nanoseconds. Default 3e10. [Limit: 1e9 to 3.6e12]
    int64_t window;
    /// Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]
    double max_drift;
} AntClockDesc;

/// Fills an AntClockDesc with its defaults. Any thread.
#define ant_clock_desc_init(p) \
    ant_init(ANT_STRUCT_CLOCK_DESC, 1 ? (p) : (AntClockDesc *)0, (uint32_t)sizeof(AntClockDesc))

/// What is known of a remote clock. Times are nanoseconds.
typedef struct AntClockInfo {
    /// Size of this struct.
    uint32_t struct_size;
    /// ANT_CLOCK_HAS_UPDATES, ANT_CLOCK_HAS_ANSWERS; what is not known is 0.
    AntClockFlags flags;
    /// Updates taken in.
    uint64_t samples;
    /// Own minus remote time of an update that arrives now by the shortest way: offset of the clocks and least time under way.
    int64_t least_difference;
    /// How fast the own clock gains on the remote one, seconds per second.
    double drift;
    /// Interarrival jitter of RFC 3550.
    int64_t jitter;
    /// Most that ant_clock_remote_time can be wrong, if the drift keeps its limit.
    int64_t doubt;
    /// Least time an update is under way; with both flags.
    int64_t least_delay;
} AntClockInfo;

/// Makes an AntClockInfo ready for a call that fills it. Any thread.
#define ant_clock_info_init(p) \
    ant_init(ANT_STRUCT_CLOCK_INFO, 1 ? (p) : (AntClockInfo *)0, (uint32_t)sizeof(AntClockInfo))

/// Makes an estimate that knows nothing yet, one for each connection. Any thread.
/// desc: [opt] copied
ANT_API AntStatus ant_clock_create(const struct AntClockDesc *desc, struct AntClock *out_clock);

/// Forgets everything: after a reconnection, or when a host has set its clock. Mutating.
ANT_API AntStatus ant_clock_reset(struct AntClock clock);

/// Takes in that an update has arrived. Leave duplicates out. Mutating.
/// sent: its time, on the remote clock. [Limit: -2^61 to 2^61]
/// received: when it arrived, on the own clock. [Limit: -2^61 to 2^61]
/// out_lateness: [opt] how much longer it was under way than the least delayed ones
ANT_API AntStatus ant_clock_update_arrived(struct AntClock clock,
                                   int64_t sent,
                                   int64_t received,
                                   int64_t *out_lateness);

/// Takes in that a request was answered: the four time stamps of NTP. It tells the offset of the clocks from the time under way. Mutating.
/// request_sent: own clock. [Limit: -2^61 to 2^61, and no time before the one that precedes it]
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
ANT_API AntStatus ant_clock_answer_arrived(struct AntClock clock,
                                   int64_t request_sent,
                                   int64_t request_received,
                                   int64_t answer_sent,
                                   int64_t answer_received);

/// What the remote clock shows. Without answered requests it is the time stamp of an update that would arrive now by the shortest way, so behind that clock by
/// the least time under way. ANT_EMPTY when nothing is known. Const.
/// now: own clock
ANT_API AntStatus ant_clock_remote_time(struct AntClock clock,
                                int64_t now,
                                int64_t *out_time);

/// Lateness that a share of the last 128 updates did not exceed: how long a buffer must be for that share to be in time. ANT_EMPTY before the first update. Const.
/// share: [Limit: 0 to 1]
ANT_API AntStatus ant_clock_lateness(struct AntClock clock,
                             double share,
                             int64_t *out_lateness);

/// What is known of the remote clock. Const.
/// now: own clock
ANT_API AntStatus ant_clock_info(struct AntClock clock, int64_t now, struct AntClockInfo *out_info);

/// Flags of AntSimulatorDesc.
typedef uint32_t AntNetworkFlags;
/// A packet waits for the one sent before it, so that jitter reorders nothing.
#define ANT_NETWORK_KEEP_ORDER 1
/// Delays scatter normally with deviation `jitter`, cut at three of them; else evenly within it.
#define ANT_NETWORK_NORMAL_JITTER 2
/// Losses come in bursts: the AntSimulatorDesc::burst_… are used.
#define ANT_NETWORK_BURSTS 4

/// What a simulated network does to packets. Defaults: nothing. Times are nanoseconds, shares are probabilities per packet. Fill it with ant_simulator_desc_init.
typedef struct AntSimulatorDesc {
    /// Set by ant_simulator_desc_init.
    uint32_t struct_size;
    /// ANT_NETWORK_… Default 0.
    AntNetworkFlags flags;
    /// The same seed and calls give the same deliveries. Default 0.
    uint64_t seed;
    /// Packets that can be under way at once; more are dropped. Default 1024. [Limit: 1 to 1048576]
    uint32_t capacity;
    /// Longest packet, bytes. Default 1500. [Limit: 1 to 65535, and 2^26 for all]
    uint32_t max_packet;
    /// Mean time under way. [Limit: 0 to 6e10]
    int64_t latency;
    /// How far delays scatter; no packet arrives before it was sent. [Limit: 0 to 6e10]
    int64_t jitter;
    /// How long `reorder` holds a packet up. [Limit: 0 to 6e10]
    int64_t reorder_delay;
    /// Longest wait before the narrow link; packets that would wait longer are dropped. Default 1e9. [Limit: 0 to 6e10]
    int64_t queue;
    /// Bytes per second of the narrow link, 0 = no limit. [Limit: 0 to 2^40]
    uint64_t bandwidth;
    /// Share of packets lost (outside of bursts). [Limit: 0 to 1]
    double loss;
    /// Share of packets that arrive twice. [Limit: 0 to 1]
    double duplicate;
    /// Share of packets that are held up, whatever the flags. [Limit: 0 to 1]
    double reorder;
    /// Share of packets before which a burst begins. [Limit: 0 to 1]
    double burst_begin;
    /// Share of packets before which it ends: its mean length is 1 / burst_end. Default 1. [Limit: > 0, <= 1]
    double burst_end;
    /// Share of the packets of a burst that are lost. Default 1. [Limit: 0 to 1]
    double burst_loss;
} AntSimulatorDesc;

/// Fills an AntSimulatorDesc with its defaults. Any thread.
#define ant_simulator_desc_init(p) \
    ant_init(ANT_STRUCT_SIMULATOR_DESC, 1 ? (p) : (AntSimulatorDesc *)0, (uint32_t)sizeof(AntSimulatorDesc))

/// When a packet was sent and when it arrived.
typedef struct AntDelivery {
    /// Size of this struct.
    uint32_t struct_size;
    /// 0.
    uint32_t reserved;
    /// When it was sent.
    int64_t sent;
    /// When it arrived, at or before the time asked for.
    int64_t arrived;
} AntDelivery;

/// Makes an AntDelivery ready for a call that fills it. Any thread.
#define ant_delivery_init(p) \
    ant_init(ANT_STRUCT_DELIVERY, 1 ? (p) : (AntDelivery *)0, (uint32_t)sizeof(AntDelivery))

/// What became of packets so far.
typedef struct AntNetworkStats {
    /// Size of this struct.
    uint32_t struct_size;
    /// Copies under way now.
    uint32_t under_way;
    /// Packets handed in.
    uint64_t sent;
    /// Copies handed out.
    uint64_t delivered;
    /// Packets lost at random or in a burst.
    uint64_t lost;
    /// Packets dropped because the queue before the narrow link was too long.
    uint64_t queue_dropped;
    /// Copies dropped because as many as the capacity were under way.
    uint64_t overflowed;
    /// Packets that were sent on their way twice.
    uint64_t duplicated;
    /// Memory used.
    uint64_t bytes;
    /// When the next packet arrives; the largest int64_t when none is under way.
    int64_t next_arrival;
} AntNetworkStats;

/// Makes an AntNetworkStats ready for a call that fills it. Any thread.
#define ant_network_stats_init(p) \
    ant_init(ANT_STRUCT_NETWORK_STATS, 1 ? (p) : (AntNetworkStats *)0, (uint32_t)sizeof(AntNetworkStats))

/// Makes one direction of a network. Any thread.
/// desc: copied
ANT_API AntStatus ant_simulator_create(const struct AntSimulatorDesc *desc, struct AntSimulator *out_simulator);

/// Changes what the network is like from the next packet on; those under way arrive as they would have. Mutating.
/// desc: its seed, capacity and max_packet are not used
ANT_API AntStatus ant_simulator_set_network(struct AntSimulator simulator, const struct AntSimulatorDesc *desc);

/// Sends a packet. Mutating.
/// now: nanoseconds on any clock
/// bytes: [byte_len bytes] copied. [Limit: max_packet bytes]
/// out_copies: [opt] on how many ways it set out: 0 = lost, 1, 2 = doubled
ANT_API AntStatus ant_simulator_send(struct AntSimulator simulator,
                             int64_t now,
                             const void *bytes,
                             uint64_t byte_len,
                             uint32_t *out_copies);

/// Takes out the packet that arrived first, at or before a time; of those that arrived together the one sent first. ANT_EMPTY when there is none. Mutating.
/// buf: [opt] [capacity bytes] null: only `needed` is written and the packet stays; too short: ANT_ERROR_BUFFER_TOO_SMALL and the packet stays
/// needed: [opt] receives the size in bytes
/// out_delivery: [opt] with its struct_size set
ANT_API AntStatus ant_simulator_receive(struct AntSimulator simulator,
                                int64_t now,
                                void *buf,
                                uint64_t capacity,
                                uint64_t *needed,
                                struct AntDelivery *out_delivery);

/// What became of packets so far. Const.
ANT_API AntStatus ant_simulator_stats(struct AntSimulator simulator, struct AntNetworkStats *out_stats);

/// How a drawn orientation converges.
typedef uint32_t AntTurnMethod;
/// Turns at once.
#define ANT_TURN_SNAP 0
/// Turns at constant rate, the shorter way.
#define ANT_TURN_SLERP 1
/// Turns as a critically damped spring does, the shorter way.
#define ANT_TURN_DAMPED 2

/// Flags of AntSmootherDesc.
typedef uint32_t AntSmootherFlags;
/// A correction that lies behind may move the entity back (default: it slows down).
#define ANT_SMOOTHER_MAY_MOVE_BACK 1
/// Walls are not looked at (default: nothing is drawn through a wall of the predictor's level).
#define ANT_SMOOTHER_IGNORE_WALLS 2

/// Parameters of a smoother. Fill it with ant_smoother_desc_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
typedef struct AntSmootherDesc {
    /// Set by ant_smoother_desc_init.
    uint32_t struct_size;
    /// Entities at most; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t capacity;
    /// Whose entities, level and map.
    struct AntPredictor predictor;
    /// Curve of the position: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.
    AntSmoothMethod method;
    /// Curve of the orientation: ANT_TURN_… Default ANT_TURN_DAMPED.
    AntTurnMethod turn_method;
    /// ANT_SMOOTHER_… Default 0.
    AntSmootherFlags flags;
    /// Must be 0.
    uint32_t reserved;
    /// Time of convergence of the position: this times the mean gap between updates … Default 1.5. [Limit: 0 to 100]
    double share;
    /// … but not shorter than this. Default 0.05. [Limit: 0.001 to 60]
    double least_time;
    /// … and not longer than this. Default 0.5. [Limit: 0.001 to 60]
    double most_time;
    /// The same for the orientation. Default 1. [Limit: 0 to 100]
    double turn_share;
    /// Default 0.05. [Limit: 0.001 to 60]
    double least_turn_time;
    /// Default 0.25. [Limit: 0.001 to 60]
    double most_turn_time;
    /// Weight of a new gap in the mean gap. Default 0.2. [Limit: 1e-6 to 1]
    double gap_weight;
    /// Mean gap while none is known. Default 0.1. [Limit: 0.001 to 60]
    double first_gap;
    /// Farther corrections, straight or along the path, are jumps. Default 2.2. [Limit: 1e-6 to 1e9]
    double snap_distance;
    /// Slowest an entity is drawn that has to be waited for, as a share of its predicted speed. Default 0.25. [Limit: 0 to 1]
    double least_speed;
    /// Longest that slowing down may take; a lead of more than this many seconds of movement does move the entity back. Default 0.25. [Limit: 0.001 to 60]
    double patience;
    /// Slower predictions count as standing. Default 0.25. [Limit: 0 to 1e6]
    double still_speed;
    /// How far beside the walkable surface a prediction may lie and still count as on it. Default 1. [Limit: 0 to 100]
    double surface_margin;
    /// A path around a wall is walked at most this many times as fast as the entity. Default 3. [Limit: 1 to 100]
    double catch_up;
    /// How strongly the map leads ANT_SMOOTH_PATH, as in ant_map_path. Default 4. [Limit: 0 to 1e6]
    double field_gain;
    /// Speed at which entities of the game run: the drawn speeds of ANT_SMOOTH_CHASE are measured by it. Default 8. [Limit: 0.001 to 1e6]
    double run_speed;
    /// Drawn speed of a chase is at most this many times the run speed … Default 1.95. [Limit: 1 to 100]
    double chase_run;
    /// … or this many times the predicted speed, whichever is more; the larger the radius of a prediction, the less of its speed counts. Default 2. [Limit: 1 to 100]
    double chase_speed;
    /// Who is behind by as much as one runs in this time has caught up after it, within the bounds; nearer ones sooner, by the square root of the distance. A prediction that says its radius is caught up with in the time in which one runs the radius, where that is less. Default 0.14. [Limit: 0.001 to 60]
    double chase_time;
    /// How far the predictions that shape ANT_SMOOTH_BEZIER reach, in times of convergence. A third (default) keeps the velocity continuous; with 1 the control
    /// points are the two states and their predictions, as published. [Limit: 0 to 1]
    double bezier_reach;
} AntSmootherDesc;

/// Fills an AntSmootherDesc with its defaults. Any thread.
#define ant_smoother_desc_init(p) \
    ant_init(ANT_STRUCT_SMOOTHER_DESC, 1 ? (p) : (AntSmootherDesc *)0, (uint32_t)sizeof(AntSmootherDesc))

/// Makes a smoother. It keeps its predictor (with level and map) alive, also when the handle of that is destroyed. Any thread.
ANT_API AntStatus ant_smoother_create(const struct AntSmootherDesc *desc,
                              struct AntSmoother *out_smoother);

/// Changes the parameters; `predictor` and `capacity` of the descriptor are not looked at. Curves that are under way go on by the new method, which is seen.
/// Mutating.
ANT_API AntStatus ant_smoother_set_desc(struct AntSmoother smoother,
                                const struct AntSmootherDesc *desc);

/// Forgets an entity, which appears anew when it is drawn again. ANT_EMPTY when it was not known. Entities that the predictor removed may be forgotten; if they are
/// not, the next one in their place takes their memory. Mutating.
ANT_API AntStatus ant_smoother_forget(struct AntSmoother smoother,
                              struct AntEntity entity);

/// What a smoother knows of an entity.
typedef struct AntSmootherInfo {
    /// Set by ant_smoother_info_init.
    uint32_t struct_size;
    /// Entities that the smoother knows, all together.
    uint32_t entity_count;
    /// Mean gap between the updates of this entity, seconds.
    double mean_gap;
    /// The time of convergence that follows from it, seconds.
    double time;
} AntSmootherInfo;

/// Makes an AntSmootherInfo ready for a call that fills it. Any thread.
#define ant_smoother_info_init(p) \
    ant_init(ANT_STRUCT_SMOOTHER_INFO, 1 ? (p) : (AntSmootherInfo *)0, (uint32_t)sizeof(AntSmootherInfo))

/// What a smoother knows of an entity. ANT_ERROR_NOT_FOUND when it was never drawn or corrected. Const.
/// entity: with id 0 only the number of entities is told
ANT_API AntStatus ant_smoother_info(struct AntSmoother smoother,
                            struct AntEntity entity,
                            struct AntSmootherInfo *out_info);

/// What an entity does about a correction.
typedef uint32_t AntCourse;
/// Nothing was shown yet: the entity appears where it is predicted.
#define ANT_COURSE_APPEARS 0
/// The correction is a jump.
#define ANT_COURSE_JUMPS 1
/// The correction follows the curve of the method.
#define ANT_COURSE_CURVES 2
/// The correction follows a walkable path.
#define ANT_COURSE_WALKS 3

/// Flags of AntSmoothCorrection.
typedef uint32_t AntSmoothFlags;
/// The entity was moved on purpose: it jumps.
#define ANT_SMOOTH_TELEPORTED 1
/// AntSmoothCorrection::gap is given (default: time since the last correction).
#define ANT_SMOOTH_HAS_GAP 2
/// position, velocity and orientation are what is predicted with the update (default: the predictor is asked).
#define ANT_SMOOTH_HAS_PREDICTION 4
/// The before_… fields are what was predicted for the same time without the update (default: the last frame's prediction is carried on by its velocity).
#define ANT_SMOOTH_HAS_BEFORE 8

/// An update changed the prediction of an entity. Fill it with ant_smooth_correction_init.
typedef struct AntSmoothCorrection {
    /// Set by ant_smooth_correction_init.
    uint32_t struct_size;
    /// ANT_SMOOTH_TELEPORTED, ANT_SMOOTH_HAS_… Default 0.
    AntSmoothFlags flags;
    /// When the update was taken in, on the clock of the frames, nanoseconds. Default 0.
    int64_t time;
    /// Seconds between this update and the one before, with ANT_SMOOTH_HAS_GAP. [Limit: 0 to 1e6]
    double gap;
    /// With ANT_SMOOTH_HAS_PREDICTION.
    double position[3];
    /// Units per second.
    double velocity[3];
    /// x, y, z, w. Default 0, 0, 0, 1.
    double orientation[4];
    /// With ANT_SMOOTH_HAS_BEFORE.
    double before_position[3];
    /// Units per second.
    double before_velocity[3];
    /// x, y, z, w. Default 0, 0, 0, 1.
    double before_orientation[4];
} AntSmoothCorrection;

/// Fills an AntSmoothCorrection with its defaults. Any thread.
#define ant_smooth_correction_init(p) \
    ant_init(ANT_STRUCT_SMOOTH_CORRECTION, 1 ? (p) : (AntSmoothCorrection *)0, (uint32_t)sizeof(AntSmoothCorrection))

/// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
/// moves from what was shown to the new prediction. Mutating.
/// out_course: [opt] receives ANT_COURSE_…
ANT_API AntStatus ant_smoother_correct(struct AntSmoother smoother,
                               struct AntEntity entity,
                               const struct AntSmoothCorrection *correction,
                               AntCourse *out_course);

/// Tells that updates changed the predictions of many entities, in order; the predictor is asked for them. ANT_PARTIAL when some are bad and there is a status
/// stream; without it one bad entity fails the call before anything changed. Mutating.
/// time: when the updates were taken in, nanoseconds
/// entities: [count] ANT_U64: AntEntity
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_SMOOTH_TELEPORTED
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_smoother_correct_batch(struct AntSmoother smoother,
                                     int64_t time,
                                     uint32_t count,
                                     const struct AntStream *entities,
                                     const struct AntStream *flags,
                                     const struct AntStream *out_status);

/// What to draw, in the host's frame.
typedef struct AntDrawn {
    /// Set by ant_drawn_init.
    uint32_t struct_size;
    /// What happened: ANT_DRAWN_…
    AntDrawnFlags flags;
    /// Where.
    double position[3];
    /// How fast it is drawn to move, units per second: for animation.
    double velocity[3];
    /// Facing: x, y, z, w.
    double orientation[4];
    /// Distance to the prediction.
    double distance;
} AntDrawn;

/// Makes an AntDrawn ready for a call that fills it. Any thread.
#define ant_drawn_init(p) \
    ant_init(ANT_STRUCT_DRAWN, 1 ? (p) : (AntDrawn *)0, (uint32_t)sizeof(AntDrawn))

/// What to draw of an entity in a frame. ANT_IN_THE_PAST when the time lies before that of its last frame, which is answered again. Mutating.
/// time: nanoseconds on the game clock
ANT_API AntStatus ant_smoother_draw(struct AntSmoother smoother,
                            struct AntEntity entity,
                            int64_t time,
                            struct AntDrawn *out_drawn);

/// A frame of many entities. Fill it with ant_draw_batch_init.
typedef struct AntDrawBatch {
    /// Set by ant_draw_batch_init.
    uint32_t struct_size;
    /// Number of entities. Default 0.
    uint32_t count;
    /// Time of the frame, nanoseconds. Default 0.
    int64_t time;
    /// [count] ANT_U64: AntEntity
    struct AntStream entities;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: predicted by the host; absent = the predictor is asked
    struct AntStream predicted_positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second; needed with predicted_positions
    struct AntStream predicted_velocities;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w; absent = not turned
    struct AntStream predicted_orientations;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    struct AntStream positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    struct AntStream velocities;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    struct AntStream orientations;
    /// [opt] [count] ANT_F32 or ANT_F64, written: distance to the prediction
    struct AntStream distances;
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_DRAWN_…
    struct AntStream flags;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error
    struct AntStream status;
} AntDrawBatch;

/// Fills an AntDrawBatch with its defaults. Any thread.
#define ant_draw_batch_init(p) \
    ant_init(ANT_STRUCT_DRAW_BATCH, 1 ? (p) : (AntDrawBatch *)0, (uint32_t)sizeof(AntDrawBatch))

/// What to draw of many entities in a frame. Allocates nothing once all were drawn. ANT_PARTIAL when some are bad and there is a status stream; without it one
/// bad entity fails the call before anything changed. Mutating.
ANT_API AntStatus ant_smoother_draw_batch(struct AntSmoother smoother,
                                  const struct AntDrawBatch *batch);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_NET_H */
