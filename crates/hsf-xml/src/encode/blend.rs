//! Blends of identifiers, such as the vertices that a morph comes from and goes to.

use anim_core::{Channel, Curve, Wrap};

use super::keys::Keys;
use super::switch::{QUOTED, UNNAMED};
use super::writer::Writer;
use crate::clips::gap;
use crate::{Element, Keyed, List, Modifier, Tag};

/// The places between two keys where the fraction is looked at.
const PLACES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 0.999];

/// The largest difference from an even rise, or from a constant.
const EVEN: f64 = 1e-6;

/// How many gaps of a jump its two keys are apart at most.
const JUMP: f64 = 2.0;

impl Writer<'_, '_> {
    /// Writes the channels of a blend: the indices of two identifiers, and a fraction that changes evenly from one to the other or
    /// stays at one. The metadata of the clip must have the identifiers. The error is the reason why there is no such interpolator.
    pub(super) fn blend(&mut self, parts: &[&Channel], name: &str, tag: Tag) -> Result<(), &'static str> {
        let curve = |component: usize, width: usize| {
            let mut found = parts.iter().map(|part| (part.component(), part.curve()));
            found.find(|(first, curve)| (*first, curve.width()) == (component, width)).map(|(_, curve)| curve)
        };
        let (Some(ends), Some(fraction), 2) = (curve(0, 2), curve(2, 1), parts.len()) else {
            return Err("its components are not two identifiers and the fraction between them");
        };
        if ends.wrap() != fraction.wrap() {
            return Err("its identifiers repeat in another way than the fraction between them");
        }
        let ends = self.steps(ends)?;
        let legs = legs(&ends, fraction)
            .ok_or("HSF blends evenly from each identifier to the next, or stays at one")?;
        let mut values = List::default();
        for (key, [start, end]) in legs.iter().enumerate() {
            let text = self.identifier(name, *start).ok_or(UNNAMED)?;
            let is_next = legs.get(key + 1).is_none_or(|[next, _]| next == end);
            let is_pushed = match held(text) {
                // The identifier stays until the next key, where another one follows.
                Some(held) if !is_next => {
                    values.push_keyed(held);
                    true
                }
                _ => values.push_text(text),
            };
            if !is_pushed {
                return Err(QUOTED);
            }
        }
        let keys = Keys::new(&ends, self.clip.duration, values, String::new(), 0.0);
        self.push(name, Element::new(tag), keys, None);
        Ok(())
    }
}

/// The identifiers at each key and just before the next one, if keyframes blend like this: a blend leads to the next identifier, and
/// only one that stays may jump.
fn legs(ends: &Curve, fraction: &Curve) -> Option<Vec<[f64; 2]>> {
    let mut legs: Vec<[f64; 2]> = Vec::with_capacity(ends.len());
    for key in 0..ends.len() {
        let before = legs.last().copied();
        let found = leg(ends, fraction, key, before.map(|[_, end]| end))?;
        if before.is_some_and(|[start, end]| start != end && end != found[0]) {
            return None;
        }
        legs.push(found);
    }
    legs.last().is_some_and(|[start, end]| start == end).then_some(legs)
}

/// The identifiers at a key and just before the next one, if the blend between them is even. `before` is the identifier to which the
/// blend before the key led.
fn leg(ends: &Curve, fraction: &Curve, key: usize, before: Option<f64>) -> Option<[f64; 2]> {
    let &[from, to] = ends.value(key) else { return None };
    if from == to {
        return Some([from, to]);
    }
    let times = ends.times();
    let start = times.get(key)?;
    let Some(next) = times.get(key + 1) else {
        // A loop starts again here.
        let at = if ends.wrap().1 == Wrap::Hold { fraction.at(start)[0] } else { f64::NAN };
        return [(0.0, from), (1.0, to)]
            .into_iter()
            .find_map(|(value, end)| ((at - value).abs() <= EVEN).then_some([end; 2]));
    };
    let (length, gap) = (next - start, gap(next));
    if length <= JUMP * gap {
        // Nothing is seen to move within a jump.
        let nearest = if fraction.at(f64::midpoint(start, next))[0] < 0.5 { from } else { to };
        return Some([before.filter(|shown| [from, to].contains(shown)).unwrap_or(nearest); 2]);
    }
    // Before a jump, the fraction does not reach its end.
    let off = EVEN + gap / length;
    let goes = |first: f64, last: f64| {
        let expected = |place: f64| first + (last - first) * place;
        PLACES
            .into_iter()
            .all(|place| (fraction.at(start + place * length)[0] - expected(place)).abs() <= off)
    };
    let ways = [(0.0, 1.0, [from, to]), (1.0, 0.0, [to, from]), (0.0, 0.0, [from; 2]), (1.0, 1.0, [to; 2])];
    ways.into_iter().find_map(|(first, last, leg)| goes(first, last).then_some(leg))
}

/// An identifier that stays until the next key.
fn held(text: &str) -> Option<Keyed> {
    Keyed::new(vec![Modifier::new("d", Vec::new())?], Vec::new(), vec![text.into()])
}
