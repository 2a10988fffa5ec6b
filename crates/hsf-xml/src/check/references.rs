//! References: names that are missing, come later or differ in letter case; chains and cycles of instances.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{HashMap, HashSet};

use anim_core::Span;

use super::checker::{Checker, identity};
use crate::program::{Program, outline};
use crate::{Attribute, Element, Hsf, Key, Tag, Target, TargetKind, codes};

/// The first element with each name that can be referred to.
#[derive(Default)]
struct Names<'a> {
    objects: HashMap<&'a str, &'a Element>,
    sensors: HashMap<&'a str, &'a Element>,
    /// Lower-case names and their spelling.
    lower: HashMap<(TargetKind, String), &'a str>,
}

/// The data that references are resolved against.
struct Known<'a> {
    names: Names<'a>,
    program: Program,
    /// The element of each animation of the program.
    elements: Vec<&'a Element>,
    /// Animations by their elements; if instances repeat one, the first.
    scopes: HashMap<usize, usize>,
    /// The index of each element in the order of the document.
    order: HashMap<usize, usize>,
}

impl<'a> Known<'a> {
    fn of(hsf: &'a Hsf) -> Self {
        let (program, elements) = outline(hsf);
        let mut known = Self {
            names: Names::default(),
            program,
            elements,
            scopes: HashMap::new(),
            order: HashMap::new(),
        };
        known.names.gather(&hsf.root);
        known.number(&hsf.root);
        for (index, element) in known.elements.iter().enumerate() {
            known.scopes.entry(identity(element)).or_insert(index);
        }
        known
    }

    fn number(&mut self, element: &Element) {
        self.order.insert(identity(element), self.order.len());
        element.elements().for_each(|inner| self.number(inner));
    }

    /// The animation that a name refers to in a scope, and whether the last step of the name has the same spelling.
    fn animation(&self, name: &str, scope: Option<usize>) -> Option<(&'a Element, bool)> {
        let index = self.program.find(name, scope)?;
        let spelling = &*self.program.animations.get(index)?.name;
        Some((*self.elements.get(index)?, name.trim().ends_with(spelling)))
    }
}

impl<'a> Checker<'a, '_> {
    /// Checks all references of a document.
    pub(super) fn references(&mut self, hsf: &'a Hsf) {
        let known = Known::of(hsf);
        self.path.clear();
        self.refer(&hsf.root, &known, None, 0);
        self.instances(hsf, &known);
    }

    /// Checks the references of an element in the scope of the animation around it.
    fn refer(&mut self, element: &'a Element, known: &Known<'a>, scope: Option<usize>, index: usize) {
        let scope = known.scopes.get(&identity(element)).copied().or(scope);
        self.path.push((element.kind().name(), index));
        let keys: &[Key] = match element.tag() {
            Some(Tag::Animation | Tag::Condition | Tag::Action) => &[Key::Target],
            Some(Tag::TargetObject) => &[Key::Path],
            _ => &[],
        };
        for attribute in keys.iter().filter_map(|key| element.attribute(*key)) {
            let Some(target) = Target::parse(attribute.value()) else { continue };
            let found = match target.kind {
                TargetKind::Object => known.names.find(&target, &known.names.objects),
                TargetKind::Sensor => known.names.find(&target, &known.names.sensors),
                TargetKind::Animation => known.animation(target.name, scope),
                _ => continue,
            };
            self.reference(element, attribute, target.name, found, known);
        }
        for (index, inner) in element.elements().enumerate() {
            self.refer(inner, known, scope, index);
        }
        self.path.pop();
    }

    /// Reports findings about a reference, given the element to which it refers and whether the spelling is the same.
    fn reference(
        &mut self,
        element: &'a Element,
        attribute: &'a Attribute,
        name: &str,
        found: Option<(&'a Element, bool)>,
        known: &Known<'a>,
    ) {
        let span: Option<Span> = attribute.span();
        let Some((named, exact)) = found else {
            self.report(&codes::DANGLING, span, format!("nothing has the name {name}"));
            return;
        };
        if !exact {
            let message = format!("the reference {name} differs in letter case from the name");
            self.report(&codes::NAME_CASE, span, message);
        }
        let order = |element: &Element| known.order.get(&identity(element)).copied();
        if order(named) > order(element) {
            self.report(&codes::FORWARD, span, format!("{name} is defined later in the document"));
        }
    }

    /// Checks instances: of instances, and of themselves.
    fn instances(&mut self, hsf: &'a Hsf, known: &Known<'a>) {
        let mut animations = Vec::new();
        gather(&hsf.root, &mut animations);
        let instance_of = |element: &'a Element| {
            let attribute = element.attribute(Key::InstanceOf)?;
            Some((attribute, attribute.value().trim())).filter(|(_, name)| !name.is_empty())
        };
        let mut instanced = HashMap::new();
        for element in &animations {
            let Some((attribute, name)) = instance_of(element) else { continue };
            self.path = vec![(element.kind().name(), 0)];
            let found = known.animation(name, None);
            self.reference(element, attribute, name, found, known);
            if let Some((definition, _)) = found {
                instanced.insert(identity(element), definition);
            }
        }
        let mut around = HashMap::new();
        nest(&hsf.root, None, &mut around);
        for element in &animations {
            let Some(definition) = instanced.get(&identity(element)).copied() else { continue };
            let span = element.attribute(Key::InstanceOf).and_then(Attribute::span);
            self.path = vec![(element.kind().name(), 0)];
            if is_around(definition, element, &around) || is_cycle(element, definition, &instanced) {
                let message = "the animation instances itself or an animation around it";
                self.report(&codes::INSTANCE_CYCLE, span, message);
            } else if instanced.contains_key(&identity(definition)) {
                let message = "the instanced animation is an instance itself, which has no effect here";
                self.report(&codes::INSTANCE_CHAIN, span, message);
            }
        }
    }
}

/// Whether a chain of instances returns to one of its elements.
fn is_cycle(element: &Element, definition: &Element, instanced: &HashMap<usize, &Element>) -> bool {
    let mut seen = HashSet::from([identity(element)]);
    let mut next = Some(definition);
    for _ in 0..CHAIN {
        let Some(at) = next else { return false };
        if !seen.insert(identity(at)) {
            return true;
        }
        next = instanced.get(&identity(at)).copied();
    }
    false
}

/// The maximum number of steps of a chain of instances that are followed to find a cycle.
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

    /// The element with a name, and whether the spelling is the same.
    fn find(
        &self,
        target: &Target<'a>,
        among: &HashMap<&'a str, &'a Element>,
    ) -> Option<(&'a Element, bool)> {
        let exact = among.get(target.name).map(|found| (*found, true));
        exact.or_else(|| {
            let spelling = self.lower.get(&(target.kind, target.name.to_ascii_lowercase()))?;
            among.get(spelling).map(|found| (*found, false))
        })
    }
}

fn gather<'a>(element: &'a Element, animations: &mut Vec<&'a Element>) {
    if element.tag() == Some(Tag::Animation) {
        animations.push(element);
    }
    element.elements().for_each(|inner| gather(inner, animations));
}

/// Records the enclosing element of each element.
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
    use crate::Hsf;

    #[test]
    fn names_are_looked_up_from_the_block_that_refers_to_them_outwards() {
        let codes = |target: &str| {
            let text = format!(
                "<Animdef><Animation Name=\"outer\"/><Animation Name=\"block\"><Animation Name=\"part\"/><Sensor Name=\"s\">\
                 <Action Target=\"ANIM: {target}\" Type=\"RESET\"/></Sensor></Animation></Animdef>"
            );
            let findings = Hsf::parse(text.as_bytes()).unwrap().check();
            let codes = findings.into_iter().map(|finding| finding.code.id);
            codes.filter(|code| *code != "hsf-xml::misplaced").collect::<Vec<_>>()
        };
        for target in ["part", "block/part", "outer"] {
            assert!(codes(target).is_empty(), "{target}");
        }
        assert_eq!(codes("outer/part"), ["hsf-xml::dangling"]);
    }
}
