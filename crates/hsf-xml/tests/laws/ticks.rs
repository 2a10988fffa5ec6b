//! Key times as ticks.

use anim_core::{Channel, Curve, Deviation, Ease, Fate, Node, Property, Times, Unit};
use anim_hsf_xml::{Clip, Key};

use super::encoding::encoded;

#[test]
fn jumps_that_are_baked_are_steps() {
    let curve =
        |ease: Ease| Curve::new(Times::keys(vec![0.0, 1.0]).unwrap(), 1, vec![0.0, 4.0], ease).unwrap();
    let part = |component: usize, ease: Ease| {
        Channel::part(0, Property::Translation, component, curve(ease)).unwrap()
    };
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![part(0, Ease::Linear), part(1, Ease::Step)]);
    let (hsf, report) = encoded(&clip);
    // The two keys of the jump are on neighbouring ticks, which counts as an error in seconds, and x goes 4 units a second.
    let [loss, moved] = report.losses.as_slice() else { panic!("{report}") };
    assert!(moved.code.id == "hsf-xml::tick" && moved.property.as_deref() == Some("translation"), "{report}");
    let Fate::Approximated(Deviation { size, unit: Unit::Time, .. }) = loss.fate else { panic!("{report}") };
    assert!(loss.code.id == "hsf-xml::tick" && size <= 2e-5, "{report}");
    let found = hsf.clips().remove(0);
    for time in [0.5, 1.0 - 1e-6, 1.0 - 1e-7, 1.0] {
        let y = if time < 1.0 { 0.0 } else { 4.0 };
        let [x_found, y_found, _] = found.pose(time).local[0].translation();
        assert!(
            (x_found - 4.0 * time).abs() <= 4.0 * size + 1e-9 && y_found == y,
            "at {time}: {x_found}, {y_found}"
        );
    }
}

#[test]
fn times_that_no_ticks_fit_are_rounded_and_the_error_is_in_seconds() {
    // Frame times as BVH files print them: 1/30 s with six digits.
    for (step, frames, ticks, off) in [
        (1.0 / 30.0, 300, 4800.0, 0.0),
        (0.033_333, 20, 4800.0, 19.0 / 3e6),
        (0.033_333_3, 300, 4800.0, 299.0 / 3e7),
        (1.0 / 44_100.0, 300, 705_600.0, 0.0),
    ] {
        let times =
            Times::keys((0..frames).map(|frame| f64::from(frame) * step).collect::<Vec<_>>()).unwrap();
        // Slow enough that the times alone decide.
        let values = (0..3 * frames).map(|n| f64::from(n) * 1e-3).collect();
        let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
        let clip = Clip::new("c")
            .with_duration(f64::from(frames - 1) * step)
            .with_nodes(vec![Node::new("n")])
            .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
        let (hsf, report) = encoded(&clip);
        assert_eq!(hsf.root.number(Key::TicksPerSecond), ticks, "{step}");
        let found = report.losses.first().map_or(0.0, |loss| match loss.fate {
            Fate::Approximated(Deviation { size, unit: Unit::Time, .. }) => size,
            _ => panic!("{report}"),
        });
        assert!((found - off).abs() < 1e-9, "{step}: {report}");
    }
}

/// A point that goes along a diagonal, one unit of each number a frame; the frames are not whole ticks of 1/4800 s.
fn diagonal(step: f64) -> (Clip, f64) {
    let times = Times::keys((0..20).map(|frame| f64::from(frame) * step).collect::<Vec<_>>()).unwrap();
    let values = (0..60).map(|n| f64::from(n / 3)).collect();
    let curve = Curve::new(times, 3, values, Ease::Linear).unwrap();
    let clip = Clip::new("c")
        .with_duration(19.0 * step)
        .with_nodes(vec![Node::new("n")])
        .with_channels(vec![Channel::new(0, Property::Translation, curve).unwrap()]);
    (clip, 3.0_f64.sqrt() / step)
}

#[test]
fn what_rounded_times_do_to_values_is_reported_and_costs_ticks() {
    // 52 units a second and 5459: only the slow one comes within 1e-4 units, at half a tick of 1.9 microseconds.
    for (step, is_fine) in [(0.033_333_3, true), (0.000_317_31, false)] {
        let (clip, speed) = diagonal(step);
        let (hsf, report) = encoded(&clip);
        let ticks = hsf.root.number(Key::TicksPerSecond);
        let [length, seconds] = [Unit::Length, Unit::Time].map(|unit| {
            let sizes = report.losses.iter().filter_map(|loss| match loss.fate {
                Fate::Approximated(error) if error.unit == unit => Some(error.size),
                _ => None,
            });
            sizes.fold(0.0, f64::max)
        });
        assert_eq!(length <= 1e-4, is_fine, "{ticks}: {report}");
        // The speed is the same everywhere, but for what rounding makes of it.
        assert!((length / seconds / speed - 1.0).abs() < 0.05, "{ticks}: {report}");
        let found = hsf.clips().remove(0);
        let mut most: f64 = 0.0;
        for n in 0..20_000 {
            let time = f64::from(n) / 19_999.0 * 19.0 * step;
            let u = (time / step).min(19.0);
            let place = found.pose(time).local[0].translation();
            most = most.max(place.iter().map(|c| (c - u).powi(2)).sum::<f64>().sqrt());
        }
        assert!(most <= length + 1e-9 && most > 0.5 * length, "{most}: {report}");
    }
}
