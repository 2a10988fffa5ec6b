//! Numbers to text.

/// Appends the shortest text that reads back to the same number.
pub(crate) fn write(out: &mut Vec<u8>, number: f64) {
    use std::io::Write as _;
    let size = number.abs();
    // Writing to a vector cannot fail.
    let _ = if size == 0.0 || (1e-5..1e16).contains(&size) {
        write!(out, "{number}")
    } else {
        write!(out, "{number:e}")
    };
}

/// [`write`] as a text of its own.
pub(crate) fn text(number: f64) -> String {
    let mut out = Vec::new();
    write(&mut out, number);
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use anim_core::decimal;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_reads_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(decimal::parse(text(number).as_bytes()).map(f64::to_bits), Some(bits));
            prop_assert!(text(number).len() < 25);
        }
    }
}
