//! Which edges of the program an input has taken, by the counters that the compiler puts in.

use std::sync::Mutex;

/// Begin and length of the counters of every object file.
static SECTIONS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Called once per object file that was compiled with inline counters.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let (start, stop) = (start as usize, stop as usize);
    let mut sections = SECTIONS.lock().expect("nobody panics with it");
    if stop > start && !sections.iter().any(|section| section.0 == start) {
        sections.push((start, stop - start));
    }
}

/// Wanted by the linker; the table of program counters is not used.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

fn sections() -> Vec<&'static mut [u8]> {
    let sections = SECTIONS.lock().expect("nobody panics with it");
    // SAFETY: the compiler's own sections, writable and alive as long as the program; the engine has one thread.
    sections
        .iter()
        .map(|(start, length)| unsafe { std::slice::from_raw_parts_mut(*start as *mut u8, *length) })
        .collect()
}

/// How many counters there are; 0 = the program was built without.
pub(crate) fn count() -> usize {
    sections().iter().map(|section| section.len()).sum()
}

/// What has ever been seen, per counter a bit for each power of two of its count.
#[derive(Default)]
pub(crate) struct Seen(Vec<u8>);

impl Seen {
    /// Before an execution.
    pub(crate) fn reset() {
        sections().into_iter().for_each(|section| section.fill(0));
    }

    /// After an execution: whether it did what none before it had done.
    pub(crate) fn learn(&mut self) -> bool {
        self.0.resize(count(), 0);
        let mut news = false;
        let mut at = 0;
        for section in sections() {
            for (counter, seen) in section.iter().zip(&mut self.0[at..]) {
                if *counter != 0 {
                    let bit = 1 << (7 - counter.leading_zeros());
                    news |= *seen & bit == 0;
                    *seen |= bit;
                }
            }
            at += section.len();
        }
        news
    }

    /// Counters that were ever above 0.
    pub(crate) fn edges(&self) -> usize {
        self.0.iter().filter(|seen| **seen != 0).count()
    }
}
