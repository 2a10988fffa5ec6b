//! Document to clips.

mod lowering;
mod track;

use anim_core::{Clip, Rate, Report};

use crate::{ClipOptions, Tod};
use lowering::Lowering;

/// The entry of a clip's metadata that has the mode of evaluation: clips of a TOD have it.
pub(crate) const MODE: &str = "tod.mode";

/// The document as one clip, or none if it has no frames: see [`Format::lower`](anim_core::Format::lower) of [`Tod`].
pub(crate) fn lower(tod: &Tod, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    let numbers = || tod.frames.iter().map(|frame| frame.number);
    let (Some(first), Some(last)) = (numbers().next(), numbers().max()) else { return Vec::new() };
    let rate = Rate::sixtieths(tod.ticks_per_frame());
    let mut lowering = Lowering::new(options.mode, &tod.frames);
    for frame in &tod.frames {
        lowering.record(frame, rate.time(f64::from(frame.number.saturating_sub(first))));
    }
    lowering.report(report);
    let (nodes, channels, events) = lowering.finish();
    let mut clip = Clip::new("animation")
        .with_rate(rate)
        .with_duration(rate.time(f64::from(last.saturating_sub(first)) + 1.0))
        .with_nodes(nodes)
        .with_channels(channels)
        .with_events(events);
    clip.first_frame = f64::from(first);
    clip.metadata = vec![(MODE.to_owned(), options.mode.name().to_owned())];
    vec![clip]
}
