//! The values of a clip's channels at any time, computed from the document.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use anim_core::{Affine, Clip, Evaluator, Pose, Property};

use crate::clips::resolved;
use crate::machine::Machine;
use crate::names::clip_names;
use crate::showing::Scratch;
use crate::{ClipOptions, Label, NodePose, Stt};

/// Computes the values of a state at any time, without the curves of its clip.
///
/// A clip's curves approximate motion that a sequence cuts or morphs; an evaluation does not. It has the exact value at every
/// time, also before 0 and after the cycle.
///
/// ```
/// use anim_stt::{ClipOptions, Stt};
///
/// // A sine that blends into a pose for one second: no cubic curve represents it exactly.
/// let stt = Stt::parse(b"#MINDRENDER 1.1 3
///     {both} KEYFRAME 2 5 {a} 0 1 0 1 0 {a} 0 0 0 0 0 {b}
///     {a} SINGLE 1 {n} DYNAMIC 0 0 0 2 0 0 2 0 7  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
///     {b} SINGLE 1 {n} STATIC 6 0 0 0 0 0 0 0 0")?;
/// let options = ClipOptions::default();
/// let clip = &stt.clips()[0];
/// let mut evaluation = stt.evaluation(&options, clip).ok_or("not a clip of this document")?;
/// let mut value = [0.0; 3];
/// evaluation.sample(0, 0.5, &mut value);
/// // Half of 1, halfway up the sine, and half of 6.
/// assert!((value[0] - 3.5).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Evaluation<'a> {
    machine: Arc<Machine<&'a Stt>>,
    state: usize,
    /// Whether the state is a sequence, which shows its first pose before time 0.
    begins: bool,
    /// For each node of the clip, its index among the nodes of the file.
    nodes: Vec<usize>,
    channels: Vec<Vector>,
    scratch: Scratch,
    /// The time of the pose that is computed.
    time: Option<f64>,
}

/// One of the three vectors of a node of the file.
#[derive(Clone, Copy, Debug)]
struct Vector {
    node: usize,
    slot: Slot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Displacement,
    Translation,
    Orientation,
}

/// The data shared by all evaluations of a document.
pub(crate) struct Evaluations<'a> {
    machine: Arc<Machine<&'a Stt>>,
    /// The states by the names of their clips.
    states: HashMap<Cow<'a, str>, usize>,
    /// The nodes of the file by their names; `None` if two have the same spelling.
    nodes: Option<HashMap<String, usize>>,
}

impl Stt {
    /// The evaluation of a clip that this document gives with these options; `None` if it has no clip with this name, these
    /// nodes and these channels, or if two nodes of the file have the same spelling.
    pub fn evaluation(&self, options: &ClipOptions, clip: &Clip) -> Option<Evaluation<'_>> {
        Evaluations::new(self, options).of(clip)
    }
}

/// The nodes of a file by their names; `None` if two have the same spelling, and clips of the file have no evaluation.
pub(crate) fn nodes_by_name(machine: &Machine<&Stt>) -> Option<HashMap<String, usize>> {
    let nodes: HashMap<String, usize> = machine.nodes.iter().map(Label::to_string).zip(0..).collect();
    Some(nodes).filter(|nodes| nodes.len() == machine.nodes.len())
}

impl<'a> Evaluations<'a> {
    pub(crate) fn new(stt: &'a Stt, options: &ClipOptions) -> Self {
        let machine = Machine::new(stt, *options);
        let states = clip_names(stt).into_iter().zip(0..).collect();
        let nodes = nodes_by_name(&machine);
        Self { machine: Arc::new(machine), states, nodes }
    }

    /// [`Stt::evaluation`].
    pub(crate) fn of(&self, clip: &Clip) -> Option<Evaluation<'a>> {
        let state = *self.states.get(clip.name.as_str())?;
        let known = self.nodes.as_ref()?;
        let nodes: Option<Vec<usize>> =
            clip.nodes.iter().map(|node| known.get(&node.name).copied()).collect();
        let nodes = nodes?;
        let vector = |channel: &anim_core::Channel| {
            let slot = match channel.property() {
                Property::Displacement => Slot::Displacement,
                Property::Translation => Slot::Translation,
                Property::Euler(order) if *order == self.machine.options.order => Slot::Orientation,
                _ => return None,
            };
            let node = *nodes.get(channel.node())?;
            (channel.curve().width() == 3).then_some(Vector { node, slot })
        };
        let channels: Option<Vec<Vector>> = clip.channels.iter().map(vector).collect();
        let begins = resolved(&self.machine, state).is_some_and(|shown| !self.machine.is_single(shown));
        Some(Evaluation {
            begins,
            channels: channels?,
            machine: Arc::clone(&self.machine),
            state,
            nodes,
            scratch: Scratch::default(),
            time: None,
        })
    }
}

impl Evaluation<'_> {
    /// The number of channels, which is that of the clip.
    pub fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// The value of a channel of the clip, by its index, at a time in seconds: three lengths, or three angles in radians. A
    /// vector that nothing drives is at rest, at 0.
    ///
    /// All channels at one time cost one computation. Panics if there is no such channel, or if `out` has fewer than three
    /// elements.
    pub fn sample(&mut self, channel: usize, time: f64, out: &mut [f64]) {
        let Vector { node, slot } = self.channels[channel];
        let pose = self.at(time)[node];
        let value = match slot {
            Slot::Displacement => pose.displacement.unwrap_or_default(),
            Slot::Translation => pose.translation.unwrap_or_default(),
            Slot::Orientation => pose.orientation.unwrap_or_default().map(f64::to_radians),
        };
        out[..3].copy_from_slice(&value);
    }

    /// Writes the pose of the clip's nodes at a time in seconds into `pose`, whose memory is reused.
    pub fn pose(&mut self, time: f64, pose: &mut Pose) {
        let order = self.machine.options.order;
        self.at(time);
        let poses = &self.scratch.pose;
        let place = |node: &usize| -> Affine { poses[*node].to_affine(order) };
        pose.local.clear();
        pose.local.extend(self.nodes.iter().map(place));
        pose.world.clone_from(&pose.local);
        pose.parent.clear();
        pose.parent.resize(self.nodes.len(), None);
        pose.alive.clear();
        pose.alive.resize(self.nodes.len(), true);
    }

    fn at(&mut self, time: f64) -> &[NodePose] {
        let time = if self.begins { time.max(0.0) } else { time };
        if self.time != Some(time) {
            self.machine.pose(self.state, 0.0, time, &mut self.scratch);
            self.time = Some(time);
        }
        &self.scratch.pose
    }
}

impl Evaluator for Evaluation<'_> {
    /// Whether the channel needs evaluation: the curves of a `SINGLE` state are exact.
    fn has(&self, channel: usize) -> bool {
        self.begins && channel < self.channels.len()
    }

    fn sample(&mut self, channel: usize, time: f64, out: &mut [f64]) {
        self.sample(channel, time, out);
    }
}
