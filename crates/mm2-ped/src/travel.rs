//! How far the root travels, and what the game leaves of that when it loads a clip.

use crate::{Anim, State};

impl Anim {
    /// How far a loop of the clip leads forward, along −Z, in metres: from the first frame to the one that would follow the
    /// last at the last one's speed. 0 for a single frame.
    ///
    /// This is what the clip's [`distance`](Anim::distance) states, as far as files keep to it.
    pub fn travel(&self) -> f64 {
        let z =
            |frame: usize| self.frame(frame).and_then(|floats| floats.get(2)).map_or(0.0, |&z| f64::from(z));
        match self.frames() {
            0 | 1 => 0.0,
            frames => z(0) + z(frames - 2) - 2.0 * z(frames - 1),
        }
    }

    /// What the game does to the root of a clip when it loads it, in its order: the cycle distance is taken out of z, as
    /// far as a frame is into the loop; then, for each of the states that use the clip, [`Anim::straighten`].
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

    /// Makes the root begin and end at x = z = 0 over the clip's frames 0 to `last`: the first frame's x and z, and the
    /// straight line from them to those of the last frame, are subtracted from each.
    ///
    /// A `last` beyond the clip's counts as the clip's; one below 0 changes nothing. The game counts from the clip's
    /// first frame, wherever the window of a state begins.
    pub fn straighten(&mut self, last: i64) {
        let Ok(last) = usize::try_from(last) else { return };
        let last = last.min(self.frames().saturating_sub(1));
        for axis in [0, 2] {
            let at =
                |anim: &Self, number: usize| anim.frame(number).and_then(|floats| floats.get(axis)).copied();
            let (Some(start), Some(end)) = (at(self, 0), at(self, last)) else { return };
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

    /// A clip of a root alone, at these places.
    fn clip(places: &[[f32; 2]]) -> Anim {
        Anim::new(1, places.iter().flat_map(|&[x, z]| [x, 1.0, z, 0.0, 0.0, 0.0]).collect()).unwrap()
    }

    fn places(anim: &Anim) -> Vec<[f32; 2]> {
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
        assert_eq!(places(&walk), [[0.5, 2.0]; 4]);
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
            for (found, expected) in places(&anim).iter().flatten().zip(expected.iter().flatten()) {
                assert!((found - expected).abs() < 1e-6, "{last}: {:?}", places(&anim));
            }
        }
    }
}
