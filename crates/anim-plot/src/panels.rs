//! Panels: the curves of one property of one node.

use std::borrow::Cow;
use std::collections::HashMap;

use anim_core::{Clip, Curve, Property};

/// The curves of one property of one node, or of a part of it.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    /// The index of the node.
    pub node: usize,
    /// The property.
    pub property: &'a Property,
    /// The title of the panel: the property, with its part or its unit where necessary.
    pub title: String,
    /// One line for each component that a channel drives, by component.
    pub lines: Vec<Line<'a>>,
}

/// One component.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The name from [`Clip::column`]: the property, or `weight/NAME` for a named morph target.
    pub name: Cow<'a, str>,
    /// Its label: `x`, `r`, the name of a morph target.
    pub label: String,
    /// The index of its colour, of eight.
    pub color: usize,
    /// The index of its dash pattern; 0 is none.
    pub dash: usize,
    /// The curve that drives it.
    pub curve: &'a Curve,
    /// Its component of that curve.
    pub component: usize,
}

impl Panel<'_> {
    /// Whether any line changes its value.
    pub fn moves(&self) -> bool {
        self.lines.iter().any(Line::moves)
    }
}

impl Line<'_> {
    /// Whether it has another value than that of its first key at any time.
    pub fn moves(&self) -> bool {
        !self.curve.is_still_in(self.component)
    }
}

/// The panels of a clip, by node and then in the order in which the file first names their properties. Channels of nodes that do
/// not exist are left out, and so are existence, visibility and parent channels, which are not curves.
///
/// A matrix has two panels: its translation, and the images of the three axes.
pub fn panels(clip: &Clip) -> Vec<Panel<'_>> {
    let mut panels: Vec<Panel<'_>> = Vec::new();
    let mut known: HashMap<(usize, String), usize> = HashMap::new();
    let channels = clip.channels.iter().filter(|channel| !is_state(channel.property()));
    for channel in channels.filter(|channel| channel.node() < clip.nodes.len()) {
        let property = channel.property();
        let curve = channel.curve();
        for component in 0..curve.width() {
            let Look { title, label, color, dash } =
                place(clip, channel.node(), property, channel.component() + component);
            let (name, _) = clip.column(channel, channel.component() + component);
            let index = *known.entry((channel.node(), title.clone())).or_insert_with(|| {
                panels.push(Panel { node: channel.node(), property, title, lines: Vec::new() });
                panels.len() - 1
            });
            panels[index].lines.push(Line { name, label, color, dash, curve, component });
        }
    }
    panels.sort_by_key(|panel| panel.node);
    panels
}

/// The names by which channels of a clip can be selected, possibly repeated: those of their properties, and `weight/NAME` for
/// named morph targets.
pub fn channel_names(clip: &Clip) -> impl Iterator<Item = Cow<'_, str>> {
    clip.channels.iter().flat_map(|channel| {
        let components = channel.component()..channel.component() + channel.curve().width();
        let columns = components.map(|component| clip.column(channel, component).0);
        std::iter::once(Cow::Borrowed(channel.property().name())).chain(columns)
    })
}

/// Whether a property has states, without values in between.
pub(crate) fn is_state(property: &Property) -> bool {
    matches!(property, Property::Visible | Property::Alive | Property::Parent)
}

/// The panel and the style of a component.
struct Look {
    title: String,
    label: String,
    color: usize,
    dash: usize,
}

fn place(clip: &Clip, node: usize, property: &Property, component: usize) -> Look {
    const COLORS: usize = 8;
    let letter = |letters: &str| letters.chars().nth(component).unwrap_or('?').to_string();
    let plain = |title: &str, label: String| Look {
        title: title.to_owned(),
        label,
        color: component % COLORS,
        dash: component / COLORS,
    };
    match property {
        Property::Translation | Property::Displacement | Property::Scale | Property::Rotation => {
            plain(property.name(), letter("xyzw"))
        }
        Property::Euler(order) => plain(&format!("euler {} (rad)", order.name()), letter("xyz")),
        Property::Angle { .. } => plain("angle (rad)", String::new()),
        Property::Color => plain("color", letter("rgb")),
        Property::Matrix => {
            let (row, column) = (component / 4, component % 4);
            let axis = |index: usize| ["x", "y", "z"].get(index).copied().unwrap_or("?");
            if column == 3 {
                Look { color: row, dash: 0, ..plain("matrix, translation", axis(row).to_owned()) }
            } else {
                // The colour shows the axis, the dash the component of its image.
                Look { color: column, dash: row, ..plain("matrix, axes", axis(column).to_owned()) }
            }
        }
        Property::Weights { .. } => {
            let morphs = clip.nodes.get(node).map(|node| &node.morphs);
            let name = morphs.and_then(|morphs| morphs.get(component)).filter(|name| !name.is_empty());
            plain("weights", name.cloned().unwrap_or_else(|| component.to_string()))
        }
        _ if property.width() == 1 => plain(property.name(), String::new()),
        _ => plain(property.name(), component.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Ease, Handles, Node, Times};

    use super::*;

    fn part(node: usize, property: Property, component: usize, width: usize) -> Channel {
        Channel::part(node, property, component, Curve::constant(&vec![0.0; width]).unwrap()).unwrap()
    }

    #[test]
    fn channels_of_one_property_share_a_panel() {
        let channels = vec![
            part(1, Property::Displacement, 0, 3),
            part(0, Property::Translation, 1, 1),
            part(0, Property::Matrix, 2, 2),
            part(0, Property::Translation, 2, 1),
            part(0, Property::Alive, 0, 1),
            part(7, Property::Scale, 0, 3),
        ];
        let clip = Clip::new("").with_nodes(vec![Node::new("a"), Node::new("b")]).with_channels(channels);
        let found = panels(&clip);
        let found: Vec<_> = found
            .iter()
            .map(|panel| {
                let labels: Vec<_> = panel.lines.iter().map(|line| line.label.as_str()).collect();
                (panel.node, panel.title.as_str(), labels)
            })
            .collect();
        let expected = [
            (0, "translation", vec!["y", "z"]),
            (0, "matrix, axes", vec!["z"]),
            (0, "matrix, translation", vec!["x"]),
            (1, "displacement", vec!["x", "y", "z"]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn colours_of_a_matrix_are_axes_and_dashes_are_their_components() {
        let clip = Clip::new("").with_nodes(vec![Node::new("a")]).with_channels(vec![part(
            0,
            Property::Matrix,
            0,
            12,
        )]);
        let looks: Vec<Vec<_>> = panels(&clip)
            .iter()
            .map(|panel| panel.lines.iter().map(|line| (line.label.clone(), line.color, line.dash)).collect())
            .collect();
        let axes = |dash: usize| {
            ["x", "y", "z"].iter().enumerate().map(move |(axis, name)| ((*name).to_owned(), axis, dash))
        };
        let rows: Vec<_> = (0..3).flat_map(axes).collect();
        assert_eq!(looks, [rows, axes(0).collect()]);
    }

    #[test]
    fn a_line_moves_between_equal_keys_where_handles_lead_away() {
        let times = Times::keys([0.0, 1.0]).unwrap();
        let curve = Curve::new(times, 3, vec![0.0; 6], Ease::Bezier).unwrap();
        let mut handles = vec![Handles::default(); 6];
        handles[1].out = [0.3, 2.0];
        let channel = Channel::new(0, Property::Scale, curve.with_handles(handles).unwrap()).unwrap();
        let clip = Clip::new("").with_nodes(vec![Node::new("a")]).with_channels(vec![channel]);
        let moves: Vec<_> = panels(&clip)[0].lines.iter().map(Line::moves).collect();
        assert_eq!(moves, [false, true, false]);
    }
}
