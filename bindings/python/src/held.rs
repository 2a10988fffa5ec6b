//! A clip that several Python objects share.

use std::sync::Arc;

use anim_core::{Clip, ClipSampler, Poser, Report};

use crate::error::Failure;
use crate::loaded::Loaded;
use crate::lost::{Lost, lost_of};

/// A clip that several Python objects share, with the document that computes what its curves approximate.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) clip: Arc<Clip>,
    pub(crate) source: Option<Arc<Loaded>>,
    /// The clip as the document made it, by which the document finds its values.
    own: Arc<Clip>,
    pub(crate) lost: Lost,
}

impl Held {
    /// A clip that comes from no document.
    pub(crate) fn new(clip: Clip) -> Self {
        Self::with(clip, None, Lost::default())
    }

    /// The clips of a document. The report has what they lost.
    pub(crate) fn of(clips: Vec<Clip>, source: &Arc<Loaded>, report: &Report) -> Vec<Self> {
        let lost = Lost::of_each(&clips, &report.losses);
        let held = |(clip, lost)| Self::with(clip, Some(Arc::clone(source)), lost);
        clips.into_iter().zip(lost).map(held).collect()
    }

    /// Clips that were made of others and became `size` times as large. Reading has lost of them what it lost of those.
    pub(crate) fn made_of(sources: &[Self], clips: Vec<Clip>, size: f64) -> Vec<Self> {
        let unit = clips.first().and_then(|clip| clip.space.unit);
        let lost = Lost::from(lost_of(sources, unit, size));
        clips.into_iter().map(|clip| Self::with(clip, None, lost.clone())).collect()
    }

    fn with(clip: Clip, source: Option<Arc<Loaded>>, lost: Lost) -> Self {
        let clip = Arc::new(clip);
        Self { own: Arc::clone(&clip), clip, source, lost }
    }

    /// The same clip with another name.
    pub(crate) fn renamed(&self, name: String) -> Self {
        let mut held = Self { lost: self.lost.renamed(&name), ..self.clone() };
        Arc::make_mut(&mut held.clip).name = name;
        held
    }

    /// The clip as the document made it.
    pub(crate) fn own(&self) -> &Arc<Clip> {
        &self.own
    }

    /// Samples the channels, as the format of the document defines them.
    pub(crate) fn sampler(&self) -> Result<ClipSampler<'_>, Failure> {
        let evaluator = match &self.source {
            Some(source) => source.evaluator(&self.own)?,
            None => None,
        };
        Ok(ClipSampler::new(&self.clip).with_evaluator(evaluator))
    }

    /// Poses the nodes, as the format of the document defines it.
    pub(crate) fn poser(&self) -> Result<Poser<'_>, Failure> {
        Ok(Poser::of(self.sampler()?))
    }
}
