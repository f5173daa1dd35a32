// The C++ layer of the package, found by CMake.
#include <antreckon.hpp>

#include <cstdio>

int main() {
    auto predictor = antreckon::Predictor::create();
    auto player = predictor->add_entity();
    std::printf("%s: %s\n", ant_version_string(), player.status().name());
    return predictor.ok() && player.ok() ? 0 : 1;
}
