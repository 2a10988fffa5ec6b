//! The resolution of times.

/// The time with at most nine decimals that differs from `time` only by the rounding of sums: 0.3 for 0.1 + 0.2. Other times
/// are unchanged.
pub(crate) fn plain(time: f64) -> f64 {
    let plain = (time * 1e9).round() / 1e9;
    if (plain - time).abs() <= 4.0 * f64::EPSILON * time.abs() { plain } else { time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_plain_but_for_rounding() {
        for (time, expected) in [
            (0.1 + 0.2, 0.3),
            (-0.7 + 1.0, 0.3),
            (0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1, 0.6),
            (1.0 / 3.0, 1.0 / 3.0),
            (0.300_000_000_000_1, 0.300_000_000_000_1),
            (-0.1 - 0.2, -0.3),
            (1e300, 1e300),
            (f64::INFINITY, f64::INFINITY),
            (5e-324, 5e-324),
            (0.0, 0.0),
        ] {
            assert_eq!(plain(time), expected, "{time}");
        }
    }
}
