// What tests/csharp/layout/Layout.cs prints is compiled against this.
#include "antreckon.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>

// C# knows neither const nor char, and holds pointers to functions as plain pointers.
template <class T>
struct Plain {
    using type = T;
};
template <>
struct Plain<char> {
    using type = std::uint8_t;
};
template <class T>
struct Plain<const T> : Plain<T> {};
template <class T>
struct Plain<T *> {
    using type = typename Plain<T>::type *;
};
template <class R, class... A>
struct Plain<R (*)(A...)> {
    using type = void *;
};
template <class R, class... A>
struct Plain<R(A...)> {
    using type = typename Plain<R>::type(typename Plain<A>::type...);
};

#define SIGNATURE(name, ...)                                                                                           \
    static_assert(std::is_same<Plain<decltype(name)>::type, __VA_ARGS__>::value, "signature of " #name)
#define SIZE(of, size) static_assert(sizeof(of) == (size), "size of " #of)
#define FIELD(of, name, offset, size, ...)                                                                           \
    static_assert(offsetof(of, name) == (offset), "offset of " #of "::" #name);                                    \
    static_assert(sizeof(of::name) == (size), "size of " #of "::" #name);                                          \
    static_assert(std::is_same<Plain<decltype(of::name)>::type, __VA_ARGS__>::value, "type of " #of "::" #name)
#define CONSTANT(name, value) static_assert((name) == (value), "value of " #name)
