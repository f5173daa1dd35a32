// Outcomes of calls.
#ifndef ANTRECKON_RESULT_HPP
#define ANTRECKON_RESULT_HPP

#include "antreckon.h"

#include <cstdint>
#include <string>
#include <utility>

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

} // namespace antreckon

#endif // ANTRECKON_RESULT_HPP
