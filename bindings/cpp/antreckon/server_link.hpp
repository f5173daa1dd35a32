// What one server tells of players, in up to three ways with three clocks, brought to ghosts so that no clock meets another.
#ifndef ANTRECKON_SERVER_LINK_HPP
#define ANTRECKON_SERVER_LINK_HPP

#include "ghosts.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace antreckon {

/// What became of everything that a server told.
struct LinkReport {
    /// Packets and states that came, in updates; `used` of them moved or corrected somebody.
    std::uint64_t packets = 0, updates = 0, used = 0;
    /// Came and was not used, by reason: had come before; later than what is kept; times that cannot be; no outbox's packet, or of
    /// another time base.
    std::uint64_t doubles = 0, too_late = 0, refused = 0, bad_packets = 0;
    /// Updates that never came, and their share.
    std::uint64_t lost = 0;
    double loss = 0.0;
    /// Nanoseconds: how much the time under way changes; how far the interpolated past lies behind.
    std::int64_t jitter = 0, delay = 0;
    std::uint64_t clock_jumps = 0;
};

/// For clients of an engine with one server. The engine's replication brings states, with or without a time stamp of its world; a
/// remote outbox brings packets dated by another clock of the same machine. Each way is a peer of the ghosts, with one time base. A
/// player belongs to the way by which it was told of last.
///
/// Ghosts find a peer's clock by what arrives, which leaves out the time under way: they would be drawn that much in the past. Half the
/// round trip, which engines measure, is taken off each arrival, so that a ghost is drawn where its owner is now.
template <class Vector, class Rotation>
class ServerLink {
public:
    enum Way : std::uint64_t {
        /// States without a date.
        UNDATED = 1,
        /// States with the date of the server's world.
        DATED = 2,
        /// Packets of outboxes.
        PACKETS = 3,
    };
    static constexpr std::uint64_t WAYS = 3;
    /// Longer round trips are believed to be this long, nanoseconds: at two seconds nothing is predicted well.
    static constexpr std::int64_t LONGEST_TRIP = 2000000000;

    using Drawn = Ghosts<Vector, Rotation>;

    /// As the engine measures it, nanoseconds; 0 = not known.
    void set_round_trip(std::int64_t nanoseconds) {
        round_trip_ = nanoseconds < 0 ? 0 : nanoseconds > LONGEST_TRIP ? LONGEST_TRIP : nanoseconds;
    }
    /// How long before its arrival something was sent.
    std::int64_t one_way() const { return round_trip_ / 2; }

    /// A state that the engine has replicated, without a date.
    Status observe(Drawn &ghosts, AntState state, std::int64_t now) {
        state.flags &= ~static_cast<AntStateFlags>(ANT_STATE_HAS_TIME);
        enter(ghosts, state.player, UNDATED);
        return ghosts.observe(UNDATED, state, now - one_way());
    }
    /// The same with the time that the server's world showed when it was true, nanoseconds. A world's time falls behind in each long
    /// frame of its server; that is noticed with the next update and made up for.
    Status observe_dated(Drawn &ghosts, AntState state, std::int64_t server_time, std::int64_t now) {
        state.flags |= ANT_STATE_HAS_TIME;
        state.time = dated(server_time, now - one_way());
        enter(ghosts, state.player, DATED);
        return ghosts.observe(DATED, state, now - one_way());
    }
    /// A packet of the outbox of a player.
    Status receive(Drawn &ghosts, std::uint32_t player, span<const std::uint8_t> packet, std::int64_t now) {
        enter(ghosts, player, PACKETS);
        return ghosts.receive(PACKETS, packet, now - one_way());
    }
    /// Nobody tells of it any more.
    void forget(Drawn &ghosts, std::uint32_t player) {
        ways_.erase(player);
        // Whether or not something was told of it: what was set for it goes too.
        (void)ghosts.remove(player);
    }
    /// Whether, since this was asked last, a player came to another way: what was set for it alone is to be set again.
    bool take_began_anew() { return std::exchange(began_anew_, false); }

    /// Since the ghosts were made.
    LinkReport report(const Drawn &ghosts) const {
        LinkReport sum;
        double lossy = 0.0;
        for (std::uint64_t way = UNDATED; way <= WAYS; way++) {
            const Expected<AntPeerStats> asked = ghosts.peer_stats(way);
            if (!asked) {
                continue; // nothing came this way
            }
            const AntPeerStats &stats = *asked;
            std::uint64_t updates = 0;
            for (const std::uint64_t count : stats.verdicts) {
                updates += count;
            }
            // What was early counts again when its time has come.
            updates -= stats.verdicts[ANT_VERDICT_EARLY];
            sum.packets += stats.packets;
            sum.updates += updates;
            sum.used += stats.verdicts[ANT_VERDICT_APPLIED] + stats.verdicts[ANT_VERDICT_INSERTED] + stats.verdicts[ANT_VERDICT_KEPT];
            sum.doubles += stats.verdicts[ANT_VERDICT_DUPLICATE];
            sum.too_late += stats.verdicts[ANT_VERDICT_TOO_OLD] + stats.verdicts[ANT_VERDICT_STALE];
            sum.refused += stats.verdicts[ANT_VERDICT_BACKWARDS] + stats.verdicts[ANT_VERDICT_REFUSED];
            sum.bad_packets += stats.bad_packets;
            sum.lost += stats.lost;
            lossy += stats.loss * static_cast<double>(updates);
            sum.jitter = stats.jitter > sum.jitter ? stats.jitter : sum.jitter;
            sum.delay = stats.delay > sum.delay ? stats.delay : sum.delay;
            sum.clock_jumps += stats.clock_jumps;
        }
        sum.loss = sum.updates > 0 ? lossy / static_cast<double>(sum.updates) : 0.0;
        return sum;
    }
    /// Whether most of what came since this was asked last was refused: the log should say so. Asked once a second or so.
    bool refuses_most(const LinkReport &report) {
        const std::uint64_t bad = report.refused + report.bad_packets + report.too_late;
        const std::uint64_t all = report.updates + report.bad_packets;
        const std::uint64_t new_bad = bad - bad_before_, new_all = all - all_before_;
        bad_before_ = bad;
        all_before_ = all;
        return new_all >= FEWEST && new_bad * 2 > new_all;
    }

private:
    /// Fewer say nothing.
    static constexpr std::uint64_t FEWEST = 8;

    void enter(Drawn &ghosts, std::uint32_t player, Way way) {
        std::uint64_t &known = ways_[player];
        if (known != 0 && known != way) {
            // It begins anew: ghosts take no news of a player from two peers.
            (void)ghosts.remove(player);
            began_anew_ = true;
        }
        known = way;
    }

    /// When something was true, on a clock that is the server's world time without its slips.
    std::int64_t dated(std::int64_t server_time, std::int64_t sent) {
        const std::int64_t under_way = sent - server_time - slipped_;
        if (!knows_least_) {
            knows_least_ = true;
            least_ = under_way;
        }
        const std::int64_t late = under_way - least_;
        if (late > LONGEST_DELAY) {
            const std::int64_t change = late > suspect_ ? late - suspect_ : suspect_ - late;
            if (suspect_ != 0 && sent != suspected_ && change < SAME) {
                // As late in another frame: a line that stood still would have caught up.
                slipped_ += late;
                suspect_ = 0;
                return server_time + slipped_;
            }
            suspect_ = late;
            suspected_ = sent;
            return server_time + slipped_ + late - LONGEST_DELAY;
        }
        suspect_ = 0;
        if (late < 0) {
            // Earlier than ever: a slip that was none, or a line that became shorter.
            const std::int64_t undone = slipped_ < -late ? slipped_ : -late;
            slipped_ -= undone;
            least_ += late + undone;
        } else {
            // Clocks drift apart, and lines become longer.
            least_ += late / DRIFT;
        }
        return server_time + slipped_;
    }

    /// Beyond what a line's jitter does, nanoseconds; less than a slip of Unreal, whose frames are cut above 0.4 s.
    static constexpr std::int64_t LONGEST_DELAY = 250000000;
    /// Two updates that are late by the same slip differ by jitter alone, nanoseconds; less than the time between two updates.
    static constexpr std::int64_t SAME = 40000000;
    /// Updates after which a longer way counts as the shortest.
    static constexpr std::int64_t DRIFT = 256;

    std::unordered_map<std::uint32_t, std::uint64_t> ways_;
    /// Of dated states: the shortest time under way plus what the clocks differ by, and the sum of slips.
    std::int64_t least_ = 0, slipped_ = 0;
    /// How late the last update was, if too late, and when it came.
    std::int64_t suspect_ = 0, suspected_ = 0;
    bool knows_least_ = false;
    std::int64_t round_trip_ = 0;
    std::uint64_t bad_before_ = 0, all_before_ = 0;
    bool began_anew_ = false;
};

} // namespace antreckon

#endif // ANTRECKON_SERVER_LINK_HPP
