//! A format of the registry.

use std::ops::Deref;

use anim_core::{AnyFormat, Encode, Format};

#[cfg(feature = "serde")]
use crate::dump::Dumps;

/// A format of the registry: an [`AnyFormat`], and the JSON form of its documents if serde can represent them.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    format: AnyFormat,
    #[cfg(feature = "serde")]
    pub(crate) dumps: Option<Dumps>,
}

impl Entry {
    /// A format that can be read but not made from clips, without a JSON form.
    pub const fn reader<F: Format>() -> Self {
        Self::new(AnyFormat::reader::<F>())
    }

    /// A format that can be read and made from clips, without a JSON form.
    pub const fn encoder<F: Encode>() -> Self {
        Self::new(AnyFormat::encoder::<F>())
    }

    const fn new(format: AnyFormat) -> Self {
        Self {
            format,
            #[cfg(feature = "serde")]
            dumps: None,
        }
    }

    /// The entry with a JSON form, for a format whose documents implement serde's traits.
    #[cfg(feature = "serde")]
    #[must_use]
    pub const fn with_dumps<F: Format + serde::Serialize + serde::de::DeserializeOwned>(self) -> Self {
        Self { dumps: Some(Dumps::of::<F>()), ..self }
    }
}

impl Deref for Entry {
    type Target = AnyFormat;

    fn deref(&self) -> &AnyFormat {
        &self.format
    }
}
