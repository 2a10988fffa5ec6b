//! The data of the page, as its scripts read it (`script/data.js`).

use serde::Serialize;

use crate::columns::Place;
use crate::graph::GraphData;
use crate::scene::SceneData;

/// All data except the blocks of columns.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    pub(crate) title: String,
    pub(crate) up: &'static str,
    pub(crate) rigs: Vec<RigData>,
    /// The names of the files.
    pub(crate) files: Vec<String>,
    pub(crate) clips: Vec<ClipData>,
    pub(crate) scenes: Vec<SceneData>,
    pub(crate) compare: Option<CompareData>,
    pub(crate) graph: Option<GraphData>,
}

/// The clip with which the first one is compared.
#[derive(Debug, Serialize)]
pub(crate) struct CompareData {
    pub(crate) clip: usize,
    pub(crate) beside: bool,
}

/// The part that clips share: the nodes, the targets of channels, and the panels of curves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct RigData {
    pub(crate) nodes: Vec<NodeData>,
    /// Single precision: the rest pose of each node as a translation, a quaternion and a scale.
    pub(crate) rest: Place,
    pub(crate) targets: Vec<TargetData>,
    pub(crate) panels: Vec<PanelData>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct NodeData {
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) morphs: Vec<String>,
}

/// What a channel drives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct TargetData {
    pub(crate) node: usize,
    pub(crate) property: String,
    /// The first component, and the number of components from there.
    pub(crate) first: usize,
    pub(crate) width: usize,
    /// The order of Euler angles, such as `xyz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) order: Option<&'static str>,
    /// Single precision: the axis of an angle, or the Euler angles at rest, of which the channel drives a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) vector: Option<Place>,
}

/// The curves of one property of one node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct PanelData {
    pub(crate) node: usize,
    pub(crate) title: String,
    /// Whether the values are angles, in radians.
    pub(crate) angle: bool,
    pub(crate) lines: Vec<LineData>,
}

/// One component: its label, colour, dash, the channel that drives it, and the component of that.
pub(crate) type LineData = (String, usize, usize, usize, usize);

/// A clip.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipData {
    pub(crate) name: String,
    pub(crate) duration: f64,
    /// A number of frames and their duration in seconds; `null` without a rate.
    pub(crate) rate: Option<[f64; 2]>,
    /// The number of frames at that rate, or at 60 per second.
    pub(crate) frames: u64,
    /// The frame number that the file gives to time 0.
    pub(crate) first_frame: f64,
    /// The axis up, and the length unit in metres, if the clip states them.
    pub(crate) up: Option<&'static str>,
    pub(crate) unit: Option<f64>,
    /// The index of its file.
    pub(crate) file: usize,
    /// The index of the scene of its file.
    pub(crate) scene: Option<usize>,
    /// The index of its rig.
    pub(crate) rig: usize,
    pub(crate) events: Vec<EventData>,
    /// The active nodes of the graph: node, from, to, sorted by start.
    pub(crate) active: Vec<(usize, f64, f64)>,
}

/// The motion of a clip, which the page reads when the clip is selected.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Motion {
    pub(crate) clocks: Vec<ClockData>,
    /// For each target of the rig.
    pub(crate) tracks: Vec<TrackData>,
}

/// Times in seconds that curves share, ascending.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum ClockData {
    /// Frames: the first one, the rate as a number of frames and their duration in seconds, and the count.
    Uniform(f64, f64, f64, usize),
    /// Double precision: the place of the times, and the count.
    Keys(Place, usize),
}

/// A curve: its clock; 0 for steps, 1 for straight lines, 2 for arcs; the place of its values, in single precision, key by key;
/// and the clock of the file's own keys if they differ.
pub(crate) type TrackData = (usize, u8, Place, Option<usize>);

/// An event.
#[derive(Debug, Serialize)]
pub(crate) struct EventData {
    pub(crate) time: f64,
    pub(crate) name: String,
    pub(crate) node: Option<usize>,
}
