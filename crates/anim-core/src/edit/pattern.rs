//! Patterns of node names, and ids.

use super::EditError;
use crate::{Clip, Node};

/// A pattern that matches nodes by name. In a clip in which it matches no name, it means the node with this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    tree: bool,
}

impl Pattern {
    /// Matches the nodes with this name, in which `*` matches any characters and `?` one character.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), tree: false }
    }

    /// Matches the nodes with this name, as in [`Pattern::new`], and all their descendants.
    pub fn tree(text: impl Into<String>) -> Self {
        Self { text: text.into(), tree: true }
    }

    /// The name with its wildcards.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the pattern matches a name, regardless of descendants.
    pub fn matches(&self, name: &str) -> bool {
        self.captures(name).is_some()
    }

    /// The text that each wildcard matches; `None` if the name does not match.
    pub(super) fn captures<'a>(&self, name: &'a str) -> Option<Vec<&'a str>> {
        captures(&self.text, name)
    }

    /// The pattern as it is meant in a clip.
    pub(super) fn within(&self, clip: &Clip) -> Meant<'_> {
        Meant { text: &self.text, is_id: !clip.nodes.iter().any(|node| self.matches(&node.name)) }
    }

    /// For each node of a clip, whether the pattern matches it.
    pub fn nodes(&self, clip: &Clip) -> Vec<bool> {
        let meant = self.within(clip);
        let named: Vec<bool> = clip.nodes.iter().map(|node| meant.captures(node).is_some()).collect();
        if !self.tree {
            return named;
        }
        let mut known: Vec<Option<bool>> = named.iter().map(|named| named.then_some(true)).collect();
        for node in 0..clip.nodes.len() {
            let unknown: Vec<usize> =
                upwards(&clip.nodes, node).take_while(|&up| known[up].is_none()).collect();
            let Some(&top) = unknown.last() else { continue };
            let below = clip.nodes[top].parent.and_then(|up| *known.get(up)?);
            for node in unknown {
                known[node] = Some(below == Some(true));
            }
        }
        known.into_iter().map(|below| below == Some(true)).collect()
    }
}

/// A pattern of names, or an id.
#[derive(Clone, Copy)]
pub(super) struct Meant<'a> {
    text: &'a str,
    is_id: bool,
}

impl Meant<'_> {
    /// The text that each wildcard matches in the name of a node, none for an id; `None` for another node.
    pub(super) fn captures<'n>(&self, node: &'n Node) -> Option<Vec<&'n str>> {
        if self.is_id {
            (node.id.as_deref() == Some(self.text)).then(Vec::new)
        } else {
            captures(self.text, &node.name)
        }
    }
}

impl From<&str> for Pattern {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// For each node of a clip, whether any pattern matches it.
pub(super) fn meant(patterns: &[Pattern], clip: &Clip) -> Vec<bool> {
    let mut meant = vec![false; clip.nodes.len()];
    for pattern in patterns {
        meant.iter_mut().zip(pattern.nodes(clip)).for_each(|(meant, named)| *meant |= named);
    }
    meant
}

/// Checks that each pattern matches a node of some clip.
pub(super) fn known<'a>(
    patterns: impl IntoIterator<Item = &'a Pattern>,
    clips: &[Clip],
) -> Result<(), EditError> {
    let is_known = |pattern: &Pattern| clips.iter().any(|clip| pattern.nodes(clip).contains(&true));
    match patterns.into_iter().find(|pattern| !is_known(pattern)) {
        Some(pattern) => Err(EditError::no_node(&pattern.text, clips)),
        None => Ok(()),
    }
}

/// A node and its ancestors, up to a root or to the first repeated node.
pub(super) fn upwards(nodes: &[Node], node: usize) -> impl Iterator<Item = usize> + '_ {
    let parent = |node: &usize| nodes.get(*node).and_then(|node| node.parent).filter(|up| *up < nodes.len());
    std::iter::successors(Some(node), parent).take(nodes.len())
}

/// The parent of a node, if it exists.
pub(super) fn parent_of(nodes: &[Node], node: usize) -> Option<usize> {
    nodes[node].parent.filter(|up| *up < nodes.len())
}

/// All nodes, each after its parent. Of a cycle, one node comes before its parent.
pub(super) fn downwards(nodes: &[Node]) -> Vec<usize> {
    let (mut order, mut known) = (Vec::with_capacity(nodes.len()), vec![false; nodes.len()]);
    for node in 0..nodes.len() {
        let first = order.len();
        let mut next = Some(node);
        while let Some(one) = next.filter(|one| !std::mem::replace(&mut known[*one], true)) {
            order.push(one);
            next = parent_of(nodes, one);
        }
        order[first..].reverse();
    }
    order
}

fn captures<'a>(pattern: &str, name: &'a str) -> Option<Vec<&'a str>> {
    let pattern: Vec<char> = pattern.chars().collect();
    let places: Vec<(usize, char)> = name.char_indices().collect();
    let byte = |place: usize| places.get(place).map_or(name.len(), |(byte, _)| *byte);
    // The span of each wildcard, and the last `*` with the position up to which it reaches.
    let mut found: Vec<[usize; 2]> = Vec::new();
    let mut star: Option<(usize, usize, usize)> = None;
    let (mut at, mut place) = (0, 0);
    while place < places.len() || at < pattern.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, place, found.len()));
                found.push([place, place]);
                at += 1;
                continue;
            }
            Some('?') if place < places.len() => {
                found.push([place, place + 1]);
                (at, place) = (at + 1, place + 1);
                continue;
            }
            Some(wanted) if places.get(place).is_some_and(|(_, own)| own == wanted) => {
                (at, place) = (at + 1, place + 1);
                continue;
            }
            _ => {}
        }
        // The last `*` takes one more character.
        let (star_at, reach, count) = star?;
        if reach >= places.len() {
            return None;
        }
        found.truncate(count + 1);
        if let Some(last) = found.last_mut() {
            last[1] = reach + 1;
        }
        star = Some((star_at, reach + 1, count));
        (at, place) = (star_at + 1, reach + 1);
    }
    Some(found.into_iter().map(|[from, to]| &name[byte(from)..byte(to)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_characters() {
        for (pattern, name, expected) in [
            ("hip", "hip", Some(vec![])),
            ("hip", "hips", None),
            ("arm_*", "arm_l", Some(vec!["l"])),
            ("*_*", "upper_arm_l", Some(vec!["upper", "arm_l"])),
            ("*_l", "upper_arm_l", Some(vec!["upper_arm"])),
            ("*:*Arm", "mixamorig:LeftArm", Some(vec!["mixamorig", "Left"])),
            ("?b*", "äbc", Some(vec!["ä", "c"])),
            ("*", "", Some(vec![""])),
            ("a*b?", "aXbbYb", None),
            ("", "", Some(vec![])),
            ("a?", "a", None),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), expected.is_some(), "{pattern} {name}");
            assert_eq!(captures(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_hard_pattern_takes_no_longer_than_the_product_of_the_lengths() {
        let name = "a".repeat(2000);
        assert_eq!(captures(&"a*".repeat(500).replace("a*", "*a*a"), &(name + "b")), None);
    }

    #[test]
    fn nodes_come_after_their_parents() {
        let parents = [Some(3), Some(0), Some(9), None, Some(5), Some(6), Some(5)];
        let node = |parent| Node { parent, ..Node::default() };
        let order = downwards(&parents.map(node));
        assert_eq!(order, [3, 0, 1, 2, 6, 5, 4]);
    }

    #[test]
    fn a_tree_is_a_node_and_what_hangs_below() {
        let nodes = ["hip", "leg", "foot", "head"].map(Node::new);
        let [hip, leg, foot, head] = nodes;
        let clip = Clip::new("c").with_nodes(vec![hip, leg.with_parent(0), foot.with_parent(1), head]);
        assert_eq!(Pattern::tree("l*").nodes(&clip), [false, true, true, false]);
        assert_eq!(Pattern::new("l*").nodes(&clip), [false, true, false, false]);
    }
}
