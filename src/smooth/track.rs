//! What is remembered of one drawn entity, and the two things that happen to it: corrections and frames.

use super::chase::fastest;
use super::curve::{Launch, Motion};
use super::drawn::{CONVERGING, OFF_LEVEL, PAST, PATH, SLOWED, SNAPPED};
use super::guard::Guard;
use super::params::{Method, SmoothParams};
use super::switch::Switch;
use super::turn::{Turn, difference};
use super::walls::{Walk, level_distance, surface};
use super::way::{Begin, Way, WayScratch};
use super::{Correction, Course, DrawContext, Drawn};
use crate::base::math::{DQuat, DVec3, sqrt};
use crate::base::time::{Nanos, seconds_between};
use crate::predict::Prediction;
use crate::world::Location;

/// What leads the drawn place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The prediction itself.
    Follow,
    /// The curve of the method.
    Curve,
    /// A walkable path.
    Way,
}

impl Phase {
    pub(super) const ALL: [Self; 3] = [Self::Follow, Self::Curve, Self::Way];
}

/// One drawn entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Track {
    /// Time of the last frame or correction.
    pub(super) time: Nanos,
    /// What was drawn then.
    pub(super) drawn: Drawn,
    /// Flags of what happened outside of frames, for the next one.
    pub(super) pending: u32,
    pub(super) phase: Phase,
    /// Time of the last correction.
    pub(super) corrected: Nanos,
    pub(super) launch: Launch,
    pub(super) turn: Turn,
    pub(super) guard: Guard,
    /// Where the curve led last, without the lead.
    pub(super) curve: DVec3,
    /// What was predicted last.
    pub(super) predicted: Motion,
    pub(super) predicted_orientation: DQuat,
    /// Moving average of the gaps between updates, seconds; 0 = none is known.
    pub(super) mean_gap: f64,
    /// The place on the surface under what was drawn.
    pub(super) anchor: Option<Location>,
    /// How far beside the surface the entity is known to have been, metres; `None` = nobody knows.
    pub(super) beside: Option<f64>,
    /// Where that was; `None` = nobody knows, or the level does not know the place.
    pub(super) known: Option<DVec3>,
    /// How sure the prediction is, [`Prediction::radius`].
    pub(super) radius: f64,
    /// What it is told of is not rounded, [`DrawContext::exact`].
    pub(super) exact: bool,
    /// A chase has yet to leave the path it was on at the last frame; `predicted` is then of the moment when it does.
    pub(super) switch: Option<Switch>,
}

/// Everything a frame needs besides the entity itself.
pub(super) struct TrackContext<'a> {
    pub(super) params: &'a SmoothParams,
    pub(super) level: &'a DrawContext<'a>,
    pub(super) scratch: &'a mut WayScratch,
}

fn motion(prediction: &Prediction) -> Motion {
    Motion { position: prediction.position, velocity: prediction.velocity }
}

impl Track {
    /// An entity that appears where it is predicted.
    pub(super) fn new(time: Nanos, prediction: &Prediction, context: &TrackContext<'_>) -> Self {
        let mut track = Self {
            time,
            drawn: Drawn {
                position: prediction.position,
                velocity: prediction.velocity,
                orientation: prediction.orientation,
                distance: 0.0,
                flags: 0,
            },
            pending: SNAPPED,
            phase: Phase::Follow,
            corrected: time,
            launch: Launch::NONE,
            turn: Turn::NONE,
            guard: Guard::NONE,
            curve: prediction.position,
            predicted: motion(prediction),
            predicted_orientation: prediction.orientation,
            mean_gap: 0.0,
            anchor: None,
            beside: None,
            known: None,
            radius: 0.0,
            exact: false,
            switch: None,
        };
        track.settle(context);
        track
    }

    /// Puts the anchor under the drawn place without walking there.
    fn settle(&mut self, context: &TrackContext<'_>) {
        let world = context.level.world.filter(|_| context.params.walls);
        self.anchor = world.and_then(|world| surface(world, self.drawn.position, context.params.surface_margin));
    }

    /// Gives up every curve: what is drawn is `live` from now on.
    pub(super) fn jump(&mut self, live: Motion) {
        self.phase = Phase::Follow;
        self.switch = None;
        self.guard.drop_lead();
        self.curve = live.position;
    }

    /// One frame. A time before the last one gives the last one again.
    pub(super) fn frame(
        &mut self,
        way: &mut Way,
        now: Nanos,
        prediction: &Prediction,
        context: &mut TrackContext<'_>,
    ) -> Drawn {
        if now < self.time {
            return Drawn { flags: self.drawn.flags | PAST, ..self.drawn };
        }
        let (params, live) = (context.params, motion(prediction));
        let dt = seconds_between(self.time, now);
        let tau = seconds_between(self.corrected, now);
        let mut flags = core::mem::take(&mut self.pending);
        (self.radius, self.exact) = (prediction.radius, context.level.exact);
        let (target, leg) = self.target(way, now, (dt, tau), live, params, &mut flags);
        let shown = match context.level.world.filter(|_| params.walls) {
            Some(world) => {
                let walk = Walk { world, level: context.level, params, now, dt, live, radius: self.radius };
                walk.draw(self, way, context.scratch, target, leg, &mut flags)
            }
            None => {
                flags |= OFF_LEVEL;
                target
            }
        };
        let orientation = self.turn.shown(params.turn_method, tau, prediction.orientation);
        if shown.position != live.position || !self.turn.is_over(params.turn_method, tau) {
            flags |= CONVERGING;
        }
        (self.time, self.switch) = (now, None);
        self.predicted = live;
        self.predicted_orientation = prediction.orientation;
        self.drawn = Drawn {
            position: shown.position,
            velocity: shown.velocity,
            orientation,
            distance: sqrt((shown.position - live.position).length_squared()),
            flags,
        };
        self.drawn
    }

    /// Where the curve or the way leads, before the level is asked, and the leg of the way.
    fn target(
        &mut self,
        way: &mut Way,
        now: Nanos,
        (mut dt, tau): (f64, f64),
        live: Motion,
        params: &SmoothParams,
        flags: &mut u32,
    ) -> (Motion, u32) {
        if self.phase == Phase::Way && params.method == Method::Chase {
            if way.has_corners_left() {
                *flags |= PATH;
                self.switch = None;
                return way.towards_corner(self.drawn.position, fastest(params, live.velocity, self.radius) * dt, dt);
            }
            self.phase = Phase::Curve;
        }
        if self.phase == Phase::Way {
            if !way.is_over(now) {
                *flags |= PATH;
                return way.at(now, live);
            }
            if way.has_corners_left() {
                // Frames ended at corners and fell behind: the rest is walked as fast as frames go.
                *flags |= PATH;
                return (live, way.count - 1);
            }
            self.jump(live);
        }
        if params.method == Method::Chase && *flags & SNAPPED == 0 {
            if dt <= 0.0 {
                // The same frame again.
                return (Motion { position: self.drawn.position, velocity: self.drawn.velocity }, 0);
            }
            self.phase = Phase::Curve;
            return (self.chase(now, live, params, flags), 0);
        }
        if self.phase == Phase::Curve && self.launch.is_over(params.method, tau) {
            dt = self.finish_curve(dt, tau, live, params);
        }
        let curve = if self.phase == Phase::Curve {
            self.launch.at(params.method, params.bezier_reach, tau, live)
        } else {
            live
        };
        if params.never_backwards && (self.phase == Phase::Curve || self.guard.is_ahead()) {
            let by_curve = (curve.position - self.curve, curve.velocity);
            let by_live = (live.position - self.predicted.position, live.velocity);
            self.guard.advance(params, by_curve, by_live, self.launch.span, dt);
            *flags |= if self.guard.is_ahead() { SLOWED } else { 0 };
        }
        self.curve = curve.position;
        if !self.guard.is_ahead() {
            return (curve, 0);
        }
        let Guard { lead, rate, .. } = self.guard;
        (Motion { position: curve.position + lead, velocity: curve.velocity + rate }, 0)
    }

    /// The curve ended since the last frame. The guard sees that at the moment when it happened and not at the next frame.
    /// Returns the seconds since then.
    fn finish_curve(&mut self, dt: f64, tau: f64, live: Motion, params: &SmoothParams) -> f64 {
        self.phase = Phase::Follow;
        let late = tau - self.launch.end(params.method);
        if params.never_backwards && dt > 0.0 && late < dt {
            let share = (dt - late) / dt;
            let then = self.predicted.position + (live.position - self.predicted.position) * share;
            let by_curve = (then - self.curve, live.velocity);
            let by_live = (then - self.predicted.position, live.velocity);
            self.guard.advance(params, by_curve, by_live, self.launch.span, dt - late);
            (self.curve, self.predicted.position) = (then, then);
            return late;
        }
        dt
    }

    /// An update changed the prediction.
    pub(super) fn correct(
        &mut self,
        way: &mut Way,
        correction: &Correction<'_>,
        context: &mut TrackContext<'_>,
    ) -> Course {
        let Correction { prediction, teleported, .. } = *correction;
        let (params, time) = (context.params, if correction.time > self.time { correction.time } else { self.time });
        let early = self.reach_back(params, time, correction.early);
        if params.method == Method::Chase {
            self.note_switch(time, early, correction.before);
        } else {
            self.bring_up_to(way, time, correction.before, context);
        }
        self.note_gap(time, correction.gap, params);
        self.note_place(correction.known, context);
        let mut live = motion(prediction);
        let turned = self.turn.at(params.turn_method, seconds_between(self.corrected, time)).1;
        if !teleported {
            live.position -= live.velocity * seconds_between(time - early, time);
        }
        let shown = Motion { position: self.drawn.position, velocity: self.drawn.velocity };
        // With what the prediction has moved since.
        let moved = self.switch.map_or(DVec3::ZERO, |switch| switch.to.position - switch.from);
        let offset = shown.position + moved - live.position;
        let span = match params.method {
            Method::Chase => params.chase_time,
            _ => params.position.time(self.gap(params)),
        };
        self.corrected = time;
        self.predicted = live;
        self.predicted_orientation = prediction.orientation;
        self.launch =
            Launch { offset, rate: shown.velocity - live.velocity, from: live.position, velocity: live.velocity, span };
        let limit = params.snap_distance;
        if teleported || params.method == Method::Snap || offset.length_squared() > limit * limit {
            let far = teleported || params.method != Method::Snap;
            return self.appear(prediction, far, turned, context);
        }
        self.start_turn(prediction, turned, params);
        self.guard = Guard::new(params, offset, shown.velocity, live.velocity);
        self.phase = Phase::Curve;
        self.curve = shown.position;
        self.drawn.distance = sqrt(offset.length_squared());
        self.choose_way(way, shown, live, context)
    }

    /// Leads the correction around what is in between, or along the field.
    fn choose_way(&mut self, way: &mut Way, shown: Motion, live: Motion, context: &mut TrackContext<'_>) -> Course {
        let params = context.params;
        let Some(world) = context.level.world.filter(|_| params.walls) else { return Course::Curves };
        let Some(place) = self.anchor else { return Course::Curves };
        let straight = world.line_of_walk(&place, live.position, &context.level.filter, true);
        let blocked = straight.stopped_by.is_some() && world.locate(live.position).is_some();
        let led = params.method == Method::Path && context.level.field.is_some() && {
            // Ahead of the prediction there is nothing to be led to: it is waited for.
            let aim = live.position + live.velocity * self.launch.span;
            let speed = live.velocity.length_squared();
            speed > params.still_speed * params.still_speed && (aim - shown.position).dot(live.velocity) > 0.0
        };
        if !blocked && !led {
            return Course::Curves;
        }
        let begin = Begin { time: self.time, shown, place, span: self.launch.span };
        let walk = Walk { world, level: context.level, params, now: self.time, dt: 0.0, live, radius: self.radius };
        if !blocked {
            return match way.lay(world, context.level, params, &begin, live, context.scratch) {
                super::way::Found::Laid => {
                    self.phase = Phase::Way;
                    Course::Walks
                }
                _ => Course::Curves,
            };
        }
        let mut flags = 0;
        let end = walk.lead_around(self, way, context.scratch, &begin, shown, &mut flags);
        if flags & SNAPPED != 0 {
            self.pending |= SNAPPED;
            self.drawn.position = end.position;
            self.drawn.velocity = end.velocity;
            return Course::Jumps;
        }
        if self.phase == Phase::Way { Course::Walks } else { Course::Curves }
    }

    /// What was predicted last, carried on by its velocity.
    pub(super) fn carried_on(&self, time: Nanos) -> Motion {
        let Motion { position, velocity } = self.predicted;
        Motion { position: position + velocity * seconds_between(self.time, time), velocity }
    }

    /// The shown state at a time, by the prediction there was before a correction.
    fn bring_up_to(&mut self, way: &mut Way, time: Nanos, before: Option<&Prediction>, context: &mut TrackContext<'_>) {
        if time <= self.time {
            return;
        }
        let Motion { position, velocity } = self.carried_on(time);
        let orientation = self.predicted_orientation;
        let carried = Prediction { position, velocity, orientation, ..Prediction::NOWHERE };
        let drawn = self.frame(way, time, before.unwrap_or(&carried), context);
        self.pending |= drawn.flags & SNAPPED;
    }

    /// Takes note of a place where the entity is known to have been.
    pub(super) fn note_place(&mut self, known: Option<DVec3>, context: &TrackContext<'_>) {
        let world = context.level.world.filter(|_| context.params.walls);
        let place = known.zip(world).and_then(|(known, world)| surface(world, known, context.params.surface_margin));
        self.beside = known.zip(place).map(|(known, place)| level_distance(place.point, known));
        self.known = known.filter(|_| place.is_some());
    }

    fn note_gap(&mut self, time: Nanos, told: Option<f64>, params: &SmoothParams) {
        let gap = told.unwrap_or_else(|| seconds_between(self.corrected, time));
        if gap <= 0.0 {
            return;
        }
        // A pause says nothing about the pace of updates: it counts as what gives the longest time.
        let longest = if params.position.share > 0.0 { params.position.most / params.position.share } else { gap };
        let gap = if gap > longest { longest } else { gap };
        let known = self.gap(params);
        self.mean_gap = known + params.gap_weight * (gap - known);
    }

    /// The mean gap, or what counts as one while none is known.
    pub(super) fn gap(&self, params: &SmoothParams) -> f64 {
        if self.mean_gap > 0.0 { self.mean_gap } else { params.first_gap }
    }

    fn start_turn(&mut self, prediction: &Prediction, rate: DVec3, params: &SmoothParams) {
        self.turn = Turn {
            offset: difference(prediction.orientation, self.drawn.orientation),
            rate,
            span: params.turn.time(self.gap(params)),
        };
    }

    /// Jumps to a prediction; `with_turn` = also turns at once.
    fn appear(
        &mut self,
        prediction: &Prediction,
        with_turn: bool,
        turned: DVec3,
        context: &TrackContext<'_>,
    ) -> Course {
        if with_turn {
            self.turn = Turn::NONE;
            self.drawn.orientation = prediction.orientation;
        } else {
            self.start_turn(prediction, turned, context.params);
        }
        self.drawn.position = self.landing(prediction.position, context);
        self.drawn.velocity = prediction.velocity;
        self.drawn.distance = sqrt((self.drawn.position - prediction.position).length_squared());
        self.launch.offset = DVec3::ZERO;
        self.launch.rate = DVec3::ZERO;
        self.guard = Guard { least: context.params.least_speed, ..Guard::NONE };
        self.jump(motion(prediction));
        self.pending |= SNAPPED;
        self.settle(context);
        Course::Jumps
    }

    /// Where to appear for a prediction: who is known to keep to the surface does not appear off it.
    fn landing(&self, predicted: DVec3, context: &TrackContext<'_>) -> DVec3 {
        let world = context.level.world.filter(|_| context.params.walls && self.beside == Some(0.0));
        let Some(world) = world.filter(|world| world.locate(predicted).is_none()) else { return predicted };
        let nearest = world.nearest(predicted, context.params.snap_distance);
        nearest.map_or(predicted, |place| DVec3::new(place.point.x, predicted.y, place.point.z))
    }

    /// Moves everything by `-shift`.
    pub(super) fn rebase(&mut self, way: &mut Way, shift: DVec3) {
        self.drawn.position -= shift;
        self.launch.from -= shift;
        self.curve -= shift;
        self.predicted.position -= shift;
        if let Some(anchor) = &mut self.anchor {
            anchor.point -= shift;
        }
        if let Some(known) = &mut self.known {
            *known -= shift;
        }
        if let Some(switch) = &mut self.switch {
            switch.from -= shift;
            switch.to.position -= shift;
        }
        way.corners[..way.count as usize].iter_mut().for_each(|corner| *corner -= shift);
    }
}
