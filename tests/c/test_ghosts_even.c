/* Somebody who moves straight at constant speed is drawn so, within one per cent, whatever the way, the rate and the freshness. */
#include "support_map/scene.h"

enum { PLAYER = 7, PEER = 1, OBSERVER = 5, UNDER_WAY = 16 };
/* One way, always the same. */
#define LATENCY (50 * MILLISECOND)
/* The owner's clock shows so much more than the own one. */
#define AHEAD (100 * SECOND)
/* Clock and buffer are found in the first two seconds; then every frame counts. */
#define SETTLED (2 * SECOND)
#define LENGTH (5 * SECOND)
#define SPEED 5.0

typedef enum Transport { PACKETS, DATED, UNDATED } Transport;

typedef struct Setting {
    Transport transport;
    int64_t rate, frames;
    double freshness;
} Setting;

/* Something on its way: a packet, a state or a reply. */
typedef struct Letter {
    int64_t arrival;
    uint64_t size;
    unsigned char bytes[1200];
    AntState state;
} Letter;

/* First in, first out: everything takes equally long. */
typedef struct Line {
    Letter letters[UNDER_WAY];
    uint32_t first, count;
} Line;

typedef struct Game {
    Setting setting;
    AntGhosts ghosts;
    AntOutbox outbox;
    Line down, up;
} Game;

static Letter *post(Line *line, int64_t now) {
    Letter *letter = &line->letters[(line->first + line->count++) % UNDER_WAY];
    if (line->count > UNDER_WAY) {
        printf("more is under way than there is room for\n");
        exit(EXIT_FAILURE);
    }
    letter->arrival = now + LATENCY;
    return letter;
}

/* A letter that has arrived, or null. It stays valid until the next one is posted. */
static const Letter *next_letter(Line *line, int64_t now) {
    const Letter *letter = &line->letters[line->first % UNDER_WAY];
    if (line->count == 0 || letter->arrival > now) {
        return NULL;
    }
    line->first = (line->first + 1) % UNDER_WAY;
    line->count--;
    return letter;
}

static AntState truth(const Game *game, int64_t now) {
    AntState state;
    double t = (double)now * 1e-9;
    MUST(ant_state_init(&state));
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    if (game->setting.transport == DATED) {
        state.flags |= ANT_STATE_HAS_TIME;
        state.time = now + AHEAD;
    }
    state.velocity[0] = 0.8 * SPEED;
    state.velocity[2] = 0.6 * SPEED;
    state.position[0] = -20.0 + state.velocity[0] * t;
    state.position[2] = 3.0 + state.velocity[2] * t;
    return state;
}

static void owner_tick(Game *game, int64_t now) {
    AntState state = truth(game, now);
    const Letter *reply;
    unsigned char bytes[1200];
    uint64_t size;
    if (game->setting.transport != PACKETS) {
        post(&game->down, now)->state = state;
        return;
    }
    while ((reply = next_letter(&game->up, now)) != NULL) {
        MUST(ant_outbox_receive(game->outbox, OBSERVER, reply->bytes, reply->size, now + AHEAD));
    }
    MUST(ant_outbox_submit(game->outbox, &state, 1, now + AHEAD));
    MUST(ant_outbox_packet(game->outbox, OBSERVER, now + AHEAD, bytes, sizeof bytes, &size));
    if (size > 0) {
        Letter *letter = post(&game->down, now);
        letter->size = size;
        memcpy(letter->bytes, bytes, size);
    }
}

/* Whether somebody was drawn. */
static int draw(Game *game, int64_t now, double place[1][3]) {
    const Letter *letter;
    unsigned char bytes[8];
    AntGhostFrame frame;
    uint32_t count;
    uint64_t size;
    while ((letter = next_letter(&game->down, now)) != NULL) {
        MUST(game->setting.transport == PACKETS ? ant_ghosts_receive(game->ghosts, PEER, letter->bytes, letter->size, now)
                                               : ant_ghosts_observe(game->ghosts, PEER, &letter->state, 1, now));
    }
    MUST(ant_ghost_frame_init(&frame));
    frame.capacity = 1;
    frame.positions = *stream(place, 24, 0, ANT_F64X3);
    MUST(ant_ghosts_draw(game->ghosts, now, &frame, &count));
    if (game->setting.transport == PACKETS) {
        MUST(ant_ghosts_reply(game->ghosts, PEER, now, bytes, sizeof bytes, &size));
        if (size > 0) {
            Letter *reply = post(&game->up, now);
            reply->size = size;
            memcpy(reply->bytes, bytes, size);
        }
    }
    return count == 1;
}

static void open_game(Game *game, const Setting *setting) {
    AntGhostsDesc desc;
    AntOutboxDesc owner;
    AntSenderRules rules;
    memset(game, 0, sizeof *game);
    game->setting = *setting;
    MUST(ant_ghosts_desc_init(&desc));
    desc.freshness = setting->freshness;
    MUST(ant_ghosts_create(&desc, &game->ghosts));
    MUST(ant_outbox_desc_init(&owner));
    MUST(ant_outbox_create(&owner, NULL, &game->outbox));
    /* Who runs straight on is told of by the heartbeat alone. */
    MUST(ant_sender_rules_init(&rules));
    rules.heartbeat = SECOND / setting->rate;
    MUST(ant_outbox_set_rules(game->outbox, ANT_EVERYBODY, &rules));
}

/* Largest deviation of the drawn speed, as a share; frames that counted. */
static double unevenness(const Setting *setting, int64_t *frames) {
    static Game game;
    double last[3] = {0, 0, 0}, place[1][3], worst = 0;
    int64_t tick = 0, frame, shown = INT64_MAX;
    /* The owner of an outbox ticks at 60 Hz; what is due is sent. */
    int64_t ticks = setting->transport == PACKETS ? 60 : setting->rate;
    *frames = 0;
    open_game(&game, setting);
    for (frame = 0; frame * SECOND / setting->frames < LENGTH; frame++) {
        int64_t now = SECOND / 120 + frame * SECOND / setting->frames;
        for (; tick * SECOND / ticks <= now; tick++) {
            owner_tick(&game, tick * SECOND / ticks);
        }
        if (!draw(&game, now, place)) {
            continue;
        }
        if (shown >= SETTLED && shown < now) {
            double x = place[0][0] - last[0], y = place[0][1] - last[1], z = place[0][2] - last[2];
            double speed = sqrt(x * x + y * y + z * z) / ((double)(now - shown) * 1e-9);
            worst = fmax(worst, fabs(speed / SPEED - 1.0));
            ++*frames;
        }
        memcpy(last, place[0], sizeof last);
        shown = now;
    }
    ant_destroy(game.ghosts.id);
    ant_destroy(game.outbox.id);
    return worst;
}

static void check_all(Transport transport, const char *name) {
    static const int64_t RATES[] = {5, 60, 10, 20, 30}, FRAMES[] = {60, 30, 144};
    static const double FRESHNESS[] = {1.0, 0.0, 0.5};
    uint32_t rates = (uint32_t)ensure_rounds(5, 2), frames = (uint32_t)ensure_rounds(3, 1), i, j, k;
    double worst = 0;
    for (i = 0; i < rates; i++) {
        for (j = 0; j < frames; j++) {
            for (k = 0; k < LENGTH_OF(FRESHNESS); k++) {
                Setting setting = {transport, RATES[i], FRAMES[j], FRESHNESS[k]};
                int64_t counted;
                double off = unevenness(&setting, &counted);
                worst = fmax(worst, off);
                if (!(off <= 0.01) || counted < 2 * setting.frames) {
                    printf("    %s, %d updates, %d Hz, freshness %.1f: %.2f %% off in %d frames\n", name, (int)RATES[i], (int)FRAMES[j],
                           FRESHNESS[k], off * 100, (int)counted);
                }
                CHECK(off <= 0.01 && counted >= 2 * setting.frames);
            }
        }
    }
    printf("%s: at most %.2f %% off\n", name, worst * 100);
}

static void by_packets(void) { check_all(PACKETS, "packets"); }
static void by_states_with_their_time(void) { check_all(DATED, "states with their time"); }
static void by_states_without(void) { check_all(UNDATED, "states without"); }

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(by_packets);
    RUN_TEST(by_states_with_their_time);
    RUN_TEST(by_states_without);
    return ensure_end();
}
