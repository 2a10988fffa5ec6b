//! Keys in ticks.

use anim_core::Ease;

/// A key, and the segment from it to the next one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlainKey {
    pub(super) tick: f64,
    pub(super) value: Vec<f64>,
    pub(super) ease: Ease,
    /// For Bézier segments: the derivatives by the fraction of the following segment, at its start and its end. Boxed, since most
    /// keys have none.
    slopes: Option<Box<[Vec<f64>; 2]>>,
}

impl PlainKey {
    pub(super) fn new(tick: f64, value: Vec<f64>, ease: Ease) -> Self {
        Self { tick, value, ease, slopes: None }
    }

    /// The derivatives of a Bézier segment; none of other segments.
    pub(super) fn slopes(&self) -> [&[f64]; 2] {
        self.slopes.as_ref().map_or([&[], &[]], |slopes| slopes.each_ref().map(Vec::as_slice))
    }

    /// Makes the following segment a Bézier segment with these derivatives at its start and its end.
    pub(super) fn bend(&mut self, slopes: [Vec<f64>; 2]) {
        (self.ease, self.slopes) = (Ease::Bezier, Some(Box::new(slopes)));
    }

    /// Leaves only some of the components.
    pub(super) fn narrow(&mut self, first: usize, width: usize) {
        let narrow =
            |numbers: &mut Vec<f64>| *numbers = numbers.iter().copied().skip(first).take(width).collect();
        narrow(&mut self.value);
        self.slopes.iter_mut().flat_map(|slopes| slopes.iter_mut()).for_each(narrow);
    }
}
