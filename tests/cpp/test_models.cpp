// The C++ layer: what models learn, load and ask beyond entities and profiles.
#include "antreckon.hpp"
#include "support/bank.h"
#include "support/yard.h"

#include <array>
#include <cmath>

namespace {

using antreckon::Expected;
using antreckon::PheromoneMap;
using antreckon::PredictiveVelocity;
using antreckon::Predictor;
using antreckon::TrailReadings;
using antreckon::Vec3;
using antreckon::World;

using Bytes = antreckon::span<const std::uint8_t>;

constexpr std::int64_t STEP = 50000000;

World open_ground() {
    AntGridDesc grid = antreckon::defaults<AntGridDesc>();
    grid.width = grid.depth = 64;
    return World::grid(antreckon::defaults<AntWorldDesc>(), grid).value();
}

PheromoneMap map_with_trails(const World &world) {
    PheromoneMap map = PheromoneMap::create(world).value();
    CHECK(map.enable_trails().ok());
    return map;
}

Vec3 predicted(const Predictor &predictor, AntEntity entity, std::int64_t time) {
    const Expected<AntPrediction> prediction = predictor.predict(entity, time);
    CHECK(prediction.ok());
    return {prediction->position[0], prediction->position[1], prediction->position[2]};
}

// Along x to the middle, then along z: 5 m/s, an update every 50 ms, from a time on.
void walk_round_the_corner(Predictor &predictor, std::int64_t begin) {
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_TRAIL;
    const AntEntity entity = predictor.add_entity(profile).value();
    for (int i = 0; i <= 160; i++) {
        AntObservation observation = antreckon::defaults<AntObservation>();
        const double way = 0.25 * i;
        set_vector(observation.position, 12 + std::fmin(way, 20), 0, 12 + std::fmax(way - 20, 0));
        set_vector(observation.velocity, way < 20 ? 5 : 0, 0, way < 20 ? 0 : 5);
        observation.flags = ANT_OBSERVE_HAS_VELOCITY;
        observation.time = begin + i * STEP;
        CHECK(predictor.observe(entity, observation).ok());
    }
    CHECK(predictor.remove_entity(entity).ok());
}

void trails_are_walked_saved_and_merged() {
    const World world = open_ground();
    PheromoneMap first = map_with_trails(world), second = map_with_trails(world), none = PheromoneMap::create(world).value();
    for (PheromoneMap *map : {&first, &second}) {
        Predictor predictor = Predictor::create(*map).value();
        for (int round = 0; round < 5; round++) {
            walk_round_the_corner(predictor, round * 1000 * STEP);
        }
    }
    const Expected<AntTrailsInfo> info = first.trails_info();
    ENSURE(info.ok() && info->enabled == 1 && info->cells > 0 && info->passages > 0 && info->bytes > 0);
    CHECK(none.trails_info()->enabled == 0 && none.save_trails().status().code() == ANT_ERROR_STATE);

    // 2 m before the corner: in a second they stood 3 m beyond it.
    const Expected<TrailReadings> readings = first.read_trails({30, 0, 12}, {5, 0, 0}, 0);
    ENSURE(readings.ok());
    const AntTrailReading second_ahead = readings.value()[2];
    CHECK(second_ahead.evidence > 1 && std::fabs(second_ahead.mean[0] - 2) < 1 && std::fabs(second_ahead.mean[2] - 3) < 1.5);
    CHECK(first.read_trails({30, 0, 12}, {5, 0, 0}, -1).status().code() == ANT_ERROR_OUT_OF_RANGE);

    const Expected<std::vector<std::uint8_t>> a = first.save_trails(), b = second.save_trails();
    ENSURE(a.ok() && b.ok() && a.value() == b.value());
    CHECK(none.load_trails(*a).ok() && none.save_trails().value() == a.value());
    CHECK(none.load_trails({a->data(), a->size() - 1}).code() == ANT_ERROR_CORRUPT);
    const std::array<Bytes, 2> both{Bytes(*a), Bytes(*b)};
    CHECK(second.clear_trails().ok() && second.trails_info()->passages == 0);
    CHECK(second.merge_trails(both).ok());
    CHECK(second.read_trails({30, 0, 12}, {5, 0, 0}, 0).value()[2].evidence > second_ahead.evidence);
    CHECK(second.merge_trails({}).code() == ANT_ERROR_OUT_OF_RANGE);
}

void banks_are_loaded_and_asked() {
    const Bytes file(bank_file);
    const Expected<AntBankInfo> info = antreckon::bank_info(file);
    CHECK(info.ok() && info->networks == 2 && info->dimensions == 2 && info->step == 0.05);
    CHECK(antreckon::bank_info({file.data(), file.size() - 1}).status().code() == ANT_ERROR_CORRUPT);

    Predictor predictor = Predictor::create().value();
    CHECK(predictor.load_bank(5, file).ok() && predictor.load_bank(6, {}).code() == ANT_ERROR_CORRUPT);
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_NEURO;
    profile.bank = 5;
    std::vector<AntEntity> entities{predictor.add_entity(profile).value()};
    profile.bank = 6;
    entities.push_back(predictor.add_entity(profile).value());
    const std::vector<Vec3> positions(2), velocities(2, Vec3{6, 0, 8});
    CHECK(predictor.predictive_velocity(entities[0]).status().code() == ANT_ERROR_NOT_FOUND);
    CHECK(predictor.observe(antreckon::scalars(entities), 0, antreckon::vectors(positions), antreckon::vectors(velocities))
              .ok());
    const Expected<PredictiveVelocity> single = predictor.predictive_velocity(entities[0]);
    // Its path ends 1.2, 0.6 away; it goes 10 m/s.
    CHECK(std::fabs(single->velocity.x - 12 / std::hypot(1.2, 0.6)) < 1e-5 && std::fabs(single->confidence - 0.49) < 1e-6);
    std::vector<Vec3> sent(2);
    std::vector<double> confidences(2, 7);
    CHECK(predictor
              .predictive_velocity(antreckon::scalars(entities), antreckon::vectors(sent), antreckon::scalars(confidences))
              .ok());
    CHECK(sent[0].x == single->velocity.x && confidences[0] == single->confidence);
    CHECK(sent[1].x == 6 && sent[1].z == 8 && confidences[1] == 0);
    CHECK(predictor.remove_bank(5).ok() && predictor.remove_bank(5).code() == ANT_ERROR_NOT_FOUND);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(trails_are_walked_saved_and_merged);
    RUN_TEST(banks_are_loaded_and_asked);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
