//! Hostile files: each is rejected or played quickly, in bounded memory, with a clear error.

use std::fmt::Write;
use std::num::{NonZeroU16, NonZeroU32};

use anim_core::{Error, Report};
use anim_stt::{ClipOptions, ErrorKind, MAX_HAPPENINGS, Player, ReadOptions, Stt};

use crate::examples::{SEQUENCE, lowered, parse, player};

fn refused(text: impl AsRef<[u8]>) -> Error<ErrorKind> {
    Stt::parse(text.as_ref()).unwrap_err()
}

fn has_limit(report: &Report) -> bool {
    report.losses.iter().any(|loss| loss.code.id == "stt::limit")
}

#[test]
fn an_error_shows_a_short_text_of_what_it_found() {
    let binary: Vec<u8> = (0x80..0xC0).chain(0..9).collect();
    for (bytes, expected) in [
        (&binary[..], r"\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89…"),
        (&b"\x00ab\xFFc"[..], r"\x00ab\xFFc"),
        ("ä".repeat(40).as_bytes(), &*"ä".repeat(40)),
        ("ä".repeat(41).as_bytes(), &*("ä".repeat(40) + "…")),
    ] {
        let error = Stt::parse(bytes).unwrap_err().to_string();
        let found = format!("line 1, column 1: expected #MINDRENDER, found `{expected}` (");
        assert!(error.starts_with(&found), "{error}");
    }
}

#[test]
fn a_text_of_wide_characters_is_refused_with_its_encoding() {
    let file = "#MINDRENDER 1.1 0";
    for mark in ["", "\u{FEFF}"] {
        let text = format!("{mark}{file}");
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        for (bytes, encoding) in [(little, "UTF-16"), (big, "UTF-16"), (wide, "UTF-32")] {
            let error = refused(bytes).to_string();
            assert!(
                error.contains(&format!("; the text is in {encoding}, expected ASCII or UTF-8 (")),
                "{error}"
            );
        }
    }
}

#[test]
fn one_part_is_not_several() {
    let error = refused("#MINDRENDER 1.1 1 {s} SINGLE 2 {n} STATIC 0 0 0 0 0 0 0 0 0").to_string();
    assert!(error.contains("expected at most 1 node, which"), "{error}");
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
            "line 2, column 1: expected at most 0 states, which the rest of the file can hold, found `1000000000000000000` (bytes 16..35)",
        ),
        (
            format!("{head}TRIPLE{room}x"),
            "line 4, column 1: expected SINGLE or KEYFRAME, found `TRIPLE`; state 1 of 1 begins at line 3, column 1 (bytes 22..28)",
        ),
        (
            format!("{head}SINGLE\n1\n{{n}}\n  STOIC{room}x"),
            "line 7, column 3: expected STATIC or DYNAMIC, found `STOIC`; did you mean `STATIC`? (bytes 37..42)",
        ),
        (
            format!("{head}SINGLE\n1\n{{n}}\nSTATIC\n0 0.5 1,5{room}x"),
            "line 8, column 7: expected a number of the displacement, found `1,5`; node 1 of 1 begins at line 6, column 1 (bytes 48..51)",
        ),
        (
            format!("{head}KEYFRAME\n1\n6\n{{a}}\n1 2 3 0 0 {{a}}"),
            "line 6, column 1: expected a keyframe animation type, 0 to 5, found `6`; state 1 of 1 begins at line 3, column 1 (bytes 33..34)",
        ),
        (
            format!("{head}KEYFRAME\n1\n1\n{{a}}\n1 2 3 0 0 a{room}x"),
            "line 8, column 11: expected the name of a keyframe in braces, found `a`; key 1 of 1 begins at line 8, column 1 (bytes 49..50)",
        ),
        (
            format!("{head}KEYFRAME\n1\n1\n{{a}}\n1 2 3 0"),
            "line 8, column 8: expected a backward transition flag, found the end of the file; key 1 of 1 begins at line 8, column 1 (bytes 46..46)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text).to_string(), expected, "{text}");
    }
}

#[test]
fn errors_name_the_place_where_something_is_missing() {
    let (node, room) = ("STATIC 0 0 0 0 0 0 0 0 0", " ".repeat(100));
    let cases = [
        // The count of states is one too high.
        (
            format!("#MINDRENDER 1.1\n2\n{{s}} SINGLE 1\n{{n}} {node} x"),
            "line 4, column 30: expected the name of a state in braces, found `x`; line 2, column 1 announces 2 states",
        ),
        // The count of nodes is one too low, and one too high.
        (
            format!("#MINDRENDER 1.1\n2\n{{s}} SINGLE 1\n{{n}} {node}\n{{m}} {node}"),
            "line 5, column 5: expected SINGLE or KEYFRAME, found `STATIC`; line 3, column 12 announces 1 node",
        ),
        (
            format!("#MINDRENDER 1.1\n2\n{{s}} SINGLE 2\n{{n}} {node}\n{{t}} SINGLE 1\n{{n}} {node}"),
            "line 5, column 5: expected STATIC or DYNAMIC, found `SINGLE`; line 3, column 12 announces 2 nodes",
        ),
        // A brace is missing, which shows at the next keyword.
        (
            format!("#MINDRENDER 1.1\n1\n{{s\nSINGLE 1\n{{n}} {node}"),
            "line 5, column 5: expected SINGLE or KEYFRAME, found `STATIC`; the name that begins at line 3, column 1 may lack its closing brace",
        ),
        (
            format!("#MINDRENDER 1.1\n1\n{{s}} SINGEL 1\n{{n}} {node}"),
            "line 3, column 5: expected SINGLE or KEYFRAME, found `SINGEL`; did you mean `SINGLE`?",
        ),
        // A number is missing in a line, which shows three lines later; then in the last line of a key.
        (
            format!(
                "#MINDRENDER 1.1\n2\n{{s}} SINGLE 1\n{{n}}\nSTATIC\n0 0 0\n0 0\n0 0 0\n{{t}} SINGLE 1\n{{n}} {node}"
            ),
            "line 9, column 1: expected a number of the orientation, found `{t}`; line 7 has 2 of 3 numbers",
        ),
        (
            "#MINDRENDER 1.1\n1\n{s} KEYFRAME 1\n0\n{s}\n1\n1 1\n1\n{s}".to_owned(),
            "line 9, column 1: expected a backward transition flag, found `{s}`; line 8 has 1 of 2 numbers",
        ),
    ];
    for (text, expected) in cases {
        let found = refused(format!("{text}{room}")).to_string();
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn an_error_does_not_hide_that_parts_are_missing() {
    let node = "STATIC 0 0 0 0 0 0 0 0 0";
    let text = format!(
        "#MINDRENDER 1.1 2\n{{a}} SINGLE 3\n{{n}} {node}\n{{m}} STATIC 0 0 x\n{{b}} SINGLE 1\n{{n}} {node}"
    );
    let mut found = Vec::new();
    let first = Stt::parse_with(text.as_bytes(), &ReadOptions::default(), &mut found).unwrap_err();
    assert!(first.to_string().starts_with("line 4, column 16: expected a number of the displacement"));
    let [missing] = &found[..] else { panic!("{found:?}") };
    let expected =
        "line 5, column 5: expected STATIC or DYNAMIC, found `SINGLE`; line 2, column 12 announces 3 nodes";
    assert!(missing.message.starts_with(expected), "{}", missing.message);
}

#[test]
fn independent_errors_are_found_in_one_run() {
    let text = "#MINDRENDER 1.1 4
{a} SINGLE 3
{n} STATIC 0 0 x 0 0 0 0 0 0
{m} STATIC 0 0 0 0 0 0 0 0 0
{o} DYNAMIC 0 0 0 0 0 0 1 0 12  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
{b} KEYFRAME 3 1 {a}
1 1,5 0 0 0 {a}
1 1 0 0 {a}
1 1 0 0 0 {b}
{c} TRIPLE 0
{d} SINGLE 1
{n} STATIC 0 0 0 0 0 y 0 0 0";
    let mut found = Vec::new();
    let first = Stt::parse_with(text.as_bytes(), &ReadOptions::default(), &mut found).unwrap_err();
    let lines = |text: &str| text.split(',').next().map(str::to_owned);
    let all =
        [lines(&first.to_string())].into_iter().chain(found.iter().map(|finding| lines(&finding.message)));
    let expected = ["line 3", "line 5", "line 7", "line 8", "line 10", "line 12"];
    assert_eq!(all.flatten().collect::<Vec<_>>(), expected);
    // However many there are, only the first ones are reported.
    let many =
        format!("#MINDRENDER 1.1 1 {{a}} SINGLE 1000 {}", "{n} STATIC x 0 0 0 0 0 0 0 0 ".repeat(1000));
    found.clear();
    Stt::parse_with(many.as_bytes(), &ReadOptions::default(), &mut found).unwrap_err();
    assert_eq!(found.len(), 15);
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
fn strict_reading_refuses_bytes_after_the_last_state() {
    let options = ReadOptions { strict: true };
    let text = format!("{SEQUENCE}\n more of it \n\x1A");
    let error = Stt::parse_with(text.as_bytes(), &options, &mut ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "line 39, column 2: expected nothing after the last state, found `more` (bytes {}..{})",
            SEQUENCE.len() + 2,
            SEQUENCE.len() + 6
        )
    );
    assert!(Stt::parse_with(SEQUENCE.as_bytes(), &options, &mut ()).is_ok());
    let stt = Stt::parse(text.as_bytes()).unwrap();
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
    Stt::parse(text.as_bytes()).unwrap()
}

#[test]
fn ten_thousand_nested_sequences_are_an_error_at_once() {
    let stt = chain(10_000, "end", 1);
    let depth: Vec<_> = stt.check().into_iter().filter(|finding| finding.code.id == "stt::depth").collect();
    assert_eq!(depth.len(), 156);
    assert_eq!(
        depth[155].message,
        "the state `9936` contains 64 levels of keyframe states, expected fewer: the key drives nothing"
    );
    assert!(depth[0].at.span.is_some());
    player(&stt).node_poses();
    let deep = ClipOptions { depth: NonZeroU16::new(10_000).unwrap(), ..ClipOptions::default() };
    let mut player = Player::new(stt, &deep).unwrap();
    assert_eq!(player.node_poses()[0].position(), Some([5.0, 7.0, 9.0]));
}

#[test]
fn a_cycle_of_ten_thousand_sequences_is_an_error_at_once() {
    for count in [1, 2, 60] {
        let findings = chain(count, "0", 1).check();
        assert_eq!(findings.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), ["stt::cycle"]);
        assert_eq!(findings[0].at.path, format!("state[{}]/key[0]", count - 1));
    }
    let stt = chain(10_000, "0", 1);
    assert!(stt.check().iter().any(|finding| finding.code.id == "stt::cycle"));
    let mut player = self::player(&stt);
    player.advance(1e9);
    player.node_poses();
    stt.clips();
}

#[test]
fn sequences_that_double_at_every_level_have_a_limit() {
    // Each plays the next in both of its keys, so that the first would play the last 2⁶⁰ times.
    let stt = chain(60, "end", 2);
    let mut player = self::player(&stt);
    player.advance(12.3);
    assert_eq!(player.node_poses()[0].position(), Some([5.0, 7.0, 9.0]));
    let options = ClipOptions { pieces: NonZeroU32::new(20).unwrap(), ..ClipOptions::default() };
    let (clips, report) = lowered(&stt, &options);
    assert_eq!(clips.len(), 61);
    assert!(has_limit(&report));
}

#[test]
fn a_sequence_of_many_short_cycles_has_a_limit() {
    let text = "#MINDRENDER 1.1 3
        {long} KEYFRAME 1 1 {short} 1 1e9 0 0 0 {short}
        {short} KEYFRAME 2 1 {n} 1 1e-9 0 0 0 {n} 1 1e-9 0 0 0 {n}
        {n} SINGLE 1 {n} DYNAMIC 0 0 0 1 1 1 1e-300 0 1 0 0 0 1 1 1 1e-6 0 1 0 0 0 1 1 1 1e300 0 1";
    let stt = Stt::parse(text.as_bytes()).unwrap();
    let (clips, report) = lowered(&stt, &ClipOptions::default());
    assert_eq!((clips[0].duration, clips[0].channels.len()), (1e9, 0));
    assert!(has_limit(&report));
    let mut player = self::player(&stt);
    player.advance(1e8);
    player.request(&stt.states[1].name.to_string()).unwrap();
    player.advance(1e8);
    player.node_poses();
    // There were 10¹⁷ transitions.
    assert_eq!(player.happenings().count(), MAX_HAPPENINGS);
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
    let stt = Stt::parse(text.as_bytes()).unwrap();
    let (clips, report) = lowered(&stt, &ClipOptions::default());
    let limit = report.losses.iter().find(|loss| loss.code.id == "stt::limit").unwrap();
    let until = limit.time.unwrap();
    assert!((1000.0..10_000.0).contains(&until), "{report}");
    assert!(clips[0].key_count() < 20 * keys, "{}", clips[0].key_count());
    assert_eq!(clips[0].duration, keys as f64);
    // Up to there the curve has the motion, from there on its value, and the document has the motion at all times.
    let triangle = |time: f64| 1.0 - (2.0 * (time / 0.02).rem_euclid(1.0) - 1.0).abs();
    let (curve, mut evaluation) =
        (clips[0].channels[0].curve(), stt.evaluation(&ClipOptions::default(), &clips[0]).unwrap());
    for time in [0.0123, until / 2.0 + 0.0031, until - 0.0042, until + 0.0077, until + 1234.5678] {
        let mut value = [0.0; 3];
        evaluation.sample(0, time, &mut value);
        assert!((value[0] - triangle(time)).abs() < 1e-6, "{time}: {value:?}");
        let expected = triangle(if time < until { time } else { until });
        assert!((curve.at(time)[0] - expected).abs() < 1e-6, "{time}: {:?}", curve.at(time));
    }
}

#[test]
fn a_recording_pose_by_pose_has_all_pieces_that_it_needs() {
    let (poses, nodes) = (700, 23);
    let mut text = format!("#MINDRENDER 1.1 {} {{all}} KEYFRAME {poses} 1 {{0}}\n", poses + 1);
    for pose in 0..poses {
        writeln!(text, "1 0.01 0 0 0 {{{}}}", (pose + 1) % poses).unwrap();
    }
    for pose in 0..poses {
        writeln!(text, "{{{pose}}} SINGLE {nodes}").unwrap();
        for node in 0..nodes {
            write!(text, "{{n{node}}} STATIC").unwrap();
            (0..9).for_each(|number| write!(text, " {}", (pose * (node + number + 1)) % 97 + 1).unwrap());
            text.push('\n');
        }
    }
    let (clips, report) = lowered(&Stt::parse(text.as_bytes()).unwrap(), &ClipOptions::default());
    assert!(!has_limit(&report));
    assert_eq!(clips[0].channels.len(), 3 * nodes);
    assert!(clips[0].channels.iter().all(|channel| channel.curve().len() >= poses));
}

#[test]
fn states_with_the_same_name_get_separate_clips_in_linear_time() {
    let states = 50_000;
    let text = format!("#MINDRENDER 1.1 {states} {}", "{a} SINGLE 0 ".repeat(states));
    let stt = Stt::parse(text.as_bytes()).unwrap();
    let clips = stt.clips();
    assert_eq!((clips[1].name.as_str(), clips[states - 1].name.as_str()), ("a (2)", "a (50000)"));
}

#[test]
fn no_step_makes_the_time_infinite() {
    let stt = parse("#MINDRENDER 1.1 1 {s} SINGLE 1 {n} STATIC 1 2 3 0 0 0 0 0 0");
    let mut player = self::player(&stt);
    for step in [f64::MAX, f64::MAX, f64::INFINITY, f64::NAN, -1.0] {
        player.advance(step);
        assert_eq!(player.state_time(), f64::MAX, "{step}");
    }
}
