//! The smallest and the largest numbers that accessors state (glTF 2.0, 3.6.2.5).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::{Brief, Diagnostic, Location, counted};

use crate::{Accessor, Finite, codes};

/// What is wrong with the range of an accessor that has these numbers, element by element; nothing if it states none. Normalised
/// integers and numbers that are not finite are not compared.
pub(crate) fn fault(index: usize, accessor: &Accessor, numbers: &[f64]) -> Option<Diagnostic> {
    let found =
        |message: String| Some(codes::RANGE.at(Location::path(format!("accessors[{index}]")), message));
    let stated = [("min", &accessor.min), ("max", &accessor.max)];
    if accessor.min.is_empty() && accessor.max.is_empty() {
        return None;
    }
    let [columns, rows] = accessor.element.shape()?;
    let width = columns.saturating_mul(rows);
    let is_known = !accessor.normalized && numbers.iter().all(|number| number.is_finite());
    for (name, list) in stated.into_iter().filter(|(_, list)| !list.is_empty()) {
        if list.len() != width {
            return found(format!("`{name}` has {}, expected {width}", counted(list.len(), "number")));
        }
        if !is_known {
            continue;
        }
        let mut most = vec![f64::NAN; width];
        for element in numbers.chunks_exact(width) {
            for (most, number) in most.iter_mut().zip(element) {
                *most = if name == "min" { most.min(*number) } else { most.max(*number) };
            }
        }
        let differs = |(stated, most): &(f64, f64)| !most.is_nan() && *stated as f32 != *most as f32;
        if let Some((stated, most)) = list.iter().copied().map(Finite::get).zip(most).find(differs) {
            return found(format!("`{name}` is {}, expected {}", Brief(stated), Brief(most)));
        }
    }
    None
}
