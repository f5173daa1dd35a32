//! Code that is compiled for several instruction sets.
//!
//! A loop is written once, as plain inline code, and compiled twice on x86-64: for the target's base level and for AVX2.
//! Wider registers change neither the order nor the rounding of any operation (nothing is fused), so all levels give the
//! same bits. `unsafe` stands only where the processor was asked first.
#![allow(unsafe_code)]

/// Instruction set in use; can only say "AVX2" when the processor and the operating system do. Asking the processor takes
/// a while, so keep the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd {
    avx2: bool,
}

/// A computation. `run` must be `#[inline(always)]` and call nothing that is not, else it gains nothing.
pub trait Kernel {
    /// Its result.
    type Output;
    /// Computes it.
    fn run(self) -> Self::Output;
}

impl Simd {
    /// What every processor of the target has.
    pub const fn portable() -> Self {
        Self { avx2: false }
    }

    /// The best that this processor has.
    pub fn detect() -> Self {
        Self { avx2: has_avx2() }
    }

    /// Whether AVX2 may be used.
    #[inline(always)]
    pub fn has_avx2(self) -> bool {
        self.avx2
    }

    /// Runs a computation compiled for this level.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn wide<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            if self.avx2 {
                // SAFETY: `avx2` is true only when the processor and the system support it.
                return unsafe { wide(kernel) };
            }
        }
        portable(kernel)
    }
}

/// One copy for all callers: the code of a kernel is large.
#[inline(never)]
fn portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
fn has_avx2() -> bool {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};
    #[target_feature(enable = "xsave")]
    fn enabled_states() -> u64 {
        // SAFETY: the caller makes sure that the instruction exists.
        unsafe { _xgetbv(0) }
    }
    const OSXSAVE_AND_AVX: u32 = 1 << 27 | 1 << 28;
    const XMM_AND_YMM: u64 = 0b110;
    const AVX2: u32 = 1 << 5;
    if __cpuid(0).eax < 7 || __cpuid(1).ecx & OSXSAVE_AND_AVX != OSXSAVE_AND_AVX {
        return false;
    }
    // SAFETY: OSXSAVE is set, so the processor has XGETBV and the system lets programs use it.
    let states = unsafe { enabled_states() };
    states & XMM_AND_YMM == XMM_AND_YMM && __cpuid_count(7, 0).ebx & AVX2 != 0
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn has_avx2() -> bool {
    false
}
