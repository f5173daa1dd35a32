// The C++ layer: what is drawn of predicted entities.
#include "antreckon.hpp"
#include "support/yard.h"

#include <cmath>
#include <vector>

namespace {

using antreckon::Expected;
using antreckon::Predictor;
using antreckon::Smoother;
using antreckon::Vec3;

constexpr std::int64_t MILLISECOND = 1000000;

AntEntity runner(Predictor &predictor) {
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    return predictor.add_entity(profile).value();
}

void observe(Predictor &predictor, AntEntity entity, std::int64_t time, double x, double z) {
    AntObservation observation = antreckon::defaults<AntObservation>();
    observation.time = time;
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    set_vector(observation.position, x, 0, z);
    set_vector(observation.velocity, 10, 0, 0);
    CHECK(predictor.observe(entity, observation).ok());
}

AntSmootherDesc linear(const Predictor &predictor) {
    AntSmootherDesc desc = antreckon::defaults<AntSmootherDesc>();
    desc.predictor = predictor.get();
    desc.method = ANT_SMOOTH_LINEAR;
    desc.least_time = desc.most_time = 0.2;
    return desc;
}

void a_correction_is_drawn_step_by_step() {
    Predictor predictor = Predictor::create().value();
    Smoother smoother = Smoother::create(linear(predictor)).value();
    const AntEntity entity = runner(predictor);
    CHECK(smoother.draw(entity, 0).status().code() == ANT_ERROR_NOT_FOUND);
    observe(predictor, entity, 0, 0, 0);
    CHECK(smoother.correct(entity, 0).value() == ANT_COURSE_APPEARS && smoother.info()->entity_count == 1);
    CHECK(smoother.draw(entity, 0).ok());
    observe(predictor, entity, 100 * MILLISECOND, 1, 1);
    CHECK(smoother.correct(entity, 100 * MILLISECOND).value() == ANT_COURSE_CURVES);
    const Expected<AntDrawn> drawn = smoother.draw(entity, 200 * MILLISECOND);
    ENSURE(drawn.ok());
    CHECK(std::fabs(drawn->position[0] - 2) < 1e-9 && std::fabs(drawn->position[2] - 0.5) < 1e-9);
    CHECK(smoother.info(entity)->time == 0.2);
    CHECK(smoother.correct(entity, 300 * MILLISECOND, true).value() == ANT_COURSE_JUMPS);
    CHECK(smoother.rebase({1, 0, 0}).ok() && smoother.bytes().value() > 0);
    CHECK(smoother.forget(entity).ok() && smoother.forget(entity).code() == ANT_EMPTY);
}

void frames_come_in_batches() {
    Predictor predictor = Predictor::create().value();
    Smoother smoother = Smoother::create(predictor).value(), other = Smoother::create(linear(predictor)).value();
    const std::vector<AntEntity> entities{runner(predictor), runner(predictor)};
    for (const AntEntity entity : entities) {
        observe(predictor, entity, 0, 0, 0);
    }
    CHECK(smoother.correct(antreckon::scalars(entities), 0).ok());
    std::vector<Vec3> positions(2);
    std::vector<std::uint32_t> flags(2);
    CHECK(smoother.draw(antreckon::scalars(entities), 100 * MILLISECOND, antreckon::vectors(positions)).ok());
    CHECK(std::fabs(positions[0].x - 1) < 1e-9 && std::fabs(positions[1].x - 1) < 1e-9);
    const Expected<std::vector<std::uint8_t>> snapshot = smoother.snapshot();
    ENSURE(snapshot.ok());
    CHECK(other.restore(*snapshot).ok() && other.state_hash().value() == smoother.state_hash().value());
    CHECK(other.restore({snapshot->data(), snapshot->size() - 1}).code() == ANT_ERROR_CORRUPT);
    AntSmootherDesc desc = linear(predictor);
    CHECK(other.set_desc(desc).ok());
    desc.method = 99;
    CHECK(other.set_desc(desc).code() == ANT_ERROR_INVALID_ARGUMENT);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_correction_is_drawn_step_by_step);
    RUN_TEST(frames_come_in_batches);
    return ensure_end();
}
