//! What the paper says, for the columns beside ours.
use antreckon_cli::eval::THRESHOLDS;

/// Tables III to V (training, validation, test): least and greatest r² of the four users and both components, per horizon.
pub(super) const R2: [[[f64; 2]; 10]; 3] = [
    [
        [0.45, 0.58],
        [0.43, 0.61],
        [0.32, 0.58],
        [0.27, 0.53],
        [0.22, 0.51],
        [0.22, 0.45],
        [0.21, 0.48],
        [0.21, 0.44],
        [0.21, 0.46],
        [0.19, 0.41],
    ],
    [
        [0.41, 0.56],
        [0.34, 0.60],
        [0.25, 0.56],
        [0.19, 0.50],
        [0.16, 0.51],
        [0.17, 0.44],
        [0.14, 0.47],
        [0.18, 0.44],
        [0.16, 0.42],
        [0.15, 0.40],
    ],
    [
        [0.44, 0.60],
        [0.40, 0.59],
        [0.28, 0.53],
        [0.25, 0.50],
        [0.20, 0.48],
        [0.18, 0.42],
        [0.17, 0.41],
        [0.18, 0.44],
        [0.18, 0.44],
        [0.18, 0.40],
    ],
];

/// The paper's threshold (world units) that is nearest to ours: its bodies are 2.3 units high, those of Quake 56 units high and
/// 32 wide, so that a body width is 1.31 of its units.
pub(super) const NEAREST: [&str; THRESHOLDS.len()] = ["0.5", "0.5", "1.5", "2.5", "5"];
/// Tables XIII to XVI at these thresholds: least and greatest reduction by banks of other users, percent.
pub(super) const OTHERS: [[f64; 2]; THRESHOLDS.len()] =
    [[-5.6, -14.1], [-5.6, -14.1], [-8.0, -16.8], [-5.5, -15.6], [-5.5, -10.0]];
/// The same for the totals.
pub(super) const OTHERS_TOTAL: [f64; 2] = [-7.4, -15.9];
/// Tables XI and XII: the same for the totals by banks of one's own.
pub(super) const OWN_TOTAL: [f64; 2] = [-9.5, -15.8];
/// Table XVII at these thresholds: the best q of users 1 to 4.
pub(super) const BEST_Q: [&str; THRESHOLDS.len()] =
    ["8, 6, 6, 10", "8, 6, 6, 10", "10, 9, 10, 10", "9, 10, 10, 10", "10, 10, 10, 10"];
