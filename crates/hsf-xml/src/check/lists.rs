//! Values of timelines, interpolators and subtargets.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use anim_core::{Code, Span, counted};

use super::checker::Checker;
use super::words::misspelt;
use crate::eval::key::{Channels, axis};
use crate::{Attribute, Element, Item, Key, Meaning, Modifier, Parameter, Tag, codes};

/// The largest allowed difference of the length of a quaternion from 1.
const UNIT: f64 = 1e-3;

impl<'a> Checker<'a, '_> {
    pub(super) fn list(&mut self, element: &'a Element, tag: Tag) {
        let modifiers = element.modifiers();
        let base_width = components(&modifiers, tag, tag.width());
        let attribute = element.attribute(Key::Modifiers).and_then(Attribute::span);
        let place = ListPosition { span: attribute, index: None };
        for modifier in &modifiers {
            self.modifier(place, tag, modifier, base_width);
        }
        let has = |meaning: Meaning| modifiers.iter().any(|modifier| modifier.meaning() == meaning);
        let (relative, holds) = (has(Meaning::Relative), has(Meaning::Hold));
        let mut axis = has(Meaning::Vector);
        let mut seen = Seen { last_tick: f64::NEG_INFINITY, ..Seen::default() };
        let items = element.lists().flat_map(|list| (0..).map(|index| list.span(index)).zip(list));
        for (index, (span, item)) in items.enumerate() {
            let place = ListPosition { span: span.or(element.span()), index: Some(index) };
            let (numbers, texts, own): (&[f64], usize, &[Modifier]) = match &item {
                Item::Scalar(number) => (std::slice::from_ref(number), 0, &[]),
                Item::Tuple(numbers) => (numbers, 0, &[]),
                Item::Text(_) => (&[], 1, &[]),
                Item::Keyed(keyed) => (keyed.numbers(), keyed.texts().len(), keyed.modifiers()),
                Item::Hold(_) => continue,
                Item::Word(word) => {
                    let message = match too_large(word) {
                        Some(message) => message,
                        None => format!("the word `{}` has no meaning here", shown(word)),
                    };
                    self.report_value(&codes::WORD, place, message);
                    continue;
                }
            };
            let width = components(own, tag, base_width);
            let mut is_relative = relative;
            let mut hold = holds;
            for modifier in own {
                self.modifier(place, tag, modifier, width);
                match modifier.meaning() {
                    Meaning::Relative => is_relative = true,
                    Meaning::Absolute => is_relative = false,
                    Meaning::Vector => axis = true,
                    Meaning::Hold => hold = true,
                    _ => {}
                }
            }
            let found = if tag.width() == 0 { texts } else { numbers.len() };
            let wanted = if tag.width() == 0 { 1 } else { width };
            let empty = hold && numbers.is_empty() && texts == 0;
            if (found != wanted || numbers.len().saturating_add(texts) != wanted) && !empty {
                let what = if tag.width() == 0 { "text" } else { "number" };
                let plural = if wanted == 1 { "" } else { "s" };
                let parts = numbers.len().saturating_add(texts);
                let message = format!("expected {wanted} {what}{plural}, found a value of {parts}");
                self.report_value(&codes::WIDTH, place, message);
                continue;
            }
            seen.implied |= tag == Tag::QuatRotInterpolator && own.is_empty() && modifiers.is_empty();
            seen.modified |= !own.is_empty();
            seen.no_axis |= tag == Tag::AxisRotInterpolator && !axis;
            self.numbers(place, tag, numbers, is_relative, &mut seen);
        }
        if seen.implied {
            let which = if seen.modified {
                "some quaternions have neither `a` nor `r`"
            } else {
                "the quaternions have no modifiers"
            };
            let message =
                format!("{which} and are read as absolute; the specification states relative as the default");
            self.report(&codes::IMPLIED_RELATIVE, element.span(), message);
        }
        if seen.no_axis {
            self.report(
                &codes::AXIS,
                element.span(),
                "the rotation has no axis, expected the modifier `v`; it is about Y",
            );
        }
    }

    /// The numbers of one value.
    fn numbers(
        &mut self,
        place: ListPosition,
        tag: Tag,
        numbers: &[f64],
        is_relative: bool,
        seen: &mut Seen,
    ) {
        match tag {
            Tag::Timeline => {
                let tick = numbers.first().copied().unwrap_or_default();
                if tick <= seen.last_tick {
                    let last = seen.last_tick;
                    let message =
                        format!("expected a tick above {last}, found {tick}; the timeline ends before it");
                    self.report_value(&codes::TICKS, place, message);
                } else if tick < 0.0 && !std::mem::replace(&mut seen.negative, true) {
                    let message = format!("expected ticks of 0 or more, found {tick}; animations begin at 0");
                    self.report_value(&codes::NEGATIVE, place, message);
                } else if tick.fract() != 0.0 && !std::mem::replace(&mut seen.fraction, true) {
                    let message = format!("expected whole ticks, found {tick}");
                    self.report_value(&codes::FRACTION, place, message);
                }
                seen.last_tick = seen.last_tick.max(tick);
            }
            Tag::ScaleInterpolator if numbers.iter().any(|&n| n <= 0.0) => {
                let message = format!("expected scales above 0, found {numbers:?}");
                self.report_value(&codes::SCALE, place, message);
            }
            Tag::ColorInterpolator if !is_relative && numbers.iter().any(|n| !(0.0..=1.0).contains(n)) => {
                let message = format!("expected colours from 0 to 1, found {numbers:?}");
                self.report_value(&codes::COLOR, place, message);
            }
            Tag::QuatRotInterpolator => {
                let length = numbers.iter().map(|n| n * n).sum::<f64>().sqrt();
                if (length - 1.0).abs() > UNIT && !std::mem::replace(&mut seen.length, true) {
                    let fate = if length > 0.0 { "it is normalised" } else { "it does not rotate" };
                    let message = format!("expected a quaternion of length 1, found {length:.3}; {fate}");
                    self.report_value(&codes::QUATERNION, place, message);
                }
            }
            _ => {}
        }
    }

    fn modifier(&mut self, place: ListPosition, tag: Tag, modifier: &Modifier, components: usize) {
        let meaning = modifier.meaning();
        let parameters = modifier.parameters().iter().filter_map(|parameter| match parameter {
            Parameter::Word(word) => Some(&**word),
            _ => None,
        });
        for message in std::iter::once(modifier.word()).chain(parameters).filter_map(too_large) {
            self.report_value(&codes::WORD, place, message);
        }
        if !tag.takes(meaning) {
            let message = format!("the modifier `{}` is not valid for {}", meaning.name(), tag.name());
            self.report_value(&codes::MODIFIER, place, message);
        }
        if meaning == Meaning::Other
            && let Some(near) = misspelt(modifier.word(), Meaning::NAMES.into_iter())
        {
            let word = modifier.word();
            let message = format!("the modifier `{word}` has no meaning; did you mean `{near}`?");
            self.report_value(&codes::MISSPELT, place, message);
        }
        let (count, width) = (modifier.numbers().len(), tag.width());
        if meaning == Meaning::Vector && count == 3 && axis(&modifier.numbers()).is_none() {
            let message = format!(
                "the axis {:?} has no direction: the previous axis is used, or Y",
                modifier.numbers()
            );
            self.report_value(&codes::AXIS, place, message);
        }
        let expected = match meaning {
            Meaning::Bezier if count != 0 && count != components.saturating_mul(2) => {
                format!("none, or {} for two tangents", components.saturating_mul(2))
            }
            Meaning::Cardinal if count > 1 => "none, or 1 for the tightness".to_owned(),
            Meaning::Tcb if count > 5 => "at most 5: tension, continuity, bias, ease-in, ease-out".to_owned(),
            Meaning::Vector if count != 3 => "3".to_owned(),
            Meaning::Channels if Channels::parse(modifier, width).is_none() => {
                format!("a number whose digits are different channels, from 1 to {width}")
            }
            _ => return,
        };
        let message = {
            let numbers = counted(count, "number");
            format!("the modifier `{}` has {numbers}, expected {expected}", meaning.name())
        };
        self.report_value(&codes::PARAMETERS, place, message);
    }

    fn report_value(&mut self, code: &'static Code, place: ListPosition, message: String) {
        let part = place.index.map_or("Modifiers".to_owned(), |index| format!("value[{index}]"));
        self.report_part(code, place.span, &part, message);
    }
}

/// What was found in a list: each kind of finding is reported once.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding that was made or not")]
#[derive(Default)]
struct Seen {
    last_tick: f64,
    fraction: bool,
    /// Whether a tick below 0 was reported.
    negative: bool,
    length: bool,
    implied: bool,
    /// Whether a value has modifiers of its own.
    modified: bool,
    no_axis: bool,
}

/// A value of the current list, or the attribute with the modifiers of all values.
#[derive(Clone, Copy)]
struct ListPosition {
    span: Option<Span>,
    /// The index of the value.
    index: Option<usize>,
}

/// The beginning of a word, which may have any length.
fn shown(word: &str) -> Cow<'_, str> {
    word.char_indices().nth(40).map_or(word.into(), |(end, _)| format!("{}…", word.split_at(end).0).into())
}

/// The message for a word that is spelt like a number beyond the largest one, which is read as a word.
fn too_large(word: &str) -> Option<String> {
    let is_too_large =
        word.contains(|c: char| c.is_ascii_digit()) && word.parse().is_ok_and(f64::is_infinite);
    is_too_large.then(|| {
        format!("the number `{}` is too large and left out, expected at most {:e}", shown(word), f64::MAX)
    })
}

/// The number of components of a value with these modifiers.
fn components(modifiers: &[Modifier], tag: Tag, otherwise: usize) -> usize {
    let channels = modifiers.iter().filter(|modifier| modifier.meaning() == Meaning::Channels);
    let parsed = channels.filter_map(|modifier| Channels::parse(modifier, tag.width())).next_back();
    parsed.map_or(otherwise, |channels| channels.iter(tag.width()).count())
}

#[cfg(test)]
mod tests {
    use crate::Hsf;

    #[test]
    fn findings_point_at_their_values() {
        for (text, code, place) in [
            ("<Timeline>0 10 5</Timeline>", "ticks", "5"),
            ("<Timeline>0 <!-- a --> 10 10.5 30</Timeline>", "fraction", "10.5"),
            ("<ScaleInterpolator>[1 1 1]\n[1 0 1]</ScaleInterpolator>", "scale", "[1 0 1]"),
            ("<PosInterpolator>[1 1 1] [l er 1 0 1]</PosInterpolator>", "modifier", "[l er 1 0 1]"),
            (
                "<PosInterpolator Modifiers=\"[er]\">[1 1 1]</PosInterpolator>",
                "modifier",
                "Modifiers=\"[er]\"",
            ),
            ("<PosInterpolator>[1 1 1] ...</PosInterpolator>", "word", "..."),
            (
                "<AxisRotInterpolator Modifiers=\"[v 0 0 0]\">45</AxisRotInterpolator>",
                "axis",
                "Modifiers=\"[v 0 0 0]\"",
            ),
            (
                "<AxisRotInterpolator Modifiers=\"[v 0 1 0]\">0 [[v 0 0 0] 45]</AxisRotInterpolator>",
                "axis",
                "[[v 0 0 0] 45]",
            ),
            // From the first reference on, the location of a value is the rest of the list.
            ("<Timeline>0 &#49; 1</Timeline>", "ticks", "&#49; 1"),
        ] {
            let findings = Hsf::parse(text.as_bytes()).unwrap().check();
            let found = findings.iter().find(|finding| finding.code.id == format!("hsf-xml::{code}"));
            let span = found.and_then(|finding| finding.at.span).unwrap();
            assert_eq!(&text[span.start..span.end], place);
        }
    }

    #[test]
    fn a_number_that_is_too_large_is_reported_wherever_it_stands() {
        for (list, expected) in [
            ("[1e400 0 0] [0 0 0]", 1),
            ("[-1e400 0 0]", 1),
            ("[0 0 0] 1e400", 1),
            ("[[t 1e400 0] 1 2 3]", 1),
            ("[[b 1e400 0 0 1e999 0 0] 1 2 3]", 2),
            ("[1e308 0 0] [$inf 0 0 0] [inf 0 0 0] inf", 0),
        ] {
            let text = format!("<PosInterpolator>{list}</PosInterpolator>");
            let findings = Hsf::parse(text.as_bytes()).unwrap().check();
            let of_number = |finding: &&anim_core::Diagnostic| {
                finding.code.id == "hsf-xml::word" && finding.message.contains("is too large")
            };
            assert_eq!(findings.iter().filter(of_number).count(), expected, "{list}: {findings:?}");
        }
    }
}
