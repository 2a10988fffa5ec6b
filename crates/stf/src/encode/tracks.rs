//! The channels of a clip as tracks.

use std::cell::Cell;
use std::collections::HashMap;

use anim_core::{
    Channel, Clip, Deviation, KeyPool, Property, Rate, Report, agreeing, counted, report_broken_rotations,
    report_ends, report_missing_parents,
};

use super::baked;
use super::bounds::Bounds;
use super::frames::{frame, frames};
use super::plain::Plain;
use super::played;
use super::segments::{Changes, Component, JUMP, timepoints};
use super::sources::{Source, overridden_by_later, sources};
use super::split::finite;
use crate::clips::metadata::{LOOP, RESETS};
use crate::edit::is_plain;
use crate::target::from_joined;
use crate::{Animation, EncodeOptions, Loop, Step, Subtrack, Target, Track, codes};

/// A clip being encoded as an animation.
pub(super) struct Encoder<'a> {
    pub(super) clip: &'a Clip,
    pub(super) options: &'a EncodeOptions,
    /// The first steps of the targets of each node; `None` for nodes that the document does not have.
    pub(super) prefixes: &'a [Option<Vec<String>>],
    /// Whether the document is new, so that it has no meshes and armatures.
    pub(super) is_new: bool,
    /// The number of further baked values that all animations may have, besides those that their keys allow; 0 if none are baked.
    pub(super) room: &'a Cell<usize>,
    /// The keys that all curves may have together.
    pub(super) pool: &'a KeyPool,
}

/// A component of a track under construction.
struct Part {
    component: Component,
    /// The changes to it, and the channel that it comes from.
    changes: Changes,
    source: usize,
}

/// A track under construction.
struct Parts<'a> {
    target: Target,
    /// The first channel that it comes from.
    channel: &'a Channel,
    property: Property,
    components: Vec<Option<Part>>,
}

/// Tracks in the order of their first channels.
#[derive(Default)]
struct Tracks<'a> {
    tracks: Vec<Parts<'a>>,
    indices: HashMap<Target, usize>,
}

impl<'a> Tracks<'a> {
    /// Sets one component of the track with a target; returns the source of the previous one.
    fn set(&mut self, new: Parts<'a>, index: usize, part: Part) -> Option<usize> {
        let at = *self.indices.entry(new.target.clone()).or_insert_with(|| {
            self.tracks.push(new);
            self.tracks.len() - 1
        });
        let slot = self.tracks[at].components.get_mut(index)?;
        slot.replace(part).map(|before| before.source)
    }
}

/// How the animation of a clip repeats, in the words of current exporters.
fn repeat(clip: &Clip) -> Loop {
    match clip.metadata(LOOP).map_or(Loop::None, Loop::from) {
        Loop::Cycle => Loop::Loop,
        other => other,
    }
}

impl Encoder<'_> {
    pub(super) fn animation(&self, report: &mut Report) -> Animation {
        let clip = self.clip;
        let rate = self.rate();
        let mut tracks = Tracks::default();
        let sources = sources(clip, self.options, self.pool, report);
        let mut overridden = vec![0usize; sources.len()];
        for (index, source) in sources.iter().enumerate() {
            self.source(source, index, &mut tracks, &mut overridden, report);
            self.pool.pass(usize::from(!source.is_kept));
        }
        for (source, count) in sources.iter().zip(overridden).filter(|(_, count)| *count > 0) {
            let loss = codes::DROPPED.dropped(overridden_by_later(count));
            report.lose(loss.of_channel(clip, source.channel));
        }
        if !clip.events.is_empty() {
            let message = format!("an animation cannot hold {}", counted(clip.events.len(), "event"));
            report.lose(codes::DROPPED.dropped(message).in_clip(clip));
        }
        report_ends(clip, false, "the animation", &codes::ENDS, report);
        report_missing_parents(clip, "the document", &codes::DROPPED, report);
        report_broken_rotations(clip, &codes::SAMPLED, report);
        let made = tracks.tracks.iter_mut().map(|parts| self.track(parts, &sources, rate, report));
        let made: Vec<Track> = made.collect();
        let mut animation = Animation {
            name: Some(clip.name.clone()),
            repeat: Some(repeat(clip)),
            fps: Some(rate.hertz()),
            range: Some([clip.first_frame, frame(clip.duration, rate, clip)]),
            tracks: made,
            is_reset_animation: clip.metadata(RESETS).map(|_| true),
            ..Animation::default()
        };
        if self.options.tracks_baked {
            let sources = tracks.tracks.iter().map(|parts| (parts.channel, &parts.property));
            baked::add_tracks(&mut animation, clip, sources, self.options, report);
        } else if self.room.get() > 0 {
            self.settle_rotations(&mut animation, &tracks.tracks, report);
        }
        animation
    }

    /// Handles rotations that readers play from baked values, because not all keys have the same kind or some are Bézier keys:
    /// straight lines replace keys with an error above the tolerance. Rotations of nodes with parents are played from their keys.
    fn settle_rotations(&self, animation: &mut Animation, parts: &[Parts<'_>], report: &mut Report) {
        let Some(frames) = baked::frames(animation, self.options) else { return };
        let (span, bounds) = (animation.span(), Bounds::new(self.options, self.pool));
        let mut room = self.room.get().saturating_add(baked::values_for_keys(animation, self.options));
        for (track, parts) in animation.tracks.iter_mut().zip(parts) {
            if is_plain(track) {
                continue;
            }
            let Some(left) = room.checked_sub(track.subtracks.len().saturating_mul(frames.len())) else {
                continue;
            };
            room = left;
            let is_child =
                track.target.0.len() == 2 && self.clip.nodes[parts.channel.node()].parent.is_some();
            if parts.property != Property::Rotation || is_child {
                continue;
            }
            let Some(error) = played::difference(track, &frames).filter(|error| *error > 1e-6) else {
                continue;
            };
            let lines = played::as_lines(track, span, bounds).ok().flatten();
            let (error, message) = match lines.filter(|(_, other)| error > bounds.angle && *other < error) {
                Some((lines, error)) => {
                    *track = lines;
                    (
                        error,
                        "straight lines replace the keys, which readers play from their values at frames alone",
                    )
                }
                None => (error, "readers play the values at frames, with arcs between them"),
            };
            let loss = codes::SAMPLED.approximated(Deviation::angle(error), message);
            report.lose(loss.of_channel(self.clip, parts.channel));
        }
        self.room.set(room.max(1));
    }

    fn rate(&self) -> Rate {
        self.clip
            .rate
            .filter(|rate| rate.hertz().is_finite() && rate.hertz() > 0.0)
            .unwrap_or(self.options.fps)
    }

    fn source<'c>(
        &self,
        source: &Source<'c>,
        index: usize,
        tracks: &mut Tracks<'c>,
        overridden: &mut [usize],
        report: &mut Report,
    ) {
        let (channel, rate) = (source.channel, self.rate());
        let dropped = |message: String| codes::DROPPED.dropped(message).of_channel(self.clip, channel);
        let Some(prefix) = &self.prefixes[channel.node()] else {
            // Other channels are reported with their node.
            if matches!(channel.property(), Property::Weights { .. }) {
                report.lose(dropped("the document has no such node".to_owned()));
            }
            return;
        };
        let curves = match source.curves(self.clip, self.options, self.pool, report) {
            Ok(curves) => curves,
            Err(error) => return report.lose(dropped(error.to_string())),
        };
        for Plain { property, curve, error } in curves {
            if !source.is_kept {
                self.pool.take(curve.len(), curve.width());
            }
            if let Some(error) = error {
                let message = if property == *channel.property() {
                    "sampled keys replace the curve, which STF cannot store".to_owned()
                } else {
                    let name = property.name();
                    format!("sampled keys of the {name} replace the curve, which STF cannot store")
                };
                report.lose(codes::SAMPLED.approximated(error, message).of_channel(self.clip, channel));
            }
            let mut is_stored = false;
            let at_frames = frames(curve.times().iter(), rate, self.clip);
            let mut thinned = (0, 0.0f64);
            for part in 0..curve.width() {
                let steps = self.steps(channel.node(), &property, source.component() + part);
                let Some((steps, slot, width)) = steps else { continue };
                let names = prefix.iter().map(|name| Step::Name(name.clone()));
                let target = Target(names.chain(steps).collect());
                let mut changes = Changes::default();
                let mut component =
                    Component::of(&curve, part, &at_frames, |seconds| rate.frame(seconds), &mut changes);
                // A curve of several weights has the keys of all of them, but each weight has its own track.
                if matches!(property, Property::Weights { .. }) && curve.width() > 1 {
                    let (count, error) = component.thin();
                    thinned = (thinned.0 + count, thinned.1.max(error));
                }
                let empty = std::iter::repeat_with(|| None).take(width).collect();
                let new = Parts { target, channel, property: property.clone(), components: empty };
                let part = Part { component, changes, source: index };
                if let Some(before) = tracks.set(new, slot, part) {
                    overridden[before] += 1;
                }
                is_stored = true;
            }
            if thinned.1 > 0.0 {
                let error = Deviation::of(&property, thinned.1);
                let message = format!(
                    "{} on straight lines up to rounding {} left out",
                    counted(thinned.0, "key"),
                    agreeing(thinned.0, "is", "are")
                );
                report.lose(codes::SAMPLED.approximated(error, message).of_channel(self.clip, channel));
            }
            if is_stored && property == Property::Visible {
                let message =
                    "visibility becomes the channel `enabled` in an STF, and is read back under that name";
                report.lose(codes::KEPT.kept(message).of_channel(self.clip, channel));
            }
            if !is_stored {
                report.lose(dropped("an STF has no track for this property".to_owned()));
            } else if self.is_new && !is_common(&property) {
                let message = "the target of this track does not exist in the new document";
                report.lose(codes::KEPT.kept(message).of_channel(self.clip, channel));
            }
        }
    }

    /// For a property's component: the last steps of the target, the index of the subtrack, and the number of subtracks.
    fn steps(&self, node: usize, property: &Property, component: usize) -> Option<(Vec<Step>, usize, usize)> {
        let names = |names: &[&str]| names.iter().map(|&name| Step::Name(name.to_owned())).collect();
        Some(match property {
            Property::Translation => (names(&["t"]), component, 3),
            Property::Rotation => (names(&["r"]), component, 4),
            Property::Scale => (names(&["s"]), component, 3),
            Property::Visible => (names(&["enabled"]), component, 1),
            Property::Color => (names(&["instance", "color"]), component, 3),
            Property::Weights { .. } => {
                let morph = self.clip.nodes[node].morphs.get(component).filter(|name| !name.is_empty());
                let name = morph.map_or_else(|| format!("morph {component}"), Clone::clone);
                (names(&["instance", "blendshape", &name, "value"]), 0, 1)
            }
            Property::Named { name, width: 3 } if name == "euler" => (names(&["r_euler"]), component, 3),
            Property::Named { name, width } => (from_joined(name), component, *width),
            _ => return None,
        })
    }

    /// A track with a key of every component at every timepoint: some readers fail on anything else.
    fn track(&self, parts: &mut Parts<'_>, sources: &[Source<'_>], rate: Rate, report: &mut Report) -> Track {
        let components = parts.components.iter_mut().flatten().map(|part| &mut part.component);
        let timepoints = timepoints(&mut components.collect::<Vec<_>>());
        let first = timepoints.first().copied().unwrap_or_default();
        let rest = rest(&self.clip.nodes[parts.channel.node()].rest, &parts.property);
        let absent = parts.components.iter().filter(|part| part.is_none()).count();
        if let (Some(source), true) = (parts.components.iter().flatten().next(), absent > 0 && rest.is_none())
        {
            let message =
                format!("held at 0 in the file, since nothing drives them: {}", counted(absent, "component"));
            let channel = sources[source.source].channel;
            report.lose(codes::DROPPED.dropped(message).of_channel(self.clip, channel));
        }
        let still = |index: usize| rest.map_or(0.0, |rest| rest[index]);
        let components = std::mem::take(&mut parts.components);
        let mut subtracks = Vec::with_capacity(components.len());
        // Each component is dropped once it has become keyframes.
        for (index, part) in components.into_iter().enumerate() {
            let held = Component::still(first, finite(still(index)));
            let component = part.as_ref().map_or(&held, |part| &part.component);
            if let Some(part) = &part {
                let channel = sources[part.source].channel;
                self.report_changes(part.changes, &parts.property, channel, rate, report);
            }
            let keyframes = component.keyframes(&timepoints);
            subtracks.push(Some(Subtrack { keyframes, ..Subtrack::default() }));
        }
        let target = parts.target.clone();
        let mut track = Track { target, timepoints, subtracks, track_baked: Some(false), ..Track::default() };
        track.interpolation = track.common_interpolation().map(str::to_owned);
        track
    }

    fn report_changes(
        &self,
        changes: Changes,
        property: &Property,
        channel: &Channel,
        rate: Rate,
        report: &mut Report,
    ) {
        let Changes { merged, merged_by, replaced, jumps } = changes;
        let mut lose = |error: Deviation, message: String| {
            report.lose(codes::SAMPLED.approximated(error, message).of_channel(self.clip, channel));
        };
        if merged > 0 {
            let error = Deviation::of(property, merged_by);
            lose(error, format!("replaced by a later key of the same frame: {}", counted(merged, "key")));
        }
        if replaced > 0 {
            let error = Deviation::of(property, f64::INFINITY);
            lose(
                error,
                format!(
                    "not finite, 0 or the greatest 32-bit float in the file: {}",
                    counted(replaced, "number")
                ),
            );
        }
        if jumps > 0 {
            let message = format!(
                "up to 1/1024 frame early: {}, because two keys cannot share a frame, and some readers fail on steps after Bézier keys",
                counted(jumps, "jump")
            );
            lose(Deviation::time(rate.time(JUMP)), message);
        }
    }
}

/// The rest value of a node for a property of its transform.
fn rest(rest: &anim_core::Transform, property: &Property) -> Option<[f64; 4]> {
    let three = |[x, y, z]: [f64; 3]| Some([x, y, z, 0.0]);
    match property {
        Property::Translation => three(rest.translation),
        Property::Rotation => Some(rest.rotation),
        Property::Scale => three(rest.scale),
        _ => None,
    }
}

/// Whether all nodes have a property.
fn is_common(property: &Property) -> bool {
    matches!(property, Property::Translation | Property::Rotation | Property::Scale | Property::Visible)
}
