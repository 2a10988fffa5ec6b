//! Detecting the format of a file.

use anim_core::Confidence;

use crate::{Entry, Error};

/// The format of a file: see [`Registry::detect`](crate::Registry::detect).
pub(crate) fn choose<'a>(
    entries: &'a [Entry],
    bytes: &[u8],
    extension: Option<&str>,
) -> Result<&'a Entry, Error> {
    let ids = |entries: &[&Entry]| entries.iter().map(|entry| entry.info().id).collect();
    let sure: Vec<_> = entries.iter().map(|entry| (entry.sniff(bytes), entry)).collect();
    let best = sure.iter().map(|(confidence, _)| *confidence).max().unwrap_or(Confidence::No);
    let mut candidates: Vec<_> =
        sure.into_iter().filter(|(sure, _)| *sure == best).map(|(_, entry)| entry).collect();
    let claimed = candidates
        .iter()
        .find(|entry| extension.is_some_and(|extension| entry.info().has_extension(extension)));
    match (claimed, candidates.as_slice()) {
        (Some(claimed), _) => Ok(claimed),
        (None, [only]) if best > Confidence::Maybe => Ok(only),
        (None, _) if best > Confidence::Maybe => Err(Error::Ambiguous { possible: ids(&candidates) }),
        (None, _) => {
            if best == Confidence::No {
                candidates.clear();
            }
            let extension = extension.map(str::to_owned);
            Err(Error::Unrecognized {
                extension,
                possible: ids(&candidates),
                known: ids(&Vec::from_iter(entries)),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use anim_core::{Beside, Clip, Code, FormatInfo, Report, Sink};

    use super::*;

    static REFUSED: Code = Code::error("toy::refused", "never read");

    anim_core::options! {
        /// None.
        pub struct NoOptions {}
    }

    /// A format that is never read; a byte of its files states its confidence.
    macro_rules! toy {
        ($name:ident, $id:literal, $extensions:expr, $byte:literal) => {
            #[derive(Debug, PartialEq)]
            struct $name;

            impl anim_core::Format for $name {
                const INFO: FormatInfo = FormatInfo::new($id, $id, $extensions);
                type Error = anim_core::Error<Refused>;
                type ReadOptions = NoOptions;
                type ClipOptions = NoOptions;

                fn sniff(bytes: &[u8]) -> Confidence {
                    digit(bytes, $byte)
                }

                fn read(
                    _: &[u8],
                    _: &NoOptions,
                    _: &dyn Beside,
                    _: &mut dyn Sink,
                ) -> Result<Self, Self::Error> {
                    Err(anim_core::Error::new(Refused, anim_core::Location::default()))
                }

                fn to_bytes(&self) -> std::borrow::Cow<'_, [u8]> {
                    std::borrow::Cow::Borrowed(&[])
                }

                fn check_with(&self, _: &mut dyn Sink) {}

                fn lower(&self, _: &NoOptions, _: &mut Report) -> Vec<Clip> {
                    Vec::new()
                }
            }
        };
    }

    #[derive(Debug)]
    struct Refused;

    impl std::fmt::Display for Refused {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("refused")
        }
    }

    impl anim_core::ErrorKind for Refused {
        fn code(&self) -> &'static Code {
            &REFUSED
        }
    }

    toy!(Left, "left", &["l"], 0);
    toy!(Right, "right", &["r", "rr"], 1);

    /// The confidence for a digit.
    fn digit(bytes: &[u8], at: usize) -> Confidence {
        match bytes[at] {
            b'0' => Confidence::No,
            b'1' => Confidence::Maybe,
            b'2' => Confidence::Likely,
            _ => Confidence::Certain,
        }
    }

    /// The files state the confidence of each format.
    static TOYS: [Entry; 2] = [Entry::reader::<Left>(), Entry::reader::<Right>()];

    #[test]
    fn content_decides_before_the_extension() {
        let cases = [
            // The highest confidence wins, whatever the extension.
            ("20", None, Ok("left")),
            ("20", Some("r"), Ok("left")),
            ("23", Some("l"), Ok("right")),
            ("12", Some("l"), Ok("right")),
            // The extension decides between equals.
            ("22", Some("RR"), Ok("right")),
            ("33", Some("l"), Ok("left")),
            ("33", Some("x"), Err("left, right")),
            ("33", None, Err("left, right")),
            // A `Maybe` needs an extension that agrees.
            ("11", Some("r"), Ok("right")),
            ("10", Some("l"), Ok("left")),
            ("10", None, Err("left")),
            ("10", Some("r"), Err("left")),
            // If no format recognises the content, the extension decides.
            ("00", Some("r"), Ok("right")),
            ("00", Some("x"), Err("")),
            ("00", None, Err("")),
        ];
        for (bytes, extension, expected) in cases {
            let found = match choose(&TOYS, bytes.as_bytes(), extension) {
                Ok(entry) => Ok(entry.info().id),
                Err(Error::Unrecognized { possible, .. } | Error::Ambiguous { possible }) => {
                    Err(possible.join(", "))
                }
                Err(other) => panic!("{other}"),
            };
            assert_eq!(found, expected.map_err(str::to_owned), "{bytes} {extension:?}");
        }
    }

    #[test]
    fn an_error_says_what_is_possible() {
        let cases = [
            ("00", None, "no format recognizes the content: expected one of left, right"),
            (
                "00",
                Some("x"),
                "no format recognizes the content or the extension `x`: expected one of left, right",
            ),
            ("11", None, "the content alone does not decide the format: it may be left or right"),
            ("33", None, "the content fits more than one format: left and right"),
        ];
        for (bytes, extension, expected) in cases {
            assert_eq!(choose(&TOYS, bytes.as_bytes(), extension).unwrap_err().to_string(), expected);
        }
    }
}
