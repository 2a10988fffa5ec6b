//! The positions of joints in a document made from a clip, compared with those of the clip's nodes.

use std::slice;

use anim_bvh::{Bvh, EncodeOptions, Offset, Roots};
use anim_core::{
    Affine, Channel, Clip, Curve, Ease, EulerOrder, Loss, Node, Pose, Poser, Positive, Property, Rate,
    Report, Times, Transform, laws, quaternion,
};
use proptest::prelude::*;

fn vector() -> impl Strategy<Value = [f64; 3]> {
    prop_oneof![Just([0.0; 3]), prop::array::uniform3(-9.0..9.0f64)]
}

fn unit() -> impl Strategy<Value = quaternion::Quaternion> {
    (vector(), -7.0..7.0f64).prop_map(|(axis, angle)| quaternion::from_axis_angle(axis, angle))
}

fn scale() -> impl Strategy<Value = [f64; 3]> {
    prop_oneof![3 => Just([1.0; 3]), 1 => prop::array::uniform3(prop_oneof![0.3..3.0f64, -2.0..-0.5f64])]
}

fn node(count: usize) -> impl Strategy<Value = Node> {
    (prop::option::of(0..count), vector(), unit(), scale()).prop_map(
        |(parent, translation, rotation, scale)| {
            let mut node = Node::new("").with_rest(Transform { translation, rotation, scale });
            node.parent = parent;
            node
        },
    )
}

/// A property and values for five keys of it.
fn motion(count: usize) -> impl Strategy<Value = (Property, Vec<f64>)> {
    let many = |each: BoxedStrategy<Vec<f64>>| prop::collection::vec(each, 5).prop_map(|keys| keys.concat());
    let order = prop::sample::select(EulerOrder::ALL.to_vec());
    let angles = || prop::array::uniform3(-7.0..7.0f64).prop_map(Vec::from).boxed();
    let affine = (vector(), unit(), scale()).prop_map(|(translation, rotation, scale)| {
        Affine::from(Transform { translation, rotation, scale }).to_rows().to_vec()
    });
    let shear = prop::collection::vec(-2.0..2.0f64, 12);
    let axis = prop_oneof![vector(), Just([0.0, -2.0, 0.0])];
    prop_oneof![
        many(vector().prop_map(Vec::from).boxed()).prop_map(|values| (Property::Translation, values)),
        many(unit().prop_map(Vec::from).boxed()).prop_map(|values| (Property::Rotation, values)),
        (order, many(angles())).prop_map(|(order, values)| (Property::Euler(order), values)),
        (axis, prop::collection::vec(-20.0..20.0f64, 5))
            .prop_map(|(axis, values)| (Property::Angle { axis }, values)),
        many(scale().prop_map(Vec::from).boxed()).prop_map(|values| (Property::Scale, values)),
        many(affine.boxed()).prop_map(|values| (Property::Matrix, values)),
        many(shear.boxed()).prop_map(|values| (Property::Matrix, values)),
        prop::collection::vec(0..2u8, 5)
            .prop_map(|values| (Property::Alive, values.into_iter().map(f64::from).collect())),
        prop::collection::vec(0..count, 5).prop_map(|values| (
            Property::Parent,
            values.into_iter().map(|node| node as f64 - 1.0).collect()
        )),
    ]
}

/// Clips of any hierarchy, including cycles, with every kind of motion.
fn clip() -> impl Strategy<Value = Clip> {
    (1..7usize).prop_flat_map(|count| {
        let channels = prop::collection::vec((0..count, motion(count), 0..3u8), 0..9);
        (prop::collection::vec(node(count), count), channels, any::<bool>()).prop_map(
            |(mut nodes, channels, tidy)| {
                for (index, node) in nodes.iter_mut().enumerate() {
                    node.name = format!("n{index}");
                    if tidy {
                        node.parent = node.parent.filter(|&parent| parent < index);
                    }
                }
                let rate = Rate::new(30000.0, 1001.0).unwrap();
                let channels = channels.into_iter().map(|(node, (property, values), ease)| {
                    let times = Times::keys([0.0, 0.05, 0.1, 0.2, 0.3]).unwrap();
                    let ease = if ease == 0 || matches!(property, Property::Alive | Property::Parent) {
                        Ease::Step
                    } else {
                        Ease::Linear
                    };
                    Channel::new(
                        node,
                        property.clone(),
                        Curve::new(times, property.width(), values, ease).unwrap(),
                    )
                    .unwrap()
                });
                Clip::new("clip")
                    .with_duration(0.35)
                    .with_rate(rate)
                    .with_nodes(nodes)
                    .with_channels(channels.collect())
            },
        )
    })
}

fn encode(clip: &Clip, options: &EncodeOptions) -> (Bvh, Report) {
    let mut report = Report::new();
    (Bvh::from_clips_with(slice::from_ref(clip), options, &mut report).unwrap(), report)
}

/// The node with this name in the encoded clip; if it was renamed, the report has the original name.
fn place(name: &str, again: &Clip, report: &Report) -> usize {
    let of = |loss: &&Loss| loss.node.as_deref() == Some(name) && loss.renamed.is_some();
    let renamed = report.losses.iter().find(of).and_then(|loss| loss.renamed.as_deref());
    again.nodes.iter().position(|node| node.name == renamed.unwrap_or(name)).unwrap()
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    let order = prop::option::of(prop::sample::select(EulerOrder::ALL.to_vec()));
    (order, any::<bool>(), any::<bool>()).prop_map(|(order, rest, keep)| EncodeOptions {
        order,
        steady: Some(Positive::literal(1e-9)),
        offset: if rest { Offset::Rest } else { Offset::Zero },
        roots: if keep { Roots::Keep } else { Roots::Join },
        ..EncodeOptions::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_joint_is_where_its_node_is(clip in clip(), options in options()) {
        let (bvh, report) = encode(&clip, &options);
        prop_assert_eq!(laws::joins(&report, slice::from_ref(&clip)), Ok(()));
        let again = Bvh::parse(&bvh.to_bytes()).unwrap().clips().remove(0);
        prop_assert_eq!(bvh.motion().frames, 11);
        let places: Vec<_> = clip.nodes.iter().map(|node| place(&node.name, &again, &report)).collect();
        let (mut source, mut target) = (Poser::new(&clip), Poser::new(&again));
        let (mut expected, mut found) = (Pose::default(), Pose::default());
        for frame in 0..11 {
            source.pose(clip.frame_time(f64::from(frame)).unwrap(), &mut expected);
            target.pose(again.frame_time(f64::from(frame)).unwrap(), &mut found);
            let far = expected.world.iter().flat_map(Affine::translation_of).fold(1.0, f64::max);
            for (node, &place) in places.iter().enumerate() {
                let (a, b) = (expected.world[node].translation(), found.world[place].translation());
                let off = (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max);
                prop_assert!(off <= 1e-6 * far, "n{node} in frame {frame}: {a:?} is at {b:?}");
            }
        }
    }

    #[test]
    fn joints_of_rigid_clips_are_rotated_as_their_nodes(clip in clip(), options in options()) {
        let rigid = |channel: &Channel| !matches!(channel.property(), Property::Scale | Property::Matrix);
        let mut clip = clip;
        clip.channels.retain(rigid);
        clip.nodes.iter_mut().for_each(|node| node.rest.scale = [1.0; 3]);
        let (bvh, report) = encode(&clip, &options);
        let again = bvh.clips().remove(0);
        for frame in 0..11 {
            let [expected, found] = [&clip, &again].map(|clip| clip.pose(clip.frame_time(f64::from(frame)).unwrap()));
            for (index, node) in clip.nodes.iter().enumerate() {
                let place = place(&node.name, &again, &report);
                let far = expected.world.iter().flat_map(Affine::translation_of).fold(1.0, f64::max);
                prop_assert!(expected.world[index].distance(&found.world[place]) <= 1e-7 * far, "{} in frame {}", node.name, frame);
            }
        }
    }

    #[test]
    fn angles_are_continuous_from_frame_to_frame(turns in prop::array::uniform3(-0.2..0.2f64), start in unit()) {
        // A steady rotation in quaternions: angles jump only where the middle one is near a quarter turn.
        let axis = turns;
        let values = (0..60).flat_map(|key| quaternion::multiply(quaternion::from_axis_angle(axis, 0.1 * f64::from(key)), start));
        let curve = Curve::new(Times::uniform(0.0, Rate::per_second(30), 60).unwrap(), 4, values.collect(), Ease::Slerp).unwrap();
        let channels = vec![Channel::new(0, Property::Rotation, curve).unwrap()];
        let clip = Clip::new("turn").with_duration(2.0).with_rate(Rate::per_second(30));
        let clip = clip.with_nodes(vec![Node::new("a")]).with_channels(channels);
        let (bvh, _) = encode(&clip, &EncodeOptions::default());
        let frames: Vec<&[f64]> = bvh.motion().values.chunks(6).map(|frame| &frame[3..]).collect();
        for pair in frames.windows(2) {
            let near_lock = pair.iter().any(|frame| frame[1].to_radians().cos().abs() < 0.3);
            let jump = (0..3).map(|i| (pair[0][i] - pair[1][i]).abs()).fold(0.0, f64::max);
            prop_assert!(near_lock || jump < 45.0, "{pair:?}");
        }
    }
}

/// The size of a translation, part by part.
trait TranslationOf {
    fn translation_of(&self) -> [f64; 3];
}

impl TranslationOf for Affine {
    fn translation_of(&self) -> [f64; 3] {
        self.translation().map(f64::abs)
    }
}
