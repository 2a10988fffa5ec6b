//! Options as a crate declares them: by type and by name.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests")]

use std::num::NonZeroUsize;

use anim_core::{
    Axis, Code, Diagnostic, EulerOrder, FileContent, Location, OptionError, OptionSet, Options, Positive,
    Rate, Space, Values,
};

static BAD: Code = Code::error("test::map", "the file is not a map");

/// A file that holds one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Map(u8);

impl FileContent for Map {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        match bytes {
            [number] => Ok(Self(*number)),
            _ => Err(BAD.at(Location::default(), "expected one byte")),
        }
    }
}

anim_core::choice! {
    /// How it is done.
    pub enum Mode {
        /// Well.
        #[default]
        Well = "well",
        /// Fast.
        Fast = "fast",
    }
}

anim_core::options! {
    /// Options of a test.
    #[derive(PartialEq)]
    pub struct TestOptions {
        /// How it is done.
        mode: Mode = Mode::Well,
        /// The order of angles; `auto` for that of
        /// the file.
        order: Option<EulerOrder> = None,
        /// The most of something.
        limit: NonZeroUsize = anim_core::limit!(64),
        /// How far angles may be off, in radians.
        tolerance_angle as "tolerance-angle": Positive = Positive::literal(1e-3),
        /// How many frames there are in a second.
        fps or "rate": Rate = Rate::per_second(25),
        /// A map.
        map: Option<Map> = None,
    }
}

#[test]
fn names_defaults_and_help_come_from_the_declaration() {
    let lines: Vec<_> = (TestOptions::LIST.iter())
        .map(|info| format!("{}={} ({}): {}", info.key, info.default_text(), info.values, info.help()))
        .collect();
    let expected = [
        "mode=well (well|fast): How it is done.",
        "order=auto (auto|xyz|xzy|yxz|yzx|zxy|zyx): The order of angles; `auto` for that of the file.",
        "limit=64 (a whole number from 1): The most of something.",
        "tolerance-angle=0.001 (a number above 0): How far angles may be off, in radians.",
        "fps=25 (a number above 0): How many frames there are in a second.",
        "map= (a file): A map.",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_values_of_an_option_are_told_in_words() {
    for (values, expected) in [
        (Values::Integer { min: 1, max: u64::MAX }, "a whole number from 1"),
        (Values::Integer { min: 1, max: 65_535 }, "a whole number from 1 to 65535"),
        (Values::Auto(&Values::Integer { min: 1, max: 65_535 }), "auto or a whole number from 1 to 65535"),
        (Values::Positive, "a number above 0"),
        (Values::Auto(&Values::Choice(&["a", "b"])), "auto|a|b"),
    ] {
        assert_eq!(values.to_string(), expected);
    }
}

#[test]
fn every_default_is_a_value() {
    for info in TestOptions::LIST {
        let mut options = Options::of::<TestOptions>();
        assert_eq!(options.set(info.key, &info.default_text()), Ok(()));
        assert_eq!(options.typed::<TestOptions>(&()), Ok(TestOptions::default()));
    }
}

#[test]
fn texts_become_typed_values() {
    let files = vec![("m".to_owned(), vec![7])];
    let mut options = Options::of::<TestOptions>();
    for (key, value) in [
        ("mode", "fast"),
        ("order", "zyx"),
        ("limit", "9"),
        ("tolerance-angle", "0.5"),
        ("fps", "30"),
        ("map", "m"),
    ] {
        options.set(key, value).unwrap();
    }
    let expected = TestOptions {
        mode: Mode::Fast,
        order: Some(EulerOrder::Zyx),
        limit: NonZeroUsize::new(9).unwrap(),
        tolerance_angle: Positive::literal(0.5),
        fps: Rate::per_second(30),
        map: Some(Map(7)),
    };
    assert_eq!(options.typed::<TestOptions>(&files), Ok(expected));
    assert_eq!((options.given("mode"), options.given("none")), (Some("fast"), None));
}

#[test]
fn bad_keys_values_and_files_are_errors() {
    for (key, value) in [
        ("mode", "slow"),
        ("order", "xx"),
        ("limit", "0"),
        ("tolerance-angle", "-1"),
        ("limit", "-1"),
        ("fps", "0"),
    ] {
        let mut options = Options::of::<TestOptions>();
        assert!(matches!(options.set(key, value), Err(OptionError::BadValue { .. })), "{key}={value}");
        let typed = TestOptions::default().set(key, value, &());
        assert!(matches!(typed, Err(OptionError::BadValue { .. })), "{key}={value}");
    }
    // A misspelt word is told as a misspelt name is, by name and by type.
    for (key, value, told) in [
        (
            "order",
            "xzyy",
            "option `order` cannot be `xzyy`: expected auto|xyz|xzy|yxz|yzx|zxy|zyx; did you mean `xzy`?",
        ),
        (
            "order",
            "atuo",
            "option `order` cannot be `atuo`: expected auto|xyz|xzy|yxz|yzx|zxy|zyx; did you mean `auto`?",
        ),
        ("limit", "atuo", "option `limit` cannot be `atuo`: expected a whole number from 1"),
    ] {
        let by_name = Options::of::<TestOptions>().set(key, value).unwrap_err();
        assert_eq!(by_name.to_string(), told);
        assert_eq!(TestOptions::default().set(key, value, &()), Err(by_name));
    }
    let unknown = Options::of::<TestOptions>().set("made", "a").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "unknown option `made`: expected one of mode, order, limit, tolerance-angle, fps, map; did you mean `mode`?"
    );
    assert!(matches!(TestOptions::default().set("made", "a", &()), Err(OptionError::UnknownKey { .. })));
    let files = vec![("m".to_owned(), vec![])];
    let map = |path: &str| {
        Options::of::<TestOptions>().with("map", path).unwrap().typed::<TestOptions>(&files).unwrap_err()
    };
    assert_eq!(map("x").to_string(), "option `map`: `x` cannot be read");
    assert_eq!(map("m").to_string(), "option `map`: m: error[test::map]: expected one byte");
}

anim_core::options! {
    /// Axes alone.
    pub struct Spaced in source space {}
}

#[test]
fn forward_is_across_up() {
    let checked = |up: Option<Axis>, forward: Option<Axis>, defined: Space| {
        Spaced { up, forward, ..Spaced::default() }.checked_space(defined)
    };
    let (y, x) = (Space::right_handed(Axis::Y), Space::right_handed(Axis::Y).facing(Axis::X));
    assert_eq!(checked(None, None, x), Ok(x));
    assert_eq!(checked(None, Some(Axis::X), y), Ok(x));
    for (up, defined) in [(Some(Axis::Y), Space::UNKNOWN), (None, y)] {
        let error = checked(up, Some(Axis::NegY), defined).unwrap_err();
        assert_eq!(
            error.to_string(),
            "option `forward` cannot be `-y`: expected an axis across `up`, which is +y"
        );
    }
}

#[test]
fn an_option_may_have_another_name_that_help_does_not_list() {
    let mut options = Options::of::<TestOptions>();
    options.set("rate", "50").unwrap();
    assert_eq!(options.typed::<TestOptions>(&()).unwrap().fps, Rate::per_second(50));
    assert!(options.knows("rate") && TestOptions::LIST.iter().all(|info| info.key != "rate"));
}
