//! The elements that others refer to.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::names::Names;
use super::resolved::ResolvedTarget;
use super::scopes::{Found, Scopes};
use crate::{Element, Key, Tag, Target, TargetKind};

/// The maximum number of aliases of aliases that lead to a target.
const ALIASES: usize = 64;

/// The elements that others refer to, by name. Of equal names the first is used.
#[derive(Default)]
pub(crate) struct Definitions<'a> {
    objects: Vec<&'a Element>,
    pub(super) object_names: Names,
    /// Timelines and interpolators.
    lists: HashMap<&'a str, &'a Element>,
    /// Animations in the order of the document.
    animations: Vec<&'a Element>,
    /// The names of the animations.
    scopes: Scopes,
    /// The index of each animation.
    index_of: HashMap<usize, usize>,
    /// The animations that others instance.
    instanced: HashSet<usize>,
    /// The number of elements and other content, and of names of interpolators.
    part_count: usize,
    /// The interpolators that animations name, by the animation.
    interpolators: RefCell<HashMap<usize, Rc<[&'a Element]>>>,
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
        definitions.register(root, None);
        let instanced =
            definitions.animations.iter().filter_map(|animation| definitions.instanced(animation));
        definitions.instanced = instanced.map(identity).collect();
        definitions
    }

    fn register(&mut self, element: &'a Element, scope: Option<usize>) {
        let name = element.name();
        let mut inner_scope = scope;
        match (element.tag(), name) {
            (Some(Tag::TargetObject), Some(name)) => {
                self.object_names.insert(&name.into(), self.objects.len());
                self.objects.push(element);
            }
            (Some(Tag::Animation), name) => {
                inner_scope = Some(self.animations.len());
                self.index_of.insert(identity(element), self.animations.len());
                self.scopes.add(&name.unwrap_or_default().into(), scope);
                self.animations.push(element);
                self.part_count += interpolator_names(element).count();
            }
            (Some(tag), Some(name)) if tag == Tag::Timeline || tag.is_interpolator() => {
                self.lists.entry(name).or_insert(element);
            }
            _ => {}
        }
        self.part_count += 1 + element.content().len();
        element.elements().for_each(|inner| self.register(inner, inner_scope));
    }

    /// The number of animations in the document.
    pub(super) fn animation_count(&self) -> usize {
        self.animations.len()
    }

    /// At least half of the number of parts that are visited where nothing is instanced.
    pub(super) fn part_count(&self) -> usize {
        self.part_count
    }

    /// The names of the targets of all `TargetObject`s; `None` for those without a target.
    pub(super) fn object_targets(&self) -> Vec<Option<Arc<str>>> {
        self.objects.iter().map(|object| Some(self.target_of(object)?.name.clone())).collect()
    }

    /// The animation that an animation instances; `None` if that is itself or an animation around it.
    pub(super) fn instanced(&self, element: &Element) -> Option<&'a Element> {
        let (found, _) = self.named(element)?;
        Some(found).filter(|found| !self.is_around(found, element))
    }

    /// Whether some animation instances this one.
    pub(super) fn is_instanced(&self, animation: &Element) -> bool {
        self.instanced.contains(&identity(animation))
    }

    /// The animation whose name is that which an animation states to instance, and whether the letter case is the same. An
    /// animation around it is found only if no other one is.
    pub(crate) fn named(&self, element: &Element) -> Option<(&'a Element, bool)> {
        let name = element.get(Key::InstanceOf).map(str::trim).filter(|name| !name.is_empty())?;
        let scope = self.scopes.outer(*self.index_of.get(&identity(element))?);
        let is_other =
            |index: usize| !self.animations.get(index).is_some_and(|found| self.is_around(found, element));
        let found =
            self.scopes.find(name, scope, is_other).or_else(|| self.scopes.find(name, scope, |_| true));
        let Found { index, is_exact } = found?;
        Some((*self.animations.get(index)?, is_exact))
    }

    /// Whether an animation is, or contains, another one.
    fn is_around(&self, outer: &Element, inner: &Element) -> bool {
        let index = |element: &Element| self.index_of.get(&identity(element)).copied();
        let mut around = std::iter::successors(index(inner), |index| self.scopes.outer(*index));
        index(outer).is_some_and(|outer| around.any(|index| index == outer))
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
    pub(super) fn interpolators(&self, animation: &'a Element) -> Rc<[&'a Element]> {
        let is_interpolator = |element: &&Element| element.tag().is_some_and(Tag::is_interpolator);
        let inline: Rc<[_]> = animation.elements().filter(is_interpolator).collect();
        if !inline.is_empty() || animation.get(Key::Interpolators).is_none() {
            return inline;
        }
        let find = || {
            let found = interpolator_names(animation).filter_map(|name| self.lists.get(name).copied());
            found.filter(is_interpolator).collect()
        };
        self.interpolators.borrow_mut().entry(identity(animation)).or_insert_with(find).clone()
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
        self.objects.get(self.object_names.find(name)?).copied()
    }

    /// The target of a `TargetObject`; `None` if it is an alias of nothing or of itself.
    pub(crate) fn target_of(&self, object: &'a Element) -> Option<Arc<ResolvedTarget>> {
        let known = self.targets.borrow().get(&identity(object)).cloned();
        known.unwrap_or_else(|| {
            let target = self.resolved(object);
            self.targets.borrow_mut().insert(identity(object), target.clone());
            target
        })
    }

    fn resolved(&self, object: &'a Element) -> Option<Arc<ResolvedTarget>> {
        let path = |object: &'a Element| object.get(Key::Path).and_then(Target::parse);
        let mut target = path(object)?;
        for _ in 0..ALIASES {
            if target.kind != TargetKind::Object {
                break;
            }
            target = path(self.object(target.name)?)?;
        }
        if target.kind == TargetKind::Object {
            return None;
        }
        Some(Arc::new(ResolvedTarget::of_object(object, &target)))
    }
}
