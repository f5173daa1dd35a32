//! A match of tanks: driving, shooting, taking things, and the record of it.
use super::arena::Arena;
use super::mind::{self, Goal};
use antreckon::base::math::DVec2;
use antreckon::base::random::Random;

/// Tanks in a match.
pub(super) const TANKS: usize = 4;
/// Things to take: every other one repairs, the others hold ammunition.
const PICKUPS: usize = 6;
/// Seconds per tick: the paper logs every 50 ms.
pub(super) const TICK: f64 = 0.05;
/// Units per second of whoever drives.
pub(super) const SPEED: f64 = 40.0;
/// Most degrees a tank turns in a tick.
const TURN: f64 = 18.0;
/// What a thing adds to life or ammunition, both of which end at 100.
pub(super) const REFILL: f64 = 50.0;
/// Ticks after which a taken thing lies somewhere else.
const RENEWAL: usize = 160;
/// Ticks before a destroyed tank comes back.
const PAUSE: usize = 40;
const TOUCH: f64 = 10.0;
const SHOT_RANGE: f64 = 150.0;
const SHELL_SPEED: f64 = 160.0;
const SHELL_TICKS: usize = 25;
const SHELL_DAMAGE: f64 = 15.0;
const SHOT_COST: f64 = 3.0;
const AMMUNITION_AT_START: f64 = 60.0;

/// What is logged of a tank in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TankState {
    pub(super) position: DVec2,
    /// Units per second.
    pub(super) velocity: DVec2,
    /// Life and ammunition, 0 to 100 each.
    pub(super) life: f64,
    pub(super) ammunition: f64,
    /// Number of its life; `None` while it is destroyed.
    pub(super) incarnation: Option<u32>,
}

impl TankState {
    /// S of the paper: "the life and quantity of bullets".
    pub(super) fn state(&self) -> f64 {
        (self.life + self.ammunition) / 2.0
    }
}

/// What is logged of a thing in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PickupState {
    pub(super) position: DVec2,
    pub(super) repairs: bool,
    pub(super) present: bool,
}

/// One tick of the record.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) tanks: Vec<TankState>,
    pub(super) pickups: Vec<PickupState>,
}

/// A driver and its tank.
pub(super) struct Tank {
    pub(super) state: TankState,
    heading: DVec2,
    incarnation: u32,
    back_at: usize,
    /// -1 collects … 1 kills; the habit that E is to find.
    pub(super) drive: f64,
    /// Ticks from seeing to doing.
    pub(super) reaction: usize,
    pub(super) goal: Goal,
    /// Corners of the way to it, the next one last.
    pub(super) way: Vec<DVec2>,
    think_at: usize,
    strafe: f64,
    strafe_until: usize,
    /// Direction in which it gets out of a shell's way, from and until when.
    dodge: Option<(DVec2, usize, usize)>,
    stands_until: usize,
    reload_at: usize,
}

struct Shell {
    position: DVec2,
    velocity: DVec2,
    owner: usize,
    until: usize,
}

/// A match in progress.
pub(super) struct Game<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) random: Random,
    pub(super) tick: usize,
    pub(super) tanks: Vec<Tank>,
    pub(super) pickups: Vec<PickupState>,
    back_at: Vec<usize>,
    shells: Vec<Shell>,
    pub(super) record: Vec<Frame>,
}

/// A match that was played.
pub(super) struct Record {
    pub(super) frames: Vec<Frame>,
    /// Habit of each driver: -1 collects … 1 kills.
    pub(super) drives: Vec<f64>,
}

/// Plays a match of `ticks` ticks.
pub(super) fn play(arena: &mut Arena, seed: u64, ticks: usize) -> Record {
    let mut game = Game::new(arena, seed);
    for _ in 0..ticks {
        game.step();
    }
    Record { drives: game.tanks.iter().map(|tank| tank.drive).collect(), frames: game.record }
}

impl<'a> Game<'a> {
    fn new(arena: &'a mut Arena, seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let tanks = (0..TANKS).map(|_| Tank::new(arena, &mut random)).collect();
        let pickups = (0..PICKUPS)
            .map(|i| PickupState { position: arena.anywhere(&mut random), repairs: i % 2 == 0, present: true })
            .collect();
        let mut game = Self {
            arena,
            random,
            tick: 0,
            tanks,
            pickups,
            back_at: vec![0; PICKUPS],
            shells: Vec::new(),
            record: Vec::new(),
        };
        game.log();
        game
    }

    fn log(&mut self) {
        let tanks = self.tanks.iter().map(|tank| tank.state).collect();
        self.record.push(Frame { tanks, pickups: self.pickups.clone() });
    }

    /// What a tank knows of the others: the picture of its reaction time ago.
    pub(super) fn seen_by(&self, tank: usize) -> &Frame {
        &self.record[self.tick.saturating_sub(self.tanks[tank].reaction)]
    }

    fn step(&mut self) {
        for i in 0..TANKS {
            if self.tanks[i].state.incarnation.is_some() {
                self.drive(i);
                self.take(i);
                self.shoot(i);
            } else if self.tick >= self.tanks[i].back_at {
                let place = self.arena.anywhere(&mut self.random);
                self.tanks[i].come_back(place, self.tick);
            }
        }
        self.fly();
        for (pickup, back_at) in self.pickups.iter_mut().zip(&self.back_at) {
            if !pickup.present && self.tick >= *back_at {
                pickup.position = self.arena.anywhere(&mut self.random);
                pickup.present = true;
            }
        }
        self.tick += 1;
        self.log();
    }

    fn drive(&mut self, i: usize) {
        if self.tick >= self.tanks[i].think_at {
            mind::think(self, i);
            self.tanks[i].think_at = self.tick + 16 + self.random.below(25);
        }
        let wanted = self.wanted_heading(i);
        let tank = &mut self.tanks[i];
        tank.heading = turned_towards(tank.heading, wanted);
        tank.state.velocity = DVec2::ZERO;
        if self.tick < tank.stands_until {
            return;
        }
        let step = SPEED * TICK;
        // Whoever would drive into a wall turns aside, to the side that is nearer to where it wants to go.
        let aside = if tank.heading.perp_dot(wanted) < 0.0 { -1.0 } else { 1.0 };
        let ways = [0.0_f64, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 135.0, -135.0, 180.0];
        let free = ways
            .into_iter()
            .map(|degrees: f64| DVec2::from_angle((aside * degrees).to_radians()).rotate(tank.heading))
            .find(|heading| [1.0, 2.0].iter().all(|n| self.arena.is_free(tank.state.position + *heading * (n * step))));
        if let Some(heading) = free {
            tank.heading = heading;
            tank.state.velocity = heading * SPEED;
            tank.state.position += heading * step;
        }
    }

    /// Where a tank wants to go now: out of a shell's way, around an enemy, along its way.
    fn wanted_heading(&mut self, i: usize) -> DVec2 {
        let (tick, position) = (self.tick, self.tanks[i].state.position);
        if let Some((direction, from, until)) = self.tanks[i].dodge
            && tick >= from
        {
            if tick < until {
                return direction;
            }
            self.tanks[i].dodge = None;
        }
        if let Goal::Enemy(enemy) = self.tanks[i].goal {
            let to = self.seen_by(i).tanks[enemy].position - position;
            if to.length() < 110.0 && self.arena.sees(position, position + to) {
                let tank = &mut self.tanks[i];
                if tick >= tank.strafe_until {
                    tank.strafe = -tank.strafe;
                    tank.strafe_until = tick + 24 + self.random.below(41);
                }
                let toward = to.normalize_or(DVec2::X);
                return (toward.perp() * tank.strafe + toward * ((to.length() - 80.0) / 60.0)).normalize();
            }
        }
        let tank = &mut self.tanks[i];
        while tank.way.last().is_some_and(|corner| (*corner - position).length() < 5.0) {
            tank.way.pop();
        }
        match tank.way.last() {
            Some(corner) => (*corner - position).normalize_or(tank.heading),
            None => {
                // It arrived; what next comes to its mind after its reaction time.
                tank.think_at = tank.think_at.min(tick + tank.reaction);
                tank.heading
            }
        }
    }

    fn take(&mut self, i: usize) {
        let state = &mut self.tanks[i].state;
        for (pickup, back_at) in self.pickups.iter_mut().zip(&mut self.back_at) {
            if pickup.present && (pickup.position - state.position).length() < TOUCH {
                let amount = if pickup.repairs { &mut state.life } else { &mut state.ammunition };
                *amount = (*amount + REFILL).min(100.0);
                pickup.present = false;
                *back_at = self.tick + RENEWAL;
                self.tanks[i].think_at = self.tick + self.tanks[i].reaction;
                return;
            }
        }
    }

    fn shoot(&mut self, i: usize) {
        let Tank { state, reload_at, .. } = &self.tanks[i];
        if self.tick < *reload_at || state.ammunition < SHOT_COST {
            return;
        }
        let position = state.position;
        let seen = self.seen_by(i);
        let targets = (0..TANKS).filter(|j| *j != i && seen.tanks[*j].incarnation.is_some());
        let nearest = targets.map(|j| seen.tanks[j]).min_by(|a, b| {
            (a.position - position).length_squared().total_cmp(&(b.position - position).length_squared())
        });
        let Some(target) = nearest.filter(|target| {
            (target.position - position).length() < SHOT_RANGE && self.arena.sees(position, target.position)
        }) else {
            return;
        };
        let flight = (target.position - position).length() / SHELL_SPEED;
        let aim = target.position + target.velocity * flight - position;
        let miss = (8.0 * self.random.normal()).to_radians();
        let velocity = DVec2::from_angle(miss).rotate(aim.normalize_or(DVec2::X)) * SHELL_SPEED;
        self.shells.push(Shell { position, velocity, owner: i, until: self.tick + SHELL_TICKS });
        let tank = &mut self.tanks[i];
        tank.state.ammunition -= SHOT_COST;
        tank.reload_at = self.tick + 14 + self.random.below(12);
        // Some stop for a better aim.
        if self.random.unit() < 0.5 {
            tank.stands_until = self.tick + 10 + self.random.below(16);
        }
        self.warn(i, position, velocity);
    }

    /// Whoever a shell flies towards may try to get out of its way, after its reaction time.
    fn warn(&mut self, owner: usize, from: DVec2, velocity: DVec2) {
        let along = velocity / SHELL_SPEED;
        for (j, tank) in self.tanks.iter_mut().enumerate() {
            let to = tank.state.position - from;
            let (ahead, beside) = (to.dot(along), along.perp_dot(to));
            if j != owner && ahead > 0.0 && ahead < SHOT_RANGE && beside.abs() < 25.0 && self.random.unit() < 0.5 {
                let side = if beside < 0.0 { -1.0 } else { 1.0 };
                let from = self.tick + tank.reaction;
                tank.dodge = Some((along.perp() * side, from, from + 5 + self.random.below(6)));
            }
        }
    }

    fn fly(&mut self) {
        let (tick, arena, tanks) = (self.tick, &*self.arena, &mut self.tanks);
        self.shells.retain_mut(|shell| {
            shell.position += shell.velocity * TICK;
            let hit = tanks.iter_mut().enumerate().find(|(i, tank)| {
                *i != shell.owner
                    && tank.state.incarnation.is_some()
                    && (tank.state.position - shell.position).length() < 8.0
            });
            if let Some((_, tank)) = hit {
                tank.state.life -= SHELL_DAMAGE;
                if tank.state.life <= 0.0 {
                    tank.state.incarnation = None;
                    tank.state.velocity = DVec2::ZERO;
                    tank.back_at = tick + PAUSE;
                }
                return false;
            }
            tick < shell.until && arena.is_free(shell.position)
        });
    }
}

impl Tank {
    fn new(arena: &Arena, random: &mut Random) -> Self {
        let position = arena.anywhere(random);
        Self {
            state: TankState {
                position,
                velocity: DVec2::ZERO,
                life: 100.0,
                ammunition: AMMUNITION_AT_START,
                incarnation: Some(0),
            },
            heading: DVec2::from_angle(random.unit() * std::f64::consts::TAU),
            incarnation: 0,
            back_at: 0,
            drive: 2.0 * random.unit() - 1.0,
            reaction: 4 + random.below(4),
            goal: Goal::Place(position),
            way: Vec::new(),
            think_at: 0,
            strafe: 1.0,
            strafe_until: 0,
            dodge: None,
            stands_until: 0,
            reload_at: 0,
        }
    }

    fn come_back(&mut self, position: DVec2, tick: usize) {
        self.incarnation += 1;
        self.state = TankState {
            position,
            velocity: DVec2::ZERO,
            life: 100.0,
            ammunition: AMMUNITION_AT_START,
            incarnation: Some(self.incarnation),
        };
        (self.dodge, self.way, self.think_at) = (None, Vec::new(), tick);
    }
}

/// `heading` turned as far towards `wanted` as a tank turns in a tick.
fn turned_towards(heading: DVec2, wanted: DVec2) -> DVec2 {
    let angle = heading.angle_to(wanted);
    let most = TURN.to_radians();
    DVec2::from_angle(angle.clamp(-most, most)).rotate(heading).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_plays_the_same_match_and_another_one_another() {
        let last = |seed| play(&mut Arena::new(true), seed, 600).frames.last().unwrap().tanks.clone();
        assert_eq!(last(1), last(1));
        assert_ne!(last(1), last(2));
    }

    #[test]
    fn tanks_drive_at_full_speed_or_stand_and_stay_where_they_can_be() {
        for with_blocks in [false, true] {
            let mut arena = Arena::new(with_blocks);
            let record = play(&mut arena, 3, 2400);
            let (mut driven, mut lives, mut taken) = (0, 0, 0);
            for pair in record.frames.windows(2) {
                for (before, now) in pair[0].tanks.iter().zip(&pair[1].tanks) {
                    assert!(arena.is_free(now.position), "{now:?}");
                    let speed = now.velocity.length();
                    assert!(speed == 0.0 || (speed - SPEED).abs() < 1e-9, "{speed}");
                    if before.incarnation == now.incarnation {
                        assert!((now.position - before.position - now.velocity * TICK).length() < 1e-9);
                    }
                    driven += usize::from(speed > 0.0);
                    lives += usize::from(before.incarnation.is_some() && now.incarnation.is_none());
                }
                let present = |frame: &Frame| frame.pickups.iter().filter(|pickup| pickup.present).count();
                taken += usize::from(present(&pair[1]) < present(&pair[0]));
            }
            assert!(driven > 2400 * TANKS / 2, "most of the time they drive: {driven}");
            assert!(lives > 5 && taken > 20, "{lives} destroyed, {taken} taken");
        }
    }
}
