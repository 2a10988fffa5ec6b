//! The factor between the numbers of the clip and those of the file, whose coordinates are whole numbers.

use std::borrow::Cow;

use anim_core::{Clip, Format as _, Loss, Positive, Report, Space};

use super::size::Figure;
use crate::{ErrorKind, Tod, codes};

/// The unit of a file.
pub(super) struct Scale {
    /// The number of units of the file in one unit of the clip.
    pub(super) factor: f64,
    /// The unit that the option states.
    given: Option<Positive>,
    /// The unit of the clip in metres, which is that of the option, if it is known.
    of_clip: Option<f64>,
    /// The unit of the file in metres, if that of the clip is known.
    metres: Option<f64>,
}

impl Scale {
    /// The unit of the file: the one that the option states, or else that of the format if the unit of the clip is known.
    /// Without the option, a figure that rounding would ruin gets a finer unit, and so does one of unknown unit.
    pub(super) fn of(clip: &Clip, figure: &Figure, given: Option<Positive>) -> Self {
        let of_clip = given.map(Positive::get).or(clip.space.unit);
        let is_fine =
            given.is_some() || figure.fits_as_it_is(clip) || clip.space.unit.is_some() && !figure.is_ruined();
        let factor = if is_fine { 1.0 } else { figure.fine_factor() };
        Self { factor, given, of_clip, metres: of_clip.map(|metres| metres / factor) }
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
        let loss = codes::UNIT.dropped(message).in_clip(clip);
        let unit = |metres| Space::UNKNOWN.in_metres(metres);
        report.lose(self.metres.map(unit).into_iter().fold(loss, Loss::of_space));
    }

    /// The error for a file in which rounding ruins the figure. It names a unit that is fine enough, if the unit of the clip is
    /// known: a power of ten, which is short to write.
    pub(super) fn refusal(&self, figure: &Figure, percent: u64) -> ErrorKind {
        let factor = figure.fine_factor();
        let fine = |metres: f64| {
            let exponent = ((metres / factor).log10() + 1e-9).floor() as i32;
            let units = [exponent, exponent.saturating_add(1)].map(|exponent| 10.0_f64.powi(exponent));
            units.into_iter().find(|&unit| Positive::new(unit).is_some() && figure.suits(metres / unit))
        };
        let fine = self.of_clip.map(fine);
        if fine.map_or(!figure.suits(factor), |fine| fine.is_none()) {
            return ErrorKind::Far { percent, ratio: figure.ratio() };
        }
        let unit = self.given.map_or_else(|| "auto".to_owned(), |given| given.get().to_string());
        ErrorKind::Unit { unit, percent, fine: fine.flatten().map(|unit| unit.to_string()) }
    }
}
