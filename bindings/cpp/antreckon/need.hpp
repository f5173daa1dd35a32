// What players need.
#ifndef ANTRECKON_NEED_HPP
#define ANTRECKON_NEED_HPP

#include "call.hpp"
#include "stream.hpp"

#include <cstdint>
#include <vector>

namespace antreckon {

/// Probability that a player takes an item, learned by counting.
class NeedModel : public detail::Owner<AntNeedModel> {
public:
    using Owner::Owner;

    static Expected<NeedModel> create(std::uint32_t buckets) {
        AntNeedModel handle{};
        const AntStatus code = ant_need_model_create(buckets, &handle);
        return detail::expect(code, NeedModel(handle));
    }
    Status observe(float need, bool taken) { return Status(ant_need_model_observe(get(), need, taken ? 1u : 0u)); }
    Expected<float> probability(float need) const {
        return detail::ask<float>([&](float *out) { return ant_need_model_probability(get(), need, out, nullptr); });
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

#endif // ANTRECKON_NEED_HPP
