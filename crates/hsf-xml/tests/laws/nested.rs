//! What animations inherit from the elements around them, from the animations that they instance, and from `TargetObject`s.

use anim_core::Node;
use anim_hsf_xml::{Clip, ClipOptions, Happened, Hsf, Player, Property, Report, State, Value, Whole};

use super::play::{advance, click, entered, finished, parse, sensed};

/// The clips of a document of 10 ticks a second, `*` among them.
fn clips(inner: &str) -> Vec<Clip> {
    let text = format!("<Animdef TicksPerSecond=\"10\">{inner}</Animdef>");
    let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
    Hsf::parse(text.as_bytes()).unwrap().clips_with(&options, &mut Report::new())
}

/// A motion by 10 along X; over a second if the timeline is [`SECOND`].
const SLIDE: &str = "<PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";
const SECOND: &str = "<Timeline>0 10</Timeline>";

/// The nodes that move in a clip, and where they are along X at some seconds.
fn moving(clips: &[Clip], name: &str, times: [f64; 3]) -> Vec<(String, [f64; 3])> {
    let clip = clips.iter().find(|clip| clip.name == name).unwrap();
    let x = |channel: &anim_core::Channel| times.map(|time| channel.curve().at(time)[0]);
    clip.channels.iter().map(|channel| (clip.nodes[channel.node()].name.clone(), x(channel))).collect()
}

fn moved(name: &str, x: [f64; 3]) -> (String, [f64; 3]) {
    (name.to_owned(), x)
}

#[test]
fn blocks_have_ticks_and_delays_of_their_own() {
    let block = |attributes: &str| {
        let animation =
            format!("<Animation Name=\"a\" Target=\"x\"><Timeline>0 20</Timeline>{SLIDE}</Animation>");
        let clips = clips(&format!("<Animdef {attributes}>{animation}</Animdef>"));
        (clips.last().unwrap().duration, moving(&clips, "*", [0.75, 1.0, 2.0]))
    };
    for (attributes, duration, x) in [
        ("TicksPerSecond=\"10\"", 2.0, [3.75, 5.0, 10.0]),
        ("TicksPerSecond=\"20\"", 1.0, [7.5, 10.0, 10.0]),
        ("TicksPerSecond=\"10\" Delay=\"5\"", 2.5, [1.25, 2.5, 7.5]),
        // Ten of its own ticks are half a second.
        ("TicksPerSecond=\"20\" Delay=\"10\"", 1.5, [2.5, 5.0, 10.0]),
    ] {
        assert_eq!(block(attributes), (duration, vec![moved("x", x)]), "{attributes}");
    }
}

#[test]
fn nested_animations_inherit_timelines_and_loops() {
    let nested = |attributes: &str, outer: &str, inner: &str| {
        clips(&format!(
            "<Animation Name=\"a\" {attributes}>{outer}<Animation Target=\"x\">{inner}{SLIDE}</Animation></Animation>"
        ))
    };
    let times = [0.25, 1.5, 2.5];
    for (clips, x) in [
        (nested("", SECOND, ""), [2.5, 10.0, 10.0]),
        (nested("", SECOND, "<Timeline>0 40</Timeline>"), [0.625, 3.75, 6.25]),
        (nested("Loop=\"2\"", "", SECOND), [2.5, 5.0, 10.0]),
        (nested("RLoop=\"1\" Loop=\"-1\"", SECOND, ""), [2.5, 5.0, 5.0]),
    ] {
        assert_eq!(moving(&clips, "a", times), [moved("x", x)]);
    }
}

#[test]
fn nothing_is_instanced_inside_an_instance_but_next_to_it() {
    let slide = format!("<Animation Name=\"slide\" Target=\"s\">{SECOND}{SLIDE}</Animation>");
    let clips = clips(&format!(
        "{slide}<Animation Name=\"pair\"><Animation InstanceOf=\"slide\" Target=\"p\"/>\
         <Animation Target=\"q\">{SECOND}{SLIDE}</Animation></Animation>\
         <Animation Name=\"copy\" InstanceOf=\"pair\"><Animation InstanceOf=\"slide\" Target=\"c\"/></Animation>"
    ));
    let names = |name: &str| {
        moving(&clips, name, [0.0, 0.5, 1.0]).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names("slide"), ["s"]);
    assert_eq!(names("pair"), ["p", "q"]);
    assert_eq!(names("copy"), ["q", "c"]);
}

/// How far a node of a document moves in a second, and the codes of what `check` finds.
fn checked(text: &str, node: &str) -> (Option<f64>, Vec<&'static str>) {
    let hsf = parse(&format!("<Animdef TicksPerSecond=\"10\">{text}</Animdef>"));
    let found = hsf.check().iter().map(|finding| finding.code.id.trim_start_matches("hsf-xml::")).collect();
    let mut player = Player::new(hsf);
    advance(&mut player, 10.0);
    let moved = player.node(node).ok().and_then(|node| player.value(node, &Property::Translation));
    let x = moved.map(|moved| match moved {
        Value::Vector([x, ..]) => x,
        other => panic!("{other:?}"),
    });
    (x, found)
}

#[test]
fn check_and_playing_agree_about_what_is_instanced() {
    let by = |name: &str, x: f64| {
        format!(
            "<Animation Name=\"{name}\">{SECOND}<PosInterpolator>[0 0 0] [{x} 0 0]</PosInterpolator></Animation>"
        )
    };
    let top = by("slide", 5.0) + &by("both", 6.0);
    let in_car = by("turn", 1.0) + &by("both", 2.0);
    let inside = |attributes: &str| {
        let instance = format!("<Animation Target=\"SPATH: w\" {attributes}/>");
        checked(&format!("{top}<Animation Name=\"car\">{in_car}{instance}</Animation>"), "w")
    };
    for (attributes, x, code) in [
        ("InstanceOf=\"turn\"", Some(1.0), None),
        ("InstanceOf=\"both\"", Some(2.0), None),
        ("InstanceOf=\"car/both\"", Some(2.0), None),
        ("InstanceOf=\"slide\"", Some(5.0), None),
        ("InstanceOf=\"Turn\"", Some(1.0), Some("name-case")),
        ("InstanceOf=\"cAr/turn\"", Some(1.0), Some("name-case")),
        // Its own name, and that of an animation outside of the block.
        ("Name=\"slide\" InstanceOf=\"slide\"", Some(5.0), None),
        ("Name=\"alone\" InstanceOf=\"alone\"", None, Some("instance-cycle")),
        ("InstanceOf=\"car\"", None, Some("instance-cycle")),
        ("InstanceOf=\"slide/turn\"", None, Some("dangling")),
    ] {
        assert_eq!(inside(attributes), (x, code.into_iter().collect()), "{attributes}");
    }
    let outside = |name: &str| {
        let copy = "<Animation Name=\"copy\" InstanceOf=\"car\"/>";
        let instance = format!("<Animation Target=\"SPATH: w\" InstanceOf=\"{name}\"/>");
        checked(&format!("{top}<Animation Name=\"car\">{in_car}</Animation>{copy}{instance}"), "w")
    };
    for (name, x, code) in [
        ("both", Some(6.0), None),
        ("car/both", Some(2.0), None),
        ("Car/turn", Some(1.0), Some("name-case")),
        ("car/Turn", Some(1.0), Some("name-case")),
        ("BOTH", Some(6.0), Some("name-case")),
        ("turn", None, Some("dangling")),
        // An instance does not have what is nested in what it instances when others are resolved.
        ("copy/turn", None, Some("dangling")),
    ] {
        assert_eq!(outside(name), (x, code.into_iter().collect()), "{name}");
    }
    let part = "<Animation Target=\"SPATH: w\" InstanceOf=\"slide\"/>";
    let copied = format!("{top}<Animation Name=\"car\">{part}</Animation><Animation InstanceOf=\"car\"/>");
    // The block that is instanced has no target: it is a declaration, and does not play itself.
    assert_eq!(checked(&copied, "w"), (None, vec!["instance-chain"]));
}

#[test]
fn a_target_object_is_the_one_with_exactly_the_name_or_else_in_any_letter_case() {
    let text = |object: &str| {
        let objects = [("Car", "SPATH: a"), ("car", "SPATH: b"), ("again", "TOB: CAR")]
            .map(|(name, path)| format!("<TargetObject Name=\"{name}\" Path=\"{path}\"/>"));
        format!(
            "{}<Animation Target=\"TOB: {object}\">{SECOND}{SLIDE}</Animation>\
             <Animation Name=\"still\" Active=\"0\" Target=\"x\">{SECOND}{SLIDE}</Animation>\
             <Sensor><Condition Target=\"TOB: {object}\" Event=\"ONLCLICK\"><Action Target=\"ANIM: still\" Type=\"ACTIVATE\"/>\
             </Condition></Sensor>",
            objects.concat()
        )
    };
    for (object, node) in [("Car", "a"), ("car", "b"), ("CAR", "a"), ("again", "a")] {
        let mut player =
            Player::new(parse(&format!("<Animdef TicksPerSecond=\"10\">{}</Animdef>", text(object))));
        assert!(player.node(node).is_ok(), "{object}");
        assert!(!click(&mut player, &format!("SPATH: {node}")).is_empty(), "{object}");
    }
}

#[test]
fn aliases_of_aliases_lead_to_a_target_or_are_found() {
    let object = |name: &str, path: &str| format!("<TargetObject Name=\"{name}\" Path=\"{path}\"/>");
    let slide = format!("<Animation Name=\"m\" Target=\"TOB: c\">{SECOND}{SLIDE}</Animation>");
    for (first, second, x, codes) in [
        ("SPATH: x", "TOB: a", Some(10.0), vec![]),
        ("SPATH: x", "TOB: A", Some(10.0), vec!["name-case"]),
        ("TOB: a", "TOB: a", None, vec!["dangling"; 3]),
        ("TOB: none", "TOB: a", None, vec!["dangling"; 3]),
    ] {
        let objects = object("a", first) + &object("b", second) + &object("c", "TOB: b");
        assert_eq!(checked(&(objects + &slide), "x"), (x, codes), "{first} {second}");
    }
}

#[test]
fn a_target_object_places_its_target_for_other_animations_too() {
    let tint = "<ColorInterpolator>[0 0 0] [1 1 1]</ColorInterpolator>";
    // Turned by 90 degrees about Z, about a point on the X axis.
    let object = "Path=\"SPATH: x\" Pivot=\"[1 0 0]\" Rotation=\"[0 1 0 -1 0 0 0 0 1]\" Scale=\"[1 2 3]\"";
    let animation = |target: &str| format!("<Animation {target}>{SECOND}{tint}</Animation>");
    let clips = clips(&format!(
        "<TargetObject {object}>{}</TargetObject>{}",
        animation("Name=\"in\""),
        animation("Name=\"out\" Target=\"x\"")
    ));
    for clip in &clips {
        let [Node { rest, .. }] = clip.nodes.as_slice() else { panic!("{clip:?}") };
        let half = f64::sqrt(0.5);
        let (found, expected) = ([rest.translation, rest.scale], [[1.0, -1.0, 0.0], [1.0, 2.0, 3.0]]);
        let off = found.as_flattened().iter().zip(expected.as_flattened()).map(|(a, b)| (a - b).abs());
        let off = off.chain(rest.rotation.iter().zip([0.0, 0.0, half, half]).map(|(a, b)| (a - b).abs()));
        assert!(off.fold(0.0, f64::max) < 1e-12, "{}: {rest:?}", clip.name);
    }
}

#[test]
fn a_block_that_begins_stops_what_sensors_started_in_it() {
    let leaf = format!("<Animation Name=\"leaf\" Target=\"x\" Active=\"0\">{SLIDE}</Animation>");
    let part = format!("<Animation Name=\"part\" Target=\"y\" Active=\"0\">{SLIDE}{leaf}</Animation>");
    let on = |target: &str, action: &str| {
        format!(
            "<Sensor Name=\"{target}\"><Condition Target=\"{target}\"/><Action Target=\"ANIM:{action}\" Type=\"ACTIVATE\"/></Sensor>"
        )
    };
    for inner in ["block/part/leaf", "block/part"] {
        let block = format!("<Animation Name=\"block\" Active=\"0\">{SECOND}{part}</Animation>");
        let text =
            format!("<Animdef TicksPerSecond=\"10\">{block}{}{}</Animdef>", on("a", inner), on("b", "block"));
        let mut player = Player::new(parse(&text));
        click(&mut player, "a");
        advance(&mut player, 5.0);
        let started = player.animations().position(|(name, _)| name == inner).unwrap();
        assert_eq!(player.state(inner), Ok(State::Running));
        let left = Happened::Left { animation: started, name: inner.into() };
        let happened: Vec<_> = click(&mut player, "b").into_iter().map(|happening| happening.what).collect();
        // The block itself has no length.
        let expected = [sensed(1, "b"), left, entered(0, "block"), finished(0, "block")];
        assert_eq!(happened, expected, "{inner}");
        assert_eq!(player.state(inner), Ok(State::Idle));
    }
}

#[test]
fn an_animation_without_a_target_that_others_instance_plays_only_there() {
    // Example 3 of `<Animation>`, with an instance that starts by itself.
    let block = |attributes: &str| {
        let wheel = format!("<Animation Name=\"wheel\" Target=\"SPATH: wheel\">{SECOND}{SLIDE}</Animation>");
        format!("<Animation Name=\"car\" {attributes}>{SECOND}{SLIDE}{wheel}</Animation>")
    };
    let instance =
        |of: &str| format!("<Animation Name=\"mine\" Target=\"SPATH: MODEL/mine\" InstanceOf=\"{of}\"/>");
    let sensor = "<Sensor Name=\"s\"><Condition Target=\"SPATH: MODEL/mine\" Idle=\"0\"/><Action Target=\"ANIM: car\" Type=\"ACTIVATE\"/></Sensor>";
    let mine = ["MODEL/mine", "MODEL/mine/wheel"];
    for (text, begins, nodes) in [
        (block("") + &instance("car"), vec!["mine", "mine/wheel"], mine.to_vec()),
        (instance("car") + &block(""), vec!["mine", "mine/wheel"], mine.to_vec()),
        // Nothing instances it, or only a part of it, or it has a target.
        (block(""), vec!["car", "car/wheel"], vec!["wheel"]),
        (block("") + &instance("car/wheel"), vec!["car", "car/wheel", "mine"], vec!["wheel", "MODEL/mine"]),
        (
            block("Target=\"SPATH: MODEL/own\"") + &instance("car"),
            vec!["car", "car/wheel", "mine", "mine/wheel"],
            vec!["MODEL/own", "MODEL/own/wheel", mine[0], mine[1]],
        ),
    ] {
        let clips = clips(&text);
        let whole = clips.iter().find(|clip| clip.name == "*").unwrap();
        let names = |nodes: &[Node]| nodes.iter().map(|node| node.name.clone()).collect::<Vec<_>>();
        let entered: Vec<_> = whole.events.iter().map(anim_core::Event::name).collect();
        assert_eq!(
            (names(&whole.nodes), entered),
            (nodes.iter().map(|&name| name.to_owned()).collect(), begins.clone()),
            "{text}"
        );
        let mut player =
            Player::new(parse(&format!("<Animdef TicksPerSecond=\"10\">{text}{sensor}</Animdef>")));
        let began: Vec<_> = player.happenings().map(|happening| happening.what).collect();
        let is_began = |name: &str| {
            began.iter().any(|what| matches!(what, Happened::Entered { name: found, .. } if **found == *name))
        };
        assert!(began.len() == begins.len() && begins.iter().all(|name| is_began(name)), "{text}: {began:?}");
        assert_eq!(names(player.nodes()), nodes, "{text}");
    }
    // A sensor that names it starts it, and nothing moves.
    let text = block("") + &instance("car").replace("InstanceOf", "Active=\"0\" InstanceOf") + sensor;
    let mut player = Player::new(parse(&format!("<Animdef TicksPerSecond=\"10\">{text}</Animdef>")));
    click(&mut player, "MODEL/mine");
    advance(&mut player, 5.0);
    assert_eq!((player.state("car"), player.state("mine")), (Ok(State::Running), Ok(State::Idle)));
    assert!((0..player.nodes().len()).all(|node| player.values(node).next().is_none()));
    // It is a clip of its own, which does not start by itself.
    let hsf = parse(&format!("<Animdef>{text}</Animdef>"));
    let active = hsf
        .clips()
        .iter()
        .map(|clip| (clip.name.clone(), clip.metadata("hsf-xml.active") == Some("1")))
        .collect::<Vec<_>>();
    assert_eq!(active, [("car".to_owned(), false), ("mine".to_owned(), false)]);
}
