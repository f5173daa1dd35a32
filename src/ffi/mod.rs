//! The C ABI: every `extern "C"` function and all `unsafe`.
