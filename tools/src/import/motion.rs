//! Positions of players at any times, and how they become a trace of even ticks.
use crate::trace::{Texts, TraceError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Whoever covers so many times its run in the same time did not run: it was moved.
const MOVED_FACTOR: f64 = 5.0;
/// Gaps longer than so many usual ones are not bridged.
const LONGEST_GAP: f64 = 2.5;
/// Share of the speeds that lie below the run speed, where it is not told.
const RUNNING: f64 = 0.9;
/// A body is so much of the run of a second, where its width is not told: 32 units of Quake's 320.
const BODY: f64 = 0.1;

/// A row: metres with z up, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moved {
    pub(super) position: [f64; 3],
    pub(super) velocity: Option<[f64; 3]>,
    pub(super) yaw: Option<f64>,
    pub(super) pitch: Option<f64>,
    pub(super) health: Option<f64>,
    pub(super) armor: Option<f64>,
    pub(super) alive: bool,
    pub(super) jumped: bool,
}

/// A player with its rows in the order of time, each with its line.
#[derive(Debug, Clone)]
pub(super) struct Mover {
    pub(super) name: String,
    pub(super) team: String,
    pub(super) rows: Vec<(f64, Moved, usize)>,
}

/// Everybody's way.
#[derive(Debug, Clone, Default)]
pub struct Motion {
    pub(super) players: Vec<Mover>,
}

/// What the trace says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// Name of the match.
    pub name: String,
    /// Name of the game.
    pub game: String,
    /// Name of the level's geometry.
    pub map: String,
    /// Ticks per second; `None` = as the rows have it.
    pub hz: Option<f64>,
    /// Put places between ticks onto them, along straight lines.
    pub resample: bool,
    /// Metres per second; `None` = as most of the running is.
    pub run_speed: Option<f64>,
    /// Metres; `None` = a tenth of a second's run.
    pub body_width: Option<f64>,
}

/// A trace and what was found out on the way.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its files, without the level.
    pub texts: Texts,
    /// What the user should know.
    pub notes: Vec<String>,
}

impl Motion {
    pub(super) fn add(&mut self, id: &str, team: &str, time: f64, moved: Moved, line: usize) {
        let place = self.players.iter().position(|player| player.name == id).unwrap_or_else(|| {
            self.players.push(Mover { name: id.to_owned(), team: team.to_owned(), rows: Vec::new() });
            self.players.len() - 1
        });
        self.players[place].rows.push((time, moved, line));
    }

    /// The files of a trace of even ticks. `path` is where the rows come from.
    pub fn texts(&self, path: &Path, about: &About) -> Result<Made, TraceError> {
        let mut notes = Vec::new();
        let interval = self.interval().ok_or_else(|| TraceError::file(path, "nobody has two rows, so nobody moves"))?;
        let hz = about.hz.unwrap_or_else(|| {
            let hz = (1e3 / interval).round() / 1e3;
            notes.push(format!("{hz} ticks per second, as most rows have it (--hz says otherwise)"));
            hz
        });
        let v_max = about.run_speed.unwrap_or_else(|| {
            let speed = self.run_speed();
            notes.push(format!(
                "run speed {speed:.3} m/s, as nine tenths of the running is slower (--run-speed says otherwise)"
            ));
            speed
        });
        if v_max <= 0.0 {
            return Err(TraceError::file(path, "nobody moves; say how fast players run by --run-speed"));
        }
        let body_width = about.body_width.unwrap_or_else(|| {
            notes.push(format!(
                "body width {:.3} m, a tenth of the run of a second (--body-width says otherwise)",
                BODY * v_max
            ));
            BODY * v_max
        });
        let ids = self.ids(&mut notes);
        let start = self.players.iter().filter_map(|p| p.rows.first()).map(|row| row.0).fold(f64::INFINITY, f64::min);
        let mut rows: BTreeMap<(i64, u32), Moved> = BTreeMap::new();
        let mut jumps = BTreeSet::new();
        for (player, id) in self.players.iter().zip(&ids) {
            let moves = |from: &(f64, Moved, usize), to: &(f64, Moved, usize)| {
                let reach = MOVED_FACTOR * v_max * (to.0 - from.0) + body_width;
                to.1.jumped || (to.1.alive && !from.1.alive) || distance(&from.1, &to.1) > reach
            };
            if about.resample {
                for pair in player.rows.windows(2) {
                    let [from, to] = pair else { continue };
                    let tick = |time: f64| ((time - start) * hz - 1e-9).ceil() as i64;
                    let jumped = moves(from, to);
                    if jumped {
                        jumps.insert((tick(to.0), *id));
                    }
                    if to.0 - from.0 > LONGEST_GAP * interval.max(1.0 / hz) {
                        continue;
                    }
                    for k in tick(from.0)..tick(to.0) {
                        let share = (start + k as f64 / hz - from.0) / (to.0 - from.0);
                        let between = !jumped && from.1.alive && to.1.alive;
                        rows.insert((k, *id), if between { from.1.towards(&to.1, share) } else { from.1 });
                    }
                }
                continue;
            }
            let mut last: Option<&(f64, Moved, usize)> = None;
            for row in &player.rows {
                let tick = ((row.0 - start) * hz).round_ties_even() as i64;
                if rows.insert((tick, *id), row.1).is_some() {
                    let message = format!(
                        "second row of \"{}\" in tick {tick}: the rows are not {hz} per second; --resample puts them onto even ticks",
                        player.name
                    );
                    return Err(TraceError::line(path, row.2, message));
                }
                if last.is_some_and(|last| moves(last, row)) {
                    jumps.insert((tick, *id));
                }
                last = Some(row);
            }
        }
        let mut entities = String::from("id,kind,name,team,x,y,z\n");
        for (player, id) in self.players.iter().zip(&ids) {
            // Names of people do not belong into a trace.
            let team = player.team.replace([',', '"'], "_");
            let _ = writeln!(entities, "{id},player,player_{id:02},{team},,,");
        }
        let end = rows.keys().next_back().map_or(0, |(tick, _)| *tick);
        let meta = serde_json::json!({
            "name": about.name,
            "source": "imported by antreckon",
            "game": about.game,
            "map": about.map,
            "tick_hz": hz,
            "units": "metres",
            "up_axis": "z",
            "v_max": v_max,
            "body_width": body_width,
            "players": ids.len(),
            "duration_s": end as f64 / hz,
        });
        let mut texts = Texts::default();
        texts.0.insert("meta.json", format!("{meta:#}\n"));
        texts.0.insert("entities.csv", entities);
        texts.0.insert("samples.csv", samples(&rows, hz));
        let mut list = String::from("t,id\n");
        for (tick, id) in &jumps {
            let _ = writeln!(list, "{},{id}", rounded(*tick as f64 / hz));
        }
        texts.0.insert("jumps.csv", list);
        Ok(Made { texts, notes })
    }

    /// The usual time between two rows of a player.
    fn interval(&self) -> Option<f64> {
        let steps = self.steps().map(|(from, to)| to.0 - from.0).filter(|seconds| *seconds > 0.0);
        quantile(steps.collect(), 0.5)
    }

    fn run_speed(&self) -> f64 {
        let speeds = self.steps().filter(|(from, to)| to.0 > from.0 && from.1.alive && to.1.alive);
        let speeds = speeds.map(|(from, to)| distance(&from.1, &to.1) / (to.0 - from.0)).filter(|speed| *speed > 1e-6);
        quantile(speeds.collect(), RUNNING).unwrap_or(0.0)
    }

    fn steps(&self) -> impl Iterator<Item = (&(f64, Moved, usize), &(f64, Moved, usize))> {
        self.players.iter().flat_map(|player| player.rows.windows(2).map(|pair| (&pair[0], &pair[1])))
    }

    /// The ids of the file where they are numbers, else 1, 2, 3 in the order of their first rows.
    fn ids(&self, notes: &mut Vec<String>) -> Vec<u32> {
        let numbers: Result<Vec<u32>, _> = self.players.iter().map(|player| player.name.parse()).collect();
        numbers.unwrap_or_else(|_| {
            notes.push(String::from("players are numbered from 1 in the order of their first rows"));
            (1..=self.players.len() as u32).collect()
        })
    }
}

impl Moved {
    fn towards(&self, next: &Self, share: f64) -> Self {
        let mix = |a: [f64; 3], b: [f64; 3]| core::array::from_fn(|i| a[i] + (b[i] - a[i]) * share);
        Self {
            position: mix(self.position, next.position),
            velocity: self.velocity.zip(next.velocity).map(|(a, b)| mix(a, b)),
            ..*self
        }
    }
}

fn distance(a: &Moved, b: &Moved) -> f64 {
    (a.position[0] - b.position[0]).hypot(a.position[1] - b.position[1])
}

fn quantile(mut values: Vec<f64>, share: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(values[(last as f64 * share).round() as usize])
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn samples(rows: &BTreeMap<(i64, u32), Moved>, hz: f64) -> String {
    let mut text = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let one = |value: Option<f64>| value.map_or_else(String::new, |value| rounded(value).to_string());
    let three = |[x, y, z]: [f64; 3]| format!("{},{},{}", rounded(x), rounded(y), rounded(z));
    for ((tick, id), moved) in rows {
        let velocity = moved.velocity.map_or_else(|| String::from(",,"), three);
        let rest = [moved.yaw, moved.pitch, moved.health, moved.armor].map(one).join(",");
        let (t, alive) = (rounded(*tick as f64 / hz), u8::from(moved.alive));
        let _ = writeln!(text, "{t},{id},{},{velocity},{rest},{alive}", three(moved.position));
    }
    text
}
