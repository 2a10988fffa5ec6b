//! The travel of figures whose first bone has no node.

use anim_core::{Channel, Clip, ClipError, Curve, Ease, Handles, Property};
use anim_retarget::Mapping;

/// If no node moves the first bone of a clip on a skeleton, gives it the travel of the bone that carries the most others, since an
/// `.anim` translates no other bone. Returns that bone. The bones between the two have no nodes either, so they are unrotated. All
/// other bones with nodes that hang from the first one, or from bones without nodes, move relative to it by the rest of their own
/// travel.
pub(super) fn to_first_bone(clip: &mut Clip, mapping: &Mapping) -> Option<usize> {
    if mapping.source(0).is_some() {
        return None;
    }
    let parents: Vec<_> = clip.nodes.iter().map(|node| node.parent).collect();
    // For each bone, its highest ancestor with a node, itself included, and whether that ancestor hangs from the first bone.
    // Parents come before their children.
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
    let back = opposite(channel.curve(), own).ok()?;
    *channel = Channel::new(0, Property::Displacement, channel.curve().clone()).ok()?;
    clip.channels.push(place);
    let others = (1..tops.len()).filter(|other| *other != bone && tops[*other] == (Some(*other), true));
    let back = others.map(|other| Channel::new(other, Property::Displacement, back.clone()));
    clip.channels.extend(back.filter_map(Result::ok));
    Some(bone)
}

/// The curve from the positions of a curve back to one position.
fn opposite(curve: &Curve, place: [f64; 3]) -> Result<Curve, ClipError> {
    let values = curve.values().iter().zip(place.iter().cycle()).map(|(value, place)| place - value);
    let eases = (0..curve.len()).map(|key| curve.ease(key)).collect();
    let mut back = Curve::new(curve.times().clone(), 3, values.collect(), Ease::Step)?.with_eases(eases)?;
    if curve.has_handles() {
        let handles = (0..curve.len()).flat_map(|key| (0..3).map(move |part| curve.handles(key, part)));
        let turned = |Handles { into, out }| Handles { into: [into[0], -into[1]], out: [out[0], -out[1]] };
        back = back.with_handles(handles.map(turned).collect())?;
    }
    let (before, after) = curve.wrap();
    Ok(back.with_wrap(before, after))
}
