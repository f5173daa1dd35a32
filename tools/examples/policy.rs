//! Experiment: policy per held-out layout.
use antreckon::learn::survival::*;
use antreckon::net::policy::Policy;
use antreckon_cli::eval::{parallel, sending::replay};
use antreckon_cli::trace::Trace;
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let env = |name: &str, or: f64| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or);
    let list = |dir: &str| {
        let mut all: Vec<PathBuf> =
            std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
        all.sort();
        all
    };
    let mut paths = list("/work/shared/traces");
    if env("EXTRA", 1.0) > 0.0 {
        paths.extend(list("/work/shared/training"));
    }
    let begin = Instant::now();
    let thin = env("THIN", 3.0) as usize;
    let traces: Vec<Trace> = parallel::map(&paths, |p| Trace::load(p).unwrap());
    let forgets = env("FORGET", 1.0) > 0.0;
    let played = parallel::map(&traces, |t| {
        let a = replay(t, None, thin, true, false);
        let b = if forgets { Some(replay(t, None, 2 * thin, true, true)) } else { None };
        (a, b)
    });
    let rows: usize = played.iter().map(|(a, b)| a.moments.len() + b.as_ref().map_or(0, |b| b.moments.len())).sum();
    eprintln!("{rows} rows, {:?}", begin.elapsed());
    let scored =
        std::env::var("SCORED").unwrap_or("quakeworld_4on4_dm2,quakeworld_duel_aerowalk,bots_oa_dm2_ffa_1".into());
    let scored: Vec<&Trace> = scored.split(',').map(|n| traces.iter().find(|t| t.meta.name == n).unwrap()).collect();
    let schedule = Schedule {
        hidden: (env("H1", 64.0) as usize, env("H2", 32.0) as usize),
        batches: env("BATCHES", 3000.0) as usize,
        batch: env("BATCH", 256.0) as usize,
        rate: env("RATE", 2e-3) as f32,
        price: [env("P0", 1.6) as f32, env("P1", 1.1) as f32, env("P2", 0.8) as f32, env("P3", 0.8) as f32, env("P4", 0.8) as f32],
        other: env("OTHER", 0.5) as f32,
        ..Schedule::default()
    };
    let lines = parallel::map(&scored, |t| {
        let sources: Vec<(&Moments, f64)> = traces
            .iter()
            .zip(&played)
            .filter(|(other, _)| other.meta.layout != t.meta.layout)
            .flat_map(|(other, (a, b))| {
                let n = &other.meta.name;
                let w = if n.starts_with("bots") {
                    0.35
                } else if n.starts_with("rocket") {
                    0.3
                } else if n.starts_with("ped") {
                    0.15
                } else {
                    1.0
                };
                let mut s = vec![(&a.moments, w)];
                if let Some(b) = b {
                    s.push((&b.moments, 0.4 * w));
                }
                s
            })
            .collect();
        let mut told = String::new();
        let policy = Policy::new(train(&sources, &schedule, None, &mut |done, worth| {
            if done % (schedule.batches / 4) == 0 {
                told += &format!(" {worth:.3}");
            }
        }));
        let base = replay(t, None, 1, false, false);
        let got = replay(t, Some(&policy), 1, false, false);
        let errs = (0..5).map(|h| got.error[h] / base.error[h]).sum::<f64>() / 5.0;
        let ratios: Vec<f64> = (0..5).map(|h| got.updates[h] as f64 / base.updates[h] as f64).collect();
        format!(
            "{} worth{told}\n   dr1 {:?} ratio {:?} mean {:.3} err ratio {errs:.3}\n   err dr1 {:?} policy {:?}",
            t.meta.name,
            base.updates,
            ratios.iter().map(|r| format!("{r:.3}")).collect::<Vec<_>>(),
            ratios.iter().sum::<f64>() / 5.0,
            base.error.map(|e| format!("{e:.2}")),
            got.error.map(|e| format!("{e:.2}"))
        )
    });
    for l in lines {
        println!("{l}");
    }
    eprintln!("{:?}", begin.elapsed());
}
