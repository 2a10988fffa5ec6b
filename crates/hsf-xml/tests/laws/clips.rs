//! Documents as clips.

use std::f64::consts::PI;

use anim_core::{Curve, Ease, Event, EventKind, Fate, Format, Unit, laws};
use anim_hsf_xml::{Clip, ClipOptions, EncodeOptions, Happened, Hsf, Player, Report, Whole};

fn clips(text: &str) -> Vec<Clip> {
    Hsf::parse(text.as_bytes()).unwrap().clips()
}

/// The clips, among them that of the complete document.
fn all(text: &str) -> Vec<Clip> {
    let options = ClipOptions { whole: Whole::Always, ..ClipOptions::default() };
    Hsf::parse(text.as_bytes()).unwrap().clips_with(&options, &mut Report::new())
}

fn curve<'a>(clip: &'a Clip, name: &str) -> &'a Curve {
    clip.channels.iter().find(|channel| channel.property().name() == name).unwrap().curve()
}

fn animation(attributes: &str, timeline: &str, interpolator: &str) -> String {
    format!(
        "<Animdef TicksPerSecond=\"10\"><Animation Target=\"SPATH: MODEL/a\" {attributes}><Timeline>{timeline}</Timeline>{interpolator}</Animation></Animdef>"
    )
}

const SLIDE: &str = "<PosInterpolator>[0 0 0] [10 0 0]</PosInterpolator>";

#[test]
fn loops_are_wraps_or_keys() {
    let x = |attributes: &str, time: f64| {
        curve(&clips(&animation(attributes, "0 10", SLIDE))[0], "translation").at(time)[0]
    };
    for (attributes, expected) in [
        ("", [2.5, 9.0, 10.0, 10.0]),
        ("Loop=\"3\"", [2.5, 9.0, 2.5, 10.0]),
        ("Loop=\"-1\"", [2.5, 9.0, 2.5, 5.0]),
        ("RLoop=\"1\"", [2.5, 9.0, 7.5, 0.0]),
        ("RLoop=\"1\" Loop=\"-1\"", [2.5, 9.0, 7.5, 5.0]),
        ("CurrentTick=\"5\"", [7.5, 10.0, 10.0, 10.0]),
    ] {
        for (time, expected) in [0.25, 0.9, 1.25, 4.5].into_iter().zip(expected) {
            assert!((x(attributes, time) - expected).abs() < 1e-9, "{attributes} at {time}");
        }
    }
}

#[test]
fn a_number_of_loops_that_is_not_whole_ends_within_one() {
    let pivot = |attributes: &str| {
        format!(
            "<Animdef TicksPerSecond=\"10\"><TargetObject Path=\"SPATH: M/d\" Pivot=\"[2 0 0]\"><Animation {attributes}>\
            <Timeline>0 10</Timeline><AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 60</AxisRotInterpolator></Animation></TargetObject></Animdef>"
        )
    };
    // For each time the place on the way from 0 to 1 that the first second passes.
    for (attributes, places) in [
        ("Loop=\"2.5\"", [(0.25, 0.25), (2.25, 0.25), (2.49, 0.49), (2.51, 1.0), (9.0, 1.0)]),
        ("Loop=\"0.5\"", [(0.0, 0.0), (0.25, 0.25), (0.49, 0.49), (0.51, 1.0), (9.0, 1.0)]),
        ("RLoop=\"1\" Loop=\"1.25\"", [(0.5, 0.5), (1.75, 0.25), (2.49, 0.49), (2.51, 0.0), (9.0, 0.0)]),
        ("RLoop=\"1\" Loop=\"0.75\"", [(0.5, 0.5), (1.25, 0.75), (1.49, 0.51), (1.51, 0.0), (9.0, 0.0)]),
        (
            "Loop=\"1.5\" CurrentTick=\"5\"",
            [(0.25, 0.75), (0.75, 0.25), (0.99, 0.49), (1.01, 1.0), (9.0, 1.0)],
        ),
    ] {
        let slide = &clips(&animation(attributes, "0 10", SLIDE))[0];
        let turn = &clips(&pivot(attributes))[0];
        for (time, place) in places {
            let found = curve(slide, "translation").at(time)[0];
            assert!((found - 10.0 * place).abs() < 1e-9, "{attributes} at {time}: {found}");
            let (sine, cosine) = (place * PI / 3.0).sin_cos();
            let found = curve(turn, "translation").at(time);
            let off = (found[0] - 2.0 * (1.0 - cosine)).hypot(found[1] + 2.0 * sine);
            assert!(off < 1e-3, "{attributes} at {time}: {found:?}");
        }
    }
}

#[test]
fn a_key_of_a_curve_or_a_rotation_that_a_loop_adds_counts_as_eight() {
    let keys = |values: &str, property: &str| {
        curve(&clips(&animation("Loop=\"9999\"", "0 10 20 30", values))[0], property).len() as f64
    };
    let positions = |modifier: &str| {
        let values = "[0 0 0] [5 1 0] [2 7 0] [0 0 0]";
        keys(
            &format!("<PosInterpolator Modifiers=\"[{modifier}]\">{values}</PosInterpolator>"),
            "translation",
        )
    };
    let [lines, curves] = ["l", "t"].map(positions);
    let turns = keys("<AxisRotInterpolator Modifiers=\"[v 0 1 0]\">0 90 30 0</AxisRotInterpolator>", "angle");
    // 32 for each keyframe and for 128 more, of which each loop takes one more than it has.
    let most = 32.0 * (4.0 + 128.0) * 3.0 / 4.0;
    assert!(0.98 * most < lines && lines < 1.02 * most, "{lines} of {most}");
    assert!(7.8 < lines / curves && lines / curves < 8.2, "{lines} and {curves}");
    assert!(7.8 < lines / turns && lines / turns < 8.2, "{lines} and {turns}");
}

#[test]
fn positions_about_a_pivot_are_cubic_curves_within_a_quarter_of_the_tolerance() {
    for radius in [2.0, 2000.0, 5e6_f64] {
        let text = format!(
            "<Animdef TicksPerSecond=\"10\"><TargetObject Name=\"d\" Path=\"SPATH: M/d\" Pivot=\"[{radius} 0 0]\"/><Animation Target=\"TOB: d\">\
            <Timeline>0 10</Timeline><AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 3600</AxisRotInterpolator></Animation></Animdef>"
        );
        let mut report = Report::new();
        let clips = Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
        let Fate::Approximated(stated) = report.losses[0].fate else { unreachable!("{report:?}") };
        let path = curve(&clips[0], "translation");
        // A circle of the radius about the pivot, from the origin, ten times in a second.
        let off = (0..=10_000).map(|step| {
            let time = f64::from(step) / 10_000.0;
            let (sine, cosine) = (20.0 * PI * time).sin_cos();
            let found = path.at(time);
            (found[0] - radius * (1.0 - cosine)).hypot(found[1] + radius * sine)
        });
        let off = off.fold(0.0, f64::max);
        // At that size, single precision cannot represent less.
        let tolerance = f64::max(1e-3, 2.0 * f64::from(f32::EPSILON) * 2.0 * radius);
        assert!(off <= stated.size && stated.size <= tolerance / 4.0, "{radius}: {off}, stated {stated}");
        // Straight lines would need 31,000 keys for a radius of 2000.
        let is_cubic = path.uniform_ease() == Some(Ease::Bezier);
        assert!(is_cubic && path.len() < 1100, "{radius}: {} keys", path.len());
    }
}

#[test]
fn a_clip_begins_after_its_delay_and_the_whole_file_before() {
    let found = all(&animation("Delay=\"20\" Name=\"A\"", "0 10", SLIDE));
    let names: Vec<_> = found.iter().map(|clip| (clip.name.as_str(), clip.duration)).collect();
    assert_eq!(names, [("A", 1.0), ("*", 3.0)]);
    assert_eq!([0.5, 2.5].map(|time| curve(&found[1], "translation").at(time)[0]), [0.0, 5.0]);
    assert_eq!(curve(&found[0], "translation").at(0.5)[0], 5.0);
}

#[test]
fn targets_of_inactive_animations_stand_still_in_the_whole_file() {
    let found = all(&animation("Active=\"0\" Name=\"A\"", "0 10", SLIDE));
    let names: Vec<_> =
        found.iter().map(|clip| (clip.name.as_str(), clip.duration, clip.nodes.len())).collect();
    assert_eq!(names, [("A", 1.0, 1), ("*", 0.0, 1)]);
    assert!(found[1].channels.is_empty());
}

#[test]
fn the_whole_file_keeps_its_name_to_itself() {
    let names: Vec<_> =
        all(&animation("Name=\"*\"", "0 10", SLIDE)).into_iter().map(|clip| clip.name).collect();
    assert_eq!(names, ["* (2)", "*"]);
}

#[test]
fn the_whole_file_is_a_clip_if_several_animations_start_by_themselves_or_one_late() {
    let one = |name: &str, active: u8| {
        format!(
            "<Animation Name=\"{name}\" Target=\"SPATH: {name}\" Active=\"{active}\"><Timeline>0 10</Timeline>{SLIDE}</Animation>"
        )
    };
    let names = |text: &str, whole: Whole| {
        let options = ClipOptions { whole, ..ClipOptions::default() };
        let hsf = Hsf::parse(format!("<Animdef>{text}</Animdef>").as_bytes()).unwrap();
        let clips = hsf.clips_with(&options, &mut Report::new());
        clips.into_iter().map(|clip| clip.name).collect::<Vec<_>>()
    };
    let aimless = one("b", 1).replace("Target", "Vendor");
    let delayed = |name: &str, active: u8| one(name, active).replace("Active", "Delay=\"20\" Active");
    for (text, auto, always) in [
        (one("a", 1), vec!["a"], vec!["a", "*"]),
        (one("a", 1) + &one("b", 0), vec!["a", "b"], vec!["a", "b", "*"]),
        (one("a", 1) + &one("b", 1), vec!["a", "b", "*"], vec!["a", "b", "*"]),
        (one("a", 1) + &aimless, vec!["a", "b"], vec!["a", "b", "*"]),
        (delayed("a", 1), vec!["a", "*"], vec!["a", "*"]),
        (delayed("a", 0), vec!["a"], vec!["a", "*"]),
        (delayed("a", 0) + &one("b", 1), vec!["a", "b"], vec!["a", "b", "*"]),
        // The clip of an animation has the delays of those in it.
        (format!("<Animation Name=\"a\">{}</Animation>", delayed("b", 1)), vec!["a"], vec!["a", "*"]),
    ] {
        assert_eq!(names(&text, Whole::Auto), auto, "{text}");
        assert_eq!(names(&text, Whole::Always), always, "{text}");
        assert!(!names(&text, Whole::Never).contains(&"*".to_owned()), "{text}");
    }
}

#[test]
fn the_delay_of_one_animation_is_in_the_clip_of_the_whole_file_and_comes_back() {
    let at_root = animation("", "0 10", SLIDE).replace("<Animdef", "<Animdef Delay=\"20\"");
    for text in [animation("Delay=\"20\"", "0 10", SLIDE), at_root] {
        let mut hsf = Hsf::parse(text.as_bytes()).unwrap();
        for trip in 0..3 {
            let mut report = Report::new();
            let clips = hsf.clips_with(&ClipOptions::default(), &mut report);
            assert!(report.losses.is_empty(), "{report}");
            let mut player = anim_hsf_xml::Player::new(hsf.clone());
            let mut pose = anim_core::Pose::default();
            let whole = clips.last().unwrap();
            assert_eq!((whole.name.as_str(), whole.duration), ("*", 3.0), "trip {trip}");
            // From 2 s to 3 s, by 10.
            for (time, expected) in [(0.0, 0.0), (0.5, 0.0), (1.9, 0.0), (2.25, 2.5), (2.9, 9.0), (3.5, 10.0)]
            {
                player.advance(time - player.time()).unwrap();
                player.pose(&mut pose);
                let node = player.node("MODEL/a").unwrap();
                let found = [curve(whole, "translation").at(time)[0], pose.local[node].translation()[0]];
                assert!(found.iter().all(|x| (x - expected).abs() < 1e-9), "trip {trip}, {time}: {found:?}");
            }
            hsf = Hsf::from_clips(&clips).unwrap();
        }
    }
}

#[test]
fn a_delay_that_no_clip_has_is_lost() {
    let losses = |attributes: &str, whole: Whole| {
        let text = animation(&format!("Name=\"A\" Delay=\"20\" {attributes}"), "0 10", SLIDE);
        let mut report = Report::new();
        let options = ClipOptions { whole, ..ClipOptions::default() };
        Hsf::parse(text.as_bytes()).unwrap().clips_with(&options, &mut report);
        report.losses.into_iter().map(|loss| (loss.clip.unwrap(), loss.message)).collect::<Vec<_>>()
    };
    let lost = [("A".to_owned(), "the delay of 2 s before the animation is in no clip".to_owned())];
    assert_eq!(losses("", Whole::Auto), []);
    assert_eq!(losses("", Whole::Never), lost);
    assert_eq!(losses("Active=\"0\"", Whole::Auto), lost);
    // Nothing plays the animation there.
    assert_eq!(losses("Active=\"0\"", Whole::Always), lost);
}

#[test]
fn the_clip_of_the_whole_file_survives_a_round_trip_with_its_name() {
    let one = |name: &str| {
        format!(
            "<Animation Name=\"{name}\" Target=\"SPATH: {name}\"><Timeline>0 10</Timeline>{SLIDE}</Animation>"
        )
    };
    let found = clips(&format!("<Animdef>{}{}</Animdef>", one("a"), one("b")));
    let again = Hsf::from_clips_with(&found, &EncodeOptions::default(), &mut Report::new()).unwrap();
    let names: Vec<_> = again.clips().into_iter().map(|clip| clip.name).collect();
    assert_eq!(names, ["a", "b", "*"]);
}

#[test]
fn errors_of_positions_are_distances() {
    // Each number has keyframes of its own, and the document's time is curved.
    let numbers = "<PosInterpolator>[0 0 0] [[c 1] 900] [[c 2] 900] [[c 3] 900] [0 0 0]</PosInterpolator>";
    let text = animation("Accelerate=\"1\"", "0 10 20 30 40", numbers)
        .replace("<Timeline>", "<Timeline Modifiers=\"[b]\">");
    let hsf = Hsf::parse(text.as_bytes()).unwrap();
    let (options, mut report) = (ClipOptions::default(), Report::new());
    let clip = hsf.clips_with(&options, &mut report).remove(0);
    let [loss] = report.losses.as_slice() else { panic!("{report}") };
    let Fate::Approximated(stated) = loss.fate else { panic!("{report}") };
    assert!(stated.unit == Unit::Length && stated.size <= 1e-3, "{report}");
    let mut exact = hsf.evaluators(&options, std::slice::from_ref(&clip)).remove(0).unwrap();
    assert_eq!(clip.channels.len(), 3);
    let mut most: f64 = 0.0;
    for step in 0..4000 {
        let time = f64::from(step) / 1000.0;
        let mut squares = 0.0;
        for (index, channel) in clip.channels.iter().enumerate() {
            let mut value = [0.0];
            exact.sample(index, time, &mut value);
            squares += (value[0] - channel.curve().at(time)[0]).powi(2);
        }
        most = most.max(squares.sqrt());
    }
    assert!(most <= stated.size && most > 0.5 * stated.size, "{most}: {report}");
}

#[test]
fn each_clip_has_its_own_losses() {
    let eased = SLIDE.replace("[0 0 0] [10 0 0]", "[t 0 0 0 1 1 0 0 0] [9 9 9] [1 0 1]");
    let one = |name: &str| {
        format!(
            "<Animation Name=\"{name}\" Target=\"SPATH: {name}\" Accelerate=\"1\"><Timeline Modifiers=\"[b]\">0 10 20</Timeline>{eased}</Animation>"
        )
    };
    let mut report = Report::new();
    let text = format!("<Animdef>{}{}</Animdef>", one("a"), one("b"));
    Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let places: Vec<_> =
        report.losses.iter().map(|loss| (loss.clip.as_deref(), loss.node.as_deref())).collect();
    let expected =
        [("a", "a"), ("b", "b"), ("*", "a"), ("*", "b")].map(|(clip, node)| (Some(clip), Some(node)));
    assert_eq!(places, expected, "{report}");
}

#[test]
fn where_several_animations_play_each_that_begins_is_an_event() {
    let inner = format!("<Timeline>0 10</Timeline>{SLIDE}");
    let found = all(&format!(
        "<Animdef TicksPerSecond=\"10\">\
         <Animation Name=\"A\" Target=\"MODEL/a\" Delay=\"20\" Loop=\"-1\">{inner}\
         <Animation Name=\"B\" Delay=\"5\">{inner}</Animation></Animation>\
         <Animation Name=\"off\" Target=\"MODEL/b\" Active=\"0\">{inner}</Animation></Animdef>"
    ));
    let found: Vec<_> = found.iter().map(|clip| (clip.name.as_str(), clip.events.clone())).collect();
    let event = |time: f64, name: &str, seconds: f64, index: usize| {
        let kind = EventKind::Enter { name: name.to_owned(), index: Some(index), seconds: Some(seconds) };
        Event::new(time, kind)
    };
    let expected = [
        ("A", vec![event(0.0, "A", 1.5, 0), event(0.5, "A/B", 1.0, 1)]),
        ("off", vec![]),
        ("*", vec![event(2.0, "A", 1.5, 0), event(2.5, "A/B", 1.0, 1)]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn animations_are_entered_and_end_when_those_of_a_player_do() {
    let leaf = |name: &str, attributes: &str, ticks: u32| {
        format!(
            "<Animation Name=\"{name}\" Target=\"{name}\" {attributes}><Timeline>0 {ticks}</Timeline>{SLIDE}</Animation>"
        )
    };
    let (short, long) = (leaf("a", "", 20), leaf("b", "", 40));
    for (text, lengths) in [
        // What is around animations lasts as long as they do, whatever its own timeline is.
        (
            format!("<Animation Name=\"all\"><Timeline>0 90</Timeline>{short}{long}</Animation>"),
            vec![4.0, 2.0, 4.0],
        ),
        (
            format!(
                "<Animation Name=\"all\" Delay=\"5\"><Animation Name=\"in\" Delay=\"5\">{long}</Animation></Animation>"
            ),
            vec![4.5, 4.0, 4.0],
        ),
        (
            format!(
                "<Animation Name=\"all\" Target=\"x\">{}{short}</Animation>",
                leaf("c", "Delay=\"30\" RLoop=\"1\"", 10)
            ),
            vec![5.0, 2.0, 2.0],
        ),
        (
            format!(
                "<Animation Name=\"all\" Target=\"x\"><Timeline>0 60</Timeline>{SLIDE}{short}</Animation>"
            ),
            vec![6.0, 2.0],
        ),
        (
            format!("<Animation Name=\"all\">{long}{}</Animation>", leaf("off", "Active=\"0\"", 90)),
            vec![4.0, 4.0],
        ),
    ] {
        let text = format!("<Animdef TicksPerSecond=\"10\">{text}</Animdef>");
        let clip = all(&text).pop().unwrap();
        let found = clip.events.iter().map(|event| match &event.kind {
            EventKind::Enter { name, seconds: Some(seconds), .. } => (name.clone(), event.time, *seconds),
            other => panic!("{other:?}"),
        });
        let found: Vec<(String, f64, f64)> = found.collect();
        let mut player = Player::new(Hsf::parse(text.as_bytes()).unwrap());
        player.advance(10.0).unwrap();
        let happened: Vec<_> = player.happenings().collect();
        let end_of = |index: usize| {
            let mut ends = happened.iter().filter(|happening| matches!(happening.what, Happened::Finished { animation, .. } if animation == index));
            ends.next().unwrap().time
        };
        let entered = happened.iter().filter_map(|happening| match &happening.what {
            Happened::Entered { animation, name } => {
                Some((name.to_string(), happening.time, end_of(*animation) - happening.time))
            }
            _ => None,
        });
        assert_eq!(found, entered.collect::<Vec<_>>(), "{text}");
        assert_eq!(found.iter().map(|(.., seconds)| *seconds).collect::<Vec<_>>(), lengths, "{text}");
    }
}

#[test]
fn channels_are_named_for_what_they_drive() {
    let all = "<ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator><AxisRotInterpolator Modifiers=\"[v 0 0 1]\">0 90</AxisRotInterpolator>\
        <ColorInterpolator Type=\"specular\">[0 0 0] [1 1 1]</ColorInterpolator><SegSwitchInterpolator>\"a\" \"b\"</SegSwitchInterpolator>\
        <VertexMorphInterpolator>\"x\" \"y\"</VertexMorphInterpolator>";
    let clip = &clips(&animation("", "0 10", all))[0];
    let names: Vec<_> = clip.channels.iter().map(|channel| channel.property().name()).collect();
    assert_eq!(names, ["scale", "angle", "color.specular", "segment", "morph", "morph"]);
    assert!((curve(clip, "angle").at(0.5)[0] - 45f64.to_radians()).abs() < 1e-12);
    assert_eq!([0.5, 1.0].map(|time| curve(clip, "segment").at(time)[0]), [0.0, 1.0]);
    assert_eq!(curve(clip, "morph").at(0.5), [0.0, 1.0]);
    assert_eq!(clip.channels[5].curve().at(0.5), [0.5]);
    assert_eq!(clip.metadata("hsf-xml.segment.MODEL/a.1"), Some("b"));
}

#[test]
fn segments_inside_segments_are_children() {
    let two = |a: &str, b: &str| {
        let one = |target: &str| {
            format!("<Animation Target=\"{target}\"><Timeline>0 1</Timeline>{SLIDE}</Animation>")
        };
        clips(&format!("<Animdef>{}{}</Animdef>", one(a), one(b))).pop().unwrap()
    };
    let parents = |clip: &Clip| clip.nodes.iter().map(|node| node.parent).collect::<Vec<_>>();
    assert_eq!(parents(&two("MODEL/car/door/lock", "MODEL/car")), [Some(1), None]);
    assert_eq!(parents(&two("MODEL/cart", "MODEL/car")), [None, None]);
    assert_eq!(parents(&two("HKEY: MODEL/car/door", "MODEL/car")), [None, None]);
}

#[test]
fn losses_of_clips_name_their_channels_and_have_their_units() {
    let text = animation(
        "Accelerate=\"1\"",
        "0 10 20",
        "<PosInterpolator Modifiers=\"[ca co]\">[0 0 0] [10 0 0] [0 5 0]</PosInterpolator>\
         <QuatRotInterpolator>[0 0 0 1] [0 1 0 0] [1 0 0 0]</QuatRotInterpolator>",
    );
    let mut report = Report::new();
    let clips = Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    laws::joins(&report, &clips).unwrap();
    let found: Vec<_> = report.losses.iter().map(|loss| (loss.property.as_deref(), loss.fate)).collect();
    for (property, fate) in &found {
        let Fate::Approximated(deviation) = fate else { panic!("{report}") };
        let unit = if *property == Some("rotation") { Unit::Angle } else { Unit::Length };
        assert!(deviation.unit == unit && deviation.size < 1e-3, "{report}");
    }
    let properties: Vec<_> = found.iter().map(|(property, _)| property.unwrap()).collect();
    assert_eq!(properties, ["translation", "rotation"]);
}

#[test]
fn what_clips_cannot_hold_is_reported() {
    let losses = |text: &str| {
        let mut report = Report::new();
        Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
        assert!(report.losses.iter().all(|loss| loss.fate == Fate::Dropped), "{report}");
        report.losses.into_iter().map(|loss| loss.message).collect::<Vec<_>>()
    };
    let slide = animation("Glow=\"1\"", "0 10", &format!("{SLIDE}<Sparks/>"));
    let expected = [
        "an attribute that is not in the specification: clips have no place for it",
        "an element that is not in the specification: clips have no place for it",
    ];
    assert_eq!(losses(&slide), expected);
    assert_eq!(losses(&animation("", "0 10", SLIDE)), [""; 0]);
}

#[test]
fn sensors_are_lost_whatever_else_there_is() {
    let sensor = "<Sensor Name=\"s\"><Condition Target=\"SPATH: y\"/><Action Target=\"ANIM: a\" Type=\"RESTART\"/></Sensor>";
    let without_target = format!("<Animation Name=\"a\"><Timeline>0 10</Timeline>{SLIDE}</Animation>");
    let with_target = without_target.replace("Name=", "Target=\"SPATH: x\" Name=");
    for (animations, clips) in [("", 0), (&*without_target, 1), (&*with_target, 1)] {
        let lost = |text: &str| {
            let mut report = Report::new();
            let hsf = Hsf::parse(format!("<Animdef>{text}</Animdef>").as_bytes()).unwrap();
            assert_eq!(hsf.clips_with(&ClipOptions::default(), &mut report).len(), clips);
            report.losses.iter().map(|loss| (loss.code.id, loss.fate)).collect::<Vec<_>>()
        };
        assert_eq!(lost(animations), [], "{animations}");
        assert_eq!(
            lost(&(animations.to_owned() + sensor)),
            [("hsf-xml::sensors", Fate::Dropped)],
            "{animations}"
        );
    }
}
