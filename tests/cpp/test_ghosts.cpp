// The C++ layer: ghosts from an owner's truth to what is drawn, in Unreal's frame and types; a thousand of them; handing over.
#include "antreckon.hpp"
#include "support/status.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <thread>
#include <vector>

// Counts what this program itself allocates; the library's own memory is counted by ant_bytes_in_use.
static std::size_t allocations = 0;
__attribute__((noinline)) void *operator new(std::size_t size) {
    allocations++;
    void *memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        std::abort();
    }
    return memory;
}
__attribute__((noinline)) void operator delete(void *memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

namespace {

using antreckon::Expected;
using antreckon::Handover;
using antreckon::Outbox;
using antreckon::Vec3;
using antreckon::World;

// As an engine has them: types of its own with the same memory.
struct EngineVector {
    double X, Y, Z;
};
struct alignas(16) EngineQuat {
    double X, Y, Z, W;
};
using Ghosts = antreckon::Ghosts<EngineVector, EngineQuat>;

constexpr std::int64_t MS = 1000000;
constexpr std::int64_t TICK = 16 * MS;
constexpr std::uint64_t OWNER = 9, OTHER = 10, CLIENT = 5; // machines

World yard() {
    // 40 m x 40 m of Unreal's centimetres, with a wall across at y = 20 m but for a gap in the middle.
    constexpr std::uint32_t width = 40, depth = 40;
    std::array<std::uint8_t, width * depth> blocked{};
    for (std::uint32_t x = 0; x < width; x++) {
        blocked[20 * width + x] = x < 18 || x > 21;
    }
    AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
    desc.frame.kind = ANT_FRAME_UNREAL;
    AntGridDesc grid = antreckon::defaults<AntGridDesc>();
    grid.width = width;
    grid.depth = depth;
    grid.blocked = antreckon::scalars(blocked).raw;
    return World::grid(desc, grid).value();
}

AntGhostsDesc ghosts_in(const World &world) {
    AntGhostsDesc desc = antreckon::defaults<AntGhostsDesc>();
    desc.world = world.get();
    desc.frame.kind = world.valid() ? ANT_FRAME_CANONICAL : ANT_FRAME_UNREAL;
    return desc;
}

AntOutboxDesc unreal_outbox() {
    AntOutboxDesc desc = antreckon::defaults<AntOutboxDesc>();
    desc.frame.kind = ANT_FRAME_UNREAL;
    return desc;
}

AntProfile dead_reckoning() {
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    return profile;
}

AntState circle(std::uint32_t player, std::int64_t time, double radius = 800) {
    const double angle = 600 / radius * static_cast<double>(time) * 1e-9; // 6 m/s
    AntState truth = antreckon::defaults<AntState>();
    truth.player = player;
    truth.flags = ANT_STATE_HAS_VELOCITY;
    truth.position[0] = 1000 + radius * std::cos(angle);
    truth.position[1] = 1000 + radius * std::sin(angle);
    truth.velocity[0] = -600 * std::sin(angle);
    truth.velocity[1] = 600 * std::cos(angle);
    return truth;
}

double off(const EngineVector &drawn, const AntState &truth) {
    return std::hypot(drawn.X - truth.position[0], drawn.Y - truth.position[1]);
}

// What is due goes from an outbox to ghosts, and the reply back; bytes of the packet.
std::uint64_t exchange(Outbox &outbox, Ghosts &ghosts, std::int64_t now) {
    std::uint8_t bytes[1200];
    const Expected<std::uint64_t> length = outbox.packet(CLIENT, now, bytes);
    CHECK(length.ok());
    if (*length > 0) {
        CHECK(ghosts.receive(OWNER, {bytes, static_cast<std::size_t>(*length)}, now).ok());
    }
    CHECK(ghosts.frame(now).ok());
    std::uint8_t back[Ghosts::LONGEST_REPLY];
    const Expected<std::uint64_t> said = ghosts.reply(OWNER, now, back);
    CHECK(said.ok());
    if (*said > 0) {
        CHECK(outbox.receive(CLIENT, {back, static_cast<std::size_t>(*said)}, now).ok());
    }
    return *length;
}

// Owner and ghost with nothing between them.
void a_ghost_follows_its_owner(std::uint32_t kind) {
    const World world;
    const AntProfile profile = dead_reckoning();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    Outbox outbox = Outbox::create(unreal_outbox(), &profile).value();
    AntSenderRules rules = antreckon::defaults<AntSenderRules>();
    rules.kind = kind;
    ENSURE(outbox.set_rules(ANT_EVERYBODY, rules).ok() && ghosts.set_profile(ANT_EVERYBODY, profile).ok());
    int updates = 0;
    double worst = 0, bytes_sent = 0;
    for (std::int64_t tick = 0; tick < 600; tick++) {
        const std::int64_t now = tick * TICK;
        const AntState truth = circle(7, now);
        ENSURE(outbox.submit(truth, now).ok());
        const std::uint64_t length = exchange(outbox, ghosts, now);
        updates += length > 0;
        bytes_sent += static_cast<double>(length);
        ENSURE(ghosts.size() == 1 && ghosts.player(0) == 7 && ghosts.slot_of(7) == 0);
        worst = std::fmax(worst, off(ghosts.position(0), truth));
    }
    CHECK(worst < 60); // the threshold of 30 cm, and convergence
    CHECK(updates > 10 && updates < 60);
    const Expected<AntPeerStats> peer = ghosts.peer_stats(OWNER);
    const Expected<AntConnectionStats> sent = outbox.stats(CLIENT);
    CHECK(peer.ok() && peer->players == 1 && peer->packets == static_cast<std::uint64_t>(updates) && peer->bad_packets == 0);
    CHECK(sent.ok() && sent->packets > 10 && sent->packets <= peer->packets && ghosts.player_stats(7)->peer == OWNER);
    printf("  type %u: %d packets of %.1f bytes in 9.6 s, drawn at most %.1f cm off\n", kind + 1, updates,
           bytes_sent / updates, worst);
}
void a_ghost_follows_its_owner_by_velocities() { a_ghost_follows_its_owner(ANT_SENDER_SHARED_MODEL); }
void a_ghost_follows_its_owner_by_lines() { a_ghost_follows_its_owner(ANT_SENDER_OWNER_LINE); }

void nobody_is_drawn_before_he_was_told_of() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    CHECK(ghosts.frame(0).ok() && ghosts.size() == 0); // nobody at all
    CHECK(ghosts.next_event().status().code() == ANT_EMPTY && ghosts.get(2).status().code() == ANT_ERROR_NOT_FOUND);
    ENSURE(ghosts.observe(OWNER, circle(2, TICK), TICK).ok() && ghosts.size() == 0);
    CHECK(ghosts.frame(TICK).ok() && ghosts.size() == 1);
    CHECK(ghosts.slot_of(1) == Ghosts::NONE && ghosts.slot_of(2) == 0);
    CHECK(off(ghosts.position(0), circle(2, TICK)) < 1);
    const Expected<AntGhostEvent> event = ghosts.next_event();
    CHECK(event.status().code() == ANT_OK && event->kind == ANT_GHOST_APPEARED && event->player == 2 && event->peer == OWNER);
    CHECK(ghosts.next_event().status().code() == ANT_EMPTY);
    const Expected<AntGhost> seen = ghosts.get(2);
    CHECK(seen.ok() && seen->position[0] == ghosts.position(0).X && seen->source == ghosts.source(0));
    const Expected<AntPrediction> ahead = ghosts.predict(2, 100 * MS);
    CHECK(ahead.ok() && std::hypot(ahead->position[0] - ghosts.predicted(0).X, ahead->position[1] - ghosts.predicted(0).Y) > 30);
}

void who_leaves_is_not_drawn_and_who_is_removed_makes_room() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntOutboxDesc desc = antreckon::defaults<AntOutboxDesc>();
    desc.world = world.get();
    Outbox outbox = Outbox::create(desc).value();
    const auto tick = [&](std::int64_t number, std::initializer_list<std::uint32_t> players) {
        std::vector<AntState> states;
        for (std::uint32_t player : players) {
            states.push_back(circle(player, number * TICK, 300 + 50 * player));
        }
        CHECK(outbox.submit(states, number * TICK).ok());
        exchange(outbox, ghosts, number * TICK);
    };
    tick(1, {1, 2, 3, 4, 5});
    ENSURE(ghosts.size() == 5);
    ENSURE(outbox.remove(3).ok() && outbox.remove(3).code() == ANT_ERROR_NOT_FOUND);
    tick(2, {1, 2, 4, 5});
    CHECK(ghosts.size() == 4 && ghosts.slot_of(3) == Ghosts::NONE && ghosts.get(3).status().code() == ANT_ERROR_STATE);
    CHECK(ghosts.remove(1).ok() && ghosts.remove(1).code() == ANT_ERROR_NOT_FOUND);
    CHECK(ghosts.frame(3 * TICK).ok() && ghosts.size() == 3 && ghosts.slot_of(1) == Ghosts::NONE);
    for (std::uint32_t player : {2u, 4u, 5u}) {
        const std::size_t slot = ghosts.slot_of(player);
        ENSURE(slot < ghosts.size() && ghosts.player(slot) == player && ghosts.players()[slot] == player);
        CHECK(off(ghosts.position(slot), circle(player, 3 * TICK, 300 + 50 * player)) < 30);
    }
    ENSURE(ghosts.observe(OTHER, circle(1, 4 * TICK), 4 * TICK).ok() && ghosts.frame(4 * TICK).ok());
    CHECK(ghosts.size() == 4 && ghosts.slot_of(1) != Ghosts::NONE);
    CHECK(ghosts.remove_peer(OWNER).ok() && ghosts.frame(5 * TICK).ok() && ghosts.size() == 1 && ghosts.player(0) == 1);
    CHECK(ghosts.remove_peer(OWNER).code() == ANT_ERROR_NOT_FOUND);
}

void walls_hold_ghosts_back() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.set_profile(ANT_EVERYBODY, dead_reckoning()).ok());
    AntState state = antreckon::defaults<AntState>();
    state.player = 1;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = 550, state.position[1] = 1800;
    state.velocity[1] = 600; // towards the wall at y = 2000
    ENSURE(ghosts.observe(OWNER, state, 0).ok());
    for (std::int64_t tick = 0; tick < 120; tick++) {
        ENSURE(ghosts.frame(tick * TICK).ok());
        CHECK(ghosts.position(0).Y < 2000.1);
    }
    CHECK(ghosts.position(0).Y > 1990);
}

void a_teleport_is_a_jump_and_a_correction_is_not() {
    const World world;
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntState state = antreckon::defaults<AntState>();
    state.player = 1;
    state.flags = ANT_STATE_HAS_VELOCITY;
    ENSURE(ghosts.observe(OWNER, state, 0).ok() && ghosts.frame(0).ok() && ghosts.frame(TICK).ok());
    state.position[0] = 100;
    ENSURE(ghosts.observe(OWNER, state, 2 * TICK).ok() && ghosts.frame(2 * TICK).ok());
    CHECK(ghosts.position(0).X < 99 && ghosts.predicted(0).X > 99 && (ghosts.flags(0) & ANT_DRAWN_SNAPPED) == 0);
    ENSURE(ghosts.frame(3 * TICK).ok());
    CHECK(ghosts.position(0).X > 0 && ghosts.position(0).X < 99);
    state.position[0] = 5000;
    state.flags |= ANT_STATE_TELEPORTED;
    ENSURE(ghosts.observe(OWNER, state, 4 * TICK).ok() && ghosts.frame(4 * TICK).ok());
    CHECK(std::fabs(ghosts.position(0).X - 5000) < 1 && (ghosts.flags(0) & ANT_DRAWN_SNAPPED) != 0);
    CHECK(ghosts.next_event()->kind == ANT_GHOST_APPEARED && ghosts.next_event()->kind == ANT_GHOST_TELEPORTED);
}

void riders_move_with_their_base() {
    const World world;
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntBaseMotion lift = antreckon::defaults<AntBaseMotion>();
    lift.position[2] = 1000, lift.velocity[2] = 200;
    AntState state = antreckon::defaults<AntState>();
    state.player = 1, state.base = 4;
    state.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_BASE | ANT_STATE_HAS_TIME;
    state.position[0] = 50, state.time = 500000 * MS;
    ENSURE(ghosts.set_clock(OWNER, 0, 500000 * MS).ok() && ghosts.set_base(4, lift, 0).ok());
    ENSURE(ghosts.observe(OWNER, state, 0).ok() && ghosts.frame(0).ok() && ghosts.size() == 1);
    CHECK(std::fabs(ghosts.position(0).Z - 1000) < 1 && std::fabs(ghosts.position(0).X - 50) < 1);
    lift.position[2] = 1200;
    ENSURE(ghosts.set_base(4, lift, 1000 * MS).ok() && ghosts.frame(1000 * MS).ok());
    CHECK(std::fabs(ghosts.position(0).Z - 1200) < 5);
    CHECK(ghosts.set_freshness(1, 0.5).ok() && ghosts.set_freshness(2, 0.5).ok());
    CHECK(ghosts.remove_base(4, 1000 * MS).ok() && ghosts.load_weights().ok());
}

// As the Unreal plugin has it: an outbox for each actor of a server, whose packets go to everybody over that actor's own channel; each
// rider's base has the number of the rider.
void outboxes_of_one_machine_are_one_peer() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntOutboxDesc desc = unreal_outbox();
    desc.max_players = desc.max_observers = 1;
    std::vector<Outbox> outboxes;
    for (int i = 0; i < 3; i++) {
        outboxes.push_back(Outbox::create(desc).value());
    }
    AntBaseMotion lift = antreckon::defaults<AntBaseMotion>();
    lift.position[0] = 1000, lift.position[1] = 500, lift.velocity[2] = 100;
    constexpr std::int64_t AHEAD = 7000000 * MS; // the server's clock
    for (std::int64_t tick = 0; tick < 200; tick++) {
        const std::int64_t now = tick * TICK;
        for (std::uint32_t i = 0; i < 3; i++) {
            AntState truth = circle(i + 1, now, 300 + 100 * i);
            if (i == 2) {
                truth = antreckon::defaults<AntState>();
                truth.player = truth.base = 3;
                truth.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_BASE;
                truth.position[0] = 100 * static_cast<double>(now) * 1e-9, truth.velocity[0] = 100;
            }
            std::uint8_t bytes[Outbox::LEAST_ROOM];
            ENSURE(outboxes[i].submit(truth, now + AHEAD).ok());
            const Expected<std::uint64_t> length = outboxes[i].packet(ANT_EVERYONE, now + AHEAD, bytes);
            ENSURE(length.ok());
            if (*length > 0) {
                ENSURE(ghosts.receive(OWNER, {bytes, static_cast<std::size_t>(*length)}, now).ok());
            }
        }
        // What the engine replicates has no date: another peer.
        ENSURE(ghosts.observe(OTHER, circle(0x80000001u, now, 200), now).ok());
        lift.position[2] = 100 * static_cast<double>(now) * 1e-9;
        ENSURE(ghosts.set_base(3, lift, now).ok() && ghosts.frame(now).ok() && ghosts.size() == 4);
        for (std::uint32_t player : {1u, 2u}) {
            CHECK(off(ghosts.position(ghosts.slot_of(player)), circle(player, now, 200 + 100 * player)) < 60);
        }
        const EngineVector &rider = ghosts.position(ghosts.slot_of(3));
        CHECK(std::fabs(rider.X - 1000 - lift.position[2]) < 60 && std::fabs(rider.Z - lift.position[2]) < 5);
    }
    const Expected<AntPeerStats> peer = ghosts.peer_stats(OWNER);
    CHECK(peer.ok() && peer->players == 3 && peer->bad_packets == 0 && peer->lost == 0 && peer->clock_jumps == 0);
    CHECK(ghosts.peer_stats(OTHER)->players == 1 && ghosts.peer_stats(OTHER)->bad_packets == 0);
}

void everything_moves_with_the_origin() {
    World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.observe(OWNER, circle(1, 0), 0).ok() && ghosts.frame(0).ok());
    const EngineVector before = ghosts.position(0);
    const Vec3 shift{500, -300, 0};
    ENSURE(world.rebase(shift).ok() && ghosts.rebase(shift).ok() && ghosts.frame(TICK / 16).ok());
    CHECK(std::fabs(ghosts.position(0).X - (before.X - 500)) < 5 && std::fabs(ghosts.position(0).Y - (before.Y + 300)) < 5);
}

void who_joins_late_goes_on_bit_equal() {
    const World world;
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value(), joiner = Ghosts::create(ghosts_in(world)).value();
    Outbox outbox = Outbox::create(unreal_outbox()).value(), twin = Outbox::create(unreal_outbox()).value();
    // How long a line is followed depends on what each machine has heard, and by when; the bare line does not.
    ENSURE(ghosts.set_profile(ANT_EVERYBODY, dead_reckoning()).ok() && joiner.set_profile(ANT_EVERYBODY, dead_reckoning()).ok());
    for (std::int64_t tick = 0; tick < 60; tick++) {
        ENSURE(outbox.submit(circle(7, tick * TICK), tick * TICK).ok());
        exchange(outbox, ghosts, tick * TICK);
    }
    ENSURE(joiner.restore(ghosts.snapshot().value()).ok() && twin.restore(outbox.snapshot().value()).ok());
    CHECK(*joiner.state_hash() == *ghosts.state_hash() && *twin.state_hash() == *outbox.state_hash());
    // Clocks, and what is on its way to the screen, are each machine's own.
    ENSURE(joiner.set_clock(OWNER, 60 * TICK, 60 * TICK).ok() && ghosts.set_clock(OWNER, 60 * TICK, 60 * TICK).ok());
    ENSURE(joiner.frame(60 * TICK).ok() && ghosts.frame(60 * TICK).ok() && joiner.size() == 1);
    CHECK(joiner.predicted(0).X == ghosts.predicted(0).X && joiner.predicted(0).Y == ghosts.predicted(0).Y);
    CHECK(*ghosts.bytes() > 1000 && *outbox.bytes() > 1000);
}

void observers_are_told_what_concerns_them() {
    Outbox outbox = Outbox::create(unreal_outbox()).value();
    AntObserver observer = antreckon::defaults<AntObserver>();
    observer.has_position = 1, observer.enter_radius = 50, observer.leave_radius = 60;
    observer.position[0] = 100000; // 1 km away
    ENSURE(outbox.set_observer(CLIENT, observer).ok() && outbox.submit(circle(7, 0), 0).ok());
    std::uint8_t bytes[1200];
    CHECK(*outbox.packet(CLIENT, 0, bytes) == 0);
    ENSURE(outbox.set_interest(CLIENT, 7, ANT_RELEVANCE_ALWAYS).ok());
    CHECK(*outbox.packet(CLIENT, 0, bytes) > 0);
    CHECK(outbox.remove_observer(CLIENT).ok() && outbox.remove_observer(CLIENT).code() == ANT_ERROR_NOT_FOUND);
    CHECK(*outbox.packet(ANT_EVERYONE, 0, bytes) > 0);
}

void bad_input_is_told_and_changes_nothing() {
    AntGhostsDesc bad = antreckon::defaults<AntGhostsDesc>();
    bad.snap_distance = -1;
    const Expected<Ghosts> none = Ghosts::create(bad);
    CHECK(!none.ok() && none.status().message().find("snap_distance") != std::string::npos);
    AntOutboxDesc worse = antreckon::defaults<AntOutboxDesc>();
    worse.position_step = 0;
    const Expected<Outbox> neither = Outbox::create(worse);
    CHECK(!neither.ok() && neither.status().message().find("position_step") != std::string::npos);
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.observe(OWNER, circle(1, 0), 0).ok() && ghosts.frame(0).ok());
    const std::uint64_t hash = ghosts.state_hash().value();
    AntState state = circle(1, TICK);
    state.position[1] = NAN;
    CHECK(ghosts.observe(OWNER, state, TICK).code() == ANT_ERROR_NOT_FINITE);
    const std::uint8_t garbage[3] = {1, 2, 3};
    CHECK(ghosts.receive(OWNER, garbage, TICK).code() == ANT_ERROR_CORRUPT);
    CHECK(*ghosts.state_hash() == hash);
    CHECK(ghosts.remove(55).code() == ANT_ERROR_NOT_FOUND);
    const AntProfile profile = antreckon::defaults<AntProfile>();
    CHECK(ghosts.set_profile(55, profile).ok() && ghosts.set_profile(1, profile).ok());
    CHECK(ghosts.task(0).code() == ANT_ERROR_STATE && ghosts.end().code() == ANT_ERROR_STATE);
    CHECK(ghosts.size() == 1 && ghosts.slot_of(1) == 0); // as the last frame left it
    std::uint8_t small[4];
    CHECK(Outbox::create(unreal_outbox())->packet(CLIENT, 0, small).status().code() == ANT_ERROR_BUFFER_TOO_SMALL);
}

// ParallelFor as engines have it.
template <class Task>
void on_threads(std::uint32_t count, Task &&task) {
    std::vector<std::thread> threads;
    for (std::uint32_t worker = 0; worker < 3; worker++) {
        threads.emplace_back([&task, worker, count] {
            for (std::uint32_t i = worker; i < count; i += 3) {
                task(i);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

// A thousand ghosts, ten updates a second each: frames allocate nothing, and the same input gives the same bits, on threads too.
std::uint64_t parade(int frames, bool threads) {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DAMPED;
    CHECK(ghosts.set_profile(ANT_EVERYBODY, profile).ok());
    const auto radius = [](std::uint32_t player) { return 100 + player * 0.8; };
    std::vector<AntState> states;
    for (std::uint32_t player = 0; player < 1000; player++) {
        states.push_back(circle(player, 0, radius(player)));
    }
    CHECK(ghosts.observe(OWNER, states, 0).ok());
    double spent = 0;
    for (int frame = 0; frame < frames; frame++) {
        const std::int64_t now = frame * TICK;
        states.clear();
        for (std::uint32_t player = static_cast<std::uint32_t>(frame % 6); frame > 0 && player < 1000; player += 6) {
            states.push_back(circle(player, now, radius(player)));
        }
        CHECK(ghosts.observe(OWNER, states, now).ok());
        const std::size_t before = allocations;
        const auto begin = std::chrono::steady_clock::now();
        if (threads) {
            CHECK(ghosts.frame_parallel(now, [](std::uint32_t count, auto &&task) { on_threads(count, task); }).ok());
        } else {
            CHECK(ghosts.frame(now).ok());
            CHECK(frame < 10 || allocations == before);
        }
        spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    CHECK(ghosts.size() == 1000 && ghosts.positions().size() == 1000 && ghosts.rotations().size() == 1000);
    for (std::size_t slot = 0; slot < ghosts.size(); slot++) {
        const std::uint32_t player = ghosts.player(slot);
        CHECK(ghosts.slot_of(player) == slot);
        CHECK(off(ghosts.position(slot), circle(player, (frames - 1) * TICK, radius(player))) < 150);
    }
    if (!threads) {
        printf("  1,000 ghosts: %.0f us per frame with a debug build of the library\n", spent / frames * 1e6);
    }
    return *ghosts.state_hash();
}
void a_thousand_ghosts_in_one_call() {
    const std::uint64_t once = parade(40, false);
    CHECK(once == parade(40, false) && once == parade(40, true));
}

// Phases of a map's step on threads, with the same bits as without.
void phases_run_on_threads() {
    const World world = yard();
    antreckon::PheromoneMap alone = antreckon::PheromoneMap::create(world).value();
    antreckon::PheromoneMap together = antreckon::PheromoneMap::create(world).value();
    AntSourceDesc source = antreckon::defaults<AntSourceDesc>();
    source.position[0] = 1000, source.position[1] = 1000;
    ENSURE(alone.add_source(1, source).ok() && together.add_source(1, source).ok());
    ENSURE(alone.step_to(2000 * MS).ok());
    const auto parallel = [](std::uint32_t count, auto &&task) { on_threads(count, task); };
    const Expected<AntStepReport> report = together.step_parallel(2000 * MS, parallel);
    ENSURE(report.ok() && report->steps == 40);
    CHECK(*alone.state_hash() == *together.state_hash());
}

void what_is_handed_over_fades() {
    Handover handover(0.2, 250);
    handover.begin({110, 0, 5}, {10, 0, 5});
    Vec3 first = handover.advance(0);
    CHECK(std::fabs(first.x - 100) < 1e-9 && first.y == 0 && first.z == 0);
    double last = 100;
    for (int i = 0; i < 20; i++) {
        const double x = handover.advance(0.01).x;
        CHECK(x < last && x >= 0 && last - x < 15);
        last = x;
    }
    CHECK(std::fabs(last - 1) < 0.01); // a hundredth after 0.2 s
    CHECK(handover.advance(100).x == 0);
    handover.begin({1000, 0, 0}, {10, 0, 0});
    CHECK(handover.advance(0).x == 0); // too far: a jump
    handover.begin({20, 0, 0}, {10, 0, 0});
    handover.stop();
    CHECK(handover.advance(0).x == 0);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_ghost_follows_its_owner_by_velocities);
    RUN_TEST(a_ghost_follows_its_owner_by_lines);
    RUN_TEST(nobody_is_drawn_before_he_was_told_of);
    RUN_TEST(who_leaves_is_not_drawn_and_who_is_removed_makes_room);
    RUN_TEST(walls_hold_ghosts_back);
    RUN_TEST(a_teleport_is_a_jump_and_a_correction_is_not);
    RUN_TEST(riders_move_with_their_base);
    RUN_TEST(outboxes_of_one_machine_are_one_peer);
    RUN_TEST(everything_moves_with_the_origin);
    RUN_TEST(who_joins_late_goes_on_bit_equal);
    RUN_TEST(observers_are_told_what_concerns_them);
    RUN_TEST(bad_input_is_told_and_changes_nothing);
    RUN_TEST(a_thousand_ghosts_in_one_call);
    RUN_TEST(phases_run_on_threads);
    RUN_TEST(what_is_handed_over_fades);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
