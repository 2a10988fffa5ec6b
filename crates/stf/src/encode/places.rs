//! The frames at which curves are compared.

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
