//! Metadata: a list of pairs, or an object. Keys may repeat, which many programs cannot represent in an object.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

#[derive(Default)]
pub(super) struct Metadata(pub(super) Vec<(String, String)>);

impl<'de> Deserialize<'de> for Metadata {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Metadata;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings, or a list of pairs of strings")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Metadata, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Metadata(entries))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Metadata, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Metadata)
            }
        }

        deserializer.deserialize_any(Entries)
    }
}
