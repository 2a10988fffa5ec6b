//! Losses that are the same apart from their nodes, reported as one.

use std::collections::HashMap;

use anim_core::{Brief, Loss};

/// Losses that differ only in their nodes, times and errors.
pub(super) struct LossGroup<'a> {
    /// The one with the largest error.
    pub(super) worst: &'a Loss,
    /// Whether the errors differ.
    pub(super) differ: bool,
    /// The nodes, with their new names.
    nodes: Vec<(&'a str, Option<&'a str>)>,
}

/// The number of nodes named for such losses; the rest are counted.
const MOST_NODES: usize = 4;

impl<'a> LossGroup<'a> {
    /// Groups losses in the order in which they were reported.
    pub(super) fn group(losses: &'a [Loss]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        let mut known = HashMap::new();
        for loss in losses {
            let unit = loss.fate.error().map(|error| error.unit);
            let key = (
                loss.code.id,
                loss.severity,
                &loss.message,
                unit,
                &loss.clip,
                &loss.property,
                loss.node.is_some(),
            );
            let index = *known.entry(key).or_insert_with(|| {
                groups.push(Self { worst: loss, differ: false, nodes: Vec::new() });
                groups.len() - 1
            });
            groups[index].add(loss);
        }
        groups
    }

    /// A loss by itself.
    pub(super) fn of(loss: &'a Loss) -> Self {
        let mut group = Self { worst: loss, differ: false, nodes: Vec::new() };
        group.add(loss);
        group
    }

    fn add(&mut self, loss: &'a Loss) {
        // Components of one property may be reported one by one.
        let node = loss.node.as_deref().map(|node| (node, loss.renamed.as_deref()));
        self.nodes.extend(node.filter(|node| self.nodes.last() != Some(node)));
        if let (Some(known), Some(error)) = (self.worst.fate.error(), loss.fate.error()) {
            self.differ |= known.to_string() != error.to_string();
            // NaN is worse than any number.
            if error.size > known.size || error.size.is_nan() {
                self.worst = loss;
            }
        }
    }

    /// The place: clip, nodes, channel and time if known, or else the location in the file; `None` if nothing is known.
    pub(super) fn place(&self) -> Option<String> {
        let Loss { clip, property, time, at, .. } = self.worst;
        let named = |what: &str, name: &Option<String>| name.as_ref().map(|name| format!("{what} `{name}`"));
        let nodes = match self.nodes.as_slice() {
            [] => None,
            [node] => Some(format!("node {}", renamed(node))),
            nodes => {
                let shown: Vec<_> = nodes.iter().take(MOST_NODES).map(renamed).collect();
                let more = nodes.len().saturating_sub(MOST_NODES);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                Some(format!("nodes {}{more}", shown.join(", ")))
            }
        };
        let node = self.worst.node.as_deref().filter(|_| self.differ && self.nodes.len() > 1);
        let most = node.map_or_else(String::new, |node| format!("most of all `{node}` "));
        let time = match time {
            // Times next to a jump are a tenth of a microsecond from it.
            Some(time) => Some(format!("{most}at {} s", Brief((time * 1e6).round() / 1e6 + 0.0))),
            None if most.is_empty() => None,
            None => Some(most.trim_end().to_owned()),
        };
        let parts = [named("clip", clip), nodes, named("channel", property), time];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        match parts.as_slice() {
            [] if at.is_unknown() => None,
            [] => Some(at.to_string()),
            parts => Some(parts.join(", ")),
        }
    }
}

/// A node, and its name in the file if that differs.
fn renamed((node, new): &(&str, Option<&str>)) -> String {
    new.map_or_else(|| format!("`{node}`"), |new| format!("`{node}` as `{new}`"))
}
