//! The delays of animations, and of the blocks around them.

use anim_hsf_xml::{ClipOptions, Player, Report, State};

use super::play::{advance, click, parse};

const MOTION: &str = "<Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";

/// A block of 10 ticks a second that waits for 100 ticks, in which an animation with these attributes, and one nested in it, are
/// controlled by clicks on `go`, `stop` and `part`.
fn block(attributes: &str) -> String {
    let sensor = |target: &str, action: &str, animation: &str| {
        format!(
            "<Sensor Name=\"{target}\"><Condition Target=\"SPATH: {target}\" Idle=\"0\"/>\
             <Action Target=\"ANIM: {animation}\" Type=\"{action}\"/></Sensor>"
        )
    };
    let inner = format!("<Animation Name=\"part\" Target=\"SPATH: part\" Active=\"0\">{MOTION}</Animation>");
    format!(
        "<Animdef TicksPerSecond=\"10\" Delay=\"100\">\
         <Animation Name=\"a\" Target=\"SPATH: x\" {attributes}>{MOTION}{inner}</Animation>{}{}{}</Animdef>",
        sensor("go", "ACTIVATE", "a"),
        sensor("stop", "DEACTIVATE", "a"),
        sensor("part", "ACTIVATE", "a/part")
    )
}

/// The tick at which an animation begins if these targets are clicked at these ticks.
fn begins(attributes: &str, animation: &str, clicks: &[(&str, f64)]) -> f64 {
    let mut player = Player::new(parse(&block(attributes)));
    for (target, tick) in clicks {
        let ticks = tick - player.tick();
        assert!(advance(&mut player, ticks).is_empty(), "{clicks:?}");
        click(&mut player, target);
    }
    while player.state(animation) != Ok(State::Running) {
        advance(&mut player, 1.0);
        assert!(player.tick() < 2000.0, "{clicks:?}");
    }
    player.tick()
}

#[test]
fn the_delay_of_a_block_passes_once_from_the_start_of_the_document_on() {
    for (attributes, clicks, expected) in [
        ("", &[][..], 100.0),
        ("Delay=\"20\"", &[], 120.0),
        ("Active=\"0\"", &[("go", 50.0)], 100.0),
        ("Active=\"0\"", &[("go", 500.0)], 500.0),
        ("Active=\"0\" Delay=\"20\"", &[("go", 50.0)], 120.0),
        ("Active=\"0\" Delay=\"20\"", &[("go", 500.0)], 520.0),
        // It passes while an animation is stopped, whose own delay does not.
        ("Delay=\"20\"", &[("stop", 50.0), ("go", 60.0)], 120.0),
        ("Delay=\"20\"", &[("stop", 50.0), ("go", 300.0)], 320.0),
        ("Delay=\"20\"", &[("stop", 115.0), ("go", 300.0)], 305.0),
    ] {
        assert_eq!(begins(attributes, "a", clicks), expected, "{attributes} {clicks:?}");
    }
    for (tick, expected) in [(50.0, 100.0), (500.0, 500.0)] {
        assert_eq!(begins("Active=\"0\"", "a/part", &[("part", tick)]), expected);
    }
}

#[test]
fn the_delay_of_a_block_is_no_loss_of_an_animation_that_waits() {
    let lost = |attributes: &str| {
        let mut report = Report::new();
        parse(&block(attributes)).clips_with(&ClipOptions::default(), &mut report);
        let losses = report.losses.into_iter().filter(|loss| loss.message.contains("delay"));
        losses.map(|loss| loss.message).collect::<Vec<_>>()
    };
    assert_eq!(lost("Active=\"0\""), [""; 0]);
    assert_eq!(lost("Active=\"0\" Delay=\"20\""), ["the delay of 2 s before the animation is in no clip"]);
    assert_eq!(lost("Delay=\"20\""), [""; 0]);
}
