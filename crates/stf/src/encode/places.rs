//! The frames at which curves are compared, and their largest difference.

use anim_core::climb;

/// The number of equal parts between one frame or key and the next.
const PARTS: usize = 8;

/// The frames at which two curves are compared, in ascending order: equal parts of each interval between frames and keys, and just
/// before keys.
pub(super) fn places(frames: &[f64], keys: &[f64]) -> Vec<f64> {
    let mut ends: Vec<f64> = frames.iter().chain(keys).copied().collect();
    ends.sort_unstable_by(f64::total_cmp);
    ends.dedup();
    let parts = ends.windows(2).flat_map(|pair| {
        (1..PARTS).map(move |part| pair[0] + (pair[1] - pair[0]) * part as f64 / PARTS as f64)
    });
    let mut places: Vec<f64> = parts.chain(keys.iter().map(|key| key - 1e-6)).collect();
    places.append(&mut ends);
    places.sort_unstable_by(f64::total_cmp);
    places
}

/// The largest of these differences at ascending frames, or of those around it, which `at` computes.
pub(super) fn largest(frames: &[f64], differences: &[f64], at: impl FnMut(f64) -> f64) -> f64 {
    let worst = (0..differences.len()).max_by(|a, b| differences[*a].total_cmp(&differences[*b]));
    let Some(worst) = worst else { return 0.0 };
    let around = [worst.saturating_sub(1), (worst + 1).min(frames.len() - 1)].map(|place| frames[place]);
    differences[worst].max(climb(around, at))
}
