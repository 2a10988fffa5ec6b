//! Words and numbers of the specification, and unlisted ones.

/// A word or number that the specification does not list, unchanged from the file.
///
/// It is created only by conversion, so it never holds a listed word or number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unlisted<T>(pub(crate) T);

impl<T> Unlisted<T> {
    /// The word or number.
    pub fn get(&self) -> &T {
        &self.0
    }
}

/// Declares an enum of the words of one member, with a last variant for every other word.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
            /// Any other word.
            Other($crate::words::Unlisted<String>),
        }

        impl $name {
            /// The word in the file.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word.get(),
                }
            }
        }

        impl From<String> for $name {
            fn from(word: String) -> Self {
                match word.as_str() {
                    $($word => Self::$variant,)+
                    _ => Self::Other($crate::words::Unlisted(word)),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}
pub(crate) use words;
