//! The parts of a clip that a BVH does not hold, with the unit, the node and the property of each loss.

use anim_core::{Axis, Channel, Clip, Deviation, Event, Fate, Property, Space, Unit};

use crate::encoding::{encode, figure, keyed};

type Change = fn(&mut Clip);

/// Channels and a change of the figure, then the code, the node, the property and the fate of its loss.
type Case = (Vec<Channel>, Change, &'static str, Option<&'static str>, Option<&'static str>, Fate);

#[test]
fn what_a_bvh_cannot_hold_is_reported() {
    let wide = |property: Property| vec![keyed(1, property.clone(), &vec![0.5; 4 * property.width()])];
    let spun = |clip: &mut Clip| clip.nodes[1].rest.rotation = [1.0, 0.0, 0.0, 0.0];
    let off = |size: f64| Fate::Approximated(Deviation::length(size));
    let same = Fate::Equivalent(Unit::Length);
    let (tip, hip, whole) = (Some("hip_end"), Some("hip"), None);
    let cases: Vec<Case> = vec![
        (wide(Property::Visible), |_| (), "bvh::dropped", tip, Some("visible"), Fate::Dropped),
        (wide(Property::Color), |_| (), "bvh::dropped", tip, Some("color"), Fate::Dropped),
        (wide(Property::Alive), |_| (), "bvh::dropped", tip, Some("alive"), Fate::Dropped),
        (wide(Property::Weights { count: 2 }), |_| (), "bvh::dropped", tip, Some("weight"), Fate::Dropped),
        (wide(Property::named("roll", 1)), |_| (), "bvh::dropped", tip, Some("roll"), Fate::Dropped),
        (wide(Property::Scale), |_| (), "bvh::scale", tip, Some("scale"), Fate::Dropped),
        (wide(Property::Parent), |_| (), "bvh::reparented", tip, Some("parent"), same),
        (vec![], |clip| clip.nodes[0].rest.scale = [2.0; 3], "bvh::scale", hip, None, Fate::Dropped),
        (vec![], |clip| clip.nodes[0].rest.scale = [-1.0, 1.0, 1.0], "bvh::scale", hip, None, Fate::Dropped),
        (vec![], spun, "bvh::rest", whole, None, Fate::Dropped),
        (vec![], |clip| clip.first_frame = 7.0, "bvh::dropped", whole, None, Fate::Dropped),
        (
            vec![],
            |clip| clip.space = Space::right_handed(Axis::Y).facing(Axis::NegZ).in_metres(1.0),
            "bvh::space",
            whole,
            None,
            Fate::Dropped,
        ),
        (
            vec![],
            |clip| clip.events.push(Event::named(0.0, "step", vec![])),
            "bvh::dropped",
            whole,
            None,
            Fate::Dropped,
        ),
        (
            vec![keyed(1, Property::Translation, &[f64::NAN; 12])],
            |_| (),
            "bvh::not-finite",
            tip,
            None,
            off(f64::INFINITY),
        ),
    ];
    for (channels, change, code, node, property, fate) in cases {
        let mut clip = figure(channels);
        change(&mut clip);
        let (_, report) = encode(&clip);
        let [loss] = &report.losses[..] else { panic!("{code}: {report}") };
        assert_eq!(report.findings, []);
        assert_eq!((loss.code.id, loss.fate, loss.clip.as_deref()), (code, fate, Some("figure")), "{loss}");
        assert_eq!((loss.node.as_deref(), loss.property.as_deref()), (node, property), "{loss}");
    }
}

#[test]
fn a_scale_that_is_1_but_for_rounding_is_no_loss_or_a_small_one() {
    // Single precision, the rounding of matrices decomposed by Blender, and a scale.
    let cases =
        [(1e-7, None), (8e-6, Some(Fate::Approximated(Deviation::ratio(8e-6)))), (0.01, Some(Fate::Dropped))];
    for (off, expected) in cases {
        let still = keyed(1, Property::Scale, &[1.0 - off; 12]);
        let mut resting = figure(vec![]);
        resting.nodes[0].rest.scale = [1.0, 1.0 + off, 1.0];
        for clip in [figure(vec![still]), resting] {
            let (_, report) = encode(&clip);
            let fates: Vec<_> = report.losses.iter().map(|loss| loss.fate).collect();
            match (&fates[..], expected) {
                ([], None) | ([Fate::Dropped], Some(Fate::Dropped)) => {}
                ([Fate::Approximated(found)], Some(Fate::Approximated(expected))) => {
                    assert!((found.size - expected.size).abs() < 1e-12, "{report}");
                }
                _ => panic!("{off}: {report}"),
            }
        }
    }
}
