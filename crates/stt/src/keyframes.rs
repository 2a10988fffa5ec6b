//! Keyframe states: sequences of other states.

use crate::{Flag, Label, Seconds};

/// The contents of a keyframe state: a sequence of other states.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Keyframes {
    /// The order in which the keys play.
    pub kind: KeyframeType,
    /// The name of the key that plays first: the first key with this name, or the first key of all if none has it.
    pub start: Label,
    /// The keys.
    pub keys: Vec<Key>,
}

impl Keyframes {
    /// The index of the key that plays first; `None` if there are no keys.
    pub fn start_key(&self) -> Option<usize> {
        let named = self.keys.iter().position(|key| key.name == self.start);
        named.or(if self.keys.is_empty() { None } else { Some(0) })
    }
}

/// A key of a sequence: the state that it plays, and the transitions to its neighbours.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Key {
    /// Whether the sequence may be left while this key plays.
    pub exit: Flag,
    /// The duration of the transition to the next key.
    pub forward_time: Seconds,
    /// The duration of the transition to the previous key.
    pub backward_time: Seconds,
    /// Whether the pose blends into that of the next key during the transition (on), or switches at its end (off).
    pub forward_morph: Flag,
    /// The same for the transition to the previous key.
    pub backward_morph: Flag,
    /// The name of the state that plays.
    pub name: Label,
}

/// The order in which the keys of a sequence play ("Keyframe animation types").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum KeyframeType {
    /// Type 0: only the start key plays.
    None = 0,
    /// Type 1: forwards; the first key follows the last.
    LoopForwards = 1,
    /// Type 2: backwards; the last key follows the first.
    LoopBackwards = 2,
    /// Type 3: forwards to the last key, backwards to the first, repeated.
    PingPongForwards = 3,
    /// Type 4: like type 3, but backwards first.
    PingPongBackwards = 4,
    /// Type 5: forwards to the last key, where the sequence ends.
    OneWayForwards = 5,
}

impl KeyframeType {
    /// All types; the index of each is its number.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::LoopForwards,
        Self::LoopBackwards,
        Self::PingPongForwards,
        Self::PingPongBackwards,
        Self::OneWayForwards,
    ];

    /// The number in the file.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The name, such as `loop forwards`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LoopForwards => "loop forwards",
            Self::LoopBackwards => "loop backwards",
            Self::PingPongForwards => "ping-pong forwards",
            Self::PingPongBackwards => "ping-pong backwards",
            Self::OneWayForwards => "one way forwards",
        }
    }
}
