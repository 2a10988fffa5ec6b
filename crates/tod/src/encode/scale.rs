//! The factor between the numbers of the clip and those of the file, whose coordinates are whole numbers.

use std::borrow::Cow;

use anim_core::{Clip, Format as _, Positive, Report, Space};

use super::size::Figure;
use crate::{ErrorKind, Tod, codes};

/// The unit of a file.
pub(super) struct Scale {
    /// The number of units of the file in one unit of the clip.
    pub(super) factor: f64,
    /// The unit of the file in metres, if an option states it or that of the clip is known.
    metres: Option<f64>,
}

impl Scale {
    /// The unit of the file: the one that the option states, or else that of the format if the unit of the clip is known.
    /// Without the option, a figure that rounding would ruin gets a finer unit, and so does one of unknown unit.
    pub(super) fn of(clip: &Clip, figure: &Figure, given: Option<Positive>) -> Self {
        let metres = given.map(Positive::get).or(clip.space.unit);
        let is_fine =
            given.is_some() || figure.fits_as_it_is(clip) || clip.space.unit.is_some() && !figure.is_ruined();
        let factor = if is_fine { 1.0 } else { figure.fine_factor() };
        Self { factor, metres: metres.map(|metres| metres / factor) }
    }

    /// The clip in units of the file.
    pub(super) fn clip<'a>(&self, clip: &'a Clip) -> Cow<'a, Clip> {
        if self.factor == 1.0 {
            return Cow::Borrowed(clip);
        }
        let of_unit = clip.clone().with_space(Space::UNKNOWN.in_metres(self.factor));
        Cow::Owned(of_unit.in_space(Space::UNKNOWN.in_metres(1.0)).into_owned())
    }

    /// Reports a unit that the file does not record.
    pub(super) fn report(&self, clip: &Clip, report: &mut Report) {
        let message = match self.metres {
            Some(metres) if Some(metres) == Tod::SPACE.unit => return,
            Some(metres) => format!(
                "a unit of the file is {metres} m, which the file does not record: it is read with the option `unit={metres}`"
            ),
            None if self.factor == 1.0 => return,
            None => format!(
                "one length unit of the clip is {0} units of the file, which does not record this: clips of the file are {0} times as large",
                self.factor
            ),
        };
        report.lose(codes::UNIT.dropped(message).in_clip(clip));
    }

    /// The error for a file in which rounding ruins the figure.
    pub(super) fn refusal(&self, figure: &Figure, percent: u64) -> ErrorKind {
        // A power of ten is short to write.
        let fine =
            |metres: f64| 10.0_f64.powi(((metres / figure.fine_factor()).log10() + 1e-9).floor() as i32);
        let unit = self.metres.map_or_else(|| "auto".to_owned(), |metres| metres.to_string());
        ErrorKind::Unit { unit, percent, fine: self.metres.map(|metres| fine(metres).to_string()) }
    }
}
