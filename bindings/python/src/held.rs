//! A clip that several Python objects share.

use std::collections::HashSet;
use std::sync::Arc;

use anim_core::{Clip, ClipSampler, Deviation, Evaluator, Fate, Loss, Poser, Report, Unit};

use crate::error::Failure;
use crate::loaded::Loaded;
use crate::lost::Lost;

/// A clip that several Python objects share, with the document that computes the values which its curves approximate.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) clip: Arc<Clip>,
    pub(crate) source: Option<Arc<Loaded>>,
    /// The clip as the document made it, which the document needs to find its values.
    own: Arc<Clip>,
    /// Whether the document has no other clip.
    is_only: bool,
    pub(crate) lost: Lost,
}

impl Held {
    /// A clip that comes from no document.
    pub(crate) fn new(clip: Clip) -> Self {
        Self::with(clip, Lost::default())
    }

    /// The clips of a document. The report has their losses.
    pub(crate) fn of(clips: Vec<Clip>, source: &Arc<Loaded>, report: &Report) -> Vec<Self> {
        let (lost, is_only) = (Lost::of_each(&clips, &report.losses, &report.apart), clips.len() == 1);
        let held =
            |(clip, lost)| Self { source: Some(Arc::clone(source)), is_only, ..Self::with(clip, lost) };
        clips.into_iter().zip(lost).map(held).collect()
    }

    /// Clips made from others, `size` times as large. Their losses are those of the others and `more`.
    pub(crate) fn made_of(sources: &[Self], clips: Vec<Clip>, size: f64, more: &[Loss]) -> Vec<Self> {
        let unit = clips.first().and_then(|clip| clip.space.unit);
        let mut losses = lost_of(sources, unit, size);
        losses.extend_from_slice(more);
        let lost = Lost::of(losses, true);
        clips.into_iter().map(|clip| Self::with(clip, lost.clone())).collect()
    }

    /// The parts of a clip, each with the losses that name it, and those of its file.
    pub(crate) fn parts(clips: Vec<Clip>, losses: &[Loss]) -> Vec<Self> {
        let lost = Lost::of_each(&clips, losses, &[]);
        let part = |(clip, mut lost): (Clip, Lost)| {
            lost.is_told = true;
            Self::with(clip, lost)
        };
        clips.into_iter().zip(lost).map(part).collect()
    }

    /// A clip that comes from no document, with losses.
    pub(crate) fn with(clip: Clip, lost: Lost) -> Self {
        let clip = Arc::new(clip);
        Self { own: Arc::clone(&clip), clip, source: None, is_only: false, lost }
    }

    /// The same clip with a name, which may be its own.
    pub(crate) fn renamed(&self, name: String) -> Self {
        if self.clip.name == name {
            return self.clone();
        }
        let mut held = Self { lost: self.lost.renamed(&name), ..self.clone() };
        Arc::make_mut(&mut held.clip).name = name;
        held
    }

    /// The clip as the document made it.
    pub(crate) fn own(&self) -> &Arc<Clip> {
        &self.own
    }

    /// The document, if it computes values which the curves approximate.
    pub(crate) fn computing(&self) -> Result<Option<&Arc<Loaded>>, Failure> {
        Ok(self.evaluator()?.and(self.source.as_ref()))
    }

    /// The document, if it computes values or has no other clip.
    pub(crate) fn document(&self) -> Result<Option<&Arc<Loaded>>, Failure> {
        if self.is_only { Ok(self.source.as_ref()) } else { self.computing() }
    }

    /// A sampler of the channels, as the format of the document defines them.
    pub(crate) fn sampler(&self) -> Result<ClipSampler<'_>, Failure> {
        Ok(ClipSampler::new(&self.clip).with_evaluator(self.evaluator()?))
    }

    fn evaluator(&self) -> Result<Option<Box<dyn Evaluator + '_>>, Failure> {
        match &self.source {
            Some(source) => source.evaluator(&self.own),
            None => Ok(None),
        }
    }

    /// Whether both are the same clip with the same values at any time, including the source of computed values.
    pub(crate) fn is_equal(&self, other: &Self) -> Result<bool, Failure> {
        if !Arc::ptr_eq(&self.clip, &other.clip) && self.clip != other.clip {
            return Ok(false);
        }
        Ok(match (self.computing()?, other.computing()?) {
            (None, None) => true,
            (Some(own), Some(others)) => Arc::ptr_eq(own, others) || own.is_equal(others),
            _ => false,
        })
    }

    /// A poser of the nodes, as the format of the document defines it.
    pub(crate) fn poser(&self) -> Result<Poser<'_>, Failure> {
        Ok(Poser::of(self.sampler()?))
    }
}

/// The losses of clips in reading and operations, each loss once, with lengths in a unit of `metres`, for clips that became `size` times
/// as large. A clip alone also has the losses that it has only without the others of its file.
pub(crate) fn lost_of<'a>(
    clips: impl IntoIterator<Item = &'a Held>,
    unit: Option<f64>,
    size: f64,
) -> Vec<Loss> {
    let (mut lost, mut counted, mut known) = (Vec::new(), HashSet::new(), HashSet::new());
    let clips: Vec<_> = clips.into_iter().collect();
    for held in &clips {
        let scale = size * held.clip.space.unit.zip(unit).map_or(1.0, |(own, unit)| own / unit);
        // Clips of one file, or of one operation, share their losses.
        let [common, own] =
            held.lost.lists().map(|losses| if counted.insert(losses.as_ptr()) { losses } else { &[] });
        let apart: &[Loss] = if clips.len() == 1 { &held.lost.apart } else { &[] };
        let all = common.iter().chain(own).chain(apart);
        let scaled: Vec<_> = all.map(|loss| scaled(loss, scale)).collect();
        lost.extend(scaled.into_iter().filter(|loss| loss.clip.is_some() || known.insert(loss.to_string())));
    }
    lost
}

/// A loss of a clip that became `scale` times as large.
fn scaled(loss: &Loss, scale: f64) -> Loss {
    let mut loss = loss.clone();
    if let Fate::Approximated(Deviation { size, unit: Unit::Length, .. }) = &mut loss.fate {
        *size *= scale;
    }
    loss
}
