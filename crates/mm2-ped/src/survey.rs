//! A survey of the clip of an `.anim`, made in place.

use anim_core::{Beside, Format as _, Outline, Rate, Report, Sink};

use crate::anim::FRAMES_PER_SECOND;
use crate::found::Around;
use crate::view::View;
use crate::{Anim, ClipOptions, Error, Interpolate, Mm2Ped, ReadOptions, check, read};

/// Whether a file is an `.anim` that becomes exactly one clip: with a state table it becomes several.
pub(crate) fn is_quick(bytes: &[u8], options: &ReadOptions, beside: &dyn Beside) -> bool {
    options.states.is_none() && read::is_anim(bytes, beside.name())
}

/// The survey of such a file. Only the first frame is made. Reports what reading, checks and lowering report.
pub(crate) fn of(
    bytes: &[u8],
    options: &ReadOptions,
    clip_options: ClipOptions,
    beside: &dyn Beside,
    [reading, checks]: [&mut dyn Sink; 2],
    report: &mut Report,
) -> Result<Vec<Outline>, Error> {
    let view = View::new(bytes)?;
    let around = Around::new(beside);
    let skeleton = around.skeleton(options.skel.as_ref(), Some(view.bones()), reading);
    check::view(&view, around.stem(), skeleton.as_ref(), None, checks);
    let name = around.stem().map(str::to_owned);
    let first = Mm2Ped { skeleton, name, ..Mm2Ped::from(Anim::first_frame(&view)) };
    let closing = usize::from(clip_options.interpolate == Interpolate::Linear);
    let complete = |outline: Outline| {
        let mut complete = outline;
        complete.keys = complete.channels.saturating_mul(view.frames().saturating_add(closing));
        complete.duration = Rate::per_second(FRAMES_PER_SECOND).time(view.frames() as f64);
        complete
    };
    let clips = first.to_clips(&clip_options, report);
    Ok(clips.iter().map(Outline::from).map(complete).collect())
}
