// The C++ layer: timewarp by a game's member functions and by plans.
#include "antreckon.hpp"
#include "support/status.h"

#include <cstring>

namespace {

using antreckon::Timewarp;
using Bytes = antreckon::span<const std::uint8_t>;

constexpr std::int64_t MS = 1000000;
constexpr std::uint64_t A = 0, B = 1, C = 2;

struct Game {
    std::uint8_t alive[3] = {1, 1, 1};

    int save(std::uint32_t, antreckon::span<std::uint8_t> buffer, std::uint64_t &length) {
        length = sizeof alive;
        std::memcpy(buffer.data(), alive, sizeof alive);
        return 0;
    }
    int load(std::uint32_t, Bytes state) {
        std::memcpy(alive, state.data(), sizeof alive);
        return state.size() == sizeof alive ? 0 : 1;
    }
    int execute(const AntTimewarpEvent &event, Bytes payload, AntOutcome &outcome) {
        const std::uint8_t victim = payload[0];
        if (alive[event.source] && alive[victim]) {
            alive[victim] = 0;
            outcome.len = 1;
            outcome.bytes[0] = victim;
        }
        return 0;
    }
    bool is(int a, int b, int c) const { return alive[0] == a && alive[1] == b && alive[2] == c; }
};

std::uint32_t shoot(Timewarp &log, std::int64_t time, std::uint64_t shooter, std::uint64_t victim) {
    const std::uint8_t payload[1] = {static_cast<std::uint8_t>(victim)};
    const auto verdict = log.insert(time, shooter, 1, Bytes(payload));
    CHECK(verdict.ok());
    return *verdict;
}

void a_dead_man_does_not_shoot() {
    Timewarp log = Timewarp::create().value();
    Game game;
    CHECK(shoot(log, 150 * MS, B, C) == ANT_ARRIVAL_IN_ORDER);
    CHECK(log.run(200 * MS, game)->executed == 1 && game.is(1, 1, 0));
    CHECK(shoot(log, 100 * MS, A, B) == ANT_ARRIVAL_LATE);
    CHECK(log.run(350 * MS, game)->changes == 2 && game.is(1, 0, 1));
    const auto changes = log.changes();
    ENSURE(changes.ok() && changes->size() == 2);
    CHECK((*changes)[0].kind == ANT_CHANGE_APPEARED && (*changes)[1].kind == ANT_CHANGE_DISAPPEARED);
    CHECK((*changes)[1].source == B && (*changes)[1].old_outcome.bytes[0] == C);
    CHECK(log.clear_changes().ok() && log.stats()->changes == 0);
    CHECK(*log.cancel(100 * MS, A, 1) == ANT_ARRIVAL_LATE);
    CHECK(log.run(350 * MS, game).ok() && game.is(1, 1, 0));
    CHECK(log.run(2000 * MS, game).ok());
    CHECK(log.cancel(100 * MS, A, 2).status().code() == ANT_REFUSED);
}

void many_are_inserted_at_once() {
    Timewarp log = Timewarp::create().value();
    Game game;
    std::vector<std::int64_t> times{150 * MS, 100 * MS};
    std::vector<std::uint64_t> sources{B, A}, sequences{1, 1};
    std::vector<std::uint32_t> lengths{1, 1}, verdicts(2);
    const std::uint8_t victims[2] = {static_cast<std::uint8_t>(C), static_cast<std::uint8_t>(B)};
    const auto insert = [&](Bytes payloads) {
        return log.insert(antreckon::scalars(times), antreckon::scalars(sources), antreckon::scalars(sequences),
                          antreckon::scalars(lengths), payloads, antreckon::scalars(verdicts));
    };
    CHECK(!insert(Bytes(victims, 1)).ok());
    CHECK(insert(Bytes(victims)).ok() && verdicts[0] == ANT_ARRIVAL_IN_ORDER);
    CHECK(log.run(200 * MS, game)->executed == 2 && game.is(1, 0, 1));
    CHECK(insert(Bytes(victims)).ok() && verdicts[1] == ANT_ARRIVAL_DUPLICATE);
}

void plans_do_the_same() {
    Timewarp called = Timewarp::create().value(), pulled = Timewarp::create().value();
    Game game, other;
    for (int i = 0; i < 2; i++) {
        for (Timewarp *log : {&called, &pulled}) {
            i == 0 ? shoot(*log, 150 * MS, B, C) : shoot(*log, 100 * MS, A, B);
        }
        CHECK(called.run(200 * MS, game).ok());
        while (true) {
            const auto plan = pulled.plan(200 * MS);
            ENSURE(plan.ok());
            if (plan.status().code() == ANT_EMPTY) break;
            if (plan->flags & ANT_PLAN_RESTORE) CHECK(other.load(0, pulled.state(plan->restore_slot).value()) == 0);
            for (std::uint32_t k = plan->first; k < plan->first + plan->count; k++) {
                AntOutcome outcome{};
                other.execute(pulled.event(k).value(), pulled.payload(k).value(), outcome);
                CHECK(pulled.set_outcome(k, outcome).ok());
            }
            CHECK((plan->flags & ANT_PLAN_SAVE ? pulled.complete(Bytes(other.alive)) : pulled.complete()).ok());
        }
        CHECK(*called.state_hash() == *pulled.state_hash());
    }
    CHECK(game.is(1, 0, 1) && other.is(1, 0, 1));
    CHECK(pulled.abort(0).code() == ANT_ERROR_STATE);
}

void a_late_joiner_goes_on() {
    Timewarp log = Timewarp::create().value(), joined = Timewarp::create().value();
    Game game, other;
    shoot(log, 150 * MS, B, C);
    CHECK(log.run(200 * MS, game).ok());
    CHECK(joined.restore(log.snapshot().value()).ok() && joined.resync().ok());
    CHECK(joined.run(200 * MS, other).ok() && other.is(1, 1, 0));
    CHECK(*joined.events_hash(0, 200 * MS) == *log.events_hash(0, 200 * MS) && *log.bytes() == *joined.bytes());
    CHECK(!joined.restore(Bytes()).ok());
}

void bad_bounds_give_no_timewarp() {
    AntTimewarpDesc desc = antreckon::defaults<AntTimewarpDesc>();
    desc.window = -1;
    const auto log = Timewarp::create(desc);
    CHECK(!log.ok() && log.status().code() == ANT_ERROR_OUT_OF_RANGE);
    CHECK(log.status().message().find("desc.window") != std::string::npos);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_dead_man_does_not_shoot);
    RUN_TEST(many_are_inserted_at_once);
    RUN_TEST(plans_do_the_same);
    RUN_TEST(a_late_joiner_goes_on);
    RUN_TEST(bad_bounds_give_no_timewarp);
    return ensure_end();
}
