//! Clips that a TOD holds only in part: what is kept, what is reported, what is rejected.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};
use std::slice;

use anim_core::{
    Axis, Channel, Clip, Curve, Deviation, Ease, Encode as _, Fate, Loss, Node, OptionSet as _, Options,
    Positive, Property, Rate, Report, Space, Times, Wrap,
};
use anim_tod::{Body, Camera, Changes, Degrees, EncodeOptions, Error, ErrorKind, Frame, Start, Tod};

pub(crate) fn clip(nodes: &[&str], duration: f64, channels: Vec<Channel>) -> Clip {
    let nodes = nodes.iter().map(|name| Node::new(*name)).collect();
    // A file has at least one frame.
    let clip = Clip::new("clip").with_duration(duration.max(1.0 / 60.0)).with_rate(Rate::per_second(60));
    clip.with_space(Space::right_handed(Axis::NegY)).with_nodes(nodes).with_channels(channels)
}

pub(crate) fn channel(node: usize, property: Property, times: &[f64], values: &[f64], ease: Ease) -> Channel {
    let times = Times::keys(times).unwrap();
    let curve = Curve::new(times, property.width(), values.to_vec(), ease).unwrap();
    Channel::new(node, property, curve).unwrap()
}

pub(crate) fn still(node: usize, property: Property, values: &[f64]) -> Channel {
    channel(node, property, &[0.0], values, Ease::Step)
}

/// The document of a clip, and its losses.
pub(crate) fn encode(clip: &Clip, options: &EncodeOptions) -> (Tod, Vec<Loss>) {
    let mut report = Report::new();
    let tod = Tod::from_clips_with(slice::from_ref(clip), options, &mut report).unwrap();
    assert!(report.findings.is_empty(), "{report}");
    (tod, report.losses)
}

fn from_clip(clip: &Clip) -> Result<Tod, Error> {
    Tod::from_clips(slice::from_ref(clip))
}

pub(crate) fn bodies(tod: &Tod) -> Vec<Body> {
    tod.frames.iter().flat_map(Frame::packets).map(|packet| packet.body).collect()
}

#[test]
fn many_nodes_that_rest_for_hours_are_encoded_at_once() {
    let names: Vec<_> = (0..60_000).map(|n| format!("object {}", n + 1)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let steps = channel(7, Property::Translation, &[0.0, 9.0], &[1.0, 0.0, 0.0, 2.0, 0.0, 0.0], Ease::Step);
    let (tod, _) = encode(&clip(&names, 17_000.0, vec![steps]), &EncodeOptions::default());
    // Frames that change nothing are left out of so long a file, except the last, which states its length.
    let frames: Vec<_> = tod.frames.iter().map(|frame| (frame.number, frame.packets().len())).collect();
    assert_eq!(frames, [(0, 60_001), (540, 1), (1_019_999, 0)]);
    assert_eq!(tod.clips()[0].duration, 17_000.0);
}

#[test]
fn more_poses_than_the_limit_are_refused() {
    let slide = |node| {
        channel(node, Property::Translation, &[0.0, 1.0], &[0.0, 0.0, 0.0, 9.0, 9.0, 9.0], Ease::Linear)
    };
    let long = clip(&["a", "b"], 17_000.0, (0..2).map(slide).collect());
    // Without the option `resolution` there are fewer frames: of 65,536 poses and 8 for each of four keys, half for each node.
    assert_eq!(from_clip(&long).map(|tod| tod.frames.len()).map_err(|error| error.to_string()), Ok(31_875));
    let stated = EncodeOptions { resolution: NonZeroU16::new(1), ..EncodeOptions::default() };
    let encode = |clip| Tod::from_clips_with(slice::from_ref(clip), &stated, &mut Report::new());
    // A second of changes, and the last frame.
    assert_eq!(encode(&long).map(|tod| tod.frames.len()).map_err(|error| error.to_string()), Ok(62));
    let names = ["node"; 20];
    let long = clip(&names, 17_000.0, (0..20).map(slide).collect());
    let error = encode(&long).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Poses { count: 20_400_000, most: 1 << 24 });
}

#[test]
fn a_frame_with_more_packets_than_a_record_can_count_is_refused() {
    let moved = |node| still(node, Property::Translation, &[5.0, 0.0, 0.0]);
    let crowd = clip(&vec!["node"; 40_000], 0.0, (0..40_000).map(moved).collect());
    let error = from_clip(&crowd).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Crowd { frame: 0, packets: 80_000 });
    assert_eq!(error.to_string(), "frame 0 needs 80000 packets, expected at most 65535 (clip)");
}

#[test]
fn components_of_a_colour_are_written_in_their_places() {
    let part = |component, value: f64| {
        Channel::part(0, Property::Color, component, Curve::constant(&[value]).unwrap()).unwrap()
    };
    let (tod, _) =
        encode(&clip(&["light 65535"], 0.0, vec![part(2, 1.0), part(0, 0.2)]), &EncodeOptions::default());
    let [Body::Light(light)] = bodies(&tod)[..] else { panic!("{tod:?}") };
    assert_eq!(
        (light.color, tod.frames[0].packets().next().map(|packet| packet.id)),
        (Some([51, 0, 255, 0]), Some(65535))
    );
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
fn an_object_whose_id_means_no_parent_keeps_its_children() {
    let mut family = clip(&["object 0", "object 65535", "object 1"], 0.0, vec![]);
    family.nodes[2].parent = Some(0);
    let (tod, _) = encode(&family, &EncodeOptions::default());
    let again = &tod.clips()[0];
    assert_eq!(again.nodes.iter().map(|node| node.parent).collect::<Vec<_>>(), [None, None, Some(0)]);
    assert_eq!(again.nodes[1].name, "object 65535");
}

#[test]
fn a_spin_may_have_more_turns_than_the_range_of_angles() {
    // 2,000 turns. The angles of the file end at 1,456.
    let turn = channel(0, Property::Angle { axis: [0.0, 0.0, 1.0] }, &[0.0, 1.0], &[0.0, 1.0], Ease::Linear);
    let curve = turn.curve().clone().with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let turn = Channel::new(0, turn.property().clone(), curve).unwrap();
    let spin = clip(&["object 1"], 12_600.0, vec![turn]).with_rate(Rate::per_second(1));
    for packets in [Changes::Absolute, Changes::Differential] {
        let (_, losses) = encode(&spin, &EncodeOptions { packets, ..EncodeOptions::default() });
        let loss = losses.iter().find(|loss| loss.code.id == "tod::quantized").unwrap();
        let Fate::Approximated(error) = loss.fate else { panic!("{loss}") };
        assert_eq!((loss.property.as_deref(), error.unit), (Some("angle"), Deviation::angle(0.0).unit));
        assert!(error.size < std::f64::consts::TAU / 4096.0, "{loss}");
    }
}

#[test]
fn differences_come_after_a_first_state() {
    let slide =
        channel(0, Property::Translation, &[0.0, 1.0], &[5.0, 0.0, 0.0, 65.0, 0.0, 0.0], Ease::Linear);
    let options = EncodeOptions {
        packets: Changes::Differential,
        start: Start::Exists,
        unit: Positive::new(1.0),
        ..EncodeOptions::default()
    };
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
fn states_are_reported_where_differences_were_asked_for() {
    let identity = |x: f64| [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let rows = [identity(0.0), identity(3.0), identity(8.0)].concat();
    let places = [0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 8.0, 0.0, 0.0];
    let times = [0.0, 1.0 / 60.0, 2.0 / 60.0];
    let matrices = channel(0, Property::Matrix, &times, &rows, Ease::Step);
    let moves = channel(0, Property::Translation, &times, &places, Ease::Step);
    // A scale of which there is no multiple.
    let grows = channel(0, Property::Scale, &times[..2], &[0.0, 1.0, 1.0, 1.0, 1.0, 1.0], Ease::Step);
    for (node, channel, packets, states) in [
        ("object 1", &matrices, Changes::Differential, Some("2 changes")),
        ("object 1", &matrices, Changes::Absolute, None),
        ("object 1", &moves, Changes::Differential, None),
        ("object 1", &grows, Changes::Differential, Some("1 change of")),
        ("camera 1", &moves, Changes::Differential, Some("2 changes")),
    ] {
        let options = EncodeOptions { packets, unit: Positive::new(1.0), ..EncodeOptions::default() };
        let mut report = Report::new();
        Tod::from_clips_with(&[clip(&[node], 0.1, vec![channel.clone()])], &options, &mut report).unwrap();
        let found: Vec<_> =
            report.findings.iter().map(|finding| (finding.code.id, &*finding.message)).collect();
        let is_it = |(id, message): &(&str, &str)| {
            *id == "tod::states" && states.is_some_and(|states| message.starts_with(states))
        };
        assert!(found.len() == usize::from(states.is_some()) && found.iter().all(is_it), "{node}: {found:?}");
    }
}

#[test]
fn options_by_name_are_those_by_type() {
    let options = |pairs: &[(&str, &str)]| {
        let mut options = Options::of::<EncodeOptions>();
        for (key, value) in pairs {
            options.set(key, value).unwrap();
        }
        options.typed::<EncodeOptions>(&()).unwrap()
    };
    assert_eq!(options(&[]), EncodeOptions::default());
    assert_eq!(Tod::options_for("walk.tod"), EncodeOptions::default());
    assert_eq!(
        options(&[("resolution", "4"), ("start", "exists"), ("packets", "differential"), ("unit", "0.5"),]),
        EncodeOptions {
            resolution: NonZeroU16::new(4),
            start: Start::Exists,
            packets: Changes::Differential,
            unit: Positive::new(0.5),
            ..EncodeOptions::default()
        }
    );
    let keys: Vec<_> = EncodeOptions::LIST.iter().map(|info| info.key).collect();
    assert_eq!(keys, ["resolution", "start", "packets", "frames", "poses", "up", "forward", "unit"]);
}

#[test]
fn a_parent_that_exists_and_rests_is_in_the_file() {
    let slide = channel(1, Property::Translation, &[0.0, 1.0], &[0.0, 0.0, 0.0, 9.0, 9.0, 9.0], Ease::Step);
    let mut clip = clip(&["object 1", "object 2", "object 3"], 1.0, vec![slide]);
    clip.nodes[1].parent = Some(0);
    let (tod, _) = encode(&clip, &EncodeOptions { start: Start::Exists, ..EncodeOptions::default() });
    assert!(tod.check().iter().all(|finding| finding.code.id != "tod::parent-missing"), "{:?}", tod.check());
    let found = &tod.clips()[0];
    let pose = found.pose(0.5);
    assert_eq!(found.nodes.iter().map(|node| &*node.name).collect::<Vec<_>>(), ["object 1", "object 2"]);
    assert_eq!(pose.parent, [None, Some(0)]);
}

#[test]
fn a_rotation_of_a_camera_is_rounded_to_the_steps_of_the_file() {
    let turn = still(0, Property::Angle { axis: [0.0, 1.0, 0.0] }, &[std::f64::consts::FRAC_PI_4]);
    let (tod, _) = encode(&clip(&["camera 3"], 0.0, vec![turn]), &EncodeOptions::default());
    let [Body::Camera(Camera { rotation: Some(rotation), .. })] = bodies(&tod)[..] else { panic!("{tod:?}") };
    assert_eq!(rotation.map(Degrees::to_bits), [0, 45 * 4096, 0]);
}

#[test]
fn every_frame_that_begins_before_the_end_is_there() {
    for (duration, frames) in [(0.0, 1), (1.0, 30), (1.001, 31), (1.0 + 1e-6, 30), (0.99, 30)] {
        let clip = clip(&["object 1"], duration, vec![]).with_rate(Rate::per_second(30));
        assert_eq!(encode(&clip, &EncodeOptions::default()).0.frames.len(), frames, "{duration}");
    }
}

#[test]
fn limits_are_options() {
    let slide = channel(0, Property::Translation, &[0.0, 1.0], &[0.0, 0.0, 0.0, 9.0, 9.0, 9.0], Ease::Linear);
    let one = clip(&["a"], 1.0, vec![slide]);
    let encode = |resolution: u16, [frames, poses]: [u32; 2]| {
        let options = EncodeOptions {
            resolution: NonZeroU16::new(resolution),
            frames: NonZeroU32::new(frames).unwrap(),
            poses: NonZeroUsize::new(poses as usize).unwrap(),
            ..EncodeOptions::default()
        };
        let made = Tod::from_clips_with(slice::from_ref(&one), &options, &mut Report::new());
        made.map(|tod| tod.frames.len()).map_err(|error| error.to_string())
    };
    assert_eq!(encode(2, [30, 30]), Ok(30));
    for (limits, option) in [([29, 30], "frames"), ([30, 29], "poses")] {
        let error = encode(2, limits).unwrap_err();
        assert!(error.contains(&format!("the option `{option}` allows more")), "{error}");
        // Without a resolution, frames last longer: the clip's own rate is 60 frames per second, and 60 / 29 is above 2.
        assert_eq!(encode(0, limits), Ok(20));
    }
}
