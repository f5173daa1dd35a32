// The C++ layer: a recorder that is fed with the host's own structs and pulled in pieces.
#include "antreckon.hpp"
#include "support/status.h"

#include <cstring>
#include <vector>

namespace {

struct Unit {
    std::uint32_t id;
    float position[3];
};

std::vector<std::uint8_t> record(int ticks) {
    antreckon::Recorder recorder = antreckon::Recorder::create().value();
    AntRecordEntity entity = antreckon::defaults<AntRecordEntity>();
    Unit units[2] = {};
    for (entity.id = 0; entity.id < 2; entity.id++) {
        CHECK(recorder.add_entity(entity).ok());
        units[entity.id].id = entity.id;
    }
    AntRecordSamples samples = antreckon::defaults<AntRecordSamples>();
    samples.count = 2;
    samples.ids = AntStream{&units[0].id, sizeof units, sizeof(Unit), ANT_U32};
    samples.positions = AntStream{units[0].position, sizeof units - 4, sizeof(Unit), ANT_F32X3};
    std::vector<std::uint8_t> file;
    std::uint8_t buffer[256];
    for (int k = 0; k < ticks; k++) {
        units[1].position[0] = 0.25f * static_cast<float>(k);
        CHECK(recorder.sample(k * INT64_C(50000000), samples).ok());
        CHECK(recorder.event(k * INT64_C(50000000), ANT_RECORD_SHOT, 1).ok());
    }
    CHECK(recorder.finish().ok());
    CHECK(recorder.stats()->samples == 2u * static_cast<unsigned>(ticks));
    for (;;) {
        const auto pulled = recorder.pull(buffer);
        if (!pulled.ok() || pulled.status().code() == ANT_EMPTY) break;
        file.insert(file.end(), buffer, buffer + *pulled);
    }
    CHECK(recorder.stats()->waiting == 0 && recorder.stats()->written == file.size());
    return file;
}

void bytes_come_out_whole() {
    const auto shorter = record(20), longer = record(200);
    CHECK(shorter.size() > 100 && longer.size() > shorter.size());
    CHECK(std::memcmp(shorter.data(), longer.data(), 80) == 0);
}

void a_level_of_the_layer_is_recorded() {
    AntGridDesc grid = antreckon::defaults<AntGridDesc>();
    grid.width = grid.depth = 8;
    antreckon::World world = antreckon::World::grid(antreckon::defaults<AntWorldDesc>(), grid).value();
    antreckon::Recorder recorder = antreckon::Recorder::create().value();
    CHECK(recorder.level(world).code() == ANT_OK);
    CHECK(recorder.level(world).code() == ANT_ERROR_STATE);
    antreckon::Recorder moved = std::move(recorder);
    CHECK(!recorder.valid() && moved.valid());
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(bytes_come_out_whole);
    RUN_TEST(a_level_of_the_layer_is_recorded);
    return ensure_end();
}
