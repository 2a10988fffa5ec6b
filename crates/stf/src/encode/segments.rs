//! The keys of one component, in frames, so that every component has a key at every timepoint.

mod calm;

use anim_core::{Curve, Ease as Join};

pub(super) use self::calm::timepoints;
use super::split::{FLAT, Segment, calmed, finite, fitted, handle, line, split};
use super::thin::thin;
use crate::{Ease, Key, Keyframe, Tangent};

/// Where keys cannot stand on both sides of a jump, the transition before it ends this many frames before the jump.
pub(super) const JUMP: f64 = 1.0 / 1024.0;

/// The rounding error of interpolation in single precision, relative to the largest value.
const SINGLE: f64 = 4.0 * f32::EPSILON as f64;

/// One component: keys, and the segments between them.
#[derive(Clone, Debug)]
pub(super) struct Component {
    keys: Vec<[f64; 2]>,
    segments: Vec<Segment>,
    /// The kind of the last key, and of all keys before the first one.
    rest: Segment,
}

/// The changes that were needed for STF to store a component.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    /// The number of keys on the frame of a later key.
    pub(super) merged: usize,
    /// The largest difference between the values of such keys.
    pub(super) merged_by: f64,
    /// The number of values that are not finite.
    pub(super) replaced: usize,
    /// The number of jumps that take [`JUMP`] frames.
    pub(super) jumps: usize,
}

impl Component {
    /// A component that holds a value.
    pub(super) fn still(frame: f64, value: f64) -> Self {
        Self { keys: vec![[frame, value]], segments: Vec::new(), rest: Segment::Linear }
    }

    /// A component of a curve of steps, straight lines and Bézier segments. `at_frames` are the frames of
    /// its keys, `frames` converts durations.
    pub(super) fn of(
        curve: &Curve,
        component: usize,
        at_frames: &[f64],
        frames: impl Fn(f64) -> f64,
        changes: &mut Changes,
    ) -> Self {
        let mut replaced = 0;
        let mut number = |value: f64| {
            replaced += usize::from(!value.is_finite());
            finite(value)
        };
        let mut made =
            Self { keys: Vec::with_capacity(curve.len()), segments: Vec::new(), rest: Segment::Linear };
        let mut leaving = Segment::Linear;
        for (key, &frame) in at_frames.iter().enumerate() {
            let at = [frame, number(curve.value(key)[component])];
            let mut handle = |[seconds, value]: [f64; 2]| [finite(frames(seconds)), number(value)];
            let handles = curve.handles(key, component);
            let (out, into) = (handle(handles.out), handle(handles.into));
            match made.keys.last_mut() {
                // If several keys share a frame, the last one is kept; the segment before the replaced key ends a little
                // earlier.
                Some(last) if last[0] >= at[0] => made.replace_last(at[1], changes),
                Some(last) => {
                    let length = at[0] - last[0];
                    made.segments.push(match leaving {
                        Segment::Bezier(out, _) => {
                            let [frames, value] = fitted([-into[0], into[1]], length);
                            Segment::Bezier(fitted(out, length), [-frames, value])
                        }
                        plain => plain,
                    });
                    made.keys.push(at);
                }
                None => made.keys.push(at),
            }
            leaving = match curve.ease(key) {
                Join::Step => Segment::Step,
                Join::Bezier => Segment::Bezier(out, [0.0; 2]),
                _ => Segment::Linear,
            };
        }
        changes.replaced += replaced;
        made.rest = match leaving {
            Segment::Bezier(..) => Segment::Bezier([0.0; 2], [0.0; 2]),
            plain => plain,
        };
        made.after_bezier(changes)
    }

    /// Replaces the last key by one on the same frame. The segment to the replaced key ends a little earlier, at a key that holds
    /// until then, unless the key before it holds anyway.
    fn replace_last(&mut self, value: f64, changes: &mut Changes) {
        let (Some(&last), Some(&join)) = (self.keys.last(), self.segments.last()) else {
            return self.merge_last(value, changes);
        };
        let [.., from, _] = self.keys[..] else { return self.merge_last(value, changes) };
        let frame = last[0] - JUMP.min((last[0] - from[0]) / 2.0);
        if join == Segment::Step || last[1] == value || !(from[0] < frame && frame < last[0]) {
            return self.merge_last(value, changes);
        }
        changes.jumps += 1;
        self.segments.pop();
        let (mut from, mut join) = (from, join);
        if let Some((way, key, rest)) = calmed(from, last, join).filter(|(_, key, _)| key[0] < frame) {
            self.segments.push(way);
            self.keys.insert(self.keys.len() - 1, key);
            (from, join) = (key, rest);
        }
        let (way, key, _) = split(from, last, join, frame);
        self.segments.extend([way, Segment::Step]);
        self.keys.pop();
        self.keys.extend([key, [last[0], value]]);
    }

    fn merge_last(&mut self, value: f64, changes: &mut Changes) {
        let Some(last) = self.keys.last_mut() else { return };
        changes.merged += 1;
        changes.merged_by = changes.merged_by.max((last[1] - value).abs());
        last[1] = value;
    }

    /// The same component with only Bézier segments after the first one, because some readers fail on others. A step becomes a
    /// line and a jump.
    fn after_bezier(self, changes: &mut Changes) -> Self {
        let is_bezier = |join: &Segment| matches!(join, Segment::Bezier(..));
        let Some(first) = self.segments.iter().position(is_bezier) else { return self };
        let Self { keys, segments, .. } = self;
        let mut made =
            Self { keys: keys[..=first].to_vec(), segments: segments[..first].to_vec(), rest: FLAT };
        for (index, join) in segments.iter().enumerate().skip(first) {
            let (from, to) = (keys[index], keys[index + 1]);
            let jump = to[0] - JUMP.min((to[0] - from[0]) / 2.0);
            match join {
                Segment::Step if from[1] != to[1] && from[0] < jump && jump < to[0] => {
                    changes.jumps += 1;
                    made.segments.extend([line(from, [jump, from[1]]), line([jump, from[1]], to)]);
                    made.keys.push([jump, from[1]]);
                }
                Segment::Bezier(..) => made.segments.push(*join),
                _ => made.segments.push(line(from, to)),
            }
            made.keys.push(to);
        }
        made
    }

    /// Leaves out the keys that are on straight lines between others, up to the rounding of single precision. Returns their
    /// number and the largest distance of one from its line.
    pub(super) fn thin(&mut self) -> (usize, f64) {
        let is_line = |key: usize| self.segments.get(key).is_none_or(|join| *join == Segment::Linear);
        let size = self.keys.iter().fold(0.0f64, |size, key| size.max(key[1].abs()));
        let (kept, error) = thin(&self.keys, is_line, SINGLE * size);
        let count = self.keys.len() - kept.len();
        self.segments = kept.iter().filter_map(|&key| self.segments.get(key).copied()).collect();
        self.keys = kept.iter().map(|&key| self.keys[key]).collect();
        (count, error)
    }

    /// The frames of the keys.
    pub(super) fn frames(&self) -> impl Iterator<Item = f64> {
        self.keys.iter().map(|key| key[0])
    }

    /// The keyframes at these timepoints, which include the frames of all keys. The curve is unchanged.
    pub(super) fn keyframes(&self, timepoints: &[f64]) -> Vec<Keyframe> {
        let Some((&first, &last)) = self.keys.first().zip(self.keys.last()) else { return Vec::new() };
        let mut keyframes = Vec::with_capacity(timepoints.len());
        // The remaining part of the segment, from the timepoint before.
        let (mut next, mut at, mut rest) = (0, first, self.rest);
        let begin = self.segments.first().map_or(self.rest, |join| match join {
            Segment::Bezier(..) => FLAT,
            plain => *plain,
        });
        let mut into = None;
        for (index, &frame) in timepoints.iter().enumerate() {
            let after = timepoints.get(index + 1).copied();
            let (value, leaving);
            if frame < first[0] {
                (value, leaving) = (first[1], begin);
            } else {
                if self.keys.get(next).is_some_and(|key| key[0] <= frame) {
                    at = self.keys[next];
                    rest = self.segments.get(next).copied().unwrap_or(self.rest);
                    next += 1;
                }
                value = at[1];
                leaving = match (self.keys.get(next), after) {
                    (Some(&to), Some(after)) if after < to[0] => {
                        let (first, middle, second) = split(at, to, rest, after);
                        (at, rest) = (middle, second);
                        first
                    }
                    (None, _) if frame >= last[0] => {
                        at = last;
                        self.rest
                    }
                    _ => rest,
                };
            }
            let (ease, next_into) = match leaving {
                Segment::Step => (Ease::Constant, None),
                Segment::Linear => (Ease::Linear, None),
                Segment::Bezier(out, into) => {
                    (Ease::Bezier { tangent: Tangent::Split, out: handle(out) }, Some(handle(into)))
                }
            };
            keyframes.push(Key { value, ease, into }.into());
            into = next_into;
        }
        keyframes
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Handles, Times};

    use super::*;
    use crate::Subtrack;

    fn component(values: &[f64], eases: Vec<Join>, handles: Vec<Handles>) -> (Component, Changes) {
        let times = Times::keys((0..values.len()).map(|n| 4.0 * n as f64).collect::<Vec<_>>()).unwrap();
        let curve = Curve::new(times, 1, values.to_vec(), Join::Linear).unwrap();
        let curve = curve.with_eases(eases).unwrap().with_handles(handles).unwrap();
        let mut changes = Changes::default();
        let frames: Vec<f64> = curve.times().iter().collect();
        (Component::of(&curve, 0, &frames, |time| time, &mut changes), changes)
    }

    #[test]
    fn more_timepoints_leave_the_curve_as_it_is() {
        let handles = [([1.0, 3.0], [0.0; 2]), ([0.5, -1.0], [-3.0, 0.5]), ([0.0; 2], [-9.0, 2.0])];
        let handles = handles.map(|(out, into)| Handles { out, into }).to_vec();
        for eases in
            [vec![Join::Bezier; 3], vec![Join::Linear, Join::Bezier, Join::Step], vec![Join::Step; 3]]
        {
            let (component, _) = component(&[1.0, -2.0, 5.0], eases.clone(), handles.clone());
            let curve = |timepoints: &[f64]| {
                let subtrack = Subtrack { keyframes: component.keyframes(timepoints), ..Subtrack::default() };
                subtrack.curve(timepoints).unwrap()
            };
            let few = curve(&[0.0, 4.0, 8.0]);
            let many = curve(&[-3.0, -1.0, 0.0, 0.125, 1.0, 1.5, 3.75, 4.0, 5.0, 7.0, 8.0, 11.0]);
            assert_eq!((few.len(), many.len()), (3, 12));
            for step in -50..=150 {
                let frame = f64::from(step) * 0.08 + 0.003;
                let [a, b] = [few.at(frame)[0], many.at(frame)[0]];
                assert!((a - b).abs() < 1e-9, "{eases:?} at {frame}: {a} {b}");
            }
        }
    }

    #[test]
    fn handles_stay_as_they_are_where_no_timepoint_cuts_their_segment() {
        let handles = [([0.1, 0.3], [0.0; 2]), ([0.7, -1.1], [-0.9, 0.1]), ([0.0; 2], [-1.3, 0.7])];
        let handles = handles.map(|(out, into)| Handles { out, into });
        let (component, _) = component(&[1.0 / 3.0, -2.1, 5.7], vec![Join::Bezier; 3], handles.to_vec());
        let keyframes = component.keyframes(&[0.0, 4.0, 8.0]);
        for (index, keyframe) in keyframes.iter().enumerate() {
            let Keyframe::Key(key) = keyframe else { panic!("{keyframe:?}") };
            let Ease::Bezier { out, .. } = key.ease else { panic!("{key:?}") };
            assert_eq!(out, handle(handles[index].out));
            assert_eq!(key.into, (index > 0).then(|| handle(handles[index].into)));
        }
    }

    #[test]
    fn after_a_bezier_key_there_are_bezier_keys_alone() {
        let flat = Handles::default();
        let eases = vec![Join::Linear, Join::Bezier, Join::Linear, Join::Step, Join::Linear];
        let (component, changes) = component(&[0.0, 1.0, 2.0, 4.0, 8.0], eases, vec![flat; 5]);
        assert_eq!(changes.jumps, 1);
        let timepoints: Vec<f64> = component.frames().collect();
        assert_eq!(timepoints, [0.0, 4.0, 8.0, 12.0, 16.0 - JUMP, 16.0]);
        let keyframes = component.keyframes(&timepoints);
        let kinds = keyframes.iter().map(|keyframe| match keyframe {
            Keyframe::Key(key) => key.ease.name().unwrap_or_default(),
            _ => "",
        });
        assert_eq!(kinds.collect::<Vec<_>>(), ["linear", "bezier", "bezier", "bezier", "bezier", "bezier"]);
        let curve = Subtrack { keyframes, ..Subtrack::default() }.curve(&timepoints).unwrap();
        for (frame, expected) in [(2.0, 0.5), (10.0, 3.0), (15.9, 4.0), (16.0, 8.0), (20.0, 8.0)] {
            assert!((curve.at(frame)[0] - expected).abs() < 1e-9, "{frame}: {:?}", curve.at(frame));
        }
    }

    #[test]
    fn what_cannot_be_stored_is_counted() {
        let curve = Curve::new(
            Times::keys([0.0, 0.1, 1.0]).unwrap(),
            1,
            vec![1.0, f64::NAN, f64::INFINITY],
            Join::Linear,
        );
        let mut changes = Changes::default();
        let curve = curve.unwrap();
        let frames: Vec<f64> = curve.times().iter().map(f64::floor).collect();
        let made = Component::of(&curve, 0, &frames, |time| time, &mut changes);
        assert_eq!((changes.merged, changes.merged_by, changes.replaced), (1, 1.0, 2));
        assert_eq!(made.keys, [[0.0, 0.0], [1.0, f64::from(f32::MAX)]]);
    }
}
