//! How far a text reaches that begins somewhere in other data.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use anim_core::Extent;

use crate::document::is_blank;
use crate::label::is_space;
use crate::{ChannelType, KeyframeType, Label};

/// What every file begins with.
pub(crate) const ID: &[u8] = b"#MINDRENDER";

/// What speaks for an STT, in bits; words and numbers are in other texts too.
mod evidence {
    /// The id and the number of states.
    pub(super) const SIGNATURE: u32 = 24;
    /// A state with its name, its keyword and its count.
    pub(super) const STATE: u32 = 16;
    /// A node with its name, its keyword and nine numbers at least.
    pub(super) const NODE: u32 = 24;
    /// A key: five numbers and a name.
    pub(super) const KEY: u32 = 16;
}

/// No word is longer, and no number.
const MAX_WORD: usize = 64;

/// The walk goes by the counts. The line end after the last token is part of the file.
pub(crate) fn of(bytes: &[u8]) -> Extent {
    let mut walk = Walk { bytes, at: 0, evidence: evidence::SIGNATURE };
    match walk.file() {
        Ok(()) => Extent::Whole { len: walk.end_of_line(), evidence: walk.evidence },
        Err(Stop::Misfits) => Extent::No { walked: walk.at.saturating_add(MAX_WORD) },
        Err(Stop::Ends) => Extent::Cut { walked: bytes.len() },
    }
}

/// Where a walk is and what it has seen.
struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    evidence: u32,
}

enum Stop {
    Misfits,
    /// The bytes end where something may go on.
    Ends,
}

type Step<T> = Result<T, Stop>;

impl<'a> Walk<'a> {
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
            self.saw(evidence::STATE);
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
            self.saw(evidence::NODE);
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
            self.saw(evidence::KEY);
        }
        Ok(())
    }

    fn saw(&mut self, evidence: u32) {
        self.evidence = self.evidence.saturating_add(evidence);
    }

    /// Which of these words is next, in whatever case.
    fn keyword(&mut self, words: &[&[u8]]) -> Step<usize> {
        let word = self.word()?;
        let found = words.iter().position(|known| word.eq_ignore_ascii_case(known));
        found.ok_or_else(|| self.misfit())
    }

    fn count(&mut self) -> Step<u64> {
        let word = self.word()?;
        let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| self.misfit())
    }

    fn below(&mut self, limit: usize) -> Step<()> {
        let number = self.count()?;
        if usize::try_from(number).is_ok_and(|number| number < limit) { Ok(()) } else { Err(self.misfit()) }
    }

    fn numbers(&mut self, count: usize) -> Step<()> {
        for _ in 0..count {
            let word = self.word()?;
            let text = std::str::from_utf8(word).unwrap_or_default();
            if !text.parse().is_ok_and(f64::is_finite) {
                return Err(self.misfit());
            }
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
            (None, _) => return Err(Stop::Ends),
            (Some(b'{'), None) if reach.len() == rest.len() => return Err(Stop::Ends),
            (Some(_), _) => {
                self.at = self.at.saturating_add(reach.len());
                return Err(Stop::Misfits);
            }
        }
        Ok(())
    }

    /// A word that a space, a name or an end mark follows. One that does not fit may go on behind the last byte.
    fn word(&mut self) -> Step<&'a [u8]> {
        self.skip_space();
        let rest = self.rest();
        let ends = |byte: &u8| is_blank(*byte) || *byte == b'{';
        let len = rest.iter().take(MAX_WORD).position(ends).unwrap_or(rest.len().min(MAX_WORD));
        self.at = self.at.saturating_add(len);
        match rest.get(..len) {
            Some(word) if len > 0 && len < MAX_WORD => Ok(word),
            _ => Err(self.misfit()),
        }
    }

    /// That the last word does not fit: it may be only a part of one.
    fn misfit(&self) -> Stop {
        if self.at >= self.bytes.len() { Stop::Ends } else { Stop::Misfits }
    }

    fn skip_space(&mut self) {
        let space = self.rest().iter().take_while(|byte| is_space(**byte)).count();
        self.at = self.at.saturating_add(space);
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The place after the spaces and the line end that are next.
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
    fn a_file_ends_with_the_line_of_its_last_token() {
        for (text, evidence) in [
            (file(&[LAMP]), 24 + 16 + 24),
            (file(&[WHEEL, BLINK, LAMP]) + " \t\r\n", 24 + 2 * (16 + 24) + 16 + 16),
            (file(&[LAMP, BLINK]) + "\n", 24 + 16 + 24 + 16 + 16),
            (file(&[]) + "\r", 24),
        ] {
            for behind in ["", "\0\0\0", "\x1A", " and more", "\n7 8\n", "{"] {
                // Without a line end a word goes on.
                let text =
                    if text.ends_with(char::is_whitespace) { text.clone() } else { text.clone() + "\n" };
                let bytes = format!("{text}{behind}");
                let bytes = if text.ends_with('\r') { bytes.replace("\r\n", "\r \n") } else { bytes };
                let expected = Extent::Whole { len: text.len(), evidence };
                assert_eq!(Stt::extent(bytes.as_bytes()), expected, "{bytes:?}");
            }
            for end in 0..text.trim_end().len() {
                let found = Stt::extent(&text.as_bytes()[..end]);
                // A number may lack its last digits.
                let short = matches!(found, Extent::Whole { len, .. } if len == end);
                assert!(
                    short || matches!(found, Extent::Cut { walked } if walked == end),
                    "{end}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn whatever_is_not_as_it_has_to_be_ends_the_walk() {
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
