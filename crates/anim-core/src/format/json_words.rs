//! Messages of JSON parsers.

/// Messages about the syntax, with words for them.
const SYNTAX: [(&str, &str); 7] = [
    ("EOF while parsing a value", "the text ends, expected a value"),
    ("EOF while parsing a list", "the text ends in an array"),
    ("EOF while parsing an object", "the text ends in an object"),
    ("EOF while parsing a string", "the text ends in a text without its closing quote"),
    ("expected value", "expected a value"),
    ("expected ident", "expected `true`, `false` or `null`"),
    ("key must be a string", "expected the name of a member in quotes"),
];

/// A message of a parser of JSON in the words of JSON instead of those of Rust: `invalid type: map, expected a sequence` becomes
/// `found an object, expected an array`, and `EOF while parsing a value` becomes `the text ends, expected a value`. Messages that
/// have no such words stay as they are.
///
/// A place at the end of the message, such as `at line 1 column 2`, must be removed before.
pub fn json_words(message: &str) -> String {
    if let Some((_, words)) = SYNTAX.iter().find(|(known, _)| *known == message) {
        return (*words).to_owned();
    }
    // An array in the place of an object is read as its members in order.
    if message.starts_with("invalid length ") && message.contains(", expected struct ") {
        return "found an array, expected an object".to_owned();
    }
    let value = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    let Some((found, expected)) = value.and_then(|value| value.split_once(", expected ")) else {
        return message.to_owned();
    };
    let found = match found {
        "map" => "an object".to_owned(),
        "sequence" => "an array".to_owned(),
        "null" => "null".to_owned(),
        other => {
            let kinds =
                [("string ", "the text "), ("integer ", "the number "), ("floating point ", "the number ")];
            let named =
                kinds.iter().find_map(|(kind, word)| Some(format!("{word}{}", other.strip_prefix(kind)?)));
            named.unwrap_or_else(|| other.replacen("boolean ", "", 1))
        }
    };
    let expected = match expected {
        "a sequence" => "an array",
        "a map" => "an object",
        "a string" => "a text",
        "a boolean" => "true or false",
        "f64" | "f32" => "a number",
        "i8" => "a whole number from -128 to 127",
        "u8" => "a whole number from 0 to 255",
        "i16" => "a whole number from -32768 to 32767",
        "u16" => "a whole number from 0 to 65535",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" => "a whole number",
        "u32" | "u64" | "usize" => "a whole number, 0 or more",
        expected if expected.starts_with("struct ") => "an object",
        expected => expected,
    };
    format!("found {found}, expected {expected}")
}
