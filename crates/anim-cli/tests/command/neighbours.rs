//! Files that belong to others: next to them, or named by an option.

use crate::inside::zip;
use crate::support::Sandbox;

/// A pedestrian's clip of one frame: the position of the first bone, then the angles of two bones.
fn clip() -> Vec<u8> {
    let floats = [0.0, 1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0];
    let header = [0, 1, floats.len() as u32].into_iter().flat_map(u32::to_le_bytes);
    let distance_and_flag = [0, 0, 0, 0, 1];
    header.chain(distance_and_flag).chain(floats.into_iter().flat_map(f32::to_le_bytes)).collect()
}

fn skeleton(names: [&str; 2]) -> String {
    let [root, head] = names;
    format!("NumBones 2\nbone {root} {{\n\toffset 0 1 0\n\tbone {head} {{\n\t\toffset 0 0.5 0\n\t}}\n}}\n")
}

/// `clips/pedanim_manwalk.anim` with its skeleton next to it, and another skeleton elsewhere.
pub(crate) fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.folder("clips");
    sandbox.write("clips/pedanim_manwalk.anim", clip());
    sandbox.write("clips/pedmodel_man.skel", skeleton(["hip", "head"]));
    sandbox.write("robot.skel", skeleton(["base", "arm"]));
    sandbox
}

fn nodes(sandbox: &Sandbox, arguments: &str) -> Vec<String> {
    let pose = sandbox.json(arguments);
    let nodes = pose["nodes"].as_array().unwrap();
    nodes.iter().map(|node| node["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_skeleton_is_found_beside_the_clip_or_where_an_option_says() {
    let sandbox = sandbox("neighbours");
    let pose = "pose clips/pedanim_manwalk.anim --json";
    assert_eq!(nodes(&sandbox, pose), ["hip", "head"]);
    // The path is relative to the working directory, not to the clip.
    assert_eq!(nodes(&sandbox, &format!("{pose} -O skel=robot.skel")), ["base", "arm"]);
    sandbox.write("lonely.anim", clip());
    std::fs::remove_file(sandbox.path("robot.skel")).unwrap();
    assert_eq!(nodes(&sandbox, "pose lonely.anim --json"), ["bone_00", "bone_01"]);
}

#[test]
fn a_skeleton_is_found_beside_the_clip_in_an_archive() {
    let sandbox = Sandbox::new("archived-neighbours");
    let [near, other] = [["hip", "head"], ["base", "arm"]].map(skeleton);
    sandbox.write(
        "all.zip",
        zip(&[
            ("again/pedmodel_man.skel", other.as_bytes()),
            ("clips/deep/pedmodel_man.skel", other.as_bytes()),
            ("clips/pedanim_manwalk.anim", &clip()),
            ("clips/pedmodel_man.skel", near.as_bytes()),
            ("pedmodel_man.skel", other.as_bytes()),
        ]),
    );
    assert_eq!(nodes(&sandbox, "pose all.zip/clips/pedanim_manwalk.anim --json"), ["hip", "head"]);
}

#[test]
fn a_file_that_an_option_names_and_that_is_not_there_is_3() {
    let sandbox = sandbox("missing-neighbours");
    for (arguments, expected) in [
        ("info clips/pedanim_manwalk.anim -O skel=gone.skel", "option `skel`: gone.skel: no such file"),
        ("check clips/pedanim_manwalk.anim -O skel=clips", "option `skel`: clips is not a file"),
        (
            "convert walk.tod -o walk.anim --to-option into=gone.skel",
            "option `into`: gone.skel: no such file",
        ),
        (
            "convert clips/pedanim_manwalk.anim -o walk.glb -O skel=gone.skel",
            "clips/pedanim_manwalk.anim: option `skel`: `gone.skel` cannot be read",
        ),
        ("convert walk.tod -o walk.anim -O bones=gone.txt", "option `bones`: gone.txt: no such file"),
    ] {
        let (code, _, error) = sandbox.run(arguments);
        assert_eq!((code, error.contains(expected)), (3, true), "{arguments}: {error}");
    }
    assert!(!sandbox.has("walk.anim"));
}

#[test]
fn a_file_that_an_option_names_and_that_is_another_is_named_with_the_option() {
    let sandbox = sandbox("other-neighbours");
    for verb in ["info", "pose", "convert -o walk.glb"] {
        let (code, _, error) = sandbox.run(&format!("{verb} clips/pedanim_manwalk.anim -O skel=walk.tod"));
        let expected = "error: clips/pedanim_manwalk.anim: option `skel`: walk.tod: line 1, column 1: expected `NumBones`";
        // For `info` this is a finding about the file.
        let expected_code = if verb == "info" { 1 } else { 4 };
        assert_eq!((code, error.starts_with(expected)), (expected_code, true), "{verb}: {error}");
    }
}

#[test]
fn what_is_written_tells_the_name_of_such_a_file_and_not_its_folder() {
    let sandbox = sandbox("recorded-neighbours");
    let skeleton = sandbox.path("robot.skel");
    let convert = format!("convert clips/pedanim_manwalk.anim -o walk.gltf -O skel={}", skeleton.display());
    sandbox.anim(&convert).assert().success();
    let written = String::from_utf8(sandbox.read("walk.gltf")).unwrap();
    assert!(written.contains("skel=robot.skel"), "{written}");
    assert!(!written.contains(&*sandbox.path("").to_string_lossy()), "{written}");
}

#[test]
fn the_skeleton_of_a_target_is_named_too() {
    let sandbox = sandbox("target-neighbours");
    sandbox.anim("convert clips/pedanim_manwalk.anim -o walk.bvh").assert().success();
    sandbox
        .anim("convert walk.bvh -o again.anim --to-option into=clips/pedmodel_man.skel --strict")
        .assert()
        .success();
    assert_eq!(sandbox.read("again.anim"), clip());
    // An option that only the target has reaches it through -O as well.
    let (code, _, error) = sandbox.run("convert walk.bvh -o robot.anim -O skel=robot.skel");
    assert_eq!((code, error.contains("no node matches a bone of the skeleton")), (1, true), "{error}");
}
