//! Writing JSON as the exporter does, or as the text around it does.

/// How a text sets off its members and elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Between values, the comma included.
    pub(crate) comma: &'static str,
    /// Between a name and its value.
    pub(crate) colon: &'static str,
}

impl Style {
    /// What the reference exporter writes.
    pub(crate) const SPACED: Self = Self { comma: ", ", colon: ": " };
    const DENSE: Self = Self { comma: ",", colon: ":" };

    /// The style of a text, by its first colons.
    pub(crate) fn of(text: &str) -> Self {
        if text.get(..256).unwrap_or(text).contains("\":") && !text.contains("\": ") {
            Self::DENSE
        } else {
            Self::SPACED
        }
    }
}

/// A text on its way out. Its bytes are UTF-8, which is looked at once, at its end, not for each number.
#[derive(Default)]
pub(crate) struct Text(Vec<u8>);

impl Text {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes back what was appended since the text had this length.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(crate) fn into_string(self) -> String {
        // Made of strings and of what serde_json writes.
        String::from_utf8(self.0).unwrap_or_default()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.into_bytes())
    }
}

/// Appends a string, quoted and escaped.
pub(crate) fn put_string(out: &mut Text, string: &str) {
    // Strings cannot fail, and memory takes whatever comes.
    let _ = serde_json::to_writer(&mut out.0, string);
}

/// Appends a number so that it reads back to the same bits. What JSON cannot say is written as the exporter writes it:
/// infinity as the greatest single, no number as 0.
pub(crate) fn put_number(out: &mut Text, number: f64) {
    let number = match number {
        n if n.is_nan() => 0.0,
        n if n.is_infinite() => f64::from(f32::MAX).copysign(n),
        n => n,
    };
    // Memory takes whatever comes.
    let _ = serde_json::to_writer(&mut out.0, &number);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_look_as_the_exporter_writes_them() {
        for (number, expected) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-250_000.0, "-250000.0"),
            (0.1, "0.1"),
            (3.333_333_015_441_894_5, "3.3333330154418945"),
            (f64::INFINITY, "3.4028234663852886e+38"),
            (f64::NAN, "0.0"),
        ] {
            let mut text = Text::default();
            put_number(&mut text, number);
            assert_eq!(text.into_string(), expected);
        }
    }

    #[test]
    fn a_style_is_that_of_the_text() {
        for (text, style) in
            [("{\"a\": 1}", Style::SPACED), ("{\"a\":1,\"b\":2}", Style::DENSE), ("{}", Style::SPACED)]
        {
            assert_eq!(Style::of(text), style, "{text}");
        }
    }

    proptest! {
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
