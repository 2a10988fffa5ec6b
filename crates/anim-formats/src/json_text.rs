//! Values of JSON texts, with errors that name the path and the place of what is wrong.

use anim_core::{ClipFile, json_words};
use serde::de::DeserializeOwned;
use serde_json::Deserializer;

use crate::Error;

/// The clips of a JSON text, in the form that `anim dump --clips` writes.
///
/// Errors: [`Error::Json`], with the path of the value, such as `clips[0].channels[2].times`.
pub fn clip_file(json: &str) -> Result<ClipFile, Error> {
    read(json)
}

/// A value of a JSON text.
pub(crate) fn read<T: DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str(json).map_err(|failure| {
        // Paths cost time, so only a text that is refused is read with them.
        let again = serde_path_to_error::deserialize::<_, T>(&mut Deserializer::from_str(json));
        let path = again.err().map(|failure| failure.path().to_string());
        error(&failure, json, path.filter(|path| path != ROOT).unwrap_or_default())
    })
}

/// The path of the complete text.
const ROOT: &str = ".";

/// The parser's error in a JSON text. `Display` of the result shows the place.
pub(crate) fn error(error: &serde_json::Error, json: &str, path: String) -> Error {
    let (line, bytes) = (error.line(), error.column());
    let text = error.to_string();
    let suffix = format!(" at line {line} column {bytes}");
    let message = json_words(text.strip_suffix(&suffix).unwrap_or(&text));
    let before = json.lines().nth(line.saturating_sub(1)).and_then(|found| found.get(..bytes));
    // The parser counts the bytes that it has read: none of an empty text.
    let column = before.map_or(bytes, |before| before.chars().count()).max(1);
    Error::Json { path, message, line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_path() {
        let channel = |channel: &str| {
            format!(
                r#"{{"schema": 1, "clips": [{{"name": "a", "nodes": [{{"name": "n"}}], "channels": [{channel}]}}]}}"#
            )
        };
        for (text, expected) in [
            (String::new(), "the text ends, expected a value (line 1, column 1)"),
            ("[".to_owned(), "the text ends in an array (line 1, column 1)"),
            ("[]".to_owned(), "found an array"),
            ("{}".to_owned(), "missing field `schema` (line 1, column 2)"),
            (
                channel(r#"{"node": 0, "property": "translation", "times": [0, "x"], "values": []}"#),
                "clips[0].channels[0].times[1]: ",
            ),
            (
                channel(r#"{"node": 0, "property": "translation", "tims": [0], "values": []}"#),
                "clips[0].channels[0].tims: unknown field `tims`",
            ),
            (
                channel(r#"{"node": 0, "property": "translation", "times": [0], "values": [1]}"#),
                "clips[0]: clip `a`: channel 0 (translation of `n`): expected 1 keys × 3 values",
            ),
        ] {
            let error = clip_file(&text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
