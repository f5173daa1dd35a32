/* A dead man that shoots: A's shot at B is held up in the network, so that B, who is dead, shoots C. Timewarp puts it right.
 * cc dead_man.c -I include -L target/release -lantreckon -o dead_man */
#include "antreckon.h"
#include <stdio.h>
#include <string.h>

#define MS INT64_C(1000000)

/* The game: who is alive. Player 0 is A, 1 is B, 2 is C. An event's source is who shoots, its payload whom. */
typedef struct Game {
    uint8_t alive[3];
} Game;

static int32_t save(uint32_t slot, void *buffer, uint64_t capacity, uint64_t *out_len, void *user) {
    (void)slot, (void)capacity;
    memcpy(buffer, user, sizeof(Game));
    *out_len = sizeof(Game);
    return 0;
}

static int32_t load(uint32_t slot, const void *bytes, uint64_t byte_len, void *user) {
    (void)slot, (void)byte_len;
    printf("           (back to an earlier state)\n");
    memcpy(user, bytes, sizeof(Game));
    return 0;
}

static int32_t execute(const AntTimewarpEvent *event, const void *payload, AntOutcome *out_outcome, void *user) {
    Game *game = (Game *)user;
    int shooter = (int)event->source, victim = *(const uint8_t *)payload;
    printf("  %3d ms   %c shoots at %c", (int)(event->time / MS), 'A' + shooter, 'A' + victim);
    if (!game->alive[shooter]) {
        printf(", but %c is dead\n", 'A' + shooter);
    } else if (game->alive[victim]) {
        game->alive[victim] = 0;
        printf(" and kills\n");
        out_outcome->len = 1;
        out_outcome->bytes[0] = (uint8_t)victim;
    } else {
        printf(", who is dead already\n");
    }
    return 0;
}

static void show(const char *when, const Game *game) {
    int i;
    printf("%s:", when);
    for (i = 0; i < 3; i++) printf(" %c %s%s", 'A' + i, game->alive[i] ? "lives" : "is dead", i < 2 ? "," : "\n");
}

int main(void) {
    Game game = {{1, 1, 1}};
    AntTimewarpDesc desc;
    AntTimewarp log;
    AntTimewarpReport report = {0};
    uint8_t b = 1, c = 2;
    uint32_t verdict, i;
    report.struct_size = sizeof report;
    if (ant_check_version(ANT_VERSION, ANT_ABI_VERSION) < 0) return 1;
    ant_timewarp_desc_init(&desc);
    desc.window = 500 * MS;
    if (ant_timewarp_create(&desc, &log) < 0) return 1;

    printf("200 ms: B's shot of 150 ms arrives\n");
    ant_timewarp_insert(log, 150 * MS, 1, 1, &c, 1, &verdict);
    ant_timewarp_run(log, 200 * MS, save, load, execute, &game, &report);
    show("as the server sees it", &game);

    printf("\n350 ms: A's shot of 100 ms arrives%s\n", " after all");
    ant_timewarp_insert(log, 100 * MS, 0, 1, &b, 1, &verdict);
    ant_timewarp_run(log, 350 * MS, save, load, execute, &game, &report);
    show("as it was", &game);

    printf("\nto be told to the players:\n");
    for (i = 0; i < report.changes; i++) {
        AntTimewarpChange change = {0};
        change.struct_size = sizeof change;
        ant_timewarp_change(log, i, &change);
        if (change.kind == ANT_CHANGE_APPEARED) {
            printf("  %c was killed by %c at %d ms\n", 'A' + change.new_outcome.bytes[0], 'A' + (int)change.source,
                   (int)(change.time / MS));
        } else {
            printf("  %c was not killed by %c at %d ms: the kill is undone\n", 'A' + change.old_outcome.bytes[0],
                   'A' + (int)change.source, (int)(change.time / MS));
        }
    }
    ant_timewarp_clear_changes(log);

    printf("\n900 ms: a shot at A of 120 ms arrives: ");
    AntStatus late = ant_timewarp_run(log, 900 * MS, save, load, execute, &game, NULL);
    b = 0;
    if (late >= 0) late = ant_timewarp_insert(log, 120 * MS, 2, 1, &b, 1, &verdict);
    printf("%s\n", late == ANT_REFUSED && verdict == ANT_ARRIVAL_TOO_OLD ? "refused, too old" : ant_status_name(late));

    ant_destroy(log.id);
    /* What must have come out, for whoever runs this as a test. */
    return !(game.alive[0] == 1 && game.alive[1] == 0 && game.alive[2] == 1 && report.changes == 2 && late == ANT_REFUSED);
}
