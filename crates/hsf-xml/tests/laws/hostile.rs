//! Files made to hurt: each ends at once, in bounded memory, with a clear error or a document.

use std::time::{Duration, Instant};

use anim_core::{Diagnostic, Document, Format, Options};
use anim_hsf_xml::{ErrorKind, Hsf, MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAME, ReadOptions};

/// Long enough for a debug build on a busy machine, far too short for quadratic time.
const AT_ONCE: Duration = Duration::from_secs(30);

fn parse(bytes: &[u8]) -> Result<Hsf, ErrorKind> {
    let start = Instant::now();
    let found = Hsf::parse(bytes, &mut ()).map_err(|error| error.kind);
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    found
}

#[test]
fn document_types_are_refused() {
    for text in [
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><Animdef Name=\"&b;\"/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Animdef>&x;</Animdef>",
        "<Animdef><!ENTITY a \"b\"></Animdef>",
        "<!doctype a SYSTEM 'file:///etc/passwd'><Animdef/>",
    ] {
        assert_eq!(parse(text.as_bytes()), Err(ErrorKind::Dtd), "{text}");
    }
}

#[test]
fn elements_nest_as_deep_as_the_limit() {
    let nested = |depth: usize| "<Animation>".repeat(depth) + &"</Animation>".repeat(depth);
    assert!(parse(nested(MAX_DEPTH).as_bytes()).is_ok());
    for depth in [MAX_DEPTH + 1, 300_000] {
        let error = parse(nested(depth).as_bytes()).unwrap_err();
        assert_eq!(error, ErrorKind::Limit { what: "levels of elements", limit: MAX_DEPTH });
    }
}

#[test]
fn a_million_attributes_are_too_many() {
    let attributes = (0..1_000_000).map(|n| format!(" a{n}=\"\"")).collect::<Vec<_>>().concat();
    let error = parse(format!("<Animdef{attributes}/>").as_bytes()).unwrap_err();
    assert_eq!(error, ErrorKind::Limit { what: "attributes of one element", limit: MAX_ATTRIBUTES });
}

#[test]
fn megabytes_of_one_character_take_linear_time() {
    for (head, piece) in [
        ("<Timeline>", "["),
        ("<Timeline>", "]"),
        ("<Timeline>", "[["),
        ("<Animdef>", "<"),
        ("<Animdef>", "</"),
        ("<Animdef ", "\""),
        ("<Animdef ", "a=\"x b='y "),
        ("<Animdef ", "“"),
        ("<Animdef a=“", "x"),
        ("<Animdef", " b=“x"),
        ("<Animdef ", "b=“x” "),
        ("<Timeline>", "“a” "),
        ("<Timeline>", "“a\n"),
        ("<Animdef>", "<!–x>"),
        ("<Animdef>", "<!--"),
        ("<Animdef>", "<?a"),
        ("<Animdef>", "<?a>"),
        ("<Animdef>", "<![CDATA["),
        ("<Timeline>", "&"),
        ("<Timeline>", "\""),
        ("<Animdef>", "&#x"),
        ("<Animdef>", "text <x/>"),
        ("<Timeline>", "[[b"),
    ] {
        let text = head.to_owned() + &piece.repeat(1_000_000 / piece.len());
        let _ = parse(text.as_bytes());
    }
}

#[test]
fn names_are_no_longer_than_the_limit() {
    let named = |len: usize| format!("<{}/>", "a".repeat(len));
    assert!(parse(named(MAX_NAME).as_bytes()).is_ok());
    let error = parse(named(MAX_NAME + 1).as_bytes()).unwrap_err();
    assert_eq!(error, ErrorKind::Limit { what: "bytes of a name", limit: MAX_NAME });
}

#[test]
fn findings_deep_in_elements_of_long_names_are_short() {
    let name = "a".repeat(MAX_NAME);
    let depth = MAX_DEPTH - 1;
    let text = format!("<{name}>").repeat(depth) + "<Sensor/>" + &format!("</{name}>").repeat(depth);
    let mut findings: Vec<Diagnostic> = Vec::new();
    parse(text.as_bytes()).unwrap().check(&mut findings);
    let deepest = findings.iter().find(|finding| finding.code.id == "hsf-xml::required").unwrap();
    assert!(deepest.at.path.ends_with("/Sensor[0]") && deepest.at.path.len() < 300, "{}", deepest.at.path);
}

#[test]
fn thousands_of_alike_animations_make_clips_at_once() {
    let loops = "<Animation Name=\"a\" Target=\"x\" Loop=\"-1\"><Timeline>0 1</Timeline><ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator></Animation>";
    let long = "<Animation Target=\"x\"><Timeline>0 1000000</Timeline><PosInterpolator>[1 1 1] [2 2 2]</PosInterpolator></Animation>";
    let hsf = parse(format!("<Animdef>{}{long}</Animdef>", loops.repeat(4000)).as_bytes()).unwrap();
    let start = Instant::now();
    let clips = hsf.to_clips(&Options::new(&[]), &mut ());
    assert_eq!((clips.len(), &*clips[3999].name), (4002, "a (4000)"));
    assert!(start.elapsed() < 3 * AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn elements_are_counted() {
    let text = format!("<Animdef>{}</Animdef>", "<Action/>".repeat(1000));
    let limited = ReadOptions { elements: 1000, ..ReadOptions::default() };
    let error = Hsf::read(text.as_bytes(), &limited, &mut ()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit { what: "elements", limit: 1000 });
}

#[test]
fn instances_of_large_blocks_are_bounded() {
    // 1,000 instances of a block of 1,000 animations.
    let block = "<Animation><Timeline>0 1</Timeline><PosInterpolator>[1 2 3]</PosInterpolator></Animation>"
        .repeat(1000);
    let instances = "<Animation Target=\"SPATH: a\" InstanceOf=\"A\"/>".repeat(1000);
    let hsf =
        parse(format!("<Animdef><Animation Name=\"A\">{block}</Animation>{instances}</Animdef>").as_bytes())
            .unwrap();
    let start = Instant::now();
    let mut losses = Vec::new();
    hsf.to_clips(&Options::new(&[]), &mut losses);
    assert!(losses.iter().any(|loss: &anim_core::Diagnostic| loss.code.id == "hsf-xml::cut"));
    hsf.check(&mut ());
    assert!(start.elapsed() < 3 * AT_ONCE, "{:?}", start.elapsed());
}
