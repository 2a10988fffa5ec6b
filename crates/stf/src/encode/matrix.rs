//! Matrix curves as translation, rotation and scale.

use std::borrow::Cow;

use anim_core::{
    Affine, ClipError, Curve, Ease, MAX_KEYS, Property, Times, Transform, Wrap, bake, quaternion,
};

use super::keys::Plain;

/// How often a segment is halved at most.
const MAX_DEPTH: u32 = 12;

/// A matrix as three curves: at each key of its straight lines, and between as often as it takes to stay within the
/// tolerance, for the parts move by themselves.
pub(super) fn parts<'a>(curve: &Curve, span: [f64; 2], tolerance: f64) -> Result<Vec<Plain<'a>>, ClipError> {
    let steps = curve.uniform_ease() == Some(Ease::Step) && curve.wrap() == (Wrap::Hold, Wrap::Hold);
    let (straight, error) = if steps {
        (Cow::Borrowed(curve), 0.0)
    } else {
        let baked = bake(curve, span, tolerance)?;
        (Cow::Owned(baked.curve), baked.error)
    };
    let mut keys = Keys { tolerance, error: 0.0, times: Vec::new(), parts: Vec::new() };
    let mut before = None;
    for (time, rows) in straight.times().iter().zip(straight.values().chunks_exact(12)) {
        let map = Affine::from_rows(std::array::from_fn(|index| rows[index]));
        if let Some(before) = before.filter(|_| !steps) {
            keys.between(before, (time, map), MAX_DEPTH)?;
        }
        keys.push(time, &map)?;
        before = Some((time, map));
    }
    let (times, error) = (Times::keys(keys.times)?, error + keys.error);
    let ease = if steps { Ease::Step } else { Ease::Linear };
    let plain = |property: Property, values: Vec<f64>| {
        let curve = Curve::new(times.clone(), property.width(), values, ease)?;
        Ok(Plain { property, curve: Cow::Owned(curve), error: Some(error) })
    };
    Ok(vec![
        plain(Property::Translation, keys.parts.iter().flat_map(|parts| parts.translation).collect())?,
        plain(Property::Rotation, keys.parts.iter().flat_map(|parts| parts.rotation).collect())?,
        plain(Property::Scale, keys.parts.iter().flat_map(|parts| parts.scale).collect())?,
    ])
}

struct Keys {
    tolerance: f64,
    /// The largest difference of a number of the matrix, at keys and at the quarters between them.
    error: f64,
    times: Vec<f64>,
    parts: Vec<Transform>,
}

impl Keys {
    fn push(&mut self, time: f64, map: &Affine) -> Result<(), ClipError> {
        if self.times.len() >= MAX_KEYS {
            return Err(ClipError::TooManyKeys);
        }
        let mut parts = map.decompose();
        self.error = self.error.max(map.distance(&parts.into()));
        let last = self.parts.last().map_or(quaternion::IDENTITY, |last| last.rotation);
        parts.rotation = quaternion::nearest(parts.rotation, last);
        self.times.push(time);
        self.parts.push(parts);
        Ok(())
    }

    /// Pushes the keys that are needed between two.
    fn between(&mut self, a: (f64, Affine), b: (f64, Affine), depth: u32) -> Result<(), ClipError> {
        let (from, to) = (a.1.decompose(), b.1.decompose());
        let off = |u: f64| straight(&a.1, &b.1, u).distance(&by_parts(&from, &to, u).into());
        let error = [0.25, 0.5, 0.75].into_iter().map(off).fold(0.0, f64::max);
        // What cannot be taken apart stays off however near the keys are.
        let own = a.1.distance(&from.into()).max(b.1.distance(&to.into()));
        let middle = (f64::midpoint(a.0, b.0), straight(&a.1, &b.1, 0.5));
        if error > own + self.tolerance && depth > 0 && a.0 < middle.0 && middle.0 < b.0 {
            self.between(a, middle, depth - 1)?;
            self.push(middle.0, &middle.1)?;
            return self.between(middle, b, depth - 1);
        }
        self.error = self.error.max(error);
        Ok(())
    }
}

fn straight(a: &Affine, b: &Affine, u: f64) -> Affine {
    let (a, b) = (a.to_rows(), b.to_rows());
    Affine::from_rows(std::array::from_fn(|index| a[index] * (1.0 - u) + b[index] * u))
}

/// What a reader makes of keys of the parts: numbers by themselves, the quaternion normalised.
fn by_parts(a: &Transform, b: &Transform, u: f64) -> Transform {
    fn mix<const N: usize>(a: [f64; N], b: [f64; N], u: f64) -> [f64; N] {
        std::array::from_fn(|index| a[index] * (1.0 - u) + b[index] * u)
    }
    Transform {
        translation: mix(a.translation, b.translation, u),
        rotation: quaternion::normalize(mix(a.rotation, quaternion::nearest(b.rotation, a.rotation), u)),
        scale: mix(a.scale, b.scale, u),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_lines_of_matrices_are_followed_between_their_keys() {
        let map = |angle: f64, x: f64| {
            let rotation = quaternion::from_axis_angle([1.0, 2.0, 3.0], angle);
            Affine::from(Transform { translation: [x, 0.0, 0.0], rotation, scale: [1.0, 2.0, 1.0] }).to_rows()
        };
        let values = [map(0.0, 0.0), map(1.5, 4.0)].concat();
        let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 12, values, Ease::Linear).unwrap();
        let parts = parts(&curve, [0.0, 1.0], 1e-3).unwrap();
        for step in 0..=40 {
            let time = f64::from(step) / 40.0;
            let [translation, rotation, scale] = [0, 1, 2].map(|part| parts[part].curve.at(time));
            let told = Affine::from(Transform {
                translation: translation.try_into().unwrap(),
                rotation: quaternion::normalize(rotation.try_into().unwrap()),
                scale: scale.try_into().unwrap(),
            });
            let rows: [f64; 12] = curve.at(time).try_into().unwrap();
            let (off, said) = (Affine::from_rows(rows).distance(&told), parts[0].error.unwrap());
            assert!(off <= 1.1 * said, "{time}: {off} > {said}");
        }
    }
}
