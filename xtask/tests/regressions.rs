//! Inputs that a fuzzer found or a hand made to be nasty, once more.

use std::fs;
use std::path::Path;

use anim_core::laws;

#[test]
fn inputs_that_failed_once_obey_the_laws() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions");
    for entry in anim_formats::Registry::builtin().formats() {
        let folder = dir.join(entry.info().id);
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for file in files {
            let file = file.unwrap().path();
            let broken = laws::file(entry, &fs::read(&file).unwrap(), &Vec::new());
            assert_eq!(broken, Ok(()), "{}", file.display());
        }
    }
}
