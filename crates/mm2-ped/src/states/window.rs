//! Windows: the frames of a clip that a state shows.

/// Frames of a clip from one to another, both shown, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The frame that is shown first.
    pub first: usize,
    /// The frame that is shown last; before [`Window::first`] if they are shown backwards.
    pub last: usize,
}

impl Window {
    /// Whether the frames are shown backwards.
    pub fn is_backwards(self) -> bool {
        self.last < self.first
    }

    /// The frame that is shown so many frames after the first one; the last one from there on.
    pub fn frame(self, number: usize) -> usize {
        let along = number.min(self.first.abs_diff(self.last));
        if self.is_backwards() { self.first - along } else { self.first + along }
    }

    /// The frames in the order in which they are shown; at least one.
    pub fn frames(self) -> Frames {
        Frames { next: self.first, left: self.first.abs_diff(self.last) + 1, backwards: self.is_backwards() }
    }
}

/// The frames of a [`Window`].
#[derive(Clone, Debug)]
pub struct Frames {
    next: usize,
    left: usize,
    backwards: bool,
}

impl Iterator for Frames {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let frame = self.next;
        self.next = if self.backwards { frame.wrapping_sub(1) } else { frame.wrapping_add(1) };
        Some(frame)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Frames {}

#[cfg(test)]
mod tests {
    use crate::State;

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
