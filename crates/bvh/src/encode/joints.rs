//! The joints of the document, and where their numbers come from.

use std::collections::HashSet;

use anim_core::{Clip, EulerOrder, Location, Loss, Rate, Sink};

use super::angles::{self, Source};
use super::poses::Track;
use super::tree::Tree;
use crate::clips::{ENDS, Unique, of_end};
use crate::{Axis, ChannelKind, EncodeOptions, Joint, Offset, Role, Roots, Text, codes};

/// How far a place may be from the first one, in parts of its size, to count as the same.
const MOVES: f64 = 1e-9;

/// The numbers of one joint.
pub(super) struct Columns<'a> {
    positions: Option<&'a [[f64; 3]]>,
    /// The axes in the order of the channels, and the angles about x, y, z in degrees. A root that is added has none.
    rotations: Option<([usize; 3], Vec<[f64; 3]>)>,
    /// How many zeros come instead.
    zeros: usize,
}

impl Columns<'_> {
    /// Appends the numbers of a frame.
    pub(super) fn write(&self, frame: usize, values: &mut Vec<f64>) {
        if let Some(positions) = self.positions {
            values.extend_from_slice(&positions[frame]);
        }
        if let Some((axes, angles)) = &self.rotations {
            values.extend(axes.map(|axis| angles[frame][axis]));
        }
        values.extend(std::iter::repeat_n(0.0, self.zeros));
    }

    const fn none(zeros: usize) -> Self {
        Self { positions: None, rotations: None, zeros }
    }
}

/// The joints of a clip, depth first, with an entry for each of where its numbers come from.
pub(super) fn plan<'a>(
    clip: &Clip,
    tree: &Tree,
    tracks: &'a [Track],
    rate: Rate,
    options: &EncodeOptions,
    sink: &mut dyn Sink,
) -> (Vec<Joint>, Vec<Columns<'a>>) {
    let sources = Source::all(clip);
    let preferred = options.order.or_else(|| angles::common_order(&sources));
    let ends = Ends::of(clip, tree, tracks);
    let mut names = Unique::new(clip.nodes.iter().map(|node| plain(&node.name)));
    let mut joints: Vec<Joint> = Vec::with_capacity(2 * clip.nodes.len());
    let mut columns = Vec::with_capacity(2 * clip.nodes.len());
    let added = if tree.roots() != 1 && options.roots == Roots::Join || tree.roots() == 0 {
        joints.push(added_root(&mut names, tree.roots(), sink));
        columns.push(Columns::none(6));
        Some(0)
    } else {
        None
    };
    let mut places = vec![0; clip.nodes.len()];
    for &node in &tree.order {
        let track = &tracks[node];
        let parent = tree.parents[node].map_or(added, |parent| Some(places[parent]));
        places[node] = joints.len();
        // The name of an end site that had none says nothing.
        let is_end = ends.nodes.contains(&node);
        let is_made = is_end
            && tree.parents[node]
                .is_some_and(|parent| clip.nodes[node].name == of_end(&clip.nodes[parent].name));
        let name = if is_made { Text::default() } else { name(clip, node, &mut names, sink) };
        if is_end {
            joints.push(Joint { name, parent, offset: track.positions[0], role: Role::End });
            columns.push(Columns::none(0));
            continue;
        }
        let order =
            options.order.unwrap_or_else(|| angles::choose(&sources[node], &track.rotations, preferred));
        let moves = parent.is_none() || moves(&track.positions);
        let offset = match options.offset {
            _ if !moves => track.positions[0],
            Offset::Zero => [0.0; 3],
            Offset::Rest => {
                clip.nodes[node].rest.translation.map(|part| if part.is_finite() { part } else { 0.0 })
            }
        };
        joints.push(Joint { name, parent, offset, role: Role::Joint(channels(moves, order)) });
        columns.push(Columns {
            positions: moves.then_some(&track.positions[..]),
            rotations: Some((order.axes(), angles::degrees(&sources[node], order, &track.rotations, rate))),
            zeros: 0,
        });
        if ends.are_added && tree.children[node] == 0 {
            let tip = Joint {
                name: Text::default(),
                parent: Some(places[node]),
                offset: [0.0; 3],
                role: Role::End,
            };
            joints.push(tip);
            columns.push(Columns::none(0));
        }
    }
    (joints, columns)
}

/// Which nodes are end sites.
struct Ends {
    nodes: HashSet<usize>,
    /// Whether other leaves get end sites of their own.
    are_added: bool,
}

impl Ends {
    /// Those that the clip lists, as far as they still are leaves that rest.
    fn of(clip: &Clip, tree: &Tree, tracks: &[Track]) -> Self {
        let Some(list) = clip.metadata(ENDS) else { return Self { nodes: HashSet::new(), are_added: true } };
        let mut nodes: HashSet<usize> =
            list.split_whitespace().filter_map(|index| index.parse().ok()).collect();
        let turns = |track: &Track| {
            let identity = anim_core::quaternion::IDENTITY;
            track.rotations.iter().any(|&turn| anim_core::quaternion::angle_between(turn, identity) > MOVES)
        };
        nodes.retain(|&node| {
            let is_leaf = tree.children.get(node) == Some(&0) && tree.parents[node].is_some();
            is_leaf && !moves(&tracks[node].positions) && !turns(&tracks[node])
        });
        Self { nodes, are_added: false }
    }
}

fn moves(positions: &[[f64; 3]]) -> bool {
    let size = positions.iter().flatten().fold(0.0, |most: f64, part| most.max(part.abs()));
    let first = positions.first().copied().unwrap_or_default();
    positions.iter().any(|position| (0..3).any(|i| (position[i] - first[i]).abs() > MOVES * size))
}

fn channels(moves: bool, order: EulerOrder) -> Vec<ChannelKind> {
    let axis = |index: usize| [Axis::X, Axis::Y, Axis::Z][index];
    let positions = [0, 1, 2].map(|index| ChannelKind::Position(axis(index)));
    let rotations = order.axes().map(|index| ChannelKind::Rotation(axis(index)));
    positions.into_iter().filter(|_| moves).chain(rotations).collect()
}

fn added_root(names: &mut Unique, roots: usize, sink: &mut dyn Sink) -> Joint {
    let name = names.made("root");
    let message = match roots {
        0 => format!("there is no node: the root `{name}` is added"),
        _ => format!("{roots} roots hang on `{name}`, which is added"),
    };
    sink.report(codes::JOINED.at(Location::path("hierarchy"), message));
    Joint {
        name: name.as_str().into(),
        parent: None,
        offset: [0.0; 3],
        role: Role::Joint(channels(true, EulerOrder::Zxy)),
    }
}

/// The name of a joint: without blanks, unlike all others.
fn name(clip: &Clip, node: usize, names: &mut Unique, sink: &mut dyn Sink) -> Text {
    let given = &clip.nodes[node].name;
    let plain = plain(given);
    let name = if plain.is_empty() { names.made("joint") } else { names.given(&plain) };
    if name != *given {
        let message = format!(
            "the node {} is called `{}`",
            Text::from(given.as_str()).quoted(),
            Text::from(name.as_str())
        );
        let renamed = codes::RENAMED.at(Location::path(format!("node[{node}]")), message);
        sink.report(renamed.losing(Loss::Dropped));
    }
    name.as_str().into()
}

/// A name with `_` for whatever ends a name in some reader.
fn plain(name: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '{' | '}');
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}
