//! Gentle starts and ends of animations (specification, `<Animation>`: `Accelerate`, `Decelerate`).

/// Which ends of an animation are gentle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gentle {
    pub(crate) start: bool,
    pub(crate) end: bool,
}

impl Gentle {
    /// Maps the fraction `u` of a segment, which may be the first, the last or both: a cubic curve that is at rest at the
    /// gentle end and has the constant speed at the other end.
    pub(crate) fn warp(self, u: f64, is_first: bool, is_last: bool) -> f64 {
        match (self.start && is_first, self.end && is_last) {
            (false, false) => u,
            (true, false) => u * u * (2.0 - u),
            (false, true) => 1.0 - (1.0 - u) * (1.0 - u) * (1.0 + u),
            (true, true) => u * u * (3.0 - 2.0 * u),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gentle_starts_and_ends_are_at_rest() {
        let steps = |gentle: Gentle, first, last| [0.0, 0.25, 0.5, 1.0].map(|u| gentle.warp(u, first, last));
        let both = Gentle { start: true, end: true };
        assert_eq!(steps(both, false, false), [0.0, 0.25, 0.5, 1.0]);
        assert_eq!(steps(both, true, false), [0.0, 0.109_375, 0.375, 1.0]);
        assert_eq!(steps(both, false, true), [0.0, 0.296_875, 0.625, 1.0]);
        assert_eq!(steps(both, true, true), [0.0, 0.156_25, 0.5, 1.0]);
    }
}
