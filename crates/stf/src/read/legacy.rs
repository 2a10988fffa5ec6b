//! The layouts of older exporters, as the current one.

use crate::json::{Scan, Scanner};
use crate::{Ease, Handle, Key, Keyframe, Layout, Subtrack, Tangent, Track};

/// A subtrack as it stands in the file.
#[derive(Debug, Default)]
pub(super) struct Loose {
    pub(super) subtrack: Subtrack,
    /// The numbers before the values, where there are any; perhaps fewer than keyframes.
    pub(super) frames: Vec<Option<f64>>,
}

impl Loose {
    /// How many keyframes there are.
    pub(super) fn len(&self) -> usize {
        self.subtrack.keyframes.len()
    }

    fn is_empty(&self) -> bool {
        self.subtrack.keyframes.is_empty()
    }

    /// Whether every keyframe that is there states its frame.
    fn is_framed(&self) -> bool {
        let frames = self.frames.iter().map(Option::is_some).chain(std::iter::repeat(false));
        self.subtrack.keyframes.iter().zip(frames).all(|(key, framed)| framed || *key == Keyframe::Absent)
    }

    /// Whether a keyframe of a known shape states its frame.
    fn states_frames(&self) -> bool {
        let mut both = self.subtrack.keyframes.iter().zip(&self.frames);
        both.any(|(key, frame)| frame.is_some() && !matches!(key, Keyframe::Other(_)))
    }
}

/// The current layout, and layout C: fillers that state a frame, which says nothing.
pub(super) fn from_current(subtracks: Vec<Option<Loose>>, track: &mut Track) -> Layout {
    let framed = subtracks.iter().flatten().any(Loose::states_frames);
    track.subtracks = subtracks.into_iter().map(|loose| loose.map(|loose| loose.subtrack)).collect();
    if framed { Layout::C } else { Layout::Current }
}

/// Layout B: every keyframe states its frame. Where one does not, or there is none, it is the current layout without
/// timepoints, and the checks say so. `None` for more components than [`MAX_COMPONENTS`].
pub(super) fn from_framed(subtracks: Vec<Option<Loose>>, track: &mut Track) -> Option<Layout> {
    if !subtracks.iter().flatten().all(Loose::is_framed) || subtracks.iter().flatten().all(Loose::is_empty) {
        return Some(from_current(subtracks, track));
    }
    if subtracks.len() > MAX_COMPONENTS {
        return None;
    }
    let mut timepoints: Vec<f64> =
        subtracks.iter().flatten().flat_map(|loose| loose.frames.iter().flatten().copied()).collect();
    timepoints.sort_unstable_by(f64::total_cmp);
    timepoints.dedup_by(|a, b| a == b);
    let spread = |Loose { mut subtrack, frames }: Loose| {
        let mut keyframes = vec![Keyframe::Absent; timepoints.len()];
        for (keyframe, frame) in subtrack.keyframes.drain(..).zip(frames) {
            let at = frame.map(|frame| timepoints.partition_point(|&timepoint| timepoint < frame));
            if let Some(place) = at.and_then(|at| keyframes.get_mut(at)) {
                *place = keyframe;
            }
        }
        Subtrack { keyframes, ..subtrack }
    };
    track.subtracks = subtracks.into_iter().map(|loose| loose.map(spread)).collect();
    track.timepoints = timepoints;
    Some(Layout::B)
}

/// A keyframe of layout A: the frame, and for each component the value and its handles, if it has a key.
pub(super) type Row = (f64, Vec<Option<Vec<f64>>>);

/// The keyframes of a track of layout A.
pub(super) fn rows(scanner: &mut Scanner<'_>) -> Scan<Vec<Row>> {
    let mut rows = Vec::new();
    scanner.array(|scanner| {
        let (mut frame, mut values) = (0.0, Vec::new());
        scanner.object(|scanner, name| {
            match &*name {
                "frame" => frame = scanner.number()?,
                "values" => {
                    values.clear();
                    scanner.array(|scanner| {
                        values.push(super::animation::optional(scanner, |scanner| {
                            let mut numbers = Vec::new();
                            super::animation::numbers(scanner, &mut numbers, None)?;
                            Ok(numbers)
                        })?);
                        Ok(())
                    })?;
                }
                _ => {
                    scanner.skip()?;
                }
            }
            Ok(())
        })?;
        rows.push((frame, values));
        Ok(())
    })?;
    Ok(rows)
}

/// Layout A. It has no interpolation: keys with handles are Bézier keys, which is what most were. `None` for more
/// components than [`MAX_COMPONENTS`].
pub(super) fn from_rows(rows: Vec<Row>, track: &mut Track) -> Option<Layout> {
    let width = rows.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    if width > MAX_COMPONENTS {
        return None;
    }
    // Exporters of this layout turned values into the file's axes, but not the heights of handles: those of objects along
    // the axis that is turned round still point the other way.
    let turned = track.target.0.len() == 2 && matches!(track.target.name(1), Some("t" | "r"));
    // Of each component: the curve, and whether its last key so far has handles.
    let mut curves = vec![(Subtrack::default(), false); width];
    for (frame, values) in rows {
        track.timepoints.push(frame);
        let mut values = values.into_iter();
        for (component, (subtrack, bezier)) in curves.iter_mut().enumerate() {
            let up = if turned && component == 2 { -1.0 } else { 1.0 };
            let value = values.next().flatten();
            let (keyframe, handles) = match value.as_deref() {
                Some(&[value, left_frames, left, right_frames, right, ..]) => {
                    let out = Handle { frames: right_frames, value: up * right };
                    let into = bezier.then_some(Handle { frames: left_frames, value: up * left });
                    let ease = Ease::Bezier { tangent: Tangent::Split, out };
                    (Key { value, ease, into }.into(), true)
                }
                Some(&[value, ..]) => {
                    let into = bezier.then(Handle::default);
                    (Key { into, ..Key::new(value, Ease::Linear) }.into(), false)
                }
                Some([]) | None => (Keyframe::Absent, *bezier),
            };
            subtrack.keyframes.push(keyframe);
            *bezier = handles;
        }
    }
    track.subtracks = curves.into_iter().map(|(subtrack, _)| Some(subtrack)).collect();
    Some(Layout::A)
}

/// The components of a property of layouts A and B at most: a quaternion's, with room. Each has a place for every frame
/// of all, so that more would take more memory than their text.
const MAX_COMPONENTS: usize = 16;
