//! Identifiers that several animations switch, one after the other.

use anim_core::edit::Edit;
use anim_core::{Curve, Ease, Fate, Positive, Property as Drives, Times, Wrap};
use anim_hsf_xml::{Clip, ClipOptions, EncodeOptions, Hsf, Player, Property, Report, Value, Whole};

use crate::encoding::encoded;

/// A document in tenths of a second, its clip `*`, and what that lost.
fn whole(animations: &str) -> (Hsf, Clip, Report) {
    let text = format!("<Animdef TicksPerSecond=\"10\">{animations}</Animdef>");
    let hsf = Hsf::parse(text.as_bytes()).unwrap();
    let mut report = Report::new();
    let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
    let clip = hsf.clips_with(&options, &mut report).pop().unwrap();
    (hsf, clip, report)
}

/// The identifier that a clip shows at a time.
fn shown<'c>(clip: &'c Clip, name: &str, time: f64) -> &'c str {
    let drives = Drives::named(name, 1);
    let channel = clip.channels.iter().find(|channel| *channel.property() == drives).unwrap();
    let index = channel.curve().at(time)[0];
    clip.metadata(&format!("hsf-xml.{name}.x.{index}")).unwrap()
}

const SEGMENTS: &str = r#"
    <Animation Target="x" Delay="10"><Timeline>0 20</Timeline><SegSwitchInterpolator>"z" "b"</SegSwitchInterpolator></Animation>
    <Animation Target="x" RLoop="1" Loop="2"><Timeline>0 4 8</Timeline><SegSwitchInterpolator>"a" "b" "c"</SegSwitchInterpolator></Animation>
    <Animation Target="x" Delay="35"><Timeline>0</Timeline><SegSwitchInterpolator>"a"</SegSwitchInterpolator></Animation>"#;

#[test]
fn at_each_time_a_clip_shows_what_the_last_animation_to_start_switches_to() {
    let (hsf, clip, report) = whole(SEGMENTS);
    let mut player = Player::new(hsf);
    let mut now = 0.0;
    for (time, expected) in [
        (0.0, "a"),
        (0.39, "a"),
        (0.41, "b"),
        (0.79, "b"),
        // The last identifier of a run is there for a moment, and the run goes back.
        (0.81, "b"),
        (0.99, "b"),
        (1.01, "z"),
        (2.99, "z"),
        (3.01, "b"),
        (3.49, "b"),
        (3.51, "a"),
        (9.0, "a"),
    ] {
        assert_eq!(shown(&clip, "segment", time), expected, "{time}");
        player.advance(time - now).unwrap();
        now = time;
        let node = player.node("x").unwrap();
        let value = player.value(node, &Property::Segment);
        assert_eq!(value, Some(Value::Identifier(expected)), "{time}");
    }
    let messages: Vec<_> = report.losses.iter().map(|loss| loss.message.as_str()).collect();
    let told = "3 animations drive the property; at each time the last one to start applies";
    assert_eq!(messages.iter().filter(|message| **message == told).count(), 1, "{report}");
}

#[test]
fn what_several_switch_comes_back_from_a_document_of_the_clip() {
    let (_, clip, _) = whole(SEGMENTS);
    let again = Hsf::from_clips(std::slice::from_ref(&clip)).unwrap().clips().pop().unwrap();
    for time in [0.1, 0.5, 0.7, 0.9, 1.5, 3.2, 3.6] {
        assert_eq!(shown(&again, "segment", time), shown(&clip, "segment", time), "{time}");
    }
}

#[test]
fn an_endless_switch_among_several_stops_with_the_clip() {
    let (_, clip, report) = whole(
        r#"<Animation Target="x" Loop="-1"><Timeline>0 1 2</Timeline><AttSwitchInterpolator>"a" "b" "c"</AttSwitchInterpolator></Animation>
           <Animation Target="x" Delay="10"><Timeline>0 20</Timeline><AttSwitchInterpolator>"d" "e"</AttSwitchInterpolator></Animation>"#,
    );
    for (time, expected) in [(0.05, "a"), (0.15, "b"), (0.25, "a"), (0.95, "b"), (1.05, "d"), (3.5, "e")] {
        assert_eq!(shown(&clip, "attributes", time), expected, "{time}");
    }
    assert!(report.to_string().contains("endless motion stops at the end of the clip"), "{report}");
}

/// The identifiers and the fraction that a clip shows at a time.
fn blended(clip: &Clip, time: f64) -> (&str, &str, f64) {
    let part = |first: usize| {
        let is_part = |channel: &&anim_hsf_xml::anim_core::Channel| {
            channel.property().name() == "morph" && channel.component() == first
        };
        clip.channels.iter().find(is_part).unwrap().curve().at(time)
    };
    let text = |index: f64| clip.metadata(&format!("hsf-xml.morph.x.{index}")).unwrap();
    let ends = part(0);
    (text(ends[0]), text(ends[1]), part(2)[0])
}

#[test]
fn at_each_time_a_clip_shows_how_the_last_animation_to_start_blends() {
    let held = r#"<Animation Target="x"><Timeline>0</Timeline><VertexMorphInterpolator>"rest"</VertexMorphInterpolator></Animation>"#;
    let out = r#"<Animation Target="x" RLoop="1" Loop="2" Accelerate="1"><Timeline>0 4 8</Timeline><VertexMorphInterpolator>"a" "b" "c"</VertexMorphInterpolator></Animation>"#;
    let late = r#"<Animation Target="x" Delay="10"><Timeline>0 20</Timeline><VertexMorphInterpolator>"c" "d"</VertexMorphInterpolator></Animation>"#;
    for animations in [[out, late].concat(), [held, late].concat()] {
        let (hsf, clip, report) = whole(&animations);
        let mut player = Player::new(hsf);
        let mut now = 0.0;
        for time in [0.0, 0.1, 0.39, 0.41, 0.55, 0.79, 0.83, 0.99, 1.01, 2.0, 2.99, 3.5] {
            player.advance(time - now).unwrap();
            now = time;
            let node = player.node("x").unwrap();
            let Some(Value::Blend { from, to, fraction }) = player.value(node, &Property::Morph) else {
                panic!("nothing drives the node at {time}")
            };
            let (first, second, way) = blended(&clip, time);
            assert_eq!(first, from, "{time}");
            assert!((way - fraction).abs() <= 1e-3, "{time}: {way}, expected {fraction}");
            assert!(fraction == 0.0 || second == to, "{time}: {second}, expected {to}");
        }
        assert!(
            report.losses.iter().all(|loss| loss.fate != anim_hsf_xml::anim_core::Fate::Dropped),
            "{report}"
        );
    }
}

#[test]
fn blends_come_back_from_a_document_of_the_clip() {
    for (attributes, texts, is_written) in [
        ("", r#""a" "b" "c""#, true),
        ("", r#""a" [d "b"] "c""#, true),
        (r#"Loop="-1""#, r#""a" "b" "a""#, true),
        (r#"Delay="5""#, r#""a" "b" "c""#, true),
        (r#"Accelerate="1""#, r#""a" "b" "c""#, false),
    ] {
        let (_, clip, _) = whole(&format!(
            r#"<Animation Target="x" {attributes}><Timeline>0 4 10</Timeline><VertexMorphInterpolator>{texts}</VertexMorphInterpolator></Animation>"#
        ));
        let mut report = Report::new();
        let made = Hsf::from_clips_with(std::slice::from_ref(&clip), &EncodeOptions::default(), &mut report)
            .unwrap();
        let is_dropped = report.losses.iter().any(|loss| loss.fate == anim_hsf_xml::anim_core::Fate::Dropped);
        assert_eq!(is_dropped, !is_written, "{attributes} {texts}: {report}");
        if !is_written {
            continue;
        }
        let again = made.clips().pop().unwrap();
        for time in [0.01, 0.2, 0.39, 0.41, 0.7, 0.99, 1.2, 1.45, 3.3] {
            let [(a, b, c), (d, e, f)] = [&again, &clip].map(|clip| blended(clip, time));
            assert!((a, b) == (d, e) && (c - f).abs() < 1e-6, "{attributes} {texts} at {time}: {a} {b} {c}");
        }
    }
}

#[test]
fn blends_that_loops_begin_again_come_back_a_tick_early() {
    for attributes in [
        r#"Loop="2""#,
        r#"Loop="3" Delay="5""#,
        r#"Loop="1" RLoop="1""#,
        r#"Loop="2" RLoop="1""#,
        r#"Loop="60""#,
    ] {
        let (_, clip, _) = whole(&format!(
            r#"<Animation Target="x" {attributes}><Timeline>0 4 10</Timeline><VertexMorphInterpolator>"a" "b" "c"</VertexMorphInterpolator></Animation>"#
        ));
        let (made, report) = encoded(&clip);
        assert!(report.losses.iter().all(|loss| loss.fate != Fate::Dropped), "{attributes}: {report}");
        let again = made.clips().pop().unwrap();
        for time in [0.01, 0.2, 0.39, 0.41, 0.7, 0.99, 1.01, 1.2, 1.45, 1.9, 2.1, 2.45, 2.6, 3.3, 59.7, 70.0]
        {
            // The weight of each identifier, which says the same of a blend in both directions.
            let [found, expected] = [&again, &clip].map(|clip| {
                let (from, to, fraction) = blended(clip, time);
                let weight = |text: &str| {
                    f64::from(u8::from(from == text)) * (1.0 - fraction)
                        + f64::from(u8::from(to == text)) * fraction
                };
                ["a", "b", "c"].map(weight)
            });
            let off = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs());
            // A tick of at least 1/4800 s, in 0.4 s.
            assert!(
                off.fold(0.0, f64::max) <= 6e-4,
                "{attributes} at {time}: {found:?}, expected {expected:?}"
            );
        }
    }
}

#[test]
fn what_a_reversed_loop_shows_within_the_clip_is_written() {
    let timeline = "<Timeline>0 5 20</Timeline>";
    for (interpolator, name) in [
        (r#"<SegSwitchInterpolator>"a" "b" "c"</SegSwitchInterpolator>"#, "segment"),
        (r#"<AttSwitchInterpolator>"a" "b" "c"</AttSwitchInterpolator>"#, "attributes"),
        (r#"<VertexMorphInterpolator>"a" "b" "c"</VertexMorphInterpolator>"#, "morph"),
    ] {
        let (_, clip, _) =
            whole(&format!(r#"<Animation Target="x" Loop="-1">{timeline}{interpolator}</Animation>"#));
        let reversed = Edit::Reverse
            .apply(std::slice::from_ref(&clip), Positive::literal(1e-3), &mut Report::new())
            .unwrap();
        let (made, report) = encoded(&reversed[0]);
        let codes: Vec<_> = report.losses.iter().map(|loss| loss.code.id).collect();
        assert!(codes.contains(&"hsf-xml::ends") && !codes.contains(&"hsf-xml::dropped"), "{report}");
        let again = made.clips().pop().unwrap();
        // The file plays from 0 to 0.5 s and to 2 s, so the reversed clip changes at 1.5 s.
        for (time, expected) in [(0.1, "b"), (1.4, "b"), (1.6, "a"), (1.9, "a")] {
            if name == "morph" {
                let (from, to, fraction) = blended(&again, time);
                let (first, second, way) =
                    if time < 1.5 { ("c", "b", time / 1.5) } else { ("b", "a", (time - 1.5) / 0.5) };
                assert_eq!((from, to), (first, second), "{time}");
                assert!((fraction - way).abs() <= 6e-4, "{time}: {fraction}, expected {way}");
            } else {
                assert_eq!(shown(&again, name, time), expected, "{name} at {time}");
            }
        }
    }
}

#[test]
fn the_reason_why_identifiers_are_not_written_is_stated() {
    let (_, clip, _) = whole(
        r#"<Animation Target="x"><Timeline>0 5 20</Timeline><SegSwitchInterpolator>"a" "b" "c"</SegSwitchInterpolator></Animation>"#,
    );
    let with = |curve: Curve| {
        let channels = vec![clip.channels[0].with_curve(curve).unwrap()];
        clip.clone().with_channels(channels)
    };
    let curve = clip.channels[0].curve();
    let linear = Curve::new(curve.times().clone(), 1, curve.values().to_vec(), Ease::Linear).unwrap();
    let mut stranger = clip.clone();
    stranger.metadata.clear();
    let offset = curve.clone().with_wrap(Wrap::Hold, Wrap::RepeatWithOffset);
    let mut long = with(curve.clone().with_wrap(Wrap::Repeat, Wrap::Hold));
    long.duration = 1.0;
    long.channels[0] = clip.channels[0]
        .with_curve(
            Curve::new(Times::keys([1e9, 1e9 + 1.0]).unwrap(), 1, vec![0.0, 1.0], Ease::Step)
                .unwrap()
                .with_wrap(Wrap::Repeat, Wrap::Hold),
        )
        .unwrap();
    for (clip, reason) in [
        (with(linear), "its numbers do not change in steps"),
        (with(offset), "its numbers are others in each repetition"),
        (stranger, "the clip does not state the identifiers that its numbers stand for"),
        (long, "its repetitions have more keys than the file may have"),
    ] {
        let (_, report) = encoded(&clip);
        let expected = format!("the channel is not in the file: {reason}");
        assert!(report.losses.iter().any(|loss| loss.message == expected), "{reason}: {report}");
    }
}

#[test]
fn what_nothing_drives_in_a_clip_of_a_document_is_not_driven_by_another_document() {
    let (_, clip, _) = whole(
        r#"<Animation Target="x"><Timeline>0 20</Timeline><PosInterpolator>[0 0 0] [1 1 1]</PosInterpolator></Animation>
           <Animation Name="later" Target="house" Active="0"><Timeline>0 10</Timeline><PosInterpolator>[0 0 0] [2 0 0]</PosInterpolator></Animation>"#,
    );
    assert_eq!(clip.name, "*");
    assert!(clip.nodes.iter().any(|node| node.name == "house"));
    let made = Hsf::from_clips(std::slice::from_ref(&clip)).unwrap();
    assert!(!String::from_utf8(made.to_bytes().to_vec()).unwrap().contains("house"));
    // A figure of another format is where its rest says.
    let mut stranger = clip;
    stranger.metadata.clear();
    let made = Hsf::from_clips(std::slice::from_ref(&stranger)).unwrap();
    assert!(String::from_utf8(made.to_bytes().to_vec()).unwrap().contains("house"));
}
