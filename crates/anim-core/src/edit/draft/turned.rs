//! Linear maps of a curve's values, and reversed curves.

use super::Draft;
use crate::{Ease, Handles};

impl Draft {
    /// The curve of new values: each component is a sum of the old ones times factors, plus an offset; `None` if the handles do
    /// not allow that.
    pub(in crate::edit) fn mapped(&self, rows: &[(Vec<f64>, f64)]) -> Option<Self> {
        let mut new = Self { width: rows.len(), values: Vec::new(), handles: Vec::new(), ..self.clone() };
        for key in 0..self.len() {
            let old = self.value(key);
            let handles = &self.handles[key * self.width..(key + 1) * self.width];
            for (factors, offset) in rows {
                let sum = |value: &dyn Fn(usize) -> f64| -> f64 {
                    let used = factors.iter().enumerate().filter(|(_, factor)| **factor != 0.0);
                    used.map(|(part, factor)| factor * value(part)).sum()
                };
                new.values.push(sum(&|part| old[part]) + offset);
                let side = |handle: &dyn Fn(usize) -> [f64; 2]| {
                    let mut used =
                        (0..self.width).filter(|part| factors[*part] != 0.0).map(|part| handle(part)[0]);
                    let seconds = used.next().unwrap_or_default();
                    let value = sum(&|part| handle(part)[1]);
                    // Only handles with the same duration can be added.
                    used.all(|other| other == seconds).then_some([seconds, value])
                };
                let [into, out] = [side(&|part| handles[part].into), side(&|part| handles[part].out)];
                let cubic = |key: usize| self.eases.get(key) == Some(&Ease::Bezier);
                let before = key > 0 && cubic(key - 1) && into.is_none();
                if before || key + 1 < self.len() && cubic(key) && out.is_none() {
                    return None;
                }
                let [into, out] = [into, out].map(Option::unwrap_or_default);
                new.handles.push(Handles { into, out });
            }
        }
        Some(new)
    }

    /// The reversed curve: in smooth segments the value at a time moves to the first sum minus that time, in steps to the second, which is
    /// no less. A value is held where a smooth segment ends before a step. A value that a step reaches only at the last key is left out.
    pub(in crate::edit) fn reversed(&self, [smooth, stepped]: [f64; 2]) -> Self {
        let count = self.len();
        let steps = (0..count.saturating_sub(1)).any(|key| self.is_step(key));
        let mut whole = Self { wrap: (self.wrap.1, self.wrap.0), ..self.clone() };
        if !steps {
            self.turn(0..count, smooth, &mut whole);
            return whole;
        }
        whole.keep(0..0);
        let none = whole.clone();
        for key in (0..count - 1).rev() {
            let mut piece = none.clone();
            let is_step = self.is_step(key);
            self.turn(key..key + 2, if is_step { stepped } else { smooth }, &mut piece);
            if is_step {
                piece.values = [self.value(key), self.value(key)].concat();
                if key > 0 && !self.is_step(key - 1) {
                    piece.times[1] = smooth - self.times[key];
                }
                if piece.times[1] <= piece.times[0] {
                    continue;
                }
            }
            whole.append(piece);
        }
        whole
    }

    /// Appends these keys in reverse order.
    fn turn(&self, keys: std::ops::Range<usize>, sum: f64, into: &mut Self) {
        let turned = |handles: Handles| Handles {
            into: [-handles.out[0], handles.out[1]],
            out: [-handles.into[0], handles.into[1]],
        };
        let order = || keys.clone().rev();
        into.times = order().map(|key| sum - self.times[key]).collect();
        // The ease of the last key, which has no segment, stays with the last key.
        let ease = |key: usize| self.eases[if key > keys.start { key - 1 } else { keys.end - 1 }];
        into.eases = order().map(ease).collect();
        into.values = order().flat_map(|key| self.value(key)).copied().collect();
        let handles = |key: usize| self.handles[key * self.width..(key + 1) * self.width].iter();
        into.handles = order().flat_map(handles).map(|handles| turned(*handles)).collect();
    }
}
