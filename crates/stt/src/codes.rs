//! The codes of every diagnostic.

use anim_core::Code;

/// The first word is not that of an STT.
pub static ID: Code = Code::error("stt::id", "the first word is not #MINDRENDER");
/// A token that is not what the grammar has there.
pub static SYNTAX: Code = Code::error("stt::syntax", "a token is not the one that the grammar has there");
/// The file ends too early.
pub static TRUNCATED: Code = Code::error("stt::truncated", "the file ends in the middle of a state");
/// A number that is none, is not finite or is out of range.
pub static NUMBER: Code = Code::error("stt::number", "a number cannot be read");
/// A count that the rest of the file cannot hold.
pub static COUNT: Code = Code::error("stt::count", "a count is larger than the rest of the file can hold");
/// An animation type out of range.
pub static TYPE: Code = Code::error("stt::type", "an animation type is not one that the format has");
/// A name without an end.
pub static LABEL: Code = Code::error("stt::label", "a name has no closing brace, or is too long");
/// A keyword in another case.
pub static KEYWORD_CASE: Code =
    Code::warning("stt::keyword-case", "a keyword is not in capitals; it will be when it is written");
/// A version that no known file has.
pub static VERSION: Code = Code::warning("stt::version", "the version is not 1.1");
/// Something after the last state.
pub static TRAILING: Code = Code::warning("stt::trailing", "there is something after the last state");
/// Two states of one name.
pub static DUPLICATE_STATE: Code =
    Code::error("stt::duplicate-state", "two states have one name, by which only the first is found");
/// Two nodes of one name in a state.
pub static DUPLICATE_NODE: Code =
    Code::warning("stt::duplicate-node", "a state has two nodes of one name, of which the last counts");
/// A start name that is not among the keys.
pub static UNKNOWN_START: Code =
    Code::error("stt::unknown-start", "the start key is not among the keys; the first is taken");
/// A key that names no state.
pub static UNKNOWN_STATE: Code = Code::error("stt::unknown-state", "a key names a state that is not there");
/// A state that plays itself.
pub static CYCLE: Code = Code::error("stt::cycle", "a keyframe state leads back to itself");
/// States nested too deeply.
pub static DEPTH: Code = Code::error("stt::depth", "keyframe states are nested too deeply");
/// A keyframe state without keys.
pub static NO_KEYS: Code = Code::warning("stt::no-keys", "a keyframe state has no keys");
/// A time below 0.
pub static NEGATIVE_TIME: Code =
    Code::warning("stt::negative-time", "the time of a transition is below 0, and counts as 0");
/// A keyframe state whose transitions take no time.
pub static NO_TIME: Code =
    Code::warning("stt::no-time", "the transitions of a keyframe state take no time: it stays at its start");
/// A flag that is neither 0 nor 1.
pub static FLAG: Code = Code::warning("stt::flag", "a flag is neither 0 nor 1, and counts as 1");
/// A period that is not above 0.
pub static PERIOD: Code =
    Code::warning("stt::period", "the period of a motion is not above 0: it holds where it begins");

/// What the reader and the checks report.
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

/// The order of angles that the format leaves open.
pub static EULER_ORDER: Code = Code::note(
    "stt::euler-order",
    "the order of the angles is taken from an option: the format does not state it",
);
/// A state whose name another state has.
pub static NAME: Code =
    Code::note("stt::name", "a name was changed because it was taken or cannot be written");
/// What a player needs and a clip does not have.
pub static TRANSITIONS: Code = Code::note(
    "stt::transitions",
    "a clip shows one cycle of a sequence, not when it may be left nor its other transitions",
);
/// A channel that is driven for a part of the time.
pub static UNDRIVEN: Code =
    Code::note("stt::undriven", "a sequence does not drive a channel all the time; it is at zero in between");
/// Motion that became Bézier curves.
pub static FITTED: Code = Code::note("stt::fitted", "motion within a sequence became Bézier curves");
/// A sequence that is too long to be a clip.
pub static LIMIT: Code = Code::warning("stt::limit", "a sequence takes more pieces of curves than the limit");
/// Clips that cannot be encoded.
pub static ENCODE: Code = Code::error("stt::encode", "the clips cannot become an STT");
/// Motion that became poses.
pub static SAMPLED: Code =
    Code::note("stt::sampled", "motion became a sequence of poses within the tolerance");
/// What an STT has no words for.
pub static DROPPED: Code = Code::warning("stt::dropped", "an STT has no words for this");

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &EULER_ORDER,
    &NAME,
    &TRANSITIONS,
    &UNDRIVEN,
    &FITTED,
    &LIMIT,
    &ENCODE,
    &SAMPLED,
    &DROPPED,
    &UNKNOWN_STATE,
    &CYCLE,
    &DEPTH,
    &TRAILING,
];
