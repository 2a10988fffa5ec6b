//! Identifiers that follow each other, such as the segments that a target shows.

use std::borrow::Cow;

use anim_core::{Curve, Ease, Times, Wrap};

use super::keys::Keys;
use super::writer::Writer;
use crate::{Element, List, Tag};

/// The reason for a number without an identifier.
pub(super) const UNNAMED: &str = "the clip does not state the identifiers that its numbers stand for";

/// The reason for an identifier that no list can have.
pub(super) const QUOTED: &str = "an identifier has a quotation mark in it";

/// The reason for repetitions that take too many keys.
const LONG: &str = "its repetitions have more keys than the file may have";

impl Writer<'_, '_> {
    /// Writes identifiers, if the metadata of the clip has them. The error is the reason why there is no interpolator.
    pub(super) fn switch(&mut self, curve: &Curve, name: &str) -> Result<(), &'static str> {
        let curve = self.steps(curve)?;
        let mut values = List::default();
        for key in 0..curve.len() {
            let text = self.identifier(name, curve.value(key)[0]).ok_or(UNNAMED)?;
            if !values.push_text(text) {
                return Err(QUOTED);
            }
        }
        let tag = if name == "segment" { Tag::SegSwitchInterpolator } else { Tag::AttSwitchInterpolator };
        let keys = Keys::new(&curve, self.clip.duration, values, String::new(), 0.0);
        self.push(name, Element::new(tag), keys, None);
        Ok(())
    }

    /// The identifier that the metadata of the clip has for a number.
    pub(super) fn identifier(&self, name: &str, number: f64) -> Option<&str> {
        let node = &self.clip.nodes[self.node].name;
        self.clip.metadata(&format!("hsf-xml.{name}.{node}.{number}"))
    }

    /// A curve of steps that holds its ends or is a loop. If it repeats in another way, that is written out within the clip. The error
    /// is the reason why there is no such curve.
    pub(super) fn steps<'c>(&self, curve: &'c Curve) -> Result<Cow<'c, Curve>, &'static str> {
        let wraps = curve.wrap();
        if curve.uniform_ease() != Some(Ease::Step) {
            return Err("its numbers do not change in steps");
        }
        if [wraps.0, wraps.1].contains(&Wrap::RepeatWithOffset) {
            return Err("its numbers are others in each repetition");
        }
        if wraps.0 == Wrap::Hold {
            return Ok(Cow::Borrowed(curve));
        }
        let tolerance = self.options.tolerance.get();
        let most = self.within(tolerance).limit.keys(curve.len(), tolerance);
        let last = if wraps.1 == Wrap::Hold { curve.end() } else { 0.0 };
        let span = [curve.start().min(0.0), self.clip.duration.max(last)];
        let times = curve.unrolled_times(span, most).ok_or(LONG)?;
        // Between two keys, where no step is that occurs just after its key.
        let after = times.iter().skip(1).zip(&times).map(|(next, time)| f64::midpoint(*time, *next));
        let values = after.chain(times.last().copied()).flat_map(|time| curve.at(time)).collect();
        self.take(times.len(), curve.width());
        let times = Times::keys(times.clone()).map_err(|_| LONG)?;
        Curve::new(times, curve.width(), values, Ease::Step).map(Cow::Owned).map_err(|_| LONG)
    }
}
