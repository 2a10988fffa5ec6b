//! The names of nodes and events in clips.

use crate::{DataKind, User};

/// The kinds of things that packets identify by id. A node's name is its kind and its id, such as `object 7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Object,
    Light,
    Camera,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Object, Self::Light, Self::Camera];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Light => "light",
            Self::Camera => "camera",
        }
    }
}

/// The names of events that represent packets whose contents the format leaves open.
pub(crate) const EVENTS: [(DataKind, &str); 8] = [
    (DataKind::Model, "model data"),
    (DataKind::User(User::User0), "user 0"),
    (DataKind::User(User::User1), "user 1"),
    (DataKind::User(User::User2), "user 2"),
    (DataKind::User(User::User3), "user 3"),
    (DataKind::User(User::User4), "user 4"),
    (DataKind::Extended, "extended"),
    (DataKind::Special, "special"),
];
