// Whether what updates say can be true, and whether everybody was told the same.
#ifndef ANTRECKON_PLAUSIBILITY_HPP
#define ANTRECKON_PLAUSIBILITY_HPP

#include "call.hpp"
#include "stream.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace antreckon {

/// A SHA-256 digest, or a nonce.
using Digest = std::array<std::uint8_t, 32>;

/// Send it now, the update and the nonce (fresh random bytes) later.
inline Expected<Digest> commit(const Digest &nonce, const AntUpdate &update) {
    return detail::ask<Digest>([&](Digest *out) { return ant_commitment_make(nonce.data(), &update, out->data()); });
}
/// What peers compare.
inline Expected<Digest> digest_of(const AntUpdate &update) {
    return detail::ask<Digest>([&](Digest *out) { return ant_update_digest(&update, out->data()); });
}

/// Where a peer has an entity, and how wrong it may honestly be.
struct Statement {
    Vec3 position{};
    double allowance = 0;
};
/// Bit i = statement i contradicts more than half of the others.
inline Expected<std::uint32_t> find_outliers(span<const Statement> statements) {
    std::vector<double> positions, allowances;
    for (const Statement &statement : statements) {
        positions.insert(positions.end(), {statement.position.x, statement.position.y, statement.position.z});
        allowances.push_back(statement.allowance);
    }
    const auto count = static_cast<std::uint32_t>(statements.size());
    return detail::ask<std::uint32_t>([&](std::uint32_t *out) {
        return ant_find_outliers(count, positions.data(), allowances.data(), out);
    });
}

/// Judges updates; its word is advice.
class Plausibility : public detail::Owner<AntPlausibility> {
public:
    using Owner::Owner;

    static Expected<Plausibility> create(const AntPlausibilityDesc &desc = defaults<AntPlausibilityDesc>(),
                                         const AntLimits &limits = defaults<AntLimits>()) {
        AntPlausibility handle{};
        const AntStatus code = ant_plausibility_create(&desc, &limits, &handle);
        return detail::expect(code, Plausibility(handle));
    }
    Status add_passage(const AntPassage &passage) { return Status(ant_plausibility_add_passage(get(), &passage)); }
    Status clear_passages() { return Status(ant_plausibility_clear_passages(get())); }
    Status set_limits(std::uint32_t number, const AntLimits &limits) {
        return Status(ant_plausibility_set_limits(get(), number, &limits));
    }
    Status allow_speed(std::uint32_t number, double speed, std::int64_t until) {
        return Status(ant_plausibility_allow_speed(get(), number, speed, until));
    }
    Status allow_teleport(std::uint32_t number, std::int64_t until) {
        return Status(ant_plausibility_allow_teleport(get(), number, until));
    }
    Status aimed_at(std::uint32_t number, std::int64_t since, std::int64_t until) {
        return Status(ant_plausibility_aimed_at(get(), number, since, until));
    }
    Status remove(std::uint32_t number) { return Status(ant_plausibility_remove(get(), number)); }
    /// `receiver` predicts the entity for comparison; none by default.
    Expected<AntJudgement> judge(const AntUpdate &update, std::int64_t arrival, AntReceiver receiver = {}) {
        return detail::fill<AntJudgement>(
            [&](AntJudgement *out) { return ant_plausibility_judge(get(), &update, arrival, receiver, out); });
    }
    Expected<AntJudgement> inconsistent(const AntUpdate &update, std::int64_t arrival, std::uint32_t peers) {
        return detail::fill<AntJudgement>(
            [&](AntJudgement *out) { return ant_plausibility_inconsistent(get(), &update, arrival, peers, out); });
    }
    Expected<AntStanding> standing(std::uint32_t number, std::int64_t now) const {
        return detail::fill<AntStanding>(
            [&](AntStanding *out) { return ant_plausibility_standing(get(), number, now, out); });
    }
    /// ANT_EMPTY in the status when there is none.
    Expected<AntEvidence> pull() {
        return detail::fill<AntEvidence>([&](AntEvidence *out) { return ant_plausibility_pull(get(), out); });
    }
    Status rebase(const Vec3 &shift) { return Status(ant_rebase(get().id, &shift.x)); }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes([&](void *buf, std::uint64_t cap, std::uint64_t *n) {
            return ant_snapshot(get().id, buf, cap, n);
        });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }
};

/// Commitments that wait for their reveal, and digests of what peers were told.
class Commitments : public detail::Owner<AntCommitments> {
public:
    using Owner::Owner;

    static Expected<Commitments> create(std::uint32_t capacity) {
        AntCommitments handle{};
        const AntStatus code = ant_commitments_create(capacity, &handle);
        return detail::expect(code, Commitments(handle));
    }
    Status commit(std::uint32_t entity, std::uint32_t sequence, const Digest &digest, std::int64_t arrival) {
        return Status(ant_commitments_commit(get(), entity, sequence, digest.data(), arrival));
    }
    /// Returns ANT_REVEAL_…
    Expected<std::uint32_t> reveal(const Digest &nonce, const AntUpdate &update) {
        return detail::ask<std::uint32_t>(
            [&](std::uint32_t *out) { return ant_commitments_reveal(get(), nonce.data(), &update, out); });
    }
    /// A commitment that was not revealed in time: entity and sequence. ANT_EMPTY in the status when there is none.
    Expected<std::array<std::uint32_t, 2>> overdue(std::int64_t deadline) {
        return detail::ask<std::array<std::uint32_t, 2>>([&](std::array<std::uint32_t, 2> *out) {
            return ant_commitments_overdue(get(), deadline, &(*out)[0], &(*out)[1]);
        });
    }
    Expected<AntDigestReport> saw(std::uint32_t entity, std::uint32_t sequence, const Digest &digest) {
        return detail::fill<AntDigestReport>(
            [&](AntDigestReport *out) { return ant_commitments_saw(get(), entity, sequence, digest.data(), out); });
    }
    Expected<AntDigestReport> told(std::uint32_t peer, std::uint32_t entity, std::uint32_t sequence,
                                   const Digest &digest) {
        return detail::fill<AntDigestReport>([&](AntDigestReport *out) {
            return ant_commitments_told(get(), peer, entity, sequence, digest.data(), out);
        });
    }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_bytes(get().id, out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_state_hash(get().id, out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes([&](void *buf, std::uint64_t cap, std::uint64_t *n) {
            return ant_snapshot(get().id, buf, cap, n);
        });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_restore(get().id, bytes.data(), bytes.size()));
    }
};

} // namespace antreckon

#endif // ANTRECKON_PLAUSIBILITY_HPP
