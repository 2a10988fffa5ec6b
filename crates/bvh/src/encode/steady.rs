//! Joints that hardly move relative to their parents: they get a fixed offset.

use anim_core::{Affine, Clip, Deviation, Positive, Report};

use super::poses::Track;
use super::tree::Tree;
use crate::{EncodeOptions, codes};

/// The default tolerance, as a part of the size of the figure.
const PART: f64 = 1e-4;

/// Fixes the joints that have a parent and stray from the middle of their positions by no more than the tolerance, in the unit
/// of the clip. Returns for each node its largest deviation.
pub(super) fn keep(
    clip: &Clip,
    tree: &Tree,
    tracks: &mut [Track],
    options: &EncodeOptions,
    report: &mut Report,
) -> Vec<f64> {
    let tolerance = options.steady.map_or_else(|| PART * size(clip), Positive::get);
    let is_joined = tree.has_added_root(options.roots);
    let mut strayed = vec![0.0; tracks.len()];
    for (node, track) in tracks.iter_mut().enumerate() {
        let middle = middle(&track.positions);
        let far = track.positions.iter().map(|place| distance(*place, middle)).fold(0.0, f64::max);
        if tree.parents[node].is_none() && !is_joined || far == 0.0 || far > tolerance {
            continue;
        }
        track.positions.fill(middle);
        strayed[node] = far;
        let message = "the joint hardly moves relative to its parent: it has a fixed offset";
        report.lose(codes::STEADY.approximated(Deviation::length(far), message).of_node(clip, node));
    }
    strayed
}

/// The centre of the smallest box around some positions.
fn middle(places: &[[f64; 3]]) -> [f64; 3] {
    std::array::from_fn(|i| {
        let [low, high] = range(places.iter().map(|place| place[i]));
        low + (high - low) / 2.0
    })
}

/// The longest side of the box around all nodes at the start of a clip; 0 if it is not finite.
fn size(clip: &Clip) -> f64 {
    let places: Vec<_> = clip.pose(0.0).world.iter().map(Affine::translation).collect();
    let sides = (0..3).map(|i| {
        let [low, high] = range(places.iter().map(|place| place[i]));
        high - low
    });
    Some(sides.fold(0.0, f64::max)).filter(|size| size.is_finite()).unwrap_or(0.0)
}

fn range(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], number| [low.min(number), high.max(number)])
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt()
}
