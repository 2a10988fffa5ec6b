//! Errors of nodes in the motion of those that hung below them.

use std::collections::HashMap;
use std::f64::consts::PI;

use super::stretch::{Stretch, bent, stretch};
use crate::trig::{atan2, sin};
use crate::vector::dot;
use crate::{Affine, Clip, Code, Deviation, Fate, Loss, Pose, Poser, Property, Unit};

/// The maximum number of poses of nodes and of their ancestors that are measured.
const MEASURED: usize = 1 << 22;

/// The errors of a node's own motion: the size of each, and the code of the first loss with it.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    length: f64,
    angle: f64,
    ratio: f64,
    matrix: f64,
    time: f64,
    codes: [Option<&'static Code>; 5],
}

impl Errors {
    /// Adds the error of a loss if it is one of motion. Errors of different losses add up, delays do not.
    fn add(&mut self, loss: &Loss, error: Deviation) {
        let property = loss.property.as_deref();
        let is = |known: &[&Property]| property.is_none_or(|name| known.iter().any(|one| one.name() == name));
        let size = if error.size.is_nan() { f64::INFINITY } else { error.size };
        let place = match error.unit {
            Unit::Length => 0,
            Unit::Angle => 1,
            Unit::Ratio if is(&[&Property::Scale]) => 2,
            Unit::Own if property == Some(Property::Matrix.name()) => 3,
            Unit::Time => 4,
            _ => return,
        };
        match place {
            0 => self.length += size,
            1 => self.angle += size,
            2 => self.ratio += size,
            3 => self.matrix += size,
            _ => self.time = self.time.max(size),
        }
        self.codes[place].get_or_insert(loss.code);
    }
}

/// What a node that is on another parent now has of the errors of the nodes in between.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    length: f64,
    angle: f64,
    ratio: f64,
    time: f64,
    /// The factor of lengths from its former parent to its new one.
    factor: f64,
    /// The factor of small angles from its former parent to its new one, at most.
    bend: f64,
}

/// Gives nodes that get other parents the errors of their former ancestors, which are in their motion then: a rotation moves what is
/// far from it. Lengths of their own motion become lengths below the new parent.
pub(super) fn hand_down(clip: &Clip, moves: &[(usize, Option<usize>)], losses: &mut Vec<Loss>) {
    let mut indices = HashMap::with_capacity(clip.nodes.len());
    for (index, node) in clip.nodes.iter().enumerate() {
        indices.entry(node.name.as_str()).or_insert(index);
    }
    let node_of = |loss: &Loss| {
        let is_own = loss.clip.as_ref() == Some(&clip.name);
        loss.node.as_ref().filter(|_| is_own).and_then(|name| indices.get(name.as_str()).copied())
    };
    let mut errors: HashMap<usize, Errors> = HashMap::new();
    for loss in losses.iter() {
        if let (Some(node), Fate::Approximated(error)) = (node_of(loss), loss.fate) {
            errors.entry(node).or_default().add(loss, error);
        }
    }
    if errors.is_empty() {
        return;
    }
    let shares = shares(clip, moves, &errors);
    let placed: HashMap<usize, &Share> = moves.iter().map(|(node, _)| *node).zip(&shares).collect();
    for loss in losses.iter_mut() {
        let Some(share) = node_of(loss).and_then(|node| placed.get(&node)) else { continue };
        let Fate::Approximated(error) = &mut loss.fate else { continue };
        if error.unit == Unit::Angle {
            error.size = bent(error.size, share.bend);
        }
        error.size *= match error.unit {
            Unit::Length => share.factor,
            Unit::Ratio if loss.property.as_deref() == Some(Property::Scale.name()) => share.factor,
            Unit::Own if loss.property.as_deref() == Some(Property::Matrix.name()) => share.factor.max(1.0),
            _ => 1.0,
        };
    }
    for (&(node, parent), share) in moves.iter().zip(&shares) {
        let above = || ancestors(clip, node, parent).chain([node]).filter_map(|up| errors.get(&up));
        let code = |places: &[usize]| {
            above().find_map(|errors| places.iter().find_map(|&place| errors.codes[place]))
        };
        for (error, places) in [
            (Deviation::length(share.length), &[0, 1, 2, 3][..]),
            (Deviation::angle(share.angle), &[1, 3, 2]),
            (Deviation::ratio(share.ratio), &[2, 3, 1]),
            (Deviation::time(share.time), &[4]),
        ] {
            if error.size > 0.0
                && let Some(code) = code(places)
            {
                let message = "the errors of its former parents are in its motion";
                losses.push(code.approximated(error, message).of_node(clip, node));
            }
        }
    }
}

/// The ancestors of a node by its rest, up to a new parent.
fn ancestors(clip: &Clip, node: usize, parent: Option<usize>) -> impl Iterator<Item = usize> {
    super::pattern::upwards(&clip.nodes, node).skip(1).take_while(move |up| Some(*up) != parent)
}

/// The shares of nodes on other parents, measured over the clip.
fn shares(clip: &Clip, moves: &[(usize, Option<usize>)], errors: &HashMap<usize, Errors>) -> Vec<Share> {
    let mut shares = vec![Share::default(); moves.len()];
    let (mut poser, mut pose) = (Poser::new(clip), Pose::default());
    let each = moves.iter().map(|&(node, parent)| 1 + ancestors(clip, node, parent).count());
    let each = each.fold(clip.nodes.len(), usize::saturating_add);
    for time in times(clip, each) {
        poser.pose(time, &mut pose);
        for (&(node, parent), share) in moves.iter().zip(&mut shares) {
            let now = share_at(&pose, (node, parent), errors);
            share.length = share.length.max(now.length);
            share.angle = share.angle.max(now.angle);
            share.ratio = share.ratio.max(now.ratio);
            share.time = share.time.max(now.time);
            share.factor = share.factor.max(now.factor);
            share.bend = share.bend.max(now.bend);
        }
    }
    shares
}

/// The key times of a clip and times between them, fewer if each takes many poses of nodes.
fn times(clip: &Clip, each: usize) -> Vec<f64> {
    let moving = clip.channels.iter().filter(|channel| channel.property().moves_nodes());
    let mut keys: Vec<f64> = moving.flat_map(|channel| channel.curve().times().iter()).collect();
    keys.extend([0.0, clip.duration]);
    keys.retain(|key| (0.0..=clip.duration).contains(key));
    keys.sort_unstable_by(f64::total_cmp);
    keys.dedup();
    let stride = 1 + keys.len().saturating_mul(4).saturating_mul(each) / MEASURED;
    let between = keys.windows(2).step_by(stride);
    let times =
        between.flat_map(|pair| [0.0, 0.25, 0.5, 0.75].map(|part| pair[0] + part * (pair[1] - pair[0])));
    times.chain(keys.last().copied()).collect()
}

/// The share of a node at the time of a pose.
fn share_at(pose: &Pose, (node, parent): (usize, Option<usize>), errors: &HashMap<usize, Errors>) -> Share {
    let above: Vec<usize> = std::iter::successors(pose.parent[node], |up| pose.parent[*up])
        .take_while(|up| Some(*up) != parent)
        .collect();
    // The map from the parent of each ancestor to the new parent, from the top down.
    let mut maps = vec![Affine::IDENTITY; above.len() + 1];
    for (place, &up) in above.iter().enumerate().rev() {
        maps[place] = maps[place + 1].after(&pose.local[up]);
    }
    let reach = Stretch::of(&maps[0]);
    let mut share = Share { factor: reach.most, bend: reach.bend(), ..Share::default() };
    let mut below = pose.local[node];
    if let Some(own) = errors.get(&node) {
        share.ratio += reach.lengths(own.angle) * stretch(&below.linear());
    }
    for (place, up) in above.iter().enumerate() {
        let local = &pose.local[*up];
        if let Some(own) = errors.get(up) {
            let place_in_own = below.translation();
            let arm = local.linear().map(|row| dot(row, place_in_own));
            let [far, arm] = [place_in_own, arm].map(|place| dot(place, place).sqrt());
            let axes = 3f64.sqrt() * own.matrix;
            let turned = product(2.0 * sin(own.angle.min(PI) / 2.0), arm);
            let moved = own.length + turned + product(own.ratio + axes, far) + own.matrix;
            let reach = Stretch::of(&maps[place + 1]);
            share.length += product(reach.most, moved);
            share.angle += bent(own.angle + tilted([own.ratio, axes], local, &below), reach.bend());
            share.ratio += product(reach.most, product(own.ratio + axes, stretch(&below.linear())));
            share.ratio += product(reach.lengths(own.angle), stretch(&local.after(&below).linear()));
            share.time = share.time.max(own.time);
        }
        below = local.after(&below);
    }
    share
}

/// The largest angle by which errors of the scale and of the numbers of a map turn the axes of a node below it. A scale that is the same
/// along all axes is taken to have an error that is the same too, which turns nothing.
fn tilted([ratio, axes]: [f64; 2], local: &Affine, below: &Affine) -> f64 {
    let ratio = if Stretch::of(local).bend() == 1.0 { 0.0 } else { ratio };
    if ratio == 0.0 && axes == 0.0 {
        return 0.0;
    }
    let (local, below) = (local.linear(), below.linear());
    let angle = |axis: usize| {
        let inner = below.map(|row| row[axis]);
        let outer = local.map(|row| dot(row, inner));
        let [short, long] = [inner, outer].map(|axis| dot(axis, axis).sqrt());
        if long == 0.0 {
            return 0.0;
        }
        // What a change of each factor moves across the direction of the axis.
        let across = |factor: usize| {
            let own = local.map(|row| row[factor]);
            let size = dot(own, own);
            let normal: [f64; 3] = std::array::from_fn(|i| {
                own[(i + 1) % 3] * outer[(i + 2) % 3] - own[(i + 2) % 3] * outer[(i + 1) % 3]
            });
            if size == 0.0 { 1.0 } else { dot(normal, normal) / (size * long * long) }
        };
        let square: f64 = (0..3).map(|factor| inner[factor] * inner[factor] * across(factor)).sum();
        let left = long - (ratio + axes) * short;
        let off = product(ratio, square.sqrt()) + product(axes, short);
        if off == 0.0 {
            0.0
        } else if left > 0.0 {
            atan2(off, left)
        } else {
            PI
        }
    };
    (0..3).map(angle).fold(0.0, f64::max)
}

/// The product of two numbers of which one may be infinite and the other 0.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}
