//! Numbers on the command line.

use anim_core::Positive;

/// A number above 0.
pub(crate) fn positive(text: &str) -> Result<Positive, String> {
    text.parse().ok().and_then(Positive::new).ok_or_else(|| "expected a number above 0".to_owned())
}
