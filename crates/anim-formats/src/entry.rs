//! The table of formats, and documents as JSON.

use std::any::Any;

use anim_core::{Document, Encode, Row};
use serde::{Serialize, de::DeserializeOwned};

use crate::Error;

/// One format: its functions, and its documents as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What every format has: names, options, reading, checking, encoding.
    pub row: Row,
    /// A document of this format as JSON text, as in [`dump`].
    ///
    /// Errors: [`Error::WrongFormat`] for a document of another format.
    pub dump: fn(&dyn Document) -> Result<String, Error>,
    /// The document of a text that `dump` gave, as in [`build`].
    ///
    /// Errors: [`Error::Json`] for any other text, [`Error::WrongFormat`] for the dump of another format.
    pub build: fn(&str) -> Result<Box<dyn Document>, Error>,
}

/// Every format that the features of this build include.
pub fn all() -> &'static [Entry] {
    ENTRIES
}

/// The format with this identifier, such as `tod`.
pub fn by_id(id: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| entry.row.info.id == id)
}

/// The format whose files end so, such as `glb`; upper and lower case count alike.
pub fn by_extension(extension: &str) -> Option<&'static Entry> {
    all().iter().find(|entry| entry.has_extension(extension))
}

/// A document as strict JSON: `{"format": "tod", "document": {…}}`, indented, a newline at its end.
///
/// Errors: [`Error::UnknownFormat`] for a document whose format is not in the table.
pub fn dump(document: &dyn Document) -> Result<String, Error> {
    (known(document.info().id)?.dump)(document)
}

/// The document of a text that [`dump`] gave, of whichever format it names.
///
/// Errors: [`Error::UnknownFormat`] for the dump of a format that is not in the table, [`Error::Json`] for a text that is
/// not a dump.
pub fn build(json: &str) -> Result<Box<dyn Document>, Error> {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
    }
    let head: Head = serde_json::from_str(json).map_err(Error::json)?;
    (known(&head.format)?.build)(json)
}

impl Entry {
    /// Whether files of this format end so, such as `glb`; upper and lower case count alike.
    pub fn has_extension(&self, extension: &str) -> bool {
        self.row.info.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    }

    /// A format that is read and made from clips, whose documents serde can say: those of the table, or one of yours.
    pub const fn encoder<F: Encode + Serialize + DeserializeOwned>() -> Self {
        Self { row: Row::encoder::<F>(), dump: dump_as::<F>, build: build_as::<F> }
    }
}

static ENTRIES: &[Entry] = &[
    #[cfg(feature = "tod")]
    Entry::encoder::<anim_tod::Tod>(),
    #[cfg(feature = "mm2-ped")]
    Entry::encoder::<anim_mm2_ped::Mm2Ped>(),
    #[cfg(feature = "stt")]
    Entry::encoder::<anim_stt::Stt>(),
    #[cfg(feature = "stf")]
    Entry::encoder::<anim_stf::Stf>(),
    #[cfg(feature = "hsf-xml")]
    Entry::encoder::<anim_hsf_xml::Hsf>(),
    #[cfg(feature = "gltf")]
    Entry::encoder::<anim_gltf::Gltf>(),
    #[cfg(feature = "bvh")]
    Entry::encoder::<anim_bvh::Bvh>(),
];

fn known(id: &str) -> Result<&'static Entry, Error> {
    by_id(id).ok_or_else(|| Error::UnknownFormat {
        id: id.to_owned(),
        known: all().iter().map(|entry| entry.row.info.id).collect(),
    })
}

fn dump_as<F: Encode + Serialize>(document: &dyn Document) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Dump<'a, D> {
        format: &'static str,
        document: &'a D,
    }
    let found = document.info().id;
    let Some(document) = (document as &dyn Any).downcast_ref::<F>() else {
        return Err(Error::WrongFormat { expected: F::INFO.id, found: found.to_owned() });
    };
    let mut text =
        serde_json::to_string_pretty(&Dump { format: F::INFO.id, document }).map_err(Error::json)?;
    text.push('\n');
    Ok(text)
}

fn build_as<F: Encode + DeserializeOwned>(json: &str) -> Result<Box<dyn Document>, Error> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Dump<D> {
        format: String,
        document: D,
    }
    let dump: Dump<F> = serde_json::from_str(json).map_err(Error::json)?;
    if dump.format == F::INFO.id {
        Ok(Box::new(dump.document))
    } else {
        Err(Error::WrongFormat { expected: F::INFO.id, found: dump.format })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_and_extensions_are_unique_and_found() {
        let (mut ids, mut extensions) = (HashSet::new(), HashSet::new());
        for entry in all() {
            let info = entry.row.info;
            assert!(ids.insert(info.id), "{}", info.id);
            assert!(by_id(info.id).is_some_and(|found| std::ptr::eq(found, entry)));
            for extension in info.extensions {
                assert!(extensions.insert(extension), "{extension}");
                let upper = extension.to_ascii_uppercase();
                assert!(by_extension(&upper).is_some_and(|found| std::ptr::eq(found, entry)));
            }
        }
        assert!(by_id("nothing").is_none() && by_extension("").is_none());
    }

    #[test]
    fn every_option_has_a_default_that_it_takes() {
        for entry in all() {
            for list in [entry.row.info.options, entry.row.info.target_options] {
                for option in list {
                    let mut options = anim_core::Options::new(list);
                    assert_eq!(options.set(option.key, option.default), Ok(()), "{}", entry.row.info.id);
                }
            }
        }
    }

    #[test]
    fn a_text_that_is_no_dump_is_refused() {
        assert!(matches!(build("{"), Err(Error::Json { line: 1, .. })));
        assert!(matches!(build("[]"), Err(Error::Json { .. })));
        assert!(matches!(build(r#"{"document": {}}"#), Err(Error::Json { .. })));
        let unknown = build(r#"{"format": "nothing", "document": {}}"#);
        assert!(matches!(unknown, Err(Error::UnknownFormat { id, .. }) if id == "nothing"));
    }

    #[cfg(all(feature = "gltf", feature = "tod"))]
    #[test]
    fn a_document_of_another_format_is_refused() {
        let tod = by_id("tod").unwrap();
        let gltf = by_id("gltf").unwrap();
        let bytes = [0x50, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        let document =
            (tod.row.open)(&bytes, &anim_core::Options::new(tod.row.info.options), &(), &mut ()).unwrap();
        assert!(matches!((gltf.dump)(&*document), Err(Error::WrongFormat { expected: "gltf", .. })));
        let text = dump(&*document).unwrap();
        assert!(text.starts_with("{\n  \"format\": \"tod\",\n  \"document\": {"), "{text}");
        assert_eq!(build(&text).unwrap().to_bytes(), &bytes[..]);
        assert!((gltf.build)(&text).is_err());
        let stranger = text.replacen("\"tod\"", "\"gltf\"", 1);
        assert!(matches!((tod.build)(&stranger), Err(Error::WrongFormat { expected: "tod", .. })));
    }
}
