// The C++ layer: a receiver behind a bad network, who joins late, a judge and commitments.
#include "antreckon.hpp"
#include "support/status.h"

#include <cmath>
#include <vector>

namespace {

using antreckon::Commitments;
using antreckon::Digest;
using antreckon::Plausibility;
using antreckon::Predictor;
using antreckon::Receiver;

constexpr std::int64_t MS = 1000000;

AntUpdate walk(std::uint32_t n) {
    AntUpdate update = antreckon::defaults<AntUpdate>();
    update.entity = 7;
    update.sequence = n;
    update.time = n * 100 * MS;
    update.position[0] = 0.4 * n;
    update.velocity[0] = 4.0;
    return update;
}

struct Ear {
    Predictor predictor;
    Receiver receiver;
};

Ear make_ear(bool with_entity) {
    Ear ear{Predictor::create().value(), Receiver()};
    AntReceiverDesc desc = antreckon::defaults<AntReceiverDesc>();
    desc.predictor = ear.predictor.get();
    desc.tolerance = 1000 * 1000 * MS;
    ear.receiver = Receiver::create(desc).value();
    if (with_entity) {
        AntProfile profile = antreckon::defaults<AntProfile>();
        profile.model = ANT_MODEL_DR1;
        CHECK(ear.receiver.add(7, ear.predictor.add_entity(profile).value()).ok());
    }
    return ear;
}

void late_updates_get_their_place_and_joiners_their_state() {
    Ear ear = make_ear(true), joiner = make_ear(false);
    const std::vector<AntUpdate> packet{walk(0), walk(2), walk(1), walk(1)};
    const auto verdicts = ear.receiver.receive(packet, 230 * MS);
    ENSURE(verdicts.ok() && verdicts.value() == (std::vector<std::uint32_t>{ANT_VERDICT_APPLIED, ANT_VERDICT_APPLIED,
                                                                            ANT_VERDICT_INSERTED, ANT_VERDICT_DUPLICATE}));
    ENSURE(ear.receiver.advance(230 * MS).ok());
    ENSURE(ear.receiver.predict(7).ok() && ear.receiver.interpolate(7).ok() && !ear.receiver.predict(8).ok());
    ENSURE(ear.receiver.link_stats().value().inserted == 1 && ear.receiver.stats(7).value().lost == 0);
    const auto link = ear.receiver.link_stats();
    ENSURE(link.ok() && link->interpolation_time < link->prediction_time && *ear.receiver.bytes() > 0);
    const auto bytes = ear.receiver.join_snapshot();
    ENSURE(bytes.ok() && joiner.receiver.join(bytes.value()).ok());
    ENSURE(joiner.receiver.entities().value() == std::vector<std::uint32_t>{7});
    ENSURE(joiner.predictor.predict(joiner.receiver.stats(7)->entity, 230 * MS).ok());
    ENSURE(ear.receiver.receive(walk(4), 430 * MS).value() == joiner.receiver.receive(walk(4), 430 * MS).value());
    ENSURE(ear.predictor.state_hash().value() == joiner.predictor.state_hash().value());
    const auto own = ear.receiver.snapshot();
    ENSURE(own.ok() && joiner.receiver.restore(own.value()).ok());
    ENSURE(ear.receiver.state_hash().value() == joiner.receiver.state_hash().value());
    ENSURE(ear.receiver.forget_clock().ok() && ear.receiver.remove(7).ok());
}

void a_judge_tells_what_it_saw() {
    Plausibility judge = Plausibility::create().value();
    AntUpdate leap = walk(1);
    leap.position[0] = 80.0;
    ENSURE(judge.judge(walk(0), 0).value().rules == 0);
    ENSURE(judge.judge(leap, 100 * MS).value().rules == ANT_RULE_SPEED);
    ENSURE(judge.pull().value().rule == ANT_RULE_SPEED && judge.pull().status().code() == ANT_EMPTY);
    ENSURE(judge.standing(7, 100 * MS).value().suspicious == 1);
    ENSURE(judge.allow_teleport(7, 300 * MS).ok() && judge.judge(walk(2), 200 * MS).value().rules == 0);
    const auto bytes = judge.snapshot();
    Plausibility copy = Plausibility::create().value();
    ENSURE(bytes.ok() && copy.restore(bytes.value()).ok());
    ENSURE(copy.state_hash().value() == judge.state_hash().value() && *copy.bytes() > 0);
}

void commitments_bind() {
    Commitments book = Commitments::create(8).value();
    const Digest nonce{{1, 2, 3}};
    const AntUpdate update = walk(3), other = walk(4);
    ENSURE(book.commit(7, 3, antreckon::commit(nonce, update).value(), 0).ok());
    ENSURE(book.reveal(nonce, update).value() == ANT_REVEAL_HONEST);
    ENSURE(book.commit(7, 4, antreckon::commit(nonce, update).value(), 5).ok());
    ENSURE(book.reveal(nonce, other).value() == ANT_REVEAL_DIFFERENT);
    ENSURE(book.overdue(100).status().code() == ANT_EMPTY);
    ENSURE(book.saw(7, 3, antreckon::digest_of(update).value()).value().known == 1);
    ENSURE(book.told(2, 7, 3, antreckon::digest_of(other).value()).value().differ == 1);
    Commitments copy = Commitments::create(8).value();
    ENSURE(copy.restore(book.snapshot().value()).ok() && *copy.state_hash() == *book.state_hash() && *copy.bytes() > 0);
    ENSURE(copy.told(2, 7, 3, antreckon::digest_of(update).value()).value().differ == 0);
    ENSURE(*copy.state_hash() != *book.state_hash());
}

void who_was_shown_something_else_is_told() {
    std::vector<antreckon::Statement> said(4);
    said[2].position.x = 5;
    ENSURE(antreckon::find_outliers(said).value() == 4);
    said[2].allowance = 5;
    ENSURE(antreckon::find_outliers(said).value() == 0);
    said[0].allowance = -1;
    ENSURE(antreckon::find_outliers(said).status().code() == ANT_ERROR_OUT_OF_RANGE);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(late_updates_get_their_place_and_joiners_their_state);
    RUN_TEST(a_judge_tells_what_it_saw);
    RUN_TEST(commitments_bind);
    RUN_TEST(who_was_shown_something_else_is_told);
    return ensure_end();
}
