/* The front door: packets and states in, what to draw out. */
#include "antreckon.h"
#include "ensure.h"
#include <math.h>

#define MS 1000000LL
enum { PLAYER = 3, PEER = 9, OBSERVER = 5 };

static AntGhosts make_ghosts(void) {
    AntGhostsDesc desc;
    AntGhosts ghosts = {0};
    ant_ghosts_desc_init(&desc);
    CHECK(ant_ghosts_create(&desc, &ghosts) == ANT_OK);
    return ghosts;
}

static AntOutbox make_outbox(void) {
    AntOutboxDesc desc;
    AntOutbox outbox = {0};
    ant_outbox_desc_init(&desc);
    CHECK(ant_outbox_create(&desc, NULL, &outbox) == ANT_OK);
    return outbox;
}

static AntState runner(int64_t now) {
    AntState state;
    ant_state_init(&state);
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = 5.0 * (double)now * 1e-9;
    state.velocity[0] = 5.0;
    return state;
}

/* A second of packets from an outbox to ghosts, 50 ms under way, with replies. */
static void play(AntOutbox outbox, AntGhosts ghosts, int64_t from, int64_t to) {
    unsigned char bytes[1200];
    unsigned char under_way[16][1200];
    uint64_t sizes[16], size;
    int64_t arrivals[16];
    int count = 0;
    for (int64_t now = from; now < to; now += 10 * MS) {
        AntState state = runner(now);
        CHECK(ant_outbox_submit(outbox, &state, 1, now) == ANT_OK);
        CHECK(ant_outbox_packet(outbox, OBSERVER, now, bytes, sizeof bytes, &size) == ANT_OK);
        if (size > 0 && count < 16) {
            memcpy(under_way[count], bytes, size);
            sizes[count] = size, arrivals[count] = now + 50 * MS, count++;
        }
        int rest = 0;
        for (int i = 0; i < count; i++) {
            if (arrivals[i] <= now) {
                CHECK(ant_ghosts_receive(ghosts, PEER, under_way[i], sizes[i], now) == ANT_OK);
            } else {
                memmove(under_way[rest], under_way[i], sizes[i]);
                sizes[rest] = sizes[i], arrivals[rest] = arrivals[i], rest++;
            }
        }
        count = rest;
        CHECK(ant_ghosts_draw(ghosts, now, NULL, NULL) >= 0);
        CHECK(ant_ghosts_reply(ghosts, PEER, now, bytes, sizeof bytes, &size) == ANT_OK);
        if (size > 0) {
            CHECK(ant_outbox_receive(outbox, OBSERVER, bytes, size, now) == ANT_OK);
        }
    }
}

static void a_runner_is_drawn_where_it_is(void) {
    AntGhosts ghosts = make_ghosts();
    AntOutbox outbox = make_outbox();
    AntGhost seen;
    AntGhostEvent event;
    AntPeerStats peer;
    AntPlayerStats player;
    AntConnectionStats sent;
    AntPrediction ahead;
    play(outbox, ghosts, 0, 3000 * MS);
    ant_ghost_init(&seen);
    ENSURE(ant_ghosts_get(ghosts, PLAYER, &seen) == ANT_OK);
    CHECK(fabs(seen.position[0] - 5.0 * 2.99) < 0.4);
    CHECK(fabs(seen.velocity[0] - 5.0) < 0.05);
    CHECK(seen.source == ANT_SHOWN_PREDICTED);
    ENSURE(ant_ghosts_next_event(ghosts, &event) == ANT_OK);
    CHECK(event.kind == ANT_GHOST_APPEARED && event.player == PLAYER && event.peer == PEER);
    CHECK(ant_ghosts_next_event(ghosts, &event) == ANT_EMPTY);
    ant_peer_stats_init(&peer), ant_player_stats_init(&player), ant_connection_stats_init(&sent);
    ENSURE(ant_ghosts_peer_stats(ghosts, PEER, &peer) == ANT_OK);
    CHECK(peer.players == 1 && peer.packets > 3 && peer.verdicts[ANT_VERDICT_APPLIED] > 3 && peer.bad_packets == 0);
    CHECK(peer.round_trip >= 0);
    ENSURE(ant_ghosts_player_stats(ghosts, PLAYER, &player) == ANT_OK);
    CHECK(player.peer == PEER && player.lost == 0);
    ENSURE(ant_outbox_stats(outbox, OBSERVER, &sent) == ANT_OK);
    CHECK(sent.packets > 3 && sent.round_trip >= 0);
    ant_prediction_init(&ahead);
    ENSURE(ant_ghosts_predict(ghosts, PLAYER, 500 * MS, &ahead) == ANT_OK);
    CHECK(fabs(ahead.position[0] - seen.predicted_position[0] - 2.5) < 0.05);
    /* Who has run straight on for three seconds need not for one more: there the model is asked. */
    ENSURE(ant_ghosts_predict(ghosts, PLAYER, 1000 * MS, &ahead) == ANT_OK);
    CHECK(ahead.position[0] - seen.predicted_position[0] > 2.5 && ahead.position[0] - seen.predicted_position[0] < 5.05);
    /* It goes. */
    ENSURE(ant_outbox_remove(outbox, PLAYER) == ANT_OK);
    unsigned char bytes[1200];
    uint64_t size;
    ENSURE(ant_outbox_packet(outbox, OBSERVER, 3000 * MS, bytes, sizeof bytes, &size) == ANT_OK && size > 0);
    ENSURE(ant_ghosts_receive(ghosts, PEER, bytes, size, 3050 * MS) == ANT_OK);
    ENSURE(ant_ghosts_draw(ghosts, 3050 * MS, NULL, NULL) == ANT_OK);
    ENSURE(ant_ghosts_next_event(ghosts, &event) == ANT_OK && event.kind == ANT_GHOST_LEFT);
    CHECK(ant_ghosts_get(ghosts, PLAYER, &seen) == ANT_ERROR_STATE);
    CHECK(ant_destroy(ghosts.id) == ANT_OK && ant_destroy(outbox.id) == ANT_OK);
}

static void frames_are_written_into_the_host_s_arrays(void) {
    AntGhosts ghosts = make_ghosts();
    AntGhostFrame frame;
    uint32_t players[4] = {0}, count = 0, tasks = 0;
    float places[4][3] = {{0}}, again[4][3] = {{0}};
    uint8_t sources[4] = {0};
    AntState states[3];
    for (uint32_t i = 0; i < 3; i++) {
        states[i] = runner(0);
        states[i].player = 10 + i;
        states[i].position[2] = i;
    }
    ENSURE(ant_ghosts_observe(ghosts, PEER, states, 3, 0) == ANT_OK);
    ant_ghost_frame_init(&frame);
    frame.capacity = 4;
    frame.players.data = players, frame.players.byte_len = sizeof players, frame.players.stride = 4, frame.players.format = ANT_U32;
    frame.positions.data = places, frame.positions.byte_len = sizeof places, frame.positions.stride = 12, frame.positions.format = ANT_F32X3;
    frame.sources.data = sources, frame.sources.byte_len = sizeof sources, frame.sources.stride = 1, frame.sources.format = ANT_U8;
    ENSURE(ant_ghosts_draw(ghosts, 0, &frame, &count) == ANT_OK);
    CHECK(count == 3 && players[0] == 10 && players[2] == 12);
    CHECK(places[1][2] == 1.0f && places[2][2] == 2.0f);
    frame.capacity = 2;
    CHECK(ant_ghosts_draw(ghosts, 1, &frame, &count) == ANT_TRUNCATED && count == 3);
    /* The same frame in tasks. */
    frame.capacity = 4, frame.positions.data = again;
    ENSURE(ant_ghosts_draw_begin(ghosts, 16 * MS, &tasks) == ANT_OK && tasks == 1);
    CHECK(ant_ghosts_draw(ghosts, 17 * MS, NULL, NULL) == ANT_ERROR_STATE);
    CHECK(ant_ghosts_observe(ghosts, PEER, states, 3, 16 * MS) == ANT_OK);
    CHECK(ant_ghosts_draw_task(ghosts, 1) == ANT_ERROR_OUT_OF_RANGE);
    CHECK(ant_ghosts_draw_task(ghosts, 0) == ANT_OK);
    ENSURE(ant_ghosts_draw_end(ghosts, &frame, &count) == ANT_OK && count == 3);
    CHECK(fabsf(again[0][0] - 0.08f) < 0.01f);
    CHECK(ant_ghosts_draw_task(ghosts, 0) == ANT_ERROR_STATE && ant_ghosts_draw_end(ghosts, NULL, NULL) == ANT_ERROR_STATE);
    CHECK(ant_ghosts_set_freshness(ghosts, 11, 0.0) == ANT_OK && ant_ghosts_set_freshness(ghosts, ANT_EVERYBODY, 0.5) == ANT_OK);
    CHECK(ant_ghosts_remove(ghosts, 11) == ANT_OK && ant_ghosts_remove(ghosts, 11) == ANT_ERROR_NOT_FOUND);
    CHECK(ant_ghosts_remove_peer(ghosts, PEER) == ANT_OK && ant_ghosts_remove_peer(ghosts, PEER) == ANT_ERROR_NOT_FOUND);
    ant_destroy(ghosts.id);
}

static void both_ends_agree_or_say_so(void) {
    AntGhostsDesc desc;
    AntGhosts ghosts;
    AntOutbox outbox = make_outbox();
    unsigned char bytes[1200];
    char message[400] = "";
    uint64_t size;
    AntState state = runner(0);
    ant_ghosts_desc_init(&desc);
    desc.position_step = 0.02;
    ENSURE(ant_ghosts_create(&desc, &ghosts) == ANT_OK);
    ENSURE(ant_outbox_submit(outbox, &state, 1, 0) == ANT_OK);
    ENSURE(ant_outbox_packet(outbox, OBSERVER, 0, bytes, sizeof bytes, &size) == ANT_OK && size > 0);
    ENSURE(ant_ghosts_receive(ghosts, PEER, bytes, size, 0) == ANT_ERROR_MISMATCH);
    ENSURE(ant_last_error(message, sizeof message, NULL) == ANT_OK);
    CHECK(strstr(message, "codec parameters") != NULL);
    ant_destroy(ghosts.id), ant_destroy(outbox.id);
}

static void riders_and_clocks_and_models(void) {
    AntGhosts ghosts = make_ghosts();
    AntBaseMotion lift;
    AntProfile profile;
    AntGhost seen;
    AntState state = runner(0);
    ant_base_motion_init(&lift), ant_profile_init(&profile), ant_ghost_init(&seen);
    lift.position[1] = 10.0, lift.velocity[1] = 2.0;
    state.flags |= ANT_STATE_HAS_BASE | ANT_STATE_HAS_TIME;
    state.base = 4, state.velocity[0] = 0.0, state.time = 500000 * MS;
    ENSURE(ant_ghosts_set_clock(ghosts, PEER, 0, 500000 * MS) == ANT_OK);
    ENSURE(ant_ghosts_set_base(ghosts, 4, &lift, 0) == ANT_OK);
    ENSURE(ant_ghosts_observe(ghosts, PEER, &state, 1, 0) == ANT_OK);
    ENSURE(ant_ghosts_draw(ghosts, 0, NULL, NULL) == ANT_OK);
    lift.position[1] = 12.0;
    ENSURE(ant_ghosts_set_base(ghosts, 4, &lift, 1000 * MS) == ANT_OK);
    ENSURE(ant_ghosts_draw(ghosts, 1000 * MS, NULL, NULL) == ANT_OK);
    ENSURE(ant_ghosts_get(ghosts, PLAYER, &seen) == ANT_OK);
    CHECK(fabs(seen.position[1] - 12.0) < 0.05);
    profile.model = ANT_MODEL_DR1;
    CHECK(ant_ghosts_set_profile(ghosts, PLAYER, &profile) == ANT_OK);
    CHECK(ant_ghosts_set_profile(ghosts, ANT_EVERYBODY, &profile) == ANT_OK);
    CHECK(ant_ghosts_load_weights(ghosts, NULL, 0) == ANT_OK);
    CHECK(ant_ghosts_set_base(ghosts, 4, NULL, 1000 * MS) == ANT_OK);
    ant_destroy(ghosts.id);
}

static void a_late_joiner_goes_on_bit_equal(void) {
    AntGhosts ghosts = make_ghosts(), joiner = make_ghosts();
    AntOutbox outbox = make_outbox(), twin = make_outbox();
    static unsigned char bytes[1 << 20];
    uint64_t size = 0, there = 0, here = 1;
    play(outbox, ghosts, 0, 1000 * MS);
    ENSURE(ant_snapshot(ghosts.id, bytes, sizeof bytes, &size) == ANT_OK);
    ENSURE(ant_restore(joiner.id, bytes, size) == ANT_OK);
    ENSURE(ant_state_hash(ghosts.id, &there) == ANT_OK && ant_state_hash(joiner.id, &here) == ANT_OK && there == here);
    bytes[size / 2] ^= 1;
    CHECK(ant_restore(joiner.id, bytes, size) == ANT_ERROR_CORRUPT);
    ENSURE(ant_snapshot(outbox.id, bytes, sizeof bytes, &size) == ANT_OK && ant_restore(twin.id, bytes, size) == ANT_OK);
    ENSURE(ant_state_hash(outbox.id, &there) == ANT_OK && ant_state_hash(twin.id, &here) == ANT_OK && there == here);
    ENSURE(ant_bytes(ghosts.id, &size) == ANT_OK && size > 1000 && ant_bytes(outbox.id, &size) == ANT_OK && size > 1000);
    const double shift[3] = {100.0, 0.0, 0.0};
    CHECK(ant_rebase(ghosts.id, shift) == ANT_OK);
    ant_destroy(ghosts.id), ant_destroy(joiner.id), ant_destroy(outbox.id), ant_destroy(twin.id);
}

static void observers_and_rules(void) {
    AntOutbox outbox = make_outbox();
    AntObserver observer;
    AntSenderRules rules;
    AntState state = runner(0);
    ant_observer_init(&observer), ant_sender_rules_init(&rules);
    observer.bytes_per_second = 4000, observer.has_position = 1, observer.enter_radius = 50.0, observer.leave_radius = 60.0;
    ENSURE(ant_outbox_submit(outbox, &state, 1, 0) == ANT_OK && ant_outbox_submit(outbox, &state, 1, 0) == ANT_LATE);
    CHECK(ant_outbox_set_observer(outbox, OBSERVER, &observer) == ANT_OK);
    CHECK(ant_outbox_set_interest(outbox, OBSERVER, PLAYER, ANT_RELEVANCE_ALWAYS, 0.5) == ANT_OK);
    CHECK(ant_outbox_set_rules(outbox, PLAYER, &rules) == ANT_OK && ant_outbox_set_rules(outbox, ANT_EVERYBODY, &rules) == ANT_OK);
    CHECK(ant_outbox_set_observer(outbox, OBSERVER, NULL) == ANT_OK);
    CHECK(ant_outbox_set_observer(outbox, OBSERVER, NULL) == ANT_ERROR_NOT_FOUND);
    ant_destroy(outbox.id);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_runner_is_drawn_where_it_is);
    RUN_TEST(frames_are_written_into_the_host_s_arrays);
    RUN_TEST(both_ends_agree_or_say_so);
    RUN_TEST(riders_and_clocks_and_models);
    RUN_TEST(a_late_joiner_goes_on_bit_equal);
    RUN_TEST(observers_and_rules);
    return ensure_end();
}
