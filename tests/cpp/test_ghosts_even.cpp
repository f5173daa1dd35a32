// The C++ layer, in Unreal's frame: somebody who moves straight at constant speed is drawn so, within one per cent.
#include "antreckon.hpp"
#include "support/status.h"

#include <cmath>
#include <deque>
#include <utility>
#include <vector>

namespace {

using antreckon::Outbox;

// As an engine has them: types of its own with the same memory.
struct EngineVector {
    double X, Y, Z;
};
struct alignas(16) EngineQuat {
    double X, Y, Z, W;
};
using Ghosts = antreckon::Ghosts<EngineVector, EngineQuat>;

constexpr std::int64_t SECOND = 1000000000, LATENCY = SECOND / 20;
constexpr std::int64_t AHEAD = 100 * SECOND;  // the owner's clock shows so much more
constexpr std::int64_t SETTLED = 2 * SECOND;  // clock and buffer are found
constexpr std::uint64_t OWNER = 9, CLIENT = 5; // machines
constexpr double SPEED = 500;                  // cm/s

enum class Transport { packets, dated, undated };

struct Setting {
    Transport transport;
    std::int64_t rate, frames;
    double freshness;
};

template <class T>
using Line = std::deque<std::pair<std::int64_t, T>>; // by time of arrival
using Bytes = std::vector<std::uint8_t>;

AntState truth(std::int64_t now, Transport transport) {
    const double way = SPEED * static_cast<double>(now) * 1e-9;
    AntState state = antreckon::defaults<AntState>();
    state.player = 7;
    state.flags = ANT_STATE_HAS_VELOCITY;
    if (transport == Transport::dated) {
        state.flags |= ANT_STATE_HAS_TIME;
        state.time = now + AHEAD;
    }
    state.position[0] = 0.8 * way;
    state.position[1] = 0.6 * way;
    state.velocity[0] = 0.8 * SPEED;
    state.velocity[1] = 0.6 * SPEED;
    return state;
}

class Game {
public:
    explicit Game(const Setting &setting) : setting_(setting) {
        AntGhostsDesc desc = antreckon::defaults<AntGhostsDesc>();
        desc.frame.kind = ANT_FRAME_UNREAL;
        desc.freshness = setting.freshness;
        ghosts_ = Ghosts::create(desc).value();
        AntOutboxDesc owner = antreckon::defaults<AntOutboxDesc>();
        owner.frame.kind = ANT_FRAME_UNREAL;
        outbox_ = Outbox::create(owner).value();
        // Who runs straight on is told of by the heartbeat alone.
        AntSenderRules rules = antreckon::defaults<AntSenderRules>();
        rules.heartbeat = SECOND / setting.rate;
        CHECK(outbox_.set_rules(ANT_EVERYBODY, rules).ok());
    }

    // Largest deviation of the drawn speed, as a share; more than all when too few frames were drawn.
    double unevenness() {
        const bool packets = setting_.transport == Transport::packets;
        const std::int64_t ticks = packets ? 60 : setting_.rate;
        std::int64_t tick = 0, shown = -1;
        double x = 0, y = 0, worst = 0;
        int counted = 0;
        for (std::int64_t frame = 0; frame < 5 * setting_.frames; frame++) {
            const std::int64_t now = SECOND / 120 + frame * SECOND / setting_.frames;
            for (; tick * SECOND / ticks <= now; tick++) {
                packets ? send_packet(tick * SECOND / ticks) : send_state(tick * SECOND / ticks);
            }
            receive(now);
            CHECK(ghosts_.frame(now).ok());
            packets ? reply(now) : void();
            if (ghosts_.size() != 1) {
                continue;
            }
            const EngineVector place = ghosts_.position(0);
            if (shown >= SETTLED) {
                const double speed = std::hypot(place.X - x, place.Y - y) / (static_cast<double>(now - shown) * 1e-9);
                worst = std::fmax(worst, std::fabs(speed / SPEED - 1));
                counted++;
            }
            x = place.X, y = place.Y, shown = now;
        }
        return counted >= 2 * setting_.frames ? worst : 9;
    }

private:
    void send_state(std::int64_t now) { states_.emplace_back(now + LATENCY, truth(now, setting_.transport)); }

    void send_packet(std::int64_t now) {
        for (; !replies_.empty() && replies_.front().first <= now; replies_.pop_front()) {
            CHECK(outbox_.receive(CLIENT, replies_.front().second, now + AHEAD).ok());
        }
        CHECK(outbox_.submit(truth(now, setting_.transport), now + AHEAD).ok());
        Bytes bytes(1200);
        bytes.resize(outbox_.packet(CLIENT, now + AHEAD, bytes).value());
        if (!bytes.empty()) {
            packets_.emplace_back(now + LATENCY, std::move(bytes));
        }
    }

    void receive(std::int64_t now) {
        for (; !states_.empty() && states_.front().first <= now; states_.pop_front()) {
            CHECK(ghosts_.observe(OWNER, states_.front().second, now).ok());
        }
        for (; !packets_.empty() && packets_.front().first <= now; packets_.pop_front()) {
            CHECK(ghosts_.receive(OWNER, packets_.front().second, now).ok());
        }
    }

    void reply(std::int64_t now) {
        Bytes bytes(Ghosts::LONGEST_REPLY);
        bytes.resize(ghosts_.reply(OWNER, now, bytes).value());
        if (!bytes.empty()) {
            replies_.emplace_back(now + LATENCY, std::move(bytes));
        }
    }

    Setting setting_;
    Ghosts ghosts_;
    Outbox outbox_;
    Line<AntState> states_;
    Line<Bytes> packets_, replies_;
};

void check_all(Transport transport) {
    for (std::int64_t rate : {5, 20, 60}) {
        for (std::int64_t frames : {30, 60, 144}) {
            for (double freshness : {1.0, 0.5, 0.0}) {
                const double off = Game({transport, rate, frames, freshness}).unevenness();
                if (off > 0.01) {
                    std::printf("%d updates, %d Hz, freshness %.1f: %.2f %% off\n", static_cast<int>(rate),
                                static_cast<int>(frames), freshness, off * 100);
                }
                CHECK(off <= 0.01);
            }
        }
    }
}

void straight_by_packets() { check_all(Transport::packets); }
void straight_by_states_with_their_time() { check_all(Transport::dated); }
void straight_by_states_without() { check_all(Transport::undated); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(straight_by_packets);
    RUN_TEST(straight_by_states_with_their_time);
    RUN_TEST(straight_by_states_without);
    return ensure_end();
}
