//! What the page knows, as its scripts read it (`script/data.js`).

use serde::Serialize;

use crate::columns::Place;
use crate::graph::GraphData;
use crate::scene::SceneData;

/// All of it, but for the blocks of columns.
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

/// Which clip the first one is compared with.
#[derive(Debug, Serialize)]
pub(crate) struct CompareData {
    pub(crate) clip: usize,
    pub(crate) beside: bool,
}

/// What clips share: the nodes, what channels drive, and how curves are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub(crate) struct RigData {
    pub(crate) nodes: Vec<NodeData>,
    /// Single precision: the rest pose of each node, a translation, a quaternion and a scale.
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
    /// The first component, and how many follow from there.
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
    /// Frames, and the seconds that they take; `null` without a rate.
    pub(crate) rate: Option<[f64; 2]>,
    /// How many frames of that rate it has, or of 60 a second.
    pub(crate) frames: u64,
    /// The file's own number of the frame at time 0.
    pub(crate) first_frame: f64,
    /// Which way is up, and how many metres its unit has, as far as the clip states them.
    pub(crate) up: Option<&'static str>,
    pub(crate) unit: Option<f64>,
    /// The index of its file.
    pub(crate) file: usize,
    /// The index of the scene of its file.
    pub(crate) scene: Option<usize>,
    /// The index of its rig.
    pub(crate) rig: usize,
    pub(crate) events: Vec<EventData>,
    /// Which nodes of the graph are active when: node, from, to, by the time they start.
    pub(crate) active: Vec<(usize, f64, f64)>,
}

/// How a clip moves, which the page reads when the clip is chosen.
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
    /// Frames: the first, how many of them in how many seconds, and how many there are.
    Uniform(f64, f64, f64, usize),
    /// Double precision: where they are, and how many.
    Keys(Place, usize),
}

/// A curve: its clock; 0 for steps, 1 for straight lines, 2 for arcs; where its values are, in single precision, key by key;
/// and the clock of the file's own keys if it has other ones.
pub(crate) type TrackData = (usize, u8, Place, Option<usize>);

/// Something that happens at a moment.
#[derive(Debug, Serialize)]
pub(crate) struct EventData {
    pub(crate) time: f64,
    pub(crate) name: String,
    pub(crate) node: Option<usize>,
}
