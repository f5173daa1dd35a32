//! What strategies are made of and how they are followed.

use crate::base::math::{DVec3, ground};
use crate::base::serial::{Reader, Writer};
use crate::base::{Error, Limited, Result, Short};
use alloc::format;

/// Most parallel strategies of one route.
pub const MAX_PARALLELS: u32 = 15;

/// What "following a strategy" asks of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// As published: being inside the polygon is enough, wherever along the route. The shown position may be far off along the route.
    Containment,
    /// The place along the route, at the speed last told, must be right within the threshold. The one for products.
    #[default]
    Progress,
}

/// Parameters of all strategies of a predictor. Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrategyParams {
    /// What following asks for.
    pub mode: Mode,
    /// Half the width of a strategy polygon, and how far off a prediction may be before an update is due (1e-3 to 1e6).
    pub threshold: f64,
    /// How many parallel strategies a route gives (1 to [`MAX_PARALLELS`]); an odd number has one on the route itself.
    pub parallels: u32,
    /// Distance between neighbouring parallels, W (0 to 2e6). With more than one it must be below twice the threshold, so that their
    /// polygons overlap.
    pub width: f64,
    /// Threshold of the dead reckoning whose violations give a route its points (1e-3 to 1e6). The paper's is `threshold`; a quarter of it
    /// gives routes that are followed with far fewer updates (docs/studies/routes.md).
    pub record: f64,
    /// How far a simplified route may lie beside its points, and the shortest segment it keeps (0 to 1e6); 0 = every point is
    /// kept, as published.
    pub simplify: f64,
    /// Table 2: `threshold` and `width` are learned with the routes. All strategies of a route together are then just as wide
    /// as its trials need, whatever their number: `(parallels - 1) / 2 · width + threshold` is the farthest that a trial lies
    /// beside its route, and the ratio of the two stays.
    pub learn_threshold: bool,
    /// Two trials farther apart than this (discrete Fréchet distance) are different routes (0 to 1e9).
    pub cluster_distance: f64,
    /// A route of fewer trials is not learned (1 to 1e6).
    pub min_trials: u32,
    /// Farther above or below the route than this is another floor (1e-3 to 1e6).
    pub floor_reach: f64,
    /// An update is also due when the height is off by more than this (1e-3 or more; infinity = only the ground plane counts).
    pub rise: f64,
}

impl Default for StrategyParams {
    /// The paper's table 1: threshold 6, three strategies 9 apart; routes recorded four times finer.
    fn default() -> Self {
        Self {
            mode: Mode::Progress,
            threshold: 6.0,
            parallels: 3,
            width: 9.0,
            record: 1.5,
            simplify: 0.75,
            learn_threshold: false,
            cluster_distance: 12.0,
            min_trials: 1,
            floor_reach: 2.0,
            rise: 2.0,
        }
    }
}

impl StrategyParams {
    /// The numbers with their ranges.
    pub fn limits(&self) -> [Limited; 9] {
        [
            ("threshold", self.threshold, 1e-3, 1e6),
            ("parallels", self.parallels as f64, 1.0, MAX_PARALLELS as f64),
            ("width", self.width, 0.0, 2e6),
            ("record", self.record, 1e-3, 1e6),
            ("simplify", self.simplify, 0.0, 1e6),
            ("cluster_distance", self.cluster_distance, 0.0, 1e9),
            ("min_trials", self.min_trials as f64, 1.0, 1e6),
            ("floor_reach", self.floor_reach, 1e-3, 1e6),
            ("rise", self.rise, 1e-3, f64::INFINITY),
        ]
    }

    /// Fails with a message that names the first field outside its range, its value and the range.
    pub fn validate(&self) -> Result<()> {
        for (name, value, low, high) in self.limits() {
            // `contains` is false for NaN.
            if !(low..=high).contains(&value) {
                return Err(Error::invalid(format!("{name} is {}, must be from {low} to {high}", Short(value))));
            }
        }
        if self.parallels > 1 && self.threshold <= self.width / 2.0 {
            return Err(Error::invalid(format!(
                "threshold is {}, must be above half the width ({}), so that neighbouring strategies overlap",
                self.threshold,
                self.width / 2.0
            )));
        }
        Ok(())
    }

    /// The same parameters with a threshold and a width by which all parallels of a route together are `area` metres wide to
    /// either side of it: table 2 has 36 / 14.4 / 9 for 1, 3 and 5 strategies where the width is 1.5 thresholds.
    pub fn covering(&self, area: f64) -> Self {
        let ratio = self.width / self.threshold;
        let threshold = area / (1.0 + f64::from(self.parallels - 1) / 2.0 * ratio);
        let threshold = threshold.clamp(1e-3, 1e6);
        Self { threshold, width: threshold * ratio, ..*self }
    }

    /// Whether what is shown is too far from what is true.
    pub fn is_off(&self, truth: DVec3, shown: DVec3) -> bool {
        let error = truth - shown;
        ground(error).length_squared() > self.threshold * self.threshold || error.y.abs() > self.rise
    }

    /// Signed distances of the parallels from the route, left positive.
    pub(super) fn offsets(&self) -> impl Iterator<Item = f64> {
        let (n, width) = (self.parallels, self.width);
        (0..n).map(move |k| (k as f64 - (n - 1) as f64 / 2.0) * width)
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.u8(self.mode as u8).f64(self.threshold).u32(self.parallels).f64(self.width).f64(self.record);
        w.f64(self.simplify)
            .u8(self.learn_threshold as u8)
            .f64(self.cluster_distance)
            .u32(self.min_trials)
            .f64(self.floor_reach)
            .f64(self.rise);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mode = match r.u8()? {
            0 => Mode::Containment,
            1 => Mode::Progress,
            other => return Err(Error::corrupt(format!("strategies have mode {other} of only 2"))),
        };
        let params = Self {
            mode,
            threshold: r.f64()?,
            parallels: r.u32()?,
            width: r.f64()?,
            record: r.f64()?,
            simplify: r.f64()?,
            learn_threshold: r.bool()?,
            cluster_distance: r.f64()?,
            min_trials: r.u32()?,
            floor_reach: r.f64()?,
            rise: r.f64()?,
        };
        params.validate().map_err(|error| Error::corrupt(format!("strategies have a bad parameter: {error}")))?;
        Ok(params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn every_parameter_out_of_range_is_refused_by_name() {
        StrategyParams::default().validate().unwrap();
        type Spoil = fn(&mut StrategyParams, f64);
        let spoilers: [(&str, Spoil); 6] = [
            ("threshold", |p, x| p.threshold = x),
            ("width", |p, x| p.width = x),
            ("record", |p, x| p.record = x),
            ("simplify", |p, x| p.simplify = x),
            ("cluster_distance", |p, x| p.cluster_distance = x),
            ("floor_reach", |p, x| p.floor_reach = x),
        ];
        for (name, spoil) in spoilers {
            for bad in [f64::NAN, f64::INFINITY, -1.0, 2e9] {
                let mut params = StrategyParams::default();
                spoil(&mut params, bad);
                let message = params.validate().unwrap_err().to_string();
                assert!(message.starts_with(name) && message.contains("must be from"), "{name} {bad}: {message}");
            }
        }
        for parallels in [0, MAX_PARALLELS + 1] {
            assert!(StrategyParams { parallels, ..Default::default() }.validate().is_err());
        }
        assert!(StrategyParams { min_trials: 0, ..Default::default() }.validate().is_err());
        assert!(StrategyParams { rise: f64::NAN, ..Default::default() }.validate().is_err());
        StrategyParams { rise: f64::INFINITY, ..Default::default() }.validate().unwrap();
    }

    #[test]
    fn polygons_of_parallels_must_overlap() {
        let params = |threshold, parallels| StrategyParams { threshold, parallels, width: 9.0, ..Default::default() };
        assert!(params(4.5, 3).validate().unwrap_err().message.starts_with("threshold is 4.5, must be above half"));
        params(4.6, 3).validate().unwrap();
        params(4.5, 1).validate().unwrap();
    }

    #[test]
    fn the_area_stays_covered_whatever_the_number_of_strategies() {
        for (parallels, threshold) in [(1, 36.0), (3, 14.4), (5, 9.0)] {
            let params = StrategyParams { parallels, ..StrategyParams::default() }.covering(36.0);
            assert!((params.threshold - threshold).abs() < 1e-12, "{parallels}: {params:?}");
            assert!((params.width - 1.5 * threshold).abs() < 1e-12);
            params.validate().unwrap();
        }
    }

    #[test]
    fn what_is_off_is_off_in_the_ground_plane_or_in_height() {
        let off = |rise, x, y, z| {
            StrategyParams { rise, ..Default::default() }.is_off(DVec3::new(x, y, z), DVec3::new(1.0, 1.0, 1.0))
        };
        assert!(!off(2.0, 7.0, 3.0, 1.0) && off(2.0, 7.001, 1.0, 1.0) && off(2.0, 1.0, 3.001, 1.0));
        assert!(off(2.0, 5.5, 1.0, 5.5) && !off(f64::INFINITY, 1.0, 99.0, 1.0));
    }

    #[test]
    fn parallels_lie_symmetrically_about_the_route() {
        let offsets = |parallels| StrategyParams { parallels, ..Default::default() }.offsets().collect::<Vec<_>>();
        assert_eq!(offsets(1), [0.0]);
        assert_eq!(offsets(2), [-4.5, 4.5]);
        assert_eq!(offsets(5), [-18.0, -9.0, 0.0, 9.0, 18.0]);
    }
}
