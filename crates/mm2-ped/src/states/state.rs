//! One state: the frames of a clip that it shows, and the state that follows.

use super::window::Window;

/// A state of a pedestrian: a window of a clip, the distance that the figure covers, and the state that follows.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct State {
    /// Its name, such as `WALK`.
    pub name: String,
    /// The name of its `.anim` without the extension.
    pub clip: String,
    /// The first frame that is shown, from 1.
    pub first: i32,
    /// The last frame that is shown, from 1; before [`State::first`] if the frames are shown backwards.
    pub last: i32,
    /// The forward offset at which the figure starts, in metres.
    pub y_offset: f32,
    /// The forward distance that the figure covers, in metres.
    pub y_distance: f32,
    /// The sideways offset at which the figure starts, in metres.
    pub x_offset: f32,
    /// The sideways distance that the figure covers, in metres.
    pub x_distance: f32,
    /// The state that follows unless another is requested.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub next: Option<String>,
}

/// The length of a frame that the game uses to compute speeds, in seconds: a little less than the 1/30 s for which it shows a
/// frame.
pub const SPEED_SECONDS_PER_FRAME: f64 = 0.03333;

impl State {
    /// Whether the state shows the `.anim` with this name (without the extension). Case does not matter, as on Windows.
    pub fn plays(&self, clip: &str) -> bool {
        self.clip == clip || self.clip.to_lowercase() == clip.to_lowercase()
    }

    /// The frames that the state shows of a clip with this number of frames.
    pub fn window(&self, frames: usize) -> Window {
        let index =
            |number: i32| usize::try_from(i64::from(number) - 1).unwrap_or(0).min(frames.saturating_sub(1));
        Window { first: index(self.first), last: index(self.last) }
    }

    /// The speed of the figure in metres per second, forward and sideways: the distances divided by the time of the frames
    /// that the state shows of a clip with this number of frames. Each frame counts as [`SPEED_SECONDS_PER_FRAME`].
    pub fn speed(&self, frames: usize) -> [f64; 2] {
        let seconds = self.window(frames).frames().len() as f64 * SPEED_SECONDS_PER_FRAME;
        [self.y_distance, self.x_distance].map(|distance| f64::from(distance) / seconds)
    }
}

/// The rest of a state's line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Tail {
    /// The fields after the ninth.
    pub fields: Vec<String>,
    /// The text after a `#`.
    pub comment: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_count_from_1_and_end_at_the_clip() {
        for (first, last, frames, shown) in [
            (1, 3, 3, &[0, 1, 2][..]),
            (1, 4, 3, &[0, 1, 2]),
            (2, 2, 3, &[1]),
            (3, 1, 3, &[2, 1, 0]),
            (9, 2, 3, &[2, 1]),
            (0, 2, 3, &[0, 1]),
            (i32::MIN, i32::MAX, 2, &[0, 1]),
            (5, 7, 1, &[0]),
        ] {
            let state = State { first, last, ..State::default() };
            let found: Vec<_> = state.window(frames).frames().collect();
            assert_eq!(found, shown, "{first}..={last} of {frames}");
            assert_eq!(state.window(frames).frames().len(), shown.len());
            let single: Vec<_> = (0..=shown.len()).map(|number| state.window(frames).frame(number)).collect();
            assert_eq!(single, [shown, &shown[shown.len() - 1..]].concat(), "{first}..={last} of {frames}");
        }
    }

    #[test]
    fn speed_is_distance_over_the_time_that_is_shown() {
        let walk = State { first: 1, last: 20, y_distance: 1.409, x_distance: -0.5, ..State::default() };
        let [ahead, aside] = walk.speed(20);
        assert!((ahead - 2.11).abs() < 0.005 && (aside + 0.750_075).abs() < 1e-6);
        assert!((walk.speed(10)[1] + 1.500_150).abs() < 1e-6);
    }
}
