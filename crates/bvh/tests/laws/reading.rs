//! Texts as real programs write them: what is read, what is reported, what is rejected and where.

use anim_bvh::{Axis, Bvh, ChannelKind, Joint, ReadOptions, Role};
use anim_core::{Beside, Diagnostic};

fn read(text: &str) -> (Bvh, Vec<&'static str>) {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let bvh = Bvh::parse_with(text.as_bytes(), &ReadOptions::default(), &mut findings).unwrap();
    (bvh, findings.iter().map(|finding| finding.code.id).collect())
}

fn with_motion(motion: &str) -> String {
    format!("HIERARCHY\nROOT a\n{{\n\tOFFSET 0 0 0\n\tCHANNELS 2 Zrotation Xposition\n}}\n{motion}")
}

#[test]
fn all_parts_of_a_file_are_read() {
    let (bvh, findings) = read(
        "HIERARCHY\nROOT Hips\n{\n  OFFSET 1 2 3\n  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n  \
         JOINT Leg\n  {\n    OFFSET 4 5 6\n    CHANNELS 1 Yrotation\n    End Site\n    {\n      OFFSET 7 8 9\n    }\n  }\n}\n\
         MOTION\nFrames: 2\nFrame Time: 0.04\n1 2 3 4 5 6 7\n8 9 10 11 12 13 14\n",
    );
    let [Joint { name, .. }, leg, tip] = bvh.joints() else { panic!("{bvh:?}") };
    assert_eq!((name.to_str().as_ref(), leg.parent, leg.offset), ("Hips", Some(0), [4.0, 5.0, 6.0]));
    assert_eq!(leg.role, Role::Joint(vec![ChannelKind::Rotation(Axis::Y)]));
    assert_eq!((&tip.role, tip.parent, tip.offset), (&Role::End, Some(1), [7.0, 8.0, 9.0]));
    assert_eq!(bvh.columns().collect::<Vec<_>>(), [0..6, 6..7, 7..7]);
    assert_eq!((bvh.motion().frames, bvh.motion().frame_time, bvh.width()), (2, 0.04, 7));
    assert_eq!(bvh.frame(1), Some(&[8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0][..]));
    assert_eq!(findings, <[&str; 0]>::default());
}

#[test]
fn dialects_are_read_as_the_same_document() {
    let plain = with_motion("MOTION\nFrames: 2\nFrame Time: 0.5\n1 2\n3 4\n");
    let (expected, _) = read(&plain);
    for dialect in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        plain.replace('\n', "\n\n"),
        plain.replace('\n', " \t\n"),
        plain.replace(' ', "\t"),
        plain.replace(' ', "   "),
        plain.trim_end().to_owned(),
        format!("\u{FEFF}{plain}\n\n \n"),
        plain.replace("MOTION", "motion").replace("ROOT", "Root").replace("OFFSET", "offset"),
        plain.replace("Zrotation", "ZROTATION").replace("Xposition", "xPosition"),
        plain.replace("Frames:", "Frames :").replace("Frame Time:", "frame  time:"),
        plain.replace(": ", ":"),
        plain.replace("ROOT a\n{", "ROOT a {"),
        plain.replace("1 2", "+1. 0.2e1").replace("0.5", ".5"),
    ] {
        assert_eq!(read(&dialect), (expected.clone(), vec![]), "{dialect:?}");
    }
}

#[test]
fn everything_in_the_file_counts_and_wrong_statements_are_reported() {
    for (motion, frames, codes) in [
        ("MOTION\nFrames: 3\nFrame Time: 1\n1 2\n3 4\n", 2, &["bvh::frame-count"][..]),
        ("MOTION\nFrames: 1\nFrame Time: 1\n1 2\n3 4\n", 2, &["bvh::frame-count"]),
        ("MOTION\nFrames: 999999999999999999999\nFrame Time: 1\n1 2\n", 1, &["bvh::frame-count"]),
        ("MOTION\nFrames: 2\nFrame Time: 1\n1\n2\n3 4\n", 2, &["bvh::broken-line"]),
        ("MOTION\nFrames: 2\nFrame Time: 1\n1 2 3 4\n", 2, &["bvh::broken-line"]),
        ("MOTION\nFrames: 1\nFrame Time: 1\n1 2\nthe end\n", 1, &["bvh::trailing-text"]),
        ("MOTION\nFrames: 0\nFrame Time: 1\n\n", 0, &[]),
    ] {
        let (bvh, found) = read(&with_motion(motion));
        assert_eq!((bvh.motion().frames, &found[..]), (frames, codes), "{motion}");
    }
    let text = with_motion("MOTION\nFrames: 0\nFrame Time: 1\n");
    for stated in ["1", "3", "4294967295", "99999999999999999999999"] {
        let (bvh, found) = read(&text.replace("CHANNELS 2", &format!("CHANNELS {stated}")));
        assert_eq!((bvh.width(), &found[..]), (2, &["bvh::channel-count"][..]), "{stated}");
    }
}

#[test]
fn there_are_no_frames_without_channels() {
    for (stated, codes) in [("0", &[][..]), ("3", &["bvh::frame-count"])] {
        let motion = format!("MOTION\nFrames: {stated}\nFrame Time: 1\n\n\n\n");
        let (bvh, found) = read(&with_motion(&motion).replace("\tCHANNELS 2 Zrotation Xposition\n", ""));
        assert_eq!((bvh.motion().frames, &found[..]), (0, codes));
    }
}

#[test]
fn lines_with_too_many_numbers_are_reported_before_the_error_of_the_last_frame() {
    let text = with_motion("MOTION\nFrames: 4\nFrame Time: 1\n1 2 3\n4 5 6\n7 8 9\n");
    let mut findings: Vec<Diagnostic> = Vec::new();
    let error = Bvh::parse_with(text.as_bytes(), &ReadOptions::default(), &mut findings).unwrap_err();
    assert_eq!(error.kind.to_string(), "line 13, column 1: frame 4 ends after 1 number, expected 2");
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding.code.id, "bvh::broken-line");
    // The third number is where the first line should have ended.
    assert_eq!(finding.at.span.unwrap().start, text.find("3\n4").unwrap());
}

#[test]
fn as_many_lines_as_frames_are_frames_and_the_rest_of_long_lines_is_ignored() {
    for (motion, values, first) in [
        ("1 2 9\n3 4 9\n5 6 9\n", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "9\n3"),
        ("1 2\r\n\r\n3 4 9 9\r\n5 6", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "9 9"),
    ] {
        let text = with_motion(&format!("MOTION\nFrames: 3\nFrame Time: 1\n{motion}"));
        let mut findings: Vec<Diagnostic> = Vec::new();
        let bvh = Bvh::parse_with(text.as_bytes(), &ReadOptions::default(), &mut findings).unwrap();
        assert_eq!((bvh.motion().frames, &bvh.motion().values[..]), (3, &values[..]));
        let [finding] = &findings[..] else { panic!("{findings:?}") };
        assert_eq!(finding.code.id, "bvh::broken-line");
        assert_eq!(finding.at.span.unwrap().start, text.find(first).unwrap());
    }
    // Numbers that fill the stated frames count, however they are divided into lines.
    for motion in ["1 2 3\n4 5 6\n", "1 2 3\n4\n5 6\n"] {
        let (bvh, found) = read(&with_motion(&format!("MOTION\nFrames: 3\nFrame Time: 1\n{motion}")));
        assert_eq!(
            (&bvh.motion().values[..], &found[..]),
            (&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0][..], &["bvh::broken-line"][..])
        );
    }
    // Neither the numbers nor the lines are as many as stated.
    let (bvh, found) = read(&with_motion("MOTION\nFrames: 5\nFrame Time: 1\n1 2 3\n4 5 6\n"));
    assert_eq!((bvh.motion().frames, &found[..]), (3, &["bvh::broken-line", "bvh::frame-count"][..]));
}

#[test]
fn names_are_kept_byte_for_byte() {
    for name in ["Left  Leg", "a\tb", "Hüfte", "b:Hips", "}", "名前"] {
        let (bvh, _) = read(
            &with_motion("MOTION\nFrames: 0\nFrame Time: 1\n").replace("ROOT a", &format!("ROOT \t{name} ")),
        );
        assert_eq!(bvh.joints()[0].name.to_str(), name);
    }
    let bytes = [b"HIERARCHY ROOT H\xFCfte { OFFSET 0 0 0 } MOTION Frames: 0 Frame Time: 1"];
    let bvh = Bvh::parse(bytes[0]).unwrap();
    assert_eq!(
        (bvh.joints()[0].name.as_bytes(), bvh.joints()[0].name.to_str().as_ref()),
        (&b"H\xFCfte"[..], "H\\xFCfte")
    );
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let whole = with_motion("MOTION\nFrames: 2\nFrame Time: 0.5\n1 2\n3 4\n");
    for (part, other, message) in [
        ("HIERARCHY", "HIERARCH", "line 1, column 1: found `HIERARCH`, expected `HIERARCHY`"),
        ("ROOT a", "JOINT a", "line 2, column 1: found `JOINT`, expected `ROOT`"),
        ("OFFSET 0", "OFSET 0", "line 4, column 2: found `OFSET`, expected `OFFSET`"),
        ("OFFSET 0 0 0", "OFFSET 0 0", "line 5, column 2: found `CHANNELS`, expected a finite number"),
        (
            "OFFSET 0 0 0",
            "OFFSET 0 0,5 0",
            "line 4, column 11: found `0,5`, expected a finite number with a decimal point instead of the comma",
        ),
        (
            "Xposition",
            "Xscale",
            "line 5, column 23: found `Xscale`, expected a channel: Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation",
        ),
        (
            "Xposition",
            "Xpositoin",
            "line 5, column 23: found `Xpositoin`, expected a channel: Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation; did you mean `Xposition`?",
        ),
        ("OFFSET 0 0 0", "OFFSET 0, 0, 0", "line 4, column 9: found `0,`, expected a finite number"),
        ("CHANNELS 2", "CHANNELS two", "line 5, column 11: found `two`, expected the number of channels"),
        (
            "}\n",
            "JOIN b\n",
            "line 6, column 1: found `JOIN`, expected `JOINT`, `End Site` or `}`; did you mean `JOINT`?",
        ),
        (
            "MOTION",
            "MOTIONS",
            "line 7, column 1: found `MOTIONS`, expected `ROOT` or `MOTION`; did you mean `MOTION`?",
        ),
        ("Frames: 2", "Frames 2", "line 8, column 8: found `2`, expected `Frames:`"),
        ("Frames: 2", "Frames: many", "line 8, column 9: found `many`, expected the number of frames"),
        // Words that are not allowed here are not suggested.
        ("Frame Time: 0.5", "FrameTime: 0.5", "line 9, column 1: found `FrameTime:`, expected `Frame Time:`"),
        ("}\n", "ROOTS b\n", "line 6, column 1: found `ROOTS`, expected `JOINT`, `End Site` or `}`"),
        ("MOTION", "JOINT", "line 7, column 1: found `JOINT`, expected `ROOT` or `MOTION`"),
        ("Frame Time: 0.5", "Frame Time: inf", "line 9, column 13: found `inf`, expected a finite number"),
        ("3 4", "3 nan", "line 11, column 3: found `nan`, expected a finite number"),
        ("1 2", "1 1e999", "line 10, column 3: found `1e999`, expected a finite number"),
        ("3 4", "3", "line 11, column 2: frame 1 ends after 1 number, expected 2"),
    ] {
        let text = whole.replacen(part, other, 1);
        let error = Bvh::parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind.to_string(), message, "{other}");
        let span = error.at.span.unwrap();
        let quoted = message.split('`').nth(1).filter(|_| message.contains("found `"));
        assert_eq!(&text[span.start..span.end], quoted.unwrap_or_default(), "{other}");
    }
    let error = Bvh::parse(&whole.as_bytes()[..40]).unwrap_err();
    assert_eq!(
        error.kind.to_string(),
        "line 5, column 2: found `CHANNE`, expected `CHANNELS`, `JOINT`, `End Site` or `}`; did you mean `CHANNELS`?"
    );
    let error = Bvh::parse(b"HIERARCHY ROOT a { OFFSET 0 0 0 } MOTION").unwrap_err();
    assert_eq!(error.kind.to_string(), "line 1, column 41: found the end of the file, expected `Frames:`");
    assert_eq!(error.at.path, "");
}

#[test]
fn a_clip_has_the_name_of_the_file() {
    let text = with_motion("MOTION\nFrames: 0\nFrame Time: 1\n");
    let none: Vec<(String, Vec<u8>)> = Vec::new();
    for (beside, name) in [
        (&("walk.bvh", &none) as &dyn Beside, "walk"),
        (&("walk.v2.bvh", &none), "walk.v2"),
        (&("walk", &none), "walk"),
        (&(".bvh", &none), "animation"),
        (&(), "animation"),
    ] {
        let bvh = Bvh::parse_beside(text.as_bytes(), &ReadOptions::default(), beside, &mut ()).unwrap();
        assert_eq!(bvh.clips()[0].name, name);
        assert_eq!(bvh, Bvh::parse(text.as_bytes()).unwrap(), "the name does not count");
    }
}

#[test]
fn a_file_in_utf_16_is_named_as_such() {
    let text = "HIERARCHY\nROOT a\n";
    for bytes in [
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        "\u{FEFF}HIERARCHY".encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        let error = Bvh::parse(&bytes).unwrap_err().kind.to_string();
        assert!(error.ends_with("expected `HIERARCHY` in ASCII or UTF-8, not in UTF-16"), "{error}");
    }
    let wide: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let error = Bvh::parse(&wide).unwrap_err().kind.to_string();
    assert!(error.ends_with("expected `HIERARCHY` in ASCII or UTF-8, not in UTF-32"), "{error}");
}

#[test]
fn a_number_that_is_beyond_any_count_is_not_said_to_be_another() {
    let text = |channels: &str, frames: &str| {
        format!(
            "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {channels} Xrotation\n}}\nMOTION\nFrames: {frames}\nFrame Time: 1\n7\n"
        )
    };
    let huge = "99999999999999999999";
    for (text, told) in [
        (
            text(huge, "1"),
            "the joint `a` has 1 channel, expected the stated number, which is beyond any count",
        ),
        (text("1", huge), "found 1 frame, expected the stated number, which is beyond any count"),
        (text("1", "2"), "found 1 frame, expected the stated 2"),
    ] {
        let mut found: Vec<Diagnostic> = Vec::new();
        Bvh::parse_with(text.as_bytes(), &ReadOptions::default(), &mut found).unwrap();
        assert_eq!(found.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>(), [told]);
    }
}
