//! A bank of networks: its shape, its ranges, its weights, and the file it comes in.

use crate::base::serial::{Reader, Writer};
use crate::base::time::{Nanos, SECOND};
use crate::base::{Error, Result};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Most delays k: the window of inputs reaches k · h back.
pub const MAX_DELAYS: usize = 7;
/// Most inputs n = 2d(k+1).
pub const MAX_INPUTS: usize = 2 * 3 * (MAX_DELAYS + 1);
/// Most networks q.
pub const MAX_NETWORKS: usize = 20;
/// Most hidden neurons m per network.
pub const MAX_HIDDEN: usize = 32;
/// Most hidden neurons in all networks together.
pub(super) const MAX_UNITS: usize = MAX_NETWORKS * MAX_HIDDEN;
/// Slowest and fastest run speed.
const RUN_SPEEDS: core::ops::RangeInclusive<f32> = 0.001..=MAX_VALUE;
/// Shortest and longest time step h.
const STEPS: core::ops::RangeInclusive<Nanos> = SECOND / 1000..=SECOND;
/// Largest size of a weight or a bound of a range. Keeps every sum finite: 48 inputs of at most
/// [`super::features::FARTHEST`] times 1e6 stay far below the largest single-precision number.
const MAX_VALUE: f32 = 1e6;

/// Most rules of what is sent.
pub const MAX_SEND_RULES: usize = 8;
/// Most bytes of the text that says where a bank comes from.
pub const MAX_ORIGIN: usize = 255;

const MAGIC: [u8; 4] = *b"ANTN";
const VERSION: u32 = 1;

/// The bank that is part of the library, for entities of bank [`BUILT_IN`] while no file is loaded under that number. Learned
/// from recorded matches of Quake III Arena and Quake Live (`antreckon inspect` prints its origin), in the players' own axes
/// and relative to their run speed, so that it says something in any level and any game where people run.
pub const DEFAULT: &[u8] = include_bytes!("default.bank");
/// Number of the bank that is there without a file.
pub const BUILT_IN: u32 = 0;

/// Axes in which velocities and orientations are given to the networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Axes {
    /// Those of the level, as in the paper.
    #[default]
    World,
    /// The entity's own: the first axis is where it looks (else where it moves), the second lies at right angles to it in
    /// the ground plane. What is learned running north then holds for running east.
    Own,
}

/// How fast the velocity is that an owner sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SentSpeed {
    /// As fast as the entity is now, in the direction of the end of the path (eq. 8).
    #[default]
    Kept,
    /// The mean velocity of the path, so that receivers are at its end when it ends. Better at wide thresholds, where an
    /// update lives so long that players brake and turn back.
    Mean,
}

/// What an owner sends at a threshold, as training found best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SendRule {
    /// For position thresholds nearest to this one (by ratio), metres; above 0.
    pub threshold: f32,
    /// Networks that the path is made of, from the first on: it ends after (this + 1) h. A shorter one is better at tight
    /// thresholds, where updates live only briefly (table XVII).
    pub networks: usize,
    /// How fast.
    pub speed: SentSpeed,
}

impl SendRule {
    /// The paper's: the whole path, eq. 8, whatever the threshold.
    pub fn paper(networks: usize) -> Self {
        Self { threshold: 1.0, networks, speed: SentSpeed::Kept }
    }
}

/// Sizes of a bank of n-m-d networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// d: 2 (ground plane; the vertical goes on as it is) or 3.
    pub dimensions: usize,
    /// k: the inputs are the states now and at k multiples of h before, 0 to [`MAX_DELAYS`].
    pub delays: usize,
    /// m: hidden neurons per network, 1 to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// q: networks, one per multiple of h ahead, 1 to [`MAX_NETWORKS`].
    pub networks: usize,
}

impl Shape {
    /// The paper's 16-8-2 × 10.
    pub const PAPER: Self = Self { dimensions: 2, delays: 3, hidden: 8, networks: 10 };

    /// n = 2d(k+1): a velocity and an orientation of d components per moment.
    pub fn inputs(&self) -> usize {
        2 * self.dimensions * (self.delays + 1)
    }

    /// Parameters of one network: W (m × n), b (m), U (d × m), c (d).
    pub fn parameters(&self) -> usize {
        self.hidden * (self.inputs() + 1) + self.dimensions * (self.hidden + 1)
    }

    fn check(&self) -> Result<()> {
        let within = |name: &str, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(Error::invalid(format!("{name} is {value}, must be {least} to {most}")))
        };
        within("dimensions", self.dimensions, 2, 3)?;
        within("delays", self.delays, 0, MAX_DELAYS)?;
        within("hidden", self.hidden, 1, MAX_HIDDEN)?;
        within("networks", self.networks, 1, MAX_NETWORKS)
    }
}

/// Everything a bank is made of, network by network. Vectors in metres and seconds; components in the order x, z and (for
/// d = 3) y, or forward, right and up in the entity's [own axes](Axes::Own).
#[derive(Clone, Debug, PartialEq)]
pub struct BankParts {
    /// Sizes.
    pub shape: Shape,
    /// Axes of inputs and outputs.
    pub axes: Axes,
    /// What an owner sends: 1 to [`MAX_SEND_RULES`], thresholds ascending. One alone holds at every threshold.
    pub sends: Vec<SendRule>,
    /// h, nanoseconds; 1 ms to 1 s.
    pub step: Nanos,
    /// Speed at which the players run that it was learned from, m/s: velocities are then taken relative to the entity's
    /// [`v_max`](crate::predict::EntityProfile::v_max), and lengths likewise. 0 = as they are, as in the paper.
    pub run_speed: f32,
    /// Where it comes from, in words; at most [`MAX_ORIGIN`] bytes.
    pub origin: String,
    /// Least and greatest value of each of the n inputs in training; they scale to -1 and 1 (eq. 13).
    pub input_ranges: Vec<[f32; 2]>,
    /// The same of each output: network by network, d each, m/s.
    pub output_ranges: Vec<[f32; 2]>,
    /// r² (eq. 16) on data that training did not see: network by network, d each; at most 1.
    pub r2: Vec<f32>,
    /// Root mean square of `|error of Δv|` on such data, network by network, m/s.
    pub errors: Vec<f32>,
    /// Parameters of each network after the other, each W (row by row), b, U (row by row), c.
    pub weights: Vec<f32>,
}

/// A checked bank, laid out for speed: neighbours in memory belong to neighbouring networks, which are computed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    shape: Shape,
    axes: Axes,
    sends: Vec<SendRule>,
    step: Nanos,
    run_speed: f32,
    origin: String,
    input_ranges: Vec<[f32; 2]>,
    output_ranges: Vec<[f32; 2]>,
    r2: Vec<f32>,
    errors: Vec<f32>,
    /// Per input least, gain and shift of eq. 13: it is scaled to `(x - least) · gain + shift`.
    pub(super) scales: Vec<[f32; 3]>,
    /// What each network explains of the changes of velocity: mean of r² over its components, at least 0.
    pub(super) quality: Vec<f32>,
    /// W of all networks: input by input, within that hidden neuron by hidden neuron, within that network by network.
    pub(super) hidden_weights: Vec<f32>,
    /// b in the order of the hidden neurons above.
    pub(super) hidden_biases: Vec<f32>,
    /// U: component by component, hidden neuron by hidden neuron, network by network.
    pub(super) output_weights: Vec<f32>,
    /// c: component by component, network by network.
    pub(super) output_biases: Vec<f32>,
}

impl Bank {
    /// Checks sizes and numbers. The message names what is wrong.
    pub fn new(parts: &BankParts) -> Result<Self> {
        check(parts)?;
        let Shape { dimensions: d, hidden: m, networks: q, .. } = parts.shape;
        let n = parts.shape.inputs();
        let mut bank = Self {
            shape: parts.shape,
            axes: parts.axes,
            sends: parts.sends.clone(),
            step: parts.step,
            run_speed: parts.run_speed,
            origin: parts.origin.clone(),
            input_ranges: parts.input_ranges.clone(),
            output_ranges: parts.output_ranges.clone(),
            r2: parts.r2.clone(),
            errors: parts.errors.clone(),
            scales: parts.input_ranges.iter().map(|&range| scale(range)).collect(),
            quality: parts.r2.chunks_exact(d).map(quality).collect(),
            hidden_weights: alloc::vec![0.0; n * m * q],
            hidden_biases: alloc::vec![0.0; m * q],
            output_weights: alloc::vec![0.0; d * m * q],
            output_biases: alloc::vec![0.0; d * q],
        };
        for (place, value) in parts.weights.iter().enumerate() {
            *bank.parameter(place) = *value;
        }
        Ok(bank)
    }

    /// The parameter at this place of [`BankParts::weights`].
    fn parameter(&mut self, place: usize) -> &mut f32 {
        let Shape { dimensions: d, hidden: m, networks: q, .. } = self.shape;
        let n = self.shape.inputs();
        let (network, mut at) = (place / self.shape.parameters(), place % self.shape.parameters());
        if at < m * n {
            return &mut self.hidden_weights[(at % n * m + at / n) * q + network];
        }
        at -= m * n;
        if at < m {
            return &mut self.hidden_biases[at * q + network];
        }
        at -= m;
        if at < d * m {
            return &mut self.output_weights[at * q + network];
        }
        &mut self.output_biases[(at - d * m) * q + network]
    }

    /// What it is made of.
    pub fn parts(&self) -> BankParts {
        let mut source = self.clone();
        let count = self.shape.networks * self.shape.parameters();
        BankParts {
            shape: self.shape,
            axes: self.axes,
            sends: self.sends.clone(),
            step: self.step,
            run_speed: self.run_speed,
            origin: self.origin.clone(),
            input_ranges: self.input_ranges.clone(),
            output_ranges: self.output_ranges.clone(),
            r2: self.r2.clone(),
            errors: self.errors.clone(),
            weights: (0..count).map(|place| *source.parameter(place)).collect(),
        }
    }

    /// Sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Axes of inputs and outputs.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// What an owner sends, by threshold.
    pub fn sends(&self) -> &[SendRule] {
        &self.sends
    }

    /// What an owner sends whose receivers may be off by `threshold` metres, in the units of the bank.
    pub(super) fn rule(&self, threshold: f64) -> SendRule {
        // Up to the geometric mean of two thresholds the lower one is nearer.
        let after = self
            .sends
            .windows(2)
            .position(|two| threshold * threshold <= f64::from(two[0].threshold) * f64::from(two[1].threshold));
        self.sends[after.unwrap_or(self.sends.len() - 1)]
    }

    /// The same bank with other rules of what is sent.
    pub fn sending(&self, sends: &[SendRule]) -> Result<Self> {
        check_sends(sends, self.shape.networks)?;
        Ok(Self { sends: sends.to_vec(), ..self.clone() })
    }

    /// Speed at which the players run that it was learned from, m/s; 0 = velocities count as they are.
    pub fn run_speed(&self) -> f32 {
        self.run_speed
    }

    /// Metres of an entity that runs at `v_max`, per metre of the bank.
    pub(super) fn scale(&self, v_max: f64) -> f32 {
        if self.run_speed > 0.0 { (v_max / f64::from(self.run_speed)) as f32 } else { 1.0 }
    }

    /// The same bank with a text that says where it comes from.
    pub fn with_origin(&self, origin: &str) -> Result<Self> {
        Self::new(&BankParts { origin: origin.into(), ..self.parts() })
    }

    /// Where it comes from, in words.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The bank that is part of the library.
    pub fn built_in() -> Self {
        Self::from_bytes(DEFAULT).expect("the built-in bank is sound")
    }

    /// h, nanoseconds.
    pub fn step(&self) -> Nanos {
        self.step
    }

    /// Least and greatest value of each input in training.
    pub fn input_ranges(&self) -> &[[f32; 2]] {
        &self.input_ranges
    }

    /// The same of each output: network by network, d each.
    pub fn output_ranges(&self) -> &[[f32; 2]] {
        &self.output_ranges
    }

    /// r² of network `i` (0 = the nearest horizon), component by component.
    pub fn r2(&self, i: usize) -> &[f32] {
        &self.r2[i * self.shape.dimensions..][..self.shape.dimensions]
    }

    /// Root mean square error of network `i`, m/s.
    pub fn error(&self, i: usize) -> f32 {
        self.errors[i]
    }

    /// The same bank with its first `networks` networks only: a shorter horizon suits tight thresholds (table XVII).
    pub fn shortened(&self, networks: usize) -> Result<Self> {
        let mut parts = self.parts();
        if networks > parts.shape.networks {
            return Err(Error::invalid(format!("networks is {networks}, there are only {}", parts.shape.networks)));
        }
        parts.shape.networks = networks;
        parts.sends.iter_mut().for_each(|rule| rule.networks = rule.networks.min(networks));
        let outputs = networks * parts.shape.dimensions;
        parts.output_ranges.truncate(outputs);
        parts.r2.truncate(outputs);
        parts.errors.truncate(networks);
        parts.weights.truncate(networks * parts.shape.parameters());
        Self::new(&parts)
    }

    /// The file of this bank: framed with magic, version, length and checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let BankParts { shape, axes, sends, step, run_speed, origin, input_ranges, output_ranges, r2, errors, weights } =
            self.parts();
        let mut w = Writer::new();
        w.u8(shape.dimensions as u8).u8(shape.delays as u8).u8(shape.hidden as u8).u8(shape.networks as u8);
        w.u8(axes as u8).i64(step).f32(run_speed).u8(sends.len() as u8);
        for SendRule { threshold, networks, speed } in sends {
            w.f32(threshold).u8(networks as u8).u8(speed as u8);
        }
        w.blob(origin.as_bytes());
        for range in input_ranges.iter().chain(&output_ranges) {
            w.f32_slice(range);
        }
        w.f32_slice(&r2).f32_slice(&errors).f32_slice(&weights);
        w.seal(MAGIC, VERSION)
    }

    /// Reads a file made by [`Bank::to_bytes`]. Every truncation, bit flip and absurd number is an error.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut r = Reader::open(bytes, MAGIC, VERSION)?;
        let shape = Shape {
            dimensions: r.u8()?.into(),
            delays: r.u8()?.into(),
            hidden: r.u8()?.into(),
            networks: r.u8()?.into(),
        };
        let corrupt = |error: Error| Error::corrupt(format!("bank file: {}", error.message));
        shape.check().map_err(corrupt)?;
        let axes = choice(&mut r, "axes", [Axes::World, Axes::Own])?;
        let (step, run_speed) = (r.i64()?, r.f32()?);
        let mut sends = Vec::new();
        for _ in 0..r.u8()? {
            let (threshold, networks) = (r.f32()?, r.u8()?.into());
            let speed = choice(&mut r, "sent speed", [SentSpeed::Kept, SentSpeed::Mean])?;
            sends.push(SendRule { threshold, networks, speed });
        }
        let origin =
            core::str::from_utf8(r.blob()?).map_err(|_| Error::corrupt("bank file: origin is no text"))?.into();
        let outputs = shape.networks * shape.dimensions;
        // The sizes are small numbers by now, so nothing large is allocated.
        let parts = BankParts {
            shape,
            axes,
            sends,
            step,
            run_speed,
            origin,
            input_ranges: ranges(&mut r, shape.inputs())?,
            output_ranges: ranges(&mut r, outputs)?,
            r2: floats(&mut r, outputs)?,
            errors: floats(&mut r, shape.networks)?,
            weights: floats(&mut r, shape.networks * shape.parameters())?,
        };
        r.finish()?;
        Self::new(&parts).map_err(corrupt)
    }

    /// Bytes of heap memory held.
    pub fn bytes(&self) -> usize {
        let pairs = self.input_ranges.capacity() + self.output_ranges.capacity();
        let floats = [&self.r2, &self.errors, &self.quality, &self.hidden_weights, &self.hidden_biases]
            .into_iter()
            .chain([&self.output_weights, &self.output_biases]);
        let floats = floats.map(|values| values.capacity()).sum::<usize>();
        let words = self.origin.capacity() + self.sends.capacity() * size_of::<SendRule>();
        words + (2 * pairs + 3 * self.scales.capacity() + floats) * size_of::<f32>()
    }
}

/// See [`Bank::scales`]; where there is no range every input is 0.
fn scale([least, most]: [f32; 2]) -> [f32; 3] {
    let gain = gain(least, most);
    [least, gain, if gain == 0.0 { 0.0 } else { -1.0 }]
}

/// See [`Bank::quality`].
fn quality(r2: &[f32]) -> f32 {
    let mean = r2.iter().sum::<f32>() / r2.len() as f32;
    if mean > 0.0 { mean } else { 0.0 }
}

/// Factor of eq. 13 from a range to -1 … 1; 0 when there is no range.
fn gain(least: f32, most: f32) -> f32 {
    if most > least { 2.0 / (most - least) } else { 0.0 }
}

fn choice<T: Copy>(r: &mut Reader<'_>, name: &str, choices: [T; 2]) -> Result<T> {
    let number = r.u8()?;
    let choice = choices.get(usize::from(number)).copied();
    choice.ok_or_else(|| Error::corrupt(format!("bank file: {name} is {number}, must be 0 or 1")))
}

fn floats(r: &mut Reader<'_>, count: usize) -> Result<Vec<f32>> {
    let mut values = alloc::vec![0.0; count];
    r.f32_slice(&mut values)?;
    Ok(values)
}

fn ranges(r: &mut Reader<'_>, count: usize) -> Result<Vec<[f32; 2]>> {
    (0..count).map(|_| Ok([r.f32()?, r.f32()?])).collect()
}

fn check(parts: &BankParts) -> Result<()> {
    let BankParts { shape, step, run_speed, origin, sends, input_ranges, output_ranges, r2, errors, weights, axes: _ } =
        parts;
    shape.check()?;
    check_sends(sends, shape.networks)?;
    if *run_speed != 0.0 && !RUN_SPEEDS.contains(run_speed) {
        return Err(Error::invalid(format!("run_speed is {run_speed}, must be 0 or 0.001 to {MAX_VALUE:e}")));
    }
    if origin.len() > MAX_ORIGIN {
        return Err(Error::invalid(format!("origin has {} bytes, must have at most {MAX_ORIGIN}", origin.len())));
    }
    if !STEPS.contains(step) {
        return Err(Error::invalid(format!("step is {step} ns, must be {} to {}", STEPS.start(), STEPS.end())));
    }
    let outputs = shape.networks * shape.dimensions;
    let counts = [
        ("input_ranges", input_ranges.len(), shape.inputs()),
        ("output_ranges", output_ranges.len(), outputs),
        ("r2", r2.len(), outputs),
        ("errors", errors.len(), shape.networks),
        ("weights", weights.len(), shape.networks * shape.parameters()),
    ];
    for (name, is, must) in counts {
        if is != must {
            return Err(Error::invalid(format!("{name} has {is} elements, must have {must}")));
        }
    }
    for (name, ranges) in [("input_ranges", input_ranges), ("output_ranges", output_ranges)] {
        for (i, &[least, most]) in ranges.iter().enumerate() {
            let fits = least.abs() <= MAX_VALUE && most.abs() <= MAX_VALUE && least <= most;
            // A range so narrow that scaling by it overflows is no range.
            if !fits || gain(least, most) > MAX_VALUE {
                return Err(Error::invalid(format!(
                    "{name}[{i}] is {least} to {most}, must ascend within ±{MAX_VALUE:e} and be empty or wider than 2e-6"
                )));
            }
        }
    }
    all("weights", weights, -MAX_VALUE, MAX_VALUE)?;
    all("errors", errors, 0.0, MAX_VALUE)?;
    all("r2", r2, -MAX_VALUE, 1.0)
}

fn check_sends(sends: &[SendRule], networks: usize) -> Result<()> {
    if !(1..=MAX_SEND_RULES).contains(&sends.len()) {
        return Err(Error::invalid(format!("sends has {} rules, must have 1 to {MAX_SEND_RULES}", sends.len())));
    }
    let mut before = 0.0;
    for (i, rule) in sends.iter().enumerate() {
        if !(rule.threshold > before && rule.threshold <= MAX_VALUE) {
            return Err(Error::invalid(format!(
                "sends[{i}].threshold is {}, must be above {before} and at most {MAX_VALUE:e}",
                rule.threshold
            )));
        }
        if !(1..=networks).contains(&rule.networks) {
            return Err(Error::invalid(format!("sends[{i}].networks is {}, must be 1 to {networks}", rule.networks)));
        }
        before = rule.threshold;
    }
    Ok(())
}

fn all(name: &str, values: &[f32], least: f32, most: f32) -> Result<()> {
    match values.iter().position(|value| !(least..=most).contains(value)) {
        None => Ok(()),
        Some(i) => Err(Error::invalid(format!("{name}[{i}] is {}, must be {least} to {most}", values[i]))),
    }
}
