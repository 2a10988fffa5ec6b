//! What a format is called, how a file of it is known, and where one ends.

use crate::Code;

/// The name and the features of a format.
#[derive(Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The stable identifier, such as `tod`.
    pub id: &'static str,
    /// The name for users.
    pub name: &'static str,
    /// File name extensions without the dot, in lower case, the most usual one first.
    pub extensions: &'static [&'static str],
    /// Whether a file that parses is written back byte for byte (binary formats), rather than in a canonical form (text
    /// formats). For a format with several kinds of files, this describes the main kind; [`Format::is_exact`](crate::Format::is_exact)
    /// is about one document.
    pub exact: bool,
    /// The extensions, without the dot, of the kinds of files for which the opposite of `exact` holds.
    pub except: &'static [&'static str],
    /// The largest number of clips from which a file can be made; `None` for any number.
    pub max_clips: Option<usize>,
    /// What files state about clips as metadata that no curve shows.
    pub metadata: Metadata,
    /// Every code that the reader and the checks report. Each code has a fixture.
    pub codes: &'static [&'static Code],
    /// Every code that lowering and encoding report.
    pub conversion_codes: &'static [&'static Code],
}

impl FormatInfo {
    /// A format that is written in a canonical form, with any number of clips in a file.
    pub const fn new(id: &'static str, name: &'static str, extensions: &'static [&'static str]) -> Self {
        Self {
            id,
            name,
            extensions,
            exact: false,
            except: &[],
            max_clips: None,
            metadata: Metadata::Facts(&[]),
            codes: &[],
            conversion_codes: &[],
        }
    }

    /// The format, written back byte for byte.
    #[must_use]
    pub const fn exact(self) -> Self {
        Self { exact: true, ..self }
    }

    /// The format, in which the opposite of `exact` holds for the files with these extensions.
    #[must_use]
    pub const fn except(self, extensions: &'static [&'static str]) -> Self {
        Self { except: extensions, ..self }
    }

    /// The format, whose files are made from at most one clip.
    #[must_use]
    pub const fn with_one_clip(self) -> Self {
        Self { max_clips: Some(1), ..self }
    }

    /// The format, whose files state facts about clips as metadata.
    #[must_use]
    pub const fn with_metadata(self, metadata: Metadata) -> Self {
        Self { metadata, ..self }
    }

    /// The format with the codes of reading and checking, and those of lowering and encoding.
    #[must_use]
    pub const fn with_codes(
        self,
        codes: &'static [&'static Code],
        conversion_codes: &'static [&'static Code],
    ) -> Self {
        Self { codes, conversion_codes, ..self }
    }

    /// Whether files of this format have this extension, such as `glb`. Letter case is ignored.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }
}

/// What the files of a format state about clips as [metadata](crate::Clip::metadata) that no curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metadata {
    /// Facts of the format: their keys, each with the value that a clip without the key has. A key that ends with a dot represents
    /// all that begin with it.
    Facts(&'static [(&'static str, &'static str)]),
    /// Everything that the metadata of a clip have.
    All,
}

impl Metadata {
    /// Whether files state what a key means.
    pub fn states(self, key: &str) -> bool {
        self == Self::All || self.fact(key).is_some()
    }

    /// A fact of the format, and the value that a clip without the key has; `None` if the key means no fact of the format.
    pub fn fact(self, key: &str) -> Option<&'static str> {
        let Self::Facts(facts) = self else { return None };
        let is_it = |known: &str| key == known || known.ends_with('.') && key.starts_with(known);
        facts.iter().find(|(known, _)| is_it(known)).map(|(_, default)| *default)
    }
}

/// How likely bytes are a file of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The bytes are not of this format.
    No,
    /// There is little evidence for the format and none against it: the file name extension decides.
    Maybe,
    /// Every part of the structure that was examined fits.
    Likely,
    /// The bytes have a signature that no other format has.
    Certain,
}

/// What a search finds where a file may begin. The bytes after the file do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No file begins here.
    No {
        /// The number of bytes that were examined.
        examined: usize,
    },
    /// A file may begin here, but the bytes end before the file does.
    Truncated {
        /// The number of bytes that were examined.
        examined: usize,
    },
    /// A complete file.
    Complete {
        /// The size of the file in bytes.
        len: usize,
        /// The evidence in bits: n if random bytes have this structure with a probability below 2⁻ⁿ.
        evidence: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_written_anew_and_holds_any_number_of_clips_unless_it_says_otherwise() {
        let [plain, limited] = [(); 2].map(|()| FormatInfo::new("key", "Keys", &["key", "keys"]));
        let limited = limited.exact().with_one_clip();
        assert_eq!((plain.exact, plain.max_clips), (false, None));
        assert_eq!((limited.exact, limited.max_clips), (true, Some(1)));
        assert!(limited.has_extension("KEYS") && !limited.has_extension("ke"));
    }

    #[test]
    fn facts_are_known_by_their_keys_or_by_how_these_begin() {
        let some = Metadata::Facts(&[("key.loop", "once"), ("key.text.", "")]);
        for (key, fact) in
            [("key.loop", Some("once")), ("key.loops", None), ("key.text.a.0", Some("")), ("key.text", None)]
        {
            assert_eq!((some.fact(key), some.states(key)), (fact, fact.is_some()), "{key}");
            assert_eq!((Metadata::All.fact(key), Metadata::All.states(key)), (None, true));
        }
    }
}
