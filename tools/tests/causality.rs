//! No model knows the future: what comes after a frame does not change what was predicted up to it.
mod support;

use antreckon_cli::eval::{self, Weights};
use support::{FRAMES, Folder, predictions, score, write_match};

#[test]
fn predictions_do_not_depend_on_what_comes_later() {
    let folder = Folder::new("causality");
    let last = FRAMES * 7 / 10;
    let models = eval::model_names();
    let mut dumps = Vec::new();
    for (name, until) in [("true", FRAMES), ("scrambled", last + 1)] {
        let (trace, dump) = (folder.0.join(name), folder.0.join(format!("{name}_dump")));
        std::fs::create_dir_all(&trace).expect("a folder");
        write_match(&trace, until);
        score(&trace, &models, &Weights::Embedded, Some(&dump));
        dumps.push(dump);
    }
    for model in &models {
        let [truth, scrambled] = [&dumps[0], &dumps[1]].map(|dump| predictions(dump, model));
        let (mut same, mut later_differ) = (0, 0);
        for (case, place) in &truth {
            let Some(other) = scrambled.get(case) else { continue };
            if case.0 <= last {
                assert_eq!(place, other, "{model}: frame {}, player {}, {} frames ahead", case.0, case.1, case.2);
                same += 1;
            } else {
                later_differ += usize::from(place != other);
            }
        }
        assert!(same > 1000, "{model}: only {same} predictions compared");
        assert!(later_differ > 100, "{model}: the scrambled part makes no difference");
    }
}
