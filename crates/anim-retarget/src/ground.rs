//! Figures whose hips rest at the origin, as in many motion capture files, although they stand on the ground when they move.

use anim_core::quaternion;

use crate::axes::{Find, stance};
use crate::hung::Hung;
use crate::rounding::SAME;
use crate::source::Source;
use crate::vectors::{apply, inverse};

/// Raises the hips of a figure that rests with them at the origin, until its lowest node is on the ground, if the clip has them
/// above half of that height at some key: its positions then count from the ground.
pub(crate) fn raise(source: &mut Source<'_>, hips: usize, find: Find<'_>) {
    let hung = &source.hung;
    let Some(stance) = stance(hung, find) else { return };
    let up = quaternion::to_matrix(stance).map(|row| row[1]);
    let height = |place: [f64; 3]| (0..3).map(|i| place[i] * up[i]).sum::<f64>();
    let place = hung.place(Some(hips));
    let below = below(hung, hips).into_iter().map(|node| height(hung.place(Some(node))));
    let lowest = below.fold(0.0, f64::min);
    if lowest >= 0.0 || place.iter().any(|part| part.abs() > SAME * -lowest) {
        return;
    }
    let Some(driven) = &source.locals[hips].translation else { return };
    let parent = hung.world(hung.parents[hips]);
    let highest = |value: &[f64; 3]| height(parent.apply(*value));
    let most = driven.curve.values().as_chunks::<3>().0.iter().map(highest).fold(f64::MIN, f64::max);
    if most < -lowest / 2.0 {
        return;
    }
    let raised = up.map(|part| part * -lowest);
    let Some(inverse) = inverse(parent.linear()) else { return };
    let own = apply(&inverse, raised);
    let rest = &mut source.rest[hips].translation;
    *rest = std::array::from_fn(|i| rest[i] + own[i]);
    source.hung = Hung::new(&source.clip.nodes, &source.rest);
}

/// A node and its descendants.
fn below(hung: &Hung, top: usize) -> Vec<usize> {
    let mut is_below: Vec<Option<bool>> = vec![None; hung.parents.len()];
    is_below[top] = Some(true);
    for start in 0..hung.parents.len() {
        let path: Vec<_> = hung.line(Some(start)).take_while(|node| is_below[*node].is_none()).collect();
        let above = path.last().map_or(Some(start), |last| hung.parents[*last]);
        let found = above.and_then(|above| is_below[above]).unwrap_or(false);
        for node in path {
            is_below[node] = Some(found);
        }
    }
    (0..hung.parents.len()).filter(|node| is_below[*node] == Some(true)).collect()
}
