//! The numbers that an accessor refers to (glTF 2.0, 3.6.2).

#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::num::NonZeroU32;

use anim_core::{Diagnostic, Location, counted};
use serde_json::Value;

use crate::limits::{FREE_BYTES, NUMBERS_PER_NODE};
use crate::rest::is_hidden;
use crate::{Accessor, BufferView, ComponentType, Gltf, codes, whole_number, write};

/// The end of the names of extensions that compress buffer views, such as `EXT_meshopt_compression`.
const COMPRESSION: &str = "_compression";

/// Reads the numbers of a document, up to its limit.
#[derive(Debug)]
pub(crate) struct Numbers<'a> {
    document: &'a Gltf,
    /// The number of further numbers that may be read.
    left: usize,
    /// How many numbers each byte of the JSON allows in addition. They are counted when they are needed.
    each: Option<usize>,
}

/// How the elements of an accessor are stored in its buffer view. All sizes are in bytes.
struct Layout {
    component: usize,
    columns: usize,
    rows: usize,
    /// The distance from one column to the next.
    column: usize,
    element: usize,
}

impl<'a> Numbers<'a> {
    /// The numbers of a document, at most this many for each byte.
    pub(crate) fn new(document: &'a Gltf, each: NonZeroU32) -> Self {
        let nodes = &document.root.nodes;
        let hidden = nodes.iter().filter(|node| is_hidden(node)).count();
        let nodes = nodes.len().saturating_add(hidden).saturating_mul(NUMBERS_PER_NODE);
        let bytes = document.buffers().fold(0usize, |sum, bytes| sum.saturating_add(bytes.len()));
        let each = each.get() as usize;
        let left = bytes.saturating_add(FREE_BYTES).saturating_mul(each).saturating_add(nodes);
        Self { document, left, each: Some(each) }
    }

    /// Counts numbers before they are read; returns an error if they exceed the limit.
    pub(crate) fn spend(&mut self, count: usize, path: impl FnOnce() -> String) -> Result<(), Diagnostic> {
        if count > self.left
            && let Some(each) = self.each.take()
        {
            let text = write::json_size(self.document).saturating_mul(each);
            self.left = self.left.saturating_add(text);
        }
        self.left = self.left.checked_sub(count).ok_or_else(|| {
            let message = format!(
                "the limit for a file of this size does not allow {}: for clips the option `numbers` allows more",
                counted(count, "more number")
            );
            codes::LIMIT.at(Location::path(path()), message)
        })?;
        Ok(())
    }

    pub(crate) fn accessor(&self, index: usize, from: &str) -> Result<&'a Accessor, Diagnostic> {
        let accessors = &self.document.root.accessors;
        accessors.get(index).ok_or_else(|| dangling(from, "accessor", index, accessors.len()))
    }

    /// Whether everything that an accessor refers to exists.
    pub(crate) fn check(&mut self, index: usize) -> Result<(), Diagnostic> {
        let path = path(index);
        let accessor = self.accessor(index, &path)?;
        let layout = Layout::of(accessor, &path)?;
        self.elements(accessor, &layout, &path)?;
        self.sparse(accessor, &layout, &path).map(|_| ())
    }

    /// All numbers of an accessor, element by element, matrices column by column. Normalised integers become fractions.
    pub(crate) fn read(&mut self, index: usize) -> Result<Vec<f64>, Diagnostic> {
        let path = path(index);
        let accessor = self.accessor(index, &path)?;
        let layout = Layout::of(accessor, &path)?;
        let (elements, stride) = self.elements(accessor, &layout, &path)?;
        let sparse = self.sparse(accessor, &layout, &path)?;
        let width = layout.width();
        self.spend(accessor.count.saturating_mul(width), || path.clone())?;
        let mut numbers = Vec::new();
        if let Some(elements) = elements {
            numbers.reserve_exact(accessor.count.saturating_mul(width));
            for element in elements.chunks(stride).take(accessor.count) {
                layout.push(accessor, element, &mut numbers);
            }
        } else {
            numbers.resize(accessor.count.saturating_mul(width), 0.0);
        }
        if let Some((indices, values)) = sparse {
            let mut value = Vec::with_capacity(width);
            for (index, element) in indices.into_iter().zip(values.chunks(layout.element)) {
                value.clear();
                layout.push(accessor, element, &mut value);
                let start = index.saturating_mul(width);
                if let Some(target) = numbers.get_mut(start..start.saturating_add(width)) {
                    target.copy_from_slice(&value);
                }
            }
        }
        Ok(numbers)
    }

    /// The bytes from the first element to the last, and the stride between elements. Without bytes all elements are zero.
    fn elements(
        &self,
        accessor: &Accessor,
        layout: &Layout,
        path: &str,
    ) -> Result<(Option<&'a [u8]>, usize), Diagnostic> {
        let Some(view) = accessor.buffer_view else { return Ok((None, layout.element)) };
        let bytes = self.view(view, path)?;
        let stride = self.document.root.buffer_views.get(view).and_then(|view| view.byte_stride);
        let stride = stride.unwrap_or(layout.element);
        if stride < layout.element {
            let message = format!(
                "the stride is {}, expected at least the {} of an element",
                counted(stride, "byte"),
                layout.element
            );
            return Err(codes::BOUNDS.at(Location::path(path), message));
        }
        let length = match accessor.count.checked_sub(1) {
            Some(gaps) => gaps.checked_mul(stride).and_then(|gaps| gaps.checked_add(layout.element)),
            None => Some(0),
        };
        let elements = length.and_then(|length| slice(bytes, accessor.byte_offset, length));
        let elements = elements.ok_or_else(|| {
            let message = format!(
                "a view of {} has no room for {} with a stride of {} from byte {}",
                counted(bytes.len(), "byte"),
                counted(accessor.count, "element"),
                counted(stride, "byte"),
                accessor.byte_offset
            );
            codes::BOUNDS.at(Location::path(path), message)
        })?;
        Ok((Some(elements), stride))
    }

    /// The indices of sparse elements and the bytes of the elements.
    #[expect(clippy::type_complexity, reason = "two columns that belong together, used in one place")]
    fn sparse(
        &mut self,
        accessor: &Accessor,
        layout: &Layout,
        path: &str,
    ) -> Result<Option<(Vec<usize>, &'a [u8])>, Diagnostic> {
        let Some(sparse) = &accessor.sparse else { return Ok(None) };
        let path = format!("{path}/sparse");
        self.spend(sparse.count, || path.clone())?;
        let error = |code: &'static anim_core::Code, message: String| code.at(Location::path(&path), message);
        let indices = &sparse.indices;
        let size = match indices.component_type {
            ComponentType::U8 => 1,
            ComponentType::U16 => 2,
            ComponentType::U32 => 4,
            _ => {
                return Err(error(
                    &codes::TYPE,
                    "expected sparse indices of an unsigned component type".into(),
                ));
            }
        };
        let part = |view: usize, offset: usize, size: usize| {
            let bytes = self.view(view, &path)?;
            let part = sparse.count.checked_mul(size).and_then(|length| slice(bytes, offset, length));
            part.ok_or_else(|| {
                let [view, elements] =
                    [counted(bytes.len(), "byte"), counted(sparse.count, "sparse element")];
                let message = format!("a view of {view} has no room for {elements}");
                error(&codes::BOUNDS, message)
            })
        };
        let index_bytes = part(indices.buffer_view, indices.byte_offset, size)?;
        let values = part(sparse.values.buffer_view, sparse.values.byte_offset, layout.element)?;
        let indices: Vec<usize> = index_bytes
            .chunks(size)
            .map(|bytes| bytes.iter().rev().fold(0, |index, byte| index << 8 | usize::from(*byte)))
            .collect();
        if !indices.is_sorted_by(|a, b| a < b) {
            return Err(error(&codes::SPARSE, "the sparse indices do not strictly ascend".into()));
        }
        match indices.last() {
            Some(&last) if last >= accessor.count => {
                let message =
                    format!("the sparse index {last} is out of range, expected less than {}", accessor.count);
                Err(error(&codes::SPARSE, message))
            }
            _ => Ok(Some((indices, values))),
        }
    }

    /// The bytes of a buffer view.
    pub(crate) fn view(&self, index: usize, from: &str) -> Result<&'a [u8], Diagnostic> {
        let root = &self.document.root;
        let views = &root.buffer_views;
        let view = views.get(index).ok_or_else(|| dangling(from, "buffer view", index, views.len()))?;
        let path = format!("bufferViews[{index}]");
        if view.buffer >= root.buffers.len() {
            return Err(dangling(&path, "buffer", view.buffer, root.buffers.len()));
        }
        let missing = |message: String| codes::MISSING_BUFFER.at(Location::path(&path), message);
        let compressed = compressed(view);
        let unsupported =
            |name: &str| missing(format!("the bytes are compressed by `{name}`, which is not supported"));
        if let Some((name, _)) = compressed.filter(|(_, data)| is_of(view, data)) {
            return Err(unsupported(name));
        }
        let bytes = self.document.buffer(view.buffer).ok_or_else(|| match compressed {
            Some((name, _)) => unsupported(name),
            None => missing(format!("the bytes of buffer {} are missing", view.buffer)),
        })?;
        slice(bytes, view.byte_offset, view.byte_length).ok_or_else(|| {
            let message = format!(
                "a buffer of {} has no room for {} from byte {}",
                counted(bytes.len(), "byte"),
                counted(view.byte_length, "byte"),
                view.byte_offset
            );
            codes::BOUNDS.at(Location::path(&path), message)
        })
    }
}

impl Layout {
    fn of(accessor: &Accessor, path: &str) -> Result<Self, Diagnostic> {
        let error = |message: String| codes::TYPE.at(Location::path(path), message);
        let Some(component) = accessor.component_type.size() else {
            return Err(error(format!(
                "unknown component type {}: expected 5120, 5121, 5122, 5123, 5125 or 5126",
                accessor.component_type.code()
            )));
        };
        let Some([columns, rows]) = accessor.element.shape() else {
            return Err(error(format!(
                "unknown type `{}`: expected SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4",
                accessor.element.as_str()
            )));
        };
        let column = rows.saturating_mul(component);
        // The columns of matrices start at multiples of 4 bytes (3.6.2.4).
        let column = if columns > 1 { column.next_multiple_of(4) } else { column };
        Ok(Self { component, columns, rows, column, element: column.saturating_mul(columns) })
    }

    fn width(&self) -> usize {
        self.columns.saturating_mul(self.rows)
    }

    fn push(&self, accessor: &Accessor, element: &[u8], numbers: &mut Vec<f64>) {
        for column in element.chunks(self.column).take(self.columns) {
            for bytes in column.chunks(self.component).take(self.rows) {
                numbers.push(number(&accessor.component_type, accessor.normalized, bytes));
            }
        }
    }
}

/// The number that these bytes store (3.6.2.2; 3.11 for normalised integers).
fn number(kind: &ComponentType, normalized: bool, bytes: &[u8]) -> f64 {
    let (value, one) = match (kind, bytes) {
        (ComponentType::I8, &[a]) => (f64::from(a.cast_signed()), 127.0),
        (ComponentType::U8, &[a]) => (f64::from(a), 255.0),
        (ComponentType::I16, &[a, b]) => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
        (ComponentType::U16, &[a, b]) => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
        (ComponentType::U32, &[a, b, c, d]) => (f64::from(u32::from_le_bytes([a, b, c, d])), 4_294_967_295.0),
        (ComponentType::F32, &[a, b, c, d]) => return f64::from(f32::from_le_bytes([a, b, c, d])),
        _ => return 0.0,
    };
    if normalized { (value / one).max(-1.0) } else { value }
}

/// The extension that compresses the bytes of a view, and its data.
fn compressed(view: &BufferView) -> Option<(&String, &Value)> {
    let extensions = view.extensions.as_ref()?.value().as_object()?;
    extensions.iter().find(|(name, _)| name.ends_with(COMPRESSION))
}

/// Whether compressed data are the bytes of the view themselves, which other views have uncompressed.
fn is_of(view: &BufferView, data: &Value) -> bool {
    let number = |name: &str| data.get(name).and_then(whole_number::index);
    let start = number("byteOffset").unwrap_or(0);
    number("buffer") == Some(view.buffer) && start == view.byte_offset
}

fn slice(bytes: &[u8], start: usize, length: usize) -> Option<&[u8]> {
    bytes.get(start..start.checked_add(length)?)
}

fn path(accessor: usize) -> String {
    format!("accessors[{accessor}]")
}

/// The finding that an index is out of range.
pub(crate) fn dangling(from: &str, what: &str, index: usize, count: usize) -> Diagnostic {
    let expected =
        if count == 0 { "there are none".to_owned() } else { format!("expected an index below {count}") };
    codes::INDEX.at(Location::path(from), format!("there is no {what} {index}: {expected}"))
}
