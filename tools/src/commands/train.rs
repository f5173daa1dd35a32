//! `antreckon train`: learn the weights of the kinematic model, the sending policy, or banks for neuro-reckoning from recorded matches.
mod bank;
mod lesson;

use antreckon::learn::descent::{Material, Progress, Schedule, Source};
use antreckon::predict::learned::{BLOCK, MAX_FIRST, MAX_SECOND};
use antreckon_cli::eval::parallel;
use antreckon_cli::output;
use antreckon_cli::trace::Trace;
use clap::Args;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use lesson::{Kinematics, Lesson, Sending};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How the files end that can be trained.
const ENDINGS: [&str; 3] = [Kinematics::ENDING, Sending::ENDING, bank::ENDING];

/// Learns the weights of the kinematic model, the sending policy or a bank for neuro-reckoning from recorded matches.
///
/// Without --hold-out, --folds or --leave-one-map-out, one file is trained on all of them. With them, --out is a folder that gets one file per
/// group of layouts held out: fold0.weights, fold1.weights, … Beside every file NAME.weights goes NAME.layouts, the list
/// of layouts it was trained on, by which `eval --folds` never scores a level that the weights have seen. With --policy
/// files end in .policy; trained with the same groups into the same folder they belong to the weights of the same name.
/// With --neuro they end in .bank; `eval` takes the bank that lies beside weights of the same name. Without further options it is the
/// paper's: 16-8-2, ten steps of 50 ms; what is sent at which threshold is found on every fourth match, which is not learned from.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Trace folders (meta.json, entities.csv, samples.csv.gz, ...)
    #[arg(value_name = "TRACE", required = true)]
    traces: Vec<PathBuf>,
    /// File of weights, or folder for --hold-out, --folds and --leave-one-map-out
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// Layouts to leave out, separated by commas; one more file for every time it is given
    #[arg(long, value_name = "LAYOUTS", conflicts_with = "folds")]
    hold_out: Vec<String>,
    /// Deal all layouts to this many groups and hold out each in turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    folds: Option<u32>,
    /// Hold out every layout in turn: one file for each
    #[arg(long, conflicts_with_all = ["folds", "hold_out"])]
    leave_one_map_out: bool,
    /// Draws per row of traces whose name begins like this, relative to the others (`bots_=0.35`)
    #[arg(long, value_name = "START=FACTOR", value_parser = weighting)]
    weight: Vec<(String, f64)>,
    /// Train the policy by which senders choose what to send, not the kinematic model
    #[arg(long)]
    policy: bool,
    /// Train a bank of networks for neuro-reckoning, not the kinematic model
    #[arg(long, conflicts_with_all = ["policy", "batches", "hidden", "weight"])]
    neuro: bool,
    #[command(flatten)]
    bank: bank::BankArgs,
    /// Most moments that a bank learns from, drawn by lot from all matches alike
    #[arg(long, value_name = "N", requires = "neuro", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1000..))]
    rows: u32,
    /// Steps of training [default: 32000, of a policy 12000]
    #[arg(long)]
    batches: Option<usize>,
    /// Neurons of both hidden layers [default: 64,32, of a policy 96,48]
    #[arg(long, value_name = "N,N", value_parser = pair)]
    hidden: Option<(usize, usize)>,
    /// Seed of the beginning and of all draws
    #[arg(long, default_value_t = Schedule::default().seed)]
    seed: u64,
}

fn weighting(text: &str) -> Result<(String, f64), String> {
    let (start, factor) = text.split_once('=').ok_or("must be START=FACTOR")?;
    match factor.parse::<f64>() {
        Ok(factor) if factor >= 0.0 && factor.is_finite() => Ok((start.to_owned(), factor)),
        _ => Err("the factor must be a number of at least 0".to_owned()),
    }
}

fn pair(text: &str) -> Result<(usize, usize), String> {
    let both = text.split_once(',').and_then(|(first, second)| Some((first.parse().ok()?, second.parse().ok()?)));
    let fits = |n: usize, most: usize| n.is_multiple_of(BLOCK) && (BLOCK..=most).contains(&n);
    both.filter(|(first, second)| fits(*first, MAX_FIRST) && fits(*second, MAX_SECOND)).ok_or_else(|| {
        format!("must be two multiples of {BLOCK}, at most {MAX_FIRST} and {MAX_SECOND}, with a comma between them")
    })
}

/// Runs the command; 0 = done, 2 = a trace or file is at fault.
pub(crate) fn run(args: &TrainArgs) -> ExitCode {
    let done = match (args.neuro, args.policy) {
        (true, _) => bank::learn(args),
        (false, true) => learn(args, &Sending),
        (false, false) => learn(args, &Kinematics),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// A match with all copies of its rows.
struct Match<M> {
    name: String,
    layout: String,
    weight: f64,
    /// In the order of [`Lesson::COPIES`], with how much each counts.
    copies: Vec<(M, f64)>,
}

impl<M: Material> Match<M> {
    fn load<L: Lesson<Rows = M>>(args: &TrainArgs, lesson: &L, path: &Path) -> Result<Self, String> {
        let trace = Trace::load(path).map_err(|error| error.to_string())?;
        let factor = args.weight.iter().find(|(start, _)| trace.meta.name.starts_with(start.as_str()));
        Ok(Self {
            weight: factor.map_or(1.0, |(_, factor)| *factor),
            copies: L::COPIES.iter().map(|&(handicap, share)| (lesson.harvest(&trace, handicap), share)).collect(),
            name: trace.meta.name,
            layout: trace.meta.layout,
        })
    }

    fn sources(&self) -> impl Iterator<Item = Source<'_, M>> {
        self.copies.iter().map(|(rows, share)| Source { rows, weight: share * self.weight })
    }
}

/// One file to make.
struct Job {
    file: PathBuf,
    held_out: Vec<String>,
}

fn learn<L: Lesson>(args: &TrainArgs, lesson: &L) -> Result<(), String> {
    let board = MultiProgress::new();
    let bar = board.add(ProgressBar::new(args.traces.len() as u64));
    bar.set_style(style("{bar:30} {pos}/{len} matches replayed, {elapsed}")?);
    let matches = parallel::map(&args.traces, |path| {
        let played = Match::load(args, lesson, path);
        bar.inc(1);
        played
    });
    bar.finish();
    let matches = matches.into_iter().collect::<Result<Vec<_>, _>>()?;
    let rows: usize = matches.iter().map(|played| played.copies[0].0.len()).sum();
    let lengths: Vec<_> = matches.iter().map(|played| (played.layout.as_str(), played.copies[0].0.len())).collect();
    let jobs = jobs(args, groups(args, &lengths)?, L::ENDING)?;
    let reports = parallel::map(&jobs, |job| make(args, lesson, &matches, job, &board));
    println!("{rows} rows of {} matches, each in {} copies", matches.len(), L::COPIES.len());
    for report in reports {
        print!("{}", report?);
    }
    Ok(())
}

/// The groups of layouts to hold out; `matches` are layout and length of each. None = one file on all of them.
fn groups(args: &TrainArgs, matches: &[(&str, usize)]) -> Result<Vec<Vec<String>>, String> {
    let mut layouts: Vec<(usize, &str)> = Vec::new();
    for &(layout, rows) in matches {
        match layouts.iter_mut().find(|(_, known)| *known == layout) {
            Some(entry) => entry.0 += rows,
            None => layouts.push((rows, layout)),
        }
    }
    let groups: Vec<Vec<String>> = if args.leave_one_map_out {
        // By name, so that weights, policies and banks of the same matches get the same numbers.
        layouts.sort_by_key(|(_, layout)| *layout);
        layouts.into_iter().map(|(_, layout)| vec![layout.to_owned()]).collect()
    } else if let Some(folds) = args.folds {
        // The largest first, always to the group that has least: groups of about the same size.
        layouts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        let mut groups = vec![(0, Vec::new()); folds as usize];
        for (rows, layout) in layouts {
            let least = (0..groups.len()).min_by_key(|&i| groups[i].0).unwrap_or(0);
            groups[least].0 += rows;
            groups[least].1.push(layout.to_owned());
        }
        groups.into_iter().map(|(_, group)| group).collect()
    } else {
        let split = |group: &String| group.split(',').map(|layout| layout.trim().to_owned()).collect();
        args.hold_out.iter().map(split).collect()
    };
    if let Some(unknown) = groups.iter().flatten().find(|name| !matches.iter().any(|(layout, _)| layout == name)) {
        return Err(format!("no trace has the layout \"{unknown}\" that is to be held out"));
    }
    match groups.iter().find(|group| matches.iter().all(|(layout, _)| group.iter().any(|held| held == layout))) {
        Some(group) => Err(format!("no trace is left to train on when {} is held out", group.join(", "))),
        None => Ok(groups),
    }
}

/// The files to make.
fn jobs(args: &TrainArgs, groups: Vec<Vec<String>>, ending: &str) -> Result<Vec<Job>, String> {
    if groups.is_empty() {
        return Ok(vec![Job { file: args.out.clone(), held_out: Vec::new() }]);
    }
    fs::create_dir_all(&args.out).map_err(|error| format!("{}: {error}", args.out.display()))?;
    let file = |i: usize| args.out.join(format!("fold{i}.{ending}"));
    Ok(groups.into_iter().enumerate().map(|(i, held_out)| Job { file: file(i), held_out }).collect())
}

/// Writes a file and the layouts that it was trained on. The list is one for all files of a name: where there are others, it keeps
/// theirs too, so that nothing is taken for unseen that one of them has seen. Returns what there is to say about that.
fn finish(job: &Job, bytes: &[u8], layouts: &[String]) -> Result<String, String> {
    let list = job.file.with_extension("layouts");
    let mut all = layouts.to_vec();
    let others: Vec<PathBuf> = ENDINGS.iter().map(|ending| job.file.with_extension(ending)).collect();
    if others.iter().any(|other| *other != job.file && other.is_file()) {
        let known = fs::read_to_string(&list).unwrap_or_default();
        all.extend(known.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()));
    }
    all.sort_unstable();
    all.dedup();
    let text = all.iter().map(|layout| format!("{layout}\n")).collect::<String>();
    // The list first: files that come with too long a list are of less use, those with too short a one are a lie.
    output::replace(&list, text.as_bytes())?;
    output::replace(&job.file, bytes)?;
    let more: Vec<&str> = all.iter().filter(|layout| !layouts.contains(layout)).map(String::as_str).collect();
    let list = list.display();
    let said = if more.is_empty() {
        String::new()
    } else {
        format!("  {list} names more, of files beside it: {}\n", more.join(", "))
    };
    Ok(said)
}

/// Trains and writes one file; returns what there is to say about it.
fn make<L: Lesson>(
    args: &TrainArgs,
    lesson: &L,
    matches: &[Match<L::Rows>],
    job: &Job,
    board: &MultiProgress,
) -> Result<String, String> {
    let (held, used): (Vec<_>, Vec<_>) = matches.iter().partition(|played| job.held_out.contains(&played.layout));
    let sources: Vec<Source<'_, L::Rows>> = used.iter().flat_map(|played| played.sources()).collect();
    let usual = lesson.schedule();
    let schedule = Schedule {
        batches: args.batches.unwrap_or(usual.batches),
        hidden: args.hidden.unwrap_or(usual.hidden),
        seed: args.seed,
        ..usual
    };
    let bar = board.add(ProgressBar::new(schedule.batches as u64));
    bar.set_style(style("{bar:30} {pos}/{len} batches, {msg}, {elapsed} ({eta} left)")?);
    let bytes = lesson.train(&sources, &schedule, &mut |Progress { done, loss, r2 }| {
        if done % 50 == 0 {
            bar.set_position(done as u64);
            bar.set_message(format!("loss {loss:.4}{}", r2.map(|r2| format!(", r² {r2:.3}")).unwrap_or_default()));
        }
    });
    bar.finish();
    let mut layouts: Vec<String> = used.iter().map(|played| played.layout.clone()).collect();
    layouts.sort_unstable();
    layouts.dedup();
    let beside = finish(job, &bytes, &layouts)?;
    let mut report = format!("{}: {} bytes\n{beside}", job.file.display(), bytes.len());
    for played in held {
        let said =
            lesson.judge(&bytes, &played.copies[0].0).map_err(|error| format!("{}: {error}", job.file.display()))?;
        report += &format!("  held out {:34} {said}\n", played.name);
    }
    Ok(report)
}

fn style(template: &str) -> Result<ProgressStyle, String> {
    ProgressStyle::with_template(template).map_err(|error| error.to_string())
}
