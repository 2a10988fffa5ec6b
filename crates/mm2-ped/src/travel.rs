//! The travel of the root, and the root motion that the game keeps when it loads a clip.

use crate::{Anim, State};

/// The largest difference between a clip's stated distance and its travel, in metres, that counts as rounding. A few of the
/// game's own files have such a difference.
pub const DISTANCE_TOLERANCE: f64 = 0.15;

impl Anim {
    /// The forward travel of one loop, along −Z, in metres: from the first frame to the frame that would follow the last at
    /// the speed of the last frame. 0 for a single frame.
    ///
    /// The clip's [`distance`](Anim::distance) states this value, within [`DISTANCE_TOLERANCE`] in the game's own files.
    pub fn travel(&self) -> f64 {
        self.travel_over(0..self.frames())
    }

    /// The travel of a loop of these frames, in this order.
    pub(crate) fn travel_over(&self, frames: impl DoubleEndedIterator<Item = usize> + Clone) -> f64 {
        let z =
            |frame: usize| self.frame(frame).and_then(|floats| floats.get(2)).map_or(0.0, |&z| f64::from(z));
        let mut last = frames.clone().rev().map(z);
        match (frames.map(z).next(), last.next(), last.next()) {
            (Some(first), Some(end), Some(before)) => first + before - 2.0 * end,
            _ => 0.0,
        }
    }

    /// Changes the root as the game does when it loads a clip: first it removes the distance from z, in proportion to the
    /// frame's position in the loop; then it calls [`Anim::straighten`] for each of the states that show the clip.
    pub fn load<'s>(&mut self, states: impl IntoIterator<Item = &'s State>) {
        let (frames, distance) = (self.frames() as f64, f64::from(self.distance));
        for number in 0..self.frames() {
            if let Some(z) = self.frame_mut(number).and_then(|floats| floats.get_mut(2)) {
                *z = (f64::from(*z) + number as f64 * distance / frames) as f32;
            }
        }
        for state in states {
            self.straighten(i64::from(state.last) - i64::from(state.first));
        }
    }

    /// Makes the root begin and end at x = z = 0 over the frames 0 to `last`: subtracts the first frame's x and z, and the
    /// straight line from them to those of frame `last`.
    ///
    /// A `last` beyond the last frame counts as the last frame; one below 0 changes nothing. The game counts from the first
    /// frame of the clip, wherever the window of a state begins.
    pub fn straighten(&mut self, last: i64) {
        let Ok(last) = usize::try_from(last) else { return };
        let last = last.min(self.frames().saturating_sub(1));
        for axis in [0, 2] {
            let at =
                |anim: &Self, number: usize| anim.frame(number).and_then(|floats| floats.get(axis)).copied();
            let (Some(start), Some(end)) = (at(self, 0), at(self, last)) else { return };
            // Straightened already: many states may show the same frames, and the game allows any number.
            if [start, end].map(f32::to_bits) == [0; 2] {
                continue;
            }
            let (start, rise) = (f64::from(start), f64::from(end) - f64::from(start));
            for number in 0..=last {
                let along = if last == 0 { 0.0 } else { number as f64 / last as f64 };
                if let Some(value) = self.frame_mut(number).and_then(|floats| floats.get_mut(axis)) {
                    *value = (f64::from(*value) - start - rise * along) as f32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clip of only a root, at these x and z.
    fn clip(positions: &[[f32; 2]]) -> Anim {
        Anim::new(1, positions.iter().flat_map(|&[x, z]| [x, 1.0, z, 0.0, 0.0, 0.0]).collect()).unwrap()
    }

    fn positions(anim: &Anim) -> Vec<[f32; 2]> {
        (0..anim.frames())
            .map(|number| anim.frame(number).unwrap())
            .map(|floats| [floats[0], floats[2]])
            .collect()
    }

    #[test]
    fn a_steady_walk_travels_its_speed_times_its_frames() {
        let walk: Vec<_> = (0..20u8).map(|n| [0.0, 3.0 - 0.25 * f32::from(n)]).collect();
        assert_eq!(clip(&walk).travel(), 5.0);
        let back: Vec<_> = walk.iter().map(|&[x, z]| [x, -z]).collect();
        assert_eq!(clip(&back).travel(), -5.0);
        assert_eq!(clip(&[[9.0, 9.0]]).travel(), 0.0);
    }

    #[test]
    fn the_distance_leaves_a_steady_walk_on_the_spot() {
        let mut walk = clip(&[[0.5, 2.0], [0.5, 1.75], [0.5, 1.5], [0.5, 1.25]]);
        walk.distance = 1.0;
        walk.load([]);
        assert_eq!(positions(&walk), [[0.5, 2.0]; 4]);
    }

    #[test]
    fn what_states_have_straightened_stays_to_the_bit() {
        let state = |&frames: &i32| State { last: frames, ..State::default() };
        let wild: Vec<_> = (0..9u8).map(|n| [f32::from(n % 4) - 0.3, 1.7 / f32::from(n + 1)]).collect();
        for windows in [&[5, 5, 5][..], &[0, 0], &[3, 7, 3, 7, 3], &[8, 2, 8, 99, 99]] {
            let (mut loaded, mut literal) = (clip(&wild), positions(&clip(&wild)));
            loaded.load(&windows.iter().map(state).collect::<Vec<_>>());
            for last in windows.iter().map(|&last| (last as usize).min(8)) {
                let [from, to] = [0, last].map(|frame| literal[frame].map(f64::from));
                for (number, axis) in (0..=last).flat_map(|number| [(number, 0), (number, 1)]) {
                    let along = if last == 0 { 0.0 } else { number as f64 / last as f64 };
                    let line = (to[axis] - from[axis]) * along;
                    literal[number][axis] = (f64::from(literal[number][axis]) - from[axis] - line) as f32;
                }
            }
            assert_eq!(positions(&loaded), literal, "{windows:?}");
        }
    }

    #[test]
    fn states_that_show_the_same_frames_take_no_longer_than_one() {
        let mut anim = clip(&vec![[1.0, 2.0]; 10_000]);
        let state = State { last: 9_999, ..State::default() };
        let start = std::time::Instant::now();
        anim.load(std::iter::repeat_n(&state, 200_000));
        assert_eq!(positions(&anim), vec![[0.0; 2]; 10_000]);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn a_state_straightens_the_frames_from_the_first() {
        let bent = [[1.0, 4.0], [4.0, 3.0], [3.0, 0.0], [9.0, 9.0]];
        let cases = [
            (-1, bent),
            (0, [[0.0, 0.0], [4.0, 3.0], [3.0, 0.0], [9.0, 9.0]]),
            (2, [[0.0, 0.0], [2.0, 1.0], [0.0, 0.0], [9.0, 9.0]]),
            (
                i64::MAX,
                [
                    [0.0, 0.0],
                    [3.0 - 8.0 / 3.0, -1.0 - 5.0 / 3.0],
                    [2.0 - 16.0 / 3.0, -4.0 - 10.0 / 3.0],
                    [0.0, 0.0],
                ],
            ),
        ];
        for (last, expected) in cases {
            let mut anim = clip(&bent);
            anim.straighten(last);
            for (found, expected) in positions(&anim).iter().flatten().zip(expected.iter().flatten()) {
                assert!((found - expected).abs() < 1e-6, "{last}: {:?}", positions(&anim));
            }
        }
    }
}
