//! Nodes that exist while their parents do not.

use crate::{Clip, Code, Curve, Property, Report};

/// Reports the nodes that exist at some time within the clip while their parent does not, for an encoder whose files keep them below
/// the parent all the time. In a pose, such a node has no parent meanwhile.
///
/// Nodes with a parent channel are left out. `format` is the name of the format, `code` the code of the losses.
pub fn report_missing_parents(clip: &Clip, format: &str, code: &'static Code, report: &mut Report) {
    let mut lives: Vec<Option<&Curve>> = vec![None; clip.nodes.len()];
    let mut is_free = vec![false; clip.nodes.len()];
    for channel in clip.channels.iter().filter(|channel| channel.node() < clip.nodes.len()) {
        match channel.property() {
            Property::Alive => lives[channel.node()] = Some(channel.curve()),
            Property::Parent => is_free[channel.node()] = true,
            _ => {}
        }
    }
    let gone: Vec<Vec<[f64; 2]>> =
        lives.iter().map(|life| life.map_or_else(Vec::new, |life| spans(life, false))).collect();
    for (index, node) in clip.nodes.iter().enumerate().filter(|(index, _)| !is_free[*index]) {
        let Some(parent) =
            node.parent.filter(|parent| gone.get(*parent).is_some_and(|gone| !gone.is_empty()))
        else {
            continue;
        };
        let here =
            lives[index].map_or_else(|| vec![[f64::NEG_INFINITY, f64::INFINITY]], |life| spans(life, true));
        if let Some(time) = here.iter().find_map(|span| first_within(*span, &gone[parent], clip.duration)) {
            let message = format!(
                "while its parent `{}` does not exist, the node has none; {format} keeps it below that parent",
                clip.nodes[parent].name
            );
            report.lose(code.dropped(message).of_node(clip, index).at_time(time));
        }
    }
}

/// The spans of time in which a curve of steps is not 0, or is 0, ascending.
fn spans(life: &Curve, exists: bool) -> Vec<[f64; 2]> {
    let mut spans: Vec<[f64; 2]> = Vec::new();
    let mut is_open = false;
    for (key, time) in life.times().iter().enumerate() {
        let counts = (life.value(key)[0] != 0.0) == exists;
        if counts && !is_open {
            spans.push([if key == 0 { f64::NEG_INFINITY } else { time }, f64::INFINITY]);
        } else if !counts && let Some([_, end]) = spans.last_mut().filter(|_| is_open) {
            *end = time;
        }
        is_open = counts;
    }
    spans
}

/// The first time of a span that lies in one of the others, between 0 and the end of a clip of `seconds`.
fn first_within([from, to]: [f64; 2], others: &[[f64; 2]], seconds: f64) -> Option<f64> {
    let from = from.max(0.0);
    let other = others.get(others.partition_point(|[_, end]| *end <= from))?;
    let time = from.max(other[0]);
    (time < to && (time < seconds || time == 0.0)).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Channel, Ease, Node, Times};

    static LOST: Code = Code::warning("toy::parents", "");

    /// The time reported for a node below another one, with these keys of their existence.
    fn reported(parent: &[(f64, f64)], child: &[(f64, f64)]) -> Option<f64> {
        let channel = |node: usize, keys: &[(f64, f64)]| {
            let (times, values): (Vec<f64>, Vec<f64>) = keys.iter().copied().unzip();
            let curve = Curve::new(Times::keys(times).unwrap(), 1, values, Ease::Step).unwrap();
            Channel::new(node, Property::Alive, curve).unwrap()
        };
        let lives = [(0, parent), (1, child)].into_iter().filter(|(_, keys)| !keys.is_empty());
        let clip = Clip::new("c")
            .with_duration(10.0)
            .with_nodes(vec![Node::new("a"), Node::new("b").with_parent(0)])
            .with_channels(lives.map(|(node, keys)| channel(node, keys)).collect());
        let mut report = Report::new();
        report_missing_parents(&clip, "TOY", &LOST, &mut report);
        // The expected value comes from the poses.
        let is_orphan = |time: f64| {
            let pose = clip.pose(time);
            pose.alive[1] && !pose.alive[0]
        };
        let first = (0..100).map(|step| f64::from(step) / 10.0).find(|time| is_orphan(*time));
        let time = report.losses.first().and_then(|loss| loss.time);
        assert_eq!(time, first, "{report}");
        time
    }

    #[test]
    fn a_node_that_outlives_its_parent_is_reported() {
        let killed = [(0.0, 1.0), (2.0, 0.0), (4.0, 1.0)];
        for (parent, child, expected) in [
            (&killed[..], &[][..], Some(2.0)),
            (&killed, &[(0.0, 0.0), (3.0, 1.0)], Some(3.0)),
            (&killed, &[(0.0, 1.0), (2.0, 0.0), (4.0, 1.0)], None),
            (&killed, &[(0.0, 1.0), (1.0, 0.0), (3.5, 1.0), (3.8, 0.0)], Some(3.5)),
            (&[(0.0, 0.0), (1.0, 1.0)], &[], Some(0.0)),
            (&[(0.0, 1.0)], &[], None),
            (&[(0.0, 1.0), (10.0, 0.0)], &[], None),
            (&[], &[(0.0, 0.0), (1.0, 1.0)], None),
        ] {
            assert_eq!(reported(parent, child), expected, "{parent:?} {child:?}");
        }
    }
}
