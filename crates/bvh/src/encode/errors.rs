//! The largest differences between a clip and what readers of its file show, between frames and outside the clip.

use anim_core::{Channel, Clip, Code, Deviation, Peak, Poser, Property, Report, Wrap, quaternion};

use super::frames::Frames;
use super::instants::{changes, inside, is_motion, outside};
use super::own;
use super::poses::{self, Track};
use super::tree::Tree;
use crate::{Bvh, ClipOptions, clips, codes};

/// The largest difference of two angles in radians that counts as none, also that of two places relative to the size of the
/// largest one: single precision loses this much.
pub(super) const NONE: f64 = 1e-7;

/// How many times, and how many poses of nodes, are compared at once.
const AT_ONCE: [usize; 2] = [1 << 10, 1 << 16];

/// The largest error and its time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worst {
    size: f64,
    time: f64,
}

impl Worst {
    fn note(&mut self, size: f64, time: f64) {
        if size > self.size {
            *self = Self { size, time };
        }
    }
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
    let measure = |times: &[f64]| errors((clip, tree), (shown, places), times);
    let own = own::own(clip, tree);
    let mut between = vec![Errors::default(); clip.nodes.len()];
    if own.contains(&false) {
        between = measure(&inside(clip, frames));
    }
    own::measure(clip, (shown, places), &own, frames, |node, errors| between[node] = errors);
    for (code, errors) in [(&codes::RESAMPLED, between), (&codes::ENDS, measure(&outside(clip, frames)))] {
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

/// The errors of each node at some times.
fn errors((clip, tree): (&Clip, &Tree), (shown, places): (&Clip, &[usize]), times: &[f64]) -> Vec<Errors> {
    let mut errors = vec![Errors::default(); clip.nodes.len()];
    let mut poser = Poser::new(shown);
    let [most, poses] = AT_ONCE;
    for times in times.chunks((poses / clip.nodes.len().max(1)).clamp(1, most)) {
        let tracks = poses::sample(clip, tree, times);
        for (node, track) in tracks.iter().enumerate() {
            let errors = &mut errors[node];
            errors.is_broken |= track.is_broken;
            for (at, &time) in times.iter().enumerate() {
                let found = poser.node(places[node], time).transform;
                let turn = quaternion::angle_between(found.rotation, track.rotations[at]);
                errors.turn.note(turn, time);
                if !track.is_broken {
                    let expected = track.positions[at];
                    let off = (0..3).map(|i| expected[i] - found.translation[i]);
                    errors.place.note(off.map(|off| off * off).sum::<f64>().sqrt(), time);
                }
            }
        }
    }
    errors
}

/// Reports the errors of a node: that of its place if it is above `known`, that of its rotation if it is not the noise of arithmetic.
fn lose((clip, node): (&Clip, usize), code: &'static Code, errors: &Errors, known: f64, report: &mut Report) {
    let own = || clip.channels.iter().filter(|channel| channel.node() == node && is_motion(channel));
    let places = |property: &Property| matches!(property, Property::Translation | Property::Displacement);
    let found = [
        (errors.place, known, Deviation::length(errors.place.size), "place"),
        (errors.turn, NONE, Deviation::angle(errors.turn.size), "rotation"),
    ];
    for (worst, noise, error, what) in found {
        if worst.size <= noise {
            continue;
        }
        // Where several channels drive a part, the last one decides.
        let drives = |channel: &&Channel| {
            let property = channel.property();
            let direct = if what == "place" { places(property) } else { property.is_rotation() };
            changes(channel) && (direct || *property == Property::Matrix)
        };
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
