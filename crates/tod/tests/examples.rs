//! The examples, run as a user runs them.

#![expect(clippy::unwrap_used, reason = "tests state what they expect")]

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use anim_tod::anim_core::{Affine, Rate};
use anim_tod::{Mode, Object, Stage, Tod};

/// The standard output of an example, which `cargo test` builds next to this test.
fn run(example: &str, argument: &Path) -> String {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(program).arg(argument).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The map of an object to world space, as its packets give it: through all of its parents that exist.
fn world(stage: &Stage, object: &Object) -> Affine {
    let local = object.coordinates.local();
    match object.parent.and_then(|parent| stage.objects.get(&parent)) {
        Some(parent) => world(stage, parent).after(&local),
        None => local,
    }
}

#[test]
#[cfg_attr(target_arch = "s390x", ignore = "an emulated program cannot start another one")]
fn poses_prints_the_places_that_the_packets_give() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/tod/valid");
    // A published crate has no fixtures.
    if !folder.exists() {
        return;
    }
    let printed = run("poses", &folder);
    let mut lines = printed.lines();
    assert_eq!(lines.next(), Some("file,seconds,node,xx,xy,xz,x,yx,yy,yz,y,zx,zy,zz,z"));
    let found: HashMap<(&str, &str, &str), &str> = lines
        .map(|line| {
            let mut cells = line.splitn(4, ',');
            let mut next = || cells.next().unwrap();
            ((next(), next(), next()), next())
        })
        .collect();
    for name in ["walk.tod", "spin.tod"] {
        let path = folder.join(name);
        let tod = Tod::open(&path).unwrap();
        let rate = Rate::sixtieths(tod.resolution);
        let mut stage = Stage::new(Mode::Hardware);
        for frame in &tod.frames {
            frame.packets().for_each(|packet| stage.apply(&packet));
            let seconds = rate.time(f64::from(frame.number - tod.frames[0].number)).to_string();
            for (id, object) in &stage.objects {
                let key = (path.to_str().unwrap(), &*seconds, &*format!("object {id}"));
                let numbers: Vec<f64> = found[&key].split(',').map(|cell| cell.parse().unwrap()).collect();
                assert_eq!(numbers, world(&stage, object).to_rows(), "{key:?}");
            }
        }
        assert!(!stage.objects.is_empty(), "{name}");
    }
}
