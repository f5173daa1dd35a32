// The C++ layer: ghosts from an owner's truth to what is drawn, in Unreal's frame and types; a thousand of them; handing over.
#include "antreckon.hpp"
#include "support/status.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <new>
#include <thread>

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
using antreckon::GhostsDesc;
using antreckon::Handover;
using antreckon::Outbox;
using antreckon::OutboxDesc;
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

GhostsDesc ghosts_in(const World &world) {
    GhostsDesc desc;
    desc.predictor.world = world.get();
    desc.predictor.frame.kind = world.valid() ? ANT_FRAME_CANONICAL : ANT_FRAME_UNREAL;
    return desc;
}

OutboxDesc unreal_outbox() {
    OutboxDesc desc;
    desc.codec.frame.kind = ANT_FRAME_UNREAL;
    desc.predictor.frame.kind = ANT_FRAME_UNREAL;
    return desc;
}

AntUpdate circle(std::uint32_t number, std::int64_t time, double radius = 800) {
    const double angle = 600 / radius * static_cast<double>(time) * 1e-9; // 6 m/s
    AntUpdate truth = antreckon::defaults<AntUpdate>();
    truth.entity = number;
    truth.time = time;
    truth.position[0] = 1000 + radius * std::cos(angle);
    truth.position[1] = 1000 + radius * std::sin(angle);
    truth.velocity[0] = -600 * std::sin(angle);
    truth.velocity[1] = 600 * std::cos(angle);
    return truth;
}

double off(const EngineVector &drawn, const AntUpdate &truth) {
    return std::hypot(drawn.X - truth.position[0], drawn.Y - truth.position[1]);
}

// Owner and ghost with nothing but a latency between them.
void a_ghost_follows_its_owner(std::uint32_t kind) {
    const World world;
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    Outbox outbox = Outbox::create(unreal_outbox()).value();
    AntSenderRules rules = antreckon::defaults<AntSenderRules>();
    rules.kind = kind;
    ENSURE(outbox.add(7, rules).ok());
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    ENSURE(ghosts.add(7, profile).ok());
    int updates = 0;
    double worst = 0, bytes_sent = 0;
    for (std::int64_t tick = 0; tick < 600; tick++) {
        const std::int64_t now = tick * TICK;
        const AntUpdate truth = circle(7, now);
        ENSURE(outbox.tell(truth).ok());
        std::uint8_t bytes[Outbox::LONGEST];
        const Expected<std::uint64_t> length = outbox.poll(7, now, bytes);
        ENSURE(length.ok());
        if (*length > 0) {
            updates++;
            bytes_sent += static_cast<double>(*length);
            const Expected<AntUpdate> arrived = outbox.read({bytes, static_cast<std::size_t>(*length)});
            ENSURE(arrived.ok() && arrived->entity == 7);
            ENSURE(*ghosts.receive(*arrived, now) == ANT_VERDICT_APPLIED);
        }
        ENSURE(ghosts.frame(now).ok() && ghosts.visible(0));
        worst = std::fmax(worst, off(ghosts.position(0), truth));
    }
    CHECK(worst < 60); // the threshold of 30 cm, and convergence
    CHECK(updates > 10 && updates < 60);
    printf("  type %u: %d updates of %.1f bytes in 9.6 s, drawn at most %.1f cm off\n", kind + 1, updates,
           bytes_sent / updates, worst);
}
void a_ghost_follows_its_owner_by_velocities() { a_ghost_follows_its_owner(ANT_SENDER_SHARED_MODEL); }
void a_ghost_follows_its_owner_by_lines() { a_ghost_follows_its_owner(ANT_SENDER_OWNER_LINE); }

void nobody_is_drawn_before_he_was_told_of() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    CHECK(ghosts.frame(0).ok()); // nobody at all
    ENSURE(ghosts.add(1).ok() && ghosts.add(2).ok() && ghosts.size() == 2);
    CHECK(ghosts.add(2).code() < 0);
    CHECK(ghosts.size() == 2 && *ghosts.predictor().entity_count() == 2);
    CHECK(ghosts.frame(TICK).ok() && !ghosts.visible(0) && !ghosts.visible(1));
    CHECK(*ghosts.see(circle(2, TICK), TICK) == ANT_VERDICT_APPLIED);
    CHECK(ghosts.frame(TICK).ok());
    CHECK(!ghosts.visible(ghosts.slot_of(1)) && ghosts.visible(ghosts.slot_of(2)));
    CHECK(off(ghosts.position(ghosts.slot_of(2)), circle(2, TICK)) < 1);
    CHECK(*ghosts.receive(circle(9, TICK), TICK) == ANT_VERDICT_UNKNOWN && ghosts.slot_of(9) == Ghosts::NONE);
}

void who_leaves_is_not_drawn_and_who_is_removed_makes_room() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    for (std::uint32_t number = 1; number <= 5; number++) {
        ENSURE(ghosts.add(number).ok() && ghosts.see(circle(number, TICK, 300 + 50 * number), TICK).ok());
    }
    ENSURE(ghosts.frame(TICK).ok());
    AntUpdate leaves = circle(3, 2 * TICK, 450);
    leaves.flags = ANT_UPDATE_LEAVE;
    CHECK(ghosts.see(leaves, 2 * TICK).ok() && ghosts.frame(2 * TICK).ok() && !ghosts.visible(ghosts.slot_of(3)));
    CHECK(ghosts.remove(1).ok() && ghosts.remove(1).code() < 0 && ghosts.size() == 4);
    CHECK(ghosts.slot_of(1) == Ghosts::NONE && ghosts.number(ghosts.slot_of(5)) == 5);
    CHECK(ghosts.frame(3 * TICK).ok());
    for (std::uint32_t number : {2u, 4u, 5u}) {
        CHECK(ghosts.visible(ghosts.slot_of(number)));
        CHECK(off(ghosts.position(ghosts.slot_of(number)), circle(number, 3 * TICK, 300 + 50 * number)) < 30);
    }
    ENSURE(ghosts.add(1).ok() && ghosts.frame(4 * TICK).ok() && !ghosts.visible(ghosts.slot_of(1)));
}

void walls_hold_ghosts_back() {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    ENSURE(ghosts.add(1, profile).ok());
    AntUpdate update = antreckon::defaults<AntUpdate>();
    update.entity = 1;
    update.position[0] = 550, update.position[1] = 1800;
    update.velocity[1] = 600; // towards the wall at y = 2000
    ENSURE(ghosts.see(update, 0).ok());
    for (std::int64_t tick = 0; tick < 120; tick++) {
        ENSURE(ghosts.frame(tick * TICK).ok());
        CHECK(ghosts.position(0).Y < 2000.1);
    }
    CHECK(ghosts.position(0).Y > 1990);
}

void a_teleport_is_a_jump_and_a_correction_is_not() {
    const World world;
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.add(1).ok());
    AntUpdate update = antreckon::defaults<AntUpdate>();
    update.entity = 1;
    ENSURE(ghosts.see(update, 0).ok() && ghosts.frame(0).ok() && ghosts.frame(TICK).ok());
    update.time = TICK;
    update.position[0] = 100;
    ENSURE(ghosts.see(update, TICK).ok() && ghosts.frame(2 * TICK).ok());
    CHECK(ghosts.position(0).X > 0 && ghosts.position(0).X < 99 && (ghosts.flags(0) & ANT_DRAWN_SNAPPED) == 0);
    CHECK(ghosts.distance(0) > 1);
    update.time = 2 * TICK;
    update.position[0] = 5000;
    update.flags = ANT_UPDATE_TELEPORT;
    ENSURE(ghosts.see(update, 2 * TICK).ok() && ghosts.frame(3 * TICK).ok());
    CHECK(std::fabs(ghosts.position(0).X - 5000) < 1 && (ghosts.flags(0) & ANT_DRAWN_SNAPPED) != 0);
}

void everything_moves_with_the_origin() {
    World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.add(1).ok() && ghosts.see(circle(1, 0), 0).ok() && ghosts.frame(0).ok());
    const EngineVector before = ghosts.position(0);
    const Vec3 shift{500, -300, 0};
    ENSURE(world.rebase(shift).ok() && ghosts.rebase(shift).ok() && ghosts.frame(TICK / 16).ok());
    CHECK(std::fabs(ghosts.position(0).X - (before.X - 500)) < 5 && std::fabs(ghosts.position(0).Y - (before.Y + 300)) < 5);
}

void bad_input_is_told_and_changes_nothing() {
    GhostsDesc bad;
    bad.smoother.snap_distance = -1;
    const Expected<Ghosts> none = Ghosts::create(bad);
    CHECK(!none.ok() && none.status().message().find("snap_distance") != std::string::npos);
    OutboxDesc worse;
    worse.codec.position_step = 0;
    const Expected<Outbox> neither = Outbox::create(worse);
    CHECK(!neither.ok() && neither.status().message().find("position_step") != std::string::npos);
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    ENSURE(ghosts.add(1).ok() && ghosts.see(circle(1, 0), 0).ok() && ghosts.frame(0).ok());
    const std::uint64_t hash = ghosts.predictor().state_hash().value();
    AntUpdate update = circle(1, TICK);
    update.position[1] = NAN;
    CHECK(ghosts.see(update, TICK).status().code() == ANT_ERROR_NOT_FINITE);
    CHECK(*ghosts.predictor().state_hash() == hash);
    CHECK(ghosts.remove(55).code() == ANT_ERROR_NOT_FOUND);
    AntProfile profile = antreckon::defaults<AntProfile>();
    CHECK(ghosts.set_profile(55, profile).code() < 0 && ghosts.set_profile(1, profile).ok());
    const std::uint8_t garbage[3] = {1, 2, 3};
    CHECK(!Outbox::create(unreal_outbox())->read({garbage, 0}).ok());
}

// A thousand ghosts, ten updates a second each: frames allocate nothing, and the same input gives the same bits.
std::uint64_t parade(int frames, bool measure) {
    const World world = yard();
    Ghosts ghosts = Ghosts::create(ghosts_in(world)).value();
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DAMPED;
    for (std::uint32_t number = 0; number < 1000; number++) {
        CHECK(ghosts.add(number, profile).ok());
        CHECK(ghosts.see(circle(number, 0, 100 + number * 0.8), 0).ok());
    }
    double spent = 0;
    for (int frame = 0; frame < frames; frame++) {
        const std::int64_t now = frame * TICK;
        for (std::uint32_t number = static_cast<std::uint32_t>(frame % 6); number < 1000; number += 6) {
            CHECK(ghosts.see(circle(number, now, 100 + number * 0.8), now).ok());
        }
        const std::size_t before = allocations;
        const auto begin = std::chrono::steady_clock::now();
        CHECK(ghosts.frame(now).ok());
        spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        CHECK(frame < 10 || allocations == before);
    }
    std::size_t shown = 0;
    for (std::size_t slot = 0; slot < ghosts.size(); slot++) {
        shown += ghosts.visible(slot);
        CHECK(off(ghosts.position(slot), circle(ghosts.number(slot), (frames - 1) * TICK, 100 + ghosts.number(slot) * 0.8)) < 150);
    }
    CHECK(shown == 1000 && ghosts.positions().size() == 1000 && ghosts.rotations().size() == 1000);
    if (measure) {
        printf("  1,000 ghosts: %.0f us per frame with a debug build of the library\n", spent / frames * 1e6);
    }
    return *ghosts.predictor().state_hash() ^ *ghosts.smoother().state_hash();
}
void a_thousand_ghosts_in_one_call() { CHECK(parade(40, true) == parade(40, false)); }

// ParallelFor as engines have it: phases of a map's step on threads, with the same bits as without.
void phases_run_on_threads() {
    const World world = yard();
    antreckon::PheromoneMap alone = antreckon::PheromoneMap::create(world).value();
    antreckon::PheromoneMap together = antreckon::PheromoneMap::create(world).value();
    AntSourceDesc source = antreckon::defaults<AntSourceDesc>();
    source.position[0] = 1000, source.position[1] = 1000;
    ENSURE(alone.add_source(1, source).ok() && together.add_source(1, source).ok());
    ENSURE(alone.step_to(2000 * MS).ok());
    const auto parallel = [](std::uint32_t count, auto &&task) {
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
    };
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
    RUN_TEST(everything_moves_with_the_origin);
    RUN_TEST(bad_input_is_told_and_changes_nothing);
    RUN_TEST(a_thousand_ghosts_in_one_call);
    RUN_TEST(phases_run_on_threads);
    RUN_TEST(what_is_handed_over_fades);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
