//! The largest differences between a clip and what readers of its file show, between frames and outside the clip.

use anim_core::{Channel, Clip, Code, Deviation, Peak, Report, Wrap};

use super::frames::Frames;
use super::instants::{changes, is_motion};
use super::poses::Track;
use super::tree::Tree;
use super::{own, together};
use crate::{Bvh, ClipOptions, clips, codes};

/// The largest difference of two angles in radians that counts as none, also that of two places relative to the size of the
/// largest one: single precision loses this much.
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
    /// The largest errors of a place and of a rotation, of a node with a broken position or without.
    pub(super) fn of(peaks: &[Peak], is_broken: bool) -> Self {
        let worst = |part: usize| {
            peaks.get(part).map_or(Worst::default(), |peak| Worst { size: peak.size, time: peak.time })
        };
        Self { place: worst(0), turn: worst(1), is_broken }
    }
}

/// What is known of the errors of nodes before they are measured between frames.
pub(super) struct Known {
    /// The errors of places that are reported already, of each node.
    strayed: Vec<f64>,
    /// Whether a position in a frame is not finite, of each node.
    is_broken: Vec<bool>,
    /// The largest number of a position.
    far: f64,
}

impl Known {
    /// Of the nodes in the frames, and the errors of their places that are reported already.
    pub(super) fn new(tracks: &[Track], strayed: Vec<f64>) -> Self {
        let far = tracks.iter().flat_map(|track| track.positions.iter().flatten());
        let far = far.fold(0.0_f64, |most, part| most.max(part.abs()));
        Self { strayed, is_broken: tracks.iter().map(|track| track.is_broken).collect(), far }
    }
}

/// Reports how far each node is from its joint between the frames, before the start and after the end. The joint is where this
/// crate's reader shows it by default. `places` has the index of each node's joint.
pub(super) fn report(
    (clip, tree): (&Clip, &Tree),
    (bvh, places): (&Bvh, &[usize]),
    known: &Known,
    frames: &Frames,
    report: &mut Report,
) {
    let shown = clips::lower(bvh, ClipOptions::default(), &mut Report::new());
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

/// Reports the errors of a node: that of its place if it is above `known`, that of its rotation if it is not the noise of arithmetic.
fn lose((clip, node): (&Clip, usize), code: &'static Code, errors: &Errors, known: f64, report: &mut Report) {
    let own = || clip.channels.iter().filter(|channel| channel.node() == node && is_motion(channel));
    let found = [
        (errors.place, known, Deviation::length(errors.place.size), "place"),
        (errors.turn, NONE, Deviation::angle(errors.turn.size), "rotation"),
    ];
    for (part, (worst, noise, error, what)) in found.into_iter().enumerate() {
        if worst.size <= noise {
            continue;
        }
        // Where several channels drive a part, the last one decides.
        let drives = |channel: &&Channel| changes(channel) && own::drives(part, channel.property());
        let driver = own().rfind(drives);
        let motion = driver.or_else(|| own().rfind(|channel| changes(channel)));
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

/// What the clip does before its start or after its end that the file does not.
fn outside_message(motion: Option<&Channel>, what: &str, is_before: bool) -> String {
    let wrap = motion.map_or(Wrap::Hold, |channel| {
        let (before, after) = channel.curve().wrap();
        if is_before { before } else { after }
    });
    let does = match wrap {
        Wrap::Repeat => "repeats",
        Wrap::PingPong => "plays forwards and backwards",
        Wrap::RepeatWithOffset => "repeats with an offset",
        _ => "changes",
    };
    if is_before {
        format!("the {what} {does} before the start of the clip, but a BVH only has its frames")
    } else {
        format!("the {what} {does} after the end of the clip, but a BVH ends with its last frame")
    }
}
