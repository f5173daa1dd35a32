// The C++ layer, as an engine plugin uses it: an owner, a ghost, Unreal's frame and a vector type of the engine's own.
// c++ -std=c++17 ghosts.cpp -I include -I bindings/cpp -L target/release -lantreckon -o ghosts
#include "antreckon.hpp"

#include <cmath>
#include <cstdio>

struct EngineVector { // as FVector: the library writes it in place
    double X, Y, Z;
};
struct EngineQuat {
    double X, Y, Z, W;
};
enum Machine { SERVER = 1, CLIENT = 2 };

int main() {
    if (!antreckon::check_version()) return 1;
    AntGhostsDesc ghosts_desc = antreckon::defaults<AntGhostsDesc>();
    AntOutboxDesc outbox_desc = antreckon::defaults<AntOutboxDesc>();
    ghosts_desc.frame.kind = outbox_desc.frame.kind = ANT_FRAME_UNREAL; // centimetres, Z up, left-handed
    auto ghosts = antreckon::Ghosts<EngineVector, EngineQuat>::create(ghosts_desc);
    auto outbox = antreckon::Outbox::create(outbox_desc);
    if (!ghosts || !outbox) return 1;

    double worst = 0;
    int packets = 0;
    for (std::int64_t tick = 0; tick < 500; tick++) {
        const std::int64_t now = tick * 16000000;
        const double seconds = static_cast<double>(now) * 1e-9;
        AntState truth = antreckon::defaults<AntState>();
        truth.player = 1;
        truth.flags = ANT_STATE_HAS_VELOCITY;
        truth.position[0] = 600 * seconds, truth.position[1] = 200 * std::sin(seconds);
        truth.velocity[0] = 600, truth.velocity[1] = 200 * std::cos(seconds);
        std::uint8_t bytes[1200];
        if (!outbox->submit(truth, now)) return 1;
        const auto length = outbox->packet(CLIENT, now, bytes);
        if (length && *length > 0) { // to be carried to the other machine, as it is
            if (!ghosts->receive(SERVER, {bytes, static_cast<std::size_t>(*length)}, now)) return 1;
            packets++;
        }
        if (!ghosts->frame(now)) return 1;
        const auto reply = ghosts->reply(SERVER, now, bytes);
        if (reply && *reply > 0 && !outbox->receive(CLIENT, {bytes, static_cast<std::size_t>(*reply)}, now)) return 1;
        const std::size_t slot = ghosts->slot_of(1);
        if (slot == ghosts->NONE) continue; // not told of yet
        const EngineVector &drawn = ghosts->position(slot);
        worst = std::fmax(worst, std::hypot(drawn.X - truth.position[0], drawn.Y - truth.position[1]));
    }
    std::printf("8 s, %d packets, drawn at most %.0f cm off\n", packets, worst);
    return !(packets < 40 && worst < 60);
}
