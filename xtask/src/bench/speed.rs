//! How fast work is done.

use std::fmt;
use std::str::FromStr;

/// The speed of work: as a multiple of other work, or as an amount per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Speed {
    Times(f64),
    PerSecond(f64),
}

impl Speed {
    /// Whether this is at least another speed of the same kind.
    pub(super) fn reaches(self, goal: Self) -> bool {
        match (self, goal) {
            (Self::Times(found), Self::Times(least)) | (Self::PerSecond(found), Self::PerSecond(least)) => {
                found >= least
            }
            _ => false,
        }
    }
}

/// Thousands, from the largest.
const SCALES: [(f64, &str); 4] = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];

/// Three digits: `3.70×`, `145 M/s`.
impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Times(times) => write!(f, "{times:.*}×", decimals(times)),
            Self::PerSecond(rate) => {
                let (scale, letter) =
                    SCALES.into_iter().find(|(scale, _)| rate >= *scale).unwrap_or((1.0, ""));
                write!(f, "{:.*} {letter}/s", decimals(rate / scale), rate / scale)
            }
        }
    }
}

fn decimals(number: f64) -> usize {
    if number < 9.995 { 2 } else { usize::from(number < 99.95) }
}

/// Parses what [`fmt::Display`] writes.
impl FromStr for Speed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(times) = text.strip_suffix('×') {
            return times.parse().map(Self::Times).map_err(|_| ());
        }
        let (number, letter) = text.strip_suffix("/s").and_then(|text| text.split_once(' ')).ok_or(())?;
        let scale = SCALES.into_iter().find(|(_, known)| *known == letter).ok_or(())?.0;
        number.parse().map(|number: f64| Self::PerSecond(number * scale)).map_err(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_has_three_digits_and_reads_back() {
        for (speed, text) in [
            (Speed::Times(3.7), "3.70×"),
            (Speed::Times(0.45), "0.45×"),
            (Speed::Times(12.3), "12.3×"),
            (Speed::Times(120.0), "120×"),
            (Speed::PerSecond(145e6), "145 M/s"),
            (Speed::PerSecond(2.5e9), "2.50 G/s"),
            (Speed::PerSecond(4.7e3), "4.70 k/s"),
            (Speed::PerSecond(7.0), "7.00 /s"),
        ] {
            assert_eq!(speed.to_string(), text);
            assert_eq!(text.parse(), Ok(speed));
        }
        assert_eq!(Speed::Times(3.704).to_string(), "3.70×");
        for text in ["", "3.7", "×", "145 M", "145 X/s", "M/s"] {
            assert_eq!(text.parse::<Speed>(), Err(()), "{text}");
        }
    }

    #[test]
    fn speeds_of_one_kind_compare() {
        assert!(
            Speed::Times(3.7).reaches(Speed::Times(3.7)) && !Speed::Times(3.6).reaches(Speed::Times(3.7))
        );
        assert!(Speed::PerSecond(2.0).reaches(Speed::PerSecond(1.0)));
        assert!(!Speed::PerSecond(2.0).reaches(Speed::Times(1.0)));
    }
}
