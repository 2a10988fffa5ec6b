//! What a single node does at most on one side of a clip.

use crate::{Affine, Channel, Node, Outside, Property, Wrap, quaternion};

/// The largest difference between two factors, relative to their size, at which they count as equal.
const EQUAL: f64 = 1e-10;

/// What one node does at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    /// The largest distance from the parent.
    pub(super) distance: f64,
    /// The largest factor by which it lengthens what is below.
    pub(super) stretch: f64,
    pub(super) shape: Shape,
    /// Whether the factors change.
    reshapes: bool,
    pub(super) turn: Turn,
    /// Whether its parent changes, or those of the nodes below.
    pub(super) moves_away: bool,
}

/// How a node stretches what is below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// By a factor that never changes.
    Same,
    /// By a factor for all directions, above 0.
    Alike,
    /// In any other way.
    Other,
}

/// Whether a node is ever rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    Never,
    /// By the same rotation at all times.
    Fixed,
    Changing,
}

impl Most {
    /// What a node does with these channels.
    pub(super) fn of(node: &Node, channels: &[&Channel], outside: &Outside) -> Self {
        let ranges = |property: &Property, rest: &[f64]| ranges(property, rest, channels, outside);
        let has = |property: &Property| channels.iter().any(|channel| channel.property() == property);
        let moves_away = channels.iter().any(|channel| match channel.property() {
            Property::Parent => {
                let parent = node.parent.map_or(-1.0, |parent| parent as f64);
                channel.curve().values().iter().any(|stated| stated.max(-1.0) != parent)
            }
            Property::Alive => channel.curve().values().contains(&0.0),
            _ => false,
        });
        if has(&Property::Matrix) {
            let rows = ranges(&Property::Matrix, &Affine::from(node.rest).to_rows());
            let sizes: Vec<f64> = rows.iter().map(size).collect();
            let (rows, _) = sizes.as_chunks::<4>();
            let turns = channels
                .iter()
                .any(|channel| *channel.property() == Property::Matrix && !channel.curve().is_still());
            return Self {
                distance: length(rows.iter().map(|row| row[3])),
                stretch: length(rows.iter().flat_map(|row| &row[..3]).copied()),
                shape: Shape::Other,
                reshapes: turns,
                turn: if turns { Turn::Changing } else { Turn::Fixed },
                moves_away,
            };
        }
        let place = ranges(&Property::Translation, &node.rest.translation);
        let shift = ranges(&Property::Displacement, &[0.0; 3]);
        let scale = ranges(&Property::Scale, &node.rest.scale);
        let turning = || channels.iter().filter(|channel| channel.property().is_rotation());
        Self {
            distance: length(place.iter().map(size)) + length(shift.iter().map(size)),
            stretch: scale.iter().map(size).fold(0.0, f64::max),
            shape: Shape::of(&scale, channels),
            reshapes: scale.iter().any(|[low, high]| low < high),
            turn: match quaternion::normalize(node.rest.rotation) != quaternion::IDENTITY {
                _ if turning().any(|channel| !channel.curve().is_still()) => Turn::Changing,
                is_turned if is_turned || turning().count() > 0 => Turn::Fixed,
                _ => Turn::Never,
            },
            moves_away,
        }
    }

    /// The most that the matrix of the stretching changes, as a multiple of the largest factor.
    pub(super) fn change(&self) -> f64 {
        match self.shape {
            _ if !self.reshapes => 0.0,
            Shape::Same => 0.0,
            Shape::Alike => 1.0,
            Shape::Other => 2.0,
        }
    }
}

impl Shape {
    /// The shape of scales in these ranges.
    fn of(scale: &[[f64; 2]], channels: &[&Channel]) -> Self {
        let is_equal = |a: f64, b: f64| (a - b).abs() <= EQUAL * a.abs();
        let [low, high] = scale.first().copied().unwrap_or_default();
        let one = |factors: &[f64]| factors.iter().all(|factor| is_equal(factors[0], *factor));
        let is_one = |channel: &&Channel| {
            let curve = channel.curve();
            curve.width() == scale.len()
                && !curve.has_handles()
                && curve.values().chunks_exact(curve.width()).all(one)
        };
        let mut scales = channels.iter().filter(|channel| *channel.property() == Property::Scale);
        match (scales.next(), scales.next()) {
            _ if low <= 0.0 => Self::Other,
            _ if scale.iter().flatten().all(|factor| is_equal(low, *factor)) => Self::Same,
            (Some(channel), None) if is_one(channel) && high >= low => Self::Alike,
            _ => Self::Other,
        }
    }
}

/// The least and the greatest value of each component of a property. Components that no channel drives are at rest.
fn ranges(property: &Property, rest: &[f64], channels: &[&Channel], outside: &Outside) -> Vec<[f64; 2]> {
    let mut ranges: Vec<Option<[f64; 2]>> = vec![None; rest.len()];
    for channel in channels.iter().filter(|channel| channel.property() == property) {
        let curve = channel.curve();
        let last = curve.len() - 1;
        let rises = outside.wrap(curve) == Wrap::RepeatWithOffset;
        for component in 0..curve.width() {
            let values = || curve.limits(component);
            let rise = curve.value(last)[component] - curve.value(0)[component];
            let rise = if rises && rise != 0.0 { outside.side() * rise * f64::INFINITY } else { 0.0 };
            let all = values().chain(values().take(1).map(|value| value + rise));
            for value in all {
                let range = ranges[channel.component() + component].get_or_insert([value; 2]);
                *range = [range[0].min(value), range[1].max(value)];
            }
        }
    }
    ranges.iter().zip(rest).map(|(range, rest)| range.unwrap_or([*rest; 2])).collect()
}

fn size([low, high]: &[f64; 2]) -> f64 {
    low.abs().max(high.abs())
}

pub(super) fn length(parts: impl Iterator<Item = f64>) -> f64 {
    parts.map(|part| part * part).sum::<f64>().sqrt()
}

/// A product in which nothing remains nothing, however often.
pub(super) fn times(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 { 0.0 } else { a * b }
}
