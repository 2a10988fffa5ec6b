//! Consecutive pieces of motion as a curve.

use anim_core::time::{TOUCHING, touching};
use anim_core::{Curve, Ease, Handles, Times, Wrap};

use super::fit::{Piece, Shape};
use super::slot::Slot;

/// One vector of a node over a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pieces: Vec<Piece>,
    /// The value at the end, if it differs from the last value of the last piece.
    end: Option<[f64; 3]>,
    /// Whether nothing drives the vector at the end.
    undriven: bool,
}

impl Track {
    /// Adds consecutive pieces. Returns the number of those that only extend the previous one.
    pub(super) fn extend(&mut self, pieces: Vec<Piece>) -> usize {
        let all = self.pieces.len() + pieces.len();
        for piece in pieces {
            match self.pieces.last_mut() {
                Some(last)
                    if last.is_still()
                        && piece.is_still()
                        && follows(last, &piece)
                        && last.values == piece.values =>
                {
                    last.times[1] = piece.times[1];
                }
                _ => self.pieces.push(piece),
            }
        }
        all - self.pieces.len()
    }

    /// Holds the value of a time from there to an end. If the vector is driven at that time, the pieces have to reach it.
    pub(super) fn cut(&mut self, time: f64, end: f64) {
        self.pieces.retain(|piece| piece.times[0] < time - TOUCHING);
        let Some(last) = self.pieces.last_mut().filter(|last| last.times[1] >= time - TOUCHING) else {
            return;
        };
        if last.is_still() {
            last.times[1] = end;
        } else {
            let held = Piece::still([time, end], last.values[1]);
            self.pieces.push(held);
        }
    }

    /// Sets the value at the end.
    pub(super) fn end_at(&mut self, value: [f64; 3]) {
        (self.end, self.undriven) = (Some(value), false);
    }

    /// Marks that nothing drives the vector at the end, where its value is 0.
    pub(super) fn end_undriven(&mut self) {
        (self.end, self.undriven) = (Some([0.0; 3]), true);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.end.is_none()
    }

    /// The number of seconds before an end in which nothing drives the vector, and whether nothing drives it after the end.
    pub(super) fn gaps(&self, end: f64) -> (f64, bool) {
        let mut until = 0.0;
        let mut gaps = 0.0;
        let ends = self.pieces.iter().map(|piece| piece.times).chain([[end, end]]);
        for [from, to] in ends {
            let gap = from - until;
            gaps += if gap > TOUCHING { gap } else { 0.0 };
            until = to;
        }
        (gaps, self.undriven)
    }

    /// The largest error of all pieces.
    pub(super) fn error(&self) -> f64 {
        self.pieces.iter().fold(0.0, |error, piece| error.max(piece.error))
    }

    /// The curve from time 0 to an end. Its value is 0 between the pieces.
    pub(super) fn curve(self, slot: Slot, end: f64, wrap: Wrap) -> Option<Curve> {
        let held = self.end;
        let pieces = self.filled(end);
        let value = |value: [f64; 3]| value.map(|number| slot.unit(number));
        if let [only] = &pieces[..]
            && only.is_still()
            && held.is_none_or(|held| held == only.values[0])
        {
            return Curve::constant(&value(only.values[0])).ok();
        }
        // In a cycle that repeats, a moment very near the end counts as the start of the next cycle.
        let near = (2.0 * touching(end)).min(end / 4.0);
        let rounding = if wrap == Wrap::Repeat { near } else { 0.0 };
        let mut keys = Keys { end, rounding, ..Keys::default() };
        for (index, piece) in pieces.iter().enumerate() {
            let ends = piece.values.map(value);
            keys.push(piece.times[0], ends[0], piece, slot);
            let (next, last) = match pieces.get(index + 1) {
                Some(next) => (value(next.values[0]), false),
                None => (held.map_or(ends[1], value), true),
            };
            // A jump is two keys at adjacent floating-point times.
            let before = piece.times[1].next_down();
            if jumps(ends[1], next) && piece.times[0] < before {
                keys.end(before, ends[1]);
            }
            if last {
                keys.end(piece.times[1], next);
            }
        }
        keys.curve().map(|curve| curve.with_wrap(Wrap::Hold, wrap))
    }

    /// The pieces, with a piece of value 0 in each gap.
    fn filled(self, end: f64) -> Vec<Piece> {
        let mut filled: Vec<Piece> = Vec::with_capacity(self.pieces.len() + 2);
        let mut until = 0.0;
        for piece in self.pieces {
            if piece.times[0] > until + TOUCHING {
                filled.push(Piece::still([until, piece.times[0]], [0.0; 3]));
            }
            until = piece.times[1];
            filled.push(piece);
        }
        if until < end - TOUCHING || filled.is_empty() {
            filled.push(Piece::still([until, end], [0.0; 3]));
        }
        filled
    }
}

/// Whether two values differ by more than rounding.
fn jumps(left: [f64; 3], right: [f64; 3]) -> bool {
    (0..3).any(|i| (left[i] - right[i]).abs() > 1e-12 * left[i].abs().max(right[i].abs()).max(1e-3))
}

fn follows(first: &Piece, second: &Piece) -> bool {
    second.times[0] - first.times[1] <= TOUCHING
}

/// Keys in flat columns.
#[derive(Default)]
struct Keys {
    end: f64,
    /// Keys that are this near to the end are left out.
    rounding: f64,
    times: Vec<f64>,
    values: Vec<f64>,
    eases: Vec<Ease>,
    handles: Vec<Handles>,
    /// The incoming handles of the next key.
    into: [[f64; 2]; 3],
}

impl Keys {
    /// The key at which a piece begins.
    fn push(&mut self, time: f64, value: [f64; 3], piece: &Piece, slot: Slot) {
        let ease = match &piece.shape {
            Shape::Line => Ease::Linear,
            Shape::Sine => Ease::Sine,
            Shape::Cubic(_) => Ease::Bezier,
        };
        let third = (piece.times[1] - piece.times[0]) / 3.0;
        let (out, into) = match &piece.shape {
            Shape::Cubic(slopes) => {
                let [out, into] = slopes.map(|slope| slope.map(|number| slot.unit(number) * third));
                (out.map(|rise| [third, rise]), into.map(|rise| [-third, -rise]))
            }
            _ => ([[0.0; 2]; 3], [[0.0; 2]; 3]),
        };
        self.key(time, value, ease, out);
        self.into = into;
    }

    /// A key at which a piece ends.
    fn end(&mut self, time: f64, value: [f64; 3]) {
        self.key(time, value, Ease::Step, [[0.0; 2]; 3]);
        self.into = [[0.0; 2]; 3];
    }

    fn key(&mut self, time: f64, value: [f64; 3], ease: Ease, out: [[f64; 2]; 3]) {
        if time < self.end && self.end - time <= self.rounding {
            return;
        }
        // If rounding made two times equal, the later key is kept.
        if self.times.last().is_some_and(|last| time <= *last) {
            self.values.truncate(self.values.len() - 3);
            self.handles.truncate(self.handles.len() - 3);
            self.eases.pop();
            self.times.pop();
        }
        self.times.push(time);
        self.values.extend(value);
        self.eases.push(ease);
        let into = std::mem::take(&mut self.into);
        self.handles.extend((0..3).map(|i| Handles { into: into[i], out: out[i] }));
    }

    fn curve(self) -> Option<Curve> {
        let cubic = self.eases.contains(&Ease::Bezier);
        let curve = Curve::new(Times::keys(self.times).ok()?, 3, self.values, Ease::Linear).ok()?;
        let curve = curve.with_eases(self.eases).ok()?;
        if cubic { curve.with_handles(self.handles).ok() } else { Some(curve) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_counts_as_the_start_of_the_next_cycle_is_left_out() {
        let (near, end) = (4.0 - 1e-9, 4.0);
        let (low, high) = ([0.0; 3], [1.0, 2.0, 3.0]);
        let rising = Piece { values: [low, high], ..Piece::still([0.0, near], low) };
        for (wrap, times) in [(Wrap::Repeat, vec![0.0, end]), (Wrap::Hold, vec![0.0, near, end])] {
            let mut track = Track::default();
            track.extend(vec![rising.clone(), Piece::still([near, end], high)]);
            let curve = track.curve(Slot::Translation, end, wrap).unwrap();
            let last = curve.value(curve.len() - 1);
            assert_eq!((curve.times().iter().collect::<Vec<_>>(), last), (times, &high[..]));
        }
    }
}
