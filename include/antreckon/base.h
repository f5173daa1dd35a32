/* antreckon/base.h: what everything rests on: outcomes, versions, handles, structs, streams, frames, time, log, memory.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_BASE_H
#define ANTRECKON_BASE_H

/* OBJECTS. A World is the level, a PheromoneMap the fields over it, a Predictor the entities. Handles are values, not
 * pointers: zero is null; a handle that is stale, destroyed twice, of another kind or invented gives
 * ANT_ERROR_INVALID_HANDLE. Objects keep alive what they were made with.
 *
 * STATUS. Every function returns AntStatus: 0 done, negative error, positive done with a remark. A call that fails writes
 * no output and changes nothing; ant_last_error tells why. In a batch with a status stream a bad element gets its own
 * status, its outputs stay untouched and the call returns ANT_PARTIAL; without that stream the first bad element fails the
 * whole call before anything changed. All input is checked, always.
 *
 * BRACKETS. [opt] may be null. [count] that many elements. [(x, y, z)] three doubles. [Limit: ...] allowed range.
 *
 * STRUCTS are filled by their ant_..._init macro, then changed. They grow at the end: a struct of an older header gets
 * defaults for what it lacks; one of a newer header than the library is refused.
 *
 * STREAMS are your own arrays, read and written in place, with any stride: also one field of an array of structs. Outputs
 * lie apart from each other, and from inputs either apart or are the same elements. count 0 is fine with null streams.
 *
 * FRAMES AND UNITS. Positions, velocities and lengths of calls, streams and results are in the host's frame and units.
 * Parameters in descriptors and profiles are metres, seconds and m/s, unless they say otherwise. Quaternions are
 * x, y, z, w. Coordinates may reach 1e9 metres.
 *
 * TIME is int64_t nanoseconds on the game clock of the host. The library reads no clock, opens no file, starts no thread.
 *
 * THREADS. Any thread: needs no object. Const: runs beside other const calls on the object. Mutating: needs its object
 * alone. A clash returns ANT_ERROR_BUSY at once; nothing waits. Calls also read the objects that theirs was made with.
 *
 * MEMORY. The library never frees memory of the host, nor hands out pointers into its own. Budgets in the descriptors give
 * ANT_ERROR_BUDGET. Stepping, observing and predicting allocate nothing once warm. When memory ends the process is aborted.
 *
 * DETERMINISM. Same version, same calls, same bits in: same bits out, on x86-64 and AArch64, for any split into tasks.
 * Not promised: across versions, and when the host flushes denormal numbers (ANT_DENORMALS_FLUSHED).
 *
 * ERRORS OF OURS never unwind into the host: the call returns ANT_ERROR_INTERNAL, and the object can only be destroyed. */

#include <stdint.h>

/* Define ANT_SHARED on Windows when you link the DLL. */
#ifndef ANT_API
#if defined(_WIN32) && defined(ANT_SHARED)
#define ANT_API __declspec(dllimport)
#else
#define ANT_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Changes with every incompatible change.
#define ANT_VERSION_MAJOR 0

/// Changes with every addition.
#define ANT_VERSION_MINOR 1

/// Changes with every correction.
#define ANT_VERSION_PATCH 0

/// Version of this header in one number: major (8 bits), minor (8 bits), patch (16 bits).
#define ANT_VERSION (((ANT_VERSION_MAJOR << 24) | (ANT_VERSION_MINOR << 16)) | ANT_VERSION_PATCH)

/// Version of the binary interface: struct layouts, numbers and calling rules. Appending to them does not change it.
#define ANT_ABI_VERSION 1

/// Version of the library that is loaded, built like ANT_VERSION. Any thread.
ANT_API uint32_t ant_version(void);

/// Version of the binary interface of the library that is loaded. Any thread.
ANT_API uint32_t ant_abi_version(void);

/// Version of the library that is loaded as a static text such as "0.1.0". Any thread.
ANT_API const char *ant_version_string(void);

/// Outcome of a call or of one element of a batch: 0 done, negative error (nothing changed, nothing written), positive done with a remark.
typedef int32_t AntStatus;
/// Done.
#define ANT_OK 0
/// Remark: some elements of the batch failed; the status stream says which. Their outputs are untouched, the others are done.
#define ANT_PARTIAL 1
/// Remark: the output had more elements than the capacity given; the first ones were written, the count says how many there are.
#define ANT_TRUNCATED 2
/// Remark: the time asked for lies before the last known one. A map did nothing; a prediction is the last observation.
#define ANT_IN_THE_PAST 3
/// Remark: the observation is not newer than the last one of this entity and was ignored.
#define ANT_LATE 4
/// Remark: the goal cannot be reached; a path leads to the reachable place nearest to it, a distance is infinite.
#define ANT_UNREACHABLE 5
/// Remark: the walk was stopped before its goal; or a run of a timewarp, by a callback that failed.
#define ANT_STOPPED 6
/// Remark: there is nothing to do or to hand out (no step due, no log message waiting).
#define ANT_EMPTY 7
/// Remark: the map made as many steps (the timewarp executed as many events again) as one call may and owes more; call again.
#define ANT_STEPS_OWED 8
/// Remark: done, but this thread flushes denormal numbers to zero, so that fields may differ from those of other machines.
#define ANT_DENORMALS_FLUSHED 9
/// Remark: done as far as a budget of the descriptor allows: max_active_tiles kept a field from spreading further, max_nodes ended a search, and what was
/// found until then is the answer.
#define ANT_BUDGET_REACHED 10
/// Remark: the timewarp did not take the event or cancellation; the verdict says why.
#define ANT_REFUSED 11
/// Error: an argument is malformed, an enum value unknown, or arguments contradict each other.
#define ANT_ERROR_INVALID_ARGUMENT -1
/// Error: the handle is null, stale, destroyed, of another kind, or was never given out by this copy of the library.
#define ANT_ERROR_INVALID_HANDLE -2
/// Error: a pointer that must not be null is null.
#define ANT_ERROR_NULL_POINTER -3
/// Error: a number is NaN or infinite.
#define ANT_ERROR_NOT_FINITE -4
/// Error: a number is outside its allowed range.
#define ANT_ERROR_OUT_OF_RANGE -5
/// Error: `struct_size` is smaller than the first version of the struct (was its init function called?) or absurd.
#define ANT_ERROR_BAD_STRUCT -6
/// Error: the input uses something this version or build of the library does not know.
#define ANT_ERROR_UNSUPPORTED -7
/// Error: a buffer or stream is too short for the count given.
#define ANT_ERROR_BUFFER_TOO_SMALL -8
/// Error: another call holds the object (or one it depends on) in a way that excludes this one. Nothing was waited for.
#define ANT_ERROR_BUSY -9
/// Error: a budget of the descriptor is used up.
#define ANT_ERROR_BUDGET -10
/// Error: the id, cell, polygon or place asked for does not exist (now).
#define ANT_ERROR_NOT_FOUND -11
/// Error: the level cannot be used; the message names the polygon.
#define ANT_ERROR_BAD_MESH -12
/// Error: serialised bytes are truncated, altered, of another version, or belong to another level.
#define ANT_ERROR_CORRUPT -13
/// Error: the call does not fit the present state (for example a change of a map between `step_begin` and `step_end`).
#define ANT_ERROR_STATE -14
/// Error: a defect of the library was caught. The object is poisoned; please report the message.
#define ANT_ERROR_INTERNAL -15
/// Error: an earlier call on this object ended with `ANT_ERROR_INTERNAL`. It can only be destroyed.
#define ANT_ERROR_POISONED -16
/// Error: header and library do not fit together.
#define ANT_ERROR_VERSION -17
/// Error: an output stream overlaps another stream without being the same elements.
#define ANT_ERROR_OVERLAP -18
/// Two ends that must agree do not: an outbox and ghosts with other codecs or models. The message has both values.
#define ANT_ERROR_MISMATCH -19

/// Says whether a program compiled with one header may use this library; call it first, as
/// `ant_check_version(ANT_VERSION, ANT_ABI_VERSION)`. ANT_ERROR_VERSION when the interface or the major version differs or the
/// program's minor version is newer than the library's; the message names both. Any thread.
ANT_API AntStatus ant_check_version(uint32_t header_version,
                            uint32_t header_abi_version);

/// 1 for yes, 0 for no; other numbers are refused.
typedef uint32_t AntBool;

/// The name of a status code as a static string, such as "ANT_ERROR_BUSY"; "ANT_UNKNOWN_STATUS" for a number that is none.
/// Never null. Any thread.
ANT_API const char *ant_status_name(AntStatus status);

/// Copies the text of this thread's last failed call: function, argument, its value, the allowed range. UTF-8, ended by a zero byte.
/// A later success does not clear it. Read it on the thread that made the call, before the next call.
/// buf: [opt] [capacity bytes] receives the text; a longer one is cut and the call returns ANT_TRUNCATED.
/// needed: [opt] receives the bytes of the whole text with its zero byte.
/// Any thread.
ANT_API AntStatus ant_last_error(char *buf,
                         uint32_t capacity,
                         uint32_t *needed);

/// The number in a handle: `world.id` of an AntWorld. What follows works on handles of every kind.
typedef uint64_t AntHandle;

/// Ends a handle at once; also of a poisoned object. Objects that were made with it keep what they need of it, and calls that run finish. Any thread.
ANT_API AntStatus ant_destroy(AntHandle handle);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_is_valid(AntHandle handle);

/// Bytes of memory an object holds, without the objects it uses. ANT_ERROR_UNSUPPORTED for kinds that hold next to nothing (codec, need model,
/// interactions). Const.
ANT_API AntStatus ant_bytes(AntHandle handle,
                    uint64_t *out_bytes);

/// Hash of an object's whole state: equal on two machines when they are in the same state. ANT_ERROR_UNSUPPORTED for a codec and a recorder;
/// ANT_ERROR_STATE for a timewarp whose plan is open. Const.
ANT_API AntStatus ant_state_hash(AntHandle handle,
                         uint64_t *out_hash);

/// Writes the whole state of an object, so that a late joiner goes on bit-equal. Objects it uses write their own; of a level only what changes in
/// play is written (doors, origin), and callbacks never are. Call it with a null buffer first to learn the size. ANT_ERROR_STATE for a map between
/// step_begin and step_end and for a timewarp whose plan is open; ANT_ERROR_UNSUPPORTED for a codec and a recorder. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_snapshot(AntHandle handle,
                       void *buf,
                       uint64_t capacity,
                       uint64_t *needed);

/// Takes over what ant_snapshot wrote of an object of the same kind, made with an equal descriptor over an equal level. On an error nothing changed.
/// Ids inside the object are new afterwards: ask ant_predictor_entities and ant_sender_connections for them. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_restore(AntHandle handle,
                      const void *bytes,
                      uint64_t byte_len);

/// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Call it for the level and
/// for each object that keeps positions of its own; maps follow their level. ANT_ERROR_UNSUPPORTED for kinds without positions. Mutating.
/// shift: [(x, y, z)] in the host's frame
ANT_API AntStatus ant_rebase(AntHandle handle,
                     const double *shift);

/// Names a struct of this header for ant_init.
typedef uint32_t AntStruct;
/// AntWorldDesc.
#define ANT_STRUCT_WORLD_DESC 1
/// AntWorldStats.
#define ANT_STRUCT_WORLD_STATS 2
/// AntGridDesc.
#define ANT_STRUCT_GRID_DESC 3
/// AntMeshDesc.
#define ANT_STRUCT_MESH_DESC 4
/// AntLinkDesc.
#define ANT_STRUCT_LINK_DESC 5
/// AntDoorDesc.
#define ANT_STRUCT_DOOR_DESC 6
/// AntQueryFilter.
#define ANT_STRUCT_QUERY_FILTER 7
/// AntLocation.
#define ANT_STRUCT_LOCATION 8
/// AntWalkHit.
#define ANT_STRUCT_WALK_HIT 9
/// AntPathInfo.
#define ANT_STRUCT_PATH_INFO 10
/// AntCellInfo.
#define ANT_STRUCT_CELL_INFO 11
/// AntLayerDesc.
#define ANT_STRUCT_LAYER_DESC 12
/// AntMapDesc.
#define ANT_STRUCT_MAP_DESC 13
/// AntMapStats.
#define ANT_STRUCT_MAP_STATS 14
/// AntSourceDesc.
#define ANT_STRUCT_SOURCE_DESC 15
/// AntStepReport.
#define ANT_STRUCT_STEP_REPORT 16
/// AntReader.
#define ANT_STRUCT_READER 17
/// AntForceQuery.
#define ANT_STRUCT_FORCE_QUERY 18
/// AntForce.
#define ANT_STRUCT_FORCE 19
/// AntTrailDesc.
#define ANT_STRUCT_TRAIL_DESC 20
/// AntSampleBatch.
#define ANT_STRUCT_SAMPLE_BATCH 21
/// AntInteractionRules.
#define ANT_STRUCT_INTERACTION_RULES 22
/// AntProfile.
#define ANT_STRUCT_PROFILE 23
/// AntPredictorDesc.
#define ANT_STRUCT_PREDICTOR_DESC 24
/// AntObservation.
#define ANT_STRUCT_OBSERVATION 25
/// AntObserveBatch.
#define ANT_STRUCT_OBSERVE_BATCH 26
/// AntPrediction.
#define ANT_STRUCT_PREDICTION 27
/// AntPredictBatch.
#define ANT_STRUCT_PREDICT_BATCH 28
/// AntExplanation.
#define ANT_STRUCT_EXPLANATION 29
/// AntWeightsInfo.
#define ANT_STRUCT_WEIGHTS_INFO 30
/// AntDisState.
#define ANT_STRUCT_DIS_STATE 31
/// AntInterestDesc.
#define ANT_STRUCT_INTEREST_DESC 32
/// AntBankInfo.
#define ANT_STRUCT_BANK_INFO 33
/// AntStrategyDesc.
#define ANT_STRUCT_STRATEGY_DESC 34
/// AntStrategyInfo.
#define ANT_STRUCT_STRATEGY_INFO 35
/// AntStrategyLedger.
#define ANT_STRUCT_STRATEGY_LEDGER 36
/// AntStrategyUpdate.
#define ANT_STRUCT_STRATEGY_UPDATE 37
/// AntUpdate.
#define ANT_STRUCT_UPDATE 38
/// AntCodecDesc.
#define ANT_STRUCT_CODEC_DESC 39
/// AntCodecInfo.
#define ANT_STRUCT_CODEC_INFO 40
/// AntSimulatorDesc.
#define ANT_STRUCT_SIMULATOR_DESC 41
/// AntDelivery.
#define ANT_STRUCT_DELIVERY 42
/// AntNetworkStats.
#define ANT_STRUCT_NETWORK_STATS 43
/// AntClockDesc.
#define ANT_STRUCT_CLOCK_DESC 44
/// AntClockInfo.
#define ANT_STRUCT_CLOCK_INFO 45
/// AntTimewarpDesc.
#define ANT_STRUCT_TIMEWARP_DESC 46
/// AntTimewarpEvent.
#define ANT_STRUCT_TIMEWARP_EVENT 47
/// AntTimewarpReport.
#define ANT_STRUCT_TIMEWARP_REPORT 48
/// AntTimewarpPlan.
#define ANT_STRUCT_TIMEWARP_PLAN 49
/// AntTimewarpChange.
#define ANT_STRUCT_TIMEWARP_CHANGE 50
/// AntTimewarpStats.
#define ANT_STRUCT_TIMEWARP_STATS 51
/// AntSenderDesc.
#define ANT_STRUCT_SENDER_DESC 52
/// AntSenderRules.
#define ANT_STRUCT_SENDER_RULES 53
/// AntConnectionDesc.
#define ANT_STRUCT_CONNECTION_DESC 54
/// AntCollected.
#define ANT_STRUCT_COLLECTED 55
/// AntConnectionStats.
#define ANT_STRUCT_CONNECTION_STATS 56
/// AntReceiverDesc.
#define ANT_STRUCT_RECEIVER_DESC 57
/// AntShown.
#define ANT_STRUCT_SHOWN 58
/// AntShowBatch.
#define ANT_STRUCT_SHOW_BATCH 59
/// AntReceiverStats.
#define ANT_STRUCT_RECEIVER_STATS 60
/// AntPlausibilityDesc.
#define ANT_STRUCT_PLAUSIBILITY_DESC 61
/// AntLimits.
#define ANT_STRUCT_LIMITS 62
/// AntJudgement.
#define ANT_STRUCT_JUDGEMENT 63
/// AntStanding.
#define ANT_STRUCT_STANDING 64
/// AntEvidence.
#define ANT_STRUCT_EVIDENCE 65
/// AntDigestReport.
#define ANT_STRUCT_DIGEST_REPORT 66
/// AntPassage.
#define ANT_STRUCT_PASSAGE 67
/// AntSmootherDesc.
#define ANT_STRUCT_SMOOTHER_DESC 68
/// AntSmoothCorrection.
#define ANT_STRUCT_SMOOTH_CORRECTION 69
/// AntDrawn.
#define ANT_STRUCT_DRAWN 70
/// AntDrawBatch.
#define ANT_STRUCT_DRAW_BATCH 71
/// AntRecorderDesc.
#define ANT_STRUCT_RECORDER_DESC 72
/// AntRecordEntity.
#define ANT_STRUCT_RECORD_ENTITY 73
/// AntRecorderStats.
#define ANT_STRUCT_RECORDER_STATS 74
/// AntRecordSamples.
#define ANT_STRUCT_RECORD_SAMPLES 75
/// AntGhostsDesc.
#define ANT_STRUCT_GHOSTS_DESC 76
/// AntState.
#define ANT_STRUCT_STATE 77
/// AntGhostFrame.
#define ANT_STRUCT_GHOST_FRAME 78
/// AntGhost.
#define ANT_STRUCT_GHOST 79
/// AntBaseMotion.
#define ANT_STRUCT_BASE_MOTION 80
/// AntPeerStats.
#define ANT_STRUCT_PEER_STATS 81
/// AntPlayerStats.
#define ANT_STRUCT_PLAYER_STATS 82
/// AntOutboxDesc.
#define ANT_STRUCT_OUTBOX_DESC 83
/// AntObserver.
#define ANT_STRUCT_OBSERVER 84
/// AntSourceBatch.
#define ANT_STRUCT_SOURCE_BATCH 85
/// AntSmootherInfo.
#define ANT_STRUCT_SMOOTHER_INFO 86
/// AntTastesDesc.
#define ANT_STRUCT_TASTES_DESC 90
/// AntVisibilityDesc.
#define ANT_STRUCT_VISIBILITY_DESC 91

/// Fills a struct with its defaults, or with zeros when it only comes out, and sets its struct_size. Do not call it: the macro of each struct, such as
/// `ant_world_desc_init(&desc)`, passes what fits. ANT_ERROR_BAD_STRUCT when the library does not know so large a struct: it is older than the header.
/// Any thread.
/// out: [struct_size bytes]
/// struct_size: sizeof the struct
ANT_API AntStatus ant_init(AntStruct kind,
                   void *out,
                   uint32_t struct_size);

/// Seconds on the game clock as nanoseconds, rounded to nearest.
/// seconds: [Limit: finite, |seconds| < 9.2e9]
/// Any thread.
ANT_API AntStatus ant_time_from_seconds(double seconds, int64_t *out_time);

/// Time of a tick of a host that runs at a fixed rate, rounded down to a nanosecond; exact for any tick, so that peers agree.
/// tick: the tick's number, may be negative
/// ticks_per_second: [Limit: 1 to 1000000]
/// Any thread.
ANT_API AntStatus ant_time_from_ticks(int64_t tick,
                              uint32_t ticks_per_second,
                              int64_t *out_time);

/// A convention of axes and units.
typedef uint32_t AntFrameKind;
/// Right-handed, Y up, -Z forward, metres: the library's own frame, and Godot's.
#define ANT_FRAME_CANONICAL 0
/// Unity: left-handed, Y up, Z forward, metres. Canonical = (x, y, -z).
#define ANT_FRAME_UNITY 1
/// Unreal Engine: left-handed, Z up, X forward, centimetres. Canonical = (y, z, -x) * 0.01.
#define ANT_FRAME_UNREAL 2
/// Right-handed, Z up, X forward, as in Quake. Canonical = (x, z, -y) * metres_per_unit.
#define ANT_FRAME_Z_UP 3
/// Axes as given in AntFrame::axes.
#define ANT_FRAME_CUSTOM 4

/// The host's coordinate frame. All zero is the canonical frame.
typedef struct AntFrame {
    /// One of ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP, ANT_FRAME_CUSTOM.
    AntFrameKind kind;
    /// ANT_FRAME_CUSTOM only, else 0: which host axis the canonical x, y and z are: 1 = x, 2 = y, 3 = z, negative = reversed. Each host axis once.
    int32_t axes[3];
    /// The host axis an unrotated entity faces, as in `axes`, not the up axis; 0 = the frame's usual one (custom: the one that is canonical -z).
    int32_t forward;
    /// Must be 0.
    uint32_t reserved;
    /// Length of the host's unit in metres; 0 = the frame's usual one (Unreal 0.01, else 1). [Limit: 1e-6 to 1e6]
    double metres_per_unit;
} AntFrame;

/// Type of the elements of a stream.
typedef uint32_t AntFormat;
/// Element: one float.
#define ANT_F32 1
/// Element: one double.
#define ANT_F64 2
/// Element: three floats x, y, z (Unity Vector3, Unreal FVector3f, Godot Vector3).
#define ANT_F32X3 3
/// Element: three doubles x, y, z (Unreal FVector, Godot Vector3 in double-precision builds).
#define ANT_F64X3 4
/// Element: four floats x, y, z, w (quaternions).
#define ANT_F32X4 5
/// Element: four doubles x, y, z, w (quaternions).
#define ANT_F64X4 6
/// Element: uint8_t.
#define ANT_U8 7
/// Element: int8_t.
#define ANT_I8 8
/// Element: uint16_t.
#define ANT_U16 9
/// Element: uint32_t.
#define ANT_U32 10
/// Element: int32_t.
#define ANT_I32 11
/// Element: uint64_t, or a one-field id struct such as AntEntity or AntCell.
#define ANT_U64 12
/// Element: int64_t.
#define ANT_I64 13

/// An array of the host, also one attribute within an array of structs. Elements need no alignment. Where an attribute is optional,
/// a null `data` leaves it out.
typedef struct AntStream {
    /// First element. Written only where the stream is an output.
    void *data;
    /// Bytes that may be read or written from `data` on.
    uint64_t byte_len;
    /// Bytes from one element to the next; 0 = elements lie tight.
    uint32_t stride;
    /// One of ANT_F32 … ANT_I64.
    AntFormat format;
} AntStream;

/// How grave a message is.
typedef uint32_t AntLogLevel;
/// A defect of the library, or input that lost data.
#define ANT_LOG_ERROR 1
/// Something a developer should look at.
#define ANT_LOG_WARNING 2
/// Something worth knowing.
#define ANT_LOG_INFO 3

/// Receives messages. Called on the thread that made the call which logs; it may call into the library, but not into the object whose
/// call logs (that gets ANT_ERROR_BUSY), and must not unwind.
/// level: ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// text: UTF-8 with a zero byte at the end, valid during the callback
/// length: bytes of text without the zero byte
/// user: the pointer given with the callback
typedef void (*AntLogCallback)(AntLogLevel level, const char *text, uint32_t length, void *user);

/// Sets who receives messages; a null callback ends it. When the call returns, the callback before is not running and never runs
/// again. From inside a callback: ANT_ERROR_BUSY. Without a callback messages wait for ant_log_poll. Any thread.
/// callback: [opt] must be callable on any thread
/// user: [opt] passed back to the callback
ANT_API AntStatus ant_set_log_callback(AntLogCallback callback,
                               void *user);

/// Takes the oldest waiting message: the alternative to a callback for hosts where native code must not call managed code.
/// ANT_EMPTY when none waits. The newest 32 are kept. A message that is longer than the buffer is cut (ANT_TRUNCATED). Any thread.
/// out_level: receives ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// buf: [capacity bytes] receives the text, ended by a zero byte
/// capacity: [Limit: > 0] 401 bytes hold any message
ANT_API AntStatus ant_log_poll(AntLogLevel *out_level,
                       char *buf,
                       uint32_t capacity);

/// Returns memory of this size and alignment (a power of two), or null: then the process aborts, as Rust does when memory ends.
/// Called on any thread.
typedef void *(*AntAllocate)(uint64_t size, uint64_t align, void *user);

/// Takes back memory of AntAllocate, with the same size and alignment. Called on any thread.
typedef void (*AntFree)(void *pointer, uint64_t size, uint64_t align, void *user);

/// Sets where all memory of the library comes from; null for both = the system. Only while no byte is in use (no object alive, no call
/// running), else ANT_ERROR_STATE. ANT_ERROR_UNSUPPORTED in builds without the allocator hook. Any thread.
/// allocate: [opt] together with release
/// release: [opt] together with allocate
/// user: [opt] passed back to both
ANT_API AntStatus ant_set_allocator(AntAllocate allocate,
                            AntFree release,
                            void *user);

/// Bytes the library holds now, of all objects together: 0 when nothing is alive. ANT_ERROR_UNSUPPORTED in builds without the allocator
/// hook (each object can still be asked with ant_bytes and the like). Any thread.
ANT_API AntStatus ant_bytes_in_use(uint64_t *out_bytes);

/// Players that are simulated elsewhere. Zero is null.
typedef struct AntGhosts {
    /// Opaque.
    uint64_t id;
} AntGhosts;

/// A level. Zero is null. Stale, destroyed, forged and foreign handles are refused.
typedef struct AntWorld {
    /// Opaque.
    uint64_t id;
} AntWorld;

/// Pheromone fields over a level. Zero is null.
typedef struct AntPheromoneMap {
    /// Opaque.
    uint64_t id;
} AntPheromoneMap;

/// Entities and what is known of their motion. Zero is null.
typedef struct AntPredictor {
    /// Opaque.
    uint64_t id;
} AntPredictor;

/// Own avatars and who is told of them. Zero is null.
typedef struct AntOutbox {
    /// Opaque.
    uint64_t id;
} AntOutbox;

/// A link of a level. Zero is null.
typedef struct AntLink {
    /// Opaque.
    uint64_t id;
} AntLink;

/// A door of a level. Zero is null.
typedef struct AntDoor {
    /// Opaque.
    uint64_t id;
} AntDoor;

/// A field cell of a level. Zero is none. Refused when its place was baked anew.
typedef struct AntCell {
    /// Opaque.
    uint64_t id;
} AntCell;

/// A window of a level. Zero is null.
typedef struct AntWindow {
    /// Opaque.
    uint64_t id;
} AntWindow;

/// Probability that a player takes an item, by its need, learned by counting. Zero is null.
typedef struct AntNeedModel {
    /// Opaque.
    uint64_t id;
} AntNeedModel;

/// What happened between players, turned into pair weights. Zero is null.
typedef struct AntInteractions {
    /// Opaque.
    uint64_t id;
} AntInteractions;

/// What the layers of a map weigh to each player, learned from where they went. Zero is null.
typedef struct AntTastes {
    /// Opaque.
    uint64_t id;
} AntTastes;

/// An entity of a predictor. Zero is null. Refused by other predictors and after its removal.
typedef struct AntEntity {
    /// Opaque.
    uint64_t id;
} AntEntity;

/// Packs updates into few bits. Zero is null.
typedef struct AntCodec {
    /// Opaque.
    uint64_t id;
} AntCodec;

/// Decides what is told to whom about owned entities. Zero is null.
typedef struct AntSender {
    /// Opaque.
    uint64_t id;
} AntSender;

/// An observer of a sender, or all of them where everybody gets the same. Zero is null. Refused by other senders and after its end.
typedef struct AntConnection {
    /// Opaque.
    uint64_t id;
} AntConnection;

/// The receiving end of one link, that is of one remote clock. Zero is null.
typedef struct AntReceiver {
    /// Opaque.
    uint64_t id;
} AntReceiver;

/// An estimate of one remote clock. Zero is null.
typedef struct AntClock {
    /// Opaque.
    uint64_t id;
} AntClock;

/// One direction of a simulated network. Zero is null.
typedef struct AntSimulator {
    /// Opaque.
    uint64_t id;
} AntSimulator;

/// What is drawn of the entities of a predictor: it moves from where it is shown to where it is predicted. Zero is null.
typedef struct AntSmoother {
    /// Opaque.
    uint64_t id;
} AntSmoother;

/// A bounded log of events, snapshots of the host's state, and how far that has executed the events. Zero is null.
typedef struct AntTimewarp {
    /// Opaque.
    uint64_t id;
} AntTimewarp;

/// Judges updates. Zero is null.
typedef struct AntPlausibility {
    /// Opaque.
    uint64_t id;
} AntPlausibility;

/// Commitments of others that wait for their reveal, and digests of what peers were told. Zero is null.
typedef struct AntCommitments {
    /// Opaque.
    uint64_t id;
} AntCommitments;

/// A recording of a match in the making. Zero is null.
typedef struct AntRecorder {
    /// Opaque.
    uint64_t id;
} AntRecorder;

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_BASE_H */
