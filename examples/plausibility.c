/* A cheat who runs too fast, and one who walks through a wall: nothing is dropped, but there is evidence.
 * cc plausibility.c -I include -L target/release -lantreckon -lm -o plausibility */
#include "example.h"

static uint32_t judge(AntPlausibility judge_of, uint32_t player, uint32_t number, int64_t time, double x, double z) {
    const AntReceiver nobody = {0};
    AntUpdate update;
    AntJudgement judgement = {0};
    MUST(ant_update_init(&update));
    update.entity = player;
    update.sequence = number;
    update.time = time;
    update.position[0] = x, update.position[2] = z;
    judgement.struct_size = sizeof judgement;
    MUST(ant_plausibility_judge(judge_of, &update, update.time, nobody, &judgement));
    return judgement.rules;
}

int main(void) {
    uint8_t blocked[20 * 20] = {0};
    AntPlausibilityDesc desc;
    AntLimits limits;
    AntPlausibility plausibility;
    AntEvidence evidence = {0};
    AntStanding honest = {0}, runner = {0}, ghost = {0};
    AntWorld world;
    uint32_t i, rules[4] = {0};
    int pieces = 0;
    check_library();
    for (i = 0; i < 20; i++) blocked[i * 20 + 10] = 1; /* a wall from end to end at x = 10 */
    world = grid_level(20, 20, blocked);
    MUST(ant_plausibility_desc_init(&desc));
    desc.world = world;
    MUST(ant_limits_init(&limits));
    limits.v_max = 6;
    limits.knock_back = 2;
    MUST(ant_plausibility_create(&desc, &limits, &plausibility));
    for (i = 0; i < 12; i++) {
        rules[1] |= judge(plausibility, 1, i, i * 100 * MS, 2.5 + 0.5 * i, 2.5); /* 5 m/s: fine */
        rules[2] |= judge(plausibility, 2, i, i * 100 * MS, 2.5, 2.5 + 1.4 * i); /* 14 m/s */
    }
    rules[3] |= judge(plausibility, 3, 0, 0, 9.5, 15.5);
    rules[3] |= judge(plausibility, 3, 1, 1000 * MS, 11.5, 15.5); /* 2 m/s, but on the other side of the wall */
    evidence.struct_size = sizeof evidence;
    while (MUST(ant_plausibility_pull(plausibility, &evidence)) == ANT_OK) {
        if (pieces++ < 4) {
            printf("player %u, update %u: rule %u, %.1f where %.1f is plausible\n", (unsigned)evidence.entity,
                   (unsigned)evidence.sequence, (unsigned)evidence.rule, evidence.value, evidence.limit);
        }
    }
    honest.struct_size = runner.struct_size = ghost.struct_size = sizeof honest;
    MUST(ant_plausibility_standing(plausibility, 1, 1200 * MS, &honest));
    MUST(ant_plausibility_standing(plausibility, 2, 1200 * MS, &runner));
    MUST(ant_plausibility_standing(plausibility, 3, 1200 * MS, &ghost));
    printf("%d pieces of evidence; points: honest %.1f, too fast %.1f, through the wall %.1f (a suspect from %.0f on)\n", pieces,
           honest.score, runner.score, ghost.score, ANT_ALARM_SCORE);
    MUST(ant_destroy(plausibility.id));
    MUST(ant_destroy(world.id));
    return !(honest.score == 0 && runner.score >= ANT_ALARM_SCORE && rules[1] == 0 && (rules[2] & ANT_RULE_SPEED) &&
             (rules[3] & ANT_RULE_UNREACHABLE));
}
