//! What clips cannot hold of nodes at rest, in a document that keeps it.

use std::collections::{HashMap, HashSet};

use anim_core::edit::{Edit, Mirror, mirror};
use anim_core::{Channel, Clip, Curve, Loss, Property, Report};

use super::Conversion;
use crate::Source;

impl Conversion<'_> {
    /// The losses of what is at rest in the sources. A document that is kept has it still, with two exceptions: in joined clips, a
    /// property that one clip leaves at rest may be moved by the others; in mirrored ones, it rests elsewhere.
    pub(super) fn lost_at_rest(&self, sources: &[Source], clips: &[Clip], is_kept: bool) -> Vec<Loss> {
        let losses = sources.iter().flat_map(|source| &source.beyond);
        if !is_kept {
            return losses.cloned().collect();
        }
        let mirrors = self.edits.iter().filter_map(|edit| match edit {
            Edit::Mirror(how) => Some(how),
            _ => None,
        });
        let mirrors: Vec<_> = mirrors.collect();
        let [_, common] = self.own_and_common();
        if mirrors.is_empty() && common.is_empty() {
            return Vec::new();
        }
        let elsewhere = Elsewhere::new(clips, &mirrors);
        let is_lost = |loss: &&Loss| {
            let Some(clip) = loss.clip.as_deref() else { return false };
            let replaces = |property: &Property| self.target.replaces(loss.code, property);
            loss.node.as_deref().is_none_or(|node| elsewhere.has((clip, node), replaces))
        };
        losses.filter(is_lost).cloned().collect()
    }
}

/// A node of a clip, by name.
type Place<'a> = (&'a str, &'a str);

/// What a document does not have at rest as its clips were made to have it.
struct Elsewhere<'a> {
    /// The properties that channels drive.
    driven: HashMap<Place<'a>, Vec<&'a Property>>,
    /// The nodes with other weights of morph targets in a mirror.
    reweighted: HashSet<Place<'a>>,
    is_mirrored: bool,
}

impl<'a> Elsewhere<'a> {
    fn new(clips: &'a [Clip], mirrors: &[&Mirror]) -> Self {
        let (mut driven, mut reweighted) = (HashMap::<_, Vec<_>>::new(), HashSet::new());
        for clip in clips {
            let place = |node: usize| (clip.name.as_str(), clip.nodes[node].name.as_str());
            for channel in &clip.channels {
                driven.entry(place(channel.node())).or_default().push(channel.property());
            }
            let others = mirrors.iter().flat_map(|how| reweighted_by(how, clip));
            reweighted.extend(others.map(place));
        }
        Self { driven, reweighted, is_mirrored: !mirrors.is_empty() }
    }

    /// Whether properties like these of a node, of which some are at rest in the document, are not the same in the clips.
    fn has(&self, place: Place<'_>, properties: impl Fn(&Property) -> bool) -> bool {
        let is_mirrored = self.is_mirrored && properties(&Property::Translation);
        let is_driven =
            self.driven.get(&place).is_some_and(|driven| driven.iter().any(|one| properties(one)));
        is_driven || is_mirrored || self.reweighted.contains(&place)
    }
}

/// The nodes whose weights of morph targets are others in a mirror.
fn reweighted_by(how: &Mirror, clip: &Clip) -> Vec<usize> {
    // Each weight has its own value, which shows where it goes.
    let mut values = (1..u32::MAX).map(f64::from);
    let mut channel = |node: usize| {
        let count = clip.nodes[node].morphs.len().max(1);
        let curve = Curve::constant(&values.by_ref().take(count).collect::<Vec<_>>()).ok()?;
        Channel::new(node, Property::Weights { count }, curve).ok()
    };
    let channels: Vec<_> = (0..clip.nodes.len()).filter_map(&mut channel).collect();
    let marked = Clip::new("").with_space(clip.space).with_nodes(clip.nodes.clone());
    let marked = marked.with_channels(channels);
    let mirrored = mirror(&marked, how, &mut Report::new());
    let mirrored = mirrored.iter().flat_map(|mirrored| &mirrored.channels);
    let is_same = |channel: &&Channel| marked.channels.get(channel.node()) == Some(channel);
    let same: HashSet<_> = mirrored.filter(is_same).map(Channel::node).collect();
    (0..clip.nodes.len()).filter(|node| !same.contains(node)).collect()
}
