use super::*;

/// Searches with `budget` evaluations at most.
fn minimise(f: impl Fn(&[f64]) -> f64, start: &[f64], budget: usize, seed: u64) -> (Vec<f64>, f64, Search) {
    let mut search = Search::new(start, 0.2, seed);
    let mut spent = 0;
    while spent + search.ask().len() <= budget {
        let values: Vec<f64> = search.ask().iter().map(|point| f(point)).collect();
        spent += values.len();
        search.tell(&values);
    }
    let (point, value) = search.best().expect("finite values");
    (point.to_vec(), value, search.clone())
}

fn sphere(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(i, x)| (x - 0.3 - 0.1 * i as f64).powi(2)).sum()
}

#[test]
fn finds_the_middle_of_a_sphere() {
    for n in [1, 2, 5] {
        let (point, value, _) = minimise(sphere, &vec![0.9; n], 200 + 150 * n, 1);
        assert!(value < 1e-6, "{n}: {value} at {point:?}");
    }
}

#[test]
fn follows_a_narrow_ellipsoid_that_lies_across_the_axes() {
    let f = |x: &[f64]| {
        let (along, across) = (x[0] + x[1] - 1.1, x[0] - x[1] - 0.1);
        along * along + 1e4 * across * across
    };
    let (point, value, _) = minimise(f, &[0.1, 0.9], 800, 3);
    assert!(value < 1e-8 && (point[0] - 0.6).abs() < 1e-3 && (point[1] - 0.5).abs() < 1e-3, "{point:?} {value}");
}

#[test]
fn follows_the_valley_of_rosenbrock() {
    // The usual box of ±2 brought to 0 … 1.
    let f = |x: &[f64]| {
        let (a, b) = (4.0 * x[0] - 2.0, 4.0 * x[1] - 2.0);
        (1.0 - a).powi(2) + 100.0 * (b - a * a).powi(2)
    };
    let (point, value, _) = minimise(f, &[0.2, 0.75], 1500, 1);
    assert!(value < 1e-6, "{value} at {point:?}");
    assert!((point[0] - 0.75).abs() < 1e-2 && (point[1] - 0.75).abs() < 1e-2, "{point:?}");
}

#[test]
fn leaves_the_wells_of_rastrigin_by_beginning_again() {
    let f = |x: &[f64]| -> f64 {
        x.iter()
            .map(|x| 5.12 * 2.0 * (x - 0.4))
            .map(|x| x * x + 10.0 - 10.0 * libm::cos(core::f64::consts::TAU * x))
            .sum()
    };
    let (point, value, search) = minimise(f, &[0.05, 0.95], 8000, 2);
    assert!(search.restarts() > 0 && value < 1e-3, "{value} at {point:?} after {} restarts", search.restarts());
}

#[test]
fn finds_what_lies_in_a_corner_of_the_box() {
    let (point, value, _) = minimise(|x| -x[0] - 2.0 * x[1], &[0.5, 0.5], 600, 1);
    assert!(value < -2.999, "{value} at {point:?}");
}

#[test]
fn all_points_lie_in_the_box_and_the_first_is_the_start() {
    let mut search = Search::new(&[0.0, 1.7, 0.5], 0.9, 9);
    assert_eq!(search.ask()[0], [0.0, 1.0, 0.5]);
    for _ in 0..50 {
        assert!(search.ask().iter().flatten().all(|x| (0.0..=1.0).contains(x)), "{:?}", search.ask());
        let values: Vec<f64> = search.ask().iter().map(|x| x[0] + x[1] * x[2]).collect();
        search.tell(&values);
    }
}

#[test]
fn the_result_is_never_worse_than_the_start() {
    let (point, value, _) = minimise(|x| if x[0] == 0.25 { -1.0 } else { 1.0 }, &[0.25], 40, 1);
    assert_eq!((point[0], value), (0.25, -1.0));
}

#[test]
fn invalid_points_are_the_worst() {
    let f = |x: &[f64]| {
        if x[0] > 0.6 {
            f64::INFINITY
        } else if x[1] > 0.8 {
            f64::NAN
        } else {
            1.0 - x[0] - x[1]
        }
    };
    let (point, value, _) = minimise(f, &[0.1, 0.1], 800, 1);
    assert!((value + 0.4).abs() < 0.01, "{value} at {point:?}");
    let mut hopeless = Search::new(&[0.5], 0.2, 1);
    let values = vec![f64::NAN; hopeless.ask().len()];
    hopeless.tell(&values);
    assert_eq!(hopeless.best(), None);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let run = |seed| minimise(sphere, &[0.9, 0.1, 0.5], 300, seed);
    let (a, b, c) = (run(5), run(5), run(6));
    assert_eq!((a.0.clone(), a.1.to_bits()), (b.0, b.1.to_bits()));
    assert_ne!(a.0, c.0);
}
