//! The corners and triangles of a primitive (glTF 2.0, 3.7.2).

use anim_core::scene::Part;
use anim_core::{Diagnostic, Location, counted};

use super::not_drawn;
use crate::numbers::Numbers;
use crate::{Primitive, codes};

const TRIANGLES: u32 = 4;
const STRIP: u32 = 5;
const FAN: u32 = 6;

/// A primitive as triangles; `None` for points and lines. Errors: accessors that cannot be read or do not fit together, data of
/// an extension that this crate does not decode.
pub(super) fn part(
    numbers: &mut Numbers<'_>,
    primitive: &Primitive,
    path: &str,
) -> Result<Option<Part>, Diagnostic> {
    let mode = primitive.mode.unwrap_or(TRIANGLES);
    if !(TRIANGLES..=FAN).contains(&mode) {
        return Ok(None);
    }
    let extensions = primitive.extensions.as_ref().map(crate::Json::value);
    if extensions.is_some_and(|all| all.get("KHR_draco_mesh_compression").is_some()) {
        return Err(not_drawn(path, "a mesh compressed with Draco"));
    }
    let Some(&positions) = primitive.attributes.get("POSITION") else { return Ok(None) };
    let positions = singles(numbers, positions)?;
    let corners = positions.len() / 3;
    let mut attribute = |name: &str, width: usize| -> Result<Vec<f64>, Diagnostic> {
        let Some(&accessor) = primitive.attributes.get(name) else { return Ok(Vec::new()) };
        let values = numbers.read(accessor)?;
        if values.len() == corners.saturating_mul(width) {
            return Ok(values);
        }
        let [found, corners] = [counted(values.len(), "number"), counted(corners, "corner")];
        let message = format!("`{name}` has {found}, expected {width} for each of {corners}");
        Err(codes::COUNT.at(Location::path(path), message))
    };
    let normals = attribute("NORMAL", 3)?;
    let places = attribute("TEXCOORD_0", 2)?;
    let [joints, weights] = influences(attribute)?;
    let mut targets = Vec::new();
    for target in &primitive.targets {
        let moved = match target.get("POSITION") {
            Some(&accessor) => singles(numbers, accessor)?,
            None => Vec::new(),
        };
        // A target without positions moves no corners.
        targets.push(if moved.len() == positions.len() { moved } else { Vec::new() });
    }
    let indices = match primitive.indices {
        Some(accessor) => numbers.read(accessor)?.into_iter().map(|index| index as u32).collect(),
        None => (0..u32::try_from(corners).unwrap_or(u32::MAX)).collect(),
    };
    let triangles = triangles(mode, indices);
    if let Some(index) = triangles.iter().find(|index| **index as usize >= corners) {
        let message = format!("there is no corner {index}: expected an index below {corners}");
        return Err(codes::INDEX.at(Location::path(path), message));
    }
    let narrow = |values: Vec<f64>| values.into_iter().map(|value| value as f32).collect();
    Ok(Some(Part {
        normals: narrow(normals),
        places: narrow(places),
        joints: joints.into_iter().map(|joint| joint as u16).collect(),
        weights: narrow(weights),
        positions,
        triangles,
        targets,
        surface: primitive.material,
    }))
}

/// The joints of each corner and their weights, four of each. Of several sets these are the largest, which then add up to 1.
fn influences(
    mut attribute: impl FnMut(&str, usize) -> Result<Vec<f64>, Diagnostic>,
) -> Result<[Vec<f64>; 2], Diagnostic> {
    let mut set = |index: usize| -> Result<[Vec<f64>; 2], Diagnostic> {
        Ok([attribute(&format!("JOINTS_{index}"), 4)?, attribute(&format!("WEIGHTS_{index}"), 4)?])
    };
    let mut sets = vec![set(0)?];
    loop {
        let next = set(sets.len())?;
        if next.iter().any(Vec::is_empty) {
            break;
        }
        sets.push(next);
    }
    if let [only] = sets.as_mut_slice() {
        return Ok(std::mem::take(only));
    }
    let mut corners: Vec<_> =
        sets.iter().map(|[joints, weights]| joints.chunks(4).zip(weights.chunks(4))).collect();
    let mut largest = [Vec::new(), Vec::new()];
    loop {
        let corner = corners.iter_mut().filter_map(Iterator::next);
        let mut own: Vec<(f64, f64)> = corner
            .flat_map(|(joints, weights)| weights.iter().copied().zip(joints.iter().copied()))
            .collect();
        if own.is_empty() {
            return Ok(largest);
        }
        own.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        own.truncate(4);
        let sum: f64 = own.iter().map(|(weight, _)| weight).sum();
        let [joints, weights] = &mut largest;
        joints.extend(own.iter().map(|(_, joint)| joint));
        weights.extend(own.iter().map(|(weight, _)| if sum > 0.0 { weight / sum } else { *weight }));
    }
}

fn singles(numbers: &mut Numbers<'_>, accessor: usize) -> Result<Vec<f32>, Diagnostic> {
    Ok(numbers.read(accessor)?.into_iter().map(|value| value as f32).collect())
}

/// The corners of each triangle in turn.
fn triangles(mode: u32, indices: Vec<u32>) -> Vec<u32> {
    match mode {
        STRIP => {
            let windows = indices.windows(3).enumerate();
            let turned = |(at, window): (usize, &[u32])| match (window, at % 2) {
                (&[a, b, c], 0) => [a, b, c],
                (&[a, b, c], _) => [b, a, c],
                _ => [0; 3],
            };
            windows.flat_map(turned).collect()
        }
        FAN => {
            let first = indices.first().copied().unwrap_or_default();
            let pairs = indices.get(1..).unwrap_or_default().windows(2);
            pairs
                .flat_map(|pair| {
                    [first, pair.first().copied().unwrap_or(first), pair.last().copied().unwrap_or(first)]
                })
                .collect()
        }
        _ => {
            let mut indices = indices;
            indices.truncate(indices.len().saturating_sub(indices.len() % 3));
            indices
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_are_triangles_that_all_face_one_way() {
        // Corner numbers by 3.7.2.1: strip triangle i is (i, i + 1 + i % 2, i + 2 − i % 2), fan triangle i is (i + 1, i + 2, 0).
        let by_rule = |corners: [[usize; 3]; 2], indices: [u32; 4]| -> Vec<Vec<u32>> {
            corners.iter().map(|triangle| turned(triangle.map(|corner| indices[corner]).to_vec())).collect()
        };
        let found = |mode: u32, indices: [u32; 4]| -> Vec<Vec<u32>> {
            triangles(mode, indices.to_vec()).chunks(3).map(|triangle| turned(triangle.to_vec())).collect()
        };
        let indices = [7, 8, 9, 5];
        assert_eq!(found(STRIP, indices), by_rule([[0, 1, 2], [1, 3, 2]], indices));
        assert_eq!(found(FAN, indices), by_rule([[1, 2, 0], [2, 3, 0]], indices));
        assert_eq!(triangles(TRIANGLES, indices.to_vec()), [7, 8, 9]);
    }

    /// The same triangle, beginning with its least corner.
    fn turned(mut triangle: Vec<u32>) -> Vec<u32> {
        let least = triangle.iter().enumerate().min_by_key(|(_, corner)| **corner).map_or(0, |(at, _)| at);
        triangle.rotate_left(least);
        triangle
    }
}
