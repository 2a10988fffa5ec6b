//! Keys at times of their own, and the error that is stated for them.

use std::sync::Arc;

use anim_core::{Channel, Clip, Curve, Ease, Node, Property, Rate, Report, Times, Wrap};
use anim_runtime::{CompileOptions, Figure, Motion};
use proptest::prelude::*;

/// The largest distance between the positions of a motion and of its clip, at 401 times, and the stated error.
fn apart(clip: &Clip) -> (f64, f64) {
    let mut report = Report::new();
    let figure = Arc::new(Figure::new(clip));
    let motion = Motion::compile_with(clip, &figure, &CompileOptions::default(), &mut report).unwrap();
    let distance = |time: f64| {
        let (found, exact) = (motion.joint(0, time, Wrap::Hold).translation, clip.pose(time).world[0]);
        let parts = found.iter().zip(exact.translation());
        parts.map(|(found, exact)| (f64::from(*found) - exact).powi(2)).sum::<f64>().sqrt()
    };
    let most = (0..=400).map(|step| distance(clip.duration * f64::from(step) / 400.0)).fold(0.0, f64::max);
    (most, motion.errors().length)
}

/// A clip of a second whose node is at X = t² at each key.
fn square(times: Times, rate: Rate) -> Clip {
    let values = times.iter().flat_map(|time| [time * time, 0.0, 0.0]).collect();
    let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
    Clip::new("square")
        .with_duration(1.0)
        .with_rate(rate)
        .with_nodes(vec![Node::new("a")])
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()])
}

#[test]
fn keys_outside_of_the_clip_stay_at_their_times() {
    let frames = |first: f64| Times::uniform(first, Rate::per_second(30), 31).unwrap();
    for (times, rate) in [
        (frames(-15.0), 30),
        (frames(10.0), 30),
        (frames(0.0), 30),
        (Times::keys([-1.0, 0.0, 1.0]).unwrap(), 2),
        (Times::keys([0.0, 0.25, 0.5, 0.75, 2.0]).unwrap(), 4),
    ] {
        let (found, stated) = apart(&square(times.clone(), Rate::per_second(rate)));
        assert!(found < 1e-6 && stated < 1e-6, "{times:?}: {found} apart, {stated} stated");
    }
}

proptest! {
    #[test]
    fn places_are_those_of_the_clip_within_the_stated_error(
        first in -8..8i32,
        keys in 1..9usize,
        odd in prop::option::of(0.1..3.0f64),
        rate in 1..9u32,
    ) {
        let rate = Rate::per_second(rate);
        let uniform = Times::uniform(f64::from(first), rate, keys).unwrap();
        let last = uniform.last().unwrap();
        let times = match odd {
            Some(gap) => Times::keys(uniform.iter().chain([last + gap]).collect::<Vec<_>>()).unwrap(),
            None => uniform,
        };
        let (found, stated) = apart(&square(times, rate));
        prop_assert!(found <= 1.5 * stated + 1e-5, "{} apart, {} stated", found, stated);
    }
}
