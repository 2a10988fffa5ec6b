//! Clips as documents: the channels, the orders, the names and the frames that they get.

use std::num::NonZeroUsize;
use std::slice;

use anim_bvh::{
    Angles, Bvh, ClipOptions, EncodeOptions, ErrorKind, Interpolate, Offset, Position, Role, Roots,
};
use anim_core::{
    Channel, Clip, Curve, Deviation, Ease, EulerOrder, Fate, Loss, Node, OptionSet, Options, Positive,
    Property, Rate, Report, Times, Transform, laws,
};

fn bone(name: &str, parent: Option<usize>, translation: [f64; 3]) -> Node {
    let mut node = Node::new(name).with_rest(Transform { translation, ..Transform::IDENTITY });
    node.parent = parent;
    node
}

/// A hip and its tip, named as end sites are when they are read, for four frames at 20 a second.
pub(crate) fn figure(channels: Vec<Channel>) -> Clip {
    let nodes = vec![bone("hip", None, [0.0, 9.0, 0.0]), bone("hip_end", Some(0), [1.0, -1.0, 0.0])];
    let clip = Clip::new("figure").with_duration(0.2).with_rate(Rate::per_second(20));
    clip.with_nodes(nodes).with_channels(channels)
}

pub(crate) fn keyed(node: usize, property: Property, values: &[f64]) -> Channel {
    let times = Times::uniform(0.0, Rate::per_second(20), values.len() / property.width()).unwrap();
    let curve = Curve::new(times, property.width(), values.to_vec(), Ease::Linear).unwrap();
    Channel::new(node, property, curve).unwrap()
}

pub(crate) fn encode(clip: &Clip) -> (Bvh, Report) {
    encode_with(clip, &EncodeOptions::default())
}

fn encode_with(clip: &Clip, options: &EncodeOptions) -> (Bvh, Report) {
    let mut report = Report::new();
    let bvh = Bvh::from_clips_with(slice::from_ref(clip), options, &mut report).unwrap();
    assert_eq!(laws::joins(&report, slice::from_ref(clip)), Ok(()));
    (bvh, report)
}

/// The codes of all findings, then those of all losses.
pub(crate) fn codes(report: &Report) -> Vec<&'static str> {
    let findings = report.findings.iter().map(|finding| finding.code.id);
    findings.chain(report.losses.iter().map(|loss| loss.code.id)).collect()
}

/// The names of a joint's channels by their first letters, as `Xp`.
fn channels(bvh: &Bvh, joint: usize) -> String {
    bvh.joints()[joint].channels().iter().map(|kind| &kind.name()[..2]).collect()
}

#[test]
fn the_root_has_six_channels_and_other_joints_three() {
    let turn = keyed(1, Property::Angle { axis: [0.0, 0.0, 1.0] }, &[0.0; 4]);
    let (bvh, report) = encode(&figure(vec![turn]));
    assert_eq!((channels(&bvh, 0).as_str(), channels(&bvh, 1).as_str()), ("XpYpZpZrXrYr", "ZrXrYr"));
    assert_eq!((bvh.joints()[0].offset, bvh.joints()[1].offset), ([0.0; 3], [1.0, -1.0, 0.0]));
    assert_eq!((bvh.motion().frames, bvh.motion().frame_time), (4, 0.05));
    assert_eq!(bvh.frame(0).unwrap()[..3], [0.0, 9.0, 0.0]);
    let tip = &bvh.joints()[2];
    assert_eq!((&tip.role, tip.parent, tip.offset), (&Role::End, Some(1), [0.0; 3]));
    assert_eq!(codes(&report), <[&str; 0]>::default());
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
    let bvh = encode_with(&clip, &rest).0;
    assert_eq!(bvh.joints()[1].offset, [1.0, -1.0, 0.0]);
}

#[test]
fn a_joint_that_hardly_moves_keeps_its_place_and_the_report_says_by_how_much() {
    // The figure is 2 wide, and the middle of the positions is 0.0001 from either end.
    let places = [[2.0, 0.0, 0.0], [2.0, 0.0002, 0.0], [2.0, 0.0001, 0.0], [2.0, 0.0, 0.0]].concat();
    let clip = figure(vec![keyed(1, Property::Translation, &places)]);
    let with = |steady: Option<f64>| {
        let steady = steady.map(|steady| Positive::new(steady).unwrap());
        encode_with(&clip, &EncodeOptions { steady, ..EncodeOptions::default() })
    };
    for steady in [None, Some(0.00011)] {
        let (bvh, report) = with(steady);
        assert_eq!((channels(&bvh, 1).as_str(), bvh.joints()[1].offset), ("ZrXrYr", [2.0, 0.0001, 0.0]));
        assert_eq!(codes(&report), ["bvh::steady"]);
        assert_eq!(report.losses[0].fate, Fate::Approximated(Deviation::length(0.0001)));
    }
    let (bvh, report) = with(Some(0.00009));
    assert_eq!((channels(&bvh, 1).as_str(), codes(&report).len()), ("XpYpZpZrXrYr", 0));
}

#[test]
fn the_order_is_that_of_the_clip_the_usual_one_or_one_without_gimbal_lock() {
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
        let (bvh, _) = encode_with(&figure(vec![channel]), &options);
        assert_eq!((channels(&bvh, 1).as_str(), &channels(&bvh, 0)[6..]), (expected, hip));
    }
}

#[test]
fn angles_of_the_clip_are_written_unchanged() {
    let turns = [0.0, 200.0, 400.0, 720.5].map(f64::to_radians);
    let euler: Vec<f64> = turns.iter().flat_map(|&angle| [0.25f64.to_radians(), angle, 0.0]).collect();
    let cases = [
        (keyed(1, Property::Euler(EulerOrder::Xyz), &euler), [0.25, 720.5, 0.0]),
        (keyed(1, Property::Angle { axis: [0.0, 0.0, -3.0] }, &turns), [-720.5, 0.0, 0.0]),
    ];
    for (channel, last) in cases {
        let (bvh, report) = encode(&figure(vec![channel]));
        // Readers take the shorter way where an angle changes by 200°.
        assert_eq!(codes(&report), ["bvh::resampled"]);
        assert_eq!(bvh.frame(3).unwrap()[6..], last);
    }
}

#[test]
fn a_document_comes_back_from_its_clip() {
    let text = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n\
                \tJOINT Leg\n\t{\n\t\tOFFSET 1 -2 0.5\n\t\tCHANNELS 3 Zrotation Yrotation Xrotation\n\
                \t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -3 0\n\t\t}\n\t}\n\
                \tJOINT Bare\n\t{\n\t\tOFFSET 1 0 0\n\t\tCHANNELS 3 Xrotation Yrotation Zrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -3 0\n\t\t}\n\t}\n\
                }\nMOTION\nFrames: 2\nFrame Time: 0.033333\n1 2 3 10.5 -20.25 30.125 4 5.123456 6 7 8 9\n-1 2 3 11.5 -21.25 33 14 15 16 17 18 -170.001\n";
    let bvh = Bvh::parse(text.as_bytes()).unwrap();
    let mut report = Report::new();
    let clips = bvh.clips_with(&ClipOptions::default(), &mut report);
    assert_eq!(Bvh::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap(), bvh);
    assert!(report.is_empty(), "{report}");
}

#[test]
fn several_roots_get_an_added_root() {
    let mut clip = figure(vec![]);
    clip.nodes[1] = bone("root", None, [4.0, 0.0, 0.0]);
    let (bvh, report) = encode(&clip);
    let shape: Vec<_> =
        bvh.joints().iter().map(|joint| (joint.name.to_str().into_owned(), joint.parent)).collect();
    let expected = [("root_2", None), ("hip", Some(0)), ("", Some(1)), ("root", Some(0)), ("", Some(3))];
    assert_eq!(shape, expected.map(|(name, parent)| (name.to_owned(), parent)));
    assert_eq!((codes(&report), channels(&bvh, 0).as_str()), (vec!["bvh::joined"], "XpYpZpZrXrYr"));
    let keep = EncodeOptions { roots: Roots::Keep, ..EncodeOptions::default() };
    let bvh = encode_with(&clip, &keep).0;
    assert_eq!(bvh.joints().iter().filter(|joint| joint.parent.is_none()).count(), 2);
    for roots in [Roots::Keep, Roots::Join] {
        let (bvh, _) = encode_with(&Clip::default(), &EncodeOptions { roots, ..EncodeOptions::default() });
        assert_eq!((bvh.joints().len(), bvh.motion().frames, bvh.width()), (1, 1, 6));
    }
}

/// The node, the message and the new name of each loss, all of which are renamings.
fn renamings(report: &Report) -> Vec<[&str; 3]> {
    fn parts(loss: &Loss) -> Option<[&str; 3]> {
        (loss.code.id == "bvh::renamed").then_some(())?;
        Some([loss.node.as_deref()?, &loss.message, loss.renamed.as_deref()?])
    }
    assert!(report.findings.is_empty(), "{report}");
    let all: Vec<_> = report.losses.iter().filter_map(parts).collect();
    assert_eq!(all.len(), report.losses.len(), "{report}");
    all
}

#[test]
fn characters_that_have_a_meaning_in_other_readers_are_replaced() {
    let mut clip = figure(vec![]);
    let given = ["Left Leg", "Left_Leg", "a{b}", "", "名前", "a[b]", "mixamorig:Hips", "a.b/c", "Left-Leg"];
    clip.nodes = given.map(|name| bone(name, None, [0.0; 3])).to_vec();
    let keep = EncodeOptions { roots: Roots::Keep, ..EncodeOptions::default() };
    let (bvh, report) = encode_with(&clip, &keep);
    let names: Vec<_> = bvh
        .joints()
        .iter()
        .filter(|joint| joint.role != Role::End)
        .map(|joint| joint.name.to_str())
        .collect();
    let expected =
        ["Left_Leg", "Left_Leg_2", "a_b_", "joint", "名前", "a_b__2", "mixamorig_Hips", "a_b_c", "Left-Leg"];
    assert_eq!(names, expected);
    let other = "the joint has another name in the file";
    let expected = [
        ["Left Leg", other, "Left_Leg"],
        ["Left_Leg", other, "Left_Leg_2"],
        ["a{b}", other, "a_b_"],
        ["", other, "joint"],
        ["a[b]", other, "a_b__2"],
        ["mixamorig:Hips", other, "mixamorig_Hips"],
        ["a.b/c", other, "a_b_c"],
    ];
    assert_eq!(renamings(&report), expected);
}

#[test]
fn end_sites_have_no_names_and_report_those_that_they_are_read_with() {
    let mut clip = figure(vec![]);
    let tips = ["hip_end", "tip", "hip", "hip:_end"].map(|name| bone(name, Some(0), [1.0, 0.0, 0.0]));
    clip.nodes = [vec![bone("hip", None, [0.0; 3])], tips.to_vec()].concat();
    let (bvh, report) = encode(&clip);
    let text = String::from_utf8(bvh.to_bytes().into_owned()).unwrap();
    assert_eq!(text.lines().filter(|line| *line == "\tEnd Site").count(), 4, "{text}");
    let read = "end sites have no names in the file, and are read with those of their parents";
    let expected = [["tip", read, "hip_end_2"], ["hip", read, "hip_end_3"], ["hip:_end", read, "hip_end_4"]];
    assert_eq!(renamings(&report), expected);
    let read = Bvh::parse(text.as_bytes()).unwrap().clips().remove(0);
    let names: Vec<_> = read.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["hip", "hip_end", "hip_end_2", "hip_end_3", "hip_end_4"]);
    // Another round trip changes nothing.
    let (again, report) = encode(&read);
    assert_eq!((&again, renamings(&report).len()), (&bvh, 0));
}

#[test]
fn the_frame_at_the_end_counts_if_its_value_is_new() {
    let moving = [0.0, 1.0, 2.0, 3.0, 4.0];
    let held = [0.0, 1.0, 2.0, 3.0, 3.0];
    for (places, duration, frames) in [
        (&moving[..], 0.2, 5),
        (&held, 0.2, 4),
        (&moving[..4], 0.2, 4),
        // The end rounded to single precision, and an end between two frames.
        (&moving, f64::from(0.2_f32), 5),
        (&moving[..3], 0.16, 4),
    ] {
        let values: Vec<f64> = places.iter().flat_map(|&place| [place, 0.0, 0.0]).collect();
        let clip = figure(vec![keyed(0, Property::Translation, &values)]).with_duration(duration);
        let (bvh, report) = encode(&clip);
        let found: Vec<f64> = bvh.motion().values.chunks(bvh.width()).map(|frame| frame[0]).collect();
        // Five frames of 1/20 s last longer than 0.2 s, four longer than 0.16 s.
        let is_longer = (frames as f64 / 20.0 - duration).abs() > 1e-3;
        let expected = if is_longer { vec!["bvh::duration"] } else { vec![] };
        assert_eq!((found.len(), codes(&report)), (frames, expected), "{places:?} in {duration} s");
        let expected = (0..frames).map(|frame| places[frame.min(places.len() - 1)]);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }
}

#[test]
fn the_end_site_of_a_joint_with_another_name_is_named_after_it() {
    let text = "HIERARCHY\nROOT Left Leg\n{\n\tOFFSET 0 0 0\n\tCHANNELS 1 Xrotation\n\tEnd Site\n\t{\n\
                \t\tOFFSET 1 0 0\n\t}\n}\nMOTION\nFrames: 1\nFrame Time: 0.05\n7\n";
    let (bvh, report) = encode(&Bvh::parse(text.as_bytes()).unwrap().clips()[0]);
    let names: Vec<_> = bvh.joints().iter().map(|joint| joint.name.to_str()).collect();
    assert_eq!(names, ["Left_Leg", ""]);
    let renamed = renamings(&report).into_iter().map(|[node, _, name]| [node, name]);
    assert!(renamed.eq([["Left Leg", "Left_Leg"], ["Left Leg_end", "Left_Leg_end"]]), "{report}");
}

#[test]
fn steps_are_right_at_each_frame() {
    let times = Times::keys([0.0, 0.05, 0.15]).unwrap();
    let curve = Curve::new(times, 3, [[0.0; 3], [5.0; 3], [7.0; 3]].concat(), Ease::Step).unwrap();
    let (bvh, report) = encode(&figure(vec![Channel::new(0, Property::Translation, curve).unwrap()]));
    let places: Vec<_> = (0..4).map(|frame| bvh.frame(frame).unwrap()[0]).collect();
    // Readers show straight lines between frames.
    assert_eq!((places, codes(&report)), (vec![0.0, 5.0, 5.0, 7.0], vec!["bvh::resampled"]));
}

#[test]
fn the_option_sets_the_rate_of_any_clip() {
    for own in [None, Some(Rate::per_second(20))] {
        let mut clip = figure(vec![]).with_duration(1.0);
        clip.rate = own;
        for (fps, frames) in [("30", 30), ("120", 120), ("0.5", 1)] {
            let options = Options::of::<EncodeOptions>().with("fps", fps).unwrap();
            let (bvh, report) = encode_with(&clip, &options.typed(&()).unwrap());
            let frame_time = 1.0 / fps.parse::<f64>().unwrap();
            assert_eq!((bvh.motion().frames, bvh.motion().frame_time), (frames, frame_time));
            assert_eq!(codes(&report).contains(&"bvh::rate"), own.is_some(), "{report}");
        }
        let (bvh, report) = encode(&clip);
        assert_eq!((bvh.motion().frames, codes(&report)), (if own.is_some() { 20 } else { 30 }, vec![]));
    }
}

#[test]
fn clips_that_are_too_long_or_not_consistent_are_refused() {
    let options = EncodeOptions { fps: Some(Rate::per_second(20)), ..EncodeOptions::default() };
    let refused = |clip: &Clip| {
        let made = Bvh::from_clips_with(slice::from_ref(clip), &options, &mut Report::new());
        made.unwrap_err().kind
    };
    assert_eq!(
        refused(&figure(vec![]).with_duration(1e9)),
        ErrorKind::Duration { seconds: 1e9, most: 1 << 20 }
    );
    let crowd = figure(vec![]).with_nodes(vec![Node::new("a"); 100]).with_duration(50_000.0);
    assert_eq!(refused(&crowd), ErrorKind::Poses { count: 100_000_000, most: 1 << 23 });
    // At its default rate, the encoder makes fewer frames.
    let (bvh, _) = encode(&crowd);
    assert_eq!((bvh.motion().frames, bvh.motion().frame_time), (650, 77.0));
    let lost = figure(vec![]).with_nodes(vec![bone("a", Some(3), [0.0; 3])]);
    assert!(matches!(refused(&lost), ErrorKind::Clip(_)));
    for count in [0, 2] {
        let error = Bvh::from_clips(&vec![Clip::default(); count]).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Clips { names } if names.len() == count));
    }
}

#[test]
fn options_by_name_are_those_by_type() {
    fn typed<T: OptionSet>(pairs: &[(&str, &str)]) -> T {
        let mut options = Options::of::<T>();
        for (key, value) in pairs {
            options.set(key, value).unwrap();
        }
        options.typed(&()).unwrap()
    }
    assert_eq!(typed::<EncodeOptions>(&[]), EncodeOptions::default());
    assert_eq!(typed::<ClipOptions>(&[]), ClipOptions::default());
    assert_eq!(
        typed::<EncodeOptions>(&[("order", "yzx"), ("fps", "24"), ("offset", "rest"), ("roots", "keep")]),
        EncodeOptions {
            order: Some(EulerOrder::Yzx),
            fps: Some(Rate::per_second(24)),
            steady: None,
            offset: Offset::Rest,
            roots: Roots::Keep,
            ..EncodeOptions::default()
        }
    );
    assert_eq!(
        typed::<ClipOptions>(&[("interpolate", "hold"), ("position", "add"), ("angles", "file")]),
        ClipOptions {
            interpolate: Interpolate::Hold,
            position: Position::Add,
            angles: Angles::File,
            ..ClipOptions::default()
        }
    );
    assert_eq!(typed::<EncodeOptions>(&[("order", "auto")]).order, None);
    let keys: Vec<_> = ClipOptions::LIST.iter().chain(EncodeOptions::LIST).map(|option| option.key).collect();
    assert_eq!(
        keys,
        [
            "interpolate",
            "position",
            "angles",
            "up",
            "forward",
            "unit",
            "order",
            "fps",
            "steady",
            "offset",
            "roots",
            "frames",
            "poses",
            "up",
            "forward",
            "unit",
        ]
    );
}

#[test]
fn limits_are_options() {
    let two = figure(vec![]).with_nodes(vec![Node::new("a"), Node::new("b")]).with_duration(1.0);
    let encode = |fps: Option<f64>, [frames, poses]: [usize; 2]| {
        let [frames, poses] = [frames, poses].map(|most| NonZeroUsize::new(most).unwrap());
        let fps = fps.and_then(|fps| Rate::new(fps, 1.0).ok());
        let options = EncodeOptions { fps, frames, poses, ..EncodeOptions::default() };
        Bvh::from_clips_with(slice::from_ref(&two), &options, &mut Report::new())
            .map(|bvh| bvh.motion().frames)
            .map_err(|error| error.to_string())
    };
    let whole = encode(Some(20.0), [100, 1000]).unwrap();
    assert!((20..=21).contains(&whole));
    assert_eq!(encode(Some(20.0), [whole, 2 * whole]), Ok(whole));
    for (limits, option) in [([whole - 1, 1000], "frames"), ([100, 2 * whole - 1], "poses")] {
        let error = encode(Some(20.0), limits).unwrap_err();
        assert!(error.contains(&format!("the option `{option}` allows more")), "{error}");
        // Without a rate, the file has fewer frames.
        let fitting = encode(None, limits).unwrap();
        assert!(
            fitting >= limits[0].min(limits[1] / 2) / 2 && fitting <= limits[0].min(limits[1] / 2),
            "{fitting}"
        );
    }
}
