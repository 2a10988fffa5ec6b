//! The examples work.

use std::path::Path;

use anim_stf::Stf;

#[path = "../../examples/shift_key.rs"]
#[expect(dead_code, reason = "the example's own `main` is not called")]
mod shift_key;

#[test]
fn a_key_is_shifted_and_nothing_else_changes() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/stf/valid/slide.stf");
    // The published crate has no fixtures.
    let Ok(before) = Stf::open(&fixture) else { return };
    let shifted = std::env::temp_dir().join(format!("anim-stf-shift-key-{}.stf", std::process::id()));
    shift_key::shift_key(fixture.to_str().unwrap(), shifted.to_str().unwrap()).unwrap();
    let after = Stf::open(&shifted);
    std::fs::remove_file(&shifted).unwrap();
    let expected = before.json().replace(
        r#""frown", "value"], "timepoints": [1, 13]"#,
        r#""frown", "value"], "timepoints": [1, 10.0]"#,
    );
    assert_ne!(expected, before.json());
    assert_eq!(after.unwrap().json(), expected);
}
