/* antreckon/map.h: pheromone maps: fields over a level, sources, trails, needs, interactions.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_MAP_H
#define ANTRECKON_MAP_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Form of the region in which cells attract.
typedef uint32_t AntRegion;
/// Axis-aligned square of side `diameter`.
#define ANT_REGION_SQUARE 0
/// Disc.
#define ANT_REGION_DISC 1
/// Cone around the view direction with radius `diameter` / 2.
#define ANT_REGION_CONE 2

/// Which cells pull, and how: the attraction region and the force law. Lengths in metres.
typedef struct AntAttraction {
    /// ANT_REGION_SQUARE (default), ANT_REGION_DISC or ANT_REGION_CONE.
    AntRegion shape;
    /// 1: walls hide the cells behind them; drops and windows (ant_world_add_window) do not, and where the host told what sees what
    /// (ant_world_set_visibility), that decides. Default 0.
    uint32_t walls_hide;
    /// Size of the region, metres. Default 12.7. [Limit: 0 to 100000]
    double diameter;
    /// How far beyond the region's border cells still count, metres. Default 0. [Limit: 0 to 100000]
    double margin;
    /// Half the opening of the cone, radians. Default pi / 4. [Limit: 1e-6 to pi]
    double half_angle;
    /// Cells further above or below do not count, metres. Default 3. [Limit: >= 0]
    double vertical_reach;
    /// Length that counts as 1 in distance^exponent, metres. Default 0.0254. [Limit: 1e-6 to 1e6]
    double unit;
    /// Distances count as sqrt(d^2 + softening^2), metres. Default 0.5. [Limit: 0 to 1e6]
    double softening;
    /// Exponent of the distance: the pull of a cell is what is read there / distance^exponent. Default 2. [Limit: 0 to 4]
    uint32_t exponent;
    /// 1: the pull acts in three dimensions, towards what lies higher or lower too. Takes about ten times as long. Default 0.
    uint32_t vertical;
} AntAttraction;

/// No layer.
#define ANT_NO_LAYER 4294967295

/// One kind of pheromone (health, weapons, places …). Fill it with ant_layer_desc_init. Defaults are those of the paper for Quake III.
typedef struct AntLayerDesc {
    /// Set by ant_layer_desc_init.
    uint32_t struct_size;
    /// Share that survives a step. Default 0.5. [Limit: 0 to 1]
    float evaporation;
    /// Share of the survivors that moves on to the neighbours. Default 0.7. [Limit: 0 to 1]
    float diffusion;
    /// What is read is at most this, in both directions. Default 100. [Limit: 0 to 1e9]
    float cap;
    /// What is read below this counts as nothing. Default 0.001. [Limit: 0 to 1e9]
    float floor;
    /// A tile whose amounts are all below this is dropped; 0 = never. Default 0.0001. [Limit: 0 to 1e9]
    float prune;
} AntLayerDesc;

/// Fills an AntLayerDesc with its defaults. Any thread.
#define ant_layer_desc_init(p) \
    ant_init(ANT_STRUCT_LAYER_DESC, 1 ? (p) : (AntLayerDesc *)0, (uint32_t)sizeof(AntLayerDesc))

/// Parameters of a map. Fill it with ant_map_desc_init.
typedef struct AntMapDesc {
    /// Set by ant_map_desc_init.
    uint32_t struct_size;
    /// Elements of `layers`. Default 0. [Limit: <= 4096]
    uint32_t layer_count;
    /// [opt] [layer_count] each filled with ant_layer_desc_init. With none the map has one layer with defaults.
    const struct AntLayerDesc *layers;
    /// [opt] parameters of the avatars' own layers; null = defaults.
    const struct AntLayerDesc *avatar_layer;
    /// Length of one step of the field, nanoseconds, whatever the rate of the host. Default 50 ms. [Limit: 1000 to 60 s]
    int64_t step;
    /// Time at which the map begins, nanoseconds. Default 0.
    int64_t start;
    /// Weight with which an avatar is felt by others unless a pair weight is set. Default -1. [Limit: -1e9 to 1e9]
    float avatar_weight;
    /// Layer that collects presence (ant_map_note), or ANT_NO_LAYER (default).
    uint32_t presence_layer;
    /// Layer that collects kills, or ANT_NO_LAYER (default).
    uint32_t kill_layer;
    /// Layer that collects deaths, or ANT_NO_LAYER (default).
    uint32_t death_layer;
    /// A source this far off the level counts as at the nearest place of it, metres: items float, and navmeshes keep a body's radius from walls. One farther
    /// off cannot be added unless tiles come and go; one that is moved farther off emits nothing there. Default 1. [Limit: 0 to 1e6]
    double source_reach;
    /// Most steps one ant_map_step_to makes; the others are owed. Default 200. [Limit: > 0]
    uint32_t max_catch_up;
    /// Most tiles of 16 x 16 cells with pheromone, over all layers; the field does not spread beyond. Default 1048576.
    uint32_t max_active_tiles;
    /// Most sources; more give ANT_ERROR_BUDGET. Default 65536.
    uint32_t max_sources;
    /// Most avatars; more give ANT_ERROR_BUDGET. Default 256.
    uint32_t max_avatars;
} AntMapDesc;

/// Fills an AntMapDesc with its defaults. Any thread.
#define ant_map_desc_init(p) \
    ant_init(ANT_STRUCT_MAP_DESC, 1 ? (p) : (AntMapDesc *)0, (uint32_t)sizeof(AntMapDesc))

/// Makes a map over a level. The map keeps the level alive, also when the level's handle is destroyed. Any thread.
ANT_API AntStatus ant_map_create(struct AntWorld world, const struct AntMapDesc *desc, struct AntPheromoneMap *out_map);

/// Changes the parameters of a layer; its amounts stay. Mutating.
ANT_API AntStatus ant_map_set_layer(struct AntPheromoneMap map, uint32_t layer, const struct AntLayerDesc *desc);

/// What a map holds.
typedef struct AntMapStats {
    /// Set by ant_map_stats_init.
    uint32_t struct_size;
    /// Layers: those of the descriptor, then one per avatar.
    uint32_t layer_count;
    /// Time of the last step, nanoseconds.
    int64_t time;
    /// Cells with pheromone, over all layers.
    uint64_t active_cells;
    /// Bytes of the field buffers alone: 8 per active cell and layer.
    uint64_t field_bytes;
    /// Bytes of memory, with the trails.
    uint64_t bytes;
    /// 1 if the map has trails.
    AntBool has_trails;
    /// 0.
    uint32_t reserved;
    /// Cells of the trails, of all resolutions.
    uint64_t trail_cells;
    /// Passages that the trails remember.
    uint64_t trail_passages;
    /// Bytes of memory of the trails.
    uint64_t trail_bytes;
} AntMapStats;

/// Makes an AntMapStats ready for a call that fills it. Any thread.
#define ant_map_stats_init(p) \
    ant_init(ANT_STRUCT_MAP_STATS, 1 ? (p) : (AntMapStats *)0, (uint32_t)sizeof(AntMapStats))

/// Counts and sizes of a map. Const.
ANT_API AntStatus ant_map_stats(struct AntPheromoneMap map, struct AntMapStats *out_stats);

/// Flags of AntSourceDesc.
typedef uint32_t AntSourceFlags;
/// The source does not move: its fixed pattern is solved once and present at once.
#define ANT_SOURCE_FIXED 1

/// Something that emits pheromone. Fill it with ant_source_desc_init.
typedef struct AntSourceDesc {
    /// Set by ant_source_desc_init.
    uint32_t struct_size;
    /// Layer it feeds, one of the descriptor's. Default 0.
    uint32_t layer;
    /// Where it is, in the host's frame.
    double position[3];
    /// Amount per step; negative repels. Default 36 (base emission 40 times 0.9). [Limit: -1e9 to 1e9]
    float emission;
    /// ANT_SOURCE_FIXED or 0 (default).
    AntSourceFlags flags;
} AntSourceDesc;

/// Fills an AntSourceDesc with its defaults. Any thread.
#define ant_source_desc_init(p) \
    ant_init(ANT_STRUCT_SOURCE_DESC, 1 ? (p) : (AntSourceDesc *)0, (uint32_t)sizeof(AntSourceDesc))

/// Adds a source. Beside the level it counts as at the nearest place, at most AntMapDesc::source_reach away; farther off it is an error unless the
/// level's tiles come and go. Mutating.
/// id: the host's own number of it, not in use
ANT_API AntStatus ant_map_add_source(struct AntPheromoneMap map,
                             uint64_t id,
                             const struct AntSourceDesc *source);

/// Many sources to be added or changed. Fill it with ant_source_batch_init.
typedef struct AntSourceBatch {
    /// Set by ant_source_batch_init.
    uint32_t struct_size;
    /// Number of sources. Default 0.
    uint32_t count;
    /// [count] ANT_U64: the host's own numbers; those not in use are added
    struct AntStream ids;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3; new sources need it, others stay where they are without it
    struct AntStream positions;
    /// [opt] [count] ANT_F32 or ANT_F64: amount per step; new sources need it. [Limit: -1e9 to 1e9]
    struct AntStream emissions;
    /// [opt] [count] ANT_U8 … ANT_U32: 1 or 0 as for ant_map_set_source_active; new sources are active without it
    struct AntStream active;
    /// [opt] [count] ANT_U8 … ANT_U32: layer of new sources. Absent: 0
    struct AntStream layers;
    /// [opt] [count] ANT_U8 … ANT_U32: ANT_SOURCE_FIXED or 0, of new sources. Absent: 0
    struct AntStream flags;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written
    struct AntStream status;
} AntSourceBatch;

/// Fills an AntSourceBatch with its defaults. Any thread.
#define ant_source_batch_init(p) \
    ant_init(ANT_STRUCT_SOURCE_BATCH, 1 ? (p) : (AntSourceBatch *)0, (uint32_t)sizeof(AntSourceBatch))

/// Adds and changes many sources. Without a status stream nothing changes when one is bad; a field that outgrows max_active_tiles ends the call. Mutating.
ANT_API AntStatus ant_map_set_source_batch(struct AntPheromoneMap map,
                                   const struct AntSourceBatch *batch);

/// Moves a source; what it emitted elsewhere fades. Mutating.
/// position: [(x, y, z)]
ANT_API AntStatus ant_map_move_source(struct AntPheromoneMap map, uint64_t id, const double *position);

/// Changes what a source emits per step. Mutating.
/// emission: negative repels. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_map_set_source_emission(struct AntPheromoneMap map, uint64_t id, float emission);

/// Takes a source away for a while (active = 0: it stops emitting and its field fades) or brings it back (active = 1). Mutating.
ANT_API AntStatus ant_map_set_source_active(struct AntPheromoneMap map,
                                    uint64_t id,
                                    AntBool active);

/// Removes a source; its field fades. Mutating.
ANT_API AntStatus ant_map_remove_source(struct AntPheromoneMap map, uint64_t id);

/// Puts a one-off amount into the cell at a point. ANT_ERROR_NOT_FOUND when there is no cell. Mutating.
/// position: [(x, y, z)]
/// amount: negative repels. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_map_deposit(struct AntPheromoneMap map, uint32_t layer, const double *position, float amount);

/// Puts one-off amounts into many cells. Without out_status nothing is put anywhere when one is bad; a field that outgrows max_active_tiles ends the
/// call. Mutating.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// amounts: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_map_deposit_batch(struct AntPheromoneMap map,
                                uint32_t layer,
                                uint32_t count,
                                const struct AntStream *positions,
                                const struct AntStream *amounts,
                                const struct AntStream *out_status);

/// What ant_map_note notes.
typedef uint32_t AntNote;
/// Somebody was here.
#define ANT_NOTE_PRESENCE 0
/// Somebody made a kill here.
#define ANT_NOTE_KILL 1
/// Somebody died here.
#define ANT_NOTE_DEATH 2

/// Notes presence, a kill or a death for the hot spots of the last minutes; ignored when the descriptor keeps no layer for the kind, and off the
/// level. Mutating.
/// kind: ANT_NOTE_PRESENCE, ANT_NOTE_KILL or ANT_NOTE_DEATH
/// position: [(x, y, z)]
ANT_API AntStatus ant_map_note(struct AntPheromoneMap map,
                       AntNote kind,
                       const double *position);

/// Lets only what is inside a circle feed the map; what leaves it fades. A null centre lets everything in again (default). Mutating.
/// center: [opt] [(x, y, z)]
/// radius: in the ground plane, in the host's units. [Limit: > 0]
ANT_API AntStatus ant_map_set_area_of_interest(struct AntPheromoneMap map,
                                       const double *center,
                                       double radius);

/// Gives an avatar its own sparse layer, for what is pairwise; an avatar never feels itself. It emits from where it was last moved to. For a known id only the
/// emission changes. Mutating.
/// id: the host's own number of the avatar
/// emission: amount per step; the sign is multiplied with the weight. [Limit: -1e9 to 1e9]
/// out_layer: [opt] receives the layer's number
ANT_API AntStatus ant_map_add_avatar(struct AntPheromoneMap map,
                             uint64_t id,
                             float emission,
                             uint32_t *out_layer);

/// Tells where an avatar is. Mutating.
/// position: [(x, y, z)]
ANT_API AntStatus ant_map_move_avatar(struct AntPheromoneMap map, uint64_t id, const double *position);

/// Tells where many avatars are. Mutating.
/// ids: [count] ANT_U64
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API AntStatus ant_map_move_avatar_batch(struct AntPheromoneMap map,
                                    uint32_t count,
                                    const struct AntStream *ids,
                                    const struct AntStream *positions,
                                    const struct AntStream *out_status);

/// Forgets an avatar with its field and weights; its layer's number may be given to another one. Mutating.
ANT_API AntStatus ant_map_remove_avatar(struct AntPheromoneMap map, uint64_t id);

/// Number of an avatar's layer. ANT_ERROR_NOT_FOUND when there is no such avatar. Const.
ANT_API AntStatus ant_map_avatar_layer(struct AntPheromoneMap map, uint64_t id, uint32_t *out_layer);

/// Sets the weight with which one avatar feels another. Mutating.
/// reader, emitter: ids of two avatars
/// weight: [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_map_set_pair_weight(struct AntPheromoneMap map, uint64_t reader, uint64_t emitter, float weight);

/// What stepping did.
typedef struct AntStepReport {
    /// Set by ant_step_report_init.
    uint32_t struct_size;
    /// Steps made.
    uint32_t steps;
    /// Steps still owed to reach the time asked for.
    uint64_t owed;
    /// Time of the map now, nanoseconds.
    int64_t time;
    /// 1 when max_active_tiles kept the field from spreading somewhere.
    uint32_t budget_reached;
    /// 0.
    uint32_t reserved;
} AntStepReport;

/// Makes an AntStepReport ready for a call that fills it. Any thread.
#define ant_step_report_init(p) \
    ant_init(ANT_STRUCT_STEP_REPORT, 1 ? (p) : (AntStepReport *)0, (uint32_t)sizeof(AntStepReport))

/// Advances a map to a time in whole steps of its own length, at most max_catch_up: hosts of any frame rate get the same field. ANT_STEPS_OWED when
/// more steps are due, ANT_IN_THE_PAST (nothing done) when the time lies before the map's. Mutating.
/// time: nanoseconds on the game clock
/// out_report: [opt]
ANT_API AntStatus ant_map_step_to(struct AntPheromoneMap map,
                          int64_t time,
                          struct AntStepReport *out_report);

/// Begins one step in phases, for the host's job system: then ant_map_step_task for each task from any threads in any order, then ant_map_step_end.
/// ANT_EMPTY when no step is due: nothing has begun. Between begin and end the map is only read: changes of it are ANT_ERROR_STATE, changes of its
/// level ANT_ERROR_BUSY. To catch up, repeat until ANT_EMPTY. Mutating.
/// out_task_count: receives the number of tasks; it depends on the field only
ANT_API AntStatus ant_map_step_begin(struct AntPheromoneMap map,
                             int64_t time,
                             uint32_t *out_task_count);

/// Runs one task of a step that has begun. Different tasks may run at the same time; running one twice is harmless. Const.
/// task: [Limit: below the task count]
ANT_API AntStatus ant_map_step_task(struct AntPheromoneMap map,
                            uint32_t task);

/// Ends a step. ANT_ERROR_STATE when a task was not run: then the step is given up and the map is as before step_begin. Mutating.
/// out_report: [opt] `owed` is 0
ANT_API AntStatus ant_map_step_end(struct AntPheromoneMap map,
                           struct AntStepReport *out_report);

/// Flags of AntReader.
typedef uint32_t AntReaderFlags;
/// AntReader::avatar is given.
#define ANT_READER_HAS_AVATAR 1

/// Who reads a map: how much each layer counts, and whose avatar it is. Fill it with ant_reader_init.
typedef struct AntReader {
    /// Set by ant_reader_init.
    uint32_t struct_size;
    /// Elements of `weights`.
    uint32_t weight_count;
    /// [opt] [weight_count] weight per layer of the descriptor; missing ones count 0. [Limit: -1e6 to 1e6]
    const float *weights;
    /// Must be null.
    const void *reserved_pointer;
    /// The reader's own avatar, with ANT_READER_HAS_AVATAR: it feels the other avatars by their pair weights.
    uint64_t avatar;
    /// ANT_READER_HAS_AVATAR or 0 (default: feels no avatars).
    AntReaderFlags flags;
    /// Must be 0.
    uint32_t reserved;
} AntReader;

/// Fills an AntReader with its defaults. Any thread.
#define ant_reader_init(p) \
    ant_init(ANT_STRUCT_READER, 1 ? (p) : (AntReader *)0, (uint32_t)sizeof(AntReader))

/// Many places of a map to be read. Fill it with ant_sample_batch_init.
typedef struct AntSampleBatch {
    /// Set by ant_sample_batch_init.
    uint32_t struct_size;
    /// Number of places. Default 0.
    uint32_t count;
    /// [opt] Who reads. Null (default): the raw amounts of `layer`, without weight, cap or floor.
    const struct AntReader *reader;
    /// Must be null.
    const void *reserved_pointer;
    /// Layer whose raw amounts are read where there is no reader. Default 0.
    uint32_t layer;
    /// Must be 0.
    uint32_t reserved;
    /// [opt] [count] ANT_U64: AntCell. Either this or `positions`
    struct AntStream cells;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3
    struct AntStream positions;
    /// [count] ANT_F32 or ANT_F64, written
    struct AntStream values;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, or ANT_ERROR_NOT_FOUND where there is no cell
    struct AntStream status;
} AntSampleBatch;

/// Fills an AntSampleBatch with its defaults. Any thread.
#define ant_sample_batch_init(p) \
    ant_init(ANT_STRUCT_SAMPLE_BATCH, 1 ? (p) : (AntSampleBatch *)0, (uint32_t)sizeof(AntSampleBatch))

/// ant_map_sample for many cells or positions, or the raw amounts of a layer there. Const.
ANT_API AntStatus ant_map_sample_batch(struct AntPheromoneMap map, const struct AntSampleBatch *batch);

/// What a reader reads at a point: the weighted sum over the layers, with floor and cap; and which way it grows. ANT_ERROR_NOT_FOUND when there is no
/// cell. Const.
/// position: [(x, y, z)]
/// out_value: [opt] receives what it reads
/// out_gradient: [opt] [(x, y, z)] receives the direction and rate of growth in the ground plane, per unit of the host
ANT_API AntStatus ant_map_sample(struct AntPheromoneMap map,
                         const struct AntReader *reader,
                         const double *position,
                         float *out_value,
                         double *out_gradient);

/// A question for a force. Fill it with ant_force_query_init.
typedef struct AntForceQuery {
    /// Set by ant_force_query_init.
    uint32_t struct_size;
    /// Must be 0.
    uint32_t reserved;
    /// Which cells pull, and how.
    struct AntAttraction attraction;
    /// Where somebody stands, in the host's frame.
    double position[3];
    /// Which way it looks, any length, in the host's frame; only for cones.
    double view[3];
} AntForceQuery;

/// Fills an AntForceQuery with its defaults. Any thread.
#define ant_force_query_init(p) \
    ant_init(ANT_STRUCT_FORCE_QUERY, 1 ? (p) : (AntForceQuery *)0, (uint32_t)sizeof(AntForceQuery))

/// A force.
typedef struct AntForce {
    /// Set by ant_force_init.
    uint32_t struct_size;
    /// Cells that were read.
    uint32_t cells;
    /// The force along the host's axes, in attraction units per frame^2 for mass 1.
    double total[3];
} AntForce;

/// Makes an AntForce ready for a call that fills it. Any thread.
#define ant_force_init(p) \
    ant_init(ANT_STRUCT_FORCE, 1 ? (p) : (AntForce *)0, (uint32_t)sizeof(AntForce))

/// The force of the field on somebody (eq. 7 of the paper): the sum of what is read / distance^exponent towards each cell of the region. Const.
ANT_API AntStatus ant_map_force(struct AntPheromoneMap map,
                        const struct AntReader *reader,
                        const struct AntForceQuery *query,
                        struct AntForce *out_force);

/// Finds the cheapest way over cells where what attracts shortens the way and what repels lengthens it. ANT_TRUNCATED when it has more points than
/// `capacity`, ANT_ERROR_NOT_FOUND when there is no way. Const.
/// from, to: [(x, y, z)]
/// gain: how strongly the reader's field counts; 0 = plain distance. [Limit: 0 to 1e6]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: [opt] receives the number of points
/// out_cost: [opt] receives the cost, in the host's units where there is no pheromone
ANT_API AntStatus ant_map_path(struct AntPheromoneMap map,
                       const struct AntReader *reader,
                       const double *from,
                       const double *to,
                       float gain,
                       uint32_t capacity,
                       const struct AntStream *out_points,
                       uint32_t *out_count,
                       double *out_cost);

/// Lists the cells of a layer that hold pheromone, in a fixed order, for drawing. ANT_TRUNCATED when more follow. Const.
/// first: number of such cells to skip
/// out_cells: [opt] [capacity] ANT_U64
/// out_centers: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_values: [opt] [capacity] ANT_F32 or ANT_F64: raw amounts
/// out_count: receives the number of cells that hold pheromone
/// out_total: [opt] receives the sum of the layer's amounts over all cells
ANT_API AntStatus ant_map_field(struct AntPheromoneMap map,
                        uint32_t layer,
                        uint32_t first,
                        uint32_t capacity,
                        const struct AntStream *out_cells,
                        const struct AntStream *out_centers,
                        const struct AntStream *out_values,
                        uint32_t *out_count,
                        double *out_total);

/// Horizons of a trail: 0.25, 0.5, 1, 2 and 4 seconds.
#define ANT_TRAIL_HORIZONS 5

/// Parameters of trails. Fill it with ant_trail_desc_init.
typedef struct AntTrailDesc {
    /// Set by ant_trail_desc_init.
    uint32_t struct_size;
    /// Share of what passes through a cell that also counts for the four around it. Default 0. [Limit: 0 to 0.5]
    float diffusion;
    /// Nominal top speed, m/s: all lengths of trails are relative to it, so it must be that of the players. Default 8.128. [Limit: 1e-6 to 1e6]
    double v_max;
    /// Evidence halves in this time, seconds; 0 = it stays. Default 0. [Limit: 0, or 1 to 1e9]
    double half_life;
    /// Most cells; when there are more, those with the least evidence give way. About 100 bytes each and 88 per heading seen in it. Default 65536. [Limit: 64 to 16777216]
    uint32_t max_cells;
    /// Most remembered passages, of 64 bytes each; when there are more, old ones give way. Default 65536. [Limit: 64 to 16777216]
    uint32_t max_passages;
} AntTrailDesc;

/// Fills an AntTrailDesc with its defaults. Any thread.
#define ant_trail_desc_init(p) \
    ant_init(ANT_STRUCT_TRAIL_DESC, 1 ? (p) : (AntTrailDesc *)0, (uint32_t)sizeof(AntTrailDesc))

/// What a place and heading remember about one horizon.
typedef struct AntTrailReading {
    /// Mean of where players went from there, less what damped dead reckoning says, in the host's frame and units. Shrunken towards zero where few came by.
    double mean[3];
    /// Mean distance from it, in the host's units.
    double spread;
    /// Evidence: weighted number of visits.
    double evidence;
} AntTrailReading;

/// Begins empty trails in a map, also in place of those there are. All predictors made with the map write and read them. Mutating.
ANT_API AntStatus ant_map_enable_trails(struct AntPheromoneMap map,
                                const struct AntTrailDesc *desc);

/// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
/// ANT_ERROR_STATE if the map has no trails. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_map_trails_save(struct AntPheromoneMap map,
                              void *buf,
                              uint64_t capacity,
                              uint64_t *needed);

/// Takes over saved trails with their parameters, in place of those there are; they go on learning. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_map_trails_load(struct AntPheromoneMap map,
                              const void *bytes,
                              uint64_t byte_len);

/// Merges saved trails of other matches on the level into those there are, weighted by evidence; the order makes no difference. The parameters of the map's
/// own trails stay; without own trails the largest budgets are taken. Refused when v_max differs. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_map_trails_save: ANT_U8, tight
ANT_API AntStatus ant_map_trails_merge(struct AntPheromoneMap map,
                               uint32_t count,
                               const struct AntStream *saved);

/// What the trails remember about somebody at a place with a velocity, for tools and AI. ANT_ERROR_STATE if the map has no trails. Const.
/// position: [(x, y, z)]
/// velocity: [(x, y, z)] units per second
/// tau: damping of the dead reckoning that the means are taken against, which goes velocity * tau (1 - e^(-t/tau)) in t seconds; 0 = it stands still, so that
/// the means are where players went. [Limit: 0 to 1e6]
/// out_readings: [ANT_TRAIL_HORIZONS]
ANT_API AntStatus ant_map_trail_read(struct AntPheromoneMap map,
                             const double *position,
                             const double *velocity,
                             double tau,
                             struct AntTrailReading *out_readings);

/// Need of a player: 0 = full, 1 = nothing left. For health, armour, ammunition. Any thread.
/// amount: what the player has. [Limit: 0 to 1e9]
/// most: what it can have. [Limit: > 0, <= 1e9]
ANT_API AntStatus ant_need(float amount, float most, float *out_need);

/// Makes a need model that knows nothing yet: every probability is one half. Any thread.
/// buckets: degrees of need that are told apart. [Limit: 1 to 256]
ANT_API AntStatus ant_need_model_create(uint32_t buckets, struct AntNeedModel *out_model);

/// Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.
/// need: of that player. [Limit: 0 to 1]
/// taken: 1 or 0
ANT_API AntStatus ant_need_model_observe(struct AntNeedModel model, float need, AntBool taken);

/// Probability that a player with this need takes an item in sight, between 0 and 1. Const.
/// need: [Limit: 0 to 1]
/// out_probability: receives (taken + 1) / (occasions + 2)
/// out_occasions: [opt] receives how many occasions it rests on
ANT_API AntStatus ant_need_model_probability(struct AntNeedModel model,
                                     float need,
                                     float *out_probability,
                                     uint32_t *out_occasions);

/// What one player did with another.
typedef uint32_t AntInteraction;
/// Shot at the other.
#define ANT_INTERACTION_SHOT_AT 0
/// Was shot by the other.
#define ANT_INTERACTION_SHOT_BY 1
/// Traded with the other.
#define ANT_INTERACTION_TRADE 2
/// Talked with the other.
#define ANT_INTERACTION_CHAT 3
/// Healed or helped the other.
#define ANT_INTERACTION_HELPED 4
/// Was healed or helped by the other.
#define ANT_INTERACTION_HELPED_BY 5
/// The actor killed the other; counts for the whole match by AntInteractionRules::per_kill and per_death.
#define ANT_INTERACTION_KILL 6

/// No team.
#define ANT_NO_TEAM 4294967295

/// How events turn into weights; positive attracts, negative repels. Fill it with ant_interaction_rules_init. All weights [Limit: -1e6 to 1e6].
typedef struct AntInteractionRules {
    /// Set by ant_interaction_rules_init.
    uint32_t struct_size;
    /// Most kills that count in each direction. Default 10.
    uint32_t history_limit;
    /// How long an event matters, nanoseconds. Default 10 s. [Limit: > 0]
    int64_t window;
    /// Weight right after an event, by kind ANT_INTERACTION_…; fades linearly to 0 over `window`. Default 1.5, -1.5, 1, 1, 1, 1.
    float by_kind[6];
    /// Weight of somebody with whom nothing happened. Default -1.
    float base;
    /// Per kill of the other by the reader. Default 0.1.
    float per_kill;
    /// Per kill of the reader by the other. Default -0.1.
    float per_death;
    /// Factor for somebody in the same team. Default 0.5.
    float team_factor;
    /// Factor for somebody who carries a flag. Default 2.
    float flag_factor;
    /// Most pairs that are remembered; the one that was quiet longest goes first. Default 65536.
    uint32_t max_pairs;
} AntInteractionRules;

/// Fills an AntInteractionRules with its defaults. Any thread.
#define ant_interaction_rules_init(p) \
    ant_init(ANT_STRUCT_INTERACTION_RULES, 1 ? (p) : (AntInteractionRules *)0, (uint32_t)sizeof(AntInteractionRules))

/// Makes a table in which nothing has happened. Any thread.
ANT_API AntStatus ant_interactions_create(const struct AntInteractionRules *rules,
                                  struct AntInteractions *out_interactions);

/// Notes what one player did to another, for both of them. Mutating.
/// actor, other: the host's own numbers of two players
/// kind: ANT_INTERACTION_…, from the actor's point of view
/// time: nanoseconds on the game clock
ANT_API AntStatus ant_interactions_note(struct AntInteractions interactions,
                                uint64_t actor,
                                uint64_t other,
                                AntInteraction kind,
                                int64_t time);

/// Says of which team a player is and whether it carries a flag; at first of none, without one. Mutating.
/// team: any number, or ANT_NO_TEAM
/// carries: 1 or 0
ANT_API AntStatus ant_interactions_set_player(struct AntInteractions interactions,
                                      uint64_t player,
                                      uint32_t team,
                                      AntBool carries);

/// Forgets a player altogether. Mutating.
ANT_API AntStatus ant_interactions_remove(struct AntInteractions interactions, uint64_t player);

/// Weight with which one player feels another at a time; 0 for oneself. Const.
/// out_weight: [opt] receives the weight
/// out_kills: [opt] receives how often the reader killed the emitter
ANT_API AntStatus ant_interactions_weight(struct AntInteractions interactions,
                                  uint64_t reader,
                                  uint64_t emitter,
                                  int64_t time,
                                  float *out_weight,
                                  uint32_t *out_kills);

/// Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.
ANT_API AntStatus ant_interactions_apply(struct AntInteractions interactions,
                                 struct AntPheromoneMap map,
                                 int64_t time);

/// What is learned, and under which forces: those of the profile that will have the weights. Fill it with ant_tastes_desc_init.
typedef struct AntTastesDesc {
    /// Set by ant_tastes_desc_init.
    uint32_t struct_size;
    /// Layers of the map that are weighed, from the first on. Default 1. [Limit: 1 to 16]
    uint32_t layers;
    /// Most players with weights of their own; what others do is learned for all. Default 256.
    uint32_t max_players;
    /// Must be 0.
    uint32_t reserved;
    /// How long an occasion lasts, nanoseconds: as far ahead as predictions matter. Default 1 s. [Limit: 1000000 to 60 s]
    int64_t horizon;
    /// After so long what was learned counts half, seconds; 0 = for good. Default 0. [Limit: 0 to 1e9]
    double half_life;
    /// So many occasions the weights of all count beside a player's own, and none beside those of all. Default 30. [Limit: 0 to 1e9]
    double shrink;
    /// As in the profile. Default 1. [Limit: 1e-6 to 1e9]
    double mass;
    /// As in the profile. Default 0.5. [Limit: 1e-6 to 1]
    double alpha;
    /// As in the profile. Default 0.05. [Limit: 1e-6 to 60]
    double frame_time;
    /// As in the profile, but above 0. Default 1. [Limit: 1e-9 to 1e9]
    double force_scale;
    /// As in the profile.
    struct AntAttraction attraction;
} AntTastesDesc;

/// Fills an AntTastesDesc with its defaults. Any thread.
#define ant_tastes_desc_init(p) \
    ant_init(ANT_STRUCT_TASTES_DESC, 1 ? (p) : (AntTastesDesc *)0, (uint32_t)sizeof(AntTastesDesc))

/// Makes tastes that know nothing: every weight is 0. Any thread.
ANT_API AntStatus ant_tastes_create(const struct AntTastesDesc *desc, struct AntTastes *out_tastes);

/// Takes in where a player is, with the map as it is then; call it whenever that is known. Mutating for the tastes, const for the map.
/// player: the host's own number
/// position: [(x, y, z)] in the host's frame
/// velocity: [(x, y, z)] units per second
/// view: [opt] [(x, y, z)] which way it looks, any length; null: where it goes
/// time: nanoseconds on the game clock
/// teleported: 1: it was put here, what came before says nothing; else 0
ANT_API AntStatus ant_tastes_observe(struct AntTastes tastes,
                             struct AntPheromoneMap map,
                             uint64_t player,
                             const double *position,
                             const double *velocity,
                             const double *view,
                             int64_t time,
                             AntBool teleported);

/// What the layers weigh to a player, to be put into its profile (AntProfile::layer_weights); one that is not known has the weights of all. Const.
/// player: the host's own number; ignored with of_all
/// of_all: 1: the weights of all; else 0
/// count: layers to write, those beyond the descriptor's are left as they are
/// out_weights: [opt] [count] ANT_F32 or ANT_F64
/// out_occasions: [opt] receives on how many occasions they rest
ANT_API AntStatus ant_tastes_weights(struct AntTastes tastes,
                             uint64_t player,
                             AntBool of_all,
                             uint32_t count,
                             const struct AntStream *out_weights,
                             double *out_occasions);

/// Adds what others have learned: the bytes that ant_snapshot wrote of tastes with the same layers, horizon, attraction and gain. On an error nothing
/// changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_tastes_merge(struct AntTastes tastes,
                           const void *bytes,
                           uint64_t byte_len);

/// Forgets a player; what it taught all stays. Mutating.
ANT_API AntStatus ant_tastes_remove(struct AntTastes tastes, uint64_t player);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_MAP_H */
