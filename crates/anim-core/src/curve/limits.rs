//! Between which values a curve stays.

use super::{Curve, Ease};

impl Curve {
    /// The values that limit one component: those of its keys, and those at the outer ends of the handles of Bézier segments.
    /// Between keys the component stays between the least and the greatest of them, and so it does before the first key and after
    /// the last one, unless it repeats with an offset. Arcs between quaternions may leave them.
    ///
    /// ```
    /// use anim_core::{Curve, Ease, Handles, Times};
    ///
    /// let curve = Curve::new(Times::keys([0.0, 3.0])?, 1, vec![0.0, 0.0], Ease::Bezier)?;
    /// let up = Handles { into: [-1.0, 0.0], out: [1.0, 4.0] };
    /// assert!(curve.limits(0).eq([0.0, 0.0, 0.0, 0.0]) && curve.is_still());
    /// let curve = curve.with_handles(vec![up; 2])?;
    /// assert!(curve.limits(0).eq([0.0, 4.0, 0.0, 0.0]) && !curve.is_still());
    /// # Ok::<(), anim_core::ClipError>(())
    /// ```
    pub fn limits(&self, component: usize) -> impl Iterator<Item = f64> + '_ {
        let bends = |key: usize| self.ease(key) == Ease::Bezier;
        (0..self.len()).flat_map(move |key| {
            let (value, handles) = (self.value(key)[component], self.handles(key, component));
            let into = (key > 0 && bends(key - 1)).then_some(value + handles.into[1]);
            let out = (key + 1 < self.len() && bends(key)).then_some(value + handles.out[1]);
            [into, Some(value), out].into_iter().flatten()
        })
    }

    /// Whether every component always has the value of its first key. Arcs count by their keys alone, although they have length 1
    /// between them.
    pub fn is_still(&self) -> bool {
        (0..self.width()).all(|component| self.is_still_in(component))
    }

    /// Whether a component always has the value of its first key.
    pub fn is_still_in(&self, component: usize) -> bool {
        self.limits(component).all(|value| value == self.value(0)[component])
    }
}

#[cfg(test)]
mod tests {
    use super::Ease::{Bezier, Linear, Sine, Step};
    use super::*;
    use crate::{Handles, Times};

    #[test]
    fn handles_count_where_a_segment_has_them() {
        let handles = |value: f64| Handles { into: [-0.1, -value], out: [0.1, value] };
        let curve = |eases: [Ease; 3]| {
            let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 1, vec![5.0; 3], Ease::Step);
            let curve = curve.unwrap().with_eases(eases.to_vec()).unwrap();
            curve.with_handles([1.0, 2.0, 3.0].map(handles).to_vec()).unwrap()
        };
        for (eases, expected) in [
            ([Step, Linear, Bezier], vec![5.0, 5.0, 5.0]),
            ([Bezier, Sine, Step], vec![5.0, 6.0, 3.0, 5.0, 5.0]),
            ([Linear, Bezier, Step], vec![5.0, 5.0, 7.0, 2.0, 5.0]),
            ([Bezier; 3], vec![5.0, 6.0, 3.0, 5.0, 7.0, 2.0, 5.0]),
        ] {
            let curve = curve(eases);
            assert_eq!(curve.limits(0).collect::<Vec<_>>(), expected, "{eases:?}");
            assert_eq!(curve.is_still(), expected.len() == 3, "{eases:?}");
        }
    }
}
