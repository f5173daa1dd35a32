// The owner's end of ghosts: the truth in every tick, and out come the few updates that others need.
#ifndef ANTRECKON_OUTBOX_HPP
#define ANTRECKON_OUTBOX_HPP

#include "call.hpp"
#include "net.hpp"
#include "predictor.hpp"
#include "sender.hpp"
#include "stream.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace antreckon {

/// What an outbox is made of; the handles of sender are filled in. Frames of codec and predictor must be the same.
struct OutboxDesc {
    AntCodecDesc codec = defaults<AntCodecDesc>();
    AntSenderDesc sender = defaults<AntSenderDesc>();
    AntPredictorDesc predictor = defaults<AntPredictorDesc>();
};

/// A codec, a sender with one connection that stands for everybody, and the owner's predictor. Where `rules.kind` is
/// ANT_SENDER_OWNER_LINE that predictor chooses the line that others follow; with ANT_SENDER_SHARED_MODEL they run a model of their own.
class Outbox {
public:
    /// Longest coded update, bytes, with room to spare.
    static constexpr std::size_t LONGEST = 256;

    static Expected<Outbox> create(OutboxDesc desc) {
        Expected<Codec> codec = Codec::create(desc.codec);
        if (!codec) {
            return Expected<Outbox>(codec.status());
        }
        desc.sender.codec = codec->get();
        Expected<Sender> sender = Sender::create(desc.sender);
        if (!sender) {
            return Expected<Outbox>(sender.status());
        }
        Expected<Predictor> predictor = Predictor::create(desc.predictor);
        if (!predictor) {
            return Expected<Outbox>(predictor.status());
        }
        const Expected<AntConnection> everybody = sender->connect();
        if (!everybody) {
            return Expected<Outbox>(everybody.status());
        }
        Outbox outbox;
        outbox.codec_ = std::move(*codec);
        outbox.sender_ = std::move(*sender);
        outbox.predictor_ = std::move(*predictor);
        outbox.everybody_ = *everybody;
        return Expected<Outbox>(std::move(outbox), Status());
    }

    /// profile: what receivers run (type 1), [opt] as in ant_sender_add_entity.
    Status add(std::uint32_t number, const AntSenderRules &rules, const AntProfile *profile = nullptr) {
        Status status = sender_.add_entity(number, rules, profile);
        if (!status || rules.kind != ANT_SENDER_OWNER_LINE) {
            return status;
        }
        AntProfile owner = defaults<AntProfile>();
        owner.model = ANT_MODEL_KINEMATIC;
        const Expected<AntEntity> entity = predictor_.add_entity(owner);
        if (!entity) {
            (void)sender_.remove_entity(number);
            return entity.status();
        }
        owners_[number] = *entity;
        return status;
    }
    /// Poll once more to tell the others that it has left.
    Status remove(std::uint32_t number) {
        const auto owner = owners_.find(number);
        if (owner != owners_.end()) {
            (void)predictor_.remove_entity(owner->second);
            owners_.erase(owner);
        }
        return sender_.remove_entity(number);
    }
    Status set_rules(std::uint32_t number, const AntSenderRules &rules) { return sender_.set_rules(number, rules); }

    /// Where it is now; once per tick.
    Status tell(const AntUpdate &truth) {
        const auto owner = owners_.find(truth.entity);
        return owner == owners_.end() ? sender_.tell(truth)
                                      : sender_.tell_observed(predictor_.get(), owner->second, truth);
    }
    /// The update that is due, coded into `out` (LONGEST bytes always suffice); 0 bytes = none.
    Expected<std::uint64_t> poll(std::uint32_t number, std::int64_t now, span<std::uint8_t> out) {
        const Expected<Sender::Outgoing> due = sender_.poll(everybody_, number, now);
        if (!due || !due->due) {
            return detail::expect<std::uint64_t>(due.status().code(), 0);
        }
        return codec_.encode(due->update, nullptr, out);
    }
    /// What poll coded, on the other machine.
    Expected<AntUpdate> read(span<const std::uint8_t> bytes) const { return codec_.decode(bytes); }

    Expected<AntConnectionStats> stats() const { return sender_.stats(everybody_); }
    Sender &sender() { return sender_; }
    const Codec &codec() const { return codec_; }
    bool valid() const { return sender_.valid(); }

private:
    Codec codec_;
    Sender sender_;
    Predictor predictor_;
    AntConnection everybody_{};
    std::unordered_map<std::uint32_t, AntEntity> owners_;
};

} // namespace antreckon

#endif // ANTRECKON_OUTBOX_HPP
