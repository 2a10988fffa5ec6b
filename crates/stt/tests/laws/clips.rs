//! States as clips.

use anim_core::{Curve, Ease, EventKind, Fate, Property, Report, Wrap};
use anim_stt::{ClipOptions, Label, Sine, Stt};

use crate::examples::{MOVING, SEQUENCE, STANDING, lowered, parse};

fn curve<'a>(clip: &'a anim_core::Clip, name: &str) -> Option<&'a Curve> {
    clip.channels.iter().find(|channel| channel.property().name() == name).map(anim_core::Channel::curve)
}

fn findings(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|finding| finding.code.id).collect()
}

fn losses(report: &Report) -> Vec<&str> {
    report.losses.iter().map(|loss| loss.code.id).collect()
}

/// One node with this channel as its displacement, and nothing else.
fn one(channel: &str) -> Stt {
    parse(&format!(
        "#MINDRENDER 1.1 1 {{s}} SINGLE 1 {{n}} DYNAMIC {channel} 0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0"
    ))
}

/// The period, offset and type of a motion, its key times and values, its ease and wrap, and the duration of the clip.
type Case = (&'static str, [f64; 2], [f64; 2], Ease, Wrap, f64);

#[test]
fn each_motion_is_a_curve_of_two_keys() {
    let ends = "1 0 0 3 0 0";
    let cases: [Case; 9] = [
        ("4 1 1", [-1.0, 3.0], [1.0, 3.0], Ease::Linear, Wrap::Repeat, 4.0),
        ("4 1 2", [-1.0, 3.0], [3.0, 1.0], Ease::Linear, Wrap::Repeat, 4.0),
        ("4 5 3", [-1.0, 1.0], [1.0, 3.0], Ease::Linear, Wrap::PingPong, 4.0),
        ("4 -3 4", [-1.0, 1.0], [3.0, 1.0], Ease::Linear, Wrap::PingPong, 4.0),
        ("4 1 5", [-1.0, 3.0], [1.0, 3.0], Ease::Linear, Wrap::Hold, 3.0),
        ("4 -1 6", [1.0, 5.0], [3.0, 1.0], Ease::Linear, Wrap::Hold, 5.0),
        ("4 1 7", [-1.0, 1.0], [1.0, 3.0], Ease::Sine, Wrap::PingPong, 4.0),
        ("4 1 9", [0.0, 4.0], [0.25, 1.25], Ease::Linear, Wrap::RepeatWithOffset, 4.0),
        ("0 1 9", [0.0, 1.0], [0.0, 1.0], Ease::Linear, Wrap::RepeatWithOffset, 1.0),
    ];
    for (how, times, values, ease, wrap, duration) in cases {
        let clip = &one(&format!("{ends} {how}")).clips()[0];
        let curve = curve(clip, "displacement").unwrap();
        assert_eq!(curve.times().iter().collect::<Vec<_>>(), times, "{how}");
        assert_eq!([curve.value(0)[0], curve.value(1)[0]], values, "{how}");
        assert_eq!(
            (curve.uniform_ease(), curve.wrap(), clip.duration),
            (Some(ease), (wrap, wrap), duration),
            "{how}"
        );
    }
    let swinging = ClipOptions { sine: Sine::Sin, ..ClipOptions::default() };
    let clip = &lowered(&one(&format!("{ends} 4 1 7")), &swinging).0[0];
    assert_eq!(curve(clip, "displacement").unwrap().start(), -2.0, "a quarter of a period ahead");
    for still in ["4 0 8", "0 0 1", "-1 0 7"] {
        let clip = &one(&format!("{ends} {still}")).clips()[0];
        assert_eq!(curve(clip, "displacement").unwrap().values(), [1.0, 0.0, 0.0], "{still}");
    }
}

#[test]
fn what_is_not_driven_has_no_channel() {
    let clip = &one("1 2 3 4 5 6 1 0 0").clips()[0];
    assert_eq!((clip.nodes.len(), clip.channels.len(), clip.duration), (1, 0, 0.0));
    let clip = &parse(STANDING).clips()[0];
    let names: Vec<_> = clip.channels.iter().map(|channel| channel.property().name()).collect();
    assert_eq!((names, clip.duration), (vec!["displacement", "translation", "euler"], 0.0));
}

#[test]
fn the_order_of_angles_is_reported_and_can_be_chosen() {
    let options = ClipOptions { order: anim_core::EulerOrder::Zyx, ..ClipOptions::default() };
    let (clips, report) = lowered(&parse(MOVING), &options);
    let clip = &clips[0];
    assert!(clip.channels.iter().any(|channel| *channel.property() == Property::Euler(options.order)));
    assert_eq!((findings(&report), losses(&report)), (vec!["stt::euler-order"], vec![]));
    assert_eq!(clip.metadata("stt.order"), Some("zyx"));
}

#[test]
fn a_sequence_keeps_half_waves_and_morphs_exactly() {
    // Two seconds are half a period of the sine: the pieces are eases of the clip, nothing is fitted.
    let text = SEQUENCE.replace("4.000000 4.000000", "2.000000 2.000000");
    let (clips, report) = lowered(&parse(&text), &ClipOptions::default());
    let clip = &clips[0];
    let euler = curve(clip, "euler").unwrap();
    assert_eq!(euler.times().iter().map(f64::round).collect::<Vec<_>>(), [0.0, 2.0, 2.0, 4.0]);
    assert_eq!((euler.ease(2), euler.wrap()), (Ease::Sine, (Wrap::Hold, Wrap::Repeat)));
    assert!(!losses(&report).contains(&"stt::fitted"), "{report}");
    // A morph of linear motion is a parabola, which a cubic curve represents exactly.
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 5 {from} 0 4 0 1 0 {from} 0 4 0 0 0 {to}
        {from} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
        {to} SINGLE 1 {n} DYNAMIC 10 0 0 20 0 0 2 0 8  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0";
    let (clips, report) = lowered(&parse(text), &ClipOptions::default());
    let clip = &clips[0];
    assert_eq!((curve(clip, "displacement").unwrap().len(), losses(&report)), (2, vec!["stt::transitions"]));
    assert_eq!(findings(&report), [""; 0]);
    for time in [0.0, 0.7, 2.0, 3.3, 4.0] {
        let share = time / 4.0;
        let expected = time * (1.0 - share) + 10.0 * share;
        assert!((curve(clip, "displacement").unwrap().at(time)[0] - expected).abs() < 1e-12);
    }
}

#[test]
fn a_channel_that_a_sequence_drives_for_a_while_is_zero_in_between() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {a} 0 1 0 0 0 {a} 0 1 0 0 0 {b}
        {a} SINGLE 1 {n} STATIC 1 1 1 0 0 0 0 0 0
        {b} SINGLE 1 {m} STATIC 2 2 2 0 0 0 0 0 0";
    let (clips, report) = lowered(&parse(text), &ClipOptions::default());
    let clip = &clips[0];
    // What nothing drives is at rest, at 0, where the player shows it too: nothing is lost.
    assert_eq!((findings(&report), losses(&report)), (vec!["stt::undriven"; 6], vec!["stt::transitions"]));
    let expected = [("displacement", "n"), ("translation", "n"), ("euler", "n")];
    for (finding, (property, node)) in report.findings.iter().zip(expected) {
        let message = format!(
            "the sequence drives {property} of the node `{node}` for only a part of the time: for 1 s of the cycle it is at rest, at 0"
        );
        assert_eq!(finding.message, message);
    }
    let places = |time: f64| clip.pose(time).local.iter().map(|map| map.translation()[0]).collect::<Vec<_>>();
    assert_eq!((places(0.5), places(1.5), places(2.5)), (vec![1.0, 0.0], vec![0.0, 2.0], vec![1.0, 0.0]));
}

#[test]
fn a_clock_that_a_cycle_does_not_set_back_is_reported() {
    // A line that rises forever, shown for one second of every two.
    let text = "#MINDRENDER 1.1 2
        {both} KEYFRAME 1 1 {a} 0 2 0 0 0 {a}
        {a} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0";
    let options = ClipOptions { clock: anim_stt::Clock::Global, ..ClipOptions::default() };
    let (clips, report) = lowered(&parse(text), &options);
    assert_eq!(losses(&report), ["stt::outside", "stt::transitions"]);
    assert!(report.losses[0].is_evaluated && !report.losses[1].is_evaluated, "the document has the motion");
    assert_eq!(curve(&clips[0], "displacement").unwrap().at(7.0)[0], 2.0);
    let (clips, report) = lowered(&parse(text), &ClipOptions::default());
    assert_eq!(losses(&report), ["stt::transitions"]);
    assert!((curve(&clips[0], "displacement").unwrap().at(7.0)[0] - 1.0).abs() < 1e-12);
}

#[test]
fn each_key_that_is_entered_is_an_event() {
    let events = |kind: u8, start: &str| {
        // A start key whose transition takes no time is not entered.
        let keys = "1 1 10 0 0 {a} 0 2 20 0 0 {b} 0 0 0 0 0 {skipped} 0 4 40 0 0 {a}";
        let single = "SINGLE 1 {n} STATIC 0 0 0 0 0 0 0 0 0";
        let stt = parse(&format!(
            "#MINDRENDER 1.1 4 {{s}} KEYFRAME 4 {kind} {{{start}}} {keys} {{a}} {single} {{b}} {single} {{skipped}} {single}"
        ));
        let clips = stt.clips();
        assert!(clips[1..].iter().all(|clip| clip.events.is_empty()));
        let entered = |event: &anim_core::Event| match &event.kind {
            EventKind::Enter { name, index, seconds } => (event.time, name.clone(), *index, *seconds),
            other => unreachable!("{other:?}"),
        };
        clips[0].events.iter().map(entered).collect::<Vec<_>>()
    };
    let event =
        |time: f64, name: &str, seconds: Option<f64>, key: usize| (time, name.to_owned(), Some(key), seconds);
    assert_eq!(
        events(1, "b"),
        [event(0.0, "b", Some(2.0), 1), event(2.0, "a", Some(4.0), 3), event(6.0, "a", Some(1.0), 0)]
    );
    assert_eq!(
        events(5, "a"),
        [event(0.0, "a", Some(1.0), 0), event(1.0, "b", Some(2.0), 1), event(3.0, "a", None, 3)],
        "the sequence ends at the last key"
    );
    assert_eq!(events(0, "b"), [event(0.0, "b", None, 1)]);
}

#[test]
fn clip_names_are_unique() {
    let text = b"#MINDRENDER 1.1 4 {a} SINGLE 0 {a} SINGLE 0 {a (2)} SINGLE 0 {\xFF} SINGLE 0";
    let stt = Stt::parse(text).unwrap();
    let (clips, report) = lowered(&stt, &ClipOptions::default());
    let names: Vec<_> = clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["a", "a (2)", "a (2) (2)", "\\xFF"]);
    assert_eq!((findings(&report), losses(&report)), (vec!["stt::name"; 3], vec![]));
    assert_eq!(stt.states[3].name, Label::new(b"\xFF").unwrap());
}

#[test]
fn what_is_in_no_clip_is_reported() {
    let text = b"#MINDRENDER 1.1 2 {s} SINGLE 1 {\xFF} STATIC 0 0 0 0 0 0 0 0 0 {k} KEYFRAME 1 0 {s} 1 0 0 0 0 {s} more";
    let (_, report) = lowered(&Stt::parse(text).unwrap(), &ClipOptions::default());
    assert_eq!(
        (findings(&report), losses(&report)),
        (vec!["stt::name"], vec!["stt::transitions", "stt::trailing"])
    );
    assert!(report.losses.iter().all(|loss| loss.fate == Fate::Dropped), "{report}");
    let clips = report.losses.iter().map(|loss| loss.clip.as_deref());
    assert_eq!(clips.collect::<Vec<_>>(), [Some("k"), None]);
    assert!(report.losses.iter().all(|loss| loss.at.span.is_some()), "{report}");
}
