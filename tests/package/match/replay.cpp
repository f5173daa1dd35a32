// What replay.c does, through the C++ layer.
#include "antreckon.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

enum Kind : std::uint32_t { TAKEN, THERE, STATE, TRUTH, GONE, PACKET, REPLY };

constexpr std::int64_t steps_per_second = 20, ahead = 7000000000;
constexpr std::uint64_t owner = 1, host = 2, client = 7;
constexpr std::uint32_t half_fresh = 6, of_the_past = 9, latest = 16;

struct Told {
    std::uint32_t kind, number, teleported, reserved;
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

// One of the datagrams that frames sent.
struct Sent {
    std::array<std::uint8_t, 1200> bytes{};
    std::uint64_t size = 0;
    antreckon::span<const std::uint8_t> view() const { return {bytes.data(), static_cast<std::size_t>(size)}; }
};

AntState state(const Told &told) {
    auto made = antreckon::defaults<AntState>();
    made.player = told.number;
    made.time = told.time;
    made.flags = ANT_STATE_HAS_VELOCITY | ANT_STATE_HAS_ORIENTATION | (told.kind == STATE ? ANT_STATE_HAS_TIME : 0u) |
                 (told.teleported ? ANT_STATE_TELEPORTED : 0u);
    std::copy_n(told.place, 3, made.position);
    std::copy_n(told.velocity, 3, made.velocity);
    std::copy_n(told.facing, 4, made.orientation);
    return made;
}

class Match {
public:
    explicit Match(Input &input)
        : world_(make_world(input)), map_(make_map(input, world_)), ghosts_(make_ghosts(input)), outbox_(make_outbox()) {}

    void happen(const Told &told, std::int64_t now) {
        const Sent &packet = packets_[told.number % latest], &reply = replies_[told.number % latest];
        if (told.kind == STATE) {
            need(ghosts_.observe(host, state(told), now));
        } else if (told.kind == TRUTH) {
            need(outbox_.submit(state(told), now + ahead));
        } else if (told.kind == GONE) {
            need(outbox_.remove(told.number));
        } else if (told.kind == PACKET && packet.size > 0) {
            need(ghosts_.receive(owner, packet.view(), now));
        } else if (told.kind == REPLY && reply.size > 0) {
            need(outbox_.receive(client, reply.view(), now + ahead));
        } else if (told.kind <= THERE) {
            need(map_.set_source_active(told.number, told.kind == THERE));
        }
    }

    void frame(std::uint32_t number, std::int64_t now) {
        Sent &packet = packets_[number % latest], &reply = replies_[number % latest];
        need(antreckon::Status(ant_map_step_to(map_.get(), now, nullptr)));
        packet.size = need(outbox_.packet(client, now + ahead, packet.bytes));
        need(ghosts_.frame(now));
        add(ghosts_.players());
        add(ghosts_.positions());
        add(ghosts_.velocities());
        add(ghosts_.rotations());
        reply.size = need(ghosts_.reply(owner, now, reply.bytes));
        sent_ += packet.size > 0;
    }

    void print(std::uint32_t frames) const {
        std::printf("%u frames, %u packets: world %016llx map %016llx ghosts %016llx outbox %016llx drawn %016llx\n", frames,
                    sent_, hash(world_), hash(map_), hash(ghosts_), hash(outbox_), static_cast<unsigned long long>(drawn_));
    }

private:
    using Ghosts = antreckon::Ghosts<std::array<float, 3>, std::array<float, 4>>;

    Ghosts make_ghosts(Input &input) const {
        auto desc = antreckon::defaults<AntGhostsDesc>();
        desc.map = map_.get();
        Ghosts ghosts = need(Ghosts::create(desc));
        const auto players = input.take<std::uint32_t>();
        for (std::uint32_t player = 0; player < players; player++) {
            auto profile = antreckon::defaults<AntProfile>();
            profile.model = input.take<std::uint32_t>();
            need(ghosts.set_profile(player, profile));
        }
        need(ghosts.set_freshness(half_fresh, 0.5));
        need(ghosts.set_freshness(of_the_past, 0.0));
        return ghosts;
    }

    antreckon::Outbox make_outbox() const {
        auto desc = antreckon::defaults<AntOutboxDesc>();
        desc.world = world_.get();
        return need(antreckon::Outbox::create(desc));
    }

    template <class T>
    void add(antreckon::span<const T> drawn) {
        const auto *bytes = reinterpret_cast<const unsigned char *>(drawn.data());
        for (std::size_t i = 0; i < drawn.size() * sizeof(T); i++) {
            drawn_ = (drawn_ ^ bytes[i]) * 0x100000001b3u;
        }
    }

    template <class T>
    static unsigned long long hash(const T &object) {
        return need(object.state_hash());
    }

    antreckon::World world_;
    antreckon::PheromoneMap map_;
    Ghosts ghosts_;
    antreckon::Outbox outbox_;
    std::array<Sent, latest> packets_, replies_;
    std::uint64_t drawn_ = 0xcbf29ce484222325u;
    unsigned sent_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    Input input(argv[1]);
    Match match(input);
    const auto frames = input.take<std::uint32_t>();
    for (std::uint32_t frame = 0; frame < frames; frame++) {
        const auto now = input.take<std::int64_t>();
        for (auto events = input.take<std::uint32_t>(); events > 0; events--) {
            match.happen(input.take<Told>(), now);
        }
        match.frame(frame, now);
    }
    match.print(frames);
    return 0;
}
