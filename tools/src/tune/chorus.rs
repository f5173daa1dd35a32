//! Many candidates in one replay: one entity per player and candidate, all of them told the same.
use super::material::{Match, STRIDE, Table, Window};
use antreckon::predict::{EntityId, EntityProfile, LevelContext, Obstacle, Predictor};
use antreckon_cli::eval::forecaster::{Forecaster, Frame};
use antreckon_cli::eval::level::Level;
use antreckon_cli::eval::plugin::{facing, observation, spin};

/// Seconds that candidates watch before a window: longer than any moving average that is searched.
const WARM_UP: f64 = 3.0;
/// Seconds that a field has to settle before the first window.
const SETTLING: f64 = 10.0;

/// Plays the frames of a match from `begin` on, each with the events since the one before.
fn play(played: &Match, begin: usize, end: usize, mut show: impl FnMut(&Frame<'_>)) {
    let mut next = 0;
    for k in begin..end.min(played.trace.frames) {
        let time = k as f64 * played.trace.tick();
        let fresh = played.trace.events[next..].iter().take_while(|event| event.time <= time + 1e-9).count();
        let events = &played.trace.events[next..next + fresh];
        next += fresh;
        show(&Frame::new(&played.trace, played.estimates.frame(k), events, k));
    }
}

/// Adds the errors of the moments in frame `k`, if it is one that counts in a wanted window.
fn add_errors(
    played: &Match,
    k: usize,
    wanted: &dyn Fn(&Window) -> bool,
    mut predict: impl FnMut(usize, usize) -> Vec<[f64; 2]>,
    tables: &mut [Table],
) {
    let window = played.windows.iter().position(|w| (w.begin..w.end).contains(&k));
    let Some(w) =
        window.filter(|&w| wanted(&played.windows[w]) && (k - played.windows[w].begin).is_multiple_of(STRIDE))
    else {
        return;
    };
    for player in 0..played.trace.players.len() {
        for (slot, &n) in played.ahead.iter().enumerate() {
            let Some([x, y]) = played.truth(player, k, n) else { continue };
            for (table, [px, py]) in tables.iter_mut().zip(predict(player, n)) {
                let block = &mut table[slot][played.block(player, w)];
                block.sum += (px - x).hypot(py - y);
                block.count += 1;
            }
        }
    }
}

/// Errors of one model that remembers the whole match.
pub(super) fn solo(played: &Match, model: &mut dyn Forecaster, wanted: &dyn Fn(&Window) -> bool) -> Table {
    let end = played.windows.iter().filter(|window| wanted(window)).map(|window| window.end).max().unwrap_or(0);
    let mut tables = [played.empty()];
    play(played, 0, end, |frame| {
        model.observe(frame);
        add_errors(played, frame.k, wanted, |player, n| vec![model.predict(player, n)], &mut tables);
    });
    let [table] = tables;
    table
}

/// Errors of candidates that differ in their profiles only.
pub(super) fn chorus(played: &Match, profiles: &[EntityProfile], wanted: &dyn Fn(&Window) -> bool) -> Vec<Table> {
    let needs_level = |profile: &EntityProfile| profile.force_scale != 0.0 || profile.post.obstacle != Obstacle::Ignore;
    let mut level = if profiles.iter().any(needs_level) { Level::of(&played.trace) } else { None };
    let mut tables = vec![played.empty(); profiles.len()];
    let frames = |seconds: f64| (seconds * played.trace.meta.tick_hz) as usize;
    let windows: Vec<&Window> = played.windows.iter().filter(|window| wanted(window)).collect();
    let (Some(first), Some(last)) = (windows.first(), windows.last()) else { return tables };
    let mut singers = Singers::new(played, profiles);
    let mut next = 0;
    play(played, first.begin.saturating_sub(frames(SETTLING)), last.end, |frame| {
        if let Some(level) = &mut level {
            level.observe(frame).expect("a level takes every finite frame");
        }
        while windows.get(next).is_some_and(|window| window.end <= frame.k) {
            next += 1;
        }
        let near = windows.get(next).is_some_and(|window| frame.k + frames(WARM_UP) >= window.begin);
        if near {
            singers.observe(frame);
            let predict = |player: usize, n: usize| singers.predict(level.as_ref(), player, frame.k + n);
            add_errors(played, frame.k, wanted, predict, &mut tables);
        } else {
            singers.forget();
        }
    });
    tables
}

/// One entity per player and candidate.
struct Singers<'a> {
    played: &'a Match,
    profiles: &'a [EntityProfile],
    predictor: Predictor,
    entities: Vec<Option<Vec<EntityId>>>,
    facing: Vec<Option<antreckon::base::math::DQuat>>,
}

impl<'a> Singers<'a> {
    fn new(played: &'a Match, profiles: &'a [EntityProfile]) -> Self {
        let players = played.trace.players.len();
        let predictor = Predictor::new((players * profiles.len()) as u32);
        Self { played, profiles, predictor, entities: vec![None; players], facing: vec![None; players] }
    }

    fn forget(&mut self) {
        (0..self.entities.len()).for_each(|player| self.remove(player));
    }

    fn remove(&mut self, player: usize) {
        self.facing[player] = None;
        for entity in self.entities[player].take().into_iter().flatten() {
            self.predictor.remove_entity(entity).expect("it was there");
        }
    }

    fn observe(&mut self, frame: &Frame<'_>) {
        let (units, v_max) = (&self.played.units, self.profiles[0].v_max);
        for (player, state) in frame.states.iter().enumerate() {
            let Some(sample) = state else {
                self.remove(player);
                continue;
            };
            let mut seen = observation(units, sample, units.time(frame.k), v_max);
            seen.teleported = frame.jumped[player];
            let (from, to) = (self.facing[player], facing(sample));
            seen.angular_velocity =
                from.zip(to).filter(|_| !seen.teleported).map(|(from, to)| spin(from, to, self.played.trace.tick()));
            self.facing[player] = to;
            let (predictor, profiles) = (&mut self.predictor, self.profiles);
            let entities = self.entities[player].get_or_insert_with(|| {
                profiles.iter().map(|profile| predictor.add_entity(profile).expect("there is room")).collect()
            });
            for &entity in entities.iter() {
                self.predictor.observe(entity, &seen).expect("finite samples of a living entity");
            }
        }
    }

    /// What all candidates say about a player who is there.
    fn predict(&mut self, level: Option<&Level>, player: usize, then: usize) -> Vec<[f64; 2]> {
        let entities = self.entities[player].clone().unwrap_or_default();
        let (units, scene) = (&self.played.units, level.map_or_else(LevelContext::default, Level::scene));
        let say = |(entity, profile): (EntityId, &EntityProfile)| {
            if let Some(level) = level {
                let layer_weights = level.wishes(player).to_vec();
                let profile = EntityProfile { layer_weights, avatar: Some(player as u64), ..profile.clone() };
                self.predictor.set_profile(entity, &profile).expect("a valid profile");
            }
            let there = self.predictor.predict(scene, entity, units.time(then)).expect("it was observed");
            let [x, y, _] = units.from_metres(there.position);
            [x, y]
        };
        entities.into_iter().zip(self.profiles).map(say).collect()
    }
}
