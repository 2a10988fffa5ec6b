//! Facts about targets, trails and files: in clips, in players, and back in documents.

use std::num::NonZeroUsize;

use anim_hsf_xml::{
    Clip, ClipOptions, EncodeOptions, Hsf, Key, Player, Property, Report, Subtarget, TargetKind, Value,
};

use super::play::parse;

/// Six targets of different kinds, the first with all that can be stated of it.
fn document() -> Hsf {
    let colors = "<ColorInterpolator GeomType='faces'>[0 0 0] [1 1 1]</ColorInterpolator>\
        <ColorInterpolator GeomType='edges'>[1 0 0] [0 0 0]</ColorInterpolator>";
    let trail = "<TrailInterpolator Color='red' Weight='3' Style='-.' Type='full'>[0 0 0] [0 0 10]</TrailInterpolator>";
    let slide = "<PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";
    let one = |target: &str| {
        format!("<Animation Target='{target}' Delay='20'><Timeline>0 10</Timeline>{slide}</Animation>")
    };
    let targets = ["FILE: a.hsf", "TID: 7", "SPATH: SCENE/CAMERATARGET", "CAMERAPOS", "plain"].map(one);
    parse(&format!(
        "<Animdef TicksPerSecond='10' File='stage.hsf'><TargetObject Path='HKEY: 123'>\
         <Subtarget Type='FACES'>0 5</Subtarget><Subtarget Type='EDGES'>8 4</Subtarget>\
         <Animation Name='look'><Timeline>0 10</Timeline>{colors}{trail}</Animation></TargetObject>\
         <Animation Name='move'>{}</Animation></Animdef>",
        targets.concat()
    ))
}

/// The node, the name and the first value of a channel.
type First<'c> = (&'c str, String, Vec<f64>);

/// The time, the node and the name of an event.
type File<'c> = (f64, Option<usize>, &'c str);

/// The names and the first values of the channels, and the events with their nodes.
fn facts(clip: &Clip) -> (Vec<First<'_>>, Vec<File<'_>>) {
    let channels = clip.channels.iter().map(|channel| {
        let node = clip.nodes[channel.node()].name.as_str();
        (node, channel.property().name().to_owned(), channel.curve().value(0).to_vec())
    });
    let files = clip.events.iter().filter(|event| event.name().starts_with("FILE: "));
    (channels.collect(), files.map(|event| (event.time, event.node, event.name())).collect())
}

fn expect_facts(clips: &[Clip]) {
    let [look, moves] = [&clips[0], &clips[1]].map(facts);
    let channel = |node, name: &str, values: &[f64]| (node, name.to_owned(), values.to_vec());
    let expected = [
        channel("123", "color.diffuse.faces", &[0.0; 3]),
        channel("123", "color.diffuse.edges", &[1.0, 0.0, 0.0]),
        channel("123", "trail", &[0.0; 3]),
        channel("123", "target.HKEY", &[1.0]),
        channel("123", "subtarget.FACES", &[0.0, 5.0]),
        channel("123", "subtarget.EDGES (2)", &[8.0, 4.0]),
        channel("123", "trail.color", &[0.0]),
        channel("123", "trail.weight", &[3.0]),
        channel("123", "trail.style", &[0.0]),
        channel("123", "trail.type", &[0.0]),
    ];
    assert_eq!(look, (expected.to_vec(), vec![(0.0, None, "FILE: stage.hsf")]));
    let texts =
        ["color", "style", "type"].map(|name| clips[0].metadata(&format!("hsf-xml.trail.{name}.123.0")));
    assert_eq!(texts, ["red", "-.", "full"].map(Some));
    let expected = [
        channel("a.hsf", "translation", &[0.0; 3]),
        channel("7", "translation", &[0.0; 3]),
        channel("7", "target.TID", &[1.0]),
        channel("SCENE/CAMERATARGET", "translation", &[0.0; 3]),
        channel("SCENE/CAMERATARGET", "target.CAMERATARGET", &[1.0]),
        channel("CAMERAPOS", "translation", &[0.0; 3]),
        channel("CAMERAPOS", "target.CAMERAPOS", &[1.0]),
        channel("plain", "translation", &[0.0; 3]),
    ];
    assert_eq!(moves.0, expected);
    assert_eq!(moves.1, [(0.0, None, "FILE: stage.hsf"), (2.0, Some(0), "FILE: a.hsf")]);
}

#[test]
fn clips_carry_what_is_stated_and_documents_state_it_again() {
    let mut report = Report::new();
    let clips = document().clips_with(&ClipOptions::default(), &mut report);
    assert_eq!(report.losses, [], "{report}");
    expect_facts(&clips);
    let again = Hsf::from_clips_with(&clips, &EncodeOptions::default(), &mut report).unwrap();
    let only_events =
        report.losses.iter().all(|loss| loss.message.starts_with("6 events are not in the file"));
    assert!(only_events, "{report}");
    assert_eq!(again.check(), []);
    expect_facts(&again.clips());
}

#[test]
fn a_player_knows_what_is_stated() {
    let mut player = Player::new(document());
    player.advance(0.5).unwrap();
    let node = player.node("123").unwrap();
    assert_eq!(player.target_kind(node), Some(TargetKind::HKey));
    let kinds = ["a.hsf", "7", "CAMERAPOS"].map(|name| player.target_kind(player.node(name).unwrap()));
    assert_eq!(kinds, [TargetKind::File, TargetKind::Tag, TargetKind::Segment].map(Some));
    let faces = Subtarget { kind: "FACES".into(), values: vec![0.0, 5.0] };
    assert_eq!(player.subtargets(node)[0], faces);
    assert_eq!(player.subtargets(node)[1].values, [8.0, 4.0]);
    let look = [(Key::Color, "red"), (Key::Weight, "3"), (Key::Style, "-."), (Key::Type, "full")];
    assert_eq!(player.trail_look(node), look.map(|(key, value)| (key, value.to_owned())));
    let color = |parts: &str| player.value(node, &Property::Color(format!("diffuse.{parts}")));
    assert_eq!(color("faces"), Some(Value::Vector([0.5; 3])));
    assert_eq!(color("edges"), Some(Value::Vector([0.5, 0.0, 0.0])));
    assert_eq!(
        (player.target_kind(99), player.subtargets(99), player.trail_look(99)),
        (None, &[][..], &[][..])
    );
}

#[test]
fn the_vendor_and_the_version_of_a_document_are_in_its_clips_and_come_back() {
    let text = "<Animdef Vendor=\" someone \" Version=\"1.0\"><Animation Name=\"a\" Target=\"SPATH: x\"><Timeline>0 10</Timeline>\
                <PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation></Animdef>";
    let facts = |clip: &Clip| {
        ["vendor", "version"].map(|key| clip.metadata(&format!("hsf-xml.{key}")).map(str::to_owned))
    };
    let lowered = |hsf: &Hsf, facts: usize| {
        let options = ClipOptions { facts: NonZeroUsize::new(facts).unwrap(), ..ClipOptions::default() };
        let mut report = Report::new();
        (hsf.clips_with(&options, &mut report).remove(0), report)
    };
    let hsf = Hsf::parse(text.as_bytes()).unwrap();
    let (clip, report) = lowered(&hsf, 1000);
    assert!(report.losses.is_empty(), "{report}");
    assert_eq!(facts(&clip), [Some("someone".to_owned()), Some("1.0".to_owned())]);
    let again = Hsf::from_clips(&[clip]).unwrap();
    assert_eq!([Key::Vendor, Key::Version].map(|key| again.root.get(key)), [Some("someone"), Some("1.0")]);
    // What is empty is not stated.
    let (clip, _) = lowered(&Hsf::parse(text.replace(" someone ", "").as_bytes()).unwrap(), 1000);
    assert_eq!(facts(&clip), [None, Some("1.0".to_owned())]);
    // Long ones are not repeated without end.
    let long = text.replace("someone", &"x".repeat(10_000));
    let (clip, report) = lowered(&Hsf::parse(long.as_bytes()).unwrap(), 1);
    assert_eq!((facts(&clip), report.losses.len()), ([None, None], 1), "{report}");
}
