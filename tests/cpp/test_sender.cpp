// The C++ layer: a sender, its connections and what they receive.
#include "antreckon.hpp"
#include "support/status.h"

#include <cstdlib>

namespace {

using antreckon::Codec;
using antreckon::Expected;
using antreckon::Sender;

constexpr std::int64_t MS = 1000000;

AntUpdate truth_at(std::int64_t tick, double x, double vx) {
    AntUpdate truth = antreckon::defaults<AntUpdate>();
    truth.entity = 7;
    truth.time = tick * 20 * MS;
    truth.position[0] = x;
    truth.velocity[0] = vx;
    return truth;
}

void a_receiver_is_never_farther_off_than_the_threshold() {
    const Codec codec = Codec::create().value();
    Sender sender = Sender::create(codec).value();
    CHECK(sender.set_entity(7, antreckon::defaults<AntSenderRules>()).ok());
    const AntConnection peers = sender.connect().value();
    AntUpdate seen{};
    std::uint32_t updates = 0;
    for (std::int64_t tick = 0; tick < 200; tick++) {
        const double seconds = static_cast<double>(tick) * 0.02;
        const AntUpdate truth = truth_at(tick, seconds * seconds, 2 * seconds);
        ENSURE(sender.submit(truth).ok());
        std::vector<std::uint8_t> bytes(200);
        const Expected<AntCollected> packet = sender.collect(peers, truth.time, bytes);
        ENSURE(packet.ok());
        if (packet->updates > 0) {
            bytes.resize(packet->byte_len);
            seen = codec.decode_packet(bytes, {}).value().front().update;
            updates++;
        }
        const double shown = seen.position[0] + seen.velocity[0] * static_cast<double>(truth.time - seen.time) * 1e-9;
        ENSURE(truth.position[0] - shown <= 0.1 && shown - truth.position[0] <= 0.1);
    }
    CHECK(updates > 4 && updates < 20);
    CHECK(sender.stats(peers)->packets == updates && *sender.bytes() > 1000);
}

void many_are_told_at_once() {
    const Codec codec = Codec::create().value();
    Sender sender = Sender::create(codec).value();
    std::vector<std::uint32_t> entities{7, 9, 8};
    CHECK(sender.set_entity(7, antreckon::defaults<AntSenderRules>()).ok());
    CHECK(sender.set_entity(8, antreckon::defaults<AntSenderRules>()).ok());
    std::vector<antreckon::Vec3> positions{{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, velocities(3);
    std::vector<std::int32_t> status(3);
    const auto tell = [&](const antreckon::Stream &out) {
        return sender.submit(0, antreckon::scalars(entities), antreckon::vectors(positions), antreckon::vectors(velocities),
                           antreckon::none(), antreckon::none(), out);
    };
    CHECK(tell(antreckon::none()).code() == ANT_ERROR_NOT_FOUND);
    CHECK(tell(antreckon::scalars(status)).code() == ANT_PARTIAL);
    CHECK(status[0] == ANT_OK && status[1] == ANT_ERROR_NOT_FOUND && status[2] == ANT_OK);
    const AntConnection peers = sender.connect().value();
    std::vector<std::uint8_t> bytes(200);
    CHECK(sender.collect(peers, 0, bytes)->updates == 2);
}

void connections_and_states_are_kept() {
    const Codec codec = Codec::create().value();
    Sender one = Sender::create(codec).value(), two = Sender::create(codec).value();
    AntSenderRules rules = antreckon::defaults<AntSenderRules>();
    rules.kind = ANT_SENDER_OWNER_LINE;
    rules.position = 0.3;
    CHECK(one.set_entity(7, rules).ok() && one.set_entity(7, rules).ok());
    AntConnectionDesc link = antreckon::defaults<AntConnectionDesc>();
    link.delivery = ANT_DELIVERY_ACKNOWLEDGED;
    const AntConnection player = one.connect(link).value();
    CHECK(one.set_observer(player, {1, 2, 3}).ok() && one.clear_observer(player).ok());
    CHECK(one.set_interest(player, 7, ANT_RELEVANCE_ALWAYS, 0.5).ok() && one.set_connection(player, link).ok());
    const antreckon::Predictor shared = antreckon::Predictor::create().value();
    CHECK(one.share(shared.get()).ok() && one.share(AntPredictor{}).code() == ANT_ERROR_INVALID_HANDLE);
    CHECK(one.submit(truth_at(0, 1, 2)).ok() && one.suggest(7, {0.1, 0, 0}, {1, 0, 0}).ok());
    const Expected<Sender::Outgoing> sent = one.poll(player, 7, 0);
    ENSURE(sent.ok() && sent->due && !sent->has_baseline && sent->reason == ANT_REASON_ENTER);
    CHECK(sent->update.velocity[0] == 1);
    CHECK(!one.poll(player, 7, 0)->due);
    CHECK(one.acknowledge_update(player, 7, sent->update.sequence, 30 * MS).ok());
    CHECK(one.stats(player)->round_trip == 30 * MS);
    CHECK(one.acknowledge(player, 5, 0, 0).code() == ANT_ERROR_INVALID_ARGUMENT);
    CHECK(two.restore(one.snapshot().value()).ok() && *one.state_hash() == *two.state_hash());
    CHECK(two.connections()->size() == 1 && two.disconnect(two.connections()->front()).ok());
    CHECK(one.remove_entity(7).ok() && one.poll(player, 7, 50 * MS)->reason == ANT_REASON_LEAVE);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_receiver_is_never_farther_off_than_the_threshold);
    RUN_TEST(many_are_told_at_once);
    RUN_TEST(connections_and_states_are_kept);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
