//! Data that glTF cannot represent, as JSON in the member `anim` of `extras`. The encoder writes it and the reader reads it.
//!
//! The README documents the members.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod channel;
mod event;
mod exact;
mod names;
mod number;
mod numbers;
mod space;

use std::collections::BTreeMap;

use anim_core::{Channel, Times};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::digest::Digest;
use crate::{Json, Path};
pub(crate) use channel::{ChannelExtras, MAX_WIDTH, WrapExtras};
pub(crate) use event::EventExtras;
pub(crate) use exact::ExactExtras;
use numbers::Numbers;
pub(crate) use space::SpaceExtras;

/// The one member of `extras` that this project uses.
pub(crate) const KEY: &str = "anim";

/// The data of a clip in the extras of an animation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ClipExtras {
    /// The index among the file's clips, for a clip that is not an animation, because nothing in it moves that glTF can
    /// represent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duration: Option<f64>,
    /// Frames and seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rate: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_frame: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) space: Option<SpaceExtras>,
    /// The clip's nodes in the file, if they are not all nodes of the file: the first node and the length of each run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<Vec<usize>>,
    /// The nodes that the other members refer to, with their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<(usize, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) events: Vec<EventExtras>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) metadata: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) wraps: Vec<WrapExtras>,
    /// Key times that the channels refer to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) times: Vec<Numbers>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) channels: Vec<ChannelExtras>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) exact: Vec<ExactExtras>,
}

impl ClipExtras {
    /// The data of a clip in an object's extras; `None` if there are none, an error as text if they are malformed.
    pub(crate) fn read(extras: Option<&Json>) -> Option<Result<Self, String>> {
        let value = extras?.value().get(KEY)?;
        Some(Self::deserialize(value).map_err(|error| error.to_string()))
    }

    /// The extras of an animation; `None` if there is nothing to store.
    pub(crate) fn write(self) -> Option<Json> {
        (self != Self::default()).then(|| Json::own(Own { anim: Stored::Clip(Box::new(self)) }))
    }

    /// Adds a channel. `last` has the times of the channel before, so that equal times are stored once.
    pub(crate) fn push<'a>(&mut self, channel: &'a Channel, overridden: bool, last: &mut Option<&'a Times>) {
        let times = channel.curve().times();
        if *last != Some(times) {
            self.times.push(times.iter().collect());
            *last = Some(times);
        }
        self.channels.push(ChannelExtras::new(channel, self.times.len().saturating_sub(1), overridden));
    }

    /// Adds channels of a node that became animation channels: [`ClipExtras::name_instead`] has to state which.
    pub(crate) fn keep_exact(&mut self, node: usize, channels: &[&Channel]) {
        let mut kept = Vec::new();
        for channel in channels {
            let times: Numbers = channel.curve().times().iter().collect();
            let known = self.times.iter().rposition(|other| *other == times).unwrap_or_else(|| {
                self.times.push(times);
                self.times.len().saturating_sub(1)
            });
            kept.push(ChannelExtras::new(channel, known, false));
        }
        self.exact.push(ExactExtras { node, instead: BTreeMap::new(), channels: kept });
    }

    /// States the path and the digest of an animation channel made from exact channels.
    pub(crate) fn name_instead(&mut self, exact: usize, path: &Path, digest: Digest) {
        if let Some(exact) = self.exact.get_mut(exact) {
            exact.instead.insert(path.as_str().to_owned(), digest.to_string());
        }
    }
}

/// Extras as the encoder made them.
#[derive(Debug, Serialize)]
pub(crate) struct Own {
    anim: Stored,
}

/// The member of this project.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Stored {
    Clip(Box<ClipExtras>),
    Clips { clips: Vec<ClipExtras> },
}

/// The extras of a file, for clips that are not animations.
pub(crate) fn of_still_clips(clips: Vec<ClipExtras>) -> Json {
    Json::own(Own { anim: Stored::Clips { clips } })
}

/// Extras with this value in the member of this project.
pub(crate) fn wrapped(value: Value) -> Option<Json> {
    // The macro `json` would copy the value.
    Json::new(Value::Object([(KEY.to_owned(), value)].into_iter().collect()))
}

/// The clips in a file's extras that are not animations: `None` if there are none, an error as text if they are malformed.
pub(crate) fn still_clips(extras: Option<&Json>) -> Option<Result<Vec<ClipExtras>, String>> {
    let value = extras?.value().get(KEY)?.get("clips")?;
    Some(Vec::<ClipExtras>::deserialize(value).map_err(|error| error.to_string()))
}

/// The extras of an object that only makes nodes visible, or only holds morph targets for weights.
pub(crate) fn marker() -> Option<Json> {
    wrapped(json!({ "marker": true }))
}

/// Whether an object only makes nodes visible, or only holds morph targets for weights.
pub(crate) fn is_marker(extras: Option<&Json>) -> bool {
    states(extras, "marker")
}

/// The number of named morph targets of a mesh, if not all have names.
pub(crate) fn named(extras: Option<&Json>) -> Option<usize> {
    usize::try_from(extras?.value().get(KEY)?.get("named")?.as_u64()?).ok()
}

/// The extras of an additional root.
pub(crate) fn root() -> Option<Json> {
    wrapped(json!({ "root": true }))
}

/// Whether a node is not a node of a clip: it makes others visible, or is an additional root.
pub(crate) fn is_helper(extras: Option<&Json>) -> bool {
    is_marker(extras) || states(extras, "root")
}

/// The extras of a node of a clip: the human bone that it is, and its id.
pub(crate) fn of_node(bone: Option<&str>, id: Option<&str>) -> Option<Json> {
    let members = [("bone", bone), ("id", id)];
    let members: Map<_, _> =
        members.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.into()))).collect();
    if members.is_empty() { None } else { wrapped(Value::Object(members)) }
}

/// The human bone that a node is.
pub(crate) fn bone(extras: Option<&Json>) -> Option<String> {
    text(extras, "bone")
}

/// The id of a node.
pub(crate) fn id(extras: Option<&Json>) -> Option<String> {
    text(extras, "id")
}

fn text(extras: Option<&Json>, key: &str) -> Option<String> {
    Some(extras?.value().get(KEY)?.get(key)?.as_str()?.to_owned())
}

fn states(extras: Option<&Json>, what: &str) -> bool {
    let stated = extras.and_then(|extras| extras.value().get(KEY)?.get(what)?.as_bool());
    stated == Some(true)
}
