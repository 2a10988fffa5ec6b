//! Text as strokes, so that a picture looks the same everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::glyphs::{MISSING, accented, glyph};

/// The space between two letters, in units of the grid of [`crate::glyphs`].
const GAP: f64 = 3.4;

/// The height of capitals on that grid.
const CAPITAL: f64 = 14.0;

/// The point of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The letters that a picture uses; each is defined once.
#[derive(Debug, Default)]
pub(crate) struct Font {
    used: BTreeMap<String, &'static str>,
    unknown: BTreeSet<char>,
}

impl Font {
    /// Draws a text with its baseline at a position. `size` is the height of capitals, `class` its CSS class.
    pub(crate) fn text(
        &mut self,
        out: &mut String,
        at: [f64; 2],
        size: f64,
        (anchor, class): (Anchor, &str),
        text: &str,
    ) {
        let scale = size / CAPITAL;
        let shift = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width(text, size) / 2.0,
            Anchor::End => width(text, size),
        };
        let (x, y) = (number(at[0] - shift), number(at[1]));
        let _ = write!(out, "<g class=\"t {class}\" transform=\"translate({x} {y})scale({scale:.3})\">");
        let mut pen = 0.0;
        for character in text.chars() {
            let (letter, accent) = accented(character).map_or((character, None), |(l, a)| (l, Some(a)));
            let known = glyph(letter);
            if known.is_none() {
                self.unknown.insert(character);
            }
            let (id, shape) = (if known.is_some() { letter as u32 } else { 0 }, known.unwrap_or(MISSING));
            self.place(out, format!("g{id:x}"), shape.strokes, [pen, 0.0]);
            if let Some(accent) = accent {
                let rise = if letter.is_uppercase() && accent.name != "cedilla" { -4.0 } else { 0.0 };
                self.place(out, accent.name.to_owned(), accent.strokes, [pen + shape.width / 2.0, rise]);
            }
            pen += shape.width + GAP;
        }
        out.push_str("</g>");
    }

    /// The definitions of the letters that were used.
    pub(crate) fn definitions(&self) -> String {
        let mut out = String::new();
        for (id, strokes) in &self.used {
            let _ = write!(out, "<path id=\"{id}\" d=\"{strokes}\"/>");
        }
        out
    }

    /// The used characters that are not in the font.
    pub(crate) fn unknown(&self) -> Vec<char> {
        self.unknown.iter().copied().collect()
    }

    /// Draws strokes at a position.
    fn place(&mut self, out: &mut String, id: String, strokes: &'static str, at: [f64; 2]) {
        if strokes.is_empty() {
            return;
        }
        let _ = write!(out, "<use href=\"#{id}\"");
        for (name, value) in ["x", "y"].into_iter().zip(at).filter(|(_, value)| *value != 0.0) {
            let _ = write!(out, " {name}=\"{}\"", number(value));
        }
        out.push_str("/>");
        self.used.insert(id, strokes);
    }
}

/// The width of a text with capitals of this height.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let units: f64 = text.chars().map(advance).sum();
    (units - GAP).max(0.0) * size / CAPITAL
}

/// A text shortened in its middle to at most this width.
pub(crate) fn fit(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| -> String {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
    };
    // The number of letters that can fit follows from the narrowest one.
    let most_letters = letters.len().min((most / size * CAPITAL / GAP) as usize);
    let fits = (0..=most_letters).rev().map(cut).find(|text| width(text, size) <= most);
    fits.unwrap_or_default()
}

/// A number for an attribute: two decimals at most.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text as the content of an element or an attribute; characters that XML cannot hold become spaces.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn advance(character: char) -> f64 {
    let letter = accented(character).map_or(character, |(letter, _)| letter);
    glyph(letter).unwrap_or(MISSING).width + GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, expected) in [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (100.0, "100"), (-2.346, "-2.35")]
        {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn a_long_name_loses_its_middle() {
        let name = "a very long name of a node that ends in left";
        let short = fit(name, 8.0, 80.0);
        assert!(width(&short, 8.0) <= 80.0 && width(&short, 8.0) > 70.0, "{short}");
        assert!(short.starts_with("a ver") && short.contains('…') && short.ends_with("left"), "{short}");
        assert_eq!(fit("hip", 8.0, 80.0), "hip");
        assert_eq!(fit(name, 8.0, 0.0), "");
    }

    #[test]
    fn every_letter_is_defined_once() {
        let (mut font, mut out) = (Font::default(), String::new());
        font.text(&mut out, [0.0, 0.0], 14.0, (Anchor::Start, ""), "anna 電電");
        assert_eq!(out.matches("<use").count(), 6);
        assert_eq!(font.definitions().matches("<path").count(), 3);
        assert_eq!(font.unknown(), ['電']);
    }

    #[test]
    fn an_accent_stands_over_its_letter() {
        let (mut font, mut out) = (Font::default(), String::new());
        font.text(&mut out, [0.0, 0.0], 14.0, (Anchor::Start, ""), "oÖ");
        assert!(
            out.contains("<use href=\"#g4f\" x=\"11.8\"/><use href=\"#diaeresis\" x=\"17.3\" y=\"-4\"/>"),
            "{out}"
        );
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot; ");
    }
}
