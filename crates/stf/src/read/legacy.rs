//! The layouts of older exporters, converted to the current one.

use super::raw_subtrack::{RawSubtrack, is_filler};
use super::values::{numbers, optional};
use crate::json::{Scan, Scanner};
use crate::{Ease, Handle, Key, Keyframe, Layout, Subtrack, Tangent, Track};

/// The maximum number of components of a property in layouts A and B: those of a quaternion, with room to spare. Each component
/// has an entry for every frame of the track, so more components would take more memory than their text.
const MAX_COMPONENTS: usize = 16;

/// The current layout, and layout C, whose fillers state a meaningless frame.
pub(super) fn from_current(subtracks: Vec<Option<RawSubtrack>>, track: &mut Track) -> Layout {
    let framed = subtracks.iter().flatten().any(RawSubtrack::states_frames);
    track.subtracks = subtracks.into_iter().map(|loose| loose.map(|loose| loose.subtrack)).collect();
    if framed { Layout::C } else { Layout::Current }
}

/// Layout B: every keyframe states its frame. If one does not, or there are no keyframes, it is the current layout without
/// timepoints, which the checks report. `None` for more components than [`MAX_COMPONENTS`].
///
/// The frame of a filler can be stale. Entries with the same index belong together, so a filler gets the frame of the subtrack
/// that has a key there; it never replaces a key, and is left out if no subtrack has a key there.
pub(super) fn from_framed(subtracks: Vec<Option<RawSubtrack>>, track: &mut Track) -> Option<Layout> {
    let present = || subtracks.iter().flatten();
    if !present().all(RawSubtrack::is_framed) || present().all(RawSubtrack::is_empty) {
        return Some(from_current(subtracks, track));
    }
    if subtracks.len() > MAX_COMPONENTS {
        return None;
    }
    let longest = present().map(RawSubtrack::len).max().unwrap_or_default();
    let key_frame = |index: usize| present().find_map(|loose| loose.key_frame(index));
    let by_index: Vec<Option<f64>> = (0..longest).map(key_frame).collect();
    let keys =
        |loose: &RawSubtrack| (0..loose.len()).filter_map(|index| loose.key_frame(index)).collect::<Vec<_>>();
    let mut timepoints: Vec<f64> = present().flat_map(keys).collect();
    timepoints.sort_unstable_by(f64::total_cmp);
    timepoints.dedup_by(|a, b| a == b);
    let spread = |RawSubtrack { mut subtrack, frames }: RawSubtrack| {
        let mut keyframes = vec![Keyframe::Absent; timepoints.len()];
        for ((keyframe, own), shared) in subtrack.keyframes.drain(..).zip(frames).zip(&by_index) {
            let filler = is_filler(&keyframe);
            let frame = if filler { *shared } else { own };
            let at = frame.map(|frame| timepoints.partition_point(|&timepoint| timepoint < frame));
            if let Some(entry) = at.and_then(|at| keyframes.get_mut(at))
                && (!filler || *entry == Keyframe::Absent)
            {
                *entry = keyframe;
            }
        }
        Subtrack { keyframes, ..subtrack }
    };
    track.subtracks = subtracks.into_iter().map(|loose| loose.map(spread)).collect();
    track.timepoints = timepoints;
    Some(Layout::B)
}

/// A keyframe of layout A: the frame, and for each component that has a key its value and handles.
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
                        values.push(optional(scanner, |scanner| {
                            let mut list = Vec::new();
                            numbers(scanner, &mut list, None)?;
                            Ok(list)
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

/// Layout A. It states no interpolation: keys with handles become Bézier keys, as most of them were. `None` for more components
/// than [`MAX_COMPONENTS`].
pub(super) fn from_rows(rows: Vec<Row>, track: &mut Track) -> Option<Layout> {
    let width = rows.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    if width > MAX_COMPONENTS {
        return None;
    }
    // Exporters of this layout converted values to the axes of the file, but not the values of handles. For objects, the third
    // axis points the other way, so those handles have the wrong sign.
    let negated = track.target.0.len() == 2 && matches!(track.target.name(1), Some("t" | "r"));
    // For each component: the curve, and whether its last key so far has handles.
    let mut curves = vec![(Subtrack::default(), false); width];
    for (frame, values) in rows {
        track.timepoints.push(frame);
        let mut values = values.into_iter();
        for (component, (subtrack, bezier)) in curves.iter_mut().enumerate() {
            let up = if negated && component == 2 { -1.0 } else { 1.0 };
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
