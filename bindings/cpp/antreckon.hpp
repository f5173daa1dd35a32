// antreckon for C++17: owning objects and spans over antreckon.h. Header only; needs no exceptions and no RTTI.
//
// Every call returns a Status, or an Expected<T> (a Status with a value). Objects are move-only and destroy what they own.
// Spans in, spans out; strided views of your own structs go in by Stream. What each call does is said in antreckon.h.
//
//   antreckon::Expected<antreckon::World> world = antreckon::World::grid(desc, grid);
//   if (!world) { log(world.status().message()); return; }
//   antreckon::Status status = world->rebase({100.0, 0.0, 0.0});
#ifndef ANTRECKON_HPP
#define ANTRECKON_HPP

#include "antreckon.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace antreckon {

/// Outcome of a call. Errors carry their text, copied when the Status is made, so it may be read at any time later.
class [[nodiscard]] Status {
public:
    Status() = default;
    /// Wraps a code just returned on this thread.
    explicit Status(AntStatus code) : code_(code) {
        if (code < 0) {
            std::uint32_t needed = 0;
            (void)ant_last_error(nullptr, 0, &needed);
            message_.resize(needed);
            (void)ant_last_error(message_.data(), needed, nullptr);
            if (!message_.empty()) {
                message_.pop_back(); // its zero byte
            }
        }
    }
    /// Done, perhaps with a remark.
    bool ok() const { return code_ >= 0; }
    explicit operator bool() const { return ok(); }
    /// ANT_OK, a remark (positive) or an error (negative).
    AntStatus code() const { return code_; }
    /// Name of the code, such as "ANT_ERROR_BUSY".
    const char *name() const { return ant_status_name(code_); }
    /// What went wrong: function, argument, value, allowed range; empty without an error.
    const std::string &message() const { return message_; }

private:
    AntStatus code_ = ANT_OK;
    std::string message_;
};

/// A value, or the reason why there is none. A value may come with a remark in status().
template <class T>
class [[nodiscard]] Expected {
public:
    Expected(T value, Status status) : status_(std::move(status)), value_(std::move(value)) {}
    explicit Expected(Status status) : status_(std::move(status)) {}
    bool ok() const { return status_.ok(); }
    explicit operator bool() const { return ok(); }
    const Status &status() const { return status_; }
    /// The value; default-constructed when there is none.
    T &value() & { return value_; }
    const T &value() const & { return value_; }
    T &&value() && { return std::move(value_); }
    T &operator*() { return value_; }
    const T &operator*() const { return value_; }
    T *operator->() { return &value_; }
    const T *operator->() const { return &value_; }
    T value_or(T other) const { return ok() ? value_ : other; }

private:
    Status status_;
    T value_{};
};

/// A view of contiguous elements, as std::span of C++20.
template <class T>
class span {
public:
    constexpr span() = default;
    constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) : data_(array), size_(N) {}
    /// Anything with data() and size(): std::vector, std::array, TArrayView-like types.
    template <class Container,
              class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().data()), T *> &&
                                       std::is_convertible_v<decltype(std::declval<Container &>().size()), std::size_t>>>
    constexpr span(Container &container) : data_(container.data()), size_(container.size()) {}
    template <class Container,
              class = std::enable_if_t<std::is_const_v<T> &&
                                       std::is_convertible_v<decltype(std::declval<const Container &>().data()), T *>>>
    constexpr span(const Container &container) : data_(container.data()), size_(container.size()) {}
    constexpr T *data() const { return data_; }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T *begin() const { return data_; }
    constexpr T *end() const { return data_ + size_; }
    constexpr T &operator[](std::size_t i) const { return data_[i]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// Three doubles in the host's frame.
struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;
    const double *data() const { return &x; }
    double *data() { return &x; }
};
static_assert(sizeof(Vec3) == 3 * sizeof(double), "Vec3 has no padding");

/// A rotation: x, y, z, w.
struct Quaternion {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
    const double *data() const { return &x; }
    double *data() { return &x; }
};
static_assert(sizeof(Quaternion) == 4 * sizeof(double), "Quaternion has no padding");

namespace detail {

template <class T>
constexpr std::uint32_t scalar_format() {
    using U = std::remove_cv_t<T>;
    if constexpr (std::is_same_v<U, float>) {
        return ANT_F32;
    } else if constexpr (std::is_same_v<U, double>) {
        return ANT_F64;
    } else if constexpr (std::is_same_v<U, AntEntity> || std::is_same_v<U, AntCell> || std::is_same_v<U, AntLink> ||
                         std::is_same_v<U, AntDoor>) {
        return ANT_U64;
    } else {
        static_assert(std::is_integral_v<U> && (sizeof(U) != 2 || std::is_unsigned_v<U>),
                      "no stream format for this element; use strided()");
        constexpr bool is_signed = std::is_signed_v<U>;
        if constexpr (sizeof(U) == 1) {
            return is_signed ? ANT_I8 : ANT_U8;
        } else if constexpr (sizeof(U) == 2) {
            return ANT_U16;
        } else if constexpr (sizeof(U) == 4) {
            return is_signed ? ANT_I32 : ANT_U32;
        } else {
            return is_signed ? ANT_I64 : ANT_U64;
        }
    }
}

inline std::uint32_t count_of(std::size_t size) {
    // A count beyond 32 bits cannot be passed; the largest one is refused by every call for want of bytes.
    return size > 0xffffffffu ? 0xffffffffu : static_cast<std::uint32_t>(size);
}

} // namespace detail

/// An array of the host for a batch call: what it points to, and how many elements there are.
struct Stream {
    AntStream raw{};
    std::uint32_t count = 0;
    const AntStream *get() const { return raw.data == nullptr ? nullptr : &raw; }
};

/// No stream: for optional attributes.
inline Stream none() { return {}; }

/// Numbers, ids or statuses, one per element.
template <class T>
Stream scalars(span<T> values) {
    Stream stream;
    stream.raw = {const_cast<void *>(static_cast<const void *>(values.data())), values.size() * sizeof(T),
                  static_cast<std::uint32_t>(sizeof(T)), detail::scalar_format<T>()};
    stream.count = detail::count_of(values.size());
    return stream;
}
template <class Container>
Stream scalars(Container &values) {
    return scalars(span<std::remove_reference_t<decltype(*values.data())>>(values.data(), values.size()));
}

/// One attribute of an array of structs, or elements of a type of your own: `first` is the attribute of element 0.
template <class Struct, class Member>
Stream strided(span<Struct> structs, Member &first, std::uint32_t format) {
    Stream stream;
    const auto *base = reinterpret_cast<const unsigned char *>(structs.data());
    const auto *at = reinterpret_cast<const unsigned char *>(&first);
    const std::size_t offset = structs.empty() ? 0 : static_cast<std::size_t>(at - base);
    stream.raw = {const_cast<void *>(static_cast<const void *>(&first)), structs.size() * sizeof(Struct) - offset,
                  static_cast<std::uint32_t>(sizeof(Struct)), format};
    stream.count = detail::count_of(structs.size());
    return stream;
}

/// Vectors of three floats or doubles each: an engine's vector type, or Vec3. The scalar follows from the size: 12 or 24 bytes.
template <class Vector>
Stream vectors(span<Vector> values) {
    static_assert(std::is_standard_layout_v<std::remove_cv_t<Vector>>, "a vector type is plain memory");
    static_assert(sizeof(Vector) == 12 || sizeof(Vector) == 24, "three floats or three doubles; else use strided()");
    Stream stream;
    stream.raw = {const_cast<void *>(static_cast<const void *>(values.data())), values.size() * sizeof(Vector),
                  static_cast<std::uint32_t>(sizeof(Vector)), sizeof(Vector) == 12 ? ANT_F32X3 : ANT_F64X3};
    stream.count = detail::count_of(values.size());
    return stream;
}
template <class Container>
Stream vectors(Container &values) {
    return vectors(span<std::remove_reference_t<decltype(*values.data())>>(values.data(), values.size()));
}

/// Quaternions x, y, z, w of four floats or doubles each.
template <class Quaternion>
Stream quaternions(span<Quaternion> values) {
    static_assert(std::is_standard_layout_v<std::remove_cv_t<Quaternion>>, "a quaternion type is plain memory");
    static_assert(sizeof(Quaternion) == 16 || sizeof(Quaternion) == 32, "four floats or four doubles; else use strided()");
    Stream stream;
    stream.raw = {const_cast<void *>(static_cast<const void *>(values.data())), values.size() * sizeof(Quaternion),
                  static_cast<std::uint32_t>(sizeof(Quaternion)), sizeof(Quaternion) == 16 ? ANT_F32X4 : ANT_F64X4};
    stream.count = detail::count_of(values.size());
    return stream;
}
template <class Container>
Stream quaternions(Container &values) {
    return quaternions(span<std::remove_reference_t<decltype(*values.data())>>(values.data(), values.size()));
}

/// Descriptors with their defaults: `auto desc = antreckon::defaults<AntWorldDesc>();`
template <class Desc>
Desc defaults();
#define ANTRECKON_DEFAULTS(Type, init)                                   \
    template <>                                                          \
    inline Type defaults<Type>() {                                       \
        Type desc{};                                                     \
        (void)init(&desc, static_cast<std::uint32_t>(sizeof(desc)));     \
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
template <class Handle, AntStatus (*Destroy)(Handle), AntStatus (*IsValid)(Handle)>
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
            (void)Destroy(release());
        }
    }
    bool valid() const { return handle_.id != 0 && IsValid(handle_) == ANT_OK; }

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

/// A level.
class World : public detail::Owner<AntWorld, ant_world_destroy, ant_world_is_valid> {
public:
    using Owner::Owner;

    static Expected<World> grid(const AntWorldDesc &desc, const AntGridDesc &grid) {
        return make([&](AntWorld *out) { return ant_world_create_grid(&desc, &grid, out); });
    }
    static Expected<World> mesh(const AntWorldDesc &desc, const AntMeshDesc &mesh) {
        return make([&](AntWorld *out) { return ant_world_create_mesh(&desc, &mesh, out); });
    }
    static Expected<World> empty(const AntWorldDesc &desc) {
        return make([&](AntWorld *out) { return ant_world_create_empty(&desc, out); });
    }

    Status set_tile(std::int32_t x, std::int32_t z, std::int32_t layer, const AntMeshDesc &mesh) {
        return Status(ant_world_set_tile(get(), x, z, layer, &mesh));
    }
    Status remove_tile(std::int32_t x, std::int32_t z, std::int32_t layer) {
        return Status(ant_world_remove_tile(get(), x, z, layer));
    }
    Expected<AntLink> add_link(const AntLinkDesc &link) {
        return detail::ask<AntLink>([&](AntLink *out) { return ant_world_add_link(get(), &link, out); });
    }
    Status remove_link(AntLink link) { return Status(ant_world_remove_link(get(), link)); }
    Expected<AntDoor> add_door(const AntDoorDesc &door) {
        return detail::ask<AntDoor>([&](AntDoor *out) { return ant_world_add_door(get(), &door, out); });
    }
    Status remove_door(AntDoor door) { return Status(ant_world_remove_door(get(), door)); }
    Status set_door(AntDoor door, bool open) { return Status(ant_world_set_door(get(), door, open ? 1u : 0u)); }
    Expected<bool> door_is_open(AntDoor door) const {
        std::uint32_t open = 0;
        const AntStatus code = ant_world_door_state(get(), door, &open);
        return detail::expect(code, open != 0);
    }
    Status set_area_cost(std::uint32_t area, float cost) { return Status(ant_world_set_area_cost(get(), area, cost)); }
    Status rebase(const Vec3 &shift) { return Status(ant_world_rebase(get(), shift.data())); }

    Expected<AntLocation> locate(const Vec3 &point) const {
        return detail::fill<AntLocation>([&](AntLocation *out) { return ant_world_locate(get(), point.data(), out); });
    }
    Expected<AntLocation> nearest(const Vec3 &point, double max_distance) const {
        return detail::fill<AntLocation>(
            [&](AntLocation *out) { return ant_world_nearest(get(), point.data(), max_distance, out); });
    }
    Status locate(const Stream &positions, const Stream &out_points, const Stream &out_cells = none(),
                  const Stream &out_polygons = none(), const Stream &out_status = none()) const {
        return Status(ant_world_locate_batch(get(), positions.count, positions.get(), out_points.get(), out_cells.get(),
                                             out_polygons.get(), out_status.get()));
    }
    Status nearest(const Stream &positions, double max_distance, const Stream &out_points, const Stream &out_cells = none(),
                   const Stream &out_polygons = none(), const Stream &out_status = none()) const {
        return Status(ant_world_nearest_batch(get(), positions.count, positions.get(), max_distance, out_points.get(),
                                              out_cells.get(), out_polygons.get(), out_status.get()));
    }
    Expected<AntWalkHit> raycast(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        return detail::fill<AntWalkHit>(
            [&](AntWalkHit *out) { return ant_world_raycast(get(), from.data(), to.data(), filter, out); });
    }
    Status raycast(const Stream &from, const Stream &to, const AntQueryFilter *filter, const Stream &out_points,
                   const Stream &out_fractions = none(), const Stream &out_stopped_by = none(),
                   const Stream &out_status = none()) const {
        return Status(ant_world_raycast_batch(get(), from.count, from.get(), to.get(), filter, out_points.get(),
                                              out_fractions.get(), out_stopped_by.get(), out_status.get()));
    }
    /// Corners of the shortest way; the status says whether it reaches the goal.
    Expected<std::vector<Vec3>> path(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        std::vector<Vec3> points(32);
        AntStatus code = ANT_OK;
        for (;;) {
            AntPathInfo info = detail::sized<AntPathInfo>();
            const Stream out = vectors(points);
            code = ant_world_find_path(get(), from.data(), to.data(), filter, out.count, out.get(), nullptr, &info);
            if (code < 0) {
                return Expected<std::vector<Vec3>>(Status(code));
            }
            const bool cut = info.point_count > points.size();
            points.resize(info.point_count);
            if (!cut) {
                return detail::expect(code, std::move(points));
            }
        }
    }
    Expected<double> path_distance(const Vec3 &from, const Vec3 &to, const AntQueryFilter *filter = nullptr) const {
        return detail::ask<double>(
            [&](double *out) { return ant_world_path_distance(get(), from.data(), to.data(), filter, out); });
    }
    Status path_distance(const Stream &from, const Stream &to, const AntQueryFilter *filter, const Stream &out_distances,
                         const Stream &out_status = none()) const {
        return Status(ant_world_path_distance_batch(get(), from.count, from.get(), to.get(), filter, out_distances.get(),
                                                    out_status.get()));
    }
    Expected<AntCell> cell_at(const Vec3 &point) const {
        return detail::ask<AntCell>([&](AntCell *out) { return ant_world_cell_at(get(), point.data(), out); });
    }
    Expected<AntCellInfo> cell_info(AntCell cell) const {
        return detail::fill<AntCellInfo>([&](AntCellInfo *out) { return ant_world_cell_info(get(), cell, out); });
    }
    Expected<AntWorldStats> stats() const {
        return detail::fill<AntWorldStats>([&](AntWorldStats *out) { return ant_world_stats(get(), out); });
    }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_world_bytes(get(), out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_world_state_hash(get(), out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_world_snapshot(get(), buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) { return Status(ant_world_restore(get(), bytes.data(), bytes.size())); }

private:
    template <class Call>
    static Expected<World> make(Call call) {
        AntWorld handle{};
        const AntStatus code = call(&handle);
        return detail::expect(code, World(handle));
    }
};

/// Fields over a level.
class PheromoneMap : public detail::Owner<AntPheromoneMap, ant_map_destroy, ant_map_is_valid> {
public:
    using Owner::Owner;

    static Expected<PheromoneMap> create(const World &world, AntMapDesc desc = defaults<AntMapDesc>(),
                                         span<const AntLayerDesc> layers = {}) {
        if (!layers.empty()) {
            desc.layers = layers.data();
            desc.layer_count = detail::count_of(layers.size());
        }
        AntPheromoneMap handle{};
        const AntStatus code = ant_map_create(world.get(), &desc, &handle);
        return detail::expect(code, PheromoneMap(handle));
    }

    Status set_layer(std::uint32_t layer, const AntLayerDesc &desc) { return Status(ant_map_set_layer(get(), layer, &desc)); }
    Status add_source(std::uint64_t id, const AntSourceDesc &source) { return Status(ant_map_add_source(get(), id, &source)); }
    Status add_sources(const Stream &ids, const Stream &layers, const Stream &positions, const Stream &emissions,
                       const Stream &flags = none(), const Stream &out_status = none()) {
        return Status(ant_map_add_sources(get(), ids.count, ids.get(), layers.get(), positions.get(), emissions.get(),
                                          flags.get(), out_status.get()));
    }
    Status move_source(std::uint64_t id, const Vec3 &position) {
        return Status(ant_map_move_source(get(), id, position.data()));
    }
    Status move_sources(const Stream &ids, const Stream &positions, const Stream &out_status = none()) {
        return Status(ant_map_move_sources(get(), ids.count, ids.get(), positions.get(), out_status.get()));
    }
    Status set_source_emission(std::uint64_t id, float emission) {
        return Status(ant_map_set_source_emission(get(), id, emission));
    }
    Status set_source_active(std::uint64_t id, bool active) {
        return Status(ant_map_set_source_active(get(), id, active ? 1u : 0u));
    }
    Status remove_source(std::uint64_t id) { return Status(ant_map_remove_source(get(), id)); }
    Status deposit(std::uint32_t layer, const Vec3 &position, float amount) {
        return Status(ant_map_deposit(get(), layer, position.data(), amount));
    }
    Status deposit(std::uint32_t layer, const Stream &positions, const Stream &amounts, const Stream &out_status = none()) {
        return Status(
            ant_map_deposit_batch(get(), layer, positions.count, positions.get(), amounts.get(), out_status.get()));
    }
    Status note(std::uint32_t kind, const Vec3 &position) { return Status(ant_map_note(get(), kind, position.data())); }
    Status set_area_of_interest(const Vec3 &center, double radius) {
        return Status(ant_map_set_area_of_interest(get(), center.data(), radius));
    }
    Status clear_area_of_interest() { return Status(ant_map_set_area_of_interest(get(), nullptr, 0.0)); }
    Expected<std::uint32_t> add_avatar(std::uint64_t id, float emission) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_map_add_avatar(get(), id, emission, out); });
    }
    Status move_avatar(std::uint64_t id, const Vec3 &position) {
        return Status(ant_map_move_avatar(get(), id, position.data()));
    }
    Status move_avatars(const Stream &ids, const Stream &positions, const Stream &out_status = none()) {
        return Status(ant_map_move_avatars(get(), ids.count, ids.get(), positions.get(), out_status.get()));
    }
    Status remove_avatar(std::uint64_t id) { return Status(ant_map_remove_avatar(get(), id)); }
    Status set_pair_weight(std::uint64_t reader, std::uint64_t emitter, float weight) {
        return Status(ant_map_set_pair_weight(get(), reader, emitter, weight));
    }

    Expected<AntStepReport> step_to(std::int64_t time) {
        return detail::fill<AntStepReport>([&](AntStepReport *out) { return ant_map_step_to(get(), time, out); });
    }
    /// step_to with a parallel loop of the host: `loop(count, task)` calls task(i) for each i below count and returns when done.
    template <class ParallelLoop>
    Expected<AntStepReport> step_parallel(std::int64_t time, ParallelLoop &&loop) {
        using Loop = std::remove_reference_t<ParallelLoop>;
        const AntParallelFor run = [](AntTask task, void *context, std::uint32_t count, void *user) {
            (*static_cast<Loop *>(user))(count, [=](std::uint32_t i) { task(context, i); });
        };
        void *user = const_cast<void *>(static_cast<const void *>(&loop));
        return detail::fill<AntStepReport>(
            [&](AntStepReport *out) { return ant_map_step_parallel(get(), time, run, user, out); });
    }
    /// Tasks of one step, or 0 with ANT_EMPTY in the status when none is due.
    Expected<std::uint32_t> step_begin(std::int64_t time) {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_map_step_begin(get(), time, out); });
    }
    Status step_task(std::uint32_t task) const { return Status(ant_map_step_task(get(), task)); }
    Expected<AntStepReport> step_end() {
        return detail::fill<AntStepReport>([&](AntStepReport *out) { return ant_map_step_end(get(), out); });
    }

    Expected<float> value(std::uint32_t layer, AntCell cell) const {
        return detail::ask<float>([&](float *out) { return ant_map_value(get(), layer, cell, out); });
    }
    Status values(std::uint32_t layer, const Stream &cells, const Stream &out_values, const Stream &out_status = none()) const {
        return Status(ant_map_value_batch(get(), layer, cells.count, cells.get(), out_values.get(), out_status.get()));
    }
    Status sample(std::uint32_t layer, const Stream &positions, const Stream &out_values,
                  const Stream &out_status = none()) const {
        return Status(
            ant_map_sample_batch(get(), layer, positions.count, positions.get(), out_values.get(), out_status.get()));
    }
    Expected<float> smell(const AntReader &reader, const Vec3 &position) const {
        return detail::ask<float>(
            [&](float *out) { return ant_map_smell(get(), &reader, position.data(), out, nullptr); });
    }
    Expected<Vec3> gradient(const AntReader &reader, const Vec3 &position) const {
        Vec3 out;
        const AntStatus code = ant_map_smell(get(), &reader, position.data(), nullptr, out.data());
        return detail::expect(code, out);
    }
    Expected<AntForce> force(const AntReader &reader, const AntForceQuery &query) const {
        return detail::fill<AntForce>([&](AntForce *out) { return ant_map_force(get(), &reader, &query, out); });
    }
    Expected<double> total(std::uint32_t layer) const {
        return detail::ask<double>([&](double *out) { return ant_map_total(get(), layer, out); });
    }
    Expected<std::int64_t> time() const {
        return detail::ask<std::int64_t>([&](std::int64_t *out) { return ant_map_time(get(), out); });
    }
    Expected<AntMapStats> stats() const {
        return detail::fill<AntMapStats>([&](AntMapStats *out) { return ant_map_stats(get(), out); });
    }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_map_bytes(get(), out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_map_state_hash(get(), out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_map_snapshot(get(), buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) { return Status(ant_map_restore(get(), bytes.data(), bytes.size())); }
};

/// Entities and what is known of their motion.
class Predictor : public detail::Owner<AntPredictor, ant_predictor_destroy, ant_predictor_is_valid> {
public:
    using Owner::Owner;

    static Expected<Predictor> create(const AntPredictorDesc &desc = defaults<AntPredictorDesc>()) {
        AntPredictor handle{};
        const AntStatus code = ant_predictor_create(&desc, &handle);
        return detail::expect(code, Predictor(handle));
    }
    static Expected<Predictor> create(const PheromoneMap &map) {
        AntPredictorDesc desc = defaults<AntPredictorDesc>();
        desc.map = map.get();
        return create(desc);
    }

    Expected<AntEntity> add_entity(const AntProfile &profile = defaults<AntProfile>()) {
        return detail::ask<AntEntity>([&](AntEntity *out) { return ant_predictor_add_entity(get(), &profile, out); });
    }
    Status remove_entity(AntEntity entity) { return Status(ant_predictor_remove_entity(get(), entity)); }
    bool has_entity(AntEntity entity) const { return ant_predictor_has_entity(get(), entity) == ANT_OK; }
    Status set_profile(AntEntity entity, const AntProfile &profile) {
        return Status(ant_predictor_set_profile(get(), entity, &profile));
    }
    Status set_model(AntEntity entity, std::uint32_t model) { return Status(ant_predictor_set_model(get(), entity, model)); }
    Expected<std::uint32_t> entity_count() const {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_predictor_entity_count(get(), out); });
    }
    /// All entities, in the order that a snapshot keeps.
    Expected<std::vector<AntEntity>> entities() const {
        std::uint32_t count = 0;
        AntStatus code = ant_predictor_entities(get(), 0, 0, nullptr, &count);
        std::vector<AntEntity> found;
        if (code >= 0) {
            found.resize(count);
            const Stream out = scalars(found);
            code = ant_predictor_entities(get(), 0, out.count, out.get(), &count);
        }
        return detail::expect(code, std::move(found));
    }

    Status observe(AntEntity entity, const AntObservation &observation) {
        return Status(ant_predictor_observe(get(), entity, &observation));
    }
    Status observe(const AntObserveBatch &batch) { return Status(ant_predictor_observe_batch(get(), &batch)); }
    Status observe(const Stream &entities, std::int64_t time, const Stream &positions, const Stream &velocities = none(),
                   const Stream &orientations = none(), const Stream &out_status = none(),
                   const Stream &angular_velocities = none()) {
        AntObserveBatch batch = defaults<AntObserveBatch>();
        batch.count = entities.count;
        batch.time = time;
        batch.entities = entities.raw;
        batch.positions = positions.raw;
        batch.velocities = velocities.raw;
        batch.orientations = orientations.raw;
        batch.status = out_status.raw;
        batch.angular_velocities = angular_velocities.raw;
        return observe(batch);
    }
    Expected<AntPrediction> predict(AntEntity entity, std::int64_t time) const {
        return detail::fill<AntPrediction>(
            [&](AntPrediction *out) { return ant_predictor_predict(get(), entity, time, out); });
    }
    Status predict(const AntPredictBatch &batch) const { return Status(ant_predictor_predict_batch(get(), &batch)); }
    Status predict(const Stream &entities, std::int64_t time, const Stream &out_positions,
                   const Stream &out_velocities = none(), const Stream &out_orientations = none(),
                   const Stream &out_status = none(), const Stream &out_radii = none(),
                   const Stream &out_confidences = none()) const {
        AntPredictBatch batch = defaults<AntPredictBatch>();
        batch.count = entities.count;
        batch.time = time;
        batch.entities = entities.raw;
        batch.positions = out_positions.raw;
        batch.velocities = out_velocities.raw;
        batch.orientations = out_orientations.raw;
        batch.status = out_status.raw;
        batch.radii = out_radii.raw;
        batch.confidences = out_confidences.raw;
        return predict(batch);
    }
    Expected<AntExplanation> explain(AntEntity entity, std::int64_t time) const {
        return detail::fill<AntExplanation>(
            [&](AntExplanation *out) { return ant_predictor_explain(get(), entity, time, out, 0, nullptr); });
    }

    // What ANT_MODEL_INTEREST and ANT_MODEL_HYBRID feel.
    Status set_interest(const AntInterestDesc &desc) { return Status(ant_predictor_set_interest(get(), &desc)); }
    Status set_object(std::uint64_t id, const Vec3 &position, float value, bool present = true) {
        return Status(ant_predictor_set_object(get(), id, position.data(), value, present ? 1u : 0u));
    }
    Status set_objects(const Stream &ids, const Stream &positions, const Stream &values, const Stream &present = none(),
                       const Stream &out_status = none()) {
        return Status(ant_predictor_set_objects(get(), ids.count, ids.get(), positions.get(), values.get(), present.get(),
                                                out_status.get()));
    }
    Status remove_object(std::uint64_t id) { return Status(ant_predictor_remove_object(get(), id)); }
    Expected<std::uint32_t> object_count() const {
        return detail::ask<std::uint32_t>([&](std::uint32_t *out) { return ant_predictor_object_count(get(), out); });
    }
    /// Negative: out of the game.
    Status set_life(AntEntity entity, float life) { return Status(ant_predictor_set_life(get(), entity, life)); }
    Status set_lives(const Stream &entities, const Stream &lives, const Stream &out_status = none()) {
        return Status(ant_predictor_set_lives(get(), entities.count, entities.get(), lives.get(), out_status.get()));
    }
    /// -100 (always objects) to 100 (always players).
    Expected<double> preference(AntEntity entity) const {
        return detail::ask<double>([&](double *out) { return ant_predictor_preference(get(), entity, out); });
    }

    Status rebase(const Vec3 &shift) { return Status(ant_predictor_rebase(get(), shift.data())); }
    Expected<std::uint64_t> bytes() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_predictor_bytes(get(), out); });
    }
    Expected<std::uint64_t> state_hash() const {
        return detail::ask<std::uint64_t>([&](std::uint64_t *out) { return ant_predictor_state_hash(get(), out); });
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_predictor_snapshot(get(), buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_predictor_restore(get(), bytes.data(), bytes.size()));
    }
};

/// Probability that a player takes an item, learned by counting.
class NeedModel : public detail::Owner<AntNeedModel, ant_need_model_destroy, ant_need_model_is_valid> {
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
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_need_model_snapshot(get(), buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_need_model_restore(get(), bytes.data(), bytes.size()));
    }
};

/// What happened between players, turned into pair weights.
class Interactions : public detail::Owner<AntInteractions, ant_interactions_destroy, ant_interactions_is_valid> {
public:
    using Owner::Owner;

    static Expected<Interactions> create(const AntInteractionRules &rules = defaults<AntInteractionRules>()) {
        AntInteractions handle{};
        const AntStatus code = ant_interactions_create(&rules, &handle);
        return detail::expect(code, Interactions(handle));
    }
    Status note(std::uint64_t actor, std::uint64_t other, std::uint32_t kind, std::int64_t time) {
        return Status(ant_interactions_note(get(), actor, other, kind, time));
    }
    Status note_kill(std::uint64_t killer, std::uint64_t victim, std::int64_t time) {
        return Status(ant_interactions_note_kill(get(), killer, victim, time));
    }
    Status set_team(std::uint64_t player, std::uint32_t team) {
        return Status(ant_interactions_set_team(get(), player, team));
    }
    Status set_carrier(std::uint64_t player, bool carries) {
        return Status(ant_interactions_set_carrier(get(), player, carries ? 1u : 0u));
    }
    Status remove(std::uint64_t player) { return Status(ant_interactions_remove(get(), player)); }
    Expected<float> weight(std::uint64_t reader, std::uint64_t emitter, std::int64_t time) const {
        return detail::ask<float>(
            [&](float *out) { return ant_interactions_weight(get(), reader, emitter, time, out); });
    }
    Status apply(PheromoneMap &map, std::int64_t time) const {
        return Status(ant_interactions_apply(get(), map.get(), time));
    }
    Expected<std::vector<std::uint8_t>> snapshot() const {
        return detail::bytes(
            [&](void *buf, std::uint64_t cap, std::uint64_t *n) { return ant_interactions_snapshot(get(), buf, cap, n); });
    }
    Status restore(span<const std::uint8_t> bytes) {
        return Status(ant_interactions_restore(get(), bytes.data(), bytes.size()));
    }
};

/// The DIS algorithms as plain functions, in the axes of DIS: body x forward, y right, z down; no frame of a host is applied.
namespace dis {

/// Radians: psi about z, then theta about the new y, then phi about the newest x.
struct EulerAngles {
    double psi = 0.0, theta = 0.0, phi = 0.0;
    const double *data() const { return &psi; }
    double *data() { return &psi; }
};
static_assert(sizeof(EulerAngles) == 3 * sizeof(double), "EulerAngles has no padding");

/// The state some seconds later. algorithm: ANT_DIS_STATIC ... ANT_DIS_FVB.
inline Expected<AntDisState> extrapolate(std::uint32_t algorithm, const AntDisState &state, double seconds,
                                         std::uint32_t convention = ANT_BODY_ACCELERATION_DERIVATIVE) {
    return detail::fill<AntDisState>(
        [&](AntDisState *out) { return ant_dis_extrapolate(algorithm, convention, &state, seconds, out); });
}
inline Expected<Quaternion> to_quaternion(const EulerAngles &angles) {
    return detail::ask<Quaternion>(
        [&](Quaternion *out) { return ant_dis_euler_to_quaternion(angles.data(), out->data()); });
}
inline Expected<EulerAngles> to_euler(const Quaternion &rotation) {
    return detail::ask<EulerAngles>(
        [&](EulerAngles *out) { return ant_dis_quaternion_to_euler(rotation.data(), out->data()); });
}
/// Whether the two differ by a rotation of more than `threshold` radians.
inline Expected<bool> orientation_differs(const Quaternion &actual, const Quaternion &reckoned, double threshold) {
    std::uint32_t differs = 0;
    const AntStatus code = ant_dis_orientation_differs(actual.data(), reckoned.data(), threshold, &differs);
    return detail::expect(code, differs != 0);
}
/// Seconds from one DIS time stamp to a later one.
inline double seconds_between(std::uint32_t earlier, std::uint32_t later) {
    return ant_dis_seconds_between(earlier, later);
}

} // namespace dis

} // namespace antreckon

#endif // ANTRECKON_HPP
