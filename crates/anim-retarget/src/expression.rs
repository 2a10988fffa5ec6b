//! The expressions of an avatar's face.

use std::borrow::Cow;

/// An expression of a figure, such as `happy`: a weight that moves morph targets of several nodes.
///
/// Expressions that move the same morph target add up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expression {
    /// The name by which clips drive it, as the name of a morph target.
    pub name: String,
    /// Other names by which clips drive it, if no weight has its name, and no morph target or other expression has theirs. They
    /// are compared without case, and without what precedes the last `.` or `:`.
    pub other_names: Vec<String>,
    /// The morph targets that it moves.
    pub binds: Vec<Bind>,
    /// Its other effects.
    pub not_applied: Vec<NotApplied>,
}

/// An effect of an expression that retargeting does not apply, such as a change of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotApplied {
    /// The member of the file that states it.
    pub member: Cow<'static, str>,
    /// The expressions on which it has an effect: it has none without them. Empty if it needs no others.
    pub to: Vec<Cow<'static, str>>,
}

/// A morph target that an expression moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bind {
    /// The node.
    pub node: usize,
    /// The number of its morph target.
    pub morph: usize,
    /// The weight of the morph target when that of the expression is 1.
    pub weight: f64,
}
