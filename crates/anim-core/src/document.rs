//! The two traits that every format implements, and what they pass about.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Debug;

use crate::{Clip, Code, Diagnostic, Graph, OptionInfo, Options, Sink};

/// What a format is called and what it has.
#[derive(Debug)]
pub struct FormatInfo {
    /// The stable identifier, such as `tod`.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// File name extensions without the dot, lower case, the usual one first.
    pub extensions: &'static [&'static str],
    /// Options of reading and lowering.
    pub options: &'static [OptionInfo],
    /// Options of encoding; empty for a format that is only read.
    pub target_options: &'static [OptionInfo],
    /// Whether what parses writes back byte for byte (binary formats), or in a canonical form (text formats). A format of
    /// several kinds of files goes by its main one; [`Document::is_exact`] says it of each.
    pub exact: bool,
    /// How many clips one file holds at most; `None` for any number.
    pub max_clips: Option<usize>,
    /// Every code that its reader and its checks report: each has a fixture.
    pub codes: &'static [&'static Code],
    /// Every code that lowering and encoding report.
    pub conversion_codes: &'static [&'static Code],
}

/// How sure a format is that bytes are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The bytes are not of this format.
    No,
    /// Nothing speaks against it, little for it; the extension decides.
    Maybe,
    /// The structure fits wherever it was looked at.
    Likely,
    /// A signature that no other format has.
    Certain,
}

/// What a walk finds from a place on where a file may begin, with anything behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// No file begins here.
    No {
        /// How many bytes were looked at to know it.
        walked: usize,
    },
    /// So far it may be a file, whose end is not there.
    Cut {
        /// How many bytes were looked at.
        walked: usize,
    },
    /// A whole file.
    Whole {
        /// How many bytes it has.
        len: usize,
        /// What speaks for it in bits: the chance that random bytes look like it is below 2 to the minus this.
        evidence: u32,
    },
}

/// The file that is read or written among others: its name, and the files beside it by relative path.
pub trait Beside {
    /// The contents of a file beside it, if it is there and may be read.
    fn read(&self, path: &str) -> Option<Vec<u8>>;

    /// The name of the file itself with its extension, if it has one.
    fn name(&self) -> Option<&str> {
        None
    }

    /// The names of the files in its folder, sorted, as far as they are known.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The contents of the file that an option of the kind [`Values::File`](crate::Values::File) names. Such a path is
    /// the caller's, not the file's: it may lead anywhere.
    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.read(path)
    }
}

impl Beside for () {
    fn read(&self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

impl Beside for Vec<(String, Vec<u8>)> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.iter().find(|(name, _)| name == path).map(|(_, bytes)| bytes.clone())
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.iter().map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names
    }
}

/// A file of this name among others.
impl<B: Beside> Beside for (&str, B) {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.1.read(path)
    }

    fn name(&self) -> Option<&str> {
        Some(self.0)
    }

    fn names(&self) -> Vec<String> {
        self.1.names()
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        self.1.given(path)
    }
}

impl<B: Beside + ?Sized> Beside for &B {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        (**self).read(path)
    }

    fn name(&self) -> Option<&str> {
        (**self).name()
    }

    fn names(&self) -> Vec<String> {
        (**self).names()
    }

    fn given(&self, path: &str) -> Option<Vec<u8>> {
        (**self).given(path)
    }
}

/// A parsed file: all that the command line and the exporters see of it.
pub trait Document: Any + Debug + Send + Sync {
    /// The format it is of.
    fn info(&self) -> &'static FormatInfo;

    /// The file's bytes, from the model. Never fails: a document that cannot be written cannot be built.
    fn to_bytes(&self) -> Cow<'_, [u8]>;

    /// Whether a file that reads as such a document is written back byte for byte.
    fn is_exact(&self) -> bool {
        self.info().exact
    }

    /// Files that belong beside it, by relative path. Most formats have none.
    fn companions(&self) -> Vec<(String, Cow<'_, [u8]>)> {
        Vec::new()
    }

    /// What leads to what in it, for documents of states or parts that refer to each other. Most formats have none.
    fn graph(&self) -> Option<Graph> {
        None
    }

    /// Reports everything that is wrong or doubtful in the document.
    fn check(&self, sink: &mut dyn Sink);

    /// The document as clips; what clips cannot say is reported.
    ///
    /// `options` are of the format's [`FormatInfo::options`].
    fn to_clips(&self, options: &Options, sink: &mut dyn Sink) -> Vec<Clip>;
}

/// The static half of a format, on the type of its document. No I/O happens here.
pub trait Format: Document + PartialEq + Sized {
    /// What the format is called and what it has.
    const INFO: FormatInfo;

    /// The error of its reader.
    type Error: std::error::Error + Into<Diagnostic> + Send + Sync + 'static;

    /// The bytes with which every file begins, for a format whose files can be found among other data; else none.
    const SIGNATURE: &'static [u8] = &[];

    /// How sure the format is that these bytes are its own. The bytes may be cut short at any place.
    fn sniff(bytes: &[u8]) -> Confidence;

    /// How far the file reaches that may begin with these bytes, for a format with a [`Format::SIGNATURE`].
    ///
    /// It is walked whole, by rules as strict as real files allow. The time is linear in what is walked. What fills the bytes
    /// counts as whole, although the last word of a text may go on: a caller who has more asks again with more.
    fn extent(_bytes: &[u8]) -> Extent {
        Extent::No { walked: 0 }
    }

    /// Reads a file. What the model cannot keep is reported.
    fn parse(bytes: &[u8], sink: &mut dyn Sink) -> Result<Self, Self::Error>;

    /// [`Format::parse`] with options and with the files beside it.
    fn open(
        bytes: &[u8],
        _options: &Options,
        _beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Self::Error> {
        Self::parse(bytes, sink)
    }

    /// Reports what [`Format::open`] and [`Document::check`] report together, perhaps without building the document.
    fn inspect(
        bytes: &[u8],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<(), Self::Error> {
        Self::open(bytes, options, beside, sink)?.check(sink);
        Ok(())
    }
}

/// A format that can be made from clips.
pub trait Encode: Format {
    /// Clips as a document. What the format cannot say is reported, never dropped in silence.
    ///
    /// `options` are of the format's [`FormatInfo::target_options`]; `beside` knows the name of the file that is made, and
    /// has those that options name.
    fn from_clips(
        clips: &[Clip],
        options: &Options,
        beside: &dyn Beside,
        sink: &mut dyn Sink,
    ) -> Result<Self, Self::Error>;
}
