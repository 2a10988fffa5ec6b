//! Clips on figures whose motion is known: copies of their own figures with other names, axes and sizes.

use anim_core::quaternion::{self, Quaternion};
use anim_core::{Channel, Clip, Curve, Ease, EulerOrder, Node, Positive, Property, Report, Times, Transform};
use anim_retarget::{
    Axes, Bind, BoneMap, Expression, Figure, Mapping, NotApplied, Options, Reference, Travel, retarget,
};
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

fn turn(q: Quaternion, v: [f64; 3]) -> [f64; 3] {
    quaternion::to_matrix(q).map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a - b).fold(0.0, f64::hypot)
}

/// A map from bones to limbs, or back.
fn map(count: usize, [from, to]: [&str; 2]) -> BoneMap {
    BoneMap::new((0..count).map(|index| (format!("{from} {index}"), format!("{to} {index}"))))
}

fn brought(clip: &Clip, figure: Vec<Node>, map: &BoneMap, options: &Options) -> Clip {
    let figure = Figure::new(figure);
    let mapping = Mapping::new(clip, &figure, Some(map));
    retarget(clip, &figure, &mapping, options, &mut Report::new())
}

const FINE: Positive = Positive::literal(1e-7);

fn fine() -> Options {
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

/// A node and its parent, both rotating, and a figure of one node that gets both rotations.
fn turning(eases: [Ease; 2], options: &Options) -> (Clip, Clip, Report) {
    let turn = |node: usize, at: f64, ease: Ease| {
        let values =
            [0.0, 0.5, 0.75].map(|angle| quaternion::from_axis_angle([0.0, 1.0 - node as f64, 1.0], angle));
        let times = Times::keys([0.0, at, 2.0]).unwrap();
        let curve = Curve::new(times, 4, values.as_flattened().to_vec(), ease).unwrap();
        Channel::new(node, Property::Rotation, curve).unwrap()
    };
    let nodes = vec![Node::new("bone 0"), Node::new("bone 1").with_parent(0)];
    let channels = vec![turn(0, 0.5, eases[0]), turn(1, 1.0, eases[1])];
    let clip = Clip::new("c").with_duration(2.0).with_nodes(nodes).with_channels(channels);
    let figure = Figure::new(vec![Node::new("limb 1")]);
    let mut report = Report::new();
    let mapping = Mapping::new(&clip, &figure, Some(&map(2, ["bone", "limb"])));
    let made = retarget(&clip, &figure, &mapping, options, &mut report);
    (clip, made, report)
}

#[test]
fn products_of_steps_are_steps() {
    let (clip, made, report) = turning([Ease::Step; 2], &Options::default());
    assert_eq!(made.channels.len(), 1);
    let curve = made.channels[0].curve();
    assert_eq!(curve.times().iter().collect::<Vec<_>>(), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!((curve.uniform_ease(), report.losses.len()), (Some(Ease::Step), 0), "{report}");
    for time in [0.0, 0.25, 0.5, 0.99, 1.0, 1.9, 2.0] {
        let apart = made.pose(time).world[0].distance(&clip.pose(time).world[1]);
        assert!(apart < 1e-12, "{apart} at {time}");
    }
}

#[test]
fn jumps_of_baked_curves_take_as_long_as_is_asked_for() {
    // The shortest time between two keys.
    let shortest = |curve: &Curve| {
        let times: Vec<f64> = curve.times().iter().collect();
        times.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
    };
    let coarse = |jump: f64| {
        let tenth = Positive::literal(0.1);
        Options { jump: Positive::new(jump), tolerance: tenth, tolerance_angle: tenth, ..Options::default() }
    };
    // A position on a straight line, and a displacement that jumps.
    let moving = |property, ease| {
        let values = vec![0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 8.0, 0.0, 0.0];
        let curve = Curve::new(Times::keys([0.0, 1.0, 2.0]).unwrap(), 3, values, ease).unwrap();
        Channel::new(0, property, curve).unwrap()
    };
    let channels =
        vec![moving(Property::Translation, Ease::Linear), moving(Property::Displacement, Ease::Step)];
    let clip =
        Clip::new("c").with_duration(2.0).with_nodes(vec![Node::new("bone 0")]).with_channels(channels);
    for (jump, expected) in [(0.02, 0.019..0.021), (0.0, 1e-9..1e-5)] {
        let (_, turned, _) = turning([Ease::Slerp, Ease::Step], &coarse(jump));
        let base = Transform { rotation: [0.0, 0.6, 0.0, 0.8], ..Transform::IDENTITY };
        let figure = vec![Node::new("base").with_rest(base), Node::new("limb 0").with_parent(0)];
        let moved = brought(&clip, figure, &map(1, ["bone", "limb"]), &coarse(jump));
        for curve in [&turned, &moved].map(|made| made.channels[0].curve()) {
            assert!(expected.contains(&shortest(curve)), "{jump}: {}", shortest(curve));
        }
    }
}

#[test]
fn a_scale_is_that_at_rest_times_what_the_source_grows() {
    let node =
        |name: &str, scale: [f64; 3]| Node::new(name).with_rest(Transform { scale, ..Transform::IDENTITY });
    let values = vec![2.0, 0.5, 1.0, 3.0, 1.0, 1.0];
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
    let channels = vec![Channel::new(0, Property::Scale, curve).unwrap()];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![node("bone 0", [2.0, 0.5, 1.0])]);
    let figure = vec![node("limb 0", [3.0, 1.0, 4.0])];
    let made = brought(&clip.with_channels(channels), figure, &map(1, ["bone", "limb"]), &Options::default());
    // Half as large again along X, twice as large along Y.
    assert_eq!(made.channels[0].curve().values(), [3.0, 1.0, 4.0, 4.5, 2.0, 4.0]);
}

#[test]
fn a_small_scale_changes_as_much_as_a_large_one() {
    let scaled = |size: f64| Transform { scale: [size; 3], ..Transform::IDENTITY };
    let curve = Curve::new(
        Times::keys([0.0, 1.0]).unwrap(),
        3,
        vec![0.01, 0.01, 0.01, 0.0105, 0.0105, 0.0105],
        Ease::Linear,
    );
    let channels = vec![Channel::new(0, Property::Scale, curve.unwrap()).unwrap()];
    let clip =
        Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("bone 0").with_rest(scaled(0.01))]);
    for size in [0.01, 1.0, 1e-6] {
        let figure = vec![Node::new("limb 0").with_rest(scaled(size))];
        let made = brought(
            &clip.clone().with_channels(channels.clone()),
            figure,
            &map(1, ["bone", "limb"]),
            &Options::default(),
        );
        let last = made.channels[0].curve().value(1)[0];
        assert!((last / size - 1.05).abs() < 1e-12, "{last} for {size}");
    }
}

#[test]
fn what_a_flat_parent_does_not_let_move_is_told() {
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0], Ease::Linear);
    let channels = vec![Channel::new(1, Property::Translation, curve.unwrap()).unwrap()];
    let nodes = |scale: [f64; 3], names: [&str; 2]| {
        let top = Node::new(names[0]).with_rest(Transform { scale, ..Transform::IDENTITY });
        vec![top, Node::new(names[1]).with_parent(0)]
    };
    let clip = Clip::new("c")
        .with_duration(1.0)
        .with_nodes(nodes([1.0; 3], ["top", "hand"]))
        .with_channels(channels);
    for (scale, lost) in [([1.0, 1.0, 0.0], 1), ([0.0; 3], 1), ([1e-110; 3], 0)] {
        let figure = Figure::new(nodes(scale, ["base", "claw"]));
        let mapping = Mapping::new(&clip, &figure, Some(&BoneMap::new([("hand", "claw")])));
        let mut report = Report::new();
        let options = Options { travel: anim_retarget::Travel::All, ..Options::default() };
        let made = retarget(&clip, &figure, &mapping, &options, &mut report);
        let told = report.losses.iter().filter(|loss| loss.message.contains("flat")).count();
        assert_eq!((told, made.channels.is_empty()), (lost, lost == 1), "{report}");
    }
}

#[test]
fn nodes_below_an_uneven_scale_are_named() {
    let turned = quaternion::from_axis_angle([0.0, 0.0, 1.0], 0.5);
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, [quaternion::IDENTITY, turned].concat(), Ease::Slerp);
    let channels = vec![Channel::new(0, Property::Rotation, curve.unwrap()).unwrap()];
    let clip = Clip::new("c").with_duration(1.0).with_nodes(vec![Node::new("arm")]).with_channels(channels);
    for (scale, expected) in [([1.0, 3.0, 1.0], 1), ([-2.0, 2.0, 2.0], 0)] {
        let base = Node::new("base").with_rest(Transform { scale, ..Transform::IDENTITY });
        let figure =
            Figure::new(vec![base, Node::new("arm").with_parent(0), Node::new("hand").with_parent(1)]);
        let mapping = Mapping::new(&clip, &figure, None);
        let mut report = Report::new();
        retarget(&clip, &figure, &mapping, &Options::default(), &mut report);
        let told = report.findings.iter().filter(|finding| finding.code.id == "retarget::uneven");
        assert_eq!(
            told.filter(|finding| finding.message.ends_with("in the clip: `arm`")).count(),
            expected,
            "{report}"
        );
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

#[test]
fn weights_go_by_the_names_of_morph_targets() {
    let face = |names: &[&str]| {
        let mut node = Node::new("face");
        node.morphs = names.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let values = vec![0.0, 0.1, 0.2, 1.0, 0.9, 0.8];
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, values, Ease::Linear).unwrap();
    let channels = vec![Channel::new(0, Property::Weights { count: 3 }, curve).unwrap()];
    let clip = Clip::new("w").with_nodes(vec![face(&["smile", "blink", "frown"])]).with_channels(channels);
    let figure = Figure::new(vec![Node::new("head"), face(&["fat", "blink", "smile"])]);
    let figure = figure.with_weights(1, vec![0.5, 0.0, 0.0]);
    let mut report = Report::new();
    let found =
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
    assert_eq!(found.channels[0].node(), 1);
    assert_eq!(found.channels[0].curve().at(1.0), [0.5, 0.9, 1.0]);
    assert!(report.losses[0].to_string().contains("`weight/frown`"), "{report}");
    // A property that nothing drives stays at the figure's rest, and is not a loss.
    let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 1, vec![0.25, 0.75], Ease::Linear).unwrap();
    let blink = Channel::part(0, Property::Weights { count: 3 }, 1, curve).unwrap();
    let clip = clip.with_channels(vec![blink]);
    let figure = figure.with_weights(1, vec![0.5, 0.0, 0.125]);
    let mut report = Report::new();
    let found =
        retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
    assert_eq!(found.channels[0].curve().at(1.0), [0.5, 0.75, 0.125]);
    assert!(report.losses.is_empty(), "{report}");
}

/// A clip that drives one weight of each of these nodes, and a face with these morph targets.
fn faces(tracks: &[(&str, &[f64], &[f64])], morphs: &[&str]) -> (Clip, Figure) {
    let node = |name: &str, morphs: &[&str]| {
        let mut node = Node::new(name);
        node.morphs = morphs.iter().map(|name| (*name).to_owned()).collect();
        node
    };
    let nodes = tracks.iter().map(|(name, ..)| node(name, &[name]));
    let channels = tracks.iter().enumerate().map(|(index, (_, times, values))| {
        let curve =
            Curve::new(Times::keys(times.to_vec()).unwrap(), 1, values.to_vec(), Ease::Linear).unwrap();
        Channel::new(index, Property::Weights { count: 1 }, curve).unwrap()
    });
    let clip = Clip::new("w").with_nodes(nodes.collect()).with_channels(channels.collect());
    let figure = Figure::new(vec![Node::new("head"), node("face", morphs)]);
    (clip.with_duration(2.0), figure)
}

/// The weights of the face at a time, from the only channel.
fn face_at(clip: &Clip, figure: &Figure, time: f64, report: &mut Report) -> Vec<f64> {
    let found = retarget(clip, figure, &Mapping::new(clip, figure, None), &Options::default(), report);
    assert_eq!(found.channels.iter().map(Channel::node).collect::<Vec<_>>(), [1]);
    found.channels[0].curve().at(time)
}

#[test]
fn weights_of_several_nodes_move_one_face() {
    let tracks: &[(&str, &[f64], &[f64])] = &[
        ("smile", &[0.0, 2.0], &[0.0, 1.0]),
        ("blink", &[0.5, 1.0], &[1.0, 0.0]),
        ("other", &[0.0], &[1.0]),
    ];
    let (clip, figure) = faces(tracks, &["blink", "fat", "smile"]);
    let figure = figure.with_weights(1, vec![0.0, 0.25, 0.0]);
    for (time, expected) in [(0.0, [1.0, 0.25, 0.0]), (0.75, [0.5, 0.25, 0.375]), (2.0, [0.0, 0.25, 1.0])] {
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, time, &mut report), expected, "{time}");
        assert_eq!(report.losses.len(), 1, "{report}");
        assert!(report.losses[0].message.contains("`weight/other`"), "{report}");
    }
}

#[test]
fn of_weights_of_one_name_the_last_counts() {
    let tracks = |first: &'static [f64]| -> [(&'static str, &'static [f64], &'static [f64]); 2] {
        [("happy", &[0.0, 2.0], first), ("happy", &[0.0, 2.0], &[0.0, 1.0])]
    };
    for (first, is_lost) in [(&[0.0, 1.0], false), (&[0.0, 0.5], true)] {
        let (clip, figure) = faces(&tracks(first), &["happy"]);
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, 1.0, &mut report), [0.5]);
        assert_eq!(report.losses.len(), usize::from(is_lost), "{report}");
        assert!(
            report.losses.iter().all(|loss| loss
                .message
                .starts_with("the weights `weight/happy` are left out: another node"))
        );
    }
}

#[test]
fn weights_that_multiply_are_dropped() {
    // Each has one key, at a time of its own, so that a face of all of them has the square of their number.
    let names: Vec<String> = (0..2000).map(|index| format!("w{index}")).collect();
    let times: Vec<[f64; 1]> = (0..2000).map(|index| [f64::from(index) / 1000.0]).collect();
    let track = |(name, time)| (name, time, &[1.0][..]);
    let tracks: Vec<_> =
        names.iter().map(|name| &**name).zip(times.iter().map(|time| &time[..])).map(track).collect();
    let morphs: Vec<&str> = names.iter().map(|name| &**name).collect();
    for (count, is_made) in [(1000, true), (2000, false)] {
        let (clip, figure) = faces(&tracks[..count], &morphs[..count]);
        let mut report = Report::new();
        let found =
            retarget(&clip, &figure, &Mapping::new(&clip, &figure, None), &Options::default(), &mut report);
        assert_eq!(found.channels.len(), usize::from(is_made));
        assert_eq!(report.losses.is_empty(), is_made, "{report}");
    }
}

#[test]
fn expressions_move_the_morph_targets_of_the_figure() {
    let bind = |morph: usize, weight: f64| Bind { node: 1, morph, weight };
    let expression = |name: &str, binds: &[Bind]| Expression {
        name: name.to_owned(),
        binds: binds.to_vec(),
        not_applied: vec![NotApplied { member: "overrideBlink".into(), to: vec!["blink".into()] }],
        ..Expression::default()
    };
    let tracks: &[(&str, &[f64], &[f64])] =
        &[("happy", &[0.0, 2.0], &[0.0, 1.0]), ("aa", &[0.5, 1.0], &[1.0, 0.0]), ("fat", &[0.0], &[0.5])];
    // A morph target has the name of an expression, which moves others.
    let (clip, figure) = faces(tracks, &["Mouth", "Eyes", "happy", "fat"]);
    let expressions = vec![
        expression("happy", &[bind(0, 0.5), bind(1, 1.0), bind(9, 1.0)]),
        expression("aa", &[bind(0, 0.25)]),
        expression("sad", &[bind(0, 1.0)]),
    ];
    let figure = figure.with_weights(1, vec![0.125, 0.0, 0.75, 0.0]).with_expressions(expressions);
    for (time, expected) in [
        (0.0, [0.25, 0.0, 0.75, 0.5]),
        (0.75, [0.5 * 0.375 + 0.25 * 0.5, 0.375, 0.75, 0.5]),
        (2.0, [0.5, 1.0, 0.75, 0.5]),
    ] {
        let mut report = Report::new();
        assert_eq!(face_at(&clip, &figure, time, &mut report), expected, "{time}");
        assert!(report.losses.is_empty(), "{report}");
    }
    // What they do to other expressions matters where these are driven.
    let tracks: &[(&str, &[f64], &[f64])] = &[("happy", &[0.0], &[1.0]), ("blink", &[0.0], &[1.0])];
    let (clip, figure) = faces(tracks, &["Mouth", "Eyes"]);
    let figure = figure
        .with_weights(1, vec![0.0; 2])
        .with_expressions(vec![expression("happy", &[bind(0, 0.5)]), expression("blink", &[bind(1, 1.0)])]);
    let mut report = Report::new();
    assert_eq!(face_at(&clip, &figure, 1.0, &mut report), [0.5, 1.0]);
    assert_eq!(report.losses.len(), 2);
    assert_eq!(
        (report.losses[0].code.id, report.losses[0].node.as_deref()),
        ("retarget::dropped", Some("happy"))
    );
    assert!(report.losses[0].message.ends_with("without the effect of `overrideBlink`"), "{report}");
}

#[test]
fn limbs_point_alike_whether_figures_rest_in_an_a_or_a_t() {
    let bones = [
        "Hips",
        "Spine",
        "Head",
        "LeftUpperArm",
        "LeftLowerArm",
        "LeftHand",
        "RightUpperArm",
        "RightLowerArm",
    ];
    let parents = [None, Some(0), Some(1), Some(1), Some(3), Some(4), Some(1), Some(6)];
    let figure = |lowered: f64, roll: f64| -> Vec<Node> {
        let tilt = |side: f64| quaternion::from_axis_angle([0.0, 0.0, 1.0], -side * lowered);
        let along = |side: f64| Transform { translation: [side * 0.3, 0.0, 0.0], ..Transform::IDENTITY };
        let arm = |side: f64| {
            let rotation =
                quaternion::multiply(tilt(side), quaternion::from_axis_angle([1.0, 0.0, 0.0], roll));
            Transform { translation: [side * 0.2, 0.3, 0.0], rotation, scale: [1.0; 3] }
        };
        let up = |y: f64| Transform { translation: [0.0, y, 0.0], ..Transform::IDENTITY };
        let rests = [up(1.0), up(0.1), up(0.4), arm(1.0), along(1.0), along(1.0), arm(-1.0), along(-1.0)];
        let nodes = bones.iter().zip(parents).zip(rests).map(|((name, parent), rest)| {
            let mut node = Node::new(*name).with_rest(rest);
            node.parent = parent;
            node
        });
        nodes.collect()
    };
    let swing = [[0.1, 0.2, 0.3], [-0.4, 0.5, 0.6]].map(|axis| quaternion::from_axis_angle(axis, 0.9));
    for [source, target] in [[0.8, 0.0], [0.0, 0.8], [0.8, 0.3]] {
        let curve = |node: usize| {
            let rest = figure(source, 0.0)[node].rest.rotation;
            let values = swing.map(|swing| quaternion::multiply(swing, rest)).as_flattened().to_vec();
            let curve = Curve::new(Times::keys([0.0, 1.0]).unwrap(), 4, values, Ease::Slerp).unwrap();
            Channel::new(node, Property::Rotation, curve).unwrap()
        };
        let clip = Clip::new("swing").with_duration(1.0).with_nodes(figure(source, 0.0));
        // The right arm does not move, but its rest rotation differs on the other figure.
        let clip = clip.with_channels(vec![curve(3), curve(4)]);
        let options = Options { reference: Reference::TPose, ..fine() };
        let found = brought(&clip, figure(target, 1.1), &BoneMap::default(), &options);
        for time in [0.0, 0.3, 1.0] {
            let (source, found) = (clip.pose(time), found.pose(time));
            for (from, to) in [(3, 4), (4, 5), (6, 7)] {
                let span = |pose: &anim_core::Pose| {
                    let [from, to] = [from, to].map(|node| pose.world[node].translation());
                    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
                };
                assert!(distance(span(&source), span(&found)) < 1e-6, "{from} at {time}");
            }
        }
    }
}

#[test]
fn a_t_faces_where_the_body_faces() {
    let figure = |yaw: f64| -> Vec<Node> {
        let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
        let turned =
            Transform { rotation: quaternion::from_axis_angle([0.0, 1.0, 0.0], yaw), ..at(0.0, 1.0) };
        let nodes = [
            ("Hips", None, turned),
            ("Spine", Some(0), at(0.0, 0.1)),
            ("Head", Some(1), at(0.0, 0.4)),
            ("LeftUpperArm", Some(1), at(0.2, 0.3)),
            ("LeftLowerArm", Some(3), at(0.3, 0.0)),
            ("LeftHand", Some(4), at(0.3, 0.0)),
            ("RightUpperArm", Some(1), at(-0.2, 0.3)),
            ("RightLowerArm", Some(6), at(-0.3, 0.0)),
        ];
        let node = |(name, parent, rest): (&str, Option<usize>, Transform)| {
            let mut node = Node::new(name).with_rest(rest);
            node.parent = parent;
            node
        };
        nodes.map(node).to_vec()
    };
    for yaw in [0.0, 0.1, 0.6, -0.7, 2.2] {
        let still = |node: usize| {
            let rest = figure(yaw)[node].rest.rotation;
            Channel::new(node, Property::Rotation, Curve::constant(&rest).unwrap()).unwrap()
        };
        let clip = Clip::new("still").with_nodes(figure(yaw)).with_channels((0..8).map(still).collect());
        let options = Options { reference: Reference::TPose, axes: Axes::Same, ..fine() };
        let pose = brought(&clip, figure(0.0), &BoneMap::default(), &options).pose(0.0);
        let rest = Clip::new("").with_nodes(figure(0.0)).pose(0.0);
        for (node, (found, rest)) in pose.world.iter().zip(&rest.world).enumerate() {
            // Up to 8° count as none.
            let most = if yaw == 0.1 { 0.07 } else { 1e-9 };
            assert!(distance(found.translation(), rest.translation()) < most, "{node} at {yaw}");
        }
    }
}

/// A body that stands along Y and faces +Z, with its left on +X, rotated by this rotation.
fn body(turn: Quaternion) -> Vec<Node> {
    let bones: [(&str, Option<usize>, [f64; 3]); 5] = [
        ("Hips", None, [0.0, 1.0, 0.0]),
        ("Spine", Some(0), [0.0, 0.2, 0.0]),
        ("Head", Some(1), [0.0, 0.4, 0.05]),
        ("LeftUpperLeg", Some(0), [0.1, -0.1, 0.0]),
        ("RightUpperLeg", Some(0), [-0.1, -0.1, 0.0]),
    ];
    let node = |(name, parent, place): (&str, Option<usize>, [f64; 3])| {
        let rest = match parent {
            None => Transform { translation: self::turn(turn, place), rotation: turn, scale: [1.0; 3] },
            Some(_) => Transform { translation: place, ..Transform::IDENTITY },
        };
        let node = Node::new(name).with_rest(rest);
        parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
    };
    bones.map(node).to_vec()
}

#[test]
fn a_body_that_stands_along_other_axes_is_turned() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // Z up, facing −Y; Y down, facing −Z; facing backwards; leaning slightly.
    for turn in [[half, 0.0, 0.0, half], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.1, 0.0, 0.0, 0.99f64]]
    {
        let turn = quaternion::normalize(turn);
        let bow = quaternion::from_axis_angle([1.0, 0.0, 0.0], 0.6);
        let clip = |turn: Quaternion| {
            let nodes = body(turn);
            let times = || Times::keys([0.0, 1.0]).unwrap();
            let places = [[0.0, 1.0, 0.0], [0.0, 1.0, 2.0]].map(|place| self::turn(turn, place));
            let place = Curve::new(times(), 3, places.as_flattened().to_vec(), Ease::Linear).unwrap();
            let bows = [quaternion::IDENTITY, bow].as_flattened().to_vec();
            let bow = Curve::new(times(), 4, bows, Ease::Slerp).unwrap();
            Clip::new("bow").with_duration(1.0).with_nodes(nodes).with_channels(vec![
                Channel::new(0, Property::Translation, place).unwrap(),
                Channel::new(1, Property::Rotation, bow).unwrap(),
            ])
        };
        let found =
            brought(&clip(turn), body(quaternion::IDENTITY), &BoneMap::default(), &Options::default());
        let (found, expected) = (found.pose(1.0), clip(quaternion::IDENTITY).pose(1.0));
        let leans = turn[3] > 0.9;
        for (found, expected) in found.world.iter().zip(&expected.world) {
            // A leaning body is not rotated: it stays off by the angle of its lean.
            assert!(leans || found.distance(expected) < 1e-12, "{turn:?}: {found:?} {expected:?}");
        }
        assert_eq!(leans, found.world[0].distance(&expected.world[0]) > 0.1);
    }
}

#[test]
fn hips_move_by_the_ratio_of_the_legs() {
    let names = [
        ["Hips", "Spine", "Head", "LeftUpperLeg", "LeftLowerLeg", "LeftFoot"],
        ["pelvis", "spine_01", "head", "thigh_l", "calf_l", "foot_l"],
    ];
    let figure = |names: [&str; 6], leg: f64, back: f64| -> Vec<Node> {
        let at = |x: f64, y: f64| Transform { translation: [x, y, 0.0], ..Transform::IDENTITY };
        let rests =
            [at(0.0, 2.0 * leg), at(0.0, back), at(0.0, back), at(0.1, 0.0), at(0.0, -leg), at(0.0, -leg)];
        let parents = [None, Some(0), Some(1), Some(0), Some(3), Some(4)];
        let nodes = names.iter().zip(rests).zip(parents);
        nodes
            .map(|((name, rest), parent)| {
                let node = Node::new(*name).with_rest(rest);
                parent.map_or_else(|| node.clone(), |parent| node.clone().with_parent(parent))
            })
            .collect()
    };
    let curve =
        Curve::new(Times::keys([0.0, 1.0]).unwrap(), 3, vec![0.0, 0.8, 0.0, 0.0, 0.7, 1.0], Ease::Linear);
    let channels = vec![Channel::new(0, Property::Translation, curve.unwrap()).unwrap()];
    let clip =
        Clip::new("h").with_duration(1.0).with_nodes(figure(names[0], 0.4, 0.3)).with_channels(channels);
    let found = brought(&clip, figure(names[1], 0.6, 0.1), &BoneMap::default(), &Options::default());
    assert!(distance(found.pose(0.0).world[0].translation(), [0.0, 1.2, 0.0]) < 1e-12);
    assert!(distance(found.pose(1.0).world[0].translation(), [0.0, 1.05, 1.5]) < 1e-12);
}
