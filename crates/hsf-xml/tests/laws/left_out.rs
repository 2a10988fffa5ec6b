//! Parts without effect are losses, and the rest plays at its own times.

use anim_core::Fate;
use anim_hsf_xml::{ClipOptions, Hsf, Property, Report, Value};

use super::play::{advance, parse, value};

/// The losses of what has no effect in a document of 10 ticks a second: the text of the place, and the message.
fn left_out(text: &str) -> Vec<(String, String)> {
    let text = format!("<Animdef TicksPerSecond=\"10\">{text}</Animdef>");
    let mut report = Report::new();
    Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let losses = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::no-effect");
    let place = |loss: &anim_core::Loss| {
        assert_eq!(loss.fate, Fate::Dropped);
        let span = loss.at.span.unwrap();
        (text[span.start..span.end].to_owned(), loss.message.clone())
    };
    losses.map(place).collect()
}

#[test]
fn what_plays_nowhere_is_a_loss() {
    let pos = "<PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>";
    let line = "<Timeline>0 10</Timeline>";
    for (text, expected) in [
        (format!("<Animation Name='a' Target='SPATH: x'>{line}{pos}</Animation>"), None),
        // An instanced animation may leave its timeline to its instances.
        (format!("<Animation Name='a' Active='0'>{pos}</Animation><Animation Name='b' InstanceOf='a' Target='SPATH: x'>{line}</Animation>"), None),
        (
            format!("<Animation Name='a'><Timeline>0 2 8 12</Timeline>{pos}<AxisRotInterpolator>0 20 40 60 80 100</AxisRotInterpolator></Animation>"),
            Some(("<AxisRotInterpolator>", "the number of its values does not fit")),
        ),
        (format!("<Animation Name='a'>{pos}</Animation>"), Some(("<PosInterpolator>", "has no timeline"))),
        (format!("<Animation Name='a'><Timeline/>{pos}</Animation>"), Some(("<PosInterpolator>", "has no timeline"))),
        (format!("<TargetObject Path='SPATH: x'>{pos}</TargetObject>"), Some(("<PosInterpolator>", "no animation contains or names it"))),
        (format!("{line}<Animation Name='a'>{line}{pos}</Animation>"), Some(("<Timeline>", "no animation uses it"))),
        (format!("<Animation Name='a'>{line}{line}{pos}</Animation>"), Some(("<Timeline>", "no animation uses it"))),
        (format!("<Timeline Name='t'>0 10</Timeline><Animation Name='a' Timeline='t'>{pos}</Animation>"), None),
        (
            "<Animation Name='a'><Timeline>0 10 10 20</Timeline><PosInterpolator>[0 0 0] [1 0 0] [5 0 0] [6 0 0]</PosInterpolator></Animation>".to_owned(),
            Some(("<Timeline>", "does not ascend")),
        ),
        ("<Animation Name='e' Target='SPATH: x' InstanceOf='none'/>".to_owned(), Some(("<Animation Name='e'", "does not exist"))),
        ("<Animation Name='e' Target='SPATH: x' InstanceOf='e'/>".to_owned(), Some(("<Animation Name='e'", "or contains it"))),
        (
            format!("<Animation Name='a' InstanceOf='b'/><Animation Name='b' InstanceOf='c'/><Animation Name='c' Target='SPATH: x'>{line}{pos}</Animation>"),
            Some(("<Animation Name='a'", "instances do not chain")),
        ),
        (format!("<Animation Name='a' Timeline='none'>{pos}</Animation>"), Some(("<Animation Name='a'", "that does not exist"))),
        (format!("<Animation Name='a' Interpolators='p none'>{line}</Animation><PosInterpolator Name='p'>[1 1 1]</PosInterpolator>"), Some(("<Animation Name='a'", "that does not exist"))),
    ] {
        let found = left_out(&text);
        match expected {
            None => assert_eq!(found, [], "{text}"),
            Some((place, message)) => {
                let is_it = |(at, what): &(String, String)| at.starts_with(place) && what.contains(message);
                assert!(found.iter().any(is_it), "{text}: {found:?}");
            }
        }
    }
}

#[test]
fn each_kind_is_counted() {
    let pos = "<PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator>";
    let found = left_out(&format!("<Animation Name='a'>{pos}{pos}</Animation>").repeat(2));
    assert!(matches!(found.as_slice(), [(_, message)] if message.ends_with("4 times")), "{found:?}");
}

#[test]
fn a_nested_animation_that_is_not_active_is_in_no_clip_and_a_loss() {
    let moving = |attributes: &str, inner: &str| {
        format!(
            "<Animation {attributes}><Timeline>0 10</Timeline><AxisRotInterpolator>0 90</AxisRotInterpolator>{inner}</Animation>"
        )
    };
    let losses = |text: &str| {
        let mut report = Report::new();
        let clips =
            parse(&format!("<Animdef>{text}</Animdef>")).clips_with(&ClipOptions::default(), &mut report);
        let dropped = report.losses.into_iter().filter(|loss| loss.code.id == "hsf-xml::no-channel");
        let lost = dropped.map(|loss| {
            assert_eq!(loss.fate, Fate::Dropped);
            (loss.clip, loss.message.split('`').nth(1).unwrap().to_owned())
        });
        (clips.into_iter().map(|clip| clip.name).collect::<Vec<_>>(), lost.collect::<Vec<_>>())
    };
    let door = moving(
        "Name='door' Target='SPATH: door' Active='0'",
        &moving("Name='lock' Target='SPATH: lock'", ""),
    );
    let in_car = |path: &str| (Some("car".to_owned()), format!("car/{path}"));
    let car = moving("Name='car' Target='SPATH: car'", &door);
    assert_eq!(losses(&car), (vec!["car".to_owned()], vec![in_car("door"), in_car("door/lock")]));
    // As a sensor may start it.
    let sensor = "<Sensor Name='s'><Condition Target='SPATH: x'/><Action Target='ANIM: car/door' Type='ACTIVATE'/></Sensor>";
    assert_eq!(losses(&(car.clone() + sensor)).1, [in_car("door"), in_car("door/lock")]);
    // A block that moves nothing else is no clip.
    let block = format!(
        "<Animation Name='block' Target='SPATH: car'>{}</Animation>",
        door.replace(" Active='0'", "")
    );
    assert_eq!(losses(&block), (vec!["block".to_owned()], vec![]));
    let block = block.replace("'SPATH: door'", "'SPATH: door' Active='0'");
    let expected = ["block/door", "block/door/lock"].map(|path| (None, path.to_owned()));
    assert_eq!(losses(&block), (vec![], expected.to_vec()));
    // One that is not nested is a clip, which an instance of it is, too.
    let waiting = moving("Name='door' Target='SPATH: door' Active='0'", "");
    let instance = "<Animation Name='copy' Target='SPATH: copy' InstanceOf='door'/>";
    assert_eq!(losses(&(waiting + instance)), (vec!["door".to_owned(), "copy".to_owned()], vec![]));
}

#[test]
fn values_keep_their_ticks_where_a_timeline_ends_early() {
    // Four values on four ticks: the second one lies at tick 10, the last that counts.
    let text = "<Animdef TicksPerSecond=\"10\"><Animation Name=\"c\" Target=\"SPATH: x\"><Timeline>0 10 10 20</Timeline>\
        <PosInterpolator>[0 0 0] [1 0 0] [5 0 0] [6 0 0]</PosInterpolator></Animation></Animdef>";
    let hsf = parse(text);
    let clip = hsf.clips().remove(0);
    assert_eq!(clip.duration, 1.0);
    let mut player = anim_hsf_xml::Player::new(hsf);
    for (ticks, expected) in [(0.0, 0.0), (5.0, 0.5), (10.0, 1.0), (15.0, 1.0)] {
        let found: [f64; 3] = clip.channels[0].curve().at(ticks / 10.0).try_into().unwrap();
        assert_eq!(found, [expected, 0.0, 0.0], "at {ticks}");
        let more = ticks - player.tick();
        advance(&mut player, more);
        assert_eq!(value(&player, "x", &Property::Translation), Some(Value::Vector(found)), "at {ticks}");
    }
}
