//! Values of timelines and interpolators.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::borrow::Cow;

use anim_core::{Code, Span};

use super::Checker;
use crate::eval::key::Channels;
use crate::eval::track::Fit;
use crate::{Attribute, Element, Item, Key, Meaning, Modifier, Tag, codes};

/// How far the length of a quaternion may be from 1.
const UNIT: f64 = 1e-3;

impl<'a> Checker<'a, '_> {
    pub(super) fn list(&mut self, element: &'a Element, tag: Tag) {
        let modifiers = element.modifiers();
        let base_width = components(&modifiers, tag, tag.width());
        let attribute = element.attribute(Key::Modifiers).and_then(Attribute::span);
        let place = Place { span: attribute, index: None };
        for modifier in &modifiers {
            self.modifier(place, tag, modifier, base_width);
        }
        let has = |meaning: Meaning| modifiers.iter().any(|modifier| modifier.meaning() == meaning);
        let (relative, holds) = (has(Meaning::Relative), has(Meaning::Hold));
        let mut axis = has(Meaning::Vector);
        let mut said = Said { last_tick: f64::NEG_INFINITY, ..Said::default() };
        let items = element.lists().flat_map(|list| (0..).map(|index| list.span(index)).zip(list));
        for (index, (span, item)) in items.enumerate() {
            let place = Place { span: span.or(element.span()), index: Some(index) };
            let (numbers, texts, own): (&[f64], usize, &[Modifier]) = match &item {
                Item::Scalar(number) => (std::slice::from_ref(number), 0, &[]),
                Item::Tuple(numbers) => (numbers, 0, &[]),
                Item::Text(_) => (&[], 1, &[]),
                Item::Keyed(keyed) => (keyed.numbers(), keyed.texts().len(), keyed.modifiers()),
                Item::Hold(_) => continue,
                Item::Word(word) => {
                    self.say_of(&codes::WORD, place, format!("the word {} means nothing here", shown(word)));
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
                let message = format!(
                    "a value has {} parts, expected {wanted} {what}{}",
                    numbers.len().saturating_add(texts),
                    if wanted == 1 { "" } else { "s" }
                );
                self.say_of(&codes::WIDTH, place, message);
                continue;
            }
            said.implied |= tag == Tag::QuatRotInterpolator && own.is_empty() && modifiers.is_empty();
            said.no_axis |= tag == Tag::AxisRotInterpolator && !axis;
            self.numbers(place, tag, numbers, is_relative, &mut said);
        }
        if said.implied {
            let message =
                "quaternions are taken as absolute, although the specification's default is relative";
            self.say(&codes::IMPLIED_RELATIVE, element.span(), message);
        }
        if said.no_axis {
            self.say(&codes::AXIS, element.span(), "a rotation has no axis, it is about Y");
        }
    }

    /// The numbers of one value.
    fn numbers(&mut self, place: Place, tag: Tag, numbers: &[f64], is_relative: bool, said: &mut Said) {
        match tag {
            Tag::Timeline => {
                let tick = numbers.first().copied().unwrap_or_default();
                if tick <= said.last_tick {
                    let message = format!(
                        "the tick {tick} follows {}, expected more: the timeline ends here",
                        said.last_tick
                    );
                    self.say_of(&codes::TICKS, place, message);
                } else if tick.fract() != 0.0 && !std::mem::replace(&mut said.fraction, true) {
                    let message = format!("the tick {tick} is not whole");
                    self.say_of(&codes::FRACTION, place, message);
                }
                said.last_tick = said.last_tick.max(tick);
            }
            Tag::ScaleInterpolator if numbers.iter().any(|&n| n <= 0.0) => {
                let message = format!("the scale {numbers:?} is not above 0");
                self.say_of(&codes::SCALE, place, message);
            }
            Tag::ColorInterpolator if !is_relative && numbers.iter().any(|n| !(0.0..=1.0).contains(n)) => {
                let message = format!("the colour {numbers:?} is outside 0 to 1");
                self.say_of(&codes::COLOR, place, message);
            }
            Tag::QuatRotInterpolator => {
                let length = numbers.iter().map(|n| n * n).sum::<f64>().sqrt();
                if (length - 1.0).abs() > UNIT && !std::mem::replace(&mut said.length, true) {
                    let message =
                        format!("a quaternion has the length {length:.3}, expected 1: it is made so");
                    self.say_of(&codes::QUATERNION, place, message);
                }
            }
            _ => {}
        }
    }

    fn modifier(&mut self, place: Place, tag: Tag, modifier: &Modifier, components: usize) {
        let meaning = modifier.meaning();
        if !tag.takes(meaning) {
            let message = format!("the modifier {} is not valid for {}", meaning.name(), tag.name());
            self.say_of(&codes::MODIFIER, place, message);
        }
        let (count, width) = (modifier.numbers().len(), tag.width());
        let expected = match meaning {
            Meaning::Bezier if count != 0 && count != components.saturating_mul(2) => {
                format!("none or {} numbers, two tangents", components.saturating_mul(2))
            }
            Meaning::Cardinal if count > 1 => "none or the tightness".to_owned(),
            Meaning::Tcb if count > 5 => "tension, continuity, bias, ease-in and ease-out at most".to_owned(),
            Meaning::Vector if count != 3 => "3 numbers".to_owned(),
            Meaning::Channels if Channels::parse(modifier, width).is_none() => {
                format!("different channels from 1 to {width}")
            }
            _ => return,
        };
        let message = format!("the modifier {} has {count} numbers, expected {expected}", meaning.name());
        self.say_of(&codes::PARAMETERS, place, message);
    }

    fn say_of(&mut self, code: &'static Code, place: Place, message: String) {
        let part = place.index.map_or("Modifiers".to_owned(), |index| format!("value[{index}]"));
        self.say_at(code, place.span, &part, message);
    }

    /// The interpolators of an animation against its timeline.
    pub(super) fn fits(&mut self, animation: &'a Element) {
        let timeline = animation.all(Tag::Timeline).next();
        let interpolators = animation.elements().filter(|e| e.tag().is_some_and(Tag::is_interpolator));
        let counted =
            |element: &Element| element.items().filter(|item| !matches!(item, Item::Word(_))).count();
        // A timeline may come from around or from what is instanced.
        let elsewhere = animation.get(Key::InstanceOf).is_some()
            || animation.get(Key::Timeline).is_some()
            || self.path.iter().rev().skip(1).any(|(name, _)| *name == Tag::Animation.name());
        for interpolator in interpolators {
            let Some(timeline) = timeline else {
                if !elsewhere {
                    let message = format!("{} has no timeline", interpolator.kind().name());
                    self.say(&codes::NO_TIMELINE, interpolator.span(), message);
                }
                continue;
            };
            let (values, ticks) = (counted(interpolator), counted(timeline));
            let name = interpolator.kind().name();
            match Fit::of(values, ticks) {
                Some(Fit::Neither) => {
                    let message = format!(
                        "{name} has {values} values for {ticks} ticks, expected no more or a multiple: it does nothing"
                    );
                    self.say(&codes::COUNT, interpolator.span(), message);
                }
                Some(Fit::One) if values < ticks => {
                    let message =
                        format!("{name} has {values} values for {ticks} ticks, the last ticks are not used");
                    self.say(&codes::SURPLUS, interpolator.span(), message);
                }
                _ => {}
            }
        }
    }
}

/// What was seen of a list, and what is said of it once.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding that was made or not")]
#[derive(Default)]
struct Said {
    last_tick: f64,
    fraction: bool,
    length: bool,
    implied: bool,
    no_axis: bool,
}

/// A value of the list at hand, or the attribute with the modifiers of all.
#[derive(Clone, Copy)]
struct Place {
    span: Option<Span>,
    /// The number of the value.
    index: Option<usize>,
}

/// The beginning of a word that may be of any length.
fn shown(word: &str) -> Cow<'_, str> {
    word.char_indices().nth(40).map_or(word.into(), |(end, _)| format!("{}…", word.split_at(end).0).into())
}

/// How many components values with these modifiers have.
fn components(modifiers: &[Modifier], tag: Tag, otherwise: usize) -> usize {
    let channels = modifiers.iter().filter(|modifier| modifier.meaning() == Meaning::Channels);
    let parsed = channels.filter_map(|modifier| Channels::parse(modifier, tag.width())).next_back();
    parsed.map_or(otherwise, |channels| channels.iter(tag.width()).count())
}

#[cfg(test)]
mod tests {
    use anim_core::{Diagnostic, Document, Format};

    use crate::Hsf;

    #[test]
    fn findings_point_at_what_they_are_of() {
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
            // References are resolved first: from the first one on, a value is only known to be in the rest of the list.
            ("<Timeline>0 &#49; 1</Timeline>", "ticks", "&#49; 1"),
        ] {
            let mut findings: Vec<Diagnostic> = Vec::new();
            Hsf::parse(text.as_bytes(), &mut ()).unwrap().check(&mut findings);
            let found = findings.iter().find(|finding| finding.code.id == format!("hsf-xml::{code}"));
            let span = found.and_then(|finding| finding.at.span).unwrap();
            assert_eq!(&text[span.start..span.end], place);
        }
    }
}
