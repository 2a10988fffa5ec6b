//! Writing JSON in the style of the exporter or of the surrounding text.

/// The white space between members and elements of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A space after each comma and colon, as in files of the reference exporter.
    Spaced,
    /// No white space.
    Dense,
}

impl Style {
    /// The style of a text.
    pub(crate) fn of(text: &str) -> Self {
        if text.get(..256).unwrap_or(text).contains("\":") && !text.contains("\": ") {
            Self::Dense
        } else {
            Self::Spaced
        }
    }

    /// The text between values.
    #[inline]
    pub(crate) fn comma(self) -> &'static str {
        if self == Self::Spaced { ", " } else { "," }
    }

    /// The text between a name and its value.
    #[inline]
    pub(crate) fn colon(self) -> &'static str {
        if self == Self::Spaced { ": " } else { ":" }
    }
}

/// A text being written. Its bytes are UTF-8; this is checked once at the end, not for each number.
pub(crate) struct Text {
    bytes: Vec<u8>,
    recent: [Recent; SLOTS],
}

impl Text {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self::from(String::with_capacity(bytes))
    }

    #[inline]
    pub(crate) fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a string that needs no escapes.
    #[inline]
    pub(crate) fn quote(&mut self, plain: &str) {
        self.push_str("\"");
        self.push_str(plain);
        self.push_str("\"");
    }

    /// Appends the text between values.
    #[inline]
    pub(crate) fn comma(&mut self, style: Style) {
        // Each arm copies a text whose length the compiler knows.
        match style {
            Style::Spaced => self.push_str(", "),
            Style::Dense => self.push_str(","),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Shortens the text to an earlier length.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
        self.recent = [Recent::NONE; SLOTS];
    }

    pub(crate) fn into_string(self) -> String {
        // The bytes come from strings and from serde_json, so they are UTF-8.
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::from(String::new())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { bytes: text.into_bytes(), recent: [Recent::NONE; SLOTS] }
    }
}

/// Appends a string, quoted and escaped.
pub(crate) fn put_string(out: &mut Text, string: &str) {
    // Writing a string to memory cannot fail.
    let _ = serde_json::to_writer(&mut out.bytes, string);
}

/// Appends a number that reads back with the same bits. JSON has no infinity and no NaN: infinity is written as the largest
/// 32-bit float, as the exporter does, and NaN as 0.
#[inline]
pub(crate) fn put_number(out: &mut Text, number: f64) {
    let number = match number {
        n if n.is_finite() => n,
        n if n.is_nan() => 0.0,
        n => f64::from(f32::MAX).copysign(n),
    };
    // The high bits of a product depend on all bits of its factor.
    let slot = number.to_bits().wrapping_mul(0x9E37_79B9_7F4A_7C15).unbounded_shr(HASH_SHIFT);
    let Some(recent) = out.recent.get_mut(slot as usize) else { return };
    let end = out.bytes.len();
    let text = out.bytes.get(recent.start..).and_then(|bytes| bytes.first_chunk::<LONGEST>());
    if let Some(&text) = text.filter(|_| recent.bits == number.to_bits()) {
        // The compiler knows the length of this copy.
        out.bytes.extend_from_slice(&text);
        out.bytes.truncate(end.saturating_add(recent.len));
        return;
    }
    // Writing a number to memory cannot fail.
    let _ = serde_json::to_writer(&mut out.bytes, &number);
    *recent = Recent { bits: number.to_bits(), start: end, len: out.bytes.len().saturating_sub(end) };
}

/// The number of slots for recent numbers.
const SLOTS: usize = 32;

const HASH_SHIFT: u32 = u64::BITS - SLOTS.ilog2();

/// The length of the longest number: 17 digits, 2 signs, a point, `e` and an exponent of 3 digits.
const LONGEST: usize = 24;

/// The location of a number already written: files repeat numbers, such as the lengths of handles.
#[derive(Clone, Copy)]
struct Recent {
    bits: u64,
    start: usize,
    len: usize,
}

impl Recent {
    /// An empty slot: these bits are a NaN, which is never written.
    const NONE: Self = Self { bits: u64::MAX, start: 0, len: 0 };
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_spelled_as_the_exporter_does() {
        for (number, expected) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-250_000.0, "-250000.0"),
            (0.1, "0.1"),
            (3.333_333_015_441_894_5, "3.3333330154418945"),
            (f64::INFINITY, "3.4028234663852886e+38"),
            (-2.225_073_858_507_201_4e-308, "-2.2250738585072014e-308"),
            (f64::NAN, "0.0"),
        ] {
            let mut text = Text::default();
            put_number(&mut text, number);
            assert_eq!(text.into_string(), expected);
        }
    }

    #[test]
    fn the_style_follows_the_text() {
        for (text, style) in
            [("{\"a\": 1}", Style::Spaced), ("{\"a\":1,\"b\":2}", Style::Dense), ("{}", Style::Spaced)]
        {
            assert_eq!(Style::of(text), style, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_repeated_number_is_written_the_same_way(few in proptest::collection::vec(proptest::num::f64::NORMAL, 1..20), order in proptest::collection::vec((any::<proptest::sample::Index>(), proptest::bool::weighted(0.1)), 200)) {
            let mut together = Text::default();
            let mut apart = String::new();
            for (index, back) in order {
                let number = *index.get(&few);
                put_number(&mut together, number);
                apart.push_str(&serde_json::to_string(&number).unwrap());
                if back {
                    apart.truncate(apart.len() / 2);
                    together.truncate(apart.len());
                }
            }
            prop_assert_eq!(together.into_string(), apart);
        }

        #[test]
        fn numbers_and_strings_read_back(number in proptest::num::f64::NORMAL | proptest::num::f64::ZERO, string in any::<String>()) {
            let (mut digits, mut letters) = (Text::default(), Text::default());
            put_number(&mut digits, number);
            put_string(&mut letters, &string);
            let (digits, letters) = (digits.into_string(), letters.into_string());
            prop_assert_eq!(serde_json::from_str::<f64>(&digits).unwrap().to_bits(), number.to_bits());
            prop_assert_eq!(serde_json::from_str::<String>(&letters).unwrap(), string);
        }
    }
}
