//! Pictures of curves.

use crate::support::{STATES, Sandbox, cut, finished, hidden, walk};

#[test]
fn a_picture_is_of_the_kind_that_its_name_says() {
    let sandbox = Sandbox::new("picture");
    for (arguments, file, start) in [
        ("-o a.svg", "a.svg", &b"<svg xmlns="[..]),
        ("-o a.png --width 400 --scale 1", "a.png", b"\x89PNG\r\n\x1a\n"),
        ("-o b.img --to png --width 400 --scale 1", "b.img", b"\x89PNG\r\n\x1a\n"),
    ] {
        assert_eq!(sandbox.run(&format!("plot walk.tod {arguments}")), (0, String::new(), String::new()));
        assert!(sandbox.read(file).starts_with(start), "{arguments}");
    }
    let (_, text, _) = sandbox.run("plot walk.tod");
    assert_eq!(
        text.as_bytes(),
        sandbox.read("a.svg"),
        "without an output the picture is an SVG and goes out"
    );
    let again = sandbox.anim("plot - --width 1280").stdin(walk()).assert().success();
    let again = String::from_utf8(again.get_output().stdout.clone()).unwrap();
    assert!(!again.contains("walk.tod") && again.contains("object 1 · matrix, translation"));
}

#[test]
fn a_picture_has_the_nodes_and_channels_that_are_asked_for() {
    let sandbox = Sandbox::new("asked");
    let titles = |arguments: &[&str]| {
        let (code, text, error) = finished(&sandbox.anim("plot walk.tod").args(arguments).assert());
        assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
        let titles =
            text.split("<title>").skip(2).filter_map(|part| Some(part.split_once('<')?.0.to_owned()));
        titles.collect::<Vec<_>>()
    };
    let both = ["object 1 · matrix, translation", "object 2 · matrix, translation"];
    assert_eq!(titles(&[]), both);
    assert_eq!(titles(&["--channel", "matrix"]), both);
    assert_eq!(titles(&["--clip", "0", "--channel", "matrix", "--node", "object 2"]), both[1..]);
}

#[test]
fn curves_that_do_not_come_near_are_warned_of_with_their_error() {
    let sandbox = Sandbox::new("coarse");
    // About a pivot 5 units away, 10,000 and then 0.1 turns a second, in ease-in segments.
    let turns = r#"<Animdef TicksPerSecond="20">
        <TargetObject Name="lid" Path="SPATH: MODEL/lid" Pivot="[0 5 0]"/>
        <Animation Name="open" Target="TOB: lid" Accelerate="1" Decelerate="1"><Timeline>0 40 80</Timeline>
        <AxisRotInterpolator Modifiers="[v 1 0 0]">0 ANGLE 7200</AxisRotInterpolator></Animation></Animdef>"#;
    sandbox.write("fast.xml", turns.replace("ANGLE", "7200000").as_bytes());
    sandbox.write("slow.xml", turns.replace("ANGLE", "45").replace("7200", "90").as_bytes());
    for verb in
        ["plot fast.xml", "view fast.xml -o fast.html", "diff fast.xml slow.xml", "plot fast.xml --reverse"]
    {
        let (_, _, warned) = sandbox.run(verb);
        let warning = "lid`, channel `translation`) [hsf-xml::baked], within ";
        let (_, error) = warned.split_once(warning).unwrap_or_else(|| panic!("{verb}: {warned}"));
        assert!(error.starts_with("10.") && error.ends_with(" units\n"), "the diameter: {verb}: {warned}");
    }
    assert_eq!(sandbox.run("plot slow.xml").2, "");
}

#[test]
fn states_have_lanes() {
    let sandbox = Sandbox::new("lanes");
    sandbox.write("hidden.tod", hidden());
    let (_, text, _) = sandbox.run("plot hidden.tod");
    assert!(text.contains("<title>object 1 · visible</title>"), "{text}");
}

#[test]
fn a_state_machine_has_a_timeline() {
    let sandbox = Sandbox::new("timelines");
    sandbox.write("lamp.stt", STATES.as_bytes());
    let lanes = |arguments: &str| {
        let (code, text, _) = sandbox.run(&format!("plot lamp.stt {arguments}"));
        assert_eq!(code, 0);
        (text.matches(" · state</title>").count(), text.matches(" · event</title>").count())
    };
    assert_eq!(lanes(""), (1, 0), "its keys share a lane");
    for operations in ["--speed 2", "--reverse", "--clip 0 --from 0.5"] {
        assert_eq!(lanes(operations), (1, 0), "{operations}");
    }
    assert_eq!(lanes("--channel event"), (1, 0));
    assert_eq!(lanes("--channel translation"), (0, 0));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let sandbox = Sandbox::new("refused-pictures");
    sandbox.write("there.svg", "");
    sandbox.write("cut.tod", cut());
    for (arguments, code, message) in [
        ("walk.tod -o a.jpg", 2, "cannot write `.jpg`: expected one of svg, png"),
        ("walk.tod --channel matrx", 2, "there is no channel `matrx`; did you mean `matrix`?"),
        ("walk.tod --node hip", 2, "there is no node `hip`"),
        ("walk.tod --scale 0 -o a.png", 2, "expected a number from 0.1 to 10"),
        ("walk.tod --width 10000 --scale 10 -o a.png", 2, "set a smaller --scale"),
        ("walk.tod -o there.svg", 3, "there.svg exists; --force replaces it"),
        ("gone.tod", 3, "gone.tod: no such file"),
        ("cut.tod", 4, "cut.tod: not readable as tod"),
    ] {
        let (found, out, error) = sandbox.run(&format!("plot {arguments}"));
        assert_eq!((found, out.as_str()), (code, ""), "{arguments}: {error}");
        assert!(error.contains(message), "{arguments}: {error}");
    }
    assert!(!sandbox.has("a.png"));
}

#[test]
fn panels_that_are_left_out_are_told() {
    let sandbox = Sandbox::new("left-out");
    let (code, text, error) = sandbox.run("plot walk.tod --panels 1");
    assert_eq!(code, 0);
    assert!(error.contains("warning: 1 panel left out; choose with --clip, --node and --channel"), "{error}");
    assert_eq!(text.matches("matrix, translation</title>").count(), 1);
}

#[test]
fn letters_that_the_font_lacks_are_announced() {
    let sandbox = Sandbox::new("letters");
    let names: [(&str, &[u8], &str); 2] = [
        ("names.stt", "電車 Hüfte".as_bytes(), "no letter for `車`, `電`: boxes replace them"),
        ("plain.stt", "Hüfte".as_bytes(), ""),
    ];
    for (file, name, expected) in names {
        let text = [&b"#MINDRENDER 1.1 1 {s} SINGLE 1 {"[..], name, b"} STATIC 1 0 0 0 0 0 0 0 0"].concat();
        sandbox.write(file, text);
        for output in ["a.svg", "a.png"] {
            let (code, _, error) = sandbox.run(&format!("plot {file} --still --force -o {output}"));
            assert_eq!(code, 0, "{error}");
            assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{error}");
        }
    }
}
