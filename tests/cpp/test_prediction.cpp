// The C++ layer: maps, predictors, need models and interactions.
#include "antreckon.hpp"
#include "support/yard.h"

#include <array>
#include <cmath>

namespace {

using antreckon::Expected;
using antreckon::Interactions;
using antreckon::NeedModel;
using antreckon::PheromoneMap;
using antreckon::Predictor;
using antreckon::Quaternion;
using antreckon::Tastes;
using antreckon::Vec3;
using antreckon::World;

constexpr std::int64_t STEP = 50000000;

World make_yard() {
    Quads quads;
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    return World::mesh(antreckon::defaults<AntWorldDesc>(), quads.desc).value();
}

PheromoneMap map_with_a_source(const World &world) {
    PheromoneMap map = PheromoneMap::create(world).value();
    AntSourceDesc source = antreckon::defaults<AntSourceDesc>();
    set_vector(source.position, 2.5, 0, 5.5);
    CHECK(map.add_source(1, source).ok());
    return map;
}

void a_map_steps_alike_alone_in_phases_and_in_a_loop() {
    const World world = make_yard();
    PheromoneMap alone = map_with_a_source(world), phases = map_with_a_source(world), loop = map_with_a_source(world);
    const Expected<AntStepReport> report = alone.step_to(3 * STEP);
    CHECK(report.ok() && report->steps == 3 && alone.stats()->time == 3 * STEP);
    for (;;) {
        const Expected<std::uint32_t> tasks = phases.step_begin(3 * STEP);
        ENSURE(tasks.ok());
        if (tasks.status().code() == ANT_EMPTY) {
            break;
        }
        for (std::uint32_t task = *tasks; task-- > 0;) {
            CHECK(phases.step_task(task).ok());
        }
        CHECK(phases.step_end().ok());
    }
    std::uint32_t tasks_run = 0;
    CHECK(loop.step_parallel(3 * STEP, [&](std::uint32_t count, auto task) {
                  for (std::uint32_t i = 0; i < count; i++, tasks_run++) {
                      task(i);
                  }
              }).ok());
    CHECK(tasks_run > 0);
    CHECK(alone.state_hash().value() == phases.state_hash().value());
    CHECK(alone.state_hash().value() == loop.state_hash().value());
}

void fields_are_read_by_cell_position_and_reader() {
    const World world = make_yard();
    PheromoneMap map = map_with_a_source(world);
    CHECK(map.step_to(20 * STEP).ok());
    const float amount = map.value(0, {2.5, 0, 5.5}).value();
    std::vector<Vec3> places{{2.5, 0, 5.5}, {5, 0, 5}};
    std::vector<float> values(2, 77);
    std::vector<std::int8_t> status(2);
    AntSampleBatch batch = antreckon::defaults<AntSampleBatch>();
    batch.count = 2;
    batch.positions = *antreckon::vectors(places).get();
    batch.values = *antreckon::scalars(values).get();
    batch.status = *antreckon::scalars(status).get();
    CHECK(map.sample(batch).code() == ANT_PARTIAL);
    CHECK(values[0] == amount && values[1] == 77 && status[1] == ANT_ERROR_NOT_FOUND);
    AntReader reader = antreckon::defaults<AntReader>();
    const float weight = 1;
    reader.weights = &weight;
    reader.weight_count = 1;
    CHECK(map.sample(reader, {2.5, 0, 5.5}).value() > 0);
    const Vec3 uphill = map.gradient(reader, {2.5, 0, 7.5}).value();
    CHECK(uphill.z < 0 && std::fabs(uphill.x) < -uphill.z);
    AntForceQuery query = antreckon::defaults<AntForceQuery>();
    set_vector(query.position, 2.5, 0, 7.5);
    CHECK(map.force(reader, query)->total[2] < 0);
    CHECK(map.total(0).value() > amount && map.stats()->layer_count == 1);
}

void layers_are_given_as_a_span() {
    const World world = make_yard();
    std::array<AntLayerDesc, 2> layers{antreckon::defaults<AntLayerDesc>(), antreckon::defaults<AntLayerDesc>()};
    layers[1].cap = 5;
    const Expected<PheromoneMap> map =
        PheromoneMap::create(world, antreckon::defaults<AntMapDesc>(), antreckon::span<const AntLayerDesc>(layers));
    CHECK(map.ok() && map->stats()->layer_count == 2);
}

void a_map_goes_on_from_a_snapshot() {
    const World world = make_yard();
    PheromoneMap first = map_with_a_source(world), second = PheromoneMap::create(world).value();
    CHECK(first.step_to(5 * STEP).ok());
    CHECK(second.restore(*first.snapshot()).ok());
    CHECK(first.step_to(9 * STEP).ok() && second.step_to(9 * STEP).ok());
    CHECK(first.state_hash().value() == second.state_hash().value());
}

AntProfile straight_profile() {
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    return profile;
}

void entities_are_observed_and_predicted_in_batches() {
    Predictor predictor = Predictor::create().value();
    std::vector<AntEntity> entities;
    for (int i = 0; i < 3; i++) {
        entities.push_back(predictor.add_entity(straight_profile()).value());
    }
    const std::vector<Vec3> positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, velocities(3, Vec3{2, 0, 0});
    std::vector<Vec3> predicted(3), speeds(3);
    CHECK(predictor.observe(antreckon::scalars(entities), 0, antreckon::vectors(positions), antreckon::vectors(velocities))
              .ok());
    CHECK(predictor.predict(antreckon::scalars(entities), 10 * STEP, antreckon::vectors(predicted),
                            antreckon::vectors(speeds))
              .ok());
    for (std::size_t i = 0; i < 3; i++) {
        const Expected<AntPrediction> single = predictor.predict(entities[i], 10 * STEP);
        CHECK(single.ok() && single->position[0] == predicted[i].x);
        CHECK(std::fabs(predicted[i].x - (positions[i].x + 1)) < 1e-9 && std::fabs(speeds[i].x - 2) < 1e-9);
        CHECK(predictor.explain(entities[i], 10 * STEP)->result[0] == predicted[i].x);
    }
    const Expected<std::vector<AntEntity>> listed = predictor.entities();
    ENSURE(listed.ok() && listed->size() == 3);
    CHECK(predictor.remove_entity(entities[1]).ok() && predictor.entities()->size() == 2);
    CHECK(predictor.predict(entities[1], 0).status().code() == ANT_ERROR_NOT_FOUND);
}

void batches_take_spins_and_give_radii() {
    Predictor predictor = Predictor::create().value();
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DIS_RPB;
    profile.obstacle = ANT_OBSTACLE_IGNORE;
    const std::vector<AntEntity> entities{predictor.add_entity(profile).value()};
    const std::vector<Vec3> positions(1), velocities{{0, 0, -4}}, spins{{0, 1, 0}};
    const std::vector<Quaternion> orientations(1);
    std::vector<Vec3> predicted(1), speeds(1);
    std::vector<Quaternion> facings(1);
    std::vector<double> radii(1, 7), confidences(1, 7);
    CHECK(predictor
              .observe(antreckon::scalars(entities), 0, antreckon::vectors(positions), antreckon::vectors(velocities),
                       antreckon::quaternions(orientations), antreckon::none(), antreckon::vectors(spins))
              .ok());
    CHECK(predictor
              .predict(antreckon::scalars(entities), 10 * STEP, antreckon::vectors(predicted),
                       antreckon::vectors(speeds), antreckon::quaternions(facings), antreckon::none(),
                       antreckon::scalars(radii), antreckon::scalars(confidences))
              .ok());
    // Half a radian to the left on a circle of 4 m.
    CHECK(std::fabs(predicted[0].x - 4 * (std::cos(0.5) - 1)) < 1e-12);
    CHECK(std::fabs(predicted[0].z + 4 * std::sin(0.5)) < 1e-12);
    CHECK(std::fabs(facings[0].y - std::sin(0.25)) < 1e-12 && std::fabs(speeds[0].x + 4 * std::sin(0.5)) < 1e-12);
    CHECK(radii[0] == 0 && confidences[0] == 0);
    const Expected<AntPrediction> single = predictor.predict(entities[0], 10 * STEP);
    CHECK(single.ok() && single->radius == 0 && single->confidence == 0 && single->position[0] == predicted[0].x);
}

void dis_states_are_extrapolated() {
    namespace dis = antreckon::dis;
    AntDisState state = antreckon::defaults<AntDisState>();
    set_vector(state.velocity, 8, 0, 0);
    set_vector(state.acceleration, 2, 0, 0);
    const double pi = std::acos(-1.0);
    set_vector(state.angular_velocity, 0, 0, pi / 4);
    const Expected<AntDisState> end = dis::extrapolate(ANT_DIS_RVB, state, 2);
    ENSURE(end.ok());
    // A case of airbus/sen.
    CHECK(std::fabs(end->position[0] - (48 / pi - 32 / (pi * pi))) < 1e-12);
    CHECK(std::fabs(end->position[1] - (32 / pi + 32 / (pi * pi))) < 1e-12);
    const Quaternion quarter{end->orientation[0], end->orientation[1], end->orientation[2], end->orientation[3]};
    CHECK(std::fabs(dis::to_euler(quarter)->psi - pi / 2) < 1e-12);
    const Quaternion expected = dis::to_quaternion({pi / 2, 0, 0}).value();
    CHECK(!dis::orientation_differs(quarter, expected, 0.01).value());
    CHECK(dis::orientation_differs(quarter, Quaternion(), 1.5).value());
    CHECK(std::fabs(dis::seconds_between(0x1150C836, 0x1159E260) - 0.5) < 2e-6);
    CHECK(dis::extrapolate(ANT_DIS_RVB, state, 2, ANT_BODY_ACCELERATION_MINUS_ROTATION)->position[0] != end->position[0]);
    CHECK(dis::extrapolate(10, state, 2).status().code() == ANT_ERROR_INVALID_ARGUMENT);
    CHECK(dis::to_euler({0, 0, 0, 0}).status().code() == ANT_ERROR_OUT_OF_RANGE);
    CHECK(!dis::to_quaternion({NAN, 0, 0}).ok() && !dis::orientation_differs({}, {}, -1).ok());
}

void objects_and_lives_interest() {
    Predictor predictor = Predictor::create().value();
    AntInterestDesc desc = antreckon::defaults<AntInterestDesc>();
    desc.max_objects = 2;
    CHECK(predictor.set_interest(desc).ok());
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_INTEREST;
    profile.flags = ANT_PROFILE_HAS_PREFERENCE;
    profile.preference = -40;
    const std::vector<AntEntity> players{predictor.add_entity(profile).value()};
    const std::vector<Vec3> start(1), speed{{5, 0, 0}};
    CHECK(predictor.observe(antreckon::scalars(players), 0, antreckon::vectors(start), antreckon::vectors(speed)).ok());
    const double before = predictor.predict(players[0], 20 * STEP)->position[2];
    // Wounded, with something good to the side.
    CHECK(predictor.set_object(1, {4, 0, 3}, 100).ok() && predictor.set_object(2, {30, 0, 30}, 0).ok());
    CHECK(predictor.set_life(players[0], 10).ok());
    CHECK(predictor.predict(players[0], 20 * STEP)->position[2] > before + 0.1);
    CHECK(predictor.explain(players[0], 0)->preference == -40);
    CHECK(predictor.set_object(3, {0, 0, 0}, 1).code() == ANT_ERROR_BUDGET);
    CHECK(predictor.set_object(1, {4, 0, 3}, 100, false).ok() && predictor.remove_object(2).ok());
    CHECK(std::fabs(predictor.predict(players[0], 20 * STEP)->position[2] - before) < 1e-9);
    CHECK(predictor.remove_object(2).code() == ANT_ERROR_NOT_FOUND && predictor.set_life(players[0], -1).ok());
}

void a_predictor_keeps_its_map_alive() {
    Expected<Predictor> predictor = [] {
        const World world = make_yard();
        const PheromoneMap map = map_with_a_source(world);
        return Predictor::create(map);
    }();
    ENSURE(predictor.ok());
    const AntEntity entity = predictor->add_entity().value();
    AntObservation observation = antreckon::defaults<AntObservation>();
    set_vector(observation.position, 2.5, 0, 8.5);
    CHECK(predictor->observe(entity, observation).ok() && predictor->predict(entity, STEP).ok());
    Predictor other = Predictor::create().value();
    CHECK(other.restore(*predictor->snapshot()).ok());
    CHECK(other.state_hash().value() == predictor->state_hash().value());
}

void need_models_and_interactions_are_owned_too() {
    NeedModel model = NeedModel::create(4).value();
    CHECK(model.probability(0.9f).value() == 0.5f);
    CHECK(model.observe(0.9f, true).ok() && model.probability(0.9f).value() > 0.6f);
    CHECK(model.observe(2.0f, true).code() == ANT_ERROR_OUT_OF_RANGE);
    NeedModel copy = NeedModel::create(4).value();
    CHECK(copy.restore(*model.snapshot()).ok() && copy.probability(0.9f).value() == model.probability(0.9f).value());
    Interactions table = Interactions::create().value();
    CHECK(table.weight(1, 2, 0).value() == -1.0f && table.weight(1, 1, 0).value() == 0.0f);
    CHECK(table.note(1, 2, ANT_INTERACTION_TRADE, 0).ok() && table.weight(1, 2, 0).value() > -1.0f);
    CHECK(NeedModel::create(0).status().code() == ANT_ERROR_OUT_OF_RANGE);
}

void tastes_are_learned_merged_and_forgotten() {
    const World world = make_yard();
    const PheromoneMap map = map_with_a_source(world);
    Tastes tastes = Tastes::create(antreckon::defaults<AntTastesDesc>()).value();
    CHECK(tastes.weights(7, 1).value() == std::vector<float>{0.0f});
    for (int i = 0; i < 40; i++) {
        CHECK(tastes.observe(map.get(), 7, {2.5 + 0.1 * i, 0, 8.5}, {2, 0, 0}, i * 3 * STEP).ok());
    }
    CHECK(tastes.weights_of_all(3).value().size() == 3);
    CHECK(tastes.observe(map.get(), 7, {NAN, 0, 8.5}, {2, 0, 0}, 0).code() == ANT_ERROR_NOT_FINITE);
    Tastes copy = Tastes::create(antreckon::defaults<AntTastesDesc>()).value();
    const std::vector<std::uint8_t> learned = tastes.snapshot().value();
    CHECK(copy.merge(learned).ok() && copy.weights_of_all(1).value() == tastes.weights_of_all(1).value());
    CHECK(copy.merge({learned.data(), learned.size() - 1}).code() == ANT_ERROR_CORRUPT);
    CHECK(copy.restore(learned).ok() && copy.weights(7, 1).value() == tastes.weights(7, 1).value());
    CHECK(copy.remove(7).ok() && copy.weights(7, 1).value() == copy.weights_of_all(1).value());
}

void other_forces_push() {
    Predictor predictor = Predictor::create().value();
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_ANT;
    profile.alpha = 1;
    profile.mass = 2;
    profile.flags = ANT_PROFILE_NO_SPEED_LIMIT;
    const AntEntity entity = predictor.add_entity(profile).value();
    AntObservation observation = antreckon::defaults<AntObservation>();
    observation.flags = ANT_OBSERVE_HAS_VELOCITY;
    set_vector(observation.velocity, 3, 0, 0);
    CHECK(predictor.observe(entity, observation).ok());
    CHECK(predictor.set_force(entity, {4, 0, 0}).ok());
    /* Half of (4 / 2) m/s^2 for a second, on top of the velocity. */
    CHECK(std::fabs(predictor.predict(entity, 1000000000)->position[0] - 4) < 1e-9);
    CHECK(predictor.set_force(entity, {NAN, 0, 0}).code() == ANT_ERROR_NOT_FINITE);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_map_steps_alike_alone_in_phases_and_in_a_loop);
    RUN_TEST(fields_are_read_by_cell_position_and_reader);
    RUN_TEST(layers_are_given_as_a_span);
    RUN_TEST(a_map_goes_on_from_a_snapshot);
    RUN_TEST(entities_are_observed_and_predicted_in_batches);
    RUN_TEST(batches_take_spins_and_give_radii);
    RUN_TEST(dis_states_are_extrapolated);
    RUN_TEST(objects_and_lives_interest);
    RUN_TEST(a_predictor_keeps_its_map_alive);
    RUN_TEST(need_models_and_interactions_are_owned_too);
    RUN_TEST(tastes_are_learned_merged_and_forgotten);
    RUN_TEST(other_forces_push);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
