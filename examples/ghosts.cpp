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

int main() {
    if (!antreckon::check_version()) return 1;
    antreckon::GhostsDesc ghosts_desc;
    antreckon::OutboxDesc outbox_desc;
    ghosts_desc.predictor.frame.kind = ANT_FRAME_UNREAL; // centimetres, Z up, left-handed
    outbox_desc.predictor.frame.kind = outbox_desc.codec.frame.kind = ANT_FRAME_UNREAL;
    auto ghosts = antreckon::Ghosts<EngineVector, EngineQuat>::create(ghosts_desc);
    auto outbox = antreckon::Outbox::create(outbox_desc);
    AntSenderRules rules = antreckon::defaults<AntSenderRules>();
    rules.kind = ANT_SENDER_OWNER_LINE; // the owner's own prediction chooses the line that others follow
    AntProfile profile = antreckon::defaults<AntProfile>();
    profile.model = ANT_MODEL_DR1;
    if (!ghosts || !outbox || !outbox->add(1, rules) || !ghosts->add(1, profile)) return 1;

    double worst = 0;
    int updates = 0;
    for (std::int64_t tick = 0; tick < 500; tick++) {
        const std::int64_t now = tick * 16000000;
        const double seconds = static_cast<double>(now) * 1e-9;
        AntUpdate truth = antreckon::defaults<AntUpdate>();
        truth.entity = 1;
        truth.time = now;
        truth.position[0] = 600 * seconds, truth.position[1] = 200 * std::sin(seconds);
        truth.velocity[0] = 600, truth.velocity[1] = 200 * std::cos(seconds);
        std::uint8_t bytes[antreckon::Outbox::LONGEST];
        if (!outbox->tell(truth)) return 1;
        const auto length = outbox->poll(1, now, bytes);
        if (length && *length > 0) { // to be carried to the other machine
            const auto update = outbox->read({bytes, static_cast<std::size_t>(*length)});
            if (!update || !ghosts->receive(*update, now)) return 1;
            updates++;
        }
        if (!ghosts->frame(now)) return 1;
        const EngineVector &drawn = ghosts->position(ghosts->slot_of(1));
        worst = std::fmax(worst, std::hypot(drawn.X - truth.position[0], drawn.Y - truth.position[1]));
    }
    std::printf("8 s, %d updates, drawn at most %.0f cm off\n", updates, worst);
    return !(updates < 40 && worst < 60);
}
