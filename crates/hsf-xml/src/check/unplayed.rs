//! Interpolators and timelines that never play, and values that do not fit their timeline.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::counted;

use super::checker::{Checker, identity};
use crate::eval::fit::Fit;
use crate::eval::key::Keys;
use crate::program::Reason;
use crate::{Element, Item, Property, Tag, codes};

/// The nearest element of the specification around others.
pub(super) struct Around<'a> {
    pub(super) element: &'a Element,
    /// The first timeline in it, if it is an animation.
    timeline: Option<&'a Element>,
    /// The number of ticks of that timeline.
    ticks: usize,
}

impl<'a> Checker<'a, '_> {
    /// Checks whether an interpolator or a timeline plays. `around` is the nearest enclosing element of the specification.
    pub(super) fn plays(&mut self, element: &'a Element, tag: Tag, around: Option<&Around<'a>>) {
        if tag == Tag::Timeline {
            self.timeline(element, around);
        }
        if tag == Tag::Animation {
            let found = replaced(element, &self.left_out);
            self.replaced.extend(found);
        }
        if tag.is_interpolator() {
            self.interpolator(element, tag, around);
        }
    }

    fn timeline(&mut self, element: &'a Element, around: Option<&Around<'a>>) {
        // A fragment of a document has nothing around it.
        let Some(around) = around else { return };
        let is_other = |first: &Element| identity(first) != identity(element);
        if around.timeline.is_some_and(is_other) {
            let message = "the animation has an earlier Timeline, which is used instead of this one";
            self.report(&codes::IGNORED, element.span(), message);
        } else if self.left_out.get(&identity(element)) == Some(&Reason::UnusedTimeline) {
            let message = "no animation uses the Timeline: it has no effect";
            self.report(&codes::NO_EFFECT, element.span(), message);
        }
    }

    fn interpolator(&mut self, element: &'a Element, tag: Tag, around: Option<&Around<'a>>) {
        // A fragment of a document has nothing around it.
        let Some(around) = around else { return };
        let (name, values) = (tag.name(), count(element));
        let (code, message) = match (self.left_out.get(&identity(element)), around.timeline) {
            _ if values == 0 => (&codes::NO_EFFECT, format!("{name} has no values: it has no effect")),
            (Some(Reason::NoTimeline), None) => (
                &codes::NO_TIMELINE,
                format!("{name} has no timeline, expected one in the animation: it has no effect"),
            ),
            (Some(Reason::NoTimeline), Some(_)) => {
                (&codes::NO_TIMELINE, format!("{name} has a timeline without ticks: it has no effect"))
            }
            (Some(Reason::Count), None) => {
                let message = format!(
                    "{name} has {}, expected at most as many as its timeline has ticks, or a multiple: it has no effect",
                    counted(values, "value")
                );
                (&codes::COUNT, message)
            }
            (Some(Reason::Unused), _) => {
                (&codes::NO_EFFECT, format!("no animation contains or names {name}: it has no effect"))
            }
            _ if self.replaced.contains(&identity(element)) => {
                let message = format!(
                    "a later interpolator of the animation drives all that {name} drives: it has no effect"
                );
                (&codes::NO_EFFECT, message)
            }
            (_, Some(_)) => match fit(tag, values, around.ticks) {
                Some(found) => found,
                None => return,
            },
            _ => return,
        };
        self.report(code, element.span(), message);
    }
}

impl<'a> Around<'a> {
    pub(super) fn of(element: &'a Element) -> Self {
        let animation = Some(element).filter(|element| element.tag() == Some(Tag::Animation));
        let timeline = animation.and_then(|animation| animation.all(Tag::Timeline).next());
        Self { element, timeline, ticks: timeline.map_or(0, count) }
    }
}

/// The interpolators of an animation of which later ones drive all that they drive, by their identity.
fn replaced(animation: &Element, left_out: &HashMap<usize, Reason>) -> HashSet<usize> {
    let plays = |element: &&Element| {
        let is_interpolator = element.tag().is_some_and(Tag::is_interpolator);
        is_interpolator && count(element) > 0 && !left_out.contains_key(&identity(element))
    };
    let interpolators = || animation.elements().filter(plays);
    let mut counts: HashMap<Property, usize> = HashMap::new();
    for interpolator in interpolators() {
        let count = counts.entry(Property::of(interpolator)).or_default();
        *count = count.saturating_add(1);
    }
    let (mut driven, mut replaced) = (HashMap::new(), HashSet::new());
    for interpolator in interpolators().rev() {
        let property = Property::of(interpolator);
        if counts.get(&property).is_some_and(|count| *count > 1) {
            let own = components(interpolator);
            let later: &mut [bool; 4] = driven.entry(property).or_default();
            if covers(*later, own) {
                replaced.insert(identity(interpolator));
            }
            later.iter_mut().zip(own).for_each(|(later, own)| *later |= own);
        }
    }
    replaced
}

fn covers(later: [bool; 4], own: [bool; 4]) -> bool {
    own.into_iter().zip(later).all(|(own, later)| later || !own)
}

/// The components that an interpolator drives.
fn components(element: &Element) -> [bool; 4] {
    let lanes = Keys::of(element).lanes(element.tag().map_or(0, Tag::width));
    std::array::from_fn(|at| {
        lanes.iter().any(|(first, width, _)| (*first..first.saturating_add(*width)).contains(&at))
    })
}

/// The number of values of a list.
fn count(element: &Element) -> usize {
    element.items().filter(|item| !matches!(item, Item::Word(_))).count()
}

/// How the values of an interpolator do not fit the ticks beside it.
fn fit(tag: Tag, values: usize, ticks: usize) -> Option<(&'static anim_core::Code, String)> {
    let (name, of, beside) = (tag.name(), counted(values, "value"), counted(ticks, "tick"));
    match Fit::of(values, ticks)? {
        Fit::Neither => {
            let message = format!(
                "{name} has {of} for {beside}, expected at most {ticks} or a multiple; it has no effect"
            );
            Some((&codes::COUNT, message))
        }
        Fit::One if values < ticks => {
            let message = format!("{name} has {of} for {beside}; the last ticks are not used");
            Some((&codes::SURPLUS, message))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Hsf;

    /// The findings of a document of an animation with this content, each with its code, its path and the text at its location.
    fn found(content: &str) -> Vec<(String, String, String)> {
        let text = format!("<Animdef><Animation Target=\"SPATH: a\">{content}</Animation></Animdef>");
        let findings = Hsf::parse(text.as_bytes()).unwrap().check();
        let shown = |finding: anim_core::Diagnostic| {
            let span = finding.at.span.unwrap();
            let code = finding.code.id.trim_start_matches("hsf-xml::").to_owned();
            (code, finding.at.path, text[span.start..span.end].to_owned())
        };
        findings.into_iter().map(shown).collect()
    }

    #[test]
    fn what_never_plays_is_found_where_it_is() {
        let scale = "<ScaleInterpolator>[1 1 1]</ScaleInterpolator>";
        let ticks = "<Timeline>0 10</Timeline>";
        let at = |index: usize| format!("Animdef/Animation[0]/ScaleInterpolator[{index}]");
        let nested = "Animdef/Animation[0]/Animation[0]/ScaleInterpolator[0]".to_owned();
        for (content, code, path, place) in [
            (scale.to_owned(), "no-timeline", at(0), "<ScaleInterpolator>"),
            (format!("<Timeline></Timeline>{scale}"), "no-timeline", at(1), "<ScaleInterpolator>"),
            (format!("<Timeline/>{scale}"), "no-timeline", at(1), "<ScaleInterpolator>"),
            (format!("<Animation>{scale}</Animation>"), "no-timeline", nested.clone(), "<ScaleInterpolator>"),
            (format!("{ticks}<ScaleInterpolator/>"), "no-effect", at(1), "<ScaleInterpolator/>"),
            (format!("{ticks}{scale}"), "surplus", at(1), "<ScaleInterpolator>"),
            (
                format!("{ticks}{}", scale.replace("]<", "] [1 1 1] [1 1 1]<")),
                "count",
                at(1),
                "<ScaleInterpolator>",
            ),
            (
                format!("{ticks}<Animation>{}</Animation>", scale.replace("]<", "] [1 1 1] [1 1 1]<")),
                "count",
                "Animdef/Animation[0]/Animation[1]/ScaleInterpolator[0]".to_owned(),
                "<ScaleInterpolator>",
            ),
            (
                format!("{ticks}<Timeline>0 20</Timeline>"),
                "ignored",
                "Animdef/Animation[0]/Timeline[1]".to_owned(),
                "<Timeline>",
            ),
        ] {
            assert_eq!(found(&content), [(code.to_owned(), path, place.to_owned())], "{content}");
        }
        let wrapped = "Animdef/Animation[0]/Own[1]/ScaleInterpolator[0]".to_owned();
        let found_within = found(&format!("{ticks}<Own>{scale}</Own>"));
        assert_eq!(
            found_within.last(),
            Some(&("no-effect".to_owned(), wrapped, "<ScaleInterpolator>".to_owned()))
        );
        let whole = scale.replace("]<", "] [2 2 2]<");
        for content in [format!("{ticks}{whole}"), format!("{ticks}<Animation>{whole}</Animation>")] {
            assert_eq!(found(&content), [], "{content}");
        }
    }

    #[test]
    fn an_interpolator_that_a_later_one_replaces_is_found() {
        let position = |modifiers: &str| {
            let values = if modifiers.is_empty() { "[0 0 0] [1 1 1]" } else { "[0] [1]" };
            format!("<PosInterpolator Modifiers=\"{modifiers}\">{values}</PosInterpolator>")
        };
        let color =
            |kind: &str| format!("<ColorInterpolator Type=\"{kind}\">[0 0 0] [1 1 1]</ColorInterpolator>");
        for (content, count) in [
            (position("") + &position(""), 1),
            (position("[c 1]") + &position(""), 1),
            (position("[c 1]") + &position("[c 1]"), 1),
            (position("") + &position("[c 1]"), 0),
            (position("[c 1]") + &position("[c 2]"), 0),
            (color("diffuse") + &color("diffuse"), 1),
            (color("diffuse") + &color("specular"), 0),
            // The later one does not play.
            (position("") + &position("").replace("] [", "] [2 2 2] ["), 0),
        ] {
            let found = found(&format!("<Timeline>0 10</Timeline>{content}"));
            let first = "Animdef/Animation[0]/".to_owned() + &content[1..content.find(' ').unwrap()] + "[1]";
            let replaced: Vec<_> = found.iter().filter(|(code, ..)| code == "no-effect").collect();
            assert_eq!(replaced.len(), count, "{content}: {found:?}");
            assert!(replaced.iter().all(|(_, path, _)| *path == first), "{found:?}");
        }
    }

    #[test]
    fn names_of_timelines_and_interpolators_that_do_not_exist_are_found() {
        let codes = |named: &str| {
            let text = format!(
                "<Animdef><Timeline Name=\"t\">0 10</Timeline><PosInterpolator Name=\"p\">[0 0 0] [1 0 0]</PosInterpolator>\
                 <Animation Target=\"SPATH: a\" {named}/></Animdef>"
            );
            let findings = Hsf::parse(text.as_bytes()).unwrap().check();
            let codes = findings.iter().map(|finding| finding.code.id.trim_start_matches("hsf-xml::"));
            codes.filter(|code| *code != "ignored").map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(codes("Timeline=\"t\" Interpolators=\"p\""), [""; 0]);
        // What nothing names has no effect.
        assert_eq!(codes("Timeline=\"t\""), ["no-effect"]);
        assert_eq!(codes(""), ["no-effect", "no-effect"]);
        assert_eq!(codes("Timeline=\"t\" Interpolators=\"p, q\""), ["dangling"]);
        assert_eq!(codes("Timeline=\"u\" Interpolators=\"p\""), ["no-effect", "no-timeline", "dangling"]);
    }
}
