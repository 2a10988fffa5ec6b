//! The bytes of a name. Short names are stored in place: apart from numbers, names are the most frequent part of files.

use std::hash::{Hash, Hasher};

/// The bytes of a name, which never change.
#[derive(Clone)]
pub(crate) enum Name {
    /// The number of bytes, and an array that begins with them.
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

/// The maximum number of bytes stored in place: with it a name is as large as a boxed slice with its tag.
const SHORT: usize = 22;

impl Name {
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short(len, bytes) => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Self::Long(bytes) => bytes,
        }
    }

    /// The name at the beginning of a text, with this length.
    #[inline]
    pub(crate) fn prefix(text: &[u8], len: usize) -> Self {
        match (text.first_chunk(), u8::try_from(len)) {
            // A copy of a fixed length is faster, and what it copies beyond the name does not matter.
            (Some(bytes), Ok(short)) if len <= SHORT => Self::Short(short, *bytes),
            _ => text.get(..len).unwrap_or(text).into(),
        }
    }
}

impl From<&[u8]> for Name {
    fn from(bytes: &[u8]) -> Self {
        let mut short = [0; SHORT];
        match (short.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(start), Ok(len)) => {
                start.copy_from_slice(bytes);
                Self::Short(len, short)
            }
            _ => Self::Long(bytes.into()),
        }
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::Short(0, [0; SHORT])
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_bytes_is_kept() {
        for len in [0, 1, SHORT - 1, SHORT, SHORT + 1, 300] {
            let bytes = vec![b'x'; len];
            for name in [
                Name::from(&*bytes),
                Name::prefix(&[&bytes[..], b"} and more"].concat(), len),
                Name::prefix(&bytes, len),
            ] {
                assert_eq!((name.as_bytes(), matches!(name, Name::Short(..))), (&*bytes, len <= SHORT));
            }
        }
        assert_eq!(size_of::<Name>(), 24);
    }
}
