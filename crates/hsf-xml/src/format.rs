//! HSF animation XML as a format.

use std::borrow::Cow;

use anim_core::{
    Beside, Clip, Confidence, Diagnostic, Encode, Evaluator, Extent, FileContent, Format, FormatInfo, Graph,
    Location, Metadata, Report, Sink,
};

use crate::stream::report_dictionary;
use crate::{
    ClipOptions, Container, EncodeOptions, Error, Hsf, ReadOptions, Stream, blocks, check, clips, codes,
    encode, extent, extract, graph, part, read,
};

anim_core::verbs!(Hsf, encode);

impl Hsf {
    /// Appends the bytes of a file with the document to a buffer, for programs that write many files.
    pub fn write_into(&self, out: &mut Vec<u8>) {
        match &self.stream {
            Some(_) => out.extend_from_slice(&self.to_bytes()),
            None => self.write_xml(out),
        }
    }
}

impl Stream {
    /// The stream file with these bytes.
    ///
    /// Errors: those of [`Hsf::parse`] for a stream file.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let hsf = read::stream(bytes, &ReadOptions::default(), &mut ())?;
        hsf.stream.ok_or_else(|| extract::no_block(bytes))
    }
}

impl FileContent for Stream {
    fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        Self::parse(bytes).map_err(Into::into)
    }
}

impl Format for Hsf {
    const INFO: FormatInfo = FormatInfo::new("hsf-xml", "HSF animation XML", &["xml", "hsf"])
        .except(&["hsf"])
        .with_metadata(Metadata::Facts(&[
            ("hsf-xml.active", "1"),
            ("hsf-xml.vendor", ""),
            ("hsf-xml.version", ""),
            ("hsf-xml.attributes.", ""),
            ("hsf-xml.segment.", ""),
            ("hsf-xml.morph.", ""),
            ("hsf-xml.color-morph.", ""),
            ("hsf-xml.trail.", ""),
        ]))
        .with_codes(codes::READING, codes::CONVERSION);

    type Error = Error;
    type ReadOptions = ReadOptions;
    type ClipOptions = ClipOptions;

    const DETAIL: &'static [&'static str] =
        &["tolerance", "tolerance-angle", "whole", "added-keys", "keys", "channel-keys", "turns", "facts"];

    /// The signature of the XML itself: a stream file does not state where it ends.
    const SIGNATURE: &'static [u8] = extent::BLOCK;

    /// [`Confidence::Certain`] for a HOOPS stream file and for a text whose first element is an `Animdef`,
    /// [`Confidence::Likely`] if the first element is another one of the specification, [`Confidence::Maybe`] for any other
    /// XML.
    fn sniff(bytes: &[u8]) -> Confidence {
        read::sniff(bytes)
    }

    /// Examines the tags up to the end tag of the first element, which is an `Animdef`.
    fn extent(bytes: &[u8]) -> Extent {
        extent::of(bytes)
    }

    /// Reads XML, or the XML in a HOOPS stream file. Malformed XML is repaired and each repair reported, unless the options
    /// require well-formed XML.
    ///
    /// Several animation blocks of one stream file become one document, each as a nested `Animdef`. Their findings have no
    /// byte spans, because the bytes are compressed.
    ///
    /// Errors: [`NoElement`](crate::ErrorKind::NoElement), [`Encoding`](crate::ErrorKind::Encoding), [`Dtd`](crate::ErrorKind::Dtd),
    /// [`Limit`](crate::ErrorKind::Limit), [`IllFormed`](crate::ErrorKind::IllFormed),
    /// [`NoBlock`](crate::ErrorKind::NoBlock).
    fn read(bytes: &[u8], options: &ReadOptions, _: &dyn Beside, sink: &mut dyn Sink) -> Result<Self, Error> {
        read::document(bytes, options, sink)
    }

    fn to_bytes(&self) -> Cow<'_, [u8]> {
        if let Some(stream) = &self.stream {
            return stream.with(&blocks::texts(self, stream.len()));
        }
        let mut bytes = Vec::new();
        self.write_xml(&mut bytes);
        Cow::Owned(bytes)
    }

    /// Whether the document is in a HOOPS stream file.
    fn is_exact(&self) -> bool {
        self.stream.is_some()
    }

    /// The animations and sensors, and the targets, files and texts outside the document that sensors watch or request.
    ///
    /// Edges connect an animation to those nested in it, an event to the sensor that waits for it, and a sensor to what it acts
    /// on. Animations that are not nested have the name of their clip. `None` if there are neither animations nor sensors.
    fn graph(&self) -> Option<Graph> {
        graph::of(self)
    }

    fn check_with(&self, sink: &mut dyn Sink) {
        check::document(self, sink);
    }

    /// A clip for each animation that is not nested, together with the animations nested in it. If several animations start by
    /// themselves, or one after a delay, or if the options request it, the clip `*` of the complete document follows.
    ///
    /// The clip of an animation starts after its delay; a delay that is not in `*` either is reported. In `*` every active
    /// animation plays after its delay, as if no sensor ever acted, and the targets of the other animations do not move.
    ///
    /// Nodes are the targets, named by their paths without prefixes; an animation without a target is a node with the
    /// animation's name. A segment is a child of the nearest segment around it. Channels are `translation`, `scale`, `rotation`
    /// or `angle`, `color.TYPE`, `trail`, `segment` and `attributes` (the index of the identifier), `morph` and `color-morph`
    /// (the indices of the two identifiers and the blend fraction); the metadata has the identifiers. If several animations
    /// play, each has an event when it begins. Endless loops are wraps. Interpolations that curves cannot represent, and
    /// rotations about a pivot, are baked within the tolerances and reported. If a target rotates about its pivot and moves on
    /// another timeline, the contribution of the rotation to its position is the channel `displacement`.
    fn lower(&self, options: &ClipOptions, report: &mut Report) -> Vec<Clip> {
        clips::of(self, *options, report)
    }

    /// Evaluates the channels that are baked, and those that lack loops or the value before an endless one.
    fn evaluators<'a>(
        &'a self,
        options: &ClipOptions,
        clips: &[Clip],
    ) -> Vec<Option<Box<dyn Evaluator + 'a>>> {
        clips::evaluators(self, *options, clips)
    }
}

impl Encode for Hsf {
    type EncodeOptions = EncodeOptions;

    const STORAGE: &'static [&'static str] = &["container", "into"];

    /// [`Container::Stream`] for a name that ends in `.hsf`.
    fn options_for(file_name: &str) -> EncodeOptions {
        let is_stream = file_name.to_ascii_lowercase().ends_with(".hsf");
        let container = if is_stream { Container::Stream } else { Container::Xml };
        EncodeOptions { container, ..EncodeOptions::default() }
    }

    fn report_unused(options: &EncodeOptions, _is_given: &dyn Fn(&str) -> bool, report: &mut Report) {
        if options.into.is_some() && options.container == Container::Xml {
            let message = "together with `into` the file is a HOOPS stream file: `container=xml`, or a name that does not end in \
                           `.hsf`, has no effect";
            report.push(codes::UNUSED_OPTION.at(Location::default(), message));
        }
    }

    /// The document as XML, or in the stream file of `into`, or else in the stream file that it came from. `None` if the stream
    /// file would not read back as the document: its blocks begin with an `Animdef`, not with comments.
    fn stored(&self, options: &EncodeOptions, report: &mut Report) -> Option<Self> {
        let Self { before, root, after, stream } = self;
        let stream = match (&options.into, options.container) {
            (Some(into), _) => Some(into.clone()),
            (None, Container::Xml) => None,
            (None, Container::Stream) => Some(stream.clone()?),
        };
        let stored = Self { before: before.clone(), root: root.clone(), after: after.clone(), stream };
        let is_kept =
            stored.stream.is_none() || Self::parse(&stored.to_bytes()).is_ok_and(|read| read == stored);
        if !is_kept {
            return None;
        }
        report_dictionary(&stored, report);
        Some(stored)
    }

    /// The document with one of its animations and those that it instances. `None` for the clip `*`, and for a document with
    /// sensors, or if the dictionary of the stream file is not understood, since nothing would report that.
    fn part(&self, clip: usize) -> Option<Self> {
        part::of(self, clip).filter(|part| !part.has_stale_dictionary())
    }

    /// The document of the clips, in the stream file that this document came from unless the options name one.
    fn renewed(&self, clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        let own = || self.stream.as_ref().filter(|_| options.container == Container::Stream);
        let into = options.into.as_ref().or_else(own).cloned();
        Self::of_clips(clips, &EncodeOptions { into, ..options.clone() }, report)
    }

    /// An animation for each clip, with the name of the clip. If the clips come from other formats, the first one is active, or the
    /// one named `*`; if they come from a document, `*` is active, or else those that were.
    ///
    /// It contains an animation for each driven property of a node, with the node's path as its target, a timeline and an
    /// interpolator. Channels that drive parts of one property become one interpolator, displacements are added to
    /// translations, and repeating curves become loops. A node whose rest pose is not the identity has an interpolator of one
    /// value. Curves that interpolators cannot represent are baked within the tolerances and reported, as are channels without
    /// an element. The file has as many ticks per second as are needed to put every key on a tick, within single precision, or
    /// near enough for the values.
    ///
    /// Errors: [`Clip`](crate::ErrorKind::Clip), [`Container`](crate::ErrorKind::Container).
    fn encode(clips: &[Clip], options: &EncodeOptions, report: &mut Report) -> Result<Self, Error> {
        encode::document(clips, options, report)
    }
}
