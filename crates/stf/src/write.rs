//! Document to bytes, and animation to text.

mod animation;
mod members;
mod merge;
mod writable;

#[cfg(feature = "serde")]
pub(crate) use animation::put_subtrack;
pub(crate) use animation::{put_animation, put_list};
pub(crate) use members::{Members, splice_member};
pub(crate) use merge::merge_animation;
pub(crate) use writable::check_writable;

use crate::read::MAGIC;
use crate::{Form, Stf};

impl Stf {
    /// Appends the bytes of the file to a buffer, for programs that reuse one buffer for many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        let Form::Container { version, padding } = self.form else {
            return out.extend_from_slice(self.text.as_bytes());
        };
        let contents = self.text.len() + self.blobs.iter().map(Vec::len).sum::<usize>();
        out.reserve(self.header_len() + contents + self.trailing.len());
        out.extend_from_slice(MAGIC);
        for word in [version, padding, self.blobs.len() as u32 + 1] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        for len in std::iter::once(self.text.len()).chain(self.blobs.iter().map(Vec::len)) {
            out.extend_from_slice(&(len as u64).to_le_bytes());
        }
        out.extend_from_slice(self.text.as_bytes());
        for blob in &self.blobs {
            out.extend_from_slice(blob);
        }
        out.extend_from_slice(&self.trailing);
    }
}
