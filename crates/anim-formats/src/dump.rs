//! Documents as JSON.

use std::any::Any;
use std::io;

use anim_core::{Document, Format, checkpoint};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Error, json_text};

/// The functions that convert the documents of one format to JSON and back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dumps {
    pub(crate) dump: fn(&dyn Document) -> Result<String, Error>,
    pub(crate) build: fn(&str) -> Result<Box<dyn Document>, Error>,
}

impl Dumps {
    pub(crate) const fn of<F: Format + Serialize + DeserializeOwned>() -> Self {
        Self { dump: dump::<F>, build: build::<F> }
    }
}

/// The format that a dump names.
///
/// Errors: [`Error::Json`] for a text that is not a dump.
pub(crate) fn format_of(json: &str) -> Result<String, Error> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object with the members `format` and `document`")]
    struct Head {
        format: String,
    }
    Ok(json_text::read::<Head>(json)?.format)
}

fn dump<F: Format + Serialize>(document: &dyn Document) -> Result<String, Error> {
    #[derive(Serialize)]
    struct Dump<'a, D> {
        format: &'static str,
        document: &'a D,
    }
    let found = document.info().id;
    let Some(document) = (document as &dyn Any).downcast_ref::<F>() else {
        return Err(Error::WrongFormat { expected: F::INFO.id, found: found.to_owned() });
    };
    let mut text = Text::default();
    let failed = |error| json_text::error(&error, "", String::new());
    serde_json::to_writer_pretty(&mut text, &Dump { format: F::INFO.id, document }).map_err(failed)?;
    text.bytes.push(b'\n');
    String::from_utf8(text.bytes).map_err(|error| failed(serde::ser::Error::custom(error)))
}

/// JSON, with a checkpoint for each [`STEP`].
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// The number of bytes after the last checkpoint.
    passed: usize,
}

/// The number of bytes between two checkpoints.
const STEP: usize = 1 << 14;

impl io::Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.get(..STEP).unwrap_or(bytes);
        self.bytes.extend_from_slice(part);
        self.passed += part.len();
        if self.passed >= STEP {
            self.passed = 0;
            checkpoint();
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn build<F: Format + DeserializeOwned>(json: &str) -> Result<Box<dyn Document>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Dump<D> {
        format: String,
        document: D,
    }
    let dump: Dump<F> = json_text::read(json)?;
    if dump.format == F::INFO.id {
        Ok(Box::new(dump.document))
    } else {
        Err(Error::WrongFormat { expected: F::INFO.id, found: dump.format })
    }
}
