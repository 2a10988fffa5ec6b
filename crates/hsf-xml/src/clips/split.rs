//! Splitting keys at a tick.

use anim_core::Ease;

use super::plain_key::PlainKey;
use super::value::{hermite, line};

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
