//! The severity of losses if sources and targets have different units.

use std::fs;
use std::path::Path;

use anim_core::{Folder, Report};
use anim_formats::{Conversion, Registry};

/// A report that already has the losses of reading gets those of encoding, and the former keep their severities.
#[test]
fn losses_of_reading_are_not_weighed_in_the_unit_of_the_target() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/stf/valid/easing.stf");
    let Ok(bytes) = fs::read(&path) else { return };
    let conversion = Conversion::to(Registry::builtin(), "tod").unwrap();
    let mut report = Report::new();
    let source = conversion.read(&bytes, &Folder::of(&path), &mut report).unwrap();
    let read = report.losses.clone();
    assert!(!read.is_empty());
    conversion.make(vec![source], "easing.tod", &(), &mut report).unwrap();
    assert_eq!(report.losses[..read.len()], read);
    assert!(report.losses.len() > read.len());
}
