//! Rotations whose components are several channels.

use anim_core::edit::{absolute, cycle, join, reduce, resample};
use anim_core::{
    Channel, Clip, Curve, Ease, Fate, Node, Positive, Property, Rate, Report, Times, Wrap, quaternion,
};

/// A rotation about Z by these angles in degrees, at ten frames per second, as quaternions of a given length: in one channel, or
/// in two with different keys.
fn turning(angles: &[f64], length: f64, is_split: bool) -> Clip {
    let half = |angle: &f64| (0.5 * angle.to_radians()).sin_cos();
    let times = || Times::uniform(0.0, Rate::per_second(10), angles.len()).unwrap();
    let curve = |width: usize, values: Vec<f64>| Curve::new(times(), width, values, Ease::Linear).unwrap();
    let part = |component: usize, values: Vec<f64>| {
        Channel::part(0, Property::Rotation, component, curve(1, values)).unwrap()
    };
    let (z, w): (Vec<f64>, Vec<f64>) = angles.iter().map(half).map(|(z, w)| (z * length, w * length)).unzip();
    let channels = if is_split {
        vec![part(2, z), part(3, w)]
    } else {
        let values = z.iter().zip(&w).flat_map(|(z, w)| [0.0, 0.0, *z, *w]).collect();
        vec![Channel::new(0, Property::Rotation, curve(4, values)).unwrap()]
    };
    let duration = (angles.len() - 1) as f64 / 10.0;
    Clip::new("turn").with_duration(duration).with_nodes(vec![Node::new("n")]).with_channels(channels)
}

/// The largest angle between two clips.
fn apart(a: &Clip, b: &Clip) -> f64 {
    let times = (0..=1000).map(|n| a.duration * f64::from(n) / 1000.0);
    let rotation = |clip: &Clip, time: f64| clip.pose(time).local[0].decompose().rotation;
    times.map(|time| quaternion::angle_between(rotation(a, time), rotation(b, time))).fold(0.0, f64::max)
}

fn stated(report: &Report) -> f64 {
    let size = |fate: Fate| if let Fate::Approximated(error) = fate { error.size } else { 0.0 };
    report.losses.iter().map(|loss| size(loss.fate)).sum()
}

const TOLERANCE: Positive = Positive::literal(1e-4);

#[test]
fn they_fade_as_whole_ones_do() {
    let full: Vec<f64> = (0..=12).map(|n| 30.0 * f64::from(n)).collect();
    let far: Vec<f64> = (0..=12).map(|n| 70.0 - 20.0 * f64::from(n)).collect();
    for crossfade in [0.0, 0.3] {
        let [whole, split] = [false, true].map(|split| {
            cycle(&turning(&full, 1.0, split), crossfade, TOLERANCE, &mut Report::new()).unwrap()
        });
        assert!(apart(&whole, &split) < 3e-4, "{crossfade}: {}", apart(&whole, &split));
    }
    let [whole, split] = [false, true].map(|split| {
        let clips = [turning(&full, 1.0, split), turning(&far, 1.0, split)];
        join(&clips, 0.3, TOLERANCE, &mut Report::new()).unwrap()
    });
    assert!(apart(&whole, &split) < 3e-4, "{}", apart(&whole, &split));
}

#[test]
fn errors_are_what_they_turn() {
    let swing: Vec<f64> = (0..40).map(|n| 60.0 * (0.4 * f64::from(n)).sin()).collect();
    for length in [1.0, 0.3] {
        let clip = turning(&swing, length, true);
        for tolerance in [0.01, 0.2] {
            let mut report = Report::new();
            let less = reduce(&clip, Positive::new(tolerance).unwrap(), &mut report).unwrap();
            let (found, stated) = (apart(&clip, &less), stated(&report));
            assert!(less.key_count() < clip.key_count() || tolerance < 0.1);
            assert!(found <= tolerance && found <= 1.02 * stated, "{length}: {found}, {stated}");
        }
        let mut report = Report::new();
        let frames = resample(&clip, Rate::per_second(3), &mut report).unwrap();
        let (found, stated) = (apart(&clip, &frames), stated(&report));
        assert!(found <= 1.02 * stated && stated < 3.0 * found, "{length}: {found}, {stated}");
    }
}

#[test]
fn the_error_of_components_that_rise_is_that_of_every_period() {
    // From period to period, the quaternion becomes shorter, and a component differs by a greater angle.
    let rising = |component: usize, values: &[f64], ease: Ease| {
        let times = Times::uniform(0.0, Rate::per_second(1), values.len()).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), ease).unwrap();
        let curve = curve.with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
        Channel::part(0, Property::Rotation, component, curve).unwrap()
    };
    let channels = vec![rising(2, &[0.0, 0.05], Ease::Sine), rising(3, &[1.0, 0.7], Ease::Linear)];
    let clip = Clip::new("turn").with_duration(3.0).with_nodes(vec![Node::new("n")]).with_channels(channels);
    let mut report = Report::new();
    let made = absolute(&clip, Positive::literal(1e-2), &mut report).unwrap();
    assert_eq!((made.channels.len(), made.channels[0].curve().wrap().1), (1, Wrap::RepeatWithOffset));
    let (found, stated) = (apart(&clip, &made), stated(&report));
    assert!(found > 1e-4 && found <= 1.001 * stated && stated < 1.1 * found, "{found}, {stated}");
}
