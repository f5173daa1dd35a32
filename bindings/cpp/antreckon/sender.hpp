// Senders: what is told to whom about owned entities.
#ifndef ANTRECKON_SENDER_HPP
#define ANTRECKON_SENDER_HPP

#include "call.hpp"
#include "net.hpp"
#include "stream.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace antreckon {

/// Compares the truth with what receivers show and sends only what they would get wrong.
class Sender : public detail::Owner<AntSender> {
public:
    using Owner::Owner;
    using Vector = std::array<double, 3>;

    /// An update by itself; nothing is due when `due` is false.
    struct Outgoing {
        bool due = false;
        AntUpdate update{};
        AntUpdate baseline{};
        bool has_baseline = false;
        std::uint32_t reason = 0;
    };

    static Expected<Sender> create(const AntSenderDesc &desc) {
        AntSender handle{};
        const AntStatus code = ant_sender_create(&desc, &handle);
        return detail::expect(code, Sender(handle));
    }
    /// A sender with the default capacity.
    static Expected<Sender> create(const Codec &codec) {
        AntSenderDesc desc = defaults<AntSenderDesc>();
        desc.codec = codec.get();
        return create(desc);
    }

    /// Adds an entity, or changes the rules of one that is there.
    Status set_entity(std::uint32_t entity, const AntSenderRules &rules, const AntProfile *profile = nullptr) {
        return Status(ant_sender_set_entity(get(), entity, &rules, profile));
    }
    Status remove_entity(std::uint32_t entity) { return Status(ant_sender_remove_entity(get(), entity)); }
    /// Once per tick; ANT_LATE when it is not newer than the last one.
    Status submit(const AntUpdate &truth) { return Status(ant_sender_submit(get(), &truth)); }
    /// submit, and the owner's predictor observes it too: lines of type 2 by the policy.
    Status submit_observed(AntPredictor predictor, AntEntity entity, const AntUpdate &truth) {
        return Status(ant_sender_submit_observed(get(), predictor, entity, &truth));
    }
    /// The line that stays longest near the path that a predictor expects.
    Status suggest_along(std::uint32_t number, AntPredictor predictor, AntEntity entity) {
        return Status(ant_sender_suggest_along(get(), number, predictor, entity));
    }
    /// Null and 0: the built-in policy.
    Status load_policy(const void *bytes, std::uint64_t byte_len) {
        return Status(ant_sender_load_policy(get(), bytes, byte_len));
    }
    /// The truth of many entities at one time.
    Status submit(std::int64_t time, const Stream &entities, const Stream &positions, const Stream &velocities,
                const Stream &orientations = none(), const Stream &flags = none(), const Stream &out_status = none()) {
        return Status(ant_sender_submit_batch(get(), time, entities.count, entities.get(), positions.get(),
                                            velocities.get(), orientations.get(), flags.get(), out_status.get()));
    }
    /// What the models of receivers rest on: weights, banks, routes, objects.
    Status share(AntPredictor predictor) { return Status(ant_sender_share(get(), predictor)); }
    /// Negative = out of the game.
    Status set_life(std::uint32_t entity, float life) { return Status(ant_sender_set_life(get(), entity, life)); }
    /// The type-2 line for the truth that was told last.
    Status suggest(std::uint32_t entity, const Vector &offset, const Vector &velocity) {
        return Status(ant_sender_suggest(get(), entity, offset.data(), velocity.data()));
    }

    Expected<AntConnection> connect(const AntConnectionDesc &desc = defaults<AntConnectionDesc>()) {
        return detail::ask<AntConnection>([&](AntConnection *out) { return ant_sender_connect(get(), &desc, out); });
    }
    Status disconnect(AntConnection connection) { return Status(ant_sender_disconnect(get(), connection)); }
    Expected<std::vector<AntConnection>> connections() const {
        std::uint32_t count = 0;
        AntStatus code = ant_sender_connections(get(), 0, 0, nullptr, &count);
        std::vector<AntConnection> found(count);
        if (code >= 0 && count > 0) {
            const AntStream ids{found.data(), found.size() * sizeof(AntConnection), 0, ANT_U64};
            code = ant_sender_connections(get(), 0, count, &ids, &count);
        }
        return detail::expect(code, std::move(found));
    }
    Status set_connection(AntConnection connection, const AntConnectionDesc &desc) {
        return Status(ant_sender_set_connection(get(), connection, &desc));
    }
    Status set_observer(AntConnection connection, const Vector &position) {
        return Status(ant_sender_set_observer(get(), connection, position.data()));
    }
    Status clear_observer(AntConnection connection) {
        return Status(ant_sender_set_observer(get(), connection, nullptr));
    }
    Status set_interest(AntConnection connection, std::uint32_t entity, std::uint32_t relevance, double factor = 0) {
        return Status(ant_sender_set_interest(get(), connection, entity, relevance, factor));
    }

    /// Packs what is due into `out`; ANT_EMPTY when nothing is.
    Expected<AntCollected> collect(AntConnection connection, std::int64_t now, span<std::uint8_t> out) {
        return detail::fill<AntCollected>([&](AntCollected *packet) {
            return ant_sender_collect(get(), connection, now, out.data(), out.size(), packet);
        });
    }
    Expected<Outgoing> poll(AntConnection connection, std::uint32_t entity, std::int64_t now) {
        Outgoing sent;
        std::uint32_t has_baseline = 0;
        sent.update = detail::sized<AntUpdate>();
        sent.baseline = detail::sized<AntUpdate>();
        const AntStatus code = ant_sender_poll(get(), connection, entity, now, &sent.update, &sent.baseline,
                                               &has_baseline, &sent.reason);
        sent.due = code == ANT_OK;
        sent.has_baseline = has_baseline != 0;
        return detail::expect(code, sent);
    }
    Status acknowledge(AntConnection connection, std::uint32_t newest, std::uint32_t mask, std::int64_t now) {
        return Status(ant_sender_acknowledge(get(), connection, newest, mask, now));
    }
    Status acknowledge_update(AntConnection connection, std::uint32_t entity, std::uint32_t sequence, std::int64_t now) {
        return Status(ant_sender_acknowledge_update(get(), connection, entity, sequence, now));
    }
    Expected<AntConnectionStats> stats(AntConnection connection) const {
        return detail::fill<AntConnectionStats>(
            [&](AntConnectionStats *out) { return ant_sender_connection_stats(get(), connection, out); });
    }

    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_snapshot(get().id, buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }
};

} // namespace antreckon

#endif // ANTRECKON_SENDER_HPP
