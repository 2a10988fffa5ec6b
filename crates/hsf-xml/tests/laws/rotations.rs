//! Clips of quaternions as documents.

use anim_core::{Channel, Curve, Ease, Fate, Handles, Node, Property, Times, quaternion};
use anim_hsf_xml::{Clip, Element, Item, Tag};

use super::encoding::encoded;

fn clip(channels: Vec<Channel>) -> Clip {
    Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(channels)
}

#[test]
fn arcs_and_steps_keep_their_keys() {
    let turned = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.6, 0.0, 0.8], [0.5, 0.5, 0.5, 0.5], [0.6, 0.0, 0.0, 0.8]];
    let times = Times::keys(vec![0.0, 0.5, 1.0, 2.0]).unwrap();
    let curve = Curve::new(times, 4, turned.as_flattened().to_vec(), Ease::Slerp).unwrap();
    let curve = curve.with_eases(vec![Ease::Slerp, Ease::Step, Ease::Slerp, Ease::Slerp]).unwrap();
    let (hsf, report) = encoded(&clip(vec![Channel::new(0, Property::Rotation, curve).unwrap()]));
    assert!(report.is_empty(), "{report}");
    let mut elements = hsf.root.elements().flat_map(Element::elements).flat_map(Element::elements);
    let values = elements.find(|element| element.tag() == Some(Tag::QuatRotInterpolator));
    let numbers = values.unwrap().items().map(|item| match item {
        Item::Tuple(numbers) => numbers.to_vec(),
        Item::Keyed(keyed) => keyed.numbers().to_vec(),
        other => panic!("{other:?}"),
    });
    assert_eq!(numbers.collect::<Vec<_>>(), turned);
}

#[test]
fn the_error_of_components_that_move_apart_is_that_of_the_rotation() {
    // Two small components on curves of other times, next to a real part of 1: each is half of an angle.
    let bump = |component: usize, times: [f64; 3], height: f64| {
        let handles = [([0.0; 2], [0.2, height]), ([-0.2, 0.0], [0.2, 0.0]), ([-0.2, height], [0.0; 2])];
        let handles = handles.map(|(into, out)| Handles { into, out }).to_vec();
        let curve = Curve::new(Times::keys(times.to_vec()).unwrap(), 1, vec![0.0, height, 0.0], Ease::Bezier);
        let curve = curve.unwrap().with_handles(handles).unwrap();
        Channel::part(0, Property::Rotation, component, curve).unwrap()
    };
    let source = clip(vec![bump(0, [0.0, 1.0, 2.0], 0.01), bump(1, [0.0, 0.7, 2.0], 0.012)]);
    let (hsf, report) = encoded(&source);
    let [loss] = report.losses.as_slice() else { panic!("{report}") };
    let Fate::Approximated(stated) = loss.fate else { panic!("{report}") };
    let found = hsf.clips().remove(0);
    let off = (0..=20_000).map(|step| {
        let time = f64::from(step) / 10_000.0;
        let [from, to] = [&source, &found].map(|clip| clip.pose(time).local[0].decompose().rotation);
        quaternion::angle_between(from, to)
    });
    let off = off.fold(0.0, f64::max);
    assert!(off <= stated.size && stated.size < 2.0 * off, "{off}, stated as {}", stated.size);
}
