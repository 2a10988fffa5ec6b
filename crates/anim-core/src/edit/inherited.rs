//! Errors of nodes in the motion of those that hung below them.

use std::collections::HashMap;
use std::f64::consts::PI;

use crate::trig::sin;
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
        error.size *= match error.unit {
            Unit::Length => share.factor,
            Unit::Ratio if loss.property.as_deref() == Some(Property::Scale.name()) => share.factor,
            Unit::Own if loss.property.as_deref() == Some(Property::Matrix.name()) => share.factor.max(1.0),
            _ => 1.0,
        };
    }
    for (&(node, parent), share) in moves.iter().zip(&shares) {
        let above = || ancestors(clip, node, parent).filter_map(|up| errors.get(&up));
        let code = |places: &[usize]| {
            above().find_map(|errors| places.iter().find_map(|&place| errors.codes[place]))
        };
        for (error, places) in [
            (Deviation::length(share.length), &[0, 1, 2, 3][..]),
            (Deviation::angle(share.angle), &[1, 3]),
            (Deviation::ratio(share.ratio), &[2, 3]),
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
        }
    }
    shares
}

/// The key times of a clip and times between them, fewer if each takes many poses of nodes.
fn times(clip: &Clip, each: usize) -> Vec<f64> {
    let moving = clip.channels.iter().filter(|channel| {
        channel.property().is_spatial() || matches!(channel.property(), Property::Parent | Property::Alive)
    });
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
    let mut share = Share { factor: stretch(&maps[0].linear()), ..Share::default() };
    let mut below = pose.local[node];
    for (place, up) in above.iter().enumerate() {
        if let Some(own) = errors.get(up) {
            let place_in_own = below.translation();
            let arm = pose.local[*up].linear().map(|row| dot(row, place_in_own));
            let [far, arm] = [place_in_own, arm].map(|place| dot(place, place).sqrt());
            let axes = 3f64.sqrt() * own.matrix;
            let turned = product(2.0 * sin(own.angle.min(PI) / 2.0), arm);
            let moved = own.length + turned + product(own.ratio + axes, far) + own.matrix;
            let size = stretch(&maps[place + 1].linear());
            share.length += product(size, moved);
            share.angle += own.angle;
            share.ratio += product(size, product(own.ratio + axes, stretch(&below.linear())));
            share.time = share.time.max(own.time);
        }
        below = pose.local[*up].after(&below);
    }
    share
}

/// The product of two numbers of which one may be infinite and the other 0.
fn product(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The largest factor by which a linear map lengthens a vector: exact if it is the same for all, else at most 2 % too large.
fn stretch(map: &[[f64; 3]; 3]) -> f64 {
    let size = map.as_flattened().iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    if size == 0.0 || !size.is_finite() {
        return size;
    }
    let column = |column: usize| map.map(|row| row[column] / size);
    let columns = [column(0), column(1), column(2)];
    let mut square = columns.map(|a| columns.map(|b| dot(a, b)));
    let even = square[0][0];
    let is_even = (0..9).all(|place| {
        let wanted = if place % 4 == 0 { even } else { 0.0 };
        (square[place / 3][place % 3] - wanted).abs() <= 1e-12 * even
    });
    if is_even {
        return size * even.sqrt();
    }
    // The largest eigenvalue is near a root of the norm of a power, from above; it is at least 1, as is the largest number.
    for _ in 0..4 {
        square = square.map(|a| [0, 1, 2].map(|column| dot(a, square.map(|row| row[column]))));
    }
    let norm = square.as_flattened().iter().map(|part| part * part).sum::<f64>().sqrt();
    size * (0..5).fold(norm, |root: f64, _| root.sqrt())
}
