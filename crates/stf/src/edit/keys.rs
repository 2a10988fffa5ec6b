//! Edits of the keys of a track.

use crate::{Ease, Handle, Key, Keyframe, Subtrack, Track};

impl Track {
    /// The key of a component at a frame.
    pub fn key(&self, component: usize, frame: f64) -> Option<&Key> {
        let index = self.timepoints.iter().position(|&timepoint| timepoint == frame)?;
        match self.subtracks.get(component)?.as_ref()?.keyframes.get(index)? {
            Keyframe::Key(key) => Some(key),
            _ => None,
        }
    }

    /// Sets the key of a component at a frame, replacing an existing one.
    ///
    /// A new timepoint gives the other components fillers with their values at the frame. Handles towards the key before are
    /// added and removed as the format requires, and nearby fillers of the component get the new values of its curve. Within
    /// [`Stf::edit`](crate::Stf::edit), baked values follow the keys.
    pub fn set_key(&mut self, component: usize, frame: f64, key: Key) {
        let index = self.put(component, frame, key);
        if let Some(subtrack) = self.subtrack_mut(component) {
            subtrack.follow(index);
        }
        self.renew_fillers(component, index);
    }

    /// Removes the key of a component at a frame, and returns it. The timepoint stays if another component has a key there.
    pub fn remove_key(&mut self, component: usize, frame: f64) -> Option<Key> {
        let (key, index) = self.take(component, frame)?;
        let next = index.saturating_sub(1);
        if let Some(subtrack) = self.subtrack_mut(component) {
            subtrack.follow(next);
        }
        self.renew_fillers(component, next);
        Some(key)
    }

    /// Moves the key of a component from one frame to another, with its value and handles, replacing an existing one. Returns
    /// whether there was a key to move.
    pub fn move_key(&mut self, component: usize, from: f64, to: f64) -> bool {
        if from == to {
            return self.key(component, from).is_some();
        }
        let Some((key, _)) = self.take(component, from) else { return false };
        let index = self.put(component, to, key);
        let old = self.timepoints.partition_point(|&timepoint| timepoint < from).saturating_sub(1);
        for index in [index, old] {
            if let Some(subtrack) = self.subtrack_mut(component) {
                subtrack.follow(index);
            }
            self.renew_fillers(component, index);
        }
        true
    }

    fn subtrack_mut(&mut self, component: usize) -> Option<&mut Subtrack> {
        self.subtracks.get_mut(component)?.as_mut()
    }

    /// Inserts a key at a frame; returns the index of its timepoint.
    fn put(&mut self, component: usize, frame: f64, key: Key) -> usize {
        let index = self.timepoints.partition_point(|&timepoint| timepoint < frame);
        if self.timepoints.get(index) != Some(&frame) {
            for subtrack in self.subtracks.iter_mut().flatten() {
                subtrack.insert_filler(index, frame, &self.timepoints);
            }
            self.timepoints.insert(index, frame);
        }
        if self.subtracks.len() <= component {
            self.subtracks.resize(component + 1, None);
        }
        let keyframes = &mut self.subtracks[component].get_or_insert_default().keyframes;
        if keyframes.len() < self.timepoints.len() {
            keyframes.resize(self.timepoints.len(), Keyframe::Absent);
        }
        keyframes[index] = key.into();
        index
    }

    /// Removes the key at a frame, and the timepoint unless another component has a key there; also returns its index.
    fn take(&mut self, component: usize, frame: f64) -> Option<(Key, usize)> {
        let key = self.key(component, frame)?.clone();
        let index = self.timepoints.iter().position(|&timepoint| timepoint == frame)?;
        let subtrack = self.subtracks.get_mut(component)?.as_mut()?;
        *subtrack.keyframes.get_mut(index)? = Keyframe::Absent;
        let value = subtrack.curve(&self.timepoints).map(|curve| curve.at(frame)[0]);
        let filler = value.map_or(Keyframe::Absent, |value| Keyframe::Filler { value });
        *subtrack.keyframes.get_mut(index)? = filler;
        let is_key = |subtrack: &Subtrack| matches!(subtrack.keyframes.get(index), Some(Keyframe::Key(_)));
        if !self.subtracks.iter().flatten().any(is_key) {
            self.timepoints.remove(index);
            for subtrack in self.subtracks.iter_mut().flatten().filter(|track| index < track.keyframes.len())
            {
                subtrack.keyframes.remove(index);
            }
        }
        Some((key, index))
    }

    /// Gives the fillers around a changed keyframe the values of the curve, up to the keys before and after. Fillers of unnamed
    /// segments do not change: they are part of the curve.
    fn renew_fillers(&mut self, component: usize, index: usize) {
        let Some(Some(subtrack)) = self.subtracks.get_mut(component) else { return };
        let is_key = |keyframe: &Keyframe| matches!(keyframe, Keyframe::Key(_));
        let keyframes = &subtrack.keyframes;
        let start = (0..index.min(keyframes.len())).rfind(|&at| is_key(&keyframes[at])).unwrap_or_default();
        let end = (index + 1..keyframes.len()).find(|&at| is_key(&keyframes[at])).unwrap_or(keyframes.len());
        let mut of_keys = subtrack.clone();
        of_keys.keyframes.iter_mut().filter(|keyframe| !is_key(keyframe)).for_each(|keyframe| {
            *keyframe = Keyframe::Absent;
        });
        let Some(curve) = of_keys.curve(&self.timepoints) else { return };
        let mut is_known = true;
        let entries = subtrack.keyframes.iter_mut().zip(&self.timepoints);
        for (keyframe, &frame) in entries.take(end).skip(start) {
            match keyframe {
                Keyframe::Key(key) => is_known = !matches!(key.ease, Ease::Unnamed | Ease::Other(_)),
                Keyframe::Filler { value } if is_known => *value = curve.at(frame)[0],
                _ => {}
            }
        }
    }
}

impl Subtrack {
    /// Inserts an entry without a key at a new timepoint; a subtrack without keyframes has only baked values.
    fn insert_filler(&mut self, index: usize, frame: f64, timepoints: &[f64]) {
        if self.keyframes.is_empty() {
            return;
        }
        let value = self.curve(timepoints).map(|curve| curve.at(frame)[0]);
        let filler = value.map_or(Keyframe::Absent, |value| Keyframe::Filler { value });
        self.keyframes.insert(index.min(self.keyframes.len()), filler);
    }

    /// Adds or removes the handles towards the key before, at a keyframe and at the next key after it: they are present if the
    /// key before is a Bézier key.
    fn follow(&mut self, index: usize) {
        let mut bezier = false;
        let mut left = 2;
        for (at, keyframe) in self.keyframes.iter_mut().enumerate() {
            let Keyframe::Key(key) = keyframe else { continue };
            if at >= index && left > 0 {
                key.into = bezier.then(|| key.into.unwrap_or(Handle::default()));
                left -= 1;
            }
            bezier = matches!(key.ease, Ease::Bezier { .. });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tangent;

    fn linear(value: f64) -> Keyframe {
        Key::new(value, Ease::Linear).into()
    }

    fn bezier(value: f64) -> Key {
        let ease = Ease::Bezier { tangent: Tangent::Split, out: Handle { frames: 1.0, value: 0.5 } };
        Key::new(value, ease)
    }

    /// A component with keys at 0 and 8 and a filler at 4, and one with a key at 4.
    fn track() -> Track {
        let filler = Keyframe::Filler { value: 4.0 };
        let subtrack = |keyframes: Vec<Keyframe>| Some(Subtrack { keyframes, ..Subtrack::default() });
        let first = subtrack(vec![linear(0.0), filler, linear(8.0)]);
        let second = subtrack(vec![Keyframe::Absent, linear(1.0), Keyframe::Absent]);
        Track { timepoints: vec![0.0, 4.0, 8.0], subtracks: vec![first, second, None], ..Track::default() }
    }

    fn keyframes(track: &Track, component: usize) -> &[Keyframe] {
        &track.subtracks[component].as_ref().unwrap().keyframes
    }

    #[test]
    fn a_moved_key_takes_its_timepoint_along() {
        let mut moved = track();
        assert!(moved.move_key(0, 8.0, 6.0) && !moved.move_key(0, 8.0, 6.0) && !moved.move_key(2, 0.0, 1.0));
        assert_eq!(moved.timepoints, [0.0, 4.0, 6.0]);
        let filler = Keyframe::Filler { value: 8.0 * 4.0 / 6.0 };
        assert_eq!(keyframes(&moved, 0), [linear(0.0), filler, linear(8.0)]);
        // A timepoint stays where another component has a key.
        assert!(moved.move_key(1, 4.0, 6.0));
        assert_eq!(moved.timepoints, [0.0, 6.0]);
        assert!(moved.move_key(0, 6.0, 12.0));
        assert_eq!(moved.timepoints, [0.0, 6.0, 12.0]);
        assert_eq!(keyframes(&moved, 0), [linear(0.0), Keyframe::Filler { value: 4.0 }, linear(8.0)]);
        assert_eq!(keyframes(&moved, 1)[1], linear(1.0));
    }

    #[test]
    fn handles_follow_the_key_before() {
        let mut track = track();
        track.set_key(0, 0.0, bezier(2.0));
        assert_eq!(track.key(0, 0.0), Some(&bezier(2.0)));
        assert_eq!(track.key(0, 8.0).unwrap().into, Some(Handle::default()));
        let into = Some(Handle { frames: -2.0, value: 0.0 });
        track.set_key(0, 8.0, Key { into, ..Key::new(8.0, Ease::Linear) });
        assert!(track.move_key(0, 0.0, 1.0));
        assert_eq!(track.key(0, 8.0).unwrap().into, into);
        assert_eq!(track.remove_key(0, 1.0), Some(bezier(2.0)));
        assert_eq!((track.key(0, 8.0).unwrap().into, track.key(0, 1.0)), (None, None));
        assert_eq!(track.timepoints, [4.0, 8.0]);
    }

    #[test]
    fn fillers_of_nameless_segments_are_part_of_the_curve() {
        for (ease, expected) in [(Ease::Linear, 6.0), (Ease::Unnamed, 4.0)] {
            let mut track = track();
            track.set_key(0, 0.0, Key::new(0.0, ease.clone()));
            track.set_key(0, 8.0, Key::new(12.0, Ease::Linear));
            assert_eq!(keyframes(&track, 0)[1], Keyframe::Filler { value: expected }, "{ease:?}");
        }
    }

    #[test]
    fn a_key_can_be_the_first_of_its_component() {
        let mut track = Track::default();
        track.set_key(1, 3.0, bezier(1.0));
        assert_eq!((track.subtracks.len(), track.key(1, 3.0)), (2, Some(&bezier(1.0))));
        assert_eq!(track.remove_key(1, 3.0), Some(bezier(1.0)));
        assert!(track.timepoints.is_empty() && keyframes(&track, 1).is_empty());
    }
}
