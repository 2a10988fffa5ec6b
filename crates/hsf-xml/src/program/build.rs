//! Elements to a program: scopes, inheritance, instances.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Action, Animation, Condition, MAX_ANIMATIONS, MAX_PATH, Place, Program, Sensor, Span};
use crate::eval::timeline::Timeline;
use crate::eval::track::{Gentle, Track};
use crate::{Element, Hsf, Key, Tag, Target, TargetKind};

/// How many elements are looked at: all of a document of any size that is read, and instances as long as they are fewer.
const MAX_WORK: usize = 1 << 25;

/// What an element takes over from those around it.
#[derive(Clone, Default)]
struct Scope<'a> {
    parent: Option<usize>,
    place: Option<Arc<Place>>,
    /// Elements around it that state parameters, the innermost last: at most as many as elements nest.
    stating: Vec<&'a Element>,
    timeline: Option<&'a Element>,
    /// Ticks of the root for one of this scope.
    tick: f64,
    /// Ticks of the root that animation blocks around it wait.
    delay: f64,
    /// Whether this is inside what is instanced: nothing is instanced there.
    is_instanced: bool,
}

/// A program being built.
pub(super) struct Builder<'a> {
    program: Program<'a>,
    root: &'a Element,
    objects: HashMap<&'a str, &'a Element>,
    objects_lower: HashMap<String, &'a Element>,
    /// Timelines and interpolators by name.
    lists: HashMap<&'a str, &'a Element>,
    /// Definitions by hierarchical name, found step by step.
    definitions: HashMap<(usize, &'a str), &'a Element>,
    /// Those at the top by lower-case name.
    definitions_lower: HashMap<String, &'a Element>,
    /// The animation around each, by identity.
    outer: HashMap<usize, usize>,
    /// Whether interpolators are made ready to play.
    plays: bool,
    /// How many elements may still be looked at: instances look at the same ones again.
    work: usize,
    timelines: HashMap<usize, Option<Arc<Timeline>>>,
    tracks: HashMap<(usize, usize), Option<Arc<Track<'a>>>>,
}

/// An element as a key: where it is in memory, which does not change while it is borrowed.
fn identity(element: &Element) -> usize {
    std::ptr::from_ref(element) as usize
}

impl<'a> Builder<'a> {
    pub(super) fn new(hsf: &'a Hsf, plays: bool) -> Self {
        let root = &hsf.root;
        let positive = |key: Key, usual: f64| Some(root.number(key)).filter(|&n| n > 0.0).unwrap_or(usual);
        let program = Program {
            ticks_per_second: positive(Key::TicksPerSecond, 4800.0),
            frames_per_second: positive(Key::FramesPerSecond, 30.0),
            animations: Vec::new(),
            sensors: Vec::new(),
            children: HashMap::new(),
            objects: HashMap::new(),
            sensor_names: HashMap::new(),
            sensor_lower: HashMap::new(),
            is_cut: false,
            names: HashMap::new(),
            lower: HashMap::new(),
        };
        let mut builder = Self {
            program,
            root,
            objects: HashMap::new(),
            objects_lower: HashMap::new(),
            lists: HashMap::new(),
            definitions: HashMap::new(),
            definitions_lower: HashMap::new(),
            outer: HashMap::new(),
            plays,
            work: MAX_WORK,
            timelines: HashMap::new(),
            tracks: HashMap::new(),
        };
        builder.register(root, 0);
        let objects = builder.objects_lower.iter();
        let places = objects
            .filter_map(|(name, object)| Some((name.clone(), builder.object_place(object)?.name.clone())));
        builder.program.objects = places.collect();
        builder
    }

    /// Notes what can be referred to, wherever it stands.
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
                    self.definitions.entry((scope, name)).or_insert(element);
                    if scope == 0 {
                        self.definitions_lower.entry(name.to_ascii_lowercase()).or_insert(element);
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

    pub(super) fn finish(mut self) -> Program<'a> {
        let scope = Scope { tick: 1.0, ..Scope::default() };
        match self.root.tag() {
            Some(Tag::Animdef) => {
                let scope = Scope { delay: self.root.number(Key::Delay).max(0.0), ..scope };
                self.children(self.root, &scope);
            }
            _ => self.element(self.root, &scope),
        }
        self.program
    }

    fn children(&mut self, element: &'a Element, scope: &Scope<'a>) {
        let Some(work) = self.work.checked_sub(1 + element.content().len()) else {
            self.program.is_cut = true;
            return;
        };
        self.work = work;
        element.elements().for_each(|inner| self.element(inner, scope));
    }

    fn element(&mut self, element: &'a Element, scope: &Scope<'a>) {
        match element.tag() {
            Some(Tag::Animdef) => {
                let own = element.number(Key::TicksPerSecond);
                let tick = if own > 0.0 { self.program.ticks_per_second / own } else { scope.tick };
                let delay = scope.delay + element.number(Key::Delay).max(0.0) * tick;
                self.children(element, &Scope { tick, delay, ..scope.clone() });
            }
            Some(Tag::Animation) => self.animation(element, scope),
            Some(Tag::TargetObject) => {
                let place = self.object_place(element).or_else(|| scope.place.clone());
                self.children(element, &Scope { place, ..scope.clone() });
            }
            Some(Tag::Sensor) => self.sensor(element, scope),
            // What is unknown may hold what is known.
            None => self.children(element, scope),
            Some(_) => {}
        }
    }

    fn animation(&mut self, element: &'a Element, scope: &Scope<'a>) {
        if self.program.animations.len() >= MAX_ANIMATIONS {
            self.program.is_cut = true;
            return;
        }
        let definition = if scope.is_instanced { None } else { self.definition(element) };
        let mut stating = scope.stating.clone();
        stating.extend(definition);
        stating.push(element);
        let stated = |key: Key| stating.iter().rev().find_map(|element| element.get(key).map(|_| *element));
        let flag = |key: Key| {
            stating
                .iter()
                .rev()
                .find_map(|element| element.stated_flag(key))
                .unwrap_or_else(|| element.flag(key))
        };
        let loops = stated(Key::Loop).map_or(1.0, |element| element.number(Key::Loop));
        let own = |key: Key| [Some(element), definition].into_iter().flatten().find(|e| e.get(key).is_some());
        let delay = own(Key::Delay).map_or(0.0, |element| element.number(Key::Delay)).max(0.0) * scope.tick;
        // What is in a block starts with it, be the block active at first or not; nor does what is instanced count.
        let active = element.flag(Key::Active);
        let place = self.place(element, scope);
        let timeline =
            [Some(element), definition].into_iter().flatten().find_map(|e| self.timeline_element(e));
        let timeline = timeline.or(scope.timeline);
        let mut tracks = Vec::new();
        let plays = self.plays;
        for holder in [definition, Some(element)].into_iter().flatten().filter(|_| plays) {
            for interpolator in self.interpolators(holder) {
                tracks.extend(timeline.and_then(|timeline| self.track(interpolator, timeline)));
            }
        }
        let length = tracks.iter().map(|track: &Arc<Track<'_>>| track.end()).fold(0.0, f64::max);
        let span = Span {
            length,
            loops: (loops >= 0.0).then_some(loops),
            back: flag(Key::RLoop),
            gentle: Gentle { start: flag(Key::Accelerate), end: flag(Key::Decelerate) },
        };
        let index = self.program.animations.len();
        if let Some(parent) = scope.parent {
            self.program.children.entry(parent).or_default().push(index);
        }
        let name = element.name().unwrap_or_default();
        self.program.animations.push(Animation {
            element,
            name,
            parent: scope.parent,
            target: place.clone(),
            active,
            delay: delay + if scope.parent.is_none() { scope.delay } else { 0.0 },
            current: element.number(Key::CurrentTick).max(0.0),
            span,
            tracks,
            tick: scope.tick,
        });
        if !name.is_empty() {
            self.program.names.entry((scope.parent, name)).or_insert(index);
            self.program.lower.entry((scope.parent, name.to_ascii_lowercase())).or_insert(index);
        }
        let is_instanced = scope.is_instanced || definition.is_some();
        let inner = Scope { parent: Some(index), place, stating, timeline, is_instanced, ..scope.clone() };
        if let Some(definition) = definition {
            self.children(definition, &inner);
        }
        self.children(element, &Scope { is_instanced: scope.is_instanced, ..inner });
    }

    /// The animation that one instances; `None` if it instances itself or what it is in.
    fn definition(&self, element: &'a Element) -> Option<&'a Element> {
        let name = element.get(Key::InstanceOf).map(str::trim).filter(|name| !name.is_empty())?;
        let step = |scope: usize, name: &str| self.definitions.get(&(scope, name)).copied();
        let found = step(0, name).or_else(|| {
            name.split('/')
                .try_fold((0, None), |(scope, _), part| {
                    let found = step(scope, part.trim())?;
                    Some((identity(found), Some(found)))
                })?
                .1
        });
        let found = found.or_else(|| self.definitions_lower.get(&name.to_ascii_lowercase()).copied());
        found.filter(|found| !self.is_around(found, element))
    }

    /// Whether an animation is another one or around it.
    fn is_around(&self, outer: &Element, inner: &Element) -> bool {
        let (outer, mut at) = (identity(outer), identity(inner));
        while at != 0 && at != outer {
            at = self.outer.get(&at).copied().unwrap_or(0);
        }
        at == outer
    }

    fn timeline_element(&self, element: &'a Element) -> Option<&'a Element> {
        let inline = element.all(Tag::Timeline).next();
        inline.or_else(|| {
            let named = self.lists.get(element.get(Key::Timeline)?.trim()).copied();
            named.filter(|named| named.tag() == Some(Tag::Timeline))
        })
    }

    fn interpolators(&self, element: &'a Element) -> Vec<&'a Element> {
        let is_interpolator = |element: &&Element| element.tag().is_some_and(Tag::is_interpolator);
        let inline: Vec<_> = element.elements().filter(is_interpolator).collect();
        if !inline.is_empty() {
            return inline;
        }
        let named = element.get(Key::Interpolators).unwrap_or_default();
        let names = named.split([' ', ',', ';']).filter(|name| !name.is_empty());
        names.filter_map(|name| self.lists.get(name).copied()).filter(is_interpolator).collect()
    }

    fn track(&mut self, interpolator: &'a Element, timeline: &'a Element) -> Option<Arc<Track<'a>>> {
        let key = (identity(interpolator), identity(timeline));
        if let Some(known) = self.tracks.get(&key) {
            return known.clone();
        }
        let timeline =
            self.timelines.entry(key.1).or_insert_with(|| Timeline::of(timeline).map(Arc::new)).clone();
        let track = timeline.and_then(|timeline| Track::of(interpolator, timeline)).map(Arc::new);
        self.tracks.insert(key, track.clone());
        track
    }

    /// What an animation moves: its own target, or that of what is around it.
    fn place(&self, element: &'a Element, scope: &Scope<'a>) -> Option<Arc<Place>> {
        let Some(target) = element.get(Key::Target).and_then(Target::parse) else {
            return scope.place.clone();
        };
        if target.kind == TargetKind::Object {
            let name = target.name;
            let object =
                self.objects.get(name).or_else(|| self.objects_lower.get(&name.to_ascii_lowercase()));
            return object.and_then(|object| self.object_place(object));
        }
        let within = scope.place.as_ref().filter(|_| scope.parent.is_some());
        Some(Arc::new(plain_place(&target, within.map(|place| &**place))))
    }

    fn object_place(&self, object: &'a Element) -> Option<Arc<Place>> {
        let target = object.get(Key::Path).and_then(Target::parse)?;
        // An alias of an alias is followed once.
        let target = if target.kind == TargetKind::Object {
            let other = self.objects.get(target.name)?;
            other.get(Key::Path).and_then(Target::parse).filter(|target| target.kind != TargetKind::Object)?
        } else {
            target
        };
        Some(Arc::new(Place {
            pivot: object.vector(Key::Pivot),
            rotation: object.vector(Key::Rotation),
            scale: object.vector(Key::Scale),
            ..plain_place(&target, None)
        }))
    }

    fn sensor(&mut self, element: &'a Element, scope: &Scope<'a>) {
        let actions = |element: &'a Element| {
            element.all(Tag::Action).map(|action| Action {
                kind: action.value(Key::Type).trim(),
                target: action.value(Key::Target).trim(),
                value: action.value(Key::Value).trim(),
                delay: action.number(Key::Delay).max(0.0) * scope.tick,
            })
        };
        // Actions beside the conditions belong to each of them.
        let beside: Vec<_> = actions(element).collect();
        let conditions = element.all(Tag::Condition).map(|condition| Condition {
            event: condition.value(Key::Event).trim(),
            target: condition.value(Key::Target).trim(),
            idle: condition.flag(Key::Idle),
            actions: actions(condition).collect(),
        });
        let (index, name) = (self.program.sensors.len(), element.name().unwrap_or_default());
        self.program.sensor_names.entry(name).or_insert(index);
        self.program.sensor_lower.entry(name.to_ascii_lowercase()).or_insert(index);
        self.program.sensors.push(Sensor {
            name,
            active: element.flag(Key::Active),
            delay: element.number(Key::Delay).max(0.0) * scope.tick,
            conditions: conditions.collect(),
            actions: beside,
            parent: scope.parent,
        });
    }
}

/// A target without a `TargetObject`; the path of a segment goes on from the one around it unless it begins at the root.
fn plain_place(target: &Target<'_>, within: Option<&Place>) -> Place {
    let is_segment = target.kind == TargetKind::Segment;
    let whole = within.filter(|outer| is_segment && outer.is_segment && !target.is_absolute());
    let fits = |outer: &&Place| outer.name.len() + target.name.len() < MAX_PATH;
    let name = match whole.filter(fits) {
        Some(outer) => format!("{}/{}", outer.name, target.name),
        None => target.name.to_owned(),
    };
    Place {
        name,
        is_segment,
        pivot: [0.0; 3],
        rotation: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        scale: [1.0; 3],
    }
}
