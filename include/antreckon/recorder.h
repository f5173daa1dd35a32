/* antreckon/recorder.h: writing a match from inside a game.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_RECORDER_H
#define ANTRECKON_RECORDER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a recorded entity is.
typedef uint32_t AntRecordKind;
/// Kind of a recorded entity: whose movement is predicted.
#define ANT_RECORD_PLAYER 0
/// Kind of a recorded entity: something to pick up.
#define ANT_RECORD_ITEM 1
/// Kind of a recorded entity: where players come into the level.
#define ANT_RECORD_SPAWN 2
/// Kind of a recorded entity: a jump pad, a teleporter, a flag, a ball.
#define ANT_RECORD_HOTSPOT 3

/// What a recording says about itself, and how much memory it may take. Fill it with ant_recorder_desc_init. Texts are UTF-8, end with a zero and have
/// no commas, quotes or control characters.
typedef struct AntRecorderDesc {
    /// Set by ant_recorder_desc_init.
    uint32_t struct_size;
    /// Most bytes that wait to be pulled. Default 1048576. [Limit: 65536 to 2^30]
    uint32_t capacity;
    /// The host's coordinate frame, in which all positions are given. Default canonical.
    struct AntFrame frame;
    /// Name of the match, usable as a folder name. Default "match".
    char name[64];
    /// Name of the game. Default "".
    char game[64];
    /// Name of the level's geometry: matches with the same one are on the same level. Default "".
    char map[64];
    /// Ticks per second of the game. Default 20. [Limit: 0.1 to 10000]
    double tick_hz;
    /// Ground run speed, m/s. Default 8.128. [Limit: 0.001 to 1e6]
    double v_max;
    /// Width of a body, metres. Default 0.8. [Limit: 0.001 to 1e6]
    double body_width;
    /// Positions are rounded to multiples of this, metres; velocities alike, m/s. Default 0.001. [Limit: 1e-6 to 1]
    double resolution;
    /// What was recorded can be pulled after so many nanoseconds at the latest; a crash loses no more. Default 1 s. [Limit: >= 1]
    int64_t block_time;
    /// … or after so many bytes. Default 16384. [Limit: 256 to a quarter of capacity]
    uint32_t block_bytes;
    /// Most entities. Default 1024. [Limit: 1 to 1048576]
    uint32_t max_entities;
} AntRecorderDesc;

/// Fills an AntRecorderDesc with its defaults. Any thread.
#define ant_recorder_desc_init(p) \
    ant_init(ANT_STRUCT_RECORDER_DESC, 1 ? (p) : (AntRecorderDesc *)0, (uint32_t)sizeof(AntRecorderDesc))

/// Begins a recording. All memory is taken here: capacity + max_entities * 120 bytes. Any thread.
ANT_API AntStatus ant_recorder_create(const struct AntRecorderDesc *desc, struct AntRecorder *out_recorder);

/// Flags of AntRecordEntity.
typedef uint32_t AntRecordFlags;
/// The entity has no fixed position: it moves, or nobody knows.
#define ANT_RECORD_MOVES 1

/// Somebody or something in the match. Fill it with ant_record_entity_init.
typedef struct AntRecordEntity {
    /// Set by ant_record_entity_init.
    uint32_t struct_size;
    /// The host's number; each once. [Limit: < 2^32 - 1]
    uint32_t id;
    /// ANT_RECORD_PLAYER (default), ANT_RECORD_ITEM, ANT_RECORD_SPAWN or ANT_RECORD_HOTSPOT.
    AntRecordKind kind;
    /// Its team; 0 = none. Default 0.
    uint32_t team;
    /// ANT_RECORD_MOVES (default) or 0.
    AntRecordFlags flags;
    /// Must be 0.
    uint32_t reserved;
    /// Where it stands, in the host's frame; of no meaning with ANT_RECORD_MOVES.
    double position[3];
    /// What it is ("item_health"), as the texts of AntRecorderDesc. Names of people do not belong here. Default "".
    char name[64];
} AntRecordEntity;

/// Fills an AntRecordEntity with its defaults. Any thread.
#define ant_record_entity_init(p) \
    ant_init(ANT_STRUCT_RECORD_ENTITY, 1 ? (p) : (AntRecordEntity *)0, (uint32_t)sizeof(AntRecordEntity))

/// Adds an entity, at any time; from now on it can be sampled and take part in events. ANT_ERROR_BUDGET when max_entities are there, or no room is left
/// before something was pulled. Mutating.
ANT_API AntStatus ant_recorder_add_entity(struct AntRecorder recorder,
                                  const struct AntRecordEntity *entity);

/// Records the level as it is now: polygons and links of a mesh, squares of a grid. ANT_TRUNCATED when the memory is full: pull, and call it again with
/// the same level until it returns ANT_OK. ANT_ERROR_STATE when a level is recorded already, or another one was begun. Mutating; the level is only read.
ANT_API AntStatus ant_recorder_level(struct AntRecorder recorder,
                             struct AntWorld world);

/// Takes out bytes that were recorded; written one after the other they are an .anttrace file. Call it every few ticks. ANT_EMPTY when there are none,
/// ANT_TRUNCATED when more wait. Mutating.
/// buf: [capacity bytes]
/// out_len: receives how many bytes were written to buf
ANT_API AntStatus ant_recorder_pull(struct AntRecorder recorder,
                            void *buf,
                            uint64_t capacity,
                            uint64_t *out_len);

/// Makes everything recorded so far ready to be pulled. Not needed every tick: the recorder does it by itself after block_time or block_bytes. Mutating.
ANT_API AntStatus ant_recorder_flush(struct AntRecorder recorder);

/// Ends the recording; pull what is left. Whoever reads it will know that it is whole. Mutating.
ANT_API AntStatus ant_recorder_finish(struct AntRecorder recorder);

/// Counts of a recording.
typedef struct AntRecorderStats {
    /// Set by ant_recorder_stats_init.
    uint32_t struct_size;
    /// Entities.
    uint32_t entities;
    /// Different times at which something was recorded.
    uint64_t ticks;
    /// Samples.
    uint64_t samples;
    /// Events.
    uint64_t events;
    /// Closed blocks, pulled or not.
    uint64_t blocks;
    /// Their bytes.
    uint64_t written;
    /// Bytes that can be pulled now.
    uint64_t waiting;
    /// Bytes of memory held.
    uint64_t bytes;
} AntRecorderStats;

/// Makes an AntRecorderStats ready for a call that fills it. Any thread.
#define ant_recorder_stats_init(p) \
    ant_init(ANT_STRUCT_RECORDER_STATS, 1 ? (p) : (AntRecorderStats *)0, (uint32_t)sizeof(AntRecorderStats))

/// Counts of a recording. Const.
ANT_API AntStatus ant_recorder_stats(struct AntRecorder recorder, struct AntRecorderStats *out_stats);

/// What happened.
typedef uint32_t AntRecordEvent;
/// Event: the actor hurt the target; the value is the damage.
#define ANT_RECORD_HIT 0
/// Event: the actor killed the target.
#define ANT_RECORD_KILL 1
/// Event: the actor shot; the value is the weapon.
#define ANT_RECORD_SHOT 2
/// Event: the actor took the item that is the target.
#define ANT_RECORD_PICKUP 3
/// Event: the item that is the actor is there from now on.
#define ANT_RECORD_ITEM_UP 4
/// Event: the item that is the actor is gone.
#define ANT_RECORD_ITEM_DOWN 5
/// Event: the actor came into the level; the target is the spawn point.
#define ANT_RECORD_SPAWNED 6

/// In place of an actor or target: nobody, the world, or unknown.
#define ANT_RECORD_NOBODY 4294967295

/// Flags of a recorded sample.
typedef uint32_t AntSampleFlags;
/// Flag of a sample: it is dead; where its body lies is of no interest to predictions.
#define ANT_SAMPLE_DEAD 1
/// Flag of a sample: it came here by a respawn or teleport, since its last sample.
#define ANT_SAMPLE_JUMPED 2

/// The states of many entities in one tick. Fill it with ant_record_samples_init. All in the host's frame.
typedef struct AntRecordSamples {
    /// Set by ant_record_samples_init.
    uint32_t struct_size;
    /// Elements of every stream.
    uint32_t count;
    /// [count] ANT_U32: whose, as in AntRecordEntity::id.
    struct AntStream ids;
    /// [count] ANT_F32X3 or ANT_F64X3.
    struct AntStream positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second.
    struct AntStream velocities;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: where they look.
    struct AntStream orientations;
    /// [opt] [count] ANT_F32 or ANT_F64: hit points.
    struct AntStream health;
    /// [opt] [count] ANT_F32 or ANT_F64: armour points.
    struct AntStream armor;
    /// [opt] [count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED. Absent = all 0.
    struct AntStream flags;
} AntRecordSamples;

/// Fills an AntRecordSamples with its defaults. Any thread.
#define ant_record_samples_init(p) \
    ant_init(ANT_STRUCT_RECORD_SAMPLES, 1 ? (p) : (AntRecordSamples *)0, (uint32_t)sizeof(AntRecordSamples))

/// Records the states of many entities. Time never goes back; it may stand still. One bad element, or too little room (ANT_ERROR_BUDGET: pull first), and
/// nothing is recorded. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock
ANT_API AntStatus ant_recorder_sample_batch(struct AntRecorder recorder,
                                    int64_t time,
                                    const struct AntRecordSamples *samples);

/// Records the state of one entity. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// position: [(x, y, z)]
/// velocity: [opt] [(x, y, z)] units per second
/// orientation: [opt] [(x, y, z, w)] where it looks
/// flags: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED
ANT_API AntStatus ant_recorder_sample(struct AntRecorder recorder,
                              int64_t time,
                              uint32_t id,
                              const double *position,
                              const double *velocity,
                              const double *orientation,
                              AntSampleFlags flags);

/// Records that something happened. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// kind: ANT_RECORD_HIT … ANT_RECORD_SPAWNED
/// actor: an entity, or ANT_RECORD_NOBODY
/// target: an entity, or ANT_RECORD_NOBODY
/// value: damage, weapon or amount, as the kind says; 0 when there is none
ANT_API AntStatus ant_recorder_event(struct AntRecorder recorder,
                             int64_t time,
                             AntRecordEvent kind,
                             uint32_t actor,
                             uint32_t target,
                             double value);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_RECORDER_H */
