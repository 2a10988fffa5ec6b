//! Findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), written as they come.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use anim_core::{Code, Diagnostic, Span};
use anim_formats::Places;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::output::Output;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The codes that occurred, in order, and whether there was a result.
#[derive(Default)]
pub(super) struct Sarif {
    rules: Vec<&'static Code>,
    known: HashMap<&'static str, usize>,
    is_begun: bool,
}

/// Writes the part before all results.
pub(super) fn open(out: &mut Output) -> io::Result<()> {
    write!(out, "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"results\":[")
}

impl Sarif {
    /// The results of one file, which may be unreadable.
    pub(super) fn file<'a>(
        &'a mut self,
        out: &'a mut Output,
        path: &Path,
        bytes: Option<&'a [u8]>,
    ) -> SarifFile<'a> {
        let places = bytes.and_then(Places::of_file);
        SarifFile { sarif: self, out, uri: uri(path), bytes: bytes.map(<[u8]>::len), places }
    }

    /// Writes the part after all results: only then are the rules known.
    pub(super) fn close(&self, out: &mut Output, exit: Exit, is_complete: bool) -> io::Result<()> {
        let rule = |code: &&'static Code| {
            json!({
                "id": code.id,
                "shortDescription": { "text": code.summary },
                "defaultConfiguration": { "level": code.severity.name() },
            })
        };
        let driver = json!({
            "name": "anim",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": self.rules.iter().map(rule).collect::<Vec<_>>(),
        });
        let invocation = json!({ "executionSuccessful": is_complete, "exitCode": exit as u8 });
        out.write_all(b"],\n\"tool\":{\"driver\":")?;
        serde_json::to_writer(&mut *out, &driver)?;
        out.write_all(b"},\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &invocation)?;
        out.write_all(b"],\"columnKind\":\"unicodeCodePoints\"}]}\n")
    }

    /// The index of a code among the rules.
    fn rule(&mut self, code: &'static Code) -> usize {
        *self.known.entry(code.id).or_insert_with(|| {
            self.rules.push(code);
            self.rules.len() - 1
        })
    }
}

/// A file whose findings are written.
pub(super) struct SarifFile<'a> {
    sarif: &'a mut Sarif,
    out: &'a mut Output,
    uri: String,
    /// The length of a file that was read.
    bytes: Option<usize>,
    /// The lines of a text file.
    places: Option<Places<'a>>,
}

impl SarifFile<'_> {
    /// Writes a finding; an allowed one is marked as suppressed.
    pub(super) fn write(&mut self, finding: &Diagnostic, is_allowed: bool) -> io::Result<()> {
        let mut place = json!({ "physicalLocation": { "artifactLocation": { "uri": self.uri } } });
        if let Some(region) = finding.at.span.and_then(|span| self.region(span)) {
            place["physicalLocation"]["region"] = region;
        }
        if !finding.at.path.is_empty() {
            place["logicalLocations"] = json!([{ "fullyQualifiedName": finding.at.path }]);
        }
        let mut result = json!({
            "ruleId": finding.code.id,
            "ruleIndex": self.sarif.rule(finding.code),
            "level": finding.severity().name(),
            "message": { "text": finding.message },
            "locations": [place],
        });
        if is_allowed {
            result["suppressions"] = json!([{ "kind": "external" }]);
        }
        let before: &[u8] = if std::mem::replace(&mut self.sarif.is_begun, true) { b",\n" } else { b"\n" };
        self.out.write_all(before)?;
        Ok(serde_json::to_writer(&mut *self.out, &result)?)
    }

    /// The region of a span: bytes, or in a text lines and characters. It lies within its file.
    fn region(&self, span: Span) -> Option<Value> {
        let len = self.bytes?;
        let start = span.start.min(len);
        let end = span.end.clamp(start, len);
        let Some(places) = &self.places else {
            return Some(json!({ "byteOffset": start, "byteLength": end - start }));
        };
        let [[line, column], [end_line, end_column]] = [start, end].map(|at| places.line_column(at));
        Some(
            json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column }),
        )
    }
}

/// A path as a URI reference (RFC 3986): relative to the working directory, unless the path is absolute.
fn uri(path: &Path) -> String {
    use std::fmt::Write as _;
    let mut uri = match path.is_absolute() {
        true if cfg!(windows) => "file:///".to_owned(),
        true => "file://".to_owned(),
        false => String::new(),
    };
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri(Path::new("takes/a walk#1%.tod")), "takes/a%20walk%231%25.tod");
        assert_eq!(uri(Path::new("a:ü")), "a%3A%C3%BC");
        if cfg!(unix) {
            assert_eq!(uri(Path::new("/tmp/a.tod")), "file:///tmp/a.tod");
        }
    }
}
