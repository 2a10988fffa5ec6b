//! The length unit of figures whose clips state none.

use std::borrow::Cow;

use anim_core::{Clip, Format as _, Location, Pose, Report};

use crate::{EncodeOptions, Gltf, codes};

/// The number of nodes in one hierarchy from which it counts as a figure.
const FIGURE: usize = 8;

/// The size in metres above which a figure is assumed to have another unit, and the plausible range of sizes.
const LARGE: f64 = 10.0;
const LIKELY: std::ops::RangeInclusive<f64> = 0.3..=3.0;

/// The units that a figure may have, in metres.
const UNITS: [f64; 3] = [0.1, 0.01, 0.001];

/// The clips in metres. A figure of unknown unit that would be larger than a house is assumed to be in the power of ten of a
/// metre that makes it as tall as a person, unless the options state a unit. The report states this.
pub(super) fn in_metres<'a>(
    clips: &'a [Clip],
    options: &EncodeOptions,
    report: &mut Report,
) -> Cow<'a, [Clip]> {
    let unknown = || clips.iter().filter(|clip| clip.space.unit.is_none());
    let size = unknown().map(size).fold(0.0, f64::max);
    if options.unit.is_some() || size <= LARGE || !size.is_finite() {
        return Cow::Borrowed(clips);
    }
    let unit = UNITS.into_iter().find(|unit| LIKELY.contains(&(unit * size))).unwrap_or(UNITS[2]);
    let message = format!(
        "the clips state no length unit, and a figure is {size:.4} units large: a unit counts as {unit} m; with the option `unit=1` it counts as 1 m"
    );
    report.push(codes::UNIT.at(Location::default(), message));
    let scaled = |clip: &Clip| match clip.space.unit {
        Some(_) => clip.clone(),
        None => clip.clone().with_space(clip.space.in_metres(unit)).in_space(Gltf::SPACE).into_owned(),
    };
    Cow::Owned(clips.iter().map(scaled).collect())
}

/// The largest extent of a figure along an axis at time 0; 0 without a figure.
fn size(clip: &Clip) -> f64 {
    let pose = clip.pose(0.0);
    let roots = roots(&pose);
    let mut counts = vec![0_usize; roots.len()];
    for &root in &roots {
        counts[root] += 1;
    }
    let mut boxes = vec![[[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]]; roots.len()];
    for (world, &root) in pose.world.iter().zip(&roots) {
        for (axis, part) in world.translation().into_iter().enumerate() {
            let [low, high] = &mut boxes[root];
            (low[axis], high[axis]) = (low[axis].min(part), high[axis].max(part));
        }
    }
    let figures = boxes.into_iter().zip(counts).filter(|(_, count)| *count >= FIGURE);
    figures.flat_map(|([low, high], _)| [0, 1, 2].map(|axis| high[axis] - low[axis])).fold(0.0, f64::max)
}

/// The root above each node.
fn roots(pose: &Pose) -> Vec<usize> {
    let mut roots: Vec<Option<usize>> = vec![None; pose.parent.len()];
    let mut path = Vec::new();
    for node in 0..roots.len() {
        let mut top = node;
        // A pose has no cycles.
        let root = loop {
            match (roots[top], pose.parent[top]) {
                (Some(root), _) => break root,
                (None, None) => break top,
                (None, Some(parent)) => path.push(std::mem::replace(&mut top, parent)),
            }
        };
        roots[top] = Some(root);
        path.drain(..).for_each(|below| roots[below] = Some(root));
    }
    roots.into_iter().flatten().collect()
}
