//! Hostile files: each ends quickly, in bounded memory, with a clear error or a document.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anim_hsf_xml::{
    Clip, ClipOptions, ErrorKind, Hsf, MAX_ATTRIBUTES, MAX_DEPTH, MAX_NAME, Player, ReadOptions, Report,
    Whole,
};

/// Long enough for a debug build on a busy machine, far too short for quadratic time.
const AT_ONCE: Duration = Duration::from_secs(30);

fn parse(bytes: &[u8]) -> Result<Hsf, ErrorKind> {
    let start = Instant::now();
    let found = Hsf::parse(bytes).map_err(|error| error.kind);
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    found
}

#[test]
fn document_types_are_refused() {
    for text in [
        "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><Animdef Name=\"&b;\"/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><Animdef>&x;</Animdef>",
        "<Animdef><!ENTITY a \"b\"></Animdef>",
        "<!doctype a SYSTEM 'file:///etc/passwd'><Animdef/>",
    ] {
        assert_eq!(parse(text.as_bytes()), Err(ErrorKind::Dtd), "{text}");
    }
}

#[test]
fn elements_nest_as_deep_as_the_limit() {
    let nested = |depth: usize| "<Animation>".repeat(depth) + &"</Animation>".repeat(depth);
    assert!(parse(nested(MAX_DEPTH).as_bytes()).is_ok());
    for depth in [MAX_DEPTH + 1, 300_000] {
        let error = parse(nested(depth).as_bytes()).unwrap_err();
        assert_eq!(error, ErrorKind::Limit { what: "levels of elements", limit: MAX_DEPTH });
    }
}

#[cfg(feature = "serde")]
#[test]
fn the_deepest_elements_come_back_from_json() {
    for inside in [
        "<Timeline>1 2</Timeline>",
        "<AxisRotInterpolator>[0 0 [1]]</AxisRotInterpolator>",
        "<PosInterpolator>[[b 1 'c' d] 0 0 0]</PosInterpolator>",
        "<a b='c'>d</a>",
        "<!--e-->",
        "<?f g?>",
    ] {
        let depth = MAX_DEPTH - 1;
        let text = "<Animation>".repeat(depth) + inside + &"</Animation>".repeat(depth);
        let hsf = parse(text.as_bytes()).unwrap();
        // A dump has the document in an object with the name of the format.
        let json = serde_json::to_string(&[&hsf]).unwrap();
        let built: [Hsf; 1] = serde_json::from_str(&json).unwrap();
        assert_eq!(built, [hsf], "{inside}");
    }
}

#[test]
fn a_million_attributes_are_too_many() {
    let attributes = (0..1_000_000).map(|n| format!(" a{n}=\"\"")).collect::<Vec<_>>().concat();
    let error = parse(format!("<Animdef{attributes}/>").as_bytes()).unwrap_err();
    assert_eq!(error, ErrorKind::Limit { what: "attributes of one element", limit: MAX_ATTRIBUTES });
}

#[test]
fn megabytes_of_one_character_take_linear_time() {
    for (head, piece) in [
        ("<Timeline>", "["),
        ("<Timeline>", "]"),
        ("<Timeline>", "[["),
        ("<Animdef>", "<"),
        ("<Animdef>", "</"),
        ("<Animdef ", "\""),
        ("<Animdef ", "a=\"x b='y "),
        ("<Animdef ", "“"),
        ("<Animdef a=“", "x"),
        ("<Animdef", " b=“x"),
        ("<Animdef ", "b=“x” "),
        ("<Timeline>", "“a” "),
        ("<Timeline>", "“a\n"),
        ("<Animdef>", "<!–x>"),
        ("<Animdef>", "<!--"),
        ("<Animdef>", "<?a"),
        ("<Animdef>", "<?a>"),
        ("<Animdef>", "<![CDATA["),
        ("<Timeline>", "&"),
        ("<Timeline>", "\""),
        ("<Animdef>", "&#x"),
        ("<Animdef>", "text <x/>"),
        ("<Timeline>", "[[b"),
    ] {
        let text = head.to_owned() + &piece.repeat(1_000_000 / piece.len());
        let _ = parse(text.as_bytes());
    }
}

#[test]
fn names_are_no_longer_than_the_limit() {
    let named = |len: usize| format!("<{}/>", "a".repeat(len));
    assert!(parse(named(MAX_NAME).as_bytes()).is_ok());
    let error = parse(named(MAX_NAME + 1).as_bytes()).unwrap_err();
    assert_eq!(error, ErrorKind::Limit { what: "bytes of a name", limit: MAX_NAME });
}

#[test]
fn findings_deep_in_elements_of_long_names_are_short() {
    let name = "a".repeat(MAX_NAME);
    let depth = MAX_DEPTH - 1;
    let text = format!("<{name}>").repeat(depth) + "<Sensor/>" + &format!("</{name}>").repeat(depth);
    let findings = parse(text.as_bytes()).unwrap().check();
    let deepest = findings.iter().find(|finding| finding.code.id == "hsf-xml::required").unwrap();
    assert!(deepest.at.path.ends_with("/Sensor[0]") && deepest.at.path.len() < 300, "{}", deepest.at.path);
}

#[test]
fn what_is_stated_once_does_not_multiply_by_the_clips() {
    let (file, faces) = ("f".repeat(1 << 20), "7 ".repeat(1 << 19));
    let one = "<Animation Target='TOB: o'><Timeline>0 1</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>";
    let text = format!(
        "<Animdef File='{file}'><TargetObject Name='o' Path='x'><Subtarget Type='FACES'>{faces}</Subtarget></TargetObject>{}</Animdef>",
        one.repeat(2000)
    );
    let mut report = Report::new();
    let clips = Hsf::parse(text.as_bytes()).unwrap().clips_with(&ClipOptions::default(), &mut report);
    let names: usize = clips.iter().flat_map(|clip| &clip.events).map(|event| event.name().len()).sum();
    let values: usize =
        clips.iter().flat_map(|clip| &clip.channels).map(|channel| channel.curve().values().len()).sum();
    assert!(clips.len() == 2001 && names + values < 4 * text.len(), "{} {names} {values}", clips.len());
    assert!(report.losses.iter().any(|loss| loss.code.id == "hsf-xml::cut"));
}

#[test]
fn thousands_of_alike_animations_make_clips_at_once() {
    let loops = "<Animation Name=\"a\" Target=\"x\" Loop=\"-1\"><Timeline>0 1</Timeline><ScaleInterpolator>[1 1 1] [2 2 2]</ScaleInterpolator></Animation>";
    let long = "<Animation Target=\"x\"><Timeline>0 1000000</Timeline><PosInterpolator>[1 1 1] [2 2 2]</PosInterpolator></Animation>";
    let hsf = parse(format!("<Animdef>{}{long}</Animdef>", loops.repeat(4000)).as_bytes()).unwrap();
    let start = Instant::now();
    let clips = hsf.clips();
    assert_eq!((clips.len(), &*clips[3999].name), (4002, "a (4000)"));
    assert!(start.elapsed() < 3 * AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn elements_are_counted() {
    let text = format!("<Animdef>{}</Animdef>", "<Action/>".repeat(1000));
    let limited = ReadOptions { elements: NonZeroUsize::new(1000).unwrap(), ..ReadOptions::default() };
    let error = Hsf::parse_with(text.as_bytes(), &limited, &mut ()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit { what: "elements", limit: 1000 });
    assert!(error.to_string().contains("the option `elements` allows more"), "{error}");
}

#[test]
fn keys_of_all_clips_are_counted() {
    let one = "<Animation Target=\"x\"><Timeline>0 1 3</Timeline><ScaleInterpolator>[1 1 1] [2 2 2] [4 1 1]</ScaleInterpolator></Animation>";
    let hsf = parse(format!("<Animdef>{}</Animdef>", one.repeat(4)).as_bytes()).unwrap();
    let keys = |most: usize| {
        let options = ClipOptions {
            keys: NonZeroUsize::new(most).unwrap(),
            whole: Whole::Never,
            ..ClipOptions::default()
        };
        let mut report = Report::new();
        let clips = hsf.clips_with(&options, &mut report);
        let messages = report.losses.iter().filter(|loss| loss.code.id == "hsf-xml::cut");
        assert!(messages.clone().all(|loss| loss.message.contains("the option `keys` allows")), "{report}");
        (clips.iter().map(Clip::key_count).sum::<usize>(), messages.count())
    };
    assert_eq!([keys(12), keys(11), keys(6)], [(12, 0), (9, 1), (6, 2)]);
}

/// The messages of what is left out of the clips of a document with options, and the largest number of keys of a channel.
fn left_out(hsf: &Hsf, options: &ClipOptions) -> (Vec<String>, usize) {
    let mut report = Report::new();
    let clips = hsf.clips_with(options, &mut report);
    let cut = report.losses.into_iter().filter(|loss| loss.code.id == "hsf-xml::cut");
    let keys = clips.iter().flat_map(|clip| &clip.channels).map(|channel| channel.curve().len());
    (cut.map(|loss| loss.message).collect(), keys.max().unwrap_or(0))
}

#[test]
fn keys_and_loops_of_a_channel_are_counted_up_to_options() {
    let one = |attributes: &str| {
        format!(
            "<Animation Target=\"x\" {attributes}><Timeline>0 10</Timeline><PosInterpolator>[1 1 1] [2 2 2]</PosInterpolator></Animation>"
        )
    };
    let limited = |most: usize| ClipOptions {
        channel_keys: NonZeroUsize::new(most).unwrap(),
        whole: Whole::Never,
        ..ClipOptions::default()
    };
    // A hundred loops are 200 keys and the ends of jumps; half of them are 100.
    let loops = parse(format!("<Animdef>{}</Animdef>", one("Loop=\"100\"")).as_bytes()).unwrap();
    let (messages, keys) = left_out(&loops, &limited(1000));
    assert!(messages.is_empty() && (200..=400).contains(&keys), "{messages:?} {keys}");
    let (messages, keys) = left_out(&loops, &limited(100));
    assert!(messages.len() == 1 && messages[0].contains("the option `channel-keys` allows"), "{messages:?}");
    assert!((50..=100).contains(&keys), "{keys}");
    // Two timelines of one value are followed together.
    let both = format!("<Animdef>{}{}</Animdef>", one("Loop=\"100\""), one("Loop=\"90\" Delay=\"5\""));
    let both = parse(both.as_bytes()).unwrap();
    for (turns, expected) in [(101, false), (99, true)] {
        let options = ClipOptions { turns: NonZeroUsize::new(turns).unwrap(), ..ClipOptions::default() };
        let (messages, _) = left_out(&both, &options);
        let is_told = messages.iter().any(|message| message.contains("the option `turns` allows"));
        assert_eq!(is_told, expected, "{turns}: {messages:?}");
    }
}

#[test]
fn what_clips_state_about_targets_is_counted_up_to_an_option() {
    let faces = "7 ".repeat(10_000);
    let text = format!(
        "<Animdef><TargetObject Name='o' Path='x'><Subtarget Type='FACES'>{faces}</Subtarget></TargetObject>\
         <Animation Target='TOB: o'><Timeline>0 1</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation></Animdef>"
    );
    let hsf = parse(text.as_bytes()).unwrap();
    for (facts, expected) in [(10_000, 0), (9000, 1)] {
        let facts = NonZeroUsize::new(facts).unwrap();
        let (messages, _) =
            left_out(&hsf, &ClipOptions { facts, whole: Whole::Never, ..ClipOptions::default() });
        assert_eq!(messages.len(), expected, "{messages:?}");
        assert!(messages.iter().all(|message| message.contains("the option `facts` allows")), "{messages:?}");
    }
}

#[test]
fn instances_of_large_blocks_are_bounded() {
    // 1,000 instances of a block of 1,000 animations.
    let block = "<Animation><Timeline>0 1</Timeline><PosInterpolator>[1 2 3]</PosInterpolator></Animation>"
        .repeat(1000);
    let instances = "<Animation Target=\"SPATH: a\" InstanceOf=\"A\"/>".repeat(1000);
    let hsf =
        parse(format!("<Animdef><Animation Name=\"A\">{block}</Animation>{instances}</Animdef>").as_bytes())
            .unwrap();
    let start = Instant::now();
    let mut report = Report::new();
    hsf.clips_with(&ClipOptions::default(), &mut report);
    assert!(report.losses.iter().any(|loss| loss.code.id == "hsf-xml::cut"));
    hsf.check();
    assert!(start.elapsed() < 3 * AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn instances_of_animations_with_many_interpolators_are_bounded() {
    let position = |name: &str| format!("<PosInterpolator{name}>[1 2 3]</PosInterpolator>");
    let named = position(" Name=\"I\"");
    let animation = |interpolators: usize, is_inside: bool| {
        let repeated = if is_inside { position("") } else { "I ".to_owned() }.repeat(interpolators);
        let (names, inside) = if is_inside { ("", &*repeated) } else { (&*repeated, "") };
        format!(
            "<Animation Name=\"A\" Target=\"SPATH: a\" Interpolators=\"{names}\"><Timeline>0 1</Timeline>{inside}</Animation>"
        )
    };
    for is_inside in [true, false] {
        // 131,072, and four for each part of the document.
        for (interpolators, instances, is_cut) in
            [(100, 500, false), (100, 5000, true), (5000, 5000, true), (50_000, 0, false)]
        {
            let animation = animation(interpolators, is_inside);
            let instances = "<Animation InstanceOf=\"A\"/>".repeat(instances);
            let hsf = parse(format!("<Animdef>{named}{animation}{instances}</Animdef>").as_bytes()).unwrap();
            let start = Instant::now();
            let mut report = Report::new();
            hsf.clips_with(&ClipOptions::default(), &mut report);
            let cut = report.losses.iter().filter(|loss| loss.message.contains("instances included"));
            assert_eq!(cut.count() > 0, is_cut, "{interpolators} {is_inside}");
            hsf.check();
            assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
        }
    }
}

#[test]
fn instances_of_many_sensors_are_bounded() {
    let sensor = |content: &str| format!("<Sensor Name=\"s\">{content}</Sensor>");
    let condition = "<Condition Event=\"ONTICK\" Target=\"SPATH: x\"/>";
    let parts = [
        sensor(condition).repeat(3000),
        sensor(&condition.repeat(3000)),
        sensor(&(condition.to_owned() + &"<Action/>".repeat(3000))),
        sensor(&format!("<Condition Event=\"ONTICK\">{}</Condition>", "<Action/>".repeat(3000))),
    ];
    for (part, sensors) in parts.iter().zip([3000, 1, 1, 1]) {
        for (instances, is_cut) in [(0, false), (2, false), (3000, true)] {
            let instances = "<Animation Name=\"i\" InstanceOf=\"A\"/>".repeat(instances);
            let animation = "<Animation Name=\"A\" Target=\"SPATH: x\"><Timeline>0 1</Timeline><PosInterpolator>[1 2 3]</PosInterpolator>";
            let text = format!("<Animdef>{animation}{part}</Animation>{instances}</Animdef>");
            let hsf = parse(text.as_bytes()).unwrap();
            let start = Instant::now();
            let mut report = Report::new();
            hsf.clips_with(&ClipOptions::default(), &mut report);
            let cut = report.losses.iter().filter(|loss| loss.message.contains("instances included"));
            assert_eq!(cut.count() > 0, is_cut, "{report}");
            let player = Player::new(hsf);
            assert!((sensors..30 * sensors.max(1000)).contains(&player.sensors().len()));
            assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
        }
    }
}

#[test]
fn checking_takes_time_in_proportion_to_the_number_of_siblings() {
    let numbers: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    let (ticks, missing) = (numbers.join(" "), numbers.join(" i"));
    let value = "<AxisRotInterpolator>1</AxisRotInterpolator>".repeat(100_000);
    let timelines = "<Timeline/>".repeat(100_000);
    for text in [
        "<Animation/>".repeat(200_000),
        format!("<Animation>{value}</Animation>"),
        format!("<Animation><Timeline>{ticks}</Timeline>{value}</Animation>"),
        format!("<Animation Interpolators=\"{missing}\">{timelines}</Animation>"),
    ] {
        let hsf = parse(format!("<Animdef>{text}</Animdef>").as_bytes()).unwrap();
        let start = Instant::now();
        hsf.check();
        assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    }
}
