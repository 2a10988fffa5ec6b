//! If a conversion of a file into its own format reports no loss, `diff` finds no difference.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Sandbox, finished};

/// Options of each format that rebuild a document, or store it in another way.
const OPTIONS: [(&str, &[&str]); 7] = [
    ("bvh", &["fps=31", "order=zxy"]),
    ("gltf", &["mesh=none", "interpolation=cubic", "container=glb", "container=separate"]),
    ("hsf-xml", &["ticks=9600", "container=xml"]),
    ("mm2-ped", &["rest=use", "forward=+z"]),
    ("stf", &["fps=31", "tracks-baked=true"]),
    ("stt", &["order=zyx"]),
    ("tod", &["packets=differential", "resolution=3"]),
];

/// A file or a folder of the fixtures; nothing if the crate is outside the project.
pub(crate) fn fixture(path: &str) -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    project.join("xtask").is_dir().then(|| project.join("fixtures").join(path))
}

fn fixtures(format: &str) -> Vec<PathBuf> {
    fixtures_in(&format!("{format}/valid"))
}

/// The files below a folder of the fixtures.
fn fixtures_in(folder: &str) -> Vec<PathBuf> {
    let mut folders: Vec<_> = fixture(folder).into_iter().collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The number of losses of a conversion.
fn losses(report: &Value) -> usize {
    let file = &report["files"][0];
    let lists = file["outputs"].as_array().unwrap().iter().map(|output| &output["losses"]);
    lists.chain([&file["losses"]]).map(|losses| losses.as_array().unwrap().len()).sum()
}

#[test]
fn without_losses_nothing_differs() {
    let sandbox = Sandbox::new("lossless");
    let (mut clean, mut lossy) = (0, 0);
    for (format, options) in OPTIONS {
        for path in fixtures(format) {
            let from = path.display().to_string();
            let (0, info, _) = sandbox.run(&format!("info --json {from}")) else { continue };
            let info: Value = serde_json::from_str(&info).unwrap();
            let clips = info["files"][0]["clips"].as_array().map_or(0, Vec::len);
            let mut ways = vec![(String::new(), String::new())];
            ways.extend(options.iter().map(|option| (String::new(), format!("--to-option {option}"))));
            for clip in 0..clips.min(4) {
                ways.push((format!("--clip {clip}"), String::new()));
                ways.push((format!("--clip {clip}"), format!("--to-option {}", options[0])));
            }
            for (number, (clip, option)) in ways.iter().enumerate() {
                // Without the files next to the fixture.
                let folder = format!("{}-{number}", path.file_name().unwrap().display());
                sandbox.folder(&folder);
                let to = format!("{folder}/{}", path.file_name().unwrap().display());
                let (code, report, error) =
                    sandbox.run(&format!("convert {from} -o {to} --json {clip} {option}"));
                // A table can only be read; every other name and option is valid.
                let is_table = path.extension().is_some_and(|extension| extension == "csv");
                assert!(code != 2 || is_table, "{from} {clip} {option}: {error}");
                if code != 0 {
                    // No file of the format can hold it.
                    continue;
                }
                if losses(&serde_json::from_str(&report).unwrap()) > 0 {
                    lossy += 1;
                    continue;
                }
                clean += 1;
                // Clips that were not requested are not lost.
                let (code, found, error) = match clip.as_str() {
                    clip if clips > 1 && !clip.is_empty() => part(&sandbox, &from, &to, clip),
                    _ => sandbox.run(&format!("diff {from} {to}")),
                };
                assert_eq!(code, 0, "{from} {clip} {option}: {found}{error}");
            }
        }
    }
    let expected = if fixture("").is_some() { [60, 40] } else { [0, 0] };
    assert!(clean >= expected[0] && lossy >= expected[1], "{clean} without losses, {lossy} with some");
}

/// The difference between a clip of a file, `--clip N`, and the clip of the same name in another file.
fn part(sandbox: &Sandbox, from: &str, to: &str, clip: &str) -> (i32, String, String) {
    let number: usize = clip.trim_start_matches("--clip ").parse().unwrap();
    let info = sandbox.json(&format!("info --json {from}"));
    let name = info["files"][0]["clips"][number]["name"].as_str().unwrap();
    finished(&sandbox.anim("diff").args([from, to, "--clip", name]).assert())
}

#[test]
fn binary_files_come_back_from_their_dump_byte_for_byte() {
    const BINARY: [&str; 5] = ["tod", "anim", "stf", "hsf", "glb"];
    let sandbox = Sandbox::new("dumps");
    let all = OPTIONS.iter().flat_map(|(format, _)| {
        ["valid", "invalid"].map(|folder| fixtures_in(&format!("{format}/{folder}")))
    });
    let mut count = [0; BINARY.len()];
    for path in all.flatten() {
        let extension = path.extension().unwrap_or_default();
        let Some(kind) = BINARY.iter().position(|binary| *binary == extension) else { continue };
        let (code, _, _) = sandbox.run(&format!("dump {} -o a.json --force", path.display()));
        if code == 0 {
            let (code, _, error) = sandbox.run(&format!("build a.json -o a.{} --force", BINARY[kind]));
            assert_eq!(code, 0, "{}: {error}", path.display());
            let made = sandbox.read(&format!("a.{}", BINARY[kind]));
            assert!(made == std::fs::read(&path).unwrap(), "{}", path.display());
            count[kind] += 1;
        }
    }
    assert!(fixture("").is_none() || count.iter().all(|count| *count > 0), "{count:?}");
}

#[test]
fn the_spelling_of_a_glb_is_not_a_difference() {
    let sandbox = Sandbox::new("spelling");
    let Some(from) = fixture("gltf/valid/rig.glb") else { return };
    let dump = sandbox.json(&format!("dump {}", from.display()));
    assert!(dump["document"]["spelling"].is_string());
    let build = |dump: &Value, name: &str| {
        sandbox.write("dump.json", dump.to_string());
        assert_eq!(sandbox.run(&format!("build dump.json -o {name}")).0, 0);
    };
    let mut plain = dump.clone();
    plain["document"].as_object_mut().unwrap().remove("spelling");
    build(&plain, "plain.glb");
    assert_ne!(sandbox.read("plain.glb"), std::fs::read(&from).unwrap());
    assert_eq!(sandbox.run(&format!("diff {} plain.glb", from.display())).0, 0);
    plain["document"]["json"]["asset"]["generator"] = "another".into();
    build(&plain, "other.glb");
    let found = sandbox.json(&format!("diff --json {} other.glb", from.display()));
    assert_eq!(found["differences"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["differences"][0]["path"], "json/asset/generator", "{found}");
}

#[test]
fn a_clip_is_taken_by_removing_the_others() {
    let sandbox = Sandbox::new("parts");
    for (fixture, clip, clips, gone) in [
        ("stf/valid/layouts.stf", "B", &["B"][..], "\"A\""),
        ("hsf-xml/valid/turns.xml", "0", &["animation 0"], "gate"),
        // A sequence needs the states that it plays.
        ("stt/valid/nested.stt", "steps", &["steps", "a", "b"], "{outer}"),
    ] {
        let Some(from) = self::fixture(fixture) else { return };
        let to = format!("part.{}", from.extension().unwrap().display());
        let report = sandbox.json(&format!("convert {} -o {to} --clip {clip} --json", from.display()));
        assert_eq!(losses(&report), 0, "{fixture}: {report}");
        let info = sandbox.json(&format!("info --json {to}"));
        let names =
            info["files"][0]["clips"].as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap());
        let (mut found, mut expected) = (names.collect::<Vec<_>>(), clips.to_vec());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{fixture}");
        assert!(!String::from_utf8_lossy(&sandbox.read(&to)).contains(gone), "{fixture}");
    }
}

#[test]
fn a_stream_file_is_changed_in_place() {
    let sandbox = Sandbox::new("stream");
    let Some(from) = fixture("hsf-xml/valid/embedded.hsf") else { return };
    let source = std::fs::read(&from).unwrap();
    for (arguments, is_copy) in [("--clip 0", true), ("--to-option ticks=9600", false)] {
        let (code, _, error) =
            sandbox.run(&format!("convert {} {arguments} -o e.hsf --force", from.display()));
        assert_eq!(code, 0, "{error}");
        let made = sandbox.read("e.hsf");
        assert_eq!(source == made, is_copy, "{arguments}");
        let start = source.first_chunk::<16>();
        assert_eq!(made.first_chunk(), start, "{arguments}");
        assert_eq!(sandbox.run(&format!("diff --by pose --tolerance 1e-6 {} e.hsf", from.display())).0, 0);
    }
}

#[test]
fn a_glb_keeps_its_scene_with_one_of_its_animations() {
    let sandbox = Sandbox::new("scene");
    let Some(from) = fixture("stf/valid/layouts.stf") else { return };
    sandbox.run(&format!("convert {} -o all.glb", from.display()));
    let report = sandbox.json("convert all.glb --clip B -o b.glb --json");
    assert_eq!(losses(&report), 0, "{report}");
    let (all, b) = (sandbox.json("dump all.glb"), sandbox.json("dump b.glb"));
    let of = |dump: &Value, key: &str| dump["document"]["json"][key].clone();
    assert_eq!(of(&all, "animations").as_array().unwrap().len(), 3);
    assert_eq!(of(&b, "animations").as_array().unwrap().len(), 1);
    assert_eq!((of(&all, "nodes"), of(&all, "meshes")), (of(&b, "nodes"), of(&b, "meshes")));
    assert_eq!(sandbox.run("diff all.glb b.glb --clip B").0, 0);
}

#[test]
fn the_only_readable_one_of_several_is_copied() {
    let sandbox = Sandbox::new("alone");
    sandbox.write("bad.tod", b"P\0");
    let (code, out, _) = sandbox.run("convert bad.tod walk.tod -o out.tod");
    assert_eq!((code, sandbox.read("out.tod") == sandbox.read("walk.tod")), (5, true), "{out}");
}

#[test]
fn a_chunk_that_no_buffer_uses_stays_or_is_reported() {
    let sandbox = Sandbox::new("chunk");
    let Some(from) = fixture("gltf/invalid/unused-chunk.glb") else { return };
    let from = from.display();
    let report = sandbox.json(&format!("convert {from} -o a.glb --to-option container=glb --json"));
    assert_eq!((losses(&report), sandbox.run(&format!("diff {from} a.glb")).0), (0, 0));
    let report = sandbox.json(&format!("convert {from} -o a.gltf --json"));
    assert_eq!(losses(&report), 1, "{report}");
    assert_eq!(report["files"][0]["outputs"][0]["losses"][0]["code"], "gltf::unused-chunk");
}

#[test]
fn a_dump_may_begin_with_a_byte_order_mark() {
    let sandbox = Sandbox::new("mark");
    for (dump, made) in [("dump walk.tod", "a.tod"), ("dump walk.tod --clips", "b.tod")] {
        let (_, json, _) = sandbox.run(dump);
        sandbox.write("plain.json", &json);
        sandbox.write("marked.json", format!("\u{feff}{json}"));
        sandbox.anim(&format!("build plain.json -o plain-{made}")).assert().success();
        sandbox.anim(&format!("build marked.json -o {made}")).assert().success();
        assert_eq!(sandbox.read(made), sandbox.read(&format!("plain-{made}")), "{dump}");
    }
}
