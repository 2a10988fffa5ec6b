//! The codes of findings and losses of retargeting.

use anim_core::Code;

/// A line of a bone map is not a pair of names.
pub static BONES: Code = Code::error("retarget::bones", "a line of the bone map is not a pair of names");
/// A pair of a bone map names a node that does not exist.
pub static BONE_MAP: Code = Code::warning("retarget::bone-map", "a pair of the bone map has no effect");
/// A clip was retargeted: which nodes move which, and how lengths and axes change.
pub static RETARGETED: Code = Code::note("retarget::retargeted", "a clip was retargeted to another figure");
/// A node that moves has no counterpart in the figure.
pub static UNMATCHED: Code =
    Code::warning("retarget::unmatched", "a node that moves has no counterpart in the figure");
/// A curve was baked from several curves, or from other angles.
pub static BAKED: Code = Code::note("retarget::baked", "a curve was baked for the figure");
/// Jumps take a moment.
pub static JUMPS: Code = Code::note("retarget::jumps", "a jump takes a moment in a curve that was composed");
/// Motion before the clip or after its end is lost.
pub static ENDS: Code = Code::warning("retarget::ends", "motion before the clip or after its end is lost");
/// A figure with other proportions or axes cannot have a motion.
pub static DROPPED: Code =
    Code::warning("retarget::dropped", "the figure cannot have the motion of a channel");

/// A node that a figure scales unevenly turns what is below it in other directions.
pub static UNEVEN: Code =
    Code::warning("retarget::uneven", "nodes below an uneven scale point in other directions");

/// Everything that retargeting reports, except [`BONES`], which concerns a file.
pub static ALL: &[&Code] = &[&BONE_MAP, &RETARGETED, &UNMATCHED, &BAKED, &JUMPS, &ENDS, &DROPPED, &UNEVEN];
