//! The part that clips share: their nodes, the targets of their channels, and the panels of their curves.

use std::collections::HashMap;

use anim_core::{Channel, Clip, Curve, Node, Property, quaternion};
use anim_plot::{Line, Panel, panels};

use crate::columns::{Columns, Place};
use crate::data::{LineData, NodeData, PanelData, RigData, TargetData};

/// The rigs of clips; clips with the same nodes and channels share one.
#[derive(Debug, Default)]
pub(crate) struct Rigs {
    all: Vec<RigData>,
    known: HashMap<RigData, usize>,
}

impl Rigs {
    /// The index of the rig of a clip.
    pub(crate) fn of(&mut self, clip: &Clip, columns: &mut Columns) -> usize {
        let rig = rig(clip, columns);
        *self.known.entry(rig).or_insert_with_key(|rig| {
            self.all.push(rig.clone());
            self.all.len() - 1
        })
    }

    pub(crate) fn into_data(self) -> Vec<RigData> {
        self.all
    }
}

fn rig(clip: &Clip, columns: &mut Columns) -> RigData {
    let node =
        |node: &Node| NodeData { name: node.name.clone(), parent: node.parent, morphs: node.morphs.clone() };
    let rest = clip.nodes.iter().flat_map(|node| {
        let rest = node.rest;
        rest.translation.into_iter().chain(rest.rotation).chain(rest.scale)
    });
    RigData {
        nodes: clip.nodes.iter().map(node).collect(),
        rest: columns.singles(rest),
        targets: clip.channels.iter().map(|channel| target(clip, channel, columns)).collect(),
        panels: panel_data(clip),
    }
}

fn target(clip: &Clip, channel: &Channel, columns: &mut Columns) -> TargetData {
    let (order, vector): (_, Option<Place>) = match channel.property() {
        Property::Angle { axis } => (None, Some(columns.singles(*axis))),
        Property::Euler(order) => {
            let rest = clip.nodes.get(channel.node()).map(|node| node.rest.rotation).unwrap_or_default();
            let angles = order.from_matrix(quaternion::to_matrix(rest));
            (Some(order.name()), Some(columns.singles(angles)))
        }
        _ => (None, None),
    };
    TargetData {
        node: channel.node(),
        // The page moves nodes only by its own properties.
        property: match channel.property() {
            Property::Named { name, .. } => format!("own/{name}"),
            known => known.name().to_owned(),
        },
        first: channel.component(),
        width: channel.curve().width(),
        order,
        vector,
    }
}

fn panel_data(clip: &Clip) -> Vec<PanelData> {
    let address = |curve: &Curve| std::ptr::from_ref(curve);
    let indices: HashMap<*const Curve, usize> =
        clip.channels.iter().enumerate().map(|(index, channel)| (address(channel.curve()), index)).collect();
    let line = |line: &Line<'_>| -> Option<LineData> {
        let channel = *indices.get(&address(line.curve))?;
        Some((line.label.clone(), line.color, line.dash, channel, line.component))
    };
    let panel = |panel: Panel<'_>| PanelData {
        node: panel.node,
        angle: matches!(panel.property, Property::Euler(_) | Property::Angle { .. }),
        lines: panel.lines.iter().filter_map(line).collect(),
        title: panel.title,
    };
    panels(clip).into_iter().map(panel).collect()
}

#[cfg(test)]
mod tests {
    use anim_core::EulerOrder;

    use super::*;

    fn clip(property: Property) -> Clip {
        let curve = Curve::constant(&vec![0.0; property.width()]).unwrap();
        let channels = vec![Channel::new(0, property, curve).unwrap()];
        Clip::new("").with_nodes(vec![Node::new("a")]).with_channels(channels)
    }

    #[test]
    fn clips_with_the_same_channels_share_a_rig() {
        let (mut rigs, mut columns) = (Rigs::default(), Columns::default());
        let properties = [Property::Scale, Property::Scale, Property::Translation];
        assert_eq!(properties.map(|property| rigs.of(&clip(property), &mut columns)), [0, 0, 1]);
    }

    #[test]
    fn a_line_knows_its_channel_and_whether_it_is_an_angle() {
        let rig = rig(&clip(Property::Euler(EulerOrder::Zxy)), &mut Columns::default());
        assert_eq!((rig.targets[0].order, rig.panels[0].angle), (Some("zxy"), true));
        assert_eq!(rig.panels[0].lines[2], ("z".into(), 2, 0, 0, 2));
    }

    #[test]
    fn a_property_of_a_format_cannot_be_taken_for_one_of_ours() {
        let rig = rig(&clip(Property::named("translation", 3)), &mut Columns::default());
        assert_eq!(rig.targets[0].property, "own/translation");
    }
}
