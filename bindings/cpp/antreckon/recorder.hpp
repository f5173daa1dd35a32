// Recording a match into bytes that the host writes to a file.
#ifndef ANTRECKON_RECORDER_HPP
#define ANTRECKON_RECORDER_HPP

#include "call.hpp"
#include "stream.hpp"
#include "world.hpp"

#include <cstdint>

namespace antreckon {

/// Records entities, samples, events and the level of a match.
class Recorder : public detail::Owner<AntRecorder> {
public:
    using Owner::Owner;

    static Expected<Recorder> create(const AntRecorderDesc &desc = defaults<AntRecorderDesc>()) {
        AntRecorder handle{};
        const AntStatus code = ant_recorder_create(&desc, &handle);
        return detail::expect(code, Recorder(handle));
    }

    Status add_entity(const AntRecordEntity &entity) { return Status(ant_recorder_add_entity(get(), &entity)); }
    /// The status is ANT_TRUNCATED when memory is full: pull, and call it again.
    Status level(const World &world) { return Status(ant_recorder_level(get(), world.get())); }
    Status sample(std::int64_t time, const AntRecordSamples &samples) {
        return Status(ant_recorder_sample_batch(get(), time, &samples));
    }
    Status event(std::int64_t time, std::uint32_t kind, std::uint32_t actor, std::uint32_t target = ANT_RECORD_NOBODY,
                 double value = 0) {
        return Status(ant_recorder_event(get(), time, kind, actor, target, value));
    }

    /// How many bytes were put into the buffer; the status is ANT_EMPTY when there were none, ANT_TRUNCATED when more wait.
    Expected<std::uint64_t> pull(span<std::uint8_t> buffer) {
        return detail::ask<std::uint64_t>(
            [&](std::uint64_t *out) { return ant_recorder_pull(get(), buffer.data(), buffer.size(), out); });
    }
    Status flush() { return Status(ant_recorder_flush(get())); }
    Status finish() { return Status(ant_recorder_finish(get())); }
    Expected<AntRecorderStats> stats() const {
        return detail::fill<AntRecorderStats>([&](AntRecorderStats *out) { return ant_recorder_stats(get(), out); });
    }
};

} // namespace antreckon

#endif // ANTRECKON_RECORDER_HPP
