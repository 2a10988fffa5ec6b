//! Clips that are hard to say as a TOD: what is kept, what is reported, what is refused.

use anim_core::{
    Channel, Clip, Curve, Diagnostic, Ease, Encode, Format, Loss, Node, Options, Property, Rate, Times, Wrap,
};
use anim_tod::{Body, Camera, Changes, Degrees, EncodeOptions, ErrorKind, Frame, Mode, Start, Tod};

fn clip(nodes: &[&str], duration: f64, channels: Vec<Channel>) -> Clip {
    let nodes = nodes.iter().map(|name| Node::new(*name)).collect();
    Clip { nodes, duration, channels, rate: Some(Rate::per_second(60)), ..Clip::default() }
}

fn channel(node: usize, property: Property, times: &[f64], values: &[f64], ease: Ease) -> Channel {
    let times = Times::keys(times).unwrap();
    let curve = Curve::new(times, property.width(), values.to_vec(), ease).unwrap();
    Channel::new(node, property, curve).unwrap()
}

fn still(node: usize, property: Property, values: &[f64]) -> Channel {
    channel(node, property, &[0.0], values, Ease::Step)
}

fn encode(clip: &Clip, options: &EncodeOptions) -> (Tod, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    (Tod::from_clip(clip, options, &mut findings).unwrap(), findings)
}

fn bodies(tod: &Tod) -> Vec<&Body> {
    tod.frames.iter().flat_map(Frame::packets).map(|packet| &packet.body).collect()
}

#[test]
fn many_nodes_that_rest_for_hours_are_encoded_at_once() {
    let names: Vec<_> = (0..60_000).map(|n| format!("object {}", n + 1)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let steps = channel(7, Property::Translation, &[0.0, 9.0], &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Step);
    let (tod, _) = encode(&clip(&names, 17_000.0, vec![steps]), &EncodeOptions::default());
    let packets = |frame: usize| tod.frames[frame].packets().len();
    assert_eq!((tod.frames.len(), packets(0), packets(540)), (1_020_000, 60_001, 1));
    assert_eq!(bodies(&tod).len(), 60_002);
}

#[test]
fn more_poses_than_the_limit_are_refused() {
    let slide = |node| {
        channel(node, Property::Translation, &[0.0, 1.0], &[0.0, 0.0, 0.0, 9.0, 9.0, 9.0], Ease::Linear)
    };
    let long = clip(&["a", "b"], 17_000.0, (0..2).map(slide).collect());
    assert!(Tod::from_clip(&long, &EncodeOptions::default(), &mut ()).is_ok());
    let names = ["node"; 20];
    let long = clip(&names, 17_000.0, (0..20).map(slide).collect());
    let error = Tod::from_clip(&long, &EncodeOptions::default(), &mut ()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Poses { count: 20_400_000 });
}

#[test]
fn a_frame_that_no_record_can_count_is_refused_by_its_name() {
    let moved = |node| still(node, Property::Translation, &[5.0, 0.0, 0.0]);
    let crowd = clip(&vec!["node"; 40_000], 0.0, (0..40_000).map(moved).collect());
    let error = Tod::from_clip(&crowd, &EncodeOptions::default(), &mut ()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Crowd { frame: 0, packets: 80_000 });
    assert_eq!(error.to_string(), "frame 0 takes 80000 packets, expected at most 65535");
}

#[test]
fn parts_of_a_colour_come_to_their_places() {
    let part = |component, value: f64| {
        Channel::part(0, Property::Color, component, Curve::constant(&[value]).unwrap()).unwrap()
    };
    let (tod, _) =
        encode(&clip(&["light 65535"], 0.0, vec![part(2, 1.0), part(0, 0.2)]), &EncodeOptions::default());
    let [Body::Light(light)] = bodies(&tod)[..] else { panic!("{tod:?}") };
    assert_eq!((light.color, tod.frames[0].packets()[0].id), (Some([51, 0, 255, 0]), 65535));
}

#[test]
fn a_hidden_object_stays_hidden_whichever_channel_comes_first() {
    let visible = still(0, Property::Visible, &[0.0]);
    let bits = still(0, Property::named("attribute", 1), &[64.0]);
    for channels in [vec![visible.clone(), bits.clone()], vec![bits, visible]] {
        let (tod, _) = encode(&clip(&["object 1"], 0.0, channels), &EncodeOptions::default());
        let values = bodies(&tod).into_iter().filter_map(|body| match body {
            Body::Attribute(attribute) => Some(attribute.value),
            _ => None,
        });
        assert_eq!(values.collect::<Vec<_>>(), [0x8000_0040]);
    }
}

#[test]
fn what_is_no_number_and_what_is_rounded_is_reported() {
    let cases = [
        ("object 1", still(0, Property::Scale, &[f64::NAN, 1.0, 1.0]), "tod::range", f64::INFINITY),
        ("object 1", still(0, Property::Translation, &[f64::NAN; 3]), "tod::range", f64::INFINITY),
        ("light 1", still(0, Property::named("direction", 3), &[0.25, 0.0, 0.0]), "tod::quantized", 0.25),
        ("light 1", still(0, Property::Color, &[0.0, 0.0, 2.0]), "tod::range", 1.0),
        ("camera 1", still(0, Property::Translation, &[0.0, 9.5, 0.0]), "tod::quantized", 0.5),
    ];
    for (name, channel, code, error) in cases {
        let (_, findings) = encode(&clip(&[name], 0.0, vec![channel]), &EncodeOptions::default());
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!((finding.code.id, finding.loss), (code, Some(Loss::Approximated(error))), "{finding}");
    }
}

#[test]
fn what_has_no_packet_is_reported() {
    let look = || still(0, Property::named("reference", 3), &[1.0, 2.0, 3.0]);
    let turn = || still(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, &[1.0]);
    let cases = [
        (vec![look(), turn()], "camera 1: a TOD has no packet for the channel angle"),
        (
            vec![still(0, Property::named("roll", 1), &[1.0])],
            "camera 1: a TOD has no packet for the channel roll",
        ),
        (
            vec![still(0, Property::named("reference", 2), &[1.0, 2.0])],
            "camera 1: a TOD has no packet for the channel reference",
        ),
    ];
    for (channels, message) in cases {
        let (_, findings) = encode(&clip(&["camera 1"], 0.0, channels), &EncodeOptions::default());
        let messages: Vec<_> = findings.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(messages, [message]);
    }
    let mut hand = clip(&["object 7", "light 1"], 0.0, vec![]);
    hand.nodes[1].parent = Some(0);
    let (_, findings) = encode(&hand, &EncodeOptions::default());
    assert_eq!(
        findings.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>(),
        ["light 1: a TOD has no packet for the parent object 7: only objects have them"]
    );
}

#[test]
fn an_object_whose_id_means_no_parent_keeps_its_children() {
    let mut family = clip(&["object 0", "object 65535", "object 1"], 0.0, vec![]);
    family.nodes[2].parent = Some(0);
    let (tod, _) = encode(&family, &EncodeOptions::default());
    let again = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(again.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(), [None, None, Some(0)]);
    assert_eq!(again.nodes[1].name, "object 65535");
}

#[test]
fn a_spin_outlasts_the_range_of_angles() {
    // 2,000 turns: the file's angles end at 1,456.
    let turn = channel(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, &[0.0, 1.0], &[0.0, 1.0], Ease::Linear);
    let curve = turn.curve().clone().with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let turn = Channel::new(0, turn.property().clone(), curve).unwrap();
    let spin = Clip { rate: Some(Rate::per_second(1)), ..clip(&["object 1"], 12_600.0, vec![turn]) };
    for packets in [Changes::Absolute, Changes::Differential] {
        let (_, findings) = encode(&spin, &EncodeOptions { packets, ..EncodeOptions::default() });
        let [resampled, finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!(resampled.code.id, "tod::resampled");
        let Some(Loss::Approximated(error)) = finding.loss else { panic!("{finding}") };
        assert!(error < std::f64::consts::TAU / 4096.0, "{finding}");
    }
}

#[test]
fn differences_come_after_a_first_state() {
    let slide =
        channel(0, Property::Translation, &[0.0, 1.0], &[5.0, 0.0, 0.0, 65.0, 0.0, 0.0], Ease::Linear);
    let options =
        EncodeOptions { packets: Changes::Differential, start: Start::Exists, ..EncodeOptions::default() };
    let (tod, _) = encode(&clip(&["object 1"], 0.1, vec![slide]), &options);
    let moves: Vec<_> = bodies(&tod)
        .into_iter()
        .map(|body| match body {
            Body::Coordinate(change) => (change.differential, change.translation.unwrap()[0]),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(moves[..3], [(false, 5), (true, 1), (true, 1)]);
}

#[test]
fn options_of_no_list_are_the_defaults() {
    let placed = clip(&["object 1"], 0.0, vec![still(0, Property::Translation, &[5.0, 0.0, 0.0])]);
    let [bare, listed] = [&[][..], Tod::INFO.target_options].map(|list| {
        Tod::from_clips(std::slice::from_ref(&placed), &Options::new(list), &(), &mut ()).unwrap()
    });
    assert_eq!(bare, listed);
    assert_eq!(EncodeOptions::from(&Options::new(&[])), EncodeOptions::default());
}

#[test]
fn a_camera_by_its_coordinate_is_turned_to_the_files_steps() {
    let turn = still(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[std::f64::consts::FRAC_PI_4]);
    let (tod, _) = encode(&clip(&["camera 3"], 0.0, vec![turn]), &EncodeOptions::default());
    let [Body::Camera(Camera { rotation: Some(rotation), .. })] = bodies(&tod)[..] else { panic!("{tod:?}") };
    assert_eq!(rotation.map(Degrees::to_bits), [0, 45 * 4096, 0]);
}

#[test]
fn a_rate_that_ticks_cannot_give_is_reported() {
    for (rate, expected) in [(60, None), (20, None), (24, Some("24 frames a second become 20"))] {
        let clip = Clip { rate: Some(Rate::per_second(rate)), ..clip(&["object 1"], 1.0, vec![]) };
        let (_, findings) = encode(&clip, &EncodeOptions::default());
        let found = findings.iter().find(|finding| finding.code.id == "tod::resampled");
        assert_eq!(found.map(|finding| finding.message.as_str()), expected);
        assert_eq!(found.and_then(|finding| finding.loss), expected.map(|_| Loss::Approximated(0.05)));
    }
}

#[test]
fn motion_between_frames_is_reported() {
    let moved = |times: &[f64], ease| {
        let places: Vec<f64> = (0..3 * times.len()).map(|part| part as f64).collect();
        channel(0, Property::Translation, times, &places, ease)
    };
    let frame = 1.0 / 60.0;
    let repeated = {
        let steps = moved(&[0.0, frame, 2.0 * frame], Ease::Step);
        let curve = steps.curve().clone().with_wrap(Wrap::Hold, Wrap::Repeat);
        Channel::new(0, Property::Translation, curve).unwrap()
    };
    let cases = [
        (moved(&[0.0, frame, 3.0 * frame], Ease::Step), 0),
        (moved(&[0.5 * frame], Ease::Linear), 0),
        (moved(&[0.0, frame], Ease::Linear), 1),
        (moved(&[0.0, 1.5 * frame], Ease::Step), 1),
        // No frame begins at the end of the clip.
        (moved(&[0.0, 4.0 * frame], Ease::Step), 1),
        (repeated, 1),
    ];
    for (channel, expected) in cases {
        let clip = Clip { rate: None, ..clip(&["object 1"], 4.0 * frame, vec![channel]) };
        let options = EncodeOptions { resolution: Some(1), ..EncodeOptions::default() };
        let (tod, findings) = encode(&clip, &options);
        let resampled: Vec<_> =
            findings.iter().filter(|finding| finding.code.id == "tod::resampled").collect();
        assert_eq!((tod.frames.len(), resampled.len()), (4, expected), "{clip:?}");
        assert!(resampled.iter().all(|finding| finding.loss == Some(Loss::Approximated(frame))));
    }
}

#[test]
fn every_frame_that_begins_before_the_end_is_there() {
    for (duration, frames) in [(0.0, 1), (1.0, 30), (1.001, 31), (1.0 + 1e-6, 30), (0.99, 30)] {
        let clip = Clip { rate: Some(Rate::per_second(30)), ..clip(&["object 1"], duration, vec![]) };
        assert_eq!(encode(&clip, &EncodeOptions::default()).0.frames.len(), frames, "{duration}");
    }
}

#[test]
fn names_that_are_no_ids_are_reported() {
    let (_, findings) =
        encode(&clip(&["object 2", "hip", "object 2"], 0.0, vec![]), &EncodeOptions::default());
    let renamed: Vec<_> =
        findings.iter().map(|finding| (finding.code.id, finding.message.as_str())).collect();
    let expected = [
        ("tod::renamed", "the node `hip` is `object 1` in the file"),
        ("tod::renamed", "the node `object 2` is `object 3` in the file"),
    ];
    assert_eq!(renamed, expected);
}
