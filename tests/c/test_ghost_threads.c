/* A network thread hands in packets and states while others draw: nobody is ever told to come again. */
#define _POSIX_C_SOURCE 200809L
#include "support_map/scene.h"
#include <pthread.h>

enum { PLAYERS = 1000, BY_PACKETS = 200, PEER = 9, STATES_PEER = 10, OBSERVER = 5, BATCH = 100, FLOOD = 2000 };
#define TICK (20 * MILLISECOND)
/* Ticks that the network may be ahead of what was drawn: more than a game's, far less than the inbox holds. */
#define LEAD 3

/* How far both threads have come, and what the network thread saw. */
typedef struct Match {
    AntGhosts ghosts;
    pthread_mutex_t lock;
    pthread_cond_t drew;
    int64_t now, drawn;
    int over;
    uint64_t states, packets, refused;
    uint32_t tasks;
} Match;

static void open_match(Match *match, AntGhosts ghosts) {
    memset(match, 0, sizeof *match);
    match->ghosts = ghosts;
    pthread_mutex_init(&match->lock, NULL);
    pthread_cond_init(&match->drew, NULL);
}

static void close_match(Match *match) {
    pthread_cond_destroy(&match->drew);
    pthread_mutex_destroy(&match->lock);
    ant_destroy(match->ghosts.id);
}

static AntGhosts make_ghosts(uint32_t inbox_bytes) {
    AntGhostsDesc desc;
    AntGhosts ghosts;
    MUST(ant_ghosts_desc_init(&desc));
    desc.inbox_bytes = inbox_bytes != 0 ? inbox_bytes : desc.inbox_bytes;
    MUST(ant_ghosts_create(&desc, &ghosts));
    return ghosts;
}

/* Everybody runs along x at 5 m/s, each on a line of its own. */
static AntState runner(uint32_t player, int64_t now) {
    AntState state;
    MUST(ant_state_init(&state));
    state.player = player;
    state.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_TIME;
    state.time = now;
    state.position[0] = 5.0 * (double)now * 1e-9;
    state.position[2] = player;
    state.velocity[0] = 5.0;
    return state;
}

static void publish(Match *match, int64_t now, int over) {
    pthread_mutex_lock(&match->lock);
    match->now = now;
    match->over = over;
    pthread_mutex_unlock(&match->lock);
}

static int look(Match *match, int64_t *now) {
    int over;
    pthread_mutex_lock(&match->lock);
    *now = match->now;
    over = match->over;
    pthread_mutex_unlock(&match->lock);
    return over;
}

static void show(Match *match, int64_t now) {
    pthread_mutex_lock(&match->lock);
    match->drawn = now;
    pthread_cond_signal(&match->drew);
    pthread_mutex_unlock(&match->lock);
}

static void wait_for_frame(Match *match, int64_t now) {
    pthread_mutex_lock(&match->lock);
    while (match->drawn < now) {
        pthread_cond_wait(&match->drew, &match->lock);
    }
    pthread_mutex_unlock(&match->lock);
}

static pthread_t start(void *(*body)(void *), Match *match) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, match) != 0) {
        exit(EXIT_FAILURE);
    }
    return thread;
}

static void *network(void *argument) {
    Match *match = (Match *)argument;
    AntOutboxDesc desc;
    AntOutbox outbox;
    AntState states[BATCH];
    unsigned char bytes[1200];
    uint64_t size;
    uint32_t player;
    int64_t tick, ticks = ensure_rounds(60, 8);
    MUST(ant_outbox_desc_init(&desc));
    desc.max_players = BY_PACKETS;
    MUST(ant_outbox_create(&desc, NULL, &outbox));
    for (tick = 1; tick <= ticks; tick++) {
        int64_t now = tick * TICK;
        AntStatus due = ANT_BUDGET_REACHED;
        wait_for_frame(match, now - LEAD * TICK);
        for (player = 0; player < PLAYERS; player++) {
            states[player % BATCH] = runner(player, now);
            if (player % BATCH != BATCH - 1) {
                continue;
            }
            if (player < BY_PACKETS) {
                MUST(ant_outbox_submit(outbox, states, BATCH, now));
            } else {
                match->refused += ant_ghosts_observe(match->ghosts, STATES_PEER, states, BATCH, now) != ANT_OK;
                match->states += BATCH;
            }
        }
        while (due == ANT_BUDGET_REACHED) {
            due = ant_outbox_packet(outbox, OBSERVER, now, bytes, sizeof bytes, &size);
            MUST(due);
            if (size == 0) {
                break;
            }
            match->refused += ant_ghosts_receive(match->ghosts, PEER, bytes, size, now) != ANT_OK;
            match->packets++;
        }
        publish(match, now, 0);
    }
    publish(match, ticks * TICK, 1);
    ant_destroy(outbox.id);
    return NULL;
}

static void *every_second_task(void *argument) {
    Match *match = (Match *)argument;
    uint32_t task;
    for (task = 0; task < match->tasks; task += 2) {
        MUST(ant_ghosts_draw_task(match->ghosts, task));
    }
    return NULL;
}

/* One frame in tasks on two threads. */
static void draw_in_tasks(Match *match, int64_t now, const AntGhostFrame *frame, uint32_t *count) {
    pthread_t helper;
    uint32_t task;
    MUST(ant_ghosts_draw_begin(match->ghosts, now, &match->tasks));
    helper = start(every_second_task, match);
    for (task = 1; task < match->tasks; task += 2) {
        MUST(ant_ghosts_draw_task(match->ghosts, task));
    }
    pthread_join(helper, NULL);
    MUST(ant_ghosts_draw_end(match->ghosts, frame, count));
}

/* Updates of a peer that were not simply newer than those before: had two of them changed places, it would show here. */
static uint64_t out_of_order(AntGhosts ghosts, uint64_t peer, AntPeerStats *stats) {
    uint64_t others = 0;
    uint32_t verdict;
    MUST(ant_peer_stats_init(stats));
    MUST(ant_ghosts_peer_stats(ghosts, peer, stats));
    for (verdict = 0; verdict < LENGTH_OF(stats->verdicts); verdict++) {
        others += verdict == ANT_VERDICT_APPLIED ? 0 : stats->verdicts[verdict];
    }
    return others + stats->lost + stats->bad_packets + stats->missing_baselines;
}

static void take_events(AntGhosts ghosts, uint32_t *appeared) {
    AntGhostEvent event;
    AntStatus status;
    while ((status = ant_ghosts_next_event(ghosts, &event)) == ANT_OK) {
        if (event.kind == ANT_GHOST_APPEARED) {
            ++*appeared;
        }
    }
    MUST(status);
}

static void a_thousand_are_drawn_while_their_packets_come(void) {
    static double places[PLAYERS][3];
    static uint32_t numbers[PLAYERS];
    Match match;
    AntGhostFrame frame;
    AntPeerStats stats;
    pthread_t thread;
    unsigned char reply[8];
    uint64_t size, frames = 0;
    uint32_t count = 0, i, off = 0, tasks = 0, appeared = 0;
    int64_t now = 0;
    int over = 0;
    open_match(&match, make_ghosts(0));
    MUST(ant_ghost_frame_init(&frame));
    frame.capacity = PLAYERS;
    frame.players = *STREAM(numbers, ANT_U32);
    frame.positions = *STREAM(places, ANT_F64X3);
    thread = start(network, &match);
    while (!over) {
        over = look(&match, &now);
        if (frames++ % 2 == 0) {
            MUST(ant_ghosts_draw(match.ghosts, now, &frame, &count));
        } else {
            draw_in_tasks(&match, now, &frame, &count);
            tasks = match.tasks > tasks ? match.tasks : tasks;
        }
        MUST(ant_ghosts_reply(match.ghosts, PEER, now, reply, sizeof reply, &size));
        take_events(match.ghosts, &appeared);
        show(&match, now);
    }
    pthread_join(thread, NULL);
    MUST(ant_ghosts_draw(match.ghosts, now, &frame, &count));
    CHECK(match.refused == 0 && count == PLAYERS && appeared == PLAYERS && tasks == 8);
    for (i = 0; i < count; i++) {
        off += !near3(places[i], 5.0 * (double)now * 1e-9, 0, numbers[i], 0.5);
    }
    CHECK(off == 0);
    CHECK(out_of_order(match.ghosts, STATES_PEER, &stats) == 0);
    CHECK(stats.players == PLAYERS - BY_PACKETS && stats.verdicts[ANT_VERDICT_APPLIED] == match.states);
    CHECK(stats.overflowed == 0);
    CHECK(out_of_order(match.ghosts, PEER, &stats) == 0);
    CHECK(stats.players == BY_PACKETS && stats.packets == match.packets);
    close_match(&match);
}

static void *flood(void *argument) {
    Match *match = (Match *)argument;
    uint32_t i;
    for (i = 1; i <= FLOOD; i++) {
        AntState state = runner(i % 50, i * MILLISECOND);
        AntStatus status = ant_ghosts_observe(match->ghosts, PEER, &state, 1, i * MILLISECOND);
        match->states += status == ANT_OK;
        match->refused += status == ANT_ERROR_BUDGET;
        publish(match, i * MILLISECOND, i == FLOOD);
    }
    return NULL;
}

static void a_full_inbox_says_so_and_counts(void) {
    Match match;
    AntPeerStats stats;
    AntState states[64];
    pthread_t thread;
    int64_t now = 0;
    uint32_t i;
    open_match(&match, make_ghosts(4096));
    thread = start(flood, &match);
    while (!look(&match, &now)) {
        MUST(ant_ghosts_draw(match.ghosts, now, NULL, NULL));
    }
    pthread_join(thread, NULL);
    /* Whatever the scheduler did, everything was taken or counted. */
    CHECK(match.states + match.refused == FLOOD);
    MUST(ant_ghosts_draw(match.ghosts, now, NULL, NULL));
    CHECK(out_of_order(match.ghosts, PEER, &stats) == 0);
    CHECK(stats.overflowed == match.refused && stats.verdicts[ANT_VERDICT_APPLIED] == match.states);
    /* More than the inbox holds, in one call: all or nothing. */
    for (i = 0; i < LENGTH_OF(states); i++) {
        states[i] = runner(i, now);
    }
    REFUSED(BUDGET, "inbox is full", ant_ghosts_observe, (match.ghosts, PEER, states, LENGTH_OF(states), now));
    MUST(ant_ghosts_draw(match.ghosts, now + TICK, NULL, NULL));
    MUST(ant_ghosts_peer_stats(match.ghosts, PEER, &stats));
    CHECK(stats.overflowed == match.refused + LENGTH_OF(states));
    CHECK(stats.verdicts[ANT_VERDICT_APPLIED] == match.states);
    close_match(&match);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_thousand_are_drawn_while_their_packets_come);
    RUN_TEST(a_full_inbox_says_so_and_counts);
    return ensure_end();
}
