//! A document resolved: animations with their targets, instances in place, times in the ticks of the root.

mod build;

use std::collections::HashMap;
use std::sync::Arc;

use crate::eval::track::{Gentle, Track};
use crate::{Element, Hsf};
use build::Builder;

/// The most animations that a document comes to, instances and what is in them included.
pub(crate) const MAX_ANIMATIONS: usize = 1 << 16;

/// The most bytes of a target's path; a longer one is not put together.
pub(crate) const MAX_PATH: usize = 1024;

/// Everything that plays.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    pub(crate) ticks_per_second: f64,
    pub(crate) frames_per_second: f64,
    /// Each before what is nested in it.
    pub(crate) animations: Vec<Animation<'a>>,
    pub(crate) sensors: Vec<Sensor<'a>>,
    /// What is nested in each animation that has something in it.
    pub(crate) children: HashMap<usize, Vec<usize>>,
    /// The targets of `TargetObject`s by lower-case name, without their prefixes.
    objects: HashMap<String, String>,
    /// Sensors by name; the first of a name.
    sensor_names: HashMap<&'a str, usize>,
    /// The same by lower-case names.
    sensor_lower: HashMap<String, usize>,
    /// Whether there are more animations than [`MAX_ANIMATIONS`].
    pub(crate) is_cut: bool,
    /// Children by parent and name; the first of a name.
    names: HashMap<(Option<usize>, &'a str), usize>,
    /// The same by lower-case names, in which the last step to look is taken.
    lower: HashMap<(Option<usize>, String), usize>,
}

/// One animation.
#[derive(Debug)]
pub(crate) struct Animation<'a> {
    pub(crate) element: &'a Element,
    /// The name; empty for none.
    pub(crate) name: &'a str,
    /// The animation that it is nested in.
    pub(crate) parent: Option<usize>,
    pub(crate) target: Option<Arc<Place>>,
    pub(crate) active: bool,
    /// Ticks to wait after the animation around it starts.
    pub(crate) delay: f64,
    /// Ticks that have gone by when it starts.
    pub(crate) current: f64,
    pub(crate) span: Span,
    pub(crate) tracks: Vec<Arc<Track<'a>>>,
    /// Ticks of the root for one of its own.
    pub(crate) tick: f64,
}

/// A target with what a `TargetObject` says of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The path, tag, key or file, without its prefix.
    pub(crate) name: String,
    /// Whether it is the path of a segment, to which further paths are relative.
    pub(crate) is_segment: bool,
    pub(crate) pivot: [f64; 3],
    /// The rows of the modelling matrix, each the image of an axis.
    pub(crate) rotation: [f64; 9],
    pub(crate) scale: [f64; 3],
}

/// How an animation runs, in its own ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// From the start to the last value.
    pub(crate) length: f64,
    /// How often; `None` for ever.
    pub(crate) loops: Option<f64>,
    pub(crate) back: bool,
    pub(crate) gentle: Gentle,
}

/// One sensor.
#[derive(Debug)]
pub(crate) struct Sensor<'a> {
    pub(crate) name: &'a str,
    pub(crate) active: bool,
    pub(crate) delay: f64,
    pub(crate) conditions: Vec<Condition<'a>>,
    /// What it does whichever condition is met.
    pub(crate) actions: Vec<Action<'a>>,
    /// The animation that it is nested in.
    pub(crate) parent: Option<usize>,
}

/// When a sensor acts, and what it does then.
#[derive(Debug)]
pub(crate) struct Condition<'a> {
    pub(crate) event: &'a str,
    pub(crate) target: &'a str,
    pub(crate) idle: bool,
    pub(crate) actions: Vec<Action<'a>>,
}

/// What a sensor does.
#[derive(Clone, Debug)]
pub(crate) struct Action<'a> {
    pub(crate) kind: &'a str,
    pub(crate) target: &'a str,
    pub(crate) value: &'a str,
    pub(crate) delay: f64,
}

impl Span {
    /// Ticks of one loop, back included.
    pub(crate) fn cycle(&self) -> f64 {
        if self.back { 2.0 * self.length } else { self.length }
    }

    /// Ticks of all loops; infinite for ever.
    pub(crate) fn total(&self) -> f64 {
        match self.loops {
            // An animation without length is over at once however often it runs.
            None if self.length > 0.0 => f64::INFINITY,
            None => 0.0,
            Some(loops) => loops * self.cycle(),
        }
    }

    /// The tick on the timeline after so many ticks.
    pub(crate) fn local(&self, elapsed: f64) -> f64 {
        let cycle = self.cycle();
        if self.loops == Some(0.0) {
            return 0.0;
        }
        if elapsed >= self.total() || cycle == 0.0 {
            return if self.back { 0.0 } else { self.length };
        }
        let within = elapsed.max(0.0).rem_euclid(cycle);
        if within > self.length { cycle - within } else { within }
    }
}

impl<'a> Program<'a> {
    /// The program of a document.
    pub(crate) fn new(hsf: &'a Hsf) -> Self {
        Builder::new(hsf, true).finish()
    }

    /// The program without its tracks: names and what refers to them.
    pub(crate) fn outline(hsf: &'a Hsf) -> Self {
        Builder::new(hsf, false).finish()
    }

    /// The animation of a name, in the scope of an animation or of one around it: `block/part` for what is nested.
    /// Upper and lower case count alike where no name is spelled so.
    pub(crate) fn find(&self, name: &str, scope: Option<usize>) -> Option<usize> {
        let mut scope = scope;
        loop {
            let exact = step(scope, name, &|parent, name| self.names.get(&(parent, name)).copied());
            let found = exact.or_else(|| {
                step(scope, name, &|parent, name| {
                    self.lower.get(&(parent, name.to_ascii_lowercase())).copied()
                })
            });
            match (found, scope) {
                (Some(found), _) => return Some(found),
                (None, None) => return None,
                (None, Some(inner)) => scope = self.animations[inner].parent,
            }
        }
    }

    /// The sensor of a name, or one that is spelled alike.
    pub(crate) fn sensor(&self, name: &str) -> Option<usize> {
        let exact = self.sensor_names.get(name);
        exact.or_else(|| self.sensor_lower.get(&name.to_ascii_lowercase())).copied()
    }

    /// The target of a `TargetObject`, without its prefix.
    pub(crate) fn object(&self, name: &str) -> Option<String> {
        self.objects.get(&name.to_ascii_lowercase()).cloned()
    }

    /// The full name of an animation: those around it first, slashes between. Without a name it is its number.
    pub(crate) fn path(&self, index: usize) -> String {
        let animation = &self.animations[index];
        let name =
            if animation.name.is_empty() { format!("animation {index}") } else { animation.name.to_owned() };
        match animation.parent.map(|parent| self.path(parent)) {
            // A name that is that long is told from others by its end.
            Some(outer) if outer.len() + name.len() < MAX_PATH => format!("{outer}/{name}"),
            _ => name,
        }
    }

    /// The animations that are in no other.
    pub(crate) fn top(&self) -> impl Iterator<Item = usize> {
        let animations = self.animations.iter().enumerate();
        animations.filter(|(_, animation)| animation.parent.is_none()).map(|(index, _)| index)
    }

    /// The ticks after which an animation starts if everything around it starts at 0.
    pub(crate) fn start(&self, index: usize) -> f64 {
        let animation = &self.animations[index];
        animation.delay + animation.parent.map_or(0.0, |parent| self.start(parent))
    }
}

impl Animation<'_> {
    /// Ticks of the root from its start to its end.
    pub(crate) fn duration(&self) -> f64 {
        (self.span.total() - self.current).max(0.0) * self.tick
    }

    /// The tick on its timeline, so many ticks of the root after its start.
    pub(crate) fn local(&self, elapsed: f64) -> f64 {
        self.span.local(elapsed / self.tick + self.current)
    }
}

/// The animation of a name in a scope: by the whole name, or step by step.
fn step(
    scope: Option<usize>,
    name: &str,
    child: &dyn Fn(Option<usize>, &str) -> Option<usize>,
) -> Option<usize> {
    if let Some(whole) = child(scope, name.trim()) {
        return Some(whole);
    }
    let mut at = scope;
    for part in name.split('/') {
        at = Some(child(at, part.trim())?);
    }
    at
}
