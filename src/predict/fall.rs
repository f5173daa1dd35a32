//! Jumps and falls: who is in the air moves by gravity, which is learned from what is seen.
//!
//! Two updates in the air show the gravity of the game: their vertical velocities differ by `g` times the time in between,
//! whoever jumps and however high. Whoever is seen to fall goes on along the parabola until it is back at the height
//! that it jumped from. Hosts need not say who is in the air; where they do, it is known one update earlier.

use super::floors::Floors;
use super::kinematics::{AIRBORNE, Kinematics, RIDING, SEEN, TOLD};
use super::observation::Observation;
use crate::base::math::{DVec3, exp, sqrt};
use crate::base::serial::{LARGEST, Reader, Writer};
use crate::base::time::seconds_between;
use crate::base::{Error, Result};

/// Accelerations that can be a game's gravity, m/s²: from the moon's to several times that of arena shooters.
const PLAUSIBLE: core::ops::RangeInclusive<f64> = 1.5..=60.0;
/// Two accelerations that differ by no more than this share are the same gravity …
const ALIKE: f64 = 0.2;
/// … and one that differs from it by more than this share is something else: a lift, water, a jet pack.
const UNLIKE: f64 = 0.5;
/// Accelerations alike in a row for so long, seconds, are gravity: bumps and stairs are shorter.
const LASTING: f64 = 0.18;
/// So many of them, and gravity is known.
const KNOWN: u32 = 3;
/// The mean of gravity counts so many at most, so that a level with another one is learned.
const MEMORY: u32 = 32;
/// Updates farther apart, seconds, say nothing about the time in between.
const LONGEST_GAP: f64 = 0.35;
/// A jump leaves the ground by at least what gravity takes in this long, seconds.
const LEAST_JUMP: f64 = 0.1;
/// Nobody is predicted to fall for longer, seconds: there is a floor somewhere.
const LONGEST_FALL: f64 = 1.0;
/// This far above the ground, metres, somebody who falls is above it; lower, the ground has ended.
const ABOVE: f64 = 0.15;
/// Vertical speed of who does not fall fades with this time constant, seconds: steps and ramps are short.
const CLIMB_FADING: f64 = 0.25;

/// Told to rise or fall slower than this, m/s, and seen to rise faster than [`CLIMBING`], it climbs: on stairs and lifts games tell the
/// speed of the feet and not that of what they stand on.
const LEVEL: f64 = 0.5;
/// In m/s.
const CLIMBING: f64 = 1.0;
/// So much of the seen speed goes on: at the first update of a climb, which may be a single step …
const FIRST_STEP: f64 = 1.0 / 3.0;
/// … if it comes no later than this after the one before, seconds …
const STEP_GAP: f64 = 0.08;
/// … and at all later ones. Fitted to bots and people on stairs and lifts, at 5, 10 and 20 updates per second.
const CLIMB: f64 = 2.0 / 3.0;

/// What is known of one entity's jumps and falls. Metres and seconds, in the frame of its kinematics.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fall {
    /// Mean of the accelerations alike, m/s² downwards.
    gravity: f64,
    /// How many they were, up to [`MEMORY`].
    alike: u32,
    /// Acceleration between the last two updates, m/s² downwards, …
    last: f64,
    /// … and for how long it has been alike, seconds.
    lasted: f64,
    /// Falls since the last update …
    falls: bool,
    /// … or climbs although it tells of none …
    climbs: bool,
    /// … and rose there at this speed, m/s.
    speed: f64,
    /// Height of the ground that it last left.
    ground: Option<f64>,
    /// After how many seconds it lands; `None` = no floor is known below it.
    lands: Option<f64>,
}

/// Seconds between two places at which a fall looks for a floor.
const LOOK: f64 = 0.05;
/// How far below a known floor counts as the same place as one where none is seen, metres.
const DEEP: f64 = 8.0;

impl Fall {
    /// An update is about to be taken in by `before`; `floors` are what is known of the level, where that may be used.
    pub(super) fn observed(&mut self, before: &Kinematics, now: &Observation, mut floors: Option<&mut Floors>) {
        self.judge(before, now);
        let stands = self.is_known() && !self.falls && !now.airborne && self.ground == Some(now.position.y);
        if let Some(floors) = floors.as_deref_mut().filter(|_| stands) {
            floors.stood(now.position);
        }
        self.lands = if self.falls { self.landing(now, floors.as_deref()) } else { None };
    }

    /// After how many seconds it meets a floor: one that others stood on, else the height it jumped from.
    fn landing(&self, now: &Observation, floors: Option<&Floors>) -> Option<f64> {
        let velocity = now.velocity.unwrap_or(DVec3::ZERO);
        let at = |t: f64| {
            now.position + DVec3::new(velocity.x * t, (self.speed - 0.5 * self.gravity * t) * t, velocity.z * t)
        };
        let mut above = now.position;
        let mut t = 0.0;
        while t < LONGEST_FALL {
            t += LOOK;
            let place = at(t);
            if place.y < above.y {
                if let Some(floor) = floors.and_then(|floors| self.floor(floors, now, place, above.y)) {
                    return Some(self.time_at(floor - now.position.y));
                }
                if let Some(ground) = self.ground.filter(|ground| now.position.y > ground + ABOVE && place.y < *ground)
                {
                    let deeper = floors.and_then(|floors| floors.between(place, place.y - DEEP, place.y));
                    if deeper.is_none() {
                        return Some(self.time_at(ground - now.position.y));
                    }
                }
            }
            above = place;
        }
        None
    }

    /// The floor that it passes on the way down to `place`. Beside who leaves a ledge there is the ledge: floors around count only
    /// farther down.
    fn floor(&self, floors: &Floors, now: &Observation, place: DVec3, above: f64) -> Option<f64> {
        let lower = now.position.y - 2.0 * ABOVE;
        let high = if above < lower { above } else { lower };
        floors.between(place, place.y, above).or_else(|| floors.near(place, place.y, high))
    }

    /// When it comes down through a height above where it was.
    fn time_at(&self, height: f64) -> f64 {
        let under = self.speed * self.speed - 2.0 * self.gravity * height;
        (self.speed + if under > 0.0 { sqrt(under) } else { 0.0 }) / self.gravity
    }

    fn judge(&mut self, before: &Kinematics, now: &Observation) {
        let riding = now.base.is_some() || before.has(RIDING);
        let gap = seconds_between(before.time, now.time);
        if !before.has(SEEN) || now.teleported || riding || gap > LONGEST_GAP {
            *self = Self { last: 0.0, lasted: 0.0, falls: false, ground: None, climbs: false, ..*self };
            if let Some(velocity) = now.velocity.filter(|_| now.airborne && !riding) {
                (self.falls, self.speed) = (self.is_known(), velocity.y);
            }
            return;
        }
        let climb = climb(self.climbs, now, (now.position.y - before.position.y) / gap, gap);
        self.judge_fall(before, now, gap);
        self.climbs = climb.is_some();
        if let Some(speed) = climb.filter(|_| !self.falls) {
            self.speed = speed;
        }
    }

    fn judge_fall(&mut self, before: &Kinematics, now: &Observation, gap: f64) {
        let (rise_before, rise) = (before.velocity.y, vertical_velocity(before, now, gap));
        let acceleration = (rise_before - rise) / gap;
        let in_air = before.has(AIRBORNE) && now.airborne;
        self.lasted = if alike(acceleration, self.last, ALIKE) { self.lasted + gap } else { gap };
        self.last = acceleration;
        if PLAUSIBLE.contains(&acceleration) && self.lasted >= LASTING {
            self.learn(acceleration);
        }
        if !self.is_known() {
            return;
        }
        let fell = alike(acceleration, self.gravity, ALIKE);
        let jumped = acceleration < -self.gravity && rise > LEAST_JUMP * self.gravity;
        let told = now.airborne && !(in_air && (acceleration - self.gravity).abs() > UNLIKE * self.gravity);
        let fell_before = self.falls;
        self.falls = fell || jumped || told;
        // A mean is half a gap old.
        self.speed = if now.velocity.is_some() { rise } else { rise - 0.5 * self.gravity * gap };
        if jumped {
            let foot = if fell_before { self.foot(before, now, rise, gap) } else { before.position.y };
            self.ground = Some(if foot < now.position.y { foot } else { now.position.y });
        } else if !self.falls {
            self.ground = Some(now.position.y);
        }
    }

    fn is_known(&self) -> bool {
        self.alike >= KNOWN
    }

    fn learn(&mut self, acceleration: f64) {
        if self.alike > 0 && !alike(acceleration, self.gravity, ALIKE) {
            // Something else, or what was known is wrong: it is unlearned as fast as it was learned.
            self.alike -= 1;
            return;
        }
        self.alike = (self.alike + 1).min(MEMORY);
        self.gravity += (acceleration - self.gravity) / f64::from(self.alike);
    }

    /// Height at which somebody who fell and rises again has touched the ground in between: where both parabolas meet.
    fn foot(&self, before: &Kinematics, now: &Observation, rise: f64, gap: f64) -> f64 {
        let (g, fall, drop) = (self.gravity, before.velocity.y, before.position.y - now.position.y);
        let met = (drop + rise * gap + 0.5 * g * gap * gap) / (rise + g * gap - fall);
        let met = met.clamp(0.0, gap);
        before.position.y + fall * met - 0.5 * g * met * met
    }

    /// How far it has risen after `delta` seconds, and how fast it rises then.
    pub(super) fn rise(&self, kinematics: &Kinematics, delta: f64) -> (f64, f64) {
        let Some(lands) = self.lands else {
            // Who falls into the unknown lands sooner or later: nothing is gained by falling ever faster.
            let speed = if self.climbs && !self.falls { self.speed } else { kinematics.velocity.y };
            let left = exp(-delta / CLIMB_FADING);
            return (speed * CLIMB_FADING * (1.0 - left), speed * left);
        };
        let fallen = if delta < lands { delta } else { lands };
        let rise = (self.speed - 0.5 * self.gravity * fallen) * fallen;
        (rise, if delta < lands { self.speed - self.gravity * fallen } else { 0.0 })
    }

    pub(super) fn rebase(&mut self, shift: DVec3) {
        self.ground = self.ground.map(|ground| ground - shift.y);
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.f64(self.gravity).u32(self.alike).f64(self.last).f64(self.lasted).u8(u8::from(self.falls)).f64(self.speed);
        w.option(self.lands.as_ref(), |w, lands| w.f64(*lands));
        w.option(self.ground.as_ref(), |w, ground| w.f64(*ground));
        w.bool(self.climbs);
    }

    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let (gravity, alike, last, lasted) = (r.f64()?, r.u32()?, r.f64()?, r.f64()?);
        let (falls, speed) = (r.u8()?, r.f64()?);
        let lands = r.option(Reader::f64)?;
        let ground = r.option(Reader::f64)?;
        let climbs = r.bool()?;
        let fits = gravity == 0.0 || PLAUSIBLE.contains(&gravity);
        let numbers = [last, lasted, speed, ground.unwrap_or(0.0)];
        let fits = fits && lands.is_none_or(|lands| falls == 1 && (0.0..=1e9).contains(&lands));
        if !fits || alike > MEMORY || falls > 1 || !numbers.iter().all(|x| x.abs() <= LARGEST) {
            return Err(Error::corrupt("snapshot has a fall that cannot be"));
        }
        Ok(Self { gravity, alike, last, lasted, falls: falls == 1, climbs, speed, ground, lands })
    }
}

/// Speed at which somebody who rose at `rise` m/s over the last `gap` seconds goes on climbing although it tells of none.
fn climb(climbed: bool, now: &Observation, rise: f64, gap: f64) -> Option<f64> {
    let told = now.velocity?.y;
    if told.abs() >= LEVEL || rise <= CLIMBING {
        return None;
    }
    Some(match climbed {
        true => CLIMB * rise,
        false if gap <= STEP_GAP => FIRST_STEP * rise,
        // A step up is over after a gap so long; if it was not one, the next update tells.
        false => told,
    })
}

/// Vertical velocity at an update: as told, else the mean since the one before.
fn vertical_velocity(before: &Kinematics, now: &Observation, gap: f64) -> f64 {
    let mean = (now.position.y - before.position.y) / gap;
    match now.velocity {
        Some(told) => told.y,
        None if before.has(TOLD) => 2.0 * mean - before.velocity.y,
        // Both are means of their gaps.
        None => mean,
    }
}

/// Whether two accelerations differ by no more than a share of the second.
fn alike(a: f64, b: f64, share: f64) -> bool {
    (a - b).abs() <= share * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::{Nanos, SECOND};
    use crate::predict::profile::EntityProfile;
    use crate::predict::{LevelContext, Model, Predictor};

    /// m/s².
    const G: f64 = 20.0;
    /// Speed at which a jump begins, m/s.
    const JUMP: f64 = 7.0;

    fn nanos(seconds: f64) -> Nanos {
        (seconds * SECOND as f64).round() as Nanos
    }

    /// Height and vertical speed of one who jumps over and over from height 0, each time as soon as it lands.
    fn hopping(t: f64) -> (f64, f64) {
        let t = t % (2.0 * JUMP / G);
        (JUMP * t - 0.5 * G * t * t, JUMP - G * t)
    }

    fn update(t: f64, (height, rise): (f64, f64), told: bool) -> Observation {
        let velocity = told.then_some(DVec3::new(5.0, rise, 0.0));
        Observation { velocity, ..Observation::at(nanos(t), DVec3::new(5.0 * t, height, 0.0)) }
    }

    /// Mean vertical error `ahead` seconds after updates of `motion` at `rate`, from the third second on.
    fn error(motion: impl Fn(f64) -> (f64, f64), rate: f64, ahead: f64, told: bool, seconds: f64) -> f64 {
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile { model: Model::Auto, ..EntityProfile::default() }).unwrap();
        let (mut sum, mut count) = (0.0, 0);
        for i in 0..(seconds * rate) as u32 {
            let t = f64::from(i) / rate;
            predictor.observe(id, &update(t, motion(t), told)).unwrap();
            if t > 3.0 {
                let said = predictor.predict(LevelContext::default(), id, nanos(t + ahead)).unwrap().position.y;
                sum += (said - motion(t + ahead).0).abs();
                count += 1;
            }
        }
        sum / f64::from(count)
    }

    #[test]
    fn gravity_is_learned_and_jumps_are_parabolas() {
        // One jump per second on level ground.
        let jumps = |t: f64| if t % 1.0 < 2.0 * JUMP / G { hopping(t % 1.0) } else { (0.0, 0.0) };
        for rate in [10.0, 20.0, 30.0] {
            let by_gravity = error(jumps, rate, 0.1, true, 20.0);
            assert!(by_gravity < 0.1, "{rate}: {by_gravity}");
        }
        // Without told velocities it is known a gap later.
        let untold = error(jumps, 20.0, 0.1, false, 20.0);
        assert!(untold < 0.25, "{untold}");
    }

    #[test]
    fn who_hops_on_lands_where_it_jumped_from() {
        let by_gravity = error(hopping, 20.0, 0.15, true, 20.0);
        assert!(by_gravity < 0.2, "{by_gravity}");
    }

    #[test]
    fn a_lift_is_no_fall() {
        // Up for two seconds, down for two, at an even speed: the error is that of a speed that fades.
        let lift = |t: f64| {
            let phase = t % 4.0;
            if phase < 2.0 { (2.0 * phase, 2.0) } else { (8.0 - 2.0 * phase, -2.0) }
        };
        let error = error(lift, 20.0, 0.1, true, 20.0);
        assert!(error < 0.06, "{error}");
    }

    #[test]
    fn a_lift_that_nobody_tells_of_is_followed() {
        // Up at 6 m/s for two seconds, then standing for two, and told of the feet's velocity alone.
        let lift = |t: f64| if t % 4.0 < 2.0 { 6.0 * (t % 4.0) } else { 12.0 };
        for rate in [20.0, 10.0, 5.0] {
            let mut predictor = Predictor::new(1);
            let id = predictor.add_entity(&EntityProfile { model: Model::Auto, ..EntityProfile::default() }).unwrap();
            let (mut ours, mut told) = (0.0, 0.0);
            for i in 0..(20.0 * rate) as u32 {
                let t = f64::from(i) / rate;
                let place = DVec3::new(5.0 * t, lift(t), 0.0);
                let seen = Observation { velocity: Some(DVec3::X * 5.0), ..Observation::at(nanos(t), place) };
                predictor.observe(id, &seen).unwrap();
                // Up to the next ride, whose beginning nobody can foresee.
                if (0.5..2.0).contains(&(t % 4.0)) || t % 4.0 > 2.5 && t % 4.0 < 3.8 {
                    let ahead = 0.1;
                    let said = predictor.predict(LevelContext::default(), id, nanos(t + ahead)).unwrap().position.y;
                    (ours, told) = (ours + (said - lift(t + ahead)).abs(), told + (lift(t) - lift(t + ahead)).abs());
                }
            }
            assert!(ours < 0.6 * told, "{rate}: {ours} m, as told {told} m");
        }
    }

    #[test]
    fn a_single_step_up_is_hardly_taken_for_a_climb() {
        let step = |height: f64, told: f64, gap: f64| {
            let velocity = Some(DVec3::Y * told);
            climb(false, &Observation { velocity, ..Observation::at(0, DVec3::ZERO) }, height / gap, gap)
        };
        assert!((step(0.3, 0.0, 0.05).unwrap() - 2.0).abs() < 1e-9, "a third of 6 m/s");
        assert_eq!(step(0.3, 0.2, 0.1), Some(0.2), "over by now");
        assert_eq!(step(0.3, 4.0, 0.05), None, "it says so itself");
        assert_eq!(step(-2.0, 0.0, 0.05), None, "who has landed stands");
    }

    #[test]
    fn who_falls_lands_where_others_stood() {
        let mut predictor = Predictor::new(2);
        let profile = EntityProfile { model: Model::Auto, ..EntityProfile::default() };
        let [jumper, walker] = [0, 1].map(|_| predictor.add_entity(&profile).unwrap());
        // The walker hops once, so that its gravity is known, then walks to and fro four metres below a ledge at height 0.
        for i in 0..400 {
            let t = f64::from(i) * 0.05;
            let (height, rise) = if t < 0.7 { hopping(t) } else { (0.0, 0.0) };
            let x = 8.0 + 7.5 * libm::sin(t);
            let velocity = Some(DVec3::new(7.5 * libm::cos(t), rise, 0.0));
            let seen = Observation { velocity, ..Observation::at(nanos(t), DVec3::new(x, height - 4.0, 0.0)) };
            predictor.observe(walker, &seen).unwrap();
        }
        // The jumper learns gravity, stands, and runs off the ledge at 20 s.
        let run = |t: f64| {
            let x = if t < 20.0 { 0.0 } else { 5.0 * (t - 20.0) };
            let (height, rise) = if t < 0.7 {
                hopping(t)
            } else if t < 20.0 {
                (0.0, 0.0)
            } else {
                (-0.5 * G * (t - 20.0) * (t - 20.0), -G * (t - 20.0))
            };
            (DVec3::new(x, height, 0.0), DVec3::new(if t < 20.0 { 0.0 } else { 5.0 }, rise, 0.0))
        };
        for i in 0..=404 {
            let t = f64::from(i) * 0.05;
            let (position, velocity) = run(t);
            let seen = Observation { velocity: Some(velocity), ..Observation::at(nanos(t), position) };
            predictor.observe(jumper, &seen).unwrap();
        }
        let height = |t: f64| predictor.predict(LevelContext::default(), jumper, nanos(t)).unwrap().position.y;
        assert!((height(20.3) + 0.5 * G * 0.09).abs() < 0.05, "{}", height(20.3));
        // sqrt(2 · 4 / 20) = 0.63 s: landed.
        assert!((height(20.8) + 4.0).abs() < 0.05 && (height(24.0) + 4.0).abs() < 0.05, "{}", height(20.8));
    }

    #[test]
    fn a_snapshot_goes_on_alike_and_bad_ones_are_refused() {
        let mut predictor = Predictor::new(1);
        let id = predictor.add_entity(&EntityProfile { model: Model::Auto, ..EntityProfile::default() }).unwrap();
        let (mut other, mut hashes) = (Predictor::new(1), Vec::new());
        for i in 0..200 {
            let t = f64::from(i) * 0.05;
            if i == 120 {
                other.restore(&predictor.snapshot()).unwrap();
            }
            predictor.observe(id, &update(t, hopping(t), true)).unwrap();
            if i >= 120 {
                other.observe(id, &update(t, hopping(t), true)).unwrap();
                hashes.push((predictor.state_hash(), other.state_hash()));
            }
        }
        assert!(hashes.iter().all(|(a, b)| a == b));
        let refused = |fall: Fall| {
            let mut w = Writer::new();
            fall.write(&mut w);
            let bytes = w.seal(*b"TEST", 1);
            Fall::read(&mut Reader::open(&bytes, *b"TEST", 1).unwrap()).is_err()
        };
        let sound = Fall {
            gravity: G,
            alike: 5,
            last: G,
            lasted: 0.3,
            falls: true,
            speed: 1.0,
            ground: Some(0.0),
            lands: Some(0.5),
            climbs: false,
        };
        assert!(!refused(sound) && !refused(Fall::default()));
        for bad in [
            Fall { gravity: f64::NAN, ..sound },
            Fall { gravity: 1e9, ..sound },
            Fall { alike: MEMORY + 1, ..sound },
            Fall { last: f64::INFINITY, ..sound },
            Fall { lands: Some(-1.0), ..sound },
            Fall { ground: Some(f64::NAN), ..sound },
            Fall { falls: false, ..sound },
        ] {
            assert!(refused(bad), "{bad:?}");
        }
    }
}
