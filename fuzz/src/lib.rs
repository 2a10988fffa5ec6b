//! What the fuzz targets share.

mod clips;

pub use clips::clips;

use anim_core::{AnyFormat, Document, Format};
use anim_formats::{Entry, Registry};

/// Whatever the bytes, reading ends, and what was read is written as it was, or so that it reads as it was.
pub fn reads<F: Format>(bytes: &[u8]) {
    let format = AnyFormat::reader::<F>();
    if let Ok(document) = format.read(bytes, &format.options(), &(), &mut ()) {
        if document.is_exact() {
            assert!(*document.to_bytes() == *bytes, "what was written differs from what was read");
        } else {
            writes(&format, &*document);
        }
    }
}

/// What is written reads as the same document.
pub fn writes(format: &AnyFormat, document: &dyn Document) {
    let companions = document.companions();
    let beside: Vec<_> = companions.into_iter().map(|(name, bytes)| (name, bytes.into_owned())).collect();
    let again = format.read(&document.to_bytes(), &format.options(), &beside, &mut ()).unwrap();
    assert!(format.equal(document, &*again), "what was written reads as another document");
}

/// The format that a byte chooses.
pub fn format(choice: u8) -> &'static Entry {
    let formats = Registry::builtin().formats();
    &formats[usize::from(choice) % formats.len()]
}
