//! What refers to what: names that are missing, come later or are spelled otherwise; chains and cycles of instances.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::Span;

use super::{Checker, identity};
use crate::program::Program;
use crate::{Attribute, Element, Hsf, Key, Tag, Target, TargetKind, codes};

/// What can be named, with the first element of each name.
#[derive(Default)]
struct Names<'a> {
    objects: HashMap<&'a str, &'a Element>,
    sensors: HashMap<&'a str, &'a Element>,
    /// Lower-case names to those that are spelled so.
    lower: HashMap<(TargetKind, String), &'a str>,
}

/// What references are looked up in.
struct Known<'a, 'p> {
    names: Names<'a>,
    program: &'p Program<'a>,
    /// Animations by their elements: the first of those that instances repeat.
    scopes: HashMap<usize, usize>,
}

impl<'a> Checker<'a, '_> {
    pub(super) fn references(&mut self, hsf: &'a Hsf, program: &Program<'a>) {
        let mut names = Names::default();
        names.gather(&hsf.root);
        self.path.clear();
        let mut scopes = HashMap::new();
        for (index, animation) in program.animations.iter().enumerate() {
            scopes.entry(identity(animation.element)).or_insert(index);
        }
        self.refer(&hsf.root, &Known { names, program, scopes }, None, 0);
        self.instances(hsf, program);
    }

    /// Looks up what an element refers to, in the scope of the animation around it.
    fn refer(&mut self, element: &'a Element, known: &Known<'a, '_>, scope: Option<usize>, index: usize) {
        let Known { names, program, scopes } = known;
        let scope = scopes.get(&identity(element)).copied().or(scope);
        self.path.push((element.kind().name(), index));
        let keys: &[Key] = match element.tag() {
            Some(Tag::Animation | Tag::Condition | Tag::Action) => &[Key::Target],
            Some(Tag::TargetObject) => &[Key::Path],
            _ => &[],
        };
        for attribute in keys.iter().filter_map(|key| element.attribute(*key)) {
            let Some(target) = Target::parse(attribute.value()) else { continue };
            match target.kind {
                TargetKind::Object => self.named(element, attribute, &target, &names.objects, names),
                TargetKind::Sensor => self.named(element, attribute, &target, &names.sensors, names),
                TargetKind::Animation => {
                    let found = program.find(target.name, scope);
                    self.found(
                        element,
                        attribute,
                        target.name,
                        found.map(|found| {
                            let animation = program.animations.get(found);
                            (animation.map(|a| a.element), spelled_so(target.name, animation.map(|a| a.name)))
                        }),
                    );
                }
                _ => {}
            }
        }
        for (index, inner) in element.elements().enumerate() {
            self.refer(inner, known, scope, index);
        }
        self.path.pop();
    }

    fn named(
        &mut self,
        element: &'a Element,
        attribute: &'a Attribute,
        target: &Target<'a>,
        known: &HashMap<&'a str, &'a Element>,
        names: &Names<'a>,
    ) {
        let exact = known.get(target.name).map(|found| (Some(*found), true));
        let alike = || {
            let name = names.lower.get(&(target.kind, target.name.to_ascii_lowercase()))?;
            known.get(name).map(|found| (Some(*found), false))
        };
        self.found(element, attribute, target.name, exact.or_else(alike));
    }

    /// Says what is to be said of a reference that was looked up: what it names, and whether it is spelled so.
    fn found(
        &mut self,
        element: &'a Element,
        attribute: &'a Attribute,
        name: &str,
        found: Option<(Option<&'a Element>, bool)>,
    ) {
        let span: Option<Span> = attribute.span();
        let Some((named, exact)) = found else {
            self.say(&codes::DANGLING, span, format!("nothing is called {name}"));
            return;
        };
        if !exact {
            self.say(&codes::NAME_CASE, span, format!("{name} is spelled otherwise where it is named"));
        }
        let order = |element: &Element| self.order.get(&identity(element)).copied();
        if named.and_then(order) > order(element) {
            self.say(&codes::FORWARD, span, format!("{name} comes later"));
        }
    }

    /// Instances of instances, and of themselves.
    fn instances(&mut self, hsf: &'a Hsf, program: &Program<'a>) {
        let mut animations = Vec::new();
        gather(&hsf.root, &mut animations);
        let instance_of = |element: &'a Element| {
            element.get(Key::InstanceOf).map(str::trim).filter(|name| !name.is_empty())
        };
        let mut instanced = HashMap::new();
        for element in &animations {
            let Some(name) = instance_of(element) else { continue };
            let found = program.find(name, None).and_then(|index| program.animations.get(index));
            let attribute = element.attribute(Key::InstanceOf);
            self.path = vec![(element.kind().name(), 0)];
            match (found, attribute) {
                (Some(found), Some(attribute)) => {
                    self.found(
                        element,
                        attribute,
                        name,
                        Some((Some(found.element), spelled_so(name, Some(found.name)))),
                    );
                    instanced.insert(identity(element), found.element);
                }
                (None, Some(attribute)) => self.found(element, attribute, name, None),
                _ => {}
            }
        }
        let mut around = HashMap::new();
        nest(&hsf.root, None, &mut around);
        for element in &animations {
            let Some(definition) = instanced.get(&identity(element)).copied() else { continue };
            let span = element.attribute(Key::InstanceOf).and_then(Attribute::span);
            self.path = vec![(element.kind().name(), 0)];
            let mut seen = HashSet::from([identity(element)]);
            let mut next = Some(definition);
            let mut cycle = is_around(definition, element, &around);
            // A chain is at most as long as there are instances, and each is followed a few steps.
            for _ in 0..CHAIN {
                let Some(at) = next else { break };
                if !seen.insert(identity(at)) {
                    cycle = true;
                    break;
                }
                next = instanced.get(&identity(at)).copied();
            }
            if cycle {
                self.say(&codes::INSTANCE_CYCLE, span, "an animation instances itself or what it is in");
            } else if instanced.contains_key(&identity(definition)) {
                self.say(
                    &codes::INSTANCE_CHAIN,
                    span,
                    "what is instanced here is an instance itself, which does not count",
                );
            }
        }
    }
}

/// How far a chain of instances is followed for a cycle.
const CHAIN: usize = 64;

impl<'a> Names<'a> {
    fn gather(&mut self, element: &'a Element) {
        if let Some(name) = element.name() {
            let kind = match element.tag() {
                Some(Tag::TargetObject) => Some((&mut self.objects, TargetKind::Object)),
                Some(Tag::Sensor) => Some((&mut self.sensors, TargetKind::Sensor)),
                _ => None,
            };
            if let Some((known, kind)) = kind {
                known.entry(name).or_insert(element);
                self.lower.entry((kind, name.to_ascii_lowercase())).or_insert(name);
            }
        }
        element.elements().for_each(|inner| self.gather(inner));
    }
}

/// Whether the last step of a reference is spelled as the name it found.
fn spelled_so(reference: &str, name: Option<&str>) -> bool {
    name.is_none_or(|name| reference.trim().ends_with(name))
}

fn gather<'a>(element: &'a Element, animations: &mut Vec<&'a Element>) {
    if element.tag() == Some(Tag::Animation) {
        animations.push(element);
    }
    element.elements().for_each(|inner| gather(inner, animations));
}

/// Notes the element around each.
fn nest(element: &Element, outer: Option<usize>, around: &mut HashMap<usize, usize>) {
    let own = identity(element);
    if let Some(outer) = outer {
        around.insert(own, outer);
    }
    element.elements().for_each(|inner| nest(inner, Some(own), around));
}

fn is_around(outer: &Element, inner: &Element, around: &HashMap<usize, usize>) -> bool {
    let outer = identity(outer);
    let mut at = Some(identity(inner));
    while let Some(here) = at {
        if here == outer {
            return true;
        }
        at = around.get(&here).copied();
    }
    false
}

#[cfg(test)]
mod tests {
    use anim_core::{Diagnostic, Document, Format};

    use crate::Hsf;

    #[test]
    fn names_are_looked_up_from_the_block_that_refers_to_them_outwards() {
        let codes = |target: &str| {
            let text = format!(
                "<Animdef><Animation Name=\"outer\"/><Animation Name=\"block\"><Animation Name=\"part\"/><Sensor Name=\"s\">\
                 <Action Target=\"ANIM: {target}\" Type=\"RESET\"/></Sensor></Animation></Animdef>"
            );
            let mut findings: Vec<Diagnostic> = Vec::new();
            Hsf::parse(text.as_bytes(), &mut ()).unwrap().check(&mut findings);
            let codes = findings.into_iter().map(|finding| finding.code.id);
            codes.filter(|code| *code != "hsf-xml::misplaced").collect::<Vec<_>>()
        };
        for target in ["part", "block/part", "outer"] {
            assert!(codes(target).is_empty(), "{target}");
        }
        assert_eq!(codes("outer/part"), ["hsf-xml::dangling"]);
    }
}
