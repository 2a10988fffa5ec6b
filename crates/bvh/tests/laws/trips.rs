//! Documents that become clips and documents again: two round trips give the same as one.

use std::slice;

use anim_bvh::{Bvh, ClipOptions, EncodeOptions, Role};
use anim_core::{Clip, Property, Report};
use proptest::prelude::*;

use crate::documents;
use crate::encoding::{encode, figure, keyed};

/// The numbers of joints, end sites and channels.
fn counts(bvh: &Bvh) -> [usize; 3] {
    let ends = bvh.joints().iter().filter(|joint| joint.role == Role::End).count();
    [bvh.joints().len() - ends, ends, bvh.width()]
}

/// The names of the nodes.
fn names(bvh: &Bvh) -> Vec<String> {
    bvh.clips().into_iter().flat_map(|clip| clip.nodes).map(|node| node.name).collect()
}

/// The document of a document's clip. A format that does not keep the metadata leaves none.
fn trip(bvh: &Bvh, keeps: bool) -> Bvh {
    let mut clip = bvh.clips_with(&ClipOptions::default(), &mut Report::new()).remove(0);
    if !keeps {
        clip.metadata.clear();
    }
    again(&clip)
}

fn again(clip: &Clip) -> Bvh {
    Bvh::from_clips_with(slice::from_ref(clip), &EncodeOptions::default(), &mut Report::new()).unwrap()
}

proptest! {
    #[test]
    fn a_second_trip_adds_nothing(bvh in documents::moderate_bvh(), keeps in any::<bool>()) {
        let first = trip(&bvh, keeps);
        let second = trip(&first, keeps);
        prop_assert_eq!(counts(&first), counts(&second));
        prop_assert_eq!(names(&first), names(&second));
        if !keeps {
            prop_assert_eq!(counts(&trip(&second, true)), counts(&first));
        }
    }
}

#[test]
fn an_end_site_is_recognised_without_metadata() {
    let text = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
                \tJOINT Leg\n\t{\n\t\tOFFSET 1 -2 0.5\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\
                \t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -3 0\n\t\t}\n\t}\n\
                }\nMOTION\nFrames: 2\nFrame Time: 0.05\n1 2 3 10 20 30 4 5 6\n1 2 3 11 21 31 4 5 6\n";
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    for keeps in [true, false] {
        assert_eq!(trip(&bvh, keeps), bvh, "{keeps}");
    }
}

#[test]
fn a_leaf_without_channels_is_an_end_site() {
    let (bvh, report) = encode(&figure(vec![]));
    assert_eq!(counts(&bvh), [1, 1, 6]);
    assert!(report.is_empty(), "{report}");
    // A leaf that rotates, in a channel or at rest, is a joint with an end site.
    let turned = figure(vec![keyed(1, Property::Angle { axis: [1.0, 0.0, 0.0] }, &[0.0; 4])]);
    let mut rests = figure(vec![]);
    rests.nodes[1].rest.rotation = [1.0, 0.0, 0.0, 0.0];
    for clip in [turned, rests] {
        let first = encode(&clip).0;
        assert_eq!(counts(&first), [2, 1, 9]);
        assert_eq!(counts(&trip(&first, false)), [2, 1, 9]);
    }
}

#[test]
fn a_list_of_end_sites_that_does_not_fit_does_not_count() {
    let mut clip = figure(vec![]);
    clip.metadata = vec![("bvh.ends".to_owned(), "0 7".to_owned())];
    assert_eq!(counts(&again(&clip)), [1, 1, 6]);
}
