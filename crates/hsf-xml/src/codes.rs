//! The codes of every diagnostic.

use anim_core::Code;

/// A value or text is in quotes that XML does not know.
pub static QUOTES: Code =
    Code::warning("hsf-xml::quotes", "a value or text is in quotes that XML does not know");
/// A value has no quotes.
pub static UNQUOTED: Code = Code::warning("hsf-xml::unquoted", "a value has no quotes");
/// A value has no closing quote.
pub static UNCLOSED_QUOTE: Code = Code::warning("hsf-xml::unclosed-quote", "a value has no closing quote");
/// An attribute has no value.
pub static NO_VALUE: Code = Code::warning("hsf-xml::no-value", "an attribute has no value");
/// An element has an attribute twice.
pub static ATTRIBUTE_TWICE: Code =
    Code::warning("hsf-xml::attribute-twice", "an element has an attribute twice");
/// Characters that are no part of the markup around them.
pub static STRAY: Code =
    Code::warning("hsf-xml::stray", "characters that are no part of the markup around them");
/// A start tag has no `>`.
pub static UNCLOSED_TAG: Code = Code::warning("hsf-xml::unclosed-tag", "a start tag has no `>`");
/// An element has no end tag.
pub static UNCLOSED_ELEMENT: Code = Code::warning("hsf-xml::unclosed-element", "an element has no end tag");
/// An end tag closes nothing or is misspelled.
pub static END_TAG: Code = Code::warning("hsf-xml::end-tag", "an end tag closes nothing or is misspelled");
/// A comment is written otherwise than XML has it.
pub static COMMENT: Code =
    Code::warning("hsf-xml::comment", "a comment is written otherwise than XML has it");
/// There is more than one root, or text outside it.
pub static ROOTS: Code = Code::warning("hsf-xml::roots", "there is more than one root, or text outside it");
/// Bytes are not UTF-8.
pub static ENCODING: Code = Code::warning("hsf-xml::encoding", "bytes are not UTF-8");
/// An `&` begins no known reference.
pub static REFERENCE: Code = Code::warning("hsf-xml::reference", "an `&` begins no known reference");
/// There are characters that XML cannot hold.
pub static CHARACTER: Code = Code::warning("hsf-xml::character", "there are characters that XML cannot hold");
/// Brackets of a value do not match or are out of order.
pub static BRACKET: Code =
    Code::warning("hsf-xml::bracket", "brackets of a value do not match or are out of order");
/// The text is not XML.
pub static NOT_XML: Code = Code::error("hsf-xml::not-xml", "the text is not XML");
/// There is a document type declaration.
pub static DTD: Code = Code::error("hsf-xml::dtd", "there is a document type declaration");
/// There is more of something than the limit.
pub static LIMIT: Code = Code::error("hsf-xml::limit", "there is more of something than the limit");
/// A HOOPS stream file holds no animation block.
pub static NO_BLOCK: Code = Code::error("hsf-xml::no-block", "a HOOPS stream file holds no animation block");
/// The root is no element of the specification.
pub static ROOT: Code = Code::error("hsf-xml::root", "the root is no element of the specification");
/// An element is not of the specification.
pub static UNKNOWN_ELEMENT: Code =
    Code::note("hsf-xml::unknown-element", "an element is not of the specification");
/// An attribute is not of the specification.
pub static UNKNOWN_ATTRIBUTE: Code =
    Code::note("hsf-xml::unknown-attribute", "an attribute is not of the specification");
/// An attribute is spelled in other case than in the specification.
pub static ATTRIBUTE_CASE: Code = Code::warning(
    "hsf-xml::attribute-case",
    "an attribute is spelled in other case than in the specification",
);
/// An element is where the specification does not put it.
pub static MISPLACED: Code =
    Code::warning("hsf-xml::misplaced", "an element is where the specification does not put it");
/// A required attribute is missing.
pub static REQUIRED: Code = Code::error("hsf-xml::required", "a required attribute is missing");
/// The value of an attribute is not what it has to be.
pub static VALUE: Code = Code::error("hsf-xml::value", "the value of an attribute is not what it has to be");
/// A number of ticks is not whole.
pub static FRACTION: Code = Code::warning("hsf-xml::fraction", "a number of ticks is not whole");
/// An attribute is kept and has no effect.
pub static IGNORED: Code = Code::warning("hsf-xml::ignored", "an attribute is kept and has no effect");
/// Text between elements means nothing.
pub static PROSE: Code = Code::note("hsf-xml::prose", "text between elements means nothing");
/// A word in a list means nothing.
pub static WORD: Code = Code::warning("hsf-xml::word", "a word in a list means nothing");
/// A value has another number of components than its interpolator takes.
pub static WIDTH: Code =
    Code::error("hsf-xml::width", "a value has another number of components than its interpolator takes");
/// The ticks of a timeline do not ascend.
pub static TICKS: Code = Code::error("hsf-xml::ticks", "the ticks of a timeline do not ascend");
/// The values of an interpolator do not fit its timeline.
pub static COUNT: Code =
    Code::error("hsf-xml::count", "the values of an interpolator do not fit its timeline");
/// A timeline has more ticks than an interpolator has values.
pub static SURPLUS: Code =
    Code::note("hsf-xml::surplus", "a timeline has more ticks than an interpolator has values");
/// An animation has interpolators and no timeline.
pub static NO_TIMELINE: Code =
    Code::error("hsf-xml::no-timeline", "an animation has interpolators and no timeline");
/// A modifier is not valid for its element.
pub static MODIFIER: Code = Code::warning("hsf-xml::modifier", "a modifier is not valid for its element");
/// A modifier has other parameters than it takes.
pub static PARAMETERS: Code =
    Code::warning("hsf-xml::parameters", "a modifier has other parameters than it takes");
/// A scale is not above 0.
pub static SCALE: Code = Code::error("hsf-xml::scale", "a scale is not above 0");
/// A quaternion is not of length 1.
pub static QUATERNION: Code = Code::warning("hsf-xml::quaternion", "a quaternion is not of length 1");
/// A colour is outside 0 to 1.
pub static COLOR: Code = Code::warning("hsf-xml::color", "a colour is outside 0 to 1");
/// A rotation has no axis: it is about Y.
pub static AXIS: Code = Code::warning("hsf-xml::axis", "a rotation has no axis: it is about Y");
/// Quaternions without modifiers are taken as absolute.
pub static IMPLIED_RELATIVE: Code =
    Code::note("hsf-xml::implied-relative", "quaternions without modifiers are taken as absolute");
/// Two things of a kind have one name: the first is meant.
pub static NAME_TWICE: Code =
    Code::warning("hsf-xml::name-twice", "two things of a kind have one name: the first is meant");
/// A target has no kind: it is a segment path.
pub static TARGET_KIND: Code =
    Code::note("hsf-xml::target-kind", "a target has no kind: it is a segment path");
/// A reference names nothing.
pub static DANGLING: Code = Code::warning("hsf-xml::dangling", "a reference names nothing");
/// A reference names what comes later.
pub static FORWARD: Code = Code::note("hsf-xml::forward", "a reference names what comes later");
/// A reference is spelled in other case than the name.
pub static NAME_CASE: Code =
    Code::warning("hsf-xml::name-case", "a reference is spelled in other case than the name");
/// An instanced animation instances another.
pub static INSTANCE_CHAIN: Code =
    Code::error("hsf-xml::instance-chain", "an instanced animation instances another");
/// An animation instances itself or what it is in.
pub static INSTANCE_CYCLE: Code =
    Code::error("hsf-xml::instance-cycle", "an animation instances itself or what it is in");

/// What the reader and the checks report.
pub static READING: &[&Code] = &[
    &QUOTES,
    &UNQUOTED,
    &UNCLOSED_QUOTE,
    &NO_VALUE,
    &ATTRIBUTE_TWICE,
    &STRAY,
    &UNCLOSED_TAG,
    &UNCLOSED_ELEMENT,
    &END_TAG,
    &COMMENT,
    &ROOTS,
    &ENCODING,
    &REFERENCE,
    &CHARACTER,
    &BRACKET,
    &NOT_XML,
    &DTD,
    &LIMIT,
    &NO_BLOCK,
    &ROOT,
    &UNKNOWN_ELEMENT,
    &UNKNOWN_ATTRIBUTE,
    &ATTRIBUTE_CASE,
    &MISPLACED,
    &REQUIRED,
    &VALUE,
    &FRACTION,
    &IGNORED,
    &PROSE,
    &WORD,
    &WIDTH,
    &TICKS,
    &COUNT,
    &SURPLUS,
    &NO_TIMELINE,
    &MODIFIER,
    &PARAMETERS,
    &SCALE,
    &QUATERNION,
    &COLOR,
    &AXIS,
    &IMPLIED_RELATIVE,
    &NAME_TWICE,
    &TARGET_KIND,
    &DANGLING,
    &FORWARD,
    &NAME_CASE,
    &INSTANCE_CHAIN,
    &INSTANCE_CYCLE,
];

/// An animation starts from its target's own value, which no file states.
pub static CURRENT_VALUE: Code = Code::note(
    "hsf-xml::current-value",
    "an animation starts from its target's own value, which no file states",
);
/// An interpolation becomes straight lines between more keys.
pub static BAKED: Code =
    Code::note("hsf-xml::baked", "an interpolation becomes straight lines between more keys");
/// Several animations drive one property: their result is baked.
pub static OVERLAP: Code =
    Code::warning("hsf-xml::overlap", "several animations drive one property: their result is baked");
/// An animation is longer than what is made of it.
pub static CUT: Code = Code::warning("hsf-xml::cut", "an animation is longer than what is made of it");
/// What sensors do is not in a clip.
pub static SENSORS: Code = Code::note("hsf-xml::sensors", "what sensors do is not in a clip");
/// The clips cannot become a document.
pub static ENCODE: Code = Code::error("hsf-xml::encode", "the clips cannot become a document");
/// There is no element for this.
pub static DROPPED: Code = Code::warning("hsf-xml::dropped", "there is no element for this");
/// Values are beyond what an element may hold, and are cut.
pub static RANGE: Code =
    Code::warning("hsf-xml::range", "values are beyond what an element may hold, and are cut");
/// Curves become one that plays the same.
pub static COMBINED: Code = Code::note("hsf-xml::combined", "curves become one that plays the same");
/// A name is changed for the sake of paths.
pub static RENAMED: Code = Code::note("hsf-xml::renamed", "a name is changed for the sake of paths");

/// What lowering and encoding report.
pub static CONVERSION: &[&Code] =
    &[&CURRENT_VALUE, &BAKED, &OVERLAP, &CUT, &SENSORS, &ENCODE, &DROPPED, &RANGE, &COMBINED, &RENAMED];
