//! The losses of a conversion in numbers.

use std::fmt;

use anim_core::{Deviation, Fate, Loss, Unit};

/// The numbers of things that a conversion kept, approximated and dropped.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Losses {
    /// The number of things that only this project's readers understand.
    pub kept: usize,
    /// The number of things that are in the target with an error, or without error in another form.
    pub approximated: usize,
    /// The number of things that are not in the target.
    pub dropped: usize,
    /// The largest error in each unit that occurs: 0 if all things with this unit are in the target without error.
    pub largest: Vec<LargestError>,
}

/// The largest error in one unit.
pub type LargestError = Deviation;

impl Losses {
    /// Counts losses.
    pub fn of<'a>(losses: impl IntoIterator<Item = &'a Loss>) -> Self {
        let mut counted = Self::default();
        for loss in losses {
            match loss.fate {
                Fate::Kept => counted.kept += 1,
                Fate::Equivalent(_) | Fate::Approximated(_) => counted.approximated += 1,
                _ => counted.dropped += 1,
            }
            loss.fate.error().into_iter().for_each(|error| counted.note(error));
        }
        counted
    }

    fn note(&mut self, error: Deviation) {
        match self.largest.iter_mut().find(|largest| largest.unit == error.unit) {
            // A NaN is larger than any number.
            Some(largest) if error.size <= largest.size => {}
            Some(largest) => largest.size = error.size,
            None => {
                self.largest.push(error);
                self.largest.sort_by_key(|largest| UNITS.iter().position(|unit| *unit == largest.unit));
            }
        }
    }
}

/// The losses of reading a source that concern one of the files made from it: all of them for a single file, otherwise those of its
/// clips and those of no clip.
pub fn losses_of<'a>(
    losses: &'a [Loss],
    clips: &'a [String],
    is_only: bool,
) -> impl Iterator<Item = &'a Loss> {
    let concerns = move |loss: &&Loss| loss.clip.as_ref().is_none_or(|name| clips.contains(name));
    losses.iter().filter(move |loss| is_only || concerns(loss))
}

/// The order in which they are displayed.
const UNITS: [Unit; 5] = [Unit::Length, Unit::Angle, Unit::Ratio, Unit::Own, Unit::Time];

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kept, {} approximated", self.kept, self.approximated)?;
        // In a unit without errors the largest is 0.
        let errors = self.largest.iter().filter(|largest| largest.size != 0.0);
        let errors: Vec<_> = errors.map(ToString::to_string).collect();
        match errors.as_slice() {
            [] if self.approximated > 0 => f.write_str(" (without error)")?,
            [] => {}
            errors => write!(f, " (up to {})", errors.join(", "))?,
        }
        write!(f, ", {} dropped", self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Code;

    use super::*;

    #[test]
    fn losses_are_counted_with_the_largest_error_of_each_unit() {
        static CODE: Code = Code::warning("toy::loss", "");
        let about = |error| CODE.approximated(error, "");
        let losses = [
            CODE.kept(""),
            about(Deviation::angle(0.5)),
            about(Deviation::length(1e-4)),
            about(Deviation::length(2e-3)),
            about(Deviation::length(1e-3)),
        ];
        let counted = Losses::of(&losses);
        assert_eq!(counted.to_string(), "1 kept, 4 approximated (up to 0.002 units, 0.5 rad), 0 dropped");
        let exact = CODE.equivalent(Unit::Length, "");
        let one = Losses::of([&exact]).to_string();
        assert_eq!(one, "0 kept, 1 approximated (without error), 0 dropped");
        let two = Losses::of([&exact, &losses[1]]).to_string();
        assert_eq!(two, "0 kept, 2 approximated (up to 0.5 rad), 0 dropped");
        assert_eq!(Losses::default().to_string(), "0 kept, 0 approximated, 0 dropped");
        let broken = Losses::of(&[about(Deviation::ratio(f64::NAN)), about(Deviation::ratio(1.0))]);
        assert!(broken.largest[0].size.is_nan() || broken.largest[0].size == 1.0);
    }
}
