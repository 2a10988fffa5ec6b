//! Defaults from the environment, and the version of the program.

use crate::support::{Sandbox, finished};

/// The result of the command with an environment variable.
fn with(sandbox: &Sandbox, variable: (&str, &str), arguments: &str) -> (i32, String, String) {
    finished(&sandbox.anim(arguments).env(variable.0, variable.1).assert())
}

#[test]
fn options_of_the_environment_come_before_those_of_the_command() {
    let sandbox = Sandbox::new("options");
    let [ideal, hardware] =
        ["ideal", "hardware"].map(|mode| sandbox.run(&format!("info walk.tod -O mode={mode} --json")));
    assert_ne!(ideal, hardware);
    let variable = ("ANIM_OPTIONS", "mode=ideal  sine=cos");
    assert_eq!(with(&sandbox, variable, "info walk.tod --json"), ideal);
    assert_eq!(with(&sandbox, variable, "info walk.tod --json -O mode=hardware"), hardware);
    assert_eq!(with(&sandbox, ("ANIM_OPTIONS", ""), "info walk.tod --json"), hardware);
    // An option applies to the formats that have it: for a glTF file there is no warning.
    sandbox.write("bare.gltf", r#"{"asset": {"version": "2.0"}}"#);
    assert_eq!(with(&sandbox, variable, "check bare.gltf").0, 0);
    for (text, expected) in [
        ("mdoe=ideal", "error: ANIM_OPTIONS: unknown option `mdoe`"),
        (
            "sien=cos",
            "error: ANIM_OPTIONS: unknown option `sien`: expected one of added-keys, angles, baked, ",
        ),
        ("mode", "error: ANIM_OPTIONS: expected KEY=VALUE"),
        ("mode=odd", "error: ANIM_OPTIONS: option `mode` cannot be `odd`"),
    ] {
        for verb in ["info walk.tod", "convert walk.tod -o a.glb", "convert walk.tod -o a.tod"] {
            let (code, _, error) = with(&sandbox, ("ANIM_OPTIONS", text), verb);
            assert_eq!(code, 2, "{verb}");
            assert!(error.starts_with(expected), "{verb}: {error}");
        }
    }
}

#[test]
fn a_conversion_reads_with_them_too() {
    let sandbox = Sandbox::new("converted");
    let variable = ("ANIM_OPTIONS", "mode=ideal sine=cos");
    sandbox.anim("convert walk.tod -o given.bvh -O mode=ideal --quiet").assert().success();
    assert_eq!(with(&sandbox, variable, "convert walk.tod -o default.bvh --quiet").0, 0);
    sandbox.anim("convert walk.tod -o plain.glb --quiet").assert().success();
    sandbox.anim("convert walk.tod -o given.glb -O mode=ideal --quiet").assert().success();
    assert_eq!(with(&sandbox, variable, "convert walk.tod -o default.glb --quiet").0, 0);
    assert_eq!(sandbox.read("default.bvh"), sandbox.read("given.bvh"));
    assert_eq!(sandbox.read("default.glb"), sandbox.read("given.glb"));
    assert_ne!(sandbox.read("default.glb"), sandbox.read("plain.glb"));
    assert_eq!(with(&sandbox, variable, "convert walk.tod -o plain2.glb --quiet -O mode=hardware").0, 0);
    assert_eq!(sandbox.read("plain2.glb"), sandbox.read("plain.glb"));
}

#[test]
fn other_variables_are_defaults_of_one_option() {
    let sandbox = Sandbox::new("variables");
    for (variable, option) in [
        ("ANIM_JOBS", "jobs"),
        ("ANIM_TOLERANCE", "tolerance"),
        ("ANIM_TOLERANCE_ANGLE", "tolerance-angle"),
        ("ANIM_TOLERANCE_TIME", "tolerance-time"),
    ] {
        let (code, _, error) = with(&sandbox, (variable, "none"), "convert walk.tod -o a.glb");
        assert_eq!(code, 2);
        assert!(error.starts_with(&format!("error: invalid value 'none' for '{variable}': ")), "{error}");
        let wrong = format!("convert walk.tod -o a.glb --dry-run --{option} none");
        for value in ["none", "2", ""] {
            let (code, _, error) = with(&sandbox, (variable, value), &wrong);
            assert_eq!(code, 2);
            assert!(error.starts_with(&format!("error: invalid value 'none' for '--{option} <")), "{error}");
        }
        assert_eq!(with(&sandbox, (variable, ""), "convert walk.tod -o a.glb --dry-run").0, 0);
        let given = format!("convert walk.tod -o a.glb --dry-run --{option} 1");
        assert_eq!(with(&sandbox, (variable, "none"), &given).0, 0, "what is given comes first");
        assert_eq!(with(&sandbox, (variable, "2"), "convert walk.tod -o a.glb --dry-run").0, 0);
        let help = sandbox.run("convert --help").1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(&format!("[env: {variable}]")), "{help}");
        assert!(sandbox.run("man convert").1.contains(variable));
        assert!(sandbox.run("man").1.contains(variable));
        assert!(sandbox.run("--help").1.contains(&format!("  {variable} ")));
    }
    let manual = sandbox.run("man").1;
    assert!(manual.contains("ANIM_OPTIONS") && manual.contains("ANIM_MAX_INPUT"), "{manual}");
}

#[test]
fn the_long_version_tells_formats_and_features() {
    let sandbox = Sandbox::new("version");
    let first = format!("anim {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(sandbox.run("-V"), (0, first.clone(), String::new()));
    let (code, text, error) = sandbox.run("--version");
    assert_eq!((code, error.as_str()), (0, ""));
    let rest = text.strip_prefix(&first).unwrap();
    let formats = sandbox.json("formats --json");
    let mut lines = rest.lines().skip(2);
    for format in formats["formats"].as_array().unwrap() {
        let does = ["reads", "writes", "encodes"].into_iter().filter(|does| format[does] == true);
        let does = does.collect::<Vec<_>>().join(", ");
        let line = lines.next().unwrap();
        assert_eq!(
            line.split_once("  ").map(|_| line.split_whitespace().next()),
            Some(format["id"].as_str())
        );
        assert!(line.ends_with(&format!("  {does}")), "{line}");
    }
    let features = if cfg!(feature = "parquet") { "parquet" } else { "none" };
    assert_eq!(lines.collect::<Vec<_>>(), ["", &format!("Features: {features}")]);
}
