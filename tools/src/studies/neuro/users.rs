//! Each user's bank on each other (tables XIII to XVI), and several banks of which one is chosen while playing.
use super::choice::PAPER_WAY;
use super::fold::Fold;
use super::material::{Match, Policy};
use super::paper;
use super::sender::{Counts, ruled};
use super::tables::{head, percent, reduction, row, span};
use super::training::{PAPER, train_all};
use antreckon::learn::neuro::Exemplars;
use antreckon::predict::neuro::{Bank, MAX_RIVALS};
use antreckon_cli::eval::{THRESHOLDS, parallel};

/// Players with fewer exemplars of their own train no bank.
pub(super) const LEAST_ROWS: usize = 500;

/// One player of a match that stands alone, with a bank learned from what it did before the scored part.
pub(super) struct User {
    pub(super) fold: usize,
    pub(super) player: usize,
    pub(super) rows: usize,
    pub(super) bank: Bank,
    /// r² of the test part at the first and the tenth step.
    pub(super) r2: [f64; 2],
}

/// All of them.
pub(super) fn users(folds: &[Fold], seed: u64) -> Result<Vec<User>, String> {
    let mut found: Vec<(usize, usize, Exemplars)> = Vec::new();
    for (fold, one) in folds.iter().enumerate().filter_map(|(fold, it)| Some((fold, it.alone()?))) {
        let sets = (0..one.trace.players.len()).map(|player| (fold, player, PAPER.own_exemplars(one, player)));
        found.extend(sets.filter(|(_, _, set)| set.rows() >= LEAST_ROWS));
    }
    let trained = train_all(&found.iter().map(|(_, _, set)| set.clone()).collect::<Vec<_>>(), seed)?;
    let user = |((fold, player, set), trained): (&(usize, usize, Exemplars), super::training::Trained)| {
        let mean = |i: usize| trained.networks[i].r2[2].iter().sum::<f64>() / 2.0;
        User { fold: *fold, player: *player, rows: set.rows(), r2: [mean(0), mean(9)], bank: trained.bank }
    };
    Ok(found.iter().zip(trained).map(user).collect())
}

/// Updates of every player of a match by the paper's way, banks competing where there are several.
pub(super) fn by(one: &Match, banks: &[Bank]) -> Result<Counts, String> {
    let sending = banks.iter().map(|bank| PAPER_WAY.of(bank)).collect::<Result<Vec<_>, _>>()?;
    let policy = one.contest(&sending, &[1.0], true)?.remove(0);
    Ok(counted(one, policy))
}

fn counted(one: &Match, policy: Policy) -> Counts {
    let policies: Vec<Policy> = vec![policy; THRESHOLDS.len()];
    ruled(std::slice::from_ref(one), &[policies])
}

/// Updates of each user over all thresholds, bank by bank.
pub(super) struct Matrix {
    /// Per bank, per user.
    sent: Vec<Vec<usize>>,
    /// Per user: the better dead reckoning.
    better: Vec<usize>,
}

impl Matrix {
    pub(super) fn of(folds: &[Fold], users: &[User]) -> Result<Self, String> {
        let sent = parallel::map(users, |owner| {
            let of_fold = |fold: &Fold| fold.alone().map(|one| by(one, std::slice::from_ref(&owner.bank))).transpose();
            let counts = folds.iter().map(of_fold).collect::<Result<Vec<_>, _>>()?;
            let of_user = |user: &User| counts[user.fold].as_ref().map_or(0, |it| it[user.player].iter().sum());
            Ok::<Vec<usize>, String>(users.iter().map(of_user).collect())
        });
        let better = |user: &User| folds[user.fold].dr.better_of(std::iter::once(user.player));
        Ok(Self { sent: sent.into_iter().collect::<Result<_, _>>()?, better: users.iter().map(better).collect() })
    }

    /// Reduction of a user by a bank, percent.
    fn red(&self, bank: usize, user: usize) -> f64 {
        100.0 * (self.sent[bank][user] as f64 / self.better[user].max(1) as f64 - 1.0)
    }

    /// Least and greatest reduction by banks of others, over all users.
    pub(super) fn others(&self) -> [f64; 2] {
        let users = 0..self.better.len();
        let pairs = users.clone().flat_map(|bank| users.clone().map(move |user| (bank, user)));
        let reds = pairs.filter(|(bank, user)| bank != user).map(|(bank, user)| self.red(bank, user));
        reds.fold([f64::NEG_INFINITY, f64::INFINITY], |[least, most], red| [least.max(red), most.min(red)])
    }
}

/// Tables XIII to XVI.
pub(super) fn matrix(folds: &[Fold], users: &[User], matrix: &Matrix) -> String {
    let name = |user: &User| {
        let one = folds[user.fold].alone().map_or(0, |one| one.trace.players[user.player].id);
        format!("{} {one}", folds[user.fold].name.trim_start_matches("quakeworld_"))
    };
    let mut text = "### Each user's bank on each other: % red in all, q 10, eq. 8 (tables XIII to XVI)\n\n".to_owned();
    let mut cells = vec!["bank of ↓, updates of →".to_owned()];
    cells.extend(users.iter().map(name));
    text += &head(&cells);
    for (bank, owner) in users.iter().enumerate() {
        let reds = (0..users.len()).map(|user| {
            let red = percent(matrix.red(bank, user));
            if user == bank { format!("({red})") } else { red }
        });
        text += &row(std::iter::once(name(owner)).chain(reds));
    }
    let better = |user: usize| {
        let own = matrix.red(user, user);
        (0..users.len()).filter(|bank| *bank != user && matrix.red(*bank, user) < own).count()
    };
    let winners = (0..users.len()).map(|user| better(user).to_string());
    text += &row(std::iter::once("banks of others that save more".to_owned()).chain(winners));
    text += &format!(
        "\nBanks of others: {} (paper, totals: {}). In brackets: a user's own.\n\n",
        span(matrix.others()),
        span(paper::OTHERS_TOTAL)
    );
    text
}

/// Several banks, all of players of other matches, of which for every player the one speaks that erred least of late.
pub(super) fn contest(folds: &[Fold], users: &[User], matrix: &Matrix) -> Result<String, String> {
    let mut text = "### Several banks, chosen by their recent errors\n\n".to_owned();
    let cells = "match, banks, each alone (mean), best of them afterwards, chosen while playing, % red";
    text += &head(&cells.split(", ").map(str::to_owned).collect::<Vec<_>>());
    for (fold, one) in folds.iter().enumerate().filter_map(|(fold, it)| Some((fold, it.alone()?))) {
        let strangers: Vec<usize> =
            (0..users.len()).filter(|user| !folds[users[*user].fold].meets(&folds[fold])).take(MAX_RIVALS).collect();
        if strangers.len() < 2 {
            continue;
        }
        let players: Vec<usize> = (0..users.len()).filter(|user| users[*user].fold == fold).collect();
        let alone = |bank: usize| players.iter().map(|user| matrix.sent[bank][*user]).sum::<usize>();
        let sums: Vec<usize> = strangers.iter().map(|bank| alone(*bank)).collect();
        let banks: Vec<Bank> = strangers.iter().map(|user| users[*user].bank.clone()).collect();
        let counts = by(one, &banks)?;
        let chosen: usize = players.iter().flat_map(|user| counts[users[*user].player]).sum();
        let better = folds[fold].dr.better_of(players.iter().map(|user| users[*user].player));
        text += &row([
            folds[fold].name.clone(),
            strangers.len().to_string(),
            (sums.iter().sum::<usize>() / sums.len()).to_string(),
            sums.iter().min().copied().unwrap_or(0).to_string(),
            chosen.to_string(),
            reduction(chosen, better),
        ]);
    }
    Ok(text + "\n")
}
