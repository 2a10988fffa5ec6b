//! The elements that others refer to.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::resolved::ResolvedTarget;
use crate::{Element, Key, Tag, Target, TargetKind};

/// The elements that others refer to, by name. Of equal names the first is used.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    objects: HashMap<&'a str, &'a Element>,
    objects_lower: HashMap<String, &'a Element>,
    /// Timelines and interpolators.
    lists: HashMap<&'a str, &'a Element>,
    /// Animations by the animation around them and their name.
    animations: HashMap<(usize, &'a str), &'a Element>,
    /// Animations that are not nested, by lower-case name.
    animations_lower: HashMap<String, &'a Element>,
    /// The animation around each animation; 0 for none.
    outer: HashMap<usize, usize>,
    /// The targets that were resolved, by the `TargetObject`.
    targets: RefCell<HashMap<usize, Option<Arc<ResolvedTarget>>>>,
}

/// The address of an element as a key: it does not change while the element is borrowed.
fn identity(element: &Element) -> usize {
    std::ptr::from_ref(element) as usize
}

/// The interpolators that an animation names.
pub(crate) fn interpolator_names(animation: &Element) -> impl Iterator<Item = &str> {
    animation.value(Key::Interpolators).split([' ', ',', ';']).filter(|name| !name.is_empty())
}

impl<'a> Definitions<'a> {
    /// The definitions in a document.
    pub(super) fn of(root: &'a Element) -> Self {
        let mut definitions = Self::default();
        definitions.register(root, 0);
        definitions
    }

    fn register(&mut self, element: &'a Element, scope: usize) {
        let name = element.name();
        let mut inner_scope = scope;
        match (element.tag(), name) {
            (Some(Tag::TargetObject), Some(name)) => {
                self.objects.entry(name).or_insert(element);
                self.objects_lower.entry(name.to_ascii_lowercase()).or_insert(element);
            }
            (Some(Tag::Animation), name) => {
                if let Some(name) = name {
                    self.animations.entry((scope, name)).or_insert(element);
                    if scope == 0 {
                        self.animations_lower.entry(name.to_ascii_lowercase()).or_insert(element);
                    }
                }
                self.outer.insert(identity(element), scope);
                inner_scope = identity(element);
            }
            (Some(tag), Some(name)) if tag == Tag::Timeline || tag.is_interpolator() => {
                self.lists.entry(name).or_insert(element);
            }
            _ => {}
        }
        element.elements().for_each(|inner| self.register(inner, inner_scope));
    }

    /// The number of animations in the document.
    pub(super) fn animation_count(&self) -> usize {
        self.outer.len()
    }

    /// The names of the targets of all `TargetObject`s, by lower-case name.
    pub(super) fn object_targets(&self) -> HashMap<String, Arc<str>> {
        let objects = self.objects_lower.iter();
        objects
            .filter_map(|(name, object)| Some((name.clone(), self.target_of(object)?.name.clone())))
            .collect()
    }

    /// The animation that an animation instances; `None` if that is itself or an animation around it.
    pub(super) fn instanced(&self, element: &'a Element) -> Option<&'a Element> {
        let name = element.get(Key::InstanceOf).map(str::trim).filter(|name| !name.is_empty())?;
        let step = |scope: usize, name: &str| self.animations.get(&(scope, name)).copied();
        let found = step(0, name).or_else(|| {
            name.split('/')
                .try_fold((0, None), |(scope, _), part| {
                    let found = step(scope, part.trim())?;
                    Some((identity(found), Some(found)))
                })?
                .1
        });
        let found = found.or_else(|| self.animations_lower.get(&name.to_ascii_lowercase()).copied());
        found.filter(|found| !self.is_around(found, element))
    }

    /// Whether an animation is, or contains, another one.
    fn is_around(&self, outer: &Element, inner: &Element) -> bool {
        let (outer, mut at) = (identity(outer), identity(inner));
        while at != 0 && at != outer {
            at = self.outer.get(&at).copied().unwrap_or(0);
        }
        at == outer
    }

    /// The timeline of an animation: the one inside it, or else the one it names.
    pub(super) fn timeline(&self, animation: &'a Element) -> Option<&'a Element> {
        let inline = animation.all(Tag::Timeline).next();
        inline.or_else(|| {
            let named = self.lists.get(animation.get(Key::Timeline)?.trim()).copied();
            named.filter(|named| named.tag() == Some(Tag::Timeline))
        })
    }

    /// The interpolators of an animation: those inside it, or else those it names.
    pub(super) fn interpolators(&self, animation: &'a Element) -> Vec<&'a Element> {
        let is_interpolator = |element: &&Element| element.tag().is_some_and(Tag::is_interpolator);
        let inline: Vec<_> = animation.elements().filter(is_interpolator).collect();
        if !inline.is_empty() {
            return inline;
        }
        interpolator_names(animation)
            .filter_map(|name| self.lists.get(name).copied())
            .filter(is_interpolator)
            .collect()
    }

    /// Whether an animation names a timeline or interpolators that do not exist, and has none inside.
    pub(super) fn names_in_vain(&self, animation: &'a Element) -> bool {
        let has = |is: fn(Tag) -> bool| animation.elements().any(|inner| inner.tag().is_some_and(is));
        let is_known = |name: &str, is: fn(Tag) -> bool| {
            self.lists.get(name).is_some_and(|list| list.tag().is_some_and(is))
        };
        let is_timeline = |tag: Tag| tag == Tag::Timeline;
        let timeline = animation.value(Key::Timeline).trim();
        let has_timeline = timeline.is_empty() || has(is_timeline) || is_known(timeline, is_timeline);
        let mut interpolators = interpolator_names(animation);
        let is_unknown = |name: &str| !is_known(name, Tag::is_interpolator);
        !has_timeline || !has(Tag::is_interpolator) && interpolators.any(is_unknown)
    }

    /// The `TargetObject` with a name.
    pub(super) fn object(&self, name: &str) -> Option<&'a Element> {
        let exact = self.objects.get(name);
        exact.or_else(|| self.objects_lower.get(&name.to_ascii_lowercase())).copied()
    }

    /// The target of a `TargetObject`.
    pub(super) fn target_of(&self, object: &'a Element) -> Option<Arc<ResolvedTarget>> {
        let known = self.targets.borrow().get(&identity(object)).cloned();
        known.unwrap_or_else(|| {
            let target = self.resolved(object);
            self.targets.borrow_mut().insert(identity(object), target.clone());
            target
        })
    }

    fn resolved(&self, object: &'a Element) -> Option<Arc<ResolvedTarget>> {
        let target = object.get(Key::Path).and_then(Target::parse)?;
        // An alias of an alias is followed once.
        let target = if target.kind == TargetKind::Object {
            let other = self.objects.get(target.name)?;
            other.get(Key::Path).and_then(Target::parse).filter(|target| target.kind != TargetKind::Object)?
        } else {
            target
        };
        Some(Arc::new(ResolvedTarget::of_object(object, &target)))
    }
}
