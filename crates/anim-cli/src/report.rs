//! Diagnostics for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anim_core::{Diagnostic, Loss, Severity};

use crate::text::{counted, visible};
use crate::{hex, snippet};

/// How many diagnostics with one code are shown for one file; the rest are counted.
pub(crate) const MOST: usize = 20;

/// The diagnostics of one file on their way to people.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    label: &'a str,
    /// The file they are about, where it is at hand.
    source: Option<&'a [u8]>,
    is_text: bool,
    color: bool,
    /// By code: how many there were.
    counts: BTreeMap<&'static str, (Severity, usize)>,
}

impl<'a> Report<'a> {
    /// Diagnostics about the bytes of a file, or about a thing with a path alone.
    pub(crate) fn new(label: &'a str, source: Option<&'a [u8]>, color: bool) -> Self {
        Self { label, source, is_text: source.is_some_and(snippet::is_text), color, counts: BTreeMap::new() }
    }

    /// Writes a diagnostic with the part of the file it is about, unless there were many like it.
    pub(crate) fn write(&mut self, out: &mut impl Write, diagnostic: &Diagnostic) -> io::Result<()> {
        let (_, count) = self.counts.entry(diagnostic.code.id).or_insert((diagnostic.severity(), 0));
        *count += 1;
        if *count > MOST {
            return Ok(());
        }
        let span = diagnostic.at.span;
        if let (Some(source), Some(span), true) = (self.source, span, self.is_text)
            && let Some(text) = snippet::annotated(self.label, source, diagnostic, span, self.color)
        {
            return out.write_all(text.as_bytes());
        }
        self.write_title(out, diagnostic)?;
        match (self.source, span) {
            (Some(source), Some(span)) => out.write_all(hex::window(source, span, self.color).as_bytes()),
            _ => Ok(()),
        }
    }

    /// Says how many more there were of the codes that were too many.
    pub(crate) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        let too_many = self.counts.iter().filter(|(_, (_, count))| *count > MOST);
        too_many.into_iter().try_for_each(|(code, (_, count))| {
            writeln!(out, "{}: {} more of [{code}], --json lists all", visible(self.label), count - MOST)
        })
    }

    /// How many there were of a severity.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.counts.values().filter(|(other, _)| *other == severity).map(|(_, count)| count).sum()
    }

    /// The numbers of errors, warnings and notes in words.
    pub(crate) fn summary(&self) -> String {
        let part = |severity: Severity| match self.count(severity) {
            0 => None,
            count => Some(counted(count, severity.name())),
        };
        let parts: Vec<_> =
            [Severity::Error, Severity::Warning, Severity::Note].into_iter().filter_map(part).collect();
        if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
    }

    fn write_title(&self, out: &mut impl Write, diagnostic: &Diagnostic) -> io::Result<()> {
        let style = match diagnostic.severity() {
            Severity::Error => "\x1b[1;31m",
            Severity::Warning => "\x1b[1;33m",
            Severity::Note => "\x1b[1;32m",
        };
        let (on, off) = if self.color { (style, "\x1b[0m") } else { ("", "") };
        let (severity, code) = (diagnostic.severity(), diagnostic.code.id);
        write!(out, "{on}{severity}[{code}]{off}: {}", visible(&diagnostic.message))?;
        match diagnostic.loss {
            Some(Loss::Approximated(error)) => write!(out, " (approximated, error {error:.2e})")?,
            Some(loss) => write!(out, " ({})", loss.name())?,
            None => {}
        }
        let place = if diagnostic.at.is_unknown() { String::new() } else { format!(": {}", diagnostic.at) };
        writeln!(out, "\n  --> {}{}", visible(self.label), visible(&place))
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Code, Location};

    use super::*;

    static ODD: Code = Code::warning("toy::odd", "something is odd");
    static BAD: Code = Code::error("toy::bad", "something is bad");

    fn text(report: &mut Report<'_>, diagnostics: &[Diagnostic]) -> String {
        let mut out = Vec::new();
        for diagnostic in diagnostics {
            report.write(&mut out, diagnostic).unwrap();
        }
        report.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn bytes_are_shown_as_bytes_and_text_as_text() {
        let diagnostic = ODD.at(Location::span(0..2), "three legs");
        let binary =
            text(&mut Report::new("a.tod", Some(b"P\0\x01\0"), false), std::slice::from_ref(&diagnostic));
        assert!(
            binary.starts_with(
                "warning[toy::odd]: three legs\n  --> a.tod: bytes 0..2\n00000000 | 50 00 01 00"
            )
        );
        let json = text(&mut Report::new("a.json", Some(b"{}\n"), false), &[diagnostic]);
        assert!(json.contains("1 | {}\n  | ^^"), "{json}");
    }

    #[test]
    fn a_loss_says_what_became_of_the_thing() {
        let approximated = ODD.at(Location::path("nodes[1]"), "shear").losing(Loss::Approximated(0.001_234));
        let dropped = BAD.at(Location::default(), "light").losing(Loss::Dropped);
        let expected = "\
warning[toy::odd]: shear (approximated, error 1.23e-3)
  --> a.glb: nodes[1]
error[toy::bad]: light (dropped)
  --> a.glb
";
        assert_eq!(text(&mut Report::new("a.glb", None, false), &[approximated, dropped]), expected);
    }

    #[test]
    fn many_of_one_code_are_counted() {
        let mut report = Report::new("a.tod", None, false);
        let mut found = vec![ODD.at(Location::default(), "again"); MOST + 7];
        found.push(BAD.at(Location::default(), "once"));
        let text = text(&mut report, &found);
        assert_eq!(text.matches("again").count(), MOST);
        assert!(text.ends_with("a.tod: 7 more of [toy::odd], --json lists all\n"), "{text}");
        assert_eq!(report.summary(), format!("1 error, {} warnings", MOST + 7));
        assert_eq!(Report::new("", None, false).summary(), "nothing found");
    }
}
