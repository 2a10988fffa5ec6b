//! Reports options that have no effect on the result.

use anim_core::{Location, Report};

use crate::{Container, EncodeOptions, Markers, codes};

/// Reports the options for new files, if clips are added to an existing file.
pub(super) fn report_with_file(options: &EncodeOptions, report: &mut Report) {
    push(of_new_files(options), "together with `into`, which keeps everything else in that file", report);
    let is_separate = options.container == Container::Separate;
    push(
        [("container", is_separate)],
        "together with `into`, where a text has its new buffer within",
        report,
    );
}

/// Reports the options for figures of other axes or looks, if a VRM animation is made.
pub(super) fn report_with_avatar(options: &EncodeOptions, report: &mut Report) {
    push(of_new_files(options), "in a VRM animation, whose figure is defined", report);
}

/// Reports a name of the buffer's file, if the buffer is in no file of its own. A name that is not given follows from that of the
/// document.
pub(crate) fn report_buffer(options: &EncodeOptions, is_given: bool, report: &mut Report) {
    let why = match (options.into.is_some(), options.container) {
        (true, _) => "together with `into`, where a text has its new buffer within",
        (false, Container::Separate) => return,
        (false, _) => "without `container=separate`: the buffer is in no file of its own",
    };
    push([("buffer", is_given)], why, report);
}

/// The options for the axes and the look of new files, and whether they are given.
fn of_new_files(options: &EncodeOptions) -> [(&'static str, bool); 5] {
    [
        ("up", options.up.is_some()),
        ("forward", options.forward.is_some()),
        ("unit", options.unit.is_some()),
        // A file name chooses `bones`.
        ("mesh", options.mesh == Markers::Boxes),
        ("pointers", options.pointers),
    ]
}

/// Reports the options for new files, if a document is kept. `is_pointed` is whether pointers show and hide nodes in it.
pub(super) fn report_with_document(options: &EncodeOptions, is_pointed: bool, report: &mut Report) {
    push(
        [("pointers", options.pointers && !is_pointed)],
        "because only the animations of the file change",
        report,
    );
}

/// Reports the options for retargeting clips to another figure, if there is none.
pub(super) fn report_without_file(options: &EncodeOptions, report: &mut Report) {
    let unused = options.about_figure().map(|name| (name, true));
    push(unused, "without `into`: clips stay on their own figure", report);
}

fn push<'a>(options: impl IntoIterator<Item = (&'a str, bool)>, why: &str, report: &mut Report) {
    for (name, _) in options.into_iter().filter(|(_, is_given)| *is_given) {
        let message = format!("the option `{name}` has no effect {why}");
        report.push(codes::UNUSED_OPTION.at(Location::default(), message));
    }
}
