//! Files inside other files.

use serde_json::json;

use crate::support::{Sandbox, disc, far, finished, walk};

#[test]
fn a_file_that_crosses_sectors_has_two_offsets_and_comes_out_whole() {
    let sandbox = Sandbox::new("scan-disc");
    sandbox.write("disc.bin", disc());
    sandbox.folder("out");
    let report = sandbox.json("scan disc.bin --extract out --json");
    let find = &report["finds"][0];
    let offset = 24 + 2048 - 100;
    assert_eq!(report["finds"].as_array().unwrap().len(), 1);
    assert_eq!((&find["path"], &find["format"]), (&json!("disc.bin"), &json!("tod")));
    assert_eq!((&find["offset"], &find["user_offset"]), (&json!(offset), &json!(2048 - 100)));
    assert_eq!((&find["length"], &find["file"]), (&json!(walk().len()), &json!("out/disc-000007b4.tod")));
    assert_eq!(
        report["blobs"],
        json!([{"path": "disc.bin", "bytes": disc().len(), "raw": true, "error": null}])
    );
    assert_eq!(sandbox.files("out"), ["disc-000007b4.tod"]);
    assert_eq!(sandbox.read("out/disc-000007b4.tod"), walk());
    let (code, _, error) = sandbox.run("scan disc.bin --extract out");
    assert_eq!(code, 3, "{error}");
    assert!(error.contains("exists; --force replaces it"), "{error}");
    assert_eq!(sandbox.run("scan disc.bin --extract out --force").0, 0);
}

#[test]
fn every_find_is_a_line() {
    let sandbox = Sandbox::new("scan-lines");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    sandbox.write("all.pak", [&b"PACK"[..], &walk(), &[0; 99], &sandbox.read("walk.glb"), b"end"].concat());
    let (code, out, error) = sandbox.run("scan all.pak jump.tod");
    assert_eq!((code, error.as_str()), (0, ""));
    let lines: Vec<_> = out.lines().collect();
    let glb = 4 + walk().len() + 99;
    assert!(
        lines[0].starts_with("all.pak at 4: tod, ")
            && lines[1].starts_with(&format!("all.pak at {glb}: gltf, ")),
        "{out}"
    );
    assert!(lines[2].starts_with("all.pak: ") && lines[2].ends_with(", 2 finds"), "{out}");
    // One frame with nothing in it could be anything.
    assert_eq!(lines[3], "jump.tod: 16 bytes, 0 finds");
    let (_, out, _) = sandbox.run("scan all.pak --format gltf");
    assert!(out.starts_with(&format!("all.pak at {glb}: gltf, ")) && out.ends_with(", 1 find\n"), "{out}");
}

#[test]
fn files_of_every_format_with_a_signature_come_out_whole() {
    let sandbox = Sandbox::new("scan-formats");
    let mut blob = b"PACK".to_vec();
    let mut files = Vec::new();
    for extension in ["tod", "glb", "stf", "stt", "bvh", "xml"] {
        let name = format!("made.{extension}");
        sandbox.anim(&format!("convert walk.tod -o {name}")).assert().success();
        let text = sandbox.read(&name);
        // The line end after the last tag is not part of an XML document.
        let file = if extension == "xml" { text.trim_ascii_end().to_vec() } else { text };
        files.push((format!("all-{:08x}.{extension}", blob.len()), file.clone()));
        blob.extend(&file);
        blob.extend([0; 99]);
    }
    sandbox.write("all.pak", blob);
    sandbox.folder("out");
    let (code, out, error) = sandbox.run("scan all.pak --extract out");
    assert_eq!((code, error.as_str()), (0, ""));
    assert_eq!(out.lines().count(), files.len() + 1, "{out}");
    for (name, file) in files {
        assert!(sandbox.read(&format!("out/{name}")) == file, "{name}: {out}");
    }
}

#[test]
fn a_format_without_a_signature_cannot_be_looked_for() {
    let sandbox = Sandbox::new("scan-unsigned");
    let (code, _, error) = sandbox.run("scan walk.tod --format mm2-ped");
    assert_eq!(code, 2);
    assert!(error.contains("files of mm2-ped cannot be found: they have no signature"), "{error}");
}

#[test]
fn the_length_of_the_longest_file_is_the_callers() {
    let sandbox = Sandbox::new("scan-longest");
    sandbox.write("long.bin", far(20_000));
    let (code, out, error) = sandbox.run("scan long.bin");
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.starts_with("long.bin at 0: tod, "), "{out}");
    let (code, out, error) = sandbox.run("scan long.bin --longest 262144");
    assert_eq!(code, 0);
    let skipped = "long.bin: skipped 1 candidate longer than 262144 bytes; `--longest` allows longer ones";
    assert!(!out.contains("tod, ") && error.contains(skipped), "{out}{error}");
}

#[test]
fn standard_input_is_scanned_too() {
    let sandbox = Sandbox::new("scan-stdin");
    let (code, out, _) = finished(&sandbox.anim("scan - --extract .").stdin(disc()).assert());
    assert_eq!(code, 0);
    assert!(out.starts_with("- at 1972 (1948 of user data): tod, "), "{out}");
    assert_eq!(sandbox.read("stdin-000007b4.tod"), walk());
}

#[test]
fn a_file_that_cannot_be_written_keeps_no_other_from_being_found() {
    let sandbox = Sandbox::new("scan-again");
    let gap = vec![0; 100];
    sandbox.write("two.bin", [&gap[..], &walk(), &gap, &walk()].concat());
    let second = 200 + walk().len();
    sandbox.folder("out");
    sandbox.write("out/two-00000064.tod", "mine");
    let (code, out, error) = sandbox.run("scan two.bin --extract out --json");
    assert_eq!((code, sandbox.read("out/two-00000064.tod")), (3, b"mine".to_vec()), "{error}");
    assert!(error.contains("out/two-00000064.tod"), "{error}");
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["finds"][0]["file"], serde_json::Value::Null);
    let file = format!("out/two-{second:08x}.tod");
    assert_eq!((&found["finds"][1]["file"], sandbox.read(&file)), (&file.clone().into(), walk()));
    assert_eq!(found["blobs"][0]["bytes"], sandbox.read("two.bin").len());
    assert!(found["blobs"][0]["error"].as_str().unwrap().contains("out/two-00000064.tod"), "{out}");
    assert_eq!(sandbox.run("scan two.bin --extract out --force").0, 0);
}

#[test]
fn a_blob_that_cannot_be_read_does_not_stop_the_others() {
    let sandbox = Sandbox::new("scan-partly");
    sandbox.write("disc.bin", disc());
    let (code, out, error) = sandbox.run("scan gone.bin disc.bin");
    assert_eq!((code, error.as_str()), (5, "error: gone.bin: no such file\n"));
    assert!(out.contains("disc.bin at 1972"), "{out}");
    assert_eq!(sandbox.run("scan walk.tod jump.tod").0, 0);
    // Two blobs of one stem do not share a file.
    sandbox.folder("other");
    sandbox.write("other/disc.bin", disc());
    let (code, _, error) = sandbox.run("scan disc.bin other/disc.bin --extract . --force");
    assert_eq!(code, 5);
    assert!(error.contains("disc-000007b4.tod is written from another input"), "{error}");
}
