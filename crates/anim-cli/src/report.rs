//! Diagnostics as text.

mod loss_group;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use anim_core::{Code, Diagnostic, Fate, Loss, Severity, Span};
use anim_formats::is_text;

use crate::text::{counted, visible};
use crate::{embedded, hex, json_path, snippet};
use loss_group::LossGroup;

/// The number of diagnostics with one code that are shown for one file; the rest are counted.
pub(crate) const MOST: usize = 20;

/// Writes the diagnostics of one file.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    label: &'a str,
    /// The bytes of the file, if available.
    source: Option<&'a [u8]>,
    is_text: bool,
    /// The JSON text of a binary file that was found last.
    json: Option<Range<usize>>,
    color: bool,
    /// The number of diagnostics by code.
    counts: BTreeMap<&'static str, (Severity, usize)>,
}

impl<'a> Report<'a> {
    /// Diagnostics about the bytes of a file, or about something known only by a path.
    pub(crate) fn new(label: &'a str, source: Option<&'a [u8]>, color: bool) -> Self {
        let is_text = source.is_some_and(is_text);
        Self { label, source, is_text, json: None, color, counts: BTreeMap::new() }
    }

    /// Writes a diagnostic with the part of the file that it concerns, unless there were many with the same code.
    pub(crate) fn write(&mut self, out: &mut impl Write, diagnostic: &Diagnostic) -> io::Result<()> {
        if !self.count_in(diagnostic.code) {
            return Ok(());
        }
        let span = diagnostic.at.span;
        if let Some(source) = self.source
            && let Some((text, marked)) = self.text(source, diagnostic)
            && let Some(text) = snippet::annotated(self.label, source, text, diagnostic, marked, self.color)
        {
            return out.write_all(text.as_bytes());
        }
        self.write_title(out, diagnostic)?;
        match (self.source, span) {
            (Some(source), Some(span)) => out.write_all(hex::window(source, span, self.color).as_bytes()),
            _ => Ok(()),
        }
    }

    /// The text for a diagnostic (the file, or the JSON in it) and the bytes to mark: those that the diagnostic states, or the
    /// value at its path.
    fn text(&mut self, source: &[u8], diagnostic: &Diagnostic) -> Option<(Range<usize>, Span)> {
        let text = if self.is_text { Some(0..source.len()) } else { self.json(source, diagnostic.at.span) };
        let text = text?;
        let span = diagnostic.at.span.or_else(|| {
            let found = json_path::locate(source.get(text.clone())?, &diagnostic.at.path)?;
            // The first line of a value is enough.
            let start = text.start + found.start;
            let value = source.get(start..text.start + found.end)?;
            Some(Span::at(start, value.iter().position(|byte| *byte == b'\n').unwrap_or(value.len())))
        });
        Some((text, span?))
    }

    /// The JSON text of a binary file around a span, or the first one.
    fn json(&mut self, source: &[u8], span: Option<Span>) -> Option<Range<usize>> {
        let is_known =
            |text: &Range<usize>| span.is_none_or(|span| text.start <= span.start && span.end <= text.end);
        if !self.json.as_ref().is_some_and(is_known) {
            self.json = match span {
                Some(span) => embedded::json_around(source, span),
                None => embedded::first_json(source),
            };
        }
        self.json.clone()
    }

    /// Writes the losses of a conversion, unless there were many with the same code.
    fn write_losses(&mut self, out: &mut impl Write, losses: &LossGroup<'_>) -> io::Result<()> {
        let loss = losses.worst;
        if !self.count_in(loss.code) {
            return Ok(());
        }
        write!(out, "{}: {}", self.title(loss.severity, loss.code), visible(&loss.message))?;
        let up_to = if losses.differ { "up to " } else { "" };
        match loss.fate {
            Fate::Equivalent(_) => write!(out, " (in another form, without error)")?,
            Fate::Approximated(error) => write!(out, " (approximated, error {up_to}{error})")?,
            fate => write!(out, " ({})", fate.name())?,
        }
        self.write_place(out, losses.place())
    }

    /// Counts a finding with this code, and returns whether it is among those that are shown.
    fn count_in(&mut self, code: &Code) -> bool {
        let (_, count) = self.counts.entry(code.id).or_insert((code.severity, 0));
        *count += 1;
        *count <= MOST
    }

    /// Writes how many more findings there were of codes with too many.
    pub(crate) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        let too_many = self.counts.iter().filter(|(_, (_, count))| *count > MOST);
        too_many.into_iter().try_for_each(|(code, (_, count))| {
            writeln!(out, "{}: {} more of [{code}], --json lists all", visible(self.label), count - MOST)
        })
    }

    /// The number of findings of a severity.
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
        write!(
            out,
            "{}: {}",
            self.title(diagnostic.severity(), diagnostic.code),
            visible(&diagnostic.message)
        )?;
        self.write_place(out, (!diagnostic.at.is_unknown()).then(|| diagnostic.at.to_string()))
    }

    /// Ends a title with the file and the place in it.
    fn write_place(&self, out: &mut impl Write, place: Option<String>) -> io::Result<()> {
        write!(out, "\n  --> {}", visible(self.label))?;
        match place {
            Some(place) => writeln!(out, ": {}", visible(&place)),
            None => writeln!(out),
        }
    }

    /// The severity and the code.
    fn title(&self, severity: Severity, code: &Code) -> String {
        let style = match severity {
            Severity::Error => "\x1b[1;31m",
            Severity::Warning => "\x1b[1;33m",
            Severity::Note => "\x1b[1;32m",
        };
        let (on, off) = if self.color { (style, "\x1b[0m") } else { ("", "") };
        format!("{on}{severity}[{}]{off}", code.id)
    }
}

/// The report of a conversion as text.
pub(crate) fn of_conversion(label: &str, report: &anim_core::Report, color: bool) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    for change in &report.changes {
        let clip =
            change.clip.as_deref().map_or_else(String::new, |clip| format!(", clip `{}`", visible(clip)));
        writeln!(out, "{}: {}\n  --> {}{clip}", change.edit, visible(&change.message), visible(label))?;
    }
    let mut written = Report::new(label, None, color);
    report.findings.iter().try_for_each(|finding| written.write(&mut out, finding))?;
    LossGroup::group(&report.losses).iter().try_for_each(|losses| written.write_losses(&mut out, losses))?;
    written.finish(&mut out)?;
    Ok(out)
}

/// A loss, to be used within a sentence.
pub(crate) fn loss_in_words(loss: &Loss) -> String {
    let place = LossGroup::of(loss).place().map_or_else(String::new, |place| format!(" ({place})"));
    format!("{}{place} [{}]", loss.message, loss.code.id)
}

#[cfg(test)]
mod tests {
    use anim_core::{Clip, Deviation, Location, Node, Unit};

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
        let container = b"\0\0{\"a\": 1,\n \"b\": \"a text of some length\"}\0\x01";
        let inside = ODD.at(Location::span(12..15), "three legs");
        let json = text(&mut Report::new("a.bin", Some(container), false), &[inside, diagnostic.clone()]);
        assert!(json.contains("--> a.bin (JSON from byte 2):2:2\n"), "{json}");
        assert!(json.contains("2 |  \"b\": \"a text of some length\"}\n  |  ^^^"), "{json}");
        assert!(json.contains("a.bin: bytes 0..2\n00000000 | 00 00"), "{json}");
        let json = text(&mut Report::new("a.json", Some(b"{}\n"), false), &[diagnostic]);
        assert!(json.contains("1 | {}\n  | ^^"), "{json}");
    }

    #[test]
    fn a_loss_shows_what_became_of_the_thing_and_where() {
        let mut clip = Clip::new("walk");
        clip.nodes = vec![Node::new("hip")];
        let shear = ODD.approximated(Deviation::angle(0.001_234), "the matrix shears").of_node(&clip, 0);
        let light = BAD.dropped("a light is not in the file");
        let sum = ODD.equivalent(Unit::Length, "two motions were added").of_node(&clip, 0);
        let mut report = anim_core::Report::new();
        report.losses = vec![shear.clone(), light, sum];
        let out = of_conversion("a.glb", &report, false).unwrap();
        let expected = "\
warning[toy::odd]: the matrix shears (approximated, error 0.001234 rad)
  --> a.glb: clip `walk`, node `hip`
error[toy::bad]: a light is not in the file (dropped)
  --> a.glb
warning[toy::odd]: two motions were added (in another form, without error)
  --> a.glb: clip `walk`, node `hip`
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        assert_eq!(loss_in_words(&shear), "the matrix shears (clip `walk`, node `hip`) [toy::odd]");
    }

    #[test]
    fn losses_that_differ_only_in_nodes_are_one() {
        let mut clip = Clip::new("walk");
        clip.nodes = (0..7).map(|index| Node::new(format!("n{index}"))).collect();
        let mut report = anim_core::Report::new();
        // Two components of each.
        let nodes = (0..7).flat_map(|node| [node; 2]);
        report.losses = nodes.map(|node| ODD.dropped("no bone has this name").of_node(&clip, node)).collect();
        let out = String::from_utf8(of_conversion("a.anim", &report, false).unwrap()).unwrap();
        let expected = "\
warning[toy::odd]: no bone has this name (dropped)
  --> a.anim: clip `walk`, nodes `n0`, `n1`, `n2`, `n3` and 3 more
";
        assert_eq!(out, expected);
    }

    #[test]
    fn of_losses_that_differ_only_in_nodes_and_errors_the_worst_is_shown_and_new_names_are() {
        let mut clip = Clip::new("walk");
        clip.nodes = (0..3).map(|index| Node::new(format!("n {index}"))).collect();
        let mut report = anim_core::Report::new();
        for (node, error) in [0.1, 0.3, 0.2].into_iter().enumerate() {
            let loss = ODD.approximated(Deviation::angle(error), "it turns").of_node(&clip, node);
            report.losses.push(loss.at_time(node as f64));
        }
        for node in 0..2 {
            let loss = BAD.dropped("the joint has another name").of_node(&clip, node);
            report.losses.push(loss.renamed(format!("n_{node}")));
        }
        let out = String::from_utf8(of_conversion("a.bvh", &report, false).unwrap()).unwrap();
        let expected = "\
warning[toy::odd]: it turns (approximated, error up to 0.3 rad)
  --> a.bvh: clip `walk`, nodes `n 0`, `n 1`, `n 2`, most of all `n 1` at 1 s
error[toy::bad]: the joint has another name (dropped)
  --> a.bvh: clip `walk`, nodes `n 0` as `n_0`, `n 1` as `n_1`
";
        assert_eq!(out, expected);
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
