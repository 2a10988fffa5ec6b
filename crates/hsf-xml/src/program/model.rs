//! The animations and sensors of a resolved document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::left_out::LeftOut;
use super::names::Names;
use super::resolved::{MAX_PATH, Named, ResolvedTarget};
use super::scopes::{Found, Scopes};
use super::span::Span;
use crate::eval::track::Track;
use crate::{Input, Key};

/// The maximum number of animations of a document, including instances and their contents, beyond [`EACH`] for each animation
/// in the document: every animation may instance all others.
pub(crate) const FREE_ANIMATIONS: usize = 1 << 12;

/// The maximum number of parts of these animations and of sensors, beyond [`EACH`] for each part of the document.
pub(crate) const FREE_PARTS: usize = 1 << 17;

/// The number of animations that each animation of a document may become, and of parts that each part may.
pub(crate) const EACH: usize = 4;

/// What a document states about where it comes from, and the metadata key of each.
pub(crate) const ORIGIN: [(Key, &str); 2] =
    [(Key::Vendor, "hsf-xml.vendor"), (Key::Version, "hsf-xml.version")];

/// Everything that plays.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) ticks_per_second: f64,
    pub(crate) frames_per_second: f64,
    /// The file from which the scene is loaded; empty for none.
    pub(crate) file: Arc<str>,
    /// The program that made the document, and the version of its format; empty for none.
    pub(crate) origin: [Arc<str>; 2],
    /// Each precedes the animations that are nested in it.
    pub(crate) animations: Vec<Animation>,
    pub(crate) sensors: Vec<Sensor>,
    /// The targets of `TargetObject`s without their prefixes; `None` for no target.
    pub(super) objects: Vec<Option<Arc<str>>>,
    pub(super) object_names: Names,
    pub(super) sensor_names: Names,
    /// The animations that move each object, by its lower-case name.
    pub(super) movers: HashMap<String, Vec<usize>>,
    /// The names of the animations.
    pub(super) scopes: Scopes,
    /// The maximum number of animations.
    pub(crate) most: usize,
    /// The maximum number of their parts.
    pub(crate) most_parts: usize,
    /// The targets for which several `TargetObject`s state different transforms.
    pub(super) contested: HashSet<Named>,
    /// Whether animations are left out because of the limit.
    pub(crate) is_cut: bool,
    /// The parts without effect, in document order.
    pub(crate) left_out: Vec<LeftOut>,
}

/// One animation.
#[derive(Debug)]
pub(crate) struct Animation {
    /// The name; empty for none.
    pub(crate) name: Arc<str>,
    /// The animation in which it is nested.
    pub(crate) parent: Option<usize>,
    /// The animations nested in it.
    pub(crate) children: Vec<usize>,
    pub(crate) target: Option<Arc<ResolvedTarget>>,
    /// Whether it starts by itself, with the animation around it or with its block.
    pub(crate) active: bool,
    /// Whether it is, or is in, a declaration: an animation without a target that others instance. It moves nothing itself.
    pub(crate) is_declared: bool,
    /// The tick before which it does not begin to wait: the delay of the blocks (`Animdef`) around it, which pass once.
    pub(crate) from: f64,
    /// Ticks to wait after the animation around it starts, or after it is activated.
    pub(crate) delay: f64,
    /// Ticks that have already passed when it starts (`CurrentTick`).
    pub(crate) current: f64,
    pub(crate) span: Span,
    pub(crate) tracks: Vec<Arc<Track>>,
    /// Ticks of the root for one tick of its own.
    pub(crate) tick: f64,
}

/// One sensor.
#[derive(Debug)]
pub(crate) struct Sensor {
    /// The name; `sensor N` if it has none.
    pub(crate) name: Arc<str>,
    pub(crate) active: bool,
    pub(crate) delay: f64,
    pub(crate) conditions: Vec<Condition>,
    /// The actions of all conditions, then those that belong to every condition.
    pub(crate) actions: Vec<Action>,
    /// The actions that belong to every condition.
    pub(crate) shared: Range<usize>,
    /// The animation in which it is nested.
    pub(crate) parent: Option<usize>,
}

/// When a sensor acts.
#[derive(Debug)]
pub(crate) struct Condition {
    /// The event in the document's spelling.
    pub(crate) event: Arc<str>,
    pub(crate) trigger: Trigger,
    /// The target in the document's spelling.
    pub(crate) target: Arc<str>,
    /// Whether it is met only while its target is idle.
    pub(crate) idle: bool,
    /// Its own actions, as indices of the sensor's actions.
    pub(crate) actions: Range<usize>,
}

/// The kind of event that a condition waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// An input on a target.
    Input(Input),
    /// `ONTICK`
    Tick,
    /// `ONANIMFINISHED`
    AnimationFinished,
    /// `ONSENSOR`
    Sensor,
    /// An event that is not in the specification.
    Other,
}

/// An action of a sensor.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    /// The type in the document's spelling.
    pub(crate) kind: Arc<str>,
    /// The meaning of the type; `None` for a type that is left to the host.
    pub(crate) verb: Option<Verb>,
    pub(crate) target: Arc<str>,
    pub(crate) value: Arc<str>,
    pub(crate) delay: f64,
}

/// The effect of an action on animations and sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Activate,
    Deactivate,
    Reset,
    Restart,
}

impl Trigger {
    /// The kind of an event; letter case is ignored.
    pub(super) fn of(event: &str) -> Self {
        let named =
            [("ONTICK", Self::Tick), ("ONANIMFINISHED", Self::AnimationFinished), ("ONSENSOR", Self::Sensor)];
        let known = named.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(event));
        known
            .map(|(_, trigger)| trigger)
            .or_else(|| Input::from_event(event).map(Self::Input))
            .unwrap_or(Self::Other)
    }
}

impl Verb {
    /// The meaning of an action's type; letter case is ignored.
    pub(super) fn of(kind: &str) -> Option<Self> {
        let named = [
            ("ACTIVATE", Self::Activate),
            ("DEACTIVATE", Self::Deactivate),
            ("RESET", Self::Reset),
            ("RESTART", Self::Restart),
        ];
        named.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(kind)).map(|(_, verb)| verb)
    }
}

impl Program {
    /// The animation that a name refers to in the scope of an animation.
    pub(crate) fn find(&self, name: &str, scope: Option<usize>) -> Option<Found> {
        self.scopes.find(name, scope, |_| true)
    }

    /// The sensor with a name; an exact match takes precedence over one in other letter case.
    pub(crate) fn sensor(&self, name: &str) -> Option<usize> {
        self.sensor_names.find(name)
    }

    /// Whether several `TargetObject`s state different transforms of a target.
    pub(crate) fn is_contested(&self, target: &ResolvedTarget) -> bool {
        self.contested.contains(&(target.kind, target.name.clone()))
    }

    /// The target of a `TargetObject`, without its prefix.
    pub(crate) fn object(&self, name: &str) -> Option<&Arc<str>> {
        self.objects.get(self.object_names.find(name)?)?.as_ref()
    }

    /// The full name of an animation: preceded by the names around it, separated by slashes. An animation without a name is
    /// `animation N`.
    pub(crate) fn path(&self, index: usize) -> String {
        let animation = &self.animations[index];
        let name =
            if animation.name.is_empty() { format!("animation {index}") } else { animation.name.to_string() };
        match animation.parent.map(|parent| self.path(parent)) {
            // Longer names differ from others in their last part.
            Some(outer) if outer.len() + name.len() < MAX_PATH => format!("{outer}/{name}"),
            _ => name,
        }
    }

    /// The animations that are not nested.
    pub(crate) fn top(&self) -> impl Iterator<Item = usize> {
        let animations = self.animations.iter().enumerate();
        animations.filter(|(_, animation)| animation.parent.is_none()).map(|(index, _)| index)
    }

    /// The outermost animation around an animation, or itself.
    pub(crate) fn outermost(&self, index: usize) -> usize {
        self.animations[index].parent.map_or(index, |parent| self.outermost(parent))
    }

    /// The ticks after which an animation starts if everything around it starts by itself.
    pub(crate) fn start(&self, index: usize) -> f64 {
        let animation = &self.animations[index];
        animation.delay + animation.parent.map_or(animation.from, |parent| self.start(parent))
    }
}

impl Animation {
    /// Whether it has a target in the complete document.
    pub(crate) fn moves_target(&self) -> bool {
        self.target.is_some() && !self.is_declared
    }

    /// Ticks of the root from its start to its end.
    pub(crate) fn duration(&self) -> f64 {
        (self.span.total() - self.current).max(0.0) * self.tick
    }

    /// The tick on its timeline, a number of ticks of the root after its start. Times within `rounding` ticks of the root of a
    /// tick, or of the end of a loop, count as that.
    pub(crate) fn local(&self, elapsed: f64, rounding: f64) -> f64 {
        self.span.touched(elapsed / self.tick + self.current, rounding / self.tick)
    }
}

impl Sensor {
    /// The actions when a condition is met, as indices of the sensor's actions.
    pub(crate) fn actions_of(&self, condition: usize) -> impl Iterator<Item = usize> + use<> {
        self.conditions[condition].actions.clone().chain(self.shared.clone())
    }
}
