//! The differences between a clip and what the file shows between its frames, before its start and after its end.

use std::f64::consts::PI;

use anim_core::{Channel, Clip, Curve, Deviation, Handles, Outside, Poser, Property, Report, Sampler, Wrap};

use super::channels::is_extra;
use super::distance::{Distance, Far};
use super::errors::{Errors, Part};
use super::keys::is_stepped;
use super::losses::{is_held, looking};
use super::schedule::Frames;
use super::span::{Span, When};
use super::written::Written;
use crate::clips::Lowered;
use crate::names::Kind;
use crate::{ClipOptions, Tod, clips, codes};

/// The parts of a transform that are compared.
const PARTS: [Part; 3] = [Part::Translation, Part::Rotation, Part::Scale];

/// The part of a size that floating-point arithmetic loses.
const NOISE: f64 = 1e-9;

/// Reports the largest differences between the nodes of the clip and those of the file at times that are not on a frame.
pub(super) fn report(
    (clip, ids): (&Clip, &[(Kind, u16)]),
    tod: &Tod,
    frames: Frames,
    written: &[Written],
    report: &mut Report,
) {
    let mut moving = vec![Vec::new(); clip.nodes.len()];
    for channel in &clip.channels {
        if !is_held(channel.curve(), frames) {
            moving[channel.node()].push(channel);
        }
    }
    if moving.iter().all(Vec::is_empty) {
        return;
    }
    let lowered = clips::lowered(tod, ClipOptions::default(), &mut Report::new());
    let Some(Lowered { clip: shown, index, .. }) = &lowered else { return };
    let looks = looking(clip);
    let (mut source, mut target) = (Poser::new(clip), Poser::new(shown));
    for (node, channels) in moving.iter().enumerate().filter(|(_, channels)| !channels.is_empty()) {
        let (kind, id) = ids[node];
        let Some(found) = index.get(kind, id) else { continue };
        for span in Span::both(channels, clip, frames) {
            let to = Place { clip, node, when: span.when };
            let is_moved = channels.iter().any(|channel| channel.property().is_spatial());
            if kind != Kind::Light && is_moved {
                let looks = kind == Kind::Camera && looks[node];
                let mut worst = Worst::new(&written[node].errors, kind, looks);
                let mirrors = channels.iter().any(|channel| mirrors(channel));
                worst.search(&span, channels, |time| {
                    let (expected, found) = (source.node(node, time), target.node(found, time));
                    let both = expected.alive && found.alive;
                    Distance::new(both.then(|| [expected.local(), found.local()]), mirrors)
                });
                worst.report(to, channels, report);
            }
            for channel in channels.iter().filter(|channel| is_value(channel, kind)) {
                let own = shown
                    .channels
                    .iter()
                    .find(|own| own.node() == found && own.property().name() == channel.property().name());
                if let Some(own) = own {
                    value(to, (channel, own.curve()), &span, &written[node].errors, report);
                }
            }
        }
        for channel in channels.iter().filter(|channel| is_discrete(channel)) {
            late(clip, channel, frames, report);
        }
    }
}

/// Whether a channel may mirror its node: a matrix, and a scale that is not always above zero.
fn mirrors(channel: &Channel) -> bool {
    let curve = channel.curve();
    let (before, after) = curve.wrap();
    let is_low = |key: usize, component: usize| {
        let Handles { into, out } = curve.handles(key, component);
        let value = curve.value(key)[component];
        [0.0, into[1], out[1]].iter().any(|offset| value + offset <= 0.0)
    };
    match channel.property() {
        Property::Matrix => true,
        Property::Scale => {
            before == Wrap::RepeatWithOffset
                || after == Wrap::RepeatWithOffset
                || (0..curve.len()).any(|key| (0..curve.width()).any(|component| is_low(key, component)))
        }
        _ => false,
    }
}

/// Whether a channel has numbers that are neither part of a pose nor a discrete state.
fn is_value(channel: &Channel, kind: Kind) -> bool {
    kind != Kind::Object && is_extra(channel) && !is_discrete(channel)
}

/// Whether a channel has discrete states, between which nothing is interpolated.
fn is_discrete(channel: &Channel) -> bool {
    let property = channel.property();
    matches!(property, Property::Visible | Property::Alive | Property::Parent)
        || is_extra(channel) && ["attribute", "tmd"].contains(&property.name())
}

/// The subject of a loss.
#[derive(Clone, Copy)]
struct Place<'a> {
    clip: &'a Clip,
    node: usize,
    when: When,
}

impl Place<'_> {
    fn lose(self, what: &str, error: Deviation, time: f64, driver: Option<&Channel>, report: &mut Report) {
        let message = match self.when {
            When::Between => format!("between frames the file holds the {what} of the frame"),
            When::Outside => {
                let wrap = driver.map_or((Wrap::Hold, Wrap::Hold), |channel| channel.curve().wrap());
                let (wrap, side) =
                    if time < 0.0 { (wrap.0, "before the start") } else { (wrap.1, "after the end") };
                let does = match wrap {
                    Wrap::Repeat => "repeats",
                    Wrap::PingPong => "plays forwards and backwards",
                    Wrap::RepeatWithOffset => "repeats with an offset",
                    _ => "changes",
                };
                format!("the {what} {does} {side} of the clip, but a TOD only has its frames")
            }
        };
        let loss = self.when.code().approximated(error, message).of_node(self.clip, self.node).at_time(time);
        report.lose(match driver {
            Some(channel) => loss.of_property(channel.property()),
            None => loss,
        });
    }
}

/// The largest errors of a transform, each with its time: translation, rotation and scale.
#[derive(Clone, Copy, Debug)]
struct Worst {
    parts: [(f64, f64); 3],
    /// The errors at frames, which are reported elsewhere. A camera that looks at a point has only a translation.
    known: [f64; 3],
}

impl Worst {
    fn new(errors: &Errors, kind: Kind, looks: bool) -> Self {
        let of = |part: Part| errors.rounded(part) + errors.clamped(part);
        let place = of(Part::Translation);
        let known = match kind {
            Kind::Object => errors.shown,
            _ if looks => [place, f64::INFINITY, f64::INFINITY],
            _ => [place, 3.0 * of(Part::Rotation), 3.0 * of(Part::Scale)],
        };
        Self { parts: Default::default(), known }
    }

    /// Searches for the largest errors.
    fn search(&mut self, span: &Span<'_>, channels: &[&Channel], compare: impl FnMut(f64) -> Distance) {
        let known = self.known.map(|known| known + NOISE);
        let limit = |part: usize, outside: &Outside, time: f64| {
            let driving = channels.iter().copied().filter(|channel| is_driven_by(PARTS[part], channel));
            let driving: Vec<&Channel> = driving.collect();
            let is_turned = || channels.iter().any(|channel| outside.mirrors(channel, time));
            let turned = if PARTS[part] == Part::Rotation && is_turned() { PI } else { 0.0 };
            let limit = if outside.shows(&driving) { 0.0 } else { outside.limit(driving, time) };
            limit.max(turned)
        };
        let found = span.search(&known, channels, limit, compare);
        for (part, peak) in self.parts.iter_mut().zip(found) {
            *part = (peak.size, peak.time);
        }
    }

    /// Whether an error exceeds those at frames.
    fn counts(&self, part: usize) -> bool {
        let (size, _) = self.parts[part];
        size * (1.0 - NOISE) > self.known[part] + NOISE
    }

    /// Reports the errors that exceed those at frames.
    fn report(&self, to: Place<'_>, channels: &[&Channel], report: &mut Report) {
        for (index, part) in PARTS.into_iter().enumerate() {
            if !self.counts(index) {
                continue;
            }
            let (size, time) = self.parts[index];
            let driver = channels.iter().rfind(|channel| is_driven_by(part, channel)).copied();
            to.lose(part.name(), part.deviation(size), time, driver, report);
        }
    }
}

/// Whether a channel drives a part of a transform.
fn is_driven_by(part: Part, channel: &Channel) -> bool {
    part.is_driven_by(channel.property()) || *channel.property() == Property::Matrix
}

/// Reports the largest difference between a curve and its values in the file.
fn value(
    to: Place<'_>,
    (channel, shown): (&Channel, &Curve),
    span: &Span<'_>,
    errors: &Errors,
    report: &mut Report,
) {
    let Some(part) =
        Part::ALL.into_iter().find(|part| part.is_extra() && part.is_driven_by(channel.property()))
    else {
        return;
    };
    let (mut source, mut target) = (Sampler::new(channel.curve()), Sampler::new(shown));
    let (mut expected, mut found) = (vec![0.0; channel.curve().width()], vec![0.0; shown.width()]);
    let known = errors.rounded(part) + errors.clamped(part);
    let found = span.search(
        &[known + NOISE],
        &[channel],
        |_, outside, time| outside.limit([channel], time),
        |time| {
            source.sample(time, &mut expected);
            target.sample(time, &mut found);
            let found = &found[channel.component()..];
            Far(expected.iter().zip(found).map(|(expected, found)| expected - found).collect())
        },
    );
    if let Some(peak) = found.first().filter(|peak| peak.size * (1.0 - NOISE) > known + NOISE) {
        to.lose(part.name(), part.deviation(peak.size), peak.time, Some(channel), report);
    }
}

/// Reports states that begin between frames, after the last frame, or repeatedly.
fn late(clip: &Clip, channel: &Channel, frames: Frames, report: &mut Report) {
    let curve = channel.curve();
    let mut longest = (0.0, 0.0);
    let mut outside = 0;
    for time in curve.times().iter().skip(1) {
        let frame = frames.frame_of(time);
        let late = frames.rate.time(frame) - time;
        if frame < 1.0 || frame >= f64::from(frames.count) {
            outside += 1;
        } else if late > longest.0 {
            longest = (late, time);
        }
    }
    if !is_stepped(channel) {
        longest = (longest.0.max(frames.rate.time(1.0)), longest.1);
    }
    if longest.0 > NOISE {
        let message = "the state begins with the next frame of the file";
        let loss = codes::RESAMPLED.approximated(Deviation::time(longest.0), message);
        report.lose(loss.of_channel(clip, channel).at_time(longest.1));
    }
    if outside > 0 || curve.wrap() != (Wrap::Hold, Wrap::Hold) {
        let message = "the state changes before the start or after the last frame of the file";
        report.lose(codes::ENDS.dropped(message).of_channel(clip, channel));
    }
}
