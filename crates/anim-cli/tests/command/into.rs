//! Recordings on figures that exist, in formats that write into one.

use serde_json::Value;

use crate::support::Sandbox;

/// A recording in centimetres with Mixamo names; the figure faces +Z, and its hips rest at the origin. In the second of its two
/// frames it is one metre ahead, and the left thigh points forwards.
const RECORDING: &str = "HIERARCHY
ROOT mixamorig:Hips
{
    OFFSET 0 0 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT mixamorig:Spine
    {
        OFFSET 0 10 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT mixamorig:Head { OFFSET 0 50 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 10 0 } }
    }
    JOINT mixamorig:LeftUpLeg
    {
        OFFSET 10 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT mixamorig:LeftLeg
        {
            OFFSET 0 -50 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            JOINT mixamorig:LeftFoot { OFFSET 0 -50 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 5 } }
        }
    }
    JOINT mixamorig:RightUpLeg
    {
        OFFSET -10 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT mixamorig:RightLeg
        {
            OFFSET 0 -50 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            JOINT mixamorig:RightFoot { OFFSET 0 -50 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 5 } }
        }
    }
}
MOTION
Frames: 2
Frame Time: 0.033333333
0 100 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0
0 100 100  0 0 0  0 0 0  0 0 0  0 -90 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0
";

/// A pedestrian with legs of 0.8 m, facing −Z.
const PEDESTRIAN: &str = "NumBones 10
bone root { offset 0 0.9 0
    bone spine { offset 0 0.1 0 bone head { offset 0 0.4 0 } }
    bone pelvis { offset 0 -0.1 0
        bone hip_l { offset -0.1 0 0 bone knee_l { offset 0 -0.4 0 bone ankle_l { offset 0 -0.4 0 } } }
        bone hip_r { offset 0.1 0 0 bone knee_r { offset 0 -0.4 0 bone ankle_r { offset 0 -0.4 0 } } }
    }
}
";

/// An avatar in metres with legs of 1.2 m, facing +Z: the id, the name, the children and the position of each node.
const AVATAR: [(&str, &str, &str, &str); 9] = [
    ("n0", "pelvis", r#""n1", "n3", "n6""#, "0, 1.2, 0"),
    ("n1", "spine_01", r#""n2""#, "0, 0.1, 0"),
    ("n2", "head", "", "0, 0.5, 0"),
    ("n3", "thigh_l", r#""n4""#, "0.1, 0, 0"),
    ("n4", "calf_l", r#""n5""#, "0, -0.6, 0"),
    ("n5", "foot_l", "", "0, -0.6, 0"),
    ("n6", "thigh_r", r#""n7""#, "-0.1, 0, 0"),
    ("n7", "calf_r", r#""n8""#, "0, -0.6, 0"),
    ("n8", "foot_r", "", "0, -0.6, 0"),
];

fn avatar() -> String {
    let node = |(id, name, children, place): (&str, &str, &str, &str)| {
        format!(
            r#", "{id}": {{"type": "stf.node", "name": "{name}", "children": [{children}], "trs": [[{place}], [0, 0, 0, 1], [1, 1, 1]]}}"#
        )
    };
    let nodes: String = AVATAR.into_iter().map(node).collect();
    format!(
        r#"{{"stf": {{"version": [0, 1], "root": "p"}}, "resources": {{"p": {{"type": "stf.prefab", "root_nodes": ["n0"]}}{nodes}}}, "buffers": {{}}}}"#
    )
}

/// The positions of nodes at a time, by their names.
fn places(sandbox: &Sandbox, command: &str, names: [&str; 3]) -> [[f64; 3]; 3] {
    let pose = sandbox.json(command);
    names.map(|name| {
        let node = pose["nodes"].as_array().unwrap().iter().find(|node| node["name"] == *name).unwrap();
        [3, 7, 11].map(|at| node["world"][at].as_f64().unwrap())
    })
}

fn is_near(found: [f64; 3], expected: [f64; 3]) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-4)
}

fn brought(report: &Value) -> String {
    let findings = report["files"][0]["outputs"][0]["findings"].as_array();
    let findings = findings.or_else(|| report["files"][0]["findings"].as_array()).unwrap();
    let brought = findings.iter().find(|finding| finding["code"] == "retarget::retargeted");
    brought.unwrap_or_else(|| panic!("{report}"))["message"].as_str().unwrap().to_owned()
}

#[test]
fn a_recording_walks_on_a_pedestrian_and_on_an_avatar() {
    let sandbox = Sandbox::new("into");
    sandbox.write("walk.bvh", RECORDING);
    sandbox.write("man.skel", PEDESTRIAN);
    sandbox.write("avatar.stf", avatar());
    // Half a turn, and legs of 0.8 m in place of 100 cm.
    let said = brought(&sandbox.json("convert walk.bvh -o man.anim --to-option into=man.skel --json"));
    assert!(said.contains("9 nodes") && said.contains("lengths become 0.00800"), "{said}");
    let found = places(&sandbox, "pose man.anim --times 1f --json", ["root", "hip_l", "knee_l"]);
    for (found, expected) in found.into_iter().zip([[0.0, 0.9, -0.8], [-0.1, 0.8, -0.8], [-0.1, 0.8, -1.2]]) {
        assert!(is_near(found, expected), "{found:?} for {expected:?}");
    }
    // An option that only the target has is found under -O too.
    let said = brought(&sandbox.json("convert walk.bvh -o walking.stf -O into=avatar.stf --json"));
    assert!(said.contains("9 nodes") && said.contains("lengths become 0.01200"), "{said}");
    let found = places(&sandbox, "pose walking.stf --times 1f --json", ["pelvis", "thigh_l", "calf_l"]);
    for (found, expected) in found.into_iter().zip([[0.0, 1.2, 1.2], [0.1, 1.2, 1.2], [0.1, 1.2, 1.8]]) {
        assert!(is_near(found, expected), "{found:?} for {expected:?}");
    }
}

#[test]
fn an_output_in_a_pipe_may_name_a_figure_on_disk() {
    let sandbox = Sandbox::new("into-pipe");
    sandbox.write("walk.bvh", RECORDING);
    sandbox.write("man.skel", PEDESTRIAN);
    sandbox.anim("convert walk.bvh -o man.anim --to-option into=man.skel").assert().success();
    let piped = sandbox.anim("convert walk.bvh -o - --to anim --to-option into=man.skel").assert().success();
    assert_eq!(piped.get_output().stdout, sandbox.read("man.anim"));
}

#[test]
fn a_bone_map_may_have_ids_whatever_the_target() {
    let sandbox = Sandbox::new("bone-ids");
    sandbox.write("walk.bvh", RECORDING);
    sandbox.write("avatar.stf", avatar());
    sandbox.write("man.skel", "NumBones 1\nbone man { offset 0 1 0 }\n");
    sandbox.run("convert walk.bvh -o walking.stf -O into=avatar.stf --quiet");
    sandbox.run("convert walking.stf -o walking.glb --quiet");
    // The ids come from an STF, and from the GLB that was made of it.
    for (source, target, into) in [
        ("walking.stf", "box.glb", "box.gltf"),
        ("walking.glb", "box.glb", "box.gltf"),
        ("walking.stf", "man.anim", "man.skel"),
    ] {
        sandbox.write(
            "box.gltf",
            r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "man"}]}"#,
        );
        // `n0` is the id of `pelvis`.
        sandbox.write("bones.txt", "n0 = man\n");
        let command = format!(
            "convert {source} -o {target} --to-option into={into} --to-option bones=bones.txt --force"
        );
        let (code, _, error) = sandbox.run(&command);
        assert!(code == 0 && !error.contains("bone-map"), "{command}: {error}");
        let place =
            |time: &str| places(&sandbox, &format!("pose {target} --times {time} --json"), ["man"; 3])[0];
        assert!((place("1f")[2] - place("0")[2]).abs() > 0.5, "{command}: {error}");
    }
    // A file that became a glTF gives its ids back, and so an STF has its nodes.
    assert_eq!(sandbox.run("sample walking.glb --select n3").0, 0);
}

#[test]
fn a_clip_of_the_file_itself_comes_back_to_the_last_bit() {
    let sandbox = Sandbox::new("home");
    sandbox.write("walk.bvh", RECORDING);
    sandbox.write("pedmodel_man.skel", PEDESTRIAN);
    sandbox.write("avatar.stf", avatar());
    sandbox.run("convert walk.bvh -o pedanim_manwalk.anim --to-option into=pedmodel_man.skel");
    let (code, _, error) = sandbox.run(
        "convert pedanim_manwalk.anim -o copy.anim --to-option into=pedmodel_man.skel --to-option reference=rest --strict",
    );
    assert_eq!((code, error.contains("retarget")), (0, false), "{error}");
    assert_eq!(sandbox.read("copy.anim"), sandbox.read("pedanim_manwalk.anim"));
    // The older name of the option.
    sandbox.run("convert pedanim_manwalk.anim -o again.anim --to-option skel=pedmodel_man.skel");
    assert_eq!(sandbox.read("again.anim"), sandbox.read("copy.anim"));
    sandbox.run("convert walk.bvh -o walking.stf -O into=avatar.stf");
    let (code, _, error) = sandbox.run("convert walking.stf -o twice.stf --to-option into=avatar.stf");
    assert_eq!((code, error.contains("retarget")), (0, false), "{error}");
    let (code, out, error) = sandbox.run("diff walking.stf twice.stf --tolerance 0 --time-tolerance 0");
    assert_eq!(code, 0, "{out}{error}");
}

#[test]
fn the_name_of_a_buffer_without_a_file_is_reported() {
    let sandbox = Sandbox::new("buffer-unused");
    sandbox.anim("convert walk.tod -o base.gltf --to-option container=separate").assert().success();
    let separate = "--to-option container=separate";
    for (input, output, options, is_told) in [
        ("walk.tod", "a.gltf", "", true),
        ("walk.tod", "a.glb", "", true),
        ("walk.tod", "a.gltf", separate, false),
        ("walk.tod", "a.gltf", "--to-option into=base.gltf", true),
        ("walk.tod", "a.gltf", "--to-option into=base.gltf --to-option container=separate", true),
        // Copies, and copies with other clips.
        ("base.gltf", "a.gltf", "", true),
        ("base.gltf", "a.gltf", separate, false),
        ("base.gltf", "a.glb", "--reverse", true),
        ("base.gltf", "a.gltf", "--reverse --to-option container=separate", false),
    ] {
        let convert = format!("convert {input} -o {output} --force {options}");
        for (buffer, is_told) in [("--to-option buffer=x.bin", is_told), ("", false)] {
            let (code, _, told) = sandbox.run(&format!("{convert} {buffer}"));
            assert_eq!(code, 0, "{convert}: {told}");
            let count = told.matches("the option `buffer` has no effect").count();
            assert_eq!(count, usize::from(is_told), "{convert} {buffer}: {told}");
        }
    }
}
