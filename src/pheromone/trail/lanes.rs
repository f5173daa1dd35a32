//! Four numbers side by side, so that the compiler uses vector instructions; the same bits with and without them.

use crate::base::math::sqrt32;
use core::ops::{Add, AddAssign, Div, Mul, Sub};

/// Four numbers that go through the same computation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lanes(pub(super) [f32; 4]);

macro_rules! lanewise {
    ($trait:ident $name:ident $op:tt) => {
        impl $trait for Lanes {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let (a, b) = (self.0, other.0);
                Self([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }
    };
}

lanewise!(Add add +);
lanewise!(Sub sub -);
lanewise!(Mul mul *);
lanewise!(Div div /);

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Lanes {
    /// The same number in all lanes.
    #[inline(always)]
    pub(super) fn all(x: f32) -> Self {
        Self([x; 4])
    }

    #[inline(always)]
    pub(super) fn of(values: [i16; 4]) -> Self {
        Self(values.map(f32::from))
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        Self(self.0.map(sqrt32))
    }

    /// The larger one of each lane and `least`.
    #[inline(always)]
    pub(super) fn at_least(self, least: f32) -> Self {
        Self(self.0.map(|x| if x > least { x } else { least }))
    }

    /// The smaller one of each lane and `most`.
    #[inline(always)]
    pub(super) fn at_most(self, most: f32) -> Self {
        Self(self.0.map(|x| if x < most { x } else { most }))
    }

    /// Sum of the lanes, in pairs.
    #[inline(always)]
    pub(super) fn total(self) -> f32 {
        let [a, b, c, d] = self.0;
        (a + b) + (c + d)
    }
}
