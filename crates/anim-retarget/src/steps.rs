//! Functions of steps, which are steps themselves.

use anim_core::{Baked, ClipError, Curve, Ease, Times};

/// A function of curves that consist of steps and hold, with `width` numbers, as steps.
pub(crate) fn steps(
    sources: &[&Curve],
    width: usize,
    mut sample: impl FnMut(f64, &mut [f64]),
) -> Result<Baked, ClipError> {
    let mut times: Vec<f64> = sources.iter().flat_map(|curve| curve.times().iter()).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let mut values = vec![0.0; width * times.len()];
    times.iter().zip(values.chunks_exact_mut(width)).for_each(|(time, out)| sample(*time, out));
    Ok(Baked { curve: Curve::new(Times::keys(times)?, width, values, Ease::Step)?, error: 0.0, jump: 0.0 })
}
