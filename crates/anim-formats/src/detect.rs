//! Which format a file is of.

use anim_core::Confidence;

use crate::{Entry, Error, all};

/// The format of a file: by its content first, by its extension (without the dot) second.
///
/// The format that is surest of the bytes wins, and the extension decides between equals. A format that is no surer
/// than [`Confidence::Maybe`] needs the extension to agree. Where no format knows the bytes the extension alone
/// decides, so that a damaged file is read, and refused, by the format it claims to be of.
///
/// Errors: [`Error::Unrecognized`] and [`Error::Ambiguous`] name the formats that are possible.
pub fn detect(bytes: &[u8], extension: Option<&str>) -> Result<&'static Entry, Error> {
    choose(all(), bytes, extension)
}

fn choose(entries: &'static [Entry], bytes: &[u8], extension: Option<&str>) -> Result<&'static Entry, Error> {
    let ids = |entries: &[&Entry]| entries.iter().map(|entry| entry.row.info.id).collect();
    let sure: Vec<_> = entries.iter().map(|entry| ((entry.row.sniff)(bytes), entry)).collect();
    let best = sure.iter().map(|(confidence, _)| *confidence).max().unwrap_or(Confidence::No);
    let mut candidates: Vec<_> =
        sure.into_iter().filter(|(sure, _)| *sure == best).map(|(_, entry)| entry).collect();
    let claimed =
        candidates.iter().find(|entry| extension.is_some_and(|extension| entry.has_extension(extension)));
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
    use anim_core::{Code, FormatInfo, Row};

    use super::*;

    static REFUSED: Code = Code::error("toy::refused", "never read");
    static CODES: &[&Code] = &[&REFUSED];

    const fn info(id: &'static str, extensions: &'static [&'static str]) -> FormatInfo {
        FormatInfo {
            id,
            name: id,
            extensions,
            options: &[],
            target_options: &[],
            exact: true,
            max_clips: None,
            codes: CODES,
            conversion_codes: &[],
        }
    }

    static LEFT: FormatInfo = info("left", &["l"]);
    static RIGHT: FormatInfo = info("right", &["r", "rr"]);

    const fn toy(info: &'static FormatInfo, sniff: fn(&[u8]) -> Confidence) -> Entry {
        let row = Row {
            info,
            sniff,
            signature: &[],
            extent: |_| anim_core::Extent::No { walked: 0 },
            open: |_, _, _, _| Err(REFUSED.at(anim_core::Location::default(), "")),
            inspect: |_, _, _, _| Err(REFUSED.at(anim_core::Location::default(), "")),
            from_clips: None,
            equal: |_, _| false,
        };
        let build = |_: &str| Err(Error::UnknownFormat { id: String::new(), known: vec![] });
        Entry { row, dump: |_| Ok(String::new()), build }
    }

    /// The confidence that a digit stands for.
    fn digit(bytes: &[u8], at: usize) -> Confidence {
        match bytes[at] {
            b'0' => Confidence::No,
            b'1' => Confidence::Maybe,
            b'2' => Confidence::Likely,
            _ => Confidence::Certain,
        }
    }

    /// Files say how sure each format is of them.
    static TOYS: [Entry; 2] = [toy(&LEFT, |bytes| digit(bytes, 0)), toy(&RIGHT, |bytes| digit(bytes, 1))];

    #[test]
    fn content_decides_before_the_extension() {
        let cases = [
            // The surest wins, whatever the extension says.
            ("20", None, Ok("left")),
            ("20", Some("r"), Ok("left")),
            ("23", Some("l"), Ok("right")),
            ("12", Some("l"), Ok("right")),
            // The extension decides between equals.
            ("22", Some("RR"), Ok("right")),
            ("33", Some("l"), Ok("left")),
            ("33", Some("x"), Err("left, right")),
            ("33", None, Err("left, right")),
            // What may be so needs an extension that agrees.
            ("11", Some("r"), Ok("right")),
            ("10", Some("l"), Ok("left")),
            ("10", None, Err("left")),
            ("10", Some("r"), Err("left")),
            // What nobody knows is what it claims to be.
            ("00", Some("r"), Ok("right")),
            ("00", Some("x"), Err("")),
            ("00", None, Err("")),
        ];
        for (bytes, extension, expected) in cases {
            let found = match choose(&TOYS, bytes.as_bytes(), extension) {
                Ok(entry) => Ok(entry.row.info.id),
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
            ("00", None, "no format knows the content: expected one of left, right"),
            (
                "00",
                Some("x"),
                "no format knows the content or the extension `x`: expected one of left, right",
            ),
            ("11", None, "the content is no proof of a format: it may be left or right"),
            ("33", None, "the content fits more than one format: left and right"),
        ];
        for (bytes, extension, expected) in cases {
            assert_eq!(choose(&TOYS, bytes.as_bytes(), extension).unwrap_err().to_string(), expected);
        }
    }
}
