//! The timepoints that components share, and the keys that segments need where timepoints cut them.

use std::collections::BTreeMap;

use super::Component;
use crate::encode::split::{Segment, calmed};

/// A segment divided in two, with the key between the parts.
type Calmed = (Segment, [f64; 2], Segment);

/// The frames of the keys of all components, ascending. Where a cut would leave a part of a segment shorter than its handle, the
/// segment gets a key at the point where its time changes most slowly; no curve changes.
pub(in crate::encode) fn timepoints(components: &mut [&mut Component]) -> Vec<f64> {
    let mut timepoints: Vec<f64> = components.iter().flat_map(|component| component.frames()).collect();
    sort(&mut timepoints);
    let mut waiting: Vec<_> = components.iter().map(|component| component.calmed()).collect();
    if waiting.iter().all(BTreeMap::is_empty) {
        return timepoints;
    }
    let mut cuts = vec![BTreeMap::new(); components.len()];
    // A new key cuts the segments of other components. Each of them is divided at most once.
    let mut unseen = timepoints.clone();
    while let Some(frame) = unseen.pop() {
        for ((component, waiting), cuts) in components.iter().zip(&mut waiting).zip(&mut cuts) {
            let Some(index) = component.around(frame) else { continue };
            if let Some(cut) = waiting.remove(&index) {
                unseen.push(cut.1[0]);
                timepoints.push(cut.1[0]);
                cuts.insert(index, cut);
            }
        }
    }
    sort(&mut timepoints);
    for (component, cuts) in components.iter_mut().zip(cuts) {
        component.divide(&cuts);
    }
    timepoints
}

fn sort(frames: &mut Vec<f64>) {
    frames.sort_unstable_by(f64::total_cmp);
    frames.dedup();
}

impl Component {
    /// The segments whose handles would be too long after a cut, each divided in two that have no such cut.
    fn calmed(&self) -> BTreeMap<usize, Calmed> {
        let pairs = self.keys.windows(2).zip(&self.segments).enumerate();
        pairs.filter_map(|(index, (pair, join))| Some((index, calmed(pair[0], pair[1], *join)?))).collect()
    }

    /// The segment that contains a frame.
    fn around(&self, frame: f64) -> Option<usize> {
        let after = self.keys.partition_point(|key| key[0] < frame);
        let is_within = after < self.keys.len() && self.keys[after][0] > frame;
        after.checked_sub(1).filter(|_| is_within)
    }

    /// Divides segments by new keys.
    fn divide(&mut self, cuts: &BTreeMap<usize, Calmed>) {
        if cuts.is_empty() {
            return;
        }
        let (mut keys, mut segments) = (Vec::new(), Vec::new());
        for (index, at) in self.keys.iter().enumerate() {
            keys.push(*at);
            if let Some((first, key, second)) = cuts.get(&index) {
                keys.push(*key);
                segments.extend([*first, *second]);
            } else {
                segments.extend(self.segments.get(index));
            }
        }
        (self.keys, self.segments) = (keys, segments);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subtrack;
    use crate::encode::split::line;

    /// A component of one segment from 0 to 1 over 30 frames.
    fn curved(out: [f64; 2], into: [f64; 2]) -> Component {
        let mut made = Component::still(0.0, 0.0);
        made.keys.push([30.0, 1.0]);
        made.segments.push(Segment::Bezier(out, into));
        made
    }

    /// A component with straight lines between keys at these frames.
    fn straight(frames: &[f64]) -> Component {
        let mut made = Component::still(0.0, 0.0);
        made.keys = frames.iter().map(|frame| [*frame, 2.0 * frame]).collect();
        made.segments = made.keys.windows(2).map(|pair| line(pair[0], pair[1])).collect();
        made
    }

    /// The largest distance of the keyframes of a component from points of its curve, a polynomial of u.
    fn off(component: &Component, timepoints: &[f64], out: [f64; 2], into: [f64; 2]) -> f64 {
        let subtrack = Subtrack { keyframes: component.keyframes(timepoints), ..Subtrack::default() };
        let curve = subtrack.curve(timepoints).unwrap();
        let point = |u: f64, part: usize, end: f64| {
            let (a, b) = (3.0 * (1.0 - u).powi(2) * u, 3.0 * (1.0 - u) * u.powi(2));
            a * out[part] + b * (end + into[part]) + u.powi(3) * end
        };
        let points = (0..=1000).map(|step| f64::from(step) / 1000.0);
        points.map(|u| (curve.at(point(u, 0, 30.0))[0] - point(u, 1, 1.0)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn cuts_of_overlapping_handles_leave_the_curve_as_it_is() {
        let cases = [([24.0, 0.0], [-30.0, -1.0]), ([30.0, 2.0], [-30.0, 1.0]), ([30.0, -1.0], [-15.0, 0.0])];
        for (out, into) in cases {
            for frames in [&[0.0, 6.0, 30.0][..], &[0.0, 29.5], &[0.0, 14.0, 15.0, 16.0, 24.0, 30.0]] {
                let (mut curved, mut straight) = (curved(out, into), straight(frames));
                let timepoints = timepoints(&mut [&mut curved, &mut straight]);
                let most = off(&curved, &timepoints, out, into);
                assert!(most < 1e-4, "{out:?} {into:?} {frames:?}: {most}");
            }
        }
    }

    #[test]
    fn keys_are_added_only_where_they_are_needed() {
        let mut calm = curved([12.0, 0.0], [-15.0, 0.0]);
        assert_eq!(timepoints(&mut [&mut calm, &mut straight(&[0.0, 6.0, 30.0])]), [0.0, 6.0, 30.0]);
        let mut alone = curved([30.0, 0.0], [-30.0, 0.0]);
        assert_eq!(timepoints(&mut [&mut alone, &mut straight(&[0.0, 30.0, 60.0])]), [0.0, 30.0, 60.0]);
        // The key in the middle of one segment cuts the other, and so on.
        let mut late = curved([30.0, 0.0], [-30.0, 0.0]);
        late.keys.iter_mut().for_each(|key| key[0] += 10.0);
        let shared = timepoints(&mut [&mut alone, &mut late]);
        assert_eq!(shared, [0.0, 10.0, 15.0, 25.0, 30.0, 40.0]);
    }
}
