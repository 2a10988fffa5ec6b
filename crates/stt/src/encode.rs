//! Clips to document.

mod bits;
mod budget;
mod described;
mod exact;
mod path;
mod pose;
mod sampled;
mod stills;
mod times;
mod values;
mod wraps;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use anim_core::{
    Brief, Clip, Deviation, Location, Loss, Property, Report, UniqueNames, Unit, counted, frames,
    report_broken_rotations,
};

use crate::clips::beyond_limit;
use crate::{Behavior, ClipOptions, EncodeOptions, Error, ErrorKind, Label, Node, State, Stt, codes};
use bits::Bits;
use budget::Budget;
use described::{Described, Descriptions};
use pose::Distance;
use sampled::Sampled;
use stills::Stills;
use values::is_held;

/// Scales and shears below this come from rotation matrices in single precision, and are not reported.
const SINGLE_PRECISION: f64 = 1e-6;

/// The largest difference of a scale from 1 that the rounding of a program that decomposes matrices may cause.
const NEARLY_ONE: f64 = 1e-4;

/// The maximum number of further times of nodes that are compared with motions from metadata, in all clips.
const MAX_COMPARED: usize = 1 << 20;

/// Clips as a document: see [`Encode::encode`](anim_core::Encode::encode) of [`Stt`].
pub(crate) fn document(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Stt, Error> {
    let (names, budget) = (UniqueNames::default(), Budget::new(options.poses));
    let mut encoder = Encoder { options, names, budget, compared: MAX_COMPARED, report: &mut *report };
    // The names of clips are assigned before those of their poses.
    let names: Vec<Label> = clips.iter().map(|clip| encoder.clip_name(clip)).collect();
    for clip in clips {
        clip.validate().map_err(|invalid| error(clip, ErrorKind::Clip(invalid)))?;
        report_broken_rotations(clip, &codes::DROPPED, encoder.report);
    }
    let stt = Stt::new(encoder.states(clips, &names)?);
    for clip in beyond_limit(&stt, &ClipOptions::default()) {
        let message = "the keys of the sequence show the same poses so often that reading all of it as a clip takes more pieces of \
                       curves than usual: the option `pieces` allows them";
        report.push(codes::LIMIT.at(Location::path(clip), message));
    }
    Ok(stt)
}

/// The part of encoding that all clips of a file share.
struct Encoder<'a> {
    options: &'a EncodeOptions,
    /// The names of states.
    names: UniqueNames<'static>,
    budget: Budget,
    /// What is left of [`MAX_COMPARED`].
    compared: usize,
    report: &'a mut Report,
}

impl Encoder<'_> {
    /// The states of clips with these names, with those of their poses.
    fn states(mut self, clips: &[Clip], names: &[Label]) -> Result<Vec<State>, Error> {
        let mut stills = Stills::new(clips, names, self.options.order);
        let (mut states, mut places) = (Vec::with_capacity(clips.len()), Vec::with_capacity(clips.len()));
        for (clip, name) in clips.iter().zip(names) {
            places.push(states.len());
            self.clip(clip, name.clone(), &mut stills, &mut states)?;
        }
        for (clip, body) in stills.shown {
            if let Some(state) = places.get(clip).and_then(|place| states.get_mut(*place)) {
                state.body = body;
            }
        }
        states.shrink_to_fit();
        Ok(states)
    }

    fn clip(
        &mut self,
        clip: &Clip,
        name: Label,
        stills: &mut Stills<'_>,
        states: &mut Vec<State>,
    ) -> Result<(), Error> {
        self.report_losses(clip);
        let labels = self.node_names(clip);
        if let Some(behaviors) = self.behaviors(clip) {
            self.report_duration(clip, &behaviors);
            let nodes = labels.into_iter().zip(behaviors);
            let nodes = nodes.map(|(name, behavior)| Node { name, behavior }).collect();
            states.push(State::single(name, nodes));
            return Ok(());
        }
        let sampled = self.sampled(clip).map_err(|kind| error(clip, kind))?;
        self.report_poses(clip, &sampled);
        let (mut poses, mut made) = (Vec::with_capacity(sampled.moments.len()), Vec::new());
        let mut known: HashMap<Bits<'_>, Label> = HashMap::new();
        for (index, moment) in sampled.moments.iter().enumerate() {
            // Equal poses share a state.
            let numbers = moment.nodes.as_flattened().as_flattened();
            let pose = match known.entry(Bits(numbers)) {
                Entry::Occupied(known) => Label::clone(known.get()),
                Entry::Vacant(new) => {
                    let pose = stills.show(clip, index, moment, &labels).unwrap_or_else(|| {
                        let name = self.pose_name(clip, index);
                        made.push(moment.state(name.clone(), &labels));
                        name
                    });
                    new.insert(pose).clone()
                }
            };
            poses.push(pose);
        }
        states.push(State::keyframe(name, sampled.keyframes(&poses)));
        states.extend(made);
        Ok(())
    }

    /// The behaviours of a clip's nodes, if each node is still, follows a motion of the format, or shows the motion that the
    /// metadata of the clip state for it.
    fn behaviors(&mut self, clip: &Clip) -> Option<Vec<Behavior>> {
        let exact = exact::behaviors(clip, self.options.order);
        let (mut behaviors, mut restored) = (Vec::with_capacity(exact.len()), Vec::new());
        let mut descriptions = Descriptions::new(clip, self.options);
        for (node, exact) in exact.into_iter().enumerate() {
            let described = descriptions
                .as_mut()
                .and_then(|descriptions| descriptions.of(node, exact.as_ref(), &mut self.compared));
            match (described, exact) {
                (Some(described), _) => {
                    behaviors.push(described.behavior.clone());
                    restored.push((node, described));
                }
                (None, exact) => behaviors.push(exact?),
            }
        }
        for (node, described) in restored {
            self.report_restored(clip, node, &described);
        }
        Some(behaviors)
    }

    /// Reports the difference between a clip and the motion that its metadata state.
    fn report_restored(&mut self, clip: &Clip, node: usize, described: &Described) {
        let Distance { length, angle } = described.error;
        for error in
            [Deviation::length(length), Deviation::angle(angle)].iter().filter(|error| error.size > 0.0)
        {
            let message = format!(
                "the state has the motion in the metadata of the clip, from which the curves of the node differ by up to {error}"
            );
            self.report.lose(codes::RESTORED.approximated(*error, message).of_node(clip, node));
        }
        if !described.outside {
            let message =
                "the clip ends and holds its last pose: the motion from its metadata continues in the state";
            self.report.lose(codes::OUTSIDE.dropped(message).of_node(clip, node));
        }
    }

    /// The poses of a clip: of one cycle if the clip repeats and the cycle does not need too many poses, else of its duration.
    fn sampled(&mut self, clip: &Clip) -> Result<Sampled, ErrorKind> {
        let cycle = wraps::cycle(clip);
        let cyclic = cycle.and_then(|end| Sampled::new(clip, end, true, self.options, &mut self.budget).ok());
        match cyclic {
            Some(sampled) => Ok(sampled),
            None => Sampled::new(clip, clip.duration, false, self.options, &mut self.budget),
        }
    }

    /// The name of a clip's state.
    fn clip_name(&mut self, clip: &Clip) -> Label {
        let name = self.names.take(writable(&clip.name));
        if name != clip.name {
            let message = format!("the name is not in the file: the state has the name `{name}`");
            self.report.lose(codes::NAME.dropped(message).in_clip(clip));
        }
        Label::from_text(&name).unwrap_or_default()
    }

    /// The name of a pose of a clip.
    fn pose_name(&mut self, clip: &Clip, index: usize) -> Label {
        let wanted = format!("{} {index}", clip.name);
        let name = self.names.take(writable(&wanted));
        if name != wanted {
            let message = format!("the pose {index} has the name `{name}`, expected `{wanted}`");
            self.report.push(codes::NAME.at(Location::path(&clip.name), message));
        }
        Label::from_text(&name).unwrap_or_default()
    }

    /// The names of a clip's nodes.
    fn node_names(&mut self, clip: &Clip) -> Vec<Label> {
        let mut names = UniqueNames::default();
        let labels = clip.nodes.iter().enumerate().map(|(index, node)| {
            let name = names.take(writable(&node.name));
            if name != node.name {
                let message = format!("the name is not in the file: the node has the name `{name}`");
                self.report.lose(codes::NAME.dropped(message).of_node(clip, index));
            }
            Label::from_text(&name).unwrap_or_default()
        });
        labels.collect()
    }

    /// Reports everything that no state can hold.
    fn report_losses(&mut self, clip: &Clip) {
        for channel in clip.channels.iter().filter(|channel| !is_held(channel.property())) {
            let is_scale = *channel.property() == Property::Scale;
            let curve = channel.curve();
            let parts = (0..curve.width()).flat_map(|part| curve.limits(part));
            let loss = match unscaled(parts).filter(|_| is_scale) {
                Some(off) if off <= SINGLE_PRECISION => continue,
                Some(off) => nearly_unscaled(off),
                None => {
                    codes::DROPPED.dropped("the channel is not in the file: states have none of its kind")
                }
            };
            self.report.lose(loss.of_channel(clip, channel));
        }
        for (index, node) in clip.nodes.iter().enumerate() {
            let [x, y, z] = node.rest.scale;
            let at_rest = match unscaled(node.rest.scale.into_iter()) {
                Some(off) if off <= SINGLE_PRECISION => None,
                Some(off) => Some(nearly_unscaled(off)),
                None => Some(codes::DROPPED.dropped(format!(
                    "the scale at rest, {x} {y} {z}, is not in the file: states have no scale"
                ))),
            };
            if let Some(loss) = at_rest {
                self.report.lose(loss.of_node(clip, index));
            }
            if let Some(parent) = node.parent.and_then(|parent| clip.nodes.get(parent)) {
                let message = format!(
                    "the parent `{}` is not in the file: the hierarchy belongs to the model",
                    parent.name
                );
                self.report.lose(codes::DROPPED.dropped(message).of_node(clip, index));
            }
        }
        if let Some(rate) = clip.rate {
            let hertz = Brief(rate.hertz());
            let message =
                format!("a state has no frames: the rate of {hertz} frames per second is not in the file");
            self.report.lose(codes::FRAMES.dropped(message).in_clip(clip));
        }
        frames::report_first_frame(clip, 0.0, &codes::FRAMES, self.report);
        if !clip.events.is_empty() {
            let message = format!("a state cannot hold {}", counted(clip.events.len(), "event"));
            self.report.lose(codes::DROPPED.dropped(message).in_clip(clip));
        }
    }

    /// Reports a duration that differs from that of the motions of a `SINGLE` state.
    fn report_duration(&mut self, clip: &Clip, behaviors: &[Behavior]) {
        let length = behaviors.iter().map(Behavior::length).fold(0.0, f64::max);
        self.report_length(clip, length, "the longest motion");
    }

    /// Reports a duration that differs from the length of a part of the state.
    fn report_length(&mut self, clip: &Clip, length: f64, what: &str) {
        if (length - clip.duration).abs() > 1e-9 * length.max(1.0) {
            let error = Deviation::time((length - clip.duration).abs());
            let [own, length] = [clip.duration, length].map(Brief);
            let message = format!("the duration of {own} s is not in the file: {what} takes {length} s");
            self.report.lose(codes::DROPPED.approximated(error, message).in_clip(clip));
        }
    }

    /// Reports the difference between the poses and the motion of a clip.
    fn report_poses(&mut self, clip: &Clip, sampled: &Sampled) {
        let Distance { length, angle } = sampled.error;
        let poses = counted(sampled.moments.len(), "pose");
        let errors = [
            ("positions", Deviation::length(length)),
            ("rotations", Deviation::angle(angle)),
            ("key times", Deviation::time(sampled.late)),
        ];
        let errors = errors.iter().filter(|(_, error)| error.size > 0.0);
        for (what, error) in errors.clone() {
            let message = format!("the motion became {poses}: the largest error of {what} is {error}");
            let loss = codes::SAMPLED.approximated(*error, message).in_clip(clip);
            self.report.lose(if error.unit == Unit::Time { loss.of_key_times() } else { loss });
        }
        if errors.count() == 0 {
            let message = format!("the motion became {poses}, between which it is exact");
            self.report.push(codes::SAMPLED.at(Location::path(&clip.name), message));
        }
        self.report_length(clip, sampled.end, if sampled.repeats { "a cycle" } else { "the sequence" });
        wraps::report(clip, sampled.end, sampled.repeats, self.report);
        if sampled.replaced > 0 {
            let message = format!("not finite, 0 in the file: {}", counted(sampled.replaced, "number"));
            self.report.lose(codes::DROPPED.dropped(message).in_clip(clip));
        }
        let scaled = sampled.scaled.iter().copied().enumerate();
        for (node, distance) in scaled.filter(|(_, distance)| *distance > SINGLE_PRECISION) {
            let message = format!(
                "the scale and shear of the matrices, up to {:.2} from a rotation, are not in the file: states have none",
                Brief(distance)
            );
            self.report.lose(codes::DROPPED.dropped(message).of_node(clip, node));
        }
    }
}

/// The difference of factors from 1, if a program that decomposes matrices may cause it by rounding.
fn unscaled(factors: impl Iterator<Item = f64>) -> Option<f64> {
    let off = factors.map(|factor| (factor - 1.0).abs());
    off.map(|off| (off <= NEARLY_ONE).then_some(off)).try_fold(0.0, |most: f64, off| Some(most.max(off?)))
}

fn nearly_unscaled(off: f64) -> Loss {
    let message = "the scale is nearly 1, and is not in the file: states have none";
    codes::DROPPED.approximated(Deviation::ratio(off), message)
}

/// A name that can be written: without `}`, and with room for a number that makes it unique.
fn writable(name: &str) -> String {
    let mut len = name.len().min(Label::MAX_LEN - 32);
    while !name.is_char_boundary(len) {
        len -= 1;
    }
    name[..len].replace('}', ")")
}

fn error(clip: &Clip, kind: ErrorKind) -> Error {
    Error::new(kind, Location::path(&clip.name))
}
