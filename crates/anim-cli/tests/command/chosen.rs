//! What is told of the clips that are chosen, and of these alone.

use crate::support::Sandbox;

/// Animations, of which two move one node, the second endlessly.
const MOVED: &str = r#"<Animdef TicksPerSecond="20">
<Animation Name="first" Target="SPATH: m/x" Delay="20"><Timeline>0 20</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation>
<Animation Name="endless" Target="SPATH: m/x" Delay="30" Loop="-1"><Timeline>0 10</Timeline><PosInterpolator>[[c 2] 1] [[c 2] 3]</PosInterpolator></Animation>
<Animation Name="other" Target="SPATH: m/y"><Timeline>0 20</Timeline><PosInterpolator>[0 0 0] [5 0 0]</PosInterpolator></Animation></Animdef>"#;

#[test]
fn losses_of_curves_are_told_where_curves_are_shown() {
    let sandbox = Sandbox::new("chosen");
    sandbox.write("moved.xml", MOVED);
    for (command, is_told) in [
        ("info moved.xml", false),
        ("sample moved.xml --times 0", false),
        ("sample moved.xml --clip * --times 20.25", false),
        ("pose moved.xml --clip * --times 20.25", false),
        ("sample moved.xml --speed 2 --times 0", true),
        ("sample moved.xml --speed 2 --clip * --times 0", true),
        ("sample moved.xml --speed 2 --clip other --times 0", false),
        ("plot moved.xml -o moved.svg", true),
        ("plot moved.xml -o other.svg --clip other", false),
    ] {
        let (code, _, error) = sandbox.run(command);
        assert_eq!(code, 0, "{command}: {error}");
        assert_eq!(error.contains("endless motion stops"), is_told, "{command}: {error}");
    }
    // 18.75 s after its start, which is 37.5 loops: half of the way from 1 to 3.
    let (_, table, _) = sandbox.run("sample moved.xml --clip * --times 20.25");
    assert!(table.contains("20.25,*,m/x,translation,1,2.0\n"), "{table}");
}

#[test]
fn a_clip_without_the_one_that_has_its_delay_is_not_written_under_strict() {
    let sandbox = Sandbox::new("apart");
    let late = r#"<Animdef TicksPerSecond="10"><Animation Name="a" Target="SPATH: m/x" Delay="20"><Timeline>0 20</Timeline><PosInterpolator>[0 0 0] [1 0 0]</PosInterpolator></Animation></Animdef>"#;
    sandbox.write("late.xml", late);
    for (arguments, expected) in [
        ("-o a.glb --clip a", 1),
        ("-o a.xml --clip a --speed 2", 1),
        ("-o all.glb --speed 2", 0),
        ("-o whole.glb --clip *", 0),
        // The document itself, with the delay.
        ("-o same.xml --clip a", 0),
    ] {
        let (code, _, error) = sandbox.run(&format!("convert late.xml {arguments} --strict"));
        assert_eq!(code, expected, "{arguments}: {error}");
        assert_eq!(error.contains("hsf-xml::no-channel"), expected == 1, "{arguments}: {error}");
    }
}
