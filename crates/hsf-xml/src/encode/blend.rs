//! Blends of identifiers, such as the vertices that a morph comes from and goes to.

use anim_core::{Channel, Curve, Ease, Wrap};

use super::keys::Keys;
use super::writer::Writer;
use crate::{Element, Keyed, List, Modifier, Tag};

/// The places between two keys where the fraction is looked at.
const PLACES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 0.999];

/// The largest difference from an even rise, or from 0.
const EVEN: f64 = 1e-6;

impl Writer<'_, '_> {
    /// Writes the channels of a blend: the indices of two identifiers, and a fraction that rises evenly from one to the other or
    /// stays 0. The metadata of the clip must have the identifiers.
    pub(super) fn blend(&mut self, parts: &[&Channel], name: &str, tag: Tag) -> bool {
        let curve = |component: usize, width: usize| {
            let mut found = parts.iter().map(|part| (part.component(), part.curve()));
            found.find(|(first, curve)| (*first, curve.width()) == (component, width)).map(|(_, curve)| curve)
        };
        let (Some(ends), Some(fraction), 2) = (curve(0, 2), curve(2, 1), parts.len()) else { return false };
        let is_plain = ends.uniform_ease() == Some(Ease::Step) && ends.wrap() == fraction.wrap();
        let stays = matches!(ends.wrap(), (Wrap::Hold, Wrap::Hold | Wrap::Repeat | Wrap::PingPong));
        if !(is_plain && stays) {
            return false;
        }
        let mut values = List::default();
        for key in 0..ends.len() {
            let text = self.identifier(name, ends.value(key)[0]);
            let is_pushed = text.zip(way(ends, fraction, key)).is_some_and(|(text, way)| match way {
                Way::Rises => values.push_text(text),
                Way::Stays => held(text).is_some_and(|held| {
                    values.push_keyed(held);
                    true
                }),
            });
            if !is_pushed {
                return false;
            }
        }
        let keys = Keys::new(ends, self.clip.duration, values, String::new(), 0.0);
        self.push(name, Element::new(tag), keys, None);
        true
    }

    /// The identifier that the metadata of the clip has for a number.
    pub(super) fn identifier(&self, name: &str, number: f64) -> Option<&str> {
        let node = &self.clip.nodes[self.node].name;
        self.clip.metadata(&format!("hsf-xml.{name}.{node}.{number}"))
    }
}

/// How a blend goes on from a key.
enum Way {
    /// Evenly to the next identifier.
    Rises,
    /// The identifier stays until the next key.
    Stays,
}

/// How the blend goes on from a key, if the next one begins where it leads.
fn way(ends: &Curve, fraction: &Curve, key: usize) -> Option<Way> {
    let &[from, to] = ends.value(key) else { return None };
    let times = ends.times();
    let (start, Some(next)) = (times.get(key)?, times.get(key + 1)) else {
        return (from == to).then_some(Way::Rises);
    };
    let length = next - start;
    let goes = |expected: fn(f64) -> f64| {
        let is_near = |place: f64| (fraction.at(start + place * length)[0] - expected(place)).abs() <= EVEN;
        PLACES.into_iter().all(is_near)
    };
    if ends.value(key + 1)[0] != to {
        None
    } else if from == to || goes(|place| place) {
        Some(Way::Rises)
    } else {
        goes(|_| 0.0).then_some(Way::Stays)
    }
}

/// An identifier that stays until the next key.
fn held(text: &str) -> Option<Keyed> {
    Keyed::new(vec![Modifier::new("d", Vec::new())?], Vec::new(), vec![text.into()])
}
