//! Clips to document.

mod exact;
mod pose;
mod sampled;

use anim_core::{Beside, Clip, Code, Encode, EulerOrder, Location, Loss, Options, Property, Sink, Transform};

use crate::clips::Names;
use crate::{Behavior, Error, ErrorKind, Label, State, Stt, Vector, codes};
use sampled::Sampled;

/// The most poses of nodes that encoding makes of all clips together: a hundred nodes at ten thousand moments. Of a clip
/// with few keys it makes fewer: some for each key and node.
pub const MAX_POSES: usize = 1 << 20;

impl Encode for Stt {
    /// Each clip as a state of its name. A clip of which every channel stands or is one of the motions that the format
    /// has becomes a `SINGLE` state; any other a keyframe state over `STATIC` poses that lie near enough to each other.
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        _: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Error> {
        let mut encoder = Encoder {
            order: EulerOrder::from_name(options.text("order")).unwrap_or_default(),
            tolerance: options.number("tolerance"),
            names: Names::default(),
            left: MAX_POSES,
            sink,
        };
        // Clips have the first choice of names, before their poses.
        let names: Vec<Label> = clips.iter().map(|clip| encoder.state_name(&clip.name)).collect();
        let mut states = Vec::with_capacity(clips.len());
        for (clip, name) in clips.iter().zip(names) {
            clip.validate().map_err(|invalid| error(clip, ErrorKind::Clip(invalid)))?;
            encoder.clip(clip, name, &mut states)?;
        }
        Ok(Self::new(states))
    }
}

/// What is the same for all clips of a file.
struct Encoder<'s> {
    order: EulerOrder,
    tolerance: f64,
    names: Names,
    /// How many poses of nodes may still be made.
    left: usize,
    sink: &'s mut dyn Sink,
}

impl Encoder<'_> {
    fn clip(&mut self, clip: &Clip, name: Label, states: &mut Vec<State>) -> Result<(), Error> {
        self.report_losses(clip);
        let mut names = Names::default();
        let labels: Vec<Label> =
            clip.nodes.iter().map(|node| self.label(&node.name, &mut names, "node")).collect();
        if let Some(behaviors) = exact::behaviors(clip, self.order) {
            let length = behaviors.iter().map(Behavior::length).fold(0.0, f64::max);
            if (length - clip.duration).abs() > 1e-9 * length.max(1.0) {
                let message = format!("the duration, {} s: the motions take {length} s", clip.duration);
                self.report(&codes::DROPPED, clip, message, Loss::Dropped);
            }
            let nodes = labels.into_iter().zip(behaviors);
            let nodes = nodes.map(|(name, behavior)| crate::Node { name, behavior }).collect();
            let state = State::single(name, nodes);
            states.push(state);
            return Ok(());
        }
        let sampled = Sampled::new(clip, self.order, self.tolerance, &mut self.left);
        let sampled = sampled.map_err(|kind| error(clip, kind))?;
        let message = format!(
            "the motion became {} poses, between which it is off by {:.1e} at most",
            sampled.moments.len(),
            sampled.error
        );
        self.report(&codes::SAMPLED, clip, message, Loss::Approximated(sampled.error));
        if sampled.replaced > 0 {
            let message = format!("{} numbers are not finite, and became 0", sampled.replaced);
            self.report(&codes::DROPPED, clip, message, Loss::Dropped);
        }
        for (node, off) in
            sampled.scaled.iter().copied().enumerate().filter(|(_, off)| *off > SINGLE_PRECISION)
        {
            self.drop_of_node(
                clip,
                node,
                format!("no state has the scale and shear of the matrices, {off:.1e}"),
            );
        }
        let poses: Vec<Label> = (0..sampled.moments.len())
            .map(|index| self.state_name(&format!("{} {index}", clip.name)))
            .collect();
        states.push(State::keyframe(name, sampled.keyframes(&poses)));
        states.extend(sampled.states(&poses, &labels));
        Ok(())
    }

    /// The label of a state; it is not that of another.
    fn state_name(&mut self, name: &str) -> Label {
        let mut names = std::mem::take(&mut self.names);
        let label = self.label(name, &mut names, "state");
        self.names = names;
        label
    }

    /// A name as a label that is not among those taken.
    fn label(&mut self, name: &str, taken: &mut Names, what: &str) -> Label {
        // Room for the number of a name that is taken.
        let mut cut = name.len().min(Label::MAX_LEN - 32);
        while !name.is_char_boundary(cut) {
            cut -= 1;
        }
        let sayable = taken.unique(name[..cut].replace('}', ")"));
        if sayable != name {
            let message = format!("the {what} `{name}` is named `{sayable}`");
            self.sink.report(codes::NAME.at(Location::path(name), message).losing(Loss::Approximated(0.0)));
        }
        Label::new(sayable).unwrap_or_default()
    }

    fn report(&mut self, code: &'static Code, clip: &Clip, message: String, loss: Loss) {
        self.sink.report(code.at(Location::path(&clip.name), message).losing(loss));
    }

    /// Reports what no state can say.
    fn report_losses(&mut self, clip: &Clip) {
        for channel in clip.channels.iter().filter(|channel| !is_said(channel.property())) {
            let message = format!("no state has the channel {}", channel.property().name());
            self.drop_of_node(clip, channel.node(), message);
        }
        for (node, scale) in clip.nodes.iter().map(|node| node.rest.scale).enumerate() {
            if scale != Transform::IDENTITY.scale {
                self.drop_of_node(clip, node, format!("no state has the scale at rest, {scale:?}"));
            }
        }
        let parents = clip.nodes.iter().filter(|node| node.parent.is_some()).count();
        for (count, what) in [(parents, "parents, which the model has"), (clip.events.len(), "events")] {
            if count > 0 {
                self.report(&codes::DROPPED, clip, format!("{what}: {count}"), Loss::Dropped);
            }
        }
    }

    fn drop_of_node(&mut self, clip: &Clip, node: usize, message: String) {
        let at = Location::path(format!("{}/{}", clip.name, clip.nodes[node].name));
        self.sink.report(codes::DROPPED.at(at, message).losing(Loss::Dropped));
    }
}

/// Scales and shears that single precision makes of turned matrices are no loss worth a word.
const SINGLE_PRECISION: f64 = 1e-6;

fn error(clip: &Clip, kind: ErrorKind) -> Error {
    Error::new(kind, Location::path(&clip.name))
}

/// Whether a state can say it, exactly or by poses.
fn is_said(property: &Property) -> bool {
    property.is_rotation()
        || matches!(property, Property::Translation | Property::Displacement | Property::Matrix)
}

/// Angles in degrees: of numbers that give the same radians, the one with six decimals, if there is one.
fn degrees(radians: f64) -> f64 {
    let degrees = radians.to_degrees();
    let round = (degrees * 1e6).round() / 1e6;
    if round.to_radians() == radians { round } else { degrees }
}

/// The vector, or `None` where a number is not finite.
fn vector(numbers: &[f64]) -> Option<Vector> {
    Vector::new(numbers.try_into().ok()?)
}
