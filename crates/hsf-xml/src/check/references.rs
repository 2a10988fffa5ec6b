//! References: names that are missing, come later or differ in letter case.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::HashMap;

use anim_core::Span;

use super::checker::{Checker, identity};
use super::instances::{Instances, instance_of};
use crate::program::{Definitions, Extent, Outline, Program, Reason, interpolator_names, outline};
use crate::{Attribute, Element, Hsf, Key, Tag, Target, TargetKind, codes};

/// The first element with each name that can be referred to.
#[derive(Default)]
struct Names<'a> {
    objects: HashMap<&'a str, &'a Element>,
    sensors: HashMap<&'a str, &'a Element>,
    /// Timelines and interpolators.
    lists: HashMap<&'a str, Tag>,
    /// Lower-case names and their spelling.
    lower: HashMap<(TargetKind, String), &'a str>,
}

/// The data that references are resolved against.
pub(super) struct Known<'a> {
    names: Names<'a>,
    program: Program,
    definitions: Definitions<'a>,
    instances: Instances<'a>,
    /// The element of each animation of the program.
    elements: Vec<&'a Element>,
    /// Animations by their elements; if instances repeat one, the first.
    scopes: HashMap<usize, usize>,
    /// The index of each element in the order of the document.
    order: HashMap<usize, usize>,
}

impl<'a> Known<'a> {
    pub(super) fn of(hsf: &'a Hsf) -> Self {
        let Outline { program, elements, definitions } = outline(hsf, Extent::LeftOut);
        let instances = Instances::of(hsf, &definitions);
        let mut known = Self {
            names: Names::default(),
            program,
            definitions,
            instances,
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

    /// The elements without effect, by their identity.
    pub(super) fn left_out(&self) -> HashMap<usize, Reason> {
        self.program.left_out.iter().map(|part| (part.identity, part.reason)).collect()
    }

    fn number(&mut self, element: &Element) {
        self.order.insert(identity(element), self.order.len());
        element.elements().for_each(|inner| self.number(inner));
    }

    /// The animation that a name refers to in a scope, and whether the spelling is the same.
    fn animation(&self, name: &str, scope: Option<usize>) -> Option<(&'a Element, bool)> {
        let found = self.program.find(name, scope)?;
        Some((*self.elements.get(found.index)?, found.is_exact))
    }
}

impl<'a> Checker<'a, '_> {
    /// Checks all references of a document.
    pub(super) fn references(&mut self, hsf: &'a Hsf, known: &Known<'a>) {
        self.path.clear();
        self.refer(&hsf.root, known, None, 0);
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
            let is_alias = element.tag() == Some(Tag::TargetObject) && target.kind == TargetKind::Object;
            if is_alias && found.is_some() && known.definitions.target_of(element).is_none() {
                let message = format!("the alias {} leads to no target", target.name);
                self.report(&codes::DANGLING, attribute.span(), message);
            }
        }
        if element.tag() == Some(Tag::Animation) {
            self.lists(element, known);
            if let Some((attribute, name)) = instance_of(element) {
                self.reference(element, attribute, name, known.definitions.named(element), known);
                let is_chained = self.left_out.get(&identity(element)) == Some(&Reason::Chain);
                if let Some((code, message)) = known.instances.fault(element, is_chained) {
                    self.report(code, attribute.span(), message);
                }
            }
        }
        for (index, inner) in element.elements().enumerate() {
            self.refer(inner, known, scope, index);
        }
        self.path.pop();
    }

    /// Reports a timeline and interpolators that an animation names and that do not exist, unless it has its own.
    fn lists(&mut self, animation: &'a Element, known: &Known<'a>) {
        let is_known =
            |name: &str, is: fn(Tag) -> bool| known.names.lists.get(name).is_some_and(|tag| is(*tag));
        let is_timeline: fn(Tag) -> bool = |tag| tag == Tag::Timeline;
        let timeline = Some(animation.value(Key::Timeline).trim()).filter(|name| !name.is_empty());
        for (key, is, names) in [
            (Key::Timeline, is_timeline, timeline.into_iter().collect::<Vec<_>>()),
            (Key::Interpolators, Tag::is_interpolator, interpolator_names(animation).collect()),
        ] {
            if animation.elements().any(|inner| inner.tag().is_some_and(is)) {
                continue;
            }
            for name in names.into_iter().filter(|name| !is_known(name, is)) {
                let span = animation.attribute(key).and_then(Attribute::span);
                self.report(&codes::DANGLING, span, format!("nothing has the name {name}"));
            }
        }
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
}

impl<'a> Names<'a> {
    fn gather(&mut self, element: &'a Element) {
        if let Some(name) = element.name() {
            let kind = match element.tag() {
                Some(tag) if tag == Tag::Timeline || tag.is_interpolator() => {
                    self.lists.entry(name).or_insert(tag);
                    None
                }
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

    #[test]
    fn findings_about_instances_have_the_path_of_the_animation() {
        let text = "<Animdef><Animation Name=\"a\"/><Animation Name=\"b\"><Animation InstanceOf=\"c\"/></Animation>\
                    <Animation Name=\"d\" InstanceOf=\"d\"/></Animdef>";
        let findings = Hsf::parse(text.as_bytes()).unwrap().check();
        let found: Vec<_> = findings.iter().map(|found| (found.code.id, &*found.at.path)).collect();
        assert_eq!(
            found,
            [
                ("hsf-xml::dangling", "Animdef/Animation[1]/Animation[0]"),
                ("hsf-xml::instance-cycle", "Animdef/Animation[2]"),
            ]
        );
    }
}
