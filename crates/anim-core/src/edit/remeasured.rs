//! The error of left-out keys in the part of a clip that is left.

use std::ops::Range;

use super::by_node::ByNode;
use super::distance::largest;
use super::draft::SAME;
use super::turn::Turn;
use super::{Edit, EditError};
use crate::{Channel, Clip, Curve, Deviation, Fate, Loss, MAX_KEYS, Report, Sampler, Winding, Wrap};

/// The clips before their keys were reduced, cut like those after.
#[derive(Default)]
pub(super) struct Remeasured {
    whole: Option<Vec<Clip>>,
    /// Where the report has the losses of the reduction.
    losses: Range<usize>,
}

impl Remeasured {
    /// Keeps the clips before an operation if the next one cuts what is reduced.
    pub(super) fn before(&mut self, edit: &Edit, next: Option<&Edit>, clips: &[Clip], report: &Report) {
        let cuts = matches!(next, Some(Edit::Trim { .. }));
        match edit {
            Edit::Reduce(_) => {
                self.whole = cuts.then(|| clips.to_vec());
                self.losses.start = report.losses.len();
            }
            Edit::Trim { .. } => {}
            _ => self.whole = None,
        }
    }

    /// After a cut, restates the errors of left-out keys: those of what is left.
    pub(super) fn after(
        &mut self,
        edit: &Edit,
        clips: &[Clip],
        report: &mut Report,
    ) -> Result<(), EditError> {
        if let Edit::Reduce(_) = edit {
            self.losses.end = report.losses.len();
        }
        let (Edit::Trim { from, to }, Some(whole)) = (edit, &mut self.whole) else { return Ok(()) };
        let mut known = report.losses.split_off(self.losses.start);
        let later = known.split_off(self.losses.len());
        for (whole, clip) in whole.iter_mut().zip(clips) {
            *whole = super::trim(whole, *from, *to, &mut Report::new())?;
            known.retain_mut(|loss| {
                let Some(error) = error(loss, whole, clip) else { return true };
                loss.fate = Fate::Approximated(error);
                error.size > SAME
            });
        }
        self.losses.end = self.losses.start + known.len();
        report.losses.extend(known.into_iter().chain(later));
        Ok(())
    }
}

/// The error of the channels of a clip that a loss concerns, against those before; `None` if it concerns others, or repeats.
fn error(loss: &Loss, whole: &Clip, clip: &Clip) -> Option<Deviation> {
    let is_it = |channel: &Channel| {
        loss.clip.as_ref() == Some(&clip.name)
            && loss.node.as_ref() == Some(&clip.nodes[channel.node()].name)
            && loss.property.as_deref() == Some(&*clip.channel_name(channel))
    };
    let found = clip.channels.iter().zip(&whole.channels).filter(|(channel, _)| is_it(channel));
    let errors = found
        .map(|(channel, source)| Some(Deviation::of(channel.property(), apart(whole, source, channel)?)));
    errors.reduce(|a, b| a.zip(b).map(|(a, b)| if b.size > a.size { b } else { a }))?
}

/// The largest distance between a channel and one with fewer keys, where neither repeats.
fn apart(clip: &Clip, source: &Channel, channel: &Channel) -> Option<f64> {
    let (by_node, curves) = (ByNode::new(clip), [source.curve(), channel.curve()]);
    if curves.iter().any(|curve| curve.wrap() != (Wrap::Hold, Wrap::Hold)) {
        return None;
    }
    let span = [0.0, clip.duration];
    let mut times: Vec<f64> = span.to_vec();
    for curve in curves {
        times.extend(curve.turning_times(span, MAX_KEYS)?);
    }
    times.sort_by(f64::total_cmp);
    times.dedup();
    let turn = Turn::of(source, &by_node);
    let mut samplers = curves.map(Sampler::new);
    let mut values = curves.map(|curve: &Curve| vec![0.0; curve.width()]);
    let at = |time: f64| {
        samplers.iter_mut().zip(&mut values).for_each(|(sampler, value)| sampler.sample(time, value));
        turn.apart(time, &values[0], &values[1])
    };
    Some(largest(&times, SAME, &mut Winding::new([]), at).0)
}
