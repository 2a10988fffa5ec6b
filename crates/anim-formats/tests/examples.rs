//! The examples run, and do what they state.

#![allow(clippy::unwrap_used, reason = "tests state what they expect")]

use std::path::Path;
use std::process::Command;

#[test]
fn motion_capture_becomes_a_pedestrian_with_a_report() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let out = std::env::temp_dir().join(format!("anim-mocap-{}.anim", std::process::id()));
    // `cargo test` builds the examples next to this test.
    let test = std::env::current_exe().unwrap();
    let examples = test.ancestors().nth(2).unwrap().join("examples");
    let run = Command::new(examples.join(format!("mocap{}", std::env::consts::EXE_SUFFIX)))
        .arg(fixtures.join("bvh/valid/walk.bvh"))
        .arg(fixtures.join("mm2-ped/valid/pedmodel_walker.skel"))
        .arg(&out)
        .output()
        .unwrap();
    let made = std::fs::read(&out);
    let _ = std::fs::remove_file(&out);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let report = String::from_utf8(run.stdout).unwrap();
    assert!(report.contains("mm2-ped::"), "{report}");
    assert!(anim_mm2_ped::Anim::parse(&made.unwrap()).unwrap().frames() > 1);
}
