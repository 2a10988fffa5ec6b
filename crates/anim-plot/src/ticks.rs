//! The labels of an axis, with all digits of its ticks.

/// The round values of an axis: multiples of a power of ten.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ticks {
    counts: Vec<i64>,
    exponent: i32,
}

impl Ticks {
    /// The ticks of an axis at these multiples of 10 to the power of `exponent`.
    pub(crate) fn new(counts: Vec<i64>, exponent: i32) -> Self {
        Self { counts, exponent }
    }

    /// Each tick with its label.
    pub(crate) fn full(&self) -> Vec<(f64, String)> {
        self.labelled(|count| label(count, self.exponent))
    }

    /// Each tick with a label of few letters, and how to compute the values from the labels, printed once for the axis. It is empty
    /// if each label `fits`. Otherwise the labels are the differences from an offset, such as `+4512340`, and if these are large or
    /// small, they are counted in a unit, such as `×1e−11`, by which they are to be multiplied before the offset is added.
    pub(crate) fn short(&self, fits: impl Fn(&str) -> bool) -> (Vec<(f64, String)>, String) {
        let full = self.full();
        if full.iter().all(|(_, label)| fits(label)) {
            return (full, String::new());
        }
        let offset = self.offset();
        let largest = self.counts.iter().map(|count| (count - offset).abs()).max().unwrap_or(0);
        let is_plain = is_plain(largest, self.exponent);
        let exponent = if is_plain { self.exponent } else { 0 };
        let ticks = self.labelled(|count| label(count - offset, exponent));
        let unit = (!is_plain).then(|| format!("×1e{}", self.exponent));
        let offset = (offset != 0).then(|| signed(decimal(offset, self.exponent)));
        let note: Vec<_> = [unit, offset].into_iter().flatten().collect();
        (ticks, minus(&note.join(" ")))
    }

    fn labelled(&self, label: impl Fn(i64) -> String) -> Vec<(f64, String)> {
        self.counts.iter().map(|&count| (decimal(count, self.exponent), label(count))).collect()
    }

    /// The leading digits that all ticks share, as a multiple; 0 if the ticks lie on both sides of 0 or next to it.
    fn offset(&self) -> i64 {
        let (Some(first), Some(last)) = (self.counts.first(), self.counts.last()) else { return 0 };
        if first.signum() != last.signum() {
            return 0;
        }
        let mut power = 1;
        while power <= last - first {
            power *= 10;
        }
        let nearest = if *first < 0 { last } else { first };
        nearest / power * power
    }
}

/// The double that is nearest to a multiple of a power of ten.
pub(crate) fn decimal(count: i64, exponent: i32) -> f64 {
    // Powers of ten are not exact in all mathematical libraries, decimal text is.
    format!("{count}e{exponent}").parse().unwrap_or(f64::NAN)
}

/// Whether a number is written without an exponent.
fn is_plain(count: i64, exponent: i32) -> bool {
    exponent >= -5 && decimal(count, exponent).abs() < 1e6
}

/// A multiple of a power of ten with all of its digits.
fn label(count: i64, exponent: i32) -> String {
    let number = decimal(count, exponent);
    let text = if count == 0 {
        "0".to_owned()
    } else if is_plain(count, exponent) {
        format!("{number:.digits$}", digits = (-exponent).max(0) as usize)
    } else {
        format!("{number:.digits$e}", digits = count.unsigned_abs().ilog10() as usize)
    };
    minus(&text)
}

/// A number in its fewest digits, with its sign.
fn signed(number: f64) -> String {
    if (1e-5..1e15).contains(&number.abs()) { format!("{number:+}") } else { format!("{number:+e}") }
}

/// A text with the sign of subtraction, which is as wide as a plus.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::Axis;

    /// The most letters of a label.
    const MOST: usize = 7;

    /// The ticks of the axis of a curve between two values.
    fn ticks(range: [f64; 2]) -> Ticks {
        Axis::roomy(range, [0.0, 1.0]).ticks(3)
    }

    fn fits(label: &str) -> bool {
        label.chars().filter(|letter| *letter != '.').count() <= MOST
    }

    /// A decimal number as a multiple of a power of ten, exactly.
    fn exact(text: &str) -> (i128, i32) {
        let text = text.replace('−', "-");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        (format!("{whole}{part}").parse().unwrap(), exponent.parse::<i32>().unwrap() - part.len() as i32)
    }

    /// The double nearest to what a label and the note of its axis state.
    fn read(label: &str, note: &str) -> f64 {
        let (mut number, mut exponent) = exact(label);
        for part in note.split_whitespace() {
            if let Some(unit) = part.strip_prefix('×') {
                let (one, power) = exact(unit);
                (number, exponent) = (number * one, exponent + power);
            } else {
                let (offset, power) = exact(part);
                let least = exponent.min(power);
                let scaled = |number: i128, power: i32| number * 10i128.pow((power - least) as u32);
                (number, exponent) = (scaled(number, exponent) + scaled(offset, power), least);
            }
        }
        format!("{number}e{exponent}").parse().unwrap()
    }

    #[test]
    fn labels_that_do_not_fit_are_differences_from_an_offset() {
        for (range, labels, note) in [
            ([4_512_345.1, 4_512_347.9], "5 6 7 8", "+4512340"),
            ([-123_456.104_5, -123_456.101], "−0.004 −0.003 −0.002 −0.001", "−123456.1"),
            ([9.997e-7, 9.999e-7], "70 75 80 85 90", "×1e−11 +9.99e−7"),
            ([-9.999e-7, -9.997e-7], "−90 −85 −80 −75 −70", "×1e−11 −9.99e−7"),
            ([-1.5e-300, 0.2e-300], "−15 −10 −5 0", "×1e−301"),
            ([1.234_56e20, 1.234_58e20], "60 65 70 75 80", "×1e14 +1.2345e20"),
            ([123_456_789_012.0, 123_456_789_022.0], "5 10", "+123456789010"),
            ([-1.0, 1.0], "−1.0 −0.5 0 0.5 1.0", ""),
            ([1e9, 5e9], "1e9 2e9 3e9 4e9 5e9", ""),
            ([99.0, 101.0], "99.0 99.5 100.0 100.5 101.0", ""),
        ] {
            let (ticks, found) = ticks(range).short(fits);
            let found_labels: Vec<_> = ticks.iter().map(|(_, label)| label.as_str()).collect();
            assert_eq!((found_labels.join(" ").as_str(), found.as_str()), (labels, note), "{range:?}");
        }
    }

    #[test]
    fn labels_differ_and_with_the_note_they_are_the_ticks_exactly() {
        let exponents = (-290..=300).step_by(10).chain(-12..=16);
        for (exponent, mantissa, difference) in exponents.flat_map(|exponent| {
            [1.0, -1.5, 4.512_345_1, -9.999_999_999]
                .into_iter()
                .flat_map(move |mantissa| (-11..=1).map(move |difference| (exponent, mantissa, difference)))
        }) {
            let low = mantissa * 10f64.powi(exponent);
            let range = [low, low + 2.7 * 10f64.powi(exponent + difference)];
            let (ticks, note) = ticks(range).short(fits);
            assert!((2..=8).contains(&ticks.len()), "{range:?} {ticks:?}");
            for (tick, label) in &ticks {
                assert!(fits(label), "{range:?} {label}");
                assert_eq!(read(label, &note), *tick, "{range:?} {label} {note}");
            }
            assert!(ticks.is_sorted_by(|a, b| a.0 < b.0 && a.1 != b.1), "{range:?} {ticks:?}");
        }
    }
}
