// How the classes call antreckon.h: defaults of descriptors, outputs, owned handles.
#ifndef ANTRECKON_CALL_HPP
#define ANTRECKON_CALL_HPP

#include "result.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace antreckon {

/// Descriptors with their defaults: `auto desc = antreckon::defaults<AntWorldDesc>();`
template <class Desc>
Desc defaults();
#define ANTRECKON_DEFAULTS(Type, init)                                   \
    template <>                                                          \
    inline Type defaults<Type>() {                                       \
        Type desc{};                                                     \
        (void)init(&desc);                                               \
        return desc;                                                     \
    }
ANTRECKON_DEFAULTS(AntWorldDesc, ant_world_desc_init)
ANTRECKON_DEFAULTS(AntGridDesc, ant_grid_desc_init)
ANTRECKON_DEFAULTS(AntMeshDesc, ant_mesh_desc_init)
ANTRECKON_DEFAULTS(AntLinkDesc, ant_link_desc_init)
ANTRECKON_DEFAULTS(AntDoorDesc, ant_door_desc_init)
ANTRECKON_DEFAULTS(AntQueryFilter, ant_query_filter_init)
ANTRECKON_DEFAULTS(AntMapDesc, ant_map_desc_init)
ANTRECKON_DEFAULTS(AntLayerDesc, ant_layer_desc_init)
ANTRECKON_DEFAULTS(AntSourceDesc, ant_source_desc_init)
ANTRECKON_DEFAULTS(AntSourceBatch, ant_source_batch_init)
ANTRECKON_DEFAULTS(AntSampleBatch, ant_sample_batch_init)
ANTRECKON_DEFAULTS(AntTrailDesc, ant_trail_desc_init)
ANTRECKON_DEFAULTS(AntReader, ant_reader_init)
ANTRECKON_DEFAULTS(AntForceQuery, ant_force_query_init)
ANTRECKON_DEFAULTS(AntInteractionRules, ant_interaction_rules_init)
ANTRECKON_DEFAULTS(AntProfile, ant_profile_init)
ANTRECKON_DEFAULTS(AntPredictorDesc, ant_predictor_desc_init)
ANTRECKON_DEFAULTS(AntObservation, ant_observation_init)
ANTRECKON_DEFAULTS(AntObserveBatch, ant_observe_batch_init)
ANTRECKON_DEFAULTS(AntPredictBatch, ant_predict_batch_init)
ANTRECKON_DEFAULTS(AntDisState, ant_dis_state_init)
ANTRECKON_DEFAULTS(AntInterestDesc, ant_interest_desc_init)
ANTRECKON_DEFAULTS(AntStrategyDesc, ant_strategy_desc_init)
ANTRECKON_DEFAULTS(AntTastesDesc, ant_tastes_desc_init)
ANTRECKON_DEFAULTS(AntVisibilityDesc, ant_visibility_desc_init)
ANTRECKON_DEFAULTS(AntStrategyLedger, ant_strategy_ledger_init)
ANTRECKON_DEFAULTS(AntUpdate, ant_update_init)
ANTRECKON_DEFAULTS(AntCodecDesc, ant_codec_desc_init)
ANTRECKON_DEFAULTS(AntSimulatorDesc, ant_simulator_desc_init)
ANTRECKON_DEFAULTS(AntClockDesc, ant_clock_desc_init)
ANTRECKON_DEFAULTS(AntTimewarpDesc, ant_timewarp_desc_init)
ANTRECKON_DEFAULTS(AntSenderDesc, ant_sender_desc_init)
ANTRECKON_DEFAULTS(AntSenderRules, ant_sender_rules_init)
ANTRECKON_DEFAULTS(AntConnectionDesc, ant_connection_desc_init)
ANTRECKON_DEFAULTS(AntReceiverDesc, ant_receiver_desc_init)
ANTRECKON_DEFAULTS(AntShowBatch, ant_show_batch_init)
ANTRECKON_DEFAULTS(AntPlausibilityDesc, ant_plausibility_desc_init)
ANTRECKON_DEFAULTS(AntLimits, ant_limits_init)
ANTRECKON_DEFAULTS(AntPassage, ant_passage_init)
ANTRECKON_DEFAULTS(AntRecorderDesc, ant_recorder_desc_init)
ANTRECKON_DEFAULTS(AntRecordEntity, ant_record_entity_init)
ANTRECKON_DEFAULTS(AntRecordSamples, ant_record_samples_init)
ANTRECKON_DEFAULTS(AntState, ant_state_init)
ANTRECKON_DEFAULTS(AntGhostsDesc, ant_ghosts_desc_init)
ANTRECKON_DEFAULTS(AntGhostFrame, ant_ghost_frame_init)
ANTRECKON_DEFAULTS(AntBaseMotion, ant_base_motion_init)
ANTRECKON_DEFAULTS(AntOutboxDesc, ant_outbox_desc_init)
ANTRECKON_DEFAULTS(AntObserver, ant_observer_init)
#undef ANTRECKON_DEFAULTS

namespace detail {

/// A struct that a call fills.
template <class Out>
Out sized() {
    Out out{};
    out.struct_size = static_cast<std::uint32_t>(sizeof(out));
    return out;
}

template <class T>
Expected<T> expect(AntStatus code, T value) {
    return code < 0 ? Expected<T>(Status(code)) : Expected<T>(std::move(value), Status(code));
}

/// Asks for a struct: `call(out)`.
template <class Out, class Call>
Expected<Out> fill(Call call) {
    Out out = sized<Out>();
    const AntStatus code = call(&out);
    return expect(code, out);
}

/// Asks for a number: `call(out)`.
template <class Out, class Call>
Expected<Out> ask(Call call) {
    Out out{};
    const AntStatus code = call(&out);
    return expect(code, out);
}

/// Asks for bytes by the two-call rule: `call(buf, capacity, needed)`.
template <class Call>
Expected<std::vector<std::uint8_t>> bytes(Call call) {
    std::uint64_t needed = 0;
    AntStatus code = call(nullptr, 0, &needed);
    std::vector<std::uint8_t> buffer;
    if (code >= 0) {
        buffer.resize(static_cast<std::size_t>(needed));
        code = call(buffer.data(), needed, &needed);
    }
    return expect(code, std::move(buffer));
}

/// Owns a handle.
template <class Handle>
class Owner {
public:
    Owner() = default;
    explicit Owner(Handle handle) : handle_(handle) {}
    Owner(Owner &&other) noexcept : handle_(other.release()) {}
    Owner &operator=(Owner &&other) noexcept {
        if (this != &other) {
            reset();
            handle_ = other.release();
        }
        return *this;
    }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner() { reset(); }
    /// The handle, for calls of antreckon.h.
    Handle get() const { return handle_; }
    /// Gives the handle away; the caller destroys it.
    Handle release() {
        const Handle handle = handle_;
        handle_ = Handle{};
        return handle;
    }
    /// Destroys what is owned now.
    void reset() {
        if (handle_.id != 0) {
            (void)ant_destroy(release().id);
        }
    }
    bool valid() const { return handle_.id != 0 && ant_is_valid(handle_.id) == ANT_OK; }

private:
    Handle handle_{};
};

} // namespace detail

/// Fails when this header and the loaded library do not fit together. Call it first.
inline Status check_version() { return Status(ant_check_version(ANT_VERSION, ANT_ABI_VERSION)); }

/// Nanoseconds of seconds.
inline Expected<std::int64_t> time_from_seconds(double seconds) {
    return detail::ask<std::int64_t>([&](std::int64_t *out) { return ant_time_from_seconds(seconds, out); });
}

} // namespace antreckon

#endif // ANTRECKON_CALL_HPP
