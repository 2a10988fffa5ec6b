//! Showing and hiding nodes through animation pointers.

use anim_core::{Channel, Curve, Ease, Property, Times};
use serde_json::json;

use super::animation::Encoder;
use crate::curves::{POINTER, VISIBILITY};
use crate::{Json, Other, Path, Target};

impl Encoder<'_, '_> {
    /// Shows and hides the node through an animation pointer, where it is visible and exists.
    pub(super) fn visibility(&mut self, node: usize, channels: &[&Channel]) {
        let last = |property| channels.iter().rev().find(|c| *c.property() == property).map(|c| c.curve());
        let curves: Vec<&Curve> = [Property::Visible, Property::Alive].into_iter().filter_map(last).collect();
        let mut times: Vec<f64> = curves.iter().flat_map(|curve| curve.times().iter()).collect();
        times.push(0.0);
        times.retain(|time| *time >= 0.0);
        times.sort_by(f64::total_cmp);
        times.dedup();
        let shown = |time: &f64| f64::from(u8::from(curves.iter().all(|curve| curve.at(*time)[0] != 0.0)));
        let values = times.iter().map(shown).collect();
        let curve = Times::keys(times).and_then(|times| Curve::new(times, 1, values, Ease::Step));
        let Ok(curve) = curve else { return };
        let Some(written) = self.bytes.flags(&curve) else { return };
        let pointer = format!("/nodes/{}/extensions/{VISIBILITY}/visible", self.first + node);
        let target = Target {
            node: None,
            path: Path::Pointer,
            extensions: Json::new(json!({ POINTER: { "pointer": pointer } })),
            extras: None,
            other: Other::default(),
        };
        self.channel(node, "visible", target, &curve, written);
    }
}
