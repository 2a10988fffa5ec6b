//! Messages of JSON parsers.

/// A message of serde about a value of the wrong kind, in the words of JSON instead of those of Rust: `invalid type: map,
/// expected a sequence` becomes `found an object, expected an array`. Any other message stays as it is.
///
/// A place at the end of the message, such as `at line 1 column 2`, must be removed before.
pub fn json_words(message: &str) -> String {
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
