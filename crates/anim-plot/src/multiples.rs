//! Small multiples: a panel with so many curves that they would hide each other becomes one panel for each curve.

use anim_core::Property;

use crate::Angles;
use crate::panels::{Line, Panel};

/// More curves than this cannot be distinguished in one panel.
const MOST_LINES: usize = 6;

/// More letters than this do not fit above a panel.
const MOST_LETTERS: usize = 36;

/// The panels as drawn: crowded ones are divided, and angles are labelled with their unit. A curve that never changes gets no
/// panel of its own unless `still`; the second value is the number of such curves.
pub(crate) fn drawn(panels: Vec<Panel<'_>>, angles: Angles, still: bool) -> (Vec<Panel<'_>>, usize) {
    let mut left_out = 0;
    let mut all = Vec::new();
    for mut panel in panels {
        if is_angle(panel.property) && angles == Angles::Degrees {
            panel.title = panel.title.replace("(rad)", "(deg)");
        }
        if !is_crowded(&panel) {
            all.push(panel);
            continue;
        }
        for line in &panel.lines {
            if still || line.moves() {
                all.push(single(&panel, line));
            } else {
                left_out += 1;
            }
        }
    }
    (all, left_out)
}

/// The factor for values before they are drawn.
pub(crate) fn factor(property: &Property, angles: Angles) -> f64 {
    if is_angle(property) && angles == Angles::Degrees { 1f64.to_degrees() } else { 1.0 }
}

fn is_angle(property: &Property) -> bool {
    matches!(property, Property::Euler(_) | Property::Angle { .. })
}

/// Whether curves would hide each other, or their names would not fit. Lines of a matrix are distinguished by colour and dash.
fn is_crowded(panel: &Panel<'_>) -> bool {
    let letters: usize = panel.lines.iter().map(|line| line.label.chars().count() + 1).sum();
    let is_matrix = *panel.property == Property::Matrix;
    panel.lines.len() > 1 && !is_matrix && (panel.lines.len() > MOST_LINES || letters > MOST_LETTERS)
}

/// A panel of one curve, named in its title.
fn single<'a>(panel: &Panel<'a>, line: &Line<'a>) -> Panel<'a> {
    let title = format!("{} {}", panel.title, line.label);
    // A single line uses the style of the first one.
    let line = Line { label: String::new(), dash: 0, ..line.clone() };
    Panel { node: panel.node, property: panel.property, title, lines: vec![line] }
}

#[cfg(test)]
mod tests {
    use anim_core::{Channel, Clip, Curve, Ease, Node, Times};

    use super::*;
    use crate::panels::panels;

    /// Weights of `count` morph targets with names of `letters` letters; the first is constant.
    fn clip(count: usize, letters: usize) -> Clip {
        let mut node = Node::new("face");
        node.morphs = (0..count).map(|index| format!("{index:0letters$}")).collect();
        let values = (0..2 * count).map(|index| if index % count == 0 { 0.0 } else { index as f64 });
        let curve =
            Curve::new(Times::keys([0.0, 1.0]).unwrap(), count, values.collect(), Ease::Linear).unwrap();
        let channels = vec![Channel::new(0, Property::Weights { count }, curve).unwrap()];
        Clip::new("").with_nodes(vec![node]).with_channels(channels)
    }

    #[test]
    fn many_curves_and_long_names_become_a_panel_for_each_curve_that_moves() {
        for (count, letters, expected) in [(6, 1, 1), (7, 1, 6), (22, 3, 21), (4, 8, 1), (4, 9, 3)] {
            let clip = clip(count, letters);
            let (drawn, left_out) = drawn(panels(&clip), Angles::Radians, false);
            let case = format!("{count} curves of {letters} letters");
            assert_eq!((drawn.len(), left_out), (expected, usize::from(expected > 1)), "{case}");
        }
    }

    #[test]
    fn each_panel_is_named_after_its_curve() {
        let clip = clip(22, 3);
        let (drawn, left_out) = drawn(panels(&clip), Angles::Radians, true);
        assert_eq!((drawn[21].title.as_str(), drawn.len(), left_out), ("weights 021", 22, 0));
        let line = &drawn[21].lines[0];
        assert_eq!(
            (line.label.as_str(), line.dash),
            ("", 0),
            "which has its name there and looks like the first"
        );
    }

    #[test]
    fn angles_alone_are_multiplied_and_only_for_degrees() {
        let angle = Property::Angle { axis: [0.0, 0.0, 1.0] };
        for (property, angles, expected) in [
            (&angle, Angles::Degrees, 180.0 / std::f64::consts::PI),
            (&angle, Angles::Radians, 1.0),
            (&Property::Rotation, Angles::Degrees, 1.0),
        ] {
            assert_eq!(factor(property, angles), expected, "{property:?} {angles:?}");
        }
    }
}
