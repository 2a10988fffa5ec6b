//! Several inputs, and trees of them.

use serde_json::json;

use crate::support::{STATES, Sandbox, cut, finished, walk};

#[test]
fn a_batch_that_partly_failed_is_5_and_the_good_ones_are_done() {
    let sandbox = Sandbox::new("partly");
    sandbox.write("cut.tod", cut());
    sandbox.folder("out");
    for jobs in [1, 4] {
        let arguments =
            format!("convert walk.tod cut.tod gone.tod jump.tod --to glb --out-dir out --force -j {jobs}");
        let (code, _, error) = sandbox.run(&arguments);
        assert_eq!(code, 5, "{error}");
        assert_eq!(sandbox.files("out"), ["jump.glb", "walk.glb"]);
        let places: Vec<_> =
            ["walk.tod ->", "cut.tod: ", "gone.tod: ", "jump.tod ->"].map(|text| error.find(text)).into();
        assert!(places.is_sorted() && places[0].is_some(), "{error}");
    }
    let info = sandbox.json("info walk.tod gone.tod jump.tod --json");
    assert_eq!(info["files"][1]["error"], json!("gone.tod: no such file"));
    assert_eq!(info["files"][2]["format"], json!("tod"));
    for (arguments, code) in [
        ("info walk.tod gone.tod", 5),
        ("info gone.tod gone.tod", 3),
        ("info gone.tod cut.tod", 5),
        ("check walk.tod gone.tod", 5),
        ("check cut.tod gone.tod", 5),
        ("check gone.tod", 3),
    ] {
        assert_eq!(sandbox.run(arguments).0, code, "{arguments}");
    }
}

#[test]
fn what_is_not_written_loses_nothing() {
    let sandbox = Sandbox::new("unwritten");
    sandbox.folder("out");
    let command = "convert walk.tod jump.tod --to bvh --out-dir out";
    let summary = |arguments: &str| {
        let (_, _, error) = sandbox.run(arguments);
        error.lines().last().unwrap_or_default().to_owned()
    };
    let refused = summary(&format!("{command} --strict"));
    assert!(
        refused.contains("0 converted") && refused.contains(" 0 kept, 0 approximated, 0 dropped"),
        "{refused}"
    );
    let written = summary(command);
    assert!(written.contains("2 converted") && !written.contains(" 0 approximated"), "{written}");
}

#[test]
fn a_batch_has_totals_whatever_its_number_of_files() {
    let sandbox = Sandbox::new("totals");
    sandbox.folder("in");
    sandbox.folder("out");
    for count in 0..3 {
        let report = sandbox.json("convert in -r --to glb --out-dir out --force --json");
        assert_eq!(
            (&report["summary"]["converted"], &report["summary"]["failed"]),
            (&json!(count), &json!(0))
        );
        assert_eq!(report["files"].as_array().unwrap().len(), count);
        sandbox.write(&format!("in/{count}.tod"), walk());
    }
    assert_eq!(sandbox.json("convert walk.tod -o a.glb --json").get("summary"), None);
}

#[test]
fn an_option_for_no_input_is_told() {
    let sandbox = Sandbox::new("unused");
    sandbox.folder("out");
    let told = "option `order` changed nothing: it is an option of stt, and no input has that format";
    let convert = "convert walk.tod jump.tod --to glb --out-dir out --force --quiet";
    for (arguments, is_told) in [
        ("info walk.tod jump.tod -O order=zyx", true),
        ("check walk.tod jump.tod -O order=zyx", true),
        ("pose . -r -O order=zyx", true),
        ("diff walk.tod jump.tod -O order=zyx", true),
        ("info walk.tod jump.tod -O mode=ideal", false),
        (&convert.replace(" --quiet", " -O order=zyx"), true),
        // The target has this option.
        (&convert.replace(" --quiet", " -O mesh=none"), false),
    ] {
        let (code, _, error) = sandbox.run(arguments);
        assert_eq!(error.contains(told), is_told, "{arguments}: {error}");
        assert_eq!(code, i32::from(arguments.starts_with("diff")), "{arguments}");
    }
    sandbox.write("gate.stt", STATES);
    let (_, _, error) = sandbox.run("info walk.tod gate.stt -O order=zyx");
    assert!(!error.contains("changed nothing"), "{error}");
    let (code, _, error) = sandbox.run(&format!("{convert} -O odrer=zyx"));
    assert!(code == 2 && error.contains("did you mean `order`?"), "{error}");
}

#[test]
fn a_tree_keeps_its_folders_and_skips_what_is_not_an_animation() {
    let sandbox = Sandbox::new("tree");
    sandbox.folder("in/deep/er");
    sandbox.folder("out");
    for name in ["in/a.tod", "in/deep/B.TOD", "in/deep/er/c.d.tod"] {
        sandbox.write(name, walk());
    }
    sandbox.write("in/deep/notes.txt", "not an animation");
    sandbox.write("in/Makefile", "");
    let (code, _, error) = sandbox.run("convert in -r --to glb --out-dir out");
    assert_eq!(code, 0, "{error}");
    assert_eq!(sandbox.files("out"), ["a.glb", "deep/B.glb", "deep/er/c.d.glb"]);
    let (code, _, error) = sandbox.run("convert in --to glb --out-dir out");
    assert_eq!(code, 3);
    assert!(error.contains("in: is a folder"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_tree_yields_files_and_not_what_only_has_their_names() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new("odd-tree");
    sandbox.folder("in/folder.tod");
    sandbox.folder("out");
    sandbox.write("in/a.tod", walk());
    symlink("a.tod", sandbox.path("in/link.tod")).unwrap();
    symlink("..", sandbox.path("in/round.tod")).unwrap();
    // The device never ends, and a pipe without a writer never begins.
    symlink("/dev/zero", sandbox.path("in/device.tod")).unwrap();
    let (code, _, error) = sandbox.run("convert in -r --to glb --out-dir out");
    assert_eq!(code, 0, "{error}");
    assert_eq!(sandbox.files("out"), ["a.glb", "link.glb"]);
    symlink("gone.tod", sandbox.path("in/nowhere.tod")).unwrap();
    let (code, _, error) = sandbox.run("convert in -r --to glb --out-dir out --force");
    assert_eq!(code, 5, "{error}");
    assert!(error.contains("in/nowhere.tod: no such file"), "{error}");
}

#[test]
fn results_within_the_tree_are_not_inputs_the_next_time() {
    let sandbox = Sandbox::new("again");
    sandbox.folder("out");
    for _ in 0..2 {
        let (code, _, error) = sandbox.run("convert . -r --to glb --out-dir ./out --force");
        assert_eq!(code, 0, "{error}");
        assert_eq!(sandbox.files("out"), ["jump.glb", "walk.glb"]);
    }
}

#[test]
fn a_name_that_clips_leave_is_free_for_another_input() {
    let sandbox = Sandbox::new("left");
    let Some(states) = crate::lossless::fixture("stt/valid/gate.stt") else { return };
    sandbox.folder("in");
    sandbox.write("in/a.stt", std::fs::read(states).unwrap());
    sandbox.write("in/a.tod", walk());
    sandbox.run("convert walk.tod -o in/a.bvh");
    for jobs in [1, 3] {
        sandbox.folder("out");
        // Of the other two, each with one clip, the first gets the name.
        let convert = format!("convert in -r --to bvh --out-dir out --resume list.jsonl -j {jobs}");
        for counts in
            ["3 files: 2 converted, 0 skipped, 1 failed", "3 files: 0 converted, 2 skipped, 1 failed"]
        {
            let (code, _, told) = sandbox.run(&convert);
            assert_eq!(code, 5, "{told}");
            assert!(told.contains("in/a.tod: out/a.bvh is written from another input, in/a.bvh"), "{told}");
            assert!(told.lines().last().is_some_and(|line| line.starts_with(counts)), "{told}");
        }
        let files = sandbox.files("out");
        assert!(files.len() > 2 && files.contains(&"a.bvh".to_owned()), "{files:?}");
        std::fs::remove_dir_all(sandbox.path("out")).unwrap();
        std::fs::remove_file(sandbox.path("list.jsonl")).unwrap();
    }
}

#[test]
fn an_input_that_fails_leaves_its_name_to_the_next() {
    let sandbox = Sandbox::new("failed-first");
    for name in ["a", "b", "c"] {
        sandbox.folder(name);
        sandbox.write(&format!("{name}/walk.tod"), walk());
    }
    sandbox.write("a/walk.tod", &walk()[..20]);
    sandbox.write("a/gate.bvh", "HIERARCHY");
    sandbox.write("a/gate.stt", STATES);
    for (target, made) in [
        ("glb", &["gate.glb", "walk.glb"][..]),
        ("gltf --to-option container=separate", &["gate.bin", "gate.gltf", "walk.bin", "walk.gltf"]),
        ("bvh", &["walk.bvh"]),
    ] {
        for options in ["-j 1", "-j 2", "-j 8", "--dry-run"] {
            sandbox.folder("out");
            let (code, _, error) = sandbox.run(&format!(
                "convert a b/walk.tod c/walk.tod -r --to {target} --out-dir out {options} --force"
            ));
            assert_eq!(code, 5, "{target} {options}: {error}");
            let extension = target.split(' ').next().unwrap_or_default();
            // The first input that can be converted gets the name.
            let told = format!(
                "error: c/walk.tod: out/walk.{extension} is written from another input, b/walk.tod\n"
            );
            assert!(error.contains(&told), "{target} {options}: {error}");
            assert_eq!(error.matches("written from another").count(), 1, "{target} {options}: {error}");
            let mut files = sandbox.files("out");
            // In this format each clip of the gate has a file.
            files.retain(|name| target != "bvh" || !name.starts_with("gate"));
            let made = if options == "--dry-run" { &[][..] } else { made };
            assert_eq!(files, made, "{target} {options}");
            // Inputs keep their order.
            let places: Vec<_> = ["a/gate.bvh: ", "a/walk.tod: ", "b/walk.tod ->", "c/walk.tod: "].into();
            let places: Vec<_> = places.iter().map(|text| error.find(text)).collect();
            assert!(places.is_sorted() && places[0].is_some(), "{error}");
            std::fs::remove_dir_all(sandbox.path("out")).unwrap();
        }
    }
    // Both count as done once the output exists.
    sandbox.folder("twice");
    for expected in [5, 0] {
        let line = "convert a/walk.tod b/walk.tod --to glb --out-dir twice --skip-existing";
        let (code, _, error) = sandbox.run(line);
        assert_eq!(code, expected, "{error}");
    }
    // A file that loses something is not written under --strict.
    sandbox.folder("out");
    sandbox.write("a/walk.stt", STATES);
    let (code, _, error) = sandbox.run("convert a/walk.stt b/walk.tod --to glb --out-dir out --strict");
    assert_eq!((code, error.matches("written from another").count()), (5, 0), "{error}");
    assert_eq!(sandbox.files("out"), ["walk.glb"]);
}

#[test]
fn no_two_inputs_become_one_output() {
    let sandbox = Sandbox::new("collide");
    for name in ["a", "b", "out"] {
        sandbox.folder(name);
    }
    sandbox.write("a/same.tod", walk());
    sandbox.write("b/same.tod", sandbox.read("jump.tod"));
    for jobs in [1, 2] {
        let arguments = format!("convert a/same.tod b/same.tod --to glb --out-dir out --force -j {jobs}");
        let (code, _, error) = sandbox.run(&arguments);
        assert_eq!(code, 5, "{error}");
        assert!(
            error.contains("b/same.tod: out/same.glb is written from another input, a/same.tod"),
            "{error}"
        );
    }
    sandbox.anim("convert a/same.tod -o expected.glb").assert().success();
    assert_eq!(sandbox.read("out/same.glb"), sandbox.read("expected.glb"));
    // The same file twice is two inputs as well.
    assert_eq!(sandbox.run("convert walk.tod ./walk.tod --to glb --out-dir out --force").0, 5);
}

#[test]
fn no_input_is_replaced_by_the_result_of_another() {
    let sandbox = Sandbox::new("devour");
    sandbox.anim("convert jump.tod -o walk.glb").assert().success();
    let before = sandbox.read("walk.glb");
    for inputs in ["walk.tod walk.glb", "walk.glb walk.tod"] {
        let (code, _, error) = sandbox.run(&format!("convert {inputs} --to gltf --out-dir . --dry-run"));
        assert_eq!(code, 5, "{error}");
        let (code, _, error) = sandbox.run(&format!("convert {inputs} --to glb --out-dir . --force"));
        assert_eq!(code, 5, "{error}");
        assert!(error.contains("walk.tod: ./walk.glb is another input"), "{error}");
        let clips = sandbox.json("info walk.glb --json")["files"][0]["clips"].clone();
        assert_eq!(clips[0]["nodes"], json!(0), "it is still the jump");
        sandbox.write("walk.glb", &before);
    }
}

#[test]
fn an_input_does_not_see_what_the_run_makes() {
    let sandbox = Sandbox::new("made");
    sandbox.anim("convert walk.tod -o walk-new.gltf --to-option container=separate").assert().success();
    std::fs::rename(sandbox.path("walk-new.gltf"), sandbox.path("zz.gltf")).unwrap();
    let name = "--to gltf --to-option container=separate --out-dir . --name {stem}-new.{ext}";
    for order in ["walk.tod zz.gltf", "zz.gltf walk.tod"] {
        for jobs in [1, 2] {
            std::fs::remove_file(sandbox.path("walk-new.bin")).unwrap();
            let (code, _, error) = sandbox.run(&format!("convert {order} {name} -j {jobs}"));
            assert_eq!(code, 5, "{order}: {error}");
            let told = "zz.gltf: not readable as gltf: the file `walk-new.bin` of the buffer is missing";
            assert!(error.contains(told), "{order}: {error}");
            std::fs::remove_file(sandbox.path("walk-new.gltf")).unwrap();
        }
    }
}

#[test]
fn what_an_input_needs_is_not_replaced_by_the_result_of_another() {
    let sandbox = Sandbox::new("needed");
    sandbox.anim("convert walk.tod -o walk.gltf --to-option container=separate").assert().success();
    std::fs::rename(sandbox.path("walk.gltf"), sandbox.path("zz.gltf")).unwrap();
    sandbox.anim("convert zz.gltf -o expected.glb --reverse").assert().success();
    let (file, buffer) = (sandbox.read("zz.gltf"), sandbox.read("walk.bin"));
    let convert = "convert walk.tod zz.gltf --to gltf --to-option container=separate --out-dir . --reverse";
    for options in ["--force", "--force -j 2", "--force -j 8", "--force --dry-run"] {
        let (code, _, error) = sandbox.run(&format!("{convert} {options}"));
        assert_eq!(code, 5, "{options}: {error}");
        let told = "error: walk.tod: ./walk.bin is needed by another input, zz.gltf: no output replaces it\n";
        assert!(error.contains(told), "{options}: {error}");
        assert!(sandbox.read("walk.bin") == buffer && !sandbox.has("walk.gltf"), "{options}");
        if !options.ends_with("--dry-run") {
            let (code, difference, _) = sandbox.run("diff zz.gltf expected.glb --by pose --tolerance 1e-9");
            assert_eq!(code, 0, "{options}: {difference}");
        }
        sandbox.write("zz.gltf", &file);
    }
    // An input's own buffer is replaced with it.
    let own = "convert zz.gltf jump.tod --to gltf --to-option container=separate -O buffer=walk.bin --out-dir . --force --reverse";
    let (code, _, error) = sandbox.run(own);
    assert_eq!(code, 0, "{error}");
    assert!(sandbox.read("walk.bin") != buffer);
}

#[test]
fn a_batch_does_not_replace_the_file_that_an_option_names() {
    let sandbox = Sandbox::new("named");
    sandbox.anim("convert walk.tod -o b.glb --quiet").assert().success();
    std::fs::copy(sandbox.path("walk.tod"), sandbox.path("b.tod")).unwrap();
    let before = sandbox.read("b.glb");
    let (code, _, error) =
        sandbox.run("convert walk.tod b.tod --to glb --out-dir . --force --to-option into=b.glb");
    assert_eq!(code, 5, "{error}");
    assert!(error.contains("b.glb is the file of an option"), "{error}");
    assert_eq!(sandbox.read("b.glb"), before);
    // One file may be extended in place: it is read before it is written.
    let (code, _, error) = sandbox.run("convert walk.tod -o b.glb --force --to-option into=b.glb");
    assert_eq!(code, 0, "{error}");
}

#[test]
fn an_option_of_a_file_that_cannot_be_read_is_not_said_to_change_nothing() {
    let sandbox = Sandbox::new("unread-option");
    sandbox.write("cut.tod", &sandbox.read("walk.tod")[..100]);
    sandbox.anim("convert walk.tod -o walk.glb --quiet").assert().success();
    let (_, _, error) = sandbox.run("convert cut.tod walk.glb --to gltf --out-dir . -O mode=ideal");
    assert!(!error.contains("changed nothing"), "{error}");
}

#[test]
fn separate_buffers_are_named_for_their_outputs() {
    let sandbox = Sandbox::new("buffers");
    sandbox.write("grüner walk.tod", walk());
    sandbox.write("a#b.tod", walk());
    sandbox.folder("out");
    let convert = "convert -r . --to gltf --out-dir out --to-option container=separate";
    let (code, _, error) = sandbox.run(convert);
    assert_eq!(code, 0, "{error}");
    let mut names = Vec::new();
    for stem in ["a#b", "grüner walk", "walk"] {
        names.extend([format!("{stem}.bin"), format!("{stem}.gltf")]);
        let (code, _, error) = finished(&sandbox.anim("info").arg(format!("out/{stem}.gltf")).assert());
        assert_eq!(code, 0, "the buffer is found again: {error}");
    }
    // A clip without a key has no buffer.
    names.push("jump.gltf".to_owned());
    names.sort();
    assert_eq!(sandbox.files("out"), names);
    // A given name applies to every output, so only the first one can have it.
    for option in ["--to-option buffer=b.bin", "-O buffer=b.bin"] {
        let (code, _, error) = sandbox.run(&format!("{convert} --force {option}"));
        assert_eq!(code, 5, "{error}");
        assert!(error.contains("out/b.bin is written from another input"), "{error}");
    }
    let (code, _, error) =
        sandbox.run("convert walk.tod -o out/sub.gltf --to-option container=separate -O buffer=x/y.bin");
    assert_eq!(code, 0, "{error}");
    assert!(sandbox.has("out/x/y.bin"));
    let (code, _, error) =
        sandbox.run("convert walk.tod -o out/up.gltf --to-option container=separate -O buffer=../y.bin");
    assert_eq!((code, sandbox.has("y.bin"), sandbox.has("out/up.gltf")), (1, false, false), "{error}");
    assert!(error.contains("[gltf::uri]"), "{error}");
}

#[test]
fn a_dry_run_says_everything_and_writes_nothing() {
    let sandbox = Sandbox::new("dry");
    sandbox.folder("in/deep");
    sandbox.folder("out");
    sandbox.write("in/deep/a.tod", walk());
    let (code, _, error) = sandbox.run("convert in -r --to glb --out-dir out --dry-run");
    assert_eq!(code, 0, "{error}");
    assert!(error.contains("a.glb (not written): 1 clip"), "{error}");
    assert!(sandbox.files("out").is_empty());
    assert!(!sandbox.has("out/deep"));
    sandbox.write("walk.glb", "precious");
    assert_eq!(sandbox.run("convert walk.tod -o walk.glb --dry-run").0, 3);
    assert_eq!(sandbox.run("convert walk.tod -o walk.glb --dry-run --force").0, 0);
    assert_eq!(sandbox.read("walk.glb"), b"precious");
}

#[test]
fn options_go_to_the_inputs_that_have_them() {
    let sandbox = Sandbox::new("options");
    sandbox.anim("convert walk.tod -o walk.glb").assert().success();
    assert_eq!(sandbox.run("info walk.glb -O mode=ideal").0, 2, "alone it must fit");
    assert_eq!(sandbox.run("info walk.tod walk.glb -O mode=ideal").0, 0);
    assert_eq!(sandbox.run("info walk.tod walk.glb -O mood=ideal").0, 2);
}

#[test]
fn each_file_of_several_loses_what_its_own_clips_lose() {
    let sandbox = Sandbox::new("own-losses");
    // The clip of a sequence has one cycle, without the transitions outside; the other states lose nothing.
    sandbox.write(
        "ride.stt",
        "#MINDRENDER 1.1 2 {rest} SINGLE 1 {n} STATIC 0 0 0 0 2 0 0 0 90 \
         {ride} KEYFRAME 2 1 {rest} 1 3 3 0 0 {rest} 1 1 1 1 1 {rest}",
    );
    let each = "convert ride.stt --to stf --out-dir . --name {clip}.{ext} --force";
    let report = sandbox.json(&format!("{each} --json"));
    let outputs = report["files"][0]["outputs"].as_array().unwrap();
    let dropped: Vec<_> =
        outputs.iter().map(|output| output["summary"]["dropped"].as_u64().unwrap()).collect();
    assert!(dropped[0] == 0 && dropped[1] > 0, "{dropped:?}");
    std::fs::remove_file(sandbox.path("rest.stf")).unwrap();
    std::fs::remove_file(sandbox.path("ride.stf")).unwrap();
    let (code, _, error) = sandbox.run(&format!("{each} --strict"));
    assert_eq!((code, sandbox.has("rest.stf"), sandbox.has("ride.stf")), (1, true, false), "{error}");
}
