//! Blocks that sensors stop and continue.

use anim_hsf_xml::{Happened, Player, State};

use super::play::{advance, click, entered, finished, parse, sensed};

/// A motion of this many ticks, and what is nested in it.
fn motion(name: &str, ticks: u32, inner: &str) -> String {
    format!(
        "<Animation Name=\"{name}\" Target=\"SPATH: {name}\"><Timeline>0 {ticks}</Timeline>\
         <PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>{inner}</Animation>"
    )
}

/// The target that a sensor watches: no part of another one.
fn watched(sensor: &str) -> String {
    format!("SPATH: {}", sensor.replace('/', "."))
}

/// A player of these animations, with a sensor for each action on one of them, which acts when its target is clicked.
fn player(animations: &str, actions: &[(&str, &str)]) -> Player {
    let sensor = |(action, animation): &(&str, &str)| {
        let watched = watched(&format!("{action} {animation}"));
        format!(
            "<Sensor Name=\"{action} {animation}\"><Condition Target=\"{watched}\" Idle=\"0\"/>\
             <Action Target=\"ANIM: {animation}\" Type=\"{action}\"/></Sensor>"
        )
    };
    let sensors: String = actions.iter().map(sensor).collect();
    Player::new(parse(&format!("<Animdef TicksPerSecond=\"10\">{animations}{sensors}</Animdef>")))
}

/// What a click on the target of a sensor does, besides the sensor.
fn clicked(player: &mut Player, sensor: &str) -> Vec<Happened> {
    click(player, &watched(sensor)).into_iter().map(|happening| happening.what).skip(1).collect()
}

#[test]
fn a_block_whose_own_timeline_is_over_ends_when_it_continues_and_nothing_in_it_is_left() {
    let block = motion("p", 10, &motion("c", 30, ""));
    for last in ["RESET", "ACTIVATE"] {
        let mut player = player(&block, &[("DEACTIVATE", "p"), (last, "p/c"), ("ACTIVATE", "p")]);
        // The block itself is over, what is nested in it is not.
        advance(&mut player, 15.0);
        clicked(&mut player, "DEACTIVATE p");
        clicked(&mut player, &format!("{last} p/c"));
        // What continues alone has 15 ticks left.
        let alone: Vec<_> = advance(&mut player, 20.0)
            .into_iter()
            .map(|happening| (happening.tick, happening.what))
            .collect();
        let expected = if last == "RESET" { vec![] } else { vec![(30.0, finished(1, "p/c"))] };
        assert_eq!((player.state("p"), alone), (Ok(State::Stopped), expected), "{last}");
        assert_eq!(clicked(&mut player, "ACTIVATE p"), [entered(0, "p"), finished(0, "p")], "{last}");
        assert_eq!(player.state("p"), Ok(State::Finished), "{last}");
    }
}

#[test]
fn a_block_that_continues_ends_after_all_that_continues_in_it() {
    // A block in the block that has ended but for itself, beside one that goes on.
    let inner = motion("i", 10, &motion("j", 40, ""));
    let block = motion("p", 10, &(inner + &motion("c", 30, "")));
    let mut player = player(&block, &[("DEACTIVATE", "p"), ("RESET", "p/i/j"), ("ACTIVATE", "p")]);
    advance(&mut player, 15.0);
    clicked(&mut player, "DEACTIVATE p");
    clicked(&mut player, "RESET p/i/j");
    let expected = [entered(0, "p"), entered(1, "p/i"), entered(3, "p/c"), finished(1, "p/i")];
    assert_eq!(clicked(&mut player, "ACTIVATE p"), expected);
    let left: Vec<_> =
        advance(&mut player, 20.0).into_iter().map(|happening| (happening.tick, happening.what)).collect();
    assert_eq!(left, [(30.0, finished(3, "p/c")), (30.0, finished(0, "p"))]);
}

#[test]
fn a_block_that_continues_is_watched_for_its_end() {
    let sensor = "<Sensor Name=\"end\"><Condition Target=\"ANIM: p\" Event=\"ONANIMFINISHED\"/></Sensor>";
    let block = motion("p", 10, &motion("c", 30, "")) + sensor;
    let mut player = player(&block, &[("DEACTIVATE", "p"), ("RESET", "p/c"), ("ACTIVATE", "p")]);
    advance(&mut player, 15.0);
    clicked(&mut player, "DEACTIVATE p");
    clicked(&mut player, "RESET p/c");
    let expected = [entered(0, "p"), finished(0, "p"), sensed(0, "end")];
    assert_eq!(clicked(&mut player, "ACTIVATE p"), expected);
}
