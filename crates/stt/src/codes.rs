//! The codes of every diagnostic and every loss.

use anim_core::Code;

/// The first word is not `#MINDRENDER`.
pub static ID: Code = Code::error("stt::id", "the first word is not #MINDRENDER");
/// A token is not the one that the grammar expects.
pub static SYNTAX: Code = Code::error("stt::syntax", "a token is not the one that the grammar expects");
/// The file ends too early.
pub static TRUNCATED: Code = Code::error("stt::truncated", "the file ends before its last state is complete");
/// A token is not a number, not finite, or out of range.
pub static NUMBER: Code = Code::error("stt::number", "a token is not a number, not finite, or out of range");
/// A count is larger than the rest of the file can hold.
pub static COUNT: Code = Code::error("stt::count", "a count is larger than the rest of the file can hold");
/// An animation type is out of range.
pub static TYPE: Code = Code::error("stt::type", "an animation type is not one that the format defines");
/// A name does not end.
pub static LABEL: Code = Code::error("stt::label", "a name has no closing brace, or is too long");
/// A keyword is not in capitals.
pub static KEYWORD_CASE: Code =
    Code::warning("stt::keyword-case", "a keyword is not in capitals; the writer will write it in capitals");
/// The version is not 1.1.
pub static VERSION: Code = Code::warning("stt::version", "the version is not 1.1");
/// Bytes follow the last state.
pub static TRAILING: Code = Code::warning("stt::trailing", "bytes follow the last state");
/// Two states have the same name.
pub static DUPLICATE_STATE: Code =
    Code::error("stt::duplicate-state", "two states have the same name, which refers only to the first");
/// Two nodes of a state have the same name.
pub static DUPLICATE_NODE: Code =
    Code::warning("stt::duplicate-node", "two nodes of a state have the same name; the last one is used");
/// No key has the start name.
pub static UNKNOWN_START: Code =
    Code::error("stt::unknown-start", "no key has the name of the start key; the first key is the start");
/// No state has the name of a key.
pub static UNKNOWN_STATE: Code = Code::error("stt::unknown-state", "a key names a state that does not exist");
/// A keyframe state contains itself.
pub static CYCLE: Code =
    Code::error("stt::cycle", "a keyframe state plays itself, directly or through others");
/// Keyframe states are nested too deeply.
pub static DEPTH: Code = Code::error("stt::depth", "keyframe states are nested too deeply");
/// A keyframe state has no keys.
pub static NO_KEYS: Code = Code::warning("stt::no-keys", "a keyframe state has no keys");
/// A transition has a time below 0.
pub static NEGATIVE_TIME: Code =
    Code::warning("stt::negative-time", "a transition takes less than 0 s, which counts as 0 s");
/// No transition of a keyframe state takes any time.
pub static NO_TIME: Code = Code::warning(
    "stt::no-time",
    "no transition of a keyframe state takes any time: the state stays at its start key",
);
/// A flag is neither 0 nor 1.
pub static FLAG: Code = Code::warning("stt::flag", "a flag is neither 0 nor 1, and counts as 1");
/// A period is not above 0.
pub static PERIOD: Code =
    Code::warning("stt::period", "the period of a motion is not above 0 s: the motion holds its first value");

/// The codes that the reader and the checks report.
pub static READING: &[&Code] = &[
    &ID,
    &SYNTAX,
    &TRUNCATED,
    &NUMBER,
    &COUNT,
    &TYPE,
    &LABEL,
    &KEYWORD_CASE,
    &VERSION,
    &TRAILING,
    &DUPLICATE_STATE,
    &DUPLICATE_NODE,
    &UNKNOWN_START,
    &UNKNOWN_STATE,
    &CYCLE,
    &DEPTH,
    &NO_KEYS,
    &NEGATIVE_TIME,
    &NO_TIME,
    &FLAG,
    &PERIOD,
];

/// The order of angles is an assumption.
pub static EULER_ORDER: Code =
    Code::note("stt::euler-order", "the order of the angles is an option: the format does not state it");
/// A name was changed.
pub static NAME: Code =
    Code::note("stt::name", "a name was changed because another has it or because it cannot be written");
/// A clip does not hold all transitions of a sequence.
pub static TRANSITIONS: Code = Code::note(
    "stt::transitions",
    "a clip holds one cycle of a sequence, not its exit flags and other transitions",
);
/// A channel is driven for only a part of the time.
pub static UNDRIVEN: Code = Code::note(
    "stt::undriven",
    "a sequence drives a channel for only a part of the time; otherwise the channel is at rest, at 0",
);
/// Motion became Bézier curves.
pub static FITTED: Code = Code::note("stt::fitted", "motion within a sequence became Bézier curves");
/// A sequence is too long to become a complete clip.
pub static LIMIT: Code = Code::warning("stt::limit", "a sequence takes more pieces of curves than the limit");
/// Clips cannot be encoded.
pub static ENCODE: Code = Code::error("stt::encode", "the clips cannot become an STT");
/// Motion became poses.
pub static SAMPLED: Code =
    Code::note("stt::sampled", "motion became a sequence of poses within the tolerance");
/// The file does not show the clip's motion before its start or after its end.
pub static OUTSIDE: Code = Code::warning(
    "stt::outside",
    "the motion before the start or after the end of a clip differs from that of the state",
);
/// A motion was taken from the metadata of a clip.
pub static RESTORED: Code = Code::note(
    "stt::restored",
    "a motion is the one that the metadata of the clip states, from which the curves differ within the tolerance",
);
/// The frame rate and the number of the first frame.
pub static FRAMES: Code =
    Code::note("stt::frames", "an STT has no frames, and so no frame rate and no frame numbers");
/// Something that the file cannot hold.
pub static DROPPED: Code = Code::warning("stt::dropped", "an STT cannot hold something of the clip");

/// The codes that lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &EULER_ORDER,
    &NAME,
    &TRANSITIONS,
    &UNDRIVEN,
    &FITTED,
    &LIMIT,
    &ENCODE,
    &SAMPLED,
    &OUTSIDE,
    &RESTORED,
    &FRAMES,
    &DROPPED,
    &UNKNOWN_STATE,
    &CYCLE,
    &DEPTH,
    &TRAILING,
];
