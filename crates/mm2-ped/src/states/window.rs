//! Windows: the frames of a clip that a state shows.

/// A range of a clip's frames, both ends included, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The frame that is shown first.
    pub first: usize,
    /// The frame that is shown last; less than [`Window::first`] if the frames are shown backwards.
    pub last: usize,
}

impl Window {
    /// Whether the frames are shown backwards.
    pub fn is_backwards(self) -> bool {
        self.last < self.first
    }

    /// The frame that is shown `number` frames after the first; the last frame once the window has ended.
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
