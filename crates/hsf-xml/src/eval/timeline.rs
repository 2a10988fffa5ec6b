//! Timelines: the position of an animation at a tick (specification, `<Timeline>`).
//!
//! A timeline assigns a tick to each of its positions 0, 1, 2, …; its modifiers shape the position between two ticks as the
//! modifiers of an interpolator shape values. (The specification calls this a "velocity curve". Here it is the curve of
//! positions, so that `[b]` starts and ends each part at rest.)

use super::key::{Key, Keys};
use super::spline::{Segment, Shape};
use crate::Element;

/// Ascending ticks, one for each position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timeline {
    ticks: Vec<f64>,
    keys: Vec<Key>,
    /// The number of ticks stated. Those from the first that does not ascend have no effect.
    stated: usize,
    /// Whether every part is linear.
    straight: bool,
}

impl Timeline {
    /// The timeline of an element; `None` without a tick. It ends before the first tick that does not ascend.
    pub(crate) fn of(element: &Element) -> Option<Self> {
        let mut keys = Keys::of(element).keys;
        let mut ticks: Vec<f64> = Vec::with_capacity(keys.len());
        for key in &keys {
            let tick = key.value[0];
            if key.hold || ticks.last().is_some_and(|last| tick <= *last) {
                break;
            }
            ticks.push(tick);
        }
        let stated = keys.len();
        keys.truncate(ticks.len());
        let straight = keys.iter().all(|key| key.style.shape == Shape::Linear);
        (!ticks.is_empty()).then_some(Self { ticks, keys, stated, straight })
    }

    /// The number of positions, at least 1.
    pub(crate) fn len(&self) -> usize {
        self.ticks.len()
    }

    /// The number of ticks stated, at least as many as there are positions: the number to which values are compared.
    pub(crate) fn stated(&self) -> usize {
        self.stated
    }

    /// The tick of a position; beyond the last position the last tick.
    pub(crate) fn tick(&self, position: usize) -> f64 {
        self.ticks.get(position).or(self.ticks.last()).copied().unwrap_or(0.0)
    }

    /// Whether the part that begins at a position is linear.
    pub(crate) fn is_straight(&self, position: usize) -> bool {
        self.straight || self.keys.get(position).is_none_or(|key| key.style.shape == Shape::Linear)
    }

    /// The position at a tick, from 0 to the last.
    pub(crate) fn position(&self, tick: f64) -> f64 {
        let next = self.ticks.partition_point(|&at| at <= tick);
        let last = self.ticks.len() - 1;
        let Some(part) = next.checked_sub(1) else { return 0.0 };
        if part >= last {
            return last as f64;
        }
        let u = (tick - self.ticks[part]) / (self.ticks[part + 1] - self.ticks[part]);
        let at = part as f64;
        let shape = self.keys[part].style.shape;
        if self.straight || shape == Shape::Linear {
            return at + u;
        }
        if shape == Shape::Discrete {
            return at;
        }
        let segment = self.segment(part);
        segment.cubic().at(segment.warp(u))[0].clamp(0.0, last as f64)
    }

    /// Whether the position is falling at a tick, which spline tangents can cause, or was falling before it stopped at an end of the
    /// timeline, which a spline would overshoot.
    pub(crate) fn falls(&self, tick: f64) -> bool {
        let next = self.ticks.partition_point(|&at| at <= tick);
        let (Some(part), Some(end)) = (next.checked_sub(1), self.ticks.get(next)) else { return false };
        if self.is_straight(part) || self.keys[part].style.shape == Shape::Discrete {
            return false;
        }
        let (segment, u) = (self.segment(part), (tick - self.ticks[part]) / (end - self.ticks[part]));
        let (cubic, u, last) = (segment.cubic(), segment.warp(u), (self.ticks.len() - 1) as f64);
        match cubic.at(u)[0] {
            above if above > last => false,
            below if below < 0.0 && part > 0 => true,
            _ => cubic.slope(u)[0] < 0.0,
        }
    }

    /// The positions from one to the next.
    fn segment(&self, part: usize) -> Segment {
        let position = |position: f64| [position, 0.0, 0.0, 0.0];
        let at = part as f64;
        Segment {
            before: (part > 0).then(|| position(at - 1.0)),
            from: position(at),
            to: position(at + 1.0),
            after: (part + 2 < self.ticks.len()).then(|| position(at + 2.0)),
            shapes: [self.keys[part].style.shape, self.keys[part + 1].style.shape],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Content, Key, Tag, read::parse_list};

    fn timeline(modifiers: &str, list: &str) -> Timeline {
        let mut element = Element::new(Tag::Timeline).with(Key::Modifiers, modifiers);
        assert!(element.push(Content::List(parse_list(list))));
        Timeline::of(&element).unwrap()
    }

    #[test]
    fn positions_follow_the_ticks() {
        let cases = [
            ("", [0.0, 0.0, 0.25, 1.0, 1.25, 2.0]),
            ("[d]", [0.0, 0.0, 0.0, 1.0, 1.0, 2.0]),
            // 3u² − 2u³ at u = 1/4.
            ("[b]", [0.0, 0.0, 0.156_25, 1.0, 1.156_25, 2.0]),
            ("[t]", [0.0, 0.0, 0.25, 1.0, 1.25, 2.0]),
        ];
        for (modifiers, expected) in cases {
            let timeline = timeline(modifiers, "0 40 120");
            for (tick, expected) in [-5.0, 0.0, 10.0, 40.0, 60.0, 130.0].into_iter().zip(expected) {
                assert!((timeline.position(tick) - expected).abs() < 1e-12, "{modifiers} at {tick}");
            }
        }
    }

    #[test]
    fn a_position_falls_where_it_is_lower_soon_after() {
        for (modifiers, list, falls) in [
            ("", "0 10 20 30", false),
            ("[d]", "0 10 20 30", false),
            ("[b]", "0 10 20 30", false),
            // The middle part overshoots and returns.
            ("", "0 [[b 0 4] 10] [[b -4 0] 20] 30", true),
            // The overshoot would leave the timeline, so the position stops at the end, or at the start.
            ("", "0 [[b 0 6] 10] [[b -6 0] 20] 30", true),
            ("", "0 10 [[b 0 -20] 20] [[b -20 0] 30] 40", true),
        ] {
            let timeline = timeline(modifiers, list);
            let mut fell = [false; 2];
            for step in 0..600 {
                // Away from times where the direction changes.
                let tick = f64::from(step) / 15.0 + 0.0123;
                let moved = timeline.position(tick + 1e-6) - timeline.position(tick - 1e-6);
                fell[0] = if moved == 0.0 { fell[0] } else { moved < 0.0 };
                fell[1] |= fell[0];
                assert_eq!(timeline.falls(tick), fell[0], "{list} at {tick}");
            }
            assert_eq!(fell[1], falls, "{list}");
        }
    }

    #[test]
    fn one_part_may_differ() {
        let timeline = timeline("[b]", "0 10 [[l]20] 30");
        assert_eq!([2.5, 12.5, 22.5].map(|tick| timeline.position(tick)), [0.156_25, 1.156_25, 2.25]);
        assert!(timeline.is_straight(2) && !timeline.is_straight(0));
    }
}
