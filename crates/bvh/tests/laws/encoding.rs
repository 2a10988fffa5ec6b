//! Clips as documents: which channels, which order, which names, and what is reported.

use anim_bvh::{Bvh, ClipOptions, EncodeOptions, ErrorKind, Offset, Role, Roots};
use anim_core::{
    Channel, Clip, Curve, Diagnostic, Ease, Encode, EulerOrder, Event, Format, Loss, Node, Options, Property,
    Rate, Times, Transform, Wrap,
};

fn bone(name: &str, parent: Option<usize>, translation: [f64; 3]) -> Node {
    Node { parent, rest: Transform { translation, ..Transform::IDENTITY }, ..Node::new(name) }
}

/// A hip and a leg for four frames at 20 a second.
fn figure(channels: Vec<Channel>) -> Clip {
    let nodes = vec![bone("hip", None, [0.0, 9.0, 0.0]), bone("leg", Some(0), [1.0, -1.0, 0.0])];
    Clip { nodes, duration: 0.2, rate: Some(Rate::per_second(20)), channels, ..Clip::default() }
}

fn keyed(node: usize, property: Property, values: &[f64]) -> Channel {
    let times = Times::uniform(0.0, Rate::per_second(20), values.len() / property.width()).unwrap();
    let curve = Curve::new(times, property.width(), values.to_vec(), Ease::Linear).unwrap();
    Channel::new(node, property, curve).unwrap()
}

fn encode(clip: &Clip) -> (Bvh, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    (Bvh::from_clip(clip, &EncodeOptions::default(), &mut findings).unwrap(), findings)
}

fn codes(findings: &[Diagnostic]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

/// The names of a joint's channels by their first letters, as `Xp`.
fn channels(bvh: &Bvh, joint: usize) -> String {
    bvh.joints()[joint].channels().iter().map(|kind| &kind.name()[..2]).collect()
}

#[test]
fn the_root_has_six_channels_and_other_joints_three() {
    let (bvh, findings) = encode(&figure(vec![]));
    assert_eq!((channels(&bvh, 0).as_str(), channels(&bvh, 1).as_str()), ("XpYpZpZrXrYr", "ZrXrYr"));
    assert_eq!((bvh.joints()[0].offset, bvh.joints()[1].offset), ([0.0; 3], [1.0, -1.0, 0.0]));
    assert_eq!((bvh.motion().frames, bvh.motion().frame_time), (4, 0.05));
    assert_eq!(bvh.frame(0).unwrap()[..3], [0.0, 9.0, 0.0]);
    let tip = &bvh.joints()[2];
    assert_eq!((&tip.role, tip.parent, tip.offset), (&Role::End, Some(1), [0.0; 3]));
    assert_eq!(codes(&findings), <[&str; 0]>::default());
}

#[test]
fn a_joint_that_changes_its_place_gets_positions() {
    let still = [2.0, 0.0, 0.0].repeat(4);
    let moving = [[2.0, 0.0, 0.0].repeat(3), vec![2.0, 0.0, 1.0]].concat();
    let (bvh, _) = encode(&figure(vec![keyed(1, Property::Translation, &still)]));
    assert_eq!((channels(&bvh, 1).as_str(), bvh.joints()[1].offset), ("ZrXrYr", [2.0, 0.0, 0.0]));
    let clip = figure(vec![keyed(1, Property::Translation, &moving)]);
    let (bvh, _) = encode(&clip);
    assert_eq!((channels(&bvh, 1).as_str(), bvh.joints()[1].offset), ("XpYpZpZrXrYr", [0.0; 3]));
    assert_eq!(bvh.frame(3).unwrap()[6..9], [2.0, 0.0, 1.0]);
    let rest = EncodeOptions { offset: Offset::Rest, ..EncodeOptions::default() };
    let bvh = Bvh::from_clip(&clip, &rest, &mut ()).unwrap();
    assert_eq!(bvh.joints()[1].offset, [1.0, -1.0, 0.0]);
}

#[test]
fn the_order_is_the_clips_own_the_usual_or_one_that_suits() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let euler = |order, values: [f64; 3]| keyed(1, Property::Euler(order), &values.repeat(4));
    let about_x = keyed(1, Property::Rotation, &[0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()].repeat(4));
    for (channel, option, expected, hip) in [
        (euler(EulerOrder::Yzx, [0.1, 0.2, 0.3]), None, "YrZrXr", "YrZrXr"),
        (euler(EulerOrder::Zxy, [quarter, 0.2, 0.3]), None, "ZrXrYr", "ZrXrYr"),
        (about_x.clone(), None, "XrYrZr", "ZrXrYr"),
        (about_x, Some(EulerOrder::Zxy), "ZrXrYr", "ZrXrYr"),
        (euler(EulerOrder::Yzx, [0.1, 0.2, 0.3]), Some(EulerOrder::Xyz), "XrYrZr", "XrYrZr"),
    ] {
        let options = EncodeOptions { order: option, ..EncodeOptions::default() };
        let bvh = Bvh::from_clip(&figure(vec![channel]), &options, &mut ()).unwrap();
        assert_eq!((channels(&bvh, 1).as_str(), &channels(&bvh, 0)[6..]), (expected, hip));
    }
}

#[test]
fn angles_of_the_clip_are_written_as_they_are() {
    let turns = [0.0, 200.0, 400.0, 720.5].map(f64::to_radians);
    let euler: Vec<f64> = turns.iter().flat_map(|&angle| [0.25f64.to_radians(), angle, 0.0]).collect();
    let cases = [
        (keyed(1, Property::Euler(EulerOrder::Xyz), &euler), [0.25, 720.5, 0.0]),
        (keyed(1, Property::Angle { axis: [0.0, 0.0, -3.0] }, &turns), [-720.5, 0.0, 0.0]),
    ];
    for (channel, last) in cases {
        let (bvh, _) = encode(&figure(vec![channel]));
        assert_eq!(bvh.frame(3).unwrap()[6..], last);
    }
}

#[test]
fn a_document_comes_back_from_its_clip() {
    let text = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n\
                \tJOINT Leg\n\t{\n\t\tOFFSET 1 -2 0.5\n\t\tCHANNELS 3 Zrotation Yrotation Xrotation\n\
                \t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -3 0\n\t\t}\n\t}\n\
                \tJOINT Bare\n\t{\n\t\tOFFSET 1 0 0\n\t\tCHANNELS 3 Xrotation Yrotation Zrotation\n\t\tEnd Site tip\n\t\t{\n\t\t\tOFFSET 0 -3 0\n\t\t}\n\t}\n\
                }\nMOTION\nFrames: 2\nFrame Time: 0.033333\n1 2 3 10.5 -20.25 30.125 4 5.123456 6 7 8 9\n-1 2 3 11.5 -21.25 33 14 15 16 17 18 -170.001\n";
    let bvh = Bvh::parse(text.as_bytes(), &mut ()).unwrap();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let clip = bvh.to_clip(ClipOptions::default(), &mut findings);
    assert_eq!(Bvh::from_clip(&clip, &EncodeOptions::default(), &mut findings).unwrap(), bvh);
    assert_eq!(codes(&findings), <[&str; 0]>::default());
}

#[test]
fn several_roots_hang_on_one_that_is_added() {
    let mut clip = figure(vec![]);
    clip.nodes[1] = bone("root", None, [4.0, 0.0, 0.0]);
    let (bvh, findings) = encode(&clip);
    let shape: Vec<_> =
        bvh.joints().iter().map(|joint| (joint.name.to_str().into_owned(), joint.parent)).collect();
    let expected = [("root_2", None), ("hip", Some(0)), ("", Some(1)), ("root", Some(0)), ("", Some(3))];
    assert_eq!(shape, expected.map(|(name, parent)| (name.to_owned(), parent)));
    assert_eq!((codes(&findings), channels(&bvh, 0).as_str()), (vec!["bvh::joined"], "XpYpZpZrXrYr"));
    let keep = EncodeOptions { roots: Roots::Keep, ..EncodeOptions::default() };
    let bvh = Bvh::from_clip(&clip, &keep, &mut ()).unwrap();
    assert_eq!(bvh.joints().iter().filter(|joint| joint.parent.is_none()).count(), 2);
    for roots in [Roots::Keep, Roots::Join] {
        let bvh =
            Bvh::from_clip(&Clip::default(), &EncodeOptions { roots, ..EncodeOptions::default() }, &mut ())
                .unwrap();
        assert_eq!((bvh.joints().len(), bvh.motion().frames, bvh.width()), (1, 1, 6));
    }
}

#[test]
fn names_lose_what_ends_them_in_other_readers() {
    let mut clip = figure(vec![]);
    clip.nodes = ["Left Leg", "Left_Leg", "a{b}", "", "名前"].map(|name| bone(name, None, [0.0; 3])).to_vec();
    let keep = EncodeOptions { roots: Roots::Keep, ..EncodeOptions::default() };
    let mut findings: Vec<Diagnostic> = Vec::new();
    let bvh = Bvh::from_clip(&clip, &keep, &mut findings).unwrap();
    let names: Vec<_> = bvh
        .joints()
        .iter()
        .filter(|joint| joint.role != Role::End)
        .map(|joint| joint.name.to_str())
        .collect();
    assert_eq!(names, ["Left_Leg", "Left_Leg_2", "a_b_", "joint", "名前"]);
    assert_eq!(codes(&findings), ["bvh::renamed"; 4]);
}

type Change = fn(&mut Clip);

#[test]
fn what_a_bvh_cannot_say_is_reported() {
    let wide = |property: Property| vec![keyed(1, property.clone(), &vec![0.5; 4 * property.width()])];
    let spun = |clip: &mut Clip| clip.nodes[1].rest.rotation = [1.0, 0.0, 0.0, 0.0];
    let cases: Vec<(Vec<Channel>, Change, &str, Loss)> = vec![
        (wide(Property::Visible), |_| (), "bvh::dropped", Loss::Dropped),
        (wide(Property::Color), |_| (), "bvh::dropped", Loss::Dropped),
        (wide(Property::Alive), |_| (), "bvh::dropped", Loss::Dropped),
        (wide(Property::Weights { count: 2 }), |_| (), "bvh::dropped", Loss::Dropped),
        (wide(Property::named("roll", 1)), |_| (), "bvh::dropped", Loss::Dropped),
        (wide(Property::Scale), |_| (), "bvh::scale", Loss::Dropped),
        (wide(Property::Parent), |_| (), "bvh::reparented", Loss::Approximated(0.0)),
        (vec![], |clip| clip.nodes[0].rest.scale = [2.0; 3], "bvh::scale", Loss::Dropped),
        (vec![], spun, "bvh::rest", Loss::Dropped),
        (vec![], |clip| clip.first_frame = 7.0, "bvh::dropped", Loss::Dropped),
        (
            vec![],
            |clip| clip.events.push(Event { time: 0.0, node: None, name: "step".into(), values: vec![] }),
            "bvh::dropped",
            Loss::Dropped,
        ),
        (
            vec![keyed(1, Property::Translation, &(0..18).map(f64::from).collect::<Vec<_>>())],
            |_| (),
            "bvh::resampled",
            Loss::Approximated(0.05),
        ),
        (
            vec![keyed(1, Property::Translation, &(0..12).map(f64::from).collect::<Vec<_>>())],
            |clip| clip.rate = Some(Rate::per_second(30)),
            "bvh::resampled",
            Loss::Approximated(1.0 / 30.0),
        ),
        (
            vec![keyed(1, Property::Translation, &[f64::NAN; 12])],
            |_| (),
            "bvh::not-finite",
            Loss::Approximated(f64::INFINITY),
        ),
    ];
    for (channels, change, code, loss) in cases {
        let mut clip = figure(channels);
        change(&mut clip);
        let (_, findings) = encode(&clip);
        let [finding] = &findings[..] else { panic!("{code}: {findings:?}") };
        assert_eq!((finding.code.id, finding.loss), (code, Some(loss)), "{finding}");
    }
}

#[test]
fn the_frame_at_the_end_counts_if_it_says_something_new() {
    let moving = [0.0, 1.0, 2.0, 3.0, 4.0];
    let held = [0.0, 1.0, 2.0, 3.0, 3.0];
    for (places, duration, frames) in [
        (&moving[..], 0.2, 5),
        (&held, 0.2, 4),
        (&moving[..4], 0.2, 4),
        // What single precision makes of the end, and an end between two frames.
        (&moving, f64::from(0.2_f32), 5),
        (&moving[..3], 0.16, 4),
    ] {
        let values: Vec<f64> = places.iter().flat_map(|&place| [place, 0.0, 0.0]).collect();
        let (bvh, findings) =
            encode(&Clip { duration, ..figure(vec![keyed(0, Property::Translation, &values)]) });
        let found: Vec<f64> = bvh.motion().values.chunks(bvh.width()).map(|frame| frame[0]).collect();
        assert_eq!((found.len(), codes(&findings)), (frames, vec![]), "{places:?} in {duration} s");
        let expected = (0..frames).map(|frame| places[frame.min(places.len() - 1)]);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }
}

#[test]
fn end_sites_that_had_no_name_are_not_renamed() {
    let text = "HIERARCHY\nROOT Left Leg\n{\n\tOFFSET 0 0 0\n\tCHANNELS 1 Xrotation\n\tEnd Site\n\t{\n\
                \t\tOFFSET 1 0 0\n\t}\n}\nMOTION\nFrames: 1\nFrame Time: 0.05\n7\n";
    let clip = Bvh::parse(text.as_bytes(), &mut ()).unwrap().to_clip(ClipOptions::default(), &mut ());
    let (bvh, findings) = encode(&clip);
    let names: Vec<_> = bvh.joints().iter().map(|joint| joint.name.to_str()).collect();
    assert_eq!((names, codes(&findings)), (vec!["Left_Leg".into(), "".into()], vec!["bvh::renamed"]));
}

#[test]
fn steps_are_right_at_whole_frames() {
    let times = Times::keys([0.0, 0.05, 0.15]).unwrap();
    let curve = Curve::new(times, 3, [[0.0; 3], [5.0; 3], [7.0; 3]].concat(), Ease::Step).unwrap();
    let (bvh, findings) = encode(&figure(vec![Channel::new(0, Property::Translation, curve).unwrap()]));
    let places: Vec<_> = (0..4).map(|frame| bvh.frame(frame).unwrap()[0]).collect();
    // Readers go in straight lines from frame to frame.
    assert_eq!((places, codes(&findings)), (vec![0.0, 5.0, 5.0, 7.0], vec!["bvh::resampled"]));
}

#[test]
fn straight_lines_between_frames_are_no_loss_and_all_else_is() {
    let values = |width: usize| (0..4 * width).map(|part| part as f64 / 10.0).collect::<Vec<_>>();
    let moved = |property: Property, ease| {
        let times = Times::uniform(0.0, Rate::per_second(20), 4).unwrap();
        let curve = Curve::new(times, property.width(), values(property.width()), ease).unwrap();
        Channel::new(1, property, curve).unwrap()
    };
    let repeated = {
        let moved = moved(Property::Translation, Ease::Linear);
        let curve = moved.curve().clone().with_wrap(Wrap::Hold, Wrap::Repeat);
        Channel::new(1, Property::Translation, curve).unwrap()
    };
    let cases = [
        (moved(Property::Translation, Ease::Linear), false),
        (moved(Property::Euler(EulerOrder::Zxy), Ease::Linear), false),
        (moved(Property::Angle { axis: [1.0, 0.0, 0.0] }, Ease::Linear), false),
        (Channel::new(1, Property::Scale, Curve::constant(&[1.0; 3]).unwrap()).unwrap(), false),
        (moved(Property::Translation, Ease::Step), true),
        (moved(Property::Translation, Ease::Sine), true),
        (moved(Property::Rotation, Ease::Slerp), true),
        (repeated, true),
        // What a BVH does not have is not resampled.
        (moved(Property::Color, Ease::Step), false),
    ];
    for (channel, expected) in cases {
        let (_, findings) = encode(&figure(vec![channel]));
        assert_eq!(codes(&findings).contains(&"bvh::resampled"), expected, "{findings:?}");
    }
}

#[test]
fn a_clip_without_a_rate_gets_that_of_the_option() {
    let clip = Clip { rate: None, duration: 1.0, ..figure(vec![]) };
    for (fps, frames) in [("30", 30), ("24", 24), ("0.5", 1)] {
        let options = Options::new(Bvh::INFO.target_options).with("fps", fps).unwrap();
        let bvh = Bvh::from_clips(std::slice::from_ref(&clip), &options, &(), &mut ()).unwrap();
        assert_eq!(
            (bvh.motion().frames, bvh.motion().frame_time),
            (frames, 1.0 / fps.parse::<f64>().unwrap())
        );
    }
}

#[test]
fn what_is_too_long_or_contradicts_itself_is_refused() {
    let refused = |clip: &Clip| Bvh::from_clip(clip, &EncodeOptions::default(), &mut ()).unwrap_err().kind;
    let long = Clip { duration: 1e9, ..figure(vec![]) };
    assert_eq!(refused(&long), ErrorKind::Duration { seconds: 1_000_000_000 });
    let crowd = Clip { nodes: vec![Node::new("a"); 100], duration: 50_000.0, ..figure(vec![]) };
    assert_eq!(refused(&crowd), ErrorKind::Poses { count: 100_000_000 });
    let lost = Clip { nodes: vec![bone("a", Some(3), [0.0; 3])], ..figure(vec![]) };
    assert!(matches!(refused(&lost), ErrorKind::Clip(_)));
    let options = Options::new(Bvh::INFO.target_options);
    for count in [0, 2] {
        let error = Bvh::from_clips(&vec![Clip::default(); count], &options, &(), &mut ()).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Clips { names } if names.len() == count));
    }
}

#[test]
fn options_of_no_list_are_the_defaults() {
    assert_eq!(EncodeOptions::from(&Options::new(&[])), EncodeOptions::default());
    assert_eq!(EncodeOptions::from(&Options::new(Bvh::INFO.target_options)), EncodeOptions::default());
    assert_eq!(ClipOptions::from(&Options::new(Bvh::INFO.options)), ClipOptions::default());
    let set =
        Options::new(Bvh::INFO.target_options).with("order", "yzx").unwrap().with("roots", "keep").unwrap();
    let set = EncodeOptions::from(&set.with("offset", "rest").unwrap());
    assert_eq!((set.order, set.roots, set.offset), (Some(EulerOrder::Yzx), Roots::Keep, Offset::Rest));
}
