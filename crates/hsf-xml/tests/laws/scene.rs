//! The nodes, targets and names of a player, and its poses against those of clips.

use anim_core::{Clip, EdgeKind, NodeKind, Pose, UnknownName};
use anim_hsf_xml::{ClipOptions, Hsf, Input, InputError, Player, Property, Report, State, Value, Whole};
use proptest::prelude::*;

use super::documents;

/// A door with a pivot in a house that moves, and a lamp that only a sensor can start.
const HOUSE: &str = r#"<Animdef TicksPerSecond="10" Name="house">
  <TargetObject Name="door" Path="SPATH: MODEL/house/door" Pivot="[1 0 0]" Scale="[2 2 2]">
    <Animation Name="swing"><Timeline>0 10</Timeline><AxisRotInterpolator Modifiers="[v 0 1 0]">0 90</AxisRotInterpolator></Animation>
  </TargetObject>
  <Animation Name="slide" Target="MODEL/house"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [0 10 0]</PosInterpolator>
    <Animation Name="light" Target="lamp" Active="0"><Timeline>0 10</Timeline><ColorInterpolator>[0 0 0] [1 1 1]</ColorInterpolator></Animation>
  </Animation>
  <Animation Name="idle" Target="HKEY: 7" Active="0"><Timeline>0 10</Timeline><ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator></Animation>
  <Sensor Name="bell"><Condition Target="TOB: door"/><Condition Target="MODEL/house" Event="ONMOUSEOVER"/>
    <Action Target="ANIM: slide/light" Type="ACTIVATE"/></Sensor>
  <Sensor><Condition Target="MODEL/garden" Event="ONCOLLISION"/><Action Target="ANIM: idle" Type="ACTIVATE"/></Sensor>
</Animdef>"#;

fn player(text: &str) -> Player {
    Player::new(Hsf::parse(text.as_bytes()).unwrap())
}

/// The clip of the complete document.
fn whole(hsf: &Hsf) -> Option<Clip> {
    let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
    let clips = hsf.clips_with(&options, &mut Report::new());
    clips.into_iter().find(|clip| clip.name == "*")
}

#[test]
fn nodes_are_those_of_the_whole_clip_with_what_a_sensor_sets_in_motion() {
    let player = player(HOUSE);
    let names: Vec<_> = player.nodes().iter().map(|node| (node.name.as_str(), node.parent)).collect();
    let expected =
        [("MODEL/house/door", Some(1)), ("MODEL/house", None), ("MODEL/house/lamp", Some(1)), ("7", None)];
    assert_eq!(names, expected);
    assert_eq!(player.nodes(), whole(player.document()).unwrap().nodes);
    assert_eq!([0, 1, 9].map(|node| player.pivot(node)), [Some([1.0, 0.0, 0.0]), Some([0.0; 3]), None]);
}

#[test]
fn a_pose_resolves_the_pivot_and_the_hierarchy() {
    let mut player = player(HOUSE);
    let mut pose = Pose::default();
    player.pose(&mut pose);
    assert_eq!(pose.local[0].translation(), [0.0; 3], "at rest");
    player.advance(1.0).unwrap();
    player.pose(&mut pose);
    let door = pose.world[0];
    // The door turns by 90° about the point (1, 0, 0), after it was scaled by 2, and rises with the house.
    for (point, expected) in [([0.5, 0.0, 0.0], [1.0, 10.0, 0.0]), ([0.0; 3], [1.0, 10.0, 1.0])] {
        let found = door.apply(point);
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
    }
    assert_eq!((pose.parent[0], pose.alive[0], pose.local.len()), (Some(1), true, 4));
}

#[test]
fn targets_have_the_inputs_that_they_answer() {
    let player = player(HOUSE);
    let found: Vec<_> = player
        .targets()
        .iter()
        .map(|target| (target.name.as_str(), target.node, target.inputs.as_slice()))
        .collect();
    let expected: [(&str, Option<usize>, &[Input]); 5] = [
        ("MODEL/house/door", Some(0), &[Input::LeftClick, Input::MouseOver]),
        ("MODEL/house", Some(1), &[Input::MouseOver]),
        ("MODEL/house/lamp", Some(2), &[Input::MouseOver]),
        ("7", Some(3), &[]),
        ("MODEL/garden", None, &[Input::Collision]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_input_names_a_target_a_part_of_one_or_an_object() {
    for target in ["MODEL/house/door", "SPATH: model/house/DOOR", "TOB: door", "MODEL/house/door/lock"] {
        let mut player = player(HOUSE);
        player.advance(2.0).unwrap();
        player.input(Input::LeftClick, target).unwrap();
        assert_eq!(player.happenings().filter(|happening| happening.tick == 20.0).count(), 2, "{target}");
        player.advance(0.5).unwrap();
        let lamp = player.node("MODEL/house/lamp").unwrap();
        let color = player.value(lamp, &Property::Color("diffuse".to_owned()));
        assert_eq!(color, Some(Value::Vector([0.5; 3])));
    }
    let mut player = player(HOUSE);
    assert_eq!(player.input(Input::RightClick, "7"), Ok(()));
}

#[test]
fn unknown_names_are_refused_with_the_nearest_one() {
    let mut player = player(HOUSE);
    let nearest = |error: UnknownName| (error.kind, error.nearest);
    let found = match player.input(Input::LeftClick, "MODEL/hose/door") {
        Err(InputError::Target(unknown)) => nearest(unknown),
        other => panic!("{other:?}"),
    };
    assert_eq!(found, ("target", Some("MODEL/house/door".to_owned())));
    assert!(player.input(Input::LeftClick, "MODEL").is_err());
    let cases = [
        (player.state("slide/lihgt").map(|_| ()), "animation", "slide/light"),
        (player.is_active("bel").map(|_| ()), "sensor", "bell"),
        (player.node("MODEL/haus").map(|_| ()), "node", "MODEL/house"),
        ("ONLCLIK".parse::<Input>().map(|_| ()), "input", "ONLCLICK"),
    ];
    for (result, kind, name) in cases {
        assert_eq!(nearest(result.unwrap_err()), (kind, Some(name.to_owned())));
    }
}

#[test]
fn animations_and_sensors_are_listed_by_name() {
    let player = player(HOUSE);
    let animations: Vec<_> = player.animations().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(animations, ["swing", "slide", "slide/light", "idle"]);
    let sensors: Vec<_> = player.sensors().collect();
    assert_eq!(sensors, [("bell", true), ("sensor 1", true)]);
    assert_eq!(player.is_active("sensor 1"), Ok(true));
}

#[test]
fn the_graph_names_the_clips_of_its_animations() {
    let hsf = Hsf::parse(HOUSE.as_bytes()).unwrap();
    let graph = hsf.graph().unwrap();
    let groups: Vec<_> =
        graph.groups.iter().map(|group| (group.name.as_str(), group.clip.is_some())).collect();
    assert_eq!(groups, [("animations", false), ("sensors", false), ("outside", false)]);
    let animations: Vec<_> = (graph.nodes.iter().filter(|node| node.kind == NodeKind::Animation))
        .map(|node| (node.name.as_str(), node.clip.as_deref()))
        .collect();
    let clip = |name| (name, Some(name));
    assert_eq!(animations, [clip("swing"), clip("slide"), ("slide/light", None), clip("idle")]);
    for clip in hsf.clips() {
        let named = graph.nodes.iter().any(|node| node.clip.as_ref() == Some(&clip.name));
        assert!(named || clip.name == "*");
    }
    let edges: Vec<_> =
        graph.edges.iter().map(|edge| (edge.from, edge.to, edge.kind.clone(), edge.active)).collect();
    let triggers = |event: &str| EdgeKind::Triggers { event: event.to_owned() };
    let acts = || EdgeKind::Acts { action: "ACTIVATE".to_owned() };
    let expected = [
        (1, 2, EdgeKind::Contains, false),
        (6, 4, triggers("ONLCLICK"), true),
        (7, 4, triggers("ONMOUSEOVER"), true),
        (4, 2, acts(), true),
        (8, 5, triggers("ONCOLLISION"), true),
        (5, 3, acts(), true),
    ];
    assert_eq!(edges, expected);
    // The events of the whole clip find their animations in the graph.
    let active: Vec<_> =
        graph.activities(&whole(&hsf).unwrap()).iter().map(|activity| activity.node).collect();
    assert_eq!(active, [0, 1]);
}

#[test]
fn an_action_on_an_object_leads_to_all_animations_that_move_it() {
    let text = r#"<Animdef><TargetObject Name="o" Path="SPATH: MODEL/Car"/>
        <Animation Name="a1" Target="TOB: o"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>
        <Animation Name="a2" Target="SPATH: w"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>
        <Animation Name="a3" Target="SPATH: MODEL/car"><Timeline>0 10</Timeline><ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator></Animation>
        <Sensor Name="s"><Condition Target="SPATH: c"/><Action Target="TOB: o" Type="RESET"/><Action Target="TOB: o" Type="$own"/><Action Target="SPATH: none" Type="RESET"/></Sensor>
        </Animdef>"#;
    let graph = Hsf::parse(text.as_bytes()).unwrap().graph().unwrap();
    let acts = graph.edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Acts { .. }));
    let led: Vec<_> =
        acts.map(|edge| (graph.nodes[edge.from].name.as_str(), graph.nodes[edge.to].name.as_str())).collect();
    assert_eq!(led, [("s", "a1"), ("s", "a3"), ("s", "TOB: o"), ("s", "SPATH: none")]);
    // The player resets the same animations.
    let mut player = Player::new(Hsf::parse(text.as_bytes()).unwrap());
    player.advance_ticks(5.0).unwrap();
    player.input(Input::LeftClick, "c").unwrap();
    let states: Vec<_> = player.animations().map(|(_, state)| state).collect();
    assert_eq!(states, [State::Idle, State::Running, State::Idle]);
}

/// A document without delays and sensors, in which each target has one animation.
fn calm() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "<PosInterpolator>[0 0 0] [1 2 3] [4 5 6]</PosInterpolator>",
        "<PosInterpolator Modifiers=\"[ca]\">[0 0 0] [1 2 3] [4 5 6]</PosInterpolator>",
        "<PosInterpolator Modifiers=\"[l [c 13]]\">[0 0] [2 3] [5 6]</PosInterpolator>",
        "<ScaleInterpolator>[1 1 1] [2 1 3] [4 5 1]</ScaleInterpolator>",
        "<QuatRotInterpolator Modifiers=\"[l a]\">[0 0 0 1] [0 0.6 0 0.8] [1 0 0 0]</QuatRotInterpolator>",
        "<AxisRotInterpolator Modifiers=\"[v 0 1 1]\">0 90 300</AxisRotInterpolator>",
    ]);
    let parts = prop::collection::vec(part, 1..3);
    let animation = (parts, -1..3i32, any::<bool>(), any::<bool>(), prop::sample::select(vec!["0", "1"]));
    prop::collection::vec(animation, 1..5).prop_map(|animations| {
        let mut path = "MODEL".to_owned();
        let animations = animations.into_iter().enumerate();
        let animations = animations.map(|(index, (parts, loops, is_nested, has_pivot, back))| {
            path = if is_nested { format!("{path}/n{index}") } else { format!("MODEL/n{index}") };
            let pivot = if has_pivot {
                "Pivot=\"[1 2 3]\" Scale=\"[1 2 1]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\""
            } else {
                ""
            };
            format!(
                "<TargetObject Path=\"{path}\" {pivot}>\
                 <Animation Name=\"a{index}\" Loop=\"{loops}\" RLoop=\"{back}\">\
                 <Timeline>0 10 25</Timeline>{}</Animation></TargetObject>",
                parts.concat()
            )
        });
        format!("<Animdef TicksPerSecond=\"20\">{}</Animdef>", animations.collect::<String>())
    })
}

proptest! {
    #[test]
    fn a_player_poses_like_the_whole_clip(text in calm(), steps in prop::collection::vec(0.01..0.7f64, 1..8)) {
        let mut player = player(&text);
        let clip = whole(player.document()).unwrap();
        prop_assert_eq!(player.nodes(), clip.nodes.as_slice());
        let mut found = Pose::default();
        for step in steps {
            player.advance(step).unwrap();
            let time = player.time();
            // At jumps between loops the clip has a gap.
            let ticks = (time * 20.0).rem_euclid(5.0);
            if !(0.01..4.99).contains(&ticks) {
                continue;
            }
            player.pose(&mut found);
            let expected = clip.pose(time);
            prop_assert_eq!(&found.parent, &expected.parent);
            for (node, (found, expected)) in found.world.iter().zip(&expected.world).enumerate() {
                // Baked values are within 1e-3, and errors of parents are scaled.
                let size = expected.to_rows().iter().fold(1.0, |most: f64, number| most.max(number.abs()));
                prop_assert!(found.distance(expected) < 5e-3 * size, "node {node} at {time}: {found:?}, {expected:?}");
            }
        }
    }

    #[test]
    fn any_document_plays(hsf in documents::hsf(), steps in prop::collection::vec(0.0..3.0f64, 0..4)) {
        let Some(nodes) = whole(&hsf).map(|clip| clip.nodes) else { return Ok(()) };
        let mut player = Player::new(hsf);
        prop_assert_eq!(&player.nodes()[..nodes.len()].iter().map(|node| &node.name).collect::<Vec<_>>(), &nodes.iter().map(|node| &node.name).collect::<Vec<_>>());
        let mut pose = Pose::default();
        for step in steps {
            let _ = player.advance(step);
            let targets: Vec<_> = player.targets().iter().map(|target| target.name.clone()).collect();
            for target in targets {
                prop_assert!(!matches!(player.input(Input::LeftClick, &target), Err(InputError::Target(_))));
            }
            player.pose(&mut pose);
            prop_assert_eq!(pose.world.len(), player.nodes().len());
        }
    }
}
