//! The largest differences between a clip and its file as readers show it, between frames and outside the clip.

use anim_core::{Channel, Clip, Code, Deviation, Peak, Report, Wrap};

use super::frames::Frames;
use super::poses::Track;
use super::tree::Tree;
use super::{own, together};
use crate::{Bvh, ClipOptions, clips, codes};

/// The largest difference of angles in radians, or of positions relative to the largest, that is not an error: single precision
/// loses this much.
pub(super) const NONE: f64 = 1e-7;

/// The largest error and its time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worst {
    size: f64,
    time: f64,
}

/// The largest errors of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    place: Worst,
    turn: Worst,
    is_broken: bool,
}

impl Errors {
    /// The largest errors of the position and of the rotation of a node. `is_broken` is whether a position is not finite.
    pub(super) fn of(peaks: &[Peak], is_broken: bool) -> Self {
        let worst = |part: usize| {
            peaks.get(part).map_or(Worst::default(), |peak| Worst { size: peak.size, time: peak.time })
        };
        Self { place: worst(0), turn: worst(1), is_broken }
    }
}

/// Data about the errors of nodes before they are measured between frames.
pub(super) struct Known {
    /// For each node, the error of its position that is already reported.
    strayed: Vec<f64>,
    /// For each node, whether a position in a frame is not finite.
    is_broken: Vec<bool>,
    /// The largest coordinate of a position.
    far: f64,
}

impl Known {
    /// From the nodes in the frames, and the errors of their positions that are already reported.
    pub(super) fn new(tracks: &[Track], strayed: Vec<f64>) -> Self {
        let far = tracks.iter().flat_map(|track| track.positions.iter().flatten());
        let far = far.fold(0.0_f64, |most, part| most.max(part.abs()));
        Self { strayed, is_broken: tracks.iter().map(|track| track.is_broken).collect(), far }
    }
}

/// Reports the differences between each node and its joint between the frames, before the start and after the end, as this
/// crate's reader shows the joint by default. `places` has the index of each node's joint.
pub(super) fn report(
    (clip, tree): (&Clip, &Tree),
    (bvh, places): (&Bvh, &[usize]),
    known: &Known,
    frames: &Frames,
    report: &mut Report,
) {
    let shown = clips::of(bvh, ClipOptions::default(), &mut Report::new());
    let [shown] = &shown[..] else { return };
    let own = own::own(clip, tree);
    let mut measured = [vec![Errors::default(); clip.nodes.len()], vec![Errors::default(); clip.nodes.len()]];
    let mut note = |node: usize, errors: [Errors; 2]| {
        measured.iter_mut().zip(errors).for_each(|(measured, errors)| measured[node] = errors);
    };
    own::measure(clip, (shown, places), &own, frames, &mut note);
    let others: Vec<usize> = (0..own.len()).filter(|node| !own[*node]).collect();
    together::measure((clip, tree), (shown, places), &others, frames, &mut note);
    for (code, errors) in [&codes::RESAMPLED, &codes::ENDS].into_iter().zip(measured) {
        for (node, errors) in errors.iter().enumerate() {
            let expected = known.strayed[node] * (1.0 + NONE) + NONE * known.far;
            lose((clip, node), code, errors, expected, report);
            if errors.is_broken && !known.is_broken[node] {
                let message = "positions between frames are not finite numbers";
                let error = Deviation::length(f64::INFINITY);
                report.lose(codes::NOT_FINITE.approximated(error, message).of_node(clip, node));
            }
        }
    }
}

/// Reports the errors of a node: that of its position if it exceeds `known`, that of its rotation if it exceeds floating-point noise.
fn lose((clip, node): (&Clip, usize), code: &'static Code, errors: &Errors, known: f64, report: &mut Report) {
    let own =
        || clip.channels.iter().filter(|channel| channel.node() == node && channel.property().moves_nodes());
    let found = [
        (errors.place, known, Deviation::length(errors.place.size), "position"),
        (errors.turn, NONE, Deviation::angle(errors.turn.size), "rotation"),
    ];
    for (part, (worst, noise, error, what)) in found.into_iter().enumerate() {
        if worst.size <= noise {
            continue;
        }
        // Where several channels drive a part, the last one decides.
        let drives =
            |channel: &&Channel| !channel.curve().is_still() && own::drives(part, channel.property());
        let driver = own().rfind(drives);
        let motion = driver.or_else(|| own().rfind(|channel| !channel.curve().is_still()));
        let message = if code.id == codes::RESAMPLED.id {
            format!("between frames the {what} follows straight lines of positions and angles")
        } else {
            outside_message(motion, what, worst.time < 0.0)
        };
        let loss = code.approximated(error, message).of_node(clip, node).at_time(worst.time);
        report.lose(match driver {
            Some(channel) => loss.of_property(channel.property()),
            None => loss,
        });
    }
}

/// The description of the motion that the file does not have before the start or after the end of the clip.
fn outside_message(motion: Option<&Channel>, what: &str, is_before: bool) -> String {
    let wrap = motion.map(|channel| {
        let (before, after) = channel.curve().wrap();
        if is_before { before } else { after }
    });
    let does = match wrap {
        Some(Wrap::Hold) if is_before => {
            return format!("the first frame differs from the {what} at the start of the clip");
        }
        Some(Wrap::Hold) => return format!("the last frame differs from the {what} at the end of the clip"),
        Some(Wrap::Repeat) => "repeats",
        Some(Wrap::PingPong) => "plays forwards and backwards",
        Some(Wrap::RepeatWithOffset) => "repeats with an offset",
        _ => "changes",
    };
    if is_before {
        format!("the {what} {does} before the start of the clip, but a BVH only has its frames")
    } else {
        format!("the {what} {does} after the end of the clip, but a BVH ends with its last frame")
    }
}
