//! Options that have no effect on what is made.

use anim_core::{Location, Report};

use crate::{EncodeOptions, Markers, codes};

/// Reports the options that say how a new file is to be, where clips go into one that exists.
pub(super) fn report_with_file(options: &EncodeOptions, report: &mut Report) {
    let unused = [
        ("up", options.up.is_some()),
        ("forward", options.forward.is_some()),
        ("unit", options.unit.is_some()),
        // A name of a file chooses bones, which says nothing of the file that exists.
        ("mesh", options.mesh == Markers::Boxes),
        ("pointers", options.pointers),
    ];
    push(unused, "together with `into`: that file stays as it is", report);
}

/// Reports the options that say how a new file is to be, where a document is kept in which pointers show and hide nodes or not.
pub(super) fn report_with_document(options: &EncodeOptions, is_pointed: bool, report: &mut Report) {
    push(
        [("pointers", options.pointers && !is_pointed)],
        "where all but the animations stays as it is",
        report,
    );
}

/// Reports the options that say how clips are brought to another figure, where there is none.
pub(super) fn report_without_file(options: &EncodeOptions, report: &mut Report) {
    let default = EncodeOptions::default();
    let unused = [
        ("bones", options.bones.is_some()),
        ("reference", options.reference != default.reference),
        ("travel", options.travel != default.travel),
        ("axes", options.axes != default.axes),
    ];
    push(unused, "without `into`: clips stay on their own figure", report);
}

fn push<const N: usize>(options: [(&str, bool); N], why: &str, report: &mut Report) {
    for (name, _) in options.into_iter().filter(|(_, is_given)| *is_given) {
        let message = format!("the option `{name}` has no effect {why}");
        report.push(codes::UNUSED_OPTION.at(Location::default(), message));
    }
}
