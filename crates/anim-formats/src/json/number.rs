//! Numbers.

use serde::{Serialize, Serializer};

/// A number; JSON has no numbers that are not finite, so those are strings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(&self.0.to_string())
        }
    }
}
