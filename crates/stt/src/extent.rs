//! Finds the end of a file inside other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use crate::document::is_blank;
use crate::label::is_space;
use crate::{ChannelType, KeyframeType, Label};

/// The bytes with which every file begins.
pub(crate) const ID: &[u8] = b"#MINDRENDER";

/// The evidence of each part of a file in bits. Words and numbers occur in other texts too.
mod evidence {
    /// The id and the number of states.
    pub(super) const SIGNATURE: u32 = 24;
    /// A state: a name, a keyword and a count.
    pub(super) const STATE: u32 = 16;
    /// A node: a name, a keyword and at least nine numbers.
    pub(super) const NODE: u32 = 24;
    /// A key: five numbers and a name.
    pub(super) const KEY: u32 = 16;
}

/// The maximum length of words and numbers in bytes.
const MAX_WORD: usize = 64;

/// Scans the file by its counts. The line end after the last token is part of the file.
pub(crate) fn of(bytes: &[u8]) -> Extent {
    let mut scan = Scan { bytes, at: 0, evidence: evidence::SIGNATURE };
    match scan.file() {
        Ok(()) => Extent::Complete { len: scan.end_of_line(), evidence: scan.evidence },
        Err(Stop::Unexpected) => Extent::No { examined: scan.at.saturating_add(MAX_WORD) },
        Err(Stop::Incomplete) => Extent::Truncated { examined: bytes.len() },
    }
}

/// The progress of a scan, and the evidence that it has found.
struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    evidence: u32,
}

enum Stop {
    /// The next token is not one that the grammar allows.
    Unexpected,
    /// The bytes end before the file does.
    Incomplete,
}

type Step<T> = Result<T, Stop>;

impl<'a> Scan<'a> {
    fn file(&mut self) -> Step<()> {
        self.keyword(&[ID])?;
        self.word()?;
        for _ in 0..self.count()? {
            self.label()?;
            if self.keyword(&[b"SINGLE", b"KEYFRAME"])? == 0 {
                self.nodes()?;
            } else {
                self.keys()?;
            }
            self.found(evidence::STATE);
        }
        Ok(())
    }

    fn nodes(&mut self) -> Step<()> {
        for _ in 0..self.count()? {
            self.label()?;
            if self.keyword(&[b"STATIC", b"DYNAMIC"])? == 0 {
                self.numbers(9)?;
            } else {
                for _ in 0..3 {
                    self.numbers(8)?;
                    self.below(ChannelType::ALL.len())?;
                }
            }
            self.found(evidence::NODE);
        }
        Ok(())
    }

    fn keys(&mut self) -> Step<()> {
        let count = self.count()?;
        self.below(KeyframeType::ALL.len())?;
        self.label()?;
        for _ in 0..count {
            self.numbers(5)?;
            self.label()?;
            self.found(evidence::KEY);
        }
        Ok(())
    }

    fn found(&mut self, evidence: u32) {
        self.evidence = self.evidence.saturating_add(evidence);
    }

    /// The index of the next word among these, in any case.
    fn keyword(&mut self, words: &[&[u8]]) -> Step<usize> {
        let word = self.word()?;
        let found = words.iter().position(|known| word.eq_ignore_ascii_case(known));
        found.ok_or_else(|| self.unexpected())
    }

    fn count(&mut self) -> Step<u64> {
        let word = self.word()?;
        let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| self.unexpected())
    }

    fn below(&mut self, limit: usize) -> Step<()> {
        let number = self.count()?;
        if usize::try_from(number).is_ok_and(|number| number < limit) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    fn numbers(&mut self, count: usize) -> Step<()> {
        for _ in 0..count {
            let word = self.word()?;
            anim_number::parse(word).ok_or_else(|| self.unexpected())?;
        }
        Ok(())
    }

    /// A name in braces.
    fn label(&mut self) -> Step<()> {
        self.skip_space();
        let rest = self.rest();
        let reach = rest.get(..Label::MAX_LEN.saturating_add(2)).unwrap_or(rest);
        match (rest.first(), reach.iter().position(|&byte| byte == b'}')) {
            (Some(b'{'), Some(end)) => self.at = self.at.saturating_add(end).saturating_add(1),
            (None, _) => return Err(Stop::Incomplete),
            (Some(b'{'), None) if reach.len() == rest.len() => return Err(Stop::Incomplete),
            (Some(_), _) => {
                self.at = self.at.saturating_add(reach.len());
                return Err(Stop::Unexpected);
            }
        }
        Ok(())
    }

    /// A word, up to white space, a name or an end mark.
    fn word(&mut self) -> Step<&'a [u8]> {
        self.skip_space();
        let rest = self.rest();
        let ends = |byte: &u8| is_blank(*byte) || *byte == b'{';
        let len = rest.iter().take(MAX_WORD).position(ends).unwrap_or(rest.len().min(MAX_WORD));
        self.at = self.at.saturating_add(len);
        match rest.get(..len) {
            Some(word) if len > 0 && len < MAX_WORD => Ok(word),
            _ => Err(self.unexpected()),
        }
    }

    /// The reason to stop at the last word: at the end of the bytes, it may be a part of a longer word.
    fn unexpected(&self) -> Stop {
        if self.at >= self.bytes.len() { Stop::Incomplete } else { Stop::Unexpected }
    }

    fn skip_space(&mut self) {
        let space = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        self.at = self.at.saturating_add(space);
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The offset after the spaces and the line end that follow.
    fn end_of_line(&self) -> usize {
        let rest = self.rest();
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let line_end = match rest.get(blank..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([b'\r' | b'\n', ..]) => 1,
            _ => 0,
        };
        self.at.saturating_add(blank).saturating_add(line_end)
    }
}

#[cfg(test)]
mod tests {
    use anim_core::Format;

    use super::*;
    use crate::Stt;

    const LAMP: &str = "{on} SINGLE 1 {lamp} STATIC 0 0 0  0 0 0  0 0 0";
    const WHEEL: &str =
        "{turn} single 1\n{wheel} DYNAMIC 0 0 0 0 0 0 1 0 0\n0 0 0 0 0 0 1 0 0\n0 0 0 0 0 9 1 0 1";
    const BLINK: &str = "{blink} KEYFRAME 1 5 {on} 1 0.5 0.5 0 0 {on}";

    fn file(states: &[&str]) -> String {
        format!("#MINDRENDER 1.1 {} {}", states.len(), states.join("\r\n"))
    }

    #[test]
    fn a_file_ends_after_the_line_of_its_last_token() {
        for (text, evidence) in [
            (file(&[LAMP]), 24 + 16 + 24),
            (file(&[WHEEL, BLINK, LAMP]) + " \t\r\n", 24 + 2 * (16 + 24) + 16 + 16),
            (file(&[LAMP, BLINK]) + "\n", 24 + 16 + 24 + 16 + 16),
            (file(&[]) + "\r", 24),
        ] {
            for behind in ["", "\0\0\0", "\x1A", " and more", "\n7 8\n", "{"] {
                // Without a line end, the last word continues in the following data.
                let text =
                    if text.ends_with(char::is_whitespace) { text.clone() } else { text.clone() + "\n" };
                let bytes = format!("{text}{behind}");
                let bytes = if text.ends_with('\r') { bytes.replace("\r\n", "\r \n") } else { bytes };
                let expected = Extent::Complete { len: text.len(), evidence };
                assert_eq!(Stt::extent(bytes.as_bytes()), expected, "{bytes:?}");
            }
            for end in 0..text.trim_end().len() {
                let found = Stt::extent(&text.as_bytes()[..end]);
                // A number may lack its last digits.
                let short = matches!(found, Extent::Complete { len, .. } if len == end);
                assert!(
                    short || matches!(found, Extent::Truncated { examined } if examined == end),
                    "{end}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn a_token_that_the_grammar_does_not_allow_ends_the_scan() {
        for (what, text) in [
            ("the id", "#MINDRENDERER 1.1 1 ".to_owned() + LAMP),
            ("the number of states", "#MINDRENDER 1.1 one ".to_owned() + LAMP),
            ("a state less", file(&[LAMP]).replace("1.1 1", "1.1 2")),
            ("a name", file(&[&LAMP.replace("{lamp}", "lamp")])),
            ("a keyword", file(&[&LAMP.replace("STATIC", "ECSTATIC")])),
            ("a number less", file(&[&LAMP.replace("  ", " x ")])),
            ("a number that is not finite", file(&[&BLINK.replace("0.5", "inf")])),
            ("a type of motion", file(&[&WHEEL.replace("9 1 0 1", "9 1 0 10")])),
            ("a type of keyframes", file(&[&BLINK.replace("1 5", "1 6")])),
            ("a name that never ends", file(&["{on"]) + &" on and on".repeat(Label::MAX_LEN / 10 + 1)),
        ] {
            let found = Stt::extent(format!("{text} and what there is behind").as_bytes());
            assert!(matches!(found, Extent::No { .. }), "{what}: {found:?}");
        }
    }
}
