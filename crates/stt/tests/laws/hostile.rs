//! Files made to hurt: each ends at once, in bounded memory, with a clear error.

use std::fmt::Write;

use anim_core::{Diagnostic, Document, Error, Format, Options};
use anim_stt::{ErrorKind, PlayOptions, Player, Stt};

use crate::examples::SEQUENCE;

fn refused(text: impl AsRef<[u8]>) -> Error<ErrorKind> {
    Stt::parse(text.as_ref(), &mut ()).unwrap_err()
}

fn found(stt: &Stt) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    stt.check(&mut found);
    found
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let head = "#MINDRENDER 1.1\n1\n{s}\n";
    let room = " ".repeat(100);
    let cases = [
        (String::new(), "line 1, column 1: expected #MINDRENDER, found the end of the file (bytes 0..0)"),
        ("#MIND 1.1".to_owned(), "line 1, column 1: expected #MINDRENDER, found `#MIND` (bytes 0..5)"),
        (
            "#MINDRENDER 1.1\n1000000000000000000\n".to_owned(),
            "line 2, column 1: expected at most 0 states, for which there are bytes, found `1000000000000000000` (bytes 16..35)",
        ),
        (
            format!("{head}TRIPLE{room}x"),
            "line 4, column 1: expected SINGLE or KEYFRAME, found `TRIPLE` (bytes 22..28)",
        ),
        (
            format!("{head}SINGLE\n1\n{{n}}\n  STOIC{room}x"),
            "line 7, column 3: expected STATIC or DYNAMIC, found `STOIC` (bytes 37..42)",
        ),
        (
            format!("{head}SINGLE\n1\n{{n}}\nSTATIC\n0 0.5 1,5{room}x"),
            "line 8, column 7: expected a number of the displacement, found `1,5` (bytes 48..51)",
        ),
        (
            format!("{head}KEYFRAME\n1\n6\n{{a}}\n1 2 3 0 0 {{a}}"),
            "line 6, column 1: expected a keyframe animation type, 0 to 5, found `6` (bytes 33..34)",
        ),
        (
            format!("{head}KEYFRAME\n1\n1\n{{a}}\n1 2 3 0 0 a{room}x"),
            "line 8, column 11: expected the name of a keyframe in braces, found `a` (bytes 49..50)",
        ),
        (
            format!("{head}KEYFRAME\n1\n1\n{{a}}\n1 2 3 0"),
            "line 8, column 8: expected a backward transition flag, found the end of the file (bytes 46..46)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text).to_string(), expected, "{text}");
    }
}

#[test]
fn a_name_of_ten_megabytes_is_an_error_at_once() {
    let long = "x".repeat(10_000_000);
    for text in [format!("#MINDRENDER 1.1 1 {{{long}"), format!("#MINDRENDER 1.1 1 {{{long}}} SINGLE 0")] {
        let error = refused(text);
        assert_eq!(
            error.to_string(),
            "line 1, column 19: expected `}` after at most 65536 bytes of a name, found `{` (bytes 18..19)"
        );
    }
}

#[test]
fn every_truncation_is_an_error_with_a_place() {
    let text = SEQUENCE.trim_end().as_bytes();
    for len in 0..text.len() {
        let error = refused(&text[..len]);
        assert!(error.at.span.is_some_and(|span| span.end <= len), "{len}: {error}");
    }
}

#[test]
fn strict_reading_wants_nothing_after_the_last_state() {
    let options = Options::new(Stt::INFO.options).with("strict", "true").unwrap();
    let text = format!("{SEQUENCE}\n more of it \n\x1A");
    let error = Stt::open(text.as_bytes(), &options, &(), &mut ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "line 39, column 2: expected nothing after the last state, found `more` (bytes {}..{})",
            SEQUENCE.len() + 2,
            SEQUENCE.len() + 6
        )
    );
    assert!(Stt::open(SEQUENCE.as_bytes(), &options, &(), &mut ()).is_ok());
    let stt = Stt::parse(text.as_bytes(), &mut ()).unwrap();
    assert_eq!(stt.trailing(), b"more of it");
    assert_eq!(stt.to_bytes(), format!("{SEQUENCE}more of it\n").as_bytes());
}

/// Sequences that each play the next; `last` is what the last one plays.
fn chain(count: usize, last: &str, keys: usize) -> Stt {
    let mut text = format!("#MINDRENDER 1.1 {}\n", count + 1);
    for state in 0..count {
        let next = if state + 1 < count { (state + 1).to_string() } else { last.to_owned() };
        let _ = write!(text, "{{{state}}} KEYFRAME {keys} 1 {{{next}}}");
        for _ in 0..keys {
            let _ = writeln!(text, " 1 0.5 0.5 1 1 {{{next}}}");
        }
    }
    text.push_str("{end} SINGLE 1 {n} STATIC 1 2 3 4 5 6 7 8 9");
    Stt::parse(text.as_bytes(), &mut ()).unwrap()
}

#[test]
fn ten_thousand_nested_sequences_are_an_error_at_once() {
    let stt = chain(10_000, "end", 1);
    let depth: Vec<_> = found(&stt).into_iter().filter(|finding| finding.code.id == "stt::depth").collect();
    assert_eq!(depth.len(), 156);
    assert_eq!(
        depth[155].message,
        "the state `9936` is nested 64 deep, expected less: the key drives nothing"
    );
    assert!(depth[0].at.span.is_some());
    let player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.pose();
    let deep = PlayOptions { depth: 10_000, ..PlayOptions::default() };
    let player = Player::new(&stt, deep).unwrap();
    assert_eq!(player.pose()[0].position(), Some([5.0, 7.0, 9.0]));
}

#[test]
fn a_cycle_of_ten_thousand_sequences_is_an_error_at_once() {
    for count in [1, 2, 60] {
        let findings = found(&chain(count, "0", 1));
        assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["stt::cycle"]);
        assert_eq!(findings[0].at.path, format!("state[{}]/key[0]", count - 1));
    }
    let stt = chain(10_000, "0", 1);
    assert!(found(&stt).iter().any(|finding| finding.code.id == "stt::cycle"));
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.advance(1e9);
    player.pose();
    stt.clips(PlayOptions::default(), &mut ());
}

#[test]
fn sequences_that_double_at_every_level_are_cut_off() {
    // Each plays the next in both of its keys, so that the first would play the last 2⁶⁰ times.
    let stt = chain(60, "end", 2);
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.advance(12.3);
    assert_eq!(player.pose()[0].position(), Some([5.0, 7.0, 9.0]));
    let mut findings = Vec::new();
    let options = PlayOptions { pieces: 20, ..PlayOptions::default() };
    assert_eq!(stt.clips(options, &mut findings).len(), 61);
    assert!(findings.iter().any(|finding: &Diagnostic| finding.code.id == "stt::limit"));
}

#[test]
fn a_sequence_of_many_short_cycles_is_cut_off() {
    let text = "#MINDRENDER 1.1 3
        {long} KEYFRAME 1 1 {short} 1 1e9 0 0 0 {short}
        {short} KEYFRAME 2 1 {n} 1 1e-9 0 0 0 {n} 1 1e-9 0 0 0 {n}
        {n} SINGLE 1 {n} DYNAMIC 0 0 0 1 1 1 1e-300 0 1 0 0 0 1 1 1 1e-6 0 1 0 0 0 1 1 1 1e300 0 1";
    let stt = Stt::parse(text.as_bytes(), &mut ()).unwrap();
    let mut findings = Vec::new();
    let clips = stt.clips(PlayOptions::default(), &mut findings);
    assert_eq!((clips[0].duration, clips[0].channels.len()), (1e9, 0));
    assert!(findings.iter().any(|finding: &Diagnostic| finding.code.id == "stt::limit"));
    let mut player = Player::new(&stt, PlayOptions::default()).unwrap();
    player.advance(1e8);
    player.request(&stt.states[1].name).unwrap();
    player.advance(1e8);
    player.pose();
}

#[test]
fn many_keys_do_not_take_more_pieces_than_fit_in_memory() {
    // Each second of the sequence takes a hundred pieces.
    let keys = 50_000;
    let text = format!(
        "#MINDRENDER 1.1 2 {{k}} KEYFRAME {keys} 1 {{s}} {} {{s}} SINGLE 1 {{n}} DYNAMIC
            0 0 0 1 1 1 0.02 0 3  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0",
        "1 1 0 0 0 {s} ".repeat(keys)
    );
    let mut findings = Vec::new();
    let clips = Stt::parse(text.as_bytes(), &mut ()).unwrap().clips(PlayOptions::default(), &mut findings);
    assert!(clips[0].channels.is_empty());
    assert!(findings.iter().any(|finding: &Diagnostic| finding.code.id == "stt::limit"));
}

#[test]
fn states_of_one_name_have_clips_of_their_own_in_linear_time() {
    let states = 50_000;
    let text = format!("#MINDRENDER 1.1 {states} {}", "{a} SINGLE 0 ".repeat(states));
    let stt = Stt::parse(text.as_bytes(), &mut ()).unwrap();
    let clips = stt.clips(PlayOptions::default(), &mut ());
    assert_eq!((clips[1].name.as_str(), clips[states - 1].name.as_str()), ("a (2)", "a (50000)"));
}
