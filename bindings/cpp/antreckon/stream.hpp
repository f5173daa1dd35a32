// Views of the host's arrays.
#ifndef ANTRECKON_STREAM_HPP
#define ANTRECKON_STREAM_HPP

#include "antreckon.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>
#include <utility>

namespace antreckon {

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

namespace detail {

/// Several files of bytes, each as a stream.
inline std::vector<AntStream> blobs(span<const span<const std::uint8_t>> files) {
    std::vector<AntStream> streams;
    streams.reserve(files.size());
    for (const span<const std::uint8_t> &bytes : files) {
        streams.push_back(scalars(bytes).raw);
    }
    return streams;
}

} // namespace detail

} // namespace antreckon

#endif // ANTRECKON_STREAM_HPP
