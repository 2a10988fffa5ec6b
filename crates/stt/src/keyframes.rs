//! Sequences of states.

use crate::{Flag, Label, Seconds};

/// A sequence of other states.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Keyframes {
    /// How the sequence runs.
    pub kind: KeyframeType,
    /// The name of the key it starts with: the first of that name; the first of all if there is none.
    pub start: Label,
    /// The keys.
    pub keys: Vec<Key>,
}

impl Keyframes {
    /// The index of the key that the sequence starts with; `None` without any key.
    pub fn start_key(&self) -> Option<usize> {
        let named = self.keys.iter().position(|key| key.name == self.start);
        named.or(if self.keys.is_empty() { None } else { Some(0) })
    }
}

/// One state in a sequence, and the ways out of it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Key {
    /// Whether the whole sequence may be left while this key plays.
    pub exit: Flag,
    /// How long the transition to the next key takes.
    pub forward_time: Seconds,
    /// How long the transition to the previous key takes.
    pub backward_time: Seconds,
    /// Whether the pose goes over to the next key's smoothly (on) or at once when the time is over (off).
    pub forward_morph: Flag,
    /// The same towards the previous key.
    pub backward_morph: Flag,
    /// The name of the state that plays.
    pub name: Label,
}

/// How a sequence of keys runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum KeyframeType {
    /// Type 0: it stays at the start key.
    None = 0,
    /// Type 1: forwards; the last key leads to the first.
    LoopForwards = 1,
    /// Type 2: backwards; the first key leads to the last.
    LoopBackwards = 2,
    /// Type 3: forwards to the last key, backwards to the first, and so on.
    PingPongForwards = 3,
    /// Type 4: the same, backwards first.
    PingPongBackwards = 4,
    /// Type 5: forwards to the last key, and there it ends.
    OneWayForwards = 5,
}

impl KeyframeType {
    /// All types, each at its number.
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
