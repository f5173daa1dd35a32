//! Which weights the learned models use on which trace, and whether they have seen its level before.
use std::fs;
use std::path::{Path, PathBuf};

/// Layouts that the weights embedded in the library were trained on, one per line.
const EMBEDDED_LAYOUTS: &str = include_str!("../../../src/predict/learned/default.layouts");
/// The bank of the library, for neuro-reckoning. It was learned from fewer layouts than the embedded weights.
const EMBEDDED_BANK: &[u8] = antreckon::predict::neuro::DEFAULT;

/// Weights of the learned models.
#[derive(Debug, Clone, Default)]
pub enum Weights {
    /// Those embedded in the library.
    #[default]
    Embedded,
    /// One file for all traces.
    File(WeightsFile),
    /// Per trace the first file that was trained without its layout.
    Folds(Vec<WeightsFile>),
}

/// A weights file and what it was trained on.
#[derive(Debug, Clone)]
pub struct WeightsFile {
    /// Its name, without folders.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The sending policy that was trained on the same layouts, from the file of the same name that ends in `.policy`.
    pub policy: Option<Vec<u8>>,
    /// The bank of networks for neuro-reckoning, from the file of the same name that ends in `.bank`.
    pub bank: Option<Vec<u8>>,
    /// Layouts of the matches it was trained on, from the file of the same name that ends in `.layouts`.
    pub layouts: Option<Vec<String>>,
}

/// The weights of one trace.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// File name; `None` = embedded.
    pub name: Option<&'a str>,
    /// Content; `None` = embedded.
    pub bytes: Option<&'a [u8]>,
    /// Sending policy; `None` = embedded.
    pub policy: Option<&'a [u8]>,
    /// Networks of neuro-reckoning: the file's own, else those of the program.
    pub bank: &'a [u8],
    /// Were they trained on matches of this trace's layout, or what stands in for a policy or bank that the file lacks? `None` = not
    /// known.
    pub seen: Option<bool>,
}

impl WeightsFile {
    /// Reads a file and, where it exists, the list of layouts beside it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", path.display());
        let bytes = fs::read(path).map_err(fault)?;
        let layouts = fs::read_to_string(path.with_extension("layouts")).ok().map(|text| lines(&text));
        let beside = |ending: &str| fs::read(path.with_extension(ending)).ok();
        let (policy, bank) = (beside("policy"), beside("bank"));
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self { name, bytes, policy, bank, layouts })
    }

    fn choice(&self, layout: &str) -> Choice<'_> {
        let lacks = self.policy.is_none() || self.bank.is_none();
        let seen = self.has_seen(layout).map(|seen| seen || (lacks && embedded_has_seen(layout)));
        Choice {
            name: Some(&self.name),
            bytes: Some(&self.bytes),
            policy: self.policy.as_deref(),
            bank: self.bank.as_deref().unwrap_or(EMBEDDED_BANK),
            seen,
        }
    }

    /// Was it trained on matches of this layout? `None` = not known.
    fn has_seen(&self, layout: &str) -> Option<bool> {
        self.layouts.as_ref().map(|layouts| layouts.iter().any(|known| known == layout))
    }
}

impl Weights {
    /// All files of a folder that end in `.weights`, in the order of their names. Each needs its list of layouts.
    pub fn folds(folder: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", folder.display());
        let entries = fs::read_dir(folder).map_err(fault)?.collect::<Result<Vec<_>, _>>().map_err(fault)?;
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "weights"));
        paths.sort();
        let files = paths.iter().map(|path| WeightsFile::read(path)).collect::<Result<Vec<_>, _>>()?;
        if files.is_empty() {
            return Err(format!("{}: has no file that ends in .weights", folder.display()));
        }
        match files.iter().find(|file| file.layouts.is_none()) {
            Some(file) => Err(format!("{}: {} has no list of layouts beside it", folder.display(), file.name)),
            None => Ok(Self::Folds(files)),
        }
    }

    /// What a trace of this layout is scored with.
    pub fn choose(&self, layout: &str) -> Result<Choice<'_>, String> {
        match self {
            Self::Embedded => {
                let seen = Some(embedded_has_seen(layout));
                Ok(Choice { name: None, bytes: None, policy: None, bank: EMBEDDED_BANK, seen })
            }
            Self::File(file) => Ok(file.choice(layout)),
            Self::Folds(files) => files
                .iter()
                .find(|file| file.has_seen(layout) == Some(false))
                .map(|file| file.choice(layout))
                .ok_or_else(|| format!("all of the weights were trained on layout \"{layout}\"")),
        }
    }
}

fn embedded_has_seen(layout: &str) -> bool {
    lines(EMBEDDED_LAYOUTS).iter().any(|known| known == layout)
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, layouts: &[&str]) -> WeightsFile {
        WeightsFile {
            name: name.to_owned(),
            bytes: Vec::new(),
            policy: Some(Vec::new()),
            bank: Some(Vec::new()),
            layouts: Some(layouts.iter().map(|layout| (*layout).to_owned()).collect()),
        }
    }

    #[test]
    fn a_fold_never_scores_a_layout_it_was_trained_on() {
        let folds = Weights::Folds(vec![file("a", &["x", "y"]), file("b", &["y", "z"])]);
        let name = |layout: &str| folds.choose(layout).map(|choice| choice.name);
        assert_eq!(name("z"), Ok(Some("a")));
        assert_eq!(name("x"), Ok(Some("b")));
        assert_eq!(name("new"), Ok(Some("a")), "any will do");
        assert!(name("y").is_err());
    }

    #[test]
    fn one_file_for_all_says_whether_it_knows_the_layout() {
        let weights = Weights::File(file("a", &["x"]));
        assert_eq!(weights.choose("x").unwrap().seen, Some(true));
        assert_eq!(weights.choose("y").unwrap().seen, Some(false));
    }

    #[test]
    fn what_stands_in_for_a_missing_policy_or_bank_is_not_passed_over() {
        let known = lines(EMBEDDED_LAYOUTS).remove(0);
        let seen = |file: WeightsFile| Weights::Folds(vec![file]).choose(&known).unwrap().seen;
        assert_eq!(seen(file("a", &["x"])), Some(false));
        assert_eq!(seen(WeightsFile { policy: None, ..file("a", &["x"]) }), Some(true));
        assert_eq!(seen(WeightsFile { bank: None, ..file("a", &["x"]) }), Some(true));
    }
}
