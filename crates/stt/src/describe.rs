//! The behaviour of a node as text in the metadata of a clip: the tokens of the file on one line.
//!
//! Other formats turn the curves of a clip into frames but keep its metadata, from which encoding can restore the motion.

use std::fmt::Write;
use std::str::SplitAsciiWhitespace;

use crate::{Behavior, Channel, ChannelType, Motions, Seconds, Sine, Vector};

/// The prefix of a node's metadata key; the node's name follows.
pub(crate) const NODE: &str = "stt.node.";

/// The text of a behaviour. `sine` is the phase of its sinusoidal motions; the text has the default phase.
pub(crate) fn text(behavior: &Behavior, sine: Sine) -> String {
    let mut text = String::new();
    match behavior {
        Behavior::Static { displacement, translation, orientation } => {
            text.push_str("STATIC");
            for vector in [displacement, translation, orientation] {
                numbers(&mut text, vector.get());
            }
        }
        Behavior::Dynamic(motions) => {
            text.push_str("DYNAMIC");
            for channel in motions.channels() {
                let period = channel.period.get();
                let swings = channel.kind == ChannelType::Sinusoidal && sine == Sine::Sin && period > 0.0;
                let ahead = if swings { period / 4.0 } else { 0.0 };
                numbers(&mut text, channel.start.get());
                numbers(&mut text, channel.end.get());
                numbers(&mut text, [period, channel.offset.get() + ahead]);
                let _ = write!(text, " {}", channel.kind.number());
            }
        }
    }
    text
}

/// The behaviour that a text describes; `None` if it does not describe one.
pub(crate) fn behavior(text: &str) -> Option<Behavior> {
    let mut words = text.split_ascii_whitespace();
    let behavior = match words.next()? {
        "STATIC" => {
            let mut next = || vector(&mut words);
            Behavior::Static { displacement: next()?, translation: next()?, orientation: next()? }
        }
        "DYNAMIC" => {
            let mut next = || channel(&mut words);
            Behavior::Dynamic(Box::new(Motions {
                displacement: next()?,
                translation: next()?,
                orientation: next()?,
            }))
        }
        _ => return None,
    };
    words.next().is_none().then_some(behavior)
}

/// Appends numbers in the shortest form that reads back to the same number.
fn numbers<const N: usize>(text: &mut String, numbers: [f64; N]) {
    for number in numbers {
        let is_plain = number == 0.0 || (1e-4..1e16).contains(&number.abs());
        let _ = if is_plain { write!(text, " {number}") } else { write!(text, " {number:e}") };
    }
}

fn channel(words: &mut SplitAsciiWhitespace<'_>) -> Option<Channel> {
    Some(Channel {
        start: vector(words)?,
        end: vector(words)?,
        period: Seconds::new(number(words)?)?,
        offset: Seconds::new(number(words)?)?,
        kind: *ChannelType::ALL.get(words.next()?.parse::<usize>().ok()?)?,
    })
}

fn vector(words: &mut SplitAsciiWhitespace<'_>) -> Option<Vector> {
    Vector::new([number(words)?, number(words)?, number(words)?])
}

fn number(words: &mut SplitAsciiWhitespace<'_>) -> Option<f64> {
    words.next()?.parse().ok()
}
