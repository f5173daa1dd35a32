//! Trails of several matches as one.

use super::*;
use antreckon::base::ErrorKind;

#[test]
fn merged_trails_do_not_depend_on_the_order_and_go_on_learning() {
    let parts: Vec<Trails> = (0..4)
        .map(|seed| {
            let mut part = trails();
            learn(&mut part, seed, 800, 2.0);
            part
        })
        .collect();
    let merged = |order: &[usize]| Trails::merged(&order.iter().map(|i| &parts[*i]).collect::<Vec<_>>()).unwrap();
    let want = merged(&[0, 1, 2, 3]).save();
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
        assert_eq!(merged(&order).save(), want, "{order:?}");
    }
    let mut all = merged(&[0, 1, 2, 3]);
    learn(&mut all, 9, 200, 2.0);
    assert_ne!(all.save(), want);
    let alone = Trails::merged(&[&parts[0]]).unwrap();
    assert_eq!(alone.save(), parts[0].save());
}

#[test]
fn merging_weighs_by_evidence() {
    let at = pose(0.125, 0.125, 1.0, 0.0);
    let visited = |times: usize, x: f32| {
        let mut part = trails();
        (0..times).for_each(|_| part.deposit(&at, 0, [x, 0.0]));
        part
    };
    let (few, many) = (visited(1, 4.0), visited(3, 0.0));
    let merged = Trails::merged(&[&few, &many]).unwrap();
    let reading = merged.read_alone(&at, &STILL)[0];
    assert_eq!(reading.evidence, 4.0);
    // (1 · 4 + 3 · 0) / 4 = 1, shrunken by 4 / 4.5.
    assert!((reading.mean[0] - 4.0 / 4.5).abs() < 1e-5, "{reading:?}");
    // The spread of one visit is its distance from nothing; the means lie 3 and 1 from the common one.
    let v = |x: f32| f64::from(x - 0.226_586_56);
    let want = ((v(4.0).powi(2) + 9.0).sqrt()
        + 3.0 * (f64::from(many.read_alone(&at, &STILL)[0].spread).powi(2) + 1.0).sqrt())
        / 4.0;
    assert!((f64::from(reading.spread) - want).abs() < 1e-4, "{} is not {want}", reading.spread);
}

#[test]
fn merged_trails_stay_within_their_budgets_and_keep_what_has_most_evidence() {
    let params = TrailParams { max_cells: 256, max_passages: 128, ..TrailParams::default() };
    let busy = pose(0.3, 0.3, 1.0, 0.0);
    let parts: Vec<Trails> = (0..3)
        .map(|seed| {
            let mut part = Trails::new(&params, DVec3::ZERO).unwrap();
            (0..50).for_each(|_| part.deposit(&busy, 0, [0.5, 0.0]));
            learn(&mut part, seed, 3000, 20.0);
            part
        })
        .collect();
    let merged = Trails::merged(&parts.iter().collect::<Vec<_>>()).unwrap();
    assert!(merged.cell_count() <= 256 && merged.passage_count() <= 128);
    assert!(merged.read(&busy, &STILL).iter().all(|r| r[0].evidence > 20.0));
    let backwards = Trails::merged(&parts.iter().rev().collect::<Vec<_>>()).unwrap();
    assert_eq!(merged.save(), backwards.save());
}

#[test]
fn trails_that_do_not_fit_are_not_merged() {
    assert_eq!(Trails::merged(&[]).unwrap_err().kind, ErrorKind::InvalidArgument);
    let other = Trails::new(&TrailParams { v_max: 9.0, ..TrailParams::default() }, DVec3::ZERO).unwrap();
    let error = Trails::merged(&[&trails(), &other]).unwrap_err();
    assert!(error.kind == ErrorKind::InvalidArgument && error.message.contains("v_max 8"), "{error}");
    let elsewhere = Trails::new(trails().params(), DVec3::X).unwrap();
    assert!(Trails::merged(&[&trails(), &elsewhere]).unwrap_err().message.contains("origin"));
}
