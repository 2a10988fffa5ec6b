//! Clips that play faster or slower.

use super::EditError;
use super::draft::ascend;
use crate::{
    Change, Channel, Clip, ClipError, Curve, Event, EventKind, Handles, Positive, Rate, Report, Times,
};

/// The clip played `factor` times as fast: all times, including those of handles and events, are divided by the factor.
///
/// Keys stay on frames: the frame rate is multiplied by `factor`. Use [`resample`](super::resample()) for another rate.
///
/// Errors: [`EditError::Clip`] if times become too small or too large to stay distinct.
pub fn speed(clip: &Clip, factor: Positive, report: &mut Report) -> Result<Clip, EditError> {
    report.change(Change::new("speed", format!("{factor} times as fast")).in_clip(clip));
    let factor = factor.get();
    let faster = || -> Result<Clip, ClipError> {
        let channel = |channel: &Channel| channel.with_curve(curve(channel.curve(), factor)?);
        let rate = clip.rate.map(|rate| faster(rate, factor)).transpose()?;
        Ok(Clip {
            name: clip.name.clone(),
            duration: clip.duration / factor,
            rate,
            nodes: clip.nodes.clone(),
            channels: clip.channels.iter().map(channel).collect::<Result<_, _>>()?,
            events: clip.events.iter().map(|event| sooner(event, factor)).collect(),
            metadata: clip.metadata.clone(),
            ..*clip
        })
    };
    let clip =
        faster().and_then(|faster| faster.validate().map(|()| faster)).map_err(EditError::of(&clip.name))?;
    Ok(clip)
}

fn faster(rate: Rate, factor: f64) -> Result<Rate, ClipError> {
    let [frames, seconds] = rate.parts();
    Rate::new(frames * factor, seconds)
}

fn curve(curve: &Curve, factor: f64) -> Result<Curve, ClipError> {
    let times = if let (Some(rate), Some(first)) = (curve.times().rate(), curve.times().first_frame()) {
        Times::uniform(first, faster(rate, factor)?, curve.len())?
    } else {
        let mut times: Vec<f64> = curve.times().iter().map(|time| time / factor).collect();
        ascend(&mut times);
        Times::keys(times)?
    };
    let sooner = |[seconds, value]: [f64; 2]| [seconds / factor, value];
    let handles = |key: usize, part: usize| {
        let Handles { into, out } = curve.handles(key, part);
        Handles { into: sooner(into), out: sooner(out) }
    };
    curve.with_times(times, handles)
}

fn sooner(event: &Event, factor: f64) -> Event {
    let mut event = event.clone();
    event.time /= factor;
    if let EventKind::Enter { seconds: Some(seconds), .. } = &mut event.kind {
        *seconds /= factor;
    }
    event
}
