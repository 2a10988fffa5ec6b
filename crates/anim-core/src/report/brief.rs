//! Numbers and names in messages.

use std::fmt;

/// The number of significant digits, unless the format states another precision.
const DIGITS: usize = 9;

/// The powers of ten of the first digit from which on, and below which, a number is written without an exponent.
const PLAIN: [i32; 2] = [-5, 12];

/// A number in a message: at most nine significant digits, or the given precision, and an exponent if it is very small or very large.
///
/// ```
/// use anim_core::Brief;
///
/// let shown = [1.0 / 3.0, 1.2, 1234.56789, 2.5e-20, 3e38].map(|number| Brief(number).to_string());
/// assert_eq!(shown, ["0.333333333", "1.2", "1234.56789", "2.5e-20", "3e38"]);
/// assert_eq!(format!("{:.4}", Brief(1234.56789)), "1235");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Brief(pub f64);

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = *self;
        let decimals = f.precision().unwrap_or(DIGITS).saturating_sub(1);
        let text = format!("{number:.decimals$e}");
        let (Some((digits, exponent)), true) = (text.split_once('e'), number != 0.0) else {
            return write!(f, "{number}");
        };
        let power: i32 = exponent.parse().unwrap_or_default();
        if (PLAIN[0]..PLAIN[1]).contains(&power) {
            let decimals = usize::try_from(decimals as i64 - i64::from(power)).unwrap_or(0);
            return f.write_str(short(&format!("{number:.decimals$}")));
        }
        write!(f, "{}e{power}", short(digits))
    }
}

/// A number without zeros at the end of its decimals.
fn short(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A number of things in a message: `1 clip`, `2 clips`, `2 losses`.
pub fn counted(count: usize, thing: &str) -> String {
    let plural = if thing.ends_with('s') { "es" } else { "s" };
    format!("{count} {thing}{}", agreeing(count, "", plural))
}

/// The word that agrees with a number of things: `one` with 1, `more` with every other number.
///
/// ```
/// use anim_core::{agreeing, counted};
///
/// let message = |keys: usize| format!("{} {} left out", counted(keys, "key"), agreeing(keys, "is", "are"));
/// assert_eq!([1, 2].map(message), ["1 key is left out", "2 keys are left out"]);
/// ```
pub fn agreeing<'a>(count: usize, one: &'a str, more: &'a str) -> &'a str {
    if count == 1 { one } else { more }
}

/// The number of names that [`listed`] shows.
const SHOWN: usize = 4;

/// Names in a message, each in backticks: all of them, or the first four and how many more there are.
///
/// ```
/// use anim_core::listed;
///
/// assert_eq!(listed(&["a", "b"]), "`a`, `b`");
/// assert_eq!(listed(&["a", "b", "c", "d", "e", "f"]), "`a`, `b`, `c`, `d` and 2 more");
/// ```
pub fn listed(names: &[impl AsRef<str>]) -> String {
    let shown: Vec<_> = names.iter().take(SHOWN).map(|name| format!("`{}`", name.as_ref())).collect();
    let shown = shown.join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_of_names_ends_with_a_count() {
        for (count, expected) in [
            (0, ""),
            (1, "`0`"),
            (4, "`0`, `1`, `2`, `3`"),
            (5, "`0`, `1`, `2`, `3` and 1 more"),
            (1000, "`0`, `1`, `2`, `3` and 996 more"),
        ] {
            let names: Vec<_> = (0..count).map(|name| name.to_string()).collect();
            assert_eq!(listed(&names), expected);
        }
    }

    #[test]
    fn numbers_are_as_long_as_they_need_to_be() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (1.033_333_333_333_333_4, "1.03333333"),
            (0.1 + 0.2, "0.3"),
            (-12.5, "-12.5"),
            (99_999.999_96, "100000"),
            (123_456_789_012.7, "123456789013"),
            (1e12, "1e12"),
            (1e-5, "0.00001"),
            (1.234_567_890_12e-6, "1.23456789e-6"),
            (f64::MAX, "1.79769313e308"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Brief(number).to_string(), expected);
        }
        for power in -300..300 {
            let number = 7.654_321_987_65 * 10f64.powi(power);
            let again: f64 = Brief(number).to_string().parse().unwrap();
            assert!((again / number - 1.0).abs() < 5e-9, "{number}: {again}");
        }
    }
}
