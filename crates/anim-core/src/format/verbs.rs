//! The methods that the documents of all formats share.

/// Generates the methods that the documents of all formats share, for a type that implements [`Format`](crate::Format) and, with
/// `encode`, [`Encode`](crate::Encode).
///
/// `ReadOptions`, `ClipOptions`, `EncodeOptions` and `Error` must be in scope: they are the associated types of the traits.
#[macro_export]
macro_rules! verbs {
    ($document:ty) => {
        impl $document {
            /// Reads a file from memory, with default options.
            ///
            /// Errors: why the bytes are not a file of the format, and where.
            pub fn parse(bytes: &[u8]) -> ::core::result::Result<Self, Error> {
                Self::parse_with(bytes, &ReadOptions::default(), &mut ())
            }

            /// Reads a file from memory. What the document cannot keep goes to the sink, such as a
            /// [`Report`]($crate::Report).
            ///
            /// Errors: as for [`parse`](Self::parse).
            pub fn parse_with(
                bytes: &[u8],
                options: &ReadOptions,
                sink: &mut dyn $crate::Sink,
            ) -> ::core::result::Result<Self, Error> {
                <Self as $crate::Format>::read(bytes, options, &(), sink)
            }

            /// [`parse_with`](Self::parse_with) for a file next to others: `beside` provides its name and the other files.
            ///
            /// Errors: as for [`parse`](Self::parse).
            pub fn parse_beside(
                bytes: &[u8],
                options: &ReadOptions,
                beside: &dyn $crate::Beside,
                sink: &mut dyn $crate::Sink,
            ) -> ::core::result::Result<Self, Error> {
                <Self as $crate::Format>::read(bytes, options, beside, sink)
            }

            /// Reads a file from disk, with default options. Files that belong to it are read from the same folder.
            ///
            /// Errors: [`OpenError::File`]($crate::OpenError::File) if the file cannot be read,
            /// [`OpenError::Content`]($crate::OpenError::Content) if it is not one of the format.
            pub fn open(
                path: impl ::core::convert::AsRef<::std::path::Path>,
            ) -> ::core::result::Result<Self, $crate::OpenError<Error>> {
                Self::open_with(path, &ReadOptions::default(), &mut ())
            }

            /// Reads a file from disk. Files that belong to it are read from the same folder. What the document cannot keep goes to
            /// the sink, such as a [`Report`]($crate::Report).
            ///
            /// Errors: as for [`open`](Self::open).
            pub fn open_with(
                path: impl ::core::convert::AsRef<::std::path::Path>,
                options: &ReadOptions,
                sink: &mut dyn $crate::Sink,
            ) -> ::core::result::Result<Self, $crate::OpenError<Error>> {
                $crate::open::<Self>(path.as_ref(), options, sink)
            }

            /// The bytes of the file.
            pub fn to_bytes(&self) -> ::std::borrow::Cow<'_, [u8]> {
                <Self as $crate::Format>::to_bytes(self)
            }

            /// Writes the file to disk, and the companion files next to it; if one cannot be written, none is replaced.
            ///
            /// Errors: the path and the error of the system.
            pub fn save(
                &self,
                path: impl ::core::convert::AsRef<::std::path::Path>,
            ) -> ::core::result::Result<(), $crate::FileError> {
                $crate::save(path.as_ref(), &self.to_bytes(), &<Self as $crate::Format>::companions(self))
            }

            /// Everything that is wrong or doubtful in the document.
            pub fn check(&self) -> ::std::vec::Vec<$crate::Diagnostic> {
                let mut findings = ::std::vec::Vec::new();
                self.check_with(&mut findings);
                findings
            }

            /// Reports everything that is wrong or doubtful in the document, one finding at a time.
            pub fn check_with(&self, sink: &mut dyn $crate::Sink) {
                <Self as $crate::Format>::check_with(self, sink);
            }

            /// The states or parts of the document, with the transitions or links between them. `None` for a document without any,
            /// which those of most formats are.
            pub fn graph(&self) -> ::core::option::Option<$crate::Graph> {
                <Self as $crate::Format>::graph(self)
            }

            /// The document as clips, with default options and without a report of what clips cannot hold.
            pub fn clips(&self) -> ::std::vec::Vec<$crate::Clip> {
                self.clips_with(&ClipOptions::default(), &mut $crate::Report::new())
            }

            /// The document as clips. What clips cannot hold goes to the report.
            pub fn clips_with(
                &self,
                options: &ClipOptions,
                report: &mut $crate::Report,
            ) -> ::std::vec::Vec<$crate::Clip> {
                <Self as $crate::Format>::to_clips(self, options, report)
            }
        }
    };
    ($document:ty, encode) => {
        $crate::verbs!($document);

        impl $document {
            /// Encodes clips as a document, with default options and without a report of losses.
            ///
            /// Errors: why the clips cannot become a document of the format.
            pub fn from_clips(clips: &[$crate::Clip]) -> ::core::result::Result<Self, Error> {
                Self::from_clips_with(clips, &EncodeOptions::default(), &mut $crate::Report::new())
            }

            /// Encodes clips as a document. What the document cannot hold goes to the report.
            ///
            /// Errors: as for [`from_clips`](Self::from_clips).
            pub fn from_clips_with(
                clips: &[$crate::Clip],
                options: &EncodeOptions,
                report: &mut $crate::Report,
            ) -> ::core::result::Result<Self, Error> {
                <Self as $crate::Encode>::of_clips(clips, options, report)
            }
        }
    };
}
