//! The curves of keys and baked values, as Blender plays them.

mod ascending;
mod baked;
mod replaced;

use std::ops::Range;

use anim_core::{Curve, Ease as Join, Handles, Rate, Times};

use crate::{Ease, Key, Keyframe, Subtrack};
pub use ascending::sample_ascending;
pub(crate) use baked::{AGREEMENT, Disagreement, Samples, complete, disagreement};
pub(crate) use replaced::replaced;

/// The whole frames of the baked values of a range. If a range starts at a fraction of a frame, the first frame is before its
/// start.
pub fn baked_frames([first, last]: [f64; 2]) -> Range<i64> {
    // A cast clamps to the range of the integer.
    first.trunc() as i64..(last + 1.0).trunc() as i64
}

/// The conversion of frames to seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// The frame at time 0.
    pub(crate) origin: f64,
    /// Frames a second.
    pub(crate) rate: Rate,
}

impl Clock {
    /// Times in frames, as the file counts them.
    pub(crate) fn frames() -> Self {
        Self { origin: 0.0, rate: Rate::per_second(1) }
    }

    /// The time of a frame.
    pub(crate) fn time(&self, frame: f64) -> f64 {
        self.rate.time(frame - self.origin)
    }
}

impl Subtrack {
    /// The curve of the keys, with times in frames; `None` if no key has an ascending timepoint.
    ///
    /// Before its first key and after its last, the curve holds. In constant, linear and unnamed segments, fillers are points
    /// of the curve; in other segments they have no effect.
    pub fn curve(&self, timepoints: &[f64]) -> Option<Curve> {
        self.curve_by(timepoints, Clock::frames())
    }

    pub(crate) fn curve_by(&self, timepoints: &[f64], clock: Clock) -> Option<Curve> {
        curve(&points(&self.keyframes, timepoints), clock)
    }
}

/// A curve through points.
fn curve(points: &[Point<'_>], clock: Clock) -> Option<Curve> {
    let mut times: Vec<f64> = Vec::with_capacity(points.len());
    let (mut values, mut eases) = (Vec::with_capacity(points.len()), Vec::with_capacity(points.len()));
    let mut handles = vec![Handles::default(); points.len()];
    let mut kept: Vec<&Point<'_>> = Vec::with_capacity(points.len());
    for point in points {
        let time = clock.time(point.frame);
        // Frames too close for separate times count as one.
        if time.is_finite() && times.last().is_none_or(|&last| last < time) {
            times.push(time);
            values.push(point.value);
            eases.push(point.join());
            kept.push(point);
        }
    }
    let seconds = |frames: f64| clock.rate.time(frames);
    for index in 0..kept.len() {
        let (point, next) = (kept[index], kept.get(index + 1));
        let Some(next) = next else { break };
        let third = (times[index + 1] - times[index]) / 3.0;
        let rise = next.value - point.value;
        let (out, into) = match point.ease {
            Some(Ease::Bezier { out, .. }) => {
                let into = next.key.and_then(|key| key.into).unwrap_or_default();
                ([seconds(out.frames), out.value], [seconds(into.frames), into.value])
            }
            Some(Ease::Quadratic) => ([third, 0.0], [-third, -2.0 / 3.0 * rise]),
            Some(Ease::Cubic) => ([third, 0.0], [-third, -rise]),
            _ => continue,
        };
        handles[index].out = out;
        handles[index + 1].into = into;
    }
    let bezier = eases.contains(&Join::Bezier);
    let curve = Curve::new(Times::keys(times).ok()?, 1, values, Join::Linear).ok()?;
    let curve = curve.with_eases(eases).ok()?;
    if bezier { curve.with_handles(handles).ok() } else { Some(curve) }
}

/// A point of a curve.
#[derive(Clone, Copy)]
struct Point<'a> {
    frame: f64,
    value: f64,
    /// The curve to the next point; `None` for fillers before the first key.
    ease: Option<&'a Ease>,
    /// The key; `None` for a filler.
    key: Option<&'a Key>,
}

impl Point<'_> {
    fn join(&self) -> Join {
        match self.ease {
            Some(Ease::Bezier { .. } | Ease::Quadratic | Ease::Cubic) => Join::Bezier,
            Some(Ease::Constant) => Join::Step,
            Some(Ease::Linear | Ease::Unnamed | Ease::Other(_)) | None => Join::Linear,
        }
    }
}

fn points<'a>(keyframes: &'a [Keyframe], timepoints: &[f64]) -> Vec<Point<'a>> {
    let real = keyframes.iter().any(|keyframe| matches!(keyframe, Keyframe::Key(_)));
    let mut ease = None;
    let mut points: Vec<Point<'a>> = Vec::with_capacity(keyframes.len());
    for (keyframe, &frame) in keyframes.iter().zip(timepoints) {
        match keyframe {
            Keyframe::Key(key) => {
                ease = Some(&key.ease);
                points.push(Point { frame, value: key.value, ease, key: Some(key) });
            }
            Keyframe::Filler { value } => {
                let counts = match ease {
                    Some(Ease::Bezier { .. } | Ease::Quadratic | Ease::Cubic) => false,
                    Some(_) => true,
                    None => !real,
                };
                if counts {
                    points.push(Point { frame, value: *value, ease, key: None });
                }
            }
            Keyframe::Absent | Keyframe::Other(_) => {}
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handle, Tangent};

    fn key(value: f64, ease: Ease) -> Keyframe {
        Key::new(value, ease).into()
    }

    fn bezier(out: [f64; 2]) -> Ease {
        Ease::Bezier { tangent: Tangent::Split, out: Handle::stored(out) }
    }

    fn at(keyframes: Vec<Keyframe>, timepoints: &[f64], frames: &[f64]) -> Vec<f64> {
        let curve = Subtrack { keyframes, ..Subtrack::default() }.curve(timepoints).unwrap();
        frames.iter().map(|&frame| curve.at(frame)[0]).collect()
    }

    fn close(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 5e-7)
    }

    #[test]
    fn stored_handles_are_negated() {
        // Computed separately, by bisection.
        let into = Some(Handle::stored([-2.0, 0.0]));
        let keys = vec![key(0.0, bezier([2.0, -3.0])), Key { into, ..Key::new(2.0, Ease::Constant) }.into()];
        let found = at(keys, &[0.0, 6.0], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert!(close(&found, &[0.0, 1.189_815, 1.851_852, 2.125, 2.148_148, 2.060_185, 2.0]), "{found:?}");
    }

    #[test]
    fn the_example_of_the_specification_is_symmetric() {
        let flat = || bezier([1.333_333_492_279_052_7, 0.0]);
        let into = Some(Handle::stored([-1.333_333_492_279_052_7, 0.0]));
        let keys = vec![key(0.0, flat()), Key { into, ..Key::new(1.0, flat()) }.into()];
        let found = at(keys, &[1.0, 5.0], &[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(close(&found, &[0.0, 0.156_25, 0.5, 0.843_75, 1.0]), "{found:?}");
    }

    #[test]
    fn the_left_key_decides_the_segment() {
        let (u, rise) = (0.25, 4.0);
        for (ease, expected) in [
            (Ease::Constant, 1.0),
            (Ease::Linear, 1.0 + rise * u),
            (Ease::Quadratic, 1.0 + rise * u * u),
            (Ease::Cubic, 1.0 + rise * u * u * u),
            (Ease::Unnamed, 1.0 + rise * u),
            (Ease::named("sinc"), 1.0 + rise * u),
        ] {
            let keys = vec![key(1.0, ease.clone()), key(5.0, Ease::Linear)];
            let found = at(keys, &[0.0, 8.0], &[-1.0, 2.0, 9.0]);
            assert!(close(&found, &[1.0, expected, 5.0]), "{ease:?} {found:?}");
        }
    }

    #[test]
    fn fillers_are_points_of_constant_linear_and_nameless_segments() {
        let filler = || Keyframe::Filler { value: 7.0 };
        for (ease, expected) in
            [(Ease::Linear, 7.0), (Ease::Unnamed, 7.0), (Ease::Cubic, 0.125), (Ease::Constant, 7.0)]
        {
            let keys = vec![key(0.0, ease.clone()), filler(), key(1.0, Ease::Linear)];
            assert_eq!(at(keys, &[0.0, 5.0, 10.0], &[5.0]), [expected], "{ease:?}");
        }
        assert_eq!(
            at(vec![filler(), Keyframe::Absent, key(2.0, Ease::Linear)], &[0.0, 1.0, 2.0], &[0.0]),
            [2.0]
        );
        assert_eq!(at(vec![filler(), Keyframe::Filler { value: 9.0 }], &[0.0, 2.0], &[0.0, 1.0]), [7.0, 8.0]);
    }

    #[test]
    fn baked_frames_are_whole() {
        for (range, frames) in
            [([1.0, 5.0], 1..6), ([0.5, 10.5], 0..11), ([-2.5, 3.25], -2..4), ([7.0, 7.0], 7..8)]
        {
            assert_eq!(baked_frames(range), frames, "{range:?}");
        }
    }

    #[test]
    fn timepoints_that_do_not_ascend_are_skipped() {
        let keys = vec![key(0.0, Ease::Linear), key(9.0, Ease::Linear), key(2.0, Ease::Linear)];
        assert_eq!(at(keys, &[0.0, 0.0, 2.0], &[1.0]), [1.0]);
        assert_eq!(Subtrack::default().curve(&[]), None);
    }
}
