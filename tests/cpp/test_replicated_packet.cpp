// The C++ layer: packets of an outbox carried by an engine's replication. Models of two ways: remote calls that wait for the actor's next
// update, and a replicated value that is sent at once, of which only the newest counts and which is sent again when it was lost.
#include "antreckon.hpp"
#include "support/status.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

namespace {

using antreckon::Expected;
using antreckon::Outbox;
using Ghosts = antreckon::Ghosts<>;
using Link = antreckon::ServerLink<antreckon::Vec3, antreckon::Quaternion>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::int64_t MS = 1000000, SECOND = 1000 * MS;
constexpr std::int64_t FRAME = SECOND / 60, LATENCY = 50 * MS;
constexpr std::uint32_t PLAYER = 3;

/// Runs to and fro over 10 m with a turn every 1.7 s, in metres.
AntState truth_at(std::int64_t time) {
    const double seconds = static_cast<double>(time) * 1e-9, leg = 1.7, speed = 6;
    const auto legs = static_cast<long>(seconds / leg);
    const double in = seconds - static_cast<double>(legs) * leg;
    const bool back = legs % 2 != 0;
    AntState state = antreckon::defaults<AntState>();
    state.player = PLAYER;
    state.flags = ANT_STATE_HAS_VELOCITY;
    state.position[0] = back ? speed * (leg - in) : speed * in;
    state.velocity[0] = back ? -speed : speed;
    return state;
}

/// Pseudo-random numbers below 1, always the same.
struct Dice {
    std::uint32_t state = 12345;
    double roll() {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / 16777216.0;
    }
};

/// What stands between a server's actor and a client's.
class Carrier {
public:
    virtual ~Carrier() = default;
    virtual void put(Bytes packet, std::int64_t now) = 0;
    /// The server's net update of this frame.
    virtual void update(std::int64_t now) = 0;
    /// What has come to the client by now.
    std::vector<Bytes> arrived(std::int64_t now) {
        std::vector<Bytes> out;
        while (!line_.empty() && line_.front().first <= now) {
            out.push_back(std::move(line_.front().second));
            line_.pop_front();
        }
        return out;
    }
    std::int64_t longest_wait() const { return longest_; }

protected:
    void send(const Bytes &packet, std::int64_t since, std::int64_t now) {
        longest_ = std::max(longest_, now - since);
        line_.emplace_back(now + LATENCY, packet);
    }
    Dice dice_;

private:
    std::deque<std::pair<std::int64_t, Bytes>> line_;
    std::int64_t longest_ = 0;
};

/// Unreliable multicasts: at most two wait for an update of the actor, which come as often as the actor's update frequency says.
class Multicast : public Carrier {
public:
    explicit Multicast(std::int64_t gap) : gap_(gap) {}
    void put(Bytes packet, std::int64_t now) override {
        if (queue_.size() < 2) {
            queue_.emplace_back(now, std::move(packet));
        }
    }
    void update(std::int64_t now) override {
        if (now < next_) {
            return;
        }
        next_ = now + gap_;
        for (auto &call : queue_) {
            if (dice_.roll() >= 0.05) {
                send(call.second, call.first, now);
            }
        }
        queue_.clear();
    }

private:
    std::int64_t gap_, next_ = 0;
    std::vector<std::pair<std::int64_t, Bytes>> queue_;
};

/// A replicated value of which the engine is told that it changed, and that the actor wants an update now.
class Replicated : public Carrier {
public:
    void put(Bytes packet, std::int64_t now) override {
        value_ = std::move(packet);
        since_ = now;
        dirty_ = true;
    }
    void update(std::int64_t now) override {
        if (lost_at_ >= 0 && now - lost_at_ > 2 * LATENCY) {
            lost_at_ = -1;
            dirty_ = true; // the other end said that something is missing: the newest value goes
        }
        if (dirty_) {
            dirty_ = false;
            if (dice_.roll() < 0.05) {
                lost_at_ = now;
            } else {
                send(value_, since_, now);
            }
        }
    }
    const Bytes &value() const { return value_; }

private:
    Bytes value_;
    std::int64_t since_ = 0, lost_at_ = -1;
    bool dirty_ = false;
};

struct Outcome {
    double mean = 0, share_far = 0, bytes = 0;
};

Outcome play(Carrier &carrier) {
    Outbox outbox = Outbox::create().value();
    AntSenderRules rules = antreckon::defaults<AntSenderRules>();
    rules.kind = ANT_SENDER_OWNER_LINE;
    CHECK(outbox.set_rules(ANT_EVERYBODY, rules).ok());
    Ghosts ghosts = Ghosts::create().value();
    Link link;
    link.set_round_trip(2 * LATENCY);
    double sum = 0;
    int frames = 0, far = 0;
    double bytes_sent = 0, packets = 0;
    for (std::int64_t now = 0; now < 60 * SECOND; now += FRAME) {
        CHECK(outbox.submit(truth_at(now), now).ok());
        std::uint8_t bytes[1200];
        const Expected<std::uint64_t> length = outbox.packet(ANT_EVERYONE, now, bytes);
        CHECK(length.ok());
        if (*length > 0) {
            carrier.put(Bytes(bytes, bytes + *length), now);
            bytes_sent += static_cast<double>(*length);
            packets += 1;
        }
        carrier.update(now);
        for (const Bytes &packet : carrier.arrived(now)) {
            CHECK(link.receive(ghosts, PLAYER, packet, now).ok());
        }
        CHECK(ghosts.frame(now).ok());
        const std::size_t slot = ghosts.slot_of(PLAYER);
        if (slot != Ghosts::NONE && now > 2 * SECOND) {
            const double error = std::fabs(ghosts.position(slot).x - truth_at(now).position[0]);
            sum += error;
            far += error > 1;
            frames++;
        }
    }
    CHECK(frames > 3000);
    CHECK(link.report(ghosts).bad_packets == 0);
    return {sum / frames, static_cast<double>(far) / frames, bytes_sent / packets};
}

void a_forced_value_arrives_when_a_queued_call_does_not() {
    Multicast queued(SECOND / 2); // a net update frequency of 2, as low frequencies were recommended
    Replicated forced;
    const Outcome late = play(queued), now = play(forced);
    printf("  multicast at 2 updates a second: waits up to %.0f ms, %.2f m off, %.0f %% of frames above 1 m\n",
           static_cast<double>(queued.longest_wait()) / MS, late.mean, 100 * late.share_far);
    printf("  replicated value, forced: waits up to %.0f ms, %.2f m off, %.0f %% of frames above 1 m\n",
           static_cast<double>(forced.longest_wait()) / MS, now.mean, 100 * now.share_far);
    printf("  %.1f bytes a packet\n", now.bytes);
    CHECK(now.bytes < 40);
    CHECK(queued.longest_wait() > 400 * MS);
    // A value that was lost twice in a row: two round trips.
    CHECK(forced.longest_wait() < 4 * LATENCY + 3 * FRAME);
    CHECK(now.mean * 2 < late.mean && now.share_far * 2 < late.share_far);
}

// Who joins late gets the value that is there, and nothing else before the next one.
void a_late_joiner_sees_everybody_at_once() {
    Outbox outbox = Outbox::create().value();
    Replicated carrier;
    for (std::int64_t now = 0; now < 10 * SECOND; now += FRAME) {
        CHECK(outbox.submit(truth_at(now), now).ok());
        std::uint8_t bytes[1200];
        const Expected<std::uint64_t> length = outbox.packet(ANT_EVERYONE, now, bytes);
        ENSURE(length.ok());
        if (*length > 0) {
            carrier.put(Bytes(bytes, bytes + *length), now);
        }
    }
    Ghosts ghosts = Ghosts::create().value();
    Link link;
    const std::int64_t own = 77 * SECOND; // its own clock
    CHECK(link.receive(ghosts, PLAYER, carrier.value(), own).ok() && ghosts.frame(own).ok());
    ENSURE(ghosts.slot_of(PLAYER) != Ghosts::NONE);
    CHECK(std::fabs(ghosts.position(ghosts.slot_of(PLAYER)).x - truth_at(10 * SECOND).position[0]) < 6 * 0.6);
    // A value that is handed over twice does no harm.
    CHECK(link.receive(ghosts, PLAYER, carrier.value(), own + FRAME).ok() && ghosts.frame(own + FRAME).ok());
    CHECK(link.report(ghosts).doubles == 1 && link.report(ghosts).refused == 0);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_forced_value_arrives_when_a_queued_call_does_not);
    RUN_TEST(a_late_joiner_sees_everybody_at_once);
    return ensure_end();
}
