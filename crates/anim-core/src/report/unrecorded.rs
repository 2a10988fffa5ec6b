//! Axes and a unit that a file does not record, as losses.

use crate::{Clip, Code, Encode, Handedness, Loss, Report, Space};

/// A file has axes or a unit that neither its format nor the file itself states.
pub(crate) static UNRECORDED: Code =
    Code::note("anim::space", "a file does not record what its axes and its lengths mean");

/// The loss of the facts that these reading options state.
pub(crate) fn loss(options: &str) -> Loss {
    let message = format!("the file does not record its axes and its unit: it is read with {options}");
    UNRECORDED.dropped(message)
}

/// Reports the axes and the unit of a new file, stated by its clips or else by its options, that readers do not assume: once for
/// a document whose clips agree.
pub(crate) fn report<F: Encode>(clips: &[Clip], options: &F::EncodeOptions, report: &mut Report) {
    let recorded = F::recorded_space(options);
    let told = F::space(options).within(recorded);
    let is_left = |space: Space| space.handedness == Some(Handedness::Left);
    for clip in clips.iter().filter(|clip| is_left(clip.space) && !is_left(recorded)) {
        let message = "the axes of the clip are left-handed, and those of the file count as right-handed: readers show its mirror image";
        report.lose(UNRECORDED.dropped(message).in_clip(clip));
    }
    let of_clip = |clip: &Clip| clip.space.sound().or(told).beyond(recorded);
    let loss = |space: Space| Some(F::unrecorded(&space.options()?).of_space(space));
    let Some((first, others)) = clips.split_first() else {
        report.losses.extend(loss(told.beyond(recorded)));
        return;
    };
    let shared = of_clip(first);
    if !others.is_empty() && others.iter().all(|clip| of_clip(clip) == shared) {
        report.losses.extend(loss(shared));
        return;
    }
    for clip in clips {
        report.losses.extend(loss(of_clip(clip)).map(|loss| loss.in_clip(clip)));
    }
}
