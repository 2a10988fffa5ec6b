//! The codes of every diagnostic and loss.

use anim_core::Code;

/// The quotes of a value or text do not match or are not straight ones.
pub static QUOTES: Code =
    Code::warning("hsf-xml::quotes", "the quotes of a value or text do not match or are not straight ones");
/// A value has no quotes.
pub static UNQUOTED: Code = Code::warning("hsf-xml::unquoted", "a value has no quotes");
/// A value has no closing quote.
pub static UNCLOSED_QUOTE: Code = Code::warning("hsf-xml::unclosed-quote", "a value has no closing quote");
/// An attribute has no value.
pub static NO_VALUE: Code = Code::warning("hsf-xml::no-value", "an attribute has no value");
/// An element has an attribute twice.
pub static ATTRIBUTE_TWICE: Code =
    Code::warning("hsf-xml::attribute-twice", "an element has an attribute twice");
/// Characters do not belong to the markup around them.
pub static STRAY: Code =
    Code::warning("hsf-xml::stray", "characters do not belong to the markup around them");
/// A start tag has no `>`.
pub static UNCLOSED_TAG: Code = Code::warning("hsf-xml::unclosed-tag", "a start tag has no `>`");
/// An element has no end tag.
pub static UNCLOSED_ELEMENT: Code = Code::warning("hsf-xml::unclosed-element", "an element has no end tag");
/// An end tag closes no element, or is misspelt.
pub static END_TAG: Code = Code::warning("hsf-xml::end-tag", "an end tag closes no element, or is misspelt");
/// A comment is malformed.
pub static COMMENT: Code = Code::warning("hsf-xml::comment", "a comment is malformed");
/// There is more than one root, or text outside the root.
pub static ROOTS: Code =
    Code::warning("hsf-xml::roots", "there is more than one root, or text outside the root");
/// Bytes are not UTF-8, or the text declares another encoding.
pub static ENCODING: Code =
    Code::warning("hsf-xml::encoding", "bytes are not UTF-8, or the text declares another encoding");
/// An `&` begins no known reference.
pub static REFERENCE: Code = Code::warning("hsf-xml::reference", "an `&` begins no known reference");
/// There are characters that XML does not allow.
pub static CHARACTER: Code =
    Code::warning("hsf-xml::character", "there are characters that XML does not allow");
/// The brackets of a value do not match, or its parts are out of order.
pub static BRACKET: Code =
    Code::warning("hsf-xml::bracket", "the brackets of a value do not match, or its parts are out of order");
/// A compressed block with animations is damaged or cut short.
pub static DAMAGED_BLOCK: Code =
    Code::error("hsf-xml::damaged-block", "a compressed block with animations is damaged or cut short");
/// The text is not XML.
pub static NOT_XML: Code = Code::error("hsf-xml::not-xml", "the text is not XML");
/// There is a document type declaration.
pub static DTD: Code = Code::error("hsf-xml::dtd", "there is a document type declaration");
/// A count exceeds a limit.
pub static LIMIT: Code = Code::error("hsf-xml::limit", "there is more of something than the limit");
/// A HOOPS stream file has no animation block.
pub static NO_BLOCK: Code = Code::error("hsf-xml::no-block", "a HOOPS stream file has no animation block");
/// The root is not an element of the specification.
pub static ROOT: Code = Code::error("hsf-xml::root", "the root is not an element of the specification");
/// An element is not in the specification.
pub static UNKNOWN_ELEMENT: Code =
    Code::note("hsf-xml::unknown-element", "an element is not in the specification");
/// An attribute is not in the specification.
pub static UNKNOWN_ATTRIBUTE: Code =
    Code::note("hsf-xml::unknown-attribute", "an attribute is not in the specification");
/// A word has no meaning, and a word that has one is near.
pub static MISSPELT: Code =
    Code::warning("hsf-xml::misspelt", "a word has no meaning, but is similar to one that has");
/// A tick of a timeline is below 0, where no animation begins.
pub static NEGATIVE: Code =
    Code::warning("hsf-xml::negative", "a tick of a timeline is below 0, where no animation begins");
/// The letter case of an attribute differs from the specification.
pub static ATTRIBUTE_CASE: Code = Code::warning(
    "hsf-xml::attribute-case",
    "the letter case of an attribute differs from the specification",
);
/// An element is where the specification does not allow it.
pub static MISPLACED: Code =
    Code::warning("hsf-xml::misplaced", "an element is where the specification does not allow it");
/// A required attribute is missing.
pub static REQUIRED: Code = Code::error("hsf-xml::required", "a required attribute is missing");
/// An attribute has a value that it cannot have.
pub static VALUE: Code = Code::error("hsf-xml::value", "an attribute has a value that it cannot have");
/// A number of ticks is not whole.
pub static FRACTION: Code = Code::warning("hsf-xml::fraction", "a number of ticks is not whole");
/// An attribute is kept but has no effect.
pub static IGNORED: Code = Code::warning("hsf-xml::ignored", "an attribute is kept and has no effect");
/// Text between elements has no meaning.
pub static PROSE: Code = Code::note("hsf-xml::prose", "text between elements has no meaning");
/// A word in a list has no meaning.
pub static WORD: Code = Code::warning("hsf-xml::word", "a word in a list has no meaning");
/// A value has the wrong number of components.
pub static WIDTH: Code = Code::error("hsf-xml::width", "a value has the wrong number of components");
/// The ticks of a timeline do not ascend.
pub static TICKS: Code = Code::error("hsf-xml::ticks", "the ticks of a timeline do not ascend");
/// The number of values of an interpolator does not fit its timeline.
pub static COUNT: Code =
    Code::error("hsf-xml::count", "the number of values of an interpolator does not fit its timeline");
/// A timeline has more ticks than an interpolator has values.
pub static SURPLUS: Code =
    Code::note("hsf-xml::surplus", "a timeline has more ticks than an interpolator has values");
/// An animation has interpolators and no timeline.
pub static NO_TIMELINE: Code =
    Code::error("hsf-xml::no-timeline", "an animation has interpolators and no timeline");
/// A modifier is not valid for its element.
pub static MODIFIER: Code = Code::warning("hsf-xml::modifier", "a modifier is not valid for its element");
/// A modifier has the wrong number or kind of parameters.
pub static PARAMETERS: Code =
    Code::warning("hsf-xml::parameters", "a modifier has the wrong number or kind of parameters");
/// A scale is not above 0.
pub static SCALE: Code = Code::error("hsf-xml::scale", "a scale is not above 0");
/// The length of a quaternion is not 1.
pub static QUATERNION: Code = Code::warning("hsf-xml::quaternion", "the length of a quaternion is not 1");
/// A colour is outside of 0 to 1.
pub static COLOR: Code = Code::warning("hsf-xml::color", "a colour is outside of 0 to 1");
/// A rotation has no axis, or one without a direction; it is about Y.
pub static AXIS: Code =
    Code::warning("hsf-xml::axis", "a rotation has no axis, or one without a direction; it is about Y");
/// Quaternions without modifiers are read as absolute.
pub static IMPLIED_RELATIVE: Code =
    Code::note("hsf-xml::implied-relative", "quaternions without modifiers are read as absolute");
/// Two elements of a kind have one name; references find the first one.
pub static NAME_TWICE: Code = Code::warning(
    "hsf-xml::name-twice",
    "two elements of a kind have one name; references find the first one",
);
/// A target has no prefix; it is read as the path of a segment.
pub static TARGET_KIND: Code =
    Code::note("hsf-xml::target-kind", "a target has no prefix; it is read as the path of a segment");
/// Nothing has the name in a reference.
pub static DANGLING: Code = Code::warning("hsf-xml::dangling", "nothing has the name in a reference");
/// A reference names something that is defined later.
pub static FORWARD: Code =
    Code::note("hsf-xml::forward", "a reference names something that is defined later");
/// The letter case of a reference differs from the name.
pub static NAME_CASE: Code =
    Code::warning("hsf-xml::name-case", "the letter case of a reference differs from the name");
/// An instanced animation is an instance itself.
pub static INSTANCE_CHAIN: Code =
    Code::error("hsf-xml::instance-chain", "an instanced animation is an instance itself");
/// An animation instances itself or an animation around it.
pub static INSTANCE_CYCLE: Code =
    Code::error("hsf-xml::instance-cycle", "an animation instances itself or an animation around it");

/// The codes that the reader and the checks report.
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
    &DAMAGED_BLOCK,
    &ROOT,
    &UNKNOWN_ELEMENT,
    &UNKNOWN_ATTRIBUTE,
    &MISSPELT,
    &NEGATIVE,
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
    &NO_EFFECT,
];
/// An animation starts from its target's own value, which no file states.
pub static CURRENT_VALUE: Code = Code::note(
    "hsf-xml::current-value",
    "an animation starts from its target's own value, which no file states",
);
/// An interpolation becomes straight lines, cubic curves or great arcs between added keys.
pub static BAKED: Code = Code::note(
    "hsf-xml::baked",
    "an interpolation becomes straight lines, cubic curves or great arcs between added keys",
);
/// Several animations drive one property; the clip has their result.
pub static OVERLAP: Code =
    Code::warning("hsf-xml::overlap", "several animations drive one property; the clip has their result");
/// Animations, loops or channels are left out, because there are too many keys.
pub static CUT: Code = Code::warning(
    "hsf-xml::cut",
    "animations, loops or channels are left out, because there are too many keys",
);
/// The effects of sensors are not in a clip.
pub static SENSORS: Code = Code::note("hsf-xml::sensors", "the effects of sensors are not in a clip");
/// The clips cannot become a document.
pub static ENCODE: Code = Code::error("hsf-xml::encode", "the clips cannot become a document");
/// An option, or the extension of a name, that has no effect.
pub static UNUSED_OPTION: Code =
    Code::warning("hsf-xml::unused-option", "an option, or the extension of a name, has no effect");
/// The frame rate or the number of the first frame of a clip.
pub static FRAMES: Code =
    Code::note("hsf-xml::frames", "an HSF has one frame rate, and its frames have the numbers from 0 on");
/// HSF has no element for a channel or for events.
pub static DROPPED: Code =
    Code::warning("hsf-xml::dropped", "HSF has no element for a channel or for events");
/// Values are outside of the range that the format allows, and are clamped.
pub static RANGE: Code = Code::warning(
    "hsf-xml::range",
    "values are outside of the range that the format allows, and are clamped",
);
/// Channels become one interpolator that plays the same.
pub static COMBINED: Code =
    Code::note("hsf-xml::combined", "channels become one interpolator that plays the same");
/// Key times are rounded to whole ticks.
pub static TICK: Code = Code::note("hsf-xml::tick", "key times are rounded to whole ticks");
/// Something in the document cannot be represented in clips.
pub static NO_CHANNEL: Code =
    Code::warning("hsf-xml::no-channel", "clips cannot represent something in the document");
/// Something in the document has no effect, because something that it needs is missing or does not fit.
pub static NO_EFFECT: Code = Code::warning(
    "hsf-xml::no-effect",
    "something in the document has no effect, because something that it needs is missing or does not fit",
);
/// Motion before the clip or after its end.
pub static ENDS: Code = Code::warning(
    "hsf-xml::ends",
    "a channel moves before the start of the clip or after its end, where the file holds a value",
);
/// A loop holds its first value before it starts, where the channel or the target has another value.
pub static DELAY: Code = Code::warning(
    "hsf-xml::delay",
    "a loop starts after a delay, before which the value differs from the original",
);
/// Of several clips one starts by itself, and the others wait.
pub static WAITS: Code =
    Code::note("hsf-xml::waits", "of several clips one starts by itself, and the others wait");
/// A name becomes a path.
pub static RENAMED: Code = Code::note("hsf-xml::renamed", "a name becomes a path");
/// The dictionary of a stream file is not understood, and its positions are those of the original.
pub static DICTIONARY: Code = Code::warning(
    "hsf-xml::dictionary",
    "the dictionary of a stream file is not understood, and its positions are those of the original",
);

/// The codes that lowering and encoding report.
pub static CONVERSION: &[&Code] = &[
    &CURRENT_VALUE,
    &BAKED,
    &OVERLAP,
    &CUT,
    &SENSORS,
    &ENCODE,
    &UNUSED_OPTION,
    &FRAMES,
    &DROPPED,
    &RANGE,
    &COMBINED,
    &RENAMED,
    &TICK,
    &NO_EFFECT,
    &NO_CHANNEL,
    &ENDS,
    &DELAY,
    &WAITS,
    &DICTIONARY,
];
