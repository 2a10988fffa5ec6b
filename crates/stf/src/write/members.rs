//! The members of an object in a text, and replacement of their values.

use std::ops::Range;

use crate::Member;
use crate::json::{Scanner, Style, Text, put_string};

/// The text of an object and the locations of its members.
pub(crate) struct Members<'a> {
    text: &'a str,
    spans: Vec<MemberSpan>,
    /// The position of the closing brace.
    close: usize,
}

struct MemberSpan {
    name: String,
    /// The start of the comma, white space or name that precedes the value.
    start: usize,
    value: Range<usize>,
}

impl<'a> Members<'a> {
    /// The members of an object; `None` for any other text.
    pub(crate) fn of(text: &'a str) -> Option<Self> {
        let mut scanner = Scanner::new(text);
        scanner.peek();
        let mut start = scanner.at() + 1;
        let mut spans = Vec::new();
        let span = scanner
            .object(|scanner, name| {
                let value = scanner.skip()?;
                let end = value.end;
                spans.push(MemberSpan { name: name.into_owned(), start, value });
                start = end;
                Ok(())
            })
            .ok()?;
        Some(Self { text, spans, close: span.end - 1 })
    }

    /// All members.
    pub(crate) fn all(&self) -> impl Iterator<Item = Member> {
        self.spans.iter().map(|member| Member::scanned(&member.name, &self.text[member.value.clone()]))
    }

    /// Whether the object has no members.
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The location of the value of a member. If several have the name, the last one.
    pub(crate) fn value(&self, name: &str) -> Option<Range<usize>> {
        self.spans.iter().rfind(|member| member.name == name).map(|member| member.value.clone())
    }

    /// Writes the object with new values.
    ///
    /// For each member whose name is in `names`, `put` gets the name and the old text, and writes the new text and returns
    /// true, or returns false to remove the member. Members of other names are kept if they are in the order of `others`, else
    /// removed. New members follow at the end: first those of `names`, then those of `others`.
    pub(crate) fn rewrite(
        &self,
        out: &mut Text,
        style: Style,
        names: &[&str],
        mut others: &[Member],
        mut put: impl FnMut(&mut Text, &str, Option<&'a str>) -> bool,
    ) {
        let first = self.spans.first().map_or(self.close, |member| member.start);
        out.push_str(&self.text[..first]);
        let mut empty = true;
        for member in &self.spans {
            let before = out.len();
            let lead = &self.text[member.start..member.value.start];
            out.push_str(if empty { after_comma(lead) } else { lead });
            let put = if names.contains(&&*member.name) {
                put(out, &member.name, Some(&self.text[member.value.clone()]))
            } else if let Some((next, rest)) =
                others.split_first().filter(|(next, _)| next.name() == member.name)
            {
                out.push_str(next.value());
                others = rest;
                true
            } else {
                false
            };
            if put {
                empty = false;
            } else {
                out.truncate(before);
            }
        }
        let lead = |out: &mut Text, name: &str, empty: bool| {
            if !empty {
                out.comma(style);
            }
            put_string(out, name);
            out.push_str(style.colon());
        };
        for name in names.iter().filter(|name| self.value(name).is_none()) {
            let before = out.len();
            lead(out, name, empty);
            if put(out, name, None) {
                empty = false;
            } else {
                out.truncate(before);
            }
        }
        for member in others {
            lead(out, member.name(), std::mem::replace(&mut empty, false));
            out.push_str(member.value());
        }
        let last = self.spans.last().map_or(self.close, |member| member.value.end);
        out.push_str(&self.text[last..]);
    }
}

/// The text before the first value of an object: without a comma.
fn after_comma(lead: &str) -> &str {
    lead.trim_start().strip_prefix(',').unwrap_or(lead)
}

/// The text of an object with one member set, or added at the end.
pub(crate) fn splice_member(object: &str, name: &str, value: &str, style: Style) -> Option<String> {
    let members = Members::of(object)?;
    let mut out = Text::with_capacity(object.len() + value.len() + name.len() + 8);
    let others: Vec<_> = members.all().filter(|member| member.name() != name).collect();
    members.rewrite(&mut out, style, &[name], &others, |out, _, _| {
        out.push_str(value);
        true
    });
    Some(out.into_string())
}
