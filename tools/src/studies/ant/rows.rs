//! Cases with everything that the compared forms look at. Only what is known in the frame goes in.
use super::ground::{Goals, Ground};
use super::matches::{Case, Match, Part, SLOTS};
use antreckon::base::math::{DVec2, DVec3};
use antreckon::pheromone::trail::{Pose, Reach, TrailParams, Trails};
use antreckon::pheromone::{LayerParams, MapParams, Reader};
use antreckon::predict::{EntityProfile, Model, Obstacle};
use antreckon_cli::eval::forecaster::Frame;
use antreckon_cli::eval::level::{Level, LevelParams};
use antreckon_cli::eval::plugin::Setup;
use antreckon_cli::eval::units::orientation;
use antreckon_cli::eval::ways::Lead;

/// Frames between cases of the whole match: half a second, as neighbouring cases overlap.
const WHOLE_STRIDE: usize = 10;
/// A field that spreads over rooms: eight cells to 1/e.
const FAR_FIELD: LayerParams =
    LayerParams { evaporation: 256.0 / 257.0, diffusion: 1.0, cap: 1e9, floor: 0.0, prune: 1e-6 };
/// What trails are read against, seconds of velocity per horizon.
pub(super) const REACH: [f64; SLOTS] = [0.22, 0.36, 0.5, 0.6, 0.6];

/// A case and what is known about it.
pub(super) struct Row {
    pub(super) case: Case,
    /// By [`Goals`]; `None` off the level or when not asked for.
    pub(super) leads: [Option<Lead>; 6],
    /// Where the ways to other players lead.
    pub(super) others: Lead,
    /// Per horizon what the place remembers, and how many visits that is.
    pub(super) trail: [(DVec2, f64); SLOTS],
    /// Force of eq. 7 by the paper's field, v_max per second.
    pub(super) force: DVec2,
    /// Direction in which the far field of the items grows.
    pub(super) gradient: DVec2,
    /// What `auto` says after each horizon; `None` when not asked for.
    pub(super) auto: Option<[DVec2; SLOTS]>,
}

/// Both parts of a match.
pub(super) struct Rows {
    pub(super) cold: Vec<Row>,
    pub(super) whole: Vec<Row>,
}

impl Rows {
    /// Those of a part.
    pub(super) fn part(&self, part: Part) -> &[Row] {
        match part {
            Part::Cold => &self.cold,
            Part::Whole => &self.whole,
        }
    }
}

/// The fields of the first two minutes: the paper's and a far one.
struct Scents {
    near: Level,
    far: Level,
    profile: EntityProfile,
}

/// Plays a match once and keeps the cases of both parts; of `Cold` alone when asked for.
pub(super) fn collect(played: &Match, mut ground: Option<Ground>, only_cold: bool) -> Rows {
    let params = TrailParams { v_max: played.v_max, ..TrailParams::default() };
    let mut trails = Trails::new(&params, DVec3::ZERO).expect("a positive speed");
    let setup = Setup { force_scale: 1.0, obstacle: Obstacle::Slide, ..Setup::plain(Model::Ant) };
    let profile = setup.profile(&played.trace);
    let usual = MapParams::default().avatar_weight;
    let plain = |layer: LayerParams, avatar_weight: f32| {
        let level = LevelParams { layer, avatar_weight, learned: false, ..LevelParams::default() };
        Level::with(&played.trace, &level)
    };
    let near = plain(LayerParams::default(), usual);
    let far = plain(FAR_FIELD, 0.0);
    let mut scents = near.zip(far).map(|(near, far)| Scents { near, far, profile });
    let mut rows = Rows { cold: Vec::new(), whole: Vec::new() };
    let (_, cold_end) = played.frames(Part::Cold);
    let end = if only_cold { cold_end } else { played.trace.frames };
    played.play(end, |frame| {
        lay_trails(played, &mut trails, frame.k);
        if let Some(ground) = &mut ground {
            ground.observe(frame);
        }
        if frame.k < cold_end
            && let Some(scents) = &mut scents
        {
            scents.observe(frame);
        }
        for player in 0..played.trace.players.len() {
            if let Some(case) = played.case(Part::Cold, player, frame.k) {
                let others = ground.as_mut().map(|ground| ground.lead_to_others(played, &case)).unwrap_or_default();
                let (force, gradient) = scents.as_ref().map(|scents| scents.read(played, &case)).unwrap_or_default();
                let leads = leads(ground.as_ref(), &case, |_| true);
                rows.cold.push(Row { others, force, gradient, leads, ..remembered(&trails, played, case) });
            }
            if frame.k.is_multiple_of(WHOLE_STRIDE)
                && let Some(case) = played.case(Part::Whole, player, frame.k)
            {
                let leads = leads(ground.as_ref(), &case, |goals| matches!(goals, Goals::Items | Goals::Both));
                rows.whole.push(Row { leads, ..remembered(&trails, played, case) });
            }
        }
    });
    rows
}

fn leads(ground: Option<&Ground>, case: &Case, wanted: impl Fn(Goals) -> bool) -> [Option<Lead>; 6] {
    let all = [Goals::Present, Goals::Items, Goals::Random, Goals::Places, Goals::Both, Goals::Fields];
    all.map(|goals| ground.filter(|_| wanted(goals))?.lead(goals, case.place, case.velocity))
}

impl Scents {
    fn observe(&mut self, frame: &Frame<'_>) {
        for level in [&mut self.near, &mut self.far] {
            level.observe(frame).expect("a level takes every finite frame");
        }
    }

    /// The force of the near field and the direction of the far one.
    fn read(&self, played: &Match, case: &Case) -> (DVec2, DVec2) {
        let yaw = played.trace.states(case.k)[case.player].and_then(|sample| sample.yaw);
        let view = yaw.map_or(case.velocity, |yaw| antreckon::base::math::ground(orientation(yaw, 0.0) * DVec3::NEG_Z));
        let force = self.near.pull(case.player, case.place, view, &self.profile) / played.v_max;
        let scene = self.far.scene();
        let gradient = scene.world.zip(scene.map).and_then(|(world, map)| {
            let reader = Reader { weights: self.far.wishes(case.player), avatar: None };
            Some(map.gradient(world, &reader, world.cell_at(case.place)?))
        });
        (force, gradient.unwrap_or_default().normalize_or_zero())
    }
}

fn pose(played: &Match, player: usize, k: usize) -> Option<Pose> {
    let place = played.place(player, k)? / played.v_max;
    let velocity = played.span(played.estimates.frame(k)[player]?.velocity);
    Some(Pose {
        place: [place.x as f32, place.z as f32, place.y as f32],
        velocity: [velocity.x as f32, velocity.y as f32],
    })
}

/// Writes what became of everybody's earlier moments.
fn lay_trails(played: &Match, trails: &mut Trails, k: usize) {
    for player in 0..played.trace.players.len() {
        let Some(now) = pose(played, player, k) else { continue };
        for (slot, &n) in played.ahead.iter().enumerate() {
            if k < n || !played.estimates.unbroken(player, k - n, n) {
                continue;
            }
            let Some(then) = pose(played, player, k - n) else { continue };
            trails.deposit(&then, slot, [0, 1].map(|i| now.place[i] - then.place[i]));
        }
    }
}

/// A row with what the trails say and nothing else yet.
fn remembered(trails: &Trails, played: &Match, case: Case) -> Row {
    let reach: Reach = REACH.map(|reach| reach as f32);
    let at = pose(played, case.player, case.k).expect("a case has a place");
    let trail = trails.read_alone(&at, &reach).map(|reading| {
        let [x, z] = reading.mean.map(f64::from);
        (DVec2::new(x, z), f64::from(reading.evidence))
    });
    Row {
        case,
        trail,
        leads: [None; 6],
        others: [DVec2::ZERO; SLOTS],
        force: DVec2::ZERO,
        gradient: DVec2::ZERO,
        auto: None,
    }
}
