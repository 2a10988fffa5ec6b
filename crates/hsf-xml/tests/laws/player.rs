//! Players of documents.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anim_core::Pose;
use anim_hsf_xml::{Happened, Input, Player, Property, SensorRule, State, Value};
use proptest::prelude::*;

use super::play::{advance, all, click, entered, finished, input, parse, sensed, value, vector};

/// An object that is shown and turns once about Y in 8 seconds, then fades out and back in 10, which a click repeats.
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

fn degrees(player: &Player) -> f64 {
    match value(player, "MODEL/object1", &Property::Angle) {
        Some(Value::Angle { axis: [0.0, 1.0, 0.0], radians }) => radians.to_degrees(),
        other => panic!("{other:?}"),
    }
}

fn opacity(player: &Player) -> Option<f64> {
    match value(player, "MODEL/object1", &Property::Color("transmission".to_owned()))? {
        Value::Vector([r, g, b]) if r == g && g == b => Some(r),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_show_turns_fades_and_waits_for_a_click() {
    let mut player = Player::new(parse(SHOW));
    let shown = Some(Value::Identifier("MODEL/object1"));
    // 360° in 160 ticks, by hand: 2.25° a tick.
    for tick in [0.0, 1.0, 40.0, 77.0, 159.0] {
        let ticks = tick - player.tick();
        advance(&mut player, ticks);
        assert!((degrees(&player) - 2.25 * tick).abs() < 1e-9, "at {tick}");
        let found = value(&player, "MODEL/object1", &Property::Segment);
        assert_eq!((found, opacity(&player)), (shown, None));
        // The sensor that waits for a click is not active yet.
        assert_eq!(click(&mut player, "MODEL/object1"), []);
    }
    // 100 ticks out, 100 back.
    for (tick, expected) in [(160.0, 1.0), (185.0, 0.75), (260.0, 0.0), (310.0, 0.5), (359.0, 0.99)] {
        let ticks = tick - player.tick();
        advance(&mut player, ticks);
        assert!((opacity(&player).unwrap() - expected).abs() < 1e-9, "at {tick}");
    }
    assert_eq!((player.is_active("S1"), player.is_active("S2")), (Ok(true), Ok(false)));
    let happened = advance(&mut player, 1.0);
    assert!(happened.iter().all(|happening| (happening.tick, happening.time) == (360.0, 18.0)));
    let whats: Vec<_> = happened.into_iter().map(|happening| happening.what).collect();
    assert_eq!(whats, [finished(1, "A3"), sensed(0, "S1")]);
    assert_eq!((player.is_active("S1"), player.is_active("S2")), (Ok(false), Ok(true)));
    assert_eq!((player.state("A1"), player.state("A3")), (Ok(State::Finished), Ok(State::Finished)));
    // A click on a part of the object restarts the animations: at once, because their delays have passed.
    advance(&mut player, 40.0);
    let started: Vec<_> =
        click(&mut player, "MODEL/object1/part").into_iter().map(|happening| happening.what).collect();
    assert_eq!(started, [sensed(1, "S2"), entered(1, "A3")]);
    advance(&mut player, 25.0);
    assert_eq!(opacity(&player), Some(0.75));
    // While it fades the object is not idle.
    assert_eq!(click(&mut player, "MODEL/object1"), []);
    assert!((degrees(&player) - 360.0).abs() < 1e-9);
}

#[test]
fn actions_are_carried_out_or_asked_for() {
    let mut player = Player::new(parse(
        r#"<Animdef TicksPerSecond="10">
        <Animation Name="a" Target="SPATH: x" Loop="-1"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation>
        <Sensor Name="stop"><Condition Target="SPATH: stop"/><Action Target="ANIM: a" Type="DEACTIVATE"/></Sensor>
        <Sensor Name="go"><Condition Target="SPATH: go"/><Action Target="ANIM: a" Type="ACTIVATE"/></Sensor>
        <Sensor Name="zero"><Condition Target="SPATH: zero"/><Action Target="ANIM: a" Type="RESET"/></Sensor>
        <Sensor Name="ask"><Condition Target="SPATH: ask" Event="ONMOUSEOVER"/><Action Type="LOADURL" Value="page" Delay="3"/></Sensor>
        </Animdef>"#,
    ));
    let x = |player: &Player| match value(player, "x", &Property::Translation) {
        Some(Value::Vector([x, ..])) => x,
        other => panic!("{other:?}"),
    };
    advance(&mut player, 13.0);
    assert_eq!(x(&player), 3.0);
    let left = click(&mut player, "stop").pop().map(|happening| happening.what);
    assert_eq!(left, Some(Happened::Left { animation: 0, name: "a".into() }));
    advance(&mut player, 100.0);
    assert_eq!((x(&player), player.state("a")), (3.0, Ok(State::Stopped)));
    click(&mut player, "go");
    advance(&mut player, 4.0);
    assert_eq!(x(&player), 7.0);
    click(&mut player, "zero");
    advance(&mut player, 4.0);
    assert_eq!(x(&player), 0.0);
    input(&mut player, Input::MouseOver, "ask");
    let asked = advance(&mut player, 3.0);
    let expected =
        Happened::Asked { sensor: 3, action: "LOADURL".into(), target: "".into(), value: "page".into() };
    assert_eq!(asked.iter().map(|h| (h.tick, h.what.clone())).collect::<Vec<_>>(), [(124.0, expected)]);
}

#[test]
fn the_last_value_is_reached_whenever_an_animation_begins() {
    for start in [0.0, 0.1, 0.4, 1.23, 7.0 / 3.0, 1234.567] {
        for (ticks, end, more) in
            [(20, 40, ""), (10, 1, "Delay=\"0.4\""), (49, 7, "Loop=\"2\""), (30, 7, "Loop=\"3\"")]
        {
            let text = format!(
                r#"<Animdef TicksPerSecond="4800"><Animdef TicksPerSecond="{ticks}">
                <Animation Name="show" Target="SPATH: x" Active="0" {more}><Timeline>0 {end}</Timeline>
                <SegSwitchInterpolator>"closed" "open"</SegSwitchInterpolator><PosInterpolator>[0 0 0] [8 0 0]</PosInterpolator></Animation></Animdef>
                <Sensor><Condition Target="SPATH: x"/><Action Target="ANIM: show" Type="RESTART"/></Sensor></Animdef>"#
            );
            let mut player = Player::new(parse(&text));
            player.advance(start).unwrap();
            player.input(Input::LeftClick, "x").unwrap();
            for later in [10.0, 100.0] {
                player.advance(later).unwrap();
                assert_eq!(player.state("show"), Ok(State::Finished));
                let found =
                    [Property::Segment, Property::Translation].map(|property| value(&player, "x", &property));
                let expected = [Some(Value::Identifier("open")), Some(vector(8.0, 0.0, 0.0))];
                assert_eq!(found, expected, "{start}: {text}");
            }
        }
    }
}

#[test]
fn a_value_counts_from_its_tick_on_whatever_the_start() {
    // Ten times a tenth of a second is a second, up to rounding.
    let mut player = Player::new(parse(
        r#"<Animdef TicksPerSecond="10"><Animation Name="a" Target="SPATH: x" Delay="0.4" Loop="-1"><Timeline>0 1 2</Timeline>
        <PosInterpolator Modifiers="[d]">[0 0 0] [5 0 0] [7 0 0]</PosInterpolator></Animation></Animdef>"#,
    ));
    for (tick, expected) in [(0.4, 0.0), (1.4, 5.0), (2.4, 0.0), (3.4, 5.0), (1001.4, 5.0)] {
        while player.tick() < tick - 0.05 {
            player.advance_ticks(0.1).unwrap();
        }
        let found = value(&player, "x", &Property::Translation);
        assert_eq!(found, Some(vector(expected, 0.0, 0.0)), "at {tick}: {}", player.tick());
    }
}

#[test]
fn a_loop_begins_with_its_first_value() {
    let document = Arc::new(parse(
        r#"<Animdef TicksPerSecond="10"><Animation Name="a" Target="SPATH: x" Loop="-1"><Timeline>0 0.1 0.3</Timeline>
        <PosInterpolator Modifiers="[d]">[1 0 0] [2 0 0] [3 0 0]</PosInterpolator></Animation></Animdef>"#,
    ));
    for turn in 1..200 {
        let mut player = Player::new(document.clone());
        player.advance_ticks(f64::from(turn) * 0.3).unwrap();
        assert_eq!(value(&player, "x", &Property::Translation), Some(vector(1.0, 0.0, 0.0)), "{turn}");
    }
}

#[test]
fn an_animation_that_is_stopped_at_the_end_of_its_delay_begins_when_it_is_activated_again() {
    let mut player = Player::new(parse(
        r#"<Animdef TicksPerSecond="10">
        <Animation Name="b" Target="SPATH: x" Active="0" Delay="5"><Timeline>0 10</Timeline><PosInterpolator>[1 0 0] [11 0 0]</PosInterpolator>
        <Animation Name="kid" Target="SPATH: k"><Timeline>0 10</Timeline><PosInterpolator>[1 0 0] [11 0 0]</PosInterpolator></Animation></Animation>
        <Sensor Name="s"><Condition Target="SPATH: go"/><Action Target="ANIM: b" Type="DEACTIVATE" Delay="5"/><Action Target="ANIM: b" Type="ACTIVATE"/></Sensor>
        <Sensor Name="again"><Condition Target="SPATH: again"/><Action Target="ANIM: b" Type="ACTIVATE"/></Sensor></Animdef>"#,
    ));
    click(&mut player, "go");
    advance(&mut player, 5.0);
    assert_eq!(player.state("b"), Ok(State::Stopped));
    click(&mut player, "again");
    advance(&mut player, 4.0);
    assert_eq!((player.state("b"), player.state("b/kid")), (Ok(State::Running), Ok(State::Running)));
    let found = ["x", "x/k"].map(|node| value(&player, node, &Property::Translation));
    assert_eq!(found, [Some(vector(5.0, 0.0, 0.0)); 2]);
    advance(&mut player, 6.0);
    assert_eq!(player.state("b"), Ok(State::Finished));
}

#[test]
fn components_that_different_tracks_drive_join() {
    let player = |text: &str, tick: f64| {
        let mut player = Player::new(parse(&format!("<Animdef TicksPerSecond=\"10\">{text}</Animdef>")));
        player.advance_ticks(tick).unwrap();
        player
    };
    let found = |text: &str, tick: f64| {
        let mut player = player(text, tick);
        let mut pose = Pose::default();
        player.pose(&mut pose);
        let translation = pose.local[0].translation();
        assert_eq!(value(&player, "x", &Property::Translation), Some(Value::Vector(translation)));
        translation
    };
    let animation = |name: &str, delay: u32, lists: &[(&str, &str)]| {
        let list = |(modifiers, list): &(&str, &str)| {
            format!("<PosInterpolator Modifiers=\"[{modifiers}]\">{list}</PosInterpolator>")
        };
        let lists = lists.iter().map(list).collect::<Vec<_>>().concat();
        format!(
            "<Animation Name=\"{name}\" Target=\"SPATH: x\" Delay=\"{delay}\"><Timeline>0 10</Timeline>{lists}</Animation>"
        )
    };
    let text = animation("a", 0, &[("c 1", "0 10"), ("c 2", "0 5")]);
    for (tick, expected) in [(0.0, [0.0; 3]), (5.0, [5.0, 2.5, 0.0]), (20.0, [10.0, 5.0, 0.0])] {
        assert_eq!(found(&text, tick), expected);
    }
    // A later one takes over the components that it drives, from their current values, and leaves the others moving.
    let text = animation("a", 0, &[("", "[0 0 0] [10 20 30]")]) + &animation("b", 5, &[("c 2", "+ 0")]);
    for (tick, expected) in [
        (4.0, [4.0, 8.0, 12.0]),
        (5.0, [5.0, 10.0, 15.0]),
        (10.0, [10.0, 5.0, 30.0]),
        (15.0, [10.0, 0.0, 30.0]),
    ] {
        assert_eq!(found(&text, tick), expected);
    }
}

#[test]
fn a_target_turns_about_the_pivot_of_the_animation_that_turns_it() {
    let mut player = Player::new(parse(
        r#"<Animdef TicksPerSecond="10"><TargetObject Name="door" Path="SPATH: MODEL/door" Pivot="[2 0 0]"/>
        <Animation Name="move" Target="SPATH: MODEL/door"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [0 0 1]</PosInterpolator></Animation>
        <Animation Name="swing" Target="TOB: door"><Timeline>0 10</Timeline><AxisRotInterpolator Modifiers="[v 0 1 0]">0 90</AxisRotInterpolator></Animation></Animdef>"#,
    ));
    let mut pose = Pose::default();
    for tick in [0.0, 5.0, 10.0] {
        let ticks = tick - player.tick();
        advance(&mut player, ticks);
        player.pose(&mut pose);
        // The origin turns about (2 0 0), X towards −Z, and moves along Z.
        let (angle, found) = ((9.0 * tick).to_radians(), pose.local[0].translation());
        let expected = [2.0 - 2.0 * angle.cos(), 0.0, 2.0 * angle.sin() + tick / 10.0];
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{tick}: {found:?} {expected:?}"
        );
        assert_eq!(player.pivot(0), Some([2.0, 0.0, 0.0]));
    }
    assert_eq!(player.pivot(1), None);
}

#[test]
fn a_target_that_follows_its_path_turns_along_it() {
    // A right angle in the plane: the vector along X turns by a quarter about Z at the corner.
    let mut player = Player::new(parse(
        r#"<Animdef><Animation Target="SPATH: x"><Timeline>0 10 20</Timeline>
        <PosInterpolator FollowPath="1">[0 0 0] [5 0 0] [5 5 0]</PosInterpolator></Animation></Animdef>"#,
    ));
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (tick, expected) in
        [(4.0, [0.0, 0.0, 0.0, 1.0]), (15.0, [0.0, 0.0, half, half]), (20.0, [0.0, 0.0, half, half])]
    {
        let ticks = tick - player.tick();
        advance(&mut player, ticks);
        match value(&player, "x", &Property::Rotation) {
            Some(Value::Rotation(q)) => assert!(q.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6)),
            other => panic!("{other:?} at {tick}"),
        }
    }
    assert_eq!(player.values(0).count(), 2);
}

#[test]
fn every_tick_is_watched_whatever_else_happens_at_it() {
    let document = Arc::new(parse(
        r#"<Animdef><Animation Name="a" Target="SPATH: x"><Timeline>0 3</Timeline><PosInterpolator>[0 0 0] [1 1 1]</PosInterpolator></Animation>
        <Sensor Name="clock"><Condition Event="ONTICK"/></Sensor></Animdef>"#,
    ));
    for steps in [&[5.0][..], &[3.0, 2.0], &[2.5, 0.5, 0.25, 1.75]] {
        let mut player = Player::new(document.clone());
        let happened: Vec<_> = steps.iter().flat_map(|step| advance(&mut player, *step)).collect();
        let sensed = happened.iter().filter(|h| matches!(h.what, Happened::Sensed { .. }));
        assert_eq!(sensed.map(|h| h.tick).collect::<Vec<_>>(), [1.0, 2.0, 3.0, 4.0, 5.0], "{steps:?}");
    }
}

#[test]
fn sensors_that_do_not_watch_take_no_time() {
    let idle = "<Sensor Active=\"0\"><Condition Event=\"ONTICK\"/></Sensor>".repeat(20_000);
    let chain =
        r#"<Sensor Name="a"><Condition Target="x"/><Condition Target="SSR: a" Event="ONSENSOR"/></Sensor>"#;
    let mut player = Player::new(parse(&format!("<Animdef>{idle}{chain}</Animdef>")));
    let start = Instant::now();
    assert!(player.input(Input::LeftClick, "x").is_err());
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn an_endless_chain_at_one_tick_is_an_overrun() {
    let document = parse(
        r#"<Animdef><Animation Name="a" Target="SPATH: x"><Timeline>0</Timeline><PosInterpolator>[1 1 1]</PosInterpolator></Animation>
        <Sensor Name="s"><Condition Target="ANIM: a" Event="ONANIMFINISHED"/><Action Target="ANIM: a" Type="RESTART"/></Sensor></Animdef>"#,
    );
    let mut player = Player::new(document);
    assert_eq!(player.advance_ticks(1.0).map_err(|overrun| overrun.tick), Err(0.0));
}

#[test]
fn many_ticks_that_a_sensor_watches_take_several_steps() {
    let document =
        Arc::new(parse("<Animdef><Sensor Name=\"clock\"><Condition Event=\"ONTICK\"/></Sensor></Animdef>"));
    let mut player = Player::new(document.clone());
    let overrun = player.advance_ticks(600_000.0).unwrap_err();
    assert!(overrun.to_string().contains("advance in shorter steps"), "{overrun}");
    let mut player = Player::new(document);
    assert_eq!([300_000.0; 2].map(|ticks| player.advance_ticks(ticks)), [Ok(()); 2]);
}

#[test]
fn no_step_makes_the_time_infinite() {
    for per_second in [20.0, 1.0, 0.25] {
        let text = format!(
            r#"<Animdef TicksPerSecond="{per_second}"><TargetObject Path="SPATH: m"><Animation Name="a"><Timeline>0 10</Timeline>
            <PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator></Animation></TargetObject></Animdef>"#
        );
        let mut player = Player::new(parse(&text));
        let x = |player: &Player| match value(player, "m", &Property::Translation) {
            Some(Value::Vector([x, ..])) => x,
            other => panic!("{other:?}"),
        };
        advance(&mut player, 5.0);
        for step in [f64::INFINITY, f64::NAN, -1.0, f64::NEG_INFINITY, 0.0] {
            player.advance(step).unwrap();
            player.advance_ticks(step).unwrap();
            assert_eq!((player.tick(), x(&player)), (5.0, 5.0), "{step}");
        }
        for _ in 0..4 {
            player.advance(f64::MAX).unwrap();
            player.advance_ticks(f64::MAX).unwrap();
            assert!(player.tick().is_finite() && player.time().is_finite(), "{per_second}");
        }
        // The largest steps that fit.
        let ticks = if per_second < 1.0 { per_second * f64::MAX } else { f64::MAX };
        player.advance_ticks(ticks / 2.0).unwrap();
        assert!(player.tick() >= ticks / 2.0 && x(&player) == 10.0);
    }
}

#[test]
fn a_condition_without_a_target_is_met_by_activation() {
    let mut player = Player::new(parse(
        r#"<Animdef><Sensor Name="a"><Condition Target="SPATH: x"/><Action Target="SSR: b" Type="ACTIVATE" Delay="2"/></Sensor>
        <Sensor Name="b" Delay="3"><Condition/><Action Type="INFOTEXT" Value="hello"/></Sensor></Animdef>"#,
    ));
    assert_eq!(advance(&mut player, 10.0), []);
    click(&mut player, "x");
    let happened = advance(&mut player, 10.0);
    assert_eq!(happened.iter().map(|h| h.tick).collect::<Vec<_>>(), [15.0, 15.0]);
    assert_eq!(happened[0].what, sensed(1, "b"));
}

#[test]
fn all_conditions_or_any() {
    let document = Arc::new(parse(
        r#"<Animdef><Sensor Name="s"><Condition Target="SPATH: a"/><Condition Target="SPATH: b"/><Action Type="$x"/></Sensor></Animdef>"#,
    ));
    for (rule, counts) in [(SensorRule::Any, [2, 2, 2]), (SensorRule::All, [0, 3, 0])] {
        let mut player = Player::with_rule(document.clone(), rule);
        let found = ["a", "b", "a"].map(|target| click(&mut player, target).len());
        assert_eq!(found, counts, "{rule:?}");
    }
}

proptest! {
    #[test]
    fn steps_make_no_difference(steps in prop::collection::vec(0.0..90.0f64, 1..12), click in 0..12usize) {
        let text = SHOW.replace("Active=\"0\"", "Active=\"1\"").replace("ANIM:a2", "ANIM:a1").replace("Event=\"ONLCLICK\"", "Idle=\"0\"");
        let document = Arc::new(parse(&text));
        let total: f64 = steps.iter().take(click).sum();
        let rest: f64 = steps.iter().skip(click).sum();
        let run = |before: &[f64], after: &[f64]| {
            let mut player = Player::new(document.clone());
            for step in before {
                player.advance_ticks(*step).unwrap();
            }
            player.input(Input::LeftClick, "MODEL/object1").unwrap();
            for step in after {
                player.advance(*step / player.ticks_per_second()).unwrap();
            }
            let happened = all(&mut player);
            let values: Vec<_> = player.values(0).map(|(property, value)| match value {
                Value::Vector([x, ..]) => (property.clone(), x),
                Value::Angle { radians, .. } => (property.clone(), radians),
                _ => (property.clone(), 0.0),
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
            prop_assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-9);
        }
    }
}

#[test]
fn what_is_active_at_time_0_has_begun_when_a_player_is_made() {
    let text = r#"<Animdef TicksPerSecond="10">
        <Animation Name="a" Target="SPATH: x"><Timeline>0 10</Timeline><PosInterpolator>[1 0 0] [3 0 0]</PosInterpolator></Animation>
        <Animation Name="b" Target="SPATH: y" Delay="5"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [9 0 0]</PosInterpolator></Animation>
        </Animdef>"#;
    let mut player = Player::new(parse(text));
    assert_eq!((player.state("a"), player.state("b")), (Ok(State::Running), Ok(State::Delayed)));
    assert_eq!(value(&player, "x", &Property::Translation), Some(vector(1.0, 0.0, 0.0)));
    // A copy plays on its own.
    let mut copy = player.clone();
    let began = all(&mut player);
    assert_eq!(
        began.iter().map(|event| (event.tick, &event.what)).collect::<Vec<_>>(),
        [(0.0, &entered(0, "a"))]
    );
    assert_eq!(player.happenings().len(), 0);
    let whats: Vec<_> = advance(&mut copy, 10.0).into_iter().map(|happening| happening.what).collect();
    assert_eq!(whats, [entered(0, "a"), entered(1, "b"), finished(0, "a")]);
    assert_eq!((player.time(), copy.time(), player.state("b")), (0.0, 1.0, Ok(State::Delayed)));
}

#[test]
fn small_steps_end_where_a_large_one_does() {
    // A move of 3 s, and a sensor that waits for its end.
    let text = r#"<Animdef TicksPerSecond="4800">
      <TargetObject Path="SPATH: MODEL/a">
        <Animation Name="go"><Timeline> 0 14400 </Timeline>
          <TransInterpolator> 0 0 0 1 0 0 </TransInterpolator></Animation>
      </TargetObject>
      <Sensor Name="end"><Condition Target="ANIM: go" Event="ONANIMFINISHED">
        <Action Target="SSR: end" Type="DEACTIVATE"/></Condition></Sensor>
    </Animdef>"#;
    for (count, step) in [(1, 3.0), (3, 1.0), (180, 1.0 / 60.0), (30, 0.1), (3000, 0.001), (90, 1.0 / 30.0)] {
        let mut player = Player::new(parse(text));
        for _ in 0..count {
            player.advance(step).unwrap();
        }
        let state = player.state("go").unwrap();
        assert_eq!((state, player.is_active("end").unwrap()), (State::Finished, false), "{count} × {step}");
        assert!((player.time() - 3.0).abs() < 1e-12, "{count} × {step}: {}", player.time());
    }
}
