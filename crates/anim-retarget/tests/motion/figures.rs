//! Clips on figures whose motion is known: copies of their own figures with other names, axes and sizes.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Curve, Ease, EulerOrder, Node, Positive, Property, Report, Times, Transform};
use anim_retarget::{Axes, BoneMap, Figure, Mapping, Options, Reference, Travel, retarget};
use proptest::prelude::*;

fn rotation() -> impl Strategy<Value = Quaternion> {
    (prop::array::uniform3(-1.0..1.0f64), -3.0..3.0f64)
        .prop_map(|(axis, angle)| quaternion::from_axis_angle(axis, angle))
}

/// Nodes whose parents come before them, with any rest.
fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let node = (any::<prop::sample::Index>(), prop::array::uniform3(-2.0..2.0f64), rotation());
    prop::collection::vec(node, 2..7).prop_map(|nodes| {
        let hang = |(index, (parent, translation, rotation)): (usize, (prop::sample::Index, _, _))| {
            let node = Node::new(format!("bone {index}"));
            let node = if index == 0 { node } else { node.with_parent(parent.index(index)) };
            node.with_rest(Transform { translation, rotation, scale: [1.0; 3] })
        };
        nodes.into_iter().enumerate().map(hang).collect()
    })
}

/// A clip that translates the first node and rotates all, with keys at 0, 1 and 2.
fn clip() -> impl Strategy<Value = Clip> {
    let turns = prop::collection::vec(prop::array::uniform3(rotation()), 7);
    let kinds = prop::collection::vec(0..3usize, 7);
    (nodes(), turns, kinds, prop::collection::vec(-3.0..3.0f64, 9)).prop_map(
        |(nodes, turns, kinds, places)| {
            let times = || Times::keys([0.0, 1.0, 2.0]).unwrap();
            let place = Curve::new(times(), 3, places, Ease::Linear).unwrap();
            let turn = |node: usize| match kinds[node] {
                0 => {
                    let curve =
                        Curve::new(times(), 4, turns[node].as_flattened().to_vec(), Ease::Slerp).unwrap();
                    Channel::new(node, Property::Rotation, curve).unwrap()
                }
                1 => {
                    let values = turns[node].iter().flat_map(|turn| [turn[0], turn[1], turn[2]]).collect();
                    let curve = Curve::new(times(), 3, values, Ease::Sine).unwrap();
                    Channel::new(node, Property::Euler(EulerOrder::Zxy), curve).unwrap()
                }
                _ => {
                    let curve =
                        Curve::new(times(), 4, turns[node].as_flattened().to_vec(), Ease::Step).unwrap();
                    Channel::new(node, Property::Rotation, curve).unwrap()
                }
            };
            let turned = (0..nodes.len()).map(turn);
            let channels =
                std::iter::once(Channel::new(0, Property::Translation, place).unwrap()).chain(turned);
            Clip::new("any").with_duration(2.0).with_channels(channels.collect()).with_nodes(nodes)
        },
    )
}

/// The nodes with other names and another size: the axes of each are rotated by its rotation, and positions are scaled by the
/// size.
fn copy(nodes: &[Node], axes: &[Quaternion], size: f64) -> Vec<Node> {
    let turned = |(index, node): (usize, &Node)| {
        let above = node.parent.map_or(quaternion::IDENTITY, |parent| axes[parent]);
        let rest = Transform {
            translation: turn(quaternion::conjugate(above), node.rest.translation.map(|x| x * size)),
            rotation: quaternion::multiply(
                quaternion::multiply(quaternion::conjugate(above), node.rest.rotation),
                axes[index],
            ),
            scale: [1.0; 3],
        };
        let mut turned = node.clone().with_rest(rest);
        turned.name = format!("limb {index}");
        turned
    };
    nodes.iter().enumerate().map(turned).collect()
}

pub(crate) fn turn(q: Quaternion, v: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(q).map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

pub(crate) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a - b).fold(0.0, f64::hypot)
}

/// A map from bones to limbs, or back.
pub(crate) fn map(count: usize, [from, to]: [&str; 2]) -> BoneMap {
    BoneMap::new((0..count).map(|index| (format!("{from} {index}"), format!("{to} {index}"))))
}

pub(crate) fn brought(clip: &Clip, figure: Vec<Node>, map: &BoneMap, options: &Options) -> Clip {
    let figure = Figure::new(figure);
    let mapping = Mapping::new(clip, &figure, Some(map));
    retarget(clip, &figure, &mapping, options, &mut Report::new())
}

const FINE: Positive = Positive::literal(1e-7);

pub(crate) fn fine() -> Options {
    Options { tolerance: FINE, tolerance_angle: FINE, ..Options::default() }
}

/// Times between keys too; for steps, away from keys, where they jump.
const MOMENTS: [f64; 6] = [0.0, 0.3, 0.9, 1.1, 1.75, 1.999];

/// Scale factors of 1 and −1, and the nodes with those.
fn mirrored(nodes: &[Node], signs: &[[bool; 3]]) -> Vec<Node> {
    let mirror = |(node, signs): (&Node, &[bool; 3])| {
        let scale = signs.map(|is_negative| if is_negative { -1.0 } else { 1.0 });
        node.clone().with_rest(Transform { scale, ..node.rest })
    };
    nodes.iter().zip(signs).map(mirror).collect()
}

/// The matrix by which each node is turned in the world, from its rest to a time.
fn turned(clip: &Clip, time: f64) -> Vec<[[f64; 3]; 3]> {
    let rest = clip.clone().with_channels(Vec::new()).pose(0.0);
    let linear = |now: [[f64; 3]; 3], rest: [[f64; 3]; 3]| {
        // Neither scales nor shears: the inverse is the transposed matrix.
        std::array::from_fn(|r| std::array::from_fn(|c| (0..3).map(|i| now[r][i] * rest[c][i]).sum()))
    };
    clip.pose(time)
        .world
        .iter()
        .zip(rest.world)
        .map(|(now, rest)| linear(now.linear(), rest.linear()))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever the signs of its scales, each node turns in the world as its source does.
    #[test]
    fn negative_scales_turn_nothing_the_other_way(
        clip in clip(),
        axes in prop::collection::vec(rotation(), 7),
        signs in prop::array::uniform2(prop::collection::vec(prop::array::uniform3(any::<bool>()), 7)),
    ) {
        let [own, others] = signs;
        let figure = mirrored(&copy(&clip.nodes, &axes, 2.0), &others);
        let clip = clip.clone().with_nodes(mirrored(&clip.nodes, &own));
        let map = map(clip.nodes.len(), ["bone", "limb"]);
        let made = brought(&clip, figure, &map, &Options { axes: Axes::Same, ..fine() });
        for time in MOMENTS {
            let pairs = turned(&clip, time).into_iter().zip(turned(&made, time));
            for (index, (expected, found)) in pairs.enumerate() {
                let numbers = expected.as_flattened().iter().zip(found.as_flattened());
                let most = numbers.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                prop_assert!(most < 1e-5, "node {index} at {time}: {most}");
            }
        }
    }

    #[test]
    fn a_copy_with_other_axes_moves_alike_and_back_it_is_the_same(
        clip in clip(),
        axes in prop::collection::vec(rotation(), 7),
        size in 0.1..10.0f64,
    ) {
        let count = clip.nodes.len();
        let there = brought(&clip, copy(&clip.nodes, &axes, size), &map(count, ["bone", "limb"]), &fine());
        prop_assert_eq!(there.validate(), Ok(()));
        let back = brought(&there, clip.nodes.clone(), &map(count, ["limb", "bone"]), &fine());
        for time in MOMENTS {
            let [source, found, again] = [&clip, &there, &back].map(|clip| clip.pose(time));
            for node in 0..count {
                let place = source.world[node].translation().map(|x| x * size);
                // The errors of baked angles add up along the hierarchy, whose bones are up to 3.5 long.
                prop_assert!(distance(found.world[node].translation(), place) < 1e-5 * size.max(1.0), "{} at {}", node, time);
                let off = source.local[node].distance(&again.local[node]);
                prop_assert!(off < 1e-5, "{} at {}: {}", node, time, off);
            }
        }
    }

    #[test]
    fn nodes_without_a_target_pass_their_motion_on(
        clip in clip(),
        axes in prop::collection::vec(rotation(), 7),
        left in prop::collection::vec(any::<bool>(), 6),
    ) {
        let count = clip.nodes.len();
        let kept = |index: usize| index == 0 || left[index - 1];
        let pairs = map(count, ["bone", "limb"]);
        let pairs = BoneMap::new(pairs.pairs().enumerate().filter(|(index, _)| kept(*index)).map(|(_, pair)| pair));
        let figure = copy(&clip.nodes, &axes, 1.0);
        let there = brought(&clip, figure.clone(), &pairs, &fine());
        let rests = [&clip.nodes, &figure].map(|nodes| Clip::new("").with_nodes(nodes.clone()).pose(0.0));
        for time in MOMENTS {
            let (source, found) = (clip.pose(time), there.pose(time));
            for node in (0..count).filter(|node| kept(*node)) {
                // The rotation in the world from rest is the same.
                let delta = |rest: &anim_core::Affine, now: &anim_core::Affine| {
                    let [rest, now] = [rest, now].map(|map| quaternion::from_matrix(map.linear()));
                    quaternion::multiply(now, quaternion::conjugate(rest))
                };
                let expected = delta(&rests[0].world[node], &source.world[node]);
                let delta = delta(&rests[1].world[node], &found.world[node]);
                let off = quaternion::angle_between(expected, delta);
                prop_assert!(off < 1e-5, "{} at {}: {}", node, time, off);
            }
            for node in (0..count).filter(|node| !kept(*node)) {
                prop_assert!(found.local[node].distance(&rests[1].local[node]) < 1e-12);
            }
        }
    }
}

/// A hip and a leg of two bones, in centimetres or metres, with the hip rotated at rest.
fn leg(unit: f64, names: [&str; 3]) -> Vec<Node> {
    let down = |length: f64| Transform { translation: [0.0, -length * unit, 0.0], ..Transform::IDENTITY };
    vec![
        Node::new(names[0])
            .with_rest(Transform { translation: [0.0, 0.9 * unit, 0.0], ..Transform::IDENTITY }),
        Node::new(names[1]).with_parent(0).with_rest(down(0.45)),
        Node::new(names[2]).with_parent(1).with_rest(down(0.4)),
    ]
}

#[test]
fn the_same_figure_keeps_its_curves() {
    let times = || Times::keys([0.0, 1.0]).unwrap();
    let place = Curve::new(times(), 3, vec![0.0, 1.0, 0.0, 0.0, 1.0, 2.0], Ease::Sine).unwrap();
    let bend = Curve::new(times(), 3, vec![0.0, 0.0, 0.0, 1.0, 0.5, 0.0], Ease::Linear).unwrap();
    let channels = vec![
        Channel::new(0, Property::Translation, place).unwrap(),
        Channel::new(1, Property::Euler(EulerOrder::Yzx), bend).unwrap(),
    ];
    let nodes = leg(1.0, ["a", "b", "c"]);
    let clip = Clip::new("step").with_duration(1.0).with_nodes(nodes.clone()).with_channels(channels);
    assert_eq!(brought(&clip, nodes, &BoneMap::default(), &Options::default()), clip);
}

#[test]
fn bones_that_stretch_do_so_only_if_asked_to() {
    let stretch =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, -0.4, 0.0, 0.1, -0.5, 0.0], Ease::Linear);
    let channels = vec![Channel::new(2, Property::Translation, stretch.unwrap()).unwrap()];
    let clip =
        Clip::new("s").with_duration(1.0).with_nodes(leg(1.0, ["a", "b", "c"])).with_channels(channels);
    let figure = Figure::new(leg(100.0, ["a", "b", "c"]));
    let mapping = Mapping::new(&clip, &figure, None);
    let mut report = Report::new();
    let still = retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
    assert!(still.channels.is_empty());
    assert_eq!(report.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>(), ["retarget::dropped"]);
    let options = Options { travel: Travel::All, ..Options::default() };
    let moved = retarget(&clip, &figure, &mapping, &options, &mut Report::new());
    // 0.1 and 0.1 of a leg of 0.85, on one of 85.
    assert!(distance(moved.pose(1.0).local[2].translation(), [10.0, -50.0, 0.0]) < 1e-9);
}

#[test]
fn the_first_pose_may_stand_for_rest() {
    // A clip whose nodes have no rest rotation and which begins with the leg raised sideways: the figure's own rest.
    let quarter =
        |turns: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], turns * std::f64::consts::FRAC_PI_2);
    let values = [quarter(1.0), quarter(1.5)].as_flattened().to_vec();
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Ease::Slerp).unwrap();
    let channels = vec![Channel::new(1, Property::Rotation, curve).unwrap()];
    let clip =
        Clip::new("s").with_duration(1.0).with_nodes(leg(1.0, ["a", "b", "c"])).with_channels(channels);
    let options = Options { reference: Reference::First, ..Options::default() };
    let found = brought(&clip, leg(1.0, ["a", "b", "c"]), &BoneMap::default(), &options);
    for (time, expected) in [(0.0, quarter(0.0)), (0.5, quarter(0.25)), (1.0, quarter(0.5))] {
        let found = quaternion::from_matrix(found.pose(time).local[1].linear());
        assert!(quaternion::angle_between(found, expected) < 1e-9, "at {time}");
    }
}

#[test]
fn matrices_move_a_figure_too() {
    let turned = anim_core::Affine::from(Transform {
        translation: [0.0, -0.45, 0.0],
        rotation: quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.7),
        scale: [1.0; 3],
    });
    let still =
        anim_core::Affine::new([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, -0.45, 0.0]);
    let values = [still.to_rows(), turned.to_rows()].concat();
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 12, values, Ease::Step).unwrap();
    let channels = vec![Channel::new(1, Property::Matrix, curve).unwrap()];
    let clip =
        Clip::new("m").with_duration(1.0).with_nodes(leg(1.0, ["a", "b", "c"])).with_channels(channels);
    let axes = [[0.0, 0.6, 0.0, 0.8], [0.8, 0.0, 0.6, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let found = brought(&clip, copy(&clip.nodes, &axes, 2.0), &map_of_letters(), &Options::default());
    let place = clip.pose(1.0).world[2].translation().map(|x| 2.0 * x);
    assert!(distance(found.pose(1.0).world[2].translation(), place) < 1e-6);
}

fn map_of_letters() -> BoneMap {
    BoneMap::new([("a", "limb 0"), ("b", "limb 1"), ("c", "limb 2")])
}
