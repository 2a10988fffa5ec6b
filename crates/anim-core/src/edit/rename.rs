//! Renamed nodes.

use std::collections::HashMap;

use super::restate::hand_over;
use super::{EditError, Pattern, codes, pattern, texts};
use crate::{Change, Clip, Location, Node, Report};

/// The clips with renamed nodes. The first pattern that matches a name gives the new one, in which the first `*` is replaced by
/// what the first wildcard of the pattern matched, and so on. Without wildcards, the pairs are a map of names.
///
/// Errors: [`EditError::NoNode`] for a pattern that matches no node of any clip, [`EditError::Argument`] for a new name with more
/// wildcards than its pattern, [`EditError::Unfit`] if two nodes of a clip would get the same name.
pub fn rename(
    clips: &[Clip],
    names: &[(Pattern, String)],
    report: &mut Report,
) -> Result<Vec<Clip>, EditError> {
    pattern::known(names.iter().map(|(pattern, _)| pattern), clips)?;
    for (pattern, new) in names {
        let wildcards = pattern.text().matches(['*', '?']).count();
        if new.matches('*').count() > wildcards {
            let message = format!("`{new}` has more wildcards than `{}`", pattern.text());
            return Err(EditError::Argument(message));
        }
    }
    let mut is_used = vec![false; names.len()];
    for clip in clips {
        let meant: Vec<_> = names.iter().map(|(pattern, _)| pattern.within(clip)).collect();
        for node in &clip.nodes {
            if let Some(index) = meant.iter().position(|meant| meant.captures(node).is_some()) {
                is_used[index] = true;
            }
        }
    }
    for ((pattern, new), _) in names.iter().zip(is_used).filter(|(_, is_used)| !is_used) {
        let message =
            format!("`{}={new}` renames nothing: earlier names are for all its nodes", pattern.text());
        report.push(codes::UNUSED.at(Location::default(), message));
    }
    clips.iter().map(|clip| renamed(clip, names, report)).collect()
}

fn renamed(clip: &Clip, names: &[(Pattern, String)], report: &mut Report) -> Result<Clip, EditError> {
    let mut new = clip.clone();
    let meant: Vec<_> = names.iter().map(|(pattern, name)| (pattern.within(clip), name)).collect();
    for node in &mut new.nodes {
        let fitting = meant.iter().find_map(|(meant, name)| Some((meant.captures(node)?, name)));
        if let Some((captures, name)) = fitting {
            let mut captures = captures.into_iter();
            let parts = name.split('*').map(str::to_owned);
            let next = parts.reduce(|name, part| name + captures.next().unwrap_or_default() + &part);
            node.name = next.unwrap_or_default();
        }
    }
    let changed: Vec<usize> =
        (0..new.nodes.len()).filter(|&node| new.nodes[node].name != clip.nodes[node].name).collect();
    // The first two nodes of each name.
    let mut named: HashMap<&str, (usize, Option<usize>)> = HashMap::with_capacity(new.nodes.len());
    for (node, Node { name, .. }) in new.nodes.iter().enumerate() {
        let (first, second) = named.entry(name).or_insert((node, None));
        if *first != node {
            second.get_or_insert(node);
        }
    }
    for &node in &changed {
        let name = &new.nodes[node].name;
        let (first, second) = named[name.as_str()];
        if let Some(other) = if first == node { second } else { Some(first) } {
            let [one, other] = [node, other].map(|node| &clip.nodes[node].name);
            let message = format!("clip `{}`: `{one}` and `{other}` would both be named `{name}`", clip.name);
            return Err(EditError::Unfit(message));
        }
    }
    new.metadata = texts::moved(clip, |node| node, &new.nodes);
    hand_over(clip, new.nodes.iter(), report);
    if !changed.is_empty() {
        let [node] = changed[..] else {
            report.change(Change::new("rename", format!("{} nodes", changed.len())).in_clip(clip));
            return Ok(new);
        };
        let message = format!("`{}` to `{}`", clip.nodes[node].name, new.nodes[node].name);
        report.change(Change::new("rename", message).in_clip(clip));
    }
    Ok(new)
}
