//! Runs that begin within their timeline (`CurrentTick`) after a delay.

use anim_core::{Ease, Wrap};

use super::bake::line;
use super::plain::{Plain, PlainKey, Runs, append};

impl Plain {
    /// The keys of unrolled runs without the part before the tick at which they begin, unless that part is before the clip
    /// anyway. Loops begin at that tick too, and each loop ends where the next one begins.
    pub(super) fn begin(mut self, wrap: Wrap, runs: Runs) -> (Self, Wrap, Runs) {
        if runs.current == 0.0 || runs.start <= 0.0 || self.keys.len() < 2 {
            return (self, wrap, runs);
        }
        if wrap == Wrap::Hold {
            let [_, keys] = split(&self.keys, runs.current);
            self.keys = keys;
            return (self, wrap, runs);
        }
        let (length, cycle) = (runs.span.length, runs.span.cycle());
        if wrap == Wrap::PingPong {
            let back = self.mirrored(length);
            append(&mut self.keys, &back, length);
        }
        let current = runs.current.rem_euclid(cycle);
        let [before, mut keys] = split(&self.keys, current);
        append(&mut keys, &before, cycle);
        (Self { width: self.width, keys }, Wrap::Repeat, Runs { current, ..runs })
    }
}

/// Keys up to a tick and from it on, with a key at the tick on both sides.
pub(super) fn split(keys: &[PlainKey], at: f64) -> [Vec<PlainKey>; 2] {
    let next = keys.partition_point(|key| key.tick <= at);
    let (Some(from), Some(to)) = (next.checked_sub(1).and_then(|last| keys.get(last)), keys.get(next)) else {
        // Before the first key and after the last one there is nothing to split.
        let held: Vec<PlainKey> = keys.last().filter(|_| next > 0).into_iter().cloned().collect();
        return if next == 0 { [Vec::new(), keys.to_vec()] } else { [keys.to_vec(), held] };
    };
    let u = (at - from.tick) / (to.tick - from.tick);
    let (mut left, mut right) = (from.clone(), from.clone());
    right.tick = at;
    match from.ease {
        Ease::Linear | Ease::Slerp => right.value = line(&from.value, &to.value, u),
        Ease::Bezier => {
            let [out, into] = from.slopes();
            let ends = from.value.iter().zip(&to.value).zip(out.iter().zip(into));
            let (value, slope): (Vec<f64>, Vec<f64>) =
                ends.map(|((&a, &b), (&out, &into))| hermite(a, b, out, into, u)).unzip();
            let scaled = |slopes: &[f64], by: f64| slopes.iter().map(|slope| slope * by).collect();
            left.bend([scaled(out, u), scaled(&slope, u)]);
            right.bend([scaled(&slope, 1.0 - u), scaled(into, 1.0 - u)]);
            right.value = value;
        }
        _ => {}
    }
    let end = PlainKey::new(at, right.value.clone(), Ease::Step);
    let mut before = keys[..next].to_vec();
    if u == 0.0 {
        before.pop();
    } else if let Some(last) = before.last_mut() {
        *last = left;
    }
    before.push(end);
    let after = std::iter::once(right).chain(keys[next..].iter().cloned()).collect();
    [before, after]
}

/// The value and the derivative at u of the cubic curve with these ends and derivatives.
pub(super) fn hermite(a: f64, b: f64, out: f64, into: f64, u: f64) -> (f64, f64) {
    let v = 1.0 - u;
    let value = a * v * v * (1.0 + 2.0 * u) + b * u * u * (3.0 - 2.0 * u) + u * v * (v * out - u * into);
    let slope = 6.0 * u * v * (b - a) + v * (1.0 - 3.0 * u) * out + u * (3.0 * u - 2.0) * into;
    (value, slope)
}
