/* antreckon: movement prediction for networked games.
 *
 * Generated from the Rust source; do not edit. The text of each item is its documentation.
 *
 * OBJECTS. A World is the level, a PheromoneMap the fields over it, a Predictor the entities. Handles are values, not
 * pointers: zero is null; a handle that is stale, destroyed twice, of another kind or invented gives
 * ANT_ERROR_INVALID_HANDLE. Destroying ends a handle at once; maps and predictors keep their world alive for themselves.
 *
 * STATUS. Every function returns AntStatus: 0 done, negative error, positive done with a remark. A call that fails writes no
 * output and changes nothing. ant_last_error then tells the function, the argument, its value and the allowed range; ask on
 * the same thread before the next call. In a batch with a status stream a bad element gets its own status, its outputs stay
 * untouched and the call returns ANT_PARTIAL; without that stream the first bad element fails the whole call before anything
 * changed. All input is checked, always: null, NaN, infinite, out of range, short buffers, strides, unknown values.
 *
 * BRACKETS. [opt] may be null. [count] that many elements. [(x, y, z)] three doubles. [Limit: ...] allowed range.
 *
 * STRUCTS that go in are filled by their ant_..._init function, then changed. They grow at the end: a struct of an older
 * header gets defaults for what it lacks, one of a newer header is accepted while what is new in it is zero. Structs that
 * come out need struct_size set to their sizeof; no more than that is written.
 *
 * STREAMS are your own arrays, read and written in place, with any stride: also one field of an array of structs. Outputs
 * must lie apart from each other, and from inputs either apart or be the same elements (in place). count 0 is fine with
 * null streams.
 *
 * FRAMES AND UNITS. Positions, velocities, lengths and distances of calls, streams and results are in the host's frame and
 * units, as given with the world. Parameters in descriptors and profiles are metres, seconds and m/s, unless they say
 * otherwise. Quaternions are x, y, z, w. Coordinates may reach 1e9 metres.
 *
 * TIME is int64_t nanoseconds on the game clock of the host. The library reads no clock, opens no file, starts no thread.
 *
 * THREADS. Each function says what it is:
 *   Any thread   needs no object, or ends or asks a handle: any time, from any thread.
 *   Const        runs concurrently with other const calls on the same object.
 *   Mutating     needs its object alone.
 * A clash returns ANT_ERROR_BUSY at once: nothing ever waits, so nothing deadlocks. A call on a map reads its world; a
 * prediction reads predictor, map and world. Different objects are otherwise independent. The log callback may come from any
 * thread that calls the library.
 *
 * MEMORY. The library never frees memory of the host, nor hands out pointers into its own. Budgets in the descriptors give
 * ANT_ERROR_BUDGET when they are used up. Stepping, observing and predicting allocate nothing once warm. When memory ends the
 * process is aborted.
 *
 * DETERMINISM. Same version, same calls, same bits in: same bits out, on x86-64 and AArch64, for any split into tasks or
 * threads. Not promised: across versions, and when the host flushes denormal numbers (ANT_DENORMALS_FLUSHED).
 *
 * ERRORS OF OURS. A defect of the library never unwinds into the host: the call returns ANT_ERROR_INTERNAL, the object is
 * refused from then on (ANT_ERROR_POISONED) and can still be destroyed.
 */


#ifndef ANTRECKON_H
#define ANTRECKON_H

#include <stdint.h>

/* Define ANT_SHARED on Windows when you link the DLL. */
#ifndef ANT_API
#if defined(_WIN32) && defined(ANT_SHARED)
#define ANT_API __declspec(dllimport)
#else
#define ANT_API
#endif
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

/// A defect of the library, or input that lost data.
#define ANT_LOG_ERROR 1

/// Something a developer should look at.
#define ANT_LOG_WARNING 2

/// Something worth knowing.
#define ANT_LOG_INFO 3

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

/// Fields live on uniform squares laid over the walkable surface, so that two bakes of one level agree (default).
#define ANT_CELLS_SURFACE 0

/// One cell per polygon, weighted by area and edge length, for hosts that want exactly their cells.
#define ANT_CELLS_POLYGON 1

/// On foot: a connection the mesh does not show.
#define ANT_LINK_WALK 0

/// A jump across or up.
#define ANT_LINK_JUMP 1

/// A fall.
#define ANT_LINK_DROP 2

/// A ladder.
#define ANT_LINK_LADDER 3

/// A teleporter.
#define ANT_LINK_TELEPORT 4

/// A lift.
#define ANT_LINK_LIFT 5

/// A jump pad.
#define ANT_LINK_JUMP_PAD 6

/// Swimming.
#define ANT_LINK_SWIM 7

/// The link is usable in both directions.
#define ANT_LINK_TWO_WAY 1

/// The door closes everything inside the box bounds_min … bounds_max.
#define ANT_DOOR_HAS_BOUNDS 1

/// The door is closed at the start.
#define ANT_DOOR_CLOSED 2

/// No polygon (on a grid, or nothing hit).
#define ANT_NO_POLYGON 4294967295

/// Another polygon or cell one can walk to; for a walk: nothing stopped it.
#define ANT_EDGE_OPEN 0

/// Nothing beyond: one stops here.
#define ANT_EDGE_WALL 1

/// A lower floor beyond: who walks stops, who is airborne does not.
#define ANT_EDGE_DROP 2

/// A link leaves from here.
#define ANT_EDGE_LINK 3

/// The walker is in the air: drops do not stop it.
#define ANT_QUERY_AIRBORNE 1

/// Links may not be used.
#define ANT_QUERY_NO_LINKS 2

/// No layer.
#define ANT_NO_LAYER 4294967295

/// The source does not move: its fixed pattern is solved once and present at once.
#define ANT_SOURCE_FIXED 1

/// Somebody was here.
#define ANT_NOTE_PRESENCE 0

/// Somebody made a kill here.
#define ANT_NOTE_KILL 1

/// Somebody died here.
#define ANT_NOTE_DEATH 2

/// AntReader::avatar is given.
#define ANT_READER_HAS_AVATAR 1

/// Axis-aligned square of side `diameter`.
#define ANT_REGION_SQUARE 0

/// Disc.
#define ANT_REGION_DISC 1

/// Cone around the view direction with radius `diameter` / 2.
#define ANT_REGION_CONE 2

/// Horizons of a trail: 0.25, 0.5, 1, 2 and 4 seconds.
#define ANT_TRAIL_HORIZONS 5

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

/// No team.
#define ANT_NO_TEAM 4294967295

/// Stays where it was.
#define ANT_MODEL_STILL 0

/// First-order dead reckoning with the last velocity.
#define ANT_MODEL_DR1 1

/// Second-order dead reckoning with moving averages of velocity and acceleration.
#define ANT_MODEL_DR2 2

/// First order with a velocity that dies away: x + v tau (1 - e^(-t / tau)).
#define ANT_MODEL_DAMPED 3

/// AntReckoning: second order plus the pull of the pheromone field (default).
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

/// Long-term routes learned from earlier trials (ant_predictor_load_strategies).
#define ANT_MODEL_STRATEGY 17

/// Directed trails: damped dead reckoning plus what this place and heading remember.
#define ANT_MODEL_TRAIL 18

/// The learned kinematic model.
#define ANT_MODEL_KINEMATIC 19

/// Mixes the models by their recent errors and says how sure it is.
#define ANT_MODEL_AUTO 20

/// The host's own expert alone (ant_predictor_set_expert).
#define ANT_MODEL_CUSTOM 21

/// Acceleration of the body-axis DIS models: dv/dt in body axes (Towers & Hines; default).
#define ANT_BODY_ACCELERATION_DERIVATIVE 0

/// Acceleration of the body-axis DIS models: A - w x v changes the body-axis velocity.
#define ANT_BODY_ACCELERATION_MINUS_ROTATION 1

/// Acceleration of the body-axis DIS models: A + w x v changes the body-axis velocity.
#define ANT_BODY_ACCELERATION_PLUS_ROTATION 2

/// A prediction may run through obstacles.
#define ANT_OBSTACLE_IGNORE 0

/// A prediction stops at an obstacle (default).
#define ANT_OBSTACLE_CLIP 1

/// A prediction follows the shortest path around an obstacle.
#define ANT_OBSTACLE_FOLLOW_PATH 2

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

/// The entity is not on the ground: drops do not stop it.
#define ANT_OBSERVE_AIRBORNE 1

/// The entity was moved, it did not move: estimates start anew.
#define ANT_OBSERVE_TELEPORTED 2

/// AntObservation::velocity is given.
#define ANT_OBSERVE_HAS_VELOCITY 4

/// AntObservation::acceleration is given.
#define ANT_OBSERVE_HAS_ACCELERATION 8

/// AntObservation::orientation is given.
#define ANT_OBSERVE_HAS_ORIENTATION 16

/// AntObservation::base_… are given: the entity rides on a moving base (lift, vehicle), and its position, velocity, acceleration and orientation are in the base's frame.
#define ANT_OBSERVE_HAS_BASE 32

/// AntObservation::angular_velocity is given.
#define ANT_OBSERVE_HAS_ANGULAR_VELOCITY 64

/// Shortened to the speed limit.
#define ANT_CORRECTION_SPEED 1

/// Clipped at an obstacle.
#define ANT_CORRECTION_OBSTACLE 2

/// Led around an obstacle.
#define ANT_CORRECTION_PATH 4

/// Forces off or reduced because the entity stands still.
#define ANT_CORRECTION_STANDING 8

/// The final vector was limited.
#define ANT_CORRECTION_VECTOR 16

/// The time lies before the last observation, which was answered.
#define ANT_CORRECTION_PAST 32

/// There is no level or map, or the entity is off it: forces or obstacles were left out.
#define ANT_CORRECTION_FALLBACK 64

/// Horizons of what an expert says: 0.25, 0.5, 1, 2 and 4 seconds.
#define ANT_EXPERT_HORIZONS 5

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

/// Velocities and orientations along the axes of the level, as in the paper.
#define ANT_BANK_AXES_WORLD 0

/// Along the entity's own axes: where it looks, else where it moves.
#define ANT_BANK_AXES_OWN 1

/// What is sent is as fast as the entity is, as in the paper.
#define ANT_BANK_SENDS_SPEED 0

/// What is sent is the mean velocity of the predicted path.
#define ANT_BANK_SENDS_MEAN 1

/// Most networks of a bank.
#define ANT_BANK_MAX_NETWORKS 20

/// As published: being inside of the polygon is enough, wherever along the route.
#define ANT_STRATEGY_CONTAINMENT 0

/// The place along the route, at the speed last told, must be right within the threshold.
#define ANT_STRATEGY_PROGRESS 1

/// In place of a strategy's number: the one the entity is inside of, found alike on both ends.
#define ANT_STRATEGY_AUTOMATIC 4294967295

/// In place of a strategy's number: none, dead reckoning.
#define ANT_STRATEGY_NONE 4294967294

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

/// A packet waits for the one sent before it, so that jitter reorders nothing.
#define ANT_NETWORK_KEEP_ORDER 1

/// Delays scatter normally with deviation `jitter`, cut at three of them; else evenly within it.
#define ANT_NETWORK_NORMAL_JITTER 2

/// Losses come in bursts: the AntSimulatorDesc::burst_… are used.
#define ANT_NETWORK_BURSTS 4

/// AntClockInfo::least_difference and ::drift are known: an update has arrived.
#define ANT_CLOCK_HAS_UPDATES 1

/// AntClockInfo::doubt is known: a request was answered.
#define ANT_CLOCK_HAS_ANSWERS 2

/// over_cost: an expensive late event is taken; what one call may not do the next one goes on with.
#define ANT_OVER_COST_CONTINUE 0

/// over_cost: it is refused with ANT_ARRIVAL_TOO_COSTLY.
#define ANT_OVER_COST_REFUSE 1

/// when_full: new events are refused with ANT_ARRIVAL_FULL until the window has moved on.
#define ANT_WHEN_FULL_REFUSE 0

/// when_full: the oldest executed events are forgotten, up to the next snapshot; the window becomes as much shorter.
#define ANT_WHEN_FULL_FORGET 1

/// Verdict: kept; no later event was executed yet. Of a cancellation: nothing had to be undone.
#define ANT_ARRIVAL_IN_ORDER 0

/// Verdict: kept; events were executed too early (or wrongly) and will be executed again.
#define ANT_ARRIVAL_LATE 1

/// Verdict: known already, ignored.
#define ANT_ARRIVAL_DUPLICATE 2

/// Verdict: its cancellation arrived before it; ignored.
#define ANT_ARRIVAL_CANCELLED 3

/// Verdict: refused; it happened before the window.
#define ANT_ARRIVAL_TOO_OLD 4

/// Verdict: refused; it claims a time later than now + max_ahead.
#define ANT_ARRIVAL_TOO_FAR_AHEAD 5

/// Verdict: refused; more than max_replay events would have to be executed again (ANT_OVER_COST_REFUSE).
#define ANT_ARRIVAL_TOO_COSTLY 6

/// Verdict: refused; the log is full.
#define ANT_ARRIVAL_FULL 7

/// Most bytes of an outcome.
#define ANT_OUTCOME_MAX 32

/// The run was not stopped.
#define ANT_STOPPED_BY_NOTHING 0

/// The run was stopped: the save callback failed.
#define ANT_STOPPED_BY_SAVE 1

/// The run was stopped: the load callback failed.
#define ANT_STOPPED_BY_LOAD 2

/// The run was stopped: the execute callback failed.
#define ANT_STOPPED_BY_EXECUTE 3

/// The run was stopped: the save callback told a length above max_state.
#define ANT_STOPPED_BY_STATE_SIZE 4

/// Plan: first restore the state in restore_slot.
#define ANT_PLAN_RESTORE 1

/// Plan: in the end save the state, for save_slot.
#define ANT_PLAN_SAVE 2

/// Change: another outcome than before.
#define ANT_CHANGE_CHANGED 0

/// Change: an outcome where there was none: of a late event, or of one that had failed before.
#define ANT_CHANGE_APPEARED 1

/// Change: none any more: the kill that was undone. Also that of an event which was cancelled.
#define ANT_CHANGE_DISAPPEARED 2

/// Type 1: updates carry the velocity, receivers run a model.
#define ANT_SENDER_TYPE_1 0

/// Type 2: updates carry a prediction vector (ANT_UPDATE_PREDICTION_VECTOR), receivers go along it.
#define ANT_SENDER_TYPE_2 1

/// Errors are measured in space.
#define ANT_METRIC_SPACE 0

/// Errors are measured over the ground; heights do not count.
#define ANT_METRIC_GROUND 1

/// Distances of AntSenderRules::distances.
#define ANT_SENDER_KNOTS 4

/// Nobody says what arrived: everything sent counts as known, heartbeats repair losses.
#define ANT_DELIVERY_ASSUMED 0

/// All arrives, in order.
#define ANT_DELIVERY_RELIABLE 1

/// The observer acknowledges packets: only what it acknowledged is known.
#define ANT_DELIVERY_ACKNOWLEDGED 2

/// The connection's area of interest decides.
#define ANT_RELEVANCE_BY_AREA 0

/// Always relevant.
#define ANT_RELEVANCE_ALWAYS 1

/// Never relevant.
#define ANT_RELEVANCE_NEVER 2

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

/// Number of reasons.
#define ANT_REASON_COUNT 13

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
#define ANT_VERDICT_HELD 7

/// From too far in the future, or no room to hold it; nothing was done.
#define ANT_VERDICT_REFUSED 8

/// The receiver does not know its entity: ant_receiver_add it and hand the update in again.
#define ANT_VERDICT_UNKNOWN 9

/// Cubic Hermite through both positions and velocities.
#define ANT_CURVE_HERMITE 0

/// A straight line at constant speed.
#define ANT_CURVE_LINEAR 1

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

/// Score above which an entity is a suspect: none of the honest players of the study reached it (docs/studies/plausibility.md).
#define ANT_ALARM_SCORE 6.0

/// It went faster in the ground plane than its limit for longer than the slack allows: m/s.
#define ANT_RULE_SPEED 1

/// It rose or fell faster than its limit: m/s.
#define ANT_RULE_VERTICAL 2

/// It told a velocity beyond its limit: m/s.
#define ANT_RULE_TOLD_SPEED 4

/// Its told velocity changed faster than its limit: m/s^2.
#define ANT_RULE_ACCELERATION 8

/// No way leads there in the time: seconds needed (1e9 = no way at all), seconds it had.
#define ANT_RULE_UNREACHABLE 16

/// It is nowhere near a floor, without being airborne: metres.
#define ANT_RULE_OFF_LEVEL 32

/// A newer number with a time that is not newer: seconds back.
#define ANT_RULE_BACKWARDS 64

/// Its clock runs faster than the wall's: seconds gained, seconds allowed.
#define ANT_RULE_FAST_CLOCK 128

/// Its sender let a heartbeat pass: seconds between updates, seconds allowed.
#define ANT_RULE_MISSED_HEARTBEAT 256

/// Its sender kept quiet while others were wrong about it: metres.
#define ANT_RULE_SUPPRESSED 512

/// It is silent more often while it is aimed at: standard deviations above chance.
#define ANT_RULE_QUIET_WHEN_AIMED_AT 1024

/// It is far from where a confident prediction had it: multiples of the radius that holds nine of ten.
#define ANT_RULE_DEVIATION 2048

/// It told different things to different peers, or broke a commitment: peers that differ.
#define ANT_RULE_INCONSISTENT 4096

/// Number of rules.
#define ANT_RULE_COUNT 13

/// AntPassage::from is given; else the passage begins anywhere.
#define ANT_PASSAGE_HAS_FROM 1

/// What was committed to.
#define ANT_REVEAL_HONEST 0

/// Something else than was committed to.
#define ANT_REVEAL_DIFFERENT 1

/// Nothing had been committed to.
#define ANT_REVEAL_UNCOMMITTED 2

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

/// Critically damped spring whose drawn speed is bounded: near corrections vanish quickly, far ones without a jump.
#define ANT_SMOOTH_CHASE 7

/// Turns at once.
#define ANT_TURN_SNAP 0

/// Turns at constant rate, the shorter way.
#define ANT_TURN_SLERP 1

/// Turns as a critically damped spring does, the shorter way.
#define ANT_TURN_DAMPED 2

/// A correction that lies behind may move the entity back (default: it slows down).
#define ANT_SMOOTHER_MAY_MOVE_BACK 1

/// Walls are not looked at (default: nothing is drawn through a wall of the predictor's level).
#define ANT_SMOOTHER_IGNORE_WALLS 2

/// Nothing was shown yet: the entity appears where it is predicted.
#define ANT_COURSE_APPEARS 0

/// The correction is a jump.
#define ANT_COURSE_JUMPS 1

/// The correction follows the curve of the method.
#define ANT_COURSE_CURVES 2

/// The correction follows a walkable path.
#define ANT_COURSE_WALKS 3

/// The entity was moved on purpose: it jumps.
#define ANT_SMOOTH_TELEPORTED 1

/// AntSmoothCorrection::gap is given (default: time since the last correction).
#define ANT_SMOOTH_HAS_GAP 2

/// position, velocity and orientation are what is predicted with the update (default: the predictor is asked).
#define ANT_SMOOTH_HAS_PREDICTION 4

/// The before_… fields are what was predicted for the same time without the update (default: the last frame's prediction is carried on by its velocity).
#define ANT_SMOOTH_HAS_BEFORE 8

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

/// Kind of a recorded entity: whose movement is predicted.
#define ANT_RECORD_PLAYER 0

/// Kind of a recorded entity: something to pick up.
#define ANT_RECORD_ITEM 1

/// Kind of a recorded entity: where players come into the level.
#define ANT_RECORD_SPAWN 2

/// Kind of a recorded entity: a jump pad, a teleporter, a flag, a ball.
#define ANT_RECORD_HOTSPOT 3

/// The entity has no fixed position: it moves, or nobody knows.
#define ANT_RECORD_MOVES 1

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

/// Flag of a sample: it is dead; where its body lies is of no interest to predictions.
#define ANT_SAMPLE_DEAD 1

/// Flag of a sample: it came here by a respawn or teleport, since its last sample.
#define ANT_SAMPLE_JUMPED 2

/// Outcome of a call or of one element of a batch: 0 done, negative error (nothing changed, nothing written), positive done with a remark.
typedef int32_t AntStatus;

/// Receives messages. Called on the thread that made the call which logs; it may call into the library, but not into the object whose
/// call logs (that gets ANT_ERROR_BUSY), and must not unwind.
/// level: ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// text: UTF-8 with a zero byte at the end, valid during the callback
/// length: bytes of text without the zero byte
/// user: the pointer given with the callback
typedef void (*AntLogCallback)(uint32_t level, const char *text, uint32_t length, void *user);

/// Returns memory of this size and alignment (a power of two), or null: then the process aborts, as Rust does when memory ends.
/// Called on any thread.
typedef void *(*AntAllocate)(uint64_t size, uint64_t align, void *user);

/// Takes back memory of AntAllocate, with the same size and alignment. Called on any thread.
typedef void (*AntFree)(void *pointer, uint64_t size, uint64_t align, void *user);

/// The host's coordinate frame. All zero is the canonical frame.
typedef struct AntFrame {
    /// One of ANT_FRAME_CANONICAL, ANT_FRAME_UNITY, ANT_FRAME_UNREAL, ANT_FRAME_Z_UP, ANT_FRAME_CUSTOM.
    uint32_t kind;
    /// ANT_FRAME_CUSTOM only, else 0: which host axis the canonical x, y and z are: 1 = x, 2 = y, 3 = z, negative = reversed. Each host axis once.
    int32_t axes[3];
    /// The host axis an unrotated entity faces, as in `axes`, not the up axis; 0 = the frame's usual one (custom: the one that is canonical -z).
    int32_t forward;
    /// Must be 0.
    uint32_t reserved;
    /// Length of the host's unit in metres; 0 = the frame's usual one (Unreal 0.01, else 1). [Limit: 1e-6 to 1e6]
    double metres_per_unit;
} AntFrame;

/// Parameters of a level. Fill it with ant_world_desc_init. Lengths in metres.
typedef struct AntWorldDesc {
    /// Set by ant_world_desc_init.
    uint32_t struct_size;
    /// ANT_CELLS_SURFACE (default) or ANT_CELLS_POLYGON.
    uint32_t cell_mode;
    /// The host's coordinate frame, in which all positions of this level, its maps and predictors are given and returned. Default canonical.
    struct AntFrame frame;
    /// Edge of a cell, metres. Default 1. [Limit: 0.01 to 10000]
    double cell_size;
    /// Highest step that is walked up without jumping, metres. Default 0.5. [Limit: 0 to 10000]
    double step_height;
    /// Deepest fall that makes an edge a drop and not a wall, metres. Default 20. [Limit: 0 to 100000]
    double drop_height;
    /// How far outside of an edge a lower floor may begin for the edge to be a drop, metres: meshes often keep a walker's radius from edges. Default 0.25.
    /// [Limit: 0 to 1000]
    double drop_reach;
    /// How far above a floor a point still belongs to it, metres. Default 2. [Limit: 0 to 100000]
    double floor_reach;
    /// Edges with a smaller gap in the ground plane still touch, metres (for meshes that are not clean). Default 0.02. [Limit: 0 to 1, at most half of cell_size]
    double weld_distance;
    /// Speed at which the travel time of links counts as distance in paths, m/s. Default 5. [Limit: 0.001 to 10000]
    double walk_speed;
    /// Position to which single-precision data are relative, in the host's frame. Fields are precise within about 5 km of it. Default 0, 0, 0.
    double origin[3];
    /// Most cells; more give ANT_ERROR_BUDGET. Default 16777216.
    uint32_t max_cells;
    /// Most polygons; more give ANT_ERROR_BUDGET. Default 1048576.
    uint32_t max_polygons;
    /// Most links, and most doors; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t max_links;
    /// Must be 0.
    uint32_t reserved;
} AntWorldDesc;

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
    uint32_t format;
} AntStream;

/// A regular grid, laid out along the host's own ground axes. Fill it with ant_grid_desc_init. Lengths in the host's units.
/// Square (u, v) of a floor is element `floor * width * depth + v * width + u`, where u counts along the host's first ground axis (x, or y when x is
/// up) and v along the second, both upwards.
typedef struct AntGridDesc {
    /// Set by ant_grid_desc_init.
    uint32_t struct_size;
    /// Squares along the first ground axis. [Limit: > 0]
    uint32_t width;
    /// Squares along the second ground axis. [Limit: > 0]
    uint32_t depth;
    /// Floors above each other. Default 1. [Limit: > 0]
    uint32_t floors;
    /// Corner with the smallest ground coordinates, at the height of floor 0, in the host's frame. Default 0, 0, 0.
    double corner[3];
    /// Height between floors where `heights` is absent; 0 = 3 metres. Default 0. [Limit: 0 to 1e6 m]
    double floor_height;
    /// [opt] [width * depth * floors] ANT_U8 …: not 0 = blocked. Absent = nothing is blocked.
    struct AntStream blocked;
    /// [opt] [width * depth * floors] ANT_F32 or ANT_F64: height of each square above the corner. Absent = flat floors.
    struct AntStream heights;
    /// [opt] [width * depth * floors] ANT_U8 …: area kind of each square. Absent = all 0. [Limit: 0 to 63]
    struct AntStream areas;
} AntGridDesc;

/// A level. Zero is null. Stale, destroyed, forged and foreign handles are refused.
typedef struct AntWorld {
    /// Opaque.
    uint64_t id;
} AntWorld;

/// A connection that is not a shared edge. Fill it with ant_link_desc_init.
typedef struct AntLinkDesc {
    /// Set by ant_link_desc_init.
    uint32_t struct_size;
    /// How one travels: ANT_LINK_WALK … ANT_LINK_SWIM. Default ANT_LINK_WALK.
    uint32_t kind;
    /// Where it begins, in the host's frame; put on the nearest floor.
    double from[3];
    /// Where it ends, in the host's frame; put on the nearest floor.
    double to[3];
    /// Seconds it takes; 0 = the distance at walking speed. Default 0. [Limit: 0 to 86400]
    double travel_time;
    /// ANT_LINK_TWO_WAY or 0. Default 0.
    uint32_t flags;
    /// Area kind, for cost and filter. Default 0. [Limit: 0 to 63]
    uint32_t area;
} AntLinkDesc;

/// A mesh of convex polygons, one tile or a whole level. Fill it with ant_mesh_desc_init. Positions in the host's frame, any winding.
/// Duplicate vertices, slivers, T-junctions, islands and overlaps are dealt with.
typedef struct AntMeshDesc {
    /// Set by ant_mesh_desc_init.
    uint32_t struct_size;
    /// Elements of `vertices`.
    uint32_t vertex_count;
    /// Elements of `indices`.
    uint32_t index_count;
    /// Polygons; without `polygon_sizes` it must be index_count / 3 or 0 (then it is taken to be that).
    uint32_t polygon_count;
    /// [vertex_count] ANT_F32X3 or ANT_F64X3: corners.
    struct AntStream vertices;
    /// [index_count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: vertex numbers of all polygons, one after the other.
    struct AntStream indices;
    /// [opt] [polygon_count] ANT_U8 …: number of vertices of each polygon. Absent = triangles.
    struct AntStream polygon_sizes;
    /// [opt] [polygon_count] ANT_U8 …: area kind of each polygon. Absent = all 0. [Limit: 0 to 63]
    struct AntStream areas;
    /// [opt] [link_count] links that belong to this tile: they come and go with it. Each filled with ant_link_desc_init.
    const struct AntLinkDesc *links;
    /// Must be null.
    const void *reserved_pointer;
    /// Elements of `links`.
    uint32_t link_count;
    /// Must be 0.
    uint32_t reserved;
} AntMeshDesc;

/// What a level holds. Set struct_size before the call.
typedef struct AntWorldStats {
    /// sizeof(AntWorldStats), set by the host.
    uint32_t struct_size;
    /// Cells.
    uint32_t cell_count;
    /// Polygons; 0 on a grid.
    uint32_t polygon_count;
    /// Blocks of 16 x 16 cells.
    uint32_t block_count;
    /// Bytes of memory.
    uint64_t bytes;
    /// Grows with every change of tiles, doors and links.
    uint64_t revision;
    /// Hash of the static level: snapshots of maps are only restored on an equal level.
    uint64_t content_hash;
    /// Position to which single-precision data are relative.
    double origin[3];
} AntWorldStats;

/// A link of a level. Zero is null.
typedef struct AntLink {
    /// Opaque.
    uint64_t id;
} AntLink;

/// What a door closes: everything inside a box, named polygons, named links. Fill it with ant_door_desc_init.
typedef struct AntDoorDesc {
    /// Set by ant_door_desc_init.
    uint32_t struct_size;
    /// ANT_DOOR_HAS_BOUNDS, ANT_DOOR_CLOSED. Default 0.
    uint32_t flags;
    /// One corner of the box, in the host's frame.
    double bounds_min[3];
    /// The opposite corner.
    double bounds_max[3];
    /// [opt] [polygon_count] polygons that are closed.
    const uint32_t *polygons;
    /// [opt] [link_count] links that are closed.
    const struct AntLink *links;
    /// Elements of `polygons`.
    uint32_t polygon_count;
    /// Elements of `links`.
    uint32_t link_count;
} AntDoorDesc;

/// A door of a level. Zero is null.
typedef struct AntDoor {
    /// Opaque.
    uint64_t id;
} AntDoor;

/// Where one may go. Fill it with ant_query_filter_init. Where a filter is [opt], null means the defaults.
typedef struct AntQueryFilter {
    /// Set by ant_query_filter_init.
    uint32_t struct_size;
    /// ANT_QUERY_AIRBORNE, ANT_QUERY_NO_LINKS. Default 0.
    uint32_t flags;
    /// Bit n set: area kind n may be entered. Default all.
    uint64_t allowed_areas;
} AntQueryFilter;

/// A field cell of a level. Zero is none. Refused when its place was baked anew.
typedef struct AntCell {
    /// Opaque.
    uint64_t id;
} AntCell;

/// A place on the walkable surface. Set struct_size before the call.
typedef struct AntLocation {
    /// sizeof(AntLocation), set by the host.
    uint32_t struct_size;
    /// Polygon it lies on, or ANT_NO_POLYGON.
    uint32_t polygon;
    /// The point on the surface, in the host's frame.
    double point[3];
    /// Cell it belongs to; zero when no cell covers the place.
    struct AntCell cell;
} AntLocation;

/// How far a straight walk got. Set struct_size before the call.
typedef struct AntWalkHit {
    /// sizeof(AntWalkHit), set by the host.
    uint32_t struct_size;
    /// What stopped it: ANT_EDGE_WALL, ANT_EDGE_DROP, ANT_EDGE_LINK; ANT_EDGE_OPEN = it arrived.
    uint32_t stopped_by;
    /// Where it ended, in the host's frame.
    double point[3];
    /// Share of the way that was walked, 0 to 1.
    double fraction;
    /// Cell where it ended; zero when there is none.
    struct AntCell cell;
    /// Polygon where it ended, or ANT_NO_POLYGON.
    uint32_t polygon;
    /// 0.
    uint32_t reserved;
} AntWalkHit;

/// A path. Set struct_size before the call.
typedef struct AntPathInfo {
    /// sizeof(AntPathInfo), set by the host.
    uint32_t struct_size;
    /// Corners of the whole path, also when the capacity was smaller.
    uint32_t point_count;
    /// Length in the host's units; a link counts by its straight distance.
    double length;
    /// 1 when the path reaches the goal, 0 when it leads to the reachable place nearest to it.
    uint32_t complete;
    /// 0.
    uint32_t reserved;
} AntPathInfo;

/// A cell. Set struct_size before the call.
typedef struct AntCellInfo {
    /// sizeof(AntCellInfo), set by the host.
    uint32_t struct_size;
    /// Cells one can go to from here.
    uint32_t neighbour_count;
    /// Centre on the surface, in the host's frame.
    double center[3];
    /// Area in square units of the host.
    double area;
    /// Column of the lattice along canonical x (the origin is the corner of column 0).
    int32_t lattice_x;
    /// Column of the lattice along canonical z.
    int32_t lattice_z;
} AntCellInfo;

/// One kind of pheromone (health, weapons, places …). Fill it with ant_layer_desc_init. Defaults are those of the paper for Quake III.
typedef struct AntLayerDesc {
    /// Set by ant_layer_desc_init.
    uint32_t struct_size;
    /// Share that survives a step. Default 0.5. [Limit: 0 to 1]
    float evaporation;
    /// Share of the survivors that moves on to the neighbours. Default 0.7. [Limit: 0 to 1]
    float diffusion;
    /// What is smelled is at most this, in both directions. Default 100. [Limit: 0 to 1e9]
    float cap;
    /// What is smelled below this counts as nothing. Default 0.001. [Limit: 0 to 1e9]
    float floor;
    /// A tile whose amounts are all below this is dropped; 0 = never. Default 0.0001. [Limit: 0 to 1e9]
    float prune;
} AntLayerDesc;

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
    /// Most steps one ant_map_step_to makes; the others are owed. Default 200. [Limit: > 0]
    uint32_t max_catch_up;
    /// Most tiles of 16 x 16 cells with pheromone, over all layers; the field does not spread beyond. Default 1048576.
    uint32_t max_active_tiles;
    /// Most sources; more give ANT_ERROR_BUDGET. Default 65536.
    uint32_t max_sources;
    /// Most avatars; more give ANT_ERROR_BUDGET. Default 256.
    uint32_t max_avatars;
} AntMapDesc;

/// Pheromone fields over a level. Zero is null.
typedef struct AntPheromoneMap {
    /// Opaque.
    uint64_t id;
} AntPheromoneMap;

/// What a map holds. Set struct_size before the call.
typedef struct AntMapStats {
    /// sizeof(AntMapStats), set by the host.
    uint32_t struct_size;
    /// Layers: those of the descriptor, then one per avatar.
    uint32_t layer_count;
    /// Time of the last step, nanoseconds.
    int64_t time;
    /// Cells with pheromone, over all layers.
    uint64_t active_cells;
    /// Bytes of the field buffers alone: 8 per active cell and layer.
    uint64_t field_bytes;
    /// Bytes of memory.
    uint64_t bytes;
} AntMapStats;

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
    uint32_t flags;
} AntSourceDesc;

/// What stepping did. Set struct_size before the call.
typedef struct AntStepReport {
    /// sizeof(AntStepReport), set by the host.
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

/// One task of a parallel loop.
/// context: as given to the loop
/// task: number of the task
typedef void (*AntTask)(void *context, uint32_t task);

/// A host's parallel loop: calls task(context, i) once for each i below count, on any threads, and returns when all are done.
/// user: the pointer given with the loop
typedef void (*AntParallelFor)(AntTask task, void *context, uint32_t count, void *user);

/// Whose nose: how much each layer counts, and who is smelling. Fill it with ant_reader_init.
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
    uint32_t flags;
    /// Must be 0.
    uint32_t reserved;
} AntReader;

/// Which cells pull, and how: the attraction region and the force law. Lengths in metres.
typedef struct AntAttraction {
    /// ANT_REGION_SQUARE (default), ANT_REGION_DISC or ANT_REGION_CONE.
    uint32_t shape;
    /// 1: walls hide the cells behind them. Default 0.
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
    /// Exponent of the distance: the pull of a cell is smell / distance^exponent. Default 2. [Limit: 0 to 4]
    uint32_t exponent;
    /// Must be 0.
    uint32_t reserved;
} AntAttraction;

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

/// A force. Set struct_size before the call.
typedef struct AntForce {
    /// sizeof(AntForce), set by the host.
    uint32_t struct_size;
    /// Cells that were read.
    uint32_t cells;
    /// The force along the host's axes, in attraction units per frame^2 for mass 1.
    double total[3];
} AntForce;

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

/// What a map's trails hold. Set struct_size before the call.
typedef struct AntTrailsInfo {
    /// sizeof(AntTrailsInfo), set by the host.
    uint32_t struct_size;
    /// 1 if the map has trails.
    uint32_t enabled;
    /// Cells of all resolutions.
    uint64_t cells;
    /// Remembered passages.
    uint64_t passages;
    /// Bytes of memory.
    uint64_t bytes;
} AntTrailsInfo;

/// What a place and heading remember about one horizon.
typedef struct AntTrailReading {
    /// Mean of where players went from there, less what damped dead reckoning says, in the host's frame and units. Shrunken towards zero where few came by.
    double mean[3];
    /// Mean distance from it, in the host's units.
    double spread;
    /// Evidence: weighted number of visits.
    double evidence;
} AntTrailReading;

/// Probability that a player takes an item, by its need, learned by counting. Zero is null.
typedef struct AntNeedModel {
    /// Opaque.
    uint64_t id;
} AntNeedModel;

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

/// What happened between players, turned into pair weights. Zero is null.
typedef struct AntInteractions {
    /// Opaque.
    uint64_t id;
} AntInteractions;

/// How one entity is predicted. Fill it with ant_profile_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
typedef struct AntProfile {
    /// Set by ant_profile_init.
    uint32_t struct_size;
    /// ANT_MODEL_STILL … ANT_MODEL_CUSTOM. Default ANT_MODEL_ANT.
    uint32_t model;
    /// ANT_PROFILE_… Default 0.
    uint32_t flags;
    /// What happens at obstacles: ANT_OBSTACLE_IGNORE, ANT_OBSTACLE_CLIP (default), ANT_OBSTACLE_FOLLOW_PATH.
    uint32_t obstacle;
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
    /// Must be 0.
    uint32_t reserved;
    /// The entity's own avatar on the map, with ANT_PROFILE_HAS_AVATAR.
    uint64_t avatar;
    /// Bit n set: area kind n may be entered. Default all.
    uint64_t allowed_areas;
    /// E of the interest scheme with ANT_PROFILE_HAS_PREFERENCE: -100 always objects, 100 always players. Default 0. [Limit: -100 to 100]
    double preference;
    /// What the acceleration of the body-axis DIS models means: ANT_BODY_ACCELERATION_… Default ANT_BODY_ACCELERATION_DERIVATIVE.
    uint32_t body_acceleration;
    /// Number of the bank of ANT_MODEL_NEURO. Default 0.
    uint32_t bank;
} AntProfile;

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

/// Entities and what is known of their motion. Zero is null.
typedef struct AntPredictor {
    /// Opaque.
    uint64_t id;
} AntPredictor;

/// An entity of a predictor. Zero is null. Refused by other predictors and after its removal.
typedef struct AntEntity {
    /// Opaque.
    uint64_t id;
} AntEntity;

/// One update about an entity, in the host's frame. Fill it with ant_observation_init. Fields without their flag are not read.
typedef struct AntObservation {
    /// Set by ant_observation_init.
    uint32_t struct_size;
    /// ANT_OBSERVE_… Default 0.
    uint32_t flags;
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
    /// [opt] [count] ANT_U8 … ANT_U32: ANT_OBSERVE_AIRBORNE, ANT_OBSERVE_TELEPORTED
    struct AntStream flags;
    /// [opt] [count] ANT_U8, ANT_I8 or ANT_I32, written: ANT_OK, ANT_LATE or an error
    struct AntStream status;
    /// [opt] [count] ANT_F32X3 or ANT_F64X3: radians per second about the entity's own axes. [Limit: -1e6 to 1e6]
    struct AntStream angular_velocities;
} AntObserveBatch;

/// A predicted state in the host's frame. Set struct_size before the call.
typedef struct AntPrediction {
    /// sizeof(AntPrediction), set by the host.
    uint32_t struct_size;
    /// Which corrections changed it: ANT_CORRECTION_…
    uint32_t corrections;
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

/// Why a prediction is what it is. Displacements over the whole horizon in the host's frame and units;
/// velocity_term + acceleration_term + force_term + learned_term = raw - from. Set struct_size before the call.
typedef struct AntExplanation {
    /// sizeof(AntExplanation), set by the host.
    uint32_t struct_size;
    /// Which corrections changed it: ANT_CORRECTION_…
    uint32_t corrections;
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
} AntExplanation;

/// What is to know about the weights of the learned kinematic model. Set struct_size before the call.
typedef struct AntWeightsInfo {
    /// sizeof(AntWeightsInfo), set by the host.
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

/// Constants of ANT_MODEL_INTEREST and ANT_MODEL_HYBRID. Fill it with ant_interest_desc_init. Lengths in metres, times in seconds, whatever the frame.
typedef struct AntInterestDesc {
    /// Set by ant_interest_desc_init.
    uint32_t struct_size;
    /// Most slices over which inertia fades (R). Default 10. [Limit: 1 to 64]
    uint32_t longest_fading;
    /// Metres per unit of the paper's map, on which full speed is 40 units per second: a fortieth of the players' top speed. Default 0.2032. [Limit: 1e-6 to 1e6]
    double unit;
    /// Strength of the forces (k), units^2: a full interest at a distance of sqrt(k) units outweighs inertia. Default 4165. [Limit: 0 to 1e9]
    double strength;
    /// Slices of inertia per unit of distance to the nearest player or object (l). Default 0.1. [Limit: 0 to 1e6]
    double fading;
    /// How far ahead of themselves moving players are aimed at (q). Default 0.356. [Limit: 0 to 100]
    double lead;
    /// Length of a slice. Default 0.25. [Limit: 0.001 to 60]
    double slice;
    /// ANT_MODEL_HYBRID: dead reckoning so long after an update was sent. Default 0.5. [Limit: 0 to 60]
    double threshold;
    /// Life of a player who needs nothing. Default 100. [Limit: 1e-6 to 1e9]
    double full_life;
    /// Players and objects that were last seen farther away are not felt. Default 40.64. [Limit: 0.001 to 1e6]
    double radius;
    /// Time after which observed behaviour counts 1/e for the preference. Default 60. [Limit: 0.001 to 1e6]
    double memory;
    /// Most objects; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t max_objects;
    /// Must be 0.
    uint32_t reserved;
} AntInterestDesc;

/// What a bank of n-m-d networks is like. Set struct_size before the call.
typedef struct AntBankInfo {
    /// sizeof(AntBankInfo), set by the host.
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
    uint32_t axes;
    /// ANT_BANK_SENDS_SPEED or ANT_BANK_SENDS_MEAN.
    uint32_t sends;
    /// h: length of a step, seconds.
    double step;
    /// Root mean square error of each network's change of velocity on data that it was not trained with, m/s; 0 beyond `networks`.
    float errors[20];
    /// r^2 on such data: three per network, one per component; 0 beyond `networks` and `dimensions`.
    float r2[60];
} AntBankInfo;

/// How routes become strategies and are followed; the same for all entities of a predictor. Metres. Fill it with ant_strategy_desc_init.
typedef struct AntStrategyDesc {
    /// Set by ant_strategy_desc_init.
    uint32_t struct_size;
    /// ANT_STRATEGY_CONTAINMENT or ANT_STRATEGY_PROGRESS. Default ANT_STRATEGY_PROGRESS.
    uint32_t mode;
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
    /// How far a simplified route may lie beside its points. Default 0.75. [Limit: 0 to 1e6]
    double simplify;
    /// Trials farther apart than this took different routes. Default 12. [Limit: 0 to 1e9]
    double cluster_distance;
    /// Farther above or below a route is another floor. Default 2. [Limit: 1e-3 to 1e6]
    double floor_reach;
    /// An update is also due when the height is off by more than this; 0 = only the ground plane counts. Default 2. [Limit: 0 or 1e-3 to 1e6]
    double rise;
} AntStrategyDesc;

/// What is known, and what an entity follows. Lengths in the host's units. Set struct_size before the call.
typedef struct AntStrategyInfo {
    /// sizeof(AntStrategyInfo), set by the host.
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
} AntStrategyInfo;

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

/// Whether receivers need an update, and which. Set struct_size before the call.
typedef struct AntStrategyUpdate {
    /// sizeof(AntStrategyUpdate), set by the host.
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

/// One update about an entity as it travels, in the host's frame (AntCodecDesc::frame). Fill it with ant_update_init. Fields without their flag are not read.
typedef struct AntUpdate {
    /// Set by ant_update_init.
    uint32_t struct_size;
    /// ANT_UPDATE_… Default 0.
    uint32_t flags;
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
} AntUpdate;

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

/// Packs updates into few bits. Zero is null.
typedef struct AntCodec {
    /// Opaque.
    uint64_t id;
} AntCodec;

/// What a codec promises. Set struct_size before the call.
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

/// What a simulated network does to packets. Defaults: nothing. Times are nanoseconds, shares are probabilities per packet. Fill it with ant_simulator_desc_init.
typedef struct AntSimulatorDesc {
    /// Set by ant_simulator_desc_init.
    uint32_t struct_size;
    /// ANT_NETWORK_… Default 0.
    uint32_t flags;
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

/// One direction of a simulated network. Zero is null.
typedef struct AntSimulator {
    /// Opaque.
    uint64_t id;
} AntSimulator;

/// When a packet was sent and when it arrived. Set struct_size before the call.
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

/// What became of packets so far. Set struct_size before the call.
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
} AntNetworkStats;

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

/// An estimate of one remote clock. Zero is null.
typedef struct AntClock {
    /// Opaque.
    uint64_t id;
} AntClock;

/// What is known of a remote clock. Times are nanoseconds. Set struct_size before the call.
typedef struct AntClockInfo {
    /// Size of this struct.
    uint32_t struct_size;
    /// ANT_CLOCK_HAS_UPDATES, ANT_CLOCK_HAS_ANSWERS; what is not known is 0.
    uint32_t flags;
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

/// Bounds of a timewarp. Fill it with ant_timewarp_desc_init. All memory is taken when it is made: about max_events * (max_payload + 240) +
/// max_snapshots * max_state bytes. Nothing is allocated afterwards. The log reaches back at most two windows, so max_events should be twice
/// the events of a window and those between two snapshots.
typedef struct AntTimewarpDesc {
    /// Set by ant_timewarp_desc_init.
    uint32_t struct_size;
    /// Most events at once, waiting ones and cancellations included. Default 4096. [Limit: 2 to 1048576]
    uint32_t max_events;
    /// Most bytes of an event's payload. Default 64. [Limit: <= 65536]
    uint32_t max_payload;
    /// Most snapshots at once; they are thinned so that their distances grow with their age. Default 16. [Limit: 3 to 1024]
    uint32_t max_snapshots;
    /// Most bytes of one snapshot; 0 when the host keeps states itself, by slot. Default 16384. [Limit: <= 2^30, and 2^32 for all snapshots]
    uint32_t max_state;
    /// A snapshot is due after so many executed events. Default 16. [Limit: >= 1]
    uint32_t snapshot_events;
    /// Most events that one call (or plan) executes again, late ones included. Default 4096. [Limit: >= 1]
    uint32_t max_replay;
    /// ANT_OVER_COST_CONTINUE (default) or ANT_OVER_COST_REFUSE.
    uint32_t over_cost;
    /// ANT_WHEN_FULL_REFUSE (default) or ANT_WHEN_FULL_FORGET.
    uint32_t when_full;
    /// Must be 0.
    uint32_t reserved;
    /// A snapshot is also due when so many nanoseconds lie between the last one and an executed event. Default 100 ms. [Limit: >= 1]
    int64_t snapshot_time;
    /// Time of the host's state before any event; earlier events are refused. Default 0.
    int64_t start;
    /// How late an event may be, nanoseconds. Default 1 s. [Limit: >= 0]
    int64_t window;
    /// How far in the future an event may claim to be, nanoseconds. Default 1 s. [Limit: >= 0]
    int64_t max_ahead;
} AntTimewarpDesc;

/// A bounded log of events, snapshots of the host's state, and how far that has executed the events. Zero is null.
typedef struct AntTimewarp {
    /// Opaque.
    uint64_t id;
} AntTimewarp;

/// Writes the host's state. Called within ant_timewarp_run, on its thread, as all three; calls into the same timewarp give ANT_ERROR_BUSY.
/// It must not unwind.
/// slot: number of the snapshot below max_snapshots, for hosts that keep states themselves
/// buffer: [capacity bytes] where to write
/// capacity: max_state
/// out_len: receives the bytes written; 0 before the call
/// user: the pointer given with the callback
/// Returns 0, or a number of the host when it failed.
typedef int32_t (*AntSaveFn)(uint32_t slot, void *buffer, uint64_t capacity, uint64_t *out_len, void *user);

/// Makes a saved state the present one. See AntSaveFn.
/// bytes: [byte_len bytes] what was saved
/// Returns 0, or a number of the host when it failed.
typedef int32_t (*AntLoadFn)(uint32_t slot, const void *bytes, uint64_t byte_len, void *user);

/// What executing an event brought about, in the host's own words: who was hit, say, or a hash of something longer.
typedef struct AntOutcome {
    /// Bytes used; 0 = nothing worth telling. [Limit: <= ANT_OUTCOME_MAX]
    uint32_t len;
    /// The first `len` of them count.
    uint8_t bytes[32];
} AntOutcome;

/// An event as the log knows it. Set struct_size before a call that fills it.
typedef struct AntTimewarpEvent {
    /// sizeof(AntTimewarpEvent), set by the host; in a callback by the library.
    uint32_t struct_size;
    /// 1 when it is executed again, or late: then its outcome is news only if ant_timewarp_change tells it. 0: news, to be shown at once.
    uint32_t replay;
    /// When it happened.
    int64_t time;
    /// Who made it.
    uint64_t source;
    /// The source's own count.
    uint64_t sequence;
    /// Hash of its payload: tells apart events that share a name.
    uint64_t content;
    /// Bytes of its payload.
    uint32_t payload_len;
    /// Outcome of its last execution; empty in a callback.
    struct AntOutcome outcome;
} AntTimewarpEvent;

/// Executes an event. It must depend on the state and the event alone, so that executing again gives the same. A state that moves by itself is
/// brought to the event's time first. See AntSaveFn.
/// event: valid during the callback
/// payload: [event->payload_len bytes] valid during the callback
/// out_outcome: what came of it; empty before the call. A length above ANT_OUTCOME_MAX counts as failure ANT_ERROR_OUT_OF_RANGE.
/// Returns 0, or a number of the host when it failed; then its state is taken to be half changed and restored before the log goes on.
typedef int32_t (*AntExecuteFn)(const struct AntTimewarpEvent *event,
                                const void *payload,
                                struct AntOutcome *out_outcome,
                                void *user);

/// What a run did. Set struct_size before the call.
typedef struct AntTimewarpReport {
    /// sizeof(AntTimewarpReport), set by the host.
    uint32_t struct_size;
    /// Events executed for the first time, in order.
    uint32_t executed;
    /// Events executed again, or late.
    uint32_t replayed;
    /// States loaded.
    uint32_t restored;
    /// States saved.
    uint32_t saved;
    /// Events still to be executed again or late: the host's state is in the past until a later call has done them.
    uint32_t owed;
    /// Events whose time has not come.
    uint32_t waiting;
    /// Changes added to what ant_timewarp_change tells.
    uint32_t changes;
    /// Events executed again from an equal past with another outcome: the host is not deterministic.
    uint32_t diverged;
    /// ANT_STOPPED_BY_NOTHING … ANT_STOPPED_BY_STATE_SIZE.
    uint32_t stopped_by;
    /// What the callback returned, or the length it told.
    int64_t stop_code;
    /// Of the event that could not be executed, else 0.
    int64_t stop_time;
    /// Of the event that could not be executed, else 0.
    uint64_t stop_source;
    /// Of the event that could not be executed, else 0.
    uint64_t stop_sequence;
} AntTimewarpReport;

/// Work for the host: restore, then execute, then save. Set struct_size before the call.
typedef struct AntTimewarpPlan {
    /// sizeof(AntTimewarpPlan), set by the host.
    uint32_t struct_size;
    /// ANT_PLAN_RESTORE, ANT_PLAN_SAVE.
    uint32_t flags;
    /// First make this state (ant_timewarp_state) the present one; 0 without ANT_PLAN_RESTORE.
    uint32_t restore_slot;
    /// Then execute the events from this index on (ant_timewarp_event) …
    uint32_t first;
    /// … so many of them, one after the other.
    uint32_t count;
    /// Then save the state for this slot; 0 without ANT_PLAN_SAVE.
    uint32_t save_slot;
    /// Events of `count` that are executed again, or late.
    uint32_t replays;
    /// Events that will still have to be executed again, or late, afterwards.
    uint32_t owed;
} AntTimewarpPlan;

/// An event whose outcome is no longer what the host knew. Set struct_size before the call.
typedef struct AntTimewarpChange {
    /// sizeof(AntTimewarpChange), set by the host.
    uint32_t struct_size;
    /// ANT_CHANGE_CHANGED, ANT_CHANGE_APPEARED or ANT_CHANGE_DISAPPEARED.
    uint32_t kind;
    /// 1 when the event was cancelled.
    uint32_t cancelled;
    /// 0.
    uint32_t reserved;
    /// When the event happened.
    int64_t time;
    /// Who made it.
    uint64_t source;
    /// The source's own count.
    uint64_t sequence;
    /// Hash of its payload.
    uint64_t content;
    /// The outcome that the host knew.
    struct AntOutcome old_outcome;
    /// The outcome now.
    struct AntOutcome new_outcome;
} AntTimewarpChange;

/// How a log stands, and counts since it was made. Set struct_size before the call.
typedef struct AntTimewarpStats {
    /// sizeof(AntTimewarpStats), set by the host.
    uint32_t struct_size;
    /// Events kept, without the cancelled ones.
    uint32_t events;
    /// Cancellations kept.
    uint32_t cancellations;
    /// Of the events, those that the host's state has behind it (after what the next plan restores).
    uint32_t executed;
    /// Events to be executed again, or late.
    uint32_t owed;
    /// 1 when the host's state is what all events so far make of it.
    uint32_t settled;
    /// Snapshots kept.
    uint32_t snapshots;
    /// Changes that ant_timewarp_change tells.
    uint32_t changes;
    /// The latest time told.
    int64_t now;
    /// Earlier events are refused.
    int64_t floor;
    /// Events and cancellations handed in, by verdict.
    uint64_t verdicts[8];
    /// Events that share time, source and sequence with one of other content; all are kept. An honest source makes none.
    uint64_t conflicts;
    /// Events executed for the first time, in order.
    uint64_t total_executed;
    /// Events executed again, or late.
    uint64_t total_replayed;
    /// States loaded.
    uint64_t total_restored;
    /// States saved.
    uint64_t total_saved;
    /// Events executed again from an equal past with another outcome.
    uint64_t total_diverged;
    /// Changes that found the list (of max_events) full because the host did not clear it.
    uint64_t changes_lost;
} AntTimewarpStats;

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

/// When an update of an entity is sent: when any threshold is exceeded. INFINITY = off. Metres and seconds, whatever the frame. Fill it with ant_sender_rules_init.
typedef struct AntSenderRules {
    /// Set by ant_sender_rules_init.
    uint32_t struct_size;
    /// ANT_SENDER_TYPE_1 (default) or ANT_SENDER_TYPE_2.
    uint32_t kind;
    /// ANT_METRIC_SPACE (default) or ANT_METRIC_GROUND.
    uint32_t metric;
    /// How many of `distances` are used. Default 0. [Limit: <= 4]
    uint32_t distance_count;
    /// Most the receivers may be off, metres. Default 0.3. [Limit: AntCodecInfo::position_error and a little more, to 1e9]
    double position;
    /// Most the error may sum up to since the last update, metre seconds. Default INFINITY. [Limit: 0 to 1e9]
    double time_space;
    /// Most the orientation may be off, radians. Default 0.1745 (10 degrees). [Limit: AntCodecInfo::orientation_error to 1e9]
    double orientation;
    /// Most the speed may have changed, m/s. Default INFINITY. [Limit: 0 to 1e9]
    double speed;
    /// Most the direction of motion may have changed, radians. Default INFINITY. [Limit: 0 to 1e9]
    double direction;
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

/// Decides what is told to whom about owned entities. Zero is null.
typedef struct AntSender {
    /// Opaque.
    uint64_t id;
} AntSender;

/// What a connection is like. Fill it with ant_connection_desc_init.
typedef struct AntConnectionDesc {
    /// Set by ant_connection_desc_init.
    uint32_t struct_size;
    /// ANT_DELIVERY_… Default ANT_DELIVERY_ASSUMED. Cannot be changed later.
    uint32_t delivery;
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

/// An observer of a sender, or all of them where everybody gets the same. Zero is null. Refused by other senders and after its end.
typedef struct AntConnection {
    /// Opaque.
    uint64_t id;
} AntConnection;

/// A packet as collected. Set struct_size before the call.
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

/// What was sent over a connection so far. Set struct_size before the call.
typedef struct AntConnectionStats {
    /// Size of this struct.
    uint32_t struct_size;
    /// Not used.
    uint32_t reserved;
    /// Mean round trip, nanoseconds; -1 before one was measured.
    int64_t round_trip;
    /// Packets collected.
    uint64_t packets;
    /// Their bytes, without headers below.
    uint64_t bytes;
    /// Updates by ANT_REASON_…
    uint64_t updates[13];
} AntConnectionStats;

/// Chooses the straight line that receivers of a type-2 update go along: best the one that stays within the threshold for the longest time. Called within
/// ant_sender_collect and ant_sender_poll, on the thread of that call. It must not unwind. Calls into the same sender give ANT_ERROR_BUSY.
/// now: nanoseconds
/// position: [(x, y, z)] as told, in the host's frame
/// velocity: [(x, y, z)] units per second
/// threshold: most the line may be off, in the host's units
/// out_offset: [(x, y, z)] where the line begins, from `position`; is zero before the call
/// out_velocity: [(x, y, z)] the prediction vector; is `velocity` before the call
/// user: the pointer given with the callback
/// A line that begins farther off than the threshold, or is not finite, is not used.
typedef void (*AntAimFn)(uint32_t entity,
                         int64_t now,
                         const double *position,
                         const double *velocity,
                         double threshold,
                         double *out_offset,
                         double *out_velocity,
                         void *user);

/// Says who sees what. Called within ant_sender_collect and ant_sender_poll, on the thread of that call, up to twice per entity and connection. It must not unwind. Calls into the same
/// sender give ANT_ERROR_BUSY.
/// position: [(x, y, z)] of the entity as told, in the host's frame
/// out_relevant: 1 = relevant, 0 = not; is -1 before the call: what ant_sender_set_interest or the area of interest say
/// out_factor: on all thresholds, below 1 for an observer who is near or aims at it, brought into 0.001 to 1000; is 0 before the call: as set, or by the table of distances
/// user: the pointer given with the callback
typedef void (*AntObserversFn)(struct AntConnection connection,
                               uint32_t entity,
                               const double *position,
                               int32_t *out_relevant,
                               double *out_factor,
                               void *user);

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
    uint32_t max_held;
    /// ANT_CURVE_HERMITE or ANT_CURVE_LINEAR between two updates of the interpolated past. Default Hermite.
    uint32_t curve;
    /// How long samples of the remote clock count. Default 3e10. [Limit: 1e9 to 3.6e12]
    int64_t clock_window;
    /// Most that the clocks drift apart, seconds per second. Default 5e-4. [Limit: 0 to 0.01]
    double clock_max_drift;
    /// An update may lie this much beyond the estimate of the remote clock. Default 2.5e8. [Limit: 0 to 3.6e12]
    int64_t tolerance;
    /// An update beyond that is held until its time has come, if that is at most this long; else refused. Default 1e9. [Limit: 0 to 3.6e12]
    int64_t longest_hold;
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

/// The receiving end of one link, that is of one remote clock. Zero is null.
typedef struct AntReceiver {
    /// Opaque.
    uint64_t id;
} AntReceiver;

/// A state to show, in the host's frame. Set struct_size before the call.
typedef struct AntShown {
    /// sizeof(AntShown), set by the host.
    uint32_t struct_size;
    /// Where it comes from: ANT_SHOWN_…
    uint32_t source;
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
    uint32_t corrections;
    /// 0.
    uint32_t reserved;
} AntShown;

/// A question for many entities. Fill it with ant_show_batch_init.
typedef struct AntShowBatch {
    /// Set by ant_show_batch_init.
    uint32_t struct_size;
    /// Number of entities. Default 0.
    uint32_t count;
    /// 1 = as ant_receiver_interpolate, 0 = as ant_receiver_predict. Default 0.
    uint32_t interpolate;
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

/// What is known of the updates of an entity, or of all on a link. Times are nanoseconds. Set struct_size before the call.
typedef struct AntReceiverStats {
    /// sizeof(AntReceiverStats), set by the host.
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
    /// ANT_VERDICT_HELD; counted again when their time has come.
    uint64_t held;
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
} AntReceiverStats;

/// How updates are judged. Lengths in metres, times in nanoseconds. Fill it with ant_plausibility_desc_init.
typedef struct AntPlausibilityDesc {
    /// Set by ant_plausibility_desc_init.
    uint32_t struct_size;
    /// Most entities watched. Default 1024. [Limit: 1 to 1048576]
    uint32_t max_entities;
    /// Most pieces of evidence that wait to be pulled; older ones make room. Default 256. [Limit: 1 to 65536]
    uint32_t max_evidence;
    /// 1 = who says it was teleported is not asked how. Else it must have come by a link of the level or a passage, or the host must have allowed it. Default 0.
    uint32_t trust_teleports;
    /// [opt] The level, for ways and floors; null (default) = none.
    struct AntWorld world;
    /// The host's frame; only without a level, else its own counts. Default canonical.
    struct AntFrame frame;
    /// Factor on every limit. Default 1.1. [Limit: 1 to 100]
    double tolerance;
    /// How far an entity may be ahead of what its speed allows. Default 0.5. [Limit: 0 to 1e9]
    double slack;
    /// How far from a floor somebody on the ground may be; infinite = any. Default 4. [Limit: >= 0]
    double floor_reach;
    /// How much a sender's clock may gain, beside drift, before it counts. Default 2.5e8. [Limit: 1e6 to 8.64e13]
    int64_t clock_gain;
    /// How fast clocks may drift apart, seconds per second. Default 1e-3. [Limit: 0 to 0.1]
    double clock_drift;
    /// The sender's heartbeat; 0 = it promised none. Default 0. [Limit: 0 to 8.64e13]
    int64_t heartbeat;
    /// The sender's threshold; 0 = it promised none. Default 0. [Limit: 0 to 1e9]
    double threshold;
    /// Multiple of heartbeat and threshold that is believed. Default 2. [Limit: 1 to 100]
    double promise;
    /// A gap counts as silence from this multiple of the mean one. Default 3. [Limit: 1 to 100]
    double silence;
    /// How many standard deviations silences under aim must exceed those without. Default 4. [Limit: 1 to 100]
    double aim_deviations;
    /// A prediction is confident while its radius is at most this; 0 = never. Default 1. [Limit: 0 to 1e9]
    double confident_radius;
    /// How many such radii an update may be away from it. Default 6. [Limit: 1 to 1000]
    double deviation;
    /// Half-life of a score. Default 6e10. [Limit: 1e6 to 8.64e13]
    int64_t half_life;
    /// Points of each rule, in the order of its bits; 0 = off. A rule broken by more gives up to four times as many. [Limit: 0 to 1e6]
    double points[13];
    /// Metres that an entity may be ahead of what its sustained speed allows. Default 50. [Limit: 0 to 1e9]
    double endurance;
} AntPlausibilityDesc;

/// A way that the level does not know: a spawn point, a teleporter of a script, a vehicle's exit. Fill it with ant_passage_init.
typedef struct AntPassage {
    /// Set by ant_passage_init.
    uint32_t struct_size;
    /// ANT_PASSAGE_HAS_FROM. Default 0.
    uint32_t flags;
    /// Where it begins, in the host's frame.
    double from[3];
    /// Where it ends, in the host's frame.
    double to[3];
    /// How near to its ends one must be, metres. Default 1. [Limit: 1e-6 to 1e9]
    double radius;
    /// Seconds it takes. Default 0. [Limit: 0 to 1e6]
    double seconds;
} AntPassage;

/// What an entity may do. Metres and seconds. Fill it with ant_limits_init.
typedef struct AntLimits {
    /// Set by ant_limits_init.
    uint32_t struct_size;
    /// Not read.
    uint32_t reserved;
    /// Nominal top speed in the ground plane. Default 8.128. [Limit: 1e-6 to 1e9]
    double v_max;
    /// Speed beyond it that knock-back, jump pads and tricks of the game may add at any time. Default 16. [Limit: 0 to 1e9]
    double knock_back;
    /// Fastest rise or fall. Default 40. [Limit: 0 to 1e9]
    double vertical;
    /// Largest acceleration; a change of velocity by up to knock_back is allowed at once besides. Default 200. [Limit: 0 to 1e9]
    double acceleration;
    /// Fastest mean speed in the ground plane over a long time. Default 10. [Limit: 1e-6 to 1e9]
    double sustained;
} AntLimits;

/// Judges updates. Zero is null.
typedef struct AntPlausibility {
    /// Opaque.
    uint64_t id;
} AntPlausibility;

/// What is thought of an update. Set struct_size before the call.
typedef struct AntJudgement {
    /// sizeof(AntJudgement), set by the host.
    uint32_t struct_size;
    /// Rules it broke: ANT_RULE_…; 0 = plausible.
    uint32_t rules;
    /// Points of its entity after it.
    double score;
} AntJudgement;

/// How plausible an entity has been. Set struct_size before the call.
typedef struct AntStanding {
    /// sizeof(AntStanding), set by the host.
    uint32_t struct_size;
    /// 0.
    uint32_t reserved;
    /// Points now.
    double score;
    /// Updates judged.
    uint64_t judged;
    /// Updates that broke a rule.
    uint64_t suspicious;
    /// Pieces of evidence, of all entities, that made room before they were pulled.
    uint64_t lost_evidence;
} AntStanding;

/// One broken rule. Set struct_size before the call.
typedef struct AntEvidence {
    /// sizeof(AntEvidence), set by the host.
    uint32_t struct_size;
    /// ANT_RULE_…
    uint32_t rule;
    /// Network number of the entity.
    uint32_t entity;
    /// The update that broke it.
    uint32_t sequence;
    /// What was measured, in the rule's unit …
    double value;
    /// … and what would have been plausible.
    double limit;
    /// Time of the update, sender's clock.
    int64_t time;
    /// When it arrived, own clock.
    int64_t arrival;
    /// Points it gave.
    double points;
} AntEvidence;

/// Commitments of others that wait for their reveal, and digests of what peers were told. Zero is null.
typedef struct AntCommitments {
    /// Opaque.
    uint64_t id;
} AntCommitments;

/// What peers said of an update. Set struct_size before the call.
typedef struct AntDigestReport {
    /// sizeof(AntDigestReport), set by the host.
    uint32_t struct_size;
    /// 1 = this machine has the update; 0 = the reports wait for it, and nothing is compared yet.
    uint32_t known;
    /// Peers that got the same as this machine.
    uint32_t agree;
    /// Peers that got something else.
    uint32_t differ;
} AntDigestReport;

/// Parameters of a smoother. Fill it with ant_smoother_desc_init. Lengths in metres, speeds in m/s, times in seconds, whatever the frame.
typedef struct AntSmootherDesc {
    /// Set by ant_smoother_desc_init.
    uint32_t struct_size;
    /// Entities at most; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t capacity;
    /// Whose entities, level and map.
    struct AntPredictor predictor;
    /// Curve of the position: ANT_SMOOTH_… Default ANT_SMOOTH_CHASE.
    uint32_t method;
    /// Curve of the orientation: ANT_TURN_… Default ANT_TURN_DAMPED.
    uint32_t turn_method;
    /// ANT_SMOOTHER_… Default 0.
    uint32_t flags;
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
    /// Farther corrections, straight or along the path, are jumps. Default 2.5. [Limit: 1e-6 to 1e9]
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
    /// Drawn speed of a chase is at most this many times the run speed … Default 2.1. [Limit: 1 to 100]
    double chase_run;
    /// … or this many times the predicted speed, whichever is more. Default 1.1. [Limit: 1 to 100]
    double chase_speed;
    /// Time after which a chase within its bounds has left 1 % of the difference. Default 0.14. [Limit: 0.001 to 60]
    double chase_time;
} AntSmootherDesc;

/// What is drawn of the entities of a predictor: it moves from where it is shown to where it is predicted. Zero is null.
typedef struct AntSmoother {
    /// Opaque.
    uint64_t id;
} AntSmoother;

/// An update changed the prediction of an entity. Fill it with ant_smooth_correction_init.
typedef struct AntSmoothCorrection {
    /// Set by ant_smooth_correction_init.
    uint32_t struct_size;
    /// ANT_SMOOTH_TELEPORTED, ANT_SMOOTH_HAS_… Default 0.
    uint32_t flags;
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

/// What to draw, in the host's frame. Set struct_size before the call.
typedef struct AntDrawn {
    /// sizeof(AntDrawn), set by the host.
    uint32_t struct_size;
    /// What happened: ANT_DRAWN_…
    uint32_t flags;
    /// Where.
    double position[3];
    /// How fast it is drawn to move, units per second: for animation.
    double velocity[3];
    /// Facing: x, y, z, w.
    double orientation[4];
    /// Distance to the prediction.
    double distance;
} AntDrawn;

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

/// A recording of a match in the making. Zero is null.
typedef struct AntRecorder {
    /// Opaque.
    uint64_t id;
} AntRecorder;

/// Somebody or something in the match. Fill it with ant_record_entity_init.
typedef struct AntRecordEntity {
    /// Set by ant_record_entity_init.
    uint32_t struct_size;
    /// The host's number; each once. [Limit: < 2^32 - 1]
    uint32_t id;
    /// ANT_RECORD_PLAYER (default), ANT_RECORD_ITEM, ANT_RECORD_SPAWN or ANT_RECORD_HOTSPOT.
    uint32_t kind;
    /// Its team; 0 = none. Default 0.
    uint32_t team;
    /// ANT_RECORD_MOVES (default) or 0.
    uint32_t flags;
    /// Must be 0.
    uint32_t reserved;
    /// Where it stands, in the host's frame; of no meaning with ANT_RECORD_MOVES.
    double position[3];
    /// What it is ("item_health"), as the texts of AntRecorderDesc. Names of people do not belong here. Default "".
    char name[64];
} AntRecordEntity;

/// Counts of a recording. Set struct_size before the call.
typedef struct AntRecorderStats {
    /// sizeof(AntRecorderStats), set by the host.
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

/// Remark: done, but max_active_tiles kept the field from spreading further; it stops at the border of the tiles it has.
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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Version of the library that is loaded, built like ANT_VERSION. Any thread.
ANT_API uint32_t ant_version(void);

/// Version of the binary interface of the library that is loaded. Any thread.
ANT_API uint32_t ant_abi_version(void);

/// Version of the library that is loaded as a static text such as "0.1.0". Any thread.
ANT_API const char *ant_version_string(void);

/// Says whether a program compiled with one header may use this library; call it first, as
/// `ant_check_version(ANT_VERSION, ANT_ABI_VERSION)`. ANT_ERROR_VERSION when the interface or the major version differs or the
/// program's minor version is newer than the library's; the message names both. Any thread.
ANT_API
AntStatus ant_check_version(uint32_t header_version,
                            uint32_t header_abi_version);

/// The name of a status code as a static string, such as "ANT_ERROR_BUSY"; "ANT_UNKNOWN_STATUS" for a number that is none.
/// Never null. Any thread.
ANT_API
const char *ant_status_name(AntStatus status);

/// Copies the text of this thread's last failed call: function, argument, its value, the allowed range. UTF-8, ended by a zero byte.
/// A later success does not clear it. Read it on the thread that made the call, before the next call.
/// buf: [opt] [capacity bytes] receives the text; a longer one is cut and the call returns ANT_TRUNCATED.
/// needed: [opt] receives the bytes of the whole text with its zero byte.
/// Any thread.
ANT_API
AntStatus ant_last_error(char *buf,
                         uint32_t capacity,
                         uint32_t *needed);

/// Sets who receives messages; a null callback ends it. When the call returns, the callback before is not running and never runs
/// again. From inside a callback: ANT_ERROR_BUSY. Without a callback messages wait for ant_log_poll. Any thread.
/// callback: [opt] must be callable on any thread
/// user: [opt] passed back to the callback
ANT_API
AntStatus ant_set_log_callback(AntLogCallback callback,
                               void *user);

/// Takes the oldest waiting message: the alternative to a callback for hosts where native code must not call managed code.
/// ANT_EMPTY when none waits. The newest 32 are kept. A message that is longer than the buffer is cut (ANT_TRUNCATED). Any thread.
/// out_level: receives ANT_LOG_ERROR, ANT_LOG_WARNING or ANT_LOG_INFO
/// buf: [capacity bytes] receives the text, ended by a zero byte
/// capacity: [Limit: > 0] 401 bytes hold any message
ANT_API
AntStatus ant_log_poll(uint32_t *out_level,
                       char *buf,
                       uint32_t capacity);

/// Sets where all memory of the library comes from; null for both = the system. Only while no byte is in use (no object alive, no call
/// running), else ANT_ERROR_STATE. ANT_ERROR_UNSUPPORTED in builds without the allocator hook. Any thread.
/// allocate: [opt] together with release
/// release: [opt] together with allocate
/// user: [opt] passed back to both
ANT_API
AntStatus ant_set_allocator(AntAllocate allocate,
                            AntFree release,
                            void *user);

/// Bytes the library holds now, of all objects together: 0 when nothing is alive. ANT_ERROR_UNSUPPORTED in builds without the allocator
/// hook (each object can still be asked with ant_world_bytes and the like). Any thread.
ANT_API
AntStatus ant_bytes_in_use(uint64_t *out_bytes);

/// Seconds on the game clock as nanoseconds, rounded to nearest.
/// seconds: [Limit: finite, |seconds| < 9.2e9]
/// Any thread.
ANT_API AntStatus ant_time_from_seconds(double seconds, int64_t *out_time);

/// Nanoseconds on the game clock as seconds. Any thread.
ANT_API double ant_time_to_seconds(int64_t time);

/// Time of a tick of a host that runs at a fixed rate, rounded down to a nanosecond; exact for any tick, so that peers agree.
/// tick: the tick's number, may be negative
/// ticks_per_second: [Limit: 1 to 1000000]
/// Any thread.
ANT_API
AntStatus ant_time_from_ticks(int64_t tick,
                              uint32_t ticks_per_second,
                              int64_t *out_time);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntWorldDesc)
ANT_API AntStatus ant_world_desc_init(struct AntWorldDesc *desc, uint32_t struct_size);

/// Makes a level from a regular grid of squares of the descriptor's cell size. Any thread.
ANT_API
AntStatus ant_world_create_grid(const struct AntWorldDesc *desc,
                                const struct AntGridDesc *grid,
                                struct AntWorld *out_world);

/// Makes a level from a navmesh of convex polygons; it becomes the tile (0, 0, 0). A mesh that cannot be used gives ANT_ERROR_BAD_MESH and
/// the message names the polygon. Any thread.
ANT_API
AntStatus ant_world_create_mesh(const struct AntWorldDesc *desc,
                                const struct AntMeshDesc *mesh,
                                struct AntWorld *out_world);

/// Makes a level without any tile, to be filled by ant_world_set_tile. Any thread.
ANT_API AntStatus ant_world_create_empty(const struct AntWorldDesc *desc, struct AntWorld *out_world);

/// Ends a level's handle at once. Maps and predictors made with it keep what they need of it; calls that run finish. Also for a poisoned level.
/// Any thread.
ANT_API
AntStatus ant_world_destroy(struct AntWorld world);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_world_is_valid(struct AntWorld world);

/// Counts and sizes of a level. Const.
ANT_API AntStatus ant_world_stats(struct AntWorld world, struct AntWorldStats *out_stats);

/// Bytes of memory a level holds. Const.
ANT_API AntStatus ant_world_bytes(struct AntWorld world, uint64_t *out_bytes);

/// Hash of the level with its door states and origin: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_world_state_hash(struct AntWorld world, uint64_t *out_hash);

/// Writes what changes of a level during play (door states, origin); the level itself is the host's to load. Call it with a null buffer first to
/// learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_world_snapshot(struct AntWorld world,
                             void *buf,
                             uint64_t capacity,
                             uint64_t *needed);

/// Takes over a snapshot of an equal level. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_world_restore(struct AntWorld world, const void *bytes, uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntGridDesc)
ANT_API AntStatus ant_grid_desc_init(struct AntGridDesc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntMeshDesc)
ANT_API AntStatus ant_mesh_desc_init(struct AntMeshDesc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntLinkDesc)
ANT_API AntStatus ant_link_desc_init(struct AntLinkDesc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntDoorDesc)
ANT_API AntStatus ant_door_desc_init(struct AntDoorDesc *desc, uint32_t struct_size);

/// Adds a tile of a level made from meshes, or bakes it anew. Fields of untouched places stay, by position; cell ids of changed places are
/// refused from now on. On error nothing changed. Mutating.
/// x, z, layer: the tile's key, chosen by the host
ANT_API
AntStatus ant_world_set_tile(struct AntWorld world,
                             int32_t x,
                             int32_t z,
                             int32_t layer,
                             const struct AntMeshDesc *mesh);

/// Removes a tile. ANT_ERROR_NOT_FOUND when there is none with this key. Mutating.
ANT_API AntStatus ant_world_remove_tile(struct AntWorld world, int32_t x, int32_t z, int32_t layer);

/// Adds a link. Mutating.
/// out_link: receives the link's id
ANT_API AntStatus ant_world_add_link(struct AntWorld world, const struct AntLinkDesc *link, struct AntLink *out_link);

/// Removes a link. Mutating.
ANT_API AntStatus ant_world_remove_link(struct AntWorld world, struct AntLink link);

/// Adds a door. Mutating.
/// out_door: receives the door's id
ANT_API AntStatus ant_world_add_door(struct AntWorld world, const struct AntDoorDesc *door, struct AntDoor *out_door);

/// Removes a door; what it closed is open again. Mutating.
ANT_API AntStatus ant_world_remove_door(struct AntWorld world, struct AntDoor door);

/// Opens (open = 1) or closes (open = 0) a door. Maps follow with their next step. Mutating.
ANT_API AntStatus ant_world_set_door(struct AntWorld world, struct AntDoor door, uint32_t open);

/// Says whether a door is open. Const.
/// out_open: receives 1 or 0
ANT_API AntStatus ant_world_door_state(struct AntWorld world, struct AntDoor door, uint32_t *out_open);

/// Sets how much longer a way through an area kind counts in paths. Mutating.
/// area: [Limit: 0 to 63]
/// cost: factor on the length, 1 at the start. [Limit: 0.01 to 1000000]
ANT_API AntStatus ant_world_set_area_cost(struct AntWorld world, uint32_t area, float cost);

/// Moves the origin of coordinates, for games with a floating origin: the place that was at `shift` is at zero from now on. Predictors of this
/// level are moved by ant_predictor_rebase. Mutating.
/// shift: [(x, y, z)] in the host's frame
ANT_API
AntStatus ant_world_rebase(struct AntWorld world,
                           const double *shift);

/// Fills a filter with defaults. Any thread.
/// struct_size: sizeof(AntQueryFilter)
ANT_API AntStatus ant_query_filter_init(struct AntQueryFilter *filter, uint32_t struct_size);

/// Finds the floor under a point (or just above it, within the step height). ANT_ERROR_NOT_FOUND when there is none. Const.
/// point: [(x, y, z)]
ANT_API
AntStatus ant_world_locate(struct AntWorld world,
                           const double *point,
                           struct AntLocation *out_location);

/// Finds the walkable point nearest to a point. ANT_ERROR_NOT_FOUND when there is none within max_distance. Const.
/// point: [(x, y, z)]
/// max_distance: in the host's units. [Limit: >= 0]
ANT_API
AntStatus ant_world_nearest(struct AntWorld world,
                            const double *point,
                            double max_distance,
                            struct AntLocation *out_location);

/// ant_world_locate for many points. Const.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3, may be the stream of positions
/// out_cells: [opt] [count] ANT_U64
/// out_polygons: [opt] [count] ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32; without it one point off the level fails the whole call
ANT_API
AntStatus ant_world_locate_batch(struct AntWorld world,
                                 uint32_t count,
                                 const struct AntStream *positions,
                                 const struct AntStream *out_points,
                                 const struct AntStream *out_cells,
                                 const struct AntStream *out_polygons,
                                 const struct AntStream *out_status);

/// ant_world_nearest for many points. Streams as in ant_world_locate_batch. Const.
/// max_distance: in the host's units. [Limit: >= 0]
ANT_API
AntStatus ant_world_nearest_batch(struct AntWorld world,
                                  uint32_t count,
                                  const struct AntStream *positions,
                                  double max_distance,
                                  const struct AntStream *out_points,
                                  const struct AntStream *out_cells,
                                  const struct AntStream *out_polygons,
                                  const struct AntStream *out_status);

/// Walks straight in the ground plane from one point towards another until a wall, a closed door or (on the ground) a drop stops it. ANT_STOPPED
/// when it did not arrive, ANT_ERROR_NOT_FOUND when the start is off the level. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
ANT_API
AntStatus ant_world_raycast(struct AntWorld world,
                            const double *from,
                            const double *to,
                            const struct AntQueryFilter *filter,
                            struct AntWalkHit *out_hit);

/// ant_world_raycast for many walks. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3: where each walk ended
/// out_fractions: [opt] [count] ANT_F32 or ANT_F64: share of the way, 0 to 1
/// out_stopped_by: [opt] [count] ANT_U8 or ANT_U32: ANT_EDGE_OPEN (arrived) …
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_STOPPED or an error
ANT_API
AntStatus ant_world_raycast_batch(struct AntWorld world,
                                  uint32_t count,
                                  const struct AntStream *from,
                                  const struct AntStream *to,
                                  const struct AntQueryFilter *filter,
                                  const struct AntStream *out_points,
                                  const struct AntStream *out_fractions,
                                  const struct AntStream *out_stopped_by,
                                  const struct AntStream *out_status);

/// Finds the shortest way: A* over polygons (cells on a grid) and links, pulled tight. ANT_UNREACHABLE when it ends at the reachable place nearest to
/// the goal, ANT_TRUNCATED when it has more corners than `capacity`. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
/// capacity: elements of the output streams
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3: corners from start to goal
/// out_links: [opt] [capacity] ANT_U64: the link through which the way from this corner to the next goes, or 0
/// out_info: [opt]
ANT_API
AntStatus ant_world_find_path(struct AntWorld world,
                              const double *from,
                              const double *to,
                              const struct AntQueryFilter *filter,
                              uint32_t capacity,
                              const struct AntStream *out_points,
                              const struct AntStream *out_links,
                              struct AntPathInfo *out_info);

/// Length of the shortest way in the host's units; infinite with ANT_UNREACHABLE when there is none. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
ANT_API
AntStatus ant_world_path_distance(struct AntWorld world,
                                  const double *from,
                                  const double *to,
                                  const struct AntQueryFilter *filter,
                                  double *out_distance);

/// ant_world_path_distance for many pairs. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_distances: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_UNREACHABLE or an error
ANT_API
AntStatus ant_world_path_distance_batch(struct AntWorld world,
                                        uint32_t count,
                                        const struct AntStream *from,
                                        const struct AntStream *to,
                                        const struct AntQueryFilter *filter,
                                        const struct AntStream *out_distances,
                                        const struct AntStream *out_status);

/// Finds the cell at a point. ANT_ERROR_NOT_FOUND when there is none. Const.
/// point: [(x, y, z)]
ANT_API AntStatus ant_world_cell_at(struct AntWorld world, const double *point, struct AntCell *out_cell);

/// Centre, area and place of a cell. ANT_ERROR_NOT_FOUND when the id is stale. Const.
ANT_API AntStatus ant_world_cell_info(struct AntWorld world, struct AntCell cell, struct AntCellInfo *out_info);

/// Lists the cells one can go to from a cell. ANT_TRUNCATED when there are more than `capacity`. Const.
/// out_cells: [opt] [capacity] ANT_U64
/// out_count: receives how many there are
ANT_API
AntStatus ant_world_cell_neighbours(struct AntWorld world,
                                    struct AntCell cell,
                                    uint32_t capacity,
                                    const struct AntStream *out_cells,
                                    uint32_t *out_count);

/// Lists the cells of a level with their centres, in a fixed order. ANT_TRUNCATED when more follow. Const.
/// first: number of cells to skip
/// out_cells: [opt] [capacity] ANT_U64
/// out_centers: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many cells the level has
ANT_API
AntStatus ant_world_cells(struct AntWorld world,
                          uint32_t first,
                          uint32_t capacity,
                          const struct AntStream *out_cells,
                          const struct AntStream *out_centers,
                          uint32_t *out_count);

/// Lists the polygons of a level made from meshes, by number. After tiles were removed the numbers have gaps. ANT_TRUNCATED when more follow. Const.
/// first: number of polygons to skip
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many polygons the level has
ANT_API
AntStatus ant_world_polygons(struct AntWorld world,
                             uint32_t first,
                             uint32_t capacity,
                             const struct AntStream *out_polygons,
                             uint32_t *out_count);

/// Says which polygons a polygon of a tile's input became: one, none when it was dropped as a sliver, several when it was not convex. ANT_TRUNCATED when
/// there are more than `capacity`. Const.
/// x, z, layer: the tile's key; 0, 0, 0 for ant_world_create_mesh
/// number: of the polygon in the mesh as it was given
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
ANT_API
AntStatus ant_world_polygons_of_input(struct AntWorld world,
                                      int32_t x,
                                      int32_t z,
                                      int32_t layer,
                                      uint32_t number,
                                      uint32_t capacity,
                                      const struct AntStream *out_polygons,
                                      uint32_t *out_count);

/// Corners of a polygon, for drawing. ANT_TRUNCATED when it has more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_vertices: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_edges: [opt] [capacity] ANT_U8 or ANT_U32: kind of the edge from this corner to the next, ANT_EDGE_OPEN …
/// out_count: receives the number of corners
ANT_API
AntStatus ant_world_polygon(struct AntWorld world,
                            uint32_t polygon,
                            uint32_t capacity,
                            const struct AntStream *out_vertices,
                            const struct AntStream *out_edges,
                            uint32_t *out_count);

/// Polygons next to a polygon. ANT_TRUNCATED when there are more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
ANT_API
AntStatus ant_world_polygon_neighbours(struct AntWorld world,
                                       uint32_t polygon,
                                       uint32_t capacity,
                                       const struct AntStream *out_polygons,
                                       uint32_t *out_count);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntMapDesc)
ANT_API AntStatus ant_map_desc_init(struct AntMapDesc *desc, uint32_t struct_size);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntLayerDesc)
ANT_API AntStatus ant_layer_desc_init(struct AntLayerDesc *desc, uint32_t struct_size);

/// Makes a map over a level. The map keeps the level alive, also when the level's handle is destroyed. Any thread.
ANT_API AntStatus ant_map_create(struct AntWorld world, const struct AntMapDesc *desc, struct AntPheromoneMap *out_map);

/// Ends a map's handle at once. Predictors made with it keep it alive; calls that run finish. Also for a poisoned map. Any thread.
ANT_API
AntStatus ant_map_destroy(struct AntPheromoneMap map);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_map_is_valid(struct AntPheromoneMap map);

/// Changes the parameters of a layer; its amounts stay. Mutating.
ANT_API AntStatus ant_map_set_layer(struct AntPheromoneMap map, uint32_t layer, const struct AntLayerDesc *desc);

/// Counts and sizes of a map. Const.
ANT_API AntStatus ant_map_stats(struct AntPheromoneMap map, struct AntMapStats *out_stats);

/// Bytes of memory a map holds, without its level. Const.
ANT_API AntStatus ant_map_bytes(struct AntPheromoneMap map, uint64_t *out_bytes);

/// Time of the last step, nanoseconds. Const.
ANT_API AntStatus ant_map_time(struct AntPheromoneMap map, int64_t *out_time);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_map_state_hash(struct AntPheromoneMap map, uint64_t *out_hash);

/// Writes the whole state, so that a late joiner goes on bit-equal. Call it with a null buffer first to learn the size. Not between step_begin and
/// step_end (ANT_ERROR_STATE). Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_map_snapshot(struct AntPheromoneMap map,
                           void *buf,
                           uint64_t capacity,
                           uint64_t *needed);

/// Takes over a snapshot of a map over an equal level. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_map_restore(struct AntPheromoneMap map, const void *bytes, uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntSourceDesc)
ANT_API AntStatus ant_source_desc_init(struct AntSourceDesc *desc, uint32_t struct_size);

/// Adds a source. Mutating.
/// id: the host's own number of it, not in use
ANT_API AntStatus ant_map_add_source(struct AntPheromoneMap map, uint64_t id, const struct AntSourceDesc *source);

/// Adds many sources. Without out_status none is added when one is bad; a field that outgrows max_active_tiles ends the call. Mutating.
/// ids: [count] ANT_U64
/// layers: [opt] [count] ANT_U8 … ANT_U32; absent = layer 0
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// emissions: [count] ANT_F32 or ANT_F64
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_SOURCE_FIXED or 0; absent = 0
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_add_sources(struct AntPheromoneMap map,
                              uint32_t count,
                              const struct AntStream *ids,
                              const struct AntStream *layers,
                              const struct AntStream *positions,
                              const struct AntStream *emissions,
                              const struct AntStream *flags,
                              const struct AntStream *out_status);

/// Moves a source; what it emitted elsewhere fades. Mutating.
/// position: [(x, y, z)]
ANT_API AntStatus ant_map_move_source(struct AntPheromoneMap map, uint64_t id, const double *position);

/// Moves many sources. Mutating.
/// ids: [count] ANT_U64
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_move_sources(struct AntPheromoneMap map,
                               uint32_t count,
                               const struct AntStream *ids,
                               const struct AntStream *positions,
                               const struct AntStream *out_status);

/// Changes what a source emits per step. Mutating.
/// emission: negative repels. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_map_set_source_emission(struct AntPheromoneMap map, uint64_t id, float emission);

/// Changes what many sources emit per step. Mutating.
/// ids: [count] ANT_U64
/// emissions: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_set_source_emissions(struct AntPheromoneMap map,
                                       uint32_t count,
                                       const struct AntStream *ids,
                                       const struct AntStream *emissions,
                                       const struct AntStream *out_status);

/// Takes a source away for a while (active = 0: it stops emitting and its field fades) or brings it back (active = 1). Mutating.
ANT_API
AntStatus ant_map_set_source_active(struct AntPheromoneMap map,
                                    uint64_t id,
                                    uint32_t active);

/// Takes many sources away or brings them back. Mutating.
/// ids: [count] ANT_U64
/// active: [count] ANT_U8 … ANT_U32: 0 or 1
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_set_sources_active(struct AntPheromoneMap map,
                                     uint32_t count,
                                     const struct AntStream *ids,
                                     const struct AntStream *active,
                                     const struct AntStream *out_status);

/// Removes a source; its field fades. Mutating.
ANT_API AntStatus ant_map_remove_source(struct AntPheromoneMap map, uint64_t id);

/// Removes many sources. An id that is there twice is NOT_FOUND the second time, or, without out_status, ignored. Mutating.
/// ids: [count] ANT_U64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_remove_sources(struct AntPheromoneMap map,
                                 uint32_t count,
                                 const struct AntStream *ids,
                                 const struct AntStream *out_status);

/// Puts a one-off amount into the cell at a point. ANT_ERROR_NOT_FOUND when there is no cell. Mutating.
/// position: [(x, y, z)]
/// amount: negative repels. [Limit: -1e9 to 1e9]
ANT_API AntStatus ant_map_deposit(struct AntPheromoneMap map, uint32_t layer, const double *position, float amount);

/// Puts one-off amounts into many cells. Without out_status nothing is put anywhere when one is bad; a field that outgrows max_active_tiles ends the
/// call. Mutating.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// amounts: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_deposit_batch(struct AntPheromoneMap map,
                                uint32_t layer,
                                uint32_t count,
                                const struct AntStream *positions,
                                const struct AntStream *amounts,
                                const struct AntStream *out_status);

/// Notes presence, a kill or a death for the hot spots of the last minutes; ignored when the descriptor keeps no layer for the kind, and off the
/// level. Mutating.
/// kind: ANT_NOTE_PRESENCE, ANT_NOTE_KILL or ANT_NOTE_DEATH
/// position: [(x, y, z)]
ANT_API
AntStatus ant_map_note(struct AntPheromoneMap map,
                       uint32_t kind,
                       const double *position);

/// ant_map_note for many places. Mutating.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_note_batch(struct AntPheromoneMap map,
                             uint32_t kind,
                             uint32_t count,
                             const struct AntStream *positions,
                             const struct AntStream *out_status);

/// Lets only what is inside a circle feed the map; what leaves it fades. A null centre lets everything in again (default). Mutating.
/// center: [opt] [(x, y, z)]
/// radius: in the ground plane, in the host's units. [Limit: > 0]
ANT_API
AntStatus ant_map_set_area_of_interest(struct AntPheromoneMap map,
                                       const double *center,
                                       double radius);

/// Gives an avatar its own sparse layer, for what is pairwise; an avatar never feels itself. It emits from where it was last moved to. For a known id only the
/// emission changes. Mutating.
/// id: the host's own number of the avatar
/// emission: amount per step; the sign is multiplied with the weight. [Limit: -1e9 to 1e9]
/// out_layer: [opt] receives the layer's number
ANT_API
AntStatus ant_map_add_avatar(struct AntPheromoneMap map,
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
ANT_API
AntStatus ant_map_move_avatars(struct AntPheromoneMap map,
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

/// Sets many pair weights. Mutating.
/// readers, emitters: [count] ANT_U64
/// weights: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_set_pair_weights(struct AntPheromoneMap map,
                                   uint32_t count,
                                   const struct AntStream *readers,
                                   const struct AntStream *emitters,
                                   const struct AntStream *weights,
                                   const struct AntStream *out_status);

/// Advances a map to a time in whole steps of its own length, at most max_catch_up: hosts of any frame rate get the same field. ANT_STEPS_OWED when
/// more steps are due, ANT_IN_THE_PAST (nothing done) when the time lies before the map's. Mutating.
/// time: nanoseconds on the game clock
/// out_report: [opt]
ANT_API
AntStatus ant_map_step_to(struct AntPheromoneMap map,
                          int64_t time,
                          struct AntStepReport *out_report);

/// Begins one step in phases, for the host's job system: then ant_map_step_task for each task from any threads in any order, then ant_map_step_end.
/// ANT_EMPTY when no step is due: nothing has begun. Between begin and end the map is only read: changes of it are ANT_ERROR_STATE, changes of its
/// level ANT_ERROR_BUSY. To catch up, repeat until ANT_EMPTY. Mutating.
/// out_task_count: receives the number of tasks; it depends on the field only
ANT_API
AntStatus ant_map_step_begin(struct AntPheromoneMap map,
                             int64_t time,
                             uint32_t *out_task_count);

/// Runs one task of a step that has begun. Different tasks may run at the same time; running one twice is harmless. Const.
/// task: [Limit: below the task count]
ANT_API
AntStatus ant_map_step_task(struct AntPheromoneMap map,
                            uint32_t task);

/// Ends a step. ANT_ERROR_STATE when a task was not run: then the step is given up and the map is as before step_begin. Mutating.
/// out_report: [opt] `owed` is 0
ANT_API
AntStatus ant_map_step_end(struct AntPheromoneMap map,
                           struct AntStepReport *out_report);

/// ant_map_step_to with the tasks of each step run by a host's parallel loop; the field is the same to the last bit. The loop may call the library,
/// but gets ANT_ERROR_STATE for changes of this map. Mutating.
/// time: nanoseconds on the game clock
/// parallel_for: [opt] null = run on this thread
/// user: [opt] passed back to parallel_for
/// out_report: [opt]
ANT_API
AntStatus ant_map_step_parallel(struct AntPheromoneMap map,
                                int64_t time,
                                AntParallelFor parallel_for,
                                void *user,
                                struct AntStepReport *out_report);

/// Fills a reader with defaults: it smells nothing. Any thread.
/// struct_size: sizeof(AntReader)
ANT_API AntStatus ant_reader_init(struct AntReader *reader, uint32_t struct_size);

/// Raw amount of a layer in a cell: no weight, cap or floor. Const.
ANT_API AntStatus ant_map_value(struct AntPheromoneMap map, uint32_t layer, struct AntCell cell, float *out_value);

/// Raw amounts of a layer in many cells. Const.
/// cells: [count] ANT_U64
/// out_values: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_value_batch(struct AntPheromoneMap map,
                              uint32_t layer,
                              uint32_t count,
                              const struct AntStream *cells,
                              const struct AntStream *out_values,
                              const struct AntStream *out_status);

/// Raw amounts of a layer at many positions. ANT_ERROR_NOT_FOUND where there is no cell. Const.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_values: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_sample_batch(struct AntPheromoneMap map,
                               uint32_t layer,
                               uint32_t count,
                               const struct AntStream *positions,
                               const struct AntStream *out_values,
                               const struct AntStream *out_status);

/// What a reader smells in many cells: the weighted sum over the layers, with floor and cap. Const.
/// cells: [count] ANT_U64
/// out_values: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_smell_batch(struct AntPheromoneMap map,
                              const struct AntReader *reader,
                              uint32_t count,
                              const struct AntStream *cells,
                              const struct AntStream *out_values,
                              const struct AntStream *out_status);

/// What a reader smells at many positions. ANT_ERROR_NOT_FOUND where there is no cell. Const.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// out_values: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_map_smell_at_batch(struct AntPheromoneMap map,
                                 const struct AntReader *reader,
                                 uint32_t count,
                                 const struct AntStream *positions,
                                 const struct AntStream *out_values,
                                 const struct AntStream *out_status);

/// What a reader smells at a point, and which way it grows. ANT_ERROR_NOT_FOUND when there is no cell. Const.
/// position: [(x, y, z)]
/// out_smell: [opt] receives the smell
/// out_gradient: [opt] [(x, y, z)] receives the direction and rate of growth in the ground plane, per unit of the host
ANT_API
AntStatus ant_map_smell(struct AntPheromoneMap map,
                        const struct AntReader *reader,
                        const double *position,
                        float *out_smell,
                        double *out_gradient);

/// Fills a query with defaults. Any thread.
/// struct_size: sizeof(AntForceQuery)
ANT_API AntStatus ant_force_query_init(struct AntForceQuery *query, uint32_t struct_size);

/// The force of the field on somebody (eq. 7 of the paper): the sum of smell / distance^exponent towards each cell of the region. Const.
ANT_API
AntStatus ant_map_force(struct AntPheromoneMap map,
                        const struct AntReader *reader,
                        const struct AntForceQuery *query,
                        struct AntForce *out_force);

/// Finds the cheapest way over cells where a good smell shortens the way and a bad one lengthens it. ANT_TRUNCATED when it has more points than
/// `capacity`, ANT_ERROR_NOT_FOUND when there is no way. Const.
/// from, to: [(x, y, z)]
/// gain: how strongly smell counts; 0 = plain distance. [Limit: 0 to 1e6]
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: [opt] receives the number of points
/// out_cost: [opt] receives the cost, in the host's units where nothing smells
ANT_API
AntStatus ant_map_path(struct AntPheromoneMap map,
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
ANT_API
AntStatus ant_map_field(struct AntPheromoneMap map,
                        uint32_t layer,
                        uint32_t first,
                        uint32_t capacity,
                        const struct AntStream *out_cells,
                        const struct AntStream *out_centers,
                        const struct AntStream *out_values,
                        uint32_t *out_count);

/// Sum of a layer's amounts over all cells. Const.
ANT_API AntStatus ant_map_total(struct AntPheromoneMap map, uint32_t layer, double *out_total);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntTrailDesc)
ANT_API AntStatus ant_trail_desc_init(struct AntTrailDesc *desc, uint32_t struct_size);

/// Begins empty trails in a map, also in place of those there are. All predictors made with the map write and read them. Mutating.
ANT_API
AntStatus ant_map_enable_trails(struct AntPheromoneMap map,
                                const struct AntTrailDesc *desc);

/// Counts and sizes of a map's trails; all zero if it has none. Const.
ANT_API AntStatus ant_map_trails_info(struct AntPheromoneMap map, struct AntTrailsInfo *out_info);

/// Writes the trails in a form that can be shipped with the level: equal trails give equal bytes. Call it with a null buffer first to learn the size.
/// ANT_ERROR_STATE if the map has no trails. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_map_trails_save(struct AntPheromoneMap map,
                              void *buf,
                              uint64_t capacity,
                              uint64_t *needed);

/// Takes over saved trails with their parameters, in place of those there are; they go on learning. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_map_trails_load(struct AntPheromoneMap map,
                              const void *bytes,
                              uint64_t byte_len);

/// Merges saved trails of other matches on the level into those there are, weighted by evidence; the order makes no difference. The parameters of the map's
/// own trails stay; without own trails the largest budgets are taken. Refused when v_max differs. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_map_trails_save: ANT_U8, tight
ANT_API
AntStatus ant_map_trails_merge(struct AntPheromoneMap map,
                               uint32_t count,
                               const struct AntStream *saved);

/// Forgets everything the trails hold; they stay enabled. ANT_ERROR_STATE if the map has no trails. Mutating.
ANT_API AntStatus ant_map_trails_clear(struct AntPheromoneMap map);

/// What the trails remember about somebody at a place with a velocity, for tools and AI. ANT_ERROR_STATE if the map has no trails. Const.
/// position: [(x, y, z)]
/// velocity: [(x, y, z)] units per second
/// tau: damping of the dead reckoning that the means are taken against, which goes velocity * tau (1 - e^(-t/tau)) in t seconds; 0 = it stands still, so that
/// the means are where players went. [Limit: 0 to 1e6]
/// out_readings: [ANT_TRAIL_HORIZONS]
ANT_API
AntStatus ant_map_trail_read(struct AntPheromoneMap map,
                             const double *position,
                             const double *velocity,
                             double tau,
                             struct AntTrailReading *out_readings);

/// Need of a player: 0 = full, 1 = nothing left. For health, armour, ammunition. Any thread.
/// amount: what the player has. [Limit: 0 to 1e9]
/// most: what it can have. [Limit: > 0, <= 1e9]
ANT_API AntStatus ant_need(float amount, float most, float *out_need);

/// What an item emits per step: base * value * probability. Any thread.
/// base: base emission, 36 in the paper. [Limit: -1e9 to 1e9]
/// value: the item's relative value. [Limit: 0 to 1e9]
/// probability: that the player takes it. [Limit: 0 to 1]
ANT_API AntStatus ant_item_emission(float base, float value, float probability, float *out_emission);

/// Makes a need model that knows nothing yet: every probability is one half. Any thread.
/// buckets: degrees of need that are told apart. [Limit: 1 to 256]
ANT_API AntStatus ant_need_model_create(uint32_t buckets, struct AntNeedModel *out_model);

/// Ends a need model's handle at once. Any thread.
ANT_API AntStatus ant_need_model_destroy(struct AntNeedModel model);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_need_model_is_valid(struct AntNeedModel model);

/// Counts one occasion: a player had an item in sight for the prediction length, and took it or not. Mutating.
/// need: of that player. [Limit: 0 to 1]
/// taken: 1 or 0
ANT_API AntStatus ant_need_model_observe(struct AntNeedModel model, float need, uint32_t taken);

/// Counts many occasions. Mutating.
/// needs: [count] ANT_F32 or ANT_F64
/// taken: [count] ANT_U8 … ANT_U32: 1 or 0
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_need_model_observe_batch(struct AntNeedModel model,
                                       uint32_t count,
                                       const struct AntStream *needs,
                                       const struct AntStream *taken,
                                       const struct AntStream *out_status);

/// Probability that a player with this need takes an item in sight, between 0 and 1. Const.
/// need: [Limit: 0 to 1]
/// out_probability: receives (taken + 1) / (occasions + 2)
/// out_occasions: [opt] receives how many occasions it rests on
ANT_API
AntStatus ant_need_model_probability(struct AntNeedModel model,
                                     float need,
                                     float *out_probability,
                                     uint32_t *out_occasions);

/// Hash of the whole state. Const.
ANT_API AntStatus ant_need_model_state_hash(struct AntNeedModel model, uint64_t *out_hash);

/// Writes the whole state. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_need_model_snapshot(struct AntNeedModel model, void *buf, uint64_t capacity, uint64_t *needed);

/// Takes over a snapshot. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_need_model_restore(struct AntNeedModel model, const void *bytes, uint64_t byte_len);

/// Fills rules with defaults. Any thread.
/// struct_size: sizeof(AntInteractionRules)
ANT_API AntStatus ant_interaction_rules_init(struct AntInteractionRules *rules, uint32_t struct_size);

/// Makes a table in which nothing has happened. Any thread.
ANT_API
AntStatus ant_interactions_create(const struct AntInteractionRules *rules,
                                  struct AntInteractions *out_interactions);

/// Ends a table's handle at once. Any thread.
ANT_API AntStatus ant_interactions_destroy(struct AntInteractions interactions);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_interactions_is_valid(struct AntInteractions interactions);

/// Notes what one player did to another, for both of them. Mutating.
/// actor, other: the host's own numbers of two players
/// kind: ANT_INTERACTION_…, from the actor's point of view
/// time: nanoseconds on the game clock
ANT_API
AntStatus ant_interactions_note(struct AntInteractions interactions,
                                uint64_t actor,
                                uint64_t other,
                                uint32_t kind,
                                int64_t time);

/// Notes that one player killed another. Mutating.
ANT_API
AntStatus ant_interactions_note_kill(struct AntInteractions interactions,
                                     uint64_t killer,
                                     uint64_t victim,
                                     int64_t time);

/// How often one player killed another. Const.
ANT_API
AntStatus ant_interactions_kills(struct AntInteractions interactions,
                                 uint64_t killer,
                                 uint64_t victim,
                                 uint32_t *out_kills);

/// Puts a player into a team, or out of all teams. Mutating.
/// team: any number, or ANT_NO_TEAM
ANT_API AntStatus ant_interactions_set_team(struct AntInteractions interactions, uint64_t player, uint32_t team);

/// Says whether a player carries a flag. Mutating.
/// carries: 1 or 0
ANT_API AntStatus ant_interactions_set_carrier(struct AntInteractions interactions, uint64_t player, uint32_t carries);

/// Forgets a player altogether. Mutating.
ANT_API AntStatus ant_interactions_remove(struct AntInteractions interactions, uint64_t player);

/// Weight with which one player feels another at a time; 0 for oneself. Const.
ANT_API
AntStatus ant_interactions_weight(struct AntInteractions interactions,
                                  uint64_t reader,
                                  uint64_t emitter,
                                  int64_t time,
                                  float *out_weight);

/// Sets the pair weights of all avatars of a map from what happened until a time. Mutating for the map, const for the table.
ANT_API
AntStatus ant_interactions_apply(struct AntInteractions interactions,
                                 struct AntPheromoneMap map,
                                 int64_t time);

/// Hash of the whole state. Const.
ANT_API AntStatus ant_interactions_state_hash(struct AntInteractions interactions, uint64_t *out_hash);

/// Writes the whole state with its rules. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_interactions_snapshot(struct AntInteractions interactions,
                                    void *buf,
                                    uint64_t capacity,
                                    uint64_t *needed);

/// Takes over a snapshot with its rules. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_interactions_restore(struct AntInteractions interactions, const void *bytes, uint64_t byte_len);

/// Fills a profile with defaults: AntReckoning with the values of the paper for Quake III. Any thread.
/// struct_size: sizeof(AntProfile)
ANT_API AntStatus ant_profile_init(struct AntProfile *profile, uint32_t struct_size);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntPredictorDesc)
ANT_API AntStatus ant_predictor_desc_init(struct AntPredictorDesc *desc, uint32_t struct_size);

/// Makes a predictor. It keeps its level and map alive, also when their handles are destroyed. Any thread.
ANT_API AntStatus ant_predictor_create(const struct AntPredictorDesc *desc, struct AntPredictor *out_predictor);

/// Ends a predictor's handle at once, and its entities with it. Calls that run finish. Also for a poisoned predictor. Any thread.
ANT_API
AntStatus ant_predictor_destroy(struct AntPredictor predictor);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_predictor_is_valid(struct AntPredictor predictor);

/// Adds an entity of which nothing is known yet. Mutating.
/// profile: how it is predicted; copied
ANT_API
AntStatus ant_predictor_add_entity(struct AntPredictor predictor,
                                   const struct AntProfile *profile,
                                   struct AntEntity *out_entity);

/// Forgets an entity; its id is refused from now on. Mutating.
ANT_API AntStatus ant_predictor_remove_entity(struct AntPredictor predictor, struct AntEntity entity);

/// ANT_OK when the entity exists, ANT_ERROR_NOT_FOUND otherwise. Const.
ANT_API AntStatus ant_predictor_has_entity(struct AntPredictor predictor, struct AntEntity entity);

/// Changes how an entity is predicted; what is known of its motion stays. Mutating.
ANT_API
AntStatus ant_predictor_set_profile(struct AntPredictor predictor,
                                    struct AntEntity entity,
                                    const struct AntProfile *profile);

/// Changes the model of an entity alone. Mutating.
/// model: ANT_MODEL_STILL … ANT_MODEL_CUSTOM
ANT_API AntStatus ant_predictor_set_model(struct AntPredictor predictor, struct AntEntity entity, uint32_t model);

/// Number of entities. Const.
ANT_API AntStatus ant_predictor_entity_count(struct AntPredictor predictor, uint32_t *out_count);

/// Lists the entities in a fixed order, which a restored predictor shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_entities: [opt] [capacity] ANT_U64
/// out_count: receives the number of entities
ANT_API
AntStatus ant_predictor_entities(struct AntPredictor predictor,
                                 uint32_t first,
                                 uint32_t capacity,
                                 const struct AntStream *out_entities,
                                 uint32_t *out_count);

/// Moves all known positions together with the origin of coordinates: the place that was at `shift` is at zero from now on. Goes with
/// ant_world_rebase. Mutating.
/// shift: [(x, y, z)] in the host's frame
ANT_API
AntStatus ant_predictor_rebase(struct AntPredictor predictor,
                               const double *shift);

/// Bytes of memory a predictor holds, without its level and map. Const.
ANT_API AntStatus ant_predictor_bytes(struct AntPredictor predictor, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_predictor_state_hash(struct AntPredictor predictor, uint64_t *out_hash);

/// Writes the whole state, so that a late joiner goes on bit-equal. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_predictor_snapshot(struct AntPredictor predictor,
                                 void *buf,
                                 uint64_t capacity,
                                 uint64_t *needed);

/// Takes over a snapshot. On ANT_ERROR_CORRUPT nothing changed. Ask ant_predictor_entities for the entities afterwards: ids of the predictor the snapshot came
/// from are not valid here. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_predictor_restore(struct AntPredictor predictor,
                                const void *bytes,
                                uint64_t byte_len);

/// Fills an observation with defaults. Any thread.
/// struct_size: sizeof(AntObservation)
ANT_API AntStatus ant_observation_init(struct AntObservation *observation, uint32_t struct_size);

/// Takes in an update about an entity. ANT_LATE when it is not newer than the last one: then it is ignored.
/// Where the predictor's map has trails, the update is written into them, so the call needs the map alone as well (and reads its level): ANT_ERROR_BUSY, and nothing
/// changed, while another thread uses the map or it is between step_begin and step_end. Mutating.
ANT_API
AntStatus ant_predictor_observe(struct AntPredictor predictor,
                                struct AntEntity entity,
                                const struct AntObservation *observation);

/// Fills a batch with defaults: no updates. Any thread.
/// struct_size: sizeof(AntObserveBatch)
ANT_API AntStatus ant_observe_batch_init(struct AntObserveBatch *batch, uint32_t struct_size);

/// Takes in updates about many entities, in order. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad update
/// fails the call before anything changed. ANT_LATE when all are good and some came late. Needs the map alone as ant_predictor_observe does. Mutating.
ANT_API
AntStatus ant_predictor_observe_batch(struct AntPredictor predictor,
                                      const struct AntObserveBatch *batch);

/// Predicts an entity. ANT_IN_THE_PAST when the time lies before its last observation, which is answered then; ANT_ERROR_NOT_FOUND when it was never
/// observed. Const.
/// time: nanoseconds on the game clock
ANT_API
AntStatus ant_predictor_predict(struct AntPredictor predictor,
                                struct AntEntity entity,
                                int64_t time,
                                struct AntPrediction *out_prediction);

/// Fills a batch with defaults: no predictions. Any thread.
/// struct_size: sizeof(AntPredictBatch)
ANT_API AntStatus ant_predict_batch_init(struct AntPredictBatch *batch, uint32_t struct_size);

/// Predicts many entities. Allocates nothing. Threads may share the work: let each ask for its own part of the entities. ANT_PARTIAL when some are bad and there
/// is a status stream; without it one bad entity fails the call before anything is written. ANT_IN_THE_PAST when all are good and some are of the past. Const.
ANT_API
AntStatus ant_predictor_predict_batch(struct AntPredictor predictor,
                                      const struct AntPredictBatch *batch);

/// Explains the prediction of an entity for a time, for debugging. ANT_TRUNCATED when there are more layers than `capacity`. Const.
/// out_layer_terms: [opt] [capacity] ANT_F32X3 or ANT_F64X3: share of each layer in force_term
ANT_API
AntStatus ant_predictor_explain(struct AntPredictor predictor,
                                struct AntEntity entity,
                                int64_t time,
                                struct AntExplanation *out_explanation,
                                uint32_t capacity,
                                const struct AntStream *out_layer_terms);

/// Replaces the weights of the learned kinematic model (ANT_MODEL_KINEMATIC, ANT_MODEL_AUTO) by those of a file. What adaptation has learned is forgotten; where
/// both ends of a connection must agree, both must load the same. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in weights
ANT_API
AntStatus ant_predictor_load_weights(struct AntPredictor predictor,
                                     const void *bytes,
                                     uint64_t byte_len);

/// What is to know about the weights in use. Const.
ANT_API AntStatus ant_predictor_weights_info(struct AntPredictor predictor, struct AntWeightsInfo *out_info);

/// Lets the learned kinematic model learn from what was observed. Off until the first call, which takes 3 MB; from then on rows are collected, about ten per second
/// and entity, at most 200 per second. Each row is worth four samples. Call it once per tick with what the tick can afford: a sample costs about 5 microseconds,
/// and after every 128 of them the weights change. Entities that use only shared information stay with the weights as loaded. Mutating.
/// samples: most samples to learn from now; 0 only turns adaptation on
/// out_done: [opt] receives how many there were; 0 when there is nothing to learn yet
ANT_API
AntStatus ant_predictor_adapt(struct AntPredictor predictor,
                              uint32_t samples,
                              uint32_t *out_done);

/// Declares an entity a landmark, or takes that back: a moving place such as a ball, at which the learned models look apart from the other entities. Mutating.
/// landmark: 1 = it is one, 0 = it is not
ANT_API
AntStatus ant_predictor_set_landmark(struct AntPredictor predictor,
                                     struct AntEntity entity,
                                     uint32_t landmark);

/// Sets the host's own expert, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the predictor's state:
/// whoever restores a snapshot sets his own. ant_predictor_suggest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
ANT_API
AntStatus ant_predictor_set_expert(struct AntPredictor predictor,
                                   AntExpertFn callback,
                                   void *user);

/// Says what the host thinks about an entity that is about to be observed: the expert without a callback. Used once, by the next observation, unless the callback
/// says something about that. Mutating.
/// displacements: [(x, y, z) * ANT_EXPERT_HORIZONS] how far it will have moved 0.25, 0.5, 1, 2 and 4 s after the observation; the height does not matter
ANT_API
AntStatus ant_predictor_suggest(struct AntPredictor predictor,
                                struct AntEntity entity,
                                const double *displacements);

/// Fills a state with defaults: at rest in the origin. Any thread.
/// struct_size: sizeof(AntDisState)
ANT_API AntStatus ant_dis_state_init(struct AntDisState *state, uint32_t struct_size);

/// The state some seconds later, by one of the nine DIS algorithms. What the algorithm does not use has no influence and comes out as it went in. Two half steps
/// are one whole step. Any thread.
/// algorithm: the number of DIS, ANT_DIS_STATIC … ANT_DIS_FVB
/// convention: what the acceleration of ANT_DIS_RVB means: ANT_BODY_ACCELERATION_…, usually ANT_BODY_ACCELERATION_DERIVATIVE
/// seconds: may be negative. [Limit: -1e9 to 1e9]
/// out_state: with its struct_size set; may be the same as `state`
ANT_API
AntStatus ant_dis_extrapolate(uint32_t algorithm,
                              uint32_t convention,
                              const struct AntDisState *state,
                              double seconds,
                              struct AntDisState *out_state);

/// The orientation of Euler angles of DIS: psi about z, then theta about the new y, then phi about the newest x. No frame is applied. Any thread.
/// euler: [(psi, theta, phi)] radians. [Limit: -1e6 to 1e6]
/// out_quaternion: [(x, y, z, w)] body axes to world axes
ANT_API
AntStatus ant_dis_euler_to_quaternion(const double *euler,
                                      double *out_quaternion);

/// The Euler angles of DIS of an orientation: psi and phi above -pi and up to pi, theta from -pi/2 to pi/2; straight up or down phi is 0. No frame is applied. Any thread.
/// quaternion: [(x, y, z, w)] body axes to world axes. [Limit: length 1]
/// out_euler: [(psi, theta, phi)] radians
ANT_API
AntStatus ant_dis_quaternion_to_euler(const double *quaternion,
                                      double *out_euler);

/// Whether two orientations differ by a rotation of more than a threshold, the question before sending an update. Any frame. Any thread.
/// actual: [(x, y, z, w)] [Limit: length 1]
/// reckoned: [(x, y, z, w)] [Limit: length 1]
/// threshold: radians. [Limit: 0 to pi]
/// out_differs: 1 or 0
ANT_API
AntStatus ant_dis_orientation_differs(const double *actual,
                                      const double *reckoned,
                                      double threshold,
                                      uint32_t *out_differs);

/// Seconds from one DIS time stamp to a later one, up to an hour: across the full hour, and whatever their absolute flags are. Any thread.
ANT_API
double ant_dis_seconds_between(uint32_t earlier,
                               uint32_t later);

/// Fills a descriptor with defaults: the values of the paper, for the default top speed of 8.128 m/s. Any thread.
/// struct_size: sizeof(AntInterestDesc)
ANT_API AntStatus ant_interest_desc_init(struct AntInterestDesc *desc, uint32_t struct_size);

/// Changes the constants of the interest scheme for all entities. ANT_ERROR_BUDGET when there are more objects than max_objects already. Mutating.
ANT_API
AntStatus ant_predictor_set_interest(struct AntPredictor predictor,
                                     const struct AntInterestDesc *desc);

/// Adds an object that interests players, or changes it: moved, of another value, taken, back again. Mutating.
/// id: the host's own number of it
/// position: [(x, y, z)]
/// value: what it adds to the life of whoever takes it; negative repels. [Limit: -1e9 to 1e9]
/// present: 1, or 0 while it is taken: then nobody feels it
ANT_API
AntStatus ant_predictor_set_object(struct AntPredictor predictor,
                                   uint64_t id,
                                   const double *position,
                                   float value,
                                   uint32_t present);

/// Adds or changes many objects. Mutating.
/// ids: [count] ANT_U64
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// values: [count] ANT_F32 or ANT_F64: [Limit: -1e9 to 1e9]
/// present: [opt] [count] ANT_U8 … ANT_U32: 1 or 0; absent = 1
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_predictor_set_objects(struct AntPredictor predictor,
                                    uint32_t count,
                                    const struct AntStream *ids,
                                    const struct AntStream *positions,
                                    const struct AntStream *values,
                                    const struct AntStream *present,
                                    const struct AntStream *out_status);

/// Forgets an object. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.
ANT_API AntStatus ant_predictor_remove_object(struct AntPredictor predictor, uint64_t id);

/// Number of objects, taken ones included. Const.
ANT_API AntStatus ant_predictor_object_count(struct AntPredictor predictor, uint32_t *out_count);

/// Tells what a player has left (life, ammunition); the others feel it from now on, whatever model predicts it. Until then a player with
/// ANT_MODEL_INTEREST or ANT_MODEL_HYBRID counts as full and others take no part. Mutating.
/// life: negative = out of the game (dead): nobody feels it until a life is told again. [Limit: -1e9 to 1e9]
ANT_API
AntStatus ant_predictor_set_life(struct AntPredictor predictor,
                                 struct AntEntity entity,
                                 float life);

/// Tells what many players have left. Mutating.
/// entities: [count] ANT_U64: AntEntity
/// lives: [count] ANT_F32 or ANT_F64: negative = out of the game. [Limit: -1e9 to 1e9]
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_predictor_set_lives(struct AntPredictor predictor,
                                  uint32_t count,
                                  const struct AntStream *entities,
                                  const struct AntStream *lives,
                                  const struct AntStream *out_status);

/// What a player prefers, -100 (always objects) to 100 (always players): as its profile says, else as observed while ANT_MODEL_INTEREST or
/// ANT_MODEL_HYBRID predicts it; 0 while nothing was observed. Const.
ANT_API
AntStatus ant_predictor_preference(struct AntPredictor predictor,
                                   struct AntEntity entity,
                                   double *out_preference);

/// Checks the file of a bank and says what it is like. ANT_ERROR_CORRUPT when it is damaged or not one. Any thread.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_bank_info(const void *bytes, uint64_t byte_len, struct AntBankInfo *out_info);

/// Takes in the file of a bank under a number; one of the same number is replaced. Entities whose AntProfile::bank is this number and whose model is
/// ANT_MODEL_NEURO use it from their next observation on. ANT_ERROR_CORRUPT when the file is damaged or not one, ANT_ERROR_BUDGET when there are 256 banks
/// already; then nothing changed. Mutating.
/// bytes: [byte_len bytes] copied
ANT_API
AntStatus ant_predictor_load_bank(struct AntPredictor predictor,
                                  uint32_t bank,
                                  const void *bytes,
                                  uint64_t byte_len);

/// Forgets a bank; its entities fall back to dead reckoning from their next observation on. ANT_ERROR_NOT_FOUND when there is none of this number. Mutating.
ANT_API
AntStatus ant_predictor_remove_bank(struct AntPredictor predictor,
                                    uint32_t bank);

/// The velocity that the owner of an entity sends in place of its own, so that receivers which go straight on with it stay near for long. It is the entity's
/// own velocity, with confidence 0, where the bank has nothing to say: no bank of that number, another model than ANT_MODEL_NEURO, too short a history, inputs
/// outside of what was trained, worse than dead reckoning of late, on a moving base (then it is in the base's frame, as it was observed).
/// ANT_ERROR_NOT_FOUND when the entity was never observed. Const.
/// out_velocity: [(x, y, z)] in the host's frame, units per second
/// out_confidence: [opt] receives how sure it is, 0 to 1
ANT_API
AntStatus ant_predictor_predictive_velocity(struct AntPredictor predictor,
                                            struct AntEntity entity,
                                            double *out_velocity,
                                            double *out_confidence);

/// ant_predictor_predictive_velocity for many entities. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
/// entity fails the call before anything is written. Const.
/// entities: [count] ANT_U64: AntEntity
/// out_velocities: [opt] [count] ANT_F32X3 or ANT_F64X3: units per second
/// out_confidences: [opt] [count] ANT_F32 or ANT_F64: 0 to 1
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_predictor_predictive_velocity_batch(struct AntPredictor predictor,
                                                  uint32_t count,
                                                  const struct AntStream *entities,
                                                  const struct AntStream *out_velocities,
                                                  const struct AntStream *out_confidences,
                                                  const struct AntStream *out_status);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntStrategyDesc)
ANT_API AntStatus ant_strategy_desc_init(struct AntStrategyDesc *desc, uint32_t struct_size);

/// Sets the parameters of all strategies and makes them anew from the known routes. Entities go on by dead reckoning until their next update. Mutating.
ANT_API
AntStatus ant_predictor_set_strategies(struct AntPredictor predictor,
                                       const struct AntStrategyDesc *desc);

/// Begins to record a trial of an entity with its next observation, whatever model predicts it. A trial that was open is dropped. Mutating.
ANT_API
AntStatus ant_predictor_begin_trial(struct AntPredictor predictor,
                                    struct AntEntity entity);

/// Ends the trial of an entity and keeps it for ant_predictor_learn_strategies; 256 are kept, then the oldest goes. ANT_ERROR_STATE when none is open. Mutating.
/// out_points: [opt] receives the number of points of the simplified trial; 0 = the entity never moved, the trial is dropped
ANT_API
AntStatus ant_predictor_end_trial(struct AntPredictor predictor,
                                  struct AntEntity entity,
                                  uint32_t *out_points);

/// Learns the distinct routes of all recorded trials. Routes that were added or loaded stay and count the trials that took them; all others are found anew.
/// Entities go on by dead reckoning until their next update. Mutating.
/// out_routes: [opt] receives the number of routes known now
ANT_API
AntStatus ant_predictor_learn_strategies(struct AntPredictor predictor,
                                         uint32_t *out_routes);

/// Adds a route as it is. Mutating.
/// count: [Limit: 2 to 1024 different points]
/// points: [count] ANT_F32X3 or ANT_F64X3
/// evidence: number of trials it stands for. [Limit: 1 to 1e6]
/// out_route: [opt] receives its number
ANT_API
AntStatus ant_predictor_add_route(struct AntPredictor predictor,
                                  uint32_t count,
                                  const struct AntStream *points,
                                  uint32_t evidence,
                                  uint32_t *out_route);

/// Forgets all routes and recorded trials; parameters stay. Mutating.
ANT_API AntStatus ant_predictor_strategies_clear(struct AntPredictor predictor);

/// Writes parameters and routes, to be shipped with a level. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_predictor_strategies_save(struct AntPredictor predictor,
                                        void *buf,
                                        uint64_t capacity,
                                        uint64_t *needed);

/// Replaces parameters and routes by those of a file; recorded trials are dropped. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_predictor_strategies_load(struct AntPredictor predictor,
                                        const void *bytes,
                                        uint64_t byte_len);

/// Takes in the routes of files of other matches on the level; routes that are alike become one with the evidence of all, and the order of files does
/// not matter. Their parameters must be the predictor's own; without routes of its own it takes them over. On any error nothing changed. Mutating.
/// count: [Limit: > 0]
/// saved: [count] each the bytes of one ant_predictor_strategies_save: ANT_U8, tight
ANT_API
AntStatus ant_predictor_strategies_merge(struct AntPredictor predictor,
                                         uint32_t count,
                                         const struct AntStream *saved);

/// What is known, and what an entity follows. Const.
ANT_API
AntStatus ant_predictor_strategy_info(struct AntPredictor predictor,
                                      struct AntEntity entity,
                                      struct AntStrategyInfo *out_info);

/// Says what an entity follows since its last observation, as its sender decided. It holds until the next call: a strategy as long as the entity is inside of
/// it. Mutating.
/// strategy: a number, ANT_STRATEGY_NONE or ANT_STRATEGY_AUTOMATIC
ANT_API
AntStatus ant_predictor_follow_strategy(struct AntPredictor predictor,
                                        struct AntEntity entity,
                                        uint32_t strategy);

/// Makes empty books. Any thread.
/// struct_size: sizeof(AntStrategyLedger)
ANT_API AntStatus ant_strategy_ledger_init(struct AntStrategyLedger *ledger, uint32_t struct_size);

/// Asks at every tick, on the machine that owns the entity, whether receivers need an update. When one is due, send the state it names with the current time,
/// then observe it (with its velocity) and tell ant_predictor_follow_strategy its strategy, on the own predictor too, before the next question. Const.
/// position: [(x, y, z)] where the entity really is
/// velocity: [(x, y, z)] how fast it really is, units per second
/// time: nanoseconds on the game clock
/// ledger: [opt] the books about this entity; null = the switching rule alone, which may send more than dead reckoning
ANT_API
AntStatus ant_strategy_needs_update(struct AntPredictor predictor,
                                    struct AntEntity entity,
                                    const double *position,
                                    const double *velocity,
                                    int64_t time,
                                    struct AntStrategyLedger *ledger,
                                    struct AntStrategyUpdate *out_update);

/// Fills an update with defaults: at rest in the origin at time 0. Any thread.
/// struct_size: sizeof(AntUpdate)
ANT_API AntStatus ant_update_init(struct AntUpdate *update, uint32_t struct_size);

/// Fills a descriptor with defaults: a centimetre, a centimetre per second, a tenth of a degree, a millisecond. Any thread.
/// struct_size: sizeof(AntCodecDesc)
ANT_API
AntStatus ant_codec_desc_init(struct AntCodecDesc *desc,
                              uint32_t struct_size);

/// Makes a codec. Any thread.
/// desc: copied
ANT_API AntStatus ant_codec_create(const struct AntCodecDesc *desc, struct AntCodec *out_codec);

/// Ends a codec's handle at once. Any thread.
ANT_API AntStatus ant_codec_destroy(struct AntCodec codec);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_codec_is_valid(struct AntCodec codec);

/// What a codec promises: stated errors and the largest size of an update. Const.
ANT_API AntStatus ant_codec_info(struct AntCodec codec, struct AntCodecInfo *out_info);

/// The update as the receivers will see it. Both ends must predict from it, so that they agree: the sender from what this returns, the receivers from what
/// they decode. Doing it twice changes nothing. A number beyond the codec's limits is ANT_ERROR_INVALID_ARGUMENT. Const.
/// out_update: with its struct_size set; may be the same as `update`
ANT_API
AntStatus ant_codec_quantise(struct AntCodec codec,
                             const struct AntUpdate *update,
                             struct AntUpdate *out_update);

/// Packs one update, in at most AntCodecInfo::max_bytes. Const.
/// baseline: [opt] an earlier update of the same entity that the receiver surely has, because it said so; makes the code shorter
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_codec_encode(struct AntCodec codec,
                           const struct AntUpdate *update,
                           const struct AntUpdate *baseline,
                           void *buf,
                           uint64_t capacity,
                           uint64_t *needed);

/// Unpacks one update. Bytes from anywhere are an update within the codec's limits or ANT_ERROR_CORRUPT; ANT_ERROR_NOT_FOUND when they need another baseline. Const.
/// bytes: [byte_len bytes]
/// baseline: [opt] the one it was packed with
/// out_update: with its struct_size set
ANT_API
AntStatus ant_codec_decode(struct AntCodec codec,
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
ANT_API
AntStatus ant_codec_encode_packet(struct AntCodec codec,
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
ANT_API
AntStatus ant_codec_decode_packet(struct AntCodec codec,
                                  const void *bytes,
                                  uint64_t byte_len,
                                  uint32_t baseline_count,
                                  const struct AntUpdate *baselines,
                                  uint32_t capacity,
                                  struct AntUpdate *out_updates,
                                  const struct AntStream *out_status,
                                  uint32_t *out_count);

/// Fills a descriptor with defaults: a perfect network. Any thread.
/// struct_size: sizeof(AntSimulatorDesc)
ANT_API AntStatus ant_simulator_desc_init(struct AntSimulatorDesc *desc, uint32_t struct_size);

/// Makes one direction of a network. Any thread.
/// desc: copied
ANT_API AntStatus ant_simulator_create(const struct AntSimulatorDesc *desc, struct AntSimulator *out_simulator);

/// Ends a simulator's handle at once. Any thread.
ANT_API AntStatus ant_simulator_destroy(struct AntSimulator simulator);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_simulator_is_valid(struct AntSimulator simulator);

/// Changes what the network is like from the next packet on; those under way arrive as they would have. Mutating.
/// desc: its seed, capacity and max_packet are not used
ANT_API AntStatus ant_simulator_set_network(struct AntSimulator simulator, const struct AntSimulatorDesc *desc);

/// Sends a packet. Mutating.
/// now: nanoseconds on any clock
/// bytes: [byte_len bytes] copied. [Limit: max_packet bytes]
/// out_copies: [opt] on how many ways it set out: 0 = lost, 1, 2 = doubled
ANT_API
AntStatus ant_simulator_send(struct AntSimulator simulator,
                             int64_t now,
                             const void *bytes,
                             uint64_t byte_len,
                             uint32_t *out_copies);

/// Takes out the packet that arrived first, at or before a time; of those that arrived together the one sent first. ANT_EMPTY when there is none. Mutating.
/// buf: [opt] [capacity bytes] null: only `needed` is written and the packet stays; too short: ANT_ERROR_BUFFER_TOO_SMALL and the packet stays
/// needed: [opt] receives the size in bytes
/// out_delivery: [opt] with its struct_size set
ANT_API
AntStatus ant_simulator_receive(struct AntSimulator simulator,
                                int64_t now,
                                void *buf,
                                uint64_t capacity,
                                uint64_t *needed,
                                struct AntDelivery *out_delivery);

/// When the next packet arrives; ANT_EMPTY when none is under way. Const.
ANT_API AntStatus ant_simulator_next_arrival(struct AntSimulator simulator, int64_t *out_time);

/// What became of packets so far. Const.
ANT_API AntStatus ant_simulator_stats(struct AntSimulator simulator, struct AntNetworkStats *out_stats);

/// Hash of the whole state. Const.
ANT_API AntStatus ant_simulator_state_hash(struct AntSimulator simulator, uint64_t *out_hash);

/// Writes the whole state, packets under way and all. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_simulator_snapshot(struct AntSimulator simulator, void *buf, uint64_t capacity, uint64_t *needed);

/// Takes over a snapshot, with its capacity and packet size. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_simulator_restore(struct AntSimulator simulator, const void *bytes, uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntClockDesc)
ANT_API AntStatus ant_clock_desc_init(struct AntClockDesc *desc, uint32_t struct_size);

/// Makes an estimate that knows nothing yet, one for each connection. Any thread.
/// desc: [opt] copied
ANT_API AntStatus ant_clock_create(const struct AntClockDesc *desc, struct AntClock *out_clock);

/// Ends a clock's handle at once. Any thread.
ANT_API AntStatus ant_clock_destroy(struct AntClock clock);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_clock_is_valid(struct AntClock clock);

/// Forgets everything: after a reconnection, or when a host has set its clock. Mutating.
ANT_API AntStatus ant_clock_reset(struct AntClock clock);

/// Takes in that an update has arrived. Leave duplicates out. Mutating.
/// sent: its time, on the remote clock. [Limit: -2^61 to 2^61]
/// received: when it arrived, on the own clock. [Limit: -2^61 to 2^61]
/// out_lateness: [opt] how much longer it was under way than the least delayed ones
ANT_API
AntStatus ant_clock_update_arrived(struct AntClock clock,
                                   int64_t sent,
                                   int64_t received,
                                   int64_t *out_lateness);

/// Takes in that a request was answered: the four time stamps of NTP. It tells the offset of the clocks from the time under way. Mutating.
/// request_sent: own clock. [Limit: -2^61 to 2^61, and no time before the one that precedes it]
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
ANT_API
AntStatus ant_clock_answer_arrived(struct AntClock clock,
                                   int64_t request_sent,
                                   int64_t request_received,
                                   int64_t answer_sent,
                                   int64_t answer_received);

/// What the remote clock shows. Without answered requests it is the time stamp of an update that would arrive now by the shortest way, so behind that clock by
/// the least time under way. ANT_EMPTY when nothing is known. Const.
/// now: own clock
ANT_API
AntStatus ant_clock_remote_time(struct AntClock clock,
                                int64_t now,
                                int64_t *out_time);

/// When an update should have arrived by the shortest way, on the own clock. ANT_EMPTY before the first update. Const.
/// sent: its time, on the remote clock
ANT_API AntStatus ant_clock_expected_arrival(struct AntClock clock, int64_t sent, int64_t *out_time);

/// Lateness that a share of the last 128 updates did not exceed: how long a buffer must be for that share to be in time. ANT_EMPTY before the first update. Const.
/// share: [Limit: 0 to 1]
ANT_API
AntStatus ant_clock_lateness(struct AntClock clock,
                             double share,
                             int64_t *out_lateness);

/// What is known of the remote clock. Const.
/// now: own clock
ANT_API AntStatus ant_clock_info(struct AntClock clock, int64_t now, struct AntClockInfo *out_info);

/// Hash of the whole state. Const.
ANT_API AntStatus ant_clock_state_hash(struct AntClock clock, uint64_t *out_hash);

/// Writes the whole state. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_clock_snapshot(struct AntClock clock, void *buf, uint64_t capacity, uint64_t *needed);

/// Takes over a snapshot. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_clock_restore(struct AntClock clock, const void *bytes, uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntTimewarpDesc)
ANT_API AntStatus ant_timewarp_desc_init(struct AntTimewarpDesc *desc, uint32_t struct_size);

/// Makes an empty log. Any thread.
ANT_API AntStatus ant_timewarp_create(const struct AntTimewarpDesc *desc, struct AntTimewarp *out_timewarp);

/// Ends a timewarp's handle at once. Any thread.
ANT_API AntStatus ant_timewarp_destroy(struct AntTimewarp timewarp);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_timewarp_is_valid(struct AntTimewarp timewarp);

/// Takes an event in. Nothing is executed before the next run or plan. The order of execution is that of time, then source, then sequence,
/// then the hash of the payload, so that all peers agree. ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a
/// plan is open. Mutating.
/// time: when it happened, on the clock that all peers share
/// source: who made it, the host's own number
/// sequence: the source's own count of its events
/// payload: [opt] [payload_len bytes] what the host needs to execute it; copied. [Limit: max_payload bytes]
/// out_verdict: receives ANT_ARRIVAL_IN_ORDER … ANT_ARRIVAL_FULL
ANT_API
AntStatus ant_timewarp_insert(struct AntTimewarp timewarp,
                              int64_t time,
                              uint64_t source,
                              uint64_t sequence,
                              const void *payload,
                              uint64_t payload_len,
                              uint32_t *out_verdict);

/// Takes many events in. ANT_REFUSED when the log did not take some of them. Mutating.
/// times: [count] ANT_I64
/// sources: [count] ANT_U64
/// sequences: [count] ANT_U64
/// payload_lens: [opt] [count] ANT_U8 … ANT_I32: bytes of each payload; absent = no payloads
/// payloads: [opt] [payloads_len bytes] one after the other
/// payloads_len: [Limit: the sum of payload_lens]
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_timewarp_insert_batch(struct AntTimewarp timewarp,
                                    uint32_t count,
                                    const struct AntStream *times,
                                    const struct AntStream *sources,
                                    const struct AntStream *sequences,
                                    const struct AntStream *payload_lens,
                                    const void *payloads,
                                    uint64_t payloads_len,
                                    const struct AntStream *out_verdicts,
                                    const struct AntStream *out_status);

/// Takes a cancellation (anti-message) in: all events of this name, here or still to come, are not executed, or undone by the next run.
/// ANT_REFUSED when it was not taken: the verdict says why. ANT_ERROR_STATE while a plan is open. Mutating.
/// out_verdict: receives ANT_ARRIVAL_LATE when something has to be undone, else as in ant_timewarp_insert
ANT_API
AntStatus ant_timewarp_cancel(struct AntTimewarp timewarp,
                              int64_t time,
                              uint64_t source,
                              uint64_t sequence,
                              uint32_t *out_verdict);

/// Tells the log that the host's state is not what it was (it was replaced, or the log was restored on another machine): the next run or
/// plan restores the newest snapshot and goes on from there. ANT_ERROR_STATE while a plan is open. Mutating.
ANT_API
AntStatus ant_timewarp_resync(struct AntTimewarp timewarp);

/// Hash of the whole log: events, snapshots, what is owed, counts. ANT_ERROR_STATE while a plan is open. Const.
ANT_API AntStatus ant_timewarp_state_hash(struct AntTimewarp timewarp, uint64_t *out_hash);

/// Writes the whole log with the snapshots it has. Whoever restores it elsewhere brings the host's state along, or calls ant_timewarp_resync
/// afterwards. Call it with a null buffer first to learn the size. ANT_ERROR_STATE while a plan is open. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_timewarp_snapshot(struct AntTimewarp timewarp,
                                void *buf,
                                uint64_t capacity,
                                uint64_t *needed);

/// Takes over what ant_timewarp_snapshot wrote, from a timewarp with the same descriptor. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_timewarp_restore(struct AntTimewarp timewarp,
                               const void *bytes,
                               uint64_t byte_len);

/// Does all that is to be done at a time: rolls back, executes what is due, saves. The first call saves the state before any event. When a
/// callback fails: ANT_STOPPED, what was done before stays done, the report says why, and the next call repairs (it restores a snapshot after a
/// failed load or execution). ANT_STEPS_OWED when max_replay ended it. ANT_IN_THE_PAST when the time lies before the latest one told, which
/// counts then. ANT_ERROR_STATE while a plan is open. ant_timewarp_plan does the same without callbacks. Mutating.
/// now: the time on the clock that all peers share
/// user: [opt] handed to the callbacks
/// out_report: [opt]
ANT_API
AntStatus ant_timewarp_run(struct AntTimewarp timewarp,
                           int64_t now,
                           AntSaveFn save,
                           AntLoadFn load,
                           AntExecuteFn execute,
                           void *user,
                           struct AntTimewarpReport *out_report);

/// What to do next. Do it, tell the outcomes (ant_timewarp_set_outcome), report back (ant_timewarp_complete or ant_timewarp_abort), and ask again
/// until ANT_EMPTY: then nothing is left to do and nothing was written. A plan ends where a snapshot is due, and executes at most max_replay
/// events again. While it is open the log takes no events (ANT_ERROR_STATE). Mutating.
/// now: the time on the clock that all peers share; one before the latest told counts as that
ANT_API
AntStatus ant_timewarp_plan(struct AntTimewarp timewarp,
                            int64_t now,
                            struct AntTimewarpPlan *out_plan);

/// An event of the log. Indices are those of the order now: they hold while a plan is open, else until the next change. Const.
/// index: [Limit: < events of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
/// out_event: [opt]
/// buf: [opt] [capacity bytes] receives the payload; too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the payload's size in bytes
ANT_API
AntStatus ant_timewarp_event(struct AntTimewarp timewarp,
                             uint32_t index,
                             struct AntTimewarpEvent *out_event,
                             void *buf,
                             uint64_t capacity,
                             uint64_t *needed);

/// The state of a snapshot, for a plan that restores it. ANT_ERROR_NOT_FOUND when the slot has none. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_timewarp_state(struct AntTimewarp timewarp,
                             uint32_t slot,
                             void *buf,
                             uint64_t capacity,
                             uint64_t *needed);

/// Tells what executing an event of the open plan brought about; not telling means nothing worth it. ANT_ERROR_STATE without an open plan.
/// Mutating.
/// index: [Limit: plan.first to plan.first + plan.count - 1]
ANT_API
AntStatus ant_timewarp_set_outcome(struct AntTimewarp timewarp,
                                   uint32_t index,
                                   const struct AntOutcome *outcome);

/// Reports that the whole open plan is done. ANT_ERROR_STATE without an open plan. Mutating.
/// state: [opt] [state_len bytes] what was saved, for a plan with ANT_PLAN_SAVE; copied. Null with 0 for a host that keeps states itself.
/// state_len: [Limit: max_state; 0 without ANT_PLAN_SAVE]
ANT_API
AntStatus ant_timewarp_complete(struct AntTimewarp timewarp,
                                const void *state,
                                uint64_t state_len);

/// Reports that the open plan failed. Unless only the saving is missing, the host's state is taken to be half changed: the next plan restores a
/// snapshot first. ANT_ERROR_STATE without an open plan. Mutating.
/// executed: events of the plan that are done; 0 as well when the restoration failed. [Limit: <= plan.count]
ANT_API
AntStatus ant_timewarp_abort(struct AntTimewarp timewarp,
                             uint32_t executed);

/// One of the changes since ant_timewarp_clear_changes: in the order in which they were noticed and, within one re-execution, of the events
/// (cancelled ones last). Complete whenever nothing is owed. Const.
/// index: [Limit: < changes of ant_timewarp_stats] ANT_ERROR_NOT_FOUND beyond
ANT_API
AntStatus ant_timewarp_change(struct AntTimewarp timewarp,
                              uint32_t index,
                              struct AntTimewarpChange *out_change);

/// Forgets the changes, once the host has dealt with them. Mutating.
ANT_API AntStatus ant_timewarp_clear_changes(struct AntTimewarp timewarp);

/// How a log stands, and counts since it was made. Const.
ANT_API AntStatus ant_timewarp_stats(struct AntTimewarp timewarp, struct AntTimewarpStats *out_stats);

/// Bytes of memory a timewarp holds; they do not change. Const.
ANT_API AntStatus ant_timewarp_bytes(struct AntTimewarp timewarp, uint64_t *out_bytes);

/// Hash of the events from one time up to but without another, names and contents: equal on two peers that know the same ones, however
/// they arrived. Ask for times that are inside the window of both. Const.
ANT_API
AntStatus ant_timewarp_events_hash(struct AntTimewarp timewarp,
                                   int64_t from,
                                   int64_t to,
                                   uint64_t *out_hash);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntSenderDesc)
ANT_API AntStatus ant_sender_desc_init(struct AntSenderDesc *desc, uint32_t struct_size);

/// Fills rules with defaults: a walking player. Any thread.
/// struct_size: sizeof(AntSenderRules)
ANT_API AntStatus ant_sender_rules_init(struct AntSenderRules *rules, uint32_t struct_size);

/// Makes a sender. It keeps its level and map alive, also when their handles are destroyed. Any thread.
ANT_API AntStatus ant_sender_create(const struct AntSenderDesc *desc, struct AntSender *out_sender);

/// Ends a sender's handle at once, and its connections with it. Any thread.
ANT_API AntStatus ant_sender_destroy(struct AntSender sender);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_sender_is_valid(struct AntSender sender);

/// Adds an entity. ANT_ERROR_STATE when the number is in use, or still leaving. Mutating.
/// entity: its number on the network
/// profile: [opt] how receivers predict it; null = along the straight line of the update (ANT_MODEL_DR1 without corrections), which is cheapest. Receivers must
///   use the same one, and its model must rest on nothing but the updates and what all machines share.
ANT_API
AntStatus ant_sender_add_entity(struct AntSender sender,
                                uint32_t entity,
                                const struct AntSenderRules *rules,
                                const struct AntProfile *profile);

/// Changes when updates of an entity are sent. Mutating.
ANT_API AntStatus ant_sender_set_rules(struct AntSender sender, uint32_t entity, const struct AntSenderRules *rules);

/// Lets an entity leave. Its number is free again once every connection that knew it was told. Mutating.
ANT_API AntStatus ant_sender_remove_entity(struct AntSender sender, uint32_t entity);

/// Number of entities; those that are leaving count too. Const.
ANT_API AntStatus ant_sender_entity_count(struct AntSender sender, uint32_t *out_count);

/// Bytes of memory a sender holds. Const.
ANT_API AntStatus ant_sender_bytes(struct AntSender sender, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_sender_state_hash(struct AntSender sender, uint64_t *out_hash);

/// Writes the whole state without the callbacks. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_sender_snapshot(struct AntSender sender, void *buf, uint64_t capacity, uint64_t *needed);

/// Takes over a snapshot of a sender with the same codec and capacity. On an error nothing changed. Ask ant_sender_connections for the connections afterwards:
/// those of the sender the snapshot came from are not valid here. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_sender_restore(struct AntSender sender,
                             const void *bytes,
                             uint64_t byte_len);

/// Tells the truth about an entity, once per tick. ANT_LATE when it is not newer than the last one: then it is ignored. A number beyond the codec's limits is
/// ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// truth: its sequence is not read; of the flags ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE and ANT_UPDATE_HAS_…. What is given is sent, so give acceleration and
///   angular velocity only where the receivers' model uses them.
ANT_API
AntStatus ant_sender_tell(struct AntSender sender,
                          const struct AntUpdate *truth);

/// Tells the truth about many entities at one time. Allocates nothing. ANT_PARTIAL when some are bad and there is a status stream; without it one bad
/// element fails the call before anything changed. ANT_LATE when all are good and some came late. Mutating.
/// entities: [count] ANT_U8 … ANT_U32: numbers on the network
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// velocities: [count] ANT_F32X3 or ANT_F64X3: units per second
/// orientations: [opt] [count] ANT_F32X4 or ANT_F64X4: x, y, z, w
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_UPDATE_TELEPORT, ANT_UPDATE_FROZEN, ANT_UPDATE_AIRBORNE
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_sender_tell_batch(struct AntSender sender,
                                int64_t time,
                                uint32_t count,
                                const struct AntStream *entities,
                                const struct AntStream *positions,
                                const struct AntStream *velocities,
                                const struct AntStream *orientations,
                                const struct AntStream *flags,
                                const struct AntStream *out_status);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntConnectionDesc)
ANT_API AntStatus ant_connection_desc_init(struct AntConnectionDesc *desc, uint32_t struct_size);

/// Adds an observer: one per player on a server; one for all others, or one for each, on a peer. Mutating.
ANT_API
AntStatus ant_sender_connect(struct AntSender sender,
                             const struct AntConnectionDesc *desc,
                             struct AntConnection *out_connection);

/// Ends a connection. Mutating.
ANT_API AntStatus ant_sender_disconnect(struct AntSender sender, struct AntConnection connection);

/// Lists the connections in a fixed order, which a restored sender shares with the one the snapshot came from. ANT_TRUNCATED when more follow. Const.
/// first: number of connections to skip
/// out_connections: [opt] [capacity] ANT_U64
/// out_count: receives the number of connections
ANT_API
AntStatus ant_sender_connections(struct AntSender sender,
                                 uint32_t first,
                                 uint32_t capacity,
                                 const struct AntStream *out_connections,
                                 uint32_t *out_count);

/// Changes a connection's budget, radii and patience; ANT_ERROR_STATE when its delivery differs. Mutating.
ANT_API
AntStatus ant_sender_set_connection(struct AntSender sender,
                                    struct AntConnection connection,
                                    const struct AntConnectionDesc *desc);

/// Tells where the observer of a connection is, for its area of interest and the tables of distances. Mutating.
/// position: [opt] [(x, y, z)]; null = nowhere: then everything is relevant to it
ANT_API
AntStatus ant_sender_set_observer(struct AntSender sender,
                                  struct AntConnection connection,
                                  const double *position);

/// Says for one entity and one connection whether it is relevant, and the factor on its thresholds. Mutating.
/// relevance: ANT_RELEVANCE_…
/// factor: 0 = by the table of distances. [Limit: 0, 0.001 to 1000]
ANT_API
AntStatus ant_sender_set_interest(struct AntSender sender,
                                  struct AntConnection connection,
                                  uint32_t entity,
                                  uint32_t relevance,
                                  double factor);

/// Packs what a connection should be told now into a packet; all of it counts as sent. When not all fits, the most wrong and longest waiting come first.
/// ANT_EMPTY when there is nothing to send. Allocates nothing. Mutating.
/// now: nanoseconds on the game clock, usually the time told
/// buf: [capacity bytes] At most 16384 are used; at least AntCodecInfo::max_bytes + 20 are needed.
/// out_collected: with its struct_size set
ANT_API
AntStatus ant_sender_collect(struct AntSender sender,
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
ANT_API
AntStatus ant_sender_poll(struct AntSender sender,
                          struct AntConnection connection,
                          uint32_t entity,
                          int64_t now,
                          struct AntUpdate *out_update,
                          struct AntUpdate *out_baseline,
                          uint32_t *out_has_baseline,
                          uint32_t *out_reason);

/// A receiver has packets of ant_sender_collect. It must not acknowledge a packet that came after a newer one, unless its model has no memory (ANT_MODEL_STILL, ANT_MODEL_DR1,
/// ANT_MODEL_DAMPED, or the line of an update): it has not used it, or not in this order. A number that was never sent is ANT_ERROR_INVALID_ARGUMENT. Mutating.
/// newest: number of the newest packet it has
/// mask: bit i = it also has packet newest - 1 - i
/// now: nanoseconds on the game clock; round trips are measured by it
ANT_API
AntStatus ant_sender_acknowledge(struct AntSender sender,
                                 struct AntConnection connection,
                                 uint32_t newest,
                                 uint32_t mask,
                                 int64_t now);

/// A receiver has an update of ant_sender_poll. ANT_LATE when it was not waited for any more. Mutating.
/// sequence: AntUpdate::sequence. [Limit: <= 65535]
ANT_API
AntStatus ant_sender_acknowledge_update(struct AntSender sender,
                                        struct AntConnection connection,
                                        uint32_t entity,
                                        uint32_t sequence,
                                        int64_t now);

/// What was sent over a connection so far. Const.
ANT_API
AntStatus ant_sender_connection_stats(struct AntSender sender,
                                      struct AntConnection connection,
                                      struct AntConnectionStats *out_stats);

/// Sets the host's choice of type-2 lines, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the
/// state. ant_sender_suggest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
ANT_API
AntStatus ant_sender_set_aim(struct AntSender sender,
                             AntAimFn callback,
                             void *user);

/// Sets the host's say in who sees what, or removes it. Once this returns, the former one is not running and is never called again. It is not part of the
/// state. ant_sender_set_interest does the same without a callback. Mutating.
/// callback: [opt] null = none
/// user: [opt] handed to the callback
ANT_API
AntStatus ant_sender_set_observers(struct AntSender sender,
                                   AntObserversFn callback,
                                   void *user);

/// Chooses the type-2 line of an entity for the truth that was told last: the callback of ant_sender_set_aim without a callback. It counts until the next
/// ant_sender_tell, and where there is no callback. Mutating.
/// offset: [(x, y, z)] where the line begins, from the position told
/// velocity: [(x, y, z)] the prediction vector, units per second
ANT_API
AntStatus ant_sender_suggest(struct AntSender sender,
                             uint32_t entity,
                             const double *offset,
                             const double *velocity);

/// ant_sender_tell, and the owner's predictor observes it, too (as ant_predictor_observe, which must not be called for it then). Where the entity's model there is
/// ANT_MODEL_KINEMATIC or ANT_MODEL_AUTO, updates of type 2 are from then on the lines that stay within the threshold longest, by a policy learned from recorded
/// matches, and not those along the present velocity: a fifth fewer updates. A callback of ant_sender_set_aim or an ant_sender_suggest goes before. Needs predictor,
/// map and sender alone. Mutating.
/// entity: in the predictor; its number on the network is truth.entity
/// truth: as for ant_sender_tell
ANT_API
AntStatus ant_sender_tell_observed(struct AntSender sender,
                                   struct AntPredictor predictor,
                                   struct AntEntity entity,
                                   const struct AntUpdate *truth);

/// ant_sender_suggest of the line that stays within the position threshold of the path which a predictor expects of the entity for the longest time: the vector of
/// type 2 for any model. The truth must have been told to the sender and observed by the predictor. About forty predictions, so do it for entities that are due, or
/// for all of few. Needs the sender alone. Mutating.
/// number: on the network
/// entity: in the predictor
ANT_API
AntStatus ant_sender_suggest_along(struct AntSender sender,
                                   uint32_t number,
                                   struct AntPredictor predictor,
                                   struct AntEntity entity);

/// Replaces the policy by which lines of ant_sender_tell_observed are chosen. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in policy
ANT_API
AntStatus ant_sender_load_policy(struct AntSender sender,
                                 const void *bytes,
                                 uint64_t byte_len);

/// ant_predictor_load_weights for what a connection's receiver is thought to show: where receivers run ANT_MODEL_AUTO or ANT_MODEL_KINEMATIC with weights of their
/// own, the sender must load the same, before the first update. New connections begin with the built-in ones. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [opt] [byte_len bytes] copied; null with byte_len 0 = the built-in weights
ANT_API
AntStatus ant_sender_load_weights(struct AntSender sender,
                                  struct AntConnection connection,
                                  const void *bytes,
                                  uint64_t byte_len);

/// Fills a descriptor with defaults; the predictor must be set. Any thread.
/// struct_size: sizeof(AntReceiverDesc)
ANT_API AntStatus ant_receiver_desc_init(struct AntReceiverDesc *desc, uint32_t struct_size);

/// Makes a receiver that knows no entity. It keeps its predictor alive. Any thread.
/// desc: copied
ANT_API AntStatus ant_receiver_create(const struct AntReceiverDesc *desc, struct AntReceiver *out_receiver);

/// Ends a receiver's handle at once; its predictor goes on. Any thread.
ANT_API AntStatus ant_receiver_destroy(struct AntReceiver receiver);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_receiver_is_valid(struct AntReceiver receiver);

/// From now on updates of the network number `number` are about `entity`. Only the receiver may observe it then. Mutating.
/// entity: of the receiver's predictor
ANT_API
AntStatus ant_receiver_add(struct AntReceiver receiver,
                           uint32_t number,
                           struct AntEntity entity);

/// Forgets a network number; the entity stays in the predictor. Mutating.
ANT_API AntStatus ant_receiver_remove(struct AntReceiver receiver, uint32_t number);

/// The predictor's entity of a network number, also after a restore. Const.
ANT_API AntStatus ant_receiver_entity(struct AntReceiver receiver, uint32_t number, struct AntEntity *out_entity);

/// Lists the network numbers, ascending. ANT_TRUNCATED when more follow. Const.
/// first: number of entities to skip
/// out_numbers: [opt] [capacity] ANT_U32
/// out_count: receives the number of entities
ANT_API
AntStatus ant_receiver_entities(struct AntReceiver receiver,
                                uint32_t first,
                                uint32_t capacity,
                                const struct AntStream *out_numbers,
                                uint32_t *out_count);

/// Takes in an update. Allocates nothing once the entity has been heard of. Needs the predictor alone, and its map as ant_predictor_observe does. Mutating.
/// update: in the predictor's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// out_verdict: [opt] receives ANT_VERDICT_…
ANT_API
AntStatus ant_receiver_receive(struct AntReceiver receiver,
                               const struct AntUpdate *update,
                               int64_t arrival,
                               uint32_t *out_verdict);

/// Takes in the updates of a packet, in order. ANT_PARTIAL when some are bad and there is a status stream; without it one that is malformed fails the call
/// before anything changed. Mutating.
/// updates: [count] in the predictor's frame; all have the struct_size of the first
/// arrival: when they arrived, nanoseconds on the own clock
/// out_verdicts: [opt] [count] ANT_U8 or ANT_U32: ANT_VERDICT_…
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_receiver_receive_batch(struct AntReceiver receiver,
                                     uint32_t count,
                                     const struct AntUpdate *updates,
                                     int64_t arrival,
                                     const struct AntStream *out_verdicts,
                                     const struct AntStream *out_status);

/// Goes on to `now` on the own clock: moves the shown times and takes in updates that were held until now. Once per frame. Mutating.
/// now: nanoseconds on the own clock
ANT_API
AntStatus ant_receiver_advance(struct AntReceiver receiver,
                               int64_t now);

/// Takes in a request and its answer, which split the offset of the clocks from the time under way. Without any, the remote clock is known only up to the
/// shortest time under way, and entities are shown that much in the past. Mutating.
/// request_sent: own clock, nanoseconds
/// request_received: remote clock
/// answer_sent: remote clock
/// answer_received: own clock
ANT_API
AntStatus ant_receiver_answer_arrived(struct AntReceiver receiver,
                                      int64_t request_sent,
                                      int64_t request_received,
                                      int64_t answer_sent,
                                      int64_t answer_received);

/// Forgets what is known of the remote clock and of delays: after a reconnection, or with the snapshot of another machine. Mutating.
ANT_API
AntStatus ant_receiver_forget_clock(struct AntReceiver receiver);

/// Where an entity is at the time of the last ant_receiver_advance, as far as its updates and its model tell. ANT_ERROR_NOT_FOUND when it is not known, no
/// update of it has come, or it has left. Const.
/// number: its network number
ANT_API
AntStatus ant_receiver_predict(struct AntReceiver receiver,
                               uint32_t number,
                               struct AntShown *out_shown);

/// Where an entity was a little in the past, between two updates; predicted when the next one has not come. Fails as ant_receiver_predict does. Const.
/// number: its network number
ANT_API
AntStatus ant_receiver_interpolate(struct AntReceiver receiver,
                                   uint32_t number,
                                   struct AntShown *out_shown);

/// Fills a batch with defaults: no entities. Any thread.
/// struct_size: sizeof(AntShowBatch)
ANT_API AntStatus ant_show_batch_init(struct AntShowBatch *batch, uint32_t struct_size);

/// Shows many entities. Allocates nothing. ANT_PARTIAL when some cannot be shown and there is a status stream; without it one such entity fails the call before
/// anything is written. Const.
ANT_API
AntStatus ant_receiver_show_batch(struct AntReceiver receiver,
                                  const struct AntShowBatch *batch);

/// The times of the sender's clock that are shown since the last ant_receiver_advance. ANT_EMPTY, and nothing written, before anything has arrived. Const.
/// out_prediction: [opt] of ant_receiver_predict
/// out_interpolation: [opt] of ant_receiver_interpolate
ANT_API
AntStatus ant_receiver_times(struct AntReceiver receiver,
                             int64_t *out_prediction,
                             int64_t *out_interpolation);

/// What is known of the updates of an entity; what is of the link is 0. Const.
/// number: its network number
ANT_API
AntStatus ant_receiver_entity_stats(struct AntReceiver receiver,
                                    uint32_t number,
                                    struct AntReceiverStats *out_stats);

/// What is known of the link. Const.
ANT_API AntStatus ant_receiver_link_stats(struct AntReceiver receiver, struct AntReceiverStats *out_stats);

/// Moves all kept positions together with the origin of coordinates; goes with ant_predictor_rebase. Mutating.
/// shift: [(x, y, z)] in the predictor's frame
ANT_API AntStatus ant_receiver_rebase(struct AntReceiver receiver, const double *shift);

/// Bytes of memory a receiver holds, without its predictor. Const.
ANT_API AntStatus ant_receiver_bytes(struct AntReceiver receiver, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_receiver_state_hash(struct AntReceiver receiver, uint64_t *out_hash);

/// Writes the whole state of a receiver, without its predictor. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_receiver_snapshot(struct AntReceiver receiver,
                                void *buf,
                                uint64_t capacity,
                                uint64_t *needed);

/// Takes over a snapshot, made with the same `depth`, beside a predictor that took over the snapshot of that time too. On an error nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_receiver_restore(struct AntReceiver receiver,
                               const void *bytes,
                               uint64_t byte_len);

/// Writes all that somebody who joins late needs: the state of the predictor, of its map (fields, trails) and of the receiver. The level is not in it: everybody
/// loads the same one. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_receiver_join_snapshot(struct AntReceiver receiver,
                                     void *buf,
                                     uint64_t capacity,
                                     uint64_t *needed);

/// Takes over what ant_receiver_join_snapshot wrote on another machine: the states of the receiver's predictor, of its map and of the receiver are replaced, and from
/// the next update on both machines know the same to the bit. The remote clock is estimated anew. Ask ant_receiver_entity for the entities. On an error nothing
/// changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_receiver_join(struct AntReceiver receiver,
                            const void *bytes,
                            uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntPlausibilityDesc)
ANT_API AntStatus ant_plausibility_desc_init(struct AntPlausibilityDesc *desc, uint32_t struct_size);

/// Fills a passage with defaults. Any thread.
/// struct_size: sizeof(AntPassage)
ANT_API AntStatus ant_passage_init(struct AntPassage *passage, uint32_t struct_size);

/// Fills limits with defaults: a Quake III runner. Any thread.
/// struct_size: sizeof(AntLimits)
ANT_API AntStatus ant_limits_init(struct AntLimits *limits, uint32_t struct_size);

/// Makes a judge. It keeps its level alive. Any thread.
/// desc: [opt] copied
/// limits: [opt] hold for entities that get none of their own; copied
ANT_API
AntStatus ant_plausibility_create(const struct AntPlausibilityDesc *desc,
                                  const struct AntLimits *limits,
                                  struct AntPlausibility *out_plausibility);

/// Ends a judge's handle at once. Any thread.
ANT_API AntStatus ant_plausibility_destroy(struct AntPlausibility plausibility);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_plausibility_is_valid(struct AntPlausibility plausibility);

/// Declares a way that the level does not know. Mutating.
ANT_API AntStatus ant_plausibility_add_passage(struct AntPlausibility plausibility, const struct AntPassage *passage);

/// Forgets all passages. Mutating.
ANT_API AntStatus ant_plausibility_clear_passages(struct AntPlausibility plausibility);

/// Gives an entity limits of its own. Mutating.
/// number: its network number
ANT_API
AntStatus ant_plausibility_set_limits(struct AntPlausibility plausibility,
                                      uint32_t number,
                                      const struct AntLimits *limits);

/// Lets an entity be faster for a while: it was hit, it took a jump pad. Mutating.
/// speed: m/s on top of its limit. [Limit: 0 to 1e9]
/// until: nanoseconds on the sender's clock
ANT_API
AntStatus ant_plausibility_allow_speed(struct AntPlausibility plausibility,
                                       uint32_t number,
                                       double speed,
                                       int64_t until);

/// Lets an entity turn up anywhere, once: it respawns, a script moves it. Mutating.
/// until: nanoseconds on the sender's clock
ANT_API AntStatus ant_plausibility_allow_teleport(struct AntPlausibility plausibility, uint32_t number, int64_t until);

/// Tells that somebody aims at an entity. Mutating.
/// since: nanoseconds on the own clock
/// until: nanoseconds on the own clock, not before `since`
ANT_API
AntStatus ant_plausibility_aimed_at(struct AntPlausibility plausibility,
                                    uint32_t number,
                                    int64_t since,
                                    int64_t until);

/// Forgets an entity; its evidence stays. Mutating.
ANT_API AntStatus ant_plausibility_remove(struct AntPlausibility plausibility, uint32_t number);

/// Judges an update; nothing is dropped, the judgement is advice. Call it before ant_receiver_receive. Mutating.
/// update: in the host's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// receiver: [opt] which predicts its entity; null = no prediction to compare with
ANT_API
AntStatus ant_plausibility_judge(struct AntPlausibility plausibility,
                                 const struct AntUpdate *update,
                                 int64_t arrival,
                                 struct AntReceiver receiver,
                                 struct AntJudgement *out_judgement);

/// Puts down that an entity told peers different things, or revealed something else than it had committed to. Mutating.
/// update: the update it is about
/// peers: how many peers differ
ANT_API
AntStatus ant_plausibility_inconsistent(struct AntPlausibility plausibility,
                                        const struct AntUpdate *update,
                                        int64_t arrival,
                                        uint32_t peers,
                                        struct AntJudgement *out_judgement);

/// What is known of an entity. Const.
/// now: nanoseconds on the sender's clock; points decay until then
ANT_API
AntStatus ant_plausibility_standing(struct AntPlausibility plausibility,
                                    uint32_t number,
                                    int64_t now,
                                    struct AntStanding *out_standing);

/// Takes out the oldest piece of evidence. ANT_EMPTY, and nothing written, when there is none. Mutating.
ANT_API AntStatus ant_plausibility_pull(struct AntPlausibility plausibility, struct AntEvidence *out_evidence);

/// Moves all kept positions together with the origin of coordinates. Mutating.
/// shift: [(x, y, z)] in the host's frame
ANT_API AntStatus ant_plausibility_rebase(struct AntPlausibility plausibility, const double *shift);

/// Bytes of memory a judge holds. Const.
ANT_API AntStatus ant_plausibility_bytes(struct AntPlausibility plausibility, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_plausibility_state_hash(struct AntPlausibility plausibility, uint64_t *out_hash);

/// Writes the whole state. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_plausibility_snapshot(struct AntPlausibility plausibility,
                                    void *buf,
                                    uint64_t capacity,
                                    uint64_t *needed);

/// Takes over a snapshot. On an error nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_plausibility_restore(struct AntPlausibility plausibility, const void *bytes, uint64_t byte_len);

/// Commits to an update: SHA-256 over a nonce and the update. Send it now, the update and the nonce later. Any thread.
/// nonce: [32 bytes] fresh random bytes from the operating system; secret until the reveal
/// update: quantised, as receivers will see it; any frame, as long as all use the same
/// out_digest: [32 bytes]
ANT_API AntStatus ant_commitment_make(const uint8_t *nonce, const struct AntUpdate *update, uint8_t *out_digest);

/// The digest of an update, which peers compare. Any thread.
/// update: quantised; any frame, as long as all use the same
/// out_digest: [32 bytes]
ANT_API AntStatus ant_update_digest(const struct AntUpdate *update, uint8_t *out_digest);

/// Finds the peers to whom an entity was shown elsewhere than to most. Peers say where they have it at a time they agreed on; two honest statements are at most the
/// sum of their allowances apart, and whoever contradicts more than half of the others is told. Any thread.
/// count: statements. [Limit: 0 to 32]
/// positions: [(x, y, z) * count] any frame and unit, as long as all use the same
/// allowances: [count] how wrong each may honestly be, in the unit of the positions: the threshold its updates are sent by. [Limit: finite, not negative]
/// out_odd: receives one bit per statement, 1 = it contradicts most
ANT_API
AntStatus ant_odd_ones_out(uint32_t count,
                           const double *positions,
                           const double *allowances,
                           uint32_t *out_odd);

/// Makes a book of commitments. Any thread.
/// capacity: most commitments that are open, and most updates whose digests are remembered. [Limit: 1 to 65536]
ANT_API AntStatus ant_commitments_create(uint32_t capacity, struct AntCommitments *out_commitments);

/// Ends the handle at once. Any thread.
ANT_API AntStatus ant_commitments_destroy(struct AntCommitments commitments);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_commitments_is_valid(struct AntCommitments commitments);

/// Notes a commitment that arrived. ANT_ERROR_STATE when one for this update is open already, ANT_ERROR_BUDGET when there is no room. Mutating.
/// entity: its network number
/// sequence: the update it is about. [Limit: 0 to 65535]
/// digest: [32 bytes]
/// arrival: nanoseconds on the own clock
ANT_API
AntStatus ant_commitments_commit(struct AntCommitments commitments,
                                 uint32_t entity,
                                 uint32_t sequence,
                                 const uint8_t *digest,
                                 int64_t arrival);

/// Compares a reveal with its commitment, which is closed. Mutating.
/// nonce: [32 bytes]
/// out_reveal: receives ANT_REVEAL_…
ANT_API
AntStatus ant_commitments_reveal(struct AntCommitments commitments,
                                 const uint8_t *nonce,
                                 const struct AntUpdate *update,
                                 uint32_t *out_reveal);

/// Takes out the oldest commitment that came at or before a time and was not revealed. ANT_EMPTY, and nothing written, when there is none. Mutating.
/// deadline: nanoseconds on the own clock
/// out_entity: network number of its entity
/// out_sequence: the update it was about
ANT_API
AntStatus ant_commitments_overdue(struct AntCommitments commitments,
                                  int64_t deadline,
                                  uint32_t *out_entity,
                                  uint32_t *out_sequence);

/// Notes the digest of an update that this machine got. Mutating.
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
ANT_API
AntStatus ant_commitments_saw(struct AntCommitments commitments,
                              uint32_t entity,
                              uint32_t sequence,
                              const uint8_t *digest,
                              struct AntDigestReport *out_report);

/// Notes the digest of an update that a peer says it got. Mutating.
/// peer: the host's own number of the peer. [Limit: below 2^32 - 1]
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
ANT_API
AntStatus ant_commitments_told(struct AntCommitments commitments,
                               uint32_t peer,
                               uint32_t entity,
                               uint32_t sequence,
                               const uint8_t *digest,
                               struct AntDigestReport *out_report);

/// Bytes of memory a book of commitments holds. Const.
ANT_API AntStatus ant_commitments_bytes(struct AntCommitments commitments, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_commitments_state_hash(struct AntCommitments commitments, uint64_t *out_hash);

/// Writes the whole state. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API
AntStatus ant_commitments_snapshot(struct AntCommitments commitments,
                                   void *buf,
                                   uint64_t capacity,
                                   uint64_t *needed);

/// Takes over a snapshot. ANT_ERROR_BUDGET when it holds more than this book has room for. On an error nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API
AntStatus ant_commitments_restore(struct AntCommitments commitments,
                                  const void *bytes,
                                  uint64_t byte_len);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntSmootherDesc)
ANT_API AntStatus ant_smoother_desc_init(struct AntSmootherDesc *desc, uint32_t struct_size);

/// Makes a smoother. It keeps its predictor (with level and map) alive, also when the handle of that is destroyed. Any thread.
ANT_API
AntStatus ant_smoother_create(const struct AntSmootherDesc *desc,
                              struct AntSmoother *out_smoother);

/// Ends a smoother's handle at once. Any thread.
ANT_API AntStatus ant_smoother_destroy(struct AntSmoother smoother);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_smoother_is_valid(struct AntSmoother smoother);

/// Changes the parameters; `predictor` and `capacity` of the descriptor are not looked at. Curves that are under way go on by the new method, which is seen.
/// Mutating.
ANT_API
AntStatus ant_smoother_set_desc(struct AntSmoother smoother,
                                const struct AntSmootherDesc *desc);

/// Forgets an entity, which appears anew when it is drawn again. ANT_EMPTY when it was not known. Entities that the predictor removed may be forgotten; if they are
/// not, the next one in their place takes their memory. Mutating.
ANT_API
AntStatus ant_smoother_forget(struct AntSmoother smoother,
                              struct AntEntity entity);

/// Number of entities that are known. Const.
ANT_API AntStatus ant_smoother_entity_count(struct AntSmoother smoother, uint32_t *out_count);

/// Mean gap between the updates of an entity. ANT_ERROR_NOT_FOUND when it is not known. Const.
/// out_seconds: receives the mean gap
/// out_time: [opt] receives the time of convergence that follows from it, seconds
ANT_API
AntStatus ant_smoother_mean_gap(struct AntSmoother smoother,
                                struct AntEntity entity,
                                double *out_seconds,
                                double *out_time);

/// Moves all drawn places together with the origin of coordinates: the place that was at `shift` is at zero from now on. Goes with ant_predictor_rebase and
/// ant_world_rebase. Mutating.
/// shift: [(x, y, z)] in the host's frame
ANT_API
AntStatus ant_smoother_rebase(struct AntSmoother smoother,
                              const double *shift);

/// Bytes of memory a smoother holds, without its predictor. Const.
ANT_API AntStatus ant_smoother_bytes(struct AntSmoother smoother, uint64_t *out_bytes);

/// Hash of the whole state: equal on two machines when they are in the same state. Const.
ANT_API AntStatus ant_smoother_state_hash(struct AntSmoother smoother, uint64_t *out_hash);

/// Writes the whole state with its parameters. Call it with a null buffer first to learn the size. Const.
/// buf: [opt] [capacity bytes] too short: ANT_ERROR_BUFFER_TOO_SMALL
/// needed: [opt] receives the size in bytes
ANT_API AntStatus ant_smoother_snapshot(struct AntSmoother smoother, void *buf, uint64_t capacity, uint64_t *needed);

/// Takes over a snapshot, which goes with one of the predictor. On ANT_ERROR_CORRUPT nothing changed. Mutating.
/// bytes: [byte_len bytes]
ANT_API AntStatus ant_smoother_restore(struct AntSmoother smoother, const void *bytes, uint64_t byte_len);

/// Fills a correction with defaults. Any thread.
/// struct_size: sizeof(AntSmoothCorrection)
ANT_API AntStatus ant_smooth_correction_init(struct AntSmoothCorrection *correction, uint32_t struct_size);

/// Tells that an update changed the prediction of an entity; call it right after ant_predictor_observe, and not for updates that came late. From then on drawing
/// moves from what was shown to the new prediction. Mutating.
/// out_course: [opt] receives ANT_COURSE_…
ANT_API
AntStatus ant_smoother_correct(struct AntSmoother smoother,
                               struct AntEntity entity,
                               const struct AntSmoothCorrection *correction,
                               uint32_t *out_course);

/// Tells that updates changed the predictions of many entities, in order; the predictor is asked for them. ANT_PARTIAL when some are bad and there is a status
/// stream; without it one bad entity fails the call before anything changed. Mutating.
/// time: when the updates were taken in, nanoseconds
/// entities: [count] ANT_U64: AntEntity
/// flags: [opt] [count] ANT_U8 … ANT_U32: ANT_SMOOTH_TELEPORTED
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32
ANT_API
AntStatus ant_smoother_correct_batch(struct AntSmoother smoother,
                                     int64_t time,
                                     uint32_t count,
                                     const struct AntStream *entities,
                                     const struct AntStream *flags,
                                     const struct AntStream *out_status);

/// What to draw of an entity in a frame. ANT_IN_THE_PAST when the time lies before that of its last frame, which is answered again. Mutating.
/// time: nanoseconds on the game clock
ANT_API
AntStatus ant_smoother_draw(struct AntSmoother smoother,
                            struct AntEntity entity,
                            int64_t time,
                            struct AntDrawn *out_drawn);

/// Fills a batch with defaults: no entities. Any thread.
/// struct_size: sizeof(AntDrawBatch)
ANT_API AntStatus ant_draw_batch_init(struct AntDrawBatch *batch, uint32_t struct_size);

/// What to draw of many entities in a frame. Allocates nothing once all were drawn. ANT_PARTIAL when some are bad and there is a status stream; without it one
/// bad entity fails the call before anything changed. Mutating.
ANT_API
AntStatus ant_smoother_draw_batch(struct AntSmoother smoother,
                                  const struct AntDrawBatch *batch);

/// Fills a descriptor with defaults. Any thread.
/// struct_size: sizeof(AntRecorderDesc)
ANT_API AntStatus ant_recorder_desc_init(struct AntRecorderDesc *desc, uint32_t struct_size);

/// Begins a recording. All memory is taken here: capacity + max_entities * 120 bytes. Any thread.
ANT_API AntStatus ant_recorder_create(const struct AntRecorderDesc *desc, struct AntRecorder *out_recorder);

/// Ends a recorder's handle at once; what was not pulled is lost. Any thread.
ANT_API AntStatus ant_recorder_destroy(struct AntRecorder recorder);

/// ANT_OK when the handle can be used, ANT_ERROR_INVALID_HANDLE or ANT_ERROR_POISONED otherwise. Any thread.
ANT_API AntStatus ant_recorder_is_valid(struct AntRecorder recorder);

/// Fills a description with defaults: a player without a team. Any thread.
/// struct_size: sizeof(AntRecordEntity)
ANT_API AntStatus ant_record_entity_init(struct AntRecordEntity *entity, uint32_t struct_size);

/// Adds an entity, at any time; from now on it can be sampled and take part in events. ANT_ERROR_BUDGET when max_entities are there, or no room is left
/// before something was pulled. Mutating.
ANT_API
AntStatus ant_recorder_add_entity(struct AntRecorder recorder,
                                  const struct AntRecordEntity *entity);

/// Records the level as it is now: polygons and links of a mesh, squares of a grid. ANT_TRUNCATED when the memory is full: pull, and call it again with
/// the same level until it returns ANT_OK. ANT_ERROR_STATE when a level is recorded already, or another one was begun. Mutating; the level is only read.
ANT_API
AntStatus ant_recorder_level(struct AntRecorder recorder,
                             struct AntWorld world);

/// Takes out bytes that were recorded; written one after the other they are an .anttrace file. Call it every few ticks. ANT_EMPTY when there are none,
/// ANT_TRUNCATED when more wait. Mutating.
/// buf: [capacity bytes]
/// out_len: receives how many bytes were written to buf
ANT_API
AntStatus ant_recorder_pull(struct AntRecorder recorder,
                            void *buf,
                            uint64_t capacity,
                            uint64_t *out_len);

/// Makes everything recorded so far ready to be pulled. Not needed every tick: the recorder does it by itself after block_time or block_bytes. Mutating.
ANT_API
AntStatus ant_recorder_flush(struct AntRecorder recorder);

/// Ends the recording; pull what is left. Whoever reads it will know that it is whole. Mutating.
ANT_API AntStatus ant_recorder_finish(struct AntRecorder recorder);

/// Counts of a recording. Const.
ANT_API AntStatus ant_recorder_stats(struct AntRecorder recorder, struct AntRecorderStats *out_stats);

/// Fills a batch with defaults: no streams. Any thread.
/// struct_size: sizeof(AntRecordSamples)
ANT_API AntStatus ant_record_samples_init(struct AntRecordSamples *samples, uint32_t struct_size);

/// Records the states of many entities. Time never goes back; it may stand still. One bad element, or too little room (ANT_ERROR_BUDGET: pull first), and
/// nothing is recorded. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock
ANT_API
AntStatus ant_recorder_sample_batch(struct AntRecorder recorder,
                                    int64_t time,
                                    const struct AntRecordSamples *samples);

/// Records the state of one entity. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// position: [(x, y, z)]
/// velocity: [opt] [(x, y, z)] units per second
/// orientation: [opt] [(x, y, z, w)] where it looks
/// flags: ANT_SAMPLE_DEAD, ANT_SAMPLE_JUMPED
ANT_API
AntStatus ant_recorder_sample(struct AntRecorder recorder,
                              int64_t time,
                              uint32_t id,
                              const double *position,
                              const double *velocity,
                              const double *orientation,
                              uint32_t flags);

/// Records that something happened. Nothing is allocated. Mutating.
/// time: nanoseconds on the game's clock; it never goes back
/// kind: ANT_RECORD_HIT … ANT_RECORD_SPAWNED
/// actor: an entity, or ANT_RECORD_NOBODY
/// target: an entity, or ANT_RECORD_NOBODY
/// value: damage, weapon or amount, as the kind says; 0 when there is none
ANT_API
AntStatus ant_recorder_event(struct AntRecorder recorder,
                             int64_t time,
                             uint32_t kind,
                             uint32_t actor,
                             uint32_t target,
                             double value);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ANTRECKON_H */
