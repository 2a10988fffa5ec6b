//! Comments, instructions and character data within values.

use std::time::{Duration, Instant};

use anim_hsf_xml::{Content, Hsf};

use super::{lenient, strict};

/// The content of the list of a document.
fn content(text: &str) -> Vec<Content> {
    let text = format!("<PosInterpolator>{text}</PosInterpolator>");
    let (read, repairs) = lenient(text.as_bytes());
    assert_eq!(repairs, vec![], "{text}");
    let hsf = read.unwrap();
    assert_eq!(Hsf::parse_with(text.as_bytes(), &strict(), &mut ()).as_ref(), Ok(&hsf), "{text}");
    let again = Hsf::parse(&hsf.to_bytes()).unwrap();
    assert_eq!(again, hsf, "{text}");
    hsf.root.content().to_vec()
}

#[test]
fn within_a_value_markup_is_no_value_and_stays() {
    for (text, plain, asides) in [
        ("[0 0 0] [1 <!-- y --> 2 3]", "[0 0 0] [1 2 3]", 1),
        ("[1<!--a-->2<?b?>3] [4 5 6]", "[1 2 3] [4 5 6]", 2),
        ("[[b <!-- t --> 1 2 3 4 5 6] 7 8 9]", "[[b 1 2 3 4 5 6] 7 8 9]", 1),
        ("[<!-- [ -->1 2 3]", "[1 2 3]", 1),
        ("[1 2 3<!-- ] -->]", "[1 2 3]", 1),
        ("[1 &#50; <!-- two --> 3]", "[1 2 3]", 1),
        ("[1 <![CDATA[2]]> 3]", "[1 2 3]", 0),
        ("[1 2<![CDATA[5]]> 3]", "[1 25 3]", 0),
        ("\"a<!-- b -->c\"", "\"a c\"", 1),
        ("[1 2 3] <!-- y --> [4 5 6]", "[1 2 3] [4 5 6]", 1),
    ] {
        let found = content(text);
        let is_list = |content: &&Content| matches!(content, Content::List(_));
        let lists: Vec<_> = found.iter().filter(is_list).collect();
        let values: Vec<String> = lists.iter().map(|list| format!("{list:?}")).collect();
        assert_eq!(found.len() - lists.len(), asides, "{text}");
        let expected = content(plain);
        let count = |content: &Content| match content {
            Content::List(list) => list.iter().map(|item| format!("{item:?}")).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let items = |content: &[Content]| content.iter().flat_map(count).collect::<Vec<_>>();
        assert_eq!(items(&found), items(&expected), "{text}: {values:?}");
    }
}

#[test]
fn the_end_of_character_data_in_a_value_is_no_stray() {
    let (read, repairs) = lenient(b"<Timeline>\"a ]]> <!-- x --> b\"</Timeline>");
    assert!(read.is_ok() && repairs.len() == 1, "{repairs:?}");
}

#[test]
fn comments_without_an_end_take_linear_time() {
    for piece in ["[ <!--", "[ <?", "[<![CDATA[", "[ <!-- a -->", "\" <!-- a -->", "[ <!-- a --> ]"] {
        let text = "<Timeline>".to_owned() + &piece.repeat(1_000_000 / piece.len());
        let start = Instant::now();
        let _ = Hsf::parse(text.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(30), "{piece}");
    }
}
