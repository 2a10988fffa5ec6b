//! Documents as they run.

use anim_core::Format;
use anim_hsf_xml::{Happened, Hsf, Input, Overrun, Player, Property, SensorRule, State, Value};
use proptest::prelude::*;

/// A thing that is shown and turns once about Y in 8 seconds, then fades out and back in 10, which a click repeats.
const SHOW: &str = r#"<Animdef TicksPerSecond="20" Name="show">
  <TargetObject Path="SPATH: MODEL/object1">
    <Animation Name="A1">
      <Timeline> 0 40 80 120 160 </Timeline>
      <SegSwitchInterpolator> "MODEL/object1" </SegSwitchInterpolator>
      <AxisRotInterpolator Modifiers="[v 0 1 0] "> + 90 180 270 360 </AxisRotInterpolator>
    </Animation>
    <Animation Name="A3" delay = 160 RLoop="1">
      <Timeline> 0 100 </Timeline>
      <ColorInterpolator Type="transmission"> [1.0 1.0 1.0] [0 0 0] </ColorInterpolator>
    </Animation>
  </TargetObject>
  <Sensor Name="S1">
    <Condition Target="ANIM: A3" Event="ONANIMFINISHED">
      <Action Target="SSR: S2" Type="ACTIVATE"/>
      <Action Target="SSR: S1" Type="DEACTIVATE"/>
    </Condition>
  </Sensor>
  <Sensor Name="S2" Active="0">
    <Condition Target="SPATH: MODEL/object1" Event="ONLCLICK">
      <Action Target="ANIM:a2" Type="RESTART"/>
      <Action Target="ANIM:a3" Type="RESTART"/>
    </Condition>
  </Sensor>
</Animdef>"#;

fn parse(text: &str) -> Hsf {
    Hsf::parse(text.as_bytes(), &mut ()).unwrap()
}

fn degrees(player: &Player<'_>) -> f64 {
    match player.value("MODEL/object1", &Property::Angle) {
        Some(Value::Angle { axis: [0.0, 1.0, 0.0], radians }) => radians.to_degrees(),
        other => panic!("{other:?}"),
    }
}

fn opacity(player: &Player<'_>) -> Option<f64> {
    match player.value("MODEL/object1", &Property::Color("transmission".to_owned()))? {
        Value::Vector([r, g, b]) if r == g && g == b => Some(r),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_show_turns_fades_and_waits_for_a_click() {
    let document = parse(SHOW);
    let mut player = Player::new(&document, SensorRule::Any);
    let shown = Some(Value::Identifier("MODEL/object1".to_owned()));
    // 360° in 160 ticks, by hand: 2.25° a tick.
    for tick in [0.0, 1.0, 40.0, 77.0, 159.0] {
        player.advance(tick - player.now()).unwrap();
        assert!((degrees(&player) - 2.25 * tick).abs() < 1e-9, "at {tick}");
        assert_eq!(
            (player.value("MODEL/object1", &Property::Segment), opacity(&player)),
            (shown.clone(), None)
        );
        // The sensor that a click would meet is not active yet.
        assert_eq!(player.input(Input::LeftClick, "MODEL/object1"), Ok(vec![]));
    }
    // 100 ticks out, 100 back.
    for (tick, expected) in [(160.0, 1.0), (185.0, 0.75), (260.0, 0.0), (310.0, 0.5), (359.0, 0.99)] {
        player.advance(tick - player.now()).unwrap();
        assert!((opacity(&player).unwrap() - expected).abs() < 1e-9, "at {tick}");
    }
    assert_eq!((player.is_active("S1"), player.is_active("S2")), (Some(true), Some(false)));
    let happened: Vec<_> =
        player.advance(1.0).unwrap().into_iter().map(|happening| (happening.tick, happening.what)).collect();
    assert_eq!(
        happened,
        [(360.0, Happened::Finished("A3".to_owned())), (360.0, Happened::Sensed("S1".to_owned()))]
    );
    assert_eq!((player.is_active("S1"), player.is_active("S2")), (Some(false), Some(true)));
    assert_eq!((player.state("A1"), player.state("A3")), (Some(State::Finished), Some(State::Finished)));
    // A click on a part of the object restarts what there is: at once, for its delay has passed.
    player.advance(40.0).unwrap();
    let started: Vec<_> =
        player.input(Input::LeftClick, "MODEL/object1/part").unwrap().into_iter().map(|h| h.what).collect();
    assert_eq!(started, [Happened::Sensed("S2".to_owned()), Happened::Started("A3".to_owned())]);
    player.advance(25.0).unwrap();
    assert_eq!(opacity(&player), Some(0.75));
    // While it fades the object is not idle.
    assert_eq!(player.input(Input::LeftClick, "MODEL/object1"), Ok(vec![]));
    assert!((degrees(&player) - 360.0).abs() < 1e-9);
}

#[test]
fn actions_are_carried_out_or_asked_for() {
    let document = parse(
        r#"<Animdef TicksPerSecond="10">
        <Animation Name="a" Target="SPATH: x" Loop="-1"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation>
        <Sensor Name="stop"><Condition Target="SPATH: stop"/><Action Target="ANIM: a" Type="DEACTIVATE"/></Sensor>
        <Sensor Name="go"><Condition Target="SPATH: go"/><Action Target="ANIM: a" Type="ACTIVATE"/></Sensor>
        <Sensor Name="zero"><Condition Target="SPATH: zero"/><Action Target="ANIM: a" Type="RESET"/></Sensor>
        <Sensor Name="ask"><Condition Target="SPATH: ask" Event="ONMOUSEOVER"/><Action Type="LOADURL" Value="page" Delay="3"/></Sensor>
        </Animdef>"#,
    );
    let mut player = Player::new(&document, SensorRule::Any);
    let x = |player: &Player<'_>| match player.value("x", &Property::Translation) {
        Some(Value::Vector([x, ..])) => x,
        other => panic!("{other:?}"),
    };
    player.advance(13.0).unwrap();
    assert_eq!(x(&player), 3.0);
    player.input(Input::LeftClick, "stop").unwrap();
    player.advance(100.0).unwrap();
    assert_eq!((x(&player), player.state("a")), (3.0, Some(State::Stopped)));
    player.input(Input::LeftClick, "go").unwrap();
    player.advance(4.0).unwrap();
    assert_eq!(x(&player), 7.0);
    player.input(Input::LeftClick, "zero").unwrap();
    player.advance(4.0).unwrap();
    assert_eq!(x(&player), 0.0);
    player.input(Input::MouseOver, "ask").unwrap();
    let asked = player.advance(3.0).unwrap();
    let expected =
        Happened::Asked { action: "LOADURL".to_owned(), target: String::new(), value: "page".to_owned() };
    assert_eq!(asked.iter().map(|h| (h.tick, h.what.clone())).collect::<Vec<_>>(), [(124.0, expected)]);
}

#[test]
fn what_follows_its_path_turns_along_it() {
    // A right angle in the plane: the vector along X turns by a quarter about Z at the corner.
    let document = parse(
        r#"<Animdef><Animation Target="SPATH: x"><Timeline>0 10 20</Timeline>
        <PosInterpolator FollowPath="1">[0 0 0] [5 0 0] [5 5 0]</PosInterpolator></Animation></Animdef>"#,
    );
    let mut player = Player::new(&document, SensorRule::Any);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (tick, expected) in
        [(4.0, [0.0, 0.0, 0.0, 1.0]), (15.0, [0.0, 0.0, half, half]), (20.0, [0.0, 0.0, half, half])]
    {
        player.advance(tick - player.now()).unwrap();
        match player.value("x", &Property::Rotation) {
            Some(Value::Rotation(q)) => assert!(q.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6)),
            other => panic!("{other:?} at {tick}"),
        }
    }
    assert_eq!(player.values().len(), 2);
}

#[test]
fn every_tick_is_watched_whatever_else_happens_at_it() {
    let document = parse(
        r#"<Animdef><Animation Name="a" Target="SPATH: x"><Timeline>0 3</Timeline><PosInterpolator>[0 0 0] [1 1 1]</PosInterpolator></Animation>
        <Sensor Name="clock"><Condition Event="ONTICK"/></Sensor></Animdef>"#,
    );
    for steps in [&[5.0][..], &[3.0, 2.0], &[2.5, 0.5, 0.25, 1.75]] {
        let mut player = Player::new(&document, SensorRule::Any);
        let happened: Vec<_> = steps.iter().flat_map(|step| player.advance(*step).unwrap()).collect();
        let sensed = happened.iter().filter(|h| matches!(h.what, Happened::Sensed(_)));
        assert_eq!(sensed.map(|h| h.tick).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0], "{steps:?}");
    }
}

/// A block in which one animation waits 10 ticks and another never ends, and a sensor for each action upon them.
fn block() -> Hsf {
    let sensor = |name: &str, target: &str, action: &str| {
        format!(
            r#"<Sensor Name="{name}"><Condition Target="{name}"/><Action Target="ANIM: {target}" Type="{action}"/></Sensor>"#
        )
    };
    let sensors = [
        sensor("stop", "block", "DEACTIVATE"),
        sensor("go", "block", "ACTIVATE"),
        sensor("reset", "block", "RESET"),
        sensor("stop part", "block/endless", "DEACTIVATE"),
    ];
    let part = |attributes: &str| {
        format!(
            "<Animation {attributes}><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation>"
        )
    };
    parse(&format!(
        "<Animdef><Animation Name=\"block\">{}{}</Animation>{}</Animdef>",
        part("Name=\"late\" Target=\"x\" Delay=\"10\""),
        part("Name=\"endless\" Target=\"y\" Loop=\"-1\""),
        sensors.concat(),
    ))
}

#[test]
fn what_is_stopped_goes_on_from_where_it_was_in_its_delay_too() {
    let document = block();
    let mut player = Player::new(&document, SensorRule::Any);
    player.advance(4.0).unwrap();
    player.input(Input::LeftClick, "stop").unwrap();
    player.advance(100.0).unwrap();
    assert_eq!(player.state("block/late"), Some(State::Stopped));
    player.input(Input::LeftClick, "go").unwrap();
    let started = player.advance(10.0).unwrap();
    let late = Happened::Started("block/late".to_owned());
    assert_eq!(started.iter().find(|h| h.what == late).map(|h| h.tick), Some(110.0));
    assert_eq!(player.value("x", &Property::Translation), Some(Value::Vector([4.0, 0.0, 0.0])));
}

#[test]
fn what_is_in_an_inactive_block_starts_with_it() {
    let part = |name: &str, attributes: &str| {
        format!(
            "<Animation Name=\"{name}\" Target=\"SPATH: {name}\" {attributes}><Timeline>0 10</Timeline>\
            <PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation>"
        )
    };
    let parts = part("a", "") + &part("b", "Active=\"0\"");
    let sensor =
        r#"<Sensor Name="s"><Condition Target="x"/><Action Target="ANIM: block" Type="ACTIVATE"/></Sensor>"#;
    for blocks in [
        format!("<Animation Name=\"block\" Active=\"0\">{parts}</Animation>"),
        format!(
            "<Animation Name=\"of\">{parts}</Animation><Animation Name=\"block\" Active=\"0\" InstanceOf=\"of\"/>"
        ),
    ] {
        let document = parse(&format!("<Animdef>{blocks}{sensor}</Animdef>"));
        let mut player = Player::new(&document, SensorRule::Any);
        player.advance(1.0).unwrap();
        let started = player.input(Input::LeftClick, "x").unwrap();
        assert!(started.iter().any(|h| h.what == Happened::Started("block/a".to_owned())));
        assert_eq!(player.state("block/b"), Some(State::Idle));
    }
}

#[test]
fn what_is_reset_begins_anew_with_the_delays_in_it() {
    let document = block();
    let mut player = Player::new(&document, SensorRule::Any);
    player.advance(15.0).unwrap();
    player.input(Input::LeftClick, "reset").unwrap();
    assert_eq!(player.value("y", &Property::Translation), Some(Value::Vector([0.0; 3])));
    player.input(Input::LeftClick, "go").unwrap();
    player.advance(9.0).unwrap();
    assert_eq!(player.state("block/late"), Some(State::Delayed));
    player.advance(3.0).unwrap();
    assert_eq!(player.value("x", &Property::Translation), Some(Value::Vector([2.0, 0.0, 0.0])));
}

#[test]
fn a_block_is_over_when_the_last_thing_in_it_is_stopped() {
    let document = block();
    let mut player = Player::new(&document, SensorRule::Any);
    player.advance(30.0).unwrap();
    assert_eq!(player.state("block"), Some(State::Running));
    let happened = player.input(Input::LeftClick, "stop part").unwrap();
    assert_eq!(happened.last().map(|h| h.what.clone()), Some(Happened::Finished("block".to_owned())));
}

#[test]
fn an_endless_chain_at_one_tick_is_given_up() {
    let document = parse(
        r#"<Animdef><Animation Name="a" Target="SPATH: x"><Timeline>0</Timeline><PosInterpolator>[1 1 1]</PosInterpolator></Animation>
        <Sensor Name="s"><Condition Target="ANIM: a" Event="ONANIMFINISHED"/><Action Target="ANIM: a" Type="RESTART"/></Sensor></Animdef>"#,
    );
    assert_eq!(Player::new(&document, SensorRule::Any).advance(1.0), Err(Overrun { tick: 0.0 }));
}

#[test]
fn a_condition_without_a_target_is_met_by_activation() {
    let document = parse(
        r#"<Animdef><Sensor Name="a"><Condition Target="SPATH: x"/><Action Target="SSR: b" Type="ACTIVATE" Delay="2"/></Sensor>
        <Sensor Name="b" Delay="3"><Condition/><Action Type="INFOTEXT" Value="hello"/></Sensor></Animdef>"#,
    );
    let mut player = Player::new(&document, SensorRule::Any);
    assert_eq!(player.advance(10.0), Ok(vec![]));
    player.input(Input::LeftClick, "x").unwrap();
    let happened = player.advance(10.0).unwrap();
    assert_eq!(happened.iter().map(|h| h.tick).collect::<Vec<_>>(), [15.0, 15.0]);
    assert_eq!(happened[0].what, Happened::Sensed("b".to_owned()));
}

#[test]
fn all_conditions_or_any() {
    let document = parse(
        r#"<Animdef><Sensor Name="s"><Condition Target="SPATH: a"/><Condition Target="SPATH: b"/><Action Type="$x"/></Sensor></Animdef>"#,
    );
    for (rule, counts) in [(SensorRule::Any, [2, 2, 2]), (SensorRule::All, [0, 3, 0])] {
        let mut player = Player::new(&document, rule);
        let found = ["a", "b", "a"].map(|target| player.input(Input::LeftClick, target).unwrap().len());
        assert_eq!(found, counts, "{rule:?}");
    }
}

proptest! {
    #[test]
    fn steps_make_no_difference(steps in prop::collection::vec(0.0..90.0f64, 1..12), click in 0..12usize) {
        let text = SHOW.replace("Active=\"0\"", "Active=\"1\"").replace("ANIM:a2", "ANIM:a1").replace("Event=\"ONLCLICK\"", "Idle=\"0\"");
        let document = parse(&text);
        let total: f64 = steps.iter().take(click).sum();
        let rest: f64 = steps.iter().skip(click).sum();
        let run = |before: &[f64], after: &[f64]| {
            let mut player = Player::new(&document, SensorRule::Any);
            let mut happened = Vec::new();
            for step in before {
                happened.extend(player.advance(*step).unwrap());
            }
            happened.extend(player.input(Input::LeftClick, "MODEL/object1").unwrap());
            for step in after {
                happened.extend(player.advance(*step).unwrap());
            }
            let values: Vec<_> = player.values().into_iter().map(|(target, property, value)| match value {
                Value::Vector([x, ..]) => (target, property, x),
                Value::Angle { radians, .. } => (target, property, radians),
                _ => (target, property, 0.0),
            }).collect();
            (happened, values)
        };
        let at = click.min(steps.len());
        let (a, b) = (run(&steps[..at], &steps[at..]), run(&[total], &[rest]));
        prop_assert_eq!(a.0.len(), b.0.len());
        for (a, b) in a.0.iter().zip(&b.0) {
            prop_assert!(a.what == b.what && (a.tick - b.tick).abs() < 1e-9);
        }
        for (a, b) in a.1.iter().zip(&b.1) {
            prop_assert!(a.0 == b.0 && a.1 == b.1 && (a.2 - b.2).abs() < 1e-9);
        }
    }
}
