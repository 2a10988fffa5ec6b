//! What a conversion lost, in numbers.

use std::fmt;

use anim_core::{Diagnostic, Loss};
use serde::Serialize;

/// How many things became what.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct Losses {
    kept: usize,
    approximated: usize,
    dropped: usize,
    /// The largest error of an approximation.
    #[serde(skip_serializing_if = "Option::is_none")]
    largest_error: Option<f64>,
}

impl Losses {
    pub(super) fn of<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        let mut losses = Self::default();
        for finding in findings {
            match finding.loss {
                Some(Loss::Kept) => losses.kept += 1,
                Some(Loss::Dropped) => losses.dropped += 1,
                Some(Loss::Approximated(error)) => {
                    losses.approximated += 1;
                    losses.largest_error = Some(losses.largest_error.map_or(error, |most| most.max(error)));
                }
                None => {}
            }
        }
        losses
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kept, {} approximated", self.kept, self.approximated)?;
        if let Some(error) = self.largest_error {
            write!(f, " (error up to {error:.2e})")?;
        }
        write!(f, ", {} dropped", self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Location};

    use super::*;

    #[test]
    fn losses_are_counted_with_the_largest_error() {
        static CODE: Code = Code::warning("toy::loss", "");
        let loss = |loss| CODE.at(Location::default(), "").losing(loss);
        let findings = [
            loss(Loss::Kept),
            loss(Loss::Approximated(1e-4)),
            loss(Loss::Approximated(2e-3)),
            loss(Loss::Approximated(1e-3)),
            CODE.at(Location::default(), ""),
        ];
        let losses = Losses::of(&findings);
        assert_eq!(losses, Losses { kept: 1, approximated: 3, dropped: 0, largest_error: Some(2e-3) });
        assert_eq!(losses.to_string(), "1 kept, 3 approximated (error up to 2.00e-3), 0 dropped");
        assert_eq!(Losses::default().to_string(), "0 kept, 0 approximated, 0 dropped");
    }
}
