//! Animations nested in others, as they play.

use anim_hsf_xml::{Happened, Player, Property, State};

use super::play::{advance, click, entered, finished, parse, value, vector};

/// A block in which one animation waits 10 ticks and another never ends, and a sensor for each action upon them.
fn block() -> Player {
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
    Player::new(parse(&format!(
        "<Animdef><Animation Name=\"block\">{}{}</Animation>{}</Animdef>",
        part("Name=\"late\" Target=\"x\" Delay=\"10\""),
        part("Name=\"endless\" Target=\"y\" Loop=\"-1\""),
        sensors.concat(),
    )))
}

#[test]
fn a_stopped_animation_continues_from_where_it_was_in_its_delay_too() {
    let mut player = block();
    advance(&mut player, 4.0);
    click(&mut player, "stop");
    advance(&mut player, 100.0);
    assert_eq!(player.state("block/late"), Ok(State::Stopped));
    click(&mut player, "go");
    let started = advance(&mut player, 10.0);
    let late = entered(1, "block/late");
    assert_eq!(started.iter().find(|h| h.what == late).map(|h| h.tick), Some(110.0));
    assert_eq!(value(&player, "x", &Property::Translation), Some(vector(4.0, 0.0, 0.0)));
}

#[test]
fn animations_in_an_inactive_block_start_with_it() {
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
        let mut player = Player::new(parse(&format!("<Animdef>{blocks}{sensor}</Animdef>")));
        advance(&mut player, 1.0);
        let started = click(&mut player, "x");
        let is_part =
            |what: &Happened| matches!(what, Happened::Entered { name, .. } if **name == *"block/a");
        assert!(started.iter().any(|happening| is_part(&happening.what)));
        assert_eq!(player.state("block/b"), Ok(State::Idle));
    }
}

#[test]
fn a_reset_block_starts_again_with_the_delays_in_it() {
    let mut player = block();
    advance(&mut player, 15.0);
    click(&mut player, "reset");
    assert_eq!(value(&player, "y", &Property::Translation), Some(vector(0.0, 0.0, 0.0)));
    click(&mut player, "go");
    advance(&mut player, 9.0);
    assert_eq!(player.state("block/late"), Ok(State::Delayed));
    advance(&mut player, 3.0);
    assert_eq!(value(&player, "x", &Property::Translation), Some(vector(2.0, 0.0, 0.0)));
}

#[test]
fn a_block_is_over_when_the_last_thing_in_it_is_stopped() {
    let mut player = block();
    advance(&mut player, 30.0);
    assert_eq!(player.state("block"), Ok(State::Running));
    let happened = click(&mut player, "stop part");
    assert_eq!(happened.last().map(|h| h.what.clone()), Some(finished(0, "block")));
}
