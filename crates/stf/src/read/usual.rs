//! A fast path for keyframes in exactly the text that the exporter writes, which is most of a file. `keyframes` reads any other
//! text.

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use crate::{Ease, Handle, Key, Keyframe, Tangent};

/// `[true, VALUE, "bezier", "TANGENT", [FRAMES, VALUE]]`, optionally with a second handle, and the length of its text.
pub(super) fn bezier(text: &[u8]) -> Option<(Keyframe, usize)> {
    let mut rest = text;
    skip(&mut rest, b"[true, ")?;
    let value = number(&mut rest)?;
    skip(&mut rest, b", \"bezier\", \"")?;
    let tangent = if skip(&mut rest, b"auto\", ").is_some() {
        Tangent::Auto
    } else if skip(&mut rest, b"split\", ").is_some() {
        Tangent::Split
    } else {
        skip(&mut rest, b"aligned\", ")?;
        Tangent::Aligned
    };
    let out = handle(&mut rest)?;
    let into = if skip(&mut rest, b", ").is_some() { Some(handle(&mut rest)?) } else { None };
    skip(&mut rest, b"]")?;
    let len = text.len().saturating_sub(rest.len());
    Some((Keyframe::Key(Key { value, ease: Ease::Bezier { tangent, out }, into }), len))
}

#[inline]
fn handle(rest: &mut &[u8]) -> Option<Handle> {
    skip(rest, b"[")?;
    let frames = number(rest)?;
    skip(rest, b", ")?;
    let value = number(rest)?;
    skip(rest, b"]")?;
    Some(Handle::stored([frames, value]))
}

/// Skips these bytes, whose number is known at compile time.
#[inline]
fn skip<const N: usize>(rest: &mut &[u8], bytes: &[u8; N]) -> Option<()> {
    *rest = rest.strip_prefix(bytes)?;
    Some(())
}

#[inline]
fn number(rest: &mut &[u8]) -> Option<f64> {
    let (number, len) = plain(rest);
    *rest = rest.get(len..)?;
    (len > 0).then_some(number)
}

/// A number and its length, or 0 without a number: unlike an `Option`, this is returned in registers.
#[inline(never)]
fn plain(text: &[u8]) -> (f64, usize) {
    anim_number::plain(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Scanner;

    #[test]
    fn keyframes_are_taken_as_the_exporter_writes_them_and_in_no_other_text() {
        let one = "[true, -0.5, \"bezier\", \"auto\", [1.3333333730697632, 0.25]";
        let both = format!("{one}, [-1.5, 2.0]");
        let read = |text: &str| bezier(format!("{text}, and what is behind it, which is long").as_bytes());
        let out = Handle::stored([1.333_333_373_069_763_2, 0.25]);
        for (word, tangent) in
            [("auto", Tangent::Auto), ("split", Tangent::Split), ("aligned", Tangent::Aligned)]
        {
            for (text, into) in [(one, None), (&*both, Some(Handle::stored([-1.5, 2.0])))] {
                let text = format!("{}]", text.replace("auto", word));
                let ease = Ease::Bezier { tangent: tangent.clone(), out };
                let key = Keyframe::Key(Key { value: -0.5, ease, into });
                assert_eq!(read(&text), Some((key, text.len())), "{text}");
            }
        }
        for other in ["other", "Auto", "auto ", "autos"] {
            assert_eq!(read(&format!("{}]", one.replace("auto", other))), None, "{other}");
        }
    }

    /// The fast path reads each text as the general one does, also with any byte removed or replaced.
    #[test]
    fn every_text_means_what_it_means_elsewhere() {
        let text = "[true, -0.5, \"bezier\", \"auto\", [1.5, 0.25], [-1.0, 2.0]], and what is behind it, which is long";
        let mut read = 0;
        for (at, byte) in (0..58).flat_map(|at| ["", "0", "-", "e", " ", "]", "\""].map(|byte| (at, byte))) {
            let changed = [&text[..at], byte, &text[at + 1..]].concat();
            if let Some((keyframe, len)) = bezier(changed.as_bytes()) {
                let mut scanner = Scanner::new(&changed);
                let expected = super::super::keyframes::keyframe(&mut scanner, &mut None);
                assert_eq!((Some(keyframe), len), (expected, scanner.at()), "{changed}");
                read += 1;
            }
        }
        assert!(read > 10, "{read}");
    }
}
