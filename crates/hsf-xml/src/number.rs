//! Numbers to text.

/// The shortest text that reads back to the same number.
pub(crate) fn text(number: f64) -> String {
    let mut out = Vec::new();
    anim_number::write_shortest(&mut out, number);
    String::from_utf8(out).unwrap_or_default()
}
