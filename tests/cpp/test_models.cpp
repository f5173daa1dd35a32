// The C++ layer: what models learn, load and ask beyond entities and profiles.
#include "antreckon.hpp"
#include "support/bank.h"
#include "support/weights.h"
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

// Observed at a place with a velocity.
void observe(Predictor &predictor, AntEntity entity, std::int64_t time, const Vec3 &position, const Vec3 &velocity) {
    AntObservation observation = antreckon::defaults<AntObservation>();
    observation.time = time;
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    set_vector(observation.position, position.x, position.y, position.z);
    set_vector(observation.velocity, velocity.x, velocity.y, velocity.z);
    CHECK(predictor.observe(entity, observation).ok());
}

AntProfile bare_profile(std::uint32_t model) {
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = model;
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    profile.obstacle = ANT_OBSTACLE_IGNORE;
    return profile;
}

// 20 m along x, then 20 m along z, at 5 m/s with an update every 50 ms.
void walk_round_the_corner(Predictor &predictor, AntEntity entity, std::int64_t begin) {
    for (int i = 0; i <= 160; i++) {
        const double way = 0.25 * i;
        observe(predictor, entity, begin + i * STEP, {12 + std::fmin(way, 20), 0, 12 + std::fmax(way - 20, 0)},
                way < 20 ? Vec3{5, 0, 0} : Vec3{0, 0, 5});
    }
}

void trails_are_walked_saved_and_merged() {
    const World world = open_ground();
    PheromoneMap first = map_with_trails(world), second = map_with_trails(world), none = PheromoneMap::create(world).value();
    for (PheromoneMap *map : {&first, &second}) {
        Predictor predictor = Predictor::create(*map).value();
        for (int round = 0; round < 5; round++) {
            const AntEntity entity = predictor.add_entity(bare_profile(ANT_MODEL_TRAIL)).value();
            walk_round_the_corner(predictor, entity, round * 1000 * STEP);
            CHECK(predictor.remove_entity(entity).ok());
        }
    }
    const Expected<AntMapStats> stats = first.stats();
    ENSURE(stats.ok() && stats->has_trails == 1 && stats->trail_cells > 0 && stats->trail_passages > 0 && stats->trail_bytes > 0);
    CHECK(none.stats()->has_trails == 0 && none.save_trails().status().code() == ANT_ERROR_STATE);

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
    CHECK(second.enable_trails().ok() && second.stats()->trail_passages == 0);
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
    CHECK(predictor.load_bank(5, file).ok() && predictor.load_bank(6, {}).code() == ANT_ERROR_NOT_FOUND);
    AntProfile profile = bare_profile(ANT_MODEL_NEURO);
    profile.bank = 5;
    std::vector<AntEntity> entities{predictor.add_entity(profile).value()};
    profile.bank = 6;
    entities.push_back(predictor.add_entity(profile).value());
    const std::vector<Vec3> positions(2), velocities(2, Vec3{6, 0, 8});
    CHECK(predictor.predictive_velocity(entities[0], 0.5).status().code() == ANT_ERROR_NOT_FOUND);
    CHECK(predictor.observe(antreckon::scalars(entities), 0, antreckon::vectors(positions), antreckon::vectors(velocities))
              .ok());
    const Expected<PredictiveVelocity> single = predictor.predictive_velocity(entities[0], 0.5);
    // Its path ends 1.2, 0.6 away; it goes 10 m/s.
    CHECK(std::fabs(single->velocity.x - 12 / std::hypot(1.2, 0.6)) < 1e-5 && std::fabs(single->confidence - 0.49) < 1e-6);
    const Expected<PredictiveVelocity> plain = predictor.predictive_velocity(entities[1], 0.5);
    CHECK(plain->velocity.x == 6 && plain->velocity.z == 8 && plain->confidence == 0);
    CHECK(predictor.remove_bank(5).ok() && predictor.remove_bank(5).code() == ANT_ERROR_NOT_FOUND);
}

void routes_are_learned_followed_and_shipped() {
    Predictor predictor = Predictor::create().value(), other = Predictor::create().value();
    AntStrategyDesc desc = antreckon::defaults<AntStrategyDesc>();
    desc.parallels = 1;
    desc.threshold = 2;
    CHECK(predictor.set_strategies(desc).ok());
    desc.parallels = 0;
    CHECK(predictor.set_strategies(desc).code() == ANT_ERROR_OUT_OF_RANGE);
    const AntEntity walker = predictor.add_entity(bare_profile(ANT_MODEL_DR1)).value();
    CHECK(predictor.begin_trial(walker).ok() && predictor.strategy_info(walker)->recording == 1);
    walk_round_the_corner(predictor, walker, 0);
    CHECK(predictor.end_trial(walker).value() == 3);
    CHECK(predictor.end_trial(walker).status().code() == ANT_ERROR_STATE);
    CHECK(predictor.learn_strategies().value() == 1);
    const Expected<std::vector<std::uint8_t>> file = predictor.save_strategies();
    ENSURE(file.ok());
    CHECK(other.load_strategies({file->data(), file->size() - 1}).code() == ANT_ERROR_CORRUPT);
    CHECK(other.load_strategies(*file).ok());

    const AntEntity follower = other.add_entity(bare_profile(ANT_MODEL_STRATEGY)).value();
    observe(other, follower, 0, {27, 0, 12}, {5, 0, 0});
    const AntStrategyInfo info = other.strategy_info(follower).value();
    CHECK(info.routes == 1 && info.strategy == 0 && info.forward == 1);
    // 5 m before the corner: in three seconds it is 10 m beyond it.
    CHECK(std::fabs(other.predict(follower, 60 * STEP)->position[2] - 22) < 2);
    AntStrategyLedger ledger = antreckon::defaults<AntStrategyLedger>();
    const Expected<AntStrategyUpdate> begin = other.strategy_needs_update(follower, {27, 0, 12}, {5, 0, 0}, 0, &ledger);
    ENSURE(begin.ok());
    CHECK(begin->due == 0 || begin->position[0] == 27);
    CHECK(other.strategy_needs_update(follower, {32, 0, 22}, {0, 0, 5}, 60 * STEP)->due == 0);
    CHECK(other.strategy_needs_update(follower, {42, 0, 12}, {5, 0, 0}, 60 * STEP)->due == 1);
    CHECK(other.follow_strategy(follower, ANT_STRATEGY_NONE).ok());
    CHECK(std::fabs(other.predict(follower, 60 * STEP)->position[0] - 42) < 1e-9);

    const std::vector<Vec3> line{{0, 0, 50}, {60, 0, 50}}, point(1);
    CHECK(other.add_route(antreckon::vectors(line)).value() == 1 && other.strategy_info(follower)->routes == 2);
    CHECK(other.add_route(antreckon::vectors(point)).status().code() == ANT_ERROR_OUT_OF_RANGE);
    CHECK(other.clear_strategies().ok() && other.strategy_info(follower)->routes == 0);
}

void weights_are_loaded_and_adapted() {
    Predictor predictor = Predictor::create().value();
    const AntWeightsInfo built_in = predictor.weights_info().value();
    CHECK(built_in.custom == 0 && built_in.adapting == 0 && built_in.bytes > 0);
    std::vector<std::uint8_t> file(WEIGHTS_SIZE);
    weights_file(1, file.data());
    CHECK(predictor.load_weights(file).ok());
    const AntWeightsInfo loaded = predictor.weights_info().value();
    CHECK(loaded.custom == 1 && loaded.first == WEIGHTS_HIDDEN && loaded.checksum != built_in.checksum);
    file[100] ^= 1;
    CHECK(predictor.load_weights(file).code() == ANT_ERROR_CORRUPT);
    CHECK(predictor.weights_info()->checksum == loaded.checksum);
    CHECK(predictor.load_weights().ok() && predictor.weights_info()->checksum == built_in.checksum);

    CHECK(predictor.adapt(0).value() == 0 && predictor.weights_info()->adapting == 1);
    for (int round = 0; round < 8; round++) {
        const AntEntity entity = predictor.add_entity(bare_profile(ANT_MODEL_KINEMATIC)).value();
        walk_round_the_corner(predictor, entity, round * 200 * STEP);
    }
    const std::uint64_t before = predictor.state_hash().value();
    CHECK(predictor.adapt(128).value() == 128 && predictor.state_hash().value() != before);
}

void hosts_say_what_they_think() {
    Predictor predictor = Predictor::create().value();
    const AntEntity entity = predictor.add_entity(bare_profile(ANT_MODEL_CUSTOM)).value();
    antreckon::Displacements sideways{};
    for (std::size_t i = 0; i < sideways.size(); i++) {
        sideways[i].z = 0.25 * static_cast<double>(1u << i) * 3; // 3 m/s
    }
    const auto in_a_second = [&](std::int64_t time) {
        const Expected<AntPrediction> prediction = predictor.predict(entity, time + 20 * STEP);
        CHECK(prediction.ok());
        return Vec3{prediction->position[0], prediction->position[1], prediction->position[2]};
    };
    CHECK(predictor.suggest(entity, sideways).ok());
    observe(predictor, entity, 0, {1, 0, 1}, {4, 0, 0});
    CHECK(std::fabs(in_a_second(0).x - 1) < 1e-5 && std::fabs(in_a_second(0).z - 4) < 1e-5);

    int asked = 0;
    auto expert = [&](AntEntity who, std::int64_t time, const Vec3 &position, const Vec3 &velocity,
                      antreckon::Displacements &displacements) {
        asked++;
        CHECK(who.id == entity.id && time == asked * STEP && position.x == 2 && velocity.x == 4);
        displacements = sideways;
        return asked == 1;
    };
    CHECK(predictor.set_expert(expert).ok());
    observe(predictor, entity, STEP, {2, 0, 1}, {4, 0, 0});
    CHECK(asked == 1 && std::fabs(in_a_second(STEP).x - 2) < 1e-5 && std::fabs(in_a_second(STEP).z - 4) < 1e-5);
    observe(predictor, entity, 2 * STEP, {2, 0, 1}, {4, 0, 0});
    CHECK(asked == 2 && in_a_second(2 * STEP).z == 1);
    CHECK(predictor.clear_expert().ok());
    observe(predictor, entity, 3 * STEP, {2, 0, 1}, {4, 0, 0});
    CHECK(asked == 2);
    sideways[4].x = NAN;
    CHECK(!predictor.suggest(entity, sideways).ok());
    CHECK(predictor.set_landmark(entity, true).ok() && predictor.set_landmark({}, true).code() == ANT_ERROR_NOT_FOUND);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(trails_are_walked_saved_and_merged);
    RUN_TEST(banks_are_loaded_and_asked);
    RUN_TEST(routes_are_learned_followed_and_shipped);
    RUN_TEST(weights_are_loaded_and_adapted);
    RUN_TEST(hosts_say_what_they_think);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
