//! Code shared by the fuzz targets.

mod clips;
mod edits;
mod options;

pub use clips::clips;
pub use edits::edits;
pub use options::options;

use anim_core::{AnyFormat, Document, Format};
use anim_formats::{Entry, Registry};

/// Reading ends, whatever the bytes. What was read is written as the same bytes, or reads back as the same document.
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

/// The written bytes read back as the same document.
pub fn writes(format: &AnyFormat, document: &dyn Document) {
    let companions = document.companions();
    let beside: Vec<_> = companions.into_iter().map(|(name, bytes)| (name, bytes.into_owned())).collect();
    let again = format.read(&document.to_bytes(), &format.options(), &beside, &mut ()).unwrap();
    assert!(format.equal(document, &*again), "what was written reads as another document");
}

/// The format selected by a byte.
pub fn format(choice: u8) -> &'static Entry {
    let formats = Registry::builtin().formats();
    &formats[usize::from(choice) % formats.len()]
}
