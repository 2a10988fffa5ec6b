//! Which animations start by themselves, in documents made from the clips of others.

use anim_core::Event;
use anim_hsf_xml::{Clip, Element, EncodeOptions, Hsf, Key, Report, Tag};

use crate::encoding::encoded;

/// A document with animations of a second, of which some wait.
fn document(animations: &[(&str, &str)]) -> Hsf {
    let animations = animations.iter().map(|(name, attributes)| {
        format!(
            "<Animation Name=\"{name}\" {attributes} Target=\"SPATH: {name}\"><Timeline>0 20</Timeline>
            <PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>"
        )
    });
    let text = format!("<Animdef TicksPerSecond=\"20\">{}</Animdef>", animations.collect::<String>());
    Hsf::parse(text.as_bytes()).unwrap()
}

/// The animations that are not nested, each with whether it starts by itself.
fn starting(hsf: &Hsf) -> Vec<(String, bool)> {
    let animations = hsf.root.all(Tag::Animation);
    let entry = |animation: &Element| {
        let text = |key: Key| animation.get(key).unwrap_or_default();
        (text(Key::Name).to_owned(), text(Key::Active) != "0")
    };
    animations.map(entry).collect()
}

/// Animations with attributes, and what starts by itself in a document of their clips.
type Case = (&'static [(&'static str, &'static str)], &'static [(&'static str, bool)]);

#[test]
fn what_starts_by_itself_is_what_did_before() {
    let cases: [Case; 4] = [
        (&[("a", "")], &[("a", true)]),
        (&[("a", "Active=\"0\"")], &[("a", false)]),
        (&[("a", "Active=\"0\""), ("b", "")], &[("a", false), ("b", true)]),
        // The clip of both starts, and shows both.
        (&[("a", ""), ("b", "Delay=\"20\"")], &[("a", false), ("b", false), ("*", true)]),
    ];
    for (animations, expected) in cases {
        let mut hsf = document(animations);
        for trip in 0..3 {
            let mut report = Report::new();
            hsf = Hsf::from_clips_with(&hsf.clips(), &EncodeOptions::default(), &mut report).unwrap();
            let found = starting(&hsf);
            let found: Vec<_> = found.iter().map(|(name, starts)| (name.as_str(), *starts)).collect();
            assert_eq!(found, expected, "trip {trip}");
            assert!(report.losses.is_empty(), "{report}");
        }
    }
}

#[test]
fn clips_that_do_not_say_it_start_with_the_first() {
    let mut clips = document(&[("a", "Active=\"0\""), ("b", "")]).clips();
    for clip in &mut clips {
        clip.metadata.clear();
    }
    let mut report = Report::new();
    let hsf = Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    assert_eq!(starting(&hsf), [("a".to_owned(), true), ("b".to_owned(), false)]);
    let found: Vec<_> = report.findings.iter().map(|finding| (finding.code.id, &*finding.at.path)).collect();
    assert_eq!(found, [("hsf-xml::waits", "b")], "{report}");
}

#[test]
fn the_clip_of_all_starts_also_where_nothing_says_that_it_is_one() {
    let mut clips = document(&[("a", ""), ("b", "Delay=\"20\"")]).clips();
    for clip in &mut clips {
        clip.metadata.clear();
        clip.events.clear();
    }
    let mut report = Report::new();
    let hsf = Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    let found = starting(&hsf);
    let found: Vec<_> = found.iter().map(|(name, starts)| (name.as_str(), *starts)).collect();
    assert_eq!(found, [("a", false), ("b", false), ("*", true)]);
    assert!(report.to_string().contains("`a` and 1 more"), "{report}");
    // A clip that states whether it starts needs no guess, and no finding.
    let clips = document(&[("a", ""), ("b", "Delay=\"20\"")]).clips();
    let mut report = Report::new();
    Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    assert_eq!(report.findings, []);
}

#[test]
fn the_animations_that_begin_are_no_lost_events_and_others_are() {
    let mut clips = document(&[("a", ""), ("b", "Delay=\"20\"")]).clips();
    let last = clips.pop().unwrap();
    assert!(last.events.len() == 2, "{last:?}");
    let lost = |clip: &Clip| encoded(clip).1.losses.iter().map(|loss| loss.code.id).collect::<Vec<_>>();
    assert_eq!(lost(&last), [""; 0]);
    let mut named = last.clone();
    named.events.insert(1, Event::named(0.5, "step", vec![]));
    assert_eq!(lost(&named), ["hsf-xml::dropped"]);
    let mut foreign = last;
    foreign.metadata.clear();
    assert_eq!(lost(&foreign), ["hsf-xml::dropped"]);
}
