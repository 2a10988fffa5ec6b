//! Rotations from baked values.

use anim_core::{Curve, Ease as Join, Times, quaternion};

use crate::eval::{Clock, Samples};
use crate::{Ease, Keyframe, Subtrack, Track};

/// The curve of a rotation from its baked values; `None` if it has none. A component without baked values uses its keys.
///
/// Exporters bake each component separately: the values are normalised here, and each gets the sign nearest to the previous value. An
/// arc of half a turn keeps its direction. Between frames there are arcs, and steps where the keys of all components are constant.
pub(crate) fn curve(
    parts: [&Subtrack; 4],
    timepoints: &[f64],
    samples: &[Option<Samples>; 4],
    clock: Clock,
) -> Option<Curve> {
    let first = samples.iter().flatten().map(|samples| samples.first).next()?;
    let count = samples.iter().flatten().map(|samples| samples.values.len()).max()?;
    let curves = parts.map(|part| part.curve(timepoints));
    let constant = parts.map(|part| constant_from(part, timepoints.len()));
    let mut values = Vec::with_capacity(4 * count);
    let mut eases = Vec::with_capacity(count);
    let (mut last, mut is_flipped) = (quaternion::IDENTITY, false);
    for index in 0..count {
        let frame = first + index as f64;
        let value = std::array::from_fn(|part| match (&samples[part], &curves[part]) {
            (Some(samples), _) => samples.at(frame),
            (None, Some(curve)) => curve.at(frame)[0],
            (None, None) => quaternion::IDENTITY[part],
        });
        let value = quaternion::normalize(value);
        is_flipped ^= quaternion::dot(value, last) < 0.0;
        last = value;
        values.extend(value.map(|part| if is_flipped { -part } else { part }));
        let next = timepoints.partition_point(|&timepoint| timepoint <= frame);
        let step = next > 0 && constant.iter().all(|constant| constant[next - 1]);
        eases.push(if step { Join::Step } else { Join::Slerp });
    }
    let times = Times::uniform(first - clock.origin, clock.rate, count).ok()?;
    Curve::new(times, 4, values, Join::Slerp).ok()?.with_eases(eases).ok()
}

/// Gives the baked values of a rotation the signs and the length of its keys, which changes the components but not the rotation:
/// within the keys those of the curve, and beyond them the length of the outermost key, and of its two signs the one nearer to the
/// adjacent frame. Nothing changes unless all four components have keys and baked values.
pub(crate) fn align(track: &Track, samples: &mut [Option<Samples>]) {
    let curves = track.subtracks.iter().map(|part| part.as_ref()?.curve(&track.timepoints));
    let Some(curves) = curves.collect::<Option<Vec<Curve>>>() else { return };
    let (Some(&first), Some(&last), Ok(curves)) =
        (track.timepoints.first(), track.timepoints.last(), <[Curve; 4]>::try_from(curves))
    else {
        return;
    };
    let [Some(x), Some(y), Some(z), Some(w)] = samples else { return };
    let mut parts = [x, y, z, w];
    let count = parts.iter().map(|part| part.values.len()).min().unwrap_or_default();
    let curve = |frame: f64| curves.each_ref().map(|curve| curve.at(frame)[0]);
    let start = parts[0].first;
    let mut align = |index: usize, near: [f64; 4]| {
        let value = parts.each_ref().map(|part| part.values[index]);
        let scale = (quaternion::dot(near, near) / quaternion::dot(value, value)).sqrt();
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let value = quaternion::nearest(value, near).map(|part| part * scale);
        parts.iter_mut().zip(value).for_each(|(part, value)| part.values[index] = value);
        value
    };
    let reaching = |time: f64| (0..count).find(|&index| start + index as f64 >= time).unwrap_or(count);
    let (inside, beyond) = (reaching(first), reaching(last.next_up()));
    for index in inside..beyond {
        align(index, curve(start + index as f64));
    }
    let mut near = curve(last);
    for index in beyond..count {
        near = align(index, near);
    }
    near = curve(first);
    for index in (0..inside).rev() {
        near = align(index, near);
    }
}

/// For each timepoint, whether the key that is played from there is constant.
fn constant_from(part: &Subtrack, count: usize) -> Vec<bool> {
    let mut constant = false;
    let played = (0..count).map(|index| {
        if let Some(Keyframe::Key(key)) = part.keyframes.get(index) {
            constant = matches!(key.ease, Ease::Constant);
        }
        constant
    });
    played.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_turn_between_frames_goes_the_way_of_the_baked_values() {
        let part = |values: [f64; 2]| Some(Samples { first: 0.0, values: values.to_vec() });
        let none = Subtrack::default();
        for (first, second) in [(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0)] {
            let samples = [part([0.0; 2]), part([0.0, second]), part([0.0; 2]), part([first, 0.0])];
            let made = curve([&none; 4], &[], &samples, Clock::frames()).unwrap();
            let middle = made.at(0.5);
            // A quarter turn about y, whose direction depends on the signs of both components.
            assert!(
                (2.0 * middle[1] * middle[3] - first * second).abs() < 1e-12,
                "{first} {second}: {middle:?}"
            );
            assert_eq!(made.value(0)[3], 1.0);
        }
    }
}
