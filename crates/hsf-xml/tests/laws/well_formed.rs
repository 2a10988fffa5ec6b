//! What XML 1.0 forbids: rejected by strict reading, and repaired with a finding by lenient reading.

use anim_hsf_xml::{Aside, ErrorKind, Hsf};

use super::{lenient, strict};

const DECLARED: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// The codes of the repairs, without the id of the format.
fn repairs(text: &[u8]) -> Vec<String> {
    let (read, repairs) = lenient(text);
    read.unwrap();
    repairs.iter().map(|repair| repair.code.id.trim_start_matches("hsf-xml::").to_owned()).collect()
}

fn refused(text: &[u8]) -> Option<String> {
    match Hsf::parse_with(text, &strict(), &mut ()).err()?.kind {
        ErrorKind::IllFormed { message } => Some(message),
        other => Some(other.to_string()),
    }
}

#[test]
fn what_xml_allows_is_read_without_a_finding() {
    for text in [
        "<Animdef/>".to_owned(),
        format!("{DECLARED}<Animdef/>"),
        format!("\u{FEFF}{DECLARED}<Animdef Name=\"ü\"/>"),
        "<?xml\tversion='1.0'\n?>\n<Animdef/>".to_owned(),
        "<?xml version=\"1.1\" standalone='yes'?><Animdef/>".to_owned(),
        "<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><Animdef/>".to_owned(),
        "<?xml version=\"1.0\" encoding=\"us-ascii\"?><Animdef/>".to_owned(),
        "<?xml-stylesheet href=\"a.css\"?><Animdef><?xmlx?><?a:b c?></Animdef><?x?>".to_owned(),
        "<Animdef></Animdef\n>".to_owned(),
    ] {
        assert_eq!((repairs(text.as_bytes()), refused(text.as_bytes())), (vec![], None), "{text}");
        let hsf = Hsf::parse(text.as_bytes()).unwrap();
        assert_eq!(Hsf::parse_with(&hsf.to_bytes(), &strict(), &mut ()), Ok(hsf), "{text}");
    }
}

#[test]
fn what_xml_forbids_is_refused_or_found() {
    for (text, code) in [
        // A declaration is at the beginning alone, and its name is no target.
        (format!(" {DECLARED}<Animdef/>"), "stray"),
        (format!("<!--a-->{DECLARED}<Animdef/>"), "stray"),
        (format!("{DECLARED}{DECLARED}<Animdef/>"), "stray"),
        (format!("<Animdef>{DECLARED}</Animdef>"), "stray"),
        (format!("<Timeline>0 {DECLARED} 10</Timeline>"), "stray"),
        (format!("<Animdef/>{DECLARED}"), "stray"),
        ("<Animdef/><?xml?>".to_owned(), "stray"),
        ("<Animdef/><?xml\tversion=\"1.0\"?>".to_owned(), "stray"),
        ("<Animdef/><?XML x?>".to_owned(), "stray"),
        ("<?Xml version=\"1.0\"?><Animdef/>".to_owned(), "stray"),
        // What it says.
        ("<?xml?><Animdef/>".to_owned(), "stray"),
        ("<?xml version=1.0?><Animdef/>".to_owned(), "stray"),
        ("<?xml version=\"2.0\"?><Animdef/>".to_owned(), "stray"),
        ("<?xml encoding=\"UTF-8\"?><Animdef/>".to_owned(), "stray"),
        ("<?xml version=\"1.0\" standalone=\"true\"?><Animdef/>".to_owned(), "stray"),
        ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><Animdef/>".to_owned(), "encoding"),
        ("<?xml version=\"1.0\" encoding=\"x-unknown\"?><Animdef/>".to_owned(), "encoding"),
        ("<?xml version=\"1.0\" encoding=\"US-ASCII\"?><Animdef Name=\"ü\"/>".to_owned(), "encoding"),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Animdef Name=\"ü\"/>".to_owned(), "encoding"),
        // Other markup.
        ("<Animdef><?a\"b\"?></Animdef>".to_owned(), "stray"),
        ("<Animdef></ Animdef>".to_owned(), "end-tag"),
        ("<Animdef Name=\"a\u{1}\"/>".to_owned(), "character"),
        ("<Animdef Name=\"&#xD800;\"/>".to_owned(), "reference"),
        ("<Animdef Name=\"&#x110000;\"/>".to_owned(), "reference"),
    ] {
        assert_eq!(repairs(text.as_bytes()), [code], "{text}");
        assert!(refused(text.as_bytes()).is_some(), "{text}");
    }
}

#[test]
fn bytes_of_the_encoding_that_is_stated_are_one_finding() {
    let text = [&b"<?xml version=\"1.0\" encoding=\"Windows-1252\"?><Animdef Name=\"\xFC\"/>"[..]].concat();
    assert_eq!(repairs(&text), ["encoding"]);
    assert!(Hsf::parse(&text).unwrap().to_bytes().starts_with("<Animdef Name=\"ü\"".as_bytes()));
    assert!(refused(&text).is_some());
}

#[test]
fn instructions_with_any_target_stay() {
    let hsf = Hsf::parse(b"<?a:b c?><Animdef/>").unwrap();
    let Some(Aside::Instruction(instruction)) = hsf.before.first() else { panic!("{hsf:?}") };
    assert_eq!(&**instruction, "a:b c");
}
