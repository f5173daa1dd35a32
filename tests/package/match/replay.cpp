// What replay.c does, through the C++ layer.
#include "antreckon.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

namespace {

constexpr std::uint32_t players = 8;
constexpr std::int64_t steps_per_second = 20;
constexpr std::uint32_t samples = 4;

struct Told {
    std::uint32_t kind, number, sequence, teleported;
    std::int64_t time;
    float place[3], velocity[3], facing[4];
};

void need(const antreckon::Status &status) {
    if (!status.ok()) {
        std::fprintf(stderr, "%s: %s\n", status.name(), status.message().c_str());
        std::exit(1);
    }
}

template <class T>
T need(antreckon::Expected<T> &&made) {
    need(made.status());
    return std::move(made).value();
}

// The bytes of the file, one thing after the other.
class Input {
public:
    explicit Input(const char *path) {
        std::ifstream file(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    template <class T>
    T take() {
        T value;
        take(&value, sizeof value);
        return value;
    }
    void take(void *out, std::size_t length) {
        if (bytes_.size() - at_ < length) {
            std::fprintf(stderr, "the file ends too early\n");
            std::exit(1);
        }
        std::memcpy(out, bytes_.data() + at_, length);
        at_ += length;
    }

private:
    std::vector<char> bytes_;
    std::size_t at_ = 0;
};

AntStream stream(void *data, std::size_t bytes, std::uint32_t format) { return AntStream{data, bytes, 0, format}; }

antreckon::World make_world(Input &input) {
    auto desc = antreckon::defaults<AntWorldDesc>();
    desc.cell_size = input.take<float>();
    desc.step_height = input.take<float>();
    const auto squares = input.take<std::uint32_t>();
    std::vector<float> corners(std::size_t{12} * squares);
    input.take(corners.data(), corners.size() * sizeof(float));
    std::vector<std::uint32_t> indices(std::size_t{4} * squares), sizes(squares, 4);
    for (std::uint32_t i = 0; i < 4 * squares; i++) {
        indices[i] = i;
    }
    auto mesh = antreckon::defaults<AntMeshDesc>();
    mesh.vertex_count = mesh.index_count = 4 * squares;
    mesh.polygon_count = squares;
    mesh.vertices = stream(corners.data(), corners.size() * sizeof(float), ANT_F32X3);
    mesh.indices = stream(indices.data(), indices.size() * 4, ANT_U32);
    mesh.polygon_sizes = stream(sizes.data(), sizes.size() * 4, ANT_U32);
    antreckon::World world = need(antreckon::World::empty(desc));
    need(world.set_tile(0, 0, 0, mesh));
    return world;
}

antreckon::PheromoneMap make_map(Input &input, const antreckon::World &world) {
    auto desc = antreckon::defaults<AntMapDesc>();
    desc.step = 1000000000 / steps_per_second;
    antreckon::PheromoneMap map = need(antreckon::PheromoneMap::create(world, desc));
    auto trails = antreckon::defaults<AntTrailDesc>();
    need(antreckon::Status(ant_map_enable_trails(map.get(), &trails)));
    for (auto items = input.take<std::uint32_t>(); items > 0; items--) {
        auto source = antreckon::defaults<AntSourceDesc>();
        const auto number = input.take<std::uint32_t>();
        for (double &axis : source.position) {
            axis = input.take<float>();
        }
        source.emission = 10.0f;
        source.flags = ANT_SOURCE_FIXED;
        need(map.add_source(number, source));
        need(map.set_source_active(number, false));
    }
    return map;
}

// Remote players as a game has them.
class Crowd {
public:
    Crowd(Input &input, const antreckon::PheromoneMap &map)
        : predictor_(need(antreckon::Predictor::create(map))), receiver_(need(antreckon::Receiver::create(predictor_))),
          smoother_(need(antreckon::Smoother::create(predictor_))) {
        if (input.take<std::uint32_t>() != players) {
            std::exit(1);
        }
        for (std::uint32_t p = 0; p < players; p++) {
            auto profile = antreckon::defaults<AntProfile>();
            profile.model = input.take<std::uint32_t>();
            entities_[p] = need(predictor_.add_entity(profile));
            need(receiver_.add(p, entities_[p]));
        }
    }

    void receive(const Told &told, std::int64_t now, std::int64_t last) {
        auto update = antreckon::defaults<AntUpdate>();
        update.entity = told.number;
        update.sequence = told.sequence;
        update.time = told.time;
        update.flags = ANT_UPDATE_HAS_ORIENTATION | (told.teleported ? ANT_UPDATE_TELEPORT : 0u);
        std::copy_n(told.place, 3, update.position);
        std::copy_n(told.velocity, 3, update.velocity);
        std::copy_n(told.facing, 4, update.orientation);
        const auto before = receiver_.predict(told.number);
        const std::uint32_t verdict = need(receiver_.receive(update, now));
        if (last < 0 || (verdict != ANT_VERDICT_APPLIED && verdict != ANT_VERDICT_INSERTED)) {
            return;
        }
        const auto after = receiver_.predict(told.number);
        if (!after.ok()) {
            return;
        }
        auto correction = antreckon::defaults<AntSmoothCorrection>();
        correction.time = last;
        correction.flags = ANT_SMOOTH_HAS_PREDICTION | (told.teleported ? ANT_SMOOTH_TELEPORTED : 0u);
        std::copy_n(after->position, 3, correction.position);
        std::copy_n(after->velocity, 3, correction.velocity);
        std::copy_n(after->orientation, 4, correction.orientation);
        if (before.ok()) {
            correction.flags |= ANT_SMOOTH_HAS_BEFORE;
            std::copy_n(before->position, 3, correction.before_position);
            std::copy_n(before->velocity, 3, correction.before_velocity);
            std::copy_n(before->orientation, 4, correction.before_orientation);
        }
        (void)need(smoother_.correct(entities_[told.number], correction));
    }

    void advance(std::int64_t now) { need(receiver_.advance(now)); }

    std::array<float, 3> draw(std::uint32_t p, std::int64_t now) {
        constexpr float nowhere = std::numeric_limits<float>::infinity();
        std::array<float, 3> drawn{nowhere, nowhere, nowhere};
        auto shown = receiver_.predict(p);
        if (!shown.ok()) {
            return drawn;
        }
        auto batch = antreckon::defaults<AntDrawBatch>();
        batch.count = 1;
        batch.time = now;
        batch.entities = stream(&entities_[p], sizeof entities_[p], ANT_U64);
        batch.predicted_positions = stream(shown->position, sizeof shown->position, ANT_F64X3);
        batch.predicted_velocities = stream(shown->velocity, sizeof shown->velocity, ANT_F64X3);
        batch.predicted_orientations = stream(shown->orientation, sizeof shown->orientation, ANT_F64X4);
        batch.positions = stream(drawn.data(), sizeof drawn, ANT_F32X3);
        need(smoother_.draw(batch));
        return drawn;
    }

    void adapt() { need(antreckon::Status(ant_predictor_adapt(predictor_.get(), samples, nullptr))); }

    std::uint64_t state_hash() const {
        const std::uint64_t drawn = need(smoother_.state_hash());
        return need(predictor_.state_hash()) ^ (drawn << 1 | drawn >> 63);
    }

private:
    antreckon::Predictor predictor_;
    antreckon::Receiver receiver_;
    antreckon::Smoother smoother_;
    std::array<AntEntity, players> entities_{};
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    Input input(argv[1]);
    antreckon::World world = make_world(input);
    antreckon::PheromoneMap map = make_map(input, world);
    Crowd crowd(input, map);
    std::uint64_t shown = 0xcbf29ce484222325u;
    std::int64_t last = -1;
    const auto frames = input.take<std::uint32_t>();
    unsigned updates = 0;
    for (std::uint32_t frame = 0; frame < frames; frame++) {
        const auto now = input.take<std::int64_t>();
        for (auto events = input.take<std::uint32_t>(); events > 0; events--) {
            const auto told = input.take<Told>();
            if (told.kind == 2) {
                crowd.receive(told, now, last);
                updates++;
            } else {
                need(map.set_source_active(told.number, told.kind == 1));
            }
        }
        need(antreckon::Status(ant_map_step_to(map.get(), now, nullptr)));
        crowd.advance(now);
        for (std::uint32_t p = 0; p < players; p++) {
            const std::array<float, 3> drawn = crowd.draw(p, now);
            std::array<unsigned char, sizeof drawn> bytes{};
            std::memcpy(bytes.data(), drawn.data(), sizeof drawn);
            for (const unsigned char byte : bytes) {
                shown = (shown ^ byte) * 0x100000001b3u;
            }
        }
        crowd.adapt();
        last = now;
    }
    std::printf("%u frames, %u updates: world %016llx map %016llx crowd %016llx shown %016llx\n", frames, updates,
                static_cast<unsigned long long>(need(world.state_hash())),
                static_cast<unsigned long long>(need(map.state_hash())),
                static_cast<unsigned long long>(crowd.state_hash()), static_cast<unsigned long long>(shown));
    return 0;
}
