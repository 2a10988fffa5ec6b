//! What a file does not say as the clip does.

use std::collections::HashSet;
use std::fmt::Write;

use anim_core::{Clip, Code, Location, Loss, Sink};

use super::solver::{Solver, distance};
use crate::names::list;
use crate::{Anim, BoneMap, Skeleton, codes};

/// A clip and the bones that it was written for.
pub(super) struct Losses<'a> {
    pub(super) clip: &'a Clip,
    pub(super) skeleton: &'a Skeleton,
    pub(super) nodes: &'a [Option<usize>],
    pub(super) parents: &'a [Option<usize>],
}

/// How many floats became infinite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overflow(usize);

impl Overflow {
    pub(super) fn of(values: &[f32]) -> Self {
        Self(values.iter().filter(|value| value.is_infinite()).count())
    }
}

impl Losses<'_> {
    pub(super) fn report(&self, solver: &Solver<'_>, anim: &Anim, overflow: Overflow, sink: &mut dyn Sink) {
        self.rate(sink);
        self.bones(solver, sink);
        self.proportions(solver, sink);
        self.limits(anim, sink);
        self.unsaid(sink);
        if overflow.0 > 0 {
            let message = format!("{} values are beyond single precision and became infinite", overflow.0);
            let at = Location::path(&self.clip.name);
            sink.report(codes::RANGE.at(at, message).losing(Loss::Approximated(f64::INFINITY)));
        }
    }

    /// Frames of another rate, and keys between frames.
    fn rate(&self, sink: &mut dyn Sink) {
        // Files round: 0.0333333 s is meant to be a frame as long as it does not drift away from one.
        let drift = |hertz: &f64| (hertz / 30.0 - 1.0).abs() * self.clip.duration * 30.0;
        let hertz = self.clip.rate.map(anim_core::Rate::hertz).filter(|hertz| drift(hertz) > super::ON_FRAME);
        let (message, frames) = match hertz {
            Some(hertz) => (format!("{hertz} frames a second become 30"), drift(&hertz).min(1.0)),
            None => match between_frames(self.clip) {
                0 => return,
                keys => (format!("{keys} key times lie between the file's frames, 30 a second"), 1.0),
            },
        };
        let resampled = codes::RESAMPLED.at(Location::path(&self.clip.name), message);
        sink.report(resampled.losing(Loss::Approximated(frames / 30.0)));
    }

    /// What is off at each bone.
    fn bones(&self, solver: &Solver<'_>, sink: &mut dyn Sink) {
        for (bone, worst) in self.skeleton.bones().iter().zip(&solver.worst) {
            let at = || Location::path(&bone.name);
            if worst.moved > ROUNDING {
                let message = format!(
                    "{}: moves by up to {:.3e} m against the bone above, and only turns in the file",
                    bone.name, worst.moved
                );
                sink.report(codes::MOVED.at(at(), message).losing(Loss::Approximated(worst.moved)));
            }
            if worst.scale > ROUNDING {
                let message =
                    format!("{}: a scale that is off 1 by up to {:.3e} is left out", bone.name, worst.scale);
                sink.report(codes::DROPPED.at(at(), message).losing(Loss::Dropped));
            }
        }
        let bones = self.skeleton.bones().iter().zip(self.nodes);
        let still: Vec<_> =
            bones.filter(|(_, node)| node.is_none()).map(|(bone, _)| bone.name.as_str()).collect();
        if !still.is_empty() {
            let message = format!("no node moves {}: at rest throughout", list(&still));
            sink.report(codes::STILL_BONE.at(Location::path(&self.clip.name), message));
        }
    }

    /// Bones of other lengths than the clip's.
    fn proportions(&self, solver: &Solver<'_>, sink: &mut dyn Sink) {
        let spans = solver.spans();
        let misfits = || spans.iter().map(|[own, rest]| distance(*own, *rest));
        let off: Vec<_> = (self.skeleton.bones().iter().zip(misfits()))
            .filter(|(_, misfit)| *misfit > PROPORTION)
            .map(|(bone, _)| bone.name.as_str())
            .collect();
        if off.is_empty() {
            return;
        }
        let most = misfits().fold(0.0, f64::max);
        let verb = if off.len() == 1 { "is" } else { "are" };
        let mut message = format!(
            "{} {verb} elsewhere in the clip's figure, by up to {most:.3} m: the skeleton's places hold",
            list(&off)
        );
        let length = |which: usize| spans.iter().map(|span| distance(span[which], [0.0; 3])).sum::<f64>();
        let ratio = length(0) / length(1);
        if ratio.is_finite() && !(0.5..2.0).contains(&ratio) {
            // The limbs only turn, but the root would go as much too far.
            let _ =
                write!(message, "; the figure is {:.3} times as large, see the option `unit`", 1.0 / ratio);
        }
        let at = Location::path(&self.clip.name);
        sink.report(codes::PROPORTIONS.at(at, message).losing(Loss::Approximated(most)));
    }

    /// Angles beyond the skeleton's limits.
    fn limits(&self, anim: &Anim, sink: &mut dyn Sink) {
        for (index, bone) in self.skeleton.bones().iter().enumerate() {
            if bone.rotmin.is_none() && bone.rotmax.is_none() {
                continue;
            }
            let mut beyond = 0.0f32;
            for number in 0..anim.frames() {
                let angles = anim.frame(number).and_then(|floats| floats.get(3 * index + 3..3 * index + 6));
                for (axis, angle) in angles.into_iter().flatten().enumerate() {
                    let under = bone.rotmin.map_or(0.0, |least| least[axis] - angle);
                    let over = bone.rotmax.map_or(0.0, |most| angle - most[axis]);
                    beyond = beyond.max(under).max(over);
                }
            }
            if beyond > 0.0 {
                let message = format!(
                    "{}: turns {:.1}° beyond the limits of the skeleton",
                    bone.name,
                    beyond.to_degrees()
                );
                sink.report(codes::JOINT_LIMIT.at(Location::path(&bone.name), message));
            }
        }
    }

    /// Channels and events that have no place in a file.
    fn unsaid(&self, sink: &mut dyn Sink) {
        let carried = self.carried();
        let mut lost: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut strangers: Vec<&str> = Vec::new();
        for channel in &self.clip.channels {
            let name = self.clip.nodes[channel.node()].name.as_str();
            if channel.property().is_spatial() {
                if !carried[channel.node()] && strangers.last() != Some(&name) {
                    strangers.push(name);
                }
                continue;
            }
            let property = channel.property().name();
            match lost.iter_mut().find(|(other, _)| *other == property) {
                Some((_, names)) => names.push(name),
                None => lost.push((property, vec![name])),
            }
        }
        let mut drop = |message: String| dropped(&codes::DROPPED, self.clip, message, sink);
        if !strangers.is_empty() {
            drop(format!("the motion of {} is left out: no bone has such a name", list(&strangers)));
        }
        for (property, names) in lost {
            drop(format!("an .anim has no place for the channel {property} of {}", list(&names)));
        }
        match self.clip.events.len() {
            0 => {}
            1 => drop("an .anim has no place for an event".to_owned()),
            count => drop(format!("an .anim has no place for {count} events")),
        }
    }

    /// For each node whether its motion is in that of a bone: its own, or one below.
    fn carried(&self) -> Vec<bool> {
        let mut carried = vec![false; self.clip.nodes.len()];
        for node in self.nodes.iter().flatten() {
            let mut at = Some(*node);
            while let Some(node) = at.filter(|&node| !carried[node]) {
                carried[node] = true;
                at = self.parents[node];
            }
        }
        carried
    }
}

/// Reports the pairs of a map of bones that mean nothing.
pub(super) fn of_bone_map(clip: &Clip, skeleton: Option<&Skeleton>, map: &BoneMap, sink: &mut dyn Sink) {
    let at = || Location::path(&clip.name);
    let Some(skeleton) = skeleton else {
        if map.pairs().next().is_some() {
            let message = "the map of bones is left out: it needs a skeleton";
            sink.report(codes::BONE_MAP.at(at(), message));
        }
        return;
    };
    let nodes: HashSet<&str> = clip.nodes.iter().map(|node| node.name.as_str()).collect();
    for (node, bone) in map.pairs() {
        let missing = match (nodes.contains(node), skeleton.find(bone).is_some()) {
            (true, true) => continue,
            (true, false) => format!("bone `{bone}`"),
            (false, true) => format!("node `{node}`"),
            (false, false) => format!("node `{node}` and no bone `{bone}`"),
        };
        sink.report(
            codes::BONE_MAP
                .at(at(), format!("the map of bones has `{node} = {bone}`: there is no {missing}")),
        );
    }
}

/// Reports what a skeleton does not hold of a clip.
pub(super) fn of_skeleton(clip: &Clip, skeleton: &Skeleton, nodes: &[Option<usize>], sink: &mut dyn Sink) {
    if !clip.channels.is_empty() || !clip.events.is_empty() {
        let message = format!(
            "a .skel has no place for motion: {} channels and {} events are left out",
            clip.channels.len(),
            clip.events.len()
        );
        dropped(&codes::DROPPED, clip, message, sink);
    }
    for (bone, node) in skeleton.bones().iter().zip(nodes) {
        let Some(node) = node.and_then(|node| clip.nodes.get(node)) else { continue };
        if node.name != bone.name {
            let message = format!("the node {:?} is named `{}`", node.name, bone.name);
            dropped(&codes::NAME, clip, message, sink);
        }
    }
    let mut kept = vec![false; clip.nodes.len()];
    for node in nodes.iter().flatten() {
        kept[*node] = true;
    }
    let left = clip.nodes.iter().zip(&kept).filter(|(_, kept)| !**kept);
    let left: Vec<_> = left.map(|(node, _)| node.name.as_str()).collect();
    if !left.is_empty() {
        dropped(&codes::DROPPED, clip, format!("{} are no bones", list(&left)), sink);
    }
}

/// Lengths in metres, and parts of scales, that are rounding.
const ROUNDING: f64 = 1e-5;

/// Metres below which two bones are as long: the tenth of a millimetre that text files and single precision leave.
pub(super) const PROPORTION: f64 = 1e-4;

fn dropped(code: &'static Code, clip: &Clip, message: String, sink: &mut dyn Sink) {
    sink.report(code.at(Location::path(&clip.name), message).losing(Loss::Dropped));
}

/// How many times that have keys are no frame's.
fn between_frames(clip: &Clip) -> usize {
    let mut last = None;
    let mut keys = 0;
    for channel in &clip.channels {
        let times = channel.curve().times();
        // Channels mostly share their times.
        if last != Some(times) {
            let off = |time: &f64| (time * 30.0 - (time * 30.0).round()).abs() > super::ON_FRAME;
            keys += times.iter().filter(off).count();
            last = Some(times);
        }
    }
    keys
}
