//! A format as one row of a table, so that programs can hold many formats alike.

use std::any::Any;

use crate::{
    Beside, Clip, Confidence, Diagnostic, Document, Encode, Extent, Format, FormatInfo, Options, Sink,
};

type Open = fn(&[u8], &Options, &dyn Beside, &mut dyn Sink) -> Result<Box<dyn Document>, Diagnostic>;
type Inspect = fn(&[u8], &Options, &dyn Beside, &mut dyn Sink) -> Result<(), Diagnostic>;
type FromClips = fn(&[Clip], &Options, &dyn Beside, &mut dyn Sink) -> Result<Box<dyn Document>, Diagnostic>;

/// The functions of one format without its types.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What the format is called and what it has.
    pub info: &'static FormatInfo,
    /// [`Format::sniff`].
    pub sniff: fn(&[u8]) -> Confidence,
    /// [`Format::SIGNATURE`].
    pub signature: &'static [u8],
    /// [`Format::extent`].
    pub extent: fn(&[u8]) -> Extent,
    /// [`Format::open`].
    pub open: Open,
    /// [`Format::inspect`].
    pub inspect: Inspect,
    /// [`Encode::from_clips`], for formats that can be made from clips.
    pub from_clips: Option<FromClips>,
    /// Whether two documents of this format are equal; false if one is of another.
    pub equal: fn(&dyn Document, &dyn Document) -> bool,
}

impl Row {
    /// A format that is read.
    pub const fn reader<F: Format>() -> Self {
        Self {
            info: &F::INFO,
            sniff: F::sniff,
            signature: F::SIGNATURE,
            extent: F::extent,
            open: |bytes, options, beside, sink| match F::open(bytes, options, beside, sink) {
                Ok(document) => Ok(Box::new(document)),
                Err(error) => Err(error.into()),
            },
            inspect: |bytes, options, beside, sink| {
                F::inspect(bytes, options, beside, sink).map_err(Into::into)
            },
            from_clips: None,
            equal: |a, b| {
                let (a, b): (&dyn Any, &dyn Any) = (a, b);
                matches!((a.downcast_ref::<F>(), b.downcast_ref::<F>()), (Some(a), Some(b)) if a == b)
            },
        }
    }

    /// A format that is read and made from clips.
    pub const fn encoder<F: Encode>() -> Self {
        Self {
            from_clips: Some(|clips, options, beside, sink| {
                match F::from_clips(clips, options, beside, sink) {
                    Ok(document) => Ok(Box::new(document)),
                    Err(error) => Err(error.into()),
                }
            }),
            ..Self::reader::<F>()
        }
    }
}
