//! The largest value of a function of time, near a time at which it is large.

/// How often the span is shortened: to a hundred-thousandth of its length.
pub(crate) const ROUNDS: u32 = 24;

/// The fraction of a span that remains.
const PART: f64 = 0.618_033_988_749_894_9;

/// Searches a span of seconds for the largest value of a function by golden sections, and returns the largest value found. If the
/// function rises to one peak and falls again, this is the peak.
///
/// ```
/// let mut nearest = f64::INFINITY;
/// let top = anim_core::climb([0.0, 1.0], |time: f64| {
///     nearest = nearest.min((time - 0.3).abs());
///     5.0 - (time - 0.3).powi(2)
/// });
/// assert!(nearest < 1e-5 && (5.0 - top).abs() < 1e-10);
/// ```
pub fn climb(span: [f64; 2], height: impl FnMut(f64) -> f64) -> f64 {
    climb_for(ROUNDS, span, height)
}

/// [`climb`] with a number of rounds, each of which shortens the span to 0.618 of its length.
pub(crate) fn climb_for(
    rounds: u32,
    [mut from, mut to]: [f64; 2],
    mut height: impl FnMut(f64) -> f64,
) -> f64 {
    let mut times = [to - PART * (to - from), from + PART * (to - from)];
    let mut heights = times.map(&mut height);
    let mut top = f64::max(heights[0], heights[1]);
    for _ in 0..rounds {
        let [left, right] = times;
        let new;
        if heights[0] > heights[1] {
            to = right;
            new = to - PART * (to - from);
            (times, heights) = ([new, left], [height(new), heights[0]]);
            top = top.max(heights[0]);
        } else {
            from = left;
            new = from + PART * (to - from);
            (times, heights) = ([right, new], [heights[1], height(new)]);
            top = top.max(heights[1]);
        }
    }
    top
}
