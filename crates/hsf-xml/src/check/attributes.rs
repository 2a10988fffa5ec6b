//! Checks attributes against the specification.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::checker::Checker;
use super::words::{misspelt, misspelt_prefix};
use crate::attributes::{parse_number, parse_vector};
use crate::schema::{Form, Rule};
use crate::{Attribute, Element, Key, Tag, Target, codes};

impl<'a> Checker<'a, '_> {
    pub(super) fn attributes(&mut self, element: &'a Element, tag: Tag) {
        for attribute in element.attributes() {
            let key = attribute.key();
            let Some(rule) = key.and_then(|key| tag.rules().iter().find(|rule| rule.key == key)) else {
                let list_name = tag.holds_list() && key == Some(Key::Name);
                let names = tag.rules().iter().map(|rule| rule.key.name());
                if list_name || attribute.name().starts_with("xml") {
                } else if let Some(near) = misspelt(attribute.name(), names) {
                    let message = format!(
                        "{} is not an attribute of {}; did you mean {near}?",
                        attribute.name(),
                        tag.name()
                    );
                    self.report(&codes::MISSPELT, attribute.span(), message);
                } else {
                    let message = format!("{} is not an attribute of {}", attribute.name(), tag.name());
                    self.report(&codes::UNKNOWN_ATTRIBUTE, attribute.span(), message);
                }
                continue;
            };
            let used = element.attribute(rule.key).filter(|used| !std::ptr::eq(*used, attribute));
            if let Some(used) = used {
                let (name, used) = (attribute.name(), used.name());
                let message = format!("the attribute {name} is the same as {used}, which is used instead");
                self.report(&codes::ATTRIBUTE_TWICE, attribute.span(), message);
                continue;
            }
            if attribute.name() != rule.key.name() {
                let message = format!(
                    "found the attribute {}, expected the spelling {}",
                    attribute.name(),
                    rule.key.name()
                );
                self.report(&codes::ATTRIBUTE_CASE, attribute.span(), message);
            }
            self.value(attribute, rule);
        }
        for rule in tag.rules().iter().filter(|rule| rule.required) {
            if element.get(rule.key).is_none_or(|value| value.trim().is_empty()) {
                let message =
                    format!("{} has no attribute {}, which is required", tag.name(), rule.key.name());
                self.report(&codes::REQUIRED, element.span(), message);
            }
        }
    }

    fn value(&mut self, attribute: &Attribute, rule: &Rule) {
        let value = attribute.value().trim();
        let number = parse_number(value);
        let expected = match rule.form {
            Form::Positive if number.is_none_or(|n| n <= 0.0) => "a number above 0",
            Form::Positive
                if rule.key == Key::TicksPerSecond && number.is_some_and(|n| !has_finite_times(n)) =>
            {
                "a number with which the times of ticks are finite"
            }
            Form::Number | Form::Ticks if number.is_none() => "a number",
            Form::Ticks if number.is_some_and(|n| n < 0.0) => "a number of 0 or more",
            Form::Whole if number.is_none_or(|n| n.fract() != 0.0 || n < -1.0) => {
                "a whole number, or -1 for endlessly"
            }
            Form::Flag if !matches!(value, "0" | "1") => "0 or 1",
            Form::Vector(3) if parse_vector::<3>(value).is_none() => "3 numbers in brackets",
            Form::Vector(9) if parse_vector::<9>(value).is_none() => "9 numbers in brackets",
            _ => "",
        };
        let (name, span) = (rule.key.name(), attribute.span());
        if !expected.is_empty() {
            self.report(&codes::VALUE, span, format!("{name} is {value:?}, expected {expected}"));
        } else if rule.form == Form::Ticks && number.is_some_and(|number| number.fract() != 0.0) {
            self.report(&codes::FRACTION, span, format!("{name} is {value}, expected whole ticks"));
        } else if let Form::Word(words) = rule.form
            && let Some(near) = misspelt(value, words.iter().copied())
        {
            let message = format!("{name} is {value:?}, which has no meaning; did you mean {near}?");
            self.report(&codes::MISSPELT, span, message);
        } else if let (Form::Target, Some((prefix, near))) = (rule.form, misspelt_prefix(value)) {
            let message = format!("{name} has the unknown prefix {prefix}; did you mean {near}?");
            self.report(&codes::MISSPELT, span, message);
        } else if rule.form == Form::Target && Target::parse(value).is_some_and(|target| !target.has_prefix) {
            self.report(
                &codes::TARGET_KIND,
                span,
                format!("{name} has no prefix, it is read as `SPATH: {value}`"),
            );
        } else if rule.form == Form::Reference {
            let message = format!(
                "{name} is not an attribute of animations in the specification; elements inside the animation replace it"
            );
            self.report(&codes::IGNORED, span, message);
        }
    }
}

/// Whether all ticks that files count, up to 2³², are finite times at this number of ticks in a second.
fn has_finite_times(ticks_per_second: f64) -> bool {
    (f64::from(u32::MAX) / ticks_per_second).is_finite()
}

#[cfg(test)]
mod tests {
    use crate::Hsf;

    #[test]
    fn an_attribute_in_two_spellings_is_found_where_it_has_no_effect() {
        for (attributes, place) in [
            ("TicksPerSecond='10' tickspersecond='20'", "tickspersecond='20'"),
            ("tickspersecond='20' TicksPerSecond='10'", "tickspersecond='20'"),
        ] {
            let text = format!("<Animdef {attributes}/>");
            let hsf = Hsf::parse(text.as_bytes()).unwrap();
            assert_eq!(hsf.root.get(crate::Key::TicksPerSecond), Some("10"));
            let found: Vec<_> = hsf.check();
            let span = found[0].at.span.unwrap();
            let shown = (found[0].code.id, &text[span.start..span.end], found.len());
            assert_eq!(shown, ("hsf-xml::attribute-twice", place, 1));
        }
    }

    #[test]
    fn ticks_whose_times_are_infinite_are_found() {
        for (ticks, is_found) in [("4800", false), ("1e-290", false), ("1e-299", true), ("1e-320", true)] {
            let hsf = Hsf::parse(format!("<Animdef TicksPerSecond='{ticks}'/>").as_bytes()).unwrap();
            let found: Vec<_> = hsf.check().into_iter().map(|found| (found.code.id, found.message)).collect();
            let told = format!(
                "TicksPerSecond is {ticks:?}, expected a number with which the times of ticks are finite"
            );
            assert_eq!(found, if is_found { vec![("hsf-xml::value", told)] } else { Vec::new() }, "{ticks}");
        }
    }
}
