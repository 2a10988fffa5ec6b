//! The table of formats.

use std::path::Path;
use std::sync::LazyLock;

use anim_core::{Beside, Document, FileError, Folder, Options, Report};

#[cfg(feature = "serde")]
use crate::dump::{Dumps, format_of};
use crate::{Entry, Error, detect};

/// Formats by name, extension and content.
///
/// [`Registry::builtin`] has every format that the features of this build include. A program adds its own formats with
/// [`Registry::add`].
#[derive(Clone, Debug, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

static BUILTIN: LazyLock<Registry> = LazyLock::new(|| Registry { entries: ENTRIES.to_vec() });

/// A format with its JSON form if this build includes serde.
#[allow(unused_macros, reason = "without formats there are no entries")]
macro_rules! entry {
    ($document:ty) => {{
        let entry = Entry::encoder::<$document>();
        #[cfg(feature = "serde")]
        let entry = entry.with_dumps::<$document>();
        entry
    }};
}

static ENTRIES: &[Entry] = &[
    #[cfg(feature = "tod")]
    entry!(anim_tod::Tod),
    #[cfg(feature = "mm2-ped")]
    entry!(anim_mm2_ped::Mm2Ped),
    #[cfg(feature = "stt")]
    entry!(anim_stt::Stt),
    #[cfg(feature = "stf")]
    entry!(anim_stf::Stf),
    #[cfg(feature = "hsf-xml")]
    entry!(anim_hsf_xml::Hsf),
    #[cfg(feature = "gltf")]
    entry!(anim_gltf::Gltf),
    #[cfg(feature = "bvh")]
    entry!(anim_bvh::Bvh),
];

impl Registry {
    /// Every format that the features of this build include.
    pub fn builtin() -> &'static Self {
        &BUILTIN
    }

    /// A registry without formats.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Adds a format. It replaces one with the same identifier.
    pub fn add(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|known| known.info().id == entry.info().id) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// The formats.
    pub fn formats(&self) -> &[Entry] {
        &self.entries
    }

    /// The identifiers of the formats, such as `tod`.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|entry| entry.info().id)
    }

    /// The format with this identifier, such as `tod`.
    ///
    /// Errors: [`Error::UnknownFormat`].
    pub fn by_id(&self, id: &str) -> Result<&Entry, Error> {
        let found = self.entries.iter().find(|entry| entry.info().id == id);
        found.ok_or_else(|| Error::UnknownFormat { id: id.to_owned(), known: self.ids().collect() })
    }

    /// The format whose files have this extension, such as `glb`; letter case is ignored.
    pub fn by_extension(&self, extension: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.info().has_extension(extension))
    }

    /// Detects the format of a file: by its content first, by its extension (without the dot) second.
    ///
    /// The format with the highest confidence wins, and the extension decides between equals.
    /// [`Confidence::Maybe`](anim_core::Confidence::Maybe) needs an extension that agrees. If no format recognises the bytes, the
    /// extension alone decides, so that a damaged file is read, and refused, by the format that it claims to be.
    ///
    /// Errors: [`Error::Unrecognized`] and [`Error::Ambiguous`] name the formats that are possible.
    pub fn detect(&self, bytes: &[u8], extension: Option<&str>) -> Result<&Entry, Error> {
        detect::choose(&self.entries, bytes, extension)
    }

    /// Reads a file of any format from disk, with default options. Files that belong to it are read from the same folder.
    ///
    /// Errors: [`Error::File`], [`Error::Unrecognized`], [`Error::Ambiguous`], [`Error::Unreadable`].
    pub fn open(&self, path: impl AsRef<Path>) -> Result<Box<dyn Document>, Error> {
        self.open_with(path, &[], &mut Report::new())
    }

    /// Reads a file of any format from disk, with options by name. Findings go to the report.
    ///
    /// Errors: those of [`Registry::open`], and [`Error::Option`].
    pub fn open_with(
        &self,
        path: impl AsRef<Path>,
        options: &[(&str, &str)],
        report: &mut Report,
    ) -> Result<Box<dyn Document>, Error> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|error| Error::File(FileError::new(path, error)))?;
        self.parse_beside(&bytes, options, &Folder::of(path), report)
    }

    /// Reads a file of any format from memory, with default options. Its content alone decides the format.
    ///
    /// Errors: those of [`Registry::open`], without [`Error::File`].
    pub fn parse(&self, bytes: &[u8]) -> Result<Box<dyn Document>, Error> {
        self.parse_with(bytes, &[], &mut Report::new())
    }

    /// Reads a file of any format from memory, with options by name. Its content alone decides the format. Findings go to the report.
    ///
    /// Errors: those of [`Registry::open_with`], without [`Error::File`].
    pub fn parse_with(
        &self,
        bytes: &[u8],
        options: &[(&str, &str)],
        report: &mut Report,
    ) -> Result<Box<dyn Document>, Error> {
        self.parse_beside(bytes, options, &(), report)
    }

    /// [`Registry::parse_with`] for a file next to others: `beside` has its name, whose extension counts, and the other files.
    ///
    /// Errors: those of [`Registry::parse_with`].
    pub fn parse_beside(
        &self,
        bytes: &[u8],
        options: &[(&str, &str)],
        beside: &dyn Beside,
        report: &mut Report,
    ) -> Result<Box<dyn Document>, Error> {
        let extension = beside.name().and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension);
        let entry = self.detect(bytes, extension)?;
        let mut set = entry.options();
        for (key, value) in options {
            set.set(key, value)?;
        }
        entry.read(bytes, &set, beside, report).map_err(|error| Error::of_reader(entry.info().id, error))
    }

    /// The reading options of every format, under all their names.
    pub(crate) fn all_options(&self) -> Options {
        Options::new(self.entries.iter().flat_map(|entry| {
            let options: Vec<_> = entry.options().iter().map(|(info, _)| info).collect();
            options
        }))
    }
}

#[cfg(feature = "serde")]
impl Registry {
    /// A document as strict JSON: `{"format": "tod", "document": {…}}`, indented, with a newline at the end.
    ///
    /// Errors: [`Error::UnknownFormat`] for a document of a format that is not in the registry, [`Error::NoDumps`] for a format
    /// without a JSON form.
    pub fn dump(&self, document: &dyn Document) -> Result<String, Error> {
        (self.dumps(document.info().id)?.dump)(document)
    }

    /// The document of a dump made by [`Registry::dump`], in the format that it names.
    ///
    /// Errors: [`Error::UnknownFormat`] for the dump of a format that is not in the registry, [`Error::Json`] for a text that is
    /// not a dump.
    pub fn build(&self, json: &str) -> Result<Box<dyn Document>, Error> {
        (self.dumps(&format_of(json)?)?.build)(json)
    }

    fn dumps(&self, id: &str) -> Result<Dumps, Error> {
        let entry = self.by_id(id)?;
        entry.dumps.ok_or(Error::NoDumps { id: entry.info().id })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_and_extensions_are_unique_and_found() {
        let registry = Registry::builtin();
        let (mut ids, mut extensions) = (HashSet::new(), HashSet::new());
        for entry in registry.formats() {
            let info = entry.info();
            assert!(ids.insert(info.id), "{}", info.id);
            assert!(registry.by_id(info.id).is_ok_and(|found| std::ptr::eq(found, entry)));
            for extension in info.extensions {
                assert!(extensions.insert(extension), "{extension}");
                let upper = extension.to_ascii_uppercase();
                assert!(registry.by_extension(&upper).is_some_and(|found| std::ptr::eq(found, entry)));
            }
        }
        assert!(registry.by_id("nothing").is_err() && registry.by_extension("").is_none());
    }

    #[test]
    fn every_option_has_a_default_that_it_takes() {
        for entry in Registry::builtin().formats() {
            for options in [Some(entry.options()), entry.encode_options()].into_iter().flatten() {
                for (option, value) in options.iter() {
                    assert_eq!(options.clone().set(option.key, &value), Ok(()), "{}", entry.info().id);
                    assert!(!option.help().is_empty(), "{}", option.key);
                }
            }
        }
    }

    #[test]
    fn a_format_that_is_added_again_is_replaced() {
        let mut registry = Registry::empty();
        for entry in Registry::builtin().formats().iter().chain(Registry::builtin().formats()) {
            registry.add(*entry);
        }
        assert_eq!(registry.formats().len(), Registry::builtin().formats().len());
    }

    #[cfg(all(feature = "bvh", feature = "tod"))]
    #[test]
    fn a_file_in_memory_is_known_by_its_content_or_by_its_name() {
        let registry = Registry::builtin();
        let id = |read: Result<Box<dyn Document>, Error>| read.ok().map(|document| document.info().id);
        let tod: &[u8] = &[0x50, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        for (bytes, options, name, [plain, with, beside]) in [
            (tod, &[("mode", "ideal")][..], "a.tod", [Some("tod"); 3]),
            (tod, &[("mode", "nothing")], "a.tod", [Some("tod"), None, None]),
            (b"HIERARCHY", &[], "a.bvh", [None; 3]),
            (b"", &[], "a.tod", [None; 3]),
        ] {
            assert_eq!(id(registry.parse(bytes)), plain, "{name}");
            assert_eq!(id(registry.parse_with(bytes, options, &mut Report::new())), with, "{name}");
            let read = registry.parse_beside(bytes, options, &(name, ()), &mut Report::new());
            assert_eq!(id(read), beside, "{name}");
        }
        // Only the name shows which format the bytes claim to be.
        assert!(matches!(registry.parse(b""), Err(Error::Unrecognized { .. })));
        let named = registry.parse_beside(b"", &[], &("a.tod", ()), &mut Report::new());
        assert!(matches!(named, Err(Error::Unreadable { .. })));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_text_that_is_not_a_dump_is_refused() {
        let build = |text| Registry::builtin().build(text);
        assert!(matches!(build("{"), Err(Error::Json { line: 1, .. })));
        assert!(matches!(build("[]"), Err(Error::Json { .. })));
        assert!(matches!(build(r#"{"document": {}}"#), Err(Error::Json { .. })));
        let unknown = build(r#"{"format": "nothing", "document": {}}"#);
        assert!(matches!(unknown, Err(Error::UnknownFormat { id, .. }) if id == "nothing"));
    }

    #[cfg(all(feature = "gltf", feature = "serde", feature = "tod"))]
    #[test]
    fn a_document_of_another_format_is_refused() {
        let registry = Registry::builtin();
        let gltf = registry.dumps("gltf").unwrap();
        let bytes = [0x50, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        let document: Box<dyn Document> = Box::new(anim_tod::Tod::parse(&bytes).unwrap());
        assert!(matches!((gltf.dump)(&*document), Err(Error::WrongFormat { expected: "gltf", .. })));
        let text = registry.dump(&*document).unwrap();
        assert!(text.starts_with("{\n  \"format\": \"tod\",\n  \"document\": {"), "{text}");
        assert_eq!(registry.build(&text).unwrap().to_bytes(), &bytes[..]);
        assert!((gltf.build)(&text).is_err());
        let stranger = text.replacen("\"tod\"", "\"gltf\"", 1);
        let tod = registry.dumps("tod").unwrap();
        assert!(matches!((tod.build)(&stranger), Err(Error::WrongFormat { expected: "tod", .. })));
    }
}
