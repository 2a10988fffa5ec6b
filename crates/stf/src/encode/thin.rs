//! Removes keys that are on the straight line between others.

/// The number of keys after the last one found on a line that are tried before the line ends, which keeps the time linear.
const AHEAD: usize = 64;

/// The indices of the keys that remain if keys within `most` of the straight lines between the others are left out, and the
/// largest distance of a removed key from its line. Times ascend; `is_line` is whether the segment after a key is a straight
/// line.
pub(super) fn thin(keys: &[[f64; 2]], is_line: impl Fn(usize) -> bool, most: f64) -> (Vec<usize>, f64) {
    let (mut kept, mut error) = (Vec::with_capacity(keys.len().min(64)), 0.0);
    let mut at = 0;
    while let Some(&from) = keys.get(at) {
        kept.push(at);
        let slope = |to: [f64; 2], above: f64| (to[1] + above - from[1]) / (to[0] - from[0]);
        // The range of slopes of the lines that pass all keys so far.
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut last = at + 1;
        for (next, &to) in keys.iter().enumerate().skip(at + 1) {
            if (low..=high).contains(&slope(to, 0.0)) {
                last = next;
            }
            (low, high) = (low.max(slope(to, -most)), high.min(slope(to, most)));
            if low > high || next - last > AHEAD || !is_line(next - 1) || !is_line(next) {
                break;
            }
        }
        if let Some(&to) = keys.get(last) {
            let left_out = keys.get(at + 1..last).unwrap_or_default();
            let off = |key: &[f64; 2]| (from[1] + slope(to, 0.0) * (key[0] - from[0]) - key[1]).abs();
            error = left_out.iter().map(off).fold(error, f64::max);
        }
        at = last;
    }
    (kept, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_on_lines_are_left_out() {
        let line = |n: u32| [f64::from(n), 0.5 * f64::from(n)];
        let keys: Vec<_> = (0..=1000).map(line).collect();
        assert_eq!(thin(&keys, |_| true, 1e-9).0, [0, 1000]);
        // A segment of another kind is kept, with its ends.
        assert_eq!(thin(&keys, |key| key != 500, 1e-9).0, [0, 500, 501, 1000]);
        let mut bent = keys;
        bent[300][1] += 0.25;
        assert_eq!(thin(&bent, |_| true, 1e-9).0, [0, 299, 300, 301, 1000]);
        assert_eq!(thin(&[], |_| true, 0.0), (vec![], 0.0));
    }

    #[test]
    fn the_error_is_that_of_the_keys_left_out() {
        // A zigzag of ±0.1 about 0: the line from the first key to the last misses others by up to 0.2.
        let keys: Vec<_> = (0..9).map(|n| [f64::from(n), if n % 2 == 0 { 0.1 } else { -0.1 }]).collect();
        let (kept, error) = thin(&keys, |_| true, 0.2);
        assert!(kept.len() < keys.len() && (0.1..=0.2).contains(&error), "{kept:?} {error}");
        assert_eq!(thin(&keys, |_| true, 0.05), ((0..9).collect(), 0.0));
    }

    #[test]
    fn jumps_within_a_short_time_stay() {
        let keys = [[0.0, 0.0], [1.0, 0.0], [1.0 + 1e-9, 5.0], [2.0, 5.0], [3.0, 5.0]];
        assert_eq!(thin(&keys, |_| true, 1e-6).0, [0, 1, 2, 4]);
    }
}
