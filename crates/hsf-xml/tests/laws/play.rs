//! A player as tests use it: in ticks, with what happens as the result.

use anim_hsf_xml::{Happened, Happening, Hsf, Input, Player, Property, Value};

pub(crate) fn parse(text: &str) -> Hsf {
    Hsf::parse(text.as_bytes()).unwrap()
}

/// A property of the node with a name.
pub(crate) fn value<'p>(player: &'p Player, node: &str, property: &Property) -> Option<Value<'p>> {
    player.value(player.node(node).unwrap(), property)
}

pub(crate) fn vector(x: f64, y: f64, z: f64) -> Value<'static> {
    Value::Vector([x, y, z])
}

pub(crate) fn all(player: &mut Player) -> Vec<Happening> {
    player.happenings().collect()
}

/// What happens in a number of ticks.
pub(crate) fn advance(player: &mut Player, ticks: f64) -> Vec<Happening> {
    player.advance_ticks(ticks).unwrap();
    all(player)
}

/// What happens on a click.
pub(crate) fn click(player: &mut Player, target: &str) -> Vec<Happening> {
    input(player, Input::LeftClick, target)
}

pub(crate) fn input(player: &mut Player, input: Input, target: &str) -> Vec<Happening> {
    player.input(input, target).unwrap();
    all(player)
}

pub(crate) fn entered(animation: usize, name: &str) -> Happened {
    Happened::Entered { animation, name: name.into() }
}

pub(crate) fn finished(animation: usize, name: &str) -> Happened {
    Happened::Finished { animation, name: name.into() }
}

pub(crate) fn sensed(sensor: usize, name: &str) -> Happened {
    Happened::Sensed { sensor, name: name.into() }
}
