//! The travel of figures whose first bone has no node.

use anim_core::{Channel, Clip, Curve, Property};
use anim_retarget::Mapping;

/// Gives the first bone of a clip on a skeleton the travel of the bone that carries most others, if no node moves the first bone: an
/// `.anim` moves no other bone from its place. Returns that bone. The bones between the two have no nodes either, so they are
/// unrotated.
pub(super) fn to_first_bone(clip: &mut Clip, mapping: &Mapping) -> Option<usize> {
    if mapping.source(0).is_some() {
        return None;
    }
    let parents: Vec<_> = clip.nodes.iter().map(|node| node.parent).collect();
    // For each bone the highest bone above it, or itself, that has a node, and whether it hangs from the first bone. Parents come
    // before their children.
    let mut tops: Vec<(Option<usize>, bool)> = Vec::with_capacity(parents.len());
    let mut carried = vec![0usize; parents.len()];
    for (bone, parent) in parents.iter().enumerate() {
        let (above, hangs) = parent.and_then(|parent| tops.get(parent).copied()).unwrap_or((None, bone == 0));
        let top = above.or_else(|| mapping.source(bone).map(|_| bone));
        if let Some(top) = top {
            carried[top] += 1;
        }
        tops.push((top, hangs));
    }
    let travels = |channel: &Channel| *channel.property() == Property::Translation;
    let leads = |channel: &&mut Channel| {
        let bone = channel.node();
        travels(channel) && tops.get(bone) == Some(&(Some(bone), true))
    };
    let channel = clip.channels.iter_mut().filter(leads).max_by_key(|channel| carried[channel.node()])?;
    let bone = channel.node();
    let [first, own] = [0, bone].map(|bone| clip.nodes[bone].rest.translation);
    let shift: [f64; 3] = std::array::from_fn(|i| first[i] - own[i]);
    let place = Channel::new(0, Property::Translation, Curve::constant(&shift).ok()?).ok()?;
    *channel = Channel::new(0, Property::Displacement, channel.curve().clone()).ok()?;
    clip.channels.push(place);
    Some(bone)
}
