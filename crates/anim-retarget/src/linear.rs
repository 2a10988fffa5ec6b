//! Curves under linear maps, which keep their keys.

use anim_core::merge::Reach;
use anim_core::{Baked, ClipError, Curve, Ease, Fineness, Handles, bake};

/// The curve of `linear(value) + offset`, with the keys, eases and wraps of the source. It has an error, and jumps that take a
/// moment, only if it had to be baked first: if the components of a key have handles with different durations.
pub(crate) fn mapped<const N: usize>(
    curve: &Curve,
    linear: impl Fn([f64; N]) -> [f64; N],
    offset: [f64; N],
    duration: f64,
    fineness: Fineness,
) -> Result<Baked, ClipError> {
    let (before, after) = curve.wrap();
    let baked =
        || Reach::of_linear(&[curve], duration).bake(curve, |curve, span| bake(curve, span, fineness));
    let baked = if has_joint_handles(curve) { None } else { Some(baked()?) };
    let (curve, error, jump) =
        baked.as_ref().map_or((curve, 0.0, 0.0), |baked| (&baked.curve, baked.error, baked.jump));
    let mut values = Vec::with_capacity(curve.values().len());
    for value in curve.values().as_chunks::<N>().0 {
        let image = linear(*value);
        values.extend((0..N).map(|i| image[i] + offset[i]));
    }
    let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let mut image = Curve::new(curve.times().clone(), N, values, Ease::Step)?.with_eases(eases)?;
    if curve.has_handles() {
        let mut handles = Vec::with_capacity(N * curve.len());
        for key in 0..curve.len() {
            let own: [Handles; N] = std::array::from_fn(|i| curve.handles(key, i));
            let (into, out) = (linear(own.map(|own| own.into[1])), linear(own.map(|own| own.out[1])));
            let times = own[0];
            let image = |i| Handles { into: [times.into[0], into[i]], out: [times.out[0], out[i]] };
            handles.extend((0..N).map(image));
        }
        image = image.with_handles(handles)?;
    }
    Ok(Baked { curve: image.with_wrap(before, after), error, jump })
}

/// Whether the components of each key have handles with the same duration: then a linear map of the handles is exact.
pub(crate) fn has_joint_handles(curve: &Curve) -> bool {
    let is_bezier = |key| curve.ease(key) == Ease::Bezier;
    let bezier = (0..curve.len()).any(is_bezier);
    !bezier
        || (0..curve.len()).all(|key| {
            let first = curve.handles(key, 0);
            (1..curve.width()).all(|i| {
                let own = curve.handles(key, i);
                own.into[0] == first.into[0] && own.out[0] == first.out[0]
            })
        })
}

#[cfg(test)]
mod tests {
    use anim_core::{Times, Wrap};

    use super::*;

    /// Swaps two numbers, doubles one of them, and adds 1 to both.
    fn image(curve: &Curve) -> (Curve, f64) {
        let made = mapped(curve, |[a, b]| [2.0 * b, a], [1.0; 2], 2.0, Fineness::from(1e-4)).unwrap();
        (made.curve, made.error)
    }

    #[test]
    fn a_linear_map_keeps_keys_eases_and_wraps() {
        let handle = |a: f64, b: f64| Handles { into: [-a, b], out: [a, -b] };
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let values = vec![0.0, 5.0, 1.0, 3.0, 2.0, 4.0];
        for third in [1.0 / 3.0, 0.2] {
            let handles = (0..3).flat_map(|_| [handle(1.0 / 3.0, 0.5), handle(third, 2.0)]).collect();
            let curve = Curve::new(times.clone(), 2, values.clone(), Ease::Bezier)
                .and_then(|curve| curve.with_handles(handles))
                .and_then(|curve| curve.with_eases(vec![Ease::Bezier, Ease::Sine, Ease::Linear]))
                .unwrap()
                .with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
            let (found, error) = image(&curve);
            let joint = third > 0.3;
            assert_eq!(joint, error == 0.0);
            for step in 0..=70 {
                let time = 7.0 * f64::from(step) / 70.0;
                let (source, found) = (curve.at(time), found.at(time));
                for (found, expected) in found.iter().zip([2.0 * source[1] + 1.0, source[0] + 1.0]) {
                    assert!((found - expected).abs() < if joint { 1e-12 } else { 3e-4 }, "at {time}");
                }
            }
        }
    }
}
