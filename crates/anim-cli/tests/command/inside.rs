//! Files inside others: at an offset, in a zip archive, compressed.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::support::{Sandbox, cut, disc, finished, walk};

/// An archive of these files, every other one compressed.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, bytes)) in files.iter().enumerate() {
        let method = if index % 2 == 0 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        archive.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Two takes at different depths, one of them damaged, an unrelated file, and a file with its buffer next to it.
fn takes(name: &str) -> Sandbox {
    let sandbox = Sandbox::new(name);
    sandbox.anim("convert walk.tod -o walk.gltf --to-option container=separate --quiet").assert().success();
    let [gltf, buffer] = ["walk.gltf", "walk.bin"].map(|name| sandbox.read(name));
    let files: [(&str, &[u8]); 6] = [
        ("walk/walk.tod", &walk()),
        ("walk/deep/cut.tod", &cut()),
        ("notes.txt", b"not ours"),
        ("separate/walk.gltf", &gltf),
        ("separate/walk.bin", &buffer),
        ("packed/walk.tod.gz", &gzip(&walk())),
    ];
    sandbox.write("takes.zip", zip(&files));
    std::fs::remove_file(sandbox.path("walk.bin")).unwrap();
    sandbox
}

/// The output of verbs for a file, with its path as `FILE`.
fn printed(sandbox: &Sandbox, path: &str) -> Vec<(i32, String, String)> {
    let verbs = [
        "info FILE",
        "info FILE --json",
        "check FILE --sarif",
        "dump FILE",
        "sample FILE",
        "pose FILE --csv",
    ];
    let run = |verb: &&str| {
        let (code, out, error) = sandbox.run(&verb.replace("FILE", path));
        (
            code,
            out.replace(path, "FILE").replace(&path.replace('@', "%40"), "FILE"),
            error.replace(path, "FILE"),
        )
    };
    verbs.iter().map(run).collect()
}

/// A zip archive that does not state that its names are UTF-8: bit 11 of the flags.
fn without_utf8_flag(mut archive: Vec<u8>) -> Vec<u8> {
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        for at in 0..archive.len() - 4 {
            if &archive[at..at + 4] == signature {
                archive[at + flags + 1] &= !0x08;
            }
        }
    }
    archive
}

#[test]
fn names_in_archives_are_utf_8_or_of_code_page_437() {
    let sandbox = Sandbox::new("zip-names");
    let utf8 = zip(&[("grün.tod", &walk())]);
    sandbox.write("unix.zip", without_utf8_flag(utf8.clone()));
    sandbox.write("flagged.zip", utf8);
    // In code page 437 this byte is `ü`.
    let dos = without_utf8_flag(zip(&[("gr_n.tod", &walk())]));
    let dos: Vec<u8> = dos.into_iter().map(|byte| if byte == b'_' { 0x81 } else { byte }).collect();
    sandbox.write("dos.zip", dos);
    for name in ["unix", "flagged", "dos"] {
        let (code, out, error) = sandbox.run(&format!("info {name}.zip -r --csv --fields path"));
        assert_eq!((code, out.as_str()), (0, &*format!("path\n{name}.zip/grün.tod\n")), "{error}");
        assert_eq!(sandbox.run(&format!("info {name}.zip/grün.tod")).0, 0, "{name}");
    }
}

#[test]
fn a_run_goes_on_over_what_is_packed_or_inside() {
    let sandbox = takes("resumed");
    sandbox.write("jump.tod.gz", gzip(&walk()));
    let run = || {
        sandbox.run("convert takes.zip jump.tod.gz -r --to glb --out-dir out --parents --resume list.jsonl").2
    };
    let last = |text: String| text.lines().last().unwrap_or_default().to_owned();
    let (first, again) = (last(run()), last(run()));
    let count = |line: &str, word: &str| {
        let words: Vec<_> = line.split(' ').collect();
        words.windows(2).find(|pair| pair[1].starts_with(word)).map(|pair| pair[0].to_owned())
    };
    let converted = count(&first, "converted");
    assert!(converted.is_some() && converted != Some("0".into()), "{first}");
    assert_eq!(
        (count(&again, "converted"), count(&again, "skipped")),
        (Some("0".into()), converted),
        "{again}"
    );
}

#[test]
fn every_verb_reads_the_same_inside_as_outside() {
    let sandbox = takes("same");
    sandbox.write("disc.bin", disc());
    sandbox.write("plain.bin", [&[7; 100], &walk()[..], &[9; 50]].concat());
    // In two members, followed by zeros as on a tape.
    let (head, tail) = (&walk()[..50], &walk()[50..]);
    sandbox.write("walk.tod.gz", [gzip(head), gzip(tail), vec![0; 600]].concat());
    let expected = printed(&sandbox, "walk.tod");
    assert!(expected.iter().all(|(code, out, error)| *code == 0 && !out.is_empty() && error.is_empty()));
    for path in [
        "takes.zip/walk/walk.tod",
        "takes.zip/packed/walk.tod.gz",
        "walk.tod.gz",
        "disc.bin@0x7B4",
        "disc.bin@1972",
        "plain.bin@100",
    ] {
        assert_eq!(printed(&sandbox, path), expected, "{path}");
    }
    let offset = sandbox.json("scan disc.bin --json")["finds"][0]["offset"].clone();
    assert_eq!(offset, json!(1972), "as scan states it");
    for verb in ["plot", "view", "convert"] {
        let output = if verb == "view" {
            "html"
        } else if verb == "plot" {
            "svg"
        } else {
            "bvh"
        };
        sandbox.anim(&format!("{verb} walk.tod -o a.{output} --quiet")).assert().success();
        sandbox.anim(&format!("{verb} takes.zip/walk/walk.tod -o b.{output} --quiet")).assert().success();
        let [a, b] = [format!("a.{output}"), format!("b.{output}")].map(|name| sandbox.read(&name));
        assert_eq!(a, b, "{verb}");
    }
    assert_eq!(sandbox.run("diff walk.tod takes.zip/walk/walk.tod").0, 0);
    assert_eq!(sandbox.run("diff disc.bin@1972 walk.tod.gz").0, 0);
    let piped = finished(&sandbox.anim("info -").stdin(gzip(&walk())).assert());
    // A find in a compressed image can be read at its stated offset.
    sandbox.write("disc.bin.gz", gzip(&sandbox.read("disc.bin")));
    let (_, plain, _) = sandbox.run("scan disc.bin");
    let (code, packed, _) = sandbox.run("scan disc.bin.gz");
    assert_eq!((code, packed), (0, plain.replace("disc.bin", "disc.bin.gz")));
    assert_eq!(sandbox.run("diff disc.bin.gz@1972 walk.tod.gz").0, 0);
    let streamed = finished(&sandbox.anim("scan -").stdin(sandbox.read("disc.bin.gz")).assert());
    assert_eq!((streamed.0, streamed.1), (0, plain.replace("disc.bin", "-")));
    assert_eq!((piped.0, piped.1.starts_with("-: tod, ")), (0, true));
    let found = sandbox.json("scan takes.zip/walk/walk.tod --json");
    assert_eq!(
        (&found["finds"][0]["offset"], &found["blobs"][0]["bytes"]),
        (&json!(0), &json!(walk().len()))
    );
}

#[test]
fn what_is_beside_a_member_is_in_its_folder_of_the_archive() {
    let sandbox = takes("beside");
    assert_ne!(sandbox.run("pose walk.gltf").0, 0, "its buffer is not there any more");
    let (code, pose, error) = sandbox.run("pose takes.zip/separate/walk.gltf --csv");
    assert_eq!((code, error.as_str()), (0, ""));
    let tod = sandbox.run("pose walk.tod --csv").1;
    assert_eq!(pose.lines().count(), tod.lines().count());
    // The same without its buffer.
    let gltf = sandbox.read("walk.gltf");
    sandbox.write("lone.zip", zip(&[("walk.gltf", &gltf), ("elsewhere/walk.bin", b"x")]));
    let (code, _, error) = sandbox.run("pose lone.zip/walk.gltf");
    assert_eq!(code, 4, "{error}");
    assert!(error.contains("walk.bin"), "{error}");
}

#[test]
fn an_archive_is_searched_like_a_folder() {
    let sandbox = takes("searched");
    let expected = [
        "takes.zip/packed/walk.tod.gz",
        "takes.zip/separate/walk.gltf",
        "takes.zip/walk/deep/cut.tod",
        "takes.zip/walk/walk.tod",
    ];
    for verb in ["info", "check"] {
        let report = sandbox.json(&format!("{verb} takes.zip -r --json"));
        let paths: Vec<_> = report["files"].as_array().unwrap().iter().map(|file| &file["path"]).collect();
        assert_eq!(paths, expected, "{verb}");
    }
    let (code, out, error) = sandbox.run("info takes.zip");
    assert_eq!((code, out.as_str()), (4, ""));
    assert!(
        error.contains("is a zip archive: name a file in it, takes.zip/FILE, or take all with -r"),
        "{error}"
    );
    sandbox.write("outer.zip", zip(&[("inner.zip", &zip(&[("walk.tod", &walk())]))]));
    let (code, _, error) = sandbox.run("info outer.zip/inner.zip");
    assert_eq!(code, 4);
    assert!(error.contains("inner.zip: is an archive inside an archive, which is not read"), "{error}");
    sandbox.folder("out");
    assert_eq!(sandbox.run("convert takes.zip -r --to bvh --out-dir out --quiet").0, 5, "one is damaged");
    assert_eq!(sandbox.files("out"), ["packed/walk.bvh", "separate/walk.bvh", "walk/walk.bvh"]);
    sandbox.anim("convert walk.tod -o walk.bvh --quiet").assert().success();
    assert_eq!(sandbox.read("out/walk/walk.bvh"), sandbox.read("walk.bvh"));
    // All of one archive into one file, and a folder against an archive.
    sandbox.write("two.zip", zip(&[("a.tod", &walk()), ("b.tod", &walk())]));
    assert_eq!(sandbox.run("convert two.zip -r -o two.glb --quiet").0, 0);
    assert_eq!(sandbox.json("info two.glb --json")["totals"]["clips"], json!(2));
    sandbox.folder("two");
    sandbox.write("two/a.tod", walk());
    sandbox.write("two/c.tod", walk());
    let report = sandbox.json("diff two two.zip -r --json");
    let pairs: Vec<_> =
        report["pairs"].as_array().unwrap().iter().map(|pair| (&pair["path"], &pair["only"])).collect();
    let [a, b, c] = ["a.tod", "b.tod", "c.tod"].map(Value::from);
    assert_eq!(pairs, [(&a, &Value::Null), (&b, &json!("b")), (&c, &json!("a"))]);
}

#[test]
fn members_that_cannot_be_told_apart_or_written_are_reported() {
    let sandbox = Sandbox::new("alike");
    sandbox.folder("out");
    // Some programs write `\` between folders, so that both names are the same.
    sandbox.write(
        "alike.zip",
        zip(&[("a/walk.tod", b"not a TOD"), ("a\\walk.tod", &walk()), ("b.tod", &walk())]),
    );
    let (code, _, error) = sandbox.run("convert alike.zip -r --to bvh --out-dir out --quiet");
    assert_eq!(code, 5);
    assert!(
        error.contains("alike.zip: several members have the name `a/walk.tod`: only the last is read"),
        "{error}"
    );
    assert_eq!(sandbox.files("out"), ["a/walk.bvh", "b.bvh"]);
    // Names are not part of checksums, so these three can get the same.
    let mut archive = zip(&[("u.tod", b"not"), ("v.tod", b"a TOD"), ("w.tod", &walk())]);
    for at in 0..archive.len() - 5 {
        if matches!(&archive[at..at + 5], b"u.tod" | b"v.tod") {
            archive[at] = b'w';
        }
    }
    sandbox.write("equal.zip", archive);
    let (code, _, error) = sandbox.run("info equal.zip -r --quiet");
    let told = "error: equal.zip: several members have the name `w.tod`: only the last is read\n";
    assert_eq!((code, error), (5, told.repeat(2)));
    sandbox.write("back.zip", zip(&[("b/../a.tod", &walk())]));
    let (code, _, error) = sandbox.run("info back.zip -r");
    let told = "error: back.zip: the name `b/../a.tod` has `..`, which is not supported in archives\n";
    assert_eq!((code, error.as_str()), (4, told));
    sandbox.write("nul.zip", zip(&[("bad\0name.tod", &walk())]));
    let (code, _, error) = sandbox.run("convert nul.zip -r --to bvh --out-dir out --quiet");
    assert_eq!(code, 4);
    assert!(error.contains("has a NUL character, which file names cannot have"), "{error}");
}

#[test]
fn names_of_what_is_made_of_parts_differ() {
    let sandbox = Sandbox::new("named");
    sandbox.write("two.bin", [walk(), walk()].concat());
    sandbox.folder("out");
    let length = walk().len();
    let (code, _, error) = sandbox.run(&format!("convert two.bin@0 two.bin@{length} --to bvh --out-dir out"));
    assert_eq!(code, 0, "{error}");
    assert_eq!(sandbox.files("out"), ["two-00000000.bvh".to_owned(), format!("two-{length:08x}.bvh")]);
    let length = walk().len();
    let info = sandbox.json(&format!("info two.bin@0 two.bin@{length} --json"));
    for file in info["files"].as_array().unwrap() {
        assert_eq!(file["bytes"], json!(length), "the format states where its file ends");
    }
}

#[test]
fn a_file_that_is_there_comes_first() {
    let sandbox = Sandbox::new("first");
    sandbox.write("disc.bin", [&[0; 5], &walk()[..]].concat());
    assert_eq!(sandbox.json("info disc.bin@5 --json")["files"][0]["bytes"], json!(walk().len()));
    sandbox.write("disc.bin@5", sandbox.read("jump.tod"));
    assert_eq!(
        sandbox.json("info disc.bin@5 --json")["files"][0]["bytes"],
        json!(sandbox.read("jump.tod").len())
    );
    sandbox.folder("takes.zip");
    sandbox.write("takes.zip/walk.tod", walk());
    assert_eq!(sandbox.run("info takes.zip/walk.tod").0, 0, "a folder may be called anything");
}

#[test]
fn what_is_not_inside_is_told() {
    let sandbox = takes("errors");
    sandbox.write("disc.bin", disc());
    sandbox.write("broken.zip", &sandbox.read("takes.zip")[..200]);
    let mut damaged = sandbox.read("takes.zip");
    damaged[60] ^= 0xFF;
    sandbox.write("damaged.zip", damaged);
    let cut = gzip(&walk());
    sandbox.write("cut.tod.gz", &cut[..cut.len() - 9]);
    sandbox.write("takes.zip.gz", gzip(&sandbox.read("takes.zip")));
    sandbox.write("joined.tod.gz", [&cut[..], b"more"].concat());
    sandbox.write("empty.tod.gz", gzip(b""));
    sandbox.write(
        "outside.zip",
        zip(&[("../../evil.tod", &walk()), ("/evil.tod", &walk()), ("good.tod", &walk())]),
    );
    let size = disc().len();
    for (arguments, code, expected) in [
        (
            "info takes.zip/walk/wlak.tod",
            3,
            "takes.zip/walk/wlak.tod: there is no such member in the archive; did you mean `walk/walk.tod`?\n",
        ),
        (
            "info takes.zip/walk.gltf",
            3,
            "there is no such member in the archive; did you mean `separate/walk.gltf`?\n",
        ),
        (
            "info takes.zip/walk",
            3,
            "takes.zip/walk: is a folder in the archive: name a file in it, or take the whole archive: takes.zip -r\n",
        ),
        ("info walk.tod/walk.tod", 3, "walk.tod/walk.tod: walk.tod is neither a folder nor a zip archive\n"),
        (
            "info broken.zip/walk/walk.tod",
            4,
            "broken.zip/walk/walk.tod: broken.zip: the archive is not readable: ",
        ),
        ("info damaged.zip/walk/walk.tod", 4, "damaged.zip/walk/walk.tod: the member is damaged: "),
        ("info cut.tod.gz", 4, "cut.tod.gz: not readable as gzip: "),
        ("convert empty.tod.gz -o a.glb", 4, "empty.tod.gz: the file is empty: not readable as tod: "),
        ("info takes.zip.gz", 4, "takes.zip.gz: is a compressed zip archive: decompress it first\n"),
        ("info joined.tod.gz", 4, "joined.tod.gz: not readable as gzip: 4 bytes from byte "),
        (
            "info disc.bin@999999",
            3,
            &format!("disc.bin@999999: the offset is past the end: disc.bin has {size} bytes\n"),
        ),
        (
            "info disc.bin@2360",
            3,
            "disc.bin@2360: the offset is outside of the user data of its sector of 2,352 bytes\n",
        ),
        ("info disc.bin@0x20", 4, "disc.bin@0x20: no format recognizes the content"),
        ("info gone.bin@0x20", 3, "gone.bin@0x20: no such file"),
        ("info disc.bin@twelve", 3, "disc.bin@twelve: no such file"),
        (
            "convert --quiet walk.tod -o takes.zip/walk.glb",
            3,
            "takes.zip/walk.glb: a part of the path is a file, and nothing is written into archives\n",
        ),
        (
            "convert walk.tod --to glb --out-dir takes.zip",
            3,
            "takes.zip is not a folder, and nothing is written into archives\n",
        ),
        ("sample walk.tod -o takes.zip/a.csv", 3, "nothing is written into archives"),
    ] {
        let (found, out, error) = sandbox.run(arguments);
        assert_eq!((found, out.as_str()), (code, ""), "{arguments}: {error}");
        assert!(error.starts_with("error: ") && error.contains(expected), "{arguments}: {error}");
    }
    // Names in the form that some programs write.
    let odd = zip(&[("./walk/walk.tod", &walk()), ("jump\\jump.tod", &sandbox.read("jump.tod"))]);
    sandbox.write("odd.zip", odd);
    assert_eq!(
        sandbox.run("info odd.zip -r --csv --fields path").1,
        "path\nodd.zip/jump/jump.tod\nodd.zip/walk/walk.tod\n"
    );
    // A name that leads out of the archive is refused.
    sandbox.folder("deep/out");
    let (code, _, error) = sandbox.run("convert outside.zip -r --to bvh --out-dir deep/out");
    assert_eq!(code, 5);
    assert!(
        error.contains("outside.zip: the name `../../evil.tod` is a path outside the archive"),
        "{error}"
    );
    assert!(
        error.contains("outside.zip: the name `/evil.tod`") && error.contains("3 files: 1 converted"),
        "{error}"
    );
    assert_eq!(sandbox.files("deep"), ["out/good.bvh"]);
    assert!(!sandbox.has("evil.bvh"));
}

#[test]
fn what_grows_beyond_all_bounds_is_refused() {
    let sandbox = Sandbox::new("bomb");
    let zeros = vec![0; 1 << 20];
    sandbox.write("bomb.zip", zip(&[("walk.tod", &zeros)]));
    sandbox.write("bomb.tod.gz", gzip(&zeros));
    assert!(sandbox.read("bomb.zip").len() < 5000 && sandbox.read("bomb.tod.gz").len() < 5000);
    for path in ["bomb.zip/walk.tod", "bomb.tod.gz"] {
        for (limit, is_endless) in [("1048575", true), ("1048576", false)] {
            let run = sandbox.anim(&format!("check {path}")).env("ANIM_MAX_INPUT", limit).assert();
            let (code, _, error) = finished(&run);
            assert_eq!(error.contains("ANIM_MAX_INPUT=BYTES allows more"), is_endless, "{path}: {error}");
            assert_eq!(code == 3, is_endless, "{path}: {error}");
        }
    }
}

#[test]
fn no_output_replaces_what_inputs_are_in() {
    let sandbox = takes("containers");
    sandbox.write("disc.bin", [vec![0; 16], walk()].concat());
    for (name, command) in [
        ("takes.zip", "convert takes.zip/walk/walk.tod -o takes.zip --to glb --force"),
        (
            "takes.zip",
            "convert walk.tod takes.zip/walk/walk.tod --to glb --out-dir . --name takes.zip --force",
        ),
        ("disc.bin", "convert disc.bin@16 -o disc.bin --to tod --force"),
    ] {
        let before = sandbox.read(name);
        let (code, _, error) = sandbox.run(command);
        assert_eq!(code, 3, "{command}: {error}");
        assert!(error.contains(&format!("{name} is a file with inputs inside")), "{command}: {error}");
        assert_eq!(sandbox.read(name), before, "{command}");
    }
}
