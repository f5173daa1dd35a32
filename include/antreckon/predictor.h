/* antreckon/predictor.h: where entities will be: profiles, observations, predictions, learned weights.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_PREDICTOR_H
#define ANTRECKON_PREDICTOR_H

#include "base.h"
#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What was done to a prediction after its model.
typedef uint32_t AntCorrectionFlags;
/// Shortened to the speed limit.
#define ANT_CORRECTION_SPEED 1
/// Led along walls.
#define ANT_CORRECTION_OBSTACLE 2
/// Forces off or reduced because the entity stands still.
#define ANT_CORRECTION_STANDING 8
/// The final vector was limited.
#define ANT_CORRECTION_VECTOR 16
/// The time lies before the last observation, which was answered.
#define ANT_CORRECTION_PAST 32
/// Forces or walls were left out: there is no map, or the entity is off the level or on a moving base.
#define ANT_CORRECTION_FALLBACK 64

/// A predicted state in the host's frame.
typedef struct AntPrediction {
    /// Set by ant_prediction_init.
    uint32_t struct_size;
    /// Which corrections changed it: ANT_CORRECTION_…
    AntCorrectionFlags corrections;
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
} AntPrediction;

/// Makes an AntPrediction ready for a call that fills it. Any thread.
#define ant_prediction_init(p) \
    ant_init(ANT_STRUCT_PREDICTION, 1 ? (p) : (AntPrediction *)0, (uint32_t)sizeof(AntPrediction))

/// A model of prediction.
typedef uint32_t AntModel;
/// Stays where it was.
#define ANT_MODEL_STILL 0
/// First-order dead reckoning with the last velocity.
#define ANT_MODEL_DR1 1
/// Second-order dead reckoning with moving averages of velocity and acceleration.
#define ANT_MODEL_DR2 2
/// First order with a velocity that dies away: x + v tau (1 - e^(-t / tau)).
#define ANT_MODEL_DAMPED 3
/// AntReckoning: second order plus the pull of the pheromone field.
#define ANT_MODEL_ANT 4
/// DIS algorithm 1: static.
#define ANT_MODEL_DIS_STATIC 5
/// DIS algorithm 2: fixed orientation, constant velocity, world axes.
#define ANT_MODEL_DIS_FPW 6
/// DIS algorithm 3: rotating, constant velocity, world axes.
#define ANT_MODEL_DIS_RPW 7
/// DIS algorithm 4: rotating, constant acceleration, world axes.
#define ANT_MODEL_DIS_RVW 8
/// DIS algorithm 5: fixed orientation, constant acceleration, world axes.
#define ANT_MODEL_DIS_FVW 9
/// DIS algorithm 6: fixed orientation, constant velocity, body axes.
#define ANT_MODEL_DIS_FPB 10
/// DIS algorithm 7: rotating, constant velocity, body axes.
#define ANT_MODEL_DIS_RPB 11
/// DIS algorithm 8: rotating, constant acceleration, body axes.
#define ANT_MODEL_DIS_RVB 12
/// DIS algorithm 9: fixed orientation, constant acceleration, body axes.
#define ANT_MODEL_DIS_FVB 13
/// Interest scheme: constant speed, direction by forces between players and objects.
#define ANT_MODEL_INTEREST 14
/// First-order dead reckoning at first, the interest scheme after a time threshold.
#define ANT_MODEL_HYBRID 15
/// Neuro-reckoning: a bank of small networks (ant_predictor_load_bank).
#define ANT_MODEL_NEURO 16
/// Long-term routes learned from earlier trials (ant_predictor_strategies_load).
#define ANT_MODEL_STRATEGY 17
/// Directed trails: damped dead reckoning plus what this place and heading remember.
#define ANT_MODEL_TRAIL 18
/// The learned kinematic model.
#define ANT_MODEL_KINEMATIC 19
/// Mixes the models by their recent errors and says how sure it is.
#define ANT_MODEL_AUTO 20
/// The host's own expert alone (ant_predictor_set_expert).
#define ANT_MODEL_CUSTOM 21

/// Flags of AntProfile.
typedef uint32_t AntProfileFlags;
/// AntProfile::avatar is given: the entity feels the other avatars and never itself.
#define ANT_PROFILE_HAS_AVATAR 1
/// No limit of the speed.
#define ANT_PROFILE_NO_SPEED_LIMIT 2
/// Links may not be used by paths around obstacles.
#define ANT_PROFILE_NO_LINKS 4
/// AntProfile::preference is given; else it is observed from behaviour.
#define ANT_PROFILE_HAS_PREFERENCE 8
/// The entity's movement is not written into the trails.
#define ANT_PROFILE_NO_TRAIL 16
/// ANT_MODEL_AUTO uses only what sender and receiver share: the entity's own observations.
#define ANT_PROFILE_SHARED_ONLY 32
/// ANT_MODEL_DR2 and ANT_MODEL_ANT average velocities over positions, as published, also where an update tells a velocity.
#define ANT_PROFILE_AVERAGED_VELOCITY 64
/// In ANT_MODEL_NEURO the bank is followed wherever it says anything, as published; without it plain dead reckoning takes over where the bank is not believed.
#define ANT_PROFILE_NO_BANK_FALLBACK 128

/// What happens to a prediction that meets a wall of the level.
typedef uint32_t AntObstacle;
/// A prediction passes through walls; what is drawn keeps to the level by itself.
#define ANT_OBSTACLE_IGNORE 0
/// A prediction slides along walls, and stops in corners (default).
#define ANT_OBSTACLE_SLIDE 1

/// What the acceleration of the DIS models with body axes means.
typedef uint32_t AntBodyAcceleration;
/// Acceleration of the body-axis DIS models: dv/dt in body axes (Towers & Hines; default).
#define ANT_BODY_ACCELERATION_DERIVATIVE 0
/// Acceleration of the body-axis DIS models: A - w x v changes the body-axis velocity.
#define ANT_BODY_ACCELERATION_MINUS_ROTATION 1
/// Acceleration of the body-axis DIS models: A + w x v changes the body-axis velocity.
#define ANT_BODY_ACCELERATION_PLUS_ROTATION 2

/// How one entity is predicted. Fill it with ant_profile_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
typedef struct AntProfile {
    /// Set by ant_profile_init.
    uint32_t struct_size;
    /// ANT_MODEL_STILL … ANT_MODEL_CUSTOM. Default ANT_MODEL_AUTO.
    AntModel model;
    /// ANT_PROFILE_… Default 0.
    AntProfileFlags flags;
    /// What happens at walls where a level is given: ANT_OBSTACLE_SLIDE (default) or ANT_OBSTACLE_IGNORE.
    AntObstacle obstacle;
    /// Mass: divides the effect of forces. Default 1. [Limit: 1e-6 to 1e9]
    double mass;
    /// Nominal top speed, m/s. Default 8.128. [Limit: 1e-6 to 1e6]
    double v_max;
    /// The speed limit is max(v_max, speed_factor * fastest recently observed speed) … Default 1.1. [Limit: 0 to 1000]
    double speed_factor;
    /// … but never above this, m/s. Default 40. [Limit: 1e-6 to 1e6]
    double speed_cap;
    /// Weight of forces against acceleration. Default 0.5. [Limit: 0 to 1]
    double alpha;
    /// Weight of the newest velocity in its moving average, per frame. Default 0.8. [Limit: 1e-6 to 1]
    double alpha_v;
    /// Weight of the newest acceleration in its moving average, per frame. Default 0.8. [Limit: 0 to 1]
    double alpha_a;
    /// Frame time of the paper, in which forces and averages are expressed, seconds. Default 0.05. [Limit: 1e-6 to 60]
    double frame_time;
    /// Time in which the velocity of the damped model dies away, seconds. Default 0.7. [Limit: 1e-6 to 1e6]
    double tau;
    /// Factor on all forces. Default 1. [Limit: -1e9 to 1e9]
    double force_scale;
    /// Below this speed an entity stands still, m/s … Default 0.1. [Limit: 0 to 1e6]
    double still_speed;
    /// … and its forces are multiplied by this. Default 0. [Limit: 0 to 1]
    double still_force;
    /// The displacement is at most this factor of speed * time; 0 = no such limit (default). [Limit: 0 to 1e9]
    double vector_factor;
    /// Which cells pull, and how.
    struct AntAttraction attraction;
    /// [opt] [layer_weight_count] weight per layer of the map; copied. Null with a count of 0: 1 for the first layer. [Limit: -1e6 to 1e6]
    const float *layer_weights;
    /// Must be null.
    const void *reserved_pointer;
    /// Elements of `layer_weights`. [Limit: <= 65536]
    uint32_t layer_weight_count;
    /// So many banks from `bank` on compete in ANT_MODEL_NEURO: the one that erred least of late is heard. Default 1. [Limit: 1 to 8]
    uint32_t bank_count;
    /// The entity's own avatar on the map, with ANT_PROFILE_HAS_AVATAR.
    uint64_t avatar;
    /// Bit n set: area kind n may be entered. Default all.
    uint64_t allowed_areas;
    /// E of the interest scheme with ANT_PROFILE_HAS_PREFERENCE: -100 always objects, 100 always players. Default 0. [Limit: -100 to 100]
    double preference;
    /// What the acceleration of the body-axis DIS models means: ANT_BODY_ACCELERATION_… Default ANT_BODY_ACCELERATION_DERIVATIVE.
    AntBodyAcceleration body_acceleration;
    /// Number of the bank of ANT_MODEL_NEURO. Default 0, which is built in while no file is loaded under it.
    uint32_t bank;
} AntProfile;

/// Fills an AntProfile with its defaults. Any thread.
#define ant_profile_init(p) \
    ant_init(ANT_STRUCT_PROFILE, 1 ? (p) : (AntProfile *)0, (uint32_t)sizeof(AntProfile))

/// Parameters of a predictor. Fill it with ant_predictor_desc_init.
typedef struct AntPredictorDesc {
    /// Set by ant_predictor_desc_init.
    uint32_t struct_size;
    /// Most entities; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t max_entities;
    /// [opt] The level, for obstacles; null (default) = the map's, or none.
    struct AntWorld world;
    /// [opt] The fields, for AntReckoning; null (default) = none. Must be of the same level.
    struct AntPheromoneMap map;
    /// The host's frame; only without a level and a map, else theirs counts. Default canonical.
    struct AntFrame frame;
} AntPredictorDesc;

/// Fills an AntPredictorDesc with its defaults. Any thread.
#define ant_predictor_desc_init(p) \
    ant_init(ANT_STRUCT_PREDICTOR_DESC, 1 ? (p) : (AntPredictorDesc *)0, (uint32_t)sizeof(AntPredictorDesc))

/// Makes a predictor. It keeps its level and map alive, also when their handles are destroyed. Any thread.
ANT_API AntStatus ant_predictor_create(const struct AntPredictorDesc *desc, struct AntPredictor *out_predictor);

/// Adds an entity of which nothing is known yet. Mutating.
/// profile: how it is predicted; copied
ANT_API AntStatus ant_predictor_add_entity(struct AntPredictor predictor,
                                   const struct AntProfile *profile,
                                   struct AntEntity *out_entity);

/// Forgets an entity; its id is refused from now on. Mutating.
ANT_API AntStatus ant_predictor_remove_entity(struct AntPredictor predictor, struct AntEntity entity);

/// Changes how an entity is predicted; what is known of its motion stays. Mutating.
ANT_API AntStatus ant_predictor_set_profile(struct AntPredictor predictor,
                                    struct AntEntity entity,
                                    const struct AntProfile *profile);

/// Tells which other forces than those of the field act on an entity of ANT_MODEL_ANT (gravity, wind): part of the force of eq. 5 of the paper, weighed by
/// AntProfile::alpha and divided by its mass, in three dimensions, with or without a map. They stay until told anew. Mutating.
/// force: [(x, y, z)] along the host's axes, mass times m/s^2, each at most 1e9
ANT_API AntStatus ant_predictor_set_force(struct AntPredictor predictor,
                                  struct AntEntity entity,
                                  const double *force);

/// Lists the entities in a fixed order, which a restored predictor shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_entities: [opt] [capacity] ANT_U64
/// out_count: receives the number of entities
ANT_API AntStatus ant_predictor_entities(struct AntPredictor predictor,
                                 uint32_t first,
                                 uint32_t capacity,
                                 const struct AntStream *out_entities,
                                 uint32_t *out_count);

/// Flags of AntObservation and AntObserveBatch. They share no bit with AntUpdateFlags: the wrong family is refused.
typedef uint32_t AntObserveFlags;
/// The entity is not on the ground: drops do not stop it.
#define ANT_OBSERVE_AIRBORNE 2048
/// The entity was moved, it did not move: estimates start anew.
#define ANT_OBSERVE_TELEPORTED 4096
/// AntObservation::velocity is given.
#define ANT_OBSERVE_HAS_VELOCITY 8192
/// AntObservation::acceleration is given.
#define ANT_OBSERVE_HAS_ACCELERATION 16384
/// AntObservation::orientation is given.
#define ANT_OBSERVE_HAS_ORIENTATION 32768
/// AntObservation::base_… are given: the entity rides on a moving base (lift, vehicle), and its position, velocity, acceleration and orientation are in the base's frame.
#define ANT_OBSERVE_HAS_BASE 65536
/// AntObservation::angular_velocity is given.
#define ANT_OBSERVE_HAS_ANGULAR_VELOCITY 131072

/// One update about an entity, in the host's frame. Fill it with ant_observation_init. Fields without their flag are not read.
typedef struct AntObservation {
    /// Set by ant_observation_init.
    uint32_t struct_size;
    /// ANT_OBSERVE_… Default 0.
    AntObserveFlags flags;
    /// When it was true, nanoseconds on the game clock.
    int64_t time;
    /// Where it was.
    double position[3];
    /// Units per second, with ANT_OBSERVE_HAS_VELOCITY; else estimated.
    double velocity[3];
    /// Units per second^2, with ANT_OBSERVE_HAS_ACCELERATION; else estimated.
    double acceleration[3];
    /// x, y, z, w, with ANT_OBSERVE_HAS_ORIENTATION; else as before. [Limit: length 1]
    double orientation[4];
    /// The host's own number of the base, with ANT_OBSERVE_HAS_BASE.
    uint64_t base_id;
    /// Position of the base's own origin.
    double base_position[3];
    /// Rotation of the base: x, y, z, w. [Limit: length 1]
    double base_orientation[4];
    /// Velocity of the base, units per second.
    double base_velocity[3];
    /// Angular velocity of the base, radians per second about the host's axes. [Limit: -1e6 to 1e6]
    double base_angular_velocity[3];
    /// Angular velocity about the entity's own axes (those that its orientation turns), radians per second, with
    /// ANT_OBSERVE_HAS_ANGULAR_VELOCITY; only the rotating DIS models use it. [Limit: -1e6 to 1e6]
    double angular_velocity[3];
} AntObservation;

/// Fills an AntObservation with its defaults. Any thread.
#define ant_observation_init(p) \
    ant_init(ANT_STRUCT_OBSERVATION, 1 ? (p) : (AntObservation *)0, (uint32_t)sizeof(AntObservation))

/// Takes in an update about an entity. ANT_LATE when it is not newer than the last one: then it is ignored.
/// Where the predictor's map has trails, the update is written into them, so the call needs the map alone as well (and reads its level): ANT_ERROR_BUSY, and nothing
/// changed, while another thread uses the map or it is between step_begin and step_end. Mutating.
ANT_API AntStatus ant_predictor_observe(struct AntPredictor predictor,
                                struct AntEntity entity,
                                const struct AntObservation *observation);

/// Updates about many entities. Fill it with ant_observe_batch_init.
typedef struct AntObserveBatch {
    /// Set by ant_observe_batch_init.
    uint32_t struct_size;
    /// Number of updates. Default 0.
    uint32_t count;
    /// Time of all updates where `times` is absent, nanoseconds. Default 0.
    int64_t time;
    /// [count] ANT_U64: AntEntity
    struct AntStream entities;
    /// [opt] [count] ANT_I64: nanoseconds
    struct AntStream times;
    /// [count] ANT_F32X3 or ANT_F64X3
    struct AntStream positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second
    struct AntStream velocities;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: units per second^2
    struct AntStream accelerations;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w
    struct AntStream orientations;
    /// [opt] [count] ANT_U16 or ANT_U32: ANT_OBSERVE_AIRBORNE, ANT_OBSERVE_TELEPORTED
    struct AntStream flags;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_LATE or an error
    struct AntStream status;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: radians per second about the entity's own axes. [Limit: -1e6 to 1e6]
    struct AntStream angular_velocities;
} AntObserveBatch;

/// Fills an AntObserveBatch with its defaults. Any thread.
#define ant_observe_batch_init(p) \
    ant_init(ANT_STRUCT_OBSERVE_BATCH, 1 ? (p) : (AntObserveBatch *)0, (uint32_t)sizeof(AntObserveBatch))

/// Takes in updates about many entities, in order. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad update
/// fails the call before anything changed. ANT_LATE when all are good and some came late. Needs the map alone as ant_predictor_observe does. Mutating.
ANT_API AntStatus ant_predictor_observe_batch(struct AntPredictor predictor,
                                      const struct AntObserveBatch *batch);

/// Predicts an entity. ANT_IN_THE_PAST when the time lies before its last observation, which is answered then; ANT_ERROR_NOT_FOUND when it was never
/// observed. Const.
/// time: nanoseconds on the game clock
ANT_API AntStatus ant_predictor_predict(struct AntPredictor predictor,
                                struct AntEntity entity,
                                int64_t time,
                                struct AntPrediction *out_prediction);

/// A question for many predictions. Fill it with ant_predict_batch_init.
typedef struct AntPredictBatch {
    /// Set by ant_predict_batch_init.
    uint32_t struct_size;
    /// Number of predictions. Default 0.
    uint32_t count;
    /// Time of all predictions where `times` is absent, nanoseconds. Default 0.
    int64_t time;
    /// [count] ANT_U64: AntEntity
    struct AntStream entities;
    /// [opt] [count] ANT_I64: nanoseconds
    struct AntStream times;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written
    struct AntStream positions;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3, written: units per second
    struct AntStream velocities;
    /// [opt] [count] ANT_F32X4 or ANT_F64X4, written: x, y, z, w
    struct AntStream orientations;
    /// [opt] [count] ANT_U8 or ANT_U32, written: ANT_CORRECTION_…
    struct AntStream corrections;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_IN_THE_PAST or an error
    struct AntStream status;
    /// [opt] [count] ANT_F32 or ANT_F64, written: radius that holds the true position nine times out of ten; 0 when the model does not say
    struct AntStream radii;
    /// [opt] [count] ANT_F32 or ANT_F64, written: how sure the model is, 0 to 1; 0 when it does not say
    struct AntStream confidences;
} AntPredictBatch;

/// Fills an AntPredictBatch with its defaults. Any thread.
#define ant_predict_batch_init(p) \
    ant_init(ANT_STRUCT_PREDICT_BATCH, 1 ? (p) : (AntPredictBatch *)0, (uint32_t)sizeof(AntPredictBatch))

/// Predicts many entities. Allocates nothing. Threads may share the work: let each ask for its own part of the entities. ANT_PARTIAL when some are bad and there
/// is a status stream; without it one bad entity fails the call before anything is written. ANT_IN_THE_PAST when all are good and some are of the past. Const.
ANT_API AntStatus ant_predictor_predict_batch(struct AntPredictor predictor,
                                      const struct AntPredictBatch *batch);

/// Why a prediction is what it is. Displacements over the whole horizon in the host's frame and units;
/// velocity_term + acceleration_term + force_term + learned_term = raw - from.
typedef struct AntExplanation {
    /// Set by ant_explanation_init.
    uint32_t struct_size;
    /// Which corrections changed it: ANT_CORRECTION_…
    AntCorrectionFlags corrections;
    /// Horizon, seconds.
    double horizon;
    /// Last known position.
    double from[3];
    /// Share of the velocity.
    double velocity_term[3];
    /// Share of the acceleration.
    double acceleration_term[3];
    /// Share of the forces.
    double force_term[3];
    /// Position before the corrections.
    double raw[3];
    /// Position after them: the prediction.
    double result[3];
    /// Speed limit that applied, units per second.
    double speed_limit;
    /// Layers of which a force was asked for.
    uint32_t layer_count;
    /// 0.
    uint32_t reserved;
    /// Share of what was learned (trails, networks, routes) or felt (interest).
    double learned_term[3];
    /// What the entity prefers, -100 (always objects) to 100 (always players): as its profile says, else as observed while ANT_MODEL_INTEREST or
    /// ANT_MODEL_HYBRID predicts it; 0 while nothing was observed.
    double preference;
} AntExplanation;

/// Makes an AntExplanation ready for a call that fills it. Any thread.
#define ant_explanation_init(p) \
    ant_init(ANT_STRUCT_EXPLANATION, 1 ? (p) : (AntExplanation *)0, (uint32_t)sizeof(AntExplanation))

/// Explains the prediction of an entity for a time, for debugging. ANT_TRUNCATED when there are more layers than `capacity`. Const.
/// out_layer_terms: [opt] [capacity] ANT_F32X3 or ANT_F64X3: share of each layer in force_term
ANT_API AntStatus ant_predictor_explain(struct AntPredictor predictor,
                                struct AntEntity entity,
                                int64_t time,
                                struct AntExplanation *out_explanation,
                                uint32_t capacity,
                                const struct AntStream *out_layer_terms);

/// Horizons of what an expert says: 0.25, 0.5, 1, 2 and 4 seconds.
#define ANT_EXPERT_HORIZONS 5

/// A host's own predictor: one more expert of ANT_MODEL_AUTO, and all that ANT_MODEL_CUSTOM listens to. Called within ant_predictor_observe and its batch, on the
/// thread of that call, for entities with one of these models. It must not unwind. Calls into the same predictor give ANT_ERROR_BUSY, and so do calls that
/// change the predictor's map where it has trails.
/// time: of the observation, nanoseconds
/// position: [(x, y, z)] as observed, in the host's frame
/// velocity: [(x, y, z)] units per second
/// out_displacements: [(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved after each horizon; the height does not matter
/// user: the pointer given with the callback
/// Returns 1 when it filled that in, 0 when it has nothing to say. Numbers that are not finite, or farther than a million times v_max, count as nothing.
typedef int32_t (*AntExpertFn)(struct AntEntity entity,
                               int64_t time,
                               const double *position,
                               const double *velocity,
                               double *out_displacements,
                               void *user);

/// What is to know about the weights of the learned kinematic model.
typedef struct AntWeightsInfo {
    /// Set by ant_weights_info_init.
    uint32_t struct_size;
    /// 1 if they were loaded by the host, 0 if they are the built-in ones.
    uint32_t custom;
    /// 1 if adaptation is on.
    uint32_t adapting;
    /// Neurons of the first hidden layer.
    uint32_t first;
    /// Neurons of the second hidden layer.
    uint32_t second;
    /// Bytes of the weights in memory, without what adaptation needs.
    uint32_t bytes;
    /// Checksum of their file: equal for equal weights.
    uint64_t checksum;
} AntWeightsInfo;

/// Makes an AntWeightsInfo ready for a call that fills it. Any thread.
#define ant_weights_info_init(p) \
    ant_init(ANT_STRUCT_WEIGHTS_INFO, 1 ? (p) : (AntWeightsInfo *)0, (uint32_t)sizeof(AntWeightsInfo))

/// Replaces the weights of the learned kinematic model (ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO) by those of a file. What adaptation has learned is forgotten; where
/// both ends of a connection must agree, both must load the same. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in weights
ANT_API AntStatus ant_predictor_load_weights(struct AntPredictor predictor,
                                     const void *bytes,
                                     uint64_t byte_len);

/// What is to know about the weights in use. Const.
ANT_API AntStatus ant_predictor_weights_info(struct AntPredictor predictor, struct AntWeightsInfo *out_info);

/// Lets the learned kinematic model learn from what was observed. Off until the first call, which takes 3 MB; from then on rows are collected, about ten per second
/// and entity, at most 200 per second. Each row is worth four samples. Call it once per tick with what the tick can afford: a sample costs about 5 microseconds,
/// and after every 128 of them the weights change. Entities that use only shared information stay with the weights as loaded. Mutating.
/// samples: most samples to learn from now; 0 only turns adaptation on
/// out_done: [opt] receives how many there were; 0 when there is nothing to learn yet
ANT_API AntStatus ant_predictor_adapt(struct AntPredictor predictor,
                              uint32_t samples,
                              uint32_t *out_done);

/// Declares an entity a landmark, or takes that back: a moving place such as a ball, at which the learned models look apart from the other entities. Mutating.
/// landmark: 1 = it is one, 0 = it is not
ANT_API AntStatus ant_predictor_set_landmark(struct AntPredictor predictor,
                                     struct AntEntity entity,
                                     uint32_t landmark);

/// Sets the host's own expert, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the predictor's state:
/// whoever restores a snapshot sets his own. ant_predictor_suggest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
ANT_API AntStatus ant_predictor_set_expert(struct AntPredictor predictor,
                                   AntExpertFn callback,
                                   void *user);

/// Says what the host thinks about an entity that is about to be observed: the expert without a callback. Used once, by the next observation, unless the callback
/// says something about that. Mutating.
/// displacements: [(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved 0.25, 0.5, 1, 2 and 4 s after the observation; the height does not matter
ANT_API AntStatus ant_predictor_suggest(struct AntPredictor predictor,
                                struct AntEntity entity,
                                const double *displacements);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_PREDICTOR_H */
