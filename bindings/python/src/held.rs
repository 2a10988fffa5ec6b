//! A clip that several Python objects share.

use std::sync::Arc;

use anim_core::{Clip, ClipSampler, Poser};

use crate::error::Failure;
use crate::loaded::Loaded;

/// A clip that several Python objects share, with the document that computes what its curves approximate.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) clip: Arc<Clip>,
    pub(crate) source: Option<Arc<Loaded>>,
}

impl Held {
    /// A clip that comes from no document.
    pub(crate) fn new(clip: Clip) -> Self {
        Self { clip: Arc::new(clip), source: None }
    }

    /// Samples the channels, as the format of the document defines them.
    pub(crate) fn sampler(&self) -> Result<ClipSampler<'_>, Failure> {
        let evaluator = match &self.source {
            Some(source) => source.evaluator(&self.clip)?,
            None => None,
        };
        Ok(ClipSampler::new(&self.clip).with_evaluator(evaluator))
    }

    /// Poses the nodes, as the format of the document defines it.
    pub(crate) fn poser(&self) -> Result<Poser<'_>, Failure> {
        Ok(Poser::of(self.sampler()?))
    }
}
