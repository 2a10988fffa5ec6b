//! The words of JSON for errors that `serde_json` itself makes: a serde that words them differently fails these tests.

use anim_core::json_words;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "what is read does not matter")]
struct Form {
    name: String,
    keys: Vec<f64>,
}

#[derive(Debug, Deserialize)]
enum Kind {
    Line,
}

/// The words for the error of reading a text as a type.
fn error<T: DeserializeOwned>(text: &str) -> String {
    let Err(error) = serde_json::from_str::<T>(text) else { panic!("{text} is read") };
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    json_words(message.strip_suffix(&place).unwrap_or(&message))
}

#[test]
fn what_is_found_is_named_as_in_json() {
    for (text, expected) in [
        ("{}", "an object"),
        ("[]", "an array"),
        ("null", "null"),
        ("true", "`true`"),
        ("3", "the number `3`"),
        ("-3", "the number `-3`"),
        ("0.5", "the number `0.5`"),
    ] {
        assert_eq!(error::<String>(text), format!("found {expected}, expected a text"), "{text}");
    }
    assert_eq!(error::<bool>("\"no\""), "found the text \"no\", expected true or false");
}

#[test]
fn what_is_expected_is_named_as_in_json() {
    for (found, expected) in [
        (error::<Vec<f64>>("null"), "an array"),
        (error::<BTreeMap<String, f64>>("null"), "an object"),
        (error::<Form>("null"), "an object"),
        (error::<String>("null"), "a text"),
        (error::<bool>("null"), "true or false"),
        (error::<f32>("null"), "a number"),
        (error::<f64>("null"), "a number"),
        (error::<i8>("null"), "a whole number from -128 to 127"),
        (error::<u8>("null"), "a whole number from 0 to 255"),
        (error::<i16>("null"), "a whole number from -32768 to 32767"),
        (error::<u16>("null"), "a whole number from 0 to 65535"),
        (error::<i32>("null"), "a whole number from -2147483648 to 2147483647"),
        (error::<i64>("null"), "a whole number"),
        (error::<u32>("null"), "a whole number, 0 or more"),
        (error::<u64>("null"), "a whole number, 0 or more"),
        (error::<usize>("null"), "a whole number, 0 or more"),
        // Not a word of Rust.
        (error::<char>("null"), "a character"),
    ] {
        assert_eq!(found, format!("found null, expected {expected}"));
    }
}

#[test]
fn values_out_of_range_are_named_with_the_range() {
    assert_eq!(error::<u8>("300"), "found the number `300`, expected a whole number from 0 to 255");
    assert_eq!(error::<i8>("-300"), "found the number `-300`, expected a whole number from -128 to 127");
    assert_eq!(error::<u32>("-1"), "found the number `-1`, expected a whole number, 0 or more");
}

#[test]
fn an_array_in_the_place_of_an_object_is_named() {
    for text in ["[]", "[\"walk\"]"] {
        assert_eq!(error::<Form>(text), "found an array, expected an object", "{text}");
    }
}

#[test]
fn other_messages_stay_as_they_are() {
    assert_eq!(error::<Form>("{}"), "missing field `name`");
    assert_eq!(error::<Kind>("\"Curve\""), "unknown variant `Curve`, expected `Line`");
    assert_eq!(error::<Vec<f64>>("[1 2]"), "expected `,` or `]`");
}

#[test]
fn errors_of_syntax_are_in_plain_words() {
    for (text, expected) in [
        ("", "the text ends, expected a value"),
        ("[1,", "the text ends, expected a value"),
        ("[", "the text ends in an array"),
        ("[[1]", "the text ends in an array"),
        ("{", "the text ends in an object"),
        ("{\"a\": 1", "the text ends in an object"),
        ("\"a", "the text ends in a text without its closing quote"),
        ("noise", "expected `true`, `false` or `null`"),
        ("[tru ]", "expected `true`, `false` or `null`"),
        ("walk", "expected a value"),
        ("[}", "expected a value"),
        ("{a: 1}", "expected the name of a member in quotes"),
        ("{1: 1}", "expected the name of a member in quotes"),
    ] {
        assert_eq!(error::<serde_json::Value>(text), expected, "{text}");
    }
}
