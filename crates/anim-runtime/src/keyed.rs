//! Joints that jump: they have keys at their own times, so that each jump stays in place.

use anim_core::time::touching;

/// Keys of one joint. A key holds until the next one, or is joined to it by a straight line.
#[derive(Clone, Debug)]
pub(crate) struct Keyed<const K: usize> {
    pub(crate) joint: usize,
    /// Times in seconds, ascending; at least one.
    pub(crate) times: Vec<f64>,
    pub(crate) values: Vec<[f32; K]>,
    /// For each key, whether it holds.
    pub(crate) holds: Vec<bool>,
}

impl<const K: usize> Keyed<K> {
    /// The keys around a time and the fraction between them, from 0 to 1. A time that differs from that of a key only by rounding
    /// counts as that of the key.
    pub(crate) fn around(&self, time: f64) -> ([f32; K], [f32; K], f32) {
        let next = self.times.partition_point(|key| *key <= time + touching(time));
        let Some(key) = next.checked_sub(1) else { return (self.values[0], self.values[0], 0.0) };
        if next == self.times.len() || self.holds[key] {
            return (self.values[key], self.values[key], 0.0);
        }
        let u = (time - self.times[key]) / (self.times[next] - self.times[key]);
        (self.values[key], self.values[next], u.clamp(0.0, 1.0) as f32)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.times[..]) + size_of_val(&self.values[..]) + size_of_val(&self.holds[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_or_go_on() {
        let keyed = Keyed {
            joint: 0,
            times: vec![1.0, 2.0, 4.0],
            values: vec![[10.0], [20.0], [30.0]],
            holds: vec![true, false, true],
        };
        let value = |time| {
            let ([from], [to], u) = keyed.around(time);
            from + u * (to - from)
        };
        let cases = [(0.0, 10.0), (1.5, 10.0), (2.0 - 1e-12, 20.0), (3.0, 25.0), (4.0, 30.0), (9.0, 30.0)];
        for (time, expected) in cases {
            assert_eq!(value(time), expected, "at {time}");
        }
    }
}
