//! Numbers on the command line.

use std::fmt::Display;
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::ops::RangeBounds;
use std::str::FromStr;

use anim_core::Positive;

/// A number above 0.
pub(crate) fn positive(text: &str) -> Result<Positive, String> {
    text.parse().ok().and_then(Positive::new).ok_or_else(|| "expected a number above 0".to_owned())
}

/// A parser of whole numbers in a range.
pub(crate) fn whole<N: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<N> + Clone,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Included(least), Included(most)) => format!("expected a whole number from {least} to {most}"),
            (Included(least), _) => format!("expected a whole number of at least {least}"),
            (Excluded(_) | Unbounded, _) => "expected a whole number".to_owned(),
        })
    }
}
