//! Document to clips.

mod first_parents;
mod index;
mod lowering;
mod places;
mod track;

use anim_core::{Clip, Rate, Report, checkpoint};

use crate::{ClipOptions, Error, Nibble, Tod, View};
pub(crate) use lowering::Lowered;
use lowering::{Keep, Lowering};
use places::Places;

/// The metadata key of the mode of evaluation, which clips of a TOD have.
pub(crate) const MODE: &str = "tod.mode";

/// The document as one clip, or none if it has no frames: see [`Format::lower`](anim_core::Format::lower) of [`Tod`].
pub(crate) fn of(tod: &Tod, options: ClipOptions, report: &mut Report) -> Vec<Clip> {
    lowered(tod, options, report).map(|lowered| lowered.clip).into_iter().collect()
}

/// [`lower`] with the nodes by kind and id.
pub(crate) fn lowered(tod: &Tod, options: ClipOptions, report: &mut Report) -> Option<Lowered> {
    let mut overview = Overview::new(tod.resolution);
    for frame in &tod.frames {
        overview.add(frame.number, frame.packets().map(|packet| (packet.id, packet.body.kind())));
    }
    let mut lowering = overview.lowering(options, Keep::All)?;
    for frame in &tod.frames {
        checkpoint();
        lowering.record(frame.number, frame.packets());
    }
    Some(lowering.finish(report))
}

/// [`lower`] of a file in place, without a document.
pub(crate) fn in_place(
    view: &View<'_>,
    options: ClipOptions,
    report: &mut Report,
) -> Result<Vec<Clip>, Error> {
    let lowered = lower_view(view, options, Keep::All, report)?;
    Ok(lowered.map(|lowered| lowered.clip).into_iter().collect())
}

/// [`in_place`] without most of the keys, and the number of keys left out.
pub(crate) fn survey(
    view: &View<'_>,
    options: ClipOptions,
    report: &mut Report,
) -> Result<Option<(Clip, usize)>, Error> {
    let lowered = lower_view(view, options, Keep::Ends, report)?;
    Ok(lowered.map(|lowered| (lowered.clip, lowered.left_out)))
}

fn lower_view(
    view: &View<'_>,
    options: ClipOptions,
    keep: Keep,
    report: &mut Report,
) -> Result<Option<Lowered>, Error> {
    let mut overview = Overview::new(view.resolution());
    for frame in view.frames() {
        let frame = frame?;
        overview.add(frame.number(), frame.packets().map(|packet| (packet.id(), packet.kind())));
    }
    let Some(mut lowering) = overview.lowering(options, keep) else { return Ok(None) };
    for frame in view.frames() {
        let frame = frame?;
        checkpoint();
        lowering.record(frame.number(), frame.packets().map(|packet| packet.to_packet()));
    }
    Ok(Some(lowering.finish(report)))
}

/// What must be known of all records before the first one is lowered.
struct Overview {
    rate: Rate,
    /// The number of the first record, and the largest.
    span: Option<[u32; 2]>,
    /// The number of records.
    records: u32,
    objects: Places,
}

impl Overview {
    fn new(resolution: u16) -> Self {
        Self { rate: Rate::sixtieths(resolution), span: None, records: 0, objects: Places::default() }
    }

    /// Adds a record with the ids and the types of its packets.
    fn add(&mut self, number: u32, packets: impl Iterator<Item = (u16, Nibble)>) {
        let [first, last] = self.span.unwrap_or([number; 2]);
        self.span = Some([first, last.max(number)]);
        self.records = self.records.saturating_add(1);
        packets.for_each(|(id, kind)| self.objects.add(id, kind, self.records));
    }

    /// `None` if there are no records.
    fn lowering(self, options: ClipOptions, keep: Keep) -> Option<Lowering> {
        let [first, last] = self.span?;
        let mut clip = Clip::new("animation")
            .with_rate(self.rate)
            .with_duration(self.rate.time(f64::from(last.saturating_sub(first)) + 1.0));
        clip.first_frame = f64::from(first);
        clip.metadata = vec![(MODE.to_owned(), options.mode.name().to_owned())];
        Some(Lowering::new(clip, first, options.mode, self.objects, keep))
    }
}
