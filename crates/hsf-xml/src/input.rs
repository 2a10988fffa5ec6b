//! The actions of a user or a scene on a target.

use std::fmt;
use std::str::FromStr;

use anim_core::UnknownName;

/// An action of a user or a scene on a target (specification, `<Condition>`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// `ONLCLICK`: a click with the left mouse button.
    LeftClick,
    /// `ONRCLICK`: a click with the right mouse button.
    RightClick,
    /// `ONMOUSEOVER`: the pointer is over the target.
    MouseOver,
    /// `ONCOLLISION`: something collides with the target.
    Collision,
}

impl Input {
    /// All inputs.
    pub const ALL: &'static [Self] = &[Self::LeftClick, Self::RightClick, Self::MouseOver, Self::Collision];

    /// The event in a document, such as `ONLCLICK`.
    pub const fn event(self) -> &'static str {
        match self {
            Self::LeftClick => "ONLCLICK",
            Self::RightClick => "ONRCLICK",
            Self::MouseOver => "ONMOUSEOVER",
            Self::Collision => "ONCOLLISION",
        }
    }

    /// The input of an event in a document; letter case is ignored.
    pub fn from_event(event: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|input| input.event().eq_ignore_ascii_case(event))
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.event())
    }
}

/// The input of an event, such as `ONLCLICK`; letter case is ignored.
impl FromStr for Input {
    type Err = UnknownName;

    fn from_str(event: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().map(|input| input.event());
        Self::from_event(event).ok_or_else(|| UnknownName::new("input", event, known))
    }
}
