//! Operations on clips as flags.

use serde_json::json;

use crate::support::Sandbox;

/// A leg that rotates about X on hips that move along Z, at 10 frames per second.
const BVH: &str = "\
HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT LeftLeg
  {
    OFFSET 2 -1 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
  JOINT RightLeg
  {
    OFFSET -2 -1 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -4 0
    }
  }
}
MOTION
Frames: 5
Frame Time: 0.1
0 9 0 0 0 0  0 10 0  0 0 0
0 9 1 0 0 0  0 20 0  0 0 0
0 9 2 0 0 0  0 30 0  0 0 0
0 9 3 0 0 0  0 40 0  0 0 0
0 9 4 0 0 0  0 50 0  0 0 0
";

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.write("a.bvh", BVH);
    sandbox
}

/// The world positions of a node at all times.
fn places(sandbox: &Sandbox, arguments: &str, node: &str) -> Vec<[f64; 3]> {
    let (code, out, error) = sandbox.run(&format!("pose {arguments} --json"));
    assert_eq!(code, 0, "{error}");
    let place = |line: &str| {
        let pose: serde_json::Value = serde_json::from_str(line).unwrap();
        let nodes = pose["nodes"].as_array().unwrap();
        let node = nodes.iter().find(|found| found["name"] == node).unwrap();
        [3, 7, 11].map(|index| node["world"][index].as_f64().unwrap())
    };
    out.lines().map(place).collect()
}

trait Along {
    fn map_z(&self) -> Vec<f64>;
}

impl Along for Vec<[f64; 3]> {
    /// The positions along Z, rounded to a millionth.
    fn map_z(&self) -> Vec<f64> {
        self.iter().map(|place| (place[2] * 1e6).round() / 1e6).collect()
    }
}

#[track_caller]
fn assert_near(found: &[[f64; 3]], expected: &[[f64; 3]]) {
    let far = |(a, b): (&[f64; 3], &[f64; 3])| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-6);
    assert!(found.len() == expected.len() && !found.iter().zip(expected).any(far), "{found:?}");
}

#[test]
fn each_flag_changes_what_it_says() {
    let sandbox = sandbox("each");
    let hips = |z: f64| [0.0, 9.0, z];
    let cases: [(&str, &str, &[[f64; 3]]); 13] = [
        ("--from 0.1 --to 0.3 --times 0,0.2", "Hips", &[hips(1.0), hips(3.0)]),
        ("--to 3f --from 1f --times 0,0.2", "Hips", &[hips(1.0), hips(3.0)]),
        ("--speed 2 --times 0.1", "Hips", &[hips(2.0)]),
        ("--reverse --times 0,0.4", "Hips", &[hips(4.0), hips(0.0)]),
        // Operations apply in the order of the arguments.
        ("--speed 2 --from 0.1 --times 0", "Hips", &[hips(2.0)]),
        ("--from 0.1 --speed 2 --times 0", "Hips", &[hips(1.0)]),
        ("--scale 2 --times 0", "Hips", &[[0.0, 18.0, 0.0]]),
        ("-O up=y -O unit=1 --up z --unit 0.5 --times 0.1", "Hips", &[[0.0, -2.0, 18.0]]),
        ("--rename *Leg=L_* --select L_Left --times 0", "L_Left", &[[2.0, 8.0, 0.0]]),
        ("--drop Hips --times 0.2", "LeftLeg", &[[2.0, 8.0, 2.0]]),
        ("-O up=y --root-motion remove --times 0.3", "Hips", &[hips(0.0)]),
        ("-O up=y --root-motion way --times 0.3", "way", &[[0.0, 0.0, 3.0]]),
        ("--additive=0.1 --absolute --times 0.2", "Hips", &[hips(2.0)]),
    ];
    for (arguments, node, expected) in cases {
        println!("{arguments}");
        assert_near(&places(&sandbox, &format!("a.bvh {arguments}"), node), expected);
    }
    // The left foot is 4 below the leg, turned by 30 degrees about X; the mirror puts it on the right.
    let (sine, cosine) = 30f64.to_radians().sin_cos();
    let foot = places(&sandbox, "a.bvh --mirror --times 0.2", "RightLeg_end");
    assert_near(&foot, &[[-2.0, 8.0 - 4.0 * cosine, 2.0 - 4.0 * sine]]);
}

#[test]
fn clips_are_joined_and_split() {
    let sandbox = sandbox("joined");
    let clips = |file: &str| {
        let info = sandbox.json(&format!("info {file} --json"));
        let clips = info["files"][0]["clips"].as_array().unwrap().clone();
        clips.iter().map(|clip| (clip["duration"].as_f64().unwrap() * 1e3).round()).collect::<Vec<_>>()
    };
    sandbox.anim("convert a.bvh a.bvh -o two.bvh --from 0.1 --to 0.4 --join").assert().success();
    // A BVH ends a frame after its last key.
    assert_eq!(clips("two.bvh"), [700.0]);
    let way = places(&sandbox, "two.bvh --times 0,0.2,0.3,0.5", "Hips").map_z();
    assert_eq!(way, [1.0, 3.0, 1.0, 3.0]);
    sandbox.anim("convert a.bvh a.bvh -o faded.glb --crossfade 0.1").assert().success();
    assert_eq!(clips("faded.glb"), [900.0]);
    sandbox.anim("convert a.bvh -o parts.glb --split 0.2,4f").assert().success();
    assert_eq!(clips("parts.glb"), [200.0, 200.0, 100.0]);
    let report = sandbox.json("convert a.bvh a.bvh -o b.glb --speed 2 --join --json");
    assert_eq!(report["files"][0]["changes"][0]["edit"], json!("speed"));
    assert_eq!(report["merged"]["output"]["changes"][0]["edit"], json!("join"));
}

#[test]
fn the_report_names_what_changed() {
    let sandbox = sandbox("report");
    let report = sandbox.json("convert a.bvh -o b.glb --from 0.1 --to 0.3 --reverse --to glb --json");
    let changes = &report["files"][0]["changes"];
    let edits: Vec<_> = changes.as_array().unwrap().iter().map(|change| &change["edit"]).collect();
    assert_eq!(edits, [&json!("trim"), &json!("reverse")]);
    let info = sandbox.json("info b.glb --json");
    assert!((info["files"][0]["clips"][0]["duration"].as_f64().unwrap() - 0.2).abs() < 1e-6);
    let (_, _, error) = sandbox.run("convert a.bvh -o c.glb --speed 3");
    assert!(error.contains("speed: 3 times as fast\n  --> a.bvh, clip `a`"), "{error}");
}

/// Axes and a unit that a user states for a source do not apply to the new file.
#[test]
fn a_file_in_another_unit_is_read_back_as_it_is() {
    let sandbox = sandbox("unit");
    sandbox.anim("convert a.bvh -o a.glb -O up=y -O unit=1").assert().success();
    let (_, _, error) = sandbox.run("convert a.glb -o b.glb -O unit=0.01 --fps 10");
    assert!(!error.contains("values differ"), "{error}");
    assert_near(&places(&sandbox, "b.glb --times 0.2", "Hips"), &[[0.0, 0.09, 0.02]]);
}

#[test]
fn every_verb_takes_them() {
    let sandbox = sandbox("verbs");
    sandbox.anim("convert a.bvh -o fast.bvh --speed 2").assert().success();
    for (arguments, code) in [
        ("diff a.bvh fast.bvh --by pose --tolerance 1e-6", 1),
        ("diff fast.bvh fast.bvh --from 0.1", 0),
        ("plot a.bvh -o a.svg --from 1f --to 3f --scale 1", 0),
        ("plot a.bvh -o b.svg --to svg --to 0.2", 0),
        ("sample a.bvh --to .jsonl --to .2 -o c.jsonl", 0),
        ("sample a.bvh --json --to .2 -o d.jsonl", 0),
        ("sample a.bvh --json --to csv -o d.csv", 2),
        ("convert a.bvh --to .glb --out-dir .", 0),
        ("view a.bvh -o a.html --reverse", 0),
        ("sample a.bvh --to jsonl --to 0.2 --drop Hips -o a.jsonl", 0),
    ] {
        assert_eq!(sandbox.run(arguments).0, code, "{arguments}");
    }
    assert_eq!(sandbox.read("c.jsonl"), sandbox.read("d.jsonl"));
    let table = String::from_utf8(sandbox.read("a.jsonl")).unwrap();
    assert!(!table.contains("\"Hips\"") && !table.contains("0.3"), "{table}");
}

#[test]
fn nodes_are_known_by_their_ids() {
    // The node `n1` with the name `Face`, and the node `n0` with the name `Body`, which is an armature with the bone `b0`, `Arm`.
    let Some(file) = crate::lossless::fixture("stf/valid/slide.stf") else { return };
    let sandbox = sandbox("ids");
    sandbox.write("slide.stf", std::fs::read(file).unwrap());
    let nodes = |arguments: &str| {
        let (code, table, error) = sandbox.run(&format!("sample slide.stf --times 0 {arguments}"));
        assert_eq!(code, 0, "{arguments}: {error}");
        let mut nodes: Vec<String> =
            table.lines().skip(1).filter_map(|row| Some(row.split(',').nth(2)?.to_owned())).collect();
        nodes.dedup();
        nodes
    };
    assert_eq!(nodes("--select n1"), ["Face"]);
    assert_eq!(nodes("--select n0/instance/b0"), nodes("--select Arm"));
    assert_eq!(nodes("--select n0/**"), nodes("--select Body/**"));
    assert_eq!(nodes("--drop n1"), nodes("--drop Face"));
    assert!(nodes("--rename n1=Mask").contains(&"Mask".to_owned()));
    let mirrored =
        |pairs: &str| sandbox.run(&format!("sample slide.stf -O up=y --times 0.5 --mirror={pairs}"));
    assert_eq!(mirrored("n0=n1"), mirrored("Body=Face"));
    assert_ne!(mirrored("n0=n1").1, mirrored("x").1);
    assert_eq!(nodes("-O names=id --select n1"), ["n1"]);
    assert_eq!(sandbox.run("plot slide.stf --node n1 -o a.svg").0, 0);
    assert_eq!(sandbox.run("plot slide.stf --node n2 -o b.svg").0, 2);
    assert_eq!(sandbox.run("sample slide.stf --select n2").0, 2);
}

#[test]
fn a_value_after_a_space_is_told() {
    let sandbox = sandbox("detached");
    for (arguments, told) in [
        ("sample a.bvh --mirror x", "`--mirror x`: write `--mirror=x`"),
        ("convert a.bvh --loop 0.2 -o a.glb", "`--loop 0.2`: write `--loop=0.2`"),
    ] {
        let (code, _, error) = sandbox.run(arguments);
        assert!(code == 2 && error.contains(told), "{arguments}: {error}");
    }
    // A file of this name is an input.
    sandbox.write("x", BVH);
    assert_eq!(sandbox.run("convert --mirror x -o a.glb").0, 0);
    assert_eq!(sandbox.run("convert --mirror a.bvh -o b.glb").0, 0);
}

#[test]
fn a_clip_that_is_too_short_is_named_with_the_flag_that_chooses_another() {
    let sandbox = sandbox("short");
    assert_eq!(sandbox.run("convert a.bvh -o short.bvh --to 2f").0, 0);
    assert_eq!(sandbox.run("convert a.bvh short.bvh -o both.gltf").0, 0);
    let (code, _, error) = sandbox.run("convert both.gltf -o b.gltf --from 0.3");
    assert!(code == 2 && error.contains("both.gltf: clip `short` has no part from "), "{error}");
    assert!(error.contains("choose one with --clip"), "{error}");
    assert_eq!(sandbox.run("convert both.gltf -o b.gltf --from 0.3 --clip a").0, 0);
}

#[test]
fn wrong_operations_say_why() {
    let sandbox = sandbox("wrong");
    for (arguments, message) in [
        ("--from 9", "a.bvh: clip `a` has no part from 9 s to "),
        ("--from x", "expected seconds such as 0.5 or a frame such as 12f"),
        ("--to 1x", "expected seconds such as 0.5 or a frame such as 12f"),
        ("--to .5x", "expected seconds such as 0.5 or a frame such as 12f"),
        ("--to glb --to gltf", "--to names more than one kind of file: expected one"),
        ("--to .fbx", "there is no target format `fbx`"),
        ("--speed 0", "expected a number above 0"),
        ("--select Hip", "a.bvh: no node is named `Hip`"),
        ("--rename Hips", "expected OLD=NEW"),
        ("--mirror=up", "expected x, y, z or LEFT=RIGHT"),
        ("--up z", "a.bvh: clip `a` does not state its axis up: expected the reading option `up`"),
        ("--unit 1", "a.bvh: clip `a` does not state its unit: expected the reading option `unit`"),
        ("--root-motion remove", "clip `a`: it does not state its axis up: expected the reading option `up`"),
    ] {
        let (code, _, error) = sandbox.run(&format!("convert a.bvh -o b.glb {arguments}"));
        assert!(code == 2 && error.contains(message), "{arguments}: {error}");
    }
}

#[test]
fn errors_from_before_a_change_of_the_unit_are_in_the_unit_of_the_file() {
    let Some(file) = crate::lossless::fixture("gltf/valid/spline.gltf") else { return };
    let sandbox = sandbox("unit-of-errors");
    sandbox.write("spline.gltf", std::fs::read(file).unwrap());
    let lost = |arguments: &str| {
        let report = sandbox.json(&format!("convert spline.gltf -o a.glb --force --json {arguments}"));
        let losses = report["files"][0]["losses"].as_array().unwrap().clone();
        losses.iter().find(|loss| loss["unit"] == "length").unwrap()["error"].as_f64().unwrap()
    };
    // A file is in metres, whatever the unit of its clips in between.
    let expected = lost("--loop=0.4");
    assert!(expected > 1e-5);
    for unit in ["100", "0.01"] {
        let found = lost(&format!("--loop=0.4 --unit {unit}"));
        assert!((found / expected - 1.0).abs() < 1e-9, "{found}, expected {expected}");
    }
}

#[test]
fn clips_that_are_none_are_told() {
    let sandbox = sandbox("none");
    sandbox.write("none.json", r#"{"schema":1,"clips":[]}"#);
    let (code, _, told) = sandbox.run("build none.json -o none.glb");
    assert_eq!((code, told.as_str()), (0, "warning: none.json: the file has no clip\n"));
}

#[test]
fn every_verb_that_shows_clips_tells_what_an_operation_loses() {
    let Some(file) = crate::lossless::fixture("gltf/valid/spline.gltf") else { return };
    let sandbox = Sandbox::new("told");
    sandbox.write("spline.gltf", std::fs::read(file).unwrap());
    for verb in ["sample", "pose", "plot -o a.svg", "view -o a.html"] {
        let (code, _, error) = sandbox.run(&format!("{verb} --reverse spline.gltf"));
        let expected =
            "is not held before its start (clip `all`, node `spline`, channel `scale`) [edit::ends]";
        assert!(code == 0 && error.lines().count() == 1 && error.contains(expected), "{verb}: {error}");
    }
}

#[test]
fn nodes_with_a_comma_in_their_name_are_named_with_a_backslash() {
    let sandbox = Sandbox::new("comma");
    sandbox.anim("convert walk.tod -o two.glb --rename").arg("object 1=a\\,b").assert().success();
    let nodes = |flags: &str| {
        let pose = sandbox.json(&format!("pose two.glb --times 0 --json {flags}"));
        let nodes = pose["nodes"].as_array().unwrap();
        nodes.iter().map(|node| node["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(nodes("--select a\\,b"), ["a,b"]);
    assert_eq!(nodes("--drop a\\,b"), ["object 2"]);
    assert_eq!(nodes("--rename a\\,b=c,object*=d"), ["c", "d"]);
    assert_eq!(nodes("--reroot a\\,b"), ["a,b", "object 2"]);
}
