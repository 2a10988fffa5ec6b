//! States as clips.

use anim_core::{Curve, Diagnostic, Ease, Property, Wrap};
use anim_stt::{Label, PlayOptions, Sine, Stt};

use crate::examples::{MOVING, SEQUENCE, STANDING, parse};

fn curve<'a>(clip: &'a anim_core::Clip, name: &str) -> Option<&'a Curve> {
    clip.channels.iter().find(|channel| channel.property().name() == name).map(anim_core::Channel::curve)
}

fn ids(findings: &[Diagnostic]) -> Vec<&str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

/// One node with this channel as its displacement, and nothing else.
fn one(channel: &str) -> Stt {
    parse(&format!(
        "#MINDRENDER 1.1 1 {{s}} SINGLE 1 {{n}} DYNAMIC {channel} 0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0"
    ))
}

/// How a motion goes, its key times and values, ease and wrap, and how long the clip lasts.
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
        let clip = &one(&format!("{ends} {how}")).clips(PlayOptions::default(), &mut ())[0];
        let curve = curve(clip, "displacement").unwrap();
        assert_eq!(curve.times().iter().collect::<Vec<_>>(), times, "{how}");
        assert_eq!([curve.value(0)[0], curve.value(1)[0]], values, "{how}");
        assert_eq!(
            (curve.uniform_ease(), curve.wrap(), clip.duration),
            (Some(ease), (wrap, wrap), duration),
            "{how}"
        );
    }
    let swinging = PlayOptions { sine: Sine::Sin, ..PlayOptions::default() };
    let clip = &one(&format!("{ends} 4 1 7")).clips(swinging, &mut ())[0];
    assert_eq!(curve(clip, "displacement").unwrap().start(), -2.0, "a quarter of a period ahead");
    for still in ["4 0 8", "0 0 1", "-1 0 7"] {
        let clip = &one(&format!("{ends} {still}")).clips(PlayOptions::default(), &mut ())[0];
        assert_eq!(curve(clip, "displacement").unwrap().values(), [1.0, 0.0, 0.0], "{still}");
    }
}

#[test]
fn what_is_not_driven_has_no_channel() {
    let clip = &one("1 2 3 4 5 6 1 0 0").clips(PlayOptions::default(), &mut ())[0];
    assert_eq!((clip.nodes.len(), clip.channels.len(), clip.duration), (1, 0, 0.0));
    let clip = &parse(STANDING).clips(PlayOptions::default(), &mut ())[0];
    let names: Vec<_> = clip.channels.iter().map(|channel| channel.property().name()).collect();
    assert_eq!((names, clip.duration), (vec!["displacement", "translation", "euler"], 0.0));
}

#[test]
fn the_order_of_angles_is_said_and_can_be_chosen() {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let options = PlayOptions { order: anim_core::EulerOrder::Zyx, ..PlayOptions::default() };
    let clip = &parse(MOVING).clips(options, &mut findings)[0];
    assert!(clip.channels.iter().any(|channel| *channel.property() == Property::Euler(options.order)));
    assert_eq!(ids(&findings), ["stt::euler-order"]);
    assert_eq!(clip.metadata("stt.order"), Some("zyx"));
}

#[test]
fn a_sequence_keeps_half_waves_and_morphs_exactly() {
    // Two seconds are half a period of the sine: the pieces are eases of the clip, nothing is fitted.
    let text = SEQUENCE.replace("4.000000 4.000000", "2.000000 2.000000");
    let mut findings: Vec<Diagnostic> = Vec::new();
    let clip = &parse(&text).clips(PlayOptions::default(), &mut findings)[0];
    let euler = curve(clip, "euler").unwrap();
    assert_eq!(euler.times().iter().map(f64::round).collect::<Vec<_>>(), [0.0, 2.0, 2.0, 4.0]);
    assert_eq!((euler.ease(2), euler.wrap()), (Ease::Sine, (Wrap::Hold, Wrap::Repeat)));
    assert!(findings.iter().all(|finding| finding.code.id != "stt::fitted"), "{findings:?}");
    // A morph of a motion along a line is a parabola, which a cubic curve is exactly.
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 5 {from} 0 4 0 1 0 {from} 0 4 0 0 0 {to}
        {from} SINGLE 1 {n} DYNAMIC 1 0 0 0 0 0 1 0 9  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0
        {to} SINGLE 1 {n} DYNAMIC 10 0 0 20 0 0 2 0 8  0 0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0 0";
    let mut findings: Vec<Diagnostic> = Vec::new();
    let clip = &parse(text).clips(PlayOptions::default(), &mut findings)[0];
    assert_eq!((curve(clip, "displacement").unwrap().len(), ids(&findings)), (2, vec!["stt::transitions"]));
    for time in [0.0, 0.7, 2.0, 3.3, 4.0] {
        let share = time / 4.0;
        let expected = time * (1.0 - share) + 10.0 * share;
        assert!((curve(clip, "displacement").unwrap().at(time)[0] - expected).abs() < 1e-12);
    }
}

#[test]
fn what_a_sequence_drives_for_a_while_is_at_zero_in_between() {
    let text = "#MINDRENDER 1.1 3
        {both} KEYFRAME 2 1 {a} 0 1 0 0 0 {a} 0 1 0 0 0 {b}
        {a} SINGLE 1 {n} STATIC 1 1 1 0 0 0 0 0 0
        {b} SINGLE 1 {m} STATIC 2 2 2 0 0 0 0 0 0";
    let mut findings: Vec<Diagnostic> = Vec::new();
    let clip = &parse(text).clips(PlayOptions::default(), &mut findings)[0];
    assert_eq!(ids(&findings), ["stt::undriven", "stt::transitions"]);
    let places = |time: f64| clip.pose(time).local.iter().map(|map| map.translation()[0]).collect::<Vec<_>>();
    assert_eq!((places(0.5), places(1.5), places(2.5)), (vec![1.0, 0.0], vec![0.0, 2.0], vec![1.0, 0.0]));
}

#[test]
fn each_key_that_is_entered_is_an_event() {
    let events = |kind: u8, start: &str| {
        // A start key of no time is not entered.
        let keys = "1 1 10 0 0 {a} 0 2 20 0 0 {b} 0 0 0 0 0 {skipped} 0 4 40 0 0 {a}";
        let single = "SINGLE 1 {n} STATIC 0 0 0 0 0 0 0 0 0";
        let stt = parse(&format!(
            "#MINDRENDER 1.1 4 {{s}} KEYFRAME 4 {kind} {{{start}}} {keys} {{a}} {single} {{b}} {single} {{skipped}} {single}"
        ));
        let clips = stt.clips(PlayOptions::default(), &mut ());
        assert!(clips[1..].iter().all(|clip| clip.events.is_empty()));
        let told = |event: &anim_core::Event| (event.time, event.name.clone(), event.values.clone());
        clips[0].events.iter().map(told).collect::<Vec<_>>()
    };
    let event = |time: f64, name: &str, length: f64, key: f64| (time, name.to_owned(), vec![length, key]);
    assert_eq!(
        events(1, "b"),
        [event(0.0, "b", 2.0, 1.0), event(2.0, "a", 4.0, 3.0), event(6.0, "a", 1.0, 0.0)]
    );
    assert_eq!(
        events(5, "a"),
        [event(0.0, "a", 1.0, 0.0), event(1.0, "b", 2.0, 1.0), event(3.0, "a", 0.0, 3.0)],
        "the last key is where it ends"
    );
    assert_eq!(events(0, "b"), [event(0.0, "b", 0.0, 1.0)]);
}

#[test]
fn names_of_clips_are_their_own() {
    let text = b"#MINDRENDER 1.1 4 {a} SINGLE 0 {a} SINGLE 0 {a (2)} SINGLE 0 {\xFF} SINGLE 0";
    let stt = anim_core::Format::parse(text, &mut ()).map(|stt: Stt| stt).unwrap();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let clips = stt.clips(PlayOptions::default(), &mut findings);
    let names: Vec<_> = clips.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["a", "a (2)", "a (2) (2)", "\\xFF"]);
    assert_eq!(ids(&findings), ["stt::name"; 3]);
    assert_eq!(stt.states[3].name, Label::new(b"\xFF").unwrap());
}

#[test]
fn what_is_in_no_clip_is_reported() {
    let text = b"#MINDRENDER 1.1 2 {s} SINGLE 1 {\xFF} STATIC 0 0 0 0 0 0 0 0 0 {k} KEYFRAME 1 0 {s} 1 0 0 0 0 {s} more";
    let stt: Stt = anim_core::Format::parse(text, &mut ()).unwrap();
    let mut findings: Vec<Diagnostic> = Vec::new();
    stt.clips(PlayOptions::default(), &mut findings);
    let losses = findings.iter().map(|finding| (finding.code.id, finding.loss));
    let dropped = Some(anim_core::Loss::Dropped);
    assert_eq!(
        losses.collect::<Vec<_>>(),
        [("stt::name", None), ("stt::transitions", dropped), ("stt::trailing", dropped)]
    );
}
