//! Clips that repeat, as documents.

use anim_core::{Channel, Curve, Ease, Fate, Node, Property, Times, Wrap};
use anim_hsf_xml::Clip;

use crate::encoding::encoded;

/// A channel of a node that goes from one value to another along X, in the same way after its end.
fn repeated(property: Property, values: &[f64], wrap: Wrap) -> Channel {
    let last = values.len() - 1;
    let times =
        Times::keys((0..=last).map(|key| 2.0 * key as f64 / last as f64).collect::<Vec<_>>()).unwrap();
    let values: Vec<f64> = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
    let curve = Curve::new(times, 3, values, Ease::Linear).unwrap().with_wrap(Wrap::Hold, wrap);
    Channel::new(0, property, curve).unwrap()
}

#[test]
fn a_sum_that_the_file_repeats_is_no_loss() {
    for wrap in [Wrap::Repeat, Wrap::PingPong] {
        let channels = vec![
            repeated(Property::Displacement, &[0.0, 5.0, 2.0], wrap),
            repeated(Property::Translation, &[0.0, 1.0, -3.0], wrap),
        ];
        let clip = Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("n")]).with_channels(channels);
        let (hsf, report) = encoded(&clip);
        let losses: Vec<_> = report.losses.iter().map(|loss| (loss.code.id, loss.fate)).collect();
        assert!(
            matches!(losses[..], [("hsf-xml::combined", Fate::Approximated(error))] if error.size == 0.0),
            "{report}"
        );
        let again = &hsf.clips()[0];
        // Between the jumps of the loop.
        for step in 0..40 {
            let time = f64::from(step) * 0.37 + 0.01;
            let [expected, found] = [&clip, again].map(|clip| clip.pose(time).local[0].translation());
            let off = expected.iter().zip(found).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            assert!(off < 1e-9, "{wrap:?} at {time}: {expected:?} {found:?}");
        }
    }
}
