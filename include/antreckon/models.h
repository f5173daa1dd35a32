/* antreckon/models.h: models with parameters of their own: DIS, interest, neural networks, strategies.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_MODELS_H
#define ANTRECKON_MODELS_H

#include "base.h"
#include "predictor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A dead-reckoning algorithm of DIS, by its number there.
typedef uint32_t AntDisAlgorithm;
/// DIS algorithm: static.
#define ANT_DIS_STATIC 1
/// DIS algorithm: fixed orientation, constant velocity, world axes.
#define ANT_DIS_FPW 2
/// DIS algorithm: rotating, constant velocity, world axes.
#define ANT_DIS_RPW 3
/// DIS algorithm: rotating, constant acceleration, world axes.
#define ANT_DIS_RVW 4
/// DIS algorithm: fixed orientation, constant acceleration, world axes.
#define ANT_DIS_FVW 5
/// DIS algorithm: fixed orientation, constant velocity, body axes.
#define ANT_DIS_FPB 6
/// DIS algorithm: rotating, constant velocity, body axes.
#define ANT_DIS_RPB 7
/// DIS algorithm: rotating, constant acceleration, body axes.
#define ANT_DIS_RVB 8
/// DIS algorithm: fixed orientation, constant acceleration, body axes.
#define ANT_DIS_FVB 9

/// What a DIS entity-state record tells, in the axes of DIS: world axes right-handed (Earth-centred, metres), body axes x forward, y right, z down. No frame of a host
/// is applied. Fill it with ant_dis_state_init.
typedef struct AntDisState {
    /// Set by ant_dis_state_init.
    uint32_t struct_size;
    /// Must be 0.
    uint32_t reserved;
    /// World axes, metres. [Limit: -1e9 to 1e9]
    double position[3];
    /// Metres per second, in world axes for algorithms 2 to 5 and in body axes for 6 to 9. [Limit: -1e9 to 1e9]
    double velocity[3];
    /// Metres per second^2, in the axes of the velocity. [Limit: -1e9 to 1e9]
    double acceleration[3];
    /// Body axes to world axes: x, y, z, w. Default identity. [Limit: length 1]
    double orientation[4];
    /// Radians per second about the body axes. [Limit: -1e6 to 1e6]
    double angular_velocity[3];
} AntDisState;

/// Fills an AntDisState with its defaults. Any thread.
#define ant_dis_state_init(p) \
    ant_init(ANT_STRUCT_DIS_STATE, 1 ? (p) : (AntDisState *)0, (uint32_t)sizeof(AntDisState))

/// The state some seconds later, by one of the nine DIS algorithms. What the algorithm does not use has no influence and comes out as it went in. Two half steps
/// are one whole step. Any thread.
/// algorithm: the number of DIS, ANT_DIS_STATIC … ANT_DIS_FVB
/// convention: what the acceleration of ANT_DIS_RVB means: ANT_BODY_ACCELERATION_…, usually ANT_BODY_ACCELERATION_DERIVATIVE
/// seconds: may be negative. [Limit: -1e9 to 1e9]
/// out_state: with its struct_size set; may be the same as `state`
ANT_API AntStatus ant_dis_extrapolate(AntDisAlgorithm algorithm,
                              AntBodyAcceleration convention,
                              const struct AntDisState *state,
                              double seconds,
                              struct AntDisState *out_state);

/// The orientation of Euler angles of DIS: psi about z, then theta about the new y, then phi about the newest x. No frame is applied. Any thread.
/// euler: [(psi, theta, phi)] radians. [Limit: -1e6 to 1e6]
/// out_quaternion: [(x, y, z, w)] body axes to world axes
ANT_API AntStatus ant_dis_euler_to_quaternion(const double *euler,
                                      double *out_quaternion);

/// The Euler angles of DIS of an orientation: psi and phi above -pi and up to pi, theta from -pi/2 to pi/2; straight up or down phi is 0. No frame is applied. Any thread.
/// quaternion: [(x, y, z, w)] body axes to world axes. [Limit: length 1]
/// out_euler: [(psi, theta, phi)] radians
ANT_API AntStatus ant_dis_quaternion_to_euler(const double *quaternion,
                                      double *out_euler);

/// Whether two orientations differ by a rotation of more than a threshold, the question before sending an update. Any frame. Any thread.
/// actual: [(x, y, z, w)] [Limit: length 1]
/// reckoned: [(x, y, z, w)] [Limit: length 1]
/// threshold: radians. [Limit: 0 to pi]
/// out_differs: 1 or 0
ANT_API AntStatus ant_dis_orientation_differs(const double *actual,
                                      const double *reckoned,
                                      double threshold,
                                      AntBool *out_differs);

/// Seconds from one DIS time stamp to a later one, up to an hour: across the full hour, and whatever their absolute flags are. Any thread.
ANT_API double ant_dis_seconds_between(uint32_t earlier,
                               uint32_t later);

/// Denominator of eq. 13 of the paper, whose scan is damaged there.
typedef uint32_t AntLeadBy;
/// Led by q * speed of the other * distance / own speed.
#define ANT_LEAD_BY_OWN_SPEED 0
/// Led by q * speed of the other * distance / (own speed + speed of the other).
#define ANT_LEAD_BY_BOTH_SPEEDS 1

/// What the preference E turns, which the paper's text leaves open.
typedef uint32_t AntPreferenceTurns;
/// It turns the sum of the forces, before inertia is added.
#define ANT_PREFERENCE_TURNS_FORCES 0
/// It turns what inertia and forces make together.
#define ANT_PREFERENCE_TURNS_RESULT 1

/// Constants of ANT_MODEL_INTEREST and ANT_MODEL_HYBRID. Fill it with ant_interest_desc_init. Lengths in metres, times in seconds, whatever the frame.
typedef struct AntInterestDesc {
    /// Set by ant_interest_desc_init.
    uint32_t struct_size;
    /// Most slices over which inertia fades (R): the paper's 2.4 s with its slices of 0.25 s. Default 10. [Limit: 1 to 10000]
    uint32_t longest_fading;
    /// Metres per unit of the paper's map, on which full speed is 40 units per second: a fortieth of the players' top speed. Default 0.2032. [Limit: 1e-6 to 1e6]
    double unit;
    /// Strength of the forces (k), units^2: a full interest at a distance of sqrt(k) units outweighs inertia. Default 4165. [Limit: 0 to 1e9]
    double strength;
    /// Slices of inertia per unit of distance to the nearest player or object (l). Default 0.1. [Limit: 0 to 1e6]
    double fading;
    /// How far ahead of themselves moving players are aimed at (q). Default 0.356. [Limit: 0 to 100]
    double lead;
    /// Length of a slice. Forces are felt for 16 s after an update, once per slice. Default 0.25. [Limit: 0.01 to 10]
    double slice;
    /// ANT_MODEL_HYBRID: dead reckoning so long after an update was sent. Default 0.5. [Limit: 0 to 60]
    double threshold;
    /// Life of a player who needs nothing. Default 100. [Limit: 1e-6 to 1e9]
    double full_life;
    /// Players and objects that were last seen farther away are not felt; not in the paper. Default 40.64. [Limit: 0.001 to 1e6]
    double radius;
    /// Time after which observed behaviour counts 1/e for the preference; not in the paper. Default 60. [Limit: 0.001 to 1e6]
    double memory;
    /// Most objects; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t max_objects;
    /// Denominator of the lead (eq. 13): ANT_LEAD_BY_… Default ANT_LEAD_BY_OWN_SPEED.
    AntLeadBy lead_by;
    /// What the preference turns: ANT_PREFERENCE_TURNS_… Default ANT_PREFERENCE_TURNS_FORCES.
    AntPreferenceTurns preference_turns;
    /// Must be 0.
    uint32_t reserved;
} AntInterestDesc;

/// Fills an AntInterestDesc with its defaults. Any thread.
#define ant_interest_desc_init(p) \
    ant_init(ANT_STRUCT_INTEREST_DESC, 1 ? (p) : (AntInterestDesc *)0, (uint32_t)sizeof(AntInterestDesc))

/// Changes the constants of the interest scheme for all entities. ANT_ERROR_BUDGET when there are more objects than max_objects already. Mutating.
ANT_API AntStatus ant_predictor_set_interest(struct AntPredictor predictor,
                                     const struct AntInterestDesc *desc);

/// Adds an object that interests players, or changes it: moved, of another value, taken, back again. Mutating.
/// id: the host's own number of it
/// position: [(x, y, z)]
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
ANT_API AntStatus ant_predictor_set_object(struct AntPredictor predictor,
                                   uint64_t id,
                                   const double *position,
                                   float value,
                                   AntBool present);

/// Forgets an object. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.
ANT_API AntStatus ant_predictor_remove_object(struct AntPredictor predictor, uint64_t id);

/// Tells what a player has left (life, ammunition); the others feel it from now on, whatever model predicts it. Until then a player with
/// ANT_MODEL_INTEREST or ANT_MODEL_HYBRID counts as full and others take no part. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_predictor_set_life(struct AntPredictor predictor,
                                 struct AntEntity entity,
                                 float life);

/// Axes of the velocities that a bank was trained with.
typedef uint32_t AntBankAxes;
/// Velocities and orientations along the axes of the level, as in the paper.
#define ANT_BANK_AXES_WORLD 0
/// Along the entity's own axes: where it looks, else where it moves.
#define ANT_BANK_AXES_OWN 1

/// What a bank takes as the velocity of an update.
typedef uint32_t AntBankSends;
/// What is sent is as fast as the entity is, as in the paper.
#define ANT_BANK_SENDS_SPEED 0
/// What is sent is the mean velocity of the predicted path.
#define ANT_BANK_SENDS_MEAN 1

/// Most networks of a bank.
#define ANT_BANK_MAX_NETWORKS 20

/// Most thresholds for which a bank says what is sent.
#define ANT_BANK_MAX_SENDS 8

/// What a bank of n-m-d networks is like.
typedef struct AntBankInfo {
    /// Set by ant_bank_info_init.
    uint32_t struct_size;
    /// n: inputs of each network, 2 * dimensions * (delays + 1).
    uint32_t inputs;
    /// m: hidden neurons of each network.
    uint32_t hidden;
    /// d: 2 (ground plane) or 3.
    uint32_t dimensions;
    /// q: networks, one per step ahead.
    uint32_t networks;
    /// k: steps that the inputs reach back.
    uint32_t delays;
    /// ANT_BANK_AXES_WORLD or ANT_BANK_AXES_OWN.
    AntBankAxes axes;
    /// Thresholds for which training has found what is best sent, 1 to ANT_BANK_MAX_SENDS.
    uint32_t send_count;
    /// h: length of a step, seconds.
    double step;
    /// Speed at which the players ran that it was learned from, m/s: it counts velocities and thresholds relative to AntProfile::v_max. 0 = as they are.
    double run_speed;
    /// [send_count] the thresholds, metres, ascending; the nearest one (by ratio) holds.
    float send_thresholds[8];
    /// [send_count] networks that the path sent is made of: how far ahead the owner looks.
    uint32_t send_networks[8];
    /// [send_count] ANT_BANK_SENDS_SPEED or ANT_BANK_SENDS_MEAN.
    uint32_t sends[8];
    /// Root mean square error of each network's change of velocity on data that it was not trained with, m/s; 0 beyond `networks`.
    float errors[20];
    /// r^2 on such data: three per network, one per component; 0 beyond `networks` and `dimensions`.
    float r2[60];
} AntBankInfo;

/// Makes an AntBankInfo ready for a call that fills it. Any thread.
#define ant_bank_info_init(p) \
    ant_init(ANT_STRUCT_BANK_INFO, 1 ? (p) : (AntBankInfo *)0, (uint32_t)sizeof(AntBankInfo))

/// Checks the file of a bank and says what it is like. ANT_ERROR_CORRUPT when it is damaged or not one. Any thread.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_bank_info(const void *bytes, uint64_t byte_len, struct AntBankInfo *out_info);

/// Takes in the file of a bank under a number; one of the same number is replaced. Entities whose AntProfile::bank is this number and whose model is
/// ANT_MODEL_NEURO use it from their next observation on. ANT_ERROR_CORRUPT when the file is damaged or not one, ANT_ERROR_BUDGET when there are 256 banks
/// already; then nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied. Null forgets the bank: its entities fall back to dead reckoning from their next observation on, those of bank 0 to the
/// built-in bank; ANT_ERROR_NOT_FOUND when none was loaded under this number
ANT_API AntStatus ant_predictor_load_bank(struct AntPredictor predictor,
                                  uint32_t bank,
                                  const void *bytes,
                                  uint64_t byte_len);

/// The velocity that the owner of an entity sends in place of its own, so that receivers which go straight on with it stay near for long. It is the entity's
/// own velocity, with confidence 0, where the bank has nothing to say: no bank of that number, another model than ANT_MODEL_NEURO, too short a history, inputs
/// outside of what was trained, worse than dead reckoning of late, on a moving base (then it is in the base's frame, as it was observed).
/// With ANT_PROFILE_NO_BANK_FALLBACK the bank is heard even where it is not believed. ANT_ERROR_NOT_FOUND when the entity was never observed. Const.
/// threshold: the most that receivers may be off, metres: by it the bank says how far to look ahead and how fast the velocity is. [Limit: 1e-6 to 1e6]
/// out_velocity: [(x, y, z)] in the host's frame, units per second
/// out_confidence: [opt] receives how sure it is, 0 to 1
ANT_API AntStatus ant_predictor_predictive_velocity(struct AntPredictor predictor,
                                            struct AntEntity entity,
                                            double threshold,
                                            double *out_velocity,
                                            double *out_confidence);

/// When an entity still follows its strategy.
typedef uint32_t AntStrategyTest;
/// As published: being inside of the polygon is enough, wherever along the route.
#define ANT_STRATEGY_CONTAINMENT 0
/// The place along the route, at the speed last told, must be right within the threshold.
#define ANT_STRATEGY_PROGRESS 1

/// In place of a strategy's number: the one the entity is inside of, found alike on both ends.
#define ANT_STRATEGY_AUTOMATIC 4294967295

/// In place of a strategy's number: none, dead reckoning.
#define ANT_STRATEGY_NONE 4294967294

/// How routes become strategies and are followed; the same for all entities of a predictor. Metres. Fill it with ant_strategy_desc_init.
typedef struct AntStrategyDesc {
    /// Set by ant_strategy_desc_init.
    uint32_t struct_size;
    /// ANT_STRATEGY_CONTAINMENT or ANT_STRATEGY_PROGRESS. Default ANT_STRATEGY_PROGRESS.
    AntStrategyTest mode;
    /// Half the width of a strategy, and how far off a shown place may be. Default 6. [Limit: 1e-3 to 1e6]
    double threshold;
    /// Distance between parallel strategies; with more than one below twice the threshold. Default 9. [Limit: 0 to 2e6]
    double width;
    /// Parallel strategies of each route. Default 3. [Limit: 1 to 15]
    uint32_t parallels;
    /// Trials that must have taken a route before it is learned. Default 1. [Limit: 1 to 1e6]
    uint32_t min_trials;
    /// Threshold of the dead reckoning whose violations are the points of a trial. Default 1.5. [Limit: 1e-3 to 1e6]
    double record;
    /// How far a simplified route may lie beside its points; 0 = all points are kept, as published. Default 0.75. [Limit: 0 to 1e6]
    double simplify;
    /// Trials farther apart than this took different routes. Default 12. [Limit: 0 to 1e9]
    double cluster_distance;
    /// Farther above or below a route is another floor. Default 2. [Limit: 1e-3 to 1e6]
    double floor_reach;
    /// An update is also due when the height is off by more than this; 0 = only the ground plane counts. Default 2. [Limit: 0 or 1e-3 to 1e6]
    double rise;
    /// 1 = threshold and width are learned with the routes (table 2 of the paper): all strategies of a route together are just as wide as its trials need,
    /// whatever their number. Default 0.
    uint32_t learn_threshold;
    /// Must be 0.
    uint32_t reserved;
} AntStrategyDesc;

/// Fills an AntStrategyDesc with its defaults. Any thread.
#define ant_strategy_desc_init(p) \
    ant_init(ANT_STRUCT_STRATEGY_DESC, 1 ? (p) : (AntStrategyDesc *)0, (uint32_t)sizeof(AntStrategyDesc))

/// Sets the parameters of all strategies and makes them anew from the known routes. Entities go on by dead reckoning until their next update. Mutating.
ANT_API AntStatus ant_predictor_set_strategies(struct AntPredictor predictor,
                                       const struct AntStrategyDesc *desc);

/// Begins to record a trial of an entity with its next observation, whatever model predicts it. A trial that was open is dropped. Mutating.
ANT_API AntStatus ant_predictor_begin_trial(struct AntPredictor predictor,
                                    struct AntEntity entity);

/// Ends the trial of an entity and keeps it for ant_predictor_learn_strategies; 256 are kept, then the oldest goes. ANT_ERROR_STATE when none is open. Mutating.
/// out_points: [opt] receives the number of points of the simplified trial; 0 = the entity never moved, the trial is dropped
ANT_API AntStatus ant_predictor_end_trial(struct AntPredictor predictor,
                                  struct AntEntity entity,
                                  uint32_t *out_points);

/// Learns the distinct routes of all recorded trials. Routes that were added or loaded stay and count the trials that took them; all others are found anew.
/// Entities go on by dead reckoning until their next update. Mutating.
/// out_routes: [opt] receives the number of routes known now
ANT_API AntStatus ant_predictor_learn_strategies(struct AntPredictor predictor,
                                         uint32_t *out_routes);

/// Adds a route as it is. Mutating.
/// count: [Limit: 2 to 1024 different points]
/// points: [count] ANT_F32X3 or ANT_F64X3
/// evidence: number of trials it stands for. [Limit: 1 to 1e6]
/// out_route: [opt] receives its number
ANT_API AntStatus ant_predictor_add_route(struct AntPredictor predictor,
                                  uint32_t count,
                                  const struct AntStream *points,
                                  uint32_t evidence,
                                  uint32_t *out_route);

/// The points of a route as it is known, from its start to its end: as recorded, simplified or added. AntStrategyInfo::routes tells how many routes there are. Const.
/// route: its number. ANT_ERROR_NOT_FOUND when there is none of this number
/// first: the first point wanted
/// capacity: [Limit: 0 = only count]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many points the route has
/// out_evidence: [opt] receives the number of trials that took it
ANT_API AntStatus ant_predictor_route(struct AntPredictor predictor,
                              uint32_t route,
                              uint32_t first,
                              uint32_t capacity,
                              const struct AntStream *out_points,
                              uint32_t *out_count,
                              uint32_t *out_evidence);

/// Which line of a strategy is wanted.
typedef uint32_t AntStrategyLine;
/// The centre line: the route itself, or a parallel of it.
#define ANT_STRATEGY_LINE_CENTRE 0
/// The corners of the strategy polygon in order, at the height of the route's start.
#define ANT_STRATEGY_LINE_POLYGON 1

/// The centre line or the polygon of a strategy. AntStrategyInfo::strategies tells how many there are; AntStrategyInfo::strategy is one that an entity follows. Const.
/// strategy: its number. ANT_ERROR_NOT_FOUND when there is none of this number
/// line: ANT_STRATEGY_LINE_CENTRE or ANT_STRATEGY_LINE_POLYGON
/// first: the first point wanted
/// capacity: [Limit: 0 = only count]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many points the line has
ANT_API AntStatus ant_predictor_strategy(struct AntPredictor predictor,
                                 uint32_t strategy,
                                 AntStrategyLine line,
                                 uint32_t first,
                                 uint32_t capacity,
                                 const struct AntStream *out_points,
                                 uint32_t *out_count);

/// Forgets all routes and recorded trials; parameters stay. Mutating.
ANT_API AntStatus ant_predictor_strategies_clear(struct AntPredictor predictor);

/// Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_predictor_strategies_save(struct AntPredictor predictor,
                                        void *buf,
                                        uint64_t capacity,
                                        uint64_t *needed);

/// Replaces parameters and routes by those of a file; recorded trials are dropped. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_predictor_strategies_load(struct AntPredictor predictor,
                                        const void *bytes,
                                        uint64_t byte_len);

/// Takes in the routes of files of other matches on the level; routes that are alike become one with the evidence of all, and the order of files does
/// not matter. Their parameters must be the predictor's own; without routes of its own it takes them over. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_predictor_strategies_save: ANT_U8, tight
ANT_API AntStatus ant_predictor_strategies_merge(struct AntPredictor predictor,
                                         uint32_t count,
                                         const struct AntStream *saved);

/// What is known, and what an entity follows. Lengths in the host's units.
typedef struct AntStrategyInfo {
    /// Set by ant_strategy_info_init.
    uint32_t struct_size;
    /// Strategies, parallels counted.
    uint32_t strategies;
    /// Routes they come from.
    uint32_t routes;
    /// Trials recorded for learning.
    uint32_t trials;
    /// The strategy the entity follows since its last observation; ANT_STRATEGY_NONE = none.
    uint32_t strategy;
    /// Its route; ANT_STRATEGY_NONE = none.
    uint32_t route;
    /// 1 = along the route, 0 = against it.
    uint32_t forward;
    /// 1 while a trial of the entity is recorded.
    uint32_t recording;
    /// How far along the strategy it was at its last observation.
    double along;
    /// Length of the strategy.
    double length;
    /// How far to the left of the strategy's centre line it was.
    double lateral;
    /// Half the width of a strategy: as set, or as learned (AntStrategyDesc::learn_threshold).
    double threshold;
    /// Distance between parallel strategies.
    double width;
    /// The place on the centre line that was modelled of the entity at its last observation; ant_predictor_predict tells the modelled position at any time.
    double modelled[3];
} AntStrategyInfo;

/// Makes an AntStrategyInfo ready for a call that fills it. Any thread.
#define ant_strategy_info_init(p) \
    ant_init(ANT_STRUCT_STRATEGY_INFO, 1 ? (p) : (AntStrategyInfo *)0, (uint32_t)sizeof(AntStrategyInfo))

/// What is known, and what an entity follows. Const.
ANT_API AntStatus ant_predictor_strategy_info(struct AntPredictor predictor,
                                      struct AntEntity entity,
                                      struct AntStrategyInfo *out_info);

/// Says what an entity follows since its last observation, as its sender decided. It holds until the next call: a strategy as long as the entity is inside of
/// it. Mutating.
/// strategy: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC
ANT_API AntStatus ant_predictor_follow_strategy(struct AntPredictor predictor,
                                        struct AntEntity entity,
                                        uint32_t strategy);

/// A sender's books about one entity, kept by the host. With them it never sends more updates than plain dead reckoning plus two, counted from
/// ant_strategy_ledger_init on.
typedef struct AntStrategyLedger {
    /// Set by ant_strategy_ledger_init.
    uint32_t struct_size;
    /// Opaque.
    uint32_t flags;
    /// Opaque.
    int64_t time;
    /// Opaque.
    double position[3];
    /// Opaque.
    double velocity[3];
    /// Updates saved against plain dead reckoning so far, at worst -2.
    int32_t balance;
    /// 0.
    uint32_t reserved;
} AntStrategyLedger;

/// Fills an AntStrategyLedger with its defaults. Any thread.
#define ant_strategy_ledger_init(p) \
    ant_init(ANT_STRUCT_STRATEGY_LEDGER, 1 ? (p) : (AntStrategyLedger *)0, (uint32_t)sizeof(AntStrategyLedger))

/// Whether receivers need an update, and which.
typedef struct AntStrategyUpdate {
    /// Set by ant_strategy_update_init.
    uint32_t struct_size;
    /// 1 = an update is due; 0 = none, and all else is 0.
    uint32_t due;
    /// What to say to ant_predictor_follow_strategy on all machines after observing the update; ANT_STRATEGY_AUTOMATIC = nothing needs to be said or sent.
    uint32_t strategy;
    /// 0.
    uint32_t reserved;
    /// The position to send.
    double position[3];
    /// The velocity to send, units per second.
    double velocity[3];
} AntStrategyUpdate;

/// Makes an AntStrategyUpdate ready for a call that fills it. Any thread.
#define ant_strategy_update_init(p) \
    ant_init(ANT_STRUCT_STRATEGY_UPDATE, 1 ? (p) : (AntStrategyUpdate *)0, (uint32_t)sizeof(AntStrategyUpdate))

/// Asks at every tick, on the machine that owns the entity, whether receivers need an update. When one is due, send the state it names with the current time,
/// then observe it (with its velocity) and tell ant_predictor_follow_strategy its strategy, on the own predictor too, before the next question. Const.
/// position: [(x, y, z)] where the entity really is
/// velocity: [(x, y, z)] how fast it really is, units per second
/// time: nanoseconds on the game clock
/// ledger: [opt] the books about this entity; null = the switching rule alone, which may send more than dead reckoning
ANT_API AntStatus ant_strategy_needs_update(struct AntPredictor predictor,
                                    struct AntEntity entity,
                                    const double *position,
                                    const double *velocity,
                                    int64_t time,
                                    struct AntStrategyLedger *ledger,
                                    struct AntStrategyUpdate *out_update);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_MODELS_H */
