//! Pieces, one after the other, as a curve.

use anim_core::{Curve, Ease, Handles, Times, Wrap};

use super::Slot;
use super::fit::{Piece, Shape};
use crate::channel::TOUCHING;

/// One vector of a node over a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    pieces: Vec<Piece>,
    /// What it ends with, where that is not how the last piece ends.
    end: Option<[f64; 3]>,
    /// Whether nothing drives it at the end.
    undriven: bool,
}

impl Track {
    /// Adds pieces that follow one another.
    pub(super) fn extend(&mut self, pieces: Vec<Piece>) {
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
    }

    /// Lets it end with a value.
    pub(super) fn end_at(&mut self, value: [f64; 3]) {
        (self.end, self.undriven) = (Some(value), false);
    }

    /// Lets it end without being driven.
    pub(super) fn end_undriven(&mut self) {
        (self.end, self.undriven) = (Some([0.0; 3]), true);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.end.is_none()
    }

    /// Whether there are times up to an end, or after it, of which nothing is said.
    pub(super) fn has_gaps(&self, end: f64) -> bool {
        let first = self.pieces.first().map_or(end, |piece| piece.times[0]);
        let last = self.pieces.last().map_or(end, |piece| piece.times[1]);
        let between = self.pieces.windows(2).any(|pair| !follows(&pair[0], &pair[1]));
        self.undriven || first > TOUCHING || last < end - TOUCHING || between
    }

    /// The largest error of a piece.
    pub(super) fn error(&self) -> f64 {
        self.pieces.iter().fold(0.0, |error, piece| error.max(piece.error))
    }

    /// The curve from time 0 to an end; it is at zero where no piece says otherwise.
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
        // A moment so near the end of a cycle that comes again counts as the beginning of the next.
        let near = (8.0 * f64::EPSILON * end).max(2.0 * TOUCHING).min(end / 4.0);
        let rounding = if wrap == Wrap::Repeat { near } else { 0.0 };
        let mut keys = Keys { end, rounding, ..Keys::default() };
        for (index, piece) in pieces.iter().enumerate() {
            let ends = piece.values.map(value);
            keys.push(piece.times[0], ends[0], piece, slot);
            let (next, last) = match pieces.get(index + 1) {
                Some(next) => (value(next.values[0]), false),
                None => (held.map_or(ends[1], value), true),
            };
            // A jump is two keys as near as numbers are.
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

    /// The pieces with those between them that are at zero.
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

/// Whether two values are further apart than rounding.
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
    /// Keys as near the end as this are left out.
    rounding: f64,
    times: Vec<f64>,
    values: Vec<f64>,
    eases: Vec<Ease>,
    handles: Vec<Handles>,
    /// The handles towards the key before, for the key to come.
    into: [[f64; 2]; 3],
}

impl Keys {
    /// The key at which a piece begins.
    fn push(&mut self, time: f64, value: [f64; 3], piece: &Piece, slot: Slot) {
        let ease = match piece.shape {
            Shape::Line => Ease::Linear,
            Shape::Sine => Ease::Sine,
            Shape::Cubic(_) => Ease::Bezier,
        };
        let third = (piece.times[1] - piece.times[0]) / 3.0;
        let (out, into) = match piece.shape {
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
        // Times that rounding has made one are one key, the later.
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
