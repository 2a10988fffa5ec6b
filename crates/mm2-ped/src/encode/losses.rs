//! The losses of encoding: the parts of a clip that a file cannot represent.

use anim_core::{Brief, Clip, Deviation, Location, Loss, Property, Report, counted, frames, listed};

use super::differences::Differences;
use super::figure::Figure;
use super::solver::{Solver, distance};
use super::tolerances::ROUNDING;
use crate::check::LIMIT_TOLERANCE;
use crate::text::displayed;
use crate::{Anim, Skeleton, codes};

/// A clip, the bones it moves, and the node of each bone.
pub(super) struct Losses<'a> {
    pub(super) clip: &'a Clip,
    skeleton: &'a Skeleton,
    pub(super) nodes: &'a [Option<usize>],
    parents: &'a [Option<usize>],
    /// The number of nodes that are rotated at rest.
    rotated: usize,
}

impl<'a> Losses<'a> {
    pub(super) fn new(
        clip: &'a Clip,
        skeleton: &'a Skeleton,
        nodes: &'a [Option<usize>],
        figure: &'a Figure<'_>,
    ) -> Self {
        Self { clip, skeleton, nodes, parents: figure.parents(), rotated: figure.rotated_at_rest(nodes) }
    }

    pub(super) fn report(
        &self,
        solver: &Solver<'_>,
        anim: &Anim,
        differences: &[Differences; 2],
        report: &mut Report,
    ) {
        frames::report_first_frame(self.clip, 0.0, &codes::DROPPED, report);
        report_rest(self.clip, self.rotated, report);
        self.report_bones(solver, differences, report);
        self.report_limits(anim, report);
        self.report_channels(report);
        self.report_events(report);
        self.report_range(anim, report);
    }

    /// Bones that move or scale, and bones that no node moves.
    fn report_bones(&self, solver: &Solver<'_>, [within, outside]: &[Differences; 2], report: &mut Report) {
        for (bone, node) in self.nodes.iter().enumerate() {
            let Some(node) = *node else { continue };
            let of = |differences: &Differences| differences.moved.get(bone).copied().unwrap_or_default();
            let (moved, scale) = (of(within), solver.scales[bone]);
            let moves =
                |property: &Property| matches!(property, Property::Translation | Property::Displacement);
            if moved > ROUNDING {
                let message = format!(
                    "the bone moves relative to the bone above it by up to {:.4} m; in the file it only rotates",
                    Brief(moved)
                );
                report.lose(self.of_node(
                    codes::MOVED.approximated(Deviation::length(moved), message),
                    node,
                    moves,
                ));
            }
            if of(outside) > moved.max(ROUNDING) {
                let message = "before the start or after the end, the bone moves relative to the bone above it; in the file it only rotates";
                let loss = codes::OUTSIDE.approximated(Deviation::length(of(outside)), message);
                report.lose(self.of_node(loss, node, moves));
            }
            if scale > ROUNDING {
                let message = format!(
                    "a bone has no scale in the file; the node's differs from 1 by up to {:.4}",
                    Brief(scale)
                );
                let scales = |property: &Property| matches!(property, Property::Scale);
                report.lose(self.of_node(codes::DROPPED.dropped(message), node, scales));
            }
        }
        let bones = self.skeleton.bones().iter().zip(self.nodes);
        let still: Vec<_> =
            bones.filter(|(_, node)| node.is_none()).map(|(bone, _)| displayed(&bone.name)).collect();
        if !still.is_empty() {
            let message = format!("no node moves {}: at rest in every frame", listed(&still));
            report.push(codes::STILL_BONE.at(Location::path(&self.clip.name), message));
        }
    }

    /// Angles outside the skeleton's limits.
    fn report_limits(&self, anim: &Anim, report: &mut Report) {
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
            if beyond > LIMIT_TOLERANCE {
                let name = displayed(&bone.name);
                let message =
                    format!("`{name}` turns {:.3}° beyond the limits of the skeleton", beyond.to_degrees());
                report.push(codes::JOINT_LIMIT.at(Location::path(name), message));
            }
        }
    }

    /// Nodes that move no bone, and channels of properties other than position and rotation.
    fn report_channels(&self, report: &mut Report) {
        let mut carried = self.carried();
        for channel in &self.clip.channels {
            let node = channel.node();
            if !channel.property().is_spatial() {
                let message = "an .anim cannot represent this property";
                report.lose(codes::DROPPED.dropped(message).of_channel(self.clip, channel));
            } else if !carried[node] {
                // Once per node.
                carried[node] = true;
                let message = "no bone has the name of this node: its motion is not in the file";
                report.lose(codes::DROPPED.dropped(message).of_node(self.clip, node));
            }
        }
    }

    fn report_events(&self, report: &mut Report) {
        let count = self.clip.events.len();
        if count > 0 {
            let message = format!("an .anim cannot represent events: {count} are not in the file");
            report.lose(codes::DROPPED.dropped(message).in_clip(self.clip));
        }
    }

    /// Floats that became infinite: positions of the first bone, and angles of each bone.
    fn report_range(&self, anim: &Anim, report: &mut Report) {
        if !anim.values().iter().any(|value| value.is_infinite()) {
            return;
        }
        let mut counts = vec![0usize; self.nodes.len() + 1];
        for number in 0..anim.frames() {
            let (threes, _) = anim.frame(number).unwrap_or_default().as_chunks::<3>();
            for (count, three) in counts.iter_mut().zip(threes) {
                *count += three.iter().filter(|value| value.is_infinite()).count();
            }
        }
        let mut lose = |count: usize, node: Option<usize>, infinite: Deviation, is: fn(&Property) -> bool| {
            if count == 0 {
                return;
            }
            let values = counted(count, "value");
            let message = format!("{values} outside the range of single precision became infinite");
            let loss = codes::RANGE.approximated(infinite, message);
            report.lose(match node {
                Some(node) => self.of_node(loss, node, is),
                None => loss.in_clip(self.clip),
            });
        };
        let root = self.nodes.first().copied().flatten();
        lose(counts[0], root, Deviation::length(f64::INFINITY), |property| {
            matches!(property, Property::Translation)
        });
        for (count, node) in counts.iter().skip(1).zip(self.nodes) {
            lose(*count, *node, Deviation::angle(f64::INFINITY), Property::is_rotation);
        }
    }

    /// For each node, whether a bone carries its motion: its own bone, or one below it.
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

    /// The loss as one of a node, and of the node's first channel with such a property, if there is one.
    pub(super) fn of_node(&self, loss: Loss, node: usize, is_meant: impl Fn(&Property) -> bool) -> Loss {
        let mut channels = self.clip.channels.iter();
        match channels.find(|channel| channel.node() == node && is_meant(channel.property())) {
            Some(channel) => loss.of_channel(self.clip, channel),
            None => loss.of_node(self.clip, node),
        }
    }
}

/// Reports what only a skeleton states about the bones: an `.anim` alone is read as unnamed bones at one point, all of them
/// children of the first.
pub(super) fn report_figure(clip: &Clip, skeleton: &Skeleton, report: &mut Report) {
    let nameless = Skeleton::nameless(skeleton.bones().len());
    let bones = || skeleton.bones().iter().zip(nameless.bones());
    let named = bones().filter(|(bone, nameless)| bone.name != nameless.name).count();
    let below = bones().filter(|(bone, nameless)| bone.parent != nameless.parent).count();
    let lengths = bones().skip(1).map(|(bone, _)| distance(bone.offset.map(f64::from), [0.0; 3]));
    let most = lengths.fold(0.0, f64::max);
    let mut parts = Vec::new();
    if named > 0 {
        parts.push(format!("the names of {}", counted(named, "bone")));
    }
    if below > 0 {
        parts.push(format!("the parents of {below}"));
    }
    if most > 0.0 {
        parts.push(format!("their positions, up to {:.4} m from the bone above", Brief(most)));
    }
    if !parts.is_empty() {
        let message = format!("not in an .anim: {}; a .skel of the same clip has them", parts.join(", "));
        report.lose(codes::FIGURE.dropped(message).in_clip(clip));
    }
}

/// Reports nodes that do not move and are not in the file.
pub(super) fn report_left_out(clip: &Clip, nodes: &[usize], report: &mut Report) {
    for node in nodes {
        let message = "the node does not move and is not a bone: an .anim moves the bones of one tree";
        report.lose(codes::DROPPED.dropped(message).of_node(clip, *node));
    }
}

/// Reports the number of nodes that are rotated at rest.
pub(super) fn report_rest(clip: &Clip, rotated: usize, report: &mut Report) {
    if rotated > 0 {
        let message = format!(
            "the rest rotation of {}: a bone has none, and rotates as its node does from its rest",
            counted(rotated, "node")
        );
        report.lose(codes::REST.dropped(message).in_clip(clip));
    }
}
