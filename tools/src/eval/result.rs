//! What an evaluation found.
use super::network::Drawn;
use super::stats::{self, Block, Summary};

/// Everything measured on one trace.
pub struct TraceScore {
    /// Name of the trace.
    pub name: String,
    /// Game and mode as recorded.
    pub game: String,
    /// Is it pooled with other short ones?
    pub short: bool,
    /// Ground run speed, to bring errors of different games to one scale.
    pub(super) v_max: f64,
    /// File of the weights that learned models used; `None` = those embedded in the library.
    pub weights: Option<String>,
    /// Were these weights trained on matches of the same level? `None` = not known.
    pub weights_saw_layout: Option<bool>,
    /// The scored part.
    pub accuracy: Vec<Accuracy>,
    /// The first two minutes alone.
    pub cold_start: Vec<Accuracy>,
    /// Updates of every sender.
    pub updates: Vec<Updates>,
    /// What the models look like over the networks asked for.
    pub network: Vec<Drawn>,
    /// Share of true positions over no floor, per horizon; empty without a recorded walkable area.
    pub truth_off_walkable: Vec<(f64, f64)>,
}

/// A model at one horizon.
pub struct Accuracy {
    /// Name of the model.
    pub model: String,
    /// Seconds.
    pub horizon: f64,
    /// Error in trace units, ground plane.
    pub summary: Summary,
    /// Mean error ÷ best simple.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: Option<[f64; 2]>,
    /// Error in space, and its mean ÷ the lowest such mean of the simple predictors; where heights are known.
    pub space: Option<(Summary, f64)>,
    /// Share of cases inside the 90 % radius, for models that say one.
    pub inside_radius: Option<f64>,
    /// Share of predictions over no floor, where the walkable area is known.
    pub off_walkable: Option<f64>,
    pub(super) blocks: Vec<Block>,
}

impl Accuracy {
    /// 95 % interval of the mean error, by the same bootstrap as that of the ratio.
    pub fn mean_interval(&self, seed: u64) -> Option<[f64; 2]> {
        let counts: Vec<Block> = self.blocks.iter().map(|block| Block { sum: block.count as f64, ..*block }).collect();
        stats::ratio_interval(&self.blocks, &counts, seed)
    }
}

/// A sender at one threshold.
pub struct Updates {
    /// Name of the model.
    pub model: String,
    /// Body widths.
    pub threshold: f64,
    /// Updates sent in the scored part.
    pub updates: usize,
    /// Updates ÷ best dead reckoning.
    pub ratio: f64,
    /// Mean error of the receivers at the end of a tick, units.
    pub error: f64,
    /// The same ÷ that of the dead reckoning that sent least.
    pub error_ratio: f64,
}

/// A model at one horizon over all short traces together.
pub struct Pooled {
    /// Name of the model.
    pub model: String,
    /// Seconds.
    pub horizon: f64,
    /// Mean error in seconds of running at full speed, so that games of different units can be added.
    pub mean: f64,
    /// Number of cases.
    pub n: usize,
    /// Mean error ÷ the lowest pooled mean of the simple predictors.
    pub ratio: f64,
    /// 95 % interval of the ratio.
    pub interval: Option<[f64; 2]>,
}

/// Results of all traces in the order given, and of the short ones together.
pub struct Scores {
    /// One per trace.
    pub traces: Vec<TraceScore>,
    /// Empty without short traces.
    pub pooled: Vec<Pooled>,
}
