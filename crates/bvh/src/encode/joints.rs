//! The joints of the document and the sources of their values.

use std::collections::HashSet;

use anim_core::{Clip, EulerOrder, Location, Rate, Report, UniqueNames};

use super::angles::{self, Source};
use super::poses::Track;
use super::tree::Tree;
use crate::clips::{self, ENDS, unique};
use crate::{Axis, ChannelKind, EncodeOptions, Joint, Offset, Role, Text, codes};

/// The largest difference between two positions, relative to their size, or between two rotations in radians, that does not
/// count as motion.
const MOVES: f64 = 1e-9;

/// The sources of the values of one joint.
pub(super) struct Columns<'a> {
    positions: Option<&'a [[f64; 3]]>,
    /// The axes in the order of the channels, and the angles about x, y, z in degrees. An added root has none.
    rotations: Option<([usize; 3], Vec<[f64; 3]>)>,
    /// The number of zeros that an added root has instead.
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

/// The joints of a document and the sources of their values.
pub(super) struct Plan<'a> {
    pub(super) joints: Vec<Joint>,
    pub(super) columns: Vec<Columns<'a>>,
    /// The index of the joint of each node.
    pub(super) places: Vec<usize>,
}

/// The joints of a clip in depth-first order, each with the sources of its values.
pub(super) fn plan<'a>(
    clip: &Clip,
    tree: &Tree,
    tracks: &'a [Track],
    rate: Rate,
    options: &EncodeOptions,
    report: &mut Report,
) -> Plan<'a> {
    let sources = Source::all(clip);
    let preferred = options.order.or_else(|| angles::common_order(&sources));
    let ends = Ends::of(clip, tree, tracks);
    let named = clip.nodes.iter().enumerate().filter(|(node, _)| !ends.nodes.contains(node));
    let mut names = unique(named.map(|(_, node)| plain(&node.name).into()));
    let mut joints: Vec<Joint> = Vec::with_capacity(2 * clip.nodes.len());
    let mut columns = Vec::with_capacity(2 * clip.nodes.len());
    let added = if tree.has_added_root(options.roots) {
        joints.push(added_root(&mut names, tree.roots(), report));
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
        if ends.nodes.contains(&node) {
            joints.push(end_site(parent, track.positions[0]));
            columns.push(Columns::none(0));
            continue;
        }
        let name = name(&clip.nodes[node].name, &mut names);
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
            joints.push(end_site(Some(places[node]), [0.0; 3]));
            columns.push(Columns::none(0));
        }
    }
    report_names(clip, &joints, &places, report);
    Plan { joints, columns, places }
}

/// The nodes that are end sites.
struct Ends {
    nodes: HashSet<usize>,
    /// Whether other leaves get added end sites.
    are_added: bool,
}

impl Ends {
    /// The leaves that do not move and have no channel that moves them. If the clip lists its end sites, only those in the list
    /// are end sites, and no others are added. A list that does not fit the nodes is ignored.
    fn of(clip: &Clip, tree: &Tree, tracks: &[Track]) -> Self {
        let mut is_driven = vec![false; clip.nodes.len()];
        for channel in clip.channels.iter().filter(|channel| channel.property().moves_nodes()) {
            is_driven[channel.node()] = true;
        }
        let turns = |track: &Track| {
            let identity = anim_core::quaternion::IDENTITY;
            track.rotations.iter().any(|&turn| anim_core::quaternion::angle_between(turn, identity) > MOVES)
        };
        let is_tip = |node: usize| {
            let is_leaf = tree.children.get(node) == Some(&0) && tree.parents[node].is_some();
            is_leaf && !is_driven[node] && !moves(&tracks[node].positions) && !turns(&tracks[node])
        };
        let list = clip.metadata(ENDS).map(|list| {
            list.split_whitespace().map(|index| index.parse().ok().filter(|&node| is_tip(node))).collect()
        });
        match list {
            Some(Some(nodes)) => Self { nodes, are_added: false },
            _ => {
                Self { nodes: (0..clip.nodes.len()).filter(|&node| is_tip(node)).collect(), are_added: true }
            }
        }
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

fn added_root(names: &mut UniqueNames<'_>, roots: usize, report: &mut Report) -> Joint {
    let name = names.invent("root");
    let message = match roots {
        0 => format!("there are no nodes, so the root `{name}` is added"),
        _ => format!("the root `{name}` is added above {roots} roots"),
    };
    report.push(codes::JOINED.at(Location::path("hierarchy"), message));
    Joint {
        name: (*name).into(),
        parent: None,
        offset: [0.0; 3],
        role: Role::Joint(channels(true, EulerOrder::Zxy)),
    }
}

/// An end site without a name: some readers reject end sites with names.
fn end_site(parent: Option<usize>, offset: [f64; 3]) -> Joint {
    Joint { name: Text::default(), parent, offset, role: Role::End }
}

/// The unique name of a joint, made from the name of its node.
fn name(given: &str, names: &mut UniqueNames<'_>) -> Text {
    let plain = plain(given);
    let name = if plain.is_empty() { names.invent("joint") } else { names.take(plain) };
    (*name).into()
}

/// A name in which `_` replaces each character that ends a name in some reader, or has a special meaning: three.js treats
/// `[].:/` as parts of the path to a property.
fn plain(name: &str) -> String {
    let is_reserved = |c: char| c.is_whitespace() || c.is_control() || "{}[].:/".contains(c);
    name.chars().map(|c| if is_reserved(c) { '_' } else { c }).collect()
}

/// Reports the nodes whose joints are read with another name.
fn report_names(clip: &Clip, joints: &[Joint], places: &[usize], report: &mut Report) {
    let names = clips::names(joints);
    for (node, &place) in places.iter().enumerate() {
        let name = &names[place];
        if *name != clip.nodes[node].name {
            let message = match joints[place].role {
                Role::Joint(_) => "the joint has another name in the file",
                Role::End => "end sites have no names in the file, and are read with those of their parents",
            };
            report.lose(codes::RENAMED.dropped(message).of_node(clip, node).renamed(name));
        }
    }
}
