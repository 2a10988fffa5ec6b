//! Builds a program from elements: scopes, inheritance, instances.

use std::collections::HashMap;
use std::sync::Arc;

use super::complete::complete;
use super::definitions::Definitions;
use super::left_out::{Findings, Reason};
use super::model::{Animation, EACH, FREE_ANIMATIONS, FREE_PARTS, ORIGIN, Program};
use super::resolved::ResolvedTarget;
use super::span::Span;
use crate::eval::timeline::Timeline;
use crate::eval::track::Track;
use crate::{Element, Hsf, Key, Tag, Target, TargetKind};

/// How much of a program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Extent {
    /// The animations and sensors.
    Outline,
    /// Also the parts that have no effect.
    LeftOut,
    /// Also the tracks.
    Whole,
}

/// The program of a document.
pub(crate) fn program(hsf: &Hsf) -> Program {
    outline(hsf, Extent::Whole).program
}

/// The program of a document to this extent.
pub(crate) fn outline(hsf: &Hsf, extent: Extent) -> Outline<'_> {
    Builder::new(hsf, extent).finish()
}

/// A program, and the elements that it was built from.
pub(crate) struct Outline<'a> {
    pub(crate) program: Program,
    /// The element of each animation.
    pub(crate) elements: Vec<&'a Element>,
    pub(crate) definitions: Definitions<'a>,
}

/// What an element inherits from the elements around it.
#[derive(Clone, Default)]
pub(super) struct Scope<'a> {
    /// The animation around.
    pub(super) parent: Option<usize>,
    target: Option<Arc<ResolvedTarget>>,
    /// Enclosing elements that state parameters, the innermost last.
    stating: Vec<&'a Element>,
    timeline: Option<&'a Element>,
    /// Ticks of the root for one tick of this scope.
    pub(super) tick: f64,
    /// The delays of the animation blocks around it together, in ticks of the root.
    delay: f64,
    /// Whether it is inside an instanced animation, in which nothing is instanced.
    is_instanced: bool,
}

/// The ticks of a timeline.
#[derive(Clone)]
struct Ticks {
    /// The number of ticks stated.
    stated: usize,
    /// The timeline, if tracks are built.
    timeline: Option<Arc<Timeline>>,
}

/// A program under construction.
pub(super) struct Builder<'a> {
    pub(super) program: Program,
    /// The element of each animation.
    elements: Vec<&'a Element>,
    root: &'a Element,
    definitions: Definitions<'a>,
    extent: Extent,
    /// The number of further parts that may be visited. It is enough for every document, and a bound for instances, which visit the
    /// same elements again.
    parts_left: usize,
    timelines: HashMap<*const Element, Option<Ticks>>,
    tracks: HashMap<[*const Element; 2], Option<Arc<Track>>>,
    findings: Findings,
    /// Texts of sensors, each kept once.
    pub(super) texts: HashMap<&'a str, Arc<str>>,
}

impl<'a> Builder<'a> {
    fn new(hsf: &'a Hsf, extent: Extent) -> Self {
        let root = &hsf.root;
        let positive = |key: Key, usual: f64| Some(root.number(key)).filter(|&n| n > 0.0).unwrap_or(usual);
        let text = |key: Key| root.get(key).unwrap_or_default().trim().into();
        let definitions = Definitions::of(root);
        let program = Program {
            ticks_per_second: positive(Key::TicksPerSecond, 4800.0),
            frames_per_second: positive(Key::FramesPerSecond, 30.0),
            file: text(Key::File),
            origin: ORIGIN.map(|(key, _)| text(key)),
            objects: definitions.object_targets(),
            object_names: definitions.object_names.clone(),
            most: FREE_ANIMATIONS + EACH * definitions.animation_count(),
            most_parts: FREE_PARTS + EACH * definitions.part_count(),
            ..Program::default()
        };
        Self {
            parts_left: program.most_parts,
            program,
            elements: Vec::new(),
            root,
            definitions,
            extent,
            timelines: HashMap::new(),
            tracks: HashMap::new(),
            findings: Findings::default(),
            texts: HashMap::new(),
        }
    }

    fn finish(mut self) -> Outline<'a> {
        let scope = Scope { tick: 1.0, ..Scope::default() };
        match self.root.tag() {
            Some(Tag::Animdef) => {
                let scope = Scope { delay: self.root.number(Key::Delay).max(0.0), ..scope };
                self.children(self.root, &scope);
            }
            _ => self.element(self.root, &scope),
        }
        self.program.contested = complete(&mut self.program.animations);
        if self.extent == Extent::Whole {
            self.program.find_movers();
        }
        if self.extent >= Extent::LeftOut {
            self.program.left_out = self.findings.left_out(self.root, !self.program.is_cut);
        }
        let Self { program, elements, definitions, .. } = self;
        Outline { program, elements, definitions }
    }

    fn children(&mut self, element: &'a Element, scope: &Scope<'a>) {
        if self.visit(1 + element.content().len()).is_some() {
            element.elements().for_each(|inner| self.element(inner, scope));
        }
    }

    /// Counts parts that are visited; `None` if they, and all that follow, are left out.
    pub(super) fn visit(&mut self, parts: usize) -> Option<()> {
        let left = self.parts_left.checked_sub(parts);
        self.program.is_cut |= left.is_none();
        self.parts_left = left.unwrap_or_default();
        left.map(|_| ())
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
                let target = self.definitions.target_of(element).or_else(|| scope.target.clone());
                self.children(element, &Scope { target, ..scope.clone() });
            }
            Some(Tag::Sensor) => self.sensor(element, scope),
            // An unknown element may contain known ones.
            None => self.children(element, scope),
            Some(_) => {}
        }
    }

    fn animation(&mut self, element: &'a Element, scope: &Scope<'a>) {
        if self.program.animations.len() >= self.program.most || self.parts_left == 0 {
            self.program.is_cut = true;
            return;
        }
        let definition = if scope.is_instanced { None } else { self.definitions.instanced(element) };
        self.findings.references(element, definition, scope.is_instanced, &self.definitions);
        let mut stating = scope.stating.clone();
        stating.extend(definition);
        stating.push(element);
        let own = |key: Key| [Some(element), definition].into_iter().flatten().find(|e| e.get(key).is_some());
        let delay = own(Key::Delay).map_or(0.0, |element| element.number(Key::Delay)).max(0.0) * scope.tick;
        let target = self.target(element, scope);
        let timeline =
            [Some(element), definition].into_iter().flatten().find_map(|e| self.definitions.timeline(e));
        let timeline = timeline.inspect(|timeline| self.findings.uses(timeline)).or(scope.timeline);
        let Some(tracks) = self.tracks_of(definition, element, timeline) else { return };
        let length = tracks.iter().map(|track: &Arc<Track>| track.end()).fold(0.0, f64::max);
        let index = self.program.animations.len();
        let name: Arc<str> = element.name().unwrap_or_default().into();
        self.program.scopes.add(&name, scope.parent);
        if let Some(parent) = scope.parent.and_then(|parent| self.program.animations.get_mut(parent)) {
            parent.children.push(index);
        }
        self.elements.push(element);
        let around = scope.parent.map(|parent| &self.program.animations[parent]);
        let is_declared = around.map_or_else(
            || target.is_none() && self.definitions.is_instanced(element),
            |around| around.is_declared,
        );
        self.program.animations.push(Animation {
            name,
            parent: scope.parent,
            children: Vec::new(),
            target: target.clone(),
            // The content of a block starts with the block, whether the block is active or not. `Active` is not inherited, and
            // that of an instanced animation has no effect. A declaration plays where it is instanced (Example 3 of `<Animation>`).
            active: element.flag(Key::Active) && (scope.parent.is_some() || !is_declared),
            is_declared,
            from: around.map_or(scope.delay, |around| around.from),
            delay,
            current: element.number(Key::CurrentTick).max(0.0),
            span: Span::of(element, &stating, length),
            tracks,
            tick: scope.tick,
        });
        let is_instanced = scope.is_instanced || definition.is_some();
        let inner = Scope { parent: Some(index), target, stating, timeline, is_instanced, ..scope.clone() };
        if let Some(definition) = definition {
            self.children(definition, &inner);
        }
        self.children(element, &Scope { is_instanced: scope.is_instanced, ..inner });
    }

    /// The interpolators of an animation and of the one that it instances, if there is room for them.
    fn tracks_of(
        &mut self,
        definition: Option<&'a Element>,
        element: &'a Element,
        timeline: Option<&'a Element>,
    ) -> Option<Vec<Arc<Track>>> {
        let mut tracks = Vec::new();
        let looks = self.extent >= Extent::LeftOut;
        for holder in [definition, Some(element)].into_iter().flatten() {
            let interpolators = self.definitions.interpolators(holder);
            self.visit(interpolators.len())?;
            let interpolators = interpolators.iter().filter(|_| looks);
            tracks.extend(interpolators.filter_map(|interpolator| self.track(interpolator, timeline)));
        }
        Some(tracks)
    }

    /// An interpolator on a timeline; `None` if they do not fit.
    fn track(&mut self, interpolator: &'a Element, timeline: Option<&'a Element>) -> Option<Arc<Track>> {
        let key = timeline.map(|timeline| [interpolator, timeline].map(std::ptr::from_ref));
        if let Some(known) = key.and_then(|key| self.tracks.get(&key)) {
            return known.clone();
        }
        let timeline = timeline.and_then(|timeline| self.timeline(timeline));
        let (Some(key), Some(Ticks { stated, timeline })) = (key, timeline) else {
            self.findings.note(interpolator, Reason::NoTimeline);
            return None;
        };
        if Track::fits(interpolator, stated) {
            self.findings.uses(interpolator);
        } else {
            self.findings.note(interpolator, Reason::Count);
        }
        let track = timeline.and_then(|timeline| Track::of(interpolator, timeline)).map(Arc::new);
        self.tracks.insert(key, track.clone());
        track
    }

    /// The timeline of an element; `None` without ticks.
    fn timeline(&mut self, element: &'a Element) -> Option<Ticks> {
        if let Some(known) = self.timelines.get(&std::ptr::from_ref(element)) {
            return known.clone();
        }
        let timeline = Timeline::of(element);
        if timeline.as_ref().is_some_and(|timeline| timeline.len() < timeline.stated()) {
            self.findings.note(element, Reason::Ticks);
        }
        let is_whole = self.extent == Extent::Whole;
        let ticks = timeline.map(|timeline| Ticks {
            stated: timeline.stated(),
            timeline: is_whole.then(|| Arc::new(timeline)),
        });
        self.timelines.insert(element, ticks.clone());
        ticks
    }

    /// The target of an animation: its own, or that of the animation around it.
    fn target(&self, element: &'a Element, scope: &Scope<'a>) -> Option<Arc<ResolvedTarget>> {
        let Some(target) = element.get(Key::Target).and_then(Target::parse) else {
            return scope.target.clone();
        };
        if target.kind == TargetKind::Object {
            return self
                .definitions
                .object(target.name)
                .and_then(|object| self.definitions.target_of(object));
        }
        let within = scope.target.as_ref().filter(|_| scope.parent.is_some());
        Some(Arc::new(ResolvedTarget::plain(&target, within.map(|target| &**target))))
    }
}
