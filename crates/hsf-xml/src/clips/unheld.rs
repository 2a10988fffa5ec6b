//! The data of a document that no clip holds: one loss for each kind, with the location of the first. Names and comments, which
//! do not play, are not counted.

use std::collections::HashMap;

use anim_core::{Brief, Location, Report, Span};

use super::WHOLE;
use crate::program::{LeftOut, Program, Reason};
use crate::{Element, Hsf, Kind, codes};

/// Reports data that is in no clip: what is not in the specification, and what has no effect.
pub(super) fn report(hsf: &Hsf, program: &Program, report: &mut Report) {
    let mut unknown = Found::default();
    unknown.element(&hsf.root);
    for Kept { what, at, count } in unknown.kinds {
        let message = if count == 1 {
            format!("{what}: clips have no place for it")
        } else {
            format!("{what}, {count} times: clips have no place for them")
        };
        report.lose(codes::NO_CHANNEL.dropped(message).at(at));
    }
    let mut unplayed = Found::default();
    for LeftOut { reason, span, .. } in &program.left_out {
        unplayed.note(what(*reason), *span);
    }
    for Kept { what, at, count } in unplayed.kinds {
        let times = if count == 1 { String::new() } else { format!(", {count} times") };
        report.lose(codes::NO_EFFECT.dropped(format!("{what}{times}")).at(at));
    }
}

/// Reports the animations that are in no clip: those that are nested and not active, and those nested in them.
pub(super) fn waiting(program: &Program, names: &[(usize, String)], report: &mut Report) {
    let names: HashMap<usize, &String> = names.iter().map(|(top, name)| (*top, name)).collect();
    let mut waits = vec![false; program.animations.len()];
    for (index, animation) in program.animations.iter().enumerate() {
        // Each is after the one around it.
        waits[index] = animation.parent.is_some_and(|parent| waits[parent] || !animation.active);
        if waits[index] && !animation.tracks.is_empty() {
            let path = program.path(index);
            let message = format!(
                "the animation `{path}` is in no clip: it, or one around it, is nested and not active"
            );
            let loss = codes::NO_CHANNEL.dropped(message);
            let name = names.get(&program.outermost(index));
            report.lose(match name {
                Some(name) => loss.in_clip_named(*name),
                None => loss,
            });
        }
    }
}

/// Reports the delays of animations whose clips begin after the delay. If the clip of the complete document has a delay, it is lost
/// only in a clip that is taken without that one. The delay of a block is also that of its animations that start by themselves.
pub(super) fn delays(program: &Program, names: Vec<(usize, String)>, has_whole: bool, report: &mut Report) {
    for (top, name) in names {
        let animation = &program.animations[top];
        let ticks = if animation.active { program.start(top) } else { animation.delay };
        let seconds = ticks / program.ticks_per_second;
        if seconds > 0.0 {
            let delay = format!("the delay of {} s before the animation", Brief(seconds));
            let lost =
                |place: &str| codes::NO_CHANNEL.dropped(format!("{delay} {place}")).in_clip_named(name);
            if has_whole && animation.active {
                report.lose_apart(lost(&format!("is only in the clip `{WHOLE}`")));
            } else {
                report.lose(lost("is in no clip"));
            }
        }
    }
}

/// The description of a reason, and of its effect.
fn what(reason: Reason) -> &'static str {
    match reason {
        Reason::Ticks => "a timeline ends before its first tick that does not ascend: the rest is left out",
        Reason::Count => "an interpolator is left out: the number of its values does not fit its timeline",
        Reason::NoTimeline => "an interpolator is left out: its animation has no timeline with ticks",
        Reason::Unused => "an interpolator is left out: no animation contains or names it",
        Reason::UnusedTimeline => "a timeline is left out: no animation uses it",
        Reason::Instance => {
            "an animation gets nothing from the one that it instances: that does not exist, or contains it"
        }
        Reason::Chain => {
            "instances do not chain: an animation that is instanced, or inside an instanced one, gets nothing from the one that it instances"
        }
        Reason::Name => "an animation names a timeline or interpolator that does not exist",
    }
}

/// Something that is kept only in the document.
struct Kept {
    what: &'static str,
    at: Location,
    count: usize,
}

/// The kinds found, in document order.
#[derive(Default)]
struct Found {
    kinds: Vec<Kept>,
}

impl Found {
    fn note(&mut self, what: &'static str, span: Option<Span>) {
        match self.kinds.iter_mut().find(|kept| kept.what == what) {
            Some(kept) => kept.count += 1,
            None => self.kinds.push(Kept { what, at: Location { span, ..Location::default() }, count: 1 }),
        }
    }

    fn element(&mut self, element: &Element) {
        match element.kind() {
            Kind::Other(_) => self.note("an element that is not in the specification", element.span()),
            Kind::Known(_) => {}
        }
        for attribute in element.attributes() {
            let is_said = !(attribute.value().trim().is_empty() || attribute.name().starts_with("xml"));
            if is_said && element.tag().is_some() && attribute.key().is_none() {
                self.note("an attribute that is not in the specification", attribute.span());
            }
        }
        element.elements().for_each(|inner| self.element(inner));
    }
}
