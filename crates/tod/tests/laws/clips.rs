//! Documents as clips and clips as documents.

use anim_core::{
    Affine, Channel, Clip, Curve, Ease, Encode, EulerOrder, Node, Options, Property, Rate, Times, Wrap,
};
use anim_tod::{
    Attribute, Body, Camera, Changes, Control, Coordinate, Data, DataKind, Degrees, EncodeOptions, Factor,
    Frame, Light, LookAt, Mode, Nibble, Packet, Reference, Scale, Start, Tod, User, Words,
};
use proptest::prelude::*;

use crate::documents;

fn tod(resolution: u16, frames: &[(u32, &[(u16, Body)])]) -> Tod {
    let frame = |(number, packets): &(u32, &[(u16, Body)])| {
        Frame::new(*number, packets.iter().map(|(id, body)| Packet::new(*id, body.clone())).collect())
            .unwrap()
    };
    Tod { resolution, frames: frames.iter().map(frame).collect(), ..Tod::default() }
}

fn moved(x: i32) -> Body {
    Body::Coordinate(Coordinate { translation: Some([x, 0, 0]), ..Coordinate::default() })
}

fn curve<'a>(clip: &'a Clip, node: &str, name: &str) -> Option<&'a Curve> {
    let node = clip.nodes.iter().position(|other| other.name == node)?;
    let mut channels = clip.channels.iter().filter(|channel| channel.node() == node);
    channels.find(|channel| channel.property().name() == name).map(Channel::curve)
}

#[test]
fn records_are_shown_at_their_number_and_hold() {
    let tod = tod(3, &[(5, &[(1, moved(10))]), (9, &[(1, moved(20))])]);
    let clip = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!((clip.duration, clip.first_frame, clip.frame_time(9.0)), (0.25, 5.0, Some(0.2)));
    for (time, x) in [(-1.0, 10.0), (0.0, 10.0), (0.199, 10.0), (0.2, 20.0), (9.0, 20.0)] {
        assert_eq!(clip.pose(time).local[0].translation()[0], x, "{time}");
    }
}

#[test]
fn a_record_that_does_not_ascend_is_shown_with_the_one_before() {
    let tod = tod(
        60,
        &[(0, &[(1, moved(1))]), (2, &[(1, moved(2))]), (2, &[(1, moved(3))]), (1, &[(1, moved(4))])],
    );
    let clip = tod.to_clip(Mode::Ideal, &mut ()).unwrap();
    let x = curve(&clip, "object 1", "translation").unwrap();
    assert_eq!((x.times().iter().collect::<Vec<_>>(), x.value(1)), (vec![0.0, 2.0], &[4.0, 0.0, 0.0][..]));
    assert_eq!(clip.duration, 3.0);
}

#[test]
fn a_node_rests_where_it_is_first() {
    let turned = Coordinate {
        rotation: Some([0, 0, 90].map(|degrees| Degrees::from_bits(degrees * 4096))),
        scale: Some(Scale::new([8192, 4096, 4096].map(Factor::from_bits))),
        translation: Some([5, 6, 7]),
        ..Coordinate::default()
    };
    let tod = tod(1, &[(0, &[(1, Body::Coordinate(turned))]), (9, &[(1, moved(1))])]);
    for mode in [Mode::Hardware, Mode::Ideal] {
        let clip = tod.to_clip(mode, &mut ()).unwrap();
        let expected = Affine([[0.0, -1.0, 0.0, 5.0], [2.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]]);
        assert!(expected.distance(&clip.nodes[0].rest.into()) < 1e-12, "{mode:?}");
    }
}

#[test]
fn a_file_without_frames_has_no_clip() {
    assert_eq!(Tod::default().to_clip(Mode::Hardware, &mut ()), None);
}

#[test]
fn life_and_parents_are_channels_only_where_they_change() {
    let (create, kill) = (Body::Control(Control::CREATE), Body::Control(Control::KILL));
    let parent = |id| Body::Parent(Reference::new(id));
    let tod = tod(
        60,
        &[
            (0, &[(1, create.clone()), (2, create.clone()), (2, parent(1))]),
            (1, &[(3, moved(1))]),
            (2, &[(2, parent(3)), (1, kill)]),
            (3, &[(1, create)]),
        ],
    );
    let clip = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    let names: Vec<_> = clip.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(names, [("object 1", None), ("object 2", Some(0)), ("object 3", None)]);
    let alive = |time: f64| clip.pose(time).alive;
    assert_eq!(
        [0.0, 1.0, 2.0, 3.0].map(alive),
        [[true, true, false], [true; 3], [false, true, true], [true; 3]]
    );
    let parents = |time: f64| clip.pose(time).parent[1];
    assert_eq!([0.0, 1.0, 2.0].map(parents), [Some(0), Some(0), Some(2)]);
    assert_eq!((curve(&clip, "object 2", "alive"), curve(&clip, "object 1", "parent")), (None, None));
}

#[test]
fn an_object_that_is_killed_and_used_in_one_record_begins_anew() {
    let parent = Body::Parent(Reference::new(2));
    let killed_and_used = [(1, Body::Control(Control::KILL)), (1, Body::Model(Reference::new(1)))];
    let tod = tod(60, &[(0, &[(2, moved(1)), (1, moved(9)), (1, parent)]), (1, &killed_and_used)]);
    for mode in [Mode::Hardware, Mode::Ideal] {
        let pose = tod.to_clip(mode, &mut ()).unwrap().pose(1.0);
        assert_eq!(
            (pose.alive[1], pose.local[1], pose.parent[1]),
            (true, Affine::IDENTITY, None),
            "{mode:?}"
        );
    }
}

#[test]
fn an_object_that_never_lives_to_the_end_of_a_record_is_dead() {
    let packets = [(1, Body::Control(Control::CREATE)), (1, Body::Control(Control::KILL))];
    let clip = tod(1, &[(0, &packets)]).to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(clip.pose(0.0).alive, [false]);
}

#[test]
fn attributes_drive_visibility_where_they_name_it() {
    let attribute = |mask, value| Body::Attribute(Attribute { mask, value, ..Attribute::default() });
    let kept = tod(1, &[(0, &[(1, attribute(0x8000_0000, 0x41))])]).to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(curve(&kept, "object 1", "attribute").unwrap().values(), [65.0]);
    assert_eq!(curve(&kept, "object 1", "visible"), None);
    let hidden = tod(1, &[(0, &[(1, attribute(0, 1 << 31))])]).to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(curve(&hidden, "object 1", "visible").unwrap().values(), [0.0]);
}

#[test]
fn what_a_later_packet_names_does_not_reach_back() {
    let hide = Body::Attribute(Attribute { value: 1 << 31, ..Attribute::default() });
    let model = Body::Model(Reference::new(4));
    let tod = tod(60, &[(0, &[]), (1, &[(1, moved(1))]), (3, &[(1, hide), (1, model)])]);
    let clip = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    for (name, before, after) in
        [("visible", 1.0, 0.0), ("attribute", 0.0, 2_147_483_648.0), ("tmd", -1.0, 4.0)]
    {
        let curve = curve(&clip, "object 1", name).unwrap();
        assert_eq!([1.0, 2.9, 3.0].map(|time| curve.at(time)[0]), [before, before, after], "{name}");
    }
}

#[test]
fn a_light_has_the_channels_that_packets_drive() {
    let light = Light { direction: Some([1, 2, 3]), ..Light::default() };
    let clip = tod(1, &[(0, &[(0, Body::Light(light))])]).to_clip(Mode::Hardware, &mut ()).unwrap();
    assert!(curve(&clip, "light 0", "direction").is_some() && curve(&clip, "light 0", "color").is_none());
}

#[test]
fn a_camera_has_the_channels_of_both_kinds_of_packet() {
    let look = LookAt { view: Some([[1; 3], [2; 3]]), ..LookAt::default() };
    let place = Camera { rotation: Some([Degrees::from_bits(4096); 3]), ..Camera::default() };
    let packets = [(0, Body::Camera(place)), (0, Body::LookAt(look))];
    let clip = tod(1, &[(0, &packets)]).to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(curve(&clip, "camera 0", "euler").unwrap().values(), [1f64.to_radians(); 3]);
    assert_eq!(curve(&clip, "camera 0", "reference").unwrap().values(), [2.0; 3]);
}

#[test]
fn lights_and_user_packets_are_in_the_clip() {
    let light = Light { direction: Some([1, 2, 3]), color: Some([255, 51, 0, 0]), ..Light::default() };
    let words = Words::new(vec![7, u32::MAX]).unwrap();
    let user = Data { kind: DataKind::User(User::User3), flag: Nibble::new(2), words };
    let tod = tod(1, &[(0, &[(0, Body::Light(light))]), (6, &[(9, Body::Data(user))])]);
    let clip = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    assert_eq!(curve(&clip, "light 0", "direction").unwrap().values(), [1.0, 2.0, 3.0]);
    assert_eq!(curve(&clip, "light 0", "color").unwrap().values(), [1.0, 0.2, 0.0]);
    let event = &clip.events[0];
    assert_eq!((event.time, event.name.as_str()), (0.1, "user 3"));
    assert_eq!(event.values, [9.0, 2.0, 7.0, 4_294_967_295.0]);
}

/// A clip of two nodes that turn, grow and move smoothly.
fn smooth() -> impl Strategy<Value = Clip> {
    let angles = prop::collection::vec(-2.0..2.0f64, 9);
    let factors = prop::collection::vec(0.3..6.0f64, 9);
    let places = prop::collection::vec(-900.0..900.0f64, 9);
    (angles, factors, places, 1..4u32).prop_map(|(angles, factors, places, twentieths)| {
        let times = Times::keys([0.0, 1.0, 2.0]).unwrap();
        let channel = |node, property, values: &Vec<f64>| {
            let curve = Curve::new(times.clone(), 3, values.clone(), Ease::Linear).unwrap();
            Channel::new(node, property, curve.with_wrap(Wrap::Hold, Wrap::PingPong)).unwrap()
        };
        let arm = Node { parent: Some(0), ..Node::new("arm") };
        Clip {
            duration: 2.0,
            rate: Some(Rate::per_second(20 * twentieths)),
            nodes: vec![Node::new("body"), arm],
            channels: vec![
                channel(0, Property::Euler(EulerOrder::Zxy), &angles),
                channel(0, Property::Translation, &places),
                channel(1, Property::Scale, &factors),
                channel(1, Property::Euler(EulerOrder::Xyz), &angles),
            ],
            ..Clip::default()
        }
    })
}

proptest! {
    #[test]
    fn what_the_console_shows_is_encoded_exactly(mut tod in documents::tod()) {
        for (number, frame) in tod.frames.iter_mut().enumerate() {
            frame.number = 2 * number as u32;
        }
        tod.resolution = tod.resolution.min(100);
        if let Some(clip) = tod.to_clip(Mode::Hardware, &mut ()) {
            let again = Tod::from_clip(&clip, &EncodeOptions::default(), &mut ()).unwrap();
            let shown = again.to_clip(Mode::Hardware, &mut ());
            for number in 0..2 * tod.frames.len() {
                let time = clip.rate.unwrap().time(number as f64);
                let expected = clip.pose(time);
                for (at, node) in clip.nodes.iter().enumerate() {
                    if !expected.alive[at] || !node.name.starts_with("object") {
                        continue;
                    }
                    let shown = shown.as_ref().unwrap();
                    let found = shown.nodes.iter().position(|other| other.name == node.name);
                    prop_assert!(found.is_some(), "{} is missing", node.name);
                    let (found, pose) = (found.unwrap_or_default(), shown.pose(time));
                    let name = |clip: &Clip, parent: Option<usize>| parent.map(|parent| clip.nodes[parent].name.clone());
                    prop_assert!(pose.alive[found]);
                    prop_assert_eq!(pose.local[found], expected.local[at], "{} at {}", node.name, time);
                    prop_assert_eq!(name(shown, pose.parent[found]), name(&clip, expected.parent[at]));
                }
            }
        }
    }

    #[test]
    fn a_smooth_clip_is_encoded_within_the_files_steps(clip in smooth(), differential in any::<bool>(), exists in any::<bool>()) {
        let options = EncodeOptions {
            packets: if differential { Changes::Differential } else { Changes::Absolute },
            start: if exists { Start::Exists } else { Start::Create },
            ..EncodeOptions::default()
        };
        let mut findings = Vec::new();
        let tod = Tod::from_clip(&clip, &options, &mut findings).unwrap();
        let shown = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
        prop_assert!(shown.duration >= clip.duration - 1e-9);
        let rate = shown.rate.unwrap();
        for frame in 0..tod.frames.len() {
            let (expected, found) = (clip.pose(rate.time(frame as f64)), shown.pose(rate.time(frame as f64)));
            for node in 0..2 {
                prop_assert_eq!(found.parent[node], expected.parent[node]);
                let (a, b) = (expected.local[node], found.local[node]);
                // Half a step of 1/4096 turn for each of three angles, and the shifts of the console, times the scale.
                for (a, b) in a.linear().iter().flatten().zip(b.linear().iter().flatten()) {
                    prop_assert!((a - b).abs() < 6.0 * 0.006, "{} {}", a, b);
                }
                for (a, b) in a.translation().iter().zip(b.translation()) {
                    prop_assert!((a - b).abs() <= 0.5);
                }
            }
        }
        let expected = ["tod::quantized", "tod::resampled", "tod::renamed"];
        prop_assert!(findings.iter().all(|finding| expected.contains(&finding.code.id)), "{:?}", findings);
    }
}

#[test]
fn an_encoded_clip_keeps_lights_attributes_and_events() {
    let light = Light { direction: Some([1, 2, 3]), color: Some([255, 51, 0, 0]), ..Light::default() };
    let words = Words::new(vec![7]).unwrap();
    let user = Body::Data(Data { kind: DataKind::User(User::User0), flag: Nibble::new(1), words });
    let bits = Body::Attribute(Attribute { value: 0x8000_0001, ..Attribute::default() });
    let model = Body::Model(Reference::new(4));
    let packets =
        [(1, Body::Control(Control::CREATE)), (1, model), (1, bits), (2, Body::Light(light)), (1, user)];
    let tod = tod(2, &[(0, &packets)]);
    let clip = tod.to_clip(Mode::Hardware, &mut ()).unwrap();
    let mut findings = Vec::new();
    let again = Tod::from_clip(&clip, &EncodeOptions::default(), &mut findings).unwrap();
    assert_eq!(again.to_clip(Mode::Hardware, &mut ()).unwrap(), clip);
    assert_eq!(findings, []);
}

#[test]
fn what_a_tod_cannot_say_is_reported_as_dropped() {
    let weights = Channel::new(0, Property::Weights { count: 1 }, Curve::constant(&[1.0]).unwrap()).unwrap();
    let clip =
        Clip { nodes: vec![Node::new("face")], channels: vec![weights], duration: 1.0, ..Clip::default() };
    let mut findings = Vec::new();
    Tod::from_clip(&clip, &EncodeOptions::default(), &mut findings).unwrap();
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    let expected = [
        "note[tod::renamed]: the node `face` is `object 1` in the file (face)",
        "warning[tod::dropped]: face: a TOD has no packet for the channel weight (face)",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn only_one_clip_becomes_a_tod() {
    let clip = |name: &str| Clip { name: name.to_owned(), ..Clip::default() };
    let encode =
        |clips: &[Clip]| Tod::from_clips(clips, &Options::new(&[]), &(), &mut ()).unwrap_err().to_string();
    assert_eq!(encode(&[]), "there is no clip, expected one");
    assert_eq!(encode(&[clip("walk"), clip("run")]), "there are 2 clips (walk, run), expected one");
    let long = Clip { duration: 1e9, ..clip("long") };
    assert_eq!(encode(&[long]), "the clip lasts 1000000000 s, expected at most 1048576 frames (long)");
}
