/* antreckon/plausibility.h: what a remote machine can hardly have done, and promises between machines.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_PLAUSIBILITY_H
#define ANTRECKON_PLAUSIBILITY_H

#include "base.h"
#include "net.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Score above which an entity is a suspect: none of the honest players of the study reached it (docs/studies/plausibility.md).
#define ANT_ALARM_SCORE 6.0

/// Rules of plausibility that an update broke.
typedef uint32_t AntRuleFlags;
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
    /// Most places of the level (cells, polygons) that the search for another way looks at, for one update. Ways that would take four times as long as the
    /// entity had are never looked for. Default 2048. [Limit: 64 to 1048576]
    uint32_t max_nodes;
    /// Not read.
    uint32_t reserved;
} AntPlausibilityDesc;

/// Fills an AntPlausibilityDesc with its defaults. Any thread.
#define ant_plausibility_desc_init(p) \
    ant_init(ANT_STRUCT_PLAUSIBILITY_DESC, 1 ? (p) : (AntPlausibilityDesc *)0, (uint32_t)sizeof(AntPlausibilityDesc))

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

/// Fills an AntLimits with its defaults. Any thread.
#define ant_limits_init(p) \
    ant_init(ANT_STRUCT_LIMITS, 1 ? (p) : (AntLimits *)0, (uint32_t)sizeof(AntLimits))

/// What is thought of an update.
typedef struct AntJudgement {
    /// Set by ant_judgement_init.
    uint32_t struct_size;
    /// Rules it broke: ANT_RULE_…; 0 = plausible.
    AntRuleFlags rules;
    /// Points of its entity after it.
    double score;
} AntJudgement;

/// Makes an AntJudgement ready for a call that fills it. Any thread.
#define ant_judgement_init(p) \
    ant_init(ANT_STRUCT_JUDGEMENT, 1 ? (p) : (AntJudgement *)0, (uint32_t)sizeof(AntJudgement))

/// How plausible an entity has been.
typedef struct AntStanding {
    /// Set by ant_standing_init.
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

/// Makes an AntStanding ready for a call that fills it. Any thread.
#define ant_standing_init(p) \
    ant_init(ANT_STRUCT_STANDING, 1 ? (p) : (AntStanding *)0, (uint32_t)sizeof(AntStanding))

/// One broken rule.
typedef struct AntEvidence {
    /// Set by ant_evidence_init.
    uint32_t struct_size;
    /// ANT_RULE_…
    AntRuleFlags rule;
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

/// Makes an AntEvidence ready for a call that fills it. Any thread.
#define ant_evidence_init(p) \
    ant_init(ANT_STRUCT_EVIDENCE, 1 ? (p) : (AntEvidence *)0, (uint32_t)sizeof(AntEvidence))

/// What peers said of an update.
typedef struct AntDigestReport {
    /// Set by ant_digest_report_init.
    uint32_t struct_size;
    /// 1 = this machine has the update; 0 = the reports wait for it, and nothing is compared yet.
    uint32_t known;
    /// Peers that got the same as this machine.
    uint32_t agree;
    /// Peers that got something else.
    uint32_t differ;
} AntDigestReport;

/// Makes an AntDigestReport ready for a call that fills it. Any thread.
#define ant_digest_report_init(p) \
    ant_init(ANT_STRUCT_DIGEST_REPORT, 1 ? (p) : (AntDigestReport *)0, (uint32_t)sizeof(AntDigestReport))

/// Flags of AntPassage.
typedef uint32_t AntPassageFlags;
/// AntPassage::from is given; else the passage begins anywhere.
#define ANT_PASSAGE_HAS_FROM 1

/// A way that the level does not know: a spawn point, a teleporter of a script, a vehicle's exit. Fill it with ant_passage_init.
typedef struct AntPassage {
    /// Set by ant_passage_init.
    uint32_t struct_size;
    /// ANT_PASSAGE_HAS_FROM. Default 0.
    AntPassageFlags flags;
    /// Where it begins, in the host's frame.
    double from[3];
    /// Where it ends, in the host's frame.
    double to[3];
    /// How near to its ends one must be, metres. Default 1. [Limit: 1e-6 to 1e9]
    double radius;
    /// Seconds it takes. Default 0. [Limit: 0 to 1e6]
    double seconds;
} AntPassage;

/// Fills an AntPassage with its defaults. Any thread.
#define ant_passage_init(p) \
    ant_init(ANT_STRUCT_PASSAGE, 1 ? (p) : (AntPassage *)0, (uint32_t)sizeof(AntPassage))

/// Makes a judge. It keeps its level alive. Any thread.
/// desc: [opt] copied
/// limits: [opt] hold for entities that get none of their own; copied
ANT_API AntStatus ant_plausibility_create(const struct AntPlausibilityDesc *desc,
                                  const struct AntLimits *limits,
                                  struct AntPlausibility *out_plausibility);

/// Declares a way that the level does not know. Mutating.
ANT_API AntStatus ant_plausibility_add_passage(struct AntPlausibility plausibility, const struct AntPassage *passage);

/// Forgets all passages. Mutating.
ANT_API AntStatus ant_plausibility_clear_passages(struct AntPlausibility plausibility);

/// Gives an entity limits of its own. Mutating.
/// number: its network number
ANT_API AntStatus ant_plausibility_set_limits(struct AntPlausibility plausibility,
                                      uint32_t number,
                                      const struct AntLimits *limits);

/// Lets an entity be faster for a while: it was hit, it took a jump pad. Mutating.
/// speed: m/s on top of its limit. [Limit: 0 to 1e9]
/// until: nanoseconds on the sender's clock
ANT_API AntStatus ant_plausibility_allow_speed(struct AntPlausibility plausibility,
                                       uint32_t number,
                                       double speed,
                                       int64_t until);

/// Lets an entity turn up anywhere, once: it respawns, a script moves it. Mutating.
/// until: nanoseconds on the sender's clock
ANT_API AntStatus ant_plausibility_allow_teleport(struct AntPlausibility plausibility, uint32_t number, int64_t until);

/// Tells that somebody aims at an entity. Mutating.
/// since: nanoseconds on the own clock
/// until: nanoseconds on the own clock, not before `since`
ANT_API AntStatus ant_plausibility_aimed_at(struct AntPlausibility plausibility,
                                    uint32_t number,
                                    int64_t since,
                                    int64_t until);

/// Forgets an entity; its evidence stays. Mutating.
ANT_API AntStatus ant_plausibility_remove(struct AntPlausibility plausibility, uint32_t number);

/// Judges an update; nothing is dropped, the judgement is advice. Call it before ant_receiver_receive. ANT_BUDGET_REACHED, with the judgement written, when
/// max_nodes ended the search for a way, so that whether the entity can have got there stays open: it is not held against it. Mutating.
/// update: in the host's frame
/// arrival: when it arrived, nanoseconds on the own clock. [Limit: -2^61 to 2^61]
/// receiver: [opt] which predicts its entity; null = no prediction to compare with
ANT_API AntStatus ant_plausibility_judge(struct AntPlausibility plausibility,
                                 const struct AntUpdate *update,
                                 int64_t arrival,
                                 struct AntReceiver receiver,
                                 struct AntJudgement *out_judgement);

/// Puts down that an entity told peers different things, or revealed something else than it had committed to. Mutating.
/// update: the update it is about
/// peers: how many peers differ
ANT_API AntStatus ant_plausibility_inconsistent(struct AntPlausibility plausibility,
                                        const struct AntUpdate *update,
                                        int64_t arrival,
                                        uint32_t peers,
                                        struct AntJudgement *out_judgement);

/// What is known of an entity. Const.
/// now: nanoseconds on the sender's clock; points decay until then
ANT_API AntStatus ant_plausibility_standing(struct AntPlausibility plausibility,
                                    uint32_t number,
                                    int64_t now,
                                    struct AntStanding *out_standing);

/// Takes out the oldest piece of evidence. ANT_EMPTY, and nothing written, when there is none. Mutating.
ANT_API AntStatus ant_plausibility_pull(struct AntPlausibility plausibility, struct AntEvidence *out_evidence);

/// What a revealed update is worth.
typedef uint32_t AntReveal;
/// What was committed to.
#define ANT_REVEAL_HONEST 0
/// Something else than was committed to.
#define ANT_REVEAL_DIFFERENT 1
/// Nothing had been committed to.
#define ANT_REVEAL_UNCOMMITTED 2

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
ANT_API AntStatus ant_find_outliers(uint32_t count,
                            const double *positions,
                            const double *allowances,
                            uint32_t *out_odd);

/// Makes a book of commitments. Any thread.
/// capacity: most commitments that are open, and most updates whose digests are remembered. [Limit: 1 to 65536]
ANT_API AntStatus ant_commitments_create(uint32_t capacity, struct AntCommitments *out_commitments);

/// Notes a commitment that arrived. ANT_ERROR_STATE when one for this update is open already, ANT_ERROR_BUDGET when there is no room. Mutating.
/// entity: its network number
/// sequence: the update it is about. [Limit: 0 to 65535]
/// digest: [32 bytes]
/// arrival: nanoseconds on the own clock
ANT_API AntStatus ant_commitments_commit(struct AntCommitments commitments,
                                 uint32_t entity,
                                 uint32_t sequence,
                                 const uint8_t *digest,
                                 int64_t arrival);

/// Compares a reveal with its commitment, which is closed. Mutating.
/// nonce: [32 bytes]
/// out_reveal: receives ANT_REVEAL_…
ANT_API AntStatus ant_commitments_reveal(struct AntCommitments commitments,
                                 const uint8_t *nonce,
                                 const struct AntUpdate *update,
                                 AntReveal *out_reveal);

/// Takes out the oldest commitment that came at or before a time and was not revealed. ANT_EMPTY, and nothing written, when there is none. Mutating.
/// deadline: nanoseconds on the own clock
/// out_entity: network number of its entity
/// out_sequence: the update it was about
ANT_API AntStatus ant_commitments_overdue(struct AntCommitments commitments,
                                  int64_t deadline,
                                  uint32_t *out_entity,
                                  uint32_t *out_sequence);

/// Notes the digest of an update that this machine got. Mutating.
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
ANT_API AntStatus ant_commitments_saw(struct AntCommitments commitments,
                              uint32_t entity,
                              uint32_t sequence,
                              const uint8_t *digest,
                              struct AntDigestReport *out_report);

/// Notes the digest of an update that a peer says it got. Mutating.
/// peer: the host's own number of the peer. [Limit: below 2^32 - 1]
/// digest: [32 bytes] of ant_update_digest
/// out_report: [opt] what peers said of it so far
ANT_API AntStatus ant_commitments_told(struct AntCommitments commitments,
                               uint32_t peer,
                               uint32_t entity,
                               uint32_t sequence,
                               const uint8_t *digest,
                               struct AntDigestReport *out_report);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_PLAUSIBILITY_H */
