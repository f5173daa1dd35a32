//! A match of any length: players run from item to item around pillars, die and come back.
use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Players of the match.
pub(crate) const PLAYERS: usize = 12;
const HZ: f64 = 20.0;
const RUN: f64 = 320.0;
/// Cells along a side of the level, and their size.
const CELLS: usize = 60;
const CELL: f64 = 64.0;
const ITEMS: usize = 40;
/// Ids of items follow this one.
const FIRST_ITEM: usize = 100;
/// Fastest turn, radians per frame.
const TURN: f64 = 0.25;
/// Frames until a dead player is back.
const AWAY: usize = 40;
/// Chance of dying in a frame: every 30 s.
const DEATH: f64 = 1.0 / (30.0 * HZ);

/// Numbers in 0..1 that look random: SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn item(&mut self) -> usize {
        (self.roll() * ITEMS as f64) as usize
    }
}

struct Player {
    place: [f64; 2],
    heading: f64,
    goal: usize,
    away: usize,
}

/// Writes a match of this many minutes.
pub(crate) fn write(folder: &Path, minutes: f64) {
    let mut dice = Dice(7);
    let half = CELLS as f64 * CELL / 2.0;
    let items: Vec<[f64; 2]> =
        (0..ITEMS).map(|_| [0, 1].map(|_| (2.0 * dice.roll() - 1.0) * (half - 2.0 * CELL))).collect();
    let mut entities = String::from("id,kind,name,team,x,y,z\n");
    for player in 0..PLAYERS {
        let _ = writeln!(entities, "{player},player,p{player},,,,");
    }
    for (i, [x, y]) in items.iter().enumerate() {
        let name = ["item_health", "item_armor", "weapon_rocketlauncher"][i % 3];
        let _ = writeln!(entities, "{},item,{name},,{x:.1},{y:.1},24", FIRST_ITEM + i);
    }
    let mut players: Vec<Player> =
        (0..PLAYERS).map(|_| Player { place: items[dice.item()], heading: 0.0, goal: dice.item(), away: 0 }).collect();
    let mut samples = String::from("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive\n");
    let (mut jumps, mut events) = (String::from("t,id\n"), String::from("t,kind,actor,target,value\n"));
    for k in 0..(minutes * 60.0 * HZ) as usize {
        let t = k as f64 / HZ;
        for (id, player) in players.iter_mut().enumerate() {
            if player.away > 0 {
                player.away -= 1;
                if player.away == 0 {
                    player.place = items[dice.item()];
                    let _ = writeln!(jumps, "{t},{id}");
                }
            } else if dice.roll() < DEATH {
                player.away = AWAY;
            }
            let [dx, dy] = [0, 1].map(|i| items[player.goal][i] - player.place[i]);
            if dx.hypot(dy) < CELL && player.away == 0 {
                let _ = writeln!(events, "{t},pickup,{id},{},", FIRST_ITEM + player.goal);
                player.goal = dice.item();
            }
            let off = (dy.atan2(dx) - player.heading + PI).rem_euclid(TAU) - PI;
            player.heading += off.clamp(-TURN, TURN) + 0.1 * (dice.roll() - 0.5);
            let (vx, vy) = (RUN * player.heading.cos(), RUN * player.heading.sin());
            player.place = [player.place[0] + vx / HZ, player.place[1] + vy / HZ];
            let ([x, y], yaw) = (player.place, player.heading.to_degrees().rem_euclid(360.0));
            let alive = u8::from(player.away == 0);
            let _ = writeln!(samples, "{t},{id},{x:.2},{y:.2},24,{vx:.1},{vy:.1},0,{yaw:.1},0,100,0,{alive}");
        }
    }
    let pillar = |x: usize, y: usize| [x, y].iter().all(|i| [4, 5].contains(&(i % 10)));
    let row = |y: usize| (0..CELLS).map(|x| if pillar(x, y) { '0' } else { '1' }).collect::<String>();
    let rows: Vec<String> = (0..CELLS).map(row).collect();
    let nav = format!(
        r#"{{"type":"grid","origin":[{0},{0}],"cell":{CELL},"width":{CELLS},"height":{CELLS},"rows":["{1}"]}}"#,
        -half,
        rows.join("\",\"")
    );
    let meta = r#"{"name":"made_up","tick_hz":20,"v_max":320,"body_width":30,"map":"pillars","units":"Quake units"}"#;
    fs::create_dir_all(folder).expect("a temporary folder");
    for (name, text) in [
        ("meta.json", meta),
        ("entities.csv", &entities),
        ("samples.csv", &samples),
        ("jumps.csv", &jumps),
        ("events.csv", &events),
        ("nav.json", &nav),
    ] {
        fs::write(folder.join(name), text).expect(name);
    }
}
