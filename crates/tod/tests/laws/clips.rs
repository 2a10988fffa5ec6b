//! Documents as clips.

use std::num::NonZeroU16;

use anim_core::{Affine, Channel, Clip, Curve, EventKind, Report};
use anim_tod::{
    Attribute, Body, Camera, ClipOptions, Control, Coordinate, Data, DataKind, Degrees, EncodeOptions,
    Factor, Frame, Light, LookAt, Mode, Nibble, Packet, Reference, Scale, Stage, Tod, User, Words,
};

pub(crate) fn tod(resolution: u16, frames: &[(u32, &[(u16, Body)])]) -> Tod {
    let frame = |(number, packets): &(u32, &[(u16, Body)])| {
        Frame::new(*number, packets.iter().map(|(id, body)| Packet::new(*id, body.clone()))).unwrap()
    };
    Tod { resolution, frames: frames.iter().map(frame).collect(), ..Tod::default() }
}

/// The clip of a document; `None` without frames.
pub(crate) fn lower(tod: &Tod, mode: Mode) -> Option<Clip> {
    tod.clips_with(&ClipOptions { mode, ..ClipOptions::default() }, &mut Report::new()).pop()
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
    let clip = lower(&tod, Mode::Hardware).unwrap();
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
    let clip = lower(&tod, Mode::Ideal).unwrap();
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
        let clip = lower(&tod, mode).unwrap();
        let expected = Affine([[0.0, -1.0, 0.0, 5.0], [2.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]]);
        assert!(expected.distance(&clip.nodes[0].rest.into()) < 1e-12, "{mode:?}");
    }
}

#[test]
fn a_file_without_frames_has_no_clip() {
    assert_eq!(lower(&Tod::default(), Mode::Hardware), None);
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
    let clip = lower(&tod, Mode::Hardware).unwrap();
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
        let pose = lower(&tod, mode).unwrap().pose(1.0);
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
    let clip = lower(&tod(1, &[(0, &packets)]), Mode::Hardware).unwrap();
    assert_eq!(clip.pose(0.0).alive, [false]);
}

#[test]
fn attributes_drive_visibility_where_they_name_it() {
    let attribute = |mask, value| Body::Attribute(Attribute { mask, value, ..Attribute::default() });
    let kept = lower(&tod(1, &[(0, &[(1, attribute(0x8000_0000, 0x41))])]), Mode::Hardware).unwrap();
    assert_eq!(curve(&kept, "object 1", "attribute").unwrap().values(), [65.0]);
    assert_eq!(curve(&kept, "object 1", "visible"), None);
    let hidden = lower(&tod(1, &[(0, &[(1, attribute(0, 1 << 31))])]), Mode::Hardware).unwrap();
    assert_eq!(curve(&hidden, "object 1", "visible").unwrap().values(), [0.0]);
}

#[test]
fn what_a_later_packet_names_does_not_reach_back() {
    let hide = Body::Attribute(Attribute { value: 1 << 31, ..Attribute::default() });
    let model = Body::Model(Reference::new(4));
    let tod = tod(60, &[(0, &[]), (1, &[(1, moved(1))]), (3, &[(1, hide), (1, model)])]);
    let clip = lower(&tod, Mode::Hardware).unwrap();
    for (name, before, after) in
        [("visible", 1.0, 0.0), ("attribute", 0.0, 2_147_483_648.0), ("tmd", -1.0, 4.0)]
    {
        let curve = curve(&clip, "object 1", name).unwrap();
        assert_eq!([1.0, 2.9, 3.0].map(|time| curve.at(time)[0]), [before, before, after], "{name}");
    }
}

#[test]
fn a_part_of_a_light_is_zero_before_a_packet_sets_it() {
    let direction = Light { direction: Some([1, 2, 3]), ..Light::default() };
    let color = Light { color: Some([255, 51, 0, 0]), ..Light::default() };
    for [first, second] in [[direction, color], [color, direction]] {
        let records = [Light::default(), first, second].map(|light| [(1, Body::Light(light))]);
        let records = [(0, &records[0][..]), (1, &records[1]), (2, &records[2])];
        let clip = lower(&tod(60, &records), Mode::Hardware).unwrap();
        let mut stage = Stage::new(Mode::Hardware);
        for (time, packets) in records {
            stage.apply(&Packet::new(1, packets[0].1.clone()));
            // The light exists from the first record that sets something.
            let expected = stage.lights[&1];
            for after in [0.0, 0.9].into_iter().filter(|_| time > 0) {
                let value = |name| curve(&clip, "light 1", name).unwrap().at(f64::from(time) + after);
                assert_eq!(value("direction"), expected.direction, "{first:?}: {time} s + {after}");
                assert_eq!(value("color"), expected.color.map(|part| part / 255.0), "{first:?}: {time} s");
            }
        }
        let mut report = Report::new();
        let options = EncodeOptions { resolution: NonZeroU16::new(60), ..EncodeOptions::default() };
        let again = Tod::from_clips_with(std::slice::from_ref(&clip), &options, &mut report).unwrap();
        // The packet that names no part is left out, and none comes for the zeros.
        let count = |frame: &Frame| frame.packets().count();
        assert_eq!(again.frames.iter().map(count).collect::<Vec<_>>(), [0, 1, 1], "{first:?}");
        assert_eq!(lower(&again, Mode::Hardware).unwrap(), clip, "{first:?}: {:?}", report.losses);
    }
}

#[test]
fn a_light_has_the_channels_that_packets_drive() {
    let light = Light { direction: Some([1, 2, 3]), ..Light::default() };
    let clip = lower(&tod(1, &[(0, &[(0, Body::Light(light))])]), Mode::Hardware).unwrap();
    assert!(curve(&clip, "light 0", "direction").is_some() && curve(&clip, "light 0", "color").is_none());
}

#[test]
fn a_camera_has_the_channels_of_both_kinds_of_packet() {
    let look = LookAt { view: Some([[1; 3], [2; 3]]), ..LookAt::default() };
    let place = Camera { rotation: Some([Degrees::from_bits(4096); 3]), ..Camera::default() };
    let packets = [(0, Body::Camera(place)), (0, Body::LookAt(look))];
    let clip = lower(&tod(1, &[(0, &packets)]), Mode::Hardware).unwrap();
    assert_eq!(curve(&clip, "camera 0", "euler").unwrap().values(), [1f64.to_radians(); 3]);
    assert_eq!(curve(&clip, "camera 0", "reference").unwrap().values(), [2.0; 3]);
}

#[test]
fn the_last_packet_of_a_frame_decides_where_a_camera_is() {
    let look = Body::LookAt(LookAt { view: Some([[1; 3], [2; 3]]), ..LookAt::default() });
    let place = Body::Camera(Camera { translation: Some([7; 3]), ..Camera::default() });
    let place_of = |packets: &[(u16, Body)]| {
        let clip = lower(&tod(1, &[(0, packets)]), Mode::Hardware).unwrap();
        assert_eq!(curve(&clip, "camera 0", "reference").unwrap().values(), [2.0; 3]);
        curve(&clip, "camera 0", "translation").unwrap().values()[0]
    };
    let [look, place] = [look, place].map(|body| (0, body));
    assert_eq!(place_of(&[look.clone(), place.clone()]), 7.0);
    assert_eq!(place_of(&[place.clone(), look.clone()]), 1.0);
    assert_eq!(place_of(&[place.clone(), look.clone(), place]), 7.0);
}

#[test]
fn lights_and_user_packets_are_in_the_clip() {
    let light = Light { direction: Some([1, 2, 3]), color: Some([255, 51, 0, 0]), ..Light::default() };
    let words = Words::new(vec![7, u32::MAX]).unwrap();
    let user = Data { kind: DataKind::User(User::User3), flag: Nibble::new(2), words };
    let tod = tod(1, &[(0, &[(0, Body::Light(light))]), (6, &[(9, Body::Data(user))])]);
    let clip = lower(&tod, Mode::Hardware).unwrap();
    assert_eq!(curve(&clip, "light 0", "direction").unwrap().values(), [1.0, 2.0, 3.0]);
    assert_eq!(curve(&clip, "light 0", "color").unwrap().values(), [1.0, 0.2, 0.0]);
    let event = &clip.events[0];
    let values = vec![9.0, 2.0, 7.0, 4_294_967_295.0];
    assert_eq!((event.time, event.node), (0.1, None));
    assert_eq!(event.kind, EventKind::Named { name: "user 3".into(), values });
}
